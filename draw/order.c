/* draw/order.c - the printable order of battle: a column a side, boxes to strike off losses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/output.h"
#include "draw/speak.h"

/* A4 upright, in points. */
enum {
    PAGE_W = 595,
    PAGE_H = 842,
    TOP = 96,
    BOTTOM = 806,
    LEFT = 34,
    COLUMN = 253,
    GUTTER = 21
};
enum { ROW = 27, BOX = 8, BOXES = 25, BOXES_MAX = 75, HEADING = 26, PANEL_ROW = 14 };
/* Of an entry: where its words begin, the room for its strength, and a line of its name. */
enum { WORDS = 42, COUNT = 46, NAME_LINE = 14, SMALL_LINE = 11, GROUP = 16, LINES = 6 };

/* One column running over the pages. */
struct flow {
    int page, column;
    double y;
};

struct order {
    struct draw_plan p;
    cairo_t *ruler; /* measures alike for every format */
    int page;       /* the one drawn; -1: none, only count */
    struct flow flow[TC_SIDES];
};

/* Make room for something so high; true when it is on the page being drawn. */
static bool make_room(struct order *o, struct flow *f, double height)
{
    if (f->y + height > BOTTOM && f->y > TOP) {
        f->page++;
        f->y = TOP;
    }
    return f->page == o->page;
}

static double column_x(const struct flow *f)
{
    return LEFT + f->column * (COLUMN + GUTTER);
}

/* --- Entries ---------------------------------------------------------------------------- */

static void heading(struct order *o, struct flow *f, const char *text, int side)
{
    struct draw_plan *p = &o->p;
    struct draw_letters l = { 14, COLUMN - 26, 1, DRAW_BOLD | DRAW_SPACED, draw_ink };
    double x = column_x(f);
    if (make_room(o, f, HEADING + ROW)) {
        bool own = side >= 0 && side < TC_SIDES;
        if (own) {
            cairo_rectangle(p->cr, x, f->y + 4, 16, 10);
            draw_set(p->cr, p->side[side], 1);
            cairo_fill(p->cr);
        }
        draw_say(p->cr, &l, x + (own ? 22 : 0), f->y, text);
        cairo_move_to(p->cr, x, f->y + 20);
        cairo_line_to(p->cr, x + COLUMN, f->y + 20);
        draw_set(p->cr, draw_ink, 1);
        cairo_set_line_width(p->cr, 0.9);
        cairo_stroke(p->cr);
    }
    f->y += HEADING;
}

static int box_rows(const struct tc_piece *u)
{
    if (u->hidden_strength || u->strength0 <= 0 || u->strength0 > BOXES_MAX)
        return 0;
    return (u->strength0 + BOXES - 1) / BOXES;
}

/* From the corner of the first box to that of box i. */
static struct draw_pt to_box(int i)
{
    int column = i % BOXES, row = i / BOXES;
    return (struct draw_pt){ column * BOX, row * BOX };
}

/* One box for each man, gun or step; those lost are struck through. */
static void boxes(struct draw_plan *p, const struct tc_piece *u, double x, double y)
{
    for (int i = 0; i < u->strength0; i++)
        cairo_rectangle(p->cr, x + to_box(i).x, y + to_box(i).y, BOX - 2.2, BOX - 2.2);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 0.5);
    cairo_stroke(p->cr);
    for (int i = u->strength > 0 ? u->strength : 0; i < u->strength0; i++) {
        cairo_move_to(p->cr, x + to_box(i).x, y + to_box(i).y + BOX - 2.2);
        cairo_rel_line_to(p->cr, BOX - 2.2, -(BOX - 2.2));
    }
    cairo_set_line_width(p->cr, 0.9);
    cairo_stroke(p->cr);
}

/* A nation is named where it is not that of the side. */
static void unit_words(const struct draw_plan *p, const struct tc_piece *u, struct tc_text *t)
{
    const char *usual = p->chief_nation[u->side];
    bool other = u->nation[0] && (!usual || strcmp(usual, u->nation) != 0);

    draw_speak_text(t, other ? u->nation : "", 24);
    tc_text_str(t, other ? " " : "");
    tc_text_str(t, draw_arm_word(u->arm));
    if (u->worth && u->worth[0]) {
        tc_text_str(t, ", ");
        draw_speak_text(t, u->worth, 90);
    }
    if (u->formation[0]) {
        tc_text_str(t, ", ");
        draw_speak_text(t, u->formation, 30);
    }
    if (u->badges[0]) {
        tc_text_str(t, "; ");
        draw_speak_text(t, u->badges, 60);
    }
}

static struct draw_letters name_letters(void)
{
    return (struct draw_letters){ 11, COLUMN - WORDS - COUNT, LINES, DRAW_BOLD, draw_ink };
}

static const char *name_of(const struct tc_piece *u)
{
    return u->label[0] ? u->label : u->key;
}

/* How many lines a text takes. */
static int lines_of(const struct order *o, const struct draw_letters *l, const char *text)
{
    double one = draw_measure(o->ruler, l, "X").y;
    int n = (int)(draw_measure(o->ruler, l, text).y / one + 0.5);

    return n < 1 ? 1 : n;
}

/* What a long name takes below its first line. */
static double more_name(const struct order *o, const struct tc_piece *u)
{
    struct draw_letters name = name_letters();

    return (lines_of(o, &name, name_of(u)) - 1) * NAME_LINE;
}

static struct draw_letters small_letters(void)
{
    return (struct draw_letters){ 8.5, COLUMN - WORDS, LINES, DRAW_ITALIC, draw_sepia };
}

/* What long words about it take below their first line. */
static double more_words(const struct order *o, const struct tc_piece *u)
{
    struct draw_letters small = small_letters();
    char buf[320];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    unit_words(&o->p, u, &t);
    return (lines_of(o, &small, buf) - 1) * SMALL_LINE;
}

static void draw_unit(struct order *o, int piece, double x, double y)
{
    struct draw_plan *p = &o->p;
    const struct tc_piece *u = &p->s->piece[piece];
    struct draw_letters name = name_letters();
    struct draw_letters small = small_letters();
    struct draw_letters count = { 11, COUNT, 1, DRAW_BOLD | DRAW_RIGHT, draw_ink };
    char buf[320];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    double down = y + more_name(o, u);
    bool square = u->arm == TC_ARM_LEADER || u->arm == TC_ARM_GUN;
    struct draw_block b = { .at = { x + 18, y + (square ? 3 : 7) },
                            .right = { 1, 0 },
                            .rear = { 0, 1 },
                            .w = square ? 20 : 32,
                            .d = square ? 17 : 11,
                            .faced = true };
    draw_piece(p, piece, &b);
    draw_say(p->cr, &name, x + WORDS, y, name_of(u));
    unit_words(p, u, &t);
    draw_say(p->cr, &small, x + WORDS, down + 13, buf);
    t = tc_text_on(buf, sizeof buf);
    if (u->hidden_strength)
        tc_text_char(&t, '?');
    else if (u->strength0 > 0) {
        tc_text_int(&t, u->strength);
        tc_text_char(&t, '/');
        tc_text_int(&t, u->strength0);
    }
    draw_say(p->cr, &count, x + COLUMN, y, buf);
    if (box_rows(u))
        boxes(p, u, x + WORDS, down + more_words(o, u) + ROW);
}

static double unit_height(const struct order *o, const struct tc_piece *u)
{
    return ROW + more_name(o, u) + more_words(o, u) + box_rows(u) * BOX + 5;
}

/* Whose command or brigade follows, and who leads it. */
static void group_line(struct order *o, struct flow *f, const struct tc_piece *u)
{
    struct draw_letters l = { 10, COLUMN, 1, DRAW_ITALIC | DRAW_SPACED, draw_ink };
    char buf[256];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    draw_speak_text(&t, u->group_label && u->group_label[0] ? u->group_label : u->group, 120);
    if (u->chief && u->chief[0]) {
        tc_text_str(&t, ": ");
        draw_speak_text(&t, u->chief, 80);
    }
    if (make_room(o, f, GROUP + unit_height(o, u)))
        draw_say(o->p.cr, &l, column_x(f), f->y, buf);
    f->y += GROUP;
}

static const char *group_of(const struct tc_piece *u)
{
    return u->group ? u->group : "";
}

static bool is_shown(const struct tc_scene *s, int i, int side)
{
    return s->piece[i].side == side && draw_first_of_unit(s, i);
}

/* Is it the first shown of its command or brigade? */
static bool begins_group(const struct tc_scene *s, int piece, int side)
{
    for (int i = 0; i < piece; i++)
        if (is_shown(s, i, side) &&
            strcmp(group_of(&s->piece[i]), group_of(&s->piece[piece])) == 0)
            return false;
    return true;
}

/* All of one command or brigade; "" are those of none. */
static void group_units(struct order *o, struct flow *f, int side, const char *group)
{
    const struct tc_scene *s = o->p.s;

    for (int i = 0; i < s->pieces; i++) {
        if (!is_shown(s, i, side) || strcmp(group_of(&s->piece[i]), group) != 0)
            continue;
        double height = unit_height(o, &s->piece[i]);
        if (make_room(o, f, height))
            draw_unit(o, i, column_x(f), f->y);
        f->y += height;
    }
}

/* Those of no command first: generals and staffs. */
static void side_units(struct order *o, struct flow *f, int side)
{
    const struct tc_scene *s = o->p.s;

    heading(o, f, draw_side_name(s, side), side);
    group_units(o, f, side, "");
    for (int i = 0; i < s->pieces; i++) {
        if (!is_shown(s, i, side) || !group_of(&s->piece[i])[0] || !begins_group(s, i, side))
            continue;
        group_line(o, f, &s->piece[i]);
        group_units(o, f, side, group_of(&s->piece[i]));
    }
    f->y += 10;
}

/* --- Panels ------------------------------------------------------------------------------ */

enum { MARK = 13, APART = 10, TOGETHER = 170 };

struct row_letters {
    struct draw_letters left, right;
    double height;
};

/* A row stands in one line where it fits; else what is said takes the lines it needs, beside
 * what it is said of. Nothing is cut: the page is paper, and cannot be asked. */
static struct row_letters row_letters(const struct order *o, const struct tc_panel_row *r)
{
    struct row_letters l = {
        .left = { 10, 0, 1, DRAW_ROMAN, draw_ink },
        .right = { 10, 0, LINES, DRAW_RIGHT | DRAW_BOLD, draw_ink },
    };
    double room = COLUMN - (r->side >= 0 && r->side < TC_SIDES ? MARK : 0) - APART;
    double left = draw_measure(o->ruler, &l.left, r->left).x + 1;
    double right = draw_measure(o->ruler, &l.right, r->right).x + 1;

    if (left + right > room && left > room * 0.5)
        left = right < room * 0.5 ? room - right : room * 0.5;
    l.left.width = left;
    l.left.lines = LINES;
    l.right.width = room - left;
    int a = lines_of(o, &l.left, r->left), b = lines_of(o, &l.right, r->right);
    l.height = (a > b ? a : b) * PANEL_ROW;
    return l;
}

static void panel_row(struct order *o, struct flow *f, const struct tc_panel_row *r)
{
    struct row_letters l = row_letters(o, r);
    bool own = r->side >= 0 && r->side < TC_SIDES;

    if (make_room(o, f, l.height)) {
        double x = column_x(f);
        if (own) {
            cairo_rectangle(o->p.cr, x, f->y + 3.5, 7, 7);
            draw_set(o->p.cr, o->p.side[r->side], 1);
            cairo_fill(o->p.cr);
        }
        draw_say(o->p.cr, &l.left, x + (own ? MARK : 0), f->y, r->left);
        draw_say(o->p.cr, &l.right, x + COLUMN, f->y, r->right);
    }
    f->y += l.height;
}

static void panel(struct order *o, struct flow *f, const struct tc_panel *panel)
{
    const struct tc_scene *s = o->p.s;
    double height = HEADING;

    for (int k = 0; k < panel->rows && height < TOGETHER; k++)
        height += row_letters(o, &s->row[panel->first + k]).height;
    if (height < TOGETHER) /* a short panel is not parted */
        make_room(o, f, height);
    heading(o, f, panel->title, TC_NONE);
    for (int k = 0; k < panel->rows; k++)
        panel_row(o, f, &s->row[panel->first + k]);
    f->y += 10;
}

/* --- Pages --- */

/* Run both columns; what falls on o->page is drawn. Returns the number of pages. */
static int run(struct order *o)
{
    const struct tc_scene *s = o->p.s;
    for (int i = 0; i < TC_SIDES; i++) {
        o->flow[i] = (struct flow){ 0, i, TOP };
        side_units(o, &o->flow[i], i);
    }
    for (int i = 0; i < s->panels && o->p.o.panels; i++) {
        const struct flow *a = &o->flow[0], *b = &o->flow[1];
        bool right = b->page < a->page || (b->page == a->page && b->y < a->y);
        if (s->panel[i].rows > 0)
            panel(o, &o->flow[right], &s->panel[i]);
    }
    return (o->flow[0].page > o->flow[1].page ? o->flow[0].page : o->flow[1].page) + 1;
}

static void page_frame(struct order *o, int pages)
{
    struct draw_plan *p = &o->p;
    struct draw_letters title = { 22, PAGE_W - 90, 1, DRAW_BOLD | DRAW_SPACED | DRAW_CENTRE,
                                  draw_ink };
    struct draw_letters small = { 11, PAGE_W - 90, 1, DRAW_ITALIC | DRAW_CENTRE, draw_sepia };
    char buf[300];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    cairo_rectangle(p->cr, 16, 16, PAGE_W - 32, PAGE_H - 32);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 1.8);
    cairo_stroke(p->cr);
    cairo_rectangle(p->cr, 20, 20, PAGE_W - 40, PAGE_H - 40);
    cairo_set_line_width(p->cr, 0.6);
    cairo_stroke(p->cr);
    draw_say(p->cr, &title, PAGE_W / 2.0, 34, p->s->title);
    tc_text_str(&t, "Order of battle");
    if (p->s->status[0]) {
        tc_text_str(&t, ", ");
        draw_speak_text(&t, p->s->status, 120);
    }
    draw_say(p->cr, &small, PAGE_W / 2.0, 66, buf);
    t = tc_text_on(buf, sizeof buf);
    tc_text_int(&t, o->page + 1);
    tc_text_str(&t, " of ");
    tc_text_int(&t, pages);
    small.size = 9;
    draw_say(p->cr, &small, PAGE_W / 2.0, PAGE_H - 34, buf);
}

static void start(struct order *o, const struct tc_scene *s, const struct draw_options *opt)
{
    memset(o, 0, sizeof *o);
    draw_plan_start(&o->p, s, opt);
    o->p.o.highlight = TC_NONE;
    o->p.u = 0.75;
    o->p.quiet = true;
    o->page = -1;
    cairo_surface_t *none = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    o->ruler = cairo_create(none);
    cairo_surface_destroy(none);
}

int draw_order_pages(const struct tc_scene *s)
{
    struct order o;
    struct draw_options opt = draw_defaults();
    start(&o, s, &opt);
    int pages = run(&o);
    cairo_destroy(o.ruler);
    return pages;
}

static void one_page(struct order *o, int page, int pages)
{
    o->page = page;
    draw_set(o->p.cr, draw_mix(draw_paper, (struct draw_rgb){ 1, 1, 1 }, 0.55), 1);
    cairo_paint(o->p.cr);
    page_frame(o, pages);
    run(o);
}

static enum tc_err check(const struct draw_options *o, enum draw_format format, int page,
                         int pages, struct tc_why *why)
{
    char a[16], b[16];
    struct tc_text ta = tc_text_on(a, sizeof a), tb = tc_text_on(b, sizeof b);
    if (o->width != 0 && (o->width < DRAW_WIDTH_MIN || o->width > DRAW_WIDTH_MAX)) {
        tc_text_int(&ta, o->width);
        return tc_fail(why, TC_E_RANGE, "width",
                       "A page {0} pixels wide is not drawn: 200 to 8000 is allowed.", a);
    }
    if (format != DRAW_PDF && (page < 0 || page >= pages)) {
        tc_text_int(&ta, page);
        tc_text_int(&tb, pages - 1);
        return tc_fail(why, TC_E_RANGE, "page",
                       "The order of battle has no page {0}: pages are 0 to {1}.", a, b);
    }
    return TC_OK;
}

enum tc_err draw_order_of_battle(const struct tc_scene *s, const struct draw_options *opt,
                                 enum draw_format format, int page, draw_sink *sink, void *to,
                                 struct tc_why *why)
{
    struct draw_options options = opt ? *opt : draw_defaults();
    struct draw_buffer raw = { 0 }, layer = { 0 };
    struct order o;
    if (!opt)
        options.width = 0;
    start(&o, s, &options);
    int pages = run(&o);
    enum tc_err err = check(&options, format, page, pages, why);
    if (err != TC_OK) {
        cairo_destroy(o.ruler);
        return err;
    }
    double wide = format == DRAW_PDF ? PAGE_W : options.width ? options.width : 1000;
    double high = ceil(wide * PAGE_H / PAGE_W);
    cairo_surface_t *surface =
        draw_surface(format, wide, format == DRAW_PDF ? PAGE_H : high, &raw);
    o.p.cr = cairo_create(surface);
    cairo_scale(o.p.cr, wide / PAGE_W, wide / PAGE_W);
    for (int i = format == DRAW_PDF ? 0 : page; i < (format == DRAW_PDF ? pages : page + 1);
         i++) {
        one_page(&o, i, pages);
        cairo_show_page(o.p.cr);
    }
    cairo_destroy(o.p.cr);
    cairo_destroy(o.ruler);
    if (draw_surface_end(surface, format, &raw))
        err = draw_send(&raw, format, s->title, &layer, sink, to, why);
    else
        err = tc_fail(why, TC_E_FULL, "page", "There is not enough memory for this page.");
    free(raw.bytes);
    return err;
}

enum tc_err draw_order_of_battle_file(const struct tc_scene *s, const struct draw_options *opt,
                                      enum draw_format format, int page, const char *path,
                                      struct tc_why *why)
{
    FILE *f = draw_file_start(path, why);
    if (!f)
        return TC_E_FILE;
    return draw_file_end(f, draw_order_of_battle(s, opt, format, page, draw_to_file, f, why),
                         path, why);
}
