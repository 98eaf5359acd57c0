/* rules/bayonet/schema.h - what the files of bayonet's schema share; private to them. */
#ifndef BAY_SCHEMA_H
#define BAY_SCHEMA_H

#include "board/hexfile.h"
#include "rules/bayonet/inner.h"
#include "rules/bayonet/tables.h"

#include "kernel/rows.h" /* behind words.h: both have short words */

enum { BAY_BATTERIES = 40, BAY_FACINGS = 6 }; /* batteries of a side */

/* A unit or battery as the file has it. */
struct bay_unit_file {
    const char *name, *label, *hex, *regiment;
    int32_t cv, cv_disordered, squadrons, pos, casualties, depth;
    uint8_t facing, nation, army, kind;
    bool underlined, disordered, gun, limbered;
};

/* What its brigade says for all its units; those with `has` only when they are there. */
struct bay_brigade_file {
    const char *name, *label, *wing, *old_wing;
    int32_t slot, morale, cv;
    uint8_t kind, line, order, nation, army, facing, old_line;
    bool underlined, has_nation, has_army, has_facing, has_underlined;
};

/* What is remembered while a file is read. */
struct bay_reading {
    struct tc_hexfile file; /* of the map; it comes first */
    int side;               /* being read */
    int exits;              /* of this side */
    const char *ground[99]; /* rows of this side's ground */
    int ground_rows;
    struct bay_brigade_file brigade; /* being read */
    const struct book_node *unit[BAY_UNITS], *of_brigade[BAY_BRIGADES], *wing[BAY_WINGS];
    struct { /* they lie behind all other units, so they wait until both sides are read */
        struct bay_unit_file unit;
        const struct book_node *at;
        int side;
    } battery[TC_SIDES * BAY_BATTERIES];
    int batteries;
    uint16_t seen_ground, seen_sides, seen_armies; /* those that have their row */
};

static inline struct bay_reading *bay_reading_of(const struct tc_reading *r)
{
    return r->own;
}

static inline struct bay_book *bay_book_being_read(const struct tc_reading *r)
{
    return (struct bay_book *)(void *)r->book;
}

extern const char *const bay_army_words[], *const bay_ground_words[], *const bay_edge_words[];

extern const struct tc_key bay_scenario_keys[];       /* schema_armies.c */
void bay_begin_map(struct tc_reading *r, void *book); /* schema_map.c */
void bay_end_map(struct tc_reading *r, void *book);
void bay_begin_scenario(struct tc_reading *r, void *book);
void bay_end_scenario(struct tc_reading *r, void *book);
#define bay_map_keys tc_hexfile_keys

/* A unit of the brigade being read, or with `battery` a battery, into the book. */
void bay_put_unit(struct tc_reading *r, const struct bay_unit_file *f, bool battery);
extern const struct tc_mapping bay_brigade_shape, bay_battery_shape; /* schema_units.c */

/* A hex under a key of what is being read (NULL: that itself), as ccrr; TC_NONE with a report.
 */
int16_t bay_put_hex(struct tc_reading *r, const char *key, const char *text, const char *what);

/* The index of a Wing of the side being read; 0 with a report at `key` where there is none. */
int bay_find_wing(struct tc_reading *r, const char *name, const char *key);

/* What no single line shows: names told twice, colours of two camps, hexes that cannot be
 * shared. */
void bay_check_book(struct tc_reading *r);

#endif
