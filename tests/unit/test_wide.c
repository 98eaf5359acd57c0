/* tests/unit/test_wide.c - 128-bit numbers written out give what the compiler's own give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define TC_NO_INT128 1
#include "board/wide.h"
#include "kernel/dice.h"

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 native;

static struct tc_stream lots;

/* Numbers of every length, with the edges among them. */
static int64_t number(void)
{
    static const int64_t edge[] = { 0, 1, -1, INT64_MAX, INT64_MIN + 1, (int64_t)1 << 32 };
    uint64_t hi = tc_draw(&lots, UINT32_MAX), lo = tc_draw(&lots, UINT32_MAX);

    if (tc_draw(&lots, 8) == 0)
        return edge[tc_draw(&lots, 6)];
    return (int64_t)(hi << 32 | lo) >> tc_draw(&lots, 63);
}

static native as_native(tc_wide w)
{
    return (native)w.hi * ((native)1 << 64) + (native)w.lo;
}

static void same_sums_and_products(void **x)
{
    (void)x;
    lots = tc_stream_from(1);
    for (int i = 0; i < 200000; i++) {
        int64_t a = number(), b = number(), c = number() >> 2, d = number() >> 2;
        tc_wide p = wide_product(a, b), q = wide_product(c, d);
        assert_true(as_native(p) == (native)a * b);
        assert_true(wide_upper(a, b) == (int64_t)(((native)a * b) >> 64));
        assert_true(as_native(wide_plus(q, wide_of(a))) == (native)c * d + a);
        assert_true(as_native(wide_minus(q, wide_of(a))) == (native)c * d - a);
        assert_int_equal(wide_less(p, q), (native)a * b < (native)c * d);
        assert_true(as_native(wide_times(wide_product(a >> 8, b >> 32), (int32_t)c)) ==
                    (native)(a >> 8) * (b >> 32) * (int32_t)c);
        assert_int_equal(wide_sign(p), ((native)a * b > 0) - ((native)a * b < 0));
    }
}

static void same_shifts_and_quotients(void **x)
{
    (void)x;
    lots = tc_stream_from(2);
    for (int i = 0; i < 20000; i++) {
        int64_t a = number(), b = number() >> 24, d = number() >> 1;
        native n = (native)a * b;
        if (d <= 0)
            d = 1 - d;
        if (n / d <= INT64_MAX && n / d >= INT64_MIN)
            assert_true(wide_quotient(wide_product(a, b), wide_of(d)) == (int64_t)(n / d));
        if (n >= 0)
            assert_true(wide_rest(wide_product(a, b), d) == (uint64_t)(n % d));
        assert_true(wide_shifted(wide_product(a, b), 94) == (int64_t)(n >> 94));
        if (n >> 62 <= INT64_MAX && n >> 62 >= INT64_MIN)
            assert_true(wide_shifted(wide_product(a, b), 62) == (int64_t)(n >> 62));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_sums_and_products),
        cmocka_unit_test(same_shifts_and_quotients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    return 77; /* nothing to compare with: skipped */
}
#endif
