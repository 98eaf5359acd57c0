/* board/frac.h - places along a segment as exact fractions; private to board. */
#ifndef TC_BOARD_FRAC_H
#define TC_BOARD_FRAC_H

#include "board/wide.h"

/* n/d, d > 0, both below 2^46. */
struct tc_frac {
    int64_t n, d;
};

static inline struct tc_frac frac(int64_t n, int64_t d)
{
    return d < 0 ? (struct tc_frac){ -n, -d } : (struct tc_frac){ n, d };
}

static inline bool frac_less(struct tc_frac a, struct tc_frac b)
{
    return wide_less(wide_product(a.n, b.d), wide_product(b.n, a.d));
}

static inline struct tc_frac frac_max(struct tc_frac a, struct tc_frac b)
{
    return frac_less(a, b) ? b : a;
}

static inline struct tc_frac frac_min(struct tc_frac a, struct tc_frac b)
{
    return frac_less(b, a) ? b : a;
}

/* (b - a) * length, rounded down; a <= b. */
static inline int32_t frac_span(struct tc_frac a, struct tc_frac b, int32_t length)
{
    tc_wide part = wide_minus(wide_product(b.n, a.d), wide_product(a.n, b.d));
    return (int32_t)wide_quotient(wide_times(part, length), wide_product(a.d, b.d));
}

#endif
