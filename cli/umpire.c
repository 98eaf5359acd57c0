/* cli/umpire.c - `tricorne umpire`: the protocol with the tree's own data behind it. */
#include "cli/cli.h"
#include "protocol/world.h"

int cmd_umpire(struct cli *c)
{
    struct world w;

    cli_words(c, 0, 0);
    world_open(&w, c->data, true);
    int rc = proto_run(stdin, stdout, &w.proto) ? CLI_REFUSED : CLI_OK;
    world_close(&w);
    return rc;
}
