/* tests/bayonet/test_display.c - the box of a brigade, coordinate by coordinate (4.2). */
#include "tests/bayonet/lab.h"

static struct lab lab;

static int open_lab(void **unused)
{
    (void)unused;
    lab_open(&lab, "bayonet/learning");
    return 0;
}

static int close_lab(void **unused)
{
    (void)unused;
    lab_close(&lab);
    return 0;
}

static int off(int h, int q, int r)
{
    struct tc_hexvec at = tc_hex_add(lab.bk->vec[h], tc_hex_vec(q, r));

    return bay_id(lab.bk, tc_hexmap_at(&lab.bk->map, at));
}

/* May a unit of the brigade stand there; by which rule not? */
static const char *held(const char *brigade, int h)
{
    int b = lab_find(&lab, BAY_L_BRIGADE, brigade);
    struct tc_refusal why = { 0 };
    struct bay_box box;

    bay_box_of(lab.bk, &lab.s, b, &box);
    return bay_box_holds(lab.bk, &lab.s, b, &box, h, &why) ? "" : why.rule;
}

/* All four battalions of the Guards on one row, the last of them in h. */
static void guards_up_to(int h)
{
    static const char *const name[] = { "guards-4", "guards-3", "guards-2", "guards-1" };

    for (int i = 0; i < 4; i++)
        lab_put(&lab, name[i], off(h, -i, 0), 1);
}

/* B-4.2e, its worked example; B-4.2.1a, B-4.2.1b, B-4.2.1c, B-4.2d, B-RUL-16, B-4.1c: left
 * neighbour's rightmost unit at x 4; (3,-1) x 5 yes, (2,-1) x 3 no; (3,-2) x 4 yes, (2,-2) x 2
 * no. Offsets from (2,0). */
static void b_4_2e_worked_example(void **unused)
{
    enum { AT = 709 };

    (void)unused;
    guards_up_to(AT);
    assert_string_equal(held("queens-horse", off(AT, 1, -1)), "");
    assert_string_equal(held("queens-horse", off(AT, 0, -1)), "B-4.2.1f");
    assert_string_equal(held("queens-horse", off(AT, 1, -2)), "");
    assert_string_equal(held("queens-horse", off(AT, 0, -2)), "B-4.2.1f");
    /* B-4.2.1d: any row, however far */
    assert_string_equal(held("queens-horse", off(AT, 3, -6)), "");
    assert_string_equal(held("queens-horse", off(AT, 2, -6)), "B-4.2.1f");
    assert_string_equal(held("queens-horse", off(AT, -1, 2)), "");
    assert_string_equal(held("queens-horse", off(AT, -2, 2)), "B-4.2.1f");
}

/* B-4.2a: the neighbour bounds from the other side alike. */
static void b_4_2_1a_both_ways(void **unused)
{
    int x = bay_x(lab.bk, 909, 1); /* queens-1, the leftmost of the horse */

    (void)unused;
    for (int c = 1; c <= 13; c++)
        for (int r = 3; r <= 9; r++)
            assert_string_equal(held("foot-guards", c * 100 + r),
                                bay_x(lab.bk, c * 100 + r, 1) <= x ? "" : "B-4.2.1f");
}

/* B-4.2.2a, B-4.2.2b, B-4.2.2c, B-RUL-17: the rearmost Front unit bounds all of Support,
 * wherever it stands; being even is too near, in both directions. */
static void b_4_2_2a_lines(void **unused)
{
    int b = lab_find(&lab, BAY_L_BRIGADE, "queens-horse");

    (void)unused;
    lab.s.brigades[b].line = BAY_SUPPORT;
    lab_put(&lab, "guards-1", 410, 1); /* the rearmost Front unit, far to the left */
    for (int c = 1; c <= 14; c++) {
        assert_string_equal(held("queens-horse", c * 100 + 9), "B-4.2.2c");
        assert_string_equal(held("queens-horse", c * 100 + 10), "B-4.2.2c");
        assert_string_equal(held("queens-horse", c * 100 + 11), "");
    }
    lab_put(&lab, "queens-1", 911, 1);
    lab_put(&lab, "queens-2", 1011, 1);
    lab_put(&lab, "queens-3", 1112, 1);
    assert_string_equal(held("foot-guards", 1110), "");
    assert_string_equal(held("foot-guards", 1111), "B-4.2.2c");
    assert_string_equal(held("foot-guards", 112), "B-4.2.2c");
}

/* B-4.2.3d: another front, other coordinates: facing ENE, right is south and ahead is east. */
static void b_4_2_3d_by_its_own_front(void **unused)
{
    (void)unused;
    lab.bk->wing[0].front = 0;
    for (int i = 0; i < 4; i++) {
        static const char *const name[] = { "guards-1", "guards-2", "guards-3", "guards-4" };
        lab_put(&lab, name[i], 404 + i, 0);
    }
    int x = -1000;
    for (int h = 404; h <= 407; h++)
        x = bay_x(lab.bk, h, 0) > x ? bay_x(lab.bk, h, 0) : x;
    for (int c = 1; c <= 14; c++)
        for (int r = 1; r <= 12; r++) {
            int h = c * 100 + r;
            assert_string_equal(held("queens-horse", h),
                                bay_x(lab.bk, h, 0) >= x ? "" : "B-4.2.1f");
        }
}

/* B-4.2.3a: the Wing's own hexes only. */
static void b_4_2_3a_wing_hexes(void **unused)
{
    (void)unused;
    lab.bk->wings_at[0][305] = 0;
    assert_string_equal(held("foot-guards", 305), "B-4.2.3a");
    assert_string_equal(held("foot-guards", 306), "");
}

/* B-4.2.4c, B-5.1b: a brigade out of its place makes no order roll, for Charge or anything. */
static void b_5_1b_no_order_out_of_place(void **unused)
{
    int b = lab_find(&lab, BAY_L_BRIGADE, "foot-guards");
    struct tc_query q = { 0, BAY_Q_ORDER, "B-3.3.1a", { b } };
    struct tc_view v = { &lab.bk->head, &lab.s, &q };
    struct tc_refusal why = { 0 };
    struct tc_act charge = { .verb = BAY_V_CHANGE, .arg = { BAY_CHARGE } };
    struct tc_act dress = { .verb = BAY_V_CHANGE, .arg = { BAY_DRESS } };
    struct tc_act keep = { .verb = BAY_V_KEEP };

    (void)unused;
    lab.s.now.brigade = (int16_t)b;
    lab.s.now.compliant = 0;
    assert_false(bay_judge_order(&v, &charge, &why));
    assert_string_equal(why.rule, "B-5.1b");
    assert_true(why.has_nearest && why.nearest.verb == BAY_V_KEEP);
    assert_false(bay_judge_order(&v, &dress, &why));
    assert_string_equal(why.rule, "B-4.2.4c");
    assert_true(bay_judge_order(&v, &keep, &why));
    lab.s.now.compliant = 1;
    assert_true(bay_judge_order(&v, &dress, &why));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(b_4_2e_worked_example),     T(b_4_2_1a_both_ways),  T(b_4_2_2a_lines),
        T(b_4_2_3d_by_its_own_front), T(b_4_2_3a_wing_hexes), T(b_5_1b_no_order_out_of_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
