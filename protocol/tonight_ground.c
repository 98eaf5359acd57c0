/* protocol/tonight_ground.c - ground that looks the same from both sides: every piece is its
 * own half turn, or has a twin. */
#include <stdio.h>
#include <string.h>

#include "protocol/tonight.h"

enum { CORNERS = 24 };

/* A piece of ground being made. */
struct piece {
    const json_t *spec;
    json_t *words; /* name, label, kind, points, spots */
    char label[80];
    struct tn_spot at; /* its middle, in the frame of the first side */
};

/* A number, or one drawn between two: percents of half the field, from its middle. */
static int percent(struct tn *t, const json_t *spec, const char *key)
{
    const json_t *j = json_object_get(spec, key);
    int64_t v[2] = { 0, 0 };

    if (!j)
        return 0;
    for (size_t i = 0; i < 2; i++) {
        const char *s = tn_text(json_is_array(j) ? json_array_get(j, i) : j);
        if (!tc_read_int(s, strlen(s), &v[i]) || v[i] < -100 || v[i] > 100)
            tn_fault(t, key, "this is a percentage of -100 to 100, or two of them.");
    }
    return (int)v[0] + (v[1] > v[0] ? (int)tn_draw(t, (size_t)(v[1] - v[0] + 1)) : 0);
}

/* --- A free table --------------------------------------------------------------------------
 */

static int32_t clamp(int32_t v, int32_t most)
{
    return v < 0 ? 0 : v > most ? most : v;
}

/* Corners in inches from the middle of the piece; of a path in percents of half the field from
 * the middle of it. Each is moved a little. */
static int read_corners(struct tn *t, const struct piece *p, bool path, struct tn_spot *to)
{
    const json_t *list = json_object_get(p->spec, path ? "path" : "shape");
    int n = (int)json_array_size(list);

    for (int i = 0; i < n && i < CORNERS; i++) {
        const json_t *pair = json_array_get(list, (size_t)i);
        int32_t x = tn_length_of(t, json_array_get(pair, 0));
        int32_t y = tn_length_of(t, json_array_get(pair, 1));
        if (path) {
            x = x / 1000 * (t->width / 200);
            y = y / 1000 * (t->height / 200);
        }
        bool end = path && (x <= -(t->width / 2 - 500) || y <= -(t->height / 2 - 500));
        int32_t by = ((int32_t)tn_draw(t, 5) - 2) * 250,
                up = ((int32_t)tn_draw(t, 5) - 2) * 250;
        to[i] = (struct tn_spot){ x + (end ? 0 : by), y + (end ? 0 : up) };
    }
    return n < CORNERS ? n : CORNERS;
}

/* The other half of what is its own half turn: of a line in the opposite order. */
static int add_half(bool path, struct tn_spot *c, int n)
{
    int more = n <= CORNERS / 2 ? n : 0;

    for (int i = 0; i < more; i++) {
        struct tn_spot from = c[path ? n - 1 - i : i];
        c[n + i] = (struct tn_spot){ -from.right, -from.forward };
    }
    return n + more;
}

static void put_corners(struct tn *t, struct piece *p, int turn, const struct tn_spot *c, int n)
{
    json_t *points = json_array(), *spots = json_array();
    char x[16], y[16];

    for (int i = 0; i < n; i++) {
        struct tn_spot at = { p->at.right + c[i].right, p->at.forward + c[i].forward };
        at = tn_on_map(t, turn, at);
        struct tc_text tx = tc_text_on(x, sizeof x), ty = tc_text_on(y, sizeof y);
        tc_text_length(&tx, clamp(at.right, t->width));
        tc_text_length(&ty, clamp(at.forward, t->height));
        json_array_append_new(points, json_pack("[ss]", x, y));
        json_array_append_new(spots, json_pack("{ss ss}", "x", x, "y", y));
    }
    json_object_set_new(p->words, "points", points);
    json_object_set_new(p->words, "spots", spots);
}

/* --- Hexes ---------------------------------------------------------------------------------
 */

static const char *const way[] = { "e", "se", "sw", "w", "nw", "ne" };

/* The neighbour of a hex on the map; every second row lies half a hex to the right. */
static struct tn_spot neighbour(struct tn_spot h, int k)
{
    int even = h.forward % 2 == 0;
    static const int row[] = { 0, 1, 1, 0, -1, -1 };
    int col = k == 0 ? 1 : k == 3 ? -1 : k == 1 || k == 5 ? even : even - 1;

    return (struct tn_spot){ h.right + col, h.forward + row[k] };
}

static bool on_field(const struct tn *t, struct tn_spot h)
{
    return h.right >= 1 && h.right <= t->width && h.forward >= 1 && h.forward <= t->height;
}

static bool is_in(const struct tn_spot *h, int n, struct tn_spot x)
{
    for (int i = 0; i < n; i++)
        if (h[i].right == x.right && h[i].forward == x.forward)
            return true;
    return false;
}

/* The hexes of a piece on the map; from its middle by columns and rows. */
static int read_hexes(struct tn *t, const struct piece *p, int turn, struct tn_spot *to)
{
    const json_t *list = json_object_get(p->spec, "cells");
    int n = 0;

    for (size_t i = 0; i < json_array_size(list) && n < CORNERS; i++) {
        const json_t *pair = json_array_get(list, i);
        struct tn_spot at = { p->at.right + tn_length_of(t, json_array_get(pair, 0)),
                              p->at.forward + tn_length_of(t, json_array_get(pair, 1)) };
        at = tn_on_map(t, turn, at);
        if (on_field(t, at) && !is_in(to, n, at))
            to[n++] = at;
    }
    return n;
}

static json_t *hexes_json(const struct tn_spot *h, int n)
{
    json_t *list = json_array();
    char buf[8];

    for (int i = 0; i < n; i++) {
        tn_put_hex(buf, h[i]);
        json_array_append_new(list, json_string(buf));
    }
    return list;
}

static void add_to(json_t *words, const char *key, json_t *entry)
{
    json_t *list = json_object_get(words, key);

    if (!list)
        json_object_set_new(words, key, list = json_array());
    json_array_append_new(list, entry);
}

/* Hexsides as the maps write them, from the outside: "0304:e,ne". */
static void add_rim(struct tn *t, const char *feature, const struct tn_spot *h, int n)
{
    json_t *at = json_array();
    char buf[16], hex[8];

    for (int i = 0; i < n; i++)
        for (int k = 0; k < 6; k++) {
            struct tn_spot out = neighbour(h[i], k);
            if (!on_field(t, out) || is_in(h, n, out))
                continue;
            tn_put_hex(hex, out);
            snprintf(buf, sizeof buf, "%s:%s", hex, way[(k + 3) % 6]);
            json_array_append_new(at, json_string(buf));
        }
    add_to(t->words, "rims", json_pack("{ss so}", "feature", feature, "at", at));
}

/* A line of hexsides across the middle of the field. */
static void add_brook(struct tn *t, const struct piece *p, const char *feature)
{
    json_t *at = json_array();
    char buf[16], hex[8];

    for (int c = 1; c <= t->width; c++)
        for (int k = 4; k < 6; k++) {
            struct tn_spot h = { c, t->height / 2 + 1 };
            tn_put_hex(hex, h);
            snprintf(buf, sizeof buf, "%s:%s", hex, way[k]);
            if (on_field(t, neighbour(h, k)))
                json_array_append_new(at, json_string(buf));
        }
    add_to(t->words, "rims",
           json_pack("{ss ss so}", "feature", feature, "name", p->label, "at", at));
}

static void lay_hexes(struct tn *t, struct piece *p, int turn)
{
    const char *letter = tn_text(json_object_get(p->spec, "letter"));
    const char *slope = tn_text(json_object_get(p->spec, "slope"));
    const char *level = tn_text(json_object_get(p->spec, "level"));
    struct tn_spot h[CORNERS];
    int n = read_hexes(t, p, turn, h);

    for (int i = 0; i < n && letter[0]; i++)
        if (h[i].right <= TN_CELLS && h[i].forward <= TN_CELLS)
            t->cell[h[i].forward - 1][h[i].right - 1] = letter[0];
    if (slope[0] && n > 0)
        add_rim(t, slope, h, n);
    if (level[0] && n > 0)
        add_to(t->words, "places",
               json_pack("{ss so}", "name", level, "hexes", hexes_json(h, n)));
    if (n > 0 && !level[0])
        add_to(t->words, "places",
               json_pack("{ss so}", "name", p->label, "hexes", hexes_json(h, n)));
}

static json_t *rows_json(const struct tn *t)
{
    json_t *rows = json_array();
    char buf[2 * TN_CELLS + 2];

    for (int r = 0; r < t->height && r < TN_CELLS; r++) {
        struct tc_text out = tc_text_on(buf, sizeof buf);
        if (r % 2)
            tc_text_char(&out, ' ');
        for (int c = 0; c < t->width && c < TN_CELLS; c++) {
            if (c)
                tc_text_char(&out, ' ');
            tc_text_char(&out, t->cell[r][c]);
        }
        json_array_append_new(rows, json_string(buf));
    }
    return rows;
}

/* --- Pieces --------------------------------------------------------------------------------
 */

/* Its label: a text with words in it, or one of the list of that name. */
static void draw_label(struct tn *t, struct piece *p)
{
    struct tn_scope scope = { { t->words }, -1, { 0, 0 } };
    const char *text = tn_word(t, p->spec, "label");
    const json_t *list = json_object_get(tn_part(t, t->data, "names"), text);

    if (list)
        text = tn_text(tn_pick(t, list));
    tn_fill_text(t, text, &scope, p->label, sizeof p->label);
}

static void add_goal(struct tn *t, struct piece *p, int turn, int half)
{
    const json_t *goal = json_object_get(p->spec, "goal");
    struct tn_scope scope = { { p->words, NULL, t->side[half].words, t->words }, turn, p->at };
    json_t *lists[] = { t->words };

    if (!goal)
        return;
    json_object_set_new(p->words, "points", json_incref((json_t *)goal));
    tn_add(t, tn_part(t, tn_part(t, t->data, "goal"), "adds"), NULL, &scope, lists, 1);
}

static void lay_once(struct tn *t, struct piece *p, int turn, struct tn_spot *c, int n)
{
    struct tn_scope scope = { { p->words, NULL, NULL, t->words }, turn, p->at };
    json_t *lists[] = { t->words };
    char name[48];

    tn_name(t, p->label, name, sizeof name);
    json_object_set_new(p->words, "name", json_string(name));
    json_object_set_new(p->words, "label", json_string(p->label));
    if (t->hex) {
        const char *brook = tn_text(json_object_get(p->spec, "brook"));
        if (brook[0])
            add_brook(t, p, brook);
        else
            lay_hexes(t, p, turn);
    } else {
        put_corners(t, p, turn, c, n);
        tn_add(t, tn_part(t, t->data, "piece"), json_object_get(p->spec, "set"), &scope, lists,
               1);
    }
    add_goal(t, p, turn, turn);
}

static void lay_piece(struct tn *t, const json_t *spec)
{
    struct piece p = { .spec = spec, .words = json_object() };
    struct tn_spot c[CORNERS * 2];
    bool path = json_object_get(spec, "path") != NULL;
    bool half = strcmp(tn_text(json_object_get(spec, "half")), "yes") == 0;
    bool twin = strcmp(tn_text(json_object_get(spec, "twin")), "yes") == 0;
    int chance = tn_number(t, spec, "chance", 100), x = percent(t, spec, "x");
    int y = percent(t, spec, "y"), n = 0;

    p.at.right = t->width / 2 + x * t->width / 200;
    p.at.forward = t->height / 2 + y * t->height / 200;
    if (t->hex && twin) /* a middle pair of hexes lies side by side */
        p.at.right += (t->height / 2 + 1) % 2;
    draw_label(t, &p);
    if ((int)tn_draw(t, 100) < chance && !t->bad) {
        if (!t->hex)
            n = read_corners(t, &p, path, c);
        if (half)
            n = add_half(path, c, n);
        lay_once(t, &p, 0, c, n);
        if (twin && json_object_get(tn_part(t, t->data, "names"), tn_word(t, spec, "label")))
            draw_label(t, &p);
        if (twin)
            lay_once(t, &p, 1, c, n);
    }
    json_decref(p.words);
}

json_t *tn_ground(struct tn *t)
{
    const json_t *pieces = tn_part(t, t->ground, "pieces");
    struct tn_scope scope = { { t->words }, -1, { 0, 0 } };
    char buf[16];
    struct tc_text out;

    memset(t->cell, '.', sizeof t->cell);
    if (t->hex && (t->width > TN_CELLS || t->height > TN_CELLS || t->height % 2))
        tn_fault(t, "field", "a map of hexes has at most 64 columns, and rows in pairs.");
    for (size_t i = 0; i < json_array_size(pieces) && !t->bad; i++)
        lay_piece(t, json_array_get(pieces, i));
    if (t->bad)
        return NULL;
    if (t->hex)
        json_object_set_new(t->words, "rows", rows_json(t));
    out = tc_text_on(buf, sizeof buf);
    tc_text_length(&out, t->width);
    json_object_set_new(t->words, "width", json_string(buf));
    out = tc_text_on(buf, sizeof buf);
    tc_text_length(&out, t->height);
    json_object_set_new(t->words, "height", json_string(buf));
    return tn_fill(t, tn_part(t, t->data, "map"), &scope);
}
