/* rules/minden/moral.c - chapter G: the Moral phase; and clearing disorder (chapter A2). */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* --- Who must TEST, in which order: N-G1 to N-G3, N-RUL-24 --------------------------------- */

/* Why a unit tests: 0 near a destroyed friend, 1 near a rout, 2 near a retreat; and how near. */
struct cause {
    int rank;
    struct tc_gap gap;
};

static struct tc_gap event_gap(const struct min_event *e, const struct min_body *b)
{
    struct tc_rect r = tc_rect_at((struct tc_pt){ e->x, e->y }, e->facing, e->w, e->d);
    struct tc_gap best = { 0, 0, 1 };

    /* The way of a straight flight is the rectangle drawn out to its end. */
    struct tc_pt end = tc_step((struct tc_pt){ e->x, e->y }, e->facing, e->travel);
    struct tc_rect way = tc_rect_at(end, e->facing, r.w, r.d + e->travel);
    struct tc_box box;

    tc_box_make(&box, &way);
    for (int i = 0; i < b->n; i++) {
        struct tc_gap g = tc_gap_of(&box, &b->box[i]);
        if (i == 0 || tc_gap_cmp(g, best) < 0)
            best = g;
    }
    return best;
}

static int rank_of(int kind)
{
    return kind == MIN_DESTROYED ? 0 : kind == MIN_ROUT ? 1 : 2;
}

static bool closer(const struct cause *a, const struct cause *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return tc_gap_cmp(a->gap, b->gap) < 0;
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

/* The most pressing cause; false if the unit need not test. */
static bool find_cause(const struct min_book *bk, const struct min_state *s, int unit,
                       struct cause *best)
{
    int64_t most = (int64_t)bk->t.test.distance * bk->t.test.distance;
    bool found = is_self(s, unit, best);
    struct min_body b;

    if (found)
        TC_RULE("N-G2");
    if (s->events == 0)
        return found;
    min_body(bk, s, unit, &b);
    for (int i = 0; i < s->events; i++) {
        const struct min_event *e = &s->log[i];
        if (e->unit == unit || min_side_of(bk, e->unit) != min_side_of(bk, unit) ||
            (found && rank_of(e->kind) > best->rank) || !min_concerns(bk, e->unit, unit))
            continue;
        if (e->kind == MIN_EVADE) {
            TC_RULE("N-G8");
            continue;
        }
        struct cause c = { rank_of(e->kind), event_gap(e, &b) };
        if (c.gap.whole > (uint64_t)most || (c.gap.whole == (uint64_t)most && c.gap.rest) ||
            (found && !closer(&c, best)))
            continue;
        *best = c;
        found = true;
    }
    return found;
}

static int next_tester(const struct min_book *bk, const struct min_state *s)
{
    struct cause best = { 0 }, c;
    int who = TC_NONE;

    for (int i = 0; i < bk->units; i++) {
        if (!min_on_table(s, i) || min_is_command(bk, i) || s->units[i].moral_tested ||
            !find_cause(bk, s, i, &c))
            continue;
        if (who != TC_NONE && !closer(&c, &best))
            continue;
        who = i;
        best = c;
    }
    return who;
}

/* --- The TEST: N-G4 to N-G6, N-RUL-25 ------------------------------------------------------------ */

static void take_moral_test(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];

    m->moral_tested = 1;
    TC_RULE("N-G4");
    TC_RULE("N-G1");
    TC_RULE("N-X8");
    if (min_test(p, unit, MIN_T_MORAL, "N-H3") <= p->bk->t.test.rout_at) {
        TC_RULE("N-G6");
        min_rout(p, unit, TC_NONE, "N-G5");
        return;
    }
    if (m->morale != MIN_ROUTING)
        return;
    m->morale = MIN_STEADY;
    m->flight_from = TC_NONE;
    m->first_flight_done = 0;
    tc_tell(p->u, MIN_E_RECOVERS, "N-RUL-25", unit, 0, 0);
}

void min_step_moral(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    int unit = next_tester(p.bk, p.s);

    if (unit == TC_NONE) {
        min_go(&p, MIN_S_END);
        return;
    }
    TC_RULE("N-G3");
    TC_RULE("N-RUL-24");
    take_moral_test(&p, unit);
}

/* --- Clearing and reforming: N-A2 ------------------------------------------------------------------- */

static bool may_clear(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];

    if (m->where != MIN_ON_TABLE || m->marker == MIN_NO_MARKER ||
        min_side_of(bk, unit) != s->head.active)
        return false;
    if (m->morale == MIN_STEADY && !m->compulsory && m->melee == TC_NONE &&
        m->formation != MIN_INCORRECT)
        return true;
    TC_RULE("N-A2l");
    TC_RULE("N-RUL-64");
    return false;
}

bool min_judge_clear(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    (void)v;
    (void)a;
    (void)why;
    return true; /* the unit asked may dice, or leave its marker */
}

int min_count_clear(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool min_nth_clear(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = i ? MIN_V_LEAVE : MIN_V_DICE_CLEAR;
    return true;
}

/* The rule of each throw, by marker and grade. */
static const char *clear_rule(int marker, int grade)
{
    static const char *const rule[2][MIN_GRADES] = { { "N-A2b", "N-A2c", "N-A2d" },
                                                     { "N-A2f", "N-A2g", "N-A2h" } };

    return rule[marker == MIN_RED][grade];
}

static bool second_throw(struct min_play *p, const struct min_clear_row *row, const char *rule)
{
    bool good = false;

    for (int i = 0; i < row->second_dice; i++)
        good |= min_d6(p, rule) >= row->second_needs;
    return good;
}

static void dice_to_clear(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];
    int grade = min_card(p->bk, unit)->grade[MIN_CLEARING];
    const struct min_clear_row *row = &p->bk->t.clear[m->marker == MIN_RED][grade];
    const char *rule = clear_rule(m->marker, grade);

    TC_RULE("N-A2k");
    TC_RULE("N-RUL-6");
    TC_RULE("N-RUL-7");
    if (m->marker == MIN_RED)
        TC_RULE("N-A2e");
    if (min_d6(p, rule) >= row->first_needs || second_throw(p, row, rule)) {
        m->marker = MIN_NO_MARKER;
        tc_tell(p->u, MIN_E_CLEARED, "N-A2i", unit, 0, 0);
        return;
    }
    tc_tell(p->u, MIN_E_NOT_CLEARED, "N-A2j", unit, 0, 0);
}

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
    if (tc_ask(u, p.s->head.active, MIN_Q_CLEAR, "N-A2a", unit, 0, 0)->verb == MIN_V_DICE_CLEAR)
        dice_to_clear(&p, unit);
}
