/* board/plane.h - the free table: points, angles, oriented rectangles, gaps.
 *
 * Here: sines, bearings, rectangles and their derived boxes, frames, zones, distances.
 * Not here: moves (drill.h), marches against other pieces (sweep.h), arcs and sight
 * (sight.h), terrain (area.h).
 *
 * Units: lengths in mil (1/1000 inch), angles in brads (1/65536 turn, 0 = north = +y,
 * clockwise, 16384 = east).  Coordinates lie within +-2^20, lengths below 2^20.
 * Corners are rounded once; everything after that is exact integer arithmetic on the
 * rounded corners, so answers are the same from both sides and do not change when the
 * table is shifted or turned by quarters.  All functions are pure.
 */
#ifndef TC_BOARD_PLANE_H
#define TC_BOARD_PLANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TC_QUARTER = 16384, TC_HALF = 32768 };

/* A place on the table. */
struct tc_pt {
    int32_t x, y;
};

/* A unit vector scaled by 2^30. */
struct tc_dir {
    int32_t x, y;
};

/* --- angles --- */

/* The sine of a, scaled by 2^30, rounded to nearest. */
int32_t tc_sin(uint16_t a);

/* The cosine of a, scaled by 2^30, rounded to nearest. */
int32_t tc_cos(uint16_t a);

/* The forward vector of a heading: (sin a, cos a). */
struct tc_dir tc_forward_of(uint16_t a);

/* The right-hand vector of a heading: (cos a, -sin a). */
struct tc_dir tc_right_of(uint16_t a);

/* d * unit / 2^30, to nearest, ties away from zero. */
int32_t tc_along(int32_t d, int32_t unit);

/* The point d ahead of p along heading a (behind it if d < 0). */
struct tc_pt tc_step(struct tc_pt p, uint16_t a, int32_t d);

/* The bearing from one point to another, to the nearest brad; 0 if they coincide. */
uint16_t tc_bearing(struct tc_pt from, struct tc_pt to);

/* The bearing of the vector (x, y), to the nearest brad; 0 for the null vector. */
uint16_t tc_bearing_of(int64_t x, int64_t y);

/* The turn that leads from heading a to heading b: -32768..32767, right is positive. */
int32_t tc_turn(uint16_t a, uint16_t b);

/* The angle between two headings: 0..32768. */
int32_t tc_apart(uint16_t a, uint16_t b);

/* The integer square root, rounded down. */
uint32_t tc_isqrt(uint64_t n);

/* The exact squared distance of two points. */
int64_t tc_dist2(struct tc_pt a, struct tc_pt b);

/* The distance of two points, rounded down. */
int32_t tc_dist(struct tc_pt a, struct tc_pt b);

/* --- rectangles --- */

/* A rectangle as game states keep it: (x, y) is the anchor, the middle of the front
 * edge; facing is the outward direction of that edge; w and d are width and depth. */
struct tc_rect {
    int32_t x, y;
    int32_t w, d;
    uint16_t facing;
    uint16_t zero; /* explicit padding, always 0 */
};

/* Corners in clockwise order as seen from above. */
enum tc_corner { TC_FL, TC_FR, TC_RR, TC_RL };

/* What is derived from a rectangle by tc_box_make.  A box may be degenerate (a point or
 * a segment); then it has no interior, but distances and sweeps work. */
struct tc_box {
    int32_t cx2, cy2;                   /* twice the exact centre            */
    int32_t rad2;                       /* no less than twice the half diagonal */
    int32_t min_x, min_y, max_x, max_y; /* bounds of the corners             */
    struct tc_pt c[4];                  /* by enum tc_corner                 */
    struct tc_pt anchor, centre;
    struct tc_dir f; /* forward; right is (f.y, -f.x)     */
    int32_t w, d;
    uint16_t facing;
    uint16_t zero;
};

/* The rectangle with this anchor, facing and size. */
struct tc_rect tc_rect_at(struct tc_pt anchor, uint16_t facing, int32_t w, int32_t d);

/* The rectangle with this centre (its anchor is rounded), facing and size. */
struct tc_rect tc_rect_about(struct tc_pt centre, uint16_t facing, int32_t w, int32_t d);

/* The rectangle that has the given corner at a point: for refused flanks and joints. */
struct tc_rect tc_rect_hung(enum tc_corner which, struct tc_pt at, uint16_t facing, int32_t w,
                            int32_t d);

/* The rectangle of the same width straight ahead of the front edge, depth deep. */
struct tc_rect tc_rect_strip(const struct tc_rect *r, int32_t depth);

/* The anchor of a rectangle. */
static inline struct tc_pt tc_rect_anchor(const struct tc_rect *r)
{
    return (struct tc_pt){ r->x, r->y };
}

/* The centre of a rectangle: anchor - F*d/2, rounded. */
struct tc_pt tc_rect_centre(const struct tc_rect *r);

/* Fill a box from a rectangle. */
void tc_box_make(struct tc_box *b, const struct tc_rect *r);

/* Fill a degenerate box: one point (leaders, messengers), facing north. */
void tc_box_point(struct tc_box *b, struct tc_pt p);

/* Fill a degenerate box: the segment p-q (terrain lines, front edges), facing along
 * the left-hand normal of p-q, so that p is TC_FL and q is TC_FR. */
void tc_box_segment(struct tc_box *b, struct tc_pt p, struct tc_pt q);

/* Fill a degenerate box with the front edge FL-FR of another, same facing. */
void tc_box_front(struct tc_box *b, const struct tc_box *of);

/* Shift a box by whole mils; same result as making it at the shifted place. */
void tc_box_shift(struct tc_box *b, int32_t dx, int32_t dy);

/* --- the frame of a box --- */

/* Forward coordinate of p from the anchor, exact, scaled by 2^30. */
int64_t tc_forward(const struct tc_box *b, struct tc_pt p);

/* Lateral coordinate of p from the anchor (right is positive), exact, scaled by 2^30. */
int64_t tc_lateral(const struct tc_box *b, struct tc_pt p);

/* A point in the frame of a box: u to the right, v forward of the anchor. */
struct tc_uv {
    int32_t u, v;
};

/* p in the frame of the box, to the nearest mil, ties away from zero. */
struct tc_uv tc_frame(const struct tc_box *b, struct tc_pt p);

/* The table point at u right and v forward of the anchor. */
struct tc_pt tc_place(const struct tc_box *b, int32_t u, int32_t v);

/* The front centre of file i (0 = leftmost) of a front of equal files. */
struct tc_pt tc_file_front(const struct tc_box *b, int32_t files, int32_t i);

enum tc_zone { TC_ZONE_FRONT, TC_ZONE_FLANK, TC_ZONE_REAR };

/* The zone of p (N-GEO-14, P-GEO-14): FRONT if v >= -front_tol, else REAR if
 * v <= -d + rear_tol, else FLANK; exact. */
enum tc_zone tc_zone_of(const struct tc_box *b, struct tc_pt p, int32_t front_tol,
                        int32_t rear_tol);

/* Is p directly behind the box: |u| <= w/2 and v <= -d + tol (M-GEO-35)?  Exact. */
bool tc_is_behind(const struct tc_box *b, struct tc_pt p, int32_t tol);

/* Is p in the closed box? */
bool tc_box_has(const struct tc_box *b, struct tc_pt p);

/* Is p in the open box, off its edges? */
bool tc_box_has_inside(const struct tc_box *b, struct tc_pt p);

/* --- gaps: least distances of closed boxes --- */

/* True only if two boxes are surely more than r apart (bounding circles). */
static inline bool tc_box_far(const struct tc_box *a, const struct tc_box *b, int32_t r)
{
    int64_t x = a->cx2 - b->cx2, y = a->cy2 - b->cy2;
    int64_t reach = (int64_t)a->rad2 + b->rad2 + 2 * (int64_t)r;
    return reach < 0 || x * x + y * y > reach * reach;
}

/* Gap <= r, exact (0 <= r < 2^22).  "Touch" is this with the system's tolerance as r. */
bool tc_within(const struct tc_box *a, const struct tc_box *b, int32_t r);

/* Gap < r, exact. */
bool tc_nearer(const struct tc_box *a, const struct tc_box *b, int32_t r);

/* Gap from p to the box <= r, exact. */
bool tc_point_within(const struct tc_box *b, struct tc_pt p, int32_t r);

/* Gap from the segment p-q to the box <= r, exact. */
bool tc_segment_within(const struct tc_box *b, struct tc_pt p, struct tc_pt q, int32_t r);

/* Gap from the front edge of the firer to the target <= r, exact (N-GEO-18). */
bool tc_front_within(const struct tc_box *firer, const struct tc_box *target, int32_t r);

/* An exact squared distance: whole + rest/den, rest < den. */
struct tc_gap {
    uint64_t whole, rest, den;
};

/* The exact squared gap of two boxes; 0 if they share a point. */
struct tc_gap tc_gap_of(const struct tc_box *a, const struct tc_box *b);

/* The exact squared gap of a point and a box. */
struct tc_gap tc_gap_point(const struct tc_box *b, struct tc_pt p);

/* The exact squared gap of the firer's front edge and the target. */
struct tc_gap tc_gap_front(const struct tc_box *firer, const struct tc_box *target);

/* -1, 0 or 1 as a is less than, equal to or greater than b; exact. */
int tc_gap_cmp(struct tc_gap a, struct tc_gap b);

/* The distance itself, rounded down; for display and for jumps, not for "within". */
int32_t tc_gap_floor(struct tc_gap g);

/* The distance itself, rounded up. */
int32_t tc_gap_ceil(struct tc_gap g);

/* Do the interiors overlap, more than eps deep?  Depth is the shortest shift that parts
 * them; with eps 0 any common interior point counts, touching never does; exact. */
bool tc_overlap(const struct tc_box *a, const struct tc_box *b, int32_t eps);

/* Two solid boxes are surely no less than this apart; 0 if they may touch. Cheap. */
int32_t tc_box_parted(const struct tc_box *a, const struct tc_box *b);

/* The point of the box nearest to p, to the nearest mil; p itself if inside. */
struct tc_pt tc_nearest(const struct tc_box *b, struct tc_pt p);

/* The ends, to the nearest mil, of a shortest segment between two boxes that do not
 * overlap; both ends are alike (a common point) if they touch. */
void tc_closest(const struct tc_box *a, const struct tc_box *b, struct tc_pt *on_a,
                struct tc_pt *on_b);

/* Collect the indices of the boxes with gap <= r from one box, in order; returns how
 * many.  out must hold n; skip is a set of n bits or NULL. */
int tc_collect_within(const struct tc_box *one, const struct tc_box *boxes, int n,
                      const uint64_t *skip, int32_t r, int16_t *out);

#endif
