/* tests/fuzz/fuzz_notation.c - acts, numbers and field paths as people type them.
 *
 * Byte 0 picks the book; the rest is a line. What can be read is printed and read back to the
 * same act, by notation and by JSON.
 */
#include <string.h>

#include "protocol/json.h"
#include "tests/fuzz/fuzz.h"

static void numbers(const char *s, size_t n)
{
    char buf[64];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    int64_t i, again;
    int32_t v, back;

    if (tc_read_int(s, n, &i)) {
        tc_text_int(&t, i);
        FUZZ_MUST(tc_read_int(buf, t.len, &again) && again == i, buf);
    }
    if (tc_read_length(s, n, &v)) {
        t = tc_text_on(buf, sizeof buf);
        tc_text_length(&t, v);
        FUZZ_MUST(tc_read_length(buf, t.len, &back) && back == v, buf);
    }
    if (tc_read_angle(s, n, &v)) {
        t = tc_text_on(buf, sizeof buf);
        tc_text_angle(&t, v);
        FUZZ_MUST(tc_read_angle(buf, t.len, &back) && back == v, buf);
    }
}

static void by_json(const struct tc_book *bk, const struct tc_act *a, const char *text)
{
    json_t *j = js_act(bk, a);
    struct tc_act back;
    struct tc_why why;

    FUZZ_MUST(json_is_object(j), text);
    FUZZ_MUST(js_read_act(bk, j, &back, &why) == TC_OK && tc_same_act(a, &back), text);
    json_decref(j);
}

static void act(const struct tc_book *bk, const char *s, size_t n)
{
    struct tc_act a, back;
    struct tc_why why = { TC_OK, "", "" };
    char text[1024], said[1024];
    struct tc_text t = tc_text_on(text, sizeof text), say = tc_text_on(said, sizeof said);

    memset(&a, 0x5a, sizeof a);
    if (tc_parse_act(bk->rules, bk, s, n, &a, &why) != TC_OK) {
        fuzz_check_why(&why);
        return;
    }
    tc_print_act(bk->rules, bk, &a, &t);
    FUZZ_MUST(!t.cut, text);
    fuzz_note(FUZZ_WHAT, text);
    fuzz_note(FUZZ_WHY, "");
    FUZZ_MUST(tc_parse_act(bk->rules, bk, text, t.len, &back, &why) == TC_OK, text);
    FUZZ_MUST(tc_same_act(&a, &back), text);
    tc_say_act(bk->rules, bk, &a, &say);
    FUZZ_MUST(say.len > 0, text);
    by_json(bk, &a, text);
}

/* `path value`: both ways of a field. */
static void field(const struct tc_book *bk, const char *s, size_t n)
{
    const char *blank = memchr(s, ' ', n);
    size_t len = blank ? (size_t)(blank - s) : n, base;
    const struct tc_field *f = NULL;
    struct tc_why why = { TC_OK, "", "" };
    char text[256];
    struct tc_text t = tc_text_on(text, sizeof text);
    int64_t v, back;
    int i;

    if (tc_field_path(bk->rules, bk, s, len, &base, &f, &i, &why) != TC_OK) {
        fuzz_check_why(&why);
        return;
    }
    FUZZ_MUST(base + f->offset + (size_t)i * tc_field_size(f) < bk->rules->state_size, "path");
    if (!blank)
        return;
    if (tc_field_parse(bk->rules, bk, f, blank + 1, n - len - 1, &v, &why) != TC_OK) {
        fuzz_check_why(&why);
        return;
    }
    tc_field_print(bk->rules, bk, f, v, &t);
    fuzz_note(FUZZ_WHAT, f->name);
    FUZZ_MUST(tc_field_parse(bk->rules, bk, f, text, t.len, &back, &why) == TC_OK, text);
    FUZZ_MUST(back == v, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const struct tc_book *bk = fuzz_book(data[0]);
    const char *s = (const char *)data + 1;

    numbers(s, size - 1);
    field(bk, s, size - 1);
    act(bk, s, size - 1);
    return 0;
}
