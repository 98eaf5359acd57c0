/* tests/reason/test_limits.c - stacking limits, lengths of bodies and the printed tables
 * against the figures of the rules. */
#include "tests/reason/chart.h"

#include <stdio.h>
#include <unistd.h>

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
    int unit = tc_find_name(book[REA_B].head.rules, &book[REA_B].head, REA_L_UNIT,
                            "16th-dragoons", 13);
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

/* --- Numbers and traits of an owner's own: rows of drill.yaml --------------------------------
 */

static void shell(const char *command)
{
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): our own folders */
}

/* The shipped drill.yaml with other rows for some of its own: those in which its words stand.
 */
static void write_drill(const char *to, const char *const (*rows)[2])
{
    char text[8192], path[512], *line;
    FILE *f = fopen(TEST_DATA "/reason/tables/drill.yaml", "rb");

    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text, f);
    assert_true(n > 0 && n < sizeof text);
    fclose(f);
    text[n] = 0;
    snprintf(path, sizeof path, "%s/drill.yaml", to);
    f = fopen(path, "wb");
    assert_non_null(f);
    for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        const char *put = line;
        for (int i = 0; rows[i][0]; i++)
            if (strstr(line, rows[i][0]))
                put = rows[i][1];
        fprintf(f, "%s\n", put);
    }
    assert_int_equal(fclose(f), 0);
}

static void own_numbers(void **unused)
{
    char data[64] = "/tmp/tricorne-limits-XXXXXX", tables[128], command[512];
    const struct tc_book *ours = lab_book("reason/kolin-1757"), *bk = NULL;
    const struct rea_numbers *was = &rea_book(ours)->own, *own;
    struct tc_why why = { 0 };
    static const char *const rows[][2] = {
        { "stack line ", "  - \"stack line 20 15 10\"" },
        { "fewest long ", "  - \"fewest long 11\"" },
        { "close shaken ", "  - \"close shaken -9\"" },
        { "traits kolin ", "  - \"traits kolin back-steps leash\"" },
        { NULL, NULL },
    };

    (void)unused;
    assert_string_equal(ours->replaced, "");
    assert_non_null(mkdtemp(data));
    snprintf(command, sizeof command, "cp -r '%s/reason' '%s'", TEST_DATA, data);
    shell(command);
    snprintf(tables, sizeof tables, "%s/reason/tables", data);
    write_drill(tables, rows);
    assert_int_equal(book_load(data, "reason/kolin-1757", &bk, &why), TC_OK);
    own = &rea_book(bk)->own;
    assert_string_equal(bk->replaced, "drill");
    assert_true(bk->hash != ours->hash);
    assert_int_equal(own->room[REA_ROOM_LINE][1], 15);
    assert_int_equal(own->fewest[REA_FEW_LONG], 11);
    assert_int_equal(own->close[REA_CLOSE_SHAKEN], -9);
    assert_memory_equal(own->room[REA_ROOM_COLUMN], was->room[REA_ROOM_COLUMN],
                        sizeof own->room[0]); /* the other rows are as they were */
    book[REA_K] = *rea_book(bk);
    rea_look(&c, &book[REA_K], &s, NULL);
    assert_true(rea_has(&c, REA_LEASH) && rea_has(&c, REA_BACK_STEPS));
    assert_false(rea_has(&c, REA_FAST_HIGHWAYS) || rea_has(&c, REA_OBLIQUE_GUARDS));
    book_free(bk);
    snprintf(command, sizeof command, "rm -r '%s'", data);
    shell(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacking),       cmocka_unit_test(horse_in_a_marsh),
        cmocka_unit_test(lone_regiments), cmocka_unit_test(lengths),
        cmocka_unit_test(odd_points),     cmocka_unit_test(fire_table),
        cmocka_unit_test(combat_table),   cmocka_unit_test(other_tables),
        cmocka_unit_test(own_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
