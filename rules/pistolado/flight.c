/* rules/pistolado/flight.c - P-R1 to P-R4, P-R15, P-GEO-22a, P-GEO-24: flights and pursuits. */
#include <string.h>
#include "rules/pistolado/inner.h"

enum { ROUNDING = 2, CONTACT = 1, CLEAR_STEP = 250, CLEAR_STEPS = 160, SAMPLE = 256 };

/* Which run it is: straight back, the rest of the same flight, or that of a later turn. */
enum part { RUN_BACK, RUN_HOME, RUN_ON };

/* Told further down: */
static int32_t free_way(const struct pis_play *p, int r, const struct tc_box *b,
                        uint16_t heading, int32_t max);
static int32_t second_part(struct pis_play *p, int r, int32_t left);
static int32_t ride_length(const struct pis_play *p, int r, const struct tc_box *b, int quarry,
                           bool *ends);
static int32_t clear_way(const struct pis_play *p, int r, struct tc_rect from, int32_t d);
static bool is_upon(const struct pis_play *p, int r, const struct tc_rect *at);
static void draw_in(struct pis_play *p, int r, const struct tc_box *b);
static void alarm(struct pis_play *p, int r, const struct tc_box *b, uint16_t heading,
                  int32_t d);
static void end_flight(struct pis_play *p, int r, struct tc_rect from, int32_t last);
static void stop_before(struct pis_play *p, int r, struct tc_rect end, int32_t last);
static bool clear_step(struct pis_play *p, int r);

void pis_rout(struct pis_play *p, int r, int from, const char *rule)
{
    struct pis_state *s = p->s;
    struct pis_regiment *g = &s->regiment[r];
    struct tc_rect start = pis_rect(s, r);

    tc_tell(p->u, PIS_E_ROUTS, rule, r, 0, 0);
    pis_leave(p, r);
    g->condition = PIS_ROUTING;
    g->quarry = g->target = TC_NONE;
    g->wheel = 0;
    g->broke = 1;
    if (g->disaster == PIS_DUE) {
        g->disaster = PIS_TESTED;
        g->cause = PIS_NO_CAUSE;
        s->dues--;
    }
    if (g->cohesion != PIS_MOB)
        pis_disorder(p, r, PIS_MOB, "P-C9");
    for (int o = 0; o < p->bk->regiments; o++)
        if (o != r && p->bk->regiment[o].brigade == p->bk->regiment[r].brigade)
            pis_due(p, o, PIS_C_BRIGADE);
    int32_t moved = pis_flee_first(p, r, from);
    if (!pis_leaves(p, r)) {
        int32_t last = second_part(p, r, pis_charge_rate(p->bk, r) - moved);
        end_flight(p, r, start, last);
    }
}

/* A straight flight move along a heading; returns what was moved. */
static int32_t run(struct pis_play *p, int r, uint16_t heading, int32_t length, enum part part)
{
    static const char *const rules[] = { "P-R2", "P-R3", "P-R14" };
    struct pis_state *s = p->s;
    struct tc_rect at = pis_rect(s, r);
    struct tc_box b;

    /* P-GEO-22b */
    at = heading == (uint16_t)(at.facing + TC_HALF) ? tc_about_face(at)
                                                    : tc_turn_on_centre(at, heading);
    tc_box_make(&b, &at);
    int32_t d = free_way(p, r, &b, heading, length);
    bool routs = s->regiment[r].condition == PIS_ROUTING;
    if (!routs)
        d = tc_max(0, tc_min(d, tc_sweep_table(&b, heading, length, pis_table(p->bk))));
    alarm(p, r, &b, heading, d);
    uint64_t touched =
        pis_ground_swept(p->bk, &b, heading, d, PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR));
    struct tc_rect end = tc_march(at, d);
    struct tc_box e;
    tc_box_make(&e, &end);
    if (!routs && !tc_on_table(&e, pis_table(p->bk)))
        return 0; /* no room to turn at the edge */
    pis_put(s, r, end);
    tc_tell(p->u, PIS_E_FLEES, rules[part], r, d, part != RUN_BACK);
    if (!routs)
        pis_obstacles(p, r, touched); /* P-C14 */
    return d;
}

/* How far it can go before impassable ground or an enemy's Point Blank distance. */
static int32_t free_way(const struct pis_play *p, int r, const struct tc_box *b,
                        uint16_t heading, int32_t max)
{
    const int32_t pb = p->bk->t.stand.point_blank;
    int32_t wall = pis_ground_reach(p->bk, b, heading, max, PIS_CLASS(PIS_IMPASSABLE), NULL);
    int32_t free = wall >= 0 ? wall - 1 : max;

    for (int o = 0; o < p->bk->regiments; o++) {
        struct tc_box x;

        if (!pis_here(p->s, o) || !pis_enemies(p->bk, r, o) ||
            pis_far(&p->s->regiment[r], &p->s->regiment[o], max + pb))
            continue;
        pis_box(p->s, o, &x);
        if (tc_overlap(b, &x, ROUNDING))
            continue;
        free = tc_min(free, tc_stop_short(b, heading, max, &x, pb, 100));
    }
    return free > 0 ? free : 0;
}

void pis_pursue(struct pis_play *p, int r)
{
    struct pis_state *s = p->s;
    int quarry = s->regiment[r].quarry;
    bool ends;
    struct tc_box b, q;

    if (!pis_here(s, quarry) || s->regiment[quarry].condition != PIS_ROUTING) {
        pis_end_pursuit(p, r, "P-R6");
        return;
    }
    struct tc_rect me = pis_rect(s, r), it = pis_rect(s, quarry); /* P-GEO-24 */
    me = tc_turn_on_centre(me, tc_bearing(tc_rect_centre(&me), tc_rect_centre(&it)));
    tc_box_make(&b, &me);
    int32_t d = ride_length(p, r, &b, quarry, &ends), clear = clear_way(p, r, me, d);
    if (clear >= 0) /* not upon enfants perdus it could pass */
        d = clear;
    uint64_t touched =
        pis_ground_swept(p->bk, &b, b.facing, d, PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR));
    pis_ride_over(p, r, &b, b.facing, d);
    pis_put(s, r, tc_march(me, d));
    pis_box(s, r, &b);
    pis_box(s, quarry, &q);
    bool touch = tc_within(&b, &q, CONTACT);
    /* the whole way to the quarry, without the thousandth that counts as contact */
    tc_tell(p->u, PIS_E_PURSUES, "P-R6", r, quarry, d + (d > 0 && touch ? CONTACT : 0));
    if (pis_leaves(p, r))
        return;
    s->regiment[r].rate = PIS_R_CHARGE;
    pis_disorder(p, r, pis_band_of(p->bk, r)->charge_disorder, "P-R18");
    pis_obstacles(p, r, touched); /* P-C14 */
    if (ends) {
        pis_end_pursuit(p, r, "P-R13");
        return;
    }
    if (!touch)
        return;
    tc_tell(p->u, PIS_E_CAUGHT, "P-R12", r, quarry, 0);
    pis_cut_down(p, quarry, r, "P-R12");
}

/* How far it rides; *ends when another enemy stands in its way. */
static int32_t ride_length(const struct pis_play *p, int r, const struct tc_box *b, int quarry,
                           bool *ends)
{
    int32_t max = pis_charge_rate(p->bk, r), pb = p->bk->t.stand.point_blank;
    struct tc_box q;

    *ends = false;
    pis_box(p->s, quarry, &q);
    int32_t touch = tc_sweep_reach(b, b->facing, max, &q, CONTACT);
    int32_t d = touch >= 0 ? touch : max;
    int32_t wall = pis_ground_reach(p->bk, b, b->facing, d, PIS_CLASS(PIS_IMPASSABLE), NULL);
    if (wall >= 0)
        d = tc_max(0, wall - 1);
    for (int o = 0; o < p->bk->regiments; o++) {
        struct tc_box x;

        if (o == r || o == quarry || !pis_here(p->s, o) ||
            pis_far(&p->s->regiment[r], &p->s->regiment[o], d + pb))
            continue;
        pis_box(p->s, o, &x);
        if (tc_overlap(b, &x, ROUNDING))
            continue;
        if (!pis_enemies(p->bk, r, o)) {
            if (!pis_passable(p->bk, p->s, o))
                d = tc_stop_upon(b, b->facing, d, &x, ROUNDING);
            continue;
        }
        int32_t hit = tc_sweep_reach(b, b->facing, d, &x, CONTACT);
        if (hit >= 0 && hit < d) {
            int32_t keep = tc_min(pb, tc_gap_floor(tc_gap_of(b, &x)));
            d = keep <= 1 ? 0 : tc_max(0, tc_sweep_clear(b, b->facing, d, &x, keep));
            *ends = true;
        }
    }
    return d;
}

/* The greatest way up to d straight on from a place that ends upon nobody; -1 if there is none.
 */
static int32_t clear_way(const struct pis_play *p, int r, struct tc_rect from, int32_t d)
{
    int32_t ok = d, on = d;

    for (; ok >= 0; on = ok, ok -= CLEAR_STEP) {
        struct tc_rect at = tc_march(from, ok);
        if (!is_upon(p, r, &at))
            break;
    }
    if (ok < 0)
        return -1;
    while (on - ok > 1) { /* up to them, to the thousandth */
        struct tc_rect at = tc_march(from, (ok + on) / 2);
        if (is_upon(p, r, &at))
            on = (ok + on) / 2;
        else
            ok = (ok + on) / 2;
    }
    return ok;
}

static bool is_upon(const struct pis_play *p, int r, const struct tc_rect *at)
{
    struct tc_box b;

    tc_box_make(&b, at);
    return pis_overlaps(p->s, p->bk->regiments, r, &b, TC_NONE);
}

void pis_flee_on(struct pis_play *p, int r)
{
    struct tc_rect start = pis_rect(p->s, r);

    /* P-R14 */
    int32_t last = run(p, r, pis_own_edge(p->bk, pis_side_of(p->bk, r)),
                       pis_charge_rate(p->bk, r), RUN_ON);
    end_flight(p, r, start, last);
}

bool pis_leaves(struct pis_play *p, int r)
{
    struct tc_box b;

    pis_box(p->s, r, &b);
    if (tc_on_table(&b, pis_table(p->bk)))
        return false;
    if (tc_point_on_table(b.anchor, pis_table(p->bk))) {
        draw_in(p, r, &b);
        return false;
    }
    pis_remove(p, r, PIS_LEFT, "P-R15");
    return true;
}

/* A corner that turned over the edge is drawn in again. */
static void draw_in(struct pis_play *p, int r, const struct tc_box *b)
{
    struct pis_regiment *g = &p->s->regiment[r];

    g->x += b->min_x < 0 ? -b->min_x : b->max_x > p->bk->width ? p->bk->width - b->max_x : 0;
    g->y += b->min_y < 0 ? -b->min_y : b->max_y > p->bk->height ? p->bk->height - b->max_y : 0;
}

/* P-R19: the same along a way of marches and wheels, the owner's part of an evasion, which it
 * takes. */
void pis_run_along(struct pis_play *p, int r, const struct tc_act *way)
{
    for (int i = 0; i < way->segs; i++) {
        struct tc_rect at = pis_rect(p->s, r);
        int32_t t = way->seg[i].value;
        struct tc_box b;

        if (way->seg[i].leg == PIS_LEG_MARCH) {
            tc_box_make(&b, &at);
            alarm(p, r, &b, at.facing, t);
            pis_put(p->s, r, tc_march(at, t));
            continue;
        }
        bool left = way->seg[i].leg == PIS_LEG_LEFT;
        int32_t turn = left ? -t : t, n = tc_wheel_samples(turn, SAMPLE);
        for (int k = 1; k <= n; k++) {
            pis_put(p->s, r,
                    tc_wheel(at, left ? TC_FL : TC_FR, tc_wheel_sample(turn, SAMPLE, k)));
            pis_box(p->s, r, &b);
            alarm(p, r, &b, b.facing, 0);
        }
    }
}

/* P-R4, P-W3d, P-W3e: those it runs into and past; and loose officers of the enemy. */
static void alarm(struct pis_play *p, int r, const struct tc_box *b, uint16_t heading,
                  int32_t d)
{
    bool routs = p->s->regiment[r].condition == PIS_ROUTING;
    int grade = pis_card_of(p->bk, r)->grade;

    pis_ride_over(p, r, b, heading, d); /* P-R19 */
    for (int o = 0; o < p->bk->regiments; o++) {
        int32_t past = pis_double_rate(p->bk, o);
        struct tc_box x;

        if (o == r || !pis_here(p->s, o) || pis_enemies(p->bk, r, o) ||
            pis_far(&p->s->regiment[r], &p->s->regiment[o], d + past))
            continue;
        pis_box(p->s, o, &x);
        bool touched = tc_within(b, &x, CONTACT);
        if (touched ? tc_sweep_overlap(b, heading, d, &x, ROUNDING)
                    : tc_sweep_within(b, heading, d, &x, CONTACT)) {
            pis_due(p, o, PIS_C_CONTACT); /* P-R4 */
        } else if (routs && grade < pis_card_of(p->bk, o)->grade && past > 0 &&
                   tc_sweep_within(b, heading, d, &x, past)) {
            pis_due(p, o, PIS_C_ROUT_PAST); /* P-GEO-25, P-RUL-14 */
        }
    }
}

/* P-GEO-22a: straight back, if that leads away from the enemy. */
static uint16_t way_back(const struct pis_state *s, int r, int from)
{
    struct tc_rect me = pis_rect(s, r);
    uint16_t back = (uint16_t)(me.facing + TC_HALF);

    if (from == TC_NONE || !pis_here(s, from)) /* P-GEO-22a */
        return back;
    struct tc_rect enemy = pis_rect(s, from);
    struct tc_pt a = tc_rect_centre(&enemy), b = tc_rect_centre(&me);
    struct tc_dir f = tc_forward_of(back);
    if ((int64_t)(b.x - a.x) * f.x + (int64_t)(b.y - a.y) * f.y > 0)
        return back;
    return tc_bearing(a, b);
}

int32_t pis_flee_first(struct pis_play *p, int r, int from)
{
    return run(p, r, way_back(p->s, r, from), pis_march_rate(p->bk, r), RUN_BACK);
}

static int32_t second_part(struct pis_play *p, int r, int32_t left)
{
    if (left <= 0) /* P-R3, P-GEO-22c */
        return 0;
    return run(p, r, pis_own_edge(p->bk, pis_side_of(p->bk, r)), left, RUN_HOME);
}

void pis_cut_down(struct pis_play *p, int r, int by, const char *rule)
{
    int before = p->s->regiment[r].companies;

    pis_casualties(p, r, PIS_F_RT, pis_card_of(p->bk, by)->ferocity, rule);
    if (pis_here(p->s, r) && p->s->regiment[r].companies < before)
        pis_officer_risk(p, r, PIS_RISK_RT);
}

/* Off the table, hemmed in, or clear; last is the length of the last straight part. */
static void end_flight(struct pis_play *p, int r, struct tc_rect from, int32_t last)
{
    struct tc_rect now = pis_rect(p->s, r);
    struct tc_pt a = tc_rect_centre(&from), b = tc_rect_centre(&now);

    if (pis_leaves(p, r))
        return;
    if (tc_dist2(a, b) <= 4) {
        pis_remove(p, r, PIS_ELIMINATED, "P-GEO-22d");
        return;
    }
    pis_flee_clear(p, r, last);
}

void pis_flee_clear(struct pis_play *p, int r, int32_t last)
{
    struct tc_rect end = pis_rect(p->s, r);
    bool routs = p->s->regiment[r].condition == PIS_ROUTING;
    int steps = 0;
    struct tc_box b;

    do
        pis_box(p->s, r, &b);
    while (tc_on_table(&b, pis_table(p->bk)) && steps < CLEAR_STEPS && clear_step(p, r) &&
           ++steps);
    if (pis_overlaps(p->s, p->bk->regiments, r, &b, TC_NONE) &&
        tc_on_table(&b, pis_table(p->bk)))
        stop_before(p, r, end, last);
    else if (steps)
        tc_tell(p->u, PIS_E_RUNS_CLEAR, "P-GEO-22d", r, steps * CLEAR_STEP, 0);
    if (routs)
        pis_leaves(p, r);
}

/* No room beyond the friends it stands upon: it has stopped before them. */
static void stop_before(struct pis_play *p, int r, struct tc_rect end, int32_t last)
{
    struct tc_rect from = tc_move(end, (uint16_t)(end.facing + TC_HALF), last);
    int32_t d = clear_way(p, r, from, last);

    if (d < 0)
        return;
    pis_put(p->s, r, tc_march(from, d));
    tc_tell(p->u, PIS_E_STOPS_BEFORE, "P-GEO-22d", r, last - d, 0);
}

/* One step on; false when it is clear, stopped or gone. */
static bool clear_step(struct pis_play *p, int r)
{
    struct pis_state *s = p->s;
    struct tc_rect at = pis_rect(s, r), to = tc_march(at, CLEAR_STEP);
    struct tc_box b, e;

    tc_box_make(&b, &at);
    tc_box_make(&e, &to);
    if (!pis_overlaps(s, p->bk->regiments, r, &b, TC_NONE) ||
        free_way(p, r, &b, at.facing, CLEAR_STEP) < CLEAR_STEP)
        return false;
    /* P-GEO-22d */
    if (!tc_on_table(&e, pis_table(p->bk)) && s->regiment[r].condition != PIS_ROUTING)
        return false;
    if (tc_on_table(&e, pis_table(p->bk)))
        alarm(p, r, &b, at.facing, CLEAR_STEP);
    pis_put(s, r, to);
    return true;
}

bool pis_is_pursued(const struct pis_book *bk, const struct pis_state *s, int r)
{
    for (int o = 0; o < bk->regiments; o++) /* P-RUL-26 */
        if (pis_here(s, o) && s->regiment[o].condition == PIS_PURSUING &&
            s->regiment[o].quarry == r)
            return true;
    return false;
}

void pis_end_pursuit(struct pis_play *p, int r, const char *rule)
{
    p->s->regiment[r].condition = PIS_STEADY;
    p->s->regiment[r].quarry = TC_NONE;
    tc_tell(p->u, PIS_E_PURSUIT_ENDS, rule, r, 0, 0);
}
