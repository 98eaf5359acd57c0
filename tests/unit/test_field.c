/* tests/unit/test_field.c - field tables: paths, values, differences, cover. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "kernel/ruleset.h"
#include "tests/support/toy.h"

static struct toy_state start(void)
{
    struct toy_state s;

    memset(&s, 0, sizeof s);
    toy_rules.setup(&toy_book, &s);
    return s;
}

static const struct tc_field *find(const char *path, size_t *base, int *i)
{
    const struct tc_field *f = NULL;
    struct tc_why why = { .text = "" };

    if (tc_field_path(&toy_rules, &toy_book, path, strlen(path), base, &f, i, &why) != TC_OK)
        fail_msg("%s", why.text);
    return f;
}

static void test_paths(void **x)
{
    struct toy_state s = start();
    size_t base;
    int i;
    const struct tc_field *f = find("units.blue-guard.strength", &base, &i);

    (void)x;
    assert_int_equal(tc_field_get((char *)&s + base, f, i), 6);
    assert_int_equal(base, offsetof(struct toy_state, units[5]));
    f = find("plan.1", &base, &i);
    assert_int_equal(i, 1);
    assert_int_equal(tc_field_get((char *)&s + base, f, i), TOY_WAIT);
    f = find("head.turn", &base, &i);
    assert_int_equal(tc_field_get((char *)&s + base, f, i), 1);
}

static void refuse_path(const char *path, const char *say)
{
    size_t base;
    int i;
    const struct tc_field *f;
    struct tc_why why = { .text = "" };

    assert_int_equal(
        tc_field_path(&toy_rules, &toy_book, path, strlen(path), &base, &f, &i, &why),
        TC_E_NAME);
    if (!strstr(why.text, say))
        fail_msg("%s: %s", path, why.text);
}

static void test_bad_paths(void **x)
{
    (void)x;
    refuse_path("", "no such field");
    refuse_path("hat", "no such field");
    refuse_path("units", "name an entry");
    refuse_path("units.nobody", "no such entry");
    refuse_path("units.red-one", "name one");
    refuse_path("units.red-one.hat", "no such field");
    refuse_path("units.red-one.x.y", "plain value");
    refuse_path("units..x", "no such entry");
    refuse_path("plan", "name an entry");
    refuse_path("plan.2", "no such entry");
    refuse_path("plan.-1", "no such entry");
    refuse_path("moved.0", "plain value");
    refuse_path("pad", "no such field");
    refuse_path(".", "no such field");
}

/* Every value of the table prints, parses and comes back. */
static void round_trip(const struct tc_fields *t, const unsigned char *base)
{
    for (int k = 0; k < t->count; k++) {
        const struct tc_field *f = &t->field[k];
        for (int i = 0; i < f->count && f->type != TC_T_PAD; i++) {
            char buf[64];
            struct tc_text text = tc_text_on(buf, sizeof buf);
            struct tc_why why = { .text = "" };
            int64_t v;
            if (f->type == TC_T_STRUCT) {
                round_trip(f->sub, base + f->offset + (size_t)i * f->sub->size);
                continue;
            }
            tc_field_print(&toy_rules, &toy_book, f, tc_field_get(base, f, i), &text);
            if (tc_field_parse(&toy_rules, &toy_book, f, buf, text.len, &v, &why) != TC_OK)
                fail_msg("%s: %s", f->name, why.text);
            assert_true(v == tc_field_get(base, f, i));
        }
    }
}

static void test_values(void **x)
{
    struct toy_state s = start();

    (void)x;
    round_trip(toy_rules.fields, (const unsigned char *)&s);
    s.head.step = TOY_S_NIGHT;
    s.head.ending = 2;
    s.head.winner = 1;
    s.units[0].target = 5;
    s.dispatch = UINT64_MAX;
    round_trip(toy_rules.fields, (const unsigned char *)&s);
}

static void test_types(void **x)
{
    struct wide {
        uint8_t u8;
        int8_t i8;
        uint16_t u16;
        int16_t i16;
        uint32_t u32;
        int32_t i32;
        uint64_t u64;
    } w = { 0 };
    static const struct {
        struct tc_field f;
        int64_t low, high;
    } t[] = {
        { TC_FIELD(struct wide, u8, TC_T_U8, TC_K_INT), 0, UINT8_MAX },
        { TC_FIELD(struct wide, i8, TC_T_I8, TC_K_INT), INT8_MIN, INT8_MAX },
        { TC_FIELD(struct wide, u16, TC_T_U16, TC_K_INT), 0, UINT16_MAX },
        { TC_FIELD(struct wide, i16, TC_T_I16, TC_K_INT), INT16_MIN, INT16_MAX },
        { TC_FIELD(struct wide, u32, TC_T_U32, TC_K_INT), 0, UINT32_MAX },
        { TC_FIELD(struct wide, i32, TC_T_I32, TC_K_INT), INT32_MIN, INT32_MAX },
        { TC_FIELD(struct wide, i32, TC_T_I32, TC_K_LENGTH), -1000000, 1000000 },
        { TC_FIELD(struct wide, u16, TC_T_U16, TC_K_ANGLE), 0, UINT16_MAX },
    };

    (void)x;
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        struct wide before = w;
        assert_false(tc_field_set(&w, &t[i].f, 0, t[i].low - 1));
        assert_false(tc_field_set(&w, &t[i].f, 0, t[i].high + 1));
        assert_false(tc_field_set(&w, &t[i].f, 1, 0));
        assert_memory_equal(&w, &before, sizeof w);
        assert_true(tc_field_set(&w, &t[i].f, 0, t[i].low));
        assert_true(tc_field_get(&w, &t[i].f, 0) == t[i].low);
        assert_true(tc_field_set(&w, &t[i].f, 0, t[i].high));
        assert_true(tc_field_get(&w, &t[i].f, 0) == t[i].high);
    }
}

/* None reads back in fields with and without sign, where there may be none. */
static void test_none(void **x)
{
    static const char *const words[] = { "a", "b", NULL };
    struct tc_field f = { .name = "f", .count = 1, .kind = TC_K_WORD, .words = words };
    struct tc_why why;
    uint8_t byte = 1;
    int64_t v;

    (void)x;
    assert_int_equal(tc_field_parse(&toy_rules, &toy_book, &f, "none", 4, &v, &why),
                     TC_E_RANGE);
    assert_string_equal(why.text, "f cannot be none.");
    f.type = TC_T_U8;
    assert_false(tc_field_set(&byte, &f, 0, 2)); /* nor what has no word */
    assert_false(tc_field_set(&byte, &f, 0, UINT8_MAX));
    assert_true(tc_field_set(&byte, &f, 0, 0));
    f.none = true;
    assert_false(tc_field_set(&byte, &f, 0, 2));
    assert_true(tc_field_set(&byte, &f, 0, UINT8_MAX));
    f.type = TC_T_I8;
    assert_int_equal(tc_field_parse(&toy_rules, &toy_book, &f, "none", 4, &v, &why), TC_OK);
    assert_int_equal(v, -1);
    f.type = TC_T_U16;
    assert_int_equal(tc_field_parse(&toy_rules, &toy_book, &f, "none", 4, &v, &why), TC_OK);
    assert_int_equal(v, UINT16_MAX);
    char buf[16];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    tc_field_print(&toy_rules, &toy_book, &f, v, &t);
    assert_string_equal(buf, "none");
}

/* Counts and indices stay inside their arrays, whoever sets them. */
static void test_limits(void **x)
{
    struct row {
        uint8_t count, index;
        int16_t place;
    } r = { 3, 3, 3 };
    static const struct tc_field count = TC_FIELD_COUNT(struct row, count, TC_T_U8, 8);
    static const struct tc_field index = TC_FIELD_INDEX(struct row, index, TC_T_U8, 8);
    static const struct tc_field place = TC_FIELD_INDEX(struct row, place, TC_T_I16, 8);
    static const struct tc_field many = TC_FIELD_COUNT(struct row, place, TC_T_I16, 8);
    struct tc_why why = { .text = "" };
    int64_t v;

    (void)x;
    assert_true(tc_field_set(&r, &count, 0, 8));
    assert_false(tc_field_set(&r, &count, 0, 9));
    assert_false(tc_field_set(&r, &count, 0, 255));
    assert_int_equal(r.count, 8);
    assert_true(tc_field_set(&r, &index, 0, 7));
    assert_false(tc_field_set(&r, &index, 0, 8));
    assert_false(tc_field_set(&r, &index, 0, 254));
    assert_int_equal(r.index, 7);
    assert_true(tc_field_set(&r, &index, 0, 255));
    assert_true(tc_field_set(&r, &place, 0, -1));
    assert_false(tc_field_set(&r, &place, 0, -2));
    assert_false(tc_field_set(&r, &place, 0, 8));
    assert_false(tc_field_set(&r, &place, 0, INT16_MAX));
    assert_false(tc_field_set(&r, &many, 0, -1));
    assert_int_equal(tc_field_parse(&toy_rules, &toy_book, &count, "9", 1, &v, &why),
                     TC_E_RANGE);
    assert_int_equal(tc_field_parse(&toy_rules, &toy_book, &count, "8", 1, &v, &why), TC_OK);
}

static void test_differences(void **x)
{
    struct toy_state a = start(), b = start();
    char buf[128];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    (void)x;
    assert_false(tc_field_diff(&toy_rules, &toy_book, &a, &b, &t));
    b.units[4].x = 12500;
    assert_true(tc_field_diff(&toy_rules, &toy_book, &a, &b, &t));
    assert_string_equal(buf, "units.blue-two.x: 30, not 12.5");
    b = a;
    b.plan[1] = TOY_ATTACK;
    t = tc_text_on(buf, sizeof buf);
    assert_true(tc_field_diff(&toy_rules, &toy_book, &a, &b, &t));
    assert_string_equal(buf, "plan.1: wait, not attack");
}

static void test_cover(void **x)
{
    char buf[128];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct tc_field gap[] = { { .name = "a", .offset = 0, .count = 1, .type = TC_T_U16 },
                              { .name = "b", .offset = 4, .count = 1, .type = TC_T_U32 } };
    struct tc_fields table = { "gap", gap, 2, 8 };

    (void)x;
    assert_true(tc_fields_cover(toy_rules.fields, &t));
    assert_false(tc_fields_cover(&table, &t));
    assert_non_null(strstr(buf, "gap"));
    gap[0].count = 2;
    assert_true(tc_fields_cover(&table, &t));
    table.size = 9;
    assert_false(tc_fields_cover(&table, &t));
    gap[1].offset = 3;
    assert_false(tc_fields_cover(&table, &t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),  cmocka_unit_test(test_bad_paths),
        cmocka_unit_test(test_values), cmocka_unit_test(test_types),
        cmocka_unit_test(test_none),   cmocka_unit_test(test_differences),
        cmocka_unit_test(test_cover),  cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
