/* protocol/write_scene.c - scenes, and what has changed in them, written straight away. */
#include <stdlib.h>
#include <string.h>

#include "protocol/write.h"

static void put_number(struct js_out *o, const char *key, int64_t v)
{
    js_put_key(o, key);
    js_put_int(o, v);
}

static void put_word(struct js_out *o, const char *key, const char *text)
{
    js_put_key(o, key);
    js_put_string(o, text ? text : "");
}

static void put_text(struct js_out *o, const char *key, const char *text)
{
    if (text && *text)
        put_word(o, key, text);
}

static void put_side(struct js_out *o, int side)
{
    js_put_key(o, "side");
    if (side < 0)
        js_put_null(o);
    else
        js_put_int(o, side);
}

static void put_points(struct js_out *o, const struct tc_scene_point *p, int n)
{
    js_put_key(o, "points");
    js_put_open(o, '[');
    for (int i = 0; i < n; i++) {
        js_put_open(o, '[');
        js_put_int(o, p[i].x);
        js_put_int(o, p[i].y);
        js_put_close(o, ']');
    }
    js_put_close(o, ']');
}

/* --- Pieces ------------------------------------------------------------------------------- */

/* The next word of a list with commas; false at its end. */
static bool next_word(const char **s, char word[64])
{
    while (*s && **s) {
        size_t n = strcspn(*s, ","), k = n < 63 ? n : 63;
        memcpy(word, *s, k);
        word[k] = '\0';
        *s += n + ((*s)[n] == ',');
        if (n)
            return true;
    }
    return false;
}

static void put_badges(struct js_out *o, const char *s)
{
    char word[64];

    js_put_key(o, "badges");
    js_put_open(o, '[');
    while (next_word(&s, word))
        js_put_string(o, word);
    js_put_close(o, ']');
}

/* What of it is to be drawn, each once. */
static void put_signs(struct js_out *o, const char *s)
{
    char word[64], seen[32];
    size_t n = 0;

    while (next_word(&s, word)) {
        struct tc_sign sign = tc_badge_sign(word);
        if (!*sign.mark || (n && memchr(seen, sign.mark[0], n)) || n == sizeof seen)
            continue;
        if (!n) {
            js_put_key(o, "signs");
            js_put_open(o, '[');
        }
        seen[n++] = sign.mark[0];
        js_put_open(o, '{');
        put_word(o, "sort", sign.sort);
        put_word(o, "mark", sign.mark);
        put_word(o, "word", word);
        js_put_close(o, '}');
    }
    if (n)
        js_put_close(o, ']');
}

static void put_piece(struct js_out *o, const struct tc_piece *p)
{
    static const char *const arm[] = {
        [TC_ARM_FOOT] = "foot",       [TC_ARM_LIGHT_FOOT] = "light-foot",
        [TC_ARM_HORSE] = "horse",     [TC_ARM_LIGHT_HORSE] = "light-horse",
        [TC_ARM_DRAGOON] = "dragoon", [TC_ARM_GUN] = "gun",
        [TC_ARM_LEADER] = "leader",   [TC_ARM_OTHER] = "other",
    };

    js_put_open(o, '{');
    put_number(o, "id", p->id);
    put_side(o, p->side);
    put_word(o, "arm", arm[p->arm <= TC_ARM_OTHER ? p->arm : 7]);
    put_text(o, "key", p->key);
    put_text(o, "label", p->label);
    put_text(o, "nation", p->nation);
    put_text(o, "group", p->group);
    put_text(o, "group_label", p->group_label);
    put_text(o, "chief", p->chief);
    put_text(o, "formation", p->formation);
    put_text(o, "form", tc_formation_sort(p->formation));
    put_number(o, "x", p->x);
    put_number(o, "y", p->y);
    if (p->facing >= 0)
        put_number(o, "facing", p->facing);
    put_number(o, "w", p->w);
    put_number(o, "d", p->d);
    if (!p->hidden_strength) {
        put_number(o, "strength", p->strength);
        put_number(o, "strength0", p->strength0);
    }
    put_badges(o, p->badges);
    put_signs(o, p->badges);
    put_number(o, "stack", p->stack);
    js_put_key(o, "active");
    js_put_bool(o, p->active);
    put_number(o, "order", p->order);
    js_put_close(o, '}');
}

/* --- Ground, overlays, panels ---------------------------------------------------------------
 */

static void put_grounds(struct js_out *o, const struct tc_scene *s)
{
    static const char *const form[] = { [TC_GROUND_AREA] = "area",
                                        [TC_GROUND_LINE] = "line",
                                        [TC_GROUND_HEX] = "hex",
                                        [TC_GROUND_SIDES] = "sides" };

    js_put_key(o, "grounds");
    js_put_open(o, '[');
    for (int i = 0; i < s->grounds; i++) {
        const struct tc_ground *g = &s->ground[i];
        js_put_open(o, '{');
        put_text(o, "kind", g->kind);
        put_word(o, "sort", tc_ground_sort(g->kind));
        put_text(o, "label", g->label);
        put_word(o, "form", form[g->form <= TC_GROUND_SIDES ? g->form : 0]);
        put_points(o, g->point, g->points);
        put_number(o, "level", g->level);
        js_put_close(o, '}');
    }
    js_put_close(o, ']');
}

static void put_overlays(struct js_out *o, const struct tc_scene *s)
{
    static const char *const kind[] = { [TC_OVERLAY_LINE] = "line",
                                        [TC_OVERLAY_AREA] = "area",
                                        [TC_OVERLAY_RING] = "ring",
                                        [TC_OVERLAY_MARK] = "mark" };

    js_put_key(o, "overlays");
    js_put_open(o, '[');
    for (int i = 0; i < s->overlays; i++) {
        const struct tc_overlay *v = &s->overlay[i];
        js_put_open(o, '{');
        put_word(o, "kind", kind[v->kind <= TC_OVERLAY_MARK ? v->kind : 0]);
        put_side(o, v->side);
        put_text(o, "what", v->what);
        put_text(o, "label", v->label);
        put_points(o, v->point, v->points);
        if (v->kind == TC_OVERLAY_RING)
            put_number(o, "radius", v->radius);
        js_put_close(o, '}');
    }
    js_put_close(o, ']');
}

static void put_panels(struct js_out *o, const struct tc_scene *s)
{
    js_put_key(o, "panels");
    js_put_open(o, '[');
    for (int i = 0; i < s->panels; i++) {
        js_put_open(o, '{');
        put_word(o, "title", s->panel[i].title);
        js_put_key(o, "rows");
        js_put_open(o, '[');
        for (int k = 0; k < s->panel[i].rows; k++) {
            const struct tc_panel_row *r = &s->row[s->panel[i].first + k];
            js_put_open(o, '{');
            put_side(o, r->side);
            put_word(o, "left", r->left);
            put_word(o, "right", r->right);
            if (r->line) {
                put_word(o, "line", r->line);
                put_number(o, "place", r->place);
                put_word(o, "state", r->state);
            }
            js_put_close(o, '}');
        }
        js_put_close(o, ']');
        js_put_close(o, '}');
    }
    js_put_close(o, ']');
}

/* --- The whole ------------------------------------------------------------------------------
 */

static void put_hex(struct js_out *o, const struct tc_scene_hex *h)
{
    js_put_key(o, "hex");
    js_put_open(o, '{');
    js_put_key(o, "flat_top");
    js_put_bool(o, h->flat_top);
    js_put_key(o, "odd_place");
    js_put_bool(o, h->odd_place);
    put_number(o, "first", h->first);
    put_number(o, "digits", h->digits);
    js_put_close(o, '}');
}

static void put_standing(struct js_out *o, const struct tc_standing *s)
{
    if (s->points != TC_NONE)
        put_number(o, "points", s->points);
    if (s->breaks <= 0)
        return;
    js_put_key(o, "army");
    js_put_open(o, '{');
    put_number(o, "lost", s->lost);
    put_number(o, "breaks", s->breaks);
    put_text(o, "text", s->text);
    js_put_close(o, '}');
}

static void put_sides(struct js_out *o, const struct tc_scene *s)
{
    js_put_key(o, "sides");
    js_put_open(o, '[');
    for (int i = 0; i < TC_SIDES; i++) {
        js_put_open(o, '{');
        put_word(o, "name", s->side_name[i]);
        put_word(o, "colour", s->side_colour[i]);
        put_standing(o, &s->standing[i]);
        js_put_close(o, '}');
    }
    js_put_close(o, ']');
}

static void put_head(struct js_out *o, const struct tc_scene *s)
{
    put_number(o, "v", JS_SCENE_VERSION);
    put_word(o, "board", s->board == TC_BOARD_HEX ? "hex" : "plane");
    put_number(o, "width", s->width);
    put_number(o, "height", s->height);
    if (s->board == TC_BOARD_HEX)
        put_hex(o, &s->hex);
    put_number(o, "north", s->north);
    put_text(o, "title", s->title);
    put_text(o, "status", s->status);
    put_sides(o, s);
}

void js_put_scene(struct js_out *o, const struct tc_scene *s, int adjusted)
{
    js_put_open(o, '{');
    put_head(o, s);
    js_put_key(o, "pieces");
    js_put_open(o, '[');
    for (int i = 0; i < s->pieces; i++)
        put_piece(o, &s->piece[i]);
    js_put_close(o, ']');
    put_grounds(o, s);
    put_overlays(o, s);
    put_panels(o, s);
    if (adjusted)
        put_number(o, "adjusted", adjusted);
    js_put_close(o, '}');
}

/* --- What has changed ------------------------------------------------------------------------
 */

static uint64_t mix(uint64_t h, const char *text)
{
    return text ? tc_hash(text, strlen(text), h) : h + 1;
}

static uint64_t mix_number(uint64_t h, int64_t v)
{
    return tc_hash(&v, sizeof v, h);
}

/* Of all that put_piece tells. Texts stand behind the numbers, each with its end. */
static uint64_t piece_hash(const struct tc_piece *p)
{
    const char *text[] = { p->key,         p->label, p->nation,    p->group,
                           p->group_label, p->chief, p->formation, p->badges };
    int32_t number[] = { p->id,
                         p->side,
                         p->arm,
                         p->x,
                         p->y,
                         p->facing,
                         p->w,
                         p->d,
                         p->hidden_strength ? INT16_MIN : p->strength,
                         p->hidden_strength ? INT16_MIN : p->strength0,
                         p->stack,
                         p->active,
                         p->order };
    char bytes[512];
    size_t n = sizeof number;
    uint64_t h = 0;

    memcpy(bytes, number, n);
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        size_t k = text[i] ? strlen(text[i]) : 0;
        if (n + k + 1 > sizeof bytes) { /* a very long text */
            h = tc_hash(bytes, n, h);
            n = 0;
        }
        if (k + 1 > sizeof bytes) {
            h = tc_hash(text[i], k, h);
            k = 0;
        }
        if (k)
            memcpy(bytes + n, text[i], k);
        n += k;
        bytes[n++] = '\0';
    }
    return tc_hash(bytes, n, h);
}

static uint64_t overlays_hash(const struct tc_scene *s)
{
    uint64_t h = (uint64_t)s->overlays;

    for (int i = 0; i < s->overlays; i++) {
        const struct tc_overlay *v = &s->overlay[i];
        int32_t number[] = { v->kind, v->side, v->points, v->radius };
        h = mix(mix(tc_hash(number, sizeof number, h), v->what), v->label);
        if (v->points)
            h = tc_hash(v->point, (size_t)v->points * sizeof v->point[0], h);
    }
    return h;
}

static uint64_t panels_hash(const struct tc_scene *s)
{
    uint64_t h = (uint64_t)s->panels;

    for (int i = 0; i < s->panels; i++) {
        h = mix(mix_number(h, s->panel[i].rows), s->panel[i].title);
        for (int k = 0; k < s->panel[i].rows; k++) {
            const struct tc_panel_row *r = &s->row[s->panel[i].first + k];
            h = mix(mix(mix_number(h, r->side), r->left), r->right);
        }
    }
    return h;
}

static uint64_t grounds_hash(const struct tc_scene *s)
{
    uint64_t h = 0;

    for (int i = 0; i < s->grounds; i++) {
        const struct tc_ground *g = &s->ground[i];
        h = mix_number(mix_number(h, g->form * 1000 + g->points), g->level);
        h = mix(mix(h, g->kind), g->label);
        if (g->points)
            h = tc_hash(g->point, (size_t)g->points * sizeof g->point[0], h);
    }
    return h;
}

static uint64_t head_hash(const struct tc_scene *s)
{
    return mix(mix_number(mix_number(s->board, s->width), s->height), s->title);
}

static uint64_t standing_hash(const struct tc_scene *s)
{
    uint64_t h = 0;

    for (int i = 0; i < TC_SIDES; i++) {
        const struct tc_standing *a = &s->standing[i];
        h = mix_number(mix_number(mix_number(mix(h, a->text), a->points), a->lost), a->breaks);
    }
    return h;
}

/* Which piece it is: a unit of several pieces has several with one id. */
static uint64_t piece_name(const struct tc_scene *s, int i)
{
    int same = 0;

    for (int k = i - 1; k >= 0 && s->piece[k].id == s->piece[i].id; k--)
        same++;
    return (uint64_t)(uint16_t)s->piece[i].id << 16 | (uint16_t)same;
}

void js_forget_scene(struct js_seen_scene *seen)
{
    free(seen->piece);
    memset(seen, 0, sizeof *seen);
}

void js_see_scene(const struct tc_scene *s, struct js_seen_scene *seen)
{
    if (s->pieces > seen->pieces) {
        seen->piece = realloc(seen->piece, (size_t)s->pieces * sizeof *seen->piece);
        TC_BUG_ON(!seen->piece);
    }
    seen->pieces = s->pieces;
    for (int i = 0; i < s->pieces; i++)
        seen->piece[i] = (struct js_seen_piece){ piece_name(s, i), piece_hash(&s->piece[i]) };
    seen->head = head_hash(s);
    seen->grounds = grounds_hash(s);
    seen->overlays = overlays_hash(s);
    seen->panels = panels_hash(s);
    seen->status = mix(0, s->status);
    seen->standing = standing_hash(s);
    seen->known = true;
}

/* A piece moves on in place; one more or less, or another order, wants the whole scene. */
static bool same_pieces(const struct tc_scene *s, const struct js_seen_scene *seen)
{
    if (s->pieces != seen->pieces)
        return false;
    for (int i = 0; i < s->pieces; i++)
        if (seen->piece[i].name != piece_name(s, i))
            return false;
    return true;
}

bool js_put_change(struct js_out *o, const struct tc_scene *s, struct js_seen_scene *seen)
{
    struct js_seen_scene now = { 0 };

    if (!seen->known || !same_pieces(s, seen)) {
        js_forget_scene(seen);
        js_see_scene(s, seen);
        return false;
    }
    js_see_scene(s, &now);
    bool good = now.head == seen->head && now.grounds == seen->grounds;
    if (good) {
        js_put_open(o, '{');
        if (now.status != seen->status)
            put_word(o, "status", s->status);
        if (now.standing != seen->standing)
            put_sides(o, s);
        js_put_key(o, "pieces");
        js_put_open(o, '[');
        for (int i = 0; i < s->pieces; i++) {
            if (now.piece[i].hash == seen->piece[i].hash)
                continue;
            js_put_open(o, '[');
            js_put_int(o, i);
            put_piece(o, &s->piece[i]);
            js_put_close(o, ']');
        }
        js_put_close(o, ']');
        if (now.overlays != seen->overlays)
            put_overlays(o, s);
        if (now.panels != seen->panels)
            put_panels(o, s);
        js_put_close(o, '}');
    }
    js_forget_scene(seen);
    *seen = now;
    return good;
}
