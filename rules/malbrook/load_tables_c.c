/* rules/malbrook/load_tables_c.c - data/malbrook/tables: shapes, limits, and into the book. */
#include "rules/malbrook/load_parts.h"

/* --- terrain.yaml -------------------------------------------------------------------- */

/* A kind of ground has eight keys that begin with its name: gentle_hill_line and so on. */
struct raw_ground {
    int32_t line, rough, closed, impassable, blocks, obstacle, hill, cover;
};

struct raw_terrain {
    struct book_head head;
    struct raw_ground kind[MAL_GROUND_KINDS];
};

#define GROUND(NAME, KIND)                                                                     \
    MAL_INT(NAME "_line", struct raw_terrain, kind[KIND].line),                                \
        MAL_INT(NAME "_rough", struct raw_terrain, kind[KIND].rough),                          \
        MAL_INT(NAME "_closed", struct raw_terrain, kind[KIND].closed),                        \
        MAL_INT(NAME "_impassable", struct raw_terrain, kind[KIND].impassable),                \
        MAL_INT(NAME "_blocks", struct raw_terrain, kind[KIND].blocks),                        \
        MAL_INT(NAME "_obstacle", struct raw_terrain, kind[KIND].obstacle),                    \
        MAL_INT(NAME "_hill", struct raw_terrain, kind[KIND].hill),                            \
        MAL_INT(NAME "_cover", struct raw_terrain, kind[KIND].cover)

static const cyaml_schema_field_t terrain_fields[] = {
    BOOK_TABLE_HEAD(struct raw_terrain),
    GROUND("gentle_hill", MAL_GENTLE_HILL),
    GROUND("steep_hill", MAL_STEEP_HILL),
    GROUND("rocky_hill", MAL_ROCKY_HILL),
    GROUND("open_wood", MAL_OPEN_WOOD),
    GROUND("dense_wood", MAL_DENSE_WOOD),
    GROUND("marsh", MAL_MARSH),
    GROUND("swamp", MAL_SWAMP),
    GROUND("town", MAL_TOWN),
    GROUND("road", MAL_ROAD),
    GROUND("stream", MAL_STREAM),
    GROUND("hedge", MAL_HEDGE),
    GROUND("river", MAL_RIVER),
    GROUND("ditch", MAL_DITCH),
    GROUND("wall", MAL_WALL),
    GROUND("deep_river", MAL_DEEP_RIVER),
    GROUND("cliff", MAL_CLIFF),
    GROUND("abatis", MAL_ABATIS),
    GROUND("fieldwork", MAL_FIELDWORK),
    GROUND("fortification", MAL_FORTIFICATION),
    GROUND("position", MAL_POSITION),
    CYAML_FIELD_END,
};

MAL_SCHEMA(terrain);

#define YES_OR_NO(KEY)                                                                         \
    {                                                                                          \
        KEY, BOOK_INT, 0, 1                                                                    \
    }
#define GROUND_LIMITS(NAME)                                                                    \
    YES_OR_NO(NAME "_line"), YES_OR_NO(NAME "_rough"), YES_OR_NO(NAME "_closed"),              \
        YES_OR_NO(NAME "_impassable"), YES_OR_NO(NAME "_blocks"),                              \
        { NAME "_obstacle", BOOK_INT, 0, 3 }, YES_OR_NO(NAME "_hill"),                         \
        YES_OR_NO(NAME "_cover")

static const struct book_limit terrain_limits[] = {
    MAL_HEAD_LIMITS,
    GROUND_LIMITS("gentle_hill"),
    GROUND_LIMITS("steep_hill"),
    GROUND_LIMITS("rocky_hill"),
    GROUND_LIMITS("open_wood"),
    GROUND_LIMITS("dense_wood"),
    GROUND_LIMITS("marsh"),
    GROUND_LIMITS("swamp"),
    GROUND_LIMITS("town"),
    GROUND_LIMITS("road"),
    GROUND_LIMITS("stream"),
    GROUND_LIMITS("hedge"),
    GROUND_LIMITS("river"),
    GROUND_LIMITS("ditch"),
    GROUND_LIMITS("wall"),
    GROUND_LIMITS("deep_river"),
    GROUND_LIMITS("cliff"),
    GROUND_LIMITS("abatis"),
    GROUND_LIMITS("fieldwork"),
    GROUND_LIMITS("fortification"),
    GROUND_LIMITS("position"),
    MAL_END_LIMITS,
};

static void fill_terrain(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_terrain *r = raw;
    struct mal_ground_row *t = book_malbrook_of(out)->tables.ground;

    (void)rd;
    for (int k = 0; k < MAL_GROUND_KINDS; k++) {
        const struct raw_ground *g = &r->kind[k];
        t[k] = (struct mal_ground_row){
            .line = (uint8_t)g->line,
            .rough = (uint8_t)g->rough,
            .closed = (uint8_t)g->closed,
            .impassable = (uint8_t)g->impassable,
            .blocks = (uint8_t)g->blocks,
            .obstacle = (uint8_t)g->obstacle,
            .hill = (uint8_t)g->hill,
            .cover = (uint8_t)g->cover,
        };
    }
}

const struct book_part book_malbrook_terrain = { "terrain", &terrain_schema, terrain_limits,
                                                 fill_terrain };
