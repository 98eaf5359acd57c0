/* protocol/json_scene.c - scenes and message tables. docs/scene.md is their schema. */
#include "protocol/json.h"

static void put_text(json_t *o, const char *key, const char *s)
{
    if (s && *s)
        json_object_set_new(o, key, json_string(s));
}

static void put_int(json_t *o, const char *key, int64_t v)
{
    json_object_set_new(o, key, json_integer(v));
}

static json_t *side_json(int side)
{
    return side < 0 ? json_null() : json_integer(side);
}

static json_t *points_json(const struct tc_scene_point *p, int n)
{
    json_t *a = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(a, json_pack("[ii]", (int)p[i].x, (int)p[i].y));
    return a;
}

static json_t *badges_json(const char *s)
{
    json_t *a = json_array();

    while (s && *s) {
        const char *end = s;
        while (*end && *end != ',')
            end++;
        if (end > s)
            json_array_append_new(a, json_stringn(s, (size_t)(end - s)));
        s = *end ? end + 1 : end;
    }
    return a;
}

static json_t *piece_json(const struct tc_piece *p)
{
    static const char *const arm[] = {
        [TC_ARM_FOOT] = "foot",       [TC_ARM_LIGHT_FOOT] = "light-foot",
        [TC_ARM_HORSE] = "horse",     [TC_ARM_LIGHT_HORSE] = "light-horse",
        [TC_ARM_DRAGOON] = "dragoon", [TC_ARM_GUN] = "gun",
        [TC_ARM_LEADER] = "leader",   [TC_ARM_OTHER] = "other",
    };
    json_t *o = json_object();

    put_int(o, "id", p->id);
    json_object_set_new(o, "side", side_json(p->side));
    json_object_set_new(o, "arm", json_string(arm[p->arm <= TC_ARM_OTHER ? p->arm : 7]));
    put_text(o, "key", p->key);
    put_text(o, "label", p->label);
    put_text(o, "nation", p->nation);
    put_text(o, "group", p->group);
    put_text(o, "group_label", p->group_label);
    put_text(o, "chief", p->chief);
    put_text(o, "formation", p->formation);
    put_int(o, "x", p->x);
    put_int(o, "y", p->y);
    if (p->facing >= 0)
        put_int(o, "facing", p->facing);
    put_int(o, "w", p->w);
    put_int(o, "d", p->d);
    if (!p->hidden_strength) {
        put_int(o, "strength", p->strength);
        put_int(o, "strength0", p->strength0);
    }
    json_object_set_new(o, "badges", badges_json(p->badges));
    put_int(o, "stack", p->stack);
    json_object_set_new(o, "active", json_boolean(p->active));
    put_int(o, "order", p->order);
    return o;
}

static json_t *ground_json(const struct tc_ground *g)
{
    static const char *const form[] = { [TC_GROUND_AREA] = "area",
                                        [TC_GROUND_LINE] = "line",
                                        [TC_GROUND_HEX] = "hex",
                                        [TC_GROUND_SIDES] = "sides" };
    json_t *o = json_object();

    put_text(o, "kind", g->kind);
    put_text(o, "label", g->label);
    json_object_set_new(o, "form", json_string(form[g->form <= TC_GROUND_SIDES ? g->form : 0]));
    json_object_set_new(o, "points", points_json(g->point, g->points));
    put_int(o, "level", g->level);
    return o;
}

static json_t *overlay_json(const struct tc_overlay *v)
{
    static const char *const kind[] = { [TC_OVERLAY_LINE] = "line",
                                        [TC_OVERLAY_AREA] = "area",
                                        [TC_OVERLAY_RING] = "ring",
                                        [TC_OVERLAY_MARK] = "mark" };
    json_t *o = json_object();

    json_object_set_new(o, "kind", json_string(kind[v->kind <= TC_OVERLAY_MARK ? v->kind : 0]));
    json_object_set_new(o, "side", side_json(v->side));
    put_text(o, "what", v->what);
    put_text(o, "label", v->label);
    json_object_set_new(o, "points", points_json(v->point, v->points));
    if (v->kind == TC_OVERLAY_RING)
        put_int(o, "radius", v->radius);
    return o;
}

static json_t *panel_json(const struct tc_scene *s, const struct tc_panel *p)
{
    json_t *rows = json_array();

    for (int i = 0; i < p->rows; i++) {
        const struct tc_panel_row *r = &s->row[p->first + i];
        json_array_append_new(rows, json_pack("{sossss}", "side", side_json(r->side), "left",
                                              r->left ? r->left : "", "right",
                                              r->right ? r->right : ""));
    }
    return json_pack("{ssso}", "title", p->title ? p->title : "", "rows", rows);
}

static json_t *sides_json(const struct tc_scene *s)
{
    json_t *a = json_array();

    for (int i = 0; i < TC_SIDES; i++)
        json_array_append_new(a, json_pack("{ssss}", "name",
                                           s->side_name[i] ? s->side_name[i] : "", "colour",
                                           s->side_colour[i] ? s->side_colour[i] : ""));
    return a;
}

static json_t *hex_json(const struct tc_scene_hex *h)
{
    return json_pack("{sbsbsisi}", "flat_top", h->flat_top, "odd_place", h->odd_place, "first",
                     (int)h->first, "digits", (int)h->digits);
}

json_t *js_scene(const struct tc_scene *s)
{
    json_t *pieces = json_array(), *grounds = json_array(), *overlays = json_array();
    json_t *panels = json_array(), *o = json_object();

    for (int i = 0; i < s->pieces; i++)
        json_array_append_new(pieces, piece_json(&s->piece[i]));
    for (int i = 0; i < s->grounds; i++)
        json_array_append_new(grounds, ground_json(&s->ground[i]));
    for (int i = 0; i < s->overlays; i++)
        json_array_append_new(overlays, overlay_json(&s->overlay[i]));
    for (int i = 0; i < s->panels; i++)
        json_array_append_new(panels, panel_json(s, &s->panel[i]));
    put_int(o, "v", JS_SCENE_VERSION);
    json_object_set_new(o, "board", json_string(s->board == TC_BOARD_HEX ? "hex" : "plane"));
    put_int(o, "width", s->width);
    put_int(o, "height", s->height);
    if (s->board == TC_BOARD_HEX)
        json_object_set_new(o, "hex", hex_json(&s->hex));
    put_int(o, "north", s->north);
    put_text(o, "title", s->title);
    put_text(o, "status", s->status);
    json_object_set_new(o, "sides", sides_json(s));
    json_object_set_new(o, "pieces", pieces);
    json_object_set_new(o, "grounds", grounds);
    json_object_set_new(o, "overlays", overlays);
    json_object_set_new(o, "panels", panels);
    return o;
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

json_t *js_messages(const struct tc_ruleset *r)
{
    json_t *o = js_message(), *questions = json_array(), *steps = json_array();
    json_t *legs = json_array();

    for (int i = 0; i < r->question_count; i++)
        json_array_append_new(questions, decl_json(r, &r->questions[i].decl));
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
    json_object_set_new(o, "steps", steps);
    json_object_set_new(o, "legs", legs);
    json_object_set_new(o, "endings", words_json(r->endings));
    return o;
}
