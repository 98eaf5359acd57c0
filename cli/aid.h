/* cli/aid.h - the printable play aid of a scenario. */
#ifndef CLI_AID_H
#define CLI_AID_H

#include "draw/aid.h"
#include "kernel/ruleset.h"

/* Sequence, acts and tables of the book's system, from the data folder, into a file; pictures
 * of more than one page are numbered. */
enum tc_err aid_draw(const char *data, const struct tc_book *bk, int width,
                     enum draw_format format, const char *path, struct tc_why *why);

#endif
