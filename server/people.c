/* server/people.c - what people do with their account: sessions, password, leaving. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { SHOWN = 16 }; /* digits of a session's hash that name it */

static json_t *setting(struct srv_call *c, const char *key, enum tc_err *err)
{
    char *text = NULL;

    if (*err == TC_OK)
        *err = sto_account_get(srv->store, c->account, key, &text, &c->why);
    json_t *j = text ? json_string(text) : json_null();
    free(text);
    return j;
}

enum tc_err srv_api_me(struct srv_call *c)
{
    enum tc_err err = TC_OK;
    json_t *mail = setting(c, "mail", &err), *wanted = setting(c, "mail-wanted", &err);
    json_t *hook = setting(c, "webhook", &err);

    c->out = json_pack("{si ss so so so sb}", "v", JS_VERSION, "name", c->account, "mail", mail,
                       "wanted", wanted, "webhook", hook, "mails", srv->o.mail != NULL);
    return err;
}

/* --- Sessions ----------------------------------------------------------------------------- */

struct sessions {
    json_t *list;
    char own[2 * STO_HASH + 1];
};

static bool add_session(void *ctx, const char *hash, int64_t until)
{
    struct sessions *s = ctx;

    json_array_append_new(s->list,
                          json_pack("{ss# sI sI sb}", "id", hash, (size_t)SHOWN, "made",
                                    (json_int_t)(until - SRV_SESSION_SECONDS), "until",
                                    (json_int_t)until, "this", strcmp(hash, s->own) == 0));
    return true;
}

enum tc_err srv_api_my_sessions(struct srv_call *c)
{
    struct sessions s = { .list = json_array() };

    srv_token_hex(c->token, s.own);
    enum tc_err err =
        sto_each_session(srv->store, c->account, srv_now(), add_session, &s, &c->why);
    c->out = json_pack("{si so}", "v", JS_VERSION, "sessions", s.list);
    return err;
}

static enum tc_err end_all(struct srv_call *c, const char *name, bool but_this)
{
    uint8_t own[STO_HASH];
    int n = 0;

    srv_hash_token(c->token, own);
    enum tc_err err =
        sto_drop_sessions(srv->store, name, "", but_this ? own : NULL, &n, &c->why);
    if (err == TC_OK)
        c->out = json_pack("{si si}", "v", JS_VERSION, "ended", n);
    return err;
}

enum tc_err srv_api_end_sessions(struct srv_call *c)
{
    return end_all(c, c->account, true);
}

enum tc_err srv_api_end_one(struct srv_call *c)
{
    const char *id = c->part[0];
    int n = 0;

    if (strlen(id) != SHOWN || strspn(id, "0123456789abcdef") != SHOWN)
        return srv_refuse(c, 404, TC_E_NAME, "session", "There is no such session.");
    enum tc_err err = sto_drop_sessions(srv->store, c->account, id, NULL, &n, &c->why);
    if (err == TC_OK && !n)
        err = srv_refuse(c, 404, TC_E_NAME, "session", "There is no such session.");
    return err;
}

/* --- Passwords -----------------------------------------------------------------------------
 */

static enum tc_err set_password(struct srv_call *c, const char *name, const char *password)
{
    char secret[crypto_pwhash_STRBYTES];
    enum tc_err err = srv_hash_password(c, password, secret);

    return err != TC_OK ? err : sto_put_secret(srv->store, name, secret, &c->why);
}

/* Whoever else was signed in is not any more. */
enum tc_err srv_api_new_password(struct srv_call *c)
{
    const char *old, *fresh;
    enum tc_err err = srv_read_password(c, "old", &old);

    if (err == TC_OK)
        err = srv_read_password(c, "password", &fresh);
    if (err == TC_OK)
        err = srv_check_password(c, c->account, old);
    if (err == TC_OK)
        err = set_password(c, c->account, fresh);
    return err == TC_OK ? end_all(c, c->account, true) : err;
}

/* The answer is the same whether there is such an account or not. */
enum tc_err srv_api_reset_password(struct srv_call *c)
{
    const char *name = json_string_value(json_object_get(c->in, "name"));
    char *secret = NULL, *mail = NULL;

    if (!name)
        return tc_fail(&c->why, TC_E_KEY, "name", "Name the account.");
    if (!srv->o.mail)
        return srv_refuse(c, 409, TC_E_NAME, "mail",
                          "This server sends no mail; ask its operator for a new password.");
    enum tc_err err = sto_account(srv->store, name, &secret, &c->why);
    if (err == TC_OK)
        err = sto_account_get(srv->store, name, "mail", &mail, &c->why);
    if (mail)
        srv_mail_reset(name, mail);
    free(secret);
    free(mail);
    return err == TC_E_NAME ? TC_OK : err;
}

enum tc_err srv_api_set_password(struct srv_call *c)
{
    char name[STO_NAME];
    const char *password;
    enum tc_err err = srv_read_password(c, "password", &password);

    if (err == TC_OK)
        err = srv_read_reset(c, name);
    if (err == TC_OK)
        err = set_password(c, name, password);
    if (err == TC_OK)
        err = sto_drop_codes(srv->store, name, "reset", &c->why);
    if (err == TC_OK)
        err = end_all(c, name, false);
    if (err == TC_OK)
        json_object_set_new(c->out, "name", json_string(name));
    return err;
}

/* --- Leaving, deleting ----------------------------------------------------------------------
 */

enum tc_err srv_api_drop_me(struct srv_call *c)
{
    const char *password;
    enum tc_err err = srv_read_password(c, "password", &password);

    if (err == TC_OK)
        err = srv_check_password(c, c->account, password);
    return err == TC_OK ? sto_drop_account(srv->store, c->account, &c->why) : err;
}

/* The maker's to do, as long as nobody else loses a battle by it. */
enum tc_err srv_api_delete(struct srv_call *c)
{
    struct srv_game *g = c->g;
    bool over = g->over || ses_status(g->s) == TC_IS_OVER;

    if (c->seat != g->maker)
        return tc_fail(&c->why, TC_E_TURN, "game", "Only the maker of a game deletes it.");
    for (int i = 0; i < g->s->seats && !over; i++)
        if (i != c->seat && srv_is_persons(g, i) && g->taken[i])
            return tc_fail(&c->why, TC_E_TURN, "game",
                           "Others play this game; it can be deleted when it is over.");
    enum tc_err err = sto_drop_game(srv->store, g->id, &c->why);
    if (err == TC_OK)
        srv_game_drop(g);
    return err;
}
