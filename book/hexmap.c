/* book/hexmap.c - hex maps as people draw them. */
#include "book/hexmap.h"

#include <stdio.h>
#include <string.h>

#define TEXT(KEY, S, M) BOOK_FIELD_TEXT(KEY, CYAML_FLAG_DEFAULT, S, M)
#define MAY(KEY, S, M)  BOOK_FIELD_TEXT(KEY, CYAML_FLAG_OPTIONAL, S, M)

const cyaml_schema_value_t book_string_schema = { CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char,
                                                                     0, CYAML_UNLIMITED) };

static const cyaml_schema_field_t legend_fields[] = {
    TEXT("letter", struct book_legend, letter), TEXT("terrain", struct book_legend, terrain),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t legend_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct book_legend, legend_fields) };

static const cyaml_schema_field_t side_fields[] = {
    TEXT("feature", struct book_hexside, feature), MAY("name", struct book_hexside, name),
    CYAML_FIELD_BOOL_PTR("both", CYAML_FLAG_OPTIONAL, struct book_hexside, both),
    CYAML_FIELD_SEQUENCE("at", CYAML_FLAG_POINTER, struct book_hexside, at, &book_string_schema,
                         1, 400),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t side_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct book_hexside, side_fields) };

static const cyaml_schema_field_t place_fields[] = {
    TEXT("name", struct book_place, name),
    CYAML_FIELD_SEQUENCE("hexes", CYAML_FLAG_POINTER, struct book_place, hexes,
                         &book_string_schema, 1, 40),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t place_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct book_place, place_fields) };

static const cyaml_schema_field_t map_fields[] = {
    BOOK_MAP_HEAD(struct book_hexmap),
    CYAML_FIELD_SEQUENCE("legend", CYAML_FLAG_POINTER, struct book_hexmap, legend,
                         &legend_schema, 1, 32),
    CYAML_FIELD_SEQUENCE("rows", CYAML_FLAG_POINTER, struct book_hexmap, rows,
                         &book_string_schema, 1, TC_HEX_SIDE_MAX),
    CYAML_FIELD_SEQUENCE("sides", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct book_hexmap,
                         sides, &side_schema, 0, 64),
    CYAML_FIELD_SEQUENCE("places", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct book_hexmap,
                         places, &place_schema, 0, 64),
    CYAML_FIELD_END
};
const cyaml_schema_value_t book_hexmap_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct book_hexmap, map_fields) };

const struct book_limit book_hexmap_limits[] = { { "system", BOOK_NAME, 0, 0 },
                                                 { NULL, BOOK_LIMIT_END, 0, 0 } };

static int word_of(const char *const *words, const char *s)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], s) == 0)
            return i;
    return TC_NONE;
}

/* The terrain of a letter by the legend, or TC_NONE. */
static int terrain_of(const struct book_hexmap *raw, const struct book_hexwords *w, char letter)
{
    for (unsigned i = 0; i < raw->legend_count; i++)
        if (raw->legend[i].letter[0] == letter)
            return word_of(w->terrain, raw->legend[i].terrain);
    return TC_NONE;
}

static int letters_in(const char *row)
{
    int n = 0;

    for (; *row; row++)
        n += *row != ' ';
    return n;
}

static bool check_legend(struct book_reader *rd, const struct book_hexmap *raw,
                         const struct book_hexwords *w)
{
    const struct book_node *list = book_spot(rd->doc->root, "legend");
    bool good = true;

    for (unsigned i = 0; i < raw->legend_count; i++) {
        if (strlen(raw->legend[i].letter) != 1 || raw->legend[i].letter[0] == ' ') {
            book_wrong(rd, TC_E_RANGE, book_item(list, (int)i), "`%s` is not one letter.",
                       raw->legend[i].letter);
            good = false;
        } else if (word_of(w->terrain, raw->legend[i].terrain) < 0) {
            book_wrong(rd, TC_E_NAME, book_item(list, (int)i),
                       "`%s` is not a terrain of this system.", raw->legend[i].terrain);
            good = false;
        }
    }
    return good;
}

static bool draw_rows(struct book_reader *rd, const struct book_hexmap *raw,
                      const struct book_hexwords *w, struct tc_hexmap *m)
{
    const struct book_node *list = book_spot(rd->doc->root, "rows");
    bool good = true;

    for (unsigned r = 0; r < raw->rows_count; r++) {
        int c = 0;
        if (letters_in(raw->rows[r]) != m->lay.columns) {
            book_wrong(rd, TC_E_RANGE, book_item(list, (int)r),
                       "row %u has %d hexes where row 1 has %d.", r + 1,
                       letters_in(raw->rows[r]), m->lay.columns);
            good = false;
            continue;
        }
        for (const char *p = raw->rows[r]; *p; p++) {
            if (*p == ' ')
                continue;
            int terrain = terrain_of(raw, w, *p);
            if (terrain < 0) {
                book_wrong(rd, TC_E_NAME, book_item(list, (int)r),
                           "row %u, hex %d: the legend has no letter `%c`.", r + 1, c + 1, *p);
                good = false;
            }
            m->terrain[tc_hexmap_cell(m, c++, (int)r)] = (uint8_t)(terrain < 0 ? 0 : terrain);
        }
    }
    return good;
}

tc_hex book_hex(struct book_reader *rd, const struct tc_hexmap *m, const char *text,
                const struct book_node *at, const char *what)
{
    tc_hex h = text ? tc_hexmap_parse(m, text) : (tc_hex)TC_HEX_BAD;

    if (h >= 0)
        return h;
    book_wrong(rd, TC_E_RANGE, at,
               h == TC_HEX_NONE ? "%s: hex %s is off the map."
                                : "%s: `%s` is no hex; write it ccrr.",
               what, text ? text : "");
    return TC_NONE;
}

/* `1203:e,ne`: one hex and some of its sides. */
static void draw_side(struct book_reader *rd, struct tc_hexmap *m, const char *text,
                      uint16_t flags, const struct book_node *at)
{
    static const char *const ccw[] = { "e", "ne", "nw", "w", "sw", "se", NULL };
    char hex[TC_HEX_TEXT] = "", dir[4];
    const char *p = strchr(text, ':');

    if (!p || p - text >= TC_HEX_TEXT) {
        book_wrong(rd, TC_E_SYNTAX, at, "`%s`: a hexside is written 1203:e,ne.", text);
        return;
    }
    memcpy(hex, text, (size_t)(p - text));
    tc_hex h = book_hex(rd, m, hex, at, "hexside");
    while (h >= 0 && p && *p) {
        const char *end = strchr(++p, ',');
        size_t n = end ? (size_t)(end - p) : strlen(p);
        memset(dir, 0, sizeof dir);
        memcpy(dir, p, n < 3 ? n : 3);
        int d = word_of(ccw, dir);
        if (d > 0 && m->lay.wind == TC_HEX_CW)
            d = 6 - d;
        if (d < 0 || !tc_hexmap_set_side(m, h, d, (uint16_t)(tc_hexmap_side(m, h, d) | flags)))
            book_wrong(rd, TC_E_NAME, at,
                       "`%s`: sides of a hex within the map are e, ne, nw, w, sw, se.", text);
        p = end;
    }
}

static void draw_sides(struct book_reader *rd, const struct book_hexmap *raw,
                       const struct book_hexwords *w, struct tc_hexmap *m)
{
    const struct book_node *list = book_spot(rd->doc->root, "sides");

    for (unsigned i = 0; i < raw->sides_count; i++) {
        const struct book_hexside *x = &raw->sides[i];
        const struct book_node *at = book_item(list, (int)i);
        int f = word_of(w->feature, x->feature);
        if (f < 0) {
            book_wrong(rd, TC_E_NAME, at, "`%s` is not a hexside of this system.", x->feature);
            continue;
        }
        uint16_t flags = (uint16_t)(1u << f);
        if (w->pairs >> f & 1 && x->both && *x->both)
            flags = (uint16_t)(3u << f);
        for (unsigned k = 0; k < x->at_count; k++)
            draw_side(rd, m, x->at[k], flags, at);
    }
}

void book_hexmap_fill(struct book_reader *rd, const struct book_hexmap *raw,
                      const struct book_hexwords *w, struct tc_hexmap *out)
{
    struct tc_hexlayout lay = w->layout;

    lay.columns = (int16_t)letters_in(raw->rows[0]);
    lay.rows = (int16_t)raw->rows_count;
    lay.paired = w->pairs;
    if (!tc_hexmap_build(out, &lay)) {
        book_wrong(rd, TC_E_RANGE, book_spot(rd->doc->root, "rows"),
                   "a map has 1 to %d columns and rows.", TC_HEX_SIDE_MAX);
        return;
    }
    if (check_legend(rd, raw, w) && draw_rows(rd, raw, w, out))
        draw_sides(rd, raw, w, out);
}

/* --- Names */

static void name_ground(struct book_reader *rd, const struct tc_hexmap *m, const char *kind,
                        const char *name, const char **hexes, unsigned count,
                        struct tc_ground *out)
{
    struct tc_scene_point *p = book_alloc(rd->keep, sizeof *p * count);
    int n = 0;

    for (unsigned i = 0; p && i < count; i++) {
        char text[5] = "";
        snprintf(text, sizeof text, "%.4s", hexes[i]); /* a hexside is 1203:e,ne */
        tc_hex h = book_hex(rd, m, text, book_spot(rd->doc->root, "places"), name);
        if (h >= 0)
            p[n++] = (struct tc_scene_point){ m->at[h].q, m->at[h].r };
    }
    *out = (struct tc_ground){ .kind = kind,
                               .label = book_keep(rd, name),
                               .form = TC_GROUND_HEX,
                               .point = p,
                               .points = (int16_t)n };
}

static bool is_water(const char *feature)
{
    return strstr(feature, "stream") || strstr(feature, "creek") || strstr(feature, "river");
}

int book_hexmap_names(struct book_reader *rd, const struct book_hexmap *raw,
                      const struct tc_hexmap *m, const char *mark, struct tc_ground *out, int n,
                      int room)
{
    for (unsigned i = 0; i < raw->places_count && n < room; i++) {
        const struct book_place *x = &raw->places[i];
        if (!*mark || strncmp(x->name, mark, strlen(mark)) != 0)
            name_ground(rd, m, "name", x->name, x->hexes, x->hexes_count, &out[n++]);
    }
    for (unsigned i = 0; i < raw->sides_count && n < room; i++) {
        const struct book_hexside *x = &raw->sides[i];
        if (x->name && x->at_count)
            name_ground(rd, m, is_water(x->feature) ? "name of water" : "name", x->name,
                        &x->at[x->at_count / 2], 1, &out[n++]);
    }
    return n;
}
