/* server/limit.c - how much one address or one seat may ask: leaking buckets.
 *
 * Two things are counted: requests, and the processor time they took. Requests are few and
 * cheap to count before anything is done; processor time is known afterwards, so an address
 * that has used up its share waits until enough of it has leaked away.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

/* A bucket holds so many seconds' worth. */
enum { BURST = 8, BUCKETS = 4096, DAY = 24 * 3600, ACCOUNTS = 50 };

struct bucket {
    uint64_t who;
    double asked, work; /* requests, seconds of a processor */
    double made;        /* games, within a day */
    double joined;      /* accounts, within a day */
    double at;
    struct bucket *next;
};

struct srv_limits {
    pthread_mutex_t lock;
    struct bucket *table[BUCKETS];
};

struct srv_limits *srv_limits_new(void)
{
    struct srv_limits *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_limits_free(struct srv_limits *p)
{
    for (int i = 0; p && i < BUCKETS; i++)
        while (p->table[i]) {
            struct bucket *b = p->table[i];
            p->table[i] = b->next;
            free(b);
        }
    free(p);
}

static struct bucket *find(uint64_t who, double now)
{
    struct bucket **at = &srv->limits->table[who % BUCKETS];

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

static double work_rate(void)
{
    return srv->o.work / 1000.0;
}

static void leak(struct bucket *b, double now)
{
    b->asked -= (now - b->at) * srv->o.rate;
    b->work -= (now - b->at) * work_rate();
    b->made -= (now - b->at) * srv->o.games / DAY;
    b->joined -= (now - b->at) * ACCOUNTS / DAY;
    if (b->made < 0)
        b->made = 0;
    if (b->joined < 0)
        b->joined = 0;
    if (b->asked < 0)
        b->asked = 0;
    if (b->work < 0)
        b->work = 0;
    b->at = now;
}

/* An address and a token that looks like one are not the same. */
static uint64_t key_of(enum srv_who kind, const char *who)
{
    return tc_hash(who, strlen(who), (uint64_t)kind + 1);
}

int srv_limit(enum srv_who kind, const char *who, double cost, double now)
{
    double most = srv->o.rate * (double)BURST, most_work = work_rate() * BURST;
    int wait = 0;

    if (srv->o.rate <= 0)
        return 0;
    pthread_mutex_lock(&srv->limits->lock);
    struct bucket *b = find(key_of(kind, who), now);
    leak(b, now);
    if (b->asked + cost > most)
        wait = 1 + (int)((b->asked + cost - most) / srv->o.rate);
    else if (srv->o.work > 0 && b->work > most_work)
        wait = 1 + (int)((b->work - most_work) / work_rate());
    else
        b->asked += cost;
    pthread_mutex_unlock(&srv->limits->lock);
    return wait;
}

void srv_limit_spend(enum srv_who kind, const char *who, double seconds, double now)
{
    if (srv->o.rate <= 0 || srv->o.work <= 0)
        return;
    pthread_mutex_lock(&srv->limits->lock);
    struct bucket *b = find(key_of(kind, who), now);
    leak(b, now);
    b->work += seconds;
    pthread_mutex_unlock(&srv->limits->lock);
}

int srv_limit_work(enum srv_who kind, const char *who, double now)
{
    double most = work_rate() * BURST;
    int wait = 0;

    if (srv->o.rate <= 0 || srv->o.work <= 0)
        return 0;
    pthread_mutex_lock(&srv->limits->lock);
    struct bucket *b = find(key_of(kind, who), now);
    leak(b, now);
    if (b->work > most)
        wait = 1 + (int)((b->work - most) / work_rate());
    pthread_mutex_unlock(&srv->limits->lock);
    return wait;
}

bool srv_limit_spare(enum srv_who kind, const char *who, double now)
{
    if (srv->o.rate <= 0 || srv->o.work <= 0)
        return true;
    pthread_mutex_lock(&srv->limits->lock);
    struct bucket *b = find(key_of(kind, who), now);
    leak(b, now);
    bool spare = b->work < work_rate() * BURST / 2;
    pthread_mutex_unlock(&srv->limits->lock);
    return spare;
}

int srv_limit_games(const char *who, double games, double now)
{
    int wait = 0;

    if (srv->o.rate <= 0 || srv->o.games <= 0)
        return 0;
    pthread_mutex_lock(&srv->limits->lock);
    struct bucket *b = find(key_of(SRV_ADDRESS, who), now);
    leak(b, now);
    if (games > srv->o.games)
        games = srv->o.games; /* one of any length fits into a day */
    if (b->made + games > srv->o.games)
        wait = 1 + (int)((b->made + games - srv->o.games) * DAY / srv->o.games);
    else
        b->made += games;
    pthread_mutex_unlock(&srv->limits->lock);
    return wait;
}

int srv_limit_accounts(const char *who, double now)
{
    int wait = 0;

    if (srv->o.rate <= 0)
        return 0;
    pthread_mutex_lock(&srv->limits->lock);
    struct bucket *b = find(key_of(SRV_ADDRESS, who), now);
    leak(b, now);
    if (b->joined + 1 > ACCOUNTS)
        wait = 1 + (int)((b->joined + 1 - ACCOUNTS) * DAY / ACCOUNTS);
    else
        b->joined += 1;
    pthread_mutex_unlock(&srv->limits->lock);
    return wait;
}

void srv_limit_tidy(double now)
{
    pthread_mutex_lock(&srv->limits->lock);
    for (int i = 0; i < BUCKETS; i++) {
        struct bucket **at = &srv->limits->table[i];
        while (*at) {
            struct bucket *b = *at;
            leak(b, now);
            if (b->asked <= 0 && b->work <= 0 && b->made <= 0 && b->joined <= 0) {
                *at = b->next;
                free(b);
            } else {
                at = &b->next;
            }
        }
    }
    pthread_mutex_unlock(&srv->limits->lock);
}
