/* store/driver.h - what a database must be able to do for the store. Not for other folders. */
#ifndef STO_DRIVER_H
#define STO_DRIVER_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "store/store.h"

enum { STO_PARAMS = 12 }; /* most values of one statement */

/* One row of an answer, every column as text; NULL for no value. false stops. */
typedef bool sto_row_fn(void *ctx, const char *const *column);

/* What the connections of a store know of a database that hangs. */
struct sto_health {
    atomic_int patience; /* milliseconds of a statement; 0: as long as it likes */
    atomic_bool down, probing;
    atomic_llong probe_at;
};

/* By which news are told. */
#define STO_CHANNEL "tricorne_news"

/* Statements are written once for all databases: $1, $2 ... stand for values, first used in
 * that order, and all values are texts. A statement is named by its address, so that a driver
 * may keep it prepared: it must be a constant. */
struct sto_driver {
    const char *kind;
    /* How a commit begins: where only one may write, with the right to. Who reads first and
     * asks for it later is refused at once when another has it. */
    const char *begin;
    bool waits; /* TC_E_BUSY comes after all the patience there is: asking again is in vain */
    /* Connections of one store share what is known of its database. */
    enum tc_err (*open)(const char *where, struct sto_health *h, void **conn,
                        struct tc_why *why);
    void (*close)(void *conn);
    /* TC_E_STALE: it would double a key. TC_E_NAME: it hangs on something that is not there. */
    enum tc_err (*run)(void *conn, const char *sql, const char *const *value, int values,
                       sto_row_fn *fn, void *ctx, struct tc_why *why);
    /* What tells the store of this connection from others that tell news. May be NULL. */
    void (*name)(void *conn, const char *name);
    /* Own news: the text by which others are told of a game inside a commit (sto_count); hear
     * of others until stopped. "" is every game: something may have been missed. May be NULL.
     */
    void (*news)(void *conn, const char *id, char *out, size_t room);
    enum tc_err (*hear)(void *conn, sto_news_fn *fn, void *ctx, const bool *stop,
                        struct tc_why *why);
    /* Be the only server here. May be NULL. */
    enum tc_err (*claim)(void *conn, struct tc_why *why);
    enum tc_err (*backup)(void *conn, const char *file, struct tc_why *why);
};

extern const struct sto_driver sto_sqlite, sto_postgres;

/* A failure: where it was, and a sentence. */
enum tc_err sto_fail(struct tc_why *why, enum tc_err err, const char *where, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* --- Writing in common commits (writer.c) ------------------------------------------- */

/* What one caller wants done inside a commit. Run by the thread of the writer; it may be run
 * again when the database asks for it. */
struct sto_job {
    enum tc_err (*run)(struct sto_job *j, const struct sto_driver *d, void *conn);
    struct tc_why why;
    enum tc_err err;
    bool leads;       /* its caller is to commit */
    sem_t turn;       /* it is written, or leads */
    const char *game; /* that it changes, or NULL; jobs go in the order of games, so that two
                       * servers never wait for each other in a circle */
    uint64_t rev;     /* of the game after it; set by sto_count */
    struct sto_job *next;
};

struct sto_writer;

enum tc_err sto_writer_start(const struct sto_driver *d, const char *where,
                             struct sto_health *h, const char *name, struct sto_writer **out,
                             struct tc_why *why);
void sto_writer_stop(struct sto_writer *w);

/* Have it done and committed; blocks. */
enum tc_err sto_write(struct sto_writer *w, struct sto_job *job);

#endif
