/* rules/bayonet/morale.c - brigades that lost a unit check morale: 3.3.4, 6.4.3, chapter 12. */
#include "rules/bayonet/combat.h"

/* Told further down: */
static bool must_check(const struct bay_state *s, int b);
static int units_left(const struct bay_book *bk, const struct bay_state *s, int b);
static void check_morale(struct bay_turn *t, int b);
static void break_up(struct bay_turn *t, int b);
static int leader_for(struct bay_turn *t, int b);

bool bay_judge_leader(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (s->leaders[a->arg[0]].post != BAY_IN_PLAY ||
        s->leaders[a->arg[0]].direct != v->q->arg[0])
        return tc_refuse(why, "B-6.4.3b", BAY_R_NOT_WITH, a->arg[0], v->q->arg[0], 0);
    return true;
}

/* One brigade a step: inactive ones first, the active one last (B-12.0b). */
void bay_step_morale(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;
    bool others = false;

    for (int b = 0; b < t->bk->brigades; b++) /* B-3.3.4a */
        others |= b != s->now.brigade && must_check(s, b);
    if (others) {
        check_morale(t, tc_ask(u, s->head.active, BAY_Q_CHECK, "B-12.0b", 0, 0, 0)->arg[0]);
        return;
    }
    if (must_check(s, s->now.brigade)) {
        bool left = units_left(t->bk, s, s->now.brigade) > 0;
        if (s->now.broke && left) {
            tc_tell(u, BAY_E_SPARED, "B-12.0g", s->now.brigade, 0, 0);
            s->brigades[s->now.brigade].lost_now = 0;
        } else {
            check_morale(t, s->now.brigade);
        }
    }
    s->head.step = BAY_S_BRIGADE_DONE;
}

static bool must_check(const struct bay_state *s, int b)
{
    return s->brigades[b].lost_now && !s->brigades[b].gone;
}

static int units_left(const struct bay_book *bk, const struct bay_state *s, int b)
{
    const struct bay_brigade_def *def = &bk->brigade[b];
    int n = 0;

    for (int u = def->first; u < def->first + def->units; u++)
        n += s->units[u].life == BAY_FIGHTS;
    return n;
}

static void check_morale(struct bay_turn *t, int b)
{
    struct bay_state *s = t->s;
    int morale = t->bk->brigade[b].morale - s->brigades[b].lost; /* B-12.0c */
    struct tc_sum sum = { t->u, 0 };

    s->brigades[b].lost_now = 0;
    if (!units_left(t->bk, s, b)) {
        if (s->brigades[b].attacked) /* B-12.0i */
            s->now.broke = 1;        /* B-12.0k */
        bay_brigade_leaves(t, b);
        return;
    }
    int l = leader_for(t, b); /* B-12.0a, B-12.0c, B-12.0h, B-RUL-72 */
    tc_hope(t->u, t->bk->brigade[b].side, TC_LOW);
    tc_sum_add(&sum, tc_roll(t->u, TC_D10, "B-12.0d"), "B-12.0d", BAY_LB_DIE, 0, 0);
    if (l >= 0)
        tc_sum_add(&sum, -s->leaders[l].rating, "B-6.4.3a", BAY_LB_RATING, l, 0);
    tc_sum_end(&sum, "B-RUL-5", BAY_LB_MORALE);
    bool holds = sum.total <= morale; /* B-12.0e */
    tc_tell(t->u, BAY_E_MORALE, "B-12.0e", b, morale, holds);
    if (holds)
        return;
    s->now.broke |= s->brigades[b].attacked;
    break_up(t, b);
}

/* All that is left of it turns to markers where it stands (B-12.0f, RUL-77). */
static void break_up(struct bay_turn *t, int b)
{
    const struct bay_brigade_def *def = &t->bk->brigade[b];

    for (int u = def->first; u < def->first + def->units; u++) {
        if (!bay_fights(t->s, u))
            continue;
        int h = t->s->units[u].hex;
        int battery = bay_battery(t->bk, t->s, h);
        bay_end_firefights(t, u);
        bay_lift(t->s, u);
        t->s->units[u].life = BAY_ROUTED_1;
        t->s->units[u].facing = BAY_NO_FACING;
        t->s->units[u].gun = 0;
        t->s->brigades[b].lost++;
        if (bay_is_marker(t->s, bay_top(t->s, h)) || bay_troops(t->bk, t->s, h) >= 0) {
            t->s->units[u].life = BAY_GONE; /* one marker a hex */
            continue;                       /* B-RUL-77 */
        }
        if (battery >= 0)
            bay_lose_battery(t, battery, "B-9.2i");
        bay_put(t->bk, t->s, u, h, BAY_ON_TOP);
        tc_tell(t->u, BAY_E_MARKER, "B-12.0f", u, h, 0);
    }
    bay_brigade_leaves(t, b);
}

bool bay_judge_check(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (s->brigades[a->arg[0]].gone)
        return tc_refuse(why, "B-12.0f", BAY_R_BRIGADE_GONE, a->arg[0], 0, 0);
    if (!must_check(s, a->arg[0]))
        return tc_refuse(why, "B-12.0b", BAY_R_LOST_NOBODY, a->arg[0], 0, 0);
    return a->arg[0] != s->now.brigade ||
           tc_refuse(why, "B-12.0b", BAY_R_CHECKS_LAST, a->arg[0], 0, 0);
}

static int leader_for(struct bay_turn *t, int b)
{
    for (int l = 0; l < t->bk->leaders; l++)
        if (t->s->leaders[l].post == BAY_IN_PLAY && t->s->leaders[l].direct == b)
            return tc_ask(t->u, t->bk->brigade[b].side, BAY_Q_LEADER, "B-6.4.3b", b, 0, 0)
                ->arg[0];
    return TC_NONE;
}
