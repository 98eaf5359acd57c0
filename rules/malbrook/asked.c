/* rules/malbrook/asked.c - acts that are refused: what keeps another than is asked from it, and
 * what is proposed instead. */
#include "rules/malbrook/inner.h"

bool mal_leader_not_asked(const struct tc_view *v, int leader, struct tc_refusal *why)
{
    static const char *const actions_rule[] = { "M-5.2a", "M-5.2b", "M-5.2c" };
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_leader *l = &s->leaders[leader];
    bool command = v->q->question == MAL_Q_LEADER;
    const char *rule = command ? "M-11.8" : "M-5.19";

    if (bk->leader[leader].side != v->q->side)
        return tc_refuse(why, rule, MAL_R_LEADER_NOT_YOURS, leader, 0, 0);
    if (!mal_leader_there(s, leader))
        return tc_refuse(why, rule, MAL_R_LEADER_GONE, leader, 0, 0);
    if (command && l->actions == 0)
        return tc_refuse(why, actions_rule[bk->leader[leader].rank], MAL_R_NO_ACTIONS, leader,
                         0, 0);
    if (!command && l->attached != TC_NONE)
        return tc_refuse(why, "M-5.9", MAL_R_IS_ATTACHED, leader, 0, 0);
    if (!command && l->moved)
        return tc_refuse(why, rule, MAL_R_HAS_RIDDEN, leader, 0, 0);
    return tc_refuse(why, rule, MAL_R_OTHER_LEADER, leader, v->q->arg[0], 0);
}

/* Why it does not move now. Always false. */
static bool moves_not(const struct tc_view *v, int unit, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_unit *m = &s->brigades[unit];

    if (m->status == MAL_ROUTING || m->status == MAL_PURSUING)
        return tc_refuse(why, m->status == MAL_ROUTING ? "M-RUL-48" : "M-22.32",
                         MAL_R_COMPELLED, unit, m->status, 0);
    if (m->conforms_to != TC_NONE &&
        (m->control == MAL_CONFORM_LINE || m->control == MAL_CONFORM_REAR))
        return tc_refuse(why, "M-7.29", MAL_R_CONFORMS, unit, m->conforms_to, 0);
    if (mal_held(bk, s, unit) && !m->moved)
        return tc_refuse(why, "M-13.8", MAL_R_IN_COMBAT, unit, 0, 0);
    if (m->acted)
        return tc_refuse(why, "M-11.6", MAL_R_HAS_MOVED, unit, 0, 0);
    return tc_refuse(why, "M-11.6", MAL_R_NOT_THIS, unit, v->q->arg[0], 0);
}

/* Why nobody rides at it, fires at it or joins it: it is not there, or nobody serves it. */
bool mal_refuse_gone(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const char *rule, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_on_table(m))
        return tc_refuse(why, rule, MAL_R_GONE, unit, m->where, 0);
    if (mal_is_wagon(bk, m))
        return tc_refuse(why, rule, MAL_R_IS_WAGON, unit, 0, 0);
    if (m->captured_by != TC_NONE)
        return tc_refuse(why, rule, MAL_R_CAPTURED, unit, 0, 0);
    return tc_refuse(why, rule, MAL_R_NO_CREW, unit, 0, 0);
}

bool mal_not_asked(const struct tc_view *v, int unit, const char *rule, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_on_table(m))
        return tc_refuse(why, rule, MAL_R_GONE, unit, m->where, 0);
    if (m->side != v->q->side)
        return tc_refuse(why, rule, MAL_R_NOT_YOURS, unit, 0, 0);
    switch (v->q->question) {
    case MAL_Q_DECLARE:
    case MAL_Q_PATH:
    case MAL_Q_RETIRED: return moves_not(v, unit, why);
    case MAL_Q_CHARGE:
        if (!mal_can_charge(bk, s, unit, why))
            return false;
        if (m->acted || m->charged)
            return tc_refuse(why, rule, MAL_R_HAS_DECLARED, unit, 0, 0);
        break;
    default: break;
    }
    return tc_refuse(why, rule, MAL_R_NOT_THIS, unit, v->q->arg[0], 0);
}

/* --- Proposals --- */

static int64_t differs(const struct tc_act *a, const struct tc_act *b)
{
    int64_t sum = 0;

    for (int i = 0; i < TC_ARGS; i++) {
        int64_t d = (int64_t)a->arg[i] - b->arg[i];
        sum += d < 0 ? -d : d;
    }
    return sum;
}

static bool propose(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why,
                    tc_judge *judge, int (*count)(const struct tc_view *v),
                    bool (*nth)(const struct tc_view *v, int i, struct tc_act *out))
{
    int64_t least = INT64_MAX;

    if (!why || (why->has_nearest && judge(v, &why->nearest, NULL)))
        return false;
    why->has_nearest = false;
    for (int i = 0, n = count(v); i < n; i++) { /* M-DEC-1 */
        struct tc_act x;
        memset(&x, 0, sizeof x);
        if (!nth(v, i, &x))
            continue;
        int64_t far = differs(a, &x) + (x.verb == a->verb ? 0 : INT64_C(1) << 40);
        if (far >= least || !judge(v, &x, NULL))
            continue;
        least = far;
        why->has_nearest = true;
        why->nearest = x;
    }
    return false;
}

/* One who is refused is told the nearest of the answers that are legal. */
#define NEAR(x)                                                                                \
    bool mal_judge_##x(const struct tc_view *v, const struct tc_act *a,                        \
                       struct tc_refusal *why)                                                 \
    {                                                                                          \
        return mal_may_##x(v, a, why) ||                                                       \
               propose(v, a, why, mal_may_##x, mal_count_##x, mal_nth_##x);                    \
    }
NEAR(order)
NEAR(fire)
NEAR(leader)
NEAR(messenger)
NEAR(conform)
NEAR(cease)
NEAR(adjust)
NEAR(pick)
NEAR(declare)
NEAR(path)
NEAR(withdraw)
NEAR(volley)
NEAR(ride)
NEAR(holders)
NEAR(retired)
NEAR(charge)
NEAR(respond)
NEAR(charge_dice)
NEAR(shoot)
NEAR(lose)
NEAR(loser)
NEAR(after)
NEAR(back)
NEAR(chase)
NEAR(redress)
