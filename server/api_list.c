/* server/api_list.c - what there is to play. */
#include <string.h>

#include "rules/registry.h"
#include "server/kind.h"
#include "server/own.h"

/* --- What there is ------------------------------------------------------------------------ */

enum tc_err srv_api_scenarios(struct srv_call *c)
{
    c->out = srv_scenarios();
    return TC_OK;
}

/* Those that may be named over the wire: no programs of this machine, no numbers without end.
 */
static const char *const players[] = { "level-1", "level-2", "level-3", "level-4", "random" };
enum { PLAYERS = sizeof players / sizeof players[0] };

/* Those of the list, and levels with a character behind them: level-3-bold. */
bool srv_player_allowed(const char *name)
{
    for (int i = 0; i < PLAYERS; i++) {
        size_t n = strlen(players[i]);
        if (strncmp(players[i], name, n) == 0 && srv_may_follow(name, name + n))
            return true;
    }
    return false;
}

enum tc_err srv_api_players(struct srv_call *c)
{
    json_t *list = json_array();

    for (int i = 0; i < PLAYERS; i++) {
        struct plr_spec spec;
        char text[512];
        struct tc_text t = tc_text_on(text, sizeof text);
        if (plr_read(players[i], &spec, &c->why) != TC_OK)
            continue;
        plr_say(&spec, &t);
        json_array_append_new(list, json_pack("{ss ss}", "id", players[i], "text", text));
    }
    c->out = json_pack("{si so}", "v", JS_VERSION, "players", list);
    return TC_OK;
}

enum tc_err srv_api_system(struct srv_call *c)
{
    const struct tc_ruleset *r = tc_find_ruleset(c->part[0]);

    if (!r)
        return srv_refuse(c, 404, TC_E_NAME, "system", "There is no such system.");
    c->out = srv_system(r);
    return TC_OK;
}

enum tc_err srv_api_rule(struct srv_call *c)
{
    enum tc_err err = srv_rule(c->part[0], &c->out, &c->why);

    if (err == TC_E_NAME)
        c->status = 404;
    return err;
}
