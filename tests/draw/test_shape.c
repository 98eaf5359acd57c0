/* tests/draw/test_shape.c - geometry, words, colours and hex places of the drawing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "draw/plan.h"

static struct draw_shape square(bool clockwise)
{
    struct draw_shape s = { .n = 0, .closed = true };
    const double c[4][2] = { { 0, 0 }, { 10, 0 }, { 10, 10 }, { 0, 10 } };
    for (int i = 0; i < 4; i++)
        draw_shape_add(&s, c[clockwise ? i : 3 - i][0], c[clockwise ? i : 3 - i][1]);
    return s;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

static void inside_and_distance(void **state)
{
    struct draw_shape s = square(true);
    (void)state;
    assert_true(draw_inside(&s, (struct draw_pt){ 5, 5 }));
    assert_false(draw_inside(&s, (struct draw_pt){ 15, 5 }));
    assert_true(near(draw_distance(&s, (struct draw_pt){ 5, 7 }), 3));
    assert_true(near(draw_distance(&s, (struct draw_pt){ 13, 14 }), 5));
    assert_true(near(draw_length(&s), 40));
}

/* Whichever way a polygon is written, its normals point out of it. */
static void normals_point_outwards(void **state)
{
    struct draw_step step[64];
    (void)state;
    for (int clockwise = 0; clockwise < 2; clockwise++) {
        struct draw_shape s = square(clockwise);
        int n = draw_walk(&s, 1, step, 64);
        assert_int_equal(n, 40);
        for (int i = 0; i < n; i++) {
            struct draw_pt out = { step[i].at.x + step[i].normal.x,
                                   step[i].at.y + step[i].normal.y };
            assert_false(draw_inside(&s, out));
            assert_true(near(hypot(step[i].normal.x, step[i].normal.y), 1));
        }
    }
}

static void the_die_repeats_and_spreads(void **state)
{
    struct draw_die a = draw_die_of(7), b = draw_die_of(7), c = draw_die_of(8);
    double sum = 0;
    bool other = false;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        double v = draw_roll(&a, 2, 4);
        assert_true(v >= 2 && v < 4);
        assert_true(v == draw_roll(&b, 2, 4));
        other = other || v != draw_roll(&c, 2, 4);
        sum += v;
    }
    assert_true(other);
    assert_true(fabs(sum / 1000 - 3) < 0.1);
}

static void words_name_the_ground(void **state)
{
    static const struct {
        const char *word;
        enum draw_kind kind;
    } known[] = { { "wood", DRAW_WOOD },
                  { "dense wood", DRAW_WOOD },
                  { "marshy stream", DRAW_STREAM },
                  { "small stream", DRAW_STREAM },
                  { "walled farm", DRAW_VILLAGE },
                  { "wall", DRAW_WALL },
                  { "hedgerow", DRAW_HEDGE },
                  { "hasty breastwork", DRAW_WORKS },
                  { "hill", DRAW_HILL },
                  { "railway", DRAW_OTHER },
                  { "", DRAW_OTHER },
                  { "fieldwork", DRAW_WORKS },
                  { "field", DRAW_FIELD },
                  { "sunken road", DRAW_ROAD } };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_int_equal(draw_kind_of(known[i].word), known[i].kind);
    for (int a = 0; a < DRAW_KINDS; a++)
        for (int b = 0; b < a; b++)
            assert_int_not_equal(draw_kind_letter((enum draw_kind)a),
                                 draw_kind_letter((enum draw_kind)b));
}

static void colours_are_read_strictly(void **state)
{
    struct draw_rgb c = { 9, 9, 9 };
    static const char *const bad[] = { "", "red", "#12345", "#1234567", "#12345g", "123456" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(draw_read_colour(bad[i], &c));
    assert_true(c.r == 9);
    assert_true(draw_read_colour("#fF8000", &c));
    assert_true(near(c.r, 1) && near(c.g, 128 / 255.0) && near(c.b, 0));
}

static void text_is_cleaned(void **state)
{
    char out[32];
    (void)state;
    assert_int_equal(draw_clean("Hä\n\xff", out, sizeof out, 20), 4);
    assert_string_equal(out, "Hä??");
    draw_clean("abcdef", out, sizeof out, 3);
    assert_string_equal(out, "abc...");
    draw_clean("0123456789012345678901234567890123456789", out, sizeof out, 100);
    assert_true(strlen(out) < sizeof out);
    draw_clean("\xed\xa0\x80|\xc0\x80|\xe2\x80\xae", out, sizeof out, 20);
    assert_string_equal(out, "???|??|???");
}

/* Neighbouring hexes are as far apart on the sheet as they should be, in every layout. */
static void hexes_lie_where_the_layout_says(void **state)
{
    static struct tc_scene s;
    static const int around[6][2] = { { 1, 0 },  { 0, 1 },  { -1, 1 },
                                      { -1, 0 }, { 0, -1 }, { 1, -1 } };
    struct draw_options o = draw_defaults();
    struct draw_plan p = { 0 };
    (void)state;
    tc_scene_clear(&s);
    s.board = TC_BOARD_HEX;
    s.width = 9;
    s.height = 7;
    for (int layout = 0; layout < 4; layout++) {
        s.hex = (struct tc_scene_hex){ layout & 1, layout >> 1, 1, 2 };
        draw_plan_start(&p, &s, &o);
        for (int y = 0; y < s.height; y++)
            for (int x = 0; x < s.width; x++) {
                struct tc_scene_point a = tc_scene_hex_axial(&s.hex, x, y);
                struct tc_scene_point c = tc_scene_hex_cell(&s.hex, a.x, a.y);
                struct draw_pt at = draw_place(&p, a.x, a.y);
                assert_true(c.x == x && c.y == y);
                assert_true(at.x >= p.x + p.k * 0.86 && at.x <= p.x + p.w - p.k * 0.86);
                assert_true(at.y >= p.y + p.k * 0.86 && at.y <= p.y + p.h - p.k * 0.86);
                for (int i = 0; i < 6; i++) {
                    struct draw_pt n = draw_place(&p, a.x + around[i][0], a.y + around[i][1]);
                    assert_true(fabs(hypot(n.x - at.x, n.y - at.y) / p.k - 1.7320508) < 1e-6);
                    /* The facing towards neighbour i is the direction in which it lies. */
                    double f = tc_scene_hex_facing(&s.hex, true, 2 * i) * 6.283185307 / 65536;
                    assert_true(fabs(sin(f) * 1.7320508 - (n.x - at.x) / p.k) < 1e-3);
                    assert_true(fabs(-cos(f) * 1.7320508 - (n.y - at.y) / p.k) < 1e-3);
                    assert_int_equal(tc_scene_hex_facing(&s.hex, true, 2 * i),
                                     tc_scene_hex_facing(&s.hex, false, -2 * i));
                }
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside_and_distance),
        cmocka_unit_test(normals_point_outwards),
        cmocka_unit_test(the_die_repeats_and_spreads),
        cmocka_unit_test(words_name_the_ground),
        cmocka_unit_test(colours_are_read_strictly),
        cmocka_unit_test(text_is_cleaned),
        cmocka_unit_test(hexes_lie_where_the_layout_says),
    };
    return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}
