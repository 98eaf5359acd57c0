/* cli/position.c - scenarios, position files and records as games. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/book.h"
#include "cli/position.h"
#include "protocol/battle.h"
#include "protocol/record.h"
#include "protocol/world.h"

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);

    return n >= m && strcmp(s + n - m, end) == 0;
}

/* The state at its checkpoint: a position that opens the game. */
static enum tc_err open_file(struct cli *c, const char *path, const struct ses_options *o,
                             struct ses_game **out, struct tc_why *why)
{
    const struct book_node *state = NULL;
    const struct tc_book *bk;
    enum tc_err err = battle_is_file(path) ? cli_battle(c->data, path, &bk, why)
                                           : book_load_file(c->data, path, &bk, &state, why);

    if (err != TC_OK)
        return err;
    if (!state) {
        err = ses_new(bk, o, out, why);
    } else {
        json_t *j = world_node_json(state);
        void *bytes = calloc(1, bk->rules->state_size);
        if (!bytes)
            abort();
        ((struct tc_head *)bytes)->book = bk->hash;
        bk->rules->setup(bk, bytes);
        err = js_read_state(bk, j, JS_PARTIAL | JS_TEXT, bytes, why);
        if (err == TC_OK)
            err = ses_new_state(bk, o, bytes, out, why);
        free(bytes);
        json_decref(j);
    }
    if (err != TC_OK)
        book_free(bk);
    return err;
}

enum tc_err position_open(struct cli *c, const char *what, struct ses_game **out,
                          struct tc_why *why)
{
    struct ses_options o = { .typed_dice = true }; /* looking at a position rolls nothing */
    const struct tc_book *bk;

    if (ends_in(what, ".jsonl"))
        return position_replay(c, what, false, out, why);
    if (access(what, R_OK) == 0)
        return open_file(c, what, &o, out, why);
    enum tc_err err = book_load(c->data, what, &bk, why);
    if (err == TC_OK && (err = ses_new(bk, &o, out, why)) != TC_OK)
        book_free(bk);
    return err;
}

void position_close(struct ses_game *s)
{
    const struct tc_book *bk = s->book;

    ses_free(s);
    book_free(bk);
}
