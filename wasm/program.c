/* wasm/program.c - no programs are started from a page. */
#include "protocol/program.h"

enum tc_err prog_open(const char *command, const struct tc_book *bk, struct prog **out,
                      struct tc_why *why)
{
    (void)bk;
    (void)out;
    return tc_fail(why, TC_E_NAME, "player", "No program can be started here: {0}.", command);
}

void prog_close(struct prog *p)
{
    (void)p;
}

struct tc_player prog_seat(struct prog *p, const struct tc_game *g)
{
    (void)p;
    (void)g;
    return (struct tc_player){ NULL, NULL };
}
