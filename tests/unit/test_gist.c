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
    assert_string_equal(gist(), "expected hits 1.8; Hanoverian Jaegers had to retreat 30%; "
                                "Hanoverian Jaegers routed 10%");
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
    r = row(299000);
    event(r, MIN_E_ROUTS, b, 0, 0);
    event(r, MIN_E_LEFT_TABLE, b, 0, 0);
    row(201000);
    assert_string_equal(gist(), "Hanoverian Jaegers routed 80%; "
                                "Hanoverian Jaegers fled off the table 30%");
    odds.rows = 0;
    r = row(600000); /* told twice in one row: once for the chance, twice for the count */
    event(r, MIN_E_LOSES_FIGURES, b, 1, 0);
    event(r, MIN_E_LOSES_FIGURES, b, 1, 0);
    event(row(400000), MIN_E_ROUTS, b, 0, 0);
    assert_string_equal(gist(), "expected figures 1.2; Hanoverian Jaegers routed 40%");
    odds.rows = 0;
    row(1000000);
    assert_string_equal(gist(), "");
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
    };

    return cmocka_run_group_tests(tests, open_book, close_book);
}
