/* rules/minden/load_scenario.h - a minden scenario as its file writes it; private to the
 * schema.
 *
 * NULL pointers are keys that were left out.
 */
#ifndef BOOK_MINDEN_SCENARIO_H
#define BOOK_MINDEN_SCENARIO_H

#include "rules/minden/load_parts.h"

struct raw_enters {
    const char *at;
    int turn;
    bool *diced;
};

struct raw_grades {
    enum min_grade *clearing, *testing, *moving, *shooting;
};

struct raw_wing {
    int files;
    const char *bend;
};

struct raw_unit {
    const char *name, *label, *nation;
    enum min_kind kind;
    enum min_weapon *weapon;
    enum min_grade *grade;
    struct raw_grades *grades;
    bool *regular;
    int *figures, *guns;
    enum min_formation *formation;
    int *files, *ranks;
    const char *gap;
    const char *x, *y, *facing;
    struct raw_enters *enters;
    struct raw_wing *left, *right;
};

struct raw_commander {
    const char *name, *label, *nation;
    const char *x, *y, *facing, *radius;
    enum min_grade *grade;
    struct raw_enters *enters;
};

struct raw_regiment {
    const char *name, *label;
    struct raw_unit *units;
    unsigned units_count;
};

struct raw_brigade {
    const char *name, *label, *nation, *facing;
    enum min_arm *arm;
    enum min_grade *grade;
    bool *regular;
    struct raw_enters *enters;
    struct raw_commander *command;
    struct raw_unit *units;
    unsigned units_count;
    struct raw_regiment *regiments;
    unsigned regiments_count;
};

struct raw_division {
    const char *name, *label;
    struct raw_commander *command;
    struct raw_brigade *brigades;
    unsigned brigades_count;
};

struct raw_zone {
    const char *west, *south, *east, *north;
};

struct raw_side {
    const char *name, *colour, *edge_from, *edge_to;
    enum min_fog_column fog;
    enum min_edge edge;
    struct raw_commander *army;
    struct raw_division *divisions;
    unsigned divisions_count;
    struct raw_brigade *brigades;
    unsigned brigades_count;
    struct raw_zone *zones;
    unsigned zones_count;
};

struct raw_entry {
    const char *name, *from, *to;
    enum min_edge edge;
};

struct raw_objective {
    const char *name, *label, *x, *y, *radius;
    int points[TC_SIDES];
};

struct raw_scenario {
    struct book_head head;
    const char *map, *first, *command_radius;
    struct raw_table *table;
    struct raw_sizes *bases;
    int turns;
    bool rain, deploy;
    struct raw_side *sides;
    unsigned sides_count;
    struct raw_entry *entries;
    unsigned entries_count;
    struct raw_objective *objectives;
    unsigned objectives_count;
};

/* A scenario on its way into the book. */
struct min_filling {
    struct book_reader *rd;
    struct min_book *bk;
    const struct book_node *node[MIN_UNITS]; /* where each unit stands in the file */
    int side, division, brigade, regiment;   /* those being filled in, or TC_NONE */
    bool full;                               /* told that there are too many units */
};

/* The units of one side into the book: army, divisions, brigades, regiments, units. */
void book_minden_fill_side(struct min_filling *f, const struct raw_side *r,
                           const struct book_node *at);

/* Batteries of two or three guns get cards for the parts they may be split into (N-L9). */
void book_minden_add_spares(struct min_filling *f);

#endif
