/* rules/bayonet/leg.c - one leg of a move after the other: 5.3, chapter 7 (B-7.0h). */
#include "rules/bayonet/attack.h"
#include "rules/bayonet/move.h"

/* Told further down: */
static bool play_leg(struct bay_turn *t, const struct tc_act *a);
static bool judge_step(const struct bay_book *bk, const struct bay_state *s,
                       const struct tc_act *a, struct tc_refusal *why);
static int left(const struct bay_book *bk, const struct bay_state *s);
static int movers(const struct bay_state *s);
static bool refuse_facing(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                          struct tc_refusal *why);
static bool judge_through(const struct bay_book *bk, const struct bay_state *s,
                          const struct tc_act *a, struct tc_refusal *why, int *mp);
static bool has_lane(const struct bay_book *bk, const struct bay_state *s, int u,
                     const struct tc_act *a, struct tc_refusal *why);
static int line_up(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                   int facing);
static bool judge_march(const struct bay_book *bk, const struct bay_state *s,
                        const struct tc_act *a, struct tc_refusal *why);
static void suggest_step(const struct bay_book *bk, const struct bay_state *s,
                         const struct tc_act *a, struct tc_refusal *why);
static void suggest_march(const struct bay_book *bk, const struct bay_state *s,
                          const struct tc_act *a, struct tc_refusal *why);
static bool judge_reorder(const struct bay_state *s, struct tc_refusal *why);
static bool judge_guns(const struct bay_book *bk, const struct bay_state *s, bool beneath,
                       struct tc_refusal *why);
static int marches(const struct bay_book *bk, const struct bay_state *s, struct bay_reach *r,
                   int nth, int *n);
static bool nth_march(const struct bay_book *bk, const struct bay_state *s, int i,
                      struct tc_act *out);

/* Free movement (5.3): leg by leg until it halts or nothing is left. */
void bay_march(struct bay_turn *t)
{
    struct bay_state *s = t->s;
    int u = s->now.mover, m = s->now.mate;

    for (int legs = 0; legs < 20 && left(t->bk, s) > 0; legs++) { /* B-5.3a */
        /* A copy: a garrison that is left may be asked for its facing on the way (B-9.1.2h). */
        const struct tc_act a =
            *tc_ask(t->u, s->head.active, BAY_Q_LEG, "B-5.3a", u, left(t->bk, s), 0);
        if (!play_leg(t, &a))
            break;
    }
    s->units[u].moved = 1; /* B-5.3b */
    if (m >= 0)
        s->units[m].moved = 1;
}

/* Who may ride through infantry at all (B-9.4b)? Whoever walks leg by leg acts as under March
 * (B-5.2d, B-5.4t). */
static bool has_drill(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct tc_refusal *why)
{
    if (!bk->drill[bay_side_of(bk, u)])
        return tc_refuse(why, "B-9.4b", BAY_R_NO_DRILL, bay_side_of(bk, u), 0, 0);
    if (!bay_is_horse(bk, u))
        return tc_refuse(why, "B-9.4b", BAY_R_NOT_HORSE, u, 0, 0);
    if (s->now.mate >= 0)
        return tc_refuse(why, "B-9.4b", BAY_R_DRILL_STACK, u, 0, 0);
    return true;
}

static bool judge_turn(const struct bay_book *bk, const struct bay_state *s, int facing,
                       struct tc_refusal *why)
{
    int u = s->now.mover, f = s->units[u].facing;

    if (f == BAY_NO_FACING)
        return tc_refuse(why, "B-8.0g", BAY_R_HAS_NO_FACING, u, 0, 0);
    if (facing > 5)
        return tc_refuse(why, "B-8.0g", BAY_R_SIX_FACINGS, u, 0, 0);
    if (facing == f)
        return tc_refuse(why, "B-8.0g", BAY_R_SAME_FACING, u, 0, 0);
    int cost = bay_turn_cost(bk, f, facing) + line_up(bk, s, u, s->units[u].hex, facing);
    if (cost > left(bk, s))
        return tc_refuse(why, "B-8.0h", BAY_R_MP, cost, left(bk, s), 0);
    return true;
}

/* MP to line up with the unit whose hex it shares, once there (RUL-39). */
static int line_up(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                   int facing)
{
    int v = bay_troops(bk, s, h);

    while (v >= 0 && (v == u || v == s->now.mate))
        v = bay_next_troops(bk, s, v);
    if (v < 0 || s->units[v].facing == BAY_NO_FACING || bay_may_end(bk, s, u, h, facing))
        return 0;
    return bay_turn_cost(bk, facing, s->units[v].facing);
}

/* A stack steps: the bottom unit first, so that the order stays (B-9.1.1a). */
static void step_leg(struct bay_turn *t, const struct tc_act *a)
{
    struct bay_state *s = t->s;
    int u = s->now.mover, m = s->now.mate, from = s->units[u].hex;
    int cost = bay_step_cost(t->bk, s, u, from, a->arg[0], s->units[u].spent, movers(s), NULL);

    if (s->units[u].facing == BAY_NO_FACING) {
        s->units[u].facing = (uint8_t)a->arg[1];
        if (m >= 0)
            s->units[m].facing = (uint8_t)a->arg[1];
    }
    if (m < 0) {
        bay_step_to(t, u, a->arg[0], cost, a->arg[2]);
        return;
    }
    int low = s->units[u].pos > s->units[m].pos ? u : m, top = low == u ? m : u;
    uint8_t facing = s->units[u].facing;
    bay_step_to(t, low, a->arg[0], cost, a->arg[2]);
    bay_step_to(t, top, a->arg[0], cost, a->arg[2]);
    if (s->units[top].facing == BAY_NO_FACING) { /* a garrison now, in the order it came */
        bay_lift(s, low);
        bay_put(t->bk, s, low, s->units[top].hex, BAY_AT_BOTTOM);
        return;
    }
    s->units[low].facing = s->units[top].facing = facing;
    if (bay_troops(t->bk, s, s->units[top].hex) != top &&
        bay_count(t->bk, s, s->units[top].hex) == 2) {
        bay_lift(s, top);
        bay_put(t->bk, s, top, t->bk->next[from][a->arg[0]], BAY_ON_TOP);
    }
}

static void through_leg(struct bay_turn *t, const struct tc_act *a)
{
    int u = t->s->now.mover, mp = 0, from = t->s->units[u].hex;
    int mid = t->bk->next[from][a->arg[0]], to = t->bk->next[mid][a->arg[1]];

    judge_through(t->bk, t->s, a, NULL, &mp);
    tc_tell(t->u, BAY_E_PASSED_THROUGH, "B-9.4b", u, mid, 0);
    int spent = t->s->units[u].spent + mp;
    t->s->units[u].obstacle = 1;
    bay_enter(t, u, to, "B-9.4b");
    t->s->units[u].spent = (uint8_t)spent;
}

static void turn_unit(struct bay_turn *t, int u, int facing)
{
    struct bay_unit *x = &t->s->units[u];

    x->spent = (uint8_t)(x->spent + bay_turn_cost(t->bk, x->facing, facing));
    x->facing = (uint8_t)facing;
    bay_tell_turn(t, u, "B-8.0h");
}

static void reorder(struct bay_turn *t)
{
    struct bay_state *s = t->s;
    int u = s->now.mover, m = s->now.mate, h = s->units[u].hex;
    int low = s->units[u].pos > s->units[m].pos ? u : m;

    bay_lift(s, low);
    bay_put(t->bk, s, low, h, BAY_ON_TOP);
    s->units[u].spent = (uint8_t)bay_allowance(t->bk, s, u);
    s->units[m].spent = (uint8_t)bay_allowance(t->bk, s, m);
    tc_tell(t->u, BAY_E_MOVED, "B-9.1.1c", low, h, s->units[low].facing);
}

bool bay_judge_leg(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = s->now.mover, h = s->units[u].hex, mp;

    switch (a->verb) {
    case BAY_V_STEP:
        if (judge_step(bk, s, a, why))
            return true;
        suggest_step(bk, s, a, why);
        return false;
    case BAY_V_THROUGH: return judge_through(bk, s, a, why, &mp);
    case BAY_V_TURN: return judge_turn(bk, s, a->arg[0], why);
    case BAY_V_MARCH:
        if (judge_march(bk, s, a, why))
            return true;
        suggest_march(bk, s, a, why);
        return false;
    case BAY_V_REORDER: return judge_reorder(s, why);
    case BAY_V_ABOVE:
    case BAY_V_BENEATH: return judge_guns(bk, s, a->verb == BAY_V_BENEATH, why);
    default: break;
    }
    return bay_may_end(bk, s, u, h, s->units[u].facing) ? true
                                                        : refuse_facing(bk, s, u, h, why);
}

/* Cavalry rides through a single battalion of an army that has the drill (B-9.4b). */
static bool judge_through(const struct bay_book *bk, const struct bay_state *s,
                          const struct tc_act *a, struct tc_refusal *why, int *mp)
{
    int u = s->now.mover, from = s->units[u].hex, f = s->units[u].facing;
    int mid = bk->next[from][a->arg[0]], to = mid < 0 ? TC_NONE : bk->next[mid][a->arg[1]];

    if (!has_drill(bk, s, u, why) || !has_lane(bk, s, u, a, why))
        return false;
    int first = bk->cost[1][from][a->arg[0]];
    int hit = (bay_impact_at(s, from) == BAY_HIT) + (bay_impact_at(s, mid) == BAY_HIT);
    first += hit * bk->move.hit_horse + bk->move.drill;
    first += bay_battery(bk, s, mid) >= 0 ? bk->move.battery : 0; /* B-9.2b */
    if (bay_ground_disorders(bk, from, mid)) /* RUL-36: Disordered, it would end there */
        return tc_refuse(why, "B-9.4b", BAY_R_ROUGH_LANE, u, mid, 0);
    if (first > left(bk, s))
        return tc_refuse(why, "B-9.4b", BAY_R_MP, first, left(bk, s), 0);
    int second = bay_step_cost(bk, s, u, mid, a->arg[1], s->units[u].spent + first, 1, why);
    if (second < 0)
        return false; /* the reason is that of the hex beyond */
    if (!bay_astray(bk, s, u) &&
        (!bay_box_lets(bk, s, mid, why) || !bay_box_lets(bk, s, to, why)))
        return false;
    if (!bay_may_end(bk, s, u, to, f))
        return refuse_facing(bk, s, u, to, why);
    *mp = first + second;
    return true;
}

/* Play one leg; false when the move is over. */
static bool play_leg(struct bay_turn *t, const struct tc_act *a)
{
    struct bay_state *s = t->s;
    int u = s->now.mover, m = s->now.mate;
    struct bay_reach r;

    switch (a->verb) {
    case BAY_V_STEP: step_leg(t, a); return true;
    case BAY_V_THROUGH: through_leg(t, a); return true;
    case BAY_V_TURN:
        turn_unit(t, u, a->arg[0]);
        if (m >= 0)
            turn_unit(t, m, a->arg[0]);
        return true;
    case BAY_V_MARCH:
        bay_reach(t->bk, s, u, bay_astray(t->bk, s, u) ? 0 : BAY_REACH_BOX, &r);
        bay_walk(t, u, &r, bay_reach_node(t->bk, &r, a->arg[0], a->arg[1]), false);
        return false;
    case BAY_V_REORDER: reorder(t); return false;
    case BAY_V_ABOVE:
    case BAY_V_BENEATH:
        bay_put_battery(t->bk, s, s->units[u].hex, a->verb == BAY_V_BENEATH);
        s->units[u].spent = (uint8_t)(s->units[u].spent + t->bk->move.reorder);
        if (m >= 0)
            s->units[m].spent = (uint8_t)(s->units[m].spent + t->bk->move.reorder);
        return true; /* B-9.2d */
    default: return false;
    }
}

static bool judge_step(const struct bay_book *bk, const struct bay_state *s,
                       const struct tc_act *a, struct tc_refusal *why)
{
    int u = s->now.mover, from = s->units[u].hex, d = a->arg[0];
    int to = bk->next[from][d];
    bool loose = s->units[u].facing == BAY_NO_FACING;
    int facing = loose ? a->arg[1] : s->units[u].facing;

    if (loose != (a->arg[1] != BAY_NO_FACING))
        return tc_refuse(why, loose ? "B-RUL-40" : "B-8.0g",
                         loose ? BAY_R_NEEDS_FACING : BAY_R_KEEPS_FACING, u, 0, 0);
    if (!loose && !bay_in_front(facing, d))
        return tc_refuse(why, "B-RUL-3", BAY_R_NOT_FRONT, to, u, 0);
    int cost = bay_step_cost(bk, s, u, from, d, s->units[u].spent, movers(s), why);
    if (cost < 0)
        return false;
    int after = left(bk, s) - cost;
    if (after < 0)
        return tc_refuse(why, "B-7.0i", BAY_R_MP, cost, left(bk, s), 0);
    if (a->arg[2] && bay_battery(bk, s, to) < 0)
        return tc_refuse(why, "B-9.2d", BAY_R_NO_GUNS, to, 0, 0);
    if (a->arg[2] && bay_troops(bk, s, to) >= 0)
        return tc_refuse(why, "B-9.2d", BAY_R_TROOPS_WITH_GUNS, to, 0, 0);
    if (!bay_astray(bk, s, u) && !bay_box_lets(bk, s, to, why))
        return false;
    if (bay_is_horse(bk, u) && bay_ground_disorders(bk, from, to))
        after = 0; /* RUL-36: Disordered on the way, nothing is left */
    if (after < line_up(bk, s, u, to, facing))
        return refuse_facing(bk, s, u, to, why);
    return true;
}

/* Allowance left for the mover, or for the slower of two. */
static int left(const struct bay_book *bk, const struct bay_state *s)
{
    int u = s->now.mover, m = s->now.mate;
    int a = bay_allowance(bk, s, u) - s->units[u].spent;
    int b = m < 0 ? a : bay_allowance(bk, s, m) - s->units[m].spent;

    return a < b ? a : b;
}

static int movers(const struct bay_state *s)
{
    return s->now.mate >= 0 ? 2 : 1;
}

/* It would not stand as the unit it finds in that hex does (RUL-39). */
static bool refuse_facing(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                          struct tc_refusal *why)
{
    int v = bay_troops(bk, s, h);

    while (v >= 0 && (v == u || v == s->now.mate))
        v = bay_next_troops(bk, s, v);
    return tc_refuse(why, "B-RUL-39", BAY_R_STACK_FACING, u, v, 0);
}

/* Is there one battalion of friends before it, and a hex behind them (B-9.4b)? */
static bool has_lane(const struct bay_book *bk, const struct bay_state *s, int u,
                     const struct tc_act *a, struct tc_refusal *why)
{
    int from = s->units[u].hex, f = s->units[u].facing, mid = bk->next[from][a->arg[0]];
    int to = mid < 0 ? TC_NONE : bk->next[mid][a->arg[1]];
    int foot = mid < 0 ? TC_NONE : bay_troops(bk, s, mid);

    if (mid < 0 || to < 0)
        return tc_refuse(why, "B-9.4b", BAY_R_MAP_EDGE, 0, 0, 0);
    if (!bay_in_front(f, a->arg[0]) || !bay_in_front(f, a->arg[1]))
        return tc_refuse(why, "B-9.4b", BAY_R_NOT_FRONT, bay_in_front(f, a->arg[0]) ? to : mid,
                         u, 0);
    if (foot < 0 || bay_side_of(bk, foot) != bay_side_of(bk, u) || !bay_is_foot(bk, foot))
        return tc_refuse(why, "B-9.4b", BAY_R_NO_BATTALION, mid, 0, 0);
    if (bay_count(bk, s, mid) != 1)
        return tc_refuse(why, "B-9.4b", BAY_R_TWO_BATTALIONS, mid, 0, 0);
    if (bay_impact_at(s, from) == BAY_EFFECTIVE || bay_impact_at(s, mid) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-9.4b", BAY_R_EFFECTIVE,
                         bay_impact_at(s, mid) == BAY_EFFECTIVE ? mid : from, 0, 0);
    return true;
}

static bool judge_march(const struct bay_book *bk, const struct bay_state *s,
                        const struct tc_act *a, struct tc_refusal *why)
{
    struct bay_reach r;
    int u = s->now.mover;

    if (s->now.mate >= 0)
        return tc_refuse(why, "B-5.3a", BAY_R_STACK_STEPS, u, 0, 0);
    if (!bay_on_map(bk, a->arg[0]))
        return tc_refuse(why, "B-5.3a", BAY_R_MAP_EDGE, 0, 0, 0);
    if (!bay_astray(bk, s, u) && !bay_box_lets(bk, s, a->arg[0], why))
        return false;
    bay_reach(bk, s, u, bay_astray(bk, s, u) ? 0 : BAY_REACH_BOX, &r);
    if (bay_reach_node(bk, &r, a->arg[0], a->arg[1]) < 0)
        return tc_refuse(why, "B-5.3a", BAY_R_UNREACHED, a->arg[0], 0, 0);
    return bay_may_end(bk, s, u, a->arg[0], a->arg[1])
               ? true
               : refuse_facing(bk, s, u, a->arg[0], why);
}

/* A step the box forbids: the other front hex if that is legal, else halt where it is. */
static void suggest_step(const struct bay_book *bk, const struct bay_state *s,
                         const struct tc_act *a, struct tc_refusal *why)
{
    int u = s->now.mover, f = s->units[u].facing;
    struct tc_act other = *a;

    if (!why || why->reason < BAY_R_WING_BOUNDARY || why->reason > BAY_R_AHEAD_LINE)
        return;
    other.arg[0] = f == BAY_NO_FACING ? a->arg[0] : (a->arg[0] == f ? (f + 1) % 6 : f);
    if (f == BAY_NO_FACING || !judge_step(bk, s, &other, NULL))
        other = (struct tc_act){ .verb = BAY_V_HALT };
    if (other.verb == BAY_V_HALT && !bay_may_end(bk, s, u, s->units[u].hex, f))
        return;
    why->has_nearest = true;
    why->nearest = other;
}

/* A place it cannot march to: the nearest one it can, facing that way if it may. */
static void suggest_march(const struct bay_book *bk, const struct bay_state *s,
                          const struct tc_act *a, struct tc_refusal *why)
{
    int u = s->now.mover, least = 1000;
    struct bay_reach r;

    if (!why || s->now.mate >= 0 || !bay_on_map(bk, a->arg[0]))
        return;
    bay_reach(bk, s, u, bay_astray(bk, s, u) ? 0 : BAY_REACH_BOX, &r);
    for (int i = 0; i < r.n; i++) {
        int h = bay_reach_hex(&r, r.node[i]), f = r.node[i] % 6;
        int far = 2 * bay_distance(bk, h, a->arg[0]) + (f != a->arg[1]);
        if (far >= least || !bay_may_end(bk, s, u, h, f))
            continue;
        least = far;
        why->has_nearest = true;
        why->nearest = (struct tc_act){ .verb = BAY_V_MARCH, .arg = { h, f } };
    }
}

/* The whole allowance of a stack buys another order of its two units (B-9.1.1c). */
static bool judge_reorder(const struct bay_state *s, struct tc_refusal *why)
{
    int u = s->now.mover, mate = s->now.mate;

    if (mate < 0)
        return tc_refuse(why, "B-9.1.1c", BAY_R_MOVES_ALONE, u, 0, 0);
    if (s->brigades[s->now.brigade].order != BAY_MARCH)
        return tc_refuse(why, "B-9.1.1c", BAY_R_NOT_MARCHING, s->now.brigade, 0, 0);
    if (s->units[u].spent || s->units[mate].spent)
        return tc_refuse(why, "B-9.1.1c", BAY_R_SPENT, s->units[u].spent ? u : mate, 0, 0);
    return true;
}

/* Before or behind the battery whose hex it shares (RUL-42). */
static bool judge_guns(const struct bay_book *bk, const struct bay_state *s, bool beneath,
                       struct tc_refusal *why)
{
    int u = s->now.mover, h = s->units[u].hex, battery = bay_battery(bk, s, h);
    int cost = bk->move.reorder + line_up(bk, s, u, h, s->units[u].facing);

    if (battery < 0)
        return tc_refuse(why, "B-RUL-42", BAY_R_NO_GUNS, h, 0, 0);
    if ((bay_top(s, h) == battery) == beneath)
        return tc_refuse(why, "B-RUL-42", beneath ? BAY_R_BEHIND_GUNS : BAY_R_BEFORE_GUNS, u,
                         battery, 0);
    if (left(bk, s) < cost)
        return tc_refuse(why, "B-RUL-42", BAY_R_MP, cost, left(bk, s), 0);
    return true;
}

bool bay_box_lets(const struct bay_book *bk, const struct bay_state *s, int h,
                  struct tc_refusal *why)
{
    struct bay_box box;

    if (bay_now_holds(bk, s, h))
        return true;
    if (why) {
        bay_box_of(bk, s, s->now.brigade, &box);
        bay_box_holds(bk, s, s->now.brigade, &box, h, why);
    }
    return false;
}

/* Fewer candidates for a piece with a facing: halt and turns, steps, the rest. */
int bay_drawn_leg(const struct tc_view *v)
{
    BAY_VIEW(v);
    return s->units[s->now.mover].facing == BAY_NO_FACING ? 1 + 36 : 1 + 5 + 4 + 4 + 3;
}

int bay_count_leg(const struct tc_view *v)
{
    BAY_VIEW(v);
    struct bay_reach r;
    int n;

    marches(bk, s, &r, TC_NONE, &n);
    return bay_drawn_leg(v) + n;
}

/* The hexes it can march to, in the order of what they cost; h of the nth, or how many. */
static int marches(const struct bay_book *bk, const struct bay_state *s, struct bay_reach *r,
                   int nth, int *n)
{
    uint8_t seen[BAY_WINDOW * BAY_WINDOW] = { 0 };
    int u = s->now.mover;

    *n = 0;
    if (s->now.mate >= 0)
        return TC_NONE;
    bay_reach(bk, s, u, bay_astray(bk, s, u) ? 0 : BAY_REACH_BOX, r);
    for (int i = 0; i < r->n; i++) {
        int cell = r->node[i] / 6, h = bay_reach_hex(r, r->node[i]);
        if (seen[cell]++ || h == s->units[u].hex)
            continue;
        if ((*n)++ == nth)
            return h;
    }
    return TC_NONE;
}

bool bay_nth_leg(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int f = s->units[s->now.mover].facing, near = bay_drawn_leg(v);

    if (i >= near)
        return nth_march(bk, s, i - near, out);
    if (i == 0) {
        out->verb = BAY_V_HALT;
    } else if (f == BAY_NO_FACING) {
        out->verb = BAY_V_STEP;
        out->arg[0] = (i - 1) / 6;
        out->arg[1] = (i - 1) % 6;
    } else if (i < 6) {
        out->verb = BAY_V_TURN;
        out->arg[0] = (f + i) % 6;
    } else if (i < 10) {
        out->verb = BAY_V_STEP;
        out->arg[0] = (f + (i & 1)) % 6;
        out->arg[1] = BAY_NO_FACING;
        out->arg[2] = i >= 8;
    } else if (i < 14) {
        out->verb = BAY_V_THROUGH;
        out->arg[0] = (f + (i & 1)) % 6;
        out->arg[1] = (f + (i >> 1 & 1)) % 6;
    } else {
        out->verb = (int16_t)(i == 14 ? BAY_V_REORDER : i == 15 ? BAY_V_ABOVE : BAY_V_BENEATH);
    }
    return true;
}

/* A march to each hex in reach: facing as it does if it can, else as is cheapest. */
static bool nth_march(const struct bay_book *bk, const struct bay_state *s, int i,
                      struct tc_act *out)
{
    struct bay_reach r;
    int n, u = s->now.mover, f = s->units[u].facing, h = marches(bk, s, &r, i, &n);

    if (h < 0)
        return false;
    for (int k = 0;
         k < r.n && (bay_reach_node(bk, &r, h, f) < 0 || !bay_may_end(bk, s, u, h, f)); k++)
        if (bay_reach_hex(&r, r.node[k]) == h && bay_may_end(bk, s, u, h, r.node[k] % 6))
            f = r.node[k] % 6;
    out->verb = BAY_V_MARCH;
    out->arg[0] = h;
    out->arg[1] = f;
    return f < BAY_NO_FACING;
}
