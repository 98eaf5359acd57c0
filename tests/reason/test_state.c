/* tests/reason/test_state.c - the field table, setups, the border of hex numbers. */
#include "tests/reason/lab.h"

static const char *const scenarios[] = { "reason/learning",     "reason/lobositz-1756",
                                         "reason/leuthen-1757", "reason/brandywine-1777",
                                         "reason/kolin-1757",   "reason/zorndorf-1758" };

static void fields_cover_every_byte(void **unused)
{
    char buf[200];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    (void)unused;
    if (!tc_fields_cover(&rea_fields, &t))
        fail_msg("%s", buf);
}

static void every_setup_is_legal(void **unused)
{
    static struct rea_state s;

    (void)unused;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        const struct tc_book *bk = lab_book(scenarios[i]);
        struct tc_refusal why = { 0 };
        memset(&s, 0, sizeof s);
        bk->rules->setup(bk, &s);
        if (!bk->rules->check(bk, &s, &why))
            fail_msg("%s: %s, unit %d", scenarios[i], why.rule, why.arg[0]);
        assert_int_equal(bk->rules->score(bk, &s), bk->rules->score(bk, &s));
    }
}

static void hex_numbers_come_back(void **unused)
{
    const struct rea_book *bk = rea_book(lab_book("reason/lobositz-1756"));

    (void)unused;
    for (int h = 0; h < bk->map.count; h++)
        assert_int_equal(rea_index_of(bk, rea_printed_of(bk, h)), h);
    assert_int_equal(rea_index_of(bk, 0), TC_NONE);
    assert_int_equal(rea_index_of(bk, 9901), TC_NONE);
    assert_int_equal(rea_printed_of(bk, 0), 101);
}

/* T-4 equals its rule: column values added, then read in steps. */
static void fire_table_is_its_rule(void **unused)
{
    static const int add[] = { -40, -30, -20, -10, 0, 10, 20, 30, 40, 50 };
    const struct rea_book *bk = rea_book(lab_book("reason/learning"));

    (void)unused;
    for (int row = 1; row < bk->t4.rows; row++)
        for (int k = 0; k < REA_FIRE_COLUMNS; k++) {
            int v = bk->t4.least[row] + add[k];
            int want = v < 50 ? 0 : v < 70 ? 9 : v < 95 ? 1 : v < 120 ? 2 : v < 140 ? 3 : 4;
            assert_int_equal(bk->t4.code[row][k], want);
        }
}

/* T-6 falls from the upper left to the lower right: a step down is a column to the right. */
static void combat_table_slides(void **unused)
{
    const struct rea_book *bk = rea_book(lab_book("reason/learning"));

    (void)unused;
    for (int row = 0; row + 1 < bk->t6.rows; row++)
        for (int k = 0; k + 1 < REA_CC_COLUMNS; k++)
            assert_memory_equal(&bk->t6.at[row][k + 1], &bk->t6.at[row + 1][k],
                                sizeof bk->t6.at[0][0]);
}

static void by_lot(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}

/* Hexes stay indices all through a playout when nobody looks; it ends in the same bytes. */
static void blind_playouts(void **unused)
{
    static struct rea_state end[2];
    static struct tc_offers offers;

    (void)unused;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        for (int limit = 0; limit <= 200; limit += 200) {
            const struct tc_book *bk = lab_book(scenarios[i]);
            uint64_t asks[2];
            for (int blind = 0; blind < 2; blind++) {
                struct tc_stream lots = tc_stream_from(7);
                struct tc_umpire u = { .rules = bk->rules, .book = bk, .offers = &offers };
                u.player[0] = u.player[1] = (struct tc_player){ by_lot, &lots };
                u.stream = tc_stream_from(i + 1);
                u.blind = blind;
                memset(&end[blind], 0, sizeof end[blind]);
                bk->rules->setup(bk, &end[blind]);
                tc_play_out(&u, &end[blind], (uint64_t)limit);
                asks[blind] = u.asks;
                assert_false(u.inside);
            }
            assert_true(asks[0] >= 200);
            assert_int_equal(asks[0], asks[1]);
            assert_memory_equal(&end[0], &end[1], sizeof end[0]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_cover_every_byte), cmocka_unit_test(every_setup_is_legal),
        cmocka_unit_test(hex_numbers_come_back),   cmocka_unit_test(fire_table_is_its_rule),
        cmocka_unit_test(combat_table_slides),     cmocka_unit_test(blind_playouts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
