/* tests/players/test_shelf.c - what playouts keep beside the state (boxes, indexes) changes
 * nothing: with it and without it every question finds the same position and the same answer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "book/book.h"
#include "players/arena.h"

enum { QUESTIONS = 6000 };

struct watch {
    struct tc_stream lots;
    int n;
    uint64_t seen[QUESTIONS];
};

static void watch(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct watch *w = ctx;

    tc_random_answer(u, v, &w->lots, out);
    if (w->n == QUESTIONS)
        return;
    uint64_t h = tc_hash(v->state, u->rules->state_size, (uint64_t)v->q->question);
    w->seen[w->n++] = tc_hash(out, sizeof *out, h);
}

static void play(const struct tc_book *bk, uint64_t seed, bool shelf, struct watch *w)
{
    struct plr_arena a;

    plr_arena_open(&a, bk);
    if (!shelf) {
        free(a.u.shelf);
        a.u.shelf = NULL;
        a.u.book = bk;
    }
    w->lots = tc_stream_from(seed);
    w->n = 0;
    for (int side = 0; side < TC_SIDES; side++)
        a.u.player[side] = (struct tc_player){ watch, w };
    plr_arena_play(&a, seed, QUESTIONS);
    plr_arena_close(&a);
}

static void agrees(const char *id, int battles)
{
    static struct watch with, without;
    const struct tc_book *bk;
    struct tc_why why;

    assert_int_equal(book_load(TEST_DATA, id, &bk, &why), TC_OK);
    assert_true(bk->rules->shelf > 0);
    for (int i = 1; i <= battles; i++) {
        play(bk, (uint64_t)i, true, &with);
        play(bk, (uint64_t)i, false, &without);
        assert_in_range(with.n, 20, QUESTIONS);
        assert_int_equal(with.n, without.n);
        assert_memory_equal(with.seen, without.seen, (size_t)with.n * sizeof with.seen[0]);
    }
    book_free(bk);
}

static void malbrook(void **state)
{
    (void)state;
    agrees("malbrook/blenheim-1704", 2);
    agrees("malbrook/first-command", 12);
}

static void minden(void **state)
{
    (void)state;
    agrees("minden/minden-1759", 12);
    agrees("minden/first-battle", 12);
}

static void bayonet(void **state)
{
    (void)state;
    agrees("bayonet/learning", 6);
}

static void reason(void **state)
{
    (void)state;
    agrees("reason/lobositz-1756", 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malbrook),
        cmocka_unit_test(minden),
        cmocka_unit_test(bayonet),
        cmocka_unit_test(reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
