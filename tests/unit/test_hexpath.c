/* tests/unit/test_hexpath.c - cheapest paths against brute force. */
#include "tests/unit/hexlab.h"

enum { SIZE = 9, HEXES = SIZE * SIZE, FAR = 1 << 20 };

static struct tc_hexmap map;
static struct tc_hexflood flood;
static struct tc_hexnode nodes[HEXES * 12];
static struct tc_hexedge edge[TC_HEX_CAP];
static uint64_t barred[TC_HEXSET_WORDS(HEXES)];
static int want[HEXES * 6];

static void random_edges(int most)
{
    for (int h = 0; h < map.count; h++)
        for (int d = 0; d < 6; d++)
            edge[h].cost[d] = (uint8_t)(lab_rand(6) == 0 ? TC_HEX_BARRED : lab_rand(most + 1));
    memset(barred, 0, sizeof barred);
    for (int i = 0; i < 6; i++)
        tc_hexset_add(barred, (tc_hex)lab_rand(map.count));
}

static void clear_ground(int cost)
{
    memset(edge, cost, sizeof edge);
    memset(barred, 0, sizeof barred);
}

/* One round of Bellman-Ford over all nodes; true when something got cheaper. */
static bool brute_round(const struct tc_hexmove *move, int facings)
{
    bool better = false;

    for (int n = 0; n < map.count * facings; n++) {
        int h = n / facings, f = n % facings;
        for (int d = 0; d < 6; d++) {
            tc_hex to = map.next[h][d];
            int cost = want[n] + edge[h].cost[d];
            if (to < 0 || edge[h].cost[d] == TC_HEX_BARRED || tc_hexset_has(barred, to) ||
                (facings == 6 && !tc_hexmask_has(move->ahead, d - f)))
                continue;
            if (cost <= move->budget && cost < want[to * facings + f])
                want[to * facings + f] = cost, better = true;
        }
        for (int g = 0; g < facings; g++) {
            int turn = move->turn[tc_hexface_turns(f, g)];
            if (g != f && turn != TC_HEX_BARRED && want[n] + turn <= move->budget &&
                want[n] + turn < want[h * facings + g])
                want[h * facings + g] = want[n] + turn, better = true;
        }
    }
    return better;
}

static void brute(const struct tc_hexmove *move, int facings, int start)
{
    for (int n = 0; n < map.count * facings; n++)
        want[n] = FAR;
    want[start] = 0;
    while (brute_round(move, facings))
        ;
}

/* Costs along the path of a node add up to its cost. */
static void check_path(int32_t n, int32_t start, const struct tc_hexmove *move)
{
    int32_t path[HEXES * 6];
    int length = tc_hexflood_path(&flood, n, path, HEXES * 6), sum = 0, fs = flood.facings;

    assert_true(length >= 1);
    assert_int_equal(path[0], start);
    assert_int_equal(path[length - 1], n);
    for (int i = 1; i < length; i++) {
        tc_hex a = (tc_hex)(path[i - 1] / fs), b = (tc_hex)(path[i] / fs);
        if (a == b)
            sum += move->turn[tc_hexface_turns(path[i - 1] % fs, path[i] % fs)];
        else
            sum += edge[a].cost[tc_hexmap_direction(&map, a, b)];
    }
    assert_int_equal(sum, flood.node[n].cost);
    assert_int_equal(tc_hexflood_path(&flood, n, path, length - 1), 0);
}

/* The flood reached just what brute force reaches, at the same cost, cheapest first. */
static void compare(const struct tc_hexmove *move, int start)
{
    int reached = 0, listed = 0, last = 0, fs = flood.facings;

    for (int n = 0; n < map.count * fs; n++) {
        int cost = tc_hexflood_cost(&flood, (tc_hex)(n / fs), n % fs);
        assert_int_equal(cost, want[n] == FAR ? -1 : want[n]);
        reached += cost >= 0;
    }
    for (int32_t n = tc_hexflood_first(&flood); n >= 0; n = tc_hexflood_after(&flood, n)) {
        assert_true(flood.node[n].cost >= last);
        last = flood.node[n].cost;
        listed++;
        check_path(n, start, move);
    }
    assert_int_equal(reached, listed);
}

static void floods_equal_brute_force(void **unused)
{
    struct tc_hexmove move = { .edge = edge, .barred = barred };

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW);
    assert_true(tc_hexflood_init(&flood, &map, 1, nodes, HEXES));
    for (int i = 0; i < 150; i++) {
        int start = lab_rand(HEXES);
        random_edges(1 + lab_rand(6));
        move.budget = lab_rand(25);
        brute(&move, 1, start);
        tc_hexflood_go(&flood, (tc_hex)start, 0, &move);
        compare(&move, start);
    }
}

static void floods_with_facings_equal_brute_force(void **unused)
{
    static const uint8_t ahead[4] = { 0x03, 0x01, 0x27, 0x23 };
    struct tc_hexmove move = { .edge = edge, .barred = barred };

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    assert_true(tc_hexflood_init(&flood, &map, 6, nodes, HEXES * 6));
    for (int i = 0; i < 60; i++) {
        int start = lab_rand(HEXES * 6);
        random_edges(1 + lab_rand(4));
        move.ahead = ahead[lab_rand(4)];
        for (int k = 1; k < 4; k++)
            move.turn[k] = (uint8_t)(lab_rand(5) == 0 ? TC_HEX_BARRED : lab_rand(4));
        move.budget = lab_rand(16);
        brute(&move, 6, start);
        tc_hexflood_go(&flood, (tc_hex)(start / 6), start % 6, &move);
        compare(&move, start);
    }
}

/* R-T-11: reversing costs the full allowance, two turns do not get round it. */
static void r_t_11_one_turn_a_hex(void **unused)
{
    struct tc_hexmove move = {
        .edge = edge, .budget = 12, .ahead = 0x03, .turn = { 0, 1, 2, 12 }, .least = 1
    };
    int32_t path[8];
    tc_hex h, ahead;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    clear_ground(1);
    h = tc_hexmap_parse(&map, "0505");
    assert_true(tc_hexflood_init(&flood, &map, 6, nodes, HEXES * 6));
    tc_hexflood_go(&flood, h, 0, &move);
    assert_int_equal(tc_hexflood_cost(&flood, h, 3), 3);
    assert_false(tc_hexflood_init(&flood, &map, 12, nodes, HEXES * 12 - 1));
    assert_true(tc_hexflood_init(&flood, &map, 12, nodes, HEXES * 12));
    tc_hexflood_go(&flood, h, 0, &move);
    assert_int_equal(tc_hexflood_cost(&flood, h, 1), 1);
    assert_int_equal(tc_hexflood_cost(&flood, h, 2), 2);
    assert_int_equal(tc_hexflood_cost(&flood, h, 3), 5); /* step 1, turn 2, back 1, turn 1 */
    ahead = tc_hexmap_next(&map, h, 1);
    assert_int_equal(tc_hexflood_cost(&flood, ahead, 1), 2);
    assert_int_equal(tc_hexflood_cost(&flood, ahead, 3), 4); /* step or turn first: 1+1+2 */
    assert_int_equal(tc_hexflood_path(&flood, tc_hexflood_node(&flood, ahead, 3), path, 8), 4);
    assert_int_equal(path[0], h * 12);
    assert_int_equal(path[3], ahead * 12 + 6 + 3);
    for (int i = 1; i < 4; i++)
        assert_true(i == 1 ||
                    tc_hexflood_hex(&flood, path[i]) != tc_hexflood_hex(&flood, path[i - 1]) ||
                    tc_hexflood_hex(&flood, path[i - 1]) !=
                        tc_hexflood_hex(&flood, path[i - 2]));
    assert_int_equal(tc_hexflood_facing(&flood, path[3]), 3);
}

/* Costs over 255 in all go round the ring of buckets. */
static void long_dear_paths(void **unused)
{
    struct tc_hexmove move = { .edge = edge, .barred = barred, .budget = 60000 };

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW);
    assert_true(tc_hexflood_init(&flood, &map, 1, nodes, HEXES));
    for (int i = 0; i < 20; i++) {
        random_edges(254);
        brute(&move, 1, 40);
        tc_hexflood_go(&flood, 40, 0, &move);
        compare(&move, 40);
    }
}

/* In the open the hexes within four are the 61 of four rings. */
static void four_points_in_the_open(void **unused)
{
    struct tc_hexmove move = { .edge = edge, .budget = 4 };
    int n = 0;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW);
    clear_ground(1);
    assert_true(tc_hexflood_init(&flood, &map, 1, nodes, HEXES));
    tc_hexflood_go(&flood, tc_hexmap_parse(&map, "0505"), 0, &move);
    for (int32_t x = tc_hexflood_first(&flood); x >= 0; x = tc_hexflood_after(&flood, x), n++)
        assert_int_equal(flood.node[x].cost,
                         tc_hexmap_distance(&map, tc_hexmap_parse(&map, "0505"), (tc_hex)x));
    assert_int_equal(n, 61);
}

/* Several starts, and starts that have spent something. */
static void several_starts(void **unused)
{
    struct tc_hexmove move = { .edge = edge, .budget = 1000 };

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW);
    clear_ground(1);
    assert_true(tc_hexflood_init(&flood, &map, 1, nodes, HEXES));
    assert_false(tc_hexflood_start(&flood, 1, 0, 256));
    assert_false(tc_hexflood_start(&flood, 1, 0, -1));
    assert_true(tc_hexflood_start(&flood, 0, 0, 0));
    assert_true(tc_hexflood_start(&flood, SIZE - 1, 0, 200));
    assert_true(tc_hexflood_start(&flood, HEXES - 1, 0, 2));
    tc_hexflood_run(&flood, &move);
    for (tc_hex h = 0; h < HEXES; h++) {
        int a = tc_hexmap_distance(&map, 0, h), b = tc_hexmap_distance(&map, HEXES - 1, h) + 2;
        assert_int_equal(tc_hexflood_cost(&flood, h, 0), a < b ? a : b);
    }
    tc_hexflood_start(&flood, 3, 0, 0); /* a start never run is forgotten too */
    tc_hexflood_clear(&flood);
    tc_hexflood_start(&flood, 5, 0, 0);
    tc_hexflood_clear(&flood);
    assert_int_equal(tc_hexflood_first(&flood), -1);
    assert_int_equal(tc_hexflood_cost(&flood, 5, 0), -1);
    move.budget = 0;
    tc_hexflood_go(&flood, 7, 0, &move);
    assert_int_equal(tc_hexflood_first(&flood), 7);
    assert_int_equal(tc_hexflood_after(&flood, 7), -1);
    assert_int_equal(tc_hexflood_before(&flood, 7), -1);
    tc_hexflood_clear(
        &flood); /* a start dearer than the budget is reached and goes no farther */
    move.budget = 3;
    assert_true(tc_hexflood_start(&flood, 0, 0, 255));
    assert_true(tc_hexflood_start(&flood, 40, 0, 3));
    tc_hexflood_run(&flood, &move);
    assert_int_equal(tc_hexflood_first(&flood), 40);
    assert_int_equal(tc_hexflood_after(&flood, 40), 0);
    assert_int_equal(tc_hexflood_after(&flood, 0), -1);
    assert_int_equal(tc_hexflood_cost(&flood, 0, 0), 255);
}

static void too_few_nodes_are_refused(void **unused)
{
    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW);
    assert_false(tc_hexflood_init(&flood, &map, 1, nodes, HEXES - 1));
    assert_false(tc_hexflood_init(&flood, &map, 6, nodes, HEXES * 6 - 1));
    assert_false(tc_hexflood_init(&flood, &map, 2, nodes, HEXES * 6));
    assert_true(tc_hexflood_init(&flood, &map, 6, nodes, HEXES * 6));
}

/* B-7.0h, B-8.0h, B-8.0i: infantry, 4 MP, front hexes only, 1 MP a vertex, about-turn 2. */
static void b_8_0h_infantry_in_the_open(void **unused)
{
    struct tc_hexmove move = {
        .edge = edge, .budget = 4, .ahead = 0x03, .turn = { 0, 1, 2, 2 }
    };
    tc_hex h;
    uint8_t mask;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW);
    clear_ground(1);
    assert_true(tc_hexflood_init(&flood, &map, 6, nodes, HEXES * 6));
    h = tc_hexmap_parse(&map, "0505");
    tc_hexflood_go(&flood, h, 1, &move); /* facing N */
    assert_int_equal(tc_hexflood_cost(&flood, h, 4), 2);
    assert_int_equal(tc_hexflood_cost(&flood, h, 3), 2);
    assert_int_equal(tc_hexflood_cost(&flood, h, 2), 1);
    assert_int_equal(tc_hexflood_cost(&flood, tc_hexmap_go(&map, h, 1, 4), 1), 4);
    assert_int_equal(tc_hexflood_cost(&flood, tc_hexmap_go(&map, h, 0, 3), 0), 4);
    assert_int_equal(tc_hexflood_best(&flood, tc_hexmap_go(&map, h, 0, 1), &mask), 2);
    assert_int_equal(mask, 1 << 0); /* facing ENE; ESE needs two vertices */
    assert_int_equal(tc_hexflood_best(&flood, tc_hexmap_go(&map, h, 4, 1), &mask), 3);
    assert_int_equal(mask, 1 << 3 | 1 << 4); /* two vertices or the countermarch */
    assert_int_equal(tc_hexflood_best(&flood, tc_hexmap_go(&map, h, 4, 3), &mask), -1);
    assert_int_equal(mask, 0);
}

/* B-11.8.3e: a hexside that takes the whole allowance, with nothing spent before. */
static int full_allowance(const void *ctx, const struct tc_hexhop *hop)
{
    const int *allowance = ctx;

    assert_int_equal(tc_hexmap_next(&map, hop->from, hop->dir), hop->to);
    if (tc_hexmap_side(&map, hop->from, hop->dir))
        return hop->spent == 0 ? *allowance : -1;
    return 1;
}

static void b_11_8_3e_large_stream(void **unused)
{
    static const int allowance = 4;
    struct tc_hexmove move = { .step = full_allowance, .ctx = &allowance, .budget = 4 };
    tc_hex h;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CCW);
    assert_true(tc_hexflood_init(&flood, &map, 1, nodes, HEXES));
    h = tc_hexmap_parse(&map, "0105");
    for (int r = 0; r < SIZE; r++) /* a stream all along between columns 3 and 4 */
        for (int d = 0; d < 6; d++) {
            tc_hex west = tc_hexmap_cell(&map, 2, r), to = tc_hexmap_next(&map, west, d);
            if (to >= 0 && to % SIZE == 3)
                assert_true(tc_hexmap_set_side(&map, west, d, 1));
        }
    tc_hexflood_go(&flood, h, 0, &move);
    assert_int_equal(tc_hexflood_cost(&flood, tc_hexmap_parse(&map, "0305"), 0), 2);
    assert_int_equal(tc_hexflood_cost(&flood, tc_hexmap_parse(&map, "0405"), 0), -1);
    tc_hexflood_go(&flood, tc_hexmap_parse(&map, "0305"), 0, &move);
    assert_int_equal(tc_hexflood_cost(&flood, tc_hexmap_parse(&map, "0405"), 0), 4);
    assert_int_equal(tc_hexflood_cost(&flood, tc_hexmap_parse(&map, "0505"), 0), -1);
}

/* R-11.8a.2: turns in an enemy's zone cost one more (here in half points). */
static int dear_turn(const void *ctx, const struct tc_hexhop *hop)
{
    const uint64_t *zoc = ctx;

    assert_int_equal(hop->from, hop->to);
    return tc_hexface_turns(hop->facing, hop->dir) + (tc_hexset_has(zoc, hop->from) ? 2 : 0);
}

static void r_11_8a_2_turns_in_a_zoc(void **unused)
{
    uint64_t zoc[TC_HEXSET_WORDS(HEXES)] = { 0 };
    struct tc_hexmove move = {
        .edge = edge, .turning = dear_turn, .ctx = zoc, .budget = 8, .ahead = 0x01
    };
    tc_hex h;

    (void)unused;
    lab_map(&map, SIZE, SIZE, TC_HEX_CW);
    clear_ground(2);
    assert_true(tc_hexflood_init(&flood, &map, 6, nodes, HEXES * 6));
    h = tc_hexmap_parse(&map, "0405");
    tc_hexset_add(zoc, h);
    tc_hexflood_go(&flood, h, 0, &move);
    assert_int_equal(tc_hexflood_cost(&flood, h, 1), 3);
    assert_int_equal(tc_hexflood_cost(&flood, h, 2), 4);
    assert_int_equal(tc_hexflood_cost(&flood, tc_hexmap_next(&map, h, 0), 1), 3);
}

/* Edge tables: terrain entered plus hexside, seen from the hex left. */
static void edge_tables(void **unused)
{
    enum { UPHILL = 1 << 2, DOWNHILL = 1 << 3, CLIFF = 1 << 5, WALL = 1 << 6 };
    struct tc_hexlayout lay = { .columns = 5, .rows = 5, .first = 1, .paired = UPHILL };
    uint8_t terrain[256] = { [0] = 2, [1] = 4, [2] = TC_HEX_BARRED };
    uint8_t side[16] = { [2] = 3, [3] = 1, [5] = TC_HEX_BARRED, [6] = 254 };
    tc_hex h;

    (void)unused;
    assert_true(tc_hexmap_build(&map, &lay));
    h = tc_hexmap_parse(&map, "0303");
    map.terrain[tc_hexmap_next(&map, h, 0)] = 1;
    map.terrain[tc_hexmap_next(&map, h, 1)] = 2;
    assert_true(tc_hexmap_set_side(&map, h, 0, UPHILL));
    assert_true(tc_hexmap_set_side(&map, h, 3, CLIFF));
    assert_true(tc_hexmap_set_side(&map, h, 4, WALL));
    tc_hexedge_fill(&map, terrain, side, edge);
    assert_int_equal(edge[h].cost[0], 4 + 3);
    assert_int_equal(edge[tc_hexmap_next(&map, h, 0)].cost[3], 2 + 1);
    assert_int_equal(edge[h].cost[1], TC_HEX_BARRED);
    assert_int_equal(edge[h].cost[2], 2);
    assert_int_equal(edge[h].cost[3], TC_HEX_BARRED);
    assert_int_equal(edge[h].cost[4], TC_HEX_BARRED); /* 256 does not wrap */
    assert_int_equal(edge[0].cost[2], TC_HEX_BARRED); /* off the map */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floods_equal_brute_force),
        cmocka_unit_test(floods_with_facings_equal_brute_force),
        cmocka_unit_test(r_t_11_one_turn_a_hex),
        cmocka_unit_test(long_dear_paths),
        cmocka_unit_test(four_points_in_the_open),
        cmocka_unit_test(several_starts),
        cmocka_unit_test(too_few_nodes_are_refused),
        cmocka_unit_test(b_8_0h_infantry_in_the_open),
        cmocka_unit_test(b_11_8_3e_large_stream),
        cmocka_unit_test(r_11_8a_2_turns_in_a_zoc),
        cmocka_unit_test(edge_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
