/* store/writer.c - one caller writes for all; what comes meanwhile goes into the next commit.
 *
 * A commit that is safe against a loss of power costs a sync of the disk. Callers that
 * come while one is under way share the next, so that the rate does not hang on the disk. The
 * first of them carries it out in its own thread: nobody is woken to write for one.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

enum { TRIES = 3 }; /* of a commit that the database wants again */

struct sto_writer {
    const struct sto_driver *driver;
    void *conn;
    pthread_mutex_t lock;
    pthread_cond_t idle;
    struct sto_job *first, **last;
    bool busy; /* somebody commits, or has been told to */
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

static enum tc_err run_all(struct sto_writer *w, struct sto_job *first, struct tc_why *why)
{
    struct tc_why ignore;
    enum tc_err err = plain(w, "BEGIN", why);

    if (err)
        return err;
    for (struct sto_job *j = first; j; j = j->next)
        run_job(w, j);
    err = plain(w, "COMMIT", why);
    if (err)
        plain(w, "ROLLBACK", &ignore);
    return err;
}

static void commit(struct sto_writer *w, struct sto_job *first)
{
    struct tc_why why = { 0 };
    enum tc_err err = TC_OK;

    for (int i = 0; i < TRIES; i++) {
        err = run_all(w, first, &why);
        if (err != TC_E_BUSY)
            break;
    }
    if (!err)
        return;
    for (struct sto_job *j = first; j; j = j->next) {
        j->err = err;
        j->why = why;
    }
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
                             struct sto_writer **out, struct tc_why *why)
{
    struct sto_writer *w = calloc(1, sizeof(*w));

    if (!w)
        return sto_fail(why, TC_E_FULL, where, "There is no memory left.");
    enum tc_err err = d->open(where, &w->conn, why);
    if (err) {
        free(w);
        return err;
    }
    w->driver = d;
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

/* With the lock held, and let go of meanwhile: commit all that waits. */
static void commit_all(struct sto_writer *w)
{
    struct sto_job *first = w->first;

    w->first = NULL;
    w->last = &w->first;
    pthread_mutex_unlock(&w->lock);
    first = in_order(first);
    commit(w, first);
    pthread_mutex_lock(&w->lock);
    for (struct sto_job *j = first; j;) {
        struct sto_job *next = j->next; /* j is gone once its caller sees done */
        j->done = true;
        pthread_cond_signal(&j->turn);
        j = next;
    }
}

/* With the lock held: the first that waits commits next. */
static void hand_over(struct sto_writer *w)
{
    w->busy = w->first != NULL;
    if (w->first) {
        w->first->leads = true;
        pthread_cond_signal(&w->first->turn);
    } else {
        pthread_cond_broadcast(&w->idle);
    }
}

enum tc_err sto_write(struct sto_writer *w, struct sto_job *job)
{
    job->done = job->leads = false;
    job->next = NULL;
    pthread_cond_init(&job->turn, NULL);
    pthread_mutex_lock(&w->lock);
    *w->last = job;
    w->last = &job->next;
    if (!w->busy)
        job->leads = w->busy = true;
    while (!job->done && !job->leads)
        pthread_cond_wait(&job->turn, &w->lock);
    if (job->leads) {
        commit_all(w);
        hand_over(w);
    }
    pthread_mutex_unlock(&w->lock);
    pthread_cond_destroy(&job->turn);
    if (!job->err)
        sto_set_my_rev(job->rev);
    return job->err;
}
