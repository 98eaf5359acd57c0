/* rules/bayonet/fire.c - batteries fire: 10.2, 10.3, and what Impact markers do. */
#include "rules/bayonet/artillery.h"

enum { FAN_HEXES = 35 };

/* Told further down: */
static bool has_target(const struct bay_book *bk, const struct bay_state *s, int u);
static bool can_fire(const struct bay_book *bk, const struct bay_state *s, int u, int side,
                     struct tc_refusal *why);
static bool can_hit(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                    int facing, struct tc_refusal *why);
static bool can_shoot(const struct bay_turn *t, int side);
static int find_impact(const struct bay_state *s, int h);
static bool sees(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                 struct tc_refusal *why);
static bool hides(const struct bay_book *bk, const struct bay_state *s, int h);
static bool burns(const struct bay_book *bk, const struct bay_state *s, int h);
static int close_hex(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                     int i);

/* Leaders whose brigade has a unit in a hex that has just become Effective (B-6.4.2b). */
static void shake_leaders(struct bay_turn *t, int h)
{
    int u = bay_troops(t->bk, t->s, h);

    if (u >= 0)
        bay_leader_risk(t, bay_brigade_of(t->bk, u), "B-6.4.2b");
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
               : tc_refuse(why, "B-10.2b", BAY_R_NOTHING_IN_FAN, a->arg[0], 0, 0);
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

int bay_count_fire(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 1;

    for (int u = bk->guns; u < bk->units; u++)
        n += bay_gun_ready(bk, s, u, v->q->side, 0);
    return n;
}

bool bay_nth_fire(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? BAY_V_FIRE : BAY_V_CEASE;
    out->arg[0] = i ? bay_nth_ready(v, i - 1, 0) : 0;
    return out->arg[0] >= 0;
}

/* May it fire at all, whatever the target? */
static bool can_fire(const struct bay_book *bk, const struct bay_state *s, int u, int side,
                     struct tc_refusal *why)
{
    struct tc_query q = { .side = (int16_t)side };
    struct tc_view v = { &bk->head, s, &q };
    int h = s->units[u].hex;

    if (!bay_judge_battery(&v, u, 0, why))
        return false;
    if (bay_top(s, h) != u)
        return tc_refuse(why, "B-9.2e", BAY_R_MASKED, u, bay_top(s, h), 0);
    if (bay_impact_at(s, h) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2p", BAY_R_EFFECTIVE, h, 0, 0);
    return true;
}

bool bay_judge_aim(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (!bay_on_map(bk, a->arg[0]))
        return tc_refuse(why, "B-10.2b", BAY_R_MAP_EDGE, 0, 0, 0);
    return can_hit(bk, s, v->q->arg[0], a->arg[0], a->arg[1], why);
}

int bay_count_aim(const struct tc_view *v)
{
    (void)v;
    return 3 * FAN_HEXES;
}

/* Roll, look up, mark (B-10.2c). */
static void shoot(struct bay_turn *t, int u, int to, bool pivot)
{
    struct bay_state *s = t->s;
    struct tc_sum sum = { t->u, 0 };
    int range = bay_distance(t->bk, s->units[u].hex, to);

    tc_hope(t->u, bay_side_of(t->bk, u), TC_HIGH);
    tc_sum_add(&sum, tc_roll(t->u, TC_D10, "B-10.2c"), "B-10.2c", BAY_LB_DIE, 0, 0);
    if (pivot)
        tc_sum_add(&sum, t->bk->gun.pivot, "B-10.2d", BAY_LB_PIVOT, 0, 0);
    if (bay_impact_at(s, s->units[u].hex) == BAY_HIT)
        tc_sum_add(&sum, t->bk->gun.in_hit, "B-10.2e", BAY_LB_IN_HIT, 0, 0);
    tc_sum_end(&sum, "B-T3", BAY_LB_TOTAL);
    int row = sum.total < 0 ? 0 : sum.total > 9 ? 9 : sum.total; /* B-2.2b, B-2.2c */
    /* B-10.2f: the ground of the target says nothing */
    int result = t->bk->gun.result[range - 1][row];
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
        return; /* B-RUL-47 */
    }
    int gun = a.arg[0];
    a = *tc_ask(u, side, BAY_Q_AIM, "B-10.2b", gun, 0, 0);
    bool pivot = t->s->units[gun].facing != a.arg[1];
    t->s->units[gun].facing = (uint8_t)a.arg[1];
    shoot(t, gun, a.arg[0], pivot);
}

static bool can_shoot(const struct bay_turn *t, int side)
{
    if (t->s->now.declined[side])
        return false;
    for (int u = t->bk->guns; u < t->bk->units; u++)
        if (bay_gun_ready(t->bk, t->s, u, side, 0) && can_fire(t->bk, t->s, u, side, NULL) &&
            has_target(t->bk, t->s, u))
            return true;
    return false;
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

void bay_add_impact(struct bay_turn *t, int h, enum bay_shot level, int source,
                    const char *rule)
{
    struct bay_state *s = t->s;
    int i = find_impact(s, h), was = bay_impact_at(s, h), now = (int)level;

    if (was == BAY_HIT && level == BAY_HIT && s->impacts[i].source != source) {
        now = BAY_EFFECTIVE; /* B-10.2q, RUL-51 */
        rule = "B-10.2q";    /* B-RUL-51 */
    } else if (was > now) {
        now = was; /* B-10.2u, B-RUL-90 */
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

static int find_impact(const struct bay_state *s, int h)
{
    for (int i = 0; i < BAY_IMPACTS && s->impacts[i].level; i++)
        if (s->impacts[i].hex == h)
            return i;
    return TC_NONE;
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
        /* B-10.3c: not the sort that hides */
        friends += bay_held_by(bk, s, a, side) && bay_held_by(bk, s, b, side);
        if (friends > 1)
            return tc_refuse(why, "B-10.3b", BAY_R_FRIENDS_BETWEEN, to, a, 0);
    }
    return true; /* B-RUL-48 */
}

static bool hides(const struct bay_book *bk, const struct bay_state *s, int h)
{
    return bk->move.ground[bk->terrain[h]].blocks || bay_impact_at(s, h) == BAY_EFFECTIVE ||
           burns(bk, s, h);
}

static bool burns(const struct bay_book *bk, const struct bay_state *s, int h)
{
    for (int i = 0; i < bk->fires; i++)
        if (bk->fire[i].hex == h && s->head.turn >= bk->fire[i].from &&
            s->head.turn <= bk->fire[i].to)
            return true; /* B-11.8.4a */
    return false;
}

/* The two hexes of the second row of the fan that touch the target. */
static int close_hex(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                     int i)
{
    int f = s->units[u].facing, d = bay_dir(bk, s->units[u].hex, target);

    if (d < 0)
        return TC_NONE;
    int first = d == f ? f : (f + 1) % 6, second = d == f ? (f + 1) % 6 : f;
    return bk->next[target][i ? second : first]; /* B-RUL-50 */
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
    out->verb = BAY_V_AT; /* B-T10 */
    out->arg[0] = bay_id(bk, tc_hexmap_at(&bk->map, at));
    out->arg[1] = facing;
    return out->arg[0] >= 0;
}
