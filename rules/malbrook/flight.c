/* rules/malbrook/flight.c - chapter 22: retire and rout, those who are blocked. */
#include "rules/malbrook/inner.h"

enum { STRIDE = 125 }; /* how closely a rout looks for safety */

/* Told further down: */
static bool may_halt(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as);
static void open_here(struct mal_play *p, int unit);
static void fly(struct mal_play *p, int unit, int32_t angle, int32_t length, int32_t distance);
static uint16_t back_to(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int32_t angle);
static void back_way(const struct mal_book *bk, const struct mal_state *s, int unit,
                     int32_t angle, int32_t distance, struct mal_stop *stop);
static bool back_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t angle, int32_t length, int32_t distance, bool rout,
                       struct tc_refusal *why);
static bool shed_blocked(struct mal_play *p, int unit, bool rout);
static int32_t rout_end(const struct mal_book *bk, const struct mal_state *s, int unit,
                        uint16_t way, int32_t full);
static bool safe_at(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const struct mal_unit *as);
static bool goes(const struct mal_book *bk, const struct mal_state *s, int unit, int32_t angle);
static bool file_blocked(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int file, uint16_t way, int32_t most);
static void file_way(const struct mal_book *bk, const struct mal_state *s, int unit, int file,
                     uint16_t way, int32_t most, unsigned flags, struct mal_stop *stop);

/* Leaders carried off in a rout shake their men (M-10.14). */
static void leaders_rout(struct mal_play *p, int unit)
{
    for (int i = 0; i < p->bk->leaders; i++)
        if (p->s->leaders[i].attached == unit)
            mal_note_leader(p, i);
}

/* M-13.28, M-13.29: every die there is, and half an inch more for each at first. */
int32_t mal_fast_dice(struct mal_play *p, int unit, bool initial, enum tc_good good,
                      const char *rule)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    bool horse = mal_is_cavalry(p->bk, m);
    int n = horse ? 3 : 2, pips;

    tc_wish(p->u, m->side, good); /* M-13.28 */
    pips = mal_roll_average(p, rule);
    if (horse) {
        tc_wish(p->u, m->side, good);
        pips += mal_roll_average(p, rule);
    }
    tc_wish(p->u, m->side, good);
    pips += tc_roll(p->u, TC_D6, rule);
    if (initial)
        pips += n; /* M-13.29 */
    if (m->inspired)
        pips += n; /* M-13.22a */
    return pips * p->bk->tables.move.pip;
}

/* M-22.16: the first mil at which a retreat is sheltered and may halt; -1: none. */
static int32_t shelter_at(const struct mal_book *bk, const struct mal_state *s, int unit,
                          uint16_t way, int32_t full)
{
    struct mal_unit from = mal_opened(bk, &s->brigades[unit]);

    for (int32_t d = STRIDE, bad = 0; d < full; bad = d, d += STRIDE) {
        struct mal_unit at = mal_moved(&from, way, d);
        if (!may_halt(bk, s, unit, &at))
            continue;
        while (d - bad > 1) {
            int32_t mid = bad + (d - bad) / 2;
            at = mal_moved(&from, way, mid);
            if (may_halt(bk, s, unit, &at))
                d = mid;
            else
                bad = mid;
        }
        return d;
    }
    return -1;
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
        open_here(p, unit);
        m->fast_done = 1;
    }
}

/* Loose where it stands; if that brings it upon anybody its bases stay close. */
static void open_here(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit], x = mal_opened(p->bk, m);

    if (mal_overlapped(p->bk, p->s, unit, &x, TC_NONE) != TC_NONE) {
        x = *m;
        mal_loosen_close(p->bk, &x);
    }
    *m = x;
    mal_leaders_follow(p->bk, p->s, unit);
}

/* M-12.8, M-22.15: it flees unformed, as the block it makes of itself about its centre
 * (M-GEO-11). Where impassable ground leaves it no room its bases stay as close as they stand.
 */
struct mal_unit mal_opened(const struct mal_book *bk, const struct mal_unit *m)
{
    struct mal_unit x = *m, close = *m;

    mal_loosen(bk, &x);
    mal_loosen_close(bk, &close);
    if (mal_bad_stand(bk, &x))
        x = close;
    /* M-GEO-55: it has not run off; when a flank comes up beside it, it stays on the table. */
    struct tc_pt c = mal_centre(bk, &x);
    x.x += tc_max(0, tc_min(c.x, bk->width)) - c.x;
    x.y += tc_max(0, tc_min(c.y, bk->height)) - c.y;
    return x;
}

/* The cause is over; until it re-forms it stays loose (M-15.10a). */
void mal_stop_fleeing(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    if (m->quarry != TC_NONE && p->s->brigades[m->quarry].pursued_by == unit)
        p->s->brigades[m->quarry].pursued_by = TC_NONE;
    m->status = MAL_NORMAL;
    m->quarry = m->pursued_by = TC_NONE;
    m->fast_done = 0;
    memset(m->shaken, 0, sizeof m->shaken); /* M-RUL-16: the episode is over */
    m->retires_on = 0;
    m->unformed_stay = m->formation == MAL_UNFORMED && !mal_never_formed(p->bk, m);
}

/* M-22.16: behind friends, a work or an obstacle, and upon nobody. */
static bool may_halt(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as)
{
    return mal_sheltered(bk, s, unit, as) &&
           mal_overlapped(bk, s, unit, as, TC_NONE) == TC_NONE;
}

bool mal_retire(struct mal_play *p, int unit, bool rout, bool initial, const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect from;
    int side = m->side;

    from = mal_rect(p->bk, m); /* a refused flank goes back as it stands and is loose then */
    if (rout)
        mal_become(p, unit, MAL_ROUTING);
    if (mal_has_no_way_back(p->bk, p->s, unit) && !shed_blocked(p, unit, rout)) {
        stay_blocked(p, unit, rout);
        if (rout && mal_on_table(m))
            mal_note_event(p, unit, MAL_H_ROUTED, &from, false);
        return false;
    }
    if (!rout)
        mal_become(p, unit, MAL_RETIRING);
    int32_t d = mal_fast_dice(p, unit, initial, TC_NO_FACE, rout ? "M-22.21" : "M-22.15");
    struct tc_act a = *tc_ask(p->u, side, MAL_Q_BACK, "M-RUL-47", unit, d, rout);
    tc_tell(p->u, rout ? MAL_E_ROUTS : MAL_E_RETIRES, rule, unit, a.arg[2], 0);
    if (rout)
        leaders_rout(p, unit);
    fly(p, unit, a.arg[1], a.arg[2], d);
    m->fast_done = 1;
    if (initial || rout) /* off the table too */
        mal_note_event(p, unit, rout ? MAL_H_ROUTED : MAL_H_RETIRED, &from, !initial);
    return true;
}

static void fly(struct mal_play *p, int unit, int32_t angle, int32_t length, int32_t distance)
{
    struct mal_unit *m = &p->s->brigades[unit], from = mal_opened(p->bk, m);
    uint16_t way = back_to(p->bk, p->s, unit, angle);
    struct mal_stop stop;

    back_way(p->bk, p->s, unit, angle, distance, &stop);
    *m = mal_moved(&from, way, length);
    mal_leaders_follow(p->bk, p->s, unit);
    m->moved = 1;
    m->speed_now = 3;
    if (stop.off && length >= stop.distance) {
        mal_destroy(p, unit, MAL_OFF_TABLE, "M-GEO-55");
        return;
    }
    p->s->mover = (int16_t)unit;
    mal_pass_lines(p, unit, &from, way, length);
    p->s->mover = TC_NONE;
}

static uint16_t back_to(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int32_t angle)
{
    return (uint16_t)(mal_back_bearing(bk, s, unit) + angle);
}

static void back_way(const struct mal_book *bk, const struct mal_state *s, int unit,
                     int32_t angle, int32_t distance, struct mal_stop *stop)
{
    struct mal_unit x = mal_opened(bk, &s->brigades[unit]);

    mal_way(bk, s, unit, &x, back_to(bk, s, unit, angle), distance,
            MAL_WAY_FAST | MAL_WAY_ONWARD, stop);
}

bool mal_may_back(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-RUL-47", why);
    return back_legal(mal_book_of(v->book), v->state, v->q->arg[0], a->arg[1], a->arg[2],
                      v->q->arg[1], v->q->arg[2] != 0, why);
}

int mal_count_back(const struct tc_view *v)
{
    return v->q->arg[2] ? 5 : 10;
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
    uint16_t way = back_to(bk, v->state, unit, by[i % 5]);
    out->arg[2] = i >= 5         ? shelter_at(bk, v->state, unit, way, stop.distance)
                  : v->q->arg[2] ? rout_end(bk, v->state, unit, way, stop.distance)
                                 : stop.distance;
    return out->arg[2] >= 0;
}

static bool back_legal(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t angle, int32_t length, int32_t distance, bool rout,
                       struct tc_refusal *why)
{
    int32_t most = bk->tables.move.deviation;
    uint16_t way = back_to(bk, s, unit, angle);
    struct mal_stop stop;

    if (angle > most || angle < -most)
        return tc_refuse(why, "M-RUL-47", MAL_R_DIRECTION, unit, 0, 0);
    if (!goes(bk, s, unit, angle))
        return tc_refuse(why, "M-22.18a", MAL_R_BLOCKED, unit, 0, 0);
    back_way(bk, s, unit, angle, distance, &stop);
    if (rout)
        stop.distance = rout_end(bk, s, unit, way, stop.distance);
    if (length == stop.distance)
        return true;
    struct mal_unit x = mal_opened(bk, &s->brigades[unit]);
    x = mal_moved(&x, way, length);
    if (rout || length < 0 || length > stop.distance || !may_halt(bk, s, unit, &x))
        return tc_refuse(why, rout ? "M-22.21" : "M-22.16", MAL_R_MAY_NOT_STOP, unit,
                         stop.distance, 0);
    return true; /* M-22.16 */
}

/* M-22.23, M-RUL-48: a rout goes on, unless it has found shelter. */
void mal_rout_on(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    bool chased = mal_pursued(p->s, unit);
    bool initial = !m->fast_done;

    if (!chased && (mal_sheltered(p->bk, p->s, unit, m) ||
                    !mal_enemy_within(p->bk, p->s, unit, p->bk->tables.combat.rout_clear))) {
        tc_tell(p->u, MAL_E_HALTS, "M-RUL-48", unit, 0, 0);
        return;
    }
    /* M-22.20b */
    bool moved = mal_retire(p, unit, true, initial, "M-22.21"); /* M-22.25 has its own loss */
    if (!initial && moved && mal_on_table(m))
        mal_casualty(p, unit, 1, MAL_BY_MOVE, "M-22.23");
}

/* M-22.19, M-RUL-79: the ends that are blocked stay behind; can the rest go then? */
static bool shed_blocked(struct mal_play *p, int unit, bool rout)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    for (int end = 0; end < 2 && mal_on_table(m) && mal_has_no_way_back(p->bk, p->s, unit);
         end++) {
        int part = mal_cut_blocked(p, unit, mal_back_bearing(p->bk, p->s, unit), 0);
        if (part == TC_NONE)
            break;
        stay_blocked(p, part, rout); /* M-22.26, M-RUL-79 */
    }
    return mal_on_table(m) && !mal_has_no_way_back(p->bk, p->s, unit);
}

/* M-22.22, M-GEO-39: where a rout comes to an end along its way. */
static int32_t rout_end(const struct mal_book *bk, const struct mal_state *s, int unit,
                        uint16_t way, int32_t full)
{
    struct mal_unit from = mal_opened(bk, &s->brigades[unit]), at;
    int32_t d = 0, bad = 0;

    /* M-RUL-48: who is pursued goes on, though safe where he stands, and all the way. */
    if (mal_pursued(s, unit) && safe_at(bk, s, unit, &from))
        return full;
    do {
        bad = d;
        d += STRIDE;
        at = mal_moved(&from, way, d);
    } while (d < full && !safe_at(bk, s, unit, &at));
    if (d >= full)
        return full;
    while (d - bad > 1) { /* M-22.22 */
        int32_t mid = bad + (d - bad) / 2;
        at = mal_moved(&from, way, mid);
        if (safe_at(bk, s, unit, &at))
            d = mid;
        else
            bad = mid;
    }
    return d;
}

/* Is it safe there: behind friends or an obstacle, or six inches from all enemy? */
static bool safe_at(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const struct mal_unit *as)
{
    return (mal_sheltered(bk, s, unit, as) ||
            !mal_enemy_near_rect(bk, s, as->side, as, bk->tables.combat.rout_clear)) &&
           mal_overlapped(bk, s, unit, as, TC_NONE) == TC_NONE;
}

/* Cut off a blocked end. TC_NONE: nothing to cut. */
int mal_cut_blocked(struct mal_play *p, int unit, uint16_t way, int32_t most)
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
    const char *rule = most ? "M-22.31" : "M-22.19"; /* M-GEO-62 */
    if (left)
        return mal_split_files(p, unit, 0, left, rule);
    return mal_split_files(p, unit, m->front - right, m->front, rule);
}

bool mal_has_no_way_back(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    static const int16_t by[] = { 0, 2048, -2048, 4096, -4096 };

    for (int i = 0; i < 5; i++)
        if (goes(bk, s, unit, by[i]))
            return false;
    return true;
}

/* M-22.18: only impassable ground and enemy keep a brigade from getting away. */
static const unsigned BARRED = MAL_WAY_FAST | MAL_WAY_NO_OBSTACLES;

/* M-22.18a, M-GEO-62: can it go an inch this way, file by file and then opened out? */
static bool goes(const struct mal_book *bk, const struct mal_state *s, int unit, int32_t angle)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t inch = bk->tables.combat.clear_move;
    struct mal_stop stop;

    if (m->formation != MAL_UNFORMED) {
        mal_way(bk, s, unit, m, back_to(bk, s, unit, angle), inch, BARRED | MAL_WAY_NO_FRIENDS,
                &stop);
        if (stop.distance < inch && !stop.off)
            return false;
    }
    struct mal_unit x = mal_opened(bk, m);
    mal_way(bk, s, unit, &x, back_to(bk, s, unit, angle), inch, BARRED | MAL_WAY_ONWARD, &stop);
    return stop.distance >= inch || stop.off;
}

/* M-GEO-62: a file that flees is blocked if it cannot go an inch, one that pursues if ground or
 * fresh enemy stops it before its dice do (most > 0). */
static bool file_blocked(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int file, uint16_t way, int32_t most)
{
    int32_t inch = bk->tables.combat.clear_move;
    struct mal_stop stop;

    file_way(bk, s, unit, file, way, most ? most : inch, most ? MAL_WAY_CHARGE : BARRED, &stop);
    if (!most)
        return stop.distance < inch;
    return stop.cause == MAL_STOP_GROUND ||
           (stop.cause == MAL_STOP_ENEMY && !mal_is_quarry(bk, s, unit, stop.which));
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
    int foe = mal_nearest_to(bk, s, as, true);

    if (foe == TC_NONE)
        return false;
    e = mal_centre(bk, &s->brigades[foe]);
    for (int i = 0; i < bk->grounds; i++) { /* M-23.16, M-GEO-63 */
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
            f->status != MAL_NORMAL || tc_disc_off_segment(mal_disc(bk, f), c, e))
            continue;
        mal_body(bk, f, &b);
        if (tc_box_cut(&b.box[0], c, e))
            return true;
    }
    return false;
}

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
