/* cli/bench.c - figures: medians of several runs, never an assertion about time. */
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/cli.h"
#include "players/arena.h"

enum { RUNS = 5 };

struct figures {
    double asks, dice, battles;   /* a second */
    double mean_asks, mean_turns; /* a battle */
    double clone, copy;           /* nanoseconds */
    double replay;                /* milliseconds for one whole battle */
    unsigned state;               /* bytes */
    uint64_t signature;
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_value);
    return v[n / 2];
}

static void playouts(struct plr_arena *a, double seconds, struct figures *f)
{
    double asks[RUNS], dice[RUNS], battles[RUNS], turns = 0, all = 0, total = 0;
    uint64_t seed = 1000;

    for (int run = 0; run < RUNS; run++) {
        uint64_t a0 = a->u.asks, d0 = a->u.rolls;
        double start = cli_seconds(), used;
        int n = 0;
        do {
            plr_arena_play(a, seed++, 0);
            turns += ((struct tc_head *)a->state)->turn;
            n++;
            used = cli_seconds() - start;
        } while (used < seconds / RUNS);
        asks[run] = (double)(a->u.asks - a0) / used;
        dice[run] = (double)(a->u.rolls - d0) / used;
        battles[run] = n / used;
        all += n;
        total += (double)(a->u.asks - a0);
    }
    f->asks = median(asks, RUNS);
    f->dice = median(dice, RUNS);
    f->battles = median(battles, RUNS);
    f->mean_asks = total / all;
    f->mean_turns = turns / all;
}

/* One clone as players make it, and one plain copy of the same bytes. */
static double copies(struct plr_arena *a, char *to, size_t size, bool clone)
{
    enum { N = 20000 };
    volatile char keep = 0;
    double start = cli_seconds();

    for (int i = 0; i < N; i++) {
        char *at = to + (i & 1 ? size : 0);
        memcpy(at, a->state, size);
        if (clone)
            a->u.state = at;
        keep ^= at[(size_t)i % size];
    }
    (void)keep;
    return (cli_seconds() - start) / N * 1e9;
}

/* Clones against memcpy, in turn, after a warm-up. */
static void clones(struct plr_arena *a, struct figures *f)
{
    size_t size = a->bk->rules->state_size;
    char *to = malloc(2 * size);
    double clone[RUNS], copy[RUNS];

    if (!to)
        abort();
    copies(a, to, size, false);
    for (int run = 0; run < RUNS; run++) {
        clone[run] = copies(a, to, size, true);
        copy[run] = copies(a, to, size, false);
    }
    f->clone = median(clone, RUNS);
    f->copy = median(copy, RUNS);
    free(to);
}

struct taped {
    struct tc_game g;
    void *mem;
};

static void open_taped(struct taped *t, const struct tc_book *bk)
{
    struct tc_offers *work = calloc(1, sizeof *work), *open = calloc(1, sizeof *open);

    t->mem = aligned_alloc(64, tc_game_memory(bk->rules));
    if (!work || !open || !t->mem)
        abort();
    tc_game_init(&t->g, bk, t->mem, work, open);
    t->g.tape.act_room = 400000;
    t->g.tape.face_room = 4000000;
    t->g.tape.act = malloc(t->g.tape.act_room * sizeof *t->g.tape.act);
    t->g.tape.face = malloc(t->g.tape.face_room);
    if (!t->g.tape.act || !t->g.tape.face)
        abort();
}

static void close_taped(struct taped *t)
{
    free(t->g.tape.act);
    free(t->g.tape.face);
    free(t->g.u.offers);
    free(t->g.u.open_offers);
    free(t->mem);
}

/* Play one battle onto a tape, then verify the whole tape: what `tricorne replay` does. */
static void replays(struct plr_arena *a, struct figures *f)
{
    struct taped t;
    double ms[RUNS];

    open_taped(&t, a->bk);
    memcpy(t.g.u.player, a->u.player, sizeof a->u.player);
    a->stream[0] = tc_stream_from(7);
    a->stream[1] = tc_stream_from(8);
    t.g.u.stream = tc_stream_from(9);
    tc_game_go(&t.g);
    for (int run = 0; run < RUNS; run++) {
        struct tc_tape tape = t.g.tape;
        struct tc_game g;
        double start = cli_seconds();
        tc_game_init(&g, a->bk, t.mem, t.g.u.offers, t.g.u.open_offers);
        g.tape = tape;
        g.u.judge_tape = true;
        g.u.dice = TC_DICE_TYPED;
        TC_BUG_ON(tc_game_go(&g) != TC_IS_OVER);
        ms[run] = (cli_seconds() - start) * 1e3;
    }
    f->replay = median(ms, RUNS);
    close_taped(&t);
}

static void measure(struct plr_arena *a, double seconds, struct figures *f)
{
    f->state = a->bk->rules->state_size;
    f->signature = plr_signature(a);
    if (seconds <= 0)
        return;
    playouts(a, seconds, f);
    clones(a, f);
    replays(a, f);
}

static void print_figures(const char *id, const struct figures *f, bool json, bool first)
{
    if (json)
        printf("%s\n {\"scenario\":\"%s\",\"asks_per_second\":%.0f,\"dice_per_second\":%.0f,"
               "\"battles_per_second\":%.1f,\"asks_per_battle\":%.0f,\"turns\":%.1f,"
               "\"clone_ns\":%.0f,\"memcpy_ns\":%.0f,\"state_bytes\":%u,\"replay_ms\":%.2f,"
               "\"signature\":\"%016llx\"}",
               first ? "" : ",", id, f->asks, f->dice, f->battles, f->mean_asks, f->mean_turns,
               f->clone, f->copy, f->state, f->replay, (unsigned long long)f->signature);
    else
        printf("%-28s %9.0f asks/s %10.0f dice/s %8.1f battles/s %7.0f asks %5.1f turns  "
               "clone %4.0f ns (memcpy %4.0f)  state %u  replay %6.2f ms  %016llx\n",
               id, f->asks, f->dice, f->battles, f->mean_asks, f->mean_turns, f->clone, f->copy,
               f->state, f->replay, (unsigned long long)f->signature);
    fflush(stdout);
}

struct todo {
    char id[64][80];
    int n;
};

static void note_id(void *ctx, const struct book_entry *e)
{
    struct todo *t = ctx;

    if (t->n < 64 && !e->broken)
        snprintf(t->id[t->n++], sizeof t->id[0], "%s", e->id);
}

int cmd_bench(struct cli *c)
{
    static struct todo todo;
    bool json = cli_flag(c, "json"), only = cli_flag(c, "signature");
    double seconds = (double)cli_number(c, "seconds", 1, 600);
    uint64_t all = 0;

    cli_words(c, 0, 64);
    for (int i = 0; i < c->argc; i++)
        snprintf(todo.id[todo.n++], sizeof todo.id[0], "%s", c->argv[i]);
    if (todo.n == 0)
        book_list(c->data, note_id, &todo);
    if (json)
        printf("{\"v\":1,\"scenarios\":[");
    for (int i = 0; i < todo.n; i++) {
        const struct tc_book *bk = cli_book(c, todo.id[i]);
        struct figures f = { 0 };
        struct plr_arena a;
        plr_arena_open(&a, bk);
        measure(&a, only ? 0 : seconds, &f);
        all = plr_signature_add(all, f.signature);
        if (!only)
            print_figures(todo.id[i], &f, json, i == 0);
        plr_arena_close(&a);
        book_free(bk);
    }
    if (json)
        printf("\n],\"signature\":\"%016llx\"}\n", (unsigned long long)all);
    else
        printf("signature %016llx\n", (unsigned long long)all);
    return CLI_OK;
}
