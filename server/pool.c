/* server/pool.c - threads that carry jobs out in the order they came.
 *
 * A thread without a job waits on a semaphore of its own and is handed its next one. The last
 * that fell idle is called first: few threads do what there is, and their caches are warm.
 */
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

struct worker {
    struct srv_pool *pool;
    pthread_t thread;
    sem_t call;
    struct job *job;     /* what it is called for; NULL: to end */
    struct worker *next; /* idle */
};

struct srv_pool {
    struct srv *srv; /* whose threads they are */
    pthread_mutex_t lock;
    struct job *first, **last;
    struct worker *idle;
    int waiting, threads, nice;
    bool closing;
    struct worker worker[];
};

static struct job *next_job(struct worker *w)
{
    struct srv_pool *p = w->pool;

    pthread_mutex_lock(&p->lock);
    struct job *j = p->first;
    bool wait = !j && !p->closing;
    if (j) {
        p->first = j->next;
        p->waiting--;
        if (!p->first)
            p->last = &p->first;
    } else if (wait) {
        w->next = p->idle;
        p->idle = w;
    }
    pthread_mutex_unlock(&p->lock);
    if (!wait)
        return j;
    while (sem_wait(&w->call) != 0)
        continue; /* a signal */
    return w->job;
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct job *j;

    srv = w->pool->srv;
    if (w->pool->nice) /* on Linux a thread has a rank of its own */
        setpriority(PRIO_PROCESS, (id_t)gettid(), w->pool->nice);
    while ((j = next_job(w))) {
        j->run(j->ctx);
        free(j);
    }
    srv_memo_free();
    return NULL;
}

struct srv_pool *srv_pool_open(int threads, int nice)
{
    struct srv_pool *p = calloc(1, sizeof *p + (size_t)threads * sizeof p->worker[0]);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    p->last = &p->first;
    p->nice = nice;
    p->srv = srv;
    for (; p->threads < threads; p->threads++) {
        struct worker *w = &p->worker[p->threads];
        w->pool = p;
        sem_init(&w->call, 0, 0);
        TC_BUG_ON(pthread_create(&w->thread, NULL, work, w) != 0);
    }
    return p;
}

/* With the lock held: one that is idle, to be called when the lock is free. */
static struct worker *take_idle(struct srv_pool *p, struct job *j)
{
    struct worker *w = p->idle;

    if (!w)
        return NULL;
    p->idle = w->next;
    w->job = j;
    return w;
}

static void put_last(struct srv_pool *p, struct job *j)
{
    *p->last = j;
    p->last = &j->next;
    p->waiting++;
}

static bool add(struct srv_pool *p, srv_job *job, void *ctx, int most)
{
    struct job *j = calloc(1, sizeof *j);
    struct worker *w = NULL;

    TC_BUG_ON(!j);
    j->run = job;
    j->ctx = ctx;
    pthread_mutex_lock(&p->lock);
    bool room = p->waiting < most && !(p->closing && most < INT32_MAX);
    if (room)
        w = take_idle(p, j); /* nobody is idle while something waits */
    if (room && !w)
        put_last(p, j);
    pthread_mutex_unlock(&p->lock);
    if (w)
        sem_post(&w->call);
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
    for (struct worker *w; (w = take_idle(p, NULL));)
        sem_post(&w->call);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++) {
        pthread_join(p->worker[i].thread, NULL);
        sem_destroy(&p->worker[i].call);
    }
    p->threads = 0;
}

bool srv_pool_finish(struct srv_pool *p)
{
    struct worker nobody = { .pool = p }; /* it does not wait: the pool is closed */
    struct job *j = p ? next_job(&nobody) : NULL;

    if (!j)
        return false;
    j->run(j->ctx);
    free(j);
    return true;
}

void srv_pool_free(struct srv_pool *p)
{
    if (!p)
        return;
    pthread_mutex_destroy(&p->lock);
    free(p);
}
