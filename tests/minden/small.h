/* tests/minden/small.h - a small battle by hand for tests of minden: no files needed.
 *
 * A table of 48 by 36 inches with a wood, a hill, a village and a wall. Side 0 faces north from
 * the southern edge, side 1 faces south. Tests may copy the book and change it, then call
 * min_book_finish again.
 */
#ifndef TEST_MINDEN_SMALL_H
#define TEST_MINDEN_SMALL_H

#include "rules/minden/state.h"

/* Units by number, the same on both sides: add SMALL_SIDE for side 1. */
enum {
    SMALL_FOOT_A,  /* line infantry, 24 figures, trained */
    SMALL_FOOT_B,  /* line infantry, 24 figures, veteran */
    SMALL_FOOT_C,  /* line infantry, 12 figures, green */
    SMALL_LIGHT,   /* light infantry, 7 figures, rifles */
    SMALL_HORSE_A, /* line cavalry, 7 figures */
    SMALL_HORSE_B, /* line cavalry, 7 figures, same regiment */
    SMALL_HUSSARS, /* light cavalry, 7 figures */
    SMALL_GUNS,    /* two medium guns */
    SMALL_SPARE,   /* the second gun, when split */
    SMALL_STAFF,   /* brigade commander of the foot */
    SMALL_ARMY,    /* army commander */
    SMALL_RESERVE, /* line infantry off the table, comes on in turn 2 */
    SMALL_SIDE
};

enum { SMALL_WOOD, SMALL_HILL, SMALL_VILLAGE, SMALL_WALL, SMALL_GROUNDS };

/* The book, filled afresh. */
void small_book(struct min_book *bk);

/* The state at its setup, already past the choice of the first side. */
void small_state(const struct min_book *bk, struct min_state *s);

#endif
