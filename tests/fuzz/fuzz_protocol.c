/* tests/fuzz/fuzz_protocol.c - a conversation with the umpire, line by line.
 *
 * Every line gets one answer: ok or an error with its sentence. A request that fails has
 * changed nothing. An input may begin with a game that is open. Paths are bent to one file in
 * memory; only small scenarios are there.
 */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "book/book.h"
#include "players/random.h"
#include "protocol/umpire.h"
#include "tests/fuzz/fuzz.h"

enum { LINES = 64, HASHES = 31, WIDE = 16, DEAR = 17 };

static char path[80];
static bool hashing, wide, used_path;
static struct tc_stream lots;

static enum tc_err load(void *ctx, const char *id, const struct tc_book **out,
                        struct tc_why *why)
{
    const struct tc_book *bk = fuzz_find_small(id);

    (void)ctx;
    if (!bk)
        return tc_fail(why, TC_E_NAME, "scenario", "There is no scenario {0}.", id);
    *out = bk;
    return TC_OK;
}

static void free_book(void *ctx, const struct tc_book *bk)
{
    (void)ctx;
    (void)bk;
}

static json_t *list(void *ctx)
{
    (void)ctx;
    return json_array();
}

static enum tc_err rule(void *ctx, const char *id, json_t **out, struct tc_why *why)
{
    (void)ctx;
    (void)out;
    return tc_fail(why, TC_E_NAME, "rule", "There is no rule {0}.", id);
}

static enum tc_err player(void *ctx, struct ses_game *s, int seat, struct tc_why *why)
{
    (void)ctx;
    if (strcmp(s->seat[seat].kind, "random") != 0)
        return tc_fail(why, TC_E_NAME, "seats", "There is no player {0}.", s->seat[seat].kind);
    s->seat[seat].player = (struct tc_player){ player_random, &lots };
    return TC_OK;
}

static const struct proto_data world = {
    .load = load, .free_book = free_book, .list = list, .rule = rule, .player = player
};

/* What a failed request may not change. */
struct mark {
    const struct ses_game *s;
    uint64_t hash;
    uint32_t lines, entries;
};

static struct mark mark_of(const struct proto *p)
{
    struct mark m = { p->s, 0, 0, 0 };

    if (p->s) {
        m.hash = hashing ? tc_game_hash(&p->s->g) : p->s->g.tape.acts;
        m.lines = p->s->lines;
        m.entries = p->s->entries;
    }
    return m;
}

static void check_answer(const struct proto *p, const json_t *out, struct mark before)
{
    const json_t *error = json_object_get(out, "error"), *ok = json_object_get(out, "ok");
    struct mark now = mark_of(p);
    char *text = hashing || error ? json_dumps(out, JSON_COMPACT) : strdup("written seldom");

    FUZZ_MUST(text, "an answer that cannot be written");
    FUZZ_MUST(json_is_true(ok) != json_is_object(error), text);
    FUZZ_MUST(json_integer_value(json_object_get(out, "v")) == JS_VERSION, text);
    if (error) {
        fuzz_note(FUZZ_WHY, json_string_value(json_object_get(error, "text")));
        FUZZ_MUST(json_string_length(json_object_get(error, "text")) > 8, text);
        FUZZ_MUST(json_string_length(json_object_get(error, "code")) > 1, text);
        FUZZ_MUST(now.s == before.s && now.hash == before.hash && now.lines == before.lines &&
                      now.entries == before.entries,
                  text);
    }
    free(text);
}

static int dear; /* requests that take long, in this conversation */

/* Whole states and pictures as JSON: for one conversation of some. */
static bool is_wide(const char *what)
{
    static const char *const word[] = { "state", "scene",    "record", "lines",
                                        "log",   "messages", "offers", NULL };

    return tc_find_word(word, what, strlen(what)) != TC_NONE;
}

/* Battles of thousands of answers are for other tests; of what takes long, one of a kind and
 * only now and then. */
static bool too_long(const json_t *in)
{
    const json_t *most = json_object_get(in, "most");
    const char *what = json_string_value(json_object_get(in, "do"));

    if (!what)
        return false;
    if (strcmp(what, "odds") == 0 || strcmp(what, "suggest") == 0 ||
        strcmp(what, "adjust") == 0 || strcmp(what, "load") == 0)
        return dear++ > 0;
    if (is_wide(what))
        return !wide;
    return strcmp(what, "play") == 0 &&
           (dear++ > 0 || !json_is_integer(most) || json_integer_value(most) > 12 ||
            json_integer_value(most) < 1);
}

static void one_line(struct proto *p, const char *line, size_t n)
{
    json_t *in = json_loadb(line, n, JSON_REJECT_DUPLICATES, NULL), *out;
    struct mark before = mark_of(p);

    if (in && too_long(in)) {
        json_decref(in);
        return;
    }
    if (json_is_string(json_object_get(in, "path"))) {
        json_object_set_new(in, "path", json_string(path));
        used_path = true;
    }
    if (json_is_string(json_object_get(in, "do")))
        fuzz_note(FUZZ_WHAT, json_string_value(json_object_get(in, "do")));
    out = in ? proto_handle(p, in) : proto_line(p, line, n);
    check_answer(p, out, before);
    json_decref(out);
    json_decref(in);
}

/* `@B` at the beginning opens a game of a small book: more room for what follows. */
static void open_game(struct proto *p, uint8_t i)
{
    char line[160];
    int n =
        snprintf(line, sizeof line, "{\"do\":\"new\",\"scenario\":\"%s\",\"seed\":\"%032x\"}",
                 fuzz_book(i % 128)->id, i);

    one_line(p, line, (size_t)n);
    FUZZ_MUST(p->s, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    struct proto p;

    if (!path[0])
        snprintf(path, sizeof path, "%s/x", fuzz_folder());
    fuzz_books();
    hashing = fuzz_rarely(data, size, HASHES);
    wide = fuzz_rarely(data, size, WIDE);
    fuzz_reset_random();
    lots = tc_stream_from(3);
    dear = fuzz_rarely(data, size, DEAR) ? 0 : 1;
    proto_init(&p, &world);
    if (size >= 2 && data[0] == '@') {
        open_game(&p, data[1]);
        at += 2;
    }
    for (int i = 0; i < LINES && at < end && !p.quit; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            stop = end;
        one_line(&p, at, (size_t)(stop - at));
        at = stop + 1;
    }
    proto_end(&p);
    if (used_path)
        unlink(path);
    used_path = false;
    return 0;
}
