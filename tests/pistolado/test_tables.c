/* tests/pistolado/test_tables.c - tables that run backwards; cards as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "rules/pistolado/inner.h"

static const struct pis_book *book;

static int open_book(void **unused)
{
    const struct tc_book *bk = NULL;
    struct tc_why why;

    (void)unused;
    if (book_load(TEST_DATA, "pistolado/drill-ground", &bk, &why) != TC_OK)
        return -1;
    book = pis_book_of(bk);
    return 0;
}

static int close_book(void **unused)
{
    (void)unused;
    book_free(&book->head);
    return 0;
}

/* P-VIC4: a draw is worth nothing to either side, a victory everything. */
static void p_vic4_a_draw_scores_nothing(void **unused)
{
    struct pis_state s = { 0 };

    (void)unused;
    pis_setup(&book->head, &s);
    s.regiment[0].companies = 1;
    s.head.over = 1;
    s.head.winner = TC_NONE;
    assert_int_equal(pis_score(&book->head, &s), 0);
    s.head.winner = 0;
    assert_int_equal(pis_score(&book->head, &s), 10000);
    s.head.winner = 1;
    assert_int_equal(pis_score(&book->head, &s), -10000);
}

static void p_tab_5_never_falls(void **unused)
{
    struct pis_fire_results t = book->t.result;
    struct tc_why why;

    (void)unused;
    assert_true(pis_fire_sound(&t, &why));
    t.result[2][5] = 0; /* nothing where a lower number did something */
    assert_false(pis_fire_sound(&t, &why));
    assert_non_null(strstr(why.text, "row 3"));
    t = book->t.result;
    t.shift[5] = -3;
    assert_false(pis_fire_sound(&t, &why));
}

/* P-TAB-6, P-TAB-7 */
static void p_tab_6_and_7_run_one_way(void **unused)
{
    struct pis_cohesion c = book->t.cohesion;
    struct pis_losses l = book->t.losses;
    struct tc_why why;

    (void)unused;
    assert_true(pis_cohesion_sound(&c, &why));
    c.waver[PIS_MOB] = 0;
    assert_false(pis_cohesion_sound(&c, &why));
    assert_true(pis_losses_sound(&l, &why));
    l.combat[4] = 1;
    assert_false(pis_losses_sound(&l, &why));
    l = book->t.losses;
    l.percent[0] = 5;
    assert_false(pis_losses_sound(&l, &why));
}

/* The cells follow the rule printed behind them. */
static void p_tab_10_follows_its_rule(void **unused)
{
    struct pis_melee m = book->t.melee;
    struct tc_why why;

    (void)unused;
    assert_true(pis_type_sound(&m, &why));
    for (int a = 0; a < PIS_STRENGTHS; a++)
        for (int b = a; b < PIS_STRENGTHS; b++) {
            int d = b - a, step = d == 0 ? 0 : d <= 2 ? 1 : d <= 4 ? 2 : d <= 6 ? 3 : 4;
            if (d >= 2 && b >= 2 * a && step < 4)
                step++;
            assert_int_equal(m.type[a][b], step);
        }
    m.type[3][7] = PIS_A;
    assert_false(pis_type_sound(&m, &why));
}

static void p_tab_11_never_worse_for_the_stronger(void **unused)
{
    struct pis_melee m = book->t.melee;
    struct tc_why why;

    (void)unused;
    assert_true(pis_outcome_sound(&m, &why));
    m.outcome[PIS_CAV_CAV][PIS_DS][5] = PIS_S_RT;
    assert_false(pis_outcome_sound(&m, &why));
    assert_non_null(strstr(why.text, "cav-cav"));
}

/* The percentages printed beside P-TAB-11, from its own cells. */
static void p_tab_11_has_the_printed_odds(void **unused)
{
    struct pis_match m = { .type = PIS_US, .enemies = PIS_CAV_INF };
    int c[PIS_OUTCOMES];

    (void)unused;
    pis_melee_chances(book, &m, c);
    assert_int_equal(c[PIS_S_RT] + c[PIS_S_BI] + c[PIS_S_GG], 6);
    assert_int_equal(c[PIS_LK], 9);
    assert_int_equal(c[PIS_W_GG], 11);
    assert_int_equal(c[PIS_W_BI], 7);
    assert_int_equal(c[PIS_W_RT], 3);
}

static void p_tab_12_worse_costs_more(void **unused)
{
    struct pis_melee m = book->t.melee;
    struct tc_why why;

    (void)unused;
    assert_true(pis_casualties_sound(&m, &why));
    m.loss[PIS_F_RT][0][7] = 0;
    assert_false(pis_casualties_sound(&m, &why));
}

static const struct pis_card *card(const char *name)
{
    for (int i = 0; i < book->cards; i++)
        if (strcmp(book->card[i].name, name) == 0)
            return &book->card[i];
    fail_msg("no card %s", name);
    return NULL;
}

static void p_tab_13_forty_eight_sound_cards(void **unused)
{
    struct tc_why why;

    (void)unused;
    assert_int_equal(book->cards, 48);
    for (int i = 0; i < book->cards; i++)
        if (!pis_card_sound(&book->card[i], &why))
            fail_msg("%s", why.text);
    struct pis_card c = *card("gend-veteran");
    c.row[PIS_TO_CHARGE].upto[1] = 5;
    assert_false(pis_card_sound(&c, &why));
    c = *card("gend-veteran");
    c.flags = PIS_FOOT | PIS_HORSE;
    assert_false(pis_card_sound(&c, &why));
}

/* Veteran and Levy are Seasoned plus and minus one: Marshalling to 5, melee not below 0. */
static void p_tab_13_grades_differ_by_one(void **unused)
{
    (void)unused;
    for (int i = 0; i < book->cards; i += 3) {
        const struct pis_card *v = &book->card[i], *s = v + 1, *l = v + 2;

        assert_int_equal(v->grade, PIS_VETERAN);
        assert_int_equal(l->grade, PIS_LEVY);
        assert_int_equal(v->marshalling, tc_min(5, s->marshalling + 1));
        assert_int_equal(l->marshalling, s->marshalling - 1);
        for (int f = 0; f < PIS_FORMATIONS; f++) {
            if (!(s->formations >> f & 1) || (s->flags & PIS_ART))
                continue;
            assert_int_equal(v->melee[f], s->melee[f] + 1);
            assert_int_equal(l->melee[f], tc_max(0, s->melee[f] - 1));
        }
    }
}

static void p_a1_a_card_reads_as_a_card(void **unused)
{
    char text[1000];
    struct tc_text t = tc_text_on(text, sizeof text);

    (void)unused;
    pis_card_text(card("swiss-veteran"), &t);
    assert_non_null(strstr(text, "Swiss pike, veteran\n"));
    assert_non_null(strstr(text, "Companies: 12 (10 pike, 2 shot)\n"));
    assert_non_null(strstr(text, "Marshalling: 5   Ferocity: 1\n"));
    assert_non_null(strstr(text, "  hedgehog: melee 6, fire -3\n"));
    assert_non_null(strstr(text, "Rally 1-6: 1 2 2 3 3 4\n"));
    assert_non_null(strstr(text, "To Charge:       11 Ch / 13 St / 17 -1 / + Ro\n"));
}

/* P-W5, P-W6: the row read from left to right. */
static void p_w5_rows_are_read_from_the_left(void **unused)
{
    const struct pis_row *row = &card("light-seasoned")->row[PIS_BY_CAV];

    (void)unused;
    assert_int_equal(pis_read_row(row, 5), PIS_CC);
    assert_int_equal(pis_read_row(row, 6), PIS_ST);
    assert_int_equal(pis_read_row(row, 7), PIS_EV);
    assert_int_equal(pis_read_row(row, 11), PIS_EV);
    assert_int_equal(pis_read_row(row, 12), PIS_RO);
    assert_int_equal(pis_read_row(row, 40), PIS_RO);
    assert_int_equal(pis_read_row(row, -4), PIS_CC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p_vic4_a_draw_scores_nothing),
        cmocka_unit_test(p_tab_5_never_falls),
        cmocka_unit_test(p_tab_6_and_7_run_one_way),
        cmocka_unit_test(p_tab_10_follows_its_rule),
        cmocka_unit_test(p_tab_11_never_worse_for_the_stronger),
        cmocka_unit_test(p_tab_11_has_the_printed_odds),
        cmocka_unit_test(p_tab_12_worse_costs_more),
        cmocka_unit_test(p_tab_13_forty_eight_sound_cards),
        cmocka_unit_test(p_tab_13_grades_differ_by_one),
        cmocka_unit_test(p_a1_a_card_reads_as_a_card),
        cmocka_unit_test(p_w5_rows_are_read_from_the_left),
    };
    return cmocka_run_group_tests(tests, open_book, close_book);
}
