/* rules/malbrook/staff.c - what no malbrook commander does. */
#include "board/staff.h"

#include "board/lines.h"
#include "board/plane.h"
#include "rules/malbrook/inner.h"
#include "rules/malbrook/malbrook.h"

enum { NEAR = 12000 };

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
    case MAL_V_PIVOT:
    case MAL_V_SHIFT: return v->q->question == MAL_Q_DECLARE && loses_target(v, a);
    default: return false;
    }
}

const struct tc_staff mal_staff = { .folly = folly };
