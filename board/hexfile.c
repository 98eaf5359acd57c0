/* board/hexfile.c - hex maps as people draw them. */
#include "board/hexfile.h"

#include <string.h>

#include "kernel/rows.h"

static struct tc_hexfile *file_of(struct tc_reading *r)
{
    return r->own;
}

tc_hex tc_hexfile_hex(struct tc_reading *r, const struct tc_hexmap *m, const char *text,
                      const char *what)
{
    tc_hex h = tc_hexmap_parse(m, text);

    if (h >= 0)
        return h;
    if (h == TC_HEX_NONE)
        tc_wrong(r, TC_E_RANGE, NULL, "%s: hex %s is off the map.", what, text);
    else
        tc_wrong(r, TC_E_RANGE, NULL, "%s: `%s` is not a hex; write it ccrr.", what, text);
    return TC_NONE;
}

/* --- Legend and rows --- */

struct legend {
    const char *letter, *terrain;
};

static void put_letter(struct tc_reading *r, void *entry)
{
    struct tc_hexfile *f = file_of(r);
    const struct legend *l = entry;
    int terrain = tc_find_word(f->words->terrain, l->terrain, strlen(l->terrain));

    f->bad = f->bad || strlen(l->letter) != 1 || l->letter[0] == ' ' || terrain < 0;
    if (strlen(l->letter) != 1 || l->letter[0] == ' ') {
        tc_wrong(r, TC_E_RANGE, NULL, "`%s` is not one letter.", l->letter);
    } else if (terrain < 0) {
        tc_wrong(r, TC_E_NAME, NULL, "`%s` is not a terrain of this system.", l->terrain);
    } else {
        f->letter[f->letters] = l->letter[0];
        f->terrain[f->letters++] = (uint8_t)terrain;
    }
}

#define AT struct legend
static const struct tc_key legend_keys[] = {
    TEXT("letter", letter),
    TEXT("terrain", terrain),
    KEYS_END,
};
#undef AT
static const struct tc_mapping legend = MAPPING(legend_keys, struct legend, put_letter, NULL);

static void put_row(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    struct tc_hexfile *f = file_of(r);

    (void)entry;
    (void)number;
    f->row[r->index] = text; /* lives as long as the file is read */
    f->rows = r->count;
}

static int letters_in(const char *row)
{
    int n = 0;

    for (; *row; row++)
        n += *row != ' ';
    return n;
}

static int terrain_of(const struct tc_hexfile *f, char letter)
{
    for (int i = 0; i < f->letters; i++)
        if (f->letter[i] == letter)
            return f->terrain[i];
    return TC_NONE;
}

static const struct book_node *row_at(struct tc_reading *r, int i)
{
    const struct book_node *rows = r->reader->child(file_of(r)->root, "rows");

    return i < 0 ? rows : r->reader->item(rows, i);
}

static void draw_row(struct tc_reading *r, int i)
{
    struct tc_hexfile *f = file_of(r);
    struct tc_hexmap *m = f->map;
    int c = 0, n = letters_in(f->row[i]);

    if (n != m->lay.columns) {
        tc_wrong_at(r, row_at(r, i), NULL, TC_E_RANGE,
                    "row %d has %d hexes where row 1 has %d.", i + 1, n, m->lay.columns);
        f->bad = true;
        return;
    }
    for (const char *p = f->row[i]; *p; p++) {
        const char letter[2] = { *p, 0 };
        if (*p == ' ')
            continue;
        int terrain = terrain_of(f, *p);
        if (terrain < 0)
            tc_wrong_at(r, row_at(r, i), NULL, TC_E_NAME,
                        "row %d, hex %d: the legend has no letter `%s`.", i + 1, c + 1, letter);
        f->bad = f->bad || terrain < 0;
        m->terrain[tc_hexmap_cell(m, c++, i)] = (uint8_t)(terrain < 0 ? 0 : terrain);
    }
}

/* The map is built when its legend is known: before the first hexside or place. */
static bool draw(struct tc_reading *r)
{
    struct tc_hexfile *f = file_of(r);
    struct tc_hexlayout lay = f->words->layout;

    if (f->drawn)
        return !f->bad;
    f->drawn = true;
    lay.columns = (int16_t)letters_in(f->row[0]);
    lay.rows = (int16_t)f->rows;
    lay.paired = f->words->pairs;
    if (!tc_hexmap_build(f->map, &lay)) {
        tc_wrong_at(r, row_at(r, -1), NULL, TC_E_RANGE, "a map has 1 to %d columns and rows.",
                    TC_HEX_SIDE_MAX);
        f->bad = true;
    }
    for (int i = 0; !f->bad && i < f->rows; i++)
        draw_row(r, i);
    return !f->bad;
}

/* --- Hexsides --- */

struct hexsides {
    const char *name, *feature;
    bool both;
};

static void put_feature(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    struct tc_hexfile *f = file_of(r);

    (void)entry;
    (void)number;
    f->feature = tc_find_word(f->words->feature, text, strlen(text));
    if (f->feature < 0)
        tc_wrong(r, TC_E_NAME, NULL, "`%s` is not a hexside of this system.", text);
}

static void put_both(struct tc_reading *r, void *entry, const char *text, int32_t yes)
{
    (void)entry;
    (void)text;
    file_of(r)->both = yes != 0;
}

/* `1203:e,ne`: one hex and some of its sides. */
static void put_side(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    static const char *const ccw[] = { "e", "ne", "nw", "w", "sw", "se", NULL };
    struct tc_hexfile *f = file_of(r);
    const char *p = strchr(text, ':');
    char hex[TC_HEX_TEXT] = "";
    bool both = f->feature >= 0 && f->both && f->words->pairs >> f->feature & 1;

    (void)entry;
    (void)number;
    if (f->feature < 0 || !draw(r))
        return;
    if (!p || p - text >= TC_HEX_TEXT) {
        tc_wrong(r, TC_E_SYNTAX, NULL, "`%s`: a hexside is written 1203:e,ne.", text);
        return;
    }
    memcpy(hex, text, (size_t)(p - text));
    tc_hex h = tc_hexfile_hex(r, f->map, hex, "hexside");
    while (h >= 0 && p && *p) {
        const char *end = strchr(++p, ',');
        int d = tc_find_word(ccw, p, end ? (size_t)(end - p) : strlen(p));
        if (d > 0 && f->map->lay.wind == TC_HEX_CW)
            d = 6 - d;
        uint16_t flags = (uint16_t)((both ? 3u : 1u) << f->feature);
        if (d < 0 ||
            !tc_hexmap_set_side(f->map, h, d, (uint16_t)(tc_hexmap_side(f->map, h, d) | flags)))
            tc_wrong(r, TC_E_NAME, NULL,
                     "`%s`: sides of a hex within the map are e, ne, nw, w, sw, se.", text);
        p = end;
    }
}

/* A named stream is labelled at its middle hexside. */
static void note_middle(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    struct tc_hexfile *f = file_of(r);
    char hex[5] = "";

    put_side(r, entry, text, number);
    if (r->index != r->count / 2 || f->waters == TC_HEXFILE_PLACES || f->bad)
        return;
    memcpy(hex, text, strlen(text) < 4 ? strlen(text) : 4);
    f->water[f->waters].hex[0] = tc_hexmap_parse(f->map, hex);
    f->water[f->waters].hexes = f->water[f->waters].hex[0] >= 0;
}

static void end_sides(struct tc_reading *r, void *entry)
{
    struct tc_hexfile *f = file_of(r);
    const struct hexsides *s = entry;
    const char *w = f->feature >= 0 ? f->words->feature[f->feature] : "";
    bool water = strstr(w, "stream") || strstr(w, "creek") || strstr(w, "river");

    if (s->name && f->waters < TC_HEXFILE_PLACES) {
        f->water[f->waters].name = s->name;
        f->water[f->waters++].kind = water ? "name of water" : "name";
    }
    f->both = false;
}

#define AT struct hexsides
static const struct tc_key sides_keys[] = {
    CALL_TEXT("feature", put_feature),
    MAY_TEXT("name", name),
    KEY_CALL("both", TC_KEY_YES, 1, 0, 1, NULL, put_both),
    TEXTS("at", 1, 400, note_middle),
    KEYS_END,
};
#undef AT
static const struct tc_mapping sides = MAPPING(sides_keys, struct hexsides, end_sides, NULL);

/* --- Places --- */

static void put_place_hex(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    struct tc_hexfile *f = file_of(r);
    struct tc_hexplace *p = &f->place[f->places];
    tc_hex h = draw(r) ? tc_hexfile_hex(r, f->map, text, "place") : TC_NONE;

    (void)entry;
    (void)number;
    if (h >= 0)
        p->hex[p->hexes++] = h;
}

static void end_place(struct tc_reading *r, void *entry)
{
    struct tc_hexfile *f = file_of(r);
    struct tc_hexplace *p = &f->place[f->places++];

    p->name = *(const char **)entry;
    p->kind = "name";
}

struct place {
    const char *name;
};
#define AT struct place
static const struct tc_key place_keys[] = {
    TEXT("name", name),
    TEXTS("hexes", 1, TC_HEXFILE_HEXES, put_place_hex),
    KEYS_END,
};
#undef AT
static const struct tc_mapping place = MAPPING(place_keys, struct place, end_place, NULL);

/* --- The map --- */

const struct tc_key tc_hexfile_keys[] = {
    EACH("legend", legend, 1, TC_HEXFILE_LETTERS),
    TEXTS("rows", 1, TC_HEX_SIDE_MAX, put_row),
    MAY_EACH("sides", sides, 0, TC_HEXFILE_PLACES),
    MAY_EACH("places", place, 0, TC_HEXFILE_PLACES),
    KEYS_END,
};

void tc_hexfile_begin(struct tc_reading *r, const struct tc_hexwords *words,
                      struct tc_hexmap *map)
{
    struct tc_hexfile *f = file_of(r);

    f->words = words;
    f->map = map;
    f->root = r->at;
}

void tc_hexfile_end(struct tc_reading *r)
{
    draw(r);
}

/* One name at its hexes; false when there is no room. */
static bool show_name(struct tc_reading *r, const struct tc_hexplace *from,
                      struct tc_ground *out)
{
    const struct tc_hexmap *m = file_of(r)->map;
    struct tc_scene_point *p = tc_room(r, sizeof *p * (size_t)tc_max(from->hexes, 1));

    for (int i = 0; p && i < from->hexes; i++)
        p[i] = (struct tc_scene_point){ m->at[from->hex[i]].q, m->at[from->hex[i]].r };
    *out = (struct tc_ground){ .kind = from->kind,
                               .label = from->name,
                               .form = TC_GROUND_HEX,
                               .point = p,
                               .points = (int16_t)(p ? from->hexes : 0) };
    return p != NULL;
}

int tc_hexfile_names(struct tc_reading *r, const char *mark, struct tc_ground *out, int n,
                     int room)
{
    const struct tc_hexfile *f = file_of(r);

    for (int i = 0; i < f->places && n < room; i++)
        if (!*mark || strncmp(f->place[i].name, mark, strlen(mark)) != 0)
            n += show_name(r, &f->place[i], &out[n]);
    for (int i = 0; i < f->waters && n < room; i++)
        n += show_name(r, &f->water[i], &out[n]);
    return n;
}
