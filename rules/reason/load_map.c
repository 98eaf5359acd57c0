/* rules/reason/load_map.c - maps of `reason`: terrain, hexsides, roads, heights. */
#include <string.h>

#include "book/arena.h"
#include "rules/reason/load_parts.h"

/* --- Maps */

/* Bits of a hexside. A paired feature is written from its low or outer side. `works` are
 * fieldworks, berms or fences, `stream` a ford, `river` barred water, as the title has it. */
static const char *const features[] = { "gentle-slope",
                                        "gentle-slope-down",
                                        "regular-slope",
                                        "regular-slope-down",
                                        "steep-slope",
                                        "steep-slope-down",
                                        "precipice",
                                        "precipice-down",
                                        "works",
                                        "works-inner",
                                        "abatis",
                                        "stream",
                                        "creek",
                                        "river",
                                        "road",
                                        "major-road",
                                        NULL };

enum {
    BIT_STREAM = 11,
    BIT_RIVER = 13,
    BIT_ROAD = 14,
    BIT_MAJOR = 15,
    BIT_BRIDGE = 16,
    PAIRS = 0x155
};

/* Roads leave the hexsides and become masks; where they cross water there is a bridge. */
static void take_roads(struct rea_book *bk)
{
    struct tc_hexmap *m = &bk->map;

    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 6; d++) {
            uint16_t f = tc_hexmap_side(m, (tc_hex)h, d);
            bool major = (f >> BIT_MAJOR) & 1, any = major || ((f >> BIT_ROAD) & 1);
            if (!any)
                continue;
            bk->road[h] |= (uint8_t)(1 << d);
            if (major)
                bk->major[h] |= (uint8_t)(1 << d);
            if ((f >> BIT_STREAM) & 7)
                bk->bridge[h] |= (uint8_t)(1 << d);
        }
    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 3; d++)
            m->side[h][d] &= (uint16_t) ~((1u << BIT_ROAD) | (1u << BIT_MAJOR));
}

/* Places called level-1, level-2 ... give the heights. */
static void take_levels(struct book_reader *rd, const struct book_hexmap *raw,
                        struct rea_book *bk)
{
    for (unsigned i = 0; i < raw->places_count; i++) {
        const struct book_place *p = &raw->places[i];
        if (strncmp(p->name, "level-", 6) != 0 || p->name[6] < '0' || p->name[6] > '9')
            continue;
        int level = p->name[6] - '0';
        for (unsigned k = 0; k < p->hexes_count; k++) {
            tc_hex h = book_hex(rd, &bk->map, p->hexes[k], book_spot(rd->doc->root, "places"),
                                p->name);
            if (h < 0)
                continue;
            bk->map.height[h] = (int8_t)level;
            bk->ground[h] = (int8_t)(2 * level);
        }
    }
}

/* --- Ground for the eye */

static struct tc_ground *new_ground(struct book_reader *rd, struct rea_book *bk,
                                    const char *kind, int form, int room)
{
    if (!room || bk->grounds == REA_GROUNDS)
        return NULL;
    struct tc_ground *g = &bk->shown[bk->grounds++];
    *g = (struct tc_ground){ .kind = kind, .label = "", .form = (uint8_t)form };
    g->point = book_alloc(rd->keep, sizeof *g->point * (size_t)room);
    if (!g->point) {
        book_wrong(rd, TC_E_FULL, NULL, "There is no memory left.");
        bk->grounds--;
        return NULL;
    }
    return g;
}

static void add_point(struct tc_ground *g, const struct tc_hexmap *m, int h)
{
    struct tc_scene_point *p = (struct tc_scene_point *)(uintptr_t)g->point;

    p[g->points++] = (struct tc_scene_point){ m->at[h].q, m->at[h].r };
}

/* Hexes of a terrain, or (terrain < 0) of a height. */
static void list_hexes(struct book_reader *rd, struct rea_book *bk, const char *kind,
                       int terrain, int level)
{
    const struct tc_hexmap *m = &bk->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        n += terrain >= 0 ? m->terrain[h] == terrain : m->height[h] == level;
    struct tc_ground *g = new_ground(rd, bk, kind, TC_GROUND_HEX, n);
    for (int h = 0; h < m->count && g; h++)
        if (terrain >= 0 ? m->terrain[h] == terrain : m->height[h] == level)
            add_point(g, m, h);
    if (g)
        g->level = level;
}

/* Does side d of hex h carry feature b, seen from its low or outer side (or from either)? */
static bool carries(const struct rea_book *bk, int h, int d, int b)
{
    if (b == BIT_BRIDGE)
        return tc_hexmask_has(bk->bridge[h], d) && bk->map.next[h][d] > h;
    return ((tc_hexmap_side(&bk->map, (tc_hex)h, d) >> b) & 1) &&
           (((PAIRS >> b) & 1) || bk->map.next[h][d] > h);
}

/* Hexsides with a feature; the upper or inner hex of each pair comes first. */
static void list_sides(struct book_reader *rd, struct rea_book *bk, const char *kind, int b)
{
    const struct tc_hexmap *m = &bk->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 6; d++)
            n += m->next[h][d] >= 0 && carries(bk, h, d, b);
    struct tc_ground *g = new_ground(rd, bk, kind, TC_GROUND_SIDES, 2 * n);
    for (int h = 0; h < m->count && g; h++)
        for (int d = 0; d < 6; d++)
            if (m->next[h][d] >= 0 && carries(bk, h, d, b)) {
                add_point(g, m, m->next[h][d]);
                add_point(g, m, h);
            }
}

static int road_from(const uint8_t *left, int h)
{
    for (int d = 0; d < 6; d++)
        if (tc_hexmask_has(left[h], d))
            return d;
    return TC_NONE;
}

/* One stretch of road from a hex on, until no piece of it is left there. */
static void one_road(struct book_reader *rd, struct rea_book *bk, const char *kind,
                     uint8_t *left, int h)
{
    enum { LONGEST = 200 };
    struct tc_ground *g = new_ground(rd, bk, kind, TC_GROUND_LINE, LONGEST + 1);
    int d;

    if (!g) { /* more roads than can be shown: played, but not drawn */
        left[h] = 0;
        return;
    }
    add_point(g, &bk->map, h);
    while (g->points <= LONGEST && (d = road_from(left, h)) >= 0) {
        int to = bk->map.next[h][d];
        left[h] &= (uint8_t) ~(1u << d);
        if (to < 0)
            break;
        left[to] &= (uint8_t) ~(1u << tc_hex_mod6(d + 3));
        add_point(g, &bk->map, to);
        h = to;
    }
}

/* Roads as lines, begun at their ends and crossings first. */
static void list_roads(struct book_reader *rd, struct rea_book *bk, const char *kind,
                       bool major)
{
    uint8_t left[REA_HEXES] = { 0 };

    for (int h = 0; h < bk->map.count; h++)
        left[h] = major ? bk->major[h] : (uint8_t)(bk->road[h] & ~bk->major[h]);
    for (int pass = 0; pass < 2; pass++)
        for (int h = 0; h < bk->map.count; h++)
            while (left[h] && (pass || tc_hexmask_count(left[h]) % 2))
                one_road(rd, bk, kind, left, h);
}

static void list_ground(struct book_reader *rd, struct rea_book *bk)
{
    static const char *const side[] = { "gentle-slope", "regular-slope", "steep-slope",
                                        "precipice",    "fieldworks",    "abatis" };
    static const char *const water[] = { "stream", "creek", "river" };

    for (int level = 1; level <= 9; level++)
        list_hexes(rd, bk, "hill", TC_NONE, level);
    for (int k = 1; book_reason_ground[k]; k++)
        list_hexes(rd, bk, book_reason_ground[k], k, 0);
    for (int k = 0; k < 6; k++)
        list_sides(rd, bk, side[k], 2 * k);
    for (int k = 0; k < 3; k++)
        list_sides(rd, bk, water[k], BIT_STREAM + k);
    list_roads(rd, bk, "road", false);
    list_roads(rd, bk, "major-road", true);
    list_sides(rd, bk, "bridge", BIT_BRIDGE);
}

static void fill_map(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    struct rea_book *bk = (struct rea_book *)(void *)out;
    const struct book_hexwords words = {
        .terrain = book_reason_ground,
        .feature = features,
        .pairs = PAIRS,
        .layout = { .first = 1, .wind = TC_HEX_CW, .paired = PAIRS },
    };
    const struct book_hexmap *m = raw;

    book_hexmap_fill(rd, m, &words, &bk->map);
    if (bk->map.count > REA_HEXES) {
        book_wrong(rd, TC_E_FULL, book_spot(rd->doc->root, "rows"),
                   "a map has at most %d hexes.", REA_HEXES);
        bk->map.count = 0;
        return;
    }
    for (int h = 0; h < bk->map.count; h++) {
        const struct tc_hexlayout *l = &bk->map.lay;
        bk->printed[h] =
            (int16_t)((h % l->columns + l->first) * 100 + h / l->columns + l->first);
    }
    take_roads(bk);
    take_levels(rd, m, bk);
    list_ground(rd, bk);
    bk->grounds = (int16_t)book_hexmap_names(rd, m, &bk->map, "level-", bk->shown, bk->grounds,
                                             REA_GROUNDS);
}

const struct book_part book_reason_map = { "", &book_hexmap_schema, book_hexmap_limits,
                                           fill_map };
