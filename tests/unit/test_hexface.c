/* tests/unit/test_hexface.c - facings, zones, fans. */
#include "tests/unit/hexlab.h"

static struct tc_hexmap map;

static const struct tc_hexzones *const every_zones[] = {
    &tc_hexzones_vertex, &tc_hexzones_loose,  &tc_hexzones_column,
    &tc_hexzones_side,   &tc_hexzones_square, &tc_hexzones_rout
};

/* --- Facings ------------------------------------------------------------------ */

/* B-8.0c: right front f, left front f+1, right flank f-1, left flank f+2. */
static void b_8_0c_offsets_of_facing_n(void **unused)
{
    (void)unused;
    assert_vec(tc_hex_dir(TC_HEX_CCW, tc_hexface_front(TC_HEX_CCW, 1, true)), 1, -1);
    assert_vec(tc_hex_dir(TC_HEX_CCW, tc_hexface_front(TC_HEX_CCW, 1, false)), 0, -1);
    assert_vec(tc_hex_dir(TC_HEX_CCW, tc_hexface_flank(TC_HEX_CCW, 1, true)), 1, 0);
    assert_vec(tc_hex_dir(TC_HEX_CCW, tc_hexface_flank(TC_HEX_CCW, 1, false)), -1, 0);
}

/* R-T-12a: the line runs to the right along D(v+2). */
static void r_t_12a_right_is_v_plus_2(void **unused)
{
    (void)unused;
    for (int v = 0; v < 6; v++) {
        assert_int_equal(tc_hexface_flank(TC_HEX_CW, v, true), (v + 2) % 6);
        assert_int_equal(tc_hexface_flank(TC_HEX_CW, v, false), (v + 5) % 6);
        assert_int_equal(tc_hexface_front(TC_HEX_CW, v, true), (v + 1) % 6);
        assert_int_equal(tc_hexface_front(TC_HEX_CW, v, false), v);
    }
}

/* Right and left agree with the lateral coordinate in both windings. */
static void right_hexes_lie_to_the_right(void **unused)
{
    (void)unused;
    for (enum tc_hexwind w = TC_HEX_CCW; w <= TC_HEX_CW; w++)
        for (int f = 0; f < 6; f++) {
            int flank = tc_hexface_flank(w, f, true), front = tc_hexface_front(w, f, false);
            assert_int_equal(tc_hex_lateral(w, tc_hex_dir(w, flank), f), 2);
            assert_int_equal(tc_hex_depth(w, tc_hex_dir(w, flank), f), 0);
            assert_int_equal(tc_hex_lateral(w, tc_hex_dir(w, front), f), -1);
            assert_int_equal(tc_hex_depth(w, tc_hex_dir(w, front), f), 1);
        }
}

static void turns_between_facings(void **unused)
{
    static const int want[6] = { 0, 1, 2, 3, 2, 1 };

    (void)unused;
    for (int a = 0; a < 6; a++)
        for (int n = 0; n < 6; n++)
            assert_int_equal(tc_hexface_turns(a, (a + n) % 6), want[n]);
}

/* B-11.7b: unit facing N; rear hexes of the notional facing. */
static void b_11_7b_retreats_of_a_unit_facing_n(void **unused)
{
    enum { E, NE, NW, W, SW, SE };
    static const uint8_t want[6] = {
        [E] = 1 << W | 1 << SW, [NE] = 1 << SW | 1 << SE, [NW] = 1 << SW | 1 << SE,
        [W] = 1 << E | 1 << SE, [SW] = 1 << E | 1 << NE,  [SE] = 1 << W | 1 << NW,
    };

    (void)unused;
    for (int d = 0; d < 6; d++) {
        int f = tc_hexface_nearest(tc_hexzones_vertex.front, 1, d);
        assert_int_equal(tc_hexzones_turn(&tc_hexzones_vertex, f).rear, want[d]);
    }
}

/* B-5.4p: one turn for a flank hex, two for a rear hex. */
static void b_5_4p_fewest_turns(void **unused)
{
    static const int want[4] = { [TC_HEX_FRONT] = 0, [TC_HEX_FLANK] = 1, [TC_HEX_REAR] = 2 };

    (void)unused;
    for (int f = 0; f < 6; f++)
        for (int d = 0; d < 6; d++) {
            int to = tc_hexface_nearest(tc_hexzones_vertex.front, f, d);
            enum tc_hexzone z = tc_hexzone_beside(&tc_hexzones_vertex, f, d);
            assert_int_equal(tc_hexface_turns(f, to), want[z]);
            assert_int_equal(tc_hexzone_beside(&tc_hexzones_vertex, to, d), TC_HEX_FRONT);
        }
    assert_int_equal(tc_hexface_nearest(0, 4, 1), 4);
}

static void r_8_1g_8_hexsides_beside_vertices(void **unused)
{
    (void)unused;
    for (int v = 0; v < 6; v++)
        for (int s = 0; s < 6; s++)
            assert_int_equal(tc_hexmask_has(tc_hexface_sides(v), s),
                             tc_hexmask_has(tc_hexface_vertices(s), v));
    assert_int_equal(tc_hexface_sides(5), 0x21);
    assert_int_equal(tc_hexface_vertices(0), 0x21);
}

/* --- Zones -------------------------------------------------------------------- */

static void zones_part_the_six_neighbours(void **unused)
{
    struct tc_hexzones broken = { 0x03, 0x06, 0x38, TC_HEX_FLANK };

    (void)unused;
    for (size_t i = 0; i < sizeof every_zones / sizeof *every_zones; i++)
        for (int f = 0; f < 6; f++) {
            struct tc_hexzones z = tc_hexzones_turn(every_zones[i], f);
            assert_true(tc_hexzones_valid(&z));
            for (int d = 0; d < 6; d++) {
                enum tc_hexzone at = tc_hexzone_beside(every_zones[i], f, d);
                assert_int_equal(at == TC_HEX_FRONT, (z.front >> d) & 1);
                assert_int_equal(at == TC_HEX_FLANK, (z.flank >> d) & 1);
                assert_int_equal(at == TC_HEX_REAR, (z.rear >> d) & 1);
            }
        }
    assert_false(tc_hexzones_valid(&broken));
    broken = (struct tc_hexzones){ 0x03, 0x04, 0x38, TC_HEX_FLANK };
    assert_true(tc_hexzones_valid(&broken));
    broken.rear = 0x18;
    assert_false(tc_hexzones_valid(&broken));
}

/* R-T-12a: the table of front, flank and rear for facing 2. */
static void r_t_12a_zones(void **unused)
{
    struct tc_hexzones z;

    (void)unused;
    z = tc_hexzones_turn(&tc_hexzones_vertex, 2); /* D2 D3 | D1 D4 | D5 D0 */
    assert_int_equal(z.front, 0x0c);
    assert_int_equal(z.flank, 0x12);
    assert_int_equal(z.rear, 0x21);
    z = tc_hexzones_turn(&tc_hexzones_loose, 2); /* D1..D4 | D5 D0 | - */
    assert_int_equal(z.front, 0x1e);
    assert_int_equal(z.flank, 0x21);
    assert_int_equal(z.rear, 0);
    z = tc_hexzones_turn(&tc_hexzones_side, 2); /* D1..D3 | D0 D4 | D5 */
    assert_int_equal(z.front, 0x0e);
    assert_int_equal(z.flank, 0x11);
    assert_int_equal(z.rear, 0x20);
    z = tc_hexzones_turn(&tc_hexzones_column, 2); /* D2 | rest | D5 */
    assert_int_equal(z.front, 0x04);
    assert_int_equal(z.rear, 0x20);
    assert_int_equal(tc_hexzones_square.front, 0x3f);
    assert_int_equal(tc_hexzones_rout.rear, 0x3f);
}

/* B-8.0c, facing N: every neighbour's zone. */
static void b_8_0c_zones(void **unused)
{
    static const enum tc_hexzone want[6] = { TC_HEX_FLANK, TC_HEX_FRONT, TC_HEX_FRONT,
                                             TC_HEX_FLANK, TC_HEX_REAR,  TC_HEX_REAR };

    (void)unused;
    for (int d = 0; d < 6; d++) {
        struct tc_hexvec v = tc_hex_dir(TC_HEX_CCW, d);
        assert_int_equal(tc_hexzone_of(&tc_hexzones_vertex, TC_HEX_CCW, 1, v), want[d]);
    }
}

/* Far hexes: front is the closed wedge of the front rows, rear that of the rear rows. */
static void distant_zones_by_wedge(void **unused)
{
    (void)unused;
    for (int i = 0; i < 5000; i++) {
        struct tc_hexvec v = lab_vec(12);
        enum tc_hexwind w = lab_wind();
        int f = lab_rand(6);
        struct tc_hexwedge x = tc_hex_solve(w, v, f);
        enum tc_hexzone want = TC_HEX_FLANK;

        if (x.a == 0 && x.b == 0)
            want = TC_HEX_OWN;
        else if (x.a >= 0 && x.b >= 0)
            want = TC_HEX_FRONT;
        else if (x.a <= 0 && x.b <= 0)
            want = TC_HEX_REAR;
        assert_int_equal(tc_hexzone_of(&tc_hexzones_vertex, w, f, v), want);
    }
}

static void zones_turn_with_the_piece(void **unused)
{
    (void)unused;
    for (int i = 0; i < 5000; i++) {
        struct tc_hexvec v = lab_vec(12);
        enum tc_hexwind w = lab_wind();
        const struct tc_hexzones *z = every_zones[lab_rand(6)];
        int f = lab_rand(6), n = lab_rand(6);

        assert_int_equal(tc_hexzone_of(z, w, f, v),
                         tc_hexzone_of(z, w, f + n, tc_hex_turn(w, v, n)));
    }
    assert_int_equal(tc_hexzone_of(&tc_hexzones_side, TC_HEX_CW, 0, tc_hex_vec(3, 1)),
                     TC_HEX_FRONT); /* R-T-12c: general order, two sectors */
    assert_int_equal(tc_hexzone_of(&tc_hexzones_side, TC_HEX_CW, 0, tc_hex_vec(-1, 3)),
                     TC_HEX_FLANK);
    assert_int_equal(tc_hexzone_of(&tc_hexzones_rout, TC_HEX_CW, 0, tc_hex_vec(-1, 3)),
                     TC_HEX_REAR);
}

/* --- Fans ----------------------------------------------------------------------- */

static void assert_row(int f, int k, const int8_t want[][2])
{
    struct tc_hexfan fan = { (int8_t)f, 1, 1, 7 };

    assert_int_equal(tc_hexfan_width(&fan, k), k + 1);
    for (int i = 0; i <= k; i++)
        assert_vec(tc_hexfan_hex(&fan, TC_HEX_CCW, k, i), want[i][0], want[i][1]);
}

/* B-8.0e: priority 3 and 4, right to left. */
static void b_8_0e_priority_hexes(void **unused)
{
    static const int8_t row2[6][3][2] = {
        { { 2, 0 }, { 2, -1 }, { 2, -2 } },   { { 2, -2 }, { 1, -2 }, { 0, -2 } },
        { { 0, -2 }, { -1, -1 }, { -2, 0 } }, { { -2, 0 }, { -2, 1 }, { -2, 2 } },
        { { -2, 2 }, { -1, 2 }, { 0, 2 } },   { { 0, 2 }, { 1, 1 }, { 2, 0 } },
    };
    static const int8_t row3[6][4][2] = {
        { { 3, 0 }, { 3, -1 }, { 3, -2 }, { 3, -3 } },
        { { 3, -3 }, { 2, -3 }, { 1, -3 }, { 0, -3 } },
        { { 0, -3 }, { -1, -2 }, { -2, -1 }, { -3, 0 } },
        { { -3, 0 }, { -3, 1 }, { -3, 2 }, { -3, 3 } },
        { { -3, 3 }, { -2, 3 }, { -1, 3 }, { 0, 3 } },
        { { 0, 3 }, { 1, 2 }, { 2, 1 }, { 3, 0 } },
    };

    (void)unused;
    for (int f = 0; f < 6; f++) {
        assert_row(f, 2, row2[f]);
        assert_row(f, 3, row3[f]);
    }
}

/* B-8.0d: rows 1 to 7 have 35 hexes. */
static void b_8_0d_artillery_fan_has_35_hexes(void **unused)
{
    struct tc_hexfan fan = { 1, 1, 1, 7 };
    uint64_t set[TC_HEXSET_WORDS(21 * 21)] = { 0 };
    int words;
    tc_hex gun;

    (void)unused;
    lab_map(&map, 21, 21, TC_HEX_CCW);
    words = tc_hexset_words(&map);
    gun = tc_hexmap_parse(&map, "1111");
    assert_int_equal(tc_hexfan_mark(&fan, &map, gun, set), 35);
    assert_int_equal(tc_hexset_count(set, words), 35);
    for (tc_hex h = 0; h < map.count; h++)
        assert_int_equal(tc_hexset_has(set, h),
                         tc_hexfan_has(&fan, TC_HEX_CCW, tc_hex_sub(map.at[h], map.at[gun])));
    tc_hexset_clear(set, words); /* three rows from the northern edge: 2 + 3 + 4 */
    assert_int_equal(tc_hexfan_mark(&fan, &map, tc_hexmap_parse(&map, "1104"), set), 9);
}

/* Every listed hex is in the fan, each once, and no other hex is. */
static void fans_list_what_they_have(void **unused)
{
    (void)unused;
    for (int n = 0; n < 200; n++) {
        struct tc_hexfan fan = { (int8_t)lab_rand(6), (uint8_t)lab_rand(7),
                                 (uint8_t)(1 + lab_rand(3)), (uint8_t)(2 + lab_rand(4)) };
        enum tc_hexwind w = lab_wind();
        int listed[13][13] = { { 0 } };

        for (int k = fan.near; k <= fan.far; k++)
            for (int i = 0; i < tc_hexfan_width(&fan, k); i++) {
                struct tc_hexvec v = tc_hexfan_hex(&fan, w, k, i);
                assert_int_equal(tc_hex_length(v), k);
                listed[v.q + 6][v.r + 6]++;
            }
        for (int q = -6; q <= 6; q++)
            for (int r = -6; r <= 6; r++)
                assert_int_equal(listed[q + 6][r + 6],
                                 tc_hexfan_has(&fan, w, tc_hex_vec(q, r)));
    }
}

static void fans_mark_what_they_have(void **unused)
{
    (void)unused;
    for (int n = 0; n < 200; n++) {
        struct tc_hexfan fan = { (int8_t)lab_rand(6), (uint8_t)lab_rand(7),
                                 (uint8_t)lab_rand(3), (uint8_t)(2 + lab_rand(5)) };
        uint64_t set[TC_HEXSET_WORDS(21 * 21)] = { 0 };
        enum tc_hexwind w = lab_wind();
        tc_hex from;
        int count = 0;

        lab_map(&map, 21, 21, w);
        from = (tc_hex)lab_rand(map.count);
        count = tc_hexfan_mark(&fan, &map, from, set);
        assert_int_equal(tc_hexset_count(set, tc_hexset_words(&map)), count);
        for (tc_hex h = 0; h < map.count; h++)
            assert_int_equal(tc_hexset_has(set, h),
                             tc_hexfan_has(&fan, w, tc_hex_sub(map.at[h], map.at[from])));
    }
}

static void fans_turn_and_do_not_hold_their_own_hex(void **unused)
{
    (void)unused;
    for (int i = 0; i < 5000; i++) {
        struct tc_hexfan fan = { (int8_t)lab_rand(6), (uint8_t)lab_rand(7), 0, 9 }, turned;
        enum tc_hexwind w = lab_wind();
        struct tc_hexvec v = lab_vec(9);
        int n = lab_rand(6);

        turned = fan, turned.first = (int8_t)(fan.first + n);
        assert_int_equal(tc_hexfan_has(&fan, w, v),
                         tc_hexfan_has(&turned, w, tc_hex_turn(w, v, n)));
        assert_false(tc_hexfan_has(&fan, w, tc_hex_vec(0, 0)));
    }
}

/* R-T-12c: sizes of the arcs at range k; each is the front zone of its piece. */
static void r_t_12c_arcs_are_the_front_zones(void **unused)
{
    static const struct {
        const struct tc_hexzones *zones;
        int8_t first;
        uint8_t sectors;
    } arc[] = { { &tc_hexzones_vertex, 0, 1 }, /* line, column of attack, guns */
                { &tc_hexzones_loose, -1, 3 }, /* skirmish: D(v-1) to D(v+2) */
                { &tc_hexzones_side, -1, 2 },  /* general order: D(s-1) to D(s+1) */
                { &tc_hexzones_column, 0, 0 } };

    (void)unused;
    for (size_t i = 0; i < sizeof arc / sizeof *arc; i++)
        for (int f = 0; f < 6; f++) {
            struct tc_hexfan fan = { (int8_t)(f + arc[i].first), arc[i].sectors, 1, 6 };
            assert_int_equal(tc_hexfan_width(&fan, 5), 5 * arc[i].sectors + 1);
            for (int n = 0; n < 200; n++) {
                struct tc_hexvec v = lab_vec(3);
                enum tc_hexzone z = tc_hexzone_of(arc[i].zones, TC_HEX_CW, f, v);
                assert_int_equal(z == TC_HEX_FRONT, tc_hexfan_has(&fan, TC_HEX_CW, v));
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(b_8_0c_offsets_of_facing_n),
        cmocka_unit_test(r_t_12a_right_is_v_plus_2),
        cmocka_unit_test(right_hexes_lie_to_the_right),
        cmocka_unit_test(turns_between_facings),
        cmocka_unit_test(b_11_7b_retreats_of_a_unit_facing_n),
        cmocka_unit_test(b_5_4p_fewest_turns),
        cmocka_unit_test(r_8_1g_8_hexsides_beside_vertices),
        cmocka_unit_test(zones_part_the_six_neighbours),
        cmocka_unit_test(r_t_12a_zones),
        cmocka_unit_test(b_8_0c_zones),
        cmocka_unit_test(distant_zones_by_wedge),
        cmocka_unit_test(zones_turn_with_the_piece),
        cmocka_unit_test(b_8_0e_priority_hexes),
        cmocka_unit_test(b_8_0d_artillery_fan_has_35_hexes),
        cmocka_unit_test(fans_list_what_they_have),
        cmocka_unit_test(fans_mark_what_they_have),
        cmocka_unit_test(fans_turn_and_do_not_hold_their_own_hex),
        cmocka_unit_test(r_t_12c_arcs_are_the_front_zones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
