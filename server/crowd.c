/* server/crowd.c - what each address has open: connections, and answers under way.
 *
 * An answer that nobody reads stays in memory. So the bytes of all answers that wait to be
 * read are counted, for each address and in all; what would be too much is not sent.
 */
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { TABLE = 4096, SMALL = 16 << 10, SHARE = 4 };

struct guest {
    uint64_t who;
    int connections;
    size_t bytes;
    struct guest *next;
};

struct srv_crowd {
    pthread_mutex_t lock;
    struct guest *table[TABLE];
    size_t total; /* bytes under way */
};

struct srv_crowd *srv_crowd_new(void)
{
    struct srv_crowd *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_crowd_free(struct srv_crowd *p)
{
    for (int i = 0; p && i < TABLE; i++)
        while (p->table[i]) {
            struct guest *g = p->table[i];
            p->table[i] = g->next;
            free(g);
        }
    free(p);
}

static struct guest **place(const char *source)
{
    uint64_t who = tc_hash(source, strlen(source), 0);
    struct guest **at = &srv->crowd->table[who % TABLE];

    while (*at && (*at)->who != who)
        at = &(*at)->next;
    if (!*at) {
        *at = calloc(1, sizeof **at);
        TC_BUG_ON(!*at);
        (*at)->who = who;
    }
    return at;
}

static void drop_empty(struct guest **at)
{
    struct guest *g = *at;

    if (g->connections || g->bytes)
        return;
    *at = g->next;
    free(g);
}

bool srv_crowd_room(const char *source)
{
    bool room = true;

    if (srv->o.connections <= 0 || srv->o.rate <= 0)
        return true;
    pthread_mutex_lock(&srv->crowd->lock);
    struct guest **at = place(source);
    room = (*at)->connections < srv->o.connections;
    drop_empty(at);
    pthread_mutex_unlock(&srv->crowd->lock);
    return room;
}

void srv_crowd_connection(const char *source, int change)
{
    pthread_mutex_lock(&srv->crowd->lock);
    struct guest **at = place(source);
    (*at)->connections += change;
    drop_empty(at);
    pthread_mutex_unlock(&srv->crowd->lock);
}

/* Small answers are always sent: there are no more of them than connections. */
bool srv_crowd_send(const char *source, size_t n)
{
    pthread_mutex_lock(&srv->crowd->lock);
    struct guest **at = place(source);
    bool room = n <= SMALL || (srv->crowd->total + n <= SRV_UNDER_WAY &&
                               ((*at)->bytes + n <= SRV_UNDER_WAY / SHARE || srv->o.rate <= 0));
    if (room) {
        srv->crowd->total += n;
        (*at)->bytes += n;
    }
    drop_empty(at);
    pthread_mutex_unlock(&srv->crowd->lock);
    return room;
}

void srv_crowd_sent(const char *source, size_t n)
{
    pthread_mutex_lock(&srv->crowd->lock);
    struct guest **at = place(source);
    srv->crowd->total -= n;
    (*at)->bytes -= n;
    drop_empty(at);
    pthread_mutex_unlock(&srv->crowd->lock);
}
