/* rules/bayonet/artillery.c - the Artillery Phase: 3.1 and chapter 10. */
#include "rules/bayonet/combat.h"

/* --- Who is first (B-10.1d) ----------------------------------------------------------- */

static bool is_battery(const struct bay_book *bk, const struct bay_state *s, int u)
{
    return bay_is_art(bk, u) && bay_fights(s, u);
}

/* Both sides roll until one is higher. */
static int roll_off(struct tc_umpire *u, const char *rule)
{
    int a, b;

    do {
        a = tc_roll(u, TC_D10, rule);
        b = tc_roll(u, TC_D10, rule);
    } while (a == b);
    return b > a;
}

void bay_step_guns_first(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    int n[TC_SIDES] = { 0, 0 };

    for (int b = t->bk->guns; b < t->bk->units; b++)
        if (is_battery(t->bk, t->s, b))
            n[bay_side_of(t->bk, b)]++;
    if (!n[0] && !n[1]) {
        t->s->head.step = BAY_S_WINGS_FIRST;
        return;
    }
    t->s->now.guns_first = (int8_t)(n[0] == n[1] ? roll_off(u, "B-10.1d") : n[1] > n[0]);
    t->s->now.declined[0] = t->s->now.declined[1] = 0;
    t->s->now.stage = 0;
    t->s->head.active = t->s->now.guns_first;
    tc_tell(u, BAY_E_FIRST, "B-10.1d", t->s->now.guns_first, 0, 0);
    t->s->head.step = BAY_S_UNLIMBER;
}

/* One side is done with a step of gun actions: the other, or the next step (RUL-46). */
static void next_side(struct bay_turn *t, int step)
{
    TC_RULE("B-RUL-46");
    t->s->head.active = (int8_t)!t->s->head.active;
    if (++t->s->now.stage < 2)
        return;
    t->s->now.stage = 0;
    t->s->head.active = t->s->now.guns_first;
    t->s->head.step = (uint16_t)step;
}

static bool ready(const struct bay_book *bk, const struct bay_state *s, int u, int side,
                  int limbered)
{
    return is_battery(bk, s, u) && bay_side_of(bk, u) == side && !s->units[u].fired &&
           s->units[u].limbered == limbered;
}

static bool any_ready(const struct bay_turn *t, int limbered)
{
    for (int u = t->bk->guns; u < t->bk->units; u++)
        if (ready(t->bk, t->s, u, t->s->head.active, limbered))
            return true;
    return false;
}

/* The common judge of a battery named in an act. */
static bool judge_battery(const struct tc_view *v, int u, int limbered, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (!is_battery(bk, s, u) || bay_side_of(bk, u) != v->q->side)
        return tc_refuse(why, "B-3.1a", BAY_R_NOT_YOURS, u, 0, 0);
    if (s->units[u].fired)
        return tc_refuse(why, "B-10.1a", BAY_R_FIRED, u, 0, 0);
    if (s->units[u].limbered && !limbered)
        return tc_refuse(why, "B-10.2a", BAY_R_LIMBERED, u, 0, 0);
    if (!s->units[u].limbered && limbered)
        return tc_refuse(why, "B-7.0d", BAY_R_NOT_LIMBERED, u, 0, 0);
    return true;
}

/* --- 10.4 Step 1: unlimber ------------------------------------------------------------------
 */

bool bay_judge_unlimber(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == BAY_V_DONE)
        return true;
    if (!judge_battery(v, a->arg[0], 1, why))
        return false;
    return a->arg[1] < 6 ? true : tc_refuse(why, "B-10.1b", BAY_R_FACING, a->arg[0], 0, 0);
}

int bay_count_unlimber(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 1;

    for (int u = bk->guns; u < bk->units; u++)
        n += ready(bk, s, u, v->q->side, 1) ? 6 : 0;
    return n;
}

/* Unit number n of those that are ready, or TC_NONE. */
static int nth_ready(const struct tc_view *v, int n, int limbered)
{
    BAY_VIEW(v);

    for (int u = bk->guns; u < bk->units; u++)
        if (ready(bk, s, u, v->q->side, limbered) && n-- == 0)
            return u;
    return TC_NONE;
}

bool bay_nth_unlimber(const struct tc_view *v, int i, struct tc_act *out)
{
    if (i == 0) {
        out->verb = BAY_V_DONE;
        return true;
    }
    out->verb = BAY_V_UNLIMBER;
    out->arg[0] = nth_ready(v, (i - 1) / 6, 1);
    out->arg[1] = (i - 1) % 6;
    return out->arg[0] >= 0;
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
    x->facing = (uint8_t)a->arg[1]; /* B-10.1b */
    x->fired = 1;                   /* B-10.4d */
    TC_RULE("B-10.4d");
    tc_tell(u, BAY_E_UNLIMBERED, "B-10.1b", a->arg[0], a->arg[1], 0);
}

/* --- 10.4 Step 2: move
 * ------------------------------------------------------------------------- */

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
    return pass ? tc_refuse(why, "B-9.2h", BAY_R_STACKING, h, top, 0) : true;
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

bool bay_judge_haul(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    struct tc_view to = *v;
    struct tc_query q = *v->q;

    if (a->verb == BAY_V_DONE)
        return true;
    if (!judge_battery(v, a->arg[0], 1, why))
        return false;
    q.arg[0] = a->arg[0];
    to.q = &q;
    for (int i = 0; i < bay_count_haul_to(&to); i++) {
        struct tc_act there = { 0 };
        if (bay_nth_haul_to(&to, i, &there) && bay_judge_haul_to(&to, &there, NULL))
            return true;
    }
    return tc_refuse(why, "B-7.0i", BAY_R_UNREACHED, s->units[a->arg[0]].hex, 0, 0);
}

int bay_count_haul(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 1;

    for (int u = bk->guns; u < bk->units; u++)
        n += ready(bk, s, u, v->q->side, 1);
    return n;
}

bool bay_nth_haul(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? BAY_V_HAUL : BAY_V_DONE;
    out->arg[0] = i ? nth_ready(v, i - 1, 1) : 0;
    return out->arg[0] >= 0;
}

bool bay_judge_haul_to(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    if (!bay_on_map(bk, a->arg[0]))
        return tc_refuse(why, "B-7.0j", BAY_R_MAP_EDGE, 0, 0, 0);
    if (a->arg[0] == s->units[v->q->arg[0]].hex || a->arg[1] != BAY_NO_FACING)
        return tc_refuse(why, "B-10.4b", BAY_R_UNREACHED, a->arg[0], 0, 0);
    if (a->arg[2] && bay_troops(bk, s, a->arg[0]) < 0)
        return tc_refuse(why, "B-9.2h", BAY_R_UNREACHED, a->arg[0], 0, 0);
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

/* --- 10.4 Step 3: limber, or pivot in place (RUL-45)
 * ----------------------------------------------- */

bool bay_judge_limber(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (a->verb == BAY_V_DONE)
        return true;
    if (!judge_battery(v, a->arg[0], 0, why))
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
        n += ready(bk, s, u, v->q->side, 0) ? 7 : 0;
    return n;
}

bool bay_nth_limber(const struct tc_view *v, int i, struct tc_act *out)
{
    if (i == 0) {
        out->verb = BAY_V_DONE;
        return true;
    }
    int k = (i - 1) % 7;
    out->arg[0] = nth_ready(v, (i - 1) / 7, 0);
    out->verb = k == 6 ? BAY_V_LIMBER : BAY_V_PIVOT;
    out->arg[1] = k == 6 ? 0 : k;
    return out->arg[0] >= 0;
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

/* --- 10.3 Line of sight
 * ---------------------------------------------------------------------------- */

static bool burns(const struct bay_book *bk, const struct bay_state *s, int h)
{
    for (int i = 0; i < bk->fires; i++)
        if (bk->fire[i].hex == h && s->head.turn >= bk->fire[i].from &&
            s->head.turn <= bk->fire[i].to)
            return TC_RULE("B-11.8.4a"), true;
    return false;
}

static bool hides(const struct bay_book *bk, const struct bay_state *s, int h)
{
    return bk->move.ground[bk->terrain[h]].blocks || bay_impact_at(s, h) == BAY_EFFECTIVE ||
           burns(bk, s, h);
}

/* Nothing hides the target, and at most one hex of friends lies between (RUL-48). */
static bool sees(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                 struct tc_refusal *why)
{
    struct tc_hexline line;
    struct tc_hexstep step;
    int friends = 0, side = bay_side_of(bk, u);

    tc_hexline_begin(&line, bk->vec[s->units[u].hex], bk->vec[to]);
    while (tc_hexline_step(&line, &step) && step.k < step.n) {
        bool two = step.cut == TC_HEXCUT_ALONG || step.cut == TC_HEXCUT_EVEN;
        int a = bay_id(bk, tc_hexmap_at(&bk->map, step.hex[0]));
        int b = two ? bay_id(bk, tc_hexmap_at(&bk->map, step.hex[1])) : a;
        a = a < 0 ? b : a;
        b = b < 0 ? a : b;
        if (hides(bk, s, a) && hides(bk, s, b))
            return tc_refuse(why, "B-10.3a", BAY_R_SIGHT, to, a, 0);
        friends += bay_held_by(bk, s, a, side) && bay_held_by(bk, s, b, side);
        if (friends > 1)
            return tc_refuse(why, "B-10.3b", BAY_R_FRIENDS_BETWEEN, to, a, 0);
    }
    TC_RULE("B-RUL-48");
    return true;
}

/* --- 10.2 Fire
 * ----------------------------------------------------------------------------------------- */

/* May it fire at all, whatever the target? */
static bool can_fire(const struct bay_book *bk, const struct bay_state *s, int u, int side,
                     struct tc_refusal *why)
{
    struct tc_query q = { .side = (int16_t)side };
    struct tc_view v = { &bk->head, s, &q };
    int h = s->units[u].hex;

    if (!judge_battery(&v, u, 0, why))
        return false;
    if (bay_top(s, h) != u)
        return tc_refuse(why, "B-9.2e", BAY_R_MASKED, u, bay_top(s, h), 0);
    if (bay_impact_at(s, h) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2p", BAY_R_EFFECTIVE, h, 0, 0);
    return true;
}

/* One shot: the fan after a pivot of at most one vertex, range, sight, friends. */
static bool can_hit(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                    int facing, struct tc_refusal *why)
{
    struct tc_hexfan fan = {
        .first = (int8_t)facing, .sectors = 1, .near = 1, .far = BAY_RANGES
    };

    if (facing > 5 || tc_hexface_turns(s->units[u].facing, facing) > 1)
        return tc_refuse(why, "B-10.1c", BAY_R_PIVOT, u, 0, 0);
    if (!tc_hexfan_has(&fan, TC_HEX_CCW, tc_hex_sub(bk->vec[to], bk->vec[s->units[u].hex])))
        return tc_refuse(why, "B-10.2b", BAY_R_FAN, to, u, 0);
    if (bay_held_by(bk, s, to, bay_side_of(bk, u)))
        return tc_refuse(why, "B-RUL-49", BAY_R_FRIENDLY_TARGET, to, 0, 0);
    return sees(bk, s, u, to, why);
}

static bool has_target(const struct bay_book *bk, const struct bay_state *s, int u)
{
    struct tc_query q = { .side = bk->unit[u].side, .arg = { u } };
    struct tc_view v = { &bk->head, s, &q };

    for (int i = 0; i < bay_count_aim(&v); i++) {
        struct tc_act a = { 0 };
        if (bay_nth_aim(&v, i, &a) && bay_judge_aim(&v, &a, NULL))
            return true;
    }
    return false;
}

bool bay_judge_fire(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (a->verb == BAY_V_CEASE)
        return true;
    if (!can_fire(bk, s, a->arg[0], v->q->side, why))
        return false;
    return has_target(bk, s, a->arg[0])
               ? true
               : tc_refuse(why, "B-10.2b", BAY_R_NO_TARGET, a->arg[0], 0, 0);
}

int bay_count_fire(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 1;

    for (int u = bk->guns; u < bk->units; u++)
        n += ready(bk, s, u, v->q->side, 0);
    return n;
}

bool bay_nth_fire(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? BAY_V_FIRE : BAY_V_CEASE;
    out->arg[0] = i ? nth_ready(v, i - 1, 0) : 0;
    return out->arg[0] >= 0;
}

bool bay_judge_aim(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (!bay_on_map(bk, a->arg[0]))
        return tc_refuse(why, "B-10.2b", BAY_R_MAP_EDGE, 0, 0, 0);
    return can_hit(bk, s, v->q->arg[0], a->arg[0], a->arg[1], why);
}

enum { FAN_HEXES = 35 };

int bay_count_aim(const struct tc_view *v)
{
    (void)v;
    return 3 * FAN_HEXES;
}

/* The fan as it stands first, then one vertex either way (B-T10). */
bool bay_nth_aim(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    static const int8_t turn[3] = { 0, 1, 5 };
    int u = v->q->arg[0], n = i % FAN_HEXES, k = 1;
    int facing = (s->units[u].facing + turn[i / FAN_HEXES]) % 6;
    struct tc_hexfan fan = {
        .first = (int8_t)facing, .sectors = 1, .near = 1, .far = BAY_RANGES
    };

    for (; n > k; k++)
        n -= k + 1;
    struct tc_hexvec at =
        tc_hex_add(bk->vec[s->units[u].hex], tc_hexfan_hex(&fan, TC_HEX_CCW, k, n));
    TC_RULE("B-T10");
    out->verb = BAY_V_AT;
    out->arg[0] = bay_id(bk, tc_hexmap_at(&bk->map, at));
    out->arg[1] = facing;
    return out->arg[0] >= 0;
}

/* --- Impacts
 * -----------------------------------------------------------------------------------------------
 */

static int find_impact(const struct bay_state *s, int h)
{
    for (int i = 0; i < BAY_IMPACTS && s->impacts[i].level; i++)
        if (s->impacts[i].hex == h)
            return i;
    return TC_NONE;
}

/* Leaders whose brigade has a unit in a hex that has just become Effective (B-6.4.2b). */
static void shake_leaders(struct bay_turn *t, int h)
{
    int u = bay_troops(t->bk, t->s, h);

    if (u >= 0)
        bay_leader_risk(t, bay_brigade_of(t->bk, u), "B-6.4.2b");
}

void bay_add_impact(struct bay_turn *t, int h, enum bay_shot level, int source,
                    const char *rule)
{
    struct bay_state *s = t->s;
    int i = find_impact(s, h), was = bay_impact_at(s, h), now = (int)level;

    if (was == BAY_HIT && level == BAY_HIT && s->impacts[i].source != source) {
        now = BAY_EFFECTIVE; /* B-10.2q, RUL-51 */
        rule = "B-10.2q";
        TC_RULE("B-RUL-51");
    } else if (was > now) {
        TC_RULE("B-10.2u");
        now = was;
    }
    for (int k = 0; i < 0 && k < BAY_IMPACTS; k++)
        if (!s->impacts[k].level)
            i = k;
    if (i < 0 || now == was)
        return;
    if (!was)
        s->impacts[i] = (struct bay_impact){ .hex = (int16_t)h, .source = (int16_t)source };
    else
        s->key -= ((uint32_t)h * 4u + s->impacts[i].level) * 40503u;
    s->impacts[i].level = (uint8_t)now;
    s->key += ((uint32_t)h * 4u + s->impacts[i].level) * 40503u;
    bay_set_impact(s, h, now);
    tc_tell(t->u, BAY_E_IMPACT, rule, h, now, 0);
    if (now == BAY_EFFECTIVE)
        shake_leaders(t, h);
}

/* --- The bonus Hit at close range (B-10.2r, RUL-50)
 * ----------------------------------------------------------- */

/* The two hexes of the second row of the fan that touch the target. */
static int close_hex(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                     int i)
{
    int f = s->units[u].facing, d = bay_dir(bk, s->units[u].hex, target);

    if (d < 0)
        return TC_NONE;
    int first = d == f ? f : (f + 1) % 6, second = d == f ? (f + 1) % 6 : f;
    TC_RULE("B-RUL-50");
    return bk->next[target][i ? second : first];
}

bool bay_judge_spread(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = v->q->arg[0], h = v->q->arg[1];

    if (a->arg[0] >= 0 &&
        (a->arg[0] == close_hex(bk, s, u, h, 0) || a->arg[0] == close_hex(bk, s, u, h, 1)))
        return true;
    return tc_refuse(why, "B-10.2r", BAY_R_FAN, a->arg[0], u, 0);
}

int bay_count_spread(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool bay_nth_spread(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    out->verb = BAY_V_SPREAD;
    out->arg[0] = close_hex(bk, s, v->q->arg[0], v->q->arg[1], i);
    return out->arg[0] >= 0;
}

/* Roll, look up, mark (B-10.2c). */
static void shoot(struct bay_turn *t, int u, int to, bool pivot)
{
    struct bay_state *s = t->s;
    struct tc_sum sum = { t->u, 0 };
    int range = bay_distance(t->bk, s->units[u].hex, to);

    tc_sum_add(&sum, tc_roll(t->u, TC_D10, "B-10.2c"), "B-10.2c", BAY_LB_DIE, 0, 0);
    if (pivot)
        tc_sum_add(&sum, t->bk->gun.pivot, "B-10.2d", BAY_LB_PIVOT, 0, 0);
    if (bay_impact_at(s, s->units[u].hex) == BAY_HIT)
        tc_sum_add(&sum, t->bk->gun.in_hit, "B-10.2e", BAY_LB_IN_HIT, 0, 0);
    tc_sum_end(&sum, "B-T3", BAY_LB_TOTAL);
    int row = sum.total < 0 ? 0 : sum.total;
    if (sum.total < 0)
        TC_RULE("B-2.2b");
    int result = t->bk->gun.result[range - 1][row > 9 ? 9 : row];
    s->units[u].fired = 1; /* B-10.2a */
    tc_tell(t->u, BAY_E_SHOT, result == BAY_MISS ? "B-10.2g" : "B-10.2c", u, to, result);
    if (result == BAY_MISS)
        return;
    bay_add_impact(t, to, (enum bay_shot)result, u, "B-10.2t");
    if (result != BAY_EFFECTIVE || range != 1)
        return;
    if (close_hex(t->bk, s, u, to, 0) < 0 && close_hex(t->bk, s, u, to, 1) < 0)
        return; /* both off the map */
    const struct tc_act *a =
        tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_SPREAD, "B-10.2r", u, to, 0);
    bay_add_impact(t, a->arg[0], BAY_HIT, u, "B-10.2r");
}

static bool can_shoot(const struct bay_turn *t, int side)
{
    if (t->s->now.declined[side])
        return false;
    for (int u = t->bk->guns; u < t->bk->units; u++)
        if (ready(t->bk, t->s, u, side, 0) && can_fire(t->bk, t->s, u, side, NULL) &&
            has_target(t->bk, t->s, u))
            return true;
    return false;
}

/* Battery by battery, in turns (B-10.1e). */
void bay_step_fire(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    int side = t->s->head.active;

    if (!can_shoot(t, side)) {
        t->s->head.active = (int8_t)!side;
        side = !side;
        if (!can_shoot(t, side)) {
            t->s->head.step = BAY_S_WINGS_FIRST;
            return;
        }
    }
    struct tc_act a = *tc_ask(u, side, BAY_Q_FIRE, "B-10.1e", 0, 0, 0);
    t->s->head.active = (int8_t)!side;
    if (a.verb == BAY_V_CEASE) {
        t->s->now.declined[side] = 1;
        TC_RULE("B-RUL-47");
        return;
    }
    int gun = a.arg[0];
    a = *tc_ask(u, side, BAY_Q_AIM, "B-10.2b", gun, 0, 0);
    bool pivot = t->s->units[gun].facing != a.arg[1];
    t->s->units[gun].facing = (uint8_t)a.arg[1];
    shoot(t, gun, a.arg[0], pivot);
}
