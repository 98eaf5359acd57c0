/* tests/unit/test_book_broken.c - every broken file is refused, and says what is wrong.
 *
 * The first lines of each file in tests/<system>/broken are `# expect: TEXT`; each TEXT must be
 * part of a problem told for that file, as `where: text`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "book/files.h"
#include "rules/registry.h"

enum { ROOM = 1 << 20 };

static char heard[ROOM];

static void hear(void *ctx, const struct tc_why *why)
{
    size_t n = strlen(heard);

    (void)ctx;
    assert_int_not_equal(why->err, TC_OK);
    assert_true(why->where[0] && why->text[0]);
    snprintf(heard + n, sizeof heard - n, "%s: %s\n", why->where, why->text);
}

static int check_expectations(const char *path, char *text)
{
    int expected = 0;

    while (strncmp(text, "# expect: ", 10) == 0) {
        char *want = text + 10, *end = strchr(want, '\n');
        assert_non_null(end);
        *end = 0;
        if (strstr(heard, want) == NULL)
            fail_msg("%s: expected \"%s\", heard:\n%s", path, want, heard);
        expected++;
        text = end + 1;
    }
    return expected;
}

static void check_one(const char *path)
{
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    size_t n;
    char *text = book_read_file(&a, path, ROOM, &n, &r);
    int files = 0;

    assert_non_null(text);
    heard[0] = 0;
    assert_true(book_check_path(TEST_DATA, path, hear, NULL, &files) > 0);
    assert_int_equal(files, 1);
    assert_non_null(strstr(heard, strrchr(path, '/') + 1)); /* the file is named */
    assert_true(check_expectations(path, text) > 0);
    book_arena_free(&a);
}

/* Do something with every file of every system's folder; returns how many. */
static int each_broken(void (*act)(const char *path))
{
    struct book_arena a = { 0 };
    const char **names;
    char folder[BOOK_PATH_MAX], path[BOOK_PATH_MAX];
    int count = 0;

    for (int i = 0; tc_rulesets[i]; i++) {
        snprintf(folder, sizeof folder, "%s/%s/broken", TEST_TREE, tc_rulesets[i]->name);
        int files = book_list_folder(&a, folder, &names);
        for (int j = 0; j < files; j++, count++) {
            assert_true(book_join(path, sizeof path, folder, names[j]));
            act(path);
        }
    }
    book_arena_free(&a);
    return count;
}

static void broken_files_say_why(void **unused)
{
    (void)unused;
    assert_true(each_broken(check_one) > 50);
}

static void refuse_one(const char *path)
{
    const struct tc_book *bk = NULL;
    const struct book_node *state = NULL;
    struct tc_why why = { 0 };

    assert_int_not_equal(book_load_file(TEST_DATA, path, &bk, &state, &why), TC_OK);
    assert_null(bk);
    assert_true(why.text[0] && why.where[0]);
}

/* A scenario that book_check_path refuses cannot be loaded either, and leaves no book. */
static void broken_files_do_not_load(void **unused)
{
    (void)unused;
    assert_true(each_broken(refuse_one) > 50);
}

/* Cut and bitten files: anything but a crash. */
static void damaged_files_do_not_crash(void **unused)
{
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    size_t n;
    char *text =
        book_read_file(&a, TEST_DATA "/minden/scenarios/first-battle.yaml", ROOM, &n, &r);
    int loaded = 0, refused = 0; /* comments and labels may be bitten without harm */

    (void)unused;
    assert_non_null(text);
    for (size_t at = 0; at < n; at += 97) {
        const struct tc_book *bk = NULL;
        struct tc_why why;
        char was = text[at];
        if (book_load_text(TEST_DATA, "cut", text, at, &bk, NULL, &why) != TC_OK)
            refused++;
        book_free(bk);
        bk = NULL;
        text[at] = "{}[]:,&*!?|>0x#\"'%@`\n\t\x01\xff"[at % 24];
        if (book_load_text(TEST_DATA, "bitten", text, n, &bk, NULL, &why) == TC_OK)
            loaded++;
        else
            refused++;
        book_free(bk);
        text[at] = was;
    }
    assert_true(loaded > 5 && refused > 60);
    book_arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_files_say_why),
        cmocka_unit_test(broken_files_do_not_load),
        cmocka_unit_test(damaged_files_do_not_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
