/* board/sight.h - arcs of fire, fans before the front, lines of sight.
 *
 * All functions are pure and exact unless they say otherwise.
 */
#ifndef TC_BOARD_SIGHT_H
#define TC_BOARD_SIGHT_H

#include "board/area.h"
#include "board/plane.h"

/* --- arcs --- */

/* Is some point of the target strictly forward of the front edge line (N-GEO-16a)? */
bool tc_arc_front(const struct tc_box *b, const struct tc_box *target);

/* Is some point of the target strictly forward of the front edge line, and between two rays,
 * those included (N-GEO-16b, P-GEO-15)? One leaves FL, turned half to the left, the other FR,
 * turned half to the right.  half 0..16383; more is tc_arc_front. */
bool tc_arc_cone(const struct tc_box *b, const struct tc_box *target, int32_t half);

/* The same from side 0 front, 1 right, 2 rear, 3 left of a square, bounded by its
 * diagonals (N-GEO-16c). */
bool tc_arc_side(const struct tc_rect *square, int side, const struct tc_box *target);

/* Is p at an angle of at most half (0..32768) from a heading, seen from apex?  The apex
 * itself is. */
bool tc_in_wedge(struct tc_pt apex, uint16_t heading, int32_t half, struct tc_pt p);

/* Does the target meet the strip (slope 0) or the fan widened by 45 degrees (slope 1)
 * of the given depth before the front edge, edges included (M-GEO-16)? */
bool tc_in_fan(const struct tc_box *b, int slope, int32_t depth, const struct tc_box *target);

/* Does the ray from p along a heading meet the closed target within range? */
bool tc_ray_meets(struct tc_pt p, uint16_t heading, int32_t range, const struct tc_box *target);

/* Bit i is set if the ray straight ahead from the front centre of file i (at most 64)
 * meets the target within range (N-GEO-17). */
uint64_t tc_files_ahead(const struct tc_box *b, int32_t files, const struct tc_box *target,
                        int32_t range);

/* --- sight --- */

/* Does the segment p-q meet the interior of the box? */
bool tc_box_cut(const struct tc_box *b, struct tc_pt p, struct tc_pt q);

/* The length of p-q inside the box, rounded down. */
int32_t tc_box_cut_length(const struct tc_box *b, struct tc_pt p, struct tc_pt q);

/* What may block: boxes and polygons, less those whose bit is set in skip (or NULL). A
 * piece blocks if the segment runs in its interior for more than slack mil; slack 0:
 * if it meets the interior at all. */
struct tc_screen {
    const struct tc_box *box;
    const struct tc_shape *poly;
    const uint64_t *skip_box, *skip_poly;
    int32_t boxes, polys;
    int32_t slack;
};

/* Is the segment p-q free of every blocker?  The same for q-p. */
bool tc_sight(const struct tc_screen *s, struct tc_pt p, struct tc_pt q);

/* The first blocker of p-q: its index, polygons counted after boxes; -1 if none. */
int tc_sight_blocker(const struct tc_screen *s, struct tc_pt p, struct tc_pt q);

enum { TC_EYES = 3, TC_MARKS = 9 };

/* Points seen from: anchor, FL, FR (N-GEO-19). */
void tc_eyes(const struct tc_box *b, struct tc_pt out[TC_EYES]);

/* Points looked at: centre, four corners, four edge midpoints; the first five are the
 * centre and the corners (M-GEO-49). */
void tc_marks(const struct tc_box *b, struct tc_pt out[TC_MARKS]);

/* Is some segment from one of the eyes to one of the marks free?  The caller skips the
 * two boxes themselves. */
bool tc_sees(const struct tc_screen *s, const struct tc_pt *eyes, int n_eyes,
             const struct tc_pt *marks, int n_marks);

/* The usual case: tc_eyes of a to tc_marks of b. */
bool tc_box_sees(const struct tc_screen *s, const struct tc_box *a, const struct tc_box *b);

#endif
