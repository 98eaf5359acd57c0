/* server/stream_text.c - what a seat has not been told yet, as server-sent events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/stream.h"

void srv_put_event(FILE *out, const char *kind, const json_t *data)
{
    char *text = json_dumps(data, JSON_COMPACT);

    fprintf(out, "event: %s\ndata: %s\n\n", kind, text);
    free(text);
}

/* Notes and lines behind a place, in the order they came. */
struct behind {
    FILE *out;
    const struct srv_game *g;
    int seat;
    uint32_t line, note; /* the last ones written */
    uint32_t end, notes; /* write lines before end, notes up to notes */
    size_t most;         /* stop behind so many bytes */
    struct ses_walk log; /* one pass over it: entries are in the order of lines */
    struct ses_seen next;
    bool more; /* next is one */
};

/* What was revealed with an entry changes what was told before. */
static bool reveals(const struct ses_game *s, const struct ses_entry *e)
{
    return e->kind == SES_EVENT && e->event.kind == TC_EV_TELL &&
           (s->book->rules->events[e->event.id].flags & TC_F_REVEALS);
}

/* The events of a line; *again: what was told before has changed. */
static json_t *events_of(struct behind *b, uint32_t line, bool *again)
{
    const struct ses_game *s = b->g->s;
    json_t *events = json_array();

    while (b->more && b->next.e->line <= line) {
        if (b->next.e->line == line) {
            *again = *again || reveals(s, b->next.e);
            json_array_append_new(events, ses_seen_json(s, &b->next));
        }
        b->more = ses_walk_log(&b->log, &b->next);
    }
    return events;
}

static json_t *line_json(struct behind *b, uint32_t line)
{
    const struct srv_game *g = b->g;
    bool again = g->s->line[line].kind == SES_L_UNDO;
    json_t *events = events_of(b, line, &again);
    json_t *o = json_pack("{sI so}", "line", (json_int_t)line, "events", events);

    if (again)
        json_object_set_new(o, "again", json_true());
    if (line + 1 == g->s->lines) {
        json_t *over = srv_game_over(g);
        json_object_set_new(o, "question", ses_question_json(g->s, b->seat));
        json_object_set_new(o, "scene", ses_scene_json(g->s, b->seat));
        json_object_set_new(o, "over", over ? over : json_null());
        if (g->clock)
            json_object_set_new(o, "clock", srv_clock_json(g));
    }
    return o;
}

static void put_line(struct behind *b, uint32_t line)
{
    json_t *o = line_json(b, line);

    fprintf(b->out, "id: %u.%u\n", line, b->note);
    srv_put_event(b->out, "line", o);
    json_decref(o);
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
    return (size_t)ftello(b->out) >= b->most;
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
    fprintf(b->out, "id: %u.%u\n", b->line, n->n);
    srv_put_event(b->out, "note", o);
    json_decref(o);
    b->note = n->n;
    return true;
}

enum tc_err srv_text_behind(const struct srv_game *g, int seat, struct srv_place *at,
                            const struct srv_place *end, size_t most, struct srv_chunk **out,
                            struct tc_why *why)
{
    struct behind b = { .g = g,
                        .seat = seat,
                        .line = (uint32_t)at->line,
                        .note = at->note,
                        .end = (uint32_t)(end->line + 1),
                        .notes = end->note,
                        .most = most };
    char *text = NULL;
    size_t size;
    enum tc_err err = TC_OK;

    b.out = open_memstream(&text, &size);
    TC_BUG_ON(!b.out);
    b.log = (struct ses_walk){ .s = g->s, .seat = seat };
    b.more = ses_walk_log(&b.log, &b.next);
    if (at->note < end->note)
        err = sto_each_note(srv.store, g->id, at->note + 1, put_note, &b, why);
    if (err == TC_OK && (b.note == end->note || !is_full(&b)))
        put_lines(&b, b.end);
    fclose(b.out);
    if (err == TC_OK) {
        *out = srv_new_chunk(text, size);
        *at = (struct srv_place){ (int32_t)b.line == -1 ? -1 : (int64_t)b.line, b.note };
    }
    free(text);
    return err;
}
