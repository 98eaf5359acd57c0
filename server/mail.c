/* server/mail.c - mail: only to addresses that were confirmed, with a way out, and without
 * any text that a stranger could have written. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum {
    SECONDS = 5,
    DAY = 24 * 3600,
    CONFIRMS_A_DAY = 3, /* to one address */
    RESETS_A_DAY = 3,
    MOVES_A_DAY = 24,
    STOP_DAYS = 60, /* a way out is good for so long */
    QUIET_DAYS = 365,
};

struct mail {
    char to[200], subject[80];
    char *text;
};

bool srv_is_mail(const char *s)
{
    const char *at = strchr(s, '@');

    for (const char *p = s; *p; p++)
        if (*p <= ' ' || *p >= 0x7f || strchr("<>,;\"\\()[]", *p))
            return false;
    return at && at > s && strchr(at, '.') && !strchr(at + 1, '@') && strlen(s) < 200;
}

/* --- Sending ------------------------------------------------------------------------------ */

static void hand_over(const struct mail *m, FILE *in)
{
    CURL *c = curl_easy_init();
    char url[300], from[300], rcpt[300];

    if (!c)
        return;
    snprintf(url, sizeof url, "smtp://%s", srv->o.mail);
    snprintf(from, sizeof from, "<%s>", srv->o.from);
    snprintf(rcpt, sizeof rcpt, "<%s>", m->to);
    struct curl_slist *list = curl_slist_append(NULL, rcpt);
    curl_easy_setopt(c, CURLOPT_URL, url);
    curl_easy_setopt(c, CURLOPT_MAIL_FROM, from);
    curl_easy_setopt(c, CURLOPT_MAIL_RCPT, list);
    curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(c, CURLOPT_READDATA, in);
    curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)SECONDS);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    CURLcode code = curl_easy_perform(c);
    if (code != CURLE_OK)
        srv_log("warning", "notice",
                json_pack("{ss ss}", "by", "mail", "text", curl_easy_strerror(code)));
    srv_count(code == CURLE_OK ? SRV_C_NOTICES : SRV_C_NOTICES_FAILED);
    curl_easy_cleanup(c);
    curl_slist_free_all(list);
}

static void deliver(void *ctx)
{
    struct mail *m = ctx;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    TC_BUG_ON(!out);
    fprintf(out,
            "From: Tricorne <%s>\r\nTo: <%s>\r\nSubject: %s\r\n"
            "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
            "%s",
            srv->o.from, m->to, m->subject, m->text);
    fclose(out);
    FILE *in = fmemopen(text, size, "r");
    if (in) {
        hand_over(m, in);
        fclose(in);
    }
    free(text);
    free(m->text);
    free(m);
}

static void queue(const char *to, const char *subject, char *text)
{
    struct mail *m = calloc(1, sizeof *m);

    TC_BUG_ON(!m);
    snprintf(m->to, sizeof m->to, "%s", to);
    snprintf(m->subject, sizeof m->subject, "%s", subject);
    m->text = text;
    if (srv_pool_add(srv->pool[SRV_POST], deliver, m))
        return;
    srv_count(SRV_C_NOTICES_FAILED);
    free(m->text);
    free(m);
}

/* --- Limits and codes --------------------------------------------------------------------- */

/* May one more of this kind go to this address today? */
static bool may_send(const char *kind, const char *to, int most)
{
    char key[260];
    int n = most + 1;
    struct tc_why why;

    if (!srv->o.mail || srv_banned("mail", to))
        return false;
    snprintf(key, sizeof key, "mail:%s:%s", kind, to);
    if (sto_tally(srv->store, key, srv_now(), DAY, &n, &why) != TC_OK)
        srv_log_why("mail", &why);
    return n <= most;
}

static bool new_code(const char *kind, const char *account, const char *text, int64_t until,
                     char out[SRV_TOKEN])
{
    uint8_t hash[STO_HASH];
    struct tc_why why;

    srv_new_token(out);
    srv_hash_token(out, hash);
    if (sto_put_code(srv->store, hash, kind, account, text, until, &why) == TC_OK)
        return true;
    srv_log_why("code", &why);
    return false;
}

static char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *text_of(const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    TC_BUG_ON(vasprintf(&text, format, args) < 0);
    va_end(args);
    return text;
}

#define WAY_OUT "\r\nTo get no more mail from this server at this address:\r\n%s#/stop/%s\r\n"

bool srv_mail_confirm(const char *account, const char *to)
{
    char code[SRV_TOKEN], stop[SRV_TOKEN];
    int64_t now = srv_now();

    if (!may_send("confirm", to, CONFIRMS_A_DAY) ||
        !new_code("mail", account, to, now + DAY, code) ||
        !new_code("stop", account, to, now + (int64_t)STOP_DAYS * DAY, stop))
        return false;
    queue(to, "Tricorne: is this your address?",
          text_of("This address was given at %s to be told of moves.\r\n"
                  "If it was you, confirm it within a day:\r\n%s#/confirm/%s\r\n\r\n"
                  "If it was not, do nothing: nothing more is sent.\r\n" WAY_OUT,
                  srv->url, srv->url, code, srv->url, stop));
    return true;
}

bool srv_mail_reset(const char *account, const char *to)
{
    char code[SRV_TOKEN], stop[SRV_TOKEN];
    int64_t now = srv_now();

    if (!may_send("reset", to, RESETS_A_DAY) ||
        !new_code("reset", account, "", now + 3600, code) ||
        !new_code("stop", account, to, now + (int64_t)STOP_DAYS * DAY, stop))
        return false;
    queue(to, "Tricorne: a new password",
          text_of("Somebody, probably you, asked for a new password at %s.\r\n"
                  "Choose it within an hour:\r\n%s#/reset/%s\r\n\r\n"
                  "If it was not you, do nothing: the old one stays.\r\n" WAY_OUT,
                  srv->url, srv->url, code, srv->url, stop));
    return true;
}

void srv_mail_move(const char *account, const char *to, const char *battle, const char *what,
                   int turn)
{
    char stop[SRV_TOKEN];

    if (!may_send("move", to, MOVES_A_DAY) ||
        !new_code("stop", account, to, srv_now() + (int64_t)STOP_DAYS * DAY, stop))
        return;
    queue(to,
          strcmp(what, "clock") == 0 ? "Tricorne: your time is running out"
                                     : "Tricorne: your move",
          text_of("It is your move in a battle of %s, turn %d.\r\n%s%s\r\n" WAY_OUT, battle,
                  turn, strcmp(what, "clock") == 0 ? "Your time is running out.\r\n" : "",
                  srv->url, srv->url, stop));
}

/* --- Requests: confirm, stop ----------------------------------------------------------------
 */

static enum tc_err read_code(struct srv_call *c, const char *kind, bool once, char *name,
                             char **text)
{
    const char *code = json_string_value(json_object_get(c->in, "code"));
    uint8_t hash[STO_HASH];

    if (!code || !srv_is_token(code))
        return tc_fail(&c->why, TC_E_KEY, "code", "Name the code that came by mail.");
    srv_hash_token(code, hash);
    enum tc_err err =
        sto_find_code(srv->store, hash, kind, srv_now(), once, name, text, &c->why);
    if (err == TC_E_NAME)
        c->status = 404;
    return err;
}

enum tc_err srv_read_reset(struct srv_call *c, char *name)
{
    char *text = NULL;
    enum tc_err err = read_code(c, "reset", true, name, &text);

    free(text);
    return err;
}

enum tc_err srv_api_mail_confirm(struct srv_call *c)
{
    char name[STO_NAME], *mail = NULL, *wanted = NULL;
    enum tc_err err = read_code(c, "mail", true, name, &mail);

    if (err == TC_OK)
        err = sto_account_get(srv->store, name, "mail-wanted", &wanted, &c->why);
    if (err == TC_OK && (!wanted || strcmp(wanted, mail) != 0))
        err = srv_refuse(c, 404, TC_E_NAME, "code", "This address is not wanted any more.");
    if (err == TC_OK)
        err = sto_account_put(srv->store, name, "mail", mail, &c->why);
    if (err == TC_OK)
        err = sto_account_put(srv->store, name, "mail-wanted", NULL, &c->why);
    free(mail);
    free(wanted);
    return err;
}

/* From every account, and nobody can have it asked again for a year. */
enum tc_err srv_api_mail_stop(struct srv_call *c)
{
    char name[STO_NAME], *mail = NULL;
    enum tc_err err = read_code(c, "stop", false, name, &mail);

    if (err == TC_OK)
        err = sto_drop_mail(srv->store, mail, &c->why);
    struct sto_ban ban = { "mail", mail, "stopped by its owner",
                           srv_now() + (int64_t)QUIET_DAYS * DAY };
    if (err == TC_OK)
        err = sto_put_ban(srv->store, &ban, &c->why);
    if (err == TC_OK)
        err = sto_deed(srv->store, srv_now(), "server", "mail stopped by its owner", &c->why);
    free(mail);
    return err;
}
