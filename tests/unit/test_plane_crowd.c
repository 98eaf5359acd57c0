/* tests/unit/test_plane_crowd.c - the broad phase puts aside only what is out of reach. */
#include "plane_support.h"

#include "board/crowd.h"
#include "board/hull.h"
#include "board/sight.h"
#include "board/sweep.h"
#include "kernel/base.h"

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

/* Two boxes that nearly touch, at like or unlike headings. */
static void nearly_touching(struct tc_box *a, struct tc_box *b)
{
    struct tc_rect r = any_rect(SIZE), q = any_rect(SIZE);
    if (rnd() % 2)
        q.facing = (uint16_t)(r.facing + between(-2, 2) + (int32_t)(rnd() % 4) * TC_QUARTER);
    *a = boxed(r);
    *b = boxed(q);
    uint16_t way = (uint16_t)rnd();
    struct tc_pt away = tc_step(b->anchor, (uint16_t)(way + TC_HALF), 40000);
    tc_box_shift(b, away.x - b->anchor.x, away.y - b->anchor.y);
    int32_t d = tc_sweep_reach(b, way, 80000, a, 0);
    struct tc_pt to = tc_step(b->anchor, way, d + between(-12, 12));
    if (d >= 0)
        tc_box_shift(b, to.x - b->anchor.x, to.y - b->anchor.y);
}

static void what_axes_say_is_what_the_hull_says(void **state)
{
    static const struct tc_pt origin = { 0, 0 };
    (void)state;
    int upon = 0, near = 0;
    for (int i = 0; i < 20 * TRIES; i++) {
        struct tc_box a, b;
        struct tc_hull h;
        nearly_touching(&a, &b);
        tc_hull_make(&h, &a, &b, origin);
        int32_t eps = between(0, 6), r = between(0, 6);
        bool deep = tc_hull_deep(&h, eps), close = tc_hull_near(&h, origin, r, false);
        assert_int_equal(tc_overlap(&a, &b, eps), deep);
        assert_int_equal(tc_within(&a, &b, r), close);
        assert_int_equal(tc_nearer(&a, &b, r), tc_hull_near(&h, origin, r, true));
        if (tc_box_parted(&a, &b) > 0)
            assert_false(tc_nearer(&a, &b, tc_box_parted(&a, &b)));
        upon += deep;
        near += close;
    }
    assert_in_range(upon, TRIES, 19 * TRIES);
    assert_in_range(near, TRIES, 19 * TRIES);
}

static void the_gap_to_a_point_is_that_to_a_box_of_no_size(void **state)
{
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        struct tc_box a = any_box(SIZE), dot;
        struct tc_pt p = any_point(SIZE);
        tc_box_point(&dot, p);
        assert_int_equal(tc_gap_cmp(tc_gap_point(&a, p), tc_gap_of(&dot, &a)), 0);
    }
}

static void bounds_hold_the_lane(void **state)
{
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        struct tc_lane l = { .from = any_point(SIZE),
                             .f = tc_forward_of((uint16_t)rnd()),
                             .left = -between(0, SIZE),
                             .right = between(0, SIZE),
                             .back = -between(0, SIZE),
                             .front = between(0, SIZE),
                             .length = between(0, SIZE) };
        struct tc_disc d = { between(-3 * SIZE, 3 * SIZE), between(-3 * SIZE, 3 * SIZE),
                             between(0, 1000) };
        if (tc_disc_off_bounds(d, tc_lane_bounds(&l), 0)) {
            int64_t x = d.x - l.from.x, y = d.y - l.from.y;
            int64_t v = (x * l.f.x + y * l.f.y) >> 30, u = (x * l.f.y - y * l.f.x) >> 30;
            assert_false(u >= l.left && u <= l.right && v >= l.back && v <= l.front + l.length);
        }
    }
}

static void a_kept_box_is_found_by_its_key_alone(void **state)
{
    static struct tc_boxes kept;
    (void)state;
    int found = 0;
    for (int i = 0; i < TRIES; i++) {
        bool made;
        uint64_t a = rnd() % 10, b = 1 + rnd() % 3, c = rnd() % 2;
        struct tc_rect r = tc_rect_at((struct tc_pt){ (int32_t)a, (int32_t)b },
                                      (uint16_t)(c * TC_QUARTER), 100, 50);
        struct tc_box *box = tc_box_kept(&kept, a, b, c, &made), plain = boxed(r);
        if (!made)
            *box = plain;
        assert_memory_equal(box, &plain, sizeof plain);
        found += made;
    }
    assert_in_range(found, TRIES / 10, TRIES - 1);
}

/* The first travel at which a march would break the stop's promise, by trying every mil. */
static void stops_are_those_of_a_walk(void **state)
{
    (void)state;
    int stopped = 0;
    for (int i = 0; i < TRIES / 40; i++) {
        struct tc_box a = any_box(300), b = any_box(300);
        uint16_t way = (uint16_t)between(0, 65535);
        int32_t max = between(0, 400), keep = between(2, 60), eps = between(1, 4);
        int32_t gap = tc_gap_floor(tc_gap_of(&a, &b));
        int32_t upon = tc_stop_upon(&a, way, max, &b, eps);
        int32_t over = tc_stop_over(&a, way, max, &b, eps);
        int32_t brief = tc_stop_short(&a, way, max, &b, keep, eps);
        int32_t touch = tc_stop_touching(&a, way, max, &b, eps);
        int32_t first = -1, last = -1, first_near = -1;
        for (int32_t d = 0; d <= max; d++) {
            struct tc_box at = a;
            struct tc_pt to = tc_step(a.anchor, way, d);
            tc_box_shift(&at, to.x - a.anchor.x, to.y - a.anchor.y);
            first = first < 0 && tc_within(&at, &b, 0) ? d : first;
            first_near = first_near < 0 && tc_within(&at, &b, eps) ? d : first_near;
            if (!tc_nearer(&at, &b, tc_min(keep, gap)) && last == d - 1)
                last = d;
        }
        bool passes = tc_sweep_overlap(&a, way, max, &b, eps);
        assert_int_equal(upon, passes && !tc_overlap(&a, &b, eps) ? first : max);
        assert_true(over == max ? max <= 1 || !passes
                                : !over || !tc_sweep_overlap(&a, way, over, &b, eps));
        assert_int_equal(brief, tc_min(keep, gap) > 1 ? last : passes ? 0 : max);
        if (!tc_within(&a, &b, eps))
            assert_int_equal(touch, first_near);
        else
            assert_int_equal(touch, tc_overlap(&a, &b, 0) || !passes ? -1 : 0);
        stopped += upon < max;
    }
    assert_in_range(stopped, 20, TRIES / 40 - 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_discs_hold_far_bodies),
        cmocka_unit_test(a_segment_that_misses_the_disc_misses_the_body),
        cmocka_unit_test(a_march_does_not_come_near_what_is_off_its_lane),
        cmocka_unit_test(what_axes_say_is_what_the_hull_says),
        cmocka_unit_test(the_gap_to_a_point_is_that_to_a_box_of_no_size),
        cmocka_unit_test(bounds_hold_the_lane),
        cmocka_unit_test(a_kept_box_is_found_by_its_key_alone),
        cmocka_unit_test(stops_are_those_of_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
