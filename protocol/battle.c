/* protocol/battle.c - a battle as one file. */
#include "protocol/battle.h"

#include <string.h>

#include "book/files.h"
#include "book/scalar.h"
#include "protocol/json.h"
#include "rules/registry.h"

static const char *const file_keys[] = { "format",   "name", "system", "title", "origin",
                                         "scenario", "map",  "tables", NULL };

/* A text of the file without a zero in it; *out is NULL when that is refused. */
static enum tc_err read_text(const json_t *o, const char *key, size_t most, const char **out,
                             size_t *n, struct tc_why *why)
{
    const json_t *j = json_object_get(o, key);

    if (!json_is_string(j))
        return tc_fail(why, j ? TC_E_SYNTAX : TC_E_KEY, key, "{0} is a text, and is wanted.",
                       key);
    *out = json_string_value(j);
    *n = json_string_length(j);
    if (*n > most)
        return tc_fail(why, TC_E_FULL, key, "{0} is too long.", key);
    if (strlen(*out) != *n)
        return tc_fail(why, TC_E_SYNTAX, key, "{0} holds a zero byte.", key);
    return TC_OK;
}

/* Something people read in one line. */
static enum tc_err read_line(const json_t *o, const char *key, const char **out,
                             struct tc_why *why)
{
    size_t n;
    enum tc_err err = read_text(o, key, BATTLE_TITLE, out, &n, why);

    for (size_t i = 0; err == TC_OK && i < n; i++)
        if ((unsigned char)(*out)[i] < ' ' || (*out)[i] == 0x7f)
            err = tc_fail(why, TC_E_SYNTAX, key, "{0} holds a control character.", key);
    return err;
}

enum tc_err battle_tables(const json_t *list, struct book_own_table table[BATTLE_TABLES],
                          int *n, struct tc_why *why)
{
    static const char *const keys[] = { "name", "text", NULL };

    *n = 0;
    if (!list || json_is_null(list))
        return TC_OK;
    if (!json_is_array(list) || json_array_size(list) > BATTLE_TABLES)
        return tc_fail(why, TC_E_RANGE, "tables", "tables is a list of at most {0}.", "24");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *o = json_array_get(list, i);
        struct book_own_table *t = &table[*n];
        size_t length;
        if (!json_is_object(o))
            return tc_fail(why, TC_E_SYNTAX, "tables", "A table has a name and a text.");
        if (!js_only_keys(o, keys, "tables", why) ||
            read_text(o, "name", 40, &t->name, &length, why) != TC_OK ||
            read_text(o, "text", BATTLE_TABLE, &t->text, &t->size, why) != TC_OK)
            return why->err;
        if (!book_is_name(t->name, length))
            return tc_fail(why, TC_E_NAME, "tables", "\"{0}\" is no name of a table.", t->name);
        for (int k = 0; k < *n; k++)
            if (strcmp(table[k].name, t->name) == 0)
                return tc_fail(why, TC_E_NAME, "tables", "The table {0} is there twice.",
                               t->name);
        ++*n;
    }
    return TC_OK;
}

static enum tc_err read_parts(const json_t *o, struct battle *b, struct tc_why *why)
{
    const json_t *map = json_object_get(o, "map");
    size_t n;
    enum tc_err err = read_text(o, "name", 40, &b->draft.name, &n, why);

    if (err == TC_OK && !book_is_name(b->draft.name, n))
        err = tc_fail(why, TC_E_NAME, "name",
                      "A battle's name is 1 to 40 of a-z, 0-9 and single hyphens.");
    if (err == TC_OK)
        err = read_line(o, "system", &b->system, why);
    if (err == TC_OK && !tc_find_ruleset(b->system))
        err = tc_fail(why, TC_E_NAME, "system", "There is no rule system \"{0}\".", b->system);
    if (err == TC_OK)
        err = read_line(o, "title", &b->title, why);
    if (err == TC_OK)
        err = read_line(o, "origin", &b->origin, why);
    if (err == TC_OK)
        err = read_text(o, "scenario", BATTLE_TEXT, &b->draft.text, &b->draft.size, why);
    if (err == TC_OK && map && !json_is_null(map))
        err = read_text(o, "map", BATTLE_TEXT, &b->draft.map, &b->draft.map_size, why);
    return err;
}

enum tc_err battle_take(json_t *file, struct battle *out, struct tc_why *why)
{
    const char *format = json_string_value(json_object_get(file, "format"));

    memset(out, 0, sizeof *out);
    if (!json_is_object(file) || !format || strcmp(format, "tricorne-battle-1") != 0)
        return tc_fail(why, TC_E_SYNTAX, "format",
                       "This is no battle: it does not say tricorne-battle-1.");
    if (!js_only_keys(file, file_keys, "battle", why))
        return why->err;
    enum tc_err err = read_parts(file, out, why);
    if (err == TC_OK)
        err =
            battle_tables(json_object_get(file, "tables"), out->table, &out->draft.tables, why);
    if (err != TC_OK)
        return err;
    out->draft.table = out->table;
    out->json = json_incref(file);
    return TC_OK;
}

enum tc_err battle_read(const char *text, size_t n, struct battle *out, struct tc_why *why)
{
    json_error_t e;

    if (n > BATTLE_FILE)
        return tc_fail(why, TC_E_FULL, "battle", "The file is too large.");
    json_t *file = json_loadb(text, n, JSON_REJECT_DUPLICATES, &e);
    if (!file)
        return tc_fail(why, TC_E_SYNTAX, "battle",
                       "This is no battle: it is cut off or damaged.");
    enum tc_err err = battle_take(file, out, why);
    json_decref(file);
    return err;
}

bool battle_is_file(const char *path)
{
    size_t n = strlen(path);

    return n > 5 && strcmp(path + n - 5, ".json") == 0;
}

enum tc_err battle_open(const char *path, struct battle *out, struct tc_why *why)
{
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    size_t n;
    char *text = book_read_file(&a, path, BATTLE_FILE, &n, &r);
    enum tc_err err = text ? battle_read(text, n, out, why) : book_verdict(&r, why);

    book_arena_free(&a);
    return err;
}

void battle_free(struct battle *b)
{
    json_decref(b->json);
    memset(b, 0, sizeof *b);
}

enum tc_err battle_book(const char *data, const struct battle *b, const struct tc_book **out,
                        struct tc_why *why)
{
    struct book_report r = { 0 };
    struct book_draft d = b->draft;
    const struct tc_book *bk = NULL;

    d.table = b->table; /* the battle may have been copied */
    if (book_load_draft(data, &d, &bk, &r) != TC_OK)
        return book_verdict(&r, why);
    if (strcmp(bk->rules->name, b->system) != 0) {
        book_free(bk);
        return tc_fail(why, TC_E_NAME, "system", "The scenario is of another system than {0}.",
                       b->system);
    }
    *out = bk;
    return TC_OK;
}

json_t *battle_write(const struct battle *b)
{
    json_t *tables = json_array();

    for (int i = 0; i < b->draft.tables; i++)
        json_array_append_new(tables, json_pack("{ss ss}", "name", b->draft.table[i].name,
                                                "text", b->draft.table[i].text));
    return json_pack("{ss ss ss ss ss ss so so}", "format", "tricorne-battle-1", "name",
                     b->draft.name, "system", b->system, "title", b->title, "origin", b->origin,
                     "scenario", b->draft.text, "map",
                     b->draft.map ? json_string(b->draft.map) : json_null(), "tables", tables);
}
