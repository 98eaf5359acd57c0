/* tests/unit/test_plane_sweep.c - marches and wheels against other pieces. */
#include "plane_support.h"

#include "board/sweep.h"

#define AT(x, y) ((struct tc_pt){ (x), (y) })

static struct tc_box after(struct tc_rect r, uint16_t heading, int32_t s)
{
    return boxed(tc_move(r, heading, s));
}

static int32_t slow_first(struct tc_rect r, uint16_t heading, int32_t max,
                          const struct tc_box *b, int32_t gap, bool strict)
{
    for (int32_t s = 0; s <= max; s++) {
        struct tc_box a = after(r, heading, s);
        if (strict ? tc_nearer(&a, b, gap) : tc_within(&a, b, gap))
            return s;
    }
    return -1;
}

static void compare_with_steps(int rounds, int32_t size, int32_t max, int *hits)
{
    for (int i = 0; i < rounds; i++) {
        struct tc_rect r = any_rect(size);
        struct tc_box a = boxed(r), b = any_box(size);
        uint16_t heading = i % 3 ? r.facing : (uint16_t)rnd();
        if (i % 5 == 0) { /* grazing: b stands along the way */
            struct tc_rect beside = tc_side_step(r, r.w + between(-2, 9));
            b = boxed(tc_march(beside, between(0, max)));
            heading = r.facing;
        }
        if (i % 7 == 0)
            tc_box_segment(&b, b.c[0], b.c[2]);
        int32_t gap = between(0, 3) ? between(0, size) : between(0, 4);
        int32_t want = slow_first(r, heading, max, &b, gap, false);
        assert_int_equal(tc_sweep_reach(&a, heading, max, &b, gap), want);
        int32_t strict = slow_first(r, heading, max, &b, gap, true);
        assert_int_equal(tc_sweep_clear(&a, heading, max, &b, gap),
                         strict < 0 ? max : strict - 1);
        *hits += want > 0;
    }
}

static void sweeps_equal_single_steps(void **state)
{
    (void)state;
    int hits = 0;
    compare_with_steps(6000, 60, 150, &hits);
    compare_with_steps(2000, 600, 700, &hits);
    compare_with_steps(150, 9000, 12000, &hits);
    assert_in_range(hits, 1500, 7000);
}

static void sweeps_by_hand(void **state)
{
    (void)state;
    struct tc_box a = boxed(tc_rect_at(AT(0, 0), 0, 2000, 500));
    struct tc_box b = boxed(tc_rect_at(AT(500, 9000), TC_HALF, 2000, 500));
    assert_int_equal(tc_sweep_clear(&a, 0, 20000, &b, 3000), 6000); /* N-GEO-12 */
    assert_int_equal(tc_sweep_reach(&a, 0, 20000, &b, 3000), 6000);
    assert_int_equal(tc_sweep_reach(&a, 0, 20000, &b, 1), 8999);
    assert_int_equal(tc_sweep_reach(&a, 0, 8998, &b, 1), -1);
    assert_int_equal(tc_sweep_clear(&a, 0, 5000, &b, 3000), 5000);
    assert_int_equal(tc_sweep_clear(&a, 0, 5000, &b, 9001), -1);
    assert_int_equal(tc_sweep_clear(&a, 0, 5000, &b, 9000), 0);
    assert_int_equal(tc_sweep_reach(&a, TC_HALF, 20000, &b, 1), -1);
}

/* Leaders and messengers are points; so may be both parties. */
static void points_sweep_too(void **state)
{
    (void)state;
    int hits = 0;
    for (int i = 0; i < 3000; i++) {
        struct tc_rect r = tc_rect_at(any_point(100), 0, 0, 0);
        struct tc_pt p = any_point(100);
        struct tc_box a = boxed(r), b = any_box(100);
        if (i % 2)
            tc_box_point(&b, p);
        uint16_t heading = (uint16_t)(tc_bearing(a.anchor, p) + between(-900, 900));
        int32_t gap = between(0, 9);
        int32_t want = slow_first(r, heading, 250, &b, gap, false);
        assert_int_equal(tc_sweep_reach(&a, heading, 250, &b, gap), want);
        hits += want > 0;
    }
    assert_in_range(hits, 500, 2900);
    struct tc_box a, b;
    tc_box_point(&a, AT(0, 0));
    tc_box_point(&b, AT(0, 9000));
    assert_int_equal(tc_sweep_reach(&a, 0, 12000, &b, 500), 8500);
}

static void first_of_many(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        struct tc_box boxes[40], a = any_box(2000);
        uint64_t skip = rnd();
        uint16_t heading = (uint16_t)rnd();
        for (int k = 0; k < 40; k++)
            boxes[k] = any_box(20000);
        int32_t want = -1;
        int which = -1, got_which = -1;
        for (int k = 0; k < 40; k++) {
            int32_t s = tc_sweep_reach(&a, heading, 18000, &boxes[k], 1);
            if (!(skip >> k & 1) && s >= 0 && (want < 0 || s < want)) {
                want = s;
                which = k;
            }
        }
        assert_int_equal(tc_sweep_first(&a, heading, 18000, boxes, 40, &skip, 1, &got_which),
                         want);
        assert_int_equal(got_which, which);
    }
}

static void swept_region_by_steps(void **state)
{
    (void)state;
    int met = 0, missed = 0;
    for (int i = 0; i < 3000; i++) {
        struct tc_rect r = any_rect(60);
        struct tc_box a = boxed(r), b = any_box(60);
        uint16_t heading = (uint16_t)rnd();
        int32_t d = between(0, 120), gap = between(0, 40);
        bool overlaps = false, near = false;
        for (int32_t s = 0; s <= d; s++) {
            struct tc_box at = after(r, heading, s);
            overlaps = overlaps || tc_overlap(&at, &b, 2);
            near = near || tc_within(&at, &b, gap);
        }
        if (overlaps) /* places are within 1 mil of the hull of the ends */
            assert_true(tc_sweep_overlap(&a, heading, d, &b, 0));
        if (near)
            assert_true(tc_sweep_within(&a, heading, d, &b, gap + 2));
        bool wide = tc_sweep_within(&a, heading, d, &b, gap);
        if (wide)
            assert_true(tc_sweep_reach(&a, heading, d, &b, gap + 2) >= 0);
        if (!tc_sweep_within(&a, heading, d, &b, 0))
            assert_false(tc_sweep_overlap(&a, heading, d, &b, 0));
        met += overlaps;
        missed += !wide;
    }
    assert_in_range(met, 200, 2800);
    assert_in_range(missed, 200, 2800);
    struct tc_box a = boxed(tc_rect_at(AT(0, 0), 0, 1000, 500));
    struct tc_box b = boxed(tc_rect_at(AT(1000, 4000), 0, 1000, 500)); /* flush passing */
    assert_false(tc_sweep_overlap(&a, 0, 9000, &b, 0));
    tc_box_shift(&b, -3, 0);
    assert_true(tc_sweep_overlap(&a, 0, 9000, &b, 0));
    assert_true(tc_sweep_overlap(&a, 0, 9000, &b, 2));
    assert_false(tc_sweep_overlap(&a, 0, 9000, &b, 3));
    assert_false(tc_sweep_overlap(&a, 0, 3500, &b, 0)); /* only as far as its rear */
    assert_true(tc_sweep_overlap(&a, 0, 3501, &b, 0));
}

/* M-GEO-38 */
static void two_marches_meet(void **state)
{
    (void)state;
    struct tc_box a = boxed(tc_rect_at(AT(0, 0), 0, 2000, 500));
    struct tc_box b = boxed(tc_rect_at(AT(0, 6000), TC_HALF, 2000, 500));
    assert_int_equal(tc_sweep_meet(&a, 0, 6000, &b, TC_HALF, 3000, 0), 4000);
    assert_int_equal(tc_sweep_meet(&a, 0, 2999, &b, TC_HALF, 3000, 0), -1);
    int met = 0;
    for (int i = 0; i < 2000; i++) {
        struct tc_rect ra = any_rect(200), rb = any_rect(200);
        uint16_t ha = (uint16_t)rnd(), hb = (uint16_t)rnd();
        int32_t da = between(0, 400), db = between(1, 400), n = da > db ? da : db;
        int32_t want = -1;
        for (int32_t k = 0; k <= n && want < 0; k++) {
            a = after(ra, ha, da * k / n);
            b = after(rb, hb, db * k / n);
            want = tc_within(&a, &b, 4) ? k : -1;
        }
        a = boxed(ra);
        b = boxed(rb);
        assert_int_equal(tc_sweep_meet(&a, ha, da, &b, hb, db, 4), want);
        met += want > 0;
    }
    assert_in_range(met, 100, 1800);
}

static void wheels_are_sampled(void **state)
{
    (void)state;
    int clear = 0, over = 0;
    for (int i = 0; i < 2000; i++) {
        struct tc_rect r = any_rect(6000);
        struct tc_box b = any_box(6000);
        enum tc_corner k = i % 2 ? TC_FL : TC_FR;
        int32_t t = between(-9000, 9000);
        bool want = true, lap = false;
        for (int32_t at = 256; at < (t < 0 ? -t : t) + 256; at += 256) {
            int32_t u = at < (t < 0 ? -t : t) ? at : (t < 0 ? -t : t);
            struct tc_box a = boxed(tc_wheel(r, k, t < 0 ? -u : u));
            want = want && !tc_nearer(&a, &b, 1000);
            lap = lap || tc_overlap(&a, &b, 4);
        }
        assert_int_equal(tc_wheel_clear(r, k, t, 256, &b, 1000), want);
        assert_int_equal(tc_wheel_overlap(r, k, t, 256, &b, 4), lap);
        clear += want;
        over += lap;
    }
    assert_in_range(clear, 200, 1800);
    assert_in_range(over, 100, 1800);
}

static void table_edges(void **state)
{
    (void)state;
    const struct tc_table t = { 3000, 2000 };
    int inside = 0, entered = 0;
    for (int i = 0; i < 4000; i++) {
        struct tc_rect r = any_rect(900);
        r.x += 1500;
        r.y += 1000;
        struct tc_box a = boxed(r);
        uint16_t heading = (uint16_t)rnd();
        int32_t far = -1, enter = -1, off = -1;
        bool so_far = true;
        for (int32_t s = 0; s <= 2500; s++) {
            struct tc_box at = after(r, heading, s);
            so_far = so_far && tc_on_table(&at, t);
            far = so_far ? s : far;
            enter = enter < 0 && tc_on_table(&at, t) ? s : enter;
            off = off < 0 && !tc_point_on_table(at.anchor, t) ? s : off;
        }
        assert_int_equal(tc_sweep_table(&a, heading, 2500, t), far);
        assert_int_equal(tc_sweep_enter(&a, heading, 2500, t), enter);
        assert_int_equal(tc_point_leaves(a.anchor, heading, 2500, t), off);
        inside += far >= 0;
        entered += enter > 0;
    }
    assert_in_range(inside, 1000, 3999);
    assert_in_range(entered, 20, 3000);
    struct tc_box a = boxed(tc_rect_at(AT(500, 1900), 0, 1000, 500));
    assert_true(tc_on_table(&a, t));
    assert_int_equal(tc_sweep_table(&a, 0, 500, t), 100);
    a = boxed(tc_rect_at(AT(500, 0), 0, 1000, 500)); /* N-GEO-31: entering */
    assert_int_equal(tc_sweep_enter(&a, 0, 900, t), 500);
    assert_int_equal(tc_sweep_table(&a, 0, 900, t), -1);
}

static void extremes_do_not_overflow(void **state)
{
    (void)state;
    struct tc_box edge;
    int32_t far = 1 << 20;
    tc_box_segment(&edge, AT(far, -far), AT(far, far));
    for (int i = 0; i < 300; i++) {
        struct tc_box a = any_box(700000), b = any_box(700000);
        uint16_t heading = (uint16_t)rnd();
        int32_t s = tc_sweep_reach(&a, heading, far, &b, between(0, 100000));
        assert_in_range(s + 1, 0, far + 1);
        a = boxed(tc_rect_at(AT(-far + 5000, between(-9000, 9000)), TC_QUARTER, 4000, 500));
        assert_int_equal(tc_sweep_reach(&a, TC_QUARTER, 2 * far - 1, &edge, 5), 2 * far - 5005);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_equal_single_steps), cmocka_unit_test(sweeps_by_hand),
        cmocka_unit_test(points_sweep_too),          cmocka_unit_test(first_of_many),
        cmocka_unit_test(swept_region_by_steps),     cmocka_unit_test(two_marches_meet),
        cmocka_unit_test(wheels_are_sampled),        cmocka_unit_test(table_edges),
        cmocka_unit_test(extremes_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
