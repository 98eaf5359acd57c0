/* tests/study/test_luck.c - luck by hand, and in battles whose luck is known because every die
 * was laid down. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <cmocka.h>

#include "tests/study/luck_battle.h"

static const char *const battle[] = { "minden/first-battle", "bayonet/blenheim-village",
                                      "malbrook/first-command", "reason/learning",
                                      "pistolado/first-speech" };
enum { BATTLES = sizeof battle / sizeof battle[0] };

static bool near(double a, double b)
{
    return fabs(a - b) < 0.0001;
}

static double one(int die, int face, int good)
{
    struct tc_event e = { .kind = TC_EV_DIE, .good = (uint8_t)good, .arg = { die, face } };
    struct lck l;

    assert_true(lck_of(&e, &l));
    assert_int_equal(l.dice, 1);
    return l.sum;
}

/* A d6 has mean 3.5 and variance 35/12, a d10 4.5 and 99/12, an average die 3.5 and 11/12;
 * |face - 3.5| of a d6 is 0.5, 1.5, 2.5 twice each: mean 1.5, variance 2/3. */
static void by_hand(void **state)
{
    (void)state;
    assert_true(near(one(TC_D6, 6, TC_HIGH), 2.5 / sqrt(35.0 / 12)));
    assert_true(near(one(TC_D6, 6, TC_LOW), -2.5 / sqrt(35.0 / 12)));
    assert_true(near(one(TC_D6, 1, TC_LOW), 2.5 / sqrt(35.0 / 12)));
    assert_true(near(one(TC_D10, 0, TC_HIGH), -4.5 / sqrt(99.0 / 12)));
    assert_true(near(one(TC_AVERAGE, 5, TC_HIGH), 1.5 / sqrt(11.0 / 12)));
    assert_true(near(one(TC_D6, 3, TC_MIDDLE), 1 / sqrt(2.0 / 3)));
    assert_true(near(one(TC_D6, 6, TC_MIDDLE), -1 / sqrt(2.0 / 3)));
    assert_true(near(one(TC_D6, 2, TC_MIDDLE), 0));
}

/* Over all sides of every die luck has mean 0 and variance 1, whatever is good. */
static void every_die_is_fair(void **state)
{
    (void)state;
    for (int die = 0; die < TC_DICE; die++)
        for (int good = TC_HIGH; good <= TC_MIDDLE; good++) {
            int sides = tc_die_kind[die].sides;
            double sum = 0, squares = 0;
            for (int i = 0; i < sides; i++) {
                double z = one(die, tc_die_face((enum tc_die)die, i), good);
                sum += z;
                squares += z * z;
            }
            assert_true(near(sum, 0) && near(squares / sides, 1));
        }
}

static void pools_by_hand(void **state)
{
    /* eight dice, 5 and 6 hit: 8/3 are expected, variance of a die 2/9 */
    struct tc_event e = { .kind = TC_EV_POOL, .good = TC_HIGH, .arg = { TC_D6, 8, 5, 4 } };
    struct lck l;

    (void)state;
    assert_true(lck_of(&e, &l));
    assert_true(l.dice == 8 && near(l.sum, (4 - 8.0 / 3) / sqrt(2.0 / 9)));
    assert_true(near(lck_total(&l), l.sum / sqrt(8)));
    e.arg[2] = 7; /* nothing could hit */
    assert_false(lck_of(&e, &l));
    e.arg[2] = 1; /* nothing could miss */
    assert_false(lck_of(&e, &l));
    e = (struct tc_event){ .kind = TC_EV_DIE, .good = TC_NO_FACE, .arg = { TC_D6, 6 } };
    assert_false(lck_of(&e, &l));
    assert_true(l.dice == 0 && lck_total(&l) == 0);
}

/* The best or worst that this throw could have been, by trying every outcome. */
static double bound(const struct tc_event *e, bool best)
{
    double at = best ? -1e9 : 1e9;
    int pool = e->kind == TC_EV_POOL, n = pool ? e->arg[1] + 1 : tc_die_kind[e->arg[0]].sides;

    for (int i = 0; i < n; i++) {
        struct tc_event other = *e;
        struct lck l;
        other.arg[pool ? 3 : 1] = pool ? i : tc_die_face((enum tc_die)e->arg[0], i);
        if (lck_of(&other, &l))
            at = best ? fmax(at, l.sum) : fmin(at, l.sum);
    }
    return at;
}

struct laid {
    int lucky;
    uint32_t dice, other;
};

static void every_die_as_laid(void *ctx, const struct tc_event *e)
{
    struct laid *at = ctx;
    struct lck l;

    if (!lck_of(e, &l))
        return;
    assert_true(near(l.sum, bound(e, e->side == at->lucky)));
    if (e->side == at->lucky)
        at->dice += l.dice;
    else
        at->other += l.dice;
}

/* Every die of one side is the best it could be and every die of the other the worst: luck says
 * so of each, and that side wins more often, in all systems. */
static void dice_laid_down(void **state)
{
    (void)state;
    for (int k = 0; k < BATTLES; k++) {
        const struct tc_book *bk;
        struct tc_why why;
        double points = 0, pairs = 40;
        assert_int_equal(book_load(SOURCE_ROOT "/data", battle[k], &bk, &why), TC_OK);
        for (int i = 0; i < 2 * pairs; i++) {
            struct laid at = { i & 1, 0, 0 };
            struct luck_battle b = { .bk = bk,
                                     .seed = (uint64_t)(i / 2) * 7 + 3,
                                     .lucky = i & 1,
                                     .hear = every_die_as_laid,
                                     .ctx = &at };
            luck_battle(&b);
            assert_true(at.dice + at.other > 5); /* of each more than one deviation */
            assert_true(lck_total(&b.luck[i & 1]) >= 1 || !at.dice);
            assert_true(lck_total(&b.luck[1 - (i & 1)]) <= -1 || !at.other);
            points += b.winner == TC_NONE ? 0.5 : b.winner == b.lucky;
        }
        printf("# %s: the lucky side takes %.0f%% of the points\n", battle[k],
               100 * points / (2 * pairs));
        assert_true(points / (2 * pairs) >= 0.55);
        book_free(bk);
    }
}

/* No roll of any system is without a word of who throws and what is good. */
static void every_roll_says_whose(void **state)
{
    (void)state;
    for (int k = 0; k < BATTLES; k++) {
        const struct tc_book *bk;
        struct tc_why why;
        assert_int_equal(book_load(SOURCE_ROOT "/data", battle[k], &bk, &why), TC_OK);
        for (int i = 0; i < 10; i++) {
            struct luck_battle b = { .bk = bk, .seed = (uint64_t)i, .lucky = TC_NONE };
            luck_battle(&b);
            if (b.unsaid)
                print_message("%s: nothing is said before a roll of %s\n", battle[k],
                              b.unsaid_rule);
            assert_int_equal(b.unsaid, 0);
        }
        book_free(bk);
    }
}

int main(void)
{
    const struct CMUnitTest test[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(every_die_is_fair),
        cmocka_unit_test(pools_by_hand),
        cmocka_unit_test(dice_laid_down),
        cmocka_unit_test(every_roll_says_whose),
    };

    return cmocka_run_group_tests(test, NULL, NULL);
}
