/* board/arc.c - arcs of fire, fans before the front, rays. */
#include "board/drill.h"
#include "board/sight.h"
#include "board/wide.h"

static int64_t scaled(int32_t length)
{
    return length * ((int64_t)1 << 30);
}

/* Positive if p lies to the left of the ray from o along f; scaled by 2^30. */
static int64_t left_of(struct tc_pt o, struct tc_dir f, struct tc_pt p)
{
    return (int64_t)f.x * (p.y - o.y) - (int64_t)f.y * (p.x - o.x);
}

bool tc_arc_front(const struct tc_box *b, const struct tc_box *target)
{
    for (int i = 0; i < 4; i++)
        if (tc_forward(b, target->c[i]) > 0)
            return true;
    return false;
}

/* Does the open ray from o along f meet the segment p-q? */
static bool ray_crosses(struct tc_pt o, struct tc_dir f, struct tc_pt p, struct tc_pt q)
{
    int64_t sp = left_of(o, f, p), sq = left_of(o, f, q);
    if (sp == 0 || sq == 0 || (sp > 0) == (sq > 0))
        return false; /* an end on the ray is a corner in the cone */
    /* The crossing is at cross(p - o, q - p) / cross(f, q - p); sq - sp is the latter. */
    int64_t at = cross_of(o, p, q);
    return at != 0 && (at > 0) == (sq > sp);
}

bool tc_arc_cone(const struct tc_box *b, const struct tc_box *target, int32_t half)
{
    if (half >= TC_QUARTER)
        return tc_arc_front(b, target);
    struct tc_pt fl = b->c[TC_FL], fr = b->c[TC_FR];
    struct tc_dir left = tc_forward_of((uint16_t)(b->facing - half));
    struct tc_dir right = tc_forward_of((uint16_t)(b->facing + half));
    for (int i = 0; i < 4; i++) {
        struct tc_pt p = target->c[i], q = target->c[(i + 1) & 3];
        if (tc_forward(b, p) > 0 && left_of(fl, left, p) <= 0 && left_of(fr, right, p) >= 0)
            return true;
        if (ray_crosses(fl, left, p, q) || ray_crosses(fr, right, p, q))
            return true;
    }
    return false;
}

bool tc_arc_side(const struct tc_rect *square, int side, const struct tc_box *target)
{
    struct tc_rect turned = tc_face_side(*square, side);
    struct tc_box b;
    tc_box_make(&b, &turned);
    return tc_arc_cone(&b, target, TC_QUARTER / 2);
}

bool tc_in_wedge(struct tc_pt apex, uint16_t heading, int32_t half, struct tc_pt p)
{
    struct tc_dir f = tc_forward_of(heading);
    int64_t x = p.x - apex.x, y = p.y - apex.y, ahead = x * f.x + y * f.y;
    if (half <= TC_QUARTER && ahead < 0)
        return false;
    int64_t left = left_of(apex, tc_forward_of((uint16_t)(heading - half)), p);
    int64_t right = left_of(apex, tc_forward_of((uint16_t)(heading + half)), p);
    if (half >= TC_HALF)
        return true;
    if (half == TC_QUARTER)
        return ahead >= 0;
    if (half < TC_QUARTER)
        return ahead >= 0 && left <= 0 && right >= 0;
    return !(ahead < 0 && left > 0 && right < 0);
}

/* --- fans --- */

/* A point in the frame of a box, scaled by 2^30. */
struct local {
    int64_t u, v;
};

/* Are all four targets on the far side: k.u*u + k.v*v > limit? */
static bool all_beyond(const struct local *c, struct local k, int64_t limit)
{
    for (int i = 0; i < 4; i++)
        if (k.u * c[i].u + k.v * c[i].v <= limit)
            return false;
    return true;
}

/* Does the line of edge a-b part the fan's corners from the rest of the target?  A flat
 * target has no rest: then all corners on one side will do. */
static bool edge_parts(struct local a, struct local b, struct local other,
                       const struct local *fan)
{
    int64_t eu = b.u - a.u, ev = b.v - a.v;
    int inner =
        wide_sign(wide_minus(wide_product(eu, other.v - a.v), wide_product(ev, other.u - a.u)));
    int left = 0, right = 0;
    for (int i = 0; i < 4; i++) {
        int side = wide_sign(
            wide_minus(wide_product(eu, fan[i].v - a.v), wide_product(ev, fan[i].u - a.u)));
        left += side > 0;
        right += side < 0;
    }
    return (left == 4 && inner <= 0) || (right == 4 && inner >= 0);
}

bool tc_in_fan(const struct tc_box *b, int slope, int32_t depth, const struct tc_box *target)
{
    int64_t half = scaled(b->w) / 2, deep = scaled(depth);
    int64_t far = half + slope * deep;
    const struct local fan[4] = { { -half, 0 }, { half, 0 }, { far, deep }, { -far, deep } };
    struct local c[4];
    for (int i = 0; i < 4; i++)
        c[i] = (struct local){ tc_lateral(b, target->c[i]), tc_forward(b, target->c[i]) };
    if (all_beyond(c, (struct local){ 0, 1 }, deep) ||
        all_beyond(c, (struct local){ 0, -1 }, 0) ||
        all_beyond(c, (struct local){ 1, -slope }, half) ||
        all_beyond(c, (struct local){ -1, -slope }, half))
        return false;
    for (int i = 0; i < 4; i++)
        if (edge_parts(c[i], c[(i + 1) & 3], c[(i + 2) & 3], fan))
            return false;
    return true;
}

/* --- rays --- */

/* Does the line of an edge of the target keep it off the ray? */
static bool edge_clears(struct tc_pt a, struct tc_pt b, int64_t inner, struct tc_pt p,
                        struct tc_dir f, int32_t range)
{
    int64_t ex = b.x - a.x, ey = b.y - a.y;
    tc_wide start = wide_product(cross_of(a, b, p), (int64_t)1 << 30);
    tc_wide end = wide_plus(start, wide_product(ex * f.y - ey * f.x, range));
    tc_wide low = wide_product(inner < 0 ? inner : 0, (int64_t)1 << 30);
    tc_wide high = wide_product(inner > 0 ? inner : 0, (int64_t)1 << 30);
    return (wide_less(high, start) && wide_less(high, end)) ||
           (wide_less(start, low) && wide_less(end, low));
}

static bool meets_along(struct tc_pt p, struct tc_dir f, int32_t range, const struct tc_box *t)
{
    bool left = false, right = false, ahead = false, in_range = false;
    for (int i = 0; i < 4; i++) {
        int64_t side = left_of(p, f, t->c[i]);
        int64_t on = (int64_t)f.x * (t->c[i].x - p.x) + (int64_t)f.y * (t->c[i].y - p.y);
        left = left || side >= 0;
        right = right || side <= 0;
        ahead = ahead || on >= 0;
        in_range = in_range || on <= scaled(range);
    }
    if (!left || !right || !ahead || !in_range)
        return false;
    int64_t inner = cross_of(t->c[TC_FL], t->c[TC_FR], t->c[TC_RL]);
    return !edge_clears(t->c[TC_FL], t->c[TC_FR], inner, p, f, range) &&
           !edge_clears(t->c[TC_FR], t->c[TC_RR], inner, p, f, range);
}

bool tc_ray_meets(struct tc_pt p, uint16_t heading, int32_t range, const struct tc_box *target)
{
    return meets_along(p, tc_forward_of(heading), range, target);
}

uint64_t tc_files_ahead(const struct tc_box *b, int32_t files, const struct tc_box *target,
                        int32_t range)
{
    uint64_t set = 0;
    for (int32_t i = 0; i < files && i < 64; i++)
        if (meets_along(tc_file_front(b, files, i), b->f, range, target))
            set |= (uint64_t)1 << i;
    return set;
}
