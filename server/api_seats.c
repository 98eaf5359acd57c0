/* server/api_seats.c - who may sit and who may watch: invitations, tokens, links.
 *
 * The maker of a game gets the token of one seat. Every other person's seat has an
 * invitation: the first who uses it gets a token that nobody else has seen, and the
 * invitation is dead. Each seat may give out one link to watch, and end it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

/* The seat is taken from the first look on. */
void srv_take_seat(struct srv_game *g, int seat)
{
    char key[24];
    struct tc_why why;
    json_t *yes = json_true();

    if (seat < 0 || g->taken[seat])
        return;
    snprintf(key, sizeof key, "taken.%d", seat);
    if (srv_game_set(g, key, yes, &why) != TC_OK ||
        srv_note(g, seat, "join", "", &why) != TC_OK)
        srv_log_why("join", &why);
    srv_clock_start(g);
}

enum tc_err srv_give_token(const char *id, int row, char out[SRV_TOKEN], struct tc_why *why)
{
    uint8_t hash[STO_HASH];

    srv_new_token(out);
    srv_hash_token(out, hash);
    return sto_put_token(srv->store, id, row, hash, why);
}

/* --- Taking a seat ------------------------------------------------------------------------ */

static void sit_down(struct srv_game *g, int seat)
{
    struct tc_why why;

    srv_take_seat(g, seat);
    if (srv_clock_sit(g, seat, &why) != TC_OK)
        srv_log_why("join", &why);
    srv_stream_check(g);
}

enum tc_err srv_api_join(struct srv_call *c)
{
    uint8_t invite[STO_HASH], hash[STO_HASH];
    char token[SRV_TOKEN], id[STO_ID];
    const char *key;
    struct srv_game *g = c->g;
    int seat = c->seat;
    enum tc_err err = srv_read_key(c, &key);

    if (err == TC_OK && !c->again && g->taken[seat] && !g->sub[seat][0]) {
        c->status = 401; /* its holder came back */
        err = tc_fail(&c->why, TC_E_NAME, "invite",
                      "This invitation has been used or withdrawn.");
    }
    if (err != TC_OK)
        return err;
    if (key)
        srv_key_token(key, c->token, token);
    else
        srv_new_token(token);
    srv_hash_token(token, hash);
    srv_hash_token(c->token, invite);
    if (!c->again)
        err = sto_use_invite(srv->store, invite, hash, id, &seat, &c->why);
    if (err == TC_E_NAME)
        c->status = 401;
    if (err != TC_OK)
        return err;
    if (!c->again)
        sit_down(g, seat);
    c->out = json_pack("{si si ss ss}", "v", JS_VERSION, "seat", seat, "side",
                       g->book->side_name[g->s->seat[seat].side], "token", token);
    return TC_OK;
}

/* --- Inviting -------------------------------------------------------------------------------
 */

static enum tc_err seat_taken(struct srv_call *c)
{
    return tc_fail(&c->why, TC_E_OVER, "seat", "This seat is taken.", "", "", "");
}

/* A person's seat that nobody has taken, and the maker asks. */
static enum tc_err free_seat(struct srv_call *c, int *out)
{
    const struct srv_game *g = c->g;
    int64_t seat;

    if (!srv_read_number(json_object_get(c->in, "seat"), g->s->seats - 1, &seat) ||
        !srv_is_person(g, (int)seat))
        return tc_fail(&c->why, TC_E_RANGE, "seat", "seat is the number of a person's seat.",
                       "", "", "");
    if (c->seat != g->maker)
        return tc_fail(&c->why, TC_E_TURN, "seat", "The maker of the game invites.", "", "",
                       "");
    if (seat == c->seat || g->taken[seat])
        return seat_taken(c);
    *out = (int)seat;
    return TC_OK;
}

/* Another server may have given the seat away a moment ago: the store knows. */
static enum tc_err still_free(struct srv_call *c, int seat)
{
    char key[24], *text = NULL;

    snprintf(key, sizeof key, "taken.%d", seat);
    enum tc_err err = sto_get(srv->store, c->g->id, key, &text, &c->why);
    if (err == TC_OK && text)
        err = seat_taken(c);
    free(text);
    return err;
}

/* No invitation is left, nor a token of the time when links held tokens. */
static enum tc_err withdraw(struct srv_call *c, int seat)
{
    enum tc_err err = sto_drop_token(srv->store, c->g->id, STO_INVITE + seat, &c->why);

    if (err == TC_OK)
        err = still_free(c, seat);
    if (err == TC_OK)
        err = sto_drop_token(srv->store, c->g->id, seat, &c->why);
    if (err == TC_OK)
        srv_stream_end_link(c->g, seat);
    return err;
}

enum tc_err srv_api_invite(struct srv_call *c)
{
    char invite[SRV_TOKEN];
    int seat = 0;
    enum tc_err err = free_seat(c, &seat);

    if (err == TC_OK)
        err = withdraw(c, seat);
    if (err == TC_OK)
        err = srv_give_token(c->g->id, STO_INVITE + seat, invite, &c->why);
    if (err == TC_OK)
        c->out = json_pack("{si si ss}", "v", JS_VERSION, "seat", seat, "invite", invite);
    return err;
}

enum tc_err srv_api_withdraw(struct srv_call *c)
{
    int seat = 0;
    enum tc_err err = free_seat(c, &seat);

    return err != TC_OK ? err : withdraw(c, seat);
}

/* --- One's own token, one's own link to watch
 * -------------------------------------------------
 */

enum tc_err srv_api_revoke(struct srv_call *c)
{
    struct srv_game *g = c->g;
    char token[SRV_TOKEN];
    int64_t seat;

    if (!srv_read_number(json_object_get(c->in, "seat"), g->s->seats - 1, &seat) ||
        !srv_is_person(g, (int)seat))
        return tc_fail(&c->why, TC_E_RANGE, "seat", "seat is the number of a person's seat.",
                       "", "", "");
    if (seat != c->seat)
        return srv_refuse(c, 403, TC_E_TURN, "seat",
                          "Only the holder of a seat gets a new token for it.");
    enum tc_err err = srv_give_token(g->id, (int)seat, token, &c->why);
    if (err != TC_OK)
        return err;
    uint8_t loan[STO_HASH], hash[STO_HASH];
    srv_hash_token(c->token, loan);
    srv_hash_token(token, hash);
    if (c->lent && sto_keep_lent(srv->store, loan, hash, &c->why) != TC_OK)
        srv_log_why("revoke", &c->why); /* the new token is theirs all the same */
    srv_stream_end_link(g, (int)seat);
    c->out = json_pack("{si sI ss}", "v", JS_VERSION, "seat", (json_int_t)seat, "token", token);
    return TC_OK;
}

/* The row of a seat's link to watch; the maker's is the one the game was made with. */
static int watch_row(const struct srv_game *g, int seat)
{
    return seat == g->maker ? -1 : -2 - seat;
}

enum tc_err srv_api_watch(struct srv_call *c)
{
    const json_t *end = json_object_get(c->in, "end");
    int row = watch_row(c->g, c->seat);
    char token[SRV_TOKEN] = "";
    enum tc_err err;

    if (end && !json_is_boolean(end))
        return tc_fail(&c->why, TC_E_SYNTAX, "end", "end is true or false.", "", "", "");
    if (json_is_true(end))
        err = sto_drop_token(srv->store, c->g->id, row, &c->why);
    else
        err = srv_give_token(c->g->id, row, token, &c->why);
    if (err != TC_OK)
        return err;
    srv_stream_end_link(c->g, row);
    c->out = js_message();
    if (token[0])
        json_object_set_new(c->out, "watch", json_string(token));
    return TC_OK;
}
