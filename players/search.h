/* players/search.h - Monte Carlo tree search; private to players/. */
#ifndef PLR_SEARCH_H
#define PLR_SEARCH_H

#include "players/player.h"
#include "players/think.h"

struct plr_tree;

struct plr_tree *plr_tree_open(const struct tc_book *bk);
void plr_tree_close(struct plr_tree *t);

/* Search for spec->iterations courses or until the clock (plr_clock) shows `until`, if that
 * is not 0. Thoughts come out best first, with the line that is expected. */
void plr_search(struct plr_tree *t, const struct tc_game *g, const struct plr_spec *spec,
                uint32_t iterations, double until, uint64_t seed, struct plr_advice *out);

#endif
