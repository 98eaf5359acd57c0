/* rules/malbrook/rush.c - the charge move: all at once, to contact (M-GEO-36 to M-GEO-38a). */
#include "rules/malbrook/inner.h"

enum { MOVERS = 64 };

struct rush {
    int unit;
    struct mal_unit start;
    struct mal_stop stop;
    int32_t distance, gone;
    int hit;
    int8_t face[3];
    uint8_t dice;
    bool done;
};

/* A mover and an enemy it might meet: not to be looked at before step due. */
struct pair {
    int32_t due;
    uint8_t mover, enemy;
    bool swept;
};

/* All movers together, step by step of a mil. */
struct field {
    struct mal_play *p;
    struct rush *r;
    int movers, pairs;
    int64_t n;
    struct mal_unit at[MOVERS]; /* where each mover stands now */
    struct tc_dir way[MOVERS];
    int8_t mover_of[MAL_UNITS]; /* index of a unit among the movers, or TC_NONE */
    struct pair pair[MOVERS * MAL_UNITS];
};

/* Told further down: */
static void settle(struct mal_play *p, struct rush *r);
static void finish(struct mal_play *p, const struct rush *all, int n, struct rush *r);
static void strike_home(struct mal_play *p, const struct rush *all, int n, struct rush *r);
static void throw_dice(struct mal_play *p, struct rush *r);
static void evade(struct mal_play *p, int unit);
static void run_all(struct mal_play *p, struct rush *r, int movers);
static void start_field(struct field *f);
static bool could_meet(const struct field *f, int k, int j);
static int next_pair(const struct field *f);
static void part(struct field *f);
static void advance(struct field *f, int k, int64_t i);
static bool meet(struct field *f, struct pair *q, int64_t i);
static int64_t apart(const struct mal_book *bk, const struct mal_unit *a,
                     const struct mal_unit *b);
static bool touched_at_start(const struct mal_book *bk, const struct mal_state *s,
                             const struct rush *r, const struct mal_unit *e, int j);
static int32_t first_chance(const struct field *f, int k, int j);
static void stop_rush(struct rush *r, int movers, int who, int hit, int64_t i, int64_t n);
static bool from_behind(const struct mal_book *bk, const struct mal_unit *target,
                        const struct mal_unit *start);

void mal_step_charge_move(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    struct rush r[MOVERS];
    int n = 0;

    for (int i = 0; i < s->units; i++) /* M-11.9 */
        if (mal_on_table(&s->brigades[i]) && s->brigades[i].response == MAL_EVADES)
            evade(&p, i);
    for (int i = 0; i < s->units && n < MOVERS; i++) {
        struct mal_unit *m = &s->brigades[i];
        if (!mal_on_table(m) || !(m->charged || m->response == MAL_COUNTERS))
            continue;
        memset(&r[n], 0, sizeof r[n]);
        r[n].unit = i;
        throw_dice(&p, &r[n++]);
    }
    run_all(&p, r, n);
    for (int k = 0; k < n; k++)
        settle(&p, &r[k]);
    for (int k = 0; k < n; k++)
        finish(&p, r, n, &r[k]);
    mal_enter(&p, MAL_S_MUSKETRY, MAL_P_COMBAT, s->first_side);
}

/* Nobody ends upon a friend: back to the last clear point. */
static void settle(struct mal_play *p, struct rush *r)
{
    struct mal_unit *m = &p->s->brigades[r->unit];
    uint16_t way = m->charge_heading;
    struct mal_unit x = mal_moved(&r->start, way, r->gone);

    if (r->gone > 0 && mal_overlapped(p->bk, p->s, r->unit, &x, TC_NONE) != TC_NONE) {
        r->gone = mal_last_clear(p->bk, p->s, r->unit, &r->start, way, r->gone);
        x = mal_moved(&r->start, way, r->gone);
        r->hit = TC_NONE;
    }
    mal_set_pose(p->bk, p->s, r->unit, x.x, x.y, x.heading);
    m->moved = 1;
}

/* M-13.13a, M-GEO-17: a loose block goes with its front foremost, where it has room to turn. */
static void face_the_charge(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit], x = *m;

    if (m->formation != MAL_UNFORMED || m->heading == m->charge_heading)
        return;
    struct tc_rect r = tc_turn_on_centre(mal_rect(p->bk, m), m->charge_heading);
    x.x = r.x;
    x.y = r.y;
    x.heading = r.facing;
    if (!mal_may_stand(p->bk, p->s, unit, &x, NULL))
        return;
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading); /* M-13.13a */
}

/* M-15.12e, M-17.13: for the ground it went over, not for what lies beyond. */
static void pay(struct mal_play *p, struct rush *r)
{
    const struct mal_unit *m = &p->s->brigades[r->unit];

    mal_way_cut(p->bk, &r->start, m->charge_heading, r->gone, &r->stop);
    mal_fatigue(p, r->unit, r->face, r->dice, r->stop.rough); /* M-17.13 */
    mal_crossing_cost(p, r->unit, &r->stop);                  /* M-15.12e */
}

static void finish(struct mal_play *p, const struct rush *all, int n, struct rush *r)
{
    struct mal_unit *m = &p->s->brigades[r->unit];
    struct tc_rect from = mal_rect(p->bk, &r->start);

    pay(p, r);
    mal_pass_lines(p, r->unit, &r->start, m->charge_heading, r->gone);
    mal_capture_lone(p, r->unit, &from, m->charge_heading, r->gone);
    if (r->hit != TC_NONE) {
        strike_home(p, all, n, r);
    } else if (m->charged) {
        m->charge_failed = 1;
        m->charged = 0;
        m->outrance = 0;
        tc_tell(p->u, MAL_E_NO_CONTACT, "M-17.14", r->unit, 0, 0);
    } else {
        m->countered = 0;
    }
    m->must_charge = 0;
}

static void strike_home(struct mal_play *p, const struct rush *all, int n, struct rush *r)
{
    struct mal_unit *m = &p->s->brigades[r->unit], *t = &p->s->brigades[r->hit];
    const struct mal_unit *was = t;

    m->struck = 1;
    m->target = (int16_t)r->hit;
    tc_tell(p->u, MAL_E_CONTACT, "M-17.11", r->unit, r->hit, r->gone);
    if (!m->charged || !mal_is_formed(p->bk, t)) /* M-18.13 */
        return;                                  /* M-12.11 */
    for (int k = 0; k < n; k++) /* M-GEO-36: as it stood when the charge was declared */
        if (all[k].unit == r->hit)
            was = &all[k].start;
    mal_note_flank(p, r->hit, was, r->unit, &r->start, m->charge_heading);
}

/* M-17.10, M-18.5: dice and distance. */
static void throw_dice(struct mal_play *p, struct rush *r)
{
    struct mal_unit *m = &p->s->brigades[r->unit];
    int32_t pips = 0, n = mal_dice_count(m->dice);
    const char *rule = m->charged ? "M-17.10" : "M-18.5";

    r->dice = m->dice;
    for (int i = 0; i < 3; i++)
        if (m->dice >> i & 1) {
            tc_wish(p->u, m->side, TC_HIGH);
            r->face[i] =
                (int8_t)(i < 2 ? mal_roll_average(p, rule) : tc_roll(p->u, TC_D6, rule));
            pips += r->face[i];
        }
    if (m->inspired)
        pips += n; /* M-RUL-64 */
    mal_clear_refused(p->bk, m);
    face_the_charge(p, r->unit);
    r->start = *m;
    mal_way(p->bk, p->s, r->unit, m, m->charge_heading, pips * p->bk->tables.move.pip,
            MAL_WAY_CHARGE | MAL_WAY_NO_FRIENDS | MAL_WAY_NO_ENEMIES, &r->stop);
    r->distance = r->stop.distance;
    r->hit = TC_NONE;
    m->speed_now = (uint8_t)n;
    m->dice = 0;
    mal_passed_now_acts(p, r->unit);
}

/* M-18.7, M-18.8, M-RUL-43: before the chargers, at full speed. */
static void evade(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit], from = *m;
    struct mal_stop stop;
    int32_t d = mal_fast_dice(p, unit, true, TC_HIGH, "M-18.7");

    mal_add_dp(p, unit, p->bk->tables.combat.evade_cost, MAL_BY_MOVE, "M-18.8");
    mal_way(p->bk, p->s, unit, m, m->charge_heading, d, MAL_WAY_FAST | MAL_WAY_ONWARD, &stop);
    if (stop.off) { /* evaders stay on the table, clear of everybody */
        d = tc_max(0, stop.distance - 1);
        mal_way(p->bk, p->s, unit, m, m->charge_heading, d, MAL_WAY_FAST, &stop);
    }
    struct mal_unit x = mal_moved(m, m->charge_heading, stop.distance); /* M-18.8a */
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved = 1;
    m->speed_now = 3;
    m->old_status = m->status;
    m->status = MAL_EVADING;
    tc_tell(p->u, MAL_E_EVADES, "M-18.7", unit, stop.distance, 0);
    mal_pass_lines(p, unit, &from, m->charge_heading, stop.distance);
}

void mal_note_flank(struct mal_play *p, int target, const struct mal_unit *was, int charger,
                    const struct mal_unit *from, uint16_t bearing)
{
    struct mal_unit *t = &p->s->brigades[target];

    t->edge = (uint8_t)mal_edge_met(p->bk, t, &p->s->brigades[charger], bearing); /* M-23.12 */
    if ((t->edge == MAL_EDGE_SIDE || t->edge == MAL_EDGE_REAR) && from_behind(p->bk, was, from))
        t->flanked = 1;
}

/* M-GEO-37: the edge most opposed to the charge; front before side before rear. */
enum mal_edge mal_edge_met(const struct mal_book *bk, const struct mal_unit *target,
                           const struct mal_unit *charger, uint16_t bearing)
{
    static const uint8_t order[] = { 0, 1, 3, 2 };
    struct tc_rect r = mal_rect(bk, target), c = mal_rect(bk, charger);
    struct tc_box b, x;
    int best = -1;
    int32_t most = -1;

    tc_box_make(&b, &r);
    tc_box_make(&x, &c);
    for (int k = 0; k < 4; k++) {
        struct tc_pt p, q;
        tc_edge_ends(&b, order[k], &p, &q);
        if (!tc_segment_within(&x, p, q, 2 * MAL_EPS))
            continue;
        int32_t opposed = tc_apart(tc_edge_normal(&r, order[k]), bearing);
        if (best < 0 || opposed > most + 256) {
            most = opposed;
            best = order[k];
        }
    }
    return best < 0    ? MAL_NO_EDGE
           : best == 0 ? MAL_EDGE_FRONT
           : best == 2 ? MAL_EDGE_REAR
                       : MAL_EDGE_SIDE; /* M-GEO-37 */
}

static void run_all(struct mal_play *p, struct rush *r, int movers)
{
    struct field f;

    f.p = p;
    f.r = r;
    f.movers = movers;
    start_field(&f);
    for (int x; (x = next_pair(&f)) != TC_NONE;) { /* M-GEO-38, M-GEO-38a */
        struct pair q = f.pair[x];
        if (meet(&f, &f.pair[x], q.due)) {
            stop_rush(r, movers, r[q.mover].unit, q.enemy, q.due, f.n);
            stop_rush(r, movers, q.enemy, r[q.mover].unit, q.due, f.n);
        }
        if (r[q.mover].done || f.pair[x].due > f.n)
            part(&f);
    }
    for (int k = 0; k < movers; k++)
        if (!r[k].done)
            r[k].gone = r[k].distance;
}

static void start_field(struct field *f)
{
    const struct mal_state *s = f->p->s;

    memset(f->mover_of, TC_NONE, sizeof f->mover_of);
    f->n = 1;
    f->pairs = 0;
    for (int k = 0; k < f->movers; k++) {
        f->n = f->r[k].distance > f->n ? f->r[k].distance : f->n;
        f->mover_of[f->r[k].unit] = (int8_t)k;
        f->at[k] = f->r[k].start;
        f->way[k] = tc_forward_of(s->brigades[f->r[k].unit].charge_heading);
    }
    for (int k = 0; k < f->movers; k++)
        for (int j = 0; j < s->units; j++)
            if (could_meet(f, k, j))
                f->pair[f->pairs++] = (struct pair){ 0, (uint8_t)k, (uint8_t)j, false };
}

/* Can the two meet at all, however they go? */
static bool could_meet(const struct field *f, int k, int j)
{
    const struct mal_unit *e = &f->p->s->brigades[j];
    int32_t ways = f->r[k].distance;

    if (f->mover_of[j] != TC_NONE)
        ways += f->r[f->mover_of[j]].distance;
    return e->side != f->at[k].side && mal_counts(f->p->bk, e) &&
           !mal_remote(f->p->bk, &f->at[k], e, ways + 4 * MAL_EPS);
}

/* The pair that is to be looked at first, the first of several; TC_NONE: no more. */
static int next_pair(const struct field *f)
{
    int next = f->pairs ? 0 : TC_NONE;

    for (int x = 1; x < f->pairs; x++)
        if (f->pair[x].due < f->pair[next].due)
            next = x;
    return next;
}

/* Pairs that cannot meet any more are let go; those left keep their order. */
static void part(struct field *f)
{
    int left = 0;

    for (int x = 0; x < f->pairs; x++)
        if (!f->r[f->pair[x].mover].done && f->pair[x].due <= f->n)
            f->pair[left++] = f->pair[x];
    f->pairs = left;
}

/* Put a mover where it is at step i. */
static void advance(struct field *f, int k, int64_t i)
{
    struct rush *r = &f->r[k];
    int32_t d = r->done ? r->gone : (int32_t)(r->distance * i / f->n);

    f->at[k].x = r->start.x + tc_along(d, f->way[k].x);
    f->at[k].y = r->start.y + tc_along(d, f->way[k].y);
}

/* A pair at step i: true if they touch; else when to look again. */
static bool meet(struct field *f, struct pair *q, int64_t i)
{
    const struct mal_book *bk = f->p->bk;
    int k = q->mover, j = q->enemy;
    const struct mal_unit *a = &f->at[k];

    advance(f, k, i);
    if (f->mover_of[j] != TC_NONE)
        advance(f, f->mover_of[j], i);
    const struct mal_unit *b =
        f->mover_of[j] == TC_NONE ? &f->p->s->brigades[j] : &f->at[f->mover_of[j]];
    int64_t gap = apart(bk, a, b);

    if (gap <= 4 * MAL_EPS + 200) {
        if (f->mover_of[j] == TC_NONE && !q->swept) {
            q->swept = true;
            q->due = touched_at_start(bk, f->p->s, &f->r[k], b, j) ? INT32_MAX
                                                                   : first_chance(f, k, j);
            if (q->due > i)
                return false;
        }
        gap = tc_gap_floor(mal_gap(bk, a, b));
        if (gap <= MAL_EPS &&
            (f->mover_of[j] == TC_NONE || !touched_at_start(bk, f->p->s, &f->r[k], b, j)))
            return true;
    }
    int64_t room = (gap - MAL_EPS) / 2;
    q->due = (int32_t)(i + (room < 1 ? 1 : room));
    return false;
}

/* No less than this lies between their bodies: by the discs around them. */
static int64_t apart(const struct mal_book *bk, const struct mal_unit *a,
                     const struct mal_unit *b)
{
    int64_t x = b->x - a->x, y = b->y - a->y;

    return (int64_t)tc_isqrt((uint64_t)(x * x + y * y)) - mal_radius(bk, a) -
           mal_radius(bk, b) - 8;
}

static bool touched_at_start(const struct mal_book *bk, const struct mal_state *s,
                             const struct rush *r, const struct mal_unit *e, int j)
{
    return s->brigades[r->unit].target != j && mal_within(bk, &r->start, e, MAL_EPS);
}

/* The first step at which mover k could touch somebody who stands: by the sweep of its whole
 * way, with a margin for what is rounded on the steps. */
static int32_t first_chance(const struct field *f, int k, int j)
{
    struct rush *r = &f->r[k];
    struct mal_body a, b;

    mal_body(f->p->bk, &r->start, &a);
    mal_body(f->p->bk, &f->p->s->brigades[j], &b);
    int32_t best = tc_bodies_reach(a.box, a.n, f->p->s->brigades[r->unit].charge_heading,
                                   r->distance, b.box, b.n, MAL_EPS + 12);
    if (best < 0)
        return INT32_MAX;
    best = tc_max(0, best - 12);
    return r->distance ? (int32_t)(best * f->n / r->distance) : 0;
}

static void stop_rush(struct rush *r, int movers, int who, int hit, int64_t i, int64_t n)
{
    for (int k = 0; k < movers; k++)
        if (r[k].unit == who && !r[k].done) {
            r[k].gone = (int32_t)(r[k].distance * i / n);
            r[k].done = true;
            r[k].hit = hit;
        }
}

/* M-GEO-36: some base of the chargers started behind the target's front line. */
static bool from_behind(const struct mal_book *bk, const struct mal_unit *target,
                        const struct mal_unit *start)
{
    struct mal_base base[MAL_BASES];
    struct mal_body b;
    int n = mal_bases(bk, start, base);

    mal_body(bk, target, &b);
    for (int i = 0; i < n; i++) { /* M-GEO-36, M-RUL-41 */
        struct tc_pt c = tc_rect_centre(&base[i].rect);
        bool behind = true;
        for (int k = 0; k < b.n; k++)
            behind &= tc_forward(&b.box[k], c) < 0;
        if (behind)
            return true;
    }
    return false;
}
