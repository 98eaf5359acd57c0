/* rules/minden/disorder.c - chapters I and J: markers, and what passing through friends does.
 */
#include "rules/minden/inner.h"

/* A RED unit that moves, fires or fights is disordered before it does (N-B1e, N-RUL-11). */
void min_disturb(struct min_play *p, int unit)
{
    if (p->s->units[unit].marker != MIN_RED)
        return;
    min_disorder(p, unit, "N-J5b"); /* N-B1e, N-RUL-11 */
}

/* Friends pass through each other: both are disordered unless one is light (N-J6). */
void min_interpenetrate(struct min_play *p, int unit, int other)
{
    if (min_is_command(p->bk, unit) || min_is_command(p->bk, other))
        return; /* N-K14 */
    if (min_is_light(p->bk, unit) || min_is_light(p->bk, other))
        return; /* N-J6b */
    min_disorder(p, unit, "N-J6a");
    min_disorder(p, other, "N-J6a");
}

/* The unit is disordered from now on (N-I1). */
void min_disorder(struct min_play *p, int unit, const char *cause)
{
    struct min_unit *m = &p->s->units[unit];

    if (m->where != MIN_ON_TABLE)
        return;
    if (min_is_command(p->bk, unit))
        return; /* N-K14 */
    if (m->marker == MIN_ORANGE)
        return;             /* N-J7 */
    m->marker = MIN_ORANGE; /* N-I1 */
    m->charge_bonus = 0;    /* N-RUL-28 */
    m->supports = TC_NONE;
    tc_tell(p->u, MIN_E_DISORDERED, cause, unit);
}

void min_mark_red(struct min_play *p, int unit, const char *rule)
{
    struct min_unit *m = &p->s->units[unit];

    if (m->marker == MIN_ORANGE)
        return; /* N-J7 */
    m->marker = MIN_RED;
    tc_tell(p->u, MIN_E_MARKED_RED, rule, unit);
}
