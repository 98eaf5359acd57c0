/* rules/malbrook/ride.c - chapter 22: the ride-through (M-22.12a to M-22.14, M-RUL-50). */
#include "rules/malbrook/inner.h"

enum { AHEAD = 18000, STEP = 125 }; /* how far room is looked for, and how closely */

/* One ride: who is ridden through and what keeps it from going on. */
struct ride {
    const struct mal_book *bk;
    const struct mal_state *s;
    int unit;
    const struct mal_unit *m;
    int foes;
    const struct mal_unit *foe[4]; /* still in contact, so they have to be passed */
    struct tc_box b;
    int32_t keep, limit; /* M-22.14: no farther than that */
};

/* Told further down: */
static void stop_before(struct ride *r, int32_t meets, int32_t near, int32_t at_start);
static void set_off(struct ride *r, const struct mal_book *bk, const struct mal_state *s,
                    int unit);
static int32_t ride_end(const struct ride *r, int32_t d);
static bool clear_at(const struct ride *r, int32_t d);
static int32_t edge_of(const struct ride *r, int32_t good, int32_t bad);
static void face_threat(struct mal_play *p, int unit);
static int threat_to(const struct mal_book *bk, const struct mal_state *s, int unit);

/* M-22.14: new enemy on the way. Those of the same combat are ridden through. */
static void stop_before_enemies(struct ride *r)
{
    for (int i = 0; i < r->s->units; i++) {
        const struct mal_unit *o = &r->s->brigades[i];
        struct mal_body e;
        if (o->side == r->m->side || !mal_counts(r->bk, o) || i == r->m->principal ||
            o->combat == r->m->combat)
            continue;
        mal_body(r->bk, o, &e);
        for (int k = 0; k < e.n; k++) {
            bool met = tc_sweep_overlap(&r->b, r->m->heading, r->limit, &e.box[k], MAL_EPS);
            int32_t at = tc_sweep_reach(&r->b, r->m->heading, r->limit, &e.box[k], r->keep);
            stop_before(r, met ? 0 : -1, at, 0);
        }
    }
}

static void stop_before(struct ride *r, int32_t meets, int32_t near, int32_t at_start)
{
    if (meets < 0)
        return;
    r->limit = tc_min(r->limit, (near > 0 ? near : at_start) - 1);
}

/* M-13.23, M-22.14: impassable ground, or ground closed to it. */
static void stop_before_ground(struct ride *r)
{
    for (int i = 0; i < r->bk->grounds; i++) {
        const struct mal_ground *g = &r->bk->ground[i];
        struct tc_shape sh;
        if (!mal_closed_to(r->bk, r->m, g))
            continue;
        mal_shape(g, &sh);
        uint16_t way = r->m->heading;
        int32_t meets = g->line ? tc_line_reach(&sh, &r->b, way, r->limit, 0)
                                : tc_poly_reach(&sh, &r->b, way, r->limit, 0);
        int32_t near = g->line ? tc_line_reach(&sh, &r->b, way, r->limit, r->keep)
                               : tc_poly_reach(&sh, &r->b, way, r->limit, r->keep);
        stop_before(r, meets, near, meets);
    }
}

/* M-22.12a to M-22.12c, M-22.14; it pays for ground as any diced move (M-14, M-15.12a). */
void mal_ride_through(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int dice = tc_ask(p->u, m->side, MAL_Q_CHARGE_DICE, "M-22.12a", unit, 1, 0)->arg[1];
    int8_t face[3] = { 0, 0, 0 };
    int32_t pips = 0;
    struct mal_stop stop;
    struct ride r;

    for (int i = 0; i < 3; i++)
        if (dice >> i & 1) {
            tc_wish(p->u, m->side, TC_HIGH);
            face[i] = (int8_t)(i < 2 ? mal_roll_average(p, "M-22.12a")
                                     : tc_roll(p->u, TC_D6, "M-22.12a"));
            pips += face[i] + (m->inspired ? 1 : 0);
        }
    struct mal_unit from = *m;
    mal_way(p->bk, p->s, unit, m, m->heading, pips * p->bk->tables.move.pip,
            MAL_WAY_CHARGE | MAL_WAY_NO_FRIENDS | MAL_WAY_NO_ENEMIES, &stop);
    set_off(&r, p->bk, p->s, unit);
    int32_t d = ride_end(&r, stop.distance);
    mal_way_cut(p->bk, &from, from.heading, d, &stop);
    struct mal_unit x = mal_moved(m, m->heading, d);
    struct tc_rect rect = mal_rect(p->bk, m);
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved = 1;
    m->locked = 0;
    m->speed_now = (uint8_t)mal_dice_count(dice);
    tc_tell(p->u, MAL_E_RIDES_THROUGH, "M-22.12a", unit, d, 0); /* M-22.14, M-RUL-50 */
    mal_fatigue(p, unit, face, dice, stop.rough);
    mal_crossing_cost(p, unit, &stop);
    mal_pass_lines(p, unit, &from, from.heading, d);
    mal_capture_lone(p, unit, &rect, from.heading, d);
    face_threat(p, unit);
    mal_drop_dp(p, unit, p->bk->tables.disorder.relief, "M-10.18"); /* M-22.12c */
    mal_end_of_move(p, unit);
}

static void set_off(struct ride *r, const struct mal_book *bk, const struct mal_state *s,
                    int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    const struct mal_unit *e = m->principal == TC_NONE ? NULL : &s->brigades[m->principal];
    struct tc_rect rect = mal_rect(bk, m);

    *r = (struct ride){ .bk = bk, .s = s, .unit = unit, .m = m };
    if (e && mal_on_table(e) && mal_within(bk, m, e, MAL_EPS))
        r->foe[r->foes++] = e;
    for (int i = 0; i < s->units && r->foes < 4; i++) {
        const struct mal_unit *g = &s->brigades[i];
        if (g->side != m->side && mal_on_table(g) && mal_is_gun(bk, g) &&
            mal_within(bk, m, g, MAL_EPS))
            r->foe[r->foes++] = g;
    }
    r->keep = bk->tables.move.horse_stop + MAL_EPS;
    r->limit = rect.d + AHEAD;
    tc_box_make(&r->b, &rect);
    stop_before_enemies(r);
    stop_before_ground(r);
}

/* The last free point at or before d; if there is none, the first one after it. */
static int32_t ride_end(const struct ride *r, int32_t d)
{
    d = tc_min(d, r->limit);
    for (int32_t k = d; k > 0; k -= STEP)
        if (clear_at(r, k))
            return k == d ? d : edge_of(r, k, k + STEP);
    for (int32_t k = d; k <= r->limit; k += STEP)
        if (clear_at(r, k))
            return edge_of(r, k, k - STEP);
    return clear_at(r, r->limit) ? edge_of(r, r->limit, r->limit - STEP) : 0;
}

/* Could it end there: past whom it rides through, beyond two inches of all others? */
static bool clear_at(const struct ride *r, int32_t d)
{
    struct mal_unit x = mal_moved(r->m, r->m->heading, d);
    struct tc_table t = { r->bk->width, r->bk->height };

    if (!tc_point_on_table(mal_centre(r->bk, &x), t) || mal_bad_stand(r->bk, &x) ||
        mal_overlapped(r->bk, r->s, r->unit, &x, TC_NONE) != TC_NONE)
        return false;
    for (int i = 0; i < r->s->units; i++) {
        const struct mal_unit *o = &r->s->brigades[i];
        if (o->side != r->m->side && mal_counts(r->bk, o) && i != r->m->principal &&
            mal_within(r->bk, &x, o, r->keep))
            return false;
    }
    struct mal_body b;
    mal_body(r->bk, &x, &b);
    for (int i = 0; i < r->foes; i++)
        if (mal_overlap(r->bk, &x, r->foe[i]) ||
            tc_forward(&b.box[0], mal_centre(r->bk, r->foe[i])) >= 0)
            return false;
    return true;
}

bool mal_ride_room(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct ride r;

    if (m->principal != TC_NONE && mal_on_table(&s->brigades[m->principal]) &&
        mal_ranks(&s->brigades[m->principal]) > 1)
        return false;
    set_off(&r, bk, s, unit);
    for (int32_t d = r.limit; d > 0; d -= STEP)
        if (clear_at(&r, d))
            return true;
    return false;
}

/* The free point nearest to bad between it and good. */
static int32_t edge_of(const struct ride *r, int32_t good, int32_t bad)
{
    while (good - bad > 1 || bad - good > 1) {
        int32_t mid = bad + (good - bad) / 2;
        if (clear_at(r, mid))
            good = mid;
        else
            bad = mid;
    }
    return good;
}

/* M-22.12b */
static void face_threat(struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    int threat = threat_to(p->bk, p->s, unit);

    if (threat == TC_NONE)
        return;
    uint16_t to = tc_bearing(mal_centre(p->bk, m), mal_centre(p->bk, &p->s->brigades[threat]));
    struct tc_rect turned = tc_turn_on_centre(mal_rect(p->bk, m), to);
    struct mal_unit y = *m;
    y.x = turned.x;
    y.y = turned.y;
    y.heading = to;
    /* M-22.12b */
    if (mal_overlapped(p->bk, p->s, unit, &y, TC_NONE) == TC_NONE && !mal_bad_stand(p->bk, &y))
        mal_set_rect(p->bk, p->s, unit, &turned);
}

/* M-RUL-50: the nearest enemy brigade that neither routs nor retires; TC_NONE. */
static int threat_to(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_gap best = { 0, 0, 1 };
    int found = TC_NONE;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == m->side || !mal_on_table(e) || !mal_is_brigade(bk, e) ||
            e->status == MAL_ROUTING || e->status == MAL_RETIRING)
            continue;
        struct tc_gap g = mal_gap(bk, m, e);
        if (found == TC_NONE || tc_gap_cmp(g, best) < 0) {
            best = g;
            found = i;
        }
    }
    return found;
}
