/* tests/support/toy_game.c - a toy game with its memory. */
#include "tests/support/toy_game.h"

#include <string.h>

static void hear(void *ctx, const struct tc_event *e)
{
    struct toy_heard *h = ctx;

    TC_BUG_ON(h->n == TOY_HEARD);
    h->event[h->n] = *e;
    if (e->act)
        h->act[h->n] = *e->act;
    h->event[h->n++].act = NULL;
}

static void lay_out(struct toy_table *t, uint64_t seed)
{
    t->g.tape = (struct tc_tape){ .act = t->act,
                                  .act_room = 2 * TC_TAPE_ROOM,
                                  .face = t->face,
                                  .face_room = 2 * TC_TAPE_ROOM };
    t->g.u.stream = tc_stream_from(seed);
    t->g.u.sink = hear;
    t->g.u.sink_ctx = &t->heard;
    t->heard.n = 0;
}

void toy_begin(struct toy_table *t, uint64_t seed)
{
    TC_BUG_ON(tc_game_memory(&toy_rules) > sizeof t->mem);
    tc_game_init(&t->g, &toy_book, t->mem, &t->work, &t->open);
    lay_out(t, seed);
}

void toy_begin_from(struct toy_table *t, uint64_t seed, const struct toy_state *s)
{
    tc_game_init_from(&t->g, &toy_book, t->mem, &t->work, &t->open, s);
    lay_out(t, seed);
}

struct toy_state toy_start(void)
{
    struct toy_state s;

    memset(&s, 0, sizeof s);
    s.head.book = toy_book.hash;
    toy_rules.setup(&toy_book, &s);
    return s;
}

bool toy_play(struct toy_table *t, const char *act)
{
    struct tc_act a;
    struct tc_why why;

    if (tc_parse_act(&toy_rules, &toy_book, act, strlen(act), &a, &why) != TC_OK ||
        tc_game_answer(&t->g, &a, NULL, &why) != TC_OK)
        return false;
    tc_game_go(&t->g);
    return true;
}

void toy_by_lot(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}
