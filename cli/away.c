/* cli/away.c - `tricorne serve`, `join`, `store`, `admin` and `draw` live in a program beside
 * this one, so that no other command waits for the libraries they need. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/files.h"
#include "cli/cli.h"

static int go_there(struct cli *c, const char *command)
{
    char path[BOOK_PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 8);
    char **argv = calloc((size_t)c->argc + 7, sizeof *argv);

    if (n <= 0 || !argv)
        return CLI_BUG;
    path[n] = '\0';
    if (n > 4 && strcmp(path + n - 4, "-mpi") == 0)
        n -= 4;
    strcpy(path + n, "-serve");
    argv[0] = path;
    argv[1] = (char *)(uintptr_t) "--data";
    argv[2] = (char *)(uintptr_t)c->data;
    argv[3] = (char *)(uintptr_t) "--lang";
    argv[4] = (char *)(uintptr_t)c->lang;
    int at = c->lang ? 5 : 3;
    argv[at] = (char *)(uintptr_t)command;
    memcpy(argv + at + 1, c->argv, (size_t)c->argc * sizeof *argv);
    execv(path, argv);
    fprintf(stderr, SAY("tricorne: %s cannot be started: %s\n"), path, strerror(errno));
    return CLI_REFUSED;
}

int cmd_serve(struct cli *c)
{
    return go_there(c, "serve");
}

int cmd_store(struct cli *c)
{
    return go_there(c, "store");
}

int cmd_admin(struct cli *c)
{
    return go_there(c, "admin");
}

int cmd_join(struct cli *c)
{
    return go_there(c, "join");
}

int cmd_draw(struct cli *c)
{
    return go_there(c, "draw");
}
