/* rules/bayonet/load_map.c - the map of a bayonet battle, into the book. */
#include <string.h>

#include "rules/bayonet/load_parts.h"

const char *const book_bayonet_terrain_words[] = { "clear",  "brush",   "marsh",      "orchard",
                                                   "forest", "village", "impassable", NULL };
const char *const book_bayonet_side_words[] = {
    "small-stream",  "hedge",    "hasty-breastwork", "hasty-breastwork-beyond", "large-stream",
    "marshy-stream", "hedgerow", "breastwork",       "breastwork-beyond",       NULL
};

/* --- The map ---- */

static const struct book_hexwords words = {
    .terrain = book_bayonet_terrain_words,
    .feature = book_bayonet_side_words,
    .pairs = 1u << BAY_HASTY | 1u << BAY_BREASTWORK,
    .layout = { .first = 1, .wind = TC_HEX_CCW },
};

/* A new list for the scene, with room for n points; NULL: nothing to list, or no place left. */
static struct tc_scene_point *new_list(struct book_reader *rd, struct bay_book *bk,
                                       const char *kind, enum tc_ground_form form, int n)
{
    if (!n || bk->grounds == BAY_GROUNDS)
        return NULL;
    struct tc_scene_point *p = book_alloc(rd->keep, sizeof *p * (size_t)n);
    if (p)
        bk->ground[bk->grounds++] = (struct tc_ground){
            .kind = kind, .label = "", .point = p, .points = (int16_t)n, .form = (uint8_t)form
        };
    return p;
}

static struct tc_scene_point point_of(const struct tc_hexmap *m, int h)
{
    return (struct tc_scene_point){ m->at[h].q, m->at[h].r };
}

/* The hexes of terrain k. */
static void list_hexes(struct book_reader *rd, struct bay_book *bk, const char *kind, int k)
{
    const struct tc_hexmap *m = &bk->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        n += m->terrain[h] == k;
    struct tc_scene_point *p = new_list(rd, bk, kind, TC_GROUND_HEX, n);
    for (int h = 0; p && h < m->count; h++)
        if (m->terrain[h] == k)
            *p++ = point_of(m, h);
}

/* Does feature k lie on side d of hex h? The lower of its two hexes speaks for a side. */
static bool has_side(const struct tc_hexmap *m, int h, int d, int k)
{
    return (tc_hexmap_side(m, (tc_hex)h, d) >> k & 1) && tc_hexmap_next(m, (tc_hex)h, d) > h;
}

/* The hexsides of feature k, each as its two hexes. */
static void list_sides(struct book_reader *rd, struct bay_book *bk, const char *kind, int k)
{
    const struct tc_hexmap *m = &bk->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 6; d++)
            n += has_side(m, h, d, k);
    struct tc_scene_point *p = new_list(rd, bk, kind, TC_GROUND_SIDES, 2 * n);
    for (int h = 0; p && h < m->count; h++)
        for (int d = 0; d < 6; d++)
            if (has_side(m, h, d, k)) {
                *p++ = point_of(m, h);
                *p++ = point_of(m, tc_hexmap_next(m, (tc_hex)h, d));
            }
}

static void fill_map(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    static const char *const ground[] = { NULL,   "brush",   "marsh", "orchard",
                                          "wood", "village", "river" };
    static const char *const side[] = { "stream",           "hedge",      "hasty breastwork",
                                        "hasty breastwork", "river",      "marshy-stream",
                                        "hedgerow",         "breastwork", "breastwork" };
    struct bay_book *bk = (struct bay_book *)(void *)out;
    const struct book_hexmap *map = raw;

    book_hexmap_fill(rd, map, &words, &bk->map);
    if (bk->map.lay.columns > 45 || bk->map.lay.rows > 99) {
        book_wrong(rd, TC_E_RANGE, book_spot(rd->doc->root, "rows"),
                   "a map of this system has at most 45 columns and 99 rows.");
        return;
    }
    bk->columns = bk->map.lay.columns;
    bk->rows = bk->map.lay.rows;
    for (int k = 1; k < BAY_TERRAINS; k++)
        list_hexes(rd, bk, ground[k], k);
    for (int k = 0; k < BAY_SIDES; k++)
        list_sides(rd, bk, side[k], k);
    bk->grounds =
        (int16_t)book_hexmap_names(rd, map, &bk->map, "", bk->ground, bk->grounds, BAY_GROUNDS);
    for (unsigned i = 0; i < map->places_count; i++)
        for (unsigned k = 0; k < map->places[i].hexes_count; k++) {
            tc_hex h = book_hex(rd, &bk->map, map->places[i].hexes[k],
                                book_spot(rd->doc->root, "places"), map->places[i].name);
            if (h >= 0)
                bk->hex_name[bay_id(bk, h)] = book_keep(rd, map->places[i].name);
        }
}
const struct book_part book_bayonet_map = { NULL, &book_hexmap_schema, book_hexmap_limits,
                                            fill_map };
