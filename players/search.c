/* players/search.c - Monte Carlo tree search over questions.
 *
 * The tree is of answers, not of positions: a course walks down it with fresh dice and, for
 * what is hidden, fresh guesses, so a node is a question met after certain answers. Where a
 * question has many answers, or any (free questions), a node considers few of them at first
 * and more as it is visited more often. Values are scaled to those seen so far.
 */
#include "players/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "players/greedy.h"

enum { NONE = -1, PATH = 256, FIRST_SAMPLES = 2, LONGEST = 200, MOST = 200000 };

#define EXPLORE 0.6

struct edge {
    struct tc_act act;
    double sum; /* for the side that thinks */
    uint32_t visits;
    int32_t next, child; /* sibling; first node behind it */
};

struct node {
    uint64_t key; /* of the question */
    uint32_t visits;
    int32_t next, first, edges;
    int8_t side;
};

struct plr_tree {
    struct plr_think think;
    struct edge *edge;
    struct node *node;
    int32_t edges, nodes, room;
    struct plr_advice *first; /* the root's answers in the order they are opened */
    uint16_t depth;
    bool settle;
    /* this course */
    int32_t path[PATH]; /* edges */
    int steps, left;
    bool in_tree, seen;
    /* values seen */
    int low, high;
};

struct plr_tree *plr_tree_open(const struct tc_book *bk)
{
    struct plr_tree *t = calloc(1, sizeof *t);

    TC_BUG_ON(!t);
    t->first = calloc(1, sizeof *t->first);
    TC_BUG_ON(!t->first);
    plr_think_open(&t->think, bk);
    return t;
}

void plr_tree_close(struct plr_tree *t)
{
    if (!t)
        return;
    plr_think_close(&t->think);
    free(t->edge);
    free(t->node);
    free(t->first);
    free(t);
}

/* --- The tree --- */

static void make_room(struct plr_tree *t, int32_t room)
{
    if (room <= t->room)
        return;
    t->edge = realloc(t->edge, (size_t)room * sizeof *t->edge);
    t->node = realloc(t->node, (size_t)room * sizeof *t->node);
    TC_BUG_ON(!t->edge || !t->node);
    t->room = room;
}

static int32_t new_node(struct plr_tree *t, const struct tc_query *q, uint64_t key)
{
    struct node *n = &t->node[t->nodes];

    *n = (struct node){ .key = key, .next = NONE, .first = NONE, .side = (int8_t)q->side };
    return t->nodes++;
}

static uint64_t key_of(const struct tc_query *q)
{
    uint64_t h = tc_hash(q->arg, sizeof q->arg, (uint64_t)q->question);

    return h ^ (uint64_t)q->side;
}

/* The node of this question behind an edge; a new one ends the walk. */
static int32_t enter(struct plr_tree *t, const struct tc_query *q)
{
    uint64_t key = key_of(q);

    if (t->steps == 0)
        return 0;
    struct edge *e = &t->edge[t->path[t->steps - 1]];
    for (int32_t i = e->child; i != NONE; i = t->node[i].next)
        if (t->node[i].key == key)
            return i;
    t->in_tree = false;
    if (t->nodes == t->room)
        return NONE;
    int32_t n = new_node(t, q, key);
    t->node[n].next = e->child;
    e->child = n;
    return n;
}

static int32_t find_edge(const struct plr_tree *t, int32_t node, const struct tc_act *a)
{
    for (int32_t i = t->node[node].first; i != NONE; i = t->edge[i].next)
        if (tc_same_act(&t->edge[i].act, a))
            return i;
    return NONE;
}

static int32_t add_edge(struct plr_tree *t, int32_t node, const struct tc_act *a)
{
    struct edge *e = &t->edge[t->edges];

    *e = (struct edge){ .act = *a, .next = t->node[node].first, .child = NONE };
    t->node[node].first = t->edges;
    t->node[node].edges++;
    return t->edges++;
}

/* --- Choosing --- */

/* How many answers a node considers by now. */
static int width(const struct node *n, bool root)
{
    double v = sqrt((double)n->visits);

    return root ? 4 + (int)(1.6 * v) : 2 + (int)v;
}

static bool playable(struct plr_tree *t, const struct tc_view *v, const struct tc_act *a)
{
    const struct tc_question *q = &t->think.book->rules->questions[v->q->question];
    const struct tc_offers *o = t->think.u.offers;

    if (q->decl.flags & TC_F_FREE)
        return q->judge(v, a, NULL);
    for (int i = 0; i < o->n; i++)
        if (tc_same_act(&o->act[i], a))
            return true;
    return false;
}

static double worth(const struct plr_tree *t, const struct node *n, const struct edge *e)
{
    double range = t->high > t->low ? t->high - t->low : 1;
    double mean = (e->sum / e->visits - t->low) / range;

    if (n->side != t->think.side)
        mean = 1 - mean;
    return mean + EXPLORE * sqrt(log((double)n->visits + 1) / e->visits);
}

/* An answer not in the tree yet, or NONE. The root opens those a look ahead liked best. */
static int32_t widen(struct plr_tree *t, int32_t node, const struct tc_view *v)
{
    struct tc_act a;

    if (t->edges == t->room)
        return NONE;
    if (node == 0) {
        for (int i = t->node[0].edges; i < t->first->n; i++)
            return add_edge(t, 0, &t->first->thought[i].act);
        return NONE;
    }
    for (int tries = 0; tries < 3; tries++) {
        plr_lot(&t->think, v, &a);
        if (find_edge(t, node, &a) == NONE)
            return add_edge(t, node, &a);
    }
    return NONE;
}

static int32_t best_edge(struct plr_tree *t, int32_t node, const struct tc_view *v)
{
    double most = -1;
    int32_t best = NONE;

    for (int32_t i = t->node[node].first; i != NONE; i = t->edge[i].next) {
        double w = t->edge[i].visits ? worth(t, &t->node[node], &t->edge[i]) : 10;
        if (w <= most || (node != 0 && !playable(t, v, &t->edge[i].act)))
            continue;
        most = w;
        best = i;
    }
    return best;
}

static void walk(struct plr_tree *t, int32_t node, const struct tc_view *v, struct tc_act *out)
{
    int32_t e = NONE;

    if (t->node[node].edges < width(&t->node[node], node == 0))
        e = widen(t, node, v);
    if (e == NONE)
        e = best_edge(t, node, v);
    t->node[node].visits++;
    if (e == NONE || t->steps == PATH) {
        t->in_tree = false;
        plr_lot(&t->think, v, out);
        return;
    }
    t->path[t->steps++] = e;
    *out = t->edge[e].act;
}

static void at_question(void *ctx, struct plr_think *think, const struct tc_view *v,
                        struct tc_act *out)
{
    struct plr_tree *t = ctx;

    if (t->settle && t->in_tree && plr_full_turn(think, v, &t->seen)) {
        plr_stop(think, v, out);
        return;
    }
    if (t->in_tree) {
        int32_t n = enter(t, v->q);
        if (t->in_tree) {
            walk(t, n, v, out);
            return;
        }
    }
    if (t->left-- <= 0 || (t->settle && plr_full_turn(think, v, &t->seen)))
        plr_stop(think, v, out);
    else if (t->settle)
        plr_settle(think, v, out);
    else
        plr_lot(think, v, out);
}

/* --- Searching --- */

static void iterate(struct plr_tree *t, uint64_t seed)
{
    t->steps = 0;
    t->left = t->settle ? LONGEST : t->depth;
    t->in_tree = true;
    t->seen = false;
    if (!plr_course(&t->think, seed, at_question, t))
        return;
    int value = t->think.value;
    t->low = tc_min(t->low, value);
    t->high = tc_max(t->high, value);
    for (int i = 0; i < t->steps; i++) {
        t->edge[t->path[i]].sum += value;
        t->edge[t->path[i]].visits++;
    }
}

/* The answers expected after an edge: the most visited of the most visited. */
static void expect(const struct plr_tree *t, int32_t e, struct plr_thought *out)
{
    for (out->lines = 0; out->lines < PLR_LINE; out->lines++) {
        int32_t node = NONE, best = NONE;
        for (int32_t i = t->edge[e].child; i != NONE; i = t->node[i].next)
            if (node == NONE || t->node[i].visits > t->node[node].visits)
                node = i;
        if (node == NONE)
            return;
        for (int32_t i = t->node[node].first; i != NONE; i = t->edge[i].next)
            if (best == NONE || t->edge[i].visits > t->edge[best].visits)
                best = i;
        if (best == NONE || t->edge[best].visits < 2)
            return;
        out->line[out->lines] = t->edge[best].act;
        out->line_side[out->lines] = t->node[node].side;
        e = best;
    }
}

static void report(struct plr_tree *t, struct plr_advice *out)
{
    out->n = 0;
    for (int32_t i = t->node[0].first; i != NONE && out->n < PLR_CHOICES; i = t->edge[i].next) {
        struct plr_thought *c = &out->thought[out->n++];
        memset(c, 0, sizeof *c);
        c->act = t->edge[i].act;
        c->visits = t->edge[i].visits;
        c->mean = c->visits ? t->edge[i].sum / c->visits : 0;
        expect(t, i, c);
    }
    plr_sort(out, true);
    out->courses = t->think.courses;
}

void plr_search(struct plr_tree *t, const struct tc_game *g, const struct plr_spec *spec,
                uint32_t iterations, double until, uint64_t seed, struct plr_advice *out)
{
    struct plr_spec first = *spec;

    first.samples = spec->settle ? 1 : FIRST_SAMPLES;
    plr_think_about(&t->think, g);
    t->think.until = until;
    plr_greedy(&t->think, g, &first, seed, t->first);
    make_room(t, (int32_t)(iterations < MOST ? iterations : MOST) + 2);
    t->edges = t->nodes = 0;
    t->low = 10000;
    t->high = -10000;
    t->depth = spec->depth;
    t->settle = spec->settle;
    new_node(t, &g->u.open, key_of(&g->u.open));
    for (uint32_t i = 0; t->first->n > 1 && i < iterations; i++) {
        if (plr_late(&t->think))
            break;
        iterate(t, plr_seed(seed, 1000 + i));
    }
    if (t->edges)
        report(t, out);
    else
        *out = *t->first;
}
