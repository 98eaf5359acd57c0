/* players/prospect.h - what may come of the best answers; private to players/. */
#ifndef PLR_PROSPECT_H
#define PLR_PROSPECT_H

#include "players/player.h"
#include "players/think.h"

/* Play the first thoughts on to the thinker's next turn, all with the same dice, and note in
 * a->prospect what it came to. */
void plr_prospects(struct plr_think *t, uint64_t seed, int courses, struct plr_advice *a);

#endif
