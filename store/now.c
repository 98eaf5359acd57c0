/* store/now.c - how new a game is, and the secret seeds of its dice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

static _Thread_local uint64_t my_rev;

uint64_t sto_my_rev(void)
{
    return my_rev;
}

void sto_set_my_rev(uint64_t rev)
{
    my_rev = rev;
}

/* --- Counting ----------------------------------------------------------------------------- */

static bool read_rev(void *ctx, const char *const *column)
{
    *(uint64_t *)ctx = strtoull(column[0], NULL, 10);
    return false;
}

#define COUNT_LINES                                                                            \
    "INSERT INTO pulse (game, rev, beside) VALUES ($1, 1, 0)"                                  \
    " ON CONFLICT (game) DO UPDATE SET rev = pulse.rev + 1 RETURNING rev"
#define COUNT_BESIDE                                                                           \
    "INSERT INTO pulse (game, rev, beside) VALUES ($1, 1, 1)"                                  \
    " ON CONFLICT (game) DO UPDATE SET rev = pulse.rev + 1,"                                   \
    " beside = pulse.beside + 1 RETURNING rev"
/* Counted and told in one question. */
#define AND_TELL(count)                                                                        \
    "WITH p AS (" count ") SELECT rev, pg_notify('" STO_CHANNEL "', $2) FROM p"

enum tc_err sto_count(struct sto_job *j, const struct sto_driver *d, void *conn, const char *id,
                      bool beside)
{
    char news[96];
    const char *v[] = { id, news };

    if (!d->news)
        return d->run(conn, beside ? COUNT_BESIDE : COUNT_LINES, v, 1, read_rev, &j->rev,
                      &j->why);
    d->news(conn, id, news, sizeof news);
    return d->run(conn, beside ? AND_TELL(COUNT_BESIDE) : AND_TELL(COUNT_LINES), v, 2, read_rev,
                  &j->rev, &j->why);
}

/* --- Asking --- */

bool sto_find_game(void *ctx, const char *const *column)
{
    struct sto_found *f = ctx;

    f->any = true;
    f->now.rev = strtoull(column[0], NULL, 10);
    f->now.beside = strtoull(column[1], NULL, 10);
    if (!f->id)
        return false;
    snprintf(f->id, STO_ID, "%s", column[2]);
    f->seat = (int)strtol(column[3], NULL, 10);
    return false;
}

enum tc_err sto_now(struct sto *st, const char *id, struct sto_now *out, struct tc_why *why)
{
    struct sto_found f = { .id = NULL };
    const char *v[] = { id };
    enum tc_err err = sto_read(st,
                               "SELECT coalesce(p.rev, 0), coalesce(p.beside, 0) FROM game g"
                               " LEFT JOIN pulse p ON p.game = g.id WHERE g.id = $1",
                               v, 1, sto_find_game, &f, why);

    if (!err && !f.any)
        err = sto_fail(why, TC_E_NAME, "game", "There is no game %s.", id);
    *out = f.now;
    return err;
}

enum tc_err sto_look(struct sto *st, const uint8_t hash[STO_HASH], char *id, int *seat,
                     struct sto_now *now, struct tc_why *why)
{
    struct sto_found f = { .id = id };
    struct sto_hex h;
    const char *v[] = { sto_put_hex(&h, hash) };
    enum tc_err err =
        sto_read(st,
                 "SELECT coalesce(p.rev, 0), coalesce(p.beside, 0), t.game, t.seat"
                 " FROM token t LEFT JOIN pulse p ON p.game = t.game"
                 " WHERE t.hash = $1",
                 v, 1, sto_find_game, &f, why);

    if (!err && !f.any)
        err = sto_fail(why, TC_E_NAME, "token", "This seat link is not, or no longer, valid.");
    *seat = f.seat;
    *now = f.now;
    return err;
}

/* --- Tokens of a game --- */

struct each {
    sto_token_fn *fn;
    void *ctx;
};

static int digit(char c)
{
    return c >= 'a' ? c - 'a' + 10 : c - '0';
}

static bool each_token(void *ctx, const char *const *column)
{
    struct each *e = ctx;
    uint8_t hash[STO_HASH] = { 0 };

    for (int i = 0; i < STO_HASH && column[1][2 * i]; i++)
        hash[i] = (uint8_t)(digit(column[1][2 * i]) << 4 | digit(column[1][2 * i + 1]));
    return e->fn(e->ctx, (int)strtol(column[0], NULL, 10), hash);
}

enum tc_err sto_each_token(struct sto *st, const char *id, sto_token_fn *fn, void *ctx,
                           struct tc_why *why)
{
    struct each e = { fn, ctx };
    const char *v[] = { id };

    return sto_read(st,
                    "SELECT seat, hash FROM token WHERE game = $1"
                    " UNION ALL SELECT l.seat, l.hash FROM loan l JOIN token t"
                    " ON t.game = l.game AND t.seat = l.seat AND t.hash = l.token"
                    " WHERE l.game = $1",
                    v, 1, each_token, &e, why);
}

/* --- Seeds --- */

struct seed {
    char *text;
    uint32_t line;
};

static bool read_seed(void *ctx, const char *const *column)
{
    struct seed *s = ctx;

    s->text = strdup(column[0]);
    s->line = (uint32_t)strtoul(column[1], NULL, 10);
    return false;
}

enum tc_err sto_seed(struct sto *st, const char *id, char **out, uint32_t *line,
                     struct tc_why *why)
{
    struct seed s = { NULL, 0 };
    const char *v[] = { id };
    enum tc_err err =
        sto_read(st, "SELECT text, line FROM seed WHERE game = $1", v, 1, read_seed, &s, why);

    *out = s.text;
    *line = s.line;
    return err;
}
