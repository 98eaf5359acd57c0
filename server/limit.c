/* server/limit.c - how much one address or one seat may ask: leaking buckets. */
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

/* A bucket holds so many seconds' worth of requests. */
enum { BURST = 8, BUCKETS = 4096 };

struct bucket {
    uint64_t who;
    double level, at;
    struct bucket *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct bucket *table[BUCKETS];

static struct bucket *find(uint64_t who, double now)
{
    struct bucket **at = &table[who % BUCKETS];

    for (struct bucket *b = *at; b; b = b->next)
        if (b->who == who)
            return b;
    struct bucket *b = calloc(1, sizeof *b);
    TC_BUG_ON(!b);
    b->who = who;
    b->at = now;
    b->next = *at;
    *at = b;
    return b;
}

int srv_limit(const char *who, double cost, double now)
{
    double rate = srv.o.rate, most = rate * BURST;
    int wait = 0;

    if (srv.o.rate <= 0)
        return 0;
    pthread_mutex_lock(&lock);
    struct bucket *b = find(tc_hash(who, strlen(who), 0), now);
    b->level -= (now - b->at) * rate;
    if (b->level < 0)
        b->level = 0;
    b->at = now;
    if (b->level + cost > most)
        wait = 1 + (int)((b->level + cost - most) / rate);
    else
        b->level += cost;
    pthread_mutex_unlock(&lock);
    return wait;
}

void srv_limit_tidy(double now)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < BUCKETS; i++) {
        struct bucket **at = &table[i];
        while (*at) {
            struct bucket *b = *at;
            if (b->level - (now - b->at) * srv.o.rate <= 0) {
                *at = b->next;
                free(b);
            } else {
                at = &b->next;
            }
        }
    }
    pthread_mutex_unlock(&lock);
}
