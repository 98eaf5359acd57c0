/* server/pause.c - hosts that did not answer are left alone for a while. */
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { HOSTS = 256, FIRST_SECONDS = 30, MOST_SECONDS = 3600 };

struct host {
    uint64_t name;
    double until;
    int failed;
};

struct srv_hosts {
    pthread_mutex_t lock;
    struct host host[HOSTS]; /* by its hash: two hosts of one place share their pause */
};

struct srv_hosts *srv_hosts_new(void)
{
    struct srv_hosts *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_hosts_free(struct srv_hosts *p)
{
    free(p);
}

/* "http://example.org:80/hook": the part between // and the next /. */
static struct host *find(const char *url, uint64_t *name)
{
    const char *at = strstr(url, "//");

    at = at ? at + 2 : url;
    *name = tc_hash(at, strcspn(at, "/?#"), 0);
    return &srv->hosts->host[*name % HOSTS];
}

bool srv_host_ready(const char *url, double now)
{
    uint64_t name;

    pthread_mutex_lock(&srv->hosts->lock);
    const struct host *h = find(url, &name);
    bool ready = h->name != name || now >= h->until;
    pthread_mutex_unlock(&srv->hosts->lock);
    return ready;
}

void srv_host_told(const char *url, bool good, double now)
{
    uint64_t name;

    pthread_mutex_lock(&srv->hosts->lock);
    struct host *h = find(url, &name);
    if (good || h->name != name)
        *h = (struct host){ .name = name };
    if (!good) {
        double pause = FIRST_SECONDS;
        for (int i = 0; i < h->failed && pause < MOST_SECONDS; i++)
            pause *= 2;
        h->failed++;
        h->until = now + (pause < MOST_SECONDS ? pause : MOST_SECONDS);
    }
    pthread_mutex_unlock(&srv->hosts->lock);
}
