/* server/account.c - accounts, sessions, the list of one's games. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum {
    PASSWORD_LEAST = 8,
    PASSWORD_MOST = 200,
    HASH_OPS = 3,
    HASH_MEMORY = 32 << 20,
    SESSION_SECONDS = 90 * 24 * 3600,
    MOST_GAMES = 200,
};

/* Each takes 32 MiB for a moment; one at a time. */
static pthread_mutex_t hashing = PTHREAD_MUTEX_INITIALIZER;

static enum tc_err read_login(struct srv_call *c, const char **name, const char **password)
{
    const json_t *n = json_object_get(c->in, "name"), *p = json_object_get(c->in, "password");
    enum tc_err err = srv_check_text(n, "name", 1, SRV_NAME_CHARS, &c->why);

    if (err == TC_OK && (!json_is_string(p) || json_string_length(p) < PASSWORD_LEAST ||
                         json_string_length(p) > PASSWORD_MOST))
        err = tc_fail(&c->why, TC_E_RANGE, "password", "A password has 8 to 200 characters.");
    *name = json_string_value(n);
    *password = json_string_value(p);
    return err;
}

enum tc_err srv_api_account(struct srv_call *c)
{
    const char *name, *password;
    char secret[crypto_pwhash_STRBYTES];
    enum tc_err err = read_login(c, &name, &password);

    if (err != TC_OK)
        return err;
    pthread_mutex_lock(&hashing);
    int failed = crypto_pwhash_str_alg(secret, password, strlen(password), HASH_OPS,
                                       HASH_MEMORY, crypto_pwhash_ALG_ARGON2ID13);
    pthread_mutex_unlock(&hashing);
    if (failed)
        return srv_refuse(c, 503, TC_E_FULL, "server", "There is not enough memory just now.");
    err = sto_new_account(srv.store, name, secret, &c->why);
    if (err == TC_E_NAME)
        return srv_refuse(c, 409, err, "name", "This name is taken.");
    if (err == TC_OK)
        c->status = 201;
    return err;
}

/* A name that nobody has takes as long as a wrong password. */
static bool verify(const char *secret, const char *password)
{
    static char nobody[crypto_pwhash_STRBYTES];
    bool good;

    pthread_mutex_lock(&hashing);
    if (!secret && !nobody[0] &&
        crypto_pwhash_str_alg(nobody, "nobody's password", 17, HASH_OPS, HASH_MEMORY,
                              crypto_pwhash_ALG_ARGON2ID13) != 0)
        nobody[0] = '\0';
    good = crypto_pwhash_str_verify(secret ? secret : nobody, password, strlen(password)) == 0;
    pthread_mutex_unlock(&hashing);
    return good && secret;
}

enum tc_err srv_api_session(struct srv_call *c)
{
    const char *name, *password;
    char *secret = NULL, token[SRV_TOKEN];
    uint8_t hash[STO_HASH];
    enum tc_err err = read_login(c, &name, &password);

    if (err != TC_OK)
        return err;
    err = sto_account(srv.store, name, &secret, &c->why);
    if (err != TC_OK && err != TC_E_NAME)
        return err;
    bool good = verify(secret, password);
    free(secret);
    if (!good)
        return srv_refuse(c, 401, TC_E_TURN, "password", "Name and password do not fit.");
    srv_new_token(token);
    srv_hash_token(token, hash);
    err = sto_put_session(srv.store, hash, name, srv_now() + SESSION_SECONDS, &c->why);
    if (err == TC_OK) {
        c->status = 201;
        c->out = json_pack("{si ss}", "v", JS_VERSION, "token", token);
    }
    return err;
}

enum tc_err srv_api_session_end(struct srv_call *c)
{
    uint8_t hash[STO_HASH];

    srv_hash_token(c->token, hash);
    return sto_drop_session(srv.store, hash, &c->why);
}

/* --- My games ------------------------------------------------------------------------------
 */

struct mine {
    int n;
    struct {
        char id[STO_ID], token[SRV_TOKEN];
        int seat;
    } game[MOST_GAMES];
};

static bool add_mine(void *ctx, const char *name, const char *id, int seat, const char *token)
{
    struct mine *m = ctx;

    (void)name;
    if (m->n == MOST_GAMES)
        return false;
    snprintf(m->game[m->n].id, STO_ID, "%s", id);
    snprintf(m->game[m->n].token, SRV_TOKEN, "%s", token);
    m->game[m->n++].seat = seat;
    return true;
}

static json_t *game_json(struct srv_game *g, int seat, const char *token)
{
    const struct ses_game *s = g->s;
    const struct tc_head *h = tc_game_state(&s->g);
    json_t *over = srv_game_over(g);
    bool mine = !over && (ses_status(s) == TC_WAITS_DICE || ses_seat_asked(s) == seat);

    return json_pack("{ss ss ss si ss? si sb so sI}", "game", g->id, "title",
                     g->title[0] ? g->title : g->book->title, "scenario", g->book->id, "seat",
                     seat, "token", token, "turn", (int)h->turn, "mine", mine, "over",
                     over ? over : json_null(), "touched", (json_int_t)g->touched);
}

enum tc_err srv_api_my_games(struct srv_call *c)
{
    struct mine *m = calloc(1, sizeof *m);
    json_t *list = json_array();

    TC_BUG_ON(!m);
    enum tc_err err = sto_each_account_game(srv.store, c->account, add_mine, m, &c->why);
    for (int i = 0; i < m->n && err == TC_OK; i++) {
        struct srv_game *g = srv_game_get(m->game[i].id);
        struct tc_why why;
        pthread_mutex_lock(&g->lock);
        if (srv_game_load(g, &why) == TC_OK)
            json_array_append_new(list, game_json(g, m->game[i].seat, m->game[i].token));
        pthread_mutex_unlock(&g->lock);
        srv_game_put(g);
    }
    free(m);
    c->out = json_pack("{si so}", "v", JS_VERSION, "games", list);
    return err;
}

enum tc_err srv_api_add_game(struct srv_call *c)
{
    const char *game = json_string_value(json_object_get(c->in, "game"));
    const char *token = json_string_value(json_object_get(c->in, "token"));
    uint8_t hash[STO_HASH];
    char id[STO_ID];
    int seat;

    if (!game || !token || !srv_is_token(token))
        return tc_fail(&c->why, TC_E_KEY, "game", "Name the game and the token of a seat.");
    srv_hash_token(token, hash);
    enum tc_err err = sto_find_token(srv.store, hash, id, &seat, &c->why);
    if (err == TC_E_NAME || (err == TC_OK && strcmp(id, game) != 0))
        return srv_refuse(c, 403, TC_E_TURN, "token", "This token is of no seat of the game.");
    if (err == TC_OK)
        err = sto_account_game(srv.store, c->account, id, seat, token, &c->why);
    return err;
}

/* --- Notices
 * ---------------------------------------------------------------------------------- */

static bool is_mail(const char *s)
{
    const char *at = strchr(s, '@');

    for (const char *p = s; *p; p++)
        if (*p <= ' ' || *p >= 0x7f || strchr("<>,;\"\\()[]", *p))
            return false;
    return at && at > s && strchr(at, '.') && !strchr(at + 1, '@') && strlen(s) < 200;
}

static enum tc_err put_notice(struct srv_call *c, const char *key, bool good, const json_t *j)
{
    const char *text = json_string_value(j);

    if (j && !json_is_null(j) && !(text && (!*text || good)))
        return tc_fail(&c->why, TC_E_SYNTAX, key, "{0} is no address that can be used.", key);
    return TC_OK;
}

enum tc_err srv_api_notice(struct srv_call *c)
{
    const json_t *mail = json_object_get(c->in, "mail"),
                 *hook = json_object_get(c->in, "webhook");
    const char *m = json_string_value(mail), *h = json_string_value(hook);
    enum tc_err err = put_notice(c, "mail", m && is_mail(m), mail);

    if (err == TC_OK)
        err = put_notice(c, "webhook", h && srv_hook_ok(h), hook);
    if (err == TC_OK && mail)
        err = sto_account_put(srv.store, c->account, "mail", m && *m ? m : NULL, &c->why);
    if (err == TC_OK && hook)
        err = sto_account_put(srv.store, c->account, "webhook", h && *h ? h : NULL, &c->why);
    return err;
}
