/* tests/fuzz/fuzz_battle.c - battles as one file, as strangers send them.
 *
 * What is refused says why and leaves nothing; what is accepted is written and read again as
 * the same, and its book is set up and played a little. An input that begins with { is a file;
 * any other is its parts, a byte 1 between them: scenario, map, then names and texts of tables.
 * So what is bent is the YAML, and not only the JSON around it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/umpire.h"
#include "players/random.h"
#include "protocol/battle.h"
#include "rules/registry.h"
#include "tests/fuzz/fuzz.h"

enum { ASKS = 120 };

/* How far inputs came: told at the end, since most that are bent are refused. */
static struct {
    uint64_t all, files, books, played;
} count;

static void tell_counts(void)
{
    fprintf(stderr, "battles: %llu inputs, %llu files, %llu books, %llu played\n",
            (unsigned long long)count.all, (unsigned long long)count.files,
            (unsigned long long)count.books, (unsigned long long)count.played);
}

static void play(const struct tc_book *bk)
{
    struct tc_offers *offers = calloc(1, sizeof *offers);
    struct tc_head *state = calloc(1, bk->rules->state_size);
    struct tc_umpire u = { .rules = bk->rules, .book = bk, .offers = offers };
    struct tc_stream lots = tc_stream_from(2);
    struct tc_refusal broken;

    memset(&broken, 0, sizeof broken);
    state->book = bk->hash;
    bk->rules->setup(bk, state);
    FUZZ_MUST(bk->rules->check(bk, state, &broken), "a book whose setup breaks an invariant");
    u.differs_at = -1;
    u.stream = tc_stream_from(bk->hash);
    u.private_stream = tc_stream_from(1);
    u.player[0] = u.player[1] = (struct tc_player){ player_random, &lots };
    tc_play_out(&u, state, ASKS);
    free(offers);
    free(state);
}

/* Its book; what is accepted is played when `playing`. */
static void try_book(const struct battle *b, bool playing)
{
    const struct tc_book *bk = NULL;
    struct tc_why why = { TC_OK, "", "" };

    count.files++;
    if (battle_book(fuzz_data(), b, &bk, &why) != TC_OK) {
        fuzz_check_why(&why);
        FUZZ_MUST(bk == NULL, "a refused battle left a book");
        return;
    }
    count.books++;
    if (playing) {
        count.played++;
        play(bk);
    }
    book_free(bk);
}

/* The file as text: what is read is written and taken again. */
static void try_text(const char *text, size_t n, bool playing)
{
    struct tc_why why = { TC_OK, "", "" };
    struct battle b, again;

    if (battle_read(text, n, &b, &why) != TC_OK) {
        fuzz_check_why(&why);
        return;
    }
    json_t *written = battle_write(&b);
    FUZZ_MUST(battle_take(written, &again, &why) == TC_OK, why.text);
    FUZZ_MUST(again.draft.size == b.draft.size && again.draft.tables == b.draft.tables,
              "it is another when it is written");
    try_book(&again, playing);
    battle_free(&again);
    battle_free(&b);
    json_decref(written);
}

/* The file as a value, as the server has it from a request. */
static void try_value(json_t *file, bool playing)
{
    struct tc_why why = { TC_OK, "", "" };
    struct battle b;

    if (battle_take(file, &b, &why) != TC_OK) {
        fuzz_check_why(&why);
        return;
    }
    try_book(&b, playing);
    battle_free(&b);
}

/* The next part; NULL when there is none. */
static json_t *part(const uint8_t **at, const uint8_t *end)
{
    const uint8_t *from = *at, *to;

    if (from > end)
        return NULL;
    to = from < end ? memchr(from, 1, (size_t)(end - from)) : NULL;
    if (!to)
        to = end;
    *at = to + 1;
    return json_stringn((const char *)from, (size_t)(to - from));
}

static const char *system_in(const json_t *scenario)
{
    const char *text = json_string_value(scenario),
               *at = text ? strstr(text, "system: ") : NULL;

    for (int i = 0; at && tc_rulesets[i]; i++)
        if (strncmp(at + 8, tc_rulesets[i]->name, strlen(tc_rulesets[i]->name)) == 0)
            return tc_rulesets[i]->name;
    return "minden";
}

#ifdef FUZZ_DRIVEN

/* --- Bent as YAML -------------------------------------------------------------------------
 *
 * Bytes bent at random seldom leave YAML that anything but the parser sees, and what is refused
 * once is refused again whatever else is bent. So two of three times an input that was accepted
 * is taken in its place, and three of four times whole words and lines are put in place of
 * others.
 */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

enum { SOUND = 256, FIRST = 64 };
static struct sound {
    uint8_t *data;
    size_t size;
} sound[SOUND];
static int sounds;

/* The first ones stay, later ones take each other's place. */
static void keep_sound(const uint8_t *data, size_t size)
{
    uint64_t h = tc_hash(data, size, 77);
    struct sound *s = &sound[sounds < SOUND ? sounds++ : FIRST + (int)(h % (SOUND - FIRST))];

    free(s->data);
    s->data = malloc(size + 1);
    s->size = s->data ? size : 0;
    if (s->data)
        memcpy(s->data, data, size);
}

struct span {
    size_t at, n;
};

static bool in_word(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '.' || c == '_';
}

/* The word at or behind a place drawn; none: n is 0. */
static struct span draw_word(const uint8_t *data, size_t size, struct tc_stream *lots)
{
    size_t at = tc_draw(lots, (uint32_t)size), to;

    while (at < size && !in_word(data[at]))
        at++;
    while (at > 0 && at < size && in_word(data[at - 1]))
        at--;
    for (to = at; to < size && in_word(data[to]);)
        to++;
    return (struct span){ at, to - at };
}

/* The line of a place drawn, with its end. */
static struct span draw_line(const uint8_t *data, size_t size, struct tc_stream *lots)
{
    size_t at = tc_draw(lots, (uint32_t)size), to = at;

    while (at > 0 && data[at - 1] != '\n')
        at--;
    while (to < size && data[to] != '\n')
        to++;
    return (struct span){ at, to - at + (to < size) };
}

/* Puts a text in place of a span; leaves it when there is no room. */
static size_t put_in(uint8_t *data, size_t size, size_t max, struct span old,
                     const uint8_t *text, size_t n)
{
    if (size - old.n + n > max)
        return size;
    memmove(data + old.at + n, data + old.at + old.n, size - old.at - old.n);
    memcpy(data + old.at, text, n);
    return size - old.n + n;
}

static size_t bend(uint8_t *data, size_t size, size_t max, struct tc_stream *lots)
{
    static const char *const odd[] = { "0",    "1",   "-1",     "2",  "3",   "10",
                                       "99",   "0.5", "100000", "no", "yes", "2147483648",
                                       "0102", "360", "x",      "[]", "{}",  "-0.001" };
    uint8_t copy[256];
    uint32_t way = tc_draw(lots, 6);
    struct span from = way < 3 ? draw_word(data, size, lots) : draw_line(data, size, lots);
    struct span to = way < 3 ? draw_word(data, size, lots) : draw_line(data, size, lots);

    if (way == 0) { /* an odd value */
        const char *text = odd[tc_draw(lots, sizeof odd / sizeof *odd)];
        return put_in(data, size, max, to, (const uint8_t *)text, strlen(text));
    }
    if (way == 5) /* a line less */
        return put_in(data, size, max, to, copy, 0);
    if (from.n > sizeof copy)
        return size;
    memcpy(copy, data + from.at, from.n);
    if (way == 4) /* a line more */
        to.n = 0;
    return put_in(data, size, max, to, copy, from.n);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    struct tc_stream lots = tc_stream_from(seed);

    if (sounds && tc_draw(&lots, 3)) {
        const struct sound *s = &sound[tc_draw(&lots, (uint32_t)sounds)];
        size = s->size < max ? s->size : max;
        memcpy(data, s->data, size);
    }
    if (size < 2 || tc_draw(&lots, 4) == 0)
        return LLVMFuzzerMutate(data, size, max);
    for (uint32_t i = 1 + tc_draw(&lots, 3); i && size; i--)
        size = bend(data, size, max, &lots);
    return size ? size : LLVMFuzzerMutate(data, size, max);
}

#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *at = data, *end = data + size;
    bool playing = fuzz_rarely(data, size, 8);
    uint64_t books = count.books;

    fuzz_books();
    if (count.all++ == 0)
        atexit(tell_counts);
    if (size && data[0] == '{') {
        try_text((const char *)data, size, playing);
        return 0;
    }
    json_t *scenario = part(&at, end), *map = part(&at, end), *tables = json_array(), *name;
    const char *system = system_in(scenario);
    if (map && !json_string_length(map)) { /* one of the data folder */
        json_decref(map);
        map = NULL;
    }
    while ((name = part(&at, end))) {
        json_t *text = part(&at, end);
        json_array_append_new(
            tables, json_pack("{so so}", "name", name, "text", text ? text : json_string("")));
    }
    json_t *file = json_pack("{ss ss ss ss ss so so so}", "format", "tricorne-battle-1", "name",
                             "fuzz", "system", system, "title", "", "origin", "", "scenario",
                             scenario ? scenario : json_null(), "map", map ? map : json_null(),
                             "tables", tables);
    char *text = file && fuzz_rarely(data, size, 9) ? json_dumps(file, JSON_COMPACT) : NULL;
    if (text)
        try_text(text, strlen(text), playing);
    else if (file)
        try_value(file, playing);
    free(text);
    json_decref(file);
#ifdef FUZZ_DRIVEN
    if (count.books > books)
        keep_sound(data, size);
#else
    (void)books;
#endif
    return 0;
}
