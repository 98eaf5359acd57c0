/* board/gap.c - exact distances and overlaps of boxes. */
#include "board/hull.h"
#include "board/plane.h"
#include "board/wide.h"

static struct tc_pt minus(struct tc_pt a, struct tc_pt b)
{
    return (struct tc_pt){ a.x - b.x, a.y - b.y };
}

static int64_t cross(struct tc_pt a, struct tc_pt b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static int64_t dot(struct tc_pt a, struct tc_pt b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* --- the hull --- */

/* Put an edge vector, turned into the upper half plane, in its place by angle; a null
 * vector has none. */
static int add_edge(struct tc_pt *g, int n, struct tc_pt e)
{
    if (e.x == 0 && e.y == 0)
        return n;
    if (e.y < 0 || (e.y == 0 && e.x < 0))
        e = (struct tc_pt){ -e.x, -e.y };
    int k = n;
    for (; k > 0 && cross(e, g[k - 1]) > 0; k--)
        g[k] = g[k - 1];
    g[k] = e;
    return n + 1;
}

void tc_hull_make(struct tc_hull *h, const struct tc_box *a, const struct tc_box *b,
                  struct tc_pt way)
{
    struct tc_pt g[5], sum = { 0, 0 };
    int n = 0;
    n = add_edge(g, n, minus(a->c[TC_FR], a->c[TC_FL]));
    n = add_edge(g, n, minus(a->c[TC_FL], a->c[TC_RL]));
    n = add_edge(g, n, minus(b->c[TC_FR], b->c[TC_FL]));
    n = add_edge(g, n, minus(b->c[TC_FL], b->c[TC_RL]));
    n = add_edge(g, n, way);
    for (int i = 0; i < n; i++)
        sum = (struct tc_pt){ sum.x + g[i].x, sum.y + g[i].y };
    struct tc_pt p = { (b->cx2 - a->cx2 - way.x - sum.x) / 2,
                       (b->cy2 - a->cy2 - way.y - sum.y) / 2 };
    h->v[0] = p;
    for (int i = 0; i < n; i++) { /* up one side, and down the other mirrored */
        struct tc_pt q = { p.x + sum.x, p.y + sum.y };
        h->v[i] = p;
        h->v[n + i] = q;
        p = (struct tc_pt){ p.x + g[i].x, p.y + g[i].y };
        sum = (struct tc_pt){ sum.x - 2 * g[i].x, sum.y - 2 * g[i].y };
    }
    h->n = 2 * n;
    h->v[h->n] = h->v[0];
}

static bool below(tc_wide left, tc_wide right, bool strict)
{
    return strict ? wide_less(left, right) : !wide_less(right, left);
}

/* All edges have x on their line: the hull is a segment or a point in line with x. */
static struct tc_gap gap_in_line(const struct tc_hull *h, struct tc_pt x)
{
    struct tc_pt p = h->v[0], q = h->v[h->n / 2];
    int64_t along = dot(minus(x, p), minus(q, p));
    if (along > 0 && along < tc_dist2(p, q))
        return (struct tc_gap){ 0, 0, 1 };
    int64_t dp = tc_dist2(x, p), dq = tc_dist2(x, q);
    return (struct tc_gap){ (uint64_t)(dp < dq ? dp : dq), 0, 1 };
}

bool tc_hull_near(const struct tc_hull *h, struct tc_pt x, int32_t r, bool strict)
{
    int64_t r2 = (int64_t)r * r;
    bool outside = false, on_line = true;
    if (r < 0)
        return false;
    for (int i = 0; i < h->n; i++) {
        struct tc_pt e = minus(h->v[i + 1], h->v[i]), p = minus(x, h->v[i]);
        int64_t c = cross(e, p);
        on_line = on_line && c == 0;
        if (c >= 0)
            continue;
        outside = true;
        int64_t len2 = dot(e, e), along = dot(e, p);
        if (!below(wide_product(c, c), wide_product(r2, len2), strict))
            return false; /* the line of this edge parts x from the hull */
        if (along >= 0 && along <= len2)
            return true;
        int64_t corner = along < 0 ? dot(p, p) : tc_dist2(x, h->v[i + 1]);
        if (strict ? corner < r2 : corner <= r2)
            return true;
    }
    if (on_line)
        return below(wide_of((int64_t)gap_in_line(h, x).whole), wide_of(r2), strict);
    return !outside && (!strict || r2 > 0);
}

struct tc_gap tc_hull_gap(const struct tc_hull *h, struct tc_pt x)
{
    int64_t best = INT64_MAX;
    bool outside = false, on_line = true;
    for (int i = 0; i < h->n; i++) {
        struct tc_pt e = minus(h->v[i + 1], h->v[i]), p = minus(x, h->v[i]);
        int64_t c = cross(e, p), len2 = dot(e, e), along = dot(e, p);
        on_line = on_line && c == 0;
        if (c < 0 && along > 0 && along < len2) { /* the foot is the nearest point */
            tc_wide sq = wide_product(c, c);
            return (struct tc_gap){ (uint64_t)wide_quotient(sq, wide_of(len2)),
                                    wide_rest(sq, len2), (uint64_t)len2 };
        }
        outside = outside || c < 0;
        if (dot(p, p) < best)
            best = dot(p, p);
    }
    if (on_line)
        return gap_in_line(h, x);
    return (struct tc_gap){ outside ? (uint64_t)best : 0, 0, 1 };
}

bool tc_hull_deep(const struct tc_hull *h, int32_t eps)
{
    for (int i = 0; i < h->n; i++) {
        struct tc_pt e = minus(h->v[i + 1], h->v[i]);
        int64_t c = cross(h->v[i], e); /* e against the way from v to the origin */
        int64_t len2 = dot(e, e);
        if (len2 &&
            (c <= 0 || !wide_less(wide_product((int64_t)eps * eps, len2), wide_product(c, c))))
            return false;
    }
    return true;
}

bool tc_box_is_solid(const struct tc_box *b)
{
    return cross_of(b->c[TC_FL], b->c[TC_FR], b->c[TC_RL]) != 0;
}

/* --- gaps --- */

static const struct tc_pt origin = { 0, 0 };

static int64_t size_of(int64_t n)
{
    return n < 0 ? -n : n;
}

/* Twice the reach of b along an axis that makes sine s and cosine c with its facing. */
static int64_t reach_along(const struct tc_box *b, int64_t s, int64_t c)
{
    return (b->d * size_of(c) + b->w * size_of(s)) >> 30;
}

/* How far two solid boxes reach over each other, doubled: the least along the axes of both;
 * less than 0: so far they are parted. The true axes are used, not the rounded corners: a
 * corner is no more than 0.75 off either way, so that two boxes are 2.2 off together,
 * doubled 4.4, and what is cut off here less than 3. What exceeds UNSURE is sure. */
static int64_t common_reach(const struct tc_box *a, const struct tc_box *b)
{
    int64_t x = b->cx2 - a->cx2, y = b->cy2 - a->cy2;
    int64_t c = ((int64_t)a->f.x * b->f.x + (int64_t)a->f.y * b->f.y) >> 30;
    int64_t s = ((int64_t)a->f.x * b->f.y - (int64_t)a->f.y * b->f.x) >> 30;
    int64_t fa = a->d + reach_along(b, s, c) - (size_of(x * a->f.x + y * a->f.y) >> 30);
    int64_t wa = a->w + reach_along(b, c, s) - (size_of(x * a->f.y - y * a->f.x) >> 30);
    int64_t fb = b->d + reach_along(a, s, c) - (size_of(x * b->f.x + y * b->f.y) >> 30);
    int64_t wb = b->w + reach_along(a, c, s) - (size_of(x * b->f.y - y * b->f.x) >> 30);
    int64_t of_a = fa < wa ? fa : wa, of_b = fb < wb ? fb : wb;
    return of_a < of_b ? of_a : of_b;
}

enum { UNSURE = 8 };

/* The centres belong to the boxes: is even their distance less than r? */
static bool is_close(const struct tc_box *a, const struct tc_box *b, int32_t r)
{
    int64_t x = b->cx2 - a->cx2, y = b->cy2 - a->cy2, reach = 2 * (int64_t)r;
    return x * x + y * y < reach * reach;
}

static bool is_gap_within(const struct tc_box *a, const struct tc_box *b, int32_t r,
                          bool strict)
{
    if (tc_box_far(a, b, r))
        return false;
    if (is_close(a, b, r))
        return r > 0;
    if (a->d > 0 && b->d > 0) {
        int64_t reach = common_reach(a, b);
        if (reach < -2 * (int64_t)r - UNSURE)
            return false;
        if (reach > UNSURE)
            return r >= strict;
    }
    struct tc_hull h;
    tc_hull_make(&h, a, b, origin);
    return tc_hull_near(&h, origin, r, strict);
}

bool tc_within(const struct tc_box *a, const struct tc_box *b, int32_t r)
{
    return is_gap_within(a, b, r, false);
}

bool tc_nearer(const struct tc_box *a, const struct tc_box *b, int32_t r)
{
    return is_gap_within(a, b, r, true);
}

bool tc_point_within(const struct tc_box *b, struct tc_pt p, int32_t r)
{
    return tc_segment_within(b, p, p, r);
}

bool tc_segment_within(const struct tc_box *b, struct tc_pt p, struct tc_pt q, int32_t r)
{
    struct tc_box s;
    int64_t room = r;
    if (least(p.x, q.x) - room > b->max_x || most(p.x, q.x) + room < b->min_x ||
        least(p.y, q.y) - room > b->max_y || most(p.y, q.y) + room < b->min_y)
        return false;
    tc_box_thin(&s, p, q);
    return tc_within(&s, b, r);
}

bool tc_front_within(const struct tc_box *firer, const struct tc_box *target, int32_t r)
{
    return tc_segment_within(target, firer->c[TC_FL], firer->c[TC_FR], r);
}

struct tc_gap tc_gap_of(const struct tc_box *a, const struct tc_box *b)
{
    struct tc_hull h;
    tc_hull_make(&h, a, b, origin);
    return tc_hull_gap(&h, origin);
}

struct tc_gap tc_gap_point(const struct tc_box *b, struct tc_pt p)
{
    struct tc_hull h = { .n = 4 };
    for (int i = 0; i < 5; i++) /* corners run clockwise */
        h.v[i] = minus(b->c[-i & 3], p);
    return tc_hull_gap(&h, origin);
}

struct tc_gap tc_gap_front(const struct tc_box *firer, const struct tc_box *target)
{
    struct tc_box s;
    tc_box_thin(&s, firer->c[TC_FL], firer->c[TC_FR]);
    return tc_gap_of(&s, target);
}

int tc_gap_cmp(struct tc_gap a, struct tc_gap b)
{
    if (a.whole != b.whole)
        return a.whole < b.whole ? -1 : 1;
    return wide_sign(wide_minus(wide_product((int64_t)a.rest, (int64_t)b.den),
                                wide_product((int64_t)b.rest, (int64_t)a.den)));
}

int32_t tc_gap_floor(struct tc_gap g)
{
    return (int32_t)tc_isqrt(g.whole);
}

int32_t tc_gap_ceil(struct tc_gap g)
{
    uint64_t root = tc_isqrt(g.whole);
    return (int32_t)(root + (root * root != g.whole || g.rest != 0));
}

bool tc_overlap(const struct tc_box *a, const struct tc_box *b, int32_t eps)
{
    if (tc_box_far(a, b, 0) || !tc_box_is_solid(a) || !tc_box_is_solid(b))
        return false;
    int64_t reach = common_reach(a, b);
    if (reach <= 2 * (int64_t)eps - UNSURE)
        return false;
    if (reach > 2 * (int64_t)eps + UNSURE)
        return true;
    struct tc_hull h;
    tc_hull_make(&h, a, b, origin);
    return tc_hull_deep(&h, eps);
}

int32_t tc_box_parted(const struct tc_box *a, const struct tc_box *b)
{
    int64_t reach = common_reach(a, b);
    return reach < -UNSURE ? (int32_t)(-(reach + UNSURE) / 2) : 0;
}

/* --- nearest points --- */

/* e * n / d to the nearest, ties away from zero. */
static int32_t rounded_share(int32_t e, int64_t n, int64_t d)
{
    tc_wide twice = wide_product(2 * (int64_t)e, n);
    tc_wide half = wide_of(wide_sign(twice) < 0 ? -d : d);
    return (int32_t)wide_quotient(wide_plus(twice, half), wide_of(2 * d));
}

/* v + e * n / d, to the nearest mil. */
static struct tc_pt part_way(struct tc_pt v, struct tc_pt e, int64_t n, int64_t d)
{
    return (struct tc_pt){ v.x + rounded_share(e.x, n, d), v.y + rounded_share(e.y, n, d) };
}

struct tc_pt tc_nearest(const struct tc_box *b, struct tc_pt p)
{
    struct tc_pt best = b->c[0];
    if (tc_box_has(b, p))
        return p;
    for (int i = 0; i < 4; i++) {
        struct tc_pt v = b->c[i], e = minus(b->c[(i + 1) & 3], v);
        int64_t along = dot(e, minus(p, v)), len2 = dot(e, e);
        /* Outside this edge (corners run clockwise), or on the line of a flat box. */
        if (cross(e, minus(p, v)) >= 0 && along > 0 && along < len2)
            return part_way(v, e, along, len2);
        if (tc_dist2(p, v) < tc_dist2(p, best))
            best = v;
    }
    return best;
}

void tc_closest(const struct tc_box *a, const struct tc_box *b, struct tc_pt *on_a,
                struct tc_pt *on_b)
{
    struct tc_gap best = { UINT64_MAX, 0, 1 };
    for (int i = 0; i < 8; i++) { /* a shortest segment ends in a corner of one of them */
        bool of_a = i < 4;
        struct tc_pt p = of_a ? a->c[i] : b->c[i - 4];
        struct tc_gap g = tc_gap_point(of_a ? b : a, p);
        if (tc_gap_cmp(g, best) >= 0)
            continue;
        best = g;
        *on_a = of_a ? p : tc_nearest(a, p);
        *on_b = of_a ? tc_nearest(b, p) : p;
    }
}

int tc_collect_within(const struct tc_box *one, const struct tc_box *boxes, int n,
                      const uint64_t *skip, int32_t r, int16_t *out)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        if (!tc_box_far(one, &boxes[i], r) && !has_bit(skip, i) && tc_within(one, &boxes[i], r))
            out[found++] = (int16_t)i;
    return found;
}
