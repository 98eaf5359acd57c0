/* rules/minden/load_ground.c - kinds of ground, maps, and into the book. */
#include <stdlib.h>
#include <string.h>

#include "rules/minden/load_parts.h"

#define OPTIONAL CYAML_FLAG_OPTIONAL

static struct min_book *book_of(struct tc_book *bk)
{
    return (struct min_book *)(void *)bk;
}

static const cyaml_strval_t class_words[] = {
    { "area", MIN_AREA }, { "linear", MIN_LINEAR },           { "building", MIN_BUILDING },
    { "hill", MIN_HILL }, { "soft-ground", MIN_SOFT_GROUND }, { "open", MIN_OPEN_GROUND },
};

static const cyaml_strval_t cover_words[] = { { "none", MIN_NO_COVER },
                                              { "soft", MIN_SOFT_COVER },
                                              { "hard", MIN_HARD_COVER } };

static const cyaml_strval_t hill_words[] = { { "none", MIN_HILL_NONE },
                                             { "negates", MIN_HILL_NEGATES },
                                             { "uphill-negates", MIN_UPHILL_NEGATES },
                                             { "downhill-enhances", MIN_DOWNHILL_ENHANCES } };

/* --- terrain.yaml: N-TAB-5, N-Jd14 ---------------------------------------------------------
 */

struct raw_kind {
    const char *kind, *shape;
    enum min_ground_class cls;
    enum min_cover cover;
    bool stops, disorders, blocks, impassable, soft_negates_charge, soft_disorders;
};

struct raw_terrain {
    struct book_head head;
    struct raw_kind *kinds;
    unsigned kinds_count;
};

#define KIND_FLAG(M) CYAML_FIELD_BOOL(#M, OPTIONAL, struct raw_kind, M)

static const cyaml_schema_field_t kind_fields[] = {
    BOOK_FIELD_TEXT("kind", CYAML_FLAG_DEFAULT, struct raw_kind, kind),
    BOOK_FIELD_WORD("class", CYAML_FLAG_DEFAULT, struct raw_kind, cls, class_words),
    BOOK_FIELD_TEXT("shape", OPTIONAL, struct raw_kind, shape),
    BOOK_FIELD_WORD("cover", OPTIONAL, struct raw_kind, cover, cover_words),
    KIND_FLAG(stops),
    KIND_FLAG(disorders),
    KIND_FLAG(blocks),
    KIND_FLAG(impassable),
    KIND_FLAG(soft_negates_charge),
    KIND_FLAG(soft_disorders),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t kind_value = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_kind, kind_fields) };

static const cyaml_schema_field_t terrain_fields[] = {
    BOOK_TABLE_HEAD(struct raw_terrain),
    CYAML_FIELD_SEQUENCE("kinds", CYAML_FLAG_POINTER, struct raw_terrain, kinds, &kind_value, 0,
                         MIN_GROUND_KINDS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t terrain_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct raw_terrain, terrain_fields) };

static const struct book_limit terrain_limits[] = {
    { "system", BOOK_NAME, 0, 0 },  { "table", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },    { "kinds.kind", BOOK_NAME, 0, 0 },
    { NULL, BOOK_LIMIT_END, 0, 0 },
};

static int find_kind(const struct min_book *bk, const char *name)
{
    for (int i = 0; i < bk->ground_kinds; i++)
        if (strcmp(bk->ground_kind[i].kind, name) == 0)
            return i;
    return TC_NONE;
}

/* Are points of this kind an open line? Walls and streams must be, hills cannot. */
static bool kind_is_line(struct book_reader *rd, const struct raw_kind *k,
                         const struct book_node *at)
{
    bool line = k->shape ? strcmp(k->shape, "line") == 0 : k->cls == MIN_LINEAR;

    if (k->shape && !line && strcmp(k->shape, "area") != 0)
        book_wrong(rd, TC_E_NAME, book_spot(at, "shape"),
                   "\"%.40s\" is not one of the words; allowed: area, line.", k->shape);
    else if (line && k->cls != MIN_LINEAR && k->cls != MIN_OPEN_GROUND)
        book_wrong(rd, TC_E_RANGE, book_spot(at, "shape"),
                   "only ground of the classes linear and open can be a line.");
    else if (!line && k->cls == MIN_LINEAR)
        book_wrong(rd, TC_E_RANGE, book_spot(at, "shape"), "linear ground must be a line.");
    return line;
}

static void fill_kind(struct book_reader *rd, const struct raw_kind *k,
                      const struct book_node *at, struct min_book *bk)
{
    struct min_ground *g = &bk->ground_kind[bk->ground_kinds];

    if (find_kind(bk, k->kind) != TC_NONE)
        book_wrong(rd, TC_E_KEY, at, "the kind \"%s\" stands here a second time.", k->kind);
    if ((k->soft_negates_charge || k->soft_disorders) && k->cls != MIN_SOFT_GROUND)
        book_wrong(rd, TC_E_RANGE, at, "only soft-ground can have the soft_ flags.");
    *g = (struct min_ground){ .kind = book_keep(rd, k->kind),
                              .cls = (uint8_t)k->cls,
                              .cover = (uint8_t)k->cover,
                              .stops = k->stops,
                              .disorders = k->disorders,
                              .blocks = k->blocks,
                              .impassable = k->impassable,
                              .soft_negates_charge = k->soft_negates_charge,
                              .soft_disorders = k->soft_disorders,
                              .line = kind_is_line(rd, k, at) };
    g->name = g->label = "";
    bk->ground_kinds++;
}

static void fill_terrain(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    static const char *const needed[] = { "wood",  "village", "building", "wall", "hedge",
                                          "marsh", "hill",    "stream",   "road" };
    const struct raw_terrain *r = raw;
    const struct book_node *rows = book_child(rd->doc->root, "kinds");
    struct min_book *bk = book_of(out);

    for (unsigned i = 0; i < r->kinds_count; i++)
        fill_kind(rd, &r->kinds[i], book_item(rows, (int)i), bk);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (find_kind(bk, needed[i]) == TC_NONE)
            book_wrong(rd, TC_E_KEY, rows, "the row of kind \"%s\" is missing.", needed[i]);
}

const struct book_part book_minden_terrain = { "terrain", &terrain_schema, terrain_limits,
                                               fill_terrain };

/* --- maps
 * ------------------------------------------------------------------------------------- */

static const cyaml_schema_value_t number_value = { CYAML_VALUE_STRING(CYAML_FLAG_DEFAULT,
                                                                      char[16], 1, 15) };
static const cyaml_schema_value_t point_value = { CYAML_VALUE_SEQUENCE_FIXED(
    CYAML_FLAG_DEFAULT, char[16], &number_value, 2) };

#define GROUND_FLAG(M) CYAML_FIELD_BOOL_PTR(#M, OPTIONAL, struct raw_ground, M)

static const cyaml_schema_field_t ground_fields[] = {
    BOOK_FIELD_TEXT("name", CYAML_FLAG_DEFAULT, struct raw_ground, name),
    BOOK_FIELD_TEXT("label", OPTIONAL, struct raw_ground, label),
    BOOK_FIELD_TEXT("kind", CYAML_FLAG_DEFAULT, struct raw_ground, kind),
    CYAML_FIELD_SEQUENCE("points", CYAML_FLAG_POINTER, struct raw_ground, points, &point_value,
                         2, MIN_POINTS),
    BOOK_FIELD_WORD_PTR("cover", OPTIONAL, struct raw_ground, cover, cover_words),
    GROUND_FLAG(stops),
    GROUND_FLAG(disorders),
    GROUND_FLAG(blocks),
    GROUND_FLAG(impassable),
    GROUND_FLAG(soft_negates_charge),
    GROUND_FLAG(soft_disorders),
    BOOK_FIELD_TEXT("hill_move", OPTIONAL, struct raw_ground, hill_move),
    BOOK_FIELD_WORD_PTR("hill_charge", OPTIONAL, struct raw_ground, hill_charge, hill_words),
    CYAML_FIELD_END
};
const cyaml_schema_value_t book_minden_ground_value = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_ground, ground_fields) };

#define TABLE_FIELDS(S, M)                                                                     \
    BOOK_FIELD_TEXT("width", CYAML_FLAG_DEFAULT, S, M width),                                  \
        BOOK_FIELD_TEXT("height", CYAML_FLAG_DEFAULT, S, M height),                            \
        CYAML_FIELD_SEQUENCE_COUNT("terrain", CYAML_FLAG_POINTER | OPTIONAL, S, M terrain,     \
                                   M terrain_count, &book_minden_ground_value, 0, MIN_TERRAIN)

const cyaml_schema_field_t book_minden_table_fields[] = { TABLE_FIELDS(struct raw_table, ),
                                                          CYAML_FIELD_END };

struct raw_map {
    struct book_head head;
    struct raw_table table;
};

static const cyaml_schema_field_t map_fields[] = { BOOK_MAP_HEAD(struct raw_map),
                                                   TABLE_FIELDS(struct raw_map, table.),
                                                   CYAML_FIELD_END };
static const cyaml_schema_value_t map_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct raw_map, map_fields) };

static const struct book_limit map_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },
    BOOK_MINDEN_TABLE_LIMITS,
    { NULL, BOOK_LIMIT_END, 0, 0 },
};

/* --- shapes
 * --------------------------------------------------------------------------------------- */

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

static void check_points(struct book_reader *rd, const struct min_book *bk,
                         const struct min_ground *g, const struct book_node *at)
{
    const struct book_node *points = book_spot(at, "points");
    int64_t area = 0;

    for (int i = 0; i < g->points; i++) {
        struct tc_scene_point a = g->point[i], b = g->point[(i + 1) % g->points];
        area += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
        if (a.x > bk->width || a.y > bk->height)
            book_wrong(rd, TC_E_RANGE, book_item(points, i),
                       "the point lies off the table of %d by %d inches.", bk->width / 1000,
                       bk->height / 1000);
        if (a.x == b.x && a.y == b.y)
            book_wrong(rd, TC_E_RANGE, book_item(points, i), "the next point is the same.");
    }
    if (g->line)
        return;
    if (g->points < 3)
        book_wrong(rd, TC_E_RANGE, points, "an area needs 3 points or more.");
    else if (area == 0 || !is_simple(g->point, g->points))
        book_wrong(rd, TC_E_RANGE, points,
                   "the outline crosses itself; give the corners in order round the area.");
}

/* --- into the book
 * ----------------------------------------------------------------------------------- */

static void override(bool *flag, const bool *given)
{
    if (given)
        *flag = *given;
}

static void apply_flags(struct book_reader *rd, const struct raw_ground *r,
                        const struct book_node *at, struct min_ground *g)
{
    if (r->cover)
        g->cover = (uint8_t)*r->cover;
    override(&g->stops, r->stops);
    override(&g->disorders, r->disorders);
    override(&g->blocks, r->blocks);
    override(&g->impassable, r->impassable);
    override(&g->soft_negates_charge, r->soft_negates_charge);
    override(&g->soft_disorders, r->soft_disorders);
    g->hill_move = book_length(r->hill_move);
    g->hill_charge = r->hill_charge ? (uint8_t)*r->hill_charge : MIN_HILL_NONE;
    if ((r->hill_move || r->hill_charge) && g->cls != MIN_HILL)
        book_wrong(rd, TC_E_RANGE, at, "only a hill can have hill_move and hill_charge.");
    if ((g->soft_negates_charge || g->soft_disorders) && g->cls != MIN_SOFT_GROUND)
        book_wrong(rd, TC_E_RANGE, at, "only soft-ground can have the soft_ flags.");
}

static void fill_piece(struct book_reader *rd, const struct raw_ground *r,
                       const struct book_node *at, struct min_book *bk)
{
    struct min_ground *g = &bk->ground[bk->grounds];
    int kind = find_kind(bk, r->kind);

    for (int i = 0; i < bk->grounds; i++)
        if (strcmp(bk->ground[i].name, r->name) == 0)
            book_wrong(rd, TC_E_NAME, book_spot(at, "name"),
                       "two pieces of ground are named \"%s\".", r->name);
    if (kind == TC_NONE) {
        book_wrong(rd, TC_E_NAME, book_spot(at, "kind"),
                   "no kind of ground is named \"%s\"; tables/terrain.yaml lists them.",
                   r->kind);
        return;
    }
    *g = bk->ground_kind[kind];
    g->name = book_keep(rd, r->name);
    g->label = book_keep(rd, r->label ? r->label : "");
    g->points = (int16_t)r->points_count;
    for (unsigned i = 0; i < r->points_count; i++) {
        g->point[i].x = book_length(r->points[i].xy[0]);
        g->point[i].y = book_length(r->points[i].xy[1]);
    }
    apply_flags(rd, r, at, g);
    check_points(rd, bk, g, at);
    bk->grounds++;
}

void book_minden_fill_ground(struct book_reader *rd, const struct raw_table *raw,
                             const struct book_node *at, struct min_book *bk)
{
    const struct book_node *list = book_child(at, "terrain");

    bk->width = book_length(raw->width);
    bk->height = book_length(raw->height);
    for (unsigned i = 0; i < raw->terrain_count; i++)
        fill_piece(rd, &raw->terrain[i], book_item(list, (int)i), bk);
}

static void fill_map(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_map *r = raw;

    book_minden_fill_ground(rd, &r->table, rd->doc->root, book_of(out));
}

const struct book_part book_minden_map = { "", &map_schema, map_limits, fill_map };
