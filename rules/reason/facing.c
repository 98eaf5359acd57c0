/* rules/reason/facing.c - chapter 9: turning, wheeling, facing about. */
#include "rules/reason/inner.h"

/* Told further down: */
static bool leaves_after(const struct rea_ctx *c, int body, const struct rea_plan *p);
static bool american(const struct rea_ctx *c, int body);
static bool plan_guns(const struct rea_ctx *c, int body, struct rea_plan *p,
                      struct tc_refusal *why);
static bool stacked_with_line(const struct rea_ctx *c, int body);
static bool plan_reverse(const struct rea_ctx *c, int body, struct rea_plan *p);
static bool pay_pace(const struct rea_ctx *c, int body, const struct tc_hexpace *pace,
                     bool last, struct rea_plan *p, uint64_t *seen, struct tc_refusal *why);
static bool guns_follow(const struct rea_ctx *c, int body, struct tc_refusal *why);

static int turn_row(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form == REA_GO)
        return REA_TURN_GO; /* R-8.1g.7 */
    if (y->form == REA_SKIRMISH)
        return REA_TURN_SKIRMISH;
    if (y->form == REA_LA || rea_is_guns(c, body))
        return REA_TURN_GUNS; /* R-8.1h.4, R-9.5.2, R-9.5.3 */
    return y->form == REA_MC || y->form == REA_RC ? REA_TURN_COLUMN : REA_TURN_FORMED;
}

static void plan_in_place(const struct rea_ctx *c, int body, int steps, struct rea_plan *p)
{
    p->cost = (int16_t)rea_turn_price(c, body, steps);
    p->rule = "R-9.x1"; /* R-9.3a.1 */
}

static bool plan_wheel(const struct rea_ctx *c, int body, int turn, struct rea_plan *p,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    struct tc_hexbody line = { y->hex[0], y->facing, y->len, TC_HEXBODY_LINE, TC_HEXHOOK_NONE };
    struct tc_hexwheel w;
    uint64_t seen[REA_HEXWORDS] = { 0 };

    if (!tc_hexbody_wheel(&c->bk->map, &line, turn, turn > 0, &w))
        return tc_refuse(why, "R-9.3b.1", REA_R_OFF_MAP, 0, 0, 0);
    p->cost = (int16_t)(REA_MP + REA_MP * (y->len - 1) + (american(c, body) ? REA_MP : 0));
    p->rule = "R-9.3b.1"; /* R-9.3b.2 */
    for (int i = 0; i < w.n; i++)
        if (!pay_pace(c, body, &w.pace[i], i + 1 == w.n || w.pace[i + 1].part != w.pace[i].part,
                      p, seen, why))
            return false;
    rea_line_hexes(c, w.body.anchor, w.body.facing, y->len, p->hex);
    return rea_room(c, body, y->form, p->hex, p->len, why);
}

static bool american(const struct rea_ctx *c, int body)
{
    return rea_has(c, REA_AMERICAN_FACING) && rea_lead(c, body)->nation == REA_AMERICAN &&
           rea_lead(c, body)->arm == REA_FOOT;
}

/* T-11: sixths for a turn of so many steps in place. */
int rea_turn_price(const struct rea_ctx *c, int body, int steps)
{
    return american(c, body) ? c->bk->t11b[turn_row(c, body)][steps - 1]
                             : c->bk->t11[turn_row(c, body)][steps - 1];
}

/* Turn in place, wheel or face about; p holds the new body and the price. */
bool rea_plan_turn(const struct rea_ctx *c, int body, int facing, struct rea_plan *p,
                   struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int steps = tc_hexface_turns(y->facing, tc_hex_mod6(facing));

    memset(p, 0, sizeof *p);
    memcpy(p->hex, y->hex, sizeof p->hex);
    p->len = y->len;
    p->form = y->form;
    p->facing = (uint8_t)tc_hex_mod6(facing);
    p->hook = y->hook;
    if (!rea_is_facing(facing))
        return tc_refuse(why, "R-9.x1", REA_R_SIX_FACINGS, 0, 0, 0);
    if (y->form == REA_SQUARE || y->form == REA_ROUT)
        return tc_refuse(why, "R-9.x1", REA_R_NO_FACING, y->form, 0, 0);
    if (steps == 0)
        return tc_refuse(why, "R-9.x1", REA_R_SAME_FACING, 0, 0, 0);
    if (y->hook != REA_NO_HOOK)
        return tc_refuse(why, "R-9.7", REA_R_HOOKED, 0, 0, 0);
    if (y->form == REA_UA)
        return plan_guns(c, body, p, why);
    bool bound = !guns_follow(c, body, NULL);
    bool reverse = steps == 3 && y->form != REA_GO && y->form != REA_SKIRMISH;
    if (reverse)
        return plan_reverse(c, body, p) && (!bound || guns_follow(c, body, why));
    if (y->form == REA_LINE && y->len > 1) {
        if (bound)
            return guns_follow(c, body, why);
        if (steps != 1)
            return tc_refuse(why, "R-9.3b.1", REA_R_WHEEL, 0, 0, 0);
        if (!plan_wheel(c, body, tc_hex_mod6(facing - y->facing) == 1 ? 1 : -1, p, why))
            return false;
    } else {
        plan_in_place(c, body, steps, p);
    }
    if (!p->all && (p->zone || rea_body_in_zoc(c, body))) /* a wheel is movement: R-9.3b.4 */
        p->cost = (int16_t)(p->cost + REA_MP);            /* R-11.8a.1 */
    return !bound || leaves_after(c, body, p) || guns_follow(c, body, why);
}

/* Could the mover step out of its hex once it has made this turn? */
static bool leaves_after(const struct rea_ctx *c, int body, const struct rea_plan *p)
{
    struct rea_body *y = &c->s->body[body], keep = *y;
    bool can = false;

    if (p->all || c->s->mover != body)
        return false;
    y->facing = p->facing;
    y->mp = (int16_t)(y->mp + p->cost);
    rea_forget(c);
    for (int d = 0; d < 6 && !can; d++) {
        struct tc_act a = rea_act(REA_V_STEP, d, 0, 0, 0);
        can = rea_legal_move(c, body, &a, NULL);
    }
    *y = keep;
    rea_forget(c);
    return can;
}

/* facing about takes the full printed allowance. */
static bool plan_reverse(const struct rea_ctx *c, int body, struct rea_plan *p)
{
    const struct rea_body *y = &c->s->body[body];
    bool flip = y->form == REA_LINE || y->form == REA_MC || y->form == REA_RC;

    (void)c;
    for (int i = 0; i < y->len && flip; i++)
        p->hex[i] = y->hex[y->len - 1 - i];
    if (y->form == REA_RC && y->len > 1)
        p->facing = (uint8_t)tc_hex_mod6(rea_dir_of(c, y->hex[y->len - 2], y->hex[y->len - 1]));
    p->all = 1;
    p->rule = y->form == REA_LINE ? "R-9.6a.1"
              : y->form == REA_MC ? "R-9.6a.2"
              : y->form == REA_RC ? "R-9.6a.3"
              : y->form == REA_LA ? "R-9.6.2"
                                  : "R-9.6.1";
    return true;
}

/* last: where this part of the Line comes to stand (R-11.2e). */
static bool pay_pace(const struct rea_ctx *c, int body, const struct tc_hexpace *pace,
                     bool last, struct rea_plan *p, uint64_t *seen, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_price r = rea_price(c, rea_column_of(rea_lead(c, body)->arm, y->form), y->form,
                                   pace->from, pace->dir, false);

    if (rea_enemy_at(c, y->side, pace->to) >= 0)
        return tc_refuse(why, "R-9.3b.4", REA_R_ENEMY_THERE, pace->to, 0, 0);
    if (r.no || r.rc_only || r.general)
        return tc_refuse(why, r.rule, REA_R_CLOSED, pace->to, 0, 0);
    bool clear = rea_hex_clear(c, pace->to);
    int side =
        r.cost - rea_hex_cost(c, rea_column_of(rea_lead(c, body)->arm, y->form), pace->to);
    if (!clear && !tc_hexset_has(seen, pace->to))
        p->cost = (int16_t)(p->cost + r.cost - side); /* R-9.3b.3, R-RUL-14 */
    tc_hexset_add(seen, pace->to);
    p->zone |= rea_in_zoc(c, y->side, pace->to);
    p->cost = (int16_t)(p->cost + side);
    if (last) { /* R-9.3b.4 */
        p->wait_hex = (uint8_t)(p->wait_hex + r.check_hex);
        p->wait_side = (uint8_t)(p->wait_side + r.check_side);
    } else {
        p->checks = (uint8_t)(p->checks + r.check_hex + r.check_side);
    }
    return true;
}

static bool plan_guns(const struct rea_ctx *c, int body, struct rea_plan *p,
                      struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->fired)
        return tc_refuse(why, "R-9.5.1", REA_R_FIRED, 0, 0, 0);
    if (y->prolonged)
        return tc_refuse(why, "R-9.5.1", REA_R_DRAWN, 0, 0, 0);
    if (y->entered & 1)
        return tc_refuse(why, "R-9.5.1", REA_R_TURNED, 0, 0, 0);
    if (stacked_with_line(c, body))
        return tc_refuse(why, "R-RUL-82", REA_R_TOGETHER, 0, 0, 0);
    p->cost = 0;
    p->rule = "R-9.5.1";
    return true;
}

static bool stacked_with_line(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
        if (o != body && (c->s->body[o].form == REA_LINE || c->s->body[o].form == REA_UA))
            return true;
    return false;
}

/* Guns that stand with a Line turn with it; if they may not, the Line may turn only to leave.
 */
static bool guns_follow(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_LINE)
        return true;
    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
        if (o != body && c->s->body[o].form == REA_UA && !rea_guns_held(c, o, body) &&
            (c->s->body[o].fired || c->s->body[o].prolonged))
            return tc_refuse(why, "R-RUL-82", REA_R_GUNS_BOUND, rea_lead_unit(c, o),
                             c->s->body[o].fired != 0, 0);
    return true;
}

/* R-11.8b.2, R-11.8b.3: can limbered guns still get out of their hex, ahead or after a turn? */
bool rea_guns_can_leave(const struct rea_ctx *c, int body)
{
    struct rea_plan p = { .facing = c->s->body[body].facing };

    if (leaves_after(c, body, &p))
        return true;
    for (int f = 0; f < 6; f++) {
        struct tc_act a = rea_act(REA_V_TURN, f, 0, 0, 0);
        if (rea_legal_move(c, body, &a, NULL) && rea_plan_turn(c, body, f, &p, NULL) &&
            leaves_after(c, body, &p))
            return true;
    }
    return false;
}
