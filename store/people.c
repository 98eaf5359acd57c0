/* store/people.c - tokens of seats, accounts, their sessions and games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

const char *sto_put_hex(struct sto_hex *h, const uint8_t hash[STO_HASH])
{
    static const char digit[] = "0123456789abcdef";

    for (int i = 0; i < STO_HASH; i++) {
        h->text[2 * i] = digit[hash[i] >> 4];
        h->text[2 * i + 1] = digit[hash[i] & 15];
    }
    h->text[2 * STO_HASH] = '\0';
    return h->text;
}

/* --- Tokens ------------------------------------------------------------------------------- */

enum tc_err sto_put_token(struct sto *st, const char *id, int seat,
                          const uint8_t hash[STO_HASH], struct tc_why *why)
{
    struct sto_number n;
    struct sto_hex h;
    const char *v[] = { id, sto_put_number(&n, seat), sto_put_hex(&h, hash) };
    enum tc_err err =
        sto_write_one(st, id,
                      "INSERT INTO token (game, seat, hash) VALUES ($1, $2, $3)"
                      " ON CONFLICT (game, seat) DO UPDATE SET hash = excluded.hash",
                      v, 3, why);

    if (err == TC_E_NAME)
        return sto_fail(why, TC_E_NAME, "game", "There is no game %s.", id);
    return err;
}

struct found {
    char *name;
    size_t room;
    int seat;
    bool any;
};

static bool find(void *ctx, const char *const *column)
{
    struct found *f = ctx;

    snprintf(f->name, f->room, "%s", column[0]);
    f->seat = (int)strtol(column[1], NULL, 10);
    f->any = true;
    return false;
}

enum tc_err sto_find_token(struct sto *st, const uint8_t hash[STO_HASH], char *id, int *seat,
                           struct tc_why *why)
{
    struct found f = { .name = id, .room = STO_ID };
    struct sto_hex h;
    const char *v[] = { sto_put_hex(&h, hash) };
    enum tc_err err =
        sto_read(st, "SELECT game, seat FROM token WHERE hash = $1", v, 1, find, &f, why);

    if (!err && !f.any)
        err = sto_fail(why, TC_E_NAME, "token", "This seat link is not, or no longer, valid.");
    *seat = f.seat;
    return err;
}

/* --- Accounts --- */

enum tc_err sto_new_account(struct sto *st, const char *name, const char *secret,
                            struct tc_why *why)
{
    const char *v[] = { name, secret };
    enum tc_err err = sto_write_one(
        st, NULL, "INSERT INTO account (name, secret) VALUES ($1, $2)", v, 2, why);

    if (err == TC_E_STALE)
        return sto_fail(why, TC_E_NAME, "name", "The name %s is taken.", name);
    return err;
}

enum tc_err sto_account(struct sto *st, const char *name, char **secret, struct tc_why *why)
{
    const char *v[] = { name };

    *secret = NULL;
    enum tc_err err = sto_read(st, "SELECT secret FROM account WHERE name = $1", v, 1,
                               sto_keep_text, secret, why);
    if (!err && !*secret)
        err = sto_fail(why, TC_E_NAME, "name", "There is no account %s.", name);
    return err;
}

enum tc_err sto_account_put(struct sto *st, const char *name, const char *key, const char *text,
                            struct tc_why *why)
{
    const char *v[] = { name, key, text };

    if (!text)
        return sto_write_one(st, NULL,
                             "DELETE FROM account_setting WHERE account = $1 AND name = $2", v,
                             2, why);
    return sto_write_one(st, NULL,
                         "INSERT INTO account_setting (account, name, text) VALUES ($1, $2, $3)"
                         " ON CONFLICT (account, name) DO UPDATE SET text = excluded.text",
                         v, 3, why);
}

enum tc_err sto_account_get(struct sto *st, const char *name, const char *key, char **out,
                            struct tc_why *why)
{
    const char *v[] = { name, key };

    *out = NULL;
    return sto_read(st, "SELECT text FROM account_setting WHERE account = $1 AND name = $2", v,
                    2, sto_keep_text, out, why);
}

/* --- Sessions --- */

enum tc_err sto_put_session(struct sto *st, const uint8_t hash[STO_HASH], const char *name,
                            int64_t until, struct tc_why *why)
{
    struct sto_number n;
    struct sto_hex h;
    const char *v[] = { sto_put_hex(&h, hash), name, sto_put_number(&n, until) };

    enum tc_err err = sto_write_one(
        st, NULL, "INSERT INTO session (hash, account, until) VALUES ($1, $2, $3)", v, 3, why);
    return err ? err
               : sto_write_one(st, NULL,
                               "DELETE FROM session WHERE account = $1 AND hash NOT IN"
                               " (SELECT hash FROM session WHERE account = $1"
                               " ORDER BY until DESC, hash LIMIT 50)",
                               v + 1, 1, why);
}

enum tc_err sto_find_session(struct sto *st, const uint8_t hash[STO_HASH], int64_t now,
                             char *name, struct tc_why *why)
{
    struct found f = { .name = name, .room = STO_NAME };
    struct sto_number n;
    struct sto_hex h;
    const char *v[] = { sto_put_hex(&h, hash), sto_put_number(&n, now) };
    enum tc_err err =
        sto_read(st, "SELECT account, 0 FROM session WHERE hash = $1 AND until > $2", v, 2,
                 find, &f, why);

    if (!err && !f.any)
        err = sto_fail(why, TC_E_NAME, "session", "You are not signed in, or no longer.");
    return err;
}

enum tc_err sto_drop_session(struct sto *st, const uint8_t hash[STO_HASH], struct tc_why *why)
{
    struct sto_hex h;
    const char *v[] = { sto_put_hex(&h, hash) };

    return sto_write_one(st, NULL, "DELETE FROM session WHERE hash = $1", v, 1, why);
}

/* --- Games of an account --- */

enum tc_err sto_account_game(struct sto *st, const char *name, const char *id, int seat,
                             const char *token, struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { name, id, sto_put_number(&n, seat), token };
    enum tc_err err =
        sto_write_one(st, NULL,
                      "INSERT INTO account_game (account, game, seat, token)"
                      " VALUES ($1, $2, $3, $4)"
                      " ON CONFLICT (account, game, seat) DO UPDATE SET token = excluded.token",
                      v, 4, why);

    if (err == TC_E_NAME)
        return sto_fail(why, TC_E_NAME, "game", "There is no game %s, or no account %s.", id,
                        name);
    return err;
}

struct each {
    sto_seat_fn *fn;
    void *ctx;
};

static bool each_seat(void *ctx, const char *const *column)
{
    struct each *e = ctx;

    return e->fn(e->ctx, column[0], column[1], (int)strtol(column[2], NULL, 10), column[3]);
}

enum tc_err sto_each_account_game(struct sto *st, const char *name, sto_seat_fn *fn, void *ctx,
                                  struct tc_why *why)
{
    struct each e = { fn, ctx };
    const char *v[] = { name };

    return sto_read(st,
                    "SELECT a.account, a.game, a.seat,"
                    " CASE WHEN t.hash = a.token THEN a.token ELSE '' END FROM account_game a"
                    " LEFT JOIN token t ON t.game = a.game AND t.seat = a.seat"
                    " WHERE a.account = $1 ORDER BY a.game, a.seat",
                    v, 1, each_seat, &e, why);
}

enum tc_err sto_each_holder(struct sto *st, const char *id, sto_seat_fn *fn, void *ctx,
                            struct tc_why *why)
{
    struct each e = { fn, ctx };
    const char *v[] = { id };

    return sto_read(st,
                    "SELECT account, game, seat, token FROM account_game WHERE game = $1"
                    " ORDER BY account, seat",
                    v, 1, each_seat, &e, why);
}

enum tc_err sto_each_plain(struct sto *st, sto_seat_fn *fn, void *ctx, struct tc_why *why)
{
    struct each e = { fn, ctx };

    return sto_read(st,
                    "SELECT account, game, seat, token FROM account_game"
                    " WHERE length(token) = 32",
                    NULL, 0, each_seat, &e, why);
}

enum tc_err sto_drop_account_game(struct sto *st, const char *name, const char *id,
                                  struct tc_why *why)
{
    const char *v[] = { name, id };

    return sto_write_one(st, NULL, "DELETE FROM account_game WHERE account = $1 AND game = $2",
                         v, 2, why);
}

/* --- Is it alive? --- */

enum tc_err sto_ping(struct sto *st, struct tc_why *why)
{
    return sto_write_one(st, NULL,
                         "INSERT INTO about (name, text) VALUES ('ping', '1')"
                         " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                         NULL, 0, why);
}
