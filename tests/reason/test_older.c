/* tests/reason/test_older.c - scenarios whose entries are rows of words, as they were written
 * before: the same battle under the same name, until it is saved anew. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "rules/reason/tables.h"

static const struct rea_book *load(const char *folder, const char *name)
{
    const struct tc_book *bk = NULL;
    struct tc_why why = { 0 };
    char path[1024];

    snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
    if (book_load_file(TEST_DATA, path, &bk, NULL, &why) != TC_OK)
        fail_msg("%s: %s", why.where, why.text);
    return rea_book(bk);
}

#define SAME_TEXT(A, B) assert_string_equal((A), (B)), (A) = (B) = NULL

static void same_units(const struct rea_book *a, const struct rea_book *b)
{
    assert_int_equal(a->units, b->units);
    for (int i = 0; i < a->units; i++) {
        struct rea_card x = a->unit[i], y = b->unit[i];
        SAME_TEXT(x.name, y.name);
        SAME_TEXT(x.label, y.label);
        assert_memory_equal(&x, &y, sizeof x);
    }
}

static void same_leaders(const struct rea_book *a, const struct rea_book *b)
{
    assert_int_equal(a->leaders, b->leaders);
    for (int i = 0; i < a->leaders; i++) {
        const struct rea_chief *x = &a->leader[i], *y = &b->leader[i];
        assert_string_equal(x->name, y->name);
        assert_string_equal(x->label, y->label);
        assert_int_equal(x->side, y->side);
        assert_int_equal(x->rank, y->rank);
        assert_int_equal(x->range, y->range);
        assert_int_equal(x->initiative, y->initiative);
        assert_int_equal(x->rating, y->rating);
        assert_int_equal(x->ma, y->ma);
        assert_int_equal(x->command, y->command);
        assert_int_equal(x->wing, y->wing);
        assert_int_equal(x->hex, y->hex);
        assert_int_equal(x->lafayette, y->lafayette);
    }
}

static void same_others(const struct rea_book *a, const struct rea_book *b)
{
    assert_int_equal(a->wings, b->wings);
    assert_int_equal(a->commands, b->commands);
    assert_int_equal(a->goals, b->goals);
    for (int i = 0; i < a->wings; i++)
        assert_string_equal(a->wing[i].label, b->wing[i].label);
    for (int i = 0; i < a->commands; i++) {
        assert_string_equal(a->command[i].label, b->command[i].label);
        assert_int_equal(a->command[i].wing, b->command[i].wing);
        assert_int_equal(a->command[i].leader, b->command[i].leader);
        assert_int_equal(a->command[i].detachment, b->command[i].detachment);
    }
    for (int i = 0; i < a->goals; i++) {
        assert_int_equal(a->goal[i].hex, b->goal[i].hex);
        assert_int_equal(a->goal[i].points, b->goal[i].points);
        assert_int_equal(a->goal[i].side, b->goal[i].side);
    }
}

static void same_battle(const char *name)
{
    const struct rea_book *older = load(TEST_OLDER, name);
    const struct rea_book *now = load(TEST_DATA "/reason/scenarios", name);

    assert_true(older->head.hash == now->head.hash); /* records of either fit both */
    assert_int_equal(older->title, now->title);
    same_units(older, now);
    same_leaders(older, now);
    same_others(older, now);
    book_free(&older->head);
    book_free(&now->head);
}

static void test_rows_of_words_are_the_same_battle(void **unused)
{
    (void)unused;
    same_battle("learning");
    same_battle("brandywine-1777"); /* reinforcements, parents, a detachment */
}

/* A file that plays otherwise has a name of its own. */
static void test_another_battle_has_another_name(void **unused)
{
    static const char more[] = "\n# one strength more\n";
    char path[1024], text[1 << 14];
    const struct tc_book *bk = NULL;
    struct tc_why why = { 0 };

    (void)unused;
    snprintf(path, sizeof path, "%s/reason/scenarios/learning.yaml", TEST_DATA);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - sizeof more, f);
    fclose(f);
    memcpy(text + n, more, sizeof more);
    assert_int_equal(
        book_load_text(TEST_DATA, "learning", text, n + sizeof more - 1, &bk, NULL, &why),
        TC_OK);
    const struct rea_book *now = load(TEST_DATA "/reason/scenarios", "learning");
    assert_true(bk->hash != now->head.hash);
    book_free(bk);
    book_free(&now->head);
}

static void never(void *ctx, const struct tc_why *why)
{
    (void)ctx;
    fail_msg("%s: %s", why->where, why->text);
}

/* `tricorne check` counts what is in the older form. */
static void test_rows_are_counted(void **unused)
{
    struct book_tally n = { 0, 0 };

    (void)unused;
    assert_int_equal(book_check_path(TEST_DATA, TEST_OLDER "/learning.yaml", never, NULL, &n),
                     0);
    assert_int_equal(n.files, 1);
    assert_int_equal(n.older, 2 + 4 + 7 + 16 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_words_are_the_same_battle),
        cmocka_unit_test(test_another_battle_has_another_name),
        cmocka_unit_test(test_rows_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
