/* tests/protocol/test_trial.c - positions that pass a system's check and cannot be played on.
 */
#include "protocol/computer.h"
#include "protocol/trial.h"
#include "tests/protocol/table.h"

/* The toy with a revelation that goes wrong, as the dispatch of the day says. */
enum omen { FINE, TRIPS, HANGS, BREAKS };

static enum omen later; /* what no trial can foresee */
static struct tc_step steps[TOY_STEPS];
static struct tc_ruleset rules;
static struct tc_book book;

static void reveal(void *state, struct tc_umpire *u)
{
    struct toy_state *s = state;

    switch (later != FINE ? later : (enum omen)s->dispatch) {
    case FINE: break;
    case TRIPS: tc_bug("toy.c", 12, "an ill omen");
    case HANGS: return;
    case BREAKS: s->units[2].strength = -1; return;
    }
    toy_rules.steps[TOY_S_REVEAL].play(state, u);
}

static struct toy_state state_of(enum omen o)
{
    struct toy_state s;

    memcpy(steps, toy_rules.steps, sizeof steps);
    steps[TOY_S_REVEAL].play = reveal;
    rules = toy_rules;
    rules.steps = steps;
    book = toy_book;
    book.rules = &rules;
    later = FINE;
    memset(&s, 0, sizeof s);
    s.head.book = book.hash;
    rules.setup(&book, &s);
    s.dispatch = o;
    assert_true(rules.check(&book, &s, NULL));
    return s;
}

static void refused(enum omen o, const char *text)
{
    struct toy_state s = state_of(o), was = s;
    struct ses_game *g = NULL;
    struct tc_why why;

    assert_int_equal(trial_position(&book, &s, &why), TC_E_ILLEGAL);
    assert_string_equal(why.where, "position");
    assert_string_equal(why.text, text);
    assert_memory_equal(&s, &was, sizeof s);
    assert_int_equal(ses_new_state(&book, NULL, &s, &g, &why), TC_E_ILLEGAL);
    assert_string_equal(why.text, text);
    assert_null(g);
}

static void test_what_trips_is_refused(void **x)
{
    (void)x;
    refused(TRIPS, "The position cannot be played on: the rules come to something that cannot "
                   "be (toy.c:12: an ill omen).");
}

static void test_what_never_asks_is_refused(void **x)
{
    (void)x;
    refused(HANGS, "The position cannot be played on: nobody is asked anything any more.");
}

static void test_what_breaks_is_refused(void **x)
{
    struct toy_state s = state_of(BREAKS);
    struct tc_why why;

    (void)x;
    assert_int_equal(trial_position(&book, &s, &why), TC_E_ILLEGAL);
    assert_non_null(strstr(why.text, "The position cannot be played on: "));
    assert_non_null(strstr(why.text, "red-guard"));
}

/* What the check itself refuses is said as before. */
static void test_what_cannot_be(void **x)
{
    struct toy_state s = state_of(FINE);
    struct tc_why why;

    (void)x;
    assert_int_equal(trial_position(&book, &s, &why), TC_OK);
    s.units[2].strength = 13;
    assert_int_equal(trial_position(&book, &s, &why), TC_E_ILLEGAL);
    assert_non_null(strstr(why.text, "The position cannot be: "));
}

static struct ses_game *from_outside(void)
{
    struct toy_state s = state_of(FINE);
    struct ses_options o = { .has_seed = true, .seed = { 3, 4 } };
    struct ses_game *g = NULL;
    struct tc_why why;

    assert_int_equal(ses_new_state(&book, &o, &s, &g, &why), TC_OK);
    return g;
}

/* Later, the answer that leads there is refused, and the game stands where it stood. */
static void test_a_later_trip_refuses_the_answer(void **x)
{
    static const enum omen all[] = { TRIPS, HANGS, BREAKS };
    struct ses_game *g = from_outside();
    struct tc_why why;

    (void)x;
    play(g, "plan attack");
    uint64_t was = hash_of(g);
    uint32_t lines = g->lines, entries = g->entries, acts = g->g.tape.acts;
    for (int i = 0; i < 3; i++) {
        later = all[i];
        assert_int_equal(
            ses_answer_text(g, SES_UMPIRE, SES_ANY_NUMBER, "plan wait", NULL, &why),
            TC_E_ILLEGAL);
        assert_non_null(strstr(why.text, "cannot be played on"));
        assert_true(hash_of(g) == was);
        assert_true(g->lines == lines && g->entries == entries && g->g.tape.acts == acts);
        assert_int_equal(ses_status(g), TC_WAITS_ANSWER);
    }
    later = FINE;
    play(g, "plan wait");
    play_random(g, 5, 20);
    ses_free(g);
}

/* The umpire's hand is held likewise; the game is not changed. */
static void test_adjusting(void **x)
{
    struct ses_change c = { "dispatch", "1" };
    struct ses_game *g = from_outside();
    struct tc_why why;
    uint64_t was = hash_of(g);

    (void)x;
    assert_int_equal(ses_adjust(g, &c, 1, "a slip", &why), TC_E_ILLEGAL);
    assert_non_null(strstr(why.text, "an ill omen"));
    assert_true(hash_of(g) == was);
    assert_int_equal(g->adjusted, 0);
    strcpy(c.value, "0");
    assert_int_equal(ses_adjust(g, &c, 1, "a slip", &why), TC_OK);
    play(g, "plan attack");
    ses_free(g);
}

/* A player that meets it in its thoughts gives no answer. */
static void stumble(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    (void)ctx;
    (void)u;
    (void)v;
    (void)out;
    tc_bug("player.c", 1, "a dream");
}

static void test_a_player_that_trips(void **x)
{
    struct ses_game *g = from_outside();
    struct tc_why why;

    (void)x;
    g->seat[0].player = (struct tc_player){ stumble, NULL };
    assert_int_equal(ses_play(g, 1, &why), TC_E_ILLEGAL);
    assert_non_null(strstr(why.text, "player.c:1: a dream"));
    play(g, "plan attack");
    ses_free(g);
}

/* One that thinks in several threads meets it in the thread that is watched, and so does
 * advice. */
static void test_thoughts_that_trip(void **x)
{
    static const char thinker[] = "search:iterations=200,threads=2";
    struct ses_game *g = from_outside();
    struct plr_advice *a = calloc(1, sizeof *a);
    struct tc_why why;

    (void)x;
    assert_non_null(a);
    play(g, "plan attack"); /* the next answer leads to the revelation */
    snprintf(g->seat[1].kind, sizeof g->seat[1].kind, "%s", thinker);
    assert_int_equal(com_sit(g, 1, &why), TC_OK);
    later = TRIPS;
    assert_int_equal(ses_play(g, 1, &why), TC_E_ILLEGAL);
    assert_non_null(strstr(why.text, "an ill omen"));
    assert_int_equal(com_suggest(g, thinker, a, &why), TC_E_ILLEGAL);
    assert_non_null(strstr(why.text, "an ill omen"));
    later = FINE;
    assert_int_equal(com_suggest(g, thinker, a, &why), TC_OK);
    assert_true(a->n > 1);
    assert_int_equal(ses_play(g, 1, &why), TC_OK);
    com_rise(g, 1);
    ses_free(g);
    free(a);
}

/* A game that goes so on by itself is played as it would be without the copies. */
static void test_the_same_game(void **x)
{
    struct toy_state s = state_of(FINE);
    struct ses_options o = { .has_seed = true, .seed = { 3, 4 } };
    struct ses_game *a = from_outside(), *b;
    struct tc_why why;

    (void)x;
    (void)s;
    assert_int_equal(ses_new(&book, &o, &b, &why), TC_OK);
    assert_true(a->outside && !b->outside);
    play_random(a, 9, 200);
    play_random(b, 9, 200);
    assert_true(a->g.tape.acts > 8);
    assert_int_equal(a->g.tape.acts, b->g.tape.acts);
    assert_int_equal(a->g.tape.faces, b->g.tape.faces);
    assert_true(hash_of(a) != 0 && a->lines == b->lines && a->entries == b->entries);
    assert_memory_equal(a->g.tape.face, b->g.tape.face, a->g.tape.faces);
    ses_free(a);
    ses_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_trips_is_refused),
        cmocka_unit_test(test_what_never_asks_is_refused),
        cmocka_unit_test(test_what_breaks_is_refused),
        cmocka_unit_test(test_what_cannot_be),
        cmocka_unit_test(test_a_later_trip_refuses_the_answer),
        cmocka_unit_test(test_adjusting),
        cmocka_unit_test(test_a_player_that_trips),
        cmocka_unit_test(test_thoughts_that_trip),
        cmocka_unit_test(test_the_same_game),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
