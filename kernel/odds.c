/* kernel/odds.c - walking the dice tree of one act. */
#include "kernel/odds.h"

#include <string.h>

#include "kernel/frac.h"

/* What a branch has brought so far. */
struct so_far {
    int answers;    /* answers told; the first is the act */
    bool after_die; /* the event before was a die */
    bool went_on;   /* past the end of its step */
    int ways;       /* how much longer it is than its step: LONG_WAYS where it was chosen */
    int n, mods;
    struct tc_event event[TC_ODDS_MOST], mod[TC_ODDS_MODS];
};

/* The outcome of the branch being walked. */
struct leaf {
    struct tc_odds *odds;
    const struct tc_ruleset *rules;
    uint32_t skip; /* events before the act itself */
    bool bare;     /* no act: the odds of what is under way */
    struct tc_deed deed;
    bool first;   /* the first branch */
    bool started; /* the steps before the first die were played: the checkpoint is their end */
    struct so_far now, start;
};

static void note_assumed(struct leaf *l, const struct tc_event *e)
{
    struct tc_odds *o = l->odds;

    for (int i = 0; i < o->assumed; i++)
        if (o->asked[i].question == e->arg[1] && tc_same_act(&o->answer[i], e->act))
            return;
    if (o->assumed == TC_ODDS_ASSUMED)
        return;
    o->asked[o->assumed] =
        (struct tc_query){ (int16_t)e->arg[0], (int16_t)e->arg[1], e->rule, { 0 } };
    o->manner[o->assumed] = e->arg[2];
    o->answer[o->assumed++] = *e->act;
}

/* What the first branch adds up; a die that is itself a part of the sum is no modifier. */
static void note_mod(struct leaf *l, const struct tc_event *e)
{
    bool after_die = l->now.after_die;

    l->now.after_die = e->kind == TC_EV_DIE || e->kind == TC_EV_POOL;
    if ((!l->first && !l->rules->goes_on) || l->now.answers == 0 || l->now.mods == TC_ODDS_MODS)
        return;
    bool working = e->kind == TC_EV_TELL && (l->rules->events[e->id].flags & TC_F_WORKING) != 0;
    if ((e->kind == TC_EV_MOD && !after_die) || e->kind == TC_EV_SUM || working)
        l->now.mod[l->now.mods++] = *e;
}

/* The first branch explains the act; where it goes on, the one with most to explain. */
static void keep_mods(struct leaf *l)
{
    if (!l->first && !(l->now.went_on && l->now.mods > l->odds->mods))
        return;
    l->odds->mods = l->now.mods;
    memcpy(l->odds->mod, l->now.mod, (size_t)l->now.mods * sizeof l->now.mod[0]);
}

int tc_odds_outcomes(const struct tc_ruleset *rules)
{
    TC_BUG_ON(rules->outcomes > TC_ODDS_MOST);
    return rules->outcomes ? rules->outcomes : TC_ODDS_KEY;
}

static void hear(void *ctx, const struct tc_event *e)
{
    struct leaf *l = ctx;

    note_mod(l, e);
    if (e->kind == TC_EV_ANSWER && l->now.answers++ > 0)
        note_assumed(l, e);
    if (e->kind != TC_EV_TELL || !(l->rules->events[e->id].flags & TC_F_OUTCOME) ||
        l->now.answers == 0)
        return;
    if (l->now.n < tc_odds_outcomes(l->rules))
        l->now.event[l->now.n++] = *e;
}

static bool same_key(const struct tc_odds_row *r, const struct leaf *l)
{
    if (r->n != l->now.n)
        return false;
    for (int i = 0; i < r->n; i++)
        if (r->event[i].id != l->now.event[i].id ||
            memcmp(r->event[i].arg, l->now.event[i].arg, sizeof r->event[i].arg))
            return false;
    return true;
}

static int find_row(struct tc_odds *o, const struct leaf *l)
{
    for (int i = 0; i < o->rows; i++)
        if (same_key(&o->row[i], l))
            return i;
    if (o->rows == TC_ODDS_ROWS) {
        o->more_rows = true;
        return TC_NONE;
    }
    struct tc_odds_row *r = &o->row[o->rows];
    memset(r, 0, sizeof *r);
    r->n = l->now.n;
    memcpy(r->event, l->now.event, sizeof r->event);
    return o->rows++;
}

/* --- Chances ------------------------------------------------------------------ */

static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t c = 1;

    for (unsigned i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

/* Pools of more dice than this are sampled: their binomials do not fit a word. */
enum { POOL_MAX = 40 };

static void weigh(struct tc_frac *f, const struct tc_fork_point *p)
{
    const struct tc_die_kind *k = &tc_die_kind[p->die];

    if (!p->pool) {
        tc_frac_mul(f, (uint64_t)tc_die_weight((enum tc_die)p->die, k->low + p->branch));
        tc_frac_div(f, k->sides);
        return;
    }
    tc_frac_mul(f, choose(p->dice, p->branch));
    for (int i = 0; i < p->dice; i++) {
        tc_frac_mul(f, i < p->branch ? p->good : (uint64_t)(k->sides - p->good));
        tc_frac_div(f, k->sides);
    }
}

static struct tc_frac leaf_chance(const struct tc_enum *w)
{
    struct tc_frac f = tc_frac_of(1);

    for (int i = 0; i < w->depth; i++)
        weigh(&f, &w->at[i]);
    return f;
}

/* A branch nobody can take, as a pool of sure successes that fails. */
static bool impossible(const struct tc_frac *f)
{
    for (int i = 0; i < TC_FRAC_WORDS; i++)
        if (f->w[i])
            return false;
    return true;
}

/* The next branch; false when all have been walked. */
static bool next_leaf(struct tc_enum *w)
{
    w->known = w->depth;
    while (w->known > 0) {
        struct tc_fork_point *p = &w->at[w->known - 1];
        if (++p->branch < p->branches)
            return true;
        w->known--;
    }
    return false;
}

static bool pool_too_big(const struct tc_enum *w)
{
    for (int i = 0; i < w->depth; i++)
        if (w->at[i].pool && w->at[i].dice > POOL_MAX)
            return true;
    return false;
}

/* --- Runs ----------------------------------------------------------------------- */

/* An act may go on for so many steps; such branches are long, so fewer of them are walked: one
 * part in LONG_WAYS, or, where only some steps follow by themselves, one in their number. */
enum { STEPS_MAX = 200, LONG_WAYS = 160 };

static uint64_t most_leaves(const struct so_far *b, uint64_t limit)
{
    return limit / (uint64_t)(b->ways < LONG_WAYS ? 1 + b->ways : LONG_WAYS);
}

/* What comes before the first die is the same in every branch: it is played once. */
static void keep_start(struct tc_game *g, struct leaf *l)
{
    if (!l->first || g->u.dice != TC_DICE_ENUM || g->u.walk->depth > 0)
        return;
    memcpy(g->checkpoint, g->scratch, g->u.rules->state_size);
    l->start = l->now;
    l->started = true;
}

/* The steps that belong to the act: the rest of a fight that it began, and what follows from it
 * before the next question. */
static void run_on(struct tc_game *g, struct leaf *l)
{
    const struct tc_ruleset *r = g->u.rules;
    const struct tc_head *h = g->u.state;

    if (g->tape.acts == 0) /* what is under way was begun in an earlier step */
        return;
    for (int i = 0; i < STEPS_MAX && !h->over; i++) {
        bool goes_on = r->goes_on && r->goes_on(g->u.book, g->u.state, &l->deed);
        if (!goes_on && !(r->follows && r->follows(g->u.book, g->u.state, &l->deed)))
            return;
        l->now.went_on = true;
        l->now.ways += goes_on ? LONG_WAYS : 1;
        if (goes_on)
            keep_start(g, l);
        g->u.told = 0;
        g->u.assume = goes_on; /* what follows ends where somebody is asked */
        tc_play_step(&g->u);
        g->u.assume = true;
        if (g->u.pending == TC_PENDING_ASK)
            return;
    }
}

/* One run of the act on the tape, from the checkpoint or from where the dice begin. */
static void run(struct tc_game *g, struct leaf *l)
{
    l->first = l->odds->leaves == 0 && l->odds->rows == 0 && !l->started;
    if (l->started)
        l->now = l->start;
    else
        l->now = (struct so_far){ .answers = l->bare }; /* what is under way was answered */
    memcpy(g->scratch, g->checkpoint, g->u.rules->state_size);
    g->u.state = g->scratch;
    g->u.tape = &g->tape;
    g->u.act_at = l->started ? g->tape.acts : 0; /* the tape is behind what was kept */
    g->u.face_at = l->started ? g->tape.faces : 0;
    g->u.told = l->started ? 0 : l->skip;
    g->u.sink = hear;
    g->u.sink_ctx = l;
    if (!l->started)
        tc_play_step(&g->u);
    if (g->u.rules->goes_on || g->u.rules->follows)
        run_on(g, l);
    keep_mods(l);
}

static bool walk_all(struct tc_game *g, struct leaf *l, uint64_t limit)
{
    static const struct tc_frac zero;
    struct tc_odds *o = l->odds;
    struct tc_enum w;
    struct tc_frac sum[TC_ODDS_ROWS];

    memset(&w, 0, sizeof w);
    g->u.dice = TC_DICE_ENUM;
    g->u.walk = &w;
    do {
        w.depth = 0;
        run(g, l);
        if (w.too_deep || ++o->leaves > most_leaves(&l->now, limit) || pool_too_big(&w))
            return false;
        struct tc_frac f = leaf_chance(&w);
        if (impossible(&f))
            continue;
        int rows = o->rows, i = find_row(o, l);
        if (i == TC_NONE)
            return false;
        if (i == rows)
            sum[i] = zero;
        tc_frac_add(&sum[i], &f);
    } while (next_leaf(&w));
    for (int i = 0; i < o->rows; i++) {
        if (sum[i].overflow)
            return false;
        if (!tc_frac_words(&sum[i], &o->row[i].num, &o->row[i].den))
            o->row[i].den = 0;
        o->row[i].millionths = tc_frac_millionths(&sum[i]);
    }
    return true;
}

/* Samples: num of den, rounded to millionths; the caller shows the interval. */
static void sample(struct tc_game *g, struct leaf *l, uint64_t samples)
{
    struct tc_odds *o = l->odds;
    uint32_t faces = g->tape.faces;

    o->rows = o->mods = 0;
    o->more_rows = false;
    g->u.dice = TC_DICE_FAIR;
    for (o->leaves = 0; o->leaves < samples; o->leaves++) {
        g->tape.faces = faces;
        run(g, l);
        int i = find_row(o, l);
        if (i != TC_NONE)
            o->row[i].num++;
    }
    g->tape.faces = faces;
    for (int i = 0; i < o->rows; i++) {
        o->row[i].den = samples;
        o->row[i].millionths = (o->row[i].num * 2000000 / samples + 1) / 2;
    }
}

static void sort_rows(struct tc_odds *o)
{
    for (int i = 1; i < o->rows; i++) {
        struct tc_odds_row r = o->row[i];
        int k = i;
        for (; k > 0 && o->row[k - 1].millionths < r.millionths; k--)
            o->row[k] = o->row[k - 1];
        o->row[k] = r;
    }
}

/* How many events the step tells before the answer; they are not part of its odds. */
static void count_event(void *ctx, const struct tc_event *e)
{
    (void)e;
    ++*(uint32_t *)ctx;
}

static uint32_t events_before(struct tc_game *g)
{
    uint32_t n = 0;

    g->u.sink = count_event;
    g->u.sink_ctx = &n;
    tc_game_go(g);
    return n;
}

enum tc_err tc_odds_of(const struct tc_game *g, const struct tc_act *a, struct tc_game *work,
                       uint64_t limit, uint64_t samples, uint64_t seed, struct tc_odds *out,
                       struct tc_refusal *refusal, struct tc_why *why)
{
    struct leaf l = { .odds = out, .rules = g->u.rules, .bare = a == NULL };

    memset(out, 0, offsetof(struct tc_odds, row));
    out->more_rows = false;
    out->assumed = out->mods = 0;
    tc_fork(g, TC_NONE, seed, work, work->mem, work->u.offers, work->u.open_offers);
    work->u.dice = TC_DICE_TYPED; /* nothing is rolled before the act is there */
    l.skip = events_before(work);
    enum tc_err err = a ? tc_game_answer(work, a, refusal, why) : TC_OK;
    if (err != TC_OK)
        return err;
    if (a)
        l.deed = (struct tc_deed){ g->u.open, *a };
    else if (work->tape.acts > 0) /* what is under way: by the last answer, its unit unknown */
        l.deed.act = work->tape.act[work->tape.acts - 1].act;
    work->u.deed = &l.deed;
    work->u.assume = true;
    out->exact = walk_all(work, &l, limit);
    if (!out->exact)
        sample(work, &l, samples);
    work->u.deed = NULL;
    sort_rows(out);
    return TC_OK;
}
