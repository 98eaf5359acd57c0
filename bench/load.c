/* bench/load.c - load on a running server: answers, idle streams, keep-alive connections.
 *
 * usage: load HOST PORT answers GAMES RATE SECONDS
 *        load HOST PORT idle STREAMS SECONDS PID
 *        load HOST PORT keepalive CONNECTIONS SECONDS [PATH [PID]]
 *
 * `answers` opens GAMES games of two persons, listens to both seats of each, and answers RATE
 * times a second, each answer at its appointed moment. It counts lines of streams that are
 * lost or doubled, and prints how long answers took from that moment on. `idle` opens streams,
 * spread over up to 500 games, and prints the memory of process PID. `keepalive` sends GET
 * requests on many connections at once, one after another on each.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 32, MOST = 4 << 20, NAME = 64 };

static struct sockaddr_in server;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int dial(void)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;

    if (fd < 0 || connect(fd, (struct sockaddr *)&server, sizeof server) != 0)
        die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void send_all(int fd, const char *text, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t k = send(fd, text + done, n - done, MSG_NOSIGNAL);
        if (k <= 0)
            die("send");
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
            die("recv");
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

    send_all(fd, text, (size_t)n);
    receive(fd, r);
}

/* --- Games
 * -------------------------------------------------------------------------------------- */

struct game {
    char id[NAME], token[2][NAME], watch[NAME];
    int number, seat; /* of the open question */
    char act[512];
    int lines;
    bool over;
};

static void take(char *to, const json_t *o, const char *key)
{
    snprintf(to, NAME, "%s", json_string_value(json_object_get(o, key)));
}

/* An invitation becomes a token. */
static void join(int fd, struct reply *r, const struct game *g, char *token)
{
    char path[128];

    snprintf(path, sizeof path, "games/%s/join", g->id);
    request(fd, "POST", path, token, "{}", r);
    json_t *o = json_loadb(r->body, r->size, 0, NULL);
    take(token, o, "token");
    json_decref(o);
}

static void make_game(int fd, struct reply *r, struct game *g)
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

static bool choose(const json_t *list, struct game *g, unsigned *lots)
{
    size_t n = json_array_size(list);

    if (!n)
        return false;
    const json_t *act = json_object_get(json_array_get(list, (size_t)rand_r(lots) % n), "act");
    snprintf(g->act, sizeof g->act, "%s", json_string_value(act));
    return true;
}

/* What the answer to the last answer says of the next: offers where the same side is asked,
 * else whose move it is. The page does the same. */
static bool read_next(const struct reply *r, struct game *g, unsigned *lots)
{
    json_t *o = json_loadb(r->body, r->size, 0, NULL);
    const json_t *q = json_object_get(o, "question"), *seat = json_object_get(q, "seat");

    g->over = g->over || !seat;
    g->seat = (int)json_integer_value(seat);
    g->number = (int)json_integer_value(json_object_get(q, "number"));
    bool known = g->over || choose(json_object_get(q, "offers"), g, lots);
    json_decref(o);
    return known;
}

/* What is asked, and an answer for it; the seat that was named last is asked first. */
static void look(int fd, struct reply *r, struct game *g, unsigned *lots)
{
    char path[128];
    int first = g->seat;

    for (int i = 0; i < 2; i++) {
        int seat = i ? !first : first;
        snprintf(path, sizeof path, "games/%s/offers", g->id);
        request(fd, "GET", path, g->token[seat], NULL, r);
        if (r->status == 409)
            g->over = true;
        if (r->status != 200)
            continue;
        json_t *o = json_loadb(r->body, r->size, 0, NULL);
        choose(json_object_get(o, "offers"), g, lots);
        g->number = (int)json_integer_value(json_object_get(o, "number"));
        g->seat = seat;
        json_decref(o);
        return;
    }
}

static struct game *make_games(int n)
{
    struct game *g = calloc((size_t)n, sizeof *g);
    struct reply r = { 0 };
    int fd = dial();

    for (int i = 0; i < n; i++)
        make_game(fd, &r, &g[i]);
    close(fd);
    free(r.buf);
    return g;
}

/* --- Streams
 * ---------------------------------------------------------------------------------------- */

/* Counts the lines of a stream; anything out of order is a fault. */
struct ear {
    int fd, next;
    struct game *g;
    char rest[64]; /* the beginning of a line of text that is not whole yet */
    int kept;
};

static atomic_long faults, heard;

static void hear_text(struct ear *e, const char *line)
{
    int n;

    if (sscanf(line, "data: {\"line\":%d,", &n) != 1)
        return;
    heard++;
    if (n != e->next) {
        faults++;
        fprintf(stderr, "load: stream of %s: line %d after %d\n", e->g->id, n, e->next - 1);
    }
    e->next = n + 1;
}

/* Chunk sizes may cut a line of text: sizes are lines of their own between \r\n; what counts
 * stands in the first bytes of a line and is short. */
static void hear(struct ear *e, const char *bytes, ssize_t n)
{
    for (ssize_t i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
            e->rest[e->kept] = '\0';
            hear_text(e, e->rest);
            e->kept = 0;
        } else if (e->kept < (int)sizeof e->rest - 1) {
            e->rest[e->kept++] = bytes[i];
        }
    }
}

static void open_ear(struct ear *e, struct game *g, const char *token, int epoll)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "GET /api/v1/games/%s/stream HTTP/1.0\r\nHost: x\r\n"
                     "Authorization: Bearer %s\r\n\r\n",
                     g->id, token);
    struct epoll_event ev = { .events = EPOLLIN, .data.ptr = e };

    e->g = g;
    e->fd = dial();
    send_all(e->fd, text, (size_t)n);
    fcntl(e->fd, F_SETFL, O_NONBLOCK);
    epoll_ctl(epoll, EPOLL_CTL_ADD, e->fd, &ev);
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
            struct ear *e = ev[i].data.ptr;
            ssize_t k = recv(e->fd, bytes, sizeof bytes, 0);
            if (k > 0) {
                hear(e, bytes, k);
            } else if (k == 0 || errno != EAGAIN) {
                faults++;
                fprintf(stderr, "load: a stream has ended\n");
                epoll_ctl(epoll, EPOLL_CTL_DEL, e->fd, NULL);
            }
        }
    }
    return NULL;
}

/* --- answers
 * ------------------------------------------------------------------------------------------ */

struct crew {
    pthread_t thread;
    struct game *game;
    int games, done, refused;
    double rate, seconds, begin;
    double *took;
    unsigned lots;
};

static void pause_until(double t)
{
    double left = t - now();
    struct timespec s = { (time_t)left, (long)((left - (double)(time_t)left) * 1e9) };

    if (left > 0)
        nanosleep(&s, NULL);
}

static void *answer_all(void *arg)
{
    struct crew *c = arg;
    struct reply r = { 0 };
    int fd = dial(), all = (int)(c->rate * c->seconds);

    for (int i = 0; i < c->games; i++)
        look(fd, &r, &c->game[i], &c->lots);
    pause_until(c->begin);
    for (int i = 0; i < all; i++) {
        struct game *g = &c->game[i % c->games];
        double due = c->begin + i / c->rate;
        char path[128], body[700];
        if (g->over)
            continue;
        pause_until(due);
        snprintf(path, sizeof path, "games/%s/answer", g->id);
        snprintf(body, sizeof body, "{\"number\":%d,\"act\":\"%s\"}", g->number, g->act);
        request(fd, "POST", path, g->token[g->seat], body, &r);
        c->took[c->done++] = now() - due;
        if (r.status != 200) {
            c->refused++;
            fprintf(stderr, "load: %d %.200s\n", r.status, r.body);
        } else {
            g->lines = atoi(strstr(r.body, "\"line\":") + 7) + 1;
            if (read_next(&r, g, &c->lots))
                continue;
        }
        look(fd, &r, g, &c->lots);
    }
    close(fd);
    free(r.buf);
    return NULL;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void report(struct crew *crew, double seconds)
{
    int n = 0, refused = 0;
    double *all = malloc(sizeof *all * 10000000);

    for (int i = 0; i < THREADS; i++) {
        memcpy(all + n, crew[i].took, (size_t)crew[i].done * sizeof *all);
        n += crew[i].done;
        refused += crew[i].refused;
    }
    qsort(all, (size_t)n, sizeof *all, by_size);
    printf("answers %d in %.1f s (%.1f a second), refused %d\n", n, seconds, n / seconds,
           refused);
    printf("milliseconds: median %.2f, p90 %.2f, p99 %.2f, most %.2f\n", all[n / 2] * 1e3,
           all[n * 9 / 10] * 1e3, all[n * 99 / 100] * 1e3, all[n - 1] * 1e3);
    free(all);
}

static int answers(int games, double rate, double seconds)
{
    struct game *g = make_games(games);
    struct ear *ear = calloc((size_t)games * 2, sizeof *ear);
    int epoll = epoll_create1(0);
    pthread_t listener;
    struct crew crew[THREADS];

    for (int i = 0; i < 2 * games; i++)
        open_ear(&ear[i], &g[i / 2], g[i / 2].token[i % 2], epoll);
    pthread_create(&listener, NULL, listen_to, &epoll);
    double begin = now() + 3;
    for (int i = 0; i < THREADS; i++) {
        int from = games * i / THREADS, to = games * (i + 1) / THREADS;
        crew[i] = (struct crew){ .game = g + from,
                                 .games = to - from,
                                 .rate = rate / THREADS,
                                 .seconds = seconds,
                                 .begin = begin + i / rate,
                                 .took = malloc(sizeof(double) * (size_t)(rate * seconds + 9)),
                                 .lots = (unsigned)i + 1 };
        pthread_create(&crew[i].thread, NULL, answer_all, &crew[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(crew[i].thread, NULL);
    double took = now() - begin;
    sleep(2);
    stop = true;
    pthread_join(listener, NULL);
    for (int i = 0; i < 2 * games; i++)
        if (ear[i].next < ear[i].g->lines) {
            faults++;
            fprintf(stderr, "load: a stream of %s stops at %d of %d\n", ear[i].g->id,
                    ear[i].next, ear[i].g->lines);
        }
    report(crew, took);
    printf("streams %d, lines heard %ld, lost or doubled %ld\n", 2 * games, heard, faults);
    return faults != 0;
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
        die("statm");
    fclose(f);
    return (double)here * 4096 / 1e6;
}

static int idle(int streams, double seconds, int pid)
{
    int games = streams < 500 ? streams : 500, epoll = epoll_create1(0);
    double before = resident(pid);
    struct game *g = make_games(games);
    struct ear *ear = calloc((size_t)streams, sizeof *ear);
    pthread_t listener;

    pthread_create(&listener, NULL, listen_to, &epoll);
    for (int i = 0; i < streams; i++)
        open_ear(&ear[i], &g[i % games], g[i % games].watch, epoll);
    sleep(3);
    printf("megabytes: %.1f before, %.1f with %d streams of %d games just opened\n", before,
           resident(pid), streams, games);
    fflush(stdout);
    sleep((unsigned)seconds);
    printf("megabytes: %.1f after %.0f s; streams that have ended %ld\n", resident(pid),
           seconds, faults);
    stop = true;
    pthread_join(listener, NULL);
    return faults != 0;
}

/* --- keepalive
 * --------------------------------------------------------------------------------------------
 */

/* Seconds of processor time a process has used. */
static double spent(int pid)
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
        fd[i] = dial();
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd[i], &e);
    }
    double begin = now(), cpu = spent(pid);
    for (int i = 0; i < connections; i++)
        send_all(fd[i], text, (size_t)n);
    while (now() - begin < seconds) {
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
            send_all(fd[at], text, (size_t)n);
        }
    }
    printf("%d connections: %.0f requests a second, %ld closed, server %.1f us a request\n",
           connections, (double)done / seconds, closed,
           (spent(pid) - cpu) * 1e6 / (double)(done ? done : 1));
    return closed != 0;
}

int main(int argc, char **argv)
{
    struct rlimit l;

    if (argc < 6) {
        fprintf(stderr,
                "usage: load HOST PORT answers GAMES RATE SECONDS | idle STREAMS SECONDS "
                "PID | keepalive CONNECTIONS SECONDS [PATH [PID]]\n");
        return 2;
    }
    getrlimit(RLIMIT_NOFILE, &l);
    l.rlim_cur = l.rlim_max;
    setrlimit(RLIMIT_NOFILE, &l);
    server.sin_family = AF_INET;
    server.sin_port = htons((uint16_t)atoi(argv[2]));
    inet_pton(AF_INET, argv[1], &server.sin_addr);
    if (strcmp(argv[3], "answers") == 0 && argc == 7)
        return answers(atoi(argv[4]), atof(argv[5]), atof(argv[6]));
    if (strcmp(argv[3], "idle") == 0 && argc == 7)
        return idle(atoi(argv[4]), atof(argv[5]), atoi(argv[6]));
    if (strcmp(argv[3], "keepalive") == 0)
        return keepalive(atoi(argv[4]), atof(argv[5]), argc > 6 ? argv[6] : "/healthz",
                         argc > 7 ? atoi(argv[7]) : 0);
    return 2;
}
