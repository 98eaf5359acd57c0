/* protocol/trial.c - positions from outside are tried before they are believed. */
#include "protocol/trial.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/umpire.h"
#include "players/random.h"
#include "protocol/catch.h"

enum { PLAYS = 3, ASKS = 40 };

/* --- The watch --------------------------------------------------------------------------- */

struct watch {
    struct catch_point back;
    struct trial_met met;
    const char *const *spared;
};

static _Thread_local struct watch *watching;

/* Below the root of the sources. */
static const char *short_name(const char *file)
{
    while (strncmp(file, "../", 3) == 0)
        file += 3;
    return file;
}

static bool is_spared(const struct watch *w, const char *file)
{
    for (int i = 0; w->spared && w->spared[i]; i++)
        if (strncmp(file, w->spared[i], strlen(w->spared[i])) == 0)
            return true;
    return false;
}

void trial_bug(const char *file, int line, const char *what)
{
    struct watch *w = watching;

    if (!w || is_spared(w, short_name(file)))
        return;
    w->met = (struct trial_met){ short_name(file), what, line };
    catch_throw(&w->back);
}

bool trial_watch(void (*run)(void *ctx), void *ctx, const char *const *spared,
                 struct trial_met *met)
{
    struct watch w, *before = watching; /* w.back is catch_call's to fill */

    w.met = (struct trial_met){ "", "the call was cut short", 0 };
    w.spared = spared;
    if (!tc_bug_hook)
        tc_bug_hook = trial_bug;
    watching = &w;
    bool thrown = catch_call(&w.back, run, ctx);
    watching = before;
    if (thrown)
        *met = w.met;
    return !thrown;
}

enum tc_err trial_call(void (*run)(void *ctx), void *ctx, struct tc_why *why)
{
    struct trial_met met;
    char line[16];
    struct tc_text t = tc_text_on(line, sizeof line);

    if (trial_watch(run, ctx, NULL, &met))
        return TC_OK;
    tc_text_int(&t, met.line);
    return tc_fail(why, TC_E_ILLEGAL, "position",
                   "The position cannot be played on: the rules come to something that cannot "
                   "be ({0}:{1}: {2}).",
                   met.file, line, met.what);
}

#if defined(TC_DEBUG) && TC_DEBUG
enum { CHECKED = true }; /* a game checks its checkpoints itself */
#else
enum { CHECKED = false };
#endif

void trial_step(const struct tc_game *g, int *steps)
{
    const struct tc_ruleset *r = g->u.rules;
    struct tc_refusal broken;

    memset(&broken, 0, sizeof broken);
    if (++*steps == TRIAL_STEPS)
        tc_bug(__FILE__, __LINE__, "nobody is asked anything any more");
    if (!CHECKED && !r->check(g->u.book, g->checkpoint, &broken))
        tc_bug(__FILE__, __LINE__, r->reasons[broken.reason].name);
}

/* --- Playing on ----------------------------------------------------------------------------
 */

struct trial {
    struct tc_umpire u;
    struct tc_stream lots;
    struct tc_refusal broken;
    uint64_t asks;
    bool fits, endless;
};

/* The steps up to the next question that was answered. */
static bool play_stretch(struct trial *t)
{
    const struct tc_head *h = t->u.state;
    uint64_t asks = t->u.asks;

    for (int steps = 0; t->fits && !h->over && t->u.asks == asks; steps++) {
        if (steps == TRIAL_STEPS)
            return false;
        tc_play_step(&t->u);
        t->fits = t->u.rules->check(t->u.book, t->u.state, &t->broken);
    }
    return true;
}

static void play(void *ctx)
{
    struct trial *t = ctx;
    const struct tc_head *h = t->u.state;

    while (t->fits && !t->endless && !h->over && t->u.asks < t->asks)
        t->endless = !play_stretch(t);
}

static enum tc_err say_trial(const struct tc_book *bk, const struct trial *t,
                             struct tc_why *why)
{
    char text[512];
    struct tc_text said = tc_text_on(text, sizeof text);

    if (t->endless)
        return tc_fail(why, TC_E_ILLEGAL, "position",
                       "The position cannot be played on: nobody is asked anything any more.");
    if (t->fits)
        return TC_OK;
    tc_say_refusal(bk->rules, bk, &t->broken, &said);
    return tc_fail(why, TC_E_ILLEGAL, "position", "The position cannot be played on: {0}",
                   text);
}

enum tc_err trial_play(const struct tc_book *bk, const void *state, uint64_t seed,
                       uint64_t asks, struct tc_why *why)
{
    struct trial t = { .lots = tc_stream_from(~seed), .asks = asks, .fits = true };
    void *copy = aligned_alloc(64, (bk->rules->state_size + 63u) / 64 * 64);
    struct tc_offers *offers = malloc(sizeof *offers);

    TC_BUG_ON(!copy || !offers);
    memcpy(copy, state, bk->rules->state_size);
    t.u.rules = bk->rules;
    t.u.book = bk;
    t.u.state = copy;
    t.u.offers = offers;
    t.u.stream = tc_stream_from(seed);
    t.u.private_stream = tc_stream_from(1);
    t.u.player[0] = t.u.player[1] = (struct tc_player){ player_random, &t.lots };
    enum tc_err err = trial_call(play, &t, why);
    if (err == TC_OK)
        err = say_trial(bk, &t, why);
    free(copy);
    free(offers);
    return err;
}

static enum tc_err check(const struct tc_book *bk, const void *state, struct tc_why *why)
{
    struct tc_refusal broken;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&broken, 0, sizeof broken);
    if (bk->rules->check(bk, state, &broken))
        return TC_OK;
    tc_say_refusal(bk->rules, bk, &broken, &t);
    return tc_fail(why, TC_E_ILLEGAL, "position", "The position cannot be: {0}", text);
}

enum tc_err trial_plays(const struct tc_book *bk, const void *state, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    for (uint64_t i = 0; err == TC_OK && i < PLAYS; i++)
        err = trial_play(bk, state, i, ASKS, why);
    return err;
}

enum tc_err trial_position(const struct tc_book *bk, const void *state, struct tc_why *why)
{
    enum tc_err err = check(bk, state, why);

    return err != TC_OK ? err : trial_plays(bk, state, why);
}
