/* rules/reason/charge.c - chapter 13, step 3: the answer to a charge, and the charge. */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"
#include "rules/reason/step.h"

/* Told further down: */
static bool plan_answer(const struct rea_ctx *c, int body, const struct tc_act *a,
                        struct rea_plan *p, struct tc_refusal *why);
static void charge_contract(struct rea_ctx *c, int body, int end);
static void end_charge(struct rea_ctx *c, struct rea_attack *t);
static void charge_step(struct rea_ctx *c, int body, int dir);
static struct tc_act opp_way(struct rea_ctx *c, int body, int target);
static int way_of(const struct rea_ctx *c, int body, int target, int dir);
static bool legal_ride_out(const struct rea_ctx *c, int body, int charger,
                           const struct tc_act *a, struct tc_refusal *why);
static const struct rea_attack *attack_of(const struct rea_ctx *c, int body);
static bool sees_enemy(const struct rea_ctx *c, int body);
static bool any_step(const struct rea_ctx *c, int body, int target, int left);
static bool step_leads(const struct rea_ctx *c, int body, int target, int dir, int left);
static void answer(struct rea_ctx *c, int body, int charger, const struct tc_act *a);
static void all_take(struct rea_ctx *c, int body, const struct rea_plan *p);
static bool legal_counter(const struct rea_ctx *c, int body, struct tc_refusal *why);
static bool may_answer(const struct rea_ctx *c, int body, struct tc_refusal *why);
static bool rides_to(const struct rea_ctx *c, int body, int charger, int dir, int16_t *to);
static void ride_out(struct rea_ctx *c, int body, int charger);

bool rea_legal_answer(const struct rea_ctx *c, int body, const struct tc_act *a,
                      struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_plan p;

    if (a->verb == REA_V_HOLD)
        return true;
    if (!may_answer(c, body, why))
        return false;
    if (a->verb == REA_V_COUNTER)
        return legal_counter(c, body, why);
    if (a->verb != REA_V_TURN && a->verb != REA_V_FORM && a->verb != REA_V_HOOK)
        return tc_refuse(why, "R-13.4.1", TC_R_NOT_NOW, 0, 0, 0);
    if (rea_is_guns(c, body) || y->form == REA_GO)
        return tc_refuse(why, "R-13.4.1", REA_R_NO_ANSWER, 0, 0, 0);
    if (!plan_answer(c, body, a, &p, why))
        return false;
    if (!rea_room_for_all(c, body, p.form, p.hex, p.len, why))
        return false;
    int16_t want[REA_LONG];
    if (p.form == REA_MC && (!rea_column_hexes(c, p.hex[0], p.facing, p.len, want) ||
                             memcmp(want, p.hex, p.len * sizeof *want) != 0))
        return tc_refuse(why, "R-8.4a.3", REA_R_BENT, 0, 0, 0);
    for (int i = 0; i < p.len; i++)
        for (int o = c->first[p.hex[i]] - 1; o >= 0; o = rea_below(c, o, p.hex[i]))
            if (o != body && !rea_one_formation(c, o, body) &&
                !(p.form == REA_LINE && c->s->body[o].form == REA_UA) &&
                !rea_may_stack(c, p.form, rea_lead(c, body)->arm, p.facing, p.hex, p.len, o))
                return tc_refuse(why, "R-10.x1", REA_R_STACK, rea_lead_unit(c, o), 0, 0);
    return true;
}

/* The change of facing or formation, a Hook too, with which it answers. */
static bool plan_answer(const struct rea_ctx *c, int body, const struct tc_act *a,
                        struct rea_plan *p, struct tc_refusal *why)
{
    if (a->verb == REA_V_TURN)
        return rea_plan_turn(c, body, a->arg[0], p, why);
    if (a->verb == REA_V_HOOK)
        return rea_plan_hook(c, body, a->arg[0], p, why);
    return rea_plan_form(c, body, a->arg[0], a->arg[1], a->arg[2], a->arg[3], p, why);
}

/* One hex of one charge a step. */
void rea_step_charge(void *state, struct tc_umpire *u)
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
        if (s->opp)
            rea_meet_charge(c);
        rea_then(c, REA_ST_GROUP);
        return;
    }
    struct rea_attack *t = &s->attack[s->cursor];
    int body = t->body;
    bool stop = s->body[body].steps > 0 && (s->opp || rea_body_in_zoc(c, body));
    if (!stop) { /* R-13.3b.1 */
        struct tc_act a = s->opp
                              ? opp_way(c, body, t->target)
                              : rea_ask(c, s->acting, REA_Q_CHARGE, "R-13.3x1",
                                        rea_lead_unit(c, body), rea_lead_unit(c, t->target), 0);
        if (a.verb == REA_V_STEP) {
            charge_step(c, body, a.arg[0]);
            rea_then(c, REA_ST_CHARGE);
            return;
        }
        if (a.verb == REA_V_CONTRACT) {
            charge_contract(c, body, a.arg[0]);
            rea_then(c, REA_ST_CHARGE); /* R-10.5d.1 */
            return;
        }
    }
    if (!rea_fits_here(c, body))
        rea_rout_alone(c, body, "R-12.7g");
    if (s->body[body].units && s->body[body].form != REA_ROUT)
        end_charge(c, t);
    else
        rea_check_passed(c, "R-17.1b.8");
    s->cursor++;
    rea_then(c, REA_ST_CHARGE);
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
    int last = rea_has(c, REA_LAST_HEX_CHECKS) ? y->wait_hex + y->wait_side : 0; /* R-B7.2 */
    int er = y->er + last * rea_enter_mod(c, t->body), checks = y->checks + last;
    int body = t->body;

    y->er = 0; /* R-B7.2 */
    y->checks = 0;
    y->wait_hex = y->wait_side = 0;
    y->d_fresh = y->pass = 0;
    y->mp = 0;
    if (checks)
        rea_disorder_check(c, body, er, "R-13.3f.1");
    rea_check_passed(c, "R-17.1b.8");
    if (!y->units || y->form == REA_ROUT)
        return;
    bool foe = false;
    for (int b = 0; b < c->bk->units; b++)
        foe |=
            c->s->body[b].units && c->s->body[b].side != y->side && rea_can_reach(c, body, b);
    if (!foe) {
        rea_disorder(c, body, "R-13.0.3d");
        t->body = REA_NO;
    } /* else it charges, disordered or not */
}

static void charge_step(struct rea_ctx *c, int body, int dir)
{
    struct rea_body *y = &c->s->body[body];
    int16_t to[REA_LONG], old[REA_LONG];
    int cost = rea_charge_cost(c, body, dir), old_len = y->len;
    struct rea_plan p = { 0 };

    memcpy(old, y->hex, sizeof old);
    for (int i = 0; i < y->len; i++) {
        struct rea_price r =
            rea_price(c, rea_column_of(REA_HORSE, y->form), y->form, y->hex[i], dir, false);
        p.wait_hex = (uint8_t)(p.wait_hex + r.check_hex);
        p.wait_side = (uint8_t)(p.wait_side + r.check_side);
    }
    rea_shifted(c, y, dir, to);
    y->mp = (int16_t)(y->mp + cost);
    y->steps++;
    y->charged = 1;
    rea_put(c, body, y->form, y->facing, to, y->len);
    for (int i = 0; i < y->len; i++)
        rea_displace_leaders(c, to[i], !y->side);
    rea_tell(c->u, REA_E_MOVED, "R-13.3x1", rea_lead_unit(c, body), to[0], cost);
    rea_step_checks(c, body, &p, old, old_len);
    for (int i = 0; i < c->s->attacks && c->s->opp; i++) { /* all of them charge as one */
        struct rea_body *o = &c->s->body[c->s->attack[i].body];
        if (o == y)
            continue;
        o->steps = o->charged = 1;
        rea_put(c, c->s->attack[i].body, y->form, y->facing, to, y->len);
    }
    rea_leaders_follow(c, body, old, old_len);
}

/* The way an Opportunity Charge rides; its owner chooses between two that differ. */
static struct tc_act opp_way(struct rea_ctx *c, int body, int target)
{
    int first = c->s->body[body].facing, second = tc_hex_mod6(first + 1);
    bool one = rea_opp_lane(c, body, target, first);

    if (one && (!rea_opp_lane(c, body, target, second) ||
                way_of(c, body, target, first) == way_of(c, body, target, second)))
        return rea_act(REA_V_STEP, first, 0, 0, 0);
    return rea_ask(c, c->s->body[body].side, REA_Q_CHARGE, "R-13.3x1", rea_lead_unit(c, body),
                   rea_lead_unit(c, target), 0);
}

/* What one way of an Opportunity Charge brings: the cost, the side it strikes, the ground it
 * strikes from and across, how many it must fight. */
static int way_of(const struct rea_ctx *c, int body, int target, int dir)
{
    struct rea_body *y = &c->s->body[body], keep = *y;
    int cost = rea_charge_cost(c, body, dir), foes = 0;
    bool flank, open = true;

    rea_shifted(c, y, dir, y->hex);
    flank = rea_enfilade_by(c, target, body);
    for (int b = 0; b < c->bk->units; b++)
        foes +=
            c->s->body[b].units && c->s->body[b].side != y->side && rea_can_reach(c, body, b);
    for (int i = 0; i < y->len; i++) {
        open &= rea_hex_clear(c, y->hex[i]);
        for (int d = 0; d < 2; d++)
            if (rea_enemy_at(c, y->side,
                             tc_hexmap_next(&c->bk->map, y->hex[i], y->facing + d)) >= 0)
                open &= rea_side_open(c, y->hex[i], tc_hex_mod6(y->facing + d));
    }
    *y = keep;
    return ((cost * 64 + foes) * 2 + flank) * 2 + open;
}

bool rea_legal_charge(const struct rea_ctx *c, int body, int foe, const struct tc_act *a,
                      struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    const struct rea_attack *t = attack_of(c, body);
    int left = rea_charge_mp(c, body) - y->mp;

    if (t == NULL)
        return legal_ride_out(c, body, foe, a, why);
    if (a->verb == REA_V_STOP) {
        if (!sees_enemy(c, body) && any_step(c, body, t->target, left))
            return tc_refuse(why, "R-13.3b.2", REA_R_MUST_CHARGE, 0, 0, 0);
        return true;
    }
    if (a->verb == REA_V_CONTRACT) {
        if (rea_body_in_zoc(c, body))
            return tc_refuse(why, "R-13.3c.2", REA_R_ZOC, y->hex[0], 0, 0);
        if (y->form != REA_LINE || y->len < 2)
            return tc_refuse(why, "R-13.3c.1", REA_R_NO_RESIZE, 0, 0, 0);
        if (y->d_fresh >= y->steps)
            return tc_refuse(why, "R-13.3c.1", REA_R_CONTRACTED, 0, 0, 0);
        return (a->arg[0] >= 0 && a->arg[0] <= 1) ||
               tc_refuse(why, "R-13.3c.1", REA_R_NO_END, 0, 0, 0);
    }
    if (!rea_is_facing(a->arg[0]) ||
        !tc_hexmask_has(rea_front_mask(y->form, y->facing), a->arg[0]))
        return tc_refuse(why, "R-13.3x1", REA_R_NOT_FRONT, 0, 0, 0);
    if (!step_leads(c, body, t->target, a->arg[0], left))
        return tc_refuse(why, "R-13.3x1", REA_R_NO_PATH, rea_lead_unit(c, t->target), left, 0);
    return true;
}

/* One target of a charge a step. */
void rea_step_answer(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;
    bool first = true;

    if (i == 0)
        rea_attacks_lapse(c);
    if (i >= s->attacks) {
        s->cursor = 0;
        rea_then(c, REA_ST_CHARGE);
        return;
    }
    struct rea_attack *t = &s->attack[i];
    for (int k = 0; k < i; k++)
        first &= !(s->attack[k].body != REA_NO && s->attack[k].charge &&
                   s->attack[k].target == t->target);
    int target = s->body[t->target].units ? rea_stack_foot(c, t->target) : t->target;
    if (t->body != REA_NO && t->charge && first && may_answer(c, target, NULL)) {
        struct tc_act a =
            rea_ask(c, !s->acting, REA_Q_ANSWER, "R-13.4.1", rea_lead_unit(c, target),
                    rea_lead_unit(c, t->body), rea_faces(s->body[target].form));
        if (a.verb != REA_V_HOLD)
            answer(c, target, t->body, &a);
    }
    rea_then(c, REA_ST_ANSWER);
}

static bool legal_counter(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    int form = c->s->body[body].form;

    if (rea_lead(c, body)->arm != REA_HORSE || (form != REA_LINE && form != REA_AC))
        return tc_refuse(why, "R-13.5a.3", REA_R_NO_COUNTER, 0, 0, 0);
    return true; /* R-13.5a.1, R-13.5a.2 */
}

static bool may_answer(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (!y->units || y->form == REA_ROUT || rea_disordered(c, body)) {
        /* R-13.5a.4, R-13.5a.5 */
        return tc_refuse(why, "R-13.4a.1", REA_R_DISORDERED, 0, 0, 0);
    }
    if (rea_body_in_zoc(c, body)) {
        /* R-13.5a.6, R-RUL-69 */
        return tc_refuse(why, "R-13.4a.2", REA_R_ZOC, y->hex[0], 0, 0);
    }
    return true; /* R-18.4a.4 */
}

static void counter(struct rea_ctx *c, int body, int charger)
{
    /* R-7.5c.3, R-13.5a.7, R-18.4a.6 */
    if (!rea_morale_check(c, body, REA_BY_COUNTER, 0, false, "R-13.5x1"))
        return;
    rea_tell(c->u, REA_E_COUNTERS, "R-13.5x1", rea_lead_unit(c, body), 0, 0);
    ride_out(c, body, charger);
}

static void answer(struct rea_ctx *c, int body, int charger, const struct tc_act *a)
{
    struct rea_plan p;

    if (a->verb == REA_V_COUNTER) {
        counter(c, body, charger);
        return;
    }
    plan_answer(c, body, a, &p, NULL);
    int er = p.all ? 40 : (10 * p.cost + 3) / 6;
    if (!rea_disorder_check(c, body, er, "R-13.4.1")) /* R-17.1d.2 */
        return;                                       /* R-13.4x1, R-RUL-31 */
    /* R-RUL-82: guns turn with their Line, out of whichever hex it wheels. */
    for (int o = rea_stack_top(c, body); o >= 0; o = rea_below(c, o, c->s->body[body].hex[0]))
        if (c->s->body[o].form == REA_UA && p.form == REA_LINE)
            c->s->body[o].facing = p.facing;
    all_take(c, body, &p);
    rea_tell(c->u, REA_E_FORMED, "R-13.4.1", rea_lead_unit(c, body), p.form, 0);
}

/* A body and those in one formation with it take new hexes, form and facing: a stack answers
 * as one. */
static void all_take(struct rea_ctx *c, int body, const struct rea_plan *p)
{
    const struct rea_body old = c->s->body[body];
    int h = old.hex[0], n = 0;
    uint8_t all[REA_STACK];

    for (int o = rea_stack_top(c, body); o >= 0 && n < REA_STACK; o = rea_below(c, o, h))
        if (rea_one_formation(c, o, body))
            all[n++] = (uint8_t)o;
    for (int i = 0; i < n; i++) {
        c->s->body[all[i]].hook = p->hook;
        rea_put(c, all[i], p->form, p->facing, p->hex, p->len);
    }
    rea_leaders_follow(c, body, old.hex, old.len);
}

/* Where a Counter Charge rides that has the choice: R-RUL-32. */
static bool legal_ride_out(const struct rea_ctx *c, int body, int charger,
                           const struct tc_act *a, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int16_t to[REA_LONG];

    if (a->verb != REA_V_STEP)
        return tc_refuse(why, "R-RUL-32", REA_R_MUST_CHARGE, 0, 0, 0);
    if (a->arg[0] != y->facing && a->arg[0] != tc_hex_mod6(y->facing + 1))
        return tc_refuse(why, "R-RUL-32", REA_R_NOT_FRONT, 0, 0, 0);
    return rides_to(c, body, charger, a->arg[0], to) ||
           tc_refuse(why, "R-RUL-32", REA_R_NO_PATH, rea_lead_unit(c, charger), 0, 0);
}

static const struct rea_attack *attack_of(const struct rea_ctx *c, int body)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body == body)
            return &c->s->attack[i];
    return NULL;
}

static bool sees_enemy(const struct rea_ctx *c, int body)
{
    int16_t front[3 * REA_LONG + 6];
    int n = rea_fronts(c, body, front);

    for (int i = 0; i < n; i++)
        if (rea_enemy_at(c, c->s->body[body].side, front[i]) >= 0)
            return true;
    return false;
}

static bool any_step(const struct rea_ctx *c, int body, int target, int left)
{
    for (int d = 0; d < 2; d++)
        if (step_leads(c, body, target, tc_hex_mod6(c->s->body[body].facing + d), left))
            return true;
    return false;
}

static bool step_leads(const struct rea_ctx *c, int body, int target, int dir, int left)
{
    struct rea_body *y = &c->s->body[body], keep = *y;
    int cost = rea_charge_cost(c, body, dir);

    if (c->s->opp)
        return rea_opp_lane(c, body, target, dir);
    if (cost < 0 || cost > left || !rea_shifted(c, y, dir, y->hex)) {
        *y = keep;
        return false;
    }
    bool ok = rea_body_in_zoc(c, body)
                  ? rea_can_reach(c, body, target) && rea_fits_here(c, body)
                  : rea_charge_path(c, body, target, left - cost);
    *y = keep;
    return ok;
}

/* R-RUL-32: one hex towards the charger, if a front hex is free; of two its owner chooses. */
static void ride_out(struct rea_ctx *c, int body, int charger)
{
    struct rea_body *y = &c->s->body[body];
    int dir = y->facing, other = tc_hex_mod6(dir + 1);
    struct rea_plan p = { .form = y->form, .facing = y->facing, .len = y->len };
    int16_t to[REA_LONG];

    if (rides_to(c, body, charger, dir, to) && rides_to(c, body, charger, other, to))
        dir = rea_ask(c, y->side, REA_Q_CHARGE, "R-RUL-32", rea_lead_unit(c, body),
                      rea_lead_unit(c, charger), 0)
                  .arg[0];
    else if (!rides_to(c, body, charger, dir, to))
        dir = other;
    if (!rides_to(c, body, charger, dir, to))
        return;
    memcpy(p.hex, to, (size_t)y->len * sizeof *to);
    all_take(c, body, &p);
    for (int i = 0; i < y->len; i++)
        rea_displace_leaders(c, to[i], !y->side);
    for (int o = rea_stack_top(c, body); o >= 0; o = rea_below(c, o, y->hex[0]))
        c->s->body[o].charged = 1;
}

/* R-RUL-32: the hexes this way are free, and nearer to the charger. */
static bool rides_to(const struct rea_ctx *c, int body, int charger, int dir, int16_t *to)
{
    const struct rea_body *y = &c->s->body[body];

    if (rea_charge_cost(c, body, dir) < 0 || !rea_shifted(c, y, dir, to))
        return false;
    for (int i = 0; i < y->len; i++)
        if (c->first[to[i]] != 0)
            return false;
    if (!rea_room(c, body, y->form, to, y->len, NULL) ||
        !rea_room_for_all(c, body, y->form, to, y->len, NULL))
        return false; /* R-RUL-106 */
    return rea_body_distance(c, charger, to[0]) < rea_body_distance(c, charger, y->hex[0]);
}

/* R-RUL-94: does one step this way, into free hexes, bring a mover two hexes ahead into its
 * front? */
bool rea_opp_lane(const struct rea_ctx *c, int body, int target, int dir)
{
    struct rea_body *y = &c->s->body[body], keep = *y;
    int cost = rea_charge_cost(c, body, dir);
    int16_t to[REA_LONG];
    bool ok = cost >= 0 && cost <= rea_charge_mp(c, body) && rea_shifted(c, y, dir, to);

    for (int i = 0; i < y->len && ok;
         i++) /* those who ride with it are no friends in the way */
        for (int o = c->first[to[i]] - 1; o >= 0 && ok; o = rea_below(c, o, to[i]))
            ok = o == body || rea_one_formation(c, o, body);
    ok = ok && rea_room(c, body, y->form, to, y->len, NULL) && /* R-RUL-106 */
         rea_room_for_all(c, body, y->form, to, y->len, NULL);
    if (ok)
        memcpy(y->hex, to, (size_t)y->len * sizeof *to);
    ok = ok && rea_can_reach(c, body, target);
    *y = keep;
    return ok;
}
