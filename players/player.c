/* players/player.c - computer players: deciding. */
#include "players/player.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "players/ahead.h"
#include "players/foresee.h"
#include "players/greedy.h"
#include "players/marshal.h"
#include "players/prospect.h"
#include "players/search.h"
#include "players/stander.h"

/* What is natural is said in fewer points than what a course comes to. */
enum { NATURE = 8, EXPLAIN = 24, LONGER_KEEP = 4, LONGER_DOUBT = 200 };

struct plr_player {
    struct plr_spec spec;
    const struct tc_book *book;
    uint64_t seed, asked;
    struct tc_stream lots;
    struct plr_think think;
    struct plr_tree *tree[PLR_THREADS];
    struct plr_marshal *marshal;
    struct plr_manner manner;
    struct plr_advice advice, part[PLR_THREADS];
    const struct tc_game *game;
    bool alone;
    struct plr_budget own, *budget;
    struct plr_recalled known; /* about the next question, thought ahead; n 0: nothing */
    double credit;             /* seconds of it that count for this question */
    const atomic_bool *stop;   /* it thinks ahead, until this is set, */
    double more;               /* for so long a question */
};

/* The numbers of the second look, where none are given and one is known to be good
 * (docs/arena.md). In battles of more units there is no time for it. */
static void take_second_look(struct plr_spec *spec, const struct tc_book *bk)
{
    const struct tc_eye *eye = plr_eye_of(bk->rules);
    const struct tc_second_look *good = &eye->second;

    if (!spec->second || spec->trials ||
        (eye->pieces ? eye->pieces(bk) : bk->rules->names(bk, 0)) > good->units)
        return;
    spec->trials = good->trials;
    spec->ahead = good->ahead;
    spec->keep = good->keep;
    spec->doubt = good->doubt;
    if (!spec->dear && !spec->cruel) {
        spec->dear = good->dear;
        spec->cruel = good->cruel;
    }
}

static void take_tastes(struct plr_player *p, const struct plr_spec *spec)
{
    const struct tc_eye *eye = plr_eye_of(p->book->rules);

    p->think.taste = spec->row[0];
    p->think.imagined = spec->row[1];
    if (eye->fitted && spec->taste && !spec->row[0])
        p->think.taste = eye->fitted(p->book, false);
    if (eye->fitted && spec->imagined && !spec->row[1])
        p->think.imagined = eye->fitted(p->book, true);
}

struct plr_player *plr_open(const struct plr_spec *spec, const struct tc_book *bk,
                            uint64_t seed)
{
    struct plr_player *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p || spec->method == PLR_PROGRAM);
    p->spec = *spec;
    p->book = bk;
    p->budget = &p->own;
    take_second_look(&p->spec, bk);
    p->spec.noise = (uint16_t)plr_misjudging(spec, bk->rules);
    if (spec->method == PLR_GREEDY)
        plr_think_open(&p->think, bk);
    take_tastes(p, spec);
    p->think.wise = spec->wise;
    p->think.noise = p->spec.noise / NATURE;
    p->think.bold = spec->bold ? spec->bold : 100;
    if (spec->method == PLR_GREEDY && spec->plans)
        p->marshal = plr_marshal_open(bk, &p->spec);
    for (int i = 0; spec->method == PLR_SEARCH && i < spec->threads; i++)
        p->tree[i] = plr_tree_open(bk);
    plr_reseed(p, seed);
    return p;
}

void plr_close(struct plr_player *p)
{
    if (!p)
        return;
    plr_think_close(&p->think);
    plr_marshal_close(p->marshal);
    for (int i = 0; i < PLR_THREADS; i++)
        plr_tree_close(p->tree[i]);
    free(p);
}

void plr_reseed(struct plr_player *p, uint64_t seed)
{
    p->seed = seed;
    p->asked = 0;
    if (p->marshal)
        plr_marshal_forget(p->marshal);
    p->lots = tc_stream_from(seed);
}

void plr_lend(struct plr_player *p, struct plr_budget *b)
{
    p->budget = b;
}

void plr_hurry(struct plr_player *p)
{
    atomic_store(&p->budget->hurry, true);
}

void plr_alone(struct plr_player *p, bool alone)
{
    p->alone = alone;
}

const struct plr_advice *plr_why(const struct plr_player *p)
{
    return &p->advice;
}

/* --- Searching with several threads: each a tree of its own, the visits added up --- */

struct share {
    struct plr_player *p;
    const struct tc_game *g;
    uint32_t iterations;
    double until;
    uint64_t seed;
    int i;
};

static void *search_share(void *arg)
{
    struct share *s = arg;

    plr_search(s->p->tree[s->i], s->g, &s->p->spec, s->iterations, s->until, s->seed,
               &s->p->part[s->i]);
    return NULL;
}

static void add_thought(struct plr_advice *a, const struct plr_thought *c)
{
    for (int i = 0; i < a->n; i++) {
        struct plr_thought *o = &a->thought[i];
        if (!tc_same_act(&o->act, &c->act))
            continue;
        uint32_t all = o->visits + c->visits;
        if (all)
            o->mean = (o->mean * o->visits + c->mean * c->visits) / all;
        o->visits = all;
        return;
    }
    if (a->n < PLR_CHOICES)
        a->thought[a->n++] = *c;
}

static void search(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    int n = p->spec.threads;
    double until = p->spec.milliseconds ? plr_clock() + p->spec.milliseconds * 1e-3 : 0;
    struct share share[PLR_THREADS] = { { .p = p } };
    pthread_t thread[PLR_THREADS];

    for (int i = 0; i < n; i++) {
        share[i] = (struct share){
            p, g, p->spec.iterations / (uint32_t)n, until, plr_seed(seed, (uint64_t)i), i
        };
        if (i > 0 && !p->alone &&
            pthread_create(&thread[i], NULL, search_share, &share[i]) != 0)
            TC_BUG_ON(true);
    }
    search_share(&share[0]);
    p->advice = p->part[0];
    for (int i = 1; i < n; i++) {
        if (p->alone)
            search_share(&share[i]);
        else
            pthread_join(thread[i], NULL);
        for (int k = 0; k < p->part[i].n; k++)
            add_thought(&p->advice, &p->part[i].thought[k]);
        p->advice.courses += p->part[i].courses;
    }
    if (n > 1)
        plr_sort(&p->advice, true);
}

/* The natural answer comes before what greedy would take. */
static void nature_first(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
    struct tc_stream lots = tc_stream_from(plr_seed(seed, 6));
    struct plr_advice *a = &p->advice;
    struct plr_thought x = { 0 };
    int at = 0;

    p->think.playing = true;
    plr_natural(&p->think, g, &v, &lots, &x.act);
    p->think.playing = false;
    while (at < a->n && !tc_same_act(&a->thought[at].act, &x.act))
        at++;
    if (at < a->n)
        x = a->thought[at];
    else if (a->n < PLR_CHOICES)
        a->n++;
    else
        at--;
    memmove(&a->thought[1], &a->thought[0], (size_t)at * sizeof x);
    a->thought[0] = x;
}

const struct plr_budget *plr_budget_of(const struct plr_player *p)
{
    return p->budget;
}

double plr_turn_of(const struct plr_spec *spec, const struct tc_book *bk)
{
    return (spec->turn == 1 ? plr_turn_time(bk) : (int)spec->turn) * 1e-3;
}

static bool is_legal(const struct tc_game *g, const struct tc_act *a)
{
    const struct tc_question *q = &g->u.rules->questions[g->u.open.question];
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };

    if (q->decl.flags & TC_F_FREE)
        return q->judge(&v, a, NULL);
    for (int i = 0; i < g->u.open_offers->n; i++)
        if (tc_same_act(&g->u.open_offers->act[i], a))
            return true;
    return false;
}

/* What was thought about this question before it was asked, instead of a first look. */
static bool take_known(struct plr_player *p, const struct tc_game *g)
{
    struct plr_advice *a = &p->advice;
    int n = p->known.n;

    p->known.n = 0;
    p->credit = 0;
    if (n == 0 || p->known.key != plr_key(g) || !is_legal(g, &p->known.best[0].act))
        return false;
    for (int i = 0; i < n; i++) {
        if (!is_legal(g, &p->known.best[i].act))
            continue;
        a->thought[a->n++] = (struct plr_thought){ .act = p->known.best[i].act,
                                                   .mean = p->known.best[i].mean,
                                                   .lean = p->known.best[i].lean,
                                                   .visits = p->known.best[i].visits };
    }
    a->courses = p->known.courses;
    p->credit = p->known.seconds;
    return true;
}

void plr_remind(struct plr_player *p, const struct plr_recalled *r)
{
    p->known.n = 0;
    if (r)
        p->known = *r;
}

void plr_decide_ahead(struct plr_player *p, const struct tc_game *g,
                      const struct plr_recalled *known, double seconds, const atomic_bool *stop,
                      struct tc_act *out)
{
    plr_remind(p, known);
    p->more = seconds;
    p->stop = stop;
    plr_decide(p, g, out);
    p->stop = NULL;
}

/* How long it may think on about this question: what it knows counts. */
static double time_left(struct plr_player *p, const struct tc_game *g)
{
    if (p->stop)
        return p->more - p->credit;
    double share = plr_budget_share(p->budget, g, plr_turn_of(&p->spec, p->book));
    p->budget->spent += p->credit < share ? p->credit : share;
    return share - p->credit;
}

/* The time that is left for this question goes to its best few answers, played on for turns:
 * the first stands unless another is surely better. */
static void think_longer(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    struct plr_spec more = p->spec;
    double start = plr_clock();

    if (!more.turn || p->advice.n < 2 || plr_is_habit(p->think.eye, g->u.open.question))
        return;
    double share = time_left(p, g);
    uint64_t before = p->advice.courses - p->think.courses;
    if (share <= 0)
        return;
    more.keep = more.keep ? more.keep : LONGER_KEEP;
    more.ahead = more.ahead ? more.ahead : 1;
    more.doubt = (uint16_t)tc_max(more.doubt, LONGER_DOUBT);
    p->think.until = start + share;
    p->think.hurry = p->stop ? p->stop : &p->budget->hurry;
    plr_foresee_longer(&p->think, &more, plr_seed(seed, 8), &p->advice);
    p->think.until = 0;
    p->think.hurry = NULL;
    p->advice.courses += before;
    if (!p->stop)
        p->budget->spent += plr_clock() - start;
}

/* One look ahead; a second one at the best where it has one; longer where there is time. */
static void look(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    plr_think_about(&p->think, g);
    if (!take_known(p, g)) {
        plr_greedy(&p->think, g, &p->spec, seed, &p->advice);
        if (p->spec.trials && !plr_is_habit(p->think.eye, g->u.open.question)) {
            if (p->spec.nature)
                nature_first(p, g, seed);
            if (p->spec.turn) /* who takes his time may be told to move now */
                p->think.hurry = p->stop ? p->stop : &p->budget->hurry;
            plr_foresee(&p->think, &p->spec, plr_seed(seed, 5), &p->advice);
            p->think.hurry = NULL;
        }
    }
    if (p->spec.method == PLR_GREEDY)
        think_longer(p, g, seed);
}

/* The answer taken comes first and the others by what they are worth, none worth more than the
 * one before it. What was left out early was tried with few dice; that it looked better then is
 * no news. Who misjudges has his own order. */
static void tell_in_order(struct plr_player *p)
{
    struct plr_advice *a = &p->advice;

    if (p->spec.noise)
        return;
    for (int i = 1; i < a->n; i++)
        if (a->thought[i].mean > a->thought[i - 1].mean)
            a->thought[i].mean = a->thought[i - 1].mean;
}

/* A manner that never changes: it makes more of men than its eye. */
static void hold_men_dear(struct plr_player *p, const struct tc_game *g)
{
    static _Thread_local struct tc_lines l;
    const struct tc_staff *staff = p->book->rules->staff;

    if ((!p->spec.dear && !p->spec.cruel) || !staff || !staff->muster)
        return;
    plr_natural_manner(&p->manner, NULL, 0);
    staff->muster(p->book, tc_game_state(g), &l);
    plr_note_strength(&p->manner, &l, p->spec.dear, p->spec.cruel);
    p->think.manner = &p->manner;
}

/* In which manner its side fights now. Who takes his time may be told to move now. */
static void take_manner(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    const struct tc_head *h = tc_game_state(g);

    if (!p->marshal) {
        hold_men_dear(p, g);
        return;
    }
    plr_think_about(&p->think, g);
    if (p->stop)
        p->think.hurry = p->stop;
    else if (p->spec.turn && p->budget->begun && p->budget->turn == h->turn)
        p->think.hurry = &p->budget->hurry;
    p->think.manner = plr_marshal(p->marshal, &p->think, g, seed);
    p->think.hurry = NULL;
    p->think.bold = p->think.manner->bold;
}

void plr_decide(struct plr_player *p, const struct tc_game *g, struct tc_act *out)
{
    uint64_t seed = plr_seed(p->seed, p->asked++);
    double start = plr_clock();

    p->advice.n = 0;
    memset(p->advice.prospect, 0, sizeof p->advice.prospect);
    if (p->spec.method == PLR_RANDOM || tc_draw(&p->lots, 100) < p->spec.lots) {
        struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
        struct tc_umpire u = g->u;
        u.offers = g->u.open_offers;
        tc_random_answer(&u, &v, &p->lots, out);
        return;
    }
    if (p->spec.method == PLR_STAND) {
        plr_stand(g, &p->lots, out);
        return;
    }
    if (p->spec.method == PLR_GREEDY)
        take_manner(p, g, seed);
    if (p->spec.method == PLR_GREEDY) {
        look(p, g, seed);
    } else {
        search(p, g, seed);
    }
    tell_in_order(p);
    p->advice.seconds = plr_clock() - start;
    *out = p->advice.thought[0].act;
}

void plr_explain(struct plr_player *p, const struct tc_game *g)
{
    bool opened = p->think.book != NULL;

    if (p->advice.n == 0)
        return;
    if (!opened)
        plr_think_open(&p->think, p->book);
    plr_think_about(&p->think, g);
    if (p->advice.n == 1)
        plr_add_others(&p->think, g, plr_seed(p->seed, p->asked + 78), &p->advice);
    plr_prospects(&p->think, plr_seed(p->seed, p->asked + 77), EXPLAIN, &p->advice);
}

/* A random player may answer inside a step; one that thinks is asked with the game at rest. */
static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct plr_player *p = ctx;

    if (p->spec.method == PLR_RANDOM)
        tc_random_answer(u, v, &p->lots, out);
    else
        plr_decide(p, p->game, out);
}

struct tc_player plr_seat(struct plr_player *p, const struct tc_game *g)
{
    p->game = g;
    return (struct tc_player){ answer, p };
}
