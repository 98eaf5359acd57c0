/* board/lines.h - two armies as bodies on the ground, for computer players.
 *
 * The eyes of the systems fill in who stands where and what it is worth. What all of them have
 * in common is here: who bears on whom, whose flank is open, who stands alone, who is broken
 * within the enemy's reach, who is near the ground worth having.
 */
#ifndef TC_LINES_H
#define TC_LINES_H

#include "board/hex.h"
#include "kernel/base.h"

enum { TC_LINE_BODIES = 400, TC_LINE_GOALS = 64 };

struct tc_line_body {
    int32_t x, y;   /* thousandths of an inch, or of a hex */
    int32_t dx, dy; /* ahead, of length 1024; both 0: it looks all round */
    int32_t reach;  /* how near an enemy must be to be fought */
    int32_t range;  /* how far it shoots, if that is farther */
    int32_t stand;  /* how near it comes by itself: where its fire tells (staff.h) */
    int16_t power;  /* what it is worth in a fight */
    uint8_t side;
    uint8_t steady;        /* fit to fight */
    uint8_t gun;           /* fights from where it stands */
    int16_t unit, command; /* for staffs (staff.h) */
};

struct tc_line_goal {
    int32_t x, y;
    int16_t points[TC_SIDES];
};

struct tc_lines {
    int bodies, goals;
    int32_t field; /* how far apart armies are that have nothing to do with each other */
    struct tc_line_body body[TC_LINE_BODIES];
    struct tc_line_goal goal[TC_LINE_GOALS];
};

/* A new body of a side, all else 0; NULL when there is no more room. */
struct tc_line_body *tc_line_body(struct tc_lines *l, int side);
void tc_line_goal(struct tc_lines *l, int32_t x, int32_t y, int mine, int theirs);

/* Where a hex lies, and what a body there looks at: half 2d is direction d, 2d + 1 the vertex
 * between d and d + 1. */
void tc_line_hex_place(struct tc_hexvec v, int32_t *x, int32_t *y);
void tc_line_hex_ahead(enum tc_hexwind w, int half, struct tc_line_body *b);

/* Roughly the distance of two points: within a few parts in a hundred. */
int32_t tc_line_apart(int32_t dx, int32_t dy);

/* How squarely (dx, dy), d away, lies ahead of a body: -1024 to 1024. */
int tc_line_ahead_of(const struct tc_line_body *b, int32_t dx, int32_t dy, int32_t d);

/* How the lines stand against each other: -1000 to 1000, side 1 the negative of side 0. */
int tc_lines_stand(const struct tc_lines *l);

/* Whose the ground worth having is likely to be, by what stands near it: its points in
 * hundredths, for side 0 from +all to -all. */
int tc_lines_nearness(const struct tc_lines *l);

/* Which part of all that is fit to fight is more on side 0, in thousandths. */
int tc_lines_more(const struct tc_lines *l);

/* How much of a side is where it can fight: 0 to 1000. Not antisymmetric. */
int tc_lines_pressing(const struct tc_lines *l, int side);

#endif
