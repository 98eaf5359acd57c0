/* rules/reason/control.c - 7 and 17.3: who is In Command, who dresses its ranks. */
#include "rules/reason/loc.h"

/* Told further down: */
static bool any_try(const struct rea_ctx *c);
static bool wing_reached(const struct rea_ctx *c, int unit);
static bool unit_in(const struct rea_ctx *c, int unit, int leader, const uint8_t *cost);
static void mark_all(struct rea_ctx *c);
static void mark_command(struct rea_ctx *c, int k);
static void hexes_of(const struct rea_ctx *c, int k, uint64_t *out);
static bool stack_tried(const struct rea_ctx *c, int body);
static bool any_recover(const struct rea_ctx *c);
static void recover(struct rea_ctx *c, int unit);

/* --- Command Control: 7 --- */

/* is an Independent unit In Command without a roll, by the Army Leader or by
 * the leader of a Command that acts now? */
static bool solo_reached(const struct rea_ctx *c, int unit)
{
    uint8_t cost[REA_HEXES];

    for (int k = 0; k < c->bk->commands && !c->s->solo; k++) {
        int l = c->bk->command[k].leader;
        if (!c->s->command[k].active || l < 0 || !rea_leader_lives(c, l))
            continue;
        if (c->s->leader[l].in)
            rea_trace(c, c->s->acting, c->s->leader[l].hex, 2 * c->s->leader[l].range, false,
                      NULL, cost);
        if (unit_in(c, unit, l, cost))
            return true;
    }
    return rea_army_reaches(c, c->s->acting, c->s->body[c->s->unit[unit].body].hex[0],
                            TC_NONE) ||
           wing_reached(c, unit);
}

void rea_step_control(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    struct tc_act a = { .verb = REA_V_DONE };
    struct rea_reach reach;

    reach.has_army = 0;
    c->reach = &reach;
    if (any_try(c))
        a = rea_ask(c, s->acting, REA_Q_CONTROL, "R-7.4a", 0, 0, 0);
    if (a.verb == REA_V_TRY) {
        s->leader[a.arg[0]].tried = 1;
        s->leader[a.arg[0]].in = rea_leader_roll(c, a.arg[0], "R-7.4a");
        return;
    }
    if (a.verb == REA_V_TRY_UNIT) {
        bool ok = rea_plain_check(c, s->acting, c->bk->unit[a.arg[0]].er, "R-7.4c.1") <= 0;
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

static bool any_try(const struct rea_ctx *c)
{
    struct tc_act a = rea_act(REA_V_TRY, 0, 0, 0, 0);

    for (int i = 0; i < c->bk->leaders; i++) {
        a.arg[0] = i;
        if (rea_legal_try(c, &a, NULL))
            return true;
    }
    a.verb = REA_V_TRY_UNIT;
    for (int i = 0; i < c->bk->units; i++) {
        a.arg[0] = i;
        if (c->s->unit[i].active && c->bk->unit[i].command < 0 && rea_legal_try(c, &a, NULL))
            return true;
    }
    return false;
}

bool rea_legal_try(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    int i = a->arg[0];

    if (a->verb == REA_V_DONE)
        return true;
    if (a->verb == REA_V_TRY) {
        const struct rea_chief *k = &c->bk->leader[i];
        if (k->rank != REA_RANK_COMMAND || k->command < 0)
            return tc_refuse(why, "R-7.4a", REA_R_LEADER_RANK, i, 0, 0);
        if (!rea_leader_lives(c, i))
            return tc_refuse(why, "R-7.4a", REA_R_LEADER_GONE, i, 0, 0);
        if (!c->s->command[k->command].active)
            return tc_refuse(why, "R-7.4a", REA_R_LEADER_IDLE, i, 0, 0);
        if (c->s->leader[i].in)
            return tc_refuse(why, "R-7.4a", REA_R_LEADER_IN, i, 0, 0);
        return !c->s->leader[i].tried || tc_refuse(why, "R-7.4a", REA_R_LEADER_TRIED, i, 0, 0);
    }
    const struct rea_unit *x = &c->s->unit[i];
    if (c->bk->unit[i].command >= 0)
        return tc_refuse(why, "R-7.4c.2", REA_R_NOT_INDEPENDENT, i, 0, 0);
    if (!rea_acting_unit(c, i, "R-7.4c.1", why))
        return false;
    if (!x->active)
        return tc_refuse(why, "R-7.4c.1", REA_R_NOT_ACTIVE, i, 0, 0);
    if (x->tried)
        return tc_refuse(why, "R-7.4c.1", REA_R_TRIED, i, 0, 0);
    if (solo_reached(c, i))
        return tc_refuse(why, "R-7.4c.1", REA_R_IN_COMMAND, i, 0, 0);
    return true;
}

/* R-7.4x1: a d10 at or below the leader's initiative. */
bool rea_leader_roll(struct rea_ctx *c, int leader, const char *rule)
{
    tc_wish(c->u, c->bk->leader[leader].side, TC_LOW);
    int roll = rea_roll(c, TC_D10, rule);
    bool ok = roll <= c->s->leader[leader].initiative;

    /* R-7.4x1, R-RUL-9 */
    rea_tell(c->u, ok ? REA_E_LEADER_ACTS : REA_E_LEADER_WAITS, rule, leader, roll, 0);
    return ok;
}

/* R-7.4x2: a Wing Leader In Command by his own roll reaches Independent units himself. */
static bool wing_reached(const struct rea_ctx *c, int unit)
{
    uint8_t cost[REA_HEXES];
    int l = c->s->wing == REA_NO ? TC_NONE : c->bk->wing[c->s->wing].leader;

    if (l < 0 || c->s->leader[l].in != 2 || !rea_leader_lives(c, l))
        return false;
    /* R-7.4x2 */
    rea_trace(c, c->s->acting, c->s->leader[l].hex, 2 * c->s->leader[l].range, true, NULL,
              cost);
    return cost[c->s->body[c->s->unit[unit].body].hex[0]] <= 2 * c->s->leader[l].range;
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
            return true; /* R-7.5b.1, R-7.5b.2 */
        }
    }
    return false;
}

static void mark_all(struct rea_ctx *c)
{
    for (int k = 0; k < c->bk->commands; k++)
        if (c->s->command[k].active)
            mark_command(c, k);
    for (int i = 0; i < c->bk->units; i++) {
        struct rea_unit *x = &c->s->unit[i];
        if (!x->active || x->where != REA_ON || c->bk->unit[i].command >= 0)
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

static void mark_command(struct rea_ctx *c, int k)
{
    uint8_t cost[REA_HEXES];
    int l = c->bk->command[k].leader;
    bool lives = l >= 0 && rea_leader_lives(c, l);

    if (lives && c->s->leader[l].in) {
        uint64_t want[REA_HEXWORDS];
        hexes_of(c, k, want);
        rea_trace(c, c->s->acting, c->s->leader[l].hex, 2 * c->s->leader[l].range, false, want,
                  cost);
    }
    for (int i = 0; i < c->bk->units; i++) {
        struct rea_unit *x = &c->s->unit[i];
        if (!x->active || x->where != REA_ON || c->bk->unit[i].command != k)
            continue;
        x->ooc = !(lives && unit_in(c, i, l, cost));
        if (x->ooc)
            rea_tell(c->u, REA_E_OOC, "R-7.6x1", i, 0, 0);
    }
}

/* Where the active units of a Command stand. */
static void hexes_of(const struct rea_ctx *c, int k, uint64_t *out)
{
    memset(out, 0, (size_t)tc_hexset_words(&c->bk->map) * sizeof *out);
    for (int i = 0; i < c->bk->units; i++) {
        const struct rea_unit *x = &c->s->unit[i];
        if (!x->active || x->where != REA_ON || c->bk->unit[i].command != k)
            continue;
        for (int h = 0; h < c->s->body[x->body].len; h++)
            tc_hexset_add(out, c->s->body[x->body].hex[h]);
    }
}

/* --- Disorder Recovery: 17.3 --- */

bool rea_legal_recover(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == REA_V_DONE)
        return true;
    int unit = a->arg[0], b = rea_body_of(c, unit);
    if (!rea_acting_unit(c, unit, "R-17.3a", why))
        return false;
    if (rea_lead_unit(c, b) != unit)
        return tc_refuse(why, "R-17.3a", REA_R_NOT_LEAD, unit, 0, 0);
    if (c->s->body[b].form == REA_ROUT)
        return tc_refuse(why, "R-17.3a", REA_R_ROUTED, unit, 0, 0);
    if (!rea_active(c, b))
        return tc_refuse(why, "R-17.3a", REA_R_NOT_ACTIVE, unit, 0, 0);
    if (!rea_disordered(c, b))
        return tc_refuse(why, "R-17.3a", REA_R_ORDERED, unit, 0, 0);
    if (stack_tried(c, b))
        return tc_refuse(why, "R-17.3a", REA_R_STACK_TRIED, unit, 0, 0);
    return true;
}

/* Has the stack of a body tried in this segment? It is Ordered or stays Disordered as one. */
static bool stack_tried(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0];

    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h))
        for (int i = 0; i < c->s->body[o].units; i++)
            if (c->s->unit[c->s->body[o].unit[i]].tried)
                return true;
    return false;
}

void rea_set_ordered(struct rea_ctx *c, int body, const char *rule)
{
    for (int o = c->first[c->s->body[body].hex[0]] - 1; o >= 0;
         o = rea_below(c, o, c->s->body[body].hex[0]))
        for (int i = 0; i < c->s->body[o].units; i++)
            c->s->unit[c->s->body[o].unit[i]].disordered = 0;
    rea_tell(c->u, REA_E_RECOVERED, rule, rea_lead_unit(c, body), 0, 0);
}

void rea_step_recover(void *state, struct tc_umpire *u)
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

static bool any_recover(const struct rea_ctx *c)
{
    struct tc_act a = rea_act(REA_V_RECOVER, 0, 0, 0, 0);

    for (int i = 0; i < c->bk->units; i++) {
        a.arg[0] = i;
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
        rea_set_ordered(c, b, "R-17.3b"); /* */
        return;
    }
    tc_sum_add(&sum, rea_top_er(c, b), "R-17.3x1", REA_LB_ER, unit, 0);
    if (rea_body_in_zoc(c, b))
        tc_sum_add(&sum, 10, "R-DCS.1", REA_LB_ZOC, 0, 0);
    tc_sum_end(&sum, "R-GEN.2", REA_LB_MODIFIED_ER);
    int roll = rea_percent(c, c->s->body[b].side, "R-17.3x1");
    if (roll >= sum.total && roll >= 10) /* R-GEN.7, R-17.3d */
        rea_set_ordered(c, b, "R-17.3x1");
    else
        rea_tell(c->u, REA_E_STILL_DISORDERED, "R-17.3x1", unit, 0, 0);
}
