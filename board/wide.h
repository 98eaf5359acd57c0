/* board/wide.h - 128-bit integers for exact products, and roundings; private to board. */
#ifndef TC_BOARD_WIDE_H
#define TC_BOARD_WIDE_H

#include "board/plane.h"

__extension__ typedef __int128 tc_wide;
__extension__ typedef unsigned __int128 tc_uwide;

/* n / 2^bits to nearest, ties away from zero. */
static inline int64_t near_shift(int64_t n, int bits)
{
    return (n + ((int64_t)1 << (bits - 1)) + (n >> 63)) >> bits;
}

static inline int64_t cross_of(struct tc_pt o, struct tc_pt a, struct tc_pt b)
{
    int64_t ax = a.x - o.x, ay = a.y - o.y, bx = b.x - o.x, by = b.y - o.y;
    return ax * by - ay * bx;
}

static inline bool has_bit(const uint64_t *set, int i)
{
    return set && (set[i >> 6] >> (i & 63) & 1);
}

static inline int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

#endif
