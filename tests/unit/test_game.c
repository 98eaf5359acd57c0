/* tests/unit/test_game.c - a game under way: tape, re-runs, snapshots, forks, replay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/support/toy_game.h"

static struct toy_table *new_table(uint64_t seed)
{
    struct toy_table *t = calloc(1, sizeof *t);

    assert_non_null(t);
    toy_begin(t, seed);
    return t;
}

/* --- Inside and outside -------------------------------------------------------------- */

/* A battle played by players inside the step. */
static struct toy_table *played_inside(uint64_t seed)
{
    struct toy_table *t = new_table(seed);
    struct tc_stream lots = tc_stream_from(seed + 100);

    for (int i = 0; i < TC_SIDES; i++)
        t->g.u.player[i] = (struct tc_player){ toy_by_lot, &lots };
    assert_int_equal(tc_game_go(&t->g), TC_IS_OVER);
    return t;
}

static bool same_events(const struct toy_heard *a, const struct toy_heard *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->event[i].kind != b->event[i].kind || a->event[i].id != b->event[i].id ||
            memcmp(a->event[i].arg, b->event[i].arg, sizeof a->event[i].arg) != 0 ||
            strcmp(a->event[i].rule, b->event[i].rule) != 0)
            return false;
    return true;
}

/* The same answers from outside, one by one: the same questions, positions, faces, events and
 * end. So the re-runs tell nothing twice, and the snapshot is the state at the ask. */
static void test_outside_equals_inside(void **x)
{
    (void)x;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct toy_table *in = played_inside(seed), *out = new_table(seed);
        struct tc_why why;
        uint32_t n = 0;
        while (tc_game_go(&out->g) == TC_WAITS_ANSWER) {
            const struct tc_taped *e = &in->act[n++];
            assert_int_equal(out->g.u.open.question, e->question);
            assert_int_equal(out->g.u.open.side, e->side);
            assert_true(tc_game_hash(&out->g) == e->hash);
            assert_int_equal(out->g.tape.faces, e->face);
            assert_int_equal(tc_game_answer(&out->g, &e->act, NULL, &why), TC_OK);
        }
        assert_int_equal(out->g.status, TC_IS_OVER);
        assert_int_equal(n, in->g.tape.acts);
        assert_int_equal(out->g.tape.faces, in->g.tape.faces);
        assert_memory_equal(out->face, in->face, in->g.tape.faces);
        assert_memory_equal(tc_game_state(&out->g), tc_game_state(&in->g),
                            sizeof(struct toy_state));
        assert_true(same_events(&in->heard, &out->heard));
        free(in);
        free(out);
    }
}

/* Going on without a new answer changes and tells nothing. */
static void test_going_on_again(void **x)
{
    struct toy_table *t = new_table(3);

    (void)x;
    tc_game_go(&t->g);
    toy_play(t, "plan attack");
    int n = t->heard.n;
    uint64_t hash = tc_game_hash(&t->g);
    uint32_t faces = t->g.tape.faces;
    for (int i = 0; i < 5; i++)
        assert_int_equal(tc_game_go(&t->g), TC_WAITS_ANSWER);
    assert_int_equal(t->heard.n, n);
    assert_true(tc_game_hash(&t->g) == hash);
    assert_int_equal(t->g.tape.faces, faces);
    free(t);
}

static void jump_out(void *point)
{
    longjmp(*(jmp_buf *)point, 1);
}

/* Go on, and leave the step where an answer is missing. */
static void go_left(struct toy_table *t)
{
    jmp_buf point;

    t->g.u.leave = jump_out;
    t->g.u.leave_ctx = &point;
    if (setjmp(point) == 0)
        tc_game_go(&t->g);
    else
        tc_game_left(&t->g);
}

/* A step that is left at its question waits as one that has run out does, position, offers,
 * events and all; answers that are taken without a judge lead to the same battle. */
static void test_left_equals_run_out(void **x)
{
    (void)x;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct toy_table *in = played_inside(seed), *left = new_table(seed);
        uint32_t n = 0;
        for (go_left(left); left->g.status == TC_WAITS_ANSWER; go_left(left)) {
            const struct tc_taped *e = &in->act[n++];
            assert_int_equal(left->g.u.open.question, e->question);
            assert_true(tc_game_hash(&left->g) == e->hash);
            assert_int_equal(left->g.tape.faces, e->face);
            tc_game_take(&left->g, &e->act);
            assert_true(left->act[left->g.tape.acts - 1].hash == 0);
        }
        assert_int_equal(left->g.status, TC_IS_OVER);
        assert_int_equal(n, in->g.tape.acts);
        assert_memory_equal(tc_game_state(&left->g), tc_game_state(&in->g),
                            sizeof(struct toy_state));
        assert_true(same_events(&in->heard, &left->heard));
        free(in);
        free(left);
    }
}

/* --- Forced answers ------------------------------------------------------------------ */

/* With one company left, moved already, "done" is the only offer: it is not asked, not told
 * and not on the tape. */
static void test_forced_offer(void **x)
{
    struct toy_state s = toy_start();
    struct toy_table *t = calloc(1, sizeof *t);

    (void)x;
    s.head.step = TOY_S_MOVE;
    s.head.active = 0;
    s.units[1].strength = s.units[2].strength = 0;
    toy_begin_from(t, 1, &s);
    tc_game_go(&t->g);
    assert_int_equal(t->g.u.open_offers->n, 2);
    assert_true(toy_play(t, "pick red-one"));
    assert_true(toy_play(t, "halt red-one"));
    assert_int_equal(t->g.u.open.question, TOY_Q_FIRE); /* past the forced done */
    assert_int_equal(t->g.tape.acts, 2);
    for (int i = 0; i < t->heard.n; i++)
        assert_true(t->heard.event[i].kind != TC_EV_ANSWER ||
                    t->heard.event[i].id != TOY_V_DONE);
    free(t);
}

/* --- Refusals ------------------------------------------------------------------------ */

static void test_refusal_leaves_all(void **x)
{
    struct toy_table *t = new_table(4);
    struct tc_why why;
    struct tc_refusal no;
    struct tc_act a = { .verb = TOY_V_PLAN, .arg = { 7 } };

    (void)x;
    tc_game_go(&t->g);
    uint64_t hash = tc_game_hash(&t->g);
    assert_int_equal(tc_game_answer(&t->g, &a, &no, &why), TC_E_ILLEGAL);
    a.verb = TOY_V_HOLD;
    assert_int_equal(tc_game_answer(&t->g, &a, &no, &why), TC_E_ILLEGAL);
    assert_int_equal(t->g.tape.acts, 0);
    tc_game_go(&t->g);
    assert_true(tc_game_hash(&t->g) == hash);
    int8_t face = 1;
    assert_int_equal(tc_game_dice(&t->g, &face, 1, &why), TC_E_STALE);
    free(t);
    t = played_inside(1);
    assert_int_equal(tc_game_answer(&t->g, &a, &no, &why), TC_E_OVER);
    free(t);
}

/* --- Typed dice ---------------------------------------------------------------------- */

/* Typed faces that are those of the fair game give the fair game. */
static void test_typed_equals_fair(void **x)
{
    struct toy_table *fair = played_inside(5), *t = new_table(999);
    struct tc_why why;
    uint32_t n = 0, at = 0;

    (void)x;
    t->g.u.dice = TC_DICE_TYPED;
    while (tc_game_go(&t->g) != TC_IS_OVER) {
        if (t->g.status == TC_WAITS_ANSWER) {
            assert_int_equal(tc_game_answer(&t->g, &fair->act[n++].act, NULL, &why), TC_OK);
            continue;
        }
        assert_int_equal(tc_game_answer(&t->g, &fair->act[0].act, NULL, &why), TC_E_STALE);
        int dice = t->g.u.open_dice;
        assert_int_equal(tc_game_dice(&t->g, fair->face + at, dice + 1, &why), TC_E_RANGE);
        assert_int_equal(tc_game_dice(&t->g, fair->face + at, dice, &why), TC_OK);
        at += (uint32_t)dice;
    }
    assert_int_equal(at, fair->g.tape.faces);
    assert_int_equal(t->g.u.stream.next, 0); /* none was drawn */
    assert_true(tc_game_hash(&t->g) == tc_game_hash(&fair->g));
    assert_true(same_events(&t->heard, &fair->heard));
    free(fair);
    free(t);
}

/* Who has the faces of the fair game, but perhaps not at each roll. */
struct giver {
    const struct toy_table *fair;
    const struct tc_tape *tape;
    int asked, missing; /* one roll of so many is; 0: none */
};

static bool give(void *ctx, int n, enum tc_die die, int8_t *out)
{
    struct giver *g = ctx;

    (void)die;
    if (g->missing && ++g->asked % g->missing == 0)
        return false;
    memcpy(out, g->fair->face + g->tape->faces, (size_t)n);
    return true;
}

/* Faces that somebody has are given where they are rolled, and the step does not wait for
 * them; those that are missing are typed. The battle is the same. */
static void test_fed_equals_fair(void **x)
{
    struct toy_table *fair = played_inside(5);
    struct tc_why why;

    (void)x;
    for (int missing = 0; missing < 4; missing += 3) {
        struct toy_table *t = new_table(999);
        struct giver g = { fair, &t->g.tape, 0, missing };
        uint32_t n = 0, waits = 0;
        t->g.u.dice = TC_DICE_TYPED;
        t->g.u.feed = give;
        t->g.u.feed_ctx = &g;
        while (tc_game_go(&t->g) != TC_IS_OVER) {
            if (t->g.status == TC_WAITS_ANSWER) {
                assert_int_equal(tc_game_answer(&t->g, &fair->act[n++].act, NULL, &why), TC_OK);
                continue;
            }
            waits++;
            assert_int_equal(
                tc_game_dice(&t->g, fair->face + t->g.tape.faces, t->g.u.open_dice, &why),
                TC_OK);
        }
        assert_true(missing ? waits > 0 : waits == 0);
        assert_int_equal(t->g.tape.faces, fair->g.tape.faces);
        assert_true(tc_game_hash(&t->g) == tc_game_hash(&fair->g));
        assert_true(same_events(&t->heard, &fair->heard));
        free(t);
    }
    free(fair);
}

/* --- Checkpoints --------------------------------------------------------------------- */

static void count_checkpoint(void *ctx, struct tc_game *g)
{
    assert_int_equal(g->act_at, g->u.act_at);
    ++*(int *)ctx;
}

static void test_checkpoints(void **x)
{
    struct toy_table *t = new_table(6);
    int checkpoints = 0;

    (void)x;
    t->g.on_checkpoint = count_checkpoint;
    t->g.ctx = &checkpoints;
    tc_game_go(&t->g);
    assert_true(tc_game_at_checkpoint(&t->g));
    toy_play(t, "plan attack");
    assert_int_equal(checkpoints, 1);
    assert_true(tc_game_at_checkpoint(&t->g));
    toy_play(t, "plan wait");
    assert_int_equal(checkpoints, 3); /* the plan, and the reveal, which asks nothing */
    toy_play(t, "pick red-one");
    assert_false(tc_game_at_checkpoint(&t->g)); /* within the move */
    toy_play(t, "halt red-one");
    assert_true(tc_game_at_checkpoint(&t->g));
    free(t);
}

/* --- Forks --------------------------------------------------------------------------- */

static struct toy_table *forked(const struct toy_table *t, int side, uint64_t seed)
{
    struct toy_table *f = new_table(0);

    tc_fork(&t->g, side, seed, &f->g, f->mem, &f->work, &f->open);
    return f;
}

static void test_fork(void **x)
{
    struct toy_table *t = new_table(7);
    int8_t last[4] = { 0 };
    int different = 0;

    (void)x;
    tc_game_go(&t->g);
    toy_play(t, "plan attack");
    toy_play(t, "plan wait");
    toy_play(t, "pick red-one");
    uint64_t hash = tc_game_hash(&t->g), next = t->g.u.stream.next;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct toy_table *f = forked(t, TC_NONE, seed), *g = forked(t, TC_NONE, seed);
        assert_int_equal(tc_game_go(&f->g), TC_WAITS_ANSWER);
        assert_true(tc_game_hash(&f->g) == hash); /* the same question and position */
        assert_int_equal(f->g.u.open.question, TOY_Q_MOVE);
        tc_game_go(&g->g);
        struct toy_table *const both[] = { f, g };
        for (int i = 0; i < 2; i++) {
            toy_play(both[i], "halt red-one");
            toy_play(both[i], "done");
            assert_true(toy_play(both[i], "fire red-one blue-one"));
        }
        assert_memory_equal(f->face, g->face, f->g.tape.faces); /* seed for seed */
        different += memcmp(f->face, last, 4) != 0;
        memcpy(last, f->face, 4);
        assert_true(f->g.tape.faces >= 4);
        free(f);
        free(g);
    }
    assert_true(different >= 9);             /* another seed, other dice */
    assert_true(t->g.u.stream.next == next); /* the game's own dice are untouched */
    free(t);
}

/* Dice beyond the tape are fresh: they differ from what the game itself will roll. */
static void test_fork_has_fresh_dice(void **x)
{
    struct toy_table *t = new_table(8);
    int same = 0;

    (void)x;
    tc_game_go(&t->g);
    toy_play(t, "plan attack");
    toy_play(t, "plan wait");
    toy_play(t, "done");
    struct toy_table *f[20];
    for (int i = 0; i < 20; i++) {
        f[i] = forked(t, 0, (uint64_t)i);
        tc_game_go(&f[i]->g);
        assert_true(toy_play(f[i], "fire red-guard blue-guard"));
    }
    assert_true(toy_play(t, "fire red-guard blue-guard"));
    for (int i = 0; i < 20; i++) {
        same += memcmp(f[i]->face, t->face, 6) == 0;
        free(f[i]);
    }
    assert_in_range(same, 0, 1);
    free(t);
}

static void test_fork_is_veiled(void **x)
{
    struct toy_table *t = new_table(9);
    int unlike = 0;

    (void)x;
    tc_game_go(&t->g);
    toy_play(t, "plan attack");
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct toy_table *blue = forked(t, 1, seed), *red = forked(t, 0, seed);
        unlike += ((struct toy_state *)blue->g.checkpoint)->plan[0] != TOY_ATTACK;
        assert_int_equal(((struct toy_state *)red->g.checkpoint)->plan[0], TOY_ATTACK);
        free(blue);
        free(red);
    }
    assert_in_range(unlike, 5, 19);
    free(t);
}

/* --- Replay with judging ------------------------------------------------------------- */

static struct toy_table *replay_of(const struct toy_table *from)
{
    struct toy_table *t = new_table(0);

    memcpy(t->act, from->act, sizeof t->act);
    memcpy(t->face, from->face, sizeof t->face);
    t->g.tape.acts = from->g.tape.acts;
    t->g.tape.faces = from->g.tape.faces;
    t->g.u.judge_tape = true;
    return t;
}

static void test_replay(void **x)
{
    struct toy_table *a = played_inside(10), *b = replay_of(a);

    (void)x;
    assert_int_equal(tc_game_go(&b->g), TC_IS_OVER);
    assert_true(tc_game_hash(&b->g) == tc_game_hash(&a->g));
    assert_true(same_events(&a->heard, &b->heard));
    free(b);
    b = replay_of(a);
    b->act[7].hash ^= 1;
    assert_int_equal(tc_game_go(&b->g), TC_DIFFERS);
    assert_int_equal(b->g.u.differs_at, 7);
    free(b);
    b = replay_of(a);
    b->act[4].side ^= 1;
    assert_int_equal(tc_game_go(&b->g), TC_DIFFERS);
    assert_int_equal(b->g.u.differs_at, 4);
    free(b);
    b = replay_of(a);
    b->act[1].act.arg[0] = 9;
    assert_int_equal(tc_game_go(&b->g), TC_DIFFERS);
    assert_int_equal(b->g.u.differs_at, 1);
    assert_string_equal(b->g.u.differs_why.rule, "X-1");
    free(a);
    free(b);
}

/* --- Nobody is asked any more ---------------------------------------------------------- */

static jmp_buf met;
static const char *met_what;

static void note_bug(const char *file, int line, const char *what)
{
    (void)file;
    (void)line;
    met_what = what;
    longjmp(met, 1);
}

static void do_nothing(void *state, struct tc_umpire *u)
{
    (void)state;
    (void)u;
}

/* Rules that go from step to step without an answer or a die are a bug, not a hang. */
static void test_steps_for_ever(void **x)
{
    static struct tc_step idle[16];
    struct toy_table *t = new_table(1);
    struct tc_ruleset rules = *t->g.u.rules;

    (void)x;
    assert_in_range(rules.step_count, 1, 16);
    memcpy(idle, rules.steps, rules.step_count * sizeof idle[0]);
    for (int i = 0; i < rules.step_count; i++)
        idle[i].play = do_nothing;
    rules.steps = idle;
    t->g.u.rules = &rules;
    met_what = NULL;
    tc_bug_hook = note_bug;
    if (!setjmp(met))
        tc_game_go(&t->g);
    tc_bug_hook = NULL;
    assert_non_null(met_what);
    assert_non_null(strstr(met_what, "IDLE_STEPS"));
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outside_equals_inside),
        cmocka_unit_test(test_steps_for_ever),
        cmocka_unit_test(test_going_on_again),
        cmocka_unit_test(test_left_equals_run_out),
        cmocka_unit_test(test_forced_offer),
        cmocka_unit_test(test_refusal_leaves_all),
        cmocka_unit_test(test_typed_equals_fair),
        cmocka_unit_test(test_fed_equals_fair),
        cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_fork_has_fresh_dice),
        cmocka_unit_test(test_fork_is_veiled),
        cmocka_unit_test(test_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
