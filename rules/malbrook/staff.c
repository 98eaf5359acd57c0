/* rules/malbrook/staff.c - what no malbrook commander does. */
#include "board/staff.h"

#include "board/lines.h"
#include "board/plane.h"
#include "rules/malbrook/inner.h"
#include "rules/malbrook/malbrook.h"

enum { NEAR = 12000, BESIDE = 1000 };

/* Is an enemy near and ahead of it? */
static bool faces_enemy(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_dir f = tc_forward_of(m->heading);

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == m->side || e->where != MAL_ON_TABLE || !mal_is_brigade(bk, e))
            continue;
        int32_t dx = e->x - m->x, dy = e->y - m->y, d = tc_line_apart(dx, dy);
        if (d > 0 && d <= NEAR && (((int64_t)dx * f.x + (int64_t)dy * f.y) >> 20) / d >= 720)
            return true;
    }
    return false;
}

/* Has a battery a target as it stands? */
static bool has_target(const struct mal_book *bk, const struct mal_state *s, int side, int unit)
{
    struct tc_query q = { .side = (int8_t)side, .question = MAL_Q_FIRE, .arg = { unit } };
    struct tc_view fire = { &bk->head, s, &q };
    const struct tc_question *ask = &fire.book->rules->questions[MAL_Q_FIRE];

    for (int i = 0; i < ask->count(&fire); i++) {
        struct tc_act a = { 0 };
        if (ask->nth(&fire, i, &a) && a.verb == MAL_V_FIRE && ask->judge(&fire, &a, NULL))
            return true;
    }
    return false;
}

/* Would a battery that has a target have none after it turned or was drawn elsewhere? It fires
 * before it moves, so that to move nearer, or to turn to another target, gives nothing away. */
static bool loses_target(const struct tc_view *v, const struct tc_act *a)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_unit *m = &s->brigades[a->arg[0]];

    if (!mal_is_gun(bk, m) || m->limbered || !has_target(bk, s, v->q->side, a->arg[0]))
        return false;
    struct mal_state moved = *s;
    struct tc_rect r = mal_rect(bk, m);
    r = a->verb == MAL_V_PIVOT ? tc_turn_on_centre(r, (uint16_t)(m->heading + a->arg[1]))
                               : tc_move(r, (uint16_t)(m->heading + a->arg[1]), a->arg[2]);
    mal_set_rect(bk, &moved, a->arg[0], &r);
    return !has_target(bk, &moved, v->q->side, a->arg[0]);
}

/* How many brigades of his chain a leader reaches from a place, and how far all are from it. */
static int reached(const struct mal_book *bk, const struct mal_state *s, int leader,
                   struct tc_pt at, int64_t *far)
{
    int32_t reach = bk->tables.command.reach[bk->leader[leader].rank];
    int n = 0;

    *far = 0;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->where != MAL_ON_TABLE || !mal_is_brigade(bk, m) ||
            !mal_in_chain(bk, s, leader, i))
            continue;
        n += mal_point_near(bk, m, at, reach);
        *far += tc_line_apart(m->x - at.x, m->y - at.y);
    }
    return n;
}

/* Is an enemy near a place, or another leader of the side right there? */
static bool is_company(const struct mal_book *bk, const struct mal_state *s, int leader,
                       struct tc_pt at, struct tc_pt to)
{
    int side = bk->leader[leader].side;

    for (int i = 0; i < bk->leaders; i++)
        if (i != leader && bk->leader[i].side == side && mal_leader_there(s, i) &&
            tc_line_apart(s->leaders[i].x - to.x, s->leaders[i].y - to.y) <= BESIDE)
            return true;
    return mal_enemy_near_point(bk, s, side, at, NEAR);
}

/* Would a leader ride away from his brigades for nothing: joining nobody, with no enemy near,
 * to where he reaches no more of them and is no nearer to them? */
static bool roams(const struct tc_view *v, const struct tc_act *a)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_leader *l = &s->leaders[a->arg[0]];
    struct tc_pt at = { l->x, l->y }, to = { a->arg[1], a->arg[2] };
    int64_t far, then;

    if (a->arg[3] != TC_NONE || l->attached != TC_NONE || is_company(bk, s, a->arg[0], at, to))
        return false;
    int now = reached(bk, s, a->arg[0], at, &far);
    return reached(bk, s, a->arg[0], to, &then) <= now && then >= far;
}

static bool folly(const struct tc_view *v, const struct tc_act *a, const struct tc_offers *o)
{
    const struct mal_book *bk = mal_book_of(v->book);

    switch (a->verb) {
    case MAL_V_CONCEDE: return true;
    case MAL_V_HOLD:
        return tc_is_offered(o, MAL_V_FIRE) || tc_is_offered(o, MAL_V_VOLLEY) ||
               tc_is_offered(o, MAL_V_SHOOT);
    case MAL_V_ABOUT:
        return v->q->question == MAL_Q_DECLARE && faces_enemy(bk, v->state, a->arg[0]);
    case MAL_V_RIDE: return v->q->question == MAL_Q_LEADER && roams(v, a);
    case MAL_V_PIVOT:
    case MAL_V_SHIFT: return v->q->question == MAL_Q_DECLARE && loses_target(v, a);
    default: return false;
    }
}

static int commands(const struct tc_book *tbk, int side)
{
    (void)side;
    return mal_book_of(tbk)->commands;
}

const struct tc_staff mal_staff = { .commands = commands,
                                    .muster = mal_muster,
                                    .folly = folly };
