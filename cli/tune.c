/* cli/tune.c - `tricorne tune`: fit what a position is worth to the results of battles.
 *
 * Battles of a system are played, the position after every turn is kept as features
 * (players/worth.h), and a logistic regression says how much each of them weighs. A fifth of
 * the battles is kept back: how well the weights foretell those is printed turn by turn.
 */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/cli.h"
#include "cli/tune.h"
#include "kernel/eye.h"
#include "players/worth.h"
#include "study/battle.h"
#include "study/crew.h"

enum { MOST = 400000, KEPT_BACK = 5, STEPS = 3000, WORKERS = 64, TUNED = 16 };

static volatile sig_atomic_t interrupted;

struct sample {
    int16_t f[PLR_FEATURES];
    uint16_t turn;
    uint8_t scenario;
    float result; /* 1, 0.5 or 0 for side 0 */
    uint32_t battle;
};

struct tune {
    struct sample *sample;
    uint32_t samples, battles;
    uint64_t seed;
    struct plr_spec spec[2];
    bool by_eye; /* positions are told by what the eye makes of them, and nothing else */
    pthread_mutex_t lock;
    double w[PLR_FEATURES];
    double bias[TUNED];
};

/* --- Battles -------------------------------------------------------------------------------
 */

struct worker {
    struct tune *t;
    const struct tc_book *bk;
    int scenario;
    uint32_t next, step, end;
    struct sample own[256];
    int n;
    enum tc_err err;
    struct tc_why why;
};

/* What the eye of the system makes of a position, and the same by how late it is. */
static void eye_features(const struct tc_book *bk, const void *state, int f[PLR_FEATURES])
{
    const struct tc_eye *eye = bk->rules->eye;
    const struct tc_head *h = state;

    memset(f, 0, PLR_FEATURES * sizeof *f);
    f[PLR_F_SCORE] =
        (eye && eye->look ? eye->look(bk, state) : bk->rules->score(bk, state)) / 10;
    f[PLR_F_KINDS + PLR_F_SCORE] = f[PLR_F_SCORE] * tc_min(h->turn, 12) / 12;
}

static void at_turn(void *ctx, const void *state)
{
    struct worker *w = ctx;
    const struct tc_head *h = state;
    int f[PLR_FEATURES];

    if (w->n == 256)
        return;
    struct sample *s = &w->own[w->n++];
    if (w->t->by_eye)
        eye_features(w->bk, state, f);
    else
        plr_features(w->bk, w->bk->rules->staff, state, f);
    for (int i = 0; i < PLR_FEATURES; i++)
        s->f[i] = (int16_t)f[i];
    s->turn = h->turn;
    s->scenario = (uint8_t)w->scenario;
}

static void keep(struct worker *w, uint32_t battle, const struct study_result *r)
{
    struct tune *t = w->t;
    float result = r->winner == TC_NONE ? 0.5f : r->winner == 0 ? 1 : 0;

    pthread_mutex_lock(&t->lock);
    for (int i = 0; i < w->n && t->samples < MOST; i++) {
        w->own[i].result = result;
        w->own[i].battle = battle;
        t->sample[t->samples++] = w->own[i];
    }
    t->battles++;
    pthread_mutex_unlock(&t->lock);
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct study_match m = { .book = w->bk,
                             .spec = { w->t->spec[0], w->t->spec[1] },
                             .seed = w->t->seed };
    struct study_table *table;
    struct study_result *r = calloc(1, sizeof *r);

    w->err = r ? study_table_open(&m, &table, &w->why) : TC_E_FULL;
    if (w->err == TC_OK) {
        study_watch(table, at_turn, w);
        for (uint32_t i = w->next; i < w->end && !interrupted; i += w->step) {
            w->n = 0;
            study_battle(table, i, r);
            keep(w, (uint32_t)w->scenario * 1000000 + i, r);
        }
        study_table_close(table);
    }
    free(r);
    return NULL;
}

static int play(struct tune *t, const struct tc_book *bk, int scenario, uint32_t battles,
                int threads)
{
    static struct worker worker[WORKERS];
    pthread_t thread[WORKERS];

    for (int i = 0; i < threads; i++) {
        worker[i] = (struct worker){ .t = t,
                                     .bk = bk,
                                     .scenario = scenario,
                                     .next = (uint32_t)i,
                                     .step = (uint32_t)threads,
                                     .end = battles };
        TC_BUG_ON(pthread_create(&thread[i], NULL, work, &worker[i]) != 0);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < threads; i++)
        if (worker[i].err != TC_OK)
            return cli_fail(&worker[i].why);
    fprintf(stderr, "%s: %u battles, %u positions\n", bk->id, t->battles, t->samples);
    return interrupted ? CLI_REFUSED : CLI_OK;
}

/* --- Fitting ---------------------------------------------------------------------------------
 */

static bool is_kept_back(const struct sample *s)
{
    return s->battle / 2 % KEPT_BACK == 0; /* pairs with the same dice stay together */
}

static double foretold(const struct tune *t, const struct sample *s)
{
    double z = t->bias[s->scenario];

    for (int i = 0; i < PLR_FEATURES; i++)
        z += t->w[i] * s->f[i] / 1000;
    return 1 / (1 + exp(-z));
}

/* Gradient descent with momentum; a light pull to nothing keeps weights of features that say
 * the same from running away. Each scenario has a bias of its own, which is not kept. */
static void fit(struct tune *t)
{
    double v[PLR_FEATURES] = { 0 }, vb[TUNED] = { 0 };

    for (int step = 0; step < STEPS && !interrupted; step++) {
        double g[PLR_FEATURES] = { 0 }, gb[TUNED] = { 0 };
        uint32_t n = 0;
        for (uint32_t k = 0; k < t->samples; k++) {
            const struct sample *s = &t->sample[k];
            if (is_kept_back(s))
                continue;
            double e = foretold(t, s) - s->result;
            n++;
            gb[s->scenario] += e;
            for (int i = 0; i < PLR_FEATURES; i++)
                g[i] += e * s->f[i] / 1000;
        }
        for (int i = 0; i < PLR_FEATURES && n; i++) {
            v[i] = 0.9 * v[i] - 0.5 * (g[i] / n + 0.0005 * t->w[i]);
            t->w[i] += v[i];
        }
        for (int i = 0; i < TUNED && n; i++) {
            vb[i] = 0.9 * vb[i] - 0.5 * gb[i] / n;
            t->bias[i] += vb[i];
        }
    }
}

/* How well results of battles not fitted to are foretold, by thirds of the battle. */
static void print_quality(const struct tune *t, FILE *f)
{
    static const char *const third[] = { "first", "middle", "last" };
    double loss[3] = { 0 }, plain[3] = { 0 }, right[3] = { 0 };
    int n[3] = { 0 }, most = 1;

    for (uint32_t k = 0; k < t->samples; k++)
        most = tc_max(most, t->sample[k].turn);
    for (uint32_t k = 0; k < t->samples; k++) {
        const struct sample *s = &t->sample[k];
        int i = tc_min(2, 3 * (s->turn - 1) / most);
        if (!is_kept_back(s) || s->result == 0.5f)
            continue;
        double p = foretold(t, s);
        n[i]++;
        loss[i] -= s->result > 0.5f ? log(p) : log(1 - p);
        plain[i] += log(2);
        right[i] += (p > 0.5) == (s->result > 0.5f);
    }
    for (int i = 0; i < 3; i++)
        if (n[i])
            fprintf(f,
                    " * %s third: %d positions of battles not fitted to, %.1f%% foretold, "
                    "log loss %.3f (%.3f by a coin)\n",
                    third[i], n[i], 100 * right[i] / n[i], loss[i] / n[i], plain[i] / n[i]);
}

static void print_weights(const struct tune *t, const char *system, FILE *f)
{
    fprintf(f,
            "/* %s of %s, by `tricorne tune %s`: %u battles, %u positions, players %s and "
            "%s, seed %llu.\n",
            t->by_eye ? "Foretelling" : "Weights", system, system, t->battles, t->samples,
            t->spec[0].name, t->spec[1].name, (unsigned long long)t->seed);
    print_quality(t, f);
    if (t->by_eye) {
        fprintf(f, " * Positions are told by what the eye makes of them alone. */\n");
        return;
    }
    fprintf(f, " */\nstatic const int16_t weights[] = { ");
    for (int i = 0; i < PLR_FEATURES; i++)
        fprintf(f, "%d%s", (int)lround(1000 * t->w[i]), i + 1 < PLR_FEATURES ? ", " : " };\n");
}

static void on_interrupt(int sig)
{
    (void)sig;
    interrupted = 1;
}

/* A number with a point, 0.01 to 100. */
static double option_factor(struct cli *c, const char *name, double usual)
{
    const char *text = cli_option(c, name);
    char *end;

    if (!text)
        return usual;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= 0.01 && value <= 100)) {
        fprintf(stderr, "tricorne tune: --%s is a number from 0.01 to 100, not \"%s\"\n", name,
                text);
        exit(CLI_USAGE);
    }
    return value;
}

/* Fit the numbers of an eye by playing. */
static int tune_play(struct cli *c, const struct plr_spec spec[2], const char *out, int threads)
{
    static int16_t start[TC_TASTES];
    const char *from = cli_option(c, "from");
    struct tune_play how = { .spec = { spec[0], spec[1] },
                             .seed = cli_number(c, "seed", 1, INT64_MAX),
                             .rounds = (int)cli_number(c, "rounds", 60, 100000),
                             .pairs = (int)cli_number(c, "pairs", 24, 4096),
                             .spread = option_factor(c, "spread", 1),
                             .rate = option_factor(c, "rate", 12),
                             .last = (uint32_t)cli_number(c, "last", 400, 100000),
                             .imagined = cli_flag(c, "imagined"),
                             .afresh = cli_flag(c, "afresh"),
                             .pool = cli_flag(c, "pool"),
                             .start = from ? start : NULL,
                             .out = out ? fopen(out, "w") : stdout,
                             .stop = &interrupted };

    cli_words(c, 1, TUNE_BOOKS);
    if (!how.out) {
        perror(out);
        return CLI_REFUSED;
    }
    for (int i = 0; i < c->argc; i++)
        how.book[how.books++] = cli_book(c, c->argv[i]);
    int code = from && tune_read_row(from, start, TC_TASTES) == 0 ? CLI_REFUSED : CLI_OK;
    for (int i = 1; i < how.books; i++)
        if (how.book[i]->rules != how.book[0]->rules) {
            fprintf(stderr, "tricorne tune: %s is of another system than the first\n",
                    how.book[i]->id);
            code = CLI_REFUSED;
        }
    if (code == CLI_OK)
        code = tune_by_playing(&how, threads);
    for (int i = 0; i < how.books; i++)
        book_free(how.book[i]);
    if (out)
        fclose(how.out);
    return code;
}

int cmd_tune(struct cli *c)
{
    static struct tune t;
    const char *players = cli_option(c, "players"), *out = cli_option(c, "out");
    bool playing = cli_flag(c, "play"), by_eye = !playing && cli_flag(c, "by-eye");
    uint32_t battles = playing ? 0 : (uint32_t)cli_number(c, "battles", 200, 100000);
    int threads = (int)cli_number(c, "threads", (uint64_t)study_cores(), WORKERS),
        code = CLI_OK;
    struct tc_why why;

    if (!playing) {
        t.seed = cli_number(c, "seed", 1, INT64_MAX);
        cli_words(c, 1, TUNED);
    }
    if (plr_read_list(players ? players : "greedy,greedy", t.spec, 2, &why) == 0)
        return cli_fail(&why);
    if (!t.spec[1].name[0])
        t.spec[1] = t.spec[0];
    t.by_eye = by_eye;
    signal(SIGINT, on_interrupt);
    if (playing)
        return tune_play(c, t.spec, out, threads);
    t.sample = calloc(MOST, sizeof *t.sample);
    TC_BUG_ON(!t.sample);
    pthread_mutex_init(&t.lock, NULL);
    signal(SIGINT, on_interrupt);
    const char *system = NULL;
    for (int i = 0; i < c->argc && code == CLI_OK; i++) {
        const struct tc_book *bk = cli_book(c, c->argv[i]);
        if (system && strcmp(system, bk->rules->name) != 0) {
            fprintf(stderr, "tricorne tune: %s is of another system than the first\n", bk->id);
            code = CLI_REFUSED;
        } else {
            system = bk->rules->name;
            t.by_eye |= !bk->rules->staff || !bk->rules->staff->left;
            code = play(&t, bk, i, battles, threads);
        }
        book_free(bk);
    }
    if (code == CLI_OK) {
        fit(&t);
        FILE *f = out ? fopen(out, "w") : stdout;
        if (!f) {
            perror(out);
            code = CLI_REFUSED;
        } else {
            print_weights(&t, system, f);
            if (out)
                fclose(f);
        }
    }
    free(t.sample);
    return code;
}
