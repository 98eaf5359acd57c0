/* server/health.c - is the server well? Asked and told also when the store hangs. */
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { FRESH_MS = 1000, WAIT_MS = 2000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static struct {
    bool under_way, well;
    double at;    /* when the last answer came */
    double since; /* when the question under way was put */
} ping;

/* One question to the store, in a thread that may hang with it. */
static void *ask(void *ctx)
{
    struct tc_why why;
    bool well = sto_ping(srv.store, &why) == TC_OK;

    (void)ctx;
    if (!well)
        srv_log_why("health", &why);
    pthread_mutex_lock(&lock);
    ping.well = well;
    ping.at = srv_clock();
    ping.under_way = false;
    pthread_cond_broadcast(&told);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* With the lock held. */
static void begin(double now)
{
    pthread_t thread;

    ping.since = now;
    ping.under_way = pthread_create(&thread, NULL, ask, NULL) == 0;
    if (ping.under_way)
        pthread_detach(thread);
}

/* The store is asked at most once a second, however many want to know. */
static bool is_well(void)
{
    struct timespec end;
    double now = srv_clock();

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += WAIT_MS / 1000;
    pthread_mutex_lock(&lock);
    if (!ping.under_way && (ping.at == 0 || now - ping.at > FRESH_MS / 1e3))
        begin(now);
    while (ping.under_way && now - ping.since < WAIT_MS / 1e3 &&
           pthread_cond_timedwait(&told, &lock, &end) == 0)
        now = srv_clock();
    bool well = ping.well && !ping.under_way;
    pthread_mutex_unlock(&lock);
    return well;
}

/* No question may be under way when the store is closed. */
void srv_health_close(void)
{
    pthread_mutex_lock(&lock);
    while (ping.under_way)
        pthread_cond_wait(&told, &lock);
    pthread_mutex_unlock(&lock);
}

enum tc_err srv_api_health(struct srv_call *c)
{
    bool well = !srv.stopping && is_well();

    c->type = "text/plain; charset=utf-8";
    c->status = well ? 200 : 503;
    c->text = strdup(well ? "ok\n" : "the store does not answer\n");
    c->text_size = strlen(c->text);
    return TC_OK;
}

enum tc_err srv_api_metrics(struct srv_call *c)
{
    c->type = "text/plain; version=0.0.4; charset=utf-8";
    c->text = srv_metrics();
    c->text_size = strlen(c->text);
    return TC_OK;
}
