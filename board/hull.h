/* board/hull.h - the difference of two boxes as a convex polygon; private to board.
 *
 * The gap of boxes a and b is the distance from the origin to the set of all b - a. That
 * set is a polygon whose edges are the edges of both boxes; if a marches by x, its gap
 * is the distance from x to the same polygon.  All gaps, overlaps and sweeps rest on it.
 */
#ifndef TC_BOARD_HULL_H
#define TC_BOARD_HULL_H

#include "board/plane.h"

/* Vertices anticlockwise; v[n] repeats v[0]. */
struct tc_hull {
    int n;
    struct tc_pt v[11];
};

/* Fill the hull of b - a, where a has been swept along `way` (0,0: not at all). */
void tc_hull_make(struct tc_hull *h, const struct tc_box *a, const struct tc_box *b,
                  struct tc_pt way);

/* Is the distance from x to the hull <= r (or < r if strict)? */
bool tc_hull_near(const struct tc_hull *h, struct tc_pt x, int32_t r, bool strict);

/* The exact squared distance from x to the hull. */
struct tc_gap tc_hull_gap(const struct tc_hull *h, struct tc_pt x);

/* Is the origin inside the hull, more than eps from its edges? */
bool tc_hull_deep(const struct tc_hull *h, int32_t eps);

/* Travels lo..hi; none if lo > hi. */
struct tc_span {
    int64_t lo, hi;
};

/* Travels in 0..max outside of which a march from the origin along f is surely, at every
 * whole mil and between, more than r + 1 from the hull. */
struct tc_span tc_hull_band(const struct tc_hull *h, struct tc_dir f, int32_t max, int32_t r);

/* Has the box an interior? */
bool tc_box_is_solid(const struct tc_box *b);

/* Fill a segment box without its facing: cheap, for distances only. */
void tc_box_thin(struct tc_box *b, struct tc_pt p, struct tc_pt q);

#endif
