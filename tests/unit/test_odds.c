/* tests/unit/test_odds.c - enumerated chances against fractions worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "kernel/odds.h"
#include "kernel/reasons.h"
#include "tests/support/toy_game.h"

/* --- The toy: a shot and its test of morale ---------------------------------------------- */

static struct toy_table *at_fire(const char *red, const char *blue)
{
    struct toy_table *t = calloc(1, sizeof *t);
    char act[32];

    toy_begin(t, 1);
    tc_game_go(&t->g);
    strcpy(act, "plan ");
    assert_true(toy_play(t, strcat(act, red)));
    strcpy(act, "plan ");
    assert_true(toy_play(t, strcat(act, blue)));
    assert_true(toy_play(t, "done"));
    return t;
}

static struct tc_odds *odds_of(struct toy_table *t, const char *act, uint64_t limit)
{
    struct tc_odds *odds = calloc(1, sizeof *odds);
    struct toy_table *work = calloc(1, sizeof *work);
    struct tc_act a;
    struct tc_refusal no;
    struct tc_why why = { .text = "" };

    toy_begin(work, 0);
    assert_int_equal(tc_parse_act(&toy_rules, &toy_book, act, strlen(act), &a, &why), TC_OK);
    if (tc_odds_of(&t->g, &a, &work->g, limit, 50000, 3, odds, &no, &why) != TC_OK)
        fail_msg("%s", why.text);
    free(work);
    return odds;
}

/* The row whose outcomes are a loss of so many and then this event (or none). */
static const struct tc_odds_row *row_of(const struct tc_odds *o, int lost, int then)
{
    for (int i = 0; i < o->rows; i++) {
        const struct tc_odds_row *r = &o->row[i];
        if (r->event[0].id == TOY_E_LOSS && r->event[0].arg[1] == lost &&
            (r->n == 1 ? TC_NONE : r->event[1].id) == then)
            return r;
    }
    fail_msg("no row %d %d", lost, then);
    return NULL;
}

static void check_row(const struct tc_odds *o, int lost, int then, uint64_t num, uint64_t den)
{
    const struct tc_odds_row *r = row_of(o, lost, then);

    assert_int_equal(r->num, num);
    assert_int_equal(r->den, den);
    assert_int_equal(r->millionths, (num * 2000000 / den + 1) / 2);
}

/* Four dice, 4+: no loss 5/16, one 10/16, two 1/16. Then a ten-sided die less the losses:
 * 4 or more holds, so 5/10 after one loss and 4/10 after two. */
static void test_shot(void **x)
{
    struct toy_table *t = at_fire("attack", "wait");
    uint64_t hash = tc_game_hash(&t->g);
    struct tc_odds *o = odds_of(t, "fire red-one blue-one", 100000);

    (void)x;
    assert_true(o->exact);
    assert_int_equal(o->rows, 5);
    check_row(o, 0, TC_NONE, 5, 16);
    check_row(o, 1, TOY_E_HOLDS, 5, 16);
    check_row(o, 1, TOY_E_BREAKS, 5, 16);
    check_row(o, 2, TOY_E_HOLDS, 1, 40);
    check_row(o, 2, TOY_E_BREAKS, 3, 80);
    for (int i = 1; i < o->rows; i++)
        assert_true(o->row[i - 1].millionths >= o->row[i].millionths);
    /* what the shaken company does is assumed, by the system's own choice, and said */
    assert_int_equal(o->assumed, 1);
    assert_int_equal(o->asked[0].question, TOY_Q_REACT);
    assert_int_equal(o->asked[0].side, 1);
    assert_int_equal(o->answer[0].arg[1], 1);
    assert_true(tc_game_hash(&t->g) == hash);
    free(o);
    /* defending adds two: 7/10 and 6/10 */
    free(t);
    t = at_fire("attack", "defend");
    o = odds_of(t, "fire red-one blue-one", 100000);
    check_row(o, 1, TOY_E_HOLDS, 7, 16);
    check_row(o, 1, TOY_E_BREAKS, 3, 16);
    check_row(o, 2, TOY_E_HOLDS, 3, 80);
    free(o);
    free(t);
}

/* Boldly: 3+, two sides in three. Two volleys: eight dice. */
static void test_other_pools(void **x)
{
    struct toy_table *t = at_fire("attack", "wait");
    struct tc_odds *o = odds_of(t, "fire red-one blue-one boldly=yes", 100000);

    (void)x;
    check_row(o, 0, TC_NONE, 1, 9);       /* (1 + 4*2) / 81 */
    check_row(o, 1, TOY_E_HOLDS, 28, 81); /* (6*4 + 4*8) / 81 / 2 */
    free(o);
    o = odds_of(t, "fire red-one blue-one volleys=2", 100000);
    check_row(o, 0, TC_NONE, 9, 256);
    check_row(o, 1, TOY_E_HOLDS, 21, 128);
    check_row(o, 3, TOY_E_HOLDS, 27, 640); /* 9/64 * 3/10 */
    check_row(o, 4, TOY_E_GONE, 1, 256);
    free(o);
    free(t);
}

/* Past the limit it samples: near the exact figures, and it says so. */
static void test_sampled(void **x)
{
    struct toy_table *t = at_fire("attack", "wait");
    struct tc_odds *o = odds_of(t, "fire red-one blue-one", 3);

    (void)x;
    assert_false(o->exact);
    assert_int_equal(o->leaves, 50000);
    assert_int_equal(o->rows, 5);
    assert_in_range(row_of(o, 0, TC_NONE)->millionths, 302500, 322500);
    assert_in_range(row_of(o, 2, TOY_E_HOLDS)->millionths, 22000, 28000);
    free(o);
    free(t);
}

static void test_refused(void **x)
{
    struct toy_table *t = at_fire("attack", "wait"), *work = calloc(1, sizeof *work);
    struct tc_odds *o = calloc(1, sizeof *o);
    struct tc_act a = { .verb = TOY_V_FIRE, .arg = { 0, 1, 1 } };
    struct tc_refusal no;
    struct tc_why why;

    (void)x;
    toy_begin(work, 0);
    assert_int_equal(tc_odds_of(&t->g, &a, &work->g, 1000, 100, 1, o, &no, &why), TC_E_ILLEGAL);
    assert_string_equal(no.rule, "X-4.1");
    free(o);
    free(work);
    free(t);
}

/* --- A probe: one question, then the dice it names -----------------------------------------
 */

enum { P_AVERAGE, P_TWO_DICE, P_SURE, P_NEVER, P_NONE, P_BIG, P_DEEP, P_EVERY, PROBES };

struct probe_state {
    struct tc_head head;
};

static int probe_count(const struct tc_view *v)
{
    (void)v;
    return PROBES;
}

static bool probe_nth(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->arg[0] = i;
    return true;
}

static int rolled(struct tc_umpire *u, int what)
{
    int8_t d[TC_POOL];
    int sum = 0;

    switch (what) {
    case P_AVERAGE: return tc_roll(u, TC_AVERAGE, "Y-1");
    case P_TWO_DICE: tc_rolls(u, 2, TC_D6, d, "Y-2"); return d[0] + d[1];
    case P_SURE: return tc_pool(u, 3, TC_D6, 1, "Y-3");
    case P_NEVER: return tc_pool(u, 3, TC_D6, 7, "Y-3");
    case P_NONE: return tc_pool(u, 0, TC_D6, 4, "Y-3");
    case P_BIG: return tc_pool(u, 100, TC_D6, 4, "Y-3") > 50;
    case P_DEEP:
        for (int i = 0; i < 100; i++)
            sum += tc_roll(u, TC_D6, "Y-4");
        return sum > 350;
    default: break;
    }
    for (int die = 0; die < TC_DICE; die++) /* one in 1,728,000 is exact too */
        sum += tc_roll(u, (enum tc_die)die, "Y-5") == tc_die_kind[die].high;
    return sum;
}

static void probe(void *state, struct tc_umpire *u)
{
    struct probe_state *s = state;
    int what = tc_ask(u, 0, 0, "Y-0")->arg[0];

    tc_tell(u, 0, "Y-0", rolled(u, what));
    s->head.over = 1;
}

static void probe_setup(const struct tc_book *bk, void *state)
{
    (void)bk;
    (void)state;
}

static bool probe_check(const struct tc_book *bk, const void *state, struct tc_refusal *why)
{
    (void)bk;
    (void)state;
    (void)why;
    return true;
}

static const struct tc_question probe_question = { .decl = { .name = "probe", .text = "?" },
                                                   .count = probe_count,
                                                   .nth = probe_nth,
                                                   .verbs = TC_VERB(0) };
static const struct tc_decl probe_verb = {
    "roll", "roll {0}", { { .name = "what", .kind = TC_K_INT } }, 0
};
static const struct tc_decl probe_event = {
    "got", "got {0}", { { .name = "got", .kind = TC_K_INT } }, TC_F_OUTCOME
};
static const struct tc_decl probe_reasons[] = { TC_REASONS_COMMON };
static const struct tc_step probe_step = { "probe", "Y-0", probe, NULL };
static const struct tc_ruleset probe_rules = { .name = "probe",
                                               .state_size = sizeof(struct probe_state),
                                               .steps = &probe_step,
                                               .step_count = 1,
                                               .questions = &probe_question,
                                               .question_count = 1,
                                               .verbs = &probe_verb,
                                               .verb_count = 1,
                                               .events = &probe_event,
                                               .event_count = 1,
                                               .reasons = probe_reasons,
                                               .reason_count = 2,
                                               .setup = probe_setup,
                                               .check = probe_check };
static const struct tc_book probe_book = { .rules = &probe_rules };

/* The same behind a die that has fallen, with a step between the act and its own die. */
static void late_ask(void *state, struct tc_umpire *u)
{
    struct probe_state *s = state;

    tc_roll(u, TC_D6, "Y-6");
    tc_ask(u, 0, 0, "Y-0");
    s->head.step = 1;
}

static void late_wait(void *state, struct tc_umpire *u)
{
    (void)u;
    ((struct probe_state *)state)->head.step = 2;
}

static void late_roll(void *state, struct tc_umpire *u)
{
    tc_tell(u, 0, "Y-0", tc_roll(u, TC_D6, "Y-6"));
    ((struct probe_state *)state)->head.over = 1;
}

static bool late_goes_on(const struct tc_book *bk, const void *state, const struct tc_deed *d)
{
    (void)bk;
    (void)d;
    return ((const struct probe_state *)state)->head.step > 0;
}

static const struct tc_step late_step[] = { { "ask", "Y-0", late_ask, NULL },
                                            { "wait", "Y-0", late_wait, NULL },
                                            { "roll", "Y-0", late_roll, NULL } };
static struct tc_ruleset late_rules;
static const struct tc_book late_book = { .rules = &late_rules };

static struct toy_table *probe_table_of(const struct tc_book *bk)
{
    struct toy_table *t = calloc(1, sizeof *t);

    tc_game_init(&t->g, bk, t->mem, &t->work, &t->open);
    t->g.tape = (struct tc_tape){ .act = t->act,
                                  .act_room = 2 * TC_TAPE_ROOM,
                                  .face = t->face,
                                  .face_room = 2 * TC_TAPE_ROOM };
    return t;
}

static struct tc_odds *probed_in(const struct tc_book *bk, int what, uint64_t limit)
{
    struct toy_table *t = probe_table_of(bk), *work = probe_table_of(bk);
    struct tc_odds *odds = calloc(1, sizeof *odds);
    struct tc_act a = { .arg = { what } };
    struct tc_refusal no;
    struct tc_why why;

    tc_game_go(&t->g);
    assert_int_equal(tc_odds_of(&t->g, &a, &work->g, limit, 20000, 5, odds, &no, &why), TC_OK);
    free(t);
    free(work);
    return odds;
}

static struct tc_odds *probed(int what, uint64_t limit)
{
    return probed_in(&probe_book, what, limit);
}

static void check_got(const struct tc_odds *o, int got, uint64_t num, uint64_t den)
{
    for (int i = 0; i < o->rows; i++)
        if (o->row[i].event[0].arg[0] == got) {
            assert_int_equal(o->row[i].num, num);
            assert_int_equal(o->row[i].den, den);
            return;
        }
    fail_msg("no %d", got);
}

static void test_average_die(void **x)
{
    struct tc_odds *o = probed(P_AVERAGE, 1000);

    (void)x;
    assert_int_equal(o->rows, 4);
    check_got(o, 2, 1, 6);
    check_got(o, 3, 1, 3);
    check_got(o, 4, 1, 3);
    check_got(o, 5, 1, 6);
    free(o);
}

static void test_two_dice(void **x)
{
    struct tc_odds *o = probed(P_TWO_DICE, 1000);

    (void)x;
    assert_int_equal(o->rows, 11);
    assert_int_equal(o->leaves, 36);
    check_got(o, 2, 1, 36);
    check_got(o, 7, 1, 6);
    check_got(o, 11, 1, 18);
    free(o);
}

static void test_pools_at_the_edge(void **x)
{
    static const int what[] = { P_SURE, P_NEVER, P_NONE }, got[] = { 3, 0, 0 };

    (void)x;
    for (int i = 0; i < 3; i++) {
        struct tc_odds *o = probed(what[i], 1000);
        assert_true(o->exact);
        assert_int_equal(o->rows, 1);
        check_got(o, got[i], 1, 1);
        assert_int_equal(o->row[0].millionths, 1000000);
        free(o);
    }
}

static void test_too_big(void **x)
{
    (void)x;
    for (int what = P_BIG; what <= P_DEEP; what++) {
        struct tc_odds *o = probed(what, 1000);
        assert_false(o->exact);
        assert_int_equal(o->leaves, 20000);
        assert_int_equal(o->row[0].num + o->row[1].num, 20000);
        assert_in_range(o->row[0].millionths, 480000, 580000);
        free(o);
    }
}

/* All kinds of dice together: 6 * 10 * 6 * 6 * 8 * 100 cases. */
static void test_every_die(void **x)
{
    struct tc_odds *o = probed(P_EVERY, 2000000);

    (void)x;
    assert_true(o->exact);
    assert_int_equal(o->rows, 7);
    check_got(o, 6, 1, 1728000);
    check_got(o, 0, 231, 512); /* 5/6 * 9/10 * 5/6 * 5/6 * 7/8 * 99/100 */
    free(o);
}

/* A die on the tape is behind what is kept of the act: it is not served again for the act's own
 * die, whether the faces are walked or sampled. */
static void test_behind_a_die(void **x)
{
    (void)x;
    late_rules = probe_rules;
    late_rules.steps = late_step;
    late_rules.step_count = 3;
    late_rules.goes_on = late_goes_on;
    struct tc_odds *o = probed_in(&late_book, 0, 1000);
    assert_true(o->exact);
    assert_int_equal(o->rows, 6);
    for (int face = 1; face <= 6; face++)
        check_got(o, face, 1, 6);
    free(o);
    o = probed_in(&late_book, 0, 100); /* a fiftieth of it for acts that go on */
    assert_false(o->exact);
    assert_int_equal(o->rows, 6);
    assert_in_range(o->row[0].millionths, 160000, 180000);
    free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shot),
        cmocka_unit_test(test_other_pools),
        cmocka_unit_test(test_sampled),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_average_die),
        cmocka_unit_test(test_two_dice),
        cmocka_unit_test(test_pools_at_the_edge),
        cmocka_unit_test(test_too_big),
        cmocka_unit_test(test_every_die),
        cmocka_unit_test(test_behind_a_die),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
