/* cli/terminal.c - is there a description of this terminal? In a file of its own: term.h
 * gives everyday words another meaning. */
#include "cli/screen.h"

#include <curses.h>
#include <term.h>

/* Asked before newterm, which loses memory when there is none. */
bool screen_known_terminal(void)
{
    int err;

    if (setupterm(NULL, 1, &err) != OK)
        return false;
    del_curterm(cur_term);
    return true;
}
