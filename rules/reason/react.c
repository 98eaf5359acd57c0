/* rules/reason/react.c - 12.7 and chapter 16: Opportunity Fire and Opportunity Charge. */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"
#include "rules/reason/step.h"

/* Told further down: */
static bool bit(const uint8_t *set, int i);
static int all_of(const struct rea_ctx *c, int body, uint8_t *out, int most);
static void mark(uint8_t *set, int i);
static bool across_ok(const struct rea_ctx *c, int body, int target);
static bool enemy_in_zone(const struct rea_ctx *c, int body, int but);
static void next_reaction(struct rea_ctx *c);
static int part_at(const struct rea_ctx *c, int body, int hex, struct tc_refusal *why);
static int speaker(const struct rea_ctx *c, int body);
static bool has_lane(const struct rea_ctx *c, int body, int target);

/* --- 12. Fire combat --- */

/* The hex of the mover this body may shoot at, or TC_NONE. */
static int shot_at_mover(const struct rea_ctx *c, int body)
{
    const struct rea_body *m = &c->s->body[c->s->mover];

    if (bit(c->s->opp_fired, body) || c->s->body[body].side == m->side)
        return TC_NONE;
    if (rea_lead(c, body)->arm == REA_HORSE)
        return TC_NONE;
    const struct rea_body *y = &c->s->body[body];
    int far = rea_is_guns(c, body) ? (rea_has(c, REA_FAR_ON_ROADS) && m->road ? 12 : 3) : 1;
    if (tc_hexmap_distance(&c->bk->map, y->hex[0], m->hex[0]) > far + y->len + m->len - 2)
        return TC_NONE; /* no hex of either is near enough */
    for (int i = 0; i < m->len; i++) {
        if (rea_body_distance(c, body, m->hex[i]) > far)
            continue;
        if (part_at(c, body, m->hex[i], NULL) >= 0) /* a formation fires as one */
            return speaker(c, body) == body ? m->hex[i] : TC_NONE; /* R-12.1e.2, R-12.7x1 */
    }
    return TC_NONE;
}

static bool bit(const uint8_t *set, int i)
{
    return (set[i >> 3] >> (i & 7)) & 1;
}

/* The next enemy body, from the cursor on, that may fire at the mover; -1 when none. */
int rea_next_shooter(const struct rea_ctx *c)
{
    for (int b = c->s->cursor; b < c->bk->units; b++)
        if (c->s->body[b].units && shot_at_mover(c, b) >= 0)
            return b;
    return TC_NONE;
}

bool rea_legal_shot(const struct rea_ctx *c, int body, const struct tc_act *a,
                    struct tc_refusal *why)
{
    const struct rea_body *m = &c->s->body[c->s->mover];
    bool there = false;

    if (a->verb == REA_V_HOLD)
        return true;
    for (int i = 0; i < m->len; i++)
        there |= m->hex[i] == a->arg[0];
    if (!there)
        return tc_refuse(why, "R-12.7x1", REA_R_NOT_MOVER, a->arg[0], 0, 0);
    return part_at(c, body, a->arg[0], why) >= 0;
}

static void shoot(struct rea_ctx *c, int b)
{
    struct rea_state *s = c->s;
    struct tc_act a = rea_ask(c, s->body[b].side, REA_Q_SHOOT, "R-12.7x1", rea_lead_unit(c, b),
                              rea_lead_unit(c, s->mover), 0);

    s->cursor = (uint8_t)(b + 1);
    if (a.verb != REA_V_SHOOT)
        return;
    struct rea_shot shot = { .hex = (int16_t)a.arg[0], .kind = REA_FIRE_OPPORTUNITY };
    uint8_t all[8];
    int n = all_of(c, b, all, 8);
    for (int i = 0; i < n; i++) {
        int part = part_at(c, all[i], a.arg[0], NULL);
        mark(s->opp_fired, all[i]);
        if (part < 0 || (i > 0 && s->body[b].form == REA_SQUARE))
            continue;
        shot.body[shot.n] = all[i];
        shot.part[shot.n++] = (uint8_t)part;
    }
    rea_tell(c->u, REA_E_OPPORTUNITY_FIRE, "R-12.7x1", rea_lead_unit(c, b), a.arg[0], 0);
    rea_fire(c, &shot);
}

/* All in one formation with a body, from the top. */
static int all_of(const struct rea_ctx *c, int body, uint8_t *out, int most)
{
    int h = c->s->body[body].hex[0], n = 0;

    for (int o = speaker(c, body); o >= 0 && n < most; o = rea_mate_below(c, body, o, h))
        if (rea_one_formation(c, o, body))
            out[n++] = (uint8_t)o;
    return n;
}

static void mark(uint8_t *set, int i)
{
    set[i >> 3] |= (uint8_t)(1 << (i & 7));
}

/* --- 16. Opportunity charge --- */

bool rea_may_opp_charge(const struct rea_ctx *c, int charger, int target,
                        struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[charger];
    int unit = rea_lead_unit(c, charger);

    if (rea_morale_is(c, charger, REA_ROUTED))
        return tc_refuse(why, "R-16.1a.4", REA_R_ROUTED, unit, 0, 0);
    if (rea_lead(c, charger)->arm != REA_HORSE || (y->form != REA_LINE && y->form != REA_AC))
        return tc_refuse(why, "R-16.1a.2", REA_R_NO_OPP, 0, 0, 0); /* R-13.1b.6 */
    if (rea_morale_is(c, charger, REA_SHAKEN))
        return tc_refuse(why, "R-16.1a.3", REA_R_SHAKEN, unit, 0, 0); /* R-18.4a.5 */
    if (rea_touches(c, charger, target)) {                            /* R-7.5c.2, R-16.1a.1 */
        /* R-16.1a.6 */
        return across_ok(c, charger, target) ||
               tc_refuse(why, "R-TEC.15", REA_R_CLOSED, c->s->body[target].hex[0], 0, 0);
    }
    if (rea_disordered(c, charger))
        return tc_refuse(why, "R-16.1a.5", REA_R_DISORDERED, unit, 0, 0); /* R-13.1a.4 */
    if (enemy_in_zone(c, charger, target))
        return tc_refuse(why, "R-16.1a.7", REA_R_ZOC, y->hex[0], 0, 0);
    if (c->s->was_hex == c->s->body[target].hex[0] || !has_lane(c, charger, target))
        return tc_refuse(why, "R-16.1a.6", REA_R_NO_LANE, 0, 0, 0); /* R-RUL-94 */
    return true;
}

static bool across_ok(const struct rea_ctx *c, int body, int target)
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

static bool enemy_in_zone(const struct rea_ctx *c, int body, int but)
{
    int16_t front[3 * REA_LONG + 6];
    int n = rea_fronts(c, body, front);

    for (int i = 0; i < n; i++) {
        int e = rea_enemy_at(c, c->s->body[body].side, front[i]);
        if (e >= 0 && e != but)
            return true;
    }
    return false;
}

static void ride_at(struct rea_ctx *c, int b)
{
    struct rea_state *s = c->s;
    struct tc_act a = rea_ask(c, s->body[b].side, REA_Q_OPP_CHARGE, "R-16.1a.1",
                              rea_lead_unit(c, b), rea_lead_unit(c, s->mover), 0);

    s->cursor2 = (uint8_t)(b + 1);
    if (a.verb != REA_V_CHARGE)
        return;
    mark(s->opp_charged, b);
    if (!rea_morale_check(c, b, REA_BY_OPPORTUNITY, 0, false, "R-16.1x1")) /* R-RUL-39 */
        return;
    rea_opportunity_charge(c, b, s->mover);
}

void rea_step_react(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    int b = rea_next_shooter(c);

    if (b >= 0) {
        shoot(c, b);
        next_reaction(c);
        return;
    }
    b = rea_next_charger(c);
    if (b < 0) {
        next_reaction(c);
        return;
    }
    ride_at(c, b);
    if (!c->s->opp)
        next_reaction(c);
}

static void next_reaction(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    bool gone = !s->body[s->mover].units || s->body[s->mover].form == REA_ROUT;

    /* Whoever may answer the step does so before the mover goes on or stops. */
    bool more = !gone && (rea_next_shooter(c) >= 0 || rea_next_charger(c) >= 0);
    bool stopped = gone || s->sub;
    if (!more)
        s->cursor = s->cursor2 = s->sub = 0;
    rea_then(c, more ? REA_ST_REACT : stopped ? REA_ST_STOP : REA_ST_MOVING);
}

/* R-16.2c: moving cavalry that is charged through a front hex has its own Charge modifier. */
void rea_meet_charge(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    struct rea_body *t = &s->body[s->mover];
    int charger = s->attack[0].body;

    if (charger == REA_NO || !t->units || rea_lead(c, s->mover)->arm != REA_HORSE ||
        !rea_touches(c, s->mover, charger) || (t->form != REA_LINE && t->form != REA_AC))
        return;
    t->charged = 1; /* R-16.2c.1, R-16.2c.2 */
}

/* R-16.1a.6, R-RUL-94: the charger rides one hex if it must, then steps 5 to 9 of close
 * combat follow at once (R-16.2x1). All in one formation with it charge. */
void rea_opportunity_charge(struct rea_ctx *c, int charger, int target)
{
    struct rea_state *s = c->s;
    uint8_t all[REA_STACK];
    int n = all_of(c, charger, all, REA_STACK);

    rea_tell(c->u, REA_E_OPPORTUNITY_CHARGE, "R-16.1x1", rea_lead_unit(c, charger),
             rea_lead_unit(c, target), 0);
    memset(s->attack, 0, sizeof s->attack);
    memset(s->defence, 0, sizeof s->defence);
    s->attacks = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        struct rea_body *y = &s->body[all[i]];
        y->charged = y->steps = y->d_fresh = 0;
        y->mp = 0;
        s->attack[i].body = all[i];
        s->attack[i].target = (uint8_t)target;
        s->attack[i].charge = 1;
        s->attack[i].hex = y->hex[0];
    }
    s->opp = 1;
    s->cursor = 0;
    if (!rea_touches(c, charger, target)) {
        s->head.step = REA_ST_CHARGE;
        return;
    }
    rea_meet_charge(c);
    s->head.step = REA_ST_GROUP;
}

/* The part of a body that may shoot at a hex of the mover: all of it, or its Hook (R-RUL-50);
 * TC_NONE when none may. */
static int part_at(const struct rea_ctx *c, int body, int hex, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int part = y->form == REA_SQUARE ? REA_PART_X : REA_PART_WHOLE;

    if (y->hook != REA_NO_HOOK &&
        rea_may_fire(c, body, REA_PART_HOOK, hex, REA_FIRE_OPPORTUNITY, NULL))
        return REA_PART_HOOK;
    return rea_may_fire(c, body, part, hex, REA_FIRE_OPPORTUNITY, why) ? part : TC_NONE;
}

/* The body that speaks for all in one formation with it, the top one: R-RUL-100. */
static int speaker(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0];

    for (int o = rea_mate_first(c, body); o >= 0; o = rea_mate_below(c, body, o, h))
        if (rea_one_formation(c, o, body))
            return o;
    return body;
}

/* R-RUL-94: is there a free front hex to charge through at a mover two hexes ahead? */
static bool has_lane(const struct rea_ctx *c, int body, int target)
{
    for (int d = 0; d < 2; d++)
        if (rea_opp_lane(c, body, target, tc_hex_mod6(c->s->body[body].facing + d)))
            return true;
    return false;
}

int rea_next_charger(const struct rea_ctx *c)
{
    const struct rea_body *m = &c->s->body[c->s->mover];

    for (int b = c->s->cursor2; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (!y->units || y->side == m->side || rea_lead(c, b)->arm != REA_HORSE ||
            bit(c->s->opp_charged, b) || rea_body_distance(c, b, m->hex[0]) > 7 ||
            speaker(c, b) != b)
            continue; /* a formation charges as one: R-RUL-100 */
        if (rea_may_opp_charge(c, b, c->s->mover, NULL))
            return b;
    }
    return TC_NONE;
}
