/* players/foresee.c - a few answers, seen turns ahead.
 *
 * Greedy says which answers are worth a closer look and which one it would take. Those are
 * played on for whole turns, the enemy's replies among them, with the same dice for each. The
 * worse half is left out round by round. What greedy would take stands unless another came out
 * better by more than chance explains: to take the best of many noisy means loses.
 */
#include "players/foresee.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { TRIED = 16, BATCH = 24, COURSES = 1024, LONGEST = 6000, TO_END = 90 };

struct course {
    const struct tc_act *first;
    int ahead, left;
    bool asked;
};

/* Has the course come as far as it should: to an own question so many turns later? */
static bool is_far(const struct course *c, const struct plr_think *t, const struct tc_view *v)
{
    const struct tc_head *h = v->state, *began = t->checkpoint;
    int turn = began->turn + c->ahead;
    bool mine = h->active == t->side || h->active == TC_NONE;

    return c->ahead < TO_END &&
           (h->turn > turn || (h->turn == turn && mine && v->q->side == t->side));
}

static void at_question(void *ctx, struct plr_think *t, const struct tc_view *v,
                        struct tc_act *out)
{
    struct course *c = ctx;

    if (!c->asked && c->first) {
        c->asked = true;
        *out = *c->first;
    } else if (c->left-- == 0 || is_far(c, t, v)) {
        plr_stop(t, v, out);
    } else {
        plr_settle(t, v, out);
    }
}

/* What came of every answer in every course; INT_MIN: nothing. */
struct outcomes {
    int n, courses;
    int value[TRIED][COURSES];
};

static void play_on(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                    const struct tc_act *first, int from, int to, int *value)
{
    for (int k = from; k < to; k++) {
        struct course c = { first, spec->ahead, LONGEST, false };
        value[k] = INT_MIN;
        if (!plr_late(t) && plr_course(t, plr_seed(seed, (uint64_t)k), at_question, &c))
            value[k] = t->value;
    }
}

/* By how much a did better than b on the same dice, less `doubt` errors of that mean. */
static double more(const struct outcomes *o, int a, int b, double doubt)
{
    double sum = 0, squares = 0;
    int n = 0;

    for (int k = 0; k < o->courses; k++) {
        if (o->value[a][k] == INT_MIN || o->value[b][k] == INT_MIN)
            continue;
        double d = o->value[a][k] - o->value[b][k];
        sum += d;
        squares += d * d;
        n++;
    }
    if (n < 2)
        return a == b ? 0 : -1e9;
    double mean = sum / n, var = (squares - sum * mean) / (n - 1);
    return mean - doubt * sqrt((var > 0 ? var : 0) / n);
}

static void note_means(const struct outcomes *o, struct plr_advice *a)
{
    for (int i = 0; i < o->n; i++) {
        struct plr_thought *c = &a->thought[i];
        double sum = 0;
        c->visits = 0;
        for (int k = 0; k < o->courses; k++)
            if (o->value[i][k] != INT_MIN) {
                sum += o->value[i][k];
                c->visits++;
            }
        c->mean = c->visits ? sum / c->visits : c->mean;
    }
}

/* The best in hand comes first, the others tried behind it as they came out. */
static void put_in_order(struct plr_advice *a, int n, int best)
{
    struct plr_thought x = a->thought[best];

    memmove(&a->thought[1], &a->thought[0], (size_t)best * sizeof x);
    a->thought[0] = x;
    for (int i = 2; i < n; i++) {
        int k = i;
        x = a->thought[i];
        for (; k > 1 && a->thought[k - 1].mean < x.mean; k--)
            a->thought[k] = a->thought[k - 1];
        a->thought[k] = x;
    }
}

/* How often the number of answers is halved until two are left and have been played once more.
 */
static int count_rounds(int n)
{
    int rounds = 1;

    for (; n > 2; n = (n + 1) / 2)
        rounds++;
    return rounds;
}

/* The others by how they did against the first, the best in front. */
static void sort_order(const struct outcomes *o, int *order, int n)
{
    for (int i = 2; i < n; i++)
        for (int k = i; k > 1 && more(o, order[k], 0, 0) > more(o, order[k - 1], 0, 0); k--) {
            int x = order[k];
            order[k] = order[k - 1];
            order[k - 1] = x;
        }
}

/* Each round has as many courses; those left share them. The first is never left out. */
static void play_rounds(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                        const struct plr_advice *a, struct outcomes *o, int *order)
{
    int rounds = count_rounds(o->n);

    for (int m = o->n, r = 0; r < rounds; r++, m = (m + 1) / 2) {
        int from = o->courses,
            to = tc_min(COURSES, from + tc_max(1, spec->trials / rounds / m));
        for (int i = 0; i < m; i++)
            play_on(t, spec, seed, &a->thought[order[i]].act, from, to, o->value[order[i]]);
        o->courses = to;
        sort_order(o, order, m);
    }
}

/* The first stands unless one of the two best is surely better. */
static void take_best(const struct outcomes *o, const int *order, int doubt,
                      struct plr_advice *a)
{
    double most = 0;
    int best = 0;

    for (int i = 1; i < o->n && i < 3; i++) {
        double w = more(o, order[i], 0, doubt / 100.0);
        if (w > most) {
            most = w;
            best = order[i];
        }
    }
    note_means(o, a);
    put_in_order(a, o->n, best);
}

static void begin(struct outcomes *o, int *order, int n)
{
    o->n = n;
    o->courses = 0;
    for (int i = 0; i < n; i++) {
        order[i] = i;
        for (int k = 0; k < COURSES; k++)
            o->value[i][k] = INT_MIN;
    }
}

void plr_foresee(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                 struct plr_advice *a)
{
    static _Thread_local struct outcomes o;
    int order[TRIED];

    begin(&o, order, tc_min(tc_min(spec->keep, TRIED), a->n));
    if (o.n < 2 || !spec->trials)
        return;
    t->playing = true;
    play_rounds(t, spec, seed, a, &o, order);
    t->playing = false;
    take_best(&o, order, spec->doubt, a);
    a->courses = t->courses;
}

void plr_foresee_longer(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                        struct plr_advice *a)
{
    static _Thread_local struct outcomes o;
    int order[TRIED];

    begin(&o, order, tc_min(tc_min(spec->keep, TRIED), a->n));
    if (o.n < 2)
        return;
    t->playing = true;
    for (int m = o.n, k = 0; k < COURSES && !plr_late(t); k++) {
        for (int i = 0; i < m; i++)
            play_on(t, spec, seed, &a->thought[order[i]].act, k, k + 1, o.value[order[i]]);
        o.courses = k + 1;
        if (k % BATCH == BATCH - 1 && m > 2) {
            sort_order(&o, order, m);
            m = (m + 1) / 2;
        }
    }
    t->playing = false;
    sort_order(&o, order, o.n);
    take_best(&o, order, spec->doubt, a);
    a->courses = t->courses;
}

double plr_outlook(const struct tc_game *g, int courses, uint64_t seed)
{
    struct plr_think t;
    double points = 0;
    int n = 0;

    plr_think_open(&t, g->u.book);
    plr_think_about(&t, g);
    t.playing = t.wise = true;
    for (int k = 0; k < courses; k++) {
        struct course c = { NULL, TO_END, LONGEST, false };
        if (!plr_course(&t, plr_seed(seed, (uint64_t)k), at_question, &c))
            continue;
        const struct tc_head *h = t.state;
        double won = h->over && h->winner == 0, lost = h->over && h->winner == 1;
        points += won == lost ? 0.5 : won;
        n++;
    }
    plr_think_close(&t);
    return n ? points / n : 0.5;
}
