/* rules/minden/response.c - chapter C: who may answer a move with fire.
 *
 * The points of response fire along a path are found in walk.c, contact fire is in react.c.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* At the point found the shot is always open; the owner fires or holds (N-C7). */
bool min_judge_respond(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == MIN_V_HOLD)
        return true;
    return min_may_respond(min_book_of(v->book), v->state, v->q->arg[0], false, why);
}

/* contacted: the unit itself is being contacted. */
bool min_may_respond(const struct min_book *bk, const struct min_state *s, int firer,
                     bool contacted, struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[firer];

    if (min_is_command(bk, firer))
        return tc_refuse(why, "N-K3", MIN_R_IS_COMMAND, firer);
    if (m->response_fired)
        return tc_refuse(why, "N-C7", MIN_R_HAS_FIRED, firer);
    if (min_max_range(bk, min_card(bk, firer)->weapon) == 0)
        return tc_refuse(why, "N-D11", MIN_R_NO_WEAPON, firer);
    if (m->formation == MIN_MARCH_COLUMN)
        return tc_refuse(why, "N-Kb3b", MIN_R_COLUMN_NO_FIRE, firer);
    if (m->formation == MIN_LIMBERED)
        return tc_refuse(why, "N-D18", MIN_R_LIMBERED_NO_FIRE, firer);
    if (contacted)
        return true;
    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-RUL-47", MIN_R_IN_MELEE, firer);
    if (min_disordered(s, firer))
        return tc_refuse(why, "N-C4", MIN_R_DISORDERED, firer);
    return true;
}
