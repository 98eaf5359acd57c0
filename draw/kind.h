/* draw/kind.h - words for ground, and how each is shown. */
#ifndef DRAW_KIND_H
#define DRAW_KIND_H

#include "kernel/scene.h"

/* In the order they are drawn, lowest first. */
enum draw_kind {
    DRAW_HILL,
    DRAW_FIELD,
    DRAW_ROUGH,
    DRAW_MARSH,
    DRAW_WATER,
    DRAW_STREAM,
    DRAW_ROAD,
    DRAW_FORD,
    DRAW_BRIDGE,
    DRAW_OTHER,
    DRAW_VILLAGE,
    DRAW_ORCHARD,
    DRAW_WOOD,
    DRAW_DITCH,
    DRAW_HEDGE,
    DRAW_WALL,
    DRAW_ABATIS,
    DRAW_WORKS,
    DRAW_CLIFF,
    DRAW_KINDS
};

/* The sort of ground a word means: "dense wood" and "forest" are DRAW_WOOD; DRAW_OTHER for
 * words we do not know, DRAW_KINDS for a mere "name" or "name of water", which is written and
 * not drawn. */
enum draw_kind draw_kind_of(const char *kind);

/* Its letter on the terminal map, ASCII. */
char draw_kind_letter(enum draw_kind kind);

/* The word for people. */
const char *draw_kind_word(enum draw_kind kind);

/* "foot", "light horse" ...; "troops" for a number that is none. */
const char *draw_arm_word(unsigned arm);

#endif
