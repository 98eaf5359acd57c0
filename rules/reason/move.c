/* rules/reason/move.c - chapter 11: the Movement Segment, act by act. */
#include "rules/reason/step.h"

/* --- What a mover may do ---------------------------------------------------------------------
 */

/* The plan behind an act that changes the body; false with the reason. */
bool rea_plan_of(const struct rea_ctx *c, int body, const struct tc_act *a, struct rea_plan *p,
                 struct tc_refusal *why)
{
    int x = a->arg[0], y = a->arg[1];

    switch ((int)a->verb) {
    case REA_V_STEP: return rea_plan_step(c, body, x, false, p, why);
    case REA_V_ROAD: return rea_plan_step(c, body, x, true, p, why);
    case REA_V_TURN: return rea_plan_turn(c, body, x, p, why);
    case REA_V_FORM: return rea_plan_form(c, body, x, y, a->arg[2], a->arg[3], p, why);
    case REA_V_EXTEND: return rea_plan_extend(c, body, x, p, why);
    case REA_V_CONTRACT: return rea_plan_shrink(c, body, x, p, why);
    case REA_V_HOOK: return rea_plan_hook(c, body, x, p, why);
    case REA_V_BACK_UP: return rea_plan_backup(c, body, x, p, why);
    case REA_V_PROLONGE: return rea_plan_prolonge(c, body, x, p, why);
    case REA_V_BACK_STEP: return rea_plan_backstep(c, body, x, p, why);
    case REA_V_LIMBER: return rea_plan_limber(c, body, x, p, why);
    case REA_V_UNLIMBER: return rea_plan_unlimber(c, body, x, p, why);
    default: return tc_refuse(why, "R-11.x1", TC_R_NOT_NOW, 0, 0, 0);
    }
}

/* R-8.1g.5, R-8.1g.6: out of General Order into open ground. */
static bool legal_emerge(const struct rea_ctx *c, int body, const struct tc_act *a,
                         struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int dir = a->arg[0], form = a->arg[1];
    struct rea_plan p = { .all = 1, .rule = "R-8.1g.5" };

    if (y->form != REA_GO || dir < 0 || dir > 5 || a->arg[2] < 0 || a->arg[2] > 5)
        return tc_refuse(why, "R-FC.21", REA_R_FORM, y->form, 0, 0);
    int to = tc_hexmap_next(&c->bk->map, y->hex[0], dir);
    if (to < 0 || !tc_hexmask_has(rea_front_mask(REA_GO, y->facing), dir))
        return tc_refuse(why, "R-8.1g.3", REA_R_NOT_FRONT, 0, 0, 0);
    if (y->loose)
        return tc_refuse(why, "R-B2.14", REA_R_FORM, y->form, 0, 0);
    int arm = rea_lead(c, body)->arm;
    struct rea_price e =
        rea_price(c, rea_column_of(arm, REA_GO), REA_GO, y->hex[0], dir, false);
    if (e.no || e.rc_only || e.general || rea_enemy_at(c, y->side, to) >= 0)
        return tc_refuse(why, e.rule, REA_R_CLOSED, to, 0, 0);
    for (int i = 0; i < y->units; i++)
        if (!rea_form_legal_here(c, y->unit[i], form, to))
            return tc_refuse(why, "R-8.1g.6", REA_R_FORM, form, 0, 0);
    if (rea_vertex(form) ? !tc_hexmask_has(tc_hexface_vertices(y->facing), a->arg[2])
                         : form == REA_MC && a->arg[2] != y->facing)
        return tc_refuse(why, "R-8.1g.8", REA_R_FACING, 0, 0, 0);
    if (form == REA_SQUARE && a->arg[2])
        return tc_refuse(why, "R-8.1g.8", REA_R_FACING, 0, 0, 0);
    const int16_t one[1] = { (int16_t)to };
    return rea_room(c, body, form, one, 1, why) && rea_can_pay(c, body, &p, why);
}

/* R-B2.14: General Order in open ground takes a legal formation, all MPs. */
static bool legal_collect(const struct rea_ctx *c, int body, const struct tc_act *a,
                          struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_plan p = { .all = 1, .rule = "R-B2.14" };

    if (!y->loose)
        return tc_refuse(why, "R-B2.14", REA_R_FORM, y->form, 0, 0);
    for (int i = 0; i < y->units; i++)
        if (!rea_form_legal_here(c, y->unit[i], a->arg[0], y->hex[0]))
            return tc_refuse(why, "R-8.1g.6", REA_R_FORM, a->arg[0], 0, 0);
    if (a->arg[1] < 0 || a->arg[1] > 5)
        return tc_refuse(why, "R-8.1g.8", REA_R_FACING, 0, 0, 0);
    return rea_room(c, body, a->arg[0], y->hex, 1, why) && rea_can_pay(c, body, &p, why);
}

static bool legal_rapid(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int arm = rea_lead(c, body)->arm;

    if (y->rapid || y->whole)
        return tc_refuse(why, "R-11.4x1", REA_R_ONCE, 0, 0, 0);
    if (arm == REA_HORSE)
        return tc_refuse(why, "R-11.4.2", REA_R_RAPID, 0, 0, 0);
    if (y->form == REA_SKIRMISH)
        return tc_refuse(why, "R-11.4.3", REA_R_RAPID, 0, 0, 0);
    if (arm == REA_GUNS) {
        if (!rea_brandywine(c) || y->form != REA_RC || !y->road)
            return tc_refuse(why, rea_brandywine(c) ? "R-B2.6" : "R-11.4.4", REA_R_RAPID, 0, 0,
                             0);
        TC_RULE("R-B2.6");
    } else if (y->form != REA_AC && y->form != REA_LINE && y->form != REA_MC &&
               y->form != REA_RC) {
        return tc_refuse(why, "R-11.4.1", REA_R_RAPID, 0, 0, 0);
    }
    if (rea_disordered(c, body))
        return tc_refuse(why, "R-11.4.1", REA_R_DISORDERED, 0, 0, 0);
    if (rea_ooc(c, body))
        TC_RULE("R-7.5b.5");
    return true;
}

static bool legal_lead(const struct rea_ctx *c, int body, int leader, struct tc_refusal *why)
{
    const struct rea_leader *l = &c->s->leader[leader];
    const struct rea_chief *k = &c->bk->leader[leader];
    bool here = false;

    for (int i = 0; i < c->s->body[body].len; i++)
        here |= l->hex == c->s->body[body].hex[i];
    if (!rea_leader_lives(c, leader) || !here || k->side != c->s->body[body].side ||
        l->stunned || l->moved || l->with != REA_NO)
        return tc_refuse(why, "R-20.1", REA_R_LEADER, leader, 0, 0);
    if (k->rank == REA_RANK_COMMAND && !(k->command >= 0 && c->s->command[k->command].active))
        return tc_refuse(why, "R-11.0.1", REA_R_LEADER, leader, 0, 0);
    return true;
}

static bool legal_detach(const struct rea_ctx *c, int body, int unit, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (c->s->unit[unit].body != body || y->units < 2 || y->mp || y->steps || y->moved)
        return tc_refuse(why, "R-10.x2", REA_R_STACK, unit, 0, 0);
    return true;
}

static bool legal_top(const struct rea_ctx *c, int body, int unit, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (c->s->unit[unit].body != body || y->unit[0] == unit || y->entered)
        return tc_refuse(why, "R-10.x2", REA_R_STACK, unit, 0, 0);
    return true;
}

static bool limited_act(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    if (!c->s->limited || a->verb == REA_V_ROAD || a->verb == REA_V_END ||
        (a->verb == REA_V_RAPID && c->s->body[c->s->mover].road))
        return true;
    return tc_refuse(why,
                     a->verb == REA_V_FORM   ? "R-6.8a.3"
                     : a->verb == REA_V_STEP ? "R-6.8a.2"
                                             : "R-6.8a.1",
                     REA_R_LIMITED, 0, 0, 0);
}

/* --- Where a move may end
 * ---------------------------------------------------------------------- */

static bool ends_legally(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (!rea_straight(c, body)) {
        TC_RULE("R-9.3.1");
        return tc_refuse(why, "R-8.4a.3", REA_R_BENT, 0, 0, 0);
    }
    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i]))
            if (o != body && !rea_may_stack(c, y->form, rea_lead(c, body)->arm, y->facing,
                                            y->hex, y->len, o))
                return tc_refuse(why, rea_is_guns(c, body) ? "R-8.5.4" : "R-10.x1", REA_R_STACK,
                                 rea_lead_unit(c, o), 0, 0);
    if (!rea_room(c, body, y->form, y->hex, y->len, why))
        return false;
    if (y->road)
        for (int i = 0; i < y->len; i++)
            if (!rea_on_road(c, y->hex[i]))
                return tc_refuse(why, "R-RUL-98", REA_R_ROAD, y->hex[i], 0, 0);
    if (y->form == REA_LA && rea_body_in_zoc(c, body))
        return tc_refuse(why, "R-11.8b.2", REA_R_ZOC, y->hex[0], 0, 0);
    if (rea_brandywine(c) && y->form == REA_SKIRMISH && !y->square_moved &&
        !rea_lead(c, body)->exempt && y->mp > 2 * REA_MP && !rea_near_formed(c, body))
        return tc_refuse(why, "R-B5.3", REA_R_LEASH, 0, 0, 0);
    if (y->loose && !y->whole && !rea_disordered(c, body) && !rea_ooc(c, body) && y->mp == 0)
        return tc_refuse(why, "R-B2.14", REA_R_MUST_EMERGE, y->hex[0], 0, 0);
    return true;
}

struct finder {
    const struct rea_ctx *c;
    int body;
    bool found;
};

static void find_any(void *to, const struct tc_act *a)
{
    struct finder *f = to;
    bool counts = a->verb != REA_V_END && a->verb != REA_V_LEAD && a->verb != REA_V_TOP &&
                  a->verb != REA_V_RAPID;

    if (counts && !f->found)
        f->found = rea_legal_move(f->c, f->body, a, NULL);
}

/* The move may end where that is legal, or when there is nothing else left to do. */
bool rea_may_end(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    struct finder f = { c, body, false };

    if (ends_legally(c, body, why))
        return true;
    rea_move_candidates(c, body, find_any, &f);
    if (!f.found)
        TC_RULE("R-11.8b.3");
    return !f.found;
}

/* The one judge of a mover's acts. */
bool rea_legal_move(const struct rea_ctx *c, int body, const struct tc_act *a,
                    struct tc_refusal *why)
{
    struct rea_plan p;

    if (!limited_act(c, a, why))
        return false;
    switch ((int)a->verb) {
    case REA_V_END: return rea_may_end(c, body, why);
    case REA_V_EMERGE: return legal_emerge(c, body, a, why);
    case REA_V_COLLECT: return legal_collect(c, body, a, why);
    case REA_V_RAPID: return legal_rapid(c, body, why);
    case REA_V_LEAD: return legal_lead(c, body, a->arg[0], why);
    case REA_V_DETACH: return legal_detach(c, body, a->arg[0], why);
    case REA_V_TOP: return legal_top(c, body, a->arg[0], why);
    case REA_V_BREAK_DOWN: return rea_may_break(c, body, why);
    case REA_V_REFORM:
        if (c->bk->unit[rea_lead_unit(c, body)].parent != a->arg[0])
            return tc_refuse(why, "R-8.4e.4", REA_R_NO_SKIRMISH, a->arg[0], 0, 0);
        return rea_may_reform(c, a->arg[0], a->arg[1], a->arg[2], a->arg[3], why);
    default: return rea_plan_of(c, body, a, &p, why) && rea_can_pay(c, body, &p, why);
    }
}

/* --- Candidates
 * ----------------------------------------------------------------------------------- */

static void emit1(rea_emit *emit, void *to, int verb, int x)
{
    struct tc_act a = rea_act(verb, x, 0, 0, 0);

    emit(to, &a);
}

static void emit_go(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    const struct rea_body *y = &c->s->body[body];

    for (int d = -1; d <= 1; d++)
        for (int form = REA_LINE; form <= REA_SQUARE; form++)
            for (int f = 0; f < 2; f++) {
                int facing = form == REA_SQUARE ? 0
                             : form == REA_MC   ? y->facing
                                                : tc_hex_mod6(y->facing - f);
                struct tc_act a =
                    rea_act(REA_V_EMERGE, tc_hex_mod6(y->facing + d), form, facing, 0);
                if (f == 0 || rea_vertex(form))
                    emit(to, &a);
            }
    for (int form = REA_LINE; form <= REA_SQUARE && y->loose; form++)
        for (int f = 0; f < (form == REA_SQUARE ? 1 : 6); f++) {
            struct tc_act a = rea_act(REA_V_COLLECT, form, f, 0, 0);
            emit(to, &a);
        }
}

static void emit_reform(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    static const uint8_t forms[] = { REA_LINE, REA_AC, REA_MC, REA_GO };
    int parent = rea_lead(c, body)->parent;

    if (parent < 0 || c->s->body[body].mp || c->s->unit[parent].tried)
        return;
    for (int d = 0; d < 6; d++) {
        int h = tc_hexmap_next(&c->bk->map, c->s->body[body].hex[0], d);
        for (int k = 0; k < 4 && h >= 0; k++)
            for (int f = 0; f < 6; f++) {
                struct tc_act a = rea_act(REA_V_REFORM, parent, h, forms[k], f);
                emit(to, &a);
            }
    }
}

static void emit_guns(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    const struct rea_body *y = &c->s->body[body];

    for (int d = 0; d < 6; d++) {
        if (y->form == REA_UA) {
            emit1(emit, to, REA_V_PROLONGE, d);
            emit1(emit, to, REA_V_LIMBER, d);
        }
        if (y->form == REA_LA)
            emit1(emit, to, REA_V_UNLIMBER, d);
    }
}

static void emit_foot(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    const struct rea_body *y = &c->s->body[body];

    for (int d = 0; d < 6; d++) {
        emit1(emit, to, REA_V_BACK_UP, d);
        if (y->form == REA_SKIRMISH && c->bk->title == REA_K)
            emit1(emit, to, REA_V_BACK_STEP, d);
    }
    for (int end = 0; end < 2; end++) {
        emit1(emit, to, REA_V_EXTEND, end);
        emit1(emit, to, REA_V_CONTRACT, end);
    }
    for (int end = 0; end < 3; end++)
        emit1(emit, to, REA_V_HOOK, end);
    emit1(emit, to, REA_V_BREAK_DOWN, 0);
    if (y->form == REA_GO)
        emit_go(c, body, emit, to);
    if (y->form == REA_SKIRMISH)
        emit_reform(c, body, emit, to);
}

/* Everything this body might be told to do. */
void rea_move_candidates(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    const struct rea_body *y = &c->s->body[body];

    emit1(emit, to, REA_V_END, 0);
    for (int d = 0; d < 6; d++) {
        if (y->form == REA_RC)
            emit1(emit, to, REA_V_ROAD, d);
        if (c->s->limited)
            continue;
        emit1(emit, to, REA_V_STEP, d);
        emit1(emit, to, REA_V_TURN, d);
    }
    emit1(emit, to, REA_V_RAPID, 0);
    if (c->s->limited)
        return;
    if (rea_is_guns(c, body))
        emit_guns(c, body, emit, to);
    else
        emit_foot(c, body, emit, to);
    rea_form_candidates(c, body, emit, to);
    for (int i = 0; i < y->units && y->units > 1; i++) {
        emit1(emit, to, REA_V_DETACH, y->unit[i]);
        emit1(emit, to, REA_V_TOP, y->unit[i]);
    }
    for (int i = 0; i < c->bk->leaders; i++)
        if (c->s->leader[i].hex == y->hex[0] || c->s->leader[i].hex == y->hex[y->len - 1])
            emit1(emit, to, REA_V_LEAD, i);
}

/* --- Doing it
 * ------------------------------------------------------------------------------------- */

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

/* A Pass-Through: the mover's own modifier, and a check for the other at the end. */
static void note_pass(struct rea_ctx *c, int body, int hex)
{
    struct rea_body *y = &c->s->body[body];
    const char *rule = "";
    int other;

    if (!rea_passing(c, body, hex, &other, &rule))
        return;
    int n = y->charged ? 2 : 1;
    if (y->form != REA_SKIRMISH) {
        y->er = (int16_t)(y->er + 10 * n);
        y->checks++;
    }
    if (other >= 0)
        c->s->body[other].pass = (uint8_t)(c->s->body[other].pass + n);
    rea_tell(c->u, REA_E_PASSES, rule, rea_lead_unit(c, body), hex, 0);
}

/* Checking terrain left behind counts now; what has just been entered waits (R-RUL-18). */
void rea_step_checks(struct rea_ctx *c, int body, const struct rea_plan *p, const int16_t *old,
                     int old_len)
{
    struct rea_body *y = &c->s->body[body];
    int n = y->wait_hex + y->wait_side;

    if (n) {
        TC_RULE("R-11.2e");
        TC_RULE("R-RUL-18");
        y->er = (int16_t)(y->er + n * rea_enter_mod(c, body));
        y->checks = (uint8_t)(y->checks + n);
        TC_RULE("R-17.1b.3");
    }
    y->wait_hex = p->wait_hex;
    y->wait_side = p->wait_side;
    if (y->len > 1 && p->wait_side)
        TC_RULE("R-RUL-64");
    for (int i = 0; i < y->len; i++) {
        bool mine = false;
        for (int k = 0; k < old_len; k++)
            mine |= old[k] == y->hex[i];
        if (!mine)
            note_pass(c, body, y->hex[i]);
    }
}

/* R-17.1b.9, R-10.4d: a change among others is a Pass-Through for both. */
void rea_turned(struct rea_ctx *c, int body, bool formation)
{
    struct rea_body *y = &c->s->body[body];

    y->last = 0;
    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i])) {
            struct rea_body *x = &c->s->body[o];
            if (o == body || x->side != y->side)
                continue;
            if (!formation && x->form == REA_UA && y->form == REA_LINE) {
                x->facing = y->facing; /* guns turn with their Line: R-RUL-82 */
                continue;
            }
            if (!formation && rea_lead(c, o)->arm == rea_lead(c, body)->arm &&
                x->form == y->form)
                continue;
            if (y->form != REA_SKIRMISH) {
                y->er = (int16_t)(y->er + 10);
                y->checks++;
            }
            x->pass++;
            rea_tell(c->u, REA_E_PASSES, "R-17.1b.9", rea_lead_unit(c, body), y->hex[i], 0);
            TC_RULE("R-10.4d");
            if (y->form == REA_LA)
                TC_RULE("R-DCS.2");
        }
}

void rea_apply(struct rea_ctx *c, int body, const struct rea_plan *p)
{
    struct rea_body *y = &c->s->body[body];

    int gun = p->form == REA_AC && !p->general ? rea_towed(c, body) : TC_NONE;
    spend(c, body, p);
    if (gun >= 0 && p->hex[0] != y->hex[0]) {
        c->s->body[gun].must_leave = 1;
        c->s->body[gun].moved = 1;
        c->s->body[gun].hex[0] = p->hex[0];
    }
    y->hook = p->hook;
    if (p->general && y->form != REA_GO) {
        const int16_t one[1] = { p->hex[p->general - 1] };
        TC_RULE("R-8.4f.3");
        TC_RULE("R-8.3b.1");
        TC_RULE("R-8.1g.1");
        TC_RULE("R-8.4f.4");
        y->whole = 1;
        int facing =
            rea_vertex(y->form) ? rea_dir_of(c, y->hex[p->general - 1], one[0]) : y->facing;
        rea_put(c, body, REA_GO, facing, one, 1);
        rea_tell(c->u, REA_E_FORMED, "R-8.4f.1", rea_lead_unit(c, body), REA_GO, 0);
    } else {
        rea_put(c, body, p->form, p->facing, p->hex, p->len);
    }
    ride_along(c, body);
    rea_displace_leaders(c, y->hex[0], !y->side);
}

static void american_column(struct rea_ctx *c, int body)
{
    if (rea_brandywine(c) && rea_lead(c, body)->nation == REA_AMERICAN &&
        c->s->body[body].form == REA_AC && !rea_has_leader(c, body) && !rea_disordered(c, body))
        rea_disorder(c, body, "R-B2.2");
}

/* R-11.8c: skirmishers must dare to enter a zone. */
static bool dares(struct rea_ctx *c, int body, const struct rea_plan *p)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_SKIRMISH || !rea_in_zoc(c, y->side, p->hex[0]))
        return true;
    TC_RULE("R-RUL-53");
    if (rea_plain_check(c, rea_lead(c, body)->er, "R-11.8c.1") <= 0)
        return true;
    rea_tell(c->u, REA_E_HALTS, "R-11.8c.2", rea_lead_unit(c, body), 0, 0);
    c->s->body[body].whole = 1;
    return false;
}

static void do_step(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;
    int16_t old[REA_LONG];
    int old_len = y->len;

    rea_plan_of(c, body, a, &p, NULL);
    if (!dares(c, body, &p))
        return;
    memcpy(old, y->hex, sizeof old);
    int side = tc_hex_mod6(a->arg[0] - y->facing) == 0 ? 1 : 2;
    y->road = a->verb == REA_V_ROAD;
    y->steps++;
    if (y->form == REA_SQUARE) {
        TC_RULE("R-8.1d.7");
        TC_RULE("R-17.1b.6");
        y->checks++;
    }
    if (y->form == REA_LINE || y->form == REA_AC)
        TC_RULE(rea_lead(c, body)->arm == REA_HORSE ? "R-11.3a.2" : "R-11.3a.1");
    y->last = y->form == REA_LINE || y->form == REA_AC ? (uint8_t)side : 0;
    rea_apply(c, body, &p);
    if (y->len > 1 && (y->form == REA_MC || y->form == REA_RC))
        TC_RULE("R-9.3a.2");
    rea_tell(c->u, REA_E_MOVED, p.rule, rea_lead_unit(c, body), y->hex[0], p.cost);
    rea_step_checks(c, body, &p, old, old_len);
    american_column(c, body);
}

static void do_turn(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;

    rea_plan_of(c, body, a, &p, NULL);
    if (y->form == REA_AC) {
        bool american = rea_brandywine(c) && rea_lead(c, body)->nation == REA_AMERICAN;
        TC_RULE("R-17.1c.2");
        TC_RULE("R-17.1h");
        TC_RULE(american ? "R-B2.3" : "R-17.1b.2");
        if (!rea_disorder_check(c, body, american ? 10 : 0, "R-9.4.1")) {
            if (!y->units)
                return;
            spend(c, body, &p);
            rea_tell(c->u, REA_E_HALTS, "R-9.4.2", rea_lead_unit(c, body), 0, 0);
            TC_RULE("R-RUL-15");
            return;
        }
    }
    if (y->form == REA_UA)
        y->entered = 1;
    rea_apply(c, body, &p);
    rea_tell(c->u, REA_E_TURNED, p.rule, rea_lead_unit(c, body), p.facing, p.cost);
    if (p.checks) {
        y->er = (int16_t)(y->er + p.checks * rea_enter_mod(c, body));
        y->checks = (uint8_t)(y->checks + p.checks);
    }
    rea_turned(c, body, false);
    american_column(c, body);
}

static void do_form(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;

    rea_plan_of(c, body, a, &p, NULL);
    int was = y->form;
    if (p.form == REA_SKIRMISH || was == REA_SKIRMISH) {
        struct rea_unit *x = &c->s->unit[y->unit[0]];
        y->entered = 1;
        TC_RULE("R-17.1g.2");
        if (p.form == REA_SKIRMISH) {
            x->kept = x->disordered;
            x->disordered = 0;
        } else {
            x->disordered = x->kept;
            x->kept = 0;
        }
    }
    rea_apply(c, body, &p);
    rea_tell(c->u, REA_E_FORMED, p.rule, rea_lead_unit(c, body), p.form, p.cost);
    if (p.non_clear) {
        TC_RULE("R-17.1b.1");
        y->er = (int16_t)(y->er + 5 * p.non_clear);
        y->checks++;
        TC_RULE("R-8.6.5");
    }
    if (a->verb != REA_V_HOOK)
        rea_turned(c, body, true);
    y->must_leave = a->verb == REA_V_LIMBER;
    if (p.form == REA_AC)
        american_column(c, body);
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
    rea_tell(c->u, REA_E_RESIZED, p.rule, rea_lead_unit(c, body), p.len, p.cost);
    rea_step_checks(c, body, &p, old, old_len);
}

static void do_special_step(struct rea_ctx *c, int body, const struct tc_act *a)
{
    struct rea_body *y = &c->s->body[body];
    struct rea_plan p;
    int16_t old[REA_LONG];
    int old_len = y->len;

    rea_plan_of(c, body, a, &p, NULL);
    if (a->verb == REA_V_BACK_STEP && !dares(c, body, &p))
        return;
    memcpy(old, y->hex, sizeof old);
    if (a->verb == REA_V_PROLONGE && rea_body_in_zoc(c, body)) {
        TC_RULE("R-11.6.6");
        TC_RULE("R-RUL-22");
    }
    rea_apply(c, body, &p);
    y->steps++;
    if (a->verb == REA_V_PROLONGE) {
        y->prolonged++;
        y->moved = 1;
    }
    rea_tell(c->u, REA_E_MOVED, p.rule, rea_lead_unit(c, body), y->hex[0], p.cost);
    rea_step_checks(c, body, &p, old, old_len);
    if (a->verb == REA_V_BACK_UP) {
        TC_RULE("R-11.7.2");
        TC_RULE("R-17.1b.5");
        y->er = (int16_t)(y->er + 5);
        y->checks++;
        american_column(c, body);
    }
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
        p.hex[0] = tc_hexmap_next(&c->bk->map, y->hex[0], a->arg[0]);
        p.form = (uint8_t)a->arg[1];
        p.facing = (uint8_t)a->arg[2];
        y->steps++;
    }
    y->loose = 0;
    rea_apply(c, body, &p);
    rea_tell(c->u, REA_E_FORMED, p.rule, rea_lead_unit(c, body), p.form, 0);
    rea_step_checks(c, body, &p, old, 1);
}

static void do_detach(struct rea_ctx *c, int unit)
{
    int old = c->s->unit[unit].body;
    int b = rea_split(c, unit);

    c->s->mover = (uint8_t)b;
    rea_again(c);
    TC_RULE("R-10.5d.1");
    TC_RULE("R-10.5d.2");
    rea_tell(c->u, REA_E_DETACHED, "R-10.5d.1", unit, 0, 0);
    /* Each part is now measured by its own strength. */
    for (int k = 0; k < 2; k++) {
        int part = k ? b : old;
        const struct rea_body *y = &c->s->body[part];
        if (y->form != REA_LINE && y->form != REA_MC)
            continue;
        while (y->len > 1 && rea_sp(c, part) < rea_min_sp(c, rea_lead(c, part)->arm, y->side,
                                                          y->form, y->len))
            rea_give_up(c, part);
    }
}

static void do_top(struct rea_ctx *c, int body, int unit)
{
    struct rea_body *y = &c->s->body[body];
    int at = 0;

    while (y->unit[at] != unit)
        at++;
    memmove(y->unit + 1, y->unit, (size_t)at);
    y->unit[0] = (uint8_t)unit;
    y->entered = 1;
    rea_tell(c->u, REA_E_ON_TOP, "R-10.x2", unit, 0, 0);
}

/* Carry out a mover's act. True when the enemy may react to it. */
bool rea_move_act(struct rea_ctx *c, const struct tc_act *a)
{
    int b = c->s->mover;

    c->s->was_hex = c->s->body[b].hex[0];
    switch ((int)a->verb) {
    case REA_V_STEP:
    case REA_V_ROAD: do_step(c, b, a); return true;
    case REA_V_TURN: do_turn(c, b, a); return true;
    case REA_V_FORM:
    case REA_V_HOOK:
    case REA_V_LIMBER:
    case REA_V_UNLIMBER: do_form(c, b, a); return true;
    case REA_V_EXTEND:
    case REA_V_CONTRACT: do_resize(c, b, a); return true;
    case REA_V_BACK_UP:
    case REA_V_PROLONGE:
    case REA_V_BACK_STEP: do_special_step(c, b, a); return true;
    case REA_V_EMERGE:
    case REA_V_COLLECT: do_emerge(c, b, a); return true;
    case REA_V_RAPID:
        c->s->body[b].rapid = 1;
        c->s->body[b].checks++;
        c->s->body[b].er = (int16_t)(c->s->body[b].er + c->bk->lim.rapid_er);
        TC_RULE("R-17.1b.4");
        rea_tell(c->u, REA_E_RAPID, "R-11.4.5", rea_lead_unit(c, b), 0, 0);
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
