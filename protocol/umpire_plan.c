/* protocol/umpire_plan.c - requests of people who plan: reach, plan, preview, answers. */
#include <stdlib.h>
#include <string.h>

#include "protocol/course.h"
#include "protocol/show.h"
#include "protocol/umpire.h"

/* A copy of the game as the side that is asked may know it. */
static enum tc_err copy_game(struct proto_call *c, struct ses_fork *f)
{
    const struct ses_game *s = c->p->s;
    int seat = c->seat == SES_UMPIRE ? ses_seat_asked(s) : c->seat;

    if (s->g.status != TC_WAITS_ANSWER)
        return tc_fail(&c->why, TC_E_STALE, "plan", "No question is open.");
    if (c->seat != SES_UMPIRE && s->seat[c->seat].side != s->g.u.open.side)
        return tc_fail(&c->why, TC_E_TURN, "seat", "{0} is not asked.", s->seat[c->seat].name);
    ses_fork_init(s, f);
    ses_fork_fill(s, seat, 1, f);
    f->g.u.dice = TC_DICE_TYPED;
    tc_game_go(&f->g);
    if (f->g.status == TC_WAITS_ANSWER && f->g.u.open.side == s->g.u.open.side &&
        f->g.u.open.question == s->g.u.open.question)
        return TC_OK;
    ses_fork_free(f);
    return tc_fail(&c->why, TC_E_TURN, "plan", "It hangs on what this seat does not know.");
}

enum tc_err proto_reach(struct proto_call *c)
{
    const char *piece = json_string_value(json_object_get(c->in, "piece"));
    struct ses_fork f;
    json_t *out = NULL;

    if (!piece)
        return tc_fail(&c->why, TC_E_KEY, "piece", "Name the piece.");
    enum tc_err err = copy_game(c, &f);
    if (err != TC_OK)
        return err;
    err = crs_reach_json(c->p->s, &f.g, f.g.u.open.side, piece, &out, &c->why);
    if (err == TC_OK)
        json_object_set_new(c->out, "reach", out);
    ses_fork_free(&f);
    return err;
}

enum tc_err proto_threat(struct proto_call *c)
{
    struct ses_fork f;
    json_t *out = NULL;
    enum tc_err err = copy_game(c, &f);

    if (err != TC_OK)
        return err;
    err = crs_threat_json(c->p->s, &f.g, f.g.u.open.side, c->in, &out, &c->why);
    if (err == TC_OK)
        json_object_set_new(c->out, "threat", out);
    ses_fork_free(&f);
    return err;
}

/* The natural way of one who runs; nothing is given. */
enum tc_err proto_away(struct proto_call *c)
{
    const struct ses_game *s = c->p->s;
    struct ses_fork f;
    struct tc_act a;
    enum tc_err err = copy_game(c, &f);

    if (err != TC_OK)
        return err;
    ses_fork_free(&f);
    if (!crs_is_flight(s->book->rules, s->g.u.open.question))
        return tc_fail(&c->why, TC_E_TURN, "away", "It is not asked which way somebody runs.");
    if (!crs_away(s, c->seat == SES_UMPIRE ? ses_seat_asked(s) : c->seat, &a))
        return tc_fail(&c->why, TC_E_TURN, "away", "No way is open.");
    json_object_set_new(c->out, "act", js_act(s->book, &a));
    return TC_OK;
}

enum tc_err proto_plan(struct proto_call *c)
{
    struct crs_order o;
    struct ses_fork f;
    json_t *out = NULL;
    enum tc_err err = crs_read_order(c->in, &o, &c->why);

    if (err == TC_OK)
        err = copy_game(c, &f);
    if (err != TC_OK)
        return err;
    err = crs_plan_json(c->p->s, &f.g, f.g.u.open.side, &o, &out, &c->why);
    if (err == TC_OK)
        json_object_set_new(c->out, "plan", out);
    ses_fork_free(&f);
    return err;
}

/* {"legal","refusal"}, and the pieces as they would stand. */
enum tc_err proto_preview(struct proto_call *c)
{
    struct ses_fork f;
    struct tc_act a;
    enum tc_err err = js_read_act(c->p->book, json_object_get(c->in, "act"), &a, &c->why);

    if (err == TC_OK)
        err = copy_game(c, &f);
    if (err != TC_OK)
        return err;
    err = ses_why_not(c->p->s, &a, &c->refusal, &c->why);
    if (err == TC_OK || err == TC_E_ILLEGAL) {
        json_object_set_new(c->out, "legal", json_boolean(err == TC_OK));
        json_object_set_new(c->out, "refusal",
                            err == TC_OK ? json_null() : js_refusal(c->p->book, &c->refusal));
        json_object_set_new(c->out, "pieces", json_array());
        json_object_set_new(c->out, "chance", json_false());
        if (err == TC_OK)
            show_preview(c->out, &f.g, f.g.u.open.side, &a);
        err = TC_OK;
    }
    ses_fork_free(&f);
    return err;
}

enum tc_err proto_read_acts(const struct tc_book *bk, const json_t *list, struct tc_act **out,
                            int *n, struct tc_why *why)
{
    size_t size = json_array_size(list);
    enum tc_err err = TC_OK;

    if (!json_is_array(list) || size < 1 || size > CRS_DEEP)
        return tc_fail(why, TC_E_SYNTAX, "acts", "acts is a list of 1 to 400 answers.");
    *out = calloc(size, sizeof **out);
    TC_BUG_ON(!*out);
    for (size_t i = 0; i < size && err == TC_OK; i++)
        err = js_read_act(bk, json_array_get(list, i), &(*out)[i], why);
    *n = (int)size;
    if (err == TC_OK)
        return TC_OK;
    free(*out);
    return err;
}

enum tc_err proto_read_act_or_acts(const struct tc_book *bk, const json_t *in,
                                   struct tc_act **out, int *n, struct tc_why *why)
{
    const json_t *one = json_object_get(in, "act"), *list = json_object_get(in, "acts");

    if (!one && list)
        return proto_read_acts(bk, list, out, n, why);
    struct tc_act a;
    memset(&a, 0, sizeof a);
    enum tc_err err = js_read_act(bk, one, &a, why);
    if (err != TC_OK)
        return err;
    *out = malloc(sizeof **out);
    TC_BUG_ON(!*out);
    **out = a;
    *n = 1;
    return TC_OK;
}
