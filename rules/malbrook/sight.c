/* rules/malbrook/sight.c - chapter 9, visibility (M-9, M-GEO-49). */
#include "rules/malbrook/inner.h"

/* M-GEO-52a: stands on a hill or behind a fortification. */
bool mal_on_height(const struct mal_book *bk, const struct mal_unit *m, bool *very)
{
    struct tc_pt p = { m->x, m->y };
    struct mal_body b;
    bool up = false;

    *very = false;
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        if (g->hill && mal_in_ground(g, p)) {
            up = true;
            *very |= g->high;
        } else if (g->kind == MAL_FORTIFICATION) {
            struct tc_shape sh;
            mal_shape(g, &sh);
            mal_body(bk, m, &b);
            if (2 * tc_line_cover(&sh, &b.box[0], bk->tables.sight.edge) >= b.box[0].w) {
                TC_RULE("M-GEO-52a");
                up = true;
            }
        }
    }
    return up;
}

/* The wood or town a unit is in; TC_NONE. *edge: it stands on the edge. */
static int cover_of(const struct mal_book *bk, const struct mal_unit *m, bool *edge)
{
    struct tc_pt front = { m->x, m->y }, c = mal_centre(bk, m);

    *edge = false;
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        struct tc_pt at = m->formation == MAL_UNFORMED ? c : front;
        if (!g->cover || !mal_in_ground(g, at))
            continue;
        int32_t w = 0, d = 0, reach = bk->tables.sight.edge;
        if (m->formation == MAL_UNFORMED) {
            mal_size(bk, m, &w, &d);
            reach += tc_min(w, d) / 2;
        }
        mal_shape(g, &sh);
        TC_RULE("M-GEO-52a");
        *edge = tc_poly_edge_near(&sh, at, reach + MAL_EPS);
        return i;
    }
    return TC_NONE;
}

struct look {
    struct tc_pt from;
    int32_t range;
    int from_unit, to_unit, side;
    int level;
    bool high, very;
    int blockers; /* units that could hide some of the target */
    int16_t blocker[MAL_UNITS];
};

/* M-9.7, M-9.12, M-9.13: does a body on the table hide the point? */
static bool unit_hides(const struct mal_book *bk, const struct mal_state *s,
                       const struct look *k, int i, struct tc_pt to)
{
    const struct mal_unit *m = &s->brigades[i];
    const struct mal_sight_table *t = &bk->tables.sight;
    struct mal_body b;

    if (!mal_on_table(m) || i == k->from_unit || i == k->to_unit)
        return false;
    bool gun = mal_is_gun(bk, m);
    if (gun ? !m->fired : !mal_is_brigade(bk, m))
        return false;
    int32_t r = mal_radius(bk, m);
    if (tc_min(k->from.x, to.x) > m->x + r || tc_max(k->from.x, to.x) < m->x - r ||
        tc_min(k->from.y, to.y) > m->y + r || tc_max(k->from.y, to.y) < m->y - r)
        return false;
    int64_t dx = to.x - k->from.x, dy = to.y - k->from.y;
    int64_t aside = dx * (m->y - k->from.y) - dy * (m->x - k->from.x);
    int64_t reach = ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy)) * (r + 8);
    if (aside > reach || aside < -reach)
        return false;
    mal_body(bk, m, &b);
    if (tc_box_cut_length(&b.box[0], k->from, to) <= MAL_EPS)
        return false;
    if (gun) {
        TC_RULE("M-RUL-71");
        TC_RULE("M-9.13");
        return !k->very;
    }
    if (k->high && !tc_point_within(&b.box[0], k->from, t->over - 1)) {
        TC_RULE("M-9.7");
        return false;
    }
    if (m->formation == MAL_UNFORMED &&
        tc_point_within(&b.box[0], to, t->beyond_unformed + MAL_EPS)) {
        TC_RULE("M-9.12");
        return false;
    }
    TC_RULE("M-9.3");
    return true;
}

static bool ground_hides(const struct look *k, const struct mal_ground *g, struct tc_pt to)
{
    struct tc_shape sh;

    if (!g->blocks || g->line)
        return false;
    mal_shape(g, &sh);
    if (tc_min(k->from.x, to.x) > g->max_x || tc_max(k->from.x, to.x) < g->min_x ||
        tc_min(k->from.y, to.y) > g->max_y || tc_max(k->from.y, to.y) < g->min_y)
        return false;
    if (tc_poly_has(&sh, k->from) || tc_poly_has(&sh, to))
        return false;
    if (tc_poly_cut_length(&sh, k->from, to) <= MAL_EPS)
        return false;
    if (g->hill)
        return k->level <= g->level;
    TC_RULE("M-9.8");
    return !k->very;
}

static bool point_seen(const struct mal_book *bk, const struct mal_state *s,
                       const struct look *k, struct tc_pt to)
{
    TC_RULE("M-23.14");
    for (int i = 0; i < bk->grounds; i++)
        if (ground_hides(k, &bk->ground[i], to))
            return false;
    for (int i = 0; i < k->blockers; i++)
        if (unit_hides(bk, s, k, k->blocker[i], to))
            return false;
    return true;
}

/* Units whose disc meets the lane between the eye and the disc of the target. */
static void find_blockers(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                          const struct mal_unit *target)
{
    int64_t dx = target->x - k->from.x, dy = target->y - k->from.y;
    int64_t size = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    int32_t wide = mal_radius(bk, target) + 16;

    k->blockers = 0;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (!mal_on_table(m) || i == k->from_unit || i == k->to_unit)
            continue;
        int64_t x = m->x - k->from.x, y = m->y - k->from.y, r = mal_reach(bk, m) + wide;
        int64_t aside = dx * y - dy * x, ahead = dx * x + dy * y;
        if (aside > size * r || aside < -size * r || ahead < -size * r ||
            ahead > dx * dx + dy * dy + size * r)
            continue;
        k->blocker[k->blockers++] = (int16_t)i;
    }
}

static bool look_at(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                    const struct mal_unit *target)
{
    const struct mal_sight_table *t = &bk->tables.sight;
    struct mal_body b;
    struct tc_pt mark[TC_MARKS];
    bool edge;

    mal_body(bk, target, &b);
    if (cover_of(bk, target, &edge) != TC_NONE && !(edge && target->fired)) {
        TC_RULE(edge ? "M-9.6" : "M-9.4");
        k->range = tc_min(k->range, t->inside);
    }
    if (!tc_point_within(&b.box[0], k->from, k->range + MAL_EPS)) {
        TC_RULE("M-9.2");
        return false;
    }
    TC_RULE("M-GEO-49");
    find_blockers(bk, s, k, target);
    tc_marks(&b.box[0], mark);
    for (int i = 0; i < 5; i++)
        if (point_seen(bk, s, k, mark[i]))
            return true;
    return false;
}

bool mal_sees(const struct mal_book *bk, const struct mal_state *s, int a, int b)
{
    const struct mal_unit *m = &s->brigades[a];
    struct look k;
    bool edge;

    k.from = (struct tc_pt){ m->x, m->y };
    k.range = bk->tables.sight.open;
    k.from_unit = a;
    k.to_unit = b;
    k.side = m->side;
    k.very = false;

    TC_RULE("M-9.1");
    if (m->formation == MAL_UNFORMED)
        k.from = mal_centre(bk, m);
    k.level = mal_level(bk, k.from);
    k.high = mal_on_height(bk, m, &k.very);
    if (k.high) {
        TC_RULE("M-9.9");
        k.range = bk->tables.sight.high;
    }
    if (cover_of(bk, m, &edge) != TC_NONE) {
        TC_RULE(edge ? "M-9.5" : "M-9.4");
        if (!edge)
            k.range = bk->tables.sight.inside;
    }
    return look_at(bk, s, &k, &s->brigades[b]);
}

/* M-9.11: leaders see as brigades do; M-9.10: they never block. */
bool mal_leader_sees(const struct mal_book *bk, const struct mal_state *s, int leader, int b)
{
    const struct mal_leader *l = &s->leaders[leader];
    struct look k;

    k.from = (struct tc_pt){ l->x, l->y };
    k.range = bk->tables.sight.open;
    k.from_unit = l->attached;
    k.to_unit = b;
    k.side = bk->leader[leader].side;
    k.very = false;

    TC_RULE("M-9.11");
    TC_RULE("M-9.10");
    k.level = mal_level(bk, k.from);
    k.high = k.level > 0;
    if (k.high)
        k.range = bk->tables.sight.high;
    for (int i = 0; i < bk->grounds; i++)
        k.very |= bk->ground[i].high && mal_in_ground(&bk->ground[i], k.from);
    for (int i = 0; i < bk->grounds; i++)
        if (bk->ground[i].cover && mal_in_ground(&bk->ground[i], k.from))
            k.range = bk->tables.sight.inside;
    return look_at(bk, s, &k, &s->brigades[b]);
}

/* M-RUL-61: everything is known unless deployment is hidden; then what a friend sees. */
bool mal_known(const struct mal_book *bk, const struct mal_state *s, int side, int unit)
{
    TC_RULE("M-RUL-61");
    if (!bk->hidden || s->brigades[unit].side == side)
        return true;
    TC_RULE("M-24.5");
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->side == side && mal_counts(bk, m) && mal_sees(bk, s, i, unit))
            return true;
    }
    return false;
}
