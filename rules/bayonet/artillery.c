/* rules/bayonet/artillery.c - batteries unlimber, move, limber: 3.1, 10.1, 10.4. */
#include "rules/bayonet/artillery.h"

/* The batteries that a question is about, listed once. */
struct ready_desk {
    int n;
    int16_t unit[BAY_UNITS];
};

_Static_assert(sizeof(struct ready_desk) <= TC_DESK, "it fits on the desk");

/* Told further down: */
static bool gun_reaches(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                        struct tc_refusal *why);
static int gun_step(const struct bay_book *bk, const struct bay_state *s, int from, int d,
                    int spent);
static bool gun_hex(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                    bool pass, struct tc_refusal *why);
static bool any_ready(const struct bay_turn *t, int limbered);
static int roll_off(struct tc_umpire *u, const char *rule);
static void next_side(struct bay_turn *t, int step);

bool bay_judge_battery(const struct tc_view *v, int u, int limbered, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (!bay_is_art(bk, u)) /* B-3.1b: no Wing, Line, order or leader asks */
        return tc_refuse(why, "B-3.1a", BAY_R_NOT_BATTERY, u, 0, 0);
    if (bay_side_of(bk, u) != v->q->side)
        return tc_refuse(why, "B-3.1a", BAY_R_ENEMY_UNIT, u, 0, 0);
    if (!bay_fights(s, u))
        return tc_refuse(why, "B-3.1a", BAY_R_UNIT_GONE, u, 0, 0);
    if (s->units[u].fired)
        return tc_refuse(why, "B-10.1a", BAY_R_FIRED, u, 0, 0);
    if (s->units[u].limbered && !limbered)
        return tc_refuse(why, "B-10.2a", BAY_R_LIMBERED, u, 0, 0);
    if (!s->units[u].limbered && limbered)
        return tc_refuse(why, "B-7.0d", BAY_R_NOT_LIMBERED, u, 0, 0);
    return true;
}

bool bay_judge_haul(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    struct tc_view to = *v;
    struct tc_query q = *v->q;

    if (a->verb == BAY_V_DONE)
        return true;
    if (!bay_judge_battery(v, a->arg[0], 1, why))
        return false;
    if (bay_impact_at(s, s->units[a->arg[0]].hex) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2l", BAY_R_EFFECTIVE, s->units[a->arg[0]].hex, 0, 0);
    q.arg[0] = a->arg[0];
    to.q = &q;
    for (int i = 0; i < bay_count_haul_to(&to); i++) {
        struct tc_act there = { 0 };
        if (bay_nth_haul_to(&to, i, &there) && bay_judge_haul_to(&to, &there, NULL))
            return true;
    }
    return tc_refuse(why, "B-7.0i", BAY_R_GUNS_HEMMED_IN, a->arg[0], 0, 0);
}

int bay_count_haul(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 1;

    for (int u = bk->guns; u < bk->units; u++)
        n += bay_gun_ready(bk, s, u, v->q->side, 1);
    return n;
}

bool bay_nth_haul(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? BAY_V_HAUL : BAY_V_DONE;
    out->arg[0] = i ? bay_nth_ready(v, i - 1, 1) : 0;
    return out->arg[0] >= 0;
}

bool bay_judge_haul_to(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    if (!bay_on_map(bk, a->arg[0]))
        return tc_refuse(why, "B-7.0j", BAY_R_MAP_EDGE, 0, 0, 0);
    if (a->arg[0] == s->units[v->q->arg[0]].hex)
        return tc_refuse(why, "B-10.4b", BAY_R_GUNS_THERE, v->q->arg[0], a->arg[0], 0);
    if (a->arg[1] != BAY_NO_FACING)
        return tc_refuse(why, "B-8.0g", BAY_R_GUNS_NO_FACING, v->q->arg[0], 0, 0);
    if (a->arg[2] && bay_troops(bk, s, a->arg[0]) < 0)
        return tc_refuse(why, "B-9.2h", BAY_R_NOBODY_ABOVE, a->arg[0], 0, 0);
    return gun_reaches(bk, s, v->q->arg[0], a->arg[0], why);
}

int bay_count_haul_to(const struct tc_view *v)
{
    (void)v;
    return 36;
}

/* The 18 hexes within two, above or beneath friends. */
bool bay_nth_haul_to(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    struct tc_hexfan ring = { .first = 0, .sectors = 6, .near = 1, .far = 2 };
    int n = i % 18, k = n < 6 ? 1 : 2;
    struct tc_hexvec at = tc_hex_add(bk->vec[s->units[v->q->arg[0]].hex],
                                     tc_hexfan_hex(&ring, TC_HEX_CCW, k, k == 1 ? n : n - 6));

    out->verb = BAY_V_TO;
    out->arg[0] = bay_id(bk, tc_hexmap_at(&bk->map, at));
    out->arg[1] = BAY_NO_FACING;
    out->arg[2] = i / 18;
    return out->arg[0] >= 0;
}

static bool gun_reaches(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                        struct tc_refusal *why)
{
    int from = s->units[u].hex;

    if (from < 101 || to < 101)
        return false;
    if (bay_impact_at(s, from) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2l", BAY_R_EFFECTIVE, from, 0, 0);
    if (!gun_hex(bk, s, u, to, false, why))
        return false;
    for (int d = 0; d < 6; d++) {
        int mid = bk->next[from][d], cost = mid < 0 ? 99 : gun_step(bk, s, from, d, 0);
        if (cost > bk->move.limbered)
            continue;
        if (mid == to)
            return true;
        if (!gun_hex(bk, s, u, mid, true, NULL))
            continue;
        for (int e = 0; e < 6; e++)
            if (bk->next[mid][e] == to && bk->next[mid][e] != from &&
                cost + gun_step(bk, s, mid, e, cost) <= bk->move.limbered)
                return true;
    }
    return tc_refuse(why, "B-7.0d", BAY_R_UNREACHED, to, 0, 0);
}

/* MP of one step of a limbered battery; 99 when it cannot be. */
static int gun_step(const struct bay_book *bk, const struct bay_state *s, int from, int d,
                    int spent)
{
    int to = bk->next[from][d], cost = to < 0 ? BAY_CLOSED : bk->cost[0][from][d];

    if (cost == BAY_CLOSED)
        return 99;
    if (cost == BAY_FULL)
        return spent ? 99 : bk->move.limbered;
    if (bay_impact_at(s, from) == BAY_HIT)
        cost += bk->move.hit_foot;
    if (bay_impact_at(s, to) == BAY_HIT)
        cost += bk->move.hit_foot;
    return cost;
}

/* May a limbered battery be in that hex at the end of its move, or pass it? */
static bool gun_hex(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                    bool pass, struct tc_refusal *why)
{
    if (h < 0 || h >= BAY_IDS)
        return tc_refuse(why, "B-7.0j", BAY_R_MAP_EDGE, 0, 0, 0);
    int top = bay_top(s, h);
    if (bk->terrain[h] == BAY_IMPASSABLE)
        return tc_refuse(why, "B-7.0j", BAY_R_IMPASSABLE, h, 0, 0);
    if (bay_impact_at(s, h) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2l", BAY_R_EFFECTIVE, h, 0, 0);
    if (top < 0)
        return true;
    if (bay_is_marker(s, top))
        return tc_refuse(why, "B-9.3a", BAY_R_MARKER_THERE, h, 0, 0);
    if (bay_side_of(bk, top) != bay_side_of(bk, u))
        return tc_refuse(why, "B-7.0j", BAY_R_ENEMY_THERE, h, 0, 0);
    if (bay_battery(bk, s, h) >= 0)
        return tc_refuse(why, "B-9.2a", BAY_R_STACKING, h, bay_battery(bk, s, h), 0);
    return pass ? tc_refuse(why, "B-9.2h", BAY_R_STACKING, h, top, 0) : true; /* B-RUL-89 */
}

void bay_step_haul(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);

    if (!any_ready(t, 1)) {
        next_side(t, BAY_S_LIMBER);
        return;
    }
    struct tc_act a = *tc_ask(u, t->s->head.active, BAY_Q_HAUL, "B-10.4b", 0, 0, 0);
    if (a.verb == BAY_V_DONE) {
        next_side(t, BAY_S_LIMBER);
        return;
    }
    int gun = a.arg[0];
    a = *tc_ask(u, t->s->head.active, BAY_Q_HAUL_TO, "B-7.0d", gun, 0, 0);
    bay_lift(t->s, gun);
    bay_put(t->bk, t->s, gun, a.arg[0], a.arg[2] ? BAY_AT_BOTTOM : BAY_ON_TOP); /* B-9.2h */
    t->s->units[gun].fired = 1;
    tc_tell(u, BAY_E_HAULED, "B-10.4b", gun, a.arg[0], 0);
}

static bool any_ready(const struct bay_turn *t, int limbered)
{
    for (int u = t->bk->guns; u < t->bk->units; u++)
        if (bay_gun_ready(t->bk, t->s, u, t->s->head.active, limbered))
            return true;
    return false;
}

bool bay_judge_unlimber(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == BAY_V_DONE)
        return true;
    if (!bay_judge_battery(v, a->arg[0], 1, why))
        return false;
    return a->arg[1] < 6 ? true : tc_refuse(why, "B-10.1b", BAY_R_SIX_FACINGS, a->arg[0], 0, 0);
}

int bay_count_unlimber(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 1;

    for (int u = bk->guns; u < bk->units; u++)
        n += bay_gun_ready(bk, s, u, v->q->side, 1) ? 6 : 0;
    return n;
}

int bay_nth_ready(const struct tc_view *v, int n, int limbered)
{
    BAY_VIEW(v);
    struct ready_desk *d = v->desk ? (void *)v->desk->room : NULL;

    if (!d) {
        for (int u = bk->guns; u < bk->units; u++)
            if (bay_gun_ready(bk, s, u, v->q->side, limbered) && n-- == 0)
                return u;
        return TC_NONE;
    }
    if (!v->desk->laid) {
        v->desk->laid = 1;
        d->n = 0;
        for (int u = bk->guns; u < bk->units; u++)
            if (bay_gun_ready(bk, s, u, v->q->side, limbered))
                d->unit[d->n++] = (int16_t)u;
    }
    return n < d->n ? d->unit[n] : TC_NONE;
}

bool bay_nth_unlimber(const struct tc_view *v, int i, struct tc_act *out)
{
    if (i == 0) {
        out->verb = BAY_V_DONE;
        return true;
    }
    out->verb = BAY_V_UNLIMBER;
    out->arg[0] = bay_nth_ready(v, (i - 1) / 6, 1);
    out->arg[1] = (i - 1) % 6;
    return out->arg[0] >= 0;
}

bool bay_judge_limber(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (a->verb == BAY_V_DONE)
        return true;
    if (!bay_judge_battery(v, a->arg[0], 0, why))
        return false;
    if (a->verb == BAY_V_PIVOT &&
        (a->arg[1] > 5 || tc_hexface_turns(s->units[a->arg[0]].facing, a->arg[1]) < 2))
        return tc_refuse(why, "B-10.1c", BAY_R_PIVOT, a->arg[0], 0, 0);
    return true;
}

int bay_count_limber(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 1;

    for (int u = bk->guns; u < bk->units; u++)
        n += bay_gun_ready(bk, s, u, v->q->side, 0) ? 7 : 0;
    return n;
}

bool bay_nth_limber(const struct tc_view *v, int i, struct tc_act *out)
{
    if (i == 0) {
        out->verb = BAY_V_DONE;
        return true;
    }
    int k = (i - 1) % 7;
    out->arg[0] = bay_nth_ready(v, (i - 1) / 7, 0);
    out->verb = k == 6 ? BAY_V_LIMBER : BAY_V_PIVOT;
    out->arg[1] = k == 6 ? 0 : k;
    return out->arg[0] >= 0;
}

bool bay_is_battery(const struct bay_book *bk, const struct bay_state *s, int u)
{
    return bay_is_art(bk, u) && bay_fights(s, u);
}

void bay_step_guns_first(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    int n[TC_SIDES] = { 0, 0 };

    for (int b = t->bk->guns; b < t->bk->units; b++)
        if (bay_is_battery(t->bk, t->s, b))
            n[bay_side_of(t->bk, b)]++;
    if (!n[0] && !n[1]) {
        t->s->head.step = BAY_S_WINGS_FIRST;
        return;
    }
    t->s->now.guns_first = (int8_t)(n[0] == n[1] ? roll_off(u, "B-10.1d") : n[1] > n[0]);
    t->s->now.declined[0] = t->s->now.declined[1] = 0;
    t->s->now.stage = 0;
    t->s->head.active = t->s->now.guns_first;
    tc_tell(u, BAY_E_FIRST, "B-10.1d", t->s->now.guns_first, 0);
    t->s->head.step = BAY_S_UNLIMBER;
}

/* Both sides roll until one is higher. */
static int roll_off(struct tc_umpire *u, const char *rule)
{
    int a, b;

    do {
        tc_wish(u, 0, TC_HIGH);
        a = tc_roll(u, TC_D10, rule);
        tc_wish(u, 1, TC_HIGH);
        b = tc_roll(u, TC_D10, rule);
    } while (a == b);
    return b > a;
}

void bay_step_unlimber(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);

    if (!any_ready(t, 1)) {
        next_side(t, BAY_S_HAUL);
        return;
    }
    const struct tc_act *a = tc_ask(u, t->s->head.active, BAY_Q_UNLIMBER, "B-10.4a", 0, 0, 0);
    if (a->verb == BAY_V_DONE) {
        next_side(t, BAY_S_HAUL);
        return;
    }
    struct bay_unit *x = &t->s->units[a->arg[0]];
    x->limbered = 0;
    x->facing = (uint8_t)a->arg[1];                                   /* B-10.1b */
    x->fired = 1;                                                     /* B-10.4d */
    tc_tell(u, BAY_E_UNLIMBERED, "B-10.1b", a->arg[0], a->arg[1], 0); /* B-10.4d */
}

void bay_step_limber(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);

    if (!any_ready(t, 0)) {
        next_side(t, BAY_S_FIRE);
        return;
    }
    const struct tc_act *a = tc_ask(u, t->s->head.active, BAY_Q_LIMBER, "B-10.4c", 0, 0, 0);
    if (a->verb == BAY_V_DONE) {
        next_side(t, BAY_S_FIRE);
        return;
    }
    struct bay_unit *x = &t->s->units[a->arg[0]];
    x->fired = 1;
    if (a->verb == BAY_V_PIVOT) {
        x->facing = (uint8_t)a->arg[1];
        tc_tell(u, BAY_E_PIVOTED, "B-RUL-45", a->arg[0], a->arg[1], 0);
        return;
    }
    x->limbered = 1;
    x->facing = BAY_NO_FACING;
    tc_tell(u, BAY_E_LIMBERED, "B-10.4c", a->arg[0], 0, 0);
}

/* One side is done with a step of gun actions: the other, or the next step (RUL-46). */
static void next_side(struct bay_turn *t, int step)
{
    t->s->head.active = (int8_t)!t->s->head.active; /* B-RUL-46 */
    if (++t->s->now.stage < 2)
        return;
    t->s->now.stage = 0;
    t->s->head.active = t->s->now.guns_first;
    t->s->head.step = (uint16_t)step;
}

bool bay_gun_ready(const struct bay_book *bk, const struct bay_state *s, int u, int side,
                   int limbered)
{
    return bay_is_battery(bk, s, u) && bay_side_of(bk, u) == side && !s->units[u].fired &&
           s->units[u].limbered == limbered;
}
