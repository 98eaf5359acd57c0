/* rules/minden/staff.c - a minden army under orders: brigades march, stand and charge. */
#include "board/plane.h"
#include "board/staff.h"
#include "rules/minden/inner.h"
#include "rules/minden/words.h"

enum {
    INCH = 1000,
    FOOT_REACH = 6 * INCH,
    HORSE_REACH = 12 * INCH,
    SIGHT = 24 * INCH,
    AT_HAND = 12 * INCH
};

static int commands(const struct tc_book *tbk, int side)
{
    (void)side;
    return min_book_of(tbk)->brigades;
}

/* --- The armies ----------------------------------------------------------------------------
 */

static int power_of(const struct min_unit_card *c, const struct min_unit *m)
{
    int p = c->guns ? 12 * m->guns : m->fig;

    if (c->kind == MIN_LINE_CAV || c->kind == MIN_LIGHT_CAV)
        p *= 3;
    return m->marker == MIN_NO_MARKER ? p : p * 2 / 3;
}

static void place(const struct min_book *bk, const struct min_state *s, int unit,
                  struct tc_line_body *b)
{
    const struct min_unit_card *c = &bk->unit[unit];
    const struct min_unit *m = &s->units[unit];
    struct tc_dir f = tc_forward_of(m->facing);

    b->x = m->x;
    b->y = m->y;
    b->dx = f.x >> 20;
    b->dy = f.y >> 20;
    b->gun = min_is_gun(bk, unit);
    b->reach = b->gun ? INCH : min_is_horse(bk, unit) ? HORSE_REACH : FOOT_REACH;
    b->range = bk->t.fire.long_range[c->weapon];
    b->stand = b->gun || min_is_horse(bk, unit) ? 0 : bk->t.fire.short_range[c->weapon] - INCH;
    b->power = (int16_t)power_of(c, m);
    b->steady = m->morale == MIN_STEADY;
    b->unit = (int16_t)unit;
    b->command = c->brigade;
}

static void muster(const struct tc_book *tbk, const void *state, struct tc_lines *l)
{
    const struct min_book *bk = min_book_of(tbk);
    const struct min_state *s = state;

    l->bodies = l->goals = 0;
    l->field = tc_max(bk->width, bk->height);
    for (int i = 0; i < bk->units; i++) {
        const struct min_unit_card *c = &bk->unit[i];
        if (s->units[i].where != MIN_ON_TABLE || c->kind == MIN_COMMAND)
            continue;
        struct tc_line_body *b = tc_line_body(l, c->side);
        if (b)
            place(bk, s, i, b);
    }
    for (int i = 0; i < bk->objectives; i++)
        tc_line_goal(l, bk->objective[i].x, bk->objective[i].y, bk->objective[i].points[0],
                     bk->objective[i].points[1]);
}

/* --- What an answer is about -----------------------------------------------------------------
 */

/* The unit a question or an answer is about, or TC_NONE. */
static int unit_of(const struct tc_view *v, const struct tc_act *a)
{
    const struct min_state *s = v->state;

    switch (v->q->question) {
    case MIN_Q_PICK:
    case MIN_Q_NEXT: return a->verb == MIN_V_PICK ? a->arg[0] : TC_NONE;
    case MIN_Q_PATH: return s->mover.unit;
    case MIN_Q_ACTION:
    case MIN_Q_KEEP:
    case MIN_Q_CLEAR:
    case MIN_Q_FORM:
    case MIN_Q_HANDLE:
    case MIN_Q_RESPOND:
    case MIN_Q_REACT:
    case MIN_Q_PURSUE:
    case MIN_Q_TARGET: return v->q->arg[0];
    default: return TC_NONE;
    }
}

static bool pose(const struct tc_view *v, const struct tc_act *a, struct tc_pose *out)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;

    if (v->q->question != MIN_Q_PATH || (a->verb != MIN_V_MOVE && a->verb != MIN_V_CHARGE))
        return false;
    struct min_unit m = s->units[s->mover.unit];
    for (int i = 0; i < a->segs; i++)
        min_leg_end(bk, s->mover.unit, &m, a->seg[i].leg, a->seg[i].value, 0);
    struct tc_dir f = tc_forward_of(m.facing);
    *out = (struct tc_pose){ s->mover.unit, m.x, m.y, f.x >> 20, f.y >> 20 };
    return true;
}

/* --- What nobody does ------------------------------------------------------------------------
 */

static int32_t enemy_far(const struct min_book *bk, const struct min_state *s, int unit,
                         int *who)
{
    int32_t best = INT32_MAX;

    *who = TC_NONE;
    for (int i = 0; i < bk->units; i++) {
        if (bk->unit[i].side == bk->unit[unit].side || bk->unit[i].kind == MIN_COMMAND ||
            s->units[i].where != MIN_ON_TABLE)
            continue;
        int32_t d =
            tc_line_apart(s->units[i].x - s->units[unit].x, s->units[i].y - s->units[unit].y);
        if (d >= best)
            continue;
        best = d;
        *who = i;
    }
    return best;
}

static bool faces(const struct min_state *s, int unit, int other)
{
    struct tc_dir f = tc_forward_of(s->units[unit].facing);
    int32_t dx = s->units[other].x - s->units[unit].x,
            dy = s->units[other].y - s->units[unit].y;
    int32_t d = tc_line_apart(dx, dy);

    return d == 0 || (((int64_t)dx * f.x + (int64_t)dy * f.y) >> 20) / d >= 720;
}

/* Would a general ride nearer to the enemy than every unit of his side? */
static bool rides_before(const struct min_book *bk, const struct min_state *s, int unit,
                         const struct tc_act *a)
{
    struct min_unit m = s->units[unit];
    int32_t mine = INT32_MAX, army = INT32_MAX;

    for (int i = 0; i < a->segs; i++)
        min_leg_end(bk, unit, &m, a->seg[i].leg, a->seg[i].value, 0);
    for (int e = 0; e < bk->units; e++) {
        if (bk->unit[e].side == bk->unit[unit].side || bk->unit[e].kind == MIN_COMMAND ||
            s->units[e].where != MIN_ON_TABLE)
            continue;
        mine = tc_min(mine, tc_line_apart(s->units[e].x - m.x, s->units[e].y - m.y));
        for (int i = 0; i < bk->units; i++)
            if (bk->unit[i].side == bk->unit[unit].side && bk->unit[i].kind != MIN_COMMAND &&
                s->units[i].where == MIN_ON_TABLE)
                army = tc_min(army, tc_line_apart(s->units[e].x - s->units[i].x,
                                                  s->units[e].y - s->units[i].y));
    }
    return mine < SIGHT && mine < army;
}

/* Guns that bear are neither limbered up nor pushed about. */
static bool bears(const struct min_book *bk, const struct min_state *s, int unit)
{
    int who;
    int32_t d = enemy_far(bk, s, unit, &who);

    return min_is_gun(bk, unit) && s->units[unit].formation != MIN_LIMBERED && who != TC_NONE &&
           d <= bk->t.fire.long_range[bk->unit[unit].weapon] && faces(s, unit, who);
}

/* Does it look at the nearest enemy, if he is in sight? */
static bool looks_at_enemy(const struct min_book *bk, const struct min_state *s, int unit)
{
    int who;
    int32_t d = enemy_far(bk, s, unit, &who);

    return !min_is_command(bk, unit) && who != TC_NONE && d <= 2 * SIGHT && faces(s, unit, who);
}

/* Is there a friend of the line between here and there, straight ahead? */
static bool sweeps_friend(const struct min_book *bk, const struct min_state *s, int unit,
                          const struct min_unit *from, int32_t d)
{
    int side = min_side_of(bk, unit);
    struct min_body b, other;

    min_body_of(bk, unit, from, &b);
    for (int i = bk->first_of[side]; i < bk->end_of[side]; i++) {
        if (i == unit || !min_on_table(s, i) || min_is_light(bk, i) || min_is_command(bk, i) ||
            tc_line_apart(s->units[i].x - from->x, s->units[i].y - from->y) > d + SIGHT)
            continue;
        min_body(bk, s, i, &other);
        if (!min_bodies_overlap(&b, &other) && min_bodies_sweep(&b, from->facing, d, &other))
            return true;
    }
    return false;
}

/* Would a unit in good order march through one of its own line, which disorders both (N-J6a),
 * where no enemy is near? */
static bool marches_through(const struct min_book *bk, const struct min_state *s, int unit,
                            const struct tc_act *a)
{
    struct min_unit m = s->units[unit];
    int who;

    if (min_is_light(bk, unit) || min_is_command(bk, unit) || m.marker != MIN_NO_MARKER ||
        enemy_far(bk, s, unit, &who) <= AT_HAND)
        return false;
    for (int i = 0; i < a->segs; i++) {
        if (a->seg[i].leg == MIN_LEG_MARCH && a->seg[i].value > 0 &&
            sweeps_friend(bk, s, unit, &m, a->seg[i].value))
            return true;
        min_leg_end(bk, unit, &m, a->seg[i].leg, a->seg[i].value, 0);
    }
    return false;
}

static bool folly(const struct tc_view *v, const struct tc_act *a, const struct tc_offers *o)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = unit_of(v, a);

    switch (a->verb) {
    case MIN_V_LEAVE: return true; /* a throw to clear costs nothing */
    case MIN_V_FALL_BACK: return true;
    case MIN_V_CEASE: return tc_is_offered(o, MIN_V_SHOOT);
    case MIN_V_HOLD: return v->q->question == MIN_Q_RESPOND && s->units[unit].marker != MIN_RED;
    case MIN_V_LIMBER:
    case MIN_V_MANHANDLE: return bears(bk, s, unit);
    case MIN_V_TURN: /* about, to the left or right: it shows its back or flank */
        return v->q->question == MIN_Q_FORM && looks_at_enemy(bk, s, unit);
    case MIN_V_MOVE:
        if (v->q->question != MIN_Q_PATH || a->segs == 0)
            return false;
        return min_is_command(bk, unit) ? rides_before(bk, s, unit, a)
                                        : marches_through(bk, s, unit, a);
    default: return false;
    }
}

static int left(const struct tc_book *tbk, const void *state)
{
    const struct min_book *bk = min_book_of(tbk);
    const struct min_state *s = state;

    return bk->turn_limit ? tc_max(0, bk->turn_limit - s->head.turn) : -1;
}

#define ASKS(q) (UINT64_C(1) << (q))

const struct tc_staff min_staff = {
    .commands = commands,
    .muster = muster,
    .pose = pose,
    .folly = folly,
    .left = left,
    .pace = 4 * INCH,
};
