/* cli/join_scene.c - a scene as JSON (docs/scene.md) read back, to be drawn as text. */
#include <stdlib.h>
#include <string.h>

#include "cli/join.h"
#include "kernel/scene.h"

static const char *str(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s ? s : "";
}

static int32_t num(const json_t *o, const char *key)
{
    json_int_t v = json_integer_value(json_object_get(o, key));

    return v > INT32_MAX || v < INT32_MIN ? 0 : (int32_t)v;
}

/* Which of these words; the first if it is none of them. */
static uint8_t word(const char *text, const char *const *of, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(text, of[i]) == 0)
            return (uint8_t)i;
    return 0;
}
#define WORD(text, of) word(text, of, sizeof(of) / sizeof(of)[0])

static int8_t side_of(const json_t *o)
{
    const json_t *s = json_object_get(o, "side");
    json_int_t v = json_integer_value(s);

    return json_is_integer(s) && (v == 0 || v == 1) ? (int8_t)v : (int8_t)TC_NONE;
}

static const char *badges(const json_t *list, struct tc_scene *out)
{
    struct tc_text t = tc_scene_text(out);
    const json_t *b;
    size_t i;

    json_array_foreach(list, i, b)
    {
        if (i)
            tc_text_str(&t, ",");
        tc_text_str(&t, json_string_value(b) ? json_string_value(b) : "");
    }
    return tc_scene_keep(out, &t);
}

static void read_piece(const json_t *in, struct tc_scene *out)
{
    static const char *const arm[] = { "foot",    "light-foot", "horse",  "light-horse",
                                       "dragoon", "gun",        "leader", "other" };
    struct tc_piece *p = tc_scene_piece(out);

    if (!p)
        return;
    *p = (struct tc_piece){ .id = (int16_t)num(in, "id"),
                            .side = side_of(in),
                            .arm = WORD(str(in, "arm"), arm),
                            .key = str(in, "key"),
                            .label = str(in, "label"),
                            .nation = str(in, "nation"),
                            .group = str(in, "group"),
                            .group_label = str(in, "group_label"),
                            .chief = str(in, "chief"),
                            .formation = str(in, "formation"),
                            .x = num(in, "x"),
                            .y = num(in, "y"),
                            .facing = json_object_get(in, "facing") ? num(in, "facing") : -1,
                            .w = num(in, "w"),
                            .d = num(in, "d"),
                            .strength = (int16_t)num(in, "strength"),
                            .strength0 = (int16_t)num(in, "strength0"),
                            .stack = (uint8_t)num(in, "stack"),
                            .active = json_is_true(json_object_get(in, "active")),
                            .order = (uint8_t)num(in, "order"),
                            .hidden_strength = !json_object_get(in, "strength") };
    p->badges = badges(json_object_get(in, "badges"), out);
}

static struct tc_scene_point point(const json_t *in)
{
    json_int_t x = json_integer_value(json_array_get(in, 0)),
               y = json_integer_value(json_array_get(in, 1));

    return (struct tc_scene_point){ (int32_t)x, (int32_t)y };
}

static size_t count_points(const json_t *grounds)
{
    const json_t *g;
    size_t i, n = 1;

    json_array_foreach(grounds, i, g) n += json_array_size(json_object_get(g, "points"));
    return n;
}

/* Gives the room behind what it took. */
static struct tc_scene_point *read_ground(const json_t *in, struct tc_scene *out,
                                          struct tc_scene_point *room)
{
    static const char *const form[] = { "area", "line", "hex", "sides" };
    struct tc_ground *g = tc_scene_ground(out);
    const json_t *list = json_object_get(in, "points"), *p;
    size_t i;

    if (!g || json_array_size(list) > INT16_MAX)
        return room;
    *g = (struct tc_ground){ .kind = str(in, "kind"),
                             .label = str(in, "label"),
                             .form = WORD(str(in, "form"), form),
                             .points = (int16_t)json_array_size(list),
                             .point = room,
                             .level = num(in, "level") };
    json_array_foreach(list, i, p) *room++ = point(p);
    return room;
}

static void read_overlay(const json_t *in, struct tc_scene *out)
{
    static const char *const kind[] = { "line", "area", "ring", "mark" };
    struct tc_overlay *v = tc_scene_overlay(out);
    const json_t *list = json_object_get(in, "points"), *p;
    size_t i;

    if (!v)
        return;
    *v = (struct tc_overlay){ .kind = WORD(str(in, "kind"), kind),
                              .side = side_of(in),
                              .what = str(in, "what"),
                              .label = str(in, "label"),
                              .radius = num(in, "radius") };
    json_array_foreach(list, i, p) if (i < TC_SCENE_POINTS) v->point[v->points++] = point(p);
}

static void read_panel(const json_t *in, struct tc_scene *out)
{
    const json_t *r;
    size_t i;

    tc_scene_panel(out, str(in, "title"));
    json_array_foreach(json_object_get(in, "rows"), i, r)
        tc_scene_row(out, side_of(r), str(r, "left"), str(r, "right"));
}

static void read_head(const json_t *in, struct tc_scene *out)
{
    const json_t *hex = json_object_get(in, "hex"), *sides = json_object_get(in, "sides");

    out->board = strcmp(str(in, "board"), "hex") == 0 ? TC_BOARD_HEX : TC_BOARD_PLANE;
    out->width = num(in, "width");
    out->height = num(in, "height");
    out->north = num(in, "north");
    out->title = str(in, "title");
    out->status = str(in, "status");
    out->hex = (struct tc_scene_hex){ json_is_true(json_object_get(hex, "flat_top")),
                                      json_is_true(json_object_get(hex, "odd_place")),
                                      (uint8_t)num(hex, "first"), (uint8_t)num(hex, "digits") };
    for (size_t i = 0; i < TC_SIDES; i++) {
        out->side_name[i] = str(json_array_get(sides, i), "name");
        out->side_colour[i] = str(json_array_get(sides, i), "colour");
    }
}

bool join_scene(const json_t *in, struct tc_scene *out, struct tc_scene_point **points)
{
    const json_t *grounds = json_object_get(in, "grounds"), *e;
    struct tc_scene_point *room = calloc(count_points(grounds), sizeof *room);
    size_t i;

    *points = room;
    if (!room || num(in, "v") != JS_SCENE_VERSION || num(in, "width") < 1 ||
        num(in, "height") < 1)
        return false;
    tc_scene_clear(out);
    read_head(in, out);
    json_array_foreach(json_object_get(in, "pieces"), i, e) read_piece(e, out);
    json_array_foreach(grounds, i, e) room = read_ground(e, out, room);
    json_array_foreach(json_object_get(in, "overlays"), i, e) read_overlay(e, out);
    json_array_foreach(json_object_get(in, "panels"), i, e) read_panel(e, out);
    return true;
}
