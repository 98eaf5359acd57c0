/* protocol/program.h - a player that is any outside program, asked by JSON lines.
 *
 * The program is run by the shell and lives through many battles. For each of its questions it
 * gets one line and owes one line; docs/protocol.md shows them. It is told what its seat may
 * see and nothing more.
 */
#ifndef PROG_PROGRAM_H
#define PROG_PROGRAM_H

#include "protocol/json.h"

struct prog;

enum tc_err prog_open(const char *command, const struct tc_book *bk, struct prog **out,
                      struct tc_why *why);
void prog_close(struct prog *p); /* NULL is allowed */

/* Its answer to the open question. Three illegal answers to a question, a line that is not
 * JSON, silence of a minute or its end: false, and prog_trouble says what was wrong. */
bool prog_decide(struct prog *p, const struct tc_game *g, struct tc_act *out);

/* What went wrong first, or "". */
const char *prog_trouble(const struct prog *p);

/* As a player of a session: when the program fails the answer is by lot. */
struct tc_player prog_seat(struct prog *p, const struct tc_game *g);

#endif
