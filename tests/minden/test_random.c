/* tests/minden/test_random.c - random battles of minden on a table made by hand.
 *
 * The lines stand close, so that charges, melees and routs come in every battle. At every
 * question the invariants hold and every offer is what the judge accepts; every battle ends; a
 * clone of the state plays on alike.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/umpire.h"
#include "rules/minden/words.h"
#include "rules/minden/minden.h"
#include "tests/minden/small.h"

enum { BATTLES = 200, ASKS_MOST = 60000 };

struct watch {
    const struct tc_book *bk;
    struct tc_stream answers, look;
    struct tc_offers *list;
    unsigned asked[MIN_QUESTIONS];
};

static void check(const struct watch *w, const void *state)
{
    struct tc_refusal why;
    char text[300];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&why, 0, sizeof why);
    if (w->bk->rules->check(w->bk, state, &why))
        return;
    tc_say_refusal(w->bk->rules, w->bk, &why, &t);
    fail_msg("%s", text);
}

static void compare_offers(struct watch *w, struct tc_umpire *u, const struct tc_view *v)
{
    const struct tc_ruleset *r = w->bk->rules;

    for (int i = 0; i < u->offers->n; i++)
        assert_true(tc_judge_act(r, v, u->offers, &u->offers->act[i], NULL));
    tc_list_answers(r, v, w->list);
    assert_int_equal(w->list->n, u->offers->n);
}

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct watch *w = ctx;
    const struct tc_question *q = &w->bk->rules->questions[v->q->question];

    w->asked[v->q->question]++;
    check(w, v->state);
    assert_true(u->step_asks <= TC_STEP_ASKS);
    if (!(q->decl.flags & TC_F_FREE) && tc_draw(&w->look, 8) == 0)
        compare_offers(w, u, v);
    tc_random_answer(u, v, &w->answers, out);
}

static void open_umpire(struct tc_umpire *u, struct watch *w, struct tc_offers *offers,
                        uint64_t seed)
{
    memset(u, 0, sizeof *u);
    u->rules = w->bk->rules;
    u->book = w->bk;
    u->offers = offers;
    u->differs_at = -1;
    u->player[0] = u->player[1] = (struct tc_player){ answer, w };
    u->stream = tc_stream_from(seed);
    u->private_stream = tc_stream_from(1);
    w->answers = tc_stream_from(seed ^ 0xA5);
    w->look = tc_stream_from(seed ^ 0x100);
}

/* Half way through, a copy of everything plays on to the same end. */
static void one_battle(struct watch *w, struct tc_offers *offers, uint64_t seed)
{
    static struct min_state s, copy;
    struct tc_umpire u, again;
    struct watch twin;

    small_state(min_book_of(w->bk), &s);
    open_umpire(&u, w, offers, seed);
    tc_play_out(&u, &s, 100);
    copy = s;
    again = u;
    twin = *w;
    again.player[0].ctx = again.player[1].ctx = &twin;
    tc_play_out(&u, &s, ASKS_MOST);
    assert_true(s.head.over);
    check(w, &s);
    tc_play_out(&again, &copy, ASKS_MOST);
    assert_memory_equal(&s, &copy, sizeof s);
}

static void random_battles_end_in_order(void **state)
{
    static struct min_book bk;
    struct tc_offers *offers = calloc(1, sizeof *offers), *list = calloc(1, sizeof *list);
    struct watch w = { .bk = &bk.head, .list = list };

    (void)state;
    assert_non_null(offers);
    assert_non_null(list);
    small_book(&bk);
    for (uint64_t i = 0; i < BATTLES; i++)
        one_battle(&w, offers, 1000 + i);
    /* The battles have been about something. */
    static const int seen[] = { MIN_Q_PICK,   MIN_Q_PATH, MIN_Q_RESPOND, MIN_Q_REACT,
                                MIN_Q_PURSUE, MIN_Q_FIRE, MIN_Q_FLEE,    MIN_Q_CLEAR,
                                MIN_Q_ENTER,  MIN_Q_SPLIT };
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++)
        assert_true(w.asked[seen[i]] > 0);
    free(offers);
    free(list);
}

static void every_byte_has_a_name(void **state)
{
    char text[200];
    struct tc_text t = tc_text_on(text, sizeof text);

    (void)state;
    if (!tc_fields_cover(&min_fields, &t))
        fail_msg("%s", text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_has_a_name),
        cmocka_unit_test(random_battles_end_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
