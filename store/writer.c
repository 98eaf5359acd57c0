/* store/writer.c - one caller writes for all; what comes meanwhile goes into the next commit.
 *
 * A commit that is safe against a loss of power costs a sync of the disk. Callers that
 * come while one is under way share the next, so that the rate does not hang on the disk. The
 * first of them carries it out in its own thread: nobody is woken to write for one. While
 * several come at once commits begin at least PACE apart: more share each, and each answer
 * costs less.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/own.h"

enum {
    TRIES = 3,        /* of a commit that the database wants again */
    PACE = 2000000,   /* nanoseconds; who writes alone does not wait for them */
    BREATH = 2000000, /* and between two commits of a command, so that a server gets its turn */
};

struct sto_writer {
    const struct sto_driver *driver;
    const struct sto_health *health;
    void *conn;
    pthread_mutex_t lock;
    pthread_cond_t idle;
    struct sto_job *first, **last;
    bool busy; /* somebody commits, or has been told to */
    /* Of whoever commits: when the last commit began and ended, and whether several shared it.
     */
    double began, ended;
    bool shared;
};

static enum tc_err plain(struct sto_writer *w, const char *sql, struct tc_why *why)
{
    return w->driver->run(w->conn, sql, NULL, 0, NULL, NULL, why);
}

/* One job inside the open transaction: all of it or nothing. */
static void run_job(struct sto_writer *w, struct sto_job *j)
{
    struct tc_why why;

    j->err = plain(w, "SAVEPOINT job", &j->why);
    if (j->err)
        return;
    j->err = j->run(j, w->driver, w->conn);
    if (j->err)
        plain(w, "ROLLBACK TO SAVEPOINT job", &why);
    plain(w, "RELEASE SAVEPOINT job", &why);
}

/* Nearly always all jobs are good, and none needs a point to go back to. Else the one that
 * failed, and nothing was done. */
static struct sto_job *run_plainly(struct sto_writer *w, struct sto_job *first)
{
    struct tc_why ignore;

    for (struct sto_job *j = first; j; j = j->next) {
        j->err = j->run(j, w->driver, w->conn);
        if (!j->err)
            continue;
        plain(w, "ROLLBACK", &ignore);
        return j;
    }
    return NULL;
}

static enum tc_err run_all(struct sto_writer *w, struct sto_job *first, struct tc_why *why)
{
    struct tc_why ignore;
    enum tc_err err = plain(w, w->driver->begin, why);

    if (err)
        return err;
    const struct sto_job *bad = run_plainly(w, first);
    if (bad) {
        if (bad->err == TC_E_BUSY) { /* all of it again, or none */
            *why = bad->why;
            return bad->err;
        }
        if (!first->next) /* it was the only one */
            return TC_OK;
        err = plain(w, w->driver->begin, why);
        if (err)
            return err;
        for (struct sto_job *j = first; j; j = j->next)
            run_job(w, j);
    }
    err = plain(w, "COMMIT", why);
    if (err)
        plain(w, "ROLLBACK", &ignore);
    return err;
}

static void fail_all(struct sto_job *first, enum tc_err err, const struct tc_why *why)
{
    for (struct sto_job *j = first; j; j = j->next) {
        j->err = err;
        j->why = *why;
        j->why.err = err;
    }
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* False: somebody else holds the store locked, and has for as long as anybody may wait. */
static bool commit(struct sto_writer *w, struct sto_job *first, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    for (int i = 0; i < TRIES; i++) {
        err = run_all(w, first, why);
        if (err != TC_E_BUSY || w->driver->waits)
            break;
    }
    if (err)
        fail_all(first, err == TC_E_BUSY ? TC_E_FILE : err, why);
    return err != TC_E_BUSY;
}

static bool before(const struct sto_job *a, const struct sto_job *b)
{
    return strcmp(a->game ? a->game : "", b->game ? b->game : "") < 0;
}

/* In the order of games; jobs of one game stay as they came. */
static struct sto_job *in_order(struct sto_job *first)
{
    struct sto_job *a = NULL, **even = &a, *b = NULL, **odd = &b;

    if (!first || !first->next)
        return first;
    for (struct sto_job *j = first, *fast = first; j; j = j->next) {
        struct sto_job ***to = fast ? &even : &odd; /* the first half, then the other */
        **to = j;
        *to = &j->next;
        fast = fast && fast->next ? fast->next->next : NULL;
    }
    *even = *odd = NULL;
    a = in_order(a);
    b = in_order(b);
    struct sto_job *out = NULL, **last = &out;
    while (a || b) {
        struct sto_job **from = !b || (a && !before(b, a)) ? &a : &b;
        *last = *from;
        last = &(*last)->next;
        *from = (*from)->next;
    }
    return out;
}

enum tc_err sto_writer_start(const struct sto_driver *d, const char *where,
                             struct sto_health *h, const char *name, struct sto_writer **out,
                             struct tc_why *why)
{
    struct sto_writer *w = calloc(1, sizeof(*w));

    if (!w)
        return sto_fail(why, TC_E_FULL, where, "There is no memory left.");
    enum tc_err err = d->open(where, h, &w->conn, why);
    if (err) {
        free(w);
        return err;
    }
    if (d->name)
        d->name(w->conn, name);
    w->driver = d;
    w->health = h;
    w->last = &w->first;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->idle, NULL);
    *out = w;
    return TC_OK;
}

/* What waits is written first. */
void sto_writer_stop(struct sto_writer *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    while (w->busy)
        pthread_cond_wait(&w->idle, &w->lock);
    pthread_mutex_unlock(&w->lock);
    w->driver->close(w->conn);
    pthread_cond_destroy(&w->idle);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

static struct sto_job *take_all(struct sto_writer *w)
{
    pthread_mutex_lock(&w->lock);
    struct sto_job *first = w->first;
    w->first = NULL;
    w->last = &w->first;
    pthread_mutex_unlock(&w->lock);
    return first;
}

/* Each waits on a semaphore of its own, so that nobody wakes only to wait for the lock. */
static void wake_all(struct sto_job *first, const struct sto_job *mine)
{
    for (struct sto_job *j = first; j;) {
        struct sto_job *next = j->next; /* j is gone once its caller is awake */
        if (j != mine)
            sem_post(&j->turn);
        j = next;
    }
}

/* Where the last commit was shared the next will be: it begins a little later, with more. A
 * command (no patience is set) that had the lock a moment ago lets those who wait for it have
 * it: it would take it again before they look. */
static void gather(struct sto_writer *w)
{
    double now = seconds(), until = w->shared ? w->began + PACE * 1e-9 : now;

    if (w->driver->waits && !w->health->patience && w->ended + BREATH * 1e-9 > until)
        until = w->ended + BREATH * 1e-9;
    struct timespec t = { 0, until > now ? (long)((until - now) * 1e9) : 0 };
    if (until > now)
        nanosleep(&t, NULL);
    w->began = seconds();
}

/* Commit all that waits. When the store is locked those who came meanwhile have waited enough.
 */
static void commit_all(struct sto_writer *w, const struct sto_job *mine)
{
    struct tc_why why = { 0 };

    gather(w);
    struct sto_job *first = in_order(take_all(w));
    w->shared = first && first->next;
    bool free = commit(w, first, &why);

    w->ended = seconds();
    wake_all(first, mine);
    if (free)
        return;
    first = take_all(w);
    fail_all(first, TC_E_FILE, &why);
    wake_all(first, mine);
}

/* The first that waits commits next. */
static void hand_over(struct sto_writer *w)
{
    pthread_mutex_lock(&w->lock);
    struct sto_job *next = w->first;
    w->busy = next != NULL;
    if (next)
        next->leads = true;
    else
        pthread_cond_broadcast(&w->idle);
    pthread_mutex_unlock(&w->lock);
    if (next)
        sem_post(&next->turn);
}

enum tc_err sto_write(struct sto_writer *w, struct sto_job *job)
{
    job->leads = false;
    job->next = NULL;
    sem_init(&job->turn, 0, 0);
    pthread_mutex_lock(&w->lock);
    *w->last = job;
    w->last = &job->next;
    bool first = !w->busy;
    w->busy = true;
    pthread_mutex_unlock(&w->lock);
    while (!first && sem_wait(&job->turn) != 0)
        continue; /* a signal */
    if (first || job->leads) {
        commit_all(w, job);
        hand_over(w);
    }
    sem_destroy(&job->turn);
    if (!job->err)
        sto_set_my_rev(job->rev);
    return job->err;
}
