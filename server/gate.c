/* server/gate.c - a few requests of one game at a time, and one question of a seat.
 *
 * A game has one lock, and a request that waits for it holds a thread. So no more than a few
 * requests of a game are given to threads at once; the others wait here, in a list of their
 * game, and cost nothing but their place. Odds and advice take long: a seat has one of them
 * under way and one that waits, and a newer one takes the place of the one that waits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum { TABLE = 1024, MOST_AT_WORK = 4, MOST_WAITING = 512, KEY = 64 };

struct gate {
    char key[KEY];
    int at_work, waiting;
    struct srv_call *first, **last;
    struct gate *next;
};

struct srv_gates {
    pthread_mutex_t lock;
    struct gate *table[TABLE];
};

struct srv_gates *srv_gates_new(void)
{
    struct srv_gates *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_gates_free(struct srv_gates *p)
{
    free(p); /* whoever was let in has left */
}

static struct gate **place(const char *key)
{
    struct gate **at = &srv->gates->table[tc_hash(key, strlen(key), 0) % TABLE];

    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

static struct gate *find(const char *key)
{
    struct gate **at = place(key);

    if (!*at) {
        *at = calloc(1, sizeof **at);
        TC_BUG_ON(!*at);
        strcpy((*at)->key, key);
        (*at)->last = &(*at)->first;
    }
    return *at;
}

static bool is_question(const struct srv_call *c)
{
    return c->route->flags & SRV_R_ASK;
}

/* Whose gate: the game's, for questions the seat's. */
static bool key_of(const struct srv_call *c, char out[KEY])
{
    if (!(c->route->flags & SRV_R_GAME) || !srv_is_id(c->part[0]))
        return false;
    if (is_question(c))
        snprintf(out, KEY, "ask %s", c->token);
    else
        snprintf(out, KEY, "%.16s", c->part[0]);
    return true;
}

static struct srv_call *take_first(struct gate *g)
{
    struct srv_call *c = g->first;

    if (!c)
        return NULL;
    g->first = c->after;
    g->waiting--;
    if (!g->first)
        g->last = &g->first;
    return c;
}

static void put_last(struct gate *g, struct srv_call *c)
{
    c->after = NULL;
    *g->last = c;
    g->last = &c->after;
    g->waiting++;
}

enum srv_entry srv_gate_enter(struct srv_call *c, struct srv_call **older)
{
    char key[KEY];
    enum srv_entry e = SRV_WAIT;

    *older = NULL;
    if (!key_of(c, key))
        return SRV_GO;
    pthread_mutex_lock(&srv->gates->lock);
    struct gate *g = find(key);
    if (g->at_work < (is_question(c) ? 1 : MOST_AT_WORK)) {
        g->at_work++;
        e = SRV_GO;
    } else if (is_question(c)) {
        *older = take_first(g);
        put_last(g, c);
    } else if (g->waiting < MOST_WAITING) {
        put_last(g, c);
    } else {
        e = SRV_FULL;
    }
    pthread_mutex_unlock(&srv->gates->lock);
    return e;
}

struct srv_call *srv_gate_leave(const struct srv_call *c)
{
    char key[KEY];

    if (!key_of(c, key))
        return NULL;
    pthread_mutex_lock(&srv->gates->lock);
    struct gate **at = place(key), *g = *at;
    struct srv_call *next = take_first(g); /* it takes the place of the one that leaves */
    if (!next && --g->at_work == 0) {
        *at = g->next;
        free(g);
    }
    pthread_mutex_unlock(&srv->gates->lock);
    return next;
}
