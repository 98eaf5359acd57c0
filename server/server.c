/* server/server.c - starting, the ticker, stopping. */
#include "server/server.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/own.h"

enum {
    PATIENCE_MS = 2500, /* with a database that hangs */
    POSTMEN = 4,
};

struct srv srv;

int64_t srv_now(void)
{
    return (int64_t)time(NULL);
}

double srv_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- The ticker --------------------------------------------------------------------------- */

static void tick(int n)
{
    double now = srv_clock();

    srv_streams_beat(now);
    srv_games_tidy(now);
    srv_desk_tick(now);
    srv_clock_tick(now);
    if (n % 5 == 0)
        srv_http_tick(now);
    if (n % 60 == 0)
        srv_limit_tidy(now);
    if (n % 300 == 5)
        srv_games_sweep();
}

/* Wait for the word to stop, with a tick every second. */
static int wait_and_tick(const sigset_t *set)
{
    for (int n = 1;; n++) {
        struct timespec second = { 1, 0 };
        int got = sigtimedwait(set, NULL, &second);
        if (got == SIGTERM || got == SIGINT)
            return got;
        tick(n);
    }
}

/* --- Starting -------------------------------------------------------------------------------
 */

static enum tc_err take_base(const char *base, struct tc_why *why)
{
    size_t n = strlen(base);

    if (base[0] != '/' || n + 2 > sizeof srv.base || strstr(base, "//") ||
        strspn(base, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./") != n)
        return tc_fail(why, TC_E_SYNTAX, "base-path",
                       "The base path begins with / and has plain characters, not \"{0}\".",
                       base);
    snprintf(srv.base, sizeof srv.base, "%s%s", base, base[n - 1] == '/' ? "" : "/");
    return TC_OK;
}

/* For links in mail: as the operator says people reach it, or as it listens. */
static void take_url(void)
{
    bool six = strchr(srv.o.bind, ':');
    size_t n = srv.o.url ? strlen(srv.o.url) : 0;

    if (n)
        snprintf(srv.url, sizeof srv.url, "%s%s", srv.o.url,
                 srv.o.url[n - 1] == '/' ? "" : "/");
    else
        snprintf(srv.url, sizeof srv.url, "http://%s%s%s:%d%s", six ? "[" : "", srv.o.bind,
                 six ? "]" : "", srv_http_port(), srv.base);
}

static void say_address(void)
{
    bool six = strchr(srv.o.bind, ':');

    printf("tricorne serves http://%s%s%s:%d%s\n", six ? "[" : "", srv.o.bind, six ? "]" : "",
           srv_http_port(), srv.base);
    fflush(stdout);
}

static enum tc_err make_ready(struct tc_why *why)
{
    char id[STO_ID], token[SRV_TOKEN];
    bool six = strchr(srv.o.bind, ':');
    enum tc_err err;

    if (!srv.o.ready)
        return TC_OK;
    err = srv_ready_game(srv.o.ready, id, token, why);
    if (err != TC_OK)
        return err;
    printf("a battle is ready: http://%s%s%s:%d%s#/g/%s/%s\n", six ? "[" : "", srv.o.bind,
           six ? "]" : "", srv_http_port(), srv.base, id, token);
    fflush(stdout);
    return TC_OK;
}

static int cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n > 0 && n < 256 ? (int)n : 2;
}

static void open_pools(void)
{
    const struct {
        int threads, nice;
    } of[SRV_POOLS] = {
        [SRV_WORK] = { srv.o.workers, 0 },
        [SRV_LOOK] = { cores(), 2 },
        [SRV_PLAY] = { srv.o.thinkers, 5 },
        [SRV_ASK] = { cores(), 4 },
        [SRV_DOOR] = { 1, 4 },
        [SRV_POST] = { POSTMEN, 0 },
        [SRV_CARE] = { 2, 0 },
    };

    for (int i = 0; i < SRV_POOLS; i++)
        srv.pool[i] = srv_pool_open(of[i].threads, of[i].nice);
}

static enum tc_err start(const struct srv_options *o, struct tc_why *why)
{
    srv.o = *o;
    if (srv.o.workers <= 0)
        srv.o.workers = 16;
    if (srv.o.thinkers <= 0)
        srv.o.thinkers = cores();
    if (srv.o.io <= 0)
        srv.o.io = 2;
    if (sodium_init() < 0)
        return tc_fail(why, TC_E_FILE, "server", "The system gives no random numbers.");
    enum tc_err err = take_base(o->base, why);
    if (err == TC_OK)
        err = srv_log_open(o->log, why);
    if (err == TC_OK)
        err = sto_open(o->store, &srv.store, why);
    if (err != TC_OK)
        return err;
    srv_games_open();
    srv_notice_open();
    srv_page_open();
    open_pools();
    err = sto_listen(srv.store, srv_game_news, NULL, why);
    if (err == TC_OK)
        err = srv_desk_open(why);
    sto_patience(PATIENCE_MS); /* an old store may take longer to be changed */
    if (err == TC_OK)
        srv_clock_tick(srv_clock());
    if (err == TC_OK)
        err = srv_http_open(why);
    if (err == TC_OK)
        take_url();
    return err;
}

/* --- Stopping
 * ---------------------------------------------------------------------------------- */

static void wait_for_streams(void)
{
    for (int i = 0; i < 50 && srv_gauge_streams_now() > 0; i++)
        usleep(40000);
}

static void stop(void)
{
    srv.stopping = true;
    srv_streams_bye();
    wait_for_streams();
    srv_http_close(); /* calls that wait are served first, and their connections wake */
    for (int i = 0; i < SRV_POOLS; i++)
        srv_pool_close(srv.pool[i]);
    for (int i = 0; i < SRV_POOLS; i++)
        srv_pool_free(srv.pool[i]);
    srv_games_close();
    srv_films_free();
    srv_odds_free();
    srv_page_close();
    srv_notice_close();
    srv_health_close();
    sto_close(srv.store);
    srv_books_free();
    srv_log_close();
}

enum tc_err srv_run(const struct srv_options *o, struct tc_why *why)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL); /* threads inherit it; we wait for them here */
    enum tc_err err = start(o, why);
    if (err == TC_OK) {
        srv_log("info", "start",
                json_pack("{ss si}", "store", sto_kind(srv.store), "port", srv_http_port()));
        say_address();
        err = make_ready(why);
    }
    if (err == TC_OK) {
        int sig = wait_and_tick(&set);
        srv_log("info", "stop", json_pack("{si}", "signal", sig));
    }
    if (srv.pool[SRV_WORK])
        stop();
    return err;
}
