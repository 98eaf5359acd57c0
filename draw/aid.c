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
enum { HEADING = 20, CELLS = 14, CELL_TEXT = 40 };

struct sheet {
    cairo_t *cr;
    const struct draw_aid *a;
    int page, column; /* where the pen is */
    double y;
    int drawn; /* the page that is drawn; -1: none */
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

static void heading(struct sheet *s, const struct draw_aid_line *l)
{
    struct draw_letters bold = { 11, COLUMN * 0.62, 1, DRAW_BOLD | DRAW_SPACED, draw_ink };
    struct draw_letters small = { 6.5, COLUMN * 0.36, 1, DRAW_ITALIC | DRAW_RIGHT, draw_sepia };

    if (s->y > TOP)
        s->y += 7;
    if (make_room(s, HEADING + 40)) {
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

static void row(struct sheet *s, const struct draw_aid_line *l)
{
    bool both = l->right && l->right[0];
    struct draw_letters what = { 8.5, both ? COLUMN * 0.42 : COLUMN, 0, DRAW_ROMAN, draw_ink };
    struct draw_letters value = { 8.5, COLUMN * 0.56, 0, DRAW_BOLD, draw_ink };
    double high = draw_measure(s->cr, &what, l->left).y;

    if (both)
        high = fmax(high, draw_measure(s->cr, &value, l->right).y);
    if (make_room(s, high)) {
        draw_say(s->cr, &what, left_edge(s), s->y, l->left);
        if (both)
            draw_say(s->cr, &value, left_edge(s) + COLUMN * 0.44, s->y, l->right);
    }
    s->y += high + 1;
}

static int cells_of(const char *text)
{
    int n = 0;

    for (const char *c = text; *c;) {
        c += strspn(c, " ");
        n += *c != 0;
        c += strcspn(c, " ");
    }
    return n;
}

/* The next cell of a line into buf; NULL when there is none. */
static const char *next_cell(const char *c, char buf[CELL_TEXT])
{
    c += strspn(c, " ");
    size_t len = strcspn(c, " ");
    if (len == 0)
        return NULL;
    size_t kept = len < CELL_TEXT - 1 ? len : CELL_TEXT - 1;
    memcpy(buf, c, kept);
    buf[kept] = 0;
    return c + len;
}

/* Letters so small that no cell of the line is cut, within reason. */
static double fitting(struct sheet *s, const struct draw_aid_line *l, double wide)
{
    struct draw_letters text = { 8, 0, 1, DRAW_ROMAN, draw_ink };
    double most = 1;
    char cell[CELL_TEXT];

    for (const char *c = l->left; (c = next_cell(c, cell)) != NULL;)
        most = fmax(most, draw_measure(s->cr, &text, cell).x);
    return fmax(4.5, fmin(8, 8 * (wide - 3) / most));
}

/* All lines of a grid have the same letters. */
static double grid_size(struct sheet *s, const struct draw_aid_line *l, double wide)
{
    const struct draw_aid_line *end = s->a->line + s->a->lines;
    double size = 8;

    while (l > s->a->line && l[-1].kind == DRAW_AID_GRID)
        l--;
    for (; l < end && l->kind == DRAW_AID_GRID; l++)
        if (cells_of(l->left) <= CELLS)
            size = fmin(size, fitting(s, l, wide));
    return size;
}

/* Many cells are set as running text: a column would be too narrow to read. */
static void grid(struct sheet *s, const struct draw_aid_line *l)
{
    int n = cells_of(l->left), i = 0;
    char cell[CELL_TEXT];

    if (n > CELLS || n == 0) {
        row(s, l);
        return;
    }
    double wide = fmin((double)COLUMN / n, COLUMN * 0.3);
    struct draw_letters text = { grid_size(s, l, wide), wide - 1, 1, DRAW_ROMAN, draw_ink };
    double high = text.size + 3.5;
    if (make_room(s, high))
        for (const char *c = l->left; (c = next_cell(c, cell)) != NULL;)
            draw_say(s->cr, &text, left_edge(s) + wide * i++, s->y, cell);
    s->y += high;
}

/* --- Pages --- */

/* Run over all lines; what falls on the page drawn is drawn. The number of pages. */
static int run(struct sheet *s)
{
    static void (*const draw[])(struct sheet *, const struct draw_aid_line *) = {
        [DRAW_AID_HEAD] = heading,
        [DRAW_AID_NOTE] = note,
        [DRAW_AID_ROW] = row,
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
    tc_text_str(&t, " of ");
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
