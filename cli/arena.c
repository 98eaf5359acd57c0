/* cli/arena.c - bare playouts, clocks and bars. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}

void cli_arena_open(struct cli_arena *a, const struct tc_book *bk)
{
    memset(a, 0, sizeof *a);
    a->bk = bk;
    a->offers = calloc(1, sizeof *a->offers);
    a->state = aligned_alloc(64, (bk->rules->state_size + 63) / 64 * 64);
    if (!a->offers || !a->state)
        abort();
    a->u.rules = bk->rules;
    a->u.book = bk;
    a->u.offers = a->offers;
    a->u.private_stream = tc_stream_from(1);
    a->u.blind = true;
    for (int side = 0; side < TC_SIDES; side++)
        a->u.player[side] = (struct tc_player){ answer, &a->stream[side] };
}

void cli_arena_close(struct cli_arena *a)
{
    free(a->offers);
    free(a->state);
}

void cli_arena_play(struct cli_arena *a, uint64_t seed, uint64_t limit)
{
    memset(a->state, 0, a->bk->rules->state_size);
    ((struct tc_head *)a->state)->book = a->bk->hash;
    a->bk->rules->setup(a->bk, a->state);
    a->u.stream = tc_stream_from(seed);
    a->stream[0] = tc_stream_from(seed ^ UINT64_C(0x5EA7000000000000));
    a->stream[1] = tc_stream_from(seed ^ UINT64_C(0x5EA7100000000000));
    tc_play_out(&a->u, a->state, limit);
}

double cli_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void cli_progress(const char *what, uint64_t done, uint64_t all)
{
    static double last;
    double now = cli_seconds();
    int filled = all ? (int)(done * 30 / all) : 30;

    if (!isatty(2) || (done < all && now - last < 0.1))
        return;
    last = now;
    fprintf(stderr, "\r%s [%.*s%*s] %llu/%llu", what, filled, "##############################",
            30 - filled, "", (unsigned long long)done, (unsigned long long)all);
    if (done == all)
        fputc('\n', stderr);
    fflush(stderr);
}

void cli_progress_left(const char *what, uint64_t done, uint64_t all, double seconds)
{
    static double last;
    double now = cli_seconds(), left = done ? seconds / (double)done * (double)(all - done) : 0;
    int filled = all ? (int)(done * 30 / all) : 30;
    unsigned s = left < 359999 ? (unsigned)left : 359999;

    if (!isatty(2) || (done < all && now - last < 0.2))
        return;
    last = now;
    fprintf(stderr, "\r%s [%.*s%*s] %llu/%llu, %u:%02u:%02u left ", what, filled,
            "##############################", 30 - filled, "", (unsigned long long)done,
            (unsigned long long)all, s / 3600, s / 60 % 60, s % 60);
    if (done == all)
        fputc('\n', stderr);
    fflush(stderr);
}
