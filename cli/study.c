/* cli/study.c - `tricorne study`: battles by the thousand. */
#include "cli/study.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "book/book.h"
#include "study/journal.h"
#include "study/write.h"

volatile sig_atomic_t study_interrupted;

static void on_interrupt(int sig)
{
    (void)sig;
    if (study_interrupted)
        _Exit(130); /* the second time it is meant */
    study_interrupted = 1;
}

static int usage(const char *text, const char *got)
{
    fprintf(stderr, "tricorne study: %s%s\n", text, got);
    return CLI_USAGE;
}

/* --- Files
 * ------------------------------------------------------------------------------------- */

FILE *study_file(const struct study_wish *w, const char *name, struct tc_why *why)
{
    char path[1200];

    snprintf(path, sizeof path, "%s/%s", w->out, name);
    FILE *f = fopen(path, "w");
    if (!f)
        tc_fail(why, TC_E_FILE, path, "The file cannot be written.");
    return f;
}

bool study_put_json(const struct study_wish *w, const char *name, const json_t *j,
                    struct tc_why *why)
{
    FILE *f = study_file(w, name, why);

    if (!f)
        return false;
    bool ok = json_dumpf(j, f, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0;
    fputc('\n', f);
    return fclose(f) == 0 && ok;
}

static bool make_folder(const char *path, struct tc_why *why)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    tc_fail(why, TC_E_FILE, path, "The folder cannot be made.");
    return false;
}

/* --- One study
 * ------------------------------------------------------------------------------------ */

struct under_way {
    const struct study_wish *wish;
    struct study_journal *journal;
    uint64_t before; /* battles that were there at the start */
    double start;
};

static void on_result(void *ctx, const struct study_result *r)
{
    struct under_way *u = ctx;

    if (u->journal)
        study_journal_add(u->journal, r);
}

static void on_progress(void *ctx, uint64_t done, uint64_t all)
{
    struct under_way *u = ctx;

    cli_progress_left("battles", done - u->before, all - u->before, cli_seconds() - u->start);
}

void study_work_open(struct study_work *k, const struct study_wish *w, const struct tc_book *bk,
                     uint64_t battles)
{
    memset(k, 0, sizeof *k);
    k->match.book = bk;
    k->match.spec[0] = w->spec[0];
    k->match.spec[1] = w->spec[1];
    k->match.seed = w->seed;
    k->battles = battles;
    k->threads = w->threads;
    k->stop = &study_interrupted;
    k->result = calloc(battles, sizeof *k->result);
    k->done = calloc(battles, 1);
    TC_BUG_ON(!k->result || !k->done);
}

void study_work_close(struct study_work *k)
{
    free(k->result);
    free(k->done);
}

static bool write_all(const struct study_wish *w, const struct study_work *k,
                      struct tc_why *why)
{
    struct study_sum s;
    FILE *f = study_file(w, "battles.csv", why);

    if (!f)
        return false;
    study_write_csv(f, &k->match, k->result, k->done, k->battles);
    bool ok = fclose(f) == 0;
    study_add_up(&k->match, k->result, k->done, k->battles, &s);
    json_t *j = study_json(&s);
    ok = ok && study_put_json(w, "study.json", j, why);
    json_decref(j);
    f = ok ? study_file(w, "report.html", why) : NULL;
    if (f) {
        study_write_html(f, &s);
        ok = fclose(f) == 0;
    }
    study_print(&s);
    study_sum_free(&s);
    return ok && f;
}

static int one_study(struct cli *c, const struct study_wish *w, const char *id)
{
    const struct tc_book *bk = cli_book(c, id);
    struct under_way u = { .wish = w, .start = cli_seconds() };
    struct study_work k;
    struct tc_why why;
    char path[1200];
    bool first = study_rank() == 0;

    study_work_open(&k, w, bk, w->battles);
    k.on_result = on_result;
    k.on_progress = on_progress;
    k.ctx = &u;
    snprintf(path, sizeof path, "%s/journal", w->out);
    if (first && (!make_folder(w->out, &why) ||
                  study_journal_open(path, &k.match, w->resume, k.result, k.done, k.battles,
                                     &u.journal, &why) != TC_OK))
        exit(cli_fail(&why)); /* under mpirun the launcher ends the others */
    for (uint64_t i = 0; i < k.battles; i++)
        u.before += k.done[i];
    enum tc_err err = study_run(&k, &why);
    bool ok = err == TC_OK;
    if (first && ok) {
        fprintf(stderr, "%.1f s\n", cli_seconds() - u.start);
        ok = write_all(w, &k, &why);
    }
    if (first && !study_journal_close(u.journal, ok && !study_interrupted)) {
        tc_fail(&why, TC_E_FILE, path, "The journal could not be written.");
        ok = false;
    }
    study_work_close(&k);
    book_free(bk);
    if (!ok)
        return cli_fail(&why);
    if (first && study_interrupted)
        fprintf(stderr, "Stopped; what is done is in %s. Go on with --resume.\n", w->out);
    else if (first)
        fprintf(stderr, "Written: %s/battles.csv, study.json, report.html\n", w->out);
    return study_interrupted ? CLI_REFUSED : CLI_OK;
}

void study_print(const struct study_sum *s)
{
    const struct study_match *m = s->match;
    double n = s->battles ? (double)s->battles : 1;
    struct study_interval a = study_player_share(s), b = study_side_share(s);
    static const char *const word[] = { "no bias between the sides is found", "favours",
                                        "favours" };
    enum study_balance balance = study_balance_of(s);

    printf("%s: %llu battles, %s against %s\n", m->book->id, (unsigned long long)s->battles,
           m->spec[0].name, m->spec[1].name);
    for (int side = 0; side < TC_SIDES; side++) {
        struct study_interval w = study_wilson(s->won[side], n);
        printf("  %-14s won %5.1f%% (%.1f to %.1f), lost %4.1f%% of its strength\n",
               m->book->side_name[side], 100 * w.value, 100 * w.low, 100 * w.high,
               100 * s->lost_share[side] / n);
    }
    printf("  drawn %.1f%%; %s takes %.1f%% of the points (%.1f to %.1f): %s %s\n",
           100 * s->drawn / n, m->book->side_name[0], 100 * b.value, 100 * b.low, 100 * b.high,
           word[balance],
           balance == STUDY_EVEN ? "" : m->book->side_name[balance == STUDY_FAVOURS_1]);
    printf("  %s takes %.1f%% of the points (%.1f to %.1f)\n", m->spec[0].name, 100 * a.value,
           100 * a.low, 100 * a.high);
    for (int i = 0; i < STUDY_ENDINGS && m->book->rules->endings[i]; i++) {
        double all = s->ending[i][0] + s->ending[i][1] + s->ending[i][2];
        if (all > 0)
            printf("  ended by %s: %.1f%%\n", m->book->rules->endings[i], 100 * all / n);
    }
    printf("  mean length %.2f turns\n", s->turns / n);
    printf("  luck and winning go together by %+.2f in the fight, by %+.2f in moving and "
           "commanding\n",
           study_luck_correlation(s, STUDY_FIGHT), study_luck_correlation(s, STUDY_MARCH));
    if (s->failed)
        printf("  %llu battles had random answers because an outside program failed\n",
               (unsigned long long)s->failed);
}

/* --- The command
 * ----------------------------------------------------------------------------------- */

static bool read_players(struct cli *c, struct study_wish *w, struct tc_why *why)
{
    const char *players = cli_option(c, "players");
    struct plr_spec spec[3];
    int n = plr_read_list(players ? players : "greedy,greedy", spec, 3, why);

    if (n == 0)
        return false;
    if (n > 2) {
        tc_fail(why, TC_E_FULL, "--players", "A study has two players: --players A,B.");
        return false;
    }
    for (int i = 0; i < 2; i++) {
        w->spec[i] = spec[n == 1 ? 0 : i];
        if (!w->spec[i].milliseconds)
            continue;
        tc_fail(why, TC_E_RANGE, "--players",
                "A study can be repeated to the byte: give {0} iterations, not a time.",
                w->spec[i].name);
        return false;
    }
    return true;
}

/* A default name for the folder: study-first-battle. */
static void name_folder(struct study_wish *w, const char *what)
{
    const char *slash = strrchr(what, '/');

    if (w->out)
        return;
    snprintf(w->name, sizeof w->name, "study-%s", slash ? slash + 1 : what);
    w->out = w->name;
}

int cmd_study(struct cli *c)
{
    struct study_wish w = { .out = cli_option(c, "out"),
                            .vary = cli_option(c, "vary"),
                            .sensitivity = cli_option(c, "sensitivity"),
                            .battle = cli_option(c, "battle"),
                            .resume = cli_flag(c, "resume") };
    const char *precision = cli_option(c, "precision");
    struct tc_why why;

    w.battles = (cli_number(c, "battles", 1000, 100000000) + 1) / 2 * 2;
    w.seed = cli_number(c, "seed", 1, INT64_MAX);
    w.threads =
        (int)cli_number(c, "threads", study_ranks() > 1 ? 1 : (uint64_t)study_cores(), 256);
    if (precision) {
        char *end;
        w.precision = strtod(precision, &end) / 100;
        if (*end || !(w.precision > 0 && w.precision < 0.5))
            return usage("--precision is in percent, more than 0 and less than 50, not ",
                         precision);
    }
    if (!read_players(c, &w, &why))
        return cli_fail(&why);
    if (w.battles < 2)
        return usage("--battles is at least 2", "");
    cli_words(c, w.battle ? 0 : 1, w.battle ? 0 : 1);
    name_folder(&w, w.battle ? w.battle : c->argv[0]);
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    if (w.battle)
        return study_battles(c, &w);
    if (w.vary || w.sensitivity)
        return study_what_if(c, &w, c->argv[0]);
    return one_study(c, &w, c->argv[0]);
}
