/* rules/malbrook/schema_map.c - maps: the table and its ground. */
#include "rules/malbrook/schema.h"

#include <string.h>

static const char *const kind_words[] = {
    "gentle-hill",   "steep-hill", "rocky-hill", "open-wood", "dense-wood", "marsh",
    "swamp",         "town",       "road",       "stream",    "hedge",      "river",
    "ditch",         "wall",       "deep-river", "cliff",     "abatis",     "fieldwork",
    "fortification", "position",   NULL,
};
static const char *const holder_words[] = { "none", "first", "second", NULL };

/* A piece of ground as the file has it. */
struct ground_file {
    const char *name, *label;
    int32_t level, value;
    uint8_t kind, holder;
    bool high, may_hide, looting, minor;
    int points;
    struct tc_scene_point point[MAL_POINTS];
};

static void put_points(struct mal_ground *g, const struct ground_file *f)
{
    g->points = (int16_t)f->points;
    g->min_x = g->min_y = INT32_MAX;
    g->max_x = g->max_y = INT32_MIN;
    for (int i = 0; i < f->points; i++) {
        g->point[i] = f->point[i];
        g->min_x = tc_min(g->min_x, f->point[i].x);
        g->min_y = tc_min(g->min_y, f->point[i].y);
        g->max_x = tc_max(g->max_x, f->point[i].x);
        g->max_y = tc_max(g->max_y, f->point[i].y);
    }
}

/* What its kind is (M-TAB-5), and what it says of itself. */
static void put_ground(const struct tc_reading *r, struct mal_ground *g,
                       const struct ground_file *f)
{
    const struct mal_ground_row *row = &mal_book_being_read(r)->tables.ground[f->kind];

    g->name = f->name;
    g->label = f->label ? f->label : f->name;
    g->kind = f->kind;
    g->line = row->line;
    g->rough = row->rough;
    g->closed = row->closed;
    g->impassable = row->impassable;
    g->blocks = row->blocks;
    g->obstacle = row->obstacle;
    g->hill = row->hill;
    g->cover = row->cover;
    if (f->minor) {
        g->obstacle = MAL_MINOR;
        g->rough = true;
    }
    g->level = (uint8_t)(tc_has(r, "level") ? f->level : row->hill);
    g->value = (int16_t)f->value;
    g->holder = (int8_t)(f->holder - 1);
    g->high = f->high;
    g->may_hide = f->may_hide;
    g->looting = f->looting;
    put_points(g, f);
}

static void end_ground(struct tc_reading *r, void *entry)
{
    struct mal_book *bk = mal_book_being_read(r);
    struct mal_ground *g = &bk->ground[bk->grounds++];

    put_ground(r, g, entry);
    if (!g->line && g->points < 3)
        tc_wrong(r, TC_E_RANGE, "points", "%s is an area and needs three points at least.",
                 g->name);
    for (int k = 0; k + 1 < bk->grounds; k++)
        if (strcmp(bk->ground[k].name, g->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two pieces of ground are named %s.", g->name);
}

#define AT struct tc_scene_point
static const struct tc_key point_keys[] = {
    LENGTH("x", x, 0, MAL_WIDTH_MOST),
    LENGTH("y", y, 0, MAL_HEIGHT_MOST),
    KEYS_END,
};
static const struct tc_mapping point = MAPPING(point_keys, struct tc_scene_point, NULL, NULL);
#undef AT

#define AT struct ground_file
static const struct tc_key ground_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    WORD("kind", kind, kind_words),
    MAY_COUNT("level", level, 0, 9),
    MAY_COUNT("value", value, 0, 20),
    MAY_WORD("holder", holder, holder_words),
    MAY_YES("high", high),
    MAY_YES("may_hide", may_hide),
    MAY_YES("looting", looting),
    MAY_YES("minor", minor),
    LIST("points", point, points, point, 2, MAL_POINTS),
    KEYS_END,
};
static const struct tc_mapping ground =
    MAPPING(ground_keys, struct ground_file, NULL, end_ground);
#undef AT

#define AT struct mal_book
const struct tc_key mal_map_keys[] = {
    LENGTH("width", width, 24000, MAL_WIDTH_MOST),
    LENGTH("height", height, 24000, MAL_HEIGHT_MOST),
    MAY_EACH("ground", ground, 0, MAL_GROUNDS),
    KEYS_END,
};
