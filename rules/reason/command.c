/* rules/reason/command.c - chapters 6 and 7: the turn, initiative, activation, control. */
#include "rules/reason/loc.h"

/* --- The start of a turn
 * ------------------------------------------------------------------------ */

static void reset_body(struct rea_body *y)
{
    y->fired = y->prolonged = y->rapid = y->moved = y->done = y->road = y->last = 0;
    y->whole = y->wait_hex = y->wait_side = y->steps = y->charged = 0;
    y->d_taken = y->d_fresh = y->must_leave = y->pass = y->entered = y->square_moved = 0;
    y->mp = 0;
    y->er = 0;
    y->checks = 0;
}

void rea_play_turn(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    rea_tell(u, REA_E_TURN, "R-6.3x1", s->head.turn, 0, 0);
    for (int i = 0; i < c->bk->units; i++) {
        s->unit[i].used = s->unit[i].active = s->unit[i].ooc = s->unit[i].tried = 0;
        s->unit[i].rallied = 0;
        reset_body(&s->body[i]);
    }
    memset(s->command, 0, sizeof s->command);
    memset(s->wing_done, 0, sizeof s->wing_done);
    memset(s->lapse, 0, sizeof s->lapse);
    for (int i = 0; i < c->bk->leaders; i++) {
        s->leader[i].in = s->leader[i].tried = s->leader[i].stunned = 0;
        s->leader[i].with = REA_NO;
    }
    rea_replace_leaders(c);
    s->end_box = 0;
    s->end_step = 1;
    s->ending = s->limited = s->special_mode = s->special = 0;
    s->cursor = 0;
    s->head.step = REA_ST_ENTER;
}

/* --- Reinforcements: 21
 * -------------------------------------------------------------------------- */

static bool edge_hex(const struct rea_ctx *c, int hex)
{
    for (int d = 0; d < 6; d++)
        if (c->bk->map.next[hex][d] < 0)
            return true;
    return false;
}

static bool entry_open(const struct rea_ctx *c, int unit, int hex, struct tc_refusal *why)
{
    const struct rea_card *k = &c->bk->unit[unit];
    bool listed = false, beside = false;

    for (int i = 0; i < k->entries; i++) {
        listed |= k->entry[i] == hex;
        beside |= edge_hex(c, hex) && rea_dir_of(c, k->entry[i], hex) >= 0;
    }
    if (!listed && !(beside && c->s->head.turn > k->arrives)) {
        TC_RULE("R-21.x1");
        return tc_refuse(why, "R-21.x1", REA_R_PLACE, hex, 0, 0);
    }
    if (c->first[hex])
        return tc_refuse(why, "R-21.4", REA_R_STACK, 0, 0, 0);
    if (rea_in_zoc(c, k->side, hex))
        return tc_refuse(why, "R-21.4", REA_R_ZOC, hex, 0, 0);
    return true;
}

bool rea_legal_enter(const struct rea_ctx *c, int unit, const struct tc_act *a,
                     struct tc_refusal *why)
{
    if (a->verb == REA_V_DELAY)
        return true;
    if (a->arg[0] < 0 || a->arg[0] >= c->bk->map.count || a->arg[1] < 0 || a->arg[1] > 5)
        return tc_refuse(why, "R-21.4", REA_R_PLACE, 0, 0, 0);
    return entry_open(c, unit, a->arg[0], why);
}

static bool any_entry(const struct rea_ctx *c, int unit)
{
    for (int h = 0; h < c->bk->map.count; h++)
        if (edge_hex(c, h) && entry_open(c, unit, h, NULL))
            return true;
    return false;
}

void rea_play_enter(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    while (s->cursor < c->bk->units &&
           (s->unit[s->cursor].where != REA_AWAIT ||
            c->bk->unit[s->cursor].arrives > s->head.turn || !any_entry(c, s->cursor)))
        s->cursor++;
    if (s->cursor >= c->bk->units) {
        s->cursor = 0;
        s->head.step = REA_ST_INITIATIVE;
        return;
    }
    int unit = s->cursor++;
    const struct rea_card *k = &c->bk->unit[unit];
    struct tc_act a = rea_ask(c, k->side, REA_Q_ENTER, "R-21.4", unit, 0, 0);
    if (a.verb == REA_V_DELAY) {
        rea_tell(u, REA_E_DELAYED, "R-21.x1", unit, 0, 0);
        return;
    }
    const int16_t one[1] = { (int16_t)a.arg[0] };
    int b = rea_new_body(c, unit);
    int form = k->arm == REA_GUNS            ? REA_LA
               : k->always || k->parent >= 0 ? REA_SKIRMISH
                                             : REA_MC;
    rea_put(c, b, form, a.arg[1], one, 1);
    rea_tell(u, REA_E_ENTERS, "R-21.4", unit, one[0], 0);
}

/* --- Initiative: 6.1, 6.7
 * ------------------------------------------------------------------------- */

static int rating(const struct rea_ctx *c, int side)
{
    int army = rea_army_leader(c, side);

    return army < 0 || c->s->lapse[side] ? 0 : c->s->leader[army].rating;
}

void rea_play_initiative(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int total[TC_SIDES];

    for (int side = 0; side < TC_SIDES; side++) {
        s->die[side] = (uint8_t)rea_roll(c, TC_D10, "R-6.1x1");
        total[side] = s->die[side] + rating(c, side);
    }
    if (total[0] != total[1])
        s->won = total[1] > total[0];
    else if (s->any_won)
        s->won = !s->last_won;
    else
        s->won =
            rating(c, 1) > rating(c, 0) || (rating(c, 1) == rating(c, 0) && c->bk->first == 1);
    s->last_won = s->won;
    s->any_won = 1;
    rea_tell(u, REA_E_INITIATIVE, "R-6.1x1", s->won, total[0], total[1]);
    if (s->die[0] + s->die[1] >= c->bk->lim.etn) {
        s->end_box = (uint8_t)(s->end_box + s->end_step);
        rea_tell(u, REA_E_END_MARKER, "R-6.7x1", s->end_box, c->bk->lim.end_boxes, 0);
        if (s->end_box >= c->bk->lim.end_boxes)
            s->ending = 1;
    }
    s->acting = s->won;
    bool doubles = s->die[0] == s->die[1] && c->bk->lim.specials;
    if (doubles)
        TC_RULE("R-6.1x2");
    s->special = doubles;
    s->head.step = doubles ? REA_ST_SPECIAL : REA_ST_CHOOSE;
}

void rea_play_special(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);

    c->s->head.step = REA_ST_CHOOSE;
    rea_run_special(c);
}

/* --- Choosing what to activate
 * ---------------------------------------------------------------------- */

bool rea_command_has_units(const struct rea_ctx *c, int command)
{
    for (int i = 0; i < c->bk->units; i++)
        if (c->bk->unit[i].command == command && c->s->unit[i].where == REA_ON)
            return true;
    return false;
}

static bool command_open(const struct rea_ctx *c, int side, int k, struct tc_refusal *why)
{
    if (c->bk->command[k].side != side || !rea_command_has_units(c, k))
        return tc_refuse(why, "R-6.3x1", REA_R_NO_COMMAND, k, 0, 0);
    if (c->s->command[k].finished)
        return tc_refuse(why, "R-6.3x1", REA_R_FINISHED, k, 0, 0);
    if (c->bk->command[k].detachment) {
        TC_RULE("R-23.x1");
        TC_RULE("R-23.1d.1");
    }
    return true;
}

static bool wing_open(const struct rea_ctx *c, int side, int w, struct tc_refusal *why)
{
    int l = c->bk->wing[w].leader;
    int n = 0;

    if (c->bk->wing[w].side != side || c->s->wing_done[w])
        return tc_refuse(why, "R-6.5x1", REA_R_NO_WING, w, 0, 0);
    if (c->bk->wing[w].detachment)
        return tc_refuse(why, "R-23.1d.2", REA_R_DETACHED, w, 0, 0);
    for (int k = 0; k < c->bk->commands; k++)
        n += c->bk->command[k].wing == w && command_open(c, side, k, NULL);
    if (n < 2)
        return tc_refuse(why, "R-6.5x1", REA_R_NO_WING, w, 0, 0);
    if (l < 0 || !rea_leader_lives(c, l) || (c->s->leader[l].in != 2 && !rea_leader_in(c, l))) {
        TC_RULE("R-6.5a.2");
        return tc_refuse(why, "R-6.5a.1", REA_R_LEADER_OUT, tc_max(0, l), 0, 0);
    }
    return true;
}

static bool wing_try(const struct rea_ctx *c, int side, int l, struct tc_refusal *why)
{
    const struct rea_chief *k = &c->bk->leader[l];

    if (k->side != side || k->rank != REA_RANK_WING || !rea_leader_lives(c, l) ||
        c->s->leader[l].tried || c->s->leader[l].in == 2 || k->wing < 0 ||
        c->bk->wing[k->wing].detachment || c->s->wing_done[k->wing] || rea_leader_in(c, l))
        return tc_refuse(why, "R-7.4b", REA_R_LEADER, l, 0, 0);
    int n = 0;
    for (int i = 0; i < c->bk->commands; i++)
        n += c->bk->command[i].wing == k->wing && command_open(c, side, i, NULL);
    return n >= 2 || tc_refuse(why, "R-7.4b", REA_R_LEADER, l, 0, 0);
}

static bool solo_open(const struct rea_ctx *c, int side, int unit, struct tc_refusal *why)
{
    const struct rea_unit *x = &c->s->unit[unit];

    if (c->bk->unit[unit].side != side || c->bk->unit[unit].command >= 0 || x->used ||
        x->where != REA_ON)
        return tc_refuse(why, "R-6.4x1", REA_R_NOT_ACTIVE, unit, 0, 0);
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
        s->unit[i].home = REA_NO;
        reset_body(&s->body[i]);
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

/* Every unit of a Command takes part, except Routed ones (R-6.3c). */
void rea_open_command(struct rea_ctx *c, int command)
{
    struct rea_state *s = c->s;

    s->command[command].active = 1;
    for (int i = 0; i < c->bk->units; i++) {
        if (c->bk->unit[i].command != command || s->unit[i].where != REA_ON)
            continue;
        if (s->unit[i].morale == REA_ROUTED) {
            TC_RULE("R-6.3c");
            continue;
        }
        s->unit[i].active = 1;
        s->unit[i].used = 1;
        s->unit[i].home = (uint8_t)command;
    }
}

void rea_play_choose(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int side = s->acting;

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
        TC_RULE("R-6.5x1");
        for (int k = 0; k < c->bk->commands; k++)
            if (c->bk->command[k].wing == a.arg[0] && command_open(c, side, k, NULL))
                rea_open_command(c, k);
    } else {
        s->solo = 1;
        s->unit[a.arg[0]].active = s->unit[a.arg[0]].used = 1;
    }
    rea_tell(u, REA_E_ACTIVATES, "R-6.3x1", side, 0, 0);
    s->head.step = REA_ST_ATTACH;
}

/* --- Attaching Independent units: 6.4, 6.2
 * ------------------------------------------------------------ */

static bool in_range_of(const struct rea_ctx *c, int leader, int hex)
{
    uint8_t cost[REA_HEXES];
    int range = 2 * c->s->leader[leader].range;

    rea_trace(c, c->bk->leader[leader].side, c->s->leader[leader].hex, range, false, cost);
    return cost[hex] <= range;
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
    int hex = c->s->body[c->s->unit[unit].body].hex[0];
    for (int k = 0; k < c->bk->commands; k++) {
        int l = c->bk->command[k].leader;
        if (c->s->command[k].active && l >= 0 && rea_leader_lives(c, l) &&
            in_range_of(c, l, hex)) {
            TC_RULE("R-7.0.6");
            return true;
        }
    }
    return tc_refuse(why, "R-6.4x1", REA_R_OUT_OF_RANGE, unit, 0, 0);
}

static void attach(struct rea_ctx *c, int unit)
{
    struct rea_state *s = c->s;
    int r = c->bk->unit[unit].regiment;

    s->unit[unit].active = s->unit[unit].used = 1;
    s->unit[unit].home = s->lead_command;
    rea_tell(c->u, REA_E_ATTACHED, "R-6.4x1", unit, 0, 0);
    for (int i = 0; i < c->bk->units && r >= 0; i++)
        if (i != unit && c->bk->unit[i].regiment == r && solo_open(c, s->acting, i, NULL) &&
            rea_body_distance(c, s->unit[i].body, s->body[s->unit[unit].body].hex[0]) <= 1) {
            s->unit[i].active = s->unit[i].used = 1;
            s->unit[i].home = s->lead_command;
            rea_tell(c->u, REA_E_ATTACHED, "R-6.2", i, 0, 0);
        }
}

static bool any_attach(const struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->units; i++) {
        struct tc_act a = rea_act(REA_V_ATTACH, i, 0, 0, 0);
        if (c->bk->unit[i].command < 0 && rea_legal_attach(c, &a, NULL))
            return true;
    }
    return false;
}

void rea_play_attach(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct tc_act a = { .verb = REA_V_DONE };

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

/* --- Command Control: 7
 * ---------------------------------------------------------------------------------- */

/* R-7.4x1: a d10 at or below the leader's initiative. */
bool rea_leader_roll(struct rea_ctx *c, int leader, const char *rule)
{
    int roll = rea_roll(c, TC_D10, rule);
    bool ok = roll <= c->s->leader[leader].initiative;

    TC_RULE("R-7.4x1");
    TC_RULE("R-RUL-9");
    rea_tell(c->u, ok ? REA_E_LEADER_ACTS : REA_E_LEADER_WAITS, rule, leader, roll, 0);
    return ok;
}

static bool solo_reached(const struct rea_ctx *c, int unit)
{
    return rea_army_reaches(c, c->s->acting, c->s->body[c->s->unit[unit].body].hex[0], TC_NONE);
}

bool rea_legal_try(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    int i = a->arg[0];

    if (a->verb == REA_V_DONE)
        return true;
    if (a->verb == REA_V_TRY) {
        const struct rea_chief *k = &c->bk->leader[i];
        if (k->rank != REA_RANK_COMMAND || k->command < 0 ||
            !c->s->command[k->command].active || !rea_leader_lives(c, i) ||
            c->s->leader[i].in || c->s->leader[i].tried)
            return tc_refuse(why, "R-7.4a", REA_R_LEADER, i, 0, 0);
        return true;
    }
    const struct rea_unit *x = &c->s->unit[i];
    if (c->bk->unit[i].command >= 0)
        return tc_refuse(why, "R-7.4c.2", REA_R_NOT_INDEPENDENT, i, 0, 0);
    if (!x->active || x->tried || x->where != REA_ON || !c->s->solo || solo_reached(c, i))
        return tc_refuse(why, "R-7.4c.1", REA_R_NOT_ACTIVE, i, 0, 0);
    return true;
}

static bool unit_in(const struct rea_ctx *c, int unit, int leader, const uint8_t *cost)
{
    const struct rea_body *y = &c->s->body[c->s->unit[unit].body];
    int range = 2 * c->s->leader[leader].range;

    for (int i = 0; i < y->len; i++) {
        int h = y->hex[i];
        if (c->s->leader[leader].in
                ? cost[h] <= range
                : tc_hexmap_distance(&c->bk->map, (tc_hex)h, c->s->leader[leader].hex) <= 1) {
            if (!c->s->leader[leader].in) {
                TC_RULE("R-7.5b.1");
                TC_RULE("R-7.5b.2");
            }
            return true;
        }
    }
    return false;
}

static void mark_command(struct rea_ctx *c, int k)
{
    uint8_t cost[REA_HEXES];
    int l = c->bk->command[k].leader;
    bool lives = l >= 0 && rea_leader_lives(c, l);

    if (lives)
        rea_trace(c, c->s->acting, c->s->leader[l].hex, 2 * c->s->leader[l].range, false, cost);
    for (int i = 0; i < c->bk->units; i++) {
        struct rea_unit *x = &c->s->unit[i];
        if (!x->active || c->bk->unit[i].command != k)
            continue;
        x->ooc = !(lives && unit_in(c, i, l, cost));
        if (x->ooc)
            rea_tell(c->u, REA_E_OOC, "R-7.6x1", i, 0, 0);
    }
}

static void mark_all(struct rea_ctx *c)
{
    for (int k = 0; k < c->bk->commands; k++)
        if (c->s->command[k].active)
            mark_command(c, k);
    for (int i = 0; i < c->bk->units; i++) {
        struct rea_unit *x = &c->s->unit[i];
        if (!x->active || c->bk->unit[i].command >= 0 || !c->s->solo)
            continue;
        x->ooc = x->tried != 3 && !solo_reached(c, i);
        if (x->ooc)
            rea_tell(c->u, REA_E_OOC, "R-7.6x1", i, 0, 0);
    }
    for (int b = 0; b < c->bk->units; b++) { /* a stack is as far away as its worst unit */
        struct rea_body *y = &c->s->body[b];
        bool out = false;
        for (int i = 0; i < y->units; i++)
            out |= c->s->unit[y->unit[i]].ooc;
        for (int i = 0; i < y->units; i++)
            c->s->unit[y->unit[i]].ooc = out;
    }
    for (int i = 0; i < c->bk->units; i++)
        c->s->unit[i].tried = 0;
}

static bool any_try(const struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->leaders; i++) {
        struct tc_act a = rea_act(REA_V_TRY, i, 0, 0, 0);
        if (rea_legal_try(c, &a, NULL))
            return true;
    }
    for (int i = 0; i < c->bk->units && c->s->solo; i++) {
        struct tc_act a = rea_act(REA_V_TRY_UNIT, i, 0, 0, 0);
        if (c->s->unit[i].active && rea_legal_try(c, &a, NULL))
            return true;
    }
    return false;
}

void rea_play_control(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    struct tc_act a = { .verb = REA_V_DONE };

    if (any_try(c))
        a = rea_ask(c, s->acting, REA_Q_CONTROL, "R-7.4a", 0, 0, 0);
    if (a.verb == REA_V_TRY) {
        s->leader[a.arg[0]].tried = 1;
        s->leader[a.arg[0]].in = rea_leader_roll(c, a.arg[0], "R-7.4a");
        return;
    }
    if (a.verb == REA_V_TRY_UNIT) {
        bool ok = rea_plain_check(c, c->bk->unit[a.arg[0]].er, "R-7.4c.1") <= 0;
        s->unit[a.arg[0]].tried = ok ? 3 : 1;
        return;
    }
    mark_all(c);
    switch ((int)s->special_mode) {
    case REA_I_FREE_COMBAT:
        s->head.step = s->special_left == 2 ? REA_ST_DECLARE : REA_ST_FIRE;
        break;
    case REA_I_LEADER: s->head.step = REA_ST_MOVE; break;
    default: s->head.step = REA_ST_RECOVER; break;
    }
}

/* --- Finish
 * -------------------------------------------------------------------------------------------------
 */

void rea_play_finish(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    for (int i = 0; i < c->bk->units; i++) {
        if (s->unit[i].ooc)
            TC_RULE("R-7.6x1");
        s->unit[i].ooc = s->unit[i].active = 0;
    }
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

/* --- Limited Activation: 6.8
 * ------------------------------------------------------------------------------------ */

static bool limited_open(const struct rea_ctx *c, int side, int k, struct tc_refusal *why)
{
    if (c->bk->command[k].side != side || c->s->command[k].finished ||
        c->s->command[k].limited || !rea_command_has_units(c, k))
        return tc_refuse(why, "R-6.8x1", REA_R_FINISHED, k, 0, 0);
    return true;
}

bool rea_legal_limited(const struct rea_ctx *c, int side, const struct tc_act *a,
                       struct tc_refusal *why)
{
    return a->verb == REA_V_DONE || limited_open(c, side, a->arg[0], why);
}

static bool any_limited(const struct rea_ctx *c, int side)
{
    for (int k = 0; k < c->bk->commands; k++)
        if (limited_open(c, side, k, NULL))
            return true;
    return false;
}

void rea_play_limited(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int side = s->special_side;

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
    TC_RULE("R-RUL-7");
    s->acting = (uint8_t)side;
    s->limited = 1;
    s->lead_command = (uint8_t)a.arg[0];
    rea_open_command(c, a.arg[0]);
    rea_tell(u, REA_E_LIMITED, "R-6.8x1", a.arg[0], 0, 0);
    for (int i = 0; i < c->bk->leaders; i++)
        s->leader[i].in = rea_leader_marked(c, i);
    s->head.step = REA_ST_CONTROL;
}

/* --- Disorder Recovery: 17.3
 * --------------------------------------------------------------------------------------- */

bool rea_legal_recover(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == REA_V_DONE)
        return true;
    int b = rea_body_of(c, a->arg[0]);
    if (b < 0 || rea_lead_unit(c, b) != a->arg[0] || !rea_active(c, b) ||
        !rea_disordered(c, b) || c->s->unit[a->arg[0]].tried || c->s->body[b].form == REA_ROUT)
        return tc_refuse(why, "R-17.3a", REA_R_NOT_ACTIVE, a->arg[0], 0, 0);
    return true;
}

static void set_ordered(struct rea_ctx *c, int body, const char *rule)
{
    for (int o = c->first[c->s->body[body].hex[0]] - 1; o >= 0;
         o = rea_below(c, o, c->s->body[body].hex[0]))
        for (int i = 0; i < c->s->body[o].units; i++)
            c->s->unit[c->s->body[o].unit[i]].disordered = 0;
    rea_tell(c->u, REA_E_RECOVERED, rule, rea_lead_unit(c, body), 0, 0);
}

static bool any_recover(const struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->units; i++) {
        struct tc_act a = rea_act(REA_V_RECOVER, i, 0, 0, 0);
        if (c->s->unit[i].active && rea_legal_recover(c, &a, NULL))
            return true;
    }
    return false;
}

static void recover(struct rea_ctx *c, int unit)
{
    int b = c->s->unit[unit].body;
    struct tc_sum sum = { c->u, 0 };

    c->s->unit[unit].tried = 1;
    if (rea_has_leader(c, b)) {
        TC_RULE("R-20.3");
        set_ordered(c, b, "R-17.3b");
        return;
    }
    tc_sum_add(&sum, rea_top_er(c, b), "R-17.3x1", REA_L_ER, unit, 0);
    if (rea_body_in_zoc(c, b))
        tc_sum_add(&sum, 10, "R-DCS.1", REA_L_ZOC, 0, 0);
    tc_sum_end(&sum, "R-GEN.2", REA_L_MODIFIED_ER);
    int roll = rea_percent(c, "R-17.3x1");
    if (roll < 10) {
        TC_RULE("R-17.3d");
        TC_RULE("R-GEN.7");
    }
    if (roll >= sum.total && roll >= 10)
        set_ordered(c, b, "R-17.3x1");
    else
        rea_tell(c->u, REA_E_STILL_DISORDERED, "R-17.3x1", unit, 0, 0);
}

void rea_play_recover(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct tc_act a = { .verb = REA_V_DONE };

    if (any_recover(c))
        a = rea_ask(c, c->s->acting, REA_Q_RECOVER, "R-17.3a", 0, 0, 0);
    if (a.verb == REA_V_RECOVER) {
        recover(c, a.arg[0]);
        return;
    }
    for (int i = 0; i < c->bk->units; i++)
        c->s->unit[i].tried = 0;
    c->s->head.step = REA_ST_FIRE;
}
