/* tests/fuzz/fuzz_battle.c - battles as one file, as strangers send them.
 *
 * What is refused says why and leaves nothing; what is accepted is written and read again as
 * the same, and its book is set up and played a little. An input that begins with { is a file;
 * any other is its parts, a byte 1 between them: scenario, map, then names and texts of tables.
 * So what is bent is the YAML, and not only the JSON around it.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/umpire.h"
#include "players/random.h"
#include "protocol/battle.h"
#include "rules/registry.h"
#include "tests/fuzz/fuzz.h"

enum { ASKS = 120 };

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

static void try_battle(const char *text, size_t n)
{
    const struct tc_book *bk = NULL;
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
    if (battle_book(fuzz_data(), &again, &bk, &why) != TC_OK) {
        fuzz_check_why(&why);
        FUZZ_MUST(bk == NULL, "a refused battle left a book");
    } else if (fuzz_rarely((const uint8_t *)text, n, 8)) {
        play(bk);
    }
    book_free(bk);
    battle_free(&again);
    battle_free(&b);
    json_decref(written);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *at = data, *end = data + size;

    fuzz_books();
    if (size && data[0] == '{') {
        try_battle((const char *)data, size);
        return 0;
    }
    json_t *scenario = part(&at, end), *map = part(&at, end), *tables = json_array(), *name;
    const char *system = system_in(scenario);
    while ((name = part(&at, end))) {
        json_t *text = part(&at, end);
        json_array_append_new(
            tables, json_pack("{so so}", "name", name, "text", text ? text : json_string("")));
    }
    json_t *file = json_pack(
        "{ss ss ss ss ss so so so}", "format", "tricorne-battle-1", "name", "fuzz", "system",
        system, "title", "", "origin", "", "scenario", scenario ? scenario : json_null(), "map",
        map && json_string_length(map) ? map : json_null(), "tables", tables);
    char *text = file ? json_dumps(file, JSON_COMPACT) : NULL;
    if (text)
        try_battle(text, strlen(text));
    free(text);
    json_decref(file);
    return 0;
}
