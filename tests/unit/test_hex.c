/* tests/unit/test_hex.c - vectors, maps, printed numbers, hexsides, sets. */
#include "tests/unit/hexlab.h"

static struct tc_hexmap map;

/* --- Vectors --------------------------------------------------------------- */

static void b_8_0a_directions_go_counter_clockwise(void **unused)
{
    (void)unused;
    assert_vec(tc_hex_dir(TC_HEX_CCW, 0), 1, 0);
    assert_vec(tc_hex_dir(TC_HEX_CCW, 1), 1, -1);
    assert_vec(tc_hex_dir(TC_HEX_CCW, 2), 0, -1);
    assert_vec(tc_hex_dir(TC_HEX_CCW, 3), -1, 0);
    assert_vec(tc_hex_dir(TC_HEX_CCW, 4), -1, 1);
    assert_vec(tc_hex_dir(TC_HEX_CCW, 5), 0, 1);
    assert_vec(tc_hex_dir(TC_HEX_CCW, -1), 0, 1);
    assert_vec(tc_hex_dir(TC_HEX_CCW, 13), 1, -1);
}

static void r_t_12a_directions_go_clockwise(void **unused)
{
    (void)unused;
    assert_vec(tc_hex_dir(TC_HEX_CW, 0), 1, 0);
    assert_vec(tc_hex_dir(TC_HEX_CW, 1), 0, 1);
    assert_vec(tc_hex_dir(TC_HEX_CW, 2), -1, 1);
    assert_vec(tc_hex_dir(TC_HEX_CW, 3), -1, 0);
    assert_vec(tc_hex_dir(TC_HEX_CW, 4), 0, -1);
    assert_vec(tc_hex_dir(TC_HEX_CW, 5), 1, -1);
    for (int v = 0; v < 6; v++) { /* D(v) + D(v+2) = D(v+1) */
        struct tc_hexvec sum =
            tc_hex_add(tc_hex_dir(TC_HEX_CW, v), tc_hex_dir(TC_HEX_CW, v + 2));
        assert_true(tc_hex_same(sum, tc_hex_dir(TC_HEX_CW, v + 1)));
    }
}

static void distance_counts_hexes(void **unused)
{
    (void)unused;
    assert_int_equal(tc_hex_distance(tc_hex_vec(0, 0), tc_hex_vec(3, -3)), 3);
    assert_int_equal(tc_hex_distance(tc_hex_vec(0, 0), tc_hex_vec(3, 3)), 6);
    assert_int_equal(tc_hex_distance(tc_hex_vec(-2, 5), tc_hex_vec(1, 4)), 3);
    assert_int_equal(tc_hex_distance(tc_hex_vec(2, 2), tc_hex_vec(2, 2)), 0);
}

/* Distance equals the length of the shortest walk, found by widening rings. */
static void distance_equals_a_walk(void **unused)
{
    enum { R = 6, W = 2 * R + 1 };
    int ring[W][W];

    (void)unused;
    memset(ring, -1, sizeof ring);
    ring[R][R] = 0;
    for (int k = 0; k < 3 * R; k++)
        for (int q = 0; q < W; q++)
            for (int r = 0; r < W; r++)
                for (int d = 0; d < 6 && ring[q][r] == k; d++) {
                    struct tc_hexvec u = tc_hex_dir(TC_HEX_CW, d);
                    int x = q + u.q, y = r + u.r;
                    if (x >= 0 && x < W && y >= 0 && y < W && ring[x][y] < 0)
                        ring[x][y] = k + 1;
                }
    for (int q = 0; q < W; q++)
        for (int r = 0; r < W; r++)
            assert_int_equal(tc_hex_length(tc_hex_vec(q - R, r - R)), ring[q][r]);
}

static void distance_is_a_metric_without_preference(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        struct tc_hexvec a = lab_vec(60), b = lab_vec(60), c = lab_vec(60);
        enum tc_hexwind w = lab_wind();
        int d = tc_hex_distance(a, b), n = lab_rand(13) - 6;

        assert_int_equal(d, tc_hex_distance(b, a));
        assert_true(d <= tc_hex_distance(a, c) + tc_hex_distance(c, b));
        assert_true((d == 0) == tc_hex_same(a, b));
        assert_int_equal(d, tc_hex_distance(tc_hex_add(a, c), tc_hex_add(b, c)));
        assert_int_equal(d, tc_hex_distance(tc_hex_turn(w, a, n), tc_hex_turn(w, b, n)));
    }
}

static void turning_moves_directions_on(void **unused)
{
    (void)unused;
    for (enum tc_hexwind w = TC_HEX_CCW; w <= TC_HEX_CW; w++)
        for (int d = 0; d < 6; d++)
            for (int n = -7; n < 8; n++) {
                struct tc_hexvec v = tc_hex_turn(w, tc_hex_dir(w, d), n);
                assert_true(tc_hex_same(v, tc_hex_dir(w, d + n)));
            }
    assert_vec(tc_hex_turn(TC_HEX_CW, tc_hex_vec(3, 1), 1), -1, 4);
    assert_vec(tc_hex_turn(TC_HEX_CCW, tc_hex_vec(-1, 4), 1), 3, 1);
}

static void a_wedge_gives_its_vector_back(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        struct tc_hexvec v = lab_vec(20), zero = { 0, 0 }, back;
        enum tc_hexwind w = lab_wind();
        struct tc_hexwedge x = tc_hex_wedge(w, v), y;
        int f = lab_rand(6);

        back = tc_hex_go(w, tc_hex_go(w, zero, x.sector, x.a), x.sector + 1, x.b);
        assert_true(tc_hex_same(v, back));
        assert_true(x.b >= 0 && (x.a > 0 || tc_hex_same(v, zero)));
        assert_int_equal(x.a + x.b, tc_hex_length(v));
        y = tc_hex_solve(w, v, f);
        back = tc_hex_go(w, tc_hex_go(w, zero, f, y.a), f + 1, y.b);
        assert_true(tc_hex_same(v, back));
    }
}

static void bearings_and_directions(void **unused)
{
    (void)unused;
    assert_int_equal(tc_hex_bearing(TC_HEX_CCW, tc_hex_vec(0, 0)), -1);
    assert_int_equal(tc_hex_bearing(TC_HEX_CCW, tc_hex_vec(4, 0)), 0);
    assert_int_equal(tc_hex_bearing(TC_HEX_CCW, tc_hex_vec(4, -1)), 1);
    assert_int_equal(tc_hex_bearing(TC_HEX_CCW, tc_hex_vec(4, 1)), 11);
    assert_int_equal(tc_hex_bearing(TC_HEX_CW, tc_hex_vec(4, 1)), 1);
    assert_int_equal(tc_hex_direction(TC_HEX_CCW, tc_hex_vec(0, 3)), 5);
    assert_int_equal(tc_hex_direction(TC_HEX_CW, tc_hex_vec(0, 3)), 1);
    assert_int_equal(tc_hex_direction(TC_HEX_CW, tc_hex_vec(1, 3)), -1);
    assert_int_equal(tc_hex_direction(TC_HEX_CW, tc_hex_vec(0, 0)), -1);
}

/* B-8.0f: the table of x and y. */
static void b_8_0f_lateral_and_depth(void **unused)
{
    (void)unused;
    for (int i = 0; i < 500; i++) {
        struct tc_hexvec v = lab_vec(30);
        int q = v.q, r = v.r;
        int x[6] = { q + 2 * r, 2 * q + r, q - r, -(q + 2 * r), -(2 * q + r), r - q };
        int y[6] = { q, -r, -q - r, -q, r, q + r };

        for (int f = 0; f < 6; f++) {
            assert_int_equal(tc_hex_lateral(TC_HEX_CCW, v, f), x[f]);
            assert_int_equal(tc_hex_depth(TC_HEX_CCW, v, f), y[f]);
        }
    }
    /* Clockwise vertex 4 lies between D4 (0,-1) and D5 (1,-1): N; right is east. */
    assert_int_equal(tc_hex_lateral(TC_HEX_CW, tc_hex_vec(1, 0), 4), 2);
    assert_int_equal(tc_hex_depth(TC_HEX_CW, tc_hex_vec(1, 0), 4), 0);
    assert_int_equal(tc_hex_depth(TC_HEX_CW, tc_hex_vec(0, -1), 4), 1);
}

/* B-T10: the solutions (a, b) by facing. */
static void b_t10_solutions(void **unused)
{
    (void)unused;
    for (int i = 0; i < 500; i++) {
        struct tc_hexvec v = lab_vec(30);
        int q = v.q, r = v.r;
        int a[6] = { q + r, q, -r, -q - r, -q, r }, b[6] = { -r, -q - r, -q, r, q + r, q };

        for (int f = 0; f < 6; f++) {
            assert_int_equal(tc_hex_solve(TC_HEX_CCW, v, f).a, a[f]);
            assert_int_equal(tc_hex_solve(TC_HEX_CCW, v, f).b, b[f]);
        }
    }
}

static void the_last_hexside_of_a_line(void **unused)
{
    (void)unused;
    assert_int_equal(tc_hex_sides_toward(TC_HEX_CW, tc_hex_vec(3, 0)), 1);
    assert_int_equal(tc_hex_sides_toward(TC_HEX_CW, tc_hex_vec(3, 1)), 1);
    assert_int_equal(tc_hex_sides_toward(TC_HEX_CW, tc_hex_vec(2, 2)), 3);
    assert_int_equal(tc_hex_sides_toward(TC_HEX_CW, tc_hex_vec(1, 3)), 2);
    assert_int_equal(tc_hex_sides_toward(TC_HEX_CCW, tc_hex_vec(1, 3)), 0x20);
    assert_int_equal(tc_hex_sides_toward(TC_HEX_CW, tc_hex_vec(0, 0)), 0);
}

/* --- Maps ------------------------------------------------------------------- */

/* Every layout worth trying, one after the other. */
static bool nth_layout(int n, struct tc_hexlayout *lay)
{
    *lay = (struct tc_hexlayout){ .columns = 7,
                                  .rows = 6,
                                  .flat_top = n & 1,
                                  .odd_shoved = (n >> 1) & 1,
                                  .first = (n >> 2) & 1,
                                  .wind = (n >> 3) & 1 };
    return n < 16;
}

/* Twice the distances on paper: neighbours must really touch where they are printed. */
static int print_gap(const struct tc_hexmap *m, tc_hex a, tc_hex b)
{
    const struct tc_hexlayout *lay = &m->lay;
    int ca = a % lay->columns, ra = a / lay->columns;
    int cb = b % lay->columns, rb = b / lay->columns;
    int la = lay->flat_top ? ca : ra, lb = lay->flat_top ? cb : rb;
    int sa = ((la + lay->first) % 2 == 1) == lay->odd_shoved;
    int sb = ((lb + lay->first) % 2 == 1) == lay->odd_shoved;
    int pa = 2 * (lay->flat_top ? ra : ca) + sa, pb = 2 * (lay->flat_top ? rb : cb) + sb;
    int dx = pa - pb, dy = 3 * (la - lb) * (la - lb); /* hex width 2, lines sqrt 3 apart */

    return dx * dx + dy;
}

static void neighbours_touch_and_answer(void **unused)
{
    struct tc_hexlayout lay;

    (void)unused;
    for (int n = 0; nth_layout(n, &lay); n++) {
        assert_true(tc_hexmap_build(&map, &lay));
        for (tc_hex h = 0; h < map.count; h++) {
            int near = 0, have = 0;
            for (int d = 0; d < 6; d++) {
                tc_hex to = tc_hexmap_next(&map, h, d);
                if (to < 0)
                    continue;
                have++;
                assert_int_equal(print_gap(&map, h, to), 4);
                assert_int_equal(tc_hexmap_next(&map, to, d + 3), h);
                assert_int_equal(tc_hexmap_direction(&map, h, to), d);
                assert_int_equal(tc_hexmap_distance(&map, h, to), 1);
            }
            for (tc_hex to = 0; to < map.count; to++)
                near += print_gap(&map, h, to) == 4;
            assert_int_equal(near, have);
            assert_int_equal(tc_hexmap_at(&map, map.at[h]), h);
        }
    }
}

/* On paper: 0101 of a pointy-top map with even rows shoved. */
static void compass_on_a_pointy_map(void **unused)
{
    (void)unused;
    lab_map(&map, 5, 5, TC_HEX_CCW);
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0202"), 0),
                     tc_hexmap_parse(&map, "0302")); /* E */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0202"), 1),
                     tc_hexmap_parse(&map, "0301")); /* NE: the even row lies to the right */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0202"), 2),
                     tc_hexmap_parse(&map, "0201")); /* NW */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0203"), 5),
                     tc_hexmap_parse(&map, "0204")); /* SE */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0101"), 3), TC_HEX_NONE);
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0101"), 4), TC_HEX_NONE);
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0102"), 4),
                     tc_hexmap_parse(&map, "0103"));
}

static void compass_on_a_flat_map(void **unused)
{
    struct tc_hexlayout lay = {
        .columns = 6, .rows = 6, .flat_top = true, .first = 1, .wind = TC_HEX_CW
    };

    (void)unused;
    assert_true(tc_hexmap_build(&map, &lay)); /* even columns lie lower */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0303"), 1),
                     tc_hexmap_parse(&map, "0304")); /* (0,+1): S */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0303"), 0),
                     tc_hexmap_parse(&map, "0403")); /* (+1,0): SE */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0303"), 5),
                     tc_hexmap_parse(&map, "0402")); /* (+1,-1): NE */
    assert_int_equal(tc_hexmap_next(&map, tc_hexmap_parse(&map, "0403"), 5),
                     tc_hexmap_parse(&map, "0503"));
}

static void printed_numbers_come_back(void **unused)
{
    struct tc_hexlayout lay;
    char text[TC_HEX_TEXT];

    (void)unused;
    for (int n = 0; nth_layout(n, &lay); n++) {
        assert_true(tc_hexmap_build(&map, &lay));
        for (tc_hex h = 0; h < map.count; h++) {
            assert_int_equal(tc_hexmap_print(&map, h, text), 4);
            assert_int_equal(tc_hexmap_parse(&map, text), h);
        }
    }
    lay.first = 1;
    lay.columns = 128;
    lay.rows = 100;
    assert_true(tc_hexmap_build(&map, &lay));
    for (tc_hex h = 0; h < map.count; h++) {
        assert_int_equal(tc_hexmap_print(&map, h, text), 6);
        assert_int_equal(tc_hexmap_parse(&map, text), h);
    }
    tc_hexmap_print(&map, tc_hexmap_cell(&map, 0, 99), text);
    assert_string_equal(text, "001100");
    lay.columns = 100;
    assert_true(tc_hexmap_build(&map, &lay)); /* 1 to 100 */
    assert_int_equal(tc_hexmap_print(&map, 99, text), 6);
    assert_string_equal(text, "100001");
    lay.first = 0;
    assert_true(tc_hexmap_build(&map, &lay)); /* 0 to 99 */
    assert_int_equal(tc_hexmap_print(&map, 99, text), 4);
    assert_string_equal(text, "9900");
}

static void bad_numbers_are_refused(void **unused)
{
    static const char *bad[] = { "",     "1",    "010",  "01011", "1 01",  "-101", "+1+1",
                                 "01 1", "0x11", "010a", " 0101", "0101 ", "01.1", "\xb2 01" };

    (void)unused;
    lab_map(&map, 12, 9, TC_HEX_CCW);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(tc_hexmap_parse(&map, bad[i]), TC_HEX_BAD);
    assert_int_equal(tc_hexmap_parse(&map, "0001"), TC_HEX_NONE);
    assert_int_equal(tc_hexmap_parse(&map, "0100"), TC_HEX_NONE);
    assert_int_equal(tc_hexmap_parse(&map, "1301"), TC_HEX_NONE);
    assert_int_equal(tc_hexmap_parse(&map, "0110"), TC_HEX_NONE);
    assert_int_equal(tc_hexmap_parse(&map, "1209"), 12 * 9 - 1);
    assert_int_equal(tc_hexmap_parse(&map, "0201"), 1);
}

static void bad_layouts_are_refused(void **unused)
{
    struct tc_hexlayout good = { .columns = 3, .rows = 3 }, lay;

    (void)unused;
    assert_true(tc_hexmap_build(&map, &good));
    lay = good, lay.columns = 0;
    assert_false(tc_hexmap_build(&map, &lay));
    lay = good, lay.rows = 129;
    assert_false(tc_hexmap_build(&map, &lay));
    lay = good, lay.first = 2;
    assert_false(tc_hexmap_build(&map, &lay));
    lay = good, lay.wind = 2;
    assert_false(tc_hexmap_build(&map, &lay));
    lay = good, lay.paired = 3; /* pairs that overlap */
    assert_false(tc_hexmap_build(&map, &lay));
    assert_int_equal(map.count, 9);
    lay = good, lay.columns = 128, lay.rows = 128;
    assert_true(tc_hexmap_build(&map, &lay));
    assert_int_equal(map.count, 16384);
}

static void rows_run_straight_to_the_edge(void **unused)
{
    (void)unused;
    lab_map(&map, 9, 9, TC_HEX_CW);
    for (tc_hex h = 0; h < map.count; h++)
        for (int d = 0; d < 6; d++)
            for (int n = 1; n < 9; n++) {
                tc_hex to = tc_hexmap_go(&map, h, d, n);
                if (to < 0)
                    break;
                assert_true(tc_hex_same(map.at[to], tc_hex_go(TC_HEX_CW, map.at[h], d, n)));
                assert_int_equal(tc_hexmap_direction(&map, h, to), d);
            }
    assert_int_equal(tc_hexmap_go(&map, 0, 0, 8), 8);
    assert_int_equal(tc_hexmap_go(&map, 0, 0, 9), TC_HEX_NONE);
}

/* --- Hexsides and sets ---------------------------------------------------------- */

enum { STREAM = 1, WORKS_MINE = 4, WORKS_YOURS = 8 };

static void hexsides_are_seen_from_both_sides(void **unused)
{
    struct tc_hexlayout lay = { .columns = 6, .rows = 6, .first = 1, .paired = WORKS_MINE };

    (void)unused;
    assert_true(tc_hexmap_build(&map, &lay));
    for (tc_hex h = 0; h < map.count; h++)
        for (int d = 0; d < 6; d++) {
            tc_hex to = tc_hexmap_next(&map, h, d);
            assert_int_equal(tc_hexmap_set_side(&map, h, d, STREAM | WORKS_MINE), to >= 0);
            if (to < 0) {
                assert_int_equal(tc_hexmap_side(&map, h, d), 0);
                continue;
            }
            assert_int_equal(tc_hexmap_side(&map, h, d), STREAM | WORKS_MINE);
            assert_int_equal(tc_hexmap_side(&map, to, d + 3), STREAM | WORKS_YOURS);
            assert_true(tc_hexmap_set_side(&map, h, d, 0));
            assert_int_equal(tc_hexmap_side(&map, to, d + 3), 0);
        }
}

static void each_hexside_is_its_own(void **unused)
{
    uint16_t count = 0;

    (void)unused;
    lab_map(&map, 8, 8, TC_HEX_CW);
    for (tc_hex h = 0; h < map.count; h++)
        for (int d = 0; d < 6; d++)
            if (tc_hexmap_next(&map, h, d) > h)
                assert_true(tc_hexmap_set_side(&map, h, d, ++count));
    assert_int_equal(count, 3 * 64 - 8 - 8 - 8 - 7); /* 7x8 E, and 15 from each of 7 rows */
    count = 0;
    for (tc_hex h = 0; h < map.count; h++)
        for (int d = 0; d < 6; d++) {
            tc_hex to = tc_hexmap_next(&map, h, d);
            if (to > h) {
                count++;
                assert_int_equal(tc_hexmap_side(&map, h, d), count);
                assert_int_equal(tc_hexmap_side(&map, to, d + 3), count);
            }
        }
}

static void sets_behave_as_arrays_of_bool(void **unused)
{
    enum { N = 150, WORDS = TC_HEXSET_WORDS(N) };
    uint64_t a[WORDS], b[WORDS], x[WORDS];
    bool in_a[N] = { 0 }, in_b[N] = { 0 };
    int both = 0, any = 0, only = 0, at = 0;

    (void)unused;
    assert_int_equal(WORDS, 3);
    tc_hexset_clear(a, WORDS);
    tc_hexset_clear(b, WORDS);
    for (int i = 0; i < 200; i++) {
        tc_hex h = (tc_hex)lab_rand(N), g = (tc_hex)lab_rand(N);
        tc_hexset_add(a, h), in_a[h] = true;
        tc_hexset_add(b, g), in_b[g] = true;
        h = (tc_hex)lab_rand(N);
        tc_hexset_drop(a, h), in_a[h] = false;
    }
    tc_hexset_add(a, TC_HEX_NONE);
    assert_false(tc_hexset_has(a, TC_HEX_NONE));
    for (tc_hex h = 0; h < N; h++) {
        assert_int_equal(tc_hexset_has(a, h), in_a[h]);
        both += in_a[h] && in_b[h], any += in_a[h] || in_b[h], only += in_a[h] && !in_b[h];
    }
    memcpy(x, a, sizeof x), tc_hexset_and(x, b, WORDS);
    assert_int_equal(tc_hexset_count(x, WORDS), both);
    assert_int_equal(tc_hexset_meet(a, b, WORDS), both > 0);
    tc_hexset_minus(a, b, WORDS);
    assert_int_equal(tc_hexset_count(a, WORDS), only);
    assert_false(tc_hexset_meet(a, b, WORDS));
    tc_hexset_or(a, b, WORDS), tc_hexset_or(a, x, WORDS);
    assert_int_equal(tc_hexset_count(a, WORDS), any);
    for (tc_hex h = tc_hexset_from(a, WORDS, 0); h >= 0; h = tc_hexset_from(a, WORDS, h + 1)) {
        while (at < h)
            assert_false(in_a[at] || in_b[at]), at++;
        assert_true(in_a[h] || in_b[h]);
        at++, any--;
    }
    assert_int_equal(any, 0);
}

static void masks_and_sets_agree(void **unused)
{
    uint64_t set[1] = { 0 };
    tc_hex middle;

    (void)unused;
    lab_map(&map, 7, 7, TC_HEX_CCW);
    middle = tc_hexmap_parse(&map, "0404");
    for (int mask = 0; mask < 64; mask++) {
        set[0] = 0;
        tc_hexset_add_mask(set, &map, middle, (uint8_t)mask);
        assert_int_equal(tc_hexset_count(set, 1), tc_hexmask_count((uint8_t)mask));
        assert_int_equal(tc_hexset_around(set, &map, middle), mask);
    }
    set[0] = 0;
    tc_hexset_add_mask(set, &map, 0, TC_HEX_ALL); /* a corner: off the map is left out */
    assert_int_equal(tc_hexset_count(set, 1), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(b_8_0a_directions_go_counter_clockwise),
        cmocka_unit_test(r_t_12a_directions_go_clockwise),
        cmocka_unit_test(distance_counts_hexes),
        cmocka_unit_test(distance_equals_a_walk),
        cmocka_unit_test(distance_is_a_metric_without_preference),
        cmocka_unit_test(turning_moves_directions_on),
        cmocka_unit_test(a_wedge_gives_its_vector_back),
        cmocka_unit_test(bearings_and_directions),
        cmocka_unit_test(b_8_0f_lateral_and_depth),
        cmocka_unit_test(b_t10_solutions),
        cmocka_unit_test(the_last_hexside_of_a_line),
        cmocka_unit_test(neighbours_touch_and_answer),
        cmocka_unit_test(compass_on_a_pointy_map),
        cmocka_unit_test(compass_on_a_flat_map),
        cmocka_unit_test(printed_numbers_come_back),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(bad_layouts_are_refused),
        cmocka_unit_test(rows_run_straight_to_the_edge),
        cmocka_unit_test(hexsides_are_seen_from_both_sides),
        cmocka_unit_test(each_hexside_is_its_own),
        cmocka_unit_test(sets_behave_as_arrays_of_bool),
        cmocka_unit_test(masks_and_sets_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
