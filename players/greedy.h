/* players/greedy.h - one look ahead; private to players/. */
#ifndef PLR_GREEDY_H
#define PLR_GREEDY_H

#include "players/player.h"
#include "players/think.h"

/* Weigh every choice by courses to the next own question; where none differs from the others,
 * to the one after it, and so on a few times. Thoughts come out best first. */
void plr_greedy(struct plr_think *t, const struct tc_game *g, const struct plr_spec *spec,
                uint64_t seed, struct plr_advice *out);

/* Best first: by visits if wanted, then by mean and lean together, then as they stood. */
void plr_sort(struct plr_advice *a, bool by_visits);

#endif
