/* draw/ground.c - areas of ground in the manner of an engraved plan. */
#include "draw/plan.h"

#include <math.h>

/* The bounds of a shape as far as they lie on the sheet: ornament is set nowhere else. */
static void sheet_bounds(const struct draw_plan *p, const struct draw_shape *s,
                         struct draw_pt *low, struct draw_pt *high)
{
    draw_bounds(s, low, high);
    *low = (struct draw_pt){ fmax(low->x, 0), fmax(low->y, 0) };
    *high = (struct draw_pt){ fmax(low->x, fmin(high->x, p->width)),
                              fmax(low->y, fmin(high->y, p->height)) };
}

/* --- Hills -------------------------------------------------------------------------- */

/* One wedge-shaped stroke down the slope, thick above and thin below. */
static void wedge(cairo_t *cr, struct draw_pt top, struct draw_pt foot, double width)
{
    double dx = foot.x - top.x, dy = foot.y - top.y, len = hypot(dx, dy);
    if (len < 0.5)
        return;
    double nx = -dy / len * width / 2, ny = dx / len * width / 2;
    cairo_move_to(cr, top.x + nx, top.y + ny);
    cairo_line_to(cr, foot.x, foot.y);
    cairo_line_to(cr, top.x - nx, top.y - ny);
    cairo_close_path(cr);
}

void draw_hachures(struct draw_plan *p, const struct draw_step *step, int n, double from,
                   double depth, const struct draw_shape *within, uint64_t seed)
{
    struct draw_die die = draw_die_of(seed);
    for (int i = 0; i < n; i++) {
        const struct draw_step *e = &step[i];
        double high = from + depth * draw_roll(&die, 0.72, 1.1);
        double low = from + depth * draw_roll(&die, 0, 0.12);
        struct draw_pt foot = { e->at.x - e->normal.x * low, e->at.y - e->normal.y * low };
        struct draw_pt top = { e->at.x - e->normal.x * high, e->at.y - e->normal.y * high };
        /* Strokes that would meet those of another slope are left out. */
        if (within && (!draw_inside(within, top) || draw_distance(within, top) < high * 0.86))
            continue;
        /* The light falls from the upper left: slopes away from it are heavier. */
        double shade = (e->normal.x + e->normal.y) * 0.7071;
        wedge(p->cr, top, foot, p->u * (1.25 + 0.75 * shade));
    }
    draw_set(p->cr, draw_sepia, 0.62);
    cairo_fill(p->cr);
}

static void hill(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_step step[DRAW_SHAPE_POINTS];
    double depth = fmin(17 * p->u, p->inch * 1.15);
    draw_trace(p->cr, s);
    draw_set(p->cr, draw_mix(draw_ochre, draw_sepia, 0.25), 0.22);
    cairo_fill(p->cr);
    int n = draw_walk(s, 3.1 * p->u, step, DRAW_SHAPE_POINTS);
    draw_hachures(p, step, n, 0, depth, s, seed);
    /* A second, lighter row above the first, where the hill is broad enough. */
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (i % 4 != 3)
            step[kept++] = step[i];
    draw_hachures(p, step, kept, depth * 1.15, depth * 0.7, s, seed + 1);
}

/* --- Trees --------------------------------------------------------------------------- */

static void crown(cairo_t *cr, double x, double y, double r, struct draw_die *die)
{
    enum { LOBES = 6 };
    double turn = draw_roll(die, 0, 6.28);
    for (int i = 0; i <= LOBES; i++) {
        double a = turn + 6.2832 * i / LOBES, m = a - 3.1416 / LOBES;
        double px = x + cos(a) * r, py = y + sin(a) * r * 0.86;
        double bulge = r * 1.42;
        if (i == 0)
            cairo_move_to(cr, px, py);
        else
            cairo_curve_to(cr, x + cos(m - 0.28) * bulge, y + sin(m - 0.28) * bulge * 0.86,
                           x + cos(m + 0.28) * bulge, y + sin(m + 0.28) * bulge * 0.86, px, py);
    }
    cairo_close_path(cr);
}

/* One tree: a shadow on the ground, a scalloped crown, strokes on its dark side. */
static void tree(struct draw_plan *p, double x, double y, double r, struct draw_die *die)
{
    cairo_t *cr = p->cr;
    struct draw_rgb leaf = draw_mix(draw_green, draw_paper, draw_roll(die, 0.28, 0.48));
    cairo_move_to(cr, x - r * 0.2, y + r * 1.02);
    cairo_line_to(cr, x + r * 1.75, y + r * 1.02);
    cairo_move_to(cr, x + r * 0.5, y + r * 0.72);
    cairo_line_to(cr, x + r * 1.6, y + r * 0.72);
    draw_set(cr, draw_sepia, 0.55);
    cairo_set_line_width(cr, 0.7 * p->u);
    cairo_stroke(cr);
    crown(cr, x, y, r, die);
    draw_set(cr, leaf, 1);
    cairo_fill_preserve(cr);
    draw_set(cr, draw_mix(draw_sepia, draw_green, 0.35), 1);
    cairo_set_line_width(cr, 0.75 * p->u);
    cairo_stroke(cr);
    for (int i = 0; i < 3; i++) {
        double a = r * (0.15 + 0.3 * i);
        cairo_move_to(cr, x + a * 0.9, y + r * 0.8 - a * 0.55);
        cairo_line_to(cr, x + r * 0.95 - a * 0.15, y + r * 0.1 - a * 0.45 + r * 0.3);
    }
    draw_set(cr, draw_sepia, 0.7);
    cairo_set_line_width(cr, 0.6 * p->u);
    cairo_stroke(cr);
}

double draw_way_distance(const struct draw_plan *p, struct draw_pt at)
{
    double best = 1e9;
    for (int i = 0; i < p->ways; i++)
        best = fmin(best, draw_distance(&p->way[i], at));
    return best;
}

/* Trees on a shaken grid, back to front so that near ones stand before far ones. */
static void plant(struct draw_plan *p, const struct draw_shape *s, uint64_t seed, double gap,
                  double radius)
{
    struct draw_pt low, high;
    struct draw_die die = draw_die_of(seed);
    bool odd = false;
    sheet_bounds(p, s, &low, &high);
    for (double y = low.y + gap * 0.5; y < high.y; y += gap * 0.78, odd = !odd)
        for (double x = low.x + (odd ? gap * 0.75 : gap * 0.25); x < high.x; x += gap) {
            struct draw_pt at = { x + draw_roll(&die, -0.3, 0.3) * gap,
                                  y + draw_roll(&die, -0.22, 0.22) * gap };
            double r = radius * draw_roll(&die, 0.78, 1.12);
            if (draw_inside(s, at) && draw_distance(s, at) > r * 0.6 &&
                draw_way_distance(p, at) > r + 4 * p->u)
                tree(p, at.x, at.y, r, &die);
        }
}

static void wash(struct draw_plan *p, const struct draw_shape *s, struct draw_rgb colour,
                 double alpha, double edge)
{
    draw_trace(p->cr, s);
    draw_set(p->cr, colour, alpha);
    if (edge <= 0) {
        cairo_fill(p->cr);
        return;
    }
    const double dots[] = { 0.2 * p->u, 2.6 * p->u };
    cairo_fill_preserve(p->cr);
    cairo_save(p->cr);
    cairo_set_dash(p->cr, dots, 2, 0);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    draw_set(p->cr, draw_sepia, 0.8);
    cairo_set_line_width(p->cr, edge);
    cairo_stroke(p->cr);
    cairo_restore(p->cr);
}

static void wood(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    wash(p, s, draw_green, 0.30, 1.1 * p->u);
    plant(p, s, seed, 15 * p->u, 5.4 * p->u);
}

/* --- Fields, orchards, marsh ------------------------------------------------------------ */

/* Parallel lines across a shape at the angle of its longest side. */
static void furrows(struct draw_plan *p, const struct draw_shape *s, double gap)
{
    struct draw_pt low, high, c;
    double angle = draw_grain(s);
    sheet_bounds(p, s, &low, &high);
    c = (struct draw_pt){ (low.x + high.x) / 2, (low.y + high.y) / 2 };
    double reach = hypot(high.x - low.x, high.y - low.y) / 2;
    cairo_save(p->cr);
    draw_trace(p->cr, s);
    cairo_clip(p->cr);
    for (double v = -reach; v < reach; v += gap) {
        cairo_move_to(p->cr, c.x - cos(angle) * reach - sin(angle) * v,
                      c.y - sin(angle) * reach + cos(angle) * v);
        cairo_line_to(p->cr, c.x + cos(angle) * reach - sin(angle) * v,
                      c.y + sin(angle) * reach + cos(angle) * v);
    }
    draw_set(p->cr, draw_sepia, 0.32);
    cairo_set_line_width(p->cr, 0.6 * p->u);
    cairo_stroke(p->cr);
    cairo_restore(p->cr);
}

static void orchard(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_pt low, high, c;
    struct draw_die die = draw_die_of(seed);
    double angle = draw_grain(s), gap = 13 * p->u;
    wash(p, s, draw_green, 0.16, 1.1 * p->u);
    sheet_bounds(p, s, &low, &high);
    c = (struct draw_pt){ (low.x + high.x) / 2, (low.y + high.y) / 2 };
    double reach = hypot(high.x - low.x, high.y - low.y) / 2;
    for (double v = -reach; v < reach; v += gap)
        for (double h = -reach; h < reach; h += gap) {
            struct draw_pt at = { c.x + cos(angle) * h - sin(angle) * v,
                                  c.y + sin(angle) * h + cos(angle) * v };
            if (draw_inside(s, at) && draw_distance(s, at) > 3 * p->u &&
                draw_way_distance(p, at) > 6 * p->u)
                tree(p, at.x, at.y, 3.1 * p->u, &die);
        }
}

static void tuft(cairo_t *cr, double x, double y, double size)
{
    for (int i = -2; i <= 2; i++) {
        cairo_move_to(cr, x + i * size * 0.12, y);
        cairo_line_to(cr, x + i * size * 0.36, y - size * (1 - 0.16 * i * i));
    }
}

static void marsh(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_pt low, high;
    struct draw_die die = draw_die_of(seed);
    wash(p, s, draw_mix(draw_blue, draw_green, 0.35), 0.30, 0);
    sheet_bounds(p, s, &low, &high);
    cairo_save(p->cr);
    draw_trace(p->cr, s);
    cairo_clip(p->cr);
    for (double y = low.y + 2 * p->u; y < high.y; y += 5.2 * p->u)
        for (double x = low.x - draw_roll(&die, 0, 20) * p->u; x < high.x;) {
            double run = draw_roll(&die, 8, 34) * p->u;
            cairo_move_to(p->cr, x, y);
            cairo_line_to(p->cr, x + run, y);
            x += run + draw_roll(&die, 4, 16) * p->u;
        }
    draw_set(p->cr, draw_mix(draw_blue, draw_ink, 0.45), 0.75);
    cairo_set_line_width(p->cr, 0.7 * p->u);
    cairo_stroke(p->cr);
    for (double y = low.y + 8 * p->u; y < high.y; y += 15 * p->u)
        for (double x = low.x + draw_roll(&die, 0, 20) * p->u; x < high.x;
             x += draw_roll(&die, 20, 40) * p->u)
            tuft(p->cr, x, y + draw_roll(&die, -3, 3) * p->u, 6 * p->u);
    draw_set(p->cr, draw_mix(draw_green, draw_ink, 0.5), 0.9);
    cairo_set_line_width(p->cr, 0.8 * p->u);
    cairo_stroke(p->cr);
    cairo_restore(p->cr);
}

static void rough(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_pt low, high;
    struct draw_die die = draw_die_of(seed);
    wash(p, s, draw_sepia, 0.10, 1.1 * p->u);
    sheet_bounds(p, s, &low, &high);
    for (double y = low.y; y < high.y; y += 11 * p->u)
        for (double x = low.x; x < high.x; x += 12 * p->u) {
            struct draw_pt at = { x + draw_roll(&die, 0, 8) * p->u,
                                  y + draw_roll(&die, 0, 8) * p->u };
            double r = draw_roll(&die, 1.5, 3.4) * p->u;
            if (!draw_inside(s, at))
                continue;
            cairo_move_to(p->cr, at.x - r, at.y + r * 0.6);
            cairo_line_to(p->cr, at.x - r * 0.4, at.y - r * 0.6);
            cairo_line_to(p->cr, at.x + r * 0.5, at.y - r * 0.5);
            cairo_line_to(p->cr, at.x + r, at.y + r * 0.6);
        }
    draw_set(p->cr, draw_sepia, 0.8);
    cairo_set_line_width(p->cr, 0.8 * p->u);
    cairo_stroke(p->cr);
}

/* --- Water and houses --- */

/* Shore lines: wide strokes inside the clip, ink then wash, from the middle outwards. */
static void water(struct draw_plan *p, const struct draw_shape *s)
{
    struct draw_rgb pale = draw_mix(draw_blue, draw_paper, 0.35);
    cairo_save(p->cr);
    draw_trace(p->cr, s);
    draw_set(p->cr, pale, 1);
    cairo_fill_preserve(p->cr);
    cairo_clip(p->cr);
    for (int i = 3; i >= 1; i--) {
        draw_trace(p->cr, s);
        draw_set(p->cr, draw_mix(draw_blue, draw_ink, 0.4), 1);
        cairo_set_line_width(p->cr, (i * 6.4 + 0.9) * p->u);
        cairo_stroke_preserve(p->cr);
        draw_set(p->cr, draw_mix(pale, draw_blue, 0.55 - 0.13 * i), 1);
        cairo_set_line_width(p->cr, (i * 6.4 - 0.6) * p->u);
        cairo_stroke(p->cr);
    }
    cairo_restore(p->cr);
    draw_trace(p->cr, s);
    draw_set(p->cr, draw_mix(draw_blue, draw_ink, 0.7), 1);
    cairo_set_line_width(p->cr, 1.2 * p->u);
    cairo_stroke(p->cr);
}

/* A house from above, the roof dark on its lower half. */
static void house(struct draw_plan *p, struct draw_pt at, double angle, double w, double d)
{
    cairo_t *cr = p->cr;
    cairo_save(cr);
    cairo_translate(cr, at.x, at.y);
    cairo_rotate(cr, angle);
    cairo_rectangle(cr, -w / 2, -d / 2, w, d);
    draw_set(cr, draw_mix(draw_brick, draw_paper, 0.22), 1);
    cairo_fill_preserve(cr);
    draw_set(cr, draw_ink, 1);
    cairo_set_line_width(cr, 0.9 * p->u);
    cairo_stroke(cr);
    cairo_rectangle(cr, -w / 2, 0, w, d / 2);
    draw_set(cr, draw_mix(draw_brick, draw_ink, 0.45), 1);
    cairo_fill(cr);
    cairo_restore(cr);
}

static void church(struct draw_plan *p, struct draw_pt at)
{
    double r = 3.4 * p->u;
    house(p, at, 0, 15 * p->u, 8 * p->u);
    cairo_rectangle(p->cr, at.x - 11 * p->u, at.y - r, r * 2, r * 2);
    draw_set(p->cr, draw_ink, 1);
    cairo_fill(p->cr);
    cairo_move_to(p->cr, at.x - 11 * p->u + r, at.y - r);
    cairo_rel_line_to(p->cr, 0, -8 * p->u);
    cairo_rel_move_to(p->cr, -2.4 * p->u, 2.6 * p->u);
    cairo_rel_line_to(p->cr, 4.8 * p->u, 0);
    cairo_set_line_width(p->cr, 1.2 * p->u);
    cairo_stroke(p->cr);
}

/* The spot of a place farthest from its edges and streets, for the church. */
static struct draw_pt quiet_spot(const struct draw_plan *p, const struct draw_shape *s,
                                 double *room)
{
    struct draw_pt low, high, best = draw_middle(s);
    sheet_bounds(p, s, &low, &high);
    *room = 0;
    for (int i = 1; i < 12; i++)
        for (int k = 1; k < 12; k++) {
            struct draw_pt at = { low.x + (high.x - low.x) * i / 12,
                                  low.y + (high.y - low.y) * k / 12 };
            double far = fmin(draw_distance(s, at), draw_way_distance(p, at));
            if (draw_inside(s, at) && far > *room + 0.5) {
                *room = far;
                best = at;
            }
        }
    return best;
}

/* Rows of houses along the grain of the place, clear of its streets. */
static void village(struct draw_plan *p, const struct draw_shape *s, uint64_t seed)
{
    struct draw_pt low, high, c = draw_middle(s);
    struct draw_die die = draw_die_of(seed);
    double angle = draw_grain(s), across = 13.5 * p->u, along = 17 * p->u, room;
    struct draw_pt yard = quiet_spot(p, s, &room);
    bool holy = room > 17 * p->u && draw_length(s) > 220 * p->u;
    wash(p, s, draw_brick, 0.15, 1.3 * p->u);
    sheet_bounds(p, s, &low, &high);
    double reach = hypot(high.x - low.x, high.y - low.y) / 2;
    for (double v = -reach; v < reach; v += across)
        for (double h = -reach; h < reach; h += along) {
            double jx = h + draw_roll(&die, -2.4, 2.4) * p->u,
                   jy = v + draw_roll(&die, -2, 2) * p->u;
            struct draw_pt at = { c.x + cos(angle) * jx - sin(angle) * jy,
                                  c.y + sin(angle) * jx + cos(angle) * jy };
            double w = draw_roll(&die, 8.5, 13.5) * p->u, d = draw_roll(&die, 5.5, 7.5) * p->u;
            double turn = angle + (draw_roll(&die, 0, 1) < 0.2 ? 1.5708 : 0);
            if (draw_roll(&die, 0, 1) < 0.12 || !draw_inside(s, at) ||
                draw_distance(s, at) < 6.5 * p->u || draw_way_distance(p, at) < 9 * p->u ||
                (holy && hypot(at.x - yard.x, at.y - yard.y) < 18 * p->u))
                continue;
            house(p, at, turn, w, d);
        }
    if (holy)
        church(p, (struct draw_pt){ yard.x + 3 * p->u, yard.y + 3 * p->u });
}

static void other(struct draw_plan *p, const struct draw_shape *s)
{
    wash(p, s, draw_ochre, 0.25, 1.2 * p->u);
}

/* An area bounded by a work, a wall or the like: the line drawn around it. */
static void enclosure(struct draw_plan *p, enum draw_kind kind, const struct draw_shape *s,
                      uint64_t seed)
{
    wash(p, s, draw_ochre, 0.22, 0);
    draw_line(p, kind, s, seed, 1);
}

void draw_area(struct draw_plan *p, enum draw_kind kind, const struct draw_shape *s,
               uint64_t seed)
{
    switch (kind) {
    case DRAW_HILL: hill(p, s, seed); break;
    case DRAW_FIELD:
        wash(p, s, draw_ochre, 0.22, 1.1 * p->u);
        furrows(p, s, 5 * p->u);
        break;
    case DRAW_ROUGH: rough(p, s, seed); break;
    case DRAW_MARSH: marsh(p, s, seed); break;
    case DRAW_WATER:
    case DRAW_STREAM:
    case DRAW_FORD: water(p, s); break;
    case DRAW_ROAD:
    case DRAW_BRIDGE:
    case DRAW_OTHER: other(p, s); break;
    case DRAW_VILLAGE: village(p, s, seed); break;
    case DRAW_ORCHARD: orchard(p, s, seed); break;
    case DRAW_WOOD: wood(p, s, seed); break;
    case DRAW_DITCH:
    case DRAW_HEDGE:
    case DRAW_WALL:
    case DRAW_ABATIS:
    case DRAW_WORKS:
    case DRAW_CLIFF: enclosure(p, kind, s, seed); break;
    case DRAW_KINDS: break;
    }
}
