/* tests/unit/test_hexbody.c - lines, columns, wheels and their zones. */
#include "tests/unit/hexlab.h"

enum { SIZE = 15 };

static struct tc_hexmap map;

static tc_hex at(const char *ccrr)
{
    return tc_hexmap_parse(&map, ccrr);
}

/* A vector from the middle of the map. */
static tc_hex mid(int q, int r)
{
    return tc_hexmap_at(&map, tc_hex_add(map.at[at("0808")], tc_hex_vec(q, r)));
}

static struct tc_hexbody body(enum tc_hexshape shape, tc_hex anchor, int facing, int length)
{
    return (struct tc_hexbody){ anchor, (uint8_t)facing, (uint8_t)length, (uint8_t)shape, 0 };
}

/* --- Hexes ---------------------------------------------------------------------- */

/* R-T-12a: a line facing v runs left to right along D(v+2), a column head to tail D(s+3). */
static void r_t_12a_hexes_of_bodies(void **unused)
{
    tc_hex hex[TC_HEXBODY_MAX];

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int f = 0; f < 6; f++) {
        struct tc_hexbody line = body(TC_HEXBODY_LINE, mid(0, 0), f, 5);
        struct tc_hexbody column = body(TC_HEXBODY_COLUMN, mid(0, 0), f, 4);

        assert_true(tc_hexbody_hexes(&map, &line, hex));
        for (int i = 0; i < 5; i++)
            assert_int_equal(hex[i], tc_hexmap_go(&map, mid(0, 0), f + 2, i));
        assert_int_equal(tc_hexbody_end(&map, &line), hex[4]);
        assert_true(tc_hexbody_joined(&map, hex, 5));
        assert_int_equal(tc_hexbody_straight(&map, hex, 5), (f + 2) % 6);
        assert_true(tc_hexbody_hexes(&map, &column, hex));
        for (int i = 0; i < 4; i++)
            assert_int_equal(hex[i], tc_hexmap_go(&map, mid(0, 0), f + 3, i));
        assert_int_equal(tc_hexbody_bent(&map, hex, 4, f), 0);
    }
}

/* By hand: vertex 4 is N, so its line of 3 runs west to east. */
static void a_line_facing_north(void **unused)
{
    struct tc_hexbody line;
    tc_hex hex[TC_HEXBODY_MAX];

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    line = body(TC_HEXBODY_LINE, at("0508"), 4, 3);
    assert_true(tc_hexbody_hexes(&map, &line, hex));
    assert_int_equal(hex[1], at("0608"));
    assert_int_equal(hex[2], at("0708"));
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW); /* B-8.0b: N is 1 there */
    line.facing = 1;
    assert_true(tc_hexbody_hexes(&map, &line, hex));
    assert_int_equal(hex[2], at("0708"));
    line.anchor = at("1408");
    assert_false(tc_hexbody_hexes(&map, &line, hex));
    assert_int_equal(tc_hexbody_end(&map, &line), TC_HEX_NONE);
}

static void joined_and_straight(void **unused)
{
    tc_hex row[4], bent[4], gap[3], twice[3];

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int i = 0; i < 4; i++)
        row[i] = bent[i] = mid(i, 0);
    bent[3] = mid(2, 1);
    assert_int_equal(tc_hexbody_straight(&map, row, 4), 0);
    assert_int_equal(tc_hexbody_straight(&map, bent, 4), -1);
    assert_int_equal(tc_hexbody_straight(&map, row, 1), -1);
    assert_true(tc_hexbody_joined(&map, bent, 4));
    assert_int_equal(tc_hexbody_bent(&map, bent, 4, 3), 1); /* R-RUL-84 */
    assert_int_equal(tc_hexbody_bent(&map, bent, 4, 2), 3);
    gap[0] = mid(0, 0), gap[1] = mid(2, 0), gap[2] = mid(3, 0);
    assert_false(tc_hexbody_joined(&map, gap, 3));
    assert_int_equal(tc_hexbody_straight(&map, gap, 3), -1);
    twice[0] = twice[2] = mid(0, 0), twice[1] = mid(1, 0);
    assert_false(tc_hexbody_joined(&map, twice, 3));
}

/* R-9.3a.2: the parts turn in the hex the head turned in. */
static void r_9_3a_2_parts_follow_the_head(void **unused)
{
    tc_hex hex[3];

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int i = 0; i < 3; i++)
        hex[i] = mid(-i, 0);
    tc_hexbody_follow(hex, 3, mid(1, 0));
    tc_hexbody_follow(hex, 3, mid(1, 1)); /* head turned from D0 to D1 at (1,0) */
    assert_int_equal(hex[0], mid(1, 1));
    assert_int_equal(hex[1], mid(1, 0));
    assert_int_equal(hex[2], mid(0, 0));
    assert_int_equal(tc_hexbody_bent(&map, hex, 3, 1), 1);
    tc_hexbody_follow(hex, 3, mid(1, 2));
    assert_int_equal(tc_hexbody_bent(&map, hex, 3, 1), 0);
}

/* --- Movement --------------------------------------------------------------------- */

static void steps_move_every_hex(void **unused)
{
    tc_hex before[5], after[5];

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int f = 0; f < 6; f++)
        for (int d = 0; d < 6; d++) {
            struct tc_hexbody b = body(TC_HEXBODY_LINE, mid(0, 0), f, 5), moved;
            assert_true(tc_hexbody_hexes(&map, &b, before));
            assert_true(tc_hexbody_step(&map, &b, d, &moved));
            assert_true(tc_hexbody_hexes(&map, &moved, after));
            for (int i = 0; i < 5; i++)
                assert_int_equal(after[i], tc_hexmap_next(&map, before[i], d));
        }
}

static void steps_off_the_map_are_refused(void **unused)
{
    struct tc_hexbody b, out;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    b = body(TC_HEXBODY_LINE, at("1308"), 4, 3); /* to the eastern edge */
    out = body(TC_HEXBODY_LINE, 7, 0, 1);
    assert_false(tc_hexbody_step(&map, &b, 0, &out));
    assert_int_equal(out.anchor, 7);
    assert_true(tc_hexbody_step(&map, &b, 3, &out));
    b.anchor = at("0101");
    assert_false(tc_hexbody_step(&map, &b, 4, &out));
}

/* R-T-12b: the wheel keeps its pivot; part i enters i hexes along D(v+1) or D(v). */
static void r_t_12b_wheels(void **unused)
{
    struct tc_hexwheel wheel;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int v = 0; v < 6; v++)
        for (int n = 1; n <= 5; n++)
            for (int right = 0; right < 2; right++) {
                struct tc_hexbody b = body(TC_HEXBODY_LINE, mid(0, 0), v, n);
                tc_hex old[5], now[5];
                int d = right ? (v + 1) % 6 : v, count[5] = { 0 };

                assert_true(tc_hexbody_hexes(&map, &b, old));
                assert_true(tc_hexbody_wheel(&map, &b, right ? 1 : -1, right, &wheel));
                assert_true(tc_hexbody_hexes(&map, &wheel.body, now));
                assert_int_equal(wheel.body.facing, (v + (right ? 1 : 5)) % 6);
                assert_int_equal(wheel.n, n * (n - 1) / 2);
                for (int i = 0; i < n; i++) {
                    int part = right ? n - 1 - i : i;
                    assert_int_equal(now[i], tc_hexmap_go(&map, old[i], d, part));
                }
                for (int i = 0; i < wheel.n; i++) {
                    assert_int_equal(wheel.pace[i].dir, d);
                    assert_int_equal(tc_hexmap_next(&map, wheel.pace[i].from, d),
                                     wheel.pace[i].to);
                    count[wheel.pace[i].part]++;
                }
                for (int i = 0; i < n; i++)
                    assert_int_equal(count[i], i);
            }
}

/* There and back about the same end, both windings, both ends, both ways. */
static void a_wheel_there_and_back(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2000; i++) {
        struct tc_hexwheel there, back;
        struct tc_hexbody b;
        int turn = lab_rand(2) ? 1 : -1;
        bool right = lab_rand(2);
        tc_hex end;

        if (i % 500 == 0)
            lab_map(&map, SIZE, SIZE, i % 1000 ? TC_HEX_CW : TC_HEX_CCW);
        b = body(TC_HEXBODY_LINE, (tc_hex)lab_rand(map.count), lab_rand(6), 1 + lab_rand(5));
        end = tc_hexbody_end(&map, &b);
        if (end < 0 || !tc_hexbody_wheel(&map, &b, turn, right, &there))
            continue;
        if (right)
            assert_int_equal(tc_hexbody_end(&map, &there.body), end);
        else
            assert_int_equal(there.body.anchor, b.anchor);
        assert_true(tc_hexbody_wheel(&map, &there.body, -turn, right, &back));
        assert_memory_equal(&back.body, &b, sizeof b);
        assert_int_equal(there.n, back.n);
    }
}

/* Six wheels about one end bring a line home. */
static void six_wheels_are_a_full_circle(void **unused)
{
    (void)unused;
    for (enum tc_hexwind w = TC_HEX_CCW; w <= TC_HEX_CW; w++)
        for (int right = 0; right < 2; right++) {
            struct tc_hexwheel wheel;
            struct tc_hexbody b;

            lab_map(&map, SIZE, SIZE, w);
            b = body(TC_HEXBODY_LINE, mid(0, 0), 2, 3);
            wheel.body = b;
            for (int i = 0; i < 6; i++) {
                struct tc_hexbody from = wheel.body;
                assert_true(tc_hexbody_wheel(&map, &from, 1, right, &wheel));
                assert_true(i == 5 || wheel.body.facing != b.facing);
            }
            assert_memory_equal(&wheel.body, &b, sizeof b);
        }
}

static void wheels_that_cannot_be(void **unused)
{
    struct tc_hexwheel wheel;
    struct tc_hexbody b;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    b = body(TC_HEXBODY_LINE, at("0502"), 4, 3); /* N, second row: the outer end needs two */
    assert_false(tc_hexbody_wheel(&map, &b, 1, true, &wheel));
    assert_memory_equal(&wheel.body, &b, sizeof b);
    b.anchor = at("0503");
    assert_true(tc_hexbody_wheel(&map, &b, 1, true, &wheel));
    b.shape = TC_HEXBODY_COLUMN;
    assert_false(tc_hexbody_wheel(&map, &b, 1, true, &wheel));
    b = body(TC_HEXBODY_LINE, at("0208"), 4, 7);
    assert_false(tc_hexbody_wheel(&map, &b, 1, true, &wheel));
}

/* R-9.6a: reversed bodies stand on the same hexes in the other order. */
static void r_9_6a_reversal(void **unused)
{
    (void)unused;
    for (enum tc_hexwind w = TC_HEX_CCW; w <= TC_HEX_CW; w++)
        for (enum tc_hexshape shape = TC_HEXBODY_LINE; shape <= TC_HEXBODY_COLUMN; shape++)
            for (int f = 0; f < 6; f++) {
                struct tc_hexbody b, about, home;
                tc_hex one[4], two[4];

                lab_map(&map, SIZE, SIZE, w);
                b = body(shape, mid(0, 0), f, 4);
                b.hook = shape == TC_HEXBODY_LINE ? TC_HEXHOOK_LEFT : TC_HEXHOOK_NONE;
                assert_true(tc_hexbody_reverse(&map, &b, &about));
                assert_int_equal(about.facing, (f + 3) % 6);
                assert_int_equal(about.hook, b.hook ? TC_HEXHOOK_RIGHT : TC_HEXHOOK_NONE);
                assert_true(tc_hexbody_hexes(&map, &b, one));
                assert_true(tc_hexbody_hexes(&map, &about, two));
                for (int i = 0; i < 4; i++)
                    assert_int_equal(one[i], two[3 - i]);
                assert_true(tc_hexbody_reverse(&map, &about, &home));
                assert_memory_equal(&home, &b, sizeof b);
            }
}

/* R-11.5x1: lines grow at either end, columns at the head; contraction undoes it. */
static void r_11_5x1_extension_and_contraction(void **unused)
{
    struct tc_hexbody b, longer, back;
    tc_hex taken, left;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    b = body(TC_HEXBODY_LINE, at("0508"), 4, 2); /* 0508 0608, facing N */
    assert_true(tc_hexbody_extend(&map, &b, true, &longer, &taken));
    assert_int_equal(taken, at("0708"));
    assert_int_equal(longer.anchor, at("0508"));
    assert_int_equal(longer.length, 3);
    assert_true(tc_hexbody_contract(&map, &longer, true, &back, &left));
    assert_int_equal(left, taken);
    assert_memory_equal(&back, &b, sizeof b);
    assert_true(tc_hexbody_extend(&map, &b, false, &longer, &taken));
    assert_int_equal(taken, at("0408"));
    assert_int_equal(longer.anchor, taken);
    assert_true(tc_hexbody_contract(&map, &longer, false, &back, &left));
    assert_int_equal(left, taken);
    assert_memory_equal(&back, &b, sizeof b);

    b = body(TC_HEXBODY_COLUMN, at("0508"), 0, 2); /* facing E: 0508 0408 */
    assert_true(tc_hexbody_extend(&map, &b, true, &longer, &taken));
    assert_int_equal(taken, at("0608"));
    assert_int_equal(longer.anchor, taken);
    assert_int_equal(tc_hexbody_end(&map, &longer), at("0408"));
    assert_true(tc_hexbody_contract(&map, &longer, false, &back, &left));
    assert_int_equal(left, at("0408"));
    assert_int_equal(back.anchor, at("0608"));
    assert_true(tc_hexbody_contract(&map, &back, false, &back, &left));
    assert_false(tc_hexbody_contract(&map, &back, false, &back, &left));
    b = body(TC_HEXBODY_LINE, at("0108"), 4, 2);
    assert_false(tc_hexbody_extend(&map, &b, false, &longer, &taken));
}

/* R-T-10, k = 4 or 1: line and column stand on the same hexes. */
static void r_t_10_line_and_column_share_hexes(void **unused)
{
    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int s = 0; s < 6; s++) {
        struct tc_hexbody column = body(TC_HEXBODY_COLUMN, mid(0, 0), s, 3);
        struct tc_hexbody left = body(TC_HEXBODY_LINE, 0, (s + 4) % 6, 3);
        struct tc_hexbody right = body(TC_HEXBODY_LINE, mid(0, 0), (s + 1) % 6, 3);

        left.anchor = tc_hexbody_end(&map, &column);
        assert_int_equal(tc_hexbody_end(&map, &left), mid(0, 0));
        assert_int_equal(tc_hexbody_end(&map, &right), tc_hexbody_end(&map, &column));
    }
}

/* --- Zones ---------------------------------------------------------------------------- */

static int count_zone(const struct tc_hexaround *a, enum tc_hexzone z)
{
    int n = 0;

    for (int i = 0; i < a->n; i++)
        n += a->zone[i] == z;
    return n;
}

static int zone_at(const struct tc_hexaround *a, tc_hex h)
{
    for (int i = 0; i < a->n; i++)
        if (a->hex[i] == h)
            return a->zone[i];
    return TC_HEX_OWN;
}

/* R-T-12a: N+1 front, N+1 rear, two flank hexes at the ends. */
static void r_t_12a_zones_of_a_line(void **unused)
{
    struct tc_hexaround a;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int v = 0; v < 6; v++)
        for (int n = 1; n <= 5; n++) {
            struct tc_hexbody b = body(TC_HEXBODY_LINE, mid(0, 0), v, n);
            tc_hex hex[5];

            assert_true(tc_hexbody_hexes(&map, &b, hex));
            assert_true(tc_hexbody_zones(&map, &b, &a));
            assert_int_equal(count_zone(&a, TC_HEX_FRONT), n + 1);
            assert_int_equal(count_zone(&a, TC_HEX_REAR), n + 1);
            assert_int_equal(count_zone(&a, TC_HEX_FLANK), 2);
            assert_int_equal(zone_at(&a, tc_hexmap_next(&map, hex[0], v - 1)), TC_HEX_FLANK);
            assert_int_equal(zone_at(&a, tc_hexmap_next(&map, hex[n - 1], v + 2)),
                             TC_HEX_FLANK);
            for (int i = 0; i < n; i++) {
                assert_int_equal(zone_at(&a, hex[i]), TC_HEX_OWN);
                assert_int_equal(zone_at(&a, tc_hexmap_next(&map, hex[i], v)), TC_HEX_FRONT);
                assert_int_equal(zone_at(&a, tc_hexmap_next(&map, hex[i], v + 1)),
                                 TC_HEX_FRONT);
                assert_int_equal(zone_at(&a, tc_hexmap_next(&map, hex[i], v + 4)), TC_HEX_REAR);
            }
        }
}

/* R-RUL-50: a hook turns the flank hex of its end into a front hex. */
static void r_rul_50_hooks(void **unused)
{
    struct tc_hexaround a;

    (void)unused;
    for (enum tc_hexwind w = TC_HEX_CCW; w <= TC_HEX_CW; w++) {
        struct tc_hexbody b;

        lab_map(&map, SIZE, SIZE, w);
        b = body(TC_HEXBODY_LINE, at("0508"), w == TC_HEX_CW ? 4 : 1, 2); /* N */
        b.hook = TC_HEXHOOK_RIGHT;
        assert_true(tc_hexbody_zones(&map, &b, &a));
        assert_int_equal(zone_at(&a, at("0708")), TC_HEX_FRONT);
        assert_int_equal(zone_at(&a, at("0408")), TC_HEX_FLANK);
        assert_int_equal(count_zone(&a, TC_HEX_FRONT), 4);
        b.hook = TC_HEXHOOK_LEFT;
        assert_true(tc_hexbody_zones(&map, &b, &a));
        assert_int_equal(zone_at(&a, at("0708")), TC_HEX_FLANK);
        assert_int_equal(zone_at(&a, at("0408")), TC_HEX_FRONT);
    }
}

/* R-RUL-65: a column's ZOC is the hex before its head; the rest but one are flank. */
static void r_rul_65_zones_of_a_column(void **unused)
{
    struct tc_hexaround a;
    uint64_t zoc[TC_HEXSET_WORDS(SIZE * SIZE)] = { 0 };

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    for (int s = 0; s < 6; s++)
        for (int n = 1; n <= 4; n++) {
            struct tc_hexbody b = body(TC_HEXBODY_COLUMN, mid(0, 0), s, n);
            assert_true(tc_hexbody_zones(&map, &b, &a));
            assert_int_equal(a.n, 2 * n + 4);
            assert_int_equal(count_zone(&a, TC_HEX_FRONT), 1);
            assert_int_equal(count_zone(&a, TC_HEX_REAR), 1);
            assert_int_equal(zone_at(&a, tc_hexmap_next(&map, mid(0, 0), s)), TC_HEX_FRONT);
            assert_int_equal(zone_at(&a, tc_hexmap_go(&map, mid(0, 0), s + 3, n)), TC_HEX_REAR);
        }
    tc_hexset_add_zone(zoc, &a, TC_HEX_FRONT);
    assert_int_equal(tc_hexset_count(zoc, tc_hexset_words(&map)), 1);
    assert_true(tc_hexset_has(zoc, tc_hexmap_next(&map, mid(0, 0), 5)));
}

/* A bent road column: its rear lies straight on from its last two hexes. */
static void r_t_12a_zones_of_a_bent_column(void **unused)
{
    struct tc_hexaround a;
    tc_hex hex[3];

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    hex[0] = mid(1, 1), hex[1] = mid(1, 0), hex[2] = mid(0, 0); /* head faces D1 */
    tc_hexbody_around_column(&map, hex, 3, 1, &a);
    assert_int_equal(zone_at(&a, mid(1, 2)), TC_HEX_FRONT);
    assert_int_equal(zone_at(&a, mid(-1, 0)), TC_HEX_REAR);
    assert_int_equal(count_zone(&a, TC_HEX_FRONT), 1);
    assert_int_equal(count_zone(&a, TC_HEX_REAR), 1);
    assert_int_equal(zone_at(&a, mid(0, 1)), TC_HEX_FLANK); /* inside the bend */
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < i; j++)
            assert_true(a.hex[i] != a.hex[j]);
}

/* A body with other zones, and one partly off the map. */
static void zones_at_the_edge(void **unused)
{
    struct tc_hexaround a;
    struct tc_hexbody b;
    tc_hex one;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    one = at("0808");
    tc_hexbody_around(&map, &one, 1, &tc_hexzones_loose, 4, &a);
    assert_int_equal(count_zone(&a, TC_HEX_FRONT), 4);
    assert_int_equal(count_zone(&a, TC_HEX_FLANK), 2);
    one = at("0101");
    tc_hexbody_around(&map, &one, 1, &tc_hexzones_square, 0, &a);
    assert_int_equal(a.n, 2);
    b = body(TC_HEXBODY_LINE, at("1508"), 4, 2);
    assert_false(tc_hexbody_zones(&map, &b, &a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r_t_12a_hexes_of_bodies),
        cmocka_unit_test(a_line_facing_north),
        cmocka_unit_test(joined_and_straight),
        cmocka_unit_test(r_9_3a_2_parts_follow_the_head),
        cmocka_unit_test(steps_move_every_hex),
        cmocka_unit_test(steps_off_the_map_are_refused),
        cmocka_unit_test(r_t_12b_wheels),
        cmocka_unit_test(a_wheel_there_and_back),
        cmocka_unit_test(six_wheels_are_a_full_circle),
        cmocka_unit_test(wheels_that_cannot_be),
        cmocka_unit_test(r_9_6a_reversal),
        cmocka_unit_test(r_11_5x1_extension_and_contraction),
        cmocka_unit_test(r_t_10_line_and_column_share_hexes),
        cmocka_unit_test(r_t_12a_zones_of_a_line),
        cmocka_unit_test(r_rul_50_hooks),
        cmocka_unit_test(r_rul_65_zones_of_a_column),
        cmocka_unit_test(r_t_12a_zones_of_a_bent_column),
        cmocka_unit_test(zones_at_the_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
