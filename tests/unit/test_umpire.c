/* tests/unit/test_umpire.c - ask, roll, tell, with the toy system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "kernel/umpire.h"
#include "tests/support/toy.h"

static void by_lot(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}

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
        u.player[i] = (struct tc_player){ by_lot, lots };
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
            struct toy_state s = { 0 };
            struct tc_umpire u = umpire_of(&lots, seed);
            toy_rules.setup(&toy_book, &s);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_play_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
