/* rules/reason/step.c - chapter 11: what one step, extension or special move costs. */
#include "rules/reason/step.h"

struct entry {
    int hex_cost, side_cost;
    struct rea_price price;
};

/* Told further down: */
static bool bites_itself(const struct rea_body *y, int head);
static bool column(int form);
static void note_entry(const struct entry *e, int part, bool road, struct rea_plan *p);
static int oblique(const struct rea_ctx *c, int body, int dir);
static bool may_resize(const struct rea_ctx *c, int body, struct tc_refusal *why);
static void resize_price(const struct rea_ctx *c, int body, const struct entry *e, int to,
                         struct rea_plan *p);
static bool zone_price(const struct rea_ctx *c, int body, struct rea_plan *p,
                       struct tc_refusal *why);
static bool tows(const struct rea_ctx *c, int body);
static bool gun_friend_at(const struct rea_ctx *c, int side, int hex);
static bool all_can(const struct rea_ctx *c, const struct rea_body *y, struct tc_refusal *why);
static bool shift(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                  struct tc_refusal *why);
static bool open_to(const struct rea_ctx *c, int body, const struct entry *e, int to,
                    struct tc_refusal *why);
static bool road_step(const struct rea_ctx *c, int body, int dir, struct tc_refusal *why);
static bool room_in_general(const struct rea_ctx *c, int body, const struct rea_plan *p,
                            struct tc_refusal *why);
static bool free_oblique(const struct rea_ctx *c, int body);
static int prolonge_hexes(const struct rea_ctx *c, const struct rea_body *y);
static struct entry enter(const struct rea_ctx *c, int body, int from, int dir, bool road);

/* --- 8.1 Formations: who, size, facing, allowance --- */

/* Whole movement points printed on the slowest unit. */
static int printed_mp(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    int ma = 99;

    for (int i = 0; i < y->units; i++)
        ma = tc_min(ma, c->bk->unit[y->unit[i]].ma);
    /* R-8.1a.7, R-8.1b.4, R-8.1c.10, R-8.1e.9, R-8.1f.3, R-8.1h.3 */
    return ma;
}

int rea_printed(const struct rea_ctx *c, int body)
{
    return REA_MP * printed_mp(c, body);
}

/* Price of all parts; new hexes into p. R-8.1a.8, R-8.1c.11, R-8.1c.12. */
static bool price_parts(const struct rea_ctx *c, int body, int dir, bool road,
                        struct rea_plan *p, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int most = 0, sides = 0;

    for (int i = 0; i < y->len; i++) {
        bool follow = column(y->form) && i > 0;
        int d = follow ? rea_dir_of(c, y->hex[i], y->hex[i - 1]) : dir;
        int to = follow ? y->hex[i - 1] : tc_hexmap_next(&c->bk->map, y->hex[i], dir);
        if (to < 0 || d < 0)
            return tc_refuse(why, "R-11.x1", REA_R_OFF_MAP, 0, 0, 0);
        p->hex[i] = (int16_t)to;
        struct entry e = enter(c, body, y->hex[i], d, road);
        if (!follow && !open_to(c, body, &e, to, why))
            return false;
        p->all |= e.price.all && !follow;
        if (column(y->form)) {
            most = tc_max(most, road && i ? 0 : e.hex_cost);
            sides += e.side_cost;
        } else {
            most = tc_max(most, e.hex_cost + e.side_cost);
        }
        if (!follow)
            note_entry(&e, i, road, p);
    }
    p->cost = (int16_t)(most + sides); /* R-8.1a.8, R-8.1c.11, R-8.1c.12 */
    return true;
}

/* What else a part that leads the way meets where it enters. */
static void note_entry(const struct entry *e, int part, bool road, struct rea_plan *p)
{
    p->wait_hex = (uint8_t)(p->wait_hex + e->price.check_hex);
    p->wait_side = (uint8_t)(p->wait_side + e->price.check_side);
    if (e->price.general && !road && !p->general)
        p->general = (uint8_t)(part + 1);
    p->rule = e->price.rule;
}

static bool square_step(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                        struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int to = tc_hexmap_next(&c->bk->map, y->hex[0], dir);

    if (to < 0)
        return tc_refuse(why, "R-11.x1", REA_R_OFF_MAP, 0, 0, 0);
    if (!rea_hex_clear(c, to) || !rea_side_open(c, y->hex[0], dir) ||
        rea_enemy_at(c, y->side, to) >= 0)
        return tc_refuse(why, "R-8.1d.5", REA_R_CLOSED, to, 0, 0);
    p->hex[0] = (int16_t)to;
    p->all = 1;
    p->rule = "R-8.1d.6";
    return true;
}

static bool front_step(const struct rea_ctx *c, int body, int dir, bool road,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form == REA_UA)
        return tc_refuse(why, "R-8.1i.3", REA_R_BY_HAND, 0, 0, 0);
    if (y->form == REA_ROUT)
        return tc_refuse(why, "R-6.3c", REA_R_ROUTED, rea_lead_unit(c, body), 0, 0);
    if (y->form == REA_GO && y->steps)
        return tc_refuse(why, "R-8.1g.3", REA_R_ONE_HEX, 0, 0, 0);
    if (road)
        return true;
    if (!tc_hexmask_has(rea_front_mask(y->form, y->facing), dir)) /* R-8.1e.6 */
        return tc_refuse(why, "R-11.x1", REA_R_NOT_FRONT, 0, 0, 0);
    if (y->road)
        return tc_refuse(why, "R-RUL-55", REA_R_ON_ROAD, 0, 0, 0);
    return true;
}

/* One step in a direction: the new body and its price, or why not. */
bool rea_plan_step(const struct rea_ctx *c, int body, int dir, bool road, struct rea_plan *p,
                   struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    memset(p, 0, sizeof *p);
    p->len = y->len;
    p->form = y->form;
    p->facing = road ? (uint8_t)tc_hex_mod6(dir) : y->facing;
    p->hook = y->hook;
    p->rule = "R-11.x1";
    if (!rea_is_facing(dir))
        return tc_refuse(why, "R-11.x1", REA_R_NOT_FRONT, 0, 0, 0);
    if (y->form == REA_SQUARE && !road)
        return square_step(c, body, dir, p, why);
    if (!front_step(c, body, dir, road, why) || (road && !road_step(c, body, dir, why)) ||
        !price_parts(c, body, dir, road, p, why))
        return false;
    if (bites_itself(y, p->hex[0]))
        return tc_refuse(why, "R-8.1e.7", REA_R_OWN_TAIL, p->hex[0], 0, 0);
    if (y->form == REA_GO && !p->general)
        return tc_refuse(why, "R-8.1g.5", REA_R_MUST_EMERGE, p->hex[0], 0, 0);
    if (!zone_price(c, body, p, why)) /* R-8.1g.4 */
        return false;
    if (!p->all && !road)
        p->cost = (int16_t)(p->cost + oblique(c, body, dir));
    if (y->hook != REA_NO_HOOK)
        p->cost = (int16_t)(2 * p->cost); /* R-8.1a.11, R-RUL-93 */
    return room_in_general(c, body, p, why);
}

/* Does the head of a column come upon its own tail? */
static bool bites_itself(const struct rea_body *y, int head)
{
    for (int i = 1; i < y->len && column(y->form); i++)
        if (y->hex[i] == head)
            return true;
    return false;
}

static bool column(int form)
{
    return form == REA_MC || form == REA_RC || form == REA_LA;
}

/* --- 11. Movement --- */

static int oblique(const struct rea_ctx *c, int body, int dir)
{
    const struct rea_body *y = &c->s->body[body];
    int side = tc_hex_mod6(dir - y->facing) == 0 ? 1 : 2;

    if ((y->form != REA_LINE && y->form != REA_AC) || y->last != side)
        return 0;
    if (free_oblique(c, body)) /* R-RUL-19 */
        return 0;
    return REA_MP; /* R-11.3b.1, R-11.3b.2 */
}

bool rea_plan_extend(const struct rea_ctx *c, int body, int end, struct rea_plan *p,
                     struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool line = y->form == REA_LINE, right = line && end == 1;
    int most = rea_max_len(c, rea_lead(c, body)->arm, y->form, y->side, rea_sp(c, body));

    memset(p, 0, sizeof *p);
    if (!may_resize(c, body, why))
        return false;
    if (end < 0 || end > (line ? 1 : 0))
        return tc_refuse(why, "R-11.5x1", REA_R_NO_END, 0, 0, 0);
    if (y->len + 1 > most)
        return tc_refuse(why, "R-11.5x1", REA_R_TOO_LONG, y->len + 1, most, 0);
    if (y->hook == (right ? REA_HOOK_RIGHT : REA_HOOK_LEFT))
        return tc_refuse(why, "R-RUL-93", REA_R_HOOKED, 0, 0, 0);
    int from = right ? y->hex[y->len - 1] : y->hex[0];
    int dir = line ? (right ? y->facing + 2 : y->facing - 1) : y->facing;
    int to = tc_hexmap_next(&c->bk->map, (tc_hex)from, dir);
    if (to < 0)
        return tc_refuse(why, "R-11.5x1", REA_R_OFF_MAP, 0, 0, 0);
    struct entry e = enter(c, body, from, tc_hex_mod6(dir), false);
    if (!open_to(c, body, &e, to, why))
        return false;
    if (e.price.general)
        return tc_refuse(why, "R-8.4f.2", REA_R_CLOSED, to, 0, 0);
    resize_price(c, body, &e, to, p);
    p->form = y->form;
    p->facing = y->facing;
    p->hook = y->hook;
    p->len = (uint8_t)(y->len + 1);
    memcpy(p->hex + (right ? 0 : 1), y->hex, (size_t)y->len * sizeof *p->hex);
    p->hex[right ? y->len : 0] = (int16_t)to;
    return true;
}

static bool may_resize(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if ((y->form != REA_LINE && y->form != REA_MC) || rea_is_guns(c, body))
        return tc_refuse(why, "R-11.5.1", REA_R_NO_RESIZE, 0, 0, 0);
    if (rea_disordered(c, body))
        return tc_refuse(why, "R-11.5a", REA_R_DISORDERED, 0, 0, 0);
    if (!rea_straight(c, body))
        return tc_refuse(why, "R-8.4a.3", REA_R_BENT, 0, 0, 0);
    return true; /* R-17.2b */
}

static void resize_price(const struct rea_ctx *c, int body, const struct entry *e, int to,
                         struct rea_plan *p)
{
    const struct rea_body *y = &c->s->body[body];

    p->cost = (int16_t)(e->price.cost + (y->form == REA_LINE ? REA_MP : 0));
    p->all = e->price.all;
    if (rea_in_zoc(c, y->side, to) && !p->all)
        p->cost = (int16_t)(p->cost + REA_MP);
    if (y->hook != REA_NO_HOOK)
        p->cost = (int16_t)(2 * p->cost);
    p->wait_hex = e->price.check_hex;
    p->wait_side = e->price.check_side;
    p->rule = y->form == REA_LINE ? "R-11.5.1" : "R-11.5.2"; /* R-11.5e, R-RUL-73 */
}

bool rea_plan_shrink(const struct rea_ctx *c, int body, int end, struct rea_plan *p,
                     struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool line = y->form == REA_LINE, right = line ? end == 1 : true;

    memset(p, 0, sizeof *p);
    if (!may_resize(c, body, why))
        return false;
    if (y->len < 2)
        return tc_refuse(why, "R-11.5x1", REA_R_SHORT, 0, 0, 0);
    if (end < 0 || end > (line ? 1 : 0))
        return tc_refuse(why, "R-11.5x1", REA_R_NO_END, 0, 0, 0);
    int from = right ? y->hex[y->len - 1] : y->hex[0];
    int to = right ? y->hex[y->len - 2] : y->hex[1];
    struct entry e = enter(c, body, from, rea_dir_of(c, from, to), false);
    if (e.price.no || e.price.rc_only)
        return tc_refuse(why, e.price.rule, REA_R_CLOSED, to, 0, 0);
    resize_price(c, body, &e, to, p);
    p->form = y->form;
    p->facing = y->facing;
    p->hook = y->hook;
    p->len = (uint8_t)(y->len - 1);
    memcpy(p->hex, y->hex + (right ? 0 : 1), (size_t)p->len * sizeof *p->hex);
    return rea_room(c, body, p->form, p->hex, p->len, why);
}

/* R-11.x2: any of its hexes; of guns only the head, the others must come after it (R-11.8b.2).
 */
static bool zone_price(const struct rea_ctx *c, int body, struct rea_plan *p,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool zone = false, guns = rea_is_guns(c, body);

    for (int i = 0; i < (guns ? 1 : p->len) && !zone; i++)
        zone = rea_in_zoc(c, y->side, p->hex[i]);
    if (!zone)
        return true;
    if (guns || tows(c, body))
        return tc_refuse(why, "R-11.8a.4", REA_R_ZOC, p->hex[0], 0, 0);
    if (!p->all)
        p->cost = (int16_t)(p->cost + REA_MP);
    return true; /* R-11.x2, R-11.8a.1 */
}

static bool tows(const struct rea_ctx *c, int body)
{
    int16_t at = c->s->body[body].hex[0];

    for (int o = c->first[at] - 1; o >= 0; o = rea_below(c, o, at))
        if (rea_goes_along(c, body, o))
            return true;
    return false;
}

/* May these guns be drawn by hand now? */
static bool may_prolonge(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_UA)
        return tc_refuse(why, "R-8.1i.3", REA_R_NOT_UNLIMBERED, 0, 0, 0);
    if (!all_can(c, y, why))
        return false;
    if (rea_disordered(c, body))
        return tc_refuse(why, "R-11.6.4", REA_R_DISORDERED, 0, 0, 0); /* R-17.2d */
    if (y->prolonged >= prolonge_hexes(c, y))
        return tc_refuse(why, "R-11.6x1", REA_R_DRAWN, 0, 0, 0);
    if (y->mp > 0 || (y->entered & 1) || y->whole)
        return tc_refuse(why, "R-11.6x1", REA_R_GUNS_ACTED, 0, 0, 0);
    return true;
}

/* R-8.1i.3: can every battery of the body be drawn by hand now? One that cannot is not dragged
 * along by the others. */
static bool all_can(const struct rea_ctx *c, const struct rea_body *y, struct tc_refusal *why)
{
    for (int i = 0; i < y->units && !rea_has(c, REA_FREE_PROLONGE); i++) {
        const struct rea_card *k = &c->bk->unit[y->unit[i]];
        if (k->prolonge == REA_NO_PROLONGE)
            return tc_refuse(why, "R-8.1i.3", REA_R_NO_PROLONGE, y->unit[i], 0, 0);
        if (y->fired && k->prolonge == REA_P)
            return tc_refuse(why, "R-11.6.3", REA_R_FIRED, 0, 0, 0);
    }
    return true; /* R-B3.13 */
}

/* Nothing can be done behind this act, so it must end where the body may stand (R-10.x1). */
bool rea_may_stay(const struct rea_ctx *c, int body, const struct rea_plan *p,
                  struct tc_refusal *why)
{
    int arm = rea_lead(c, body)->arm;

    for (int i = 0; i < p->len; i++)
        for (int o = c->first[p->hex[i]] - 1; o >= 0; o = rea_below(c, o, p->hex[i])) {
            int way = c->s->body[o].facing;
            if (o == body || rea_may_stack(c, p->form, arm, p->facing, p->hex, p->len, o))
                continue;
            bool turned = rea_may_stack(c, p->form, arm, way, p->hex, p->len, o);
            return tc_refuse(why,
                             p->form != REA_UA ? "R-10.x1"
                             : turned          ? "R-8.5c.5"
                                               : "R-8.5.3",
                             REA_R_STACK, rea_lead_unit(c, o), 0, 0);
        }
    return rea_room(c, body, p->form, p->hex, p->len, why);
}

bool rea_plan_backup(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                     struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool vertex = y->form == REA_LINE || y->form == REA_AC;

    memset(p, 0, sizeof *p);
    if (rea_is_guns(c, body) || (!vertex && !(y->form == REA_MC && y->len == 1)) || y->hook)
        return tc_refuse(why, "R-RUL-23", REA_R_NO_BACK_UP, 0, 0, 0);
    if (rea_disordered(c, body))
        return tc_refuse(why, "R-11.7.3", REA_R_DISORDERED, 0, 0, 0);
    if (!rea_is_facing(dir) ||
        !(vertex ? dir == tc_hex_mod6(y->facing + 3) || dir == tc_hex_mod6(y->facing + 4)
                 : dir == tc_hex_mod6(y->facing + 3)))
        return tc_refuse(why, "R-11.7.1", REA_R_NOT_REAR, 0, 0, 0);
    if (!shift(c, body, dir, p, why))
        return false;
    for (int i = 0; i < p->len; i++)
        if (rea_in_zoc(c, y->side, p->hex[i]))
            return tc_refuse(why, "R-11.7.5", REA_R_ZOC, p->hex[i], 0, 0);
    if (!rea_may_stay(c, body, p, why))
        return false;
    p->all = 1; /* */
    p->rule = "R-11.7.1";
    return true;
}

/* Sixths of a movement point this body has in a segment. */
int rea_allowance(const struct rea_ctx *c, int body)
{
    int ma = printed_mp(c, body), rapid = 0;

    if (c->s->body[body].rapid)
        rapid = ma / 2; /* R-11.4x1, R-RUL-20 */
    if (rea_ooc(c, body))
        ma = rea_half(ma); /* R-7.5b.3 */
    if (rea_disordered(c, body))
        ma = rea_half(ma);        /* R-17.2a.1, R-RUL-49 */
    return REA_MP * (ma + rapid); /* R-18.4a.1 */
}

int rea_left(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_memo *m = c->memo;

    if (m && m->paid == body)
        return m->left;
    int left = y->whole ? 0 : rea_allowance(c, body) - y->mp;
    if (m) {
        m->paid = (int16_t)body;
        m->left = left;
    }
    return left;
}

bool rea_plan_prolonge(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    memset(p, 0, sizeof *p);
    if (!may_prolonge(c, body, why))
        return false;
    if (!rea_is_facing(dir) || !tc_hexmask_has(tc_hexmask_turn(27, y->facing), dir))
        return tc_refuse(why, "R-11.6.1", REA_R_NOT_FRONT, 0, 0, 0);
    if (!shift(c, body, dir, p, why))
        return false;
    if (p->all && rea_ooc(c, body))
        return tc_refuse(why, "R-RUL-70", REA_R_OOC, 0, 0, 0);
    if (rea_has(c, REA_FREE_PROLONGE) && rea_hex_no_prolonge(c, p->hex[0]))
        return tc_refuse(why, "R-B3.15", REA_R_CLOSED, p->hex[0], 0, 0);
    if (rea_in_zoc(c, y->side, p->hex[0]) && !gun_friend_at(c, y->side, p->hex[0]))
        return tc_refuse(why, "R-11.6.5", REA_R_ZOC, p->hex[0], 0, 0); /* R-11.8b.1, R-RUL-21 */
    if (y->prolonged + 1 >= prolonge_hexes(c, y) && !rea_may_stay(c, body, p, why))
        return false;
    p->all = 0;
    p->cost = 0;
    p->rule = "R-11.6.1";
    return true;
}

static bool gun_friend_at(const struct rea_ctx *c, int side, int hex)
{
    for (int o = rea_friend_at(c, side, hex); o >= 0; o = rea_below(c, o, hex))
        if (c->s->body[o].form != REA_ROUT &&
            (rea_lead(c, o)->arm == REA_FOOT || c->s->body[o].form == REA_UA))
            return true;
    return false;
}

static bool shift(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                  struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    p->len = y->len;
    p->form = y->form;
    p->facing = y->facing;
    p->hook = y->hook;
    for (int i = 0; i < y->len; i++) {
        int to = tc_hexmap_next(&c->bk->map, y->hex[i], dir);
        if (to < 0)
            return tc_refuse(why, "R-11.x1", REA_R_OFF_MAP, 0, 0, 0);
        struct entry e = enter(c, body, y->hex[i], dir, false);
        if (!open_to(c, body, &e, to, why))
            return false;
        if (e.price.general)
            return tc_refuse(why, "R-8.4f.2", REA_R_CLOSED, to, 0, 0);
        p->hex[i] = (int16_t)to;
        p->all |= e.price.all;
        p->cost = (int16_t)tc_max(p->cost, e.price.cost);
        p->wait_hex = (uint8_t)(p->wait_hex + e.price.check_hex);
        p->wait_side = (uint8_t)(p->wait_side + e.price.check_side);
    }
    return true;
}

static bool open_to(const struct rea_ctx *c, int body, const struct entry *e, int to,
                    struct tc_refusal *why)
{
    if (rea_enemy_at(c, c->s->body[body].side, to) >= 0)
        return tc_refuse(why, "R-11.x1", REA_R_ENEMY_THERE, to, 0, 0);
    if (e->price.no)
        return tc_refuse(why, e->price.rule, REA_R_CLOSED, to, 0, 0);
    if (e->price.rc_only)
        return tc_refuse(why, "R-TEC.7", REA_R_CLOSED, to, 0, 0);
    return true;
}

static bool road_step(const struct rea_ctx *c, int body, int dir, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int to = tc_hexmap_next(&c->bk->map, y->hex[0], dir);

    if (y->form != REA_RC)
        return tc_refuse(why, "R-TEC.6", REA_R_ROAD_COLUMN, 0, 0, 0);
    if (!y->road && y->mp > 0)
        return tc_refuse(why, "R-RUL-55", REA_R_OFF_ROAD, 0, 0, 0);
    for (int i = 0; i < y->len && !y->road; i++)
        if (!rea_on_road(c, y->hex[i]))
            return tc_refuse(why, "R-RUL-98", REA_R_NOT_ON_ROAD, y->hex[i], 0, 0);
    if (to < 0 || !rea_road(c, y->hex[0], dir) || !rea_road_rate(c, to, dir + 3))
        return tc_refuse(why, "R-TEC.4", REA_R_NO_ROAD, y->hex[0], 0, 0);
    for (int i = 1; i < y->len; i++)
        if (y->hex[i] == to)
            return tc_refuse(why, "R-8.1e.7", REA_R_OWN_TAIL, to, 0, 0);
    return true; /* R-TEC.5 */
}

/* Whoever goes into General Order by this step needs room for it. */
static bool room_in_general(const struct rea_ctx *c, int body, const struct rea_plan *p,
                            struct tc_refusal *why)
{
    if (!p->general || c->s->body[body].form == REA_GO)
        return true;
    const int16_t one[1] = { p->hex[p->general - 1] };
    if (rea_room(c, body, REA_GO, one, 1, why))
        return true;
    return false; /* R-RUL-67 */
}

/* --- Title modules --- */

static bool free_oblique(const struct rea_ctx *c, int body)
{
    const struct rea_card *k = rea_lead(c, body);

    if (k->arm != REA_FOOT)
        return true; /* R-11.3b.3 */
    if (k->nation != REA_PRUSSIAN)
        return false;
    if (rea_has(c, REA_OBLIQUE_PRUSSIANS))
        return true; /* R-LE2.1, R-LO2.1 */
    if (rea_has(c, REA_OBLIQUE_GUARDS) && k->kind == REA_LEIBGARDE)
        return true; /* R-K1.1 */
    if (rea_has(c, REA_OBLIQUE_GRENADIERS) && k->kind == REA_GRENADIER)
        return true; /* R-K1.2, R-Z2.1 */
    return false;
}

bool rea_plan_backstep(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    const struct rea_card *k = rea_lead(c, body);

    memset(p, 0, sizeof *p);
    if (!rea_has(c, REA_BACK_STEPS) || k->nation != REA_AUSTRIAN || k->kind != REA_GRENZER ||
        y->form != REA_SKIRMISH)
        return tc_refuse(why, "R-K2.1", REA_R_GRENZERS, 0, 0, 0);
    if (!rea_is_facing(dir) ||
        (dir != tc_hex_mod6(y->facing + 3) && dir != tc_hex_mod6(y->facing + 4)))
        return tc_refuse(why, "R-K2.1", REA_R_NOT_REAR, 0, 0, 0);
    if (!shift(c, body, dir, p, why))
        return false;
    p->cost = (int16_t)(2 * p->cost);
    if (rea_in_zoc(c, y->side, p->hex[0]))
        p->cost = (int16_t)(p->cost + REA_MP);
    p->rule = "R-K2.2";
    return true;
}

/* Hexes a Prolonge may go: R-B3.14. */
static int prolonge_hexes(const struct rea_ctx *c, const struct rea_body *y)
{
    for (int i = 0; i < y->units; i++)
        if (!rea_has(c, REA_FREE_PROLONGE) || c->bk->unit[y->unit[i]].gun != REA_BATTALION_GUN)
            return 1;
    return 2; /* R-B3.14 */
}

static struct entry enter(const struct rea_ctx *c, int body, int from, int dir, bool road)
{
    const struct rea_body *y = &c->s->body[body];
    int column = rea_column_of(rea_lead(c, body)->arm, y->form);
    struct entry e;

    if (tows(c, body))
        column = REA_C_GUNS; /* R-B2.5 */

    e.price = rea_price(c, column, y->form, from, dir, road);
    int to = tc_hexmap_next(&c->bk->map, (tc_hex)from, dir);
    e.hex_cost = road ? rea_road_rate(c, to, dir + 3) : tc_max(0, rea_hex_cost(c, column, to));
    e.side_cost = e.price.cost - e.hex_cost;
    return e;
}

/* R-B2.5: limbered guns in the hex of a moving Attack Column go along with it. */
bool rea_goes_along(const struct rea_ctx *c, int body, int guns)
{
    const struct rea_body *y = &c->s->body[body], *g = &c->s->body[guns];

    return rea_has(c, REA_GUNS_WITH_COLUMNS) && y->form == REA_AC && g->units &&
           g->side == y->side && g->form == REA_LA && g->hex[0] == y->hex[0] &&
           rea_active(c, guns) && !g->done && (g->towed || !g->moved);
}

/* R-7.5b.4, R-17.2a.2, R-RUL-61, R-RUL-90: the whole printed allowance, untouched. */
static bool whole_left(const struct rea_ctx *c, int body, const char *rule,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (rea_disordered(c, body))
        return tc_refuse(why, "R-17.2a.2", REA_R_NEEDS_ALL, rea_printed(c, body), 0, 0);
    if (rea_ooc(c, body))
        return tc_refuse(why, "R-7.5b.4", REA_R_NEEDS_ALL, rea_printed(c, body), 0, 0);
    if (y->rapid)
        return tc_refuse(why, "R-RUL-90", REA_R_NEEDS_ALL, rea_printed(c, body), 0, 0);
    if (y->mp > 0 || y->whole) /* R-RUL-61 */
        return tc_refuse(why, rule, REA_R_NEEDS_ALL, rea_printed(c, body), rea_left(c, body),
                         0);
    return true;
}

/* Can the body pay for the plan? The refusal names the price. */
bool rea_can_pay(const struct rea_ctx *c, int body, const struct rea_plan *p,
                 struct tc_refusal *why)
{
    if (p->all)
        return whole_left(c, body, p->rule, why);
    if (p->cost > rea_left(c, body) || c->s->body[body].whole)
        return tc_refuse(why, p->rule, REA_R_COST, p->cost, tc_max(0, rea_left(c, body)), 0);
    return true;
}
