/* cli/selfplay.c - battles by the dozen between computer players. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/cli.h"
#include "players/arena.h"
#include "protocol/computer.h"
#include "protocol/record.h"
#include "study/crew.h"

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

static json_t *tally_json(const struct tc_book *bk, const struct tally *t)
{
    json_t *won = json_object(), *ended = json_object();

    for (int side = 0; side < TC_SIDES; side++)
        json_object_set_new(won, bk->side_name[side], json_integer((json_int_t)t->won[side]));
    for (int i = 0; i < 16 && bk->rules->endings[i]; i++)
        if (t->ending[i])
            json_object_set_new(ended, bk->rules->endings[i],
                                json_integer((json_int_t)t->ending[i]));
    return json_pack("{ss sI so sI so sI sI}", "scenario", bk->id, "battles",
                     (json_int_t)t->battles, "won", won, "drawn", (json_int_t)t->drawn,
                     "endings", ended, "turns", (json_int_t)t->turns, "answers",
                     (json_int_t)t->asks);
}

static void print_tally(const struct tc_book *bk, const struct tally *t, double seconds,
                        bool json)
{
    double n = t->battles ? (double)t->battles : 1;

    if (json) {
        cli_json(tally_json(bk, t));
        return;
    }

    printf(SAY("%s: %llu battles\n"), bk->id, (unsigned long long)t->battles);
    for (int side = 0; side < TC_SIDES; side++)
        printf(SAY("  %-12s won %6.1f%%\n"), bk->side_name[side],
               100 * (double)t->won[side] / n);
    printf("  %-12s     %6.1f%%\n", "drawn", 100 * (double)t->drawn / n);
    for (int i = 0; i < 16 && bk->rules->endings[i]; i++)
        if (t->ending[i])
            printf(SAY("  ended by %s: %.1f%%\n"), bk->rules->endings[i],
                   100 * (double)t->ending[i] / n);
    printf(SAY("  mean length %.1f turns, %.0f answers\n"), (double)t->turns / n,
           (double)t->asks / n);
    fprintf(stderr, SAY("%.2f s, %.1f battles a second, %.0f answers a second\n"), seconds,
            (double)t->battles / seconds, (double)t->asks / seconds);
}

static void print_each(const struct tc_book *bk, uint64_t seed, const struct tc_head *h,
                       uint64_t hash)
{
    printf("%llu\t%s\t%s\t%u\t%016llx\n", (unsigned long long)seed,
           h->winner == TC_NONE ? "draw" : bk->side_name[h->winner],
           bk->rules->endings[h->ending], (unsigned)h->turn, (unsigned long long)hash);
}

/* One battle by way of a session, kept answer by answer in a record; the same one that is
 * played without a record. */
static int recorded(const struct tc_book *bk, const struct plr_spec *spec, uint64_t seed,
                    const char *path, bool each)
{
    struct tc_stream dice = tc_stream_from(seed);
    struct ses_options o = { .has_seed = true, .seats = TC_SIDES };
    struct rec_file *file = NULL;
    struct ses_game *s;
    struct tc_why why;
    enum tc_err err;

    memcpy(o.seed, dice.seed, sizeof o.seed);
    for (int i = 0; i < TC_SIDES; i++) {
        snprintf(o.seat[i].name, sizeof o.seat[i].name, "%s", bk->side_name[i]);
        snprintf(o.seat[i].kind, sizeof o.seat[i].kind, "%.*s", SES_KIND - 1, spec[i].name);
        o.seat[i].side = (int8_t)i;
    }
    if (ses_new(bk, &o, &s, &why) != TC_OK)
        return cli_fail(&why);
    err = rec_create(path, s, NULL, &file, &why);
    for (int i = 0; i < TC_SIDES && err == TC_OK; i++)
        if ((err = com_sit(s, i, &why)) == TC_OK)
            com_reseed(s, i, study_player_seed(seed, i));
    while (err == TC_OK && ses_status(s) != TC_IS_OVER && !interrupted)
        err = ses_play(s, 1, &why);
    if (file) { /* closed in any case; the first failure is told */
        struct tc_why closing;
        enum tc_err closed = rec_close(file, err == TC_OK ? &why : &closing);
        err = err == TC_OK ? closed : err;
    }
    if (each && err == TC_OK && ses_status(s) == TC_IS_OVER) {
        const void *state = tc_game_state(&s->g);
        print_each(bk, seed, state, tc_hash(state, bk->rules->state_size, 0));
    }
    for (int i = 0; i < TC_SIDES; i++)
        com_rise(s, i);
    ses_free(s);
    return err == TC_OK ? CLI_OK : cli_fail(&why);
}

/* FILE for one battle, FILE with -SEED before its ending for several. */
static int record_all(const struct tc_book *bk, const struct plr_spec *spec, uint64_t seed,
                      int64_t n, const char *path, bool each)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = (int)(dot ? dot - path : (ptrdiff_t)strlen(path)), code = CLI_OK;
    char name[1024];

    for (int64_t i = 0; i < n && code == CLI_OK && !interrupted; i++) {
        uint64_t own = seed + (uint64_t)i;
        if (n == 1)
            snprintf(name, sizeof name, "%s", path);
        else
            snprintf(name, sizeof name, "%.*s-%llu%s", stem, path, (unsigned long long)own,
                     path + stem);
        code = recorded(bk, spec, own, name, each);
        cli_progress("battles", (uint64_t)i + 1, (uint64_t)n);
    }
    return interrupted ? CLI_REFUSED : code;
}

/* Battles of players that think: each with its own number for a seed. */
static int thinking(const struct tc_book *bk, const struct plr_spec *spec, uint64_t seed,
                    int64_t n, bool each, bool json)
{
    struct study_match m = { .book = bk, .spec = { spec[0], spec[1] } };
    struct study_table *table;
    struct study_result r;
    struct tally t = { 0 };
    struct tc_why why;
    double start = cli_seconds();

    if (study_table_open(&m, &table, &why) != TC_OK)
        return cli_fail(&why);
    for (int64_t i = 0; i < n && !interrupted; i++) {
        study_battle_seed(table, seed + (uint64_t)i, &r);
        struct tc_head h = { .turn = (uint16_t)r.turns,
                             .winner = r.winner,
                             .ending = r.ending };
        count(&t, &h, r.answers);
        if (each)
            print_each(bk, seed + (uint64_t)i, &h, r.hash);
        cli_progress("battles", (uint64_t)i + 1, (uint64_t)n);
    }
    print_tally(bk, &t, cli_seconds() - start, json);
    study_table_close(table);
    return interrupted ? CLI_REFUSED : CLI_OK;
}

int cmd_selfplay(struct cli *c)
{
    const char *id = cli_option(c, "scenario");
    const char *players = cli_option(c, "players");
    uint64_t seed = cli_number(c, "seed", 1, UINT64_MAX);
    const char *record = cli_option(c, "record");
    bool each = cli_flag(c, "each"), json = cli_flag(c, "json");
    struct plr_spec spec[2] = { { .name = "" }, { .name = "" } };
    struct tally t = { 0 };
    struct plr_arena a;
    struct tc_why why;
    int64_t n;

    cli_words(c, 1, 1);
    if (!tc_read_int(c->argv[0], strlen(c->argv[0]), &n) || n < 1) {
        fprintf(stderr, SAY("tricorne selfplay: N is a whole number from 1, not \"%s\"\n"),
                c->argv[0]);
        return CLI_USAGE;
    }
    if (plr_read_list(players ? players : "random,random", spec, 2, &why) == 0)
        return cli_fail(&why);
    if (!spec[1].name[0])
        spec[1] = spec[0];
    const struct tc_book *bk = cli_book(c, id ? id : "minden/first-battle");
    signal(SIGINT, on_interrupt);
    if (record) {
        int code = record_all(bk, spec, seed, n, record, each);
        book_free(bk);
        return code;
    }
    if (spec[0].method != PLR_RANDOM || spec[1].method != PLR_RANDOM) {
        int code = thinking(bk, spec, seed, n, each, json);
        book_free(bk);
        return code;
    }
    plr_arena_open(&a, bk);
    double start = cli_seconds();
    for (int64_t i = 0; i < n && !interrupted; i++) {
        uint64_t before = a.u.asks;
        plr_arena_play(&a, seed + (uint64_t)i, 0);
        const struct tc_head *h = a.state;
        count(&t, h, a.u.asks - before);
        if (each)
            print_each(bk, seed + (uint64_t)i, h, tc_hash(a.state, bk->rules->state_size, 0));
        cli_progress("battles", (uint64_t)i + 1, (uint64_t)n);
    }
    print_tally(bk, &t, cli_seconds() - start, json);
    plr_arena_close(&a);
    book_free(bk);
    return interrupted ? CLI_REFUSED : CLI_OK;
}
