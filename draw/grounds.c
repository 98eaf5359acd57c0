/* draw/grounds.c - all ground of a scene, lowest first. */
#include "draw/plan.h"

/* The ground in pixels. Longer outlines than a shape holds lose their last points. */
void draw_ground_shape(const struct draw_plan *p, const struct tc_ground *g,
                       struct draw_shape *out)
{
    out->n = 0;
    out->closed = g->form == TC_GROUND_AREA;
    for (int i = 0; i < g->points; i++) {
        struct draw_pt at = draw_place(p, g->point[i].x, g->point[i].y);
        draw_shape_add(out, at.x, at.y);
    }
}

/* Roads and water are eased through their corners; walls and works keep them. */
static bool flows(enum draw_kind kind)
{
    return kind == DRAW_STREAM || kind == DRAW_ROAD || kind == DRAW_WATER;
}

static void line_shape(const struct draw_plan *p, const struct tc_ground *g,
                       struct draw_shape *out)
{
    struct draw_shape raw;
    draw_ground_shape(p, g, flows(draw_kind_of(g->kind)) ? &raw : out);
    if (flows(draw_kind_of(g->kind)))
        draw_round_corners(&raw, p->inch * (p->s->board == TC_BOARD_HEX ? 0.9 : 1.6), out);
}

static void find_ways(struct draw_plan *p)
{
    p->ways = 0;
    for (int i = 0; i < p->s->grounds && p->ways < DRAW_WAYS; i++) {
        const struct tc_ground *g = &p->s->ground[i];
        if (g->form == TC_GROUND_LINE && flows(draw_kind_of(g->kind)))
            line_shape(p, g, &p->way[p->ways++]);
    }
}

static void one_ground(struct draw_plan *p, const struct tc_ground *g, enum draw_kind kind)
{
    struct draw_shape s;
    uint64_t seed = tc_hash(g->point, (size_t)g->points * sizeof *g->point, (uint64_t)kind);
    if (g->form == TC_GROUND_AREA && g->points >= 3) {
        draw_ground_shape(p, g, &s);
        draw_area(p, kind, &s, seed);
    } else if (g->form == TC_GROUND_LINE && g->points >= 2) {
        line_shape(p, g, &s);
        draw_line(p, kind, &s, seed, 0);
    }
}

void draw_grounds(struct draw_plan *p)
{
    find_ways(p);
    for (int k = 0; k < DRAW_KINDS; k++) {
        if (p->s->board == TC_BOARD_HEX && k == DRAW_STREAM)
            draw_hex_grid(p);
        for (int i = 0; i < p->s->grounds; i++)
            if (draw_kind_of(p->s->ground[i].kind) == (enum draw_kind)k &&
                p->s->ground[i].point)
                one_ground(p, &p->s->ground[i], (enum draw_kind)k);
        if (p->s->board == TC_BOARD_HEX)
            draw_hex_grounds(p, (enum draw_kind)k);
    }
}
