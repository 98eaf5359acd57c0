/* bench/load_answers.c - answers at their appointed moments, both seats listening.
 *
 * The load runs on the cores of the server, so it is one thread that waits for all its sockets
 * and reads of a reply no more than it needs. Each of the games under way has a connection for
 * its answers and two streams. A battle that is over gives way to another that was made
 * before.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bench/load.h"

enum {
    REPLY = 1 << 20, /* bytes of a reply, its heads included */
    BATTLE = 120,    /* answers of the shortest battles */
    EVENTS = 256,
    SETTLE = 30, /* seconds for what is under way at the end, at most */
};

struct caller {
    bool is_ear;
    enum { IDLE, LOOKING, LOOKING_AGAIN, ANSWERING } state;
    int fd, late; /* late: answers that are due and wait for this one's reply */
    struct load_game *g;
    struct hearer *ear[2];
    double due; /* of the last answer */
    char *buf;
    size_t got;
    bool ready; /* it is known what to answer */
};

struct hearer {
    bool is_ear;
    struct load_ear ear;
};

static struct {
    int epoll, games, made, taken, refused;
    struct load_game *game;
    struct hearer *hearer;
    struct caller *caller;
    double rate, seconds, begin, *took;
    long due, done, most; /* answers */
    unsigned lots;
} l;

/* --- Reading replies ------------------------------------------------------------------------
 */

static bool read_int(const char *text, const char *key, int *out)
{
    const char *at = text ? strstr(text, key) : NULL;

    if (at)
        *out = atoi(at + strlen(key));
    return at != NULL;
}

/* One of the offers by lot; acts have no quotation marks. */
static bool choose(const char *text, struct load_game *g)
{
    static const char key[] = "\"act\":\"";
    const char *list = text ? strstr(text, "\"offers\":[") : NULL;
    int n = 0;

    for (const char *at = list; at && (at = strstr(at, key)); at += sizeof key - 1)
        if (rand_r(&l.lots) % ++n == 0)
            snprintf(g->act, sizeof g->act, "%.*s", (int)strcspn(at + sizeof key - 1, "\""),
                     at + sizeof key - 1);
    return n > 0;
}

/* Whole? Then its body. */
static char *body_of(struct caller *c)
{
    c->buf[c->got] = '\0';
    char *end = strstr(c->buf, "\r\n\r\n");
    const char *length = end ? strcasestr(c->buf, "\r\nContent-Length:") : NULL;

    if (!length || c->got < (size_t)(end + 4 - c->buf) + (size_t)atol(length + 17))
        return NULL;
    return end + 4;
}

/* --- Asking --------------------------------------------------------------------------------
 */

static void ask_offers(struct caller *c)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "GET /api/v1/games/%s/offers HTTP/1.1\r\nHost: x\r\n"
                     "Authorization: Bearer %s\r\n\r\n",
                     c->g->id, c->g->token[c->g->seat]);

    load_send(c->fd, text, (size_t)n);
}

static void look(struct caller *c)
{
    c->ready = false;
    c->state = LOOKING;
    ask_offers(c);
}

static void answer(struct caller *c, double due)
{
    char body[700], text[1400];
    int size =
        snprintf(body, sizeof body, "{\"number\":%d,\"act\":\"%s\"}", c->g->number, c->g->act);
    int n = snprintf(text, sizeof text,
                     "POST /api/v1/games/%s/answer HTTP/1.1\r\nHost: x\r\n"
                     "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
                     "Content-Length: %d\r\n\r\n%s",
                     c->g->id, c->g->token[c->g->seat], size, body);

    c->due = due;
    c->ready = false;
    c->state = ANSWERING;
    load_send(c->fd, text, (size_t)n);
}

/* --- Games and streams
 * -------------------------------------------------------------------------------- */

static void watch(int fd, void *who)
{
    struct epoll_event ev = { .events = EPOLLIN, .data.ptr = who };

    epoll_ctl(l.epoll, EPOLL_CTL_ADD, fd, &ev);
}

/* The next of the games that were made. */
static void take_game(struct caller *c)
{
    if (l.taken == l.made) {
        fprintf(stderr, "load: more battles ended than were made\n");
        exit(1);
    }
    for (int i = 0; i < 2; i++) {
        struct hearer *h = &l.hearer[2 * l.taken + i];
        h->is_ear = true;
        c->g = &l.game[l.taken];
        c->ear[i] = h;
        load_open_ear(&h->ear, c->g, c->g->token[i]);
        watch(h->ear.fd, h);
    }
    l.taken++;
    look(c);
}

/* A stream of a battle that is over has told all. */
static void end_ear(struct hearer *h)
{
    if (!h->ear.g->over || h->ear.next < h->ear.g->lines || h->ear.fd < 0)
        return;
    close(h->ear.fd);
    h->ear.fd = -1;
}

static void hear(struct hearer *h)
{
    static char bytes[1 << 18];
    ssize_t n = h->ear.fd < 0 ? 0 : recv(h->ear.fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (n > 0) {
        load_hear(&h->ear, bytes, (size_t)n);
        end_ear(h);
    } else if (h->ear.fd >= 0 && (n == 0 || errno != EAGAIN)) {
        load_faults++;
        fprintf(stderr, "load: a stream has ended\n");
        epoll_ctl(l.epoll, EPOLL_CTL_DEL, h->ear.fd, NULL);
    }
}

/* --- Being answered
 * ----------------------------------------------------------------------------------- */

static void game_over(struct caller *c)
{
    c->g->over = true;
    for (int i = 0; i < 2; i++)
        end_ear(c->ear[i]);
    take_game(c);
}

static void ready(struct caller *c)
{
    c->state = IDLE;
    c->ready = true;
    if (!c->late)
        return;
    c->late--;
    answer(c, c->due + l.games / l.rate);
}

/* What the answer to the last answer says of the next: offers where the same side is asked,
 * else whose move it is. The page does the same. */
static void answered(struct caller *c, int status, const char *body)
{
    struct load_game *g = c->g;
    const char *q = strstr(body, "\"question\":{");
    int line;

    if (l.done < l.most)
        l.took[l.done++] = load_now() - c->due;
    if (status != 200) {
        l.refused++;
        fprintf(stderr, "load: %d %.200s\n", status, body);
        look(c);
        return;
    }
    if (read_int(body, "\"line\":", &line))
        g->lines = line + 1;
    if (!q || !read_int(q, "\"seat\":", &g->seat))
        game_over(c);
    else if (read_int(q, "\"number\":", &g->number) && choose(q, g))
        ready(c);
    else
        look(c);
}

/* The seat that was named last is asked first. */
static void looked(struct caller *c, int status, const char *body)
{
    if (status == 200 && read_int(body, "\"number\":", &c->g->number) && choose(body, c->g)) {
        ready(c);
    } else if (status == 403 && c->state == LOOKING) {
        c->state = LOOKING_AGAIN;
        c->g->seat = !c->g->seat;
        ask_offers(c);
    } else if (status == 409) {
        game_over(c);
    } else {
        fprintf(stderr, "load: offers: %d %.200s\n", status, body);
        exit(1);
    }
}

static void take_reply(struct caller *c)
{
    ssize_t n = recv(c->fd, c->buf + c->got, REPLY - 1 - c->got, MSG_DONTWAIT);

    if (n < 0 && errno == EAGAIN)
        return;
    if (n <= 0)
        load_die("recv");
    c->got += (size_t)n;
    const char *body = body_of(c);
    if (!body)
        return;
    c->got = 0;
    int status = atoi(c->buf + 9);
    if (c->state == ANSWERING)
        answered(c, status, body);
    else
        looked(c, status, body);
}

/* --- The run
 * ------------------------------------------------------------------------------------------ */

/* Every answer whose moment has come; who still waits for a reply answers afterwards. */
static void answer_due(double now)
{
    for (; l.due < l.most && l.begin + (double)l.due / l.rate <= now; l.due++) {
        struct caller *c = &l.caller[l.due % l.games];
        if (c->ready)
            answer(c, l.begin + (double)l.due / l.rate);
        else
            c->late++;
    }
}

static void wait_until(double t)
{
    struct epoll_event ev[EVENTS];
    double left = t - load_now();
    struct timespec s = { (time_t)left, (long)((left - (double)(time_t)left) * 1e9) };
    int n = left > 0 ? epoll_pwait2(l.epoll, ev, EVENTS, &s, NULL)
                     : epoll_wait(l.epoll, ev, EVENTS, 0);

    for (int i = 0; i < n; i++) {
        if (*(bool *)ev[i].data.ptr)
            hear(ev[i].data.ptr);
        else
            take_reply(ev[i].data.ptr);
    }
}

static bool all_ready(void)
{
    for (int i = 0; i < l.games; i++)
        if (!l.caller[i].ready)
            return false;
    return true;
}

static void prepare(int games, double rate, double seconds)
{
    l.games = games;
    l.rate = rate;
    l.seconds = seconds;
    l.most = (long)(rate * seconds);
    l.made = games + (int)(l.most / BATTLE);
    l.game = load_make_games(l.made);
    l.hearer = calloc((size_t)l.made * 2, sizeof *l.hearer);
    l.caller = calloc((size_t)games, sizeof *l.caller);
    l.took = calloc((size_t)l.most + 1, sizeof *l.took);
    l.epoll = epoll_create1(0);
    l.lots = 1;
    for (int i = 0; i < games; i++) {
        struct caller *c = &l.caller[i];
        c->buf = malloc(REPLY);
        c->fd = load_dial();
        watch(c->fd, c);
        take_game(c);
    }
    while (!all_ready())
        wait_until(load_now() + 1);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double own_time(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static void report(double took, double server, double own)
{
    long n = l.done;

    qsort(l.took, (size_t)n, sizeof *l.took, by_size);
    printf("answers %ld in %.1f s (%.1f a second), refused %d\n", n, took, (double)n / took,
           l.refused);
    printf("milliseconds: median %.2f, p90 %.2f, p99 %.2f, most %.2f\n", l.took[n / 2] * 1e3,
           l.took[n * 9 / 10] * 1e3, l.took[n * 99 / 100] * 1e3, l.took[n - 1] * 1e3);
    printf("processor an answer: server %.3f ms, load %.3f ms; battles ended %d\n",
           server * 1e3 / (double)n, own * 1e3 / (double)n, l.taken - l.games);
}

static bool all_heard(void)
{
    for (int i = 0; i < l.games; i++)
        if (l.caller[i].state == ANSWERING)
            return false;
    for (int i = 0; i < 2 * l.taken; i++)
        if (l.hearer[i].ear.next < l.hearer[i].ear.g->lines)
            return false;
    return true;
}

/* What is under way is heard to its end; nothing more is answered. */
static void settle(void)
{
    double end = load_now() + SETTLE;

    for (int i = 0; i < l.games; i++)
        l.caller[i].late = 0;
    while (!all_heard() && load_now() < end)
        wait_until(load_now() + 0.1);
    for (int i = 0; i < 2 * l.taken; i++) {
        const struct load_ear *e = &l.hearer[i].ear;
        if (e->next >= e->g->lines)
            continue;
        load_faults++;
        fprintf(stderr, "load: a stream of %s stops at %d of %d\n", e->g->id, e->next,
                e->g->lines);
    }
}

int load_answers(int games, double rate, double seconds, int pid)
{
    prepare(games, rate, seconds);
    double server = load_spent(pid), own = own_time();

    l.begin = load_now();
    while (l.done < l.most) {
        double now = load_now();
        answer_due(now);
        wait_until(l.due < l.most ? l.begin + (double)l.due / l.rate : now + 1);
        if (now - l.begin > 2 * l.seconds + 5)
            break; /* it will never be done */
    }
    double took = load_now() - l.begin;
    server = load_spent(pid) - server;
    own = own_time() - own;
    settle();
    report(took, server, own);
    printf("streams %d, lines heard %ld, lost or doubled %ld\n", 2 * l.games, load_heard,
           load_faults);
    if (l.done < l.most)
        fprintf(stderr, "load: given up: %ld of %ld answers were not given in twice the time\n",
                l.most - l.done, l.most);
    return load_faults != 0 || l.done < l.most;
}
