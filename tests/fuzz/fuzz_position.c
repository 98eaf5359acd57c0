/* tests/fuzz/fuzz_position.c - positions from outside, as JSON or field by field.
 *
 * Byte 0 picks the book, byte 1 the way: JSON in full, JSON over the setup, or pairs of a field
 * and a value. A position that the system's check lets pass can be shown, written and read
 * back, and played on: no bug of ours, no broken invariant.
 */
#include <stdlib.h>
#include <string.h>

#include "players/random.h"
#include "protocol/session.h"
#include "tests/fuzz/fuzz.h"

enum { ANSWERS = 40, DEEP = 8 };

/* --- The plain values of a state, numbered -------------------------------------------- */

struct leaf {
    const struct tc_field *f;
    size_t base;
};

struct walk {
    const struct tc_fields *t;
    size_t base;
    uint16_t field, row;
};

/* Value number n of the state, counted along the table; false past the last. */
static bool find_leaf(const struct tc_fields *t, uint32_t n, struct leaf *out)
{
    struct walk at[DEEP] = { { t, 0, 0, 0 } };
    int deep = 0;

    while (deep >= 0) {
        struct walk *w = &at[deep];
        if (w->field == w->t->count) {
            deep--;
            continue;
        }
        const struct tc_field *f = &w->t->field[w->field];
        if (f->type == TC_T_STRUCT && w->row < f->count && deep + 1 < DEEP) {
            at[deep + 1] =
                (struct walk){ f->sub, w->base + f->offset + w->row * f->sub->size, 0, 0 };
            w->row++;
            deep++;
            continue;
        }
        if (f->type != TC_T_STRUCT && f->type != TC_T_PAD) {
            if (n < f->count) {
                *out = (struct leaf){ f, w->base };
                return true;
            }
            n -= f->count;
        }
        w->field++;
        w->row = 0;
    }
    return false;
}

static uint32_t count_leaves(const struct tc_fields *t)
{
    uint32_t low = 0, high = 1u << 20;
    struct leaf l;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (find_leaf(t, middle, &l))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int64_t value_from(struct fuzz_bytes *b)
{
    uint8_t kind = fuzz_byte(b);

    if (kind < 128)
        return (int64_t)kind - 8;
    if (kind < 224)
        return (int64_t)fuzz_byte(b) * 256 + fuzz_byte(b) - 8192;
    int64_t v = 0;
    for (int i = 0; i < 4; i++)
        v = v * 256 + fuzz_byte(b);
    return v - INT32_MAX;
}

/* Set what could also be typed; nothing else gets in from outside. */
static void set_value(const struct tc_book *bk, struct leaf l, int row, int64_t v, void *base)
{
    char text[128];
    struct tc_text t = tc_text_on(text, sizeof text);
    struct tc_why why;
    int64_t back, was = tc_field_get(base, l.f, row);

    if (!tc_field_set(base, l.f, row, v))
        return;
    tc_field_print(bk->rules, bk, l.f, v, &t);
    if (tc_field_parse(bk->rules, bk, l.f, text, t.len, &back, &why) != TC_OK || back != v)
        tc_field_set(base, l.f, row, was);
}

static void set_values(const struct tc_book *bk, struct fuzz_bytes *b, unsigned char *state)
{
    static const struct tc_book *last;
    static uint32_t leaves;
    struct leaf l = { NULL, 0 };

    if (last != bk) {
        leaves = count_leaves(bk->rules->fields);
        last = bk;
    }
    while (b->left >= 3) {
        uint32_t n = fuzz_below(b, leaves), row = 0, back = n;
        find_leaf(bk->rules->fields, n, &l);
        while (back > 0 && row + 1 < l.f->count) {
            struct leaf before;
            find_leaf(bk->rules->fields, --back, &before);
            if (before.f != l.f || before.base != l.base)
                break;
            row++;
        }
        if (l.base + l.f->offset != offsetof(struct tc_head, book))
            set_value(bk, l, (int)row, value_from(b), state + l.base);
    }
}

/* --- What must hold ----------------------------------------------------------------------- */

static void round_trip(const struct tc_book *bk, const void *state)
{
    json_t *j = js_state(bk, state, TC_NONE);
    void *back = calloc(1, bk->rules->state_size);
    struct tc_why why;
    char text[300];
    struct tc_text t = tc_text_on(text, sizeof text);

    FUZZ_MUST(j && back, "the state has no JSON");
    if (js_read_state(bk, j, 0, back, &why) != TC_OK)
        fuzz_found(why.text, why.where);
    if (tc_field_diff(bk->rules, bk, state, back, &t))
        fuzz_found("the state changes on its way through JSON", text);
    json_decref(j);
    free(back);
}

static void look(const struct ses_game *s)
{
    for (int seat = SES_UMPIRE; seat < s->seats; seat++) {
        json_t *scene = ses_scene_json(s, seat), *state = ses_state_json(s, seat);
        FUZZ_MUST(scene && state, "nothing to see");
        json_decref(scene);
        json_decref(state);
    }
    int score = s->book->rules->score(s->book, s->g.snapshot);
    FUZZ_MUST(score >= -10000 && score <= 10000, "score");
}

static void play_on(const struct tc_book *bk, const void *state)
{
    struct ses_options o = { .has_seed = true, .seed = { 1, 2 } };
    struct tc_stream lots = tc_stream_from(9);
    struct ses_game *s = NULL;
    struct tc_refusal broken;
    struct tc_why why = { TC_OK, "", "" };

    if (ses_new_state(bk, &o, state, &s, &why) != TC_OK) {
        fuzz_check_why(&why);
        return;
    }
    look(s);
    for (int i = 0; i < s->seats; i++)
        s->seat[i].player = (struct tc_player){ player_random, &lots };
    if (ses_play(s, ANSWERS, &why) != TC_OK)
        fuzz_found(why.text, why.where);
    memset(&broken, 0, sizeof broken);
    FUZZ_MUST(bk->rules->check(bk, tc_game_state(&s->g), &broken), "check after play");
    ses_free(s);
}

static bool read_position(const struct tc_book *bk, struct fuzz_bytes *b, void *state)
{
    uint8_t way = fuzz_byte(b);
    struct tc_why why = { TC_OK, "", "" };

    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    if (way & 1) {
        set_values(bk, b, state);
        return true;
    }
    json_t *j = json_loadb((const char *)b->at, b->left, JSON_REJECT_DUPLICATES, NULL);
    if (!j)
        return false;
    unsigned flags = way & 2 ? JS_PARTIAL | (way & 4 ? JS_TEXT : 0) : 0;
    uint64_t was = tc_hash(state, bk->rules->state_size, 0);
    enum tc_err err = js_read_state(bk, j, flags, state, &why);
    json_decref(j);
    if (err == TC_OK)
        return true;
    fuzz_check_why(&why);
    FUZZ_MUST(was == tc_hash(state, bk->rules->state_size, 0), "half read");
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes b = { data, size };
    const struct tc_book *bk = fuzz_book(fuzz_byte(&b));
    void *state = aligned_alloc(64, (bk->rules->state_size + 63u) / 64 * 64);

    memset(state, 0, bk->rules->state_size);
    fuzz_reset_random();
    if (read_position(bk, &b, state) && bk->rules->check(bk, state, NULL)) {
        round_trip(bk, state);
        play_on(bk, state);
    }
    free(state);
    return 0;
}
