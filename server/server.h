/* server/server.h - `tricorne serve`: games over HTTP. docs/server.md is its contract. */
#ifndef SRV_SERVER_H
#define SRV_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/base.h"
#include "kernel/text.h"

struct srv_options {
    const char *data;        /* folder of the data files */
    const char *bind;        /* address to listen on */
    int port;                /* 0: any free one */
    const char *store;       /* where games are kept (store/store.h) */
    const char *base;        /* "/" or "/tricorne/" */
    const char *page;        /* folder of the page; NULL: beside the program */
    const char *mail, *from; /* HOST:PORT of a relay and the sender's address; or NULL */
    const char *url;         /* of the page, as people reach it, for links in mail; or NULL */
    const char *log;         /* file of the log, "-" for stderr, NULL for none */
    const char *ready;       /* scenario of a battle to have ready, or NULL */
    int workers;             /* threads for requests; 0: as many as is sensible */
    int thinkers;            /* threads for computer players */
    int rate;                /* requests a second and address; 0: no limits */
    int work;                /* milliseconds of a processor a second and address */
    int games;               /* that one address may begin in a day; 0: any number */
    int forget;              /* days after which a game nobody touched is deleted; 0: never */
    int study;               /* seconds of a processor for studies, an address and day */
    int shelf;               /* megabytes of battles that people made */
    int connections;         /* open at once from one address */
    int memory;              /* megabytes of games kept ready */
    int idle;                /* seconds after which a game is put away */
    bool proxy;              /* believe X-Forwarded-For */
    bool local_hooks;        /* webhooks may go to this machine and its network */
    int io;                  /* threads that read and write */
};

/* A server that listens. Several may be open in one process, each on a store of its own; the
 * texts of o outlive it. On failure *out is NULL. */
struct srv;
enum tc_err srv_open(const struct srv_options *o, struct srv **out, struct tc_why *why);
int srv_port(struct srv *s);
/* Streams get their bye, what waits is carried out and written. NULL is allowed. */
void srv_close(struct srv *s);

/* Open one and serve until SIGTERM or SIGINT. */
enum tc_err srv_run(const struct srv_options *o, struct tc_why *why);

/* A code as the server sends them by mail, and the hash the store keeps of it. */
enum tc_err srv_make_code(char code[33], uint8_t hash[32], struct tc_why *why);

#endif
