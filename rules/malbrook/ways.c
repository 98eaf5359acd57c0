/* rules/malbrook/ways.c - the ways computer players may draw after the dice. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"

enum { STRAIGHTS = 15, WHEELS = 40, INCLINES = 4, BENDS = 8, OTHERS = 4 };

/* Told further down: */
static bool full_way(const struct tc_view *v, const struct tc_act *a, int32_t *distance);

static bool nth_straight(const struct tc_view *view, int i, struct tc_act *out)
{
    static const int16_t veer[] = { 0, -2048, 2048, -4096, 4096 };
    const struct mal_book *bk = mal_book_of(view->book);
    const struct mal_state *s = view->state;
    int unit = view->q->arg[0];
    const struct mal_unit *m = &s->brigades[unit];
    int32_t v = veer[i % 5], full;

    /* M-DEC-5 */
    if (m->formation == MAL_UNFORMED) { /* all round: eight ways and toward the enemy */
        v = -32768 + i * 8192;
        if (i >= 8) {
            int e = mal_nearest_enemy(bk, s, unit, false);
            if (i > 8 || e == TC_NONE)
                return false;
            v = tc_turn(m->heading,
                        tc_bearing(mal_centre(bk, m), mal_centre(bk, &s->brigades[e])));
        }
        out->arg[3] = v;
        return full_way(view, out, &out->arg[4]);
    }
    uint16_t way = (uint16_t)(m->heading + v);
    out->arg[3] = v;
    if (!full_way(view, out, &full))
        return false;
    out->arg[4] = i < 5           ? full
                  : i < 10        ? tc_max(0, full - bk->tables.move.short_stop)
                  : m->place_kind ? mal_place_at(bk, s, unit, m, way, full)
                                  : full / 2;
    return out->arg[4] >= 0;
}

/* How far it gets when it begins so. */
static bool full_way(const struct tc_view *v, const struct tc_act *a, int32_t *distance)
{
    struct mal_leg k;

    if (!mal_begin_path(v, a, &k, NULL))
        return false;
    *distance = k.stop.distance;
    return true;
}

static bool nth_wheel(const struct tc_view *v, int i, struct tc_act *out)
{
    static const int16_t angle[] = { 2048, 4096, 6144, 8192, 12288, 16384 };
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    struct tc_rect r = mal_rect(bk, &s->brigades[unit]);
    int32_t turn, k = i / 4, other;

    if (k < 6) { /* M-DEC-6 */
        turn = angle[k];
    } else if (k == 6) {
        turn =
            tc_min(tc_wheel_most(r.w, v->q->arg[1], TC_TAU_411775), bk->tables.move.wheel_most);
    } else {
        other = k < 9 ? mal_nearest_enemy(bk, s, unit, k == 8) : TC_NONE;
        if (other == TC_NONE || i % 2)
            return false;
        turn = tc_wheel_to_face(&r, mal_centre(bk, &s->brigades[other]));
        if (turn == 0)
            return false;
        out->arg[1] = turn;
        return true;
    }
    out->arg[1] = i % 2 ? turn : -turn;
    if (turn == 0)
        return false;
    return !(i / 2 % 2) || full_way(v, out, &out->arg[4]);
}

static bool nth_incline(const struct tc_view *v, int i, struct tc_act *out)
{
    int32_t by = v->q->arg[1] / (i < 2 ? 4 : 2);

    out->arg[2] = i % 2 ? by : -by; /* M-DEC-7 */
    return by != 0 && full_way(v, out, &out->arg[4]);
}

int mal_count_path(const struct tc_view *v)
{
    (void)v;
    return 1 + STRAIGHTS + WHEELS + INCLINES + BENDS + OTHERS;
}

bool mal_nth_path(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    int32_t allowance = v->q->arg[1];

    out->verb = MAL_V_MOVE;
    out->arg[0] = unit;
    out->arg[5] = out->arg[7] = TC_NONE;
    if (i < STRAIGHTS)
        return nth_straight(v, i, out);
    i -= STRAIGHTS;
    if (i < WHEELS)
        return mal_is_brigade(bk, &s->brigades[unit]) && nth_wheel(v, i, out);
    i -= WHEELS;
    if (i < INCLINES)
        return nth_incline(v, i, out);
    i -= INCLINES;
    out->arg[5] = out->arg[7] = 0;
    if (i < BENDS) {
        out->verb = MAL_V_BEND;
        out->arg[1] = i % 2;
        out->arg[2] = 1 + i / 2 % 2;
        out->arg[3] = i < 4 ? 4096 : 8192;
        return true;
    }
    i -= BENDS;
    if (i < 2) {
        out->verb = MAL_V_STRAIGHTEN;
        out->arg[1] = i;
        return true;
    }
    if (i == 2) {
        struct mal_stop stop;
        const struct mal_unit *m = &s->brigades[unit];
        out->verb = MAL_V_THREAD;
        if (m->formation != MAL_LINE)
            return false;
        mal_way_narrow(bk, s, unit, m, m->heading,
                       mal_is_foot(bk, m) ? allowance / 2 : allowance,
                       m->doubles ? MAL_WAY_DOUBLE : 0, &stop);
        out->arg[2] = stop.distance;
        return true;
    }
    out->verb = MAL_V_HALT;
    return true;
}
