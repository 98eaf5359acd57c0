/* rules/minden/schema.h - what the files of minden's schema share; private to them. */
#ifndef MIN_SCHEMA_H
#define MIN_SCHEMA_H

#include "rules/minden/inner.h"

#include "kernel/rows.h" /* behind words.h: both have short words */

enum { MIN_TABLE_MOST = 400000 }; /* no table is larger: thousandths of an inch */

struct min_brigade_file;

/* What is remembered while a file is read. */
struct min_reading {
    bool fog_rows[13];
    const char *first;                         /* the side named by the key "first" */
    int side, division, brigade, regiment;     /* those being read, or TC_NONE */
    const struct min_brigade_file *of_brigade; /* what it lends to its units */
    const struct book_node *node[MIN_UNITS];   /* where each unit stands in the file */
    bool full;                                 /* told that there are too many units */
    struct min_state opening;
    struct min_body body[MIN_UNITS];
};

/* Ground: terrain.yaml, and the table of a map or of a scenario (schema_ground.c). */
extern const struct tc_key min_terrain_keys[], min_ground_table_keys[];
extern const struct tc_mapping min_ground_table;
void min_check_terrain(struct tc_reading *r, void *book);

/* Entries, objectives and sides (schema_sides.c), and who fights (schema_units.c). */
extern const struct tc_mapping min_entry_keys, min_objective_keys, min_side_keys;
extern const struct tc_mapping min_army_keys, min_division_keys, min_brigade_keys;

/* When all is in the book: parts of batteries, and room for everybody (schema_places.c). */
void min_end_order_of_battle(struct tc_reading *r, struct min_book *bk);

#endif
