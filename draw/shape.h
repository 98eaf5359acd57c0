/* draw/shape.h - points and polygons on the sheet, and a die for ornament.
 *
 * Here: geometry of pictures in pixels, y downwards. Not here: geometry of rules (board/).
 */
#ifndef DRAW_SHAPE_H
#define DRAW_SHAPE_H

#include "kernel/base.h"

enum { DRAW_SHAPE_POINTS = 2048 };

struct draw_pt {
    double x, y;
};

struct draw_shape {
    int n;
    bool closed;
    struct draw_pt p[DRAW_SHAPE_POINTS];
};

/* A point of an outline walked in even steps, with the unit normal on its left hand (for a
 * closed shape: outwards). */
struct draw_step {
    struct draw_pt at, normal;
};

/* Ornament is drawn by a die seeded from the geometry, so that it never changes. */
struct draw_die {
    uint64_t state;
};

struct draw_die draw_die_of(uint64_t seed);

/* The next number, from a (included) to b. */
double draw_roll(struct draw_die *die, double a, double b);

/* Add a point; a full shape stays as it is. */
void draw_shape_add(struct draw_shape *s, double x, double y);

/* Even-odd. */
bool draw_inside(const struct draw_shape *s, struct draw_pt p);

/* Distance to the outline; for an empty shape very large. */
double draw_distance(const struct draw_shape *s, struct draw_pt p);

double draw_length(const struct draw_shape *s);

void draw_bounds(const struct draw_shape *s, struct draw_pt *low, struct draw_pt *high);

/* The middle of the corners; of an open line, the point half-way along it. */
struct draw_pt draw_middle(const struct draw_shape *s);

/* The direction of the longest edge, in radians. */
double draw_grain(const struct draw_shape *s);

/* Copy with corners rounded by arcs that start at most `radius` from the corner. */
void draw_round_corners(const struct draw_shape *from, double radius, struct draw_shape *out);

/* Walk the outline in steps of about `gap` with normals smoothed over corners. Returns how
 * many steps were stored. */
int draw_walk(const struct draw_shape *s, double gap, struct draw_step *out, int room);

#endif
