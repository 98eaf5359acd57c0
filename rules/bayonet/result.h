/* rules/bayonet/result.h - what the codes of the combat tables do. */
#ifndef BAY_RESULT_H
#define BAY_RESULT_H

#include "rules/bayonet/combat.h"

/* Carry out a result of T4, T5 or T6. */
void bay_apply(struct bay_turn *t, int a, int d, enum bay_crt table, enum bay_code code);

/* Can horse ride on from its hex to `to`, at most two hexes through its front? Pure. */
bool bay_pursuit(const struct bay_book *bk, const struct bay_state *s, int u, int to);

/* Ride one hex nearer to `to`. */
void bay_pursue_to(struct bay_turn *t, int u, int to);

#endif
