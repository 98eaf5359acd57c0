/* players/foresee.c - a few answers, seen turns ahead.
 *
 * Greedy says which answers are worth a closer look and which one it would take. Those are
 * played on for whole turns, the enemy's replies among them, with the same dice for each. Those
 * that fall behind drop out, so that the courses go where it is close. What greedy would take
 * stands unless another came out better by more than chance explains: to take the best of many
 * noisy means loses.
 */
#include "players/foresee.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    TRIED = 16,
    COURSES = 1024,
    LONGEST = 6000,
    TO_END = 90,
    RACE = 8,
    SHORTEST = 8,
    SURE_AFTER = 32
};

#define OUT     1.0 /* errors of the mean that one may lie behind and still be hoped for */
#define FAR_OUT 3.0 /* the same where time is not short */
#define SURE    3.5 /* by which it must be ahead to be taken at once */

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

/* What each is worth: the best by its mean, the others by what they surely lag behind it on the
 * same dice; those that were not played on by what they lagged before. */
static void note_means(const struct outcomes *o, int best, int doubt, struct plr_advice *a)
{
    double before = a->thought[best].mean;

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
    double most = a->thought[best].mean;
    for (int i = 0; i < a->n; i++) {
        struct plr_thought *c = &a->thought[i];
        double lag = i < o->n ? more(o, i, best, doubt / 100.0) : c->mean - before;
        if (i != best && lag > -1e8)
            c->mean = most + (lag < 0 ? lag : 0);
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

/* Those of the first m that may still turn out better than the first stay, in front; how many.
 */
static int leave_out(const struct outcomes *o, double hope, int *order, int m)
{
    int kept = 1;

    for (int i = 1; i < m; i++) {
        int x = order[i];
        if (more(o, x, 0, -hope) > 0 || o->courses < SHORTEST) {
            memmove(&order[kept + 1], &order[kept], (size_t)(i - kept) * sizeof *order);
            order[kept++] = x;
        }
    }
    return kept;
}

/* Batch after batch those that cannot be hoped to do better than the first are left out; the
 * courses that this saves go to the others. It ends when the first is alone, when another is
 * sure, or with the courses that are allowed. */
static void race(struct plr_think *t, const struct plr_spec *spec, uint64_t seed, int left,
                 double hope, const struct plr_advice *a, struct outcomes *o, int *order)
{
    int m = o->n;

    while (m > 1 && left >= m && o->courses < COURSES && !plr_late(t)) {
        int from = o->courses, to = tc_min(COURSES, from + tc_min(RACE, left / m));
        for (int i = 0; i < m; i++)
            play_on(t, spec, seed, &a->thought[order[i]].act, from, to, o->value[order[i]]);
        o->courses = to;
        left -= m * (to - from);
        sort_order(o, order, m);
        m = leave_out(o, hope, order, m);
        if (m > 1 && to >= SURE_AFTER && more(o, order[1], 0, SURE) > 0)
            break;
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
    note_means(o, best, doubt, a);
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

static void look_on(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                    int courses, double hope, struct plr_advice *a)
{
    static _Thread_local struct outcomes o;
    int order[TRIED];

    begin(&o, order, tc_min(tc_min(spec->keep, TRIED), a->n));
    if (o.n < 2)
        return;
    t->playing = true;
    race(t, spec, seed, courses, hope, a, &o, order);
    t->playing = false;
    sort_order(&o, order, o.n);
    take_best(&o, order, spec->doubt, a);
    a->courses = t->courses;
}

void plr_foresee(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                 struct plr_advice *a)
{
    if (spec->trials)
        look_on(t, spec, seed, spec->trials, OUT, a);
}

void plr_foresee_longer(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                        struct plr_advice *a)
{
    look_on(t, spec, seed, TRIED * COURSES, FAR_OUT, a);
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
