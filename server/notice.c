/* server/notice.c - telling a player who is away that it is their move: mail and webhook. */
#include <arpa/inet.h>
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/made.h"
#include "server/own.h"

enum { SECONDS = 5 };

/* A notice on its way. */
struct notice {
    char game[STO_ID], title[SRV_TITLE], battle[SRV_TITLE];
    int seat, turn;
    bool clock; /* time is running out */
};

void srv_notice_open(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

void srv_notice_close(void)
{
    curl_global_cleanup();
}

bool srv_hook_ok(const char *url)
{
    if (strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0)
        return false;
    for (const char *p = url; *p; p++)
        if (*p <= ' ' || *p >= 0x7f)
            return false;
    return strlen(url) < 500;
}

/* --- Where a webhook may go ------------------------------------------------------------------
 */

static bool is_public4(uint32_t a)
{
    uint32_t b = a >> 24, bb = a >> 16;

    return !(b == 0 || b == 10 || b == 127 || b >= 224 || (bb & 0xfff0) == 0xac10 ||
             bb == 0xc0a8 || bb == 0xa9fe || (bb & 0xffc0) == 0x6440);
}

static bool is_public(const struct sockaddr *sa)
{
    if (sa->sa_family == AF_INET)
        return is_public4(
            ntohl(((const struct sockaddr_in *)(const void *)sa)->sin_addr.s_addr));
    if (sa->sa_family != AF_INET6)
        return false;
    const uint8_t *b = ((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr.s6_addr;
    return (b[0] & 0xe0) == 0x20; /* global unicast */
}

/* No way from outside into the network the server stands in. */
static curl_socket_t open_socket(void *ctx, curlsocktype purpose, struct curl_sockaddr *to)
{
    (void)ctx;
    (void)purpose;
    if (!srv->o.local_hooks && !is_public(&to->addr))
        return CURL_SOCKET_BAD;
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

static size_t ignore(char *bytes, size_t size, size_t n, void *ctx)
{
    (void)bytes;
    (void)ctx;
    return size * n;
}

static bool finish(CURL *c, const char *what)
{
    curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)SECONDS);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, ignore);
    CURLcode code = curl_easy_perform(c);
    bool good = code == CURLE_OK;
    if (!good)
        srv_log("warning", "notice",
                json_pack("{ss ss}", "by", what, "text", curl_easy_strerror(code)));
    srv_count(good ? SRV_C_NOTICES : SRV_C_NOTICES_FAILED);
    curl_easy_cleanup(c);
    return good;
}

static void post_hook(const struct notice *n, const char *url)
{
    CURL *c = curl_easy_init();
    struct curl_slist *heads = curl_slist_append(NULL, "Content-Type: application/json");
    json_t *o = json_pack("{si ss ss si si}", "v", JS_VERSION, "game", n->game, "title",
                          n->title, "seat", n->seat, "turn", n->turn);
    char *body = json_dumps(o, JSON_COMPACT);

    json_decref(o);
    if (c) {
        curl_easy_setopt(c, CURLOPT_URL, url);
        curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(c, CURLOPT_HTTPHEADER, heads);
        curl_easy_setopt(c, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(c, CURLOPT_FAILONERROR, 1L);
        srv_host_told(url, finish(c, "webhook"), srv_clock());
    }
    curl_slist_free_all(heads);
    free(body);
}

/* --- Who is told
 * ----------------------------------------------------------------------------------- */

struct holders {
    int seat, n;
    char name[16][STO_NAME];
};

static bool add_holder(void *ctx, const char *name, const char *id, int seat, const char *token)
{
    struct holders *h = ctx;

    (void)id;
    (void)token;
    if (seat == h->seat && h->n < 16)
        snprintf(h->name[h->n++], STO_NAME, "%s", name);
    return true;
}

static void tell(const struct notice *n, const char *name)
{
    char *mail = NULL, *hook = NULL;
    struct tc_why why;

    if (sto_account_get(srv->store, name, "mail", &mail, &why) == TC_OK && mail)
        srv_mail_move(name, mail, n->battle, n->clock ? "clock" : "move", n->turn);
    if (sto_account_get(srv->store, name, "webhook", &hook, &why) == TC_OK && hook &&
        srv_host_ready(hook, srv_clock()))
        post_hook(n, hook);
    free(mail);
    free(hook);
}

static void send_all(void *ctx)
{
    struct notice *n = ctx;
    struct holders *h = calloc(1, sizeof *h);
    struct tc_why why;

    TC_BUG_ON(!h);
    h->seat = n->seat;
    if (sto_each_holder(srv->store, n->game, add_holder, h, &why) != TC_OK)
        srv_log_why("notice", &why);
    for (int i = 0; i < h->n; i++)
        tell(n, h->name[i]);
    free(h);
    free(n);
}

/* As mail names it: the title of a battle that people made is a text of theirs. */
static const char *battle_name(const struct tc_book *bk)
{
    char hash[STO_TEXT];

    return srv_made_hash(bk->id, hash) ? bk->rules->title : bk->title;
}

static void send_notice(const struct srv_game *g, int seat, bool clock)
{
    struct notice *n = calloc(1, sizeof *n);
    TC_BUG_ON(!n);
    memcpy(n->game, g->id, sizeof n->game);
    snprintf(n->title, sizeof n->title, "%s", g->title[0] ? g->title : g->book->title);
    snprintf(n->battle, sizeof n->battle, "%s", battle_name(g->book));
    n->seat = seat;
    n->turn = ((const struct tc_head *)tc_game_state(&g->s->g))->turn;
    n->clock = clock;
    if (!srv_pool_add(srv->pool[SRV_POST], send_all, n)) {
        srv_count(SRV_C_NOTICES_FAILED);
        free(n);
    }
}

static bool is_any(void *ctx, const char *name, const char *id, int seat, const char *token)
{
    struct holders *h = ctx;

    return add_holder(h, name, id, seat, token) && h->n == 0;
}

/* Once a turn; what was sent is kept, so that a restart does not send it again. */
void srv_notice(struct srv_game *g)
{
    int seat = g->over ? TC_NONE : ses_seat_asked(g->s);
    uint16_t turn = ((const struct tc_head *)tc_game_state(&g->s->g))->turn;
    struct holders *h;
    struct tc_why why;
    char key[24];

    if (!srv_is_person(g, seat) || g->noticed[seat] == turn || srv_seat_here(g, seat) ||
        srv->stopping)
        return;
    h = calloc(1, sizeof *h);
    TC_BUG_ON(!h);
    h->seat = seat;
    bool any = sto_each_holder(srv->store, g->id, is_any, h, &why) == TC_OK && h->n > 0;
    free(h);
    if (!any)
        return;
    json_t *j = json_integer(turn);
    snprintf(key, sizeof key, "noticed.%d", seat);
    enum tc_err err = srv_game_set(g, key, j, &why);
    json_decref(j);
    if (err != TC_OK)
        return;
    send_notice(g, seat, false);
}

void srv_notice_clock(struct srv_game *g, int seat)
{
    send_notice(g, seat, true);
}
