/* cli/play_ahead.c - computer players think while a person does.
 *
 * One thread thinks while this one waits for a key. Nothing else touches the battle meanwhile:
 * the thread has ended before what was typed is read.
 */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "cli/play.h"
#include "protocol/computer.h"

#define LOOK 0.3 /* seconds of one look ahead */

struct ahead {
    struct play *p;
    atomic_bool stop;
};

bool play_has_thinker(const struct play *p)
{
    for (int i = 0; i < p->s->seats; i++)
        if (com_thinks_ahead(p->s, i))
            return true;
    return false;
}

static void *think(void *ctx)
{
    struct ahead *a = ctx;
    struct tc_why why;
    bool more = true;

    while (more && !atomic_load(&a->stop))
        if (com_ahead(a->p->s, LOOK, &a->stop, &more, NULL, &why) != TC_OK) {
            a->p->no_ahead = true;
            break;
        }
    return NULL;
}

/* Ctrl-C and the like are for the thread that waits. */
static bool start(struct ahead *a, pthread_t *thread)
{
    sigset_t all, was;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &was);
    bool good = pthread_create(thread, NULL, think, a) == 0;
    pthread_sigmask(SIG_SETMASK, &was, NULL);
    return good;
}

void play_wait(struct play *p)
{
    struct ahead a = { .p = p };
    struct pollfd in = { .fd = 0, .events = POLLIN };
    pthread_t thread;

    if (p->no_ahead || !isatty(0) || poll(&in, 1, 0) > 0 || !play_has_thinker(p))
        return;
    atomic_init(&a.stop, false);
    if (!start(&a, &thread))
        return;
    poll(&in, 1, -1); /* a signal ends it too; then the line is waited for without thinking */
    atomic_store(&a.stop, true);
    pthread_join(thread, NULL);
}
