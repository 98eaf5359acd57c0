/* draw/groundline.c - lines of ground: water, roads, walls, hedges, works. */
#include "draw/plan.h"

#include <math.h>

enum { STEPS = DRAW_SHAPE_POINTS };

static void stroke(struct draw_plan *p, const struct draw_shape *s, struct draw_rgb colour,
                   double width)
{
    draw_trace(p->cr, s);
    draw_set(p->cr, colour, 1);
    cairo_set_line_width(p->cr, width * p->u);
    cairo_stroke(p->cr);
}

/* --- Streams and roads ------------------------------------------------------------------- */

/* Half the width of a stream t of the way down: it grows from its spring. */
static double stream_half(const struct draw_plan *p, double t)
{
    return (0.7 + 2.6 * sqrt(t)) * p->u;
}

/* One bank after the other, then both filled as one ribbon. */
static void ribbon(struct draw_plan *p, const struct draw_step *step, int n, double extra)
{
    for (int i = 0; i < n; i++) {
        double half = stream_half(p, (double)i / n) + extra;
        cairo_line_to(p->cr, step[i].at.x + step[i].normal.x * half,
                      step[i].at.y + step[i].normal.y * half);
    }
    for (int i = n - 1; i >= 0; i--) {
        double half = stream_half(p, (double)i / n) + extra;
        cairo_line_to(p->cr, step[i].at.x - step[i].normal.x * half,
                      step[i].at.y - step[i].normal.y * half);
    }
    cairo_close_path(p->cr);
}

static void stream(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_step step[STEPS];
    struct draw_die die = draw_die_of(seed);
    double a = draw_roll(&die, 0, 6.28), b = draw_roll(&die, 0, 6.28);
    double gap = fmax(4 * p->u, draw_length(s) / (STEPS - 8));
    int n = draw_walk(s, gap, step, STEPS);
    for (int i = 0; i < n; i++) {
        double off = p->u * (0.9 * sin(i * 0.31 + a) + 0.7 * sin(i * 0.13 + b));
        step[i].at.x += step[i].normal.x * off;
        step[i].at.y += step[i].normal.y * off;
    }
    if (n < 2)
        return;
    ribbon(p, step, n, 0.8 * p->u);
    draw_set(p->cr, draw_mix(draw_blue, draw_ink, 0.62), 1);
    cairo_fill(p->cr);
    ribbon(p, step, n, -0.1 * p->u);
    draw_set(p->cr, draw_mix(draw_blue, draw_paper, 0.12), 1);
    cairo_fill(p->cr);
}

static void road(struct draw_plan *p, const struct draw_shape *s)
{
    stroke(p, s, draw_mix(draw_sepia, draw_paper, 0.15), 5.6);
    stroke(p, s, draw_mix(draw_ochre, draw_paper, 0.62), 3.8);
}

static void bridge(struct draw_plan *p, const struct draw_shape *s)
{
    stroke(p, s, draw_ink, 9.5);
    stroke(p, s, draw_mix(draw_ochre, draw_paper, 0.5), 7);
}

static void ford(struct draw_plan *p, const struct draw_shape *s)
{
    const double dots[] = { 1.6 * p->u, 2.6 * p->u };
    cairo_save(p->cr);
    cairo_set_dash(p->cr, dots, 2, 0);
    stroke(p, s, draw_sepia, 6);
    cairo_restore(p->cr);
}

/* --- Obstacles --- */

static void wall(struct draw_plan *p, const struct draw_shape *s)
{
    const double courses[] = { 4.4 * p->u, 1.1 * p->u };
    stroke(p, s, draw_ink, 4.4);
    cairo_save(p->cr);
    cairo_set_dash(p->cr, courses, 2, 0);
    stroke(p, s, draw_mix(draw_paper, draw_sepia, 0.25), 2.5);
    cairo_restore(p->cr);
}

static void hedge(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_step step[STEPS];
    struct draw_die die = draw_die_of(seed);
    int n = draw_walk(s, 4.3 * p->u, step, STEPS);
    for (int i = 0; i < n; i++) {
        double r = draw_roll(&die, 2.1, 3.1) * p->u, off = draw_roll(&die, -1, 1) * p->u;
        cairo_arc(p->cr, step[i].at.x + step[i].normal.x * off,
                  step[i].at.y + step[i].normal.y * off, r, 0, 6.2832);
        draw_set(p->cr, draw_mix(draw_green, draw_paper, draw_roll(&die, 0, 0.3)), 1);
        cairo_fill_preserve(p->cr);
        draw_set(p->cr, draw_mix(draw_green, draw_ink, 0.65), 1);
        cairo_set_line_width(p->cr, 0.7 * p->u);
        cairo_stroke(p->cr);
    }
}

/* Short strokes at right angles, on one side (front 1 or -1) or on both (0). */
static void teeth(struct draw_plan *p, const struct draw_shape *s, double gap, double length,
                  int front)
{
    struct draw_step step[STEPS];
    int n = draw_walk(s, gap * p->u, step, STEPS);
    for (int i = 0; i < n; i++) {
        double out = (front < 0 ? 0 : length) * p->u, in = (front > 0 ? 0 : length) * p->u;
        cairo_move_to(p->cr, step[i].at.x + step[i].normal.x * out,
                      step[i].at.y + step[i].normal.y * out);
        cairo_line_to(p->cr, step[i].at.x - step[i].normal.x * in,
                      step[i].at.y - step[i].normal.y * in);
    }
    cairo_set_line_width(p->cr, 1.0 * p->u);
    cairo_stroke(p->cr);
}

static void ditch(struct draw_plan *p, const struct draw_shape *s, int front)
{
    draw_set(p->cr, draw_sepia, 1);
    teeth(p, s, 4, 4, front);
    stroke(p, s, draw_sepia, 1.4);
}

static void works(struct draw_plan *p, const struct draw_shape *s, int front)
{
    draw_set(p->cr, draw_ink, 1);
    teeth(p, s, 3.4, 6.2, front);
    stroke(p, s, draw_ink, 5);
    stroke(p, s, draw_mix(draw_ochre, draw_brick, 0.35), 2.8);
}

/* Felled trees, their branches all ways. */
static void abatis(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_step step[STEPS];
    struct draw_die die = draw_die_of(seed);
    int n = draw_walk(s, 6.5 * p->u, step, STEPS);
    for (int i = 0; i < n; i++) {
        double turn = atan2(step[i].normal.y, step[i].normal.x) + draw_roll(&die, -0.45, 0.45);
        double size = draw_roll(&die, 5, 7) * p->u;
        for (int k = -1; k <= 1; k++) {
            cairo_move_to(p->cr, step[i].at.x, step[i].at.y);
            cairo_rel_line_to(p->cr, cos(turn + k * 0.6) * size, sin(turn + k * 0.6) * size);
        }
        cairo_move_to(p->cr, step[i].at.x, step[i].at.y);
        cairo_rel_line_to(p->cr, -cos(turn) * size * 0.8, -sin(turn) * size * 0.8);
    }
    draw_set(p->cr, draw_mix(draw_sepia, draw_ink, 0.4), 1);
    cairo_set_line_width(p->cr, 1.1 * p->u);
    cairo_stroke(p->cr);
}

/* A steep face: a line above, heavy hachures below it. */
static void cliff(struct draw_plan *p, const struct draw_shape *s, uint64_t seed, int front)
{
    struct draw_step step[STEPS];
    int n = draw_walk(s, 2.8 * p->u, step, STEPS);
    for (int i = 0; i < n; i++) {
        double side = front < 0 ? -1 : 1, depth = 9 * p->u;
        step[i].normal = (struct draw_pt){ step[i].normal.x * side, step[i].normal.y * side };
        step[i].at.x += step[i].normal.x * depth;
        step[i].at.y += step[i].normal.y * depth;
    }
    draw_hachures(p, step, n, 0, 9 * p->u, NULL, seed);
}

static void plain_line(struct draw_plan *p, const struct draw_shape *s)
{
    const double dash[] = { 6 * p->u, 3 * p->u };
    cairo_save(p->cr);
    cairo_set_dash(p->cr, dash, 2, 0);
    stroke(p, s, draw_sepia, 1.6);
    cairo_restore(p->cr);
}

void draw_line(struct draw_plan *p, enum draw_kind kind, const struct draw_shape *s,
               uint64_t seed, int front)
{
    cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
    switch (kind) {
    case DRAW_STREAM:
    case DRAW_WATER: stream(p, s, seed); break;
    case DRAW_ROAD: road(p, s); break;
    case DRAW_BRIDGE: bridge(p, s); break;
    case DRAW_FORD: ford(p, s); break;
    case DRAW_WALL:
    case DRAW_VILLAGE: wall(p, s); break;
    case DRAW_HEDGE:
    case DRAW_ORCHARD:
    case DRAW_WOOD: hedge(p, s, seed); break;
    case DRAW_DITCH: ditch(p, s, front); break;
    case DRAW_WORKS: works(p, s, front); break;
    case DRAW_ABATIS: abatis(p, s, seed); break;
    case DRAW_CLIFF:
    case DRAW_HILL: cliff(p, s, seed, front); break;
    case DRAW_FIELD:
    case DRAW_ROUGH:
    case DRAW_MARSH:
    case DRAW_OTHER:
    case DRAW_KINDS: plain_line(p, s); break;
    }
    cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_MITER);
}
