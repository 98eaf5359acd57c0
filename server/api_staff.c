/* server/api_staff.c - what a person hands to a computer player, and takes back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/kind.h"
#include "server/own.h"

void srv_take_staff(struct srv_game *g, int seat, const json_t *kept)
{
    struct stf f;

    free(g->staff[seat]);
    g->staff[seat] = NULL;
    if (!stf_take(kept, &f))
        return;
    g->staff[seat] = malloc(sizeof f);
    TC_BUG_ON(!g->staff[seat]);
    *g->staff[seat] = f;
}

struct stf *srv_staff_at_work(const struct srv_game *g, int seat)
{
    struct stf *f = g->staff[seat];

    if (f && f->on && stf_ended(f, g->s, seat))
        f->on = false;
    return f && f->on ? f : NULL;
}

static enum tc_err keep(struct srv_game *g, int seat, const struct stf *f, struct tc_why *why)
{
    json_t *kept = stf_keep(f);
    char key[24];

    snprintf(key, sizeof key, "staff.%d", seat);
    enum tc_err err = srv_game_set(g, key, kept, why);
    json_decref(kept);
    return err;
}

enum tc_err srv_staff_back(struct srv_game *g, int seat, struct tc_why *why)
{
    struct stf *f = srv_staff_at_work(g, seat);

    if (!f)
        return TC_OK;
    struct stf off = *f;
    off.on = false;
    return keep(g, seat, &off, why);
}

json_t *srv_staff_json(const struct srv_game *g, int seat)
{
    if (seat < 0 || !g->staff[seat])
        return json_null();
    srv_staff_at_work(g, seat);
    return stf_json(g->staff[seat], g->s, seat);
}

static enum tc_err hand(struct srv_call *c)
{
    const char *player = json_string_value(json_object_get(c->in, "player"));
    struct stf f;

    if (c->g->over)
        return tc_fail(&c->why, TC_E_OVER, "staff", "The battle is over.");
    if (player && !srv_player_allowed(player))
        return tc_fail(&c->why, TC_E_NAME, "player", "The staff is " SRV_PLAYERS_SAID ".");
    enum tc_err err = stf_read(c->g->s, c->seat, c->in, &f, &c->why);
    return err != TC_OK ? err : keep(c->g, c->seat, &f, &c->why);
}

/* ":turn=2000": how long it may think, 10 seconds a turn at most. */
static bool is_time(const char *text)
{
    int64_t ms;

    return strncmp(text, ":turn=", 6) == 0 && tc_read_int(text + 6, strlen(text + 6), &ms) &&
           ms >= 0 && ms <= 10000;
}

bool srv_may_follow(const char *name, const char *tail)
{
    bool level = strncmp(name, "level-", 6) == 0;

    if (!*tail || (level && is_time(tail)))
        return true;
    for (int k = 1; k < PLR_CHARACTERS && level && *tail == '-'; k++) {
        size_t n = strlen(plr_character_names[k]);
        if (strncmp(tail + 1, plr_character_names[k], n) == 0 &&
            (!tail[1 + n] || is_time(tail + 1 + n)))
            return true;
    }
    return false;
}

/* Move now: computers that take their time do not until their turn is over. Those of a side on
 * which a person sits are hurried by that side alone: they think worse for it. */
enum tc_err srv_api_now(struct srv_call *c)
{
    const struct ses_seat *seat = c->g->s->seat;
    json_t *told = json_array();

    for (int i = 0; i < c->g->s->seats; i++) {
        if (seat[i].side != seat[c->seat].side && srv_has_opponent(c))
            continue;
        atomic_store(&c->g->budget[i].hurry, true);
        json_array_append_new(told, json_integer(i));
    }
    c->out = json_pack("{si so}", "v", JS_VERSION, "seats", told);
    return TC_OK;
}

enum tc_err srv_api_staff(struct srv_call *c)
{
    const json_t *back = json_object_get(c->in, "back");
    bool hands = json_object_get(c->in, "until") || json_object_get(c->in, "commands") ||
                 json_object_get(c->in, "player");
    enum tc_err err = TC_OK;

    if (back && (!json_is_true(back) || hands))
        return tc_fail(&c->why, TC_E_SYNTAX, "back",
                       "back is true, and nothing else is said with it.");
    if (back && !srv_staff_at_work(c->g, c->seat))
        return tc_fail(&c->why, TC_E_STALE, "back", "Nothing is handed to the staff now.");
    if (back)
        err = srv_staff_back(c->g, c->seat, &c->why);
    else if (hands)
        err = hand(c);
    if (err != TC_OK)
        return err;
    c->out = js_message();
    json_object_set_new(c->out, "staff", srv_staff_json(c->g, c->seat));
    srv_go_on(c->g);
    return TC_OK;
}
