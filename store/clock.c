/* store/clock.c - when games are due to be looked at, and how long no server was there. */
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

enum { GAP = 30 }; /* seconds without a sign of life are time without service */

/* --- Due --------------------------------------------------------------------------------- */

enum tc_err sto_due_in(struct sto_job *j, const struct sto_driver *d, void *conn,
                       const char *id, int64_t at)
{
    struct sto_number n;
    const char *v[] = { id, sto_put_number(&n, at) };

    if (!at)
        return d->run(conn, "DELETE FROM due WHERE game = $1", v, 1, NULL, NULL, &j->why);
    return d->run(conn,
                  "INSERT INTO due (game, at) VALUES ($1, $2)"
                  " ON CONFLICT (game) DO UPDATE SET at = excluded.at",
                  v, 2, NULL, NULL, &j->why);
}

enum tc_err sto_put_due(struct sto *st, const char *id, int64_t at, struct tc_why *why)
{
    struct sto_add a = { .id = id, .has_due = true, .due = at };

    return sto_add(st, &a, why);
}

struct each {
    sto_game_fn *fn;
    void *ctx;
};

static bool each_due(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn(e->ctx, column[0]);
}

enum tc_err sto_each_due(struct sto *st, int64_t now, int most, sto_game_fn *fn, void *ctx,
                         struct tc_why *why)
{
    struct each e = { fn, ctx };
    struct sto_number a, b;
    const char *v[] = { sto_put_number(&a, now), sto_put_number(&b, most) };

    return sto_read(st,
                    "SELECT game FROM due WHERE at <= CAST($1 AS BIGINT) ORDER BY at"
                    " LIMIT CAST($2 AS BIGINT)",
                    v, 2, each_due, &e, why);
}

/* --- Signs of life ------------------------------------------------------------------------ */

struct beat {
    struct sto_job job;
    int64_t now, down;
};

static enum tc_err read_about(struct beat *b, const struct sto_driver *d, void *conn,
                              const char *name, char **out)
{
    const char *v[] = { name };

    return d->run(conn, "SELECT text FROM about WHERE name = $1", v, 1, sto_keep_text, out,
                  &b->job.why);
}

static enum tc_err put_about(struct beat *b, const struct sto_driver *d, void *conn,
                             const char *name, int64_t value)
{
    struct sto_number n;
    const char *v[] = { name, sto_put_number(&n, value) };

    return d->run(conn,
                  "INSERT INTO about (name, text) VALUES ($1, $2)"
                  " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                  v, 2, NULL, NULL, &b->job.why);
}

/* The first statement locks the row: of two servers that come back, one counts the gap. */
static enum tc_err run_beat(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    struct beat *b = (struct beat *)j;
    char *alive = NULL, *down = NULL;
    enum tc_err err = d->run(conn,
                             "INSERT INTO about (name, text) VALUES ('beat', '1')"
                             " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                             NULL, 0, NULL, NULL, &j->why);

    if (!err)
        err = read_about(b, d, conn, "alive", &alive);
    if (!err)
        err = read_about(b, d, conn, "down", &down);
    bool first = !alive;
    int64_t last = alive ? strtoll(alive, NULL, 10) : b->now;
    b->down = down ? strtoll(down, NULL, 10) : 0;
    free(alive);
    free(down);
    if (!err && b->now - last > GAP) {
        b->down += b->now - last;
        err = put_about(b, d, conn, "down", b->down);
    }
    return err || (b->now <= last && !first) ? err : put_about(b, d, conn, "alive", b->now);
}

enum tc_err sto_beat(struct sto *st, int64_t now, int64_t *down, struct tc_why *why)
{
    struct beat b = { .job.run = run_beat, .now = now };
    enum tc_err err = sto_write(st->writer, &b.job);

    if (err)
        *why = b.job.why;
    *down = b.down;
    return err;
}
