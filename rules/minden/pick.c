/* rules/minden/pick.c - chapter B: who may be picked for a move, and what it may do.
 *
 * Here: N-B3, N-B8f, N-L5, the judges and candidates of the two questions. The steps that ask
 * them are in move.c.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* Told further down: */
static bool judge_guns(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);
static bool judge_change(const struct min_book *bk, const struct min_state *s, int unit,
                         struct tc_refusal *why);
static bool moves_along(const struct min_book *bk, const struct min_state *s, int i,
                        struct tc_refusal *why);

bool min_judge_unit_pick(const struct tc_view *v, int unit, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    const struct min_unit *m = &s->units[unit];

    if (min_side_of(bk, unit) != v->q->side)
        return tc_refuse(why, "N-X3", MIN_R_NOT_YOURS, unit);
    if (m->where != MIN_ON_TABLE && m->where != MIN_OFF_TABLE)
        return tc_refuse(why, "N-B3a", MIN_R_NOT_ON_TABLE, unit, s->units[unit].where);
    if (min_is_command(bk, unit) && s->phase != MIN_P_COMMAND_MOVE)
        return tc_refuse(why, "N-K11", MIN_R_COMMANDS_LAST, unit);
    if (!min_is_command(bk, unit) && s->phase == MIN_P_COMMAND_MOVE)
        return tc_refuse(why, "N-B3b", MIN_R_ONLY_COMMANDS, unit);
    if (m->compulsory)
        return tc_refuse(why, "N-A1d", MIN_R_COMPULSORY_DONE, unit);
    if (m->acted)
        return tc_refuse(why, "N-B3a", MIN_R_ALREADY_ACTED, unit);
    if (m->morale != MIN_STEADY)
        return tc_refuse(why, "N-A1a", MIN_R_FLEEING, unit);
    if (m->where == MIN_OFF_TABLE)
        return min_may_come_on(bk, s, unit, why);
    return true;
}

static bool judge_dice(const struct min_book *bk, const struct min_state *s, int unit,
                       struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[unit];

    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-B3d", MIN_R_IN_MELEE, unit);
    if (m->marker == MIN_RED)
        return tc_refuse(why, "N-B1d", MIN_R_RED, unit);
    if (min_rate(bk, s, unit) == 0)
        return tc_refuse(why, "N-B6b", MIN_R_NO_RATE, unit);
    return true;
}

static bool judge_brigade(const struct tc_view *v, int brigade, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int n = 0;

    if (bk->brigade[brigade].side != v->q->side)
        return tc_refuse(why, "N-X3", MIN_R_BRIGADE_THEIRS, brigade);
    if (s->phase == MIN_P_COMMAND_MOVE)
        return tc_refuse(why, "N-K11", MIN_R_ONLY_COMMANDS, TC_NONE);
    for (int i = bk->first_in_brigade[brigade]; i >= 0; i = bk->quick[i].next_in_brigade) {
        if (!min_on_table(s, i) || min_is_command(bk, i))
            continue;
        if (!moves_along(bk, s, i, why))
            return false;
        n++;
    }
    return n > 0 || tc_refuse(why, "N-B8f", MIN_R_BRIGADE_EMPTY, brigade);
}

bool min_rides_along(const struct min_book *bk, const struct min_state *s, int i, int regiment)
{
    return min_on_table(s, i) && bk->quick[i].regiment == regiment &&
           min_kind_of(bk, i) == MIN_LINE_CAV && moves_along(bk, s, i, NULL);
}

bool min_judge_action(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = v->q->arg[0];

    if (a->verb == MIN_V_STAND)
        return true;
    if (a->verb == MIN_V_DICE)
        return judge_dice(bk, s, unit, why);
    if (a->verb == MIN_V_CHANGE)
        return judge_change(bk, s, unit, why) && min_judge_may_change(bk, s, unit, why);
    if (a->verb == MIN_V_FALL_BACK)
        return !min_is_command(bk, unit) || tc_refuse(why, "N-K14", MIN_R_IS_COMMAND, unit);
    return judge_guns(v, a, why);
}

static bool judge_guns(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = v->q->arg[0];
    bool limbered = s->units[unit].formation == MIN_LIMBERED;

    if (!min_is_gun(bk, unit))
        return tc_refuse(why, "N-Kb9", MIN_R_NOT_GUNS, unit);
    if (!judge_change(bk, s, unit, why))
        return false;
    if (a->verb == MIN_V_LIMBER && limbered)
        return tc_refuse(why, "N-Kb9", MIN_R_IS_LIMBERED, unit);
    if (a->verb != MIN_V_LIMBER && limbered != (a->verb == MIN_V_UNLIMBER))
        return tc_refuse(why, "N-Kb9", limbered ? MIN_R_IS_LIMBERED : MIN_R_IS_UNLIMBERED,
                         unit);
    if (a->verb == MIN_V_MANHANDLE)
        return true;
    return min_judge_limber(bk, s, unit, a->verb == MIN_V_LIMBER, why);
}

/* A change of formation or gun state: never for commands, in melee or while RED. */
static bool judge_change(const struct min_book *bk, const struct min_state *s, int unit,
                         struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[unit];

    if (min_is_command(bk, unit))
        return tc_refuse(why, "N-Kb9", MIN_R_IS_COMMAND, unit);
    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-B3d", MIN_R_IN_MELEE, unit);
    if (m->marker == MIN_RED)
        return tc_refuse(why, "N-B1d", MIN_R_RED, unit);
    return true;
}

/* N-B8f: what keeps a unit from moving with its brigade. */
static bool moves_along(const struct min_book *bk, const struct min_state *s, int i,
                        struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[i];

    if (m->compulsory)
        return tc_refuse(why, "N-B8f", MIN_R_COMPULSORY_DONE, i);
    if (m->acted)
        return tc_refuse(why, "N-B8f", MIN_R_ALREADY_ACTED, i);
    if (m->marker == MIN_RED)
        return tc_refuse(why, "N-B8f", MIN_R_RED, i);
    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-B8f", MIN_R_IN_MELEE, i);
    if (m->morale != MIN_STEADY)
        return tc_refuse(why, "N-B8f", MIN_R_FLEEING, i);
    return min_rate(bk, s, i) != 0 || tc_refuse(why, "N-B8f", MIN_R_NO_RATE, i);
}

static bool judge_regiment(const struct tc_view *v, int regiment, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int n = 0;

    if (bk->regiment[regiment].side != v->q->side)
        return tc_refuse(why, "N-X3", MIN_R_REGIMENT_THEIRS, regiment);
    if (s->phase == MIN_P_COMMAND_MOVE)
        return tc_refuse(why, "N-K11", MIN_R_ONLY_COMMANDS, TC_NONE);
    for (int i = bk->first_in_regiment[regiment]; i >= 0; i = bk->quick[i].next_in_regiment)
        n += min_rides_along(bk, s, i, regiment);
    return n > 1 || tc_refuse(why, "N-L5", MIN_R_REGIMENT_SMALL, regiment);
}

bool min_judge_pick(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == MIN_V_DONE)
        return true;
    if (a->verb == MIN_V_BRIGADE)
        return judge_brigade(v, a->arg[0], why);
    if (a->verb == MIN_V_REGIMENT)
        return judge_regiment(v, a->arg[0], why);
    return min_judge_unit_pick(v, a->arg[0], why);
}

/* Units, then whole brigades, then regiments in line and in column, then the end. */
int min_count_pick(const struct tc_view *v)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;

    if (s->phase == MIN_P_COMMAND_MOVE)
        return bk->units + 1;
    return bk->units + 1 + bk->brigades + 2 * bk->regiments;
}

bool min_nth_pick(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct min_book *bk = min_book_of(v->book);

    if (i == bk->units) { /* N-CAND-10 */
        out->verb = MIN_V_DONE;
        return true;
    }
    if (i < bk->units) {
        out->verb = MIN_V_PICK;
        out->arg[0] = i;
        return min_side_of(bk, i) == v->q->side;
    }
    i -= bk->units + 1;
    if (i < bk->brigades) {
        out->verb = MIN_V_BRIGADE;
        out->arg[0] = i;
        return bk->brigade[i].side == v->q->side;
    }
    i -= bk->brigades;
    out->verb = MIN_V_REGIMENT;
    out->arg[0] = i / 2;
    out->arg[1] = i % 2;
    return bk->regiment[i / 2].side == v->q->side;
}

/* All that the judge would accept, in the order of the candidates. */
void min_offer_picks(struct min_play *p, const char *rule)
{
    struct tc_query q = { p->s->head.active, MIN_Q_PICK, rule, { 0 } };
    struct tc_view v = { &p->bk->head, p->s, &q };
    struct tc_act a = { .verb = MIN_V_PICK };
    int units = p->bk->units, n = min_count_pick(&v);

    for (int i = p->bk->first_of[q.side]; i < p->bk->end_of[q.side]; i++) {
        a.arg[0] = i;
        if (!p->s->units[i].acted && min_judge_unit_pick(&v, i, NULL))
            tc_offer(p->u, &a);
    }
    a = (struct tc_act){ .verb = MIN_V_DONE };
    tc_offer(p->u, &a);
    if (n == units + 1)
        return;
    a.verb = MIN_V_BRIGADE;
    for (a.arg[0] = 0; a.arg[0] < p->bk->brigades; a.arg[0]++)
        if (judge_brigade(&v, a.arg[0], NULL))
            tc_offer(p->u, &a);
    a.verb = MIN_V_REGIMENT;
    for (a.arg[0] = 0; a.arg[0] < p->bk->regiments; a.arg[0]++)
        if (judge_regiment(&v, a.arg[0], NULL))
            for (a.arg[1] = 0; a.arg[1] < 2; a.arg[1]++)
                tc_offer(p->u, &a);
}
