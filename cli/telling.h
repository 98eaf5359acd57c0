/* cli/telling.h - the order in which the log of a battle is read. */
#ifndef CLI_TELLING_H
#define CLI_TELLING_H

#include "protocol/session.h"

/* Prints one entry; false: it is nothing that this reader is told. */
typedef bool cli_print_entry(const void *ctx, const struct ses_entry *e);

/* Dice, what is added to them and what it comes to. */
bool cli_is_working(const struct ses_entry *e);

/* Entries from..to-1: first what came of it, then the dice and sums it came of. What led to no
 * sentence stands before the next answer. */
void cli_tell_entries(const struct ses_game *s, uint32_t from, uint32_t to,
                      cli_print_entry *print, const void *ctx);

#endif
