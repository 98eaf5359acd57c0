/* draw/column.c - the side column: cartouche, compass, scale, panels. */
#include "draw/plan.h"

#include <math.h>
#include <string.h>

/* --- The cartouche ---------------------------------------------------------------------- */

static void rule_line(struct draw_plan *p, double x, double y, double w)
{
    cairo_move_to(p->cr, x, y);
    cairo_line_to(p->cr, x + w, y);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 0.9 * p->u);
    cairo_stroke(p->cr);
    cairo_rectangle(p->cr, x + w / 2 - 2.5 * p->u, y - 2.5 * p->u, 5 * p->u, 5 * p->u);
    cairo_fill(p->cr);
}

/* A scroll at one corner; sx and sy say which. */
static void scroll(struct draw_plan *p, double x, double y, double sx, double sy)
{
    double r = 17 * p->u;
    cairo_save(p->cr);
    cairo_translate(p->cr, x, y);
    cairo_scale(p->cr, sx, sy);
    cairo_move_to(p->cr, 0, r * 1.9);
    cairo_curve_to(p->cr, -r * 0.9, r * 1.2, -r * 0.5, -r * 0.1, r * 0.35, r * 0.2);
    cairo_curve_to(p->cr, r * 0.95, r * 0.5, r * 0.45, r * 1.15, r * 0.1, r * 0.75);
    cairo_move_to(p->cr, r * 1.9, 0);
    cairo_curve_to(p->cr, r * 1.2, -r * 0.9, -r * 0.1, -r * 0.5, r * 0.2, r * 0.35);
    cairo_restore(p->cr);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 1.5 * p->u);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(p->cr);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
}

static void cartouche_frame(struct draw_plan *p, double x, double y, double w, double h)
{
    cairo_rectangle(p->cr, x, y, w, h);
    draw_set(p->cr, draw_mix(draw_paper, (struct draw_rgb){ 1, 1, 1 }, 0.35), 1);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 2.2 * p->u);
    cairo_stroke(p->cr);
    double in = 5 * p->u;
    cairo_rectangle(p->cr, x + in, y + in, w - 2 * in, h - 2 * in);
    cairo_set_line_width(p->cr, 0.8 * p->u);
    cairo_stroke(p->cr);
    scroll(p, x, y, 1, 1);
    scroll(p, x + w, y, -1, 1);
    scroll(p, x, y + h, 1, -1);
    scroll(p, x + w, y + h, -1, -1);
}

/* The two sides by name, each with a block of its colour. */
static double sides(struct draw_plan *p, double x, double y, double w)
{
    for (int i = 0; i < TC_SIDES; i++) {
        struct draw_letters l = { 14 * p->u, w - 70 * p->u, 1, DRAW_ROMAN, draw_ink };
        struct draw_pt size = draw_measure(p->cr, &l, draw_side_name(p->s, i));
        double left = x + (w - size.x - 34 * p->u) / 2;
        cairo_rectangle(p->cr, left, y + 5 * p->u, 26 * p->u, 9 * p->u);
        draw_set(p->cr, p->side[i], 1);
        cairo_fill_preserve(p->cr);
        draw_set(p->cr, draw_ink, 1);
        cairo_set_line_width(p->cr, p->u);
        cairo_stroke(p->cr);
        draw_say(p->cr, &l, left + 34 * p->u, y, draw_side_name(p->s, i));
        y += size.y + 2 * p->u;
    }
    return y;
}

/* Text first to learn the height, then the frame, then the text again above it. */
static double cartouche(struct draw_plan *p, double x, double y, double w)
{
    double end = y;
    for (int pass = 0; pass < 2; pass++) {
        struct draw_letters big = { 25 * p->u, w - 44 * p->u, 4,
                                    DRAW_CENTRE | DRAW_SPACED | DRAW_BOLD, draw_ink };
        struct draw_letters small = { 15 * p->u, w - 44 * p->u, 3, DRAW_CENTRE | DRAW_ITALIC,
                                      draw_sepia };
        double at = y + 22 * p->u;
        if (pass)
            cartouche_frame(p, x, y, w, end - y);
        at += draw_say(p->cr, &big, x + w / 2, at, p->s->title) + 8 * p->u;
        rule_line(p, x + w * 0.25, at, w * 0.5);
        at += 8 * p->u;
        if (p->s->status[0])
            at += draw_say(p->cr, &small, x + w / 2, at, p->s->status) + 6 * p->u;
        end = sides(p, x, at, w) + 18 * p->u;
    }
    return end;
}

/* --- Compass and scale --- */

static void ray(cairo_t *cr, double a, double reach, double half, bool dark)
{
    cairo_move_to(cr, 0, 0);
    cairo_line_to(cr, cos(a - 0.785) * half, sin(a - 0.785) * half);
    cairo_line_to(cr, cos(a) * reach, sin(a) * reach);
    cairo_close_path(cr);
    draw_set(cr, dark ? draw_ink : draw_paper, 1);
    cairo_fill_preserve(cr);
    draw_set(cr, draw_ink, 1);
    cairo_stroke(cr);
    cairo_move_to(cr, 0, 0);
    cairo_line_to(cr, cos(a + 0.785) * half, sin(a + 0.785) * half);
    cairo_line_to(cr, cos(a) * reach, sin(a) * reach);
    cairo_close_path(cr);
    draw_set(cr, dark ? draw_paper : draw_ink, 1);
    cairo_fill_preserve(cr);
    draw_set(cr, draw_ink, 1);
    cairo_stroke(cr);
}

static void compass(struct draw_plan *p, double x, double y, double r)
{
    struct draw_letters l = { r * 0.42, 0, 1, DRAW_BOLD | DRAW_CENTRE, draw_ink };
    cairo_save(p->cr);
    cairo_translate(p->cr, x, y);
    cairo_rotate(p->cr, p->s->north * 6.283185307 / 65536);
    cairo_set_line_width(p->cr, 0.8 * p->u);
    cairo_arc(p->cr, 0, 0, r * 0.56, 0, 6.2832);
    draw_set(p->cr, draw_sepia, 1);
    cairo_stroke(p->cr);
    for (int i = 0; i < 4; i++)
        ray(p->cr, i * 1.5708 + 0.7854, r * 0.62, r * 0.17, false);
    for (int i = 0; i < 4; i++)
        ray(p->cr, i * 1.5708 - 1.5708, r * (i == 0 ? 1.0 : 0.86), r * 0.24, false);
    draw_say(p->cr, &l, 0, -r * 1.55, "N");
    cairo_restore(p->cr);
}

static void bar(struct draw_plan *p, double x, double y, double len, int parts)
{
    double h = 6 * p->u;
    for (int i = 0; i < parts; i++) {
        cairo_rectangle(p->cr, x + i * len / parts, y, len / parts, h);
        draw_set(p->cr, i % 2 ? draw_paper : draw_ink, 1);
        cairo_fill(p->cr);
    }
    cairo_rectangle(p->cr, x, y, len, h);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, p->u);
    cairo_stroke(p->cr);
}

/* A bar of 12 inches (3, 6, 24 on other scales), or of three hexes. */
static void scale(struct draw_plan *p, double x, double y, double w)
{
    struct draw_letters l = { 11 * p->u, 0, 1, DRAW_CENTRE, draw_ink };
    struct draw_letters name = { 12 * p->u, 0, 1, DRAW_CENTRE | DRAW_ITALIC, draw_ink };
    bool hex = p->s->board == TC_BOARD_HEX;
    int n = hex ? 3 : 12;
    double one = hex ? p->k * 1.7320508 : p->k * 1000;
    char buf[16];
    while (n > 1 && n * one > w)
        n /= 2;
    while (!hex && n * one < w * 0.4)
        n *= 2;
    double left = x + (w - n * one) / 2;
    int parts = n <= 6 ? n : 4;
    bar(p, left, y, n * one, parts);
    for (int i = 0; i <= parts; i++) {
        struct tc_text t = tc_text_on(buf, sizeof buf);
        tc_text_length(&t, (int32_t)(1000L * n * i / parts));
        draw_say(p->cr, &l, left + n * one * i / parts, y + 7 * p->u, buf);
    }
    draw_say(p->cr, &name, x + w / 2, y + 21 * p->u,
             hex ? "Scale of hexes" : "Scale of inches");
}

static double instruments(struct draw_plan *p, double x, double y, double w)
{
    double r = 44 * p->u;
    compass(p, x + w / 2, y + r * 1.5, r);
    scale(p, x, y + r * 2.75, w);
    return y + r * 2.75 + 56 * p->u;
}

void draw_small_instruments(struct draw_plan *p)
{
    double r = 17 * p->u;
    compass(p, p->x + p->w - r * 2, p->y - 32 * p->u, r);
    scale(p, p->x, p->y - 52 * p->u, fmin(p->w * 0.24, 230 * p->u));
}

double draw_heading(struct draw_plan *p, double x, double y, double w, const char *text)
{
    struct draw_letters l = { 16 * p->u, w, 1, DRAW_CENTRE | DRAW_SPACED, draw_ink };
    y += draw_say(p->cr, &l, x + w / 2, y, text) + 3 * p->u;
    rule_line(p, x, y, w);
    return y + 9 * p->u;
}

/* --- Panels --- */

double draw_panel_row(struct draw_plan *p, const struct tc_panel_row *r, double x, double y,
                      double w)
{
    struct draw_letters left = { 13 * p->u, w * 0.56, 2, DRAW_ROMAN, draw_ink };
    struct draw_letters right = { 13 * p->u, w * 0.38, 2, DRAW_RIGHT | DRAW_BOLD, draw_ink };
    if (r->side >= 0 && r->side < TC_SIDES) {
        cairo_rectangle(p->cr, x, y + 6 * p->u, 9 * p->u, 9 * p->u);
        draw_set(p->cr, p->side[r->side], 1);
        cairo_fill(p->cr);
    }
    double a = draw_say(p->cr, &left, x + 15 * p->u, y, r->left);
    double b = draw_say(p->cr, &right, x + w, y, r->right);
    return y + fmax(a, b) + 2 * p->u;
}

/* So many rows at most: a roster longer than the plan belongs on the order of battle. */
enum { PANEL_ROWS = 48 };

static double more_rows(struct draw_plan *p, int n, double x, double y)
{
    char buf[40];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct draw_letters l = { 12 * p->u, 0, 1, DRAW_ITALIC, draw_sepia };
    tc_text_str(&t, "and ");
    tc_text_int(&t, n);
    tc_text_str(&t, n == 1 ? " row more" : " rows more");
    return y + draw_say(p->cr, &l, x, y, buf);
}

static double panels(struct draw_plan *p, double x, double y, double w)
{
    const struct tc_scene *s = p->s;
    int left = PANEL_ROWS, hidden = 0;
    for (int i = 0; i < s->panels; i++) {
        int rows = s->panel[i].rows < left ? s->panel[i].rows : left;
        hidden += s->panel[i].rows - rows;
        left -= rows;
        if (rows == 0)
            continue;
        y = draw_heading(p, x, y, w, s->panel[i].title);
        for (int k = 0; k < rows; k++)
            y = draw_panel_row(p, &s->row[s->panel[i].first + k], x, y, w);
        y += 12 * p->u;
    }
    return hidden ? more_rows(p, hidden, x, y) : y;
}

double draw_column(struct draw_plan *p, double x, double y, double w)
{
    if (p->o.title)
        y = cartouche(p, x, y, w) + 16 * p->u;
    y = instruments(p, x, y, w);
    if (p->o.panels)
        y = panels(p, x, y, w);
    return y;
}
