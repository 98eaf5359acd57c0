/* lib/look.c - positions, chances, records, requests. */
#include <stdlib.h>
#include <string.h>

#include "lib/own.h"
#include "protocol/session_own.h"

static enum tc_err check_seat(struct job *j)
{
    if (j->seat >= TRI_WATCHER && j->seat < j->g->p.s->seats)
        return TC_OK;
    return tc_fail(&j->why, TC_E_RANGE, "seat", "There is no such seat.");
}

static int no_text(tri_error *e)
{
    return job_wrong(e, "out", "There must be a text to write into.");
}

/* --- Positions -----------------------------------------------------------------------------
 */

static enum tc_err state(struct job *j)
{
    enum tc_err err = check_seat(j);

    if (err == TC_OK)
        text_json(j->out, ses_state_json(j->g->p.s, j->seat));
    return err;
}

int tri_state(tri_game *g, int seat, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .out = out };

    return out ? job_on_game(&j, state, e) : no_text(e);
}

static enum tc_err scene(struct job *j)
{
    enum tc_err err = check_seat(j);

    if (err == TC_OK)
        text_json(j->out, ses_scene_json(j->g->p.s, j->seat));
    return err;
}

int tri_scene(tri_game *g, int seat, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .out = out };

    return out ? job_on_game(&j, scene, e) : no_text(e);
}

static enum tc_err hash(struct job *j)
{
    *j->lots = tc_game_hash(&j->g->p.s->g);
    return TC_OK;
}

int tri_hash(tri_game *g, uint64_t *out, tri_error *e)
{
    struct job j = { .g = g, .lots = out };

    return out ? job_on_game(&j, hash, e) : job_wrong(e, "out", "The place is NULL.");
}

int64_t tri_bytes(tri_game *g, void *out, size_t cap)
{
    if (!g)
        return TRI_E_ARGUMENT;
    if (g->broken || !g->p.s)
        return g->broken ? TRI_E_BUG : TRI_E_STALE;
    size_t n = g->p.s->book->rules->state_size;
    if (out && cap >= n)
        memcpy(out, tc_game_state(&g->p.s->g), n);
    return (int64_t)n;
}

/* --- Chances -------------------------------------------------------------------------------
 */

static enum tc_err odds(struct job *j)
{
    const struct ses_game *s = j->g->p.s;
    struct tc_act a;
    enum tc_err err = check_seat(j);

    if (err == TC_OK)
        err = tc_parse_act(s->book->rules, s->book, j->text, strlen(j->text), &a, &j->why);
    if (err != TC_OK)
        return err;
    struct tc_odds *o = ses_alloc(sizeof *o);
    err = ses_odds(s, j->seat, &a, o, &j->refusal, &j->why);
    if (err == TC_OK)
        text_json(j->out, js_odds(s->book, &a, o));
    free(o);
    return err;
}

int tri_odds(tri_game *g, int seat, const char *act, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .text = act, .out = out };

    return out && act ? job_on_game(&j, odds, e) : no_text(e);
}

/* --- Log and record ------------------------------------------------------------------------
 */

static enum tc_err need_record(struct job *j)
{
    if (!j->g->light)
        return TC_OK;
    tc_fail(&j->why, TC_E_TURN, "game", "A light game keeps no record and no log.");
    return TC_ERRS; /* TRI_E_LIGHT */
}

static enum tc_err show_log(struct job *j)
{
    enum tc_err err = need_record(j);

    if (err == TC_OK)
        err = check_seat(j);
    if (err == TC_OK)
        text_json(j->out, ses_log_json(j->g->p.s, j->seat, j->flags));
    return err;
}

int tri_log(tri_game *g, int seat, uint32_t from, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .flags = from, .out = out };

    return out ? job_on_game(&j, show_log, e) : no_text(e);
}

static enum tc_err record(struct job *j)
{
    enum tc_err err = need_record(j);

    if (err != TC_OK)
        return err;
    char *text = rec_text(j->g->p.s);
    text_set(j->out, text, strlen(text));
    free(text);
    return TC_OK;
}

int tri_record(tri_game *g, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .out = out };

    return out ? job_on_game(&j, record, e) : no_text(e);
}

/* --- Requests ------------------------------------------------------------------------------
 */

static enum tc_err request(struct job *j)
{
    j->g->is_listed = false;
    text_json(j->out, proto_line(&j->g->p, j->text, j->n));
    return TC_OK;
}

int tri_request(tri_game *g, const char *json, size_t n, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .text = json, .n = n, .out = out };

    if (!out || !json)
        return no_text(e);
    if (g && g->light)
        return job_on_game(&j, need_record, e);
    if (g && !g->broken && !g->p.s)
        return job_run(&j, request, e);
    return job_on_game(&j, request, e);
}

/* A conversation of its own, so that the answer is that of the protocol. */
static enum tc_err verify(struct job *j)
{
    struct proto p;
    struct proto_call c = { .p = &p, .seat = SES_UMPIRE };
    json_t *text = json_stringn(j->text, j->n);

    if (!text)
        return tc_fail(&j->why, TC_E_SYNTAX, "record", "The record is not UTF-8.");
    proto_init(&p, &j->d->world.proto);
    c.in = json_pack("{s:o}", "text", text);
    c.out = json_object();
    enum tc_err err = proto_replay(&c);
    if (err == TC_OK)
        text_json(j->out, json_incref(json_object_get(c.out, "replay")));
    j->why = c.why;
    json_decref(c.out);
    json_decref((json_t *)(uintptr_t)c.in);
    return err;
}

int tri_verify(tri_data *d, const char *record_text, size_t n, tri_text *out, tri_error *e)
{
    struct job j = { .d = d, .text = record_text, .n = n, .out = out };

    if (!d || !record_text || !out)
        return job_wrong(e, "verify", "The data, the record or the text is NULL.");
    return job_run(&j, verify, e);
}
