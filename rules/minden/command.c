/* rules/minden/command.c - chapter K: who commands whom, and at what distance. */
#include "rules/minden/inner.h"

/* N-K1, N-K2: the scenario may shorten the radius of all, or of one. */
static int32_t radius_of(const struct min_book *bk, int commander)
{
    int32_t own = min_card(bk, commander)->radius;

    if (own == 0 || own >= bk->t.command_radius) /* N-K1 */
        return own ? own : bk->t.command_radius;
    return own; /* N-K2 */
}

/* N-K12 */
bool min_has_authority(const struct min_book *bk, int commander, int unit)
{
    const struct min_unit_card *c = min_card(bk, commander), *m = min_card(bk, unit);

    if (c->side != m->side) /* N-K12 */
        return false;
    switch ((enum min_authority)c->authority) {
    case MIN_OF_BRIGADE: return c->brigade != TC_NONE && c->brigade == m->brigade;
    case MIN_OF_DIVISION: return c->division != TC_NONE && c->division == m->division;
    case MIN_OF_ARMY: return true;
    case MIN_NO_AUTHORITY: break;
    }
    return false;
}

static bool reaches(const struct min_book *bk, const struct min_state *s, int commander,
                    int unit)
{
    return min_on_table(s, commander) &&
           min_within(bk, s, commander, unit, radius_of(bk, commander)); /* N-K13 */
}

/* A commander with authority over the unit who reaches it now; TC_NONE. */
int min_commander_near(const struct min_book *bk, const struct min_state *s, int unit)
{
    for (int i = 0; i < bk->units; i++)
        if (min_is_command(bk, i) && i != unit && min_has_authority(bk, i, unit) &&
            reaches(bk, s, i, unit))
            return i;
    return TC_NONE;
}

/* Does the unit have the command die and the command modifier? */
bool min_commanded(const struct min_book *bk, const struct min_state *s, int unit)
{
    bool active = min_side_of(bk, unit) == s->head.active;

    if (min_is_command(bk, unit))
        return false;
    if (active && s->fog_effect == MIN_FOG_INSPIRED_COMMAND && s->fog_commander != TC_NONE &&
        reaches(bk, s, s->fog_commander, unit)) {
        return true; /* N-M9 */
    }
    if (active && s->fog_effect == MIN_FOG_HORSE_OUT_OF_COMMAND &&
        min_kind_of(bk, unit) == MIN_LINE_CAV) {
        return false; /* N-M5b */
    }
    if (min_disordered(s, unit))
        return false; /* N-I5 */
    return min_commander_near(bk, s, unit) != TC_NONE;
}

int min_army_commander(const struct min_book *bk, const struct min_state *s, int side)
{
    for (int i = 0; i < bk->units; i++)
        if (min_is_command(bk, i) && min_side_of(bk, i) == side && min_on_table(s, i) &&
            min_card(bk, i)->authority == MIN_OF_ARMY)
            return i;
    return TC_NONE;
}
