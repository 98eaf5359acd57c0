/* rules/minden/melee.c - chapter F: melee.
 *
 * Here: who fights whom, comparing TESTs, casualties, draws, the end of a melee. Not here: how
 * contact comes about (react.c), the TEST list (test.c).
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* Told further down: */
static bool waits(const struct min_state *s, int melee);
static void step_out(struct min_unit *m);
static void fight(struct min_play *p, int melee);
static void lose(struct min_play *p, int melee, int side, int difference);
static int speaker_of(const struct min_book *bk, const struct min_state *s, int melee);
static bool survives(struct min_play *p, int unit);
static void test_loser(struct min_play *p, int unit, int from, const char *rule);
static int order_of_losses(struct min_play *p, int melee, int side, int figures,
                           int16_t *order);

void min_step_melee(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    int left = 0;

    for (int i = 0; i < MIN_MELEES; i++)
        left += waits(p.s, i);
    if (left == 0) {
        min_begin_phase(&p, MIN_P_MORAL, "N-S3");
        min_go(&p, MIN_S_MORAL);
        return;
    }
    int unit = tc_ask(u, p.s->head.active, MIN_Q_MELEE, "N-X7")->arg[0];
    fight(&p, p.s->units[unit].melee);
}

static bool waits(const struct min_state *s, int melee)
{
    return s->melees[melee].attacker != TC_NONE && !s->melees[melee].fought;
}

/* The melee ends for this unit; for all, if a side has nobody left in it (N-B5f). */
void min_leave_melee(struct min_play *p, int unit)
{
    int melee = p->s->units[unit].melee;

    step_out(&p->s->units[unit]);
    min_disorder(p, unit, "N-J4");
    for (int i = 0; i < p->bk->units; i++)
        if (p->s->units[i].foe == unit)
            p->s->units[i].foe = TC_NONE;
    for (int side = 0; side < TC_SIDES; side++)
        if (min_melee_unit(p->bk, p->s, melee, side, TC_NONE) == TC_NONE) {
            min_end_melee(p, melee);
            return;
        }
}

static void step_out(struct min_unit *m)
{
    m->melee = TC_NONE;
    m->foe = TC_NONE;
    m->charge_bonus = 0;
    m->contacted_edge = m->edge = MIN_NO_CONTACT;
}

static void fight(struct min_play *p, int melee)
{
    struct min_melee *f = &p->s->melees[melee];
    int score[TC_SIDES], attacker = f->attacker;

    f->fought = 1;
    p->s->melee_now = (int8_t)melee;
    score[attacker] = min_side_score(p, melee, attacker, "N-F4"); /* N-F4, N-H2 */
    score[!attacker] = min_side_score(p, melee, !attacker, "N-F4");
    f->round++;
    if (score[0] == score[1]) {
        tc_tell(p->u, MIN_E_MELEE_DRAWN, "N-F11", score[0],
                min_melee_unit(p->bk, p->s, melee, attacker, TC_NONE),
                min_melee_unit(p->bk, p->s, melee, !attacker, TC_NONE));
        f->drawn = 1;
        min_go(p, MIN_S_DRAW);
        return;
    }
    int winner = score[0] > score[1] ? 0 : 1;
    int difference = score[winner] - score[!winner];
    tc_tell(p->u, MIN_E_MELEE_WON, "N-F6", winner, difference);
    lose(p, melee, !winner, difference);
    p->s->melee_now = TC_NONE;
}

/* One figure at a time, in that order, as evenly as can be. */
static void deal_losses(struct min_play *p, const int16_t *order, int n, int figures)
{
    int take[MIN_UNITS] = { 0 };

    for (int left = figures; left > 0;) {
        int before = left;
        for (int i = 0; i < n && left > 0; i++)
            if (take[i] < p->s->units[order[i]].fig) {
                take[i]++;
                left--;
            }
        if (left == before)
            break; /* nobody has a figure left */
    }
    for (int i = 0; i < n; i++) {
        if (take[i] == 0)
            continue;
        tc_tell(p->u, MIN_E_LOSES_FIGURES, "N-F7", order[i], take[i]);
        min_remove_figures(p, order[i], take[i], TC_NONE);
    }
}

/* N-F13, N-J4: at the end all who fought are disordered. */
void min_end_melee(struct min_play *p, int melee)
{
    tc_tell(p->u, MIN_E_MELEE_ENDS, "N-F13", speaker_of(p->bk, p->s, melee));
    p->s->melees[melee] = (struct min_melee){ .attacker = TC_NONE };
    for (int i = 0; i < p->bk->units; i++) {
        struct min_unit *m = &p->s->units[i];
        if (m->melee != melee)
            continue;
        step_out(m);
        m->clinch = 1;
        for (int k = 0; k < p->bk->units; k++)
            if (p->s->units[k].supports == i)
                p->s->units[k].supports = TC_NONE;
        min_disorder(p, i, "N-J4");
    }
}

/* The next unit of a side in a melee after one (TC_NONE: the first); TC_NONE at the end. */
int min_melee_unit(const struct min_book *bk, const struct min_state *s, int melee, int side,
                   int after)
{
    for (int i = after + 1; i < bk->units; i++)
        if (s->units[i].melee == melee && min_on_table(s, i) && min_side_of(bk, i) == side)
            return i;
    return TC_NONE;
}

/* N-RUL-21, step by step for all of them: casualties, disorder, then every loser's TEST. */
static void lose(struct min_play *p, int melee, int side, int difference)
{
    int16_t order[MIN_UNITS], from[MIN_UNITS];
    bool left[MIN_UNITS];
    int figures = difference * p->bk->t.melee.figures_per_factor;
    int n = order_of_losses(p, melee, side, figures, order);

    deal_losses(p, order, n, figures);
    for (int i = 0; i < n; i++)
        from[i] = (int16_t)min_flight_enemy(p->bk, p->s, order[i]);
    for (int i = 0; i < n; i++)
        left[i] = survives(p, order[i]);
    for (int i = 0; i < n; i++) {
        const struct min_unit *m = &p->s->units[order[i]];
        if (!left[i])
            continue;
        test_loser(p, order[i], from[i], "N-F8");
        min_note_event(p->s, p->bk, order[i], m->morale == MIN_ROUTING ? MIN_ROUT : MIN_RETREAT,
                       m, 0);
    }
    if (p->s->melees[melee].attacker != TC_NONE) /* N-F14 */
        min_end_melee(p, melee);
}

/* N-GEO-26: straight back, facing kept, through friends, to the table's edge at most. */
static void step_back(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];
    struct min_body b, other;
    uint16_t back = (uint16_t)(m->facing + TC_HALF);
    int32_t d = p->bk->t.melee.draw_back;
    struct tc_table table = { p->bk->width, p->bk->height };
    int side = min_side_of(p->bk, unit);

    min_body(p->bk, p->s, unit, &b);
    for (int i = 0; i < b.n; i++)
        d = tc_max(tc_min(d, tc_sweep_table(&b.box[i], back, d, table)), 0);
    for (int i = 0; i < p->bk->units; i++) { /* no enemy is run over */
        if (!min_on_table(p->s, i) || min_side_of(p->bk, i) == side ||
            min_far(p->bk, p->s, i, &b, d))
            continue;
        min_body(p->bk, p->s, i, &other);
        if (min_bodies_sweep(&b, back, d, &other))
            d = tc_max(tc_min(d, min_bodies_reach(&b, back, d, &other, 0)), 0);
    }
    for (int i = 0; i < p->bk->units; i++) {
        if (i == unit || !min_on_table(p->s, i) || min_side_of(p->bk, i) != side ||
            min_far(p->bk, p->s, i, &b, d))
            continue;
        min_body(p->bk, p->s, i, &other);
        if (min_bodies_sweep(&b, back, d, &other))
            min_interpenetrate(p, unit, i);
    }
    struct tc_pt to = tc_step((struct tc_pt){ m->x, m->y }, back, d);
    m->x = to.x;
    m->y = to.y;
    m->clinch = 0;
    m->crowd = 1;
    tc_tell(p->u, MIN_E_BROKEN_OFF, "N-F12", unit, d);
}

static void break_off(struct min_play *p, int melee)
{
    int16_t back[MIN_UNITS];
    int n = 0, side = p->s->melees[melee].attacker;

    for (int i = min_melee_unit(p->bk, p->s, melee, side, TC_NONE); i != TC_NONE;
         i = min_melee_unit(p->bk, p->s, melee, side, i))
        back[n++] = (int16_t)i;
    min_end_melee(p, melee);    /* N-F12b, N-RUL-58 */
    for (int i = 0; i < n; i++) /* N-GEO-26 */
        step_back(p, back[i]);
}

/* What its casualties bring at once: destruction, or disorder. False if it is gone. */
static bool survives(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];

    m->casualty_tested = 1; /* N-RUL-21 */
    if (min_beyond_help(p, unit))
        return false;
    if (m->cas_turn >= p->bk->t.fire.test_at)
        min_disorder(p, unit, "N-J1");
    min_disorder(p, unit, "N-J4");
    return true;
}

/* Then the loser's TEST, and its state. */
static void test_loser(struct min_play *p, int unit, int from, const char *rule)
{
    struct min_unit *m = &p->s->units[unit];

    bool routs = min_test(p, unit, MIN_T_LOSER, "N-F8") <= p->bk->t.test.rout_at; /* N-H8 */
    m->morale = routs ? MIN_ROUTING : MIN_RETREATING;
    m->flight_from = (int16_t)from;
    m->first_flight_done = 0;
    tc_tell(p->u, routs ? MIN_E_ROUTS : MIN_E_RETREATS, rule, unit);
    min_disorder(p, unit, routs ? "N-J5d" : "N-J5c");
}

/* After its casualties: disorder, the loser's TEST, and its state. False if it is gone. */
bool min_lose_melee(struct min_play *p, int unit, int from, const char *rule)
{
    if (!survives(p, unit))
        return false;
    test_loser(p, unit, from, rule);
    return true;
}

/* N-F16: a charge makes a melee with its target only; it joins the one its target is in. */
void min_join_melee(struct min_play *p, int charger, int target)
{
    struct min_unit *m = &p->s->units[charger], *t = &p->s->units[target];
    int id = t->melee;

    for (int i = 0; id == TC_NONE && i < MIN_MELEES; i++) /* N-F16, N-L3, N-RUL-60 */
        if (p->s->melees[i].attacker == TC_NONE) {
            id = i;
            p->s->melees[i] =
                (struct min_melee){ .attacker = (int8_t)min_side_of(p->bk, charger) };
        }
    TC_BUG_ON(id == TC_NONE);
    m->melee = t->melee = (int8_t)id;
    m->foe = (int16_t)target;
    m->supports = t->supports = TC_NONE;
    m->clinch = t->clinch = 0;
}

/* Both owners are asked; one wish to go on is enough (N-RUL-22). */
void min_step_draw(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    int melee = p.s->melee_now, attacker = p.s->melees[melee].attacker;
    bool on = false;

    for (int i = 0; i < TC_SIDES; i++) { /* N-RUL-22 */
        int side = i ? !attacker : attacker;
        int unit = min_melee_unit(p.bk, p.s, melee, side, TC_NONE);
        on |= tc_ask(u, side, MIN_Q_DRAW, "N-F11", unit)->verb == MIN_V_GO_ON;
    }
    p.s->melees[melee].drawn = 0;
    p.s->melee_now = TC_NONE;
    if (on)
        tc_tell(u, MIN_E_MELEE_GOES_ON, "N-F11", speaker_of(p.bk, p.s, melee));
    else
        break_off(&p, melee);
    min_go(&p, MIN_S_MELEE);
}

/* The unit that names a melee: its first. */
static int speaker_of(const struct min_book *bk, const struct min_state *s, int melee)
{
    for (int i = 0; i < bk->units; i++)
        if (s->units[i].melee == melee)
            return i;
    return TC_NONE;
}

/* N-RUL-23: the owner says in which order his units lose figures. */
static int order_of_losses(struct min_play *p, int melee, int side, int figures, int16_t *order)
{
    int n = 0, all = 0;

    for (int i = min_melee_unit(p->bk, p->s, melee, side, TC_NONE); i != TC_NONE;
         i = min_melee_unit(p->bk, p->s, melee, side, i))
        all++;
    min_clear_mover(p->s);
    while (n < all) {
        int unit = TC_NONE;
        if (n < 24) /* beyond that the order of their numbers will do */
            unit = tc_ask(p->u, side, MIN_Q_LOSSES, "N-RUL-23", figures)->arg[0];
        else
            do
                unit = min_melee_unit(p->bk, p->s, melee, side, unit);
            while (min_has(p->s->mover.group, unit));
        min_put(p->s->mover.group, unit);
        order[n++] = (int16_t)unit;
    }
    min_clear_mover(p->s);
    return n;
}

bool min_judge_losses(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_state *s = v->state;
    const struct min_book *bk = min_book_of(v->book);
    int unit = a->arg[0];

    if (s->units[unit].melee == s->melee_now && min_side_of(bk, unit) == v->q->side &&
        !min_has(s->mover.group, unit))
        return true;
    return tc_refuse(why, "N-RUL-23", MIN_R_NOT_LOSER, unit);
}

bool min_judge_melee(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_state *s = v->state;
    int melee = s->units[a->arg[0]].melee;

    if (melee == TC_NONE)
        return tc_refuse(why, "N-H2", MIN_R_NO_MELEE, a->arg[0]);
    if (!waits(s, melee))
        return tc_refuse(why, "N-S3", MIN_R_FOUGHT, a->arg[0]);
    if (speaker_of(min_book_of(v->book), s, melee) != a->arg[0])
        return tc_refuse(why, "N-H2", TC_R_NOT_OFFERED);
    return true;
}

int min_count_melee(const struct tc_view *v)
{
    (void)v;
    return MIN_MELEES;
}

bool min_nth_melee(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct min_state *s = v->state;

    if (!waits(s, i))
        return false;
    out->verb = MIN_V_FIGHT;
    out->arg[0] = speaker_of(min_book_of(v->book), s, i);
    return true;
}
