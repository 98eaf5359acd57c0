/* protocol/session_try.c - a game from a position of its own goes each stretch on a copy first.
 *
 * Such a position may be one that no battle reaches, and trip the rules many answers later.
 * Then the answer is refused, and the game stands where it stood.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/session_own.h"
#include "protocol/trial.h"

struct attempt {
    struct ses_game s; /* looks at everything of the game, has a fork in its place */
    int steps;
};

static void count_step(void *ctx, struct tc_game *g)
{
    struct attempt *a = ctx;

    trial_step(g, &a->steps);
}

static void run(void *ctx)
{
    struct attempt *a = ctx;

    ses_run(&a->s);
}

/* A fork by the dice of the game itself, with a log of its own. */
static void set_out(const struct ses_game *s, struct ses_fork *f, struct attempt *a)
{
    ses_fork_init(s, f);
    ses_fork_fill(s, SES_UMPIRE, 0, f);
    f->g.u.stream = s->g.u.stream;
    a->s = *s;
    a->s.g = f->g;
    a->s.g.on_checkpoint = count_step;
    a->s.g.ctx = a;
    a->s.entry = NULL;
    a->s.entries = a->s.entry_room = 0;
    a->s.die = NULL;
    a->s.die_room = 0;
    a->s.place_base = s->g.face_at;
}

enum tc_err ses_try(struct ses_game *s, struct tc_why *why)
{
    struct attempt *a;
    struct ses_fork f;

    if (!s->outside)
        return TC_OK;
    ses_fresh_seed(s);
    a = ses_alloc(sizeof *a);
    set_out(s, &f, a);
    enum tc_err err = trial_call(run, a, why);
    f.g.tape = a->s.g.tape;
    ses_fork_free(&f);
    for (uint32_t i = 0; i < a->s.entries; i++)
        ses_free_entry(&a->s.entry[i]);
    free(a->s.entry);
    free(a->s.die);
    free(a);
    return err;
}

enum tc_err ses_guard(const struct ses_game *s, void (*run_it)(void *ctx), void *ctx,
                      struct tc_why *why)
{
    if (s->outside)
        return trial_call(run_it, ctx, why);
    run_it(ctx);
    return TC_OK;
}
