/* book/hexmap.h - hex maps as people draw them: rows of letters, a legend, hexsides, names.
 *
 * One letter a hex, one row of the file a row of the map; spaces are for the eye. Every second
 * row lies half a hex to the right, as on paper. Hexsides are listed as `1203:e,ne` from the
 * hex they are seen from.
 */
#ifndef BOOK_HEXMAP_H
#define BOOK_HEXMAP_H

#include "board/hex.h"
#include "book/schema.h"
#include "kernel/scene.h"

struct book_legend {
    const char *letter, *terrain;
};

struct book_hexside {
    const char *feature, *name;
    const char **at;
    unsigned at_count;
    bool *both; /* works that protect both sides */
};

struct book_place {
    const char *name;
    const char **hexes;
    unsigned hexes_count;
};

struct book_hexmap {
    struct book_head head;
    const char **rows;
    unsigned rows_count;
    struct book_legend *legend;
    unsigned legend_count;
    struct book_hexside *sides;
    unsigned sides_count;
    struct book_place *places;
    unsigned places_count;
};

extern const cyaml_schema_value_t book_string_schema;
extern const cyaml_schema_value_t book_hexmap_schema;
extern const struct book_limit book_hexmap_limits[];

/* The system's words, in the order of its enums, ended by NULL. pairs: bit b set when feature b
 * protects the hex it is seen from and b + 1 the other one. */
struct book_hexwords {
    const char *const *terrain, *const *feature;
    uint16_t pairs;
    struct tc_hexlayout layout; /* columns and rows are taken from the drawing */
};

/* Build the map; every fault is reported with its row or entry. */
void book_hexmap_fill(struct book_reader *rd, const struct book_hexmap *raw,
                      const struct book_hexwords *w, struct tc_hexmap *out);

/* Names of places and of named hexsides, as grounds of the kinds "name" and "name of water"
 * that the scene shows as words alone; from n on, at most room of them. Names that begin with
 * a system's mark, such as "level-", are its own, left out. Gives the new n. */
int book_hexmap_names(struct book_reader *rd, const struct book_hexmap *raw,
                      const struct tc_hexmap *m, const char *mark, struct tc_ground *out, int n,
                      int room);

/* A hex written ccrr; TC_NONE with a report when it is none. what names it in the message. */
tc_hex book_hex(struct book_reader *rd, const struct tc_hexmap *m, const char *text,
                const struct book_node *at, const char *what);

#endif
