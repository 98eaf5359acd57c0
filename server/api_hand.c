/* server/api_hand.c - the umpire's hand: the position is corrected, as the table has it.
 *
 * Whoever holds the seats of all persons may do so: the umpire beside a table of miniatures
 * holds both, and so does who plays alone against computers. The record marks it.
 */
#include <string.h>

#include "server/own.h"

enum { HAND_MOST = 40, REASON_MOST = 200 };

/* The seats whose tokens the body brings along, as a bit set. */
static enum tc_err read_tokens(struct srv_call *c, uint32_t *held)
{
    const json_t *list = json_object_get(c->in, "tokens");
    size_t n = json_array_size(list);

    *held = 1u << c->seat;
    if (list && (!json_is_array(list) || n > TC_SEATS))
        return tc_fail(&c->why, TC_E_SYNTAX, "tokens", "tokens is a list of seats' tokens.");
    for (size_t i = 0; i < n; i++) {
        const char *token = json_string_value(json_array_get(list, i));
        uint8_t hash[STO_HASH];
        char id[STO_ID];
        int seat;
        struct tc_why why;
        if (!token || !srv_is_token(token))
            return tc_fail(&c->why, TC_E_SYNTAX, "tokens",
                           "tokens is a list of seats' tokens.");
        srv_hash_token(token, hash);
        if (sto_find_token(srv->store, hash, id, &seat, &why) == TC_OK &&
            strcmp(id, c->g->id) == 0 && seat >= 0 && seat < TC_SEATS)
            *held |= 1u << seat;
    }
    return TC_OK;
}

static enum tc_err holds_all(struct srv_call *c)
{
    uint32_t held = 0;
    enum tc_err err = read_tokens(c, &held);

    for (int i = 0; i < c->g->s->seats && err == TC_OK; i++)
        if (srv_is_persons(c->g, i) && !(held & 1u << i))
            err = tc_fail(&c->why, TC_E_TURN, "tokens",
                          "Only who holds the seats of all persons corrects the position: the "
                          "umpire at one screen. Send the tokens of the others with it.");
    return err;
}

static enum tc_err read_changes(struct srv_call *c, struct ses_change change[HAND_MOST], int *n)
{
    const json_t *list = json_object_get(c->in, "changes");

    *n = (int)json_array_size(list);
    if (!json_is_array(list) || *n < 1 || *n > HAND_MOST)
        return tc_fail(&c->why, TC_E_KEY, "changes", "changes is a list of 1 to 40 changes.");
    for (int i = 0; i < *n; i++) {
        const json_t *pair = json_array_get(list, (size_t)i);
        const char *path = json_string_value(json_array_get(pair, 0));
        const char *value = json_string_value(json_array_get(pair, 1));
        if (json_array_size(pair) != 2 || !path || !value ||
            strlen(path) >= sizeof change->path || strlen(value) >= sizeof change->value)
            return tc_fail(&c->why, TC_E_SYNTAX, "changes",
                           "A change is a field and its value, both texts, as in {0}.",
                           "[\"units.orkney.x\",\"12.5\"]");
        strcpy(change[i].path, path);
        strcpy(change[i].value, value);
    }
    return TC_OK;
}

enum tc_err srv_api_adjust(struct srv_call *c)
{
    const json_t *reason = json_object_get(c->in, "reason");
    struct ses_change change[HAND_MOST];
    uint32_t number;
    int n = 0;
    enum tc_err err = srv_read_question(c, &number);

    if (err == TC_OK && number != ses_number(c->g->s))
        err = tc_fail(&c->why, TC_E_STALE, "number", "Another question is open now.");
    if (err == TC_OK && c->g->s->adjusted >= SRV_HANDS)
        err = tc_fail(&c->why, TC_E_FULL, "changes",
                      "This battle has been corrected 200 times, and is corrected no more.");
    if (err == TC_OK)
        err = srv_check_text(reason, "reason", 1, REASON_MOST, &c->why);
    if (err == TC_OK)
        err = read_changes(c, change, &n);
    if (err == TC_OK)
        err = holds_all(c);
    if (err != TC_OK)
        return err;
    uint32_t entry = c->g->s->entries;
    err = ses_adjust(c->g->s, change, n, json_string_value(reason), &c->why);
    return err != TC_OK ? err : srv_after_answer(c, entry);
}
