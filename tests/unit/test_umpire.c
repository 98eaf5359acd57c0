/* tests/unit/test_umpire.c - ask, roll, tell, judge, with the toy system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "kernel/reasons.h"
#include "tests/support/toy_game.h"

static struct tc_offers offers;

static struct tc_umpire umpire_of(struct tc_stream *lots, uint64_t seed)
{
    struct tc_umpire u;

    memset(&u, 0, sizeof u);
    *lots = tc_stream_from(seed);
    u.rules = &toy_rules;
    u.book = &toy_book;
    u.offers = &offers;
    u.differs_at = -1;
    u.stream = tc_stream_from(seed + 1);
    for (int i = 0; i < TC_SIDES; i++)
        u.player[i] = (struct tc_player){ toy_by_lot, lots };
    return u;
}

/* Random battles end, keep their invariants, and are the same again for the same seeds. */
static void test_play_out(void **x)
{
    struct tc_stream lots;
    uint64_t hash[2][40];

    (void)x;
    for (int round = 0; round < 2; round++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            struct toy_state s = toy_start();
            struct tc_umpire u = umpire_of(&lots, seed);
            tc_play_out(&u, &s, 0);
            assert_int_equal(s.head.over, 1);
            assert_true(toy_rules.check(&toy_book, &s, NULL));
            assert_in_range(u.asks, 10, 400);
            assert_in_range(u.step_asks, 0, TC_STEP_ASKS);
            hash[round][seed] = tc_hash(&s, sizeof s, 0);
        }
    assert_memory_equal(hash[0], hash[1], sizeof hash[0]);
    assert_true(hash[0][0] != hash[0][1]);
}

static void test_play_out_limit(void **x)
{
    struct tc_stream lots;
    struct toy_state s = toy_start();
    struct tc_umpire u = umpire_of(&lots, 1);

    (void)x;
    tc_play_out(&u, &s, 5);
    assert_in_range(u.asks, 5, 6);
    assert_int_equal(s.head.over, 0);
    tc_play_out(&u, &s, 5);
    assert_in_range(u.asks, 10, 12);
}

/* --- Judging ------------------------------------------------------------------------- */

/* The closed offers are exactly the candidates the judge accepts; the judge accepts every
 * offer and nothing that is not offered. */
static void check_offers(void *ctx, struct tc_umpire *u, const struct tc_view *v,
                         struct tc_act *out)
{
    static struct tc_offers all;
    const struct tc_question *q = &toy_rules.questions[v->q->question];

    if (!(q->decl.flags & TC_F_FREE)) {
        for (int i = 0; i < u->offers->n; i++)
            assert_true(tc_judge_act(&toy_rules, v, u->offers, &u->offers->act[i], NULL));
        if (q->count) {
            tc_list_answers(&toy_rules, v, &all);
            assert_int_equal(all.n, u->offers->n);
            assert_memory_equal(all.act, u->offers->act, (size_t)all.n * sizeof all.act[0]);
        }
    } else {
        tc_list_answers(&toy_rules, v, &all);
        assert_in_range(all.n, 2, 10);
    }
    tc_random_answer(u, v, ctx, out);
    assert_true(tc_judge_act(&toy_rules, v, u->offers, out, NULL));
}

static void test_offers_equal_the_judge(void **x)
{
    struct tc_stream lots;

    (void)x;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct toy_state s = toy_start();
        struct tc_umpire u = umpire_of(&lots, seed);
        for (int i = 0; i < TC_SIDES; i++)
            u.player[i].answer = check_offers;
        tc_play_out(&u, &s, 0);
    }
}

static bool judge(const struct tc_query *q, const struct tc_act *a, struct tc_refusal *why)
{
    struct toy_state s = toy_start();
    struct tc_view v = { &toy_book, &s, q };

    memset(why, 0, sizeof *why);
    return tc_judge_act(&toy_rules, &v, NULL, a, why);
}

static void test_judge_malformed(void **x)
{
    struct tc_query fire = { .question = TOY_Q_FIRE, .rule = "X-4" };
    struct tc_query move = { .question = TOY_Q_MOVE, .rule = "X-3.2" };
    struct tc_act a = { .verb = TOY_V_FIRE, .arg = { 0, 3, 1 } };
    struct tc_refusal why;

    (void)x;
    assert_true(judge(&fire, &a, &why));
    a.arg[1] = 99; /* no such unit */
    assert_false(judge(&fire, &a, &why));
    assert_int_equal(why.reason, TC_R_NOT_OFFERED);
    a.arg[1] = -1;
    assert_false(judge(&fire, &a, &why));
    a.arg[1] = 3;
    a.arg[3] = 2; /* neither yes nor no */
    assert_false(judge(&fire, &a, &why));
    a.arg[3] = 0;
    a.segs = 1; /* no path here */
    assert_false(judge(&fire, &a, &why));
    a = (struct tc_act){ .verb = TOY_V_HALT };
    assert_false(judge(&fire, &a, &why));
    assert_int_equal(why.reason, TC_R_NOT_NOW);
    assert_string_equal(why.rule, "X-4");
    a.verb = 1000;
    assert_false(judge(&fire, &a, &why));
    a.verb = -1;
    assert_false(judge(&fire, &a, &why));
    a = (struct tc_act){ .verb = TOY_V_MARCH, .segs = 1, .seg = { { 99, 1 } } };
    assert_false(judge(&move, &a, &why));
    a.segs = TC_SEGS + 1;
    assert_false(judge(&move, &a, &why));
    a.segs = -1;
    assert_false(judge(&move, &a, &why));
    a = (struct tc_act){ .verb = TOY_V_MARCH, .segs = 1, .seg = { { TOY_AHEAD, 7000 } } };
    assert_false(judge(&move, &a, &why));
    assert_true(why.has_nearest);
    a = why.nearest;
    assert_true(judge(&move, &a, &why));
}

/* --- Tell ----------------------------------------------------------------------------------
 */

static void count(void *ctx, const struct tc_event *e)
{
    ++((int *)ctx)[e->kind];
}

static void test_kinds_of_events(void **x)
{
    struct tc_stream lots;
    int seen[TC_EV_ANSWER + 1] = { 0 };
    struct toy_state s = toy_start();
    struct tc_umpire u = umpire_of(&lots, 4);

    (void)x;
    u.sink = count;
    u.sink_ctx = seen;
    tc_play_out(&u, &s, 0);
    for (int i = 0; i <= TC_EV_ANSWER; i++)
        assert_true(seen[i] > 0);
    assert_int_equal(seen[TC_EV_ANSWER], u.asks);
}

static void test_sum_without_listener(void **x)
{
    struct tc_sum sum = { .u = NULL };

    (void)x;
    tc_sum_add(&sum, 5, "X-1", 0);
    tc_sum_add(&sum, -2, "X-1", 0);
    tc_sum_end(&sum, "X-1", 0);
    assert_int_equal(sum.total, 3);
}

/* --- Refusals, hashes, division --------------------------------------------------------------
 */

static void test_refusal_sentence(void **x)
{
    struct tc_refusal why;
    char buf[128];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct tc_act a = { .verb = TOY_V_FIRE, .arg = { 0, 1, 1 } };
    struct tc_query q = { .question = TOY_Q_FIRE, .rule = "X-4" };

    (void)x;
    assert_false(judge(&q, &a, &why));
    tc_say_refusal(&toy_rules, &toy_book, &why, &t);
    assert_string_equal(buf, "red-two is on the same side.");
    assert_false(tc_refuse(NULL, "X-1", 0));
}

static void test_hash(void **x)
{
    unsigned char b[64];
    uint64_t seen[64 * 8 + 65];
    int n = 0;

    (void)x;
    memset(b, 0, sizeof b);
    for (size_t i = 0; i <= 64; i++) /* zeros of every length differ */
        seen[n++] = tc_hash(b, i, 0);
    for (int i = 0; i < 64 * 8; i++) { /* and so does every bit */
        b[i / 8] = (unsigned char)(1 << i % 8);
        seen[n++] = tc_hash(b, 64, 0);
        b[i / 8] = 0;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
    assert_true(tc_hash(b, 64, 0) != tc_hash(b, 64, 1));
    assert_true(tc_hash("tricorne", 8, 0) == UINT64_C(0xB04FE8D8FBDCDE44));
}

static void test_division(void **x)
{
    (void)x;
    assert_int_equal(tc_div_down(7, 2), 3);
    assert_int_equal(tc_div_down(-7, 2), -4);
    assert_int_equal(tc_div_down(-8, 2), -4);
    assert_int_equal(tc_div_up(7, 2), 4);
    assert_int_equal(tc_div_up(-7, 2), -3);
    assert_int_equal(tc_div_up(8, 2), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_play_out),
        cmocka_unit_test(test_play_out_limit),
        cmocka_unit_test(test_offers_equal_the_judge),
        cmocka_unit_test(test_judge_malformed),
        cmocka_unit_test(test_kinds_of_events),
        cmocka_unit_test(test_sum_without_listener),
        cmocka_unit_test(test_refusal_sentence),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_division),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
