/* board/sight.c - lines of sight against boxes and polygons. */
#include "board/sight.h"
#include "board/frac.h"
#include "board/hull.h"
#include "board/wide.h"

struct bounds {
    int32_t min_x, min_y, max_x, max_y;
};

static struct bounds bounds_of(struct tc_pt p, struct tc_pt q)
{
    return (struct bounds){ least(p.x, q.x), least(p.y, q.y), most(p.x, q.x), most(p.y, q.y) };
}

/* No interior of the box in these bounds (touching is no cut). */
static bool is_out(const struct tc_box *b, const struct bounds *k)
{
    return b->min_x >= k->max_x || b->max_x <= k->min_x || b->min_y >= k->max_y ||
           b->max_y <= k->min_y;
}

/* Are all four corners on one side of the line p-q, or on it?  A box is a parallelogram to the
 * mil, so that the fourth follows from the others. */
static bool is_aside(const struct tc_box *b, struct tc_pt p, struct tc_pt q)
{
    int64_t fl = cross_of(p, q, b->c[TC_FL]), fr = cross_of(p, q, b->c[TC_FR]);
    int64_t rr = cross_of(p, q, b->c[TC_RR]), rl = fl + rr - fr;
    return (fl >= 0 && fr >= 0 && rr >= 0 && rl >= 0) ||
           (fl <= 0 && fr <= 0 && rr <= 0 && rl <= 0);
}

/* Are both points beyond the same one of two parallel edges (on it counts)? */
static bool is_past(int64_t p, int64_t q, int64_t area)
{
    return (p >= 0 && q >= 0) || (p <= -area && q <= -area);
}

/* Does p-q cut the box, its bounds already looked at? */
static bool cuts(const struct tc_box *b, struct tc_pt p, struct tc_pt q)
{
    const struct tc_pt *c = b->c;
    if (is_aside(b, p, q))
        return p.x == q.x && p.y == q.y && tc_box_has_inside(b, p);
    int64_t area = -cross_of(c[TC_FL], c[TC_FR], c[TC_RL]);
    return area > 0 &&
           !is_past(cross_of(c[TC_FL], c[TC_FR], p), cross_of(c[TC_FL], c[TC_FR], q), area) &&
           !is_past(cross_of(c[TC_FR], c[TC_RR], p), cross_of(c[TC_FR], c[TC_RR], q), area);
}

bool tc_box_cut(const struct tc_box *b, struct tc_pt p, struct tc_pt q)
{
    struct bounds k = bounds_of(p, q);
    return !is_out(b, &k) && cuts(b, p, q);
}

/* Narrow from..to to the part where a value running from p to q lies in -area..0. */
static void narrow(struct tc_frac *from, struct tc_frac *to, int64_t p, int64_t q, int64_t area)
{
    if (p == q)
        return; /* parallel, and known to run inside */
    struct tc_frac a = frac(-p, q - p), b = frac(-area - p, q - p);
    *from = frac_max(*from, frac_min(a, b));
    *to = frac_min(*to, frac_max(a, b));
}

int32_t tc_box_cut_length(const struct tc_box *b, struct tc_pt p, struct tc_pt q)
{
    const struct tc_pt *c = b->c;
    struct tc_frac from = { 0, 1 }, to = { 1, 1 };
    if (!tc_box_cut(b, p, q))
        return 0;
    int64_t area = -cross_of(c[TC_FL], c[TC_FR], c[TC_RL]);
    narrow(&from, &to, cross_of(c[TC_FL], c[TC_FR], p), cross_of(c[TC_FL], c[TC_FR], q), area);
    narrow(&from, &to, cross_of(c[TC_FR], c[TC_RR], p), cross_of(c[TC_FR], c[TC_RR], q), area);
    return frac_less(from, to) ? frac_span(from, to, tc_dist(p, q)) : 0;
}

static bool box_blocks(const struct tc_box *b, struct tc_pt p, struct tc_pt q, int32_t slack)
{
    return cuts(b, p, q) && (slack == 0 || tc_box_cut_length(b, p, q) > slack);
}

static bool poly_blocks(const struct tc_shape *s, struct tc_pt p, struct tc_pt q, int32_t slack)
{
    return slack == 0 ? tc_poly_cut(s, p, q) : tc_poly_cut_length(s, p, q) > slack;
}

static int blocking_poly(const struct tc_screen *s, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < s->polys; i++)
        if (!has_bit(s->skip_poly, i) && poly_blocks(&s->poly[i], p, q, s->slack))
            return s->boxes + i;
    return -1;
}

int tc_sight_blocker(const struct tc_screen *s, struct tc_pt p, struct tc_pt q)
{
    struct bounds k = bounds_of(p, q);
    for (int i = 0; i < s->boxes; i++)
        if (!is_out(&s->box[i], &k) && !has_bit(s->skip_box, i) &&
            box_blocks(&s->box[i], p, q, s->slack))
            return i;
    return blocking_poly(s, p, q);
}

bool tc_sight(const struct tc_screen *s, struct tc_pt p, struct tc_pt q)
{
    return tc_sight_blocker(s, p, q) < 0;
}

/* --- from unit to unit --- */

void tc_eyes(const struct tc_box *b, struct tc_pt out[TC_EYES])
{
    out[0] = b->anchor;
    out[1] = b->c[TC_FL];
    out[2] = b->c[TC_FR];
}

void tc_marks(const struct tc_box *b, struct tc_pt out[TC_MARKS])
{
    out[0] = b->centre;
    for (int i = 0; i < 4; i++) {
        struct tc_pt p = b->c[i], q = b->c[(i + 1) & 3];
        out[1 + i] = p;
        /* Nearest to the exact middle, halves towards the first end. */
        out[5 + i] = (struct tc_pt){ p.x + (q.x - p.x) / 2, p.y + (q.y - p.y) / 2 };
    }
}

/* The ground between eyes and marks: bounds, and a band along the first line. */
struct ground {
    struct bounds k;
    struct tc_pt p, way;
    int64_t half; /* half width of the band, times the length of way */
    int64_t length;
};

static void widen(struct ground *g, const struct tc_pt *pts, int n)
{
    for (int i = 0; i < n; i++) {
        struct tc_pt at = pts[i];
        int64_t off = (int64_t)g->way.x * (at.y - g->p.y) - (int64_t)g->way.y * (at.x - g->p.x);
        off = off < 0 ? -off : off;
        g->half = off > g->half ? off : g->half;
        g->k = (struct bounds){ least(g->k.min_x, at.x), least(g->k.min_y, at.y),
                                most(g->k.max_x, at.x), most(g->k.max_y, at.y) };
    }
}

static struct ground ground_of(const struct tc_pt *eyes, int n_eyes, const struct tc_pt *marks,
                               int n_marks)
{
    struct tc_pt way = { marks[0].x - eyes[0].x, marks[0].y - eyes[0].y };
    struct ground g = { bounds_of(eyes[0], marks[0]), eyes[0], way, 0,
                        tc_dist(eyes[0], marks[0]) + 1 };
    widen(&g, eyes, n_eyes);
    widen(&g, marks, n_marks);
    return g;
}

static bool is_off_ground(const struct tc_box *b, const struct ground *g)
{
    if (is_out(b, &g->k))
        return true;
    int64_t off =
        (int64_t)g->way.x * (b->cy2 - 2 * g->p.y) - (int64_t)g->way.y * (b->cx2 - 2 * g->p.x);
    int64_t reach = b->rad2 * g->length + 2 * g->half;
    return off > reach || off < -reach;
}

enum { NEAR_MAX = 256 };

/* List the boxes that may block; more than NEAR_MAX if there are too many to list. */
static int list_near(const struct tc_screen *s, const struct ground *g, int16_t *out)
{
    int n = 0;
    for (int i = 0; i < s->boxes; i++) {
        if (is_off_ground(&s->box[i], g) || has_bit(s->skip_box, i))
            continue;
        if (n == NEAR_MAX)
            return NEAR_MAX + 1;
        out[n++] = (int16_t)i;
    }
    return n;
}

/* Is p-q free?  The box that blocks goes to the head of the list, to be tried first. */
static bool is_free(const struct tc_screen *s, int16_t *near, int n, struct tc_pt p,
                    struct tc_pt q)
{
    struct bounds k = bounds_of(p, q);
    for (int i = 0; i < n; i++) {
        const struct tc_box *b = &s->box[near[i]];
        if (is_out(b, &k) || !box_blocks(b, p, q, s->slack))
            continue;
        int16_t t = near[0];
        near[0] = near[i];
        near[i] = t;
        return false;
    }
    return blocking_poly(s, p, q) < 0;
}

bool tc_sees(const struct tc_screen *s, const struct tc_pt *eyes, int n_eyes,
             const struct tc_pt *marks, int n_marks)
{
    struct ground g = ground_of(eyes, n_eyes, marks, n_marks);
    int16_t near[NEAR_MAX];
    int n = list_near(s, &g, near);
    for (int i = 0; i < n_marks; i++)
        for (int j = 0; j < n_eyes; j++)
            if (n > NEAR_MAX ? tc_sight(s, eyes[j], marks[i])
                             : is_free(s, near, n, eyes[j], marks[i]))
                return true;
    return false;
}

bool tc_box_sees(const struct tc_screen *s, const struct tc_box *a, const struct tc_box *b)
{
    struct tc_pt eyes[TC_EYES], marks[TC_MARKS];
    tc_eyes(a, eyes);
    tc_marks(b, marks);
    return tc_sees(s, eyes, TC_EYES, marks, TC_MARKS);
}
