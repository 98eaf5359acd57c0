/* board/sweep.h - marches and wheels against other pieces.
 *
 * A march of d along a heading stands, after travel s, at the place of tc_move(r, h, s).
 * Distances of first approach are exact for these places: the answer is that of a walk
 * in steps of 1 mil, but it is computed.  The region swept by a march is the hull of its
 * first and last place.  Boxes may be degenerate (points, segments).  All pure.
 *
 * Cost: under a microsecond, but a march at an odd angle that grazes a piece, its gap
 * staying within about 3 mil of r for a long way, is tested mil by mil along that way.
 */
#ifndef TC_BOARD_SWEEP_H
#define TC_BOARD_SWEEP_H

#include "board/plane.h"

/* The least travel s in 0..max after which the gap to b is <= r; -1 if none.
 * First contact is this with the system's contact tolerance as r. */
int32_t tc_sweep_reach(const struct tc_box *a, uint16_t heading, int32_t max,
                       const struct tc_box *b, int32_t r);

/* The greatest d in 0..max such that the gap to b is >= r after every travel 0..d;
 * -1 if it is less already at the start (N-GEO-12). */
int32_t tc_sweep_clear(const struct tc_box *a, uint16_t heading, int32_t max,
                       const struct tc_box *b, int32_t r);

/* Many at once: least tc_sweep_reach over boxes not in skip (n bits or NULL); *which is
 * the first box that gives it; -1 if none. */
int32_t tc_sweep_first(const struct tc_box *a, uint16_t heading, int32_t max,
                       const struct tc_box *boxes, int n, const uint64_t *skip, int32_t r,
                       int *which);

/* Does the region swept by a march of d meet the interior of b, more than eps deep? */
bool tc_sweep_overlap(const struct tc_box *a, uint16_t heading, int32_t d,
                      const struct tc_box *b, int32_t eps);

/* Does the region swept by a march of d come within r of b? */
bool tc_sweep_within(const struct tc_box *a, uint16_t heading, int32_t d,
                     const struct tc_box *b, int32_t r);

/* Two marches at once in n = max(da, db) equal steps, standing at da*i/n and db*i/n
 * rounded down: the least i with gap <= r; -1 if none (M-GEO-38). */
int32_t tc_sweep_meet(const struct tc_box *a, uint16_t ha, int32_t da, const struct tc_box *b,
                      uint16_t hb, int32_t db, int32_t r);

/* Is the gap to b >= r at every sample of a wheel (each step brads and the end)? */
bool tc_wheel_clear(struct tc_rect a, enum tc_corner pivot, int32_t turn, int32_t step,
                    const struct tc_box *b, int32_t r);

/* Does some sample of a wheel overlap b more than eps deep? */
bool tc_wheel_overlap(struct tc_rect a, enum tc_corner pivot, int32_t turn, int32_t step,
                      const struct tc_box *b, int32_t eps);

/* The table from (0,0) to (w,h), edges included. */
struct tc_table {
    int32_t w, h;
};

/* Is the box wholly on the table? */
bool tc_on_table(const struct tc_box *b, struct tc_table t);

/* Is the point on the table? */
bool tc_point_on_table(struct tc_pt p, struct tc_table t);

/* The greatest d in 0..max such that the box is wholly on the table after every travel
 * 0..d; -1 if it is not so at the start. */
int32_t tc_sweep_table(const struct tc_box *a, uint16_t heading, int32_t max,
                       struct tc_table t);

/* The least d in 0..max after which the box is wholly on the table; -1 if none (entry,
 * N-GEO-31). */
int32_t tc_sweep_enter(const struct tc_box *a, uint16_t heading, int32_t max,
                       struct tc_table t);

/* The least d in 0..max after which the point is off the table; -1 if none. */
int32_t tc_point_leaves(struct tc_pt p, uint16_t heading, int32_t max, struct tc_table t);

#endif
