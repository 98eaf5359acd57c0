/* server/stream_text.c - what a seat has not been told yet, as server-sent events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/stream.h"

void srv_put_event(struct js_out *o, const char *kind, const json_t *data)
{
    char *text = json_dumps(data, JSON_COMPACT);

    js_put_plain(o, "event: ");
    js_put_plain(o, kind);
    js_put_plain(o, "\ndata: ");
    js_put_plain(o, text);
    js_put_plain(o, "\n\n");
    free(text);
}

static void put_id(struct js_out *o, uint32_t line, uint32_t note)
{
    char text[48];

    snprintf(text, sizeof text, "id: %u.%u\n", line, note);
    js_put_plain(o, text);
}

/* Notes and lines behind a place, in the order they came. */
struct behind {
    struct js_out out;
    const struct srv_game *g;
    int seat;
    uint32_t line, note; /* the last ones written */
    uint32_t end, notes; /* write lines before end, notes up to notes */
    size_t most;         /* stop behind so many bytes */
    struct ses_walk log; /* one pass over it: entries are in the order of lines */
    struct ses_seen next;
    bool more; /* next is one */
    struct js_seen_scene *shown;
};

/* What was revealed with an entry changes what was told before. */
static bool reveals(const struct ses_game *s, const struct ses_entry *e)
{
    return e->kind == SES_EVENT && e->event.kind == TC_EV_TELL &&
           (s->book->rules->events[e->event.id].flags & TC_F_REVEALS);
}

/* The events of a line; gives whether what was told before has changed. */
static bool put_events(struct behind *b, uint32_t line)
{
    const struct ses_game *s = b->g->s;
    bool again = s->line[line].kind == SES_L_UNDO;

    js_put_key(&b->out, "events");
    js_put_open(&b->out, '[');
    while (b->more && b->next.e->line <= line) {
        if (b->next.e->line == line) {
            again = again || reveals(s, b->next.e);
            ses_put_seen(&b->out, s, &b->next);
        }
        b->more = ses_walk_log(&b->log, &b->next);
    }
    js_put_close(&b->out, ']');
    return again;
}

struct tc_scene *srv_scratch_scene(void)
{
    static _Thread_local struct tc_scene scene;

    return &scene;
}

/* What is asked now and how it looks; the change where the scene before is known. */
static void put_now(struct behind *b)
{
    const struct srv_game *g = b->g;
    struct tc_scene *scene = srv_scratch_scene();
    struct js_out *o = &b->out;
    json_t *over = srv_game_over(g);
    size_t before;

    js_put_key(o, "question");
    ses_put_question(o, g->s, b->seat);
    ses_scene(g->s, b->seat, scene);
    before = o->n;
    js_put_key(o, "change");
    if (!b->shown || !js_put_change(o, scene, b->shown)) {
        o->n = before;
        o->comma = true;
        js_put_key(o, "scene");
        js_put_scene(o, scene, (int)g->s->adjusted);
    }
    js_put_key(o, "over");
    js_put_json(o, over ? over : json_null());
    if (g->clock) {
        js_put_key(o, "clock");
        js_put_json(o, srv_clock_json(g));
    }
}

static void put_line(struct behind *b, uint32_t line)
{
    struct js_out *o = &b->out;

    put_id(o, line, b->note);
    js_put_plain(o, "event: line\ndata: ");
    o->comma = false;
    js_put_open(o, '{');
    js_put_key(o, "line");
    js_put_int(o, line);
    if (put_events(b, line)) {
        js_put_key(o, "again");
        js_put_bool(o, true);
    }
    if (line + 1 == b->g->s->lines)
        put_now(b);
    js_put_close(o, '}');
    js_put_plain(o, "\n\n");
}

json_t *srv_note_json(const struct srv_game *g, const struct sto_note *n)
{
    const char *name = n->seat >= 0 && n->seat < TC_SEATS ? g->name[n->seat] : "";

    return json_pack("{sI sI sI ss si ss ss}", "n", (json_int_t)n->n, "line",
                     (json_int_t)n->line, "at", (json_int_t)n->at, "kind", n->kind, "seat",
                     n->seat, "name", name, "text", n->text);
}

static bool is_full(const struct behind *b)
{
    return b->out.n >= b->most;
}

/* False when it is full before the end. */
static bool put_lines(struct behind *b, uint32_t end)
{
    for (; b->line + 1 < end; b->line++) { /* UINT32_MAX + 1 is 0 */
        if (is_full(b))
            return false;
        put_line(b, b->line + 1);
    }
    return true;
}

static bool put_note(void *ctx, const struct sto_note *n)
{
    struct behind *b = ctx;

    if (n->n > b->notes || !put_lines(b, n->line + 1 < b->end ? n->line + 1 : b->end) ||
        is_full(b))
        return false;
    json_t *o = srv_note_json(b->g, n);
    put_id(&b->out, b->line, n->n);
    srv_put_event(&b->out, "note", o);
    json_decref(o);
    b->note = n->n;
    return true;
}

enum tc_err srv_text_behind(const struct srv_game *g, int seat, struct srv_place *at,
                            const struct srv_place *end, size_t most,
                            struct js_seen_scene *shown, struct srv_chunk **out,
                            struct tc_why *why)
{
    struct behind b = { .g = g,
                        .seat = seat,
                        .line = (uint32_t)at->line,
                        .note = at->note,
                        .end = (uint32_t)(end->line + 1),
                        .notes = end->note,
                        .most = most,
                        .shown = shown };
    enum tc_err err = TC_OK;

    b.log = (struct ses_walk){ .s = g->s, .seat = seat };
    b.more = ses_walk_log(&b.log, &b.next);
    if (at->note < end->note)
        err = sto_each_note(srv.store, g->id, at->note + 1, put_note, &b, why);
    if (err == TC_OK && (b.note == end->note || !is_full(&b)))
        put_lines(&b, b.end);
    if (err == TC_OK) {
        *out = srv_new_chunk(b.out.text ? b.out.text : "", b.out.n);
        *at = (struct srv_place){ (int32_t)b.line == -1 ? -1 : (int64_t)b.line, b.note };
    }
    free(b.out.text);
    return err;
}
