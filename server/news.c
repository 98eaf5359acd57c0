/* server/news.c - what other processes have added to a game, taken up from where it stands.
 *
 * The store counts every change of a game (struct sto_now). The count comes with the token
 * of every request, in one question, so that what a request reads is as new as the store.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/record.h"
#include "server/own.h"

void srv_game_wrote(struct srv_game *g, bool beside)
{
    if (sto_my_rev() != g->now.rev + 1)
        return; /* somebody else was in between: the next request takes it up */
    g->now.rev++;
    g->now.beside += beside;
    if (beside)
        g->passes = 0;
}

/* --- Seeds ------------------------------------------------------------------------------ */

enum tc_err srv_game_seed(struct srv_game *g, struct tc_why *why)
{
    char *text = NULL;
    uint32_t line;
    uint64_t seed[2];

    if (g->s->pledge.way ? g->s->pledge.has_secret : !g->s->seed_known || g->s->typed_dice)
        return TC_OK;
    enum tc_err err = sto_seed(srv->store, g->id, &text, &line, why);
    if (err != TC_OK || !text)
        return err;
    if (g->s->pledge.way) {
        if (!srv_take_host(g, text))
            srv_log("error", "dice", json_pack("{ss}", "game", g->id));
        free(text);
        return TC_OK;
    }
    json_t *j = json_string(text);
    if (js_read_seed(j, seed) && ses_take_seed(g->s, seed, line))
        memcpy(g->seed_kept, seed, sizeof seed);
    json_decref(j);
    free(text);
    return TC_OK;
}

/* --- Taking up -----------------------------------------------------------------------------
 */

static bool add_line(void *ctx, uint32_t n, const char *text)
{
    (void)n;
    fprintf(ctx, "%s\n", text);
    return true;
}

/* The lines behind those in memory; false when they do not fit. */
static enum tc_err more_lines(struct srv_game *g, bool *fits, struct tc_why *why)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    TC_BUG_ON(!out);
    enum tc_err err = sto_each_line(srv->store, g->id, g->s->lines, add_line, out, why);
    fclose(out);
    *fits = true;
    if (err == TC_OK && size) {
        struct tc_why bad;
        *fits = rec_more_text(g->s, g->id, text, size, &bad) == TC_OK;
        if (!*fits)
            srv_log_why("news", &bad);
    }
    free(text);
    if (err == TC_OK && *fits)
        err = srv_game_seed(g, why);
    if (err != TC_OK)
        srv_game_forget(g); /* half of it is not to be played on */
    return err;
}

void srv_game_drop(struct srv_game *g)
{
    srv_stream_end_all(g);
    srv_game_forget(g);
    free(g->header);
    g->header = NULL;
    g->faults = 0;
    g->has_keys = g->known = false;
}

static enum tc_err beside(struct srv_game *g, struct tc_why *why)
{
    enum tc_err err = srv_game_read_keys(g, why);

    if (err == TC_OK && g->stream)
        srv_stream_check(g);
    return err;
}

enum tc_err srv_game_take_up(struct srv_game *g, struct tc_why *why)
{
    struct sto_now now;
    bool fits;
    enum tc_err err = sto_now(srv->store, g->id, &now, why);

    if (err == TC_E_NAME)
        srv_game_drop(g);
    if (err == TC_OK && !g->s)
        return srv_game_load(g, why);
    if (err == TC_OK && now.beside != g->now.beside)
        err = beside(g, why);
    if (err == TC_OK)
        err = more_lines(g, &fits, why);
    if (err != TC_OK)
        return err;
    if (!fits) { /* another program wrote what this one does not understand: once more, whole */
        srv_game_forget(g);
        return srv_game_load(g, why);
    }
    g->now = now;
    srv_take_stop(g);
    srv_stream_lines(g);
    srv_stream_notes(g);
    srv_go_on(g);
    return TC_OK;
}

enum tc_err srv_game_current(struct srv_game *g, const struct sto_now *now, struct tc_why *why)
{
    return now->rev > g->now.rev ? srv_game_take_up(g, why) : TC_OK;
}

/* --- Being told ----------------------------------------------------------------------------
 */

/* Only streams need to be told; others find out with their next request. */
static void hear_one(void *ctx)
{
    struct srv_game *g = ctx;
    struct tc_why why;

    srv_game_lock(g);
    g->shared = true;
    if (g->stream && srv_game_take_up(g, &why) != TC_OK && why.err != TC_E_NAME)
        srv_log_why("news", &why);
    srv_game_unlock(g);
}

static void hear(void *ctx)
{
    srv_contain(hear_one, ctx);
    srv_game_put(ctx);
}

static void hear_all(void)
{
    int n;
    struct srv_game **list = srv_games_list(&n);

    for (int i = 0; i < n; i++)
        srv_pool_must(srv->pool[SRV_WORK], hear, list[i]);
    free(list);
}

void srv_game_news(void *ctx, const char *id)
{
    srv = ctx; /* a thread of the store */
    if (!*id) {
        hear_all();
        return;
    }
    struct srv_game *g = srv_game_find(id);
    if (g)
        srv_pool_must(srv->pool[SRV_WORK], hear, g);
}
