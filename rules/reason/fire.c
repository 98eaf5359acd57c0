/* rules/reason/fire.c - chapter 12: who fires at what, how hard, and what it does. */
#include "rules/reason/asking.h"
#include "rules/reason/inner.h"

/* --- Strength and multiple ------------------------------------------------------------------
 */

static int fire_class(const struct rea_ctx *c, int body)
{
    const struct rea_card *k = rea_lead(c, body);

    if (k->arm == REA_GUNS)
        return REA_F_GUN0 + k->gun;
    if (c->s->body[body].form == REA_SKIRMISH) {
        if (k->kind == REA_RIFLE || (k->kind == REA_JAEGER && !rea_brandywine(c)))
            return REA_F_JAEGER;
        return REA_F_LIGHT;
    }
    if (k->kind == REA_MILITIA)
        return REA_F_MILITIA;
    return k->nation == REA_PRUSSIAN || k->nation == REA_BRITISH || k->nation == REA_HESSIAN
               ? REA_F_LINE_A
               : REA_F_LINE_B;
}

static int base_fm(const struct rea_ctx *c, int body, int range)
{
    int i = range <= 3 ? range - 1 : range <= 6 ? 3 : range <= 9 ? 4 : 5;

    TC_RULE("R-T-3");
    return range < 1 || range > 12 ? 0 : c->bk->fire[fire_class(c, body)].fm[i];
}

/* Points above this body in its stack, in hex i of it: they fire first (R-FCC.1). */
static int above(const struct rea_ctx *c, int body, int i)
{
    int hex = c->s->body[body].hex[i], sp = 0;

    for (int o = c->first[hex] - 1; o >= 0 && o != body; o = rea_below(c, o, hex))
        if (!rea_is_guns(c, o) && i < c->s->body[o].len)
            sp += rea_part_sp(c, o, i);
    return sp;
}

static int line_sp(const struct rea_ctx *c, int body, int part)
{
    const struct rea_body *y = &c->s->body[body];
    int sp = 0, hooked = y->hook == REA_HOOK_RIGHT ? y->len - 1 : 0;

    TC_RULE("R-FCC.1");
    for (int i = 0; i < y->len; i++) {
        if ((part == REA_PART_LEFT && i != 0) || (part == REA_PART_RIGHT && i != y->len - 1))
            continue;
        if (part == REA_PART_HOOK && i != hooked)
            continue;
        int here =
            tc_max(0, tc_min(rea_part_sp(c, body, i), rea_scale(c, 4) - above(c, body, i)));
        if (part == REA_PART_HOOK)
            here = tc_min(2, here);
        else if (y->hook != REA_NO_HOOK && (y->fired & 4) && i == hooked)
            here = tc_max(0, here - 2);
        sp += here;
    }
    return sp;
}

/* Strength points that fire from this part of a body, before halving. */
static int raw_fire_sp(const struct rea_ctx *c, int body, int part)
{
    int sp = rea_sp(c, body), up = above(c, body, 0);

    switch ((enum rea_form)c->s->body[body].form) {
    case REA_LINE: return line_sp(c, body, part);
    case REA_AC: TC_RULE("R-FCC.2"); return tc_max(0, tc_min(sp, rea_scale(c, 1) - up));
    case REA_GO: TC_RULE("R-FCC.3"); return tc_max(0, tc_min(sp, rea_scale(c, 3) - up));
    case REA_SKIRMISH: TC_RULE("R-FCC.4"); return tc_max(0, tc_min(sp, rea_scale(c, 3) - up));
    case REA_SQUARE:
        TC_RULE("R-12.1e.2");
        TC_RULE("R-RUL-24");
        return tc_min(rea_scale(c, 4), (2 * rea_stack_sp(c, body, false) + 3) / 6);
    case REA_UA: return sp;
    case REA_MC:
    case REA_RC:
    case REA_ROUT:
    case REA_LA:
    case REA_FORMS:
    default: return 0;
    }
}

int rea_fire_sp(const struct rea_ctx *c, int body, int part)
{
    int sp = raw_fire_sp(c, body, part);

    if (!rea_disordered(c, body))
        return sp;
    TC_RULE("R-12.2a");
    return rea_half(sp);
}

/* --- Who may fire at what
 * ---------------------------------------------------------------------- */

static bool can_fire_at_all(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int unit = rea_lead_unit(c, body);

    if (y->form == REA_ROUT)
        return tc_refuse(why, "R-18.5a.1", REA_R_ROUTED, unit, 0, 0);
    if (y->form == REA_MC)
        return tc_refuse(why, "R-12.1a.1", REA_R_NO_FIRE, unit, 0, 0);
    if (y->form == REA_RC)
        return tc_refuse(why, "R-12.1a.2", REA_R_NO_FIRE, unit, 0, 0);
    if (rea_lead(c, body)->arm == REA_HORSE || y->form == REA_LA) {
        TC_RULE("R-RUL-28");
        return tc_refuse(why, "R-12.x3", REA_R_NO_FIRE, unit, 0, 0);
    }
    if (y->form == REA_UA && y->under) {
        TC_RULE("R-12.3b");
        return tc_refuse(why, "R-10.3e", REA_R_NO_FIRE, unit, 0, 0);
    }
    return true;
}

static bool part_ready(const struct rea_ctx *c, int body, int part, int mask,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int used = (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);

    if (part == REA_PART_LEFT || part == REA_PART_RIGHT) {
        if (y->form != REA_LINE || y->len != 2)
            return tc_refuse(why, "R-12.1f", REA_R_PART, 0, 0, 0);
        if (used >= 2 || (mask & (part == REA_PART_LEFT ? 1 : 2)))
            return tc_refuse(why, "R-12.1f", REA_R_FIRED, 0, 0, 0);
        return true;
    }
    if (part == REA_PART_HOOK) {
        if (y->hook == REA_NO_HOOK || (mask & 4) || used >= 2)
            return tc_refuse(why, "R-RUL-50", REA_R_PART, 0, 0, 0);
        return true;
    }
    if ((mask & 3) && part == REA_PART_WHOLE)
        return tc_refuse(why, "R-12.x5", REA_R_FIRED, 0, 0, 0);
    return true;
}

/* R-12.7x1, R-B2.9: how far Opportunity Fire reaches. */
static int reach(const struct rea_ctx *c, int body, int kind, int hex)
{
    int target = rea_enemy_at(c, c->s->body[body].side, hex);

    if (kind == REA_FIRE_DEFENSIVE)
        return 1;
    if (kind != REA_FIRE_OPPORTUNITY)
        return 12;
    if (!rea_is_guns(c, body)) {
        TC_RULE("R-RUL-26");
        return 1;
    }
    TC_RULE("R-12.7.1");
    if (rea_brandywine(c) && target >= 0 && c->s->body[target].form == REA_RC &&
        c->s->body[target].road) {
        TC_RULE("R-B2.9");
        TC_RULE("R-B2.10");
        return 12;
    }
    return 3;
}

static bool square_barred(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_SQUARE)
        return false;
    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
        if (c->s->body[o].form == REA_UA && rea_in_front(c, o, hex)) {
            TC_RULE("R-12.3d.2");
            TC_RULE("R-12.3d.1");
            return true;
        }
    return false;
}

/* Which hex of the part shoots: the nearest in arc that sees; -1 when none. */
static int shooter_hex(const struct rea_ctx *c, int body, int part, int hex, int *range,
                       bool *over)
{
    const struct rea_body *y = &c->s->body[body];
    int best = TC_NONE;
    bool howitzer = rea_is_guns(c, body) && rea_lead(c, body)->gun == REA_HOWITZER;

    *range = 99;
    for (int i = 0; i < y->len; i++) {
        bool lobbed = false;
        int n = tc_hexmap_distance(&c->bk->map, y->hex[i], (tc_hex)hex), dummy;
        if ((part == REA_PART_LEFT && i != 0) || (part == REA_PART_RIGHT && i != y->len - 1))
            continue;
        if (n >= *range || !rea_sees(c, body, y->hex[i], hex, howitzer, &lobbed))
            continue;
        if (y->len > 1 && y->form == REA_UA)
            TC_RULE("R-12.5c.1");
        if (!rea_in_arc(c, body, part, hex, &dummy))
            continue;
        *range = n;
        *over = lobbed;
        best = y->hex[i];
    }
    return best;
}

bool rea_may_fire(const struct rea_ctx *c, int body, int part, int hex, int kind,
                  struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int range;
    bool over;

    if (!can_fire_at_all(c, body, why))
        return false;
    if (hex < 0 || hex >= c->bk->map.count || rea_enemy_at(c, y->side, hex) < 0)
        return tc_refuse(why, "R-12.x4", REA_R_NO_TARGET, hex, 0, 0);
    if (kind == REA_FIRE_SEGMENT && !part_ready(c, body, part, y->fired, why))
        return false;
    if (square_barred(c, body, hex))
        return tc_refuse(why, "R-12.3d.2", REA_R_ARC, hex, 0, 0);
    if (!rea_in_arc(c, body, part, hex, &range))
        return tc_refuse(why, "R-12.x4", REA_R_ARC, hex, 0, 0);
    if (range > reach(c, body, kind, hex) || !base_fm(c, body, range))
        return tc_refuse(why, kind == REA_FIRE_OPPORTUNITY ? "R-12.7x1" : "R-T-3", REA_R_RANGE,
                         hex, range, 0);
    if (shooter_hex(c, body, part, hex, &range, &over) < 0)
        return tc_refuse(why, "R-12.x4", REA_R_SIGHT, hex, 0, 0);
    if (!rea_fire_sp(c, body, part))
        return tc_refuse(why, "R-12.x1", REA_R_NO_FIRE, rea_lead_unit(c, body), 0, 0);
    if (rea_ooc(c, body))
        TC_RULE(kind == REA_FIRE_OPPORTUNITY ? "R-7.5c.1" : "R-7.5c.4");
    if (rea_morale_is(c, body, REA_SHAKEN))
        TC_RULE("R-18.4a.2");
    return true;
}

/* --- The odds column
 * ------------------------------------------------------------------------------- */

/* The largest printed ratio not above a : b; -1 below the first. */
int rea_column_at(const int8_t *num, const int8_t *den, int columns, int64_t a, int64_t b)
{
    int col = -1;

    for (int i = 0; i < columns; i++)
        if (a * den[i] >= b * num[i])
            col = i;
    return col;
}

/* Fire multiple of one firer with all its factors, in 64ths (R-RUL-48). */
static int multiple(struct rea_ctx *c, int body, int part, int hex, int *range, int *from)
{
    bool over = false;
    int num, den;
    const char *rule = "R-TEC-FDV.2";

    *from = shooter_hex(c, body, part, hex, range, &over);
    int fm = base_fm(c, body, *range);
    TC_RULE("R-RUL-48");
    if (c->s->body[body].form == REA_GO) {
        TC_RULE("R-FCC.5");
        fm = tc_max(0, fm - REA_FM);
    }
    if (rea_disordered(c, body) && c->bk->lim.disorder_fm_half) {
        TC_RULE("R-FCC.6");
        TC_RULE("R-RUL-25");
        fm /= 2;
    }
    if (rea_fm_factor(c, *from, hex, &num, &den, &rule)) {
        TC_RULE(rule);
        fm = fm * num / den;
    }
    if (over) {
        TC_RULE("R-12.6e.2");
        fm /= 2;
    }
    return fm;
}

/* --- T-5: roll modifiers
 * -------------------------------------------------------------------------------- */

static int hex_sp(const struct rea_ctx *c, int hex)
{
    int sp = 0;

    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex)) {
        if (rea_is_guns(c, b)) {
            TC_RULE("R-10.2b.2");
            if (c->s->body[b].len > 1 && c->s->body[b].form != REA_RC) {
                TC_RULE("R-12.5c.2");
                TC_RULE("R-12.5c.3");
            }
            sp += rea_scale(c, 4) * rea_sp(c, b);
            continue;
        }
        for (int i = 0; i < c->s->body[b].len; i++)
            if (c->s->body[b].hex[i] == hex)
                sp += rea_part_sp(c, b, i);
    }
    return sp;
}

static int target_body(const struct rea_ctx *c, int hex)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (!rea_is_guns(c, b))
            return b;
    return c->first[hex] - 1;
}

/* Does fire from a hex enter the target's Line through a flank or rear hex? */
static bool enfilades(const struct rea_ctx *c, int from, int hex)
{
    const struct tc_hexmap *m = &c->bk->map;
    int t = target_body(c, hex);

    if (t < 0 || c->s->body[t].form != REA_LINE || from < 0)
        return false;
    uint8_t sides = tc_hex_sides_toward(tc_hexmap_wind(m), tc_hex_sub(m->at[from], m->at[hex]));
    for (int d = 0; d < 6; d++) {
        int h = tc_hexmask_has(sides, d) ? m->next[hex][d] : TC_NONE;
        int z = h >= 0 ? rea_zone(c, t, h) : TC_NONE;
        if (h >= 0 && (z == TC_HEX_FRONT || z == TC_NONE))
            return false;
    }
    return true;
}

struct volley {
    int64_t strength; /* 64ths */
    int column_shift, roll_mod, more_loss, range;
    bool guns, all_far_guns, enfilade, second, no_effect, caisson, skirmishers;
    int digit;
};

static void add_size(struct rea_ctx *c, struct tc_sum *sum, int hex)
{
    int t = target_body(c, hex), sp = hex_sp(c, hex);

    if (c->s->body[t].form == REA_SKIRMISH) {
        tc_sum_add(sum, -10, "R-12.5e", REA_L_TARGET_SKIRMISH, 0, 0);
        return;
    }
    for (int i = 0; i < 8; i++)
        if (sp <= c->bk->size[i].most || i == 7) {
            tc_sum_add(sum, c->bk->size[i].mod, "R-T-5", REA_L_TARGET_SIZE, sp, 0);
            return;
        }
}

static int modified_roll(struct rea_ctx *c, const struct volley *v, int roll, int hex)
{
    struct tc_sum sum = { c->u, 0 };
    int t = target_body(c, hex);
    int form = c->s->body[t].form;

    tc_sum_add(&sum, roll, "R-T-4", REA_L_ROLL, 0, 0);
    add_size(c, &sum, hex);
    if (v->enfilade)
        tc_sum_add(&sum, 10, "R-T-5", REA_L_ENFILADE, 0, 0);
    if ((rea_lead(c, t)->arm == REA_HORSE && (form == REA_MC || form == REA_RC)) ||
        (form == REA_LA && v->range <= 3))
        tc_sum_add(&sum, 5, "R-T-5", REA_L_TARGET_COLUMN, 0, 0);
    if (v->roll_mod)
        tc_sum_add(&sum, v->roll_mod, "R-T-2b", REA_L_SMOKE, 0, 0);
    tc_sum_end(&sum, "R-T-4", REA_L_MODIFIED_ROLL);
    return sum.total;
}

static int read_table(const struct rea_ctx *c, int roll, int column)
{
    int row = 0;

    for (int i = 1; i < c->bk->t4.rows; i++)
        if (roll >= c->bk->t4.least[i])
            row = i;
    return c->bk->t4.code[row][column];
}

/* --- Special results: T-2b to T-2d
 * -------------------------------------------------------------------------- */

static int table_side(const struct rea_ctx *c, int body)
{
    int n = rea_lead(c, body)->nation;

    return n == REA_PRUSSIAN || n == REA_BRITISH || n == REA_HESSIAN;
}

static void disorder_firers(struct rea_ctx *c, const struct rea_shot *s, const char *rule)
{
    for (int i = 0; i < s->n; i++)
        if (c->s->body[s->body[i]].units)
            rea_disorder(c, s->body[i], rule);
}

static void limber_firers(struct rea_ctx *c, const struct rea_shot *s)
{
    for (int i = 0; i < s->n; i++) {
        struct rea_body *y = &c->s->body[s->body[i]];
        bool alone = rea_alone(c, s->body[i]);
        if (y->units && y->form == REA_UA && alone && !rea_body_in_zoc(c, s->body[i]))
            rea_put(c, s->body[i], REA_LA, y->facing, y->hex, 1);
    }
}

static void star(struct rea_ctx *c, const struct rea_shot *s, int digit)
{
    int t = rea_enemy_at(c, c->s->body[s->body[0]].side, s->hex);

    if (digit % 2 == 0 && t >= 0)
        rea_leader_risk(c, s->hex, c->s->body[t].side, false, "R-20.x1");
}

/* True when the roll is to be made again, now as a plain one. */
static bool special_fire(struct rea_ctx *c, const struct rea_shot *s, struct volley *v,
                         int digit)
{
    const struct rea_specials *t = &c->bk->t2;
    int side = table_side(c, s->body[0]);
    bool def = s->kind == REA_FIRE_DEFENSIVE;
    const uint8_t *row = def ? t->defensive[side] : v->guns ? t->guns[side] : t->foot[side];
    const char *rule = def ? "R-T-2d" : v->guns ? "R-T-2c" : "R-T-2b";

    rea_tell(c->u, REA_E_SPECIAL_FIRE, rule, rea_lead_unit(c, s->body[0]), row[digit], 0);
    star(c, s, digit);
    switch ((enum rea_fire_special)row[digit]) {
    case REA_S_FREE_FIRE:
        v->second = true;
        disorder_firers(c, s, rule);
        return true;
    case REA_S_RAPID_FIRE: v->second = true; return true;
    case REA_S_FULL_VOLLEY: v->strength *= 2; return true;
    case REA_S_BATTALION_GUNS: v->more_loss = v->skirmishers ? 0 : 1; return true;
    case REA_S_POOR_DISCIPLINE: v->column_shift = -1; return true;
    case REA_S_SMOKE:
        v->roll_mod = -20;
        v->no_effect = c->bk->title != REA_LE && v->range >= 2;
        return !v->no_effect;
    case REA_S_AMMO_LOW: v->strength /= 2; return true;
    case REA_S_PREMATURE: v->strength = (v->strength + REA_FM / 2) / 2; return true;
    case REA_S_AMMO_OUT:
        v->no_effect = true;
        if (v->guns)
            limber_firers(c, s);
        else
            disorder_firers(c, s, rule);
        return false;
    case REA_S_ACCURATE:
    case REA_S_WHITES: v->column_shift = 1; return true;
    case REA_S_CAISSON: v->caisson = true; return true;
    case REA_S_NO_FIRE: v->no_effect = true; return false;
    case REA_S_WILD:
    case REA_S_NONE:
    case REA_S_COUNT:
    default: return true;
    }
}

/* T-2c Wild Fire: the defender names an adjacent stack of his that is hit instead. */
static void wild_fire(struct rea_ctx *c, struct rea_shot *s, int digit)
{
    int side = table_side(c, s->body[0]),
        t = rea_enemy_at(c, c->s->body[s->body[0]].side, s->hex);

    if (s->kind == REA_FIRE_DEFENSIVE || t < 0 || !rea_is_guns(c, s->body[0]) ||
        c->bk->t2.guns[side][digit] != REA_S_WILD)
        return;
    struct tc_act a = rea_ask(c, c->s->body[t].side, REA_Q_WILD, "R-T-2c", s->hex, 0, 0);
    s->hex = (int16_t)a.arg[0];
}

/* --- Losses
 * ---------------------------------------------------------------------------------------------
 */

void rea_lose_from(struct rea_ctx *c, int unit, int n)
{
    struct rea_unit *x = &c->s->unit[unit];

    if (x->where != REA_ON)
        return;
    x->sp = (uint8_t)tc_max(0, x->sp - n);
    if (x->sp) {
        rea_contract(c, x->body);
        return;
    }
    int body = x->body;
    rea_tell(c->u, REA_E_ELIMINATED, "R-12.8x1", unit, 0, 0);
    rea_drop_unit(c, unit, REA_GONE);
    rea_contract(c, body);
}

/* The unit that takes the next point: in body b from the top. */
static bool take_one(struct rea_ctx *c, int body)
{
    if (body < 0 || !c->s->body[body].units)
        return false;
    rea_lose_from(c, c->s->body[body].unit[0], 1);
    return true;
}

static int guns_at(const struct rea_ctx *c, int hex)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (rea_is_guns(c, b))
            return b;
    return TC_NONE;
}

static int foot_at(const struct rea_ctx *c, int hex)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (!rea_is_guns(c, b))
            return b;
    return TC_NONE;
}

/* R-12.8e, R-12.8x1, R-RUL-4, R-RUL-52. */
static void take_losses(struct rea_ctx *c, int hex, int n, bool far_guns)
{
    int foot = foot_at(c, hex), gun = guns_at(c, hex);
    bool top = gun >= 0 && !c->s->body[gun].under && c->s->body[gun].form == REA_UA;
    int on_gun = 0, on_foot = 0;

    if (foot < 0) {
        on_gun = n;
    } else if (top) {
        TC_RULE("R-12.8e");
        on_gun = n / 2;
        on_foot = n - on_gun;
    } else {
        TC_RULE("R-12.8x1");
        on_foot = n;
    }
    if (far_guns && on_gun && c->s->body[gun].form == REA_UA) {
        TC_RULE("R-12.8d");
        TC_RULE("R-RUL-52");
        int halved = on_gun / 2;
        if (rea_brandywine(c) && !halved) {
            TC_RULE("R-B2.7");
            halved = 1;
        }
        on_gun = halved;
    }
    for (; on_foot > 0; on_foot--)
        if (!take_one(c, foot_at(c, hex))) {
            TC_RULE("R-RUL-4");
            take_one(c, guns_at(c, hex));
        }
    for (; on_gun > 0; on_gun--)
        if (!take_one(c, guns_at(c, hex)))
            take_one(c, foot_at(c, hex));
}

static int scaled_loss(const struct rea_ctx *c, int body, int n)
{
    int form = c->s->body[body].form;
    const char *rule = form == REA_AC       ? "R-12.8f.1"
                       : form == REA_MC     ? "R-12.8f.2"
                       : form == REA_RC     ? "R-12.8f.3"
                       : form == REA_SQUARE ? "R-12.8f.4"
                                            : NULL;

    if (form == REA_LA)
        TC_RULE("R-RUL-81");
    if (!rule)
        return n;
    TC_RULE(rule);
    return (3 * n + 1) / 2;
}

/* R-8.2d: a Square too small becomes a Line. */
static void broken_square(struct rea_ctx *c, int body)
{
    struct rea_body *y = &c->s->body[body];

    if (!y->units || y->form != REA_SQUARE || rea_stack_sp(c, body, false) >= rea_scale(c, 3))
        return;
    struct tc_act a = rea_ask(c, y->side, REA_Q_FACE, "R-8.2d.1", rea_lead_unit(c, body), 0, 0);
    rea_put(c, body, REA_LINE, a.arg[0], y->hex, 1);
    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
        if (c->s->body[o].form == REA_UA)
            c->s->body[o].facing = y->facing;
    rea_tell(c->u, REA_E_FORMED, "R-8.2d.1", rea_lead_unit(c, body), REA_LINE, 0);
    rea_disorder(c, body, "R-8.2d.2");
}

/* --- What a result does
 * --------------------------------------------------------------------------------------------
 */

static void check_target(struct rea_ctx *c, int body, int kind, int lost, bool enfilade)
{
    struct rea_body *y = &c->s->body[body];

    if (!y->units || y->form == REA_ROUT)
        return;
    TC_RULE("R-RUL-66");
    TC_RULE("R-12.x2");
    TC_RULE("R-RUL-27");
    if (kind == REA_FIRE_SEGMENT) {
        rea_morale_check(c, body, REA_BY_FIRE, lost, enfilade, "R-12.x2");
    } else if (kind == REA_FIRE_DEFENSIVE) {
        TC_RULE("R-17.1d.1");
        rea_disorder_check(c, body, 0, "R-13.9d.1");
        if (y->units && rea_morale_is(c, body, REA_SHAKEN))
            TC_RULE("R-13.9d.2");
    } else {
        int er = y->er;
        bool stood = rea_disorder_check(c, body, er, "R-12.7f.1");
        y->er = 0;
        y->checks = 0;
        y->wait_hex = y->wait_side = 0;
        TC_RULE(stood ? "R-12.7f.3" : "R-12.7f.2");
        if (!stood)
            c->s->sub = 1;
    }
}

static void routed_column(struct rea_ctx *c, int body)
{
    if (!c->s->body[body].units)
        return;
    if (rea_is_guns(c, body))
        TC_RULE("R-12.8f.6");
    rea_rout(c, body, REA_BY_FIRE, "R-12.8f.5");
}

static void apply(struct rea_ctx *c, const struct rea_shot *s, const struct volley *v, int code)
{
    int t = target_body(c, s->hex);

    if (t < 0 || code == 0)
        return;
    if (c->s->body[t].form == REA_ROUT && code == 9) {
        rea_morale_check(c, t, REA_BY_FIRE, 0, false, "R-12.x2");
        return;
    }
    if (code == 9) {
        check_target(c, t, s->kind, 0, v->enfilade);
        return;
    }
    bool column = c->s->body[t].form == REA_RC;
    int n = scaled_loss(c, t, code + v->more_loss);
    rea_tell(c->u, REA_E_LOSES, "R-12.x2", rea_lead_unit(c, t), n, 0);
    if (v->caisson && guns_at(c, s->hex) >= 0)
        take_one(c, guns_at(c, s->hex));
    take_losses(c, s->hex, n, v->all_far_guns);
    if (!c->s->body[t].units)
        return;
    rea_contract(c, t);
    broken_square(c, t);
    if (column)
        routed_column(c, t);
    else
        check_target(c, t, s->kind, n, v->enfilade);
}

static int one_roll(struct rea_ctx *c, struct rea_shot *s, struct volley *v)
{
    int roll = rea_percent(c, "R-12.x1");

    if (roll < 10 && c->bk->lim.specials) {
        TC_RULE("R-GEN.6");
        wild_fire(c, s, roll);
        if (!special_fire(c, s, v, roll))
            return 0;
        roll = rea_percent(c, "R-RUL-6");
    }
    if (target_body(c, s->hex) < 0)
        return 0;
    int col = rea_column_at(c->bk->t4.num, c->bk->t4.den, REA_FIRE_COLUMNS, v->strength,
                            (int64_t)REA_FM * rea_fdv(c, s->hex));
    col = tc_min(REA_FIRE_COLUMNS - 1, col + v->column_shift);
    if (col < 0)
        return 0;
    rea_tell(c->u, REA_E_COLUMN, "R-T-4", c->bk->t4.num[col], c->bk->t4.den[col], 0);
    return read_table(c, modified_roll(c, v, roll, s->hex), col);
}

static void gather(struct rea_ctx *c, const struct rea_shot *s, struct volley *v)
{
    v->guns = true;
    v->all_far_guns = true;
    v->enfilade = true;
    v->skirmishers = true;
    v->range = 0;
    for (int i = 0; i < s->n; i++) {
        int b = s->body[i], range = 1, from = TC_NONE;
        int sp = rea_fire_sp(c, b, s->part[i]);
        int fm = multiple(c, b, s->part[i], s->hex, &range, &from);
        v->strength += (int64_t)sp * fm;
        rea_tell(c->u, REA_E_STRENGTH, "R-12.x1", rea_lead_unit(c, b), sp, fm * 100 / REA_FM);
        v->guns &= rea_is_guns(c, b);
        v->all_far_guns &= rea_is_guns(c, b) && range >= 4;
        v->enfilade &= enfilades(c, from, s->hex); /* R-RUL-97: the least favourable */
        v->skirmishers &= c->s->body[b].form == REA_SKIRMISH;
        v->range = tc_max(v->range, range);
    }
    if (s->n > 1)
        TC_RULE("R-RUL-97");
}

/* One fire, combined or not. Returns what the table said: 0, 9 for M/D, or points. */
int rea_fire(struct rea_ctx *c, const struct rea_shot *shot)
{
    struct rea_shot s = *shot;
    struct volley v = { 0 };
    int t = target_body(c, s.hex), code = 0;
    int unit = rea_lead_unit(c, t);

    gather(c, &s, &v);
    if (rea_column_at(c->bk->t4.num, c->bk->t4.den, REA_FIRE_COLUMNS, v.strength,
                      (int64_t)REA_FM * rea_fdv(c, s.hex)) < 0) {
        rea_tell(c->u, REA_E_FIRE_RESULT, "R-T-4", unit, 0, 0);
        return 0;
    }
    for (int n = 0; n < 2; n++) {
        int now = one_roll(c, &s, &v);
        rea_tell(c->u, REA_E_FIRE_RESULT, "R-12.x2", unit, now, 0);
        apply(c, &s, &v, now);
        code = tc_max(code == 9 ? 0 : code, now);
        if (!v.second || n == 1 || c->first[s.hex] == 0 ||
            rea_enemy_at(c, c->s->body[s.body[0]].side, s.hex) < 0 ||
            !c->s->body[s.body[0]].units)
            break;
        v.second = true;
    }
    return code;
}

/* R-12.1e: a Square fires into its X or its Y hexes. Returns the number of shots. */
int rea_fire_squares(struct rea_ctx *c, int body, int set, int kind)
{
    int shots = 0;

    TC_RULE("R-12.1e.1");
    for (int d = set == REA_PART_X ? 0 : 1; d < 6; d += 2) {
        if (!c->s->body[body].units || c->s->body[body].form != REA_SQUARE)
            break;
        int h = tc_hexmap_next(&c->bk->map, c->s->body[body].hex[0], d);
        if (h < 0 || !rea_may_fire(c, body, set, h, kind, NULL))
            continue;
        struct rea_shot s = {
            { (uint8_t)body }, { (uint8_t)set }, 1, (int16_t)h, (uint8_t)kind
        };
        rea_fire(c, &s);
        shots++;
    }
    return shots;
}

/* --- The Fire Combat Segment
 * ------------------------------------------------------------------------------------------ */

static bool fires_now(const struct rea_ctx *c, int unit, struct tc_refusal *why)
{
    int b = rea_body_of(c, unit);

    if (b < 0 || rea_lead_unit(c, b) != unit)
        return tc_refuse(why, "R-12.x3", REA_R_NOT_LEAD, unit, 0, 0);
    if (c->s->body[b].side != c->s->acting || !rea_active(c, b))
        return tc_refuse(why, "R-12.x5", REA_R_NOT_ACTIVE, unit, 0, 0);
    return true;
}

bool rea_legal_square_fire(const struct rea_ctx *c, int body, int set, int kind,
                           struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_SQUARE || (set != REA_PART_X && set != REA_PART_Y))
        return tc_refuse(why, "R-12.1e.1", REA_R_FORM, y->form, 0, 0);
    if (kind == REA_FIRE_SEGMENT && y->fired)
        return tc_refuse(why, "R-12.x5", REA_R_FIRED, 0, 0, 0);
    for (int d = set == REA_PART_X ? 0 : 1; d < 6; d += 2) {
        int h = tc_hexmap_next(&c->bk->map, y->hex[0], d);
        if (h >= 0 && rea_may_fire(c, body, set, h, kind, NULL))
            return true;
    }
    return tc_refuse(why, "R-12.x4", REA_R_NO_TARGET, y->hex[0], 0, 0);
}

bool rea_legal_fire(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == REA_V_DONE)
        return true;
    if (!fires_now(c, a->arg[0], why))
        return false;
    int b = c->s->unit[a->arg[0]].body;
    if (a->verb == REA_V_SQUARE_FIRE)
        return rea_legal_square_fire(c, b, a->arg[1] ? REA_PART_Y : REA_PART_X,
                                     REA_FIRE_SEGMENT, why);
    if (c->s->body[b].form == REA_SQUARE)
        return tc_refuse(why, "R-12.1e.1", REA_R_FORM, REA_SQUARE, 0, 0);
    if (a->arg[1] < REA_PART_WHOLE || a->arg[1] > REA_PART_HOOK)
        return tc_refuse(why, "R-12.1f", REA_R_PART, 0, 0, 0);
    return rea_may_fire(c, b, a->arg[1], a->arg[2], REA_FIRE_SEGMENT, why);
}

/* an Artillery Leader near enough to both. */
static bool gunner_chief(const struct rea_ctx *c, int side, int b1, int b2)
{
    for (int i = 0; i < c->bk->leaders; i++)
        if (c->bk->leader[i].rank == REA_RANK_ARTILLERY && c->bk->leader[i].side == side &&
            rea_leader_lives(c, i) &&
            rea_body_distance(c, b1, c->s->leader[i].hex) <= c->s->leader[i].range &&
            rea_body_distance(c, b2, c->s->leader[i].hex) <= c->s->leader[i].range)
            return true;
    return false;
}

bool rea_legal_join(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    const struct rea_state *s = c->s;
    int first = s->fire_join[0], range, range0;

    if (a->verb == REA_V_DONE)
        return true;
    if (!fires_now(c, a->arg[0], why))
        return false;
    int b = s->unit[a->arg[0]].body;
    for (int i = 0; i < s->joins; i++)
        if (s->fire_join[i] == b)
            return tc_refuse(why, "R-12.x5", REA_R_FIRED, a->arg[0], 0, 0);
    if (s->body[b].form == REA_SQUARE || s->joins >= 8)
        return tc_refuse(why, "R-12.1e.1", REA_R_FORM, REA_SQUARE, 0, 0);
    if (rea_is_guns(c, b) != rea_is_guns(c, first))
        return tc_refuse(why, "R-12.1d", REA_R_ARMS, 0, 0, 0);
    if (!rea_may_fire(c, b, REA_PART_WHOLE, s->fire_hex, REA_FIRE_SEGMENT, why))
        return false;
    rea_in_arc(c, b, REA_PART_WHOLE, s->fire_hex, &range);
    rea_in_arc(c, first, s->fire_part[0], s->fire_hex, &range0);
    if (rea_is_guns(c, b) && (range >= 4 || range0 >= 4) &&
        s->body[b].hex[0] != s->body[first].hex[0] && !gunner_chief(c, s->acting, b, first))
        return tc_refuse(why, "R-12.4", REA_R_RANGE, s->fire_hex, range, 0);
    return true;
}

static int mark_of(int part)
{
    return part == REA_PART_LEFT    ? 1
           : part == REA_PART_RIGHT ? 2
           : part == REA_PART_HOOK  ? 4
                                    : 7;
}

static bool more_to_join(const struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->units; i++) {
        struct tc_act a = rea_act(REA_V_JOIN, i, 0, 0, 0);
        if (c->s->unit[i].active && rea_legal_join(c, &a, NULL))
            return true;
    }
    return false;
}

static void combine_and_fire(struct rea_ctx *c, const struct tc_act *a)
{
    struct rea_state *s = c->s;
    struct rea_shot shot = { 0 };

    s->joins = 1;
    s->fire_join[0] = s->unit[a->arg[0]].body;
    s->fire_part[0] = (uint8_t)a->arg[1];
    s->fire_hex = (int16_t)a->arg[2];
    while (s->joins < 8 && a->arg[1] != REA_PART_HOOK && more_to_join(c)) {
        struct tc_act j = rea_ask(c, s->acting, REA_Q_JOIN, "R-12.x5", s->fire_hex, 0, 0);
        if (j.verb == REA_V_DONE)
            break;
        s->fire_part[s->joins] = REA_PART_WHOLE;
        s->fire_join[s->joins++] = s->unit[j.arg[0]].body;
    }
    memcpy(shot.body, s->fire_join, sizeof shot.body);
    memcpy(shot.part, s->fire_part, sizeof shot.part);
    shot.n = s->joins;
    shot.hex = s->fire_hex;
    for (int i = 0; i < shot.n; i++)
        s->body[shot.body[i]].fired |= (uint8_t)mark_of(shot.part[i]);
    s->joins = 0;
    memset(s->fire_join, 0, sizeof s->fire_join);
    memset(s->fire_part, 0, sizeof s->fire_part);
    s->fire_hex = 0;
    rea_fire(c, &shot);
}

void rea_play_fire(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct tc_act a = rea_ask(c, c->s->acting, REA_Q_FIRE, "R-12.x5", 0, 0, 0);

    if (a.verb == REA_V_DONE) {
        c->s->sub = 0;
        c->s->head.step = c->s->special_mode == REA_I_FREE_COMBAT ? REA_ST_FINISH : REA_ST_MOVE;
        return;
    }
    int b = c->s->unit[a.arg[0]].body;
    if (a.verb == REA_V_SQUARE_FIRE) {
        c->s->body[b].fired = 7;
        rea_fire_squares(c, b, a.arg[1] ? REA_PART_Y : REA_PART_X, REA_FIRE_SEGMENT);
    } else {
        combine_and_fire(c, &a);
    }
    rea_then(c, REA_ST_FIRE);
}
