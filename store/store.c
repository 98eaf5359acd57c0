/* store/store.c - opening, readers, and statements in commits. */
#include "store/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "store/own.h"

enum tc_err sto_fail(struct tc_why *why, enum tc_err err, const char *where, const char *format,
                     ...)
{
    va_list args;

    why->err = err;
    snprintf(why->where, sizeof(why->where), "%s", where);
    va_start(args, format);
    vsnprintf(why->text, sizeof(why->text), format, args);
    va_end(args);
    return err;
}

const char *sto_put_number(struct sto_number *n, int64_t value)
{
    snprintf(n->text, sizeof(n->text), "%lld", (long long)value);
    return n->text;
}

bool sto_keep_text(void *ctx, const char *const *column)
{
    char **out = ctx;

    free(*out);
    *out = column[0] ? strdup(column[0]) : NULL;
    return false;
}

/* --- Readers -------------------------------------------------------------------------- */

static int take_reader(struct sto *st)
{
    pthread_mutex_lock(&st->lock);
    for (;;) { /* no reader is busy for longer than the patience of the driver */
        for (int i = 0; i < STO_READERS; i++)
            if (!st->busy[i]) {
                st->busy[i] = true;
                pthread_mutex_unlock(&st->lock);
                return i;
            }
        pthread_cond_wait(&st->freed, &st->lock);
    }
}

static void give_reader(struct sto *st, int i)
{
    pthread_mutex_lock(&st->lock);
    st->busy[i] = false;
    pthread_cond_signal(&st->freed);
    pthread_mutex_unlock(&st->lock);
}

enum tc_err sto_read(struct sto *st, const char *sql, const char *const *value, int values,
                     sto_row_fn *fn, void *ctx, struct tc_why *why)
{
    int i = take_reader(st);
    enum tc_err err = TC_OK;

    if (!st->reader[i])
        err = st->driver->open(st->where, &st->health, &st->reader[i], why);
    if (!err)
        err = st->driver->run(st->reader[i], sql, value, values, fn, ctx, why);
    give_reader(st, i);
    if (err == TC_E_BUSY) /* locked for longer than we wait */
        err = why->err = TC_E_FILE;
    return err;
}

/* --- One statement in a commit ------------------------------------------------------------ */

struct one {
    struct sto_job job;
    const char *game, *sql;
    const char *const *value;
    int values;
    sto_row_fn *fn;
    void *ctx;
};

static enum tc_err run_one(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    struct one *o = (struct one *)j;
    enum tc_err err = o->game ? sto_count(j, d, conn, o->game, true) : TC_OK;

    return err ? err : d->run(conn, o->sql, o->value, o->values, o->fn, o->ctx, &j->why);
}

enum tc_err sto_write_one(struct sto *st, const char *game, const char *sql,
                          const char *const *value, int values, struct tc_why *why)
{
    return sto_write_rows(st, game, sql, value, values, NULL, NULL, why);
}

enum tc_err sto_write_rows(struct sto *st, const char *game, const char *sql,
                           const char *const *value, int values, sto_row_fn *fn, void *ctx,
                           struct tc_why *why)
{
    struct one o = { .job = { .run = run_one, .game = game },
                     .game = game,
                     .sql = sql,
                     .value = value,
                     .values = values,
                     .fn = fn,
                     .ctx = ctx };
    enum tc_err err = sto_write(st->writer, &o.job);

    if (err)
        *why = o.job.why;
    return err;
}

/* --- Opening --- */

void sto_patience(struct sto *st, int milliseconds)
{
    st->health.patience = milliseconds;
}

static const struct sto_driver *driver_of(const char **where)
{
    if (strncmp(*where, "postgres://", 11) == 0 || strncmp(*where, "postgresql://", 13) == 0)
        return &sto_postgres;
    if (strncmp(*where, "sqlite:", 7) == 0)
        *where += 7;
    return &sto_sqlite;
}

struct tables {
    struct sto_job job;
};

static enum tc_err run_tables(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    return sto_make_tables(d, conn, &j->why);
}

/* A number of the process alone would not do: in containers every server is number 1. */
static void name_self(char out[17])
{
    uint64_t r = 0;

    if (getrandom(&r, sizeof r, 0) != (ssize_t)sizeof r)
        r = (uint64_t)time(NULL) << 20;
    snprintf(out, 17, "%016llx", (unsigned long long)r);
}

static enum tc_err begin(struct sto *st, struct tc_why *why)
{
    name_self(st->name);
    enum tc_err err =
        sto_writer_start(st->driver, st->where, &st->health, st->name, &st->writer, why);

    if (err)
        return err;
    struct tables t = { .job.run = run_tables };
    err = sto_write(st->writer, &t.job);
    if (err == TC_E_STALE) /* two servers made the tables at the same moment */
        err = sto_write(st->writer, &t.job);
    if (err)
        *why = t.job.why;
    return err;
}

enum tc_err sto_open(const char *where, struct sto **out, struct tc_why *why)
{
    struct sto *st = calloc(1, sizeof(*st));
    const struct sto_driver *d = driver_of(&where);

    if (!*where) {
        free(st);
        return sto_fail(
            why, TC_E_NAME, "store",
            "The store has no name; FILE, sqlite:FILE or postgres://... is wanted.");
    }
    if (!st || !(st->where = strdup(where))) {
        free(st);
        return sto_fail(why, TC_E_FULL, "store", "There is no memory left.");
    }
    st->driver = d;
    pthread_mutex_init(&st->lock, NULL);
    pthread_cond_init(&st->freed, NULL);
    enum tc_err err = begin(st, why);
    if (err) {
        sto_close(st);
        return err;
    }
    *out = st;
    return TC_OK;
}

void sto_deaf(struct sto *st)
{
    if (!st->hearing)
        return;
    __atomic_store_n(&st->stop, true, __ATOMIC_RELEASE);
    pthread_join(st->ear, NULL);
    st->hearing = false;
}

void sto_close(struct sto *st)
{
    if (!st)
        return;
    sto_deaf(st);
    if (st->ear_conn)
        st->driver->close(st->ear_conn);
    sto_writer_stop(st->writer);
    for (int i = 0; i < STO_READERS; i++)
        if (st->reader[i])
            st->driver->close(st->reader[i]);
    pthread_cond_destroy(&st->freed);
    pthread_mutex_destroy(&st->lock);
    free(st->where);
    free(st);
}

const char *sto_kind(const struct sto *st)
{
    return st->driver->kind;
}

/* --- News --- */

static void *hear(void *ctx)
{
    struct sto *st = ctx;
    struct tc_why why;

    st->driver->hear(st->ear_conn, st->news, st->news_ctx, &st->stop, &why);
    return NULL;
}

enum tc_err sto_listen(struct sto *st, sto_news_fn *fn, void *ctx, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    if (!st->ear_conn)
        err = st->driver->open(st->where, &st->health, &st->ear_conn, why);
    if (!err && st->driver->name)
        st->driver->name(st->ear_conn, st->name);
    if (!err && st->driver->claim)
        err = st->driver->claim(st->ear_conn, why);
    if (err || !st->driver->hear)
        return err;
    st->news = fn;
    st->news_ctx = ctx;
    if (pthread_create(&st->ear, NULL, hear, st) != 0)
        return sto_fail(why, TC_E_FULL, st->driver->kind, "No thread could be started.");
    st->hearing = true;
    return TC_OK;
}

enum tc_err sto_backup(struct sto *st, const char *file, struct tc_why *why)
{
    int i = take_reader(st);
    enum tc_err err = TC_OK;

    if (!st->reader[i])
        err = st->driver->open(st->where, &st->health, &st->reader[i], why);
    if (!err)
        err = st->driver->backup(st->reader[i], file, why);
    give_reader(st, i);
    return err;
}
