/* study/crew.c - threads that take battles one by one. */
#include "study/crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "study/crew_own.h"

enum { MOST_THREADS = 256 };

struct crew {
    struct study_work *w;
    pthread_mutex_t lock;
    uint64_t next, end, finished;
    struct tc_why why;
    enum tc_err err;
};

int study_cores(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? n : 1;
}

/* The next battle to play; false when there is none. */
static bool take(struct crew *c, uint64_t *index)
{
    bool got = false;

    pthread_mutex_lock(&c->lock);
    while (c->next < c->end && c->w->done[c->next])
        c->next++;
    if (c->next < c->end && c->err == TC_OK && !(c->w->stop && *c->w->stop)) {
        *index = c->next++;
        got = true;
    }
    pthread_mutex_unlock(&c->lock);
    return got;
}

static void hand_in(struct crew *c, const struct study_result *r)
{
    pthread_mutex_lock(&c->lock);
    c->w->result[r->index] = *r;
    c->w->done[r->index] = 1;
    c->finished++;
    if (c->w->on_result)
        c->w->on_result(c->w->ctx, r);
    if (c->w->on_progress)
        c->w->on_progress(c->w->ctx, c->finished, c->w->battles);
    pthread_mutex_unlock(&c->lock);
}

static void *work(void *arg)
{
    struct crew *c = arg;
    struct study_table *t = NULL;
    struct study_result r;
    struct tc_why why;
    uint64_t index;
    enum tc_err err = study_table_open(&c->w->match, &t, &why);

    if (err != TC_OK) {
        pthread_mutex_lock(&c->lock);
        c->err = err;
        c->why = why;
        pthread_mutex_unlock(&c->lock);
        return NULL;
    }
    while (take(c, &index)) {
        study_battle(t, index, &r);
        hand_in(c, &r);
    }
    study_table_close(t);
    return NULL;
}

enum tc_err study_run_range(struct study_work *w, uint64_t from, uint64_t to, uint64_t finished,
                            struct tc_why *why)
{
    struct crew c = { .w = w, .next = from, .end = to, .finished = finished };
    int n = w->threads < 1 ? 1 : w->threads > MOST_THREADS ? MOST_THREADS : w->threads;
    pthread_t thread[MOST_THREADS];
    int made = 1;

    pthread_mutex_init(&c.lock, NULL);
    while (made < n && pthread_create(&thread[made], NULL, work, &c) == 0)
        made++;
    work(&c);
    for (int i = 1; i < made; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&c.lock);
    if (c.err != TC_OK)
        *why = c.why;
    return c.err;
}

enum tc_err study_run(struct study_work *w, struct tc_why *why)
{
    uint64_t finished = 0;

    for (uint64_t i = 0; i < w->battles; i++)
        finished += w->done[i];
    if (study_ranks() > 1)
        return study_run_ranks(w, finished, why);
    return study_run_range(w, 0, w->until ? w->until : w->battles, finished, why);
}
