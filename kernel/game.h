/* kernel/game.h - a game under way: book + checkpoint + tape.
 *
 * To go on, the game copies the checkpoint to a scratch state and runs the step on the tape.
 * Where the tape ends at a question, the game waits; the answer joins the tape and the step
 * is run again. A finished step becomes the new checkpoint. Nothing here allocates.
 */
#ifndef TC_GAME_H
#define TC_GAME_H

#include "kernel/umpire.h"

enum tc_status {
    TC_WAITS_ANSWER, /* g->u.open and g->u.open_offers; the position is g->snapshot */
    TC_WAITS_DICE,   /* g->u.open_die, open_dice, open_rule */
    TC_IS_OVER,
    TC_DIFFERS, /* replay: g->u.differs_at */
};

struct tc_game {
    struct tc_umpire u;
    struct tc_tape tape;
    void *mem;        /* the block the three states lie in */
    void *checkpoint; /* state at the beginning of the step */
    void *scratch;
    void *snapshot;           /* state at the open question, or at the end */
    uint32_t act_at, face_at; /* tape at the checkpoint */
    enum tc_status status;
    /* Called at every new checkpoint, before the next step; may be NULL. */
    void (*on_checkpoint)(void *ctx, struct tc_game *g);
    void *ctx;
};

/* Bytes of memory a game of this system needs for its three states. */
size_t tc_game_memory(const struct tc_ruleset *r);

/* A new game at its setup. mem is tc_game_memory bytes, aligned as malloc does; the two
 * offers and the tape's arrays belong to the caller too. Then call tc_game_go. */
void tc_game_init(struct tc_game *g, const struct tc_book *bk, void *mem,
                  struct tc_offers *work, struct tc_offers *open);

/* The same from a given checkpoint. */
void tc_game_init_from(struct tc_game *g, const struct tc_book *bk, void *mem,
                       struct tc_offers *work, struct tc_offers *open, const void *state);

/* Go on as far as tape, players and dice reach. */
enum tc_status tc_game_go(struct tc_game *g);

/* Judge an answer to the open question; put it on the tape if it is legal. Then tc_game_go.
 * On failure nothing has changed, and why (and refusal, for TC_E_ILLEGAL) say what is wrong. */
enum tc_err tc_game_answer(struct tc_game *g, const struct tc_act *a,
                           struct tc_refusal *refusal, struct tc_why *why);

/* The same for an act that is known to be legal: an offer, or what the judge has just accepted.
 * No hash is kept with it, so that a replay of this tape compares no position there. */
void tc_game_take(struct tc_game *g, const struct tc_act *a);

/* After u.leave has left tc_game_go: what the game waits for. */
enum tc_status tc_game_left(struct tc_game *g);

/* Typed dice: the faces of the open roll, as many as it asks. Then tc_game_go. */
enum tc_err tc_game_dice(struct tc_game *g, const int8_t *face, int n, struct tc_why *why);

/* The position people see: the snapshot at the open question, or the final state. */
const void *tc_game_state(const struct tc_game *g);
uint64_t tc_game_hash(const struct tc_game *g);

/* True when no answer has been given since the checkpoint: the moment for adjust. */
bool tc_game_at_checkpoint(const struct tc_game *g);

/* A game of its own from g's checkpoint and tape, veiled for a side (TC_NONE: not veiled),
 * with dice of its own. Memory and tape room as for tc_game_init; only what has been taped
 * since the checkpoint is copied. */
void tc_fork(const struct tc_game *g, int side, uint64_t seed, struct tc_game *out, void *mem,
             struct tc_offers *work, struct tc_offers *open);

#endif
