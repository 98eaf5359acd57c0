/* rules/reason/special.c - T-2a: what doubles on the initiative dice bring. */
#include "rules/reason/loc.h"

/* Told further down: */
static int unfinished(const struct rea_ctx *c, int side, int command);

/* Which commands a special result may name; q->arg[0] is the result. */
bool rea_legal_special(const struct rea_ctx *c, const struct tc_query *q,
                       const struct tc_act *a, struct tc_refusal *why)
{
    int result = q->arg[0], k = a->arg[0], side = c->s->special_side;

    if (a->verb == REA_V_TEMPO)
        return (k == 0 || k == 1) || tc_refuse(why, "R-T-2a", REA_R_NO_END, 0, 0, 0);
    if (a->verb == REA_V_DONE)
        return result != REA_I_CONFUSION || tc_refuse(why, "R-T-2a", REA_R_MUST_NAME, 0, 0, 0);
    if (a->verb == REA_V_FREE_FIRE || a->verb == REA_V_FREE_ASSAULT) {
        if (result != REA_I_FREE_COMBAT)
            return tc_refuse(why, "R-T-2a", REA_R_OTHER_RESULT, result, 0, 0);
    } else if (result == REA_I_FREE_COMBAT) {
        return tc_refuse(why, "R-T-2a", REA_R_OTHER_RESULT, result, 0, 0);
    }
    if (c->bk->command[k].side != side)
        return tc_refuse(why, "R-T-2a", REA_R_NO_COMMAND, k, 0, 0);
    if (!rea_command_has_units(c, k))
        return tc_refuse(why, "R-T-2a", REA_R_COMMAND_EMPTY, k, 0, 0);
    if (result == REA_I_CONFUSION && !unfinished(c, side, k))
        return tc_refuse(why, "R-T-2a", REA_R_FINISHED, k, 0, 0);
    if (result == REA_I_LEADER && rea_has(c, REA_OWN_SPECIALS) && !c->s->command[k].finished)
        return tc_refuse(why, "R-T-2a", REA_R_NOT_YET, k, 0, 0);
    return true;
}

static int unfinished(const struct rea_ctx *c, int side, int command)
{
    return c->bk->command[command].side == side && rea_command_has_units(c, command) &&
           !c->s->command[command].finished;
}

/* R-17.3b, R-17.3x1, R-17.3d, R-DCS.1: as in the Disorder Recovery Segment. */
static bool recovers(struct rea_ctx *c, int b)
{
    if (rea_has_leader(c, b))
        return true;
    int er = rea_top_er(c, b) + (rea_body_in_zoc(c, b) ? 10 : 0);
    int roll = rea_percent(c, c->s->body[b].side, "R-T-2a");
    return roll >= er && roll >= 10;
}

/* A free Disorder Recovery and Rally, without asking again: one try a stack (R-RUL-100). */
static void restore(struct rea_ctx *c, int b)
{
    if (rea_disordered(c, b) && recovers(c, b))
        rea_set_ordered(c, b, "R-T-2a");
    if (rea_morale_is(c, b, REA_SHAKEN) &&
        rea_plain_check(c, c->s->body[b].side, rea_rally_er(c, rea_lead_unit(c, b), false),
                        "R-T-2a") <= 0)
        rea_set_good(c, b, "R-T-2a");
}

static int table_row(const struct rea_ctx *c, int side)
{
    /* The column of the nation that fights for this side. */
    for (int i = 0; i < c->bk->units; i++)
        if (c->bk->unit[i].side == side) {
            int n = c->bk->unit[i].nation;
            return n == REA_PRUSSIAN || n == REA_BRITISH || n == REA_HESSIAN;
        }
    return 0;
}

static bool any_named(const struct rea_ctx *c, int result, int verb)
{
    struct tc_query q = { .arg = { result } };

    for (int k = 0; k < c->bk->commands; k++) {
        struct tc_act a = rea_act(verb, k, 0, 0, 0);
        if (rea_legal_special(c, &q, &a, NULL))
            return true;
    }
    return false;
}

static void confusion(struct rea_ctx *c, int side)
{
    if (!any_named(c, REA_I_CONFUSION, REA_V_COMMAND))
        return;
    struct tc_act a = rea_ask(c, !side, REA_Q_SPECIAL, "R-T-2a", REA_I_CONFUSION, 0, 0);
    int l = c->bk->command[a.arg[0]].leader;
    if (l >= 0 && rea_leader_lives(c, l) && rea_leader_roll(c, l, "R-T-2a"))
        return;
    c->s->command[a.arg[0]].finished = 1;
    rea_tell(c->u, REA_E_CONFUSION, "R-T-2a", a.arg[0], 0, 0);
}

static bool beside_chief(const struct rea_ctx *c, int unit)
{
    int b = rea_body_of(c, unit);

    for (int i = 0; i < c->bk->leaders && b >= 0; i++)
        if (c->bk->leader[i].side == c->bk->unit[unit].side && rea_leader_lives(c, i) &&
            (c->bk->leader[i].rank == REA_RANK_ARMY ||
             c->bk->leader[i].rank == REA_RANK_WING) &&
            rea_body_distance(c, b, c->s->leader[i].hex) <= 1)
            return true;
    return false;
}

static bool restored(const struct rea_ctx *c, const bool *done, int b)
{
    for (int o = c->first[c->s->body[b].hex[0]] - 1; o >= 0;
         o = rea_below(c, o, c->s->body[b].hex[0]))
        if (done[o])
            return true;
    return false;
}

static void special_rally(struct rea_ctx *c, int side)
{
    int command = TC_NONE;
    bool done[REA_BODIES] = { false };

    if (!rea_has(c, REA_OWN_SPECIALS)) {
        if (!any_named(c, REA_I_RALLY, REA_V_COMMAND))
            return;
        struct tc_act a = rea_ask(c, side, REA_Q_SPECIAL, "R-T-2a", REA_I_RALLY, 0, 0);
        if (a.verb != REA_V_COMMAND)
            return;
        command = a.arg[0];
    }
    for (int i = 0; i < c->bk->units; i++) {
        int b = rea_body_of(c, i);
        if (b < 0 || c->bk->unit[i].side != side || rea_morale_is(c, b, REA_ROUTED) ||
            !(command >= 0 ? c->bk->unit[i].command == command : beside_chief(c, i)) ||
            restored(c, done, b))
            continue;
        done[b] = true;
        restore(c, b);
    }
}

static void start_mode(struct rea_ctx *c, int command, int mode)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < c->bk->units; i++)
        s->unit[i].active = s->unit[i].ooc = s->unit[i].tried = 0;
    uint8_t used[REA_UNITS] = { 0 };
    for (int i = 0; i < c->bk->units; i++)
        used[i] = s->unit[i].used;
    rea_open_command(c, command);
    for (int i = 0; i < c->bk->units; i++)
        s->unit[i].used = used[i];
    s->lead_command = (uint8_t)command;
    s->special_mode = (uint8_t)mode;
    s->acting = s->special_side;
    s->solo = s->limited = 0;
    s->attacks = s->cursor = s->cursor2 = s->sub = s->moved_any = s->reacting = 0;
    for (int b = 0; b < c->bk->units; b++)
        if (s->body[b].units && rea_active(c, b)) {
            s->body[b].done = s->body[b].fired = s->body[b].whole = s->body[b].moved = 0;
            s->body[b].mp = 0;
            s->body[b].steps = s->body[b].rapid = s->body[b].last = s->body[b].road = 0;
            s->body[b].prolonged = s->body[b].entered = 0;
        }
    for (int i = 0; i < c->bk->leaders; i++) {
        s->leader[i].moved = 0;
        s->leader[i].mp = 0;
        s->leader[i].tried = 0;
        s->leader[i].in = rea_leader_marked(c, i);
    }
    s->head.step = REA_ST_CONTROL;
}

static void free_combat(struct rea_ctx *c, int side)
{
    if (!any_named(c, REA_I_FREE_COMBAT, REA_V_FREE_FIRE))
        return;
    struct tc_act a = rea_ask(c, side, REA_Q_SPECIAL, "R-T-2a", REA_I_FREE_COMBAT, 0, 0);
    if (a.verb == REA_V_DONE)
        return;
    start_mode(c, a.arg[0], REA_I_FREE_COMBAT);
    c->s->special_left = a.verb == REA_V_FREE_ASSAULT ? 2 : 1;
}

static void leader_initiative(struct rea_ctx *c, int side)
{
    if (!any_named(c, REA_I_LEADER, REA_V_COMMAND))
        return;
    struct tc_act a = rea_ask(c, side, REA_Q_SPECIAL, "R-T-2a", REA_I_LEADER, 0, 0);
    if (a.verb != REA_V_COMMAND)
        return;
    int l = c->bk->command[a.arg[0]].leader;
    if (l >= 0 && rea_leader_lives(c, l) && rea_leader_roll(c, l, "R-T-2a"))
        start_mode(c, a.arg[0], REA_I_LEADER);
}

static void army_checks(struct rea_ctx *c)
{
    c->s->due_check[0] |= 1;
    c->s->due_check[1] |= 1;
}

/* One Initiative Special Result, for the side that has the initiative. */
void rea_run_special(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    int side = s->won, digit = s->die[0];
    int result = c->bk->t2.initiative[table_row(c, side)][digit];

    s->special_side = (uint8_t)side;
    s->special = 0;
    rea_tell(c->u, REA_E_SPECIAL_INITIATIVE, "R-T-2a", side, result, 0);
    switch ((enum rea_init_special)result) {
    case REA_I_ARMY_MORALE: army_checks(c); break;
    case REA_I_TEMPO_DOUBLE: s->end_step = 2; break;
    case REA_I_FOG: s->fog = (uint8_t)tc_max(0, s->fog - 1); break;
    case REA_I_LAPSE: s->lapse[side] = !s->lapse[side]; break;
    case REA_I_CONFUSION: confusion(c, side); break;
    case REA_I_RALLY: special_rally(c, side); break;
    case REA_I_FREE_COMBAT: free_combat(c, side); break;
    case REA_I_LEADER: leader_initiative(c, side); break;
    case REA_I_DOUBLE: s->special_left = REA_I_DOUBLE; break;
    case REA_I_BATTLE_TEMPO: {
        struct tc_act a = rea_ask(c, side, REA_Q_TEMPO, "R-T-2a", 0, 0, 0);
        s->end_box = (uint8_t)tc_max(0, s->end_box + (a.arg[0] ? 1 : -1));
        s->ending = s->end_box >= c->bk->lim.end_boxes;
        break;
    }
    case REA_I_NONE:
    case REA_I_COUNT:
    default: break;
    }
}
