/* tests/unit/hexlab.h - what the hex tests share: cmocka, a fixed random stream, maps. */
#ifndef TC_TESTS_HEXLAB_H
#define TC_TESTS_HEXLAB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "board/hex.h"

static uint64_t lab_seed = 1;

/* A number 0 .. n-1 from a fixed stream. */
static inline int lab_rand(int n)
{
    lab_seed = lab_seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((lab_seed >> 33) % (uint64_t)n);
}

/* A vector with both coordinates within +-n. */
static inline struct tc_hexvec lab_vec(int n)
{
    int q = lab_rand(2 * n + 1) - n;
    return tc_hex_vec(q, lab_rand(2 * n + 1) - n);
}

/* Either winding. */
static inline enum tc_hexwind lab_wind(void)
{
    return lab_rand(2) ? TC_HEX_CW : TC_HEX_CCW;
}

/* A pointy-top map, first number 1, even rows shoved. */
static inline void lab_map(struct tc_hexmap *m, int columns, int rows, enum tc_hexwind w)
{
    struct tc_hexlayout lay = {
        .columns = (int16_t)columns, .rows = (int16_t)rows, .first = 1, .wind = (uint8_t)w
    };
    assert_true(tc_hexmap_build(m, &lay));
}

#define assert_vec(v, x, y)                                                                    \
    do {                                                                                       \
        struct tc_hexvec lab_v = (v);                                                          \
        assert_int_equal(lab_v.q, x);                                                          \
        assert_int_equal(lab_v.r, y);                                                          \
    } while (0)

#endif
