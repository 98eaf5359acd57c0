/* protocol/json_act.c - acts and questions. */
#include <string.h>

#include "protocol/json.h"

static json_t *path_of(const struct tc_ruleset *r, const struct tc_act *a)
{
    json_t *path = json_array();

    for (int i = 0; i < a->segs && i < TC_SEGS; i++)
        json_array_append_new(
            path, json_pack("[si]", r->legs[a->seg[i].leg].name, (int)a->seg[i].value));
    return path;
}

const char *js_means(const struct tc_decl *verb)
{
    static const struct {
        uint16_t flag;
        const char *word;
    } means[] = { { TC_F_REST, "rest" },
                  { TC_F_STRIKE, "strike" },
                  { TC_F_RESHAPE, "form" },
                  { TC_F_ANY, "any" },
                  { TC_F_THROW, "throw" } };

    for (size_t i = 0; i < sizeof means / sizeof *means; i++)
        if (verb->flags & means[i].flag)
            return means[i].word;
    return NULL;
}

const char *js_hand(const struct tc_decl *verb)
{
    bool wheel = false;

    if (verb->flags & (TC_F_STRIKE | TC_F_ASIDE | TC_F_RESHAPE))
        return NULL;
    if (verb->flags & TC_F_PATH)
        return "path";
    for (int i = 0; i < TC_ARGS && verb->param[i].kind != TC_K_END; i++) {
        const struct tc_param *p = &verb->param[i];
        if (p->kind == TC_K_POINT)
            return "place";
        wheel |= p->kind == TC_K_ANGLE && strcmp(p->name, "wheel") == 0;
        if (wheel && p->kind == TC_K_LENGTH && strcmp(p->name, "march") == 0)
            return "wheel";
    }
    return NULL;
}

const char *js_chore(const struct tc_ruleset *r, int question)
{
    for (const struct tc_chore *c = r->chores; c && c->name; c++)
        for (int i = 0; i < TC_CHORE; i++)
            if (c->question[i] == question)
                return c->name;
    return NULL;
}

json_t *js_act(const struct tc_book *bk, const struct tc_act *a)
{
    return js_offer(bk, 0, a, 1, 0);
}

json_t *js_answer(const struct tc_book *bk, int manner, const struct tc_act *a)
{
    return js_offer(bk, manner, a, 1, 0);
}

json_t *js_offer(const struct tc_book *bk, int manner, const struct tc_act *offer, int n, int i)
{
    const struct tc_act *a = &offer[i];
    const struct tc_ruleset *r = bk->rules;
    const struct tc_decl *d = &r->verbs[a->verb];
    char act[512], text[512];
    struct tc_text ta = tc_text_on(act, sizeof act), tt = tc_text_on(text, sizeof text);

    tc_print_act(r, bk, a, &ta);
    tc_say_offer(r, bk, manner, offer, n, i, &tt);
    json_t *o = json_pack("{sssossss}", "verb", d->name, "args", js_args(bk, d, a->arg), "act",
                          act, "text", text);
    if (d->flags & TC_F_PATH)
        json_object_set_new(o, "path", path_of(r, a));
    if (js_means(d))
        json_object_set_new(o, "means", json_string(js_means(d)));
    if (js_hand(d))
        json_object_set_new(o, "hand", json_string(js_hand(d)));
    return o;
}

/* --- Reading -------------------------------------------------------------------- */

static enum tc_err read_args(const struct tc_book *bk, const struct tc_decl *d,
                             const json_t *args, struct tc_act *out, struct tc_why *why)
{
    const char *known[TC_ARGS + 1] = { NULL };
    enum tc_err err;

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        known[i] = d->param[i].name;
    if (args && !json_is_object(args))
        return tc_fail(why, TC_E_SYNTAX, "act", "args must be an object.");
    if (args && !js_only_keys(args, known, "act", why))
        return TC_E_KEY;
    for (int i = 0; known[i]; i++) {
        const struct tc_param *p = &d->param[i];
        const json_t *j = json_object_get(args, p->name);
        int32_t *arg = out->arg + tc_decl_place(d, i);
        if (!j && (p->flags & TC_P_KEY)) {
            *arg = p->none;
            continue;
        }
        if (!j)
            return tc_fail(why, TC_E_KEY, "act", "{0} needs its {1}.", d->name, p->name);
        err = js_read_value(bk->rules, bk, p, j, 0, arg, why);
        if (err != TC_OK)
            return err;
    }
    return TC_OK;
}

static int find_leg(const struct tc_ruleset *r, const json_t *j)
{
    for (int i = 0; json_is_string(j) && i < r->leg_count; i++)
        if (strcmp(r->legs[i].name, json_string_value(j)) == 0)
            return i;
    return TC_NONE;
}

static enum tc_err read_leg(const struct tc_book *bk, const json_t *j, struct tc_act *out,
                            struct tc_why *why)
{
    const struct tc_ruleset *r = bk->rules;
    int leg = find_leg(r, json_array_get(j, 0));
    struct tc_param p = { .name = "path" };
    int32_t v;

    if (!json_is_array(j) || json_array_size(j) != 2 || leg == TC_NONE)
        return tc_fail(why, TC_E_SYNTAX, "path",
                       "A leg of a path is [name, number], with a name this system knows.");
    p.kind = r->legs[leg].kind;
    enum tc_err err = js_read_value(r, bk, &p, json_array_get(j, 1), 0, &v, why);
    if (err != TC_OK)
        return err;
    if (out->segs == TC_SEGS)
        return tc_fail(why, TC_E_FULL, "path", "A path has at most 12 legs.");
    out->seg[out->segs++] = (struct tc_seg){ leg, v };
    return TC_OK;
}

static enum tc_err read_path(const struct tc_book *bk, const struct tc_decl *d,
                             const json_t *path, struct tc_act *out, struct tc_why *why)
{
    if (!path)
        return TC_OK;
    if (!(d->flags & TC_F_PATH))
        return tc_fail(why, TC_E_KEY, "path", "{0} takes no path.", d->name);
    if (!json_is_array(path))
        return tc_fail(why, TC_E_SYNTAX, "path", "path must be a list of legs.");
    for (size_t i = 0; i < json_array_size(path); i++) {
        enum tc_err err = read_leg(bk, json_array_get(path, i), out, why);
        if (err != TC_OK)
            return err;
    }
    return TC_OK;
}

static int find_verb(const struct tc_ruleset *r, const char *name)
{
    for (int i = 0; i < r->verb_count; i++)
        if (strcmp(r->verbs[i].name, name) == 0)
            return i;
    return TC_NONE;
}

static enum tc_err read_object(const struct tc_book *bk, const json_t *j, struct tc_act *out,
                               struct tc_why *why)
{
    static const char *const keys[] = { "verb", "args",  "path", "act",
                                        "text", "means", "hand", NULL };
    const json_t *verb = json_object_get(j, "verb");
    const struct tc_ruleset *r = bk->rules;

    if (!js_only_keys(j, keys, "act", why))
        return TC_E_KEY;
    if (!json_is_string(verb))
        return tc_fail(why, TC_E_KEY, "act", "An act needs its verb, a string.");
    int v = find_verb(r, json_string_value(verb));
    if (v == TC_NONE)
        return tc_fail(why, TC_E_NAME, "act", "There is no verb \"{0}\" in {1}.",
                       json_string_value(verb), r->name);
    out->verb = (int16_t)v;
    enum tc_err err = read_args(bk, &r->verbs[v], json_object_get(j, "args"), out, why);
    if (err != TC_OK)
        return err;
    return read_path(bk, &r->verbs[v], json_object_get(j, "path"), out, why);
}

enum tc_err js_read_act(const struct tc_book *bk, const json_t *j, struct tc_act *out,
                        struct tc_why *why)
{
    struct tc_act a;
    enum tc_err err;

    memset(&a, 0, sizeof a);
    if (json_is_string(j))
        return tc_parse_act(bk->rules, bk, json_string_value(j), json_string_length(j), out,
                            why);
    if (!json_is_object(j))
        return tc_fail(why, TC_E_SYNTAX, "act", "An act is a string in notation or an object.");
    err = read_object(bk, j, &a, why);
    if (err == TC_OK)
        *out = a;
    return err;
}

/* --- Questions -------------------------------------------------------------------- */

json_t *js_secret_query(const struct tc_book *bk, const struct tc_query *q)
{
    const struct tc_decl *d = &bk->rules->questions[q->question].decl;

    return json_pack("{ssssss s{} sssbsb}", "question", d->name, "side", bk->side_name[q->side],
                     "rule", q->rule, "args", "text", "The other side is asked.", "free",
                     (d->flags & TC_F_FREE) != 0, "secret", 1);
}

json_t *js_query(const struct tc_book *bk, const struct tc_query *q,
                 const struct tc_offers *offers)
{
    const struct tc_decl *d = &bk->rules->questions[q->question].decl;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_print_text(bk->rules, bk, d, q->arg, &t);
    json_t *o =
        json_pack("{sssssssosssbsb}", "question", d->name, "side", bk->side_name[q->side],
                  "rule", q->rule, "args", js_args(bk, d, q->arg), "text", text, "free",
                  (d->flags & TC_F_FREE) != 0, "secret", (d->flags & TC_F_SECRET) != 0);
    if (js_chore(bk->rules, q->question))
        json_object_set_new(o, "chore", json_string(js_chore(bk->rules, q->question)));
    if (bk->rules->help)
        json_object_set_new(o, "help",
                            json_string(tc_spoken(bk->rules)->help[q->question].text));
    if (!offers || (d->flags & TC_F_FREE))
        return o;
    json_t *list = json_array();
    int manner = tc_manner_of(bk->rules, q->question, q->arg);
    for (int i = 0; i < offers->n; i++)
        json_array_append_new(list, js_offer(bk, manner, offers->act, offers->n, i));
    json_object_set_new(o, "offers", list);
    return o;
}
