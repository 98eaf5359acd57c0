/* rules/reason/segment.c - the steps of the Movement Segment: choosing, moving, stopping. */
#include "rules/reason/asking.h"
#include "rules/reason/step.h"

/* Told further down: */
static bool anyone(const struct rea_ctx *c,
                   bool (*legal)(const struct rea_ctx *, int, struct tc_refusal *));
static void begin_move(struct rea_ctx *c, int unit);
static void react_or_go_on(struct rea_ctx *c);
static bool illegal_stop(const struct rea_ctx *c, int body);
static bool volunteers(const struct rea_ctx *c, int unit, struct tc_refusal *why);
static void look_on(struct rea_ctx *c);
static bool looked_before(const struct rea_ctx *c, int body);
static bool flees(const struct rea_ctx *c, int unit, struct tc_refusal *why);
static void elective(struct rea_ctx *c, int body, int hexes);
static void final_check(struct rea_ctx *c, int body);
static void straighten(struct rea_ctx *c, int body);

/* --- 11. Movement --- */

static bool can_move(const struct rea_ctx *c, int unit, struct tc_refusal *why)
{
    int b = rea_body_of(c, unit);

    if (!rea_acting_unit(c, unit, "R-6.3x1", why))
        return false;
    if (rea_lead_unit(c, b) != unit)
        return tc_refuse(why, "R-6.3x1", REA_R_NOT_LEAD, unit, 0, 0);
    const struct rea_body *y = &c->s->body[b];
    if (y->form == REA_ROUT)
        return tc_refuse(why, "R-6.3c", REA_R_ROUTED, unit, 0, 0);
    if (!rea_active(c, b))
        return tc_refuse(why, "R-6.3x1", REA_R_NOT_ACTIVE, unit, 0, 0);
    if (y->done)
        return tc_refuse(why, "R-6.3x1", REA_R_MOVED, unit, 0, 0);
    if (c->s->limited && y->form != REA_RC)
        return tc_refuse(why, "R-6.8a.1", REA_R_LIMITED, unit, 0, 0);
    return true;
}

static bool can_ride(const struct rea_ctx *c, int leader, struct tc_refusal *why)
{
    const struct rea_leader *l = &c->s->leader[leader];
    const struct rea_chief *k = &c->bk->leader[leader];

    if (k->side != c->s->acting)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_THEIRS, leader, 0, 0);
    if (!rea_leader_lives(c, leader))
        return tc_refuse(why, "R-20.1", REA_R_LEADER_GONE, leader, 0, 0);
    if (c->s->limited)
        return tc_refuse(why, "R-20.1", REA_R_LIMITED, 0, 0, 0);
    if (l->stunned)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_STUNNED, leader, 0, 0);
    if (l->moved)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_MOVED, leader, 0, 0);
    if (k->rank == REA_RANK_COMMAND && k->command >= 0 && !c->s->command[k->command].active)
        return tc_refuse(why, "R-20.1", REA_R_LEADER_IDLE, leader, 0, 0);
    return true; /* */
}

void rea_step_moving(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    if (!s->body[s->mover].units || s->body[s->mover].form == REA_ROUT) {
        s->head.step = REA_ST_STOP;
        return;
    }
    struct tc_act a =
        rea_ask(c, s->acting, REA_Q_ACT, "R-11.x1", rea_lead_unit(c, s->mover),
                tc_max(0, rea_left(c, s->mover)), rea_faces(s->body[s->mover].form));
    if (a.verb == REA_V_END) {
        s->head.step = REA_ST_STOP;
    } else if (a.verb == REA_V_BREAK_DOWN) {
        rea_break_down(c, s->mover);
        s->head.step = REA_ST_PLACE;
    } else if (a.verb == REA_V_REFORM) {
        rea_leaders_leave(c, s->mover);
        rea_reform(c, a.arg[0], a.arg[1], a.arg[2], a.arg[3]);
        s->mover = REA_NO;
        s->head.step = REA_ST_MOVE;
    } else if (rea_move_act(c, &a)) {
        react_or_go_on(c);
    } else {
        rea_then(c, REA_ST_MOVING);
    }
}

static void react_or_go_on(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    if (!s->body[s->mover].units || s->body[s->mover].form == REA_ROUT) {
        rea_then(c, REA_ST_STOP);
        return;
    }
    s->cursor = s->cursor2 = 0;
    s->sub = 0;
    if (rea_next_shooter(c) >= 0 || rea_next_charger(c) >= 0)
        rea_then(c, REA_ST_REACT);
    else
        rea_then(c, REA_ST_MOVING);
}

/* R-11.8b.2: limbered guns in a zone must leave before the segment ends. */
static bool guns_must_go(const struct rea_ctx *c)
{
    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (y->units && y->form == REA_LA && !c->s->limited && rea_body_in_zoc(c, b) &&
            can_move(c, y->unit[0], NULL))
            return true;
    }
    return false;
}

bool rea_legal_ride(const struct rea_ctx *c, int leader, int dir, struct tc_refusal *why)
{
    const struct rea_leader *l = &c->s->leader[leader];
    int side = c->bk->leader[leader].side;
    int to = rea_is_facing(dir) ? tc_hexmap_next(&c->bk->map, l->hex, dir) : TC_NONE;

    if (to < 0)
        return tc_refuse(why, "R-20.1", REA_R_OFF_MAP, 0, 0, 0);
    if (rea_enemy_at(c, side, to) >= 0)
        return tc_refuse(why, "R-20.1", REA_R_ENEMY_THERE, to, 0, 0);
    if (rea_in_zoc(c, side, to) && rea_friend_at(c, side, to) < 0)
        return tc_refuse(why, "R-20.1", REA_R_ZOC, to, 0, 0);
    bool road = rea_road(c, l->hex, dir) && rea_road_rate(c, to, dir + 3);
    struct rea_price p = rea_price(c, REA_C_LEADER, REA_FORMS, l->hex, dir, road);
    int cost = p.cost;
    if (p.no)
        return tc_refuse(why, p.rule, REA_R_CLOSED, to, 0, 0);
    if (l->mp + cost > c->bk->leader[leader].ma * REA_MP)
        return tc_refuse(why, "R-20.1", REA_R_COST, cost,
                         c->bk->leader[leader].ma * REA_MP - l->mp, 0);
    return true;
}

void rea_step_ride(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    int i = c->s->mover_leader;
    struct rea_leader *l = &c->s->leader[i];
    struct tc_act a = rea_ask(c, c->s->acting, REA_Q_RIDE, "R-20.1", i, 0, 0);

    if (a.verb != REA_V_STEP) {
        c->s->head.step = REA_ST_MOVE;
        return;
    }
    int to = tc_hexmap_next(&c->bk->map, l->hex, a.arg[0]);
    bool road = rea_road(c, l->hex, a.arg[0]) && rea_road_rate(c, to, a.arg[0] + 3);
    struct rea_price p = rea_price(c, REA_C_LEADER, REA_FORMS, l->hex, a.arg[0], road);
    l->mp = (int16_t)(l->mp + p.cost); /* R-TEC.6 */
    l->hex = (int16_t)to;
    rea_displace_leaders(c, to, !c->bk->leader[i].side);
    rea_tell(c->u, REA_E_RODE, "R-20.1", i, to, 0);
}

bool rea_legal_pick(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == REA_V_DONE)
        return !guns_must_go(c) || tc_refuse(why, "R-11.8b.2", REA_R_GUNS_MUST_GO, 0, 0, 0);
    if (a->verb == REA_V_RIDE)
        return can_ride(c, a->arg[0], why);
    if (a->verb == REA_V_VOLUNTEER) {
        if (c->s->moved_any)
            return tc_refuse(why, "R-18.7a.1", REA_R_TOO_LATE, 0, 0, 0);
        return anyone(c, volunteers) || anyone(c, flees) ||
               tc_refuse(why, "R-18.7a.1", REA_R_NO_VOLUNTEERS, 0, 0, 0);
    }
    return can_move(c, a->arg[0], why);
}

static bool anyone(const struct rea_ctx *c,
                   bool (*legal)(const struct rea_ctx *, int, struct tc_refusal *))
{
    for (int i = 0; i < c->bk->units; i++)
        if (legal(c, i, NULL))
            return true;
    return false;
}

void rea_step_move(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct tc_act a = rea_ask(c, c->s->acting, REA_Q_PICK, "R-11.x1", 0, 0, 0);

    if (a.verb == REA_V_VOLUNTEER) {
        c->s->head.step = REA_ST_VOLUNTEER;
        return;
    }
    if (!c->s->moved_any && c->s->reacting) {
        /* R-18.7b: all who rout have been named; the others look on, then we ask again. */
        c->s->moved_any = 1;
        c->s->reacting = 0;
        look_on(c);
        for (int k = 0; k < c->bk->commands; k++)
            c->s->command[k].chosen = 0;
        if (c->s->queued) {
            rea_then(c, REA_ST_MOVE);
            return;
        }
    }
    c->s->moved_any = 1;
    if (a.verb == REA_V_MOVE) {
        begin_move(c, a.arg[0]);
    } else if (a.verb == REA_V_RIDE) {
        c->s->mover_leader = (uint8_t)a.arg[0];
        c->s->leader[a.arg[0]].moved = 1;
        c->s->leader[a.arg[0]].mp = 0;
        c->s->head.step = REA_ST_RIDE;
    } else if (c->s->limited) {
        c->s->head.step = REA_ST_FINISH;
    } else {
        c->s->head.step = c->s->special_mode == REA_I_LEADER ? REA_ST_FINISH : REA_ST_DECLARE;
    }
}

static void begin_move(struct rea_ctx *c, int unit)
{
    int b = c->s->unit[unit].body;
    struct rea_body *y = &c->s->body[b];

    c->s->mover = (uint8_t)b;
    memset(c->s->opp_fired, 0, sizeof c->s->opp_fired);
    memset(c->s->opp_charged, 0, sizeof c->s->opp_charged);
    c->s->was_hex = y->hex[0];
    if (rea_is_guns(c, b) && y->len > 1 && y->form != REA_RC)
        rea_put(c, b, y->form, y->facing, y->hex, 1);
    while ((y->form == REA_LINE || y->form == REA_MC) && !rea_is_guns(c, b) && y->len > 1 &&
           rea_sp(c, b) < rea_min_sp(c, rea_lead(c, b)->arm, y->side, y->form, y->len))
        rea_give_up(c, b);
    y->square_moved = y->form == REA_SKIRMISH && rea_near_formed(c, b);
    y->charged = y->pass = 0;
    rea_then(c, REA_ST_MOVING);
}

/* --- Title modules --- */

void rea_step_stop(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    struct rea_body *y = &s->body[s->mover];

    rea_leaders_leave(c, s->mover);
    for (int b = 0; b < c->bk->units; b++)
        if (s->body[b].towed) {
            s->body[b].towed = 0; /* R-B2.5: the guns have moved with the column */
            s->body[b].done = 1;
        }
    if (y->units && y->form != REA_ROUT) {
        y->done = 1;
        straighten(c, s->mover);
        if (y->pass && illegal_stop(c, s->mover))
            rea_pass_joined(c, s->mover, y->hex[0]);
        y->pass = 0;
        final_check(c, s->mover);
        if (y->units && y->form != REA_ROUT) {
            if (illegal_stop(c, s->mover))
                rea_rout_alone(c, s->mover, "R-12.7g");
            else
                rea_settle(c, s->mover);
        }
    }
    rea_check_passed(c, "R-10.4b.1");
    s->head.step = REA_ST_MOVE; /* nobody moves while those left behind draw together */
    s->mover = REA_NO;
    rea_then(c, REA_ST_MOVE);
}

static bool illegal_stop(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i]))
            if (o != body && !rea_may_stack(c, y->form, rea_lead(c, body)->arm, y->facing,
                                            y->hex, y->len, o))
                return true;
    return !rea_room(c, body, y->form, y->hex, y->len, NULL);
}

static bool volunteers(const struct rea_ctx *c, int unit, struct tc_refusal *why)
{
    const struct rea_unit *x = &c->s->unit[unit];
    const struct rea_card *k = &c->bk->unit[unit];

    if (!rea_acting_unit(c, unit, "R-18.7a.1", why))
        return false;
    if (x->morale == REA_ROUTED)
        return tc_refuse(why, "R-18.7a.3", REA_R_ROUTED, unit, 0, 0);
    if (!x->active)
        return tc_refuse(why, "R-18.7a.1", REA_R_NOT_ACTIVE, unit, 0, 0);
    if (x->ooc)
        return tc_refuse(why, "R-18.7a.2", REA_R_OOC, unit, 0, 0);
    if (c->s->limited && !rea_has(c, REA_WILLING_ROUTS))
        return tc_refuse(why, "R-6.8x1", REA_R_LIMITED, 0, 0, 0);
    if (k->arm == REA_GUNS) { /* R-B3.3 */
        if (!rea_has(c, REA_GUNS_ROUT))
            return tc_refuse(why, "R-18.0", REA_R_GUNS_STAND, unit, 0, 0); /* R-B3.9 */
    }
    return true;
}

/* R-18.7b, R-18.7d: the others of the Commands that saw a Voluntary Rout look on, each stack
 * with a unit of theirs once. */
static void look_on(struct rea_ctx *c)
{
    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (!y->units || y->side != c->s->acting || !rea_active(c, b) || y->form == REA_ROUT)
            continue;
        int k = rea_lead(c, b)->command;
        if (k < 0 || !c->s->command[k].chosen)
            continue;
        if (rea_ooc(c, b))
            continue; /* R-18.7d */
        if (!looked_before(c, b) && c->s->queued < REA_QUEUE)
            rea_queue(c, REA_DUE_AFTER, b, 1, REA_BY_OTHER); /* R-18.7b */
    }
}

/* Does the stack of this body hold one before it of a Command that looks on? */
static bool looked_before(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0];

    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h)) {
        int k = rea_lead(c, o)->command;
        if (o < body && k >= 0 && c->s->command[k].chosen && c->s->body[o].form != REA_ROUT &&
            !rea_ooc(c, o))
            return true;
    }
    return false;
}

static bool flees(const struct rea_ctx *c, int unit, struct tc_refusal *why)
{
    const struct rea_unit *x = &c->s->unit[unit];
    const struct rea_card *k = &c->bk->unit[unit];
    const char *rule = rea_has(c, REA_WILLING_ROUTS) ? "R-B2.8" : "R-6.3c";

    if (!rea_acting_unit(c, unit, rule, why))
        return false;
    if (x->morale != REA_ROUTED)
        return tc_refuse(why, rule, REA_R_NOT_ROUTED, unit, 0, 0);
    if (!rea_has(c, REA_WILLING_ROUTS))
        return tc_refuse(why, "R-6.3c", REA_R_ROUTED, unit, 0, 0);
    if (k->command >= 0 && !c->s->command[k->command].active)
        return tc_refuse(why, "R-B2.8", REA_R_COMMAND_IDLE, k->command, 0, 0);
    if (k->command < 0 && !x->active)
        return tc_refuse(why, "R-B2.8", REA_R_NOT_ACTIVE, unit, 0, 0);
    if (x->tried)
        return tc_refuse(why, "R-B2.8", REA_R_TRIED, unit, 0, 0);
    return rea_lead_unit(c, x->body) == unit ||
           tc_refuse(why, "R-B2.8", REA_R_NOT_LEAD, unit, 0, 0);
}

bool rea_legal_volunteer(const struct rea_ctx *c, const struct tc_act *a,
                         struct tc_refusal *why)
{
    if (a->verb == REA_V_DONE)
        return true;
    if (a->verb == REA_V_FLEE)
        return flees(c, a->arg[0], why);
    return volunteers(c, a->arg[0], why);
}

static void rout_willingly(struct rea_ctx *c, int unit)
{
    struct rea_unit *x = &c->s->unit[unit];
    int was = c->s->body[x->body].form, hex = rea_collapse_hex(c, unit);
    int b = rea_split(c, unit);

    x->voluntary = 1;
    x->failed = 0;
    x->tried = 1; /* it has fallen back in this segment: R-B3.1 */
    c->s->body[b].done = 1;
    rea_rout_body(c, b, hex, "R-18.7a.1");
    c->s->reacting = 1; /* R-18.7a.3 */
    int k = rea_watching(c, unit);
    if (k >= 0)
        c->s->command[k].chosen = 1;
    if (!rea_has(c, REA_WILLING_ROUTS)) {
        rea_queue(c, REA_DUE_ROUT, b, c->bk->unit[unit].arm == REA_HORSE ? 6 : 4, REA_BY_OTHER);
        return;
    }
    elective(c, b, was == REA_UA ? 4 : 8); /* R-B3.1, R-B3.10, R-B3.11 */
}

/* R-17.1c.1: one check for the whole move. R-B7.2: at Brandywine the last hex counts too. */
static void final_check(struct rea_ctx *c, int body)
{
    struct rea_body *y = &c->s->body[body];
    int last = y->wait_hex + y->wait_side;

    if (rea_has(c, REA_LAST_HEX_CHECKS) && last) {
        y->er = (int16_t)(y->er + last * rea_enter_mod(c, body)); /* R-B7.2 */
        y->checks++;
    }
    y->wait_hex = y->wait_side = 0;
    int er = y->er, checks = y->checks;
    y->er = 0;
    y->checks = 0;
    if (checks)
        rea_disorder_check(c, body, er, "R-17.1c.1");
}

/* One unit that routs of its own will, or one already Routed that falls back now. */
void rea_step_volunteer(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct tc_act a = rea_ask(c, c->s->acting, REA_Q_VOLUNTEER, "R-18.7a.1", 0, 0, 0);

    if (a.verb == REA_V_FLEE) {
        int b = c->s->unit[a.arg[0]].body;
        c->s->unit[a.arg[0]].tried = 1;
        rea_tell(c->u, REA_E_FLEES, "R-B2.8", a.arg[0], 0, 0); /* R-B2.15, R-RUL-88 */
        elective(c, b, 8);
    } else if (a.verb == REA_V_ROUT) {
        rout_willingly(c, a.arg[0]);
    }
    rea_then(c, REA_ST_MOVE);
}

static void elective(struct rea_ctx *c, int body, int hexes)
{
    rea_queue(c, REA_DUE_ROUT, body, hexes, REA_BY_OTHER);
    c->s->queue[c->s->queued - 1].max = 1;
}

/* R-RUL-60: those who were passed through check by themselves, a stack once for all that
 * passed it. */
void rea_check_passed(struct rea_ctx *c, const char *rule)
{
    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        int n = 0;
        if (!y->units || !y->pass)
            continue;
        for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0])) {
            n += c->s->body[o].pass;
            c->s->body[o].pass = 0;
        }
        if (y->form != REA_ROUT) /* R-RUL-60 */
            rea_disorder_check(c, b, 10 * n, rule);
    }
}

/* R-RUL-80: a March Column stopped in a bend closes up behind its head. */
static void straighten(struct rea_ctx *c, int body)
{
    struct rea_body *y = &c->s->body[body];
    int n = 1;

    if (y->form != REA_MC || rea_straight(c, body))
        return;
    while (n < y->len && y->hex[n] == tc_hexmap_next(&c->bk->map, y->hex[n - 1], y->facing + 3))
        n++;
    rea_put(c, body, y->form, y->facing, y->hex, n);
    rea_tell(c->u, REA_E_CONTRACTED, "R-RUL-80", rea_lead_unit(c, body), n, 0);
}
