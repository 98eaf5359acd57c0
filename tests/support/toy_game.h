/* tests/support/toy_game.h - a toy game with its memory, for tests of the kernel. */
#ifndef TOY_GAME_H
#define TOY_GAME_H

#include "kernel/game.h"
#include "tests/support/toy.h"

enum { TOY_HEARD = 4096 };

/* What the sink has heard, in order. */
struct toy_heard {
    int n;
    struct tc_event event[TOY_HEARD];
    struct tc_act act[TOY_HEARD];
};

struct toy_table {
    struct tc_game g;
    _Alignas(64) unsigned char mem[8192];
    struct tc_offers work, open;
    struct tc_taped act[2 * TC_TAPE_ROOM];
    int8_t face[2 * TC_TAPE_ROOM];
    struct toy_heard heard;
};

/* A game at its setup with fair dice of this seed; the caller goes on. */
void toy_begin(struct toy_table *t, uint64_t seed);

/* The same from a state. */
void toy_begin_from(struct toy_table *t, uint64_t seed, const struct toy_state *s);

/* A state at setup. */
struct toy_state toy_start(void);

/* Answer and go on; true if it was legal. */
bool toy_play(struct toy_table *t, const char *act);

/* A tc_answer_fn: by lot; ctx is a stream. */
void toy_by_lot(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out);

#endif
