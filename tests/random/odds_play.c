/* tests/random/odds_play.c - odds against frequencies, for every system.
 *
 * usage: odds_play [--asks N] [--dice K] [--seed S] [--scenario ID] [--system NAME]
 *                  [--question NAME] ...
 *
 * At N questions of random battles of each scenario a random answer is taken, one that leads to
 * dice if a few draws find it; in every second battle questions with one answer are not asked,
 * so that the dice behind them belong to the act before. Its odds
 * are compared with K real plays of it with fair dice, questions on the way answered as odds
 * assume. Told apart are the outcomes of one kind for one unit (a group). An outcome that exact
 * odds do not have is a fault. So is a group whose frequencies differ: chi-square, cells of
 * less than five put together; odds that are samples (4 K of them) are compared as two samples.
 * Below 1% the act is played again with 20 K new dice, sampled odds are sampled anew as often,
 * and that second test must be below 0.001 divided by the number of groups tested so far (at
 * least 1,000). So is an act that rolls dice within its step and has no odds. Left out are
 * groups of more than 64 outcomes and odds with more rows than there is room for.
 */
#include <math.h>

#include "kernel/odds.h"
#include "tests/random/drive.h"

enum {
    EVENTS = 48,
    GROUPS = 24,
    CELLS = 64,
    LEAVES = 20000,
    STEPS_MOST = 400,
    SAMPLES_BY = 4,
    DRAWS = 6
};

/* Questions whose odds look on past their step: until the turn ends or the sequence begins
 * again. */
static const char *const looks_on[] = { "pistolado order", "pistolado shoot",
                                        "pistolado charge", "pistolado return-fire", NULL };

static uint64_t dice = 200;
static const char *only; /* look at this question alone */
static uint64_t tested = 1000, screened, acts_tested, acts_rolled, acts_sampled, left_out;
static double smallest = 1; /* p-value of a second test */

/* --- Chi-square --- */

/* The upper tail of chi-square with df degrees of freedom. */
static double tail(int df, double x)
{
    double a = df / 2.0, z = x / 2.0;

    if (x <= 0)
        return 1;
    if (z < a + 1) { /* series of the lower part */
        double term = 1 / a, sum = term;

        for (int n = 1; n < 1000 && fabs(term) > fabs(sum) * 1e-15; n++)
            sum += term *= z / (a + n);
        return 1 - sum * exp(-z + a * log(z) - lgamma(a));
    }
    double b = z + 1 - a, c = 1e300, d = 1 / b, h = d; /* continued fraction of the upper */
    for (int n = 1; n < 1000; n++) {
        double an = -n * (n - a);

        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (fabs(d * c - 1) < 1e-15)
            break;
    }
    return h * exp(-z + a * log(z) - lgamma(a));
}

struct cell {
    int32_t arg[TC_ARGS];
    bool none;
    double chance;
    uint64_t seen;
};

struct group {
    int16_t id;
    int32_t of; /* its first value */
    bool fixed[TC_ARGS];
    int cells;
    struct cell cell[CELLS];
    bool full;
};

static double p_value(const struct group *g, double n)
{
    double x = 0, small = 0, small_seen = 0;
    int cells = 0;

    for (int i = 0; i < g->cells; i++) {
        double expected = g->cell[i].chance * n, seen = (double)g->cell[i].seen;

        if (expected < 5) {
            small += expected;
            small_seen += seen;
            continue;
        }
        x += (seen - expected) * (seen - expected) / expected;
        cells++;
    }
    if (small >= 1) {
        x += (small_seen - small) * (small_seen - small) / small;
        cells++;
    }
    return cells < 2 ? 1 : tail(cells - 1, x);
}

/* Odds that are samples themselves: could both have come out of one urn? */
static double p_of_two(const struct group *g, double n, double samples)
{
    double x = 0, share = n / (n + samples), small = 0, small_seen = 0;
    int cells = 0;

    for (int i = 0; i <= g->cells; i++) {
        double seen = i < g->cells ? (double)g->cell[i].seen : small_seen;
        double all = i < g->cells ? seen + g->cell[i].chance * samples : small;

        if (i < g->cells && (all * share < 5 || all * (1 - share) < 5)) {
            small += all;
            small_seen += seen;
        } else if (all >= 1) {
            x += (seen - all * share) * (seen - all * share) / (all * share * (1 - share));
            cells++;
        }
    }
    return cells < 2 ? 1 : tail(cells - 1, x);
}

static double p_of(const struct group *g, const struct tc_odds *o, double n)
{
    return o->exact ? p_value(g, n) : p_of_two(g, n, (double)o->leaves);
}

/* --- Groups of outcomes --- */

static struct group *group_of(struct group *all, int *n, const struct tc_event *e, bool make)
{
    for (int i = 0; i < *n; i++)
        if (all[i].id == e->id && all[i].of == e->arg[0])
            return &all[i];
    if (!make || *n == GROUPS)
        return NULL;
    struct group *g = &all[(*n)++];
    memset(g, 0, sizeof *g);
    g->id = e->id;
    g->of = e->arg[0];
    for (int k = 0; k < TC_ARGS; k++)
        g->fixed[k] = true;
    return g;
}

static struct cell *cell_of(struct group *g, const int32_t *arg, bool make)
{
    for (int i = 0; i < g->cells; i++)
        if (arg ? !g->cell[i].none && !memcmp(g->cell[i].arg, arg, sizeof g->cell[i].arg)
                : g->cell[i].none)
            return &g->cell[i];
    if (!make || g->cells == CELLS) {
        g->full |= make;
        return NULL;
    }
    struct cell *c = &g->cell[g->cells++];
    memset(c, 0, sizeof *c);
    c->none = !arg;
    if (arg)
        memcpy(c->arg, arg, sizeof c->arg);
    return c;
}

/* The first outcome of the group in a list of events. */
static const struct tc_event *first_of(const struct group *g, const struct tc_event *e, int n)
{
    for (int i = 0; i < n; i++) {
        bool same = e[i].id == g->id && e[i].arg[0] == g->of;

        for (int k = 0; same && k < TC_ARGS; k++)
            same = !g->fixed[k] || e[i].arg[k] == g->cell[0].arg[k];
        if (same)
            return &e[i];
    }
    return NULL;
}

static int groups_from(const struct tc_odds *o, struct group *all)
{
    int n = 0;

    for (int r = 0; r < o->rows; r++)
        for (int i = 0; i < o->row[r].n; i++) {
            const struct tc_event *e = &o->row[r].event[i];
            struct group *g = group_of(all, &n, e, true);

            if (!g || !cell_of(g, e->arg, true))
                continue;
            for (int k = 0; k < TC_ARGS; k++)
                g->fixed[k] &= e->arg[k] == g->cell[0].arg[k];
        }
    for (int i = 0; i < n; i++)
        for (int r = 0; r < o->rows; r++) {
            const struct tc_event *e = first_of(&all[i], o->row[r].event, o->row[r].n);
            struct cell *c = cell_of(&all[i], e ? e->arg : NULL, true);

            if (c)
                c->chance += o->row[r].den ? (double)o->row[r].num / (double)o->row[r].den
                                           : (double)o->row[r].millionths / 1e6;
        }
    return n;
}

/* --- Real plays --- */

struct play {
    struct tc_game g;
    void *mem;
    uint32_t acts, faces, skip;
    bool on;    /* look past the step */
    bool ended; /* the odds foresee no more: the result of the melee was told */
    int events, answers;
    struct tc_event event[EVENTS];
    const struct group *all; /* what the odds have, to stop when all of it was seen */
    int groups;
    const char *rule; /* of the first die after the act */
    const struct tc_ruleset *rules;
    struct tc_deed deed;
};

/* Odds that look past their step end with the result of the melee, if they foresee one. */
static bool ends(const struct play *p, const struct tc_event *e)
{
    if (!p->on || strcmp(p->rules->events[e->id].name, "outcome") != 0)
        return false;
    for (int i = 0; i < p->groups; i++)
        if (p->all[i].id == e->id && p->all[i].of == e->arg[0])
            return true;
    return false;
}

static void hear(void *ctx, const struct tc_event *e)
{
    struct play *p = ctx;

    if (e->kind == TC_EV_ANSWER)
        p->answers++;
    if ((e->kind == TC_EV_DIE || e->kind == TC_EV_POOL) && p->answers && !p->rule)
        p->rule = e->rule;
    if (e->kind == TC_EV_TELL && (p->rules->events[e->id].flags & TC_F_OUTCOME) &&
        p->events < EVENTS && !p->ended) {
        p->event[p->events++] = *e;
        p->ended = ends(p, e);
    }
}

static void count(void *ctx, const struct tc_event *e)
{
    (void)e;
    ++*(uint32_t *)ctx;
}

/* The same question in the same position has the same answer: to list all the moves there are
 * takes far longer than to look it up. */
static struct known_answer {
    uint64_t key;
    struct tc_act act;
} known_answer[1 << 14];

static struct known_answer *look_up(const struct tc_umpire *u, const struct tc_view *v,
                                    uint64_t *key)
{
    const struct tc_query *q = v->q;
    int32_t asked[2 + TC_ARGS] = { q->side, q->question };

    memcpy(asked + 2, q->arg, sizeof q->arg);
    *key = tc_hash(asked, sizeof asked, tc_hash(v->state, u->rules->state_size, 1));
    if (u->deed) /* what is assumed may depend on whose odds they are */
        *key = tc_hash(&u->deed->act, sizeof u->deed->act, *key);
    return &known_answer[*key % (sizeof known_answer / sizeof *known_answer)];
}

/* On the way the plain course is taken, as odds assume it. */
static void assume(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    static struct tc_offers all;
    const struct tc_offers *from = u->offers;
    struct known_answer *known = NULL;
    uint64_t key = 0;

    (void)ctx;
    if (u->rules->questions[v->q->question].decl.flags & TC_F_FREE) {
        known = look_up(u, v, &key);
        if (known->key == key) {
            *out = known->act;
            return;
        }
        tc_list_answers(u->rules, v, &all);
        from = &all;
    }
    *out = from->act[u->rules->assume ? u->rules->assume(v, u->deed, from->act, from->n) : 0];
    if (known)
        *known = (struct known_answer){ key, *out };
}

static bool open_play(struct play *p, struct drive *d, const struct tc_act *a, bool on)
{
    struct tc_refusal refusal;
    struct tc_why why;

    memset(p, 0, sizeof *p);
    p->rules = d->bk->rules;
    p->on = on;
    drive_open(&p->g, &p->mem, d->bk);
    tc_fork(&d->g, TC_NONE, 1, &p->g, p->mem, p->g.u.offers, p->g.u.open_offers);
    p->g.u.dice = TC_DICE_TYPED;
    p->g.u.ask_single = d->single; /* as the tape was made */
    p->g.u.sink = count;
    p->g.u.sink_ctx = &p->skip;
    tc_game_go(&p->g);
    if (tc_game_answer(&p->g, a, &refusal, &why) != TC_OK)
        return false;
    p->acts = p->g.tape.acts;
    p->faces = p->g.tape.faces;
    p->g.u.dice = TC_DICE_FAIR;
    p->g.u.sink = hear;
    p->g.u.sink_ctx = p;
    p->g.u.player[0] = p->g.u.player[1] = (struct tc_player){ assume, NULL };
    p->deed = (struct tc_deed){ d->g.u.open, *a };
    p->g.u.deed = &p->deed;
    return true;
}

/* Does the play still belong to the act? */
static bool goes_on(const struct play *p, int step, int turn)
{
    const struct tc_head *h = p->g.u.state;

    if (h->over)
        return false;
    if (p->on)
        return h->turn == turn && h->step + 6 >= step; /* charges come in two rounds */
    return p->rules->goes_on && p->rules->goes_on(p->g.u.book, p->g.u.state, &p->deed);
}

/* What follows by itself ends where somebody is asked. */
static bool follows(struct play *p)
{
    struct tc_umpire *u = &p->g.u;
    const struct tc_head *h = u->state;
    const struct tc_player was = u->player[0], nobody = { NULL, NULL };

    if (p->on || h->over || !p->rules->follows ||
        !p->rules->follows(u->book, u->state, &p->deed))
        return false;
    u->told = 0;
    u->player[0] = u->player[1] = nobody;
    tc_play_step(u);
    u->player[0] = u->player[1] = was;
    return u->pending != TC_PENDING_ASK;
}

static bool all_seen(const struct play *p)
{
    for (int i = 0; i < p->groups; i++)
        if (!first_of(&p->all[i], p->event, p->events))
            return false;
    return p->on;
}

static void play_once(struct play *p)
{
    struct tc_game *g = &p->g;
    const struct tc_head *h = g->scratch;

    memcpy(g->scratch, g->checkpoint, g->u.rules->state_size);
    g->tape.acts = p->acts;
    g->tape.faces = p->faces;
    g->u.state = g->scratch;
    g->u.tape = &g->tape;
    g->u.act_at = g->u.face_at = 0;
    g->u.told = p->skip;
    p->events = p->answers = 0;
    p->ended = false;
    int step = h->step, turn = h->turn;
    tc_play_step(&g->u);
    for (int i = 0; i < STEPS_MOST && !p->ended && !all_seen(p); i++) {
        if (!goes_on(p, step, turn)) {
            if (!follows(p))
                return;
            continue;
        }
        g->u.told = 0;
        tc_play_step(&g->u);
    }
}

/* --- One act --- */

static void say_event(const struct drive *d, const struct tc_event *e, char *buf, size_t n)
{
    const struct tc_decl *decl = &d->bk->rules->events[e->id];
    struct tc_text t = tc_text_on(buf, n);

    tc_text_str(&t, decl->name);
    for (int k = 0; k < TC_ARGS && decl->param[k].kind != TC_K_END; k++) {
        tc_text_char(&t, ' ');
        tc_print_value(d->bk->rules, d->bk, &decl->param[k], e->arg + tc_decl_place(decl, k),
                       &t);
    }
}

/* Note one real play in the groups; false when it had what exact odds do not have. */
static bool note(struct drive *d, const struct tc_act *a, struct play *p, struct group *all,
                 int n, bool exact)
{
    char text[256];
    bool whole = !p->on;
    int most = tc_odds_outcomes(p->rules);

    for (int i = 0; i < n; i++) {
        const struct tc_event *e =
            first_of(&all[i], p->event, whole && p->events > most ? most : p->events);
        struct cell *c = cell_of(&all[i], e ? e->arg : NULL, !exact);

        if (c) {
            c->seen++;
        } else if (!all[i].full) {
            struct tc_event none = { .id = all[i].id };

            memcpy(none.arg, all[i].cell[0].arg, sizeof none.arg);
            say_event(d, e ? e : &none, text, sizeof text);
            drive_fault(d, a, e ? "not-in-odds" : "may-not-happen", text);
            return false;
        }
    }
    for (int i = 0; exact && whole && i < p->events && i < most; i++)
        if (n < GROUPS && !group_of(all, &n, &p->event[i], false)) {
            say_event(d, &p->event[i], text, sizeof text);
            drive_fault(d, a, "not-in-odds", text);
            return false;
        }
    return true;
}

static bool play_often(struct drive *d, const struct tc_act *a, struct play *p,
                       struct group *all, int n, uint64_t times, bool exact)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < all[i].cells; k++)
            all[i].cell[k].seen = 0;
    for (uint64_t i = 0; i < times; i++) {
        play_once(p);
        if (!note(d, a, p, all, n, exact))
            return false;
    }
    return true;
}

static void tell_difference(struct drive *d, const struct tc_act *a, const struct group *g)
{
    char text[400];
    int at = 0;

    for (int k = 0; k < g->cells && at <= 300; k++) {
        struct tc_event e = { .id = g->id };

        memcpy(e.arg, g->cell[k].arg, sizeof e.arg);
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "odds %.4f seen %.4f: ", g->cell[k].chance,
                       (double)g->cell[k].seen / (20.0 * (double)dice));
        if (g->cell[k].none)
            at += snprintf(text + at, sizeof text - (size_t)at, "nothing; ");
        else
            say_event(d, &e, text + at, sizeof text - (size_t)at);
        at = (int)strlen(text);
    }
    drive_fault(d, a, "frequencies", text);
}

static enum tc_err find_odds(struct drive *d, const struct tc_act *a, uint64_t samples,
                             uint64_t seed, struct tc_odds *out)
{
    struct tc_refusal refusal;
    struct tc_game work;
    struct tc_why why;
    void *mem;

    drive_open(&work, &mem, d->bk);
    enum tc_err err = tc_odds_of(&d->g, a, &work, LEAVES, samples, seed, out, &refusal, &why);
    drive_close(&work, mem);
    return err;
}

/* The second test, with twenty times the dice; odds that are samples are sampled anew. */
static void look_again(struct drive *d, const struct tc_act *a, struct play *p,
                       struct group *all, int n, struct tc_odds *o)
{
    if (!o->exact) {
        if (find_odds(d, a, 20 * dice, 2, o) != TC_OK || o->more_rows)
            return;
        p->groups = n = groups_from(o, all);
    }
    if (!play_often(d, a, p, all, n, 20 * dice, o->exact))
        return;
    for (int i = 0; i < n; i++) {
        double pv = all[i].full ? 1 : p_of(&all[i], o, 20.0 * (double)dice);

        smallest = pv < smallest ? pv : smallest;
        if (pv < 0.001 / (double)tested) {
            tell_difference(d, a, &all[i]);
            return;
        }
    }
}

static void compare(struct drive *d, const struct tc_act *a, struct play *p, struct group *all,
                    int n, struct tc_odds *o)
{
    bool any_dice = o->leaves > 1, doubt = false;

    p->all = all;
    p->groups = n;
    acts_rolled += any_dice;
    acts_sampled += !o->exact;
    p->g.u.stream = tc_stream_from(d->seed * 1000003 + d->asked);
    if (!play_often(d, a, p, all, n, any_dice ? dice : 3, o->exact) || !any_dice)
        return;
    for (int i = 0; i < n; i++) {
        doubt |= !all[i].full && p_of(&all[i], o, (double)dice) < 0.01;
        left_out += all[i].full;
    }
    tested += (uint64_t)n;
    if (!doubt)
        return;
    screened++;
    look_again(d, a, p, all, n, o);
}

static bool is_in(const struct drive *d, const char *const *list)
{
    char key[80];

    snprintf(key, sizeof key, "%s %s", d->bk->rules->name,
             d->bk->rules->questions[d->g.u.open.question].decl.name);
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i], key) == 0)
            return true;
    return false;
}

static bool looks_past(const struct drive *d)
{
    return is_in(d, looks_on);
}

/* Odds that look past their step are of this act alone, so only the first of its kind in a turn
 * is looked at: those declared before it may change what it finds. */
static bool is_first(const struct drive *d)
{
    static int last = TC_NONE, turn;
    static uint64_t seed;
    const struct tc_head *h = tc_game_state(&d->g);
    bool first = last != d->g.u.open.question || turn != h->turn || seed != d->seed;

    if (!looks_past(d))
        return true;
    last = d->g.u.open.question;
    turn = h->turn;
    seed = d->seed;
    return first;
}

/* An answer that leads to dice, if a few draws find one; every eighth time just any. */
static bool draw_answer(struct drive *d, struct play *p, struct tc_act *a)
{
    bool any = d->asked % 8 == 0;

    for (int i = 0; i < DRAWS; i++) {
        drive_answer(d, a);
        if (!open_play(p, d, a, looks_past(d))) {
            drive_close(&p->g, p->mem);
            return false;
        }
        p->g.u.stream = tc_stream_from(d->seed * 1000003 + d->asked);
        if (any)
            return true;
        play_once(p);
        if (p->rule || i == DRAWS - 1)
            return true;
        drive_close(&p->g, p->mem);
    }
    return false;
}

static void look(struct drive *d)
{
    static struct tc_odds odds;
    static struct group all[GROUPS];
    struct tc_act a;
    struct play p;

    const char *name = d->bk->rules->questions[d->g.u.open.question].decl.name;
    if ((only && strcmp(only, name) != 0) || !is_first(d))
        return;
    if (!draw_answer(d, &p, &a))
        return;
    if (find_odds(d, &a, SAMPLES_BY * dice, 1, &odds) != TC_OK || odds.more_rows) {
        left_out++;
    } else {
        int n = groups_from(&odds, all);

        acts_tested++;
        compare(d, &a, &p, all, n, &odds);
        if (n == 0 && p.rule && !p.on)
            drive_fault(d, &a, "dice-without-odds", p.rule);
    }
    drive_close(&p.g, p.mem);
}

int main(int argc, char **argv)
{
    static struct drive_run run = { .look = look, .as_played = true };

    if (!options_well_said(argc, argv, "usage: odds_play [--asks N] [--dice K] ...\n"))
        return 2;
    drive_options(&run, argc, argv);
    dice = option_number(argc, argv, "--dice", "200");
    only = option(argc, argv, "--question", NULL);
    int failed = drive_all(&run, option(argc, argv, "--strict", NULL) != NULL);
    printf("# %llu acts, %llu of them with dice, %llu with sampled odds; %llu groups, "
           "%llu acts played again, %llu left out\n",
           (unsigned long long)acts_tested, (unsigned long long)acts_rolled,
           (unsigned long long)acts_sampled, (unsigned long long)tested - 1000,
           (unsigned long long)screened, (unsigned long long)left_out);
    double all = smallest * (double)(tested > 1000 ? tested - 1000 : 1);
    printf("# smallest p %.2g, times the groups tested %.2g\n", smallest, all < 1 ? all : 1);
    return failed;
}
