/* server/gate.c - a few requests of one game at a time.
 *
 * A game has one lock, and a request that waits for it holds a thread. So no more than a few
 * requests of a game are given to threads at once; the others wait here, in a list of their
 * game, and cost nothing but their place.
 */
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { TABLE = 1024, MOST_AT_WORK = 4, MOST_WAITING = 512 };

struct gate {
    char id[STO_ID];
    int at_work, waiting;
    struct srv_call *first, **last;
    struct gate *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate *table[TABLE];

static struct gate **place(const char *id)
{
    struct gate **at = &table[tc_hash(id, strlen(id), 0) % TABLE];

    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

static struct gate *find(const char *id)
{
    struct gate **at = place(id);

    if (!*at) {
        *at = calloc(1, sizeof **at);
        TC_BUG_ON(!*at);
        strcpy((*at)->id, id);
        (*at)->last = &(*at)->first;
    }
    return *at;
}

static bool has_gate(const struct srv_call *c)
{
    return c->route->flags & SRV_R_GAME && srv_is_id(c->part[0]);
}

enum srv_entry srv_gate_enter(struct srv_call *c)
{
    enum srv_entry e = SRV_GO;

    if (!has_gate(c))
        return e;
    pthread_mutex_lock(&lock);
    struct gate *g = find(c->part[0]);
    if (g->at_work < MOST_AT_WORK) {
        g->at_work++;
    } else if (g->waiting < MOST_WAITING) {
        c->after = NULL;
        *g->last = c;
        g->last = &c->after;
        g->waiting++;
        e = SRV_WAIT;
    } else {
        e = SRV_FULL;
    }
    pthread_mutex_unlock(&lock);
    return e;
}

struct srv_call *srv_gate_leave(const struct srv_call *c)
{
    if (!has_gate(c))
        return NULL;
    pthread_mutex_lock(&lock);
    struct gate **at = place(c->part[0]), *g = *at;
    struct srv_call *next = g->first;
    if (next) { /* it takes the place of the one that leaves */
        g->first = next->after;
        g->waiting--;
        if (!g->first)
            g->last = &g->first;
    } else if (--g->at_work == 0) {
        *at = g->next;
        free(g);
    }
    pthread_mutex_unlock(&lock);
    return next;
}
