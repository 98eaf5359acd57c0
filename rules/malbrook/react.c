/* rules/malbrook/react.c - what the other side does while a brigade moves: flanking musketry,
 * skirmish withdrawal; and who is engaged (M-13.8, M-14.15, M-19.5). */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/probe.h"

/* Told further down: */
static bool has_met(const struct mal_book *bk, const struct mal_unit *x,
                    const struct mal_unit *y);
static bool has_before_it(const struct mal_book *bk, const struct mal_unit *a,
                          const struct mal_unit *b);
static bool skirmishes(const struct mal_book *bk, const struct mal_unit *m);
static void withdraw(struct mal_play *p, int unit, int from, int32_t angle);
static uint16_t away(const struct mal_book *bk, const struct mal_unit *m,
                     const struct mal_unit *from);
static int next_firer(const struct mal_book *bk, const struct mal_state *s, int unit,
                      const uint64_t asked[2]);
static bool may_volley(const struct mal_book *bk, const struct mal_state *s, int firer,
                       int unit, int32_t *first, int32_t *last);
static bool strip_span(const struct mal_book *bk, const struct mal_unit *firer,
                       const struct mal_unit *mover, uint16_t way, int32_t d, int32_t *first,
                       int32_t *last);
static int32_t two_inches_off(const struct mal_book *bk, const struct mal_unit *m,
                              const struct mal_unit *e, uint16_t way, int32_t most);
static bool ready_foot(const struct mal_book *bk, const struct mal_unit *m);
static bool moves_past(const struct mal_state *s, const struct mal_unit *m, int firer);
static bool could_fight(const struct mal_book *bk, const struct mal_unit *x,
                        const struct mal_unit *y);
static bool within_an_inch(const struct mal_book *bk, const struct mal_unit *x,
                           const struct mal_unit *y);

/* M-13.8: in contact, or with enemy before it: to its front, or all round if it is unformed.
 * Who came up behind it or beside it does not hold it. */
bool mal_held(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_is_brigade(bk, m) || !mal_in_close_combat(bk, s, unit))
        return false;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != m->side && mal_on_table(e) && !moves_past(s, m, i) &&
            mal_engaged(bk, s, unit, i) &&
            (m->formation == MAL_UNFORMED || has_met(bk, m, e) || has_before_it(bk, m, e))) {
            return true; /* M-13.8 */
        }
    }
    return false;
}

/* In base-to-base contact after a charge, a counter-charge or a pursuit. */
static bool has_met(const struct mal_book *bk, const struct mal_unit *x,
                    const struct mal_unit *y)
{
    bool fresh = x->charged || y->charged || x->countered || y->countered || x->met || y->met;

    return (fresh || (x->locked && y->locked)) && mal_within(bk, x, y, MAL_EPS);
}

static bool has_before_it(const struct mal_book *bk, const struct mal_unit *a,
                          const struct mal_unit *b)
{
    if (a->formation == MAL_UNFORMED && !mal_is_dismounted(bk, a))
        return false;
    return mal_to_front(bk, a, b, 0, bk->tables.move.foot_stop);
}

void mal_withdrawals(struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    if (!mal_is_formed(p->bk, m))
        return;
    for (int i = 0, n = 0; i < p->s->units && n < 4; i++) {
        struct mal_unit *e = &p->s->brigades[i];
        if (e->side == m->side || !mal_on_table(e) || !mal_is_brigade(p->bk, e) ||
            e->status != MAL_NORMAL || !skirmishes(p->bk, e) ||
            !mal_within(p->bk, e, m, p->bk->tables.move.withdraw - MAL_EPS))
            continue;
        if (e->locked && mal_in_close_combat(p->bk, p->s, i))
            continue; /* M-13.8: it fights another */
        n++;
        struct tc_act a = *tc_ask(p->u, e->side, MAL_Q_WITHDRAW, "M-14.15", i, unit, 0);
        if (a.verb == MAL_V_WITHDRAW)
            withdraw(p, i, unit, a.arg[1]);
    }
}

static bool skirmishes(const struct mal_book *bk, const struct mal_unit *m)
{
    if (m->mixed)
        return false; /* M-3.18a, M-RUL-68 */
    return mal_type_of(bk, m) == MAL_HUSSAR || mal_is_dismounted(bk, m);
}

bool mal_may_withdraw(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_unit *m = &s->brigades[v->q->arg[0]];
    int32_t most = bk->tables.move.withdraw_angle;

    if (a->verb == MAL_V_STAY) {
        if (mal_type_of(bk, m) == MAL_HUSSAR)
            return tc_refuse(why, "M-14.16", MAL_R_COMPULSORY, v->q->arg[0], 0, 0);
        return true;
    }
    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-14.15", why);
    if (a->arg[1] > most || a->arg[1] < -most)
        return tc_refuse(why, "M-RUL-59", MAL_R_DIRECTION, v->q->arg[0], 0, 0);
    return true;
}

int mal_count_withdraw(const struct tc_view *v)
{
    (void)v;
    return 8;
}

/* Go that way until two inches lie between them, as far as it can. */
static void withdraw(struct mal_play *p, int unit, int from, int32_t angle)
{
    struct mal_unit *m = &p->s->brigades[unit];
    const struct mal_unit *e = &p->s->brigades[from];
    uint16_t way = (uint16_t)(away(p->bk, m, e) + angle);
    struct mal_stop stop;

    mal_way(p->bk, p->s, unit, m, way, 2 * p->bk->tables.move.withdraw, MAL_WAY_FAST, &stop);
    if (stop.off)
        stop.distance = tc_max(0, stop.distance - 1);
    int32_t d = two_inches_off(p->bk, m, e, way, stop.distance);
    struct mal_unit x = mal_moved(m, way, d);
    if (mal_overlapped(p->bk, p->s, unit, &x, TC_NONE) != TC_NONE) {
        d = mal_last_clear(p->bk, p->s, unit, m, way, d);
        x = mal_moved(m, way, d);
    }
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved |= d > 0; /* M-14.17, M-14.17a */
    tc_tell(p->u, MAL_E_WITHDRAWS, "M-14.15", unit, from, d);
}

static uint16_t away(const struct mal_book *bk, const struct mal_unit *m,
                     const struct mal_unit *from)
{
    return tc_bearing(mal_centre(bk, from), mal_centre(bk, m));
}

void mal_take_volleys(struct mal_play *p, int unit, const struct mal_unit *from,
                      uint16_t bearing, int32_t *distance)
{
    struct mal_unit *m = &p->s->brigades[unit];
    uint64_t asked[2] = { 0, 0 };

    m->x = from->x;
    m->y = from->y;
    m->heading = from->heading;
    m->charge_heading = bearing;
    m->charge_move = *distance;
    for (int n = 0; n < 4; n++) {
        int f = next_firer(p->bk, p->s, unit, asked);
        if (f == TC_NONE)
            break;
        asked[f >> 6] |= UINT64_C(1) << (f & 63);
        /* M-19.5 */
        struct tc_act a =
            *tc_ask(p->u, p->s->brigades[f].side, MAL_Q_VOLLEY, "M-19.6", f, unit, 0);
        if (a.verb == MAL_V_HOLD)
            continue;
        m->volley_by = (int16_t)f;
        m->under_fire = 1;
        m->immune_from = (int16_t)f;
        m->immune_until = (uint16_t)(p->s->head.turn + 1);
        *distance = a.arg[0];
        tc_tell(p->u, MAL_E_VOLLEY_AT, "M-19.6", f, unit, a.arg[0]);
        break;
    }
    m->charge_move = 0;
    m->charge_heading = 0;
}

/* The next firer along the way after `asked`; TC_NONE. */
static int next_firer(const struct mal_book *bk, const struct mal_state *s, int unit,
                      const uint64_t asked[2])
{
    int found = TC_NONE;
    int32_t best = 0, first, last;

    for (int i = 0; i < s->units; i++) {
        if (asked[i >> 6] >> (i & 63) & 1 || !may_volley(bk, s, i, unit, &first, &last))
            continue;
        if (found == TC_NONE || first < best) {
            found = i;
            best = first;
        }
    }
    return found;
}

bool mal_may_volley(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    int32_t first, last;

    if (a->verb == MAL_V_HOLD)
        return true;
    if (!may_volley(mal_book_of(v->book), v->state, v->q->arg[0], v->q->arg[1], &first,
                    &last) ||
        a->arg[0] < first || a->arg[0] > last)
        return tc_refuse(why, "M-19.6", MAL_R_STRIP, v->q->arg[1], 0, 0);
    return true;
}

int mal_count_volley(const struct tc_view *v)
{
    (void)v;
    return 4;
}

static bool may_volley(const struct mal_book *bk, const struct mal_state *s, int firer,
                       int unit, int32_t *first, int32_t *last)
{
    const struct mal_unit *f = &s->brigades[firer], *m = &s->brigades[unit];

    if (f->side == m->side || !mal_on_table(f) || !mal_is_brigade(bk, f) ||
        !mal_is_brigade(bk, m) || !ready_foot(bk, f))
        return false;
    int64_t x = f->x - m->x, y = f->y - m->y;
    int64_t reach = (int64_t)m->charge_move + mal_radius(bk, f) + mal_radius(bk, m) + 1100;
    if (x * x + y * y > reach * reach)
        return false;
    if (m->immune_from == firer && s->head.turn <= m->immune_until)
        return false; /* M-19.8 */
    if (!strip_span(bk, f, m, m->charge_heading, m->charge_move, first, last))
        return false;
    struct mal_unit at = mal_moved(m, m->charge_heading, *first);
    if (has_before_it(bk, &at, f) || mal_in_close_combat(bk, s, firer))
        return false;
    struct mal_unit end = mal_moved(m, m->charge_heading, m->charge_move);
    return !has_before_it(bk, &end, f);
}

/* First and last point of the mover's way inside the firer's strip; false: none. */
static bool strip_span(const struct mal_book *bk, const struct mal_unit *firer,
                       const struct mal_unit *mover, uint16_t way, int32_t d, int32_t *first,
                       int32_t *last)
{
    struct tc_rect r = mal_rect(bk, firer), m = mal_rect(bk, mover);
    struct tc_box strip, a, b;
    bool loose = firer->formation == MAL_UNFORMED;
    int32_t depth = bk->tables.move.foot_stop + MAL_EPS; /* M-GEO-16 */
    int32_t reach = loose ? depth : 0;

    if (!loose)
        r = tc_rect_strip(&r, depth);
    tc_box_make(&strip, &r);
    tc_box_make(&a, &m);
    *first = tc_sweep_reach(&a, way, d, &strip, reach);
    if (*first < 0)
        return false;
    m = tc_move(m, way, d);
    tc_box_make(&b, &m);
    int32_t back = tc_sweep_reach(&b, (uint16_t)(way + TC_HALF), d, &strip, reach);
    *last = back < 0 ? *first : tc_max(*first, d - back);
    return true;
}

/* M-GEO-39: the first mil of the way at which two inches lie between them; the whole way, if
 * there is none. */
static int32_t two_inches_off(const struct mal_book *bk, const struct mal_unit *m,
                              const struct mal_unit *e, uint16_t way, int32_t most)
{
    int32_t near = 0, far = most;
    struct mal_unit x = mal_moved(m, way, most);

    if (tc_gap_floor(mal_gap(bk, &x, e)) < bk->tables.move.withdraw)
        return most;
    while (far - near > 1) {
        int32_t mid = near + (far - near) / 2;
        x = mal_moved(m, way, mid);
        if (tc_gap_floor(mal_gap(bk, &x, e)) < bk->tables.move.withdraw)
            near = mid;
        else
            far = mid;
    }
    return far;
}

bool mal_nth_withdraw(const struct tc_view *v, int i, struct tc_act *out)
{
    static const int16_t by[] = { 0, 2048, -2048, 4096, -4096, 8192, -8192 };

    out->verb = MAL_V_STAY; /* M-DEC-14 */
    if (i == 7)
        return true;
    out->verb = MAL_V_WITHDRAW;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = by[i];
    return true;
}

/* M-DEC-17: first, last, the point with most bases in reach, decline. */
bool mal_nth_volley(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int32_t first, last, best = 0;
    int most = -1;

    out->verb = MAL_V_HOLD; /* M-DEC-17 */
    if (i == 0)
        return true;
    if (!may_volley(bk, s, v->q->arg[0], v->q->arg[1], &first, &last))
        return false;
    out->verb = MAL_V_VOLLEY;
    for (int k = 0; i == 3 && k <= 8; k++) {
        int32_t d = first + (last - first) / 8 * k;
        struct mal_unit x =
            mal_moved(&s->brigades[v->q->arg[1]], s->brigades[v->q->arg[1]].charge_heading, d);
        int n = mal_count_bases(bk, s, &s->brigades[v->q->arg[0]], &x, NULL);
        if (n > most) {
            most = n;
            best = d;
        }
    }
    out->arg[0] = i == 1 ? first : i == 2 ? last : best;
    return true;
}

void mal_end_of_move(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    if (!p->bk->looting || !mal_on_table(m) || !mal_is_brigade(p->bk, m))
        return;
    struct tc_pt c = mal_centre(p->bk, m);
    bool spoil = false;
    for (int i = 0; i < p->bk->grounds; i++)
        spoil |= p->bk->ground[i].looting && mal_in_ground(&p->bk->ground[i], c);
    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *w = &p->s->brigades[i];
        bool prey = mal_is_wagon(p->bk, w) || mal_type_of(p->bk, w) == MAL_CIVILIAN;
        spoil |=
            prey && mal_on_table(w) && w->side != m->side && mal_point_near(p->bk, w, c, 0);
    }
    if (!spoil)
        return;
    if (m->status == MAL_PURSUING)
        mal_stop_fleeing(p, unit); /* M-RUL-11 */
    m->status = MAL_LOOTING;
    tc_tell(p->u, MAL_E_LOOTS, "M-RUL-11", unit, 0, 0);
}

/* Foot in order, or dragoons on foot: those who fight at an inch (M-RUL-26). */
static bool ready_foot(const struct mal_book *bk, const struct mal_unit *m)
{
    return m->status == MAL_NORMAL && mal_is_foot(bk, m) &&
           (mal_is_dismounted(bk, m) || m->formation != MAL_UNFORMED);
}

/* Engaged, by whichever side (M-RUL-26). */
bool mal_in_close_combat(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_probe p;

    if (!mal_is_brigade(bk, m))
        return false;
    mal_probe(&p, bk, m);
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].side != m->side && mal_on_table(&s->brigades[i]) &&
            !mal_probe_far(&p, &s->brigades[i], bk->tables.move.foot_stop + MAL_EPS) &&
            !moves_past(s, m, i) && mal_engaged(bk, s, unit, i))
            return true;
    return false;
}

/* M-19.8: the turn after flanking fire it moves freely past those who gave it. */
static bool moves_past(const struct mal_state *s, const struct mal_unit *m, int firer)
{
    return s->phase == MAL_P_MOVE && m->immune_from == firer && s->head.turn <= m->immune_until;
}

bool mal_engaged(const struct mal_book *bk, const struct mal_state *s, int a, int b)
{
    const struct mal_unit *x = &s->brigades[a], *y = &s->brigades[b];

    if (!could_fight(bk, x, y))
        return false;
    if (x->volley_by == b || y->volley_by == a)
        return false; /* M-RUL-45 */
    if (!mal_within(bk, x, y, bk->tables.move.foot_stop + MAL_EPS))
        return false;
    if (has_met(bk, x, y))
        return true; /* M-RUL-26 */
    if (within_an_inch(bk, x, y))
        return true; /* M-17.1 */
    return false;
}

static bool could_fight(const struct mal_book *bk, const struct mal_unit *x,
                        const struct mal_unit *y)
{
    return x->side != y->side && mal_on_table(x) && mal_on_table(y) && mal_is_brigade(bk, x) &&
           mal_is_brigade(bk, y);
}

/* One has the other within an inch before it, and one is foot that fights there. */
static bool within_an_inch(const struct mal_book *bk, const struct mal_unit *x,
                           const struct mal_unit *y)
{
    return (ready_foot(bk, x) || ready_foot(bk, y)) &&
           (has_before_it(bk, x, y) || has_before_it(bk, y, x));
}

bool mal_in_contact(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if ((m->met || e->met || (m->locked && e->locked)) && could_fight(bk, m, e) &&
            mal_within(bk, m, e, MAL_EPS))
            return true;
    }
    return false;
}

bool mal_would_fight(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as)
{
    struct mal_probe p;

    if (!mal_is_brigade(bk, as))
        return false;
    mal_probe(&p, bk, as);
    for (int i = 0; i < s->units; i++)
        if (i != unit && could_fight(bk, as, &s->brigades[i]) &&
            !mal_probe_far(&p, &s->brigades[i], bk->tables.move.foot_stop + MAL_EPS) &&
            within_an_inch(bk, as, &s->brigades[i]))
            return true;
    return false;
}
