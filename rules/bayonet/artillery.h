/* rules/bayonet/artillery.h - what the steps of the Artillery Phase share: chapter 10. */
#ifndef BAY_ARTILLERY_H
#define BAY_ARTILLERY_H

#include "rules/bayonet/combat.h"

/* A battery still in play. */
bool bay_is_battery(const struct bay_book *bk, const struct bay_state *s, int u);

/* A battery of that side that has not acted this turn, limbered or not. */
bool bay_gun_ready(const struct bay_book *bk, const struct bay_state *s, int u, int side,
                   int limbered);

/* Number n of those that are ready, or TC_NONE. */
int bay_nth_ready(const struct tc_view *v, int n, int limbered);

/* The common judge of a battery named in an act. */
bool bay_judge_battery(const struct tc_view *v, int u, int limbered, struct tc_refusal *why);

#endif
