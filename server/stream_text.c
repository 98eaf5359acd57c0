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
    uint32_t end;        /* write lines before it */
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

/* --- Made once
 * ---------------------------------------------------------------------------------------- */

/* What this thread wrote last of a game, to be written again for other eyes and in the reply.
 * Lines that are stored do not change. */
struct memo {
    char id[STO_ID];
    uint32_t line;
    int eyes, tongue;
    struct js_out text;
};

static _Thread_local struct memo question, events, looks;
/* Large, and most threads never need them: made when they are first asked for. */
static _Thread_local struct tc_scene *scratch_scene;
static _Thread_local struct tc_offers *scratch_offers;

static bool is_memo(const struct memo *m, const struct srv_game *g, uint32_t line, int eyes)
{
    return m->text.n && m->line == line && m->eyes == eyes && m->tongue == srv_speaking() &&
           strcmp(m->id, g->id) == 0;
}

static void keep_memo(struct memo *m, const struct srv_game *g, uint32_t line, int eyes,
                      const char *text, size_t n)
{
    m->text.n = 0;
    js_put_raw(&m->text, text, n);
    m->line = line;
    m->eyes = eyes;
    m->tongue = srv_speaking();
    memcpy(m->id, g->id, sizeof m->id);
}

void srv_memo_free(void)
{
    free(question.text.text);
    free(events.text.text);
    free(looks.text.text);
    memset(&question, 0, sizeof question);
    memset(&events, 0, sizeof events);
    memset(&looks, 0, sizeof looks);
    free(scratch_scene);
    free(scratch_offers);
    scratch_scene = NULL;
    scratch_offers = NULL;
}

void srv_put_question(struct js_out *o, const struct srv_game *g, int seat)
{
    const struct ses_game *s = g->s;
    int eyes = srv_eyes_of(g, seat);
    bool plain = s->g.status == TC_WAITS_ANSWER && !s->adjusted && !s->pledge.way;

    if (plain && is_memo(&question, g, s->lines, eyes)) {
        js_put_value(o, question.text.text, question.text.n);
        return;
    }
    size_t from = o->n + o->comma;
    ses_put_question(o, s, seat);
    if (plain)
        keep_memo(&question, g, s->lines, eyes, o->text + from, o->n - from);
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

/* Where nothing was ever hidden all see the same, and it is written once. */
static bool put_events_once(struct behind *b, uint32_t line)
{
    const struct ses_game *s = b->g->s;
    bool open = s->hidden_from == UINT32_MAX && !s->pending &&
                s->line[line].kind == SES_L_ANSWER && line + 1 == s->lines;

    if (open && is_memo(&events, b->g, line, 0)) {
        js_put_key(&b->out, "events");
        js_put_value(&b->out, events.text.text, events.text.n);
        return false;
    }
    size_t from = b->out.n + strlen(",\"events\":");
    bool again = put_events(b, line);
    if (open && !again)
        keep_memo(&events, b->g, line, 0, b->out.text + from, b->out.n - from);
    return again;
}

bool srv_put_news(struct js_out *o, const struct srv_game *g, uint32_t line)
{
    if (g->s->hidden_from != UINT32_MAX || g->s->pending || !is_memo(&events, g, line, 0))
        return false;
    js_put_value(o, events.text.text, events.text.n);
    return true;
}

struct tc_scene *srv_scratch_scene(void)
{
    if (!scratch_scene)
        scratch_scene = calloc(1, sizeof *scratch_scene);
    TC_BUG_ON(!scratch_scene);
    return scratch_scene;
}

struct tc_offers *srv_scratch_offers(void)
{
    if (!scratch_offers)
        scratch_offers = calloc(1, sizeof *scratch_offers);
    TC_BUG_ON(!scratch_offers);
    return scratch_offers;
}

/* How it looks: the change where the scene before is known. */
static void put_looks(struct behind *b)
{
    const struct srv_game *g = b->g;
    struct tc_scene *scene = srv_scratch_scene();
    struct js_out *o = &b->out;
    size_t before = o->n;

    ses_scene(g->s, b->seat, scene);
    js_put_key(o, "change");
    if (!b->shown || !js_put_change(o, scene, b->shown)) {
        o->n = before;
        o->comma = true;
        js_put_key(o, "scene");
        js_put_scene(o, scene, (int)g->s->adjusted);
    }
}

/* Where everything is open it looks the same to all, and the change is written once. */
static void put_looks_once(struct behind *b)
{
    const struct srv_game *g = b->g;
    bool open = b->shown && srv_is_open(g);
    size_t from = b->out.n + 1; /* behind the comma */

    if (open && is_memo(&looks, g, g->s->lines, 0)) {
        js_put_value(&b->out, looks.text.text, looks.text.n);
        return;
    }
    put_looks(b);
    if (open)
        keep_memo(&looks, g, g->s->lines, 0, b->out.text + from, b->out.n - from);
}

/* What is asked now and how it looks. */
static void put_now(struct behind *b)
{
    const struct srv_game *g = b->g;
    struct js_out *o = &b->out;
    json_t *over = srv_game_over(g);

    js_put_key(o, "question");
    srv_put_question(o, g, b->seat);
    put_looks_once(b);
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
    if (put_events_once(b, line)) {
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

/* Notes are read first and told afterwards: no reader of the store waits for the rules. */
struct told {
    uint32_t n, line;
    json_t *note;
};

struct notes {
    const struct srv_game *g;
    int seat;
    struct told *list;
    size_t n, room, bytes, most;
    uint32_t last; /* none behind this one */
};

static bool keep_note(void *ctx, const struct sto_note *n)
{
    struct notes *k = ctx;

    if (n->n > k->last || k->bytes >= k->most)
        return false;
    if (k->n == k->room) {
        k->room = k->room ? 2 * k->room : 4;
        k->list = realloc(k->list, k->room * sizeof *k->list);
        TC_BUG_ON(!k->list);
    }
    k->list[k->n++] =
        (struct told){ n->n, n->line,
                       srv_may_hear(k->g, k->seat, n) ? srv_note_json(k->g, n) : NULL };
    k->bytes += strlen(n->text) + 64;
    return true;
}

static bool put_note(struct behind *b, const struct told *n)
{
    if (!put_lines(b, n->line + 1 < b->end ? n->line + 1 : b->end) || is_full(b))
        return false;
    if (n->note) { /* else it is not for these eyes */
        put_id(&b->out, b->line, n->n);
        srv_put_event(&b->out, "note", n->note);
    }
    b->note = n->n;
    return true;
}

static void free_notes(struct notes *k)
{
    for (size_t i = 0; i < k->n; i++)
        json_decref(k->list[i].note);
    free(k->list);
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
                        .most = most,
                        .shown = shown };
    enum tc_err err = TC_OK;

    struct notes k = { .g = g, .seat = seat, .most = most, .last = end->note };

    b.log = ses_walk_from(g->s, seat, (uint32_t)(at->line + 1));
    b.more = ses_walk_log(&b.log, &b.next);
    if (at->note < end->note)
        err = sto_each_note(srv->store, g->id, at->note + 1, keep_note, &k, why);
    for (size_t i = 0; i < k.n && err == TC_OK; i++)
        if (!put_note(&b, &k.list[i]))
            break;
    if (err == TC_OK && (b.note >= end->note || (k.bytes < most && !is_full(&b))))
        put_lines(&b, b.end);
    free_notes(&k);
    if (err == TC_OK) {
        *out = srv_new_chunk(b.out.text ? b.out.text : "", b.out.n);
        *at = (struct srv_place){ (int32_t)b.line == -1 ? -1 : (int64_t)b.line, b.note };
    }
    free(b.out.text);
    return err;
}
