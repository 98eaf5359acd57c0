/* board/crowd.h - many bodies on the free table: who may matter at all, how far bodies are
 * apart, what stops a march.
 *
 * The broad phase: a disc lies round a body: its middle is the body's anchor, and no point of
 * the body is farther from there than r. What a function here puts aside is surely out of
 * reach; what it lets pass is to be asked exactly. So the discs may be loose, and no answer of
 * the game hangs on them. A body is one box or several. A stop is how far a march gets because
 * of one other body; which bodies matter, and how, is each system's own rule. Units: mil,
 * within the bounds of plane.h.
 */
#ifndef TC_BOARD_CROWD_H
#define TC_BOARD_CROWD_H

#include "board/plane.h"

enum { TC_DISC_SLACK = 8 }; /* for what was rounded on the way */

struct tc_disc {
    int32_t x, y, r;
};

/* Is the point surely more than gap from the body? */
static inline bool tc_disc_off_point(struct tc_disc a, struct tc_pt p, int64_t gap)
{
    int64_t x = (int64_t)a.x - p.x, y = (int64_t)a.y - p.y, far = a.r + gap + TC_DISC_SLACK;

    return x * x + y * y > far * far;
}

/* Are two bodies surely more than gap apart? */
static inline bool tc_discs_apart(struct tc_disc a, struct tc_disc b, int64_t gap)
{
    return tc_disc_off_point(a, (struct tc_pt){ b.x, b.y }, b.r + gap);
}

/* Does the segment p-q surely miss the body? */
static inline bool tc_disc_off_segment(struct tc_disc a, struct tc_pt p, struct tc_pt q)
{
    int64_t dx = (int64_t)q.x - p.x, dy = (int64_t)q.y - p.y, r = a.r + TC_DISC_SLACK;
    int64_t x = (int64_t)a.x - p.x, y = (int64_t)a.y - p.y;
    int64_t w = dx < 0 ? -dx : dx, h = dy < 0 ? -dy : dy;
    int64_t len = w > h ? w + h / 2 : h + w / 2; /* no less than the length */
    int64_t ahead = dx * x + dy * y, aside = dx * y - dy * x;

    return aside > len * (r + 1) || aside < -len * (r + 1) || ahead < -len * (r + 1) ||
           ahead > dx * dx + dy * dy + len * (r + 1);
}

/* Is a number outside low..high, low being no more than high? In one comparison. */
static inline bool tc_outside(int32_t at, int32_t low, int32_t high)
{
    return (uint32_t)at - (uint32_t)low > (uint32_t)high - (uint32_t)low;
}

/* Boxes that were made, to be found again. A key is all that a box hangs on, and every box is
 * asked for by its key: so none can be stale. The second part of a key is never 0. */
enum { TC_KEPT = 256 };

struct tc_boxes {
    struct tc_kept {
        uint64_t key[3];
        struct tc_box box;
    } of[TC_KEPT];
};

/* The box with this key; *made is false when it has still to be made, there. It stays until the
 * next one is asked for. */
static inline struct tc_box *tc_box_kept(struct tc_boxes *k, uint64_t a, uint64_t b, uint64_t c,
                                         bool *made)
{
    struct tc_kept *at = &k->of[((a ^ b) * UINT64_C(0x9E3779B97F4A7C15)) >> 56];

    *made = at->key[0] == a && at->key[1] == b && at->key[2] == c;
    at->key[0] = a;
    at->key[1] = b;
    at->key[2] = c;
    return &at->box;
}

/* Parts of a key. */
static inline uint64_t tc_key_of(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* The least rectangle along the axes round something. */
struct tc_bounds {
    int32_t min_x, min_y, max_x, max_y;
};

/* Is the body surely more than gap from all within the bounds? */
static inline bool tc_disc_off_bounds(struct tc_disc a, struct tc_bounds b, int32_t gap)
{
    int32_t r = a.r + gap;

    return tc_outside(a.x, b.min_x - r, b.max_x + r) ||
           tc_outside(a.y, b.min_y - r, b.max_y + r);
}

/* The same for a disc round a point: quicker and looser than tc_disc_off_point. */
static inline bool tc_disc_off_square(struct tc_disc a, struct tc_pt p, int32_t gap)
{
    return tc_disc_off_bounds(a, (struct tc_bounds){ p.x, p.y, p.x, p.y }, gap);
}

/* A march: where it begins, which way (a unit vector), how far the marching body reaches from
 * there to its left and right, back and front (left and back are not above 0), and how far it
 * goes. */
struct tc_lane {
    struct tc_pt from;
    struct tc_dir f;
    int64_t left, right, back, front, length;
};

/* All that the march passes over lies within these bounds. */
static inline struct tc_bounds tc_lane_bounds(const struct tc_lane *l)
{
    struct tc_bounds b = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };

    for (int i = 0; i < 4; i++) {
        int64_t u = i & 1 ? l->left : l->right, v = i & 2 ? l->back : l->front + l->length;
        int32_t x = l->from.x + (int32_t)((u * l->f.y + v * l->f.x) >> 30);
        int32_t y = l->from.y + (int32_t)((v * l->f.y - u * l->f.x) >> 30);
        b.min_x = x < b.min_x ? x : b.min_x;
        b.min_y = y < b.min_y ? y : b.min_y;
        b.max_x = x > b.max_x ? x : b.max_x;
        b.max_y = y > b.max_y ? y : b.max_y;
    }
    b.min_x -= 2 * TC_DISC_SLACK;
    b.min_y -= 2 * TC_DISC_SLACK;
    b.max_x += 2 * TC_DISC_SLACK;
    b.max_y += 2 * TC_DISC_SLACK;
    return b;
}

/* Is the body surely more than gap from all that the march passes over? */
static inline bool tc_disc_off_lane(struct tc_disc a, const struct tc_lane *l, int64_t gap)
{
    int64_t x = (int64_t)a.x - l->from.x, y = (int64_t)a.y - l->from.y;
    int64_t r = a.r + gap + 2 * TC_DISC_SLACK;
    int64_t ahead = (x * l->f.x + y * l->f.y) >> 30, aside = (x * l->f.y - y * l->f.x) >> 30;

    return ahead < l->back - r || ahead > l->front + l->length + r || aside < l->left - r ||
           aside > l->right + r;
}

/* --- Bodies: n boxes and m boxes --- */

/* Gap <= r between any two boxes of them, exact. */
bool tc_bodies_within(const struct tc_box *a, int n, const struct tc_box *b, int m, int32_t r);

/* Does one lie upon the other, more than eps deep? */
bool tc_bodies_overlap(const struct tc_box *a, int n, const struct tc_box *b, int m,
                       int32_t eps);

struct tc_gap tc_bodies_gap(const struct tc_box *a, int n, const struct tc_box *b, int m);

/* The least travel of a in 0..max after which the gap is <= r; -1 if none. */
int32_t tc_bodies_reach(const struct tc_box *a, int n, uint16_t heading, int32_t max,
                        const struct tc_box *b, int m, int32_t r);

/* Does a march of d pass over the other, more than eps deep? */
bool tc_bodies_sweep(const struct tc_box *a, int n, uint16_t heading, int32_t d,
                     const struct tc_box *b, int m, int32_t eps);

/* --- Stops: how far a march of max gets because of one other body --- */

/* It stays keep away, or as near as it is; one that is no more than 1 away it may pass along,
 * but goes no deeper into it than eps. -1: it is too near already. */
int32_t tc_stop_short(const struct tc_box *a, uint16_t heading, int32_t max,
                      const struct tc_box *b, int32_t keep, int32_t eps);

/* It touches, and does not come upon the other more than eps deep; whom it stands upon at the
 * start does not stop it. */
int32_t tc_stop_upon(const struct tc_box *a, uint16_t heading, int32_t max,
                     const struct tc_box *b, int32_t eps);

/* It comes within touch of the other; one that touches already stops it only if it would push
 * into it. -1: it does not stop it. */
int32_t tc_stop_touching(const struct tc_box *a, uint16_t heading, int32_t max,
                         const struct tc_box *b, int32_t touch);

/* It may touch the other, and does not run over it, more than eps deep. */
int32_t tc_stop_over(const struct tc_box *a, uint16_t heading, int32_t max,
                     const struct tc_box *b, int32_t eps);

#endif
