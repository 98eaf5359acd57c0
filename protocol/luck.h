/* protocol/luck.h - how lucky a throw was.
 *
 * Each roll counts for the side that throws, against the faces that side hoped for (tc_hope):
 * a high die is not always a good one. Sums of dice of all kinds can be added: each die counts
 * as so many of its own standard deviations.
 */
#ifndef LCK_LUCK_H
#define LCK_LUCK_H

#include "kernel/umpire.h"

/* Luck of one side: the sum over its dice, and how many there were. */
struct lck {
    double sum;
    uint32_t dice;
};

/* A die or pool that was thrown; false when no face was better than another, or nothing could
 * be hoped for (all faces do, or none). */
bool lck_of(const struct tc_event *e, struct lck *out);

/* Luck of all dice together, in standard deviations: 0 is as expected, two of three battles
 * lie between -1 and 1, nineteen of twenty between -2 and 2. */
double lck_total(const struct lck *l);

/* "high", "low", "middle" or "none"; NULL when nothing was said. */
const char *lck_word(int good);

#endif
