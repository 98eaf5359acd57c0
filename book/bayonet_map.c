/* book/bayonet_map.c - the map of a bayonet battle, into the book. */
#include <string.h>

#include "book/bayonet_parts.h"

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

/* Hexes of one terrain, and hexsides of one feature, as lists for the scene. */
static void list_ground(struct book_reader *rd, struct bay_book *bk, const char *kind, int k,
                        bool side)
{
    const struct tc_hexmap *m = &bk->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < (side ? 6 : 1); d++)
            n += side ? (tc_hexmap_side(m, (tc_hex)h, d) >> k & 1) &&
                            tc_hexmap_next(m, (tc_hex)h, d) > h
                      : m->terrain[h] == k;
    if (!n || bk->grounds == BAY_GROUNDS)
        return;
    struct tc_scene_point *p = book_alloc(rd->keep, sizeof *p * (size_t)(side ? 2 * n : n));
    struct tc_ground *g = &bk->ground[bk->grounds++];
    *g = (struct tc_ground){
        .kind = kind, .label = "", .point = p, .form = side ? TC_GROUND_SIDES : TC_GROUND_HEX
    };
    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < (side ? 6 : 1); d++) {
            tc_hex to = side ? tc_hexmap_next(m, (tc_hex)h, d) : (tc_hex)h;
            if (side ? !(tc_hexmap_side(m, (tc_hex)h, d) >> k & 1) || to <= h
                     : m->terrain[h] != k)
                continue;
            p[g->points++] = (struct tc_scene_point){ m->at[h].q, m->at[h].r };
            if (side)
                p[g->points++] = (struct tc_scene_point){ m->at[to].q, m->at[to].r };
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
        list_ground(rd, bk, ground[k], k, false);
    for (int k = 0; k < BAY_SIDES; k++)
        list_ground(rd, bk, side[k], k, true);
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
