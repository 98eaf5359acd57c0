/* bench/dice.c - what committed dice cost random play: battles by lot in sessions, with dice of
 * a seed and with committed dice.
 *
 * usage: build-release/bench/dice DATA [SCENARIO...]
 *
 * Each line is written as a record has it, as the server and every program that keeps one do.
 * Both ways take turns, battle by battle; the faces differ, and so do the battles, so that
 * answers a second of the processor are compared, over many battles. A line for each scenario.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/own.h"
#include "players/random.h"
#include "protocol/session.h"
#include "protocol/write.h"

enum { ANSWERS = 60000, SEATS = 2 };

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "dice: %s\n", what);
    exit(1);
}

static uint8_t link_of[SEATS][TC_SECRET], commit_of[SEATS][TC_SECRET];

/* Each person's one link, and what tells it beforehand. */
static void make_links(const char *name, int salt)
{
    for (int seat = 0; seat < SEATS; seat++) {
        memset(link_of[seat], salt * SEATS + seat, TC_SECRET);
        tc_pledge_link(name, seat, link_of[seat], commit_of[seat]);
    }
}

/* Whatever the seats owe before dice can fall. */
static void give(struct ses_game *s)
{
    struct tc_why why = { .text = "" };
    const char *what;
    uint32_t owes;

    while ((owes = ses_owes(s, &what)) != 0)
        for (int seat = 0; seat < SEATS; seat++)
            if (owes >> seat & 1 &&
                (what[0] == 'c' ? ses_commit(s, seat, commit_of[seat], &why)
                                : ses_link(s, seat, link_of[seat], &why)) != TC_OK)
                stop(why.text);
}

/* Whoever keeps a record hears of each line. */
static enum tc_err hear(void *ctx, struct ses_game *s, const struct ses_line *l,
                        struct tc_why *why)
{
    char *text = ses_line_text(s, l);

    (void)why;
    *(size_t *)ctx += strlen(text);
    free(text);
    return TC_OK;
}

/* One battle by lot; gives its answers and adds the processor's time. */
static uint32_t battle(const struct tc_book *bk, enum ses_way way, int n, double *used)
{
    uint8_t secret[TC_SECRET];
    struct ses_options o = { .has_seed = way == SES_SEED, .way = way, .game = "bench" };
    struct tc_stream lots = tc_stream_from((uint64_t)n);
    struct tc_why why = { .text = "" };
    struct ses_game *s;
    size_t bytes = 0;

    memset(secret, n, sizeof secret);
    o.seed[0] = (uint64_t)n;
    if (way != SES_SEED)
        o.secret = secret;
    make_links(o.game, n % 100);
    double start = seconds();
    if (ses_new(bk, &o, &s, &why) != TC_OK)
        stop(why.text);
    s->on_line = hear;
    s->line_ctx = &bytes;
    do {
        give(s);
        for (int i = 0; i < s->seats; i++)
            s->seat[i].player = (struct tc_player){ player_random, &lots };
        if (ses_play(s, UINT32_MAX, &why) != TC_OK)
            stop(why.text);
    } while (ses_status(s) != TC_IS_OVER);
    *used += seconds() - start;
    uint32_t lines = s->lines;
    ses_free(s);
    return lines;
}

static void compare(tri_data *d, const char *id)
{
    double used[2] = { 0 };
    uint64_t answers[2] = { 0 };
    tri_error e = TRI_ERROR;
    tri_book *b;

    if (tri_book_open(d, id, &b, &e) != TRI_OK)
        stop(e.text);
    for (int n = 0; answers[1] < ANSWERS; n++)
        for (int way = 0; way < 2; way++)
            answers[way] += battle(b->book, way ? SES_COMMITTED : SES_SEED, n, &used[way]);
    double fair = (double)answers[0] / used[0], committed = (double)answers[1] / used[1];
    printf("%-28s %9.0f answers/s fair %9.0f committed: costs %.1f%%\n", id, fair, committed,
           100 * (fair / committed - 1));
    tri_book_free(b);
}

int main(int argc, char **argv)
{
    tri_error e = TRI_ERROR;
    tri_data *d;

    if (argc < 2)
        stop("name the folder of data");
    if (tri_data_open(argv[1], &d, &e) != TRI_OK)
        stop(e.text);
    for (int i = 2; i < argc; i++)
        compare(d, argv[i]);
    if (argc == 2)
        compare(d, "minden/first-battle");
    tri_data_free(d);
    return 0;
}
