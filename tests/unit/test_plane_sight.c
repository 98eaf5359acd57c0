/* tests/unit/test_plane_sight.c - arcs, fans, rays, lines of sight. */
#include "plane_support.h"

#include "board/sight.h"

#define AT(x, y) ((struct tc_pt){ (x), (y) })

static struct tc_box dot_at(int32_t x, int32_t y)
{
    struct tc_box b;
    tc_box_point(&b, AT(x, y));
    return b;
}

/* Does some grid point of the box satisfy the test? */
static bool some_point(const struct tc_box *t,
                       bool (*is_in)(const struct tc_box *, struct tc_pt, int32_t),
                       const struct tc_box *b, int32_t arg)
{
    for (int32_t x = t->min_x; x <= t->max_x; x++)
        for (int32_t y = t->min_y; y <= t->max_y; y++)
            if (tc_box_has(t, AT(x, y)) && is_in(b, AT(x, y), arg))
                return true;
    return false;
}

static bool in_front(const struct tc_box *b, struct tc_pt p, int32_t unused)
{
    (void)unused;
    return tc_forward(b, p) > 0;
}

/* In the cone, by bearings from the front corners. */
static bool in_cone(const struct tc_box *b, struct tc_pt p, int32_t half)
{
    return tc_forward(b, p) > 0 &&
           tc_turn((uint16_t)(b->facing - half), tc_bearing(b->c[TC_FL], p)) >= 0 &&
           tc_turn((uint16_t)(b->facing + half), tc_bearing(b->c[TC_FR], p)) <= 0;
}

static bool in_fan(const struct tc_box *b, struct tc_pt p, int32_t arg)
{
    struct tc_uv at = tc_frame(b, p);
    int32_t depth = arg >> 1, slope = arg & 1;
    return at.v >= 0 && at.v <= depth && 2 * at.u <= b->w + 2 * slope * at.v &&
           -2 * at.u <= b->w + 2 * slope * at.v;
}

/* N-GEO-16a */
static void front_arcs(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at(AT(0, 0), 0, 4000, 1000));
    struct tc_box t = boxed(tc_rect_at(AT(9000, 0), 0, 1000, 500));
    assert_false(tc_arc_front(&b, &t)); /* on the line is not forward of it */
    tc_box_shift(&t, 0, 1);
    assert_true(tc_arc_front(&b, &t));
    int yes = 0;
    for (int i = 0; i < 2000; i++) {
        b = any_box(40);
        t = any_box(40);
        assert_int_equal(tc_arc_front(&b, &t), some_point(&t, in_front, &b, 0));
        yes += tc_arc_front(&b, &t);
    }
    assert_in_range(yes, 300, 1700);
}

/* N-GEO-16b, P-GEO-15 */
static void cones_by_hand(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at(AT(0, 0), 0, 2000, 1000));
    struct tc_box p = dot_at(1000 + 5000, 5000);
    assert_true(tc_arc_cone(&b, &p, 8192)); /* on the ray at 45 degrees */
    p = dot_at(1000 + 5001, 5000);
    assert_false(tc_arc_cone(&b, &p, 8192));
    p = dot_at(-1000 - 5001, 5000);
    assert_false(tc_arc_cone(&b, &p, 8192));
    p = dot_at(1000 + 4142, 10000); /* tan 22.5 = 0.41421 */
    assert_true(tc_arc_cone(&b, &p, 4096));
    p = dot_at(1000 + 4143, 10000);
    assert_false(tc_arc_cone(&b, &p, 4096));
    p = dot_at(0, 0);
    assert_false(tc_arc_cone(&b, &p, 4096));
    /* A long target that spans the cone with no corner in it. */
    struct tc_box t = boxed(tc_rect_at(AT(0, 3000), 0, 60000, 500));
    assert_true(tc_arc_cone(&b, &t, 4096));
    assert_true(tc_arc_cone(&b, &t, 0));
    t = boxed(tc_rect_at(AT(0, 0), 0, 60000, 500));
    assert_false(tc_arc_cone(&b, &t, 4096)); /* flush with the front edge */
    /* A target that surrounds the gun. */
    t = boxed(tc_rect_at(AT(0, 3000), 0, 60000, 9000));
    assert_true(tc_arc_cone(&b, &t, 4096));
}

static void cones_equal_points(void **state)
{
    (void)state;
    int yes = 0, no = 0;
    for (int i = 0; i < 3000; i++) {
        struct tc_box b = any_box(60), t = any_box(60);
        int32_t half = between(0, 16383);
        bool got = tc_arc_cone(&b, &t, half);
        if (some_point(&t, in_cone, &b, half - 30 > 0 ? half - 30 : 0) && half > 30)
            assert_true(got);
        /* A grown target misses the cone wherever no grid point is near it. */
        struct tc_rect more = tc_rect_about(t.centre, t.facing, t.w + 6, t.d + 6);
        struct tc_box grown = boxed(more);
        if (half < 16000 && !some_point(&grown, in_cone, &b, half + 30)) {
            assert_false(got);
            no++;
        }
        yes += got;
    }
    assert_in_range(yes, 300, 2700);
    assert_in_range(no, 300, 2700);
}

/* N-GEO-16c: outside a square each point is seen by one side, two on the diagonals. */
static void square_sides(void **state)
{
    (void)state;
    struct tc_rect sq = tc_rect_at(AT(0, 500), 0, 1000, 1000);
    struct tc_box p = dot_at(100, 3000);
    const struct tc_pt by_side[4] = {
        { 100, 3000 }, { 3000, 100 }, { 100, -3000 }, { -3000, 100 }
    };
    for (int at = 0; at < 4; at++)
        for (int side = 0; side < 4; side++) {
            p = dot_at(by_side[at].x, by_side[at].y);
            assert_int_equal(tc_arc_side(&sq, side, &p), at == side);
        }
    p = dot_at(2000, 2000);
    assert_true(tc_arc_side(&sq, 0, &p) && tc_arc_side(&sq, 1, &p));
    assert_false(tc_arc_side(&sq, 2, &p) || tc_arc_side(&sq, 3, &p));
}

/* M-GEO-20 */
static void wedges(void **state)
{
    (void)state;
    assert_true(tc_in_wedge(AT(0, 0), 0, 8192, AT(70, 70)));
    assert_false(tc_in_wedge(AT(0, 0), 0, 8192, AT(71, 70)));
    assert_true(tc_in_wedge(AT(0, 0), 0, 16384, AT(71, 0)));
    assert_false(tc_in_wedge(AT(0, 0), 0, 16384, AT(71, -1)));
    assert_true(tc_in_wedge(AT(0, 0), 0, 24576, AT(70, -70)));
    assert_false(tc_in_wedge(AT(0, 0), 0, 24576, AT(70, -71)));
    assert_true(tc_in_wedge(AT(0, 0), 0, 32768, AT(0, -71)));
    int yes = 0;
    for (int i = 0; i < 20000; i++) {
        struct tc_pt o = any_point(9000), p = any_point(9000);
        uint16_t h = (uint16_t)rnd();
        int32_t half = between(0, 32768), off = tc_apart(h, tc_bearing(o, p));
        if (off < half)
            assert_true(tc_in_wedge(o, h, half, p));
        if (off > half)
            assert_false(tc_in_wedge(o, h, half, p));
        yes += off < half;
    }
    assert_in_range(yes, 5000, 15000);
}

/* M-GEO-16, M-GEO-19c */
static void fans(void **state)
{
    (void)state;
    struct tc_box line = boxed(tc_rect_at(AT(0, 1000), TC_HALF, 3000, 1000));
    int count6 = 0, count8 = 0, strip8 = 0;
    for (int i = 0; i < 8; i++) {
        struct tc_box six = boxed(tc_rect_at(AT(-2500 + 1000 * i, 0), 0, 1000, 1000));
        struct tc_box eight = boxed(tc_rect_at(AT(-3500 + 1000 * i, 0), 0, 1000, 1000));
        count6 += i < 6 && tc_in_fan(&six, 1, 1000, &line);
        count8 += tc_in_fan(&eight, 1, 1000, &line);
        strip8 += tc_in_fan(&eight, 0, 1000, &line);
    }
    assert_int_equal(count6, 6);
    assert_int_equal(count8, 6);
    assert_int_equal(strip8, 4); /* half a base is straight ahead at each end */
    struct tc_box b = boxed(tc_rect_at(AT(0, 0), 0, 1000, 1000));
    assert_false(tc_in_fan(&b, 1, 999, &line));
    int yes = 0;
    for (int i = 0; i < 3000; i++) {
        b = any_box(60);
        struct tc_box t = any_box(60);
        int32_t slope = i % 2, depth = between(0, 60);
        bool got = tc_in_fan(&b, slope, depth, &t);
        if (depth > 2 && b.w > 4) { /* points surely inside: a narrower, shorter fan */
            struct tc_rect less = tc_rect_at(b.anchor, b.facing, b.w - 4, b.d);
            struct tc_box small = boxed(less);
            if (some_point(&t, in_fan, &small, (depth - 1) << 1 | slope) &&
                !some_point(&t, in_fan, &small, slope))
                assert_true(got);
        }
        struct tc_rect more = tc_rect_about(t.centre, t.facing, t.w + 6, t.d + 6);
        struct tc_box grown = boxed(more);
        if (!some_point(&grown, in_fan, &b, depth << 1 | slope) && depth > 4 && b.w > 8)
            assert_false(got);
        yes += got;
    }
    assert_in_range(yes, 200, 2800);
    /* Flat targets: past the corner of the strip, and through it. */
    b = boxed(tc_rect_at(AT(0, 0), 0, 20, 20));
    struct tc_box wall;
    tc_box_segment(&wall, AT(6, 16), AT(16, 6));
    assert_false(tc_in_fan(&b, 0, 10, &wall));
    tc_box_segment(&wall, AT(6, 13), AT(13, 6));
    assert_true(tc_in_fan(&b, 0, 10, &wall));
    /* The whole fan inside the target. */
    struct tc_box around = boxed(tc_rect_at(AT(0, 9000), 0, 90000, 90000));
    b = boxed(tc_rect_at(AT(0, 0), 300, 1000, 1000));
    assert_true(tc_in_fan(&b, 1, 1000, &around));
}

/* N-GEO-17 */
static void rays_and_files(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at(AT(0, 0), 0, 3000, 1000));
    struct tc_box t = boxed(tc_rect_at(AT(750, 6000), TC_HALF, 1000, 500));
    /* Files stand at -1250, -750 ... 1250; the target spans 250..1250, edges included. */
    assert_int_equal(tc_files_ahead(&b, 6, &t, 6000), 0x38);
    assert_int_equal(tc_files_ahead(&b, 6, &t, 5999), 0);
    tc_box_shift(&t, 1, 0);
    assert_int_equal(tc_files_ahead(&b, 6, &t, 9000), 0x30);
    assert_true(tc_ray_meets(AT(1000, 0), 0, 7000, &t));
    assert_false(tc_ray_meets(AT(1000, 0), TC_HALF, 7000, &t));
    assert_true(tc_ray_meets(AT(1000, 6200), TC_HALF, 0, &t)); /* from inside */
    assert_false(tc_ray_meets(AT(1000, 6600), 0, 50, &t));     /* from beyond */
    int yes = 0;
    for (int i = 0; i < 10000; i++) {
        struct tc_pt p = any_point(9000);
        t = any_box(9000);
        uint16_t h = (uint16_t)rnd();
        int32_t range = between(0, 12000);
        bool got = tc_ray_meets(p, h, range, &t);
        struct tc_pt end = tc_step(p, h, range);
        if (tc_segment_within(&t, p, end, 0) != got) { /* only by rounding of the end */
            assert_true(tc_segment_within(&t, p, end, 1));
            struct tc_rect less =
                tc_rect_about(t.centre, t.facing, t.w > 4 ? t.w - 4 : 0, t.d > 4 ? t.d - 4 : 0);
            struct tc_box small = boxed(less);
            assert_false(tc_segment_within(&small, p, end, 0));
        }
        yes += got;
    }
    assert_in_range(yes, 500, 9500);
}

/* --- sight --- */

static void segments_cut_boxes(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at(AT(0, 0), 0, 20, 20)); /* -10..10, -20..0 */
    assert_true(tc_box_cut(&b, AT(-15, -5), AT(15, -5)));
    assert_false(tc_box_cut(&b, AT(-15, 0), AT(15, 0)));   /* along the edge */
    assert_true(tc_box_cut(&b, AT(-20, 10), AT(20, -30))); /* through two corners */
    assert_false(tc_box_cut(&b, AT(-20, 10), AT(-10, 0))); /* up to a corner */
    assert_false(tc_box_cut(&b, AT(0, 10), AT(20, -10)));  /* past a corner */
    assert_true(tc_box_cut(&b, AT(-1, -5), AT(1, -5)));    /* wholly inside */
    assert_true(tc_box_cut(&b, AT(1, -5), AT(1, -5)));
    assert_int_equal(tc_box_cut_length(&b, AT(-15, -5), AT(15, -5)), 20);
    assert_int_equal(tc_box_cut_length(&b, AT(-15, -5), AT(3, -5)), 13);
    assert_int_equal(tc_box_cut_length(&b, AT(-15, 0), AT(15, 0)), 0);
    assert_int_equal(tc_box_cut_length(&b, AT(-20, 10), AT(20, -30)), 28);
    int cut = 0;
    for (int i = 0; i < 20000; i++) { /* against the polygon of the same corners */
        b = any_box(i % 2 ? 12 : 9000);
        struct tc_pt p = any_point(i % 2 ? 15 : 9000), q = any_point(i % 2 ? 15 : 9000);
        struct tc_shape s;
        if (i % 3 == 0)
            p = b.c[i % 4];
        if (i % 9 == 0)
            q = b.c[(i + 1 + i / 9 % 2) % 4];
        tc_shape_make(&s, b.c, 4);
        if (slow_cross(b.c[0], b.c[1], b.c[2]) == 0)
            continue;
        bool got = tc_box_cut(&b, p, q);
        assert_int_equal(got, tc_poly_cut(&s, p, q));
        assert_int_equal(got, tc_box_cut(&b, q, p));
        assert_int_equal(tc_box_cut_length(&b, p, q), tc_poly_cut_length(&s, q, p));
        cut += got;
    }
    assert_in_range(cut, 2000, 18000);
}

static void flat_boxes_never_block(void **state)
{
    (void)state;
    struct tc_box s;
    tc_box_segment(&s, AT(-10, 0), AT(10, 0));
    assert_false(tc_box_cut(&s, AT(0, -10), AT(0, 10)));
    assert_int_equal(tc_box_cut_length(&s, AT(0, -10), AT(0, 10)), 0);
}

enum { BOXES = 120, POLYS = 3 };

static struct tc_pt corners[POLYS][4];

static void fill_screen(struct tc_screen *s, struct tc_box *boxes, struct tc_shape *polys,
                        int32_t size)
{
    for (int i = 0; i < BOXES; i++) {
        struct tc_rect r = any_rect(size);
        r.w = 2 * between(250, 2000);
        r.d = between(500, 2000);
        boxes[i] = boxed(r);
    }
    for (int i = 0; i < POLYS; i++) {
        struct tc_box b = any_box(size / 3);
        for (int k = 0; k < 4; k++)
            corners[i][k] = b.c[k];
        tc_shape_make(&polys[i], corners[i], 4);
    }
    *s = (struct tc_screen){ .box = boxes, .poly = polys, .boxes = BOXES, .polys = POLYS };
}

static bool slow_sight(const struct tc_screen *s, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < s->boxes; i++)
        if (!(s->skip_box[i / 64] >> (i % 64) & 1) &&
            (s->slack ? tc_box_cut_length(&s->box[i], p, q) > s->slack
                      : tc_box_cut(&s->box[i], p, q)))
            return false;
    for (int i = 0; i < s->polys; i++)
        if (!(s->skip_poly[0] >> i & 1) &&
            (s->slack ? tc_poly_cut_length(&s->poly[i], p, q) > s->slack
                      : tc_poly_cut(&s->poly[i], p, q)))
            return false;
    return true;
}

static void screens_equal_a_plain_loop(void **state)
{
    (void)state;
    struct tc_box boxes[BOXES];
    struct tc_shape polys[POLYS];
    struct tc_screen s;
    int seen = 0, units = 0;
    for (int i = 0; i < 3000; i++) {
        uint64_t skip[2] = { 0, 0 }, skip_poly = rnd() & rnd();
        if (i % 100 == 0)
            fill_screen(&s, boxes, polys, i < 1500 ? 24000 : 60000);
        struct tc_pt p = any_point(24000), q = any_point(24000);
        int a = between(0, BOXES - 1), b = between(0, BOXES - 1);
        skip[a / 64] |= (uint64_t)1 << (a % 64);
        skip[b / 64] |= (uint64_t)1 << (b % 64);
        s.skip_box = skip;
        s.skip_poly = &skip_poly;
        s.slack = i % 4 ? 0 : 400;
        bool want = slow_sight(&s, p, q);
        assert_int_equal(tc_sight(&s, p, q), want);
        assert_int_equal(tc_sight(&s, q, p), want);
        seen += want;
        struct tc_pt eyes[TC_EYES], marks[TC_MARKS];
        tc_eyes(&boxes[a], eyes);
        tc_marks(&boxes[b], marks);
        bool sees = false;
        for (int k = 0; k < TC_EYES * TC_MARKS; k++)
            sees = sees || slow_sight(&s, eyes[k % TC_EYES], marks[k / TC_EYES]);
        assert_int_equal(tc_box_sees(&s, &boxes[a], &boxes[b]), sees);
        units += sees;
    }
    assert_in_range(seen, 100, 2900);
    assert_in_range(units, 100, 2900);
}

/* N-GEO-19 */
static void eyes_and_marks(void **state)
{
    (void)state;
    struct tc_box b = boxed(tc_rect_at(AT(0, 0), 0, 4000, 1000));
    const struct tc_pt eyes[TC_EYES] = { { 0, 0 }, { -2000, 0 }, { 2000, 0 } };
    const struct tc_pt marks[TC_MARKS] = { { 0, -500 },     { -2000, 0 },     { 2000, 0 },
                                           { 2000, -1000 }, { -2000, -1000 }, { 0, 0 },
                                           { 2000, -500 },  { 0, -1000 },     { -2000, -500 } };
    struct tc_pt e[TC_EYES], m[TC_MARKS];
    tc_eyes(&b, e);
    tc_marks(&b, m);
    assert_memory_equal(e, eyes, sizeof eyes);
    assert_memory_equal(m, marks, sizeof marks);
    /* A friend right before the front hides all; shifted aside, a corner sees. */
    struct tc_box t = boxed(tc_rect_at(AT(0, 9000), TC_HALF, 4000, 1000));
    struct tc_box wall = boxed(tc_rect_at(AT(0, 2000), 0, 9000, 500));
    struct tc_screen s = { .box = &wall, .boxes = 1 };
    assert_false(tc_box_sees(&s, &b, &t));
    assert_int_equal(tc_sight_blocker(&s, AT(0, 0), AT(0, 9000)), 0);
    tc_box_shift(&wall, 2500, 0); /* now from x = -2000 on: FL sees along its edge */
    assert_true(tc_box_sees(&s, &b, &t));
    tc_box_shift(&wall, -1, 0);
    assert_false(tc_box_sees(&s, &b, &t));
    uint64_t skip = 1;
    s.skip_box = &skip;
    assert_true(tc_box_sees(&s, &b, &t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(front_arcs),
        cmocka_unit_test(cones_by_hand),
        cmocka_unit_test(cones_equal_points),
        cmocka_unit_test(square_sides),
        cmocka_unit_test(wedges),
        cmocka_unit_test(fans),
        cmocka_unit_test(rays_and_files),
        cmocka_unit_test(segments_cut_boxes),
        cmocka_unit_test(flat_boxes_never_block),
        cmocka_unit_test(screens_equal_a_plain_loop),
        cmocka_unit_test(eyes_and_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
