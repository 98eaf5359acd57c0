/* rules/reason/declare.c - chapter 13, steps 1 and 2: who attacks whom, and who dares. */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"

enum { GRID = 13 };

struct place {
    int16_t hex[REA_LONG];
    int16_t cost;
};

/* Told further down: */
static bool steadied(const struct rea_state *s, int i);
static bool within_reach(const struct rea_ctx *c, int body, int target);

/* R-10.x1: may it stay where it is? A charge does not end among friends it cannot stack with.
 */
bool rea_fits_here(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i]))
            if (o != body && !rea_may_stack(c, y->form, rea_lead(c, body)->arm, y->facing,
                                            y->hex, y->len, o))
                return false;
    return rea_room(c, body, y->form, y->hex, y->len, NULL);
}

/* Could a charge from here, with so much left, bring the target into its front? The body is
 * walked over a grid of left and right front steps. */
bool rea_charge_path(const struct rea_ctx *c, int body, int target, int budget)
{
    struct rea_body *y = &c->s->body[body], keep = *y;
    static const struct place none = { { 0 }, -1 };
    struct place row[GRID];
    bool found = false;

    for (int i = 0; i < GRID; i++)
        row[i] = none;
    memcpy(row[0].hex, y->hex, sizeof row[0].hex);
    row[0].cost = 0;
    for (int sum = 0; sum < GRID - 1 && !found; sum++) {
        struct place next[GRID];
        for (int i = 0; i < GRID; i++)
            next[i] = none;
        bool any = false;
        for (int i = 0; i <= sum && !found; i++) {
            if (row[i].cost < 0)
                continue;
            memcpy(y->hex, row[i].hex, sizeof y->hex);
            found = rea_can_reach(c, body, target) && rea_fits_here(c, body);
            bool stop = sum > 0 && rea_body_in_zoc(c, body);
            for (int d = 0; d < 2 && !found && !stop; d++) {
                int cost = rea_charge_cost(c, body, tc_hex_mod6(y->facing + d));
                int all = row[i].cost + cost;
                struct place *p = &next[i + d];
                if (cost < 0 || all > budget || (p->cost >= 0 && p->cost <= all))
                    continue;
                rea_shifted(c, y, y->facing + d, p->hex);
                p->cost = (int16_t)all;
                any = true;
            }
        }
        memcpy(row, next, sizeof row);
        if (!any)
            break;
    }
    *y = keep;
    return found;
}

static bool barred_form(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    static const char *const rule[REA_FORMS] = { [REA_MC] = "R-13.1b.1",
                                                 [REA_RC] = "R-13.1b.2",
                                                 [REA_SKIRMISH] = "R-13.1b.3",
                                                 [REA_SQUARE] = "R-13.1b.4" };
    const struct rea_body *y = &c->s->body[body];

    if (rea_is_guns(c, body))
        return tc_refuse(why, "R-13.1a.1", REA_R_NO_ATTACK, y->unit[0], 0, 0);
    if (y->form == REA_ROUT)
        return tc_refuse(why, "R-13.1a.2", REA_R_ROUTED, y->unit[0], 0, 0); /* R-18.5a.2 */
    if (rule[y->form])                                                      /* R-13.1b.6 */
        return tc_refuse(why, rule[y->form], REA_R_NO_ATTACK_FORM, y->form, 0, 0);
    if (y->hook != REA_NO_HOOK)
        return tc_refuse(why, "R-13.1b.5", REA_R_HOOKED, 0, 0, 0);
    return true;
}

bool rea_may_attack_now(const struct rea_ctx *c, int unit, struct tc_refusal *why)
{
    int b = rea_body_of(c, unit);

    if (!rea_acting_unit(c, unit, "R-13.1x1", why))
        return false;
    if (rea_lead_unit(c, b) != unit)
        return tc_refuse(why, "R-13.1x1", REA_R_NOT_LEAD, unit, 0, 0);
    if (!barred_form(c, b, why))
        return false;
    if (!rea_active(c, b))
        return tc_refuse(why, "R-13.1x1", REA_R_NOT_ACTIVE, unit, 0, 0);
    if (rea_ooc(c, b))
        return tc_refuse(why, "R-13.1a.3", REA_R_OOC, unit, 0, 0); /* R-7.5b.6 */
    if (rea_morale_is(c, b, REA_SHAKEN))
        return tc_refuse(why, "R-18.4a.3", REA_R_SHAKEN, unit, 0, 0);
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body == b)
            return tc_refuse(why, "R-14.x2", REA_R_ATTACKS, unit, 0, 0);
    if (c->s->attacks >= REA_ATTACKS)
        return tc_refuse(why, "R-14.x2", REA_R_TOO_MANY, REA_ATTACKS, 0, 0);
    return true;
}

/* R-RUL-29: nobody in its zone may be left unfought. */
static bool all_attackable(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    int16_t front[3 * REA_LONG + 6];
    int n = rea_fronts(c, body, front);

    for (int i = 0; i < n; i++) {
        int e = rea_enemy_at(c, c->s->body[body].side, front[i]);
        if (e < 0 || rea_can_reach(c, body, e))
            continue;
        bool fought = false;
        for (int k = 0; k < c->s->attacks; k++)
            fought |= rea_stack_top(c, c->s->attack[k].target) == e;
        if (!fought) {
            /* R-RUL-29 */
            return tc_refuse(why, "R-13.0.4", REA_R_UNFOUGHT, rea_lead_unit(c, e), 0, 0);
        }
    }
    return true;
}

void rea_step_declare(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    struct tc_act a = rea_ask(c, s->acting, REA_Q_DECLARE, "R-13.1x1", 0, 0, 0);

    if (a.verb == REA_V_DONE) {
        s->cursor = 0;
        s->head.step = s->attacks ? REA_ST_STEADY : REA_ST_FINISH;
        return;
    }
    struct rea_attack *t = &s->attack[s->attacks++];
    memset(t, 0, sizeof *t);
    t->body = s->unit[a.arg[0]].body;
    t->target = s->unit[a.arg[1]].body;
    t->charge = a.verb == REA_V_CHARGE_AT;
    t->hex = s->body[t->body].hex[0];
    s->body[t->body].charged = 0;
    s->body[t->body].mp = 0;
    s->body[t->body].steps = 0;
    /* R-13.1a.4 */
    rea_tell(c->u, REA_E_DECLARES, t->charge ? "R-13.3x1" : "R-13.1x1", a.arg[0], a.arg[1], 0);
}

/* R-18.4a.3: another attacker that ran has shaken it before it could attack. */
static bool lost_heart(const struct rea_ctx *c, int body)
{
    return !c->s->body[body].units || c->s->body[body].form == REA_ROUT ||
           rea_morale_is(c, body, REA_SHAKEN);
}

/* When all have checked and those who ran have run: who was run over attacks nobody either. */
void rea_attacks_lapse(struct rea_ctx *c)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body != REA_NO && lost_heart(c, c->s->attack[i].body))
            c->s->attack[i].body = REA_NO;
}

/* R-13.2x1: one check a stack; who fails it attacks nobody. */
static void steady(struct rea_ctx *c, int i)
{
    struct rea_state *s = c->s;
    int body = s->attack[i].body, hex = s->body[body].hex[0];

    if (lost_heart(c, body)) {
        s->attack[i].body = REA_NO;
        return;
    }
    if (steadied(s, i) || rea_morale_check(c, body, REA_BY_PRECOMBAT, 0, false, "R-13.2x1"))
        return;
    for (int k = i; k < s->attacks; k++)
        if (k == i || (s->attack[k].body != REA_NO && s->attack[k].hex == hex))
            s->attack[k].body = REA_NO;
}

/* Has another attack out of the same stack passed the check for it? */
static bool steadied(const struct rea_state *s, int i)
{
    for (int k = 0; k < i; k++)
        if (s->attack[k].body != REA_NO &&
            s->body[s->attack[k].body].hex[0] == s->body[s->attack[i].body].hex[0])
            return true;
    return false;
}

void rea_step_steady(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;

    if (i < s->attacks && s->attack[i].body != REA_NO)
        steady(c, i);
    if (s->cursor >= s->attacks) {
        s->cursor = 0;
        rea_then(c, REA_ST_ANSWER);
    } else {
        rea_then(c, REA_ST_STEADY);
    }
}

bool rea_legal_attack(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    bool charge = a->verb == REA_V_CHARGE_AT;
    int unit = a->arg[0], t = a->verb == REA_V_DONE ? TC_NONE : rea_body_of(c, a->arg[1]);

    if (a->verb == REA_V_DONE)
        return true;
    if (!rea_may_attack_now(c, unit, why))
        return false;
    int b = c->s->unit[unit].body;
    if (t < 0 || c->s->body[t].side == c->s->acting)
        return tc_refuse(why, "R-13.1x1", REA_R_NOT_ENEMY, a->arg[1], 0, 0);
    int top = rea_lead_unit(c, rea_stack_top(c, t));
    if (top != a->arg[1])
        return tc_refuse(why, "R-13.1x1", REA_R_NOT_TOP, a->arg[1], top, 0);
    if (!charge) {
        if (!rea_touches(c, b, t))
            return tc_refuse(why, "R-13.1x1", REA_R_NOT_FRONT, a->arg[1], 0, 0);
        if (!rea_can_reach(c, b, t)) {
            /* R-TEC-CC.8, R-RUL-74 */
            return tc_refuse(why, "R-TEC.15", REA_R_CLOSED, c->s->body[t].hex[0], 0, 0);
        }
        return all_attackable(c, b, why);
    }
    if (rea_lead(c, b)->arm != REA_HORSE ||
        (c->s->body[b].form != REA_LINE && c->s->body[b].form != REA_AC))
        return tc_refuse(why, "R-13.3x1", REA_R_NO_CHARGE, 0, 0, 0);
    if (rea_disordered(c, b))
        return tc_refuse(why, "R-13.3.1", REA_R_DISORDERED, unit, 0, 0);
    if (!why && !within_reach(c, b, t))
        return false; /* the cheaper question first */
    bool touches = rea_touches(c, b, t);
    if (touches && !rea_can_reach(c, b, t))
        return tc_refuse(why, "R-TEC.15", REA_R_CLOSED, c->s->body[t].hex[0], 0, 0);
    if (touches)
        return tc_refuse(why, "R-RUL-36", REA_R_TOO_NEAR, a->arg[1], 0, 0);
    if (!within_reach(c, b, t) || !rea_charge_path(c, b, t, rea_charge_mp(c, b)))
        return tc_refuse(why, "R-13.3x1", REA_R_NO_PATH, a->arg[1], rea_charge_mp(c, b), 0);
    return true;
}

/* No ground is cheaper than open ground: too far away needs no search. */
static bool within_reach(const struct rea_ctx *c, int body, int target)
{
    const struct rea_body *y = &c->s->body[body];
    int most = rea_charge_mp(c, body) / (y->form == REA_LINE ? REA_MP : REA_MP / 2) + 1;

    for (int i = 0; i < y->len; i++)
        if (rea_body_distance(c, target, y->hex[i]) <= most)
            return true;
    return false;
}

bool rea_can_reach(const struct rea_ctx *c, int body, int target)
{
    const struct rea_body *y = &c->s->body[body], *t = &c->s->body[target];

    for (int i = 0; i < y->len; i++)
        for (int k = 0; k < t->len; k++) {
            int d = rea_dir_of(c, y->hex[i], t->hex[k]);
            if (d >= 0 && rea_in_front(c, body, t->hex[k]) &&
                rea_may_attack_across(c, body, y->hex[i], d))
                return true;
        }
    return false;
}

/* R-13.3x1: sixths a charge may spend. */
int rea_charge_mp(const struct rea_ctx *c, int body)
{
    return REA_MP * rea_half(rea_printed(c, body) / REA_MP); /* R-13.3x1, R-RUL-30 */
}

bool rea_shifted(const struct rea_ctx *c, const struct rea_body *y, int dir, int16_t *out)
{
    for (int i = 0; i < y->len; i++) {
        out[i] = tc_hexmap_next(&c->bk->map, y->hex[i], dir);
        if (out[i] < 0)
            return false;
    }
    return true;
}

/* Sixths to charge one hex on; negative when it cannot. No surcharge for zones. */
int rea_charge_cost(const struct rea_ctx *c, int body, int dir)
{
    const struct rea_body *y = &c->s->body[body];
    int most = 0;

    for (int i = 0; i < y->len; i++) {
        int to = tc_hexmap_next(&c->bk->map, y->hex[i], dir);
        if (to < 0 || rea_enemy_at(c, y->side, to) >= 0)
            return -1;
        struct rea_price p =
            rea_price(c, rea_column_of(REA_HORSE, y->form), y->form, y->hex[i], dir, false);
        if (p.no || p.rc_only || p.all || p.general)
            return -1;
        most = tc_max(most, p.cost);
    }
    return most;
}
