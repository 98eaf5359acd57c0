/* rules/minden/unit.c - plain facts about units: what they are and how they are. */
#include "rules/minden/inner.h"

const struct min_unit_card *min_card(const struct min_book *bk, int unit)
{
    const struct min_unit_card *c = &bk->unit[unit];

    return c->spare_of >= 0 ? &bk->unit[c->spare_of] : c;
}

int min_side_of(const struct min_book *bk, int unit)
{
    return min_card(bk, unit)->side;
}

bool min_is_light(const struct min_book *bk, int unit)
{
    int kind = min_card(bk, unit)->kind;

    return kind == MIN_LIGHT_INF || kind == MIN_LIGHT_CAV;
}

bool min_is_horse(const struct min_book *bk, int unit)
{
    int kind = min_card(bk, unit)->kind;

    return kind == MIN_LINE_CAV || kind == MIN_LIGHT_CAV;
}

bool min_is_line(const struct min_book *bk, int unit)
{
    int kind = min_card(bk, unit)->kind;

    return kind == MIN_LINE_INF || kind == MIN_LINE_CAV;
}

bool min_is_gun(const struct min_book *bk, int unit)
{
    int kind = min_card(bk, unit)->kind;

    return kind == MIN_GUN_MH || kind == MIN_GUN_LIGHT;
}

bool min_is_command(const struct min_book *bk, int unit)
{
    return min_card(bk, unit)->kind == MIN_COMMAND;
}

bool min_on_table(const struct min_state *s, int unit)
{
    return s->units[unit].where == MIN_ON_TABLE;
}

bool min_disordered(const struct min_state *s, int unit)
{
    return s->units[unit].marker == MIN_ORANGE; /* N-I1 */
}

bool min_fleeing(const struct min_state *s, int unit)
{
    return s->units[unit].morale != MIN_STEADY;
}

int min_crew_of(const struct min_book *bk, int unit)
{
    TC_RULE("N-L12");
    return min_card(bk, unit)->kind == MIN_GUN_LIGHT ? bk->t.base.light_crew : bk->t.base.crew;
}

/* One six-sided die; there are no others (N-X1). */
int min_d6(struct min_play *p, const char *rule)
{
    TC_RULE("N-X1");
    return tc_roll(p->u, TC_D6, rule);
}

int min_die_sum(struct min_play *p, int n, const char *rule)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += min_d6(p, rule);
    return sum;
}
