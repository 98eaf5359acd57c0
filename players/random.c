/* players/random.c - answers by lot. */
#include "players/random.h"

void player_random(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}
