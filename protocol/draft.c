/* protocol/draft.c - requests about battles being made: schema, source, check. */
#include "protocol/draft.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/battle.h"
#include "protocol/session_own.h"
#include "protocol/umpire.h"
#include "protocol/world.h"
#include "rules/registry.h"

enum { PROBLEMS = 200 };

static enum tc_err missing(struct proto_call *c)
{
    return tc_fail(&c->why, TC_E_FILE, "umpire", "This umpire has no data for that.");
}

/* A string of the request; *n its bytes. NULL when it is left out; a failure when it is none.
 */
static enum tc_err read_text(struct proto_call *c, const char *key, const char **text,
                             size_t *n)
{
    const json_t *j = json_object_get(c->in, key);

    *text = NULL;
    *n = 0;
    if (!j)
        return TC_OK;
    if (!json_is_string(j))
        return tc_fail(&c->why, TC_E_SYNTAX, key, "{0} is a text.", key);
    *text = json_string_value(j);
    *n = json_string_length(j);
    return TC_OK;
}

static enum tc_err find_system(struct proto_call *c, const json_t *name,
                               const struct tc_ruleset **out)
{
    char list[200];
    struct tc_text t = tc_text_on(list, sizeof list);

    *out = json_is_string(name) ? tc_find_ruleset(json_string_value(name)) : NULL;
    if (*out)
        return TC_OK;
    for (int i = 0; tc_rulesets[i]; i++) {
        tc_text_str(&t, i ? ", " : "");
        tc_text_str(&t, tc_rulesets[i]->name);
    }
    return tc_fail(&c->why, TC_E_NAME, "system", "Name a rule system; allowed: {0}.", list);
}

/* --- schema, source --------------------------------------------------------------------- */

enum tc_err proto_schema(struct proto_call *c)
{
    const struct proto_data *d = c->p->data;
    const struct tc_ruleset *r;
    enum tc_err err = find_system(c, json_object_get(c->in, "system"), &r);

    if (err != TC_OK)
        return err;
    json_t *schema = draft_schema(r);
    if (d->seen)
        d->seen(d->ctx, r, schema);
    json_object_set_new(c->out, "schema", schema);
    return TC_OK;
}

enum tc_err proto_source(struct proto_call *c)
{
    const struct proto_data *d = c->p->data;
    const json_t *id = json_object_get(c->in, "scenario");
    json_t *files;

    if (!d->source)
        return missing(c);
    if (!json_is_string(id) || strlen(json_string_value(id)) != json_string_length(id))
        return tc_fail(&c->why, TC_E_KEY, "scenario", "Name the scenario: {0}.",
                       "\"scenario\":\"minden/first-battle\"");
    enum tc_err err = d->source(d->ctx, json_string_value(id), &files, &c->why);
    if (err == TC_OK)
        json_object_set_new(c->out, "source", files);
    return err;
}

/* --- Texts instead of files -------------------------------------------------------------- */

/* The texts of the request; table has room for its tables. The name is a part of the id, so it
 * is one. */
static enum tc_err read_draft(struct proto_call *c, struct book_draft *d,
                              struct book_own_table table[BATTLE_TABLES])
{
    size_t n;
    enum tc_err err = read_text(c, "yaml", &d->text, &d->size);

    if (err == TC_OK)
        err = battle_tables(json_object_get(c->in, "tables"), table, &d->tables, &c->why);
    d->table = table;

    if (err == TC_OK)
        err = read_text(c, "map", &d->map, &d->map_size);
    if (err == TC_OK)
        err = read_text(c, "name", &d->name, &n);
    if (err != TC_OK)
        return err;
    if (!d->name)
        d->name = "draft";
    else if (strlen(d->name) != n || !book_is_name(d->name, n))
        return tc_fail(&c->why, TC_E_NAME, "name",
                       "A battle's name is 1 to 40 of a-z, 0-9 and single hyphens.");
    return TC_OK;
}

enum tc_err proto_book(struct proto_call *c, const char *id, const struct tc_book **out)
{
    const struct proto_data *data = c->p->data;
    struct book_draft d = { 0 };
    struct book_own_table table[BATTLE_TABLES];
    struct book_report r = { 0 };
    enum tc_err err = read_draft(c, &d, table);

    if (err != TC_OK)
        return err;
    if (!d.text && id)
        return data->load(data->ctx, id, out, &c->why);
    if (!d.text)
        return tc_fail(&c->why, TC_E_KEY, "yaml", "Give the text of the scenario.");
    if (!data->draft)
        return missing(c);
    if (id && strchr(id, '/'))
        d.name = strchr(id, '/') + 1;
    err = data->draft(data->ctx, &d, out, &r);
    return err == TC_OK ? err : book_verdict(&r, &c->why);
}

/* --- check -------------------------------------------------------------------------------- */

static void add_fault(void *ctx, const struct book_fault *f)
{
    json_t *list = ctx;

    if (json_array_size(list) < PROBLEMS)
        json_array_append_new(list, json_pack("{ss ss si si ss ss}", "file", f->file, "path",
                                              f->path, "line", f->line, "column", f->column,
                                              "code", tc_err_word(f->err), "text", f->text));
}

/* One of the two files: as a text, as a value, and as the writer writes it. */
struct part {
    const char *text; /* or NULL */
    size_t n;
    json_t *value; /* or NULL: it cannot be read */
    struct js_out written;
};

static void free_part(struct part *p)
{
    json_decref(p->value);
    free(p->written.text);
}

/* From a value the text, from a text the value. */
static enum tc_err read_part(struct proto_call *c, const struct tc_ruleset *rules,
                             enum book_format format, const char *value_key, struct part *p)
{
    json_t *value = json_object_get(c->in, value_key);
    struct book_arena a = { 0 };
    struct book_report quiet = { 0 };
    struct book_doc d;

    if (value && p->text)
        return tc_fail(&c->why, TC_E_KEY, value_key, "Give the text or the value, not both.");
    if (value) {
        p->value = json_incref(value);
        if (!draft_write(&p->written, rules, format, value, &c->why))
            return c->why.err;
        p->text = p->written.text;
        p->n = p->written.n;
    } else if (p->text && book_doc_text(&d, &a, "text", p->text, p->n, &quiet) == TC_OK) {
        p->value = world_node_json(d.root);
        if (rules && json_is_object(p->value))
            draft_write(&p->written, rules, format, p->value, &c->why);
    }
    book_arena_free(&a);
    return TC_OK;
}

/* How the battle looks before anything has happened. */
static json_t *opening_scene(const struct tc_book *bk)
{
    struct ses_options o;
    struct ses_game *s;
    struct tc_why why;

    memset(&o, 0, sizeof o);
    o.has_seed = true;
    if (ses_new(bk, &o, &s, &why) != TC_OK)
        return json_null();
    json_t *scene = ses_scene_json(s, SES_UMPIRE);
    ses_free(s);
    return scene;
}

static void put_part(struct proto_call *c, const struct part *p, const char *text_key,
                     const char *value_key)
{
    if (!p->text)
        return;
    json_object_set_new(c->out, text_key, json_stringn(p->text, p->n));
    json_object_set_new(c->out, value_key, p->value ? json_incref(p->value) : json_null());
}

static enum tc_err check_parts(struct proto_call *c, struct book_draft *d, struct part *s,
                               struct part *m)
{
    const struct proto_data *data = c->p->data;
    json_t *list = json_array();
    struct book_report r = { .ctx = list, .fault = add_fault };
    const struct tc_book *bk = NULL;

    d->text = s->text;
    d->size = s->n;
    d->map = m->text;
    d->map_size = m->n;
    data->draft(data->ctx, d, &bk, &r);
    json_object_set_new(c->out, "right", json_boolean(bk != NULL));
    json_object_set_new(c->out, "problems", list);
    json_object_set_new(c->out, "count", json_integer(r.count));
    put_part(c, s, "yaml", "value");
    put_part(c, m, "map", "map_value");
    uint64_t meaning = m->written.n ? tc_hash(m->written.text, m->written.n, 0) : 0;
    json_object_set_new(
        c->out, "meaning",
        js_hex(s->written.n ? tc_hash(s->written.text, s->written.n, meaning) : meaning));
    if (!bk)
        return TC_OK;
    json_object_set_new(c->out, "scenario", json_string(bk->id));
    json_object_set_new(c->out, "hash", js_hex(bk->hash));
    json_object_set_new(c->out, "scene", opening_scene(bk));
    data->free_book(data->ctx, bk);
    return TC_OK;
}

/* The system that a value or a text names; NULL when it names none. */
static const struct tc_ruleset *system_of(const struct proto_call *c,
                                          const struct book_draft *d)
{
    const char *name =
        json_string_value(json_object_get(json_object_get(c->in, "value"), "system"));
    struct book_arena a = { 0 };
    struct book_report quiet = { 0 };
    const struct tc_ruleset *rules = name ? tc_find_ruleset(name) : NULL;
    struct book_doc doc;

    if (d->text && book_doc_text(&doc, &a, "text", d->text, d->size, &quiet) == TC_OK) {
        name = book_text(doc.root, "system");
        rules = name ? tc_find_ruleset(name) : NULL;
    }
    book_arena_free(&a);
    return rules;
}

enum tc_err proto_check(struct proto_call *c)
{
    struct book_draft d = { 0 };
    struct book_own_table table[BATTLE_TABLES];
    struct part s = { 0 }, m = { 0 };
    enum tc_err err = read_draft(c, &d, table);
    const struct tc_ruleset *rules = err == TC_OK ? system_of(c, &d) : NULL;

    if (err != TC_OK)
        return err;
    if (!c->p->data->draft)
        return missing(c);
    if (!d.text && !json_object_get(c->in, "value"))
        return tc_fail(&c->why, TC_E_KEY, "yaml", "Give the scenario, its text or its value.");
    if (!rules && (json_object_get(c->in, "value") || json_object_get(c->in, "map_value")))
        return find_system(c, NULL, &rules);
    s.text = d.text;
    s.n = d.size;
    m.text = d.map;
    m.n = d.map_size;
    err = read_part(c, rules, BOOK_SCENARIO, "value", &s);
    if (err == TC_OK)
        err = read_part(c, rules, BOOK_MAP_FILE, "map_value", &m);
    if (err == TC_OK)
        err = check_parts(c, &d, &s, &m);
    free_part(&s);
    free_part(&m);
    return err;
}
