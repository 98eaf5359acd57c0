/* board/hexfile.h - hex maps as people draw them: rows of letters, a legend, hexsides, places.
 *
 * One letter a hex, one row of the file a row of the map; spaces are for the eye. Every second
 * row lies half a hex to the right, as on paper. Hexsides are listed as `1203:e,ne` from the
 * hex they are seen from. For a system's schema: its map has the keys tc_hexfile_keys, its
 * `own` bytes begin with a struct tc_hexfile, and the functions of the mapping call
 * tc_hexfile_begin (put) and tc_hexfile_end (done).
 */
#ifndef TC_HEXFILE_H
#define TC_HEXFILE_H

#include "board/hex.h"
#include "kernel/scene.h"
#include "kernel/schema.h"

enum { TC_HEXFILE_LETTERS = 32, TC_HEXFILE_PLACES = 64, TC_HEXFILE_HEXES = 40 };

/* The system's words, in the order of its enums, ended by NULL. pairs: bit b set when feature b
 * protects the hex it is seen from and b + 1 the other one. */
struct tc_hexwords {
    const char *const *terrain, *const *feature;
    uint16_t pairs;
    struct tc_hexlayout layout; /* columns and rows are taken from the drawing */
};

struct tc_hexplace {
    const char *name, *kind; /* "name", or "name of water" */
    tc_hex hex[TC_HEXFILE_HEXES];
    int hexes;
};

struct tc_hexfile {
    const struct tc_hexwords *words;
    struct tc_hexmap *map;
    const struct book_node *root;
    const char *row[TC_HEX_SIDE_MAX];
    int rows, letters;
    char letter[TC_HEXFILE_LETTERS];
    uint8_t terrain[TC_HEXFILE_LETTERS];
    bool drawn, bad;
    int feature; /* of the hexsides being read */
    bool both;
    struct tc_hexplace place[TC_HEXFILE_PLACES], water[TC_HEXFILE_PLACES]; /* water: hexsides */
    int places, waters;
};

extern const struct tc_key tc_hexfile_keys[];

void tc_hexfile_begin(struct tc_reading *r, const struct tc_hexwords *words,
                      struct tc_hexmap *map);
void tc_hexfile_end(struct tc_reading *r);

/* A hex written ccrr; TC_NONE with a report at what is being read when it is none. what names
 * it in the message. */
tc_hex tc_hexfile_hex(struct tc_reading *r, const struct tc_hexmap *m, const char *text,
                      const char *what);

/* Names of places and of named hexsides, as grounds that the scene shows as words alone; from n
 * on, at most room of them. Names that begin with a system's mark, such as "level-", are its
 * own, left out. Gives the new n. */
int tc_hexfile_names(struct tc_reading *r, const char *mark, struct tc_ground *out, int n,
                     int room);

#endif
