/* board/drill.c - where a rectangle stands after one movement. */
#include "board/drill.h"
#include "board/wide.h"

static struct tc_rect placed(struct tc_rect r, struct tc_pt anchor)
{
    r.x = anchor.x;
    r.y = anchor.y;
    return r;
}

struct tc_rect tc_move(struct tc_rect r, uint16_t heading, int32_t d)
{
    return placed(r, tc_step(tc_rect_anchor(&r), heading, d));
}

struct tc_rect tc_march(struct tc_rect r, int32_t d)
{
    return tc_move(r, r.facing, d);
}

struct tc_rect tc_side_step(struct tc_rect r, int32_t s)
{
    return tc_move(r, (uint16_t)(r.facing + TC_QUARTER), s);
}

struct tc_rect tc_incline(struct tc_rect r, int32_t s)
{
    return tc_march(tc_side_step(r, s), s < 0 ? -s : s);
}

/* As in the box of the rectangle. */
static struct tc_pt corner_of(const struct tc_rect *r, enum tc_corner which)
{
    struct tc_dir f = tc_forward_of(r->facing);
    int64_t w = which == TC_FL || which == TC_RL ? -r->w : r->w;
    struct tc_pt p = { r->x + (int32_t)near_shift(w * f.y, 31),
                       r->y - (int32_t)near_shift(w * f.x, 31) };
    if (which == TC_RL || which == TC_RR) {
        p.x -= tc_along(r->d, f.x);
        p.y -= tc_along(r->d, f.y);
    }
    return p;
}

struct tc_rect tc_wheel(struct tc_rect r, enum tc_corner pivot, int32_t turn)
{
    uint16_t facing = (uint16_t)(r.facing + turn);
    return tc_rect_hung(pivot, corner_of(&r, pivot), facing, r.w, r.d);
}

struct tc_rect tc_revolve(struct tc_rect r, struct tc_pt about, int32_t turn)
{
    int64_t x = r.x - about.x, y = r.y - about.y;
    int64_t s = tc_sin((uint16_t)turn), c = tc_cos((uint16_t)turn);
    r.x = about.x + (int32_t)near_shift(x * c + y * s, 30);
    r.y = about.y + (int32_t)near_shift(y * c - x * s, 30);
    r.facing = (uint16_t)(r.facing + turn);
    return r;
}

struct tc_rect tc_about_face(struct tc_rect r)
{
    r = tc_march(r, -r.d);
    r.facing = (uint16_t)(r.facing + TC_HALF);
    return r;
}

struct tc_rect tc_turn_on_centre(struct tc_rect r, uint16_t facing)
{
    return tc_rect_about(tc_rect_centre(&r), facing, r.w, r.d);
}

struct tc_rect tc_face_side(struct tc_rect r, int quarters)
{
    int q = quarters & 3;
    if (q == 0)
        return r;
    if (q == 2)
        return tc_about_face(r);
    int64_t w = q == 1 ? r.w : -r.w, d = r.d;
    struct tc_dir f = tc_forward_of(r.facing);
    r.x += (int32_t)near_shift(w * f.y - d * f.x, 31);
    r.y += (int32_t)near_shift(-w * f.x - d * f.y, 31);
    r.facing = (uint16_t)(r.facing + q * TC_QUARTER);
    r.d = q == 1 ? (int32_t)w : (int32_t)-w;
    r.w = (int32_t)d;
    return r;
}

/* --- wheels --- */

int32_t tc_wheel_cost(int32_t w, int32_t t, struct tc_tau tau)
{
    int64_t arc = (int64_t)w * (t < 0 ? -t : t) * tau.num;
    int64_t unit = (int64_t)tau.den << 16;
    return (int32_t)((arc + unit - 1) / unit);
}

int32_t tc_wheel_most(int32_t w, int32_t allowance, struct tc_tau tau)
{
    int64_t arc = (int64_t)allowance * tau.den << 16, unit = (int64_t)w * tau.num;
    int64_t t = unit > 0 ? arc / unit : 65535;
    return (int32_t)(t < 65535 ? t : 65535);
}

/* How far p lies to the side of the anchor's line ahead, scaled by 2^30. */
static int64_t off_line(struct tc_rect r, struct tc_pt p)
{
    struct tc_dir f = tc_forward_of(r.facing);
    int64_t x = p.x - r.x, y = p.y - r.y, off = x * f.y - y * f.x;
    return off < 0 ? -off : off;
}

/* The better of a turn and its neighbours. */
static int32_t best_turn(struct tc_rect r, enum tc_corner pivot, int32_t turn, struct tc_pt p)
{
    int32_t best = turn;
    for (int32_t t = turn - 1; t <= turn + 1; t += 2)
        if (off_line(tc_wheel(r, pivot, t), p) < off_line(tc_wheel(r, pivot, best), p))
            best = t;
    return best;
}

int32_t tc_wheel_to_face(const struct tc_rect *r, struct tc_pt p)
{
    struct tc_dir f = tc_forward_of(r->facing);
    int64_t x = p.x - r->x, y = p.y - r->y, side = x * f.y - y * f.x;
    enum tc_corner pivot = side < 0 ? TC_FL : TC_FR;
    struct tc_pt at = corner_of(r, pivot);
    /* The line ahead of the anchor touches the circle of radius w/2 about the pivot. */
    int64_t rest2 = 4 * tc_dist2(at, p) - (int64_t)r->w * r->w;
    if (side == 0 || rest2 < 0)
        return 0;
    int64_t rest = tc_isqrt((uint64_t)rest2 << 12);
    int32_t lead = tc_bearing_of((int64_t)r->w << 6, rest);
    uint16_t facing = (uint16_t)(tc_bearing(at, p) + (side < 0 ? -lead : lead));
    int32_t turn = best_turn(*r, pivot, tc_turn(r->facing, facing), p);
    bool forward = side < 0 ? turn <= 0 : turn >= 0;
    return forward && turn >= -TC_QUARTER && turn <= TC_QUARTER ? turn : 0;
}

int32_t tc_wheel_samples(int32_t turn, int32_t step)
{
    int32_t size = turn < 0 ? -turn : turn;
    return (size + step - 1) / step;
}

int32_t tc_wheel_sample(int32_t turn, int32_t step, int32_t i)
{
    int32_t size = least(i * step, turn < 0 ? -turn : turn);
    return turn < 0 ? -size : size;
}

/* --- edges --- */

struct tc_rect tc_square_up(struct tc_rect r, const struct tc_rect *target, int side)
{
    struct tc_rect edge = tc_face_side(*target, side);
    struct tc_box b;
    tc_box_make(&b, &edge);
    struct tc_uv at = tc_frame(&b, tc_rect_anchor(&r));
    r.facing = (uint16_t)(edge.facing + TC_HALF);
    return placed(r, tc_place(&b, at.u, 0));
}

uint16_t tc_edge_normal(const struct tc_rect *r, int side)
{
    return (uint16_t)(r->facing + (side & 3) * TC_QUARTER);
}

void tc_edge_ends(const struct tc_box *b, int side, struct tc_pt *p, struct tc_pt *q)
{
    *p = b->c[side & 3];
    *q = b->c[(side + 1) & 3];
}
