/* rules/minden/candidates.c - N-CAND-2 and N-CAND-3: the paths a computer player may draw.
 *
 * Candidate 0 is the empty path, candidate 1 the plain march straight ahead as far as it may
 * go, which is always legal. That march and the charges are repeated, so that a random player
 * soon finds a legal path where room is scarce, and meets charges; lists drop doubles.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

#include <string.h>

enum { MARCHES = 8, SECOND = 3, EDGES = 4, OFFSETS = 4, FIXED = 2, PLAIN = 16, STEP = 1024 };

struct menu {
    const struct tc_view *v;
    const struct min_book *bk;
    const struct min_state *s;
    int unit;
    struct tc_rect r;
    int32_t value, owed;
    int steps;       /* wheels of 1024 k to either side */
    int faces, foes; /* enemies to face, enemies to charge */
    int16_t face[MIN_UNITS], foe[MIN_UNITS];
    int moves, repeat;
};

static bool may_charge(const struct menu *m)
{
    return !min_is_gun(m->bk, m->unit) && !min_is_command(m->bk, m->unit) &&
           m->s->units[m->unit].formation != MIN_MARCH_COLUMN && !m->s->mover.entering;
}

/* By anchors: a menu need not be exact, its dishes are judged. */
static void list_enemies(struct menu *m)
{
    const struct min_unit *me = &m->s->units[m->unit];
    int side = min_side_of(m->bk, m->unit);
    int32_t see = me->sections > 1 ? -1 : m->bk->t.fire.long_range[MIN_GUN];
    int32_t run = may_charge(m) ? m->value + 12000 : -1, far = tc_max(see, run);

    m->faces = m->foes = 0;
    for (int i = m->bk->first_of[1 - side]; i < m->bk->end_of[1 - side]; i++) {
        const struct min_unit *e = &m->s->units[i];
        int32_t x = e->x - me->x, y = e->y - me->y;
        if (min_side_of(m->bk, i) == side || e->where != MIN_ON_TABLE || x > far || x < -far ||
            y > far || y < -far)
            continue;
        int64_t d = (int64_t)x * x + (int64_t)y * y;
        if (see > 0 && d <= (int64_t)see * see)
            m->face[m->faces++] = (int16_t)i;
        if (run > 0 && d <= (int64_t)run * run)
            m->foe[m->foes++] = (int16_t)i;
    }
}

/* What is on the menu before the enemies: enough for most moves. */
static void begin_menu(const struct tc_view *v, struct menu *m)
{
    m->v = v;
    m->bk = min_book_of(v->book);
    m->s = v->state;
    m->unit = m->s->mover.unit;
    m->value = m->s->mover.value;
    m->owed = min_owed(m->bk, m->s);
    m->r = min_rect(m->bk, m->s, m->unit);
    m->steps = m->s->units[m->unit].sections > 1
                   ? 0
                   : tc_min(tc_wheel_most(m->r.w, m->value, TC_TAU_710_113), TC_QUARTER) / STEP;
}

/* Moves that need no enemy to be named. */
static int plain_moves(const struct menu *m)
{
    return (1 + 2 * m->steps) * MARCHES * SECOND;
}

/* They are the same for all candidates of a question. */
static void know_enemies(struct menu *m)
{
    struct tc_desk *desk = m->v->desk;
    struct min_desk *d = desk ? (void *)desk->room : NULL;

    if (!d || !(desk->laid & MIN_DESK_MENU))
        list_enemies(m);
    if (!d)
        return;
    if (!(desk->laid & MIN_DESK_MENU)) {
        d->faces = (int16_t)m->faces;
        d->foes = (int16_t)m->foes;
        memcpy(d->face, m->face, (size_t)m->faces * sizeof m->face[0]);
        memcpy(d->foe, m->foe, (size_t)m->foes * sizeof m->foe[0]);
        desk->laid |= MIN_DESK_MENU;
        return;
    }
    m->faces = d->faces;
    m->foes = d->foes;
    memcpy(m->face, d->face, (size_t)m->faces * sizeof m->face[0]);
    memcpy(m->foe, d->foe, (size_t)m->foes * sizeof m->foe[0]);
}

static void finish_menu(struct menu *m)
{
    know_enemies(m);
    m->moves = (1 + 2 * m->steps + m->faces) * MARCHES * SECOND;
    m->repeat = 0;
    if (m->foes)
        m->repeat = 1 + m->moves / (2 * m->foes * EDGES * OFFSETS);
}

int min_count_path(const struct tc_view *v)
{
    struct menu m;

    begin_menu(v, &m);
    finish_menu(&m);
    return FIXED + m.moves + m.repeat * m.foes * EDGES * OFFSETS;
}

static void add_leg(struct tc_act *a, int leg, int32_t value)
{
    if (value <= 0)
        return;
    a->seg[a->segs].leg = leg;
    a->seg[a->segs++].value = value;
}

static void add_wheel(struct tc_act *a, int32_t turn)
{
    add_leg(a, turn < 0 ? MIN_LEG_LEFT : MIN_LEG_RIGHT, turn < 0 ? -turn : turn);
}

/* --- Straight ahead: always legal --- */

static int32_t plain_distance(const struct menu *m)
{
    struct min_way way;
    struct min_body b;
    uint16_t heading = m->s->units[m->unit].facing;

    min_way_asked(&way, m->v);
    min_body(m->bk, m->s, m->unit, &b);
    int32_t d = min_march_limit(&way, &b, heading, m->value).most;
    d = min_room_ahead(m->bk, m->s, m->unit, &b, heading, d);
    return m->s->mover.entering ? tc_max(d, b.rect[0].d) : d;
}

static void plain_march(const struct menu *m, struct tc_act *out)
{
    struct tc_desk *desk = m->v->desk;
    struct min_desk *d = desk ? (void *)desk->room : NULL;
    int32_t far = d && desk->laid & MIN_DESK_PLAIN ? d->plain : plain_distance(m);

    if (d) {
        d->plain = far;
        desk->laid |= MIN_DESK_PLAIN;
    }
    add_leg(out, MIN_LEG_MARCH, far);
}

/* --- Moves: N-CAND-2 --- */

/* The candidates that face an enemy follow each other. */
static int32_t wheel_to_face(const struct menu *m, int enemy)
{
    struct tc_desk *desk = m->v->desk;
    struct min_desk *d = desk ? (void *)desk->room : NULL;

    if (d && desk->laid & MIN_DESK_TURN && d->faced == enemy)
        return d->turn;
    int32_t turn = tc_wheel_to_face(&m->r, min_centre(m->bk, m->s, enemy));
    if (d) {
        d->faced = enemy;
        d->turn = turn;
        desk->laid |= MIN_DESK_TURN;
    }
    return turn;
}

/* The first wheel of the move, negative to the left; false if there is no such. */
static bool first_wheel(const struct menu *m, int i, int32_t *turn)
{
    *turn = 0;
    if (i == 0)
        return true;
    if (--i < 2 * m->steps) {
        *turn = (i % 2 ? -STEP : STEP) * (i / 2 + 1);
        return true;
    }
    *turn = wheel_to_face(m, m->face[i - 2 * m->steps]);
    return *turn != 0;
}

/* Distance to the nearest enemy ahead, and who it is. */
static int enemy_ahead(const struct min_way *w, const struct tc_box *b, int32_t *gap)
{
    struct tc_gap best = { 0, 0, 1 };
    int who = TC_NONE;

    for (int i = 0; i < w->n; i++) {
        if (!tc_arc_front(b, &w->box[i]))
            continue;
        struct tc_gap g = tc_gap_of(b, &w->box[i]);
        if (who != TC_NONE && tc_gap_cmp(g, best) >= 0)
            continue;
        who = w->who[i];
        best = g;
    }
    *gap = tc_gap_ceil(best);
    return who;
}

/* The march to the enemy's short or long range. */
static int32_t to_range(const struct menu *m, const struct min_way *w, const struct tc_box *b,
                        bool far)
{
    const struct min_fire_table *t = &m->bk->t.fire;
    int32_t gap;
    int who = enemy_ahead(w, b, &gap);

    if (who == TC_NONE)
        return 0;
    int weapon = min_card(m->bk, who)->weapon;
    return gap - (far ? t->long_range[weapon] : t->short_range[weapon]);
}

/* The march between the wheels. Where there is nothing to measure by it is the full move. */
static int32_t choose_march(const struct menu *m, const struct min_unit *at, int i,
                            int32_t paid)
{
    int32_t most = m->value - paid, d = 0;
    struct min_body b;
    struct min_way way;
    int piece;

    switch (i) {
    case 0: d = m->owed - paid; break;
    case 1: d = m->value / 2 - paid; break;
    case 2: return most;
    case 6:
        d = min_march_to_ground(m->bk, (struct tc_pt){ at->x, at->y }, at->facing, most,
                                &piece);
        break;
    default:
        min_body_of(m->bk, m->unit, at, &b);
        min_way_asked(&way, m->v);
        if (i == 3)
            return min_march_limit(&way, &b, b.rect[0].facing, most).most;
        d = to_range(m, &way, &b.box[0], i == 5);
        break;
    }
    return d <= 0 || d > most ? most : d;
}

static bool nth_move(const struct menu *m, int i, struct tc_act *out)
{
    static const int32_t second[SECOND] = { 0, 4096, -4096 };
    int32_t w = m->r.w, last = second[i % SECOND], turn, paid, after;
    int march = i / SECOND % MARCHES;
    struct min_unit at = m->s->units[m->unit];

    if (!first_wheel(m, i / SECOND / MARCHES, &turn)) /* N-CAND-2 */
        return false;
    if (last && m->steps == 0)
        return false;
    paid = turn ? min_leg_cost(w, MIN_LEG_LEFT, turn < 0 ? -turn : turn) : 0;
    after = last ? min_leg_cost(w, MIN_LEG_LEFT, 4096) : 0;
    if (paid + after > m->value)
        return false;
    if (turn)
        min_leg_end(m->bk, m->unit, &at, turn < 0 ? MIN_LEG_LEFT : MIN_LEG_RIGHT,
                    turn < 0 ? -turn : turn, 0);
    add_wheel(out, turn);
    if (march < 7)
        add_leg(out, MIN_LEG_MARCH, choose_march(m, &at, march, paid + after));
    add_wheel(out, last);
    return true;
}

/* --- Charges: N-CAND-3 --- */

/* The march before the wheel that brings the charger to a lateral place along the edge; -1. */
static int32_t lead_in(const struct menu *m, const struct tc_rect *wheeled,
                       const struct tc_box *target, int edge, int offset)
{
    struct tc_pt p, q, mid;
    struct tc_dir f = tc_forward_of(m->r.facing), r = tc_right_of(wheeled->facing);
    int32_t length, want = 0;

    tc_edge_ends(target, edge, &p, &q);
    mid = (struct tc_pt){ (p.x + q.x) / 2, (p.y + q.y) / 2 };
    length = tc_dist(p, q);
    if (offset == 2)
        want = (m->r.w - length) / 2;
    if (offset == 3)
        want = (length - m->r.w) / 2;
    int64_t lat =
        ((int64_t)(wheeled->x - mid.x) * r.x + (int64_t)(wheeled->y - mid.y) * r.y) >> 30;
    int64_t per = ((int64_t)f.x * r.x + (int64_t)f.y * r.y) >> 30; /* of 2^30 */
    if (per == 0)
        return -1;
    int64_t d = ((int64_t)want - lat) * ((int64_t)1 << 30) / per;
    return d > 0 && d < m->value ? (int32_t)d : -1;
}

static bool nth_charge(const struct menu *m, int i, struct tc_act *out)
{
    int foe = m->foe[i / OFFSETS / EDGES % m->foes], edge = i / OFFSETS % EDGES;
    int offset = i % OFFSETS;
    struct min_unit at = m->s->units[m->unit];
    struct tc_rect target = min_rect(m->bk, m->s, foe);
    struct tc_box box;
    struct min_body b;
    struct min_strike k;
    int32_t lead = 0, cost;

    /* N-CAND-3 */
    int32_t turn = tc_turn(m->r.facing, (uint16_t)(tc_edge_normal(&target, edge) + TC_HALF));
    int leg = turn < 0 ? MIN_LEG_LEFT : MIN_LEG_RIGHT;
    int32_t t = turn < 0 ? -turn : turn;
    if (t <= m->bk->t.move.charge_angle && offset == 0)
        t = 0; /* near enough: straight ahead */
    if (t > TC_QUARTER || (t && m->steps == 0) || (t == 0 && offset))
        return false;
    cost = t ? min_leg_cost(m->r.w, leg, t) : 0;
    if (cost >= m->value ||
        (t && m->value - cost < tc_min(m->value, m->bk->t.move.charge_distance)))
        return false;
    if (t)
        min_leg_end(m->bk, m->unit, &at, leg, t, 0);
    if (offset) {
        struct tc_rect wheeled =
            tc_rect_at((struct tc_pt){ at.x, at.y }, at.facing, m->r.w, m->r.d);
        tc_box_make(&box, &target);
        lead = lead_in(m, &wheeled, &box, edge, offset);
        if (lead < 0 || lead + cost >= m->value)
            return false;
        struct tc_pt to = tc_step((struct tc_pt){ at.x, at.y }, m->r.facing, lead);
        at.x = to.x;
        at.y = to.y;
    }
    min_body_of(m->bk, m->unit, &at, &b);
    if (!min_find_strike(m->bk, m->s, m->unit, &b, foe, m->value - cost - lead, &k))
        return false;
    out->verb = MIN_V_CHARGE;
    out->arg[0] = foe;
    add_leg(out, MIN_LEG_MARCH, lead);
    if (t)
        add_leg(out, leg, t);
    add_leg(out, MIN_LEG_MARCH, k.travel);
    return true;
}

bool min_nth_path(const struct tc_view *v, int i, struct tc_act *out)
{
    struct menu m;

    out->verb = MIN_V_MOVE;
    if (i == 0)
        return true;
    begin_menu(v, &m);
    if (i == 1 || i % PLAIN == PLAIN - 1) {
        plain_march(&m, out);
        return true;
    }
    i -= FIXED;
    if (i < plain_moves(&m))
        return nth_move(&m, i, out);
    finish_menu(&m);
    if (i < m.moves)
        return nth_move(&m, i, out);
    return m.foes > 0 && nth_charge(&m, i - m.moves, out);
}
