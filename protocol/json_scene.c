/* protocol/json_scene.c - scenes and message tables. docs/scene.md is their schema. */
#include <stdlib.h>

#include "protocol/json.h"
#include "protocol/write.h"

static void put_text(json_t *o, const char *key, const char *s)
{
    if (s && *s)
        json_object_set_new(o, key, json_string(s));
}

static void put_int(json_t *o, const char *key, int64_t v)
{
    json_object_set_new(o, key, json_integer(v));
}

/* Written in one place, protocol/write_scene.c, and read back. */
json_t *js_scene(const struct tc_scene *s)
{
    struct js_out o = { 0 };

    js_put_scene(&o, s, 0);
    json_t *j = json_loadb(o.text, o.n, 0, NULL);
    TC_BUG_ON(!j);
    free(o.text);
    return j;
}

/* --- Message tables ---------------------------------------------------------------- */

static const char *kind_name(unsigned kind)
{
    static const char *const word[] = { "",     "int",  "length", "angle", "bool",
                                        "side", "word", "name",   "hex",   "point",
                                        "dice", "msg",  "step",   "ending" };
    return kind < sizeof word / sizeof word[0] ? word[kind] : "";
}

static json_t *words_json(const char *const *words)
{
    json_t *a = json_array();

    for (int i = 0; words && words[i]; i++)
        json_array_append_new(a, json_string(words[i]));
    return a;
}

static json_t *param_json(const struct tc_ruleset *r, const struct tc_param *p)
{
    json_t *o = json_pack("{ssss}", "name", p->name, "kind", kind_name(p->kind));

    if (p->kind == TC_K_NAME && p->list < r->list_count)
        json_object_set_new(o, "list", json_string(r->lists[p->list].name));
    if (p->kind == TC_K_WORD)
        json_object_set_new(o, "words", words_json(p->words));
    if (p->flags & TC_P_KEY)
        json_object_set_new(o, "default", json_integer(p->none));
    return o;
}

static json_t *decl_json(const struct tc_ruleset *r, const struct tc_decl *d)
{
    json_t *params = json_array();

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        json_array_append_new(params, param_json(r, &d->param[i]));
    return json_pack("{sssssosi}", "name", d->name ? d->name : "", "text",
                     d->text ? d->text : "", "params", params, "flags", (int)d->flags);
}

static json_t *decls_json(const struct tc_ruleset *r, const struct tc_decl *d, int n)
{
    json_t *a = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(a, decl_json(r, &d[i]));
    return a;
}

/* What odds say of the events that are outcomes. */
static json_t *briefs_json(const struct tc_ruleset *r)
{
    json_t *a = json_array();

    for (int i = 0; r->briefs && i < r->event_count; i++)
        if (r->briefs[i].text && r->briefs[i].text[0])
            json_array_append_new(
                a, json_pack("{ssss}", "name", r->events[i].name, "text", r->briefs[i].text));
    return a;
}

json_t *js_messages(const struct tc_ruleset *plain)
{
    const struct tc_ruleset *r = tc_spoken(plain);
    json_t *o = js_message(), *questions = json_array(), *steps = json_array();
    json_t *legs = json_array(), *terms = json_array();

    for (int i = 0; i < r->question_count; i++) {
        json_t *q = decl_json(r, &r->questions[i].decl);
        if (r->help)
            json_object_set_new(
                q, "help",
                json_pack("{ssss}", "rule", r->help[i].rule, "text", r->help[i].text));
        json_array_append_new(questions, q);
    }
    for (const struct tc_term *t = r->terms; t && t->word; t++)
        json_array_append_new(
            terms, json_pack("{ssssss}", "word", t->word, "rule", t->rule, "text", t->text));
    for (int i = 0; i < r->step_count; i++)
        json_array_append_new(steps, json_pack("{ssss}", "name", r->steps[i].name, "rule",
                                               r->steps[i].rule ? r->steps[i].rule : ""));
    for (int i = 0; i < r->leg_count; i++)
        json_array_append_new(legs, json_pack("{ssss}", "name", r->legs[i].name, "kind",
                                              kind_name(r->legs[i].kind)));
    put_text(o, "system", r->name);
    put_text(o, "title", r->title);
    put_int(o, "edition", r->edition);
    json_object_set_new(o, "verbs", decls_json(r, r->verbs, r->verb_count));
    json_object_set_new(o, "questions", questions);
    json_object_set_new(o, "events", decls_json(r, r->events, r->event_count));
    json_object_set_new(o, "reasons", decls_json(r, r->reasons, r->reason_count));
    json_object_set_new(o, "labels", decls_json(r, r->labels, r->label_count));
    json_object_set_new(o, "briefs", briefs_json(r));
    json_object_set_new(o, "steps", steps);
    json_object_set_new(o, "legs", legs);
    json_object_set_new(o, "terms", terms);
    json_object_set_new(o, "endings", words_json(r->endings));
    return o;
}
