/* rules/reason/rally.c - 18.3, 22: the Rally Phase, army morale, the end of a turn. */
#include "rules/reason/asking.h"
#include "rules/reason/inner.h"

/* Told further down: */
static bool fits_rallied(const struct rea_ctx *c, int unit, int form, int hex,
                         struct tc_refusal *why);
static bool can_form(const struct rea_ctx *c, int unit);
static void rallied(struct rea_ctx *c, int unit);
static void hold_goals(struct rea_ctx *c);
static int side_sp(const struct rea_ctx *c, int side);
static void finish(struct rea_ctx *c, int winner, int how, const char *rule);
static int next_routed(const struct rea_ctx *c);
static void rally_loss(struct rea_ctx *c, int unit, int er, int roll);
static bool any_shaken(const struct rea_ctx *c, int side);
static void shaken_done(struct rea_state *s);

/* --- Routed units --- */

/* R-8.2c.3: which single-hex formation a rallied unit may take, beside whom. */
bool rea_legal_rally_form(const struct rea_ctx *c, int unit, const struct tc_act *a,
                          struct tc_refusal *why)
{
    int b = rea_body_of(c, unit), hex = c->s->body[b].hex[0], form = a->arg[0];

    if (form < 0 || form >= REA_FORMS || !rea_is_facing(a->arg[1]) ||
        (form == REA_SQUARE && a->arg[1]) ||
        !rea_form_legal_here(c, unit, form, hex, c->s->unit[unit].sp))
        return tc_refuse(why, "R-8.2c.3", REA_R_FORM_HERE, form, 0, 0);
    if (!rea_led(c, unit, form, hex, why))
        return false;
    const int16_t one[1] = { (int16_t)hex };
    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex))
        if (o != b && c->s->body[o].form != REA_ROUT &&
            !rea_may_stack(c, form, c->bk->unit[unit].arm, a->arg[1], one, 1, o))
            return tc_refuse(why, "R-10.x1", REA_R_STACK, rea_lead_unit(c, o), 0, 0);
    return fits_rallied(c, unit, form, hex, why);
}

/* Is there room in its hex with those who stand there, comrades who rallied before it too? */
static bool fits_rallied(const struct rea_ctx *c, int unit, int form, int hex,
                         struct tc_refusal *why)
{
    const char *rule = "R-8.2c.3";
    int arm = c->bk->unit[unit].arm, limit = rea_limit(c, arm, form, hex, &rule);
    int sp = c->s->unit[unit].sp, others = 0;

    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex)) {
        if (o == c->s->unit[unit].body || c->s->body[o].form == REA_ROUT)
            continue;
        sp += rea_sp(c, o) * (arm != REA_GUNS && rea_is_guns(c, o) ? rea_scale(c, 4) : 1);
        others += c->s->body[o].units;
    }
    if (!others && arm != REA_FOOT)
        return true;
    if (arm == REA_HORSE && rea_has(c, REA_HORSE_BY_UNITS))
        sp = others + 1; /* there the limit is of units */
    return sp <= limit || tc_refuse(why, rule, REA_R_ROOM, hex, sp, limit);
}

void rea_step_captives(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);

    for (int i = 0; i < c->bk->units; i++)
        if (c->s->unit[i].where == REA_CAPTURED) {
            rea_tell(u, REA_E_LED_AWAY, "R-14.5x1", i, 0, 0);
            c->s->unit[i].where = REA_GONE;
            c->s->unit[i].sp = 0;
            c->s->unit[i].hex = 0;
        }
    c->s->cursor = 0;
    c->s->head.step = REA_ST_ARMY;
}

static void rally_unit(struct rea_ctx *c, int unit)
{
    struct rea_unit *x = &c->s->unit[unit];

    x->rallied = 1;
    if (rea_has(c, REA_WILLING_ROUTS) && x->voluntary) {
        struct tc_act a =
            rea_ask(c, c->bk->unit[unit].side, REA_Q_DECLINE, "R-B2.11", unit, 0, 0);
        if (a.verb == REA_V_DECLINE) {
            x->rallied = 2;
            return;
        }
    }
    int er = rea_rally_er(c, unit, true); /* R-GEN.7 */
    int roll = rea_percent(c, c->bk->unit[unit].side, "R-18.3f.1");
    if (roll < er)
        rally_loss(c, unit, er, roll);
    else if (can_form(c, unit))
        rallied(c, unit);
}

static bool can_form(const struct rea_ctx *c, int unit)
{
    for (int form = 0; form < REA_FORMS; form++)
        for (int f = 0; f < 6; f++) {
            struct tc_act a = rea_act(REA_V_RALLY_FORM, form, f, 0, 0);
            if (rea_legal_rally_form(c, unit, &a, NULL))
                return true;
        }
    return false;
}

static void rallied(struct rea_ctx *c, int unit)
{
    struct rea_unit *x = &c->s->unit[unit];
    struct tc_act a =
        rea_ask(c, c->bk->unit[unit].side, REA_Q_RALLY_FORM, "R-8.2c.3", unit, 0, 0);
    int b = rea_split(c, unit);
    const int16_t one[1] = { c->s->body[b].hex[0] };

    x->morale = REA_SHAKEN;
    x->disordered = 1;
    x->voluntary = 0;
    if (a.arg[0] == REA_SKIRMISH) {
        x->kept = 1;
        x->disordered = 0;
    }
    rea_put(c, b, a.arg[0], a.arg[1], one, 1);
    rea_tell(c->u, REA_E_RALLIED, "R-18.3f.2", unit, 0, 0);
}

int rea_rally_er(struct rea_ctx *c, int unit, bool routed)
{
    struct tc_sum sum = { c->u, 0 };
    const struct rea_body *y = &c->s->body[c->s->unit[unit].body];
    int leader = rea_leader_with(c, c->s->unit[unit].body);

    int er = routed ? c->bk->unit[unit].er : rea_top_er(c, c->s->unit[unit].body);
    tc_sum_add(&sum, er, routed ? "R-18.3f.1" : "R-18.2a", REA_LB_ER, unit, 0);
    if (routed)
        tc_sum_add(&sum, 15, "R-18.6b.2", REA_LB_ROUTED, 0, 0);
    else
        tc_sum_add(&sum, 10, "R-18.3x1", REA_LB_SHAKEN, 0, 0);
    if (rea_body_in_zoc(c, c->s->unit[unit].body))
        tc_sum_add(&sum, 10, "R-MCS.7", REA_LB_ZOC, 0, 0);
    if (leader >= 0 && c->bk->lim.rec_morale_mods) /* R-RUL-62 */
        tc_sum_add(&sum, c->bk->leader[leader].rank == REA_RANK_ARMY ? -10 : -5, "R-T-8",
                   REA_LB_LEADER, leader, 0);
    if (c->bk->lim.rec_morale_mods && c->s->morale[y->side] < c->bk->wavering)
        tc_sum_add(&sum, 10, "R-T-13", REA_LB_FAILING, 0, 0);
    else if (c->bk->lim.rec_morale_mods && c->s->morale[y->side] < c->bk->steady)
        tc_sum_add(&sum, 5, "R-T-13", REA_LB_WAVERING, 0, 0);
    tc_sum_end(&sum, "R-GEN.2", REA_LB_MODIFIED_ER);
    return sum.total;
}

/* --- 18. Morale and rally --- */

static void army_roll(struct rea_ctx *c, int side, int steps, bool special)
{
    struct rea_state *s = c->s;
    int army = rea_army_leader(c, side), spent = 0;

    if (army >= 0 && s->leader[army].rating && !s->lapse[side]) { /* R-T-2a */
        struct tc_act a =
            rea_ask(c, side, REA_Q_SACRIFICE, "R-22.2b", side, s->leader[army].rating, 0);
        spent = a.arg[0];
        s->leader[army].rating = (uint8_t)(s->leader[army].rating - spent);
    }
    tc_hope(c->u, side, TC_HIGH);
    int roll = rea_roll(c, TC_D10, "R-22.x1"), fall = 0;
    int mod = roll - tc_max(0, steps - 1) - (special ? 1 : 0) + spent;
    if (roll == 0)
        fall = 5;
    else
        for (int i = 3; i >= 0; i--)
            if (mod <= c->bk->t13[i])
                fall = 4 - i;
    s->morale[side] = (int16_t)(s->morale[side] - fall);
    rea_tell(c->u, REA_E_ARMY_MORALE, "R-22.x1", side, fall, s->morale[side]);
}

void rea_step_army(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int side = s->cursor;

    if (side > 1) {
        s->cursor = 0;
        s->head.step = REA_ST_VERDICT;
        return;
    }
    int steps = s->start_sp[side] ? 10 * rea_losses(c, side) / s->start_sp[side] : 0;
    if (steps > s->steps[side]) {
        s->steps[side]++;
        army_roll(c, side, s->steps[side], false);
    } else if (s->due_check[side]) {
        army_roll(c, side, s->steps[side], (s->due_check[side] & 1) != 0);
        s->due_check[side] = 0;
    } else {
        s->cursor++;
    }
}

void rea_step_verdict(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    bool broken[TC_SIDES];

    hold_goals(c);
    for (int side = 0; side < TC_SIDES; side++) {
        s->points[side] = (int16_t)rea_tally(c, side);
        broken[side] = s->morale[side] <= 0 || side_sp(c, side) == 0;
    }
    int lead = s->points[0] - s->points[1];
    if (broken[0] || broken[1]) {
        finish(c, broken[0] && broken[1] ? TC_NONE : broken[0], 1, "R-22.x1");
    } else if (s->head.turn >= c->bk->turn_limit) {
        finish(c, lead > 0 ? 0 : lead < 0 ? 1 : TC_NONE, 2, "R-22.x1");
    } else {
        s->head.turn++;
        s->head.step = REA_ST_TURN;
    }
}

static void hold_goals(struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->goals; i++)
        for (int b = c->first[c->bk->goal[i].hex] - 1; b >= 0;
             b = rea_below(c, b, c->bk->goal[i].hex))
            if (c->s->body[b].form != REA_ROUT)
                c->s->goal[i] = (uint8_t)(c->s->body[b].side + 1);
}

int rea_tally(const struct rea_ctx *c, int side)
{
    int points = rea_losses(c, !side);

    for (int i = 0; i < c->bk->goals; i++)
        if (c->s->goal[i] == side + 1)
            points += c->bk->goal[i].points;
    return points;
}

static int side_sp(const struct rea_ctx *c, int side)
{
    int sp = 0;

    for (int i = 0; i < c->bk->units; i++)
        if (c->bk->unit[i].side == side && c->s->unit[i].where == REA_ON &&
            c->s->unit[i].morale != REA_ROUTED)
            sp += c->s->unit[i].sp;
    return sp;
}

static void finish(struct rea_ctx *c, int winner, int how, const char *rule)
{
    struct rea_state *s = c->s;

    s->head.over = 1;
    s->head.winner = (int8_t)winner;
    s->head.ending = (uint8_t)how;
    rea_tell(c->u, REA_E_OVER, rule, s->points[0], s->points[1], 0);
}

/* T-13: eliminated, captured and Routed points of a side. */
int rea_losses(const struct rea_ctx *c, int side)
{
    int left = 0;

    for (int i = 0; i < c->bk->units; i++) {
        const struct rea_unit *x = &c->s->unit[i];
        if (c->bk->unit[i].side != side || x->where == REA_GONE || x->where == REA_CAPTURED)
            continue;
        if (x->morale == REA_ROUTED && x->where == REA_ON) {
            if (!rea_has(c, REA_WILLING_ROUTS) || !x->voluntary || x->failed)
                continue; /* R-B2.13 */
        }
        if (x->where != REA_RESERVE)
            left += x->sp;
    }
    return tc_max(0, c->s->start_sp[side] - left);
}

/* When every unit of a routed body has tried, those that failed run on. */
static void run_on(struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    bool horse, elective = true;

    if (!y->units || y->form != REA_ROUT)
        return;
    for (int i = 0; i < y->units; i++) {
        if (!c->s->unit[y->unit[i]].rallied)
            return;
        elective &= c->s->unit[y->unit[i]].rallied == 2;
    }
    horse = rea_lead(c, body)->arm == REA_HORSE;
    /* R-18.3f.4, R-19.2x1, R-B3.2, R-B3.17 */
    rea_queue(c, REA_DUE_ROUT, body, horse ? 6 : 4, REA_BY_OTHER);
    if (elective && c->s->queued)
        c->s->queue[c->s->queued - 1].max = 1;
}

void rea_step_rally(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    int unit = next_routed(c);

    if (unit < 0) {
        for (int i = 0; i < c->bk->units; i++)
            c->s->unit[i].tried = 0;
        rea_then(c, REA_ST_SHAKEN);
        return;
    }
    int body = c->s->unit[unit].body;
    rally_unit(c, unit);
    rea_again(c);
    run_on(c, body);
    rea_then(c, REA_ST_RALLY);
}

static int next_routed(const struct rea_ctx *c)
{
    int a = side_sp(c, 0), b = side_sp(c, 1);
    int first = a == b ? c->s->last_won : b > a;

    for (int k = 0; k < 2; k++)
        for (int i = 0; i < c->bk->units; i++)
            if (c->bk->unit[i].side == (k ? !first : first) && c->s->unit[i].where == REA_ON &&
                c->s->unit[i].morale == REA_ROUTED && !c->s->unit[i].rallied)
                return i;
    return TC_NONE;
}

/* R-18.3f.3, R-B2.12: what a failed check costs. */
static void rally_loss(struct rea_ctx *c, int unit, int er, int roll)
{
    int n = (int)tc_div_down(er - roll + 5, 10);

    if (rea_has(c, REA_SMALL_RALLY_LOSS))     /* R-RUL-3, R-RUL-56 */
        n = roll >= 11 && roll <= 19 ? 1 : 0; /* R-B2.12 */
    rea_tell(c->u, REA_E_RALLY_FAILED, "R-18.3f.3", unit, n, 0);
    c->s->unit[unit].failed = 1;
    if (n)
        rea_lose_from(c, unit, n);
}

bool rea_legal_rally(const struct rea_ctx *c, int side, const struct tc_act *a,
                     struct tc_refusal *why)
{
    if (a->verb == REA_V_DONE)
        return true;
    int b = rea_body_of(c, a->arg[0]);
    if (b < 0)
        return tc_refuse(why, "R-18.3x1", REA_R_OFF_FIELD, a->arg[0], 0, 0);
    int top = rea_lead_unit(c, c->first[c->s->body[b].hex[0]] - 1);
    if (c->s->body[b].side != side)
        return tc_refuse(why, "R-18.3x1", REA_R_THEIRS, a->arg[0], 0, 0);
    if (top != a->arg[0])
        return tc_refuse(why, "R-18.3x1", REA_R_NOT_TOP, a->arg[0], top, 0);
    if (!rea_morale_is(c, b, REA_SHAKEN))
        return tc_refuse(why, "R-18.3x1", REA_R_NOT_SHAKEN, a->arg[0], 0, 0);
    return !c->s->unit[a->arg[0]].tried ||
           tc_refuse(why, "R-18.3x1", REA_R_STACK_TRIED, a->arg[0], 0, 0);
}

/* The Shaken stack of a body is Good again. */
void rea_set_good(struct rea_ctx *c, int body, const char *rule)
{
    int h = c->s->body[body].hex[0];

    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h))
        for (int i = 0; i < c->s->body[o].units; i++)
            c->s->unit[c->s->body[o].unit[i]].morale = REA_GOOD;
    rea_tell(c->u, REA_E_RALLIED, rule, rea_lead_unit(c, body), 0, 0);
}

void rea_step_rally_shaken(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int side = s->special_side;

    if (!any_shaken(c, side)) {
        shaken_done(s);
        return;
    }
    struct tc_act a = rea_ask(c, side, REA_Q_RALLY, "R-18.3x1", 0, 0, 0);
    if (a.verb == REA_V_DONE) {
        shaken_done(s);
        return;
    }
    int b = s->unit[a.arg[0]].body;
    s->unit[a.arg[0]].tried = 1;
    int er = rea_rally_er(c, a.arg[0], false); /* R-RUL-41 */
    if (rea_percent(c, side, "R-18.3x1") < er) {
        rea_tell(u, REA_E_STILL_SHAKEN, "R-18.3x1", a.arg[0], 0, 0);
        return;
    }
    rea_set_good(c, b, "R-18.3x1");
}

static bool any_shaken(const struct rea_ctx *c, int side)
{
    struct tc_act a = rea_act(REA_V_RALLY, 0, 0, 0, 0);

    for (int i = 0; i < c->bk->units; i++) {
        a.arg[0] = i;
        if (rea_legal_rally(c, side, &a, NULL))
            return true;
    }
    return false;
}

/* Then the other side, then the captives. */
static void shaken_done(struct rea_state *s)
{
    if (s->special_side)
        s->head.step = REA_ST_CAPTIVES;
    s->special_side = !s->special_side;
}
