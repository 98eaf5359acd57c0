/* rules/bayonet/run.c - the way of a charge to its target: chapter 5.4, movement. */
#include "rules/bayonet/move.h"

/* One direct path: up to two steps in the two front directions, given as bits. */
struct path {
    int end, cost;
    bool legal, clean;
};

/* What is asked of the charge, worked out once. */
struct run {
    bool direct, attack; /* must take a direct path; ends where it can attack */
    int far;             /* otherwise: the least distance it can reach */
    struct bay_reach reach;
};

/* Told further down: */
static void run_at(struct bay_turn *t, int u, int target);
static void offer_to(struct bay_turn *t, int h, int facing);
static bool fulfils(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                    const struct run *r, int h, int facing);
static bool attack_node(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                        int facing, int target);
static void go_direct(struct bay_turn *t, int u, int target, int end);
static void suggest_run(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                        const struct run *r, struct tc_act *near);

/* Turn the fewest vertices that bring a neighbour hex to the front (B-5.4p). */
static void turn_to(struct bay_turn *t, int u, int target)
{
    struct bay_unit *x = &t->s->units[u];
    int f = tc_hexface_nearest(3, x->facing, bay_dir(t->bk, x->hex, target));

    x->spent = (uint8_t)(x->spent + bay_turn_cost(t->bk, x->facing, f));
    x->facing = (uint8_t)f;
    bay_tell_turn(t, u, "B-5.4p");
}

static struct path try_path(const struct bay_book *bk, const struct bay_state *s, int u,
                            int target, int steps, int bits)
{
    int h = s->units[u].hex, f = s->units[u].facing, spent = s->units[u].spent;
    struct path p = { h, 0, true, true };

    for (int i = 0; i < steps; i++) {
        int d = (f + (bits >> i & 1)) % 6, to = bk->next[p.end][d];
        int mp = to < 0 ? -1 : bay_step_cost(bk, s, u, p.end, d, spent, 1, NULL);
        /* B-4.2c, B-5.4q, B-5.4s */
        if (mp < 0 || !bay_now_holds(bk, s, to) ||
            bay_distance(bk, to, target) >= bay_distance(bk, p.end, target))
            return (struct path){ h, 0, false, false };
        if (i + 1 < steps && bay_is_horse(bk, u) && bay_ground_disorders(bk, p.end, to))
            return (struct path){ h, 0, false,
                                  false }; /* RUL-36: Disordered, it goes no farther */
        /* Fire on the hex where it begins cannot be gone round. */
        p.clean &= !bk->obstacle[p.end][d] && bay_top(s, to) < 0 && !bay_impact_at(s, to);
        spent += mp;
        p.end = to;
    }
    p.cost = spent;
    p.legal = bay_dir(bk, p.end, target) >= 0 && bay_may_end(bk, s, u, p.end, f) &&
              bay_attack_legal(bk, s, u, p.end, target, true, true, NULL);
    p.clean &= p.legal;
    return p;
}

void bay_charge_move(struct bay_turn *t, int u)
{
    struct bay_unit *x = &t->s->units[u];
    struct tc_act a = *tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_CHARGE, "B-5.4m", u, 0, 0);

    if (a.verb != BAY_V_CHARGE) {
        x->moved = a.verb == BAY_V_STAND;
        return; /* B-5.4t, B-RUL-29 */
    }
    if (a.arg[1] != x->facing) { /* B-5.4n */
        x->spent = (uint8_t)(x->spent + bay_turn_cost(t->bk, x->facing, a.arg[1]));
        x->facing = (uint8_t)a.arg[1];
        bay_tell_turn(t, u, "B-5.4n");
    }
    x->moved = 1;
    x->facing0 = x->facing; /* priorities are read from here (B-5.4w) */
    x->target = (int16_t)a.arg[0];
    x->priority = (uint8_t)bay_priority(t->bk, t->s, u, x->hex, x->facing, x->target);
    tc_tell(t->u, BAY_E_CHARGES, "B-5.4w", u, x->target, x->priority);
    bool here = x->priority <= 2 &&
                bay_attack_legal(t->bk, t->s, u, x->hex, x->target, true, true, NULL);
    if (here && x->priority == 2)
        turn_to(t, u, x->target);
    else if (!here)
        run_at(t, u, x->target); /* B-RUL-31 */
}

static void plan(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                 struct run *r)
{
    int steps = bay_distance(bk, s->units[u].hex, target) - 1;

    r->direct = r->attack = false;
    if (s->units[u].facing != BAY_NO_FACING && steps >= 1 && steps <= 2)
        for (int bits = 0; bits < 1 << steps; bits++)
            r->direct |= try_path(bk, s, u, target, steps, bits).clean; /* B-5.4y */
    if (r->direct) {
        r->attack = true;
        return;
    }
    bay_reach(bk, s, u, BAY_REACH_BOX, &r->reach);
    r->far = bay_distance(bk, s->units[u].hex, target);
    for (int i = 0; i < r->reach.n; i++) {
        int h = bay_reach_hex(&r->reach, r->reach.node[i]), f = r->reach.node[i] % 6;
        r->attack |= attack_node(bk, s, u, h, f, target);
        if (bay_may_end(bk, s, u, h, f) && bay_distance(bk, h, target) < r->far)
            r->far = bay_distance(bk, h, target);
    }
}

bool bay_judge_run(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = v->q->arg[0], target = v->q->arg[1];
    struct run r;

    if (!bay_on_map(bk, a->arg[0]) || a->arg[2])
        return tc_refuse(why, "B-7.0j", BAY_R_MAP_EDGE, 0, 0, 0);
    plan(bk, s, u, target, &r);
    if (fulfils(bk, s, u, target, &r, a->arg[0], a->arg[1]))
        return true;
    struct tc_act near = { .verb = BAY_V_TO };
    suggest_run(bk, s, u, target, &r, &near);
    return tc_refuse_near(why, &near,
                          r.direct   ? "B-5.4y"
                          : r.attack ? "B-RUL-30"
                                     : "B-5.4r",
                          BAY_R_MUST_CHARGE, u, target);
}

/* A way that would do: the first direct path, or the cheapest place reached. */
static void suggest_run(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                        const struct run *r, struct tc_act *near)
{
    int steps = bay_distance(bk, s->units[u].hex, target) - 1;

    near->arg[1] = s->units[u].facing;
    for (int bits = 0; r->direct && bits < 1 << steps; bits++) {
        struct path p = try_path(bk, s, u, target, steps, bits);
        near->arg[0] = p.end;
        if (p.legal)
            return;
    }
    for (int i = 0; !r->direct && i < r->reach.n; i++) {
        near->arg[0] = bay_reach_hex(&r->reach, r->reach.node[i]);
        near->arg[1] = r->reach.node[i] % 6;
        if (fulfils(bk, s, u, target, r, near->arg[0], near->arg[1]))
            return;
    }
}

static void run_at(struct bay_turn *t, int u, int target)
{
    struct run r;
    int steps = bay_distance(t->bk, t->s->units[u].hex, target) - 1;

    plan(t->bk, t->s, u, target, &r);
    if (r.direct) {
        for (int bits = 0; bits < 1 << steps; bits++) {
            struct path p = try_path(t->bk, t->s, u, target, steps, bits);
            if (p.legal)
                offer_to(t, p.end, t->s->units[u].facing);
        }
    } else {
        for (int i = 0; i < r.reach.n; i++) {
            int h = bay_reach_hex(&r.reach, r.reach.node[i]), f = r.reach.node[i] % 6;
            if (fulfils(t->bk, t->s, u, target, &r, h, f))
                offer_to(t, h, f);
        }
    }
    const struct tc_act *a = tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_RUN,
                                    r.direct ? "B-5.4y" : "B-RUL-30", u, target, 0);
    if (r.direct)
        go_direct(t, u, target, a->arg[0]);
    else
        bay_walk(t, u, &r.reach, bay_reach_node(t->bk, &r.reach, a->arg[0], a->arg[1]), false);
    if (!r.attack || (bay_is_horse(t->bk, u) && t->s->units[u].disordered)) {
        t->s->units[u].target = TC_NONE; /* B-5.4r, B-5.4x, B-5.4x, B-RUL-20 */
        tc_tell(t->u, BAY_E_BLOCKED, r.attack ? "B-5.4x" : "B-5.4r", u, target, 0);
    }
}

static void offer_to(struct bay_turn *t, int h, int facing)
{
    struct tc_act a = { .verb = BAY_V_TO, .arg = { h, facing } };

    for (int i = 0; i < t->u->offers->n; i++)
        if (tc_same_act(&t->u->offers->act[i], &a))
            return;
    tc_offer(t->u, &a);
}

/* Does (hex, facing) fulfil what the charge asks? */
static bool fulfils(const struct bay_book *bk, const struct bay_state *s, int u, int target,
                    const struct run *r, int h, int facing)
{
    int steps = bay_distance(bk, s->units[u].hex, target) - 1;

    if (r->direct) {
        for (int bits = 0; bits < 1 << steps; bits++) {
            struct path p = try_path(bk, s, u, target, steps, bits);
            if (p.legal && p.end == h && facing == s->units[u].facing)
                return true;
        }
        return false;
    }
    if (bay_reach_node(bk, &r->reach, h, facing) < 0 || !bay_may_end(bk, s, u, h, facing))
        return false;
    return r->attack ? attack_node(bk, s, u, h, facing, target)
                     : bay_distance(bk, h, target) == r->far;
}

static bool attack_node(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                        int facing, int target)
{
    int d = bay_dir(bk, h, target);

    return d >= 0 && bay_in_front(facing, d) && bay_may_end(bk, s, u, h, facing) &&
           (h != s->units[u].hex || facing != s->units[u].facing ||
            bay_own_front(bk, s, u, d)) &&
           bay_attack_legal(bk, s, u, h, target, true, true, NULL);
}

static void go_direct(struct bay_turn *t, int u, int target, int end)
{
    int steps = bay_distance(t->bk, t->s->units[u].hex, target) - 1, best = -1, least = 99;

    for (int bits = 0; bits < 1 << steps; bits++) {
        struct path p = try_path(t->bk, t->s, u, target, steps, bits);
        if (p.legal && p.end == end && p.cost < least) {
            best = bits;
            least = p.cost;
        }
    }
    for (int i = 0; i < steps; i++) {
        int d = (t->s->units[u].facing + (best >> i & 1)) % 6;
        int mp =
            bay_step_cost(t->bk, t->s, u, t->s->units[u].hex, d, t->s->units[u].spent, 1, NULL);
        bay_step_to(t, u, d, mp, false);
    }
}
