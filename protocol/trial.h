/* protocol/trial.h - positions from outside are tried before they are believed.
 *
 * A system's check sees what stands in a state; whether the rules can go on from it shows only
 * when they do. So a position that was typed, read or adjusted is played on a copy first, and
 * what would be a bug of ours in a battle from its beginning is there a refusal.
 */
#ifndef PROTOCOL_TRIAL_H
#define PROTOCOL_TRIAL_H

#include "kernel/game.h"

/* Steps without a question after which nobody will be asked any more. */
enum { TRIAL_STEPS = 500 };

/* Call run(ctx) in this thread; where tc_bug would end the program the call ends instead, and
 * why says what was met. Memory that run has taken and not yet given back is lost then. */
enum tc_err trial_call(void (*run)(void *ctx), void *ctx, struct tc_why *why);

/* What tc_bug was told. */
struct trial_met {
    const char *file, *what;
    int line;
};

/* The same for a caller who says himself what was met; false: something was. Mistakes in files
 * of the folders `spared` ("server/", ends in NULL; or NULL: none) end the program still. */
bool trial_watch(void (*run)(void *ctx), void *ctx, const char *const *spared,
                 struct trial_met *met);

/* For a tc_bug_hook of one's own, at its beginning: returns unless a trial is under way. */
void trial_bug(const char *file, int line, const char *what);

/* For a game played inside trial_call, at each of its checkpoints; steps counts them. */
void trial_step(const struct tc_game *g, int *steps);

/* Play a copy on by random answers, up to so many: no bug of ours, no broken invariant. */
enum tc_err trial_play(const struct tc_book *bk, const void *state, uint64_t seed,
                       uint64_t asks, struct tc_why *why);

/* Some such plays. */
enum tc_err trial_plays(const struct tc_book *bk, const void *state, struct tc_why *why);

/* Is it a position that can be, and from which the rules go on? */
enum tc_err trial_position(const struct tc_book *bk, const void *state, struct tc_why *why);

#endif
