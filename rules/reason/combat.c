/* rules/reason/combat.c - chapter 13: declaring, charging, answering, standing. */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"

int rea_stack_top(const struct rea_ctx *c, int body)
{
    return c->first[c->s->body[body].hex[0]] - 1;
}

int rea_attackers_left(const struct rea_ctx *c, int fight)
{
    int n = 0;

    for (int i = 0; i < c->s->attacks; i++)
        n += rea_attacks_in(c->s, i, fight);
    return n;
}

int rea_defenders_left(const struct rea_ctx *c, int fight)
{
    int n = 0;

    for (int i = 0; i < c->s->defences; i++)
        n += rea_defends_in(c->s, i, fight);
    return n;
}

/* --- Step 1: declaring
 * ------------------------------------------------------------------------- */

static bool can_reach(const struct rea_ctx *c, int body, int target)
{
    const struct rea_body *y = &c->s->body[body], *t = &c->s->body[target];

    for (int i = 0; i < y->len; i++)
        for (int k = 0; k < t->len; k++) {
            int d = rea_dir_of(c, y->hex[i], t->hex[k]);
            if (d >= 0 && rea_in_front(c, body, t->hex[k]) &&
                rea_may_attack_across(c, body, y->hex[i], d))
                return true;
        }
    return false;
}

enum { GRID = 13 };

/* R-13.3x1: sixths a charge may spend. */
static int charge_mp(const struct rea_ctx *c, int body)
{
    TC_RULE("R-13.3x1");
    TC_RULE("R-RUL-30");
    return REA_MP * rea_half(rea_printed(c, body) / REA_MP);
}

static bool shifted(const struct rea_ctx *c, const struct rea_body *y, int dir, int16_t *out)
{
    for (int i = 0; i < y->len; i++) {
        out[i] = tc_hexmap_next(&c->bk->map, y->hex[i], dir);
        if (out[i] < 0)
            return false;
    }
    return true;
}

/* Sixths to charge one hex on; negative when it cannot. No surcharge for zones. */
static int charge_cost(const struct rea_ctx *c, int body, int dir)
{
    const struct rea_body *y = &c->s->body[body];
    int most = 0;

    for (int i = 0; i < y->len; i++) {
        int to = tc_hexmap_next(&c->bk->map, y->hex[i], dir);
        if (to < 0 || rea_enemy_at(c, y->side, to) >= 0)
            return -1;
        struct rea_price p =
            rea_price(c, rea_column_of(REA_HORSE, y->form), y->form, y->hex[i], dir, false);
        if (p.no || p.rc_only || p.all || p.general)
            return -1;
        most = tc_max(most, p.cost);
    }
    return most;
}

struct place {
    int16_t hex[REA_LONG];
    int16_t cost;
};

/* Could a charge from here, with so much left, bring the target into its front? The body is
 * walked over a grid of left and right front steps. */
static bool charge_path(const struct rea_ctx *c, int body, int target, int budget)
{
    struct rea_body *y = &c->s->body[body], keep = *y;
    static const struct place none = { { 0 }, -1 };
    struct place row[GRID];
    bool found = false;

    for (int i = 0; i < GRID; i++)
        row[i] = none;
    memcpy(row[0].hex, y->hex, sizeof row[0].hex);
    row[0].cost = 0;
    for (int sum = 0; sum < GRID - 1 && !found; sum++) {
        struct place next[GRID];
        for (int i = 0; i < GRID; i++)
            next[i] = none;
        bool any = false;
        for (int i = 0; i <= sum && !found; i++) {
            if (row[i].cost < 0)
                continue;
            memcpy(y->hex, row[i].hex, sizeof y->hex);
            found = can_reach(c, body, target);
            bool stop = sum > 0 && rea_body_in_zoc(c, body);
            for (int d = 0; d < 2 && !found && !stop; d++) {
                int cost = charge_cost(c, body, tc_hex_mod6(y->facing + d));
                int all = row[i].cost + cost;
                struct place *p = &next[i + d];
                if (cost < 0 || all > budget || (p->cost >= 0 && p->cost <= all))
                    continue;
                shifted(c, y, y->facing + d, p->hex);
                p->cost = (int16_t)all;
                any = true;
            }
        }
        memcpy(row, next, sizeof row);
        if (!any)
            break;
    }
    *y = keep;
    return found;
}

static bool barred_form(const struct rea_ctx *c, int body, bool charge, struct tc_refusal *why)
{
    static const char *const rule[REA_FORMS] = { [REA_MC] = "R-13.1b.1",
                                                 [REA_RC] = "R-13.1b.2",
                                                 [REA_SKIRMISH] = "R-13.1b.3",
                                                 [REA_SQUARE] = "R-13.1b.4" };
    const struct rea_body *y = &c->s->body[body];

    if (rea_is_guns(c, body))
        return tc_refuse(why, "R-13.1a.1", REA_R_NO_ATTACK, y->unit[0], 0, 0);
    if (y->form == REA_ROUT) {
        TC_RULE("R-18.5a.2");
        return tc_refuse(why, "R-13.1a.2", REA_R_ROUTED, y->unit[0], 0, 0);
    }
    if (rule[y->form]) {
        if (charge)
            TC_RULE("R-13.1b.6");
        return tc_refuse(why, rule[y->form], REA_R_FORM, y->form, 0, 0);
    }
    if (y->hook != REA_NO_HOOK)
        return tc_refuse(why, "R-13.1b.5", REA_R_HOOKED, 0, 0, 0);
    return true;
}

static bool may_attack_now(const struct rea_ctx *c, int unit, bool charge,
                           struct tc_refusal *why)
{
    int b = rea_body_of(c, unit);

    if (b < 0 || rea_lead_unit(c, b) != unit || c->s->body[b].side != c->s->acting ||
        !rea_active(c, b))
        return tc_refuse(why, "R-13.1x1", REA_R_NOT_ACTIVE, unit, 0, 0);
    if (!barred_form(c, b, charge, why))
        return false;
    if (rea_ooc(c, b)) {
        TC_RULE("R-7.5b.6");
        return tc_refuse(why, "R-13.1a.3", REA_R_OOC, unit, 0, 0);
    }
    if (rea_morale_is(c, b, REA_SHAKEN))
        return tc_refuse(why, "R-18.4a.3", REA_R_SHAKEN, unit, 0, 0);
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body == b)
            return tc_refuse(why, "R-14.x2", REA_R_ONCE, unit, 0, 0);
    if (c->s->attacks >= REA_ATTACKS)
        return tc_refuse(why, "R-14.x2", REA_R_ONCE, unit, 0, 0);
    return true;
}

/* R-RUL-29: nobody in its zone may be left unfought. */
static bool all_attackable(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    int16_t front[3 * REA_LONG + 6];
    int n = rea_fronts(c, body, front);

    for (int i = 0; i < n; i++) {
        int e = rea_enemy_at(c, c->s->body[body].side, front[i]);
        if (e < 0 || can_reach(c, body, e))
            continue;
        bool fought = false;
        for (int k = 0; k < c->s->attacks; k++)
            fought |= rea_stack_top(c, c->s->attack[k].target) == e;
        if (!fought) {
            TC_RULE("R-RUL-29");
            return tc_refuse(why, "R-13.0.4", REA_R_UNFOUGHT, rea_lead_unit(c, e), 0, 0);
        }
    }
    return true;
}

/* No ground is cheaper than open ground: too far away needs no search. */
static bool within_reach(const struct rea_ctx *c, int body, int target)
{
    const struct rea_body *y = &c->s->body[body];
    int most = charge_mp(c, body) / (y->form == REA_LINE ? REA_MP : REA_MP / 2) + 1;

    for (int i = 0; i < y->len; i++)
        if (rea_body_distance(c, target, y->hex[i]) <= most)
            return true;
    return false;
}

bool rea_legal_attack(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    bool charge = a->verb == REA_V_CHARGE_AT;
    int unit = a->arg[0], t = a->verb == REA_V_DONE ? TC_NONE : rea_body_of(c, a->arg[1]);

    if (a->verb == REA_V_DONE)
        return true;
    if (!may_attack_now(c, unit, charge, why))
        return false;
    int b = c->s->unit[unit].body;
    if (t < 0 || c->s->body[t].side == c->s->acting || rea_stack_top(c, t) != t ||
        rea_lead_unit(c, t) != a->arg[1])
        return tc_refuse(why, "R-13.1x1", REA_R_NO_TARGET, 0, 0, 0);
    if (!charge) {
        if (!rea_touches(c, b, t))
            return tc_refuse(why, "R-13.1x1", REA_R_NOT_FRONT, a->arg[1], 0, 0);
        if (!can_reach(c, b, t)) {
            TC_RULE("R-TEC-CC.8");
            TC_RULE("R-RUL-74");
            return tc_refuse(why, "R-TEC.15", REA_R_CLOSED, c->s->body[t].hex[0], 0, 0);
        }
        return all_attackable(c, b, why);
    }
    if (rea_lead(c, b)->arm != REA_HORSE ||
        (c->s->body[b].form != REA_LINE && c->s->body[b].form != REA_AC))
        return tc_refuse(why, "R-13.3x1", REA_R_FORM, c->s->body[b].form, 0, 0);
    if (rea_disordered(c, b))
        return tc_refuse(why, "R-13.3.1", REA_R_DISORDERED, unit, 0, 0);
    if (rea_touches(c, b, t))
        return tc_refuse(why, "R-RUL-36", REA_R_TOO_NEAR, a->arg[1], 0, 0);
    if (!within_reach(c, b, t) ||
        !charge_path(c, b, t, charge_mp(c, b)))
        return tc_refuse(why, "R-13.3x1", REA_R_NO_PATH, a->arg[1], charge_mp(c, b), 0);
    return true;
}

void rea_play_declare(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    struct tc_act a = rea_ask(c, s->acting, REA_Q_DECLARE, "R-13.1x1", 0, 0, 0);

    if (a.verb == REA_V_DONE) {
        s->cursor = 0;
        s->head.step = s->attacks ? REA_ST_STEADY : REA_ST_FINISH;
        return;
    }
    struct rea_attack *t = &s->attack[s->attacks++];
    memset(t, 0, sizeof *t);
    t->body = s->unit[a.arg[0]].body;
    t->target = s->unit[a.arg[1]].body;
    t->charge = a.verb == REA_V_CHARGE_AT;
    s->body[t->body].charged = 0;
    s->body[t->body].mp = 0;
    s->body[t->body].steps = 0;
    if (rea_disordered(c, t->body))
        TC_RULE("R-13.1a.4");
    rea_tell(c->u, REA_E_DECLARES, t->charge ? "R-13.3x1" : "R-13.1x1", a.arg[0], a.arg[1], 0);
}

/* --- Step 2: attackers' morale
 * ------------------------------------------------------------------ */

void rea_play_steady(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;

    if (i < s->attacks && s->attack[i].body != REA_NO) {
        struct rea_attack *t = &s->attack[i];
        if (!s->body[t->body].units || s->body[t->body].form == REA_ROUT ||
            !rea_morale_check(c, t->body, REA_BY_PRECOMBAT, 0, false, "R-13.2x1"))
            t->body = REA_NO;
    }
    if (s->cursor >= s->attacks) {
        s->cursor = 0;
        rea_then(c, REA_ST_ANSWER);
    } else {
        rea_then(c, REA_ST_STEADY);
    }
}

/* --- Step 3: the answer to a charge
 * --------------------------------------------------------------- */

static bool may_answer(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (!y->units || y->form == REA_ROUT || rea_disordered(c, body)) {
        TC_RULE("R-13.5a.4");
        TC_RULE("R-13.5a.5");
        return tc_refuse(why, "R-13.4a.1", REA_R_DISORDERED, 0, 0, 0);
    }
    if (rea_body_in_zoc(c, body)) {
        TC_RULE("R-13.5a.6");
        TC_RULE("R-RUL-69");
        return tc_refuse(why, "R-13.4a.2", REA_R_ZOC, y->hex[0], 0, 0);
    }
    if (rea_morale_is(c, body, REA_SHAKEN))
        TC_RULE("R-18.4a.4");
    return true;
}

bool rea_legal_answer(const struct rea_ctx *c, int body, const struct tc_act *a,
                      struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_plan p;

    if (a->verb == REA_V_HOLD)
        return true;
    if (!may_answer(c, body, why))
        return false;
    if (a->verb == REA_V_COUNTER) {
        if (rea_lead(c, body)->arm != REA_HORSE || (y->form != REA_LINE && y->form != REA_AC))
            return tc_refuse(why, "R-13.5a.3", REA_R_FORM, y->form, 0, 0);
        TC_RULE(y->form == REA_LINE ? "R-13.5a.1" : "R-13.5a.2");
        return true;
    }
    if (a->verb != REA_V_TURN && a->verb != REA_V_FORM)
        return tc_refuse(why, "R-13.4.1", TC_R_NOT_NOW, 0, 0, 0);
    if (rea_is_guns(c, body) || y->form == REA_GO)
        return tc_refuse(why, "R-13.4.1", REA_R_FORM, y->form, 0, 0);
    if (a->verb == REA_V_TURN
            ? !rea_plan_turn(c, body, a->arg[0], &p, why)
            : !rea_plan_form(c, body, a->arg[0], a->arg[1], a->arg[2], a->arg[3], &p, why))
        return false;
    for (int i = 0; i < p.len; i++)
        for (int o = c->first[p.hex[i]] - 1; o >= 0; o = rea_below(c, o, p.hex[i]))
            if (o != body &&
                !rea_may_stack(c, p.form, rea_lead(c, body)->arm, p.facing, p.hex, p.len, o))
                return tc_refuse(why, "R-10.x1", REA_R_STACK, rea_lead_unit(c, o), 0, 0);
    return true;
}

/* R-RUL-32: one hex towards the charger, if there is a free front hex. */
static void ride_out(struct rea_ctx *c, int body, int charger)
{
    struct rea_body *y = &c->s->body[body];
    int16_t to[REA_LONG];

    for (int d = 0; d < 2; d++) {
        int dir = tc_hex_mod6(y->facing + d);
        bool free = charge_cost(c, body, dir) >= 0 && shifted(c, y, dir, to);
        for (int i = 0; i < y->len && free; i++)
            free = c->first[to[i]] == 0;
        if (!free ||
            rea_body_distance(c, charger, to[0]) >= rea_body_distance(c, charger, y->hex[0]))
            continue;
        rea_put(c, body, y->form, y->facing, to, y->len);
        rea_displace_leaders(c, to[0], !y->side);
        y->charged = 1;
        TC_RULE("R-RUL-32");
        return;
    }
}

static void answer(struct rea_ctx *c, int body, int charger, const struct tc_act *a)
{
    struct rea_plan p;

    if (a->verb == REA_V_COUNTER) {
        if (rea_ooc(c, body))
            TC_RULE("R-7.5c.3");
        if (rea_morale_is(c, body, REA_SHAKEN)) {
            TC_RULE("R-13.5a.7");
            TC_RULE("R-18.4a.6");
        }
        if (rea_morale_check(c, body, REA_BY_COUNTER, 0, false, "R-13.5x1")) {
            rea_tell(c->u, REA_E_COUNTERS, "R-13.5x1", rea_lead_unit(c, body), 0, 0);
            ride_out(c, body, charger);
        }
        return;
    }
    if (a->verb == REA_V_TURN)
        rea_plan_turn(c, body, a->arg[0], &p, NULL);
    else
        rea_plan_form(c, body, a->arg[0], a->arg[1], a->arg[2], a->arg[3], &p, NULL);
    int er = p.all ? 40 : (10 * p.cost + 3) / 6;
    TC_RULE(p.all ? "R-13.4.3" : "R-13.4.2");
    TC_RULE("R-17.1d.2");
    if (!rea_disorder_check(c, body, er, "R-13.4.1")) {
        TC_RULE("R-13.4x1");
        TC_RULE("R-RUL-31");
        return;
    }
    rea_put(c, body, p.form, p.facing, p.hex, p.len);
    rea_tell(c->u, REA_E_FORMED, "R-13.4.1", rea_lead_unit(c, body), p.form, 0);
    for (int o = rea_stack_top(c, body); o >= 0; o = rea_below(c, o, c->s->body[body].hex[0]))
        if (c->s->body[o].form == REA_UA && p.form == REA_LINE)
            c->s->body[o].facing = p.facing;
}

/* One target of a charge a step. */
void rea_play_answer(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;
    bool first = true;

    if (i >= s->attacks) {
        s->cursor = 0;
        rea_then(c, REA_ST_CHARGE);
        return;
    }
    struct rea_attack *t = &s->attack[i];
    for (int k = 0; k < i; k++)
        first &= !(s->attack[k].charge && s->attack[k].target == t->target);
    if (t->body != REA_NO && t->charge && first && may_answer(c, t->target, NULL)) {
        int target = t->target;
        struct tc_act a = rea_ask(c, !s->acting, REA_Q_ANSWER, "R-13.4.1",
                                  rea_lead_unit(c, target), rea_lead_unit(c, t->body), 0);
        if (a.verb != REA_V_HOLD)
            answer(c, target, t->body, &a);
    }
    rea_then(c, REA_ST_ANSWER);
}

/* --- Step 3: the charge itself
 * ----------------------------------------------------------------------- */

static bool sees_enemy(const struct rea_ctx *c, int body)
{
    int16_t front[3 * REA_LONG + 6];
    int n = rea_fronts(c, body, front);

    for (int i = 0; i < n; i++)
        if (rea_enemy_at(c, c->s->body[body].side, front[i]) >= 0)
            return true;
    return false;
}

static bool step_leads(const struct rea_ctx *c, int body, int target, int dir, int left)
{
    struct rea_body *y = &c->s->body[body], keep = *y;
    int cost = charge_cost(c, body, dir);

    if (cost < 0 || cost > left || !shifted(c, y, dir, y->hex)) {
        *y = keep;
        return false;
    }
    bool ok = rea_body_in_zoc(c, body) ? can_reach(c, body, target)
                                       : charge_path(c, body, target, left - cost);
    *y = keep;
    return ok;
}

static const struct rea_attack *attack_of(const struct rea_ctx *c, int body)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body == body)
            return &c->s->attack[i];
    return NULL;
}

static bool any_step(const struct rea_ctx *c, int body, int target, int left)
{
    for (int d = 0; d < 2; d++)
        if (step_leads(c, body, target, tc_hex_mod6(c->s->body[body].facing + d), left))
            return true;
    return false;
}

bool rea_legal_charge(const struct rea_ctx *c, int body, const struct tc_act *a,
                      struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    const struct rea_attack *t = attack_of(c, body);
    int left = charge_mp(c, body) - y->mp;

    if (a->verb == REA_V_STOP) {
        if (!sees_enemy(c, body) && any_step(c, body, t->target, left))
            return tc_refuse(why, "R-13.3b.2", REA_R_MUST_CHARGE, 0, 0, 0);
        return true;
    }
    if (a->verb == REA_V_CONTRACT) {
        if (y->form != REA_LINE || y->len < 2 || y->d_fresh >= y->steps || a->arg[0] < 0 ||
            a->arg[0] > 1)
            return tc_refuse(why, "R-13.3c.1", REA_R_ONCE, 0, 0, 0);
        if (rea_body_in_zoc(c, body))
            return tc_refuse(why, "R-13.3c.2", REA_R_ZOC, y->hex[0], 0, 0);
        return true;
    }
    if (a->arg[0] < 0 || a->arg[0] > 5 ||
        !tc_hexmask_has(rea_front_mask(y->form, y->facing), a->arg[0]))
        return tc_refuse(why, "R-13.3x1", REA_R_NOT_FRONT, 0, 0, 0);
    if (!step_leads(c, body, t->target, a->arg[0], left))
        return tc_refuse(why, "R-13.3x1", REA_R_NO_PATH, rea_lead_unit(c, t->target), left, 0);
    return true;
}

static void charge_step(struct rea_ctx *c, int body, int dir)
{
    struct rea_body *y = &c->s->body[body];
    int16_t to[REA_LONG], old[REA_LONG];
    int cost = charge_cost(c, body, dir), old_len = y->len;
    struct rea_plan p = { 0 };

    memcpy(old, y->hex, sizeof old);
    for (int i = 0; i < y->len; i++) {
        struct rea_price r =
            rea_price(c, rea_column_of(REA_HORSE, y->form), y->form, y->hex[i], dir, false);
        p.wait_hex = (uint8_t)(p.wait_hex + r.check_hex);
        p.wait_side = (uint8_t)(p.wait_side + r.check_side);
    }
    shifted(c, y, dir, to);
    y->mp = (int16_t)(y->mp + cost);
    y->steps++;
    y->charged = 1;
    rea_put(c, body, y->form, y->facing, to, y->len);
    rea_displace_leaders(c, to[0], !y->side);
    rea_tell(c->u, REA_E_MOVED, "R-13.3x1", rea_lead_unit(c, body), to[0], cost);
    rea_step_checks(c, body, &p, old, old_len);
}

static void charge_contract(struct rea_ctx *c, int body, int end)
{
    struct rea_body *y = &c->s->body[body];

    y->d_fresh++; /* contractions so far: R-13.3c.1 */
    rea_put(c, body, y->form, y->facing, y->hex + (end == 0), y->len - 1);
    rea_tell(c->u, REA_E_CONTRACTED, "R-13.3c.1", rea_lead_unit(c, body), y->len, 0);
}

/* R-13.3f.1: one check where the charge ends; R-13.0.3d when there is nobody to fight. */
static void end_charge(struct rea_ctx *c, struct rea_attack *t)
{
    struct rea_body *y = &c->s->body[t->body];
    int er = y->er, checks = y->checks, body = t->body;

    y->er = 0;
    y->checks = 0;
    y->wait_hex = y->wait_side = 0;
    y->d_fresh = 0;
    y->mp = 0;
    if (checks)
        rea_disorder_check(c, body, er, "R-13.3f.1");
    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && c->s->body[b].pass) {
            int n = c->s->body[b].pass;
            c->s->body[b].pass = 0;
            rea_disorder_check(c, b, 10 * n, "R-17.1b.8");
        }
    if (!y->units || y->form == REA_ROUT)
        return;
    bool foe = false;
    for (int b = 0; b < c->bk->units; b++)
        foe |= c->s->body[b].units && c->s->body[b].side != y->side && can_reach(c, body, b);
    if (!foe) {
        rea_disorder(c, body, "R-13.0.3d");
        t->body = REA_NO;
    } else if (rea_disordered(c, body)) {
        TC_RULE("R-13.3.1");
    }
}

static bool fits_here(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i]))
            if (o != body)
                return false;
    return true;
}

/* One hex of one charge a step. */
void rea_play_charge(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    while (s->cursor < s->attacks &&
           (s->attack[s->cursor].body == REA_NO || !s->attack[s->cursor].charge ||
            !s->body[s->attack[s->cursor].body].units ||
            s->body[s->attack[s->cursor].body].form == REA_ROUT))
        s->cursor++;
    if (s->cursor >= s->attacks) {
        s->cursor = 0;
        rea_then(c, REA_ST_GROUP);
        return;
    }
    struct rea_attack *t = &s->attack[s->cursor];
    int body = t->body;
    bool stop = s->body[body].steps > 0 && rea_body_in_zoc(c, body);
    if (stop)
        TC_RULE("R-13.3b.1");
    if (!stop) {
        struct tc_act a = rea_ask(c, s->acting, REA_Q_CHARGE, "R-13.3x1",
                                  rea_lead_unit(c, body), rea_lead_unit(c, t->target), 0);
        if (a.verb == REA_V_STEP) {
            charge_step(c, body, a.arg[0]);
            rea_then(c, REA_ST_CHARGE);
            return;
        }
        if (a.verb == REA_V_CONTRACT) {
            charge_contract(c, body, a.arg[0]);
            return;
        }
    }
    if (!fits_here(c, body))
        rea_rout(c, body, REA_BY_OTHER, "R-12.7g");
    if (s->body[body].units && s->body[body].form != REA_ROUT)
        end_charge(c, t);
    s->cursor++;
    rea_then(c, REA_ST_CHARGE);
}

/* --- Step 4: who fights whom
 * ---------------------------------------------------------------------------- */

static int add_defence(struct rea_ctx *c, int body, int fight)
{
    struct rea_state *s = c->s;
    int top = rea_stack_top(c, body);

    for (int i = 0; i < s->defences; i++)
        if (rea_stack_top(c, s->defence[i].body) == top)
            return i;
    if (s->defences >= REA_ATTACKS)
        return TC_NONE;
    memset(&s->defence[s->defences], 0, sizeof *s->defence);
    s->defence[s->defences].body = (uint8_t)top;
    s->defence[s->defences].fight = (uint8_t)fight;
    return s->defences++;
}

static void join_fights(struct rea_state *s, int a, int b)
{
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].fight == b)
            s->attack[i].fight = (uint8_t)a;
    for (int i = 0; i < s->defences; i++)
        if (s->defence[i].fight == b)
            s->defence[i].fight = (uint8_t)a;
}

static void engage(struct rea_ctx *c, int i, int enemy)
{
    struct rea_state *s = c->s;
    int d = add_defence(c, enemy, s->attack[i].fight);

    if (d >= 0 && s->defence[d].fight != s->attack[i].fight)
        join_fights(s, s->defence[d].fight, s->attack[i].fight);
}

static bool named(const struct rea_ctx *c, int enemy)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body != REA_NO && c->s->body[c->s->attack[i].target].units &&
            rea_stack_top(c, c->s->attack[i].target) == enemy &&
            can_reach(c, c->s->attack[i].body, c->s->attack[i].target))
            return true;
    return false;
}

static void engage_all(struct rea_ctx *c, int i)
{
    struct rea_state *s = c->s;
    int body = s->attack[i].body, n = 0;

    int t = s->attack[i].target;
    if (s->body[t].units && s->body[t].side != s->body[body].side && can_reach(c, body, t)) {
        engage(c, i, t);
        n++;
    }
    for (int b = 0; b < c->bk->units; b++)
        if (s->body[b].units && s->body[b].side != s->body[body].side &&
            rea_stack_top(c, b) == b && can_reach(c, body, b) && (!n || !named(c, b))) {
            TC_RULE("R-RUL-71");
            engage(c, i, b);
            n++;
        }
    if (!n)
        s->attack[i].body = REA_NO;
}

static void number_fights(struct rea_state *s)
{
    int n = 0;

    for (int f = 0; f < REA_ATTACKS; f++) {
        bool used = false;
        for (int i = 0; i < s->attacks; i++)
            used |= s->attack[i].body != REA_NO && s->attack[i].fight == f;
        if (used) {
            join_fights(s, n + 100, f);
            n++;
        }
    }
    for (int i = 0; i < s->attacks; i++)
        s->attack[i].fight =
            s->attack[i].body == REA_NO ? REA_NO : (uint8_t)(s->attack[i].fight - 100);
    for (int i = 0; i < s->defences; i++)
        s->defence[i].fight =
            s->defence[i].fight >= 100 ? (uint8_t)(s->defence[i].fight - 100) : REA_NO;
    s->fights = (uint8_t)n;
}

void rea_play_group(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    s->defences = 0;
    for (int i = 0; i < s->attacks; i++) {
        int b = s->attack[i].body;
        s->attack[i].fight = (uint8_t)i;
        if (b != REA_NO && (!s->body[b].units || s->body[b].form == REA_ROUT))
            s->attack[i].body = REA_NO;
    }
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].body != REA_NO)
            engage_all(c, i);
    number_fights(s);
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].body != REA_NO)
            s->body[s->attack[i].body].d_taken = s->body[s->attack[i].body].d_fresh = 0;
    for (int i = 0; i < s->defences; i++)
        for (int o = rea_stack_top(c, s->defence[i].body); o >= 0;
             o = rea_below(c, o, c->s->body[s->defence[i].body].hex[0]))
            s->body[o].d_taken = s->body[o].d_fresh = 0;
    s->cursor = 0;
    s->fight = 0;
    s->round = 0;
    s->path_len = 0;
    s->router = REA_NO;
    TC_RULE("R-13.0.4");
    TC_RULE("R-14.x2");
    TC_RULE("R-RUL-5");
    if (!s->fights) {
        rea_end_combat(c);
        return;
    }
    s->head.step = REA_ST_EVADE;
}

/* --- Step 5: retreat before combat
 * --------------------------------------------------------------------------- */

static bool only_foot(const struct rea_ctx *c, int fight)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (rea_attacks_in(c->s, i, fight) &&
            rea_lead(c, c->s->attack[i].body)->arm != REA_FOOT)
            return false;
    return true;
}

static bool may_evade(const struct rea_ctx *c, int i)
{
    const struct rea_defence *d = &c->s->defence[i];
    const struct rea_body *y = &c->s->body[d->body];

    if (!y->units || !only_foot(c, d->fight) || d->fight == REA_NO)
        return false;
    return y->form == REA_SKIRMISH ||
           (rea_lead(c, d->body)->arm == REA_HORSE && y->form != REA_ROUT);
}

static void evade(struct rea_ctx *c, int i)
{
    struct rea_state *s = c->s;
    struct rea_defence *d = &s->defence[i];
    int b = d->body;
    bool horse = rea_lead(c, b)->arm == REA_HORSE;

    TC_RULE("R-RUL-33");
    if (horse && rea_plain_check(c, rea_lead(c, b)->er, "R-13.8x1") > 0)
        return;
    TC_RULE("R-13.8.2");
    d->done = 2;
    s->vacated[i] = s->body[b].hex[0];
    rea_tell(c->u, REA_E_EVADES, horse ? "R-13.8x1" : "R-13.8.1", rea_lead_unit(c, b), 0, 0);
    rea_queue(c, REA_DUE_RETREAT, b, 2, REA_BY_OTHER);
}

void rea_play_evade(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;

    if (i >= s->defences) {
        s->cursor = 0;
        rea_then(c, REA_ST_STAND);
        return;
    }
    s->vacated[i] = s->body[s->defence[i].body].hex[0];
    if (may_evade(c, i)) {
        struct tc_act a = rea_ask(c, s->body[s->defence[i].body].side, REA_Q_EVADE, "R-13.8.1",
                                  rea_lead_unit(c, s->defence[i].body), 0, 0);
        if (a.verb == REA_V_WITHDRAW)
            evade(c, i);
    }
    rea_then(c, REA_ST_EVADE);
}

/* --- Step 6: defenders' morale
 * ----------------------------------------------------------------------------------- */

bool rea_enfilade_by(const struct rea_ctx *c, int victim, int striker)
{
    const struct rea_body *y = &c->s->body[striker];
    bool front = false, side = false;

    for (int i = 0; i < y->len; i++) {
        int z = rea_zone(c, victim, y->hex[i]);
        front |= z == TC_HEX_FRONT;
        side |= z == TC_HEX_FLANK || z == TC_HEX_REAR;
    }
    return side && !front;
}

static bool enfiladed(const struct rea_ctx *c, int victim, int fight)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (rea_attacks_in(c->s, i, fight) && rea_enfilade_by(c, victim, c->s->attack[i].body))
            return true;
    return false;
}

/* R-18.5c; Brandywine R-B3.4, R-B3.5, R-B3.16. */
static void catch_routed(struct rea_ctx *c, int i)
{
    struct rea_state *s = c->s;
    int b = s->defence[i].body;

    s->defence[i].done = 1;
    if (!rea_brandywine(c)) {
        while (s->body[b].units) {
            int k = s->body[b].unit[0];
            rea_tell(c->u, REA_E_ELIMINATED, "R-18.5c", k, 0, 0);
            s->unit[k].sp = 0;
            rea_drop_unit(c, k, REA_GONE);
        }
        return;
    }
    if (rea_is_guns(c, b)) {
        TC_RULE("R-B3.16");
        rea_surrender(c, b, "R-B3.8");
        return;
    }
    int n = only_foot(c, s->defence[i].fight) ? 1 : 2;
    if (n == 2)
        TC_RULE("R-B3.16");
    rea_tell(c->u, REA_E_LOSES, n == 1 ? "R-B3.4" : "R-B3.5", rea_lead_unit(c, b), n, 0);
    while (n-- > 0 && s->body[b].units)
        rea_lose_from(c, s->body[b].unit[0], 1);
    rea_queue(c, REA_DUE_ROUT, b, 4, REA_BY_PRECOMBAT);
}

void rea_play_stand(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;

    if (i >= s->defences) {
        s->cursor = 0;
        rea_then(c, REA_ST_VOLLEY);
        return;
    }
    struct rea_defence *d = &s->defence[i];
    if (s->body[d->body].units && !d->done && d->fight != REA_NO &&
        rea_attackers_left(c, d->fight)) {
        if (s->body[d->body].form == REA_ROUT) {
            catch_routed(c, i);
        } else {
            rea_morale_check(c, d->body, REA_BY_PRECOMBAT, 0, enfiladed(c, d->body, d->fight),
                             "R-13.7x1");
        }
    }
    rea_then(c, REA_ST_STAND);
}

/* --- Step 7: Defensive Fire
 * ------------------------------------------------------------------------------------------ */

static bool attacker_at(const struct rea_ctx *c, int fight, int hex)
{
    for (int i = 0; i < c->s->attacks; i++) {
        if (!rea_attacks_in(c->s, i, fight))
            continue;
        const struct rea_body *y = &c->s->body[c->s->attack[i].body];
        for (int k = 0; k < y->len; k++)
            if (y->hex[k] == hex)
                return true;
    }
    return false;
}

static int foot_of(const struct rea_ctx *c, int body)
{
    for (int o = rea_stack_top(c, body); o >= 0; o = rea_below(c, o, c->s->body[body].hex[0]))
        if (!rea_is_guns(c, o))
            return o;
    return TC_NONE;
}

/* Who of the stack fires with this part at this hex: R-13.9b. */
static int firers(const struct rea_ctx *c, int defence, int part, int hex, struct rea_shot *s)
{
    const struct rea_defence *d = &c->s->defence[defence];

    s->n = 0;
    for (int o = rea_stack_top(c, d->body); o >= 0 && s->n < 8;
         o = rea_below(c, o, c->s->body[d->body].hex[0])) {
        bool guns = rea_is_guns(c, o);
        int p = guns ? REA_PART_WHOLE : part;
        if (guns && (d->fired & 8))
            continue;
        if (!rea_may_fire(c, o, p, hex, REA_FIRE_DEFENSIVE, NULL))
            continue;
        s->body[s->n] = (uint8_t)o;
        s->part[s->n++] = (uint8_t)p;
    }
    s->hex = (int16_t)hex;
    s->kind = REA_FIRE_DEFENSIVE;
    return s->n;
}

bool rea_legal_volley(const struct rea_ctx *c, int defence, const struct tc_act *a,
                      struct tc_refusal *why)
{
    const struct rea_defence *d = &c->s->defence[defence];
    int foot = foot_of(c, d->body);
    struct rea_shot s;

    if (a->verb == REA_V_HOLD)
        return true;
    if (a->verb == REA_V_SQUARE_FIRE) {
        if (foot < 0 || (d->fired & 3) || rea_lead_unit(c, foot) != a->arg[0])
            return tc_refuse(why, "R-12.1e.1", REA_R_FIRED, 0, 0, 0);
        return rea_legal_square_fire(c, foot, a->arg[1] ? REA_PART_Y : REA_PART_X,
                                     REA_FIRE_DEFENSIVE, why);
    }
    int part = a->arg[1];
    if (a->arg[0] != rea_lead_unit(c, rea_stack_top(c, d->body)) || part < 0 ||
        part > REA_PART_RIGHT)
        return tc_refuse(why, "R-13.9x1", REA_R_PART, 0, 0, 0);
    if (part != REA_PART_WHOLE &&
        (foot < 0 || c->s->body[foot].len != 2 || c->s->body[foot].form != REA_LINE))
        return tc_refuse(why, "R-12.1f", REA_R_PART, 0, 0, 0);
    if (d->fired & (part == REA_PART_LEFT ? 1 : part == REA_PART_RIGHT ? 2 : 3))
        return tc_refuse(why, "R-13.9x1", REA_R_FIRED, 0, 0, 0);
    if (foot >= 0 && c->s->body[foot].form == REA_SQUARE)
        return tc_refuse(why, "R-12.1e.1", REA_R_FORM, REA_SQUARE, 0, 0);
    if (!attacker_at(c, d->fight, a->arg[2]))
        return tc_refuse(why, "R-13.9x1", REA_R_NO_TARGET, a->arg[2], 0, 0);
    if (!firers(c, defence, part, a->arg[2], &s))
        return tc_refuse(why, "R-12.x4", REA_R_ARC, a->arg[2], 0, 0);
    return true;
}

static bool can_volley(const struct rea_ctx *c, int i)
{
    const struct rea_defence *d = &c->s->defence[i];
    int lead = rea_lead_unit(c, rea_stack_top(c, d->body)), foot = foot_of(c, d->body);

    for (int k = 0; k < c->s->attacks; k++) {
        if (!rea_attacks_in(c->s, k, d->fight))
            continue;
        const struct rea_body *y = &c->s->body[c->s->attack[k].body];
        for (int h = 0; h < y->len; h++)
            for (int part = 0; part <= REA_PART_RIGHT; part++) {
                struct tc_act a = rea_act(REA_V_FIRE, lead, part, y->hex[h], 0);
                if (rea_legal_volley(c, i, &a, NULL))
                    return true;
            }
    }
    for (int set = 0; set < 2 && foot >= 0; set++) {
        struct tc_act a = rea_act(REA_V_SQUARE_FIRE, rea_lead_unit(c, foot), set, 0, 0);
        if (rea_legal_volley(c, i, &a, NULL))
            return true;
    }
    return false;
}

static void volley(struct rea_ctx *c, int i, const struct tc_act *a)
{
    struct rea_defence *d = &c->s->defence[i];
    struct rea_shot s;

    if (a->verb == REA_V_SQUARE_FIRE) {
        int foot = foot_of(c, d->body);
        d->fired = 15;
        rea_fire_squares(c, foot, a->arg[1] ? REA_PART_Y : REA_PART_X, REA_FIRE_DEFENSIVE);
        return;
    }
    int n = firers(c, i, a->arg[1], a->arg[2], &s);
    if (n > 1)
        TC_RULE("R-13.9b");
    d->fired |= (uint8_t)(a->arg[1] == REA_PART_LEFT ? 1 : a->arg[1] == REA_PART_RIGHT ? 2 : 3);
    for (int k = 0; k < n; k++)
        if (rea_is_guns(c, s.body[k]))
            d->fired |= 8;
    rea_tell(c->u, REA_E_DEFENSIVE_FIRE, "R-13.9x1", rea_lead_unit(c, s.body[0]), a->arg[2], 0);
    rea_fire(c, &s);
}

/* One Defensive Fire a step. */
void rea_play_volley(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    while (s->cursor < s->defences) {
        int i = s->cursor;
        bool on = s->defence[i].fight != REA_NO && rea_defends_in(s, i, s->defence[i].fight) &&
                  rea_attackers_left(c, s->defence[i].fight) && can_volley(c, i);
        if (on)
            break;
        s->cursor++;
    }
    if (s->cursor >= s->defences) {
        s->cursor = 0;
        s->fight = 0;
        s->round = 0;
        rea_then(c, REA_ST_ROUND);
        return;
    }
    int i = s->cursor;
    struct tc_act a = rea_ask(c, s->body[s->defence[i].body].side, REA_Q_VOLLEY, "R-13.9x1", i,
                              rea_lead_unit(c, s->defence[i].body), 0);
    if (a.verb == REA_V_HOLD)
        s->cursor++;
    else
        volley(c, i, &a);
    rea_then(c, REA_ST_VOLLEY);
}
