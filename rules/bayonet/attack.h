/* rules/bayonet/attack.h - one attack: chapter 11. */
#ifndef BAY_ATTACK_H
#define BAY_ATTACK_H

#include "rules/bayonet/combat.h"

/* A charging unit that must still announce its attack, or TC_NONE. Pure. */
int bay_attack_due(const struct bay_book *bk, const struct bay_state *s);

/* Net combat value of an attack (B-11.2.2e): every part told if u is there. */
int bay_net(const struct bay_book *bk, const struct bay_state *s, struct tc_umpire *u, int a,
            int d, enum bay_crt table, int momentum);

/* Momentum of horse attacking h (11.3.2). Pure. */
int bay_momentum(const struct bay_book *bk, const struct bay_state *s, int u, int h);

#endif
