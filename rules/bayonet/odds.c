/* rules/bayonet/odds.c - what odds assume on the way, and how far they look. */
#include "rules/bayonet/attack.h"
#include "rules/bayonet/move.h"

/* The unit whose charge or attack the answer is about, or TC_NONE. */
static int subject(const struct tc_deed *d)
{
    switch (d ? d->act.verb : TC_NONE) {
    case BAY_V_MOVE:
    case BAY_V_MOVE_STACK:
    case BAY_V_ATTACK:
    case BAY_V_NEXT: return d->act.arg[0];
    case BAY_V_CHARGE: return d->q.question == BAY_Q_CHARGE ? d->q.arg[0] : TC_NONE;
    case BAY_V_TO: return d->q.question == BAY_Q_RUN ? d->q.arg[0] : TC_NONE;
    default: return TC_NONE;
    }
}

static int find(const struct tc_act *offer, int offers, int verb, int unit)
{
    for (int i = 0; i < offers; i++)
        if (offer[i].verb == verb && offer[i].arg[0] == unit)
            return i;
    return TC_NONE;
}

/* Who must still move before the others may be done. */
static int must_go(const struct tc_view *v, const struct tc_act *offer, int offers)
{
    struct tc_act done = { .verb = BAY_V_DONE };
    struct tc_refusal why = { 0 };

    if (bay_judge_move(v, &done, &why) || !why.has_nearest)
        return TC_NONE;
    return find(offer, offers, BAY_V_MOVE, why.nearest.arg[0]);
}

/* The unit the odds are of attacks what it has charged, and is the first to fight; the others
 * do no more than they must. */
static int about_subject(const struct tc_view *v, const struct tc_deed *d,
                         const struct tc_act *offer, int offers)
{
    const struct bay_state *s = v->state;
    int u = subject(d);

    switch (v->q->question) {
    case BAY_Q_MOVE: return must_go(v, offer, offers);
    case BAY_Q_ATTACK:
        return u >= 0 && s->units[u].target >= 0 ? find(offer, offers, BAY_V_ATTACK, u)
                                                 : TC_NONE;
    case BAY_Q_NEXT: return u >= 0 ? find(offer, offers, BAY_V_NEXT, u) : TC_NONE;
    default: return TC_NONE;
    }
}

/* Volleys are fired, guns kept, ground is given, marches end at once, and the first of equal
 * places is taken. */
int bay_assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
               int offers)
{
    int i = about_subject(v, d, offer, offers);

    if (i >= 0)
        return i;
    for (i = 0; i < offers; i++)
        if (offer[i].verb == BAY_V_VOLLEY || offer[i].verb == BAY_V_KEEP_GUN ||
            offer[i].verb == BAY_V_STAY || offer[i].verb == BAY_V_GIVE_GROUND ||
            offer[i].verb == BAY_V_DONE || offer[i].verb == BAY_V_HALT)
            return i;
    return 0;
}

static const struct bay_attack *attack_of(const struct bay_state *s, int u)
{
    for (int i = 0; i < s->now.attacks; i++)
        if (s->attacks[i].unit == u)
            return &s->attacks[i];
    return NULL;
}

/* A charge or an attack is looked at until it has been fought, an attack put in its place until
 * all fights up to it have been; any other act that leads to fights until the first has been.
 */
bool bay_goes_on(const struct tc_book *book, const void *state, const struct tc_deed *d)
{
    const struct bay_state *s = state;
    int u = subject(d);
    const struct bay_attack *own = u < 0 ? NULL : attack_of(s, u);

    (void)book;
    if (s->head.step == BAY_S_MOVE || s->head.step == BAY_S_ATTACKS)
        return u >= 0 && s->units[u].life == BAY_FIGHTS && (s->units[u].target >= 0 || own);
    return s->head.step == BAY_S_FIGHT && s->now.fought < (own && own->order ? own->order : 1);
}

/* What comes before anybody is asked again: the charge that must be made, the fights left,
 * leaders who may fall and morale. The odds of one unit's attack leave the others' out. */
bool bay_follows(const struct tc_book *book, const void *state, const struct tc_deed *d)
{
    const struct bay_state *s = state;

    (void)book;
    if (s->head.step == BAY_S_FIGHT)
        return subject(d) < 0;
    return s->head.step >= BAY_S_ORDER && s->head.step <= BAY_S_MORALE;
}
