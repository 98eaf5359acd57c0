/* rules/minden/entry.c - chapter L, units that come on later (N-L16 to N-L20, N-GEO-31). */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

enum { ENTRY_PLACES = 33 };

/* Told further down: */
static bool is_due(const struct min_book *bk, const struct min_state *s, int unit);
static void throw_to_enter(struct min_play *p, int unit);
static void at_edge(const struct min_book *bk, const struct min_state *s, int unit, int32_t at,
                    bool inside, struct min_unit *m);
static uint16_t inward(int edge);
static struct tc_pt edge_point(const struct min_book *bk, int edge, int32_t at);
static int enemy_within(const struct min_book *bk, const struct min_state *s, int unit,
                        const struct min_body *b);
static int32_t nth_place(const struct min_book *bk, int unit, int i);

void min_step_entry(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);

    while (p.s->cursor < p.bk->units && !is_due(p.bk, p.s, p.s->cursor))
        p.s->cursor++;
    if (p.s->cursor >= p.bk->units) {
        p.s->cursor = 0;
        min_begin_phase(&p, MIN_P_MOVE, "N-S4");
        min_go(&p, MIN_S_PICK);
        return;
    }
    throw_to_enter(&p, p.s->cursor++);
}

static bool is_due(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit_card *c = min_card(bk, unit);

    /* N-L16: when and where is the scenario's business */
    return s->units[unit].where == MIN_OFF_TABLE && c->side == s->head.active &&
           s->head.turn >= c->entry_turn && !s->units[unit].may_enter;
}

static void throw_to_enter(struct min_play *p, int unit)
{
    const struct min_unit_card *c = min_card(p->bk, unit);
    struct min_unit *m = &p->s->units[unit];
    struct tc_sum sum = { p->u, 0 };
    int8_t face[TC_POOL];
    bool good = !c->entry_throw;

    if (c->entry_throw) {
        tc_sum_add(&sum, 1, "N-L17", MIN_LB_ONE_DIE);
        tc_sum_add(&sum, p->bk->t.move.grade_dice[c->grade[MIN_MOVING]], "N-L17",
                   MIN_LB_MOVE_GRADE);
        tc_sum_add(&sum, m->delay, "N-L18", MIN_LB_DELAY);
        tc_sum_end(&sum, "N-L17", MIN_LB_ENTRY_DICE);
        int n = tc_min(sum.total, 60);
        tc_wish(p->u, min_side_of(p->bk, unit), TC_HIGH);
        tc_rolls(p->u, n, TC_D6, face, "N-L17");
        for (int i = 0; i < n; i++)
            good |= face[i] >= p->bk->t.entry_needs;
    }
    m->may_enter = good;
    if (!good && m->delay < UINT8_MAX)
        m->delay++;
    tc_tell(p->u, good ? MIN_E_ENTRY_READY : MIN_E_ENTRY_DELAYED, "N-L19", unit);
}

static bool judge_place(const struct min_book *bk, const struct min_state *s, int unit,
                        int32_t at, struct tc_refusal *why)
{
    const struct min_entry_card *e = &bk->entry[min_card(bk, unit)->entry];
    struct min_unit m;
    struct min_body b;
    int who, piece;

    if (at < e->from || at > e->to)
        return tc_refuse(why, "N-L20", MIN_R_OFF_SEGMENT, e->from, e->to);
    at_edge(bk, s, unit, at, true, &m);
    min_body_of(bk, unit, &m, &b);
    struct tc_pt edge = edge_point(bk, e->edge, at);
    min_march_to_ground(bk, edge, m.facing, tc_dist(edge, b.anchor), &piece);
    if (piece != TC_NONE)
        return tc_refuse(why, "N-Jd1", MIN_R_TERRAIN_STOP);
    if (!min_body_on_table(bk, &b))
        return tc_refuse(why, "N-L20", MIN_R_OFF_TABLE, unit);
    if (min_blocked(bk, &b))
        return tc_refuse(why, "N-L20", MIN_R_IMPASSABLE, TC_NONE);
    who = min_overlapped(bk, s, &b, unit);
    if (who != TC_NONE)
        return tc_refuse(why, "N-L20", MIN_R_OVERLAPS, unit, who);
    who = enemy_within(bk, s, unit, &b);
    if (who != TC_NONE)
        return tc_refuse(why, "N-L20", MIN_R_ENEMY_NEAR, unit, who);
    return true;
}

/* The unit with its anchor on the edge, or with its rear on it (deep inside). */
static void at_edge(const struct min_book *bk, const struct min_state *s, int unit, int32_t at,
                    bool inside, struct min_unit *m)
{
    const struct min_entry_card *e = &bk->entry[min_card(bk, unit)->entry];
    struct min_size z;

    *m = s->units[unit];
    m->facing = inward(e->edge);
    min_size_of(bk, unit, m, &z);
    struct tc_pt p = edge_point(bk, e->edge, at);
    if (inside)
        p = tc_step(p, m->facing, z.d);
    m->x = p.x;
    m->y = p.y;
}

static uint16_t inward(int edge)
{
    static const uint16_t heading[] = { [MIN_NORTH] = TC_HALF,
                                        [MIN_EAST] = TC_HALF + TC_QUARTER,
                                        [MIN_SOUTH] = 0,
                                        [MIN_WEST] = TC_QUARTER };

    return heading[edge];
}

static struct tc_pt edge_point(const struct min_book *bk, int edge, int32_t at)
{
    switch ((enum min_edge)edge) {
    case MIN_NORTH: return (struct tc_pt){ at, bk->height };
    case MIN_EAST: return (struct tc_pt){ bk->width, at };
    case MIN_SOUTH: return (struct tc_pt){ at, 0 };
    case MIN_WEST: break;
    }
    return (struct tc_pt){ 0, at };
}

static int enemy_within(const struct min_book *bk, const struct min_state *s, int unit,
                        const struct min_body *b)
{
    struct min_body e;
    int32_t r = bk->t.move.enemy_limit - 1;

    for (int i = 0; i < bk->units; i++) {
        if (!min_on_table(s, i) || min_side_of(bk, i) == min_side_of(bk, unit) ||
            min_far(bk, s, i, b, r))
            continue;
        min_body(bk, s, i, &e);
        if (min_bodies_within(b, &e, r))
            return i;
    }
    return TC_NONE;
}

bool min_judge_enter(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    return judge_place(min_book_of(v->book), v->state, v->q->arg[0], a->arg[0], why);
}

int min_count_enter(const struct tc_view *v)
{
    (void)v;
    return ENTRY_PLACES;
}

bool min_nth_enter(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = MIN_V_ENTER;
    out->arg[0] = nth_place(min_book_of(v->book), v->q->arg[0], i);
    return true;
}

/* Places spread evenly over the segment. */
static int32_t nth_place(const struct min_book *bk, int unit, int i)
{
    const struct min_entry_card *e = &bk->entry[min_card(bk, unit)->entry];

    return (int32_t)(e->from + (int64_t)(e->to - e->from) * i / (ENTRY_PLACES - 1));
}

bool min_may_come_on(const struct min_book *bk, const struct min_state *s, int unit,
                     struct tc_refusal *why)
{
    if (!s->units[unit].may_enter)
        return tc_refuse(why, "N-L19", MIN_R_NOT_IN_ENTRY, unit);
    if (s->fog_effect == MIN_FOG_HORSE_HOLDS_BACK && min_kind_of(bk, unit) == MIN_LINE_CAV)
        return tc_refuse(why, "N-M5a", MIN_R_HORSE_HELD, unit);
    for (int i = 0; i < ENTRY_PLACES; i++)
        if (judge_place(bk, s, unit, nth_place(bk, unit, i), NULL))
            return true;
    return tc_refuse(why, "N-L20", MIN_R_NO_ENTRY_ROOM, unit);
}

void min_come_on(struct min_play *p, int unit)
{
    int32_t at = tc_ask(p->u, p->s->head.active, MIN_Q_ENTER, "N-L20", unit)->arg[0];
    struct min_unit m;

    at_edge(p->bk, p->s, unit, at, false, &m);
    p->s->units[unit] = m;
    p->s->units[unit].where = MIN_ON_TABLE;
    p->s->units[unit].may_enter = 0;
    p->s->mover.unit = (int16_t)unit;
    p->s->mover.entering = 1;
    tc_tell(p->u, MIN_E_ENTERS, "N-L20", unit, at);
}

/* Its move is over: if some of it still hangs over the edge it stands with its rear on it. */
void min_settle_entry(struct min_play *p, int unit)
{
    const struct min_entry_card *e = &p->bk->entry[min_card(p->bk, unit)->entry];
    struct min_unit *m = &p->s->units[unit];
    struct min_unit inside;
    struct min_body b;

    min_body(p->bk, p->s, unit, &b);
    if (min_body_on_table(p->bk, &b))
        return;
    bool level = e->edge == MIN_NORTH || e->edge == MIN_SOUTH;
    at_edge(p->bk, p->s, unit, level ? p->s->mover.start_x : p->s->mover.start_y, true,
            &inside);
    if (p->s->mover.segs == 0)
        at_edge(p->bk, p->s, unit, level ? m->x : m->y, true, &inside);
    m->x = inside.x;
    m->y = inside.y;
    m->facing = inside.facing;
    min_body(p->bk, p->s, unit, &b); /* N-GEO-31 */
    m->crowd = min_overlapped(p->bk, p->s, &b, unit) != TC_NONE;
}
