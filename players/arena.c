/* players/arena.c - bare battles by lot, and the signature of play. */
#include "players/arena.h"

#include <stdlib.h>
#include <string.h>

enum { SIGNATURE_BATTLES = 8 };

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}

void plr_arena_open(struct plr_arena *a, const struct tc_book *bk)
{
    memset(a, 0, sizeof *a);
    a->bk = bk;
    a->offers = calloc(1, sizeof *a->offers);
    a->state = aligned_alloc(64, (bk->rules->state_size + 63) / 64 * 64);
    if (bk->rules->shelf)
        a->u.shelf = calloc(1, bk->rules->shelf);
    TC_BUG_ON(!a->offers || !a->state || (bk->rules->shelf && !a->u.shelf));
    a->u.rules = bk->rules;
    a->u.book = bk->rules->own_book ? bk->rules->own_book(bk, a->u.shelf) : bk;
    a->u.offers = a->offers;
    a->u.private_stream = tc_stream_from(1);
    a->u.blind = true;
    for (int side = 0; side < TC_SIDES; side++)
        a->u.player[side] = (struct tc_player){ answer, &a->stream[side] };
}

void plr_arena_close(struct plr_arena *a)
{
    free(a->offers);
    free(a->state);
    free(a->u.shelf);
}

void plr_arena_play(struct plr_arena *a, uint64_t seed, uint64_t limit)
{
    memset(a->state, 0, a->bk->rules->state_size);
    ((struct tc_head *)a->state)->book = a->bk->hash;
    a->bk->rules->setup(a->bk, a->state);
    a->u.stream = tc_stream_from(seed);
    a->stream[0] = tc_stream_from(seed ^ UINT64_C(0x5EA7000000000000));
    a->stream[1] = tc_stream_from(seed ^ UINT64_C(0x5EA7100000000000));
    tc_play_out(&a->u, a->state, limit);
}

uint64_t plr_signature(struct plr_arena *a)
{
    uint64_t h = 0;

    for (uint64_t seed = 1; seed <= SIGNATURE_BATTLES; seed++) {
        uint64_t before = a->u.asks;
        plr_arena_play(a, seed, 0);
        uint64_t asks = a->u.asks - before;
        h = tc_hash(a->state, a->bk->rules->state_size, h);
        h = tc_hash(&asks, sizeof asks, h);
    }
    return h;
}

uint64_t plr_signature_add(uint64_t all, uint64_t one)
{
    return tc_hash(&one, sizeof one, all);
}
