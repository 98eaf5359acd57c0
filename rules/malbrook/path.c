/* rules/malbrook/path.c - the way after the dice: straight, wheel, incline, gap (D3.3). */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"
#include "rules/malbrook/probe.h"

/* The last few beginnings of a path, with what came of them. */
enum { BEGUN = 4 };

struct path_desk {
    int next; /* the place to be written */
    struct begun {
        bool known, legal;
        int32_t wheel, incline, veer;
        struct mal_leg leg;
    } begun[BEGUN];
};

_Static_assert(sizeof(struct path_desk) <= TC_DESK, "it fits on the desk");

/* Told further down: */
static bool march_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                        const struct tc_act *a, struct mal_leg *k, struct tc_refusal *why);
static bool propose_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int32_t allowance, const struct tc_act *a, struct tc_refusal *why);
static bool judge_rest(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t allowance, struct tc_refusal *why);
static bool distance_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                           const struct mal_leg *k, uint16_t way, const struct tc_act *a,
                           struct tc_refusal *why);
static bool is_at_place(const struct mal_book *bk, const struct mal_unit *end);
static bool reblock(const struct mal_book *bk, int unit, const struct tc_act *a,
                    struct mal_unit *x, struct tc_refusal *why);
static bool wheel(const struct mal_book *bk, const struct mal_state *s, int unit, int32_t turn,
                  struct mal_leg *k, struct tc_refusal *why);
static bool judge_bend(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t allowance, const struct tc_act *a, struct tc_refusal *why);
static bool end_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                      const struct mal_leg *k, const struct tc_act *a, struct tc_refusal *why);
static bool judge_straighten(const struct mal_book *bk, const struct mal_state *s, int unit,
                             int32_t allowance, const struct tc_act *a, struct tc_refusal *why);
static bool wheel_blocked(const struct mal_book *bk, const struct mal_state *s, int unit,
                          const struct tc_rect *r, int32_t turn);
static bool wheel_over_ground(const struct mal_book *bk, struct mal_unit *x,
                              const struct tc_rect *r, enum tc_corner pivot, int32_t turn);
static bool set_off(const struct mal_book *bk, const struct mal_state *s, int unit,
                    int32_t allowance, const struct tc_act *a, struct mal_leg *k,
                    struct tc_refusal *why);
static int32_t level_at(const struct tc_box *front, struct tc_pt p, uint16_t way, int32_t most);

/* M-5.12, M-7.21: who is held may only turn. */
static bool may_leave(const struct mal_unit *m, int unit, const struct tc_act *a,
                      struct tc_refusal *why)
{
    if ((m->control != MAL_HALT && !m->steadied) || !(a->arg[4] || a->arg[2]))
        return true;
    return tc_refuse(why, m->steadied ? "M-5.12" : "M-7.21",
                     m->steadied ? MAL_R_STEADIED : MAL_R_HALTED, unit, 0, 0);
}

bool mal_try_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                  int32_t allowance, const struct tc_act *a, struct mal_leg *k,
                  struct tc_refusal *why)
{
    return may_leave(&s->brigades[unit], unit, a, why) &&
           set_off(bk, s, unit, allowance, a, k, why) && march_legal(bk, s, unit, a, k, why);
}

bool mal_try_asked(const struct mal_book *bk, const struct mal_state *s, int unit,
                   int32_t allowance, const struct tc_act *a, struct tc_desk *desk,
                   struct mal_leg *k)
{
    struct tc_query q = { .question = MAL_Q_PATH, .arg = { unit, allowance } };
    struct tc_view v = { &bk->head, s, &q, desk };

    return may_leave(&s->brigades[unit], unit, a, NULL) && mal_begin_path(&v, a, k, NULL) &&
           march_legal(bk, s, unit, a, k, NULL);
}

bool mal_may_path(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    int32_t allowance = v->q->arg[1];
    struct mal_leg k;

    if (a->arg[0] != unit) /* M-DEC-2 */
        return mal_not_asked(v, a->arg[0], "M-11.6", why);
    switch (a->verb) {
    case MAL_V_MOVE:
        return (may_leave(&s->brigades[unit], unit, a, why) && mal_begin_path(v, a, &k, why) &&
                march_legal(bk, s, unit, a, &k, why)) ||
               propose_move(bk, s, unit, allowance, a, why);
    case MAL_V_THREAD: return mal_try_thread(bk, s, unit, allowance, a, &k, why);
    case MAL_V_BEND: return judge_bend(bk, s, unit, allowance, a, why);
    case MAL_V_STRAIGHTEN: return judge_straighten(bk, s, unit, allowance, a, why);
    default: return judge_rest(bk, s, unit, allowance, why);
    }
}

/* The march behind the beginning. */
static bool march_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                        const struct tc_act *a, struct mal_leg *k, struct tc_refusal *why)
{
    if (!distance_legal(bk, s, unit, k, k->way, a, why))
        return false;
    k->march = a->arg[4];
    k->full = k->stop;
    mal_way_cut(bk, &k->as, k->way, k->march, &k->stop);
    k->end = mal_moved(&k->as, k->way, k->march);
    if (!reblock(bk, unit, a, &k->end, why))
        return false;
    return end_legal(bk, s, unit, k, a, why);
}

/* The same move with turn, veer and march brought within their limits, if that is legal; else
 * the same way at its full length. Always false. */
static bool propose_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int32_t allowance, const struct tc_act *a, struct tc_refusal *why)
{
    int32_t most = bk->tables.move.deviation, wheel;
    struct tc_rect r = mal_rect(bk, &s->brigades[unit]);
    struct tc_act x = *a;
    struct mal_leg k;

    if (!why || why->has_nearest)
        return false;
    wheel = tc_min(tc_wheel_most(r.w, allowance, TC_TAU_411775), bk->tables.move.wheel_most);
    x.arg[1] = tc_max(-wheel, tc_min(wheel, x.arg[1]));
    if (s->brigades[unit].formation != MAL_UNFORMED)
        x.arg[3] = tc_max(-most, tc_min(most, x.arg[3]));
    for (int i = 0; i < 3; i++) {
        struct tc_refusal other;
        memset(&other, 0, sizeof other);
        if (mal_try_move(bk, s, unit, allowance, &x, &k, &other)) {
            why->has_nearest = true;
            why->nearest = x;
            return false;
        }
        if (other.has_nearest)
            x = other.nearest;
        else
            x.arg[2] = x.arg[4] = 0;
    }
    return false;
}

/* Standing still after the dice: only when orders or a broken wing bar the way ahead. */
static bool judge_rest(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t allowance, struct tc_refusal *why)
{
    struct tc_act ahead = { .verb = MAL_V_MOVE,
                            .arg = { unit, 0, 0, 0, 0, TC_NONE, 0, TC_NONE } };
    struct mal_stop stop;
    struct mal_leg k;
    const struct mal_unit *m = &s->brigades[unit];

    mal_way(bk, s, unit, m, m->heading, allowance, m->doubles ? MAL_WAY_DOUBLE : 0, &stop);
    ahead.arg[4] = stop.distance;
    if (mal_try_move(bk, s, unit, allowance, &ahead, &k, NULL))
        return tc_refuse_near(why, &ahead, "M-13.5", MAL_R_FULL_DISTANCE, unit, stop.distance);
    return true;
}

static bool may_halt_at_place(const struct mal_book *bk, const struct mal_state *s, int unit,
                              const struct mal_leg *k, uint16_t way, int32_t march)
{
    struct mal_unit end = mal_moved(&k->as, way, march);

    if (s->brigades[unit].place_kind == MAL_PLACE_GROUND) /* M-13.6a */
        return is_at_place(bk, &end);
    int32_t at = mal_place_at(bk, s, unit, &k->as, way, k->stop.distance);
    return at >= 0 && march >= at - MAL_EPS && march <= at + MAL_EPS;
}

/* M-13.6, M-13.6a: standing so, is it in the place it was sent to? */
static bool is_at_place(const struct mal_book *bk, const struct mal_unit *end)
{
    const struct mal_ground *g = &bk->ground[end->place];
    struct tc_shape sh;
    struct tc_box front;
    struct mal_body b;

    if (!g->line)
        return mal_in_ground(g, mal_centre(bk, end));
    mal_shape(g, &sh);
    mal_body(bk, end, &b);
    tc_box_front(&front, &b.box[0]);
    return tc_line_within(&sh, &front, bk->tables.move.line_up + MAL_EPS);
}

/* M-13.15: a doubled wheel too halts at six inches; M-13.7: cavalry does not turn up to enemy
 * within two. */
static bool wheel_keeps_off(const struct mal_book *bk, const struct mal_state *s, int unit,
                            const struct tc_rect *end, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_unit x = *m;

    x.x = end->x;
    x.y = end->y;
    x.heading = end->facing;
    if (m->doubles &&
        mal_enemy_near_rect(bk, s, m->side, &x, bk->tables.command.near - 2 * MAL_EPS))
        return tc_refuse(why, "M-13.15", MAL_R_DOUBLE_STOP, unit, 0, 0);
    if (!mal_is_cavalry(bk, m))
        return true;
    int32_t near = bk->tables.move.horse_stop - 2 * MAL_EPS;
    struct mal_front front = mal_front_of(bk, &x);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != m->side &&
            (front.odd || !mal_off_front(&front, mal_disc(bk, e), 0, near)) &&
            mal_counts(bk, e) && mal_to_front(bk, &x, e, 0, near) &&
            tc_gap_cmp(mal_gap(bk, &x, e), mal_gap(bk, m, e)) < 0)
            return tc_refuse(why, "M-13.7", MAL_R_HORSE_STOP, unit, 0, 0);
    }
    return true;
}

/* M-13.13a, M-RUL-55: the loose block may take another shape and heading at the end. */
static bool reblock(const struct mal_book *bk, int unit, const struct tc_act *a,
                    struct mal_unit *x, struct tc_refusal *why)
{
    int32_t facing = a->arg[5], files = a->arg[6], gap = a->arg[7], w, d;

    if (x->formation != MAL_UNFORMED) {
        if (facing != TC_NONE || files || gap != TC_NONE)
            return tc_refuse(why, "M-13.13", MAL_R_KEEPS_FACING, unit, 0, 0);
        return true;
    }
    if (facing == TC_NONE && !files && gap == TC_NONE)
        return true;
    struct tc_pt c = mal_centre(bk, x);
    if (facing != TC_NONE) { /* M-12.10, M-RUL-55 */
        if (facing < 0 || facing > 65535)
            return tc_refuse(why, "M-GEO-1", MAL_R_NO_HEADING, 0, 0, 0);
        x->heading = (uint16_t)facing;
    }
    if (files < 0 || files > x->n)
        return tc_refuse(why, "M-GEO-11", MAL_R_LOOSE_FILES, unit, x->n, 0);
    if (files)
        x->files = (uint8_t)files;
    if (gap != TC_NONE) {
        if (gap < 0 || gap > bk->tables.base.loose_gap_most)
            return tc_refuse(why, "M-14.13", MAL_R_LOOSE_GAP, unit,
                             bk->tables.base.loose_gap_most, 0);
        x->gap = (uint16_t)gap;
    }
    mal_size(bk, x, &w, &d);
    struct tc_rect r = tc_rect_about(c, x->heading, w, d);
    x->x = r.x;
    x->y = r.y;
    return true;
}

/* M-15.1, M-GEO-25, M-GEO-26; a limbered gun turns on its centre (M-13.19a). */
static bool wheel(const struct mal_book *bk, const struct mal_state *s, int unit, int32_t turn,
                  struct mal_leg *k, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t t = turn < 0 ? -turn : turn;
    struct tc_rect r = mal_rect(bk, m);

    if (!mal_is_brigade(bk, m)) {
        if (!m->limbered && !mal_is_wagon(bk, m))
            return tc_refuse(why, "M-13.16", MAL_R_GUN_STRAIGHT, unit, 0, 0);
        if (t > bk->tables.move.pivot)
            return tc_refuse(why, "M-13.19a", MAL_R_PIVOT, unit, 0, 0);
        r = tc_turn_on_centre(r, (uint16_t)(m->heading + turn)); /* M-RUL-74 */
    } else {
        if (m->formation == MAL_UNFORMED)
            return tc_refuse(why, "M-14.14", MAL_R_UNFORMED, unit, 0, 0);
        if (t > bk->tables.move.wheel_most)
            return tc_refuse(why, "M-GEO-25", MAL_R_WHEEL, unit, bk->tables.move.wheel_most, 0);
        int32_t cost = tc_wheel_cost(r.w, t, TC_TAU_411775);
        if (cost > k->left) /* M-GEO-26 */
            return tc_refuse(why, "M-15.1", MAL_R_WHEEL, unit,
                             tc_wheel_most(r.w, k->left, TC_TAU_411775), 0);
        if (wheel_blocked(bk, s, unit, &r, turn))
            return tc_refuse(why, "M-GEO-40", MAL_R_BLOCKED, unit, 0, 0);
        k->left -= cost;
        r = tc_wheel(r, turn < 0 ? TC_FL : TC_FR, turn);
        if (!wheel_keeps_off(bk, s, unit, &r, why))
            return false;
    }
    k->as.x = r.x;
    k->as.y = r.y;
    k->as.heading = r.facing;
    k->turned = true;
    return true;
}

/* M-15.4, M-15.5, M-GEO-31c: a backward wheel of end bases at half speed. */
static bool judge_bend(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t allowance, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int hand = a->arg[1], k = a->arg[2];
    int32_t w, d;

    if (!mal_is_infantry(bk, m) || m->formation != MAL_LINE)
        return tc_refuse(why, "M-15.4", MAL_R_NOT_FOOT_LINE, unit, 0, 0);
    if (m->refuse_k[hand])
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    if (k < 1 || m->front - m->refuse_k[0] - m->refuse_k[1] - k < 1)
        return tc_refuse(why, "M-GEO-31c", MAL_R_REFUSE_BASES, unit, m->front - 1, 0);
    mal_base_size(bk, m, &w, &d);
    if (a->arg[3] < 1 || a->arg[3] > bk->tables.move.wheel_most ||
        tc_wheel_cost(k * w, a->arg[3], TC_TAU_411775) > allowance / 2) /* M-GEO-31c */
        return tc_refuse(why, "M-15.5", MAL_R_WHEEL, unit,
                         tc_min(tc_wheel_most(k * w, allowance / 2, TC_TAU_411775),
                                bk->tables.move.wheel_most),
                         0);
    struct mal_unit x = mal_refused_as(bk, m, hand, k, (uint16_t)a->arg[3]);
    return mal_may_stand(bk, s, unit, &x, why);
}

/* M-15.19, M-15.20, M-GEO-27 */
static bool incline(const struct mal_book *bk, const struct mal_state *s, int unit,
                    int32_t side, struct mal_leg *k, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t by = side < 0 ? -side : side;
    struct mal_stop stop;

    if (!mal_is_infantry(bk, m) || m->formation != MAL_LINE)
        return tc_refuse(why, "M-15.19", MAL_R_NOT_FOOT_LINE, unit, 0, 0);
    if (m->grade < MAL_C)
        return tc_refuse(why, "M-15.19", MAL_R_GRADE, unit, 0, 0);
    if (2 * by > k->left)
        return tc_refuse(why, "M-15.20", MAL_R_INCLINE, unit, k->left / 2, 0);
    struct tc_rect r = tc_incline(mal_rect(bk, m), side);
    struct tc_pt from = { m->x, m->y }, to = { r.x, r.y };
    mal_way(bk, s, unit, m, tc_bearing(from, to), tc_dist(from, to),
            MAL_WAY_NO_FRIENDS | (m->doubles ? MAL_WAY_DOUBLE : 0), &stop);
    if (stop.cause == MAL_STOP_DOUBLE)
        return tc_refuse(why, "M-13.15", MAL_R_DOUBLE_STOP, unit, 0, 0);
    if (stop.distance < tc_dist(from, to) || stop.crossings)
        return tc_refuse(why, "M-GEO-40", MAL_R_BLOCKED, unit, stop.distance, 0);
    k->as.x = r.x; /* M-GEO-27 */
    k->as.y = r.y;
    k->left -= 2 * by;
    k->rough |= stop.rough;
    k->turned = true;
    return true;
}

static bool first_part(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, struct mal_leg *k, struct tc_refusal *why)
{
    int32_t turn = a->arg[1], side = a->arg[2], veer = a->arg[3];
    const struct mal_unit *m = &s->brigades[unit];

    if (side && (turn || veer))
        return tc_refuse(why, "M-GEO-27", MAL_R_INCLINE_TURN, unit, 0, 0);
    if ((m->refuse_k[0] | m->refuse_k[1]) && (turn || side || a->arg[4]))
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    if (m->formation != MAL_UNFORMED &&
        (veer > bk->tables.move.deviation || veer < -bk->tables.move.deviation))
        return tc_refuse(why, "M-13.13", MAL_R_DEVIATION, unit, 0, 0);
    if (veer < -TC_HALF || veer > TC_HALF) /* M-13.13a */
        return tc_refuse(why, "M-13.13a", MAL_R_DEVIATION, unit, 0, 0);
    if (turn && !wheel(bk, s, unit, turn, k, why))
        return false;
    return !side || incline(bk, s, unit, side, k, why);
}

static bool end_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                      const struct mal_leg *k, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    bool plain = !k->turned && a->arg[4] == k->stop.distance && a->arg[5] == TC_NONE &&
                 !a->arg[6] && a->arg[7] == TC_NONE;
    int hit = plain ? TC_NONE : mal_overlapped(bk, s, unit, &k->end, TC_NONE);

    if (hit != TC_NONE && a->arg[1] && s->brigades[hit].conforms_to == unit &&
        mal_wheel_clear(bk, s, unit, k, a->arg[1]))
        hit = TC_NONE; /* the whole line turns: M-GEO-59 */
    if (hit != TC_NONE)
        return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, unit, hit, 0);
    if (!plain && mal_bad_stand(bk, &k->end))
        return tc_refuse(why, "M-13.31", MAL_R_IMPASSABLE, unit, 0, 0);
    if (!tc_point_on_table(mal_centre(bk, &k->end), (struct tc_table){ bk->width, bk->height }))
        return tc_refuse(why, "M-GEO-55", MAL_R_OFF_TABLE, unit, 0, 0);
    if (!mal_is_brigade(bk, m) && m->dice == MAL_TWO && (k->rough || k->stop.rough))
        return tc_refuse(why, "M-13.19b", MAL_R_TWO_DICE_ROUGH, unit, 0, 0);
    if (k->end.x == m->x && k->end.y == m->y)
        return true;
    if (!mal_order_allows(bk, s, unit, mal_centre(bk, &k->end)))
        return tc_refuse(why, "M-RUL-6", MAL_R_ORDERS, unit, 0, 0);
    if (!mal_wing_allows(bk, s, unit, &k->end))
        return tc_refuse(why, "M-VIC-4", MAL_R_BROKEN_WING, unit, 0, 0);
    return true;
}

/* M-15.30, M-15.31, M-GEO-60: through a gap in reduced line. */
bool mal_try_thread(const struct mal_book *bk, const struct mal_state *s, int unit,
                    int32_t allowance, const struct tc_act *a, struct mal_leg *k,
                    struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_stop wide;

    memset(k, 0, sizeof *k);
    k->as = *m;
    k->left = mal_is_foot(bk, m) ? allowance / 2 : allowance;
    k->way = (uint16_t)(m->heading + a->arg[1]);
    if (m->control == MAL_HALT || m->steadied)
        return tc_refuse(why, "M-7.21", MAL_R_HALTED, unit, 0, 0);
    if (m->formation != MAL_LINE)
        return tc_refuse(why, "M-15.30", MAL_R_NOT_LINE, unit, 0, 0);
    if (m->refuse_k[0] | m->refuse_k[1])
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    if (a->arg[1] > bk->tables.move.deviation || a->arg[1] < -bk->tables.move.deviation)
        return tc_refuse(why, "M-13.13", MAL_R_DEVIATION, unit, 0, 0);
    unsigned twice = m->doubles ? MAL_WAY_DOUBLE : 0; /* M-13.15 */
    mal_way(bk, s, unit, m, k->way, k->left, twice, &wide);
    mal_way_narrow(bk, s, unit, m, k->way, k->left, twice, &k->stop);
    if (wide.cause == MAL_STOP_FULL) /* M-RUL-52 */
        return tc_refuse(why, "M-15.30", MAL_R_NO_GAP, unit, 0, 0);
    if (k->stop.distance <= wide.distance)
        return tc_refuse(why, "M-15.31", MAL_R_GAP, unit, 0, 0);
    if (a->arg[2] != k->stop.distance) {
        struct tc_act near = *a;
        near.arg[2] = k->stop.distance;
        return tc_refuse_near(why, &near, "M-13.5", MAL_R_FULL_DISTANCE, unit,
                              k->stop.distance);
    }
    k->march = a->arg[2];
    k->end = mal_moved(m, k->way, k->march);
    struct tc_act plain = { .verb = MAL_V_MOVE, .arg = { unit, 0, 0, 0, -1, 0, 0, 0 } };
    return end_legal(bk, s, unit, k, &plain, why);
}

/* M-13.5 to M-13.9: is this distance allowed? */
static bool distance_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                           const struct mal_leg *k, uint16_t way, const struct tc_act *a,
                           struct tc_refusal *why)
{
    int32_t march = a->arg[4], full = k->stop.distance;
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_act near = *a;

    near.arg[4] = full;
    if (march < 0 || march > full)
        return tc_refuse_near(why, &near, k->stop.rule, MAL_R_TOO_LONG, unit, full);
    if (march == full)
        return true;
    if (k->turned && a->arg[1])
        return true; /* M-RUL-24 */
    if (!mal_is_brigade(bk, m) && (m->limbered || mal_is_wagon(bk, m)))
        return true; /* M-RUL-20 */
    if (m->place_kind && may_halt_at_place(bk, s, unit, k, way, march))
        return true; /* M-13.6 */
    if (march >= full - bk->tables.move.short_stop &&
        mal_may_stop_short(bk, s, unit, &k->as, way, full, &k->stop))
        return true;
    return tc_refuse_near(why, &near,
                          march < full - bk->tables.move.short_stop ? "M-13.9" : "M-13.5",
                          MAL_R_FULL_DISTANCE, unit, full);
}

/* M-13.6a: the distance at which the declared place is reached; -1: never. */
int32_t mal_place_at(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as, uint16_t way, int32_t most)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_shape sh;
    struct mal_body b;

    if (m->place_kind == MAL_PLACE_UNIT) {
        mal_body(bk, &s->brigades[m->place], &b);
        return level_at(&b.box[0], (struct tc_pt){ as->x, as->y }, way, most);
    }
    if (m->place_kind != MAL_PLACE_GROUND)
        return -1;
    const struct mal_ground *g = &bk->ground[m->place];
    mal_shape(g, &sh);
    if (g->line) {
        struct tc_box front;
        mal_body(bk, as, &b);
        tc_box_front(&front, &b.box[0]);
        return tc_line_reach(&sh, &front, way, most, bk->tables.move.line_up);
    }
    struct tc_pt c = mal_centre(bk, as);
    return tc_poly_has(&sh, c) ? 0 : tc_poly_march(&sh, c, way, most);
}

static bool judge_straighten(const struct mal_book *bk, const struct mal_state *s, int unit,
                             int32_t allowance, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int hand = a->arg[1];
    int32_t w, d;

    if (!m->refuse_k[hand])
        return tc_refuse(why, "M-RUL-42", MAL_R_NOT_REFUSED, unit, 0, 0);
    mal_base_size(bk, m, &w, &d);
    if (tc_wheel_cost(m->refuse_k[hand] * w, m->refuse_angle[hand], TC_TAU_411775) > allowance)
        return tc_refuse(why, "M-RUL-42", MAL_R_WHEEL, unit, 0, 0);
    struct mal_unit x = mal_straight_as(bk, m, hand);
    return mal_may_stand(bk, s, unit, &x, why);
}

static bool wheel_blocked(const struct mal_book *bk, const struct mal_state *s, int unit,
                          const struct tc_rect *r, int32_t turn)
{
    int32_t step = bk->tables.move.wheel_sample;
    enum tc_corner pivot = turn < 0 ? TC_FL : TC_FR;
    struct mal_unit x = s->brigades[unit];
    struct mal_probe p;

    mal_probe(&p, bk, &s->brigades[unit]);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        struct mal_body b;
        if (e->side == x.side || mal_probe_far(&p, e, 2 * r->w + 100) || !mal_counts(bk, e))
            continue;
        mal_body(bk, e, &b);
        if (!mal_bodies_within(&p.body, &b, 2 * r->w + 100))
            continue;
        for (int j = 0; j < b.n; j++) /* M-GEO-40 */
            if (tc_wheel_overlap(*r, pivot, turn, step, &b.box[j], MAL_EPS))
                return true;
    }
    /* it turns about a corner; two boxes hung on a third, each no wider than r, lie within this
     */
    int32_t reach =
        (p.m->refuse_k[0] | p.m->refuse_k[1]) ? 5 * (r->w + r->d) : r->w + r->d + 16;
    struct tc_pt hub = mal_probe_body(&p)->box[0].c[pivot];
    return mal_bad_near(bk, hub, reach) && wheel_over_ground(bk, &x, r, pivot, turn);
}

/* M-GEO-40: does it come upon impassable ground anywhere on its turn? */
static bool wheel_over_ground(const struct mal_book *bk, struct mal_unit *x,
                              const struct tc_rect *r, enum tc_corner pivot, int32_t turn)
{
    int32_t step = turn < 0 ? -bk->tables.move.wheel_sample : bk->tables.move.wheel_sample;
    bool last = false;

    for (int32_t by = step; !last; by += step) {
        last = turn < 0 ? by <= turn : by >= turn;
        struct tc_rect at = tc_wheel(*r, pivot, last ? turn : by);
        x->x = at.x;
        x->y = at.y;
        x->heading = at.facing;
        if (mal_bad_stand(bk, x))
            return true;
    }
    return false;
}

/* set_off, remembered. M-RUL-42 alone asks how far it means to march, and is asked again. */
bool mal_begin_path(const struct tc_view *v, const struct tc_act *a, struct mal_leg *k,
                    struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    struct path_desk *d = v->desk ? (void *)v->desk->room : NULL;

    if (!d || (s->brigades[unit].refuse_k[0] | s->brigades[unit].refuse_k[1]))
        return set_off(bk, s, unit, v->q->arg[1], a, k, why);
    if (!v->desk->laid)
        memset(d, 0, sizeof *d);
    v->desk->laid = 1;
    for (int i = 0; i < BEGUN; i++) {
        const struct begun *b = &d->begun[i];
        if (!b->known || b->wheel != a->arg[1] || b->incline != a->arg[2] ||
            b->veer != a->arg[3])
            continue;
        if (!b->legal && why)
            break;
        *k = b->leg;
        return b->legal;
    }
    struct begun *b = &d->begun[d->next++ % BEGUN];
    *b = (struct begun){
        .known = true, .wheel = a->arg[1], .incline = a->arg[2], .veer = a->arg[3]
    };
    b->legal = set_off(bk, s, unit, v->q->arg[1], a, &b->leg, why);
    *k = b->leg;
    return b->legal;
}

/* Wheel or incline, and how far it gets from there: the same for every march that begins so. */
static bool set_off(const struct mal_book *bk, const struct mal_state *s, int unit,
                    int32_t allowance, const struct tc_act *a, struct mal_leg *k,
                    struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    memset(k, 0, sizeof *k);
    k->as = *m;
    k->allowance = k->left = allowance;
    if (!first_part(bk, s, unit, a, k, why))
        return false;
    k->way = (uint16_t)(k->as.heading + a->arg[3]);
    if (m->control == MAL_HALT || m->steadied)
        k->left = 0; /* M-RUL-62 */
    if (m->refuse_k[0] | m->refuse_k[1])
        k->left = 0;
    mal_way(bk, s, unit, &k->as, k->way, k->left, m->doubles ? MAL_WAY_DOUBLE : 0, &k->stop);
    return true;
}

/* The first mil of the way at which the front-centre is level with that front; -1: never. */
static int32_t level_at(const struct tc_box *front, struct tc_pt p, uint16_t way, int32_t most)
{
    bool behind = tc_forward(front, p) < 0;
    int32_t lo = 0, hi = most;

    if ((tc_forward(front, tc_step(p, way, most)) < 0) == behind) /* M-RUL-78 */
        return -1;
    while (hi - lo > 1) {
        int32_t mid = lo + (hi - lo) / 2;
        if ((tc_forward(front, tc_step(p, way, mid)) < 0) == behind)
            lo = mid;
        else
            hi = mid;
    }
    return hi;
}
