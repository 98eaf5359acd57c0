/* rules/malbrook/control.c - chapter 7: who obeys, who conforms, who tests. */
#include "rules/malbrook/inner.h"

/* Told further down: */
static bool is_reached(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int leader);
static void set_control(struct mal_play *p, int unit, enum mal_control c, const char *rule);
static void take_test(struct mal_play *p, int unit);
static int modified_roll(struct mal_play *p, int unit);
static void test_in_motion(struct mal_play *p, int unit, int roll);
static void choices(const struct mal_book *bk, const struct mal_state *s, int unit, int *leader,
                    int *grade);
static int lead_in_front(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool obeys(const struct mal_book *bk, const struct mal_state *s, int unit);
static int lead_in_line(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool may_link(const struct mal_book *bk, const struct mal_state *s, int a, int b);

/* The detached leader whose reach holds the unit, lowest rank first; TC_NONE. */
int mal_controller(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    int best = TC_NONE;

    for (int i = 0; i < bk->leaders; i++)
        if (is_reached(bk, s, unit, i) &&
            (best == TC_NONE || bk->leader[i].rank < bk->leader[best].rank))
            best = i;
    return best; /* M-7.1, M-7.2, M-7.19 */
}

/* Does the reach of that leader, detached and of its chain, hold the unit? */
static bool is_reached(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int leader)
{
    const struct mal_leader *l = &s->leaders[leader];

    if (bk->leader[leader].side != s->brigades[unit].side || !mal_leader_there(s, leader))
        return false;
    if (l->attached != TC_NONE)
        return false; /* M-7.3 */
    int32_t reach = bk->tables.command.reach[bk->leader[leader].rank] + MAL_EPS;
    if (!mal_point_near(bk, &s->brigades[unit], (struct tc_pt){ l->x, l->y }, reach))
        return false;
    if (!mal_in_chain(bk, s, leader, unit))
        return false; /* M-7.20 */
    return true;
}

/* Controlled as it stands: attached, in reach, or by the test. */
static void as_it_stands(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int by = mal_controller(p->bk, p->s, unit);

    if (mal_has_leader(p->bk, p->s, unit, 0)) {
        set_control(p, unit, MAL_ATTACHED, "M-7.6");
    } else if (by != TC_NONE) {
        m->controller = (int16_t)by;
        set_control(p, unit, MAL_CONTROLLED, "M-7.4");
    } else {
        set_control(p, unit, MAL_WISH, "M-7.13");
    }
}

static void set_control(struct mal_play *p, int unit, enum mal_control c, const char *rule)
{
    p->s->brigades[unit].control = (uint8_t)c;
    tc_tell(p->u, MAL_E_CONTROL, rule, unit, (int32_t)c, 0);
}

static void conform_or_test(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    uint8_t kind;
    int lead = mal_conform_lead(p->bk, p->s, unit, &kind);

    if (lead != TC_NONE) {
        struct tc_act a = *tc_ask(p->u, m->side, MAL_Q_CONFORM, "M-7.9", unit, lead, 0);
        if (a.verb == MAL_V_CONFORM) {
            m->conforms_to = (int16_t)lead;
            set_control(p, unit, (enum mal_control)kind,
                        kind == MAL_CONFORM_LINE ? "M-7.7" : "M-7.8"); /* M-7.29 */
            return;
        }
    }
    take_test(p, unit);
}

/* Rout, pursuit, looting, a charge that met nobody: M-7.10, M-7.11. */
static void must_or_may_cease(struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    bool led =
        mal_has_leader(p->bk, p->s, unit, 0) || mal_controller(p->bk, p->s, unit) != TC_NONE;

    if (m->charge_failed) {
        take_test(p, unit); /* M-7.11 */
        return;
    }
    if (led &&
        tc_ask(p->u, m->side, MAL_Q_CEASE, "M-7.10", unit, 0, 0)->verb == MAL_V_CARRY_ON) {
        set_control(p, unit, m->status == MAL_LOOTING ? MAL_HALT : MAL_CONTINUE, "M-RUL-11");
        return;
    }
    take_test(p, unit);
}

/* What a control test comes to above free_to: for the question that asks for a modifier. */
static int otherwise(const struct mal_unit *m)
{
    if (m->charge_failed || m->status == MAL_ROUTING || m->status == MAL_PURSUING ||
        m->status == MAL_LOOTING)
        return MAL_ELSE_GOES_ON; /* M-7.14, M-RUL-11 */
    if (m->status != MAL_RETIRING && (m->last_kind == MAL_DICED || m->last_kind == MAL_BY_ROAD))
        return MAL_ELSE_REPEATS;
    return MAL_ELSE_HALTS;
}

bool mal_may_adjust(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    int leader, grade;

    choices(mal_book_of(v->book), v->state, v->q->arg[0], &leader, &grade);
    if (a->arg[0] < -leader || a->arg[0] > leader)
        return tc_refuse(why, "M-7.16", MAL_R_NO_CHOICE, v->q->arg[0], 0, 0);
    if (a->arg[1] < -grade || a->arg[1] > grade)
        return tc_refuse(why, "M-7.17", MAL_R_NO_CHOICE, v->q->arg[0], 0, 0);
    return true;
}

int mal_count_adjust(const struct tc_view *v)
{
    (void)v;
    return 9;
}

bool mal_nth_adjust(const struct tc_view *v, int i, struct tc_act *out)
{
    static const int8_t by[] = { 0, 1, -1 };

    (void)v;
    out->verb = MAL_V_ADJUST;
    out->arg[0] = by[i / 3];
    out->arg[1] = by[i % 3];
    return true;
}

static void take_test(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    const struct mal_command_table *t = &p->bk->tables.command;

    int roll = modified_roll(p, unit); /* M-7.26 */
    m->tested = 1;
    tc_tell(p->u, MAL_E_TESTED, "M-7.5", unit, roll, 0);
    if (m->charge_failed || m->status == MAL_ROUTING || m->status == MAL_PURSUING ||
        m->status == MAL_LOOTING) {
        test_in_motion(p, unit, roll);
    } else if (roll <= t->halt_to) {
        set_control(p, unit, MAL_HALT, "M-7.12");
    } else if (roll <= t->free_to) {
        set_control(p, unit, MAL_WISH, "M-7.13");
    } else if (m->status == MAL_RETIRING) {
        m->retires_on = 1;
        set_control(p, unit, MAL_CONTINUE, "M-7.14");
    } else if (m->last_kind == MAL_DICED || m->last_kind == MAL_BY_ROAD) {
        set_control(p, unit, MAL_REPEAT, "M-7.14");
    } else {
        set_control(p, unit, MAL_HALT, mal_is_gun(p->bk, m) ? "M-7.27" : "M-7.25");
    }
}

static int modified_roll(struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    struct tc_sum sum = { p->u, 0 };
    int leader, grade;

    tc_wish(p->u, m->side, TC_MIDDLE);
    int die = tc_roll(p->u, TC_D6, "M-7.12");
    tc_sum_add(&sum, die, "M-7.12", MAL_LB_DIE, 0, 0);
    if (m->status == MAL_ROUTING || m->status == MAL_PURSUING || m->charge_failed)
        tc_sum_add(&sum, p->bk->tables.command.in_motion, "M-7.15", MAL_LB_IN_MOTION, 0, 0);
    choices(p->bk, p->s, unit, &leader, &grade);
    if (leader || grade) {
        struct tc_act a = *tc_ask(p->u, m->side, MAL_Q_ADJUST, "M-RUL-7", unit, sum.total,
                                  p->bk->tables.command.halt_to + 1,
                                  p->bk->tables.command.free_to, otherwise(m));
        if (a.arg[0])
            tc_sum_add(&sum, a.arg[0], "M-7.16", MAL_LB_LED, 0, 0);
        if (a.arg[1])
            /* M-7.18, M-7.28 */
            tc_sum_add(&sum, a.arg[1], "M-7.17", MAL_LB_STEADY_TROOPS, 0, 0);
    }
    tc_sum_end(&sum, "M-7.12", MAL_LB_CONTROL);
    return sum.total;
}

bool mal_may_cease(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-7.10", why);
    return true;
}

int mal_count_cease(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool mal_nth_cease(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? MAL_V_CARRY_ON : MAL_V_TEST;
    out->arg[0] = v->q->arg[0];
    return true;
}

bool mal_may_conform(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    uint8_t kind;

    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-7.9", why);
    if (a->verb == MAL_V_TEST)
        return true;
    if (mal_conform_lead(mal_book_of(v->book), v->state, v->q->arg[0], &kind) != a->arg[1])
        return tc_refuse(why, "M-7.7", MAL_R_CANNOT_CONFORM, a->arg[0], 0, 0);
    return true;
}

int mal_count_conform(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool mal_nth_conform(const struct tc_view *v, int i, struct tc_act *out)
{
    uint8_t kind;

    out->verb = i ? MAL_V_TEST : MAL_V_CONFORM;
    out->arg[0] = v->q->arg[0];
    if (i == 0)
        out->arg[1] = mal_conform_lead(mal_book_of(v->book), v->state, v->q->arg[0], &kind);
    return i || out->arg[1] != TC_NONE;
}

/* M-7.16, M-7.17, M-RUL-7: which of the two choices a brigade has. */
static void choices(const struct mal_book *bk, const struct mal_state *s, int unit, int *leader,
                    int *grade)
{
    const struct mal_unit *m = &s->brigades[unit];
    int c = bk->tables.command.choice;

    *leader = mal_has_leader(bk, s, unit, 0) ? c : 0;
    *grade = mal_is_gun(bk, m) || m->grade >= MAL_B ? c : 0;
}

/* M-RUL-7: the die stays in its third of the table whatever is added. */
bool mal_adjusts_nothing(const struct tc_view *v)
{
    int leader, grade, roll = v->q->arg[1], halt = v->q->arg[2], end = v->q->arg[3];

    if (v->q->question != MAL_Q_ADJUST)
        return false;
    choices(mal_book_of(v->book), v->state, v->q->arg[0], &leader, &grade);
    int low = roll - leader - grade, high = roll + leader + grade;
    return high < halt || low > end || (low >= halt && high <= end);
}

static void cease(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    tc_tell(p->u, MAL_E_CEASES, m->status == MAL_ROUTING ? "M-22.24" : "M-7.13", unit,
            m->status, 0);
    mal_stop_fleeing(p, unit); /* M-7.13 */
    m->ceased = 1;
    as_it_stands(p, unit);
}

/* M-GEO-21, M-GEO-22, M-23.6. */
bool mal_touching(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b)
{
    bool same = a->side == b->side && a->command == b->command;

    /* M-23.6, M-GEO-21, M-GEO-22 */
    return mal_within(bk, a, b, (same ? bk->tables.command.contact : 0) + MAL_EPS);
}

bool mal_directly_behind(const struct mal_book *bk, const struct mal_unit *front,
                         const struct mal_unit *rear)
{
    struct mal_body b;

    if (tc_apart(front->heading, rear->heading) > bk->tables.command.conform_angle)
        return false;
    mal_body(bk, front, &b);
    return tc_is_behind(&b.box[0], (struct tc_pt){ rear->x, rear->y }, MAL_EPS); /* M-GEO-35 */
}

int mal_conform_lead(const struct mal_book *bk, const struct mal_state *s, int unit,
                     uint8_t *kind)
{
    int lead;

    if (s->brigades[unit].status != MAL_NORMAL || s->brigades[unit].charge_failed)
        return TC_NONE;
    lead = lead_in_line(bk, s, unit);
    *kind = MAL_CONFORM_LINE;
    if (lead != TC_NONE)
        return lead; /* M-RUL-10 */
    *kind = MAL_CONFORM_REAR;
    return lead_in_front(bk, s, unit);
}

static void test_in_motion(struct mal_play *p, int unit, int roll)
{
    struct mal_unit *m = &p->s->brigades[unit];
    const struct mal_command_table *t = &p->bk->tables.command;
    bool wish = roll > t->halt_to && roll <= t->free_to;

    if (wish && m->charge_failed && m->status == MAL_NORMAL) { /* M-TAB-2 */
        m->charge_failed = 0;
        as_it_stands(p, unit);
    } else if (wish) {
        cease(p, unit);
    } else if (m->status == MAL_LOOTING) {
        set_control(p, unit, MAL_HALT, "M-RUL-11");
    } else {
        if (m->charge_failed)
            m->must_charge = 1;
        set_control(p, unit, MAL_CONTINUE, roll <= t->halt_to ? "M-7.12" : "M-7.14");
    }
    m->charge_failed = 0;
}

/* M-7.8: directly behind a brigade that is itself controlled, within four inches. */
static int lead_in_front(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *f = &s->brigades[i];
        if (i == unit || f->side != m->side || f->command != m->command || !mal_on_table(f) ||
            !mal_is_brigade(bk, f))
            continue;
        if (mal_within(bk, m, f, bk->tables.command.rear_line + MAL_EPS) &&
            mal_directly_behind(bk, f, m) && obeys(bk, s, i))
            return i;
    }
    return TC_NONE;
}

/* Attached to or within reach of a leader, and in order. */
static bool obeys(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    return mal_on_table(m) && m->status == MAL_NORMAL && !m->charge_failed &&
           (mal_has_leader(bk, s, unit, 0) || mal_controller(bk, s, unit) != TC_NONE);
}

/* M-7.7, M-RUL-10: along an unbroken chain of contacts to a controlled brigade. */
static int lead_in_line(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    int16_t queue[MAL_UNITS];
    uint64_t seen[2] = { 0, 0 };
    int n = 0;

    queue[n++] = (int16_t)unit;
    seen[unit >> 6] |= UINT64_C(1) << (unit & 63);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < s->units; i++) {
            if (seen[i >> 6] >> (i & 63) & 1 || !may_link(bk, s, queue[k], i))
                continue;
            seen[i >> 6] |= UINT64_C(1) << (i & 63);
            if (obeys(bk, s, i))
                return i;
            queue[n++] = (int16_t)i;
        }
    return TC_NONE;
}

static bool may_link(const struct mal_book *bk, const struct mal_state *s, int a, int b)
{
    const struct mal_unit *x = &s->brigades[a], *y = &s->brigades[b];

    return mal_on_table(y) && y->side == x->side && y->command == x->command &&
           y->status == MAL_NORMAL && mal_is_brigade(bk, y) &&
           tc_apart(x->heading, y->heading) <= bk->tables.command.conform_angle &&
           mal_touching(bk, x, y);
}

static bool wants_control(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    return !mal_is_ghost(bk, &s->brigades[unit]) || mal_is_wagon(bk, &s->brigades[unit]);
}

void mal_step_control(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_control);

    if (unit == TC_NONE) {
        if (s->side == s->first_side)
            mal_enter(&p, MAL_S_LEADERS, MAL_P_COMMAND, !s->side);
        else
            mal_enter(&p, MAL_S_COMPULSORY, MAL_P_MOVE, s->first_side);
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    m->acted = 1;
    m->controller = m->conforms_to = TC_NONE;
    if (m->charge_failed || m->status == MAL_ROUTING || m->status == MAL_PURSUING ||
        m->status == MAL_LOOTING)
        must_or_may_cease(&p, unit);
    else if (mal_has_leader(p.bk, s, unit, 0) || mal_controller(p.bk, s, unit) != TC_NONE)
        as_it_stands(&p, unit);
    else
        conform_or_test(&p, unit);
}
