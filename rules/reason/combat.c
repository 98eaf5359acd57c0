/* rules/reason/combat.c - chapter 13, steps 4 to 7: who fights whom, evading, standing, firing.
 */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"

/* Told further down: */
static int foot_of(const struct rea_ctx *c, int body);
static bool attacker_at(const struct rea_ctx *c, int fight, int hex);
static bool has_part(const struct rea_ctx *c, const struct rea_defence *d,
                     const struct tc_act *a, struct tc_refusal *why);
static bool enfiladed(const struct rea_ctx *c, int victim, int fight);
static bool may_evade(const struct rea_ctx *c, int i);
static bool only_foot(const struct rea_ctx *c, int fight);
static void evade(struct rea_ctx *c, int i);
static bool can_volley(const struct rea_ctx *c, int i);
static void volley(struct rea_ctx *c, int i, const struct tc_act *a);
static int firers(const struct rea_ctx *c, int defence, int part, int hex, struct rea_shot *s);
static void number_fights(struct rea_state *s);
static void join_fights(struct rea_state *s, int a, int b);
static void catch_routed(struct rea_ctx *c, int i);
static void engage_all(struct rea_ctx *c, int i);
static void engage(struct rea_ctx *c, int i, int enemy);
static int add_defence(struct rea_ctx *c, int body, int fight);
static bool named(const struct rea_ctx *c, int enemy);

bool rea_legal_volley(const struct rea_ctx *c, int defence, const struct tc_act *a,
                      struct tc_refusal *why)
{
    const struct rea_defence *d = &c->s->defence[defence];
    int foot = foot_of(c, d->body);
    struct rea_shot s;

    if (a->verb == REA_V_HOLD)
        return true;
    if (a->verb == REA_V_SQUARE_FIRE) {
        if (foot < 0 || (d->fired & 3) || rea_lead_unit(c, foot) != a->arg[0])
            return tc_refuse(why, "R-12.1e.1", REA_R_FIRED, 0, 0, 0);
        return rea_legal_square_fire(c, foot, a->arg[1] ? REA_PART_Y : REA_PART_X,
                                     REA_FIRE_DEFENSIVE, why);
    }
    int part = a->arg[1];
    bool square = foot >= 0 && c->s->body[foot].form == REA_SQUARE;
    if (!has_part(c, d, a, why))
        return false;
    /* In a Square the guns fire by themselves, in their own arc: R-12.3d.1. */
    if (d->fired & (square ? 8 : part == REA_PART_LEFT ? 1 : part == REA_PART_RIGHT ? 2 : 3))
        return tc_refuse(why, "R-13.9x1", REA_R_FIRED, 0, 0, 0);
    if (square && !rea_is_guns(c, rea_stack_top(c, d->body)))
        return tc_refuse(why, "R-12.1e.1", REA_R_SQUARE_SETS, 0, 0, 0);
    if (!attacker_at(c, d->fight, a->arg[2]))
        return tc_refuse(why, "R-13.9x1", REA_R_NOT_ATTACKING, a->arg[2], 0, 0);
    if (!firers(c, defence, part, a->arg[2], &s))
        return tc_refuse(why, "R-12.x4", REA_R_ARC, a->arg[2], 0, 0);
    return true;
}

static int foot_of(const struct rea_ctx *c, int body)
{
    for (int o = rea_stack_top(c, body); o >= 0;
         o = rea_mate_below(c, body, o, c->s->body[body].hex[0]))
        if (!rea_is_guns(c, o))
            return o;
    return TC_NONE;
}

static bool attacker_at(const struct rea_ctx *c, int fight, int hex)
{
    for (int i = 0; i < c->s->attacks; i++) {
        if (!rea_attacks_in(c->s, i, fight))
            continue;
        const struct rea_body *y = &c->s->body[c->s->attack[i].body];
        for (int k = 0; k < y->len; k++)
            if (y->hex[k] == hex)
                return true;
    }
    return false;
}

/* Has the stack such a part, and may it fire by itself? */
static bool has_part(const struct rea_ctx *c, const struct rea_defence *d,
                     const struct tc_act *a, struct tc_refusal *why)
{
    int part = a->arg[1], foot = foot_of(c, d->body);
    const struct rea_body *y = foot >= 0 ? &c->s->body[foot] : NULL;

    if (a->arg[0] != rea_lead_unit(c, rea_stack_top(c, d->body)) || part < 0 ||
        part > REA_PART_HOOK || (y && y->form == REA_SQUARE && part))
        return tc_refuse(why, "R-13.9x1", REA_R_NO_END, 0, 0, 0);
    if (part == REA_PART_HOOK && (!y || y->hook == REA_NO_HOOK))
        return tc_refuse(why, "R-RUL-50", REA_R_HOOK_FIRE, 0, 0, 0);
    if (part != REA_PART_WHOLE && part != REA_PART_HOOK &&
        (!y || y->len != 2 || y->form != REA_LINE))
        return tc_refuse(why, "R-12.1f", REA_R_HALVES, 0, 0, 0);
    return true;
}

void rea_step_stand(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;

    if (i >= s->defences) {
        s->cursor = 0;
        rea_then(c, REA_ST_VOLLEY);
        return;
    }
    struct rea_defence *d = &s->defence[i];
    if (s->body[d->body].units && !d->done && d->fight != REA_NO &&
        rea_attackers_left(c, d->fight)) {
        if (s->body[d->body].form == REA_ROUT) {
            catch_routed(c, i);
        } else {
            rea_morale_check(c, d->body, REA_BY_PRECOMBAT, 0, enfiladed(c, d->body, d->fight),
                             "R-13.7x1");
        }
    }
    rea_then(c, REA_ST_STAND);
}

static bool enfiladed(const struct rea_ctx *c, int victim, int fight)
{
    victim = rea_stack_foot(c, victim); /* guns in a Square or behind a Hook have its front */
    for (int i = 0; i < c->s->attacks; i++)
        if (rea_attacks_in(c->s, i, fight) && rea_enfilade_by(c, victim, c->s->attack[i].body))
            return true;
    return false;
}

void rea_step_evade(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int i = s->cursor++;

    if (i >= s->defences) {
        s->cursor = 0;
        rea_then(c, REA_ST_STAND);
        return;
    }
    const struct rea_body *y = &s->body[s->defence[i].body];
    for (int k = 0; k < y->len && k < REA_WIDE; k++)
        s->vacated[i * REA_WIDE + k] = y->hex[k];
    if (may_evade(c, i)) {
        struct tc_act a = rea_ask(c, s->body[s->defence[i].body].side, REA_Q_EVADE, "R-13.8.1",
                                  rea_lead_unit(c, s->defence[i].body), 0, 0);
        if (a.verb == REA_V_WITHDRAW)
            evade(c, i);
    }
    rea_then(c, REA_ST_EVADE);
}

static bool may_evade(const struct rea_ctx *c, int i)
{
    const struct rea_defence *d = &c->s->defence[i];
    const struct rea_body *y = &c->s->body[d->body];

    if (!y->units || !only_foot(c, d->fight) || d->fight == REA_NO)
        return false;
    return (y->form == REA_SKIRMISH ||
            (rea_lead(c, d->body)->arm == REA_HORSE && y->form != REA_ROUT)) &&
           rea_can_fall_back(c, d->body);
}

static bool only_foot(const struct rea_ctx *c, int fight)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (rea_attacks_in(c->s, i, fight) &&
            rea_lead(c, c->s->attack[i].body)->arm != REA_FOOT)
            return false;
    return true;
}

static void evade(struct rea_ctx *c, int i)
{
    struct rea_state *s = c->s;
    struct rea_defence *d = &s->defence[i];
    int b = d->body;
    bool horse = rea_lead(c, b)->arm == REA_HORSE;

    /* R-RUL-33 */
    if (horse && rea_plain_check(c, s->body[b].side, rea_lead(c, b)->er, "R-13.8x1") > 0)
        return;
    d->done = 2; /* */
    rea_tell(c->u, REA_E_EVADES, horse ? "R-13.8x1" : "R-13.8.1", rea_lead_unit(c, b), 0, 0);
    for (int o = b, h = s->body[b].hex[0]; o >= 0; o = rea_mate_below(c, b, o, h))
        if (rea_one_formation(c, o, b))
            rea_queue(c, REA_DUE_RETREAT, o, 2, REA_BY_OTHER);
}

/* One Defensive Fire a step. */
void rea_step_volley(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    while (s->cursor < s->defences) {
        int i = s->cursor;
        bool on = s->defence[i].fight != REA_NO && rea_defends_in(s, i, s->defence[i].fight) &&
                  rea_attackers_left(c, s->defence[i].fight) && can_volley(c, i);
        if (on)
            break;
        s->cursor++;
    }
    if (s->cursor >= s->defences) {
        s->cursor = 0;
        s->fight = 0;
        s->round = 0;
        rea_then(c, REA_ST_ROUND);
        return;
    }
    int i = s->cursor;
    struct tc_act a = rea_ask(c, s->body[s->defence[i].body].side, REA_Q_VOLLEY, "R-13.9x1", i,
                              rea_lead_unit(c, s->defence[i].body), 0);
    if (a.verb == REA_V_HOLD)
        s->cursor++;
    else
        volley(c, i, &a);
    rea_then(c, REA_ST_VOLLEY);
}

static bool can_volley(const struct rea_ctx *c, int i)
{
    const struct rea_defence *d = &c->s->defence[i];
    int lead = rea_lead_unit(c, rea_stack_top(c, d->body)), foot = foot_of(c, d->body);

    for (int k = 0; k < c->s->attacks; k++) {
        if (!rea_attacks_in(c->s, k, d->fight))
            continue;
        const struct rea_body *y = &c->s->body[c->s->attack[k].body];
        for (int h = 0; h < y->len; h++)
            for (int part = 0; part <= REA_PART_HOOK; part++) {
                struct tc_act a = rea_act(REA_V_FIRE, lead, part, y->hex[h], 0);
                if (rea_legal_volley(c, i, &a, NULL))
                    return true;
            }
    }
    for (int set = 0; set < 2 && foot >= 0; set++) {
        struct tc_act a = rea_act(REA_V_SQUARE_FIRE, rea_lead_unit(c, foot), set, 0, 0);
        if (rea_legal_volley(c, i, &a, NULL))
            return true;
    }
    return false;
}

static void volley(struct rea_ctx *c, int i, const struct tc_act *a)
{
    struct rea_defence *d = &c->s->defence[i];
    struct rea_shot s;

    if (a->verb == REA_V_SQUARE_FIRE) {
        int foot = foot_of(c, d->body);
        d->fired |= 3;
        rea_fire_squares(c, foot, a->arg[1] ? REA_PART_Y : REA_PART_X, REA_FIRE_DEFENSIVE);
        return;
    }
    int n = firers(c, i, a->arg[1], a->arg[2], &s), foot = foot_of(c, d->body);
    if (foot < 0 || c->s->body[foot].form != REA_SQUARE) /* R-13.9b */
        d->fired |= (uint8_t)(a->arg[1] == REA_PART_LEFT    ? 1
                              : a->arg[1] == REA_PART_RIGHT ? 2
                                                            : 3);
    for (int k = 0; k < n; k++)
        if (rea_is_guns(c, s.body[k]))
            d->fired |= 8;
    rea_tell(c->u, REA_E_DEFENSIVE_FIRE, "R-13.9x1", rea_lead_unit(c, s.body[0]), a->arg[2], 0);
    rea_fire(c, &s);
}

/* Who of the stack fires with this part at this hex: R-13.9b. */
static int firers(const struct rea_ctx *c, int defence, int part, int hex, struct rea_shot *s)
{
    const struct rea_defence *d = &c->s->defence[defence];

    s->n = 0;
    for (int o = rea_stack_top(c, d->body); o >= 0 && s->n < 8;
         o = rea_mate_below(c, d->body, o, c->s->body[d->body].hex[0])) {
        bool guns = rea_is_guns(c, o);
        int p = guns ? REA_PART_WHOLE : part;
        if ((guns && (d->fired & 8)) || c->s->body[o].form == REA_SQUARE)
            continue;
        if (!rea_may_fire(c, o, p, hex, REA_FIRE_DEFENSIVE, NULL))
            continue;
        s->body[s->n] = (uint8_t)o;
        s->part[s->n++] = (uint8_t)p;
    }
    s->hex = (int16_t)hex;
    s->kind = REA_FIRE_DEFENSIVE;
    return s->n;
}

void rea_step_group(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    s->defences = 0;
    for (int i = 0; i < s->attacks; i++) {
        int b = s->attack[i].body;
        s->attack[i].fight = (uint8_t)i;
        if (b != REA_NO && (!s->body[b].units || s->body[b].form == REA_ROUT))
            s->attack[i].body = REA_NO;
        else if (b != REA_NO)
            s->attack[i].hex = s->body[b].hex[0];
    }
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].body != REA_NO)
            engage_all(c, i);
    number_fights(s);
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].body != REA_NO)
            s->body[s->attack[i].body].d_taken = s->body[s->attack[i].body].d_fresh = 0;
    for (int i = 0; i < s->defences; i++)
        for (int o = rea_stack_top(c, s->defence[i].body); o >= 0;
             o = rea_mate_below(c, o, o, c->s->body[s->defence[i].body].hex[0]))
            s->body[o].d_taken = s->body[o].d_fresh = 0;
    s->cursor = 0;
    s->fight = 0;
    s->round = 0;
    memset(s->run_len, 0, sizeof s->run_len);
    memset(s->run, 0, sizeof s->run);
    memset(s->router, REA_NO, sizeof s->router);
    for (int i = 0; i < s->defences * REA_WIDE; i++)
        s->vacated[i] = TC_NONE;
    if (!s->fights) { /* .x2, R-RUL-5 */
        rea_end_combat(c);
        return;
    }
    s->head.step = REA_ST_EVADE;
}

static void number_fights(struct rea_state *s)
{
    int n = 0;

    for (int f = 0; f < REA_ATTACKS; f++) {
        bool used = false;
        for (int i = 0; i < s->attacks; i++)
            used |= s->attack[i].body != REA_NO && s->attack[i].fight == f;
        if (used) {
            join_fights(s, n + 100, f);
            n++;
        }
    }
    for (int i = 0; i < s->attacks; i++)
        s->attack[i].fight =
            s->attack[i].body == REA_NO ? REA_NO : (uint8_t)(s->attack[i].fight - 100);
    for (int i = 0; i < s->defences; i++)
        s->defence[i].fight =
            s->defence[i].fight >= 100 ? (uint8_t)(s->defence[i].fight - 100) : REA_NO;
    s->fights = (uint8_t)n;
}

static void join_fights(struct rea_state *s, int a, int b)
{
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].fight == b)
            s->attack[i].fight = (uint8_t)a;
    for (int i = 0; i < s->defences; i++)
        if (s->defence[i].fight == b)
            s->defence[i].fight = (uint8_t)a;
}

/* R-18.5c; Brandywine R-B3.4, R-B3.5, R-B3.16. */
static void catch_routed(struct rea_ctx *c, int i)
{
    struct rea_state *s = c->s;
    int b = s->defence[i].body, hex = s->body[b].hex[0], side = s->body[b].side;

    s->defence[i].done = 1;
    if (!rea_has(c, REA_ROUTED_LIVE)) {
        while (s->body[b].units) {
            int k = s->body[b].unit[0];
            rea_tell(c->u, REA_E_ELIMINATED, "R-18.5c", k, 0, 0);
            s->unit[k].sp = 0;
            rea_drop_unit(c, k, REA_GONE);
        }
        rea_leader_risk(c, hex, side, true, "R-20.x1");
        return;
    }
    if (rea_is_guns(c, b)) {
        rea_surrender(c, b, "R-B3.8"); /* R-B3.16 */
        return;
    }
    int n = only_foot(c, s->defence[i].fight) ? 1 : 2;
    /* R-B3.16 */
    rea_tell(c->u, REA_E_LOSES, n == 1 ? "R-B3.4" : "R-B3.5", rea_lead_unit(c, b), n, 0);
    while (n-- > 0 && s->body[b].units)
        rea_lose_from(c, s->body[b].unit[0], 1);
    rea_queue(c, REA_DUE_ROUT, b, 4, REA_BY_PRECOMBAT);
}

/* R-RUL-35: through a flank or rear hex, by one who has the victim in its front. */
bool rea_enfilade_by(const struct rea_ctx *c, int victim, int striker)
{
    const struct rea_body *y = &c->s->body[striker];
    bool front = false, side = false;

    for (int i = 0; i < y->len; i++) {
        int z = rea_zone(c, victim, y->hex[i]);
        front |= z == TC_HEX_FRONT;
        side |= z == TC_HEX_FLANK || z == TC_HEX_REAR;
    }
    return side && !front && rea_touches(c, striker, victim);
}

static void engage_all(struct rea_ctx *c, int i)
{
    struct rea_state *s = c->s;
    int body = s->attack[i].body, n = 0;

    int t = s->attack[i].target;
    if (s->body[t].units && s->body[t].side != s->body[body].side &&
        rea_can_reach(c, body, t)) {
        engage(c, i, t);
        n++;
    }
    for (int b = 0; b < c->bk->units; b++)
        if (s->body[b].units && s->body[b].side != s->body[body].side &&
            rea_stack_top(c, b) == b && rea_can_reach(c, body, b) && (!n || !named(c, b))) {
            engage(c, i, b); /* R-RUL-71 */
            n++;
        }
    if (!n)
        s->attack[i].body = REA_NO;
}

static void engage(struct rea_ctx *c, int i, int enemy)
{
    struct rea_state *s = c->s;
    int d = add_defence(c, enemy, s->attack[i].fight);

    if (d >= 0 && s->defence[d].fight != s->attack[i].fight)
        join_fights(s, s->defence[d].fight, s->attack[i].fight);
}

static int add_defence(struct rea_ctx *c, int body, int fight)
{
    struct rea_state *s = c->s;
    int top = rea_stack_top(c, body);

    for (int i = 0; i < s->defences; i++)
        if (rea_stack_top(c, s->defence[i].body) == top)
            return i;
    if (s->defences >= REA_ATTACKS)
        return TC_NONE;
    memset(&s->defence[s->defences], 0, sizeof *s->defence);
    s->defence[s->defences].body = (uint8_t)top;
    s->defence[s->defences].fight = (uint8_t)fight;
    return s->defences++;
}

static bool named(const struct rea_ctx *c, int enemy)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body != REA_NO && c->s->body[c->s->attack[i].target].units &&
            rea_stack_top(c, c->s->attack[i].target) == enemy &&
            rea_can_reach(c, c->s->attack[i].body, c->s->attack[i].target))
            return true;
    return false;
}

int rea_stack_top(const struct rea_ctx *c, int body)
{
    return rea_mate_first(c, body);
}

/* The top body of its stack that is not guns; the body itself among guns alone. */
int rea_stack_foot(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0];

    for (int o = rea_mate_first(c, body); o >= 0; o = rea_mate_below(c, body, o, h))
        if (!rea_is_guns(c, o) && c->s->body[o].side == c->s->body[body].side)
            return o;
    return body;
}

int rea_attackers_left(const struct rea_ctx *c, int fight)
{
    int n = 0;

    for (int i = 0; i < c->s->attacks; i++)
        n += rea_attacks_in(c->s, i, fight);
    return n;
}

int rea_defenders_left(const struct rea_ctx *c, int fight)
{
    int n = 0;

    for (int i = 0; i < c->s->defences; i++)
        n += rea_defends_in(c->s, i, fight);
    return n;
}

/* Is this the first attack out of its stack? A stack attacks, checks and fights as one. */
bool rea_leads_attack(const struct rea_ctx *c, int i, int fight)
{
    const struct rea_state *s = c->s;

    if (!rea_attacks_in(s, i, fight))
        return false;
    for (int k = 0; k < i; k++)
        if (rea_attacks_in(s, k, fight) &&
            s->body[s->attack[k].body].hex[0] == s->body[s->attack[i].body].hex[0])
            return false;
    return true;
}
