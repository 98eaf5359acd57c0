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
#include <sys/socket.h>

#include "server/stream.h"

enum {
    BLOCK = 4096,           /* bytes handed over at a time */
    PORTION = 128 << 10,    /* of what a stream is behind; the next when it was read */
    MOST_WAITING = 1 << 20, /* a reader that is further behind in news is cut off */
    READ_SECONDS = 60,      /* so long may it take to read what waits */
    BEAT = 15,              /* seconds between signs of life */
};

struct item {
    struct srv_chunk *chunk;
    struct item *next;
};

struct srv_stream {
    struct srv_stream *next; /* of the game */
    struct srv_game *g;
    int seat, link, tongue;
    uint8_t token[STO_HASH]; /* its hash */
    pthread_mutex_t lock;    /* guards all below */
    struct MHD_Connection *con;
    int fd;
    struct item *first, **last;
    size_t at, waiting; /* bytes of the first already written; bytes that wait */
    bool asleep, closing;
    atomic_bool gone;
    double sent, full_since; /* since when something has waited without a pause */
    atomic_int refs;         /* the connection, and a portion under way */
    struct srv_place told;   /* guarded by the game's lock, as is the next */
    bool behind;             /* the rest comes in portions; news wait for it */
    bool filling;            /* a portion is under way */
};

/* --- Texts ------------------------------------------------------------------------------ */

struct srv_chunk *srv_new_chunk(const char *text, size_t n)
{
    struct srv_chunk *c = malloc(sizeof *c + n);

    TC_BUG_ON(!c);
    atomic_init(&c->refs, 1);
    c->n = n;
    memcpy(c->bytes, text, n);
    return c;
}

static void drop_chunk(struct srv_chunk *c)
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

static void push(struct srv_stream *st, struct srv_chunk *c)
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
        if (st->waiting == 0)
            st->full_since = srv_clock();
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

static void fill(void *ctx);

/* With the stream's lock held: have the next portion made. */
static void want_more(struct srv_stream *st)
{
    if (!st->behind || st->filling || st->closing)
        return;
    st->filling = true;
    atomic_fetch_add(&st->refs, 1);
    srv_game_hold(st->g);
    srv_pool_must(srv->pool[SRV_LOOK], fill, st);
}

/* libmicrohttpd asks for bytes. Without any, the connection sleeps until there are. */
static ssize_t read_stream(void *cls, uint64_t pos, char *buf, size_t max)
{
    struct srv_stream *st = cls;
    size_t n = 0;

    (void)pos;
    pthread_mutex_lock(&st->lock);
    while (st->first && n < max) {
        struct srv_chunk *c = st->first->chunk;
        size_t left = c->n - st->at, k = left < max - n ? left : max - n;
        memcpy(buf + n, c->bytes + st->at, k);
        n += k;
        st->at += k;
        st->waiting -= k;
        if (st->at == c->n)
            drop_first(st);
    }
    ssize_t got = (ssize_t)n;
    if (n == 0 && (st->closing || srv->said_bye)) {
        got = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (n == 0) {
        st->asleep = true;
        MHD_suspend_connection(st->con);
        want_more(st);
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

static void drop_stream(struct srv_stream *st)
{
    if (atomic_fetch_sub(&st->refs, 1) > 1)
        return;
    while (st->first)
        drop_first(st);
    pthread_mutex_destroy(&st->lock);
    free(st);
}

/* The connection is gone: take the stream out of its game. Done by a worker, because it
 * waits for the game. */
static void leave_game(void *ctx)
{
    struct srv_stream *st = ctx;
    struct srv_game *g = st->g;

    srv_game_lock(g);
    unlink_stream(st);
    if (st->seat >= 0)
        srv_stream_here(g);
    else
        g->here_due = true;
    if (g->s)
        srv_notice(g);
    srv_game_unlock(g);
}

static void leave(void *ctx)
{
    struct srv_stream *st = ctx;
    struct srv_game *g = st->g;

    srv_contain(leave_game, st);
    drop_stream(st);
    srv_game_put(g);
}

static void end_stream(void *cls)
{
    struct srv_stream *st = cls;

    pthread_mutex_lock(&st->lock);
    st->gone = true;
    pthread_mutex_unlock(&st->lock);
    srv_gauge_streams(-1);
    srv_pool_must(srv->pool[SRV_WORK], leave, st);
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

/* --- Telling everybody
 * -------------------------------------------------------------------------- */

static void close_stream(struct srv_stream *st)
{
    pthread_mutex_lock(&st->lock);
    st->closing = true;
    if (!st->gone)
        wake(st);
    pthread_mutex_unlock(&st->lock);
}

static struct srv_place now_at(const struct srv_game *g)
{
    return (struct srv_place){ (int64_t)g->lines - 1, g->notes };
}

int srv_eyes_of(const struct srv_game *g, int seat)
{
    return seat < 0 ? TC_SIDES : g->s->seat[seat].side;
}

bool srv_is_open(const struct srv_game *g)
{
    return !g->book->rules->veil;
}

void srv_stream_unseen(struct srv_game *g)
{
    for (int t = 0; t < SRV_TONGUES; t++)
        for (int k = 0; k <= TC_SIDES; k++)
            js_forget_scene(&g->shown[t][k]);
}

/* What one pair of eyes is told in one tongue. */
struct made {
    struct srv_chunk *of[SRV_TONGUES][TC_SIDES + 1];
};

static struct srv_chunk *made_for(struct made *m, const struct srv_stream *st,
                                  const struct srv_place *end)
{
    struct srv_game *g = st->g;
    int k = srv_eyes_of(g, st->seat), t = st->tongue, before = srv_speak(t);
    struct srv_place at = now_at(g);
    struct tc_why why;

    if (!m->of[t][k] &&
        srv_text_behind(g, st->seat, &at, end, SIZE_MAX, &g->shown[t][srv_is_open(g) ? 0 : k],
                        &m->of[t][k], &why) != TC_OK)
        srv_log_why("stream", &why);
    srv_speak(before);
    return m->of[t][k];
}

/* Let go of the texts; the scenes that nobody was told are not known any more. */
static void drop_made(struct made *m, struct srv_game *g, bool moved)
{
    for (int t = 0; t < SRV_TONGUES; t++) {
        bool open = srv_is_open(g), seen[TC_SIDES + 1] = { false };
        for (int k = 0; k <= TC_SIDES; k++)
            if (m->of[t][k]) {
                drop_chunk(m->of[t][k]);
                seen[open ? 0 : k] = true;
            }
        for (int k = 0; k <= TC_SIDES && moved; k++)
            if (!seen[k])
                js_forget_scene(&g->shown[t][k]);
    }
}

/* The text for each pair of eyes is made once. Who is behind hears of it in its portions. */
static void tell_all(struct srv_game *g, uint32_t notes)
{
    struct made made = { 0 };
    struct srv_place end = { (int64_t)g->s->lines - 1, notes };

    for (struct srv_stream *st = g->stream; st; st = st->next) {
        if (st->behind)
            continue;
        struct srv_chunk *text = made_for(&made, st, &end);
        if (text)
            push(st, text);
        st->told = end;
    }
    drop_made(&made, g, g->lines != g->s->lines);
    g->lines = g->s->lines;
    g->notes = notes;
}

/* With the game's lock held: the next portion of what a stream is behind. */
static enum tc_err fill_one(struct srv_stream *st, struct tc_why *why)
{
    struct srv_place end = now_at(st->g);
    struct srv_chunk *c = NULL;
    int before = srv_speak(st->tongue);
    enum tc_err err = srv_text_behind(st->g, st->seat, &st->told, &end, PORTION, NULL, &c, why);

    srv_speak(before);
    if (err != TC_OK)
        return err;
    bool behind = st->told.line < end.line || st->told.note < end.note;
    pthread_mutex_lock(&st->lock);
    st->behind = behind;
    pthread_mutex_unlock(&st->lock);
    if (c->n)
        push(st, c);
    drop_chunk(c);
    return TC_OK;
}

static void fill_next(void *ctx)
{
    struct srv_stream *st = ctx;
    struct srv_game *g = st->g;
    struct tc_why why;
    enum tc_err err = TC_OK;

    srv_game_lock(g);
    pthread_mutex_lock(&st->lock);
    st->filling = false;
    pthread_mutex_unlock(&st->lock);
    if (!st->gone)
        err = srv_game_load(g, &why);
    if (!st->gone && err == TC_OK)
        err = fill_one(st, &why);
    if (err != TC_OK) {
        srv_log_why("stream", &why);
        close_stream(st);
    }
    srv_game_unlock(g);
}

/* A looker's part, when the reader has taken the portion before. */
static void fill(void *ctx)
{
    struct srv_stream *st = ctx;
    struct srv_game *g = st->g;

    if (srv_contain(fill_next, st) != SRV_FINE)
        close_stream(st);
    drop_stream(st);
    srv_game_put(g);
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

    if (sto_each_note(srv->store, g->id, g->notes + 1, last_note, &notes, &why) == TC_OK &&
        notes != g->notes)
        tell_all(g, notes);
}

/* What one seat can say as often as it likes, and nobody needs to read. */
static bool is_chatter(const char *kind)
{
    static const char *const word[] = { "chat",         "aside",      "orders",
                                        "substitute",   "resume",     "draw-offer",
                                        "draw-refused", "undo-asked", "undo-refused" };

    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
        if (strcmp(kind, word[i]) == 0)
            return true;
    return false;
}

enum tc_err srv_note(struct srv_game *g, int seat, const char *kind, const char *text,
                     struct tc_why *why)
{
    if (g->notes >= SRV_NOTES && is_chatter(kind))
        return TC_OK;
    struct sto_note n = {
        .line = g->s->lines - 1, .at = srv_now(), .seat = seat, .kind = kind, .text = text
    };
    enum tc_err err = sto_add_note(srv->store, g->id, &n, why);

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
static struct srv_chunk *here_chunk(const struct srv_game *g)
{
    struct js_out out = { 0 };
    json_t *o = here_json(g);

    srv_put_event(&out, "here", o);
    json_decref(o);
    struct srv_chunk *c = srv_new_chunk(out.text, out.n);
    free(out.text);
    return c;
}

void srv_stream_here(struct srv_game *g)
{
    struct srv_chunk *c = here_chunk(g);

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
    st = calloc(1, sizeof *st);
    TC_BUG_ON(!st);
    pthread_mutex_init(&st->lock, NULL);
    st->g = g;
    st->seat = seat;
    st->link = link;
    st->tongue = srv_speaking();
    st->last = &st->first;
    st->sent = srv_clock();
    st->fd = -1;
    st->refs = 1;
    st->told = (struct srv_place){ line, behind };
    if (fill_one(st, why) != TC_OK) {
        drop_stream(st);
        return NULL;
    }
    srv_game_hold(g);
    srv_gauge_streams(1);
    st->next = g->stream;
    g->stream = st;
    if (seat >= 0) {
        srv_stream_here(g);
        return st;
    }
    struct srv_chunk *c =
        here_chunk(g); /* thousands may watch: the others are told with the next tick */
    push(st, c);
    drop_chunk(c);
    g->here_due = true;
    return st;
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

    if (sto_each_token(srv->store, g->id, add_token, &t, &why) != TC_OK) {
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
        srv_game_lock(list[i]);
        if (list[i]->here_due)
            srv_stream_here(list[i]);
        srv_rested(list[i], srv_clock());
        for (struct srv_stream *st = list[i]->stream; st; st = st->next)
            fn(st, ctx);
        srv_game_unlock(list[i]);
        srv_game_put(list[i]);
    }
    free(list);
}

struct beat {
    struct srv_chunk *text;
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
    due = b->now - st->sent >= BEAT && st->waiting == 0;
    if (!st->gone && st->waiting > 0 && b->now - st->full_since > READ_SECONDS && st->fd >= 0) {
        srv_count(SRV_C_SLOW_STREAMS);
        st->closing = true;
        shutdown(st->fd, SHUT_RDWR); /* it trickles */
    }
    pthread_mutex_unlock(&st->lock);
    if (due)
        push(st, b->text);
}

void srv_streams_beat(double now)
{
    struct beat b = { srv_new_chunk(": here\n\n", 8), now };

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
    struct srv_chunk *c = srv_new_chunk(text, sizeof text - 1);

    each_stream(bye, c);
    srv->said_bye = true;
    drop_chunk(c);
}
