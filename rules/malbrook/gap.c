/* rules/malbrook/gap.c - through a gap in reduced line (M-15.30, M-GEO-60), and where a march
 * may end short (M-13.9).
 */
#include "rules/malbrook/way.h"

enum { GAPS = 64 };

/* Places in the front for the middle of the reduced line, beside whatever might block it. */
struct gaps {
    const struct mal_course *c;
    struct tc_box front;
    int32_t half, most, slope; /* slope: sideways for each mil ahead, scaled by 2^15 */
    int n;
    int32_t at[GAPS];
};

/* Told further down: */
static bool meets_ground(const struct mal_book *bk, struct tc_pt p, struct tc_pt q);
static bool through_friends(const struct mal_book *bk, const struct mal_state *s, int unit,
                            const struct mal_unit *as, uint16_t bearing, int32_t d);
static void find_gaps(struct gaps *g, const struct mal_course *c, int32_t allowance);
static void gap_beside(struct gaps *g, struct tc_pt p);
static void gap_at(struct gaps *g, int32_t at);

bool mal_may_stop_short(const struct mal_book *bk, const struct mal_state *s, int unit,
                        const struct mal_unit *as, uint16_t bearing, int32_t full,
                        const struct mal_stop *stop)
{
    struct tc_pt p = { as->x, as->y };

    struct mal_unit end = mal_moved(as, bearing, full); /* M-13.9 */
    return stop->cause == MAL_STOP_ENEMY || stop->cause == MAL_STOP_FRIEND ||
           stop->cause == MAL_STOP_OBSTACLE || meets_ground(bk, p, tc_step(p, bearing, full)) ||
           through_friends(bk, s, unit, as, bearing, full) ||
           mal_would_fight(bk, s, unit, &end);
}

/* Does the front centre enter or leave an area, or cross a line? */
static bool meets_ground(const struct mal_book *bk, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        if (g->kind == MAL_ROAD || g->kind == MAL_POSITION || !mal_ground_beside(g, p, q, 0))
            continue;
        mal_shape(g, &sh);
        if (g->line ? tc_line_crossed(&sh, p, q) : tc_poly_edge_crossed(&sh, p, q))
            return true;
    }
    return false;
}

/* Does the way run through a friend? */
static bool through_friends(const struct mal_book *bk, const struct mal_state *s, int unit,
                            const struct mal_unit *as, uint16_t bearing, int32_t d)
{
    struct mal_body a, b;

    mal_body(bk, as, &a);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *f = &s->brigades[i];
        if (i == unit || f->side != as->side || !mal_on_table(f) || mal_is_ghost(bk, f))
            continue;
        int64_t x = f->x - as->x, y = f->y - as->y;
        int64_t reach = (int64_t)d + mal_radius(bk, f) + mal_radius(bk, as);
        if (x * x + y * y > reach * reach)
            continue;
        mal_body(bk, f, &b);
        if (tc_sweep_overlap(&a.box[0], bearing, d, &b.box[0], MAL_EPS))
            return true;
    }
    return false;
}

void mal_way_narrow(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const struct mal_unit *as, uint16_t bearing, int32_t allowance,
                    unsigned flags, struct mal_stop *out)
{
    struct tc_rect half = mal_rect(bk, as);
    struct mal_course c;
    struct gaps g;

    mal_course_begin(&c, bk, s, unit, as, bearing);
    mal_course_look(&c, allowance, flags);
    find_gaps(&g, &c, allowance);
    half.w = g.half;
    for (int i = 0; i < g.n; i++) { /* M-GEO-60 */
        struct tc_rect r = tc_side_step(half, g.at[i]);
        struct mal_stop stop;
        tc_box_make(&c.b, &r);
        mal_course_go(&c, allowance, flags, &stop);
        if (i == 0 || stop.distance > out->distance)
            *out = stop;
    }
}

static void find_gaps(struct gaps *g, const struct mal_course *c, int32_t allowance)
{
    struct tc_pt p = c->b.anchor, q = mal_course_at(c, p, allowance);
    uint16_t veer = (uint16_t)(c->way - c->as->heading);

    *g = (struct gaps){ .c = c, .front = c->b, .half = c->b.w / 2, .most = c->b.w / 4 };
    g->slope = (int32_t)(((int64_t)tc_sin(veer) << 15) / tc_cos(veer));
    gap_at(g, 0);
    gap_at(g, -g->most);
    gap_at(g, g->most);
    for (int i = 0; i < c->bk->grounds; i++) {
        const struct mal_ground *k = &c->bk->ground[i];
        struct tc_shape sh;
        if (!mal_closed_to(c->bk, c->as, k) || !mal_ground_beside(k, p, q, c->b.w + c->b.d))
            continue;
        mal_shape(k, &sh);
        for (int j = 0; j < sh.n; j++)
            gap_beside(g, sh.v[j]);
    }
    for (int i = 0; i < c->n; i++) {
        const struct mal_unit *e = &c->s->brigades[c->near[i]];
        struct mal_body b;
        if (e->side == c->as->side || !mal_counts(c->bk, e))
            continue;
        mal_body(c->bk, e, &b);
        for (int j = 0; j < 4; j++)
            gap_beside(g, b.box[0].c[j]);
    }
}

/* The reduced line may pass to the right or to the left of that point. */
static void gap_beside(struct gaps *g, struct tc_pt p)
{
    struct tc_uv f = tc_frame(&g->front, p);
    int32_t u = f.u - (int32_t)((int64_t)f.v * g->slope >> 15);
    int32_t tail = (int32_t)((int64_t)g->front.d * g->slope >> 15);

    gap_at(g, u + g->half / 2 - tc_min(0, tail));
    gap_at(g, u - g->half / 2 - tc_max(0, tail));
}

static void gap_at(struct gaps *g, int32_t at)
{
    if (at >= -g->most && at <= g->most && g->n < GAPS)
        g->at[g->n++] = at;
}
