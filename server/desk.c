/* server/desk.c - what operators have done, seen by a server that runs: bans, deletions. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { SWEEP_SECONDS = 600, LOOK_SECONDS = 2 };

struct ban {
    char kind[16], name[STO_NAME];
    int64_t until;
};

struct bans {
    struct ban *ban;
    int n, room;
};

struct srv_desk {
    pthread_rwlock_t lock;
    struct bans bans;
    int64_t deeds;
    double looked, swept;
};

struct srv_desk *srv_desk_new(void)
{
    struct srv_desk *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_rwlock_init(&p->lock, NULL);
    p->deeds = -1;
    p->looked = p->swept = -1e9;
    return p;
}

void srv_desk_free(struct srv_desk *p)
{
    if (p)
        free(p->bans.ban);
    free(p);
}

/* --- Bans ------------------------------------------------------------------------------- */

/* Is the address in the network, as in 203.0.113.0/24 or 2001:db8::/64? */
static bool is_in(const char *address, const char *network)
{
    char text[64];
    uint8_t a[16], n[16];
    size_t len = strcspn(network, "/");
    int family = strchr(network, ':') ? AF_INET6 : AF_INET;
    long bits = network[len] ? strtol(network + len + 1, NULL, 10) : 128;

    snprintf(text, sizeof text, "%.*s", (int)len, network);
    if (inet_pton(family, text, n) != 1 || inet_pton(family, address, a) != 1)
        return false;
    long most = family == AF_INET ? 32 : 128;
    for (long i = 0; i < (bits < most ? bits : most); i++)
        if ((a[i / 8] ^ n[i / 8]) >> (7 - i % 8) & 1)
            return false;
    return true;
}

bool srv_banned(const char *kind, const char *name)
{
    bool is_address = strcmp(kind, "address") == 0, found = false;
    int64_t now = srv_now();

    pthread_rwlock_rdlock(&srv->desk->lock);
    for (int i = 0; i < srv->desk->bans.n && !found; i++) {
        const struct ban *b = &srv->desk->bans.ban[i];
        found = b->until > now && strcmp(b->kind, kind) == 0 &&
                (strcmp(b->name, name) == 0 || (is_address && is_in(name, b->name)));
    }
    pthread_rwlock_unlock(&srv->desk->lock);
    return found;
}

static bool add_ban(void *ctx, const struct sto_ban *b)
{
    struct bans *l = ctx;

    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 16;
        l->ban = realloc(l->ban, (size_t)l->room * sizeof *l->ban);
        TC_BUG_ON(!l->ban);
    }
    struct ban *to = &l->ban[l->n++];
    snprintf(to->kind, sizeof to->kind, "%s", b->kind);
    snprintf(to->name, sizeof to->name, "%s", b->name);
    to->until = b->until;
    return true;
}

/* Read aside, then put in place: nobody waits for the store. */
static bool read_bans(void)
{
    struct bans fresh = { NULL, 0, 0 };
    struct tc_why why;
    bool good = sto_each_ban(srv->store, srv_now(), add_ban, &fresh, &why) == TC_OK;

    if (!good) {
        srv_log_why("bans", &why);
        free(fresh.ban);
        return false;
    }
    pthread_rwlock_wrlock(&srv->desk->lock);
    struct ban *old = srv->desk->bans.ban;
    srv->desk->bans = fresh;
    pthread_rwlock_unlock(&srv->desk->lock);
    free(old);
    return true;
}

/* --- Looking ----------------------------------------------------------------------------- */

/* Games that were deleted or silenced are found as those another server has changed. */
static void look(void)
{
    struct tc_why why;
    int64_t n;

    if (sto_deeds(srv->store, &n, &why) != TC_OK || n == srv->desk->deeds)
        return;
    if (!read_bans())
        return;
    if (srv->desk->deeds >= 0)
        srv_game_news(srv, "");
    srv->desk->deeds = n;
}

void srv_desk_tick(double now)
{
    struct tc_why why;

    if (now - srv->desk->looked >= LOOK_SECONDS) {
        srv->desk->looked = now;
        look();
    }
    if (now - srv->desk->swept < SWEEP_SECONDS)
        return;
    srv->desk->swept = now;
    if (sto_sweep(srv->store, srv_now(), &why) != TC_OK)
        srv_log_why("sweep", &why);
}

/* --- Stores of version 1 ---------------------------------------------------------------------
 */

struct plain {
    int n, room;
    struct row {
        char name[STO_NAME], id[STO_ID], token[SRV_TOKEN];
        int seat;
    } * row;
};

static bool add_plain(void *ctx, const char *name, const char *id, int seat, const char *token)
{
    struct plain *p = ctx;

    if (p->n == p->room) {
        p->room = p->room ? 2 * p->room : 64;
        p->row = realloc(p->row, (size_t)p->room * sizeof *p->row);
        TC_BUG_ON(!p->row);
    }
    struct row *r = &p->row[p->n++];
    snprintf(r->name, sizeof r->name, "%s", name);
    snprintf(r->id, sizeof r->id, "%s", id);
    snprintf(r->token, sizeof r->token, "%s", token);
    r->seat = seat;
    return true;
}

/* Tokens that were kept as they are become hashes. */
static enum tc_err hash_tokens(struct tc_why *why)
{
    struct plain p = { 0, 0, NULL };
    enum tc_err err = sto_each_plain(srv->store, add_plain, &p, why);

    for (int i = 0; i < p.n && err == TC_OK; i++) {
        char hex[2 * STO_HASH + 1];
        srv_token_hex(p.row[i].token, hex);
        err = sto_account_game(srv->store, p.row[i].name, p.row[i].id, p.row[i].seat, hex, why);
    }
    free(p.row);
    return err;
}

static bool add_form(void *ctx, const char *name)
{
    return add_plain(ctx, name, "", 0, "");
}

/* The first of those that look alike keeps its form; the others keep their name. */
static enum tc_err name_forms(struct tc_why *why)
{
    struct plain p = { 0, 0, NULL };
    enum tc_err err = sto_each_account(srv->store, "", add_form, &p, why);

    for (int i = 0; i < p.n && err == TC_OK; i++) {
        char form[STO_NAME];
        srv_name_form(p.row[i].name, form);
        err = sto_put_alike(srv->store, p.row[i].name, form, why);
        if (err == TC_E_NAME)
            err = TC_OK;
    }
    free(p.row);
    return err;
}

enum tc_err srv_desk_open(struct tc_why *why)
{
    bool old;
    enum tc_err err = sto_was_old(srv->store, &old, why);

    if (err == TC_OK && old)
        err = hash_tokens(why);
    if (err == TC_OK && old)
        err = name_forms(why);
    if (err == TC_OK && old)
        err = sto_not_old(srv->store, why);
    srv_desk_tick(srv_clock());
    return err;
}
