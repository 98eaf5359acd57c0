/* tests/unit/test_hexfile.c - hex maps read by rows: the shipped ones, and what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board/hexfile.h"
#include "book/book.h"
#include "book/rows.h"
#include "rules/bayonet/tables.h"

static const char *const terrain_words[] = { "clear",  "brush",   "marsh",      "orchard",
                                             "forest", "village", "impassable", NULL };
static const char *const side_words[] = {
    "small-stream",  "hedge",    "hasty-breastwork", "hasty-breastwork-beyond", "large-stream",
    "marshy-stream", "hedgerow", "breastwork",       "breastwork-beyond",       NULL
};
static const struct tc_hexwords words = {
    .terrain = terrain_words,
    .feature = side_words,
    .pairs = 1u << BAY_HASTY | 1u << BAY_BREASTWORK,
    .layout = { .first = 1, .wind = TC_HEX_CCW },
};

struct some_book {
    struct tc_book head;
    struct tc_hexmap map;
    struct tc_ground ground[80];
    int grounds;
};

static void begin(struct tc_reading *r, void *book)
{
    tc_hexfile_begin(r, &words, &((struct some_book *)book)->map);
}

static void end(struct tc_reading *r, void *book)
{
    struct some_book *bk = book;

    tc_hexfile_end(r);
    if (tc_wrongs(r) == 0)
        bk->grounds = tc_hexfile_names(r, "", bk->ground, 0, 80);
}

static const struct tc_mapping mapping = { tc_hexfile_keys, sizeof(struct some_book), begin,
                                           end };

static char heard[4000];

static void hear(void *ctx, const struct tc_why *why)
{
    size_t n = strlen(heard);

    (void)ctx;
    snprintf(heard + n, sizeof heard - n, "%s: %s\n", why->where, why->text);
}

/* Read a map; the book lives in the arena. */
static struct some_book *read_map(struct book_arena *a, struct book_doc *d)
{
    struct book_report r = { .tell = hear };
    struct some_book *bk = book_alloc(a, sizeof *bk);
    struct book_filling f = { d, &bk->head, a, a, &r };

    heard[0] = 0;
    book_rows_check(d, BOOK_MAP_FILE, &mapping, &r);
    if (r.count == 0)
        book_rows_fill(&f, &mapping, sizeof(struct tc_hexfile));
    return bk;
}

static void shipped_maps(void **unused)
{
    static const char *const name[] = { "learning", "blenheim-1704", "neerwinden-1693" };

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct book_arena a = { 0 };
        struct book_report r = { 0 };
        struct book_doc d;
        const struct tc_book *whole;
        struct tc_why why;
        char path[300], id[80];
        snprintf(path, sizeof path, "%s/bayonet/maps/%s.yaml", TEST_DATA, name[i]);
        snprintf(id, sizeof id, "bayonet/%s", name[i]);
        assert_int_equal(book_doc_file(&d, &a, path, &r), TC_OK);
        assert_int_equal(book_load(TEST_DATA, id, &whole, &why), TC_OK);
        struct some_book *bk = read_map(&a, &d);
        assert_string_equal(heard, "");
        assert_memory_equal(&bk->map, &((const struct bay_book *)whole)->map, sizeof bk->map);
        assert_true(bk->grounds > 0);
        assert_true(bk->ground[0].points > 0 && bk->ground[0].label[0]);
        book_free(whole);
        book_arena_free(&a);
    }
}

static const char *const good =
    "format: map-1\nsystem: bayonet\ntitle: T\nsource: \"A test.\"\n"
    "legend: [{letter: \".\", terrain: clear}, {letter: f, terrain: forest}]\n"
    "rows: [\". . f\", \". f .\"]\n"
    "sides: [{feature: hedge, at: [\"0101:e\"]}]\n"
    "places: [{name: Farm, hexes: [\"0201\"]}]\n";

static void faults(void **unused)
{
    static const struct {
        const char *old, *new, *said;
    } fault[] = {
        { "letter: f", "letter: ff", "map:5:41: legend[1]: `ff` is not one letter." },
        { "terrain: forest", "terrain: wood",
          "map:5:41: legend[1]: `wood` is not a terrain of this system." },
        { ". f .", ". f", "rows[1]: row 2 has 2 hexes where row 1 has 3." },
        { ". f .", ". x .", "rows[1]: row 2, hex 2: the legend has no letter `x`." },
        { "feature: hedge", "feature: wall",
          "sides[0].feature: `wall` is not a hexside of this system." },
        { "0101:e", "0101", "sides[0].at[0]: `0101`: a hexside is written 1203:e,ne." },
        { "0101:e", "0101:up", "sides of a hex within the map are e, ne, nw, w, sw, se." },
        { "0101:e", "0901:e", "sides[0].at[0]: hexside: hex 0901 is off the map." },
        { "0201\"", "farm\"",
          "places[0].hexes[0]: place: `farm` is not a hex; write it ccrr." },
    };

    (void)unused;
    for (size_t i = 0; i <= sizeof fault / sizeof *fault; i++) {
        struct book_arena a = { 0 };
        struct book_report r = { 0 };
        struct book_doc d;
        char text[600];
        bool broken = i < sizeof fault / sizeof *fault;
        const char *at = broken ? strstr(good, fault[i].old) : good;
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good,
                 broken ? fault[i].new : "", at + (broken ? strlen(fault[i].old) : 0));
        assert_int_equal(book_doc_text(&d, &a, "map", text, strlen(text), &r), TC_OK);
        struct some_book *bk = read_map(&a, &d);
        if (broken && strstr(heard, fault[i].said) == NULL)
            fail_msg("expected %s, heard %s", fault[i].said, heard);
        if (!broken) {
            assert_string_equal(heard, "");
            assert_int_equal(bk->map.terrain[2], 4);
            assert_int_equal(tc_hexmap_side(&bk->map, 0, 0), 1 << 1);
            assert_string_equal(bk->ground[0].label, "Farm");
        }
        book_arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(shipped_maps),
                                        cmocka_unit_test(faults) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
