/* bench/interface.c - what the C interface costs: battles by lot, inside and through
 * tricorne.h.
 *
 * usage: build-release/bench/interface DATA [SCENARIO...]
 *
 * Both sides play the same battles, answer for answer, in turn; a line for each battle says how
 * many answers a second of the processor each gives, and their proportion: the medians of
 * several runs, of the proportion the median of each run against the one beside it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "book/book.h"
#include "lib/light.h"
#include "protocol/session_own.h"

enum { RUNS = 11, ANSWERS = 20000 };

/* Of the processor, so that a busy machine does not blur the proportion. */
static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "interface: %s\n", what);
    exit(1);
}

/* --- Inside: the game itself, as light games use it ----------------------------------------
 */

static void answer_inside(struct ses_game *s, uint64_t *lots)
{
    struct tc_view v = { s->book, s->g.snapshot, &s->g.u.open };
    struct tc_stream stream = tc_stream_from((*lots)++);
    struct tc_offers *work = s->g.u.offers;
    struct tc_act a;

    s->g.u.offers = s->open;
    tc_random_answer(&s->g.u, &v, &stream, &a);
    s->g.u.offers = work;
    light_take(s, &a);
}

static uint64_t inside(tri_book *b, int answers, double *rate)
{
    uint64_t lots = 1, hash = 0;
    double used = 0;

    for (int n = 0; n < answers;) {
        tri_options o;
        tri_game *g;
        tri_options_init(&o, sizeof o);
        o.flags = TRI_LIGHT;
        o.seed = "00000000000000000000000000000007";
        if (tri_game_new(b, &o, &g, NULL) != TRI_OK)
            stop("a game cannot begin");
        double start = seconds();
        for (; n < answers && ses_status(game_of(g)) == TC_WAITS_ANSWER; n++)
            answer_inside(game_of(g), &lots);
        used += seconds() - start;
        hash ^= tc_game_hash(&game_of(g)->g);
        tri_game_free(g);
    }
    *rate = answers / used;
    return hash;
}

/* --- Through the interface ------------------------------------------------------------------
 */

static uint64_t outside(tri_book *b, int answers, double *rate)
{
    uint64_t lots = 1, hash = 0, one;
    double used = 0;

    for (int n = 0; n < answers;) {
        tri_options o;
        tri_error e = TRI_ERROR;
        tri_game *g;
        tri_options_init(&o, sizeof o);
        o.flags = TRI_LIGHT;
        o.seed = "00000000000000000000000000000007";
        if (tri_game_new(b, &o, &g, NULL) != TRI_OK)
            stop("a game cannot begin");
        double start = seconds();
        for (; n < answers && tri_status(g) == TRI_ASKS; n++)
            if (tri_answer_lot(g, &lots, &e) != TRI_OK)
                stop(e.text);
        used += seconds() - start;
        tri_hash(g, &one, NULL);
        hash ^= one;
        tri_game_free(g);
    }
    *rate = answers / used;
    return hash;
}

/* Bare battles, as `tricorne bench` counts asks: signatures a second. */
static double bare(tri_book *b)
{
    double start = seconds(), used;
    uint64_t all = 0;
    int n = 0;

    do {
        if (tri_signature(b, &all, NULL) != TRI_OK)
            stop("no signature");
        n++;
        used = seconds() - start;
    } while (used < 0.2);
    return n / used;
}

static void compare(tri_data *d, const char *id)
{
    double in[RUNS], out[RUNS], share[RUNS], signed_[RUNS];
    tri_error e = TRI_ERROR;
    tri_book *b;

    if (tri_book_open(d, id, &b, &e) != TRI_OK)
        stop(e.text);
    for (int i = 0; i < RUNS; i++) {
        uint64_t first = i % 2 ? inside(b, ANSWERS, &in[i]) : outside(b, ANSWERS, &out[i]);
        uint64_t second = i % 2 ? outside(b, ANSWERS, &out[i]) : inside(b, ANSWERS, &in[i]);
        if (first != second)
            stop("the battles differ");
        share[i] = out[i] / in[i];
    }
    for (int i = 0; i < RUNS; i++)
        signed_[i] = bare(b);
    double inner = median(in, RUNS), outer = median(out, RUNS);
    printf(
        "%-28s %9.0f answers/s inside %9.0f through tricorne.h  %5.1f%%  %8.2f signatures/s\n",
        id, inner, outer, 100 * median(share, RUNS), median(signed_, RUNS));
    tri_book_free(b);
}

int main(int argc, char **argv)
{
    static const char *const first[] = { "minden/first-battle", "bayonet/learning",
                                         "malbrook/first-command", "pistolado/first-speech",
                                         "reason/learning" };
    tri_error e = TRI_ERROR;
    tri_data *d;

    if (argc < 2)
        stop("name the folder of data");
    if (tri_data_open(argv[1], &d, &e) != TRI_OK)
        stop(e.text);
    for (int i = 2; i < argc; i++)
        compare(d, argv[i]);
    for (size_t i = 0; argc == 2 && i < sizeof first / sizeof *first; i++)
        compare(d, first[i]);
    tri_data_free(d);
    return 0;
}
