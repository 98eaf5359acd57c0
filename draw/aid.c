/* draw/aid.c - the play aid: headings, sentences, rows and grids flowing over two columns. */
#include "draw/aid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/output.h"

/* A4 upright, in points. */
enum {
    PAGE_W = 595,
    PAGE_H = 842,
    TOP = 88,
    BOTTOM = 804,
    LEFT = 34,
    COLUMN = 253,
    GUTTER = 21
};
enum { HEADING = 20, CELLS = 14, CELL_TEXT = 160, CELL_GAP = 5, SHORT_CELL = 60, AIR = 4 };

/* How the cells of a table are set: their letters, and the width of every column. */
struct columns {
    double size, wide[CELLS];
    bool middle[CELLS]; /* short cells stand in the middle */
    int n;
};

struct sheet {
    cairo_t *cr;
    const struct draw_aid *a;
    int page, column; /* where the pen is */
    double y;
    int drawn;                         /* the page that is drawn; -1: none */
    const struct draw_aid_line *table; /* whose columns were worked out last */
    struct columns columns;
};

/* Room for something so high: else the next column, or the next page. */
static bool make_room(struct sheet *s, double height)
{
    if (s->y + height > BOTTOM && s->y > TOP) {
        s->y = TOP;
        s->page += s->column;
        s->column = !s->column;
    }
    return s->page == s->drawn;
}

static double left_edge(const struct sheet *s)
{
    return LEFT + s->column * (COLUMN + GUTTER);
}

/* --- Lines ------------------------------------------------------------------------------ */

static double company(struct sheet *s, const struct draw_aid_line *l);

static bool of_table(const struct draw_aid_line *l)
{
    return l->kind == DRAW_AID_GRID;
}

static void heading(struct sheet *s, const struct draw_aid_line *l)
{
    struct draw_letters small = { 6.5, COLUMN * 0.36, 1, DRAW_ITALIC | DRAW_RIGHT, draw_sepia };
    double right = l->right ? draw_measure(s->cr, &small, l->right).x + CELL_GAP : 0;
    struct draw_letters bold = { 11, 0, 1, DRAW_BOLD | DRAW_SPACED, draw_ink };

    while (bold.size > 7 && draw_measure(s->cr, &bold, l->left).x > COLUMN - right)
        bold.size -= 0.5;
    bold.width = COLUMN - right;

    if (s->y > TOP)
        s->y += 7;
    if (make_room(s, fmin(HEADING + company(s, l), BOTTOM - TOP))) {
        double x = left_edge(s);
        draw_say(s->cr, &bold, x, s->y, l->left);
        if (l->right)
            draw_say(s->cr, &small, x + COLUMN, s->y + 4, l->right);
        cairo_move_to(s->cr, x, s->y + 15);
        cairo_line_to(s->cr, x + COLUMN, s->y + 15);
        draw_set(s->cr, draw_ink, 1);
        cairo_set_line_width(s->cr, 0.8);
        cairo_stroke(s->cr);
    }
    s->y += HEADING;
}

static void note(struct sheet *s, const struct draw_aid_line *l)
{
    struct draw_letters text = { 7.5, COLUMN, 0, DRAW_ITALIC, draw_sepia };
    double high = draw_measure(s->cr, &text, l->left).y;

    if (make_room(s, high))
        draw_say(s->cr, &text, left_edge(s), s->y, l->left);
    s->y += high + 2;
}

static void sentence(struct sheet *s, const struct draw_aid_line *l)
{
    struct draw_letters text = { 8.5, COLUMN, 0, DRAW_ROMAN, draw_ink };
    double high = draw_measure(s->cr, &text, l->left).y;

    if (make_room(s, high))
        draw_say(s->cr, &text, left_edge(s), s->y, l->left);
    s->y += high + 2;
}

/* Two texts beside each other; the left one has so much of the column. */
static void pair(struct sheet *s, const struct draw_aid_line *l, double left, unsigned first,
                 unsigned second)
{
    struct draw_letters what = { 8.5, COLUMN * left, 0, first, draw_ink };
    struct draw_letters value = { 8.5, COLUMN * (0.98 - left), 0, second, draw_ink };
    double high =
        fmax(draw_measure(s->cr, &what, l->left).y, draw_measure(s->cr, &value, l->right).y);

    if (make_room(s, high)) {
        draw_say(s->cr, &what, left_edge(s), s->y, l->left);
        draw_say(s->cr, &value, left_edge(s) + COLUMN * (left + 0.02), s->y, l->right);
    }
    s->y += high + 1.5;
}

static void row(struct sheet *s, const struct draw_aid_line *l)
{
    pair(s, l, 0.62, DRAW_ROMAN, DRAW_BOLD);
}

static void term(struct sheet *s, const struct draw_aid_line *l)
{
    pair(s, l, 0.29, DRAW_BOLD, DRAW_ROMAN);
}

/* --- Tables ----------------------------------------------------------------------------- */

/* The next cell of a line into buf; NULL when there is none. */
static const char *next_cell(const char *c, char buf[CELL_TEXT])
{
    if (!c || !*c)
        return NULL;
    size_t len = strcspn(c, "|"), kept = len < CELL_TEXT - 1 ? len : CELL_TEXT - 1;
    const char *end = c + len + (c[len] == '|');
    while (kept > 0 && *c == ' ')
        c++, kept--;
    while (kept > 0 && c[kept - 1] == ' ')
        kept--;
    memcpy(buf, c, kept);
    buf[kept] = 0;
    return end;
}

static double width_of(struct sheet *s, const char *text, double size)
{
    struct draw_letters one = { size, 0, 1, DRAW_ROMAN, draw_ink };

    return draw_measure(s->cr, &one, text).x + 1;
}

/* The widest word of a cell: no column is narrower. */
static double widest_word(struct sheet *s, const char *cell, double size)
{
    char word[CELL_TEXT];
    double most = 0;

    for (const char *c = cell + strspn(cell, " "); *c; c += strspn(c, " ")) {
        size_t len = strcspn(c, " ");
        memcpy(word, c, len);
        word[len] = 0;
        most = fmax(most, width_of(s, word, size));
        c += len;
    }
    return most;
}

/* Least and best widths of the columns of the table that begins here. */
static void look_over(struct sheet *s, const struct draw_aid_line *l, struct columns *t,
                      double least[CELLS], double best[CELLS])
{
    const struct draw_aid_line *end = s->a->line + s->a->lines, *top = l;
    char cell[CELL_TEXT];

    for (; l < end && (l == top || of_table(l)); l++) {
        int i = 0;
        for (const char *c = l->left; i < CELLS && (c = next_cell(c, cell)) != NULL; i++) {
            least[i] = fmax(least[i], widest_word(s, cell, t->size));
            bool heads = l == top && l->kind == DRAW_AID_TOP;
            best[i] = fmax(best[i], heads ? least[i] : width_of(s, cell, t->size));
        }
        t->n = i > t->n ? i : t->n;
    }
}

/* What is left over goes to the columns that want it, else to all alike. */
static void share(struct columns *t, const double least[CELLS], const double best[CELLS])
{
    double sum = 0, wish = 0, over = 0;

    for (int i = 0; i < t->n; i++) {
        sum += least[i] + CELL_GAP;
        wish += best[i] - least[i];
    }
    over = COLUMN - sum;
    for (int i = 0; i < t->n; i++) {
        double more = wish > over ? over * (best[i] - least[i]) / wish
                                  : best[i] - least[i] + (over - wish) / t->n;
        t->wide[i] = least[i] + fmax(more, 0);
        t->middle[i] = i > 0 && best[i] <= SHORT_CELL;
    }
}

/* Letters shrink until the longest words stand beside each other. */
static const struct columns *columns_of(struct sheet *s, const struct draw_aid_line *l)
{
    struct columns t = { .size = 8 };

    for (; s->table != l; t.size -= 0.5) {
        double least[CELLS] = { 0 }, best[CELLS] = { 0 }, sum = 0;
        t.n = 0;
        look_over(s, l, &t, least, best);
        for (int i = 0; i < t.n; i++)
            sum += least[i] + CELL_GAP;
        if (sum <= COLUMN || t.size <= 5) {
            share(&t, least, best);
            s->table = l;
            s->columns = t;
        }
    }
    return &s->columns;
}

/* The height of one line of a table, which is drawn when the page is the one that is wanted. */
static double cells(struct sheet *s, const struct columns *t, const struct draw_aid_line *l,
                    bool draw)
{
    bool top = l->kind == DRAW_AID_TOP;
    double x = left_edge(s), high = 0;
    char cell[CELL_TEXT];
    int i = 0;

    for (const char *c = l->left; i < t->n && (c = next_cell(c, cell)) != NULL; i++) {
        unsigned align = t->middle[i] ? DRAW_CENTRE : 0;
        struct draw_letters text = { t->size, t->wide[i] + 1, 0,
                                     (top ? DRAW_ITALIC : DRAW_ROMAN) | align,
                                     top ? draw_sepia : draw_ink };
        high = fmax(high, draw_measure(s->cr, &text, cell).y);
        if (draw)
            draw_say(s->cr, &text, x + (t->middle[i] ? t->wide[i] / 2 : 0), s->y, cell);
        x += t->wide[i] + CELL_GAP;
    }
    return fmax(high, t->size + 2) + 1.5;
}

static const struct draw_aid_line *top_of(const struct sheet *s, const struct draw_aid_line *l)
{
    while (l > s->a->line && l->kind == DRAW_AID_GRID &&
           (of_table(l - 1) || l[-1].kind == DRAW_AID_TOP))
        l--;
    return l;
}

static double table_height(struct sheet *s, const struct draw_aid_line *l)
{
    const struct draw_aid_line *end = s->a->line + s->a->lines, *top = l;
    const struct columns *t = columns_of(s, top);
    double high = 0;

    for (; l < end && (l == top || of_table(l)); l++)
        high += cells(s, t, l, false);
    return high;
}

/* What has to stay with a heading: the sentences below it, and the table below those. */
static double company(struct sheet *s, const struct draw_aid_line *l)
{
    const struct draw_aid_line *end = s->a->line + s->a->lines;
    struct draw_letters text = { 8.5, COLUMN, 0, DRAW_ROMAN, draw_ink };
    double high = 0;

    for (l++; l < end && (l->kind == DRAW_AID_NOTE || l->kind == DRAW_AID_TEXT); l++)
        high += draw_measure(s->cr, &text, l->left).y + 2;
    return l < end && l->kind == DRAW_AID_TOP ? high + table_height(s, l) : high + 40;
}

/* A line of a table; its headings are said again where a column of the page begins. */
static void grid(struct sheet *s, const struct draw_aid_line *l)
{
    const struct draw_aid_line *top = top_of(s, l);
    const struct columns *t = columns_of(s, top);
    double high = cells(s, t, l, false);
    double whole = l->kind == DRAW_AID_TOP ? table_height(s, l) : 0;

    if (l == top && s->y > TOP && l[-1].kind != DRAW_AID_HEAD)
        s->y += AIR;

    bool drawn = make_room(s, whole < BOTTOM - TOP ? fmax(high, whole) : high);
    if (s->y <= TOP && l != top && top->kind == DRAW_AID_TOP)
        s->y += cells(s, t, top, drawn);
    cells(s, t, l, drawn);
    if (drawn && l->kind == DRAW_AID_TOP) {
        cairo_move_to(s->cr, left_edge(s), s->y + high - 0.5);
        cairo_line_to(s->cr, left_edge(s) + COLUMN, s->y + high - 0.5);
        draw_set(s->cr, draw_sepia, 0.5);
        cairo_set_line_width(s->cr, 0.4);
        cairo_stroke(s->cr);
    }
    s->y += high;
}

/* --- Pages --- */

/* Run over all lines; what falls on the page drawn is drawn. The number of pages. */
static int run(struct sheet *s)
{
    static void (*const draw[])(struct sheet *, const struct draw_aid_line *) = {
        [DRAW_AID_HEAD] = heading, [DRAW_AID_NOTE] = note, [DRAW_AID_TEXT] = sentence,
        [DRAW_AID_TERM] = term,    [DRAW_AID_ROW] = row,   [DRAW_AID_TOP] = grid,
        [DRAW_AID_GRID] = grid,
    };

    s->page = s->column = 0;
    s->y = TOP;
    for (int i = 0; i < s->a->lines; i++)
        draw[s->a->line[i].kind](s, &s->a->line[i]);
    return s->page + 1;
}

static void frame(struct sheet *s, int pages)
{
    struct draw_letters title = { 22, PAGE_W - 90, 1, DRAW_BOLD | DRAW_SPACED | DRAW_CENTRE,
                                  draw_ink };
    struct draw_letters small = { 11, PAGE_W - 90, 1, DRAW_ITALIC | DRAW_CENTRE, draw_sepia };
    char buf[64];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    draw_set(s->cr, draw_mix(draw_paper, (struct draw_rgb){ 1, 1, 1 }, 0.55), 1);
    cairo_paint(s->cr);
    draw_set(s->cr, draw_ink, 1);
    cairo_rectangle(s->cr, 16, 16, PAGE_W - 32, PAGE_H - 32);
    cairo_set_line_width(s->cr, 1.8);
    cairo_stroke(s->cr);
    cairo_rectangle(s->cr, 20, 20, PAGE_W - 40, PAGE_H - 40);
    cairo_set_line_width(s->cr, 0.6);
    cairo_stroke(s->cr);
    draw_say(s->cr, &title, PAGE_W / 2.0, 30, s->a->title);
    draw_say(s->cr, &small, PAGE_W / 2.0, 62, s->a->subtitle);
    tc_text_int(&t, s->drawn + 1);
    tc_text_str(&t, " / ");
    tc_text_int(&t, pages);
    small.size = 9;
    draw_say(s->cr, &small, PAGE_W / 2.0, PAGE_H - 34, buf);
}

int draw_aid_pages(const struct draw_aid *a)
{
    struct sheet s = { .a = a, .drawn = -1 };
    cairo_surface_t *none = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);

    s.cr = cairo_create(none);
    int pages = run(&s);
    cairo_destroy(s.cr);
    cairo_surface_destroy(none);
    return pages;
}

static enum tc_err draw_aid(const struct draw_aid *a, int width, enum draw_format format,
                            int page, FILE *f, struct tc_why *why)
{
    struct draw_buffer raw = { 0 }, layer = { 0 };
    struct sheet s = { .a = a, .drawn = -1 };
    int pages = draw_aid_pages(a), last = format == DRAW_PDF ? pages - 1 : page;
    double wide = format == DRAW_PDF ? PAGE_W : width ? width : 1000;
    enum tc_err err;

    if (last < 0 || last >= pages)
        return tc_fail(why, TC_E_RANGE, "page", "The play aid has no such page.");
    cairo_surface_t *surface = draw_surface(
        format, wide, format == DRAW_PDF ? PAGE_H : ceil(wide * PAGE_H / PAGE_W), &raw);
    s.cr = cairo_create(surface);
    cairo_scale(s.cr, wide / PAGE_W, wide / PAGE_W);
    for (s.drawn = format == DRAW_PDF ? 0 : page; s.drawn <= last; s.drawn++) {
        frame(&s, pages);
        run(&s);
        cairo_show_page(s.cr);
    }
    cairo_destroy(s.cr);
    if (draw_surface_end(surface, format, &raw))
        err = draw_send(&raw, format, a->title, &layer, draw_to_file, f, why);
    else
        err = tc_fail(why, TC_E_FULL, "page", "There is not enough memory for this page.");
    free(raw.bytes);
    return err;
}

enum tc_err draw_aid_file(const struct draw_aid *a, int width, enum draw_format format,
                          int page, const char *path, struct tc_why *why)
{
    FILE *f = draw_file_start(path, why);

    if (!f)
        return TC_E_FILE;
    return draw_file_end(f, draw_aid(a, width, format, page, f, why), path, why);
}
