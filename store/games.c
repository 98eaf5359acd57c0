/* store/games.c - games, lines, notes, settings and tokens. */
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

static enum tc_err no_game(const char *id, struct tc_why *why)
{
    return sto_fail(why, TC_E_NAME, "game", "There is no game %s.", id);
}

/* --- Lines ------------------------------------------------------------------------------ */

struct add {
    struct sto_job job;
    struct sto_add a;
};

static enum tc_err add_lines(struct add *a, const struct sto_driver *d, void *conn)
{
    enum tc_err err = TC_OK;

    for (int i = 0; i < a->a.lines && !err; i++) {
        struct sto_number n;
        const char *v[] = { a->a.id, sto_put_number(&n, a->a.line[i].n), a->a.line[i].text };
        err = d->run(conn, "INSERT INTO line (game, n, text) VALUES ($1, $2, $3)", v, 3, NULL,
                     NULL, &a->job.why);
    }
    return err;
}

static enum tc_err add_keys(struct add *a, const struct sto_driver *d, void *conn)
{
    enum tc_err err = TC_OK;

    for (int i = 0; i < a->a.keys && !err; i++) {
        const char *v[] = { a->a.id, a->a.key[i].key, a->a.key[i].text };
        err = d->run(conn,
                     "INSERT INTO setting (game, name, text) VALUES ($1, $2, $3)"
                     " ON CONFLICT (game, name) DO UPDATE SET text = excluded.text",
                     v, 3, NULL, NULL, &a->job.why);
    }
    return err;
}

static enum tc_err add_passes(struct add *a, const struct sto_driver *d, void *conn)
{
    enum tc_err err = TC_OK;

    for (int i = 0; i < a->a.passes && !err; i++) {
        struct sto_number n;
        struct sto_hex h;
        const char *v[] = { a->a.id, sto_put_number(&n, a->a.pass[i].seat),
                            sto_put_hex(&h, a->a.pass[i].hash) };
        err = d->run(conn, "INSERT INTO token (game, seat, hash) VALUES ($1, $2, $3)", v, 3,
                     NULL, NULL, &a->job.why);
    }
    return err;
}

static enum tc_err add_seed(struct add *a, const struct sto_driver *d, void *conn)
{
    struct sto_number n;
    const char *v[] = { a->a.id, a->a.seed, sto_put_number(&n, a->a.seed_line) };

    if (!a->a.seed)
        return TC_OK;
    return d->run(conn,
                  "INSERT INTO seed (game, text, line) VALUES ($1, $2, $3)"
                  " ON CONFLICT (game) DO UPDATE SET text = excluded.text,"
                  " line = excluded.line",
                  v, 3, NULL, NULL, &a->job.why);
}

/* A branch whose origin has gone a moment ago would never have its first lines. */
static enum tc_err hold_origin(struct add *a, const struct sto_driver *d, void *conn)
{
    for (int i = 0; i < a->a.keys && a->a.header; i++)
        if (strcmp(a->a.key[i].key, "origin") == 0)
            return sto_hold_origin(&a->job, d, conn, a->a.key[i].text);
    return TC_OK;
}

static enum tc_err run_add(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    struct add *a = (struct add *)j;
    enum tc_err err = hold_origin(a, d, conn);

    if (!err && a->a.header) {
        const char *v[] = { a->a.id, a->a.header };
        err = d->run(conn, "INSERT INTO game (id, header) VALUES ($1, $2)", v, 2, NULL, NULL,
                     &j->why);
    }
    if (!err)
        err = sto_count(j, d, conn, a->a.id, a->a.keys > 0);
    if (!err && a->a.after && j->rev != a->a.after + 1)
        err = sto_fail(&j->why, TC_E_DIFFERS, "game", "The game has changed.");
    if (!err)
        err = add_lines(a, d, conn);
    if (!err)
        err = add_keys(a, d, conn);
    if (!err)
        err = add_passes(a, d, conn);
    if (!err)
        err = add_seed(a, d, conn);
    if (!err && a->a.has_due)
        err = sto_due_in(j, d, conn, a->a.id, a->a.due);
    return err;
}

enum tc_err sto_add(struct sto *st, const struct sto_add *add, struct tc_why *why)
{
    struct add a = { .job = { .run = run_add, .game = add->id }, .a = *add };
    enum tc_err err = sto_write(st->writer, &a.job);

    if (err == TC_E_NAME)
        return no_game(add->id, why);
    if (err)
        *why = a.job.why;
    return err;
}

enum tc_err sto_new_game(struct sto *st, const char *id, const char *header,
                         const struct sto_line *line, int lines, const struct sto_pair *key,
                         int keys, struct tc_why *why)
{
    struct sto_add a = {
        .id = id, .header = header, .line = line, .lines = lines, .key = key, .keys = keys
    };

    return sto_add(st, &a, why);
}

enum tc_err sto_add_lines(struct sto *st, const char *id, const struct sto_line *line,
                          int lines, struct tc_why *why)
{
    struct sto_add a = { .id = id, .line = line, .lines = lines };

    return sto_add(st, &a, why);
}

enum tc_err sto_header(struct sto *st, const char *id, char **out, struct tc_why *why)
{
    const char *v[] = { id };

    *out = NULL;
    enum tc_err err =
        sto_read(st, "SELECT header FROM game WHERE id = $1", v, 1, sto_keep_text, out, why);
    return err ? err : *out ? TC_OK : no_game(id, why);
}

struct each {
    union {
        sto_game_fn *game;
        sto_note_fn *note;
        sto_key_fn *key;
    } fn;
    void *ctx;
};

static bool each_game(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn.game(e->ctx, column[0]);
}

enum tc_err sto_each_game(struct sto *st, sto_game_fn *fn, void *ctx, struct tc_why *why)
{
    struct each e = { .fn.game = fn, .ctx = ctx };

    return sto_read(st, "SELECT id FROM game ORDER BY id", NULL, 0, each_game, &e, why);
}

/* --- Notes --- */

struct add_note {
    struct sto_job job;
    const char *id;
    struct sto_note *note;
};

static bool read_n(void *ctx, const char *const *column)
{
    *(uint32_t *)ctx = (uint32_t)strtoul(column[0], NULL, 10);
    return false;
}

static enum tc_err run_note(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    struct add_note *a = (struct add_note *)j;
    struct sto_number n, line, at, seat;
    const char *id[] = { a->id };
    enum tc_err err = sto_count(j, d, conn, a->id, false);

    if (!err)
        err = d->run(conn, "SELECT coalesce(max(n), 0) + 1 FROM note WHERE game = $1", id, 1,
                     read_n, &a->note->n, &j->why);
    if (err)
        return err;
    const char *v[] = { a->id,
                        sto_put_number(&n, a->note->n),
                        sto_put_number(&line, a->note->line),
                        sto_put_number(&at, a->note->at),
                        sto_put_number(&seat, a->note->seat),
                        a->note->kind,
                        a->note->text };
    err = d->run(conn,
                 "INSERT INTO note (game, n, line, at, seat, kind, text)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7)",
                 v, 7, NULL, NULL, &j->why);
    return err;
}

enum tc_err sto_add_note(struct sto *st, const char *id, struct sto_note *note,
                         struct tc_why *why)
{
    struct add_note a = { .job = { .run = run_note, .game = id }, .id = id, .note = note };
    enum tc_err err;

    do /* another server took the number: take the next */
        err = sto_write(st->writer, &a.job);
    while (err == TC_E_STALE);
    if (err == TC_E_NAME)
        return no_game(id, why);
    if (err)
        *why = a.job.why;
    return err;
}

static bool each_note(void *ctx, const char *const *column)
{
    struct each *e = ctx;
    struct sto_note note = {
        .n = (uint32_t)strtoul(column[0], NULL, 10),
        .line = (uint32_t)strtoul(column[1], NULL, 10),
        .at = strtoll(column[2], NULL, 10),
        .seat = (int)strtol(column[3], NULL, 10),
        .kind = column[4],
        .text = column[5],
    };

    return e->fn.note(e->ctx, &note);
}

enum tc_err sto_each_note(struct sto *st, const char *id, uint32_t from, sto_note_fn *fn,
                          void *ctx, struct tc_why *why)
{
    struct each e = { .fn.note = fn, .ctx = ctx };
    struct sto_number n;
    const char *v[] = { id, sto_put_number(&n, from) };

    return sto_read(st,
                    "SELECT n, line, at, seat, kind, text FROM note"
                    " WHERE game = $1 AND n >= $2 ORDER BY n",
                    v, 2, each_note, &e, why);
}

/* --- Settings --- */

enum tc_err sto_put(struct sto *st, const char *id, const char *key, const char *text,
                    struct tc_why *why)
{
    const char *v[] = { id, key, text };
    enum tc_err err =
        text ? sto_write_one(st, id,
                             "INSERT INTO setting (game, name, text) VALUES ($1, $2, $3)"
                             " ON CONFLICT (game, name) DO UPDATE SET text = excluded.text",
                             v, 3, why)
             : sto_write_one(st, id, "DELETE FROM setting WHERE game = $1 AND name = $2", v, 2,
                             why);

    return err == TC_E_NAME ? no_game(id, why) : err;
}

enum tc_err sto_get(struct sto *st, const char *id, const char *key, char **out,
                    struct tc_why *why)
{
    const char *v[] = { id, key };

    *out = NULL;
    return sto_read(st, "SELECT text FROM setting WHERE game = $1 AND name = $2", v, 2,
                    sto_keep_text, out, why);
}

static bool each_key(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn.key(e->ctx, column[0], column[1]);
}

enum tc_err sto_each_key(struct sto *st, const char *id, sto_key_fn *fn, void *ctx,
                         struct tc_why *why)
{
    struct each e = { .fn.key = fn, .ctx = ctx };
    const char *v[] = { id };

    return sto_read(st, "SELECT name, text FROM setting WHERE game = $1 ORDER BY name", v, 1,
                    each_key, &e, why);
}
