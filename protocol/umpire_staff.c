/* protocol/umpire_staff.c - the request `staff`: hand something over, look at it, take it back.
 */
#include "protocol/staff.h"
#include "protocol/umpire.h"

static void put(json_t *list, const struct ses_game *s, int seat)
{
    const struct stf *f = stf_of(s, seat);

    if (f)
        json_array_append_new(list, stf_json(f, s, seat));
}

void proto_put_staff(struct proto_call *c)
{
    struct ses_game *s = c->p->s;
    json_t *list = json_array();

    for (int i = 0; i < s->seats; i++) {
        if (c->seat != SES_UMPIRE && c->seat != i)
            continue;
        if (stf_settle(s, i) || (stf_of(s, i) && stf_of(s, i)->on))
            put(list, s, i);
    }
    if (json_array_size(list))
        json_object_set_new(c->out, "staff", list);
    else
        json_decref(list);
}

/* The seat that hands over: the one that asks, of the umpire the one that is asked. */
static enum tc_err find_seat(struct proto_call *c, int *seat)
{
    *seat = c->seat == SES_UMPIRE ? ses_seat_asked(c->p->s) : c->seat;
    if (*seat != TC_NONE)
        return TC_OK;
    return tc_fail(&c->why, TC_E_TURN, "seat", "Nobody is asked now: name the seat.");
}

static enum tc_err look(struct proto_call *c)
{
    json_t *list = json_array();

    for (int i = 0; i < c->p->s->seats; i++)
        if (c->seat == SES_UMPIRE || c->seat == i) {
            stf_settle(c->p->s, i);
            put(list, c->p->s, i);
        }
    json_object_set_new(c->out, "staff", list);
    return TC_OK;
}

static enum tc_err take_back(struct proto_call *c)
{
    struct ses_game *s = c->p->s;
    json_t *list = json_array();

    for (int i = 0; i < s->seats; i++)
        if ((c->seat == SES_UMPIRE || c->seat == i) && (stf_settle(s, i) || stf_back(s, i)))
            put(list, s, i);
    bool any = json_array_size(list) > 0;
    if (!any) {
        json_decref(list);
        return tc_fail(&c->why, TC_E_STALE, "back", "Nothing is handed to the staff now.");
    }
    json_object_set_new(c->out, "staff", list);
    proto_put_question(c);
    return TC_OK;
}

enum tc_err proto_staff(struct proto_call *c)
{
    const json_t *back = json_object_get(c->in, "back");
    bool hands = json_object_get(c->in, "until") || json_object_get(c->in, "commands") ||
                 json_object_get(c->in, "player");
    uint32_t from = c->p->s->entries;
    struct stf f;
    int seat = 0;

    if (back && (!json_is_true(back) || hands))
        return tc_fail(&c->why, TC_E_SYNTAX, "back",
                       "back is true, and nothing else is said with it.");
    if (back)
        return take_back(c);
    if (!hands)
        return look(c);
    enum tc_err err = find_seat(c, &seat);
    if (err == TC_OK)
        err = stf_read(c->p->s, seat, c->in, &f, &c->why);
    if (err == TC_OK)
        err = stf_hand(c->p->s, seat, &f, &c->why);
    return err != TC_OK ? err : proto_go_on(c, from);
}
