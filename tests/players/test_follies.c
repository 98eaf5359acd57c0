/* Follies: the list of each system is met by players who do not know it, and by no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/staff.h"
#include "book/book.h"
#include "kernel/eye.h"
#include "players/player.h"
#include "players/think.h"

static const char *const battles[] = { "bayonet/learning", "malbrook/first-command",
                                       "minden/first-battle", "pistolado/first-speech",
                                       "reason/learning" };

struct table {
    struct tc_game g;
    void *mem;
    struct tc_offers *work, *open;
};

static void lay(struct table *t, const struct tc_book *bk, uint64_t seed)
{
    size_t size = (bk->rules->state_size + 63) / 64 * 64;

    memset(t, 0, sizeof *t);
    t->mem = calloc(3, size);
    t->work = calloc(1, sizeof *t->work);
    t->open = calloc(1, sizeof *t->open);
    tc_game_init(&t->g, bk, t->mem, t->work, t->open);
    t->g.tape.act_room = 60000;
    t->g.tape.act = calloc(t->g.tape.act_room, sizeof *t->g.tape.act);
    t->g.tape.face_room = 60000;
    t->g.tape.face = calloc(t->g.tape.face_room, 1);
    t->g.u.stream = tc_stream_from(seed);
}

static void clear(struct table *t)
{
    free(t->mem);
    free(t->work);
    free(t->open);
    free(t->g.tape.act);
    free(t->g.tape.face);
}

/* Is there an answer that is not a folly? */
static bool has_better(const struct tc_view *v, const struct tc_offers *o)
{
    for (int i = 0; i < o->n; i++)
        if (!v->book->rules->staff->folly(v, &o->act[i], o))
            return true;
    return false;
}

/* The same of a free question: of its candidates. */
static bool may_do_better(const struct tc_view *v)
{
    const struct tc_question *q = &v->book->rules->questions[v->q->question];

    for (int i = 0; i < tc_drawn(q, v); i++) {
        struct tc_act a;
        memset(&a, 0, sizeof a);
        if (q->nth(v, i, &a) && !v->book->rules->staff->folly(v, &a, NULL) &&
            q->judge(v, &a, NULL))
            return true;
    }
    return false;
}

/* Follies that one of these committed in a battle against another of them. */
static int follies_of(const struct tc_book *bk, const char *player, uint64_t seed)
{
    struct table t;
    struct plr_spec spec;
    struct plr_player *p[TC_SIDES];
    struct tc_why why;
    int n = 0;

    assert_int_equal(plr_read(player, &spec, &why), TC_OK);
    lay(&t, bk, seed);
    for (int i = 0; i < TC_SIDES; i++)
        p[i] = plr_open(&spec, bk, seed + (uint64_t)i);
    while (tc_game_go(&t.g) == TC_WAITS_ANSWER && t.g.tape.acts < 900) {
        struct tc_view v = { bk, tc_game_state(&t.g), &t.g.u.open };
        struct tc_act a;
        memset(&a, 0, sizeof a);
        plr_decide(p[v.q->side], &t.g, &a);
        bool closed = !(bk->rules->questions[v.q->question].decl.flags & TC_F_FREE);
        if (bk->rules->staff->folly(&v, &a, closed ? t.g.u.open_offers : NULL) &&
            (closed ? has_better(&v, t.g.u.open_offers) : may_do_better(&v))) {
            n++;
            if (strcmp(player, "random") != 0)
                fprintf(stderr, "# %s, %s, seed %d: question %s, verb %s\n", bk->id, player,
                        (int)seed, bk->rules->questions[v.q->question].decl.name,
                        bk->rules->verbs[a.verb].name);
        }
        assert_int_equal(tc_game_answer(&t.g, &a, NULL, &why), TC_OK);
    }
    for (int i = 0; i < TC_SIDES; i++)
        plr_close(p[i]);
    clear(&t);
    return n;
}

static void nobody_plays_the_fool(void **state)
{
    static const char *const wise[] = { "level-1", "level-3", "level-4:second=0",
                                        "greedy:samples=0" };

    (void)state;
    for (size_t i = 0; i < sizeof battles / sizeof battles[0]; i++) {
        const struct tc_book *bk;
        struct tc_why why;
        assert_int_equal(book_load(TEST_DATA, battles[i], &bk, &why), TC_OK);
        for (size_t k = 0; k < sizeof wise / sizeof wise[0]; k++)
            for (uint64_t seed = 1; seed <= 2; seed++)
                assert_int_equal(follies_of(bk, wise[k], seed), 0);
        book_free(bk);
    }
}

/* The lists are of things that happen: random players do them. */
static void they_happen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof battles / sizeof battles[0]; i++) {
        const struct tc_book *bk;
        struct tc_why why;
        int n = 0;
        assert_int_equal(book_load(TEST_DATA, battles[i], &bk, &why), TC_OK);
        for (uint64_t seed = 1; n == 0 && seed <= 20; seed++)
            n = follies_of(bk, "random", seed);
        if (n == 0)
            fail_msg("%s: no folly in twenty battles; the list says nothing", battles[i]);
        book_free(bk);
    }
}

/* How often a player gives a folly with that verb in so many answers of both sides. */
static int follies_with(const struct tc_book *bk, const char *player, const char *verb,
                        uint32_t answers, uint64_t seed)
{
    struct plr_spec spec;
    struct tc_why why;
    struct table t;
    int n = 0;

    assert_int_equal(plr_read(player, &spec, &why), TC_OK);
    struct plr_player *p = plr_open(&spec, bk, seed);
    lay(&t, bk, seed);
    while (t.g.tape.acts < answers && tc_game_go(&t.g) == TC_WAITS_ANSWER) {
        struct tc_view v = { bk, tc_game_state(&t.g), &t.g.u.open };
        bool free = bk->rules->questions[v.q->question].decl.flags & TC_F_FREE;
        struct tc_act a;
        memset(&a, 0, sizeof a);
        plr_decide(p, &t.g, &a);
        n += strcmp(bk->rules->verbs[a.verb].name, verb) == 0 &&
             bk->rules->staff->folly(&v, &a, free ? NULL : t.g.u.open_offers);
        assert_int_equal(tc_game_answer(&t.g, &a, NULL, &why), TC_OK);
    }
    plr_close(p);
    clear(&t);
    return n;
}

/* Malbrook's generals do not ride to and fro, minden's lines do not march through each other,
 * and at Blenheim nobody leads a brigade in person that has no enemy near; the yardstick, who
 * knows no follies, does all that. */
static void everybody_keeps_his_place(void **state)
{
    static const struct {
        const char *battle, *verb;
        uint32_t answers;
    } of[] = { { "malbrook/first-command", "ride", 400 },
               { "minden/first-battle", "move", 300 },
               { "bayonet/blenheim-1704", "go", 60 } };

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const struct tc_book *bk;
        struct tc_why why;
        int before = 0, now = 0;
        assert_int_equal(book_load(TEST_DATA, of[i].battle, &bk, &why), TC_OK);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            before += follies_with(bk, "yardstick", of[i].verb, of[i].answers, seed);
            now += follies_with(bk, "level-4:second=0", of[i].verb, of[i].answers, seed);
        }
        print_message("%s: %s %d times by the yardstick\n", of[i].battle, of[i].verb, before);
        assert_true(before > 0);
        assert_int_equal(now, 0);
        book_free(bk);
    }
}

/* At the beginning of large battles: no brigade is put out of its place, no line turns about.
 */
static void a_battle_begins_in_order(void **state)
{
    static const struct {
        const char *battle, *verb[2];
        uint32_t answers;
    } of[] = { { "bayonet/blenheim-1704", { "shift", "transfer" }, 70 },
               { "minden/minden-1759", { "turn", "turn" }, 40 } };

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const struct tc_book *bk;
        struct plr_spec spec;
        struct tc_why why;
        struct table t;
        assert_int_equal(book_load(TEST_DATA, of[i].battle, &bk, &why), TC_OK);
        assert_int_equal(plr_read("level-4", &spec, &why), TC_OK);
        struct plr_player *p = plr_open(&spec, bk, 3);
        lay(&t, bk, 3);
        for (uint32_t n = 0; n < of[i].answers && tc_game_go(&t.g) == TC_WAITS_ANSWER; n++) {
            struct tc_act a;
            memset(&a, 0, sizeof a);
            plr_decide(p, &t.g, &a);
            for (int k = 0; k < 2; k++)
                if (strcmp(bk->rules->verbs[a.verb].name, of[i].verb[k]) == 0)
                    fail_msg("%s, answer %u: %s", of[i].battle, n, of[i].verb[k]);
            assert_int_equal(tc_game_answer(&t.g, &a, NULL, &why), TC_OK);
        }
        plr_close(p);
        clear(&t);
        book_free(bk);
    }
}

/* Is there an answer that lets things be? */
static bool may_rest(const struct tc_game *g)
{
    const struct tc_question *q = &g->u.rules->questions[g->u.open.question];
    const struct tc_offers *o = g->u.open_offers;
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
    bool free = q->decl.flags & TC_F_FREE;

    for (int i = 0; i < (free ? 2 : o->n); i++) {
        struct tc_act a = { 0 };
        if (free && (!q->nth(&v, i, &a) || !q->judge(&v, &a, NULL)))
            continue;
        if (g->u.rules->verbs[free ? a.verb : o->act[i].verb].flags & TC_F_REST)
            return true;
    }
    return false;
}

/* An army that stands still never marches or charges where it need not, and it shoots. */
static void the_stander_stands(void **state)
{
    static const char *const marching[] = { "move", "step", "march", "charge", "attack" };

    (void)state;
    for (size_t i = 0; i < sizeof battles / sizeof battles[0]; i++) {
        const struct tc_book *bk;
        struct plr_spec spec;
        struct tc_why why;
        struct table t;
        int shots = 0;
        assert_int_equal(book_load(TEST_DATA, battles[i], &bk, &why), TC_OK);
        assert_int_equal(plr_read("stander", &spec, &why), TC_OK);
        struct plr_player *p = plr_open(&spec, bk, 1), *q;
        assert_int_equal(plr_read("greedy:samples=0,nature=1", &spec, &why), TC_OK);
        q = plr_open(&spec, bk, 2);
        lay(&t, bk, 5);
        while (tc_game_go(&t.g) == TC_WAITS_ANSWER && t.g.tape.acts < 900) {
            struct tc_act a;
            const struct tc_question *ask = &bk->rules->questions[t.g.u.open.question];
            memset(&a, 0, sizeof a);
            plr_decide(t.g.u.open.side == 0 ? p : q, &t.g, &a);
            const char *verb = bk->rules->verbs[a.verb].name;
            for (size_t k = 0; t.g.u.open.side == 0 && k < 5; k++)
                if (strcmp(verb, marching[k]) == 0 && may_rest(&t.g))
                    fail_msg("%s: the stander answers %s with %s", battles[i], ask->decl.name,
                             verb);
            shots += t.g.u.open.side == 0 &&
                     (strstr(verb, "fire") || strstr(verb, "shoot") || strstr(verb, "volley"));
            assert_int_equal(tc_game_answer(&t.g, &a, NULL, &why), TC_OK);
        }
        assert_true(shots > 0);
        plr_close(p);
        plr_close(q);
        clear(&t);
        book_free(bk);
    }
}

/* With the numbers set by hand as a row an eye sees what it sees without; with others it does
 * not; and no name is missing. */
static void rows_are_gone_by(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof battles / sizeof battles[0]; i++) {
        const struct tc_book *bk;
        struct plr_spec spec;
        struct tc_why why;
        struct table t;
        int16_t row[TC_TASTES];
        int differ = 0, looked = 0;
        assert_int_equal(book_load(TEST_DATA, battles[i], &bk, &why), TC_OK);
        const struct tc_eye *eye = bk->rules->eye;
        assert_in_range(eye->tastes, eye->named, TC_TASTES);
        for (int k = 0; k < eye->named; k++)
            assert_true(eye->taste[k].name && eye->taste[k].step > 0);
        assert_int_equal(plr_read("random", &spec, &why), TC_OK);
        struct plr_player *p = plr_open(&spec, bk, 1);
        lay(&t, bk, 5);
        while (eye->normal && tc_game_go(&t.g) == TC_WAITS_ANSWER && t.g.tape.acts < 300) {
            struct tc_act a;
            int v = eye->look(bk, tc_game_state(&t.g));
            memcpy(row, eye->normal, (size_t)eye->tastes * sizeof row[0]);
            plr_go_by(row);
            assert_int_equal(eye->look(bk, tc_game_state(&t.g)), v);
            for (int k = 0; k < eye->named; k++)
                row[k] = (int16_t)(row[k] + eye->taste[k].step);
            differ += eye->look(bk, tc_game_state(&t.g)) != v;
            looked++;
            plr_go_by(NULL);
            memset(&a, 0, sizeof a);
            plr_decide(p, &t.g, &a);
            assert_int_equal(tc_game_answer(&t.g, &a, NULL, &why), TC_OK);
        }
        assert_true(2 * differ >= looked);
        plr_close(p);
        clear(&t);
        book_free(bk);
    }
}

/* Levels misjudge by less where little misjudging does much, and say so; a number that is given
 * counts as it is. */
static void levels_misjudge_by_system(void **state)
{
    struct plr_spec level, given;
    const struct tc_book *bk;
    struct tc_why why;
    char text[512], part[32];
    struct tc_text t = tc_text_on(text, sizeof text), want = tc_text_on(part, sizeof part);

    (void)state;
    assert_int_equal(plr_read("level-3", &level, &why), TC_OK);
    assert_int_equal(plr_read("level-3:noise=300", &given, &why), TC_OK);
    assert_int_equal(book_load(TEST_DATA, "malbrook/first-command", &bk, &why), TC_OK);
    int here = plr_misjudging(&level, bk->rules);
    assert_in_range(here, 1, level.noise - 1);
    assert_int_equal(plr_misjudging(&given, bk->rules), 300);
    plr_say(&level, &t);
    tc_text_str(&want, "malbrook ");
    tc_text_int(&want, here);
    assert_non_null(strstr(text, part));
    book_free(bk);
    assert_int_equal(book_load(TEST_DATA, "bayonet/learning", &bk, &why), TC_OK);
    assert_int_equal(plr_misjudging(&level, bk->rules), level.noise);
    book_free(bk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_keeps_his_place),
        cmocka_unit_test(levels_misjudge_by_system),
        cmocka_unit_test(nobody_plays_the_fool),
        cmocka_unit_test(they_happen),
        cmocka_unit_test(a_battle_begins_in_order),
        cmocka_unit_test(the_stander_stands),
        cmocka_unit_test(rows_are_gone_by),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
