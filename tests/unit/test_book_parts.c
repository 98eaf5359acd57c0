/* tests/unit/test_book_parts.c - arena, strict pass, rules text, the data folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "book/rules_text.h"
#include "book/scalar.h"
#include "book/strict.h"

/* --- arena -------------------------------------------------------------------------------- */

static void arena_gives_zeroed_aligned_memory(void **unused)
{
    struct book_arena a = { 0 };

    (void)unused;
    for (size_t n = 1; n < 300000; n = n * 3 + 1) {
        unsigned char *p = book_alloc(&a, n);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xAA, n);
    }
    book_arena_free(&a);
    assert_null(a.top);
}

static void arena_keeps_its_limit(void **unused)
{
    struct book_arena a = { .limit = 64 };

    (void)unused;
    assert_non_null(book_alloc(&a, 48));
    assert_null(book_alloc(&a, 32));
    assert_non_null(book_alloc(&a, 16));
    assert_null(book_alloc(&a, SIZE_MAX));
    book_arena_free(&a);
}

/* --- strict pass ----------------------------------------------------------------------------
 */

static void tree_knows_its_places(void **unused)
{
    static const char text[] = "# a comment\nalpha: 1\nbeta:\n  - {x: 4.5, y: '6'}\n  - two\n";
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    const struct book_node *root = book_strict(&a, "t.yaml", text, sizeof text - 1, &r);
    const struct book_node *x, *y;
    char path[64];

    (void)unused;
    assert_non_null(root);
    assert_int_equal(r.count, 0);
    assert_int_equal(root->count, 2);
    x = book_child(book_item(book_child(root, "beta"), 0), "x");
    y = book_child(book_item(book_child(root, "beta"), 0), "y");
    assert_string_equal(x->text, "4.5");
    assert_false(x->quoted);
    assert_true(y->quoted);
    assert_int_equal(x->line, 4);
    assert_int_equal(x->column, 6);
    book_path(x, path, sizeof path);
    assert_string_equal(path, "beta[0].x");
    assert_null(book_child(root, "gamma"));
    assert_ptr_equal(book_spot(root, "gamma"), root);
    assert_null(book_item(book_child(root, "beta"), 2));
    assert_null(book_text(root, "beta"));
    book_arena_free(&a);
}

static void large_files_are_refused(void **unused)
{
    size_t n = BOOK_FILE_MAX + 1;
    char *text = malloc(n);
    struct book_arena a = { 0 };
    struct book_report r = { 0 };

    (void)unused;
    assert_non_null(text);
    memset(text, '#', n);
    assert_null(book_strict(&a, "large.yaml", text, n, &r));
    assert_int_equal(r.first.err, TC_E_FULL);
    assert_string_equal(r.first.text, "The file is larger than 4 MB.");
    free(text);
    book_arena_free(&a);
}

static void many_entries_are_refused(void **unused)
{
    size_t n = 5 + 2 * (BOOK_NODES_MAX + 10);
    char *text = malloc(n);
    struct book_arena a = { 0 };
    struct book_report r = { 0 };

    (void)unused;
    assert_non_null(text);
    memcpy(text, "a: [ ", 5);
    for (size_t i = 5; i < n; i += 2)
        memcpy(text + i, "1,", 2);
    assert_null(book_strict(&a, "many.yaml", text, n, &r));
    assert_int_equal(r.first.err, TC_E_FULL);
    free(text);
    book_arena_free(&a);
}

static void names_are_kebab_case(void **unused)
{
    static const char *const good[] = { "a", "12th-foot", "royal-deux-ponts", "x1" };
    static const char *const bad[] = { "",
                                       "-a",
                                       "a-",
                                       "a--b",
                                       "A",
                                       "a_b",
                                       "none",
                                       "a b",
                                       "\xC3\xA4",
                                       "a/b",
                                       "abcdefghijabcdefghijabcdefghijabcdefghijx" };

    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(book_is_name(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(book_is_name(bad[i], strlen(bad[i])));
    assert_true(book_is_id("minden/first-battle"));
    assert_false(book_is_id("minden/a/b"));
}

/* --- rules text
 * -------------------------------------------------------------------------------- */

static void rules_are_found(void **unused)
{
    struct book_rules rules;
    struct tc_why why = { 0 };
    const struct book_rule *r;

    (void)unused;
    assert_int_equal(book_rules_load(TEST_DATA, "minden", &rules, &why), TC_OK);
    assert_true(rules.count > 300);
    r = book_rules_find(&rules, "N-B10a");
    assert_non_null(r);
    assert_non_null(strstr(r->text, "must stop at 3"));
    assert_string_equal(r->heading, "B. Normal move");
    assert_ptr_equal(book_rules_find(&rules, "n-b10A"), r);
    assert_null(book_rules_find(&rules, "N-B10"));
    assert_null(book_rules_find(&rules, "X-1"));
    book_rules_free(&rules);
}

static void prefixes_stop_at_figures(void **unused)
{
    struct book_rules rules;
    struct tc_why why = { 0 };
    int hit[400], n;

    (void)unused;
    assert_int_equal(book_rules_load(TEST_DATA, "minden", &rules, &why), TC_OK);
    n = book_rules_prefix(&rules, "N-B1", hit, 400);
    assert_int_equal(n, 5); /* N-B1a to N-B1e, not N-B10 to N-B13 */
    for (int i = 0; i < n; i++)
        assert_int_equal(strncmp(rules.rule[hit[i]].id, "N-B1", 4), 0);
    assert_true(book_rules_prefix(&rules, "n-geo-", hit, 400) > 30);
    assert_int_equal(book_rules_prefix(&rules, "N-B1", NULL, 0), 5);
    assert_int_equal(book_rules_prefix(&rules, "Q", hit, 400), 0);
    book_rules_free(&rules);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void faults_in_rules_are_told(void **unused)
{
    char path[] = "/tmp/tricorne-rules-XXXXXX";
    struct book_rules rules;
    struct book_report r = { 0 };

    (void)unused;
    assert_int_equal(close(mkstemp(path)), 0);
    write_file(path, "# X\n- **N-1** one\n- **N-1** again\n- **B-2** two\n- **N-3**\n");
    assert_int_not_equal(book_rules_file(path, 'N', &rules, &r), TC_OK);
    assert_int_equal(r.count, 3);
    assert_non_null(strstr(r.first.text, "N-1 stands here a second time (first in line 2)"));
    assert_int_equal(rules.count, 0);
    write_file(path, "nothing\n");
    r = (struct book_report){ 0 };
    assert_int_equal(book_rules_file(path, 0, &rules, &r), TC_E_SYNTAX);
    remove(path);
    r = (struct book_report){ 0 };
    assert_int_equal(book_rules_file(path, 0, &rules, &r), TC_E_FILE);
}

/* --- the data folder
 * ----------------------------------------------------------------------------- */

static void data_is_found(void **unused)
{
    char buf[BOOK_PATH_MAX];
    struct tc_why why = { 0 };

    (void)unused;
    unsetenv("TRICORNE_DATA");
    assert_int_equal(book_find_data(NULL, TEST_DATA, buf, sizeof buf, &why), TC_OK);
    assert_string_equal(buf, TEST_DATA);
    assert_int_equal(book_find_data(NULL, "/nowhere", buf, sizeof buf, &why), TC_E_FILE);
    assert_non_null(strstr(why.text, "--data"));
    setenv("TRICORNE_DATA", TEST_DATA, 1);
    assert_int_equal(book_find_data(NULL, NULL, buf, sizeof buf, &why), TC_OK);
    setenv("TRICORNE_DATA", "/nowhere", 1);
    assert_int_equal(book_find_data(NULL, NULL, buf, sizeof buf, &why), TC_E_FILE);
    assert_non_null(strstr(why.text, "$TRICORNE_DATA"));
    unsetenv("TRICORNE_DATA");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(arena_keeps_its_limit),
        cmocka_unit_test(tree_knows_its_places),
        cmocka_unit_test(large_files_are_refused),
        cmocka_unit_test(many_entries_are_refused),
        cmocka_unit_test(names_are_kebab_case),
        cmocka_unit_test(rules_are_found),
        cmocka_unit_test(prefixes_stop_at_figures),
        cmocka_unit_test(faults_in_rules_are_told),
        cmocka_unit_test(data_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
