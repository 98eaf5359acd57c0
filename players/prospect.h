/* players/prospect.h - what may come of the best answers; private to players/. */
#ifndef PLR_PROSPECT_H
#define PLR_PROSPECT_H

#include "players/player.h"
#include "players/think.h"

/* Play the first thoughts on to the thinker's next turn, all with the same dice, and note in
 * a->prospect what it came to. */
void plr_prospects(struct plr_think *t, uint64_t seed, int courses, struct plr_advice *a);

/* Where one answer was taken without a try: some others, the most natural first, so that there
 * is something to compare it with. */
void plr_add_others(struct plr_think *t, const struct tc_game *g, uint64_t seed,
                    struct plr_advice *a);

#endif
