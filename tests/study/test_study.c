/* tests/study/test_study.c - intervals, sums, journals, crews: by the toy system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "study/crew.h"
#include "study/journal.h"
#include "study/write.h"
#include "tests/support/toy.h"

static bool near(double a, double b, double by)
{
    return fabs(a - b) <= by;
}

/* --- Statistics ----------------------------------------------------------------------------
 */

/* Worked by hand from the formula with z = 1.96. */
static void wilson_by_hand(void **state)
{
    static const struct {
        double wins, n, low, high;
    } row[] = {
        { 5, 10, 0.2366, 0.7634 },   { 0, 10, 0, 0.2775 },         { 10, 10, 0.7225, 1 },
        { 95, 100, 0.8882, 0.9785 }, { 130, 200, 0.5816, 0.7127 }, { 1, 1, 0.2065, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct study_interval w = study_wilson(row[i].wins, row[i].n);
        assert_true(near(w.low, row[i].low, 0.00006));
        assert_true(near(w.high, row[i].high, 0.00006));
        assert_true(near(w.value, row[i].wins / row[i].n, 1e-12));
    }
    struct study_interval none = study_wilson(0, 0);
    assert_true(none.low == 0 && none.high == 1);
}

static void means_and_elo(void **state)
{
    /* 1 2 3 4: mean 2.5, variance 5/3, half width 1.96 * sqrt(5/12) = 1.2652 */
    struct study_interval m = study_mean(10, 30, 4);

    (void)state;
    assert_true(near(m.value, 2.5, 1e-12));
    assert_true(near(m.high - m.value, 1.2652, 0.0001));
    assert_true(near(study_elo(0.75), 190.85, 0.01));
    assert_true(near(study_elo(0.5), 0, 1e-9));
    assert_true(study_elo(1) == 1200 && study_elo(0) == -1200);
}

static void ratings_fit(void **state)
{
    double points[STUDY_RATED][STUDY_RATED] = { { 0 } },
           games[STUDY_RATED][STUDY_RATED] = { { 0 } };
    double rating[STUDY_RATED], se[STUDY_RATED];

    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            games[i][k] = i == k ? 0 : 400;
    points[0][1] = points[1][2] = 300; /* three of four */
    points[1][0] = points[2][1] = 100;
    points[0][2] = 360;
    points[2][0] = 40; /* nine of ten */
    study_ratings(3, points, games, rating, se);
    assert_true(near(rating[0] - rating[1], 190.85, 4));
    assert_true(near(rating[1] - rating[2], 190.85, 4));
    assert_true(near(rating[0] + rating[1] + rating[2], 0, 0.01));
    assert_true(se[0] > 5 && se[0] < 40);
}

/* --- Battles
 * ----------------------------------------------------------------------------------- */

/* The planted bias: red's guard is half as strong again. */
static void biased_setup(const struct tc_book *bk, void *state)
{
    struct toy_state *s = state;

    toy_rules.setup(bk, state);
    s->units[2].strength = 9;
}

static struct study_work work_on(const struct tc_book *bk, const char *a, const char *b,
                                 uint64_t battles)
{
    struct study_work w = { .battles = battles, .threads = 1 };
    struct tc_why why;

    w.match.book = bk;
    w.match.seed = 5;
    assert_int_equal(plr_read(a, &w.match.spec[0], &why), TC_OK);
    assert_int_equal(plr_read(b, &w.match.spec[1], &why), TC_OK);
    w.result = calloc(battles, sizeof *w.result);
    w.done = calloc(battles, 1);
    assert_true(w.result && w.done);
    return w;
}

static void run(struct study_work *w)
{
    struct tc_why why;

    assert_int_equal(study_run(w, &why), TC_OK);
}

static void done_with(struct study_work *w)
{
    free(w->result);
    free(w->done);
}

static enum study_balance balance(const struct tc_book *bk, uint64_t battles,
                                  struct study_interval *share)
{
    struct study_work w = work_on(bk, "random", "random", battles);
    struct study_sum s;

    run(&w);
    study_add_up(&w.match, w.result, w.done, w.battles, &s);
    enum study_balance b = study_balance_of(&s);
    *share = study_side_share(&s);
    study_sum_free(&s);
    done_with(&w);
    return b;
}

/* The toy is mirrored. Fixed seeds: the outcome of this test never changes by chance. */
static void mirrored_is_even_and_bias_is_flagged(void **state)
{
    struct tc_ruleset rules = toy_rules;
    struct tc_book book = toy_book;
    struct study_interval even, uneven;

    (void)state;
    assert_int_equal(balance(&toy_book, 2000, &even), STUDY_EVEN);
    assert_true(even.high - even.low < 0.05);
    rules.setup = biased_setup;
    book.rules = &rules;
    assert_int_equal(balance(&book, 2000, &uneven), STUDY_FAVOURS_0);
    assert_true(uneven.low > even.high);
}

static void threads_do_not_matter(void **state)
{
    static const char *const players[] = { "random", "level-1", "search:iterations=20" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct study_work a = work_on(&toy_book, players[i], "greedy", 24);
        struct study_work b = work_on(&toy_book, players[i], "greedy", 24);
        b.threads = 2;
        run(&a);
        run(&b);
        assert_memory_equal(a.result, b.result, 24 * sizeof *a.result);
        done_with(&a);
        done_with(&b);
    }
}

/* A thinker under the study's game and a random player inside it: dice are paired. */
static void pairs_share_their_dice(void **state)
{
    struct study_work w = work_on(&toy_book, "greedy", "random", 40);
    double points = 0;

    (void)state;
    run(&w);
    for (uint64_t i = 0; i < 40; i++) {
        assert_int_equal(w.result[i].index, i);
        assert_int_equal(w.result[i].swapped, i % 2);
        assert_int_equal(w.result[i].seed, w.result[i / 2 * 2].seed);
        assert_true(w.result[i].answers > 10 && w.result[i].rolls > 5);
        points += study_points(&w.result[i]);
    }
    assert_true(points > 28); /* the toy is a lottery; greedy wins it more often */
    done_with(&w);
}

static void luck_is_fair(void **state)
{
    struct study_work w = work_on(&toy_book, "random", "random", 600);
    struct study_sum s;

    (void)state;
    run(&w);
    study_add_up(&w.match, w.result, w.done, w.battles, &s);
    for (int side = 0; side < 2; side++) {
        struct study_interval m =
            study_mean(s.luck[STUDY_FIGHT][side], s.luck_squares[STUDY_FIGHT][side], 600);
        assert_true(m.low < 0.02 && m.high > -0.02);
        assert_true(
            near(s.luck_squares[STUDY_FIGHT][side] / 600, 1, 0.2)); /* standard deviations */
    }
    assert_true(s.start[0][TC_ARM_HORSE] == 600 * 6);
    assert_true(s.lost_share[0] > 0 && s.lost_share[0] < 600);
    study_sum_free(&s);
    done_with(&w);
}

/* --- Going on
 * --------------------------------------------------------------------------------------- */

static void add_result(void *ctx, const struct study_result *r)
{
    study_journal_add(ctx, r);
}

static void resumed_equals_uninterrupted(void **state)
{
    char path[] = "/tmp/tricorne-journal-XXXXXX";
    struct study_work whole = work_on(&toy_book, "greedy", "random", 20);
    struct study_work part = work_on(&toy_book, "greedy", "random", 20);
    struct study_work rest = work_on(&toy_book, "greedy", "random", 20);
    struct study_journal *j;
    struct tc_why why;
    uint64_t there = 0;

    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    run(&whole);
    assert_int_equal(
        study_journal_open(path, &part.match, false, part.result, part.done, 20, &j, &why),
        TC_OK);
    part.until = 7;
    part.on_result = add_result;
    part.ctx = j;
    run(&part);
    assert_true(study_journal_close(j, false));
    assert_int_equal(
        truncate(path, 16 + 24 + 2 * PLR_NAME + 6 * (off_t)sizeof *part.result + 99),
        0); /* torn in the seventh */
    assert_int_equal(
        study_journal_open(path, &rest.match, false, rest.result, rest.done, 20, &j, &why),
        TC_E_FILE); /* not without being asked to */
    assert_int_equal(
        study_journal_open(path, &rest.match, true, rest.result, rest.done, 20, &j, &why),
        TC_OK);
    for (int i = 0; i < 20; i++)
        there += rest.done[i];
    assert_int_equal(there, 6);
    run(&rest);
    assert_memory_equal(whole.result, rest.result, 20 * sizeof *whole.result);
    assert_true(study_journal_close(j, false));
    rest.match.seed++;
    assert_int_equal(
        study_journal_open(path, &rest.match, true, rest.result, rest.done, 20, &j, &why),
        TC_E_FILE);
    assert_non_null(strstr(why.text, "another study"));
    unlink(path);
    done_with(&whole);
    done_with(&part);
    done_with(&rest);
}

/* --- On paper
 * ------------------------------------------------------------------------------------------ */

static char *slurp(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 200000);

    assert_true(f && text);
    size_t n = fread(text, 1, 199999, f);
    assert_true(n > 0);
    fclose(f);
    return text;
}

/* Every column and every key stands in docs/study.md. */
static void the_schema_is_documented(void **state)
{
    struct study_work w = work_on(&toy_book, "random", "random", 4);
    char *docs = slurp(SOURCE_ROOT "/docs/study.md"), *csv = NULL, *save = NULL;
    struct study_sum s;
    size_t size;
    const char *key;
    json_t *value;

    (void)state;
    run(&w);
    FILE *f = open_memstream(&csv, &size);
    study_write_csv(f, &w.match, w.result, w.done, 4);
    fclose(f);
    assert_int_equal(csv[size - 1], '\n');
    char *head = strtok_r(csv, "\n", &save);
    int columns = 0;
    for (char *c = strtok_r(head, ",", &save); c; c = strtok_r(NULL, ",", &save), columns++) {
        char name[64] = "`";
        size_t n = strcspn(c, "-"); /* lost_0_light-foot: by its beginning */
        strncat(name, c, n < 6 || strncmp(c, "lost_", 5) != 0 ? 40 : 6);
        assert_non_null(strstr(docs, name));
    }
    assert_int_equal(columns, 14 + 2 * (2 + STUDY_ARMS) + 1);
    study_add_up(&w.match, w.result, w.done, 4, &s);
    json_t *j = study_json(&s);
    json_object_foreach(j, key, value)
    {
        char name[64] = "`";
        strncat(name, key, 50);
        strcat(name, "`");
        if (!strstr(docs, name))
            fail_msg("docs/study.md does not name %s", name);
    }
    json_decref(j);
    study_sum_free(&s);
    free(csv);
    free(docs);
    done_with(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_by_hand),
        cmocka_unit_test(means_and_elo),
        cmocka_unit_test(ratings_fit),
        cmocka_unit_test(mirrored_is_even_and_bias_is_flagged),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(pairs_share_their_dice),
        cmocka_unit_test(luck_is_fair),
        cmocka_unit_test(resumed_equals_uninterrupted),
        cmocka_unit_test(the_schema_is_documented),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
