/* players/stander.h - an army that stands still and shoots; private to players/. */
#ifndef PLR_STANDER_H
#define PLR_STANDER_H

#include "kernel/game.h"

/* Its answer to the open question of a game: it shoots at the first target it is offered,
 * rallies, and else lets things be. */
void plr_stand(const struct tc_game *g, struct tc_stream *lots, struct tc_act *out);

#endif
