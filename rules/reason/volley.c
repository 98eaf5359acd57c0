/* rules/reason/volley.c - chapter 12: the column, the roll, special results, losses, checks. */
#include "rules/reason/inner.h"

struct volley {
    int64_t strength; /* 64ths */
    int column_shift, roll_mod, more_loss, range;
    bool guns, all_far_guns, enfilade, second, no_effect, caisson, skirmishers, pick;
    int digit;
};

/* The points of a loss by those they fall on, after all halving. */
struct burden {
    int unit, on_unit; /* the one the firer named, or TC_NONE */
    int foot, guns;
};

/* Told further down: */
static int part_in_hex(const struct rea_ctx *c, int body, int hex);
static int target_body(const struct rea_ctx *c, const struct rea_shot *s);
static int hex_sp(const struct rea_ctx *c, int hex);
static int factor(struct tc_sum *sum, int fm, int num, int den, const char *rule, int label);
static void apply(struct rea_ctx *c, const struct rea_shot *s, const struct volley *v,
                  int code);
static int stack_left(const struct rea_ctx *c, const struct rea_shot *s);
static int one_roll(struct rea_ctx *c, struct rea_shot *s, struct volley *v);
static void wild_fire(struct rea_ctx *c, struct rea_shot *s, int digit);
static int table_side(const struct rea_ctx *c, int body);
static bool special_fire(struct rea_ctx *c, const struct rea_shot *s, struct volley *v,
                         int digit);
static void disorder_firers(struct rea_ctx *c, const struct rea_shot *s, const char *rule);
static void limber_firers(struct rea_ctx *c, const struct rea_shot *s);
static int read_table(const struct rea_ctx *c, int roll, int column);
static int modified_roll(struct rea_ctx *c, const struct volley *v, int roll,
                         const struct rea_shot *s);
static void check_target(struct rea_ctx *c, int body, int kind, int lost, bool enfilade);
static int bear(struct rea_ctx *c, const struct rea_shot *s, const struct volley *v, int target,
                int n);
static int guns_at(const struct rea_ctx *c, int hex);
static void mover_bears(struct rea_ctx *c, int body, int n);
static bool take_one(struct rea_ctx *c, int body);
static struct burden burden_with(const struct rea_ctx *c, int hex, int n, int unit,
                                 bool far_guns);
static int victim(struct rea_ctx *c, const struct rea_shot *s, const struct volley *v);
static struct burden burden_of(const struct rea_ctx *c, int hex, int n, bool far_guns);
static int on_guns(const struct rea_ctx *c, int gun, int n, bool far_guns);
static void take_losses(struct rea_ctx *c, int hex, struct burden b);
static void gather(struct rea_ctx *c, const struct rea_shot *s, struct volley *v);
static void add_share(struct rea_ctx *c, const struct rea_shot *s, int body,
                      const struct rea_share *a, struct volley *v);
static bool enfilades(const struct rea_ctx *c, int from, const struct rea_shot *s);
static void star(struct rea_ctx *c, const struct rea_shot *s, int digit);

/* R-12.1e: a Square fires into its X or its Y hexes. Returns the number of shots. */
int rea_fire_squares(struct rea_ctx *c, int body, int set, int kind)
{
    int shots = 0;

    for (int d = set == REA_PART_X ? 0 : 1; d < 6; d += 2) { /* R-12.1e.1 */
        if (!c->s->body[body].units || c->s->body[body].form != REA_SQUARE)
            break;
        int h = tc_hexmap_next(&c->bk->map, c->s->body[body].hex[0], d);
        if (h < 0 || !rea_square_target(c, body, set, h, kind))
            continue;
        struct rea_shot s = {
            { (uint8_t)body }, { (uint8_t)set }, 1, (int16_t)h, (uint8_t)kind
        };
        rea_fire(c, &s);
        shots++;
    }
    return shots;
}

static int guns_in_hex(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form == REA_RC) /* R-10.2b.2 */
        return rea_scale(c, 4) * part_in_hex(c, body, hex);
    return rea_scale(c, 4) * rea_sp(c, body); /* R-12.5c.2, R-12.5c.3 */
}

static int part_in_hex(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];
    int sp = 0;

    for (int i = 0; i < y->len; i++)
        if (y->hex[i] == hex)
            sp += rea_part_sp(c, body, i);
    return sp;
}

static void add_size(struct rea_ctx *c, struct tc_sum *sum, const struct rea_shot *s)
{
    int t = target_body(c, s), sp = hex_sp(c, s->hex);

    if (c->s->body[t].form == REA_SKIRMISH) {
        tc_sum_add(sum, -10, "R-12.5e", REA_LB_TARGET_SKIRMISH, 0, 0);
        return;
    }
    for (int i = 0; i < 8; i++)
        if (sp <= c->bk->size[i].most || i == 7) {
            tc_sum_add(sum, c->bk->size[i].mod, "R-T-5", REA_LB_TARGET_SIZE, sp, 0);
            return;
        }
}

/* Who is shot at in the hex: the top body that is not guns; in Opportunity Fire the mover. */
static int target_body(const struct rea_ctx *c, const struct rea_shot *s)
{
    int hex = s->hex, m = s->kind == REA_FIRE_OPPORTUNITY ? c->s->mover : REA_NO;

    for (int i = 0; m != REA_NO && i < c->s->body[m].len && c->s->body[m].units; i++)
        if (c->s->body[m].hex[i] == hex)
            return m;
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (!rea_is_guns(c, b))
            return b;
    return c->first[hex] - 1;
}

static int hex_sp(const struct rea_ctx *c, int hex)
{
    int sp = 0;

    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        sp += rea_is_guns(c, b) ? guns_in_hex(c, b, hex) : part_in_hex(c, b, hex);
    return sp;
}

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
static int multiple(struct rea_ctx *c, int body, int hex, const struct rea_share *a)
{
    struct tc_sum sum = { c->u, 0 };
    int num, den, fm = rea_base_fm(c, body, a->unit, a->range);
    const char *rule = "R-TEC-FDV.2";

    tc_sum_add(&sum, fm * 100 / REA_FM, "R-T-3", REA_LB_MULTIPLE, a->unit, a->range);
    if (c->s->body[body].form == REA_GO) {
        tc_sum_add(&sum, -100 * tc_min(fm, REA_FM) / REA_FM, "R-FCC.5", REA_LB_GO_FIRE, 0, 0);
        fm = tc_max(0, fm - REA_FM);
    }
    if (rea_disordered(c, body) && c->bk->lim.disorder_fm_half)
        fm = factor(&sum, fm, 1, 2, "R-FCC.6", REA_LB_DISORDERED_FIRE); /* R-RUL-25 */
    if (rea_fm_factor(c, a->from, hex, &num, &den, &rule))
        fm = factor(&sum, fm, num, den, rule, REA_LB_HEXSIDE);
    if (a->over)
        fm = factor(&sum, fm, 1, 2, "R-12.6e.2", REA_LB_OVER_FRIENDS);
    tc_sum_end(&sum, "R-RUL-48", REA_LB_FIRE_MULTIPLE);
    return fm;
}

/* One factor of a multiple: what it takes away goes into the sum, in hundredths. */
static int factor(struct tc_sum *sum, int fm, int num, int den, const char *rule, int label)
{
    int less = fm * num / den;

    tc_sum_add(sum, less * 100 / REA_FM - fm * 100 / REA_FM, rule, label, 0, 0);
    return less;
}

/* Fire costs troops in some formations half as many again. */
static int scaled_loss(const struct rea_ctx *c, int body, int n)
{
    int form = c->s->body[body].form;
    const char *rule = form == REA_AC       ? "R-12.8f.1"
                       : form == REA_MC     ? "R-12.8f.2"
                       : form == REA_RC     ? "R-12.8f.3"
                       : form == REA_SQUARE ? "R-12.8f.4"
                                            : NULL;

    if (!rule) /* R-RUL-81 */
        return n;
    rea_tell(c->u, REA_E_MORE_LOSS, rule, form, (3 * n + 1) / 2, 0);
    return (3 * n + 1) / 2;
}

static void routed_column(struct rea_ctx *c, int body)
{
    if (!c->s->body[body].units)
        return;
    rea_rout(c, body, REA_BY_FIRE, "R-12.8f.5"); /* R-12.8f.6 */
}

/* Whoever loses points, and why: each unit that bears some is named. */
void rea_lose_from(struct rea_ctx *c, int unit, int n)
{
    struct rea_unit *x = &c->s->unit[unit];

    if (x->where != REA_ON)
        return;
    n = tc_min(n, x->sp);
    x->sp = (uint8_t)(x->sp - n);
    if (n)
        rea_tell(c->u, REA_E_WEAKER, "R-12.8x1", unit, n, x->sp);
    if (x->sp) {
        rea_contract(c, x->body);
        return;
    }
    int body = x->body;
    rea_tell(c->u, REA_E_ELIMINATED, "R-12.8x1", unit, 0, 0);
    rea_drop_unit(c, unit, REA_GONE);
    rea_contract(c, body);
}

/* One fire, combined or not. Returns what the table said: 0, 9 for M/D, or points. */
int rea_fire(struct rea_ctx *c, const struct rea_shot *shot)
{
    struct rea_shot s = *shot;
    struct volley v = { 0 };
    int t = target_body(c, &s), code = 0;
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

static void apply(struct rea_ctx *c, const struct rea_shot *s, const struct volley *v, int code)
{
    int t = target_body(c, s);

    if (t < 0 || code == 0)
        return;
    if (code == 9) {
        check_target(c, t, s->kind, 0, v->enfilade);
        return;
    }
    bool column = c->s->body[t].form == REA_RC;
    bool on_mover = s->kind == REA_FIRE_OPPORTUNITY && t == c->s->mover;
    int lost = bear(c, s, v, t, scaled_loss(c, t, code + v->more_loss));
    if (!c->s->body[t].units) /* those who are left of its stack check, but not for a mover */
        t = on_mover ? TC_NONE : stack_left(c, s);
    if (t < 0)
        return;
    rea_contract(c, t);
    rea_break_square(c, t);
    if (column)
        routed_column(c, t);
    else
        check_target(c, t, s->kind, lost, v->enfilade);
}

/* Who is left in the hex shot at, or TC_NONE. */
static int stack_left(const struct rea_ctx *c, const struct rea_shot *s)
{
    return rea_enemy_at(c, c->s->body[s->body[0]].side, s->hex) >= 0 ? target_body(c, s)
                                                                     : TC_NONE;
}

static int one_roll(struct rea_ctx *c, struct rea_shot *s, struct volley *v)
{
    int side = c->s->body[s->body[0]].side;
    int roll = rea_percent(c, side, "R-12.x1");

    if (roll < 10 && c->bk->lim.specials && !v->second) { /* R-RUL-6: a reroll is plain */
        wild_fire(c, s, roll);                            /* R-GEN.6 */
        if (!special_fire(c, s, v, roll))
            return 0;
        roll = rea_percent(c, side, "R-RUL-6");
    }
    if (target_body(c, s) < 0)
        return 0;
    int col = rea_column_at(c->bk->t4.num, c->bk->t4.den, REA_FIRE_COLUMNS, v->strength,
                            (int64_t)REA_FM * rea_fdv(c, s->hex));
    col = tc_min(REA_FIRE_COLUMNS - 1, col + v->column_shift);
    if (col < 0)
        return 0;
    rea_tell(c->u, REA_E_COLUMN, "R-T-4", c->bk->t4.num[col], c->bk->t4.den[col], 0);
    return read_table(c, modified_roll(c, v, roll, s), col);
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

static int table_side(const struct rea_ctx *c, int body)
{
    int n = rea_lead(c, body)->nation;

    return n == REA_PRUSSIAN || n == REA_BRITISH || n == REA_HESSIAN;
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
        v->no_effect = rea_has(c, REA_BLINDING_SMOKE) && v->range >= 2;
        return !v->no_effect;
    case REA_S_AMMO_LOW: v->strength /= 2; return true;
    case REA_S_PREMATURE: /* halved and rounded */
        v->strength = (v->strength + REA_FM) / (2 * REA_FM) * REA_FM;
        return true;
    case REA_S_AMMO_OUT:
        v->no_effect = true;
        if (v->guns)
            limber_firers(c, s);
        else
            disorder_firers(c, s, rule);
        return false;
    case REA_S_ACCURATE:
        v->column_shift = 1;
        v->pick = rea_has(c, REA_PICKED_TARGETS);
        return true;
    case REA_S_WHITES: v->column_shift = 1; return true;
    case REA_S_CAISSON: v->caisson = true; return true;
    case REA_S_NO_FIRE: v->no_effect = true; return false;
    case REA_S_WILD:
    case REA_S_NONE:
    case REA_S_COUNT:
    default: return true;
    }
}

static void disorder_firers(struct rea_ctx *c, const struct rea_shot *s, const char *rule)
{
    for (int i = 0; i < s->n; i++) {
        int b = s->body[i];
        bool before = false; /* with another of its stack */
        for (int k = 0; k < i; k++)
            before |= c->s->body[s->body[k]].hex[0] == c->s->body[b].hex[0];
        if (c->s->body[b].units && !before)
            rea_disorder(c, b, rule);
    }
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

static int read_table(const struct rea_ctx *c, int roll, int column)
{
    int row = 0;

    for (int i = 1; i < c->bk->t4.rows; i++)
        if (roll >= c->bk->t4.least[i])
            row = i;
    return c->bk->t4.code[row][column];
}

static int modified_roll(struct rea_ctx *c, const struct volley *v, int roll,
                         const struct rea_shot *s)
{
    struct tc_sum sum = { c->u, 0 };
    int t = target_body(c, s);
    int form = c->s->body[t].form;

    tc_sum_add(&sum, roll, "R-T-4", REA_LB_ROLL, 0, 0);
    add_size(c, &sum, s);
    if (v->enfilade)
        tc_sum_add(&sum, 10, "R-T-5", REA_LB_ENFILADE, 0, 0);
    if ((rea_lead(c, t)->arm == REA_HORSE && (form == REA_MC || form == REA_RC)) ||
        (form == REA_LA && v->range <= 3))
        tc_sum_add(&sum, 5, "R-T-5", REA_LB_TARGET_COLUMN, 0, 0);
    if (v->roll_mod)
        tc_sum_add(&sum, v->roll_mod, "R-T-2b", REA_LB_SMOKE, 0, 0);
    tc_sum_end(&sum, "R-T-4", REA_LB_MODIFIED_ROLL);
    return sum.total;
}

static void check_target(struct rea_ctx *c, int body, int kind, int lost, bool enfilade)
{
    struct rea_body *y = &c->s->body[body];

    if (!y->units)
        return;
    if (kind == REA_FIRE_SEGMENT) { /* R-12.x2, R-RUL-27, R-RUL-66 */
        rea_morale_check(c, body, REA_BY_FIRE, lost, enfilade, "R-12.x2");
    } else if (kind == REA_FIRE_DEFENSIVE) {
        rea_disorder_check(c, body, 0, "R-13.9d.1"); /* R-13.9d.2, R-17.1d.1 */
    } else {
        int er = y->er;
        bool stood = rea_disorder_check(c, body, er, "R-12.7f.1");
        y->er = 0;
        y->checks = 0;
        /* R-12.7f.2, R-12.7f.3 */
        if (!stood) { /* what it stands in or has just crossed counts only if it goes on */
            y->wait_hex = y->wait_side = 0;
            c->s->sub = 1;
        }
    }
}

/* The loss is told and borne; returns the points that were lost. */
static int bear(struct rea_ctx *c, const struct rea_shot *s, const struct volley *v, int target,
                int n)
{
    int lead = rea_lead_unit(c, target), gun = guns_at(c, s->hex);

    if (s->kind == REA_FIRE_OPPORTUNITY && target == c->s->mover) {
        n += v->caisson && rea_is_guns(c, target);
        rea_tell(c->u, REA_E_LOSES, "R-12.x2", lead, n, 0);
        mover_bears(c, target, n);
        return n;
    }
    bool caisson = v->caisson && gun >= 0;
    struct burden b = burden_with(c, s->hex, n, victim(c, s, v), v->all_far_guns);
    int lost = b.on_unit + b.foot + b.guns + caisson;
    if (lost)
        rea_tell(c->u, REA_E_LOSES, "R-12.x2", lead, lost, 0);
    if (caisson)
        take_one(c, gun);
    take_losses(c, s->hex, b);
    return lost;
}

static int guns_at(const struct rea_ctx *c, int hex)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (rea_is_guns(c, b))
            return b;
    return TC_NONE;
}

int rea_foot_at(const struct rea_ctx *c, int hex)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (!rea_is_guns(c, b))
            return b;
    return TC_NONE;
}

/* Opportunity Fire is at the mover: its units bear the loss from the top, nobody else does. */
static void mover_bears(struct rea_ctx *c, int body, int n)
{
    while (n-- > 0 && c->s->body[body].units)
        take_one(c, body);
}

/* The unit that takes the next point: in body b from the top. */
static bool take_one(struct rea_ctx *c, int body)
{
    if (body < 0 || !c->s->body[body].units)
        return false;
    rea_lose_from(c, c->s->body[body].unit[0], 1);
    return true;
}

/* The named unit first; what it cannot bear falls on the rest. */
static struct burden burden_with(const struct rea_ctx *c, int hex, int n, int unit,
                                 bool far_guns)
{
    if (unit < 0)
        return burden_of(c, hex, n, far_guns);
    bool guns = c->bk->unit[unit].arm == REA_GUNS;
    int due = guns ? on_guns(c, c->s->unit[unit].body, n, far_guns) : n;
    int borne = tc_min(due, c->s->unit[unit].sp);
    struct burden b = burden_of(c, hex, due - borne, false);

    b.unit = unit;
    b.on_unit = borne;
    return b;
}

/* T-2c, Accurate Fire at Lobositz (and Kolin, Zorndorf): the firer names the unit that loses;
 * TC_NONE when the stack is one unit or the rules choose. */
static int victim(struct rea_ctx *c, const struct rea_shot *s, const struct volley *v)
{
    int units = 0;

    for (int b = c->first[s->hex] - 1; b >= 0; b = rea_below(c, b, s->hex))
        units += c->s->body[b].units;
    if (!v->pick || units < 2)
        return TC_NONE;
    return rea_ask(c, c->s->body[s->body[0]].side, REA_Q_VICTIM, "R-T-2c", s->hex, 0, 0).arg[0];
}

/* R-12.8e, R-12.8x1, R-RUL-52. */
static struct burden burden_of(const struct rea_ctx *c, int hex, int n, bool far_guns)
{
    int foot = rea_foot_at(c, hex), gun = guns_at(c, hex);
    bool top = gun >= 0 && !c->s->body[gun].under && c->s->body[gun].form == REA_UA;
    struct burden b = { TC_NONE, 0, 0, 0 };

    if (foot < 0) {
        b.guns = n;
    } else if (top) {
        b.guns = n / 2; /* R-12.8e */
        b.foot = n - b.guns;
    } else {
        b.foot = n; /* R-12.8x1 */
    }
    b.guns = on_guns(c, gun, b.guns, far_guns);
    return b;
}

/* Points the guns lose of those that fall on them: R-12.8d, R-RUL-52, R-B2.7. */
static int on_guns(const struct rea_ctx *c, int gun, int n, bool far_guns)
{
    if (!far_guns || !n || c->s->body[gun].form != REA_UA)
        return n;
    if (n > 1 || !rea_has(c, REA_WHOLE_LOSSES)) /* R-12.8d, R-RUL-52 */
        return n / 2;
    return 1; /* R-B2.7 */
}

static void star(struct rea_ctx *c, const struct rea_shot *s, int digit)
{
    int t = rea_enemy_at(c, c->s->body[s->body[0]].side, s->hex);

    if (digit % 2 == 0 && t >= 0)
        rea_leader_risk(c, s->hex, c->s->body[t].side, false, "R-20.x1");
}

/* R-RUL-4: what the one cannot bear falls on the other. */
static void take_losses(struct rea_ctx *c, int hex, struct burden b)
{
    if (b.unit >= 0)
        rea_lose_from(c, b.unit, b.on_unit);
    for (; b.foot > 0; b.foot--)
        if (!take_one(c, rea_foot_at(c, hex)))
            take_one(c, guns_at(c, hex)); /* R-RUL-4 */
    for (; b.guns > 0; b.guns--)
        if (!take_one(c, guns_at(c, hex)))
            take_one(c, rea_foot_at(c, hex));
}

static void gather(struct rea_ctx *c, const struct rea_shot *s, struct volley *v)
{
    v->guns = true;
    v->all_far_guns = true;
    v->enfilade = true;
    v->skirmishers = true;
    v->range = 0;
    for (int i = 0; i < s->n; i++) {
        struct rea_share a[REA_STACK];
        int b = s->body[i], rows = rea_shares(c, b, s->part[i], s->hex, a);
        v->guns &= rea_is_guns(c, b);
        v->skirmishers &= c->s->body[b].form == REA_SKIRMISH;
        for (int k = 0; k < rows; k++)
            add_share(c, s, b, &a[k], v);
    } /* R-RUL-97 */
}

/* R-12.x1: the points of those who fire alike, times their multiple. */
static void add_share(struct rea_ctx *c, const struct rea_shot *s, int body,
                      const struct rea_share *a, struct volley *v)
{
    int fm = multiple(c, body, s->hex, a);

    v->strength += (int64_t)a->sp * fm;
    rea_tell(c->u, REA_E_STRENGTH, "R-12.x1", a->unit, a->sp, fm * 100 / REA_FM);
    v->all_far_guns &= rea_is_guns(c, body) && a->range >= 4;
    v->enfilade &= enfilades(c, a->from, s); /* R-RUL-97: the least favourable */
    v->range = tc_max(v->range, a->range);
}

/* Does fire from a hex enter the target's Line through a flank or rear hex? */
static bool enfilades(const struct rea_ctx *c, int from, const struct rea_shot *s)
{
    const struct tc_hexmap *m = &c->bk->map;
    int hex = s->hex, t = target_body(c, s);

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
