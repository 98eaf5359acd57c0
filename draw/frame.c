/* draw/frame.c - the sheet of paper, the neat line, the head when there is no column. */
#include "draw/plan.h"

#include <math.h>

/* Aged paper: a wash darker towards the edges, and stains that never move. */
void draw_sheet(struct draw_plan *p)
{
    struct draw_die die = draw_die_of(1759);
    double far = hypot(p->width, p->height) / 2;
    cairo_pattern_t *wash = cairo_pattern_create_radial(
        p->width / 2, p->height / 2, far * 0.35, p->width / 2, p->height / 2, far * 1.02);
    struct draw_rgb edge = draw_mix(draw_paper, draw_sepia, 0.20);
    cairo_pattern_add_color_stop_rgb(wash, 0, draw_paper.r, draw_paper.g, draw_paper.b);
    cairo_pattern_add_color_stop_rgb(wash, 1, edge.r, edge.g, edge.b);
    cairo_rectangle(p->cr, 0, 0, p->width, p->height);
    cairo_set_source(p->cr, wash);
    cairo_fill(p->cr);
    cairo_pattern_destroy(wash);
    for (int i = 0; i < 260; i++) {
        double x = draw_roll(&die, 0, p->width), y = draw_roll(&die, 0, p->height);
        double a = draw_roll(&die, 0, 6.28), len = draw_roll(&die, 2, 9) * p->u;
        cairo_move_to(p->cr, x, y);
        cairo_rel_curve_to(p->cr, cos(a) * len, sin(a) * len, cos(a + 1) * len,
                           sin(a + 1) * len, cos(a + 0.5) * len * 1.6,
                           sin(a + 0.5) * len * 1.6);
    }
    draw_set(p->cr, draw_sepia, 0.13);
    cairo_set_line_width(p->cr, 0.6 * p->u);
    cairo_stroke(p->cr);
}

static void neat_line(struct draw_plan *p, double out, double width)
{
    cairo_rectangle(p->cr, p->x - out, p->y - out, p->w + 2 * out, p->h + 2 * out);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, width * p->u);
    cairo_stroke(p->cr);
}

/* The border in black and white inches, as degrees are on a map. */
static void graduation(struct draw_plan *p)
{
    double depth = 4 * p->u, in = 2.2 * p->u;
    for (int32_t v = 0; v < p->s->width; v += 2000) {
        double a = p->x + v * p->k, len = fmin(1000, p->s->width - v) * p->k;
        cairo_rectangle(p->cr, a, p->y - in - depth, len, depth);
        cairo_rectangle(p->cr, a, p->y + p->h + in, len, depth);
    }
    for (int32_t v = 0; v < p->s->height; v += 2000) {
        double len = fmin(1000, p->s->height - v) * p->k, a = p->y + p->h - v * p->k - len;
        cairo_rectangle(p->cr, p->x - in - depth, a, depth, len);
        cairo_rectangle(p->cr, p->x + p->w + in, a, depth, len);
    }
    draw_set(p->cr, draw_ink, 1);
    cairo_fill(p->cr);
}

/* Inches along the lower and the left edge. */
static void figures(struct draw_plan *p)
{
    struct draw_letters l = { 10 * p->u, 0, 1, DRAW_CENTRE, draw_sepia };
    char buf[16];
    int32_t step = 6000;
    while (step * p->k < 46 * p->u)
        step *= 2;
    for (int32_t v = step; v < p->s->width; v += step) {
        struct tc_text t = tc_text_on(buf, sizeof buf);
        tc_text_length(&t, v);
        draw_say(p->cr, &l, p->x + v * p->k, p->y + p->h + 11 * p->u, buf);
    }
    for (int32_t v = step; v < p->s->height; v += step) {
        struct tc_text t = tc_text_on(buf, sizeof buf);
        tc_text_length(&t, v);
        draw_say(p->cr, &l, p->x - 20 * p->u, p->y + p->h - v * p->k - 6 * p->u, buf);
    }
}

/* Title and status in a line above the map. */
static void head(struct draw_plan *p)
{
    struct draw_letters l = { 27 * p->u, p->w * 0.5, 1, DRAW_CENTRE | DRAW_SPACED | DRAW_BOLD,
                              draw_ink };
    struct draw_letters small = { 15 * p->u, p->w * 0.5, 1, DRAW_CENTRE | DRAW_ITALIC,
                                  draw_sepia };
    double y = 8 * p->u;
    y += draw_say(p->cr, &l, p->x + p->w / 2, y, p->s->title);
    draw_say(p->cr, &small, p->x + p->w / 2, y, p->s->status);
}

void draw_frame(struct draw_plan *p)
{
    neat_line(p, 0, 1.2);
    neat_line(p, 2.2 * p->u, 0.8);
    neat_line(p, 6.2 * p->u, 0.8);
    neat_line(p, 9 * p->u, 2.4);
    if (p->s->board == TC_BOARD_PLANE) {
        graduation(p);
        figures(p);
    }
    if (p->o.title && p->column <= 0)
        head(p);
    if (p->column <= 0)
        draw_small_instruments(p);
}
