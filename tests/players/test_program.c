/* tests/players/test_program.c - any outside program as a player. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "protocol/program.h"
#include "tests/support/toy_game.h"

static struct prog *open_bot(const char *mode)
{
    struct prog *p = NULL;
    struct tc_why why;
    char command[512];
    struct tc_text t = tc_text_on(command, sizeof command);

    tc_text_str(&t, "python3 " BOT " ");
    tc_text_str(&t, mode);
    assert_int_equal(prog_open(command, &toy_book, &p, &why), TC_OK);
    return p;
}

/* A whole battle, red by the program; how many answers it gave. */
static int play(struct prog *p, int most)
{
    struct toy_table *t = calloc(1, sizeof *t);
    struct tc_stream lots = tc_stream_from(4);
    struct tc_why why;
    int given = 0;

    assert_non_null(t);
    toy_begin(t, 3);
    t->g.u.player[1] = (struct tc_player){ toy_by_lot, &lots };
    while (tc_game_go(&t->g) == TC_WAITS_ANSWER && given < most) {
        struct tc_act a;
        memset(&a, 0, sizeof a);
        if (!prog_decide(p, &t->g, &a))
            break;
        given++;
        assert_int_equal(tc_game_answer(&t->g, &a, NULL, &why), TC_OK);
    }
    free(t);
    return given;
}

static void plays_a_battle(void **state)
{
    struct prog *p = open_bot("first");

    (void)state;
    assert_true(play(p, 1000) > 8);
    assert_string_equal(prog_trouble(p), "");
    prog_close(p);
}

static void is_told_why_not(void **state)
{
    struct prog *p = open_bot("repents");

    (void)state;
    assert_int_equal(play(p, 3), 3);
    prog_close(p);
}

static void trouble_is_named(void **state)
{
    static const char *const modes[][2] = {
        { "stubborn", "The program gave three answers that are not legal." },
        { "mute", "The program has ended." },
        { "noise", "The program's line is not JSON." },
    };

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct prog *p = open_bot(modes[i][0]);
        assert_int_equal(play(p, 3), 0);
        if (i != 1) /* it may be gone before or after the question is written */
            assert_string_equal(prog_trouble(p), modes[i][1]);
        else
            assert_int_not_equal(strlen(prog_trouble(p)), 0);
        prog_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_a_battle),
        cmocka_unit_test(is_told_why_not),
        cmocka_unit_test(trouble_is_named),
    };

    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
