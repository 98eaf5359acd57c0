/* cli/join_wire.c - requests to a server, and its stream of news beside what is typed. */
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "cli/join.h"

enum {
    WAIT = 30,       /* seconds for an answer */
    MOST = 64 << 20, /* bytes of an answer */
    EVENT = 8 << 20, /* of an event */
    PAUSE = 2,       /* seconds before a broken stream is opened again */
    SILENCE = 45,    /* seconds without a byte: the stream is dead */
};

struct text {
    char *at;
    size_t used, most;
};

struct join_wire {
    CURL *one;    /* for requests */
    CURLM *many;  /* for the stream */
    CURL *stream; /* or NULL */
    struct curl_slist *heads, *stream_heads;
    struct text news;
    char last[48]; /* id of the last event */
    double again;  /* when to open the stream */
    bool told_lost;
};

static size_t take(char *bytes, size_t size, size_t n, void *ctx)
{
    struct text *t = ctx;
    char *at = t->used + size * n < t->most ? realloc(t->at, t->used + size * n + 1) : NULL;

    if (!at)
        return 0;
    t->at = at;
    memcpy(at + t->used, bytes, size * n);
    t->used += size * n;
    at[t->used] = '\0';
    return size * n;
}

enum tc_err join_open(struct join *j, struct tc_why *why)
{
    struct join_wire *w = calloc(1, sizeof *w);

    if (!w)
        return tc_fail(why, TC_E_FULL, "memory", SAY("There is not enough memory."));
    curl_global_init(CURL_GLOBAL_DEFAULT);
    w->one = curl_easy_init();
    w->many = curl_multi_init();
    w->news.most = EVENT;
    j->wire = w;
    if (w->one && w->many)
        return TC_OK;
    return tc_fail(why, TC_E_FULL, "curl", SAY("The library for requests cannot be started."));
}

static void drop_stream(struct join_wire *w)
{
    if (w->stream) {
        curl_multi_remove_handle(w->many, w->stream);
        curl_easy_cleanup(w->stream);
    }
    curl_slist_free_all(w->stream_heads);
    w->stream = NULL;
    w->stream_heads = NULL;
    w->news.used = 0;
}

void join_close(struct join *j)
{
    struct join_wire *w = j->wire;

    if (!w)
        return;
    drop_stream(w);
    curl_easy_cleanup(w->one);
    curl_multi_cleanup(w->many);
    curl_slist_free_all(w->heads);
    free(w->news.at);
    free(w);
    j->wire = NULL;
    curl_global_cleanup();
}

/* --- Requests -------------------------------------------------------------------------------
 */

static void set_common(const struct join *j, CURL *c, const char *path)
{
    char url[2 * JOIN_URL];

    if (path[0] == '.')
        snprintf(url, sizeof url, "%sapi/v1/games/%s/%s", j->base, j->game, path + 1);
    else
        snprintf(url, sizeof url, "%sapi/v1/%s", j->base, path);
    curl_easy_setopt(c, CURLOPT_URL, url);
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, 10L);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "tricorne");
}

static struct curl_slist *bearer(const struct join *j, struct curl_slist *list)
{
    char head[JOIN_WORD + 32];

    snprintf(head, sizeof head, "Authorization: Bearer %s", j->token);
    return curl_slist_append(list, head);
}

/* Send it; the status, or 0 when no answer came. */
static long send_it(struct join *j, const char *method, const char *path, const char *body,
                    struct text *out, struct tc_why *why)
{
    CURL *c = j->wire->one;
    struct curl_slist *heads = bearer(j, NULL);
    long status = 0;

    curl_easy_reset(c);
    set_common(j, c, path);
    if (body)
        heads = curl_slist_append(heads, "Content-Type: application/json");
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, heads);
    curl_easy_setopt(c, CURLOPT_CUSTOMREQUEST, method);
    if (body)
        curl_easy_setopt(c, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(c, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)WAIT);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, out);
    CURLcode code = curl_easy_perform(c);
    if (code == CURLE_OK)
        curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
    else
        tc_fail(why, TC_E_FILE, j->base, SAY("The server does not answer: {0}."),
                curl_easy_strerror(code));
    curl_slist_free_all(heads);
    return status;
}

/* What a server says when it refuses. */
static void tell_refusal(const struct join *j, long status, const json_t *got,
                         struct tc_why *why)
{
    const json_t *e = json_object_get(got, "error");
    const json_t *r = json_object_get(e, "refusal");
    const char *text = json_string_value(json_object_get(e, "text"));
    const char *rule = json_string_value(json_object_get(r, "rule"));
    const char *near = json_string_value(json_object_get(json_object_get(r, "nearest"), "act"));
    char number[24];

    snprintf(number, sizeof number, "%ld", status);
    if (text && rule && near)
        tc_fail(why, TC_E_ILLEGAL, "server", SAY("{0} [{1}] Nearest legal: {2}"), text, rule,
                near);
    else if (text && rule)
        tc_fail(why, TC_E_ILLEGAL, "server", "{0} [{1}]", text, rule);
    else if (text)
        tc_fail(why, TC_E_ILLEGAL, "server", "{0}", text);
    else
        tc_fail(why, TC_E_ILLEGAL, j->base,
                SAY("The answer is not one of a tricorne server (HTTP {0})."), number);
}

json_t *join_ask(struct join *j, const char *method, const char *path, json_t *body,
                 struct tc_why *why)
{
    struct text t = { .most = MOST };
    char *sent = body ? json_dumps(body, JSON_COMPACT) : NULL;
    long status = send_it(j, method, path, sent, &t, why);
    json_t *got = status && t.at ? json_loadb(t.at, t.used, 0, NULL) : NULL;

    json_decref(body);
    free(sent);
    free(t.at);
    if (!status || (status < 300 && json_is_object(got)))
        return status ? got : NULL;
    tell_refusal(j, status, got, why);
    json_decref(got);
    return NULL;
}

json_t *join_get(struct join *j, const char *path, struct tc_why *why)
{
    return join_ask(j, "GET", path, NULL, why);
}

json_t *join_post(struct join *j, const char *path, json_t *body, struct tc_why *why)
{
    return join_ask(j, "POST", path, body ? body : json_object(), why);
}

char *join_text(struct join *j, const char *path, struct tc_why *why)
{
    struct text t = { .most = MOST };
    long status = send_it(j, "GET", path, NULL, &t, why);

    if (status >= 200 && status < 300 && t.at)
        return t.at;
    if (status) {
        json_t *got = t.at ? json_loadb(t.at, t.used, 0, NULL) : NULL;
        tell_refusal(j, status, got, why);
        json_decref(got);
    }
    free(t.at);
    return NULL;
}

/* --- The stream ------------------------------------------------------------------------------
 */

static void open_stream(struct join *j)
{
    struct join_wire *w = j->wire;
    char head[96];

    w->stream = curl_easy_init();
    if (!w->stream)
        return;
    set_common(j, w->stream, ".stream");
    w->stream_heads = bearer(j, NULL);
    snprintf(head, sizeof head, "Last-Event-ID: %s", w->last);
    w->stream_heads = curl_slist_append(w->stream_heads, head);
    curl_easy_setopt(w->stream, CURLOPT_HTTPHEADER, w->stream_heads);
    curl_easy_setopt(w->stream, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(w->stream, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(w->stream, CURLOPT_LOW_SPEED_TIME, (long)SILENCE);
    curl_easy_setopt(w->stream, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(w->stream, CURLOPT_WRITEDATA, &w->news);
    curl_multi_add_handle(w->many, w->stream);
}

void join_listen(struct join *j, int64_t line, int64_t note)
{
    snprintf(j->wire->last, sizeof j->wire->last, "%lld.%lld", (long long)line,
             (long long)note);
    drop_stream(j->wire);
    open_stream(j);
}

/* The value of a line "name: value", or NULL. */
static const char *value_of(const char *line, const char *name)
{
    size_t n = strlen(name);

    if (strncmp(line, name, n) != 0 || line[n] != ':')
        return NULL;
    return line + n + 1 + (line[n + 1] == ' ');
}

/* One event, its lines parted by line ends. */
static void read_event(struct join *j, char *text)
{
    char kind[32] = "message", id[48] = "";
    const char *data = NULL, *v;
    char *save = NULL;

    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        if ((v = value_of(line, "event")))
            snprintf(kind, sizeof kind, "%s", v);
        else if ((v = value_of(line, "id")))
            snprintf(id, sizeof id, "%s", v);
        else if ((v = value_of(line, "data")))
            data = v;
    }
    json_t *o = data ? json_loads(data, JSON_DECODE_ANY, NULL) : NULL;
    j->wire->told_lost = false;
    if (o || strcmp(kind, "bye") == 0)
        join_event(j, kind, o);
    json_decref(o);
    if (id[0])
        memcpy(j->wire->last, id, sizeof id);
}

static void read_events(struct join *j)
{
    struct text *t = &j->wire->news;
    char *at = t->at, *end;

    if (!t->used)
        return;
    while ((end = strstr(at, "\n\n"))) {
        *end = '\0';
        read_event(j, at);
        at = end + 2;
    }
    t->used -= (size_t)(at - t->at);
    memmove(t->at, at, t->used + 1);
}

/* The stream has ended, or could not be opened. */
static void stream_ended(struct join *j, CURLcode code)
{
    struct join_wire *w = j->wire;
    long status = 0;

    curl_easy_getinfo(w->stream, CURLINFO_RESPONSE_CODE, &status);
    drop_stream(w);
    w->again = cli_seconds() + PAUSE;
    if (status == 401 || status == 403 || status == 404) {
        join_say(status == 404 ? SAY("This game is not there any more.")
                               : SAY("This link does not open the seat any more."));
        j->quit = true;
    } else if (!w->told_lost && code != CURLE_OK) {
        join_say(SAY("The server is out of reach; trying again."));
        w->told_lost = true;
    }
}

bool join_wait(struct join *j, int ms)
{
    struct join_wire *w = j->wire;
    struct curl_waitfd in = { .fd = 0, .events = CURL_WAIT_POLLIN };
    int running, left;
    CURLMsg *m;

    if (!w->stream && cli_seconds() >= w->again)
        open_stream(j);
    curl_multi_perform(w->many, &running);
    read_events(j);
    while ((m = curl_multi_info_read(w->many, &left)))
        if (m->msg == CURLMSG_DONE && m->easy_handle == w->stream)
            stream_ended(j, m->data.result);
    if (j->quit)
        return false;
    curl_multi_poll(w->many, &in, 1, ms, NULL);
    return in.revents != 0;
}
