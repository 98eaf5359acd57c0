/* players/ahead.c - thinking while the other side thinks. */
#include "players/ahead.h"

#include <stdlib.h>
#include <string.h>

#include "players/think.h"

enum {
    FAR = 24,        /* questions of the other side on the way */
    CHAIN = 8,       /* own questions behind one another */
    MOST_FIRST = 24, /* answers of the other side that are looked at */
    WALKS = 8,       /* and taken */
    PASSES = 3,      /* each thinks longer than the one before */
    WALK_ACTS = 1024,
    GUESS = 12
};

bool plr_thinks_ahead(const struct plr_spec *spec)
{
    return spec->method == PLR_GREEDY && spec->turn;
}

uint64_t plr_key(const struct tc_game *g)
{
    const struct tc_query *q = &g->u.open;
    uint64_t h = tc_game_hash(g);

    h = tc_hash(&q->question, sizeof q->question, h);
    h = tc_hash(&q->side, sizeof q->side, h);
    return tc_hash(q->arg, sizeof q->arg, h);
}

const struct plr_recalled *plr_recall(const struct plr_ahead *a, uint64_t key)
{
    for (int i = 0; i < a->n; i++)
        if (a->seen[i].key == key)
            return &a->seen[i];
    return NULL;
}

void plr_note(struct plr_ahead *a, const struct plr_recalled *r)
{
    for (int i = 0; i < a->n; i++)
        if (a->seen[i].key == r->key) {
            a->seen[i] = *r;
            return;
        }
    a->seen[a->next] = *r;
    a->next = (a->next + 1) % PLR_AHEAD;
    a->n = tc_max(a->n, a->next ? a->next : PLR_AHEAD);
}

/* --- Walks -------------------------------------------------------------------------------- */

struct plr_walker {
    struct plr_player *p;
    struct plr_think t; /* what the other side may do */
    struct tc_game g;
    void *mem;
    struct tc_offers *work, *open;
    uint64_t seed;
};

static void *room(size_t n)
{
    void *p = calloc(1, n);

    TC_BUG_ON(!p);
    return p;
}

struct plr_walker *plr_walk_open(const struct plr_spec *spec, const struct tc_book *bk,
                                 uint64_t seed)
{
    struct plr_walker *w = room(sizeof *w);

    w->p = plr_open(spec, bk, seed);
    plr_think_open(&w->t, bk);
    w->t.wise = true;
    w->mem = room(tc_game_memory(bk->rules));
    w->work = room(sizeof *w->work);
    w->open = room(sizeof *w->open);
    w->g.tape.act = room(WALK_ACTS * sizeof *w->g.tape.act);
    w->g.tape.act_room = WALK_ACTS;
    w->g.tape.face = room(2 * WALK_ACTS);
    w->g.tape.face_room = 2 * WALK_ACTS;
    w->seed = seed;
    return w;
}

void plr_walk_close(struct plr_walker *w)
{
    if (!w)
        return;
    plr_close(w->p);
    plr_think_close(&w->t);
    free(w->g.tape.act);
    free(w->g.tape.face);
    free(w->mem);
    free(w->work);
    free(w->open);
    free(w);
}

static int weight(const struct tc_eye *e, const struct tc_view *v, const struct tc_act *a)
{
    return e->play ? e->play(v, a) : e->settle ? e->settle(v, a) : e->lean ? e->lean(v, a) : 0;
}

/* The answer number k to the open question, the most natural first. */
static void first_answer(struct plr_walker *w, uint32_t k, struct tc_act *out)
{
    struct tc_view v = { w->g.u.book, tc_game_state(&w->g), &w->g.u.open };
    struct tc_stream lots = tc_stream_from(w->seed);
    struct tc_act act[MOST_FIRST];
    int say[MOST_FIRST], n = plr_choices(&w->g, &lots, act, MOST_FIRST);

    for (int i = 0; i < n; i++) {
        struct tc_act x = act[i];
        int s = weight(w->t.eye, &v, &x) - 10000 * plr_folly(&w->t, &v, &x, NULL), at = i;
        for (; at > 0 && say[at - 1] < s; at--) {
            say[at] = say[at - 1];
            act[at] = act[at - 1];
        }
        say[at] = s;
        act[at] = x;
    }
    *out = act[(int)(k % (uint32_t)n)];
}

static void next_answer(struct plr_walker *w, struct tc_act *out)
{
    struct tc_view v = { w->g.u.book, tc_game_state(&w->g), &w->g.u.open };
    struct tc_stream lots = tc_stream_from(w->seed);

    plr_think_about(&w->t, &w->g);
    w->t.playing = true;
    plr_natural(&w->t, &w->g, &v, &lots, out);
    w->t.playing = false;
}

/* To the next question of this side; false: it is not near. */
static bool walk_to(struct plr_walker *w, const struct tc_game *g, int side, uint32_t walk)
{
    struct tc_act a;

    tc_fork(g, TC_NONE, plr_seed(w->seed, walk), &w->g, w->mem, w->work, w->open);
    for (int i = 0; i < FAR && tc_game_go(&w->g) == TC_WAITS_ANSWER; i++) {
        if (w->g.u.open.side == side)
            return i > 0;
        if (i == 0)
            first_answer(w, walk, &a);
        else
            next_answer(w, &a);
        if (tc_game_answer(&w->g, &a, NULL, NULL) != TC_OK)
            return false;
    }
    return false;
}

static void note(struct plr_ahead *a, const struct plr_advice *why, uint64_t key,
                 double seconds)
{
    struct plr_recalled r = { .key = key, .seconds = seconds, .courses = why->courses };

    for (r.n = 0; r.n < why->n && r.n < PLR_RECALLED; r.n++) {
        const struct plr_thought *t = &why->thought[r.n];
        r.best[r.n].act = t->act;
        r.best[r.n].mean = t->mean;
        r.best[r.n].lean = t->lean;
        r.best[r.n].visits = t->visits;
    }
    plr_note(a, &r);
}

/* Think at the question it stands at, on top of what is known. */
static void think_there(struct plr_walker *w, double share, const atomic_bool *stop,
                        struct plr_ahead *a, struct tc_act *out)
{
    uint64_t key = plr_key(&w->g);
    const struct plr_recalled *known = plr_recall(a, key);
    double before = known ? known->seconds : 0, start = plr_clock();

    if (known && known->seconds >= share) {
        *out = known->best[0].act;
        return;
    }
    plr_decide_ahead(w->p, &w->g, known, share, stop, out);
    const struct plr_advice *why = plr_why(w->p);
    if (why->n > 1)
        note(a, why, key, before + plr_clock() - start);
}

int plr_walk(struct plr_walker *w, const struct tc_game *g, int side, uint32_t walk,
             double share, double most, const atomic_bool *stop, struct plr_ahead *a)
{
    double until = plr_clock() + most;
    struct tc_act act;
    int n = 0;

    if (!walk_to(w, g, side, walk))
        return 0;
    for (uint64_t die = w->g.u.stream.next; n < CHAIN && !atomic_load(stop); n++) {
        memset(&act, 0, sizeof act);
        think_there(w, share, stop, a, &act);
        if (atomic_load(stop) || plr_clock() >= until ||
            tc_game_answer(&w->g, &act, NULL, NULL) != TC_OK ||
            tc_game_go(&w->g) != TC_WAITS_ANSWER || w->g.u.open.side != side ||
            w->g.u.stream.next != die)
            return n + 1;
    }
    return n;
}

double plr_walk_share(const struct plr_budget *b, double all, uint32_t n, uint32_t *walk)
{
    static const double part[PASSES] = { 0.1, 0.4, 1.0 };
    int asked = b->asked > b->before ? b->asked : b->before;

    *walk = n % WALKS;
    if (n >= WALKS * PASSES)
        return 0;
    return all / tc_max(3, asked ? asked : GUESS) * part[n / WALKS];
}
