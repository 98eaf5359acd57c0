/* store/own.h - the store from inside. Not for other folders. */
#ifndef STO_OWN_H
#define STO_OWN_H

#include <pthread.h>

#include "store/driver.h"

enum { STO_READERS = 4 };

struct sto {
    const struct sto_driver *driver;
    char *where;
    struct sto_health health;
    char name[17]; /* what tells it from other stores on the same database */
    struct sto_writer *writer;
    pthread_mutex_t lock; /* of the readers */
    pthread_cond_t freed;
    void *reader[STO_READERS];
    bool busy[STO_READERS];
    pthread_t ear;
    void *ear_conn;
    bool hearing, stop;
    sto_news_fn *news;
    void *news_ctx;
};

/* One statement on a free reader; waits for one. */
enum tc_err sto_read(struct sto *st, const char *sql, const char *const *value, int values,
                     sto_row_fn *fn, void *ctx, struct tc_why *why);

/* One statement in a commit. game, if not NULL, is told to other servers. */
enum tc_err sto_write_one(struct sto *st, const char *game, const char *sql,
                          const char *const *value, int values, struct tc_why *why);

/* The same with what its RETURNING gives; fn may be called again when the commit is. */
enum tc_err sto_write_rows(struct sto *st, const char *game, const char *sql,
                           const char *const *value, int values, sto_row_fn *fn, void *ctx,
                           struct tc_why *why);

/* Inside a commit, before anything else: count a change of a game, so that others see it,
 * and tell the other servers. beside: not only lines and notes. TC_E_NAME: no such game. */
enum tc_err sto_count(struct sto_job *j, const struct sto_driver *d, void *conn, const char *id,
                      bool beside);

/* Inside a commit: the game that an origin names stays until then; TC_E_NAME: it is gone. */
enum tc_err sto_hold_origin(struct sto_job *j, const struct sto_driver *d, void *conn,
                            const char *origin);

/* Inside a commit: a game's clock is to be looked at then; 0: never. */
enum tc_err sto_due_in(struct sto_job *j, const struct sto_driver *d, void *conn,
                       const char *id, int64_t at);

/* Make the tables, or see that they are of our making. */
enum tc_err sto_make_tables(const struct sto_driver *d, void *conn, struct tc_why *why);

struct sto_number {
    char text[24];
};
const char *sto_put_number(struct sto_number *n, int64_t value);

struct sto_hex {
    char text[2 * STO_HASH + 1];
};
const char *sto_put_hex(struct sto_hex *h, const uint8_t hash[STO_HASH]);

/* What sto_my_rev says in this thread. */
void sto_set_my_rev(uint64_t rev);

/* A game, how far it is, and of which seat: a row (rev, beside, game, seat), of which the last
 * two are looked at where there is an id. ctx is a struct sto_found *. */
struct sto_found {
    char *id; /* STO_ID bytes, or NULL */
    int seat;
    struct sto_now now;
    bool any;
};
bool sto_find_game(void *ctx, const char *const *column);

/* A copy of a column, or NULL. ctx is a char **. */
bool sto_keep_text(void *ctx, const char *const *column);

#endif
