/* rules/reason/leash.c - B5: how far skirmishers may go from formed troops at Brandywine. */
#include "rules/reason/step.h"

enum { DEAR = 127, PLACES = REA_HEXES * 6 };

struct walk {
    const struct rea_ctx *c;
    int body, most;
    int8_t cost[PLACES];
    int16_t next[PLACES]; /* places still to be looked at */
    int n;
};

/* Told further down: */
static bool way_back(const struct rea_ctx *c, int body, int hex, int facing, int left);
static void reach_place(struct walk *w, int hex, int facing, int cost);
static bool may_stand(const struct rea_ctx *c, int body, int hex, int facing);
static void walk_on(struct walk *w, int hex, int facing, int cost);
static bool leashed(const struct rea_ctx *c, int body);
static bool formed_near(const struct rea_ctx *c, int side, int hex, int reach);

/* R-B5.1, R-B5.3: beyond two points only while there is a way back to formed troops. */
bool rea_leash(const struct rea_ctx *c, int body, const struct rea_plan *p,
               struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int after = y->mp + p->cost;

    if (!leashed(c, body) || after <= 2 * REA_MP ||
        way_back(c, body, p->hex[0], p->facing, rea_allowance(c, body) - after))
        return true;
    return tc_refuse(why, "R-B5.1", REA_R_LEASH, 0, 0, 0); /* R-B5.3 */
}

/* R-B5.3: is there a hex within 2 of formed troops that can still be reached, where the move
 * may end, from this hex and facing with so many sixths? */
static bool way_back(const struct rea_ctx *c, int body, int hex, int facing, int left)
{
    int side = c->s->body[body].side;
    struct walk w = { .c = c, .body = body, .most = tc_min(left, DEAR - 1) };

    if (!formed_near(c, side, hex, 2 + left / 3))
        return false; /* no step is cheaper than half a point */
    memset(w.cost, DEAR, sizeof w.cost);
    reach_place(&w, hex, facing, 0);
    for (int i = 0; i < w.n; i++) {
        int at = w.next[i], h = at / 6;
        if (formed_near(c, side, h, 2) && may_stand(c, body, h, at % 6))
            return true;
        walk_on(&w, h, at % 6, w.cost[at]);
    }
    return false;
}

static void reach_place(struct walk *w, int hex, int facing, int cost)
{
    int at = hex * 6 + facing;

    if (cost > w->most || cost >= w->cost[at] || w->n >= PLACES)
        return;
    w->cost[at] = (int8_t)cost;
    w->next[w->n++] = (int16_t)at;
}

/* May its move end here: nobody it may not stand with, and room? */
static bool may_stand(const struct rea_ctx *c, int body, int hex, int facing)
{
    const int16_t one[1] = { (int16_t)hex };

    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex))
        if (o != body && !rea_may_stack(c, REA_SKIRMISH, REA_FOOT, facing, one, 1, o))
            return false;
    return rea_room(c, body, REA_SKIRMISH, one, 1, NULL);
}

/* One step ahead, or one turn on the spot: the prices of chapters 9 and 11. */
static void walk_on(struct walk *w, int hex, int facing, int cost)
{
    const struct rea_ctx *c = w->c;
    int side = c->s->body[w->body].side;
    uint8_t front = rea_front_mask(REA_SKIRMISH, facing);
    bool zone = rea_in_zoc(c, side, hex);

    for (int f = 0; f < 6; f++)
        if (f != facing)
            reach_place(w, hex, f,
                        cost + rea_turn_price(c, w->body, tc_hexface_turns(facing, f)) +
                            (zone ? REA_MP : 0));
    for (int d = 0; d < 6; d++) {
        int to = tc_hexmap_next(&c->bk->map, (tc_hex)hex, d);
        if (to < 0 || !tc_hexmask_has(front, d) || rea_enemy_at(c, side, to) >= 0)
            continue;
        struct rea_price p = rea_price(c, REA_C_SKIRMISH, REA_SKIRMISH, hex, d, false);
        if (!p.no && !p.rc_only && !p.all)
            reach_place(w, to, facing, cost + p.cost + (rea_in_zoc(c, side, to) ? REA_MP : 0));
    }
}

/* Are these skirmishers on a leash in this move? */
static bool leashed(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    if (!rea_has(c, REA_LEASH) || y->form != REA_SKIRMISH || y->square_moved)
        return false;
    if (!rea_lead(c, body)->exempt)
        return true;
    return false; /* R-B5.2 */
}

/* R-B5.3: a friendly, unrouted body of foot or horse, not in Skirmish, within reach. */
static bool formed_near(const struct rea_ctx *c, int side, int hex, int reach)
{
    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (y->units && y->side == side && y->form != REA_SKIRMISH && y->form != REA_ROUT &&
            !rea_is_guns(c, b) && rea_body_distance(c, b, hex) <= reach)
            return true;
    }
    return false;
}

bool rea_near_formed(const struct rea_ctx *c, int body)
{
    return formed_near(c, c->s->body[body].side, c->s->body[body].hex[0], 2);
}
