/* tests/store/test_locks.c - two at one store: who waits, for how long, and who tries again. On
 * SQLite or, with TRICORNE_POSTGRES set, on PostgreSQL. */
#include <libpq-fe.h>
#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/store.h"

static char dir[] = "/tmp/tricorne-store-XXXXXX";
static char where[512];
static struct tc_why why;

static bool on_postgres(void)
{
    return getenv("TRICORNE_POSTGRES") != NULL;
}

static struct sto *open_store(void)
{
    struct sto *st = NULL;

    if (sto_open(where, &st, &why))
        fail_msg("%s: %s", why.where, why.text);
    return st;
}

static void new_game(struct sto *st, const char *id)
{
    struct sto_line line = { 0, "{\"n\":0}" };

    assert_int_equal(sto_new_game(st, id, "{\"header\":1}", &line, 1, NULL, 0, &why), TC_OK);
}

static bool count_line(void *ctx, uint32_t n, const char *text)
{
    (void)n;
    (void)text;
    ++*(int *)ctx;
    return true;
}

static int lines_of(struct sto *st, const char *id)
{
    int n = 0;

    assert_int_equal(sto_each_line(st, id, 0, count_line, &n, &why), TC_OK);
    return n;
}

static bool pass_note(void *ctx, const struct sto_note *n)
{
    (void)ctx;
    (void)n;
    return true;
}

/* Somebody holds the notes locked: the store that asked for them gives its database up for a
 * while, and another store of the same process does not. */
static void a_store_that_hangs_holds_up_no_other(void **state)
{
    (void)state;
    if (!on_postgres())
        skip(); /* a file does not hang */
    struct sto *a = open_store(), *b = open_store();
    PGconn *lock = PQconnectdb(where);

    new_game(a, "hung");
    PQclear(PQexec(lock, "BEGIN; LOCK TABLE note"));
    assert_int_equal(PQtransactionStatus(lock), PQTRANS_INTRANS);
    sto_patience(a, 100);
    assert_int_equal(sto_each_note(a, "hung", 0, pass_note, NULL, &why), TC_E_FILE);
    assert_int_equal(lines_of(b, "hung"), 1);
    PQfinish(lock);
    sto_patience(a, 5000);
    while (sto_each_note(a, "hung", 0, pass_note, NULL, &why)) /* it is tried once a second */
        usleep(50 * 1000);
    sto_close(a);
    sto_close(b);
}

/* Holds the lock of the file for a little more than four seconds. */
static void *hold_lock(void *db)
{
    usleep(4200 * 1000);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return NULL;
}

/* A server gives a request up after 3.5 seconds; a command waits until the lock is free. */
static void a_command_waits_for_a_lock(void **state)
{
    (void)state;
    if (on_postgres())
        skip(); /* nobody locks all of it */
    struct sto *server = open_store(), *command = open_store();
    sqlite3 *db;
    pthread_t holder;

    new_game(server, "locked");
    sto_patience(server, 5000);
    assert_int_equal(sqlite3_open(where, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sto_put(server, "locked", "key", "1", &why), TC_E_FILE);
    assert_int_equal(pthread_create(&holder, NULL, hold_lock, db), 0);
    assert_int_equal(sto_put(command, "locked", "key", "2", &why), TC_OK);
    pthread_join(holder, NULL);
    sqlite3_close(db);
    sto_close(server);
    sto_close(command);
}

/* Holds the lock for a second. */
static void *hold_briefly(void *db)
{
    usleep(1000 * 1000);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return NULL;
}

/* Somebody writes to this file while a store is opened in it. */
static void open_beside_a_writer(const char *file)
{
    struct sto *st;
    sqlite3 *db;
    pthread_t holder;

    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(pthread_create(&holder, NULL, hold_briefly, db), 0);
    if (sto_open(file, &st, &why))
        fail_msg("%s: %s", why.where, why.text);
    sto_close(st);
    pthread_join(holder, NULL);
    sqlite3_close(db);
}

/* To open a store is to read what tables there are and then to write: SQLite refuses at once
 * who has read and wants to write while another does. */
static void a_store_is_opened_beside_a_writer(void **state)
{
    (void)state;
    char file[512];

    if (on_postgres())
        skip(); /* nobody locks all of it */
    sto_close(open_store());
    open_beside_a_writer(where);
    snprintf(file, sizeof(file), "%s/new.db", dir); /* not yet a store */
    open_beside_a_writer(file);
}

static void *drop_stem(void *st)
{
    struct tc_why own;

    return (void *)(intptr_t)sto_drop_game(st, "stem", &own);
}

/* Until somebody waits for a lock that this connection has. */
static void wait_for_waiter(PGconn *db)
{
    int waiting = 0;

    while (!waiting) {
        PGresult *res = PQexec(db, "SELECT 1 FROM pg_locks WHERE NOT granted");
        assert_int_equal(PQresultStatus(res), PGRES_TUPLES_OK);
        waiting = PQntuples(res);
        PQclear(res);
    }
}

/* Somebody has a branch locked and then wants the game that is being deleted: the database
 * tells one of the two to give way. The store does, and tries again. */
static void a_deadlock_is_tried_again(void **state)
{
    (void)state;
    if (!on_postgres())
        skip(); /* one writes at a time */
    struct sto *st = open_store();
    struct sto_line own = { 1, "x" };
    struct sto_pair key = { "origin", "{\"game\":\"stem\",\"line\":0}" };
    struct sto_add graft = {
        .id = "graft", .header = "{}", .line = &own, .lines = 1, .key = &key, .keys = 1
    };
    pthread_t dropper;
    void *err;

    new_game(st, "stem");
    assert_int_equal(sto_add(st, &graft, &why), TC_OK);
    PGconn *other = PQconnectdb(where);
    PQclear(PQexec(other, "SET deadlock_timeout = '20s'")); /* the store's is one second */
    PQclear(PQexec(other, "BEGIN; UPDATE setting SET text = text WHERE game = 'graft'"));
    assert_int_equal(pthread_create(&dropper, NULL, drop_stem, st), 0);
    wait_for_waiter(other);
    PQclear(PQexec(other, "UPDATE game SET header = header WHERE id = 'stem'; COMMIT"));
    PQfinish(other);
    pthread_join(dropper, &err);
    assert_int_equal((intptr_t)err, TC_OK);
    assert_int_equal(lines_of(st, "graft"), 2); /* with that of its origin */
    sto_close(st);
}

struct scribe {
    struct sto *st;
    const char *id;
    atomic_bool stop;
    atomic_int done;
    bool late; /* it had written all it may before it was told to stop */
};

static void *write_on(void *ctx)
{
    struct scribe *w = ctx;
    struct tc_why own;

    for (; w->done < 4000 && !w->stop; w->done++)
        sto_put(w->st, w->id, "key", "x", &own);
    w->late = !w->stop;
    return NULL;
}

/* A command that writes without end beside a server: between two commits it lets the server
 * have its turn, so that few pass while it waits. Without that fifty pass. */
static void a_command_lets_the_server_have_its_turn(void **state)
{
    (void)state;
    if (on_postgres())
        skip(); /* nobody locks all of it */
    struct sto *server = open_store(), *command = open_store();
    struct scribe w = { .st = command, .id = "chain" };
    pthread_t writer;

    new_game(server, "chain");
    sto_patience(server, 5000);
    assert_int_equal(pthread_create(&writer, NULL, write_on, &w), 0);
    while (!w.done)
        usleep(1000);
    int before = w.done;
    for (int i = 0; i < 10; i++)
        assert_int_equal(sto_put(server, "chain", "other", "y", &why), TC_OK);
    int passed = w.done - before;
    w.stop = true;
    pthread_join(writer, NULL);
    print_message("# %d commits of the command passed 10 of the server\n", passed);
    assert_in_range(passed, 0, 150);
    sto_close(command);
    sto_close(server);
}

/* A copy of 60 megabytes, while somebody writes all the time. In parts of four megabytes it
 * would begin again and again, since somebody has always written between two of them. */
static void a_backup_ends_while_others_write(void **state)
{
    (void)state;
    if (on_postgres())
        skip(); /* pg_dump's work */
    struct sto *st = open_store(), *server = open_store(), *copy;
    struct scribe w = { .st = server, .id = "large" };
    static char text[600000];
    pthread_t writer;
    char file[512];

    new_game(st, "large");
    sto_patience(server, 5000);
    memset(text, 'x', sizeof text - 1);
    for (uint32_t n = 1; n <= 100; n++) {
        struct sto_line line = { n, text };
        assert_int_equal(sto_add_lines(st, "large", &line, 1, &why), TC_OK);
    }
    assert_int_equal(pthread_create(&writer, NULL, write_on, &w), 0);
    snprintf(file, sizeof(file), "%s/large.db", dir);
    assert_int_equal(sto_backup(st, file, &why), TC_OK);
    w.stop = true;
    pthread_join(writer, NULL);
    assert_false(w.late);
    assert_int_equal(sto_open(file, &copy, &why), TC_OK);
    assert_int_equal(lines_of(copy, "large"), 101);
    sto_close(copy);
    sto_close(server);
    sto_close(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_that_hangs_holds_up_no_other),
        cmocka_unit_test(a_command_waits_for_a_lock),
        cmocka_unit_test(a_store_is_opened_beside_a_writer),
        cmocka_unit_test(a_deadlock_is_tried_again),
        cmocka_unit_test(a_command_lets_the_server_have_its_turn),
        cmocka_unit_test(a_backup_ends_while_others_write),
    };
    char command[128];

    if (!mkdtemp(dir))
        return 1;
    if (on_postgres())
        snprintf(where, sizeof(where), "%s", getenv("TRICORNE_POSTGRES"));
    else
        snprintf(where, sizeof(where), "%s/games.db", dir);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof(command), "rm -rf %s", dir);
    return system(command) != 0 || failed;
}
