/* board/area.h - terrain: polygons and polylines against points, segments and boxes.
 *
 * A shape borrows its vertices.  tc_poly_* read it as a simple polygon, closed from the
 * last vertex to the first, in either order; tc_line_* read it as an open polyline.
 * All functions are pure; all but the lengths are exact.
 */
#ifndef TC_BOARD_AREA_H
#define TC_BOARD_AREA_H

#include "board/plane.h"

enum { TC_SHAPE_MAX = 64 }; /* most vertices of one shape */

struct tc_shape {
    const struct tc_pt *v;
    int32_t n;
    int32_t min_x, min_y, max_x, max_y;
};

/* Fill a shape from n vertices (2..TC_SHAPE_MAX, 3 at least for a polygon). */
void tc_shape_make(struct tc_shape *s, const struct tc_pt *v, int32_t n);

/* --- polygons --- */

enum tc_side { TC_OUTSIDE, TC_ON_EDGE, TC_INSIDE };

/* Where p lies: outside, exactly on the boundary, or in the open interior. */
enum tc_side tc_poly_side(const struct tc_shape *s, struct tc_pt p);

/* Is p in the closed polygon?  The boundary belongs to the polygon. */
bool tc_poly_has(const struct tc_shape *s, struct tc_pt p);

/* Does the segment p-q meet the open interior? */
bool tc_poly_cut(const struct tc_shape *s, struct tc_pt p, struct tc_pt q);

/* The length of p-q in the open interior, rounded down (to 1 mil a piece; M-GEO-49). */
int32_t tc_poly_cut_length(const struct tc_shape *s, struct tc_pt p, struct tc_pt q);

/* Does the segment p-q touch the boundary? */
bool tc_poly_edge_crossed(const struct tc_shape *s, struct tc_pt p, struct tc_pt q);

/* Is p no more than r from the boundary, on either side? */
bool tc_poly_edge_near(const struct tc_shape *s, struct tc_pt p, int32_t r);

/* Do the closed polygon and the closed box share a point? */
bool tc_poly_meets(const struct tc_shape *s, const struct tc_box *b);

/* Is the gap of the closed polygon and the box <= r? */
bool tc_poly_within(const struct tc_shape *s, const struct tc_box *b, int32_t r);

/* Does the region swept by a march of d meet the closed polygon? */
bool tc_poly_swept(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                   int32_t d);

/* The least travel s in 0..max after which the box is within r of the polygon; -1 if
 * none (stopping at impassable ground). */
int32_t tc_poly_reach(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                      int32_t max, int32_t r);

/* The least travel d in 1..max after which a point marching from p is on the other side
 * (tc_poly_has differs from its value at p); -1 if none (N-GEO-24). */
int32_t tc_poly_march(const struct tc_shape *s, struct tc_pt p, uint16_t heading, int32_t max);

/* --- polylines --- */

/* Does the segment p-q touch the line? */
bool tc_line_crossed(const struct tc_shape *s, struct tc_pt p, struct tc_pt q);

/* Is the gap of line and box <= r?  With tc_box_front: of its front edge (N-GEO-25). */
bool tc_line_within(const struct tc_shape *s, const struct tc_box *b, int32_t r);

/* Is p no more than r from the line? */
bool tc_line_near(const struct tc_shape *s, struct tc_pt p, int32_t r);

/* Is the line surely more than r from p? By the bounds of its segments: cheap, and false says
 * nothing. */
bool tc_line_aside(const struct tc_shape *s, struct tc_pt p, int32_t r);

/* Does the region swept by a march of d touch the line (P-GEO-19)? */
bool tc_line_swept(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                   int32_t d);

/* The least travel s in 0..max after which the box is within r of the line; -1 if
 * none. */
int32_t tc_line_reach(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                      int32_t max, int32_t r);

/* The least travel d in 1..max such that the step from the place after d-1 to the place
 * after d reaches the line (touching it only where the step begins does not count); -1
 * if none (M-GEO-54). */
int32_t tc_line_march(const struct tc_shape *s, struct tc_pt p, uint16_t heading, int32_t max);

/* How many mil of the front have the line within the strip of that depth straight ahead
 * (M-GEO-52); overlapping pieces count once; to 2 mil a piece. */
int32_t tc_line_cover(const struct tc_shape *s, const struct tc_box *b, int32_t depth);

/* The segment (0..n-2) of the line nearest to p; the first on ties. */
int32_t tc_line_nearest(const struct tc_shape *s, struct tc_pt p);

#endif
