/* rules/malbrook/ground.c - terrain: what lies under and before a unit (M-TAB-5, M-GEO-51 on).
 */
#include "rules/malbrook/inner.h"

/* Told further down: */
static bool in_bounds(const struct mal_ground *g, struct tc_pt p, int32_t r);
static int side_of_line(const struct tc_shape *sh, int seg, struct tc_pt p);

void mal_shape(const struct mal_ground *g, struct tc_shape *out)
{
    out->v = (const struct tc_pt *)(const void *)g->point;
    out->n = g->points;
    out->min_x = g->min_x;
    out->min_y = g->min_y;
    out->max_x = g->max_x;
    out->max_y = g->max_y;
}

bool mal_in_ground(const struct mal_ground *g, struct tc_pt p)
{
    struct tc_shape sh;

    if (g->line || !in_bounds(g, p, 0))
        return false;
    mal_shape(g, &sh);
    return tc_poly_has(&sh, p);
}

static bool in_bounds(const struct mal_ground *g, struct tc_pt p, int32_t r)
{
    return p.x >= g->min_x - r && p.x <= g->max_x + r && p.y >= g->min_y - r &&
           p.y <= g->max_y + r;
}

int mal_level(const struct mal_book *bk, struct tc_pt p)
{
    int level = 0;

    for (int i = 0; i < bk->grounds; i++)
        if (bk->ground[i].hill && bk->ground[i].level > level &&
            mal_in_ground(&bk->ground[i], p))
            level = bk->ground[i].level;
    return level;
}

/* M-13.23: dense wood, rocky slope, swamp and town are closed to cavalry and guns. */
bool mal_closed_to(const struct mal_book *bk, const struct mal_unit *m,
                   const struct mal_ground *g)
{
    return g->impassable ||
           (g->closed && !mal_is_foot(bk, m) && mal_type_of(bk, m) != MAL_CIVILIAN);
}

bool mal_rough_way(const struct mal_book *bk, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        if (!g->rough)
            continue;
        if (tc_min(p.x, q.x) > g->max_x || tc_max(p.x, q.x) < g->min_x ||
            tc_min(p.y, q.y) > g->max_y || tc_max(p.y, q.y) < g->min_y)
            continue;
        mal_shape(g, &sh);
        if (g->line ? tc_line_crossed(&sh, p, q)
                    : tc_poly_has(&sh, p) || tc_poly_has(&sh, q) || tc_poly_cut(&sh, p, q)) {
            return true; /* M-15.15, M-GEO-53 */
        }
    }
    return false;
}

/* M-GEO-40: in it by more than EPS; to touch it is allowed. */
static bool stands_in(const struct mal_ground *g, const struct mal_body *b)
{
    struct tc_shape sh;

    mal_shape(g, &sh);
    for (int i = 0; i < b->n; i++) {
        const struct tc_box *x = &b->box[i];
        if (x->max_x < g->min_x || x->min_x > g->max_x || x->max_y < g->min_y ||
            x->min_y > g->max_y)
            continue;
        struct tc_box thin = mal_thin_box(x);
        if (g->line ? tc_line_within(&sh, &thin, 0) : tc_poly_meets(&sh, &thin))
            return true;
    }
    return false;
}

bool mal_bad_stand(const struct mal_book *bk, const struct mal_unit *m)
{
    struct tc_pt c = mal_centre(bk, m);
    struct mal_body b;
    bool made = false;

    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        if (!g->impassable || !in_bounds(g, c, 20000))
            continue;
        if (!made)
            mal_body(bk, m, &b);
        made = true;
        if (stands_in(g, &b))
            return true;
    }
    return false;
}

bool mal_bad_near(const struct mal_book *bk, struct tc_pt p, int32_t r)
{
    struct tc_shape sh;

    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        if (!g->impassable || !in_bounds(g, p, r))
            continue;
        mal_shape(g, &sh);
        if (!g->line || !tc_line_aside(&sh, p, r))
            return true;
    }
    return false;
}

/* M-20.14: uphill, behind a minor obstacle, at the edge of a wood or town (M-RUL-53). */
bool mal_advantage(const struct mal_book *bk, const struct mal_unit *m,
                   const struct mal_unit *foe)
{
    struct tc_pt here = { m->x, m->y }, there = { foe->x, foe->y };

    if (mal_level(bk, here) > mal_level(bk, there)) /* M-RUL-53 */
        return true;                                /* M-GEO-51 */
    return mal_defends_edge(bk, m, there) ||
           mal_defends_line(bk, m, there, 0, 0, true) != TC_NONE;
}

struct tc_box mal_thin_box(const struct tc_box *b)
{
    struct tc_rect r =
        tc_rect_at(tc_place(b, 0, -MAL_EPS), b->facing, b->w - 2 * MAL_EPS, b->d - 2 * MAL_EPS);
    struct tc_box thin;

    tc_box_make(&thin, &r);
    return thin;
}

int mal_defends_line(const struct mal_book *bk, const struct mal_unit *m, struct tc_pt p,
                     int kind_from, int kind_to, bool minor)
{
    struct mal_body b;
    struct tc_pt front = { m->x, m->y };

    if (!mal_is_brigade(bk, m) && !mal_is_gun(bk, m))
        return TC_NONE;
    mal_body(bk, m, &b);
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        bool fits =
            minor ? g->obstacle == MAL_MINOR : g->kind >= kind_from && g->kind <= kind_to;
        if (!g->line || !fits || !in_bounds(g, front, b.box[0].w + 600))
            continue;
        mal_shape(g, &sh);
        if (2 * tc_line_cover(&sh, &b.box[0], bk->tables.sight.edge + MAL_EPS) < b.box[0].w)
            continue;
        int k = tc_line_nearest(&sh, front);
        if (side_of_line(&sh, k, front) * side_of_line(&sh, k, p) < 0)
            return i; /* M-GEO-52 */
    }
    return TC_NONE;
}

/* The side of a line a point lies on, by its nearest segment: -1, 0, 1. */
static int side_of_line(const struct tc_shape *sh, int seg, struct tc_pt p)
{
    struct tc_pt a = sh->v[seg], b = sh->v[seg + 1];
    int64_t c = (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(b.y - a.y) * (p.x - a.x);

    return (c > 0) - (c < 0);
}

/* Holds the edge of a wood or town against somebody outside. */
bool mal_defends_edge(const struct mal_book *bk, const struct mal_unit *m, struct tc_pt p)
{
    struct tc_pt front = { m->x, m->y };

    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        if (!g->cover || !mal_in_ground(g, front) || mal_in_ground(g, p))
            continue;
        mal_shape(g, &sh);
        if (tc_poly_edge_near(&sh, front, bk->tables.sight.edge + MAL_EPS))
            return true;
    }
    return false;
}

int mal_road_under(const struct mal_book *bk, const struct mal_unit *m, uint16_t *along)
{
    const struct mal_move_table *t = &bk->tables.move;
    struct tc_pt p = { m->x, m->y };

    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        if (g->kind != MAL_ROAD || !in_bounds(g, p, t->road_near + MAL_EPS))
            continue;
        mal_shape(g, &sh);
        if (!tc_line_near(&sh, p, t->road_near + MAL_EPS))
            continue;
        int k = tc_line_nearest(&sh, p);
        uint16_t way = tc_bearing(sh.v[k], sh.v[k + 1]);
        if (tc_apart(way, m->heading) > TC_QUARTER)
            way = (uint16_t)(way + TC_HALF);
        if (tc_apart(way, m->heading) > t->road_angle)
            continue;
        *along = way; /* M-GEO-61 */
        return i;
    }
    return TC_NONE;
}
