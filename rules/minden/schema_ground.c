/* rules/minden/schema_ground.c - kinds of ground, and the ground of a table, into the book. */
#include <string.h>

#include "rules/minden/schema.h"
#include "rules/minden/words.h"

#define AT struct min_ground

static int find_kind(const struct min_book *bk, const char *name)
{
    for (int i = 0; i < bk->ground_kinds; i++)
        if (strcmp(bk->ground_kind[i].kind, name) == 0)
            return i;
    return TC_NONE;
}

static void only_soft(struct tc_reading *r, const struct min_ground *g)
{
    if ((g->soft_negates_charge || g->soft_disorders) && g->cls != MIN_SOFT_GROUND)
        tc_wrong(r, TC_E_RANGE, NULL, "only soft-ground can have the soft_ flags.");
}

/* --- terrain.yaml: N-TAB-5, N-Jd14 --- */

/* Are points of this kind an open line? Walls and streams must be, hills cannot. */
static void put_kind(struct tc_reading *r, void *entry)
{
    struct min_ground *g = entry;

    if (find_kind(min_book_of(r->book), g->kind) != TC_NONE)
        tc_wrong(r, TC_E_KEY, NULL, "the kind \"%s\" stands here a second time.", g->kind);
    only_soft(r, g);
    if (!tc_has(r, "shape"))
        g->line = g->cls == MIN_LINEAR;
    else if (g->line && g->cls != MIN_LINEAR && g->cls != MIN_OPEN_GROUND)
        tc_wrong(r, TC_E_RANGE, "shape",
                 "only ground of the classes linear and open can be a line.");
    else if (!g->line && g->cls == MIN_LINEAR)
        tc_wrong(r, TC_E_RANGE, "shape", "linear ground must be a line.");
    g->name = g->label = "";
}

static const struct tc_key kind_keys[] = {
    NAME("kind", kind),
    WORD("class", cls, min_class_words),
    MAY_WORD("shape", line, min_shape_words),
    MAY_WORD("cover", cover, min_cover_words),
    MAY_YES("stops", stops),
    MAY_YES("disorders", disorders),
    MAY_YES("blocks", blocks),
    MAY_YES("impassable", impassable),
    MAY_YES("soft_negates_charge", soft_negates_charge),
    MAY_YES("soft_disorders", soft_disorders),
    KEYS_END,
};
static const struct tc_mapping kind = MAPPING(kind_keys, struct min_ground, put_kind, NULL);

void min_check_terrain(struct tc_reading *r, void *book)
{
    static const char *const needed[] = { "wood",  "village", "building", "wall", "hedge",
                                          "marsh", "hill",    "stream",   "road" };

    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (find_kind(book, needed[i]) == TC_NONE)
            tc_wrong(r, TC_E_KEY, "kinds", "the row of kind \"%s\" is missing.", needed[i]);
}

/* --- Outlines --- */

/* Twice the signed area of a triangle: which way c lies from a-b. */
static int64_t turn(struct tc_scene_point a, struct tc_scene_point b, struct tc_scene_point c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

static int sign(int64_t v)
{
    return (v > 0) - (v < 0);
}

static bool between(struct tc_scene_point a, struct tc_scene_point b, struct tc_scene_point p)
{
    return p.x >= (a.x < b.x ? a.x : b.x) && p.x <= (a.x > b.x ? a.x : b.x) &&
           p.y >= (a.y < b.y ? a.y : b.y) && p.y <= (a.y > b.y ? a.y : b.y);
}

/* Do the closed segments a-b and c-d share a point? */
static bool cross(struct tc_scene_point a, struct tc_scene_point b, struct tc_scene_point c,
                  struct tc_scene_point d)
{
    int w = sign(turn(a, b, c)), x = sign(turn(a, b, d));
    int y = sign(turn(c, d, a)), z = sign(turn(c, d, b));

    if (w * x < 0 && y * z < 0)
        return true;
    return (w == 0 && between(a, b, c)) || (x == 0 && between(a, b, d)) ||
           (y == 0 && between(c, d, a)) || (z == 0 && between(c, d, b));
}

/* A simple polygon: no two edges meet but neighbours in their common corner. */
static bool is_simple(const struct tc_scene_point *p, int n)
{
    for (int i = 0; i < n; i++) {
        int i2 = (i + 1) % n;
        if (turn(p[i], p[i2], p[(i + 2) % n]) == 0 && !between(p[i], p[(i + 2) % n], p[i2]))
            return false; /* a spike */
        for (int j = i + 2; j < n; j++)
            if ((j + 1) % n != i && cross(p[i], p[i2], p[j], p[(j + 1) % n]))
                return false;
    }
    return true;
}

static void check_points(struct tc_reading *r, const struct min_book *bk,
                         const struct min_ground *g)
{
    int64_t area = 0;

    for (int i = 0; i < g->points; i++) {
        struct tc_scene_point a = g->point[i], b = g->point[(i + 1) % g->points];
        area += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
        if (a.x > bk->width || a.y > bk->height)
            tc_wrong_at(r, tc_item(r, "points", i), NULL, TC_E_RANGE,
                        "the point lies off the table of %d by %d inches.", bk->width / 1000,
                        bk->height / 1000);
        if (a.x == b.x && a.y == b.y)
            tc_wrong_at(r, tc_item(r, "points", i), NULL, TC_E_RANGE,
                        "the next point is the same.");
    }
    if (g->line)
        return;
    if (g->points < 3)
        tc_wrong(r, TC_E_RANGE, "points", "an area needs 3 points or more.");
    else if (area == 0 || !is_simple(g->point, g->points))
        tc_wrong(r, TC_E_RANGE, "points",
                 "the outline crosses itself; give the corners in order round the area.");
}

/* --- The ground of a map --- */

/* A piece begins as its kind; its own keys may say otherwise. */
static void begin_piece(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    const struct min_book *bk = min_book_of(r->book);
    int k = find_kind(bk, text);

    (void)number;
    if (k == TC_NONE)
        tc_wrong(r, TC_E_NAME, NULL,
                 "no kind of ground is named \"%s\"; tables/terrain.yaml lists them.", text);
    else
        *(struct min_ground *)entry = bk->ground_kind[k];
}

static void put_piece(struct tc_reading *r, void *entry)
{
    const struct min_book *bk = min_book_of(r->book);
    const struct min_ground *g = entry;

    for (int i = 0; i < r->index; i++)
        if (strcmp(bk->ground[i].name, g->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two pieces of ground are named \"%s\".", g->name);
    if ((tc_has(r, "hill_move") || tc_has(r, "hill_charge")) && g->cls != MIN_HILL)
        tc_wrong(r, TC_E_RANGE, NULL, "only a hill can have hill_move and hill_charge.");
    only_soft(r, g);
    if (g->kind)
        check_points(r, bk, g);
}

static const struct tc_key piece_keys[] = {
    CALL_NAME("kind", begin_piece),
    NAME("name", name),
    MAY_TEXT("label", label),
    POINTS("points", point, points, 2, MIN_POINTS, 0, MIN_TABLE_MOST),
    MAY_WORD("cover", cover, min_cover_words),
    MAY_YES("stops", stops),
    MAY_YES("disorders", disorders),
    MAY_YES("blocks", blocks),
    MAY_YES("impassable", impassable),
    MAY_YES("soft_negates_charge", soft_negates_charge),
    MAY_YES("soft_disorders", soft_disorders),
    MAY_LENGTH("hill_move", hill_move, -6000, 6000),
    MAY_WORD("hill_charge", hill_charge, min_hill_charge_words),
    KEYS_END,
};
static const struct tc_mapping piece = MAPPING(piece_keys, struct min_ground, put_piece, NULL);

#undef AT
#define AT struct min_book

const struct tc_key min_terrain_keys[] = {
    LIST("kinds", ground_kind, ground_kinds, kind, 0, MIN_GROUND_KINDS),
    KEYS_END,
};

const struct tc_key min_ground_table_keys[] = {
    LENGTH("width", width, 12000, MIN_TABLE_MOST),
    LENGTH("height", height, 12000, MIN_TABLE_MOST),
    MAY_LIST("terrain", ground, grounds, piece, 0, MIN_TERRAIN),
    KEYS_END,
};
const struct tc_mapping min_ground_table =
    MAPPING(min_ground_table_keys, struct min_book, NULL, NULL);
