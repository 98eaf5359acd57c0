/* tests/unit/test_plane.c - angles, boxes, frames, gaps. */
#include "plane_support.h"

#include <math.h>
#include <string.h>

static void sines_are_rounded_to_nearest(void **state)
{
    (void)state;
    const long double tau = 6.283185307179586476925286766559005768L;
    for (int32_t a = 0; a < 65536; a++) {
        long double s = sinl((long double)a * tau / 65536) * 1073741824;
        assert_int_equal(tc_sin((uint16_t)a), (int32_t)lroundl(s));
        assert_int_equal(tc_cos((uint16_t)a), tc_sin((uint16_t)(a + 16384)));
        struct tc_dir f = tc_forward_of((uint16_t)a); /* by another way */
        assert_int_equal(f.x, tc_sin((uint16_t)a));
        assert_int_equal(f.y, tc_cos((uint16_t)a));
    }
}

static void steps_round_ties_away_from_zero(void **state)
{
    (void)state;
    assert_int_equal(tc_along(1, 1 << 29), 1);
    assert_int_equal(tc_along(-1, 1 << 29), -1);
    assert_int_equal(tc_along(1, (1 << 29) - 1), 0);
    assert_int_equal(tc_along(1000, tc_sin(TC_QUARTER)), 1000);
    struct tc_pt p = tc_step((struct tc_pt){ 5, 5 }, 8192, 1000);
    assert_int_equal(p.x, 712);
    assert_int_equal(p.y, 712);
}

static void bearings_are_nearest_brads(void **state)
{
    (void)state;
    const long double tau = 6.283185307179586476925286766559005768L;
    for (int i = 0; i < 20000; i++) {
        struct tc_pt p = any_point(1 << 20), o = any_point(i % 2 ? 9 : 1 << 20);
        long double a = atan2l(p.x - o.x, p.y - o.y) * 65536 / tau;
        if (p.x == o.x && p.y == o.y)
            continue;
        assert_int_equal(tc_bearing(o, p), (uint16_t)lroundl(a));
    }
    assert_int_equal(tc_bearing_of(0, 7), 0);
    assert_int_equal(tc_bearing_of(7, 0), 16384);
    assert_int_equal(tc_bearing_of(0, -7), 32768);
    assert_int_equal(tc_bearing_of(-7, 0), 49152);
    assert_int_equal(tc_bearing_of(-7, 7), 57344);
    assert_int_equal(tc_bearing_of(0, 0), 0);
    for (int32_t a = 0; a < 65536; a++) {
        struct tc_dir f = tc_forward_of((uint16_t)a);
        assert_int_equal(tc_bearing_of(f.x, f.y), a);
    }
}

static void turns_take_the_short_way(void **state)
{
    (void)state;
    assert_int_equal(tc_turn(65000, 200), 736);
    assert_int_equal(tc_turn(200, 65000), -736);
    assert_int_equal(tc_turn(0, 32768), -32768);
    assert_int_equal(tc_apart(0, 32768), 32768);
    assert_int_equal(tc_apart(100, 65436), 200);
}

static void square_roots_round_down(void **state)
{
    (void)state;
    for (uint64_t r = 1; r < 4294967295u; r += r / 7 + 1) {
        assert_int_equal(tc_isqrt(r * r), r);
        assert_int_equal(tc_isqrt(r * r - 1), r - 1);
        assert_int_equal(tc_isqrt(r * r + 2 * r), r);
    }
    assert_int_equal(tc_isqrt(0), 0);
    assert_int_equal(tc_isqrt(UINT64_MAX), 4294967295u);
}

/* N-GEO-5: corners of a unit facing north, and facing east. */
static void corners_by_hand(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 1000, 2000 }, 0, 600, 400));
    const struct tc_pt north[4] = {
        { 700, 2000 }, { 1300, 2000 }, { 1300, 1600 }, { 700, 1600 }
    };
    assert_memory_equal(b.c, north, sizeof north);
    assert_int_equal(b.centre.x, 1000);
    assert_int_equal(b.centre.y, 1800);
    b = boxed(tc_rect_at((struct tc_pt){ 1000, 2000 }, TC_QUARTER, 600, 400));
    const struct tc_pt east[4] = {
        { 1000, 2300 }, { 1000, 1700 }, { 600, 1700 }, { 600, 2300 }
    };
    assert_memory_equal(b.c, east, sizeof east);
    b = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, 8192, 1000, 2000));
    assert_int_equal(b.c[TC_FL].x, -354);
    assert_int_equal(b.c[TC_FL].y, 354);
    assert_int_equal(b.c[TC_RL].x, -354 - 1414);
    assert_int_equal(b.c[TC_RL].y, 354 - 1414);
}

static void corners_turn_exactly_by_quarters(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct tc_rect r = any_rect(40000);
        r.w += i & 1;
        struct tc_box a = boxed(r), b = boxed(quarter_rect(r));
        for (int k = 0; k < 4; k++) {
            struct tc_pt q = quarter(a.c[k]);
            assert_memory_equal(&b.c[k], &q, sizeof q);
        }
        struct tc_pt q = quarter(a.centre);
        assert_memory_equal(&b.centre, &q, sizeof q);
    }
}

static void bounding_circle_holds_the_corners(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct tc_box a = any_box(i % 2 ? 20 : 40000);
        for (int k = 0; k < 4; k++) {
            int64_t x = 2 * a.c[k].x - a.cx2, y = 2 * a.c[k].y - a.cy2;
            assert_true(x * x + y * y <= (int64_t)a.rad2 * a.rad2);
            assert_true(a.c[k].x >= a.min_x && a.c[k].x <= a.max_x);
            assert_true(a.c[k].y >= a.min_y && a.c[k].y <= a.max_y);
        }
        assert_true(tc_isqrt((uint64_t)a.w * (uint64_t)a.w + (uint64_t)a.d * (uint64_t)a.d) *
                            11 / 10 +
                        5 >=
                    (uint32_t)a.rad2);
    }
}

static void shifted_box_is_the_box_made_there(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        struct tc_rect r = any_rect(40000);
        struct tc_pt by = any_point(50000);
        struct tc_box a = boxed(r);
        r.x += by.x;
        r.y += by.y;
        struct tc_box b = boxed(r);
        tc_box_shift(&a, by.x, by.y);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static void hung_rectangles_have_the_corner_there(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct tc_rect r = any_rect(40000);
        struct tc_box b = boxed(r);
        for (int k = 0; k < 4; k++) {
            struct tc_rect h = tc_rect_hung((enum tc_corner)k, b.c[k], r.facing, r.w, r.d);
            assert_memory_equal(&h, &r, sizeof r);
        }
    }
}

static void frame_and_place_are_inverse(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 100, 200 }, TC_QUARTER, 600, 400));
    struct tc_uv at = tc_frame(&b, (struct tc_pt){ 150, 190 });
    assert_int_equal(at.u, 10);
    assert_int_equal(at.v, 50);
    for (int i = 0; i < 5000; i++) {
        b = any_box(40000);
        struct tc_pt p = any_point(40000);
        at = tc_frame(&b, p);
        struct tc_pt back = tc_place(&b, at.u, at.v);
        assert_in_range(tc_dist2(p, back), 0, 5);
    }
}

static void files_divide_the_front(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, 0, 3000, 500));
    assert_int_equal(tc_file_front(&b, 6, 0).x, -1250);
    assert_int_equal(tc_file_front(&b, 6, 5).x, 1250);
    assert_int_equal(tc_file_front(&b, 1, 0).x, 0);
    b = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, TC_HALF, 3000, 500));
    assert_int_equal(tc_file_front(&b, 6, 0).x, 1250);
}

/* N-GEO-14 */
static void zones(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, 0, 6000, 1000));
    const struct {
        struct tc_pt p;
        enum tc_zone exact, tolerant;
    } c[] = { { { 9000, 0 }, TC_ZONE_FRONT, TC_ZONE_FRONT },
              { { 9000, -1 }, TC_ZONE_FLANK, TC_ZONE_FRONT },
              { { 9000, -5 }, TC_ZONE_FLANK, TC_ZONE_FLANK },
              { { 0, 1 }, TC_ZONE_FRONT, TC_ZONE_FRONT },
              { { -9000, -995 }, TC_ZONE_FLANK, TC_ZONE_FLANK },
              { { -9000, -999 }, TC_ZONE_FLANK, TC_ZONE_REAR },
              { { -9000, -1000 }, TC_ZONE_REAR, TC_ZONE_REAR } };
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        assert_int_equal(tc_zone_of(&b, c[i].p, 0, 0), c[i].exact);
        assert_int_equal(tc_zone_of(&b, c[i].p, 4, 4), c[i].tolerant);
    }
    b = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, TC_QUARTER, 6000, 1000));
    assert_int_equal(tc_zone_of(&b, (struct tc_pt){ -1, 8000 }, 0, 0), TC_ZONE_FLANK);
    assert_int_equal(tc_zone_of(&b, (struct tc_pt){ -1000, 0 }, 0, 0), TC_ZONE_REAR);
}

/* M-GEO-35 */
static void directly_behind(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, 0, 6000, 1000));
    assert_true(tc_is_behind(&b, (struct tc_pt){ 3000, -996 }, 4));
    assert_false(tc_is_behind(&b, (struct tc_pt){ 3001, -996 }, 4));
    assert_false(tc_is_behind(&b, (struct tc_pt){ -3000, -995 }, 4));
    assert_true(tc_is_behind(&b, (struct tc_pt){ -3000, -5000 }, 4));
}

static void contains_is_closed_or_open(void **state)
{
    (void)state;
    int in = 0;
    for (int i = 0; i < 20000; i++) {
        struct tc_box b = any_box(30);
        struct tc_pt by = any_point(9), p = { b.anchor.x + by.x, b.anchor.y + by.y };
        assert_int_equal(tc_box_has(&b, p), slow_in_box(&b, p, false) && p.x >= b.min_x &&
                                                p.x <= b.max_x && p.y >= b.min_y &&
                                                p.y <= b.max_y);
        assert_int_equal(tc_box_has_inside(&b, p), slow_in_box(&b, p, true));
        in += tc_box_has(&b, p);
        assert_true(tc_box_has(&b, b.c[i % 4]));
        assert_false(tc_box_has_inside(&b, b.c[i % 4]));
    }
    assert_in_range(in, 2000, 15000);
}

/* Compare with all corners against all edges, at the exact limits. */
static void gap_equals_slow_gap(void **state)
{
    (void)state;
    int overlapping = 0, edges = 0;
    for (int i = 0; i < 20000; i++) {
        int32_t size = i % 3 == 0 ? 12 : i % 3 == 1 ? 300 : 60000;
        struct tc_box a = any_box(size), b = any_box(size);
        struct ratio slow = slow_gap(&a, &b);
        struct tc_gap g = tc_gap_of(&a, &b);
        assert_true((big)g.whole * (big)g.den + (big)g.rest == slow.n * (big)g.den / slow.d);
        assert_true(slow.n * (big)g.den % slow.d == 0);
        int32_t f = tc_gap_floor(g), c = tc_gap_ceil(g);
        assert_true((big)f * f * slow.d <= slow.n && (big)(f + 1) * (f + 1) * slow.d > slow.n);
        assert_int_equal(c, f + ((big)f * f * slow.d != slow.n));
        for (int32_t r = f - 1 < 0 ? 0 : f - 1; r <= f + 2; r++) {
            assert_int_equal(tc_within(&a, &b, r), slow.n <= (big)r * r * slow.d);
            assert_int_equal(tc_nearer(&a, &b, r), slow.n < (big)r * r * slow.d);
        }
        overlapping += slow.n == 0;
        edges += slow.d > 1;
    }
    assert_in_range(overlapping, 1000, 15000);
    assert_in_range(edges, 1000, 15000);
}

static void gap_is_the_same_from_both_sides_and_anywhere(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct tc_rect ra = any_rect(30000), rb = any_rect(30000);
        struct tc_box a = boxed(ra), b = boxed(rb);
        struct tc_gap g = tc_gap_of(&a, &b), back = tc_gap_of(&b, &a);
        assert_int_equal(tc_gap_cmp(g, back), 0);
        struct tc_box qa = boxed(quarter_rect(ra)), qb = boxed(quarter_rect(rb));
        struct tc_gap turned = tc_gap_of(&qa, &qb);
        assert_int_equal(tc_gap_cmp(g, turned), 0);
        assert_int_equal(tc_overlap(&a, &b, 0), tc_overlap(&qb, &qa, 0));
        assert_int_equal(tc_overlap(&a, &b, 700), tc_overlap(&qb, &qa, 700));
        struct tc_pt by = any_point(400000);
        tc_box_shift(&a, by.x, by.y);
        tc_box_shift(&b, by.x, by.y);
        struct tc_gap moved = tc_gap_of(&a, &b);
        assert_memory_equal(&g, &moved, sizeof g);
    }
}

/* N-GEO-9: exactly r is within r; one mil more is not. */
static void within_by_hand(void **state)
{
    (void)state;
    struct tc_box a = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, 0, 1000, 500));
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 0, 3000 }, TC_HALF, 1000, 500));
    assert_true(tc_within(&a, &b, 3000));
    assert_false(tc_within(&a, &b, 2999));
    assert_false(tc_nearer(&a, &b, 3000));
    assert_true(tc_nearer(&a, &b, 3001));
    /* Corner to corner, 300 and 400 apart. */
    b = boxed(tc_rect_at((struct tc_pt){ 1300, 400 }, TC_HALF, 1000, 500));
    assert_true(tc_within(&a, &b, 500));
    assert_false(tc_within(&a, &b, 499));
    assert_false(tc_nearer(&a, &b, 500));
}

static void flat_boxes_have_distances(void **state)
{
    (void)state;
    struct tc_box p, q, s;
    tc_box_point(&p, (struct tc_pt){ 0, 0 });
    tc_box_point(&q, (struct tc_pt){ 30, 40 });
    assert_true(tc_within(&p, &q, 50));
    assert_false(tc_within(&p, &q, 49));
    assert_int_equal(tc_gap_of(&p, &q).whole, 2500);
    assert_int_equal(tc_gap_of(&p, &p).whole, 0);
    tc_box_segment(&s, (struct tc_pt){ 10, 0 }, (struct tc_pt){ 20, 0 }); /* in line with p */
    assert_int_equal(tc_gap_of(&p, &s).whole, 100);
    assert_false(tc_within(&s, &p, 9));
    assert_true(tc_within(&s, &p, 10));
    assert_int_equal(s.facing, 0);
    assert_int_equal(s.w, 10);
    tc_box_segment(&s, (struct tc_pt){ -10, 0 }, (struct tc_pt){ 20, 0 }); /* through p */
    assert_true(tc_within(&s, &p, 0));
    assert_false(tc_nearer(&s, &p, 0));
    assert_false(tc_overlap(&s, &p, 0));
    for (int i = 0; i < 20000; i++) {
        struct tc_pt a = any_point(9), b = any_point(9), c = any_point(9);
        tc_box_segment(&s, a, b);
        tc_box_point(&p, c);
        struct ratio slow = slow_point_segment(c, a, b);
        struct tc_gap g = tc_gap_of(&s, &p);
        assert_true(((big)g.whole * (big)g.den + (big)g.rest) * slow.d == slow.n * (big)g.den);
    }
}

static void segments_and_fronts(void **state)
{
    (void)state;
    struct tc_box a = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, 0, 1000, 5000));
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 2500, -3000 }, 0, 1000, 500));
    assert_int_equal(tc_gap_floor(tc_gap_of(&a, &b)), 1500);
    assert_int_equal(tc_gap_front(&a, &b).whole, 1500 * 1500 + 3000 * 3000);
    assert_true(tc_front_within(&a, &b, 3355)); /* 3354.1 */
    assert_false(tc_front_within(&a, &b, 3354));
    assert_true(tc_point_within(&a, (struct tc_pt){ 503, -4 }, 3));
    assert_false(tc_point_within(&a, (struct tc_pt){ 504, -4 }, 3));
    assert_true(
        tc_segment_within(&a, (struct tc_pt){ 600, -9000 }, (struct tc_pt){ 600, 9000 }, 100));
    assert_false(
        tc_segment_within(&a, (struct tc_pt){ 601, -9000 }, (struct tc_pt){ 601, 9000 }, 100));
}

static void touching_is_no_overlap(void **state)
{
    (void)state;
    struct tc_box a = boxed(tc_rect_at((struct tc_pt){ 0, 0 }, 0, 1000, 500));
    struct tc_box b = boxed(tc_rect_at((struct tc_pt){ 1000, 0 }, 0, 1000, 500));
    assert_false(tc_overlap(&a, &b, 0));
    tc_box_shift(&b, -1, 0);
    assert_true(tc_overlap(&a, &b, 0));
    assert_false(tc_overlap(&a, &b, 1));
    tc_box_shift(&b, -4, 0);
    assert_true(tc_overlap(&a, &b, 4));
    assert_false(tc_overlap(&a, &b, 5));
    struct tc_box c = boxed(tc_rect_at((struct tc_pt){ 0, -200 }, 8192, 2, 1));
    assert_true(tc_overlap(&a, &c, 0)); /* wholly inside */
}

/* On a fine grid, boxes overlap iff some half-way grid point is inside both. */
static void overlap_equals_common_inside(void **state)
{
    (void)state;
    int yes = 0;
    for (int i = 0; i < 4000; i++) {
        struct tc_rect ra = any_rect(24), rb = any_rect(24);
        ra.facing = rb.facing = (uint16_t)(rnd() & 0xc000);
        ra.w = 2 * ra.w, rb.w = 2 * rb.w;
        struct tc_box a = boxed(ra), b = boxed(rb);
        bool common =
            a.min_x < b.max_x && b.min_x < a.max_x && a.min_y < b.max_y && b.min_y < a.max_y;
        assert_int_equal(tc_overlap(&a, &b, 0), common);
        yes += common;
    }
    assert_in_range(yes, 300, 3700);
    for (int i = 0; i < 4000; i++) { /* any angle: a common grid point implies overlap */
        struct tc_box a = any_box(40), b = any_box(40);
        bool common = false;
        for (int32_t x = a.min_x; x <= a.max_x && !common; x++)
            for (int32_t y = a.min_y; y <= a.max_y && !common; y++)
                common = slow_in_box(&a, (struct tc_pt){ x, y }, true) &&
                         slow_in_box(&b, (struct tc_pt){ x, y }, true);
        if (common)
            assert_true(tc_overlap(&a, &b, 0));
        if (a.w > 12 && a.d > 12 && b.w > 12 && b.d > 12 && tc_overlap(&a, &b, 6))
            assert_true(common);
        if (slow_gap(&a, &b).n > 0)
            assert_false(tc_overlap(&a, &b, 0));
    }
}

static void nearest_points(void **state)
{
    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct tc_box a = any_box(30000), b = any_box(30000);
        struct tc_pt p = any_point(40000), n = tc_nearest(&a, p), x, y;
        int32_t gap = tc_gap_floor(tc_gap_point(&a, p));
        assert_true(tc_dist(p, n) >= gap - 1 && tc_dist(p, n) <= gap + 1);
        assert_true(tc_point_within(&a, n, 1));
        gap = tc_gap_floor(tc_gap_of(&a, &b));
        if (gap == 0)
            continue;
        tc_closest(&a, &b, &x, &y);
        assert_true(tc_point_within(&a, x, 1) && tc_point_within(&b, y, 1));
        assert_true(tc_dist(x, y) >= gap - 1 && tc_dist(x, y) <= gap + 1);
    }
}

static void collecting_skips_and_keeps_order(void **state)
{
    (void)state;
    struct tc_box boxes[100], one = any_box(20000);
    int16_t out[100];
    uint64_t skip[2] = { rnd() | 5, 0 };
    skip[1] = rnd();
    for (int i = 0; i < 100; i++)
        boxes[i] = any_box(20000);
    int n = tc_collect_within(&one, boxes, 100, skip, 6000, out), k = 0;
    for (int i = 0; i < 100; i++)
        if (!(skip[i / 64] >> (i % 64) & 1) && tc_within(&one, &boxes[i], 6000))
            assert_int_equal(out[k++], i);
    assert_int_equal(k, n);
    assert_in_range(n, 5, 95);
}

/* The far corners of the allowed range: nothing may overflow (run under UBSan). */
static void extremes_do_not_overflow(void **state)
{
    (void)state;
    int32_t big_size = 1 << 20;
    struct tc_box a, b;
    tc_box_segment(&a, (struct tc_pt){ -big_size, -big_size },
                   (struct tc_pt){ -big_size, big_size });
    tc_box_segment(&b, (struct tc_pt){ big_size, -big_size },
                   (struct tc_pt){ big_size, big_size });
    assert_true(tc_within(&a, &b, 2 * big_size));
    assert_false(tc_within(&a, &b, 2 * big_size - 1));
    assert_int_equal(tc_gap_floor(tc_gap_of(&a, &b)), 2 * big_size);
    for (int i = 0; i < 2000; i++) {
        a = any_box(700000);
        b = any_box(700000);
        assert_true(tc_within(&a, &b, 4000000));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_are_rounded_to_nearest),
        cmocka_unit_test(steps_round_ties_away_from_zero),
        cmocka_unit_test(bearings_are_nearest_brads),
        cmocka_unit_test(turns_take_the_short_way),
        cmocka_unit_test(square_roots_round_down),
        cmocka_unit_test(corners_by_hand),
        cmocka_unit_test(corners_turn_exactly_by_quarters),
        cmocka_unit_test(bounding_circle_holds_the_corners),
        cmocka_unit_test(shifted_box_is_the_box_made_there),
        cmocka_unit_test(hung_rectangles_have_the_corner_there),
        cmocka_unit_test(frame_and_place_are_inverse),
        cmocka_unit_test(files_divide_the_front),
        cmocka_unit_test(zones),
        cmocka_unit_test(directly_behind),
        cmocka_unit_test(contains_is_closed_or_open),
        cmocka_unit_test(gap_equals_slow_gap),
        cmocka_unit_test(gap_is_the_same_from_both_sides_and_anywhere),
        cmocka_unit_test(within_by_hand),
        cmocka_unit_test(flat_boxes_have_distances),
        cmocka_unit_test(segments_and_fronts),
        cmocka_unit_test(touching_is_no_overlap),
        cmocka_unit_test(overlap_equals_common_inside),
        cmocka_unit_test(nearest_points),
        cmocka_unit_test(collecting_skips_and_keeps_order),
        cmocka_unit_test(extremes_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
