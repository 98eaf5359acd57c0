/* store/postgres.c - the store in a PostgreSQL database, for several servers at once. */
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/driver.h"

#define CHANNEL "tricorne_news"

struct conn {
    PGconn *db;
    char where[256]; /* without the password */
};

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
    if (PQstatus(c->db) == CONNECTION_OK)
        return true;
    if (strcmp(sql, "BEGIN") != 0 && strncmp(sql, "SELECT", 6) != 0)
        return false;
    PQreset(c->db);
    return PQstatus(c->db) == CONNECTION_OK;
}

static enum tc_err run(void *conn, const char *sql, const char *const *value, int values,
                       sto_row_fn *fn, void *ctx, struct tc_why *why)
{
    struct conn *c = conn;

    if (!mend(c, sql))
        return say(c, TC_E_FILE, PQerrorMessage(c->db), why);
    PGresult *res = PQexecParams(c->db, sql, values, NULL, value, NULL, NULL, 0);
    ExecStatusType status = PQresultStatus(res);
    enum tc_err err = TC_OK;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        err = say(c, kind_of(PQresultErrorField(res, PG_DIAG_SQLSTATE)), PQerrorMessage(c->db),
                  why);
    /* A failed transaction is rolled back by COMMIT without an error: that is one. */
    else if (strcmp(sql, "COMMIT") == 0 && strcmp(PQcmdStatus(res), "COMMIT") != 0)
        err = sto_fail(why, TC_E_FILE, c->where, "The database did not take the changes.");
    else if (fn && status == PGRES_TUPLES_OK)
        rows(res, fn, ctx);
    PQclear(res);
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

static enum tc_err open_db(const char *where, void **out, struct tc_why *why)
{
    struct conn *c = calloc(1, sizeof(*c));

    if (!c)
        return sto_fail(why, TC_E_FULL, "postgres", "There is no memory left.");
    c->db = PQconnectdb(where);
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

/* The sender is named, so that no server hears itself. */
static enum tc_err tell(void *conn, const char *id, struct tc_why *why)
{
    char text[64];
    const char *value[] = { CHANNEL, text };

    snprintf(text, sizeof(text), "%ld %s", (long)getpid(), id);
    return run(conn, "SELECT pg_notify($1, $2)", value, 2, NULL, NULL, why);
}

static void hand_out(struct conn *c, sto_news_fn *fn, void *ctx)
{
    PGnotify *note;

    while ((note = PQnotifies(c->db)) != NULL) {
        long from = strtol(note->extra, NULL, 10);
        const char *id = strchr(note->extra, ' ');
        if (id && from != (long)getpid())
            fn(ctx, id + 1);
        PQfreemem(note);
    }
}

static enum tc_err hear(void *conn, sto_news_fn *fn, void *ctx, const bool *stop,
                        struct tc_why *why)
{
    struct conn *c = conn;
    enum tc_err err = run(c, "LISTEN " CHANNEL, NULL, 0, NULL, NULL, why);

    while (!err && !__atomic_load_n(stop, __ATOMIC_ACQUIRE)) {
        struct pollfd fd = { .fd = PQsocket(c->db), .events = POLLIN };
        poll(&fd, 1, 200);
        if (PQconsumeInput(c->db)) {
            hand_out(c, fn, ctx);
            continue;
        }
        usleep(500 * 1000); /* the server went away: try again, and tell of everything */
        PQreset(c->db);
        if (PQstatus(c->db) == CONNECTION_OK &&
            run(c, "LISTEN " CHANNEL, NULL, 0, NULL, NULL, why) == TC_OK)
            fn(ctx, "");
    }
    return err;
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
    .open = open_db,
    .close = shut,
    .run = run,
    .tell = tell,
    .hear = hear,
    .backup = backup,
};
