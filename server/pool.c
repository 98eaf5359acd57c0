/* server/pool.c - threads that carry jobs out in the order they came. */
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/own.h"

enum { MOST_WAITING = 20000 };

struct job {
    srv_job *run;
    void *ctx;
    struct job *next;
};

struct srv_pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job *first, **last;
    int waiting, threads, nice;
    bool closing;
    pthread_t thread[];
};

static struct job *next_job(struct srv_pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (!p->first && !p->closing)
        pthread_cond_wait(&p->more, &p->lock);
    struct job *j = p->first;
    if (j) {
        p->first = j->next;
        p->waiting--;
        if (!p->first)
            p->last = &p->first;
    }
    pthread_mutex_unlock(&p->lock);
    return j;
}

static void *work(void *arg)
{
    struct srv_pool *p = arg;
    struct job *j;

    if (p->nice) /* on Linux a thread has a rank of its own */
        setpriority(PRIO_PROCESS, (id_t)gettid(), p->nice);
    while ((j = next_job(p))) {
        j->run(j->ctx);
        free(j);
    }
    return NULL;
}

struct srv_pool *srv_pool_open(int threads, int nice)
{
    struct srv_pool *p = calloc(1, sizeof *p + (size_t)threads * sizeof p->thread[0]);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    p->last = &p->first;
    p->nice = nice;
    for (; p->threads < threads; p->threads++)
        TC_BUG_ON(pthread_create(&p->thread[p->threads], NULL, work, p) != 0);
    return p;
}

static bool add(struct srv_pool *p, srv_job *job, void *ctx, int most)
{
    struct job *j = calloc(1, sizeof *j);
    bool room;

    TC_BUG_ON(!j);
    j->run = job;
    j->ctx = ctx;
    pthread_mutex_lock(&p->lock);
    room = p->waiting < most && !(p->closing && most < INT32_MAX);
    if (room) {
        *p->last = j;
        p->last = &j->next;
        p->waiting++;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->lock);
    if (!room)
        free(j);
    return room;
}

bool srv_pool_add(struct srv_pool *p, srv_job *job, void *ctx)
{
    return add(p, job, ctx, MOST_WAITING);
}

void srv_pool_must(struct srv_pool *p, srv_job *job, void *ctx)
{
    add(p, job, ctx, INT32_MAX);
}

void srv_pool_close(struct srv_pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    p->threads = 0;
}

void srv_pool_free(struct srv_pool *p)
{
    if (!p)
        return;
    while (p->first) { /* came when the threads had gone */
        struct job *j = p->first;
        p->first = j->next;
        j->run(j->ctx);
        free(j);
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->more);
    free(p);
}
