/* server/api_plan.c - requests of people who plan: reach, plan, answers. */
#include <stdlib.h>
#include <string.h>

#include "protocol/course.h"
#include "protocol/umpire.h"
#include "server/own.h"

/* A copy of the game as the seat may know it, while its side is asked. */
static enum tc_err copy_for(struct srv_call *c, struct srv_copy *copy)
{
    const struct ses_game *s = c->g->s;

    if (c->g->over || ses_status(s) == TC_IS_OVER)
        return tc_fail(&c->why, TC_E_OVER, "plan", "The battle is over.");
    if (ses_status(s) != TC_WAITS_ANSWER)
        return tc_fail(&c->why, TC_E_STALE, "plan", "Dice are wanted now, not an answer.");
    if (c->seat < 0 || s->seat[c->seat].side != s->g.u.open.side)
        return tc_fail(&c->why, TC_E_TURN, "seat", "The other side is asked.");
    srv_copy_game(c->g, c->seat, copy);
    if (copy->same)
        return TC_OK;
    srv_copy_free(copy);
    return tc_fail(&c->why, TC_E_TURN, "plan", "It hangs on what this seat does not know.");
}

enum tc_err srv_api_reach(struct srv_call *c)
{
    const char *piece = json_string_value(json_object_get(c->in, "piece"));
    struct srv_copy copy;
    json_t *out = NULL;

    if (!piece)
        return tc_fail(&c->why, TC_E_KEY, "piece", "Name the piece.");
    enum tc_err err = copy_for(c, &copy);
    if (err != TC_OK)
        return err;
    int64_t number = ses_number(c->g->s);
    err = crs_reach_json(c->g->s, &copy.f.g, copy.f.g.u.open.side, piece, &out, &c->why);
    srv_copy_free(&copy);
    if (err == TC_OK)
        c->out = json_pack("{si sI so}", "v", JS_VERSION, "number", (json_int_t)number, "reach",
                           out);
    return err;
}

enum tc_err srv_api_threat(struct srv_call *c)
{
    struct srv_copy copy;
    json_t *out = NULL;
    enum tc_err err = copy_for(c, &copy);

    if (err != TC_OK)
        return err;
    int64_t number = ses_number(c->g->s);
    err = crs_threat_json(c->g->s, &copy.f.g, copy.f.g.u.open.side, c->in, &out, &c->why);
    srv_copy_free(&copy);
    if (err == TC_OK)
        c->out = json_pack("{si sI so}", "v", JS_VERSION, "number", (json_int_t)number,
                           "threat", out);
    return err;
}

enum tc_err srv_api_plan(struct srv_call *c)
{
    struct crs_order o;
    struct srv_copy copy;
    json_t *out = NULL;
    enum tc_err err = crs_read_order(c->in, &o, &c->why);

    if (err == TC_OK)
        err = copy_for(c, &copy);
    if (err != TC_OK)
        return err;
    int64_t number = ses_number(c->g->s);
    err = crs_plan_json(c->g->s, &copy.f.g, copy.f.g.u.open.side, &o, &out, &c->why);
    srv_copy_free(&copy);
    if (err == TC_OK)
        c->out =
            json_pack("{si sI so}", "v", JS_VERSION, "number", (json_int_t)number, "plan", out);
    return err;
}

/* Answers of a list, stored together. */
enum tc_err srv_api_answers(struct srv_call *c)
{
    struct ses_game *s = c->g->s;
    struct tc_act *act = NULL;
    const char *stopped = NULL;
    uint32_t number = 0, entry = s->entries;
    int n = 0, played = 0;
    enum tc_err err = srv_read_question(c, &number);

    if (err == TC_OK)
        err = proto_read_acts(c->g->book, json_object_get(c->in, "acts"), &act, &n, &c->why);
    if (err != TC_OK)
        return err;
    s = c->g->s;
    err = ses_answers(s, c->seat, number, act, n, &played, &stopped, &c->refusal, &c->why);
    free(act);
    if (err == TC_OK)
        err = srv_after_answer(c, entry);
    if (err != TC_OK)
        return err;
    c->out = json_loadb(c->text, c->text_size, 0, NULL); /* the reply of an answer, and more */
    TC_BUG_ON(!c->out);
    free(c->text);
    c->text = NULL;
    json_object_set_new(c->out, "played", json_integer(played));
    json_object_set_new(c->out, "stopped", stopped ? json_string(stopped) : json_null());
    if (stopped && strcmp(stopped, "refused") == 0)
        json_object_set_new(c->out, "refusal", js_refusal(c->g->book, &c->refusal));
    return TC_OK;
}
