/* rules/reason/schema_map.c - maps of `reason`: terrain, hexsides, roads, heights. */
#include "rules/reason/schema.h"

#include <string.h>

const char *const rea_ground_words[] = { "clear",   "marsh",    "sunken-road", "town",
                                         "village", "vineyard", "walled-farm", "woods",
                                         "river",   "pond",     "orchard",     "grade",
                                         "bramble", "cemetery", NULL };

/* Bits of a hexside. A paired feature is written from its low or outer side. `works` are
 * fieldworks, berms or fences, `stream` a ford, `river` barred water, as the title has it. */
const char *const rea_side_words[] = { "gentle-slope",
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
static void take_levels(struct tc_reading *r)
{
    const struct tc_hexfile *f = &rea_reading_of(r)->file;
    struct rea_book *bk = rea_book_being_read(r);

    for (int i = 0; i < f->places; i++) {
        const struct tc_hexplace *p = &f->place[i];
        if (strncmp(p->name, "level-", 6) != 0 || p->name[6] < '0' || p->name[6] > '9')
            continue;
        int level = p->name[6] - '0';
        for (int k = 0; k < p->hexes; k++) {
            bk->map.height[p->hex[k]] = (int8_t)level;
            bk->ground[p->hex[k]] = (int8_t)(2 * level);
        }
    }
}

/* --- Ground for the eye */

/* Ground while its points are being written. */
struct drawn {
    struct tc_ground *g; /* NULL: there is no room for it */
    struct tc_scene_point *point;
};

static struct drawn new_ground(struct tc_reading *r, const char *kind, int form, int room)
{
    struct rea_book *bk = rea_book_being_read(r);
    struct drawn d = { NULL, NULL };

    if (!room || bk->grounds == REA_GROUNDS)
        return d;
    d.point = tc_room(r, sizeof *d.point * (size_t)room);
    if (!d.point)
        return d;
    d.g = &bk->shown[bk->grounds++];
    *d.g = (struct tc_ground){
        .kind = kind, .label = "", .form = (uint8_t)form, .point = d.point
    };
    return d;
}

static void add_point(struct drawn d, const struct tc_hexmap *m, int h)
{
    d.point[d.g->points++] = (struct tc_scene_point){ m->at[h].q, m->at[h].r };
}

/* Hexes of a terrain, or (terrain < 0) of a height. */
static void list_hexes(struct tc_reading *r, const char *kind, int terrain, int level)
{
    const struct tc_hexmap *m = &rea_book_being_read(r)->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        n += terrain >= 0 ? m->terrain[h] == terrain : m->height[h] == level;
    struct drawn all = new_ground(r, kind, TC_GROUND_HEX, n);
    for (int h = 0; h < m->count && all.g; h++)
        if (terrain >= 0 ? m->terrain[h] == terrain : m->height[h] == level)
            add_point(all, m, h);
    if (all.g)
        all.g->level = level;
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
static void list_sides(struct tc_reading *r, const char *kind, int b)
{
    const struct rea_book *bk = rea_book_being_read(r);
    const struct tc_hexmap *m = &bk->map;
    int n = 0;

    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 6; d++)
            n += m->next[h][d] >= 0 && carries(bk, h, d, b);
    struct drawn all = new_ground(r, kind, TC_GROUND_SIDES, 2 * n);
    for (int h = 0; h < m->count && all.g; h++)
        for (int d = 0; d < 6; d++)
            if (m->next[h][d] >= 0 && carries(bk, h, d, b)) {
                add_point(all, m, m->next[h][d]);
                add_point(all, m, h);
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
static void one_road(struct tc_reading *r, const char *kind, uint8_t *left, int h)
{
    enum { LONGEST = 200 };
    const struct tc_hexmap *m = &rea_book_being_read(r)->map;
    struct drawn road = new_ground(r, kind, TC_GROUND_LINE, LONGEST + 1);
    int d;

    if (!road.g) { /* more roads than can be shown: played, but not drawn */
        left[h] = 0;
        return;
    }
    add_point(road, m, h);
    while (road.g->points <= LONGEST && (d = road_from(left, h)) >= 0) {
        int to = m->next[h][d];
        left[h] &= (uint8_t) ~(1u << d);
        if (to < 0)
            break;
        left[to] &= (uint8_t) ~(1u << tc_hex_mod6(d + 3));
        add_point(road, m, to);
        h = to;
    }
}

/* Roads as lines, begun at their ends and crossings first. */
static void list_roads(struct tc_reading *r, const char *kind, bool major)
{
    const struct rea_book *bk = rea_book_being_read(r);
    uint8_t left[REA_HEXES] = { 0 };

    for (int h = 0; h < bk->map.count; h++)
        left[h] = major ? bk->major[h] : (uint8_t)(bk->road[h] & ~bk->major[h]);
    for (int pass = 0; pass < 2; pass++)
        for (int h = 0; h < bk->map.count; h++)
            while (left[h] && (pass || tc_hexmask_count(left[h]) % 2))
                one_road(r, kind, left, h);
}

static void list_ground(struct tc_reading *r)
{
    static const char *const side[] = { "gentle-slope", "regular-slope", "steep-slope",
                                        "precipice",    "fieldworks",    "abatis" };
    static const char *const water[] = { "stream", "creek", "river" };

    for (int level = 1; level <= 9; level++)
        list_hexes(r, "hill", TC_NONE, level);
    for (int k = 1; rea_ground_words[k]; k++)
        list_hexes(r, rea_ground_words[k], k, 0);
    for (int k = 0; k < 6; k++)
        list_sides(r, side[k], 2 * k);
    for (int k = 0; k < 3; k++)
        list_sides(r, water[k], BIT_STREAM + k);
    list_roads(r, "road", false);
    list_roads(r, "major-road", true);
    list_sides(r, "bridge", BIT_BRIDGE);
}

/* --- The map, or the ground that a scenario carries */

static const struct tc_hexwords words = {
    .terrain = rea_ground_words,
    .feature = rea_side_words,
    .pairs = PAIRS,
    .layout = { .first = 1, .wind = TC_HEX_CW },
};

void rea_begin_map(struct tc_reading *r, void *entry)
{
    (void)entry;
    tc_hexfile_begin(r, &words, &rea_book_being_read(r)->map);
}

void rea_end_map(struct tc_reading *r, void *entry)
{
    struct rea_book *bk = rea_book_being_read(r);

    (void)entry;
    tc_hexfile_end(r);
    if (bk->map.count > REA_HEXES) {
        tc_wrong(r, TC_E_FULL, "rows", "a map of this system has at most %d hexes.", REA_HEXES);
        bk->map.count = 0;
    }
    if (tc_wrongs(r))
        return;
    for (int h = 0; h < bk->map.count; h++) {
        const struct tc_hexlayout *l = &bk->map.lay;
        bk->printed[h] =
            (int16_t)((h % l->columns + l->first) * 100 + h / l->columns + l->first);
    }
    take_roads(bk);
    take_levels(r);
    list_ground(r);
    bk->grounds = (int16_t)tc_hexfile_names(r, "level-", bk->shown, bk->grounds, REA_GROUNDS);
}

struct nothing {
    char none;
};
const struct tc_mapping rea_own_ground =
    MAPPING(rea_map_keys, struct nothing, rea_begin_map, rea_end_map);

/* --- What a scenario changes on its map */

struct change_file {
    uint8_t terrain;
};

static void put_change(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    const struct change_file *f = entry;
    struct tc_hexmap *m = &rea_book_being_read(r)->map;
    tc_hex h = m->count ? tc_hexfile_hex(r, m, text, "changes") : TC_NONE;

    (void)number;
    if (h >= 0)
        m->terrain[h] = f->terrain;
    rea_reading_of(r)->changes++;
}

#define AT struct change_file
static const struct tc_key change_keys[] = {
    WORD("terrain", terrain, rea_ground_words),
    TEXTS("hexes", 1, 200, put_change),
    KEYS_END,
};
#undef AT
const struct tc_mapping rea_change = MAPPING(change_keys, struct change_file, NULL, NULL);

/* Those that are names stay as they are. */
void rea_list_again(struct tc_reading *r)
{
    struct rea_book *bk = rea_book_being_read(r);
    struct tc_ground name[REA_GROUNDS];
    int names = 0;

    for (int i = 0; i < bk->grounds; i++)
        if (strncmp(bk->shown[i].kind, "name", 4) == 0)
            name[names++] = bk->shown[i];
    bk->grounds = 0;
    list_ground(r);
    for (int i = 0; i < names && bk->grounds < REA_GROUNDS; i++)
        bk->shown[bk->grounds++] = name[i];
}
