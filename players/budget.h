/* players/budget.h - the time a player may take for a turn, shared out over its questions. */
#ifndef PLR_BUDGET_H
#define PLR_BUDGET_H

#include <stdatomic.h>

#include "kernel/game.h"

/* Kept by whoever keeps the player, or, where one is opened for every answer, between them. All
 * zero to begin with. */
struct plr_budget {
    bool begun;
    int turn, active;  /* the turn it is about */
    double spent;      /* seconds of longer thought in it */
    int asked, before; /* questions that were worth it, in this turn and in the one before */
    atomic_bool hurry; /* told to move now: until the turn is over */
};

/* How long it is to think about this question, in seconds, if `all` are for the turn. */
double plr_budget_share(struct plr_budget *b, const struct tc_game *g, double all);

/* About 2 s a turn in small battles, 10 s in the largest, in milliseconds. */
int plr_turn_time(const struct tc_book *bk);

#endif
