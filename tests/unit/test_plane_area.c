/* tests/unit/test_plane_area.c - polygons and polylines. */
#include "plane_support.h"

#include "board/area.h"
#include "board/sweep.h"

#define AT(x, y) ((struct tc_pt){ (x), (y) })
#define COUNT(a) ((int32_t)(sizeof(a) / sizeof *(a)))

static struct tc_shape shape(const struct tc_pt *v, int32_t n)
{
    struct tc_shape s;
    tc_shape_make(&s, v, n);
    return s;
}

/* A random star-shaped, hence simple, polygon about the origin with spokes of 3 to 12. */
static struct tc_shape any_star(struct tc_pt *v, int32_t size)
{
    int32_t n = between(3, 12);
    for (int32_t i = 0; i < n; i++)
        v[i] = tc_step(AT(0, 0), (uint16_t)(i * 65536 / n), between(size / 4, size));
    if (rnd() % 2) /* either order */
        for (int32_t i = 0; i < n / 2; i++) {
            struct tc_pt t = v[i];
            v[i] = v[n - 1 - i];
            v[n - 1 - i] = t;
        }
    return shape(v, n);
}

/* An L of six corners, used in the hand cases. */
static const struct tc_pt ell[] = { { 0, 0 },   { 0, 40 },  { 20, 40 },
                                    { 20, 20 }, { 40, 20 }, { 40, 0 } };

static bool slow_on(struct tc_pt a, struct tc_pt b, struct tc_pt p)
{
    struct ratio r = slow_point_segment(p, a, b);
    return r.n == 0;
}

/* Winding number by quadrant-free angle signs: sum over edges crossing the level of p. */
static enum tc_side slow_side(const struct tc_shape *s, struct tc_pt p)
{
    int winding = 0;
    for (int32_t i = 0; i < s->n; i++) {
        struct tc_pt a = s->v[i], b = s->v[(i + 1) % s->n];
        if (slow_on(a, b, p))
            return TC_ON_EDGE;
        if (a.x <= p.x && b.x > p.x && slow_cross(a, b, p) < 0)
            winding++;
        if (a.x > p.x && b.x <= p.x && slow_cross(a, b, p) > 0)
            winding--;
    }
    return winding ? TC_INSIDE : TC_OUTSIDE;
}

static void points_in_polygons(void **state)
{
    (void)state;
    struct tc_shape l = shape(ell, COUNT(ell));
    assert_int_equal(tc_poly_side(&l, AT(10, 30)), TC_INSIDE);
    assert_int_equal(tc_poly_side(&l, AT(30, 30)), TC_OUTSIDE);
    assert_int_equal(tc_poly_side(&l, AT(20, 20)), TC_ON_EDGE);
    assert_int_equal(tc_poly_side(&l, AT(20, 30)), TC_ON_EDGE);
    assert_int_equal(tc_poly_side(&l, AT(10, 20)), TC_INSIDE); /* level with a corner */
    assert_int_equal(tc_poly_side(&l, AT(-1, 20)), TC_OUTSIDE);
    assert_true(tc_poly_has(&l, AT(40, 0)));
    int count[3] = { 0, 0, 0 };
    for (int i = 0; i < 30000; i++) {
        struct tc_pt v[TC_SHAPE_MAX];
        struct tc_shape s = any_star(v, 12);
        struct tc_pt p = any_point(11);
        enum tc_side side = tc_poly_side(&s, p);
        assert_int_equal(side, slow_side(&s, p));
        count[side]++;
    }
    assert_true(count[0] > 1000 && count[1] > 500 && count[2] > 1000);
}

/* Fine sampling of p-q: the points (p*(n-k) + q*k)/n of a shape blown up n times. */
static bool slow_cut(const struct tc_shape *s, struct tc_pt p, struct tc_pt q)
{
    const int32_t n = 840;
    struct tc_pt v[TC_SHAPE_MAX];
    for (int32_t i = 0; i < s->n; i++)
        v[i] = AT(s->v[i].x * n, s->v[i].y * n);
    struct tc_shape big_shape = shape(v, s->n);
    for (int32_t k = 0; k <= n; k++) {
        struct tc_pt at = AT(p.x * (n - k) + q.x * k, p.y * (n - k) + q.y * k);
        if (slow_side(&big_shape, at) == TC_INSIDE)
            return true;
    }
    return false;
}

static void segments_cut_polygons(void **state)
{
    (void)state;
    struct tc_shape l = shape(ell, COUNT(ell));
    assert_true(tc_poly_cut(&l, AT(-5, 10), AT(50, 10)));
    assert_false(tc_poly_cut(&l, AT(-5, 0), AT(50, 0)));   /* along an edge */
    assert_false(tc_poly_cut(&l, AT(20, 40), AT(40, 20))); /* corner to corner, outside */
    assert_true(tc_poly_cut(&l, AT(0, 0), AT(20, 20)));    /* corner to corner, inside */
    assert_true(tc_poly_cut(&l, AT(-5, 20), AT(45, 20)));  /* inside, then along an edge */
    assert_false(tc_poly_cut(&l, AT(20, 20), AT(45, 20)));
    assert_false(tc_poly_cut(&l, AT(20, 20), AT(50, 50)));
    assert_true(tc_poly_cut(&l, AT(5, 5), AT(6, 5))); /* wholly inside */
    assert_true(tc_poly_cut(&l, AT(5, 5), AT(5, 5)));
    assert_false(tc_poly_cut(&l, AT(0, 5), AT(0, 5)));
    assert_false(tc_poly_cut(&l, AT(-5, 5), AT(0, 5))); /* ends on the edge */
    assert_int_equal(tc_poly_cut_length(&l, AT(-5, 10), AT(50, 10)), 40);
    assert_int_equal(tc_poly_cut_length(&l, AT(-5, 20), AT(45, 20)), 20);
    assert_int_equal(tc_poly_cut_length(&l, AT(-5, 30), AT(10, 30)), 10);
    assert_int_equal(tc_poly_cut_length(&l, AT(0, 0), AT(50, 0)), 0);
    int cuts = 0, n = 4000;
    for (int i = 0; i < n; i++) {
        struct tc_pt v[TC_SHAPE_MAX];
        struct tc_shape s = any_star(v, 7);
        struct tc_pt p = any_point(8), q = any_point(8);
        bool cut = tc_poly_cut(&s, p, q), slow = slow_cut(&s, p, q);
        assert_int_equal(cut, tc_poly_cut(&s, q, p));
        assert_int_equal(tc_poly_cut_length(&s, p, q), tc_poly_cut_length(&s, q, p));
        assert_int_equal(cut, slow); /* pieces here are longer than 1/840 of p-q */
        cuts += cut;
    }
    assert_in_range(cuts, 400, n - 400);
}

static void lengths_add_up(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        struct tc_pt v[TC_SHAPE_MAX];
        struct tc_shape s = any_star(v, 9000);
        struct tc_pt p = any_point(10000), q = any_point(10000);
        int in = 0;
        for (int k = 0; k < 2000; k++) {
            struct tc_pt at = AT((int32_t)(p.x + (int64_t)(q.x - p.x) * k / 2000),
                                 (int32_t)(p.y + (int64_t)(q.y - p.y) * k / 2000));
            in += slow_side(&s, at) == TC_INSIDE;
        }
        int32_t want = (int32_t)((int64_t)tc_dist(p, q) * in / 2000);
        int32_t got = tc_poly_cut_length(&s, p, q), slack = tc_dist(p, q) / 200 + 5;
        assert_true(got >= want - slack && got <= want + slack);
    }
}

static void edges_are_touched(void **state)
{
    (void)state;
    struct tc_shape l = shape(ell, COUNT(ell));
    assert_false(tc_poly_edge_crossed(&l, AT(5, 5), AT(6, 30)));
    assert_true(tc_poly_edge_crossed(&l, AT(5, 5), AT(30, 30)));
    assert_true(tc_poly_edge_crossed(&l, AT(20, 20), AT(30, 30)));
    assert_true(tc_poly_edge_near(&l, AT(23, 24), 3));
    assert_false(tc_poly_edge_near(&l, AT(24, 24), 3));
    assert_true(tc_poly_edge_near(&l, AT(7, 30), 7)); /* from inside */
    assert_false(tc_poly_edge_near(&l, AT(7, 30), 6));
    assert_true(tc_line_crossed(&l, AT(-5, 5), AT(5, 5)));
    assert_true(tc_poly_edge_crossed(&l, AT(5, -5), AT(5, 5)));
    assert_false(tc_line_crossed(&l, AT(5, -5), AT(5, 5))); /* a line is not closed */
    assert_true(tc_line_near(&l, AT(43, 10), 3));
    assert_false(tc_line_near(&l, AT(20, -3), 3));
    assert_true(tc_poly_edge_near(&l, AT(20, -3), 3));
    assert_int_equal(tc_line_nearest(&l, AT(31, 24)), 3);
    assert_int_equal(tc_line_nearest(&l, AT(22, 30)), 2);
}

/* What is aside is not near; and of points far off most are found to be aside. */
static void lines_far_aside(void **state)
{
    (void)state;
    int aside = 0;
    for (int i = 0; i < 4000; i++) {
        struct tc_pt v[TC_SHAPE_MAX];
        struct tc_shape s = any_star(v, 20);
        struct tc_box b = any_box(60);
        if (!tc_line_aside(&s, b.anchor, 8))
            continue;
        aside++;
        assert_false(tc_line_near(&s, b.anchor, 8));
    }
    assert_in_range(aside, 400, 3600);
    struct tc_shape l = shape(ell, COUNT(ell));
    assert_true(tc_line_aside(&l, AT(44, 10), 3));
    assert_false(tc_line_aside(&l, AT(43, 10), 3));
}

static void boxes_meet_polygons(void **state)
{
    (void)state;
    int met = 0;
    for (int i = 0; i < 4000; i++) {
        struct tc_pt v[TC_SHAPE_MAX];
        struct tc_shape s = any_star(v, 20);
        struct tc_box b = any_box(30);
        bool common = false;
        for (int32_t x = b.min_x; x <= b.max_x; x++)
            for (int32_t y = b.min_y; y <= b.max_y; y++)
                common = common ||
                         (tc_box_has(&b, AT(x, y)) && slow_side(&s, AT(x, y)) != TC_OUTSIDE);
        if (common)
            assert_true(tc_poly_meets(&s, &b));
        if (tc_poly_meets(&s, &b))
            assert_true(tc_poly_within(&s, &b, 0));
        bool near = tc_poly_has(&s, b.c[2]);
        for (int32_t k = 0; k < s.n; k++)
            near = near || tc_segment_within(&b, s.v[k], s.v[(k + 1) % s.n], 5);
        assert_int_equal(tc_poly_within(&s, &b, 5), near);
        met += common;
    }
    assert_in_range(met, 500, 3500);
    struct tc_shape l = shape(ell, COUNT(ell));
    struct tc_box b = boxed(tc_rect_at(AT(30, 30), 0, 4, 4));
    assert_false(tc_poly_meets(&l, &b)); /* in the notch */
    assert_true(tc_poly_within(&l, &b, 6));
    assert_false(tc_poly_within(&l, &b, 5));
    b = boxed(tc_rect_at(AT(10, 15), 0, 4, 4));
    assert_true(tc_poly_meets(&l, &b)); /* wholly inside */
    b = boxed(tc_rect_at(AT(10, 115), 0, 400, 400));
    assert_true(tc_poly_meets(&l, &b)); /* wholly around */
}

static void points_march_over_edges(void **state)
{
    (void)state;
    int crossed = 0;
    for (int i = 0; i < 3000; i++) {
        struct tc_pt v[TC_SHAPE_MAX];
        int32_t size = i % 2 ? 30 : 300;
        struct tc_shape s = any_star(v, size);
        struct tc_pt p = any_point(size);
        uint16_t heading = (uint16_t)rnd();
        if (i % 5 == 0) /* along an edge */
            heading = tc_bearing(v[0], v[1]);
        if (i % 10 == 0)
            p = v[0];
        int32_t want = -1, line = -1;
        for (int32_t d = 1; d <= 2 * size; d++) {
            struct tc_pt from = tc_step(p, heading, d - 1), at = tc_step(p, heading, d);
            if (want < 0 && tc_poly_has(&s, at) != tc_poly_has(&s, p))
                want = d;
            for (int32_t k = 0; k + 1 < s.n && line < 0; k++) {
                bool starts = slow_on(v[k], v[k + 1], from);
                bool ends = slow_on(v[k], v[k + 1], at);
                bool moved = from.x != at.x || from.y != at.y;
                bool through = slow_crossing(from, at, v[k], v[k + 1]) ||
                               slow_on(from, at, v[k]) || slow_on(from, at, v[k + 1]);
                if (moved && (ends || (through && !starts)))
                    line = d;
            }
        }
        assert_int_equal(tc_poly_march(&s, p, heading, 2 * size), want);
        assert_int_equal(tc_line_march(&s, p, heading, 2 * size), line);
        crossed += want > 0;
    }
    assert_in_range(crossed, 1000, 2990);
}

/* N-GEO-24 on long ways, by hand. */
static void long_marches_by_hand(void **state)
{
    (void)state;
    const struct tc_pt wood[] = {
        { 0, 10000 }, { 9000, 10000 }, { 9000, 15000 }, { 0, 15000 }
    };
    struct tc_shape s = shape(wood, 4);
    assert_int_equal(tc_poly_march(&s, AT(500, 0), 0, 36000), 10000); /* edge is inside */
    assert_int_equal(tc_poly_march(&s, AT(500, 10000), 0, 36000), 5001);
    assert_int_equal(tc_poly_march(&s, AT(500, 0), 0, 9999), -1);
    assert_int_equal(tc_poly_march(&s, AT(500, 0), TC_QUARTER, 36000), -1);
    struct tc_shape hedge = shape(wood, 2);
    assert_int_equal(tc_line_march(&hedge, AT(500, 0), 0, 36000), 10000);
    assert_int_equal(tc_line_march(&hedge, AT(500, 10000), 0, 36000), -1);
    assert_int_equal(tc_line_march(&hedge, AT(500, 10000), TC_QUARTER, 36000), 1);
}

static void boxes_march_to_terrain(void **state)
{
    (void)state;
    int reached = 0;
    for (int i = 0; i < 1500; i++) {
        struct tc_pt v[TC_SHAPE_MAX];
        struct tc_shape s = any_star(v, 60);
        struct tc_rect r = any_rect(60);
        struct tc_pt out = tc_step(AT(0, 0), (uint16_t)rnd(), between(40, 200));
        r.x += out.x;
        r.y += out.y;
        struct tc_box a = boxed(r);
        uint16_t heading = (uint16_t)(tc_bearing(out, AT(0, 0)) + between(-3000, 3000));
        int32_t gap = between(0, 20), poly = -1, line = -1;
        for (int32_t d = 0; d <= 200; d++) {
            struct tc_box at = boxed(tc_move(r, heading, d));
            poly = poly < 0 && tc_poly_within(&s, &at, gap) ? d : poly;
            line = line < 0 && tc_line_within(&s, &at, gap) ? d : line;
        }
        assert_int_equal(tc_poly_reach(&s, &a, heading, 200, gap), poly);
        assert_int_equal(tc_line_reach(&s, &a, heading, 200, gap), line);
        int32_t w = r.w > 6 ? r.w - 6 : 0, deep = r.d > 6 ? r.d - 6 : 0;
        struct tc_box less = boxed(tc_rect_about(a.centre, r.facing, w, deep));
        if (r.w > 6 && r.d > 6 && tc_poly_reach(&s, &less, heading, 200, 0) >= 0)
            assert_true(tc_poly_swept(&s, &a, heading, 200));
        if (r.w > 6 && r.d > 6 && tc_line_reach(&s, &less, heading, 200, 0) >= 0)
            assert_true(tc_line_swept(&s, &a, heading, 200));
        if (tc_poly_reach(&s, &a, heading, 200, 2) < 0)
            assert_false(tc_poly_swept(&s, &a, heading, 200));
        if (tc_line_reach(&s, &a, heading, 200, 2) < 0)
            assert_false(tc_line_swept(&s, &a, heading, 200));
        reached += poly > 0;
    }
    assert_in_range(reached, 200, 1490);
    const struct tc_pt hedge[] = { { -50, 10 }, { 50, 10 } };
    struct tc_shape h = shape(hedge, 2);
    struct tc_box a = boxed(tc_rect_at(AT(0, 0), 0, 20, 10));
    assert_true(tc_line_swept(&h, &a, 0, 10));
    assert_false(tc_line_swept(&h, &a, 0, 9));
    assert_true(tc_line_swept(&h, &a, 0, 500)); /* passed over */
}

/* N-GEO-25, M-GEO-52 */
static void lines_before_a_front(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at(AT(0, 0), 0, 4000, 1000)), front;
    const struct tc_pt wall[] = { { -9000, 400 }, { -1000, 400 }, { 500, 400 }, { 500, 4000 } };
    struct tc_shape w = shape(wall, 4);
    tc_box_front(&front, &b);
    assert_true(tc_line_within(&w, &front, 400));
    assert_false(tc_line_within(&w, &front, 399));
    const struct tc_pt behind[] = { { -9000, -1400 }, { 9000, -1400 } };
    struct tc_shape rear = shape(behind, 2);
    assert_true(tc_line_within(&rear, &b, 400));
    assert_false(tc_line_within(&rear, &front, 1399));
    assert_int_equal(tc_line_cover(&w, &b, 500), 2500);
    assert_int_equal(tc_line_cover(&w, &b, 399), 0);
    assert_int_equal(tc_line_cover(&rear, &b, 500), 0);
    const struct tc_pt slant[] = { { -2000, -1000 }, { 2000, 1000 }, { 0, 300 }, { 900, 300 } };
    struct tc_shape sl = shape(slant, 4); /* 0..1000 by the slant, the rest twice */
    assert_int_equal(tc_line_cover(&sl, &b, 500), 1000);
    b = boxed(tc_rect_at(AT(0, 0), TC_QUARTER, 4000, 1000));
    const struct tc_pt east[] = { { 300, -500 }, { 300, 9000 } };
    struct tc_shape e = shape(east, 2);
    assert_int_equal(tc_line_cover(&e, &b, 500), 2500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_in_polygons),   cmocka_unit_test(segments_cut_polygons),
        cmocka_unit_test(lengths_add_up),       cmocka_unit_test(edges_are_touched),
        cmocka_unit_test(boxes_meet_polygons),  cmocka_unit_test(points_march_over_edges),
        cmocka_unit_test(long_marches_by_hand), cmocka_unit_test(boxes_march_to_terrain),
        cmocka_unit_test(lines_before_a_front), cmocka_unit_test(lines_far_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
