/* players/budget.c - the time a player may take for a turn. */
#include "players/budget.h"

enum {
    GUESS = 12, /* questions worth a thought in a turn nobody has seen yet */
    LEAST = 2000,
    MOST = 10000,
    SMALL = 40, /* units of both sides */
    LARGE = 160
};

double plr_budget_share(struct plr_budget *b, const struct tc_game *g, double all)
{
    const struct tc_head *h = tc_game_state(g);

    if (!b->begun || b->turn != h->turn || b->active != h->active) {
        b->before = b->begun && b->asked ? b->asked : GUESS;
        b->begun = true;
        b->turn = h->turn;
        b->active = h->active;
        b->spent = 0;
        b->asked = 0;
        atomic_store(&b->hurry, false);
    }
    int left = b->before - b->asked++;
    if (atomic_load(&b->hurry) || all <= b->spent)
        return 0;
    return (all - b->spent) / (left > 3 ? left : 3);
}

int plr_turn_time(const struct tc_book *bk)
{
    int units = bk->rules->names(bk, 0);
    int over = tc_min(tc_max(units, SMALL), LARGE) - SMALL;

    return LEAST + (MOST - LEAST) * over / (LARGE - SMALL);
}
