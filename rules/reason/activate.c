/* rules/reason/activate.c - chapter 6: what is activated, who joins, who has finished. */
#include "rules/reason/activate.h"
#include "rules/reason/loc.h"

/* Told further down: */
static bool any_attach(const struct rea_ctx *c);
static bool solo_open(const struct rea_ctx *c, int side, int unit, struct tc_refusal *why);
static bool wing_open(const struct rea_ctx *c, int side, int w, struct tc_refusal *why);
static bool anything(const struct rea_ctx *c, int side);
static void clear_activation(struct rea_ctx *c);
static int host_of(const struct rea_ctx *c, int unit);
static bool in_range_of(const struct rea_ctx *c, int leader, int hex);
static bool wing_try(const struct rea_ctx *c, int side, int l, struct tc_refusal *why);
static bool command_open(const struct rea_ctx *c, int side, int k, struct tc_refusal *why);
static bool any_limited(const struct rea_ctx *c, int side);

/* the battalions of its regiment beside it come along. */
static void attach(struct rea_ctx *c, int unit)
{
    struct rea_state *s = c->s;
    int r = c->bk->unit[unit].regiment;

    s->unit[unit].active = s->unit[unit].used = 1;
    rea_tell(c->u, REA_E_ATTACHED, "R-6.4x1", unit, 0, 0);
    for (int i = 0; i < c->bk->units && r >= 0; i++)
        if (i != unit && c->bk->unit[i].regiment == r && solo_open(c, s->acting, i, NULL) &&
            rea_apart(c, s->unit[i].body, s->unit[unit].body) <= 1) {
            s->unit[i].active = s->unit[i].used = 1;
            rea_tell(c->u, REA_E_ATTACHED, "R-6.2", i, 0, 0);
        }
}

void rea_step_attach(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct tc_act a = { .verb = REA_V_DONE };
    struct rea_reach reach;

    reach.has_army = 0;
    c->reach = &reach;
    if (any_attach(c))
        a = rea_ask(c, c->s->acting, REA_Q_ATTACH, "R-6.4x1", 0, 0, 0);
    if (a.verb == REA_V_ATTACH) {
        attach(c, a.arg[0]);
        return;
    }
    for (int i = 0; i < c->bk->leaders; i++) {
        c->s->leader[i].tried = c->s->leader[i].in == 2;
        if (c->s->leader[i].in != 2)
            c->s->leader[i].in = rea_leader_marked(c, i);
    }
    c->s->head.step = REA_ST_CONTROL;
}

static bool any_attach(const struct rea_ctx *c)
{
    struct tc_act a = rea_act(REA_V_ATTACH, 0, 0, 0, 0);

    for (int i = 0; i < c->bk->units; i++) {
        a.arg[0] = i;
        if (c->bk->unit[i].command < 0 && rea_legal_attach(c, &a, NULL))
            return true;
    }
    return false;
}

static bool solo_open(const struct rea_ctx *c, int side, int unit, struct tc_refusal *why)
{
    const struct rea_unit *x = &c->s->unit[unit];

    if (c->bk->unit[unit].side != side)
        return tc_refuse(why, "R-6.4x1", REA_R_THEIRS, unit, 0, 0);
    if (c->bk->unit[unit].command >= 0)
        return tc_refuse(why, "R-6.4x1", REA_R_NOT_INDEPENDENT, unit, 0, 0);
    if (x->where != REA_ON)
        return tc_refuse(why, "R-6.4x1", REA_R_OFF_FIELD, unit, 0, 0);
    if (x->used)
        return tc_refuse(why, "R-6.4x1", REA_R_ACTED, unit, 0, 0);
    if (x->morale == REA_ROUTED)
        return tc_refuse(why, "R-6.3c", REA_R_ROUTED, unit, 0, 0);
    return true;
}

bool rea_legal_choose(const struct rea_ctx *c, int side, const struct tc_act *a,
                      struct tc_refusal *why)
{
    if (a->verb == REA_V_COMMAND)
        return command_open(c, side, a->arg[0], why);
    if (a->verb == REA_V_WING)
        return wing_open(c, side, a->arg[0], why);
    if (a->verb == REA_V_TRY)
        return wing_try(c, side, a->arg[0], why);
    return solo_open(c, side, a->arg[0], why);
}

/* Every unit of a Command takes part, except Routed ones (R-6.3c). */
void rea_open_command(struct rea_ctx *c, int command)
{
    struct rea_state *s = c->s;

    s->command[command].active = 1;
    for (int i = 0; i < c->bk->units; i++) {
        if (c->bk->unit[i].command != command || s->unit[i].where != REA_ON)
            continue;
        if (s->unit[i].morale == REA_ROUTED)
            continue; /* R-6.3c */
        s->unit[i].active = 1;
        s->unit[i].used = 1;
    }
}

static bool wing_open(const struct rea_ctx *c, int side, int w, struct tc_refusal *why)
{
    int l = c->bk->wing[w].leader;
    int n = 0;

    if (c->bk->wing[w].side != side)
        return tc_refuse(why, "R-6.5x1", REA_R_NO_WING, w, 0, 0);
    if (c->s->wing_done[w])
        return tc_refuse(why, "R-6.5x1", REA_R_WING_DONE, w, 0, 0);
    if (c->bk->wing[w].detachment)
        return tc_refuse(why, "R-23.1d.2", REA_R_DETACHED, w, 0, 0);
    for (int k = 0; k < c->bk->commands; k++)
        n += c->bk->command[k].wing == w && command_open(c, side, k, NULL);
    if (n < 2)
        return tc_refuse(why, "R-6.5x1", REA_R_WING_SMALL, w, 0, 0);
    if (l < 0 || !rea_leader_lives(c, l) || (c->s->leader[l].in != 2 && !rea_leader_in(c, l)))
        return tc_refuse(why, "R-6.5a.1", REA_R_LEADER_OUT, tc_max(0, l), 0, 0); /* R-6.5a.2 */
    return true;
}

void rea_step_finish(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    for (int i = 0; i < c->bk->units; i++)
        s->unit[i].ooc = s->unit[i].active = 0; /* R-7.6x1 */
    for (int k = 0; k < c->bk->commands; k++) {
        if (s->command[k].active && s->limited)
            s->command[k].limited = 1;
        else if (s->command[k].active && !s->special_mode)
            s->command[k].finished = 1;
        s->command[k].active = 0;
    }
    for (int i = 0; i < c->bk->leaders; i++)
        s->leader[i].in = 0;
    rea_tell(u, REA_E_FINISHED, "R-6.3x1", s->acting, 0, 0);
    s->head.active = TC_NONE;
    if (s->special_mode) {
        s->special_mode = 0;
        s->special_left = 0;
        s->acting = s->won;
        s->head.step = REA_ST_CHOOSE;
    } else if (s->limited) {
        s->limited = 0;
        s->special_side = !s->acting;
        s->head.step = REA_ST_LIMITED;
    } else if (s->special_left == REA_I_DOUBLE) {
        s->special_left = 0;
        s->head.step = REA_ST_CHOOSE;
    } else if (s->ending) {
        rea_tell(u, REA_E_TURN_ENDS, "R-6.7x1", 0, 0, 0);
        s->special_side = s->won;
        s->head.step = REA_ST_LIMITED;
    } else {
        s->head.step = REA_ST_INITIATIVE;
    }
}

void rea_step_choose(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    struct rea_reach reach;
    int side = s->acting;

    reach.has_army = 0;
    c->reach = &reach;

    if (!anything(c, side))
        side = !side;
    if (!anything(c, side)) {
        rea_tell(u, REA_E_TURN_ENDS, "R-6.7x2", 0, 0, 0);
        s->special_side = s->won;
        s->head.step = REA_ST_LIMITED;
        return;
    }
    s->acting = (uint8_t)side;
    s->head.active = (int8_t)side;
    struct tc_act a = rea_ask(c, side, REA_Q_CHOOSE, "R-6.3x1", 0, 0, 0);
    if (a.verb == REA_V_TRY) {
        s->leader[a.arg[0]].tried = 1;
        if (rea_leader_roll(c, a.arg[0], "R-7.4b"))
            s->leader[a.arg[0]].in = 2;
        return;
    }
    clear_activation(c);
    if (a.verb == REA_V_COMMAND) {
        s->lead_command = (uint8_t)a.arg[0];
        rea_open_command(c, a.arg[0]);
    } else if (a.verb == REA_V_WING) {
        s->wing = (uint8_t)a.arg[0];
        s->wing_done[a.arg[0]] = 1;
        for (int k = 0; k < c->bk->commands; k++) /* R-6.5x1 */
            if (c->bk->command[k].wing == a.arg[0] && command_open(c, side, k, NULL))
                rea_open_command(c, k);
    } else {
        s->solo = 1;
        attach(c, a.arg[0]);
    }
    rea_tell(u, REA_E_ACTIVATES, "R-6.3x1", side, 0, 0);
    s->head.step = REA_ST_ATTACH;
}

static bool anything(const struct rea_ctx *c, int side)
{
    for (int k = 0; k < c->bk->commands; k++)
        if (command_open(c, side, k, NULL))
            return true;
    for (int i = 0; i < c->bk->units; i++)
        if (solo_open(c, side, i, NULL))
            return true;
    return false;
}

static void clear_activation(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < c->bk->units; i++) {
        s->unit[i].active = s->unit[i].ooc = s->unit[i].tried = 0;
        rea_reset_body(&s->body[i]);
    }
    for (int k = 0; k < c->bk->commands; k++)
        s->command[k].active = 0;
    for (int i = 0; i < c->bk->leaders; i++) {
        s->leader[i].moved = 0;
        s->leader[i].mp = 0;
        s->leader[i].with = REA_NO;
    }
    s->attacks = s->defences = s->fights = 0;
    s->cursor = s->cursor2 = s->sub = s->moved_any = s->reacting = 0;
    s->solo = 0;
    s->wing = s->lead_command = REA_NO;
}

bool rea_legal_attach(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == REA_V_DONE)
        return true;
    int unit = a->arg[0];
    if (!solo_open(c, c->s->acting, unit, why))
        return false;
    if (c->s->solo || c->s->limited)
        return c->s->solo || tc_refuse(why, "R-6.8x1", REA_R_LIMITED, 0, 0, 0);
    if (host_of(c, unit) < 0)
        return tc_refuse(why, "R-6.4x1", REA_R_OUT_OF_RANGE, unit, 0, 0);
    return true; /* */
}

/* The Command that acts with an Independent unit: the first whose leader it is in range of. */
static int host_of(const struct rea_ctx *c, int unit)
{
    int hex = c->s->body[c->s->unit[unit].body].hex[0];

    for (int k = 0; k < c->bk->commands; k++) {
        int l = c->bk->command[k].leader;
        if (c->s->command[k].active && l >= 0 && rea_leader_lives(c, l) &&
            in_range_of(c, l, hex))
            return k;
    }
    return TC_NONE;
}

static bool in_range_of(const struct rea_ctx *c, int leader, int hex)
{
    uint8_t cost[REA_HEXES];
    int range = 2 * c->s->leader[leader].range;

    rea_trace(c, c->bk->leader[leader].side, c->s->leader[leader].hex, range, false, NULL,
              cost);
    return cost[hex] <= range;
}

/* R-18.7b, R-18.7c: the Command that checks when this unit Routs of its own will, or none. */
int rea_watching(const struct rea_ctx *c, int unit)
{
    if (c->bk->unit[unit].command >= 0)
        return c->bk->unit[unit].command;
    return host_of(c, unit); /* R-18.7c */
}

/* R-7.4b: may this Wing Leader roll for himself? */
static bool wing_try(const struct rea_ctx *c, int side, int l, struct tc_refusal *why)
{
    const struct rea_chief *k = &c->bk->leader[l];
    int n = 0;

    if (k->side != side)
        return tc_refuse(why, "R-7.4b", REA_R_LEADER_THEIRS, l, 0, 0);
    if (k->rank != REA_RANK_WING || k->wing < 0)
        return tc_refuse(why, "R-7.4b", REA_R_LEADER_RANK, l, 0, 0);
    if (!rea_leader_lives(c, l))
        return tc_refuse(why, "R-7.4b", REA_R_LEADER_GONE, l, 0, 0);
    if (c->s->leader[l].tried)
        return tc_refuse(why, "R-7.4b", REA_R_LEADER_TRIED, l, 0, 0);
    if (c->bk->wing[k->wing].detachment)
        return tc_refuse(why, "R-7.4b", REA_R_DETACHED, k->wing, 0, 0);
    if (c->s->wing_done[k->wing])
        return tc_refuse(why, "R-7.4b", REA_R_WING_DONE, k->wing, 0, 0);
    if (c->s->leader[l].in == 2 || rea_leader_in(c, l))
        return tc_refuse(why, "R-7.4b", REA_R_LEADER_IN, l, 0, 0);
    for (int i = 0; i < c->bk->commands; i++)
        n += c->bk->command[i].wing == k->wing && command_open(c, side, i, NULL);
    return n >= 2 || tc_refuse(why, "R-7.4b", REA_R_LEADER_WING, l, 0, 0);
}

bool rea_command_has_units(const struct rea_ctx *c, int command)
{
    for (int i = 0; i < c->bk->units; i++)
        if (c->bk->unit[i].command == command && c->s->unit[i].where == REA_ON)
            return true;
    return false;
}

static bool command_open(const struct rea_ctx *c, int side, int k, struct tc_refusal *why)
{
    if (c->bk->command[k].side != side)
        return tc_refuse(why, "R-6.3x1", REA_R_NO_COMMAND, k, 0, 0);
    if (!why && c->s->command[k].finished)
        return false; /* the cheaper question first */
    if (!rea_command_has_units(c, k))
        return tc_refuse(why, "R-6.3x1", REA_R_COMMAND_EMPTY, k, 0, 0);
    if (c->s->command[k].finished)
        return tc_refuse(why, "R-6.3x1", REA_R_FINISHED, k, 0, 0);
    return true; /* R-23.1d.1, R-23.x1 */
}

static bool limited_open(const struct rea_ctx *c, int side, int k, struct tc_refusal *why)
{
    if (c->bk->command[k].side != side)
        return tc_refuse(why, "R-6.8x1", REA_R_NO_COMMAND, k, 0, 0);
    if (!rea_command_has_units(c, k))
        return tc_refuse(why, "R-6.8x1", REA_R_COMMAND_EMPTY, k, 0, 0);
    if (c->s->command[k].finished)
        return tc_refuse(why, "R-6.8x1", REA_R_FINISHED, k, 0, 0);
    if (c->s->command[k].limited)
        return tc_refuse(why, "R-6.8x1", REA_R_LIMITED_DONE, k, 0, 0);
    return true;
}

bool rea_legal_limited(const struct rea_ctx *c, int side, const struct tc_act *a,
                       struct tc_refusal *why)
{
    return a->verb == REA_V_DONE || limited_open(c, side, a->arg[0], why);
}

void rea_step_limited(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    struct rea_reach reach;
    int side = s->special_side;

    reach.has_army = 0;
    c->reach = &reach;
    if (!any_limited(c, side))
        side = !side;
    if (!any_limited(c, side)) {
        s->head.step = REA_ST_RALLY;
        s->cursor = 0;
        s->special_side = 0;
        return;
    }
    s->head.active = (int8_t)side;
    struct tc_act a = rea_ask(c, side, REA_Q_LIMITED, "R-6.8x1", 0, 0, 0);
    if (a.verb == REA_V_DONE) {
        for (int k = 0; k < c->bk->commands; k++)
            if (c->bk->command[k].side == side)
                s->command[k].limited = 1;
        s->special_side = (uint8_t)!side;
        return;
    }
    clear_activation(c);
    s->acting = (uint8_t)side; /* R-RUL-7 */
    s->limited = 1;
    s->lead_command = (uint8_t)a.arg[0];
    rea_open_command(c, a.arg[0]);
    rea_tell(u, REA_E_LIMITED, "R-6.8x1", a.arg[0], 0, 0);
    for (int i = 0; i < c->bk->leaders; i++)
        s->leader[i].in = rea_leader_marked(c, i);
    s->head.step = REA_ST_CONTROL;
}

static bool any_limited(const struct rea_ctx *c, int side)
{
    for (int k = 0; k < c->bk->commands; k++)
        if (limited_open(c, side, k, NULL))
            return true;
    return false;
}
