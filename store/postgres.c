/* store/postgres.c - the store in a PostgreSQL database, for several servers at once. */
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/driver.h"

/* Seconds for a connection to be made; an address may say otherwise. */
#define CONNECT_SECONDS "3"

enum {
    PROBE_MS = 1000, /* a database that hangs is tried again so often, by one caller */
    QUIET_MS = 5000, /* an ear that hears nothing for so long asks whether it is still on */
};

enum { KEPT = 128 }; /* statements that the database has prepared */

struct conn {
    PGconn *db;
    struct sto_health *health;
    bool lost;       /* given up: to be made again */
    bool inside;     /* a transaction is open */
    char where[256]; /* without the password */
    char name[24];   /* of the store it belongs to, among those on the same database */
    const char *kept[KEPT];
    int n;
};

/* --- A database that hangs ---------------------------------------------------------------- */

static long long now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void mark_down(struct sto_health *h)
{
    h->probe_at = now_ms() + PROBE_MS;
    h->down = true;
}

/* May this caller ask? While the database hangs, one at a time finds out whether it still
 * does; the others need not wait for that. */
static bool may_ask(struct sto_health *h, bool *probe)
{
    bool no = false;

    *probe = false;
    if (!h->down)
        return true;
    if (now_ms() < h->probe_at || !atomic_compare_exchange_strong(&h->probing, &no, true))
        return false;
    *probe = true;
    return true;
}

static void end_probe(struct sto_health *h, bool good)
{
    if (good)
        h->down = false;
    else
        mark_down(h);
    h->probing = false;
}

/* --- Statements --- */

/* "ERROR:  some words\n" without the tail. */
static enum tc_err say(const struct conn *c, enum tc_err err, const char *message,
                       struct tc_why *why)
{
    size_t n = strcspn(message, "\n");

    return sto_fail(why, err, c->where, "The database says: %.*s.", (int)n, message);
}

static enum tc_err kind_of(const char *state)
{
    if (!state)
        return TC_E_FILE;
    if (strcmp(state, "23505") == 0)
        return TC_E_STALE;
    if (strcmp(state, "23503") == 0)
        return TC_E_NAME;
    if (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0)
        return TC_E_BUSY;
    return TC_E_FILE;
}

static void rows(const PGresult *res, sto_row_fn *fn, void *ctx)
{
    const char *column[STO_PARAMS];
    int n = PQnfields(res);

    for (int r = 0; r < PQntuples(res); r++) {
        for (int i = 0; i < n && i < STO_PARAMS; i++)
            column[i] = PQgetisnull(res, r, i) ? NULL : PQgetvalue(res, r, i);
        if (!fn(ctx, column))
            return;
    }
}

/* A connection that was lost is made again where nothing is open that could be half done. */
static bool mend(struct conn *c, const char *sql)
{
    if (PQstatus(c->db) == CONNECTION_OK && !c->lost)
        return true;
    if (strcmp(sql, "BEGIN") == 0)
        c->inside = false;
    else if (c->inside || (strncmp(sql, "SELECT", 6) != 0 && strncmp(sql, "LISTEN", 6) != 0))
        return false;
    PQreset(c->db);
    c->n = 0; /* what was prepared is gone */
    c->lost = PQstatus(c->db) != CONNECTION_OK;
    return !c->lost;
}

/* Until the result is whole; false when the patience ends first, or the connection does. */
static bool wait_for(struct conn *c, long long end)
{
    for (;;) {
        int flush = PQflush(c->db);
        if (flush < 0 || !PQconsumeInput(c->db))
            return true; /* PQgetResult says what is wrong */
        if (flush == 0 && !PQisBusy(c->db))
            return true;
        long long left = end ? end - now_ms() : 1000;
        struct pollfd fd = { .fd = PQsocket(c->db),
                             .events = (short)(flush ? POLLIN | POLLOUT : POLLIN) };
        if (left <= 0)
            return false;
        poll(&fd, 1, (int)left);
    }
}

/* The last result; NULL: it was not waited for any longer. */
static PGresult *last_result(struct conn *c, long long end)
{
    PGresult *res = NULL;

    for (;;) {
        if (!wait_for(c, end)) {
            c->lost = true;
            mark_down(c->health);
            PQclear(res);
            return NULL;
        }
        PGresult *next = PQgetResult(c->db);
        if (!next)
            return res;
        PQclear(res);
        res = next;
    }
}

/* Is it worth preparing, and is there room? What has no values is asked once, or is no query.
 */
static bool may_keep(const struct conn *c, const char *sql, int values)
{
    return values > 0 && c->n < KEPT && strncmp(sql, "CREATE", 6) != 0;
}

static int find_kept(const struct conn *c, const char *sql)
{
    int i = 0;

    while (i < c->n && c->kept[i] != sql)
        i++;
    return i;
}

/* The last result; NULL: it was not waited for any longer, or could not be sent. A statement is
 * read and planned once for each connection: that costs the database more than to run it. */
static PGresult *ask(struct conn *c, const char *sql, const char *const *value, int values)
{
    int limit = c->health->patience, i = find_kept(c, sql);
    long long end = limit ? now_ms() + limit : 0;
    char name[16];

    snprintf(name, sizeof name, "s%d", i);
    if (i == c->n && may_keep(c, sql, values)) {
        PGresult *res =
            PQsendPrepare(c->db, name, sql, values, NULL) ? last_result(c, end) : NULL;
        if (PQresultStatus(res) != PGRES_COMMAND_OK)
            return res;
        PQclear(res);
        c->kept[c->n++] = sql;
    }
    int sent = i < c->n ? PQsendQueryPrepared(c->db, name, values, value, NULL, NULL, 0)
                        : PQsendQueryParams(c->db, sql, values, NULL, value, NULL, NULL, 0);
    return sent ? last_result(c, end) : NULL;
}

/* Was the connection closed under us, with nothing open that could be half done? */
static bool is_dead(const struct conn *c)
{
    return !c->inside && !c->lost && PQstatus(c->db) != CONNECTION_OK;
}

static void note_inside(struct conn *c, const char *sql, enum tc_err err)
{
    if (strcmp(sql, "BEGIN") == 0)
        c->inside = !err;
    else if (strcmp(sql, "COMMIT") == 0 || strcmp(sql, "ROLLBACK") == 0)
        c->inside = false;
}

static enum tc_err silent(const struct conn *c, struct tc_why *why)
{
    return sto_fail(why, TC_E_FILE, c->where, "The database does not answer.");
}

static enum tc_err read_result(struct conn *c, const char *sql, PGresult *res, sto_row_fn *fn,
                               void *ctx, struct tc_why *why)
{
    ExecStatusType status = PQresultStatus(res);
    enum tc_err err = TC_OK;

    if (c->lost)
        err = silent(c, why);
    else if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        err = say(c, kind_of(PQresultErrorField(res, PG_DIAG_SQLSTATE)), PQerrorMessage(c->db),
                  why);
    /* A failed transaction is rolled back by COMMIT without an error: that is one. */
    else if (strcmp(sql, "COMMIT") == 0 && strcmp(PQcmdStatus(res), "COMMIT") != 0)
        err = sto_fail(why, TC_E_FILE, c->where, "The database did not take the changes.");
    else if (fn && status == PGRES_TUPLES_OK)
        rows(res, fn, ctx);
    return err;
}

static enum tc_err run(void *conn, const char *sql, const char *const *value, int values,
                       sto_row_fn *fn, void *ctx, struct tc_why *why)
{
    struct conn *c = conn;
    bool probe;
    enum tc_err err;

    if (!may_ask(c->health, &probe))
        return silent(c, why);
    if (!mend(c, sql)) {
        err = c->lost ? silent(c, why) : say(c, TC_E_FILE, PQerrorMessage(c->db), why);
    } else {
        PGresult *res = ask(c, sql, value, values);
        if (is_dead(c) && mend(c, sql)) { /* it died while nobody used it: once more */
            PQclear(res);
            res = ask(c, sql, value, values);
        }
        err = read_result(c, sql, res, fn, ctx, why);
        PQclear(res);
    }
    note_inside(c, sql, err);
    if (probe)
        end_probe(c->health, !c->lost && PQstatus(c->db) == CONNECTION_OK);
    return err;
}

static void shut(void *conn)
{
    struct conn *c = conn;

    if (!c)
        return;
    PQfinish(c->db);
    free(c);
}

static void quiet(void *ctx, const char *message)
{
    (void)ctx;
    (void)message;
}

static enum tc_err open_db(const char *where, struct sto_health *h, void **out,
                           struct tc_why *why)
{
    struct conn *c = calloc(1, sizeof(*c));

    if (!c)
        return sto_fail(why, TC_E_FULL, "postgres", "There is no memory left.");
    const char *const key[] = { "connect_timeout", "dbname", NULL };
    const char *const text[] = { CONNECT_SECONDS, where, NULL };
    c->health = h;
    c->db = PQconnectdbParams(key, text, 1);
    if (PQstatus(c->db) != CONNECTION_OK) {
        strcpy(c->where, "postgres");
        enum tc_err err = say(c, TC_E_FILE, PQerrorMessage(c->db), why);
        shut(c);
        return err;
    }
    PQsetNoticeProcessor(c->db, quiet, NULL);
    snprintf(c->where, sizeof(c->where), "postgres %s", PQdb(c->db));
    *out = c;
    return TC_OK;
}

/* --- News --- */

static void name_conn(void *conn, const char *name)
{
    struct conn *c = conn;

    snprintf(c->name, sizeof c->name, "%s", name);
}

/* "NAME.PROCESS GAME": the sender is named, so that no server hears itself; a process that was
 * forked is another one. */
static void put_news(void *conn, const char *id, char *out, size_t room)
{
    const struct conn *c = conn;

    snprintf(out, room, "%s.%ld %s", c->name, (long)getpid(), id);
}

static void hand_out(struct conn *c, sto_news_fn *fn, void *ctx)
{
    PGnotify *note;
    char own[96];

    put_news(c, "", own, sizeof(own));
    while ((note = PQnotifies(c->db)) != NULL) {
        const char *id = strchr(note->extra, ' ');
        if (id && strncmp(note->extra, own, strlen(own)) != 0)
            fn(ctx, id + 1);
        PQfreemem(note);
    }
}

/* Hear until the connection is lost or silent for too long, or it is time to stop. */
static void hear_on(struct conn *c, sto_news_fn *fn, void *ctx, const bool *stop)
{
    long long heard = now_ms();
    struct tc_why why;

    while (!__atomic_load_n(stop, __ATOMIC_ACQUIRE)) {
        struct pollfd fd = { .fd = PQsocket(c->db), .events = POLLIN };
        if (poll(&fd, 1, 200) > 0)
            heard = now_ms();
        if (!PQconsumeInput(c->db))
            return;
        hand_out(c, fn, ctx);
        if (now_ms() - heard < QUIET_MS)
            continue;
        if (run(c, "SELECT 1", NULL, 0, NULL, NULL, &why) != TC_OK)
            return;
        hand_out(c, fn, ctx);
        heard = now_ms();
    }
}

/* After a loss nobody knows what was missed: "" tells of every game. */
static enum tc_err hear(void *conn, sto_news_fn *fn, void *ctx, const bool *stop,
                        struct tc_why *why)
{
    struct conn *c = conn;

    for (bool first = true; !__atomic_load_n(stop, __ATOMIC_ACQUIRE); first = false) {
        if (run(c, "LISTEN " STO_CHANNEL, NULL, 0, NULL, NULL, why) == TC_OK) {
            if (!first)
                fn(ctx, "");
            hear_on(c, fn, ctx, stop);
        }
        if (!__atomic_load_n(stop, __ATOMIC_ACQUIRE))
            usleep(200 * 1000);
    }
    return TC_OK;
}

static enum tc_err backup(void *conn, const char *file, struct tc_why *why)
{
    struct conn *c = conn;

    return sto_fail(why, TC_E_FILE, file,
                    "A PostgreSQL store is copied by its own program: pg_dump %s > %s",
                    PQdb(c->db), file);
}

const struct sto_driver sto_postgres = {
    .kind = "postgres",
    .begin = "BEGIN",
    .open = open_db,
    .close = shut,
    .run = run,
    .name = name_conn,
    .news = put_news,
    .hear = hear,
    .backup = backup,
};
