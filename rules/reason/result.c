/* rules/reason/result.c - 13.10 and chapter 14: strengths, values, the table, its results. */
#include "rules/reason/combat.h"

/* --- Strengths: R-13.10a */

static int fighting_sp(const struct rea_ctx *c, int body)
{
    int sp = rea_sp(c, body);

    if (rea_is_guns(c, body)) {
        TC_RULE("R-13.10a.1");
        return rea_alone(c, body) ? 1 : 0;
    }
    if (!rea_disordered(c, body))
        return sp;
    TC_RULE("R-13.10a.2");
    TC_RULE("R-17.2a.3");
    return rea_half(sp);
}

/* R-13.10b.1, R-RUL-34: the units from which the top points of each hex come. */
static int line_cv(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    bool in[REA_STACK] = { false };
    int sum = 0, n = 0, want = rea_scale(c, 4);

    TC_RULE("R-13.10b.1");
    TC_RULE("R-RUL-34");
    for (int hex = 0; hex < y->len; hex++)
        for (int i = 0, got = 0; i < y->units && got < want; i++) {
            int sp = c->s->unit[y->unit[i]].sp; /* its odd points stand to the right */
            int here = sp / y->len + (hex >= y->len - sp % y->len);
            in[i] |= here > 0;
            got += here;
        }
    for (int i = 0; i < y->units; i++)
        if (in[i]) {
            sum += c->bk->unit[y->unit[i]].cv;
            n++;
        }
    return n ? (int)tc_div_down(2 * sum + n, 2 * n) : 0;
}

static int printed_cv(const struct rea_ctx *c, int body)
{
    if (rea_is_guns(c, body)) {
        TC_RULE(c->s->body[body].form == REA_LA ? "R-RUL-63" : "R-13.10b.3");
        return 0;
    }
    if (c->s->body[body].form == REA_LINE)
        return line_cv(c, body);
    TC_RULE("R-13.10b.2");
    return rea_lead(c, body)->cv;
}

/* --- What a fight looks like */

struct sides {
    bool horse, foot; /* arms among the attackers */
    bool ac_only;     /* all attackers in Attack Column */
    bool def_horse, def_foot;
    bool a_enfilades, d_enfilades;
    bool countered;
};

/* R-13.10c.1, R-13.10c.2: through a flank or rear hex, or as a Line an Attack Column. */
static bool strikes(const struct rea_ctx *c, int victim, int striker)
{
    if (c->s->body[striker].form == REA_LINE && c->s->body[victim].form == REA_AC) {
        TC_RULE("R-13.10c.1");
        return true;
    }
    return rea_enfilade_by(c, victim, striker);
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
            v.countered |= s->body[d].charged && rea_lead(c, d)->arm == REA_HORSE;
        }
    }
    return v;
}

/* --- Modifiers of one formation: R-13.10c */

static int charge_bonus(const struct rea_ctx *c, int body)
{
    if (!c->s->body[body].charged || c->s->round > 0 || rea_lead(c, body)->arm != REA_HORSE)
        return 0;
    TC_RULE("R-RUL-36");
    return rea_lead(c, body)->weight == REA_LIGHT_HORSE ? 1 : 2;
}

/* R-TEC-CC.1, .2, R-TEC.12: attacking out of Marsh or Sunken Road. */
static int ground_attack(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    int least = 0;

    for (int i = 0; i < y->len; i++)
        least = tc_min(least, c->bk->terrain[c->bk->map.terrain[y->hex[i]]].cc_attack);
    if (least)
        TC_RULE(least == -5 ? "R-TEC-CC.1" : "R-TEC-CC.2");
    return least;
}

static int own_mods(struct rea_ctx *c, int body, bool attacker, const struct sides *v)
{
    struct tc_sum sum = { c->u, 0 };
    int form = c->s->body[body].form, foe_horse = attacker ? v->def_horse : v->horse;
    int foe_foot = attacker ? v->def_foot : v->foot;
    int bonus = charge_bonus(c, body);
    bool clear = rea_hex_clear(c, c->s->body[body].hex[0]);

    tc_sum_add(&sum, printed_cv(c, body), "R-14.x1", REA_L_CV, rea_lead_unit(c, body), 0);
    if (form == REA_LINE && rea_lead(c, body)->arm == REA_FOOT && foe_horse && c->s->round > 0)
        tc_sum_add(&sum, 2, "R-13.10c.3", REA_L_LATER_ROUND, 0, 0);
    if (!attacker && form == REA_MC)
        tc_sum_add(&sum, -4, "R-13.10c.4", REA_L_MC, 0, 0);
    if (!attacker && form == REA_RC)
        tc_sum_add(&sum, -4, "R-13.10c.5", REA_L_RC, 0, 0);
    if (!attacker && form == REA_LA)
        tc_sum_add(&sum, -4, "R-13.10c.6", REA_L_LIMBERED, 0, 0);
    if (!attacker && form == REA_SKIRMISH && !clear)
        tc_sum_add(&sum, -2, "R-13.10c.8", REA_L_SKIRMISH, 0, 0);
    else if (!attacker && form == REA_SKIRMISH)
        tc_sum_add(&sum, foe_horse ? -6 : -4, foe_horse ? "R-13.10c.9" : "R-13.10c.7",
                   REA_L_SKIRMISH, 0, 0);
    if (form == REA_SQUARE && foe_horse)
        tc_sum_add(&sum, 5, "R-13.10c.10", REA_L_SQUARE, 0, 0);
    if (form == REA_SQUARE && foe_foot) {
        tc_sum_add(&sum, -5, "R-13.10c.11", REA_L_SQUARE, 0, 0);
        if (foe_horse)
            TC_RULE("R-RUL-59");
    }
    if (rea_morale_is(c, body, REA_SHAKEN))
        tc_sum_add(&sum, -5, "R-13.10c.12", REA_L_SHAKEN, 0, 0);
    if (bonus)
        tc_sum_add(&sum, bonus, "R-13.10c.13", REA_L_CHARGE, 0, 0);
    if (attacker && ground_attack(c, body)) {
        TC_RULE("R-TEC.12");
        tc_sum_add(&sum, ground_attack(c, body), "R-TEC.12", REA_L_TERRAIN, 0, 0);
    }
    return sum.total;
}

/* --- Ground of the defender: R-TEC-CC, R-RUL-71 */

static int hex_value(const struct rea_ctx *c, int hex, bool ac)
{
    const struct rea_terrain *t = &c->bk->terrain[c->bk->map.terrain[hex]];

    if (t->cc_defend != t->cc_defend_ac)
        TC_RULE("R-TEC-CC.4");
    else if (t->cc_defend > 0)
        TC_RULE("R-TEC-CC.3");
    else if (t->cc_defend < 0)
        TC_RULE(t->cc_defend == -5 ? "R-TEC-CC.1" : "R-TEC-CC.2");
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
        TC_RULE(k->water                                               ? "R-TEC-CC.7"
                : k->fm_num * 2 == k->fm_den && k->up[REA_C_GUNS] >= 0 ? "R-TEC-CC.5"
                                                                       : "R-TEC-CC.6");
        most = tc_max(most, k->cc_defend);
    }
    return most;
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

/* --- One side: strength and value */

struct force {
    int sp, cv;
};

static struct force attackers(struct rea_ctx *c, const struct sides *v)
{
    struct force f = { 0, 0 };
    int weighted = 0;

    for (int i = 0; i < c->s->attacks; i++) {
        if (!rea_attacks_in(c->s, i, c->s->fight))
            continue;
        int sp = fighting_sp(c, c->s->attack[i].body);
        weighted += sp * own_mods(c, c->s->attack[i].body, true, v);
        f.sp += sp;
    }
    f.cv = f.sp ? (int)tc_div_down(2 * weighted + f.sp, 2 * f.sp) : 0;
    return f;
}

static struct force defenders(struct rea_ctx *c, const struct sides *v)
{
    struct force f = { 0, 0 };
    int weighted = 0;

    for (int k = 0; k < c->s->defences; k++) {
        if (!rea_defends_in(c->s, k, c->s->fight))
            continue;
        for (int o = rea_stack_top(c, c->s->defence[k].body); o >= 0;
             o = rea_below(c, o, c->s->body[c->s->defence[k].body].hex[0])) {
            int sp = fighting_sp(c, o);
            if (!sp)
                continue;
            weighted += sp * own_mods(c, o, false, v);
            f.sp += sp;
        }
    }
    f.cv = f.sp ? (int)tc_div_down(2 * weighted + f.sp, 2 * f.sp) : 0;
    TC_RULE("R-RUL-71");
    return f;
}

static int whole_cv(struct rea_ctx *c, int cv, bool enfilades, int ground, int label)
{
    struct tc_sum sum = { c->u, 0 };

    tc_sum_add(&sum, cv, "R-14.x2", REA_L_AVERAGE_CV, 0, 0);
    if (enfilades) {
        TC_RULE("R-RUL-35");
        tc_sum_add(&sum, 3, "R-13.10c.2", REA_L_ENFILADE, 0, 0);
    }
    if (ground)
        tc_sum_add(&sum, ground, "R-TEC.13", REA_L_TERRAIN, 0, 0);
    tc_sum_end(&sum, "R-14.x1", label);
    return sum.total;
}

/* --- Losses */

static int list_units(const struct rea_ctx *c, bool attack, bool guns, uint8_t *out)
{
    const struct rea_state *s = c->s;
    int n = 0, count = attack ? s->attacks : s->defences;

    for (int i = 0; i < count; i++) {
        bool in = attack ? rea_attacks_in(s, i, s->fight) : rea_defends_in(s, i, s->fight);
        int b = !in      ? TC_NONE
                : attack ? s->attack[i].body
                         : rea_stack_top(c, s->defence[i].body);
        for (; b >= 0; b = attack ? TC_NONE : rea_below(c, b, c->s->body[b].hex[0]))
            for (int k = 0; k < s->body[b].units && n < 60; k++)
                if ((c->bk->unit[s->body[b].unit[k]].arm == REA_GUNS) == guns)
                    out[n++] = s->body[b].unit[k];
    }
    return n;
}

/* As evenly as can be, the largest first: the unit with most left of those hit least. */
static void spread(struct rea_ctx *c, bool attack, int loss)
{
    uint8_t list[60], hit[REA_UNITS] = { 0 };

    TC_RULE("R-14.2b");
    while (loss-- > 0) {
        int n = list_units(c, attack, false, list), best = TC_NONE;
        if (!n && !attack) {
            TC_RULE("R-14.2c.1");
            n = list_units(c, attack, true, list);
        }
        if (attack)
            TC_RULE("R-14.2c.2");
        for (int i = 0; i < n; i++)
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

static void contract_all(struct rea_ctx *c)
{
    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && c->s->body[b].len > 1)
            rea_contract(c, b);
}

/* --- Checks */

/* R-14.3b, R-14.3x1: one check a stack; who fails loses a point a unit and Routs. */
static void morale_of_stack(struct rea_ctx *c, int body, int lost, bool flanked)
{
    if (!c->s->body[body].units ||
        rea_morale_check(c, body, REA_BY_MELEE, lost, flanked, "R-14.3b"))
        return;
    if (!c->s->body[body].units)
        return;
    TC_RULE("R-14.3x1");
    TC_RULE("R-RUL-95");
    uint8_t list[REA_STACK];
    int n = c->s->body[body].units;
    memcpy(list, c->s->body[body].unit, sizeof list);
    for (int i = 0; i < n; i++)
        if (c->bk->unit[list[i]].arm != REA_GUNS)
            rea_lose_from(c, list[i], 1);
    if (c->s->body[body].units)
        rea_rout(c, body, REA_BY_MELEE, "R-14.3b");
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

static void morale_of_side(struct rea_ctx *c, bool attack, int lost, uint32_t flanked)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++)
        if (attack ? rea_attacks_in(s, i, s->fight) : rea_defends_in(s, i, s->fight)) {
            int b = rea_stack_foot(c, attack ? s->attack[i].body : s->defence[i].body);
            morale_of_stack(c, b, lost, flanked & (1u << i));
        }
}

/* R-14.3a: guns Disordered only because the attackers they stand with now are. */
static void mark_guns(struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0];

    for (int o = c->first[h] - 1; o >= 0 && rea_disordered(c, body); o = rea_below(c, o, h))
        if (rea_is_guns(c, o))
            c->s->body[o].d_fresh = 1;
}

/* R-14.3d, R-RUL-76: a D; winning cavalry takes no check for it. */
static void disorder_of_side(struct rea_ctx *c, bool attack, bool won)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++) {
        if (attack ? !rea_attacks_in(s, i, s->fight) : !rea_defends_in(s, i, s->fight))
            continue;
        int b = attack ? s->attack[i].body : s->defence[i].body;
        struct rea_body *y = &s->body[b];
        bool horse = rea_lead(c, b)->arm == REA_HORSE;
        if (horse)
            y->d_taken = 1;
        if (horse && won) {
            TC_RULE("R-14.3d.1");
            TC_RULE("R-RUL-76");
            continue;
        }
        bool was = rea_disordered(c, b);
        rea_disorder_check(c, b, 0, "R-17.1d.2");
        if (attack && !was && s->body[b].units)
            mark_guns(c, b);
        if (horse && s->body[b].units && !was && rea_disordered(c, b))
            y->d_fresh = 1;
    }
}

/* R-RUL-76: Disorder from a D earlier in this combat is lifted when cavalry wins. */
static void lift_fresh(struct rea_ctx *c, bool attack)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->attacks : s->defences); i++) {
        if (attack ? !rea_attacks_in(s, i, s->fight) : !rea_defends_in(s, i, s->fight))
            continue;
        struct rea_body *y = &s->body[attack ? s->attack[i].body : s->defence[i].body];
        for (int k = 0; k < y->units && y->d_fresh; k++)
            s->unit[y->unit[k]].disordered = 0;
        y->d_fresh = 0;
    }
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

/* --- T-2e */

static void star(struct rea_ctx *c, int digit)
{
    const struct rea_state *s = c->s;

    if (digit % 2)
        return;
    for (int i = 0; i < s->attacks; i++)
        if (rea_attacks_in(s, i, s->fight))
            rea_leader_risk(c, s->body[s->attack[i].body].hex[0],
                            s->body[s->attack[i].body].side, false, "R-20.x1");
    for (int i = 0; i < s->defences; i++)
        if (rea_defends_in(s, i, s->fight))
            rea_leader_risk(c, s->body[s->defence[i].body].hex[0],
                            s->body[s->defence[i].body].side, false, "R-20.x1");
}

static void recoil(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < s->defences; i++)
        if (rea_defends_in(s, i, s->fight))
            rea_disorder(c, s->defence[i].body, "R-T-2e");
    for (int i = 0; i < s->attacks; i++)
        if (rea_attacks_in(s, i, s->fight)) {
            rea_disorder(c, s->attack[i].body, "R-T-2e");
            rea_queue(c, REA_DUE_RETREAT, s->attack[i].body, 2, REA_BY_COUNTER);
        }
}

/* True when the fight is over at once. */
static bool special_melee(struct rea_ctx *c, int digit, struct force *a, struct force *d)
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

/* --- A round */

static int row_of(const struct rea_ctx *c, int roll)
{
    int row = 0;

    for (int i = 1; i < c->bk->t6.rows; i++)
        if (roll >= c->bk->t6.least[i])
            row = i;
    return row;
}

/* Does what is left of a Line still touch an enemy of the fight? */
static bool in_contact(const struct rea_ctx *c, const int16_t *hex, int len, bool attack)
{
    const struct rea_state *s = c->s;

    for (int i = 0; i < (attack ? s->defences : s->attacks); i++) {
        if (attack ? !rea_defends_in(s, i, s->fight) : !rea_attacks_in(s, i, s->fight))
            continue;
        int foe = attack ? s->defence[i].body : s->attack[i].body;
        for (int k = 0; k < len; k++)
            if (rea_body_distance(c, foe, hex[k]) == 1)
                return true;
    }
    return false;
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
        TC_RULE("R-14.4d");
        bool left = in_contact(c, y->hex, y->len - 1, attack);
        rea_put(c, b, y->form, y->facing, y->hex + (left ? 0 : 1), y->len - 1);
        rea_tell(c->u, REA_E_CONTRACTED, "R-14.4d", rea_lead_unit(c, b), y->len, 0);
    }
}

/* Fight one round: true when it ended in a recoil. */
static bool fight_round(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    struct sides v = survey(c);
    struct force a = attackers(c, &v), d = defenders(c, &v);

    a.cv = whole_cv(c, a.cv, v.a_enfilades, 0, REA_L_ATTACK_CV);
    d.cv = whole_cv(c, d.cv, v.d_enfilades, v.countered ? 0 : defender_ground(c, &v),
                    REA_L_DEFENCE_CV);
    int col =
        rea_column_at(c->bk->t6.num, c->bk->t6.den, REA_CC_COLUMNS, a.sp, tc_max(1, d.sp));
    col = tc_max(0, col);
    int32_t arg[TC_ARGS] = { a.sp, d.sp, a.cv, d.cv, c->bk->t6.num[col], c->bk->t6.den[col] };
    tc_tell_args(c->u, REA_E_FIGHT, "R-14.x1", arg);
    int roll = rea_percent(c, "R-14.x1");
    if (roll < 10 && c->bk->lim.specials) {
        TC_RULE("R-GEN.6");
        if (special_melee(c, roll, &a, &d))
            return true;
        roll = rea_percent(c, "R-RUL-6");
    }
    if (!rea_attackers_left(c, s->fight) || !rea_defenders_left(c, s->fight))
        return false;
    struct tc_sum sum = { c->u, 0 };
    tc_sum_add(&sum, roll, "R-T-6", REA_L_ROLL, 0, 0);
    tc_sum_add(&sum, 3 * (a.cv - d.cv), "R-14.x1", REA_L_CV_DIFFERENCE, a.cv, d.cv);
    tc_sum_end(&sum, "R-T-6", REA_L_MODIFIED_ROLL);
    const struct rea_cc_entry *e = &c->bk->t6.at[row_of(c, sum.total)][col];
    int32_t out[TC_ARGS] = { e->a_loss, e->a_check, e->d_loss, e->d_check };
    tc_tell_args(c->u, REA_E_MELEE_RESULT, "R-T-6", out);
    results(c, e);
    return false;
}

void rea_play_round(void *state, struct tc_umpire *u)
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

/* --- After a round */

static void break_off(struct rea_ctx *c)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < s->attacks; i++)
        if (rea_attacks_in(s, i, s->fight))
            rea_queue(c, REA_DUE_RETREAT, s->attack[i].body, 2, REA_BY_COUNTER);
    rea_tell(c->u, REA_E_BREAKS_OFF, "R-14.4x1", s->fight, 0, 0);
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

void rea_play_outcome(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    bool a = rea_attackers_left(c, s->fight) > 0, d = rea_defenders_left(c, s->fight) > 0;

    s->cursor = 0;
    if (a && d && s->round < 99) {
        struct tc_act act = { .verb = REA_V_BREAK_OFF };
        TC_RULE("R-RUL-37");
        int side = s->opp ? !s->acting : s->acting;
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
    if (!a)
        guns_left(c);
    rea_tell(c->u, REA_E_FIGHT_OVER, "R-14.4x1", s->fight, a && !d, d && !a);
    s->cursor2 = 0;
    rea_then(c, a && !d ? REA_ST_ADVANCE : d && !a ? REA_ST_PURSUE : REA_ST_AFTER);
}
