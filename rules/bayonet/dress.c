/* rules/bayonet/dress.c - Dress Ranks: chapter 5.5. */
#include "rules/bayonet/move.h"

/* Told further down: */
static void do_deed(struct bay_turn *t, int u, const struct tc_act *a);
static void face(struct bay_turn *t, int u, int facing);
static bool judge_calm(const struct bay_state *s, int u, struct tc_refusal *why);
static bool judge_pace(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                       bool up, struct tc_refusal *why);
static void pace(struct bay_turn *t, int u, int to, const char *rule);
static void recover(struct bay_turn *t, int u);
static bool judge_reform(const struct bay_book *bk, const struct bay_state *s, int u,
                         struct tc_refusal *why);
static bool dressable(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct tc_refusal *why);
static bool judge_face(const struct bay_book *bk, const struct bay_state *s, int u, int facing,
                       struct tc_refusal *why);

void bay_step_dress(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;
    const struct bay_brigade_def *def = &t->bk->brigade[s->now.brigade];
    bool any = false;

    for (int k = def->first; k < def->first + def->units; k++)
        any |= dressable(t->bk, s, k, NULL);
    struct tc_act a = { .verb = BAY_V_DONE };
    if (any)
        a = *tc_ask(u, s->head.active, BAY_Q_DRESS, "B-5.5a", s->now.brigade, 0, 0);
    if (a.verb == BAY_V_DONE) {
        s->now.isolated_turn = 1;
        s->head.step = BAY_S_MOVE; /* isolated units act as under March (B-5.2d) */
        return;
    }
    int unit = a.arg[0];
    s->now.mover = (int16_t)unit;
    a = *tc_ask(u, s->head.active, BAY_Q_DEED, "B-5.5a", unit, 0, 0);
    do_deed(t, unit, &a);
    s->now.mover = TC_NONE;
}

/* Carry one deed out (B-5.5a). */
static void do_deed(struct bay_turn *t, int u, const struct tc_act *a)
{
    struct bay_unit *x = &t->s->units[u];
    const char *rule = "B-5.5a";

    x->moved = 1;
    x->deed = BAY_D_NONE;
    switch (a->verb) {
    case BAY_V_UP:
    case BAY_V_BACK:
        x->deed = BAY_D_STEP;
        rule = a->verb == BAY_V_UP ? "B-5.5b" : "B-5.5c";
        pace(t, u, a->arg[0], rule);
        break;
    case BAY_V_FACE:
        x->deed = BAY_D_TURN;
        rule = "B-5.5e";
        face(t, u, a->arg[0]);
        break;
    case BAY_V_REFORM:
        x->deed = BAY_D_REFORM;
        rule = "B-5.5f";
        x->disordered = 0; /* B-11.3.3b */
        break;
    case BAY_V_RECOVER:
        x->deed = BAY_D_RECOVER;
        rule = bay_def(t->bk, u)->kind == BAY_INF ? "B-5.5g" : "B-11.2.4j";
        recover(t, u);
        break;
    default: return;
    }
    tc_tell(t->u, BAY_E_DRESSED, rule, u, x->deed, 0);
}

static bool judge_recover(const struct bay_book *bk, const struct bay_state *s, int u,
                          struct tc_refusal *why)
{
    int casualties = s->units[u].casualties;

    if (!bay_is_foot(bk, u))
        return tc_refuse(why, "B-5.5g", BAY_R_NO_CASUALTIES, u, 0, 0);
    if (casualties < 2)
        return tc_refuse(why, casualties ? "B-5.5h" : "B-5.5g",
                         casualties ? BAY_R_FIRST_CASUALTY : BAY_R_NO_LOSSES, u, 0, 0);
    return judge_calm(s, u, why);
}

bool bay_judge_deed(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = v->q->arg[0];

    switch (a->verb) {
    case BAY_V_UP: return judge_pace(bk, s, u, a->arg[0], true, why);
    case BAY_V_BACK: return judge_pace(bk, s, u, a->arg[0], false, why);
    case BAY_V_FACE: return judge_face(bk, s, u, a->arg[0], why);
    case BAY_V_REFORM: return judge_reform(bk, s, u, why);
    case BAY_V_RECOVER: return judge_recover(bk, s, u, why);
    default: return true;
    }
}

int bay_count_deed(const struct tc_view *v)
{
    (void)v;
    return 1 + 6 + 6 + 6 + 2;
}

bool bay_nth_deed(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int h = s->units[v->q->arg[0]].hex;

    if (i == 0) {
        out->verb = BAY_V_STAND;
    } else if (i < 13) {
        out->verb = i < 7 ? BAY_V_UP : BAY_V_BACK;
        out->arg[0] = bk->next[h][(i - 1) % 6];
        return out->arg[0] >= 0;
    } else if (i < 19) {
        out->verb = BAY_V_FACE;
        out->arg[0] = i - 13;
    } else {
        out->verb = i == 19 ? BAY_V_REFORM : BAY_V_RECOVER;
    }
    return true;
}

/* The other unit of a stack, which has one facing and turns as one (B-9.1b, B-9.1.1a). */
static int stack_mate(const struct bay_book *bk, const struct bay_state *s, int u)
{
    int v = bay_troops(bk, s, s->units[u].hex);

    return v == u ? bay_next_troops(bk, s, u) : v;
}

static void face(struct bay_turn *t, int u, int facing)
{
    int mate = stack_mate(t->bk, t->s, u);

    t->s->units[u].facing = (uint8_t)facing;
    if (mate < 0)
        return;
    t->s->units[mate].moved = 1; /* B-9.1.1a */
    t->s->units[mate].deed = BAY_D_TURN;
    t->s->units[mate].facing = (uint8_t)facing;
    tc_tell(t->u, BAY_E_DRESSED, "B-5.5e", mate, BAY_D_TURN, 0);
}

/* Nobody reforms or recovers under Impact. */
static bool judge_calm(const struct bay_state *s, int u, struct tc_refusal *why)
{
    int impact = bay_impact_at(s, s->units[u].hex);

    return !impact || tc_refuse(why, impact == BAY_HIT ? "B-10.2k" : "B-10.2o",
                                BAY_R_UNDER_SHOT, u, s->units[u].hex, 0);
}

static void pace(struct bay_turn *t, int u, int to, const char *rule)
{
    struct bay_unit *x = &t->s->units[u];

    bay_end_firefights(t, u); /* B-11.2.3c */
    if (x->facing == BAY_NO_FACING)
        x->facing = (uint8_t)bay_dir(t->bk, x->hex, to);
    bay_march_in(t, u, to, rule); /* B-5.5d */
}

/* One hex up into the front or back into the rear, facing kept (B-5.5b, B-5.5c, RUL-33). */
static bool judge_pace(const struct bay_book *bk, const struct bay_state *s, int u, int to,
                       bool up, struct tc_refusal *why)
{
    int h = s->units[u].hex, d = bay_on_map(bk, to) ? bay_dir(bk, h, to) : -1;
    int f = s->units[u].facing;
    bool astray = bay_astray(bk, s, u);

    if (d < 0 || (f != BAY_NO_FACING && bay_zone(f, d) != (up ? 0 : 2)) ||
        (f == BAY_NO_FACING && !up))
        return tc_refuse(why, up ? "B-5.5b" : "B-5.5c", up ? BAY_R_NOT_FRONT : BAY_R_NOT_REAR,
                         to, u, 0);
    if (s->units[u].locks && up)
        return tc_refuse(why, "B-11.2.3b", BAY_R_LOCKED, u, 0, 0);
    if (bay_step_cost(bk, s, u, h, d, 0, 1, why) < 0) /* B-RUL-33 */
        return false;
    if (!bay_may_end(bk, s, u, to, f))
        return tc_refuse(why, "B-RUL-39", BAY_R_STACK_FACING, u, bay_troops(bk, s, to), 0);
    if (!astray)
        return bay_box_lets(bk, s, to, why);
    struct bay_field field;
    field.n = 0;
    bay_compliance_field(bk, s, s->now.brigade, NULL, &field);
    return field.v[to] <= field.v[h] ? true : tc_refuse(why, "B-4.2g", BAY_R_FARTHER, u, to, 0);
}

static void recover(struct bay_turn *t, int u)
{
    /* B-11.2.4e, B-RUL-85; B-11.2.6d: casualties come back, Depth does not */
    t->s->units[u].casualties--;
}

static bool judge_reform(const struct bay_book *bk, const struct bay_state *s, int u,
                         struct tc_refusal *why)
{
    if (!s->units[u].disordered)
        return tc_refuse(why, "B-5.5f", BAY_R_GOOD_ORDER, u, 0, 0);
    if (!judge_calm(s, u, why))
        return false;
    return bay_is_open(bk, s->units[u].hex) ||
           tc_refuse(why, "B-11.8.2c", BAY_R_REFORM_OPEN, u, 0, 0);
}

static bool dressable(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct tc_refusal *why)
{
    if (bay_is_marker(s, u))
        return tc_refuse(why, "B-13.1e", BAY_R_ROUTED, u, 0, 0);
    if (!bay_acts_now(bk, s, u, "B-5.5a", why))
        return false;
    if (s->units[u].moved)
        return tc_refuse(why, "B-5.5a", BAY_R_MOVED, u, 0, 0);
    return s->units[u].isolated ? tc_refuse(why, "B-5.2d", BAY_R_ISOLATED_LAST, u, 0, 0) : true;
}

bool bay_judge_dress(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    return a->verb == BAY_V_DONE || dressable(bk, s, a->arg[0], why);
}

int bay_count_dress(const struct tc_view *v)
{
    BAY_VIEW(v);
    return 1 + bk->brigade[s->now.brigade].units;
}

bool bay_nth_dress(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    out->verb = i ? BAY_V_MOVE : BAY_V_DONE;
    out->arg[0] = i ? bk->brigade[s->now.brigade].first + i - 1 : 0;
    return true;
}

/* Up to two vertices round, with all of its stack (B-5.5e, RUL-80). */
static bool judge_face(const struct bay_book *bk, const struct bay_state *s, int u, int facing,
                       struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[u];
    int mate = stack_mate(bk, s, u);

    if (x->locks)
        return tc_refuse(why, "B-RUL-80", BAY_R_LOCKED, u, 0, 0);
    if (mate >= 0 && s->units[mate].locks)
        return tc_refuse(why, "B-RUL-80", BAY_R_LOCKED, mate, 0, 0);
    if (x->facing == BAY_NO_FACING)
        return tc_refuse(why, "B-5.5e", BAY_R_HAS_NO_FACING, u, 0, 0);
    if (facing > 5)
        return tc_refuse(why, "B-5.5e", BAY_R_SIX_FACINGS, u, 0, 0);
    if (facing == x->facing)
        return tc_refuse(why, "B-5.5e", BAY_R_SAME_FACING, u, 0, 0);
    if (tc_hexface_turns(x->facing, facing) > 2)
        return tc_refuse(why, "B-5.5e", BAY_R_TWO_VERTICES, u, 0, 0);
    if (mate >= 0 && s->units[mate].moved)
        return tc_refuse(why, "B-5.5e", BAY_R_MATE_DONE, u, mate, 0);
    return mate < 0 || dressable(bk, s, mate, why);
}
