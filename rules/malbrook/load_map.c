/* rules/malbrook/load_map.c - maps of malbrook: the table and its ground, and into the book. */
#include <string.h>

#include "rules/malbrook/load_parts.h"

static const cyaml_strval_t kind_words[] = {
    { "gentle-hill", MAL_GENTLE_HILL },
    { "steep-hill", MAL_STEEP_HILL },
    { "rocky-hill", MAL_ROCKY_HILL },
    { "open-wood", MAL_OPEN_WOOD },
    { "dense-wood", MAL_DENSE_WOOD },
    { "marsh", MAL_MARSH },
    { "swamp", MAL_SWAMP },
    { "town", MAL_TOWN },
    { "road", MAL_ROAD },
    { "stream", MAL_STREAM },
    { "hedge", MAL_HEDGE },
    { "river", MAL_RIVER },
    { "ditch", MAL_DITCH },
    { "wall", MAL_WALL },
    { "deep-river", MAL_DEEP_RIVER },
    { "cliff", MAL_CLIFF },
    { "abatis", MAL_ABATIS },
    { "fieldwork", MAL_FIELDWORK },
    { "fortification", MAL_FORTIFICATION },
    { "position", MAL_POSITION },
};

static const cyaml_strval_t holder_words[] = { { "none", TC_NONE },
                                               { "first", 0 },
                                               { "second", 1 } };

struct raw_point {
    const char *x, *y;
};

struct raw_ground {
    const char *name, *label;
    enum mal_ground_kind kind;
    int *level, *value;
    int *holder;
    bool *high, *may_hide, *looting, *minor;
    struct raw_point *points;
    unsigned points_count;
};

struct raw_map {
    struct book_head head;
    const char *width, *height;
    struct raw_ground *ground;
    unsigned ground_count;
};

static const cyaml_schema_field_t point_fields[] = { MAL_TEXT("x", struct raw_point, x),
                                                     MAL_TEXT("y", struct raw_point, y),
                                                     CYAML_FIELD_END };
static const cyaml_schema_value_t point_value = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_point, point_fields) };

static const cyaml_schema_field_t ground_fields[] = {
    MAL_TEXT("name", struct raw_ground, name),
    BOOK_FIELD_TEXT("label", CYAML_FLAG_OPTIONAL, struct raw_ground, label),
    BOOK_FIELD_WORD("kind", CYAML_FLAG_DEFAULT, struct raw_ground, kind, kind_words),
    CYAML_FIELD_INT_PTR("level", CYAML_FLAG_OPTIONAL, struct raw_ground, level),
    CYAML_FIELD_INT_PTR("value", CYAML_FLAG_OPTIONAL, struct raw_ground, value),
    BOOK_FIELD_WORD_PTR("holder", CYAML_FLAG_OPTIONAL, struct raw_ground, holder, holder_words),
    CYAML_FIELD_BOOL_PTR("high", CYAML_FLAG_OPTIONAL, struct raw_ground, high),
    CYAML_FIELD_BOOL_PTR("may_hide", CYAML_FLAG_OPTIONAL, struct raw_ground, may_hide),
    CYAML_FIELD_BOOL_PTR("looting", CYAML_FLAG_OPTIONAL, struct raw_ground, looting),
    CYAML_FIELD_BOOL_PTR("minor", CYAML_FLAG_OPTIONAL, struct raw_ground, minor),
    CYAML_FIELD_SEQUENCE("points", CYAML_FLAG_POINTER, struct raw_ground, points, &point_value,
                         2, MAL_POINTS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t ground_value = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_ground, ground_fields) };

static const cyaml_schema_field_t map_fields[] = {
    BOOK_MAP_HEAD(struct raw_map), MAL_TEXT("width", struct raw_map, width),
    MAL_TEXT("height", struct raw_map, height),
    CYAML_FIELD_SEQUENCE("ground", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct raw_map,
                         ground, &ground_value, 0, MAL_GROUNDS),
    CYAML_FIELD_END
};

MAL_SCHEMA(map);

static const struct book_limit map_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },
    { "ground.name", BOOK_NAME, 0, 0 },
    { "width", BOOK_LENGTH, 24000, 240000 },
    { "height", BOOK_LENGTH, 24000, 120000 },
    { "x", BOOK_LENGTH, 0, 240000 },
    { "y", BOOK_LENGTH, 0, 120000 },
    { "level", BOOK_INT, 0, 9 },
    { "value", BOOK_INT, 0, 20 },
    MAL_END_LIMITS,
};

static void fill_points(struct mal_ground *g, const struct raw_ground *r)
{
    g->points = (int16_t)r->points_count;
    g->min_x = g->min_y = INT32_MAX;
    g->max_x = g->max_y = INT32_MIN;
    for (unsigned i = 0; i < r->points_count; i++) {
        int32_t x = book_length(r->points[i].x), y = book_length(r->points[i].y);
        g->point[i] = (struct tc_scene_point){ x, y };
        g->min_x = tc_min(g->min_x, x);
        g->min_y = tc_min(g->min_y, y);
        g->max_x = tc_max(g->max_x, x);
        g->max_y = tc_max(g->max_y, y);
    }
}

static void fill_ground(struct book_reader *rd, const struct mal_tables *t,
                        struct mal_ground *g, const struct raw_ground *r)
{
    const struct mal_ground_row *row = &t->ground[r->kind];

    g->name = book_keep(rd, r->name);
    g->label = r->label ? book_keep(rd, r->label) : g->name;
    g->kind = (uint8_t)r->kind;
    g->line = row->line;
    g->rough = row->rough;
    g->closed = row->closed;
    g->impassable = row->impassable;
    g->blocks = row->blocks;
    g->obstacle = row->obstacle;
    g->hill = row->hill;
    g->cover = row->cover;
    if (r->minor && *r->minor) {
        g->obstacle = MAL_MINOR;
        g->rough = true;
    }
    g->level = (uint8_t)(r->level ? *r->level : row->hill);
    g->value = (int16_t)(r->value ? *r->value : 0);
    g->holder = (int8_t)(r->holder ? *r->holder : TC_NONE);
    g->high = r->high && *r->high;
    g->may_hide = r->may_hide && *r->may_hide;
    g->looting = r->looting && *r->looting;
    fill_points(g, r);
}

static void fill_map(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_map *r = raw;
    struct mal_book *bk = book_malbrook_of(out);
    const struct book_node *list = book_child(rd->doc->root, "ground");

    bk->width = book_length(r->width);
    bk->height = book_length(r->height);
    bk->grounds = (int)r->ground_count;
    for (unsigned i = 0; i < r->ground_count; i++) {
        struct mal_ground *g = &bk->ground[i];
        fill_ground(rd, &bk->tables, g, &r->ground[i]);
        if (!g->line && g->points < 3)
            book_wrong(rd, TC_E_RANGE, list, "%s is an area and needs three points at least.",
                       g->name);
        for (unsigned k = 0; k < i; k++)
            if (strcmp(bk->ground[k].name, g->name) == 0)
                book_wrong(rd, TC_E_NAME, list, "two pieces of ground are named %s.", g->name);
    }
}

const struct book_part book_malbrook_map = { "", &map_schema, map_limits, fill_map };
