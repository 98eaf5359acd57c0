/* kernel/game.c - a game under way. */
#include "kernel/game.h"

#include <string.h>

static size_t rounded(size_t n)
{
    return (n + 63) / 64 * 64;
}

size_t tc_game_memory(const struct tc_ruleset *r)
{
    return 3 * rounded(r->state_size);
}

static void lay_out(struct tc_game *g, const struct tc_book *bk, void *mem,
                    struct tc_offers *work, struct tc_offers *open)
{
    unsigned char *m = mem;
    size_t n = rounded(bk->rules->state_size);

    memset(g, 0, sizeof *g);
    memset(m, 0, 3 * n);
    g->mem = m;
    g->checkpoint = m;
    g->scratch = m + n;
    g->snapshot = m + 2 * n;
    g->u.rules = bk->rules;
    g->u.book = bk;
    g->u.offers = work;
    g->u.open_offers = open;
    g->u.snapshot = g->snapshot;
    g->u.differs_at = -1;
    g->u.private_stream = tc_stream_from(1);
    work->n = open->n = 0;
}

void tc_game_init(struct tc_game *g, const struct tc_book *bk, void *mem,
                  struct tc_offers *work, struct tc_offers *open)
{
    lay_out(g, bk, mem, work, open);
    ((struct tc_head *)g->checkpoint)->book = bk->hash;
    bk->rules->setup(bk, g->checkpoint);
    memcpy(g->snapshot, g->checkpoint, bk->rules->state_size);
}

void tc_game_init_from(struct tc_game *g, const struct tc_book *bk, void *mem,
                       struct tc_offers *work, struct tc_offers *open, const void *state)
{
    lay_out(g, bk, mem, work, open);
    memcpy(g->checkpoint, state, bk->rules->state_size);
    memcpy(g->snapshot, state, bk->rules->state_size);
}

#if defined(TC_DEBUG) && TC_DEBUG
/* A bug is told by the name of the invariant it breaks. */
static void check_invariants(const struct tc_game *g)
{
    struct tc_refusal why;

    memset(&why, 0, sizeof why);
    if (!g->u.rules->check(g->u.book, g->checkpoint, &why))
        tc_bug(__FILE__, __LINE__, g->u.rules->reasons[why.reason].name);
}
#endif

/* The step is finished: what it left behind is the new checkpoint. */
static void commit(struct tc_game *g)
{
    void *was = g->checkpoint;

    g->checkpoint = g->scratch;
    g->scratch = was;
    g->act_at = g->u.act_at;
    g->face_at = g->u.face_at;
    g->u.told = 0;
#if defined(TC_DEBUG) && TC_DEBUG
    check_invariants(g);
#endif
    if (g->on_checkpoint)
        g->on_checkpoint(g->ctx, g);
}

/* Steps may follow each other without an answer or a die, but not for ever. */
enum { IDLE_STEPS = 100000 };

static enum tc_status wait(struct tc_game *g)
{
    if (g->u.differs_at >= 0)
        return g->status = TC_DIFFERS;
    g->u.told = g->u.events;
    return g->status = g->u.pending == TC_PENDING_ASK ? TC_WAITS_ANSWER : TC_WAITS_DICE;
}

enum tc_status tc_game_left(struct tc_game *g)
{
    void *was = g->snapshot;

    g->snapshot = g->u.snapshot = g->scratch; /* the state is as the question left it */
    g->scratch = was;
    return wait(g);
}

enum tc_status tc_game_go(struct tc_game *g)
{
    const struct tc_ruleset *r = g->u.rules;
    int idle = 0;

    while (!((const struct tc_head *)g->checkpoint)->over) {
        memcpy(g->scratch, g->checkpoint, r->state_size);
        g->u.state = g->scratch;
        g->u.tape = &g->tape;
        g->u.act_at = g->act_at;
        g->u.face_at = g->face_at;
        tc_play_step(&g->u);
        if (g->u.differs_at >= 0 || g->u.pending != TC_PENDING_NONE)
            return wait(g);
        idle = g->u.step_asks == 0 && g->face_at == g->u.face_at ? idle + 1 : 0;
        TC_BUG_ON(idle == IDLE_STEPS);
        commit(g);
    }
    memcpy(g->snapshot, g->checkpoint, r->state_size);
    return g->status = TC_IS_OVER;
}

const void *tc_game_state(const struct tc_game *g)
{
    return g->snapshot;
}

uint64_t tc_game_hash(const struct tc_game *g)
{
    return tc_hash(g->snapshot, g->u.rules->state_size, 0);
}

bool tc_game_at_checkpoint(const struct tc_game *g)
{
    return g->status == TC_WAITS_ANSWER && g->tape.acts == g->act_at &&
           g->tape.faces == g->face_at;
}

static enum tc_err say_status(const struct tc_game *g, struct tc_why *why)
{
    if (g->status == TC_IS_OVER)
        return tc_fail(why, TC_E_OVER, "answer", "The battle is over.");
    if (g->status == TC_WAITS_DICE)
        return tc_fail(why, TC_E_STALE, "answer", "Dice are wanted now, not an answer.");
    return tc_fail(why, TC_E_STALE, "answer", "No question is open.");
}

static void put_answer(struct tc_game *g, const struct tc_act *a, uint64_t hash)
{
    TC_BUG_ON(g->tape.acts == g->tape.act_room);
    struct tc_taped *e = &g->tape.act[g->tape.acts++];
    memset(e, 0, sizeof *e);
    e->act = *a;
    e->hash = hash;
    e->face = g->tape.faces;
    e->question = g->u.open.question;
    e->side = g->u.open.side;
}

enum tc_err tc_game_answer(struct tc_game *g, const struct tc_act *a,
                           struct tc_refusal *refusal, struct tc_why *why)
{
    const struct tc_ruleset *r = g->u.rules;
    struct tc_view v = { g->u.book, g->snapshot, &g->u.open };
    struct tc_refusal local;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    if (g->status != TC_WAITS_ANSWER)
        return say_status(g, why);
    if (!refusal)
        refusal = &local;
    if (!tc_judge_act(r, &v, g->u.open_offers, a, refusal)) {
        tc_say_refusal(r, g->u.book, refusal, &t);
        return tc_fail(why, TC_E_ILLEGAL, refusal->rule, "{0}", text);
    }
    put_answer(g, a, tc_game_hash(g));
    return TC_OK;
}

void tc_game_take(struct tc_game *g, const struct tc_act *a)
{
    TC_BUG_ON(g->status != TC_WAITS_ANSWER);
    put_answer(g, a, 0);
}

enum tc_err tc_game_dice(struct tc_game *g, const int8_t *face, int n, struct tc_why *why)
{
    char want[16], got[16];
    struct tc_text tw = tc_text_on(want, sizeof want), tg = tc_text_on(got, sizeof got);

    if (g->status != TC_WAITS_DICE)
        return tc_fail(why, TC_E_STALE, "dice", "No dice are wanted now.");
    if (n != g->u.open_dice) {
        tc_text_int(&tw, g->u.open_dice);
        tc_text_int(&tg, n);
        return tc_fail(why, TC_E_RANGE, "dice", "{0} dice are wanted, not {1}.", want, got);
    }
    for (int i = 0; i < n; i++)
        if (tc_die_weight((enum tc_die)g->u.open_die, face[i]) == 0) {
            tc_text_int(&tg, face[i]);
            return tc_fail(why, TC_E_RANGE, "dice", "There is no {0} on this die ({1}).", got,
                           tc_die_kind[g->u.open_die].name);
        }
    TC_BUG_ON(g->tape.faces + (uint32_t)n > g->tape.face_room);
    memcpy(g->tape.face + g->tape.faces, face, (size_t)n);
    g->tape.faces += (uint32_t)n;
    return TC_OK;
}

void tc_fork(const struct tc_game *g, int side, uint64_t seed, struct tc_game *out, void *mem,
             struct tc_offers *work, struct tc_offers *open)
{
    struct tc_tape tape = out->tape; /* the caller has given it room */
    uint32_t acts = g->tape.acts - g->act_at, faces = g->tape.faces - g->face_at;

    tc_game_init_from(out, g->u.book, mem, work, open, g->checkpoint);
    TC_BUG_ON(acts > tape.act_room || faces > tape.face_room);
    out->tape = tape;
    for (uint32_t i = 0; i < acts; i++) {
        out->tape.act[i] = g->tape.act[g->act_at + i];
        out->tape.act[i].face -= g->face_at;
    }
    if (faces)
        memcpy(out->tape.face, g->tape.face + g->face_at, faces);
    out->tape.acts = acts;
    out->tape.faces = faces;
    out->u.stream = tc_stream_from(seed);
    out->u.ask_single = g->u.ask_single; /* else its tape would not fit */
    if (side != TC_NONE && g->u.rules->veil) {
        struct tc_stream s = tc_stream_from(~seed);
        g->u.rules->veil(g->u.book, out->checkpoint, side, &s);
    }
}
