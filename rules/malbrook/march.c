/* rules/malbrook/march.c - walking: the straight part, wheels, those who conform. */
#include "rules/malbrook/inner.h"

#include "rules/malbrook/path.h"

int mal_conformers(const struct mal_state *s, int unit, int16_t out[MAL_UNITS])
{
    int n = 0;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (mal_on_table(m) && m->conforms_to == unit && !m->acted &&
            (m->control == MAL_CONFORM_LINE || m->control == MAL_CONFORM_REAR))
            out[n++] = (int16_t)i;
    }
    return n;
}

void mal_conformers_rest(struct mal_play *p, int unit)
{
    int16_t who[MAL_UNITS];
    int n = mal_conformers(p->s, unit, who);

    for (int i = 0; i < n; i++) {
        struct mal_unit *m = &p->s->brigades[who[i]];
        m->acted = 1;
        m->last_kind = MAL_NO_MOVE;
        m->speed_now = 0;
    }
}

/* A brigade has done its Movement Phase. */
void mal_done(struct mal_play *p, int unit, enum mal_last kind, int dice)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->acted = m->declared = 1;
    m->last_kind = (uint8_t)kind;
    m->last_dice = (uint8_t)dice;
    m->speed_now = (uint8_t)dice;
    if (kind != MAL_DICED)
        m->last_veer = 0;
}

/* --- Walking --- */

/* The straight part with all that happens on the way. */
void mal_walk(struct mal_play *p, int unit, const struct mal_unit *as, uint16_t way,
              int32_t march, const struct mal_stop *end, bool rough)
{
    struct mal_stop cut = *end, *stop = &cut;
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_unit from;
    struct tc_rect r;

    p->s->mover = (int16_t)unit;
    mal_passed_now_acts(p, unit);
    mal_take_volleys(p, unit, as, way, &march);
    from = *m;
    r = mal_rect(p->bk, m);
    struct mal_unit x = mal_moved(m, way, march);
    if (m->volley_by != TC_NONE && mal_overlapped(p->bk, p->s, unit, &x, false) != TC_NONE) {
        struct mal_stop clear; /* halted upon friends: back to the last clear point */
        mal_way(p->bk, p->s, unit, m, way, march, MAL_WAY_FAST, &clear);
        march = clear.distance;
        x = mal_moved(m, way, march);
    }
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved = 1;
    mal_way_cut(p->bk, &from, way, march, &cut);
    tc_tell(p->u, MAL_E_MOVES, "M-13.5", unit, march, 0);
    if (stop->cause == MAL_STOP_ENEMY && march == stop->distance)
        tc_tell(p->u, MAL_E_STOPS, stop->rule, unit, stop->which, 0);
    mal_fatigue(p, unit, p->s->roll, m->dice, rough || stop->rough);
    mal_crossing_cost(p, unit, stop);
    mal_pass_lines(p, unit, &from, way, march);
    mal_capture_lone(p, unit, &r, way, march);
    p->s->mover = TC_NONE;
    mal_withdrawals(p, unit);
    mal_end_of_move(p, unit);
}

/* M-15.2, M-15.3 */
static void wheel_cost(struct mal_play *p, int unit, bool near)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    near |= mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    if (m->formation != MAL_LINE || !near) {
        TC_RULE("M-15.3");
        return;
    }
    mal_add_dp(p, unit, p->bk->tables.move.wheel_cost, MAL_BY_MOVE, "M-15.2");
}

/* M-GEO-59, M-13.11: a conforming brigade makes the same move. */
static void follow(struct mal_play *p, int unit, const struct mal_unit *old,
                   const struct mal_leg *k, int32_t turn, int32_t allowance)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect lead = mal_rect(p->bk, old), r = mal_rect(p->bk, m);
    struct mal_unit x = *m;
    struct mal_stop stop;
    struct tc_box b;

    m->dice = p->s->brigades[m->conforms_to].dice;
    m->doubles = p->s->brigades[m->conforms_to].doubles;
    mal_done(p, unit, MAL_DICED, mal_dice_count(m->dice));
    if (mal_in_close_combat(p->bk, p->s, unit) || m->steadied ||
        (mal_is_gun(p->bk, m) && !m->limbered) || (m->refuse_k[0] | m->refuse_k[1]))
        return;
    if (turn) {
        tc_box_make(&b, &lead);
        struct tc_pt pivot = b.c[turn < 0 ? TC_FL : TC_FR];
        tc_box_make(&b, &r);
        int32_t arm = tc_max(tc_dist(pivot, b.c[TC_FL]), tc_dist(pivot, b.c[TC_FR]));
        if (tc_wheel_cost(arm, turn < 0 ? -turn : turn, TC_TAU_411775) > allowance) {
            tc_tell(p->u, MAL_E_HALTS, "M-GEO-59", unit, 0, 0);
            return;
        }
        r = tc_revolve(r, pivot, turn);
    }
    x.x = r.x + (turn ? 0 : k->as.x - old->x);
    x.y = r.y + (turn ? 0 : k->as.y - old->y);
    x.heading = r.facing;
    mal_way(p->bk, p->s, unit, &x, k->way, k->march, 0, &stop);
    struct mal_unit end = mal_moved(&x, k->way, stop.distance);
    if (mal_overlapped(p->bk, p->s, unit, &end, false) != TC_NONE ||
        mal_bad_stand(p->bk, &end) ||
        !tc_point_on_table(mal_centre(p->bk, &end),
                           (struct tc_table){ p->bk->width, p->bk->height })) {
        tc_tell(p->u, MAL_E_HALTS, "M-GEO-59", unit, 0, 0);
        return;
    }
    TC_RULE("M-13.11");
    tc_tell(p->u, MAL_E_CONFORMS, "M-7.7", unit, m->conforms_to, 0);
    bool near = turn && mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    mal_walk(p, unit, &x, k->way, stop.distance, &stop, k->rough);
    if (turn)
        wheel_cost(p, unit, near);
}

static void all_follow(struct mal_play *p, int unit, const struct mal_unit *old,
                       const struct mal_leg *k, int32_t turn, int32_t allowance)
{
    int16_t who[MAL_UNITS];
    int n = mal_conformers(p->s, unit, who);

    for (int i = 0; i < n; i++)
        follow(p, who[i], old, k, turn, allowance);
}

void mal_take_move(struct mal_play *p, int unit, const struct tc_act *a, int32_t allowance)
{
    struct mal_unit old = p->s->brigades[unit], *m = &p->s->brigades[unit];
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    struct mal_leg k;
    bool ok = a->verb == MAL_V_THREAD
                  ? mal_try_thread(p->bk, p->s, unit, allowance, a, &k, NULL)
                  : mal_try_move(p->bk, p->s, unit, allowance, a, &k, NULL);

    TC_BUG_ON(!ok);
    m->last_veer = (int16_t)(a->verb == MAL_V_THREAD ? a->arg[1] : a->arg[3]);
    int32_t turn = a->verb == MAL_V_MOVE ? a->arg[1] : 0;
    if (turn)
        tc_tell(p->u, MAL_E_WHEELS, "M-15.1", unit, turn, 0);
    if (a->verb == MAL_V_MOVE && a->arg[2])
        tc_tell(p->u, MAL_E_INCLINES, "M-15.20", unit, a->arg[2], 0);
    mal_walk(p, unit, &k.as, k.way, k.march, &k.stop, k.rough);
    if (mal_on_table(m) && m->volley_by == TC_NONE && m->formation == MAL_UNFORMED &&
        a->verb == MAL_V_MOVE) {
        m->files = k.end.files;
        m->gap = k.end.gap;
        mal_set_pose(p->bk, p->s, unit, k.end.x, k.end.y, k.end.heading);
    }
    if (turn && mal_is_brigade(p->bk, m))
        wheel_cost(p, unit, near);
    if (a->verb == MAL_V_THREAD) {
        tc_tell(p->u, MAL_E_THREADS, "M-15.30", unit, 0, 0);
        if (near)
            mal_add_dp(p, unit, p->bk->tables.move.gap_cost, MAL_BY_MOVE, "M-15.30");
    }
    if (a->verb == MAL_V_MOVE)
        all_follow(p, unit, &old, &k, mal_is_brigade(p->bk, m) ? turn : 0, allowance);
}

void mal_take_bend(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);

    if (a->verb == MAL_V_BEND) {
        *m = mal_refused_as(p->bk, m, a->arg[1], a->arg[2], (uint16_t)a->arg[3]);
        tc_tell(p->u, MAL_E_REFUSES, "M-15.5", unit, a->arg[1], a->arg[2]);
    } else {
        *m = mal_straight_as(p->bk, m, a->arg[1]);
        tc_tell(p->u, MAL_E_STRAIGHTENS, "M-RUL-42", unit, a->arg[1], 0);
    }
    mal_leaders_follow(p->bk, p->s, unit);
    wheel_cost(p, unit, near);
}
