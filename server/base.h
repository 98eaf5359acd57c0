/* server/base.h - what knows nothing of games: bounds, pools of threads, figures and log,
 * secrets and texts.
 */
#ifndef SRV_BASE_H
#define SRV_BASE_H

#include <jansson.h>

#include "kernel/pledge.h"
#include "store/store.h"

enum {
    SRV_BODY = 65536,     /* bytes of a request's body */
    SRV_RECORD = 4 << 20, /* of one that brings a record */
    SRV_RECORDS = 4,      /* of which so many are read at once */
    SRV_TOKEN = 33,       /* bytes of a token, its end included */
    SRV_NAME_CHARS = 40,
    SRV_CHAT_CHARS = 500,
    SRV_HANDS =
        200, /* corrections by the umpire's hand of a game: each costs when it is read */
    SRV_NOTES = 5000, /* of a game; then nobody can say more */
    SRV_TITLE_CHARS = 80,
    SRV_NAME = 4 * SRV_NAME_CHARS + 1,
    SRV_TITLE = 4 * SRV_TITLE_CHARS + 1,
    SRV_ORDERS = 64,
    SRV_SESSION_SECONDS = 90 * 24 * 3600,
    SRV_LOG = 200, /* events and notes of a view */
    SRV_WORD = 2 * TC_SECRET + 1,
    SRV_FAULTS = 3, /* mistakes of ours met in a game before it is set aside */
};

struct srv_call;

/* --- Pools of threads (pool.c) ---------------------------------------------------------- */

typedef void srv_job(void *ctx);
struct srv_pool;

/* Those of lower rank (nice above 0) stand back when the processor is short. */
struct srv_pool *srv_pool_open(int threads, int nice);
/* False when too much waits already. */
bool srv_pool_add(struct srv_pool *p, srv_job *job, void *ctx);
/* Add even then: what must not be lost. */
void srv_pool_must(struct srv_pool *p, srv_job *job, void *ctx);
/* Carry out what waits, then end; nothing may be added but what must. */
void srv_pool_close(struct srv_pool *p);
/* One job that came when the threads had gone; false: there was none. */
bool srv_pool_finish(struct srv_pool *p);
void srv_pool_free(struct srv_pool *p); /* when nobody can add any more */

/* --- Figures and log (log.c) ----------------------------------------------------------------
 */

enum srv_count {
    SRV_C_REQUESTS,
    SRV_C_OK,      /* 2xx, 3xx */
    SRV_C_CLIENT,  /* 4xx */
    SRV_C_SERVER,  /* 5xx */
    SRV_C_ANSWERS, /* of people */
    SRV_C_COMPUTER,
    SRV_C_ORDERS,
    SRV_C_AHEAD,
    SRV_C_KNOWN,
    SRV_C_STALE,
    SRV_C_STORE_FAILED,
    SRV_C_LOADED,
    SRV_C_UNLOADED,
    SRV_C_EVENTS, /* sent into streams */
    SRV_C_SLOW_STREAMS,
    SRV_C_LIMITED,
    SRV_C_NOTICES,
    SRV_C_NOTICES_FAILED,
    SRV_C_FAULTS,
    SRV_COUNTS
};

void srv_count(enum srv_count what);
void srv_gauge_streams(int change);
int srv_gauge_streams_now(void);
void srv_time_answer(double seconds);
char *srv_metrics(void); /* free() it */

enum tc_err srv_log_open(const char *file, struct tc_why *why);
/* {"at","level","what",...}; takes over more, which may be NULL. */
void srv_log(const char *level, const char *what, json_t *more);
void srv_log_why(const char *what, const struct tc_why *why);
/* One line of the log for each request. */
void srv_log_request(const struct srv_call *c, int status);

/* --- Secrets and texts (secret.c) --------------------------------------------------------- */

void srv_new_token(char out[SRV_TOKEN]);
void srv_new_id(char out[STO_ID]);
void srv_hash_token(const char *token, uint8_t out[STO_HASH]);
bool srv_is_token(const char *text);
bool srv_is_id(const char *text);

/* A key of the client's own, by which a request may come twice: NULL if there is none. */
enum tc_err srv_read_key(struct srv_call *c, const char **out);
/* The name of a game and the tokens that are made from it. */
void srv_key_id(const char *key, char out[STO_ID]);
void srv_key_token(const char *key, const char *what, char out[SRV_TOKEN]);

/* The hash of a token in hex digits. */
void srv_token_hex(const char *token, char out[2 * STO_HASH + 1]);

/* The next character of valid UTF-8. */
uint32_t srv_next_char(const char **at);

/* Names of accounts (names.c). */
enum tc_err srv_check_name(const json_t *j, struct tc_why *why);
void srv_name_form(const char *name, char out[STO_NAME]);

/* A seed of dice as 32 hex digits. */
void srv_put_seed(const uint64_t seed[2], char out[33]);

/* Plain text of people: valid, without control characters, `least` to `most` characters. */
enum tc_err srv_check_text(const json_t *j, const char *key, int least, int most,
                           struct tc_why *why);

#endif
