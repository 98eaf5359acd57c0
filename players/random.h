/* players/random.h - answers by lot, every legal answer alike. */
#ifndef PLAYER_RANDOM_H
#define PLAYER_RANDOM_H

#include "kernel/umpire.h"

/* A tc_answer_fn. ctx is a struct tc_stream of its own, never the dice of the game. */
void player_random(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out);

#endif
