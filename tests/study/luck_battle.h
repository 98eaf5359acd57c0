/* tests/study/luck_battle.h - battles by lot in which some dice fall as one side hopes. */
#ifndef LUCK_BATTLE_H
#define LUCK_BATTLE_H

#include "book/book.h"
#include "kernel/game.h"
#include "protocol/luck.h"

struct luck_battle {
    const struct tc_book *bk;
    uint64_t seed;
    int lucky;        /* every die of this side is the best, every die of the other the worst;
                       * TC_NONE: dice fall as they may */
    const char *rule; /* only dice of this rule; NULL: all */
    struct lck luck[TC_SIDES];
    uint32_t unsaid; /* dice for which nothing was hoped */
    const char *unsaid_rule;
    int winner;
    void (*hear)(void *ctx, const struct tc_event *e);
    void *ctx;
};

void luck_battle(struct luck_battle *b);

#endif
