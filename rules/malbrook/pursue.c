/* rules/malbrook/pursue.c - chapter 22: pursuit, the free hack (M-22.28 to M-22.33). */
#include "rules/malbrook/inner.h"

/* Told further down: */
static void part_stops(struct mal_play *p, int part, uint16_t way, int32_t d);
static void chase_on(struct mal_play *p, int unit, uint16_t way, int32_t d);
static int find_quarry(const struct mal_book *bk, const struct mal_state *s, int unit);
static void counter_pursuit(struct mal_play *p, int unit, int foe, uint16_t way, int32_t d,
                            int32_t *gone);

/* M-12.8: pursuers are loose. Whoever stands so near that the block would open out upon him is
 * met by bases as close as they stand. */
static void open_to_pursue(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit], x = mal_opened(p->bk, m);
    bool upon = false;

    for (int i = 0; i < p->s->units && !upon; i++) {
        const struct mal_unit *e = &p->s->brigades[i];
        upon = e->side != m->side && mal_counts(p->bk, e) && mal_overlap(p->bk, &x, e) &&
               !mal_overlap(p->bk, m, e);
    }
    if (upon) {
        x = *m;
        mal_loosen_close(p->bk, &x);
    }
    *m = x;
}

/* M-13.22a, M-18.5: the dice of a counter-charge; how far they carry it. */
static int32_t counter_dice(struct mal_play *p, int foe, int8_t face[3])
{
    struct mal_unit *e = &p->s->brigades[foe];
    int32_t pips = 0;

    e->dice = (uint8_t)tc_ask(p->u, e->side, MAL_Q_CHARGE_DICE, "M-18.5", foe, 0, 0)->arg[1];
    for (int i = 0; i < 3; i++)
        if (e->dice >> i & 1) {
            tc_wish(p->u, e->side, TC_HIGH);
            face[i] = (int8_t)(i < 2 ? mal_roll_average(p, "M-18.5")
                                     : tc_roll(p->u, TC_D6, "M-18.5"));
            pips += face[i] + (e->inspired ? 1 : 0);
        }
    return pips * p->bk->tables.move.pip;
}

/* M-18.2a, M-22.29b: may it ride out against these pursuers? */
static bool may_counter(const struct mal_book *bk, const struct mal_state *s, int unit, int foe)
{
    const struct mal_unit *e = &s->brigades[foe];

    return mal_is_cavalry(bk, e) && e->status == MAL_NORMAL &&
           !mal_in_close_combat(bk, s, foe) && !e->countered && !e->charged &&
           (e->formation == MAL_UNFORMED || mal_to_front(bk, e, &s->brigades[unit], 1, 30000));
}

bool mal_may_chase(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_state *s = v->state;

    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-RUL-49", why);
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
    int32_t d = mal_fast_dice(p, unit, false, TC_HIGH, "M-22.28");
    for (int end = 0; end < 2; end++)
        part[end] = mal_cut_blocked(p, unit, way, d);
    for (int end = 0; end < 2; end++)
        if (part[end] != TC_NONE)
            part_stops(p, part[end], way, d);
    chase_on(p, unit, way, d);
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
    tc_hope(p->u, m->side, TC_HIGH); /* M-GEO-57 */
    int hits = tc_pool(p->u, near, TC_D6, p->bk->tables.combat.hack_hit, "M-22.30");
    tc_tell(p->u, MAL_E_HACK, "M-22.30", unit, prey, hits);
    struct tc_rect from = mal_rect(p->bk, q);
    if (hits)
        mal_casualty(p, prey, hits, MAL_BY_COMBAT, "M-22.30");
    if (!mal_on_table(q) || q->status != MAL_RETIRING)
        return;
    tc_tell(p->u, MAL_E_ROUTS, "M-22.20", prey, 0, 0);
    mal_become(p, prey, MAL_ROUTING); /* M-22.20a */
    mal_note_event(p, prey, MAL_H_ROUTED, &from, false);
}

static void pursuit_contact(struct mal_play *p, int unit, int foe, const struct mal_unit *from,
                            const struct mal_unit *was, int32_t gone)
{
    struct mal_unit *m = &p->s->brigades[unit], *e = &p->s->brigades[foe];

    tc_tell(p->u, MAL_E_CONTACT, "M-22.29", unit, foe, gone);
    if (!mal_is_brigade(p->bk, e)) {
        m->met = 1;
        return;
    }
    if (mal_is_quarry(p->bk, p->s, unit, foe)) {
        hack(p, unit, foe);
        return;
    }
    m->met = 1; /* M-22.29a, M-RUL-25 */
    m->target = (int16_t)foe;
    if (mal_is_formed(p->bk, e))
        mal_note_flank(p, foe, was, unit, from, m->pursuit_heading);
}

/* M-22.31a: the part cut off goes as far as it can; enemy it fights, before ground it halts. */
static void part_stops(struct mal_play *p, int part, uint16_t way, int32_t d)
{
    struct mal_unit *m = &p->s->brigades[part];
    struct mal_stop stop;

    mal_way(p->bk, p->s, part, m, way, d, MAL_WAY_CHARGE, &stop);
    m->quarry = p->s->brigades[m->parent].quarry; /* M-22.31 */
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

/* Is anybody after it, the one who came last or another? */
bool mal_pursued(const struct mal_state *s, int unit)
{
    for (int i = 0; i < s->units; i++)
        if (mal_on_table(&s->brigades[i]) && s->brigades[i].status == MAL_PURSUING &&
            s->brigades[i].quarry == unit)
            return true;
    return false;
}

/* The pursuit of d along the way: until it meets somebody, or ground stops it. */
static void chase_on(struct mal_play *p, int unit, uint16_t way, int32_t d)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_stop stop;

    open_to_pursue(p, unit);
    m->pursuit_heading = way;
    mal_way(p->bk, p->s, unit, m, way, d, MAL_WAY_CHARGE, &stop);
    struct mal_unit from = *m; /* M-22.31a */
    struct tc_rect r = mal_rect(p->bk, m);
    p->s->mover = (int16_t)unit;
    int foe = stop.cause == MAL_STOP_ENEMY ? stop.which : TC_NONE;
    struct mal_unit was = foe != TC_NONE ? p->s->brigades[foe] : *m;
    int32_t gone = stop.distance;
    if (foe != TC_NONE && may_counter(p->bk, p->s, unit, foe))
        counter_pursuit(p, unit, foe, way, d, &gone);
    struct mal_unit x = mal_moved(m, way, gone);
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    tc_tell(p->u, MAL_E_PURSUES, "M-22.28", unit, m->quarry, gone);
    m->moved = 1;
    m->speed_now = 3;
    mal_way_cut(p->bk, &from, way, gone, &stop);
    mal_crossing_cost(p, unit, &stop);
    mal_pass_lines(p, unit, &from, way, gone);
    mal_capture_lone(p, unit, &r, way, gone);
    p->s->mover = TC_NONE;
    if (foe != TC_NONE && mal_on_table(&p->s->brigades[foe]))
        pursuit_contact(p, unit, foe, &from, &was, gone);
    if (foe == TC_NONE) /* M-22.32 */
        mal_end_of_move(p, unit);
}

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
    for (int i = 0; i < s->units; i++) { /* M-22.33 */
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

/* M-22.29a, M-GEO-38: fresh cavalry rides out to meet pursuers who have d to go; *gone: how far
 * the pursuers get. */
static void counter_pursuit(struct mal_play *p, int unit, int foe, uint16_t way, int32_t d,
                            int32_t *gone)
{
    struct mal_unit *m = &p->s->brigades[unit], *e = &p->s->brigades[foe];
    const unsigned alone = MAL_WAY_CHARGE | MAL_WAY_NO_FRIENDS | MAL_WAY_NO_ENEMIES;
    struct mal_stop chase, ride;
    int8_t face[3] = { 0, 0, 0 };

    struct tc_act r = *tc_ask(p->u, e->side, MAL_Q_RESPOND, "M-22.29b", foe, unit, 1);
    tc_tell(p->u, MAL_E_RESPONDS, "M-22.29a", foe,
            r.verb == MAL_V_COUNTER ? MAL_COUNTERS : MAL_STANDS, unit);
    if (r.verb != MAL_V_COUNTER)
        return;
    int32_t most = counter_dice(p, foe, face);
    uint16_t ahead = e->formation == MAL_UNFORMED ? (uint16_t)(way + TC_HALF) : e->heading;
    mal_way(p->bk, p->s, unit, m, way, d, alone, &chase);
    mal_way(p->bk, p->s, foe, e, ahead, most, alone, &ride);
    struct mal_body x, y;
    mal_body(p->bk, m, &x);
    mal_body(p->bk, e, &y);
    int32_t n = tc_max(chase.distance, ride.distance);
    int32_t i =
        tc_sweep_meet(&x.box[0], way, chase.distance, &y.box[0], ahead, ride.distance, MAL_EPS);
    int32_t out = i > 0 ? (int32_t)((int64_t)ride.distance * i / n) : 0;
    struct mal_unit from = *e, to = mal_moved(e, ahead, out);
    e->countered = 1;
    e->speed_now = (uint8_t)mal_dice_count(e->dice);
    if (out > 0 && mal_overlapped(p->bk, p->s, foe, &to, unit) == TC_NONE) {
        *gone = (int32_t)((int64_t)chase.distance * i / n);
        mal_set_pose(p->bk, p->s, foe, to.x, to.y, to.heading);
        e->moved = 1;
    } else {
        out = 0;
    }
    mal_way_cut(p->bk, &from, ahead, out, &ride);
    mal_fatigue(p, foe, face, e->dice, ride.rough);
    mal_crossing_cost(p, foe, &ride);
    e->dice = 0;
}
