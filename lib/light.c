/* lib/light.c - games without record and log. */
#include "lib/light.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/catch.h"
#include "protocol/session_own.h"
#include "protocol/trial.h"

/* What is behind the checkpoint is of no use any more. */
static void forget_tape(void *ctx, struct tc_game *g)
{
    (void)ctx;
    if (g->act_at != g->tape.acts || g->face_at != g->tape.faces)
        return;
    g->act_at = g->face_at = 0;
    g->tape.acts = g->tape.faces = 0;
}

static void take_seats(struct ses_game *s)
{
    s->seats = TC_SIDES;
    for (int i = 0; i < TC_SIDES; i++) {
        snprintf(s->seat[i].name, SES_NAME, "%s", s->book->side_name[i]);
        snprintf(s->seat[i].kind, SES_KIND, "program");
        s->seat[i].side = (int8_t)i;
    }
}

/* Room for what one call may play: many faces, one answer. */
static void reserve(struct ses_game *s)
{
    struct tc_tape *t = &s->g.tape;

    t->act = ses_grow(t->act, t->acts + 1, &t->act_room, sizeof t->act[0]);
    t->face = ses_grow(t->face, t->faces + TC_TAPE_ROOM, &t->face_room, 1);
}

struct ses_game *light_session(const struct tc_book *bk)
{
    struct ses_game *s = ses_alloc(sizeof *s);

    s->book = bk;
    s->mem = ses_alloc(tc_game_memory(bk->rules));
    s->work = ses_alloc_offers();
    s->open = ses_alloc_offers();
    take_seats(s);
    return s;
}

void light_free(struct ses_game *s)
{
    if (s)
        s->lines = 0; /* they were counted, not kept */
    ses_free(s);
}

static void watch_tape(struct ses_game *s)
{
    s->g.on_checkpoint = forget_tape;
    s->g.ctx = s;
}

static void go(void *game)
{
    tc_game_go(game);
}

static void leave(void *point)
{
    catch_throw(point);
}

/* Nobody needs the rest of a step that waits: it is left, where that is cheap. */
static void go_and_leave(struct tc_game *g)
{
    struct catch_point point;

    g->u.leave = leave;
    g->u.leave_ctx = &point;
    if (catch_call(&point, go, g))
        tc_game_left(g);
    g->u.leave = NULL;
}

void light_go(struct ses_game *s)
{
    reserve(s);
    s->g.u.private_stream = tc_stream_from(1); /* as a session does: alike from the same tape */
    s->g.u.dice = s->typed_dice ? TC_DICE_TYPED : TC_DICE_FAIR;
    if (CATCH_IS_CHEAP)
        go_and_leave(&s->g);
    else
        tc_game_go(&s->g);
    TC_BUG_ON(s->g.status == TC_DIFFERS);
}

/* --- Beginning ------------------------------------------------------------------------------
 */

static enum tc_err take_seed(struct ses_game *s, const json_t *seed, struct tc_why *why)
{
    if (seed && !js_read_seed(seed, s->seed))
        return tc_fail(why, TC_E_SYNTAX, "seed", "seed is a string of 32 hex digits.");
    if (!seed && !ses_draw_seed(s->seed))
        return tc_fail(why, TC_E_FILE, "seed", "The system gives no random numbers.");
    return TC_OK;
}

static enum tc_err take_state(struct ses_game *s, const json_t *request, struct tc_why *why)
{
    const struct tc_book *bk = s->book;
    const json_t *state = json_object_get(request, "state");
    bool partial = json_is_true(json_object_get(request, "partial"));

    if (!state) {
        tc_game_init(&s->g, bk, s->mem, s->work, s->open);
        return TC_OK;
    }
    void *bytes = ses_alloc(bk->rules->state_size);
    if (partial) {
        ((struct tc_head *)bytes)->book = bk->hash;
        bk->rules->setup(bk, bytes);
    }
    enum tc_err err = js_read_state(bk, state, partial ? JS_PARTIAL | JS_TEXT : 0, bytes, why);
    if (err == TC_OK)
        err = trial_position(bk, bytes, why);
    if (err == TC_OK)
        tc_game_init_from(&s->g, bk, s->mem, s->work, s->open, bytes);
    s->outside = true;
    free(bytes);
    return err;
}

enum tc_err light_begin(tri_game *g, const struct tc_book *bk, const json_t *request,
                        struct tc_why *why)
{
    struct ses_game *s = g->p.s = light_session(bk);
    enum tc_err err = TC_OK;

    if (json_object_get(request, "seats"))
        err = tc_fail(why, TC_E_KEY, "seats", "A light game has one seat a side, both yours.");
    if (err == TC_OK)
        err = take_seed(s, json_object_get(request, "seed"), why);
    if (err == TC_OK)
        err = take_state(s, request, why);
    if (err != TC_OK)
        return err;
    s->typed_dice = json_object_get(request, "dice") != NULL;
    memcpy(s->g.u.stream.seed, s->seed, sizeof s->seed);
    watch_tape(s);
    light_go(s);
    return TC_OK;
}

void light_clone(tri_game *g, const struct tc_book *bk, const struct ses_game *from, int seat,
                 uint64_t seed)
{
    struct ses_game *s = g->p.s = light_session(bk);
    struct tc_tape *t = &s->g.tape;

    t->act_room = from->g.tape.acts - from->g.act_at + 64;
    t->face_room = from->g.tape.faces - from->g.face_at + 2 * TC_TAPE_ROOM;
    t->act = ses_alloc(t->act_room * sizeof *t->act);
    t->face = ses_alloc(t->face_room);
    tc_fork(&from->g, ses_side_of(from, seat), seed, &s->g, s->mem, s->work, s->open);
    s->g.u.book = bk;
    s->typed_dice = from->typed_dice;
    s->outside = from->outside;
    s->seed[0] = seed;
    watch_tape(s);
    light_go(s);
}

/* --- Going on -------------------------------------------------------------------------------
 */

enum tc_err light_answer(struct ses_game *s, const struct tc_act *a, struct tc_refusal *refusal,
                         struct tc_why *why)
{
    reserve(s);
    enum tc_err err = tc_game_answer(&s->g, a, refusal, why);
    if (err != TC_OK)
        return err;
    s->lines++; /* the number of the next question */
    light_go(s);
    return TC_OK;
}

void light_take(struct ses_game *s, const struct tc_act *a)
{
    reserve(s);
    tc_game_take(&s->g, a);
    s->lines++;
    light_go(s);
}

enum tc_err light_dice(struct ses_game *s, const int8_t *face, int n, struct tc_why *why)
{
    reserve(s);
    enum tc_err err = tc_game_dice(&s->g, face, n, why);
    if (err != TC_OK)
        return err;
    s->lines++;
    light_go(s);
    return TC_OK;
}
