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
    GUESSES = 20, /* wrong ones, for one account and hour */
    HOUR = 3600,
    MOST_GAMES = 200,
};

/* Each takes 32 MiB for a moment; one at a time. */
static pthread_mutex_t hashing = PTHREAD_MUTEX_INITIALIZER;

enum tc_err srv_read_password(struct srv_call *c, const char *key, const char **out)
{
    const json_t *p = json_object_get(c->in, key);

    *out = json_string_value(p);
    if (*out && json_string_length(p) >= PASSWORD_LEAST &&
        json_string_length(p) <= PASSWORD_MOST)
        return TC_OK;
    return tc_fail(&c->why, TC_E_RANGE, key, "A password has 8 to 200 characters.");
}

static enum tc_err read_login(struct srv_call *c, bool fresh, const char **name,
                              const char **password)
{
    const json_t *n = json_object_get(c->in, "name");
    enum tc_err err = fresh ? srv_check_name(n, &c->why)
                            : srv_check_text(n, "name", 1, SRV_NAME_CHARS, &c->why);

    *name = json_string_value(n);
    return err == TC_OK ? srv_read_password(c, "password", password) : err;
}

enum tc_err srv_hash_password(struct srv_call *c, const char *password, char *out)
{
    pthread_mutex_lock(&hashing);
    int failed = crypto_pwhash_str_alg(out, password, strlen(password), HASH_OPS, HASH_MEMORY,
                                       crypto_pwhash_ALG_ARGON2ID13);
    pthread_mutex_unlock(&hashing);
    if (!failed)
        return TC_OK;
    return srv_refuse(c, 503, TC_E_FULL, "server", "There is not enough memory just now.");
}

/* The account and the form of its name; without the form there is no account. */
static enum tc_err store_account(struct srv_call *c, const char *name, const char *secret)
{
    char form[STO_NAME];
    struct tc_why ignored;

    srv_name_form(name, form);
    enum tc_err err = sto_new_account(srv->store, name, secret, &c->why);
    if (err == TC_E_NAME)
        return srv_refuse(c, 409, err, "name", "This name is taken.");
    if (err == TC_OK)
        err = sto_put_alike(srv->store, name, form, &c->why);
    if (err == TC_E_NAME) {
        sto_drop_account(srv->store, name, &ignored);
        return srv_refuse(c, 409, err, "name",
                          "Another account has a name that looks like it.");
    }
    return err;
}

/* Nobody takes all good names. */
static enum tc_err check_quota(struct srv_call *c)
{
    c->retry = c->source[0] ? srv_limit_accounts(c->source, srv_clock()) : 0;
    if (!c->retry)
        return TC_OK;
    srv_count(SRV_C_LIMITED);
    return srv_refuse(c, 429, TC_E_BUSY, "accounts",
                      "This address has made as many accounts as it may in a day.");
}

enum tc_err srv_api_account(struct srv_call *c)
{
    const char *name, *password;
    char secret[crypto_pwhash_STRBYTES];
    enum tc_err err = read_login(c, true, &name, &password);

    if (err == TC_OK)
        err = check_quota(c);
    if (err == TC_OK)
        err = srv_hash_password(c, password, secret);
    if (err == TC_OK)
        err = store_account(c, name, secret);
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

/* From however many addresses: one account stands so many wrong guesses an hour. */
static enum tc_err may_guess(struct srv_call *c, const char *key)
{
    int64_t now = srv_now();
    int n;
    enum tc_err err = sto_tallied(srv->store, key, now, HOUR, &n, &c->why);

    if (err != TC_OK || n < GUESSES)
        return err;
    c->retry = (int)(HOUR - now % HOUR);
    return srv_refuse(c, 429, TC_E_BUSY, "password",
                      "Too many wrong passwords for this name; wait until the next hour.");
}

enum tc_err srv_check_password(struct srv_call *c, const char *name, const char *password)
{
    char *secret = NULL, key[STO_NAME + 8];
    int n;

    snprintf(key, sizeof key, "guess:%s", name);
    enum tc_err err = may_guess(c, key);
    if (err == TC_OK)
        err = sto_account(srv->store, name, &secret, &c->why);
    if (err != TC_OK && err != TC_E_NAME)
        return err;
    bool good = verify(secret, password);
    free(secret);
    if (good)
        return TC_OK;
    err = sto_tally(srv->store, key, srv_now(), HOUR, &n, &c->why);
    return err != TC_OK
               ? err
               : srv_refuse(c, 401, TC_E_TURN, "password", "Name and password do not fit.");
}

enum tc_err srv_api_session(struct srv_call *c)
{
    const char *name, *password;
    char token[SRV_TOKEN];
    uint8_t hash[STO_HASH];
    enum tc_err err = read_login(c, false, &name, &password);

    if (err == TC_OK)
        err = srv_check_password(c, name, password);
    if (err == TC_OK && srv_banned("account", name))
        err = srv_refuse(c, 403, TC_E_TURN, "name",
                         "The operator of this server has closed this account.");
    if (err != TC_OK)
        return err;
    srv_new_token(token);
    srv_hash_token(token, hash);
    err = sto_put_session(srv->store, hash, name, srv_now() + SRV_SESSION_SECONDS, &c->why);
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
    return sto_drop_session(srv->store, hash, &c->why);
}

/* --- My games ------------------------------------------------------------------------------
 */

struct mine {
    int n;
    struct {
        char id[STO_ID], token[2 * STO_HASH + 1]; /* the hash of the seat's */
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
    snprintf(m->game[m->n].token, sizeof m->game[m->n].token, "%s", token);
    m->game[m->n++].seat = seat;
    return true;
}

/* A token for this seat and session: the same each time, made from the session's own, which
 * the store does not have. "": the seat has another holder by now. */
static enum tc_err lend(struct srv_call *c, const char *id, int seat, const char *held,
                        char out[SRV_TOKEN])
{
    uint8_t bytes[24], loan[STO_HASH], session[STO_HASH];
    char text[STO_ID + 16];

    out[0] = '\0';
    if (!*held)
        return TC_OK;
    snprintf(text, sizeof text, "%s/%d", id, seat);
    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)text, strlen(text),
                       (const uint8_t *)c->token, strlen(c->token));
    sodium_bin2base64(out, SRV_TOKEN, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    srv_hash_token(out, loan);
    srv_hash_token(c->token, session);
    return sto_lend(srv->store, loan, session, id, seat, held, &c->why);
}

static json_t *game_json(struct srv_game *g, int seat, const char *token)
{
    const struct ses_game *s = g->s;
    const struct tc_head *h = tc_game_state(&s->g);
    json_t *over = srv_game_over(g);
    bool mine = !over && (ses_status(s) == TC_WAITS_DICE || ses_seat_asked(s) == seat);

    return json_pack("{ss ss ss si ss* si sb so sI}", "game", g->id, "title",
                     g->title[0] ? g->title : g->book->title, "scenario", g->book->id, "seat",
                     seat, "token", token, "turn", (int)h->turn, "mine", mine, "over",
                     over ? over : json_null(), "touched", (json_int_t)g->touched);
}

/* A game that is not in memory, without playing it through. */
static json_t *unread_json(const char *id, int seat, const char *token)
{
    char *header = NULL, *meta = NULL;
    struct tc_why why;
    json_t *o = NULL;

    if (sto_header(srv->store, id, &header, &why) == TC_OK && header &&
        sto_get(srv->store, id, "meta", &meta, &why) == TC_OK) {
        json_t *h = json_loads(header, 0, NULL), *m = meta ? json_loads(meta, 0, NULL) : NULL;
        const char *scenario = json_string_value(json_object_get(h, "scenario"));
        const char *title = json_string_value(json_object_get(m, "title"));
        o = json_pack("{ss ss* ss* si ss* sn sn sn}", "game", id, "title",
                      title && *title ? title : scenario, "scenario", scenario, "seat", seat,
                      "token", token, "turn", "mine", "over");
        json_decref(h);
        json_decref(m);
    }
    free(header);
    free(meta);
    return o;
}

/* As new as the store; of one that is not in memory no more than the caller may use up. */
static json_t *listed_json(struct srv_call *c, const char *id, int seat, const char *token)
{
    struct srv_game *g = srv_game_get(id);
    struct sto_now now;
    struct tc_why why;
    json_t *o = NULL;

    srv_game_lock(g);
    if (!g->s && srv_used_up(c)) {
        o = unread_json(id, seat, token);
    } else if (srv_game_load(g, &why) == TC_OK &&
               sto_now(srv->store, id, &now, &why) == TC_OK &&
               srv_game_current(g, &now, &why) == TC_OK && g->s) {
        o = game_json(g, seat, token);
    }
    srv_game_unlock(g);
    srv_game_put(g);
    return o;
}

enum tc_err srv_api_my_games(struct srv_call *c)
{
    struct mine *m = calloc(1, sizeof *m);
    json_t *list = json_array();

    TC_BUG_ON(!m);
    enum tc_err err = sto_each_account_game(srv->store, c->account, add_mine, m, &c->why);
    for (int i = 0; i < m->n && err == TC_OK; i++) {
        char token[SRV_TOKEN];
        err = lend(c, m->game[i].id, m->game[i].seat, m->game[i].token, token);
        json_t *o = err != TC_OK ? NULL
                                 : listed_json(c, m->game[i].id, m->game[i].seat,
                                               token[0] ? token : NULL);
        if (o)
            json_array_append_new(list, o);
    }
    free(m);
    c->out = json_pack("{si so}", "v", JS_VERSION, "games", list);
    return err;
}

/* No more than the list shows; one that is in it already may be added again. */
static enum tc_err room_for(struct srv_call *c, const char *id, int seat)
{
    struct mine *m = calloc(1, sizeof *m);
    bool there = false;

    TC_BUG_ON(!m);
    enum tc_err err = sto_each_account_game(srv->store, c->account, add_mine, m, &c->why);
    for (int i = 0; i < m->n; i++)
        there = there || (m->game[i].seat == seat && strcmp(m->game[i].id, id) == 0);
    if (err == TC_OK && m->n == MOST_GAMES && !there)
        err = srv_refuse(c, 409, TC_E_FULL, "game",
                         "Your list has 200 games; take one out first.");
    free(m);
    return err;
}

enum tc_err srv_api_add_game(struct srv_call *c)
{
    const char *game = json_string_value(json_object_get(c->in, "game"));
    const char *token = json_string_value(json_object_get(c->in, "token"));
    uint8_t hash[STO_HASH];
    char id[STO_ID], hex[2 * STO_HASH + 1];
    int seat;

    if (!game || !token || !srv_is_token(token))
        return tc_fail(&c->why, TC_E_KEY, "game", "Name the game and the token of a seat.");
    srv_hash_token(token, hash);
    enum tc_err err = sto_find_token(srv->store, hash, id, &seat, &c->why);
    if (err == TC_E_NAME || (err == TC_OK && (strcmp(id, game) != 0 || seat >= STO_INVITE)))
        return srv_refuse(c, 403, TC_E_TURN, "token", "This token is of no seat of the game.");
    if (err == TC_OK)
        err = room_for(c, id, seat);
    srv_token_hex(token, hex);
    if (err == TC_OK)
        err = sto_account_game(srv->store, c->account, id, seat, hex, &c->why);
    return err;
}

enum tc_err srv_api_drop_my_game(struct srv_call *c)
{
    return sto_drop_account_game(srv->store, c->account, c->part[0], &c->why);
}

/* --- Notices
 * ---------------------------------------------------------------------------------- */

static enum tc_err put_notice(struct srv_call *c, const char *key, bool good, const json_t *j)
{
    const char *text = json_string_value(j);

    if (j && !json_is_null(j) && !(text && (!*text || good)))
        return tc_fail(&c->why, TC_E_SYNTAX, key, "{0} is no address that can be used.", key);
    return TC_OK;
}

/* An address is used once its owner has said so, by the link that is sent to it. */
static enum tc_err want_mail(struct srv_call *c, const char *mail)
{
    char *now = NULL;
    enum tc_err err = sto_account_get(srv->store, c->account, "mail", &now, &c->why);
    bool same = now && mail && strcmp(now, mail) == 0;

    free(now);
    if (err != TC_OK || same)
        return err;
    if (mail && !srv->o.mail)
        return srv_refuse(c, 409, TC_E_NAME, "mail", "This server sends no mail.");
    err = sto_account_put(srv->store, c->account, "mail", NULL, &c->why);
    if (err == TC_OK)
        err = sto_account_put(srv->store, c->account, "mail-wanted", mail, &c->why);
    if (err == TC_OK && mail && !srv_mail_confirm(c->account, mail))
        err = srv_refuse(c, 429, TC_E_BUSY, "mail",
                         "This address gets no more questions today, or wants no mail.");
    return err;
}

enum tc_err srv_api_notice(struct srv_call *c)
{
    const json_t *mail = json_object_get(c->in, "mail"),
                 *hook = json_object_get(c->in, "webhook");
    const char *m = json_string_value(mail), *h = json_string_value(hook);
    enum tc_err err = put_notice(c, "mail", m && srv_is_mail(m), mail);

    if (err == TC_OK)
        err = put_notice(c, "webhook", h && srv_hook_ok(h), hook);
    if (err == TC_OK && hook)
        err = sto_account_put(srv->store, c->account, "webhook", h && *h ? h : NULL, &c->why);
    if (err == TC_OK && mail)
        err = want_mail(c, m && *m ? m : NULL);
    return err == TC_OK ? srv_api_me(c) : err;
}
