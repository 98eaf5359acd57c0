/* tests/unit/test_plane_drill.c - moves and wheel costs. */
#include "plane_support.h"

#define AT(x, y) ((struct tc_pt){ (x), (y) })

static void assert_rect(struct tc_rect r, int32_t x, int32_t y, uint16_t facing)
{
    assert_int_equal(r.x, x);
    assert_int_equal(r.y, y);
    assert_int_equal(r.facing, facing);
}

static void straight_moves_by_hand(void **state)
{
    (void)state;
    struct tc_rect r = tc_rect_at(AT(1000, 1000), TC_QUARTER, 600, 400);
    assert_rect(tc_march(r, 250), 1250, 1000, TC_QUARTER);
    assert_rect(tc_march(r, -250), 750, 1000, TC_QUARTER);
    assert_rect(tc_side_step(r, 100), 1000, 900, TC_QUARTER);
    assert_rect(tc_side_step(r, -100), 1000, 1100, TC_QUARTER);
    assert_rect(tc_incline(r, 100), 1100, 900, TC_QUARTER);
    assert_rect(tc_incline(r, -100), 1100, 1100, TC_QUARTER);
    assert_rect(tc_move(r, 0, 70), 1000, 1070, TC_QUARTER);
    assert_rect(tc_about_face(r), 600, 1000, 49152);
    assert_rect(tc_turn_on_centre(r, 0), 800, 1200, 0);
    struct tc_rect strip = tc_rect_strip(&r, 500);
    assert_rect(strip, 1500, 1000, TC_QUARTER);
    assert_int_equal(strip.d, 500);
}

/* N-GEO-11a: a quarter wheel of a line facing north. */
static void wheels_by_hand(void **state)
{
    (void)state;
    struct tc_rect r = tc_rect_at(AT(0, 0), 0, 4000, 1000);
    assert_rect(tc_wheel_left(r, TC_QUARTER), -2000, 2000, 49152);
    assert_rect(tc_wheel_right(r, TC_QUARTER), 2000, 2000, TC_QUARTER);
    assert_rect(tc_wheel(r, TC_FL, TC_QUARTER), -2000, -2000, TC_QUARTER);
    assert_rect(tc_wheel(r, TC_RR, TC_QUARTER), 3000, 1000, TC_QUARTER);
    assert_rect(tc_revolve(r, AT(-2000, 0), TC_QUARTER), -2000, -2000, TC_QUARTER);
}

static void pivots_stay_and_wheels_come_back(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct tc_rect r = any_rect(40000);
        enum tc_corner k = (enum tc_corner)(i % 4);
        int32_t t = between(-16384, 16384);
        struct tc_rect there = tc_wheel(r, k, t), back = tc_wheel(there, k, -t);
        struct tc_box a = boxed(r), b = boxed(there);
        assert_memory_equal(&a.c[k], &b.c[k], sizeof a.c[k]);
        assert_int_equal(there.facing, (uint16_t)(r.facing + t));
        assert_memory_equal(&r, &back, sizeof r);
        struct tc_rect spun = tc_revolve(r, a.c[k], t); /* the same to rounding */
        assert_in_range(tc_dist2(tc_rect_anchor(&spun), tc_rect_anchor(&there)), 0, 8);
        struct tc_pt o = any_point(40000);
        back = tc_revolve(tc_revolve(r, o, t), o, -t);
        assert_in_range(tc_dist2(tc_rect_anchor(&back), tc_rect_anchor(&r)), 0, 4);
        if (t > 0) {
            back = tc_wheel_left(tc_wheel(r, TC_FL, t), t); /* backward, then forward */
            assert_memory_equal(&r, &back, sizeof r);
        }
    }
}

static void turning_keeps_the_ground(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct tc_rect r = any_rect(40000);
        struct tc_box a = boxed(r), b = boxed(tc_about_face(r));
        for (int k = 0; k < 4; k++)
            assert_memory_equal(&b.c[k], &a.c[(k + 2) % 4], sizeof a.c[k]);
        for (int q = 1; q < 4; q += 2) {
            struct tc_rect s = tc_face_side(r, q);
            b = boxed(s);
            assert_int_equal(s.w, r.d);
            assert_int_equal(s.d, r.w);
            assert_int_equal(s.facing, tc_edge_normal(&r, q));
            for (int k = 0; k < 4; k++)
                assert_in_range(tc_dist2(b.c[k], a.c[(k + q) % 4]), 0, 8);
        }
        struct tc_rect s = tc_turn_on_centre(r, (uint16_t)rnd());
        struct tc_pt c = tc_rect_centre(&s), o = tc_rect_centre(&r);
        assert_memory_equal(&c, &o, sizeof c);
    }
}

/* N-GEO-11b and M-GEO-26 with its two figures. */
static void wheel_costs(void **state)
{
    (void)state;
    assert_int_equal(tc_wheel_cost(4000, 8192, TC_TAU_411775), 3142);
    assert_int_equal(tc_wheel_most(4000, 2000, TC_TAU_411775), 5215);
    assert_int_equal(tc_wheel_cost(4000, 8192, TC_TAU_710_113), 3142);
    assert_int_equal(tc_wheel_cost(4000, -8192, TC_TAU_710_113), 3142);
    assert_int_equal(tc_wheel_cost(113, 65536, TC_TAU_710_113), 710); /* no rounding */
    assert_int_equal(tc_wheel_cost(114, 65536, TC_TAU_710_113), 717);
    assert_int_equal(tc_wheel_cost(6000, 1, TC_TAU_710_113), 1);
    assert_int_equal(tc_wheel_cost(6000, 0, TC_TAU_710_113), 0);
    for (int i = 0; i < 5000; i++) {
        struct tc_tau tau = i % 2 ? TC_TAU_411775 : TC_TAU_710_113;
        int32_t w = between(500, 30000), a = between(0, 12000);
        int32_t t = tc_wheel_most(w, a, tau);
        assert_true(tc_wheel_cost(w, t, tau) <= a);
        assert_true(t == 65535 || tc_wheel_cost(w, t + 1, tau) > a);
    }
}

static int64_t off_line(struct tc_rect r, struct tc_pt p)
{
    struct tc_box b = boxed(r);
    int64_t off = tc_lateral(&b, p);
    return off < 0 ? -off : off;
}

static void wheels_face_a_point(void **state)
{
    (void)state;
    const int64_t mil = (int64_t)1 << 30; /* anchors are rounded to whole mils */
    int faced = 0;
    for (int i = 0; i < 5000; i++) {
        struct tc_rect r = any_rect(20000);
        struct tc_pt p = any_point(40000);
        int32_t t = tc_wheel_to_face(&r, p);
        if (t == 0)
            continue;
        enum tc_corner k = t < 0 ? TC_FL : TC_FR;
        struct tc_rect s = tc_wheel(r, k, t);
        struct tc_box b = boxed(s);
        assert_true(tc_forward(&b, p) >= 0);
        assert_in_range(t < 0 ? -t : t, 1, TC_QUARTER);
        for (int32_t near = -3; near <= 3; near++)
            assert_true(off_line(s, p) <= off_line(tc_wheel(r, k, t + near), p) + mil);
        faced++;
    }
    assert_in_range(faced, 1500, 4500);
    struct tc_rect r = tc_rect_at(AT(0, 0), 0, 2000, 500);
    assert_int_equal(tc_wheel_to_face(&r, AT(0, 9000)), 0);
    assert_int_equal(tc_wheel_to_face(&r, AT(-9000, 1000)), -TC_QUARTER);
    assert_int_equal(tc_wheel_to_face(&r, AT(9000, 1000)), TC_QUARTER);
    assert_int_equal(tc_wheel_to_face(&r, AT(9000, 900)), 0); /* more than a quarter */
}

static void samples_end_at_the_turn(void **state)
{
    (void)state;
    assert_int_equal(tc_wheel_samples(1000, 256), 4);
    assert_int_equal(tc_wheel_samples(1024, 256), 4);
    assert_int_equal(tc_wheel_samples(0, 256), 0);
    assert_int_equal(tc_wheel_sample(1000, 256, 3), 768);
    assert_int_equal(tc_wheel_sample(1000, 256, 4), 1000);
    assert_int_equal(tc_wheel_sample(-1000, 256, 4), -1000);
    assert_int_equal(tc_wheel_sample(-1000, 256, 1), -256);
}

/* N-GEO-20d */
static void squared_up_is_flush(void **state)
{
    (void)state;
    struct tc_rect target = tc_rect_at(AT(0, 0), 0, 4000, 1000);
    struct tc_rect r = tc_rect_at(AT(700, 350), TC_HALF + 900, 2000, 500);
    assert_rect(tc_square_up(r, &target, 0), 700, 0, TC_HALF);
    assert_rect(tc_square_up(tc_rect_at(AT(2600, -300), 0, 9, 9), &target, 1), 2000, -300,
                49152);
    for (int i = 0; i < 5000; i++) {
        struct tc_rect t = any_rect(20000), a = any_rect(20000);
        struct tc_rect s = tc_square_up(a, &t, i % 4);
        assert_int_equal(s.facing, (uint16_t)(tc_edge_normal(&t, i % 4) + TC_HALF));
        struct tc_box b = boxed(t), c = boxed(s);
        struct tc_pt p, q;
        tc_edge_ends(&b, i % 4, &p, &q);
        assert_false(tc_overlap(&b, &c, 2));
        if (tc_point_within(&b, tc_rect_anchor(&s), 3)) {
            struct tc_box e;
            tc_box_segment(&e, p, q);
            assert_true(tc_point_within(&e, tc_rect_anchor(&s), 3));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_moves_by_hand),
        cmocka_unit_test(wheels_by_hand),
        cmocka_unit_test(pivots_stay_and_wheels_come_back),
        cmocka_unit_test(turning_keeps_the_ground),
        cmocka_unit_test(wheel_costs),
        cmocka_unit_test(wheels_face_a_point),
        cmocka_unit_test(samples_end_at_the_turn),
        cmocka_unit_test(squared_up_is_flush),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
