/* rules/reason/contract.c - 11.5g, 10.5d, 8.2d: what losses and leaving do to a formation. */
#include "rules/reason/combat.h"

/* Told further down: */
static bool too_long(const struct rea_ctx *c, int body);
static bool has_length(const struct rea_ctx *c, int body);
static bool follow(struct rea_ctx *c);
static int road_need(const struct rea_ctx *c, int arm, int sp);
static void break_squares(struct rea_ctx *c);
static void follow_all(struct rea_ctx *c, const uint8_t *body, int n);
static bool keeps_touch(const struct rea_ctx *c, int body, int end);

/* R-8.2d: a Square too small becomes a Line, whatever made it so; guns in it turn with it. */
void rea_break_square(struct rea_ctx *c, int body)
{
    struct rea_body *y = &c->s->body[body];
    int h = y->hex[0],
        sp = body == c->s->mover ? rea_sp(c, body) : rea_stack_sp(c, body, false);

    if (!y->units || y->form != REA_SQUARE || sp >= rea_scale(c, 3))
        return;
    int facing =
        rea_ask(c, y->side, REA_Q_FACE, "R-8.2d.1", rea_lead_unit(c, body), REA_BY_POINT, 0)
            .arg[0];
    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h)) {
        struct rea_body *x = &c->s->body[o];
        if (body == c->s->mover && o != body)
            continue; /* a mover stands with nobody */
        if (x->form == REA_UA)
            x->facing = (uint8_t)facing;
        if (x->form != REA_SQUARE)
            continue;
        x->form = REA_LINE;
        x->facing = (uint8_t)facing;
        rea_tell(c->u, REA_E_FORMED, "R-8.2d.1", rea_lead_unit(c, o), REA_LINE, 0);
    }
    rea_disorder(c, body, "R-8.2d.2");
}

/* Losses shorten a body to what its strength can fill; free and without a check. */
void rea_contract(struct rea_ctx *c, int body)
{
    struct rea_body *y = &c->s->body[body];

    if (!y->units || y->len <= 1)
        return;
    if (y->form == REA_RC) {
        if (too_long(c, body))
            rea_put(c, body, y->form, y->facing, y->hex,
                    road_need(c, rea_lead(c, body)->arm, rea_sp(c, body))); /* R-11.5g.3 */
        return;
    }
    if (!has_length(c, body))
        return;
    while (too_long(c, body))
        rea_give_up(c, body); /* R-8.1a.5, R-11.5g.2, R-11.5g.3, R-RUL-10 */
    follow(c);
}

/* Longer than its strength can fill? A mover among friends it passes stands with nobody. */
static bool too_long(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    int arm = rea_lead(c, body)->arm;

    if (y->len <= 1)
        return false;
    if (y->form == REA_RC)
        return road_need(c, arm, rea_sp(c, body)) < y->len;
    return has_length(c, body) &&
           (body == c->s->mover ? rea_sp(c, body) : rea_stack_sp(c, body, false)) <
               rea_min_sp(c, arm, y->side, y->form, y->len);
}

/* Lines and March Columns have a length of their own; guns have that of others. */
static bool has_length(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    return (y->form == REA_LINE || y->form == REA_MC) && !rea_is_guns(c, body);
}

/* Guns in several hexes follow those they stand with; false when nothing changes. */
static bool follow(struct rea_ctx *c)
{
    bool changed = false;

    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && c->s->body[b].len > 1 && rea_is_guns(c, b))
            changed |= rea_place_guns(c, b);
    return changed;
}

/* The hexes a Road Column of that strength fills: R-11.5g.3. */
static int road_need(const struct rea_ctx *c, int arm, int sp)
{
    int each = rea_in_road_hex(c, arm == REA_GUNS);

    return tc_max(1, (sp + each - 1) / each);
}

/* For a moment those who draw together or gather, and those they leave, are too long. */
void rea_hold_long(struct rea_ctx *c, uint8_t *was)
{
    for (int b = 0; b < c->bk->units; b++) {
        was[b] = c->s->body[b].crossed;
        if (c->s->body[b].units && c->s->body[b].len > 1)
            c->s->body[b].crossed = 1;
    }
}

void rea_let_go(struct rea_ctx *c, const uint8_t *was)
{
    for (int b = 0; b < c->bk->units; b++)
        c->s->body[b].crossed = was[b];
}

void rea_give_up(struct rea_ctx *c, int body)
{
    struct rea_body *y = &c->s->body[body];
    uint8_t was[REA_BODIES];
    int16_t hex[REA_LONG];

    rea_hold_long(c, was);
    memcpy(hex, y->hex, sizeof hex);
    if (y->form == REA_LINE) {
        struct tc_act a =
            rea_ask(c, y->side, REA_Q_GIVE_UP, "R-RUL-99", rea_lead_unit(c, body), 0, 0);
        if (a.arg[0] == 0)
            memmove(hex, hex + 1, sizeof hex - sizeof *hex);
        if (y->hook == (a.arg[0] == 0 ? REA_HOOK_LEFT : REA_HOOK_RIGHT) && y->len == 2)
            y->hook = REA_NO_HOOK;
    }
    struct rea_body old = *y;
    rea_put(c, body, y->form, y->facing, hex, y->len - 1);
    rea_tell(c->u, REA_E_CONTRACTED, "R-11.5g.1", rea_lead_unit(c, body), y->len, 0);
    /* Those who stand with it in the same hexes draw together with it. */
    for (int o = 0; o < c->bk->units; o++) {
        const struct rea_body *x = &c->s->body[o];
        if (o == body || !x->units || o == c->s->mover || body == c->s->mover ||
            x->side != old.side || x->form != old.form || rea_is_guns(c, o) ||
            !rea_same_hexes(x, old.hex, old.len))
            continue;
        rea_put(c, o, x->form, x->facing, hex, old.len - 1);
        rea_tell(c->u, REA_E_CONTRACTED, "R-11.5g.1", rea_lead_unit(c, o), x->len, 0);
    }
    rea_let_go(c, was);
}

/* Whoever lost the others of a long body draws together: R-10.5d, R-RUL-99. */
void rea_draw_together(struct rea_ctx *c)
{
    uint8_t body[REA_BODIES]; /* in several hexes, but for the mover */
    bool any = false, batteries = false;
    int n = 0;

    break_squares(c);
    const struct rea_body *y = c->s->body;
    for (int b = 0, units = c->bk->units; b < units; b++, y++)
        if (y->len > 1 && y->units) {
            batteries |= rea_is_guns(c, b);
            if (b != c->s->mover)
                body[n++] = (uint8_t)b;
        }
    for (int i = 0; i < n && !any; i++)
        any = too_long(c, body[i]);
    if (!any) {
        if (batteries)
            follow_all(c, body, n);
        return;
    }
    uint8_t was[REA_BODIES];
    rea_hold_long(c, was);
    for (int i = 0; i < n; i++)
        rea_contract(c, body[i]);
    rea_let_go(c, was);
}

static void break_squares(struct rea_ctx *c)
{
    const struct rea_body *y = c->s->body;

    for (int b = 0, units = c->bk->units; b < units; b++, y++)
        if (y->form == REA_SQUARE)
            rea_break_square(c, b);
}

/* Nobody is too long: each long body would only have its guns follow it. */
static void follow_all(struct rea_ctx *c, const uint8_t *body, int n)
{
    for (int i = 0; i < n; i++)
        if (has_length(c, body[i]) && !follow(c))
            return;
}

/* R-RUL-104: losses do not take a formation out of its fight. */
bool rea_legal_give_up(const struct rea_ctx *c, int body, int end, struct tc_refusal *why)
{
    if (end < 0 || end > 1)
        return tc_refuse(why, "R-RUL-99", REA_R_NO_END, 0, 0, 0);
    if (!keeps_touch(c, body, end) && keeps_touch(c, body, !end))
        return tc_refuse(why, "R-RUL-104", REA_R_TOUCH, 0, 0, 0);
    return true;
}

/* Would its stack, in a fight, still touch an enemy with this end given up? */
static bool keeps_touch(const struct rea_ctx *c, int body, int end)
{
    const struct rea_state *s = c->s;
    const struct rea_body *y = &s->body[body];
    const int16_t *hex = y->hex + (end == 0);

    for (int i = 0; i < s->attacks; i++)
        if (rea_attacks_in(s, i, s->attack[i].fight) &&
            (s->attack[i].body == body || rea_one_formation(c, s->attack[i].body, body)) &&
            rea_still_touches(c, hex, y->len - 1, true, s->attack[i].fight))
            return true;
    for (int i = 0; i < s->defences; i++)
        if (rea_defends_in(s, i, s->defence[i].fight) &&
            rea_stack_top(c, s->defence[i].body) == rea_stack_top(c, body) &&
            rea_still_touches(c, hex, y->len - 1, false, s->defence[i].fight))
            return true;
    return false;
}
