/* protocol/tonight.c - the request `tonight`: what there is to choose, and a battle of it. */
#include "protocol/tonight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/draft.h"
#include "protocol/umpire.h"
#include "rules/registry.h"

/* --- What is asked for ---------------------------------------------------------------------
 */

struct wish {
    const struct tc_ruleset *rules;
    int points[2];
    const json_t *army[2], *ground;
    int64_t seed;
};

/* The names of a list, for a refusal. */
static void put_names(char *buf, size_t cap, const json_t *list)
{
    struct tc_text t = tc_text_on(buf, cap);

    for (size_t i = 0; i < json_array_size(list); i++) {
        tc_text_str(&t, i ? ", " : "");
        tc_text_str(&t, tn_text(json_object_get(json_array_get(list, i), "name")));
    }
}

static enum tc_err find_named(struct proto_call *c, const json_t *list, const json_t *name,
                              const char *key, const json_t **out)
{
    char names[400];

    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        if (json_is_string(name) &&
            strcmp(tn_text(json_object_get(entry, "name")), json_string_value(name)) == 0) {
            *out = entry;
            return TC_OK;
        }
    }
    put_names(names, sizeof names, list);
    return tc_fail(&c->why, TC_E_NAME, key, "Name one of these: {0}.", names);
}

static enum tc_err read_points(struct proto_call *c, const json_t *data, struct wish *w)
{
    const json_t *in = json_object_get(c->in, "points");
    const json_t *limits = json_object_get(data, "points");
    int64_t least = atoi(tn_text(json_object_get(limits, "least")));
    int64_t most = atoi(tn_text(json_object_get(limits, "most")));
    char buf[80];

    for (size_t i = 0; i < 2; i++) {
        const json_t *j = json_is_array(in) ? json_array_get(in, i) : in;
        int64_t v = json_is_integer(j) ? json_integer_value(j) : -1;
        if (!in)
            v = atoi(tn_text(json_object_get(limits, "usual")));
        if (v < least || v > most || v > TN_POINTS ||
            (json_is_array(in) && json_array_size(in) != 2)) {
            snprintf(buf, sizeof buf, "%lld to %lld", (long long)least, (long long)most);
            return tc_fail(&c->why, TC_E_RANGE, "points",
                           "Points are a whole number, {0}, or two of them, one for each side.",
                           buf);
        }
        w->points[i] = (int)v;
    }
    return TC_OK;
}

static enum tc_err read_armies(struct proto_call *c, const json_t *data, struct wish *w)
{
    const json_t *in = json_object_get(c->in, "armies");
    const json_t *list = json_object_get(data, "armies");

    if (in && json_array_size(in) != 2)
        return tc_fail(&c->why, TC_E_KEY, "armies", "Name two armies: {0}.",
                       "\"armies\":[\"A\",\"B\"]");
    for (size_t i = 0; i < 2; i++) {
        w->army[i] = json_array_get(list, i);
        enum tc_err err =
            in ? find_named(c, list, json_array_get(in, i), "armies", &w->army[i]) : TC_OK;
        if (err != TC_OK)
            return err;
    }
    return TC_OK;
}

static enum tc_err read_wish(struct proto_call *c, const json_t *data, struct wish *w)
{
    const json_t *ground = json_object_get(c->in, "ground");
    const json_t *seed = json_object_get(c->in, "seed");
    const json_t *grounds = json_object_get(data, "grounds");
    enum tc_err err = read_points(c, data, w);

    if (err == TC_OK)
        err = read_armies(c, data, w);
    w->ground = NULL;
    if (err == TC_OK && ground)
        err = find_named(c, grounds, ground, "ground", &w->ground);
    if (err != TC_OK)
        return err;
    w->seed = json_is_integer(seed) ? json_integer_value(seed) : -1;
    if (w->seed < 0 || w->seed > 0xffffffffLL)
        return tc_fail(&c->why, TC_E_RANGE, "seed", "A seed is a number of 0 to 4294967295.");
    return TC_OK;
}

/* --- A battle ------------------------------------------------------------------------------
 */

static void begin_side(struct tn *t, int s, const struct wish *w)
{
    struct tn_side *side = &t->side[s];
    const json_t *field = json_object_get(t->data, "field");
    const char *facing = tn_text(json_array_get(json_object_get(field, "facing"), (size_t)s));
    const char *label = tn_word(t, w->army[s], "label");
    char name[48];

    side->army = w->army[s];
    side->points = w->points[s];
    side->words = json_object();
    if (json_object_get(side->army, "words"))
        json_object_update(side->words, json_object_get(side->army, "words"));
    tn_name(t, tn_word(t, side->army, "name"), name, sizeof name);
    json_object_set_new(side->words, "side", json_string(name));
    json_object_set_new(side->words, "army", json_string(label));
    json_object_set_new(side->words, "facing", json_string(facing));
    json_object_set_new(side->words, "edge", json_string(s ? "north" : "south"));
    if (s && w->army[0] == w->army[1])
        json_object_set_new(side->words, "colour", json_string("#7a6a2a"));
}

/* The generals come first: the text of the battle names them. */
static void name_general(struct tn *t, int s)
{
    const json_t *names = json_object_get(tn_part(t, t->side[s].army, "names"), "generals");
    char name[48];
    const char *label = tn_text(tn_pick(t, names));

    tn_name(t, label, name, sizeof name);
    json_object_set_new(t->side[s].words, "general", json_string(label));
    json_object_set_new(t->side[s].words, "chief", json_string(name));
    json_object_set_new(t->words, s ? "generalb" : "generala", json_string(label));
    json_object_set_new(t->words, s ? "armyb" : "armya",
                        json_incref(json_object_get(t->side[s].words, "army")));
    json_object_set_new(t->words, s ? "sideb" : "sidea",
                        json_incref(json_object_get(t->side[s].words, "side")));
}

/* Title, text and the battle's own name. */
static void entitle(struct tn *t, const struct wish *w, char *name, size_t cap)
{
    const json_t *places = json_object_get(tn_part(t, t->data, "names"), "place");
    struct tn_scope scope = { { t->words }, -1, { 0, 0 } };
    char buf[600];

    json_object_set_new(t->words, "place", json_string(tn_text(tn_pick(t, places))));
    tn_fill_text(t, tn_text(tn_pick(t, tn_part(t, t->ground, "titles"))), &scope, buf,
                 sizeof buf);
    json_object_set_new(t->words, "title", json_string(buf));
    tn_name(t, buf, name, cap);
    json_object_set_new(t->words, "map", json_sprintf("%.33s-ground", name));
    tn_fill_text(t, tn_word(t, t->ground, "text"), &scope, buf, sizeof buf);
    json_object_set_new(t->words, "text", json_string(buf));
    json_object_set_new(
        t->words, "source",
        json_sprintf(
            "Made by tricorne tonight: %s, %d points against %d, ground %s, seed %lld.",
            t->system, w->points[0], w->points[1], tn_text(json_object_get(t->ground, "name")),
            (long long)w->seed));
}

static json_t *count_sides(const struct tn *t)
{
    json_t *sides = json_array();

    for (int s = 0; s < 2; s++) {
        json_t *troops = json_object();
        const json_t *kinds = json_object_get(t->data, "kinds");
        for (size_t k = 0; k < json_array_size(kinds); k++)
            if (t->side[s].count[k])
                json_object_set_new(troops,
                                    tn_text(json_object_get(json_array_get(kinds, k), "name")),
                                    json_integer(t->side[s].count[k]));
        json_array_append_new(sides,
                              json_pack("{sO sO sO si si si so}", "name",
                                        json_object_get(t->side[s].words, "side"), "label",
                                        json_object_get(t->side[s].words, "army"), "general",
                                        json_object_get(t->side[s].words, "general"), "points",
                                        t->side[s].points, "for_general", t->side[s].cost,
                                        "for_style", t->side[s].style, "troops", troops));
    }
    return sides;
}

static enum tc_err write_value(struct proto_call *c, const struct wish *w,
                               enum book_format format, const json_t *value, const char *key)
{
    struct js_out out = { 0 };
    bool good = draft_write(&out, w->rules, format, value, &c->why);

    if (good)
        json_object_set_new(c->out, key, json_stringn(out.text, out.n));
    free(out.text);
    return good ? TC_OK : c->why.err;
}

static enum tc_err make(struct proto_call *c, struct tn *t, const struct wish *w)
{
    struct tn_scope scope = { { t->words }, -1, { 0, 0 } };
    char name[48] = "";

    for (int s = 0; s < 2; s++)
        begin_side(t, s, w);
    for (int s = 0; s < 2; s++)
        name_general(t, s);
    entitle(t, w, name, sizeof name);
    if (!t->bad)
        tn_raise(t);
    if (!t->bad)
        tn_lay_out(t);
    if (!t->bad)
        tn_muster(t);
    json_t *map = t->bad ? NULL : tn_ground(t);
    json_t *scenario = t->bad ? NULL : tn_fill(t, tn_part(t, t->data, "scenario"), &scope);
    enum tc_err err = t->bad ? c->why.err : TC_OK;
    if (err == TC_OK)
        err = write_value(c, w, BOOK_SCENARIO, scenario, "yaml");
    if (err == TC_OK)
        err = write_value(c, w, BOOK_MAP_FILE, map, "map");
    json_decref(map);
    json_decref(scenario);
    if (err != TC_OK)
        return err;
    json_object_set_new(c->out, "name", json_string(name));
    static const char *const told[] = { "title", "text" };
    for (int i = 0; i < 2; i++)
        json_object_set_new(c->out, told[i], json_incref(json_object_get(t->words, told[i])));
    json_object_set_new(c->out, "map_name", json_incref(json_object_get(t->words, "map")));
    json_object_set_new(c->out, "sides", count_sides(t));
    return TC_OK;
}

static enum tc_err battle(struct proto_call *c, const json_t *data, const struct wish *w)
{
    struct tn t;
    const json_t *grounds = json_object_get(data, "grounds");
    const char *board = tn_text(json_object_get(json_object_get(data, "field"), "board"));

    memset(&t, 0, sizeof t);
    t.system = w->rules->name;
    t.data = data;
    t.why = &c->why;
    t.dice = tc_stream_from((uint64_t)w->seed);
    t.hex = strcmp(board, "hex") == 0;
    t.words = json_object();
    t.used = json_object();
    t.ground = w->ground ? w->ground : tn_pick(&t, grounds);
    enum tc_err err = make(c, &t, w);
    for (int s = 0; s < 2; s++)
        json_decref(t.side[s].words);
    json_decref(t.words);
    json_decref(t.used);
    return err;
}

/* --- The request ---------------------------------------------------------------------------
 */

/* [{"name","label"}] of a list, with what else is told of its entries. */
static json_t *choices(const json_t *list, const char *more)
{
    json_t *out = json_array();

    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *e = json_array_get(list, i);
        json_t *one = json_object();
        const char *const keys[] = { "name", "label", more };
        for (int k = 0; k < 3; k++)
            if (json_object_get(e, keys[k]))
                json_object_set_new(one, keys[k], json_incref(json_object_get(e, keys[k])));
        json_array_append_new(out, one);
    }
    return out;
}

static void put_choices(json_t *out, const json_t *data)
{
    json_object_set_new(out, "points", json_incref(json_object_get(data, "points")));
    json_object_set_new(out, "armies", choices(json_object_get(data, "armies"), "has"));
    json_object_set_new(out, "grounds", choices(json_object_get(data, "grounds"), ""));
    json_object_set_new(out, "kinds", choices(json_object_get(data, "kinds"), "cost"));
}

enum tc_err proto_tonight(struct proto_call *c)
{
    const struct proto_data *d = c->p->data;
    const json_t *name = json_object_get(c->in, "system");
    struct wish w = { .rules = json_is_string(name) ? tc_find_ruleset(json_string_value(name))
                                                    : NULL };
    char list[200];
    struct tc_text t = tc_text_on(list, sizeof list);
    json_t *data = NULL;

    for (int i = 0; tc_rulesets[i]; i++) {
        tc_text_str(&t, i ? ", " : "");
        tc_text_str(&t, tc_rulesets[i]->name);
    }
    if (!w.rules)
        return tc_fail(&c->why, TC_E_NAME, "system", "Name a rule system; allowed: {0}.", list);
    if (!d->tonight)
        return tc_fail(&c->why, TC_E_FILE, "umpire", "This umpire has no data for that.");
    enum tc_err err = d->tonight(d->ctx, w.rules->name, &data, &c->why);
    if (err == TC_OK && !json_object_get(c->in, "seed")) {
        put_choices(c->out, data);
    } else if (err == TC_OK) {
        err = read_wish(c, data, &w);
        if (err == TC_OK)
            err = battle(c, data, &w);
    }
    json_decref(data);
    return err;
}
