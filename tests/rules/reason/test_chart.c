/* tests/rules/reason/test_chart.c - the terrain chart, the stacking limits and the printed
 * tables, row by row against the figures of the rules. Costs are in sixths of a movement point.
 */
#include "tests/rules/reason/lab.h"

enum { A = REA_COST_ALL, P = REA_COST_NO, RC = REA_COST_RC };
enum { K = 1 << REA_K, Z = 1 << REA_Z, LE = 1 << REA_LE, LO = 1 << REA_LO, B = 1 << REA_B };

static const char *const scenario[REA_TITLES] = { "reason/kolin-1757", "reason/zorndorf-1758",
                                                  "reason/leuthen-1757", "reason/lobositz-1756",
                                                  "reason/brandywine-1777" };
static struct rea_book book[REA_TITLES];
static struct rea_state s;
static struct rea_ctx c;

/* A copy of the book whose map may be changed, everything cleared away around hex `here`. */
static int field(int title)
{
    const struct tc_book *bk = lab_book(scenario[title]);

    book[title] = *rea_book(bk);
    memset(&s, 0, sizeof s);
    bk->rules->setup(bk, &s);
    rea_to_index(&book[title], &s);
    rea_look(&c, &book[title], &s, NULL);
    int here = rea_index_of(&book[title], 1010);
    for (int h = 0; h < book[title].map.count; h++) {
        book[title].map.terrain[h] = 0;
        for (int d = 0; d < 6; d++)
            tc_hexmap_set_side(&book[title].map, (tc_hex)h, d, 0);
    }
    memset(book[title].road, 0, sizeof book[title].road);
    memset(book[title].major, 0, sizeof book[title].major);
    memset(book[title].bridge, 0, sizeof book[title].bridge);
    return here;
}

static int terrain_named(int title, const char *name)
{
    for (int k = 0; k < REA_TERRAINS; k++)
        if (book[title].terrain[k].name && strcmp(book[title].terrain[k].name, name) == 0)
            return k;
    fail_msg("no terrain %s", name);
    return 0;
}

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

/* --- Stacking: R-TEC-ST ---------------------------------------------------------------------
 */

struct limit_row {
    int titles, arm, form;
    const char *terrain, *rule;
    int most;
};

static const struct limit_row limits[] = {
    { K | LO, REA_FOOT, REA_LINE, "clear", "R-TEC-ST.1", 16 },
    { K | LO, REA_FOOT, REA_LINE, "sunken-road", "R-TEC-ST.1", 16 },
    { B, REA_FOOT, REA_LINE, "clear", "R-TEC-ST.1", 32 },
    { B, REA_FOOT, REA_LINE, "grade", "R-TEC-ST.1", 32 },
    { B, REA_FOOT, REA_LINE, "orchard", "R-TEC-ST.1", 32 },
    { LO, REA_FOOT, REA_LINE, "woods", "R-TEC-ST.2", 12 },
    { LO, REA_FOOT, REA_LINE, "village", "R-TEC-ST.2", 12 },
    { LO, REA_FOOT, REA_LINE, "marsh", "R-TEC-ST.2", 12 },
    { LO, REA_FOOT, REA_LINE, "vineyard", "R-TEC-ST.2", 12 },
    { B, REA_FOOT, REA_LINE, "woods", "R-TEC-ST.2", 24 },
    { B, REA_FOOT, REA_LINE, "bramble", "R-TEC-ST.3", 12 },
    { LO, REA_FOOT, REA_AC, "clear", "R-TEC-ST.4", 32 },
    { LO, REA_FOOT, REA_MC, "sunken-road", "R-TEC-ST.4", 32 },
    { B, REA_FOOT, REA_MC, "orchard", "R-TEC-ST.4", 64 },
    { LO, REA_FOOT, REA_MC, "village", "R-TEC-ST.5", 24 },
    { B, REA_FOOT, REA_AC, "village", "R-TEC-ST.5", 48 },
    { B, REA_FOOT, REA_AC, "bramble", "R-TEC-ST.6", 24 },
    { LO, REA_HORSE, REA_LINE, "clear", "R-TEC-ST.7", 18 },
    { LO, REA_HORSE, REA_AC, "sunken-road", "R-TEC-ST.7", 18 }, /* R-RUL-17 */
    { B, REA_HORSE, REA_LINE, "clear", "R-TEC-ST.7", 1 },
    { LO, REA_HORSE, REA_LINE, "woods", "R-TEC-ST.8", 12 },
    { B, REA_HORSE, REA_MC, "bramble", "R-TEC-ST.8", 1 },
    { K, REA_FOOT, REA_GO, "town", "R-TEC-ST.9", 12 },
    { K | Z | LE, REA_FOOT, REA_GO, "walled-farm", "R-TEC-ST.9", 12 },
    { B, REA_FOOT, REA_GO, "marsh", "R-TEC-ST.10", 24 },
    { B, REA_FOOT, REA_GO, "cemetery", "R-TEC-ST.10", 24 },
    { LO, REA_FOOT, REA_SKIRMISH, "clear", "R-TEC-ST.11", 3 },
    { LO, REA_FOOT, REA_SKIRMISH, "woods", "R-TEC-ST.11", 3 },
    { B, REA_FOOT, REA_SKIRMISH, "bramble", "R-TEC-ST.11", 6 },
    { LO, REA_FOOT, REA_SQUARE, "clear", "R-TEC-ST.12", 32 },
    { B, REA_FOOT, REA_SQUARE, "clear", "R-TEC-ST.12", 64 },
    { LO, REA_GUNS, REA_LA, "clear", "R-TEC-ST.13", 8 },
    { LO, REA_GUNS, REA_UA, "sunken-road", "R-TEC-ST.13", 8 },
    { B, REA_GUNS, REA_UA, "grade", "R-TEC-ST.13", 16 },
    { LO, REA_GUNS, REA_UA, "woods", "R-TEC-ST.14", 6 },
    { B, REA_GUNS, REA_UA, "woods", "R-TEC-ST.14", 12 },
    { B, REA_GUNS, REA_UA, "bramble", "R-TEC-ST.15", 8 },
    { LO, REA_FOOT, REA_RC, "clear", "R-8.1e.4", 4 },
    { B, REA_HORSE, REA_RC, "clear", "R-8.1e.4", 8 },
    { LO, REA_GUNS, REA_RC, "clear", "R-8.1e.5", 1 },
    { B, REA_GUNS, REA_RC, "clear", "R-8.1e.5", 2 },
};

static void stacking(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int title = 0; title < REA_TITLES; title++) {
            if (!((limits[i].titles >> title) & 1))
                continue;
            int here = field(title);
            const char *rule = "";
            book[title].map.terrain[here] = (uint8_t)terrain_named(title, limits[i].terrain);
            assert_int_equal(rea_limit(&c, limits[i].arm, limits[i].form, here, &rule),
                             limits[i].most);
            assert_string_equal(rule, limits[i].rule);
        }
}

/* R-TEC-ST.10: one regiment of horse in General Order in a marsh. */
static void horse_in_a_marsh(void **unused)
{
    int here = field(REA_B);
    int unit = tc_find_name(book[REA_B].head.rules, &book[REA_B].head, REA_LIST_UNIT,
                            "16th-light-dragoons-1", 21);
    const int16_t one[1] = { (int16_t)here };

    (void)unused;
    book[REA_B].map.terrain[here] = (uint8_t)terrain_named(REA_B, "marsh");
    assert_true(rea_room(&c, s.unit[unit].body, REA_GO, one, 1, NULL));
    int other = s.unit[unit + 2].body; /* put a second regiment there */
    book[REA_B].unit[s.body[other].unit[0]] = book[REA_B].unit[unit];
    book[REA_B].unit[s.body[other].unit[0]].side = (int8_t)s.body[unit].side;
    s.body[other].side = s.body[s.unit[unit].body].side;
    rea_put(&c, other, REA_GO, 0, one, 1);
    assert_false(rea_room(&c, s.unit[unit].body, REA_GO, one, 1, NULL));
}

/* R-8.1a.15, R-8.1b.2, R-8.1c.8: a single regiment of horse in one hex may exceed the limit;
 * two may not, and infantry never. R-8.1c.1: MC is open to both arms. */
static void lone_regiments(void **unused)
{
    static const int forms[] = { REA_LINE, REA_AC, REA_MC };

    (void)unused;
    for (int arm = REA_FOOT; arm <= REA_HORSE; arm++)
        for (int i = 0; i < 3; i++) {
            int here = field(REA_LO);
            const int16_t one[1] = { (int16_t)here };
            book[REA_LO].unit[0].arm = (uint8_t)arm;
            book[REA_LO].unit[1] = book[REA_LO].unit[0];
            s.unit[0].sp = arm == REA_HORSE ? 20 : 33;
            assert_int_equal(rea_room(&c, s.unit[0].body, forms[i], one, 1, NULL),
                             arm == REA_HORSE);
            s.unit[0].sp = 12;
            assert_true(rea_room(&c, s.unit[0].body, forms[i], one, 1, NULL));
            s.unit[1].sp = arm == REA_HORSE ? 8 : 24;
            rea_put(&c, s.unit[1].body, forms[i], 0, one, 1);
            assert_false(rea_room(&c, s.unit[0].body, forms[i], one, 1, NULL));
        }
}

/* --- Lengths and minima: R-8.1a, R-8.1c -----------------------------------------------------
 */

static void lengths(void **unused)
{
    (void)unused;
    field(REA_LO);
    book[REA_LO].ranks[0] = 3;
    book[REA_LO].ranks[1] = 4;
    static const struct {
        int arm, form, side, sp, len;
    } want[] = {
        { REA_FOOT, REA_LINE, 0, 4, 1 },      { REA_FOOT, REA_LINE, 0, 5, 2 },   /* R-8.1a.2 */
        { REA_FOOT, REA_LINE, 0, 24, 2 },                                        /* R-8.1a.1 */
        { REA_FOOT, REA_LINE, 1, 6, 1 },      { REA_FOOT, REA_LINE, 1, 7, 2 },   /* R-8.1a.3 */
        { REA_FOOT, REA_MC, 0, 4, 1 },        { REA_FOOT, REA_MC, 0, 5, 2 },     /* R-8.1c.3 */
        { REA_FOOT, REA_MC, 1, 6, 1 },        { REA_FOOT, REA_MC, 1, 24, 2 },    /* R-8.1c.2 */
        { REA_HORSE, REA_LINE, 0, 7, 1 },     { REA_HORSE, REA_LINE, 0, 8, 2 },  /* R-8.1a.13 */
        { REA_HORSE, REA_LINE, 0, 19, 4 },    { REA_HORSE, REA_LINE, 0, 24, 5 }, /* R-8.1a.12 */
        { REA_HORSE, REA_MC, 0, 11, 2 },      { REA_HORSE, REA_MC, 0, 12, 3 },   /* R-8.1c.6 */
        { REA_HORSE, REA_MC, 0, 40, 5 },                                         /* R-8.1c.5 */
        { REA_FOOT, REA_AC, 0, 24, 1 },                                          /* R-8.1b.1 */
        { REA_FOOT, REA_SQUARE, 0, 24, 1 },                                      /* R-8.1d.1 */
        { REA_FOOT, REA_SKIRMISH, 0, 24, 1 },                                    /* R-8.1f.1 */
        { REA_FOOT, REA_GO, 0, 24, 1 },                                          /* R-8.1g.1 */
        { REA_GUNS, REA_LA, 0, 8, 1 },                                           /* R-8.1h.1 */
        { REA_GUNS, REA_UA, 0, 8, 1 },                                           /* R-8.1i.1 */
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(rea_max_len(&c, want[i].arm, want[i].form, want[i].side, want[i].sp),
                         want[i].len);
    field(REA_B);
    assert_int_equal(rea_max_len(&c, REA_FOOT, REA_LINE, 0, 8), 1); /* R-8.1a.4 */
    assert_int_equal(rea_max_len(&c, REA_FOOT, REA_LINE, 0, 9), 2);
    assert_int_equal(rea_max_len(&c, REA_FOOT, REA_MC, 1, 9), 2);     /* R-8.1c.3 */
    assert_int_equal(rea_max_len(&c, REA_HORSE, REA_MC, 0, 24), 1);   /* R-8.1c.7 */
    assert_int_equal(rea_max_len(&c, REA_HORSE, REA_LINE, 0, 24), 1); /* R-B1.1 */
}

/* Where odd points stand. */
static void parts(int arm, int form, int sp, int len, const int *want)
{
    int here = field(REA_LO), unit = arm == REA_GUNS ? s.body[0].unit[0] : 0;
    int16_t hex[REA_LONG];

    book[REA_LO].unit[unit].arm = (uint8_t)arm;
    book[REA_LO].unit[unit].sp = (uint8_t)sp;
    s.unit[unit].sp = (uint8_t)sp;
    if (form == REA_LINE)
        assert_true(rea_line_hexes(&c, here, 4, len, hex));
    else
        assert_true(rea_column_hexes(&c, here, 0, len, hex));
    rea_put(&c, s.unit[unit].body, form, form == REA_LINE ? 4 : 0, hex, len);
    for (int i = 0; i < len; i++)
        assert_int_equal(rea_part_sp(&c, s.unit[unit].body, i), want[i]);
}

static void odd_points(void **unused)
{
    (void)unused;
    parts(REA_FOOT, REA_LINE, 7, 2, (const int[]){ 3, 4 });      /* R-8.1a.6: right */
    parts(REA_HORSE, REA_LINE, 14, 3, (const int[]){ 4, 5, 5 }); /* R-8.1a.14 */
    parts(REA_FOOT, REA_MC, 7, 2, (const int[]){ 4, 3 });        /* R-8.1c.4: front */
    parts(REA_HORSE, REA_MC, 14, 3, (const int[]){ 5, 5, 4 });   /* R-8.1c.5 */
    parts(REA_FOOT, REA_RC, 9, 3, (const int[]){ 4, 4, 1 });     /* R-8.1e.2: rear */
    parts(REA_GUNS, REA_RC, 3, 3, (const int[]){ 1, 1, 1 });     /* R-10.2b.3 */
}

/* --- Printed tables -------------------------------------------------------------------------
 */

/* T-4: the equivalent rule of the table: column shifts and five thresholds. */
static void fire_table(void **unused)
{
    static const int shift[] = { -40, -30, -20, -10, 0, 10, 20, 30, 40, 50 };
    static const int num[] = { 1, 1, 1, 2, 1, 3, 2, 3, 4, 5 };
    static const int den[] = { 4, 3, 2, 3, 1, 2, 1, 1, 1, 1 };
    const struct rea_fire_table *t = &book[REA_LO].t4;

    (void)unused;
    field(REA_LO);
    for (int col = 0; col < 10; col++) {
        assert_int_equal(t->num[col] * den[col], num[col] * t->den[col]);
        for (int roll = 0; roll <= 124; roll++) {
            int row = 0, x = roll + shift[col];
            for (int i = 1; i < t->rows; i++)
                if (roll >= t->least[i])
                    row = i;
            int want = x < 50 ? 0 : x < 70 ? 9 : x < 95 ? 1 : x < 120 ? 2 : x < 140 ? 3 : 4;
            assert_int_equal(t->code[row][col], want);
        }
    }
}

/* T-6: every row is the row above it moved one column to the left. */
static void combat_table(void **unused)
{
    enum { N = REA_CC_NONE, D = REA_CC_D, M = REA_CC_M };
    static const struct rea_cc_entry run[] = {
        { 4, M, 0, N }, { 4, M, 0, N }, { 4, M, 0, N }, { 4, M, 0, N }, { 3, M, 0, N },
        { 3, M, 0, N }, { 3, M, 1, N }, { 2, M, 1, N }, { 2, M, 1, N }, { 2, M, 1, D },
        { 1, M, 1, D }, { 1, D, 1, D }, { 1, D, 1, D }, { 1, D, 1, M }, { 1, D, 2, M },
        { 1, N, 2, M }, { 1, N, 2, M }, { 1, N, 3, M }, { 0, N, 3, M }, { 0, N, 3, M },
        { 0, N, 4, M }, { 0, N, 4, M }, { 0, N, 4, M }, { 0, N, 4, M }, { 0, N, 4, M },
    };
    const struct rea_cc_table *t = &book[REA_LO].t6;

    (void)unused;
    field(REA_LO);
    assert_int_equal(t->rows, 17);
    for (int row = 0; row < 17; row++) {
        if (row)
            assert_int_equal(t->least[row], -20 + 10 * (row - 1));
        for (int col = 0; col < 9; col++)
            assert_memory_equal(&t->at[row][col], &run[row + col], sizeof *run);
    }
}

/* T-3: 64ths by range; T-10, T-11, T-14: sixths and points. */
static void other_tables(void **unused)
{
    static const int syw[REA_F_COUNT][6] = {
        { 4, 2 },
        { 3, 1 },
        { 3, 2 },
        { 3, 2, 1 },
        { 0 },
        { 6, 4, 3, 2 },
        { 6, 4, 3, 2 },
        { 7, 5, 4, 3, 2 },
        { 8, 6, 5, 4, 3, 2 },
        { 9, 7, 6, 5, 4, 3 },
        { 6, 5, 4, 3, 2 },
    };
    static const int column[6] = { 18, 12, 24, 18, 6, 12 }; /* R-FC.5, T-10 by k */

    (void)unused;
    field(REA_LO);
    for (int f = 0; f < REA_F_COUNT; f++)
        for (int i = 0; i < 6 && f != REA_F_MILITIA; i++)
            assert_int_equal(book[REA_LO].fire[f].fm[i], 64 * syw[f][i]);
    for (int k = 0; k < 6; k++)
        assert_int_equal(book[REA_LO].t10[k], column[k]);
    assert_int_equal(book[REA_LO].t11[REA_TURN_FORMED][0], 6); /* R-9.x1 */
    assert_int_equal(book[REA_LO].t11[REA_TURN_FORMED][1], 12);
    assert_int_equal(book[REA_LO].t11[REA_TURN_COLUMN][0], 3);
    assert_int_equal(book[REA_LO].t11[REA_TURN_COLUMN][1], 6);
    assert_int_equal(book[REA_LO].t11[REA_TURN_GO][2], 18);
    assert_int_equal(book[REA_LO].t11[REA_TURN_SKIRMISH][2], 9);
    assert_int_equal(book[REA_LO].t11[REA_TURN_GUNS][1], 12);
    field(REA_B);
    assert_int_equal(book[REA_B].fire[REA_F_LINE_A].fm[0], 128);
    assert_int_equal(book[REA_B].fire[REA_F_LINE_B].fm[0], 96);
    assert_int_equal(book[REA_B].fire[REA_F_MILITIA].fm[0], 64);
    assert_int_equal(book[REA_B].fire[REA_F_MILITIA].fm[1], 32);
    assert_int_equal(book[REA_B].fire[REA_F_GUN0 + REA_12LB].fm[5], 64);
    assert_int_equal(book[REA_B].t11b[REA_TURN_FORMED][0], 12);
    assert_int_equal(book[REA_B].t11b[REA_TURN_COLUMN][1], 12);
    assert_int_equal(book[REA_B].t11b[REA_TURN_GO][2], 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_rows),       cmocka_unit_test(two_terrains),
        cmocka_unit_test(side_rows),      cmocka_unit_test(sides_of_titles),
        cmocka_unit_test(roads),          cmocka_unit_test(bridges),
        cmocka_unit_test(stacking),       cmocka_unit_test(horse_in_a_marsh),
        cmocka_unit_test(lone_regiments), cmocka_unit_test(lengths),
        cmocka_unit_test(odd_points),     cmocka_unit_test(fire_table),
        cmocka_unit_test(combat_table),   cmocka_unit_test(other_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
