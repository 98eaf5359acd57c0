/* rules/reason/result.c - chapter 14: the table of close combat and its results. */
#include "rules/reason/combat.h"

/* Told further down: */
static int list_units(const struct rea_ctx *c, bool attack, bool guns, uint8_t *out);
static bool special_melee(struct rea_ctx *c, int digit, struct rea_force *a,
                          struct rea_force *d);
static void contract_all(struct rea_ctx *c);
static void disorder_of_side(struct rea_ctx *c, bool attack, bool won);
static uint32_t stacks_of(const struct rea_ctx *c, bool attack);
static bool speaks(const struct rea_ctx *c, bool attack, int i);
static void recoil(struct rea_ctx *c);
static int row_of(const struct rea_ctx *c, int roll);
static void results(struct rea_ctx *c, const struct rea_cc_entry *e);
static uint32_t flanked_of(const struct rea_ctx *c, bool attack);
static bool enfiladed(const struct rea_ctx *c, int body, bool attack);
static void morale_of_side(struct rea_ctx *c, bool attack, int lost, uint32_t flanked);
static void morale_of_stack(struct rea_ctx *c, int body, int lost, bool flanked);
static int next_loser(const struct rea_ctx *c, int top, int hex, const bool *seen);
static int top_left(const struct rea_ctx *c, int body, int side, int hex);
static void disorder_of_stack(struct rea_ctx *c, int b, bool attack, bool won);
static void cavalry_closes(struct rea_ctx *c, bool attack);
static void close_in(struct rea_ctx *c, int body, int from);
static void star(struct rea_ctx *c, int digit);
static void lift_fresh(struct rea_ctx *c, bool attack);
static void lift_of(struct rea_ctx *c, int b);

/* As evenly as can be, the largest first: the unit with most left of those hit least. */
static void spread(struct rea_ctx *c, bool attack, int loss)
{
    uint8_t list[60], hit[REA_UNITS] = { 0 };

    while (loss-- > 0) { /* R-14.2b */
        int n = list_units(c, attack, false, list), best = TC_NONE;
        if (!n && !attack)
            n = list_units(c, attack, true, list); /* R-14.2c.1 */
        for (int i = 0; i < n; i++)                /* R-14.2c.2 */
            if (best < 0 || hit[list[i]] < hit[best] ||
                (hit[list[i]] == hit[best] && c->s->unit[list[i]].sp > c->s->unit[best].sp))
                best = list[i];
        if (best < 0)
            return;
        hit[best]++;
        rea_tell(c->u, REA_E_LOSES, "R-14.2b", best, 1, 0);
        rea_lose_from(c, best, 1);
    }
}

static int list_units(const struct rea_ctx *c, bool attack, bool guns, uint8_t *out)
{
    const struct rea_state *s = c->s;
    int n = 0, count = attack ? s->attacks : s->defences;

    for (int i = 0; i < count; i++) {
        bool in = attack ? rea_attacks_in(s, i, s->fight) : rea_defends_in(s, i, s->fight);
        int b = !in      ? TC_NONE
                : attack ? s->attack[i].body
                         : rea_stack_top(c, s->defence[i].body);
        for (; b >= 0; b = attack ? TC_NONE : rea_mate_below(c, b, b, c->s->body[b].hex[0]))
            for (int k = 0; k < s->body[b].units && n < 60; k++)
                if ((c->bk->unit[s->body[b].unit[k]].arm == REA_GUNS) == guns)
                    out[n++] = s->body[b].unit[k];
    }
    return n;
}

/* Fight one round: true when it ended in a recoil. */
static bool fight_round(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    struct rea_force a, d;

    rea_weigh_fight(c, &a, &d);
    int col =
        rea_column_at(c->bk->t6.num, c->bk->t6.den, REA_CC_COLUMNS, a.sp, tc_max(1, d.sp));
    col = tc_max(0, col);
    int32_t arg[TC_ARGS] = { a.sp, d.sp, a.cv, d.cv, c->bk->t6.num[col], c->bk->t6.den[col] };
    tc_tell_args(c->u, REA_E_FIGHT, "R-14.x1", arg);
    int side = s->acting;
    int roll = rea_percent(c, side, "R-14.x1");
    if (roll < 10 && c->bk->lim.specials) {
        if (special_melee(c, roll, &a, &d)) /* R-GEN.6 */
            return true;
        if (!rea_attackers_left(c, s->fight) || !rea_defenders_left(c, s->fight))
            return false;
        roll = rea_percent(c, side, "R-RUL-6");
    }
    struct tc_sum sum = { c->u, 0 };
    tc_sum_add(&sum, roll, "R-T-6", REA_LB_ROLL, 0, 0);
    tc_sum_add(&sum, 3 * (a.cv - d.cv), "R-14.x1", REA_LB_CV_DIFFERENCE, a.cv, d.cv);
    tc_sum_end(&sum, "R-T-6", REA_LB_MODIFIED_ROLL);
    const struct rea_cc_entry *e = &c->bk->t6.at[row_of(c, sum.total)][col];
    int32_t out[TC_ARGS] = { e->a_loss, e->a_check, e->d_loss, e->d_check };
    tc_tell_args(c->u, REA_E_MELEE_RESULT, "R-T-6", out);
    results(c, e);
    return false;
}

/* True when the fight is over at once. */
static bool special_melee(struct rea_ctx *c, int digit, struct rea_force *a,
                          struct rea_force *d)
{
    rea_tell(c->u, REA_E_SPECIAL_MELEE, "R-T-2e", digit / 2, 0, 0);
    star(c, digit);
    if (digit <= 1) {
        spread(c, true, 1);
        spread(c, false, 1);
        contract_all(c);
    } else if (digit <= 3) {
        a->cv -= 3;
    } else if (digit <= 5) {
        d->cv -= 3;
    } else if (digit <= 7) {
        disorder_of_side(c, true, false);
        disorder_of_side(c, false, false);
    } else {
        recoil(c);
        return true;
    }
    return false;
}

/* Losses change formations before anybody checks: R-11.5g, R-8.2d. */
static void contract_all(struct rea_ctx *c)
{
    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && c->s->body[b].len > 1)
            rea_contract(c, b);
    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && c->s->body[b].form == REA_SQUARE)
            rea_break_square(c, b);
}

static void disorder_of_side(struct rea_ctx *c, bool attack, bool won)
{
    struct rea_state *s = c->s;
    uint32_t stacks = stacks_of(c, attack);

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++)
        if (stacks & (1u << i))
            disorder_of_stack(c, attack ? s->attack[i].body : s->defence[i].body, attack, won);
}

/* The entries of a side that stand for their stacks, a bit each. */
static uint32_t stacks_of(const struct rea_ctx *c, bool attack)
{
    uint32_t bits = 0;

    for (int i = 0; i < (attack ? c->s->attacks : c->s->defences); i++)
        bits |= speaks(c, attack, i) ? 1u << i : 0;
    return bits;
}

/* Does this entry stand for its stack in the fight? A stack of several Commands checks once. */
static bool speaks(const struct rea_ctx *c, bool attack, int i)
{
    return attack ? rea_leads_attack(c, i, c->s->fight) : rea_defends_in(c->s, i, c->s->fight);
}

static void recoil(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < s->defences; i++)
        if (rea_defends_in(s, i, s->fight))
            rea_disorder(c, s->defence[i].body, "R-T-2e");
    uint32_t stacks = stacks_of(c, true);
    for (int i = 0; i < s->attacks; i++)
        if (rea_attacks_in(s, i, s->fight)) {
            if (stacks & (1u << i))
                rea_disorder(c, s->attack[i].body, "R-T-2e");
            rea_queue(c, REA_DUE_RETREAT, s->attack[i].body, 2, REA_BY_COUNTER);
        }
}

static int row_of(const struct rea_ctx *c, int roll)
{
    int row = 0;

    for (int i = 1; i < c->bk->t6.rows; i++)
        if (roll >= c->bk->t6.least[i])
            row = i;
    return row;
}

/* Does what is left of a Line still touch an enemy of the fight? */
bool rea_still_touches(const struct rea_ctx *c, const int16_t *hex, int len, bool attack,
                       int fight)
{
    const struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->defences : s->attacks); i++) {
        if (attack ? !rea_defends_in(s, i, fight) : !rea_attacks_in(s, i, fight))
            continue;
        int foe = attack ? s->defence[i].body : s->attack[i].body;
        for (int k = 0; k < len; k++)
            if (rea_body_distance(c, foe, hex[k]) == 1)
                return true;
    }
    return false;
}

static void results(struct rea_ctx *c, const struct rea_cc_entry *e)
{
    spread(c, true, e->a_loss);
    spread(c, false, e->d_loss);
    contract_all(c);
    uint32_t a_flanked = flanked_of(c, true), d_flanked = flanked_of(c, false);
    if (e->a_check == REA_CC_M)
        morale_of_side(c, true, e->a_loss, a_flanked);
    if (e->d_check == REA_CC_M)
        morale_of_side(c, false, e->d_loss, d_flanked);
    bool a = rea_attackers_left(c, c->s->fight) > 0, d = rea_defenders_left(c, c->s->fight) > 0;
    if (e->a_check == REA_CC_D)
        disorder_of_side(c, true, a && !d);
    if (e->d_check == REA_CC_D)
        disorder_of_side(c, false, d && !a);
    if (a && !d)
        lift_fresh(c, true);
    if (d && !a)
        lift_fresh(c, false);
}

/* Which stacks of a side are enfiladed, a bit each. */
static uint32_t flanked_of(const struct rea_ctx *c, bool attack)
{
    const struct rea_state *s = c->s;
    uint32_t bits = 0;

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++)
        if (attack ? rea_attacks_in(s, i, s->fight) : rea_defends_in(s, i, s->fight))
            if (enfiladed(c, attack ? s->attack[i].body : s->defence[i].body, attack))
                bits |= 1u << i;
    return bits;
}

/* T-8: is this stack struck through a flank or rear hex by an enemy of its fight? */
static bool enfiladed(const struct rea_ctx *c, int body, bool attack)
{
    const struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->defences : s->attacks); i++)
        if (attack ? rea_defends_in(s, i, s->fight) : rea_attacks_in(s, i, s->fight))
            if (rea_enfilade_by(c, rea_stack_foot(c, body),
                                attack ? rea_stack_foot(c, s->defence[i].body)
                                       : s->attack[i].body))
                return true;
    return false;
}

static void morale_of_side(struct rea_ctx *c, bool attack, int lost, uint32_t flanked)
{
    struct rea_state *s = c->s;
    uint32_t stacks = stacks_of(c, attack);

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++)
        if (stacks & (1u << i)) {
            int b = rea_stack_foot(c, attack ? s->attack[i].body : s->defence[i].body);
            morale_of_stack(c, b, lost, flanked & (1u << i));
        }
}

void rea_step_round(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    if (s->fight >= s->fights) {
        rea_end_combat(c);
        return;
    }
    if (!rea_attackers_left(c, s->fight) || !rea_defenders_left(c, s->fight)) {
        rea_then(c, REA_ST_OUTCOME);
        return;
    }
    if (s->round > 0) {
        cavalry_closes(c, true);
        cavalry_closes(c, false);
    }
    bool over = fight_round(c);
    s->round++;
    if (over)
        s->round = 99;
    rea_then(c, REA_ST_OUTCOME);
}

/* R-14.3d, R-RUL-76: what a D leaves with the bodies of a stack that it has just Disordered:
 * cavalry may lose it again by winning, guns by the advance of all attackers (R-14.3a). */
static void mark_fresh(struct rea_ctx *c, int body, int hex, bool attack)
{
    for (int o = rea_mate_first(c, body); o >= 0; o = rea_mate_below(c, body, o, hex))
        if (rea_disordered(c, o) &&
            (rea_is_guns(c, o) ? attack : rea_lead(c, o)->arm == REA_HORSE))
            c->s->body[o].d_fresh = 1;
}

/* R-14.3b, R-14.3x1: one check a stack; who fails loses a point a unit and Routs. */
static void morale_of_stack(struct rea_ctx *c, int body, int lost, bool flanked)
{
    int hex = c->s->body[body].hex[0], side = c->s->body[body].side, unit;
    bool seen[REA_UNITS] = { false };

    if (!c->s->body[body].units ||
        rea_morale_check(c, body, REA_BY_MELEE, lost, flanked, "R-14.3b"))
        return;
    /* R-14.3x1, R-RUL-95 */
    while ((unit = next_loser(c, top_left(c, body, side, hex), hex, seen)) >= 0) {
        seen[unit] = true;
        rea_lose_from(c, unit, 1);
    }
    int left = top_left(c, body, side, hex);
    if (left >= 0)
        rea_rout(c, left, REA_BY_MELEE, "R-14.3b");
}

/* A unit of the stack that is not guns and has not yet been seen to, or TC_NONE. */
static int next_loser(const struct rea_ctx *c, int top, int hex, const bool *seen)
{
    for (int b = top; b >= 0; b = rea_mate_below(c, top, b, hex))
        for (int i = 0; i < c->s->body[b].units && !rea_is_guns(c, b); i++)
            if (!seen[c->s->body[b].unit[i]])
                return c->s->body[b].unit[i];
    return TC_NONE;
}

/* Who is left of the stack of a body, at the top, or TC_NONE. */
static int top_left(const struct rea_ctx *c, int body, int side, int hex)
{
    int o = rea_friend_at(c, side, hex);

    if (c->s->body[body].units)
        return rea_mate_first(c, body);
    if (body == c->s->mover)
        return TC_NONE;
    return o == c->s->mover ? rea_below(c, o, hex) : o;
}

/* R-14.3c: guns left behind, in their hex, by attackers who are all gone. */
static void guns_left(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < s->attacks; i++) {
        int b = s->attack[i].body, h = s->attack[i].hex;
        if (b == REA_NO || s->attack[i].fight != s->fight || s->body[b].units ||
            s->attack[i].fired || h < 0)
            continue;
        int o = c->first[h] - 1;
        while (o >= 0 && !rea_is_guns(c, o))
            o = rea_below(c, o, h);
        s->attack[i].fired = 1;
        if (o >= 0)
            rea_morale_check(c, o, REA_BY_OTHER, 0, false, "R-14.3c");
    }
}

/* R-14.3d, R-RUL-76: a D; winning cavalry takes no check for it. */
static void disorder_of_stack(struct rea_ctx *c, int b, bool attack, bool won)
{
    int hex = c->s->body[b].hex[0];
    bool horse = rea_lead(c, rea_stack_foot(c, b))->arm == REA_HORSE;

    for (int o = rea_mate_first(c, b); o >= 0 && horse; o = rea_mate_below(c, b, o, hex))
        c->s->body[o].d_taken = 1;
    if (horse && won)
        return; /* R-14.3d.1, R-RUL-76 */
    bool was = rea_disordered(c, b);
    rea_disorder_check(c, b, 0, "R-17.1d.2");
    if (!was)
        mark_fresh(c, b, hex, attack);
}

/* R-14.4d: cavalry Lines, of either side, draw together as the fight goes on. */
static void cavalry_closes(struct rea_ctx *c, bool attack)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++) {
        if (attack ? !rea_attacks_in(s, i, s->fight) : !rea_defends_in(s, i, s->fight))
            continue;
        int b = attack ? s->attack[i].body : s->defence[i].body;
        struct rea_body *y = &s->body[b];
        if (rea_lead(c, b)->arm != REA_HORSE || y->form != REA_LINE || y->len < 2)
            continue;
        bool left = rea_still_touches(c, y->hex, y->len - 1, attack, s->fight); /* R-14.4d */
        close_in(c, b, left ? 0 : 1);
    }
}

/* A body and those in one formation with it give up a hex, the first or the last. */
static void close_in(struct rea_ctx *c, int body, int from)
{
    int16_t hex[REA_LONG];
    struct rea_body old = c->s->body[body];
    uint8_t all[REA_STACK];
    int n = 0;

    memcpy(hex, old.hex + from, (size_t)(old.len - 1) * sizeof *hex);
    for (int o = rea_stack_top(c, body); o >= 0 && n < REA_STACK;
         o = rea_mate_below(c, body, o, old.hex[0]))
        if (rea_one_formation(c, o, body))
            all[n++] = (uint8_t)o;
    for (int i = 0; i < n; i++) {
        rea_put(c, all[i], old.form, old.facing, hex, old.len - 1);
        rea_tell(c->u, REA_E_CONTRACTED, "R-14.4d", rea_lead_unit(c, all[i]), old.len - 1, 0);
    }
}

static void break_off(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < s->attacks; i++)
        if (rea_attacks_in(s, i, s->fight))
            rea_queue(c, REA_DUE_RETREAT, s->attack[i].body, 2, REA_BY_COUNTER);
    rea_tell(c->u, REA_E_BREAKS_OFF, "R-14.4x1", s->fight, 0, 0);
}

/* T-15: leaders whose stack was destroyed in the fight, to the last unit. */
static void leaders_left(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < s->attacks; i++) {
        const struct rea_attack *t = &s->attack[i];
        if (t->body != REA_NO && t->fight == s->fight && t->hex >= 0 &&
            !s->body[t->body].units &&
            rea_friend_at(c, s->opp ? !s->acting : s->acting, t->hex) < 0)
            rea_leader_risk(c, t->hex, s->opp ? !s->acting : s->acting, true, "R-20.x1");
    }
    for (int i = 0; i < s->defences; i++)
        for (int k = 0; k < REA_WIDE && s->defence[i].fight == s->fight; k++) {
            int h = s->vacated[i * REA_WIDE + k];
            if (h >= 0 && !s->defence[i].done && !s->body[s->defence[i].body].units &&
                rea_friend_at(c, s->opp ? s->acting : !s->acting, h) < 0)
                rea_leader_risk(c, h, s->opp ? s->acting : !s->acting, true, "R-20.x1");
        }
}

void rea_step_outcome(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    bool a = rea_attackers_left(c, s->fight) > 0, d = rea_defenders_left(c, s->fight) > 0;

    s->cursor = 0;
    if (a && d && s->round < 99) {
        struct tc_act act = { .verb = REA_V_BREAK_OFF };
        int side = s->opp ? !s->acting : s->acting; /* R-RUL-37 */
        if (s->round < 4)
            act = rea_ask(c, side, REA_Q_REFIGHT, "R-14.4x1", s->round, 0, 0);
        if (act.verb == REA_V_FIGHT_ON) {
            s->head.step = REA_ST_ROUND;
            return;
        }
        break_off(c);
        rea_then(c, REA_ST_AFTER);
        return;
    }
    leaders_left(c);
    if (!a)
        guns_left(c);
    rea_tell(c->u, REA_E_FIGHT_OVER, "R-14.4x1", s->fight, a && !d, d && !a);
    s->cursor2 = 0;
    rea_then(c, a != d ? REA_ST_PURSUE : REA_ST_AFTER);
}

static void star(struct rea_ctx *c, int digit)
{
    const struct rea_state *s = c->s;

    if (digit % 2)
        return;
    for (int i = 0; i < s->attacks; i++)
        if (rea_leads_attack(c, i, s->fight))
            rea_leader_risk(c, s->body[s->attack[i].body].hex[0],
                            s->body[s->attack[i].body].side, false, "R-20.x1");
    for (int i = 0; i < s->defences; i++)
        if (rea_defends_in(s, i, s->fight))
            rea_leader_risk(c, s->body[s->defence[i].body].hex[0],
                            s->body[s->defence[i].body].side, false, "R-20.x1");
}

/* R-RUL-76: Disorder from a D earlier in this combat is lifted when cavalry wins. */
static void lift_fresh(struct rea_ctx *c, bool attack)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++) {
        if (attack ? !rea_attacks_in(s, i, s->fight) : !rea_defends_in(s, i, s->fight))
            continue;
        lift_of(c, attack ? s->attack[i].body : s->defence[i].body);
    }
}

/* What is lifted from one body is lifted from all that stand in one formation with it. */
static void lift_of(struct rea_ctx *c, int b)
{
    int h = c->s->body[b].hex[0];

    for (int o = rea_stack_top(c, b); o >= 0; o = rea_mate_below(c, b, o, h)) {
        struct rea_body *y = &c->s->body[o];
        if (!y->d_fresh || !rea_one_formation(c, o, b))
            continue;
        for (int k = 0; k < y->units; k++)
            c->s->unit[y->unit[k]].disordered = 0;
        y->d_fresh = 0;
    }
}
