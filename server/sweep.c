/* server/sweep.c - games nobody touched for as long as the operator says are deleted. */
#include <stdlib.h>

#include "server/own.h"

enum { DAY = 24 * 3600, STUDY_DAYS = 30 };

struct sweep {
    int n;
    char id[200][STO_ID];
};

static bool add_stale(void *ctx, const char *id)
{
    struct sweep *w = ctx;

    if (w->n < 200)
        snprintf(w->id[w->n++], STO_ID, "%s", id);
    return w->n < 200;
}

/* Nobody has it open here: it goes. */
static void sweep_one(const char *id)
{
    struct srv_game *g = srv_game_find(id);
    struct tc_why why;
    bool open = g && (g->bytes || g->stream);

    if (g)
        srv_game_put(g);
    if (open)
        return;
    if (sto_drop_game(srv->store, id, &why) == TC_OK)
        srv_log("info", "forget", json_pack("{ss}", "game", id));
    else
        srv_log_why("forget", &why);
}

static void sweep(void *ctx)
{
    struct sweep *w = calloc(1, sizeof *w);
    struct tc_why why;

    (void)ctx;
    TC_BUG_ON(!w);
    if (sto_each_stale(srv->store, srv_now() - (int64_t)srv->o.forget * 24 * 3600, add_stale, w,
                       &why) != TC_OK)
        srv_log_why("forget", &why);
    for (int i = 0; i < w->n && !srv->stopping; i++)
        sweep_one(w->id[i]);
    free(w);
}

/* Files that nobody needs any more, and studies of old, or too many. */
static void sweep_made(void *ctx)
{
    struct tc_why why;

    (void)ctx;
    if (sto_sweep_texts(srv->store, srv_now() - DAY, &why) != TC_OK ||
        sto_sweep_studies(srv->store, srv_now() - STUDY_DAYS * DAY, (int64_t)srv->o.shelf << 20,
                          &why) != TC_OK)
        srv_log_why("sweep", &why);
}

void srv_games_sweep(void)
{
    srv_pool_must(srv->pool[SRV_LOOK], sweep_made, NULL);
    if (srv->o.forget > 0)
        srv_pool_must(srv->pool[SRV_LOOK], sweep, NULL);
}
