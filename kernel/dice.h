/* kernel/dice.h - dice are an input.
 *
 * Face n of a game is a function of (secret seed, n): fair, the same everywhere, and never
 * taken back. Faces are what a person reads off the die.
 */
#ifndef TC_DICE_H
#define TC_DICE_H

#include "kernel/base.h"

enum tc_die {
    TC_D6,        /* 1..6 */
    TC_D10,       /* 0..9 */
    TC_AVERAGE,   /* 2 3 3 4 4 5 */
    TC_SCATTER,   /* 1..6, read by its own table */
    TC_DIRECTION, /* 1..8 */
    TC_D100,      /* 0..99 */
    TC_DICE
};

/* How a die is made: its distinct faces in rising order and how many sides show each. */
struct tc_die_kind {
    const char *name;
    uint8_t sides; /* equally likely */
    uint8_t faces; /* different ones */
    int8_t low, high;
    const char *said; /* in a sentence */
};

extern const struct tc_die_kind tc_die_kind[TC_DICE];

/* The face on side i (0-based) of a die. */
int tc_die_face(enum tc_die die, int side);

/* How many sides show this face; 0 if none does. */
int tc_die_weight(enum tc_die die, int face);

/* A stream of faces: 128 bits of seed and the number of the next draw. */
struct tc_stream {
    uint64_t seed[2];
    uint64_t next;
};

/* A stream from one number, for tests, studies and forks. */
struct tc_stream tc_stream_from(uint64_t seed);

/* A fair number 0 .. n-1, taking exactly one place in the stream. n >= 1. */
uint32_t tc_draw(struct tc_stream *s, uint32_t n);

/* A fair face of a die. */
int tc_draw_face(struct tc_stream *s, enum tc_die die);

#endif
