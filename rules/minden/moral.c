/* rules/minden/moral.c - chapter G: the Moral phase; and clearing disorder (chapter A2). */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* Why a unit tests: 0 near a destroyed friend, 1 near a rout, 2 near a retreat; and how near.
 */
struct cause {
    int rank;
    struct tc_gap gap;
};

/* The events of this player turn that make friends TEST, with the ground they covered: the
 * way of a straight flight is its rectangle drawn out to the end. */
struct causes {
    int n, seen; /* how much of the log has been read */
    struct min_body way[MIN_HAPPENINGS];
    int16_t unit[MIN_HAPPENINGS];
    int8_t rank[MIN_HAPPENINGS], side[MIN_HAPPENINGS];
};

/* Those who must still TEST, each with the most pressing of the causes listed. Nothing moves in
 * this phase, so that only new routs can add to it. */
struct testers {
    struct min_crowd crowd;
    struct causes list;
    bool has[MIN_UNITS];
    struct cause cause[MIN_UNITS];
};

/* Told further down: */
static void dice_to_clear(struct min_play *p, int unit);
static bool second_throw(struct min_play *p, const struct min_clear_row *row, int side,
                         const char *rule);
static bool may_clear(const struct min_book *bk, const struct min_state *s, int unit);
static bool may_test(const struct min_book *bk, const struct min_state *s, int unit);
static int next_tester(const struct min_book *bk, const struct min_state *s, struct testers *t);
static void weigh_causes(const struct min_book *bk, const struct min_state *s, int unit,
                         struct testers *t, int first);
static bool no_nearer(const struct min_book *bk, const struct min_unit *m, int unit,
                      const struct min_body *way, struct tc_gap best);
static bool closer(const struct cause *a, const struct cause *b);
static void add_causes(const struct min_book *bk, const struct min_state *s, struct causes *c);
static int rank_of(int kind);
static bool is_self(const struct min_state *s, int unit, struct cause *out);

/* --- Clearing and reforming --- */

void min_step_clear(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);

    while (p.s->cursor < p.bk->units && !may_clear(p.bk, p.s, p.s->cursor))
        p.s->cursor++;
    if (p.s->cursor >= p.bk->units) {
        p.s->cursor = 0;
        min_go(&p, MIN_S_ENTRY);
        return;
    }
    int unit = p.s->cursor++;
    if (tc_ask(u, p.s->head.active, MIN_Q_CLEAR, "N-A2a", unit)->verb == MIN_V_DICE_CLEAR)
        dice_to_clear(&p, unit);
}

/* The rule of each throw, by marker and grade. */
static const char *clear_rule(int marker, int grade)
{
    static const char *const rule[2][MIN_GRADES] = { { "N-A2b", "N-A2c", "N-A2d" },
                                                     { "N-A2f", "N-A2g", "N-A2h" } };

    return rule[marker == MIN_RED][grade];
}

static void dice_to_clear(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];
    int grade = min_card(p->bk, unit)->grade[MIN_CLEARING];
    const struct min_clear_row *row = &p->bk->t.clear[m->marker == MIN_RED][grade];
    const char *rule = clear_rule(m->marker, grade);

    int side = min_side_of(p->bk, unit); /* N-A2e, N-A2k, N-RUL-6, N-RUL-7 */
    tc_hope(p->u, side, TC_HIGH);
    if (min_d6(p, rule) >= row->first_needs || second_throw(p, row, side, rule)) {
        m->marker = MIN_NO_MARKER;
        tc_tell(p->u, MIN_E_CLEARED, "N-A2i", unit);
        return;
    }
    tc_tell(p->u, MIN_E_NOT_CLEARED, "N-A2j", unit);
}

static bool second_throw(struct min_play *p, const struct min_clear_row *row, int side,
                         const char *rule)
{
    bool good = false;

    for (int i = 0; i < row->second_dice; i++) {
        tc_hope(p->u, side, TC_HIGH);
        good |= min_d6(p, rule) >= row->second_needs;
    }
    return good;
}

static bool may_clear(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];

    if (m->where != MIN_ON_TABLE || m->marker == MIN_NO_MARKER ||
        min_side_of(bk, unit) != s->head.active)
        return false;
    if (m->morale == MIN_STEADY && !m->compulsory && m->melee == TC_NONE &&
        m->formation != MIN_INCORRECT)
        return true;
    return false; /* N-A2l, N-RUL-64 */
}

/* --- G. Moral --- */

static void begin_testers(const struct min_book *bk, const struct min_state *s,
                          struct testers *t)
{
    min_crowd_begin(&t->crowd, bk, s);
    t->list.n = t->list.seen = 0;
    for (int i = 0; i < bk->units; i++)
        t->has[i] = may_test(bk, s, i) && is_self(s, i, &t->cause[i]); /* N-G2 */
}

static bool may_test(const struct min_book *bk, const struct min_state *s, int unit)
{
    return min_on_table(s, unit) && !min_is_command(bk, unit) && !s->units[unit].moral_tested;
}

static void take_moral_test(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];

    m->moral_tested = 1;
    /* N-X8, N-G1, N-G4 */
    if (min_test(p, unit, MIN_T_MORAL, "N-H3") <= p->bk->t.test.rout_at) {
        min_rout(p, unit, TC_NONE, "N-G5"); /* N-G6 */
        return;
    }
    if (m->morale != MIN_ROUTING)
        return;
    m->morale = MIN_STEADY;
    m->flight_from = TC_NONE;
    m->first_flight_done = 0;
    tc_tell(p->u, MIN_E_RECOVERS, "N-RUL-25", unit);
}

/* All TESTs in one step: nobody is asked. */
void min_step_moral(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct testers t;
    int unit;

    begin_testers(p.bk, p.s, &t);
    p.crowd = &t.crowd;
    while ((unit = next_tester(p.bk, p.s, &t)) != TC_NONE) {
        bool full = p.s->events == MIN_HAPPENINGS;
        take_moral_test(&p, unit); /* N-G3, N-RUL-24 */
        if (full)                  /* new entries have taken the place of old ones */
            begin_testers(p.bk, p.s, &t);
    }
    min_go(&p, MIN_S_END);
}

/* The unit whose cause is the most pressing; the lower number on ties (N-RUL-24). */
static int next_tester(const struct min_book *bk, const struct min_state *s, struct testers *t)
{
    int who = TC_NONE, first = t->list.n;

    add_causes(bk, s, &t->list);
    for (int i = 0; i < bk->units; i++) {
        if (!may_test(bk, s, i))
            continue;
        weigh_causes(bk, s, i, t, first);
        if (t->has[i] && (who == TC_NONE || closer(&t->cause[i], &t->cause[who])))
            who = i;
    }
    return who;
}

/* Does a cause from the list, from `first` on, press more than what the unit has already? */
static void weigh_causes(const struct min_book *bk, const struct min_state *s, int unit,
                         struct testers *t, int first)
{
    const struct causes *list = &t->list;
    struct cause *best = &t->cause[unit];
    int32_t r = bk->t.test.distance;

    for (int i = first; i < list->n; i++) {
        if (list->unit[i] == unit || list->side[i] != min_side_of(bk, unit) ||
            (t->has[unit] && list->rank[i] > best->rank) ||
            min_far(bk, s, unit, &list->way[i], r) || !min_concerns(bk, list->unit[i], unit))
            continue;
        if (t->has[unit] && list->rank[i] == best->rank &&
            no_nearer(bk, &s->units[unit], unit, &list->way[i], best->gap))
            continue;
        const struct min_body *b = min_crowd_body(&t->crowd, unit);
        if (!min_bodies_within(&list->way[i], b, r))
            continue;
        struct cause c = { list->rank[i], min_bodies_gap(&list->way[i], b) };
        if (t->has[unit] && !closer(&c, best))
            continue;
        *best = c;
        t->has[unit] = true;
    }
}

/* Surely no nearer than the best: the bounds of way and unit are as far apart. */
static bool no_nearer(const struct min_book *bk, const struct min_unit *m, int unit,
                      const struct min_body *way, struct tc_gap best)
{
    int64_t r = min_span(bk, unit, m);
    int64_t x = tc_max(way->min_x - m->x, m->x - way->max_x) - r;
    int64_t y = tc_max(way->min_y - m->y, m->y - way->max_y) - r;
    uint64_t gap = (uint64_t)((x > 0 ? x * x : 0) + (y > 0 ? y * y : 0));

    return gap > best.whole;
}

static bool closer(const struct cause *a, const struct cause *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return tc_gap_cmp(a->gap, b->gap) < 0;
}

/* Add what has been logged since the list was last added to. */
static void add_causes(const struct min_book *bk, const struct min_state *s, struct causes *c)
{
    for (; c->seen < s->events; c->seen++) {
        const struct min_event *e = &s->log[c->seen];
        struct min_body *b = &c->way[c->n];
        if (e->kind == MIN_EVADE)
            continue; /* N-G8 */
        struct tc_pt end = tc_step((struct tc_pt){ e->x, e->y }, e->facing, e->travel);
        b->n = 1;
        b->rect[0] = tc_rect_at(end, e->facing, e->w, e->d + e->travel);
        tc_box_make(&b->box[0], &b->rect[0]);
        min_body_bounds(b);
        c->unit[c->n] = e->unit;
        c->rank[c->n] = (int8_t)rank_of(e->kind);
        c->side[c->n] = (int8_t)min_side_of(bk, e->unit);
        c->n++;
    }
}

static int rank_of(int kind)
{
    return kind == MIN_DESTROYED ? 0 : kind == MIN_ROUT ? 1 : 2;
}

/* The unit itself flees, or has made such a move in this player turn (N-G2, N-G10). */
static bool is_self(const struct min_state *s, int unit, struct cause *out)
{
    int rank = 3;

    if (s->units[unit].morale == MIN_ROUTING)
        rank = 1;
    else if (s->units[unit].morale == MIN_RETREATING)
        rank = 2;
    for (int i = 0; i < s->events && rank > 1; i++)
        if (s->log[i].unit == unit && s->log[i].kind != MIN_EVADE)
            rank = tc_min(rank, rank_of(s->log[i].kind));
    *out = (struct cause){ rank, { 0, 0, 1 } };
    return rank < 3;
}
