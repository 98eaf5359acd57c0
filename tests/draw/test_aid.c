/* tests/draw/test_aid.c - the play aid: pages, formats, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "draw/aid.h"

enum { LINES = 400 };

static struct draw_aid_line line[LINES];
static struct tc_why why;
static char path[64];

static struct draw_aid an_aid(int lines)
{
    for (int i = 0; i < LINES; i++)
        line[i] = (struct draw_aid_line){ DRAW_AID_ROW, "what", "value & <more>" };
    line[0] = (struct draw_aid_line){ DRAW_AID_HEAD, "A table", "X-1" };
    line[1] = (struct draw_aid_line){ DRAW_AID_NOTE, "Where it comes from.", NULL };
    line[2] = (struct draw_aid_line){ DRAW_AID_TEXT, "What it is for.", NULL };
    line[3] =
        (struct draw_aid_line){ DRAW_AID_TOP, "Die | one | a heading of many words |", NULL };
    line[4] = (struct draw_aid_line){ DRAW_AID_GRID, "0 | RA | effective", NULL };
    line[5] = (struct draw_aid_line){ DRAW_AID_GRID, "a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p", NULL };
    line[6] = (struct draw_aid_line){ DRAW_AID_GRID, " | | ", NULL };
    line[7] = (struct draw_aid_line){ DRAW_AID_TERM, "a word", "and what it means" };
    line[8] = (struct draw_aid_line){ DRAW_AID_GRID, "", NULL };
    line[9] = (struct draw_aid_line){ DRAW_AID_TOP, "a table without lines", NULL };
    return (struct draw_aid){ "Title", "Play aid", line, lines };
}

static char *drawn(const struct draw_aid *a, enum draw_format format, int page, size_t *n)
{
    char *bytes = calloc(1, 4 << 20);

    assert_int_equal(draw_aid_file(a, 600, format, page, path, &why), TC_OK);
    FILE *f = fopen(path, "rb");
    *n = fread(bytes, 1, (4 << 20) - 1, f);
    fclose(f);
    return bytes;
}

static void lines_flow_over_pages(void **state)
{
    (void)state;
    struct draw_aid few = an_aid(10), many = an_aid(LINES);

    assert_int_equal(draw_aid_pages(&few), 1);
    /* About 60 rows fit into each of the two columns. */
    assert_in_range(draw_aid_pages(&many), 3, 5);
}

static void every_format_is_written(void **state)
{
    (void)state;
    struct draw_aid a = an_aid(LINES);
    size_t n, again;
    char *pdf = drawn(&a, DRAW_PDF, 0, &n);
    char *png = drawn(&a, DRAW_PNG, 1, &n);
    char *svg = drawn(&a, DRAW_SVG, 0, &n);
    char *same = drawn(&a, DRAW_SVG, 0, &again);

    assert_memory_equal(pdf, "%PDF", 4);
    assert_memory_equal(png + 1, "PNG", 3);
    assert_non_null(strstr(svg, "<title>Title</title>"));
    assert_int_equal(n, again);
    assert_memory_equal(svg, same, n);
    free(pdf);
    free(png);
    free(svg);
    free(same);
}

static void a_page_that_is_not_there_is_refused(void **state)
{
    (void)state;
    struct draw_aid a = an_aid(10);

    unlink(path);
    assert_int_equal(draw_aid_file(&a, 600, DRAW_PNG, 1, path, &why), TC_E_RANGE);
    assert_string_equal(why.text, "The play aid has no such page.");
    assert_int_not_equal(access(path, F_OK), 0); /* and nothing is left behind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_flow_over_pages),
        cmocka_unit_test(every_format_is_written),
        cmocka_unit_test(a_page_that_is_not_there_is_refused),
    };

    snprintf(path, sizeof path, "/tmp/tricorne-aid-%ld", (long)getpid());
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
