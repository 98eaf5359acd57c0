/* bench/load.c - load on a running server: answers, idle streams, keep-alive connections.
 *
 * usage: load HOST PORT answers GAMES RATE SECONDS [PID]
 *        load HOST PORT idle STREAMS SECONDS PID
 *        load HOST PORT keepalive CONNECTIONS SECONDS [PATH [PID]]
 *
 * `answers` keeps GAMES games of two persons under way, listens to both seats of each, and
 * answers RATE times a second, each answer at its appointed moment. It counts lines of streams
 * that are lost or doubled, prints how long answers took from that moment on, and the processor
 * time of the server PID and of itself (load_answers.c). `idle` opens streams,
 * spread over up to 500 games, and prints the memory of process PID. `keepalive` sends GET
 * requests on many connections at once, one after another on each.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bench/load.h"

enum { MOST = 4 << 20 };

static struct sockaddr_in server;

double load_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void load_die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

int load_dial(void)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;

    if (fd < 0 || connect(fd, (struct sockaddr *)&server, sizeof server) != 0)
        load_die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

void load_send(int fd, const char *text, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t k = send(fd, text + done, n - done, MSG_NOSIGNAL);
        if (k <= 0)
            load_die("send");
        done += (size_t)k;
    }
}

/* --- One request on a connection that is kept ------------------------------------------------
 */

struct reply {
    int status;
    char *body; /* within buf */
    size_t size;
    char *buf;
};

static size_t length_of(const char *head)
{
    const char *at = strcasestr(head, "\r\nContent-Length:");

    return at ? (size_t)atol(at + 17) : 0;
}

static void receive(int fd, struct reply *r)
{
    size_t got = 0;
    char *end = NULL;

    if (!r->buf)
        r->buf = malloc(MOST);
    for (;;) {
        ssize_t k = recv(fd, r->buf + got, MOST - 1 - got, 0);
        if (k <= 0)
            load_die("recv");
        got += (size_t)k;
        r->buf[got] = '\0';
        if (!end)
            end = strstr(r->buf, "\r\n\r\n");
        if (!end)
            continue;
        r->body = end + 4;
        r->size = length_of(r->buf);
        if (got >= (size_t)(r->body - r->buf) + r->size)
            break;
    }
    r->status = atoi(r->buf + 9);
}

static void request(int fd, const char *method, const char *path, const char *token,
                    const char *body, struct reply *r)
{
    char text[2048];
    int n =
        snprintf(text, sizeof text,
                 "%s /api/v1/%s HTTP/1.1\r\nHost: x\r\n%s%s%s%sContent-Length: %zu\r\n\r\n%s",
                 method, path, token ? "Authorization: Bearer " : "", token ? token : "",
                 token ? "\r\n" : "", body ? "Content-Type: application/json\r\n" : "",
                 body ? strlen(body) : 0, body ? body : "");

    load_send(fd, text, (size_t)n);
    receive(fd, r);
}

/* --- Games
 * -------------------------------------------------------------------------------------- */

static void take(char *to, const json_t *o, const char *key)
{
    snprintf(to, LOAD_NAME, "%s", json_string_value(json_object_get(o, key)));
}

/* An invitation becomes a token. */
static void join(int fd, struct reply *r, const struct load_game *g, char *token)
{
    char path[128];

    snprintf(path, sizeof path, "games/%s/join", g->id);
    request(fd, "POST", path, token, "{}", r);
    json_t *o = json_loadb(r->body, r->size, 0, NULL);
    take(token, o, "token");
    json_decref(o);
}

static void make_game(int fd, struct reply *r, struct load_game *g)
{
    request(fd, "POST", "games", NULL, "{\"scenario\":\"minden/first-battle\"}", r);
    json_t *o = json_loadb(r->body, r->size, 0, NULL);
    if (r->status != 201 || !o) {
        fprintf(stderr, "load: no new game: %.200s\n", r->body);
        exit(1);
    }
    take(g->id, o, "game");
    take(g->watch, o, "watch");
    const json_t *seats = json_object_get(o, "seats"), *second = json_array_get(seats, 1);
    bool invited = json_object_get(second, "invite") != NULL;
    take(g->token[0], json_array_get(seats, 0), "token");
    take(g->token[1], second, invited ? "invite" : "token");
    json_decref(o);
    if (invited)
        join(fd, r, g, g->token[1]);
}

struct load_game *load_make_games(int n)
{
    struct load_game *g = calloc((size_t)n, sizeof *g);
    struct reply r = { 0 };
    int fd = load_dial();

    for (int i = 0; i < n; i++)
        make_game(fd, &r, &g[i]);
    close(fd);
    free(r.buf);
    return g;
}

/* --- Streams
 * ---------------------------------------------------------------------------------------- */

long load_faults, load_heard;

static void hear_text(struct load_ear *e, const char *line)
{
    static const char key[] = "data: {\"line\":";

    if (strncmp(line, key, sizeof key - 1) != 0)
        return;
    int n = atoi(line + sizeof key - 1);
    load_heard++;
    if (n != e->next) {
        load_faults++;
        fprintf(stderr, "load: stream of %s: line %d after %d\n", e->g->id, n, e->next - 1);
    }
    e->next = n + 1;
}

/* What counts stands in the first bytes of a line of text; only they are kept. */
static void keep(struct load_ear *e, const char *bytes, size_t n)
{
    size_t room = sizeof e->rest - 1 - (size_t)e->kept;

    if (n > room)
        n = room;
    memcpy(e->rest + e->kept, bytes, n);
    e->kept += (int)n;
}

void load_hear(struct load_ear *e, const char *bytes, size_t n)
{
    for (const char *end = bytes + n, *cut; bytes < end; bytes = cut + 1) {
        cut = memchr(bytes, '\n', (size_t)(end - bytes));
        keep(e, bytes, (size_t)((cut ? cut : end) - bytes));
        if (!cut)
            return;
        e->rest[e->kept] = '\0';
        hear_text(e, e->rest);
        e->kept = 0;
    }
}

void load_open_ear(struct load_ear *e, struct load_game *g, const char *token)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "GET /api/v1/games/%s/stream HTTP/1.0\r\nHost: x\r\n"
                     "Authorization: Bearer %s\r\n\r\n",
                     g->id, token);

    e->g = g;
    e->fd = load_dial();
    load_send(e->fd, text, (size_t)n);
}

static atomic_bool stop;

static void *listen_to(void *arg)
{
    int epoll = *(int *)arg;
    static char bytes[1 << 18];
    struct epoll_event ev[256];

    while (!stop) {
        int n = epoll_wait(epoll, ev, 256, 100);
        for (int i = 0; i < n; i++) {
            struct load_ear *e = ev[i].data.ptr;
            ssize_t k = recv(e->fd, bytes, sizeof bytes, MSG_DONTWAIT);
            if (k > 0) {
                load_hear(e, bytes, (size_t)k);
            } else if (k == 0 || errno != EAGAIN) {
                load_faults++;
                fprintf(stderr, "load: a stream has ended\n");
                epoll_ctl(epoll, EPOLL_CTL_DEL, e->fd, NULL);
            }
        }
    }
    return NULL;
}

/* --- idle
 * ------------------------------------------------------------
 */

static double resident(int pid)
{
    char path[64];
    unsigned long all, here = 0;

    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    FILE *f = fopen(path, "r");
    if (!f || fscanf(f, "%lu %lu", &all, &here) != 2)
        load_die("statm");
    fclose(f);
    return (double)here * 4096 / 1e6;
}

static void listen_with(struct load_ear *e, struct load_game *g, int epoll)
{
    struct epoll_event ev = { .events = EPOLLIN, .data.ptr = e };

    load_open_ear(e, g, g->watch);
    epoll_ctl(epoll, EPOLL_CTL_ADD, e->fd, &ev);
}

static int idle(int streams, double seconds, int pid)
{
    int games = streams < 500 ? streams : 500, epoll = epoll_create1(0);
    double before = resident(pid);
    struct load_game *g = load_make_games(games);
    struct load_ear *ear = calloc((size_t)streams, sizeof *ear);
    pthread_t listener;

    pthread_create(&listener, NULL, listen_to, &epoll);
    for (int i = 0; i < streams; i++)
        listen_with(&ear[i], &g[i % games], epoll);
    sleep(3);
    printf("megabytes: %.1f before, %.1f with %d streams of %d games just opened\n", before,
           resident(pid), streams, games);
    fflush(stdout);
    sleep((unsigned)seconds);
    printf("megabytes: %.1f after %.0f s; streams that have ended %ld\n", resident(pid),
           seconds, load_faults);
    stop = true;
    pthread_join(listener, NULL);
    return load_faults != 0;
}

/* --- keepalive
 * --------------------------------------------------------------------------------------------
 */

/* Seconds of processor time a process has used. */
double load_spent(int pid)
{
    char path[64], text[1024];
    unsigned long user = 0, sys = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = pid ? fopen(path, "r") : NULL;
    if (!f)
        return 0;
    const char *at = fgets(text, sizeof text, f) ? strrchr(text, ')') : NULL;
    if (!at ||
        sscanf(at + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &sys) != 2)
        user = sys = 0;
    fclose(f);
    return (double)(user + sys) / (double)sysconf(_SC_CLK_TCK);
}

static int keepalive(int connections, double seconds, const char *path, int pid)
{
    int epoll = epoll_create1(0), *fd = calloc((size_t)connections, sizeof *fd);
    char text[256], bytes[65536];
    struct epoll_event ev[512];
    long done = 0, closed = 0;
    int n = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);

    for (int i = 0; i < connections; i++) {
        struct epoll_event e = { .events = EPOLLIN, .data.fd = i };
        fd[i] = load_dial();
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd[i], &e);
    }
    double begin = load_now(), cpu = load_spent(pid);
    for (int i = 0; i < connections; i++)
        load_send(fd[i], text, (size_t)n);
    while (load_now() - begin < seconds) {
        int k = epoll_wait(epoll, ev, 512, 100);
        for (int i = 0; i < k; i++) {
            int at = ev[i].data.fd;
            ssize_t got =
                recv(fd[at], bytes, sizeof bytes, 0); /* answers are small: one piece */
            if (got <= 0) {
                closed++;
                epoll_ctl(epoll, EPOLL_CTL_DEL, fd[at], NULL);
                continue;
            }
            done++;
            load_send(fd[at], text, (size_t)n);
        }
    }
    printf("%d connections: %.0f requests a second, %ld closed, server %.1f us a request\n",
           connections, (double)done / seconds, closed,
           (load_spent(pid) - cpu) * 1e6 / (double)(done ? done : 1));
    return closed != 0;
}

int main(int argc, char **argv)
{
    struct rlimit l;

    if (argc < 6) {
        fprintf(stderr,
                "usage: load HOST PORT answers GAMES RATE SECONDS [PID] | idle STREAMS SECONDS "
                "PID | keepalive CONNECTIONS SECONDS [PATH [PID]]\n");
        return 2;
    }
    getrlimit(RLIMIT_NOFILE, &l);
    l.rlim_cur = l.rlim_max;
    setrlimit(RLIMIT_NOFILE, &l);
    server.sin_family = AF_INET;
    server.sin_port = htons((uint16_t)atoi(argv[2]));
    inet_pton(AF_INET, argv[1], &server.sin_addr);
    if (strcmp(argv[3], "answers") == 0 && argc >= 7)
        return load_answers(atoi(argv[4]), atof(argv[5]), atof(argv[6]),
                            argc > 7 ? atoi(argv[7]) : 0);
    if (strcmp(argv[3], "idle") == 0 && argc == 7)
        return idle(atoi(argv[4]), atof(argv[5]), atoi(argv[6]));
    if (strcmp(argv[3], "keepalive") == 0)
        return keepalive(atoi(argv[4]), atof(argv[5]), argc > 6 ? argv[6] : "/healthz",
                         argc > 7 ? atoi(argv[7]) : 0);
    return 2;
}
