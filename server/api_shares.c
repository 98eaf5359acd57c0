/* server/api_shares.c - dice by commitments: the shares of the seats. */
#include <string.h>

#include "server/own.h"

/* 64 hex digits of the body, for a battle that is not over. */
static enum tc_err read_word(struct srv_call *c, const char *key, uint8_t out[TC_SECRET])
{
    if (c->g->over)
        return tc_fail(&c->why, TC_E_OVER, "dice", "The battle is over.");
    if (js_read_word(json_object_get(c->in, key), out))
        return TC_OK;
    return tc_fail(&c->why, TC_E_SYNTAX, key, "{0} is a string of 64 hex digits.", key);
}

enum tc_err srv_api_commit(struct srv_call *c)
{
    uint8_t word[TC_SECRET];
    uint32_t entry = c->g->s->entries;
    enum tc_err err = read_word(c, "commit", word);

    if (err == TC_OK)
        err = ses_commit(c->g->s, c->seat, word, &c->why);
    return err != TC_OK ? err : srv_after_answer(c, entry);
}

enum tc_err srv_api_link(struct srv_call *c)
{
    uint8_t word[TC_SECRET];
    uint32_t entry = c->g->s->entries;
    enum tc_err err = read_word(c, "link", word);

    if (err == TC_OK)
        err = ses_link(c->g->s, c->seat, word, &c->why);
    return err != TC_OK ? err : srv_after_answer(c, entry);
}

/* --- The host's share ----------------------------------------------------------------------
 */

void srv_put_word(const uint8_t word[TC_SECRET], char out[SRV_WORD])
{
    json_t *j = js_word(word);

    memcpy(out, json_string_value(j), SRV_WORD);
    json_decref(j);
}

bool srv_take_host(struct srv_game *g, const char *text)
{
    uint8_t word[TC_SECRET];
    json_t *j = json_string(text);
    bool good = js_read_word(j, word) && ses_take_host(g->s, word);

    json_decref(j);
    return good;
}

int srv_owing_seat(const struct srv_game *g)
{
    const char *what;
    uint32_t owes = ses_status(g->s) == TC_WAITS_DICE ? ses_owes(g->s, &what) : 0;

    for (int i = 0; i < g->s->seats; i++)
        if (owes >> i & 1)
            return i;
    return TC_NONE;
}
