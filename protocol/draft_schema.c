/* protocol/draft_schema.c - the keys of a system's files as JSON: what an editor is made of. */
#include "protocol/draft.h"

#include <string.h>

enum { SHAPES = 64 };

/* Shapes found so far, by their mappings. */
struct shapes {
    const struct tc_key *keys[SHAPES];
    json_t *list;
};

static const char *const kind_words[] = {
    [TC_KEY_END] = "",          [TC_KEY_INT] = "int",   [TC_KEY_LENGTH] = "length",
    [TC_KEY_ANGLE] = "angle",   [TC_KEY_YES] = "yes",   [TC_KEY_WORD] = "word",
    [TC_KEY_NAME] = "name",     [TC_KEY_TEXT] = "text", [TC_KEY_ID] = "id",
    [TC_KEY_COLOUR] = "colour", [TC_KEY_RULE] = "rule", [TC_KEY_ANY] = "any",
    [TC_KEY_MAP] = "map",       [TC_KEY_ONE] = "map",   [TC_KEY_BY] = "by",
    [TC_KEY_LIST] = "list",     [TC_KEY_ROW] = "row",   [TC_KEY_POINTS] = "points",
    [TC_KEY_SET] = "set",       [TC_KEY_GRID] = "grid",
};

static json_t *words_json(const char *const *words, int most)
{
    json_t *a = json_array();

    for (int i = 0; words[i] && (most == 0 || i < most); i++)
        json_array_append_new(a, json_string(words[i]));
    return a;
}

/* A limit as people write it: inches, degrees, figures. */
static void put_limit(json_t *o, const char *name, int kind, int32_t v)
{
    char buf[24];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    if (kind == TC_KEY_LENGTH)
        tc_text_length(&t, v);
    else if (kind == TC_KEY_ANGLE)
        tc_text_angle(&t, v);
    else
        tc_text_int(&t, v);
    json_object_set_new(o, name, json_string(buf));
}

static void put_limits(json_t *o, int kind, int32_t min, int32_t max)
{
    if (kind != TC_KEY_INT && kind != TC_KEY_LENGTH && kind != TC_KEY_ANGLE)
        return;
    put_limit(o, "min", kind, min);
    put_limit(o, "max", kind, max);
}

static int shape_of(struct shapes *s, const struct tc_key *head, const struct tc_key *keys);

static bool is_list(int kind)
{
    return kind == TC_KEY_LIST || kind == TC_KEY_ROW || kind == TC_KEY_POINTS;
}

/* NOLINTNEXTLINE(misc-no-recursion): a shape is made once, and they are few. */
static json_t *key_json(struct shapes *s, const struct tc_key *k)
{
    bool each = k->kind == TC_KEY_ROW || k->kind == TC_KEY_BY;
    int value = k->kind == TC_KEY_POINTS ? TC_KEY_LENGTH : each ? k->each : k->kind;
    json_t *o = json_pack("{ss ss sb}", "name", k->name, "kind", kind_words[k->kind], "may",
                          (int)k->may);

    put_limits(o, value, k->min, k->max);
    if (each)
        json_object_set_new(o, "each", json_string(kind_words[k->each]));
    if (is_list(k->kind)) {
        json_object_set_new(o, "least", json_integer(k->least));
        json_object_set_new(o, "most", json_integer(k->most));
    }
    if (k->kind == TC_KEY_GRID) {
        json_object_set_new(o, "rows", json_integer(k->rows));
        json_object_set_new(o, "columns", json_integer(k->stride));
    }
    if (k->words)
        json_object_set_new(o, "words",
                            words_json(k->words, k->kind == TC_KEY_WORD ? k->most : 0));
    if (k->of)
        json_object_set_new(o, "of", json_integer(shape_of(s, NULL, k->of->keys)));
    return o;
}

/* NOLINTNEXTLINE(misc-no-recursion): a shape is made once, and they are few. */
static int shape_of(struct shapes *s, const struct tc_key *head, const struct tc_key *keys)
{
    json_t *list = json_array();
    int n = (int)json_array_size(s->list);

    for (int i = 0; i < n; i++)
        if (s->keys[i] == keys && !head) {
            json_decref(list);
            return i;
        }
    TC_BUG_ON(n == SHAPES);
    s->keys[n] = head ? NULL : keys;
    json_array_append_new(s->list, json_pack("{so}", "keys", list));
    for (const struct tc_key *k = head; k && k->kind != TC_KEY_END; k++)
        json_array_append_new(list, key_json(s, k));
    for (const struct tc_key *k = keys; k->kind != TC_KEY_END; k++) {
        bool twice = false; /* a key that all files have, looked at by the system too */
        for (const struct tc_key *h = head; h && h->kind != TC_KEY_END; h++)
            twice = twice || strcmp(h->name, k->name) == 0;
        if (!twice)
            json_array_append_new(list, key_json(s, k));
    }
    return n;
}

json_t *draft_schema(const struct tc_ruleset *r)
{
    const struct tc_schema *schema = r->schema;
    struct shapes s = { .list = json_array() };
    json_t *o = json_pack("{ss}", "system", r->name);

    json_object_set_new(
        o, "scenario",
        json_integer(shape_of(&s, book_head_keys(BOOK_SCENARIO), schema->scenario.keys)));
    json_object_set_new(
        o, "map", json_integer(shape_of(&s, book_head_keys(BOOK_MAP_FILE), schema->map.keys)));
    json_object_set_new(o, "shapes", s.list);
    if (schema->hex_words)
        json_object_set_new(o, "hex",
                            json_pack("{so so}", "terrain", words_json(schema->hex_words, 0),
                                      "sides", words_json(schema->side_words, 0)));
    return o;
}

/* --- What the shipped battles have ---------------------------------------------------- */

static json_t *key_named(const json_t *shape, const char *name)
{
    json_t *keys = json_object_get(shape, "keys");

    for (size_t i = 0; i < json_array_size(keys); i++) {
        json_t *k = json_array_get(keys, i);
        if (strcmp(json_string_value(json_object_get(k, "name")), name) == 0)
            return k;
    }
    return NULL;
}

static void see(json_t *key, const char *text)
{
    json_t *seen = json_object_get(key, "seen");

    if (!seen) {
        seen = json_array();
        json_object_set_new(key, "seen", seen);
    }
    for (size_t i = 0; i < json_array_size(seen); i++)
        if (strcmp(json_string_value(json_array_get(seen, i)), text) == 0)
            return;
    if (json_array_size(seen) <= DRAFT_SEEN && strlen(text) <= 40)
        json_array_append_new(seen, json_string(text));
}

static bool is_open(const json_t *key, const char *which)
{
    const char *kind = json_string_value(json_object_get(key, which));

    return kind && (strcmp(kind, "name") == 0 || strcmp(kind, "text") == 0);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void see_mapping(json_t *schema, const json_t *shape, const struct book_node *n)
{
    for (const struct book_node *c = n->first; c; c = c->next) {
        json_t *key = key_named(shape, c->key);
        const json_t *of = json_object_get(key, "of");
        const json_t *below = of ? json_array_get(json_object_get(schema, "shapes"),
                                                  (size_t)json_integer_value(of))
                                 : NULL;
        if (key && c->kind == BOOK_SCALAR && is_open(key, "kind"))
            see(key, c->text);
        else if (key && c->kind == BOOK_MAP && below)
            see_mapping(schema, below, c);
        for (const struct book_node *e = key && c->kind == BOOK_LIST ? c->first : NULL; e;
             e = e->next)
            if (e->kind == BOOK_SCALAR && is_open(key, "each"))
                see(key, e->text);
            else if (e->kind == BOOK_MAP && below)
                see_mapping(schema, below, e);
    }
}

void draft_note_seen(json_t *schema, enum book_format format, const struct book_node *root)
{
    const json_t *at = json_object_get(schema, format == BOOK_SCENARIO ? "scenario" : "map");

    if (root->kind == BOOK_MAP)
        see_mapping(
            schema,
            json_array_get(json_object_get(schema, "shapes"), (size_t)json_integer_value(at)),
            root);
}

void draft_end_seen(json_t *schema)
{
    const json_t *shapes = json_object_get(schema, "shapes");

    for (size_t i = 0; i < json_array_size(shapes); i++) {
        const json_t *keys = json_object_get(json_array_get(shapes, i), "keys");
        for (size_t k = 0; k < json_array_size(keys); k++) {
            json_t *key = json_array_get(keys, k);
            if (json_array_size(json_object_get(key, "seen")) > DRAFT_SEEN)
                json_object_set_new(key, "seen", json_null());
        }
    }
}
