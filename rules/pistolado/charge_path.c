/* rules/pistolado/charge_path.c - P-GEO-20a to P-GEO-20d, P-H5: the way of a charge, from the
 * wheel to the edge it meets.
 */
#include <string.h>

#include "rules/pistolado/inner.h"

enum { SAMPLE = 256, ROUNDING = 2, CONTACT = 1, FAR = 60000 };

/* Told further down: */
static bool wheel_out(const struct pis_book *bk, const struct pis_state *s, int r,
                      int32_t wheel, struct pis_path *out);
static bool reach_target(const struct pis_state *s, int r, int target, int32_t rate,
                         struct pis_path *out);
static bool meets_first(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                        struct pis_path *out);
static bool obstacles_allow(const struct pis_book *bk, const struct pis_state *s, int r,
                            int target, bool forced, struct pis_path *out);
static int edge_met(const struct tc_rect *at, const struct tc_rect *target);
static bool stop(struct pis_path *out, const char *rule, int reason, int32_t a, int32_t b);
static void turn_upon(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                      uint16_t heading, struct pis_path *out);

int32_t pis_charge_left(const struct pis_book *bk, const struct pis_state *s, int r)
{
    int32_t rate = pis_charge_rate(bk, r);

    if (s->brigade[bk->regiment[r].brigade].status == PIS_CHARGE)
        return rate;
    return rate - s->regiment[r].moved; /* P-H9d */
}

void pis_charge_path(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                     int32_t wheel, int32_t rate, struct pis_path *out)
{
    memset(out, 0, sizeof *out);
    out->wheeled = out->at = pis_rect(s, r);
    if (pis_far(&s->regiment[r], &s->regiment[target], rate + CONTACT)) {
        stop(out, "P-GEO-20a", PIS_R_CHARGE_SHORT, r, rate);
        return;
    }
    if (!wheel_out(bk, s, r, wheel, out) || !reach_target(s, r, target, rate, out))
        return;
    struct tc_rect t = pis_rect(s, target);
    out->at = tc_march(out->wheeled, out->straight);
    struct tc_box end;
    tc_box_make(&end, &out->at);
    if (!tc_on_table(&end, pis_table(bk))) {
        stop(out, "P-GEO-8", PIS_R_TABLE, r, 0);
        return;
    }
    out->edge = edge_met(&out->at, &t);
    if (!meets_first(bk, s, r, target, out) || !obstacles_allow(bk, s, r, target, false, out))
        return;
    out->cost += out->straight;
    /* P-H23 */
    out->zone = pis_zone(s, target, (struct tc_pt){ s->regiment[r].x, s->regiment[r].y });
}

static bool wheel_out(const struct pis_book *bk, const struct pis_state *s, int r,
                      int32_t wheel, struct pis_path *out)
{
    struct tc_rect from = pis_rect(s, r);
    int32_t t = wheel < 0 ? -wheel : wheel;
    enum tc_corner pivot = wheel < 0 ? TC_FL : TC_FR;

    out->wheeled = from;
    if (t == 0)
        return true;
    if (t > bk->t.stand.charge_wheel) /* P-GEO-20a */
        return stop(out, "P-GEO-20a", PIS_R_CHARGE_WHEEL, r, bk->t.stand.charge_wheel);
    out->cost = tc_wheel_cost(from.w, t, TC_TAU_710_113);
    for (int o = 0; o < bk->regiments; o++) {
        struct tc_box b;

        if (o == r || !pis_here(s, o) ||
            pis_far(&s->regiment[r], &s->regiment[o], from.w + from.d))
            continue;
        pis_box(s, o, &b);
        if (tc_wheel_overlap(from, pivot, wheel, SAMPLE, &b, ROUNDING))
            return stop(out, "P-GEO-20a", PIS_R_CHARGE_WHEEL_BARRED, r, o);
    }
    out->wheeled = tc_wheel(from, pivot, wheel);
    struct tc_box b;
    tc_box_make(&b, &out->wheeled);
    if (!tc_on_table(&b, pis_table(bk)))
        return stop(out, "P-GEO-8", PIS_R_TABLE, r, 0);
    return true;
}

/* P-GEO-20b: nobody else is met first. */
static bool meets_first(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                        struct pis_path *out)
{
    struct tc_box from;

    tc_box_make(&from, &out->wheeled);
    for (int o = 0; o < bk->regiments; o++) {
        struct tc_box b;

        if (o == r || o == target || !pis_here(s, o) ||
            pis_far(&s->regiment[r], &s->regiment[o],
                    out->straight + out->wheeled.w + out->wheeled.d))
            continue;
        pis_box(s, o, &b);
        bool hit;
        if (pis_enemies(bk, r, o)) {
            int32_t at = tc_sweep_reach(&from, from.facing, out->straight, &b, CONTACT);
            hit = at >= 0 && at < out->straight;
        } else {
            hit = tc_sweep_overlap(&from, from.facing, out->straight, &b, ROUNDING) &&
                  !tc_overlap(&from, &b, ROUNDING);
        }
        if (hit)
            return stop(out, "P-GEO-20b", PIS_R_CHARGE_OTHER_FIRST, r, o);
    }
    return true;
}

/* P-GEO-20c: only obstacles at the edge the target holds; with `forced` only impassable ground
 * bars the way, and the others are crossed. */
static bool obstacles_allow(const struct pis_book *bk, const struct pis_state *s, int r,
                            int target, bool forced, struct pis_path *out)
{
    const unsigned all =
        PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR) | PIS_CLASS(PIS_IMPASSABLE);
    struct tc_box from, t, edge;
    struct tc_pt p, q;

    tc_box_make(&from, &out->wheeled);
    pis_box(s, target, &t);
    out->touched = pis_ground_swept(bk, &from, from.facing, out->straight, all);
    tc_edge_ends(&t, out->edge, &p, &q);
    tc_box_segment(&edge, p, q);
    for (int i = 0; i < bk->grounds; i++) {
        const struct pis_ground *g = &bk->ground[i];

        if (!(out->touched >> i & 1))
            continue;
        bool held = g->line ? tc_line_within(&g->shape, &edge, bk->t.stand.defended_edge)
                            : tc_poly_within(&g->shape, &edge, bk->t.stand.defended_edge);
        if (g->cls == PIS_IMPASSABLE || (!held && !forced))
            return stop(out, "P-GEO-20c", PIS_R_CHARGE_OBSTACLE, r, i);
        out->obstacle |= held;
    }
    return true;
}

/* The edge of the target that the charger meets. */
static int edge_met(const struct tc_rect *at, const struct tc_rect *target)
{
    struct tc_box a, b;
    struct tc_pt on_a, on_b;
    int best = 0;
    int32_t least = INT32_MAX;

    tc_box_make(&a, at);
    tc_box_make(&b, target);
    tc_closest(&a, &b, &on_a, &on_b);
    struct tc_uv f = tc_frame(&b, on_b);
    int32_t off[4] = { -f.v, target->w / 2 - f.u, f.v + target->d, f.u + target->w / 2 };
    for (int e = 0; e < 4; e++) {
        int32_t apart = tc_apart((uint16_t)(at->facing + TC_HALF), tc_edge_normal(target, e));
        if (off[e] > 3)
            apart += 65536;
        if (apart < least) {
            least = apart;
            best = e;
        }
    }
    return best;
}

/* The middle of the edge of the target nearest to a point, and its outward normal. */
static struct tc_pt nearest_edge(const struct tc_rect *t, struct tc_pt from, uint16_t *normal)
{
    struct tc_box b;
    struct tc_pt best = { 0, 0 };
    int64_t least = INT64_MAX;

    tc_box_make(&b, t);
    for (int e = 0; e < 4; e++) {
        struct tc_pt p, q;

        tc_edge_ends(&b, e, &p, &q);
        struct tc_pt m = { (p.x + q.x) / 2, (p.y + q.y) / 2 };
        int64_t d = tc_dist2(m, from);
        if (d < least) {
            least = d;
            best = m;
            *normal = tc_edge_normal(t, e);
        }
    }
    return best;
}

static bool stop(struct pis_path *out, const char *rule, int reason, int32_t a, int32_t b)
{
    out->rule = rule;
    out->reason = reason;
    out->arg[0] = a;
    out->arg[1] = b;
    return false;
}

void pis_strike_path(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                     struct pis_path *out)
{
    struct tc_rect me = pis_rect(s, r), it = pis_rect(s, target);
    struct tc_pt anchor = tc_rect_anchor(&me), on_me, on_it;
    struct tc_box point, t;
    struct pis_path again;
    uint16_t normal = 0;

    pis_charge_path(bk, s, r, target, s->regiment[r].wheel, pis_charge_left(bk, s, r), out);
    if (!out->rule)
        return;
    tc_box_segment(&point, anchor, anchor); /* P-RUL-35 */
    tc_box_make(&t, &it);
    tc_closest(&point, &t, &on_me, &on_it);
    nearest_edge(&it, anchor, &normal);
    bool touch = on_it.x == anchor.x && on_it.y == anchor.y;
    const uint16_t way[] = { touch ? me.facing : tc_bearing(anchor, on_it),
                             (uint16_t)(normal + TC_HALF) };
    for (int i = 0; i < 2; i++) {
        turn_upon(bk, s, r, target, way[i], &again);
        if (again.rule)
            continue;
        *out = again;
        return;
    }
}

/* The other regiment that would be stood upon, or TC_NONE. */
static int stands_on(const struct pis_book *bk, const struct pis_state *s, int r,
                     const struct tc_rect *at)
{
    struct tc_box a, b;

    tc_box_make(&a, at);
    for (int o = 0; o < bk->regiments; o++) {
        if (o == r || !pis_here(s, o))
            continue;
        pis_box(s, o, &b);
        if (tc_overlap(&a, &b, ROUNDING))
            return o;
    }
    return TC_NONE;
}

static bool reach_target(const struct pis_state *s, int r, int target, int32_t rate,
                         struct pis_path *out)
{
    struct tc_box from, t;
    int32_t left = rate - out->cost;

    tc_box_make(&from, &out->wheeled);
    pis_box(s, target, &t);
    out->straight = left < 0 ? -1 : tc_sweep_reach(&from, from.facing, left, &t, CONTACT);
    if (out->straight >= 0 && tc_within(&from, &t, left))
        return true;
    out->straight = 0; /* P-RUL-36 */
    if (tc_sweep_reach(&from, from.facing, FAR, &t, CONTACT) >= 0)
        return stop(out, "P-GEO-20a", PIS_R_CHARGE_SHORT, r, rate);
    return stop(out, "P-GEO-20b", PIS_R_CHARGE_MISSES, r, target);
}

/* The front turns on its middle and goes straight to contact, however far that is. */
static void turn_upon(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                      uint16_t heading, struct pis_path *out)
{
    struct tc_rect from = pis_rect(s, r), t = pis_rect(s, target);
    struct tc_box b, end;

    memset(out, 0, sizeof *out);
    out->wheeled = out->at = tc_rect_at(tc_rect_anchor(&from), heading, from.w, from.d);
    tc_box_make(&b, &out->wheeled);
    tc_box_make(&end, &t);
    out->straight = tc_sweep_reach(&b, heading, FAR, &end, CONTACT);
    if (out->straight < 0) {
        stop(out, "P-GEO-20b", PIS_R_CHARGE_MISSES, r, target);
        return;
    }
    out->at = tc_march(out->wheeled, out->straight);
    tc_box_make(&end, &out->at);
    int other = stands_on(bk, s, r, &out->at);
    if (!tc_on_table(&end, pis_table(bk))) {
        stop(out, "P-GEO-8", PIS_R_TABLE, r, 0);
    } else if (other != TC_NONE) {
        stop(out, "P-GEO-20b", PIS_R_CHARGE_OTHER_FIRST, r, other);
    } else {
        out->edge = edge_met(&out->at, &t);
        if (meets_first(bk, s, r, target, out))
            obstacles_allow(bk, s, r, target, true, out);
    }
    out->cost = out->straight;
    out->zone = pis_zone(s, target, tc_rect_anchor(&from));
}

/* The wheel before the charge: to the middle of the nearest edge, square to it, or none. */
int32_t pis_charge_turn(const struct pis_state *s, int r, int target, int way)
{
    struct tc_rect at = pis_rect(s, r), t = pis_rect(s, target);
    uint16_t normal = 0;
    struct tc_pt m = nearest_edge(&t, tc_rect_anchor(&at), &normal);

    if (way == 2)
        return 0;
    return way ? tc_turn(at.facing, (uint16_t)(normal + TC_HALF)) : tc_wheel_to_face(&at, m);
}
