/* book/malbrook_tables_c.c - data/malbrook/tables: shapes, limits, and into the book. */
#include "book/malbrook_parts.h"

/* --- terrain.yaml -------------------------------------------------------------------- */

struct raw_terrain {
    struct book_head head;
    int32_t gentle_hill_line;
    int32_t gentle_hill_rough;
    int32_t gentle_hill_closed;
    int32_t gentle_hill_impassable;
    int32_t gentle_hill_blocks;
    int32_t gentle_hill_obstacle;
    int32_t gentle_hill_hill;
    int32_t gentle_hill_cover;
    int32_t steep_hill_line;
    int32_t steep_hill_rough;
    int32_t steep_hill_closed;
    int32_t steep_hill_impassable;
    int32_t steep_hill_blocks;
    int32_t steep_hill_obstacle;
    int32_t steep_hill_hill;
    int32_t steep_hill_cover;
    int32_t rocky_hill_line;
    int32_t rocky_hill_rough;
    int32_t rocky_hill_closed;
    int32_t rocky_hill_impassable;
    int32_t rocky_hill_blocks;
    int32_t rocky_hill_obstacle;
    int32_t rocky_hill_hill;
    int32_t rocky_hill_cover;
    int32_t open_wood_line;
    int32_t open_wood_rough;
    int32_t open_wood_closed;
    int32_t open_wood_impassable;
    int32_t open_wood_blocks;
    int32_t open_wood_obstacle;
    int32_t open_wood_hill;
    int32_t open_wood_cover;
    int32_t dense_wood_line;
    int32_t dense_wood_rough;
    int32_t dense_wood_closed;
    int32_t dense_wood_impassable;
    int32_t dense_wood_blocks;
    int32_t dense_wood_obstacle;
    int32_t dense_wood_hill;
    int32_t dense_wood_cover;
    int32_t marsh_line;
    int32_t marsh_rough;
    int32_t marsh_closed;
    int32_t marsh_impassable;
    int32_t marsh_blocks;
    int32_t marsh_obstacle;
    int32_t marsh_hill;
    int32_t marsh_cover;
    int32_t swamp_line;
    int32_t swamp_rough;
    int32_t swamp_closed;
    int32_t swamp_impassable;
    int32_t swamp_blocks;
    int32_t swamp_obstacle;
    int32_t swamp_hill;
    int32_t swamp_cover;
    int32_t town_line;
    int32_t town_rough;
    int32_t town_closed;
    int32_t town_impassable;
    int32_t town_blocks;
    int32_t town_obstacle;
    int32_t town_hill;
    int32_t town_cover;
    int32_t road_line;
    int32_t road_rough;
    int32_t road_closed;
    int32_t road_impassable;
    int32_t road_blocks;
    int32_t road_obstacle;
    int32_t road_hill;
    int32_t road_cover;
    int32_t stream_line;
    int32_t stream_rough;
    int32_t stream_closed;
    int32_t stream_impassable;
    int32_t stream_blocks;
    int32_t stream_obstacle;
    int32_t stream_hill;
    int32_t stream_cover;
    int32_t hedge_line;
    int32_t hedge_rough;
    int32_t hedge_closed;
    int32_t hedge_impassable;
    int32_t hedge_blocks;
    int32_t hedge_obstacle;
    int32_t hedge_hill;
    int32_t hedge_cover;
    int32_t river_line;
    int32_t river_rough;
    int32_t river_closed;
    int32_t river_impassable;
    int32_t river_blocks;
    int32_t river_obstacle;
    int32_t river_hill;
    int32_t river_cover;
    int32_t ditch_line;
    int32_t ditch_rough;
    int32_t ditch_closed;
    int32_t ditch_impassable;
    int32_t ditch_blocks;
    int32_t ditch_obstacle;
    int32_t ditch_hill;
    int32_t ditch_cover;
    int32_t wall_line;
    int32_t wall_rough;
    int32_t wall_closed;
    int32_t wall_impassable;
    int32_t wall_blocks;
    int32_t wall_obstacle;
    int32_t wall_hill;
    int32_t wall_cover;
    int32_t deep_river_line;
    int32_t deep_river_rough;
    int32_t deep_river_closed;
    int32_t deep_river_impassable;
    int32_t deep_river_blocks;
    int32_t deep_river_obstacle;
    int32_t deep_river_hill;
    int32_t deep_river_cover;
    int32_t cliff_line;
    int32_t cliff_rough;
    int32_t cliff_closed;
    int32_t cliff_impassable;
    int32_t cliff_blocks;
    int32_t cliff_obstacle;
    int32_t cliff_hill;
    int32_t cliff_cover;
    int32_t abatis_line;
    int32_t abatis_rough;
    int32_t abatis_closed;
    int32_t abatis_impassable;
    int32_t abatis_blocks;
    int32_t abatis_obstacle;
    int32_t abatis_hill;
    int32_t abatis_cover;
    int32_t fieldwork_line;
    int32_t fieldwork_rough;
    int32_t fieldwork_closed;
    int32_t fieldwork_impassable;
    int32_t fieldwork_blocks;
    int32_t fieldwork_obstacle;
    int32_t fieldwork_hill;
    int32_t fieldwork_cover;
    int32_t fortification_line;
    int32_t fortification_rough;
    int32_t fortification_closed;
    int32_t fortification_impassable;
    int32_t fortification_blocks;
    int32_t fortification_obstacle;
    int32_t fortification_hill;
    int32_t fortification_cover;
    int32_t position_line;
    int32_t position_rough;
    int32_t position_closed;
    int32_t position_impassable;
    int32_t position_blocks;
    int32_t position_obstacle;
    int32_t position_hill;
    int32_t position_cover;
};

static const cyaml_schema_field_t terrain_fields[] = {
    BOOK_TABLE_HEAD(struct raw_terrain),
    MAL_INT("gentle_hill_line", struct raw_terrain, gentle_hill_line),
    MAL_INT("gentle_hill_rough", struct raw_terrain, gentle_hill_rough),
    MAL_INT("gentle_hill_closed", struct raw_terrain, gentle_hill_closed),
    MAL_INT("gentle_hill_impassable", struct raw_terrain, gentle_hill_impassable),
    MAL_INT("gentle_hill_blocks", struct raw_terrain, gentle_hill_blocks),
    MAL_INT("gentle_hill_obstacle", struct raw_terrain, gentle_hill_obstacle),
    MAL_INT("gentle_hill_hill", struct raw_terrain, gentle_hill_hill),
    MAL_INT("gentle_hill_cover", struct raw_terrain, gentle_hill_cover),
    MAL_INT("steep_hill_line", struct raw_terrain, steep_hill_line),
    MAL_INT("steep_hill_rough", struct raw_terrain, steep_hill_rough),
    MAL_INT("steep_hill_closed", struct raw_terrain, steep_hill_closed),
    MAL_INT("steep_hill_impassable", struct raw_terrain, steep_hill_impassable),
    MAL_INT("steep_hill_blocks", struct raw_terrain, steep_hill_blocks),
    MAL_INT("steep_hill_obstacle", struct raw_terrain, steep_hill_obstacle),
    MAL_INT("steep_hill_hill", struct raw_terrain, steep_hill_hill),
    MAL_INT("steep_hill_cover", struct raw_terrain, steep_hill_cover),
    MAL_INT("rocky_hill_line", struct raw_terrain, rocky_hill_line),
    MAL_INT("rocky_hill_rough", struct raw_terrain, rocky_hill_rough),
    MAL_INT("rocky_hill_closed", struct raw_terrain, rocky_hill_closed),
    MAL_INT("rocky_hill_impassable", struct raw_terrain, rocky_hill_impassable),
    MAL_INT("rocky_hill_blocks", struct raw_terrain, rocky_hill_blocks),
    MAL_INT("rocky_hill_obstacle", struct raw_terrain, rocky_hill_obstacle),
    MAL_INT("rocky_hill_hill", struct raw_terrain, rocky_hill_hill),
    MAL_INT("rocky_hill_cover", struct raw_terrain, rocky_hill_cover),
    MAL_INT("open_wood_line", struct raw_terrain, open_wood_line),
    MAL_INT("open_wood_rough", struct raw_terrain, open_wood_rough),
    MAL_INT("open_wood_closed", struct raw_terrain, open_wood_closed),
    MAL_INT("open_wood_impassable", struct raw_terrain, open_wood_impassable),
    MAL_INT("open_wood_blocks", struct raw_terrain, open_wood_blocks),
    MAL_INT("open_wood_obstacle", struct raw_terrain, open_wood_obstacle),
    MAL_INT("open_wood_hill", struct raw_terrain, open_wood_hill),
    MAL_INT("open_wood_cover", struct raw_terrain, open_wood_cover),
    MAL_INT("dense_wood_line", struct raw_terrain, dense_wood_line),
    MAL_INT("dense_wood_rough", struct raw_terrain, dense_wood_rough),
    MAL_INT("dense_wood_closed", struct raw_terrain, dense_wood_closed),
    MAL_INT("dense_wood_impassable", struct raw_terrain, dense_wood_impassable),
    MAL_INT("dense_wood_blocks", struct raw_terrain, dense_wood_blocks),
    MAL_INT("dense_wood_obstacle", struct raw_terrain, dense_wood_obstacle),
    MAL_INT("dense_wood_hill", struct raw_terrain, dense_wood_hill),
    MAL_INT("dense_wood_cover", struct raw_terrain, dense_wood_cover),
    MAL_INT("marsh_line", struct raw_terrain, marsh_line),
    MAL_INT("marsh_rough", struct raw_terrain, marsh_rough),
    MAL_INT("marsh_closed", struct raw_terrain, marsh_closed),
    MAL_INT("marsh_impassable", struct raw_terrain, marsh_impassable),
    MAL_INT("marsh_blocks", struct raw_terrain, marsh_blocks),
    MAL_INT("marsh_obstacle", struct raw_terrain, marsh_obstacle),
    MAL_INT("marsh_hill", struct raw_terrain, marsh_hill),
    MAL_INT("marsh_cover", struct raw_terrain, marsh_cover),
    MAL_INT("swamp_line", struct raw_terrain, swamp_line),
    MAL_INT("swamp_rough", struct raw_terrain, swamp_rough),
    MAL_INT("swamp_closed", struct raw_terrain, swamp_closed),
    MAL_INT("swamp_impassable", struct raw_terrain, swamp_impassable),
    MAL_INT("swamp_blocks", struct raw_terrain, swamp_blocks),
    MAL_INT("swamp_obstacle", struct raw_terrain, swamp_obstacle),
    MAL_INT("swamp_hill", struct raw_terrain, swamp_hill),
    MAL_INT("swamp_cover", struct raw_terrain, swamp_cover),
    MAL_INT("town_line", struct raw_terrain, town_line),
    MAL_INT("town_rough", struct raw_terrain, town_rough),
    MAL_INT("town_closed", struct raw_terrain, town_closed),
    MAL_INT("town_impassable", struct raw_terrain, town_impassable),
    MAL_INT("town_blocks", struct raw_terrain, town_blocks),
    MAL_INT("town_obstacle", struct raw_terrain, town_obstacle),
    MAL_INT("town_hill", struct raw_terrain, town_hill),
    MAL_INT("town_cover", struct raw_terrain, town_cover),
    MAL_INT("road_line", struct raw_terrain, road_line),
    MAL_INT("road_rough", struct raw_terrain, road_rough),
    MAL_INT("road_closed", struct raw_terrain, road_closed),
    MAL_INT("road_impassable", struct raw_terrain, road_impassable),
    MAL_INT("road_blocks", struct raw_terrain, road_blocks),
    MAL_INT("road_obstacle", struct raw_terrain, road_obstacle),
    MAL_INT("road_hill", struct raw_terrain, road_hill),
    MAL_INT("road_cover", struct raw_terrain, road_cover),
    MAL_INT("stream_line", struct raw_terrain, stream_line),
    MAL_INT("stream_rough", struct raw_terrain, stream_rough),
    MAL_INT("stream_closed", struct raw_terrain, stream_closed),
    MAL_INT("stream_impassable", struct raw_terrain, stream_impassable),
    MAL_INT("stream_blocks", struct raw_terrain, stream_blocks),
    MAL_INT("stream_obstacle", struct raw_terrain, stream_obstacle),
    MAL_INT("stream_hill", struct raw_terrain, stream_hill),
    MAL_INT("stream_cover", struct raw_terrain, stream_cover),
    MAL_INT("hedge_line", struct raw_terrain, hedge_line),
    MAL_INT("hedge_rough", struct raw_terrain, hedge_rough),
    MAL_INT("hedge_closed", struct raw_terrain, hedge_closed),
    MAL_INT("hedge_impassable", struct raw_terrain, hedge_impassable),
    MAL_INT("hedge_blocks", struct raw_terrain, hedge_blocks),
    MAL_INT("hedge_obstacle", struct raw_terrain, hedge_obstacle),
    MAL_INT("hedge_hill", struct raw_terrain, hedge_hill),
    MAL_INT("hedge_cover", struct raw_terrain, hedge_cover),
    MAL_INT("river_line", struct raw_terrain, river_line),
    MAL_INT("river_rough", struct raw_terrain, river_rough),
    MAL_INT("river_closed", struct raw_terrain, river_closed),
    MAL_INT("river_impassable", struct raw_terrain, river_impassable),
    MAL_INT("river_blocks", struct raw_terrain, river_blocks),
    MAL_INT("river_obstacle", struct raw_terrain, river_obstacle),
    MAL_INT("river_hill", struct raw_terrain, river_hill),
    MAL_INT("river_cover", struct raw_terrain, river_cover),
    MAL_INT("ditch_line", struct raw_terrain, ditch_line),
    MAL_INT("ditch_rough", struct raw_terrain, ditch_rough),
    MAL_INT("ditch_closed", struct raw_terrain, ditch_closed),
    MAL_INT("ditch_impassable", struct raw_terrain, ditch_impassable),
    MAL_INT("ditch_blocks", struct raw_terrain, ditch_blocks),
    MAL_INT("ditch_obstacle", struct raw_terrain, ditch_obstacle),
    MAL_INT("ditch_hill", struct raw_terrain, ditch_hill),
    MAL_INT("ditch_cover", struct raw_terrain, ditch_cover),
    MAL_INT("wall_line", struct raw_terrain, wall_line),
    MAL_INT("wall_rough", struct raw_terrain, wall_rough),
    MAL_INT("wall_closed", struct raw_terrain, wall_closed),
    MAL_INT("wall_impassable", struct raw_terrain, wall_impassable),
    MAL_INT("wall_blocks", struct raw_terrain, wall_blocks),
    MAL_INT("wall_obstacle", struct raw_terrain, wall_obstacle),
    MAL_INT("wall_hill", struct raw_terrain, wall_hill),
    MAL_INT("wall_cover", struct raw_terrain, wall_cover),
    MAL_INT("deep_river_line", struct raw_terrain, deep_river_line),
    MAL_INT("deep_river_rough", struct raw_terrain, deep_river_rough),
    MAL_INT("deep_river_closed", struct raw_terrain, deep_river_closed),
    MAL_INT("deep_river_impassable", struct raw_terrain, deep_river_impassable),
    MAL_INT("deep_river_blocks", struct raw_terrain, deep_river_blocks),
    MAL_INT("deep_river_obstacle", struct raw_terrain, deep_river_obstacle),
    MAL_INT("deep_river_hill", struct raw_terrain, deep_river_hill),
    MAL_INT("deep_river_cover", struct raw_terrain, deep_river_cover),
    MAL_INT("cliff_line", struct raw_terrain, cliff_line),
    MAL_INT("cliff_rough", struct raw_terrain, cliff_rough),
    MAL_INT("cliff_closed", struct raw_terrain, cliff_closed),
    MAL_INT("cliff_impassable", struct raw_terrain, cliff_impassable),
    MAL_INT("cliff_blocks", struct raw_terrain, cliff_blocks),
    MAL_INT("cliff_obstacle", struct raw_terrain, cliff_obstacle),
    MAL_INT("cliff_hill", struct raw_terrain, cliff_hill),
    MAL_INT("cliff_cover", struct raw_terrain, cliff_cover),
    MAL_INT("abatis_line", struct raw_terrain, abatis_line),
    MAL_INT("abatis_rough", struct raw_terrain, abatis_rough),
    MAL_INT("abatis_closed", struct raw_terrain, abatis_closed),
    MAL_INT("abatis_impassable", struct raw_terrain, abatis_impassable),
    MAL_INT("abatis_blocks", struct raw_terrain, abatis_blocks),
    MAL_INT("abatis_obstacle", struct raw_terrain, abatis_obstacle),
    MAL_INT("abatis_hill", struct raw_terrain, abatis_hill),
    MAL_INT("abatis_cover", struct raw_terrain, abatis_cover),
    MAL_INT("fieldwork_line", struct raw_terrain, fieldwork_line),
    MAL_INT("fieldwork_rough", struct raw_terrain, fieldwork_rough),
    MAL_INT("fieldwork_closed", struct raw_terrain, fieldwork_closed),
    MAL_INT("fieldwork_impassable", struct raw_terrain, fieldwork_impassable),
    MAL_INT("fieldwork_blocks", struct raw_terrain, fieldwork_blocks),
    MAL_INT("fieldwork_obstacle", struct raw_terrain, fieldwork_obstacle),
    MAL_INT("fieldwork_hill", struct raw_terrain, fieldwork_hill),
    MAL_INT("fieldwork_cover", struct raw_terrain, fieldwork_cover),
    MAL_INT("fortification_line", struct raw_terrain, fortification_line),
    MAL_INT("fortification_rough", struct raw_terrain, fortification_rough),
    MAL_INT("fortification_closed", struct raw_terrain, fortification_closed),
    MAL_INT("fortification_impassable", struct raw_terrain, fortification_impassable),
    MAL_INT("fortification_blocks", struct raw_terrain, fortification_blocks),
    MAL_INT("fortification_obstacle", struct raw_terrain, fortification_obstacle),
    MAL_INT("fortification_hill", struct raw_terrain, fortification_hill),
    MAL_INT("fortification_cover", struct raw_terrain, fortification_cover),
    MAL_INT("position_line", struct raw_terrain, position_line),
    MAL_INT("position_rough", struct raw_terrain, position_rough),
    MAL_INT("position_closed", struct raw_terrain, position_closed),
    MAL_INT("position_impassable", struct raw_terrain, position_impassable),
    MAL_INT("position_blocks", struct raw_terrain, position_blocks),
    MAL_INT("position_obstacle", struct raw_terrain, position_obstacle),
    MAL_INT("position_hill", struct raw_terrain, position_hill),
    MAL_INT("position_cover", struct raw_terrain, position_cover),
    CYAML_FIELD_END
};

MAL_SCHEMA(terrain);

static const struct book_limit terrain_limits[] = {
    MAL_HEAD_LIMITS,
    { "gentle_hill_line", BOOK_INT, 0, 1 },
    { "gentle_hill_rough", BOOK_INT, 0, 1 },
    { "gentle_hill_closed", BOOK_INT, 0, 1 },
    { "gentle_hill_impassable", BOOK_INT, 0, 1 },
    { "gentle_hill_blocks", BOOK_INT, 0, 1 },
    { "gentle_hill_obstacle", BOOK_INT, 0, 3 },
    { "gentle_hill_hill", BOOK_INT, 0, 1 },
    { "gentle_hill_cover", BOOK_INT, 0, 1 },
    { "steep_hill_line", BOOK_INT, 0, 1 },
    { "steep_hill_rough", BOOK_INT, 0, 1 },
    { "steep_hill_closed", BOOK_INT, 0, 1 },
    { "steep_hill_impassable", BOOK_INT, 0, 1 },
    { "steep_hill_blocks", BOOK_INT, 0, 1 },
    { "steep_hill_obstacle", BOOK_INT, 0, 3 },
    { "steep_hill_hill", BOOK_INT, 0, 1 },
    { "steep_hill_cover", BOOK_INT, 0, 1 },
    { "rocky_hill_line", BOOK_INT, 0, 1 },
    { "rocky_hill_rough", BOOK_INT, 0, 1 },
    { "rocky_hill_closed", BOOK_INT, 0, 1 },
    { "rocky_hill_impassable", BOOK_INT, 0, 1 },
    { "rocky_hill_blocks", BOOK_INT, 0, 1 },
    { "rocky_hill_obstacle", BOOK_INT, 0, 3 },
    { "rocky_hill_hill", BOOK_INT, 0, 1 },
    { "rocky_hill_cover", BOOK_INT, 0, 1 },
    { "open_wood_line", BOOK_INT, 0, 1 },
    { "open_wood_rough", BOOK_INT, 0, 1 },
    { "open_wood_closed", BOOK_INT, 0, 1 },
    { "open_wood_impassable", BOOK_INT, 0, 1 },
    { "open_wood_blocks", BOOK_INT, 0, 1 },
    { "open_wood_obstacle", BOOK_INT, 0, 3 },
    { "open_wood_hill", BOOK_INT, 0, 1 },
    { "open_wood_cover", BOOK_INT, 0, 1 },
    { "dense_wood_line", BOOK_INT, 0, 1 },
    { "dense_wood_rough", BOOK_INT, 0, 1 },
    { "dense_wood_closed", BOOK_INT, 0, 1 },
    { "dense_wood_impassable", BOOK_INT, 0, 1 },
    { "dense_wood_blocks", BOOK_INT, 0, 1 },
    { "dense_wood_obstacle", BOOK_INT, 0, 3 },
    { "dense_wood_hill", BOOK_INT, 0, 1 },
    { "dense_wood_cover", BOOK_INT, 0, 1 },
    { "marsh_line", BOOK_INT, 0, 1 },
    { "marsh_rough", BOOK_INT, 0, 1 },
    { "marsh_closed", BOOK_INT, 0, 1 },
    { "marsh_impassable", BOOK_INT, 0, 1 },
    { "marsh_blocks", BOOK_INT, 0, 1 },
    { "marsh_obstacle", BOOK_INT, 0, 3 },
    { "marsh_hill", BOOK_INT, 0, 1 },
    { "marsh_cover", BOOK_INT, 0, 1 },
    { "swamp_line", BOOK_INT, 0, 1 },
    { "swamp_rough", BOOK_INT, 0, 1 },
    { "swamp_closed", BOOK_INT, 0, 1 },
    { "swamp_impassable", BOOK_INT, 0, 1 },
    { "swamp_blocks", BOOK_INT, 0, 1 },
    { "swamp_obstacle", BOOK_INT, 0, 3 },
    { "swamp_hill", BOOK_INT, 0, 1 },
    { "swamp_cover", BOOK_INT, 0, 1 },
    { "town_line", BOOK_INT, 0, 1 },
    { "town_rough", BOOK_INT, 0, 1 },
    { "town_closed", BOOK_INT, 0, 1 },
    { "town_impassable", BOOK_INT, 0, 1 },
    { "town_blocks", BOOK_INT, 0, 1 },
    { "town_obstacle", BOOK_INT, 0, 3 },
    { "town_hill", BOOK_INT, 0, 1 },
    { "town_cover", BOOK_INT, 0, 1 },
    { "road_line", BOOK_INT, 0, 1 },
    { "road_rough", BOOK_INT, 0, 1 },
    { "road_closed", BOOK_INT, 0, 1 },
    { "road_impassable", BOOK_INT, 0, 1 },
    { "road_blocks", BOOK_INT, 0, 1 },
    { "road_obstacle", BOOK_INT, 0, 3 },
    { "road_hill", BOOK_INT, 0, 1 },
    { "road_cover", BOOK_INT, 0, 1 },
    { "stream_line", BOOK_INT, 0, 1 },
    { "stream_rough", BOOK_INT, 0, 1 },
    { "stream_closed", BOOK_INT, 0, 1 },
    { "stream_impassable", BOOK_INT, 0, 1 },
    { "stream_blocks", BOOK_INT, 0, 1 },
    { "stream_obstacle", BOOK_INT, 0, 3 },
    { "stream_hill", BOOK_INT, 0, 1 },
    { "stream_cover", BOOK_INT, 0, 1 },
    { "hedge_line", BOOK_INT, 0, 1 },
    { "hedge_rough", BOOK_INT, 0, 1 },
    { "hedge_closed", BOOK_INT, 0, 1 },
    { "hedge_impassable", BOOK_INT, 0, 1 },
    { "hedge_blocks", BOOK_INT, 0, 1 },
    { "hedge_obstacle", BOOK_INT, 0, 3 },
    { "hedge_hill", BOOK_INT, 0, 1 },
    { "hedge_cover", BOOK_INT, 0, 1 },
    { "river_line", BOOK_INT, 0, 1 },
    { "river_rough", BOOK_INT, 0, 1 },
    { "river_closed", BOOK_INT, 0, 1 },
    { "river_impassable", BOOK_INT, 0, 1 },
    { "river_blocks", BOOK_INT, 0, 1 },
    { "river_obstacle", BOOK_INT, 0, 3 },
    { "river_hill", BOOK_INT, 0, 1 },
    { "river_cover", BOOK_INT, 0, 1 },
    { "ditch_line", BOOK_INT, 0, 1 },
    { "ditch_rough", BOOK_INT, 0, 1 },
    { "ditch_closed", BOOK_INT, 0, 1 },
    { "ditch_impassable", BOOK_INT, 0, 1 },
    { "ditch_blocks", BOOK_INT, 0, 1 },
    { "ditch_obstacle", BOOK_INT, 0, 3 },
    { "ditch_hill", BOOK_INT, 0, 1 },
    { "ditch_cover", BOOK_INT, 0, 1 },
    { "wall_line", BOOK_INT, 0, 1 },
    { "wall_rough", BOOK_INT, 0, 1 },
    { "wall_closed", BOOK_INT, 0, 1 },
    { "wall_impassable", BOOK_INT, 0, 1 },
    { "wall_blocks", BOOK_INT, 0, 1 },
    { "wall_obstacle", BOOK_INT, 0, 3 },
    { "wall_hill", BOOK_INT, 0, 1 },
    { "wall_cover", BOOK_INT, 0, 1 },
    { "deep_river_line", BOOK_INT, 0, 1 },
    { "deep_river_rough", BOOK_INT, 0, 1 },
    { "deep_river_closed", BOOK_INT, 0, 1 },
    { "deep_river_impassable", BOOK_INT, 0, 1 },
    { "deep_river_blocks", BOOK_INT, 0, 1 },
    { "deep_river_obstacle", BOOK_INT, 0, 3 },
    { "deep_river_hill", BOOK_INT, 0, 1 },
    { "deep_river_cover", BOOK_INT, 0, 1 },
    { "cliff_line", BOOK_INT, 0, 1 },
    { "cliff_rough", BOOK_INT, 0, 1 },
    { "cliff_closed", BOOK_INT, 0, 1 },
    { "cliff_impassable", BOOK_INT, 0, 1 },
    { "cliff_blocks", BOOK_INT, 0, 1 },
    { "cliff_obstacle", BOOK_INT, 0, 3 },
    { "cliff_hill", BOOK_INT, 0, 1 },
    { "cliff_cover", BOOK_INT, 0, 1 },
    { "abatis_line", BOOK_INT, 0, 1 },
    { "abatis_rough", BOOK_INT, 0, 1 },
    { "abatis_closed", BOOK_INT, 0, 1 },
    { "abatis_impassable", BOOK_INT, 0, 1 },
    { "abatis_blocks", BOOK_INT, 0, 1 },
    { "abatis_obstacle", BOOK_INT, 0, 3 },
    { "abatis_hill", BOOK_INT, 0, 1 },
    { "abatis_cover", BOOK_INT, 0, 1 },
    { "fieldwork_line", BOOK_INT, 0, 1 },
    { "fieldwork_rough", BOOK_INT, 0, 1 },
    { "fieldwork_closed", BOOK_INT, 0, 1 },
    { "fieldwork_impassable", BOOK_INT, 0, 1 },
    { "fieldwork_blocks", BOOK_INT, 0, 1 },
    { "fieldwork_obstacle", BOOK_INT, 0, 3 },
    { "fieldwork_hill", BOOK_INT, 0, 1 },
    { "fieldwork_cover", BOOK_INT, 0, 1 },
    { "fortification_line", BOOK_INT, 0, 1 },
    { "fortification_rough", BOOK_INT, 0, 1 },
    { "fortification_closed", BOOK_INT, 0, 1 },
    { "fortification_impassable", BOOK_INT, 0, 1 },
    { "fortification_blocks", BOOK_INT, 0, 1 },
    { "fortification_obstacle", BOOK_INT, 0, 3 },
    { "fortification_hill", BOOK_INT, 0, 1 },
    { "fortification_cover", BOOK_INT, 0, 1 },
    { "position_line", BOOK_INT, 0, 1 },
    { "position_rough", BOOK_INT, 0, 1 },
    { "position_closed", BOOK_INT, 0, 1 },
    { "position_impassable", BOOK_INT, 0, 1 },
    { "position_blocks", BOOK_INT, 0, 1 },
    { "position_obstacle", BOOK_INT, 0, 3 },
    { "position_hill", BOOK_INT, 0, 1 },
    { "position_cover", BOOK_INT, 0, 1 },
    MAL_END_LIMITS,
};

static void fill_terrain(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_terrain *r = raw;
    struct mal_ground_row *t = book_malbrook_of(out)->tables.ground;

    (void)rd;
    t[MAL_GENTLE_HILL].line = (uint8_t)r->gentle_hill_line;
    t[MAL_GENTLE_HILL].rough = (uint8_t)r->gentle_hill_rough;
    t[MAL_GENTLE_HILL].closed = (uint8_t)r->gentle_hill_closed;
    t[MAL_GENTLE_HILL].impassable = (uint8_t)r->gentle_hill_impassable;
    t[MAL_GENTLE_HILL].blocks = (uint8_t)r->gentle_hill_blocks;
    t[MAL_GENTLE_HILL].obstacle = (uint8_t)r->gentle_hill_obstacle;
    t[MAL_GENTLE_HILL].hill = (uint8_t)r->gentle_hill_hill;
    t[MAL_GENTLE_HILL].cover = (uint8_t)r->gentle_hill_cover;
    t[MAL_STEEP_HILL].line = (uint8_t)r->steep_hill_line;
    t[MAL_STEEP_HILL].rough = (uint8_t)r->steep_hill_rough;
    t[MAL_STEEP_HILL].closed = (uint8_t)r->steep_hill_closed;
    t[MAL_STEEP_HILL].impassable = (uint8_t)r->steep_hill_impassable;
    t[MAL_STEEP_HILL].blocks = (uint8_t)r->steep_hill_blocks;
    t[MAL_STEEP_HILL].obstacle = (uint8_t)r->steep_hill_obstacle;
    t[MAL_STEEP_HILL].hill = (uint8_t)r->steep_hill_hill;
    t[MAL_STEEP_HILL].cover = (uint8_t)r->steep_hill_cover;
    t[MAL_ROCKY_HILL].line = (uint8_t)r->rocky_hill_line;
    t[MAL_ROCKY_HILL].rough = (uint8_t)r->rocky_hill_rough;
    t[MAL_ROCKY_HILL].closed = (uint8_t)r->rocky_hill_closed;
    t[MAL_ROCKY_HILL].impassable = (uint8_t)r->rocky_hill_impassable;
    t[MAL_ROCKY_HILL].blocks = (uint8_t)r->rocky_hill_blocks;
    t[MAL_ROCKY_HILL].obstacle = (uint8_t)r->rocky_hill_obstacle;
    t[MAL_ROCKY_HILL].hill = (uint8_t)r->rocky_hill_hill;
    t[MAL_ROCKY_HILL].cover = (uint8_t)r->rocky_hill_cover;
    t[MAL_OPEN_WOOD].line = (uint8_t)r->open_wood_line;
    t[MAL_OPEN_WOOD].rough = (uint8_t)r->open_wood_rough;
    t[MAL_OPEN_WOOD].closed = (uint8_t)r->open_wood_closed;
    t[MAL_OPEN_WOOD].impassable = (uint8_t)r->open_wood_impassable;
    t[MAL_OPEN_WOOD].blocks = (uint8_t)r->open_wood_blocks;
    t[MAL_OPEN_WOOD].obstacle = (uint8_t)r->open_wood_obstacle;
    t[MAL_OPEN_WOOD].hill = (uint8_t)r->open_wood_hill;
    t[MAL_OPEN_WOOD].cover = (uint8_t)r->open_wood_cover;
    t[MAL_DENSE_WOOD].line = (uint8_t)r->dense_wood_line;
    t[MAL_DENSE_WOOD].rough = (uint8_t)r->dense_wood_rough;
    t[MAL_DENSE_WOOD].closed = (uint8_t)r->dense_wood_closed;
    t[MAL_DENSE_WOOD].impassable = (uint8_t)r->dense_wood_impassable;
    t[MAL_DENSE_WOOD].blocks = (uint8_t)r->dense_wood_blocks;
    t[MAL_DENSE_WOOD].obstacle = (uint8_t)r->dense_wood_obstacle;
    t[MAL_DENSE_WOOD].hill = (uint8_t)r->dense_wood_hill;
    t[MAL_DENSE_WOOD].cover = (uint8_t)r->dense_wood_cover;
    t[MAL_MARSH].line = (uint8_t)r->marsh_line;
    t[MAL_MARSH].rough = (uint8_t)r->marsh_rough;
    t[MAL_MARSH].closed = (uint8_t)r->marsh_closed;
    t[MAL_MARSH].impassable = (uint8_t)r->marsh_impassable;
    t[MAL_MARSH].blocks = (uint8_t)r->marsh_blocks;
    t[MAL_MARSH].obstacle = (uint8_t)r->marsh_obstacle;
    t[MAL_MARSH].hill = (uint8_t)r->marsh_hill;
    t[MAL_MARSH].cover = (uint8_t)r->marsh_cover;
    t[MAL_SWAMP].line = (uint8_t)r->swamp_line;
    t[MAL_SWAMP].rough = (uint8_t)r->swamp_rough;
    t[MAL_SWAMP].closed = (uint8_t)r->swamp_closed;
    t[MAL_SWAMP].impassable = (uint8_t)r->swamp_impassable;
    t[MAL_SWAMP].blocks = (uint8_t)r->swamp_blocks;
    t[MAL_SWAMP].obstacle = (uint8_t)r->swamp_obstacle;
    t[MAL_SWAMP].hill = (uint8_t)r->swamp_hill;
    t[MAL_SWAMP].cover = (uint8_t)r->swamp_cover;
    t[MAL_TOWN].line = (uint8_t)r->town_line;
    t[MAL_TOWN].rough = (uint8_t)r->town_rough;
    t[MAL_TOWN].closed = (uint8_t)r->town_closed;
    t[MAL_TOWN].impassable = (uint8_t)r->town_impassable;
    t[MAL_TOWN].blocks = (uint8_t)r->town_blocks;
    t[MAL_TOWN].obstacle = (uint8_t)r->town_obstacle;
    t[MAL_TOWN].hill = (uint8_t)r->town_hill;
    t[MAL_TOWN].cover = (uint8_t)r->town_cover;
    t[MAL_ROAD].line = (uint8_t)r->road_line;
    t[MAL_ROAD].rough = (uint8_t)r->road_rough;
    t[MAL_ROAD].closed = (uint8_t)r->road_closed;
    t[MAL_ROAD].impassable = (uint8_t)r->road_impassable;
    t[MAL_ROAD].blocks = (uint8_t)r->road_blocks;
    t[MAL_ROAD].obstacle = (uint8_t)r->road_obstacle;
    t[MAL_ROAD].hill = (uint8_t)r->road_hill;
    t[MAL_ROAD].cover = (uint8_t)r->road_cover;
    t[MAL_STREAM].line = (uint8_t)r->stream_line;
    t[MAL_STREAM].rough = (uint8_t)r->stream_rough;
    t[MAL_STREAM].closed = (uint8_t)r->stream_closed;
    t[MAL_STREAM].impassable = (uint8_t)r->stream_impassable;
    t[MAL_STREAM].blocks = (uint8_t)r->stream_blocks;
    t[MAL_STREAM].obstacle = (uint8_t)r->stream_obstacle;
    t[MAL_STREAM].hill = (uint8_t)r->stream_hill;
    t[MAL_STREAM].cover = (uint8_t)r->stream_cover;
    t[MAL_HEDGE].line = (uint8_t)r->hedge_line;
    t[MAL_HEDGE].rough = (uint8_t)r->hedge_rough;
    t[MAL_HEDGE].closed = (uint8_t)r->hedge_closed;
    t[MAL_HEDGE].impassable = (uint8_t)r->hedge_impassable;
    t[MAL_HEDGE].blocks = (uint8_t)r->hedge_blocks;
    t[MAL_HEDGE].obstacle = (uint8_t)r->hedge_obstacle;
    t[MAL_HEDGE].hill = (uint8_t)r->hedge_hill;
    t[MAL_HEDGE].cover = (uint8_t)r->hedge_cover;
    t[MAL_RIVER].line = (uint8_t)r->river_line;
    t[MAL_RIVER].rough = (uint8_t)r->river_rough;
    t[MAL_RIVER].closed = (uint8_t)r->river_closed;
    t[MAL_RIVER].impassable = (uint8_t)r->river_impassable;
    t[MAL_RIVER].blocks = (uint8_t)r->river_blocks;
    t[MAL_RIVER].obstacle = (uint8_t)r->river_obstacle;
    t[MAL_RIVER].hill = (uint8_t)r->river_hill;
    t[MAL_RIVER].cover = (uint8_t)r->river_cover;
    t[MAL_DITCH].line = (uint8_t)r->ditch_line;
    t[MAL_DITCH].rough = (uint8_t)r->ditch_rough;
    t[MAL_DITCH].closed = (uint8_t)r->ditch_closed;
    t[MAL_DITCH].impassable = (uint8_t)r->ditch_impassable;
    t[MAL_DITCH].blocks = (uint8_t)r->ditch_blocks;
    t[MAL_DITCH].obstacle = (uint8_t)r->ditch_obstacle;
    t[MAL_DITCH].hill = (uint8_t)r->ditch_hill;
    t[MAL_DITCH].cover = (uint8_t)r->ditch_cover;
    t[MAL_WALL].line = (uint8_t)r->wall_line;
    t[MAL_WALL].rough = (uint8_t)r->wall_rough;
    t[MAL_WALL].closed = (uint8_t)r->wall_closed;
    t[MAL_WALL].impassable = (uint8_t)r->wall_impassable;
    t[MAL_WALL].blocks = (uint8_t)r->wall_blocks;
    t[MAL_WALL].obstacle = (uint8_t)r->wall_obstacle;
    t[MAL_WALL].hill = (uint8_t)r->wall_hill;
    t[MAL_WALL].cover = (uint8_t)r->wall_cover;
    t[MAL_DEEP_RIVER].line = (uint8_t)r->deep_river_line;
    t[MAL_DEEP_RIVER].rough = (uint8_t)r->deep_river_rough;
    t[MAL_DEEP_RIVER].closed = (uint8_t)r->deep_river_closed;
    t[MAL_DEEP_RIVER].impassable = (uint8_t)r->deep_river_impassable;
    t[MAL_DEEP_RIVER].blocks = (uint8_t)r->deep_river_blocks;
    t[MAL_DEEP_RIVER].obstacle = (uint8_t)r->deep_river_obstacle;
    t[MAL_DEEP_RIVER].hill = (uint8_t)r->deep_river_hill;
    t[MAL_DEEP_RIVER].cover = (uint8_t)r->deep_river_cover;
    t[MAL_CLIFF].line = (uint8_t)r->cliff_line;
    t[MAL_CLIFF].rough = (uint8_t)r->cliff_rough;
    t[MAL_CLIFF].closed = (uint8_t)r->cliff_closed;
    t[MAL_CLIFF].impassable = (uint8_t)r->cliff_impassable;
    t[MAL_CLIFF].blocks = (uint8_t)r->cliff_blocks;
    t[MAL_CLIFF].obstacle = (uint8_t)r->cliff_obstacle;
    t[MAL_CLIFF].hill = (uint8_t)r->cliff_hill;
    t[MAL_CLIFF].cover = (uint8_t)r->cliff_cover;
    t[MAL_ABATIS].line = (uint8_t)r->abatis_line;
    t[MAL_ABATIS].rough = (uint8_t)r->abatis_rough;
    t[MAL_ABATIS].closed = (uint8_t)r->abatis_closed;
    t[MAL_ABATIS].impassable = (uint8_t)r->abatis_impassable;
    t[MAL_ABATIS].blocks = (uint8_t)r->abatis_blocks;
    t[MAL_ABATIS].obstacle = (uint8_t)r->abatis_obstacle;
    t[MAL_ABATIS].hill = (uint8_t)r->abatis_hill;
    t[MAL_ABATIS].cover = (uint8_t)r->abatis_cover;
    t[MAL_FIELDWORK].line = (uint8_t)r->fieldwork_line;
    t[MAL_FIELDWORK].rough = (uint8_t)r->fieldwork_rough;
    t[MAL_FIELDWORK].closed = (uint8_t)r->fieldwork_closed;
    t[MAL_FIELDWORK].impassable = (uint8_t)r->fieldwork_impassable;
    t[MAL_FIELDWORK].blocks = (uint8_t)r->fieldwork_blocks;
    t[MAL_FIELDWORK].obstacle = (uint8_t)r->fieldwork_obstacle;
    t[MAL_FIELDWORK].hill = (uint8_t)r->fieldwork_hill;
    t[MAL_FIELDWORK].cover = (uint8_t)r->fieldwork_cover;
    t[MAL_FORTIFICATION].line = (uint8_t)r->fortification_line;
    t[MAL_FORTIFICATION].rough = (uint8_t)r->fortification_rough;
    t[MAL_FORTIFICATION].closed = (uint8_t)r->fortification_closed;
    t[MAL_FORTIFICATION].impassable = (uint8_t)r->fortification_impassable;
    t[MAL_FORTIFICATION].blocks = (uint8_t)r->fortification_blocks;
    t[MAL_FORTIFICATION].obstacle = (uint8_t)r->fortification_obstacle;
    t[MAL_FORTIFICATION].hill = (uint8_t)r->fortification_hill;
    t[MAL_FORTIFICATION].cover = (uint8_t)r->fortification_cover;
    t[MAL_POSITION].line = (uint8_t)r->position_line;
    t[MAL_POSITION].rough = (uint8_t)r->position_rough;
    t[MAL_POSITION].closed = (uint8_t)r->position_closed;
    t[MAL_POSITION].impassable = (uint8_t)r->position_impassable;
    t[MAL_POSITION].blocks = (uint8_t)r->position_blocks;
    t[MAL_POSITION].obstacle = (uint8_t)r->position_obstacle;
    t[MAL_POSITION].hill = (uint8_t)r->position_hill;
    t[MAL_POSITION].cover = (uint8_t)r->position_cover;
}

const struct book_part book_malbrook_terrain = { "terrain", &terrain_schema, terrain_limits,
                                                 fill_terrain };
