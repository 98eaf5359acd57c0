/* rules/bayonet/schema_map.c - the map of a bayonet battle, into the book. */
#include "rules/bayonet/schema.h"

const char *const bay_ground_words[] = { "clear",  "brush",   "marsh",      "orchard",
                                         "forest", "village", "impassable", NULL };
const char *const bay_edge_words[] = {
    "small-stream",  "hedge",    "hasty-breastwork", "hasty-breastwork-beyond", "large-stream",
    "marshy-stream", "hedgerow", "breastwork",       "breastwork-beyond",       NULL
};

static const struct tc_hexwords words = {
    .terrain = bay_ground_words,
    .feature = bay_edge_words,
    .pairs = 1u << BAY_HASTY | 1u << BAY_BREASTWORK,
    .layout = { .first = 1, .wind = TC_HEX_CCW },
};

/* --- Lists for the scene --- */

/* A new list with room for n points; NULL: nothing to list, or no place left. */
static struct tc_scene_point *new_list(struct tc_reading *r, const char *kind,
                                       enum tc_ground_form form, int n)
{
    struct bay_book *bk = bay_book_being_read(r);

    if (!n || bk->grounds == BAY_GROUNDS)
        return NULL;
    struct tc_scene_point *p = tc_room(r, sizeof *p * (size_t)n);
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
static void list_hexes(struct tc_reading *r, const char *kind, int k)
{
    const struct tc_hexmap *m = &bay_book_being_read(r)->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        n += m->terrain[h] == k;
    struct tc_scene_point *p = new_list(r, kind, TC_GROUND_HEX, n);
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
static void list_sides(struct tc_reading *r, const char *kind, int k)
{
    const struct tc_hexmap *m = &bay_book_being_read(r)->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 6; d++)
            n += has_side(m, h, d, k);
    struct tc_scene_point *p = new_list(r, kind, TC_GROUND_SIDES, 2 * n);
    for (int h = 0; p && h < m->count; h++)
        for (int d = 0; d < 6; d++)
            if (has_side(m, h, d, k)) {
                *p++ = point_of(m, h);
                *p++ = point_of(m, tc_hexmap_next(m, (tc_hex)h, d));
            }
}

/* Which features of hexsides the map has at all. */
static unsigned sides_there(const struct tc_hexmap *m)
{
    unsigned there = 0;

    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 6; d++)
            there |= tc_hexmap_side(m, (tc_hex)h, d);
    return there;
}

static void list_ground(struct tc_reading *r)
{
    static const char *const ground[] = { NULL,   "brush",   "marsh", "orchard",
                                          "wood", "village", "river" };
    static const char *const side[] = { "stream",           "hedge",      "hasty breastwork",
                                        "hasty breastwork", "river",      "marshy-stream",
                                        "hedgerow",         "breastwork", "breastwork" };

    unsigned there = sides_there(&bay_book_being_read(r)->map);
    for (int k = 1; k < BAY_TERRAINS; k++)
        list_hexes(r, ground[k], k);
    for (int k = 0; k < BAY_SIDES; k++)
        if (there >> k & 1)
            list_sides(r, side[k], k);
}

/* --- The map --- */

void bay_begin_map(struct tc_reading *r, void *book)
{
    tc_hexfile_begin(r, &words, &((struct bay_book *)book)->map);
}

static void name_hexes(struct tc_reading *r)
{
    const struct tc_hexfile *f = &bay_reading_of(r)->file;
    struct bay_book *bk = bay_book_being_read(r);

    bk->grounds = (int16_t)tc_hexfile_names(r, "", bk->ground, bk->grounds, BAY_GROUNDS);
    for (int i = 0; i < f->places; i++)
        for (int k = 0; k < f->place[i].hexes; k++)
            bk->hex_name[bay_id(bk, f->place[i].hex[k])] = f->place[i].name;
}

void bay_end_map(struct tc_reading *r, void *book)
{
    struct bay_book *bk = book;

    tc_hexfile_end(r);
    if (tc_wrongs(r))
        return;
    if (bk->map.lay.columns > 45 || bk->map.lay.rows > 99) {
        tc_wrong(r, TC_E_RANGE, "rows",
                 "a map of this system has at most 45 columns and 99 rows.");
        return;
    }
    bk->columns = bk->map.lay.columns;
    bk->rows = bk->map.lay.rows;
    list_ground(r);
    name_hexes(r);
}
