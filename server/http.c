/* server/http.c - libmicrohttpd: reading requests, handing them to workers, writing answers.
 *
 * A request is read to its end, its connection put to sleep, and the request given to a
 * worker; when the worker has done, the connection wakes up and the answer is written.
 * The threads that read and write so never wait for a game or the store.
 */
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "server/http.h"
#include "server/own.h"

enum {
    ARRIVE_SECONDS = 40, /* a request must be here whole after so long */
    SEND_SECONDS = 20,   /* an answer must be read after so long, and a second more */
    SEND_BYTES = 32768,  /* for so many bytes */
    PACK_FROM = 1024,
};

enum stage { ST_NEW, ST_FILE, ST_READING, ST_SERVING, ST_SERVED };

struct srv_links {
    pthread_mutex_t lock;
    struct link *first;
    atomic_int calls; /* that workers have */
    atomic_int large; /* bodies that bring records */
};

struct srv_links *srv_links_new(void)
{
    struct srv_links *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_links_free(struct srv_links *p)
{
    free(p);
}

int srv_http_calls(void)
{
    return atomic_load(&srv->links->calls);
}

/* --- Connections: how long they have been silent or half-said
 * --------------------------------- */

struct link {
    struct link *next, **at;
    int fd;
    char source[64];
    size_t sending; /* bytes of the answer that is being written */
    double since;   /* begin of the request that is arriving */
    bool waiting;   /* for us: not the client's fault */
};

static struct link *new_link(struct MHD_Connection *con)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(con, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct link *l = calloc(1, sizeof *l);

    TC_BUG_ON(!l);
    l->fd = info ? info->connect_fd : -1;
    l->since = srv_clock();
    srv_read_peer(con, l->source);
    srv_crowd_connection(l->source, 1);
    pthread_mutex_lock(&srv->links->lock);
    l->next = srv->links->first;
    l->at = &srv->links->first;
    if (l->next)
        l->next->at = &l->next;
    srv->links->first = l;
    pthread_mutex_unlock(&srv->links->lock);
    return l;
}

static void free_link(struct link *l)
{
    pthread_mutex_lock(&srv->links->lock);
    *l->at = l->next;
    if (l->next)
        l->next->at = l->at;
    pthread_mutex_unlock(&srv->links->lock);
    srv_crowd_connection(l->source, -1);
    free(l);
}

void srv_http_connection(void *cls, struct MHD_Connection *con, void **context,
                         enum MHD_ConnectionNotificationCode code)
{
    (void)cls;
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *context = new_link(con);
    else if (*context)
        free_link(*context);
}

static void mark_link(struct MHD_Connection *con, bool waiting, size_t sending)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(con, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct link *l = info ? info->socket_context : NULL;

    if (!l)
        return;
    pthread_mutex_lock(&srv->links->lock);
    l->waiting = waiting;
    l->sending = sending;
    l->since = srv_clock();
    pthread_mutex_unlock(&srv->links->lock);
}

/* Has a request been arriving, or an answer been leaving, for too long? */
static bool too_slow(const struct link *l, double now)
{
    double took = now - l->since;

    if (l->waiting)
        return l->sending && took > SEND_SECONDS + (double)l->sending / SEND_BYTES;
    return took > ARRIVE_SECONDS;
}

/* What trickles for ever is cut off; silence is libmicrohttpd's to end. */
void srv_http_tick(double now)
{
    pthread_mutex_lock(&srv->links->lock);
    for (struct link *l = srv->links->first; l; l = l->next)
        if (l->fd >= 0 && too_slow(l, now))
            shutdown(l->fd, SHUT_RDWR);
    pthread_mutex_unlock(&srv->links->lock);
}

/* --- Writing
 * ------------------------------------------------------------------------------------- */

static void head(struct MHD_Response *r, const char *name, const char *value)
{
    MHD_add_response_header(r, name, value);
}

static void safe_heads(struct MHD_Response *r, bool picture)
{
    head(r, "X-Content-Type-Options", "nosniff");
    head(r, "Referrer-Policy", "no-referrer");
    head(r, "X-Frame-Options", "DENY");
    head(r, "Cross-Origin-Opener-Policy", "same-origin");
    head(r, "Cross-Origin-Resource-Policy", "same-origin");
    head(r, "Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    head(r, "Content-Security-Policy",
         picture
             ? "default-src 'none'; style-src 'unsafe-inline'; sandbox"
             : "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
               "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
               "manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
               "form-action 'none'; frame-ancestors 'none'");
}

static enum MHD_Result send_response(struct MHD_Connection *con, int status,
                                     struct MHD_Response *r)
{
    srv_count(status < 400 ? SRV_C_OK : status < 500 ? SRV_C_CLIENT : SRV_C_SERVER);
    enum MHD_Result ok = MHD_queue_response(con, (unsigned)status, r);
    MHD_destroy_response(r);
    return ok;
}

static enum MHD_Result send_static(struct MHD_Connection *con, int status, const char *text)
{
    struct MHD_Response *r = MHD_create_response_from_buffer(
        strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);

    if (!r)
        return MHD_NO;
    head(r, "Content-Type", "text/plain; charset=utf-8");
    head(r, "Cache-Control", "no-store");
    safe_heads(r, false);
    return send_response(con, status, r);
}

/* {"error":...} before there is a call to speak of. */
static enum MHD_Result send_error(struct MHD_Connection *con, int status, const char *code,
                                  const char *text, const char *allow)
{
    json_t *o = json_pack("{si s{ss ss ss}}", "v", JS_VERSION, "error", "code", code, "where",
                          "request", "text", text);
    char *body = json_dumps(o, JSON_COMPACT);
    struct MHD_Response *r =
        MHD_create_response_from_buffer(strlen(body), body, MHD_RESPMEM_MUST_FREE);

    json_decref(o);
    head(r, "Content-Type", "application/json");
    head(r, "Cache-Control", "no-store");
    if (status == 400 || status == 413) /* what follows on this connection is not trusted */
        head(r, "Connection", "close");
    if (allow)
        head(r, "Allow", allow);
    safe_heads(r, false);
    return send_response(con, status, r);
}

static enum MHD_Result send_stream(struct srv_call *c)
{
    struct MHD_Response *r = srv_stream_response(c->stream, c->con);

    if (!r)
        return MHD_NO; /* the call's end lets go of the stream */
    c->stream = NULL;
    head(r, "Content-Type", "text/event-stream");
    head(r, "Cache-Control", "no-store");
    head(r, "X-Accel-Buffering", "no");
    safe_heads(r, false);
    srv_log_request(c, 200);
    return send_response(c->con, 200, r);
}

static enum MHD_Result send_call(struct srv_call *c)
{
    bool picture = c->type && strcmp(c->type, "image/svg+xml") == 0;

    if (c->stream)
        return send_stream(c);
    mark_link(c->con, true, c->text_size);
    struct MHD_Response *r =
        MHD_create_response_from_buffer(c->text_size, c->text, MHD_RESPMEM_MUST_FREE);
    if (!r)
        return MHD_NO;
    c->text = NULL;
    head(r, "Content-Type", c->type ? c->type : "application/json");
    head(r, "Cache-Control", "no-store");
    head(r, "Vary", "Accept-Encoding, Accept-Language");
    if (c->packed)
        head(r, "Content-Encoding", "gzip");
    if (c->retry) {
        char wait[16];
        snprintf(wait, sizeof wait, "%d", c->retry);
        head(r, "Retry-After", wait);
    }
    safe_heads(r, picture);
    srv_log_request(c, c->status);
    return send_response(c->con, c->status, r);
}

/* --- Reading
 * ----------------------------------------------------------------------------------------- */

static const char *header_of(struct MHD_Connection *con, const char *name)
{
    return MHD_lookup_connection_value(con, MHD_HEADER_KIND, name);
}

static char *query_of(struct MHD_Connection *con, const char *name)
{
    const char *v = MHD_lookup_connection_value(con, MHD_GET_ARGUMENT_KIND, name);

    return v ? strndup(v, 64) : NULL;
}

static void read_heads(struct srv_call *c)
{
    const char *bearer = header_of(c->con, "Authorization");
    const char *type = header_of(c->con, "Content-Type");
    const char *packing = header_of(c->con, "Accept-Encoding");
    const char *last = header_of(c->con, "Last-Event-ID");

    if (bearer && strncasecmp(bearer, "Bearer ", 7) == 0) {
        c->has_token = true;
        snprintf(c->token, sizeof c->token, "%.33s", bearer + 7);
    }
    c->is_json = type && strncasecmp(type, "application/json", 16) == 0 &&
                 (type[16] == '\0' || type[16] == ';' || type[16] == ' ');
    c->gzip = packing && strstr(packing, "gzip");
    c->tongue = srv_tongue_wanted(header_of(c->con, "Accept-Language"));
    c->last_event = last ? strndup(last, 64) : NULL;
    c->query_from = query_of(c->con, "from");
    c->query_line = query_of(c->con, "line");
    c->query_of = query_of(c->con, "of");
    srv_read_address(c->con, c->address, c->source);
}

/* Large bodies that are held now. */

static void free_call(struct srv_call *c)
{
    if (c->under_way)
        srv_crowd_sent(c->source, c->under_way);
    if (c->stream)
        srv_stream_drop(c->stream);
    if (c->large)
        atomic_fetch_sub(&srv->links->large, 1);
    json_decref(c->in);
    json_decref(c->out);
    free(c->text);
    free(c->body);
    free(c->path);
    free(c->query_from);
    free(c->query_line);
    free(c->query_of);
    free(c->last_event);
    free(c);
}

void srv_http_end(void *cls, struct MHD_Connection *con, void **context,
                  enum MHD_RequestTerminationCode code)
{
    (void)cls;
    (void)code;
    mark_link(con, false, 0);
    if (*context)
        free_call(*context);
    *context = NULL;
}

static size_t most_of(const struct srv_call *c)
{
    return c->route && c->route->flags & SRV_R_RECORD ? SRV_RECORD : SRV_BODY;
}

/* Room for more than a usual body: there is little of it. */
static bool take_large(struct srv_call *c)
{
    if (c->large)
        return true;
    c->large = atomic_fetch_add(&srv->links->large, 1) < SRV_RECORDS;
    if (!c->large)
        atomic_fetch_sub(&srv->links->large, 1);
    return c->large;
}

static void add_body(struct srv_call *c, const char *data, size_t n)
{
    if (c->too_large || c->size + n > most_of(c)) {
        c->too_large = true;
        return;
    }
    if (c->size + n > SRV_BODY && !take_large(c)) {
        c->too_large = c->crowded = true;
        return;
    }
    if (c->size + n + 1 > c->room) {
        c->room = c->size + n + 1 < 1024        ? 1024
                  : c->size + n + 1 <= SRV_BODY ? SRV_BODY + 1
                                                : SRV_RECORD + 1;
        c->body = realloc(c->body, c->room);
        TC_BUG_ON(!c->body);
    }
    memcpy(c->body + c->size, data, n);
    c->size += n;
}

static void pack(struct srv_call *c)
{
    char *small;
    size_t n;

    if (!c->gzip || c->stream || c->text_size < PACK_FROM ||
        !srv_gzip(c->text, c->text_size, &small, &n))
        return;
    free(c->text);
    c->text = small;
    c->text_size = n;
    c->packed = true;
}

static void serve(void *ctx);

/* A game that must be read and played through first: the longer it is, the longer that takes.
 */
static bool is_away(const struct srv_call *c)
{
    struct srv_game *g = c->route->flags & SRV_R_GAME && srv_is_id(c->part[0])
                             ? srv_game_find(c->part[0])
                             : NULL;
    bool away = c->route->flags & SRV_R_GAME && (!g || !g->bytes);

    if (g)
        srv_game_put(g);
    return away;
}

static struct srv_pool *pool_of(const struct srv_call *c)
{
    unsigned flags = c->route->flags;

    return srv->pool[flags & SRV_R_CARE   ? SRV_CARE
                     : flags & SRV_R_ASK  ? SRV_ASK
                     : flags & SRV_R_DOOR ? SRV_DOOR
                     : flags & SRV_R_LONG ? SRV_LOOK
                     : flags & SRV_R_PLAN ? SRV_PLAN
                     : is_away(c)         ? SRV_LOOK
                                          : SRV_WORK];
}

static void wake_up(struct srv_call *c)
{
    c->stage = ST_SERVED;
    srv_http_wake(c->con);
    atomic_fetch_sub(&srv->links->calls, 1);
}

static void answer_unserved(struct srv_call *c, int status, const char *text)
{
    c->status = status;
    c->text = strdup(text);
    TC_BUG_ON(!c->text);
    c->text_size = strlen(c->text);
    wake_up(c);
}

static void too_much(struct srv_call *c)
{
    c->retry = 2;
    answer_unserved(c, 503,
                    "{\"v\":1,\"error\":{\"code\":\"busy\",\"where\":\"server\",\"text\":"
                    "\"Too much is asked of this server just now.\"}}");
}

/* A seat asked again before its last question was looked at. */
static void give_way(struct srv_call *c)
{
    answer_unserved(c, 409,
                    "{\"v\":1,\"error\":{\"code\":\"stale\",\"where\":\"act\",\"text\":"
                    "\"A newer question of this seat took its place.\"}}");
}

/* The next request of the same game; what is refused leaves room for the next again. */
static void let_go(struct srv_call *c)
{
    struct srv_call *next = srv_gate_leave(c);

    while (next && !srv_pool_add(pool_of(next), serve, next)) {
        struct srv_call *full = next;
        next = srv_gate_leave(full);
        too_much(full);
    }
}

/* Too much waits to be read already, by this client or by all. */
static void not_sent(struct srv_call *c)
{
    free(c->text);
    c->text = strdup("{\"v\":1,\"error\":{\"code\":\"busy\",\"where\":\"server\",\"text\":"
                     "\"Answers that were asked for before have not been read yet.\"}}");
    TC_BUG_ON(!c->text);
    c->text_size = strlen(c->text);
    c->status = 503;
    c->retry = 5;
    c->packed = false;
    c->type = NULL;
}

/* A worker's part. */
static void serve(void *ctx)
{
    struct srv_call *c = ctx;

    srv_http_hold();
    if (srv->stopping && c->route->flags & SRV_R_LOOK) { /* pictures could take minutes */
        let_go(c);
        too_much(c);
        srv_http_ring();
        return;
    }
    srv_serve(c);
    let_go(c);
    pack(c);
    if (!c->stream && srv_crowd_send(c->source, c->text_size))
        c->under_way = c->text_size;
    else if (!c->stream)
        not_sent(c);
    wake_up(c);
    srv_http_ring();
}

static enum MHD_Result dispatch(struct srv_call *c)
{
    if (c->crowded)
        return send_error(c->con, 503, "busy", "Others bring records now; try again soon.",
                          NULL);
    if (c->too_large)
        return send_error(c->con, 413, "full",
                          most_of(c) == SRV_BODY ? "A body has at most 64 KiB."
                                                 : "A record has at most 4 MiB here.",
                          NULL);
    c->stage = ST_SERVING;
    MHD_suspend_connection(c->con);
    atomic_fetch_add(&srv->links->calls, 1);
    struct srv_call *older = NULL;
    enum srv_entry e = srv_gate_enter(c, &older);
    if (older)
        give_way(older);
    if (e == SRV_GO && !srv_pool_add(pool_of(c), serve, c)) {
        let_go(c);
        e = SRV_FULL;
    }
    if (e == SRV_FULL)
        too_much(c);
    return MHD_YES;
}

/* --- Files, health, figures
 * ------------------------------------------------------------------------------ */

static enum MHD_Result send_file(struct MHD_Connection *con, const struct srv_file *f)
{
    const char *packing = header_of(con, "Accept-Encoding"),
               *tag = header_of(con, "If-None-Match");
    bool pack = f->packed && packing && strstr(packing, "gzip");
    bool same = tag && strcmp(tag, f->tag) == 0;
    size_t n = same ? 0 : pack ? f->packed_size : f->size;
    struct MHD_Response *r = MHD_create_response_from_buffer(n,
                                                             same   ? NULL
                                                             : pack ? f->packed
                                                                    : f->bytes,
                                                             MHD_RESPMEM_PERSISTENT);

    if (!r)
        return MHD_NO;
    mark_link(con, true, n);
    head(r, "Content-Type", f->type);
    head(r, "ETag", f->tag);
    head(r, "Vary", "Accept-Encoding");
    head(r, "Cache-Control", f->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (pack && !same)
        head(r, "Content-Encoding", "gzip");
    safe_heads(r, false);
    return send_response(con, same ? 304 : 200, r);
}

static enum MHD_Result serve_plain(struct MHD_Connection *con, const char *path)
{
    struct srv_file f;
    char address[64], source[64];

    srv_read_address(con, address, source);
    if (srv_limit(SRV_ADDRESS, source, 1, srv_clock()))
        return send_static(con, 429, "Too much was asked; wait a moment.\n");
    mark_link(con, true, 0);
    if (srv_page_find(path, &f))
        return send_file(con, &f);
    return send_static(con, 404, "There is no such page.\n");
}

static enum MHD_Result to_base(struct MHD_Connection *con)
{
    struct MHD_Response *r = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);

    head(r, "Location", srv->base);
    safe_heads(r, false);
    return send_response(con, 308, r);
}

/* --- One request
 * ---------------------------------------------------------------------------------------------
 */

static bool is_api(const char *url, const char **path)
{
    size_t n = strlen(srv->base);

    *path = NULL;
    if (strncmp(url, srv->base, n) != 0)
        return false;
    *path = url + n;
    return strncmp(*path, "api/v1/", 7) == 0 || strcmp(*path, "healthz") == 0 ||
           strcmp(*path, "metrics") == 0;
}

/* The call that goes with a request from its heads to its end. */
static struct srv_call *new_call(struct MHD_Connection *con, const char *path)
{
    struct srv_call *c = calloc(1, sizeof *c);

    TC_BUG_ON(!c);
    c->con = con;
    c->start = srv_clock();
    c->path = strdup(path);
    TC_BUG_ON(!c->path);
    c->seat = TC_NONE;
    return c;
}

static enum MHD_Result begin_api(struct MHD_Connection *con, const char *path,
                                 const char *method, void **context)
{
    struct srv_call *c = new_call(con, strncmp(path, "api/v1/", 7) == 0 ? path + 7 : path);
    int status;

    if (!srv_find_route(c, method, &status)) {
        free_call(c);
        if (status == 405)
            return send_error(con, 405, "name", "This method is not for this address.",
                              "GET, POST, PUT, DELETE");
        return send_error(con, 404, "name", "There is no such address.", NULL);
    }
    read_heads(c);
    c->stage = ST_READING;
    *context = c;
    return MHD_YES;
}

/* A file is answered on the second call, which keeps the connection. */
static enum MHD_Result begin_file(struct MHD_Connection *con, const char *url,
                                  const char *method, void **context)
{
    if (!srv_is_read(method))
        return send_error(con, 405, "name", "This method is not for this address.",
                          "GET, HEAD");
    *context = new_call(con, url);
    ((struct srv_call *)*context)->stage = ST_FILE;
    return MHD_YES;
}

static enum MHD_Result begin(struct MHD_Connection *con, const char *url, const char *method,
                             void **context)
{
    struct srv_bad_head bad;
    const char *path;

    srv_count(SRV_C_REQUESTS);
    if (!srv_guard(con, method, &bad))
        return send_error(con, bad.status, bad.code, bad.text, NULL);
    if (is_api(url, &path))
        return begin_api(con, path, method, context);
    return begin_file(con, url, method, context);
}

static enum MHD_Result serve_file(struct srv_call *c)
{
    const char *path;

    c->stage = ST_SERVING;
    is_api(c->path, &path);
    if (path)
        return serve_plain(c->con, path);
    return strncmp(srv->base, c->path, strlen(c->path)) == 0 &&
                   strlen(srv->base) == strlen(c->path) + 1
               ? to_base(c->con)
               : send_static(c->con, 404, "There is no such page.\n");
}

enum MHD_Result srv_http_accept(void *cls, const struct sockaddr *at, socklen_t n)
{
    char source[64];

    (void)cls;
    (void)n;
    srv_say_source(at, source);
    return srv->o.proxy || srv_crowd_room(source) ? MHD_YES : MHD_NO;
}

enum MHD_Result srv_http_handle(void *cls, struct MHD_Connection *con, const char *url,
                                const char *method, const char *version, const char *data,
                                size_t *size, void **context)
{
    struct srv_call *c = *context;

    (void)cls;
    (void)version;
    if (!c)
        return begin(con, url, method, context);
    if (*size) {
        add_body(c, data, *size);
        *size = 0;
        return MHD_YES;
    }
    if (c->stage == ST_SERVED)
        return send_call(c);
    if (c->stage == ST_FILE)
        return serve_file(c);
    if (c->stage != ST_READING)
        return MHD_YES;
    mark_link(con, true, 0);
    return dispatch(c);
}

void *srv_http_uri(void *cls, const char *uri, struct MHD_Connection *con)
{
    (void)cls;
    (void)uri;
    mark_link(con, false, 0);
    return NULL;
}
