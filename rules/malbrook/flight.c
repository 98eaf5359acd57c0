/* rules/malbrook/flight.c - chapter 22: retire, rout and pursue, evade, free hack. */
#include "rules/malbrook/inner.h"

void mal_become(struct mal_play *p, int unit, enum mal_status status)
{
    struct mal_unit *m = &p->s->brigades[unit];

    if (m->status != status) {
        m->fast_done = 0;
        memset(m->shaken, 0, sizeof m->shaken);
    }
    m->status = (uint8_t)status;
    m->locked = 0;
    m->charge_failed = m->must_charge = 0;
    if (status == MAL_ROUTING)
        mal_crew_gone(p, unit, "M-RUL-57");
}

/* The cause is over; until it re-forms it stays loose (M-15.10a). */
void mal_stop_fleeing(struct mal_play *p, int unit, const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];

    (void)rule;
    TC_RULE(rule);
    if (m->quarry != TC_NONE && p->s->brigades[m->quarry].pursued_by == unit)
        p->s->brigades[m->quarry].pursued_by = TC_NONE;
    m->status = MAL_NORMAL;
    m->quarry = m->pursued_by = TC_NONE;
    m->fast_done = 0;
    memset(m->shaken, 0, sizeof m->shaken); /* M-RUL-16: the episode is over */
    m->retires_on = 0;
    m->unformed_stay = m->formation == MAL_UNFORMED && !mal_never_formed(p->bk, m);
}

/* M-13.28, M-13.29: every die there is, and half an inch more for each at first. */
int32_t mal_fast_dice(struct mal_play *p, int unit, bool initial, const char *rule)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    bool horse = mal_is_cavalry(p->bk, m);
    int n = horse ? 3 : 2, pips = mal_roll_average(p, rule);

    TC_RULE("M-13.28");
    if (horse)
        pips += mal_roll_average(p, rule);
    pips += tc_roll(p->u, TC_D6, rule);
    if (initial) {
        TC_RULE("M-13.29");
        pips += n;
    }
    if (m->inspired) {
        TC_RULE("M-13.22a");
        pips += n;
    }
    return pips * p->bk->tables.move.pip;
}

/* M-RUL-47: opposite to the heading; unformed: away from the principal opponent. */
uint16_t mal_back_bearing(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    int foe = m->principal;

    if (m->formation != MAL_UNFORMED)
        return (uint16_t)(m->heading + TC_HALF);
    if (foe == TC_NONE || !mal_on_table(&s->brigades[foe]))
        foe = mal_nearest_enemy(bk, s, unit, true);
    if (foe == TC_NONE)
        return (uint16_t)(bk->front[(int)m->side] + TC_HALF);
    return tc_bearing(mal_centre(bk, &s->brigades[foe]), mal_centre(bk, m));
}

/* M-GEO-63: friends in order, a work or an obstacle lie between it and the nearest enemy. */
bool mal_sheltered(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as)
{
    struct tc_pt c = mal_centre(bk, as), e;
    int foe = mal_nearest_enemy(bk, s, unit, true);

    if (foe == TC_NONE)
        return false;
    e = mal_centre(bk, &s->brigades[foe]);
    TC_RULE("M-GEO-63");
    TC_RULE("M-23.16");
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        if (!g->line || g->obstacle == MAL_NO_OBSTACLE)
            continue;
        mal_shape(g, &sh);
        if (tc_line_crossed(&sh, c, e))
            return true;
    }
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *f = &s->brigades[i];
        struct mal_body b;
        if (i == unit || f->side != as->side || !mal_on_table(f) || !mal_is_formed(bk, f) ||
            f->status != MAL_NORMAL)
            continue;
        mal_body(bk, f, &b);
        if (tc_box_cut(&b.box[0], c, e))
            return true;
    }
    return false;
}

/* --- Direction and early halt: D5.8
 * ------------------------------------------------------------ */

static void back_way(const struct mal_book *bk, const struct mal_state *s, int unit,
                     int32_t angle, int32_t distance, struct mal_stop *stop)
{
    uint16_t way = (uint16_t)(mal_back_bearing(bk, s, unit) + angle);

    mal_way(bk, s, unit, &s->brigades[unit], way, distance, MAL_WAY_FAST | MAL_WAY_ONWARD,
            stop);
}

/* M-22.18a: can it go an inch this way? */
static bool goes(const struct mal_book *bk, const struct mal_state *s, int unit, int32_t angle)
{
    struct mal_stop stop;

    back_way(bk, s, unit, angle, bk->tables.combat.clear_move, &stop);
    return stop.distance >= bk->tables.combat.clear_move || stop.off;
}

/* Is it safe there: behind friends or an obstacle, or six inches from all enemy? */
static bool safe_at(const struct mal_book *bk, const struct mal_state *s, int unit,
                    uint16_t way, int32_t d)
{
    struct mal_unit x = mal_moved(&s->brigades[unit], way, d);

    return (mal_sheltered(bk, s, unit, &x) ||
            !mal_enemy_near_rect(bk, s, x.side, &x, bk->tables.combat.rout_clear)) &&
           mal_overlapped(bk, s, unit, &x, TC_NONE) == TC_NONE;
}

/* M-22.22, M-GEO-39: where a rout comes to an end along its way. */
static int32_t rout_end(const struct mal_book *bk, const struct mal_state *s, int unit,
                        uint16_t way, int32_t full)
{
    int32_t d = 500, bad = 0;

    while (d < full && !safe_at(bk, s, unit, way, d)) {
        bad = d;
        d += 500;
    }
    if (d >= full)
        return full;
    TC_RULE("M-22.22");
    while (d - bad > 1) {
        int32_t mid = bad + (d - bad) / 2;
        if (safe_at(bk, s, unit, way, mid))
            d = mid;
        else
            bad = mid;
    }
    return d;
}

static bool back_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t angle, int32_t length, int32_t distance, bool rout,
                       struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t most = bk->tables.move.deviation;
    struct mal_stop stop;

    if (angle > most || angle < -most)
        return tc_refuse(why, "M-RUL-47", MAL_R_DIRECTION, unit, 0, 0);
    if (!goes(bk, s, unit, angle))
        return tc_refuse(why, "M-22.18a", MAL_R_BLOCKED, unit, 0, 0);
    back_way(bk, s, unit, angle, distance, &stop);
    uint16_t way = (uint16_t)(mal_back_bearing(bk, s, unit) + angle);
    if (rout)
        stop.distance = rout_end(bk, s, unit, way, stop.distance);
    if (length == stop.distance)
        return true;
    struct mal_unit x = mal_moved(m, way, length);
    if (rout || length < 0 || length > stop.distance || !mal_sheltered(bk, s, unit, &x) ||
        mal_overlapped(bk, s, unit, &x, TC_NONE) != TC_NONE)
        return tc_refuse(why, rout ? "M-22.21" : "M-22.16", MAL_R_MAY_NOT_STOP, unit,
                         stop.distance, 0);
    TC_RULE("M-22.16");
    return true;
}

bool mal_judge_back(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->arg[0] != v->q->arg[0])
        return tc_refuse(why, "M-RUL-47", MAL_R_NOT_THIS, v->q->arg[0], 0, 0);
    return back_legal(mal_book_of(v->book), v->state, v->q->arg[0], a->arg[1], a->arg[2],
                      v->q->arg[1], v->q->arg[2] != 0, why);
}

int mal_count_back(const struct tc_view *v)
{
    (void)v;
    return 10;
}

bool mal_nth_back(const struct tc_view *v, int i, struct tc_act *out)
{
    static const int16_t by[] = { 0, 2048, -2048, 4096, -4096 };
    const struct mal_book *bk = mal_book_of(v->book);
    int unit = v->q->arg[0];
    struct mal_stop stop;

    back_way(bk, v->state, unit, by[i % 5], v->q->arg[1], &stop);
    out->verb = MAL_V_BACK;
    out->arg[0] = unit;
    out->arg[1] = by[i % 5];
    out->arg[2] = stop.distance;
    if (v->q->arg[2])
        out->arg[2] = rout_end(bk, v->state, unit,
                               (uint16_t)(mal_back_bearing(bk, v->state, unit) + by[i % 5]),
                               stop.distance);
    if (i >= 5)
        out->arg[2] /= 2;
    return true;
}

/* --- Blocked and split: M-22.18, M-22.19, M-22.25, M-22.26, M-GEO-62
 * ----------------------------- */

static bool all_blocked(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    static const int16_t by[] = { 0, 2048, -2048, 4096, -4096 };

    for (int i = 0; i < 5; i++)
        if (goes(bk, s, unit, by[i]))
            return false;
    return true;
}

/* How far this file alone, with the base behind it, gets that way. */
static void file_way(const struct mal_book *bk, const struct mal_state *s, int unit, int file,
                     uint16_t way, int32_t most, unsigned flags, struct mal_stop *stop)
{
    struct mal_unit x = s->brigades[unit];
    int32_t w, d;

    mal_base_size(bk, &x, &w, &d);
    struct tc_rect r = tc_side_step(mal_rect(bk, &x), (2 * file + 1 - x.front) * w / 2);
    x.x = r.x;
    x.y = r.y;
    x.n = x.n > x.front ? 2 : 1;
    x.front = 1;
    mal_way(bk, s, unit, &x, way, most, flags | MAL_WAY_NO_FRIENDS, stop);
}

/* M-GEO-62: a file that flees is blocked if it cannot go an inch, one that pursues if ground or
 * fresh enemy stops it before its dice do (most > 0). */
static bool file_blocked(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int file, uint16_t way, int32_t most)
{
    int32_t inch = bk->tables.combat.clear_move;
    struct mal_stop stop;

    file_way(bk, s, unit, file, way, most ? most : inch, most ? MAL_WAY_CHARGE : MAL_WAY_FAST,
             &stop);
    if (!most)
        return stop.distance < inch;
    return stop.cause == MAL_STOP_GROUND ||
           (stop.cause == MAL_STOP_ENEMY && !mal_is_quarry(bk, s, unit, stop.which));
}

/* Cut off a blocked end. TC_NONE: nothing to cut. */
static int cut_blocked(struct mal_play *p, int unit, uint16_t way, int32_t most)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    int left = 0, right = 0;

    if (m->formation != MAL_LINE || m->front < 2 || (m->refuse_k[0] | m->refuse_k[1]))
        return TC_NONE;
    while (left < m->front && file_blocked(p->bk, p->s, unit, left, way, most))
        left++;
    while (right < m->front && file_blocked(p->bk, p->s, unit, m->front - 1 - right, way, most))
        right++;
    if (left + right == 0 || left + right >= m->front)
        return TC_NONE;
    TC_RULE("M-GEO-62");
    const char *rule = most ? "M-22.31" : "M-22.19";
    if (left)
        return mal_split_files(p, unit, 0, left, rule);
    return mal_split_files(p, unit, m->front - right, m->front, rule);
}

/* Who cannot retire remains in place (M-22.9), who cannot rout is in rout where it stands. */
static void stay_blocked(struct mal_play *p, int unit, bool rout)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->locked = !rout;
    tc_tell(p->u, MAL_E_BLOCKED, rout ? "M-22.25" : "M-22.18", unit, 0, 0);
    mal_casualty(p, unit, 1, MAL_BY_MOVE, rout ? "M-22.25" : "M-22.18");
    if (rout && mal_on_table(m) &&
        mal_enemy_within(p->bk, p->s, unit, p->bk->tables.combat.surrender))
        mal_destroy(p, unit, MAL_SURRENDERED, "M-22.25");
    if (rout && mal_on_table(m)) {
        mal_loosen(p->bk, m);
        mal_leaders_follow(p->bk, p->s, unit);
        m->fast_done = 1;
    }
}

/* --- The move
 * -------------------------------------------------------------------------------------- */

/* Open out where it stands, moving on a little if others are in the way. */
static void open_out(struct mal_play *p, int unit, uint16_t way)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_table t = { p->bk->width, p->bk->height };

    mal_loosen(p->bk, m);
    /* M-GEO-55: it did not run off; a flank that comes up beside it stays on the table. */
    struct tc_pt c = mal_centre(p->bk, m);
    m->x += tc_max(0, tc_min(c.x, t.w)) - c.x;
    m->y += tc_max(0, tc_min(c.y, t.h)) - c.y;
    for (int32_t d = 0; d <= 4000; d += 250) {
        struct mal_unit x = mal_moved(m, way, d);
        if (!tc_point_on_table(mal_centre(p->bk, &x), t) || mal_bad_stand(p->bk, &x))
            break;
        if (mal_overlapped(p->bk, p->s, unit, &x, TC_NONE) == TC_NONE) {
            m->x = x.x;
            m->y = x.y;
            break;
        }
    }
    mal_leaders_follow(p->bk, p->s, unit);
}

static void fly(struct mal_play *p, int unit, int32_t angle, int32_t length, int32_t distance)
{
    struct mal_unit *m = &p->s->brigades[unit], from = *m;
    struct mal_stop stop;
    uint16_t way = (uint16_t)(mal_back_bearing(p->bk, p->s, unit) + angle);

    back_way(p->bk, p->s, unit, angle, distance, &stop);
    struct mal_unit x = mal_moved(m, way, length);
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved = 1;
    m->speed_now = 3;
    if (stop.off && length >= stop.distance) {
        mal_destroy(p, unit, MAL_OFF_TABLE, "M-GEO-55");
        return;
    }
    p->s->mover = (int16_t)unit;
    mal_pass_lines(p, unit, &from, way, length);
    p->s->mover = TC_NONE;
    if (mal_on_table(m))
        open_out(p, unit, way);
}

/* Leaders carried off in a rout shake their men (M-10.14). */
static void leaders_rout(struct mal_play *p, int unit)
{
    for (int i = 0; i < p->bk->leaders; i++)
        if (p->s->leaders[i].attached == unit)
            mal_note_leader(p, i);
}

/* M-22.19, M-RUL-79: the ends that are blocked stay behind; can the rest go then? */
static bool shed_blocked(struct mal_play *p, int unit, bool rout)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    for (int end = 0; end < 2 && mal_on_table(m) && all_blocked(p->bk, p->s, unit); end++) {
        int part = cut_blocked(p, unit, mal_back_bearing(p->bk, p->s, unit), 0);
        if (part == TC_NONE)
            break;
        TC_RULE("M-RUL-79");
        if (rout)
            TC_RULE("M-22.26");
        stay_blocked(p, part, rout);
    }
    return mal_on_table(m) && !all_blocked(p->bk, p->s, unit);
}

bool mal_retire(struct mal_play *p, int unit, bool rout, bool initial, const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect from;
    int side = m->side;

    from = mal_rect(p->bk, m); /* a refused flank goes back as it stands and is loose then */
    TC_RULE(rule);
    if (rout)
        mal_become(p, unit, MAL_ROUTING);
    if (all_blocked(p->bk, p->s, unit) && !shed_blocked(p, unit, rout)) {
        stay_blocked(p, unit, rout);
        if (rout && mal_on_table(m))
            mal_note_event(p, unit, MAL_H_ROUTED, &from, false);
        return false;
    }
    if (!rout)
        mal_become(p, unit, MAL_RETIRING);
    int32_t d = mal_fast_dice(p, unit, initial, rout ? "M-22.21" : "M-22.15");
    struct tc_act a = *tc_ask(p->u, side, MAL_Q_BACK, "M-RUL-47", unit, d, rout);
    tc_tell(p->u, rout ? MAL_E_ROUTS : MAL_E_RETIRES, rule, unit, a.arg[2], 0);
    if (rout)
        leaders_rout(p, unit);
    fly(p, unit, a.arg[1], a.arg[2], d);
    m->fast_done = 1;
    if (mal_on_table(m) && (initial || rout))
        mal_note_event(p, unit, rout ? MAL_H_ROUTED : MAL_H_RETIRED, &from, !initial);
    return true;
}

/* M-22.23, M-RUL-48: a rout goes on, unless it has found shelter. */
void mal_rout_on(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    bool chased = m->pursued_by != TC_NONE &&
                  p->s->brigades[m->pursued_by].status == MAL_PURSUING &&
                  mal_on_table(&p->s->brigades[m->pursued_by]);
    bool initial = !m->fast_done;

    if (!chased && (mal_sheltered(p->bk, p->s, unit, m) ||
                    !mal_enemy_within(p->bk, p->s, unit, p->bk->tables.combat.rout_clear))) {
        tc_tell(p->u, MAL_E_HALTS, "M-RUL-48", unit, 0, 0);
        return;
    }
    if (initial)
        TC_RULE("M-22.20b");
    bool moved = mal_retire(p, unit, true, initial, "M-22.21"); /* M-22.25 has its own loss */
    if (!initial && moved && mal_on_table(m))
        mal_casualty(p, unit, 1, MAL_BY_MOVE, "M-22.23");
}

/* --- Pursuit: M-22.28 to M-22.33
 * ------------------------------------------------------------------------ */

bool mal_is_quarry(const struct mal_book *bk, const struct mal_state *s, int unit, int quarry)
{
    const struct mal_unit *q = &s->brigades[quarry];

    return mal_on_table(q) && mal_is_brigade(bk, q) && q->side != s->brigades[unit].side &&
           (q->status == MAL_ROUTING || q->status == MAL_RETIRING);
}

/* M-22.33: the nearest visible enemy in flight, if its own quarry is gone. */
static int find_quarry(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_gap best = { 0, 0, 1 };
    int found = TC_NONE;

    if (m->quarry != TC_NONE && mal_is_quarry(bk, s, unit, m->quarry))
        return m->quarry;
    TC_RULE("M-22.33");
    for (int i = 0; i < s->units; i++) {
        if (!mal_is_quarry(bk, s, unit, i) || !mal_sees(bk, s, unit, i))
            continue;
        struct tc_gap g = mal_gap(bk, m, &s->brigades[i]);
        if (found == TC_NONE || tc_gap_cmp(g, best) < 0) {
            best = g;
            found = i;
        }
    }
    return found;
}

/* M-22.30, M-GEO-57 */
static void hack(struct mal_play *p, int unit, int prey)
{
    struct mal_base base[MAL_BASES];
    struct mal_unit *m = &p->s->brigades[unit], *q = &p->s->brigades[prey];
    struct mal_body b;
    int n = mal_bases(p->bk, m, base), near = 0;

    mal_body(p->bk, q, &b);
    for (int i = 0; i < n; i++) {
        struct tc_box x;
        tc_box_make(&x, &base[i].rect);
        near += tc_within(&x, &b.box[0], p->bk->tables.move.foot_stop + MAL_EPS);
    }
    near = tc_max(near, 1);
    TC_RULE("M-GEO-57");
    int hits = tc_pool(p->u, near, TC_D6, p->bk->tables.combat.hack_hit, "M-22.30");
    tc_tell(p->u, MAL_E_HACK, "M-22.30", unit, prey, hits);
    struct tc_rect from = mal_rect(p->bk, q);
    if (hits)
        mal_casualty(p, prey, hits, MAL_BY_COMBAT, "M-22.30");
    if (!mal_on_table(q) || q->status != MAL_RETIRING)
        return;
    tc_tell(p->u, MAL_E_ROUTS, "M-22.20", prey, 0, 0);
    TC_RULE("M-22.20a");
    mal_become(p, prey, MAL_ROUTING);
    mal_note_event(p, prey, MAL_H_ROUTED, &from, false);
}

/* M-22.29a, M-22.29b: cavalry met by pursuers may counter-charge, else it stands. */
static bool counter_pursuit(struct mal_play *p, int unit, int foe, uint16_t way, int32_t reach)
{
    struct mal_unit *m = &p->s->brigades[unit], *e = &p->s->brigades[foe];
    struct tc_rect a = mal_rect(p->bk, m), b = mal_rect(p->bk, e);
    struct tc_box x, y;

    if (!mal_is_cavalry(p->bk, e) || e->status != MAL_NORMAL ||
        mal_in_close_combat(p->bk, p->s, foe) || e->countered || e->charged ||
        (e->formation != MAL_UNFORMED && !mal_to_front(p->bk, e, m, 1, 30000)))
        return false;
    struct tc_act r = *tc_ask(p->u, e->side, MAL_Q_RESPOND, "M-22.29b", foe, unit, 1);
    tc_tell(p->u, MAL_E_RESPONDS, "M-22.29a", foe,
            r.verb == MAL_V_COUNTER ? MAL_COUNTERS : MAL_STANDS, unit);
    if (r.verb != MAL_V_COUNTER)
        return false;
    e->dice = (uint8_t)tc_ask(p->u, e->side, MAL_Q_CHARGE_DICE, "M-18.5", foe, 0, 0)->arg[1];
    int8_t face[3] = { 0, 0, 0 };
    int32_t pips = 0;
    for (int i = 0; i < 3; i++)
        if (e->dice >> i & 1) {
            face[i] = (int8_t)(i < 2 ? mal_roll_average(p, "M-18.5")
                                     : tc_roll(p->u, TC_D6, "M-18.5"));
            pips += face[i] + (e->inspired ? 1 : 0); /* M-13.22a */
        }
    uint16_t ahead = e->formation == MAL_UNFORMED ? (uint16_t)(way + TC_HALF) : e->heading;
    struct mal_unit from = *e;
    struct mal_stop stop;
    mal_way(p->bk, p->s, foe, e, ahead, pips * p->bk->tables.move.pip,
            MAL_WAY_CHARGE | MAL_WAY_NO_FRIENDS | MAL_WAY_NO_ENEMIES, &stop);
    int32_t d = stop.distance;
    tc_box_make(&x, &a);
    tc_box_make(&y, &b);
    int32_t n = tc_max(reach, d);
    int32_t i = n > 0 ? tc_sweep_meet(&x, way, reach, &y, ahead, d, MAL_EPS) : 0;
    e->countered = 1;
    e->speed_now = (uint8_t)mal_dice_count(e->dice);
    mal_way_cut(p->bk, &from, ahead, i > 0 ? (int32_t)((int64_t)d * i / n) : 0, &stop);
    mal_fatigue(p, foe, face, e->dice, stop.rough);
    mal_crossing_cost(p, foe, &stop);
    e->dice = 0;
    if (i > 0) {
        struct mal_unit u1 = mal_moved(m, way, (int32_t)((int64_t)reach * i / n));
        struct mal_unit u2 = mal_moved(e, ahead, (int32_t)((int64_t)d * i / n));
        if (mal_overlapped(p->bk, p->s, foe, &u2, unit) != TC_NONE)
            return false;
        mal_set_pose(p->bk, p->s, unit, u1.x, u1.y, u1.heading);
        mal_set_pose(p->bk, p->s, foe, u2.x, u2.y, u2.heading);
        e->moved = 1;
        return true;
    }
    return false;
}

static void pursuit_contact(struct mal_play *p, int unit, int foe, const struct mal_unit *from,
                            const struct mal_unit *was)
{
    struct mal_unit *m = &p->s->brigades[unit], *e = &p->s->brigades[foe];

    tc_tell(p->u, MAL_E_CONTACT, "M-22.29", unit, foe, 0);
    if (!mal_is_brigade(p->bk, e)) {
        m->met = 1;
        return;
    }
    if (mal_is_quarry(p->bk, p->s, unit, foe)) {
        hack(p, unit, foe);
        return;
    }
    TC_RULE(p->s->phase == MAL_P_MOVE ? "M-22.29a" : "M-RUL-25");
    m->met = 1;
    m->target = (int16_t)foe;
    if (mal_is_formed(p->bk, e))
        mal_note_flank(p, foe, was, unit, from, m->pursuit_heading);
}

/* The pursuit of d along the way: until it meets somebody, or ground stops it. */
static void chase_on(struct mal_play *p, int unit, uint16_t way, int32_t d)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_stop stop;

    mal_loosen(p->bk, m);
    m->pursuit_heading = way;
    mal_way(p->bk, p->s, unit, m, way, d, MAL_WAY_CHARGE, &stop);
    if (stop.cause == MAL_STOP_GROUND)
        TC_RULE("M-22.31a");
    tc_tell(p->u, MAL_E_PURSUES, "M-22.28", unit, m->quarry, stop.distance);
    struct mal_unit from = *m;
    struct tc_rect r = mal_rect(p->bk, m);
    p->s->mover = (int16_t)unit;
    int foe = stop.cause == MAL_STOP_ENEMY ? stop.which : TC_NONE;
    struct mal_unit was = foe != TC_NONE ? p->s->brigades[foe] : *m;
    bool met = foe != TC_NONE && !mal_is_quarry(p->bk, p->s, unit, foe) &&
               counter_pursuit(p, unit, foe, way, stop.distance);
    if (!met) {
        struct mal_unit x = mal_moved(m, way, stop.distance);
        mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    }
    m->moved = 1;
    m->speed_now = 3;
    mal_crossing_cost(p, unit, &stop);
    mal_pass_lines(p, unit, &from, way, stop.distance);
    mal_capture_lone(p, unit, &r, way, stop.distance);
    p->s->mover = TC_NONE;
    if (foe != TC_NONE && mal_on_table(&p->s->brigades[foe]))
        pursuit_contact(p, unit, foe, &from, &was);
    if (mal_on_table(m))
        TC_RULE("M-22.32");
    if (foe == TC_NONE)
        mal_end_of_move(p, unit);
}

/* M-22.31a: the part cut off goes as far as it can; enemy it fights, before ground it halts. */
static void part_stops(struct mal_play *p, int part, uint16_t way, int32_t d)
{
    struct mal_unit *m = &p->s->brigades[part];
    struct mal_stop stop;

    mal_way(p->bk, p->s, part, m, way, d, MAL_WAY_CHARGE, &stop);
    TC_RULE("M-22.31");
    m->quarry = p->s->brigades[m->parent].quarry;
    if (stop.cause == MAL_STOP_ENEMY) {
        chase_on(p, part, way, d);
        return;
    }
    m->status = MAL_NORMAL;
    m->quarry = TC_NONE;
    struct mal_unit x = mal_moved(m, way, stop.distance);
    if (!mal_may_stand(p->bk, p->s, part, &x, NULL))
        return;
    mal_set_pose(p->bk, p->s, part, x.x, x.y, x.heading);
    m->moved = 1;
    tc_tell(p->u, MAL_E_HALTS, "M-22.31a", part, 0, 0);
}

void mal_pursue(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int quarry = find_quarry(p->bk, p->s, unit), part[2] = { TC_NONE, TC_NONE };
    uint16_t way;

    mal_become(p, unit, MAL_PURSUING);
    way = m->pursuit_heading;
    if (m->formation != MAL_UNFORMED)
        way = m->heading;
    m->quarry = (int16_t)quarry;
    if (quarry != TC_NONE) {
        p->s->brigades[quarry].pursued_by = (int16_t)unit;
        way = tc_bearing(mal_centre(p->bk, m), mal_centre(p->bk, &p->s->brigades[quarry]));
    }
    int32_t d = mal_fast_dice(p, unit, false, "M-22.28");
    for (int end = 0; end < 2; end++)
        part[end] = cut_blocked(p, unit, way, d);
    for (int end = 0; end < 2; end++)
        if (part[end] != TC_NONE)
            part_stops(p, part[end], way, d);
    chase_on(p, unit, way, d);
}

/* --- Which fleeing enemy: D5.10
 * ------------------------------------------------------------------------------ */

bool mal_judge_chase(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_state *s = v->state;

    if (a->arg[0] != v->q->arg[0])
        return tc_refuse(why, "M-RUL-49", MAL_R_NOT_THIS, v->q->arg[0], 0, 0);
    if (!mal_is_quarry(mal_book_of(v->book), s, v->q->arg[0], a->arg[1]) ||
        s->brigades[a->arg[1]].combat != s->brigades[v->q->arg[0]].combat)
        return tc_refuse(why, "M-22.5", MAL_R_NOT_BEATEN, a->arg[1], 0, 0);
    return true;
}

int mal_count_chase(const struct tc_view *v)
{
    const struct mal_state *s = v->state;

    return s->units;
}

bool mal_nth_chase(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = MAL_V_CHASE;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i;
    return true;
}
