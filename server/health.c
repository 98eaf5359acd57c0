/* server/health.c - is the server well? Asked and told also when the store hangs. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { FRESH_MS = 1000, WAIT_MS = 2000 };

struct srv_ping {
    pthread_mutex_t lock;
    pthread_cond_t told;
    bool under_way, well;
    double at;    /* when the last answer came */
    double since; /* when the question under way was put */
};

struct srv_ping *srv_ping_new(void)
{
    struct srv_ping *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->told, NULL);
    return p;
}

void srv_ping_free(struct srv_ping *p)
{
    free(p);
}

/* Can it write, and can it say whose a token is? A file that is damaged there serves nobody. */
static bool store_is_well(struct tc_why *why)
{
    uint8_t hash[STO_HASH];
    char id[STO_ID];
    int seat;

    if (sto_ping(srv->store, why) != TC_OK)
        return false;
    randombytes_buf(hash, sizeof hash);
    enum tc_err err = sto_find_token(srv->store, hash, id, &seat, why);
    return err == TC_OK || err == TC_E_NAME;
}

/* One question to the store, in a thread that may hang with it. */
static void *ask(void *ctx)
{
    struct tc_why why;

    srv = ctx;
    bool well = store_is_well(&why);
    if (!well)
        srv_log_why("health", &why);
    pthread_mutex_lock(&srv->ping->lock);
    srv->ping->well = well;
    srv->ping->at = srv_clock();
    srv->ping->under_way = false;
    pthread_cond_broadcast(&srv->ping->told);
    pthread_mutex_unlock(&srv->ping->lock);
    return NULL;
}

/* With the lock held. */
static void begin(double now)
{
    pthread_t thread;

    srv->ping->since = now;
    srv->ping->under_way = pthread_create(&thread, NULL, ask, srv) == 0;
    if (srv->ping->under_way)
        pthread_detach(thread);
}

/* The store is asked at most once a second, however many want to know. */
static bool is_well(void)
{
    struct timespec end;
    double now = srv_clock();

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += WAIT_MS / 1000;
    pthread_mutex_lock(&srv->ping->lock);
    if (!srv->ping->under_way && (srv->ping->at == 0 || now - srv->ping->at > FRESH_MS / 1e3))
        begin(now);
    while (srv->ping->under_way && now - srv->ping->since < WAIT_MS / 1e3 &&
           pthread_cond_timedwait(&srv->ping->told, &srv->ping->lock, &end) == 0)
        now = srv_clock();
    bool well = srv->ping->well && !srv->ping->under_way;
    pthread_mutex_unlock(&srv->ping->lock);
    return well;
}

/* No question may be under way when the store is closed. */
void srv_health_close(void)
{
    pthread_mutex_lock(&srv->ping->lock);
    while (srv->ping->under_way)
        pthread_cond_wait(&srv->ping->told, &srv->ping->lock);
    pthread_mutex_unlock(&srv->ping->lock);
}

enum tc_err srv_api_health(struct srv_call *c)
{
    bool well = !srv->stopping && is_well();

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
