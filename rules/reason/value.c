/* rules/reason/value.c - 13.10: strengths and Combat Values of the two sides of a fight. */
#include "rules/reason/combat.h"

/* The bodies of one stack that fight, from the top; guns only when they are alone. */
struct stack {
    uint8_t body[REA_STACK];
    int n;
};

struct sides {
    bool horse, foot; /* arms among the attackers */
    bool ac_only;     /* all attackers in Attack Column */
    bool def_horse, def_foot;
    bool a_enfilades, d_enfilades;
    bool countered;
};

/* Strength points, and their values each times its strength: the mean is taken at the end. */
struct weight {
    int sp, value;
};

/* Told further down: */
static int ground_attack(const struct rea_ctx *c, int body);
static int charge_bonus(const struct rea_ctx *c, int body);
static struct stack stack_of(const struct rea_ctx *c, int body, bool attack);
static bool attacks_now(const struct rea_ctx *c, int body);
static void weigh_stack(struct rea_ctx *c, const struct stack *k, bool attacks,
                        const struct sides *v, struct weight *w);
static struct rea_force force_of(struct weight w);
static struct rea_force attackers(struct rea_ctx *c, const struct sides *v);
static int defender_ground(const struct rea_ctx *c, const struct sides *v);
static int attack_side(const struct rea_ctx *c, int a, int d);
static struct sides survey(const struct rea_ctx *c);
static struct rea_force defenders(struct rea_ctx *c, const struct sides *v);

static int fighting_sp(const struct rea_ctx *c, const struct stack *k)
{
    int sp = 0;

    if (rea_is_guns(c, k->body[0]))
        return 1; /* R-13.10a.1 */
    for (int i = 0; i < k->n; i++)
        sp += rea_sp(c, k->body[i]);
    if (!rea_disordered(c, k->body[0]))
        return sp;
    return rea_half(sp); /* R-13.10a.2, R-17.2a.3 */
}

/* R-13.10b.1, R-RUL-34: the units from which the top points of each hex come, whatever Command
 * they belong to. */
static int line_cv(const struct rea_ctx *c, const struct stack *k)
{
    int sum = 0, n = 0, want = rea_scale(c, 4), from = 0, got[REA_LONG] = { 0 };

    for (int b = 0; b < k->n; b++) { /* R-13.10b.1, R-RUL-34 */
        const struct rea_body *y = &c->s->body[k->body[b]];
        for (int i = 0; i < y->units; i++) {
            int sp = c->s->unit[y->unit[i]].sp;
            bool in = false;
            for (int hex = 0; hex < y->len; hex++) {
                int here = rea_points_in(c, k->body[b], from, sp, hex);
                in |= here > 0 && got[hex] < want;
                got[hex] += here;
            }
            from += sp;
            sum += in ? c->bk->unit[y->unit[i]].cv : 0;
            n += in;
        }
    }
    return n ? (int)tc_div_down(2 * sum + n, 2 * n) : 0;
}

static int printed_cv(const struct rea_ctx *c, const struct stack *k)
{
    int top = k->body[0];

    if (rea_is_guns(c, top))
        return 0; /* R-13.10b.3, R-RUL-63 */
    if (c->s->body[top].form == REA_LINE)
        return line_cv(c, k);
    return rea_lead(c, top)->cv; /* R-13.10b.2 */
}

/* R-13.10c.1, R-13.10c.2: through a flank or rear hex, or as a Line an Attack Column. */
static bool strikes(const struct rea_ctx *c, int victim, int striker)
{
    if (c->s->body[striker].form == REA_LINE && c->s->body[victim].form == REA_AC)
        return true; /* R-13.10c.1 */
    return rea_enfilade_by(c, victim, striker);
}

/* R-13.10c.4 to .9: a defender in a formation that is not made for fighting hand to hand. */
static void caught_mods(const struct rea_ctx *c, int body, bool foe_horse, struct tc_sum *sum)
{
    const struct rea_body *y = &c->s->body[body];
    const int16_t *close = c->bk->own.close;

    if (y->form == REA_MC)
        tc_sum_add(sum, close[REA_CLOSE_MC], "R-13.10c.4", REA_LB_MC, 0, 0);
    if (y->form == REA_RC)
        tc_sum_add(sum, close[REA_CLOSE_RC], "R-13.10c.5", REA_LB_RC, 0, 0);
    if (y->form == REA_LA)
        tc_sum_add(sum, close[REA_CLOSE_LIMBERED], "R-13.10c.6", REA_LB_LIMBERED, 0, 0);
    if (y->form == REA_SKIRMISH && !rea_hex_clear(c, y->hex[0]))
        tc_sum_add(sum, close[REA_CLOSE_SKIRMISH_COVER], "R-13.10c.8", REA_LB_SKIRMISH, 0, 0);
    else if (y->form == REA_SKIRMISH)
        tc_sum_add(sum, close[foe_horse ? REA_CLOSE_SKIRMISH_HORSE : REA_CLOSE_SKIRMISH],
                   foe_horse ? "R-13.10c.9" : "R-13.10c.7", REA_LB_SKIRMISH, 0, 0);
}

static int own_mods(struct rea_ctx *c, const struct stack *k, bool attacker,
                    const struct sides *v)
{
    struct tc_sum sum = { c->u, 0 };
    int body = k->body[0];
    int form = c->s->body[body].form, foe_horse = attacker ? v->def_horse : v->horse;
    int foe_foot = attacker ? v->def_foot : v->foot;
    int bonus = charge_bonus(c, body);
    const int16_t *close = c->bk->own.close;

    tc_sum_add(&sum, printed_cv(c, k), "R-14.x1", REA_LB_CV, rea_lead_unit(c, body), 0);
    if (form == REA_LINE && rea_lead(c, body)->arm == REA_FOOT && foe_horse && c->s->round > 0)
        tc_sum_add(&sum, close[REA_CLOSE_LATER_ROUND], "R-13.10c.3", REA_LB_LATER_ROUND, 0, 0);
    if (!attacker)
        caught_mods(c, body, foe_horse, &sum);
    if (form == REA_SQUARE && foe_horse)
        tc_sum_add(&sum, close[REA_CLOSE_SQUARE_HORSE], "R-13.10c.10", REA_LB_SQUARE, 0, 0);
    if (form == REA_SQUARE && foe_foot)
        tc_sum_add(&sum, close[REA_CLOSE_SQUARE_FOOT], "R-13.10c.11", REA_LB_SQUARE, 0,
                   0); /* R-RUL-59 */
    if (rea_morale_is(c, body, REA_SHAKEN))
        tc_sum_add(&sum, close[REA_CLOSE_SHAKEN], "R-13.10c.12", REA_LB_SHAKEN, 0, 0);
    if (bonus)
        tc_sum_add(&sum, bonus, "R-13.10c.13", REA_LB_CHARGE, 0, 0);
    if (attacker && ground_attack(c, body)) {
        /* R-TEC.12 */
        tc_sum_add(&sum, ground_attack(c, body), "R-TEC.12", REA_LB_TERRAIN, 0, 0);
    }
    tc_sum_end(&sum, "R-14.x1", REA_LB_BODY_CV);
    return sum.total;
}

/* R-TEC-CC.1, .2, R-TEC.12: attacking out of Marsh or Sunken Road. */
static int ground_attack(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    int least = 0;

    for (int i = 0; i < y->len; i++)
        least = tc_min(least, c->bk->terrain[c->bk->map.terrain[y->hex[i]]].cc_attack);
    return least; /* R-TEC-CC.1, R-TEC-CC.2 */
}

static int hex_value(const struct rea_ctx *c, int hex, bool ac)
{
    const struct rea_terrain *t = &c->bk->terrain[c->bk->map.terrain[hex]];

    /* R-TEC-CC.1, R-TEC-CC.2, R-TEC-CC.3, R-TEC-CC.4 */
    return ac ? t->cc_defend_ac : t->cc_defend;
}

static int side_value(const struct rea_ctx *c, int from, int dir)
{
    uint16_t f = tc_hexmap_side(&c->bk->map, (tc_hex)from, dir);
    int most = 0;

    for (int i = 0; i < c->bk->sidekinds && f; i++) {
        const struct rea_sidekind *k = &c->bk->sidekind[i];
        if (!((f >> k->bit) & 1) || !k->cc_defend)
            continue;
        most = tc_max(most, k->cc_defend); /* R-TEC-CC.5, R-TEC-CC.6, R-TEC-CC.7 */
    }
    return most;
}

static int whole_cv(struct rea_ctx *c, int cv, bool enfilades, int ground, int label)
{
    struct tc_sum sum = { c->u, 0 };

    tc_sum_add(&sum, cv, "R-14.x2", REA_LB_AVERAGE_CV, 0, 0);
    if (enfilades)
        tc_sum_add(&sum, c->bk->own.close[REA_CLOSE_ENFILADE], "R-13.10c.2", REA_LB_ENFILADE, 0,
                   0); /* R-RUL-35 */
    if (ground)
        tc_sum_add(&sum, ground, "R-TEC.13", REA_LB_TERRAIN, 0, 0);
    tc_sum_end(&sum, "R-14.x1", label);
    return sum.total;
}

void rea_weigh_fight(struct rea_ctx *c, struct rea_force *a, struct rea_force *d)
{
    struct sides v = survey(c);

    *a = attackers(c, &v);
    *d = defenders(c, &v);
    a->cv = whole_cv(c, a->cv, v.a_enfilades, 0, REA_LB_ATTACK_CV);
    d->cv = whole_cv(c, d->cv, v.d_enfilades, v.countered ? 0 : defender_ground(c, &v),
                     REA_LB_DEFENCE_CV);
}

static struct rea_force attackers(struct rea_ctx *c, const struct sides *v)
{
    struct weight w = { 0, 0 };

    for (int i = 0; i < c->s->attacks; i++)
        if (rea_leads_attack(c, i, c->s->fight)) {
            struct stack k = stack_of(c, c->s->attack[i].body, true);
            weigh_stack(c, &k, true, v, &w);
        }
    return force_of(w);
}

static int defender_ground(const struct rea_ctx *c, const struct sides *v)
{
    const struct rea_state *s = c->s;
    int hex = 99, side = 99;

    for (int k = 0; k < s->defences; k++) {
        if (!rea_defends_in(s, k, s->fight))
            continue;
        const struct rea_body *x = &s->body[s->defence[k].body];
        for (int i = 0; i < x->len; i++)
            hex = tc_min(hex, hex_value(c, x->hex[i], v->ac_only));
        for (int i = 0; i < s->attacks; i++)
            if (rea_attacks_in(s, i, s->fight))
                side = tc_min(side, attack_side(c, s->attack[i].body, s->defence[k].body));
    }
    return (hex == 99 ? 0 : hex) + (side == 99 ? 0 : side);
}

static int attack_side(const struct rea_ctx *c, int a, int d)
{
    const struct rea_body *y = &c->s->body[a], *x = &c->s->body[d];
    int least = 99;

    for (int i = 0; i < y->len; i++)
        for (int k = 0; k < x->len; k++) {
            int dir = rea_dir_of(c, y->hex[i], x->hex[k]);
            if (dir >= 0 && rea_in_front(c, a, x->hex[k]))
                least = tc_min(least, side_value(c, y->hex[i], dir));
        }
    return least;
}

static struct sides survey(const struct rea_ctx *c)
{
    const struct rea_state *s = c->s;
    struct sides v = { .ac_only = true };

    for (int i = 0; i < s->attacks; i++) {
        if (!rea_attacks_in(s, i, s->fight))
            continue;
        int a = s->attack[i].body;
        v.horse |= rea_lead(c, a)->arm == REA_HORSE;
        v.foot |= rea_lead(c, a)->arm == REA_FOOT;
        v.ac_only &= s->body[a].form == REA_AC;
        for (int k = 0; k < s->defences; k++) {
            if (!rea_defends_in(s, k, s->fight))
                continue;
            int d = rea_stack_foot(c, s->defence[k].body);
            v.def_horse |= rea_lead(c, d)->arm == REA_HORSE;
            v.def_foot |= rea_lead(c, d)->arm == REA_FOOT;
            v.a_enfilades |= strikes(c, d, a);
            v.d_enfilades |= strikes(c, a, d);
            /* R-RUL-32: not so moving cavalry with a charge of its own, R-16.2c. */
            v.countered |= !s->opp && s->body[d].charged && rea_lead(c, d)->arm == REA_HORSE;
        }
    }
    return v;
}

static int charge_bonus(const struct rea_ctx *c, int body)
{
    if (!c->s->body[body].charged || c->s->round > 0 || rea_lead(c, body)->arm != REA_HORSE)
        return 0;
    bool light = rea_lead(c, body)->weight == REA_LIGHT_HORSE;
    return c->bk->own.close[light ? REA_CLOSE_LIGHT_CHARGE : REA_CLOSE_CHARGE]; /* R-RUL-36 */
}

static struct rea_force defenders(struct rea_ctx *c, const struct sides *v)
{
    struct weight w = { 0, 0 };

    for (int i = 0; i < c->s->defences; i++)
        if (rea_defends_in(c->s, i, c->s->fight)) {
            struct stack k = stack_of(c, c->s->defence[i].body, false);
            weigh_stack(c, &k, false, v, &w);
        }
    return force_of(w); /* R-RUL-71 */
}

/* Those who fight in the stack a body stands in: of attackers those who attack, of defenders
 * all; guns when there is nobody else. */
static struct stack stack_of(const struct rea_ctx *c, int body, bool attack)
{
    int h = c->s->body[body].hex[0];
    struct stack k = { { 0 }, 0 };

    for (int pass = 0; pass < 2 && !k.n; pass++)
        for (int o = rea_mate_first(c, body); o >= 0 && k.n < REA_STACK;
             o = rea_mate_below(c, body, o, h))
            if (c->s->body[o].side == c->s->body[body].side && rea_is_guns(c, o) == pass &&
                (attack ? attacks_now(c, o) : true))
                k.body[k.n++] = (uint8_t)o;
    return k;
}

static bool attacks_now(const struct rea_ctx *c, int body)
{
    for (int i = 0; i < c->s->attacks; i++)
        if (c->s->attack[i].body == body && rea_attacks_in(c->s, i, c->s->fight))
            return true;
    return false;
}

static void weigh_stack(struct rea_ctx *c, const struct stack *k, bool attacks,
                        const struct sides *v, struct weight *w)
{
    int sp = k->n ? fighting_sp(c, k) : 0;

    if (!sp)
        return;
    w->value += sp * own_mods(c, k, attacks, v);
    w->sp += sp;
}

/* R-14.x2: the mean by strength, halves up. */
static struct rea_force force_of(struct weight w)
{
    return (struct rea_force){ .sp = w.sp,
                               .cv =
                                   w.sp ? (int)tc_div_down(2 * w.value + w.sp, 2 * w.sp) : 0 };
}
