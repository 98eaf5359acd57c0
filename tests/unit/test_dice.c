/* tests/unit/test_dice.c - fair, the same everywhere, one place a draw. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "kernel/dice.h"

enum { THROWS = 120000 };

/* Pinned: records and studies hang on these faces for ever. */
static void test_first_faces(void **x)
{
    static const int8_t d6[12] = { 3, 4, 6, 4, 2, 6, 6, 6, 5, 1, 2, 5 };
    static const int8_t d100[8] = { 6, 71, 67, 45, 54, 37, 64, 90 };
    struct tc_stream s = tc_stream_from(1), t = { { 0x0123456789ABCDEF, 42 }, 0 };

    (void)x;
    for (int i = 0; i < 12; i++)
        assert_int_equal(tc_draw_face(&s, TC_D6), d6[i]);
    for (int i = 0; i < 8; i++)
        assert_int_equal(tc_draw_face(&t, TC_D100), d100[i]);
}

static void test_faces_and_weights(void **x)
{
    static const int average[6] = { 2, 3, 3, 4, 4, 5 };

    (void)x;
    for (int die = 0; die < TC_DICE; die++) {
        const struct tc_die_kind *k = &tc_die_kind[die];
        int sum = 0, different = 0;
        for (int face = k->low - 2; face <= k->high + 2; face++) {
            int weight = tc_die_weight((enum tc_die)die, face), sides = 0;
            for (int side = 0; side < k->sides; side++)
                sides += tc_die_face((enum tc_die)die, side) == face;
            assert_int_equal(weight, sides);
            sum += weight;
            different += weight > 0;
        }
        assert_int_equal(sum, k->sides);
        assert_int_equal(different, k->faces);
        assert_int_equal(k->high - k->low + 1, k->faces);
    }
    for (int i = 0; i < 6; i++)
        assert_int_equal(tc_die_face(TC_AVERAGE, i), average[i]);
    assert_int_equal(tc_die_weight(TC_AVERAGE, 2), 1);
    assert_int_equal(tc_die_weight(TC_AVERAGE, 3), 2);
}

/* Chi-square in thousandths; the seed is fixed, so the bounds hold for ever or never. */
static int64_t chi_square(const int32_t *seen, const int32_t *weight, int n, int32_t throws)
{
    int64_t sum = 0, weights = 0;

    for (int i = 0; i < n; i++)
        weights += weight[i];
    for (int i = 0; i < n; i++) {
        int64_t want = (int64_t)throws * weight[i] / weights, off = seen[i] - want;
        sum += off * off * 1000 / want;
    }
    return sum;
}

static void test_fair(void **x)
{
    /* the 0.1 % bounds for 5, 9, 3, 5, 7 and 99 degrees of freedom */
    static const int bound[TC_DICE] = { 20515, 27877, 16266, 20515, 24322, 148230 };

    (void)x;
    for (int die = 0; die < TC_DICE; die++) {
        const struct tc_die_kind *k = &tc_die_kind[die];
        struct tc_stream s = tc_stream_from(2024 + (uint64_t)die);
        int32_t seen[100] = { 0 }, weight[100];
        for (int i = 0; i < THROWS; i++)
            seen[tc_draw_face(&s, (enum tc_die)die) - k->low]++;
        for (int i = 0; i < k->faces; i++)
            weight[i] = tc_die_weight((enum tc_die)die, k->low + i);
        assert_in_range(chi_square(seen, weight, k->faces, THROWS), 1, bound[die]);
    }
}

/* A throw does not hang on the one before, nor on the same place of the next seed. */
static void test_independent(void **x)
{
    int32_t serial[36] = { 0 }, seeds[36] = { 0 }, one[36];
    struct tc_stream s = tc_stream_from(7);
    int last = 0;

    (void)x;
    for (int i = 0; i < 36; i++)
        one[i] = 1;
    for (int i = 0; i < THROWS; i++) {
        int face = (int)tc_draw(&s, 6);
        serial[last * 6 + face]++;
        last = face;
    }
    for (uint64_t i = 0; i < THROWS; i++) {
        struct tc_stream a = { { i, 5 }, 3 }, b = { { i + 1, 5 }, 3 };
        seeds[tc_draw(&a, 6) * 6 + tc_draw(&b, 6)]++;
    }
    assert_in_range(chi_square(serial, one, 36, THROWS), 1, 66619);
    assert_in_range(chi_square(seeds, one, 36, THROWS), 1, 66619);
}

/* With n = 3 * 2^30 a draw by mere scaling would favour every third number two to one. */
static void test_unbiased(void **x)
{
    struct tc_stream s = tc_stream_from(11);
    int32_t third[3] = { 0 }, one[3] = { 1, 1, 1 }, seven[7] = { 0 }, ones[7];

    (void)x;
    for (int i = 0; i < THROWS; i++) {
        uint32_t v = tc_draw(&s, 3u << 30);
        assert_true(v < 3u << 30);
        third[v % 3]++;
    }
    assert_in_range(chi_square(third, one, 3, THROWS), 1, 13816);
    for (int i = 0; i < 7; i++)
        ones[i] = 1;
    for (int i = 0; i < THROWS; i++)
        seven[tc_draw(&s, 7)]++;
    assert_in_range(chi_square(seven, ones, 7, THROWS), 1, 22458);
}

static void test_one_place_a_draw(void **x)
{
    struct tc_stream s = tc_stream_from(3), again;
    uint32_t drawn[50];

    (void)x;
    for (uint32_t i = 0; i < 50; i++) {
        assert_int_equal(s.next, i);
        drawn[i] = tc_draw(&s, 3u << 30); /* every fourth needs a second attempt */
    }
    for (uint32_t i = 50; i-- > 0;) { /* in any order, from the place alone */
        again = tc_stream_from(3);
        again.next = i;
        assert_int_equal(tc_draw(&again, 3u << 30), drawn[i]);
    }
    assert_int_equal(tc_draw(&s, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_faces), cmocka_unit_test(test_faces_and_weights),
        cmocka_unit_test(test_fair),        cmocka_unit_test(test_independent),
        cmocka_unit_test(test_unbiased),    cmocka_unit_test(test_one_place_a_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
