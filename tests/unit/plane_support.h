/* tests/unit/plane_support.h - random pieces and slow, obvious geometry to compare with. */
#ifndef PLANE_SUPPORT_H
#define PLANE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/drill.h"
#include "board/plane.h"

__extension__ typedef __int128 big;

static uint64_t lcg = 1;

static inline uint32_t rnd(void)
{
    lcg = lcg * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(lcg >> 32);
}

/* lo..hi */
static inline int32_t between(int32_t lo, int32_t hi)
{
    return lo + (int32_t)(rnd() % (uint32_t)(hi - lo + 1));
}

static inline struct tc_pt any_point(int32_t size)
{
    int32_t x = between(-size, size), y = between(-size, size); /* x is drawn first */
    return (struct tc_pt){ x, y };
}

/* Random rectangle; one in four stands square to the table. */
static inline struct tc_rect any_rect(int32_t size)
{
    uint16_t facing = (uint16_t)rnd();
    if (rnd() % 4 == 0)
        facing = (uint16_t)(facing & 0xc000);
    struct tc_pt p = any_point(size);
    int32_t w = 2 * between(1, size / 4 + 1), d = between(1, size / 2 + 1);
    return tc_rect_at(p, facing, w, d);
}

static inline struct tc_box boxed(struct tc_rect r)
{
    struct tc_box b;
    tc_box_make(&b, &r);
    return b;
}

static inline struct tc_box any_box(int32_t size)
{
    return boxed(any_rect(size));
}

static inline struct tc_pt quarter(struct tc_pt p)
{
    return (struct tc_pt){ p.y, -p.x }; /* clockwise about the origin */
}

static inline struct tc_rect quarter_rect(struct tc_rect r)
{
    struct tc_pt p = quarter(tc_rect_anchor(&r));
    return tc_rect_at(p, (uint16_t)(r.facing + TC_QUARTER), r.w, r.d);
}

static inline int64_t slow_cross(struct tc_pt o, struct tc_pt a, struct tc_pt b)
{
    return (int64_t)(a.x - o.x) * (b.y - o.y) - (int64_t)(a.y - o.y) * (b.x - o.x);
}

/* Squared distance of p and segment a-b as a fraction. */
struct ratio {
    big n, d;
};

static inline struct ratio slow_point_segment(struct tc_pt p, struct tc_pt a, struct tc_pt b)
{
    int64_t ex = b.x - a.x, ey = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    int64_t along = ex * px + ey * py, len2 = ex * ex + ey * ey;
    if (along <= 0)
        return (struct ratio){ (big)px * px + (big)py * py, 1 };
    if (along >= len2)
        return (struct ratio){ tc_dist2(p, b), 1 };
    big c = ex * py - ey * px;
    return (struct ratio){ c * c, len2 };
}

static inline int slow_sign(int64_t n)
{
    return (n > 0) - (n < 0);
}

/* Strict crossing of two segments. */
static inline bool slow_crossing(struct tc_pt p, struct tc_pt q, struct tc_pt a, struct tc_pt b)
{
    return slow_sign(slow_cross(p, q, a)) * slow_sign(slow_cross(p, q, b)) < 0 &&
           slow_sign(slow_cross(a, b, p)) * slow_sign(slow_cross(a, b, q)) < 0;
}

static inline bool slow_in_box(const struct tc_box *b, struct tc_pt p, bool strict)
{
    for (int i = 0; i < 4; i++) {
        int64_t c = slow_cross(b->c[i], b->c[(i + 1) % 4], p);
        if (strict ? c >= 0 : c > 0)
            return false;
    }
    return true;
}

/* Squared gap by all corners against all edges; solid boxes. */
static inline struct ratio slow_gap(const struct tc_box *a, const struct tc_box *b)
{
    struct ratio best = { -1, 1 };
    for (int i = 0; i < 4; i++) {
        if (slow_in_box(b, a->c[i], false) || slow_in_box(a, b->c[i], false))
            return (struct ratio){ 0, 1 };
        for (int j = 0; j < 4; j++) {
            int i1 = (i + 1) % 4, j1 = (j + 1) % 4;
            if (slow_crossing(a->c[i], a->c[i1], b->c[j], b->c[j1]))
                return (struct ratio){ 0, 1 };
            struct ratio r[2] = { slow_point_segment(a->c[i], b->c[j], b->c[j1]),
                                  slow_point_segment(b->c[j], a->c[i], a->c[i1]) };
            for (int k = 0; k < 2; k++)
                if (best.n < 0 || r[k].n * best.d < best.n * r[k].d)
                    best = r[k];
        }
    }
    return best;
}

#endif
