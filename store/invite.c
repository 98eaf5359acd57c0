/* store/invite.c - invitations: tokens that are good for taking a seat, once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

struct use {
    struct sto_job job;
    const char *old, *fresh;
    char id[STO_ID];
    int seat;
    bool any;
};

static bool used(void *ctx, const char *const *column)
{
    struct use *u = ctx;

    snprintf(u->id, sizeof u->id, "%s", column[0]);
    u->seat = (int)strtol(column[1], NULL, 10);
    u->any = true;
    return false;
}

/* With the seat goes the word that it is taken, so that no server can call it back. */
static enum tc_err mark_taken(const struct use *u, const struct sto_driver *d, void *conn,
                              struct tc_why *why)
{
    char key[24];
    const char *v[] = { u->id, key };

    snprintf(key, sizeof key, "taken.%d", u->seat);
    return d->run(conn,
                  "INSERT INTO setting (game, name, text) VALUES ($1, $2, 'true')"
                  " ON CONFLICT (game, name) DO UPDATE SET text = excluded.text",
                  v, 2, NULL, NULL, why);
}

/* One statement finds it: of two who use it at once, one does. STO_INVITE is 64. */
static enum tc_err run_use(struct sto_job *j, const struct sto_driver *d, void *conn)
{
    struct use *u = (struct use *)j;
    const char *v[] = { u->fresh, u->old };

    u->any = false;
    /* A substitute's invitation: who held the seat before holds it no longer. */
    enum tc_err err =
        d->run(conn,
               "DELETE FROM token WHERE (game, seat) IN"
               " (SELECT game, seat - 64 FROM token WHERE hash = $1 AND seat >= 64)",
               v + 1, 1, NULL, NULL, &j->why);
    if (!err)
        err = d->run(conn,
                     "UPDATE token SET seat = seat - 64, hash = $1"
                     " WHERE hash = $2 AND seat >= 64 RETURNING game, seat",
                     v, 2, used, u, &j->why);
    if (!err && !u->any)
        return sto_fail(&j->why, TC_E_NAME, "invite",
                        "This invitation has been used or withdrawn.");
    if (!err)
        err = mark_taken(u, d, conn, &j->why);
    if (!err)
        err = sto_count(j, d, conn, u->id, true);
    return err;
}

enum tc_err sto_use_invite(struct sto *st, const uint8_t invite[STO_HASH],
                           const uint8_t token[STO_HASH], char *id, int *seat,
                           struct tc_why *why)
{
    struct sto_hex old, fresh;
    struct use u = { .job.run = run_use,
                     .old = sto_put_hex(&old, invite),
                     .fresh = sto_put_hex(&fresh, token) };
    enum tc_err err = sto_write(st->writer, &u.job);

    if (err) {
        *why = u.job.why;
        return err;
    }
    memcpy(id, u.id, sizeof u.id);
    *seat = u.seat;
    return TC_OK;
}

enum tc_err sto_drop_token(struct sto *st, const char *id, int seat, struct tc_why *why)
{
    struct sto_number n;
    const char *v[] = { id, sto_put_number(&n, seat) };

    return sto_write_one(st, id, "DELETE FROM token WHERE game = $1 AND seat = $2", v, 2, why);
}
