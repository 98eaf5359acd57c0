/* rules/reason/stack.c - chapter 10: who may stand with whom, and how many. */
#include "rules/reason/inner.h"

/* Told further down: */
static int part_of(int sp, int len, int i, int form, const struct rea_ctx *c, int arm);
static bool room_for_guns(const struct rea_ctx *c, int body, int form, int hex, bool ends,
                          struct tc_refusal *why);
static int foot_form(const struct rea_ctx *c, int hex);
static int guns_along(const struct rea_ctx *c, int body, const int16_t *hex, int len);
static bool has_hex(const struct rea_body *y, int hex);
static bool take_hexes(struct rea_ctx *c, int body, const int16_t *hex, int len);
static bool guns_join(struct rea_ctx *c, int gun, int body);
static bool pass_with(const struct rea_ctx *c, int body, int o, int hex, const char **rule);
static bool overfull(const struct rea_ctx *c, int body, int hex);
static int guns_limit(const struct rea_ctx *c, int kind, const char **rule);
static bool guns_with(const struct rea_ctx *c, int gun_form, int other_form, int other_arm);
static void others_in(const struct rea_ctx *c, int body, int hex, int *sp, int *gun,
                      int *units);
static void take_state(struct rea_ctx *c, int unit, int morale, bool disorder);
static bool wants_top(struct rea_ctx *c, int body, int other);
static int twin(const struct rea_ctx *c, int body);
static int room_in(const struct rea_ctx *c, enum rea_room room, int kind);

/* May units of these two bodies act as one? Those of a Command do; Independent units only as
 * battalions of a regiment that have acted alike. */
static bool act_together(const struct rea_ctx *c, int a, int b)
{
    const struct rea_card *x = rea_lead(c, a), *y = rea_lead(c, b);
    const struct rea_unit *u = &c->s->unit[rea_lead_unit(c, a)],
                          *w = &c->s->unit[rea_lead_unit(c, b)];

    if (x->command != y->command)
        return false;
    return x->command >= 0 ||
           (x->regiment >= 0 && x->regiment == y->regiment && u->used == w->used);
}

/* R-8.1a.2 to .4, .13, R-8.1c.3, .6: fewest points of a body of so many hexes. */
int rea_min_sp(const struct rea_ctx *c, int arm, int side, int form, int len)
{
    if (len <= 1 || form == REA_RC)
        return 0;
    const int16_t *fewest = c->bk->own.fewest;
    if (arm == REA_HORSE)
        return fewest[REA_FEW_HORSE_HEX] * len; /* R-8.1a.13, R-8.1c.6 */
    if (rea_has(c, REA_LONG_NEEDS_NINE))        /* R-8.1c.3 */
        return fewest[REA_FEW_LONG];            /* R-8.1a.4 */
    /* R-8.1a.2, R-8.1a.3 */
    return fewest[c->bk->ranks[side] == 3 ? REA_FEW_THREE : REA_FEW_FOUR];
}

int rea_max_len(const struct rea_ctx *c, int arm, int form, int side, int sp)
{
    int most = arm == REA_FOOT ? 2 : arm == REA_HORSE ? 5 : 1;

    if (form != REA_LINE && form != REA_MC)
        return 1;
    if (arm == REA_HORSE && rea_has(c, REA_SHORT_HORSE))
        return 1; /* R-8.1c.7, R-B1.1 */
    /* R-8.1a.1, R-8.1a.12, R-8.1c.1, R-8.1c.2 */
    while (most > 1 && sp < rea_min_sp(c, arm, side, form, most))
        most--;
    return most;
}

static bool lone_regiment(const struct rea_ctx *c, int body, int form, int len)
{
    if (rea_lead(c, body)->arm != REA_HORSE || c->s->body[body].units != 1 || len != 1)
        return false;
    /* R-8.1a.15, R-8.1b.2, R-8.1c.8 */
    return form == REA_LINE || form == REA_AC || form == REA_MC;
}

/* R-8.1e.2, R-8.1e.4, R-8.1e.5: points in each hex of a Road Column. */
int rea_in_road_hex(const struct rea_ctx *c, bool guns)
{
    return rea_scale(c, room_in(c, guns ? REA_ROOM_ROAD_GUNS : REA_ROOM_ROAD, 0));
}

/* Room in these hexes with those that stand there; `ends`: guns join all of a formation. */
static bool room(const struct rea_ctx *c, int body, int form, const int16_t *hex, int len,
                 bool ends, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int arm = rea_lead(c, body)->arm, total = rea_sp(c, body), sp, gun, units;

    if (form == REA_ROUT)
        return true;
    int along = arm == REA_GUNS ? 0 : guns_along(c, body, hex, len);
    for (int i = 0; i < len; i++) {
        const char *rule = "R-10.x1";
        if (arm == REA_GUNS && form != REA_RC) {
            if (!room_for_guns(c, body, form, hex[i], ends, why))
                return false;
            continue;
        }
        int limit = rea_limit(c, arm, form, hex[i], &rule);
        int mine = part_of(total, len, i, form, c, arm);
        others_in(c, body, hex[i], &sp, &gun, &units);
        if (arm == REA_GUNS && mine + gun > limit)
            return tc_refuse(why, rule, REA_R_ROOM, hex[i], mine + gun, limit);
        if (arm == REA_HORSE && rea_has(c, REA_HORSE_BY_UNITS)) {
            if (y->units + units > 1)
                return tc_refuse(why, rule, REA_R_ROOM, hex[i], y->units + units, 1);
            continue;
        }
        if (arm == REA_GUNS || (!sp && lone_regiment(c, body, form, len)))
            continue;
        int all = mine + sp + along * rea_scale(c, 4);
        if (all > limit)
            return tc_refuse(why, rule, REA_R_ROOM, hex[i], all, limit);
    }
    return true;
}

static int part_of(int sp, int len, int i, int form, const struct rea_ctx *c, int arm)
{
    if (form == REA_RC) {
        int each = rea_in_road_hex(c, arm == REA_GUNS);
        return tc_max(0, tc_min(sp - i * each, each));
    }
    return arm == REA_GUNS || len == 1 ? sp : sp / len + (sp % len != 0);
}

/* Is there room for a body that comes to stand in these hexes? */
bool rea_room(const struct rea_ctx *c, int body, int form, const int16_t *hex, int len,
              struct tc_refusal *why)
{
    return room(c, body, form, hex, len, true, why);
}

/* Is there room for guns in a hex, and in those of the formation they would stand with? */
static bool room_for_guns(const struct rea_ctx *c, int body, int form, int hex, bool ends,
                          struct tc_refusal *why)
{
    const int16_t one[1] = { (int16_t)hex }, *at = one;
    int mine = rea_sp(c, body), n = 1, with = foot_form(c, hex), sp, gun, units;

    for (int b = c->first[hex] - 1; b >= 0 && ends; b = rea_below(c, b, hex))
        if (b != body && !rea_is_guns(c, b) && c->s->body[b].side == c->s->body[body].side &&
            guns_with(c, form, c->s->body[b].form, rea_lead(c, b)->arm)) {
            at = c->s->body[b].hex;
            n = c->s->body[b].len;
            with = c->s->body[b].form;
        }
    int along = guns_along(c, body, at, n);
    for (int i = 0; i < n; i++) {
        const char *rule = "R-10.x1";
        int limit = rea_limit(c, REA_GUNS, form, at[i], &rule);
        if (mine + along > limit)
            return tc_refuse(why, rule, REA_R_ROOM, at[i], mine + along, limit);
        others_in(c, body, at[i], &sp, &gun, &units);
        if (!sp)
            continue;
        limit = rea_limit(c, REA_FOOT, with, at[i], &rule);
        int all = sp + (mine + along) * rea_scale(c, 4); /* R-10.2b.1 */
        if (all > limit)
            return tc_refuse(why, rule, REA_R_ROOM, at[i], all, limit);
    }
    return true;
}

/* Formation of the infantry guns would stand with in a hex. */
static int foot_form(const struct rea_ctx *c, int hex)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (!rea_is_guns(c, b))
            return c->s->body[b].form;
    return REA_LINE;
}

/* Guns take the hexes of the body they stand with (R-10.2d.2), or one hex when left alone;
 * false when nothing changes. */
bool rea_place_guns(struct rea_ctx *c, int gun)
{
    struct rea_body *y = &c->s->body[gun];

    if (y->form == REA_RC)
        return false;
    for (int i = 0; i < y->len; i++)
        for (int b = c->first[y->hex[i]] - 1; b >= 0; b = rea_below(c, b, y->hex[i]))
            if (b != gun && b != c->s->mover && !rea_is_guns(c, b) &&
                guns_with(c, y->form, c->s->body[b].form, rea_lead(c, b)->arm))
                return guns_join(c, gun, b);
    return y->len > 1 && take_hexes(c, gun, y->hex, 1);
}

/* A body's new hexes; false when they are those it has. */
static bool take_hexes(struct rea_ctx *c, int body, const int16_t *hex, int len)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_body was = *y;

    if (y->len == len && memcmp(y->hex, hex, (size_t)len * sizeof *hex) == 0)
        return false;
    rea_put(c, body, y->form, y->facing, hex, len);
    return memcmp(&was, y, sizeof was) != 0;
}

static bool guns_join(struct rea_ctx *c, int gun, int body)
{
    const struct rea_body *x = &c->s->body[body];
    struct rea_body *y = &c->s->body[gun];
    bool on_top = x->form == REA_SQUARE && y->under;

    if (x->form == REA_SQUARE) /* R-10.2d.2 */
        y->under = 0;          /* R-10.2d.3 */
    if (take_hexes(c, gun, x->hex, x->len))
        return true;
    if (on_top)
        rea_again(c);
    return on_top;
}

/* Is the presence of this body in the hex a Pass-Through? *other: who else checks, or none. */
bool rea_passing(const struct rea_ctx *c, int body, int hex, int *other, const char **rule)
{
    *other = TC_NONE;
    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex)) {
        if (o == body || c->s->body[o].side != c->s->body[body].side)
            continue;
        if (!pass_with(c, body, o, hex, rule))
            continue;
        if (c->s->body[o].form != REA_ROUT)
            *other = o;
        return true;
    }
    if (rea_captured_at(c, hex) >= 0) {
        *rule = "R-10.4b.2";
        return true;
    }
    return false;
}

static bool pass_with(const struct rea_ctx *c, int body, int o, int hex, const char **rule)
{
    const struct rea_body *y = &c->s->body[body], *x = &c->s->body[o];
    int arm = rea_lead(c, body)->arm, arm2 = rea_lead(c, o)->arm;

    if (x->form == REA_ROUT && y->form != REA_ROUT) {
        *rule = "R-17.1b.11";
        return true;
    }
    if (rea_mixes_order(c, body, o) && !rea_may_join(c, body, o)) {
        *rule = "R-17.1b.10";
        return true;
    }
    bool alike = arm == arm2 && y->form == x->form;
    bool stackable = rea_arms_stack(c, body, o);
    if (!alike && !stackable) { /* R-10.2a.2, R-10.2c.2, R-10.2c.3, R-10.4b.1 */
        *rule = "R-17.1b.8";
        return true;
    }
    if (overfull(c, body, hex)) {
        *rule = "R-17.1b.7"; /* R-10.1b */
        return true;
    }
    return false; /* R-10.4c.1, R-10.4c.2 */
}

static bool overfull(const struct rea_ctx *c, int body, int hex)
{
    const int16_t one[1] = { (int16_t)hex };

    return !room(c, body, c->s->body[body].form, one, 1, false, NULL);
}

/* R-18.2c: what stands together shares its state. */
void rea_share_state(struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0], morale = REA_GOOD;
    bool disorder = false;

    for (int b = c->first[h] - 1; b >= 0; b = rea_below(c, b, h))
        for (int i = 0; i < c->s->body[b].units; i++) {
            const struct rea_unit *x = &c->s->unit[c->s->body[b].unit[i]];
            if (x->morale == REA_ROUTED)
                return;
            morale = tc_max(morale, x->morale);
            disorder |= x->disordered;
        }
    for (int b = c->first[h] - 1; b >= 0; b = rea_below(c, b, h))
        for (int i = 0; i < c->s->body[b].units; i++)
            take_state(c, c->s->body[b].unit[i], morale, disorder);
}

/* R-10.x2: who has come into a stack is put on top of its like or beneath by its owner. */
void rea_take_place(struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0], like = c->first[h] - 1;

    while (like >= 0 && (like == body || rea_is_guns(c, like) != rea_is_guns(c, body)))
        like = rea_below(c, like, h);
    if (like < 0)
        return;
    bool top = wants_top(c, body, like);
    rea_arrange(c, body, top);
    rea_tell(c->u, REA_E_ON_TOP, "R-10.x2", rea_lead_unit(c, top ? body : like), 0, 0);
}

/* kind: of the ground (open, broken, bramble; on what makes order general, as on broken). */
static int room_in(const struct rea_ctx *c, enum rea_room room, int kind)
{
    return c->bk->own.room[room][kind == 3 ? 1 : kind];
}

/* R-10.x3: the gun points among several hexes, which count in full in every one of them. */
static int guns_along(const struct rea_ctx *c, int body, const int16_t *hex, int len)
{
    int side = c->s->body[body].side, sp = 0;

    for (int i = 0; i < len; i++)
        for (int b = c->first[hex[i]] - 1; b >= 0; b = rea_below(c, b, hex[i])) {
            bool seen = b == body || c->s->body[b].side != side || !rea_is_guns(c, b);
            for (int k = 0; k < i && !seen; k++)
                seen = has_hex(&c->s->body[b], hex[k]);
            if (!seen)
                sp += rea_sp(c, b);
        }
    return sp;
}

static bool has_hex(const struct rea_body *y, int hex)
{
    for (int i = 0; i < y->len; i++)
        if (y->hex[i] == hex)
            return true;
    return false;
}

static int foot_limit(const struct rea_ctx *c, int form, int kind, const char **rule)
{
    bool line = form == REA_LINE;

    int most = room_in(c, line ? REA_ROOM_LINE : REA_ROOM_COLUMN, kind);

    if (kind == 2) { /* Bramble is printed for Brandywine as it stands */
        *rule = line ? "R-TEC-ST.3" : "R-TEC-ST.6";
        return most;
    }
    if (kind == 0)
        *rule = line ? "R-TEC-ST.1" : "R-TEC-ST.4";
    else
        *rule = line ? "R-TEC-ST.2" : "R-TEC-ST.5";
    return rea_scale(c, most);
}

static int horse_limit(const struct rea_ctx *c, int kind, const char **rule)
{
    *rule = kind == 0 ? "R-TEC-ST.7" : "R-TEC-ST.8";
    if (rea_has(c, REA_HORSE_BY_UNITS))
        return 1; /* R-RUL-17: Brandywine: units */
    return room_in(c, REA_ROOM_HORSE, kind);
}

/* R-TEC-ST.11 */
int rea_skirmish_room(const struct rea_ctx *c)
{
    return rea_scale(c, room_in(c, REA_ROOM_SKIRMISH, 0));
}

static int limit_of(const struct rea_ctx *c, int arm, int form, int hex, const char **rule)
{
    int kind = rea_stack_kind(c, hex);
    bool many = rea_has(c, REA_DOUBLE_LIMITS);

    if (form == REA_RC) {
        *rule = arm == REA_GUNS ? "R-8.1e.5" : "R-8.1e.4";
        return rea_in_road_hex(c, arm == REA_GUNS);
    }
    if (form == REA_SKIRMISH) {
        *rule = "R-TEC-ST.11";
        return rea_skirmish_room(c);
    }
    if (form == REA_SQUARE) {
        *rule = "R-TEC-ST.12";
        return rea_scale(c, room_in(c, REA_ROOM_SQUARE, kind));
    }
    if (form == REA_GO) {
        *rule = many ? "R-TEC-ST.10" : "R-TEC-ST.9";
        return room_in(c, many ? REA_ROOM_GENERAL_MANY : REA_ROOM_GENERAL, kind);
    }
    if (arm == REA_GUNS)
        return guns_limit(c, kind, rule);
    if (arm == REA_HORSE)
        return horse_limit(c, kind, rule);
    return foot_limit(c, form, kind, rule);
}

/* Most strength points of an arm and formation in a hex. Guns in gun points. */
int rea_limit(const struct rea_ctx *c, int arm, int form, int hex, const char **rule)
{
    return limit_of(c, arm, form, hex, rule);
}

static int guns_limit(const struct rea_ctx *c, int kind, const char **rule)
{
    *rule = kind == 0 ? "R-TEC-ST.13" : kind == 2 ? "R-TEC-ST.15" : "R-TEC-ST.14";
    int most = room_in(c, REA_ROOM_GUNS, kind);

    return kind == 2 ? most : rea_scale(c, most);
}

bool rea_same_hexes(const struct rea_body *y, const int16_t *hex, int len)
{
    return y->len == len && memcmp(y->hex, hex, (size_t)len * sizeof *hex) == 0;
}

static bool guns_with(const struct rea_ctx *c, int gun_form, int other_form, int other_arm)
{
    if (other_arm != REA_FOOT)
        return false; /* R-10.2a.1 */
    if (gun_form == REA_UA)
        return other_form == REA_LINE || other_form == REA_SQUARE;
    if (gun_form == REA_LA) /* R-B2.4 */
        return other_form == REA_MC ||
               (rea_has(c, REA_GUNS_WITH_COLUMNS) && other_form == REA_AC);
    return false;
}

/* May a body of this arm, form and place end stacked with `other`? R-10.x1, R-RUL-16. */
bool rea_may_stack(const struct rea_ctx *c, int form, int arm, int facing, const int16_t *hex,
                   int len, int other)
{
    const struct rea_body *y = &c->s->body[other];
    int other_arm = rea_lead(c, other)->arm;

    if (form == REA_ROUT || y->form == REA_ROUT)
        return false; /* R-19.2c.2 */
    if ((arm == REA_GUNS) != (other_arm == REA_GUNS)) {
        int gun_form = arm == REA_GUNS ? form : y->form;
        int foot_form = arm == REA_GUNS ? y->form : form;
        /* R-10.2c.1, R-10.2d.1 */
        if (!guns_with(c, gun_form, foot_form, arm == REA_GUNS ? other_arm : arm))
            return false;
        return gun_form != REA_UA || foot_form == REA_SQUARE || facing == y->facing;
    }
    if (arm == REA_GUNS) /* R-10.x1, R-RUL-16 */
        return other_arm == arm && y->form == form && (form == REA_LA || facing == y->facing);
    return other_arm == arm && y->form == form && facing == y->facing &&
           rea_same_hexes(y, hex, len);
}

/* What lies in a hex besides this body: points of its own arm, gun points, units. */
static void others_in(const struct rea_ctx *c, int body, int hex, int *sp, int *gun, int *units)
{
    *sp = *gun = *units = 0;
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex)) {
        const struct rea_body *y = &c->s->body[b];
        if (b == body || y->side != c->s->body[body].side)
            continue;
        if (rea_is_guns(c, b)) {
            *gun += rea_sp(c, b); /* R-10.x3, R-RUL-85 */
            continue;
        }
        for (int i = 0; i < y->len; i++)
            if (y->hex[i] == hex)
                *sp += rea_part_sp(c, b, i);
        *units += y->units;
    }
}

static void take_state(struct rea_ctx *c, int unit, int morale, bool disorder)
{
    struct rea_unit *x = &c->s->unit[unit];

    if (x->morale != morale)
        rea_tell(c->u, REA_E_SHAKEN, "R-10.1.1", unit, 0, 0); /* R-18.2c */
    if (x->disordered != disorder)
        rea_tell(c->u, REA_E_DISORDERED, "R-10.7", unit, 0, 0); /* R-17.4c */
    x->morale = (uint8_t)morale;
    x->disordered = disorder;
}

/* R-RUL-100: is there room for all who stand in one formation with a body, when they change
 * together? */
bool rea_room_for_all(const struct rea_ctx *c, int body, int form, const int16_t *hex, int len,
                      struct tc_refusal *why)
{
    int arm = rea_lead(c, body)->arm, at = c->s->body[body].hex[0], total = 0, bodies = 0;

    for (int o = c->first[at] - 1; o >= 0; o = rea_below(c, o, at))
        if (o == body || rea_one_formation(c, o, body)) {
            total += rea_sp(c, o);
            bodies++;
        }
    for (int i = 0; i < len && bodies > 1; i++) {
        const char *rule = "R-10.x1";
        int limit = rea_limit(c, arm, form, hex[i], &rule);
        int all = part_of(total, len, i, form, c, arm);
        if (all > limit)
            return tc_refuse(why, rule, REA_R_ROOM, hex[i], all, limit);
    }
    return true;
}

static bool wants_top(struct rea_ctx *c, int body, int other)
{
    return rea_ask(c, c->s->body[body].side, REA_Q_ORDER_OF_STACK, "R-10.x2",
                   rea_lead_unit(c, body), rea_lead_unit(c, other), 0)
               .verb == REA_V_TOP;
}

/* Guns go under the infantry of their stack, or come up. */
void rea_guns_under(struct rea_ctx *c, int body, bool under)
{
    const struct rea_body *y = &c->s->body[body];

    for (int i = 0; i < y->len; i++)
        for (int b = c->first[y->hex[i]] - 1; b >= 0; b = rea_below(c, b, y->hex[i]))
            if (c->s->body[b].form == REA_UA)
                c->s->body[b].under = under;
    rea_again(c);
}

/* R-10.2d.2: all guns take the hexes of those they stand with, or one of their own. */
void rea_rest_guns(struct rea_ctx *c)
{
    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && rea_is_guns(c, b))
            rea_place_guns(c, b);
}

/* A body has come to rest: join those it stands with, share their state, place the guns. */
void rea_settle(struct rea_ctx *c, int body)
{
    int other = twin(c, body), mover = c->s->mover;

    if (other >= 0) {
        bool top = wants_top(c, body, other);
        int lead = rea_lead_unit(c, other);
        rea_merge(c, other, body, top);
        rea_tell(c->u, REA_E_JOINED, "R-10.x2", lead, 0, 0);
        body = other;
        rea_again(c);
    }
    c->s->mover = REA_NO; /* it is at rest: its guns may take its hexes */
    rea_rest_guns(c);
    c->s->mover = (uint8_t)mover;
    if (other < 0 && c->s->body[body].steps)
        rea_take_place(c, body);
    rea_share_state(c, body);
}

static int twin(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    for (int b = c->first[y->hex[0]] - 1; b >= 0; b = rea_below(c, b, y->hex[0])) {
        const struct rea_body *x = &c->s->body[b];
        if (b == body || rea_lead(c, b)->arm != rea_lead(c, body)->arm || x->form != y->form)
            continue;
        if (x->units + y->units > REA_STACK || x->hook != y->hook ||
            !rea_same_hexes(x, y->hex, y->len))
            continue;
        if (y->form == REA_ROUT || act_together(c, b, body))
            return b;
    }
    return TC_NONE;
}

/* R-10.x2: put a body above or beneath the others of its kind, guns or not, in its stack. */
void rea_arrange(struct rea_ctx *c, int body, bool on_top)
{
    int h = c->s->body[body].hex[0], n = 0, least = on_top ? 0 : 1;
    uint8_t down[REA_BODIES];

    for (int b = c->first[h] - 1; b >= 0; b = rea_below(c, b, h))
        if (b != body && rea_is_guns(c, b) == rea_is_guns(c, body))
            down[n++] = (uint8_t)b;
    for (int i = 0; i < n; i++)
        c->s->body[down[i]].rank = (uint8_t)(n - 1 - i + least);
    c->s->body[body].rank = (uint8_t)(on_top ? n : 0);
    rea_again(c);
}

/* R-10.4c.2: guns and infantry in forms that may stand together. */
bool rea_arms_stack(const struct rea_ctx *c, int a, int b)
{
    const struct rea_body *x = &c->s->body[a], *y = &c->s->body[b];
    int arm = rea_lead(c, a)->arm, arm2 = rea_lead(c, b)->arm;

    if (arm == arm2)
        return false;
    return arm == REA_GUNS ? guns_with(c, x->form, y->form, arm2)
                           : arm2 == REA_GUNS && guns_with(c, y->form, x->form, arm);
}

/* Guns in the hex of a Line that turns stay as they are when another Line holds them there. */
bool rea_guns_held(const struct rea_ctx *c, int gun, int line)
{
    int h = c->s->body[gun].hex[0];

    for (int o = c->first[h] - 1; o >= 0; o = rea_below(c, o, h))
        if (o != gun && o != line && c->s->body[o].form == REA_LINE)
            return true;
    return false;
}

bool rea_mixes_order(const struct rea_ctx *c, int body, int o)
{
    return c->s->body[o].form != REA_ROUT && rea_disordered(c, body) != rea_disordered(c, o);
}

/* R-RUL-105: could it end its move with them? Then it has not passed them until it goes on. */
bool rea_may_join(const struct rea_ctx *c, int body, int o)
{
    const struct rea_body *y = &c->s->body[body];

    return rea_may_stack(c, y->form, rea_lead(c, body)->arm, y->facing, y->hex, y->len, o) &&
           rea_room(c, body, y->form, y->hex, y->len, NULL);
}
