/* players/greedy.c - for each answer some courses to the next own question; the best mean. */
#include "players/greedy.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    FURTHER = 3,
    LONGEST = 200,
    TRUST = 16,
    PLAN_SAMPLES = 4,
    NARROW = 5,
    ROUND = 160,
    LARGE = 20,
    VAST = 100,
    ENDS = 2,
    COURSES = 512,
    BY_HABIT = 4
};

struct look {
    const struct tc_act *first;
    int own;     /* own questions to pass by lot before the course ends */
    bool settle; /* or: let things take their course to the next own turn */
    bool to_end; /* or to the end of the battle */
    bool reply;  /* the other side answers as it is natural, not by lot */
    bool asked, seen;
    int left;
};

static void at_question(void *ctx, struct plr_think *t, const struct tc_view *v,
                        struct tc_act *out)
{
    struct look *l = ctx;

    if (!l->asked) {
        l->asked = true;
        *out = *l->first;
        plr_full_turn(t, v, &l->seen);
    } else if (l->settle) {
        if ((!l->to_end && plr_full_turn(t, v, &l->seen)) || l->left-- == 0)
            plr_stop(t, v, out);
        else
            plr_settle(t, v, out);
    } else if (v->q->side == t->side && plr_is_deed(t->eye, t->root.question) &&
               plr_is_deed(t->eye, v->q->question) && l->left-- > 0) {
        plr_settle(t, v, out); /* a deed is weighed as a whole */
    } else if (v->q->side == t->side && l->own-- == 0) {
        plr_stop(t, v, out);
    } else if (l->reply && v->q->side != t->side) {
        t->playing = true;
        plr_settle(t, v, out);
        t->playing = false;
    } else {
        plr_lot(t, v, out);
    }
}

/* What is said beforehand counts less the more has been tried. */
static double liked(const struct plr_thought *c)
{
    return c->mean + (double)c->lean * TRUST / (TRUST + c->visits);
}

static bool before(const struct plr_thought *a, const struct plr_thought *b, bool by_visits)
{
    if (by_visits && a->visits != b->visits)
        return a->visits > b->visits;
    return liked(a) > liked(b);
}

static void sort_some(struct plr_advice *a, int n, bool by_visits)
{
    for (int i = 1; i < n; i++) {
        struct plr_thought x = a->thought[i];
        int k = i;
        for (; k > 0 && before(&x, &a->thought[k - 1], by_visits); k--)
            a->thought[k] = a->thought[k - 1];
        a->thought[k] = x;
    }
}

void plr_sort(struct plr_advice *a, bool by_visits)
{
    sort_some(a, a->n, by_visits);
}

/* Courses from..to-1 of the first n choices; all meet the same dice. True when some differ. */
static bool weigh(struct plr_think *t, uint64_t seed, const struct look *how, int n, int from,
                  int to, struct plr_advice *a)
{
    bool differ = false;

    for (int i = 0; i < n; i++) {
        struct plr_thought *c = &a->thought[i];
        double sum = c->mean * c->visits;
        for (int k = from; k < to && !plr_late(t); k++) {
            struct look l = *how;
            l.first = &c->act;
            if (!plr_course(t, plr_seed(seed, (uint64_t)k), at_question, &l))
                continue;
            int same = t->certain ? to - k : 1; /* where nothing is by chance, one tells all */
            sum += (double)t->value * same;
            c->visits += (uint32_t)same;
            k += same - 1;
        }
        c->mean = c->visits ? sum / c->visits : 0;
        differ |= c->mean != a->thought[0].mean;
    }
    return differ;
}

static void forget(struct plr_advice *a)
{
    for (int i = 0; i < a->n; i++) {
        a->thought[i].mean = 0;
        a->thought[i].visits = 0;
    }
}

/* To the next own question: one course for each answer, another for the better half, two more
 * for the better half of these, and so on. */
static void weigh_few(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                      struct plr_advice *a)
{
    struct look how = { .left = LONGEST, .reply = spec->reply };

    for (int n = a->n, from = 0, to = 1; n > 1 && from < to; n = (n + 1) / 2) {
        weigh(t, seed, &how, n, from, to, a);
        sort_some(a, n, false);
        from = to;
        to = tc_min(2 * to, spec->samples);
    }
}

/* To the next own question; where none differs, to the one after it. */
static void weigh_near(struct plr_think *t, const struct plr_spec *spec, bool brief,
                       uint64_t seed, struct plr_advice *a)
{
    int further = t->eye->lean ? 1 : FURTHER; /* else nature settles what is equal */

    if (brief) {
        weigh_few(t, spec, seed, a);
        return;
    }
    for (int own = 0; own < further; own++) {
        struct look how = { .own = own, .left = LONGEST, .reply = spec->reply };
        forget(a);
        if (weigh(t, seed, &how, a->n, 0, spec->samples, a))
            break;
    }
    plr_sort(a, false);
}

/* To the next own turn: the better half gets twice as many courses, and its better half again.
 */
static void weigh_far(struct plr_think *t, const struct plr_spec *spec, int times, bool brief,
                      uint64_t seed, struct plr_advice *a)
{
    struct look how = { .settle = true, .left = LONGEST };
    int from = 0;

    int round = brief ? t->eye->brief_round : t->eye->round ? t->eye->round : ROUND;
    int first = tc_max(1, tc_min(times * spec->samples, round / a->n));

    for (int n = a->n, each = first; n > 1; n = (n + 1) / 2, each *= 2) {
        weigh(t, seed, &how, n, from, from + each, a);
        from += each;
        sort_some(a, n, false);
        if (n == 2)
            break;
    }
}

/* What is tried against the most natural answer, course by course with the same dice. */
struct trial {
    double more, squares; /* by how much it came out better */
    int n;
};

/* How much better it is than the natural answer, with as much doubt as the eye has. */
static double surely(const struct trial *r, const struct plr_thought *c,
                     const struct plr_thought *base, double doubt)
{
    if (c == base || r->n == 0)
        return 0;
    double mean = r->more / r->n;
    double var = r->n > 1 ? (r->squares - r->more * mean) / (r->n - 1) : 250000;
    double lean = (double)(c->lean - base->lean) * TRUST / (TRUST + r->n);

    return mean + lean - doubt * sqrt((var > 0 ? var : 0) / r->n);
}

static void try_against(struct plr_think *t, uint64_t seed, const struct look *how,
                        struct plr_thought *c, int from, int to, int *value, struct trial *r)
{
    for (int k = from; k < to && !plr_late(t); k++) {
        struct look l = *how;
        l.first = &c->act;
        if (!plr_course(t, plr_seed(seed, (uint64_t)k), at_question, &l)) {
            if (!r)
                value[k] = INT_MIN;
            continue;
        }
        c->mean = (c->mean * c->visits + t->value) / (c->visits + 1);
        c->visits++;
        if (!r) {
            value[k] = t->value;
        } else if (value[k] != INT_MIN) {
            double d = t->value - value[k];
            r->more += d;
            r->squares += d * d;
            r->n++;
        }
    }
}

/* The first n of the order: the best first, behind the natural one. */
static void sort_trials(const struct plr_advice *a, const struct trial *trial, int *order,
                        int n)
{
    const struct plr_thought *base = &a->thought[0];

    for (int i = 2; i < n; i++) {
        int x = order[i], k = i;
        double w = surely(&trial[x], &a->thought[x], base, 0);
        for (; k > 1 && surely(&trial[order[k - 1]], &a->thought[order[k - 1]], base, 0) < w;
             k--)
            order[k] = order[k - 1];
        order[k] = x;
    }
}

/* The one of the two best tried that is surely better than the natural answer, or that. */
static int surely_best(const struct plr_advice *a, const struct trial *trial, const int *order,
                       double doubt)
{
    double most = 0;
    int best = 0;

    for (int i = 1; i < a->n && i < 3; i++) {
        double w = surely(&trial[order[i]], &a->thought[order[i]], &a->thought[0], doubt);
        if (w > most) {
            most = w;
            best = order[i];
        }
    }
    return best;
}

/* All by what they came to, but this one first. */
static void put_first(struct plr_advice *a, int best)
{
    struct plr_thought x = a->thought[best];

    sort_some(a, a->n, false);
    for (int i = 0; i < a->n; i++)
        if (tc_same_act(&a->thought[i].act, &x.act)) {
            memmove(&a->thought[1], &a->thought[0], (size_t)i * sizeof x);
            a->thought[0] = x;
            break;
        }
}

/* To the next own turn: the better half gets twice as many courses, and its better half again.
 * The most natural answer is never left out, and stands where no other is surely better. */
static void weigh_surely(struct plr_think *t, const struct plr_spec *spec, int times, int doubt,
                         bool large, uint64_t seed, struct plr_advice *a)
{
    struct look how = { .settle = true, .left = LONGEST };
    struct trial trial[PLR_CHOICES] = { 0 };
    int order[PLR_CHOICES], value[COURSES], from = 0;
    int left = t->eye->left ? t->eye->left(t->book, t->checkpoint) : ENDS;
    int first =
        large ? tc_max(1, spec->broad)
              : tc_max(1, tc_min(times * spec->samples, times * spec->samples * 3 / a->n));

    if (left < ENDS && !large) {
        how.to_end = true;
        how.left = 4 * LONGEST;
    }
    for (int i = 0; i < a->n; i++)
        order[i] = i;
    for (int n = a->n, each = first; n > 1 && from + each <= COURSES && !plr_late(t);
         each *= 2) {
        for (int i = 0; i < n; i++)
            try_against(t, seed, &how, &a->thought[order[i]], from, from + each, value,
                        i ? &trial[order[i]] : NULL);
        from += each;
        sort_trials(a, trial, order, n);
        if (n == 2)
            break;
        n = (n + 1) / 2;
    }
    put_first(a, surely_best(a, trial, order, doubt / 100.0));
}

/* One course for each of the most natural, which stay in that order. */
static void by_habit(struct plr_think *t, uint64_t seed, struct plr_advice *a)
{
    struct look how = { .left = LONGEST };

    a->n = tc_min(a->n, BY_HABIT);
    weigh(t, seed, &how, a->n, 0, 1, a);
}

/* The most natural come first, so that they win where all else is equal. */
static void sort_by_nature(struct plr_think *t, const struct tc_game *g, struct tc_stream *lots,
                           int (*say)(const struct tc_view *, const struct tc_act *),
                           struct tc_act *act, int *weight, int n)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };

    plr_draw_near(t, &v);
    for (int i = 0; i < n; i++) {
        struct tc_act x = act[i];
        int w = (say ? say(&v, &x) : 0) + plr_drawn_by(t, &v, &x), k = i;
        w = plr_misjudged(t, w, lots);
        for (; k > 0 && weight[k - 1] < w; k--) {
            weight[k] = weight[k - 1];
            act[k] = act[k - 1];
        }
        weight[k] = w;
        act[k] = x;
    }
}

static void shuffle(struct tc_act *act, int n, struct tc_stream *lots)
{
    for (int i = n - 1; i > 0; i--) {
        int k = (int)tc_draw(lots, (uint32_t)(i + 1));
        struct tc_act x = act[i];
        act[i] = act[k];
        act[k] = x;
    }
}

/* Is this a question that is answered as it is natural, without a try? Not by a search. */
static bool is_plain(const struct plr_think *t, const struct plr_spec *spec, bool step,
                     int pieces)
{
    if (spec->method != PLR_GREEDY)
        return false;
    return spec->samples == 0 || t->eye->plain >> t->root.question & 1 ||
           (step && pieces > LARGE) || pieces > (spec->vast ? spec->vast : VAST);
}

static void answer_plainly(struct plr_think *t, const struct tc_game *g, bool playing,
                           struct tc_stream *lots, struct plr_advice *out)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };

    out->n = 1;
    out->courses = 0;
    memset(&out->thought[0], 0, sizeof out->thought[0]);
    t->playing = playing;
    plr_natural(t, g, &v, lots, &out->thought[0].act);
    t->playing = false;
}

/* Those that are not follies come to the front; how many they are. */
static int leave_out_follies(const struct plr_think *t, const struct tc_game *g,
                             struct tc_act *act, int n)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
    const struct tc_question *q = &g->u.rules->questions[g->u.open.question];
    const struct tc_offers *o = q->decl.flags & TC_F_FREE ? NULL : g->u.open_offers;
    int kept = 0;

    for (int i = 0; i < n; i++) {
        if (plr_folly(t, &v, &act[i], o))
            continue;
        struct tc_act x = act[kept];
        act[kept++] = act[i];
        act[i] = x;
    }
    return kept;
}

/* Up to `most` answers that are not follies; where only those turn up, as many as there is room
 * for are looked at, and if there is nothing else they have to do. */
static int choose_some(const struct plr_think *t, const struct tc_game *g,
                       struct tc_stream *lots, struct tc_act *act, int most)
{
    int n = plr_choices(g, lots, act, most), kept = leave_out_follies(t, g, act, n);

    if (kept || !t->wise)
        return kept ? kept : n;
    n = plr_choices(g, lots, act, PLR_CHOICES);
    kept = leave_out_follies(t, g, act, n);
    return tc_min(most, kept ? kept : n);
}

/* Every worth is taken for up to so many points more or less than it is. */
static void misjudge(struct plr_advice *a, int noise, struct tc_stream *lots)
{
    for (int i = 0; i < a->n; i++)
        a->thought[i].mean += (double)tc_draw(lots, (uint32_t)(2 * noise + 1)) - noise;
    sort_some(a, a->n, false);
}

void plr_greedy(struct plr_think *t, const struct tc_game *g, const struct plr_spec *spec,
                uint64_t seed, struct plr_advice *out)
{
    struct tc_stream lots = tc_stream_from(seed);
    struct tc_act act[PLR_CHOICES];
    int weight[PLR_CHOICES], pieces = t->eye->pieces ? t->eye->pieces(t->book) : 0;
    bool plan = plr_is_plan(t->eye, t->root.question), large = pieces > LARGE;
    bool step = plan && t->eye->steps >> t->root.question & 1;
    bool brief = t->eye->brief && pieces > t->eye->brief;
    bool far = plan || spec->settle == 2 || (spec->settle && !t->eye->plans);
    int doubt = tc_max(t->eye->doubt, spec->trials ? 0 : spec->doubt);

    t->playing = spec->play;
    if (t->eye->brief) { /* it thins out its courses instead */
        pieces = 0;
        large = false;
    }
    if (is_plain(t, spec, step, pieces)) {
        answer_plainly(t, g, spec->nature, &lots, out);
        return;
    }
    out->n =
        choose_some(t, g, &lots, act, step ? PLR_CHOICES : tc_min(spec->choices, PLR_CHOICES));
    shuffle(act, out->n, &lots);
    sort_by_nature(t, g, &lots, step ? t->eye->settle : t->eye->lean, act, weight, out->n);
    if (step || large)
        out->n = tc_min(out->n, NARROW);
    for (int i = 0; i < out->n; i++) {
        memset(&out->thought[i], 0, sizeof out->thought[i]);
        out->thought[i].act = act[i];
        out->thought[i].lean = step ? 0 : weight[i];
    }
    /* Where the eye does not say which answers show later, one that looks far always does. */
    if (plr_is_habit(t->eye, t->root.question))
        by_habit(t, plr_seed(seed, 99), out);
    else if (out->n > 1 && far && doubt)
        weigh_surely(t, spec, step || large || !plan ? 1 : PLAN_SAMPLES, doubt, large,
                     plr_seed(seed, 99), out);
    else if (out->n > 1 && far)
        weigh_far(t, spec, plan ? PLAN_SAMPLES : 1, brief, plr_seed(seed, 99), out);
    else if (out->n > 1)
        weigh_near(t, spec, brief, plr_seed(seed, 99), out);
    t->playing = false;
    if (spec->noise)
        misjudge(out, spec->noise, &lots);
    out->courses = t->courses;
}
