/* cli/selfplay.c - battles by the dozen between computer players. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
    (void)sig;
    interrupted = 1;
}

struct tally {
    uint64_t battles, won[TC_SIDES], drawn, turns, asks, ending[16];
};

static void count(struct tally *t, const struct tc_head *h, uint64_t asks)
{
    t->battles++;
    t->asks += asks;
    t->turns += h->turn;
    t->ending[h->ending & 15]++;
    if (h->winner == TC_NONE)
        t->drawn++;
    else
        t->won[h->winner]++;
}

static void print_tally(const struct tc_book *bk, const struct tally *t, double seconds)
{
    double n = t->battles ? (double)t->battles : 1;

    printf("%s: %llu battles\n", bk->id, (unsigned long long)t->battles);
    for (int side = 0; side < TC_SIDES; side++)
        printf("  %-12s won %6.1f%%\n", bk->side_name[side], 100 * (double)t->won[side] / n);
    printf("  %-12s     %6.1f%%\n", "drawn", 100 * (double)t->drawn / n);
    for (int i = 0; bk->rules->endings[i] && i < 16; i++)
        if (t->ending[i])
            printf("  ended by %s: %.1f%%\n", bk->rules->endings[i],
                   100 * (double)t->ending[i] / n);
    printf("  mean length %.1f turns, %.0f answers\n", (double)t->turns / n,
           (double)t->asks / n);
    fprintf(stderr, "%.2f s, %.1f battles a second, %.0f answers a second\n", seconds,
            (double)t->battles / seconds, (double)t->asks / seconds);
}

int cmd_selfplay(struct cli *c)
{
    const char *id = cli_option(c, "scenario");
    const char *players = cli_option(c, "players");
    uint64_t seed = cli_number(c, "seed", 1, UINT64_MAX);
    bool each = cli_flag(c, "each");
    struct tally t = { 0 };
    struct cli_arena a;
    int64_t n;

    cli_words(c, 1, 1);
    if (!tc_read_int(c->argv[0], strlen(c->argv[0]), &n) || n < 1) {
        fprintf(stderr, "tricorne selfplay: N is a whole number from 1, not \"%s\"\n",
                c->argv[0]);
        return CLI_USAGE;
    }
    if (players && strcmp(players, "random,random") != 0) {
        fprintf(stderr, "tricorne selfplay: --players takes random,random\n");
        return CLI_USAGE;
    }
    const struct tc_book *bk = cli_book(c, id ? id : "minden/first-battle");
    cli_arena_open(&a, bk);
    signal(SIGINT, on_interrupt);
    double start = cli_seconds();
    for (int64_t i = 0; i < n && !interrupted; i++) {
        uint64_t before = a.u.asks;
        cli_arena_play(&a, seed + (uint64_t)i, 0);
        const struct tc_head *h = a.state;
        count(&t, h, a.u.asks - before);
        if (each)
            printf("%llu\t%s\t%s\t%u\t%016llx\n", (unsigned long long)(seed + (uint64_t)i),
                   h->winner == TC_NONE ? "draw" : bk->side_name[h->winner],
                   bk->rules->endings[h->ending], h->turn,
                   (unsigned long long)tc_hash(a.state, bk->rules->state_size, 0));
        cli_progress("battles", (uint64_t)i + 1, (uint64_t)n);
    }
    print_tally(bk, &t, cli_seconds() - start);
    cli_arena_close(&a);
    return interrupted ? CLI_REFUSED : CLI_OK;
}
