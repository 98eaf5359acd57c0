/* rules/malbrook/sight.c - chapter 9, visibility (M-9, M-GEO-49). */
#include "rules/malbrook/inner.h"

struct look {
    struct mal_eye *eye;
    struct tc_pt from;
    int32_t range;
    int to_unit;
    int blockers; /* bars of the eye that could hide some of the target */
    int16_t blocker[MAL_UNITS];
    struct tc_box *box; /* of the bars */
    int grounds;
    int16_t ground[MAL_GROUNDS]; /* pieces that could */
};

/* Told further down: */
static bool look_at(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                    const struct mal_unit *target);
static void find_grounds(const struct mal_book *bk, struct look *k, const struct tc_box *to);
static void find_blockers(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                          const struct mal_unit *target);
static bool beside(int32_t x, int32_t a, int32_t b, int32_t r);
static void list_bars(const struct mal_book *bk, const struct mal_state *s,
                      struct mal_eye *eye);
static int64_t length_above(int64_t x, int64_t y);
static bool point_seen(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                       struct tc_pt to);
static int cover_of(const struct mal_book *bk, const struct mal_unit *m, bool *edge);

void mal_eye_of(const struct mal_book *bk, const struct mal_state *s, int unit,
                struct mal_eye *out)
{
    const struct mal_unit *m = &s->brigades[unit];
    bool edge;

    out->unit = unit;
    out->bars = TC_NONE;
    out->box = NULL;
    out->from = (struct tc_pt){ m->x, m->y };
    out->range = bk->tables.sight.open;
    if (m->formation == MAL_UNFORMED) /* M-9.1 */
        out->from = mal_centre(bk, m);
    out->level = mal_level(bk, out->from);
    out->high = mal_on_height(bk, m, &out->very);
    if (out->high)
        out->range = bk->tables.sight.high; /* M-9.9 */
    if (cover_of(bk, m, &edge) != TC_NONE) {
        if (!edge) /* M-9.4, M-9.5 */
            out->range = bk->tables.sight.inside;
    }
}

bool mal_eye_sees(const struct mal_book *bk, const struct mal_state *s, struct mal_eye *eye,
                  int b)
{
    struct tc_box own[MAL_UNITS];
    struct look k;

    k.eye = eye;
    k.box = eye->box ? eye->box : own;
    k.from = eye->from;
    k.range = eye->range;
    k.to_unit = b;
    return look_at(bk, s, &k, &s->brigades[b]);
}

bool mal_sees(const struct mal_book *bk, const struct mal_state *s, int a, int b)
{
    struct mal_eye eye;

    mal_eye_of(bk, s, a, &eye);
    return mal_eye_sees(bk, s, &eye, b);
}

static bool look_at(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                    const struct mal_unit *target)
{
    const struct mal_sight_table *t = &bk->tables.sight;
    struct mal_body b;
    struct tc_pt mark[TC_MARKS];
    bool edge;

    mal_body(bk, target, &b);
    if (cover_of(bk, target, &edge) != TC_NONE && !(edge && target->fired))
        k->range = tc_min(k->range, t->inside); /* M-9.4, M-9.6 */
    if (!tc_point_within(&b.box[0], k->from, k->range + MAL_EPS))
        return false; /* M-9.2 */
    find_grounds(bk, k, &b.box[0]);
    find_blockers(bk, s, k, target); /* M-GEO-49 */
    tc_marks(&b.box[0], mark);
    for (int i = 0; i < 5; i++)
        if (point_seen(bk, s, k, mark[i]))
            return true;
    return false;
}

/* Pieces of ground between the eye and the target that hide what is behind them. */
static void find_grounds(const struct mal_book *bk, struct look *k, const struct tc_box *to)
{
    k->grounds = 0;
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        if (g->blocks && !g->line && tc_min(k->from.x, to->min_x) <= g->max_x &&
            tc_max(k->from.x, to->max_x) >= g->min_x &&
            tc_min(k->from.y, to->min_y) <= g->max_y &&
            tc_max(k->from.y, to->max_y) >= g->min_y)
            k->ground[k->grounds++] = (int16_t)i;
    }
}

/* Units whose disc meets the wedge from the eye to the disc of the target: at the fraction f of
 * the way it is f times as wide as that disc. len is the distance or a little more, low or a
 * little less. */
static void find_blockers(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                          const struct mal_unit *target)
{
    int64_t dx = target->x - k->from.x, dy = target->y - k->from.y;
    int64_t len = length_above(dx, dy), low = (len * 944 >> 10) - 8, far2 = dx * dx + dy * dy;
    int64_t wide = mal_radius(bk, target) + 16;

    if (k->eye->bars == TC_NONE)
        list_bars(bk, s, k->eye);
    k->blockers = 0;
    for (int i = 0; i < k->eye->bars; i++) {
        const struct mal_bar *bar = &k->eye->bar[i];
        int64_t x = bar->x, y = bar->y, r = bar->r + 16;
        if (beside(bar->x, 0, (int32_t)dx, (int32_t)(r + wide)) ||
            beside(bar->y, 0, (int32_t)dy, (int32_t)(r + wide)))
            continue;
        int64_t aside = dx * y - dy * x, ahead = dx * x + dy * y;
        int64_t room = len * (r + wide), back = len * (low > wide ? r : r + wide);
        if (aside > room || aside < -room || ahead < -back || ahead > far2 + room)
            continue;
        if (low > wide) { /* so far along does its disc reach */
            int64_t at = (ahead > 0 ? ahead / low : 0) + r + wide + 1;
            room = len * r + (at < len ? at : len) * wide;
        }
        if (aside > room || aside < -room || bar->unit == k->to_unit)
            continue;
        k->eye->bar[i].made &= k->eye->box != NULL;
        k->blocker[k->blockers++] = (int16_t)i;
    }
}

/* More than r off what lies between a and b? */
static bool beside(int32_t x, int32_t a, int32_t b, int32_t r)
{
    return tc_outside(x, tc_min(a, b) - r, tc_max(a, b) + r);
}

/* Everybody else who hides what is behind him, wherever he stands. */
static void list_bars(const struct mal_book *bk, const struct mal_state *s, struct mal_eye *eye)
{
    eye->bars = 0;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (!mal_on_table(m) || i == eye->unit ||
            (mal_is_gun(bk, m) ? !m->fired : !mal_is_brigade(bk, m)))
            continue;
        eye->bar[eye->bars].x = m->x - eye->from.x;
        eye->bar[eye->bars].y = m->y - eye->from.y;
        eye->bar[eye->bars].r = mal_reach(bk, m);
        eye->bar[eye->bars].made = false;
        eye->bar[eye->bars++].unit = (int16_t)i;
    }
}

/* No less than the length of (x, y). */
static int64_t length_above(int64_t x, int64_t y)
{
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return x > y ? x + (y * 425 >> 10) + 4 : y + (x * 425 >> 10) + 4;
}

static bool ground_hides(const struct look *k, const struct mal_ground *g, struct tc_pt to)
{
    struct tc_shape sh;

    if (tc_min(k->from.x, to.x) > g->max_x || tc_max(k->from.x, to.x) < g->min_x ||
        tc_min(k->from.y, to.y) > g->max_y || tc_max(k->from.y, to.y) < g->min_y)
        return false;
    mal_shape(g, &sh);
    if (tc_poly_has(&sh, k->from) || tc_poly_has(&sh, to))
        return false;
    if (g->hill ? k->eye->level > g->level : k->eye->very)
        return false; /* M-9.8 */
    return tc_poly_cut_length(&sh, k->from, to) > MAL_EPS;
}

/* M-9.11: leaders see as brigades do; M-9.10: they never block. */
bool mal_leader_sees(const struct mal_book *bk, const struct mal_state *s, int leader, int b)
{
    const struct mal_leader *l = &s->leaders[leader];
    struct mal_eye eye = { .from = { l->x, l->y },
                           .range = bk->tables.sight.open,
                           .unit = l->attached,
                           .bars = TC_NONE };

    eye.level = mal_level(bk, eye.from); /* M-9.10, M-9.11 */
    eye.high = eye.level > 0;
    if (eye.high)
        eye.range = bk->tables.sight.high;
    for (int i = 0; i < bk->grounds; i++)
        eye.very |= bk->ground[i].high && mal_in_ground(&bk->ground[i], eye.from);
    for (int i = 0; i < bk->grounds; i++)
        if (bk->ground[i].cover && mal_in_ground(&bk->ground[i], eye.from))
            eye.range = bk->tables.sight.inside;
    return mal_eye_sees(bk, s, &eye, b);
}

/* M-9.7, M-9.12, M-9.13: does a body on the table hide the point? */
static bool unit_hides(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                       int i, struct tc_pt to)
{
    struct mal_bar *bar = &k->eye->bar[k->blocker[i]];
    const struct mal_unit *m = &s->brigades[bar->unit];
    const struct mal_sight_table *t = &bk->tables.sight;
    struct tc_box *b = &k->box[k->blocker[i]];

    if (!bar->made)
        mal_main_box(bk, m, b);
    bar->made = true;
    if (tc_min(k->from.x, to.x) > b->max_x || tc_max(k->from.x, to.x) < b->min_x ||
        tc_min(k->from.y, to.y) > b->max_y || tc_max(k->from.y, to.y) < b->min_y)
        return false;
    int64_t dx = to.x - k->from.x, dy = to.y - k->from.y;
    int64_t aside = dx * (b->cy2 - 2 * k->from.y) - dy * (b->cx2 - 2 * k->from.x);
    int64_t reach = length_above(dx, dy) * b->rad2;
    if (aside > reach || aside < -reach || tc_box_cut_length(b, k->from, to) <= MAL_EPS)
        return false;
    if (mal_is_gun(bk, m))
        return !k->eye->very; /* M-9.13, M-RUL-71 */
    if (k->eye->high && !tc_point_within(b, k->from, t->over - 1))
        return false; /* M-9.7 */
    if (m->formation == MAL_UNFORMED && tc_point_within(b, to, t->beyond_unformed + MAL_EPS))
        return false; /* M-9.12 */
    return true;      /* M-9.3 */
}

static bool point_seen(const struct mal_book *bk, const struct mal_state *s, struct look *k,
                       struct tc_pt to)
{
    for (int i = 0; i < k->grounds; i++) /* M-23.14 */
        if (ground_hides(k, &bk->ground[k->ground[i]], to))
            return false;
    for (int i = 0; i < k->blockers; i++)
        if (unit_hides(bk, s, k, i, to))
            return false;
    return true;
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
        *edge = tc_poly_edge_near(&sh, at, reach + MAL_EPS); /* M-GEO-52a */
        return i;
    }
    return TC_NONE;
}

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
            if (2 * tc_line_cover(&sh, &b.box[0], bk->tables.sight.edge + MAL_EPS) >=
                b.box[0].w)
                up = true; /* M-GEO-52a */
        }
    }
    return up;
}

/* M-RUL-61: everything is known unless deployment is hidden; then what a friend sees. */
bool mal_known(const struct mal_book *bk, const struct mal_state *s, int side, int unit)
{
    if (!bk->hidden || s->brigades[unit].side == side) /* M-RUL-61 */
        return true;
    for (int i = 0; i < s->units; i++) { /* M-24.5 */
        const struct mal_unit *m = &s->brigades[i];
        if (m->side == side && mal_counts(bk, m) && mal_sees(bk, s, i, unit))
            return true;
    }
    return false;
}
