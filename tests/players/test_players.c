/* tests/players/test_players.c - computer players on the toy system: what they may know, what
 * they promise, what they are called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "players/think.h"
#include "players/player.h"
#include "protocol/computer.h"
#include "tests/support/toy_game.h"

static const char *const thinkers[] = { "greedy", "search:iterations=120,settle=0,depth=6",
                                        "search:iterations=120", "level-3",
                                        "search:iterations=100,threads=2" };

enum { THINKERS = sizeof thinkers / sizeof thinkers[0] };

static struct plr_spec spec_of(const char *name)
{
    struct plr_spec spec;
    struct tc_why why;

    assert_int_equal(plr_read(name, &spec, &why), TC_OK);
    return spec;
}

static struct tc_act decision(const char *name, const struct tc_game *g)
{
    struct plr_spec spec = spec_of(name);
    struct plr_player *p = plr_open(&spec, &toy_book, 42);
    struct tc_act a;

    memset(&a, 0, sizeof a);
    plr_decide(p, g, &a);
    plr_close(p);
    return a;
}

static struct toy_table *table(uint64_t seed)
{
    struct toy_table *t = calloc(1, sizeof *t);

    assert_non_null(t);
    toy_begin(t, seed);
    tc_game_go(&t->g);
    return t;
}

/* Two threads, or their shares one after the other: the same answer and the same thoughts. */
static void alone_as_in_company(void **state)
{
    struct plr_spec spec = spec_of("search:iterations=300,threads=3");
    struct plr_player *p = plr_open(&spec, &toy_book, 42), *q = plr_open(&spec, &toy_book, 42);
    struct toy_table *t = table(7);
    struct tc_act a, b;

    (void)state;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    plr_alone(q, true);
    plr_decide(p, &t->g, &a);
    plr_decide(q, &t->g, &b);
    assert_true(tc_same_act(&a, &b));
    assert_int_equal(plr_why(p)->n, plr_why(q)->n);
    assert_true(plr_why(p)->courses == plr_why(q)->courses && plr_why(p)->n > 1);
    for (int i = 0; i < plr_why(p)->n; i++)
        assert_int_equal(plr_why(p)->thought[i].visits, plr_why(q)->thought[i].visits);
    plr_close(p);
    plr_close(q);
    free(t);
}

/* --- What they may know
 * ------------------------------------------------------------------------ */

/* Every question of a battle: the same position with other dice to come, the same answer. */
static void never_the_dice_to_come(void **state)
{
    (void)state;
    for (int k = 0; k < THINKERS; k++) {
        struct toy_table *a = table(7), *b = calloc(1, sizeof *b);
        struct tc_stream lots = tc_stream_from(3);
        int asked = 0;
        assert_non_null(b);
        for (; a->g.status == TC_WAITS_ANSWER && asked < 12; asked++) {
            struct tc_why why;
            tc_fork(&a->g, TC_NONE, 1000 + (uint64_t)asked, &b->g, b->mem, &b->work, &b->open);
            b->g.tape.act = b->act;
            b->g.tape.act_room = 2 * TC_TAPE_ROOM;
            b->g.tape.face = b->face;
            b->g.tape.face_room = 2 * TC_TAPE_ROOM;
            tc_fork(&a->g, TC_NONE, 1000 + (uint64_t)asked, &b->g, b->mem, &b->work, &b->open);
            b->g.u.dice = TC_DICE_TYPED; /* up to the question */
            tc_game_go(&b->g);
            b->g.u.dice = TC_DICE_FAIR;
            assert_int_equal(b->g.status, TC_WAITS_ANSWER);
            assert_int_not_equal(a->g.u.stream.seed[0], b->g.u.stream.seed[0]);
            struct tc_act x = decision(thinkers[k], &a->g), y = decision(thinkers[k], &b->g);
            assert_true(tc_same_act(&x, &y));
            struct tc_umpire u = a->g.u;
            struct tc_view v = { &toy_book, a->g.snapshot, &a->g.u.open };
            u.offers = &a->open;
            tc_random_answer(&u, &v, &lots, &x);
            assert_int_equal(tc_game_answer(&a->g, &x, NULL, &why), TC_OK);
            tc_game_go(&a->g);
        }
        assert_true(asked >= 8);
        free(a);
        free(b);
    }
}

/* Blue plans after red has planned in secret: whatever red's plan, blue's answer is the same.
 */
static void never_a_secret(void **state)
{
    static const char *const plans[] = { "plan attack", "plan defend", "plan wait" };

    (void)state;
    for (int k = 0; k < THINKERS; k++) {
        struct tc_act first;
        for (int i = 0; i < 3; i++) {
            struct toy_table *t = table(5);
            assert_true(toy_play(t, plans[i]));
            assert_int_equal(t->g.u.open.question, TOY_Q_PLAN);
            assert_int_equal(t->g.u.open.side, 1);
            assert_int_equal(((const struct toy_state *)t->g.snapshot)->plan[0], i);
            struct tc_act a = decision(thinkers[k], &t->g);
            if (i == 0)
                first = a;
            assert_true(tc_same_act(&first, &a));
            free(t);
        }
    }
}

/* The proof above can fail: a game whose open position differs may be answered otherwise. */
static void what_is_open_matters(void **state)
{
    struct toy_state s = toy_start();
    struct toy_table *t = calloc(1, sizeof *t);
    bool differ = false;

    (void)state;
    assert_non_null(t);
    s.head.step = TOY_S_FIRE;
    s.head.active = 0;
    struct tc_act before;
    for (int i = 3; i < 6; i++) {
        struct toy_state other = s;
        other.units[i].strength = 1; /* a company that one volley finishes */
        toy_begin_from(t, 9, &other);
        tc_game_go(&t->g);
        struct tc_act a = decision("greedy:samples=40,choices=64", &t->g);
        differ |= i > 3 && !tc_same_act(&a, &before);
        before = a;
    }
    assert_true(differ);
    free(t);
}

/* --- What they promise
 * --------------------------------------------------------------------------- */

static void same_seed_same_answer(void **state)
{
    struct toy_table *t = table(11);

    (void)state;
    for (int k = 0; k < THINKERS; k++) {
        struct tc_act a = decision(thinkers[k], &t->g), b = decision(thinkers[k], &t->g);
        assert_true(tc_same_act(&a, &b));
    }
    free(t);
}

/* A cap of time is kept within a tenth; a busy machine gets more than one chance. */
static void time_is_kept(void **state)
{
    struct plr_spec spec = spec_of("search:ms=400");
    struct plr_player *p = plr_open(&spec, &toy_book, 1);
    struct toy_table *t = table(2);
    double best = 10;
    struct tc_act a;

    (void)state;
    for (int i = 0; i < 5 && best > 0.44; i++) {
        plr_decide(p, &t->g, &a);
        double used = plr_why(p)->seconds;
        assert_true(used >= 0.4);
        best = used < best ? used : best;
    }
    assert_true(best <= 0.44);
    plr_close(p);
    free(t);
}

static void advice_is_whole(void **state)
{
    struct plr_spec spec = spec_of("search:iterations=300,depth=4,settle=0");
    struct plr_player *p = plr_open(&spec, &toy_book, 1);
    struct toy_table *t = table(2);
    struct tc_act a;
    uint32_t visits = 0;
    bool line = false;

    (void)state;
    plr_decide(p, &t->g, &a);
    const struct plr_advice *w = plr_why(p);
    assert_int_equal(w->n, 3); /* attack, defend, wait */
    assert_true(tc_same_act(&w->thought[0].act, &a));
    for (int i = 0; i < w->n; i++) {
        visits += w->thought[i].visits;
        line |= w->thought[i].lines > 0;
        assert_true(w->thought[i].mean >= -10000 && w->thought[i].mean <= 10000);
        assert_true(i == 0 || w->thought[i].visits <= w->thought[i - 1].visits);
    }
    assert_int_equal(visits, 300);
    assert_true(line);
    plr_close(p);
    free(t);
}

/* Whole battles in a session, every answer judged. */
static void battles_end(void **state)
{
    static const char *const kinds[] = {
        "random", "greedy", "level-1", "level-3", "level-4-stubborn", "search:iterations=30"
    };

    (void)state;
    for (int k = 0; k < 6; k++) {
        struct ses_options o = { .has_seed = true, .seed = { 1, 2 }, .seats = 2 };
        struct ses_game *s;
        struct tc_why why;
        for (int i = 0; i < 2; i++) {
            strcpy(o.seat[i].name, toy_book.side_name[i]);
            strcpy(o.seat[i].kind, kinds[k]);
            o.seat[i].side = (int8_t)i;
        }
        assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_OK);
        for (int i = 0; i < 2; i++)
            assert_int_equal(com_sit(s, i, &why), TC_OK);
        assert_int_equal(ses_play(s, 0, &why), TC_OK);
        assert_int_equal(ses_status(s), TC_IS_OVER);
        assert_int_equal(com_thoughts(s, 0) != NULL, 1);
        for (int i = 0; i < 2; i++)
            com_rise(s, i);
        assert_null(com_thoughts(s, 0));
        ses_free(s);
    }
}

/* --- What they are called
 * --------------------------------------------------------------------------- */

static void names_are_read(void **state)
{
    struct plr_spec spec, list[4];
    struct tc_why why;
    char text[512];

    (void)state;
    spec = spec_of("search:iterations=77,depth=3");
    assert_int_equal(spec.method, PLR_SEARCH);
    assert_int_equal(spec.iterations, 77);
    assert_int_equal(spec.depth, 3);
    assert_int_equal(spec_of("search:55").iterations, 55);
    assert_string_equal(spec_of("3").name, "level-3");
    assert_string_equal(spec_of("3-bold").name, "level-3-bold");
    assert_int_equal(spec_of("level-4-bold").character, PLR_BOLD);
    assert_int_equal(spec_of("level-2-stubborn:samples=9").samples, 9);
    assert_int_equal(spec_of("level-2-careful:bold=50").bold, 50);
    assert_int_equal(spec_of("stander").method, PLR_STAND);
    assert_int_equal(plr_read("stander-bold", &spec, &why), TC_E_NAME);
    assert_int_equal(spec_of("yardstick").taste, 0);
    assert_int_equal(spec_of("greedy").taste, 1);
    assert_int_equal(spec_of("level-2").taste, 0);
    assert_int_equal(spec_of("level-3").taste, 1);
    assert_int_equal(spec_of("greedy:taste=0,imagined=0").imagined, 0);
    assert_int_equal(plr_read("random-bold", &spec, &why), TC_E_NAME);
    assert_int_equal(plr_read("level-4-angry", &spec, &why), TC_E_NAME);
    assert_int_equal(plr_read("-bold", &spec, &why), TC_E_NAME);
    assert_int_equal(spec_of("program:./bot -x").method, PLR_PROGRAM);
    assert_string_equal(spec_of("program:./bot -x").command, "./bot -x");
    assert_int_equal(plr_read("levl-3", &spec, &why), TC_E_NAME);
    assert_non_null(strstr(why.text, "levl-3"));
    assert_int_equal(plr_read("greedy:samples=1001", &spec, &why), TC_E_RANGE);
    assert_int_equal(plr_read("greedy:sample=3", &spec, &why), TC_E_RANGE);
    assert_int_equal(plr_read_list("1,search:depth=4,choices=9,random", list, 4, &why), 3);
    assert_int_equal(list[1].choices, 9);
    assert_int_equal(plr_read_list("1,2,3,4,1", list, 4, &why), 0);
    assert_int_equal(plr_read_list("", list, 4, &why), 0);
    for (char level[] = "1"; level[0] <= '4'; level[0]++) {
        struct tc_text t = tc_text_on(text, sizeof text);
        spec = spec_of(level);
        plr_say(&spec, &t);
        assert_false(t.cut);
        assert_int_equal(text[t.len - 1], '.');
    }
}

static void suggestions(void **state)
{
    struct ses_game *s;
    struct tc_why why;
    struct plr_advice *a = calloc(1, sizeof *a);

    (void)state;
    assert_int_equal(ses_new(&toy_book, NULL, &s, &why), TC_OK);
    uint32_t lines = s->lines;
    assert_int_equal(com_suggest(s, "level-4", a, &why), TC_OK);
    assert_int_equal(a->n, 3);
    assert_int_equal(s->lines, lines); /* nothing was played */
    for (int i = 0; i < 3; i++)
        assert_true(a->prospect[i].courses > 0);
    assert_int_equal(com_suggest(s, "random", a, &why), TC_E_NAME);
    assert_int_equal(com_suggest(s, "nobody", a, &why), TC_E_NAME);
    json_t *j = com_advice_json(&toy_book, 0, a);
    assert_int_equal(json_array_size(json_object_get(j, "choices")), 3);
    json_t *first = json_array_get(json_object_get(j, "choices"), 0);
    const json_t *text = json_object_get(json_object_get(first, "prospect"), "text");
    assert_true(json_string_length(text) > 0);
    json_decref(j);
    ses_free(s);
    free(a);
}

/* What came of answers is told as it was counted. */
static void prospects_in_words(void **state)
{
    struct plr_prospect p = { .courses = 24,
                              .lost = 35,
                              .enemy_lost = 60,
                              .word = "figures",
                              .counts = true,
                              .points = -25,
                              .plan = "the Guards attack the mill",
                              .grounds = 3,
                              .ground = { { "the mill", false, 62 },
                                          { "the wood", true, 100 },
                                          { "the ford", true, 75 } } };
    char text[300];
    struct tc_text t = tc_text_on(text, sizeof text);

    (void)state;
    plr_say_prospect(&p, &t);
    assert_string_equal(text,
                        "the Guards attack the mill: costs about 3.5 figures until the next "
                        "turn, and the enemy 6; has the mill in 62%; keeps the ford in 75%; "
                        "-2.5 points");
    p = (struct plr_prospect){ .courses = 24, .word = "figures", .enemy_lost = 20 };
    t = tc_text_on(text, sizeof text);
    plr_say_prospect(&p, &t);
    assert_string_equal(text, "costs us nothing until the next turn, and the enemy 2 figures");
    p = (struct plr_prospect){ .courses = 24, .word = "figures", .lost = 15 };
    t = tc_text_on(text, sizeof text);
    plr_say_prospect(&p, &t);
    assert_string_equal(text,
                        "costs about 1.5 figures until the next turn, and the enemy nothing");
    p = (struct plr_prospect){ .courses = 24,
                               .grounds = 2,
                               .ground = { { "Rumsdorp", true, 87 },
                                           { "Rumsdorp", true, 79 } } };
    t = tc_text_on(text, sizeof text);
    plr_say_prospect(&p, &t);
    assert_string_equal(text,
                        "nobody loses anything until the next turn; keeps Rumsdorp in 79%");
    p = (struct plr_prospect){ .courses = 24, .won = 12, .beaten = 4 };
    t = tc_text_on(text, sizeof text);
    plr_say_prospect(&p, &t);
    assert_string_equal(text, "nobody loses anything until the next turn; wins the battle at "
                              "once in 12%; loses it at once in 4%");
}

/* Who has lost nearly all has a bad outlook; both outlooks are of the first side. */
static void outlooks(void **state)
{
    struct toy_state s;
    struct toy_table *t = table(3);
    double fair, poor;

    (void)state;
    memcpy(&s, tc_game_state(&t->g), sizeof s);
    fair = plr_outlook(&t->g, 60, 1);
    assert_true(fair > 0.1 && fair < 0.9);
    assert_true(fair == plr_outlook(&t->g, 60, 1));
    for (int i = 0; i < 2; i++)
        s.units[i].strength = 1;
    toy_begin_from(t, 9, &s);
    tc_game_go(&t->g);
    poor = plr_outlook(&t->g, 60, 1);
    assert_true(poor < fair);
    free(t);
}

/* How many courses a second look gave the two best answers to a question of the toy battle. */
static uint32_t looked(const char *name)
{
    struct plr_spec spec = spec_of(name);
    struct plr_player *p = plr_open(&spec, &toy_book, 1);
    struct toy_table *t = table(2);
    struct tc_act a;

    plr_decide(p, &t->g, &a);
    const struct plr_advice *w = plr_why(p);
    uint32_t visits = w->thought[0].visits + w->thought[1].visits;
    assert_int_equal(w->n, 3);
    assert_true(tc_same_act(&w->thought[0].act, &a));
    assert_int_equal(w->thought[0].visits, w->thought[1].visits);
    plr_close(p);
    free(t);
    return visits;
}

/* A second look tries no more than it is given, the same dice for each, and leaves the rest
 * behind those it tried; it ends when nothing is in doubt any more. */
static void second_look(void **state)
{
    (void)state;
    assert_int_equal(looked("greedy:trials=16,ahead=2,keep=2,doubt=100"), 16);
    assert_in_range(looked("greedy:trials=60,ahead=2,keep=2,doubt=100"), 16, 60);
    assert_in_range(looked("greedy:trials=2000,ahead=2,keep=2,doubt=100"), 16, 1500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_as_in_company),
        cmocka_unit_test(never_the_dice_to_come),
        cmocka_unit_test(never_a_secret),
        cmocka_unit_test(what_is_open_matters),
        cmocka_unit_test(same_seed_same_answer),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(advice_is_whole),
        cmocka_unit_test(battles_end),
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(suggestions),
        cmocka_unit_test(prospects_in_words),
        cmocka_unit_test(second_look),
        cmocka_unit_test(outlooks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
