/* board/drill.h - the moves of an oriented rectangle, and what a wheel costs.
 *
 * Here: where a rectangle stands after one movement.  Whether it may: the rules.
 * All functions are pure; turns to the right are positive.
 */
#ifndef TC_BOARD_DRILL_H
#define TC_BOARD_DRILL_H

#include "board/plane.h"

/* Straight ahead by d; back if d < 0 (N-GEO-10, M-GEO-29). */
struct tc_rect tc_march(struct tc_rect r, int32_t d);

/* By d along a heading, facing kept (M-GEO-24, break-off, displacement). */
struct tc_rect tc_move(struct tc_rect r, uint16_t heading, int32_t d);

/* Sideways by s, right if positive (M-GEO-28). */
struct tc_rect tc_side_step(struct tc_rect r, int32_t s);

/* By |s| ahead and s to the right, left if negative (M-GEO-27). */
struct tc_rect tc_incline(struct tc_rect r, int32_t s);

/* Turn about a corner, which stays fixed to the mil.  (TC_FL, -t) wheels left and
 * (TC_FR, +t) right; the other signs, or rear corners, wheel backward. */
struct tc_rect tc_wheel(struct tc_rect r, enum tc_corner pivot, int32_t turn);

/* Forward wheels: left about FL, right about FR (N-GEO-11a, M-GEO-25). */
static inline struct tc_rect tc_wheel_left(struct tc_rect r, int32_t t)
{
    return tc_wheel(r, TC_FL, -t);
}
static inline struct tc_rect tc_wheel_right(struct tc_rect r, int32_t t)
{
    return tc_wheel(r, TC_FR, t);
}

/* Turn as a rigid body about any point of the table (M-GEO-59). */
struct tc_rect tc_revolve(struct tc_rect r, struct tc_pt about, int32_t turn);

/* Front becomes rear; the same corners exactly (M-GEO-30). */
struct tc_rect tc_about_face(struct tc_rect r);

/* Turn on the centre to a new facing, w and d kept (N-GEO-22d, M-GEO-34). */
struct tc_rect tc_turn_on_centre(struct tc_rect r, uint16_t facing);

/* Face another side of the ground held: quarters 1 right, 2 rear, 3 or -1 left; w and d
 * change places for odd quarters (P-GEO-13).  The ground is the same to 1 mil. */
struct tc_rect tc_face_side(struct tc_rect r, int quarters);

/* How a system writes 2*pi: num/den. */
struct tc_tau {
    int32_t num, den;
};
#define TC_TAU_710_113 ((struct tc_tau){ 710, 113 })      /* N-GEO-11b, P-GEO-11 */
#define TC_TAU_411775  ((struct tc_tau){ 411775, 65536 }) /* M-GEO-26            */

/* Cost of a wheel of a front w by t brads: the arc of the moving corner, rounded up. */
int32_t tc_wheel_cost(int32_t w, int32_t t, struct tc_tau tau);

/* The greatest t whose wheel costs no more than the allowance; at most 65535. */
int32_t tc_wheel_most(int32_t w, int32_t allowance, struct tc_tau tau);

/* The wheel (negative: left about FL, positive: right about FR) after which the anchor
 * faces p as nearly as whole brads allow. It is 0 if p is dead ahead or on the anchor, and
 * where no wheel of at most a quarter turn faces it. */
int32_t tc_wheel_to_face(const struct tc_rect *r, struct tc_pt p);

/* How many samples a turn has at this step, the end included (256: N-GEO-12). */
int32_t tc_wheel_samples(int32_t turn, int32_t step);

/* The turn made at sample i of 1..tc_wheel_samples; the last is the turn itself. */
int32_t tc_wheel_sample(int32_t turn, int32_t step, int32_t i);

/* A square-up against an edge of a target (N-GEO-20d, P-GEO-20d): facing the inward
 * normal, front edge flush with edge side (0 front, 1 right, 2 rear, 3 left) of the
 * target, lateral offset kept. */
struct tc_rect tc_square_up(struct tc_rect r, const struct tc_rect *target, int side);

/* The outward normal, as a heading, of edge side (0 front, 1 right, 2 rear, 3 left). */
uint16_t tc_edge_normal(const struct tc_rect *r, int side);

/* The ends of edge side (0 front, 1 right, 2 rear, 3 left), in clockwise order. */
void tc_edge_ends(const struct tc_box *b, int side, struct tc_pt *p, struct tc_pt *q);

#endif
