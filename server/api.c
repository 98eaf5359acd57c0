/* server/api.c - which request is which, who may make it, and what it answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/made.h"
#include "server/own.h"

#define KEYS(...)                                                                              \
    (const char *const[])                                                                      \
    {                                                                                          \
        __VA_ARGS__, NULL                                                                      \
    }
#define NO_KEYS                                                                                \
    (const char *const[])                                                                      \
    {                                                                                          \
        NULL                                                                                   \
    }

const struct srv_route srv_routes[] = {
    { "GET", "healthz", SRV_R_CARE, srv_api_health, NULL },
    { "GET", "metrics", SRV_R_CARE, srv_api_metrics, NULL },
    { "GET", "scenarios", 0, srv_api_scenarios, NULL },
    { "GET", "players", 0, srv_api_players, NULL },
    { "GET", "systems/{}", SRV_R_LONG, srv_api_system, NULL },
    { "GET", "rules/{}", 0, srv_api_rule, NULL },
    { "POST", "games", SRV_R_COSTLY, srv_api_new,
      KEYS("scenario", "battle", "title", "dice", "seed", "seats", "clock", "maker", "key",
           "take_backs") },
    { "GET", "battles", SRV_R_LONG, srv_api_battles, NULL },
    { "GET", "battles/{}", SRV_R_LONG, srv_api_battle, NULL },
    { "GET", "files/{}", SRV_R_LONG, srv_api_file, NULL },
    { "POST", "battles", SRV_R_ACCOUNT | SRV_R_COSTLY | SRV_R_LONG | SRV_R_RECORD,
      srv_api_publish, KEYS("file", "origin", "listed") },
    { "PUT", "battles/{}", SRV_R_ACCOUNT | SRV_R_COSTLY | SRV_R_LONG | SRV_R_RECORD,
      srv_api_publish, KEYS("file", "listed") },
    { "DELETE", "battles/{}", SRV_R_ACCOUNT, srv_api_unpublish, NULL },
    { "GET", "me/battles", SRV_R_ACCOUNT | SRV_R_LONG, srv_api_my_battles, NULL },
    { "POST", "studies", SRV_R_COSTLY | SRV_R_LONG | SRV_R_RECORD, srv_api_study,
      KEYS("scenario", "battle", "file", "players", "battles") },
    { "GET", "studies/{}", SRV_R_LONG, srv_api_study_rows, NULL },
    { "DELETE", "studies/{}", 0, srv_api_study_end, NULL },
    { "POST", "records", SRV_R_COSTLY | SRV_R_LONG | SRV_R_RECORD, srv_api_records,
      KEYS("record", "title", "key") },
    { "GET", "games/{}/view", SRV_R_LOOK | SRV_R_GAME, srv_api_view, NULL },
    { "GET", "games/{}/scene", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_scene, NULL },
    { "GET", "games/{}/log", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_log, NULL },
    { "GET", "games/{}/lines", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_lines, NULL },
    { "GET", "games/{}/offers", SRV_R_LOOK | SRV_R_GAME, srv_api_offers, NULL },
    { "POST", "games/{}/answer", SRV_R_SEAT | SRV_R_GAME | SRV_R_QUICK, srv_api_answer,
      KEYS("number", "act", "link") },
    { "POST", "games/{}/answers", SRV_R_SEAT | SRV_R_GAME, srv_api_answers,
      KEYS("number", "acts") },
    { "POST", "games/{}/reach", SRV_R_SEAT | SRV_R_GAME | SRV_R_PLAN, srv_api_reach,
      KEYS("piece") },
    { "POST", "games/{}/threat", SRV_R_SEAT | SRV_R_GAME | SRV_R_PLAN, srv_api_threat,
      KEYS("piece", "acts", "at", "facing", "box") },
    { "POST", "games/{}/plan", SRV_R_SEAT | SRV_R_GAME | SRV_R_PLAN, srv_api_plan,
      KEYS("pieces", "to", "by", "facing", "far", "manner", "flank", "turn", "formation",
           "target") },
    { "POST", "games/{}/dice", SRV_R_SEAT | SRV_R_GAME, srv_api_dice, KEYS("number", "faces") },
    { "POST", "games/{}/commit", SRV_R_SEAT | SRV_R_GAME, srv_api_commit, KEYS("commit") },
    { "POST", "games/{}/link", SRV_R_SEAT | SRV_R_GAME, srv_api_link, KEYS("link") },
    { "POST", "games/{}/why", SRV_R_SEAT | SRV_R_GAME, srv_api_why, KEYS("act") },
    { "POST", "games/{}/preview", SRV_R_SEAT | SRV_R_GAME, srv_api_preview, KEYS("act") },
    { "POST", "games/{}/odds", SRV_R_SEAT | SRV_R_GAME | SRV_R_ASK, srv_api_odds,
      KEYS("act", "acts") },
    { "POST", "games/{}/suggest", SRV_R_SEAT | SRV_R_GAME | SRV_R_ASK, srv_api_suggest,
      KEYS("player") },
    { "GET", "games/{}/thoughts", SRV_R_LOOK | SRV_R_GAME, srv_api_thoughts, NULL },
    { "GET", "games/{}/outlook", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_outlook, NULL },
    { "GET", "games/{}/review", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_review, NULL },
    { "POST", "games/{}/undo", SRV_R_SEAT | SRV_R_GAME, srv_api_undo,
      KEYS("answers", "number") },
    { "POST", "games/{}/draw", SRV_R_SEAT | SRV_R_GAME, srv_api_draw, NO_KEYS },
    { "POST", "games/{}/consent", SRV_R_SEAT | SRV_R_GAME, srv_api_consent,
      KEYS("what", "yes") },
    { "POST", "games/{}/resign", SRV_R_SEAT | SRV_R_GAME, srv_api_resign, NO_KEYS },
    { "POST", "games/{}/chat", SRV_R_SEAT | SRV_R_GAME | SRV_R_COSTLY, srv_api_chat,
      KEYS("text", "to") },
    { "POST", "games/{}/now", SRV_R_SEAT | SRV_R_GAME, srv_api_now, NO_KEYS },
    { "PUT", "games/{}/orders", SRV_R_SEAT | SRV_R_GAME, srv_api_orders, KEYS("orders") },
    { "POST", "games/{}/staff", SRV_R_SEAT | SRV_R_GAME, srv_api_staff,
      KEYS("until", "commands", "player", "back") },
    { "POST", "games/{}/adjust", SRV_R_SEAT | SRV_R_GAME, srv_api_adjust,
      KEYS("number", "changes", "reason", "tokens") },
    { "POST", "games/{}/join", SRV_R_INVITE | SRV_R_GAME, srv_api_join, KEYS("key") },
    { "POST", "games/{}/invite", SRV_R_SEAT | SRV_R_GAME, srv_api_invite, KEYS("seat") },
    { "POST", "games/{}/withdraw", SRV_R_SEAT | SRV_R_GAME, srv_api_withdraw, KEYS("seat") },
    { "POST", "games/{}/revoke", SRV_R_SEAT | SRV_R_GAME, srv_api_revoke, KEYS("seat") },
    { "POST", "games/{}/watch", SRV_R_SEAT | SRV_R_GAME, srv_api_watch, KEYS("end") },
    { "POST", "games/{}/branch", SRV_R_SEAT | SRV_R_GAME | SRV_R_COSTLY, srv_api_branch,
      KEYS("line", "key") },
    { "GET", "games/{}/record", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_record, NULL },
    { "GET", "games/{}/picture.svg", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_picture,
      NULL },
    { "GET", "games/{}/stream", SRV_R_LOOK | SRV_R_GAME | SRV_R_LONG, srv_api_stream, NULL },
    { "POST", "accounts", SRV_R_DOOR | SRV_R_LOGIN, srv_api_account, KEYS("name", "password") },
    { "POST", "sessions", SRV_R_DOOR | SRV_R_LOGIN, srv_api_session, KEYS("name", "password") },
    { "DELETE", "sessions", SRV_R_ACCOUNT, srv_api_session_end, NULL },
    { "GET", "me/games", SRV_R_ACCOUNT | SRV_R_LONG, srv_api_my_games, NULL },
    { "POST", "me/games", SRV_R_ACCOUNT, srv_api_add_game, KEYS("game", "token") },
    { "DELETE", "me/games/{}", SRV_R_ACCOUNT, srv_api_drop_my_game, NULL },
    { "PUT", "me/notice", SRV_R_ACCOUNT, srv_api_notice, KEYS("mail", "webhook") },
    { "GET", "me", SRV_R_ACCOUNT, srv_api_me, NULL },
    { "GET", "me/sessions", SRV_R_ACCOUNT, srv_api_my_sessions, NULL },
    { "DELETE", "me/sessions", SRV_R_ACCOUNT, srv_api_end_sessions, NULL },
    { "DELETE", "me/sessions/{}", SRV_R_ACCOUNT, srv_api_end_one, NULL },
    { "PUT", "me/password", SRV_R_ACCOUNT | SRV_R_DOOR | SRV_R_LOGIN, srv_api_new_password,
      KEYS("old", "password") },
    { "POST", "me/delete", SRV_R_ACCOUNT | SRV_R_DOOR | SRV_R_LOGIN, srv_api_drop_me,
      KEYS("password") },
    { "POST", "password/reset", SRV_R_LOGIN, srv_api_reset_password, KEYS("name") },
    { "POST", "password", SRV_R_DOOR | SRV_R_LOGIN, srv_api_set_password,
      KEYS("code", "password") },
    { "POST", "mail/confirm", SRV_R_COSTLY, srv_api_mail_confirm, KEYS("code") },
    { "POST", "mail/stop", SRV_R_COSTLY, srv_api_mail_stop, KEYS("code") },
    { "POST", "games/{}/substitute", SRV_R_SEAT | SRV_R_GAME, srv_api_substitute,
      KEYS("seat") },
    { "POST", "games/{}/sit-in", SRV_R_SEAT | SRV_R_GAME, srv_api_sit_in,
      KEYS("seat", "player") },
    { "POST", "games/{}/resume", SRV_R_SEAT | SRV_R_GAME, srv_api_resume, NO_KEYS },
    { "POST", "games/{}/delete", SRV_R_SEAT | SRV_R_GAME, srv_api_delete, NO_KEYS },
    { NULL, NULL, 0, NULL, NULL },
};

/* --- Finding ---------------------------------------------------------------------------- */

/* Does the path fit, with one segment for each {}? */
static bool fits(const char *pattern, const char *path, char part[2][128])
{
    int parts = 0;

    while (*pattern) {
        if (strncmp(pattern, "{}", 2) == 0) {
            size_t n = strcspn(path, "/");
            if (n == 0 || n >= sizeof part[0] || parts == 2)
                return false;
            memcpy(part[parts], path, n);
            part[parts++][n] = '\0';
            pattern += 2;
            path += n;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *path == '\0';
}

bool srv_find_route(struct srv_call *c, const char *method, int *status)
{
    if (strcmp(method, "HEAD") == 0)
        method = "GET";
    *status = 404;
    for (const struct srv_route *r = srv_routes; r->path; r++) {
        if (!fits(r->path, c->path, c->part))
            continue;
        if (strcmp(r->method, method) == 0) {
            c->route = r;
            return true;
        }
        *status = 405;
    }
    return false;
}

/* --- Failing --------------------------------------------------------------------------------
 */

enum tc_err srv_refuse(struct srv_call *c, int status, enum tc_err err, const char *where,
                       const char *text)
{
    c->status = status;
    return tc_fail(&c->why, err, where, text);
}

static int status_of(enum tc_err err)
{
    switch (err) {
    case TC_OK: return 200;
    case TC_E_SYNTAX:
    case TC_E_KEY:
    case TC_E_NAME:
    case TC_E_RANGE:
    case TC_E_FULL: return 400;
    case TC_E_ILLEGAL: return 422;
    case TC_E_TURN: return 403;
    case TC_E_STALE:
    case TC_E_OVER:
    case TC_E_BUSY:
    case TC_E_EDITION:
    case TC_E_DIFFERS: return 409;
    case TC_E_FILE: return 503;
    case TC_E_FAULT:
    case TC_ERRS: break;
    }
    return 500;
}

bool srv_read_number(const json_t *j, int64_t most, int64_t *out)
{
    *out = json_integer_value(j);
    return json_is_integer(j) && *out >= 0 && *out <= most;
}

/* --- The body
 * ------------------------------------------------------------------------------------- */

static enum tc_err read_body(struct srv_call *c)
{
    json_error_t e;

    if (!c->route->keys || c->in)
        return TC_OK;
    if (!c->is_json)
        return tc_fail(&c->why, TC_E_SYNTAX, "body",
                       "The body is JSON: Content-Type: application/json.");
    c->in = json_loadb(c->body ? c->body : "", c->size, JSON_REJECT_DUPLICATES, &e);
    if (!c->in)
        return tc_fail(&c->why, TC_E_SYNTAX, "body", "The body is not JSON: {0}.", e.text);
    if (!json_is_object(c->in))
        return tc_fail(&c->why, TC_E_SYNTAX, "body", "The body is an object.");
    return js_only_keys(c->in, c->route->keys, "body", &c->why) ? TC_OK : c->why.err;
}

/* --- Who asks
 * ---------------------------------------------------------------------------------- */

static enum tc_err no_token(struct srv_call *c)
{
    return srv_refuse(c, 401, TC_E_TURN, "token",
                      "This needs a valid token: Authorization: Bearer TOKEN.");
}

static enum tc_err find_account(struct srv_call *c)
{
    uint8_t hash[STO_HASH];

    if (!c->has_token || !srv_is_token(c->token))
        return no_token(c);
    srv_hash_token(c->token, hash);
    enum tc_err err = sto_find_session(srv->store, hash, srv_now(), c->account, &c->why);
    return err == TC_E_NAME ? no_token(c) : err;
}

/* Is it a token for this request? */
static enum tc_err check_kind(struct srv_call *c)
{
    bool invited = c->link >= STO_INVITE;

    if (invited && !(c->route->flags & SRV_R_INVITE))
        return srv_refuse(c, 403, TC_E_TURN, "token",
                          "This is an invitation: POST join takes the seat.");
    if (!invited && c->route->flags & SRV_R_INVITE)
        return srv_refuse(c, 403, TC_E_TURN, "token", "This is not an invitation.");
    if (c->link < 0 && c->route->flags & SRV_R_SEAT)
        return srv_refuse(c, 403, TC_E_TURN, "token", "Watchers may look, not act.");
    return TC_OK;
}

static enum tc_err no_invite(struct srv_call *c)
{
    return srv_refuse(c, 401, TC_E_TURN, "token",
                      "This invitation has been used or withdrawn; ask for another.");
}

/* Whose token is it? An invitation that this client has used already, by the key it sent with
 * it, is answered as it was then. */
static enum tc_err look_up(struct srv_call *c, char *id, int *seat)
{
    uint8_t hash[STO_HASH];
    char token[SRV_TOKEN];
    const char *key;

    srv_hash_token(c->token, c->hash);
    enum tc_err err = sto_look(srv->store, c->hash, id, seat, &c->now, &c->why);
    if (err == TC_E_NAME) {
        err = sto_look_lent(srv->store, c->hash, srv_now(), id, seat, &c->now, &c->why);
        c->lent = err == TC_OK;
    }
    if (err != TC_E_NAME || !(c->route->flags & SRV_R_INVITE))
        return err;
    if (read_body(c) != TC_OK || srv_read_key(c, &key) != TC_OK)
        return c->why.err;
    if (!key)
        return TC_E_NAME;
    srv_key_token(key, c->token, token);
    srv_hash_token(token, hash);
    c->again = true;
    return sto_look(srv->store, hash, id, seat, &c->now, &c->why);
}

/* Whose token is it, and is it one of this game? */
static enum tc_err find_seat(struct srv_call *c)
{
    char id[STO_ID];
    int seat;

    if (!c->has_token || !srv_is_token(c->token))
        return no_token(c);
    enum tc_err err = look_up(c, id, &seat);
    if (err == TC_E_NAME)
        return c->route->flags & SRV_R_INVITE ? no_invite(c) : no_token(c);
    if (err != TC_OK)
        return err;
    if (!srv_is_id(c->part[0]))
        return srv_refuse(c, 404, TC_E_NAME, "game", "There is no such game.");
    if (strcmp(id, c->part[0]) != 0)
        return srv_refuse(c, 403, TC_E_TURN, "token", "This token is of another game.");
    c->link = seat;
    c->seat = seat < 0 ? SES_WATCHER : seat % STO_INVITE;
    return c->again ? TC_OK : check_kind(c);
}

static enum tc_err too_many(struct srv_call *c, int wait)
{
    srv_count(SRV_C_LIMITED);
    c->retry = wait;
    return srv_refuse(c, 429, TC_E_BUSY, "rate", "Too much was asked; wait a moment.");
}

static bool is_local(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

static enum tc_err check_limits(struct srv_call *c)
{
    unsigned flags = c->route->flags;
    double cost = flags & SRV_R_LOGIN ? 50 : flags & SRV_R_COSTLY ? 10 : 1, now = srv_clock();

    if (c->route->run == srv_api_metrics && !is_local(c->address))
        return srv_refuse(c, 403, TC_E_TURN, "metrics", "Figures are for this machine only.");
    if (flags & SRV_R_CARE)
        return TC_OK;
    if (srv_banned("address", c->address))
        return srv_refuse(c, 403, TC_E_TURN, "address",
                          "The operator of this server has closed it to this address.");
    int wait = srv_limit(SRV_ADDRESS, c->source, cost, now);

    return wait ? too_many(c, wait) : TC_OK;
}

/* Only tokens that are somebody's are counted: nobody fills the table with others. */
static enum tc_err check_bearer(struct srv_call *c)
{
    if (c->known)
        return TC_OK; /* it is counted */
    int wait = srv_limit(SRV_BEARER, c->token, 1, srv_clock());

    c->known = true;
    return wait ? too_many(c, wait) : TC_OK;
}

/* --- Serving
 * ------------------------------------------------------------------------------------------ */

void srv_unlock(struct srv_call *c)
{
    if (c->locked) {
        c->g->quick = false;
        srv_game_unlock(c->g);
    }
    c->locked = false;
}

static int find_pass(const struct srv_game *g, const uint8_t hash[STO_HASH])
{
    for (int i = 0; i < g->passes; i++)
        if (memcmp(g->pass[i].hash, hash, STO_HASH) == 0)
            return g->pass[i].seat;
    return TC_NONE;
}

/* The store has just said whose token it is. It still is as long as the game's count says that
 * nothing beside its lines and notes has changed. */
static void keep_pass(const struct srv_call *c)
{
    struct srv_game *g = c->g;

    if (!(c->route->flags & SRV_R_SEAT) || c->lent || c->link != c->seat ||
        c->now.rev != g->now.rev || c->now.beside != g->now.beside || g->passes == TC_SEATS ||
        find_pass(g, c->hash) != TC_NONE)
        return;
    memcpy(g->pass[g->passes].hash, c->hash, STO_HASH);
    g->pass[g->passes++].seat = c->seat;
}

/* A seat that was looked up before, in a game that no other server writes to: the commit finds
 * out whether anything has changed since, in place of a question before it. */
static bool enter_known(struct srv_call *c)
{
    if (!c->has_token || !srv_is_token(c->token) || !srv_is_id(c->part[0]))
        return false;
    struct srv_game *g = srv_game_find(c->part[0]);
    if (!g)
        return false;
    srv_hash_token(c->token, c->hash);
    srv_game_lock(g);
    int seat = g->s && g->has_keys && !g->shared ? find_pass(g, c->hash) : TC_NONE;
    if (seat == TC_NONE) {
        srv_game_unlock(g);
        srv_game_put(g);
        return false;
    }
    c->g = g;
    c->locked = true;
    c->link = c->seat = seat;
    c->now = g->now;
    g->quick = true;
    return true;
}

static void leave_known(struct srv_call *c)
{
    srv_unlock(c);
    srv_game_put(c->g);
    c->g = NULL;
    c->status = 0;
    memset(&c->why, 0, sizeof c->why);
    memset(&c->refusal, 0, sizeof c->refusal);
}

static enum tc_err open_game(struct srv_call *c)
{
    if (!c->g) {
        c->g = srv_game_get(c->part[0]);
        srv_game_lock(c->g);
        c->locked = true;
    }
    enum tc_err err = srv_game_load(c->g, &c->why);
    if (err == TC_OK)
        err = srv_game_current(c->g, &c->now, &c->why);
    if (err == TC_E_NAME && !c->g->header)
        return srv_refuse(c, 404, err, "game", "There is no such game.");
    c->g->asked_at = srv_clock();
    memcpy(c->g->source, c->source, sizeof c->g->source);
    c->g->tired = false;
    if (err == TC_OK)
        srv_go_on(c->g);
    if (err == TC_OK && c->seat >= c->g->s->seats)
        return srv_refuse(c, 403, TC_E_TURN, "token", "There is no such seat.");
    if (err == TC_OK)
        keep_pass(c);
    return err;
}

static enum tc_err carry_out_known(struct srv_call *c)
{
    enum tc_err err = read_body(c);

    if (err == TC_OK)
        err = open_game(c);
    return err != TC_OK ? err : c->route->run(c);
}

static enum tc_err carry_out(struct srv_call *c)
{
    unsigned flags = c->route->flags;
    enum tc_err err = check_limits(c);

    if (err == TC_OK && flags & SRV_R_QUICK && enter_known(c)) {
        err = check_bearer(c);
        if (err == TC_OK)
            err = carry_out_known(c);
        if (err == TC_OK || err == TC_E_FILE || c->status == 429)
            return err; /* what a failed commit left may have been taken: not again */
        err = TC_OK;
        leave_known(c); /* perhaps for want of what the store knows: once more, asking it */
    }
    if (err == TC_OK && flags & (SRV_R_SEAT | SRV_R_LOOK | SRV_R_INVITE))
        err = find_seat(c);
    if (err == TC_OK && flags & SRV_R_ACCOUNT)
        err = find_account(c);
    if (err == TC_OK && flags & (SRV_R_SEAT | SRV_R_LOOK | SRV_R_ACCOUNT))
        err = check_bearer(c);
    if (err == TC_OK)
        err = read_body(c);
    if (err == TC_OK && flags & SRV_R_GAME)
        err = open_game(c);
    if (err == TC_OK)
        err = c->route->run(c);
    return err;
}

/* Where the store lies, and what the database says, is for the log only. */
static void keep_to_ourselves(struct srv_call *c)
{
    if (strcmp(c->why.where, "server") == 0)
        return;
    srv_log_why("store", &c->why);
    snprintf(c->why.where, sizeof c->why.where, "store");
    snprintf(c->why.text, sizeof c->why.text,
             "The store cannot be used just now; nothing was done.");
}

static void put_error(struct srv_call *c)
{
    const struct tc_book *bk = c->g ? c->g->book : NULL;
    json_t *o = js_message();

    json_object_set_new(o, "error", js_error(bk, &c->why, c->refused ? &c->refusal : NULL));
    json_decref(c->out);
    c->out = o;
}

double srv_used_so_far(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void spend(struct srv_call *c)
{
    double now = srv_clock(), seconds = srv_used_so_far() - c->began - c->spent;

    c->spent += seconds;
    srv_limit_spend(SRV_ADDRESS, c->source, seconds, now);
    if (c->known)
        srv_limit_spend(SRV_BEARER, c->token, seconds, now);
}

bool srv_used_up(struct srv_call *c)
{
    double now = srv_clock();

    if (srv->o.rate <= 0)
        return false;
    spend(c);
    return srv_limit_work(SRV_ADDRESS, c->source, now) > 0 ||
           (c->known && srv_limit_work(SRV_BEARER, c->token, now) > 0);
}

struct carry {
    struct srv_call *c;
    enum tc_err err;
};

static void carry(void *ctx)
{
    struct carry *k = ctx;

    k->err = carry_out(k->c);
}

/* What was under way is lost; nothing of it is looked at again. */
static enum tc_err lost_way(struct srv_call *c)
{
    c->locked = false;
    c->out = NULL;
    c->text = NULL;
    return srv_refuse(c, 500, TC_E_FAULT, "server",
                      "The program met a fault of its own, and has told its operator. The game "
                      "stands as it is recorded; look again, and do something else.");
}

static void carry_and_tell(struct srv_call *c)
{
    struct carry k = { c, TC_OK };
    enum tc_err err = srv_contain(carry, &k) == SRV_FINE ? k.err : lost_way(c);

    if (err != TC_OK) {
        if (!c->status)
            c->status = status_of(err);
        if (c->status == 503)
            keep_to_ourselves(c);
        c->refused = err == TC_E_ILLEGAL && c->refusal.rule && c->g;
        put_error(c);
        free(c->text);
        c->text = NULL;
        c->type = NULL;
    }
    srv_unlock(c);
    if (c->g)
        srv_game_put(c->g);
    if (!c->status)
        c->status = 200;
    if (!c->text && !c->stream) {
        if (!c->out)
            c->out = js_message();
        c->text = json_dumps(c->out, JSON_COMPACT);
        TC_BUG_ON(!c->text);
        c->text_size = strlen(c->text);
    }
}

void srv_serve(struct srv_call *c)
{
    c->began = srv->o.rate > 0 ? srv_used_so_far() : 0;
    srv_speak(c->tongue);
    carry_and_tell(c);
    srv_speak(0);
    if (srv->o.rate > 0)
        spend(c);
}
