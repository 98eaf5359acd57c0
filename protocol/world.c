/* protocol/world.c - a folder of data and the computer players, for a conversation. */
#include "protocol/world.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/rules_text.h"
#include "protocol/computer.h"
#include "protocol/draft.h"
#include "rules/registry.h"

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
json_t *world_node_json(const struct book_node *n)
{
    json_t *j;

    if (n->kind == BOOK_SCALAR)
        return json_string(n->text);
    j = n->kind == BOOK_MAP ? json_object() : json_array();
    for (const struct book_node *k = n->first; k; k = k->next) {
        if (n->kind == BOOK_MAP)
            json_object_set_new(j, k->key, world_node_json(k));
        else
            json_array_append_new(j, world_node_json(k));
    }
    return j;
}

static enum tc_err load(void *ctx, const char *id, const struct tc_book **out,
                        struct tc_why *why)
{
    return book_load(((const struct world *)ctx)->data, id, out, why);
}

static void free_book(void *ctx, const struct tc_book *bk)
{
    (void)ctx;
    book_free(bk);
}

static enum tc_err load_text(void *ctx, const char *text, size_t n, const struct tc_book **out,
                             json_t **state, struct tc_why *why)
{
    const struct book_node *node = NULL;
    enum tc_err err =
        book_load_text(((const struct world *)ctx)->data, "text", text, n, out, &node, why);

    if (err == TC_OK)
        *state = node ? world_node_json(node) : NULL;
    return err;
}

static void list_one(void *ctx, const struct book_entry *e)
{
    if (!e->broken)
        json_array_append_new(ctx, json_pack("{s:s,s:s,s:s}", "id", e->id, "title", e->title,
                                             "battle", e->battle));
}

static json_t *list(void *ctx)
{
    json_t *j = json_array();

    book_list(((const struct world *)ctx)->data, list_one, j);
    return j;
}

static enum tc_err rule(void *ctx, const char *id, json_t **out, struct tc_why *why)
{
    for (int i = 0; tc_rulesets[i]; i++) {
        struct book_rules rules;
        if (tc_rulesets[i]->letter != (id[0] & ~0x20))
            continue;
        enum tc_err err = book_rules_load(((const struct world *)ctx)->data,
                                          tc_rulesets[i]->name, &rules, why);
        if (err != TC_OK)
            return err;
        const struct book_rule *r = book_rules_find(&rules, id);
        if (r)
            *out =
                json_pack("{s:s,s:s,s:s}", "id", r->id, "text", r->text, "heading", r->heading);
        book_rules_free(&rules);
        if (r)
            return TC_OK;
    }
    return tc_fail(why, TC_E_NAME, "rule", "There is no rule \"{0}\".", id);
}

static enum tc_err draft(void *ctx, const struct book_draft *d, const struct tc_book **out,
                         struct book_report *r)
{
    return book_load_draft(((const struct world *)ctx)->data, d, out, r);
}

/* The text of data/<system>/<folder>/<name>.yaml into key; its tree, or NULL. */
static const struct book_node *put_file(const struct world *w, struct book_arena *a,
                                        const char *system, const char *folder,
                                        const char *name, json_t *out, const char *key,
                                        struct book_report *r)
{
    char path[BOOK_PATH_MAX];
    struct book_doc d;

    if (!book_is_name(name, strlen(name)) ||
        (size_t)snprintf(path, sizeof path, "%s/%s/%s/%s.yaml", w->data, system, folder,
                         name) >= sizeof path ||
        !book_is_file(path)) {
        book_problem_at(r, TC_E_NAME, name, 0, 0, "There is no such file among the %s.",
                        folder);
        return NULL;
    }
    if (book_doc_file(&d, a, path, r) != TC_OK)
        return NULL;
    json_object_set_new(out, key, json_stringn(d.bytes, d.size));
    return d.root;
}

static enum tc_err source(void *ctx, const char *id, json_t **out, struct tc_why *why)
{
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    const char *slash = strchr(id, '/');
    char system[48];

    if (!book_is_id(id) || slash - id >= (long)sizeof system)
        return tc_fail(why, TC_E_NAME, "scenario", "Name a battle of the list: {0}.",
                       "minden/first-battle");
    snprintf(system, sizeof system, "%.*s", (int)(slash - id), id);
    json_t *j = json_pack("{ss}", "name", slash + 1);
    const struct book_node *root =
        put_file(ctx, &a, system, "scenarios", slash + 1, j, "yaml", &r);
    const char *map = root ? book_text(root, "map") : NULL;
    if (map && put_file(ctx, &a, system, "maps", map, j, "map", &r))
        json_object_set_new(j, "map_name", json_string(map));
    book_arena_free(&a);
    if (r.count == 0)
        *out = j;
    else
        json_decref(j);
    return book_verdict(&r, why);
}

static void see_folder(const struct world *w, const struct tc_ruleset *r, const char *folder,
                       enum book_format format, json_t *schema)
{
    struct book_arena a = { 0 };
    struct book_report quiet = { 0 };
    char path[BOOK_PATH_MAX], file[BOOK_PATH_MAX + 300];
    const char **names;
    int n = 0;

    if ((size_t)snprintf(path, sizeof path, "%s/%s/%s", w->data, r->name, folder) < sizeof path)
        n = book_list_folder(&a, path, &names);
    for (int i = 0; i < n; i++) {
        struct book_doc d;
        if (book_join(file, sizeof file, path, names[i]) && book_is_file(file) &&
            book_doc_file(&d, &a, file, &quiet) == TC_OK)
            draft_note_seen(schema, format, d.root);
    }
    book_arena_free(&a);
}

static void seen(void *ctx, const struct tc_ruleset *r, json_t *schema)
{
    see_folder(ctx, r, "scenarios", BOOK_SCENARIO, schema);
    see_folder(ctx, r, "maps", BOOK_MAP_FILE, schema);
    draft_end_seen(schema);
}

static enum tc_err tonight(void *ctx, const char *system, json_t **out, struct tc_why *why)
{
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    char path[BOOK_PATH_MAX];
    struct book_doc d;

    if ((size_t)snprintf(path, sizeof path, "%s/%s/tonight.yaml",
                         ((const struct world *)ctx)->data, system) >= sizeof path ||
        !book_is_file(path))
        book_problem_at(&r, TC_E_FILE, system, 0, 0,
                        "There are no quick battles of this system: it has no tonight.yaml.");
    else if (book_doc_file(&d, &a, path, &r) == TC_OK)
        *out = world_node_json(d.root);
    book_arena_free(&a);
    return book_verdict(&r, why);
}

static enum tc_err player(void *ctx, struct ses_game *s, int seat, struct tc_why *why)
{
    if (!((const struct world *)ctx)->programs &&
        strncmp(s->seat[seat].kind, "program:", 8) == 0)
        return tc_fail(why, TC_E_NAME, "seats",
                       "No program is started here; take another player.");
    return com_sit(s, seat, why);
}

static void drop(void *ctx, struct ses_game *s)
{
    (void)ctx;
    for (int i = 0; i < s->seats; i++)
        com_rise(s, i);
}

/* --- Languages --- */

struct world_speech {
    struct world_speech *next;
    struct book_speech *speech;
};

static const struct book_speech *find_speech(struct world *w, const char *language)
{
    struct world_speech *s = atomic_load(&w->speeches);

    while (s && strncmp(book_speech_code(s->speech), language, 2) != 0)
        s = s->next;
    return s ? s->speech : NULL;
}

/* Threads that come at once may each open one; the list then has both. */
static const struct book_speech *speech(void *ctx, const char *language)
{
    struct world *w = ctx;
    const struct book_speech *there = find_speech(w, language);
    struct book_speech *own = there ? NULL : book_speech_open(w->data, language);

    if (!own)
        return there;
    struct world_speech *s = calloc(1, sizeof *s);
    TC_BUG_ON(!s);
    s->speech = own;
    s->next = atomic_load(&w->speeches);
    while (!atomic_compare_exchange_weak(&w->speeches, &s->next, s))
        ;
    return own;
}

void world_close(struct world *w)
{
    struct world_speech *s = atomic_load(&w->speeches);

    while (s) {
        struct world_speech *next = s->next;
        book_speech_close(s->speech);
        free(s);
        s = next;
    }
    atomic_store(&w->speeches, NULL);
}

void world_open(struct world *w, const char *data, bool programs)
{
    w->data = data;
    w->programs = programs;
    w->proto = (struct proto_data){ w,    load,  free_book, load_text, list,    rule,  player,
                                    drop, draft, source,    seen,      tonight, speech };
    atomic_init(&w->speeches, NULL);
}
