/* tests/store/test_store.c - the store's promises, on SQLite or, with TRICORNE_POSTGRES set, on
 * PostgreSQL. */
#include <libpq-fe.h>
#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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

/* --- Games ---------------------------------------------------------------------------- */

struct seen {
    uint32_t count, last, gap;
    char text[64];
};

static bool see_line(void *ctx, uint32_t n, const char *text)
{
    struct seen *s = ctx;

    s->gap += s->count > 0 && n != s->last + 1;
    s->count++;
    s->last = n;
    snprintf(s->text, sizeof(s->text), "%s", text);
    return true;
}

static struct seen lines_of(struct sto *st, const char *id, uint32_t from)
{
    struct seen s = { 0 };

    assert_int_equal(sto_each_line(st, id, from, see_line, &s, &why), TC_OK);
    return s;
}

static void new_game(struct sto *st, const char *id)
{
    struct sto_line line = { 0, "{\"n\":0}" };

    assert_int_equal(sto_new_game(st, id, "{\"header\":1}", &line, 1, NULL, 0, &why), TC_OK);
}

static void a_game_is_kept(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct sto_pair key[] = { { "title", "The wood & the \"mill\"" } };
    struct sto_line first[] = { { 0, "zero" }, { 1, "one" } };
    char *text;

    assert_int_equal(sto_new_game(st, "kept", "head", first, 2, key, 1, &why), TC_OK);
    struct sto_line more[] = { { 2, "two" }, { 3, "d'Artagnan \xc3\xa9" } };
    assert_int_equal(sto_add_lines(st, "kept", more, 2, &why), TC_OK);
    sto_close(st);

    st = open_store();
    assert_int_equal(sto_header(st, "kept", &text, &why), TC_OK);
    assert_string_equal(text, "head");
    free(text);
    struct seen s = lines_of(st, "kept", 0);
    assert_int_equal(s.count, 4);
    assert_int_equal(s.gap, 0);
    assert_string_equal(s.text, "d'Artagnan \xc3\xa9");
    assert_int_equal(lines_of(st, "kept", 3).count, 1);
    assert_int_equal(sto_get(st, "kept", "title", &text, &why), TC_OK);
    assert_string_equal(text, "The wood & the \"mill\"");
    free(text);
    sto_close(st);
}

static void a_line_is_written_once(void **state)
{
    (void)state;
    struct sto *st = open_store();

    new_game(st, "once");
    struct sto_line one[] = { { 1, "mine" } };
    struct sto_line late[] = { { 2, "before" }, { 1, "theirs" } };
    assert_int_equal(sto_add_lines(st, "once", one, 1, &why), TC_OK);
    assert_int_equal(sto_add_lines(st, "once", late, 2, &why), TC_E_STALE);
    struct seen s = lines_of(st, "once", 0);
    assert_int_equal(s.count, 2); /* not even its first line */
    assert_string_equal(s.text, "mine");
    sto_close(st);
}

static void a_line_is_written_after_what_is_known(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct sto_line line = { 1, "x" };
    struct sto_add add = { .id = "counted", .line = &line, .lines = 1 };
    struct sto_now now;

    new_game(st, "counted");
    assert_int_equal(sto_now(st, "counted", &now, &why), TC_OK);
    assert_int_equal(sto_put(st, "counted", "key", "1", &why), TC_OK);
    add.after = now.rev;
    assert_int_equal(sto_add(st, &add, &why), TC_E_DIFFERS);
    assert_int_equal(lines_of(st, "counted", 0).count, 1);
    add.after = now.rev + 1;
    assert_int_equal(sto_add(st, &add, &why), TC_OK);
    assert_int_equal(lines_of(st, "counted", 0).count, 2);
    sto_close(st);
}

static void an_unknown_game_is_named(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct sto_line one[] = { { 1, "x" } };
    struct sto_note note = { .kind = "chat", .text = "x" };
    uint8_t hash[STO_HASH] = { 1 };
    char *text;

    assert_int_equal(sto_add_lines(st, "nowhere", one, 1, &why), TC_E_NAME);
    assert_string_equal(why.text, "There is no game nowhere.");
    assert_int_equal(sto_header(st, "nowhere", &text, &why), TC_E_NAME);
    assert_int_equal(sto_add_note(st, "nowhere", &note, &why), TC_E_NAME);
    assert_int_equal(sto_put(st, "nowhere", "a", "b", &why), TC_E_NAME);
    assert_int_equal(sto_put_token(st, "nowhere", 0, hash, &why), TC_E_NAME);
    sto_close(st);
}

static void a_dropped_game_takes_all_with_it(void **state)
{
    (void)state;
    struct sto *st = open_store();
    uint8_t hash[STO_HASH] = { 7, 7 };
    char id[STO_ID], *text;
    int seat;

    new_game(st, "gone");
    assert_int_equal(sto_put(st, "gone", "a", "b", &why), TC_OK);
    assert_int_equal(sto_put_token(st, "gone", 0, hash, &why), TC_OK);
    assert_int_equal(sto_drop_game(st, "gone", &why), TC_OK);
    assert_int_equal(lines_of(st, "gone", 0).count, 0);
    assert_int_equal(sto_find_token(st, hash, id, &seat, &why), TC_E_NAME);
    assert_int_equal(sto_get(st, "gone", "a", &text, &why), TC_OK);
    assert_null(text);
    sto_close(st);
}

/* --- Notes, settings, tokens, accounts ---------------------------------------------------- */

static bool see_note(void *ctx, const struct sto_note *note)
{
    struct seen *s = ctx;

    s->gap += note->n != s->count + 1;
    s->count++;
    s->last = note->line;
    snprintf(s->text, sizeof(s->text), "%s/%d/%lld/%s", note->kind, note->seat,
             (long long)note->at, note->text);
    return true;
}

static void notes_are_numbered(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct seen s = { 0 };

    new_game(st, "notes");
    for (int i = 0; i < 3; i++) {
        struct sto_note note = { .line = 5,
                                 .at = 1234567890123,
                                 .seat = -1,
                                 .kind = "chat",
                                 .text = i == 2 ? "<b>'; DROP TABLE game" : "" };
        assert_int_equal(sto_add_note(st, "notes", &note, &why), TC_OK);
        assert_int_equal(note.n, i + 1);
    }
    assert_int_equal(sto_each_note(st, "notes", 1, see_note, &s, &why), TC_OK);
    assert_int_equal(s.count, 3);
    assert_int_equal(s.gap, 0);
    assert_int_equal(s.last, 5);
    assert_string_equal(s.text, "chat/-1/1234567890123/<b>'; DROP TABLE game");
    sto_close(st);
}

static void settings_change_and_go(void **state)
{
    (void)state;
    struct sto *st = open_store();
    char *text;

    new_game(st, "set");
    assert_int_equal(sto_put(st, "set", "orders.0", "one", &why), TC_OK);
    assert_int_equal(sto_put(st, "set", "orders.0", "two", &why), TC_OK);
    assert_int_equal(sto_get(st, "set", "orders.0", &text, &why), TC_OK);
    assert_string_equal(text, "two");
    free(text);
    assert_int_equal(sto_put(st, "set", "orders.0", NULL, &why), TC_OK);
    assert_int_equal(sto_get(st, "set", "orders.0", &text, &why), TC_OK);
    assert_null(text);
    sto_close(st);
}

static void a_new_token_kills_the_old(void **state)
{
    (void)state;
    struct sto *st = open_store();
    uint8_t old[STO_HASH] = { 1, 2, 3 }, fresh[STO_HASH] = { 0xff, 0 };
    char id[STO_ID];
    int seat = -5;

    new_game(st, "token");
    assert_int_equal(sto_put_token(st, "token", 1, old, &why), TC_OK);
    assert_int_equal(sto_find_token(st, old, id, &seat, &why), TC_OK);
    assert_string_equal(id, "token");
    assert_int_equal(seat, 1);
    assert_int_equal(sto_put_token(st, "token", 1, fresh, &why), TC_OK);
    assert_int_equal(sto_find_token(st, old, id, &seat, &why), TC_E_NAME);
    assert_int_equal(sto_find_token(st, fresh, id, &seat, &why), TC_OK);
    sto_close(st);
}

static bool spell(void *ctx, uint32_t n, const char *text)
{
    snprintf((char *)ctx + strlen(ctx), 200 - strlen(ctx), "%u%s ", n, text);
    return true;
}

static void spells(struct sto *st, const char *id, uint32_t from, const char *text)
{
    char got[200] = "";

    assert_int_equal(sto_each_line(st, id, from, spell, got, &why), TC_OK);
    assert_string_equal(got, text);
}

/* A new game from a line of another, with one line of its own. */
static void branch_off(struct sto *st, const char *id, const char *from, uint32_t line,
                       const char *text)
{
    char origin[80];
    struct sto_line own = { line + 1, text };
    struct sto_pair key = { "origin", origin };

    assert_int_equal(sto_origin(st, from, line, origin, sizeof origin, &why), TC_OK);
    struct sto_add a = {
        .id = id, .header = "{}", .line = &own, .lines = 1, .key = &key, .keys = 1
    };
    assert_int_equal(sto_add(st, &a, &why), TC_OK);
}

static void a_branch_shares_lines(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct sto_line line[] = { { 0, "a" }, { 1, "b" }, { 2, "c" } };
    struct sto_add a = { .id = "root", .header = "{}", .line = line, .lines = 3 };

    assert_int_equal(sto_add(st, &a, &why), TC_OK);
    branch_off(st, "twig", "root", 1, "x");
    branch_off(st, "leaf", "twig", 2, "y");
    branch_off(st, "shoot", "twig", 0, "z"); /* that line is the root's */
    spells(st, "twig", 0, "0a 1b 2x ");
    spells(st, "twig", 2, "2x ");
    spells(st, "leaf", 0, "0a 1b 2x 3y ");
    spells(st, "leaf", 1, "1b 2x 3y ");
    spells(st, "shoot", 0, "0a 1z ");
    assert_int_equal(sto_drop_game(st, "twig", &why), TC_OK);
    spells(st, "leaf", 0, "0a 1b 2x 3y ");
    assert_int_equal(sto_drop_game(st, "root", &why), TC_OK);
    spells(st, "leaf", 0, "0a 1b 2x 3y ");
    spells(st, "shoot", 0, "0a 1z ");
    sto_close(st);
}

static bool see_seat(void *ctx, const char *name, const char *id, int seat, const char *token)
{
    snprintf(ctx, 64, "%s %s %d %s", name, id, seat, token);
    return true;
}

static void accounts_have_sessions_and_games(void **state)
{
    (void)state;
    struct sto *st = open_store();
    uint8_t hash[STO_HASH] = { 9 };
    char name[STO_NAME], seen[64] = "", hex[2 * STO_HASH + 1], *text;

    new_game(st, "club");
    assert_int_equal(sto_new_account(st, "anna", "secret", &why), TC_OK);
    assert_int_equal(sto_new_account(st, "anna", "other", &why), TC_E_NAME);
    assert_string_equal(why.text, "The name anna is taken.");
    assert_int_equal(sto_account(st, "anna", &text, &why), TC_OK);
    assert_string_equal(text, "secret");
    free(text);
    assert_int_equal(sto_put_session(st, hash, "anna", 1000, &why), TC_OK);
    assert_int_equal(sto_find_session(st, hash, 999, name, &why), TC_OK);
    assert_string_equal(name, "anna");
    assert_int_equal(sto_find_session(st, hash, 1000, name, &why), TC_E_NAME); /* past */
    assert_int_equal(sto_drop_session(st, hash, &why), TC_OK);
    assert_int_equal(sto_find_session(st, hash, 1, name, &why), TC_E_NAME);
    assert_int_equal(sto_account_game(st, "anna", "club", 1, "tok", &why), TC_OK);
    assert_int_equal(sto_account_game(st, "anna", "nowhere", 1, "tok", &why), TC_E_NAME);
    assert_int_equal(sto_each_account_game(st, "anna", see_seat, seen, &why), TC_OK);
    assert_string_equal(seen, "anna club 1 "); /* the seat has no such token */
    seen[0] = 0;
    assert_int_equal(sto_each_holder(st, "club", see_seat, seen, &why), TC_OK);
    assert_string_equal(seen, "anna club 1 tok");
    memset(hash, 0xab, sizeof hash);
    assert_int_equal(sto_put_token(st, "club", 1, hash, &why), TC_OK);
    memset(hex, 'a', sizeof hex);
    for (int i = 1; i < 2 * STO_HASH; i += 2)
        hex[i] = 'b';
    hex[2 * STO_HASH] = 0;
    assert_int_equal(sto_account_game(st, "anna", "club", 1, hex, &why), TC_OK);
    assert_int_equal(sto_each_account_game(st, "anna", see_seat, seen, &why), TC_OK);
    assert_memory_equal(seen, "anna club 1 abab", 16);
    assert_int_equal(sto_account_put(st, "anna", "mail", "a@b", &why), TC_OK);
    assert_int_equal(sto_account_get(st, "anna", "mail", &text, &why), TC_OK);
    assert_string_equal(text, "a@b");
    free(text);
    sto_close(st);
}

/* --- Many at once, and a sudden end --------------------------------------------------------
 */

enum { THREADS = 8, EACH = 25 };

struct hand {
    struct sto *st;
    int id;
    int bad;
};

static void *write_lines(void *ctx)
{
    struct hand *h = ctx;
    char id[STO_ID];
    struct tc_why own;

    snprintf(id, sizeof(id), "many-%d", h->id);
    h->bad = sto_new_game(h->st, id, "head", NULL, 0, NULL, 0, &own) != TC_OK;
    for (uint32_t i = 0; i < EACH; i++) {
        struct sto_line line = { i, "x" };
        struct sto_note note = { .kind = "chat", .text = "y" };
        h->bad += sto_add_lines(h->st, id, &line, 1, &own) != TC_OK;
        h->bad += sto_add_note(h->st, "many-0", &note, &own) == TC_E_FILE;
    }
    return NULL;
}

static void many_threads_write(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct hand hand[THREADS];
    pthread_t thread[THREADS];

    for (int i = 0; i < THREADS; i++) {
        hand[i] = (struct hand){ .st = st, .id = i };
        pthread_create(&thread[i], NULL, write_lines, &hand[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        char id[STO_ID];
        pthread_join(thread[i], NULL);
        assert_int_equal(hand[i].bad, 0);
        snprintf(id, sizeof(id), "many-%d", i);
        struct seen s = lines_of(st, id, 0);
        assert_int_equal(s.count, EACH);
        assert_int_equal(s.gap, 0);
    }
    struct seen notes = { 0 };
    assert_int_equal(sto_each_note(st, "many-0", 1, see_note, &notes, &why), TC_OK);
    assert_int_equal(notes.gap, 0);
    sto_close(st);
}

/* A child writes lines, tells each once it is acknowledged, and is killed. */
static void child_writes(int fd)
{
    struct sto *st = NULL;

    if (sto_open(where, &st, &why))
        _exit(3);
    sto_new_game(st, "killed", "head", NULL, 0, NULL, 0, &why);
    for (uint32_t n = lines_of(st, "killed", 0).count;; n++) {
        struct sto_line line = { n, "x" };
        if (sto_add_lines(st, "killed", &line, 1, &why) || write(fd, &n, 4) != 4)
            _exit(4);
    }
}

static void an_acknowledged_line_survives_a_kill(void **state)
{
    (void)state;
    for (int round = 0; round < 5; round++) {
        int fd[2];
        uint32_t told = 0, n;

        assert_int_equal(pipe(fd), 0);
        pid_t pid = fork();
        if (pid == 0)
            child_writes(fd[1]);
        close(fd[1]);
        for (int i = 0; i < 10 + round && read(fd[0], &n, 4) == 4; i++)
            told = n;
        kill(pid, SIGKILL);
        while (read(fd[0], &n, 4) == 4)
            told = n;
        close(fd[0]);
        waitpid(pid, NULL, 0);
        struct sto *st = open_store();
        struct seen s = lines_of(st, "killed", 0);
        assert_int_equal(s.gap, 0);
        assert_true(s.count > told);
        assert_true(told >= 9); /* it did write */
        sto_close(st);
    }
}

/* --- News and care ---------------------------------------------------------------------------
 */

static int heard;

static void hear(void *ctx, const char *id)
{
    if (strcmp(id, ctx) == 0)
        __atomic_add_fetch(&heard, 1, __ATOMIC_RELAXED);
}

static void others_hear_of_a_line(void **state)
{
    (void)state;
    if (!on_postgres())
        skip(); /* see one_server_holds_a_file */
    struct sto *st = open_store();

    new_game(st, "news");
    assert_int_equal(sto_listen(st, hear, "news", &why), TC_OK);
    usleep(300 * 1000);
    pid_t pid = fork();
    if (pid == 0) {
        struct sto *other = open_store();
        struct sto_line line = { 1, "x" };
        sto_add_lines(other, "news", &line, 1, &why);
        sto_close(other);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    for (int i = 0; i < 100 && !__atomic_load_n(&heard, __ATOMIC_RELAXED); i++)
        usleep(50 * 1000);
    assert_int_equal(heard, 1);
    struct sto_line own = { 2, "x" }; /* not told to oneself */
    assert_int_equal(sto_add_lines(st, "news", &own, 1, &why), TC_OK);
    usleep(400 * 1000);
    assert_int_equal(heard, 1);
    sto_close(st);
}

static void one_server_holds_a_file(void **state)
{
    (void)state;
    if (on_postgres())
        skip(); /* several may */
    struct sto *a = open_store(), *b = open_store();

    assert_int_equal(sto_listen(a, hear, "x", &why), TC_OK);
    assert_int_equal(sto_listen(b, hear, "x", &why), TC_E_BUSY);
    assert_non_null(strstr(why.text, "Another server holds this store"));
    sto_close(a);
    assert_int_equal(sto_listen(b, hear, "x", &why), TC_OK);
    sto_close(b);
}

static void a_backup_is_a_store(void **state)
{
    (void)state;
    struct sto *st = open_store(), *copy;
    char file[512];

    new_game(st, "copied");
    snprintf(file, sizeof(file), "%s/copy.db", dir);
    if (on_postgres()) {
        assert_int_equal(sto_backup(st, file, &why), TC_E_FILE);
        assert_non_null(strstr(why.text, "pg_dump"));
    } else {
        assert_int_equal(sto_backup(st, file, &why), TC_OK);
        assert_int_equal(sto_open(file, &copy, &why), TC_OK);
        assert_int_equal(lines_of(copy, "copied", 0).count, 1);
        sto_close(copy);
        assert_int_equal(sto_backup(st, file, &why), TC_E_FILE);
        assert_string_equal(why.text, "The file is there already; name another.");
    }
    sto_close(st);
}

static void bad_places_are_named(void **state)
{
    (void)state;
    struct sto *st;

    assert_int_equal(sto_open("/nowhere/at/all.db", &st, &why), TC_E_FILE);
    assert_string_equal(why.where, "/nowhere/at/all.db");
    assert_int_equal(sto_open("", &st, &why), TC_E_NAME);
    assert_int_equal(sto_open("postgres://nobody@127.0.0.1:1/x", &st, &why), TC_E_FILE);
    assert_non_null(strstr(why.text, "The database says"));
    if (on_postgres())
        return;
    char file[512];
    snprintf(file, sizeof(file), "%s/text.db", dir);
    FILE *f = fopen(file, "w");
    fprintf(f, "this is no database, it is a long line of text that goes on and on\n");
    fclose(f);
    assert_int_equal(sto_open(file, &st, &why), TC_E_FILE);
}

static void it_says_it_is_alive(void **state)
{
    (void)state;
    struct sto *st = open_store();

    assert_int_equal(sto_ping(st, &why), TC_OK);
    assert_string_equal(sto_kind(st), on_postgres() ? "postgres" : "sqlite");
    sto_close(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_kept),
        cmocka_unit_test(a_line_is_written_once),
        cmocka_unit_test(a_line_is_written_after_what_is_known),
        cmocka_unit_test(an_unknown_game_is_named),
        cmocka_unit_test(a_dropped_game_takes_all_with_it),
        cmocka_unit_test(notes_are_numbered),
        cmocka_unit_test(settings_change_and_go),
        cmocka_unit_test(a_new_token_kills_the_old),
        cmocka_unit_test(accounts_have_sessions_and_games),
        cmocka_unit_test(many_threads_write),
        cmocka_unit_test(an_acknowledged_line_survives_a_kill),
        cmocka_unit_test(others_hear_of_a_line),
        cmocka_unit_test(one_server_holds_a_file),
        cmocka_unit_test(a_backup_is_a_store),
        cmocka_unit_test(bad_places_are_named),
        cmocka_unit_test(it_says_it_is_alive),
        cmocka_unit_test(a_branch_shares_lines),
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
