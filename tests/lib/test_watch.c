/* tests/lib/test_watch.c - a bug of ours ends the call and the game, not the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/own.h"

static enum tc_err trip(struct job *j)
{
    (void)j;
    tc_bug("here.c", 7, "the sky fell");
}

static void test_bug(void **ctx)
{
    (void)ctx;
    tri_error e = TRI_ERROR;
    tri_data *d = NULL;
    tri_book *b = NULL;
    tri_game *g = NULL;
    tri_text *text = tri_text_new();

    assert_int_equal(tri_data_open(TEST_DATA, &d, &e), TRI_OK);
    assert_int_equal(tri_book_open(d, "minden/first-battle", &b, &e), TRI_OK);
    assert_int_equal(tri_game_new(b, NULL, &g, &e), TRI_OK);
    struct ses_game *inside = g->p.s;
    struct job j = { .g = g };
    assert_int_equal(job_on_game(&j, trip, &e), TRI_E_BUG);
    assert_non_null(strstr(e.text, "the sky fell"));
    assert_int_equal(tri_status(g), TRI_E_BUG);
    assert_int_equal(tri_question(g, 0, text, &e), TRI_E_BUG);
    assert_int_equal(tri_offer_count(g), TRI_E_BUG);
    tri_game_free(g);
    ses_free(inside); /* what a broken game leaves; here we know that it is whole */
    tri_text_free(text);
    tri_book_free(b);
    tri_data_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_bug) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
