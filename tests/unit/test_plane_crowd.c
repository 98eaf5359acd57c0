/* tests/unit/test_plane_crowd.c - the broad phase puts aside only what is out of reach. */
#include "plane_support.h"

#include "board/crowd.h"
#include "board/sight.h"
#include "board/sweep.h"

enum { TRIES = 40000, SIZE = 6000 };

/* The tightest disc the promise allows: the farthest corner from the anchor. */
static struct tc_disc disc_of(const struct tc_box *b)
{
    int64_t far = 0;
    for (int i = 0; i < 4; i++)
        if (tc_dist2(b->anchor, b->c[i]) > far)
            far = tc_dist2(b->anchor, b->c[i]);
    return (struct tc_disc){ b->anchor.x, b->anchor.y, (int32_t)tc_isqrt((uint64_t)far) + 1 };
}

static void far_discs_hold_far_bodies(void **state)
{
    (void)state;
    int aside = 0;
    for (int i = 0; i < TRIES; i++) {
        struct tc_box a = any_box(SIZE / 4), b = any_box(SIZE);
        tc_box_shift(&a, between(-SIZE, SIZE), between(-SIZE, SIZE));
        struct tc_pt p = any_point(SIZE);
        int32_t r = between(0, 5000);
        if (tc_discs_apart(disc_of(&a), disc_of(&b), r)) {
            assert_false(tc_within(&a, &b, r));
            aside++;
        }
        if (tc_disc_off_point(disc_of(&a), p, r))
            assert_false(tc_point_within(&a, p, r));
    }
    assert_in_range(aside, TRIES / 10, TRIES - TRIES / 10);
}

static void a_segment_that_misses_the_disc_misses_the_body(void **state)
{
    (void)state;
    int aside = 0;
    for (int i = 0; i < TRIES; i++) {
        struct tc_box a = any_box(SIZE);
        struct tc_pt p = any_point(SIZE), q = any_point(SIZE);
        if (tc_disc_off_segment(disc_of(&a), p, q)) {
            assert_false(tc_box_cut(&a, p, q));
            aside++;
        }
    }
    assert_in_range(aside, TRIES / 10, TRIES - TRIES / 10);
}

static void a_march_does_not_come_near_what_is_off_its_lane(void **state)
{
    (void)state;
    int aside = 0;
    for (int i = 0; i < TRIES; i++) {
        struct tc_box a = any_box(SIZE / 4), b = any_box(SIZE);
        tc_box_shift(&a, between(-SIZE, SIZE), between(-SIZE, SIZE));
        uint16_t way = (uint16_t)between(0, 65535);
        int32_t d = between(0, 8000), r = between(0, 2000);
        struct tc_lane l = { .from = a.anchor, .f = tc_forward_of(way), .length = d };
        for (int k = 0; k < 4; k++) {
            int64_t x = a.c[k].x - a.anchor.x, y = a.c[k].y - a.anchor.y;
            int64_t ahead = (x * l.f.x + y * l.f.y) >> 30, u = (x * l.f.y - y * l.f.x) >> 30;
            l.left = u < l.left ? u : l.left;
            l.right = u > l.right ? u : l.right;
            l.back = ahead < l.back ? ahead : l.back;
            l.front = ahead > l.front ? ahead : l.front;
        }
        if (tc_disc_off_lane(disc_of(&b), &l, r)) {
            assert_false(tc_sweep_within(&a, way, d, &b, r));
            aside++;
        }
    }
    assert_in_range(aside, TRIES / 10, TRIES - TRIES / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_discs_hold_far_bodies),
        cmocka_unit_test(a_segment_that_misses_the_disc_misses_the_body),
        cmocka_unit_test(a_march_does_not_come_near_what_is_off_its_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
