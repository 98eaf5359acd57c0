/* draw/hexground.c - ground, grid and hexsides of a hex map. */
#include "draw/plan.h"

#include <math.h>

enum { SIDE_MAX = 128 };

void draw_hex_shape(const struct draw_plan *p, int32_t q, int32_t r, double size,
                    struct draw_shape *out)
{
    struct draw_pt c = draw_place(p, q, r);
    out->n = 0;
    out->closed = true;
    for (int i = 0; i < 6; i++) {
        double a = (p->s->hex.flat_top ? 0 : -0.5235988) + i * 1.0471976;
        draw_shape_add(out, c.x + cos(a) * p->k * size, c.y + sin(a) * p->k * size);
    }
}

static bool on_map(const struct draw_plan *p, struct tc_scene_point cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < p->s->width && cell.y < p->s->height;
}

/* The six neighbours; the side towards neighbour i is corners i and i + 1 when pointy-top and
 * when flat-top alike. */
static const struct tc_scene_point around[6] = { { 1, 0 },  { 0, 1 },  { -1, 1 },
                                                 { -1, 0 }, { 0, -1 }, { 1, -1 } };

/* --- Hills: levels and the steps between them -------------------------------------------- */

static void read_levels(const struct draw_plan *p, int8_t level[SIDE_MAX][SIDE_MAX])
{
    for (int y = 0; y < SIDE_MAX; y++)
        for (int x = 0; x < SIDE_MAX; x++)
            level[y][x] = 0;
    for (int i = 0; i < p->s->grounds; i++) {
        const struct tc_ground *g = &p->s->ground[i];
        if (g->form != TC_GROUND_HEX || draw_kind_of(g->kind) != DRAW_HILL)
            continue;
        for (int k = 0; k < g->points; k++) {
            struct tc_scene_point c =
                tc_scene_hex_cell(&p->s->hex, g->point[k].x, g->point[k].y);
            if (on_map(p, c))
                level[c.y][c.x] = (int8_t)(g->level < 1 ? 1 : g->level > 9 ? 9 : g->level);
        }
    }
}

/* Hachures inside the side of a hex that stands higher than its neighbour. */
static void step_down(struct draw_plan *p, const struct draw_shape *hex, int side,
                      uint64_t seed)
{
    struct draw_step step[64];
    struct draw_shape edge = { .n = 2, .closed = false, .p = { { 0, 0 } } };
    edge.p[0] = hex->p[side];
    edge.p[1] = hex->p[(side + 1) % 6];
    int n = draw_walk(&edge, 3.1 * p->u, step, 64);
    draw_hachures(p, step, n, 0, p->k * 0.34, NULL, seed);
}

static void hex_hills(struct draw_plan *p)
{
    int8_t level[SIDE_MAX][SIDE_MAX];
    struct draw_shape hex;
    read_levels(p, level);
    for (int y = 0; y < p->s->height; y++)
        for (int x = 0; x < p->s->width; x++) {
            struct tc_scene_point a = tc_scene_hex_axial(&p->s->hex, x, y);
            if (level[y][x] == 0)
                continue;
            draw_hex_shape(p, a.x, a.y, 1.01, &hex);
            draw_trace(p->cr, &hex);
            draw_set(p->cr, draw_mix(draw_ochre, draw_sepia, 0.25),
                     fmin(0.75, 0.2 * level[y][x]));
            cairo_fill(p->cr);
            for (int i = 0; i < 6; i++) {
                struct tc_scene_point c =
                    tc_scene_hex_cell(&p->s->hex, a.x + around[i].x, a.y + around[i].y);
                if (on_map(p, c) && level[c.y][c.x] < level[y][x])
                    step_down(p, &hex, i, (uint64_t)y * 1000 + (uint64_t)x * 6 + (uint64_t)i);
            }
        }
}

/* --- Hexes and hexsides --- */

/* The shores: sides between water and what is not; the edge of the map is none. */
static void trace_shores(struct draw_plan *p, bool wet[SIDE_MAX][SIDE_MAX])
{
    struct draw_shape hex;
    for (int y = 0; y < p->s->height; y++)
        for (int x = 0; x < p->s->width; x++) {
            struct tc_scene_point a = tc_scene_hex_axial(&p->s->hex, x, y);
            draw_hex_shape(p, a.x, a.y, 1.0, &hex);
            for (int i = 0; i < 6 && wet[y][x]; i++) {
                struct tc_scene_point c =
                    tc_scene_hex_cell(&p->s->hex, a.x + around[i].x, a.y + around[i].y);
                if (!on_map(p, c) || wet[c.y][c.x])
                    continue;
                cairo_move_to(p->cr, hex.p[i].x, hex.p[i].y);
                cairo_line_to(p->cr, hex.p[(i + 1) % 6].x, hex.p[(i + 1) % 6].y);
            }
        }
}

static void shore_line(struct draw_plan *p, bool wet[SIDE_MAX][SIDE_MAX],
                       struct draw_rgb colour, double width)
{
    trace_shores(p, wet);
    draw_set(p->cr, colour, 1);
    cairo_set_line_width(p->cr, width * p->u);
    cairo_stroke(p->cr);
}

/* All the water of one kind is one: lines follow its shores, not its hexes. */
static void hex_water(struct draw_plan *p, const struct tc_ground *g)
{
    bool wet[SIDE_MAX][SIDE_MAX] = { { false } };
    struct draw_shape hex;
    struct draw_rgb pale = draw_mix(draw_blue, draw_paper, 0.35);
    struct draw_rgb dark = draw_mix(draw_blue, draw_ink, 0.4);

    cairo_save(p->cr);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    for (int i = 0; i < g->points; i++) {
        struct tc_scene_point c = tc_scene_hex_cell(&p->s->hex, g->point[i].x, g->point[i].y);
        if (!on_map(p, c))
            continue;
        wet[c.y][c.x] = true;
        draw_hex_shape(p, g->point[i].x, g->point[i].y, 1.01, &hex);
        draw_trace(p->cr, &hex);
    }
    draw_set(p->cr, pale, 1);
    cairo_fill_preserve(p->cr);
    cairo_save(p->cr);
    cairo_clip(p->cr);
    for (int i = 3; i >= 1; i--) {
        shore_line(p, wet, dark, i * 6.4 + 0.9);
        shore_line(p, wet, draw_mix(pale, draw_blue, 0.55 - 0.13 * i), i * 6.4 - 0.6);
    }
    cairo_restore(p->cr);
    shore_line(p, wet, draw_mix(draw_blue, draw_ink, 0.7), 1.2);
    cairo_restore(p->cr);
}

static void hex_area(struct draw_plan *p, const struct tc_ground *g, enum draw_kind kind)
{
    struct draw_shape hex;

    if (kind == DRAW_WATER || kind == DRAW_STREAM) {
        hex_water(p, g);
        return;
    }
    for (int i = 0; i < g->points; i++) {
        struct tc_scene_point at = g->point[i];
        if (!on_map(p, tc_scene_hex_cell(&p->s->hex, at.x, at.y)))
            continue;
        draw_hex_shape(p, at.x, at.y, 1.0, &hex);
        draw_area(p, kind, &hex, tc_hash(&at, sizeof at, (uint64_t)kind));
    }
}

static int side_towards(struct tc_scene_point a, struct tc_scene_point b)
{
    for (int i = 0; i < 6; i++)
        if (b.x - a.x == around[i].x && b.y - a.y == around[i].y)
            return i;
    return -1;
}

static void hex_sides(struct draw_plan *p, const struct tc_ground *g, enum draw_kind kind)
{
    struct draw_shape hex, edge = { .n = 2, .closed = false, .p = { { 0, 0 } } };
    for (int i = 0; i + 1 < g->points; i += 2) {
        int side = side_towards(g->point[i], g->point[i + 1]);
        if (side < 0)
            continue;
        draw_hex_shape(p, g->point[i].x, g->point[i].y, 1.0, &hex);
        edge.p[0] = hex.p[side];
        edge.p[1] = hex.p[(side + 1) % 6];
        uint64_t seed = tc_hash(&g->point[i], 2 * sizeof g->point[i], (uint64_t)kind);
        if (kind == DRAW_STREAM) {
            struct draw_rgb bank = draw_mix(draw_blue, draw_ink, 0.62);
            const struct draw_rgb layer[2] = { bank, draw_mix(draw_blue, draw_paper, 0.12) };
            cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
            for (int k = 0; k < 2; k++) {
                draw_trace(p->cr, &edge);
                draw_set(p->cr, layer[k], 1);
                cairo_set_line_width(p->cr, (k ? 3.4 : 5.2) * p->u);
                cairo_stroke(p->cr);
            }
            cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
        } else {
            draw_line(p, kind, &edge, seed, 1);
        }
    }
}

void draw_hex_grounds(struct draw_plan *p, enum draw_kind kind)
{
    if (kind == DRAW_HILL) {
        hex_hills(p);
        return;
    }
    for (int i = 0; i < p->s->grounds; i++) {
        const struct tc_ground *g = &p->s->ground[i];
        if (draw_kind_of(g->kind) != kind || !g->point)
            continue;
        if (g->form == TC_GROUND_HEX)
            hex_area(p, g, kind);
        else if (g->form == TC_GROUND_SIDES)
            hex_sides(p, g, kind);
    }
}

/* --- The grid --- */

static void hex_number(struct draw_plan *p, int column, int row, struct tc_scene_point at)
{
    char buf[16];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    int part[2] = { column + p->s->hex.first, row + p->s->hex.first };
    struct draw_pt c = draw_place(p, at.x, at.y);
    struct draw_letters l = { p->k * 0.24, 0, 1, DRAW_CENTRE,
                              draw_mix(draw_sepia, draw_paper, 0.3) };
    for (int i = 0; i < 2; i++) {
        if (p->s->hex.digits > 2 && part[i] < 100)
            tc_text_char(&t, '0');
        if (part[i] < 10)
            tc_text_char(&t, '0');
        tc_text_int(&t, part[i]);
    }
    draw_say(p->cr, &l, c.x, c.y - p->k * (p->s->hex.flat_top ? 0.86 : 0.80), buf);
}

void draw_hex_grid(struct draw_plan *p)
{
    struct draw_shape hex;
    for (int y = 0; y < p->s->height; y++)
        for (int x = 0; x < p->s->width; x++) {
            struct tc_scene_point a = tc_scene_hex_axial(&p->s->hex, x, y);
            draw_hex_shape(p, a.x, a.y, 1.0, &hex);
            draw_trace(p->cr, &hex);
        }
    draw_set(p->cr, draw_sepia, 0.55);
    cairo_set_line_width(p->cr, 0.7 * p->u);
    cairo_stroke(p->cr);
    if (p->s->hex.digits == 0 || p->k < 17 * p->u)
        return;
    for (int y = 0; y < p->s->height; y++)
        for (int x = 0; x < p->s->width; x++)
            hex_number(p, x, y, tc_scene_hex_axial(&p->s->hex, x, y));
}
