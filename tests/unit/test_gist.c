/* tests/unit/test_gist.c - chances in one line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "book/book.h"
#include "protocol/gist.h"
#include "rules/minden/words.h"
#include "rules/pistolado/words.h"
#include "rules/registry.h"

static const struct tc_book *bk;
static struct tc_odds odds;

static struct tc_odds_row *row(uint64_t millionths)
{
    struct tc_odds_row *r = &odds.row[odds.rows++];

    memset(r, 0, sizeof *r);
    r->millionths = millionths;
    return r;
}

static void event(struct tc_odds_row *r, int id, int a, int b, int c)
{
    struct tc_event e = { .kind = TC_EV_TELL, .id = (int16_t)id, .arg = { a, b, c } };

    r->event[r->n++] = e;
}

static const char *gist(void)
{
    static char buf[400];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    js_gist(bk, &odds, &t);
    return buf;
}

static int unit(const char *name)
{
    return tc_find_name(bk->rules, bk, MIN_L_UNIT, name, strlen(name));
}

static void what_matters_comes_first(void **unused)
{
    int a = unit("20th-foot"), b = unit("jaegers");
    uint64_t rare;

    (void)unused;
    memset(&odds, 0, sizeof odds);
    struct tc_odds_row *r = row(600000);
    event(r, MIN_E_CASUALTIES, a, b, 2);
    r = row(300000);
    event(r, MIN_E_CASUALTIES, a, b, 1);
    event(r, MIN_E_RETREATS, b, 0, 0);
    r = row(97000);
    event(r, MIN_E_CASUALTIES, a, b, 3);
    event(r, MIN_E_ROUTS, b, 0, 0);
    event(row(2000), MIN_E_DESTROYED, b, 0, 0);
    event(row(1000), MIN_E_LEFT_TABLE, b, 0, 0);
    assert_string_equal(gist(),
                        "Expected hits 1.8; the Hanoverian Jaegers rout 10%, retreat 30%");
    assert_int_equal(js_rare(&odds, &rare), 2);
    assert_int_equal(rare, 3000);
}

static void one_outcome_of_several_rows_is_summed(void **unused)
{
    int b = unit("jaegers");

    (void)unused;
    memset(&odds, 0, sizeof odds);
    struct tc_odds_row *r = row(500000);
    event(r, MIN_E_ROUTS, b, 0, 0);
    r = row(299000); /* of two fates the graver one is told: they add up to 80% */
    event(r, MIN_E_ROUTS, b, 0, 0);
    event(r, MIN_E_LEFT_TABLE, b, 0, 0);
    row(201000);
    assert_string_equal(gist(), "The Hanoverian Jaegers flee off the table 30%, rout 50%");
    odds.rows = 0;
    r = row(600000); /* told twice in one row: once for the chance, twice for the count */
    event(r, MIN_E_LOSES_FIGURES, b, 1, 0);
    event(r, MIN_E_LOSES_FIGURES, b, 1, 0);
    event(row(400000), MIN_E_ROUTS, b, 0, 0);
    assert_string_equal(gist(), "Expected figures lost 1.2; the Hanoverian Jaegers rout 40%");
    odds.rows = 0;
    row(1000000);
    assert_string_equal(gist(), "");
}

static void a_distance_is_told_by_its_mean_and_its_bounds(void **unused)
{
    int a = unit("20th-foot"), b = unit("jaegers");

    (void)unused;
    memset(&odds, 0, sizeof odds);
    event(row(250000), MIN_E_KEPT, a, 2000, 0);
    event(row(750000), MIN_E_KEPT, a, 6000, 0);
    assert_string_equal(gist(), "Expected 5 inches (2 to 6)");
    odds.rows = 0;
    struct tc_odds_row *r = row(1000000); /* of two, each by name; what is sure has no bounds */
    event(r, MIN_E_KEPT, a, 2500, 0);
    event(r, MIN_E_KEPT, b, 6000, 0);
    assert_string_equal(
        gist(),
        "The 20th Foot: expected 2.5 inches; the Hanoverian Jaegers: expected 6 inches");
}

static void what_holds_by_itself_is_told_beside_a_fate(void **unused)
{
    int a = unit("20th-foot"), b = unit("jaegers");

    (void)unused;
    memset(&odds, 0, sizeof odds);
    struct tc_odds_row *r = row(700000);
    event(r, MIN_E_CONTACT, a, b, MIN_CONTACT_FLANK);
    event(r, MIN_E_ROUTS, a, 0, 0);
    event(row(300000), MIN_E_NO_CONTACT, a, b, 0);
    assert_string_equal(gist(),
                        "The 20th Foot routs 70%, reaches the Hanoverian Jaegers in flank 70%, "
                        "fails to reach the Hanoverian Jaegers 30%");
}

static void success_is_told_before_failure(void **unused)
{
    const struct tc_book *minden = bk;
    struct tc_why why;

    (void)unused;
    assert_int_equal(book_load(TEST_DATA, "pistolado/first-speech", &bk, &why), TC_OK);
    int b =
        tc_find_name(bk->rules, bk, PIS_L_BRIGADE, "royal-brigade", strlen("royal-brigade"));
    memset(&odds, 0, sizeof odds);
    event(row(667000), PIS_E_ORDER_TEST, b, 0, 0);
    event(row(333000), PIS_E_ORDER_TEST, b, 0, 1);
    assert_string_equal(gist(),
                        "The Brigade of Biron gets the order Assault 33%, does not get the "
                        "order Assault 67%");
    book_free(bk);
    bk = minden;
}

/* Every outcome of every system says in one line what it is, so that no name of an event and no
 * whole sentence stands there. */
static void every_outcome_has_its_words(void **unused)
{
    (void)unused;
    for (int i = 0; tc_rulesets[i]; i++) {
        const struct tc_ruleset *r = tc_rulesets[i];
        for (int e = 0; e < r->event_count; e++) {
            bool outcome = r->events[e].flags & TC_F_OUTCOME;
            if (outcome != (r->briefs[e].text != NULL))
                fail_msg("%s %s: %s", r->name, r->events[e].name,
                         outcome ? "an outcome without words" : "words without an outcome");
        }
    }
}

static int open_book(void **unused)
{
    struct tc_why why;

    (void)unused;
    return book_load(TEST_DATA, "minden/first-battle", &bk, &why) == TC_OK ? 0 : -1;
}

static int close_book(void **unused)
{
    (void)unused;
    book_free(bk);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_matters_comes_first),
        cmocka_unit_test(one_outcome_of_several_rows_is_summed),
        cmocka_unit_test(a_distance_is_told_by_its_mean_and_its_bounds),
        cmocka_unit_test(what_holds_by_itself_is_told_beside_a_fate),
        cmocka_unit_test(success_is_told_before_failure),
        cmocka_unit_test(every_outcome_has_its_words),
    };

    return cmocka_run_group_tests(tests, open_book, close_book);
}
