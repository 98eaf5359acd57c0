/* store/codes.c - sessions in number, codes sent by mail, counts, names that look alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

/* --- Sessions --------------------------------------------------------------------------- */

struct each {
    union {
        sto_session_fn *session;
        sto_name_fn *name;
    } fn;
    void *ctx;
};

static bool each_session(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn.session(e->ctx, column[0], strtoll(column[1], NULL, 10));
}

enum tc_err sto_each_session(struct sto *st, const char *name, int64_t now, sto_session_fn *fn,
                             void *ctx, struct tc_why *why)
{
    struct each e = { .fn.session = fn, .ctx = ctx };
    struct sto_number n;
    const char *v[] = { name, sto_put_number(&n, now) };

    return sto_read(st,
                    "SELECT hash, until FROM session WHERE account = $1"
                    " AND until > CAST($2 AS BIGINT) ORDER BY until DESC, hash",
                    v, 2, each_session, &e, why);
}

static bool count_row(void *ctx, const char *const *column)
{
    (void)column;
    ++*(int *)ctx;
    return true;
}

enum tc_err sto_drop_sessions(struct sto *st, const char *name, const char *begin,
                              const uint8_t *but, int *n, struct tc_why *why)
{
    struct sto_hex h = { "" };
    const char *v[] = { name, begin, but ? sto_put_hex(&h, but) : "" };

    *n = 0;
    return sto_write_rows(st, NULL,
                          "DELETE FROM session WHERE account = $1 AND hash LIKE $2 || '%'"
                          " AND hash <> $3 RETURNING 1",
                          v, 3, count_row, n, why);
}

/* --- Accounts --- */

enum tc_err sto_put_secret(struct sto *st, const char *name, const char *secret,
                           struct tc_why *why)
{
    const char *v[] = { secret, name };

    return sto_write_one(st, NULL, "UPDATE account SET secret = $1 WHERE name = $2", v, 2, why);
}

enum tc_err sto_drop_account(struct sto *st, const char *name, struct tc_why *why)
{
    const char *v[] = { name };
    int n = 0;
    enum tc_err err = sto_write_rows(
        st, NULL, "DELETE FROM account WHERE name = $1 RETURNING 1", v, 1, count_row, &n, why);

    if (!err && !n)
        err = sto_fail(why, TC_E_NAME, "name", "There is no account %s.", name);
    return err;
}

enum tc_err sto_put_alike(struct sto *st, const char *name, const char *form,
                          struct tc_why *why)
{
    const char *v[] = { form, name };
    enum tc_err err =
        sto_write_one(st, NULL, "INSERT INTO alike (form, account) VALUES ($1, $2)", v, 2, why);

    if (err == TC_E_STALE)
        return sto_fail(why, TC_E_NAME, "name", "Another account has a name like this.");
    return err;
}

static bool each_name(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn.name(e->ctx, column[0]);
}

enum tc_err sto_each_account(struct sto *st, const char *text, sto_name_fn *fn, void *ctx,
                             struct tc_why *why)
{
    struct each e = { .fn.name = fn, .ctx = ctx };
    const char *v[] = { text };

    return sto_read(st,
                    "SELECT name FROM account WHERE name LIKE '%' || $1 || '%' ORDER BY name",
                    v, 1, each_name, &e, why);
}

/* --- Codes --- */

enum tc_err sto_put_code(struct sto *st, const uint8_t hash[STO_HASH], const char *kind,
                         const char *name, const char *text, int64_t until, struct tc_why *why)
{
    struct sto_hex h;
    struct sto_number n;
    const char *v[] = { sto_put_hex(&h, hash), kind, name, text, sto_put_number(&n, until) };

    return sto_write_one(st, NULL,
                         "INSERT INTO code (hash, kind, account, text, until)"
                         " VALUES ($1, $2, $3, $4, $5)",
                         v, 5, why);
}

struct code {
    char *name, **text;
    bool any;
};

static bool read_code(void *ctx, const char *const *column)
{
    struct code *c = ctx;

    c->any = true;
    snprintf(c->name, STO_NAME, "%s", column[0]);
    free(*c->text);
    *c->text = strdup(column[1]);
    return false;
}

enum tc_err sto_find_code(struct sto *st, const uint8_t hash[STO_HASH], const char *kind,
                          int64_t now, bool once, char *name, char **text, struct tc_why *why)
{
    struct sto_hex h;
    struct sto_number n;
    const char *v[] = { sto_put_hex(&h, hash), kind, sto_put_number(&n, now) };
    struct code c = { name, text, false };
    enum tc_err err;

    *text = NULL;
    if (once)
        err = sto_write_rows(st, NULL,
                             "DELETE FROM code WHERE hash = $1 AND kind = $2"
                             " AND until > CAST($3 AS BIGINT) RETURNING account, text",
                             v, 3, read_code, &c, why);
    else
        err = sto_read(st,
                       "SELECT account, text FROM code WHERE hash = $1 AND kind = $2"
                       " AND until > CAST($3 AS BIGINT)",
                       v, 3, read_code, &c, why);
    if (!err && !c.any)
        err = sto_fail(why, TC_E_NAME, "code", "This code is not, or no longer, valid.");
    return err;
}

enum tc_err sto_drop_codes(struct sto *st, const char *name, const char *kind,
                           struct tc_why *why)
{
    const char *v[] = { name, kind };

    return sto_write_one(st, NULL, "DELETE FROM code WHERE account = $1 AND kind = $2", v, 2,
                         why);
}

enum tc_err sto_drop_mail(struct sto *st, const char *mail, struct tc_why *why)
{
    const char *v[] = { mail };

    return sto_write_one(st, NULL,
                         "DELETE FROM account_setting WHERE name IN ('mail', 'mail-wanted')"
                         " AND text = $1",
                         v, 1, why);
}

/* --- Counts --- */

static bool read_n(void *ctx, const char *const *column)
{
    *(int *)ctx = (int)strtol(column[0], NULL, 10);
    return false;
}

enum tc_err sto_tally(struct sto *st, const char *what, int64_t now, int span, int *n,
                      struct tc_why *why)
{
    struct sto_number a, b;
    const char *v[] = { what, sto_put_number(&a, now / span),
                        sto_put_number(&b, (now / span + 2) * span) };

    return sto_write_rows(st, NULL,
                          "INSERT INTO tally (name, span, n, until) VALUES ($1, $2, 1, $3)"
                          " ON CONFLICT (name, span) DO UPDATE SET n = tally.n + 1 RETURNING n",
                          v, 3, read_n, n, why);
}

enum tc_err sto_tallied(struct sto *st, const char *what, int64_t now, int span, int *n,
                        struct tc_why *why)
{
    struct sto_number a;
    const char *v[] = { what, sto_put_number(&a, now / span) };

    *n = 0;
    return sto_read(st, "SELECT n FROM tally WHERE name = $1 AND span = CAST($2 AS BIGINT)", v,
                    2, read_n, n, why);
}

enum tc_err sto_sweep(struct sto *st, int64_t now, struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { sto_put_number(&n, now) };
    enum tc_err err = sto_write_one(
        st, NULL, "DELETE FROM session WHERE until <= CAST($1 AS BIGINT)", v, 1, why);

    if (!err)
        err = sto_write_one(st, NULL, "DELETE FROM code WHERE until <= CAST($1 AS BIGINT)", v,
                            1, why);
    if (!err)
        err = sto_write_one(st, NULL, "DELETE FROM tally WHERE until <= CAST($1 AS BIGINT)", v,
                            1, why);
    if (!err)
        err = sto_write_one(st, NULL, "DELETE FROM ban WHERE until <= CAST($1 AS BIGINT)", v, 1,
                            why);
    return err;
}
