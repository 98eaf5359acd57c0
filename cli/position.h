/* cli/position.h - one way to get at a position: a scenario, a file, a record. */
#ifndef CLI_POSITION_H
#define CLI_POSITION_H

#include "cli/cli.h"
#include "protocol/session.h"

/* Open SCENARIO, a scenario or position file, or a record (at its end) as a game with no
 * players. The book belongs to it and goes with position_close. */
enum tc_err position_open(struct cli *c, const char *what, struct ses_game **out,
                          struct tc_why *why);
void position_close(struct ses_game *s);

/* Replay a record and verify it; if out is not NULL the game is handed over. */
enum tc_err position_replay(struct cli *c, const char *path, bool adopt, struct ses_game **out,
                            struct tc_why *why);

#endif
