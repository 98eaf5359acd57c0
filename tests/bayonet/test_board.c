/* tests/bayonet/test_board.c - geometry (8.0), retreats (11.7), momentum (11.3.2),
 * allowances (7.0), invariants. */
#include "tests/bayonet/lab.h"

static struct lab lab;
static struct lab_play play;

enum { MIDDLE = 1210 }; /* a hex with room all round */

static int open_lab(void **unused)
{
    (void)unused;
    lab_open(&lab, "bayonet/drill-ground");
    return 0;
}

static int close_lab(void **unused)
{
    (void)unused;
    lab_close(&lab);
    return 0;
}

/* The hex that many axial steps from a hex, or TC_NONE. */
static int off(int h, int q, int r)
{
    struct tc_hexvec at = tc_hex_add(lab.bk->vec[h], tc_hex_vec(q, r));

    return bay_id(lab.bk, tc_hexmap_at(&lab.bk->map, at));
}

/* B-8.0a, B-RUL-1: E, NE, NW, W, SW, SE in axial coordinates. */
static void b_8_0a_directions(void **unused)
{
    static const int8_t n[6][2] = { { 1, 0 },  { 1, -1 }, { 0, -1 },
                                    { -1, 0 }, { -1, 1 }, { 0, 1 } };

    (void)unused;
    for (int d = 0; d < 6; d++)
        assert_int_equal(lab.bk->next[MIDDLE][d], off(MIDDLE, n[d][0], n[d][1]));
    assert_int_equal(lab.bk->next[101][3], TC_NONE); /* B-7.0j: off the map */
}

/* B-8.0b, B-8.0c, B-8.0k, B-RUL-2: two front, two flank, two rear hexes for each facing, in the
 * checklist's order: right front, left front, right flank, left flank, left rear, right rear.
 */
static void b_8_0c_zones(void **unused)
{
    static const int8_t row[6][6][2] = {
        { { 1, 0 }, { 1, -1 }, { 0, 1 }, { 0, -1 }, { -1, 0 }, { -1, 1 } },
        { { 1, -1 }, { 0, -1 }, { 1, 0 }, { -1, 0 }, { -1, 1 }, { 0, 1 } },
        { { 0, -1 }, { -1, 0 }, { 1, -1 }, { -1, 1 }, { 0, 1 }, { 1, 0 } },
        { { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 1 }, { 1, 0 }, { 1, -1 } },
        { { -1, 1 }, { 0, 1 }, { -1, 0 }, { 1, 0 }, { 1, -1 }, { 0, -1 } },
        { { 0, 1 }, { 1, 0 }, { -1, 1 }, { 1, -1 }, { 0, -1 }, { -1, 0 } },
    };

    (void)unused;
    for (int f = 0; f < 6; f++)
        for (int k = 0; k < 6; k++) {
            int d = bay_dir(lab.bk, MIDDLE, off(MIDDLE, row[f][k][0], row[f][k][1]));
            assert_int_equal(bay_zone(f, d), k / 2);
            assert_int_equal(bay_in_front(f, d), k < 2);
        }
}

/* B-8.0d, B-8.0e, B-5.4d to g: the wedge of every facing. */
static void b_8_0e_priorities(void **unused)
{
    static const int8_t three[6][3][2] = {
        { { 2, 0 }, { 2, -1 }, { 2, -2 } },   { { 2, -2 }, { 1, -2 }, { 0, -2 } },
        { { 0, -2 }, { -1, -1 }, { -2, 0 } }, { { -2, 0 }, { -2, 1 }, { -2, 2 } },
        { { -2, 2 }, { -1, 2 }, { 0, 2 } },   { { 0, 2 }, { 1, 1 }, { 2, 0 } },
    };
    static const int8_t four[6][4][2] = {
        { { 3, 0 }, { 3, -1 }, { 3, -2 }, { 3, -3 } },
        { { 3, -3 }, { 2, -3 }, { 1, -3 }, { 0, -3 } },
        { { 0, -3 }, { -1, -2 }, { -2, -1 }, { -3, 0 } },
        { { -3, 0 }, { -3, 1 }, { -3, 2 }, { -3, 3 } },
        { { -3, 3 }, { -2, 3 }, { -1, 3 }, { 0, 3 } },
        { { 0, 3 }, { 1, 2 }, { 2, 1 }, { 3, 0 } },
    };
    int foot = lab_put(&lab, "f1", MIDDLE, 1), horse = lab_put(&lab, "h1", 2212, 1);

    (void)unused;
    for (int f = 0; f < 6; f++) {
        int count[5] = { 0 };
        for (int h = 101; h < BAY_IDS; h++)
            if (bay_on_map(lab.bk, h))
                count[bay_priority(lab.bk, &lab.s, horse, MIDDLE, f, h)]++;
        assert_int_equal(count[1], 2);
        assert_int_equal(count[2], 4);
        assert_int_equal(count[3], 3);
        assert_int_equal(count[4], 4);
        for (int k = 0; k < 3; k++)
            assert_int_equal(bay_priority(lab.bk, &lab.s, foot, MIDDLE, f,
                                          off(MIDDLE, three[f][k][0], three[f][k][1])),
                             3);
        for (int k = 0; k < 4; k++) {
            int h = off(MIDDLE, four[f][k][0], four[f][k][1]);
            assert_int_equal(bay_priority(lab.bk, &lab.s, horse, MIDDLE, f, h), 4);
            assert_int_equal(bay_priority(lab.bk, &lab.s, foot, MIDDLE, f, h), 0);
        }
    }
}

/* B-8.0f: lateral and depth coordinates, up to the place of the origin. */
static void b_8_0f_coordinates(void **unused)
{
    (void)unused;
    for (int q = -2; q <= 2; q++)
        for (int r = -2; r <= 2; r++) {
            int h = off(MIDDLE, q, r);
            int x[6] = { q + 2 * r, 2 * q + r, q - r, -(q + 2 * r), -(2 * q + r), r - q };
            int y[6] = { q, -r, -q - r, -q, r, q + r };
            for (int f = 0; f < 6; f++) {
                assert_int_equal(bay_x(lab.bk, h, f) - bay_x(lab.bk, MIDDLE, f), x[f]);
                assert_int_equal(bay_y(lab.bk, h, f) - bay_y(lab.bk, MIDDLE, f), y[f]);
            }
        }
}

/* B-11.7a, B-11.7b: facing N, attacker in each direction. */
static void b_11_7b_where_it_gives_way(void **unused)
{
    enum { E, NE, NW, W, SW, SE };
    static const uint8_t want[6] = {
        [E] = 1 << W | 1 << SW, [NE] = 1 << SW | 1 << SE, [NW] = 1 << SW | 1 << SE,
        [W] = 1 << E | 1 << SE, [SW] = 1 << E | 1 << NE,  [SE] = 1 << W | 1 << NW,
    };

    (void)unused;
    for (int d = 0; d < 6; d++)
        assert_int_equal(bay_yield_dirs(lab.bk, MIDDLE, 1, lab.bk->next[MIDDLE][d]), want[d]);
    /* RUL-43: a garrison battalion's marker may take d + 2, d + 3 or d + 4 */
    assert_int_equal(bay_yield_dirs(lab.bk, MIDDLE, BAY_NO_FACING, lab.bk->next[MIDDLE][E]),
                     1 << NW | 1 << W | 1 << SW);
}

/* B-11.3.2a to f, B-RUL-86: figures at one, two, three hexes by army and year. */
static void b_11_3_2_momentum(void **unused)
{
    static const struct {
        int army, year, two, three;
    } want[] = {
        { BAY_FRENCH, 1670, 1, 2 },        { BAY_FRENCH, 1693, 1, 2 }, /* B-11.3.2b */
        { BAY_FRENCH, 1700, 1, 2 },        { BAY_FRENCH, 1701, 0, 1 }, /* B-11.3.2c */
        { BAY_FRENCH, 1714, 0, 1 },        { BAY_FRENCH, 1720, 0, 1 },
        { BAY_BRITISH, 1693, 0, 1 },       { BAY_BRITISH, 1704, 1, 2 }, /* B-11.3.2d */
        { BAY_DUTCH, 1704, 1, 2 },         { BAY_DANISH, 1704, 1, 2 },
        { BAY_GERMAN, 1704, 0, 1 },        { BAY_GERMAN, 1693, 0, 1 }, /* B-11.3.2e */
        { BAY_SPANISH, 1704, 0, 1 },       { BAY_FRENCH_ALLIES, 1704, 0, 1 },
        { BAY_FRENCH_ALLIES, 1693, 0, 1 },
    };
    int u = lab_put(&lab, "h1", 2013, 1), d = lab_unit(&lab, "hd"), target = 2012;

    (void)unused;
    lab.s.now.origin = TC_NONE;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        lab.bk->unit[u].army = (uint8_t)want[i].army;
        lab.bk->year = (uint16_t)want[i].year;
        lab.s.units[u].hex0 = 2013;
        assert_int_equal(bay_momentum(lab.bk, &lab.s, u, target), 0);
        lab.s.units[u].hex0 = 2014;
        assert_int_equal(bay_momentum(lab.bk, &lab.s, u, target), want[i].two);
        lab.s.units[u].hex0 = 2015;
        assert_int_equal(bay_momentum(lab.bk, &lab.s, u, target), want[i].three);
    }
    lab_put(&lab, "h1", 1216, 1);
    lab_put(&lab, "hd", 2013, 1); /* B-11.3.2f */
    lab.bk->year = 1704;
    lab.s.units[d].hex0 = 2014;
    assert_int_equal(bay_momentum(lab.bk, &lab.s, d, target), 0);
    lab.s.units[d].hex0 = 2015;
    assert_int_equal(bay_momentum(lab.bk, &lab.s, d, target), 1);
    int foot = lab_unit(&lab, "f1"); /* infantry has none */
    lab.s.units[foot].hex0 = 2015;
    assert_int_equal(bay_momentum(lab.bk, &lab.s, foot, target), 0);
}

/* B-2.1.2e, B-7.0a to f: by class and state, not by unit. B-2.1.4c, B-7.0f: leaders' 8 points
 * stand in the table and nowhere else. */
static void b_7_0_allowances(void **unused)
{
    (void)unused;
    for (int u = 0; u < lab.bk->units; u++) {
        int kind = lab.bk->unit[u].kind;
        int want = kind == BAY_ART ? 2 : kind == BAY_INF || kind == BAY_DISMOUNTED ? 4 : 8;
        assert_int_equal(bay_allowance(lab.bk, &lab.s, u), want);
    }
    int h1 = lab_unit(&lab, "h1");
    lab.s.units[h1].disordered = 1;
    assert_int_equal(bay_allowance(lab.bk, &lab.s, h1), 4);
    assert_int_equal(lab.bk->move.marker, 4);
    assert_int_equal(lab.bk->move.leader, 8);
}

/* B-10.5d: batteries never advance. B-9.1.1d: a unit of a stack advances alone. */
static void b_10_5d_guns_stay(void **unused)
{
    int gun = lab_unit(&lab, "rg1"), foot = lab_put(&lab, "f1", 2013, 1);

    (void)unused;
    assert_false(bay_can_advance(lab.bk, &lab.s, gun, 2115));
    assert_true(bay_can_advance(lab.bk, &lab.s, foot, 2012));
}

/* B-2.2b, B-2.2c: a modified roll beyond the chart uses its last row. */
static void b_2_2c_over_nine_is_nine(void **unused)
{
    static const int nine[] = { 9 };
    static const char *const acts[] = { "fire rg1", "at 1909 n", NULL };
    static const char *const turned[] = { "fire rg1", "at 1710 wnw", NULL };
    const struct tc_event *shot;

    (void)unused;
    lab.s.head.active = lab.s.now.first = lab.s.now.guns_first = 0;
    lab_step(&lab, &play, BAY_S_FIRE, acts, nine, 1);
    shot = lab_told(&play, BAY_E_SHOT);
    assert_int_equal(shot->arg[2], BAY_HIT); /* range 7, row 9 */
    lab_close(&lab);
    lab_open(&lab, "bayonet/drill-ground");
    lab.bk->gun.pivot = 5;
    lab.s.head.active = lab.s.now.first = lab.s.now.guns_first = 0;
    lab_step(&lab, &play, BAY_S_FIRE, turned, nine, 1);
    shot = lab_told(&play, BAY_E_SHOT);
    assert_non_null(shot);
    assert_int_equal(shot->arg[2], BAY_HIT);
}

/* What no position may be: each bend is refused by its rule. */
static bool refused(const char *rule)
{
    struct tc_refusal why = { 0 };

    if (bay_check(&lab.bk->head, &lab.s, &why))
        return false;
    assert_string_equal(why.rule, rule);
    return true;
}

static bool refused_as(const char *rule, int reason)
{
    struct tc_refusal why = { 0 };

    if (bay_check(&lab.bk->head, &lab.s, &why))
        return false;
    assert_string_equal(why.rule, rule);
    assert_int_equal(why.reason, reason);
    return true;
}

/* One reason each: which of two things is wrong. */
static void b_one_reason_each(void **unused)
{
    int f1 = lab_unit(&lab, "f1"), g1 = lab_unit(&lab, "g1"), h1 = lab_unit(&lab, "h1");
    struct bay_state good = lab.s;

    (void)unused;
    lab.s.units[f1].target = -5;
    assert_true(refused_as("B-7.0j", BAY_R_CHECK_TARGET));
    lab.s = good;
    lab.s.units[f1].hex0 = -5;
    assert_true(refused_as("B-7.0j", BAY_R_CHECK_BEGAN));
    lab.s = good;
    lab.s.impacts[0].level = BAY_HIT;
    lab.s.impacts[0].hex = -5;
    assert_true(refused_as("B-10.2s", BAY_R_CHECK_IMPACT));
    lab.s.impacts[0].hex = good.units[f1].hex;
    lab.s.impacts[0].level = BAY_EFFECTIVE + 1;
    assert_true(refused_as("B-10.2s", BAY_R_CHECK_LEVEL));
    lab.s = good;
    lab.s.units[f1].hex = lab.s.units[g1].hex;
    assert_true(refused_as("B-9.1a", BAY_R_CHECK_MIXED));
    lab.s = good;
    lab.s.units[f1].hex = lab.s.units[h1].hex;
    lab.bk->unit[f1].brigade = lab.bk->unit[h1].brigade;
    assert_true(refused_as("B-9.1a", BAY_R_CHECK_ARMS));
    lab.s = good;
}

static void b_invariants(void **unused)
{
    int f1 = lab_unit(&lab, "f1"), g1 = lab_unit(&lab, "g1"), h1 = lab_unit(&lab, "h1");
    struct bay_state good = lab.s;

    (void)unused;
    assert_true(bay_check(&lab.bk->head, &lab.s, NULL));
    lab.bk->unit[f1].side = 2;
    assert_true(refused("B-1.0b"));
    lab.bk->unit[f1].side = 0;
    lab.s.below[f1] = (int16_t)(g1 + 1); /* the index lies */
    lab.s.at[good.units[f1].hex] = 0;
    assert_true(refused("B-2.1.1a"));
    lab.s = good;
    lab.s.brigades[0].line = BAY_LINES; /* B-2.3b, B-4.1a: there is no fourth Line */
    assert_true(refused("B-4.1a"));
    lab.s = good;
    lab.s.brigades[0].slot = 3; /* B-4.1b: beyond the capacity of its Wing */
    assert_true(refused("B-4.1b"));
    lab.s = good;
    lab.s.brigades[1].wing = lab.s.brigades[0].wing; /* B-4.1d: two in a slot */
    assert_true(refused("B-4.1b"));
    lab.s = good;
    lab.s.units[f1].disordered = 1; /* B-11.3.3a: Disorder is for horse */
    assert_true(refused("B-11.3.3a"));
    lab.s = good;
    lab.s.units[h1].casualties = 1; /* B-11.2.4a: casualties for foot */
    assert_true(refused("B-11.2.4a"));
    lab.s = good;
    lab.s.units[f1].hex = lab.s.units[g1].hex; /* B-9.1a */
    assert_true(refused("B-9.1a"));
    lab.s = good;
    lab.s.leaders[0].rating = 4; /* B-2.1.4b, B-6.1a */
    assert_true(refused("B-6.1a"));
    lab.s = good;
    lab.s.units[f1].hex = 2309;
    assert_true(refused("B-7.0j"));
    lab.s = good;
    assert_true(bay_check(&lab.bk->head, &lab.s, NULL));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(b_8_0a_directions),          T(b_8_0c_zones),
        T(b_8_0e_priorities),          T(b_8_0f_coordinates),
        T(b_11_7b_where_it_gives_way), T(b_11_3_2_momentum),
        T(b_7_0_allowances),           T(b_10_5d_guns_stay),
        T(b_2_2c_over_nine_is_nine),   T(b_invariants),
        T(b_one_reason_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
