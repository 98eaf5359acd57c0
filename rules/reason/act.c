/* rules/reason/act.c - chapter 11: a mover's act is carried out. */
#include "rules/reason/step.h"

/* Told further down: */
static void spend(struct rea_ctx *c, int body, const struct rea_plan *p);
static void ride_along(struct rea_ctx *c, int body);
static void do_resize(struct rea_ctx *c, int body, const struct tc_act *a);
static int paid(const struct rea_body *y, const struct rea_plan *p);
static bool lets_turn(struct rea_ctx *c, int body, int o);
static void do_top(struct rea_ctx *c, int body, int unit);
static bool do_special_step(struct rea_ctx *c, int body, const struct tc_act *a);
static bool dares(struct rea_ctx *c, int body, const struct rea_plan *p);
static void do_turn(struct rea_ctx *c, int body, const struct tc_act *a);
static void add_pass(struct rea_ctx *c, int body, int hex, int other, const char *rule);
static void turned_among(struct rea_ctx *c, int body, int o, int hex);
static void american_column(struct rea_ctx *c, int body);
static void tow(struct rea_ctx *c, int body, int16_t to);
static void note_pass(struct rea_ctx *c, int body, int hex);

void rea_apply(struct rea_ctx *c, int body, const struct rea_plan *p)
{
    struct rea_body *y = &c->s->body[body];

    spend(c, body, p);
    if (p->form == REA_AC && !p->general && p->hex[0] != y->hex[0])
        tow(c, body, p->hex[0]);
    y->hook = p->hook;
    if (p->general && y->form != REA_GO) {
        const int16_t one[1] = { p->hex[p->general - 1] };
        y->whole = 1; /* R-8.1g.1, R-8.3b.1, R-8.4f.3, R-8.4f.4 */
        int facing = y->facing;
        if (rea_vertex(y->form))
            facing = rea_ask(c, y->side, REA_Q_GO_FACE, "R-8.1g.8", rea_lead_unit(c, body),
                             REA_BY_SIDE, 0)
                         .arg[0];
        rea_put(c, body, REA_GO, facing, one, 1);
        rea_tell(c->u, REA_E_FORMED, "R-8.4f.1", rea_lead_unit(c, body), REA_GO, 0);
    } else {
        rea_put(c, body, p->form, p->facing, p->hex, p->len);
    }
    ride_along(c, body);
    for (int i = 0; i < y->len; i++)
        rea_displace_leaders(c, y->hex[i], !y->side);
}

static void spend(struct rea_ctx *c, int body, const struct rea_plan *p)
{
    struct rea_body *y = &c->s->body[body];

    if (p->all) {
        y->mp = (int16_t)rea_allowance(c, body);
        y->whole = 1;
    } else {
        y->mp = (int16_t)(y->mp + p->cost);
    }
    if (p->cost || p->all)
        y->moved = 1;
}

static void ride_along(struct rea_ctx *c, int body)
{
    for (int i = 0; i < c->bk->leaders; i++)
        if (c->s->leader[i].with == body)
            c->s->leader[i].hex = c->s->body[body].hex[0];
}

/* R-9.3b.4, R-11.2e: a wheel is movement; the pivot stays where it was. */
static void wheel_checks(struct rea_ctx *c, int body, const struct rea_plan *p,
                         const int16_t *old, int old_len)
{
    struct rea_body *y = &c->s->body[body];
    int pivot = 0;

    for (int i = 0; i < y->len; i++)
        for (int k = 0; k < old_len; k++)
            pivot += y->hex[i] == old[k] && rea_hex_checks(c, old[k]);
    struct rea_plan q = *p;
    int stays = tc_min(pivot, y->wait_hex);
    y->wait_hex = (uint8_t)(y->wait_hex - stays);
    q.wait_hex = (uint8_t)(q.wait_hex + stays);
    rea_step_checks(c, body, &q, old, old_len);
    y->er = (int16_t)(y->er + p->checks * rea_enter_mod(c, body));
    y->checks = (uint8_t)(y->checks + p->checks);
}

static void do_detach(struct rea_ctx *c, int unit)
{
    int old = c->s->unit[unit].body;
    int b = rea_split(c, unit);

    c->s->mover = (uint8_t)b;
    rea_again(c);
    rea_tell(c->u, REA_E_DETACHED, "R-10.5d.1", unit, 0, 0); /* R-10.5d.1, R-10.5d.2 */
    /* Who leaves is measured by its own strength, the rest by that of all who stay. */
    for (int k = 0; k < 2; k++) {
        int part = k ? b : old;
        int sp = k ? rea_sp(c, b) : rea_stack_sp(c, old, false) - rea_sp(c, b);
        const struct rea_body *y = &c->s->body[part];
        if (y->form != REA_LINE && y->form != REA_MC)
            continue;
        while (y->len > 1 &&
               sp < rea_min_sp(c, rea_lead(c, part)->arm, y->side, y->form, y->len))
            rea_give_up(c, part);
    }
}

/* False: it did not dare, and nobody has seen it move. */
static bool do_step(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;
    int16_t old[REA_LONG];
    int old_len = y->len;

    rea_plan_of(c, body, a, &p, NULL);
    if (!dares(c, body, &p))
        return false;
    memcpy(old, y->hex, sizeof old);
    int side = tc_hex_mod6(a->arg[0] - y->facing) == 0 ? 1 : 2, was = y->form;
    y->road = a->verb == REA_V_ROAD;
    y->steps++;
    if (y->form == REA_SQUARE)
        y->checks++; /* R-8.1d.7, R-17.1b.6 */
    /* R-11.3a.1, R-11.3a.2 */
    y->last = y->form == REA_LINE || y->form == REA_AC ? (uint8_t)side : 0;
    rea_apply(c, body, &p);
    /* R-9.3a.2 */
    rea_tell(c->u, REA_E_MOVED, p.rule, rea_lead_unit(c, body), y->hex[0], paid(y, &p));
    rea_step_checks(c, body, &p, old, old_len);
    if (was == REA_AC)
        american_column(c, body);
    return true;
}

static void do_emerge(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p = { .all = 1, .rule = "R-8.1g.5", .len = 1 };
    int16_t old[1] = { y->hex[0] };

    if (a->verb == REA_V_COLLECT) {
        p.hex[0] = y->hex[0];
        p.form = (uint8_t)a->arg[0];
        p.facing = (uint8_t)a->arg[1];
        p.rule = "R-B2.14";
    } else {
        struct rea_price e = rea_price(c, rea_column_of(rea_lead(c, body)->arm, REA_GO), REA_GO,
                                       y->hex[0], a->arg[0], false);
        p.hex[0] = tc_hexmap_next(&c->bk->map, y->hex[0], a->arg[0]);
        p.form = (uint8_t)a->arg[1];
        p.facing = (uint8_t)a->arg[2];
        p.wait_hex = e.check_hex;
        p.wait_side = e.check_side;
        y->steps++;
    }
    y->loose = 0;
    rea_apply(c, body, &p);
    rea_tell(c->u, REA_E_FORMED, p.rule, rea_lead_unit(c, body), p.form, paid(y, &p));
    rea_step_checks(c, body, &p, old, 1);
}

static void do_form(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;

    rea_plan_of(c, body, a, &p, NULL);
    int was = y->form;
    if (p.form == REA_SKIRMISH || was == REA_SKIRMISH) {
        struct rea_unit *x = &c->s->unit[y->unit[0]];
        y->entered |= 1;
        if (p.form == REA_SKIRMISH) { /* R-17.1g.2 */
            x->kept = x->disordered;
            x->disordered = 0;
        } else {
            x->disordered = x->kept;
            x->kept = 0;
        }
    }
    rea_apply(c, body, &p);
    tc_tell(c->u, REA_E_FORMED, p.rule, rea_lead_unit(c, body), p.form, paid(y, &p),
            a->verb == REA_V_HOOK ? 1 + a->arg[0] : 0);
    if (p.non_clear) {
        y->er = (int16_t)(y->er + 5 * p.non_clear); /* R-17.1b.1 */
        y->checks++;                                /* */
    }
    bool same =
        a->verb == REA_V_UNLIMBER && y->steps; /* R-10.2c.3: entering was the occurrence */
    if (a->verb != REA_V_HOOK && !same)
        rea_turned(c, body, true);
    if (p.form == REA_AC || was == REA_AC)
        american_column(c, body);
}

/* R-10.4d, R-17.1b.9: a change among others is a Pass-Through for both. */
void rea_turned(struct rea_ctx *c, int body, bool formation)
{
    struct rea_body *y = &c->s->body[body];

    y->last = 0;
    for (int i = 0; i < y->len; i++) {
        int in_the_way = TC_NONE;
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i])) {
            if (o == body || c->s->body[o].side != y->side)
                continue;
            if (formation || !lets_turn(c, body, o))
                in_the_way = in_the_way < 0 ? o : in_the_way;
        }
        if (in_the_way >= 0) /* one stack is one occurrence */
            turned_among(c, body, in_the_way, y->hex[i]);
    }
}

/* Carry out a mover's act. True when the enemy may react to it. */
bool rea_move_act(struct rea_ctx *c, const struct tc_act *a)
{
    int b = c->s->mover;

    c->s->was_hex = c->s->body[b].hex[0];
    switch ((int)a->verb) {
    case REA_V_STEP:
    case REA_V_ROAD: return do_step(c, b, a);
    case REA_V_TURN: do_turn(c, b, a); return true;
    case REA_V_FORM:
    case REA_V_HOOK:
    case REA_V_LIMBER:
    case REA_V_UNLIMBER: do_form(c, b, a); return true;
    case REA_V_EXTEND:
    case REA_V_CONTRACT: do_resize(c, b, a); return true;
    case REA_V_BACK_UP:
    case REA_V_PROLONGE:
    case REA_V_BACK_STEP: return do_special_step(c, b, a);
    case REA_V_EMERGE:
    case REA_V_COLLECT: do_emerge(c, b, a); return true;
    case REA_V_RAPID:
        c->s->body[b].rapid = 1;
        c->s->body[b].checks++;
        c->s->body[b].er = (int16_t)(c->s->body[b].er + c->bk->lim.rapid_er);
        rea_tell(c->u, REA_E_RAPID, "R-11.4.5", rea_lead_unit(c, b), 0, 0); /* R-17.1b.4 */
        return false;
    case REA_V_LEAD:
        c->s->leader[a->arg[0]].with = (uint8_t)b;
        c->s->leader[a->arg[0]].moved = 1;
        rea_tell(c->u, REA_E_RIDES_WITH, "R-20.1", a->arg[0], rea_lead_unit(c, b), 0);
        return false;
    case REA_V_DETACH: do_detach(c, a->arg[0]); return false;
    case REA_V_TOP: do_top(c, b, a->arg[0]); return false;
    default: return false;
    }
}

static void do_resize(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;
    int16_t old[REA_LONG];
    int old_len = y->len;

    rea_plan_of(c, body, a, &p, NULL);
    memcpy(old, y->hex, sizeof old);
    rea_apply(c, body, &p);
    y->steps++;
    rea_tell(c->u, REA_E_RESIZED, p.rule, rea_lead_unit(c, body), p.len, paid(y, &p));
    rea_step_checks(c, body, &p, old, old_len);
}

/* What an act took, for telling: an act that takes everything took the whole allowance. */
static int paid(const struct rea_body *y, const struct rea_plan *p)
{
    return p->all ? y->mp : p->cost;
}

static void do_turn(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;

    rea_plan_of(c, body, a, &p, NULL);
    if (y->form == REA_AC) {
        bool american =
            rea_has(c, REA_AMERICAN_DRILL) && rea_lead(c, body)->nation == REA_AMERICAN;
        /* R-17.1b.2, R-17.1c.2, R-17.1h, R-B2.3 */
        if (!rea_disorder_check(c, body, american ? 10 : 0, "R-9.4.1")) {
            if (!y->units)
                return;
            spend(c, body, &p);
            rea_tell(c->u, REA_E_HALTS, "R-9.4.2", rea_lead_unit(c, body), 0, 0);
            return; /* R-RUL-15 */
        }
    }
    if (y->form == REA_UA)
        y->entered |= 1;
    int16_t old[REA_LONG];
    int old_len = y->len;
    memcpy(old, y->hex, sizeof old);
    rea_apply(c, body, &p);
    rea_tell(c->u, rea_faces(y->form) == REA_BY_POINT ? REA_E_WHEELED : REA_E_TURNED, p.rule,
             rea_lead_unit(c, body), p.facing, paid(y, &p));
    if (y->form == REA_LINE && !p.all && old_len > 1)
        wheel_checks(c, body, &p, old, old_len);
    rea_turned(c, body, false);
    if (y->form == REA_AC)
        american_column(c, body);
}

/* Does the other let it turn without a Pass-Through? Guns turn with their Line. */
static bool lets_turn(struct rea_ctx *c, int body, int o)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_body *x = &c->s->body[o];

    if (x->form == REA_UA && y->form == REA_LINE) {
        if (!rea_guns_held(c, o, body) && !x->fired && !x->prolonged)
            x->facing = y->facing; /* R-RUL-82 */
        return true;
    }
    if (rea_lead(c, o)->arm == rea_lead(c, body)->arm && x->form == y->form)
        return true;
    if (!rea_arms_stack(c, body, o))
        return false;
    return true; /* R-10.4c.2 */
}

/* R-10.x2: a unit comes on top of its like; the top of them goes above or beneath the guns. */
static void do_top(struct rea_ctx *c, int body, int unit)
{
    int b = c->s->unit[unit].body, at = 0, gun = rea_gun_to_shift(c, b);
    struct rea_body *y = &c->s->body[b];
    bool lead = y->unit[0] == unit;

    while (y->unit[at] != unit)
        at++;
    memmove(y->unit + 1, y->unit, (size_t)at);
    y->unit[0] = (uint8_t)unit;
    rea_arrange(c, b, true);
    if (lead && gun >= 0)
        rea_guns_under(c, b, !rea_is_guns(c, b));
    c->s->body[body].entered = (uint8_t)(c->s->body[body].entered + 2);
    rea_tell(c->u, REA_E_ON_TOP, "R-10.x2", unit, 0, 0); /* R-RUL-101 */
}

static bool do_special_step(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;
    int16_t old[REA_LONG];
    int old_len = y->len;

    rea_plan_of(c, body, a, &p, NULL);
    if (a->verb == REA_V_BACK_STEP && !dares(c, body, &p))
        return false;
    memcpy(old, y->hex, sizeof old);
    rea_apply(c, body, &p); /* R-RUL-22 */
    y->steps++;
    if (a->verb == REA_V_PROLONGE) {
        y->prolonged++;
        y->moved = 1;
    }
    rea_tell(c->u, REA_E_MOVED, p.rule, rea_lead_unit(c, body), y->hex[0], paid(y, &p));
    rea_step_checks(c, body, &p, old, old_len);
    if (a->verb == REA_V_BACK_UP) {
        y->er = (int16_t)(y->er + 5); /* R-17.1b.5 */
        y->checks++;
        if (y->form == REA_AC)
            american_column(c, body);
    }
    return true;
}

/* R-11.8c: skirmishers must dare to enter a zone. */
static bool dares(struct rea_ctx *c, int body, const struct rea_plan *p)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_SKIRMISH || !rea_in_zoc(c, y->side, p->hex[0]))
        return true;
    if (rea_plain_check(c, y->side, rea_lead(c, body)->er, "R-11.8c.1") <= 0) /* R-RUL-53 */
        return true;
    rea_tell(c->u, REA_E_HALTS, "R-11.8c.2", rea_lead_unit(c, body), 1, 0);
    c->s->body[body].whole = 1;
    return false;
}

/* columns, General Order and limbered guns face a hexside, the others a hexpoint. */
int rea_faces(int form)
{
    return form == REA_LINE || form == REA_SKIRMISH || form == REA_UA ? REA_BY_POINT
                                                                      : REA_BY_SIDE;
}

static void turned_among(struct rea_ctx *c, int body, int o, int hex)
{
    struct rea_body *y = &c->s->body[body];

    if (y->form != REA_SKIRMISH) {
        y->er = (int16_t)(y->er + 10);
        y->checks++;
    }
    c->s->body[o].pass++;
    /* R-10.4d, R-DCS.2 */
    rea_tell(c->u, REA_E_PASSES, "R-17.1b.9", rea_lead_unit(c, body), hex, 0);
}

/* It has spent points as an Attack Column. */
static void american_column(struct rea_ctx *c, int body)
{
    if (rea_has(c, REA_AMERICAN_DRILL) && rea_lead(c, body)->nation == REA_AMERICAN &&
        !rea_has_leader(c, body) && !rea_disordered(c, body))
        rea_disorder(c, body, "R-B2.2");
}

/* R-B2.5: all guns of the stack. */
static void tow(struct rea_ctx *c, int body, int16_t to)
{
    for (int o = 0; o < c->bk->units; o++) {
        struct rea_body *g = &c->s->body[o];
        if (!rea_goes_along(c, body, o))
            continue;
        g->towed = 1;
        g->moved = 1;
        g->hex[0] = to;
    }
}

/* Checking terrain left behind counts now; what has just been entered waits (R-RUL-18). */
void rea_step_checks(struct rea_ctx *c, int body, const struct rea_plan *p, const int16_t *old,
                     int old_len)
{
    struct rea_body *y = &c->s->body[body];
    int n = y->wait_hex + y->wait_side;

    if (n) {
        y->er = (int16_t)(y->er + n * rea_enter_mod(c, body)); /* R-11.2e, R-RUL-18 */
        y->checks = (uint8_t)(y->checks + n);                  /* R-17.1b.3 */
    }
    y->wait_hex = p->wait_hex;
    y->wait_side = p->wait_side;
    if (y->pass && old[0] != y->hex[0]) /* R-RUL-64 */
        rea_pass_joined(c, body, old[0]);
    if (old[0] != y->hex[0])
        y->pass = 0;
    for (int i = 0; i < y->len; i++) {
        bool mine = false;
        for (int k = 0; k < old_len; k++)
            mine |= old[k] == y->hex[i];
        if (!mine)
            note_pass(c, body, y->hex[i]);
    }
}

/* R-17.1b.10, R-RUL-105: friends in another order that it might have joined and has not. */
void rea_pass_joined(struct rea_ctx *c, int body, int hex)
{
    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex))
        if (o != body && c->s->body[o].side == c->s->body[body].side &&
            rea_mixes_order(c, body, o)) {
            add_pass(c, body, hex, o, "R-17.1b.10");
            return;
        }
}

/* A Pass-Through: the mover's own modifier, and a check for the other at the end. */
static void add_pass(struct rea_ctx *c, int body, int hex, int other, const char *rule)
{
    struct rea_body *y = &c->s->body[body];
    int n = y->charged ? 2 : 1;

    if (y->form != REA_SKIRMISH) {
        y->er = (int16_t)(y->er + 10 * n);
        y->checks++;
    }
    if (other >= 0)
        c->s->body[other].pass = (uint8_t)(c->s->body[other].pass + n);
    rea_tell(c->u, REA_E_PASSES, rule, rea_lead_unit(c, body), hex, 0);
}

static void note_pass(struct rea_ctx *c, int body, int hex)
{
    const char *rule = "";
    int other;

    if (rea_passing(c, body, hex, &other, &rule)) {
        add_pass(c, body, hex, other, rule);
        return;
    }
    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex))
        if (o != body && c->s->body[o].side == c->s->body[body].side &&
            rea_mixes_order(c, body, o)) {
            c->s->body[body].pass = 1; /* R-RUL-105 */
        }
}
