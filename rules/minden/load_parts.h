/* rules/minden/load_parts.h - what the files of minden's schema share; private to them. */
#ifndef BOOK_MINDEN_PARTS_H
#define BOOK_MINDEN_PARTS_H

#include "book/schema.h"
#include "rules/minden/tables.h"

extern const struct book_part book_minden_movement, book_minden_clearing, book_minden_fire,
    book_minden_test, book_minden_melee, book_minden_fog, book_minden_victory,
    book_minden_command, book_minden_bases, book_minden_terrain, book_minden_map,
    book_minden_scenario;

const char *book_minden_map_of(const void *raw_scenario);

/* libcyaml 1.3.1 mislays pointers in lists of lists, so the numbers of a point lie in it. */
struct raw_point {
    char xy[2][16];
};

/* One piece of ground as a map or a scenario writes it. */
struct raw_ground {
    const char *name, *label, *kind;
    struct raw_point *points;
    unsigned points_count;
    enum min_cover *cover;
    bool *stops, *disorders, *blocks, *impassable, *soft_negates_charge, *soft_disorders;
    const char *hill_move;
    enum min_hill_charge *hill_charge;
};

/* A table: its size and what lies on it. */
struct raw_table {
    const char *width, *height;
    struct raw_ground *terrain;
    unsigned terrain_count;
};

/* Sizes of bases; in a scenario each may be left out. */
struct raw_size {
    const char *width, *depth;
};

struct raw_sizes {
    struct raw_size *foot, *horse, *gun, *limber, *command;
};

extern const cyaml_schema_field_t book_minden_size_fields[];

/* Put the sizes that are given into the book; widths must be even (N-GEO-4). */
void book_minden_fill_sizes(struct book_reader *rd, const struct raw_sizes *raw,
                            const struct book_node *at, struct min_base_table *t);

#define BOOK_MINDEN_SIZE_LIMITS                                                                \
    { "bases.*.width", BOOK_LENGTH, 100, 10000 },                                              \
    {                                                                                          \
        "bases.*.depth", BOOK_LENGTH, 100, 10000                                               \
    }

#define BOOK_MINDEN_TABLE_LIMITS                                                               \
    { "width", BOOK_LENGTH, 12000, 400000 }, { "height", BOOK_LENGTH, 12000, 400000 },         \
        { "terrain.name", BOOK_NAME, 0, 0 }, { "terrain.kind", BOOK_NAME, 0, 0 },              \
        { "terrain.points", BOOK_LENGTH, 0, 400000 },                                          \
    {                                                                                          \
        "terrain.hill_move", BOOK_LENGTH, -6000, 6000                                          \
    }

extern const cyaml_schema_field_t book_minden_table_fields[];
extern const cyaml_schema_value_t book_minden_ground_value;

/* Put a table and its ground into the book. at is the mapping that holds width and height. */
void book_minden_fill_ground(struct book_reader *rd, const struct raw_table *raw,
                             const struct book_node *at, struct min_book *bk);

/* Check places, footprints, overlaps: after everything else is in the book. nodes[i] is where
 * unit i stands in the file. */
void book_minden_check_places(struct book_reader *rd, const struct min_book *bk,
                              const struct book_node *const *nodes);

#endif
