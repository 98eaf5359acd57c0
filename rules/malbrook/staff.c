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

/* Guns with a target stay as they are. */
static bool gun_bears(const struct tc_view *v, int unit)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;

    if (bk->card[s->brigades[unit].card].type != MAL_GUN || s->brigades[unit].limbered)
        return false;
    struct tc_query q = { .side = v->q->side, .question = MAL_Q_FIRE, .arg = { unit } };
    struct tc_view fire = { v->book, v->state, &q };
    const struct tc_question *ask = &v->book->rules->questions[MAL_Q_FIRE];
    for (int i = 0; i < ask->count(&fire); i++) {
        struct tc_act a = { 0 };
        if (ask->nth(&fire, i, &a) && a.verb == MAL_V_FIRE && ask->judge(&fire, &a, NULL))
            return true;
    }
    return false;
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
    case MAL_V_CHANGE:
    case MAL_V_PIVOT:
    case MAL_V_SHIFT:
    case MAL_V_DICE: return v->q->question == MAL_Q_DECLARE && gun_bears(v, a->arg[0]);
    default: return false;
    }
}

const struct tc_staff mal_staff = { .folly = folly };
