/* cli/where.h - which store is meant: by its address, or by where the address is written. */
#ifndef CLI_WHERE_H
#define CLI_WHERE_H

#include "kernel/text.h"

/* FILE, sqlite:FILE or postgres://... as it is; @FILE is the first line of the file; @ alone,
 * or NULL where there is one, is the environment's TRICORNE_STORE. A password does not belong
 * on a command line, where everybody on the machine can read it: it is refused. From now on
 * what this program writes is its owner's alone. */
enum tc_err cli_where(const char *word, const char *none, const char **out, struct tc_why *why);

#endif
