/* store/branch.c - games that go on from a line of another: they name it and do not copy it.
 *
 * The key "origin" of such a game is {"game":"ID","line":N}: the lines up to N are those of
 * that game. When the origin is deleted, its branches get their lines first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

enum { DEEPEST = 64 };

static bool read_origin(const char *text, char id[STO_ID], uint32_t *line)
{
    char form[48];

    snprintf(form, sizeof form, "{\"game\":\"%%%d[a-z0-9]\",\"line\":%%u", STO_ID - 1);
    return text && sscanf(text, form, id, line) == 2;
}

struct part {
    sto_line_fn *fn;
    void *ctx;
    uint32_t end; /* lines before it */
    bool stopped; /* the caller wants no more */
};

static bool part_line(void *ctx, const char *const *column)
{
    struct part *p = ctx;
    uint32_t n = (uint32_t)strtoul(column[0], NULL, 10);

    if (n >= p->end)
        return false;
    p->stopped = !p->fn(p->ctx, n, column[1]);
    return !p->stopped;
}

static enum tc_err own_lines(struct sto *st, const char *id, uint32_t from, struct part *p,
                             struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { id, sto_put_number(&n, from) };

    return sto_read(st, "SELECT n, text FROM line WHERE game = $1 AND n >= $2 ORDER BY n", v, 2,
                    part_line, p, why);
}

/* The lines of a game before p->end, those of its origin first. */
static enum tc_err all_lines(struct sto *st, const char *id, uint32_t from, int depth,
                             struct part *p, struct tc_why *why)
{
    char *text = NULL, origin[STO_ID];
    uint32_t line = 0, end = p->end;
    enum tc_err err = sto_get(st, id, "origin", &text, why);
    bool branch = !err && read_origin(text, origin, &line);

    free(text);
    if (err)
        return err;
    if (branch && depth == DEEPEST)
        return sto_fail(why, TC_E_FULL, "game", "The origins of %s go in a circle.", id);
    if (branch && from <= line) {
        p->end = line + 1 < end ? line + 1 : end;
        err = all_lines(st, origin, from, depth + 1, p, why);
        p->end = end;
        from = line + 1;
    }
    return err || p->stopped || from >= end ? err : own_lines(st, id, from, p, why);
}

enum tc_err sto_each_line(struct sto *st, const char *id, uint32_t from, sto_line_fn *fn,
                          void *ctx, struct tc_why *why)
{
    struct part p = { .fn = fn, .ctx = ctx, .end = UINT32_MAX };

    return all_lines(st, id, from, 0, &p, why);
}

enum tc_err sto_origin(struct sto *st, const char *id, uint32_t line, char *out, size_t room,
                       struct tc_why *why)
{
    char *text = NULL, at[STO_ID];
    uint32_t n = 0;

    snprintf(at, sizeof at, "%s", id);
    for (int depth = 0; depth < DEEPEST; depth++) { /* the game the line is really stored in */
        char next[STO_ID];
        enum tc_err err = sto_get(st, at, "origin", &text, why);
        bool more = !err && read_origin(text, next, &n) && line <= n;
        free(text);
        text = NULL;
        if (err)
            return err;
        if (!more)
            break;
        memcpy(at, next, sizeof at);
    }
    snprintf(out, room, "{\"game\":\"%s\",\"line\":%u}", at, line);
    return TC_OK;
}

/* --- Deleting --- */

struct drop {
    struct sto_job job;
    const char *id;
    bool any;
};

static bool note_any(void *ctx, const char *const *column)
{
    (void)column;
    *(bool *)ctx = true;
    return false;
}

/* Until this commit is over nobody deletes the game: whoever wants to waits for it. */
static enum tc_err hold(struct sto_job *j, const struct sto_driver *d, void *conn,
                        const char *id)
{
    const char *v[] = { id };
    bool any = false;
    enum tc_err err = d->run(conn, "UPDATE game SET header = header WHERE id = $1 RETURNING id",
                             v, 1, note_any, &any, &j->why);

    if (!err && !any)
        return sto_fail(&j->why, TC_E_NAME, "game", "There is no game %s.", id);
    return err;
}

enum tc_err sto_hold_origin(struct sto_job *j, const struct sto_driver *d, void *conn,
                            const char *origin)
{
    char id[STO_ID];
    uint32_t line;

    return read_origin(origin, id, &line) ? hold(j, d, conn, id) : TC_OK;
}

/* The number in an origin begins behind {"game":"ID","line": and ends before }. */
static enum tc_err give_lines(const struct drop *a, const struct sto_driver *d, void *conn,
                              struct tc_why *why)
{
    char like[64];
    struct sto_number at;
    const char *v[] = { a->id, sto_put_number(&at, (int64_t)strlen(a->id) + 19), like };

    snprintf(like, sizeof like, "{\"game\":\"%s\",%%", a->id);
    enum tc_err err = d->run(conn,
                             "INSERT INTO line (game, n, text) SELECT s.game, l.n, l.text"
                             " FROM line l, setting s WHERE l.game = $1 AND s.name = 'origin'"
                             " AND l.n <= CAST(rtrim(substr(s.text, CAST($2 AS INTEGER)), '}')"
                             " AS BIGINT) AND s.text LIKE $3",
                             v, 3, NULL, NULL, why);
    const char *w[] = { a->id, like };
    if (!err) /* what the origin itself had from another game */
        err =
            d->run(conn,
                   "UPDATE setting SET text = (SELECT o.text FROM setting o WHERE"
                   " o.game = $1 AND o.name = 'origin') WHERE name = 'origin' AND text LIKE $2"
                   " AND EXISTS (SELECT 1 FROM setting p WHERE p.game = $1 AND"
                   " p.name = 'origin')",
                   w, 2, NULL, NULL, why);
    const char *x[] = { like };
    if (!err)
        err = d->run(conn, "DELETE FROM setting WHERE name = 'origin' AND text LIKE $1", x, 1,
                     NULL, NULL, why);
    return err;
}

static enum tc_err tell(struct sto_job *j, const struct sto_driver *d, void *conn,
                        const char *id)
{
    char news[96];
    const char *v[] = { news };

    if (!d->news)
        return TC_OK;
    d->news(conn, id, news, sizeof news);
    return d->run(conn, "SELECT pg_notify('" STO_CHANNEL "', $1)", v, 1, NULL, NULL, &j->why);
}

static enum tc_err run_drop(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    struct drop *a = (struct drop *)j;
    const char *v[] = { a->id };
    enum tc_err err = hold(j, d, conn, a->id); /* branches that are being made come first */

    if (!err)
        err = give_lines(a, d, conn, &j->why);
    a->any = false;
    if (!err)
        err = d->run(conn, "DELETE FROM game WHERE id = $1 RETURNING id", v, 1, note_any,
                     &a->any, &j->why);
    if (!err && !a->any)
        return sto_fail(&j->why, TC_E_NAME, "game", "There is no game %s.", a->id);
    return err ? err : tell(j, d, conn, a->id);
}

enum tc_err sto_drop_game(struct sto *st, const char *id, struct tc_why *why)
{
    struct drop a = { .job.run = run_drop, .job.game = id, .id = id };
    enum tc_err err = sto_write(st->writer, &a.job);

    if (err)
        *why = a.job.why;
    return err;
}

/* --- A record anew --- */

struct rewrite {
    struct drop drop; /* its job is ours */
    const char *header;
    const struct sto_line *line;
    int lines;
};

static enum tc_err run_rewrite(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    static const char *const clear[] = {
        "DELETE FROM line WHERE game = $1",
        "DELETE FROM seed WHERE game = $1",
        "DELETE FROM setting WHERE game = $1 AND name IN ('origin', 'undo', 'draw', 'time')",
        "UPDATE note SET line = 0 WHERE game = $1",
    };
    struct rewrite *a = (struct rewrite *)j;
    const char *v[] = { a->drop.id }, *head[] = { a->header, a->drop.id };
    enum tc_err err = sto_count(j, d, conn, a->drop.id, true);

    if (!err)
        err = give_lines(&a->drop, d, conn, &j->why);
    for (size_t i = 0; i < sizeof clear / sizeof clear[0] && !err; i++)
        err = d->run(conn, clear[i], v, 1, NULL, NULL, &j->why);
    if (!err)
        err = d->run(conn, "UPDATE game SET header = $1 WHERE id = $2", head, 2, NULL, NULL,
                     &j->why);
    for (int i = 0; i < a->lines && !err; i++) {
        struct sto_number n;
        const char *w[] = { a->drop.id, sto_put_number(&n, a->line[i].n), a->line[i].text };
        err = d->run(conn, "INSERT INTO line (game, n, text) VALUES ($1, $2, $3)", w, 3, NULL,
                     NULL, &j->why);
    }
    return err;
}

enum tc_err sto_rewrite(struct sto *st, const char *id, const char *header,
                        const struct sto_line *line, int lines, struct tc_why *why)
{
    struct rewrite a = { .drop = { .job = { .run = run_rewrite, .game = id }, .id = id },
                         .header = header,
                         .line = line,
                         .lines = lines };
    enum tc_err err = sto_write(st->writer, &a.drop.job);

    if (err)
        *why = a.drop.job.why;
    return err;
}

/* --- What nobody touched --- */

struct stale {
    sto_game_fn *fn;
    void *ctx;
};

static bool each_stale(void *ctx, const char *const *column)
{
    struct stale *s = ctx;

    return s->fn(s->ctx, column[0]);
}

enum tc_err sto_each_stale(struct sto *st, int64_t before, sto_game_fn *fn, void *ctx,
                           struct tc_why *why)
{
    struct stale s = { fn, ctx };
    struct sto_number n;
    const char *v[] = { sto_put_number(&n, before) };

    return sto_read(st,
                    "SELECT game FROM setting WHERE name = 'touched'"
                    " AND CAST(text AS BIGINT) < CAST($1 AS BIGINT) ORDER BY game LIMIT 200",
                    v, 1, each_stale, &s, why);
}

static bool read_n(void *ctx, const char *const *column)
{
    *(uint32_t *)ctx = (uint32_t)strtoul(column[0], NULL, 10);
    return false;
}

enum tc_err sto_last_note(struct sto *st, const char *id, uint32_t *n, struct tc_why *why)
{
    const char *v[] = { id };

    *n = 0;
    return sto_read(st, "SELECT coalesce(max(n), 0) FROM note WHERE game = $1", v, 1, read_n, n,
                    why);
}
