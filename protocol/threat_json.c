/* protocol/threat_json.c - who could shoot at whom, as people and programs ask for it. */
#include <stdlib.h>
#include <string.h>

#include "kernel/danger.h"
#include "protocol/course.h"
#include "protocol/session_own.h"

/* The answers of the request, given on a copy; the node they lead to. */
static enum tc_err walk(struct crs *c, const json_t *acts, int *node, struct tc_why *why)
{
    size_t i;
    const json_t *j;

    *node = 0;
    if (acts && (!json_is_array(acts) || json_array_size(acts) > CRS_DEEP))
        return tc_fail(why, TC_E_SYNTAX, "acts", "acts is a list of at most 400 answers.");
    json_array_foreach(acts, i, j)
    {
        struct tc_refusal refusal;
        struct tc_act a;
        enum tc_err err = js_read_act(c->bk, j, &a, why);
        if (err != TC_OK)
            return err;
        if (c->node[*node].stop != CRS_ASKED)
            break; /* a die or the other side: as far as it is certain */
        int next = crs_try(c, *node, &a, false, &refusal);
        if (next < 0)
            return tc_fail(why, TC_E_ILLEGAL, "acts", "The answer \"{0}\" is not legal there.",
                           c->bk->rules->verbs[a.verb].name);
        *node = next;
    }
    return TC_OK;
}

static bool is_seen(const struct crs *c, const char *key)
{
    for (int i = 0; i < c->scene->pieces; i++)
        if (c->scene->piece[i].key && strcmp(c->scene->piece[i].key, key) == 0)
            return true;
    return false;
}

static json_t *danger_json(const struct crs *c, const struct tc_danger *d, int other)
{
    json_t *how = json_array();

    if (d->shoots)
        json_array_append_new(how, json_string("fire"));
    if (d->strikes)
        json_array_append_new(how, json_string("charge"));
    json_t *o = json_pack("{ss so si}", "piece", c->bk->rules->name_of(c->bk, 0, other), "how",
                          how, "far", (int)d->far);
    if (d->band && *d->band)
        json_object_set_new(o, "band", json_string(d->band));
    return o;
}

static void add_dangers(const struct crs *c, const void *state, int unit, json_t *o)
{
    struct tc_danger *list = ses_alloc(TC_DANGERS * sizeof *list);
    json_t *can = json_array(), *by = json_array();
    int n = c->bk->rules->dangers->between(c->bk, state, unit, list, TC_DANGERS);

    for (int i = 0; i < n; i++) {
        bool own = list[i].from == unit;
        int other = own ? list[i].to : list[i].from;
        if (is_seen(c, c->bk->rules->name_of(c->bk, 0, other)))
            json_array_append_new(own ? can : by, danger_json(c, &list[i], other));
    }
    free(list);
    json_object_set_new(o, "can", can);
    json_object_set_new(o, "by", by);
}

static json_t *bands_json(const struct crs *c, const void *state, int unit)
{
    struct tc_band band[TC_BANDS];
    int n = c->bk->rules->dangers->bands(c->bk, state, unit, band);
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{ss ss si si}", "what", band[i].what, "name",
                                              band[i].name, "far", (int)band[i].far, "arc",
                                              (int)band[i].arc));
    return list;
}

enum { BOX_PLACES = 6000 };

/* The ground its command must keep to, and the rule; nothing where there is no such rule. */
static void add_box(const struct crs *c, const void *state, int unit, json_t *o)
{
    const struct tc_dangers *d = c->bk->rules->dangers;
    struct tc_scene_point *at = ses_alloc(BOX_PLACES * sizeof *at);
    const char *rule = "";
    int n = d->box ? d->box(c->bk, state, unit, at, BOX_PLACES, &rule) : 0;
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("[ii]", (int)at[i].x, (int)at[i].y));
    free(at);
    if (n)
        json_object_set_new(o, "box", json_pack("{ss so}", "rule", rule, "at", list));
    else
        json_decref(list);
}

/* Where it is imagined to stand; false: the request says nothing of it. */
static enum tc_err read_at(const json_t *in, const struct crs *c, struct crs_pose *p,
                           struct tc_why *why)
{
    const json_t *at = json_object_get(in, "at"), *f = json_object_get(in, "facing");
    const json_t *x = json_array_get(at, 0), *y = json_array_get(at, 1);

    if (!at)
        return TC_OK;
    if (!c->bk->rules->dangers->put)
        return tc_fail(why, TC_E_KEY, "at", "On hexes name the answers that lead there: acts.");
    if (json_array_size(at) != 2 || !json_is_integer(x) || !json_is_integer(y) ||
        llabs(json_integer_value(x)) > TC_FIELD_FAR ||
        llabs(json_integer_value(y)) > TC_FIELD_FAR)
        return tc_fail(why, TC_E_SYNTAX, "at", "at is [x, y] in thousandths of an inch.");
    if (f &&
        (!json_is_integer(f) || json_integer_value(f) < 0 || json_integer_value(f) > 65535))
        return tc_fail(why, TC_E_RANGE, "facing", "facing is a number from 0 to 65535.");
    p->x = (int32_t)json_integer_value(x);
    p->y = (int32_t)json_integer_value(y);
    if (f)
        p->facing = (int32_t)json_integer_value(f);
    return TC_OK;
}

static enum tc_err tell(struct crs *c, const json_t *in, json_t **out, struct tc_why *why)
{
    const struct tc_ruleset *r = c->bk->rules;
    int node, unit = tc_find_name(r, c->bk, 0, c->key, strlen(c->key));
    struct crs_pose p;
    enum tc_err err = walk(c, json_object_get(in, "acts"), &node, why);

    if (err != TC_OK)
        return err;
    crs_find(c, node, c->key, &p);
    err = read_at(in, c, &p, why);
    if (err != TC_OK)
        return err;
    void *state = ses_alloc(r->state_size);
    memcpy(state, tc_game_state(&c->here.g), r->state_size);
    if (json_object_get(in, "at") && unit >= 0)
        r->dangers->put(c->bk, state, unit, p.x, p.y, p.facing < 0 ? 0 : p.facing);
    *out = js_message();
    json_object_set_new(*out, "piece", json_string(c->key));
    json_object_set_new(*out, "at", json_pack("[ii]", (int)p.x, (int)p.y));
    if (p.facing >= 0)
        json_object_set_new(*out, "facing", json_integer(p.facing));
    json_object_set_new(*out, "bands", unit < 0 ? json_array() : bands_json(c, state, unit));
    if (unit >= 0)
        add_dangers(c, state, unit, *out);
    if (unit >= 0 && json_is_true(json_object_get(in, "box")))
        add_box(c, state, unit, *out);
    free(state);
    return TC_OK;
}

enum tc_err crs_threat_json(const struct ses_game *s, const struct tc_game *from, int side,
                            const json_t *in, json_t **out, struct tc_why *why)
{
    const char *piece = json_string_value(json_object_get(in, "piece"));
    struct crs c;

    if (!piece)
        return tc_fail(why, TC_E_KEY, "piece", "Name the piece.");
    if (!s->book->rules->dangers)
        return tc_fail(why, TC_E_KEY, "threat", "This system does not tell of threats.");
    crs_open(&c, s, from, side);
    enum tc_err err = crs_take_piece(&c, piece, why);
    if (err == TC_OK)
        err = tell(&c, in, out, why);
    crs_close(&c);
    return err;
}
