/* tests/store/test_people.c - counts of changes, loans, codes, bans and clocks of the store, on
 * SQLite or, with TRICORNE_POSTGRES set, on PostgreSQL. */
#include <setjmp.h>
#include <stdarg.h>
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

static void changes_are_counted(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct sto_now a, b;
    struct sto_line line = { 1, "one" };
    struct sto_add add = {
        .id = "now", .line = &line, .lines = 1, .seed = "00ff", .seed_line = 1
    };
    uint8_t hash[STO_HASH] = { 77 };
    char id[STO_ID], *text;
    uint32_t from;
    int seat;

    new_game(st, "now");
    assert_int_equal(sto_now(st, "now", &a, &why), TC_OK);
    assert_int_equal(sto_add(st, &add, &why), TC_OK);
    assert_int_equal(sto_my_rev(), a.rev + 1);
    assert_int_equal(sto_add(st, &add, &why), TC_E_STALE);
    assert_int_equal(sto_seed(st, "now", &text, &from, &why), TC_OK);
    assert_string_equal(text, "00ff");
    assert_int_equal(from, 1);
    free(text);
    assert_int_equal(sto_put_token(st, "now", 0, hash, &why), TC_OK);
    assert_int_equal(sto_look(st, hash, id, &seat, &b, &why), TC_OK);
    assert_string_equal(id, "now");
    assert_int_equal(b.rev, a.rev + 2);
    assert_int_equal(b.beside, a.beside + 1);
    assert_int_equal(sto_now(st, "nowhere", &a, &why), TC_E_NAME);
    sto_close(st);
}

static bool count_session(void *ctx, const char *hash, int64_t until)
{
    (void)hash;
    (void)until;
    ++*(int *)ctx;
    return true;
}

static bool count_token(void *ctx, int seat, const uint8_t hash[STO_HASH])
{
    (void)seat;
    (void)hash;
    ++*(int *)ctx;
    return true;
}

static void sessions_are_lent_tokens(void **state)
{
    (void)state;
    struct sto *st = open_store();
    uint8_t session[STO_HASH] = { 1, 2 }, other[STO_HASH] = { 1, 3 }, loan[STO_HASH] = { 4 };
    uint8_t token[STO_HASH], fresh[STO_HASH] = { 6 };
    char hex[2 * STO_HASH + 1], id[STO_ID];
    struct sto_now now;
    int seat, n = 0;

    new_game(st, "lent");
    memset(token, 0xaa, sizeof token);
    memset(hex, 'a', sizeof hex);
    hex[2 * STO_HASH] = 0;
    assert_int_equal(sto_new_account(st, "lena", "secret", &why), TC_OK);
    assert_int_equal(sto_put_session(st, session, "lena", 1000, &why), TC_OK);
    assert_int_equal(sto_put_session(st, other, "lena", 1000, &why), TC_OK);
    assert_int_equal(sto_put_token(st, "lent", 1, token, &why), TC_OK);
    assert_int_equal(sto_account_game(st, "lena", "lent", 1, hex, &why), TC_OK);
    assert_int_equal(sto_lend(st, loan, session, "lent", 1, hex, &why), TC_OK);
    assert_int_equal(sto_lend(st, loan, session, "lent", 1, hex, &why), TC_OK);
    assert_int_equal(sto_look_lent(st, loan, 999, id, &seat, &now, &why), TC_OK);
    assert_int_equal(seat, 1);
    assert_int_equal(sto_look_lent(st, loan, 1000, id, &seat, &now, &why), TC_E_NAME);
    assert_int_equal(sto_each_token(st, "lent", count_token, &n, &why), TC_OK);
    assert_int_equal(n, 2);
    assert_int_equal(sto_put_token(st, "lent", 1, fresh, &why), TC_OK);
    assert_int_equal(sto_look_lent(st, loan, 1, id, &seat, &now, &why), TC_E_NAME);
    assert_int_equal(sto_keep_lent(st, loan, fresh, &why), TC_OK);
    assert_int_equal(sto_look_lent(st, loan, 1, id, &seat, &now, &why), TC_OK);
    n = 0;
    assert_int_equal(sto_each_session(st, "lena", 1, count_session, &n, &why), TC_OK);
    assert_int_equal(n, 2);
    assert_int_equal(sto_drop_sessions(st, "lena", "0102", session, &n, &why), TC_OK);
    assert_int_equal(n, 0);
    assert_int_equal(sto_drop_sessions(st, "lena", "", other, &n, &why), TC_OK);
    assert_int_equal(n, 1);
    assert_int_equal(sto_look_lent(st, loan, 1, id, &seat, &now, &why), TC_E_NAME);
    assert_int_equal(sto_drop_account_game(st, "lena", "lent", &why), TC_OK);
    sto_close(st);
}

static void codes_and_counts(void **state)
{
    (void)state;
    struct sto *st = open_store();
    uint8_t hash[STO_HASH] = { 50 };
    char name[STO_NAME], *text;
    int n;

    assert_int_equal(sto_new_account(st, "cora", "secret", &why), TC_OK);
    assert_int_equal(sto_put_alike(st, "cora", "cora", &why), TC_OK);
    assert_int_equal(sto_put_alike(st, "cora", "cora", &why), TC_E_NAME);
    assert_int_equal(sto_put_secret(st, "cora", "other", &why), TC_OK);
    assert_int_equal(sto_account(st, "cora", &text, &why), TC_OK);
    assert_string_equal(text, "other");
    free(text);
    assert_int_equal(sto_put_code(st, hash, "mail", "cora", "c@d", 100, &why), TC_OK);
    assert_int_equal(sto_find_code(st, hash, "reset", 1, false, name, &text, &why), TC_E_NAME);
    assert_int_equal(sto_find_code(st, hash, "mail", 100, true, name, &text, &why), TC_E_NAME);
    assert_int_equal(sto_find_code(st, hash, "mail", 1, false, name, &text, &why), TC_OK);
    assert_string_equal(text, "c@d");
    free(text);
    assert_int_equal(sto_find_code(st, hash, "mail", 1, true, name, &text, &why), TC_OK);
    free(text);
    assert_int_equal(sto_find_code(st, hash, "mail", 1, true, name, &text, &why), TC_E_NAME);
    assert_int_equal(sto_tally(st, "x", 1000, 60, &n, &why), TC_OK);
    assert_int_equal(sto_tally(st, "x", 1000, 60, &n, &why), TC_OK);
    assert_int_equal(n, 2);
    assert_int_equal(sto_tallied(st, "x", 1000, 60, &n, &why), TC_OK);
    assert_int_equal(n, 2);
    assert_int_equal(sto_tallied(st, "x", 1060, 60, &n, &why), TC_OK);
    assert_int_equal(n, 0);
    assert_int_equal(sto_account_put(st, "cora", "mail", "c@d", &why), TC_OK);
    assert_int_equal(sto_drop_mail(st, "c@d", &why), TC_OK);
    assert_int_equal(sto_account_get(st, "cora", "mail", &text, &why), TC_OK);
    assert_null(text);
    assert_int_equal(sto_drop_codes(st, "cora", "mail", &why), TC_OK);
    assert_int_equal(sto_sweep(st, 10000, &why), TC_OK);
    assert_int_equal(sto_drop_account(st, "cora", &why), TC_OK);
    assert_int_equal(sto_drop_account(st, "cora", &why), TC_E_NAME);
    sto_close(st);
}

static bool count_ban(void *ctx, const struct sto_ban *b)
{
    assert_string_equal(b->name, "203.0.113.9");
    ++*(int *)ctx;
    return true;
}

static bool see_deed(void *ctx, int64_t at, const char *who, const char *what)
{
    snprintf(ctx, 64, "%lld %s %s", (long long)at, who, what);
    return true;
}

static bool count_about(void *ctx, const struct sto_about *a)
{
    assert_string_equal(a->id, "desk");
    assert_int_equal(a->touched, 500);
    assert_int_equal(a->lines, 1);
    ++*(int *)ctx;
    return true;
}

static bool count_name(void *ctx, const char *name)
{
    (void)name;
    ++*(int *)ctx;
    return true;
}

static void operators_find_and_ban(void **state)
{
    (void)state;
    struct sto *st = open_store();
    struct sto_ban b = { "address", "203.0.113.9", "spam", 100 };
    char seen[64] = "";
    int64_t deeds;
    int n = 0;

    new_game(st, "desk");
    assert_int_equal(sto_put(st, "desk", "touched", "500", &why), TC_OK);
    assert_int_equal(sto_put(st, "desk", "meta", "{\"title\":\"The desk\"}", &why), TC_OK);
    assert_int_equal(sto_find_games(st, "The desk", 0, count_about, &n, &why), TC_OK);
    assert_int_equal(sto_find_games(st, "The desk", 501, count_about, &n, &why), TC_OK);
    assert_int_equal(sto_find_games(st, "The desk", 500, count_about, &n, &why), TC_OK);
    assert_int_equal(n, 2);
    assert_int_equal(sto_put_ban(st, &b, &why), TC_OK);
    assert_int_equal(sto_put_ban(st, &b, &why), TC_OK);
    n = 0;
    assert_int_equal(sto_each_ban(st, 99, count_ban, &n, &why), TC_OK);
    assert_int_equal(sto_each_ban(st, 100, count_ban, &n, &why), TC_OK);
    assert_int_equal(n, 1);
    assert_int_equal(sto_drop_ban(st, "address", "203.0.113.9", &why), TC_OK);
    assert_int_equal(sto_drop_ban(st, "address", "203.0.113.9", &why), TC_E_NAME);
    assert_int_equal(sto_deed(st, 7, "root", "ban x", &why), TC_OK);
    assert_int_equal(sto_deeds(st, &deeds, &why), TC_OK);
    assert_int_equal(deeds, 1);
    assert_int_equal(sto_each_deed(st, see_deed, seen, &why), TC_OK);
    assert_string_equal(seen, "7 root ban x");
    n = 0;
    assert_int_equal(sto_each_account(st, "no such", count_name, &n, &why), TC_OK);
    assert_int_equal(n, 0);
    sto_close(st);
}

static bool count_due(void *ctx, const char *id)
{
    assert_string_equal(id, "due");
    ++*(int *)ctx;
    return true;
}

static void clocks_are_due_and_stand_still(void **state)
{
    (void)state;
    struct sto *st = open_store();
    int64_t down;
    int n = 0;

    new_game(st, "due");
    assert_int_equal(sto_put_due(st, "due", 100, &why), TC_OK);
    assert_int_equal(sto_each_due(st, 99, 10, count_due, &n, &why), TC_OK);
    assert_int_equal(sto_each_due(st, 100, 10, count_due, &n, &why), TC_OK);
    assert_int_equal(n, 1);
    assert_int_equal(sto_put_due(st, "due", 0, &why), TC_OK);
    assert_int_equal(sto_each_due(st, 100, 10, count_due, &n, &why), TC_OK);
    assert_int_equal(n, 1);
    assert_int_equal(sto_beat(st, 1000, &down, &why), TC_OK);
    assert_int_equal(down, 0);
    assert_int_equal(sto_beat(st, 1030, &down, &why), TC_OK);
    assert_int_equal(down, 0);
    assert_int_equal(sto_beat(st, 1100, &down, &why), TC_OK);
    assert_int_equal(down, 70);
    assert_int_equal(sto_beat(st, 1110, &down, &why), TC_OK);
    assert_int_equal(down, 70);
    sto_close(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_counted),
        cmocka_unit_test(sessions_are_lent_tokens),
        cmocka_unit_test(codes_and_counts),
        cmocka_unit_test(operators_find_and_ban),
        cmocka_unit_test(clocks_are_due_and_stand_still),
    };
    char command[128];

    if (!mkdtemp(dir))
        return 1;
    if (getenv("TRICORNE_POSTGRES"))
        snprintf(where, sizeof(where), "%s", getenv("TRICORNE_POSTGRES"));
    else
        snprintf(where, sizeof(where), "%s/games.db", dir);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof(command), "rm -rf %s", dir);
    return system(command) != 0 || failed;
}
