/* rules/pistolado/load_scenario.c - obstacles, maps and scenarios of pistolado. */
#include <string.h>

#include "rules/pistolado/load_parts.h"
#include "rules/pistolado/load_raw.h"

/* --- words --- */

static const cyaml_strval_t class_words[] = { { "open", PIS_OPEN },
                                              { "minor", PIS_MINOR },
                                              { "major", PIS_MAJOR },
                                              { "impassable", PIS_IMPASSABLE },
                                              { "hill", PIS_HILL } };
static const cyaml_strval_t cover_words[] = { { "none", PIS_NO_COVER },
                                              { "soft", PIS_SOFT },
                                              { "hard", PIS_HARD } };
static const cyaml_strval_t shape_words[] = { { "area", 0 }, { "line", 1 } };
static const cyaml_strval_t order_words[] = { { "assault", PIS_ASSAULT },
                                              { "harass", PIS_HARASS },
                                              { "hold", PIS_HOLD },
                                              { "manoeuvre", PIS_MANOEUVRE },
                                              { "withdraw", PIS_WITHDRAW } };
static const cyaml_strval_t edge_words[] = {
    { "north", PIS_NORTH }, { "east", PIS_EAST }, { "south", PIS_SOUTH }, { "west", PIS_WEST }
};
static const cyaml_strval_t gun_words[] = { { "light", PIS_GUN_LIGHT },
                                            { "medium", PIS_GUN_MEDIUM },
                                            { "heavy", PIS_GUN_HEAVY } };
static const cyaml_strval_t level_words[] = {
    { "sharp", PIS_SHARP },           { "trim", PIS_TRIM },     { "uneven", PIS_UNEVEN },
    { "disarrayed", PIS_DISARRAYED }, { "ragged", PIS_RAGGED }, { "mob", PIS_MOB },
};
static const cyaml_strval_t formation_words[] = {
    { "column", PIS_COLUMN },     { "shot-forward", PIS_SHOT_FORWARD },
    { "hedgehog", PIS_HEDGEHOG }, { "loose", PIS_LOOSE },
    { "en-haye", PIS_EN_HAYE },   { "caracole", PIS_CARACOLE },
    { "battery", PIS_BATTERY },
};

/* --- obstacles.yaml: P-TAB-16 --- */

struct raw_kind {
    const char *kind;
    int cls, cover, line;
    bool blocks;
};
struct raw_obstacles {
    struct book_head head;
    struct raw_kind *kinds;
    unsigned kinds_count;
};
static const cyaml_schema_field_t kind_fields[] = {
    TEXT("kind", struct raw_kind, kind),
    WORD("class", struct raw_kind, cls, class_words),
    WORD("cover", struct raw_kind, cover, cover_words),
    WORD("shape", struct raw_kind, line, shape_words),
    CYAML_FIELD_BOOL("blocks", OPTIONAL, struct raw_kind, blocks),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t kind_value = ENTRY(struct raw_kind, kind_fields);
static const cyaml_schema_field_t obstacles_fields[] = {
    BOOK_TABLE_HEAD(struct raw_obstacles),
    LIST("kinds", 0, struct raw_obstacles, kinds, kind_value, 1, PIS_KINDS), CYAML_FIELD_END
};
SCHEMA(obstacles);
static const struct book_limit obstacles_limits[] = { HEAD_LIMITS,
                                                      { "kind", BOOK_NAME, 0, 0 },
                                                      END_LIMITS };

const struct pis_ground *book_pis_kind(const struct pis_book *bk, const char *kind)
{
    for (int i = 0; i < bk->kinds; i++)
        if (strcmp(bk->kind[i].kind, kind) == 0)
            return &bk->kind[i];
    return NULL;
}

static void fill_obstacles(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_obstacles *r = raw;
    struct pis_book *bk = book_pis_of(out);
    const struct book_node *rows = book_child(rd->doc->root, "kinds");

    for (unsigned i = 0; i < r->kinds_count; i++) {
        const struct raw_kind *k = &r->kinds[i];

        if (book_pis_kind(bk, k->kind))
            book_wrong(rd, TC_E_KEY, book_item(rows, (int)i), "this kind stands here twice.");
        if (k->line && k->cls == PIS_HILL)
            book_wrong(rd, TC_E_RANGE, book_item(rows, (int)i), "a hill is an area.");
        bk->kind[bk->kinds++] = (struct pis_ground){ .name = "",
                                                     .label = "",
                                                     .kind = book_keep(rd, k->kind),
                                                     .cls = (uint8_t)k->cls,
                                                     .cover = (uint8_t)k->cover,
                                                     .line = k->line == 1,
                                                     .blocks = k->blocks };
    }
}

/* --- maps --- */

struct raw_point {
    char xy[2][16];
};
struct raw_ground {
    const char *name, *label, *kind;
    struct raw_point *points;
    unsigned points_count;
};
struct raw_table {
    const char *width, *height;
    struct raw_ground *terrain;
    unsigned terrain_count;
};
static const cyaml_schema_value_t number_value = { CYAML_VALUE_STRING(CYAML_FLAG_DEFAULT,
                                                                      char[16], 1, 15) };
static const cyaml_schema_value_t point_value = { CYAML_VALUE_SEQUENCE_FIXED(
    CYAML_FLAG_DEFAULT, char[16], &number_value, 2) };
static const cyaml_schema_field_t ground_fields[] = {
    TEXT("name", struct raw_ground, name), MAY("label", struct raw_ground, label),
    TEXT("kind", struct raw_ground, kind),
    LIST("points", 0, struct raw_ground, points, point_value, 2, PIS_POINTS), CYAML_FIELD_END
};
static const cyaml_schema_value_t ground_value = ENTRY(struct raw_ground, ground_fields);

#define TABLE_FIELDS(S, M)                                                                     \
    TEXT("width", S, M width), TEXT("height", S, M height),                                    \
        CYAML_FIELD_SEQUENCE_COUNT("terrain", CYAML_FLAG_POINTER | OPTIONAL, S, M terrain,     \
                                   M terrain_count, &ground_value, 0, PIS_GROUNDS)
static const cyaml_schema_field_t table_fields[] = { TABLE_FIELDS(struct raw_table, ),
                                                     CYAML_FIELD_END };
struct raw_map {
    struct book_head head;
    struct raw_table table;
};
static const cyaml_schema_field_t map_fields[] = { BOOK_MAP_HEAD(struct raw_map),
                                                   TABLE_FIELDS(struct raw_map, table.),
                                                   CYAML_FIELD_END };
SCHEMA(map);
#define TABLE_LIMITS                                                                           \
    { "width", BOOK_LENGTH, 12000, 400000 }, { "height", BOOK_LENGTH, 12000, 400000 },         \
        { "terrain.name", BOOK_NAME, 0, 0 }, { "terrain.kind", BOOK_NAME, 0, 0 },              \
    {                                                                                          \
        "terrain.points", BOOK_LENGTH, 0, 400000                                               \
    }
static const struct book_limit map_limits[] = {
    { "system", BOOK_NAME, 0, 0 }, { "rule", BOOK_RULE, 0, 0 }, TABLE_LIMITS, END_LIMITS
};

static void fill_piece(struct book_reader *rd, const struct raw_ground *r,
                       const struct book_node *at, struct pis_book *bk)
{
    const struct pis_ground *kind = book_pis_kind(bk, r->kind);
    struct pis_ground *g = &bk->ground[bk->grounds];

    if (!kind) {
        book_wrong(rd, TC_E_NAME, book_spot(at, "kind"),
                   "no kind of ground is called \"%s\"; tables/obstacles.yaml lists them.",
                   r->kind);
        return;
    }
    for (int i = 0; i < bk->grounds; i++)
        if (strcmp(bk->ground[i].name, r->name) == 0)
            book_wrong(rd, TC_E_NAME, at, "two pieces are named \"%s\".", r->name);
    if (!kind->line && r->points_count < 3)
        book_wrong(rd, TC_E_RANGE, at, "an area has at least three points.");
    *g = *kind;
    g->name = book_keep(rd, r->name);
    g->label = book_keep(rd, r->label ? r->label : r->name);
    g->points = (int16_t)r->points_count;
    for (unsigned i = 0; i < r->points_count; i++) {
        g->point[i] = (struct tc_scene_point){ book_length(r->points[i].xy[0]),
                                               book_length(r->points[i].xy[1]) };
        if (g->point[i].x > bk->width || g->point[i].y > bk->height)
            book_wrong(rd, TC_E_RANGE, book_item(book_child(at, "points"), (int)i),
                       "the point lies off the table.");
    }
    bk->grounds++;
}

static void fill_table(struct book_reader *rd, const struct raw_table *r,
                       const struct book_node *at, struct pis_book *bk)
{
    const struct book_node *rows = book_child(at, "terrain");

    bk->width = book_length(r->width);
    bk->height = book_length(r->height);
    for (unsigned i = 0; i < r->terrain_count; i++)
        fill_piece(rd, &r->terrain[i], book_item(rows, (int)i), bk);
}

static void fill_map(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    fill_table(rd, &((const struct raw_map *)raw)->table, rd->doc->root, book_pis_of(out));
}

/* --- scenarios: shapes --- */

struct raw_officer {
    const char *name, *label, *with, *x, *y;
    int8_t strategy, valour;
};
struct raw_regiment {
    const char *name, *label, *card, *x, *y, *facing;
    int8_t companies, pike, shot, files, arrives;
    int *gun, *formation, *cohesion;
};
struct raw_brigade {
    const char *name, *label, *led_by, *facing;
    int order;
    struct raw_officer *officer;
    struct raw_regiment *regiments;
    unsigned regiments_count;
};
struct raw_side {
    const char *name, *colour;
    int edge;
    struct raw_officer *general;
    struct raw_brigade *brigades;
    unsigned brigades_count;
};
struct raw_objective {
    const char *name, *label, *x, *y, *radius;
    int8_t points[TC_SIDES];
};
struct raw_scenario {
    struct book_head head;
    const char *map;
    struct raw_table *table;
    int turns;
    bool rain;
    struct raw_side *sides;
    unsigned sides_count;
    struct raw_objective *objectives;
    unsigned objectives_count;
};

#define O struct raw_officer
static const cyaml_schema_field_t officer_fields[] = {
    TEXT("name", O, name),    MAY("label", O, label), MAY("with", O, with),
    MAY("x", O, x),           MAY("y", O, y),         INT("strategy", O, strategy),
    INT("valour", O, valour), CYAML_FIELD_END
};
#define R struct raw_regiment
static const cyaml_schema_field_t regiment_fields[] = {
    TEXT("name", R, name),
    MAY("label", R, label),
    TEXT("card", R, card),
    MAY_INT("companies", R, companies),
    MAY_INT("pike", R, pike),
    MAY_INT("shot", R, shot),
    MAY_WORD("gun", R, gun, gun_words),
    MAY_WORD("formation", R, formation, formation_words),
    MAY_INT("files", R, files),
    TEXT("x", R, x),
    TEXT("y", R, y),
    MAY("facing", R, facing),
    MAY_WORD("cohesion", R, cohesion, level_words),
    MAY_INT("arrives", R, arrives),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t regiment_value = ENTRY(R, regiment_fields);
#define B struct raw_brigade
static const cyaml_schema_field_t brigade_fields[] = {
    TEXT("name", B, name),
    MAY("label", B, label),
    MAY("led_by", B, led_by),
    MAY("facing", B, facing),
    WORD("order", B, order, order_words),
    CYAML_FIELD_MAPPING_PTR("officer", OPTIONAL, B, officer, officer_fields),
    LIST("regiments", 0, B, regiments, regiment_value, 1, PIS_REGIMENTS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t brigade_value = ENTRY(B, brigade_fields);
#define S struct raw_side
static const cyaml_schema_field_t side_fields[] = {
    TEXT("name", S, name),
    TEXT("colour", S, colour),
    WORD("edge", S, edge, edge_words),
    CYAML_FIELD_MAPPING_PTR("general", OPTIONAL, S, general, officer_fields),
    LIST("brigades", 0, S, brigades, brigade_value, 1, PIS_BRIGADES),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t side_value = ENTRY(S, side_fields);
#define J struct raw_objective
static const cyaml_schema_field_t objective_fields[] = {
    TEXT("name", J, name), MAY("label", J, label),    TEXT("x", J, x),
    TEXT("y", J, y),       TEXT("radius", J, radius), INTS("points", J, points, TC_SIDES),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t objective_value = ENTRY(J, objective_fields);
#define N struct raw_scenario
static const cyaml_schema_field_t scenario_fields[] = {
    BOOK_SCENARIO_HEAD(N),
    MAY("map", N, map),
    CYAML_FIELD_MAPPING_PTR("table", OPTIONAL, N, table, table_fields),
    INT("turns", N, turns),
    CYAML_FIELD_BOOL("rain", OPTIONAL, N, rain),
    LIST("sides", 0, N, sides, side_value, 2, 2),
    LIST("objectives", OPTIONAL, N, objectives, objective_value, 1, PIS_OBJECTIVES),
    CYAML_FIELD_END
};
SCHEMA(scenario);
static const struct book_limit scenario_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },
    { "battle", BOOK_NAME, 0, 0 },
    { "map", BOOK_NAME, 0, 0 },
    { "name", BOOK_NAME, 0, 0 },
    { "card", BOOK_NAME, 0, 0 },
    { "with", BOOK_NAME, 0, 0 },
    { "led_by", BOOK_NAME, 0, 0 },
    { "colour", BOOK_COLOUR, 0, 0 },
    { "turns", BOOK_INT, 1, 100 },
    { "arrives", BOOK_INT, 1, 100 },
    { "companies", BOOK_INT, 1, 60 },
    { "pike", BOOK_INT, 0, 60 },
    { "shot", BOOK_INT, 0, 60 },
    { "files", BOOK_INT, 1, 60 },
    { "strategy", BOOK_INT, 1, 5 },
    { "valour", BOOK_INT, 0, 2 },
    { "facing", BOOK_ANGLE, 0, 65535 },
    { "radius", BOOK_LENGTH, 0, 120000 },
    { "objectives.points", BOOK_INT, 0, 100 },
    { "x", BOOK_LENGTH, 0, 400000 },
    { "y", BOOK_LENGTH, 0, 400000 },
    TABLE_LIMITS,
    END_LIMITS,
};

/* --- scenarios: into the book --- */

struct filling {
    struct book_reader *rd;
    struct pis_book *bk;
    int side, brigade;
    const struct book_node *node[PIS_REGIMENTS];
    const char *with[PIS_OFFICERS];
    const struct book_node *officer_node[PIS_OFFICERS];
};

static int find_card(const struct pis_book *bk, const char *name)
{
    for (int i = 0; i < bk->cards; i++)
        if (strcmp(bk->card[i].name, name) == 0)
            return i;
    return TC_NONE;
}

static int find_regiment(const struct pis_book *bk, const char *name)
{
    for (int i = 0; i < bk->regiments; i++)
        if (strcmp(bk->regiment[i].name, name) == 0)
            return i;
    return TC_NONE;
}

/* Strength: what the file says, else the card's usual figures. */
static void fill_strength(struct filling *f, const struct raw_regiment *r,
                          const struct pis_card *k, const struct book_node *at,
                          struct pis_regiment_card *c)
{
    int n = r->companies ? r->companies : r->pike + r->shot ? r->pike + r->shot : k->companies;

    c->companies = (uint8_t)n;
    if (k->flags & PIS_FOOT) {
        bool own = r->pike || r->shot;
        int pike = own ? r->pike : n * k->pike / k->companies;
        int shot = own ? r->shot : n - pike;

        c->pike = (uint8_t)pike;
        c->shot = (uint8_t)shot;
        if (c->pike + c->shot != n)
            book_wrong(f->rd, TC_E_RANGE, at, "pike and shot must add up to the companies, %d.",
                       n);
        if (c->pike && !k->pike)
            book_wrong(f->rd, TC_E_RANGE, at, "this regiment carries no pikes.");
        return;
    }
    if (r->pike || r->shot)
        book_wrong(f->rd, TC_E_KEY, at, "only foot is divided into pike and shot.");
    if ((k->flags & PIS_ART) && n > 4)
        book_wrong(f->rd, TC_E_RANGE, book_spot(at, "companies"), "a battery has 1 to 4 guns.");
    c->shot = (k->flags & PIS_HORSE) && k->shoots != PIS_SHOOTS_NOT ? c->companies : 0;
}

static int first_formation(const struct pis_card *k)
{
    int f = 0;

    while (!(k->formations >> f & 1))
        f++;
    return f;
}

/* The files of a column or caracole that names none. */
static int usual_files(const struct pis_card *k, const struct pis_regiment_card *c)
{
    int n = c->companies;

    if (n < 2)
        return 1;
    if (c->formation == PIS_CARACOLE)
        return n >= 6 ? 3 : n / 2;
    return (k->flags & PIS_HORSE) ? (n + 3) / 4 : (n + 2) / 3;
}

/* How deep and wide a column or caracole may be. */
static void check_ranked(struct filling *f, const struct pis_card *k,
                         const struct pis_regiment_card *c, int files,
                         const struct book_node *at)
{
    const struct pis_stands *most = &f->bk->t.stand;
    int n = c->companies, ranks = (n + files - 1) / files;

    if (n > 1 && ranks < 2)
        book_wrong(f->rd, TC_E_RANGE, at, "column and caracole are at least two ranks deep.");
    if ((k->flags & PIS_HORSE) && c->formation == PIS_COLUMN && ranks > most->horse_ranks_most)
        book_wrong(f->rd, TC_E_RANGE, at, "a column of horse is at most %d ranks deep.",
                   most->horse_ranks_most);
    if (c->formation == PIS_CARACOLE && files > most->caracole_files_most)
        book_wrong(f->rd, TC_E_RANGE, at, "a caracole has at most %d files.",
                   most->caracole_files_most);
}

static void fill_formation(struct filling *f, const struct raw_regiment *r,
                           const struct pis_card *k, const struct book_node *at,
                           struct pis_regiment_card *c)
{
    int files = r->files;

    c->formation = (uint8_t)(r->formation ? *r->formation : first_formation(k));
    if (!(k->formations >> c->formation & 1)) {
        char known[96];

        book_pis_list(pis_formation_words, k->formations, known, sizeof known);
        book_wrong(f->rd, TC_E_RANGE, book_spot(at, "formation"),
                   "%s does not know this formation; allowed: %s.", k->label, known);
    }
    bool ranked = c->formation == PIS_COLUMN || c->formation == PIS_CARACOLE;
    if (files && !ranked)
        book_wrong(f->rd, TC_E_KEY, book_spot(at, "files"),
                   "only column and caracole have a choice of files.");
    if (ranked && !files)
        files = usual_files(k, c);
    if (ranked)
        check_ranked(f, k, c, files, at);
    c->files = (uint8_t)files;
}

static void fill_regiment(struct filling *f, const struct raw_regiment *r,
                          const struct raw_brigade *b, const struct book_node *at)
{
    static const int32_t inward[] = { 32768, 49152, 0, 16384 };
    struct pis_book *bk = f->bk;
    int card = find_card(bk, r->card);

    if (bk->regiments == PIS_REGIMENTS) {
        book_wrong(f->rd, TC_E_FULL, at, "there is room for %d regiments.", PIS_REGIMENTS);
        return;
    }
    if (find_regiment(bk, r->name) != TC_NONE)
        book_wrong(f->rd, TC_E_NAME, book_spot(at, "name"), "two regiments are named \"%s\".",
                   r->name);
    if (card == TC_NONE) {
        book_wrong(f->rd, TC_E_NAME, book_spot(at, "card"),
                   "no card is named \"%s\"; cards are named by type and grade: swiss-veteran.",
                   r->card);
        return;
    }
    const struct pis_card *k = &bk->card[card];
    const char *facing = r->facing ? r->facing : b->facing;
    f->node[bk->regiments] = at;
    struct pis_regiment_card *c = &bk->regiment[bk->regiments++];
    c->name = book_keep(f->rd, r->name);
    c->label = book_keep(f->rd, r->label ? r->label : r->name);
    c->side = (int8_t)f->side;
    c->brigade = (int8_t)f->brigade;
    c->card = (int16_t)card;
    c->gun = (uint8_t)(r->gun ? *r->gun : PIS_GUN_MEDIUM);
    if (r->gun && !(k->flags & PIS_ART))
        book_wrong(f->rd, TC_E_KEY, book_spot(at, "gun"), "only artillery has guns.");
    c->cohesion = (uint8_t)(r->cohesion ? *r->cohesion : PIS_SHARP);
    c->x = book_length(r->x);
    c->y = book_length(r->y);
    c->facing = facing ? book_angle(facing) & 65535 : inward[bk->own_edge[f->side]];
    c->arrives = (uint16_t)r->arrives;
    fill_strength(f, r, k, at, c);
    fill_formation(f, r, k, at, c);
}

static int fill_officer(struct filling *f, const struct raw_officer *r, int rank, int brigade,
                        const struct book_node *at)
{
    struct pis_book *bk = f->bk;
    int o = bk->officers;

    if (o == PIS_OFFICERS) {
        book_wrong(f->rd, TC_E_FULL, at, "there is room for %d officers.", PIS_OFFICERS);
        return TC_NONE;
    }
    for (int i = 0; i < o; i++)
        if (strcmp(bk->officer[i].name, r->name) == 0)
            book_wrong(f->rd, TC_E_NAME, at, "two officers are named \"%s\".", r->name);
    if (!r->with && (!r->x || !r->y))
        book_wrong(f->rd, TC_E_KEY, at, "an officer is with a regiment, or has x and y.");
    bk->officer[o] = (struct pis_officer_card){ book_keep(f->rd, r->name),
                                                book_keep(f->rd, r->label ? r->label : r->name),
                                                (int8_t)f->side,
                                                (int8_t)brigade,
                                                (uint8_t)rank,
                                                r->strategy,
                                                r->valour,
                                                TC_NONE,
                                                book_length(r->x),
                                                book_length(r->y) };
    f->with[o] = r->with;
    f->officer_node[o] = at;
    bk->officers++;
    return o;
}

static void fill_brigade(struct filling *f, const struct raw_side *side,
                         const struct raw_brigade *r, int general, const struct book_node *at)
{
    struct pis_book *bk = f->bk;
    int officer = TC_NONE;

    if (bk->brigades == PIS_BRIGADES) {
        book_wrong(f->rd, TC_E_FULL, at, "there is room for %d brigades.", PIS_BRIGADES);
        return;
    }
    f->brigade = bk->brigades++;
    for (int i = 0; i < f->brigade; i++)
        if (strcmp(bk->brigade[i].name, r->name) == 0)
            book_wrong(f->rd, TC_E_NAME, at, "two brigades are named \"%s\".", r->name);
    if (r->officer)
        officer =
            fill_officer(f, r->officer, PIS_BRIGADIER, f->brigade, book_spot(at, "officer"));
    if (r->led_by) {
        if (r->officer || general == TC_NONE || strcmp(side->general->name, r->led_by) != 0 ||
            bk->officer[general].brigade != TC_NONE)
            book_wrong(f->rd, TC_E_NAME, book_spot(at, "led_by"),
                       "only the general can lead a brigade so, and only one.");
        else {
            officer = general;
            bk->officer[general].brigade = (int8_t)f->brigade;
        }
    }
    bk->brigade[f->brigade] =
        (struct pis_brigade_card){ book_keep(f->rd, r->name),
                                   book_keep(f->rd, r->label ? r->label : r->name),
                                   (int8_t)f->side, (int16_t)officer, (uint8_t)r->order };
    const struct book_node *rows = book_child(at, "regiments");
    for (unsigned i = 0; i < r->regiments_count; i++)
        fill_regiment(f, &r->regiments[i], r, book_item(rows, (int)i));
}

static void fill_side(struct filling *f, const struct raw_side *r, const struct book_node *at)
{
    int general = TC_NONE;

    f->bk->head.side_name[f->side] = book_keep(f->rd, r->name);
    f->bk->head.side_colour[f->side] = book_keep(f->rd, r->colour);
    f->bk->own_edge[f->side] = (uint8_t)r->edge;
    if (r->general)
        general = fill_officer(f, r->general, PIS_GENERAL, TC_NONE, book_spot(at, "general"));
    const struct book_node *rows = book_child(at, "brigades");
    for (unsigned i = 0; i < r->brigades_count; i++)
        fill_brigade(f, r, &r->brigades[i], general, book_item(rows, (int)i));
}

/* Officers join the regiments they are said to be with. */
static void join_officers(struct filling *f)
{
    for (int o = 0; o < f->bk->officers; o++) {
        struct pis_officer_card *c = &f->bk->officer[o];
        int r = f->with[o] ? find_regiment(f->bk, f->with[o]) : TC_NONE;

        if (!f->with[o])
            continue;
        if (r == TC_NONE || f->bk->regiment[r].side != c->side ||
            f->bk->regiment[r].arrives > 1 ||
            (c->rank != PIS_GENERAL && f->bk->regiment[r].brigade != c->brigade))
            book_wrong(f->rd, TC_E_NAME, f->officer_node[o],
                       "\"%s\" is no regiment he commands at the start.", f->with[o]);
        c->attached = (int16_t)r;
    }
}

/* What the rules themselves say of the position: on the table, on nobody. */
static void check_places(struct filling *f)
{
    struct pis_book *bk = f->bk;
    struct tc_box box[PIS_REGIMENTS];
    struct tc_table table = { bk->width, bk->height };

    for (int r = 0; r < bk->regiments; r++) {
        struct tc_rect at = pis_card_rect(bk, r);

        tc_box_make(&box[r], &at);
        if (!tc_on_table(&box[r], table))
            book_wrong(f->rd, TC_E_RANGE, f->node[r], "%s does not stand on the table.",
                       bk->regiment[r].name);
        for (int o = 0; o < r; o++)
            if (bk->regiment[o].arrives <= 1 && bk->regiment[r].arrives <= 1 &&
                tc_overlap(&box[o], &box[r], 2))
                book_wrong(f->rd, TC_E_RANGE, f->node[r], "%s stands on %s.",
                           bk->regiment[r].name, bk->regiment[o].name);
    }
}

static void fill_objectives(struct filling *f, const struct raw_scenario *r)
{
    for (unsigned i = 0; i < r->objectives_count; i++) {
        const struct raw_objective *o = &r->objectives[i];

        f->bk->objective[i] = (struct pis_objective_card){
            book_keep(f->rd, o->name), book_keep(f->rd, o->label ? o->label : o->name),
            book_length(o->x),         book_length(o->y),
            book_length(o->radius),    { o->points[0], o->points[1] }
        };
    }
    f->bk->objectives = (int)r->objectives_count;
}

static void fill_scenario(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_scenario *r = raw;
    struct filling f = { .rd = rd, .bk = book_pis_of(out) };
    const struct book_node *rows = book_child(rd->doc->root, "sides");

    if ((r->map != NULL) == (r->table != NULL))
        book_wrong(rd, TC_E_KEY, rd->doc->root,
                   "a scenario names a map or carries a table of its own, one of them.");
    if (r->table)
        fill_table(rd, r->table, book_spot(rd->doc->root, "table"), f.bk);
    f.bk->turn_limit = (uint16_t)r->turns;
    f.bk->rain = r->rain;
    for (unsigned i = 0; i < r->sides_count; i++) {
        f.side = (int)i;
        fill_side(&f, &r->sides[i], book_item(rows, (int)i));
    }
    join_officers(&f);
    fill_objectives(&f, r);
    pis_book_ready(f.bk);
    if (rd->report->count == 0)
        check_places(&f);
}

PIS_PART(obstacles, "obstacles");
PIS_PART(map, "");
PIS_PART(scenario, "");
