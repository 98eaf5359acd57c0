/* server/stream.c - server-sent events: what is new, to everybody who listens, once.
 *
 * A stream is a list of texts that wait to be written. They are put there with the game's
 * lock held, after the store has them, so their order is that of the record. The stream's
 * own lock guards the list and the question whether its connection sleeps. A stream holds
 * its game's place in the registry, not the game.
 */
#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum {
    BLOCK = 4096,           /* bytes handed over at a time */
    MOST_WAITING = 4 << 20, /* a reader that is further behind is cut off */
    BEAT = 15,              /* seconds between signs of life */
    SEATS_SEEN = TC_SEATS + 1,
};

/* A text that several streams share. */
struct chunk {
    atomic_int refs;
    size_t n;
    char bytes[];
};

struct item {
    struct chunk *chunk;
    struct item *next;
};

struct srv_stream {
    struct srv_stream *next; /* of the game */
    struct srv_game *g;
    int seat, link;
    uint8_t token[STO_HASH]; /* its hash */
    pthread_mutex_t lock;    /* guards all below */
    struct MHD_Connection *con;
    int fd;
    struct item *first, **last;
    size_t at, waiting; /* bytes of the first already written; bytes that wait */
    bool asleep, closing;
    atomic_bool gone;
    double sent;
};

/* --- Texts ------------------------------------------------------------------------------ */

static struct chunk *new_chunk(const char *text, size_t n)
{
    struct chunk *c = malloc(sizeof *c + n);

    TC_BUG_ON(!c);
    atomic_init(&c->refs, 1);
    c->n = n;
    memcpy(c->bytes, text, n);
    return c;
}

static void drop_chunk(struct chunk *c)
{
    if (atomic_fetch_sub(&c->refs, 1) == 1)
        free(c);
}

/* With the stream's lock held. */
static void wake(struct srv_stream *st)
{
    if (!st->asleep)
        return;
    st->asleep = false;
    srv_http_wake(st->con);
}

static void push(struct srv_stream *st, struct chunk *c)
{
    struct item *i = malloc(sizeof *i);

    TC_BUG_ON(!i);
    pthread_mutex_lock(&st->lock);
    if (st->gone || st->closing) {
        free(i);
    } else if (st->waiting + c->n > MOST_WAITING) {
        srv_count(SRV_C_SLOW_STREAMS);
        st->closing = true;
        free(i);
        wake(st);
    } else {
        atomic_fetch_add(&c->refs, 1);
        *i = (struct item){ c, NULL };
        *st->last = i;
        st->last = &i->next;
        st->waiting += c->n;
        srv_count(SRV_C_EVENTS);
        wake(st);
    }
    pthread_mutex_unlock(&st->lock);
}

static void drop_first(struct srv_stream *st)
{
    struct item *i = st->first;

    st->first = i->next;
    if (!st->first)
        st->last = &st->first;
    st->at = 0;
    drop_chunk(i->chunk);
    free(i);
}

/* --- The response
 * ----------------------------------------------------------------------------- */

/* libmicrohttpd asks for bytes. Without any, the connection sleeps until there are. */
static ssize_t read_stream(void *cls, uint64_t pos, char *buf, size_t max)
{
    struct srv_stream *st = cls;
    size_t n = 0;

    (void)pos;
    pthread_mutex_lock(&st->lock);
    while (st->first && n < max) {
        struct chunk *c = st->first->chunk;
        size_t left = c->n - st->at, k = left < max - n ? left : max - n;
        memcpy(buf + n, c->bytes + st->at, k);
        n += k;
        st->at += k;
        st->waiting -= k;
        if (st->at == c->n)
            drop_first(st);
    }
    ssize_t got = (ssize_t)n;
    if (n == 0 && (st->closing || srv.stopping)) {
        got = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (n == 0) {
        st->asleep = true;
        MHD_suspend_connection(st->con);
    } else {
        st->sent = srv_clock();
    }
    pthread_mutex_unlock(&st->lock);
    return got;
}

static void unlink_stream(struct srv_stream *st)
{
    struct srv_stream **at = &st->g->stream;

    while (*at && *at != st)
        at = &(*at)->next;
    if (*at)
        *at = st->next;
}

static void free_stream(struct srv_stream *st)
{
    while (st->first)
        drop_first(st);
    pthread_mutex_destroy(&st->lock);
    free(st);
}

/* The connection is gone: take the stream out of its game. Done by a worker, because it
 * waits for the game. */
static void leave(void *ctx)
{
    struct srv_stream *st = ctx;
    struct srv_game *g = st->g;

    pthread_mutex_lock(&g->lock);
    unlink_stream(st);
    if (st->seat >= 0)
        srv_stream_here(g);
    else
        g->here_due = true;
    if (g->s)
        srv_notice(g);
    pthread_mutex_unlock(&g->lock);
    free_stream(st);
    srv_game_put(g);
}

static void end_stream(void *cls)
{
    struct srv_stream *st = cls;

    pthread_mutex_lock(&st->lock);
    st->gone = true;
    pthread_mutex_unlock(&st->lock);
    srv_gauge_streams(-1);
    srv_pool_must(srv.pool[SRV_WORK], leave, st);
}

struct MHD_Response *srv_stream_response(struct srv_stream *st, struct MHD_Connection *con)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(con, MHD_CONNECTION_INFO_CONNECTION_FD);

    pthread_mutex_lock(&st->lock);
    st->con = con;
    st->fd = info ? info->connect_fd : -1;
    pthread_mutex_unlock(&st->lock);
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, st,
                                             end_stream);
}

void srv_stream_drop(struct srv_stream *st)
{
    st->fd = -1;
    end_stream(st);
}

/* --- Events
 * ------------------------------------------------------------------------------------ */

static void put_event(FILE *out, const char *kind, const json_t *data)
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
    put_event(b->out, "line", o);
    json_decref(o);
}

json_t *srv_note_json(const struct srv_game *g, const struct sto_note *n)
{
    const char *name = n->seat >= 0 && n->seat < TC_SEATS ? g->name[n->seat] : "";

    return json_pack("{sI sI sI ss si ss ss}", "n", (json_int_t)n->n, "line",
                     (json_int_t)n->line, "at", (json_int_t)n->at, "kind", n->kind, "seat",
                     n->seat, "name", name, "text", n->text);
}

static void put_lines(struct behind *b, uint32_t end)
{
    for (; b->line + 1 < end; b->line++) /* UINT32_MAX + 1 is 0 */
        put_line(b, b->line + 1);
}

static bool put_note(void *ctx, const struct sto_note *n)
{
    struct behind *b = ctx;

    if (n->n > b->notes)
        return false;
    put_lines(b, n->line + 1 < b->end ? n->line + 1 : b->end);
    json_t *o = srv_note_json(b->g, n);
    fprintf(b->out, "id: %u.%u\n", b->line, n->n);
    put_event(b->out, "note", o);
    json_decref(o);
    b->note = n->n;
    return true;
}

/* What a seat has not been told yet. line: the last it knows, -1 none. */
static struct chunk *text_behind(const struct srv_game *g, int seat, int64_t line,
                                 uint32_t note, uint32_t notes, struct tc_why *why)
{
    struct behind b = { .g = g,
                        .seat = seat,
                        .line = (uint32_t)line,
                        .note = note,
                        .end = g->s->lines,
                        .notes = notes };
    char *text = NULL;
    size_t size;
    enum tc_err err = TC_OK;
    struct chunk *c = NULL;

    b.out = open_memstream(&text, &size);
    TC_BUG_ON(!b.out);
    b.log = (struct ses_walk){ .s = g->s, .seat = seat };
    b.more = ses_walk_log(&b.log, &b.next);
    if (note < notes)
        err = sto_each_note(srv.store, g->id, note + 1, put_note, &b, why);
    if (err == TC_OK)
        put_lines(&b, b.end);
    fclose(b.out);
    if (err == TC_OK)
        c = new_chunk(text, size);
    free(text);
    return c;
}

/* --- Telling everybody
 * -------------------------------------------------------------------------- */

/* Each seat's text is made once. */
static void tell_all(struct srv_game *g, uint32_t notes)
{
    struct chunk *made[SEATS_SEEN] = { NULL };
    struct tc_why why;

    for (struct srv_stream *st = g->stream; st; st = st->next) {
        int k = st->seat < 0 ? TC_SEATS : st->seat;
        if (!made[k])
            made[k] = text_behind(g, st->seat, (int64_t)g->lines - 1, g->notes, notes, &why);
        if (made[k])
            push(st, made[k]);
    }
    for (int k = 0; k < SEATS_SEEN; k++)
        if (made[k])
            drop_chunk(made[k]);
    g->lines = g->s->lines;
    g->notes = notes;
}

void srv_stream_lines(struct srv_game *g)
{
    if (g->lines != g->s->lines)
        tell_all(g, g->notes);
}

static bool last_note(void *ctx, const struct sto_note *n)
{
    *(uint32_t *)ctx = n->n;
    return true;
}

void srv_stream_notes(struct srv_game *g)
{
    uint32_t notes = g->notes;
    struct tc_why why;

    if (sto_each_note(srv.store, g->id, g->notes + 1, last_note, &notes, &why) == TC_OK &&
        notes != g->notes)
        tell_all(g, notes);
}

enum tc_err srv_note(struct srv_game *g, int seat, const char *kind, const char *text,
                     struct tc_why *why)
{
    struct sto_note n = {
        .line = g->s->lines - 1, .at = srv_now(), .seat = seat, .kind = kind, .text = text
    };
    enum tc_err err = sto_add_note(srv.store, g->id, &n, why);

    if (err != TC_OK)
        return err;
    g->touched = n.at;
    srv_game_wrote(g, false);
    if (n.n > g->notes)
        tell_all(g, n.n);
    return TC_OK;
}

static json_t *here_json(const struct srv_game *g)
{
    json_t *seats = json_array();
    int watchers = 0;

    for (int i = 0; i < TC_SEATS; i++)
        if (srv_seat_here(g, i))
            json_array_append_new(seats, json_integer(i));
    for (const struct srv_stream *st = g->stream; st; st = st->next)
        watchers += st->seat < 0;
    return json_pack("{so si}", "seats", seats, "watchers", watchers);
}

bool srv_seat_here(const struct srv_game *g, int seat)
{
    for (const struct srv_stream *st = g->stream; st; st = st->next)
        if (st->seat == seat && !st->gone)
            return true;
    return false;
}

/* Who is here, as an event. */
static struct chunk *here_chunk(const struct srv_game *g)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    json_t *o = here_json(g);

    TC_BUG_ON(!out);
    put_event(out, "here", o);
    fclose(out);
    json_decref(o);
    struct chunk *c = new_chunk(text, size);
    free(text);
    return c;
}

void srv_stream_here(struct srv_game *g)
{
    struct chunk *c = here_chunk(g);

    g->here_due = false;
    for (struct srv_stream *st = g->stream; st; st = st->next)
        push(st, c);
    drop_chunk(c);
}

/* --- Opening and ending
 * ------------------------------------------------------------------------------ */

struct srv_stream *srv_stream_open(struct srv_game *g, int seat, int link, int64_t line,
                                   int64_t note, struct tc_why *why)
{
    struct srv_stream *st;

    srv_stream_notes(g);
    uint32_t behind = note > g->notes ? g->notes : (uint32_t)note;
    if (line >= g->s->lines)
        line = (int64_t)g->s->lines - 1;
    struct chunk *c = text_behind(g, seat, line, behind, g->notes, why);
    if (!c)
        return NULL;
    st = calloc(1, sizeof *st);
    TC_BUG_ON(!st);
    pthread_mutex_init(&st->lock, NULL);
    st->g = g;
    st->seat = seat;
    st->link = link;
    st->last = &st->first;
    st->sent = srv_clock();
    st->fd = -1;
    srv_game_hold(g);
    srv_gauge_streams(1);
    st->next = g->stream;
    g->stream = st;
    push(st, c);
    drop_chunk(c);
    if (seat >= 0) {
        srv_stream_here(g);
        return st;
    }
    c = here_chunk(g); /* thousands may watch: the others are told with the next tick */
    push(st, c);
    drop_chunk(c);
    g->here_due = true;
    return st;
}

static void close_stream(struct srv_stream *st)
{
    pthread_mutex_lock(&st->lock);
    st->closing = true;
    if (!st->gone)
        wake(st);
    pthread_mutex_unlock(&st->lock);
}

void srv_stream_end_link(struct srv_game *g, int link)
{
    for (struct srv_stream *st = g->stream; st; st = st->next)
        if (st->link == link)
            close_stream(st);
}

void srv_stream_token(struct srv_stream *st, const uint8_t hash[STO_HASH])
{
    memcpy(st->token, hash, STO_HASH);
}

void srv_stream_end_all(struct srv_game *g)
{
    for (struct srv_stream *st = g->stream; st; st = st->next)
        close_stream(st);
}

struct tokens {
    int n;
    uint8_t hash[4 * TC_SEATS][STO_HASH];
};

static bool add_token(void *ctx, int seat, const uint8_t hash[STO_HASH])
{
    struct tokens *t = ctx;

    (void)seat;
    if (t->n < 4 * TC_SEATS)
        memcpy(t->hash[t->n++], hash, STO_HASH);
    return true;
}

static bool has_token(const struct tokens *t, const uint8_t hash[STO_HASH])
{
    for (int i = 0; i < t->n; i++)
        if (memcmp(t->hash[i], hash, STO_HASH) == 0)
            return true;
    return false;
}

void srv_stream_check(struct srv_game *g)
{
    struct tokens t = { .n = 0 };
    struct tc_why why;

    if (sto_each_token(srv.store, g->id, add_token, &t, &why) != TC_OK) {
        srv_log_why("tokens", &why);
        return;
    }
    for (struct srv_stream *st = g->stream; st; st = st->next)
        if (!has_token(&t, st->token))
            close_stream(st);
}

static void each_stream(void (*fn)(struct srv_stream *st, void *ctx), void *ctx)
{
    int n;
    struct srv_game **list = srv_games_list(&n);

    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&list[i]->lock);
        if (list[i]->here_due)
            srv_stream_here(list[i]);
        for (struct srv_stream *st = list[i]->stream; st; st = st->next)
            fn(st, ctx);
        pthread_mutex_unlock(&list[i]->lock);
        srv_game_put(list[i]);
    }
    free(list);
}

struct beat {
    struct chunk *text;
    double now;
};

/* A sleeping connection does not see that its reader has gone; we look. */
static bool hung_up(const struct srv_stream *st)
{
    struct pollfd p = { .fd = st->fd, .events = POLLRDHUP };

    return st->asleep && st->fd >= 0 && poll(&p, 1, 0) > 0;
}

static void beat(struct srv_stream *st, void *ctx)
{
    struct beat *b = ctx;
    bool due;

    pthread_mutex_lock(&st->lock);
    if (!st->gone && hung_up(st)) {
        st->closing = true;
        wake(st);
    }
    due = b->now - st->sent >= BEAT;
    pthread_mutex_unlock(&st->lock);
    if (due)
        push(st, b->text);
}

void srv_streams_beat(double now)
{
    struct beat b = { new_chunk(": here\n\n", 8), now };

    each_stream(beat, &b);
    drop_chunk(b.text);
}

static void bye(struct srv_stream *st, void *ctx)
{
    push(st, ctx);
    close_stream(st);
}

void srv_streams_bye(void)
{
    static const char text[] = "event: bye\ndata: {}\n\n";
    struct chunk *c = new_chunk(text, sizeof text - 1);

    each_stream(bye, c);
    drop_chunk(c);
}
