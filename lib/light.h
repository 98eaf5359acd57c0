/* lib/light.h - games without record and log: for thinking, learning and vectors of games.
 *
 * A light game is a session that only looks: questions, scenes and odds come from it as from
 * any other, but answers go straight to the game inside, and its tape holds no more than the
 * answers since the checkpoint.
 */
#ifndef LIB_LIGHT_H
#define LIB_LIGHT_H

#include "lib/own.h"

/* Begin by a request as "new" or "load" of docs/protocol.md take it. */
enum tc_err light_begin(tri_game *g, const struct tc_book *bk, const json_t *request,
                        struct tc_why *why);

/* A copy of another game as a seat may imagine it. */
void light_clone(tri_game *g, const struct tc_book *bk, const struct ses_game *from, int seat,
                 uint64_t seed);

/* The session of a light game with its memory, not yet begun. */
struct ses_game *light_session(const struct tc_book *bk);
void light_free(struct ses_game *s);

enum tc_err light_answer(struct ses_game *s, const struct tc_act *a, struct tc_refusal *refusal,
                         struct tc_why *why);

/* The same for one of the answers that the question has offered. */
void light_take(struct ses_game *s, const struct tc_act *a);
enum tc_err light_dice(struct ses_game *s, const int8_t *face, int n, struct tc_why *why);
void light_go(struct ses_game *s);

#endif
