/* cli/serve.c - `tricorne serve`: the page and the games behind it. */
#include <string.h>

#include "cli/cli.h"
#include "cli/where.h"
#include "server/server.h"

enum { PORT = 8017 };

static const char *option(struct cli *c, const char *name, const char *none)
{
    const char *v = cli_option(c, name);

    return v ? v : none;
}

int cmd_serve(struct cli *c)
{
    struct srv_options o = { .data = c->data };
    struct tc_why why;

    o.bind = option(c, "bind", "127.0.0.1");
    o.port = (int)cli_number(c, "port", PORT, 65535);
    const char *where = cli_option(c, "store");
    o.url = cli_option(c, "url");
    o.base = option(c, "base-path", "/");
    o.page = cli_option(c, "page");
    o.mail = cli_option(c, "mail");
    o.from = cli_option(c, "from");
    o.log = cli_option(c, "log");
    o.workers = (int)cli_number(c, "workers", 0, 256);
    o.thinkers = (int)cli_number(c, "thinkers", 0, 256);
    o.io = (int)cli_number(c, "io", 0, 64);
    o.rate = (int)cli_number(c, "rate", 100, 1000000);
    o.work = (int)cli_number(c, "work", 500, 1000000);
    o.games = (int)cli_number(c, "games", 500, 1000000);
    o.forget = (int)cli_number(c, "forget", 0, 100000);
    o.study = (int)cli_number(c, "study", 600, 1000000);
    o.shelf = (int)cli_number(c, "shelf", 128, 1000000);
    o.connections = (int)cli_number(c, "connections", 1000, 1000000);
    o.memory = (int)cli_number(c, "memory", 256, 1000000);
    o.idle = (int)cli_number(c, "idle", 120, 1000000);
    o.proxy = cli_flag(c, "proxy");
    o.local_hooks = cli_flag(c, "local-hooks");
    const char *scenario = cli_option(c, "scenario");
    bool ready = cli_flag(c, "ready");
    o.ready = scenario ? scenario : ready ? "minden/first-battle" : NULL;
    cli_words(c, 0, 0);
    if (!o.mail != !o.from) {
        fprintf(stderr,
                SAY("tricorne serve: --mail HOST:PORT and --from ADDRESS go together\n"));
        return CLI_USAGE;
    }
    if (cli_where(where, "tricorne.db", &o.store, &why) != TC_OK)
        return cli_fail(&why);
    return srv_run(&o, &why) == TC_OK ? CLI_OK : cli_fail(&why);
}
