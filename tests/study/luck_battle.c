/* tests/study/luck_battle.c - battles by lot in which some dice fall as one side hopes. */
#include "tests/study/luck_battle.h"

#include <stdlib.h>
#include <string.h>

static void *room(size_t n)
{
    void *p = calloc(1, n);

    TC_BUG_ON(!p);
    return p;
}

static void hear(void *ctx, const struct tc_event *e)
{
    struct luck_battle *b = ctx;
    struct lck l;

    if (b->hear)
        b->hear(b->ctx, e);
    if ((e->kind == TC_EV_DIE || e->kind == TC_EV_POOL) && e->good == TC_UNSAID) {
        b->unsaid++;
        b->unsaid_rule = e->rule;
    }
    if (!lck_of(e, &l))
        return;
    b->luck[e->side].sum += l.sum;
    b->luck[e->side].dice += l.dice;
}

static void at_checkpoint(void *ctx, struct tc_game *g)
{
    (void)ctx;
    g->tape.acts = g->tape.faces = 0;
    g->act_at = g->face_at = 0;
}

/* The best face for whoever hopes so, or the worst. */
static int8_t wished(enum tc_die die, int good, bool best)
{
    const struct tc_die_kind *k = &tc_die_kind[die];

    if (good == TC_MIDDLE)
        return (int8_t)(best ? (k->low + k->high) / 2 : k->high);
    return (good == TC_HIGH) == best ? k->high : k->low;
}

static void lay_dice(struct luck_battle *b, struct tc_game *g, struct tc_stream *dice)
{
    const struct tc_umpire *u = &g->u;
    int8_t face[TC_POOL];
    struct tc_why why;
    bool hoped = u->open_good != TC_UNSAID && u->open_good != TC_NO_FACE;
    bool laid =
        b->lucky != TC_NONE && hoped && (!b->rule || strcmp(b->rule, u->open_rule) == 0);

    for (int i = 0; i < u->open_dice; i++)
        face[i] =
            laid ? wished((enum tc_die)u->open_die, u->open_good, u->open_thrower == b->lucky)
                 : (int8_t)tc_draw_face(dice, (enum tc_die)u->open_die);
    enum tc_err err = tc_game_dice(g, face, u->open_dice, &why);
    TC_BUG_ON(err != TC_OK);
}

static void answer(struct luck_battle *b, struct tc_game *g, struct tc_stream *lots,
                   struct tc_offers *open)
{
    struct tc_view v = { b->bk, g->snapshot, &g->u.open };
    struct tc_umpire u = g->u;
    struct tc_why why;
    struct tc_act a;

    memset(&a, 0, sizeof a);
    u.offers = open;
    tc_random_answer(&u, &v, lots, &a);
    enum tc_err err = tc_game_answer(g, &a, NULL, &why);
    TC_BUG_ON(err != TC_OK);
}

void luck_battle(struct luck_battle *b)
{
    struct tc_stream lots = tc_stream_from(b->seed), dice = tc_stream_from(b->seed + 1);
    struct tc_offers *work = room(sizeof *work), *open = room(sizeof *open);
    void *mem = aligned_alloc(64, tc_game_memory(b->bk->rules));
    struct tc_game g;
    enum tc_status status;

    TC_BUG_ON(!mem);
    memset(b->luck, 0, sizeof b->luck);
    tc_game_init(&g, b->bk, mem, work, open);
    g.tape = (struct tc_tape){ .act = room(TC_TAPE_ROOM * sizeof *g.tape.act),
                               .act_room = TC_TAPE_ROOM,
                               .face = room(2 * TC_TAPE_ROOM),
                               .face_room = 2 * TC_TAPE_ROOM };
    g.u.dice = TC_DICE_TYPED;
    g.u.sink = hear;
    g.u.sink_ctx = b;
    g.on_checkpoint = at_checkpoint;
    while ((status = tc_game_go(&g)) != TC_IS_OVER)
        if (status == TC_WAITS_DICE)
            lay_dice(b, &g, &dice);
        else
            answer(b, &g, &lots, open);
    b->winner = ((const struct tc_head *)tc_game_state(&g))->winner;
    free(g.tape.act);
    free(g.tape.face);
    free(mem);
    free(work);
    free(open);
}
