/* store/sqlite.c - the store in one file: SQLite, write-ahead log, every commit synced. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/driver.h"

/* Another program may hold the file's lock: so long is waited, and once that was in vain only
 * a moment, until it is free again. A command nobody waits for (no patience is set) has longer.
 * The naps are short: between two commits of a server that writes all the time the lock is free
 * for a twentieth of a millisecond only.
 */
enum { KEPT = 128, WAIT_MS = 3500, HASTE_MS = 250, COMMAND_MS = 30000, NAP_MS = 1 };

struct conn {
    sqlite3 *db;
    const struct sto_health *health;
    char *file;
    int claim; /* descriptor of the claim, or -1 */
    struct {
        const char *sql;
        sqlite3_stmt *stmt;
    } kept[KEPT];
    int n;
    bool hasty;
    int64_t since; /* when the lock was first waited for, in milliseconds */
};

static bool is_locked(int rc)
{
    return rc == SQLITE_BUSY || rc == SQLITE_LOCKED;
}

static enum tc_err fail(const struct conn *c, int rc, struct tc_why *why)
{
    enum tc_err err = TC_E_FILE;

    switch (sqlite3_extended_errcode(c->db)) {
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_UNIQUE: err = TC_E_STALE; break;
    case SQLITE_CONSTRAINT_FOREIGNKEY: err = TC_E_NAME; break;
    default:
        if (is_locked(rc))
            err = TC_E_BUSY;
        break;
    }
    return sto_fail(why, err, c->file, "The store says: %s.", sqlite3_errmsg(c->db));
}

/* The statement, prepared once. One that is not kept is the caller's to finalise. */
static int prepare(struct conn *c, const char *sql, sqlite3_stmt **out, bool *kept)
{
    *kept = true;
    for (int i = 0; i < c->n; i++)
        if (c->kept[i].sql == sql) {
            *out = c->kept[i].stmt;
            return SQLITE_OK;
        }
    int rc = sqlite3_prepare_v2(c->db, sql, -1, out, NULL);
    *kept = rc == SQLITE_OK && c->n < KEPT;
    if (*kept) {
        c->kept[c->n].sql = sql;
        c->kept[c->n++].stmt = *out;
    }
    return rc;
}

static int rows(sqlite3_stmt *stmt, sto_row_fn *fn, void *ctx)
{
    const char *column[STO_PARAMS];
    int rc;

    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        int n = sqlite3_column_count(stmt);
        for (int i = 0; i < n && i < STO_PARAMS; i++)
            column[i] = (const char *)sqlite3_column_text(stmt, i);
        if (fn && !fn(ctx, column))
            return SQLITE_DONE;
    }
    return rc;
}

/* After a statement: has the lock been waited for in vain, or is it free again? */
static void learn_patience(struct conn *c, sqlite3_stmt *stmt, int rc)
{
    bool locked = is_locked(rc);

    if (locked == c->hasty || (!locked && (rc != SQLITE_DONE || sqlite3_stmt_readonly(stmt))))
        return;
    c->hasty = locked;
}

/* By the clock: SQLite's own counts its naps, which are longer on a busy machine. */
static int wait_for_lock(void *ctx, int naps)
{
    struct conn *c = ctx;
    struct timespec now, nap = { 0, NAP_MS * 1000000L };

    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (naps == 0)
        c->since = ms;
    int limit = !c->health->patience ? COMMAND_MS : c->hasty ? HASTE_MS : WAIT_MS;
    if (ms - c->since >= limit)
        return 0;
    nanosleep(&nap, NULL);
    return 1;
}

static enum tc_err run(void *conn, const char *sql, const char *const *value, int values,
                       sto_row_fn *fn, void *ctx, struct tc_why *why)
{
    struct conn *c = conn;
    sqlite3_stmt *stmt;
    bool kept;
    int rc = prepare(c, sql, &stmt, &kept);

    if (rc != SQLITE_OK)
        return fail(c, rc, why);
    for (int i = 0; i < values && rc == SQLITE_OK; i++)
        rc = sqlite3_bind_text(stmt, i + 1, value[i], -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = rows(stmt, fn, ctx);
    learn_patience(c, stmt, rc);
    enum tc_err err = rc == SQLITE_DONE || rc == SQLITE_OK ? TC_OK : fail(c, rc, why);
    if (kept) {
        sqlite3_reset(stmt);
        sqlite3_clear_bindings(stmt);
    } else {
        sqlite3_finalize(stmt);
    }
    return err;
}

static void shut(void *conn)
{
    struct conn *c = conn;

    if (!c)
        return;
    for (int i = 0; i < c->n; i++)
        sqlite3_finalize(c->kept[i].stmt);
    sqlite3_close(c->db);
    if (c->claim >= 0)
        close(c->claim);
    free(c->file);
    free(c);
}

static enum tc_err set_up(struct conn *c, struct tc_why *why)
{
    static const char *const pragma[] = { "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
                                          "PRAGMA foreign_keys=ON" };

    sqlite3_busy_handler(c->db, wait_for_lock, c);
    for (size_t i = 0; i < sizeof(pragma) / sizeof(*pragma); i++) {
        int rc, naps = 0;
        do /* a new file is read before it is made a store: then SQLite does not wait */
            rc = sqlite3_exec(c->db, pragma[i], NULL, NULL, NULL);
        while (is_locked(rc) && wait_for_lock(c, naps++));
        if (rc != SQLITE_OK)
            return fail(c, rc, why);
    }
    return TC_OK;
}

/* Its owner's alone: it holds addresses and secrets of people. */
static void close_to_others(const char *where)
{
    static const char *const tail[] = { "", "-wal", "-shm" };
    char name[4096];
    struct stat is;

    for (size_t i = 0; i < sizeof(tail) / sizeof(*tail); i++)
        if (snprintf(name, sizeof(name), "%s%s", where, tail[i]) < (int)sizeof(name) &&
            stat(name, &is) == 0 && S_ISREG(is.st_mode) && (is.st_mode & 077) &&
            is.st_uid == geteuid())
            chmod(name, is.st_mode & 0700);
}

static enum tc_err open_file(const char *where, struct sto_health *h, void **out,
                             struct tc_why *why)
{
    struct conn *c = calloc(1, sizeof(*c));

    if (!c)
        return sto_fail(why, TC_E_FULL, where, "There is no memory left.");
    c->claim = -1;
    c->health = h;
    c->file = strdup(where);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    mode_t mask = umask(077);
    int rc = c->file ? sqlite3_open_v2(where, &c->db, flags, NULL) : SQLITE_NOMEM;
    enum tc_err err = rc == SQLITE_OK
                          ? set_up(c, why)
                          : sto_fail(why, TC_E_FILE, where, "The store cannot be opened: %s.",
                                     sqlite3_errstr(rc));
    umask(mask);
    close_to_others(where);
    if (err) {
        shut(c);
        return err;
    }
    *out = c;
    return TC_OK;
}

/* A lock on the file itself, by whatever name it was opened: gone with the process, however
 * it ends. SQLite's own locks are of another kind and do not meet it. */
static enum tc_err claim(void *conn, struct tc_why *why)
{
    struct conn *c = conn;

    c->claim = open(c->file, O_RDWR | O_CLOEXEC);
    if (c->claim < 0)
        return sto_fail(why, TC_E_FILE, c->file, "The store cannot be locked: %s.",
                        strerror(errno));
    if (flock(c->claim, LOCK_EX | LOCK_NB) != 0)
        return sto_fail(why, TC_E_BUSY, c->file,
                        "Another server holds this store. A SQLite file belongs to one server;"
                        " for several use --store postgres://...");
    return TC_OK;
}

static enum tc_err backup(void *conn, const char *file, struct tc_why *why)
{
    struct conn *c = conn;
    sqlite3 *to = NULL;

    if (access(file, F_OK) == 0)
        return sto_fail(why, TC_E_FILE, file, "The file is there already; name another.");
    mode_t mask = umask(077);
    int rc = sqlite3_open_v2(file, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    sqlite3_backup *b = rc == SQLITE_OK ? sqlite3_backup_init(to, "main", c->db, "main") : NULL;
    if (b) { /* in one go: a copy in parts begins again whenever somebody has written */
        int naps = 0;
        do
            rc = sqlite3_backup_step(b, -1);
        while (is_locked(rc) && wait_for_lock(c, naps++));
        sqlite3_backup_finish(b);
    }
    enum tc_err err = TC_OK;
    if (!b || rc != SQLITE_DONE)
        err = sto_fail(why, TC_E_FILE, file, "The copy cannot be written: %s.",
                       sqlite3_errmsg(to));
    sqlite3_close(to);
    umask(mask);
    if (err)
        unlink(file);
    return err;
}

const struct sto_driver sto_sqlite = {
    .kind = "sqlite",
    .begin = "BEGIN IMMEDIATE",
    .waits = true,
    .open = open_file,
    .close = shut,
    .run = run,
    .claim = claim,
    .backup = backup,
};
