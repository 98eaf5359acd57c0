/* players/marshal.c - plans searched in imagined courses.
 *
 * At the first own question of a turn some whole plans are tried, each on the same dice: last
 * turn's, and drafts from careful to bold. Then the best is improved command by command. A
 * course plays the own turn and the enemy's reply, both sides following their plans, and is
 * worth what the position shows then. Near the end of a battle courses go on to its end.
 */
#include "players/marshal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/eye.h"

enum {
    LONGEST = 600,
    STREAMS = 32,
    ENDS = 2,
    RANKED = 6,
    TRIED = 12,
    OTHERS = 8,
    SWEEPS = 2,
    FRESH = 1000,
    COURSES = 512
};

#define DOUBT      0.6
#define PLAN_DOUBT 1.5

struct plr_marshal {
    const struct tc_book *book;
    const struct tc_staff *staff;
    struct plr_orders orders;
    bool planned;
    int turn, active; /* of the plan */
    struct tc_plan plan;
    double expects; /* what the plan is worth */
    uint64_t left;  /* courses that may still be spent this turn */
};

struct plr_marshal *plr_marshal_open(const struct tc_book *bk, const struct tc_staff *staff)
{
    struct plr_marshal *m = calloc(1, sizeof *m);

    TC_BUG_ON(!m);
    m->book = bk;
    m->staff = staff;
    m->orders.staff = staff;
    m->orders.natural = bk->rules->eye->settle;
    return m;
}

void plr_marshal_close(struct plr_marshal *m)
{
    free(m);
}

void plr_marshal_forget(struct plr_marshal *m)
{
    m->planned = false;
}

/* --- Courses under plans --- */

struct walk {
    struct plr_marshal *m;
    const struct tc_act *first; /* NULL: as the plan says */
    bool asked, seen, to_end;
    int left;
};

static void at_question(void *ctx, struct plr_think *t, const struct tc_view *v,
                        struct tc_act *out)
{
    struct walk *w = ctx;

    if (!w->asked) {
        w->asked = true;
        plr_full_turn(t, v, &w->seen);
        if (w->first) {
            *out = *w->first;
            return;
        }
    } else if ((!w->to_end && plr_full_turn(t, v, &w->seen)) || w->left-- == 0) {
        plr_stop(t, v, out);
        return;
    }
    plr_follow(t, &w->m->orders, v, false, out);
}

static bool near_end(const struct plr_marshal *m, const struct plr_think *t)
{
    int left = m->staff->left(t->book, t->checkpoint);

    return left >= 0 && left < ENDS;
}

/* One course with these orders; false when it led elsewhere. */
static bool walk(struct plr_marshal *m, struct plr_think *t, const struct tc_act *first,
                 uint64_t seed, int *value)
{
    struct walk w = { .m = m, .first = first, .left = LONGEST };

    if (near_end(m, t)) {
        w.to_end = true;
        w.left = 4 * LONGEST;
    }
    m->left -= m->left > 0;
    if (!plr_course(t, seed, at_question, &w))
        return false;
    *value = t->value;
    return true;
}

/* --- Plans --- */

/* What a plan came to on each stream of dice. */
struct outcome {
    int value[STREAMS]; /* INT_MIN: the course led elsewhere */
    double mean;
};

static void try_plan(struct plr_marshal *m, struct plr_think *t, const struct tc_plan *p,
                     uint64_t seed, int streams, struct outcome *out)
{
    double sum = 0;
    int n = 0;

    m->orders.plan[t->side] = *p;
    for (int k = 0; k < streams; k++) {
        out->value[k] = INT_MIN;
        if (plr_late(t) || !walk(m, t, NULL, plr_seed(seed, (uint64_t)k), &out->value[k]))
            continue;
        sum += out->value[k];
        n++;
    }
    out->mean = n ? sum / n : -20000;
}

/* By how much a plan came out better than another on the same dice, less a doubt that makes
 * up for choosing the best of many. */
static double better_by(const struct outcome *a, const struct outcome *b, int streams)
{
    double more = 0, squares = 0;
    int n = 0;

    for (int k = 0; k < streams; k++) {
        if (a->value[k] == INT_MIN || b->value[k] == INT_MIN)
            continue;
        double d = a->value[k] - b->value[k];
        more += d;
        squares += d * d;
        n++;
    }
    if (n < 2)
        return 0;
    double mean = more / n, var = (squares - more * mean) / (n - 1);
    return mean - PLAN_DOUBT * sqrt((var > 0 ? var : 0) / n);
}

static bool same_mission(const struct tc_mission *a, const struct tc_mission *b)
{
    return a->task == b->task && a->target == b->target;
}

static void all_do(struct tc_plan *p, int commands, enum tc_task task)
{
    memset(p, 0, sizeof *p);
    p->commands = commands;
    for (int c = 0; c < p->commands; c++)
        p->mission[c] = (struct tc_mission){ (uint8_t)task, TC_NONE };
}

/* Take a plan if it is surely better than the one in hand. */
static bool consider(struct plr_marshal *m, struct plr_think *t, const struct tc_plan *p,
                     uint64_t seed, int streams, struct outcome *best)
{
    struct outcome o;

    try_plan(m, t, p, seed, streams, &o);
    if (better_by(&o, best, streams) <= 0)
        return false;
    m->plan = *p;
    *best = o;
    return true;
}

/* Whole plans to begin with: last turn's, the drafts, holding everywhere, and what troops do by
 * themselves. */
static void seed_plan(struct plr_marshal *m, struct plr_think *t, int streams, uint64_t seed,
                      const struct tc_lines *l, struct outcome *best)
{
    static const int bold[] = { 100, 60, 160, 1000 };
    int commands = m->staff->commands(m->book, t->side);
    struct tc_plan p, last = m->plan;

    all_do(&m->orders.plan[!t->side], m->staff->commands(m->book, !t->side), TC_NATURAL);
    all_do(&m->plan, commands, TC_NATURAL);
    try_plan(m, t, &m->plan, seed, streams, best);
    if (m->planned)
        consider(m, t, &last, seed, streams, best);
    for (int i = 0; i < 5 && m->left > 0; i++) {
        if (i < 4)
            plr_draft(l, t->side, commands, bold[i], &p);
        else
            all_do(&p, commands, TC_HOLD);
        consider(m, t, &p, seed, streams, best);
    }
}

/* Every command in turn: is there anything better for it, the others doing what they do? */
static bool improve(struct plr_marshal *m, struct plr_think *t, int streams, uint64_t seed,
                    const struct tc_lines *l, struct outcome *best)
{
    bool better = false;

    for (int c = 0; c < m->plan.commands && m->left > 0; c++) {
        struct tc_mission line[PLR_LINES];
        int n = plr_missions(l, t->side, c, line);
        for (int i = 0; n > 2 && i < n && m->left > 0; i++) {
            if (same_mission(&line[i], &m->plan.mission[c]))
                continue;
            struct tc_plan p = m->plan;
            p.mission[c] = line[i];
            better |= consider(m, t, &p, seed, streams, best);
        }
    }
    return better;
}

static void draw_up(struct plr_marshal *m, struct plr_think *t, const struct tc_game *g,
                    const struct plr_spec *spec, uint64_t seed)
{
    static const uint64_t plenty = UINT64_C(1) << 60;
    const struct tc_head *h = tc_game_state(g);
    struct tc_lines *l = malloc(sizeof *l);
    int streams = tc_max(1, tc_min(spec->samples, STREAMS));

    TC_BUG_ON(!l);
    m->staff->muster(m->book, tc_game_state(g), l);
    m->left = spec->iterations ? spec->iterations : plenty;
    struct outcome best;
    seed_plan(m, t, streams, seed, l, &best);
    for (int i = 0; i < SWEEPS && m->left > 0; i++)
        if (!improve(m, t, streams, seed, l, &best))
            break;
    m->expects = best.mean;
    m->planned = true;
    m->turn = h->turn;
    m->active = h->active;
    free(l);
}

/* --- Single answers --- */

/* How an answer came out against the first, course by course with the same dice. */
struct trial {
    double more, squares;
    int n;
};

static void try_answer(struct plr_marshal *m, struct plr_think *t, uint64_t seed, int from,
                       int to, struct plr_thought *c, int *value, struct trial *r)
{
    for (int k = from; k < to && !plr_late(t); k++) {
        int v;
        bool came = walk(m, t, &c->act, plr_seed(seed, (uint64_t)(FRESH + k)), &v);
        if (!r)
            value[k] = came ? v : INT_MIN;
        if (!came)
            continue;
        c->mean = (c->mean * c->visits + v) / (c->visits + 1);
        c->visits++;
        if (r && value[k] != INT_MIN) {
            double d = v - value[k];
            r->more += d;
            r->squares += d * d;
            r->n++;
        }
    }
}

/* By how much it is better than the plan's own answer, with some doubt. */
static double surely(const struct trial *r, double doubt)
{
    if (r->n == 0)
        return 0;
    double mean = r->more / r->n;
    double var = r->n > 1 ? (r->squares - r->more * mean) / (r->n - 1) : 250000;

    return mean - doubt * sqrt((var > 0 ? var : 0) / r->n);
}

/* The plan's own answer stands first and stays there unless another is surely better. The
 * better half of the others is tried twice as often, and its better half again. */
static void try_answers(struct plr_marshal *m, struct plr_think *t, int samples, uint64_t seed,
                        struct plr_advice *a)
{
    struct trial trial[PLR_CHOICES] = { { 0 } };
    int value[COURSES], order[PLR_CHOICES], from = 0, best = 0;
    double most = 0;

    for (int i = 0; i < a->n; i++)
        order[i] = i;
    for (int n = a->n, each = samples; n > 1 && from + each <= COURSES; each *= 2) {
        for (int i = 0; i < n; i++)
            try_answer(m, t, seed, from, from + each, &a->thought[order[i]], value,
                       i ? &trial[order[i]] : NULL);
        from += each;
        for (int i = 2; i < n; i++)
            for (int k = i;
                 k > 1 && surely(&trial[order[k]], 0) > surely(&trial[order[k - 1]], 0); k--) {
                int x = order[k];
                order[k] = order[k - 1];
                order[k - 1] = x;
            }
        if (n == 2)
            break;
        n = (n + 1) / 2;
    }
    for (int i = 1; i < a->n && i < 3; i++) {
        double w = surely(&trial[order[i]], DOUBT);
        if (w > most) {
            most = w;
            best = order[i];
        }
    }
    struct plr_thought x = a->thought[best];
    memmove(&a->thought[1], &a->thought[0], (size_t)best * sizeof x);
    a->thought[0] = x;
}

/* Some of what may be answered that the plan does not think of; follies only where there is
 * nothing else. */
static int add_others(struct plr_think *t, const struct tc_game *g, int n, struct tc_act *act)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
    bool free = g->u.rules->questions[v.q->question].decl.flags & TC_F_FREE;
    struct tc_act some[OTHERS];
    int more = plr_choices(g, &t->lots, some, OTHERS);

    for (int i = 0; i < more && n < TRIED; i++) {
        bool known = plr_folly(t, &v, &some[i], free ? NULL : g->u.open_offers);
        for (int k = 0; k < n; k++)
            known |= tc_same_act(&act[k], &some[i]);
        if (!known)
            act[n++] = some[i];
    }
    if (n == 0)
        act[n++] = some[0];
    return n;
}

static bool is_new_turn(const struct plr_marshal *m, const struct tc_game *g)
{
    const struct tc_head *h = tc_game_state(g);

    return !m->planned || m->turn != h->turn || m->active != h->active;
}

void plr_marshal(struct plr_marshal *m, struct plr_think *t, const struct tc_game *g,
                 const struct plr_spec *spec, uint64_t seed, struct plr_advice *out)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
    struct tc_act act[TRIED];
    int weight[TRIED];
    bool weighty = m->staff->weighty >> v.q->question & 1;

    if (is_new_turn(m, g) && spec->iterations)
        draw_up(m, t, g, spec, plr_seed(seed, 7));
    m->orders.plan[t->side] = m->plan;
    t->lots = tc_stream_from(seed);
    out->n =
        plr_rank(t, &m->orders, &v, g->u.open_offers, true, weighty ? RANKED : 1, act, weight);
    if (weighty || out->n == 0)
        out->n = add_others(t, g, out->n, act);
    for (int i = 0; i < out->n; i++) {
        memset(&out->thought[i], 0, sizeof out->thought[i]);
        out->thought[i].act = act[i];
    }
    if (weighty && out->n > 1 && spec->samples) {
        try_answers(m, t, tc_max(1, spec->samples / 2), seed, out);
    }
    out->courses = t->courses;
}
