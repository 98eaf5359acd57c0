/* cli/aid.h - the printable play aid of a scenario. */
#ifndef CLI_AID_H
#define CLI_AID_H

#include "draw/aid.h"
#include "kernel/ruleset.h"

/* The sheet of the book's system (data/SYSTEM/play-aid.yaml), with the numbers of its tables,
 * into a file; pictures of more than one page are numbered. what: the scenario or file that was
 * asked for; a sheet may leave out what it does not use. A path that ends in .txt gets text. */
enum tc_err aid_draw(const char *data, const struct tc_book *bk, const char *what, int width,
                     enum draw_format format, const char *path, struct tc_why *why);

bool aid_is_text(const char *path);

#endif
