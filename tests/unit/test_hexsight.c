/* tests/unit/test_hexsight.c - exact lines and lines of sight. */
#include "tests/unit/hexlab.h"

static struct tc_hexmap map;

/* --- Oracles in plain geometry --------------------------------------------------- */

/* Squared distance of two points given in any common scale. */
static long norm(long q, long r)
{
    return q * q + q * r + r * r;
}

/* The hexes nearest to the point k/n of the way to v: how many, and is h one of them. */
static int nearest(struct tc_hexvec v, int k, int n, struct tc_hexvec h, bool *is_one)
{
    long best = -1, mine = norm((long)h.q * n - (long)v.q * k, (long)h.r * n - (long)v.r * k);
    int count = 0;

    for (int q = -12; q <= 12; q++)
        for (int r = -12; r <= 12; r++) {
            long d = norm((long)q * n - (long)v.q * k, (long)r * n - (long)v.r * k);
            if (best < 0 || d < best)
                best = d, count = 0;
            count += d == best;
        }
    *is_one = mine == best;
    return count;
}

/* Vertices of hex h on the left, on and right of the line from the origin to v. */
static void vertex_sides(struct tc_hexvec v, struct tc_hexvec h, int side[3])
{
    memset(side, 0, 3 * sizeof *side);
    for (int d = 0; d < 6; d++) {
        struct tc_hexvec a = tc_hex_dir(TC_HEX_CW, d), b = tc_hex_dir(TC_HEX_CW, d + 1);
        int q = 3 * h.q + a.q + b.q, r = 3 * h.r + a.r + b.r;
        int cross = v.q * r - v.r * q;
        side[cross < 0 ? 0 : cross > 0 ? 2 : 1]++;
    }
}

/* The line from the origin to v cuts through the inside of h, ends apart. */
static bool cut_through(struct tc_hexvec v, struct tc_hexvec h)
{
    long dot = 2L * v.q * h.q + v.q * h.r + v.r * h.q + 2L * v.r * h.r;
    int side[3];

    vertex_sides(v, h, side);
    return side[0] && side[2] && dot > 0 && dot < 2 * norm(v.q, v.r) && !tc_hex_same(v, h);
}

/* --- Lines ------------------------------------------------------------------------ */

static void steps_give_the_nearest_hexes(void **unused)
{
    (void)unused;
    for (int q = -9; q <= 9; q++)
        for (int r = -9; r <= 9; r++) {
            struct tc_hexvec v = tc_hex_vec(q, r), zero = { 0, 0 };
            struct tc_hexline line;
            struct tc_hexstep s;
            int n = tc_hex_length(v), k = 0;

            if (n > 9)
                continue;
            tc_hexline_begin(&line, zero, v);
            while (tc_hexline_step(&line, &s)) {
                bool one, two;
                int count = nearest(v, ++k, n, s.hex[0], &one);

                assert_int_equal(s.k, k);
                assert_int_equal(s.n, n);
                assert_true(one);
                nearest(v, k, n, s.hex[1], &two);
                assert_int_equal(two, count == 2);
                assert_int_equal(count == 2,
                                 s.cut == TC_HEXCUT_ALONG || s.cut == TC_HEXCUT_EVEN);
                assert_int_equal(tc_hex_length(s.hex[0]), k);
            }
            assert_int_equal(k, n);
            assert_true(n == 0 || tc_hex_same(s.hex[0], v));
        }
}

/* With clips the line names all hexes it cuts, and no others. */
static void steps_with_clips_give_every_hex_cut(void **unused)
{
    int clips = 0;

    (void)unused;
    for (int q = -14; q <= 14; q++)
        for (int r = -14; r <= 14; r++) {
            struct tc_hexvec v = tc_hex_vec(q, r), zero = { 0, 0 };
            struct tc_hexline line;
            struct tc_hexstep s;
            int named = 0, cut = 0;

            tc_hexline_begin(&line, zero, v);
            while (tc_hexline_step(&line, &s) && s.k < s.n) {
                if (s.cut == TC_HEXCUT_ALONG) {
                    int a[3], b[3];
                    vertex_sides(v, s.hex[0], a);
                    vertex_sides(v, s.hex[1], b);
                    assert_int_equal(a[1], 2);
                    assert_int_equal(b[1], 2);
                    assert_false(cut_through(v, s.hex[0]) || cut_through(v, s.hex[1]));
                    continue;
                }
                assert_true(cut_through(v, s.hex[0]));
                assert_int_equal(cut_through(v, s.hex[1]), s.cut != TC_HEXCUT_ONE);
                named += s.cut == TC_HEXCUT_ONE ? 1 : 2;
                clips += s.cut == TC_HEXCUT_CLIP;
            }
            for (int x = -30; x <= 30; x++)
                for (int y = -30; y <= 30; y++)
                    cut += cut_through(v, tc_hex_vec(x, y));
            assert_int_equal(named, cut);
        }
    assert_true(clips > 0);
}

/* B-RUL-48: a step has two hexes just when the two shifted lines round to different ones. */
static void b_rul_48_shifted_lines(void **unused)
{
    enum { E = 1000 }; /* the shift is 1/E of a hex over n */

    (void)unused;
    for (int i = 0; i < 400; i++) {
        struct tc_hexvec v = lab_vec(7), zero = { 0, 0 }, pick[2] = { { 0, 0 }, { 0, 0 } };
        struct tc_hexline line;
        struct tc_hexstep s;

        tc_hexline_begin(&line, zero, v);
        while (tc_hexline_step(&line, &s) && s.k < s.n) {
            for (int sign = -1; sign <= 1; sign += 2) {
                long best = -1, pq = (long)v.q * s.k * E + sign,
                     pr = (long)v.r * s.k * E + 2 * sign;
                for (int q = -15; q <= 15; q++)
                    for (int r = -15; r <= 15; r++) {
                        long d = norm((long)q * s.n * E - pq, (long)r * s.n * E - pr);
                        if (best < 0 || d < best)
                            best = d, pick[sign > 0] = tc_hex_vec(q, r);
                    }
            }
            if (tc_hex_same(pick[0], pick[1])) {
                assert_true(s.cut == TC_HEXCUT_ONE || s.cut == TC_HEXCUT_CLIP);
                assert_true(tc_hex_same(pick[0], s.hex[0]));
            } else {
                assert_true(s.cut == TC_HEXCUT_ALONG || s.cut == TC_HEXCUT_EVEN);
                assert_true(tc_hex_same(pick[0], s.hex[0]) || tc_hex_same(pick[0], s.hex[1]));
                assert_true(tc_hex_same(pick[1], s.hex[0]) || tc_hex_same(pick[1], s.hex[1]));
            }
        }
    }
}

static void lines_by_hand(void **unused)
{
    struct tc_hexline line;
    struct tc_hexstep s;

    (void)unused;
    tc_hexline_begin(&line, tc_hex_vec(5, 5), tc_hex_vec(6, 6)); /* two away over a vertex */
    assert_true(tc_hexline_step(&line, &s));
    assert_int_equal(s.cut, TC_HEXCUT_ALONG);
    assert_vec(tc_hex_add(s.hex[0], s.hex[1]), 11, 11); /* (6,5) and (5,6), either first */
    assert_true(s.hex[0].q == 6 || s.hex[1].q == 6);
    assert_true(tc_hexline_step(&line, &s));
    assert_vec(s.hex[0], 6, 6);
    assert_false(tc_hexline_step(&line, &s));

    tc_hexline_begin(&line, tc_hex_vec(0, 0), tc_hex_vec(7, 2)); /* clips (1,1) at step 2 */
    assert_true(tc_hexline_step(&line, &s) && tc_hexline_step(&line, &s));
    assert_int_equal(s.cut, TC_HEXCUT_CLIP);
    assert_vec(s.hex[0], 2, 0);
    assert_vec(s.hex[1], 1, 1);

    tc_hexline_begin(&line, tc_hex_vec(0, 0), tc_hex_vec(3, 1)); /* even at step 2 of 4 */
    assert_true(tc_hexline_step(&line, &s) && tc_hexline_step(&line, &s));
    assert_int_equal(s.cut, TC_HEXCUT_EVEN);
}

/* --- Sight ------------------------------------------------------------------------ */

static int8_t ground[30 * 30], cover[30 * 30];
static uint64_t units[TC_HEXSET_WORDS(30 * 30)];

static tc_hex at(const char *ccrr)
{
    return tc_hexmap_parse(&map, ccrr);
}

static void bare_table(int size)
{
    lab_map(&map, size, size, TC_HEX_CCW);
    memset(ground, 0, sizeof ground);
    memset(cover, 0, sizeof cover);
    memset(units, 0, sizeof units);
}

/* B-10.3a: woods block beyond them, not into them; B-RUL-48: along a hexside both must. */
static void b_10_3a_woods_block(void **unused)
{
    struct tc_hexsight s = { .cover = cover };

    (void)unused;
    bare_table(9);
    assert_true(tc_hexsight_clear(&map, &s, at("0202"), at("0702")));
    cover[at("0402")] = 1;
    assert_false(tc_hexsight_clear(&map, &s, at("0202"), at("0702")));
    assert_true(tc_hexsight_clear(&map, &s, at("0202"), at("0402")));
    assert_true(tc_hexsight_clear(&map, &s, at("0402"), at("0702")));
}

static void b_rul_48_both_sides_of_a_hexside(void **unused)
{
    struct tc_hexsight s = { .cover = cover };

    (void)unused;
    bare_table(9);
    assert_int_equal(tc_hexmap_distance(&map, at("0403"), at("0405")), 2); /* due south */
    cover[at("0404")] = 1; /* row 4 is shoved: 0304 and 0404 lie beside the line */
    assert_true(tc_hexsight_clear(&map, &s, at("0403"), at("0405")));
    s.either = true;
    assert_false(tc_hexsight_clear(&map, &s, at("0403"), at("0405")));
    s.either = false;
    cover[at("0304")] = 1;
    assert_false(tc_hexsight_clear(&map, &s, at("0403"), at("0405")));
    assert_int_equal(tc_hexmap_parse(&map, "0103") % 9, 0); /* at the edge one hex decides */
    cover[at("0104")] = 1;
    assert_false(tc_hexsight_clear(&map, &s, at("0103"), at("0105")));
}

/* B-10.3b: friendly-occupied hexes between battery and target are counted. */
static void b_10_3b_counts_friends_between(void **unused)
{
    (void)unused;
    bare_table(9);
    tc_hexset_add(units, at("0202"));
    tc_hexset_add(units, at("0302"));
    tc_hexset_add(units, at("0502"));
    tc_hexset_add(units, at("0702"));
    assert_int_equal(tc_hexsight_count(&map, at("0202"), at("0702"), units, false), 2);
    tc_hexset_add(units, at("0404"));
    assert_int_equal(tc_hexsight_count(&map, at("0403"), at("0405"), units, false), 0);
    assert_int_equal(tc_hexsight_count(&map, at("0403"), at("0405"), units, true), 1);
    tc_hexset_add(units, at("0304"));
    assert_int_equal(tc_hexsight_count(&map, at("0403"), at("0405"), units, false), 1);
}

/* R-T-12c in half levels: from level 2 down to 0 over four hexes the line is at 3, 2, 1. */
static void r_t_12c_heights(void **unused)
{
    struct tc_hexsight s = {
        .ground = ground, .cover = cover, .units = units, .unit_cover = 1
    };
    tc_hex from, to;

    (void)unused;
    bare_table(9);
    from = at("0202"), to = at("0602");
    ground[from] = 4;
    assert_true(tc_hexsight_clear(&map, &s, from, to));
    cover[at("0402")] = 2; /* woods whose top just touches the line */
    assert_true(tc_hexsight_clear(&map, &s, from, to));
    s.touching = true;
    assert_false(tc_hexsight_clear(&map, &s, from, to));
    s.touching = false;
    cover[at("0402")] = 0;
    cover[at("0502")] = 2; /* the same woods one hex nearer the target */
    assert_false(tc_hexsight_clear(&map, &s, from, to));
    cover[at("0502")] = 0;
    tc_hexset_add(units, at("0502")); /* a unit, 1/2, just touches */
    assert_true(tc_hexsight_clear(&map, &s, from, to));
    ground[from] = 3; /* line at 3/4: the unit rises over it */
    assert_false(tc_hexsight_clear(&map, &s, from, to));
    tc_hexset_drop(units, at("0502"));
    ground[at("0302")] = 3; /* a crest above the line, 9/4 */
    assert_false(tc_hexsight_clear(&map, &s, from, to));
    s.touching = true;
    ground[from] = 4, ground[at("0302")] = 3; /* bare ground that touches never blocks */
    assert_true(tc_hexsight_clear(&map, &s, from, to));
}

/* The higher cover counts, not the sum. */
static void r_t_12c_units_in_woods(void **unused)
{
    struct tc_hexsight s = {
        .ground = ground, .cover = cover, .units = units, .unit_cover = 1
    };

    (void)unused;
    bare_table(9);
    ground[at("0202")] = ground[at("0602")] = 2;
    cover[at("0402")] = 2;
    tc_hexset_add(units, at("0402"));
    assert_true(tc_hexsight_clear(&map, &s, at("0202"), at("0602")));
    cover[at("0402")] = 3;
    assert_false(tc_hexsight_clear(&map, &s, at("0202"), at("0602")));
}

static void clipped_corners_block_only_on_request(void **unused)
{
    struct tc_hexsight s = { .cover = cover };
    tc_hex from, to;

    (void)unused;
    bare_table(30);
    from = at("0505");
    to = tc_hexmap_at(&map, tc_hex_add(map.at[from], tc_hex_vec(7, 2)));
    cover[tc_hexmap_at(&map, tc_hex_add(map.at[from], tc_hex_vec(1, 1)))] = 1;
    assert_true(tc_hexsight_clear(&map, &s, from, to));
    s.clipped = true;
    assert_false(tc_hexsight_clear(&map, &s, from, to));
}

static void random_table(void)
{
    bare_table(30);
    for (int h = 0; h < map.count; h++) {
        ground[h] = (int8_t)(2 * lab_rand(3));
        cover[h] = (int8_t)(lab_rand(8) == 0 ? 2 : 0);
        if (lab_rand(10) == 0)
            tc_hexset_add(units, (tc_hex)h);
    }
}

static void sight_is_the_same_from_both_ends(void **unused)
{
    int clear = 0, blocked = 0;

    (void)unused;
    for (int n = 0; n < 20; n++) {
        random_table();
        for (int i = 0; i < 3000; i++) {
            struct tc_hexsight s = { ground,      cover,       units,      1,
                                     lab_rand(2), lab_rand(2), lab_rand(2) };
            tc_hex a = (tc_hex)lab_rand(map.count), b = (tc_hex)lab_rand(map.count);
            bool seen = tc_hexsight_clear(&map, &s, a, b);

            assert_int_equal(seen, tc_hexsight_clear(&map, &s, b, a));
            assert_int_equal(tc_hexsight_count(&map, a, b, units, s.either),
                             tc_hexsight_count(&map, b, a, units, s.either));
            clear += seen && tc_hexmap_distance(&map, a, b) > 3;
            blocked += !seen;
        }
    }
    assert_true(clear > 500 && blocked > 5000);
}

/* Turn and shift a whole table: the same hexes see each other. */
static void sight_turns_with_the_table(void **unused)
{
    static int8_t turned[30 * 30];
    struct tc_hexsight s = { .cover = cover }, t = { .cover = turned };
    struct tc_hexvec middle;

    (void)unused;
    random_table();
    middle = map.at[at("1515")];
    for (int n = 1; n < 6; n++) {
        tc_hex to[30 * 30];
        for (tc_hex h = 0; h < map.count; h++) {
            struct tc_hexvec v = tc_hex_turn(TC_HEX_CW, tc_hex_sub(map.at[h], middle), n);
            to[h] = tc_hexmap_at(&map, tc_hex_add(v, middle));
            if (to[h] >= 0)
                turned[to[h]] = cover[h];
        }
        for (int i = 0; i < 3000; i++) {
            struct tc_hexvec v = lab_vec(5), u = lab_vec(5);
            tc_hex a = tc_hexmap_at(&map, tc_hex_add(v, middle));
            tc_hex b = tc_hexmap_at(&map, tc_hex_add(u, middle));
            assert_int_equal(tc_hexsight_clear(&map, &s, a, b),
                             tc_hexsight_clear(&map, &t, to[a], to[b]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_give_the_nearest_hexes),
        cmocka_unit_test(steps_with_clips_give_every_hex_cut),
        cmocka_unit_test(b_rul_48_shifted_lines),
        cmocka_unit_test(lines_by_hand),
        cmocka_unit_test(b_10_3a_woods_block),
        cmocka_unit_test(b_rul_48_both_sides_of_a_hexside),
        cmocka_unit_test(b_10_3b_counts_friends_between),
        cmocka_unit_test(r_t_12c_heights),
        cmocka_unit_test(r_t_12c_units_in_woods),
        cmocka_unit_test(clipped_corners_block_only_on_request),
        cmocka_unit_test(sight_is_the_same_from_both_ends),
        cmocka_unit_test(sight_turns_with_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
