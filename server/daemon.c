/* server/daemon.c - the threads that read and write: each runs a daemon of its own.
 *
 * libmicrohttpd's own threads with epoll wait a second time when as many events came as fit in
 * one call (128 in 0.9.75). So the rate falls to nothing at 128, 256 or 512 connections. With
 * poll every round costs as much as there are connections. So we wait for its epoll
 * ourselves and call MHD_run, which never waits. bench/load.c measures it.
 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http.h"
#include "server/own.h"

enum {
    MOST = 64, /* daemons */
    CONNECTIONS = 16384,
    SPARE = 64, /* files for the store, the page, the log */
    CONNECTION_MEMORY = 16384,
    IDLE_SECONDS = 75,
    BACKLOG = 1024,
};

struct runner {
    struct srv *srv;
    struct MHD_Daemon *daemon;
    pthread_t thread;
    int epoll, bell; /* bell: an eventfd that says a connection was woken */
    atomic_bool rung;
    bool running;
};

struct srv_net {
    struct runner runner[MOST];
    int listening;
    atomic_int runners;
    atomic_bool stop;
};

struct srv_net *srv_net_new(void)
{
    struct srv_net *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    p->listening = -1;
    return p;
}

void srv_net_free(struct srv_net *p)
{
    free(p);
}

/* --- Running --------------------------------------------------------------------------- */

static void *run(void *arg)
{
    struct runner *r = arg;

    srv = r->srv;
    while (!srv->net->stop) {
        MHD_UNSIGNED_LONG_LONG ms = 1000;
        struct pollfd p[2] = { { .fd = r->epoll, .events = POLLIN },
                               { .fd = r->bell, .events = POLLIN } };
        uint64_t rings;
        if (MHD_get_timeout(r->daemon, &ms) != MHD_YES || ms > 1000)
            ms = 1000;
        if (ms > 0)
            poll(p, 2, (int)ms);
        atomic_store(&r->rung, false); /* who rings from now on is heard in the next round */
        if (p[1].revents && read(r->bell, &rings, sizeof rings) < 0)
            continue;
        MHD_run(r->daemon);
    }
    return NULL;
}

/* A worker wakes the streams of a game and then the one who asked: it rings when it is done. */
static _Thread_local bool holding;
static _Thread_local uint64_t held; /* bit i: the bell of runner i */

static void ring(int i)
{
    uint64_t one = 1;

    if (!atomic_exchange(&srv->net->runner[i].rung, true) &&
        write(srv->net->runner[i].bell, &one, sizeof one) < 0)
        return; /* it is full of rings: that will do */
}

void srv_http_hold(void)
{
    holding = true;
}

void srv_http_ring(void)
{
    holding = false;
    for (int i = 0; held; i++, held >>= 1)
        if (held & 1)
            ring(i);
}

/* Without threads of its own the library does not notice that a connection was resumed: the
 * bell is rung, once for all that wake before the thread looks. */
void srv_http_wake(struct MHD_Connection *con)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(con, MHD_CONNECTION_INFO_DAEMON);
    const struct MHD_Daemon *daemon = info ? info->daemon : NULL;

    MHD_resume_connection(con);
    for (int i = 0; i < srv->net->runners; i++)
        if (srv->net->runner[i].daemon == daemon && holding)
            held |= UINT64_C(1) << i;
        else if (srv->net->runner[i].daemon == daemon)
            ring(i);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : TC_NONE;
}

/* As libmicrohttpd's own, but a zero byte stays written out, and so fits no address. */
static size_t unescape(void *cls, struct MHD_Connection *con, char *text)
{
    char *to = text;

    (void)cls;
    (void)con;
    for (const char *at = text; *at; at++) {
        int high = *at == '%' ? hex_digit(at[1]) : TC_NONE;
        int low = high >= 0 ? hex_digit(at[2]) : TC_NONE;
        if (low >= 0 && high + low > 0) {
            *to++ = (char)(high * 16 + low);
            at += 2;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
    return (size_t)(to - text);
}

/* As many connections as there are files to be had. */
static unsigned connection_limit(void)
{
    struct rlimit l;

    if (getrlimit(RLIMIT_NOFILE, &l) != 0)
        return 512;
    l.rlim_cur = l.rlim_max;
    setrlimit(RLIMIT_NOFILE, &l);
    if (l.rlim_cur < CONNECTIONS + SPARE)
        return l.rlim_cur > 2 * SPARE ? (unsigned)l.rlim_cur - SPARE : SPARE;
    return CONNECTIONS;
}

static bool start_one(struct runner *r, unsigned limit)
{
    const union MHD_DaemonInfo *info;
    r->srv = srv;
    int fd = dup(srv->net->listening);

    r->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, srv_http_accept, NULL, srv_http_handle,
        NULL, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_NOTIFY_COMPLETED,
        srv_http_end, NULL, MHD_OPTION_NOTIFY_CONNECTION, srv_http_connection, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, srv_http_uri, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_END);
    if (!r->daemon) {
        close(fd);
        return false;
    }
    info = MHD_get_daemon_info(r->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    r->epoll = info ? info->epoll_fd : -1;
    r->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    srv->net->runners++; /* before its thread can have a connection to wake */
    r->running = r->epoll >= 0 && r->bell >= 0 && pthread_create(&r->thread, NULL, run, r) == 0;
    return r->running;
}

/* --- Opening ----------------------------------------------------------------------------- */

static enum tc_err cannot_listen(const char *port, struct tc_why *why)
{
    return tc_fail(why, TC_E_FILE, "port", "{0} port {1} cannot be listened at: {2}.",
                   srv->o.bind, port, strerror(errno));
}

static enum tc_err open_socket(struct tc_why *why)
{
    struct addrinfo hint = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                             .ai_socktype = SOCK_STREAM },
                    *at;
    char port[16];
    int one = 1;

    snprintf(port, sizeof port, "%d", srv->o.port);
    if (getaddrinfo(srv->o.bind, port, &hint, &at) != 0)
        return tc_fail(why, TC_E_NAME, "bind", "\"{0}\" is not an address, as 127.0.0.1 is.",
                       srv->o.bind);
    srv->net->listening = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool good =
        srv->net->listening >= 0 &&
        setsockopt(srv->net->listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        bind(srv->net->listening, at->ai_addr, at->ai_addrlen) == 0 &&
        listen(srv->net->listening, BACKLOG) == 0;
    freeaddrinfo(at);
    return good ? TC_OK : cannot_listen(port, why);
}

enum tc_err srv_http_open(struct tc_why *why)
{
    unsigned limit = connection_limit() / (unsigned)srv->o.io; /* each daemon counts its own */
    enum tc_err err = open_socket(why);

    for (int i = 0; err == TC_OK && i < srv->o.io && i < MOST; i++)
        if (!start_one(&srv->net->runner[i], limit))
            err = tc_fail(why, TC_E_FILE, "server", "The HTTP daemon does not start.");
    return err;
}

int srv_http_port(void)
{
    struct sockaddr_storage at;
    socklen_t n = sizeof at;

    if (getsockname(srv->net->listening, (struct sockaddr *)&at, &n) != 0)
        return srv->o.port;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

/* No connection may sleep when a daemon stops: those a worker has are waited for. */
void srv_http_close(void)
{
    for (int i = 0; i < srv->net->runners; i++) {
        MHD_socket fd = MHD_quiesce_daemon(srv->net->runner[i].daemon);
        if (fd != MHD_INVALID_SOCKET)
            close(fd);
    }
    for (int i = 0; i < 500 && srv_http_calls() > 0; i++)
        usleep(20000);
    usleep(20000); /* what has woken up is written */
    srv->net->stop = true;
    for (int i = 0; i < srv->net->runners; i++) {
        if (srv->net->runner[i].running)
            pthread_join(srv->net->runner[i].thread, NULL);
        if (srv_http_calls() == 0)
            MHD_stop_daemon(srv->net->runner[i].daemon);
        close(srv->net->runner[i].bell);
    }
    if (srv->net->listening >= 0)
        close(srv->net->listening);
    srv->net->listening = -1;
    srv->net->runners = 0;
}
