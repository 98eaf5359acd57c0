/* server/server.c - starting, the ticker, stopping. */
#include "server/server.h"

#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/made.h"
#include "server/own.h"

enum {
    PATIENCE_MS = 2500, /* with a database that hangs */
    POSTMEN = 4,
};

_Thread_local struct srv *srv;

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
    srv_study_tick();
    if (n % 60 == 0)
        srv_limit_tidy(now);
    if (n % 60 == 30)
        srv_shelf_tidy(now);
    if (n % 300 == 5)
        srv_games_sweep();
}

/* A tick every second until it is enough. */
static void *tick_on(void *ctx)
{
    srv = ctx;
    for (int n = 1;; n++) {
        struct timespec second;
        clock_gettime(CLOCK_REALTIME, &second);
        second.tv_sec++;
        if (sem_timedwait(&srv->enough, &second) == 0)
            break;
        tick(n);
    }
    srv_memo_free();
    return NULL;
}

static void end_ticks(void)
{
    if (!srv->ticking)
        return;
    sem_post(&srv->enough);
    pthread_join(srv->ticker, NULL);
    srv->ticking = false;
}

/* --- Starting -------------------------------------------------------------------------------
 */

static enum tc_err take_base(const char *base, struct tc_why *why)
{
    size_t n = strlen(base);

    if (base[0] != '/' || n + 2 > sizeof srv->base || strstr(base, "//") ||
        strspn(base, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./") != n)
        return tc_fail(why, TC_E_SYNTAX, "base-path",
                       "The base path begins with / and has plain characters, not \"{0}\".",
                       base);
    snprintf(srv->base, sizeof srv->base, "%s%s", base, base[n - 1] == '/' ? "" : "/");
    return TC_OK;
}

/* Where it listens; and for links in mail, where the operator says that people reach it. */
static void take_url(void)
{
    bool six = strchr(srv->o.bind, ':');
    size_t n = srv->o.url ? strlen(srv->o.url) : 0;

    snprintf(srv->here, sizeof srv->here, "http://%s%s%s:%d%s", six ? "[" : "", srv->o.bind,
             six ? "]" : "", srv_http_port(), srv->base);
    const char *url = n ? srv->o.url : srv->here;
    snprintf(srv->url, sizeof srv->url, "%.298s%s", url,
             url[strlen(url) - 1] == '/' ? "" : "/");
}

static void make_parts(void)
{
    srv->crowd = srv_crowd_new();
    srv->desk = srv_desk_new();
    srv->films = srv_films_new();
    srv->games = srv_games_new();
    srv->gates = srv_gates_new();
    srv->hosts = srv_hosts_new();
    srv->journal = srv_journal_new();
    srv->limits = srv_limits_new();
    srv->links = srv_links_new();
    srv->net = srv_net_new();
    srv->odds = srv_odds_new();
    srv->page = srv_page_new();
    srv->pictures = srv_pictures_new();
    srv->ping = srv_ping_new();
    srv->shelf = srv_shelf_new();
    srv->studies = srv_studies_new();
    srv->tongues = srv_tongues_new();
    srv->beaten = -1e9;
    sem_init(&srv->enough, 0, 0);
}

/* When nothing of it runs any more; the journal last. */
static void free_parts(void)
{
    srv_crowd_free(srv->crowd);
    srv_desk_free(srv->desk);
    srv_films_free(srv->films);
    srv_games_free(srv->games);
    srv_gates_free(srv->gates);
    srv_hosts_free(srv->hosts);
    srv_limits_free(srv->limits);
    srv_links_free(srv->links);
    srv_net_free(srv->net);
    srv_odds_free(srv->odds);
    srv_page_free(srv->page);
    srv_pictures_free(srv->pictures);
    srv_ping_free(srv->ping);
    srv_shelf_free(srv->shelf);
    srv_studies_free(srv->studies);
    srv_tongues_free(srv->tongues);
    sem_destroy(&srv->enough);
    srv_journal_free(srv->journal);
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
        [SRV_WORK] = { srv->o.workers, 0 },
        [SRV_LOOK] = { cores(), 2 },
        [SRV_PLAN] = { cores(), 1 },
        [SRV_PLAY] = { srv->o.thinkers, 5 },
        [SRV_ASK] = { cores(), 4 },
        [SRV_DOOR] = { 1, 4 },
        [SRV_POST] = { POSTMEN, 0 },
        [SRV_CARE] = { 2, 0 },
        [SRV_AHEAD] = { 1, 19 },
        [SRV_STUDY] = { 1, 15 },
    };

    for (int i = 0; i < SRV_POOLS; i++)
        srv->pool[i] = srv_pool_open(of[i].threads, of[i].nice);
}

/* Jobs that came when the threads had gone; a job may leave another one to another pool. */
static void finish_pools(void)
{
    bool any = true;

    while (any) {
        any = false;
        for (int i = 0; i < SRV_POOLS; i++)
            any |= srv_pool_finish(srv->pool[i]);
    }
}

static void tune_memory(void)
{
    mallopt(M_ARENA_MAX, 4);
    mallopt(M_TRIM_THRESHOLD,
            512 << 10); /* of each; less would be given back and taken all day */
    mallopt(M_MMAP_THRESHOLD, 128 << 10); /* lists of offers are large and mostly empty */
    mallopt(M_MXFAST, 0); /* many large texts: small pieces would be put together for each */
}

static enum tc_err start(const struct srv_options *o, struct tc_why *why)
{
    srv->o = *o;
    if (srv->o.workers <= 0)
        srv->o.workers = 16;
    if (srv->o.thinkers <= 0)
        srv->o.thinkers = cores();
    if (srv->o.io <= 0)
        srv->o.io = 2;
    if (sodium_init() < 0)
        return tc_fail(why, TC_E_FILE, "server", "The system gives no random numbers.");
    srv_tongues_open();
    enum tc_err err = take_base(o->base, why);
    if (err == TC_OK)
        err = srv_log_open(o->log, why);
    if (err == TC_OK)
        err = sto_open(o->store, &srv->store, why);
    if (err != TC_OK)
        return err;
    srv_trip_open();
    tune_memory();
    srv_notice_open();
    srv_page_open();
    open_pools();
    err = sto_listen(srv->store, srv_game_news, srv, why);
    if (err == TC_OK)
        err = srv_desk_open(why);
    if (err == TC_OK)
        srv_study_open();
    sto_patience(srv->store, PATIENCE_MS); /* an old store may take longer to be changed */
    if (err == TC_OK)
        srv_clock_tick(srv_clock());
    if (err == TC_OK)
        err = srv_http_open(why);
    if (err == TC_OK)
        take_url();
    if (err == TC_OK)
        srv->ticking = pthread_create(&srv->ticker, NULL, tick_on, srv) == 0;
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
    srv->stopping = true;
    srv_ahead_end();
    end_ticks();
    srv_streams_bye();
    wait_for_streams();
    srv_http_close();     /* calls that wait are served first, and their connections wake */
    sto_deaf(srv->store); /* news would become jobs of pools that are gone */
    for (int i = 0; i < SRV_POOLS; i++)
        srv_pool_close(srv->pool[i]);
    finish_pools();
    for (int i = 0; i < SRV_POOLS; i++)
        srv_pool_free(srv->pool[i]);
    srv_games_close();
    srv_notice_close();
    srv_health_close();
}

/* --- For those who open one ------------------------------------------------------------------
 */

void srv_close(struct srv *s)
{
    struct srv *before = srv;

    if (!s)
        return;
    srv = s;
    if (srv->pool[SRV_WORK])
        stop();
    if (srv->store)
        sto_close(srv->store);
    srv_memo_free(); /* this thread has carried jobs out */
    free_parts();
    srv = before == s ? NULL : before;
    free(s);
}

enum tc_err srv_open(const struct srv_options *o, struct srv **out, struct tc_why *why)
{
    struct srv *before = srv;

    *out = NULL;
    srv = calloc(1, sizeof *srv);
    TC_BUG_ON(!srv);
    make_parts();
    enum tc_err err = start(o, why);
    if (err == TC_OK)
        srv_log("info", "start",
                json_pack("{ss si}", "store", sto_kind(srv->store), "port", srv_http_port()));
    if (err == TC_OK)
        *out = srv;
    else
        srv_close(srv);
    srv = before;
    return err;
}

int srv_port(struct srv *s)
{
    struct srv *before = srv;

    srv = s;
    int port = srv_http_port();
    srv = before;
    return port;
}

/* A battle for --ready, and its link. */
static enum tc_err make_ready(struct tc_why *why)
{
    char id[STO_ID], token[SRV_TOKEN];
    enum tc_err err;

    if (!srv->o.ready)
        return TC_OK;
    err = srv_ready_game(srv->o.ready, id, token, why);
    if (err == TC_OK) {
        printf("a battle is ready: %s#/g/%s/%s\n", srv->here, id, token);
        fflush(stdout);
    }
    return err;
}

enum tc_err srv_run(const struct srv_options *o, struct tc_why *why)
{
    struct srv *s;
    sigset_t set;
    int sign = 0;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL); /* threads inherit it; we wait for them here */
    enum tc_err err = srv_open(o, &s, why);
    if (err != TC_OK)
        return err;
    srv = s;
    printf("tricorne serves %s\n", srv->here);
    fflush(stdout);
    err = make_ready(why);
    if (err == TC_OK && sigwait(&set, &sign) == 0)
        srv_log("info", "stop", json_pack("{si}", "signal", sign));
    srv_close(s);
    return err;
}
