/* players/arena.h - bare battles by lot: no tape, no record, no copies. */
#ifndef PLR_ARENA_H
#define PLR_ARENA_H

#include "kernel/umpire.h"

struct plr_arena {
    const struct tc_book *bk;
    struct tc_umpire u;
    struct tc_offers *offers;
    void *state;
    struct tc_stream stream[TC_SIDES]; /* of the random players */
};

/* Opened in place: the players point into it. */
void plr_arena_open(struct plr_arena *a, const struct tc_book *bk);
void plr_arena_close(struct plr_arena *a);

/* Set the battle up and play it out at random from this seed. limit 0: to the end. */
void plr_arena_play(struct plr_arena *a, uint64_t seed, uint64_t limit);

/* One number for how a battle is played: the ends of some seeded battles by lot. */
uint64_t plr_signature(struct plr_arena *a);

/* The signature of several battles so far, 0 at first, and that of one more. */
uint64_t plr_signature_add(uint64_t all, uint64_t one);

#endif
