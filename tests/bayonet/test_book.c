/* tests/bayonet/test_book.c - the tables cell by cell (T1 to T8, momentum, terrain), and
 * what the loader refuses of a scenario or a table (chapters 1 and 2). */
#include <stdio.h>
#include <unistd.h>

#include "tests/bayonet/lab.h"

static struct lab lab;

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

/* B-T1: numbers of the actions, in the order of enum bay_action. */
static void b_t1(void **unused)
{
    static const int8_t want[BAY_ACTIONS] = { 5, 6, 4, 3, 4, 4, 4, 3, 3, 2 };

    (void)unused;
    assert_memory_equal(lab.bk->action.number, want, sizeof want);
    assert_int_equal(lab.bk->action.horse, -1);
    assert_int_equal(lab.bk->action.near, 1);
    assert_int_equal(lab.bk->action.effective, 2);
    assert_int_equal(lab.bk->action.charge, 1);
    assert_int_equal(lab.bk->action.liable, 1);
}

/* B-T2, B-5.0a: current order to desired. */
static void b_t2(void **unused)
{
    const struct bay_order_table *t = &lab.bk->order;

    (void)unused;
    assert_int_equal(t->number[BAY_CHARGE][BAY_MARCH], 3);
    assert_int_equal(t->number[BAY_CHARGE][BAY_DRESS], 5);
    assert_int_equal(t->number[BAY_MARCH][BAY_CHARGE], 5);
    assert_int_equal(t->number[BAY_MARCH][BAY_DRESS], 6);
    assert_int_equal(t->number[BAY_DRESS][BAY_CHARGE], 1);
    assert_int_equal(t->number[BAY_DRESS][BAY_MARCH], 4);
}

/* B-T3: the die from which a Hit and an Effective begin at each range; 10 for never. */
static void b_t3(void **unused)
{
    static const int hit[BAY_RANGES] = { 2, 3, 4, 5, 6, 7, 8 };
    static const int effective[BAY_RANGES] = { 6, 7, 8, 9, 9, 10, 10 };

    (void)unused;
    for (int r = 0; r < BAY_RANGES; r++)
        for (int die = 0; die < 10; die++)
            assert_int_equal(lab.bk->gun.result[r][die], die >= effective[r] ? BAY_EFFECTIVE
                                                         : die >= hit[r]     ? BAY_HIT
                                                                             : BAY_MISS);
}

/* B-T4, B-T5, B-T6: a ladder over die + column, as the checklist draws it. */
static enum bay_code rung(int table, int n)
{
    static const struct {
        int to;
        enum bay_code code;
    } ladder[3][9] = {
        { { -3, BAY_RA },
          { 0, BAY_1AR },
          { 1, BAY_AR },
          { 2, BAY_1A },
          { 6, BAY_FF },
          { 7, BAY_1D },
          { 8, BAY_DR },
          { 11, BAY_1DR },
          { 13, BAY_RD } },
        { { -2, BAY_RA },
          { 0, BAY_AR2 },
          { 2, BAY_AR1 },
          { 4, BAY_BD },
          { 6, BAY_A1 },
          { 8, BAY_A2 },
          { 9, BAY_A3 },
          { 11, BAY_DAGGER },
          { 13, BAY_SECTION } },
        { { -1, BAY_RA },
          { 1, BAY_AR2 },
          { 4, BAY_AR1 },
          { 6, BAY_1D },
          { 8, BAY_A1 },
          { 10, BAY_A2 },
          { 12, BAY_DAGGER },
          { 13, BAY_SECTION },
          { 99, BAY_CODES } },
    };

    for (int i = 0; i < 9; i++)
        if (n <= ladder[table][i].to)
            return ladder[table][i].code;
    return BAY_CODES;
}

static void b_t4_t5_t6(void **unused)
{
    (void)unused;
    for (int table = 0; table < BAY_CRTS; table++)
        for (int column = -4; column <= 4; column++)
            for (int die = 0; die < 10; die++)
                assert_int_equal(lab.bk->crt[table][column + 4][die],
                                 rung(table, die + column));
}

/* B-T7, B-T8; B-6.4.2a: a leader falls on 9. */
static void b_t7_t8(void **unused)
{
    (void)unused;
    for (int n = 0; n < 10; n++) {
        assert_int_equal(lab.bk->stuck[0][n], n == 0  ? BAY_STANDS
                                              : n < 6 ? BAY_SUFFERS
                                                      : BAY_ROUTS);
        assert_int_equal(lab.bk->stuck[1][n], n == 0  ? BAY_STANDS
                                              : n < 5 ? BAY_SUFFERS
                                                      : BAY_ROUTS);
    }
    assert_int_equal(lab.bk->leader_falls, 9);
}

/* B-11.8.3a to i: movement and value by ground, for foot and horse. */
static void b_11_8_3_terrain(void **unused)
{
    const struct bay_move_table *m = &lab.bk->move;

    (void)unused;
    for (int g = BAY_CLEAR; g < BAY_IMPASSABLE; g++) {
        bool heavy = g == BAY_FOREST || g == BAY_VILLAGE, clear = g == BAY_CLEAR;
        assert_int_equal(m->ground[g].foot, clear ? 1 : 2);
        assert_int_equal(m->ground[g].horse, clear ? 1 : heavy ? 4 : 2);
        assert_int_equal(m->ground[g].cv, clear ? 0 : heavy ? 2 : 1);
        assert_int_equal(m->ground[g].cv_horse,
                         g == BAY_VILLAGE ? 0 : m->ground[g].cv); /* B-11.8.3g */
        assert_int_equal(m->ground[g].disorders, heavy);
        assert_int_equal(m->ground[g].blocks, heavy);
    }
    for (int k = 0; k < BAY_SIDES; k++) {
        bool big = k >= BAY_LARGE_STREAM, works = k == BAY_HASTY || k == BAY_BREASTWORK;
        bool beyond = k == BAY_HASTY_BEYOND || k == BAY_BREASTWORK_BEYOND;
        assert_int_equal(m->side[k].foot, big ? BAY_FULL : 1);
        assert_int_equal(m->side[k].horse, big ? BAY_FULL : 2);
        assert_int_equal(m->side[k].cv, beyond ? 0 : big ? 2 : 1);
        assert_int_equal(m->side[k].cv_horse, beyond || works ? 0 : big ? 2 : 1);
        assert_int_equal(m->side[k].disorders, big);
    }
}

/* --- Scenarios the loader refuses -----------------------------------------------------------
 */

#define HEAD                                                                                   \
    "format: scenario-1\nsystem: bayonet\ntitle: Bent\nsource: \"Invented for tests.\"\n"      \
    "map: drill-ground\nyear: 1704\nstart: \"10:00\"\nturns: 4\nsides:\n"
#define SIDE(name, edge, front, wings, leaders, brigades, rest)                                \
    "  - name: " name "\n    colour: \"#a03030\"\n    retreat: " edge "\n    wings:\n" wings   \
    "    leaders:\n" leaders "    brigades:\n" brigades rest
#define WING(n, f)   "      - {name: " n ", front: " f ", capacity: 2}\n"
#define LEADER(n, w) "      - {name: " n ", rank: wing, rating: 1, wing: " w ", line: front}\n"
#define BRIGADE(n, w, more, units)                                                             \
    "      - {name: " n ", wing: " w ", line: front, slot: 1, morale: 6, " more                \
    ", units: [" units "]}\n"
#define FOOT "kind: infantry, cv: 2, facing: n"
#define TWO  "{name: a1, hex: \"0116\"}, {name: a2, hex: \"0216\"}"
#define BLUE                                                                                   \
    SIDE("b", "north", "s", WING("bw", "s"), LEADER("bl", "bw"),                               \
         BRIGADE("bb", "bw", "kind: infantry, army: french, cv: 2, facing: s",                 \
                 "{name: b1, hex: \"0103\"}, {name: b2, hex: \"0203\"}"),                      \
         "")
#define RED(leaders, more, units)                                                              \
    SIDE("a", "south", "n", WING("aw", "n"), leaders, BRIGADE("ab", "aw", more, units), "")

static enum tc_err load(const char *text, struct tc_why *why)
{
    const struct tc_book *bk = NULL;
    enum tc_err err = book_load_text(TEST_DATA, "bent", text, strlen(text), &bk, NULL, why);

    if (err == TC_OK)
        book_free(bk);
    return err;
}

static void refuses(const char *text, const char *word)
{
    struct tc_why why;

    assert_int_not_equal(load(text, &why), TC_OK);
    if (!strstr(why.text, word))
        fail_msg("%s does not say %s", why.text, word);
}

/* A map is named, not found by a path: no scenario reads a file outside the data folder. */
static void maps_are_names(void **unused)
{
    static const char *const path[] = { "../../minden/maps/hastenbeck", "../maps/drill-ground",
                                        "/etc/hostname", "drill-ground.yaml", "Drill" };
    char text[4096];

    (void)unused;
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        struct tc_why why;
        snprintf(text, sizeof text,
                 "format: scenario-1\nsystem: bayonet\ntitle: Bent\nsource: \"x.\"\n"
                 "map: \"%s\"\nyear: 1704\nstart: \"10:00\"\nturns: 4\nsides:\n%s",
                 path[i], RED(LEADER("al", "aw"), FOOT, TWO) BLUE);
        assert_int_not_equal(load(text, &why), TC_OK);
        if (!strstr(why.text, "map: ") || !strstr(why.text, "a-z, 0-9"))
            fail_msg("%s", why.text);
    }
}

/* B-2.1.2f: its own code, its brigade's, or none at all. */
static void b_2_1_2f_nations(void **unused)
{
    const struct tc_book *book = NULL;
    struct tc_why why;
    const char *text =
        HEAD RED(LEADER("al", "aw"), FOOT ", nation: Ha",
                 "{name: a1, hex: \"0116\", nation: En}, {name: a2, hex: \"0216\"}") BLUE
        "    batteries:\n"
        "      - {name: g1, hex: \"2402\", facing: s, nation: Ba}\n"
        "      - {name: g2, hex: \"2302\", facing: s}\n";

    (void)unused;
    if (book_load_text(TEST_DATA, "bent", text, strlen(text), &book, NULL, &why) != TC_OK)
        fail_msg("%s", why.text);
    const struct bay_book *bk = (const struct bay_book *)book;
    for (int u = 0; u < bk->units; u++) {
        const char *name = bk->unit[u].name;
        int want = !strcmp(name, "a1")   ? 8  /* En */
                   : !strcmp(name, "a2") ? 11 /* Ha */
                   : !strcmp(name, "g1") ? 3  /* Ba */
                                         : BAY_NO_NATION;
        assert_int_equal(bk->unit[u].nation, want);
    }
    book_free(book);
}

static void one_kind_a_brigade(void)
{
    struct tc_why why;

    /* B-2.3h, B-RUL-79: one kind a brigade; mounted dragoons may ride with cavalry only */
    refuses(HEAD RED(LEADER("al", "aw"), FOOT,
                     "{name: a1, hex: \"0116\", kind: cavalry}, {name: a2, hex: \"0216\"}")
                BLUE,
            "one kind");
    if (load(HEAD RED(LEADER("al", "aw"), "kind: cavalry, cv: 2, facing: n",
                      "{name: a1, hex: \"0116\", kind: dragoons}, {name: a2, hex: \"0216\"}")
                 BLUE,
             &why) != TC_OK)
        fail_msg("%s", why.text);
    /* B-2.1.2b: dragoons are mounted or not, for the battle: no mixing */
    refuses(HEAD RED(LEADER("al", "aw"), "kind: dragoons, cv: 2, facing: n",
                     "{name: a1, hex: \"0116\", kind: dismounted-dragoons}, "
                     "{name: a2, hex: \"0216\"}") BLUE,
            "one kind");
}

/* B-1.0b, B-2.1.2a to h, B-2.1.3a to c, B-2.1.4a, b, B-2.3h, B-11.2.6a, B-RUL-79. */
static void b_2_1_the_loader(void **unused)
{
    struct tc_why why;

    (void)unused;
    if (load(HEAD RED(LEADER("al", "aw"), FOOT, TWO) BLUE, &why) != TC_OK)
        fail_msg("%s", why.text);
    /* B-2.1.2c: value 1 to 4 */
    refuses(HEAD RED(LEADER("al", "aw"), "kind: infantry, cv: 5, facing: n", TWO) BLUE, "cv");
    refuses(HEAD RED(LEADER("al", "aw"), "kind: infantry, facing: n", TWO) BLUE, "cv");
    /* B-2.1.2a: a class there is */
    refuses(HEAD RED(LEADER("al", "aw"), "kind: pikemen, cv: 2, facing: n", TWO) BLUE,
            "infantry, cavalry");
    /* B-2.1.2d: underlining is for battalions; B-11.2.6a: so is Depth, at most 2 */
    refuses(HEAD RED(LEADER("al", "aw"), "kind: cavalry, cv: 2, facing: n",
                     "{name: a1, hex: \"0116\", underlined: yes}, {name: a2, hex: \"0216\"}")
                BLUE,
            "underlined");
    refuses(HEAD RED(LEADER("al", "aw"), "kind: cavalry, cv: 2, facing: n",
                     "{name: a1, hex: \"0116\", depth: 1}, {name: a2, hex: \"0216\"}") BLUE,
            "depth");
    refuses(HEAD RED(LEADER("al", "aw"), FOOT,
                     "{name: a1, hex: \"0116\", depth: 3}, {name: a2, hex: \"0216\"}") BLUE,
            "depth");
    /* B-2.1.2f: a nation there is */
    refuses(HEAD RED(LEADER("al", "aw"), FOOT,
                     "{name: a1, hex: \"0116\", nation: Xx}, {name: a2, hex: \"0216\"}") BLUE,
            "not one of");
    /* B-2.1.2h: colours of one camp a side */
    refuses(HEAD RED(LEADER("al", "aw"), FOOT,
                     "{name: a1, hex: \"0116\", army: french}, {name: a2, hex: \"0216\"}") BLUE,
            "colours");
    /* B-2.1.3b: two units at least */
    refuses(HEAD RED(LEADER("al", "aw"), FOOT, "{name: a1, hex: \"0116\"}") BLUE, "units");
    one_kind_a_brigade();
    /* B-2.1.4a: one commander a Wing; B-2.1.4b: rated 0 to 3 */
    refuses(HEAD RED(LEADER("al", "aw") LEADER("am", "aw"), FOOT, TWO) BLUE, "wing commanders");
    refuses(HEAD RED("      - {name: al, rank: wing, rating: 4, wing: aw, line: front}\n", FOOT,
                     TWO) BLUE,
            "rating");
    /* B-1.0b, B-2.1.3a: nobody twice, nobody of two sides in a hex */
    refuses(HEAD RED(LEADER("al", "aw"), FOOT,
                     "{name: a1, hex: \"0116\"}, {name: a1, hex: \"0216\"}") BLUE,
            "two units");
    refuses(HEAD RED(LEADER("al", "aw"), FOOT,
                     "{name: a1, hex: \"0103\"}, {name: a2, hex: \"0216\"}") BLUE,
            "cannot share");
}

/* B-11.2.2t, B-2.1.2h: who is underlined when nothing is said, by army and year; B-2.3d: the
 * order is March unless given; B-2.1.3c: batteries have no brigade. */
static void b_11_2_2t_underlined(void **unused)
{
    (void)unused;
    for (int u = 0; u < lab.bk->units; u++) {
        const struct bay_unit_def *x = &lab.bk->unit[u];
        bool line = x->kind == BAY_INF && (x->army == BAY_BRITISH || x->army == BAY_DUTCH);
        assert_int_equal(x->underlined, line);
        assert_int_equal(x->brigade < 0, x->kind == BAY_ART);
    }
    for (int b = 0; b < lab.bk->brigades; b++)
        assert_int_equal(lab.s.brigades[b].order, BAY_MARCH);
}

/* B-2.1.1b: each battle has its own Command Display. */
static void b_2_1_1b_displays(void **unused)
{
    static const struct {
        const char *id;
        int wings, slots;
    } want[] = {
        { "bayonet/learning", 2, 6 },
        { "bayonet/drill-ground", 8, 16 },
        { "bayonet/blenheim-1704", 7, 31 },
        { "bayonet/neerwinden-1693", 6, 31 },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const struct tc_book *bk = NULL;
        struct tc_why why;
        assert_int_equal(book_load(TEST_DATA, want[i].id, &bk, &why), TC_OK);
        const struct bay_book *b = (const struct bay_book *)bk;
        int slots = 0;
        for (int w = 0; w < b->wings; w++)
            slots += b->wing[w].capacity;
        assert_int_equal(b->wings, want[i].wings);
        assert_int_equal(slots, want[i].slots);
        struct bay_state *state = calloc(1, sizeof *state); /* all begin in their places */
        assert_non_null(state);
        bay_setup(bk, state);
        for (int k = 0; k < b->brigades; k++)
            assert_int_equal(state->brigades[k].liable, 0);
        free(state);
        book_free(bk);
    }
}

/* --- Tables the loader refuses
 * ----------------------------------------------------------------- */

static struct tc_why first;

static void keep_first(void *ctx, const struct tc_why *why)
{
    int *n = ctx;

    if ((*n)++ == 0)
        first = *why;
}

/* Write a shipped table with one text exchanged, check it, give the number of faults. */
static int bent_table(const char *table, const char *from, const char *to)
{
    static char text[8192], out[8300];
    char path[300], bent[] = "/tmp/bay-table-XXXXXX";
    int n = 0;

    snprintf(path, sizeof path, "%s/bayonet/tables/%s.yaml", TEST_DATA, table);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    int fd = mkstemp(bent);
    assert_true(fd >= 0);
    f = fdopen(fd, "w");
    fputs(out, f);
    fclose(f);
    char named[320];
    snprintf(named, sizeof named, "%s.yaml", bent);
    rename(bent, named);
    book_check_path(TEST_DATA, named, keep_first, &n, NULL);
    remove(named);
    return n;
}

/* An owner's own cards: complete, known codes, in range, or refused with the cell named. */
static void tables_are_checked(void **unused)
{
    (void)unused;
    assert_int_equal(bent_table("combat", "\"9 FF  FF  1D  DR", "\"9 FF  FF  1D  1D"), 0);
    assert_true(bent_table("combat", "\"9 FF  FF  1D  DR", "\"9 FF  FF  1D  XX") > 0);
    assert_non_null(strstr(first.text, "XX"));
    assert_true(bent_table("combat", "  - \"4 1AR AR  1A  FF  FF  FF  FF  1D  DR\"\n", "") > 0);
    assert_non_null(strstr(first.text, "has 9 entries; allowed: 10"));
    assert_true(bent_table("combat", "\"3 1AR 1AR AR ", "\"3 1AR AR ") > 0);
    assert_true(bent_table("orders", "charge-to-march: 3", "charge-to-march: 33") > 0);
    assert_non_null(strstr(first.text, "charge-to-march"));
    assert_true(bent_table("actions", "relief:                     3\n", "") > 0);
    assert_non_null(strstr(first.text, "relief"));
    assert_true(bent_table("artillery", "\"2 hit  ", "\"2 graze") > 0);
    assert_non_null(strstr(first.text, "graze"));
    assert_true(bent_table("terrain", "{terrain: marsh,   infantry: 2",
                           "{terrain: brush,   infantry: 2") > 0);
    assert_true(bent_table("momentum", "{army: danish,  ", "{army: danes,  ") > 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(b_t1),
        T(b_t2),
        T(b_t3),
        T(b_t4_t5_t6),
        T(b_t7_t8),
        T(b_11_8_3_terrain),
        T(maps_are_names),
        T(b_2_1_2f_nations),
        T(b_2_1_the_loader),
        T(b_11_2_2t_underlined),
        T(b_2_1_1b_displays),
        cmocka_unit_test(tables_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
