/* tests/reason/test_chart.c - the terrain chart row by row against the figures of the
 * rules. Costs are in sixths of a movement point. */
#include "tests/reason/chart.h"

/* --- Hexes: R-TEC-H1 to R-TEC-H11, T-17b ----------------------------------------------------
 */

struct hex_row {
    int titles;
    const char *name, *rule;
    int cost[7];
    int general; /* columns that must go to General Order, as bits */
    int check, fdv, attack, defend, defend_ac, morale, morale_sk, stack;
};

static const struct hex_row hexes[] = {
    { K | Z | LE | LO,
      "clear",
      "R-TEC-H1",
      { 6, 3, 6, 3, 6, 3, 3 },
      0,
      0,
      10,
      0,
      0,
      0,
      0,
      0,
      0 },
    { K | Z | LO,
      "marsh",
      "R-TEC-H2",
      { 12, 12, 24, 24, A, 6, 6 },
      0,
      1,
      10,
      -5,
      -5,
      -5,
      5,
      5,
      1 },
    { K | LE | LO,
      "sunken-road",
      "R-TEC-H3",
      { 12, 12, 24, 24, A, 6, 6 },
      0,
      1,
      15,
      -3,
      -3,
      -3,
      -5,
      -10,
      0 },
    { K, "town", "R-TEC-H4", { 18, 18, P, RC, RC, 6, 6 }, 3, 0, 15, 0, 4, 4, -5, -5, 3 },
    { K | Z | LE | LO,
      "village",
      "R-TEC-H5",
      { 12, 6, 18, 12, 12, 3, 3 },
      0,
      1,
      10,
      0,
      2,
      2,
      -5,
      -5,
      1 },
    { LO, "vineyard", "R-TEC-H6", { 12, 12, 24, 24, A, 3, 6 }, 0, 1, 15, 0, 3, 3, -5, -10, 1 },
    { K | Z | LE,
      "walled-farm",
      "R-TEC-H7",
      { 18, 18, P, RC, RC, 6, 6 },
      3,
      0,
      20,
      0,
      8,
      4,
      -10,
      -10,
      3 },
    { K | Z | LE | LO,
      "woods",
      "R-TEC-H8",
      { 12, 6, 18, 12, 18, 3, 6 },
      0,
      1,
      15,
      0,
      2,
      2,
      -5,
      -5,
      1 },
    { LO, "river", "R-TEC-H10", { P, P, P, P, P, P, P }, 0, 0, 10, 0, 0, 0, 0, 0, 0 },
    { K | Z | LE | LO,
      "pond",
      "R-TEC-H11",
      { P, P, P, P, P, P, P },
      0,
      0,
      10,
      0,
      0,
      0,
      0,
      0,
      0 },
    { B, "clear", "R-T-17b", { 6, 3, 6, 3, 6, 3, 3 }, 0, 0, 10, 0, 0, 0, 0, 0, 0 },
    { B, "orchard", "R-T-17b", { 6, 6, 12, 6, 12, 3, 3 }, 0, 0, 10, 0, 1, 1, 0, 0, 0 },
    { B, "grade", "R-T-17b", { 6, 6, 6, 6, 12, 3, 3 }, 0, 0, 10, 0, 1, 1, 0, 0, 0 },
    { B, "village", "R-T-17b", { 12, 6, 18, 12, 12, 3, 3 }, 0, 1, 10, 0, 2, 2, -5, -5, 1 },
    { B, "woods", "R-T-17b", { 12, 6, 18, 12, 18, 3, 6 }, 0, 1, 15, 0, 2, 2, -5, -5, 1 },
    { B, "bramble", "R-T-17b", { 18, 12, 24, 24, A, 6, 12 }, 0, 1, 15, 0, 2, 2, -5, -5, 2 },
    { B, "marsh", "R-T-17b", { 18, 18, 24, 24, P, 6, 6 }, 15, 1, 10, -5, -5, -5, 5, 5, 3 },
    { B, "cemetery", "R-RUL-45", { 18, 18, P, RC, RC, 6, 6 }, 3, 0, 20, 0, 8, 4, -10, -10, 3 },
};

static void one_hex_row(int title, const struct hex_row *w, int here)
{
    static const struct {
        int arm, form;
    } who[7] = { { REA_FOOT, REA_LINE }, { REA_FOOT, REA_MC }, { REA_HORSE, REA_LINE },
                 { REA_HORSE, REA_AC },  { REA_GUNS, REA_LA }, { REA_FOOT, REA_SKIRMISH },
                 { REA_FOOT, REA_FORMS } };
    int k = terrain_named(title, w->name), to = book[title].map.next[here][0];
    const struct rea_terrain *t = &book[title].terrain[k];

    book[title].map.terrain[to] = (uint8_t)k;
    assert_string_equal(t->rule, w->rule);
    for (int col = 0; col < 7; col++) {
        /* R-TEC.1, R-TEC.2, R-TEC.3: which column is whose */
        int column = col == 6 ? REA_C_LEADER : rea_column_of(who[col].arm, who[col].form);
        assert_int_equal(column, col);
        struct rea_price p = rea_price(&c, column, who[col].form, here, 0, false);
        assert_int_equal(rea_hex_cost(&c, column, to), w->cost[col]);
        /* R-TEC.8: All, prohibited; R-TEC.7: Road Column only */
        assert_int_equal(p.all, w->cost[col] == A);
        assert_int_equal(p.no, w->cost[col] == P);
        assert_int_equal(p.rc_only, w->cost[col] == RC);
        assert_int_equal(p.cost, w->cost[col] > 0 ? w->cost[col] : 0);
        /* R-8.4f.1; R-TEC.9: not on Skirmish */
        assert_int_equal(p.general, (w->general >> col) & 1);
        assert_int_equal(p.check_hex, w->check); /* R-TEC.10 */
    }
    assert_int_equal(rea_fdv(&c, to), w->fdv); /* R-TEC-FDV.1 */
    /* R-TEC-CC.1 to R-TEC-CC.4 as data; the fights of 13-values.case use them */
    assert_int_equal(t->cc_attack, w->attack);
    assert_int_equal(t->cc_defend, w->defend);
    assert_int_equal(t->cc_defend_ac, w->defend_ac);
    assert_int_equal(rea_morale_mod(&c, to, false), w->morale); /* R-TEC-MC.1 */
    assert_int_equal(rea_morale_mod(&c, to, true), w->morale_sk);
    assert_int_equal(rea_stack_kind(&c, to), w->stack);
    assert_int_equal(rea_hex_open(&c, to), /* R-RUL-47: orchard counts as clear */
                     strcmp(w->name, "clear") == 0 || strcmp(w->name, "orchard") == 0);
    assert_int_equal(rea_hex_square(&c, to), /* R-8.1d.2 */
                     strcmp(w->name, "clear") == 0 || strcmp(w->name, "orchard") == 0);
    book[title].map.terrain[to] = 0;
}

/* R-TEC.14: one chart for the older titles as well. R-RUL-54: NA for cavalry Line is P. */
static void hex_rows(void **unused)
{
    (void)unused;
    for (int title = 0; title < REA_TITLES; title++) {
        int here = field(title);
        for (size_t i = 0; i < sizeof hexes / sizeof *hexes; i++)
            if ((hexes[i].titles >> title) & 1)
                one_hex_row(title, &hexes[i], here);
    }
}

/* R-RUL-58, R-TEC-H9: a second terrain: the worse cost, the better cover. A Stream or Graben
 * hex is written as its other terrain alone. */
static void two_terrains(void **unused)
{
    int here = field(REA_LO), to = book[REA_LO].map.next[here][0];

    (void)unused;
    book[REA_LO].map.terrain[to] = (uint8_t)terrain_named(REA_LO, "village");
    book[REA_LO].terrain2[to] = (uint8_t)(terrain_named(REA_LO, "woods") + 1);
    assert_int_equal(rea_hex_cost(&c, REA_C_GUNS, to), 18);
    assert_int_equal(rea_hex_cost(&c, REA_C_FOOT_LINE, to), 12);
    assert_int_equal(rea_fdv(&c, to), 15);
    book[REA_LO].terrain2[to] = 0;
    assert_int_equal(rea_fdv(&c, to), 10);
    assert_int_equal(rea_hex_cost(&c, REA_C_GUNS, to), 12);
}

/* --- Hexsides: R-TEC-S1 to R-TEC-S12, T-17b -------------------------------------------------
 */

struct side_row {
    int title;
    const char *name, *rule;
    int bit, up[7], down[7], check, clear, num, den, defend, no_combat;
};

static const struct side_row sides[] = {
    { REA_Z, "gentle-slope", "R-TEC-S2", 0, { 0, 0, 0, 0, 6, 0, 0 }, { 0 }, 0, 1, 1, 1, 0, 0 },
    { REA_LE, "gentle-slope", "R-TEC-S2", 0, { 0, 0, 0, 0, 6, 0, 0 }, { 0 }, 0, 1, 1, 1, 0, 0 },
    { REA_K,
      "regular-slope",
      "R-TEC-S3",
      2,
      { 6, 3, 6, 3, 12, 0, 6 },
      { 6, 3, 6, 3, 12, 0, 6 },
      0,
      0,
      1,
      2,
      2,
      0 },
    { REA_Z,
      "regular-slope",
      "R-TEC-S3",
      2,
      { 6, 3, 6, 3, 12, 0, 6 },
      { 6, 3, 6, 3, 12, 0, 6 },
      0,
      0,
      1,
      2,
      2,
      0 },
    { REA_LO,
      "regular-slope",
      "R-TEC-S3",
      2,
      { 6, 3, 6, 3, 12, 0, 6 },
      { 6, 3, 6, 3, 12, 0, 6 },
      0,
      0,
      1,
      2,
      2,
      0 },
    { REA_LO,
      "steep-slope",
      "R-TEC-S4",
      4,
      { 12, 6, 12, 6, 18, 0, 6 },
      { 12, 6, 12, 6, 18, 0, 6 },
      0,
      0,
      1,
      2,
      3,
      0 },
    { REA_Z,
      "precipice",
      "R-TEC-S5",
      6,
      { P, P, P, P, P, P, P },
      { P, P, P, P, P, P, P },
      0,
      0,
      1,
      2,
      0,
      1 },
    { REA_K,
      "fieldworks",
      "R-TEC-S6",
      8,
      { 12, 6, 18, 12, A, 6, 6 },
      { 12, 6, 18, 12, A, 6, 6 },
      1,
      0,
      3,
      4,
      3,
      0 },
    { REA_LE,
      "berm",
      "R-TEC-S7",
      8,
      { 6, 6, 12, 12, A, 0, 6 },
      { 6, 6, 12, 12, A, 0, 6 },
      0,
      0,
      1,
      2,
      2,
      0 },
    { REA_LE,
      "abatis",
      "R-TEC-S8",
      10,
      { 0, 0, P, P, P, 0, 0 },
      { 0, 0, P, P, P, 0, 0 },
      0,
      0,
      1,
      1,
      0,
      0 },
    { REA_K,
      "stream",
      "R-TEC-S9",
      11,
      { 6, 3, 12, 6, 18, 6, 6 },
      { 6, 3, 12, 6, 18, 6, 6 },
      1,
      0,
      1,
      1,
      2,
      0 },
    { REA_Z,
      "stream",
      "R-TEC-S9",
      11,
      { 6, 3, 12, 6, 18, 6, 6 },
      { 6, 3, 12, 6, 18, 6, 6 },
      1,
      0,
      1,
      1,
      2,
      0 },
    { REA_K,
      "creek",
      "R-TEC-S10",
      12,
      { 18, 12, 24, 12, A, 12, 12 },
      { 18, 12, 24, 12, A, 12, 12 },
      1,
      0,
      1,
      1,
      4,
      0 },
    { REA_Z,
      "creek",
      "R-TEC-S10",
      12,
      { 18, 12, 24, 12, A, 12, 12 },
      { 18, 12, 24, 12, A, 12, 12 },
      1,
      0,
      1,
      1,
      4,
      0 },
    { REA_LE,
      "water",
      "R-TEC-S11",
      13,
      { P, P, P, P, P, P, P },
      { P, P, P, P, P, P, P },
      0,
      0,
      1,
      1,
      0,
      1 },
    { REA_Z,
      "river",
      "R-TEC-S12",
      13,
      { P, P, P, P, P, P, P },
      { P, P, P, P, P, P, P },
      0,
      0,
      1,
      1,
      0,
      1 },
    { REA_B,
      "regular-slope",
      "R-T-17b",
      2,
      { 6, 3, 6, 3, 12, 0, 6 },
      { 6, 3, 6, 3, 12, 0, 6 },
      0,
      0,
      1,
      2,
      2,
      0 },
    { REA_B,
      "fence",
      "R-T-17b",
      8,
      { 6, 6, 6, 6, A, 0, 0 },
      { 6, 6, 6, 6, A, 0, 0 },
      0,
      0,
      3,
      4,
      2,
      0 },
    { REA_B,
      "ford",
      "R-T-17b",
      11,
      { 6, 3, 6, 3, 12, 6, 6 },
      { 6, 3, 6, 3, 12, 6, 6 },
      0,
      0,
      1,
      1,
      2,
      0 },
    { REA_B,
      "creek",
      "R-T-17b",
      12,
      { 18, 12, 24, 12, A, 12, 12 },
      { 18, 12, 24, 12, A, 12, 12 },
      1,
      0,
      1,
      1,
      4,
      0 },
};

static void cross(int from, int dir, const int *want, const struct side_row *w)
{
    static const int form[7] = { REA_LINE, REA_MC,       REA_LINE, REA_MC,
                                 REA_LA,   REA_SKIRMISH, REA_FORMS };
    static const int clear[7] = { 6, 3, 6, 3, 6, 3, 3 };

    for (int col = 0; col < 7; col++) {
        struct rea_price p = rea_price(&c, col, form[col], from, dir, false);
        assert_int_equal(p.no, want[col] == P);
        assert_int_equal(p.all, want[col] == A);
        assert_int_equal(p.cost, clear[col] + (want[col] > 0 ? want[col] : 0));
        assert_int_equal(p.check_side, w->check);
    }
}

/* R-TEC-S1 is the way down of R-TEC-S2. R-TEC-FDV.2 to R-TEC-FDV.5, R-TEC.13, R-RUL-57: the
 * factor counts for fire that comes from the low or outer side only. R-RUL-47: a Gentle Slope
 * is no feature for 8.6. */
static void one_side_row(const struct side_row *w)
{
    int here = field(w->title), to = book[w->title].map.next[here][0], num, den, found = 0;
    const char *rule = "";

    tc_hexmap_set_side(&book[w->title].map, (tc_hex)here, 0, (uint16_t)(1u << w->bit));
    for (int i = 0; i < book[w->title].sidekinds; i++) {
        const struct rea_sidekind *k = &book[w->title].sidekind[i];
        if (strcmp(k->name, w->name) != 0)
            continue;
        found = 1;
        assert_string_equal(k->rule, w->rule);
        assert_int_equal(k->cc_defend, w->defend);    /* R-TEC-CC.5 to R-TEC-CC.7 */
        assert_int_equal(k->no_combat, w->no_combat); /* R-TEC-CC.8, R-RUL-75 */
    }
    assert_true(found);
    cross(here, 0, w->up, w);
    cross(to, 3, w->down, w);
    assert_int_equal(rea_side_open(&c, here, 0), w->clear);
    assert_int_equal(rea_fm_factor(&c, here, to, &num, &den, &rule), w->num != w->den);
    assert_int_equal(num * w->den, w->num * den);
    if (w->num != w->den)
        assert_false(rea_fm_factor(&c, to, here, &num, &den, &rule));
}

static void side_rows(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        one_side_row(&sides[i]);
}

/* R-K-TEC.2, R-Z-TEC.1, R-LE-TEC.2, R-LO-TEC.1: the hexsides of a title are those of its list
 * and no others (R-GEN.5). */
static void sides_of_titles(void **unused)
{
    static const int count[REA_TITLES] = { 4, 6, 4, 2, 4 };

    (void)unused;
    for (int title = 0; title < REA_TITLES; title++) {
        field(title);
        int n = 0;
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
            n += sides[i].title == title;
        assert_int_equal(n, count[title]);
        assert_int_equal(book[title].sidekinds, count[title]);
    }
}

/* --- Roads: R-TEC-H12 to R-TEC-H14 ----------------------------------------------------------
 */

static int rate(int title, bool major, const char *terrain)
{
    int here = field(title), to = book[title].map.next[here][0];

    book[title].map.terrain[to] = (uint8_t)terrain_named(title, terrain);
    book[title].road[here] = 1;
    book[title].road[to] = 8;
    if (major) {
        book[title].major[here] = 1;
        book[title].major[to] = 8;
    }
    return rea_road_rate(&c, to, 3);
}

static void roads(void **unused)
{
    (void)unused;
    assert_int_equal(rate(REA_K, true, "woods"), 2);   /* R-K-TEC.1, R-TEC-H14: 1/3 */
    assert_int_equal(rate(REA_K, false, "woods"), 3);  /* R-TEC-H13: 1/2 */
    assert_int_equal(rate(REA_LE, false, "clear"), 0); /* R-LE-TEC.1, R-TEC-H12: no benefit */
    assert_int_equal(rate(REA_LE, true, "woods"), 3);
    assert_int_equal(rate(REA_Z, false, "marsh"),
                     3); /* R-11.2c: the other terrain is not paid */
    assert_int_equal(rate(REA_LO, false, "vineyard"), 3);
    assert_int_equal(rate(REA_B, false, "village"), 3); /* R-B7.1: 1/2, in woods and marsh 1 */
    assert_int_equal(rate(REA_B, false, "woods"), 6);
    assert_int_equal(rate(REA_B, false, "marsh"), 6);
    assert_int_equal(rea_road_rate(&c, rea_index_of(c.bk, 1010), 2), 0);
}

/* R-RUL-68: a road over a stream is a bridge: Road Column by road, MC, AC, LA, Skirmish and
 * leaders pay the hex alone and do not check; a Line wades. */
static void bridges(void **unused)
{
    int here = field(REA_K), to = book[REA_K].map.next[here][0];

    (void)unused;
    tc_hexmap_set_side(&book[REA_K].map, (tc_hex)here, 0, 1u << 11);
    book[REA_K].road[here] = book[REA_K].bridge[here] = 1;
    book[REA_K].road[to] = book[REA_K].bridge[to] = 8;
    static const struct {
        int column, form, cost, check;
    } want[] = {
        { REA_C_FOOT_LINE, REA_LINE, 12, 1 },   { REA_C_FOOT_COLUMN, REA_MC, 3, 0 },
        { REA_C_FOOT_COLUMN, REA_AC, 3, 0 },    { REA_C_GUNS, REA_LA, 6, 0 },
        { REA_C_SKIRMISH, REA_SKIRMISH, 3, 0 }, { REA_C_LEADER, REA_FORMS, 3, 0 },
        { REA_C_HORSE_LINE, REA_LINE, 18, 1 },
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct rea_price p = rea_price(&c, want[i].column, want[i].form, here, 0, false);
        assert_int_equal(p.cost, want[i].cost);
        assert_int_equal(p.check_side, want[i].check);
    }
    struct rea_price road = rea_price(&c, REA_C_FOOT_COLUMN, REA_RC, here, 0, true);
    assert_int_equal(road.cost, 3);
    assert_int_equal(road.check_side, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_rows),  cmocka_unit_test(two_terrains),
        cmocka_unit_test(side_rows), cmocka_unit_test(sides_of_titles),
        cmocka_unit_test(roads),     cmocka_unit_test(bridges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
