/* store/desk.c - what operators do: bans, a log of deeds, finding games. */
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

struct each {
    union {
        sto_ban_fn *ban;
        sto_deed_fn *deed;
        sto_about_fn *about;
    } fn;
    void *ctx;
};

/* --- Bans ------------------------------------------------------------------------------- */

enum tc_err sto_put_ban(struct sto *st, const struct sto_ban *ban, struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { ban->kind, ban->name, sto_put_number(&n, ban->until), ban->reason };

    return sto_write_one(st, NULL,
                         "INSERT INTO ban (kind, name, until, reason) VALUES ($1, $2, $3, $4)"
                         " ON CONFLICT (kind, name) DO UPDATE SET until = excluded.until,"
                         " reason = excluded.reason",
                         v, 4, why);
}

static bool count_row(void *ctx, const char *const *column)
{
    (void)column;
    ++*(int *)ctx;
    return true;
}

enum tc_err sto_drop_ban(struct sto *st, const char *kind, const char *name, struct tc_why *why)
{
    const char *v[] = { kind, name };
    int n = 0;
    enum tc_err err =
        sto_write_rows(st, NULL, "DELETE FROM ban WHERE kind = $1 AND name = $2 RETURNING 1", v,
                       2, count_row, &n, why);

    if (!err && !n)
        err = sto_fail(why, TC_E_NAME, "ban", "The %s %s is not banned.", kind, name);
    return err;
}

static bool each_ban(void *ctx, const char *const *column)
{
    struct each *e = ctx;
    struct sto_ban b = { .kind = column[0],
                         .name = column[1],
                         .until = strtoll(column[2], NULL, 10),
                         .reason = column[3] };

    return e->fn.ban(e->ctx, &b);
}

enum tc_err sto_each_ban(struct sto *st, int64_t now, sto_ban_fn *fn, void *ctx,
                         struct tc_why *why)
{
    struct each e = { .fn.ban = fn, .ctx = ctx };
    struct sto_number n;
    const char *v[] = { sto_put_number(&n, now) };

    return sto_read(st,
                    "SELECT kind, name, until, reason FROM ban WHERE until > CAST($1 AS BIGINT)"
                    " ORDER BY kind, name",
                    v, 1, each_ban, &e, why);
}

/* --- Deeds --- */

enum tc_err sto_deed(struct sto *st, int64_t at, const char *who, const char *what,
                     struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { sto_put_number(&n, at), who, what };

    return sto_write_one(
        st, NULL,
        "INSERT INTO deed (n, at, who, what)"
        " SELECT coalesce(max(n), 0) + 1, CAST($1 AS BIGINT), $2, $3 FROM deed",
        v, 3, why);
}

static bool read_n(void *ctx, const char *const *column)
{
    *(int64_t *)ctx = strtoll(column[0], NULL, 10);
    return false;
}

enum tc_err sto_deeds(struct sto *st, int64_t *n, struct tc_why *why)
{
    return sto_read(st, "SELECT coalesce(max(n), 0) FROM deed", NULL, 0, read_n, n, why);
}

static bool each_deed(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn.deed(e->ctx, strtoll(column[0], NULL, 10), column[1], column[2]);
}

enum tc_err sto_each_deed(struct sto *st, sto_deed_fn *fn, void *ctx, struct tc_why *why)
{
    struct each e = { .fn.deed = fn, .ctx = ctx };

    return sto_read(st, "SELECT at, who, what FROM deed ORDER BY n", NULL, 0, each_deed, &e,
                    why);
}

/* --- Games --- */

static bool each_about(void *ctx, const char *const *column)
{
    struct each *e = ctx;
    struct sto_about a = { .id = column[0],
                           .header = column[1],
                           .meta = column[2],
                           .touched = column[3] ? strtoll(column[3], NULL, 10) : 0,
                           .lines = column[4] ? strtoll(column[4], NULL, 10) : 0 };

    return e->fn.about(e->ctx, &a);
}

enum tc_err sto_find_games(struct sto *st, const char *text, int64_t before, sto_about_fn *fn,
                           void *ctx, struct tc_why *why)
{
    struct each e = { .fn.about = fn, .ctx = ctx };
    struct sto_number n;
    const char *v[] = { text, sto_put_number(&n, before) };

    return sto_read(st,
                    "SELECT g.id, g.header, m.text, t.text, (SELECT max(l.n) + 1 FROM line l"
                    " WHERE l.game = g.id) FROM game g"
                    " LEFT JOIN setting m ON m.game = g.id AND m.name = 'meta'"
                    " LEFT JOIN setting t ON t.game = g.id AND t.name = 'touched'"
                    " WHERE (g.id LIKE '%' || $1 || '%' OR m.text LIKE '%' || $1 || '%')"
                    " AND (CAST($2 AS BIGINT) = 0"
                    " OR coalesce(CAST(t.text AS BIGINT), 0) < CAST($2 AS BIGINT))"
                    " ORDER BY g.id",
                    v, 2, each_about, &e, why);
}
