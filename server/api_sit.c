/* server/api_sit.c - several people a side: who leads what, and who sits in for whom. */
#include <stdio.h>
#include <string.h>

#include "server/kind.h"
#include "server/own.h"

enum tc_err srv_read_commands(const json_t *j, struct ses_seat *seat, struct tc_why *why)
{
    const json_t *list = json_object_get(j, "commands");

    seat->commands = 0;
    if (list && (!json_is_array(list) || json_array_size(list) > 64))
        return tc_fail(why, TC_E_SYNTAX, "seats", "commands is a list of numbers.");
    for (size_t i = 0; i < json_array_size(list); i++) {
        int64_t n;
        if (!srv_read_number(json_array_get(list, i), 63, &n))
            return tc_fail(why, TC_E_RANGE, "seats", "Commands are numbers from 0 to 63.");
        seat->commands |= UINT64_C(1) << n;
    }
    return TC_OK;
}

/* Whose seat: one's own; that of somebody of one's side who is not here; for the maker one that
 * nobody has taken. An enemy's seat is its holder's: who does not answer loses by the clock. */
static enum tc_err read_seat(struct srv_call *c, int *seat)
{
    const json_t *j = json_object_get(c->in, "seat");
    int64_t n = c->seat;

    if (j && (!srv_read_number(j, c->g->s->seats - 1, &n) || !srv_is_persons(c->g, (int)n)))
        return tc_fail(&c->why, TC_E_RANGE, "seat", "seat is the number of a person's seat.");
    *seat = (int)n;
    if (n == c->seat)
        return TC_OK;
    bool ours = c->g->s->seat[n].side == c->g->s->seat[c->seat].side;
    if (!ours && (c->seat != c->g->maker || c->g->taken[n]))
        return tc_fail(&c->why, TC_E_TURN, "seat",
                       "A computer sits in for oneself or for somebody of one's own side; "
                       "the maker of the game puts one in a seat that nobody has taken.");
    if (srv_seat_here(c->g, (int)n))
        return tc_fail(&c->why, TC_E_TURN, "seat", "Whoever holds this seat is here.");
    return TC_OK;
}

/* Who did not leave the seat himself does not lose it to somebody else. */
static enum tc_err note_by(struct srv_call *c, int seat)
{
    bool put = seat != c->seat;
    char key[24];

    if (put == c->g->put[seat])
        return TC_OK;
    snprintf(key, sizeof key, "put.%d", seat);
    json_t *value = put ? json_true() : json_null();
    return srv_game_set(c->g, key, value, &c->why);
}

enum tc_err srv_api_sit_in(struct srv_call *c)
{
    const json_t *player = json_object_get(c->in, "player");
    const char *kind = player ? json_string_value(player) : "level-3";
    int seat = 0;
    enum tc_err err = read_seat(c, &seat);

    if (err != TC_OK)
        return err;
    if (!kind || !srv_player_allowed(kind))
        return tc_fail(&c->why, TC_E_NAME, "player", "Who sits in is " SRV_PLAYERS_SAID ".");
    if (c->g->over || ses_status(c->g->s) == TC_IS_OVER)
        return tc_fail(&c->why, TC_E_OVER, "seat", "The battle is over.");
    if (c->g->sub[seat][0])
        return tc_fail(&c->why, TC_E_STALE, "seat", "A computer sits in already.");
    if (srv_owing_seat(c->g) == seat)
        return tc_fail(&c->why, TC_E_TURN, "seat",
                       "The dice wait for this seat's share, which nobody else can give.");
    err = note_by(c, seat);
    if (err == TC_OK)
        err = srv_sit_in(c->g, seat, kind, false, &c->why);
    if (err == TC_OK)
        c->out = json_pack("{si si ss}", "v", JS_VERSION, "seat", seat, "player", kind);
    return err;
}

bool srv_may_hear(const struct srv_game *g, int seat, const struct sto_note *n)
{
    bool known = n->seat >= 0 && n->seat < g->s->seats;

    return strcmp(n->kind, "aside") != 0 ||
           (known && seat >= 0 && g->s->seat[seat].side == g->s->seat[n->seat].side);
}
