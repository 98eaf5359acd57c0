/* board/wide.h - 128-bit integers for exact products, and roundings; private to board.
 *
 * Where the compiler has such integers the functions below are one machine word or two; where
 * it has none (32-bit machines), or with TC_NO_INT128 for tests, they are written out. Both
 * give the same bits.
 */
#ifndef TC_BOARD_WIDE_H
#define TC_BOARD_WIDE_H

#include "board/plane.h"

/* The upper half of a product of two unsigned numbers, from four products of halves. */
static inline uint64_t upper_half(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t ll = al * bl, lh = al * bh, hl = ah * bl;
    uint64_t mid = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
    return ah * bh + (lh >> 32) + (hl >> 32) + (mid >> 32);
}

/* The same of two numbers with signs. */
static inline int64_t signed_half(int64_t a, int64_t b)
{
    uint64_t hi = upper_half((uint64_t)a, (uint64_t)b);
    return (int64_t)(hi - ((uint64_t)b & (uint64_t)(a >> 63)) -
                     ((uint64_t)a & (uint64_t)(b >> 63)));
}

#if defined(__SIZEOF_INT128__) && !defined(TC_NO_INT128)

__extension__ typedef __int128 tc_wide;
__extension__ typedef unsigned __int128 tc_wide_bits;

static inline tc_wide wide_of(int64_t v)
{
    return v;
}

#ifdef __wasm__ /* there the compiler calls a function for each product */

static inline tc_wide wide_product(int64_t a, int64_t b)
{
    return (tc_wide)((tc_wide_bits)(uint64_t)signed_half(a, b) << 64 |
                     (uint64_t)a * (uint64_t)b);
}

static inline int64_t wide_upper(int64_t a, int64_t b)
{
    return signed_half(a, b);
}

#else

static inline tc_wide wide_product(int64_t a, int64_t b)
{
    return (tc_wide)a * b;
}

/* The upper 64 bits of a product. */
static inline int64_t wide_upper(int64_t a, int64_t b)
{
    return (int64_t)(((tc_wide)a * b) >> 64);
}

#endif

static inline tc_wide wide_plus(tc_wide a, tc_wide b)
{
    return a + b;
}

static inline tc_wide wide_minus(tc_wide a, tc_wide b)
{
    return a - b;
}

/* The product must fit. */
static inline tc_wide wide_times(tc_wide a, int64_t b)
{
    return a * b;
}

static inline bool wide_less(tc_wide a, tc_wide b)
{
    return a < b;
}

/* a / 2^bits rounded down, 0 < bits < 64 or 64 < bits < 128; the result must fit. */
static inline int64_t wide_shifted(tc_wide a, int bits)
{
    return (int64_t)(a >> bits);
}

/* n / d rounded towards zero; d > 0 and the result must fit. */
static inline int64_t wide_quotient(tc_wide n, tc_wide d)
{
    return (int64_t)(n / d);
}

/* What is left of n >= 0 after division by d > 0. */
static inline uint64_t wide_rest(tc_wide n, int64_t d)
{
    return (uint64_t)(n % d);
}

#else

typedef struct {
    uint64_t lo;
    int64_t hi; /* carries the sign */
} tc_wide;

static inline tc_wide wide_of(int64_t v)
{
    return (tc_wide){ (uint64_t)v, v < 0 ? -1 : 0 };
}

static inline tc_wide wide_plus(tc_wide a, tc_wide b)
{
    uint64_t lo = a.lo + b.lo;
    return (tc_wide){ lo, (int64_t)((uint64_t)a.hi + (uint64_t)b.hi + (lo < a.lo)) };
}

static inline tc_wide wide_minus(tc_wide a, tc_wide b)
{
    return (tc_wide){ a.lo - b.lo, (int64_t)((uint64_t)a.hi - (uint64_t)b.hi - (a.lo < b.lo)) };
}

static inline bool wide_less(tc_wide a, tc_wide b)
{
    return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

static inline tc_wide wide_product(int64_t a, int64_t b)
{
    return (tc_wide){ (uint64_t)a * (uint64_t)b, signed_half(a, b) };
}

static inline int64_t wide_upper(int64_t a, int64_t b)
{
    return wide_product(a, b).hi;
}

static inline tc_wide wide_times(tc_wide a, int64_t b)
{
    uint64_t hi =
        upper_half(a.lo, (uint64_t)b) + (uint64_t)a.hi * (uint64_t)b - (b < 0 ? a.lo : 0);
    return (tc_wide){ a.lo * (uint64_t)b, (int64_t)hi };
}

static inline int64_t wide_shifted(tc_wide a, int bits)
{
    if (bits >= 64)
        return a.hi >> (bits - 64);
    return (int64_t)(a.lo >> bits | (uint64_t)a.hi << (64 - bits));
}

/* Division bit by bit, of n >= 0 by d > 0; n becomes the rest. */
static inline uint64_t wide_divide(tc_wide *n, tc_wide d)
{
    tc_wide rest = { 0, 0 };
    uint64_t quotient = 0;
    for (int bit = 127; bit >= 0; bit--) {
        uint64_t in = (bit >= 64 ? (uint64_t)n->hi >> (bit - 64) : n->lo >> bit) & 1;
        rest =
            (tc_wide){ rest.lo << 1 | in, (int64_t)((uint64_t)rest.hi << 1 | rest.lo >> 63) };
        quotient <<= 1;
        if (!wide_less(rest, d)) {
            rest = wide_minus(rest, d);
            quotient |= 1;
        }
    }
    *n = rest;
    return quotient;
}

static inline int64_t wide_quotient(tc_wide n, tc_wide d)
{
    bool negative = n.hi < 0;
    if (negative)
        n = wide_minus(wide_of(0), n);
    uint64_t q = wide_divide(&n, d);
    return negative ? (int64_t)(0 - q) : (int64_t)q;
}

static inline uint64_t wide_rest(tc_wide n, int64_t d)
{
    wide_divide(&n, wide_of(d));
    return n.lo;
}

#endif

/* -1, 0 or 1. */
static inline int wide_sign(tc_wide a)
{
    return wide_less(wide_of(0), a) - wide_less(a, wide_of(0));
}

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
