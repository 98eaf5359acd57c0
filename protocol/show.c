/* protocol/show.c - what is shown of a battle beside its question: how an act would look, how a
 * line left the field.
 */
#include "players/player.h"
#include "protocol/show.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/course.h"
#include "protocol/record.h"
#include "protocol/session_own.h"

/* --- Moments ---------------------------------------------------------------------------- */

static const char *phase_of(const struct ses_game *s, const struct ses_line *l)
{
    return s->book->rules->steps[l->step].name;
}

static json_t *events_of(const struct ses_game *s, int seat, uint32_t line)
{
    struct ses_walk w = { .s = s, .seat = seat };
    struct ses_seen x;
    json_t *a = json_array();

    while (ses_walk_log(&w, &x) && x.e->line <= line)
        if (x.e->line == line)
            json_array_append_new(a, ses_seen_json(s, &x));
    return a;
}

void show_moment(json_t *out, const struct ses_game *s, int seat, uint32_t line, json_t *scene)
{
    const struct ses_line *l = &s->line[line];

    json_object_set_new(out, "line", json_integer(line));
    json_object_set_new(out, "turn", json_integer(l->turn));
    json_object_set_new(out, "phase", json_string(phase_of(s, l)));
    json_object_set_new(out, "events", events_of(s, seat, line));
    json_object_set_new(out, "scene", scene);
}

/* The text of a record up to a line: its header and n + 1 lines. */
static size_t text_up_to(const char *text, uint32_t line)
{
    const char *at = text;

    for (uint32_t i = 0; i < line + 2 && at; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return at ? (size_t)(at - text) : strlen(text);
}

/* What was taken back since: the record is replayed up to there. */
static enum tc_err show_film(json_t *out, const struct ses_game *s, int seat, uint32_t line,
                             struct tc_why *why)
{
    struct rec_report report;
    struct ses_game *then;
    char *text = rec_text(s);
    enum tc_err err =
        rec_replay_text("record", text, text_up_to(text, line), s->book, &then, &report, why);

    free(text);
    if (err != TC_OK)
        return err;
    show_moment(out, then, seat, line, ses_scene_json(then, seat));
    ses_free(then);
    return TC_OK;
}

enum tc_err show_line(json_t *out, const struct ses_game *s, int seat, uint32_t line,
                      struct tc_why *why)
{
    if (line >= s->lines)
        return tc_fail(why, TC_E_RANGE, "line", "line is the number of a line there is.");
    json_t *scene =
        line + 1 == s->lines ? ses_scene_json(s, seat) : ses_scene_at(s, line, seat);
    if (!scene)
        return show_film(out, s, seat, line, why);
    show_moment(out, s, seat, line, scene);
    return TC_OK;
}

void show_mark(struct js_out *o, const struct ses_game *s, const struct ses_line *l, int seat)
{
    if (l->kind == SES_L_ANSWER)
        ses_put_line(o, s, l, seat);
    else
        js_put_json(o, ses_mark_json(s, l, seat));
    o->n--; /* the bracket: more follows */
    js_put_key(o, "turn");
    js_put_int(o, l->turn);
    js_put_key(o, "phase");
    js_put_string(o, phase_of(s, l));
    if (l->undone) {
        js_put_key(o, "undone");
        js_put_bool(o, true);
    }
    js_put_close(o, '}');
}

json_t *show_marks(const struct ses_game *s, int seat, uint32_t from)
{
    struct js_out o = { 0 };

    js_put_open(&o, '[');
    for (uint32_t i = from; i < s->lines; i++)
        show_mark(&o, s, &s->line[i], seat);
    js_put_close(&o, ']');
    json_t *list = json_loadb(o.text, o.n, 0, NULL);
    free(o.text);
    TC_BUG_ON(!list);
    return list;
}

int show_courses(const struct tc_book *bk)
{
    enum { MANY = 60, OFTEN = 100, SELDOM = 16 };

    return bk->rules->names(bk, 0) > MANY ? SELDOM : OFTEN;
}

bool show_outlook(const struct ses_game *s, uint32_t line, int *share)
{
    struct ses_fork f;

    if (!ses_at(s, line, &f))
        return false;
    bool asked = f.g.status == TC_WAITS_ANSWER;
    if (asked) {
        f.g.tape.act = s->g.tape.act; /* to read: ses_at took it away */
        f.g.tape.face = s->g.tape.face;
        *share = (int)(100 * plr_outlook(&f.g, show_courses(s->book), line) + 0.5);
        f.g.tape.act = NULL;
        f.g.tape.face = NULL;
    }
    ses_fork_free(&f);
    return asked;
}

/* --- Preview ---------------------------------------------------------------------------- */

static json_t *pieces_of(const struct tc_game *f, int side)
{
    const struct tc_book *bk = f->u.book;
    struct tc_scene *scene = ses_alloc(sizeof *scene);

    tc_scene_clear(scene);
    bk->rules->scene(bk, tc_game_state(f), side, scene);
    json_t *all = js_scene(scene);
    json_t *pieces = json_incref(json_object_get(all, "pieces"));
    json_decref(all);
    free(scene);
    return pieces;
}

static bool has_equal(const json_t *list, const json_t *one)
{
    size_t i;
    const json_t *e;

    json_array_foreach(list, i, e) if (json_equal(e, one)) return true;
    return false;
}

static bool has_id(const json_t *list, const json_t *one)
{
    size_t i;
    const json_t *e;

    json_array_foreach(list, i, e) if (json_equal(json_object_get(e, "id"),
                                                  json_object_get(one, "id"))) return true;
    return false;
}

/* The pieces of `after` that were not so before; with "gone" for those that are no more. */
static json_t *changed(const json_t *before, const json_t *after)
{
    json_t *list = json_array();
    size_t i;
    json_t *e;

    json_array_foreach(after, i, e) if (!has_equal(before, e)) json_array_append(list, e);
    json_array_foreach(before, i, e) if (!has_id(after, e))
    {
        json_t *gone = json_object();
        json_object_update(gone, e);
        json_object_set_new(gone, "gone", json_true());
        json_array_append_new(list, gone);
    }
    return list;
}

/* The other side may react before the act is done: it is shown as if nobody did. */
static bool pass_by_others(struct tc_game *g, int side)
{
    struct tc_offers *list = ses_alloc(sizeof *list);
    bool any = false;

    for (int i = 0; i < 12 && g->status == TC_WAITS_ANSWER && g->u.open.side != side &&
                    ((const struct tc_head *)g->checkpoint)->active == side;
         i++) {
        if (!crs_let_be(g, list))
            break;
        any = true;
    }
    free(list);
    return any;
}

void show_preview(json_t *out, struct tc_game *copy, int side, const struct tc_act *a)
{
    struct tc_why why;
    json_t *before = pieces_of(copy, side);

    if (tc_game_answer(copy, a, NULL, &why) == TC_OK) {
        tc_game_go(copy);
        json_object_set_new(out, "assumed", json_boolean(pass_by_others(copy, side)));
        enum tc_status status = copy->status;
        json_t *after = pieces_of(copy, side);
        json_object_set_new(out, "pieces", changed(before, after));
        json_object_set_new(out, "chance", json_boolean(status == TC_WAITS_DICE));
        json_decref(after);
    }
    json_decref(before);
}
