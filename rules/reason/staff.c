/* rules/reason/staff.c - what no general of the age of reason does. */
#include "board/staff.h"

#include "rules/reason/words.h"
#include "rules/reason/reason.h"

static bool folly(const struct tc_view *v, const struct tc_act *a, const struct tc_offers *o)
{
    switch (a->verb) {
    case REA_V_VOLUNTEER: return true; /* to rout of one's own will */
    case REA_V_ROUT: return v->q->question == REA_Q_VOLUNTEER && o && o->n > 1;
    case REA_V_DONE:
        return v->q->question == REA_Q_FIRE &&
               (tc_is_offered(o, REA_V_FIRE) || tc_is_offered(o, REA_V_SQUARE_FIRE));
    case REA_V_HOLD:
        return (v->q->question == REA_Q_VOLLEY || v->q->question == REA_Q_SHOOT) &&
               tc_is_offered(o, REA_V_SHOOT);
    case REA_V_DECLINE: return tc_is_offered(o, REA_V_RALLY);
    default: return false;
    }
}

const struct tc_staff rea_staff = { .folly = folly };
