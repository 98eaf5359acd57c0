/* store/lend.c - seats that an account opens: tokens lent to a session. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

enum tc_err sto_lend(struct sto *st, const uint8_t loan[STO_HASH],
                     const uint8_t session[STO_HASH], const char *id, int seat,
                     const char *token, struct tc_why *why)
{
    struct sto_hex a, b;
    struct sto_number n;
    const char *v[] = { sto_put_hex(&a, loan), sto_put_hex(&b, session), id,
                        sto_put_number(&n, seat), token };

    return sto_write_one(st, NULL,
                         "INSERT INTO loan (hash, session, game, seat, token)"
                         " VALUES ($1, $2, $3, $4, $5)"
                         " ON CONFLICT (hash) DO UPDATE SET token = excluded.token",
                         v, 5, why);
}

enum tc_err sto_look_lent(struct sto *st, const uint8_t loan[STO_HASH], int64_t now, char *id,
                          int *seat, struct sto_now *out, struct tc_why *why)
{
    struct sto_found f = { .id = id };
    struct sto_hex h;
    struct sto_number n;
    const char *v[] = { sto_put_hex(&h, loan), sto_put_number(&n, now) };
    enum tc_err err =
        sto_read(st,
                 "SELECT coalesce(p.rev, 0), coalesce(p.beside, 0), t.game, t.seat FROM loan l"
                 " JOIN session s ON s.hash = l.session"
                 " JOIN token t ON t.game = l.game AND t.seat = l.seat AND t.hash = l.token"
                 " LEFT JOIN pulse p ON p.game = t.game"
                 " WHERE l.hash = $1 AND s.until > CAST($2 AS BIGINT)",
                 v, 2, sto_find_game, &f, why);

    if (!err && !f.any)
        err = sto_fail(why, TC_E_NAME, "token", "This seat link is not, or no longer, valid.");
    *seat = f.seat;
    *out = f.now;
    return err;
}

enum tc_err sto_keep_lent(struct sto *st, const uint8_t loan[STO_HASH],
                          const uint8_t token[STO_HASH], struct tc_why *why)
{
    struct sto_hex a, b;
    const char *v[] = { sto_put_hex(&a, token), sto_put_hex(&b, loan) };
    enum tc_err err =
        sto_write_one(st, NULL,
                      "UPDATE account_game SET token = $1 WHERE (account, game, seat) IN"
                      " (SELECT s.account, l.game, l.seat FROM loan l"
                      " JOIN session s ON s.hash = l.session WHERE l.hash = $2)",
                      v, 2, why);

    return err ? err
               : sto_write_one(st, NULL, "UPDATE loan SET token = $1 WHERE hash = $2", v, 2,
                               why);
}
