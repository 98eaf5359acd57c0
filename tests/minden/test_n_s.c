/* tests/minden/test_n_s.c - chapters S and X as laws: what holds in every event of random
 * battles on a table made by hand. The text cases show each of them once with forced dice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <string.h>

#include "kernel/umpire.h"
#include "rules/minden/inner.h"
#include "rules/minden/minden.h"
#include "tests/minden/small.h"

enum { BATTLES = 200, ASKS_MOST = 60000 };

struct law {
    const struct min_book *bk;
    struct tc_stream answers;
    int first, active, turn, phase, turns;
    unsigned dice, pools, moves, scores, charges;
};

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct law *l = ctx;

    tc_random_answer(u, v, &l->answers, out);
}

/* N-S1, N-S2, N-S5: first, second, first of the next turn ... */
static void hear_turn(struct law *l, int side, int turn)
{
    if (l->turns == 0)
        assert_int_equal(turn, 1);
    else if (l->turns % 2)
        assert_int_equal(turn, l->turn);
    else
        assert_int_equal(turn, l->turn + 1);
    assert_int_equal(side, l->turns % 2 ? !l->first : l->first);
    if (l->turns)
        assert_int_equal(l->phase, MIN_P_MORAL);
    l->turns++;
    l->turn = turn;
    l->active = side;
    l->phase = MIN_P_BEFORE;
}

static void hear_tell(struct law *l, const struct tc_event *e)
{
    switch (e->id) {
    case MIN_E_FIRST_SIDE: l->first = e->arg[0]; break;
    case MIN_E_PLAYER_TURN: hear_turn(l, e->arg[0], e->arg[1]); break;
    case MIN_E_PHASE: /* N-S3, N-S4: none left out, none twice */
        assert_int_equal(e->arg[0], l->phase + 1);
        assert_int_equal(e->arg[1], l->active);
        l->phase = e->arg[0];
        break;
    case MIN_E_MOVED: /* N-X3 */
        assert_int_equal(min_side_of(l->bk, e->arg[0]), l->active);
        assert_true(l->phase == MIN_P_FOG || l->phase == MIN_P_MOVE ||
                    l->phase == MIN_P_COMMAND_MOVE);
        l->moves++;
        break;
    case MIN_E_CHARGE: /* N-X3, N-B12h */
        assert_int_equal(min_side_of(l->bk, e->arg[0]), l->active);
        assert_false(min_is_gun(l->bk, e->arg[0]) || min_is_command(l->bk, e->arg[0]));
        l->charges++;
        break;
    case MIN_E_MELEE_SCORE: /* N-X7 */
        assert_int_equal(l->phase, MIN_P_MELEE);
        l->scores++;
        break;
    case MIN_E_CASUALTIES: /* N-X3: the other side fires only while this one moves */
        if (min_side_of(l->bk, e->arg[0]) != l->active)
            assert_true(l->phase == MIN_P_FOG || l->phase == MIN_P_MOVE ||
                        l->phase == MIN_P_COMMAND_MOVE);
        else
            assert_int_equal(l->phase, MIN_P_FIRE);
        break;
    case MIN_E_CLEARED: /* N-A2a */
        assert_int_equal(l->phase, MIN_P_CLEAR);
        assert_int_equal(min_side_of(l->bk, e->arg[0]), l->active);
        break;
    default: break;
    }
}

static void hear(void *ctx, const struct tc_event *e)
{
    struct law *l = ctx;

    if (e->kind == TC_EV_DIE) { /* N-X1 */
        assert_int_equal(e->arg[0], TC_D6);
        l->dice++;
    } else if (e->kind == TC_EV_POOL) { /* N-X1, N-X5, N-X6: a six, whatever happens */
        assert_int_equal(e->arg[0], TC_D6);
        assert_int_equal(e->arg[2], 6);
        l->pools++;
    } else if (e->kind == TC_EV_TELL) {
        hear_tell(l, e);
    }
}

static void n_s_n_x_laws_of_every_battle(void **unused)
{
    static struct min_book bk;
    static struct min_state s;
    struct tc_offers *offers = calloc(1, sizeof *offers);
    struct tc_umpire u;
    struct law all = { 0 };

    (void)unused;
    assert_non_null(offers);
    small_book(&bk);
    for (uint64_t seed = 1; seed <= BATTLES; seed++) {
        struct law l = { .bk = &bk, .first = TC_NONE, .answers = tc_stream_from(seed ^ 0xB3) };
        memset(&u, 0, sizeof u);
        u.rules = bk.head.rules;
        u.book = &bk.head;
        u.offers = offers;
        u.differs_at = -1;
        u.player[0] = u.player[1] = (struct tc_player){ answer, &l };
        u.stream = tc_stream_from(seed);
        u.private_stream = tc_stream_from(1);
        u.sink = hear;
        u.sink_ctx = &l;
        small_state(&bk, &s);
        s.head.step = MIN_S_FIRST;
        tc_play_out(&u, &s, ASKS_MOST);
        assert_true(s.head.over);
        all.dice += l.dice;
        all.pools += l.pools;
        all.moves += l.moves;
        all.scores += l.scores;
        all.charges += l.charges;
    }
    assert_true(all.dice && all.pools && all.moves && all.scores && all.charges);
    free(offers);
}

/* N-S6: a question about a unit belongs to its brigade, so that players may share a side; who
 * moves next is the side's. */
static void n_s6_players_share_a_side_by_brigades(void **unused)
{
    static struct min_book bk;
    static struct min_state s;
    struct tc_query q = { .side = 0, .question = MIN_Q_ACTION, .arg = { SMALL_HORSE_A } };

    (void)unused;
    small_book(&bk);
    small_state(&bk, &s);
    assert_int_equal(min_ruleset.command_of(&bk.head, &s, &q), bk.unit[SMALL_HORSE_A].brigade);
    q.arg[0] = SMALL_FOOT_A;
    assert_int_equal(min_ruleset.command_of(&bk.head, &s, &q), bk.unit[SMALL_FOOT_A].brigade);
    assert_int_not_equal(bk.unit[SMALL_FOOT_A].brigade, bk.unit[SMALL_HORSE_A].brigade);
    q.question = MIN_Q_PICK;
    q.arg[0] = SMALL_HORSE_A;
    assert_int_equal(min_ruleset.command_of(&bk.head, &s, &q), 0);
}

/* N-X2: on no die of any table is a six worse or a one better than another face. */
static void n_x2_sixes_help_and_ones_hurt(void **unused)
{
    static struct min_book bk;

    (void)unused;
    small_book(&bk);
    for (int g = 0; g < MIN_GRADES; g++)
        for (int f = 0; f < 6; f++) {
            assert_true(bk.t.test.die[g][f] <= bk.t.test.die[g][5]);
            assert_true(bk.t.test.die[g][f] >= bk.t.test.die[g][0]);
        }
}

/* N-Ka1, N-Ka2: who reads the picture reads the grades. */
static void n_ka2_grades_are_shown(void **unused)
{
    static struct min_book bk;
    static struct min_state s;
    static struct tc_scene scene;
    static const struct {
        int unit;
        const char *worth;
    } shown[] = { { SMALL_FOOT_A, "trained, shooting green" },
                  { SMALL_LIGHT, "trained, rifles" },
                  { SMALL_GUNS, "trained, guns: 2" },
                  { SMALL_STAFF, "commands within 12 inches" } };

    (void)unused;
    small_book(&bk);
    bk.unit[SMALL_FOOT_A].grade[MIN_SHOOTING] = MIN_GREEN;
    bk.unit[SMALL_STAFF].radius = 12000;
    small_state(&bk, &s);
    min_scene(&bk.head, &s, TC_NONE, &scene);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        for (int k = 0; k < scene.pieces; k++)
            if (scene.piece[k].id == shown[i].unit)
                assert_string_equal(scene.piece[k].worth, shown[i].worth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(n_s_n_x_laws_of_every_battle),
        cmocka_unit_test(n_s6_players_share_a_side_by_brigades),
        cmocka_unit_test(n_x2_sixes_help_and_ones_hurt),
        cmocka_unit_test(n_ka2_grades_are_shown),
    };

    return cmocka_run_group_tests_name("n_s", tests, NULL, NULL);
}
