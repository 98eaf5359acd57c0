/* rules/minden/unit.c - plain facts about units: what they are and how they are. */
#include "rules/minden/inner.h"

/* One six-sided die; there are no others (N-X1). */
int min_d6(struct min_play *p, const char *rule)
{
    return tc_roll(p->u, TC_D6, rule); /* N-X1 */
}

int min_die_sum(struct min_play *p, int n, int side, enum tc_good good, const char *rule)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        tc_wish(p->u, side, good);
        sum += min_d6(p, rule);
    }
    return sum;
}

const struct min_unit_card *min_card(const struct min_book *bk, int unit)
{
    const struct min_unit_card *c = &bk->unit[unit];

    return c->spare_of >= 0 ? &bk->unit[c->spare_of] : c;
}

int min_crew_of(const struct min_book *bk, int unit)
{
    /* N-L12 */
    return min_kind_of(bk, unit) == MIN_GUN_LIGHT ? bk->t.base.light_crew : bk->t.base.crew;
}
