/* rules/bayonet/staff.c - a bayonet army under orders: brigades march, charge, stand. */
#include "board/staff.h"
#include "kernel/eye.h"
#include "rules/bayonet/bayonet.h"
#include "rules/bayonet/board.h"
#include "rules/bayonet/words.h"
#include "rules/bayonet/move.h"
#include "rules/bayonet/setup.h"

enum { HEX = 1000, FOOT_REACH = 2 * HEX, HORSE_REACH = 4 * HEX, GUN_RANGE = 6 * HEX };
enum { FIELD = 24 * HEX, WATCHED = 40, TRIED = 20, CLOSE = 8 };

static int commands(const struct tc_book *tbk, int side)
{
    (void)side;
    return ((const struct bay_book *)tbk)->brigades;
}

/* --- The armies ----------------------------------------------------------------------------
 */

static int power_of(const struct bay_unit_def *def, const struct bay_unit *x)
{
    if (def->kind == BAY_ART)
        return 30;
    return tc_max(8, 20 + 14 * (x->disordered ? def->cv_disordered : def->cv) -
                         12 * x->casualties);
}

static void place(const struct bay_book *bk, const struct bay_state *s, int u,
                  struct tc_line_body *b)
{
    const struct bay_unit *x = &s->units[u];

    tc_line_hex_place(bk->vec[x->hex], &b->x, &b->y);
    if (x->facing != BAY_NO_FACING)
        tc_line_hex_ahead(TC_HEX_CCW, 2 * x->facing + 1, b);
    b->power = (int16_t)power_of(&bk->unit[u], x);
    b->gun = bay_is_art(bk, u);
    b->reach = b->gun ? HEX : bay_is_horse(bk, u) ? HORSE_REACH : FOOT_REACH;
    b->range = b->gun && !x->limbered ? GUN_RANGE : 0;
    b->stand = HEX;
    b->steady = !x->disordered && x->casualties < 3;
    b->unit = (int16_t)u;
    b->command = bk->unit[u].brigade;
}

static void muster(const struct tc_book *tbk, const void *state, struct tc_lines *l)
{
    const struct bay_book *bk = (const struct bay_book *)tbk;
    const struct bay_state *s = state;

    l->bodies = l->goals = 0;
    l->field = FIELD;
    for (int u = 0; u < bk->units; u++) {
        if (!bay_fights(s, u))
            continue;
        struct tc_line_body *b = tc_line_body(l, bk->unit[u].side);
        if (b)
            place(bk, s, u, b);
    }
    for (int g = 0; g < bk->goals; g++) {
        int32_t x, y;
        const struct bay_goal *o = &bk->goal[g];
        tc_line_hex_place(bk->vec[o->hex[o->hexes / 2]], &x, &y);
        tc_line_goal(l, x, y, o->points, o->points); /* to take, or to deny */
    }
}

/* --- What an answer is about -----------------------------------------------------------------
 */

static void stand_at(const struct bay_book *bk, int u, int hex, int facing, struct tc_pose *out)
{
    struct tc_line_body b = { 0 };

    tc_line_hex_place(bk->vec[hex], &b.x, &b.y);
    if (facing != BAY_NO_FACING)
        tc_line_hex_ahead(TC_HEX_CCW, 2 * facing + 1, &b);
    *out = (struct tc_pose){ (int16_t)u, b.x, b.y, b.dx, b.dy };
}

static bool pose(const struct tc_view *v, const struct tc_act *a, struct tc_pose *out)
{
    const struct bay_book *bk = (const struct bay_book *)v->book;
    const struct bay_state *s = v->state;

    if (v->q->question == BAY_Q_GOAL && a->verb == BAY_V_TO) {
        stand_at(bk, v->q->arg[0], a->arg[0], a->arg[1], out);
        return true;
    }
    if (v->q->question != BAY_Q_LEG || s->now.mover < 0)
        return false;
    const struct bay_unit *x = &s->units[s->now.mover];
    int hex = x->hex, facing = x->facing;
    switch (a->verb) {
    case BAY_V_HALT: break;
    case BAY_V_TURN: facing = a->arg[0]; break;
    case BAY_V_MARCH:
        hex = a->arg[0];
        facing = a->arg[1] == BAY_NO_FACING ? facing : a->arg[1];
        break;
    case BAY_V_STEP:
        hex = bk->next[hex][a->arg[0] % 6];
        facing = a->arg[1] == BAY_NO_FACING ? facing : a->arg[1];
        break;
    default: return false;
    }
    if (hex < 0)
        return false;
    stand_at(bk, s->now.mover, hex, facing, out);
    return true;
}

/* --- What nobody does ------------------------------------------------------------------------
 */

/* Has a battery troops of the enemy within range ahead of it, as it is laid now? */
static bool has_target(const struct bay_book *bk, const struct bay_state *s, int u)
{
    struct tc_line_body me = { 0 };

    place(bk, s, u, &me);
    for (int e = 0; e < bk->units; e++) {
        int32_t x, y;
        if (bk->unit[e].side == bk->unit[u].side || !bay_fights(s, e))
            continue;
        tc_line_hex_place(bk->vec[s->units[e].hex], &x, &y);
        int32_t dx = x - me.x, dy = y - me.y, d = tc_line_apart(dx, dy);
        if (d <= GUN_RANGE && tc_line_ahead_of(&me, dx, dy, d) >= 886)
            return true;
    }
    return false;
}

/* Would it have one if it were laid that way? */
static bool would_have(const struct bay_book *bk, const struct bay_state *s, int u, int facing)
{
    struct bay_state turned = *s;

    turned.units[u].facing = (uint8_t)facing;
    turned.units[u].limbered = 0;
    return has_target(bk, &turned, u);
}

/* Is there anything to shoot at among the places offered? */
static bool sees_enemy(const struct tc_view *v, const struct tc_offers *o)
{
    const struct bay_book *bk = (const struct bay_book *)v->book;

    for (int i = 0; o && i < o->n; i++)
        if (o->act[i].verb == BAY_V_AT &&
            bay_held_by(bk, v->state, o->act[i].arg[0], !v->q->side))
            return true;
    return false;
}

/* Which side it shows the nearest enemy when it looks that way: 0 its front, 2 its back. */
static int shows(const struct bay_book *bk, const struct bay_state *s, int u, int facing)
{
    int h = s->units[u].hex, best = WATCHED + 1, foe = TC_NONE, at = 0;

    for (int e = 0; e < bk->units; e++) {
        int d = bk->unit[e].side == bk->unit[u].side || !bay_fights(s, e)
                    ? best
                    : bay_distance(bk, h, s->units[e].hex);
        if (d < best) {
            best = d;
            foe = s->units[e].hex;
        }
    }
    if (foe == TC_NONE || facing == BAY_NO_FACING)
        return 0;
    for (int k = 1; k < 6; k++)
        if (bk->next[h][k] >= 0 &&
            (bk->next[h][at] < 0 ||
             bay_distance(bk, bk->next[h][k], foe) < bay_distance(bk, bk->next[h][at], foe)))
            at = k;
    return bay_zone(facing, at);
}

/* Who is whole and may halt does not turn his back on the enemy. */
static bool turns_back(const struct tc_view *v, int facing)
{
    const struct bay_book *bk = (const struct bay_book *)v->book;
    const struct bay_state *s = v->state;
    int u = s->now.mover;
    const struct bay_unit *x = &s->units[u];
    struct tc_act halt = { .verb = BAY_V_HALT };

    return v->q->question == BAY_Q_LEG && facing != BAY_NO_FACING && !x->disordered &&
           !x->casualties && shows(bk, s, u, facing) == 2 && shows(bk, s, u, x->facing) < 2 &&
           v->book->rules->questions[BAY_Q_LEG].judge(v, &halt, NULL);
}

/* Is there anything for a wing commander to attempt but to put brigades out of their place? */
static bool has_use(const struct tc_view *v, int leader)
{
    struct tc_query q = { .side = v->q->side, .question = BAY_Q_TRY, .arg = { leader } };
    struct tc_view w = { v->book, v->state, &q };
    const struct tc_question *ask = &v->book->rules->questions[BAY_Q_TRY];

    for (int i = 0; i < ask->count(&w); i++) {
        struct tc_act a = { 0 };
        if (ask->nth(&w, i, &a) && a.verb != BAY_V_SHIFT && a.verb != BAY_V_TRANSFER &&
            ask->judge(&w, &a, NULL))
            return true;
    }
    return false;
}

/* Would the same hex be shot at without a pivot? */
static bool needless_pivot(const struct tc_view *v, const struct tc_act *a,
                           const struct tc_offers *o)
{
    const struct bay_state *s = v->state;
    int now = s->units[v->q->arg[0]].facing;

    for (int i = 0; a->arg[1] != now && o && i < o->n; i++)
        if (o->act[i].verb == BAY_V_AT && o->act[i].arg[0] == a->arg[0] &&
            o->act[i].arg[1] == now)
            return true;
    return false;
}

/* Would a leader lead a brigade himself that has no enemy near? With the line he would help all
 * of it (B-3.3, B-6.1). */
static bool leads_for_nothing(const struct bay_book *bk, const struct bay_state *s, int b)
{
    const struct bay_brigade_def *def = b < 0 ? NULL : &bk->brigade[b];

    for (int u = def ? def->first : 0; def && u < def->first + def->units; u++)
        for (int e = 0; bay_fights(s, u) && e < bk->units; e++)
            if (bk->unit[e].side != def->side && bay_fights(s, e) &&
                bay_distance(bk, s->units[u].hex, s->units[e].hex) <= CLOSE)
                return false;
    return def != NULL;
}

/* Where there are so many that most is done as it is natural: what small battles weigh. */
static bool folly_of_many(const struct tc_view *v, const struct tc_act *a,
                          const struct tc_offers *o)
{
    switch (a->verb) {
    case BAY_V_TRY: return !has_use(v, a->arg[0]);
    case BAY_V_TURN: return turns_back(v, a->arg[0]);
    case BAY_V_STEP: return turns_back(v, a->arg[1]);
    case BAY_V_AT: return needless_pivot(v, a, o);
    default: return false;
    }
}

static bool folly(const struct tc_view *v, const struct tc_act *a, const struct tc_offers *o)
{
    const struct bay_book *bk = (const struct bay_book *)v->book;
    const struct bay_state *s = v->state;

    if (bk->units > TRIED && folly_of_many(v, a, o))
        return true;
    switch (a->verb) {
    case BAY_V_CONCEDE:
    case BAY_V_SHIFT: /* for nothing: the brigade is out of its place */
    case BAY_V_TRANSFER: return true;
    case BAY_V_GO: return leads_for_nothing(bk, s, a->arg[2]);
    case BAY_V_HOLD_FIRE: return tc_is_offered(o, BAY_V_VOLLEY);
    case BAY_V_LIMBER: return has_target(bk, s, a->arg[0]);
    case BAY_V_PIVOT:
        return has_target(bk, s, a->arg[0]) || !would_have(bk, s, a->arg[0], a->arg[1]);
    case BAY_V_CEASE:
        for (int i = 0; o && i < o->n; i++)
            if (o->act[i].verb == BAY_V_FIRE && has_target(bk, s, o->act[i].arg[0]))
                return true;
        return false;
    case BAY_V_AT: return !bay_held_by(bk, s, a->arg[0], !v->q->side) && sees_enemy(v, o);
    default: return false;
    }
}

static int left(const struct tc_book *tbk, const void *state)
{
    return tc_max(0, ((const struct bay_book *)tbk)->turns -
                         ((const struct bay_state *)state)->head.turn);
}

#define ASKS(q) (UINT64_C(1) << (q))

const struct tc_staff bay_staff = {
    .commands = commands,
    .muster = muster,
    .pose = pose,
    .folly = folly,
    .left = left,
    .pace = 2 * HEX,
};
