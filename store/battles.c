/* store/battles.c - battles that people made, and the files they are. */
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

/* --- Files ------------------------------------------------------------------------------- */

enum tc_err sto_put_text(struct sto *st, const char *hash, const char *text, int64_t now,
                         struct tc_why *why)
{
    struct sto_number n, at;
    const char *v[] = { hash, text, sto_put_number(&n, (int64_t)strlen(text)),
                        sto_put_number(&at, now) };

    return sto_write_one(st, NULL,
                         "INSERT INTO battle_text (hash, text, bytes, at, plays)"
                         " VALUES ($1, $2, $3, $4, '')"
                         " ON CONFLICT (hash) DO UPDATE SET at = excluded.at",
                         v, 4, why);
}

enum tc_err sto_text(struct sto *st, const char *hash, char **out, struct tc_why *why)
{
    const char *v[] = { hash };

    *out = NULL;
    return sto_read(st, "SELECT text FROM battle_text WHERE hash = $1", v, 1, sto_keep_text,
                    out, why);
}

enum tc_err sto_put_plays(struct sto *st, const char *hash, const char *plays,
                          struct tc_why *why)
{
    const char *v[] = { plays, hash };

    return sto_write_one(st, NULL, "UPDATE battle_text SET plays = $1 WHERE hash = $2", v, 2,
                         why);
}

static bool keep_number(void *ctx, const char *const *column)
{
    *(int64_t *)ctx = column[0] ? strtoll(column[0], NULL, 10) : 0;
    return false;
}

enum tc_err sto_texts_size(struct sto *st, int64_t *out, struct tc_why *why)
{
    *out = 0;
    return sto_read(st, "SELECT SUM(bytes) FROM battle_text", NULL, 0, keep_number, out, why);
}

struct each {
    union {
        sto_text_fn *text;
        sto_battle_fn *battle;
    } fn;
    void *ctx;
};

static bool each_text(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn.text(e->ctx, column[0], column[1]);
}

enum tc_err sto_each_text(struct sto *st, sto_text_fn *fn, void *ctx, struct tc_why *why)
{
    struct each e = { .fn.text = fn, .ctx = ctx };

    return sto_read(st, "SELECT hash, text FROM battle_text ORDER BY hash", NULL, 0, each_text,
                    &e, why);
}

enum tc_err sto_sweep_texts(struct sto *st, int64_t before, struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { sto_put_number(&n, before) };

    return sto_write_one(st, NULL,
                         "DELETE FROM battle_text WHERE at < $1"
                         " AND hash NOT IN (SELECT hash FROM battle)"
                         " AND hash NOT IN (SELECT text FROM setting WHERE name = 'battle')",
                         v, 1, why);
}

/* --- Battles ----------------------------------------------------------------------------- */

static bool count_row(void *ctx, const char *const *column)
{
    (void)column;
    ++*(int *)ctx;
    return true;
}

enum tc_err sto_new_battle(struct sto *st, const struct sto_battle *b, struct tc_why *why)
{
    struct sto_number listed, made, changed;
    const char *v[] = { b->id,
                        b->account,
                        b->hash,
                        b->system,
                        b->title,
                        b->origin,
                        b->origin_text,
                        sto_put_number(&listed, b->listed),
                        sto_put_number(&made, b->made),
                        sto_put_number(&changed, b->changed) };

    return sto_write_one(
        st, NULL,
        "INSERT INTO battle (id, account, hash, system, title, origin, origin_text, listed,"
        " made, changed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        v, 10, why);
}

enum tc_err sto_put_battle(struct sto *st, const struct sto_battle *b, struct tc_why *why)
{
    struct sto_number listed, changed;
    const char *v[] = { b->hash,
                        b->system,
                        b->title,
                        sto_put_number(&listed, b->listed),
                        sto_put_number(&changed, b->changed),
                        b->id,
                        b->account };
    int n = 0;
    enum tc_err err = sto_write_rows(
        st, NULL,
        "UPDATE battle SET hash = $1, system = $2, title = $3, listed = $4, changed = $5"
        " WHERE id = $6 AND account = $7 RETURNING 1",
        v, 7, count_row, &n, why);

    if (err == TC_OK && !n)
        err = sto_fail(why, TC_E_NAME, "battle", "There is no such battle.");
    return err;
}

enum tc_err sto_drop_battle(struct sto *st, const char *id, const char *account,
                            struct tc_why *why)
{
    const char *v[] = { id, account };
    int n = 0;
    enum tc_err err =
        sto_write_rows(st, NULL,
                       account ? "DELETE FROM battle WHERE id = $1 AND account = $2 RETURNING 1"
                               : "DELETE FROM battle WHERE id = $1 RETURNING 1",
                       v, account ? 2 : 1, count_row, &n, why);

    if (err == TC_OK && !n)
        err = sto_fail(why, TC_E_NAME, "battle", "There is no battle %s.", id);
    return err;
}

static bool each_battle(void *ctx, const char *const *c)
{
    struct each *e = ctx;
    struct sto_battle b = { .id = c[0],
                            .account = c[1],
                            .hash = c[2],
                            .system = c[3],
                            .title = c[4],
                            .origin = c[5],
                            .origin_text = c[6],
                            .listed = c[7][0] == '1',
                            .made = strtoll(c[8], NULL, 10),
                            .changed = strtoll(c[9], NULL, 10),
                            .bytes = c[10] ? strtoll(c[10], NULL, 10) : 0,
                            .plays = c[11] ? c[11] : "" };

    return e->fn.battle(e->ctx, &b);
}

enum tc_err sto_each_battle(struct sto *st, const struct sto_choice *c, sto_battle_fn *fn,
                            void *ctx, struct tc_why *why)
{
    struct each e = { .fn.battle = fn, .ctx = ctx };
    struct sto_number from, most, all;
    const char *v[] = { c->id ? c->id : "",
                        c->account ? c->account : "",
                        c->system ? c->system : "",
                        c->text ? c->text : "",
                        sto_put_number(&all, c->all),
                        sto_put_number(&most, c->most),
                        sto_put_number(&from, c->from) };

    return sto_read(
        st,
        "SELECT b.id, b.account, b.hash, b.system, b.title, b.origin, b.origin_text, b.listed,"
        " b.made, b.changed, t.bytes, t.plays FROM battle b"
        " LEFT JOIN battle_text t ON t.hash = b.hash"
        " WHERE ($1 = '' OR b.id = $1) AND ($2 = '' OR b.account = $2)"
        " AND ($3 = '' OR b.system = $3)"
        " AND ($4 = '' OR LOWER(b.title) LIKE '%' || LOWER($4) || '%'"
        " OR LOWER(b.account) LIKE '%' || LOWER($4) || '%')"
        " AND (CAST($5 AS BIGINT) = 1 OR b.listed = 1)"
        " ORDER BY b.changed DESC, b.id"
        " LIMIT CAST($6 AS BIGINT) OFFSET CAST($7 AS BIGINT)",
        v, 7, each_battle, &e, why);
}
