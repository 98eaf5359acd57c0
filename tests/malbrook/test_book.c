/* tests/malbrook/test_book.c - what a scenario must not ask, what is only warned of, and
 * the sizes of bases. */
#include "tests/malbrook/lab.h"

static const char *refused_by(void)
{
    struct tc_refusal why;

    memset(&why, 0, sizeof why);
    return mal_book_check(&bk, &why) ? "" : why.rule;
}

/* M-3.12: 3 to 12 bases of foot. */
static void m_3_12_foot_brigades(void **unused)
{
    int i = card("guards");

    (void)unused;
    assert_string_equal(refused_by(), "");
    bk.card[i].bases = 3;
    assert_string_equal(refused_by(), "");
    bk.card[i].bases = 2;
    assert_string_equal(refused_by(), "M-3.12");
    bk.card[i].bases = 12;
    assert_string_equal(refused_by(), "");
    bk.card[i].bases = 13;
    assert_string_equal(refused_by(), "M-3.12");
}

/* M-3.13, M-23.2, M-23.4: 2 to 12 of horse, dragoons and hussars. */
static void m_3_13_cavalry_brigades(void **unused)
{
    static const char *const name[] = { "english-horse", "greys", "hussars" };

    (void)unused;
    for (int k = 0; k < 3; k++) {
        int i = card(name[k]), was = bk.card[i].bases;
        bk.card[i].bases = 1;
        assert_string_equal(refused_by(), "M-3.13");
        bk.card[i].bases = 2;
        assert_string_equal(refused_by(), "");
        bk.card[i].bases = 13;
        assert_string_equal(refused_by(), "M-3.13");
        bk.card[i].bases = (uint8_t)was;
    }
}

/* M-4.2, M-4.3, M-4.4, M-4.6: foot and horse do not mix in a command; dragoons and guns go with
 * either, and a wing has both kinds of commands. */
static void m_4_2_commands_are_of_one_arm(void **unused)
{
    int foot = bk.card[card("guards")].command;

    (void)unused;
    bk.card[card("greys")].command = (int16_t)foot;
    assert_string_equal(refused_by(), "");
    bk.card[card("english-horse")].command = (int16_t)foot;
    assert_string_equal(refused_by(), "M-4.2");
    bk.mixed_commands = true;
    assert_string_equal(refused_by(), "");
    assert_int_equal(bk.command[foot].wing, bk.command[bk.card[card("hussars")].command].wing);
}

/* M-4.7, M-4.8, M-4.9: every wing has a leader and a Marshal, every command somebody. */
static void m_4_9_nobody_without_a_leader(void **unused)
{
    (void)unused;
    bk.wing[0].marshal = TC_NONE;
    assert_string_equal(refused_by(), "M-4.8");
    (void)fresh(NULL);
    bk.wing[0].leader = TC_NONE;
    assert_string_equal(refused_by(), "M-4.8");
    (void)fresh(NULL);
    bk.command[0].leader = bk.command[0].wing = bk.command[0].marshal = TC_NONE;
    assert_string_equal(refused_by(), "M-4.9");
}

static int warned(const char *rule)
{
    struct tc_refusal why;
    int n = mal_book_warnings(&bk), got = 0;

    for (int i = 0; i < n; i++) {
        assert_true(mal_book_warning(&bk, i, &why));
        got += strcmp(why.rule, rule) == 0;
    }
    assert_false(mal_book_warning(&bk, n, &why));
    return got;
}

/* M-1.4: a deep table is warned of, a broad one is not; nothing is refused. */
static void m_1_4_a_table_too_deep_to_reach_over(void **unused)
{
    (void)unused;
    bk.width = 96000;
    bk.height = 72000;
    assert_int_equal(warned("M-1.4"), 0);
    bk.height = 72001;
    assert_int_equal(warned("M-1.4"), 1);
    assert_string_equal(refused_by(), "");
}

/* M-4.1, M-4.5, M-4.9, M-RUL-3, M-RUL-70: a command of one brigade is a warning. */
static void m_rul_70_small_commands(void **unused)
{
    int horse = bk.card[card("greys")].command, foot = bk.card[card("guards")].command;

    (void)unused;
    assert_int_equal(warned("M-RUL-70"), 0);
    bk.card[card("greys")].command = bk.card[card("hussars")].command = (int16_t)foot;
    assert_true(horse != foot);
    assert_int_equal(warned("M-RUL-70"), 1);
}

/* M-24.2: above twenty brigades a side more seats are recommended. */
static void m_24_2_many_brigades(void **unused)
{
    (void)unused;
    assert_int_equal(warned("M-24.2"), 0);
    while (bk.cards < 40) {
        bk.card[bk.cards] = bk.card[card("guards")];
        bk.cards++;
    }
    assert_int_equal(warned("M-24.2"), 1);
    assert_string_equal(refused_by(), "");
}

static void expect_size(const char *name, bool mounted, int32_t w, int32_t d)
{
    int i = card(name);

    mal_book_sizes(&bk);
    assert_int_equal(bk.size[i][mounted].w, w);
    assert_int_equal(bk.size[i][mounted].d, d);
}

/* M-GEO-5a M-GEO-5b M-GEO-5c M-GEO-5d M-GEO-5e M-GEO-5f, M-3.5, M-3.6, M-3.8 to M-3.10,
 * M-RUL-2. */
static void m_geo_5_bases(void **unused)
{
    (void)unused;
    expect_size("picardie", true, 1000, 1000);
    expect_size("dutch", true, 1000, 750);
    expect_size("carabiniers", true, 1000, 1250);
    expect_size("english-horse", true, 1250, 1250);
    expect_size("hussars", true, 1250, 1250);
    expect_size("greys", true, 1250, 1250);
    bk.card[card("greys")].as_cavalry = false;
    expect_size("greys", true, 1000, 1250);
    expect_size("dragons", true, 1000, 1250);
    expect_size("dragons", false, 1000, 1000);
    bk.new_style_basing = false;
    expect_size("dutch", true, 1000, 1000);
    expect_size("english-horse", true, 1000, 1250);
    expect_size("hussars", true, 1000, 1250);
}

/* M-GEO-12, M-3.7a, M-3.7b, M-3.14, M-RUL-1: gun models and wagons. */
static void m_geo_12_guns(void **unused)
{
    int i = card("blood");

    (void)unused;
    for (int c = MAL_MEDIUM; c <= MAL_MORTAR; c++) {
        bk.card[i].gun_class = (uint8_t)c;
        expect_size("blood", false, 1500, 1500);
    }
    bk.card[i].gun_class = MAL_LIGHT;
    expect_size("blood", false, 1000, 1250);
    bk.card[i].type = MAL_WAGON;
    expect_size("blood", false, 1000, 2000);
}

/* M-1.8: a scenario's own sizes; a dismounted dragoon keeps the foot size. */
static void m_1_8_own_sizes(void **unused)
{
    int i = card("dragons");

    (void)unused;
    bk.card[i].base_w = 1500;
    bk.card[i].base_d = 2000;
    expect_size("dragons", true, 1500, 2000);
    expect_size("dragons", false, 1000, 1000);
}

/* M-1.7: what a base stands for. M-23.19: converged grenadiers are plain foot of grade B. */
static void m_1_7_scale(void **unused)
{
    const struct mal_base_table *t = &bk.tables.base;

    (void)unused;
    assert_int_equal(t->men, 600);
    assert_int_equal(t->squadrons, 3);
    assert_in_range(t->guns, 10, 12);
    struct mal_card grenadiers = bk.card[card("english")];
    assert_int_equal(grenadiers.type, MAL_FOOT);
    assert_int_equal(grenadiers.grade, MAL_B);
    assert_int_equal(bk.tables.combat.grade[MAL_B], 1);
}

/* M-23.18: right, centre and left: three wings a side in the great battles. */
static void m_23_18_three_wings(void **unused)
{
    const struct tc_book *big;
    struct tc_why why;
    int wings[2] = { 0, 0 };

    (void)unused;
    assert_int_equal(book_load(TEST_DATA, "malbrook/ramillies-1706", &big, &why), TC_OK);
    for (int i = 0; i < mal_book_of(big)->wings; i++)
        wings[(int)mal_book_of(big)->wing[i].side]++;
    book_free(big);
    assert_in_range(wings[0], 3, 4);
    assert_in_range(wings[1], 3, 4);
}

/* M-TAB-5: one row for each kind; the columns are those of the table there. */
static void m_tab_5_every_flag_of_the_ground(void **unused)
{
    static const struct {
        int kind;
        struct mal_ground_row row;
    } is[] = {
        /* line rough closed impassable blocks obstacle hill cover */
        { MAL_GENTLE_HILL, { 0, 0, 0, 0, 1, MAL_NO_OBSTACLE, 1, 0 } },
        { MAL_STEEP_HILL, { 0, 1, 0, 0, 1, MAL_NO_OBSTACLE, 1, 0 } },
        { MAL_ROCKY_HILL, { 0, 1, 1, 0, 1, MAL_NO_OBSTACLE, 1, 0 } },
        { MAL_OPEN_WOOD, { 0, 1, 0, 0, 1, MAL_NO_OBSTACLE, 0, 1 } },
        { MAL_DENSE_WOOD, { 0, 1, 1, 0, 1, MAL_NO_OBSTACLE, 0, 1 } },
        { MAL_MARSH, { 0, 1, 0, 0, 0, MAL_NO_OBSTACLE, 0, 0 } },
        { MAL_SWAMP, { 0, 1, 1, 0, 0, MAL_NO_OBSTACLE, 0, 0 } },
        { MAL_TOWN, { 0, 1, 1, 0, 1, MAL_NO_OBSTACLE, 0, 1 } },
        { MAL_ROAD, { 1, 0, 0, 0, 0, MAL_NO_OBSTACLE, 0, 0 } },
        { MAL_STREAM, { 1, 1, 0, 0, 0, MAL_MINOR, 0, 0 } },
        { MAL_HEDGE, { 1, 1, 0, 0, 0, MAL_MINOR, 0, 0 } },
        { MAL_RIVER, { 1, 0, 0, 0, 0, MAL_MAJOR, 0, 0 } },
        { MAL_DITCH, { 1, 0, 0, 0, 0, MAL_MAJOR, 0, 0 } },
        { MAL_WALL, { 1, 0, 0, 0, 0, MAL_MAJOR, 0, 0 } },
        { MAL_DEEP_RIVER, { 1, 0, 0, 1, 0, MAL_NO_OBSTACLE, 0, 0 } },
        { MAL_CLIFF, { 0, 0, 0, 1, 0, MAL_NO_OBSTACLE, 0, 0 } },
        { MAL_ABATIS, { 1, 0, 0, 0, 0, MAL_HARD_FOR_CAVALRY, 0, 0 } },
        { MAL_FIELDWORK, { 1, 0, 0, 0, 0, MAL_MAJOR, 0, 0 } },
        { MAL_FORTIFICATION, { 1, 0, 0, 0, 0, MAL_MAJOR, 0, 0 } },
        { MAL_POSITION, { 0, 0, 0, 0, 0, MAL_NO_OBSTACLE, 0, 0 } },
    };

    (void)unused;
    assert_int_equal(sizeof is / sizeof is[0], MAL_GROUND_KINDS);
    for (int k = 0; k < MAL_GROUND_KINDS; k++) {
        assert_int_equal(is[k].kind, k);
        assert_memory_equal(&bk.tables.ground[k], &is[k].row, sizeof is[k].row);
    }
}

/* What the map makes of a row: M-TAB-5 on the table. */
static void m_tab_5_pieces_are_of_their_kind(void **unused)
{
    (void)unused;
    assert_true(bk.grounds > 0);
    for (int i = 0; i < bk.grounds; i++) {
        const struct mal_ground *g = &bk.ground[i];
        const struct mal_ground_row *r = &bk.tables.ground[g->kind];
        assert_int_equal(g->line, r->line);
        assert_int_equal(g->closed, r->closed);
        assert_int_equal(g->impassable, r->impassable);
        assert_int_equal(g->blocks, r->blocks);
        assert_int_equal(g->hill, r->hill);
        assert_int_equal(g->cover, r->cover);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(m_3_12_foot_brigades, fresh),
        cmocka_unit_test_setup(m_3_13_cavalry_brigades, fresh),
        cmocka_unit_test_setup(m_4_2_commands_are_of_one_arm, fresh),
        cmocka_unit_test_setup(m_4_9_nobody_without_a_leader, fresh),
        cmocka_unit_test_setup(m_1_4_a_table_too_deep_to_reach_over, fresh),
        cmocka_unit_test_setup(m_rul_70_small_commands, fresh),
        cmocka_unit_test_setup(m_24_2_many_brigades, fresh),
        cmocka_unit_test_setup(m_geo_5_bases, fresh),
        cmocka_unit_test_setup(m_geo_12_guns, fresh),
        cmocka_unit_test_setup(m_1_8_own_sizes, fresh),
        cmocka_unit_test_setup(m_1_7_scale, fresh),
        cmocka_unit_test_setup(m_23_18_three_wings, fresh),
        cmocka_unit_test_setup(m_tab_5_every_flag_of_the_ground, fresh),
        cmocka_unit_test_setup(m_tab_5_pieces_are_of_their_kind, fresh),
    };

    return cmocka_run_group_tests(tests, open_book, close_book);
}
