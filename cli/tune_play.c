/* cli/tune_play.c - `tricorne tune --play`: fit what an eye makes much or little of by playing.
 *
 * Round after round the row of numbers is changed at random, all of them at once: each change
 * and its mirror image play the same dice from both sides against the opponent. The numbers
 * then go where more was won. After the rounds the way they went is tried at several lengths
 * with dice not used before, and the best is written.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/tune.h"
#include "kernel/eye.h"
#include "study/battle.h"

enum { VERB_STEP = 40, FIXED = 1000, LENGTHS = 5, SUM_OF = 12, FORMER = 8 };

/* The rows are kept in units of their steps. */
struct row {
    double at[TC_TASTES];
};

struct job {
    int16_t taste[TC_TASTES];
    const int16_t *other; /* whose numbers the opponent goes by; NULL: his own */
    int book;
    uint32_t first, battles; /* of the study */
    double points, worth;    /* means: of points, and of points and score together */
};

struct fit {
    const struct tune_play *how;
    const struct tc_book *book; /* the first */
    const struct tc_eye *eye;
    int16_t former[TC_TASTES]; /* the numbers of some rounds ago, an opponent too */
    bool has_former;
    double step[TC_TASTES];
    struct job *job;
    int jobs, next, threads;
    bool failed;
    struct tc_why why;
    pthread_mutex_t lock;
};

/* Verbs of which little is said are left alone: they are there so that a phase ends. */
static double step_of(const struct tc_eye *eye, int i)
{
    if (i < eye->named)
        return eye->taste[i].step;
    int v = abs(eye->normal[i]);
    return v < VERB_STEP / 2 || v >= FIXED ? 0 : v > 3 * VERB_STEP ? v / 3.0 : VERB_STEP;
}

/* Numbers with a name keep their sign and grow to at most six times what they were. */
static int16_t number(const struct fit *f, int i, double at)
{
    int normal = f->eye->normal[i];
    double v = normal + f->step[i] * at;

    if (i < f->eye->named) {
        double most = 6 * (double)abs(normal) + 2 * f->step[i];
        v = normal < 0 ? fmin(0, fmax(-most, v)) : fmax(0, fmin(most, v));
    }
    return (int16_t)lround(fmax(-30000, fmin(30000, v)));
}

static void numbers(const struct fit *f, const struct row *r, int16_t *out)
{
    for (int i = 0; i < f->eye->tastes; i++)
        out[i] = number(f, i, r->at[i]);
}

static void play_job(struct fit *f, struct job *j)
{
    struct study_match m = { .book = f->how->book[j->book],
                             .spec = { f->how->spec[0], f->how->spec[1] },
                             .seed = f->how->seed };
    struct study_table *table;
    struct study_result *r = calloc(1, sizeof *r);
    struct tc_why why;

    TC_BUG_ON(!r);
    m.spec[0].row[f->how->imagined] = j->taste;
    if (j->other)
        m.spec[1].row[f->how->imagined] = j->other;
    if (study_table_open(&m, &table, &why) != TC_OK) {
        pthread_mutex_lock(&f->lock);
        f->failed = true;
        f->why = why;
        pthread_mutex_unlock(&f->lock);
        free(r);
        return;
    }
    for (uint32_t i = 0; i < j->battles && !*f->how->stop; i++) {
        study_battle(table, j->first + i, r);
        double score = (r->swapped ? -r->score : r->score) / 20000.0 + 0.5;
        j->points += study_points(r) / j->battles;
        j->worth += (0.75 * study_points(r) + 0.25 * score) / j->battles;
    }
    study_table_close(table);
    free(r);
}

static void *work(void *arg)
{
    struct fit *f = arg;

    for (;;) {
        pthread_mutex_lock(&f->lock);
        int i = f->next++;
        pthread_mutex_unlock(&f->lock);
        if (i >= f->jobs || *f->how->stop)
            return NULL;
        play_job(f, &f->job[i]);
    }
}

static void play_all(struct fit *f, int jobs)
{
    pthread_t thread[TUNE_WORKERS];

    f->jobs = jobs;
    f->next = 0;
    for (int i = 0; i < f->threads; i++)
        TC_BUG_ON(pthread_create(&thread[i], NULL, work, f) != 0);
    for (int i = 0; i < f->threads; i++)
        pthread_join(thread[i], NULL);
}

/* A number of mean 0 and variance 1. */
static double normal_lot(struct tc_stream *s)
{
    double sum = -SUM_OF / 2.0;

    for (int i = 0; i < SUM_OF; i++)
        sum += tc_draw(s, 1000000) / 1e6;
    return sum;
}

/* Two of three pairs meet the numbers of some rounds ago, so that what is learned is not only
 * how to beat one opponent. */
static bool is_against_former(const struct fit *f, int k)
{
    return f->how->pool && f->has_former && k / f->how->books % 3 != 0;
}

/* One round: where to go, in steps. */
static double round_of(struct fit *f, struct row *at, struct row *pace, int round,
                       struct tc_stream *lots)
{
    int pairs = f->how->pairs, n = f->eye->tastes;
    struct row *lot = calloc((size_t)pairs, sizeof *lot);
    double mean = 0;

    TC_BUG_ON(!lot);
    for (int k = 0; k < pairs; k++) {
        struct row there = *at, back = *at;
        for (int i = 0; i < n; i++) {
            lot[k].at[i] = f->step[i] > 0 ? normal_lot(lots) * f->how->spread : 0;
            there.at[i] += lot[k].at[i];
            back.at[i] -= lot[k].at[i];
        }
        for (int side = 0; side < 2; side++) {
            struct job *j = &f->job[2 * k + side];
            memset(j, 0, sizeof *j);
            numbers(f, side ? &back : &there, j->taste);
            j->first = 2 * (uint32_t)(round * pairs + k);
            j->battles = 2;
            j->book = k % f->how->books;
            j->other = is_against_former(f, k) ? f->former : NULL;
        }
    }
    play_all(f, 2 * pairs);
    struct row g = { 0 };
    for (int k = 0; k < pairs; k++) {
        double d = (f->job[2 * k].worth - f->job[2 * k + 1].worth) / 2;
        mean += (f->job[2 * k].points + f->job[2 * k + 1].points) / 2 / pairs;
        for (int i = 0; i < n; i++)
            g.at[i] += d * lot[k].at[i] / f->how->spread / pairs;
    }
    double rate = f->how->rate * (1 - 0.75 * round / f->how->rounds); /* the later the finer */
    for (int i = 0; i < n; i++) {
        pace->at[i] = 0.5 * pace->at[i] + rate * g.at[i];
        at->at[i] += pace->at[i];
    }
    free(lot);
    return mean;
}

/* The way from the start to `to`, tried at several lengths with dice of its own. */
static double best_length(struct fit *f, const struct row *from, struct row *to)
{
    static const double length[LENGTHS] = { 0, 0.5, 1, 1.5, 2.2 };
    uint32_t first = 2 * (uint32_t)(f->how->rounds * f->how->pairs), each = 8;
    int per = (int)(f->how->last / each), best = 0;
    double share[LENGTHS] = { 0 };

    for (int l = 0; l < LENGTHS; l++)
        for (int k = 0; k < per; k++) {
            struct row r = *from;
            struct job *j = &f->job[l * per + k];
            for (int i = 0; i < f->eye->tastes; i++)
                r.at[i] += length[l] * (to->at[i] - from->at[i]);
            memset(j, 0, sizeof *j);
            numbers(f, &r, j->taste);
            j->first = first + (uint32_t)k * each;
            j->battles = each;
            j->book = k % f->how->books;
        }
    play_all(f, LENGTHS * per);
    for (int l = 0; l < LENGTHS; l++) {
        for (int k = 0; k < per; k++)
            share[l] += f->job[l * per + k].points / per;
        fprintf(stderr, "%s: %.1f times the way: %.1f%% of %d battles\n", f->book->id,
                length[l], 100 * share[l], per * (int)each);
        if (share[l] > share[best])
            best = l;
    }
    for (int i = 0; i < f->eye->tastes; i++)
        to->at[i] = from->at[i] + length[best] * (to->at[i] - from->at[i]);
    return share[best];
}

/* The row as it stands: after `round` rounds, or (0) when the way has been measured to its end.
 */
static void print_row(const struct fit *f, const struct row *r, int round, double share)
{
    const struct tc_ruleset *rules = f->book->rules;
    FILE *out = f->how->out;

    rewind(out);
    fprintf(out,
            "/* By `tricorne tune --play %s`: %d rounds of %d battles against %s, seed %llu.\n",
            f->book->id, round ? round : f->how->rounds, 4 * f->how->pairs,
            f->how->spec[1].name, (unsigned long long)f->how->seed);
    if (round)
        fprintf(out, " * Not measured: %.1f%% of the last round, with changes at random. */\n",
                100 * share);
    else
        fprintf(
            out,
            " * %.1f%% of %u battles with dice not fitted to, the best of %d lengths of the "
            "way. */\n",
            100 * share, f->how->last, LENGTHS);
    for (int i = 0; i < f->eye->tastes; i++) {
        const char *name =
            i < f->eye->named ? f->eye->taste[i].name : rules->verbs[i - f->eye->named].name;
        fprintf(out, "    %d, /* %s, %d by hand */\n", number(f, i, r->at[i]), name,
                f->eye->normal[i]);
    }
    fflush(out);
    if (ftruncate(fileno(out), ftell(out)) != 0)
        return; /* a pipe or a terminal, which keeps what was written */
}

int tune_read_row(const char *path, int16_t *row, int most)
{
    FILE *f = fopen(path, "r");
    char line[256];
    int n = 0, value;

    if (!f) {
        perror(path);
        return 0;
    }
    while (n < most && fgets(line, sizeof line, f))
        if (strchr(line, ',') && sscanf(line, "%d ,", &value) == 1)
            row[n++] = (int16_t)tc_max(-30000, tc_min(30000, value));
    fclose(f);
    if (n == 0)
        fprintf(stderr, "%s: there is no row of numbers in it\n", path);
    return n;
}

int tune_by_playing(const struct tune_play *how, int threads)
{
    const struct tc_book *bk = how->book[0];
    struct fit f = { .how = how, .book = bk, .eye = bk->rules->eye, .threads = threads };
    struct tc_stream lots = tc_stream_from(how->seed ^ 0x7a57e);
    const int16_t *fitted = how->start ? how->start
                            : f.eye && f.eye->fitted && !how->afresh
                                ? f.eye->fitted(bk, how->imagined)
                                : NULL;
    struct row at = { 0 }, from, pace = { 0 };
    double mean = 0;

    if (!f.eye || !f.eye->normal) {
        fprintf(stderr, "tricorne tune: %s has no numbers to fit by playing\n", bk->id);
        return CLI_REFUSED;
    }
    TC_BUG_ON(f.eye->tastes > TC_TASTES);
    pthread_mutex_init(&f.lock, NULL);
    f.job = calloc((size_t)tc_max(2 * how->pairs, LENGTHS * (int)(how->last / 8 + 1)),
                   sizeof *f.job);
    TC_BUG_ON(!f.job);
    for (int i = 0; i < f.eye->tastes; i++) {
        f.step[i] = step_of(f.eye, i);
        if (fitted && f.step[i] > 0)
            at.at[i] = (fitted[i] - f.eye->normal[i]) / f.step[i];
    }
    from = at;
    for (int round = 0; round < how->rounds && !*how->stop && !f.failed; round++) {
        if (round % FORMER == 0) {
            numbers(&f, &at, f.former);
            f.has_former = true;
        }
        double way = 0;
        mean = round_of(&f, &at, &pace, round, &lots);
        for (int i = 0; i < f.eye->tastes; i++)
            way += (at.at[i] - from.at[i]) * (at.at[i] - from.at[i]);
        fprintf(stderr,
                "%s: round %d: %.1f%% with changes at random; %.1f steps from the start\n",
                bk->id, round + 1, 100 * mean, sqrt(way));
        if (round % 2 == 1 && !*how->stop)
            print_row(&f, &at, round + 1, mean); /* in case it is stopped */
    }
    if (!f.failed && !*how->stop && how->last) {
        struct row best = at;
        double share = best_length(&f, &from, &best);
        if (!*how->stop) /* else nothing is known of them, and the last row stays */
            print_row(&f, &best, 0, share);
    } else if (!f.failed && !*how->stop) {
        print_row(&f, &at, how->rounds, mean);
    }
    free(f.job);
    return f.failed ? cli_fail(&f.why) : *how->stop ? CLI_REFUSED : CLI_OK;
}
