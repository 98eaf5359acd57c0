/* rules/malbrook/fire.c - chapter 16, artillery: targets, direct and indirect fire, crews. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/probe.h"

struct shot {
    int gun, target;
    bool lob, close_phase;
    bool looked; /* eye is filled */
    struct mal_eye eye;
    struct tc_box *box; /* lent to the eye; or NULL */
};

/* Told further down: */
static int nearest_legal(const struct mal_book *bk, const struct mal_state *s, struct shot k,
                         int32_t than);
static int32_t range_to(const struct mal_book *bk, const struct mal_state *s, int gun,
                        int target);
static struct tc_pt muzzle(const struct mal_state *s, int gun);
static bool free_to_choose(const struct mal_book *bk, const struct mal_state *s, int gun);
static bool shot_legal(const struct mal_book *bk, const struct mal_state *s, struct shot *k,
                       struct tc_refusal *why);
static bool range_legal(const struct mal_book *bk, const struct mal_state *s,
                        const struct shot *k, struct tc_refusal *why);
static bool at_hand(const struct mal_state *s, const struct shot *k, int32_t r);
static bool may_fire(const struct mal_book *bk, const struct mal_state *s, int gun,
                     struct tc_refusal *why);
static bool engaged_gun(const struct mal_book *bk, const struct mal_state *s, int gun);
static bool friends_near(const struct mal_book *bk, const struct mal_state *s,
                         const struct shot *k);
static void offer_shots(struct mal_play *p, int gun, bool lob);
static int in_reach(struct mal_play *p, const struct shot *k, bool ranges,
                    int16_t who[MAL_UNITS], int32_t far[MAL_UNITS]);
static int32_t reach_of(const struct mal_book *bk, const struct mal_state *s,
                        const struct shot *k);
static bool beyond(const struct mal_book *bk, const struct mal_state *s, int gun, int target,
                   int32_t most);
static bool wants_fire(const struct mal_book *bk, const struct mal_state *s, int unit);
static int fire_total(struct mal_play *p, const struct shot *k, int32_t far);
static void add_target_mods(struct mal_play *p, const struct shot *k, struct tc_sum *sum);
static bool same_pose(const struct mal_pose *p, const struct mal_unit *m);
static void strike(struct mal_play *p, const struct shot *k, int total, bool close);
static void fire_indirect(struct mal_play *p, const struct shot *k);
static bool exposed(const struct mal_book *bk, const struct mal_state *s, const struct shot *k);
static bool seen_for(const struct mal_book *bk, const struct mal_state *s, struct shot *k);
static bool in_arc(const struct mal_book *bk, const struct mal_state *s, const struct shot *k);
static bool off_the_arc(const struct mal_book *bk, const struct mal_state *s,
                        const struct shot *k);
static bool enfilades(const struct mal_book *bk, const struct mal_state *s,
                      const struct shot *k);
static void note_shot(struct mal_play *p, const struct shot *k, bool close);
static struct mal_pose pose_of(const struct mal_unit *m);

bool mal_may_fire(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    struct shot k = { .gun = v->q->arg[0],
                      .target = a->arg[1],
                      .lob = a->verb == MAL_V_LOB,
                      .close_phase = s->phase == MAL_P_CLOSE };
    struct tc_act near = { .verb = a->verb, .arg = { v->q->arg[0] } };

    if (a->verb == MAL_V_HOLD) /* M-DEC-1 */
        return true;
    if (a->arg[0] != k.gun)
        return mal_not_asked(v, a->arg[0], "M-11.6", why);
    if (!may_fire(bk, s, k.gun, why) || !shot_legal(bk, s, &k, why))
        return false;
    if (free_to_choose(bk, s, k.gun))
        return true;
    int nearer = nearest_legal(bk, s, k, range_to(bk, s, k.gun, k.target));
    if (nearer == TC_NONE)
        return true;
    near.arg[1] = nearer;
    return tc_refuse_near(why, &near, "M-16.5", MAL_R_NEAREST, k.target, nearer);
}

static int nearest_legal(const struct mal_book *bk, const struct mal_state *s, struct shot k,
                         int32_t than)
{
    int found = TC_NONE;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        k.target = i;
        if (e->side == s->brigades[k.gun].side || !mal_counts(bk, e))
            continue;
        int32_t far = range_to(bk, s, k.gun, i);
        if (far < than && shot_legal(bk, s, &k, NULL)) {
            than = far;
            found = i;
        }
    }
    return found;
}

static int32_t range_to(const struct mal_book *bk, const struct mal_state *s, int gun,
                        int target)
{
    struct mal_body b;
    struct tc_gap best;

    mal_body(bk, &s->brigades[target], &b);
    best = tc_gap_point(&b.box[0], muzzle(s, gun));
    for (int i = 1; i < b.n; i++) {
        struct tc_gap g = tc_gap_point(&b.box[i], muzzle(s, gun));
        if (tc_gap_cmp(g, best) < 0)
            best = g;
    }
    return tc_gap_ceil(best);
}

static struct tc_pt muzzle(const struct mal_state *s, int gun)
{
    return (struct tc_pt){ s->brigades[gun].x, s->brigades[gun].y };
}

/* M-16.1: unlimbered and crewed. */
bool mal_gun_ready(const struct mal_book *bk, const struct mal_state *s, int gun)
{
    const struct mal_unit *m = &s->brigades[gun];

    return mal_on_table(m) && mal_is_gun(bk, m) && !m->limbered && m->crew == MAL_CREWED &&
           m->captured_by == TC_NONE;
}

static void fire_direct(struct mal_play *p, const struct shot *k)
{
    int32_t far = range_to(p->bk, p->s, k->gun, k->target);
    bool close = far <= p->bk->tables.fire.close + MAL_EPS;

    /* M-16.9 */
    tc_tell(p->u, MAL_E_FIRES, k->close_phase ? "M-16.2b" : "M-16.2a", k->gun, k->target, far);
    int total = fire_total(p, k, far);
    note_shot(p, k, close);
    strike(p, k, total, close);
}

/* M-16.6a: control is measured when the gun fires. */
static bool free_to_choose(const struct mal_book *bk, const struct mal_state *s, int gun)
{
    if (mal_has_leader(bk, s, gun, 0) || mal_controller(bk, s, gun) != TC_NONE)
        return true; /* M-16.6, M-16.6a */
    return false;
}

/* Everything but the nearest-target rule. */
static bool shot_legal(const struct mal_book *bk, const struct mal_state *s, struct shot *k,
                       struct tc_refusal *why)
{
    const struct mal_unit *t = &s->brigades[k->target];

    if (!mal_counts(bk, t))
        return mal_refuse_gone(bk, s, k->target, "M-16.4", why);
    if (t->side == s->brigades[k->gun].side)
        return tc_refuse(why, "M-16.4", MAL_R_FRIEND, k->target, 0, 0);
    if (!range_legal(bk, s, k, why))
        return false;
    if (!in_arc(bk, s, k))
        return tc_refuse(why, "M-16.4", MAL_R_ARC, k->target, 0, 0);
    if (friends_near(bk, s, k))
        return tc_refuse(why, "M-16.11", MAL_R_FRIENDS_NEAR, k->target, 0, 0);
    if (!seen_for(bk, s, k))
        return tc_refuse(why, k->lob ? "M-RUL-38" : "M-16.7", MAL_R_UNSEEN, k->target, 0, 0);
    return true; /* M-16.10 */
}

static bool range_legal(const struct mal_book *bk, const struct mal_state *s,
                        const struct shot *k, struct tc_refusal *why)
{
    const struct mal_fire_table *t = &bk->tables.fire;
    int cls = mal_gun_class(bk, &s->brigades[k->gun]);

    if (!k->lob && t->range[cls] && at_hand(s, k, k->close_phase ? t->close : t->range[cls]))
        return true;
    int32_t far = range_to(bk, s, k->gun, k->target);

    if (k->lob) {
        if (t->indirect[cls] == 0)
            return tc_refuse(why, "M-3.15", MAL_R_NO_INDIRECT, k->gun);
        if (k->close_phase)
            return tc_refuse(why, "M-3.15", MAL_R_LOB_PHASE, k->gun);
        if (far <= t->close + MAL_EPS)
            return tc_refuse(why, "M-16.25", MAL_R_TOO_NEAR, k->target, far, 0);
        if (far > t->indirect[cls] + MAL_EPS)
            return tc_refuse(why, "M-16.25", MAL_R_RANGE, k->target, far, t->indirect[cls]);
        return true;
    }
    if (t->range[cls] == 0)
        return tc_refuse(why, "M-RUL-38", MAL_R_ONLY_INDIRECT, k->gun, 0, 0);
    if (far > t->range[cls] + MAL_EPS)
        return tc_refuse(why, cls == MAL_LIGHT ? "M-16.8b" : "M-16.8a", MAL_R_RANGE, k->target,
                         far, t->range[cls]);
    if (k->close_phase && far > t->close + MAL_EPS)
        return tc_refuse(why, "M-16.2b", MAL_R_CLOSE_ONLY, k->target, far, 0);
    return true;
}

/* The front-centre of the target is a point of it: as near as that, it is surely near enough.
 */
static bool at_hand(const struct mal_state *s, const struct shot *k, int32_t r)
{
    return tc_dist2(muzzle(s, k->gun), muzzle(s, k->target)) < (int64_t)r * r;
}

/* M-16.11, M-16.11a: beyond an inch of every friend of the gun. */
static bool friends_near(const struct mal_book *bk, const struct mal_state *s,
                         const struct shot *k)
{
    int side = s->brigades[k->gun].side;
    int32_t r = bk->tables.fire.friends + MAL_EPS;
    struct mal_probe t;

    mal_probe(&t, bk, &s->brigades[k->target]);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *f = &s->brigades[i];
        if (i == k->gun || f->side != side || mal_probe_remote(&t, f, r) ||
            !mal_counts(bk, f) || !mal_probe_within(&t, f, r))
            continue;
        if (k->close_phase && mal_is_gun(bk, f))
            continue; /* M-16.11a, M-RUL-77 */
        return true;
    }
    return false;
}

static int fire_total(struct mal_play *p, const struct shot *k, int32_t far)
{
    const struct mal_fire_table *t = &p->bk->tables.fire;
    const struct mal_unit *g = &p->s->brigades[k->gun];
    int cls = mal_gun_class(p->bk, g);
    struct tc_sum sum = { p->u, 0 };

    tc_hope(p->u, g->side, TC_HIGH);
    tc_sum_add(&sum, tc_roll(p->u, TC_D6, "M-16.12"), "M-16.12", MAL_LB_DIE, 0, 0);
    if (t->mod[cls])
        tc_sum_add(&sum, t->mod[cls], cls == MAL_LIGHT ? "M-16.14" : "M-16.13",
                   MAL_LB_GUN_CLASS, 0, 0);
    if (g->dp)
        tc_sum_add(&sum, -g->dp, "M-16.15", MAL_LB_GUN_DP, 0, 0);
    if (far > t->effective + MAL_EPS)
        tc_sum_add(&sum, t->far_mod, "M-16.16", MAL_LB_FAR, 0, 0);
    add_target_mods(p, k, &sum);
    tc_sum_end(&sum, "M-16.12", MAL_LB_FIRE);
    return sum.total;
}

/* M-RUL-35 */
static void add_target_mods(struct mal_play *p, const struct shot *k, struct tc_sum *sum)
{
    const struct mal_fire_table *t = &p->bk->tables.fire;
    const struct mal_unit *g = &p->s->brigades[k->gun], *e = &p->s->brigades[k->target];

    if (g->last_target != k->target) /* M-RUL-35 */
        tc_sum_add(sum, t->new_mod, "M-16.17", MAL_LB_NEW_TARGET, 0, 0);
    else if (g->shot_turn + 1 >= p->s->head.turn && same_pose(&g->shot_from, g) &&
             same_pose(&g->shot_at, e))
        tc_sum_add(sum, t->same_mod, "M-16.21", MAL_LB_SAME_TARGET, 0, 0);
    if (exposed(p->bk, p->s, k))
        tc_sum_add(sum, t->exposed_mod, "M-16.18", MAL_LB_EXPOSED, 0, 0);
    if (mal_defends_line(p->bk, e, muzzle(p->s, k->gun), MAL_FORTIFICATION, MAL_FORTIFICATION,
                         false) != TC_NONE)
        tc_sum_add(sum, t->fort_mod, "M-16.19", MAL_LB_FORTIFIED, 0, 0);
    else if (mal_defends_line(p->bk, e, muzzle(p->s, k->gun), MAL_FIELDWORK, MAL_FIELDWORK,
                              false) != TC_NONE)
        tc_sum_add(sum, t->work_mod, "M-16.20", MAL_LB_WORKS, 0, 0);
}

static bool same_pose(const struct mal_pose *p, const struct mal_unit *m)
{
    return p->x == m->x && p->y == m->y && p->heading == m->heading;
}

static void strike(struct mal_play *p, const struct shot *k, int total, bool close)
{
    const struct mal_fire_table *t = &p->bk->tables.fire;
    int unit = k->target;

    if (!close) { /* M-RUL-34 */
        if (total >= t->far_dp)
            mal_add_dp(p, unit, 1, MAL_BY_FIRE, "M-16.23");
        else
            tc_tell(p->u, MAL_E_NO_EFFECT, "M-16.23", unit, 0, 0);
    } else if (total >= t->casualty) {
        mal_add_dp(p, unit, 1, MAL_BY_FIRE, "M-16.22d");
        if (mal_on_table(&p->s->brigades[unit]))
            mal_casualty(p, unit, 1, MAL_BY_FIRE, "M-16.22d");
    } else if (total >= t->two_dp) {
        mal_add_dp(p, unit, 2, MAL_BY_FIRE, "M-16.22c");
    } else if (total >= t->one_dp) {
        mal_add_dp(p, unit, 1, MAL_BY_FIRE, "M-16.22b");
    } else {
        tc_tell(p->u, MAL_E_NO_EFFECT, "M-16.22a", unit, 0, 0);
    }
}

static void one_gun(struct mal_play *p, int gun)
{
    struct tc_act hold = { .verb = MAL_V_HOLD };
    int cls = mal_gun_class(p->bk, &p->s->brigades[gun]);

    p->s->brigades[gun].acted = 1;
    tc_offer(p->u, &hold); /* M-16.24 */
    offer_shots(p, gun, false);
    if (p->s->phase == MAL_P_BOMBARD && p->bk->tables.fire.indirect[cls])
        offer_shots(p, gun, true);
    struct tc_act a = *tc_ask(p->u, p->s->side, MAL_Q_FIRE, "M-16.1", gun, 0, 0);
    if (a.verb == MAL_V_HOLD)
        return;
    struct shot k = { .gun = gun,
                      .target = a.arg[1],
                      .lob = a.verb == MAL_V_LOB,
                      .close_phase = p->s->phase == MAL_P_CLOSE };
    if (k.lob)
        fire_indirect(p, &k);
    else
        fire_direct(p, &k);
}

/* Offers are made here once; the judge agrees with them. Without a leader only the nearest
 * legal target will do: the near ones are looked at first. */
static void offer_shots(struct mal_play *p, int gun, bool lob)
{
    struct shot k = { .gun = gun, .lob = lob, .close_phase = p->s->phase == MAL_P_CLOSE };
    bool any = free_to_choose(p->bk, p->s, gun);
    struct tc_box box[MAL_UNITS];
    int16_t who[MAL_UNITS];
    int32_t far[MAL_UNITS], best = INT32_MAX;
    bool legal[MAL_UNITS] = { false };
    int n = in_reach(p, &k, !any, who, far);

    k.box = box;
    for (int32_t from = -1; !any && best == INT32_MAX;) {
        int32_t next = INT32_MAX;
        for (int i = 0; i < n; i++)
            if (far[i] > from && far[i] < next)
                next = far[i];
        if (next == INT32_MAX)
            return;
        for (int i = 0; i < n; i++) {
            k.target = who[i];
            if (far[i] == next && shot_legal(p->bk, p->s, &k, NULL)) {
                legal[i] = true;
                best = next;
            }
        }
        from = next;
    }
    for (int i = 0; i < n; i++) {
        struct tc_act a = { .verb = lob ? MAL_V_LOB : MAL_V_FIRE, .arg = { gun, who[i] } };
        k.target = who[i];
        if (any ? shot_legal(p->bk, p->s, &k, NULL) : legal[i])
            tc_offer(p->u, &a);
    }
}

/* Enemies in reach with their ranges (if they matter), as they stand in the list. */
static int in_reach(struct mal_play *p, const struct shot *k, bool ranges,
                    int16_t who[MAL_UNITS], int32_t far[MAL_UNITS])
{
    int32_t most = reach_of(p->bk, p->s, k);
    int n = 0;

    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *e = &p->s->brigades[i];
        if (e->side == p->s->brigades[k->gun].side || !mal_counts(p->bk, e) ||
            beyond(p->bk, p->s, k->gun, i, most))
            continue;
        who[n] = (int16_t)i;
        far[n++] = ranges ? range_to(p->bk, p->s, k->gun, i) : 0;
    }
    return n;
}

/* How far this shot can reach at all. */
static int32_t reach_of(const struct mal_book *bk, const struct mal_state *s,
                        const struct shot *k)
{
    const struct mal_fire_table *t = &bk->tables.fire;
    int cls = mal_gun_class(bk, &s->brigades[k->gun]);

    if (k->lob)
        return t->indirect[cls] + MAL_EPS;
    return (k->close_phase ? t->close : t->range[cls]) + MAL_EPS;
}

/* Surely farther than this from the muzzle. */
static bool beyond(const struct mal_book *bk, const struct mal_state *s, int gun, int target,
                   int32_t most)
{
    const struct mal_unit *m = &s->brigades[target];
    struct tc_pt p = muzzle(s, gun);
    int64_t x = m->x - p.x, y = m->y - p.y, r = (int64_t)mal_radius(bk, m) + most + 8;

    return x * x + y * y > r * r;
}

void mal_step_bombard(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    int gun = mal_next_right(p.bk, p.s, p.s->side, wants_fire);

    if (gun != TC_NONE)
        one_gun(&p, gun);
    else if (p.s->side == p.s->first_side)
        mal_enter(&p, MAL_S_BOMBARD, MAL_P_BOMBARD, !p.s->side);
    else
        mal_enter(&p, MAL_S_LEADERS, MAL_P_COMMAND, p.s->first_side);
}

static bool wants_fire(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    return mal_is_gun(bk, &s->brigades[unit]) && may_fire(bk, s, unit, NULL);
}

void mal_step_close_fire(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    int gun = mal_next_right(p.bk, p.s, p.s->side, wants_fire);

    if (gun != TC_NONE)
        one_gun(&p, gun);
    else if (p.s->side == p.s->first_side)
        mal_enter(&p, MAL_S_CLOSE_FIRE, MAL_P_CLOSE, !p.s->side);
    else
        mal_enter(&p, MAL_S_CHARGE, MAL_P_COMBAT, p.s->first_side);
}

/* M-16.2, M-16.3, M-RUL-36: may it fire in this phase at all? */
static bool may_fire(const struct mal_book *bk, const struct mal_state *s, int gun,
                     struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[gun];

    if (m->limbered)
        return tc_refuse(why, "M-16.1", MAL_R_LIMBERED, gun, 0, 0);
    if (!mal_gun_ready(bk, s, gun))
        return tc_refuse(why, "M-16.1", MAL_R_NO_CREW, gun, 0, 0);
    if (s->phase != MAL_P_CLOSE)
        return true;
    if (m->bombarded == MAL_SHOT_CLOSE)
        return tc_refuse(why, "M-16.3", MAL_R_FIRED, gun, 0, 0);
    if (m->bombarded && engaged_gun(bk, s, gun)) /* M-RUL-36 */
        return tc_refuse(why, "M-19.9", MAL_R_ENEMY_AT_GUN, gun, 0, 0);
    return true;
}

static bool engaged_gun(const struct mal_book *bk, const struct mal_state *s, int gun)
{
    int32_t r = bk->tables.move.foot_stop + MAL_EPS;
    struct mal_probe g;

    mal_probe(&g, bk, &s->brigades[gun]);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != g.m->side && mal_on_table(e) && !mal_probe_remote(&g, e, r) &&
            mal_is_brigade(bk, e) && mal_probe_within(&g, e, mal_is_foot(bk, e) ? r : MAL_EPS))
            return true;
    }
    return false;
}

/* M-16.26 to M-16.29, M-TAB-1, M-GEO-58 */
static void fire_indirect(struct mal_play *p, const struct shot *k)
{
    const struct mal_fire_table *t = &p->bk->tables.fire;
    struct tc_pt aim = mal_centre(p->bk, &p->s->brigades[k->target]);
    uint16_t line = tc_bearing(muzzle(p->s, k->gun), aim);

    tc_tell(p->u, MAL_E_LOBS, "M-16.25", k->gun, k->target, 0); /* M-16.29 */
    note_shot(p, k, false);
    int side = p->s->brigades[k->gun].side; /* M-TAB-1 */
    tc_hope(p->u, side, TC_HIGH);
    if (tc_roll(p->u, TC_SCATTER, "M-RUL-37") >= t->scatter_hit) {
        mal_add_dp(p, k->target, 1, MAL_BY_FIRE, "M-16.26");
        return;
    }
    tc_hope(p->u, side, TC_NO_FACE);
    int way = tc_roll(p->u, TC_DIRECTION, "M-16.27");
    tc_hope(p->u, side, TC_LOW);
    int32_t off = tc_roll(p->u, TC_D6, "M-16.27") * t->scatter_step;
    struct tc_pt at = tc_step(aim, (uint16_t)(line + t->direction[way - 1]), off);
    tc_tell(p->u, MAL_E_SCATTER, "M-16.27", at.x, at.y, 0); /* M-GEO-58 */
    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        if (!mal_on_table(m) || !mal_point_near(p->bk, m, at, 0))
            continue;
        m->under_fire = 1;
        mal_add_dp(p, i, 1, MAL_BY_FIRE, "M-16.28");
    }
}

/* M-19.13: the foot it stands before; else the nearest friends within two inches. */
static int shelter_for(const struct mal_book *bk, const struct mal_state *s, int gun)
{
    const struct mal_unit *g = &s->brigades[gun];
    struct tc_gap best = { 0, 0, 1 };
    int found = TC_NONE;
    bool behind = false;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->side != g->side || !mal_on_table(m) || !mal_is_brigade(bk, m) ||
            mal_type_of(bk, m) == MAL_CIVILIAN || m->status == MAL_ROUTING ||
            !mal_within(bk, m, g, bk->tables.combat.gun_refuge + MAL_EPS))
            continue;
        struct tc_gap d = mal_gap(bk, m, g);
        bool foot = mal_is_infantry(bk, m) && m->formation != MAL_UNFORMED &&
                    mal_to_front(bk, m, g, 0, bk->tables.move.foot_stop);
        if (found == TC_NONE || foot > behind || (foot == behind && tc_gap_cmp(d, best) < 0)) {
            best = d;
            found = i;
            behind = foot;
        }
    }
    return found;
}

static bool exposed(const struct mal_book *bk, const struct mal_state *s, const struct shot *k)
{
    const struct mal_unit *t = &s->brigades[k->target];

    return t->formation == MAL_FIELD_COLUMN || t->formation == MAL_MARCH_COLUMN ||
           (mal_is_gun(bk, t) && t->limbered) || enfilades(bk, s, k); /* M-23.7 */
}

void mal_crew_leaves(struct mal_play *p, int gun, bool killed, const char *rule)
{
    struct mal_unit *g = &p->s->brigades[gun];
    int to = killed ? TC_NONE : shelter_for(p->bk, p->s, gun);

    if (to != TC_NONE) { /* M-19.14, M-23.1 */
        g->crew = MAL_REFUGE;
        g->refuge = (int16_t)to;
        tc_tell(p->u, MAL_E_CREW_LEAVES, rule, gun, to, 0);
    } else {
        g->crew = MAL_ELIMINATED;
        g->captured_by = (int8_t)!g->side;
        tc_tell(p->u, MAL_E_CREW_LOST, killed ? rule : "M-19.11", gun, 0, 0); /* M-23.10 */
    }
    for (int i = 0; i < p->bk->leaders; i++) /* M-RUL-67: no test if the crew found refuge */
        if (p->s->leaders[i].attached == gun)
            mal_bereave(p, i, to == TC_NONE, to == TC_NONE ? "M-RUL-12" : "M-RUL-67");
}

static bool seen_for(const struct mal_book *bk, const struct mal_state *s, struct shot *k)
{
    int side = s->brigades[k->gun].side;

    if (!k->looked)
        mal_eye_of(bk, s, k->gun, &k->eye);
    k->looked = true;
    k->eye.box = k->box;
    if (mal_eye_sees(bk, s, &k->eye, k->target))
        return true;
    if (!k->lob)
        return false;
    for (int i = 0; i < s->units; i++) /* M-RUL-38 */
        if (i != k->gun && s->brigades[i].side == side && mal_counts(bk, &s->brigades[i]) &&
            mal_is_brigade(bk, &s->brigades[i]) && mal_sees(bk, s, i, k->target))
            return true;
    for (int i = 0; i < bk->leaders; i++)
        if (bk->leader[i].side == side && mal_leader_there(s, i) &&
            mal_leader_sees(bk, s, i, k->target))
            return true;
    return false;
}

/* M-GEO-20: a corner, the centre or the nearest point within 45 degrees. */
static bool in_arc(const struct mal_book *bk, const struct mal_state *s, const struct shot *k)
{
    struct tc_pt p = muzzle(s, k->gun), mark[TC_MARKS];
    uint16_t h = s->brigades[k->gun].heading;
    int32_t half = bk->tables.fire.arc;
    struct mal_body b;

    if (off_the_arc(bk, s, k)) /* M-GEO-20 */
        return false;
    mal_body(bk, &s->brigades[k->target], &b);
    tc_marks(&b.box[0], mark);
    for (int i = 0; i < 5; i++)
        if (tc_in_wedge(p, h, half, mark[i]))
            return true;
    return tc_in_wedge(p, h, half, tc_nearest(&b.box[0], p));
}

/* Surely out of an arc of no more than 45 degrees to each side: its disc keeps off. */
static bool off_the_arc(const struct mal_book *bk, const struct mal_state *s,
                        const struct shot *k)
{
    const struct mal_unit *g = &s->brigades[k->gun], *t = &s->brigades[k->target];
    struct tc_dir f = tc_forward_of(g->heading);
    int64_t x = t->x - g->x, y = t->y - g->y, r = (int64_t)mal_reach(bk, t) * 3 / 2 + 64;
    int64_t ahead = (x * f.x + y * f.y) >> 30, aside = (x * f.y - y * f.x) >> 30;

    return bk->tables.fire.arc <= MAL_QUARTER_LESS && (aside - ahead > r || -aside - ahead > r);
}

/* M-GEO-50: the gun looks along the line. */
static bool enfilades(const struct mal_book *bk, const struct mal_state *s,
                      const struct shot *k)
{
    const struct mal_unit *t = &s->brigades[k->target];

    if (t->formation != MAL_LINE)
        return false;
    int32_t off = tc_apart(t->heading, tc_bearing(mal_centre(bk, t), muzzle(s, k->gun)));
    return off >= 8192 && off <= 24576; /* M-GEO-50, M-RUL-39 */
}

static void note_shot(struct mal_play *p, const struct shot *k, bool close)
{
    struct mal_unit *g = &p->s->brigades[k->gun], *e = &p->s->brigades[k->target];

    mal_passed_now_acts(p, k->gun);
    g->fired = 1;
    if (k->close_phase)
        g->closed_fire = 1;
    else
        g->bombarded = close ? MAL_SHOT_CLOSE : MAL_SHOT_FAR;
    g->last_target = (int16_t)k->target;
    g->shot_turn = p->s->head.turn;
    g->shot_from = pose_of(g);
    g->shot_at = pose_of(e);
    e->under_fire = 1; /* M-RUL-13 */
}

static struct mal_pose pose_of(const struct mal_unit *m)
{
    return (struct mal_pose){ m->x, m->y, m->heading, 0 };
}

bool mal_nth_fire(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_state *s = v->state;

    if (i == 0) {
        out->verb = MAL_V_HOLD; /* M-DEC-4 */
        return true;
    }
    out->verb = i > s->units ? MAL_V_LOB : MAL_V_FIRE;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = (i - 1) % s->units;
    return true;
}

int mal_count_fire(const struct tc_view *v)
{
    const struct mal_state *s = v->state;

    return 1 + 2 * s->units; /* M-DEC-13 */
}
