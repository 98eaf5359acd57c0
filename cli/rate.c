/* cli/rate.c - `tricorne arena`: players rated against each other.
 *
 * The table is kept as JSON, one entry for each two players on a scenario; Markdown is made
 * from it. Entries already there with the same battles and seed are not played again.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/cli.h"
#include "cli/tune.h"
#include "kernel/eye.h"
#include "study/crew.h"
#include "study/stats.h"

enum { MOST_SCENARIOS = 64 };

struct rate {
    struct plr_spec spec[STUDY_RATED];
    int players;
    uint64_t battles, seed;
    int threads;
    bool all;
    const char *json, *markdown;
    json_t *table;
    char label[160];
    double start;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
    (void)sig;
    interrupted = 1;
}

static void progress(void *ctx, uint64_t done, uint64_t all)
{
    struct rate *r = ctx;

    cli_progress_left(r->label, done, all, cli_seconds() - r->start);
}

/* --- One pairing ----------------------------------------------------------------------------
 */

static json_t *entry_of(const struct rate *r, const struct tc_book *bk,
                        const struct study_work *w, double seconds)
{
    double points = 0, drawn = 0, first = 0, turns = 0, answers = 0, n = 0;

    for (uint64_t i = 0; i < w->battles; i++) {
        if (!w->done[i])
            continue;
        const struct study_result *s = &w->result[i];
        n++;
        points += study_points(s);
        drawn += s->winner == TC_NONE;
        first += s->winner == 0;
        turns += s->turns;
        answers += s->answers;
    }
    struct study_interval p = study_wilson(points, n);
    return json_pack("{s:s,s:s,s:s,s:I,s:I,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f}",
                     "scenario", bk->id, "a", w->match.spec[0].name, "b", w->match.spec[1].name,
                     "battles", (json_int_t)n, "seed", (json_int_t)r->seed, "points", points,
                     "drawn", drawn, "share", p.value, "low", p.low, "high", p.high, "elo",
                     round(study_elo(p.value)), "first_side_won", first, "mean_turns",
                     turns / n, "mean_answers", answers / n, "seconds",
                     round(seconds * 10) / 10);
}

static json_t *find_entry(const struct rate *r, const char *scenario, const char *a,
                          const char *b)
{
    size_t i;
    json_t *e;

    json_array_foreach(
        json_object_get(r->table, "rows"), i,
        e) if (strcmp(json_string_value(json_object_get(e, "scenario")), scenario) == 0 &&
               strcmp(json_string_value(json_object_get(e, "a")), a) == 0 &&
               strcmp(json_string_value(json_object_get(e, "b")), b) == 0 &&
               json_integer_value(json_object_get(e, "seed")) == (json_int_t)r->seed &&
               json_integer_value(json_object_get(e, "battles")) >=
                   (json_int_t)r->battles) return e;
    return NULL;
}

static const char *word_of(const json_t *e, const char *key)
{
    return json_string_value(json_object_get(e, key));
}

static long long count_of(const json_t *e, const char *key)
{
    return (long long)json_integer_value(json_object_get(e, key));
}

static double number_of(const json_t *e, const char *key)
{
    return json_real_value(json_object_get(e, key));
}

static void print_row(const json_t *e)
{
    printf("%-26s %-22s %-22s %5lld battles  %5.1f%%  (%.1f to %.1f)  Elo %+.0f  %.0f drawn\n",
           word_of(e, "scenario"), word_of(e, "a"), word_of(e, "b"), count_of(e, "battles"),
           100 * number_of(e, "share"), 100 * number_of(e, "low"), 100 * number_of(e, "high"),
           number_of(e, "elo"), number_of(e, "drawn"));
    fflush(stdout);
}

static enum tc_err pairing(struct rate *r, const struct tc_book *bk, int a, int b,
                           struct tc_why *why)
{
    struct study_work w = { .battles = r->battles,
                            .threads = r->threads,
                            .stop = &interrupted,
                            .on_progress = progress,
                            .ctx = r };
    json_t *e = find_entry(r, bk->id, r->spec[a].name, r->spec[b].name);

    if (e) {
        print_row(e);
        return TC_OK;
    }
    w.match.book = bk;
    w.match.spec[0] = r->spec[a];
    w.match.spec[1] = r->spec[b];
    w.match.seed = r->seed;
    w.result = calloc(r->battles, sizeof *w.result);
    w.done = calloc(r->battles, 1);
    TC_BUG_ON(!w.result || !w.done);
    snprintf(r->label, sizeof r->label, "%.40s against %.40s", r->spec[a].name,
             r->spec[b].name);
    r->start = cli_seconds();
    enum tc_err err = study_run(&w, why);
    if (err == TC_OK) {
        e = entry_of(r, bk, &w, cli_seconds() - r->start);
        print_row(e);
        if (!interrupted)
            json_array_append(json_object_get(r->table, "rows"), e);
        json_decref(e);
    }
    free(w.result);
    free(w.done);
    return err;
}

/* --- The table
 * -------------------------------------------------------------------------------- */

static int index_of(const struct rate *r, const char *name)
{
    for (int i = 0; i < r->players; i++)
        if (strcmp(r->spec[i].name, name) == 0)
            return i;
    return TC_NONE;
}

static void ratings(const struct rate *r, const char *scenario, double *rating, double *se)
{
    double points[STUDY_RATED][STUDY_RATED] = { { 0 } };
    double games[STUDY_RATED][STUDY_RATED] = { { 0 } };
    size_t k;
    json_t *e;

    json_array_foreach(json_object_get(r->table, "rows"), k, e)
    {
        int i = index_of(r, word_of(e, "a"));
        int j = index_of(r, word_of(e, "b"));
        double n = (double)json_integer_value(json_object_get(e, "battles"));
        double p = number_of(e, "points");
        if (i < 0 || j < 0 || strcmp(word_of(e, "scenario"), scenario) != 0)
            continue;
        points[i][j] += p;
        points[j][i] += n - p;
        games[i][j] += n;
        games[j][i] += n;
    }
    study_ratings(r->players, points, games, rating, se);
}

static void print_ratings(const struct rate *r, const char *scenario)
{
    double rating[STUDY_RATED], se[STUDY_RATED];

    ratings(r, scenario, rating, se);
    for (int i = 0; i < r->players; i++)
        printf("%-26s %-22s Elo %+6.0f (+-%.0f)\n", scenario, r->spec[i].name, rating[i],
               STUDY_Z * se[i]);
}

static void write_rows(FILE *out, const json_t *table)
{
    size_t i;
    json_t *e;

    fprintf(out, "| scenario | player A | player B | battles | A's share | 95%% interval | Elo "
                 "| drawn | turns |\n|---|---|---|---|---|---|---|---|---|\n");
    json_array_foreach(json_object_get(table, "rows"), i, e)
    {
        fprintf(
            out, "| %s | %s | %s | %lld | %.1f%% | %.1f%% to %.1f%% | %+.0f | %.0f | %.1f |\n",
            word_of(e, "scenario"), word_of(e, "a"), word_of(e, "b"), count_of(e, "battles"),
            100 * number_of(e, "share"), 100 * number_of(e, "low"), 100 * number_of(e, "high"),
            number_of(e, "elo"), number_of(e, "drawn"), number_of(e, "mean_turns"));
    }
}

static void write_players(FILE *out, const struct rate *r)
{
    char text[512];

    fprintf(out, "| player | what it does |\n|---|---|\n");
    for (int i = 0; i < r->players; i++) {
        struct tc_text t = tc_text_on(text, sizeof text);
        plr_say(&r->spec[i], &t);
        fprintf(out, "| %s | %s |\n", r->spec[i].name, text);
    }
}

static int save(const struct rate *r)
{
    struct tc_why why;

    if (r->json &&
        json_dump_file(r->table, r->json, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) != 0) {
        tc_fail(&why, TC_E_FILE, r->json, "The file cannot be written.");
        return cli_fail(&why);
    }
    if (!r->markdown)
        return CLI_OK;
    FILE *out = fopen(r->markdown, "w");
    if (!out) {
        tc_fail(&why, TC_E_FILE, r->markdown, "The file cannot be written.");
        return cli_fail(&why);
    }
    fprintf(out,
            "# The arena\n\nMade by `tricorne arena`: both battles of a pair have the same "
            "dice, and the players change sides.\nA draw is half a point; intervals are "
            "Wilson's at 95%%.\n\n");
    write_players(out, r);
    fputc('\n', out);
    write_rows(out, r->table);
    return fclose(out) == 0 ? CLI_OK : CLI_REFUSED;
}

static int open_table(struct rate *r)
{
    FILE *f = r->json ? fopen(r->json, "r") : NULL;
    json_error_t error;
    struct tc_why why;

    r->table = f ? json_loadf(f, JSON_REJECT_DUPLICATES, &error) : NULL;
    if (f)
        fclose(f);
    if (f && !json_is_array(json_object_get(r->table, "rows"))) {
        tc_fail(&why, TC_E_SYNTAX, r->json, "The file is not a table of the arena.");
        return cli_fail(&why);
    }
    if (!r->table)
        r->table = json_pack("{s:i,s:[]}", "v", 1, "rows");
    return CLI_OK;
}

static int rate_scenario(struct rate *r, struct cli *c, const char *id)
{
    const struct tc_book *bk = cli_book(c, id);
    struct tc_why why;
    int code = CLI_OK;

    for (int a = 0; a < r->players && code == CLI_OK; a++)
        for (int b = a + 1; b < r->players && code == CLI_OK && !interrupted; b++) {
            if (!r->all && b != a + 1)
                continue;
            /* The later in the list is A: it should be the stronger one. */
            if (pairing(r, bk, b, a, &why) != TC_OK)
                code = cli_fail(&why);
            else
                code = save(r);
        }
    if (code == CLI_OK && r->players > 2 && !interrupted)
        print_ratings(r, bk->id);
    book_free(bk);
    return code;
}

/* The first player goes by the numbers of files that `tune --play` wrote: what natural play
 * goes by (--row), and what positions are worth (--judge). */
static bool take_rows(const char *const path[2], struct plr_spec *spec)
{
    static int16_t row[2][TC_TASTES];

    for (int i = 0; i < 2; i++) {
        if (!path[i])
            continue;
        if (tune_read_row(path[i], row[i], TC_TASTES) == 0)
            return false;
        spec->row[i] = row[i];
    }
    return true;
}

int cmd_arena(struct cli *c)
{
    struct rate r = { .json = cli_option(c, "json"), .markdown = cli_option(c, "markdown") };
    const char *players = cli_option(c, "players"), *pairs = cli_option(c, "pairs");
    const char *rows[2] = { cli_option(c, "judge"), cli_option(c, "row") };
    struct tc_why why;
    int code = CLI_OK;

    r.battles = (cli_number(c, "battles", 200, 10000000) + 1) / 2 * 2;
    r.seed = cli_number(c, "seed", 1, INT64_MAX);
    r.threads = (int)cli_number(c, "threads", (uint64_t)study_cores(), 256);
    cli_words(c, 0, MOST_SCENARIOS);
    if (pairs && strcmp(pairs, "next") != 0 && strcmp(pairs, "all") != 0) {
        fprintf(stderr, "tricorne arena: --pairs is next or all, not \"%s\"\n", pairs);
        return CLI_USAGE;
    }
    r.all = pairs && strcmp(pairs, "all") == 0;
    r.players = plr_read_list(players ? players : "level-1,level-2,level-3,level-4", r.spec,
                              STUDY_RATED, &why);
    if (r.players == 0)
        return cli_fail(&why);
    if (!take_rows(rows, &r.spec[0]))
        return CLI_REFUSED;
    code = open_table(&r);
    signal(SIGINT, on_interrupt);
    if (code == CLI_OK && c->argc == 0)
        code = rate_scenario(&r, c, "minden/first-battle");
    for (int i = 0; i < c->argc && code == CLI_OK && !interrupted; i++)
        code = rate_scenario(&r, c, c->argv[i]);
    json_decref(r.table);
    return interrupted ? CLI_REFUSED : code;
}
