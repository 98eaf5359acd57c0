/* rules/malbrook/declare.c - what a brigade is told before the dice (M-13 to M-15, D3.2). */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"
#include "rules/malbrook/probe.h"

enum { PLAIN = 40 };

/* Told further down: */
static bool held_by_ground(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool uses_up_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int verb);
static bool judge_form(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, struct tc_refusal *why);
static bool judge_about(const struct mal_book *bk, const struct mal_unit *m, int unit,
                        struct tc_refusal *why);
static bool only_reforms(const struct mal_unit *m, int verb);
static bool judge_refuse(const struct mal_book *bk, const struct mal_state *s, int unit,
                         const struct tc_act *a, struct tc_refusal *why);
static bool judge_saddle(const struct mal_book *bk, const struct mal_state *s, int unit,
                         const struct tc_act *a, struct tc_refusal *why);
static bool step_alone(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, struct tc_refusal *why);
static bool judge_split(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int bases, struct tc_refusal *why);
static bool is_full_move(int verb);
static bool nth_plain(const struct mal_book *bk, const struct mal_state *s, int unit, int i,
                      struct tc_act *out);
static bool put(struct tc_act *out, int verb, int32_t b, int32_t c);
static int nearest_friend(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool nth_dice(int i, int lining, struct tc_act *out);
static int speed_before(const struct mal_unit *m);

/* --- 4.12 Movement --- */

bool mal_refuse_halted(const struct mal_unit *m, int unit, struct tc_refusal *why)
{
    return tc_refuse(why, m->steadied ? "M-5.12" : "M-7.21",
                     m->steadied ? MAL_R_STEADIED : MAL_R_HALTED, unit, 0, 0);
}

/* M-13.14: beyond six inches of known enemy and of ground that may hide some. */
bool mal_far_from_enemy(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t near = bk->tables.command.near + MAL_EPS;
    struct mal_probe p;

    mal_probe(&p, bk, m);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != m->side && !mal_probe_remote(&p, e, near) && mal_counts(bk, e) &&
            mal_probe_within(&p, e, near) && mal_known(bk, s, m->side, i))
            return false;
    }
    for (int i = 0; bk->hidden && i < bk->grounds; i++) {
        struct tc_shape sh;
        struct mal_body b;
        if (!bk->ground[i].may_hide || bk->ground[i].line)
            continue;
        mal_shape(&bk->ground[i], &sh);
        mal_body(bk, m, &b);
        if (tc_poly_within(&sh, &b.box[0], near))
            return false;
    }
    return true;
}

static bool gun_dice(const struct mal_book *bk, const struct mal_unit *m, int unit, int dice,
                     struct tc_refusal *why)
{
    int cls = mal_gun_class(bk, m);

    if (mal_is_wagon(bk, m) || m->limbered) {
        if (dice == MAL_ONE || dice == MAL_TWO)
            return true;
        return tc_refuse(why, "M-13.19", MAL_R_LIMBERED_DICE, unit, 0, 0);
    }
    if (cls == MAL_LIGHT && dice == MAL_ONE)
        return true;
    return tc_refuse(why,
                     cls == MAL_LIGHT    ? "M-13.16"
                     : cls == MAL_HEAVY  ? "M-13.18"
                     : cls == MAL_MEDIUM ? "M-13.17"
                                         : "M-13.20",
                     cls == MAL_LIGHT ? MAL_R_LIGHT_DICE : MAL_R_NO_GUN_DICE, unit, 0, 0);
}

/* M-7.7, M-GEO-59: those who conform and stand in the way of the step make room for it. */
static bool judge_step(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, struct tc_refusal *why)
{
    int16_t who[MAL_UNITS];
    int n = mal_step_order(s, unit, a, true, who);

    if (n == 0)
        return step_alone(bk, s, unit, a, why);
    struct mal_state t = *s;
    for (int i = 0; i < n; i++)
        if (mal_steps_too(bk, &t, who[i], a)) {
            struct mal_unit *c = &t.brigades[who[i]];
            struct tc_rect r = mal_stepped(bk, c, a);
            c->x = r.x;
            c->y = r.y;
        }
    return step_alone(bk, &t, unit, a, why);
}

/* The brigade with k bases of one end refused. */
struct mal_unit mal_refused_as(const struct mal_book *bk, const struct mal_unit *m, int hand,
                               int k, uint16_t angle)
{
    struct mal_unit x = *m;
    int32_t w, d;

    mal_base_size(bk, m, &w, &d);
    struct tc_rect r = tc_side_step(mal_rect(bk, m), hand == MAL_LEFT ? k * w / 2 : -k * w / 2);
    x.x = r.x;
    x.y = r.y;
    x.refuse_k[hand] = (uint8_t)k;
    x.refuse_angle[hand] = angle;
    return x;
}

struct mal_unit mal_straight_as(const struct mal_book *bk, const struct mal_unit *m, int hand)
{
    struct mal_unit x = *m;
    int32_t w, d;

    mal_base_size(bk, m, &w, &d);
    int32_t by = m->refuse_k[hand] * w / 2;
    struct tc_rect r = tc_side_step(mal_rect(bk, m), hand == MAL_LEFT ? -by : by);
    x.x = r.x;
    x.y = r.y;
    x.refuse_k[hand] = 0;
    x.refuse_angle[hand] = 0;
    return x;
}

/* M-13.3, M-13.4, M-13.4a and the speed limits. */
bool mal_dice_legal(const struct mal_book *bk, const struct mal_state *s, int unit, int dice,
                    bool charge, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int n = mal_dice_count(dice);

    if (dice != MAL_ONE && dice != MAL_TWO && dice != MAL_ONE_PLUS && dice != MAL_TWO_PLUS)
        return tc_refuse(why, "M-13.4a", MAL_R_DICE, unit, 0, 0);
    if (!mal_is_brigade(bk, m))
        return gun_dice(bk, m, unit, dice, why);
    if (!mal_is_cavalry(bk, m))
        return dice == MAL_ONE || dice == MAL_ONE_PLUS ||
               tc_refuse(why, "M-13.3", MAL_R_DICE, unit, 0, 0); /* M-13.32 */
    if (n > mal_speed_most(m, charge))                           /* M-13.4, M-14.9, M-RUL-73 */
        return tc_refuse(why, speed_before(m) ? "M-14.9" : "M-14.10", MAL_R_SPEED, unit,
                         mal_speed_most(m, charge), 0);
    if (!charge && n < m->speed_prev - bk->tables.move.speed_change)
        return tc_refuse(why, "M-14.11", MAL_R_SPEED_LOW, unit, 0, 0);
    return true;
}

static bool judge_dice(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (m->unformed_stay && m->status == MAL_NORMAL)
        return tc_refuse(why, "M-15.10a", MAL_R_NOT_FORMED_YET, unit, 0, 0);
    if (mal_is_gun(bk, m) && m->crew != MAL_CREWED)
        return tc_refuse(why, "M-23.1", MAL_R_NO_CREW, unit, 0, 0);
    if (!mal_is_brigade(bk, m) && mal_is_halted(m))
        return mal_refuse_halted(m, unit, why);
    if (!mal_dice_legal(bk, s, unit, a->arg[1], false, why))
        return false;
    if (a->arg[2] && !mal_far_from_enemy(bk, s, unit))
        return tc_refuse(why, "M-13.14", MAL_R_NOT_FAR, unit, 0, 0);
    if (a->arg[3] != TC_NONE && a->arg[4] != TC_NONE)
        return tc_refuse(why, "M-13.6", MAL_R_TWO_PLACES, unit, 0, 0);
    return true;
}

/* M-14.11: cavalry at three dice may not stop dead, but for M-14.11a. */
static bool must_ride_on(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    bool dismounted = mal_is_dismounted(bk, m) && m->halves; /* this turn */

    if ((!mal_is_cavalry(bk, m) && !dismounted) ||
        m->speed_prev <= bk->tables.move.speed_change)
        return false;
    if (m->control == MAL_HALT || m->steadied || m->unformed_stay || m->ceased)
        return false;                    /* M-14.11a */
    return !held_by_ground(bk, s, unit); /* M-14.11 */
}

/* Impassable ground lies nearer before it than one die can bring it. */
static bool held_by_ground(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_stop stop;

    mal_way(bk, s, unit, m, m->heading, 2 * bk->tables.move.pip,
            MAL_WAY_FAST | MAL_WAY_NO_FRIENDS | MAL_WAY_NO_ENEMIES | MAL_WAY_NO_OBSTACLES,
            &stop);
    return stop.cause == MAL_STOP_GROUND;
}

static bool judge_declared(const struct tc_view *v, const struct tc_act *a,
                           struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    const struct mal_unit *m = &s->brigades[unit];

    if (a->arg[0] != unit) /* M-DEC-19 */
        return mal_not_asked(v, a->arg[0], "M-11.6", why);
    if (only_reforms(m, a->verb))
        return tc_refuse(why, "M-15.10a", MAL_R_NOT_FORMED_YET, unit, 0, 0);
    if (m->halves && is_full_move(a->verb))
        return tc_refuse(why, "M-RUL-23", MAL_R_FULL_MOVE, unit, 0, 0);
    if (must_ride_on(bk, s, unit) && uses_up_move(bk, s, unit, a->verb)) {
        struct tc_act near = { .verb = MAL_V_DICE,
                               .arg = { unit, MAL_ONE, 0, TC_NONE, TC_NONE } };
        return tc_refuse_near(why, &near, "M-14.11", MAL_R_SPEED_LOW, unit);
    }
    switch (a->verb) {
    case MAL_V_HALT: return true;
    case MAL_V_DICE: return judge_dice(bk, s, unit, a, why);
    case MAL_V_CHANGE:
    case MAL_V_TWICE:
    case MAL_V_REFORM: return judge_form(bk, s, unit, a, why);
    case MAL_V_ABOUT: return judge_about(bk, m, unit, why);
    case MAL_V_SIDE_STEP:
    case MAL_V_STEP_BACK: return judge_step(bk, s, unit, a, why);
    case MAL_V_REFUSE: return judge_refuse(bk, s, unit, a, why);
    case MAL_V_ROAD: return mal_judge_road(bk, s, unit, a, why);
    case MAL_V_MOUNT:
    case MAL_V_DISMOUNT: return judge_saddle(bk, s, unit, a, why);
    case MAL_V_UNLIMBER:
    case MAL_V_PIVOT:
    case MAL_V_SHIFT: return mal_judge_gun(bk, s, unit, a, why);
    case MAL_V_RECREW: return mal_judge_recrew(bk, s, unit, why);
    case MAL_V_TAKE_GUN: return mal_judge_take(bk, s, unit, a->arg[1], why);
    case MAL_V_MERGE:
        if (mal_is_halted(m))
            return mal_refuse_halted(m, unit, why);
        return mal_can_merge(bk, s, unit, a->arg[1], true, why);
    case MAL_V_SPLIT: return judge_split(bk, s, unit, a->arg[1], why);
    default: break;
    }
    return mal_not_asked(v, a->arg[0], "M-11.6", why);
}

/* --- Undiced actions --- */

/* Does it leave no part of the move for dice? A road move counts as two (M-14.12). */
static bool uses_up_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int verb)
{
    switch (verb) {
    case MAL_V_DICE:
    case MAL_V_ROAD: return false;
    case MAL_V_CHANGE:
        return s->brigades[unit].halves ||
               mal_enemy_within(bk, s, unit, bk->tables.command.near); /* M-15.6 */
    case MAL_V_ABOUT:
    case MAL_V_MOUNT:
    case MAL_V_DISMOUNT: return s->brigades[unit].halves;
    default: return true;
    }
}

/* M-15.6, M-15.7, M-15.9, M-RUL-23: does it fit the move that is left? */
static bool judge_form(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_unit x;
    bool reform = a->verb == MAL_V_REFORM;

    if (reform != (m->formation == MAL_UNFORMED))
        return tc_refuse(why, "M-15.9", MAL_R_UNFORMED, unit, 0, 0);
    if (reform && mal_fast(m) && m->status != MAL_RETIRING)
        return tc_refuse(why, "M-15.10", MAL_R_NOT_FORMED_YET, unit, 0, 0);
    if (m->halves && (reform || a->verb == MAL_V_TWICE ||
                      mal_enemy_within(bk, s, unit, bk->tables.command.near)))
        return tc_refuse(why, "M-RUL-23", MAL_R_FULL_MOVE, unit, 0, 0);
    return mal_try_shape(bk, s, unit, a, reform, &x, why);
}

static bool judge_about(const struct mal_book *bk, const struct mal_unit *m, int unit,
                        struct tc_refusal *why)
{
    if (m->formation == MAL_UNFORMED)
        return tc_refuse(why, "M-15.18", MAL_R_UNFORMED, unit, 0, 0);
    if (!mal_is_brigade(bk, m))
        return tc_refuse(why, "M-12.1", MAL_R_NO_FORMATION, unit, 0, 0);
    if (m->refuse_k[0] | m->refuse_k[1])
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    return true;
}

/* M-15.10a: what a brigade that must re-form may do. */
static bool only_reforms(const struct mal_unit *m, int verb)
{
    return m->unformed_stay && m->status == MAL_NORMAL && verb != MAL_V_REFORM &&
           verb != MAL_V_HALT;
}

/* M-15.24 to M-15.26 */
static bool judge_saddle(const struct mal_book *bk, const struct mal_state *s, int unit,
                         const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_unit x = *m;

    if (mal_is_halted(m))
        return mal_refuse_halted(m, unit, why);
    if (mal_type_of(bk, m) != MAL_DRAGOON || mal_card(bk, m)->style != MAL_TRADITIONAL)
        return tc_refuse(why, "M-15.24", MAL_R_NOT_DRAGOONS, unit, 0, 0);
    if (m->mixed) /* M-23.20 */
        return tc_refuse(why, "M-3.18", MAL_R_NOT_DRAGOONS, unit, 0, 0);
    if (a->verb == MAL_V_DISMOUNT) {
        if (!m->mounted)
            return tc_refuse(why, "M-15.24", MAL_R_DISMOUNTED, unit, 0, 0);
        x.mounted = 0;
        mal_loosen(bk, &x);
        return mal_may_stand(bk, s, unit, &x, why);
    }
    if (m->mounted)
        return tc_refuse(why, "M-15.24", MAL_R_MOUNTED, unit, 0, 0);
    if (!m->holders || !mal_point_near(bk, m, (struct tc_pt){ m->holder_x, m->holder_y },
                                       bk->tables.move.remount + MAL_EPS))
        return tc_refuse(why, "M-15.26", MAL_R_HOLDERS_FAR, unit, 0, 0);
    return mal_try_shape(bk, s, unit, a, true, &x, why);
}

/* The end of a line moved off sideways: M-14.19, M-GEO-46. */
bool mal_split_shape(const struct mal_book *bk, const struct mal_unit *m, int bases,
                     struct mal_unit *part)
{
    int k = bases < 0 ? -bases : bases;
    int32_t w, d;

    if (m->formation != MAL_LINE || m->n != m->front || k < 1 || k >= m->n ||
        (m->refuse_k[0] | m->refuse_k[1]))
        return false;
    mal_base_size(bk, m, &w, &d);
    *part = *m;
    part->n = part->front = (uint8_t)k;
    int32_t off = (m->front - k) * w / 2 + bk->tables.command.contact + MAL_EPS + 1;
    struct tc_rect r = tc_side_step(mal_rect(bk, m), bases < 0 ? -off : off);
    part->x = r.x;
    part->y = r.y;
    return true;
}

static bool judge_refuse(const struct mal_book *bk, const struct mal_state *s, int unit,
                         const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int hand = a->arg[1], k = a->arg[2];

    if (!mal_is_infantry(bk, m) || m->formation != MAL_LINE)
        return tc_refuse(why, "M-15.21", MAL_R_NOT_FOOT_LINE, unit, 0, 0);
    if (m->grade < MAL_D)
        return tc_refuse(why, "M-15.21", MAL_R_GRADE, unit, 0, 0);
    if (m->refuse_k[hand])
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    if (k < 1 || k > bk->tables.move.refuse_most ||
        m->front - m->refuse_k[0] - m->refuse_k[1] - k < 1)
        return tc_refuse(why, "M-GEO-31b", MAL_R_REFUSE_BASES, unit,
                         bk->tables.move.refuse_most, 0);
    struct mal_unit x = mal_refused_as(bk, m, hand, k, (uint16_t)bk->tables.move.refuse_angle);
    return mal_may_stand(bk, s, unit, &x, why);
}

static bool step_alone(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t most = bk->tables.move.step, len = a->arg[1];
    struct mal_unit x;

    if (mal_is_halted(m))
        return mal_refuse_halted(m, unit, why);
    if (!mal_is_infantry(bk, m) || m->formation != MAL_LINE)
        return tc_refuse(why, "M-15.21", MAL_R_NOT_FOOT_LINE, unit, 0, 0);
    if (m->grade < MAL_D)
        return tc_refuse(why, "M-15.21", MAL_R_GRADE, unit, 0, 0);
    if (m->refuse_k[0] | m->refuse_k[1])
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    if (len == 0 || len > most || len < (a->verb == MAL_V_SIDE_STEP ? -most : 1))
        return tc_refuse(why, "M-15.22", MAL_R_TOO_LONG, unit, most, 0);
    uint16_t way = (uint16_t)(m->heading + (a->verb == MAL_V_STEP_BACK ? TC_HALF
                                            : len > 0                  ? TC_QUARTER
                                                                       : -TC_QUARTER));
    struct mal_stop stop;
    mal_way(bk, s, unit, m, way, len < 0 ? -len : len, MAL_WAY_FAST, &stop);
    x = mal_moved(m, way, len < 0 ? -len : len);
    if (stop.cause != MAL_STOP_FULL || stop.off)
        return tc_refuse(why, "M-GEO-40", MAL_R_BLOCKED, unit, stop.distance, 0);
    if (!mal_order_allows(bk, s, unit, mal_centre(bk, &x)))
        return tc_refuse(why, "M-RUL-6", MAL_R_ORDERS, unit, 0, 0);
    if (!mal_wing_allows(bk, s, unit, &x))
        return tc_refuse(why, "M-VIC-4", MAL_R_BROKEN_WING, unit, 0, 0);
    return true;
}

/* Would this conformer step with its lead? */
bool mal_steps_too(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct tc_act *a)
{
    struct tc_act own = *a;

    own.arg[0] = unit;
    return !mal_held(bk, s, unit) && step_alone(bk, s, unit, &own, NULL);
}

static bool judge_split(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int bases, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_unit part;

    if (mal_is_halted(m))
        return mal_refuse_halted(m, unit, why);
    if (!mal_in_one_rank(bk, s, unit, "M-14.19", why))
        return false;
    if (m->refuse_k[0] | m->refuse_k[1])
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    if (!mal_split_shape(bk, m, bases, &part))
        return tc_refuse(why, "M-14.19", MAL_R_SPLIT_BASES, unit, m->n - 1, 0);
    if (mal_spare(s) == TC_NONE)
        return tc_refuse(why, "M-14.19", MAL_R_NO_ROOM, unit, 0, 0);
    int hit = mal_overlapped(bk, s, unit, &part, TC_NONE);
    if (hit != TC_NONE || mal_bad_stand(bk, &part))
        return tc_refuse(why, "M-GEO-46", MAL_R_OVERLAPS, unit, hit == TC_NONE ? unit : hit, 0);
    if (!tc_point_on_table(mal_centre(bk, &part), (struct tc_table){ bk->width, bk->height }))
        return tc_refuse(why, "M-GEO-55", MAL_R_OFF_TABLE, unit, 0, 0);
    if (mal_enemy_near_rect(bk, s, m->side, &part, bk->tables.move.foot_stop))
        return tc_refuse(why, "M-GEO-46", MAL_R_PART_ENEMY, unit, 0, 0);
    return true;
}

/* Half a move has been used: only half moves, dice, half a road march and rest remain
 * (M-RUL-23). */
static bool is_full_move(int verb)
{
    return verb == MAL_V_SIDE_STEP || verb == MAL_V_STEP_BACK || verb == MAL_V_REFUSE ||
           verb == MAL_V_UNLIMBER || verb == MAL_V_PIVOT || verb == MAL_V_SHIFT ||
           verb == MAL_V_RECREW || verb == MAL_V_TAKE_GUN || verb == MAL_V_SPLIT ||
           verb == MAL_V_MERGE;
}

/* --- 4.13 Disorder from movement, speed limits, unformed, merging --- */

int mal_count_declare(const struct tc_view *v)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;

    /* M-DEC-3 */
    return PLAIN + (mal_is_brigade(bk, &s->brigades[v->q->arg[0]]) ? mal_forms() : 0);
}

bool mal_nth_declare(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    const struct mal_unit *m = &s->brigades[unit];
    bool reform = m->formation == MAL_UNFORMED;

    if (i < PLAIN)
        return nth_plain(bk, s, unit, i, out);
    out->verb = reform ? (mal_is_dismounted(bk, m) ? MAL_V_MOUNT : MAL_V_REFORM) : MAL_V_CHANGE;
    return mal_unit_forms(bk, s, unit, i - PLAIN, reform, out);
}

static bool nth_plain(const struct mal_book *bk, const struct mal_state *s, int unit, int i,
                      struct tc_act *out)
{
    const struct mal_unit *m = &s->brigades[unit];
    int other;

    out->arg[0] = unit;
    if (i == 0)
        return put(out, MAL_V_HALT, 0, 0);
    if (i < 13)
        return nth_dice(i - 1, i - 1 >= 8 ? nearest_friend(bk, s, unit) : TC_NONE, out);
    switch (i) {
    case 13: return put(out, MAL_V_ABOUT, 0, 0);
    case 14: return put(out, MAL_V_SIDE_STEP, 1000, 0);
    case 15: return put(out, MAL_V_SIDE_STEP, -1000, 0);
    case 16: return put(out, MAL_V_SIDE_STEP, 500, 0);
    case 17: return put(out, MAL_V_SIDE_STEP, -500, 0);
    case 18: return put(out, MAL_V_STEP_BACK, 1000, 0);
    case 19: return put(out, MAL_V_STEP_BACK, 500, 0);
    case 20:
    case 21:
    case 22:
    case 23: return put(out, MAL_V_REFUSE, i % 2, 1 + (i - 20) / 2);
    case 24: return put(out, MAL_V_ROAD, bk->tables.move.road_march / (m->halves ? 2 : 1), 0);
    case 25:
        return put(out, MAL_V_ROAD, bk->tables.move.road_march * 2 / (m->halves ? 2 : 1), 0);
    case 26: return put(out, MAL_V_DISMOUNT, 0, 0);
    case 27: return put(out, MAL_V_UNLIMBER, 0, 0);
    case 28: return put(out, MAL_V_PIVOT, 8192, 0);
    case 29: return put(out, MAL_V_PIVOT, -8192, 0);
    case 30:
        other = mal_nearest_enemy(bk, s, unit, false);
        if (!mal_is_gun(bk, m) || other == TC_NONE)
            return false;
        return put(out, MAL_V_PIVOT,
                   tc_turn(m->heading,
                           tc_bearing(mal_centre(bk, m), mal_centre(bk, &s->brigades[other]))),
                   0);
    case 31: return put(out, MAL_V_SHIFT, 0, 1000);
    case 32: return put(out, MAL_V_SHIFT, -32768, 1000);
    case 33: return put(out, MAL_V_RECREW, 0, 0);
    case 34: return put(out, MAL_V_SPLIT, m->n / 2, 0); /* M-DEC-16 */
    case 35: return put(out, MAL_V_SPLIT, -(m->n / 2), 0);
    case 36: return put(out, MAL_V_SPLIT, 1, 0);
    case 37: return put(out, MAL_V_SPLIT, -1, 0);
    case 38:
        other = nearest_friend(bk, s, unit);
        return other != TC_NONE && put(out, MAL_V_MERGE, other, 0);
    default: break;
    }
    for (int g = 0; g < s->units; g++)
        if (mal_is_gun(bk, &s->brigades[g]) && mal_judge_take(bk, s, unit, g, NULL))
            return put(out, MAL_V_TAKE_GUN, g, 0);
    return false;
}

static bool put(struct tc_act *out, int verb, int32_t b, int32_t c)
{
    out->verb = (int16_t)verb;
    out->arg[1] = b;
    out->arg[2] = c;
    return true;
}

static int nearest_friend(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    int64_t best = 0;
    int found = TC_NONE;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *f = &s->brigades[i];
        if (i == unit || f->side != m->side || !mal_on_table(f) || !mal_is_brigade(bk, f))
            continue;
        int64_t d =
            (int64_t)(f->x - m->x) * (f->x - m->x) + (int64_t)(f->y - m->y) * (f->y - m->y);
        if (found == TC_NONE || d < best) {
            best = d;
            found = i;
        }
    }
    return found;
}

static bool nth_dice(int i, int lining, struct tc_act *out)
{
    static const uint8_t dice[] = { MAL_ONE, MAL_TWO, MAL_ONE_PLUS, MAL_TWO_PLUS };

    put(out, MAL_V_DICE, dice[i % 4], i / 4 % 2); /* M-DEC-8 */
    out->arg[3] = TC_NONE;
    out->arg[4] = i >= 8 ? lining : TC_NONE;
    return i < 8 || lining != TC_NONE;
}

int mal_dice_count(int dice)
{
    return (dice & 1) + (dice >> 1 & 1) + (dice >> 2 & 1);
}

/* M-RUL-22: who was halted or steadied this turn stands, whatever it did the turn before. */
static int speed_before(const struct mal_unit *m)
{
    return mal_is_halted(m) ? 0 : m->speed_prev;
}

bool mal_is_halted(const struct mal_unit *m)
{
    return m->control == MAL_HALT || m->steadied; /* M-RUL-62 */
}

/* M-14.9, M-14.10, M-RUL-22 */
int mal_speed_most(const struct mal_unit *m, bool charge)
{
    if (charge) /* M-RUL-22 */
        return !m->moved && speed_before(m) == 0 ? 2 : 3;
    return tc_min(3, speed_before(m) + 2);
}

/* The same act with its number brought within the limit, or with fewer dice. */
static bool clamped(const struct mal_book *bk, const struct mal_unit *m, struct tc_act *x)
{
    const struct mal_move_table *t = &bk->tables.move;

    switch (x->verb) {
    case MAL_V_SIDE_STEP:
    case MAL_V_STEP_BACK: x->arg[1] = tc_max(-t->step, tc_min(t->step, x->arg[1])); return true;
    case MAL_V_PIVOT: x->arg[1] = tc_max(-t->pivot, tc_min(t->pivot, x->arg[1])); return true;
    case MAL_V_SHIFT: x->arg[2] = tc_min(t->gun_shift, x->arg[2]); return true;
    case MAL_V_ROAD:
        x->arg[1] = tc_min(m->halves ? t->road_march / 2 : t->road_march, x->arg[1]);
        return true;
    case MAL_V_REFUSE: x->arg[2] = tc_min(t->refuse_most, x->arg[2]); return true;
    case MAL_V_DICE:
        x->arg[2] = 0;
        if (x->arg[1] != MAL_ONE_PLUS || mal_is_gun(bk, m))
            x->arg[1] = MAL_ONE;
        return true;
    default: return false;
    }
}

bool mal_may_declare(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_state *s = v->state;
    struct tc_act x = *a;

    if (judge_declared(v, a, why))
        return true;
    if (why && !why->has_nearest &&
        clamped(mal_book_of(v->book), &s->brigades[v->q->arg[0]], &x) &&
        judge_declared(v, &x, NULL)) {
        why->has_nearest = true;
        why->nearest = x;
    }
    return false;
}
