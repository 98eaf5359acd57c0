/* rules/reason/staff.c - what no general of the age of reason does. */
#include "board/staff.h"

#include "rules/reason/words.h"
#include "rules/reason/reason.h"

enum { WATCHED = 5 };

/* Would it form a column for the road under the enemy's eyes? */
static bool misshapes(const struct rea_book *bk, const struct rea_state *s, int form)
{
    const struct rea_body *y = &s->body[s->mover];

    for (int i = 0; form == REA_RC && i < REA_BODIES; i++) {
        const struct rea_body *e = &s->body[i];
        if (e->units && e->side != y->side && e->form != REA_ROUT && e->hex[0] >= 0 &&
            y->hex[0] >= 0 &&
            tc_hexmap_distance(&bk->map, (tc_hex)y->hex[0], (tc_hex)e->hex[0]) <= WATCHED)
            return true;
    }
    return false;
}

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
    case REA_V_FORM:
        return v->q->question == REA_Q_ACT && misshapes(rea_book(v->book), v->state, a->arg[0]);
    case REA_V_DECLINE: return tc_is_offered(o, REA_V_RALLY);
    default: return false;
    }
}

static int commands(const struct tc_book *tbk, int side)
{
    (void)side;
    return rea_book(tbk)->commands;
}

const struct tc_staff rea_staff = { .commands = commands,
                                    .muster = rea_muster,
                                    .folly = folly };
