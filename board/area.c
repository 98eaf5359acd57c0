/* board/area.c - terrain: polygons and polylines. */
#include "board/area.h"
#include "board/crowd.h"
#include "board/frac.h"
#include "board/hull.h"
#include "board/sweep.h"
#include "board/wide.h"

void tc_shape_make(struct tc_shape *s, const struct tc_pt *v, int32_t n)
{
    *s = (struct tc_shape){ v, n, v[0].x, v[0].y, v[0].x, v[0].y };
    for (int32_t i = 1; i < n; i++) {
        s->min_x = least(s->min_x, v[i].x);
        s->min_y = least(s->min_y, v[i].y);
        s->max_x = most(s->max_x, v[i].x);
        s->max_y = most(s->max_y, v[i].y);
    }
}

/* --- edges, of a polygon (n of them) or of a polyline (n - 1) --- */

static struct tc_pt edge_end(const struct tc_shape *s, int32_t i)
{
    return s->v[i + 1 < s->n ? i + 1 : 0];
}

static bool is_on(struct tc_pt a, struct tc_pt b, struct tc_pt p)
{
    return p.x >= least(a.x, b.x) && p.x <= most(a.x, b.x) && p.y >= least(a.y, b.y) &&
           p.y <= most(a.y, b.y) && cross_of(a, b, p) == 0;
}

static int sign_of(int64_t n)
{
    return (n > 0) - (n < 0);
}

/* Do two closed segments share a point? */
static bool is_touching(struct tc_pt p, struct tc_pt q, struct tc_pt a, struct tc_pt b)
{
    if (most(p.x, q.x) < least(a.x, b.x) || most(a.x, b.x) < least(p.x, q.x) ||
        most(p.y, q.y) < least(a.y, b.y) || most(a.y, b.y) < least(p.y, q.y))
        return false;
    return sign_of(cross_of(p, q, a)) * sign_of(cross_of(p, q, b)) <= 0 &&
           sign_of(cross_of(a, b, p)) * sign_of(cross_of(a, b, q)) <= 0;
}

static bool edges_touch(const struct tc_shape *s, int32_t edges, struct tc_pt p, struct tc_pt q)
{
    for (int32_t i = 0; i < edges; i++)
        if (is_touching(p, q, s->v[i], edge_end(s, i)))
            return true;
    return false;
}

static bool edges_within(const struct tc_shape *s, int32_t edges, const struct tc_box *b,
                         int32_t r)
{
    if (s->min_x - r > b->max_x || s->max_x + r < b->min_x || s->min_y - r > b->max_y ||
        s->max_y + r < b->min_y)
        return false;
    for (int32_t i = 0; i < edges; i++)
        if (tc_segment_within(b, s->v[i], edge_end(s, i), r))
            return true;
    return false;
}

bool tc_line_aside(const struct tc_shape *s, struct tc_pt p, int32_t r)
{
    for (int32_t i = 0; i + 1 < s->n; i++) {
        struct tc_pt a = s->v[i], b = s->v[i + 1];
        if (least(a.x, b.x) - r <= p.x && most(a.x, b.x) + r >= p.x &&
            least(a.y, b.y) - r <= p.y && most(a.y, b.y) + r >= p.y)
            return false;
    }
    return true;
}

static bool edges_near(const struct tc_shape *s, int32_t edges, struct tc_pt p, int32_t r)
{
    struct tc_box b;
    tc_box_thin(&b, p, p);
    return edges_within(s, edges, &b, r);
}

/* What a march of d passes over lies within these bounds. */
static struct tc_bounds bounds_of_march(const struct tc_box *a, uint16_t heading, int32_t d)
{
    struct tc_dir f = tc_forward_of(heading);
    int32_t x = tc_along(d, f.x), y = tc_along(d, f.y);
    return (struct tc_bounds){ a->min_x + least(x, 0), a->min_y + least(y, 0),
                               a->max_x + most(x, 0), a->max_y + most(y, 0) };
}

/* Is the segment p-q surely more than r from all within the bounds? */
static bool is_beyond(struct tc_bounds k, struct tc_pt p, struct tc_pt q, int32_t r)
{
    return least(p.x, q.x) > k.max_x + r || most(p.x, q.x) < k.min_x - r ||
           least(p.y, q.y) > k.max_y + r || most(p.y, q.y) < k.min_y - r;
}

static bool edges_swept(const struct tc_shape *s, int32_t edges, const struct tc_box *a,
                        uint16_t heading, int32_t d)
{
    struct tc_bounds k = bounds_of_march(a, heading, d);
    for (int32_t i = 0; i < edges; i++) {
        struct tc_box e;
        if (is_beyond(k, s->v[i], edge_end(s, i), 0))
            continue;
        tc_box_thin(&e, s->v[i], edge_end(s, i));
        if (tc_sweep_within(a, heading, d, &e, 0))
            return true;
    }
    return false;
}

static int32_t edges_reach(const struct tc_shape *s, int32_t edges, const struct tc_box *a,
                           uint16_t heading, int32_t max, int32_t r)
{
    struct tc_bounds k = bounds_of_march(a, heading, max);
    int32_t best = -1;
    for (int32_t i = 0; i < edges && best != 0; i++) {
        struct tc_box e;
        if (is_beyond(k, s->v[i], edge_end(s, i), r))
            continue;
        tc_box_thin(&e, s->v[i], edge_end(s, i));
        int32_t at = tc_sweep_reach(a, heading, best < 0 ? max : best - 1, &e, r);
        best = at < 0 ? best : at;
    }
    return best;
}

/* --- polygons --- */

enum tc_side tc_poly_side(const struct tc_shape *s, struct tc_pt p)
{
    bool in = false;
    if (p.x < s->min_x || p.x > s->max_x || p.y < s->min_y || p.y > s->max_y)
        return TC_OUTSIDE;
    for (int32_t i = 0; i < s->n; i++) {
        struct tc_pt a = s->v[i], b = edge_end(s, i);
        if (is_on(a, b, p))
            return TC_ON_EDGE;
        if ((a.y > p.y) != (b.y > p.y) && (cross_of(a, b, p) > 0) == (b.y > a.y))
            in = !in;
    }
    return in ? TC_INSIDE : TC_OUTSIDE;
}

bool tc_poly_has(const struct tc_shape *s, struct tc_pt p)
{
    return tc_poly_side(s, p) != TC_OUTSIDE;
}

/* Where the line p-q, shifted by next to nothing to its left or right, crosses an edge:
 * bit 0 of `sides` for left, bit 1 for right. */
struct crossing {
    struct tc_frac t;
    int sides;
};

static int collect_crossings(const struct tc_shape *s, struct tc_pt p, struct tc_pt q,
                             struct crossing *out)
{
    int n = 0;
    for (int32_t i = 0; i < s->n; i++) {
        struct tc_pt a = s->v[i], b = edge_end(s, i);
        int64_t sa = cross_of(p, q, a), sb = cross_of(p, q, b);
        int sides = ((sa > 0) != (sb > 0)) | ((sa < 0) != (sb < 0)) << 1;
        if (!sides)
            continue;
        struct crossing c = { frac(cross_of(p, a, b), sb - sa), sides };
        int k = n++;
        for (; k > 0 && frac_less(c.t, out[k - 1].t); k--)
            out[k] = out[k - 1];
        out[k] = c;
    }
    return n;
}

/* Walk the pieces of p-q in the open interior, where both shifted lines are inside; add
 * up their lengths, or stop at the first if length is NULL. */
static bool cut_pieces(const struct tc_shape *s, struct tc_pt p, struct tc_pt q,
                       int32_t *length)
{
    const struct tc_frac zero = { 0, 1 }, one = { 1, 1 };
    struct crossing c[TC_SHAPE_MAX];
    int n = collect_crossings(s, p, q, c), inside = 0;
    int32_t whole = length ? tc_dist(p, q) : 0;
    bool cut = false;
    for (int i = 0; i + 1 < n; i++) {
        inside ^= c[i].sides;
        struct tc_frac from = frac_max(c[i].t, zero), to = frac_min(c[i + 1].t, one);
        if (inside != 3 || !frac_less(from, to))
            continue;
        cut = true;
        if (!length)
            return true;
        *length += frac_span(from, to, whole);
    }
    return cut;
}

static bool is_clear_of(const struct tc_shape *s, struct tc_pt p, struct tc_pt q)
{
    return most(p.x, q.x) < s->min_x || least(p.x, q.x) > s->max_x ||
           most(p.y, q.y) < s->min_y || least(p.y, q.y) > s->max_y;
}

bool tc_poly_cut(const struct tc_shape *s, struct tc_pt p, struct tc_pt q)
{
    if (is_clear_of(s, p, q))
        return false;
    if (p.x == q.x && p.y == q.y)
        return tc_poly_side(s, p) == TC_INSIDE;
    return cut_pieces(s, p, q, NULL);
}

int32_t tc_poly_cut_length(const struct tc_shape *s, struct tc_pt p, struct tc_pt q)
{
    int32_t length = 0;
    if (!is_clear_of(s, p, q))
        cut_pieces(s, p, q, &length);
    return length;
}

bool tc_poly_edge_crossed(const struct tc_shape *s, struct tc_pt p, struct tc_pt q)
{
    return !is_clear_of(s, p, q) && edges_touch(s, s->n, p, q);
}

bool tc_poly_edge_near(const struct tc_shape *s, struct tc_pt p, int32_t r)
{
    return edges_near(s, s->n, p, r);
}

bool tc_poly_meets(const struct tc_shape *s, const struct tc_box *b)
{
    return tc_poly_within(s, b, 0);
}

bool tc_poly_within(const struct tc_shape *s, const struct tc_box *b, int32_t r)
{
    return tc_poly_has(s, b->c[0]) || edges_within(s, s->n, b, r);
}

bool tc_poly_swept(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                   int32_t d)
{
    return tc_poly_has(s, a->c[0]) || edges_swept(s, s->n, a, heading, d);
}

int32_t tc_poly_reach(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                      int32_t max, int32_t r)
{
    return tc_poly_has(s, a->c[0]) ? 0 : edges_reach(s, s->n, a, heading, max, r);
}

/* --- marches of a point --- */

/* The travels at which a point marching from p may pass each edge. */
static void edge_bands(const struct tc_shape *s, int32_t edges, struct tc_pt p, struct tc_dir f,
                       int32_t max, struct tc_span *out)
{
    int32_t x = p.x + tc_along(max, f.x), y = p.y + tc_along(max, f.y);
    struct tc_bounds k = { least(p.x, x), least(p.y, y), most(p.x, x), most(p.y, y) };
    for (int32_t i = 0; i < edges; i++) {
        struct tc_pt a = s->v[i], b = edge_end(s, i);
        struct tc_hull h = { .n = 2 };
        out[i] = (struct tc_span){ 1, 0 };
        if (is_beyond(k, a, b, 1))
            continue;
        h.v[0] = h.v[2] = (struct tc_pt){ a.x - p.x, a.y - p.y };
        h.v[1] = (struct tc_pt){ b.x - p.x, b.y - p.y };
        out[i] = tc_hull_band(&h, f, max, 1);
    }
}

/* The least travel >= from in some band; -1 if none. */
static int32_t next_in_band(const struct tc_span *bands, int32_t n, int32_t from)
{
    int64_t best = INT64_MAX;
    for (int32_t i = 0; i < n; i++) {
        int64_t at = bands[i].lo > from ? bands[i].lo : from;
        if (at <= bands[i].hi && at < best)
            best = at;
    }
    return best == INT64_MAX ? -1 : (int32_t)best;
}

int32_t tc_poly_march(const struct tc_shape *s, struct tc_pt p, uint16_t heading, int32_t max)
{
    struct tc_span bands[TC_SHAPE_MAX];
    bool in = tc_poly_has(s, p);
    edge_bands(s, s->n, p, tc_forward_of(heading), max, bands);
    int32_t d = next_in_band(bands, s->n, 1);
    while (d >= 0 && tc_poly_has(s, tc_step(p, heading, d)) == in)
        d = next_in_band(bands, s->n, d + 1);
    return d;
}

/* Does the step p-q reach the line, other than by starting on it? */
static bool step_reaches(const struct tc_shape *s, struct tc_pt p, struct tc_pt q)
{
    if (p.x == q.x && p.y == q.y)
        return false;
    for (int32_t i = 0; i + 1 < s->n; i++) {
        struct tc_pt a = s->v[i], b = s->v[i + 1];
        if (is_on(a, b, p) ? is_on(a, b, q) : is_touching(p, q, a, b))
            return true;
    }
    return false;
}

int32_t tc_line_march(const struct tc_shape *s, struct tc_pt p, uint16_t heading, int32_t max)
{
    struct tc_span bands[TC_SHAPE_MAX];
    edge_bands(s, s->n - 1, p, tc_forward_of(heading), max, bands);
    int32_t d = next_in_band(bands, s->n - 1, 1);
    while (d >= 0 && !step_reaches(s, tc_step(p, heading, d - 1), tc_step(p, heading, d)))
        d = next_in_band(bands, s->n - 1, d + 1);
    return d;
}

/* --- polylines --- */

bool tc_line_crossed(const struct tc_shape *s, struct tc_pt p, struct tc_pt q)
{
    return !is_clear_of(s, p, q) && edges_touch(s, s->n - 1, p, q);
}

bool tc_line_within(const struct tc_shape *s, const struct tc_box *b, int32_t r)
{
    return edges_within(s, s->n - 1, b, r);
}

bool tc_line_near(const struct tc_shape *s, struct tc_pt p, int32_t r)
{
    return edges_near(s, s->n - 1, p, r);
}

bool tc_line_swept(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                   int32_t d)
{
    return edges_swept(s, s->n - 1, a, heading, d);
}

int32_t tc_line_reach(const struct tc_shape *s, const struct tc_box *a, uint16_t heading,
                      int32_t max, int32_t r)
{
    return edges_reach(s, s->n - 1, a, heading, max, r);
}

int32_t tc_line_nearest(const struct tc_shape *s, struct tc_pt p)
{
    struct tc_gap best = { UINT64_MAX, 0, 1 };
    int32_t which = 0;
    for (int32_t i = 0; i + 1 < s->n; i++) {
        struct tc_box e;
        tc_box_thin(&e, s->v[i], s->v[i + 1]);
        struct tc_gap g = tc_gap_point(&e, p);
        if (tc_gap_cmp(g, best) < 0) {
            best = g;
            which = i;
        }
    }
    return which;
}

/* --- cover along a front --- */

/* The u at which the frame segment a-b has forward coordinate v. */
static int32_t u_at(struct tc_uv a, struct tc_uv b, int32_t v)
{
    return a.u + (int32_t)((int64_t)(b.u - a.u) * (v - a.v) / (b.v - a.v));
}

/* The stretch of the front before which a-b runs within 0..depth; empty if lo > hi. */
static struct tc_span shadow(struct tc_uv a, struct tc_uv b, int32_t half, int32_t depth)
{
    if (a.v > b.v) {
        struct tc_uv t = a;
        a = b;
        b = t;
    }
    if (b.v < 0 || a.v > depth)
        return (struct tc_span){ 1, 0 };
    int32_t ua = a.v < 0 ? u_at(a, b, 0) : a.u;
    int32_t ub = b.v > depth ? u_at(a, b, depth) : b.u;
    return (struct tc_span){ most(least(ua, ub), -half), least(most(ua, ub), half) };
}

int32_t tc_line_cover(const struct tc_shape *s, const struct tc_box *b, int32_t depth)
{
    struct tc_span part[TC_SHAPE_MAX];
    int n = 0;
    for (int32_t i = 0; i + 1 < s->n; i++) { /* sorted by lo */
        struct tc_span one =
            shadow(tc_frame(b, s->v[i]), tc_frame(b, s->v[i + 1]), b->w / 2, depth);
        if (one.lo > one.hi)
            continue;
        int k = n++;
        for (; k > 0 && part[k - 1].lo > one.lo; k--)
            part[k] = part[k - 1];
        part[k] = one;
    }
    int64_t sum = 0, done = INT32_MIN;
    for (int i = 0; i < n; i++) {
        int64_t lo = part[i].lo > done ? part[i].lo : done;
        sum += part[i].hi > lo ? part[i].hi - lo : 0;
        done = part[i].hi > done ? part[i].hi : done;
    }
    return (int32_t)sum;
}
