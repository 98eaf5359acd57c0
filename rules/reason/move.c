/* rules/reason/move.c - chapter 11: what a mover may do, and where a move may end. */
#include "rules/reason/step.h"

struct finder {
    const struct rea_ctx *c;
    int body;
    bool found;
};

/* Told further down: */
static bool must_collect(const struct rea_ctx *c, int body);
static bool legal_collect(const struct rea_ctx *c, int body, const struct tc_act *a,
                          struct tc_refusal *why);
static bool legal_detach(const struct rea_ctx *c, int body, int unit, struct tc_refusal *why);
static bool legal_top(const struct rea_ctx *c, int body, int unit, struct tc_refusal *why);
static bool tops_already(const struct rea_ctx *c, int unit);
static int stack_units(const struct rea_ctx *c, int body);
static bool ends_legally(const struct rea_ctx *c, int body, struct tc_refusal *why);
static void find_any(void *to, int verb, int x, int y, int z, int w);
static bool legal_rapid(const struct rea_ctx *c, int body, struct tc_refusal *why);
static bool legal_lead(const struct rea_ctx *c, int body, int leader, struct tc_refusal *why);

/* --- What a mover may do --- */

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

/* R-8.1g.5, R-8.1g.6: out of General Order into open ground. */
static bool legal_emerge(const struct rea_ctx *c, int body, const struct tc_act *a,
                         struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int dir = a->arg[0], form = a->arg[1];
    struct rea_plan p = { .all = 1, .rule = "R-8.1g.5" };

    if (y->form != REA_GO)
        return tc_refuse(why, "R-FC.21", REA_R_NOT_GENERAL, 0, 0, 0);
    if (!rea_is_facing(dir) || !rea_is_facing(a->arg[2]))
        return tc_refuse(why, "R-FC.21", REA_R_SIX_FACINGS, 0, 0, 0);
    int to = tc_hexmap_next(&c->bk->map, y->hex[0], dir);
    if (to < 0 || !tc_hexmask_has(rea_front_mask(REA_GO, y->facing), dir))
        return tc_refuse(why, "R-8.1g.3", REA_R_NOT_FRONT, 0, 0, 0);
    if (y->loose)
        return tc_refuse(why, "R-B2.14", REA_R_GATHER, 0, 0, 0);
    int arm = rea_lead(c, body)->arm;
    struct rea_price e =
        rea_price(c, rea_column_of(arm, REA_GO), REA_GO, y->hex[0], dir, false);
    if (e.no || e.rc_only || e.general || rea_enemy_at(c, y->side, to) >= 0)
        return tc_refuse(why, e.rule, REA_R_CLOSED, to, 0, 0);
    for (int i = 0; i < y->units; i++)
        if (!rea_form_legal_here(c, y->unit[i], form, to, rea_sp(c, body)))
            return tc_refuse(why, "R-8.1g.6", REA_R_FORM_HERE, form, 0, 0);
    if (!rea_led(c, y->unit[0], form, y->hex[0], why))
        return false;
    if (rea_vertex(form) ? !tc_hexmask_has(tc_hexface_vertices(y->facing), a->arg[2])
                         : form == REA_MC && a->arg[2] != y->facing)
        return tc_refuse(why, "R-8.1g.8", REA_R_BESIDE, 0, 0, 0);
    if (form == REA_SQUARE && a->arg[2])
        return tc_refuse(why, "R-8.1g.8", REA_R_SIX_FACINGS, 0, 0, 0);
    const int16_t one[1] = { (int16_t)to };
    return rea_room(c, body, form, one, 1, why) && rea_can_pay(c, body, &p, why);
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
    default:
        return rea_plan_of(c, body, a, &p, why) && rea_can_pay(c, body, &p, why) &&
               rea_leash(c, body, &p, why);
    }
}

/* R-B2.14: General Order in open ground takes a legal formation, all MPs. */
static bool legal_collect(const struct rea_ctx *c, int body, const struct tc_act *a,
                          struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_plan p = { .all = 1, .rule = "R-B2.14" };

    if (!y->loose)
        return tc_refuse(why, "R-B2.14", REA_R_NOT_LOOSE, 0, 0, 0);
    for (int i = 0; i < y->units; i++)
        if (!rea_form_legal_here(c, y->unit[i], a->arg[0], y->hex[0], rea_sp(c, body)))
            return tc_refuse(why, "R-8.1g.6", REA_R_FORM_HERE, a->arg[0], 0, 0);
    if (!rea_led(c, y->unit[0], a->arg[0], y->hex[0], why))
        return false;
    if (!rea_is_facing(a->arg[1]))
        return tc_refuse(why, "R-8.1g.8", REA_R_SIX_FACINGS, 0, 0, 0);
    return rea_room(c, body, a->arg[0], y->hex, 1, why) && rea_can_pay(c, body, &p, why);
}

/* R-10.3e, R-10.x2: the guns of a Line's stack that come up when this body is put on top, or go
 * beneath it; TC_NONE when none do. In a Square they are always on top (R-10.2d.3). */
int rea_gun_to_shift(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    bool guns = rea_is_guns(c, body);
    int line = rea_foot_at(c, y->hex[0]);

    if (line < 0 || c->s->body[line].form != REA_LINE || c->s->body[line].side != y->side ||
        (guns ? y->form != REA_UA : line != body))
        return TC_NONE;
    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i]))
            if (c->s->body[o].form == REA_UA && (o == body || !guns) &&
                c->s->body[o].under == (guns ? 1 : 0))
                return o;
    return TC_NONE;
}

static bool legal_detach(const struct rea_ctx *c, int body, int unit, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (c->s->unit[unit].body != body)
        return tc_refuse(why, "R-10.x2", REA_R_OTHER_STACK, unit, 0, 0);
    if (y->units < 2)
        return tc_refuse(why, "R-10.x2", REA_R_ALONE, unit, 0, 0);
    if (y->mp || y->steps || y->moved)
        return tc_refuse(why, "R-10.x2", REA_R_ON_THE_WAY, unit, 0, 0);
    return true;
}

/* --- 11. Movement --- */

/* R-10.x2: any unit of the stack may be put on top before the body moves, one of its own where
 * it may end. */
static bool legal_top(const struct rea_ctx *c, int body, int unit, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int b = rea_body_of(c, unit);

    if (b < 0 || c->s->body[b].side != y->side || c->s->body[b].hex[0] != y->hex[0])
        return tc_refuse(why, "R-10.x2", REA_R_OTHER_STACK, unit, 0, 0);
    if (y->steps && (b != body || !ends_legally(c, body, NULL)))
        return tc_refuse(why, "R-10.x2", REA_R_ON_THE_WAY, unit, 0, 0);
    if (tops_already(c, unit))
        return tc_refuse(why, "R-10.x2", REA_R_ON_TOP, unit, 0, 0);
    if ((y->entered >> 1) >= stack_units(c, body))
        return tc_refuse(why, "R-10.x2", REA_R_ARRANGED, unit, 0, 0);
    return true;
}

/* Is the unit, or would it be, on top of all that is not guns, or of all guns? */
static bool tops_already(const struct rea_ctx *c, int unit)
{
    int b = c->s->unit[unit].body, h = c->s->body[b].hex[0];

    if (rea_lead_unit(c, b) != unit || rea_gun_to_shift(c, b) >= 0)
        return false;
    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h))
        if (rea_is_guns(c, o) == rea_is_guns(c, b))
            return o == b;
    return true;
}

/* Units and changes of order in the stack at rest in which this body has not yet moved. */
static int stack_units(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0], n = 0;

    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h))
        n += c->s->body[o].units;
    return n;
}

static bool ends_legally(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (!rea_straight(c, body))
        return tc_refuse(why, "R-8.4a.3", REA_R_BENT, 0, 0, 0); /* */
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
                return tc_refuse(why, "R-RUL-98", REA_R_NOT_ON_ROAD, y->hex[i], 0, 0);
    if (y->form == REA_LA && rea_body_in_zoc(c, body)) {
        if (rea_guns_can_leave(c, body))
            return tc_refuse(why, "R-11.8b.2", REA_R_ZOC, y->hex[0], 0, 0); /* R-11.8b.3 */
    }
    if (rea_has(c, REA_LEASH) && y->form == REA_SKIRMISH && !y->square_moved &&
        !rea_lead(c, body)->exempt && y->mp > 2 * REA_MP && !rea_near_formed(c, body))
        return tc_refuse(why, "R-B5.3", REA_R_LEASH, 0, 0, 0);
    if (must_collect(c, body))
        return tc_refuse(why, "R-B2.14", REA_R_MUST_EMERGE, y->hex[0], 0, 0);
    return true;
}

/* R-B2.14: General Order in open ground spends all its points on a formation, none before. */
static bool must_collect(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    return y->loose && !y->whole && !rea_disordered(c, body) && !rea_ooc(c, body) && y->mp == 0;
}

/* The move may end where that is legal, or when there is nothing else left to do. */
bool rea_may_end(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    struct finder f = { c, body, false };

    if (ends_legally(c, body, why))
        return true;
    rea_move_candidates(c, body, find_any, &f);
    return !f.found; /* R-11.8b.3 */
}

static void find_any(void *to, int verb, int x, int y, int z, int w)
{
    struct finder *f = to;
    bool counts =
        verb != REA_V_END && verb != REA_V_LEAD && verb != REA_V_TOP && verb != REA_V_RAPID;

    if (!counts || f->found)
        return;
    struct tc_act a = rea_act(verb, x, y, z, w);
    f->found = rea_legal_move(f->c, f->body, &a, NULL);
}

/* The plan behind an act that changes the body; false with the reason. */
bool rea_plan_of(const struct rea_ctx *c, int body, const struct tc_act *a, struct rea_plan *p,
                 struct tc_refusal *why)
{
    int x = a->arg[0], y = a->arg[1];

    switch ((int)a->verb) {
    case REA_V_STEP:
        return rea_plan_step(c, body, x, false, p, why) &&
               (!p->all || rea_may_stay(c, body, p, why));
    case REA_V_ROAD: return rea_plan_step(c, body, x, true, p, why);
    case REA_V_TURN:
        if (must_collect(c, body))
            return tc_refuse(why, "R-B2.14", REA_R_MUST_EMERGE, c->s->body[body].hex[0], 0, 0);
        return rea_plan_turn(c, body, x, p, why);
    case REA_V_FORM:
        return rea_plan_form(c, body, x, y, a->arg[2], a->arg[3], p, why) &&
               (!p->all || rea_may_stay(c, body, p, why));
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

static bool legal_rapid(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int arm = rea_lead(c, body)->arm;

    if (y->rapid)
        return tc_refuse(why, "R-11.4x1", REA_R_RAPID_ON, 0, 0, 0);
    if (y->whole)
        return tc_refuse(why, "R-11.4x1", REA_R_SPENT, 0, 0, 0);
    if (arm == REA_HORSE)
        return tc_refuse(why, "R-11.4.2", REA_R_RAPID, 0, 0, 0);
    if (y->form == REA_SKIRMISH)
        return tc_refuse(why, "R-11.4.3", REA_R_RAPID, 0, 0, 0);
    if (arm == REA_GUNS) {
        if (!rea_has(c, REA_GUNS_HURRY) || y->form != REA_RC || !y->road)
            return tc_refuse(why, rea_has(c, REA_GUNS_HURRY) ? "R-B2.6" : "R-11.4.4",
                             REA_R_RAPID, 0, 0, 0); /* R-B2.6 */
    } else if (y->form != REA_AC && y->form != REA_LINE && y->form != REA_MC &&
               y->form != REA_RC) {
        return tc_refuse(why, "R-11.4.1", REA_R_RAPID, 0, 0, 0);
    }
    if (rea_disordered(c, body))
        return tc_refuse(why, "R-11.4.1", REA_R_DISORDERED, 0, 0, 0);
    return true; /* R-7.5b.5 */
}

/* In any hex of it: a cavalry Line has up to five. */
static bool leader_here(const struct rea_body *y, int hex)
{
    bool here = false;

    for (int i = 0; i < y->len; i++)
        here |= hex == y->hex[i];
    return here;
}

static bool legal_lead(const struct rea_ctx *c, int body, int leader, struct tc_refusal *why)
{
    const struct rea_leader *l = &c->s->leader[leader];
    const struct rea_chief *k = &c->bk->leader[leader];

    if (k->side != c->s->body[body].side)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_THEIRS, leader, 0, 0);
    if (!rea_leader_lives(c, leader))
        return tc_refuse(why, "R-20.1", REA_R_LEADER_GONE, leader, 0, 0);
    if (!leader_here(&c->s->body[body], l->hex))
        return tc_refuse(why, "R-20.1", REA_R_LEADER_AWAY, leader, 0, 0);
    if (l->stunned)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_STUNNED, leader, 0, 0);
    if (l->with != REA_NO)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_RIDES, leader, rea_lead_unit(c, l->with),
                         0);
    if (l->moved)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_MOVED, leader, 0, 0);
    if (k->rank == REA_RANK_COMMAND && !(k->command >= 0 && c->s->command[k->command].active))
        return tc_refuse(why, "R-11.0.1", REA_R_LEADER_IDLE, leader, 0, 0);
    return true;
}

static void emit1(rea_emit *emit, void *to, int verb, int x)
{
    emit(to, verb, x, 0, 0, 0);
}

/* The first or second facing in which it may come out of General Order. */
static int go_facing(const struct rea_body *y, int form, int i)
{
    if (form == REA_SQUARE)
        return 0;
    return form == REA_MC ? y->facing : tc_hex_mod6(y->facing - i);
}

static void emit_go(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    const struct rea_body *y = &c->s->body[body];

    for (int d = -1; d <= 1; d++)
        for (int form = REA_LINE; form <= REA_SQUARE; form++)
            for (int f = 0; f < 2; f++)
                if (f == 0 || rea_vertex(form))
                    emit(to, REA_V_EMERGE, tc_hex_mod6(y->facing + d), form,
                         go_facing(y, form, f), 0);
    for (int form = REA_LINE; form <= REA_SQUARE && y->loose; form++)
        for (int f = 0; f < (form == REA_SQUARE ? 1 : 6); f++)
            emit(to, REA_V_COLLECT, form, f, 0, 0);
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
            for (int f = 0; f < 6; f++)
                emit(to, REA_V_REFORM, parent, h, forms[k], f);
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
        if (y->form == REA_SKIRMISH && rea_has(c, REA_BACK_STEPS))
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
    for (int i = 0; i < y->units && y->units > 1; i++)
        emit1(emit, to, REA_V_DETACH, y->unit[i]);
    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
        for (int i = 0; i < c->s->body[o].units; i++)
            emit1(emit, to, REA_V_TOP, c->s->body[o].unit[i]);
    for (int i = 0; i < c->bk->leaders; i++)
        if (leader_here(y, c->s->leader[i].hex))
            emit1(emit, to, REA_V_LEAD, i);
}
