/* tests/pistolado/test_record.c - a record under way keeps a hidden choice hidden.
 *
 * Two sessions with the same dice differ only in what the first side secretly chooses. Until
 * the reveal the other seat reads the same lines, log, state and scene in both, and is told
 * no hash; the seat that chose, and the umpire, see the difference.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "protocol/session.h"

static const struct tc_book *bk;

static struct ses_game *open_game(void)
{
    struct ses_options o = { .has_seed = true, .seed = { 11, 12 } };
    struct ses_game *s;
    struct tc_why why;

    assert_int_equal(ses_new(bk, &o, &s, &why), TC_OK);
    return s;
}

static bool asks_secret(const struct ses_game *s)
{
    return ses_status(s) == TC_WAITS_ANSWER &&
           bk->rules->questions[s->g.u.open.question].decl.flags & TC_F_SECRET;
}

static void answer(struct ses_game *s, int which)
{
    struct tc_offers *list = calloc(1, sizeof *list);
    struct tc_why why;

    assert_non_null(list);
    ses_list_answers(s, list);
    assert_in_range(which, 0, list->n - 1);
    assert_int_equal(
        ses_answer(s, ses_seat_asked(s), ses_number(s), &list->act[which], NULL, &why), TC_OK);
    free(list);
}

/* All a seat can read, as one text. */
static char *all_seen(const struct ses_game *s, int seat)
{
    json_t *j = json_array();
    char *text;

    json_array_append_new(j, ses_view_lines(s, seat, 0));
    json_array_append_new(j, ses_log_json(s, seat, 0));
    json_array_append_new(j, ses_state_json(s, seat));
    json_array_append_new(j, ses_scene_json(s, seat));
    text = json_dumps(j, JSON_SORT_KEYS);
    json_decref(j);
    assert_non_null(text);
    return text;
}

static void the_other_seat_reads_nothing(void **state)
{
    struct ses_game *a = open_game(), *b = open_game();
    uint64_t hash;
    (void)state;

    while (!asks_secret(a)) {
        answer(a, 0);
        answer(b, 0);
    }
    int chooser = ses_seat_asked(a), other = 1 - chooser;
    answer(a, 0);
    answer(b, 1);
    assert_true(a->pending);
    char *sees_a = all_seen(a, other), *sees_b = all_seen(b, other);
    char *own_a = all_seen(a, chooser), *own_b = all_seen(b, chooser);
    for (size_t i = 0; sees_a[i]; i++)
        if (sees_a[i] != sees_b[i])
            fail_msg("the other seat sees: %.120s | %.120s", sees_a + (i > 90 ? i - 90 : 0),
                     sees_b + (i > 90 ? i - 90 : 0));
    assert_int_equal(strlen(sees_a), strlen(sees_b)); /* lines, log, state, scene */
    assert_string_not_equal(own_a, own_b);            /* the choices did differ */
    assert_false(ses_hash(a, other, &hash));
    assert_true(ses_hash(a, SES_UMPIRE, &hash));
    free(sees_a);
    free(sees_b);
    free(own_a);
    free(own_b);
    ses_free(a);
    ses_free(b);
}

static void after_the_reveal_all_is_told(void **state)
{
    struct ses_game *a = open_game();
    uint64_t hash;
    (void)state;

    while (!asks_secret(a))
        answer(a, 0);
    int other = 1 - ses_seat_asked(a);
    while (asks_secret(a))
        answer(a, 0);
    assert_false(a->pending);
    assert_true(ses_hash(a, other, &hash));
    json_t *lines = ses_view_lines(a, other, 0);
    char *text = json_dumps(lines, 0);
    assert_null(strstr(text, "\"secret\""));
    free(text);
    json_decref(lines);
    ses_free(a);
}

static int load(void **state)
{
    struct tc_why why;
    (void)state;

    return book_load(TEST_DATA, "pistolado/drill-ground", &bk, &why) == TC_OK ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    book_free(bk);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_other_seat_reads_nothing),
        cmocka_unit_test(after_the_reveal_all_is_told),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
