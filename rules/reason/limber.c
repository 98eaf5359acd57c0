/* rules/reason/limber.c - 8.5 and 8.4g: limbering, unlimbering, hooks. */
#include "rules/reason/step.h"

/* Told further down: */
static bool with_others(const struct rea_ctx *c, int body);
static bool way_out(const struct rea_ctx *c, int body, int facing, int left);

bool rea_plan_hook(const struct rea_ctx *c, int body, int end, struct rea_plan *p,
                   struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    memset(p, 0, sizeof *p);
    if (y->form != REA_LINE || rea_lead(c, body)->arm != REA_FOOT)
        return tc_refuse(why, "R-8.1a.9", REA_R_NO_HOOK, 0, 0, 0);
    if (end != 0 && y->hook != REA_NO_HOOK)
        return tc_refuse(why, "R-8.1a.10", REA_R_HOOKED, 0, 0, 0);
    if (end == 0 && y->hook == REA_NO_HOOK)
        return tc_refuse(why, "R-8.4g.1", REA_R_HOOKLESS, 0, 0, 0);
    memcpy(p->hex, y->hex, sizeof p->hex);
    p->form = y->form;
    p->facing = y->facing;
    p->len = y->len;
    p->hook = (uint8_t)end;
    p->cost = rea_body_in_zoc(c, body) ? 2 * REA_MP : REA_MP;
    p->rule = "R-FC.11";
    return true; /* R-8.4g.1 */
}

bool rea_plan_limber(const struct rea_ctx *c, int body, int facing, struct rea_plan *p,
                     struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    memset(p, 0, sizeof *p);
    if (y->form != REA_UA)
        return tc_refuse(why, "R-8.5.1", REA_R_NOT_UNLIMBERED, 0, 0, 0);
    if (y->fired)
        return tc_refuse(why, "R-8.5a", REA_R_FIRED, 0, 0, 0);
    if (y->prolonged)
        return tc_refuse(why, "R-8.5a", REA_R_DRAWN, 0, 0, 0);
    if (!rea_is_facing(facing))
        return tc_refuse(why, "R-8.5c.1", REA_R_SIX_FACINGS, 0, 0, 0);
    if (y->entered & 1)
        return tc_refuse(why, "R-8.5c.1", REA_R_TURNED, 0, 0, 0);
    p->cost = 2 * REA_MP;
    if (rea_body_in_zoc(c, body))
        p->cost = 3 * REA_MP; /* R-RUL-89 */
    p->rule = "R-8.5b";
    if (with_others(c, body) && !way_out(c, body, facing, rea_left(c, body) - p->cost))
        return tc_refuse(why, "R-8.5c.2", REA_R_NO_EXIT, 0, 0, 0); /* R-RUL-86 */
    p->form = REA_LA;                                              /* R-8.1h.1 */
    p->facing = (uint8_t)facing;
    p->len = 1;
    p->hex[0] = y->hex[0];
    return true;
}

static bool with_others(const struct rea_ctx *c, int body)
{
    for (int o = c->first[c->s->body[body].hex[0]] - 1; o >= 0;
         o = rea_below(c, o, c->s->body[body].hex[0]))
        if (o != body && (rea_lead(c, o)->arm == REA_FOOT || c->s->body[o].form == REA_UA))
            return true;
    return false;
}

/* R-8.5c.2: is there a way out ahead for what is left? */
static bool way_out(const struct rea_ctx *c, int body, int facing, int left)
{
    const struct rea_body *y = &c->s->body[body];
    int to = tc_hexmap_next(&c->bk->map, y->hex[0], facing);

    if (to < 0 || rea_enemy_at(c, y->side, to) >= 0 || rea_in_zoc(c, y->side, to))
        return false;
    struct rea_price p = rea_price(c, REA_C_GUNS, REA_LA, y->hex[0], facing, false);
    return !p.no && !p.rc_only && !p.all && p.cost <= left;
}

bool rea_plan_unlimber(const struct rea_ctx *c, int body, int facing, struct rea_plan *p,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    memset(p, 0, sizeof *p);
    if (y->form != REA_LA)
        return tc_refuse(why, "R-8.3c.1", REA_R_NOT_LIMBERED, 0, 0, 0);
    if (rea_body_in_zoc(c, body))
        return tc_refuse(why, "R-8.5.2", REA_R_ZOC, y->hex[0], 0, 0); /* R-11.8b.2 */
    if (!rea_is_facing(facing))
        return tc_refuse(why, "R-8.5c.3", REA_R_SIX_FACINGS, 0, 0, 0);
    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0])) {
        const struct rea_body *x = &c->s->body[o];
        if (o == body)
            continue;
        if (x->form != REA_LINE && x->form != REA_SQUARE && x->form != REA_UA)
            return tc_refuse(why, "R-8.5.3", REA_R_STACK, rea_lead_unit(c, o), 0, 0);
        if (x->form != REA_SQUARE && x->facing != facing)
            return tc_refuse(why, "R-8.5c.4", REA_R_SAME_WAY, 0, 0, 0); /* R-8.5c.5 */
    }
    if (!rea_room(c, body, REA_UA, y->hex, 1, why)) /* it could not end so, nor go on */
        return false;
    p->form = REA_UA; /* R-8.1i.1, R-8.5c.3 */
    p->facing = (uint8_t)facing;
    p->len = 1;
    p->hex[0] = y->hex[0];
    p->cost = 2 * REA_MP;
    p->rule = "R-8.5b";
    return true;
}
