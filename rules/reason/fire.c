/* rules/reason/fire.c - chapter 12: who may fire at what, and the Fire Combat Segment. */
#include "rules/reason/asking.h"
#include "rules/reason/inner.h"

/* Told further down: */
static int raw_fire_sp(const struct rea_ctx *c, int body, int part);
static int fire_class(const struct rea_ctx *c, int body, int unit);
static int above(const struct rea_ctx *c, int body, int i);
static bool reaches(const struct rea_ctx *c, int body, int part, int hex, int range,
                    struct tc_refusal *why);
static bool can_fire_at_all(const struct rea_ctx *c, int body, struct tc_refusal *why);
static bool fires_now(const struct rea_ctx *c, int unit, struct tc_refusal *why);
static bool alike(const struct rea_ctx *c, int body, const struct rea_share *a,
                  const struct rea_share *b);
static bool aims(const struct rea_ctx *c, int body, int unit, int part, int hex,
                 struct rea_share *a);
static bool is_howitzer(const struct rea_card *k);
static int reach(const struct rea_ctx *c, int body, int kind, int hex);
static bool part_ready(const struct rea_ctx *c, int body, int part, int mask,
                       struct tc_refusal *why);
static void combine_and_fire(struct rea_ctx *c, const struct tc_act *a);
static bool more_to_join(const struct rea_ctx *c);
static int mark_of(int part);

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
        return tc_refuse(why, "R-12.1e.1", REA_R_SQUARE_SETS, 0, 0, 0);
    if (a->arg[1] < REA_PART_WHOLE || a->arg[1] > REA_PART_HOOK)
        return tc_refuse(why, "R-12.1f", REA_R_NO_END, 0, 0, 0);
    return rea_may_fire(c, b, a->arg[1], a->arg[2], REA_FIRE_SEGMENT, why);
}

/* R-12.1e.2: the points of a Square; in the Fire Combat Segment only those who are active. */
static int square_sp(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0], sp = 0;

    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h))
        if (!rea_is_guns(c, o) && (c->s->head.step != REA_ST_FIRE || rea_active(c, o)))
            sp += rea_sp(c, o);
    return sp;
}

int rea_fire_sp(const struct rea_ctx *c, int body, int part)
{
    int sp = raw_fire_sp(c, body, part);

    if (!rea_disordered(c, body))
        return sp;
    return rea_half(sp); /* R-12.2a */
}

static int line_sp(const struct rea_ctx *c, int body, int part)
{
    const struct rea_body *y = &c->s->body[body];
    int sp = 0, hooked = y->hook == REA_HOOK_RIGHT ? y->len - 1 : 0;

    for (int i = 0; i < y->len; i++) { /* R-FCC.1 */
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

int rea_base_fm(const struct rea_ctx *c, int body, int unit, int range)
{
    int i = range <= 3 ? range - 1 : range <= 6 ? 3 : range <= 9 ? 4 : 5;

    /* R-T-3 */
    return range < 1 || range > 12 ? 0 : c->bk->fire[fire_class(c, body, unit)].fm[i];
}

static int fire_class(const struct rea_ctx *c, int body, int unit)
{
    const struct rea_card *k = &c->bk->unit[unit];

    if (k->arm == REA_GUNS)
        return REA_F_GUN0 + k->gun;
    if (c->s->body[body].form == REA_SKIRMISH) {
        if (k->kind == REA_RIFLE || (k->kind == REA_JAEGER && !rea_has(c, REA_PLAIN_JAEGERS)))
            return REA_F_JAEGER;
        return REA_F_LIGHT;
    }
    if (k->kind == REA_MILITIA)
        return REA_F_MILITIA;
    return k->nation == REA_PRUSSIAN || k->nation == REA_BRITISH || k->nation == REA_HESSIAN
               ? REA_F_LINE_A
               : REA_F_LINE_B;
}

/* Strength points that fire from this part of a body, before halving. */
static int raw_fire_sp(const struct rea_ctx *c, int body, int part)
{
    int sp = rea_sp(c, body), up = above(c, body, 0);

    switch ((enum rea_form)c->s->body[body].form) {
    case REA_LINE: return line_sp(c, body, part);
    case REA_AC: return tc_max(0, tc_min(sp, rea_scale(c, 1) - up));       /* R-FCC.2 */
    case REA_GO: return tc_max(0, tc_min(sp, rea_scale(c, 3) - up));       /* R-FCC.3 */
    case REA_SKIRMISH: return tc_max(0, tc_min(sp, rea_scale(c, 3) - up)); /* R-FCC.4 */
    case REA_SQUARE:
        /* R-12.1e.2, R-RUL-24 */
        return tc_min(rea_scale(c, 4), (2 * square_sp(c, body) + 3) / 6);
    case REA_UA: return sp;
    case REA_MC:
    case REA_RC:
    case REA_ROUT:
    case REA_LA:
    case REA_FORMS:
    default: return 0;
    }
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

static bool square_barred(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_SQUARE)
        return false;
    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
        if (c->s->body[o].form == REA_UA && rea_in_front(c, o, hex))
            return true; /* R-12.3d.1, R-12.3d.2 */
    return false;
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

/* Which hex of the part shoots: the nearest in arc that sees; -1 when none. */
static int shooter_hex(const struct rea_ctx *c, int body, bool howitzer, int part, int hex,
                       int *range, bool *over)
{
    const struct rea_body *y = &c->s->body[body];
    int best = TC_NONE;

    *range = 99;
    for (int i = 0; i < y->len; i++) {
        bool lobbed = false;
        int n = tc_hexmap_distance(&c->bk->map, y->hex[i], (tc_hex)hex), dummy;
        if ((part == REA_PART_LEFT && i != 0) || (part == REA_PART_RIGHT && i != y->len - 1))
            continue;
        if (n >= *range || !rea_sees(c, body, y->hex[i], hex, howitzer, &lobbed))
            continue;
        if (!rea_in_arc(c, body, part, hex, &dummy)) /* R-12.5c.1 */
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

    if (!can_fire_at_all(c, body, why))
        return false;
    if (!rea_on_map(c, hex) || rea_enemy_at(c, y->side, hex) < 0)
        return tc_refuse(why, "R-12.x4", REA_R_NOBODY_THERE, hex, 0, 0);
    if (kind == REA_FIRE_SEGMENT && !part_ready(c, body, part, y->fired, why))
        return false;
    if (square_barred(c, body, hex))
        return tc_refuse(why, "R-12.3d.2", REA_R_PAST_GUNS, hex, 0, 0);
    if (!rea_in_arc(c, body, part, hex, &range))
        return tc_refuse(why, "R-12.x4", REA_R_ARC, hex, 0, 0);
    if (range > reach(c, body, kind, hex))
        return tc_refuse(why, kind == REA_FIRE_OPPORTUNITY ? "R-12.7x1" : "R-T-3", REA_R_RANGE,
                         hex, range, 0);
    if (!reaches(c, body, part, hex, range, why))
        return false;
    if (!rea_fire_sp(c, body, part))
        return tc_refuse(why, "R-12.x1", REA_R_NO_POINTS, rea_lead_unit(c, body), 0, 0);
    return true; /* R-7.5c.1, R-7.5c.4, R-18.4a.2 */
}

/* Is any unit of the body in range, and does one that is see the hex? */
static bool reaches(const struct rea_ctx *c, int body, int part, int hex, int range,
                    struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_share a;
    bool near = false;

    for (int i = 0; i < y->units; i++) {
        if (!rea_base_fm(c, body, y->unit[i], range))
            continue;
        near = true;
        if (aims(c, body, y->unit[i], part, hex, &a))
            return true;
    }
    return near ? tc_refuse(why, "R-12.x4", REA_R_SIGHT, hex, 0, 0)
                : tc_refuse(why, "R-T-3", REA_R_RANGE, hex, range, 0);
}

static bool can_fire_at_all(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int unit = rea_lead_unit(c, body);

    if (y->form == REA_ROUT)
        return tc_refuse(why, "R-18.5a.1", REA_R_ROUTED, unit, 0, 0);
    if (y->form == REA_MC)
        return tc_refuse(why, "R-12.1a.1", REA_R_COLUMN_FIRE, y->form, 0, 0);
    if (y->form == REA_RC)
        return tc_refuse(why, "R-12.1a.2", REA_R_COLUMN_FIRE, y->form, 0, 0);
    if (rea_lead(c, body)->arm == REA_HORSE || y->form == REA_LA)
        return rea_lead(c, body)->arm == REA_HORSE
                   ? tc_refuse(why, "R-12.x3", REA_R_HORSE_FIRE, 0, 0, 0)
                   : tc_refuse(why, "R-12.x3", REA_R_COLUMN_FIRE, y->form, 0, 0); /* R-RUL-28 */
    if (y->form == REA_UA && y->under && rea_foot_at(c, y->hex[0]) >= 0)
        return tc_refuse(why, "R-10.3e", REA_R_BENEATH, unit, 0, 0); /* R-12.3b */
    return true;
}

static bool fires_now(const struct rea_ctx *c, int unit, struct tc_refusal *why)
{
    int b = rea_body_of(c, unit);

    if (!rea_acting_unit(c, unit, "R-12.x5", why))
        return false;
    if (rea_lead_unit(c, b) != unit)
        return tc_refuse(why, "R-12.x3", REA_R_NOT_LEAD, unit, 0, 0);
    if (c->s->body[b].form == REA_ROUT)
        return tc_refuse(why, "R-18.5a.1", REA_R_ROUTED, unit, 0, 0);
    if (!rea_active(c, b))
        return tc_refuse(why, "R-12.x5", REA_R_NOT_ACTIVE, unit, 0, 0);
    return true;
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
        return tc_refuse(why, "R-12.1e.1", REA_R_SQUARE_SETS, 0, 0, 0);
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

/* Who of a body fires at a hex, from the top, and with how many points each (R-12.x5): those
 * that reach it; halved as one (R-12.2a). Returns the number of rows. */
int rea_shares(const struct rea_ctx *c, int body, int part, int hex, struct rea_share *out)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_share a[REA_STACK];
    int n = 0, rows = 0, sum = 0, left = rea_fire_sp(c, body, part);

    for (int i = 0; i < y->units; i++)
        if (aims(c, body, y->unit[i], part, hex, &a[n])) {
            a[n].sp = c->s->unit[y->unit[i]].sp;
            sum += a[n++].sp;
        }
    if (y->form == REA_UA && rea_disordered(c, body))
        sum = rea_half(sum);
    if (y->form != REA_SQUARE)
        left = tc_min(left, sum);
    for (int i = 0; i < n && left > 0; i++) {
        a[i].sp = (int16_t)(y->form == REA_SQUARE ? left : tc_min(a[i].sp, left));
        left -= a[i].sp;
        if (rows && alike(c, body, &out[rows - 1], &a[i]))
            out[rows - 1].sp = (int16_t)(out[rows - 1].sp + a[i].sp);
        else
            out[rows++] = a[i];
    }
    return rows;
}

/* Units that fire alike share a row. */
static bool alike(const struct rea_ctx *c, int body, const struct rea_share *a,
                  const struct rea_share *b)
{
    return fire_class(c, body, a->unit) == fire_class(c, body, b->unit) &&
           a->range == b->range && a->over == b->over && a->from == b->from;
}

/* R-12.6e.1, R-12.x5: how one unit of a body fires at a hex, with its own multiple, and over
 * friends only if it is itself a howitzer; false when it does not reach or see it. */
static bool aims(const struct rea_ctx *c, int body, int unit, int part, int hex,
                 struct rea_share *a)
{
    a->unit = (int16_t)unit;
    a->over = false;
    a->from = (int16_t)shooter_hex(c, body, is_howitzer(&c->bk->unit[unit]), part, hex,
                                   &a->range, &a->over);
    return a->from >= 0 && rea_base_fm(c, body, unit, a->range) > 0;
}

static bool is_howitzer(const struct rea_card *k)
{
    return k->arm == REA_GUNS && k->gun == REA_HOWITZER;
}

/* Why a Square fires into none of the three hexes: nobody is there, or what bars the first
 * enemy. */
static bool no_square_fire(const struct rea_ctx *c, int body, int set, int kind,
                           struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    for (int d = set == REA_PART_X ? 0 : 1; d < 6; d += 2) {
        int h = tc_hexmap_next(&c->bk->map, y->hex[0], d);

        if (h < 0 || rea_enemy_at(c, y->side, h) < 0)
            continue;
        if (rea_may_fire(c, body, set, h, kind, why))
            return tc_refuse(why, "R-13.9x1", REA_R_NOT_ATTACKING, h, 0, 0);
        return false;
    }
    return tc_refuse(why, "R-12.x4", REA_R_NOBODY_NEAR, 0, 0, 0);
}

/* R-12.7x1, R-B2.9: how far Opportunity Fire reaches. */
static int reach(const struct rea_ctx *c, int body, int kind, int hex)
{
    int target = rea_enemy_at(c, c->s->body[body].side, hex);

    if (kind == REA_FIRE_DEFENSIVE)
        return 1;
    if (kind != REA_FIRE_OPPORTUNITY)
        return 12;
    if (!rea_is_guns(c, body))
        return 1; /* R-RUL-26 */
    if (rea_has(c, REA_FAR_ON_ROADS) && target >= 0 && c->s->body[target].form == REA_RC &&
        c->s->body[target].road) { /* */
        return 12;                 /* R-B2.9, R-B2.10 */
    }
    return 3;
}

static bool part_ready(const struct rea_ctx *c, int body, int part, int mask,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int used = (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);

    if (part == REA_PART_LEFT || part == REA_PART_RIGHT) {
        if (y->form != REA_LINE || y->len != 2)
            return tc_refuse(why, "R-12.1f", REA_R_HALVES, 0, 0, 0);
        if (used >= 2 || (mask & (part == REA_PART_LEFT ? 1 : 2)))
            return tc_refuse(why, "R-12.1f", REA_R_FIRED, 0, 0, 0);
        return true;
    }
    if (part == REA_PART_HOOK) {
        if (y->hook == REA_NO_HOOK || (mask & 4) || used >= 2)
            return tc_refuse(why, "R-RUL-50", REA_R_HOOK_FIRE, 0, 0, 0);
        return true;
    }
    if ((mask & 3) && part == REA_PART_WHOLE)
        return tc_refuse(why, "R-12.x5", REA_R_FIRED, 0, 0, 0);
    return true;
}

void rea_step_fire(void *state, struct tc_umpire *u)
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

static bool more_to_join(const struct rea_ctx *c)
{
    struct tc_act a = rea_act(REA_V_JOIN, 0, 0, 0, 0);

    for (int i = 0; i < c->bk->units; i++) {
        a.arg[0] = i;
        if (c->s->unit[i].active && rea_legal_join(c, &a, NULL))
            return true;
    }
    return false;
}

static int mark_of(int part)
{
    return part == REA_PART_LEFT    ? 1
           : part == REA_PART_RIGHT ? 2
           : part == REA_PART_HOOK  ? 4
                                    : 7;
}

bool rea_legal_square_fire(const struct rea_ctx *c, int body, int set, int kind,
                           struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_SQUARE || (set != REA_PART_X && set != REA_PART_Y))
        return tc_refuse(why, "R-12.1e.1", REA_R_NOT_SQUARE, 0, 0, 0);
    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
        if (kind == REA_FIRE_SEGMENT && c->s->body[o].form == REA_SQUARE && c->s->body[o].fired)
            return tc_refuse(why, "R-12.x5", REA_R_FIRED, 0, 0, 0);
    for (int d = set == REA_PART_X ? 0 : 1; d < 6; d += 2) {
        int h = tc_hexmap_next(&c->bk->map, y->hex[0], d);
        if (h >= 0 && rea_square_target(c, body, set, h, kind))
            return true;
    }
    return no_square_fire(c, body, set, kind, why);
}

/* May a Square fire into this hex? Defensive Fire is at those who attack it (R-13.9x1). */
bool rea_square_target(const struct rea_ctx *c, int body, int set, int hex, int kind)
{
    const struct rea_state *s = c->s;
    bool foe = kind != REA_FIRE_DEFENSIVE;
    int fight = REA_NO;

    for (int i = 0; i < s->defences; i++)
        for (int o = c->first[s->body[body].hex[0]] - 1; o >= 0;
             o = rea_below(c, o, s->body[body].hex[0]))
            if (s->defence[i].body == o)
                fight = s->defence[i].fight;
    for (int i = 0; i < s->attacks && !foe; i++)
        for (int k = 0; s->attack[i].body != REA_NO && s->attack[i].fight == fight &&
                        k < s->body[s->attack[i].body].len;
             k++)
            foe |= s->body[s->attack[i].body].hex[k] == hex;
    return foe && rea_may_fire(c, body, set, hex, kind, NULL);
}
