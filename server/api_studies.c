/* server/api_studies.c - studies that people ask for, and how far they have come. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "server/kind.h"
#include "server/made.h"

/* The budget is an account's, or an address's. */
static enum tc_err find_owner(struct srv_call *c, char out[STO_NAME])
{
    uint8_t hash[STO_HASH];
    struct tc_why why;

    snprintf(out, STO_NAME, "address:%s", c->source);
    if (!c->has_token)
        return TC_OK;
    if (srv_is_token(c->token)) {
        srv_hash_token(c->token, hash);
        enum tc_err err = sto_find_session(srv->store, hash, srv_now(), out, &why);
        if (err == TC_OK || err != TC_E_NAME)
            return err;
    }
    return srv_refuse(c, 401, TC_E_TURN, "token", "You are not signed in, or no longer.");
}

static enum tc_err check_budget(struct srv_call *c, const char *owner)
{
    int64_t left, waiting;
    enum tc_err err = srv_study_left(owner, &left, &waiting, &c->why);

    if (err != TC_OK)
        return err;
    if (srv->o.study <= 0)
        return srv_refuse(c, 409, TC_E_BUSY, "studies", "This server fights no studies.");
    if (left <= 0) {
        c->retry = 3600;
        return srv_refuse(c, 429, TC_E_BUSY, "studies",
                          "What studies may use in a day is used up.");
    }
    if (waiting >= SRV_STUDY_WAITING) {
        c->retry = 60;
        return srv_refuse(c, 429, TC_E_BUSY, "studies",
                          "Four studies of yours are not over yet; end one, or wait.");
    }
    return TC_OK;
}

/* A player without a time of his own: what he thinks is counted. */
static bool is_player(const char *name)
{
    return name && strlen(name) < 40 && !strchr(name, ':') && srv_player_allowed(name);
}

static enum tc_err read_players(struct srv_call *c, const char *player[2], int *battles)
{
    const json_t *list = json_object_get(c->in, "players"),
                 *number = json_object_get(c->in, "battles");
    int64_t n = SRV_STUDY_PLAYS;

    for (size_t i = 0; i < 2; i++) {
        player[i] = list ? json_string_value(json_array_get(list, i)) : "level-1";
        if (!is_player(player[i]))
            return tc_fail(&c->why, TC_E_NAME, "players",
                           "players are two: level-1 to level-4 or random.");
    }
    if (number && (!srv_read_number(number, SRV_STUDY_BATTLES, &n) || n < 1))
        return tc_fail(&c->why, TC_E_RANGE, "battles", "battles is a number from 1 to 1000.");
    *battles = (int)n;
    return TC_OK;
}

/* What is to be fought: a scenario, a battle that is published, or a file, which is kept. */
static enum tc_err read_what(struct srv_call *c, char id[BATTLE_ID])
{
    char *text = NULL, hash[STO_TEXT];
    const struct tc_book *bk;

    if (!json_object_get(c->in, "file")) {
        enum tc_err err = srv_wished(c, id);
        return err == TC_OK ? srv_book(id, &bk, &c->why) : err;
    }
    enum tc_err err = srv_read_file(c, NULL, &text, hash, id, NULL);
    if (err == TC_OK)
        err = srv_keep_file(c, hash, text);
    free(text);
    return err;
}

enum tc_err srv_api_study(struct srv_call *c)
{
    char owner[STO_NAME], scenario[BATTLE_ID], id[STO_ID];
    const char *player[2];
    int battles = 0;
    enum tc_err err = find_owner(c, owner);

    if (err == TC_OK)
        err = check_budget(c, owner);
    if (err == TC_OK)
        err = read_players(c, player, &battles);
    if (err == TC_OK)
        err = read_what(c, scenario);
    if (err == TC_OK)
        err = srv_new_study(owner, scenario, player, battles, id, &c->why);
    if (err != TC_OK)
        return err;
    srv_study_tick();
    c->status = 201;
    c->out = json_pack("{si ss ss si}", "v", JS_VERSION, "study", id, "scenario", scenario,
                       "battles", battles);
    return TC_OK;
}

/* --- How far it has come -------------------------------------------------------------------
 */

static bool add_row(void *ctx, int64_t n, const char *text)
{
    json_t *row = json_loads(text, 0, NULL);

    (void)n;
    if (row)
        json_array_append_new(ctx, row);
    return json_array_size(ctx) < 100;
}

static bool show(void *ctx, const struct sto_study *s)
{
    json_t *wish = json_loads(s->wish, 0, NULL);

    json_object_update(ctx, wish);
    json_decref(wish);
    json_object_set_new(ctx, "study", json_string(s->id));
    json_object_set_new(ctx, "state", json_string(s->state));
    json_object_set_new(ctx, "battles", json_integer(s->battles));
    json_object_set_new(ctx, "used", json_integer(s->used));
    return false;
}

static enum tc_err find_study(struct srv_call *c, json_t *out)
{
    enum tc_err err = TC_OK;

    if (srv_is_id(c->part[0]))
        err = sto_each_study(srv->store, c->part[0], show, out, &c->why);
    if (err == TC_OK && !json_object_get(out, "study"))
        err = srv_refuse(c, 404, TC_E_NAME, "study", "There is no such study.");
    return err;
}

enum tc_err srv_api_study_rows(struct srv_call *c)
{
    json_t *rows = json_array(), *o = js_message();
    char *end = NULL;
    long from = c->query_from ? strtol(c->query_from, &end, 10) : 0;
    enum tc_err err = find_study(c, o);

    if (err == TC_OK && (from < 0 || (end && (*end || end == c->query_from))))
        err = tc_fail(&c->why, TC_E_RANGE, "from", "from is a number from 0 on.");
    if (err == TC_OK)
        err = sto_each_study_row(srv->store, c->part[0], from, add_row, rows, &c->why);
    json_object_set_new(o, "fought", rows);
    c->out = o;
    return err;
}

/* Who knows its name may end it: it was told to nobody but who asked for it. */
enum tc_err srv_api_study_end(struct srv_call *c)
{
    json_t *o = js_message();
    enum tc_err err = find_study(c, o);

    json_decref(o);
    return err == TC_OK ? sto_end_study(srv->store, c->part[0], "stopped", &c->why) : err;
}
