/* rules/pistolado/contact.c - P-H4 to P-H6, P-H17 to P-H24: the opponents are moved. */
#include <string.h>
#include "rules/pistolado/inner.h"

enum { ROUNDING = 2 };

enum meeting { MET, MISSED, NO_ROOM };

/* Told further down: */
static void wheeled_of(const struct pis_play *p, int r, struct tc_rect *at, int32_t *cost);
static void strike_home(struct pis_play *p, int r, int target, const struct pis_path *path);
static void ride_along(struct pis_play *p, int r, const struct pis_path *path);
static bool has_room(const struct pis_play *p, int r, int but, const struct tc_rect *at);
static void charge_disorder(struct pis_play *p, int r);
static void both_come_on(struct pis_play *p, int r, int target, const struct pis_path *path);
static void go_short(struct pis_play *p, int r, const struct tc_rect *wheeled,
                     int32_t wheel_cost);
static int32_t room_ahead(const struct pis_play *p, int r, const struct tc_box *b, int32_t max);
static void foresee_melee(struct pis_play *p, int melee);
static enum meeting meet(struct pis_play *p, int r, int other);
static struct tc_pt along(struct tc_pt a, struct tc_pt b, int64_t num, int64_t den);
static bool put_both(struct pis_play *p, int r, int other, struct tc_rect a, struct tc_rect b);
static void come_on(struct pis_play *p, int r, struct tc_rect to);
static struct tc_rect rect_toward(const struct pis_state *s, int r, struct tc_pt at,
                                  uint16_t facing);
static void ride_down(struct pis_play *p, int r, int target, const struct pis_path *path);

void pis_step_contact(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int r = s->unit, target = s->regiment[r].target;
    struct pis_path path;
    struct tc_rect wheeled;
    int32_t cost;

    if (!pis_steady(s, r) || s->regiment[r].melee != TC_NONE) { /* P-H4 */
        pis_settle_charge(p);
        return;
    }
    if (s->result == PIS_EV || s->result == PIS_RO || !pis_here(s, target)) {
        wheeled_of(p, r, &wheeled, &cost);
        go_short(p, r, &wheeled, cost);
        pis_settle_charge(p);
        return;
    }
    pis_strike_path(p->bk, s, r, target, &path);
    if (s->meets || s->result == PIS_CC)
        both_come_on(p, r, target, &path);
    else if (path.rule)
        tc_tell(p->u, PIS_E_LAPSES, "P-H13", r, 0, 0);
    else if (s->result == PIS_WAVERS)
        ride_down(p, r, target, &path);
    else
        strike_home(p, r, target, &path);
    pis_settle_charge(p);
}

/* The charge at work is settled, one way or another. */
void pis_settle_charge(struct pis_play *p)
{
    struct pis_state *s = p->s;

    if (s->unit != TC_NONE) {
        s->regiment[s->unit].target = TC_NONE;
        s->regiment[s->unit].wheel = 0;
    }
    s->unit = TC_NONE;
    s->meets = 0;
    s->result = 0;
    pis_officers_follow(p);
    pis_go(p, PIS_S_TO_CHARGE);
}

/* The wheel of the charge, though its path may be gone with its target. */
static void wheeled_of(const struct pis_play *p, int r, struct tc_rect *at, int32_t *cost)
{
    int32_t w = p->s->regiment[r].wheel;

    *at = pis_rect(p->s, r);
    *cost = 0;
    if (w == 0)
        return;
    *cost = tc_wheel_cost(at->w, w < 0 ? -w : w, TC_TAU_710_113);
    *at = tc_wheel(*at, w < 0 ? TC_FL : TC_FR, w);
}

static void strike_home(struct pis_play *p, int r, int target, const struct pis_path *path)
{
    struct pis_state *s = p->s;
    struct tc_rect t = pis_rect(s, target);
    struct tc_rect flush = tc_square_up(path->at, &t, path->edge);

    ride_along(p, r, path); /* P-GEO-20d */
    pis_put(s, r, has_room(p, r, target, &flush) ? flush : path->at);
    pis_obstacles(p, r, path->touched);
    charge_disorder(p, r);
    tc_tell(p->u, PIS_E_CONTACT, "P-H5", r, target, s->regiment[r].zone);
    if (s->regiment[r].zone == TC_ZONE_REAR)
        s->regiment[target].rear_struck = 1;
    if (path->obstacle)
        s->regiment[target].defending = 1;
    pis_join(p, r, target, PIS_CHARGER, (enum tc_zone)s->regiment[r].zone);
    if (p->u->assume)
        foresee_melee(p, s->regiment[r].melee);
}

static void ride_along(struct pis_play *p, int r, const struct pis_path *path)
{
    struct tc_box b;

    tc_box_make(&b, &path->wheeled);
    pis_ride_over(p, r, &b, b.facing, path->straight);
}

/* Is there room for a rectangle: nobody else there, and on the table? */
static bool has_room(const struct pis_play *p, int r, int but, const struct tc_rect *at)
{
    struct tc_box b;

    tc_box_make(&b, at);
    if (!tc_on_table(&b, pis_table(p->bk)) ||
        pis_ground_met(p->bk, &b, PIS_CLASS(PIS_IMPASSABLE)))
        return false;
    for (int o = 0; o < p->bk->regiments; o++) {
        struct tc_box x;

        if (o == r || o == but || !pis_here(p->s, o))
            continue;
        pis_box(p->s, o, &x);
        if (tc_overlap(&b, &x, ROUNDING))
            return false;
    }
    return true;
}

static void charge_disorder(struct pis_play *p, int r)
{
    p->s->regiment[r].rate = PIS_R_CHARGE;
    pis_disorder(p, r, pis_band_of(p->bk, r)->charge_disorder, "P-H14");
}

static void both_come_on(struct pis_play *p, int r, int target, const struct pis_path *path)
{
    struct pis_state *s = p->s;
    int role = s->meets ? PIS_CHARGER : PIS_COUNTER;
    enum meeting how = meet(p, r, target);

    if (how == NO_ROOM) { /* P-H6: others stand between: the charge goes home as it can */
        s->regiment[r].zone = TC_ZONE_FRONT;
        if (path->rule)
            tc_tell(p->u, PIS_E_LAPSES, "P-H13", r, 0, 0);
        else
            strike_home(p, r, target, path);
        return;
    }
    charge_disorder(p, r); /* P-RUL-23 */
    charge_disorder(p, target);
    if (how == MISSED) {
        tc_tell(p->u, PIS_E_MISS, "P-H17", r, target, 0);
        return;
    }
    tc_tell(p->u, PIS_E_MEET, "P-H6", r, target, 0);
    s->regiment[r].zone = s->regiment[target].zone = TC_ZONE_FRONT;
    pis_join(p, r, target, PIS_CHARGER, TC_ZONE_FRONT);
    s->regiment[target].role = (uint8_t)role;
}

static void go_short(struct pis_play *p, int r, const struct tc_rect *wheeled,
                     int32_t wheel_cost)
{
    struct pis_state *s = p->s;
    /* an opportunity charge has spent what was marched (P-H9d) */
    int32_t left = tc_min(pis_march_rate(p->bk, r), pis_charge_left(p->bk, s, r)) - wheel_cost;
    struct tc_box b;

    if (left <= 0 || !has_room(p, r, TC_NONE, wheeled)) {
        tc_tell(p->u, PIS_E_FALLS_SHORT, s->result == PIS_EV ? "P-H19" : "P-H20", r, 0, 0);
        return;
    }
    tc_box_make(&b, wheeled);
    int32_t d = room_ahead(p, r, &b, left);
    uint64_t touched =
        pis_ground_swept(p->bk, &b, b.facing, d, PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR));
    pis_ride_over(p, r, &b, b.facing, d);
    pis_put(s, r, tc_march(*wheeled, d));
    s->regiment[r].rate = PIS_R_MARCH; /* P-RUL-22: no disorder of the charge */
    pis_obstacles(p, r, touched);      /* P-RUL-22, P-H24; P-RUL-25: and no pursuit follows */
    tc_tell(p->u, PIS_E_FALLS_SHORT, s->result == PIS_EV ? "P-H19" : "P-H20", r, d, 0);
}

static int32_t room_ahead(const struct pis_play *p, int r, const struct tc_box *b, int32_t max)
{
    const int32_t pb = p->bk->t.stand.point_blank;
    int32_t free = tc_sweep_table(b, b->facing, max, pis_table(p->bk));
    int32_t wall = pis_ground_reach(p->bk, b, b->facing, max, PIS_CLASS(PIS_IMPASSABLE), NULL);

    if (wall >= 0)
        free = tc_min(free, wall - 1);
    for (int o = 0; o < p->bk->regiments; o++) {
        struct tc_box x;

        if (o == r || !pis_here(p->s, o) ||
            pis_far(&p->s->regiment[r], &p->s->regiment[o], max + pb + b->w))
            continue;
        pis_box(p->s, o, &x);
        free = tc_min(free, pis_enemies(p->bk, r, o)
                                ? tc_stop_short(b, b->facing, max, &x, pb, ROUNDING)
                                : tc_stop_upon(b, b->facing, max, &x, ROUNDING));
    }
    return free > 0 ? free : 0;
}

/* Odds look ahead to the first roll of the melee. */
static void foresee_melee(struct pis_play *p, int melee)
{
    struct pis_match m;
    int8_t die[2];

    pis_match_up(p->bk, p->s, p->u, melee, &m);
    tc_hope(p->u, 0, TC_LOW);
    if (m.tie)
        m.stronger = tc_roll(p->u, TC_D6, "P-L7") <= 3 ? 0 : 1;
    tc_hope(p->u, m.stronger, TC_HIGH);
    tc_rolls(p->u, 2, TC_D6, die, "P-L10");
    tc_tell(p->u, PIS_E_OUTCOME, "P-L8", m.lead[m.stronger], m.lead[1 - m.stronger],
            p->bk->t.melee.outcome[m.enemies][m.type][die[0] + die[1] - 2]);
}

static enum meeting meet(struct pis_play *p, int r, int other)
{
    struct pis_state *s = p->s;
    struct tc_pt a = { s->regiment[r].x, s->regiment[r].y };
    struct tc_pt b = { s->regiment[other].x, s->regiment[other].y };
    /* one that seized an opportunity has spent what it marched (P-H9d) */
    int32_t ha = pis_charge_left(p->bk, s, r) / 2;
    int32_t hb =
        (s->meets ? pis_charge_left(p->bk, s, other) : pis_charge_rate(p->bk, other)) / 2;
    int64_t reach = ha + hb;
    uint16_t way = tc_bearing(a, b), back = (uint16_t)(way + TC_HALF);
    struct tc_pt m = along(a, b, ha, tc_max(ha + hb, 1));

    if (tc_dist2(a, b) <= reach * reach) {       /* P-GEO-21 */
        struct tc_pt front = tc_step(m, way, 1); /* contact, not overlap */
        return put_both(p, r, other, rect_toward(s, r, m, way),
                        rect_toward(s, other, front, back))
                   ? MET
                   : NO_ROOM;
    }
    return put_both(p, r, other, rect_toward(s, r, tc_step(a, way, ha), way),
                    rect_toward(s, other, tc_step(b, back, hb), back))
               ? MISSED
               : NO_ROOM;
}

/* The point a given way along the line from a to b. */
static struct tc_pt along(struct tc_pt a, struct tc_pt b, int64_t num, int64_t den)
{
    return (struct tc_pt){ (int32_t)(a.x + (b.x - a.x) * num / den),
                           (int32_t)(a.y + (b.y - a.y) * num / den) };
}

/* Both at their places; false when others are in the way. */
static bool put_both(struct pis_play *p, int r, int other, struct tc_rect a, struct tc_rect b)
{
    if (!has_room(p, r, other, &a) || !has_room(p, other, r, &b))
        return false;
    come_on(p, r, a);
    come_on(p, other, b);
    return true;
}

/* Straight on to its place in the meeting. */
static void come_on(struct pis_play *p, int r, struct tc_rect to)
{
    struct tc_rect now = pis_rect(p->s, r);
    struct tc_pt from = tc_rect_anchor(&now), at = tc_rect_anchor(&to);
    struct tc_rect turned = tc_rect_at(from, to.facing, to.w, to.d);
    struct tc_box b;

    tc_box_make(&b, &turned);
    pis_ride_over(p, r, &b, to.facing, (int32_t)tc_isqrt((uint64_t)tc_dist2(from, at)));
    pis_put(p->s, r, to);
}

static struct tc_rect rect_toward(const struct pis_state *s, int r, struct tc_pt at,
                                  uint16_t facing)
{
    struct tc_rect from = pis_rect(s, r);

    return tc_rect_at(at, facing, from.w, from.d);
}

/* P-RUL-30: it runs on with losses. */
static void ride_down(struct pis_play *p, int r, int target, const struct pis_path *path)
{
    ride_along(p, r, path);
    pis_put(p->s, r, path->at);
    pis_obstacles(p, r, path->touched);
    charge_disorder(p, r);
    tc_tell(p->u, PIS_E_CAUGHT, "P-RUL-30", r, target, 0);
    pis_cut_down(p, target, r, "P-RUL-30");
    if (pis_here(p->s, target))
        pis_flee_on(p, target);
}
