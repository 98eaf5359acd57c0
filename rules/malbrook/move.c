/* rules/malbrook/move.c - the Movement Phase: compulsory moves, groups, dice, marches. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"
#include "rules/malbrook/probe.h"

/* Those whose turn it is: the first from the right with its group. */
struct turn {
    int first, n;
    int16_t member[MAL_UNITS];
    struct mal_front front[MAL_UNITS];
};

/* Told further down: */
static bool wants_compulsory(const struct mal_book *bk, const struct mal_state *s, int unit);
static void repeat(struct mal_play *p, int unit);
static void offer_picks(struct mal_play *p, int first);
static void whose_turn(const struct mal_book *bk, const struct mal_state *s, int first,
                       struct turn *t);
static void add_member(const struct mal_book *bk, const struct mal_state *s, int unit,
                       struct turn *t);
static bool in_group(const struct mal_book *bk, const struct mal_state *s, int unit, int lead);
static bool still_to_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                          int side);
static int next_member(const struct mal_play *p, mal_want *want);
static bool marches(const struct mal_book *bk, const struct mal_state *s, int unit);
static void roll_pool(struct mal_play *p);
static bool still_fights(struct mal_play *p, int unit);
static void reinforce(struct mal_play *p, int unit);
static void retired(struct mal_play *p, int unit);
static bool may_go_now(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct turn *t);
static bool in_the_way(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct turn *t);
static bool leads(const struct mal_book *bk, const struct mal_state *s, int unit);

/* M-1.2; M-1.3: a D6 may stand in for an average die. */
int mal_roll_average(struct mal_play *p, const char *rule)
{
    if (!p->bk->d6_as_average)
        return tc_roll(p->u, TC_AVERAGE, rule); /* M-1.2 */
    int die = tc_roll(p->u, TC_D6, rule);
    return die == 1 ? 3 : die == 6 ? 4 : die; /* M-1.3 */
}

bool mal_may_retired(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    struct mal_unit x;

    if (a->arg[0] != unit)
        return mal_not_asked(v, a->arg[0], "M-22.17", why);
    if (a->verb == MAL_V_HALT)
        return true;
    if (a->verb == MAL_V_RETIRE) {
        if (s->brigades[unit].control == MAL_HALT || s->brigades[unit].steadied)
            return tc_refuse(why, "M-7.21", MAL_R_HALTED, unit, 0, 0);
        return true;
    }
    return mal_try_shape(bk, s, unit, a, true, &x, why);
}

int mal_count_retired(const struct tc_view *v)
{
    (void)v;
    return 2 + mal_forms();
}

bool mal_nth_retired(const struct tc_view *v, int i, struct tc_act *out)
{
    out->arg[0] = v->q->arg[0];
    out->verb = i ? MAL_V_RETIRE : MAL_V_HALT;
    if (i < 2)
        return true;
    out->verb = MAL_V_REFORM;
    return mal_unit_forms(mal_book_of(v->book), v->state, v->q->arg[0], i - 2, true, out);
}

void mal_step_compulsory(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_compulsory);

    if (unit == TC_NONE) {
        s->head.step = MAL_S_PICK;
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    m->acted = 1;
    if (m->status == MAL_ROUTING) {
        mal_rout_on(&p, unit);
    } else if (m->status == MAL_PURSUING) {
        int q = m->quarry;
        if (q != TC_NONE && mal_on_table(&s->brigades[q]) &&
            s->brigades[q].status == MAL_ROUTING && !s->brigades[q].acted) {
            s->brigades[q].acted = 1; /* M-22.27 */
            mal_rout_on(&p, q);
        }
        if (still_fights(&p, unit))
            return;
        mal_pursue(&p, unit);
    } else if (m->status == MAL_RETIRING) {
        mal_retire(&p, unit, false, false, "M-7.14");
    } else {
        repeat(&p, unit);
    }
}

static bool wants_compulsory(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    (void)bk;
    if (m->status == MAL_ROUTING)
        return !mal_pursued(s, unit);
    return m->status == MAL_PURSUING || (m->status == MAL_RETIRING && m->retires_on) ||
           (m->control == MAL_REPEAT && m->status == MAL_NORMAL);
}

/* M-RUL-8: the same dice, straight ahead at the same deviation. */
static void repeat(struct mal_play *p, int unit)
{
    static const uint8_t horse[] = { 0, MAL_ONE, MAL_TWO, MAL_TWO_PLUS };
    static const uint8_t foot[] = { 0, MAL_ONE, MAL_ONE_PLUS, MAL_ONE_PLUS };
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_stop stop;
    int n = m->last_dice;

    if (mal_held(p->bk, p->s, unit) || (m->refuse_k[0] | m->refuse_k[1]) || n == 0 || n > 3 ||
        m->unformed_stay || m->steadied) {
        mal_halt(p, unit); /* M-7.25 */
        return;
    }
    if (m->last_kind == MAL_BY_ROAD) {
        bool drawn = !mal_is_brigade(p->bk, m) && (m->limbered || mal_is_wagon(p->bk, m));
        const struct mal_move_table *t = &p->bk->tables.move;
        int32_t len = drawn ? t->road_limbered : t->road_march; /* M-7.27 */

        len = m->formation == MAL_MARCH_COLUMN || drawn ? mal_road_again(p->bk, p->s, unit, len)
                                                        : 0;
        if (len > 0)
            mal_by_road(p, unit, len);
        else
            mal_halt(p, unit);
        return;
    }
    bool wide = mal_is_cavalry(p->bk, m) || !mal_is_brigade(p->bk, m);
    m->dice = wide ? horse[n] : foot[n];
    m->doubles = 0;
    p->s->group = (int16_t)unit;
    m->declared = 1;
    m->acted = 0; /* the pool is for those who have still to move */
    memset(p->s->roll, 0, sizeof p->s->roll);
    roll_pool(p);
    uint16_t way = (uint16_t)(m->heading + m->last_veer);
    mal_way(p->bk, p->s, unit, m, way, mal_allowance(p->bk, p->s, unit), 0, &stop);
    struct mal_unit from = *m; /* M-RUL-8 */
    mal_walk(p, unit, &from, way, stop.distance, &stop, false);
    int16_t veer = m->last_veer;
    mal_done(p, unit, MAL_DICED, n);
    m->last_veer = veer;
    m->dice = 0;
    memset(p->s->roll, 0, sizeof p->s->roll);
    p->s->group = TC_NONE;
}

void mal_step_pick(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, mal_wants_move);

    if (unit == TC_NONE) {
        mal_enter(&p, MAL_S_LEADERS_RIDE, MAL_P_MOVE, s->side);
        return;
    }
    offer_picks(&p, unit);
    s->group = (int16_t)tc_ask(u, s->side, MAL_Q_PICK, "M-11.6", unit, 0, 0)->arg[0];
    memset(s->roll, 0, sizeof s->roll);
    s->head.step = MAL_S_DECLARE;
}

/* Offers are made here once; the judge agrees with them. */
static void offer_picks(struct mal_play *p, int first)
{
    struct turn t;

    whose_turn(p->bk, p->s, first, &t);
    for (int i = 0; i < p->s->units; i++) {
        if (!still_to_move(p->bk, p->s, i, p->s->side) || !may_go_now(p->bk, p->s, i, &t))
            continue;
        struct tc_act a = { .verb = MAL_V_PICK, .arg = { i } };
        tc_offer(p->u, &a);
    }
}

static void whose_turn(const struct mal_book *bk, const struct mal_state *s, int first,
                       struct turn *t)
{
    t->first = first;
    t->n = 0;
    if (s->brigades[first].control != MAL_CONTROLLED) {
        add_member(bk, s, first, t);
        return;
    }
    for (int i = 0; i < s->units; i++)
        if (!s->brigades[i].acted && s->brigades[i].control == MAL_CONTROLLED &&
            in_group(bk, s, i, first) && mal_on_table(&s->brigades[i]))
            add_member(bk, s, i, t);
}

static void add_member(const struct mal_book *bk, const struct mal_state *s, int unit,
                       struct turn *t)
{
    t->front[t->n] = mal_front_of(bk, &s->brigades[unit]);
    t->member[t->n++] = (int16_t)unit;
}

static bool in_group(const struct mal_book *bk, const struct mal_state *s, int unit, int lead)
{
    const struct mal_unit *m = &s->brigades[unit], *l = &s->brigades[lead];

    if (unit == lead)
        return true;
    return m->command == l->command && m->side == l->side && mal_on_table(m) &&
           m->control == MAL_CONTROLLED && l->control == MAL_CONTROLLED &&
           m->controller == l->controller && mal_is_brigade(bk, m) && mal_is_brigade(bk, l) &&
           m->status == MAL_NORMAL && l->status == MAL_NORMAL;
}

bool mal_wants_move(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (m->control == MAL_CONFORM_LINE || m->control == MAL_CONFORM_REAR)
        return false;
    if (mal_is_gun(bk, m) && m->crew != MAL_CREWED)
        return m->crew == MAL_REFUGE && m->captured_by == TC_NONE;
    return m->status != MAL_ROUTING && m->status != MAL_PURSUING && m->captured_by == TC_NONE;
}

static bool still_to_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                          int side)
{
    const struct mal_unit *m = &s->brigades[unit];

    return m->side == side && mal_on_table(m) && !m->acted && mal_wants_move(bk, s, unit);
}

void mal_step_march(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = next_member(&p, marches);

    if (unit == TC_NONE) {
        memset(s->roll, 0, sizeof s->roll);
        s->group = TC_NONE;
        s->head.step = MAL_S_PICK;
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    int32_t allowance = mal_allowance(p.bk, s, unit);
    int n = mal_dice_count(m->dice);
    tc_tell(u, MAL_E_MOVE_DICE, "M-13.2", unit, n, allowance);
    struct tc_desk desk;
    u->desk = &desk;
    struct tc_act a = *tc_ask(u, s->side, MAL_Q_PATH, "M-13.5", unit, allowance, 0);
    if (a.verb == MAL_V_MOVE || a.verb == MAL_V_THREAD)
        mal_take_move(&p, unit, &a, allowance, &desk);
    else if (a.verb != MAL_V_HALT)
        mal_take_bend(&p, unit, &a);
    int16_t veer = m->last_veer;
    mal_done(&p, unit, a.verb == MAL_V_HALT ? MAL_NO_MOVE : MAL_DICED, n);
    m->last_veer = veer;
    m->dice = 0;
    mal_conformers_rest(&p, unit);
    reinforce(&p, unit);
}

/* The right-most of the group who has not done it; nobody goes with a lead without control. */
static int next_member(const struct mal_play *p, mal_want *want)
{
    int lead = p->s->group;
    const struct mal_unit *m = &p->s->brigades[lead];

    if (m->control == MAL_CONTROLLED)
        return mal_next_right(p->bk, p->s, m->side, want);
    return mal_on_table(m) && !m->acted && want(p->bk, p->s, lead) ? lead : TC_NONE;
}

static bool marches(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    return s->brigades[unit].dice && in_group(bk, s, unit, s->group);
}

static bool declares(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    return !s->brigades[unit].declared && in_group(bk, s, unit, s->group);
}

void mal_step_declare(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = next_member(&p, declares);

    if (unit == TC_NONE) {
        roll_pool(&p);
        s->head.step = MAL_S_MARCH;
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    if (mal_held(p.bk, s, unit)) {
        tc_tell(u, MAL_E_HALTS, "M-13.8", unit, 0, 0);
        mal_done(&p, unit, MAL_NO_MOVE, 0);
    } else if (m->status == MAL_RETIRING) {
        retired(&p, unit);
    } else if (m->status == MAL_LOOTING) {
        mal_halt(&p, unit);
    } else {
        struct tc_act a = *tc_ask(u, s->side, MAL_Q_DECLARE, "M-13.1", unit, 0, 0);
        mal_carry_out(&p, unit, &a);
    }
    if (s->brigades[unit].acted)
        mal_conformers_rest(&p, unit);
}

/* One pool for the group (M-13.10); everybody else alone (M-13.12). */
static void roll_pool(struct mal_play *p)
{
    int dice = 0;

    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *m = &p->s->brigades[i];
        if (m->declared && m->dice && !m->acted && mal_on_table(m) &&
            in_group(p->bk, p->s, i, p->s->group))
            dice |= m->dice;
    }
    if (dice & 1) { /* M-13.10, M-13.12, M-DEC-18, M-RUL-18 */
        tc_wish(p->u, p->s->side, TC_HIGH);
        p->s->roll[0] = (int8_t)mal_roll_average(p, "M-13.2");
    }
    if (dice & 2) {
        tc_wish(p->u, p->s->side, TC_HIGH);
        p->s->roll[1] = (int8_t)mal_roll_average(p, "M-13.2");
    }
    if (dice & 4) {
        tc_wish(p->u, p->s->side, TC_HIGH);
        p->s->roll[2] = (int8_t)tc_roll(p->u, TC_D6, "M-13.2"); /* M-1.1 */
    }
}

/* M-19.12: moved up behind a brigade that fights, it is one with it. */
static void reinforce(struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    if (!mal_on_table(m) || !m->moved || !mal_is_formed(p->bk, m) || m->volley_by != TC_NONE)
        return;
    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *f = &p->s->brigades[i];
        if (i != unit && f->side == m->side && mal_on_table(f) && mal_is_formed(p->bk, f) &&
            mal_directly_behind(p->bk, f, m) &&
            mal_can_merge(p->bk, p->s, i, unit, false, NULL) &&
            mal_in_close_combat(p->bk, p->s, i)) {
            mal_merge(p, i, unit, "M-19.12");
            return;
        }
    }
}

static void retired(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_act a = *tc_ask(p->u, m->side, MAL_Q_RETIRED, "M-22.17", unit, 0, 0);

    if (a.verb == MAL_V_RETIRE) {
        mal_retire(p, unit, false, false, "M-22.17");
        mal_done(p, unit, MAL_OTHER, 3);
    } else if (a.verb == MAL_V_REFORM) {
        mal_reform(p, unit, &a);
    } else {
        mal_stop_fleeing(p, unit); /* M-22.17, M-22.34 */
        mal_halt(p, unit);
    }
}

/* M-13.2, M-13.14, M-13.22, M-RUL-23 */
int32_t mal_allowance(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t pips = 0, n = mal_dice_count(m->dice);

    for (int i = 0; i < 3; i++)
        pips += (m->dice >> i & 1) ? s->roll[i] : 0;
    if (m->inspired) /* M-13.2 */
        pips += n;   /* M-13.22, M-RUL-64 */
    int32_t d = pips * bk->tables.move.pip;
    if (m->doubles)
        d *= 2; /* M-RUL-19 */
    return m->halves ? d / 2 : d;
}

/* M-13.8, M-RUL-25: pursuers that met fresh enemy last turn fight it now, still pursuing. */
static bool still_fights(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    for (int i = 0; i < p->s->units; i++)
        if (mal_engaged(p->bk, p->s, unit, i)) {
            m->met = 1;
            m->target = (int16_t)i;
            tc_tell(p->u, MAL_E_HALTS, "M-13.8", unit, 0, 0);
            return true;
        }
    return false;
}

bool mal_may_pick(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = a->arg[0], first = v->q->arg[0];
    struct turn t;

    struct tc_act near = { .verb = MAL_V_PICK, .arg = { first } };
    if (!still_to_move(bk, s, unit, v->q->side))
        return tc_refuse_near(why, &near, "M-11.6", MAL_R_NOT_NEXT, unit);
    whose_turn(bk, s, first, &t);
    return may_go_now(bk, s, unit, &t) ||
           tc_refuse_near(why, &near, "M-RUL-63", MAL_R_NOT_NEXT, unit);
}

int mal_count_pick(const struct tc_view *v)
{
    const struct mal_state *s = v->state;

    return s->units;
}

bool mal_nth_pick(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = MAL_V_PICK;
    out->arg[0] = i;
    return true;
}

/* M-RUL-63: the group itself, or who stands before it and would be in its way. */
static bool may_go_now(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct turn *t)
{
    return unit == t->first || (!in_group(bk, s, unit, t->first) &&
                                in_the_way(bk, s, unit, t) && leads(bk, s, unit));
}

static bool in_the_way(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct turn *t)
{
    struct tc_disc disc = mal_disc(bk, &s->brigades[unit]);

    for (int k = 0; k < t->n; k++)
        if (t->front[k].odd
                ? mal_to_front(bk, &s->brigades[t->member[k]], &s->brigades[unit], 0, 12000)
                : !mal_off_front(&t->front[k], disc, 0, 12000) &&
                      mal_before_front(bk, &s->brigades[t->member[k]], &s->brigades[unit], 0,
                                       12000))
            return true;
    return false;
}

/* The right-most member of its group that has not acted. */
static bool leads(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    if (s->brigades[unit].control != MAL_CONTROLLED)
        return true; /* a group of one */
    int64_t mine = mal_rightness(bk, s, unit);

    for (int i = 0; i < s->units; i++) {
        if (i == unit || s->brigades[i].acted || s->brigades[i].control != MAL_CONTROLLED ||
            !in_group(bk, s, i, unit))
            continue;
        int64_t r = mal_rightness(bk, s, i);
        if (r > mine || (r == mine && i < unit))
            return false;
    }
    return true;
}
