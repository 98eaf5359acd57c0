/* tests/reason/test_eye.c - how ground looks to a player of reason: a village is had by
 * who stands in it when the turn ends, and stays his when he goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "book/book.h"
#include "players/think.h"
#include "rules/reason/words.h"
#include "rules/reason/reason.h"
#include "rules/reason/state.h"

enum { BRISTWI = 1812, BESIDE_IT = 1811, AT_START = 2310, GOAL = 1 };

struct field {
    const struct tc_book *book;
    struct rea_state *s;
    struct rea_body *hussars; /* of the prussians, who want Bristwi */
};

static int set_up(void **state)
{
    struct field *f = calloc(1, sizeof *f);
    struct tc_why why;

    assert_non_null(f);
    assert_int_equal(book_load(TEST_DATA, "reason/kolin-1757", &f->book, &why), TC_OK);
    f->s = calloc(1, f->book->rules->state_size);
    assert_non_null(f->s);
    f->s->head.book = f->book->hash;
    f->book->rules->setup(f->book, f->s);
    for (int i = 0; i < REA_BODIES; i++)
        if (f->s->body[i].units && f->s->body[i].side == 0 && f->s->body[i].hex[0] == AT_START)
            f->hussars = &f->s->body[i];
    assert_non_null(f->hussars);
    f->hussars->len = 1;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct field *f = *state;

    book_free(f->book);
    free(f->s);
    free(f);
    return 0;
}

/* How it looks to the prussians with the hussars there. */
static int at(const struct field *f, int hex)
{
    f->hussars->hex[0] = (int16_t)hex;
    return rea_eye.look(f->book, f->s);
}

static void who_stands_there_has_it(void **state)
{
    const struct field *f = *state;
    int taken = at(f, BRISTWI);

    assert_true(taken > at(f, BESIDE_IT) + 200);
    f->hussars->form = REA_ROUT; /* those who run hold nothing */
    assert_true(at(f, BRISTWI) < taken - 200);
}

static void it_stays_his_when_he_goes_on(void **state)
{
    const struct field *f = *state;
    int before = at(f, AT_START), leaving = at(f, BRISTWI) - before;

    f->s->goal[GOAL] = 1;
    assert_true(at(f, AT_START) > before);
    /* Once it is theirs there is less to stay for. */
    assert_true(at(f, BRISTWI) - at(f, AT_START) < leaving - 100);
}

/* Those who stand in the only village they want press more than when it is theirs and another,
 * far off, is wanted. */
static void troops_press_for_what_is_not_theirs(void **state)
{
    const struct field *f = *state;
    const int far = 4; /* Radowesnitz */

    f->hussars->hex[0] = BRISTWI;
    for (int g = 0; g < 6; g++)
        f->s->goal[g] = g == GOAL ? 2 : 1;
    int here = rea_eye.press(f->book, f->s, 0);
    f->s->goal[GOAL] = 1;
    f->s->goal[far] = 2;
    assert_true(rea_eye.press(f->book, f->s, 0) < here);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_stands_there_has_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(it_stays_his_when_he_goes_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(troops_press_for_what_is_not_theirs, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
