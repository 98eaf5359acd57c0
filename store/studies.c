/* store/studies.c - battles by the dozen between computers, and how far they have come. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

enum tc_err sto_new_study(struct sto *st, const struct sto_study *s, struct tc_why *why)
{
    struct sto_number at, battles;
    const char *v[] = { s->id, s->owner, s->wish, sto_put_number(&at, s->at),
                        sto_put_number(&battles, s->battles) };

    return sto_write_one(st, NULL,
                         "INSERT INTO study (id, owner, wish, state, at, battles, used, lease)"
                         " VALUES ($1, $2, $3, 'waits', $4, $5, 0, 0)",
                         v, 5, why);
}

struct each {
    union {
        sto_study_fn *study;
        sto_row_text_fn *row;
    } fn;
    void *ctx;
};

static bool each_study(void *ctx, const char *const *c)
{
    struct each *e = ctx;
    struct sto_study s = { .id = c[0],
                           .owner = c[1],
                           .wish = c[2],
                           .state = c[3],
                           .at = strtoll(c[4], NULL, 10),
                           .battles = strtoll(c[5], NULL, 10),
                           .used = strtoll(c[6], NULL, 10),
                           .lease = strtoll(c[7], NULL, 10) };

    return e->fn.study(e->ctx, &s);
}

#define COLUMNS "SELECT id, owner, wish, state, at, battles, used, lease FROM study "

enum tc_err sto_each_study(struct sto *st, const char *id, sto_study_fn *fn, void *ctx,
                           struct tc_why *why)
{
    struct each e = { .fn.study = fn, .ctx = ctx };
    const char *v[] = { id };

    if (id)
        return sto_read(st, COLUMNS "WHERE id = $1", v, 1, each_study, &e, why);
    return sto_read(st, COLUMNS "WHERE state = 'waits' ORDER BY used, at, id LIMIT 100", NULL,
                    0, each_study, &e, why);
}

static bool note_row(void *ctx, const char *const *column)
{
    (void)column;
    *(bool *)ctx = true;
    return true;
}

enum tc_err sto_claim_study(struct sto *st, const char *id, int64_t now, int64_t until,
                            bool *mine, struct tc_why *why)
{
    struct sto_number a, b;
    const char *v[] = { sto_put_number(&b, until), id, sto_put_number(&a, now) };

    *mine = false;
    return sto_write_rows(st, NULL,
                          "UPDATE study SET lease = $1 WHERE id = $2 AND state = 'waits'"
                          " AND lease <= $3 RETURNING 1",
                          v, 3, note_row, mine, why);
}

enum tc_err sto_hold_study(struct sto *st, const char *id, int64_t until, struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { sto_put_number(&n, until), id };

    return id ? sto_write_one(st, NULL, "UPDATE study SET lease = $1 WHERE id = $2", v, 2, why)
              : sto_write_one(st, NULL, "UPDATE study SET lease = $1 WHERE lease <> 0", v, 1,
                              why);
}

enum tc_err sto_study_row(struct sto *st, const char *id, int64_t n, const char *text,
                          int64_t used, const char *state, struct tc_why *why)
{
    struct sto_number number, ms;
    const char *row[] = { id, sto_put_number(&number, n), text };
    const char *v[] = { sto_put_number(&ms, used), state, id };
    enum tc_err err = TC_OK;

    if (text)
        err = sto_write_one(st, NULL,
                            "INSERT INTO study_row (study, n, text) VALUES ($1, $2, $3)"
                            " ON CONFLICT (study, n) DO NOTHING",
                            row, 3, why);
    if (err != TC_OK)
        return err;
    return sto_write_one(st, NULL,
                         "UPDATE study SET used = used + $1, lease = 0, state ="
                         " CASE WHEN state = 'waits' THEN $2 ELSE state END WHERE id = $3",
                         v, 3, why);
}

enum tc_err sto_end_study(struct sto *st, const char *id, const char *state, struct tc_why *why)
{
    const char *v[] = { state, id };

    return sto_write_one(
        st, NULL, "UPDATE study SET state = $1 WHERE id = $2 AND state = 'waits'", v, 2, why);
}

static bool each_row(void *ctx, const char *const *c)
{
    struct each *e = ctx;

    return e->fn.row(e->ctx, strtoll(c[0], NULL, 10), c[1]);
}

enum tc_err sto_each_study_row(struct sto *st, const char *id, int64_t from,
                               sto_row_text_fn *fn, void *ctx, struct tc_why *why)
{
    struct each e = { .fn.row = fn, .ctx = ctx };
    struct sto_number n;
    const char *v[] = { id, sto_put_number(&n, from) };

    return sto_read(st, "SELECT n, text FROM study_row WHERE study = $1 AND n >= $2 ORDER BY n",
                    v, 2, each_row, &e, why);
}

static bool take_next(void *ctx, const char *const *c)
{
    *(int64_t *)ctx = c[0] ? strtoll(c[0], NULL, 10) + 1 : 0;
    return false;
}

enum tc_err sto_study_next(struct sto *st, const char *id, int64_t *n, struct tc_why *why)
{
    const char *v[] = { id };

    *n = 0;
    return sto_read(st, "SELECT MAX(n) FROM study_row WHERE study = $1", v, 1, take_next, n,
                    why);
}

static bool take_use(void *ctx, const char *const *c)
{
    struct sto_use *u = ctx;

    u->used = c[0] ? strtoll(c[0], NULL, 10) : 0;
    u->waiting = c[1] ? strtoll(c[1], NULL, 10) : 0;
    u->fought = c[2] ? strtoll(c[2], NULL, 10) : 0;
    return false;
}

enum tc_err sto_study_used(struct sto *st, const char *owner, int64_t since,
                           struct sto_use *out, struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { owner, sto_put_number(&n, since) };

    *out = (struct sto_use){ 0 };
    return sto_read(st,
                    "SELECT SUM(used), SUM(CASE WHEN state = 'waits' THEN 1 ELSE 0 END),"
                    " SUM((SELECT COUNT(*) FROM study_row WHERE study = study.id))"
                    " FROM study WHERE owner = $1 AND (at >= $2 OR state = 'waits')",
                    v, 2, take_use, out, why);
}

/* --- Sweeping ----------------------------------------------------------------------------- */

enum { SWEPT = 256 };

struct sweep {
    int64_t bytes, most;
    int n;
    char id[SWEPT][STO_ID];
};

/* The newest come first: what no longer fits goes. */
static bool add_bytes(void *ctx, const char *const *c)
{
    struct sweep *w = ctx;

    w->bytes += c[2] ? strtoll(c[2], NULL, 10) : 0;
    if (w->bytes > w->most && strcmp(c[1], "waits") != 0 && w->n < SWEPT)
        snprintf(w->id[w->n++], STO_ID, "%s", c[0]);
    return w->n < SWEPT;
}

enum tc_err sto_sweep_studies(struct sto *st, int64_t before, int64_t most, struct tc_why *why)
{
    struct sweep *w = calloc(1, sizeof *w);
    struct sto_number n;
    const char *v[] = { sto_put_number(&n, before) };

    TC_BUG_ON(!w);
    w->most = most;
    enum tc_err err = sto_write_one(
        st, NULL, "DELETE FROM study WHERE state <> 'waits' AND at < $1", v, 1, why);
    if (err == TC_OK)
        err = sto_read(st,
                       "SELECT id, state, (SELECT COALESCE(SUM(LENGTH(text)), 0) FROM study_row"
                       " WHERE study = study.id) AS size FROM study ORDER BY at DESC, size, id",
                       NULL, 0, add_bytes, w, why);
    for (int i = 0; i < w->n && err == TC_OK; i++) {
        const char *id[] = { w->id[i] };
        err = sto_write_one(st, NULL, "DELETE FROM study WHERE id = $1 AND state <> 'waits'",
                            id, 1, why);
    }
    free(w);
    return err;
}
