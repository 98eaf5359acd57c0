/* Manners: what they make of a position, and that a player who chooses them plays the same
 * again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "players/manner.h"
#include "players/player.h"

enum { FIELD = 24000, STEP = 2000 };

/* Two bodies of side 0, of commands 0 and 1, and one of side 1 thirty inches ahead; a ground to
 * the left. */
static void draw_up(struct tc_lines *l)
{
    memset(l, 0, sizeof *l);
    l->field = FIELD;
    for (int i = 0; i < 3; i++) {
        struct tc_line_body *b = tc_line_body(l, i == 2);
        b->x = i == 1 ? 4000 : 0;
        b->y = i == 2 ? 10000 : 0;
        b->dy = i == 2 ? -1024 : 1024;
        b->power = 10;
        b->steady = 1;
        b->reach = 4000;
        b->unit = (int16_t)i;
        b->command = (int16_t)(i == 1);
    }
    tc_line_goal(l, -8000, 0, 5, 5);
}

static int worth(const struct tc_lines *l, struct plr_manner *m, enum tc_task task, int target)
{
    m->plan.mission[0] = (struct tc_mission){ (uint8_t)task, (int16_t)target };
    return plr_manner_worth(m, l, 0);
}

/* Each task is fonder of the place it is drawn to, by no more than its will; a command without
 * one does not care. */
static void commands_are_drawn(void **state)
{
    static const struct {
        enum tc_task task;
        int target, body, dx, dy, sign;
    } of[] = {
        { TC_NATURAL, TC_NONE, 0, STEP, STEP, 0 }, { TC_HOLD, TC_NONE, 0, STEP, 0, -1 },
        { TC_HOLD, TC_NONE, 1, STEP, 0, 0 },       { TC_ADVANCE, 0, 0, -STEP, 0, 1 },
        { TC_ADVANCE, 0, 0, STEP, 0, -1 },         { TC_ADVANCE, 7, 0, STEP, 0, 0 },
        { TC_ASSAULT, 0, 0, 0, STEP, 1 },          { TC_ASSAULT, 0, 0, 0, -STEP, -1 },
        { TC_ASSAULT, 5, 0, 0, STEP, 0 },          { TC_FALL_BACK, TC_NONE, 0, 0, -STEP, 1 },
        { TC_FALL_BACK, TC_NONE, 0, 0, STEP, -1 },
    };
    struct plr_posts posts;
    struct plr_manner m;
    struct tc_lines l, moved;

    (void)state;
    draw_up(&l);
    plr_note_posts(&l, 0, &posts);
    plr_natural_manner(&m, &posts, 2);
    m.will = 2000;
    assert_int_equal(plr_manner_worth(&m, &l, 0), 0);
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        moved = l;
        moved.body[of[i].body].x += of[i].dx;
        moved.body[of[i].body].y += of[i].dy;
        int change = worth(&moved, &m, of[i].task, of[i].target) -
                     worth(&l, &m, of[i].task, of[i].target);
        if ((change > 0) - (change < 0) != of[i].sign)
            fail_msg("row %d: %d", (int)i, change);
        assert_in_range(change + m.will, 0, 2 * m.will);
    }
}

/* Who holds his men dear does not like to lose them; who is cruel likes the enemy to. */
static void men_are_dear(void **state)
{
    struct plr_manner m;
    struct tc_lines l, after;

    (void)state;
    draw_up(&l);
    plr_natural_manner(&m, NULL, 2);
    plr_note_strength(&m, &l, 3000, 1000);
    int before = plr_manner_worth(&m, &l, 0);
    assert_int_equal(before, 2000);
    after = l;
    after.body[0].steady = 0; /* a quarter of what is fit to fight */
    assert_int_equal(plr_manner_worth(&m, &after, 0), before - 750);
    after = l;
    after.body[2].power = 5;
    assert_int_equal(plr_manner_worth(&m, &after, 0), before + 500);
}

/* A command may always hold or go back; guns and men alike. Nobody is there: nothing to do. */
static void commands_have_a_choice(void **state)
{
    struct tc_mission line[PLR_LINES];
    struct tc_lines l;

    (void)state;
    draw_up(&l);
    int n = plr_missions(&l, 0, 0, line);
    assert_int_equal(n, 4);
    assert_int_equal(line[0].task, TC_HOLD);
    assert_int_equal(line[1].task, TC_ADVANCE);
    assert_int_equal(line[2].task, TC_ASSAULT);
    assert_int_equal(line[3].task, TC_FALL_BACK);
    assert_int_equal(plr_missions(&l, 0, 9, line), 0);
}

struct table {
    struct tc_game g;
    void *mem;
    struct tc_offers *work, *open;
};

static void lay(struct table *t, const struct tc_book *bk)
{
    memset(t, 0, sizeof *t);
    t->mem = calloc(1, tc_game_memory(bk->rules));
    t->work = calloc(1, sizeof *t->work);
    t->open = calloc(1, sizeof *t->open);
    tc_game_init(&t->g, bk, t->mem, t->work, t->open);
    t->g.tape.act_room = 8192;
    t->g.tape.act = calloc(t->g.tape.act_room, sizeof *t->g.tape.act);
    t->g.tape.face_room = 8192;
    t->g.tape.face = calloc(t->g.tape.face_room, 1);
    t->g.u.stream = tc_stream_from(5);
}

/* The position after so many answers of this player for both sides. */
static uint64_t played(const struct tc_book *bk, const char *player, uint64_t seed,
                       uint32_t answers)
{
    struct plr_spec spec;
    struct tc_why why;
    struct table t;

    assert_int_equal(plr_read(player, &spec, &why), TC_OK);
    lay(&t, bk);
    struct plr_player *p[TC_SIDES] = { plr_open(&spec, bk, seed), plr_open(&spec, bk, ~seed) };
    while (tc_game_go(&t.g) == TC_WAITS_ANSWER && t.g.tape.acts < answers) {
        struct tc_act a;
        memset(&a, 0, sizeof a);
        plr_decide(p[t.g.u.open.side], &t.g, &a);
        assert_int_equal(tc_game_answer(&t.g, &a, NULL, &why), TC_OK);
    }
    uint64_t hash = tc_game_hash(&t.g);
    plr_close(p[0]);
    plr_close(p[1]);
    free(t.mem);
    free(t.work);
    free(t.open);
    free(t.g.tape.act);
    free(t.g.tape.face);
    return hash;
}

/* The same seed and courses give the same answers, with manners to choose. */
static void plans_are_the_same_again(void **state)
{
    const struct tc_book *bk;
    struct tc_why why;

    (void)state;
    assert_int_equal(book_load(TEST_DATA, "bayonet/learning", &bk, &why), TC_OK);
    assert_true(played(bk, "plan:plans=130,sure=0", 3, 8) ==
                played(bk, "plan:plans=130,sure=0", 3, 8));
    book_free(bk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_drawn),
        cmocka_unit_test(men_are_dear),
        cmocka_unit_test(commands_have_a_choice),
        cmocka_unit_test(plans_are_the_same_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
