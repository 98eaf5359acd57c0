/* board/box.c - rectangles, the boxes derived from them, and their frames. */
#include "board/plane.h"
#include "board/hull.h"
#include "board/wide.h"

/* length/2 along a unit component, rounded once so that odd lengths work too. */
static int32_t half_along(int32_t length, int32_t unit)
{
    return (int32_t)near_shift((int64_t)length * unit, 31);
}

static int32_t along(int32_t length, int32_t unit)
{
    return (int32_t)near_shift((int64_t)length * unit, 30);
}

static struct tc_pt shifted(struct tc_pt p, int32_t dx, int32_t dy)
{
    return (struct tc_pt){ p.x + dx, p.y + dy };
}

struct tc_rect tc_rect_at(struct tc_pt anchor, uint16_t facing, int32_t w, int32_t d)
{
    return (struct tc_rect){ anchor.x, anchor.y, w, d, facing, 0 };
}

struct tc_rect tc_rect_about(struct tc_pt centre, uint16_t facing, int32_t w, int32_t d)
{
    struct tc_dir f = tc_forward_of(facing);
    return tc_rect_at(shifted(centre, half_along(d, f.x), half_along(d, f.y)), facing, w, d);
}

struct tc_rect tc_rect_hung(enum tc_corner which, struct tc_pt at, uint16_t facing, int32_t w,
                            int32_t d)
{
    struct tc_dir f = tc_forward_of(facing);
    int32_t hx = half_along(w, f.y), hy = half_along(w, -f.x);
    bool left = which == TC_FL || which == TC_RL;
    struct tc_pt p = left ? shifted(at, hx, hy) : shifted(at, -hx, -hy);
    if (which == TC_RL || which == TC_RR)
        p = shifted(p, tc_along(d, f.x), tc_along(d, f.y));
    return tc_rect_at(p, facing, w, d);
}

struct tc_rect tc_rect_strip(const struct tc_rect *r, int32_t depth)
{
    return tc_rect_at(tc_step(tc_rect_anchor(r), r->facing, depth), r->facing, r->w, depth);
}

struct tc_pt tc_rect_centre(const struct tc_rect *r)
{
    struct tc_dir f = tc_forward_of(r->facing);
    return shifted(tc_rect_anchor(r), -half_along(r->d, f.x), -half_along(r->d, f.y));
}

/* No less than the length of (x, y), x and y >= 0: max + (sqrt 2 - 1) min. */
static int32_t length_above(int32_t x, int32_t y)
{
    int32_t hi = most(x, y), lo = least(x, y);
    return hi + (int32_t)(((int64_t)lo * 425) >> 10) + 4;
}

/* Fill what follows from the corners. */
static void derive_bounds(struct tc_box *b)
{
    const struct tc_pt *c = b->c;
    b->cx2 = c[TC_FL].x + c[TC_RR].x;
    b->cy2 = c[TC_FL].y + c[TC_RR].y;
    b->min_x = least(least(c[0].x, c[1].x), least(c[2].x, c[3].x));
    b->max_x = most(most(c[0].x, c[1].x), most(c[2].x, c[3].x));
    b->min_y = least(least(c[0].y, c[1].y), least(c[2].y, c[3].y));
    b->max_y = most(most(c[0].y, c[1].y), most(c[2].y, c[3].y));
}

static int32_t size_of(int32_t n)
{
    return n < 0 ? -n : n;
}

void tc_box_make(struct tc_box *b, const struct tc_rect *r)
{
    struct tc_dir f = tc_forward_of(r->facing);
    int32_t hx = half_along(r->w, f.y), hy = -half_along(r->w, f.x);
    int32_t dx = -along(r->d, f.x), dy = -along(r->d, f.y);
    int32_t ax = size_of(hx), ay = size_of(hy);
    b->anchor = tc_rect_anchor(r);
    b->centre = shifted(b->anchor, -half_along(r->d, f.x), -half_along(r->d, f.y));
    b->c[TC_FL] = shifted(b->anchor, -hx, -hy);
    b->c[TC_FR] = shifted(b->anchor, hx, hy);
    b->c[TC_RR] = shifted(b->c[TC_FR], dx, dy);
    b->c[TC_RL] = shifted(b->c[TC_FL], dx, dy);
    b->f = f;
    b->w = r->w;
    b->d = r->d;
    b->facing = r->facing;
    b->zero = 0;
    b->rad2 = length_above(r->w, r->d);
    b->cx2 = 2 * r->x + dx;
    b->cy2 = 2 * r->y + dy;
    b->min_x = r->x - ax + least(dx, 0);
    b->max_x = r->x + ax + most(dx, 0);
    b->min_y = r->y - ay + least(dy, 0);
    b->max_y = r->y + ay + most(dy, 0);
}

void tc_box_point(struct tc_box *b, struct tc_pt p)
{
    tc_box_thin(b, p, p);
}

void tc_box_thin(struct tc_box *b, struct tc_pt p, struct tc_pt q)
{
    int32_t x = p.x < q.x ? q.x - p.x : p.x - q.x;
    int32_t y = p.y < q.y ? q.y - p.y : p.y - q.y;
    b->c[TC_FL] = b->c[TC_RL] = p;
    b->c[TC_FR] = b->c[TC_RR] = q;
    b->anchor = b->centre = (struct tc_pt){ (p.x + q.x) / 2, (p.y + q.y) / 2 };
    b->f = (struct tc_dir){ 0, 1 << 30 };
    b->w = b->d = 0;
    b->facing = 0;
    b->zero = 0;
    b->rad2 = length_above(x, y);
    derive_bounds(b);
}

void tc_box_segment(struct tc_box *b, struct tc_pt p, struct tc_pt q)
{
    tc_box_thin(b, p, q);
    b->facing = (uint16_t)(tc_bearing(p, q) - TC_QUARTER);
    b->f = tc_forward_of(b->facing);
    b->w = tc_dist(p, q);
}

void tc_box_front(struct tc_box *b, const struct tc_box *of)
{
    tc_box_thin(b, of->c[TC_FL], of->c[TC_FR]);
    b->anchor = b->centre = of->anchor;
    b->f = of->f;
    b->w = of->w;
    b->facing = of->facing;
}

void tc_box_shift(struct tc_box *b, int32_t dx, int32_t dy)
{
    for (int i = 0; i < 4; i++)
        b->c[i] = shifted(b->c[i], dx, dy);
    b->anchor = shifted(b->anchor, dx, dy);
    b->centre = shifted(b->centre, dx, dy);
    b->cx2 += 2 * dx;
    b->cy2 += 2 * dy;
    b->min_x += dx;
    b->max_x += dx;
    b->min_y += dy;
    b->max_y += dy;
}

/* --- the frame --- */

int64_t tc_forward(const struct tc_box *b, struct tc_pt p)
{
    int64_t x = p.x - b->anchor.x, y = p.y - b->anchor.y;
    return x * b->f.x + y * b->f.y;
}

int64_t tc_lateral(const struct tc_box *b, struct tc_pt p)
{
    int64_t x = p.x - b->anchor.x, y = p.y - b->anchor.y;
    return x * b->f.y - y * b->f.x;
}

struct tc_uv tc_frame(const struct tc_box *b, struct tc_pt p)
{
    return (struct tc_uv){ (int32_t)near_shift(tc_lateral(b, p), 30),
                           (int32_t)near_shift(tc_forward(b, p), 30) };
}

struct tc_pt tc_place(const struct tc_box *b, int32_t u, int32_t v)
{
    struct tc_pt p = shifted(b->anchor, tc_along(u, b->f.y), tc_along(u, -b->f.x));
    return shifted(p, tc_along(v, b->f.x), tc_along(v, b->f.y));
}

/* n / d to nearest, ties away from zero, d > 0. */
static int32_t near_div(int64_t n, int64_t d)
{
    int64_t half = d / 2;
    return (int32_t)(n < 0 ? -((half - n) / d) : (n + half) / d);
}

struct tc_pt tc_file_front(const struct tc_box *b, int32_t files, int32_t i)
{
    int64_t u = (int64_t)b->w * (2 * i + 1 - files); /* times 2 * files */
    int64_t scale = (int64_t)2 * files << 30;
    return shifted(b->anchor, near_div(u * b->f.y, scale), near_div(-u * b->f.x, scale));
}

static int64_t scaled(int32_t length)
{
    return length * ((int64_t)1 << 30);
}

enum tc_zone tc_zone_of(const struct tc_box *b, struct tc_pt p, int32_t front_tol,
                        int32_t rear_tol)
{
    int64_t v = tc_forward(b, p);
    if (v >= scaled(-front_tol))
        return TC_ZONE_FRONT;
    return v <= scaled(rear_tol - b->d) ? TC_ZONE_REAR : TC_ZONE_FLANK;
}

bool tc_is_behind(const struct tc_box *b, struct tc_pt p, int32_t tol)
{
    int64_t u = 2 * tc_lateral(b, p);
    return u <= scaled(b->w) && u >= scaled(-b->w) && tc_forward(b, p) <= scaled(tol - b->d);
}

static bool in_bounds(const struct tc_box *b, struct tc_pt p)
{
    return p.x >= b->min_x && p.x <= b->max_x && p.y >= b->min_y && p.y <= b->max_y;
}

bool tc_box_has(const struct tc_box *b, struct tc_pt p)
{
    if (!in_bounds(b, p))
        return false;
    for (int i = 0; i < 4; i++)
        if (cross_of(b->c[i], b->c[(i + 1) & 3], p) > 0)
            return false;
    return true;
}

bool tc_box_has_inside(const struct tc_box *b, struct tc_pt p)
{
    if (!in_bounds(b, p))
        return false;
    for (int i = 0; i < 4; i++)
        if (cross_of(b->c[i], b->c[(i + 1) & 3], p) >= 0)
            return false;
    return true;
}
