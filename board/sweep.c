/* board/sweep.c - marches and wheels against other pieces.
 *
 * A marching box stands, after travel s, x(s) away from its start, x rounded to whole
 * mils.  The unrounded distance to the hull of b - a is convex in s, so the travels with
 * a gap of r plus the rounding error form one interval.  Its ends are estimated with a
 * margin, edge by edge and vertex by vertex; within it the exact test decides.
 */
#include "board/sweep.h"
#include "board/drill.h"
#include "board/hull.h"
#include "board/wide.h"

static void include(struct tc_span *all, struct tc_span one)
{
    if (one.lo > one.hi)
        return;
    all->lo = one.lo < all->lo ? one.lo : all->lo;
    all->hi = one.hi > all->hi ? one.hi : all->hi;
}

static struct tc_span common(struct tc_span a, struct tc_span b)
{
    return (struct tc_span){ a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi };
}

/* The s with low <= k0 + s * k1 / 2^16 <= high, widened to whole numbers. */
static struct tc_span solve(int64_t k0, int64_t k1, int64_t low, int64_t high)
{
    if (k1 == 0) {
        bool all = low <= k0 && k0 <= high;
        return all ? (struct tc_span){ -INT32_MAX, INT32_MAX } : (struct tc_span){ 1, 0 };
    }
    int64_t p = ((low - k0) * 65536) / k1, q = ((high - k0) * 65536) / k1;
    return p < q ? (struct tc_span){ p - 1, q + 1 } : (struct tc_span){ q - 1, p + 1 };
}

struct course {
    int64_t fx, fy; /* direction scaled by 2^16 */
    int64_t reach;  /* r and margin             */
    int64_t pad;    /* margin of s              */
};

/* The s at which the course is within reach of the side of edge v-w, no longer than
 * length. */
static struct tc_span near_edge(const struct course *k, struct tc_pt v, struct tc_pt w,
                                int64_t length)
{
    int64_t ex = w.x - v.x, ey = w.y - v.y, len2 = ex * ex + ey * ey;
    int64_t wide = k->reach * length;
    struct tc_span across = solve(ey * v.x - ex * v.y, ex * k->fy - ey * k->fx, -wide, wide);
    if (across.lo > across.hi)
        return across;
    return common(across, solve(-(ex * v.x + ey * v.y), ex * k->fx + ey * k->fy, 0, len2));
}

/* The s at which the course is within reach of the vertex v. */
static struct tc_span near_vertex(const struct course *k, struct tc_pt v)
{
    int64_t off = (k->fx * v.y - k->fy * v.x) / 65536; /* towards zero */
    int64_t half2 = k->reach * k->reach - off * off;
    if (half2 < 0)
        return (struct tc_span){ 1, 0 };
    int64_t mid = (k->fx * v.x + k->fy * v.y) >> 16;
    int64_t half = (int64_t)tc_isqrt((uint64_t)half2) + 1;
    return (struct tc_span){ mid - half, mid + half + 1 };
}

struct tc_span tc_hull_band(const struct tc_hull *h, struct tc_dir f, int32_t max, int32_t r)
{
    int64_t margin = 2 + (((int64_t)max + r) >> 15);
    struct course k = { near_shift(f.x, 14), near_shift(f.y, 14), r + margin, margin };
    struct tc_span all = { INT64_MAX, INT64_MIN };
    include(&all, near_vertex(&k, h->v[0])); /* there is one even if n is 0 */
    for (int i = 1; i < h->n; i++)
        include(&all, near_vertex(&k, h->v[i]));
    for (int i = 0, half = h->n / 2; i < half; i++) { /* opposite edges are alike */
        int64_t length = tc_dist(h->v[i], h->v[i + 1]) + 1;
        include(&all, near_edge(&k, h->v[i], h->v[i + 1], length));
        include(&all, near_edge(&k, h->v[i + half], h->v[i + half + 1], length));
    }
    if (all.lo > all.hi)
        return all;
    return common((struct tc_span){ all.lo - k.pad, all.hi + k.pad },
                  (struct tc_span){ 0, max });
}

static struct tc_pt travel(struct tc_dir f, int32_t s)
{
    return (struct tc_pt){ tc_along(s, f.x), tc_along(s, f.y) };
}

/* Twice as far as the box reaches to either side of a course through its centre, or more. */
static int64_t breadth(const struct tc_box *b, struct tc_dir f)
{
    int64_t c = ((int64_t)b->f.x * f.x + (int64_t)b->f.y * f.y) >> 30;
    int64_t s = ((int64_t)b->f.x * f.y - (int64_t)b->f.y * f.x) >> 30;
    return b->d > 0 ? (b->w * (c < 0 ? -c : c) + b->d * (s < 0 ? -s : s)) >> 30 : b->rad2;
}

/* Is b surely off the course: behind it, beyond it (bounding circles) or beside it? */
static bool is_off_course(const struct tc_box *a, struct tc_dir f, int32_t max,
                          const struct tc_box *b, int32_t r)
{
    int64_t x = b->cx2 - a->cx2, y = b->cy2 - a->cy2;
    int64_t one = (int64_t)1 << 30;
    int64_t wide = ((int64_t)a->rad2 + b->rad2 + 2 * (int64_t)r + 8) * one;
    int64_t side = x * f.y - y * f.x, ahead = x * f.x + y * f.y;
    if (side > wide || side < -wide || ahead < -wide || ahead > wide + 2 * max * one)
        return true;
    wide = (breadth(a, f) + breadth(b, f) + 2 * (int64_t)r + 16) * one;
    return side > wide || side < -wide;
}

static int32_t first_near(const struct tc_box *a, struct tc_dir f, int32_t max,
                          const struct tc_box *b, int32_t r, bool strict)
{
    static const struct tc_pt still = { 0, 0 };
    if (max < 0 || is_off_course(a, f, max, b, r))
        return -1;
    struct tc_hull h;
    tc_hull_make(&h, a, b, still);
    if (tc_hull_near(&h, still, r, strict))
        return 0;
    struct tc_span s = tc_hull_band(&h, f, max, r);
    for (int64_t at = s.lo; at <= s.hi; at++)
        if (tc_hull_near(&h, travel(f, (int32_t)at), r, strict))
            return (int32_t)at;
    return -1;
}

int32_t tc_sweep_reach(const struct tc_box *a, uint16_t heading, int32_t max,
                       const struct tc_box *b, int32_t r)
{
    return first_near(a, tc_forward_of(heading), max, b, r, false);
}

int32_t tc_sweep_clear(const struct tc_box *a, uint16_t heading, int32_t max,
                       const struct tc_box *b, int32_t r)
{
    int32_t s = first_near(a, tc_forward_of(heading), max, b, r, true);
    return s < 0 ? max : s - 1;
}

int32_t tc_sweep_first(const struct tc_box *a, uint16_t heading, int32_t max,
                       const struct tc_box *boxes, int n, const uint64_t *skip, int32_t r,
                       int *which)
{
    struct tc_dir f = tc_forward_of(heading);
    int32_t best = -1;
    for (int i = 0; i < n && best != 0; i++) {
        if (has_bit(skip, i))
            continue;
        int32_t s = first_near(a, f, best < 0 ? max : best - 1, &boxes[i], r, false);
        if (s < 0)
            continue;
        best = s;
        *which = i;
    }
    return best;
}

/* --- the swept region --- */

bool tc_sweep_overlap(const struct tc_box *a, uint16_t heading, int32_t d,
                      const struct tc_box *b, int32_t eps)
{
    struct tc_dir f = tc_forward_of(heading);
    if (is_off_course(a, f, d, b, 0) || !tc_box_is_solid(a) || !tc_box_is_solid(b))
        return false;
    struct tc_hull h;
    tc_hull_make(&h, a, b, travel(f, d));
    return tc_hull_deep(&h, eps);
}

bool tc_sweep_within(const struct tc_box *a, uint16_t heading, int32_t d,
                     const struct tc_box *b, int32_t r)
{
    struct tc_dir f = tc_forward_of(heading);
    if (is_off_course(a, f, d, b, r))
        return false;
    struct tc_hull h;
    tc_hull_make(&h, a, b, travel(f, d));
    return tc_hull_near(&h, (struct tc_pt){ 0, 0 }, r, false);
}

int32_t tc_sweep_meet(const struct tc_box *a, uint16_t ha, int32_t da, const struct tc_box *b,
                      uint16_t hb, int32_t db, int32_t r)
{
    struct tc_dir fa = tc_forward_of(ha), fb = tc_forward_of(hb);
    int32_t n = most(most(da, db), 1);
    struct tc_hull h;
    tc_hull_make(&h, a, b, (struct tc_pt){ 0, 0 });
    for (int32_t i = 0; i <= n;) {
        struct tc_pt xa = travel(fa, (int32_t)((int64_t)da * i / n));
        struct tc_pt xb = travel(fb, (int32_t)((int64_t)db * i / n));
        struct tc_pt x = { xa.x - xb.x, xa.y - xb.y };
        if (tc_hull_near(&h, x, r, false))
            return i;
        /* One step brings them nearer by 2 at most, and rounding adds up to 4. */
        i += most(1, (tc_gap_floor(tc_hull_gap(&h, x)) - r - 6) / 2);
    }
    return -1;
}

/* --- wheels --- */

/* Is b more than r from all places a may take while turning about the pivot? */
static bool is_out_of_wheel(const struct tc_rect *a, enum tc_corner pivot,
                            const struct tc_box *b, int32_t r)
{
    struct tc_box box, hub;
    tc_box_make(&box, a);
    tc_box_point(&hub, box.c[pivot]);
    hub.rad2 = 2 * box.rad2;
    return tc_box_far(&hub, b, r);
}

bool tc_wheel_clear(struct tc_rect a, enum tc_corner pivot, int32_t turn, int32_t step,
                    const struct tc_box *b, int32_t r)
{
    int32_t n = tc_wheel_samples(turn, step);
    if (is_out_of_wheel(&a, pivot, b, r))
        return true;
    for (int32_t i = 1; i <= n; i++) {
        struct tc_rect at = tc_wheel(a, pivot, tc_wheel_sample(turn, step, i));
        struct tc_box box;
        tc_box_make(&box, &at);
        if (tc_nearer(&box, b, r))
            return false;
    }
    return true;
}

bool tc_wheel_overlap(struct tc_rect a, enum tc_corner pivot, int32_t turn, int32_t step,
                      const struct tc_box *b, int32_t eps)
{
    int32_t n = tc_wheel_samples(turn, step);
    if (is_out_of_wheel(&a, pivot, b, 0))
        return false;
    for (int32_t i = 1; i <= n; i++) {
        struct tc_rect at = tc_wheel(a, pivot, tc_wheel_sample(turn, step, i));
        struct tc_box box;
        tc_box_make(&box, &at);
        if (tc_overlap(&box, b, eps))
            return true;
    }
    return false;
}

/* --- the table --- */

bool tc_on_table(const struct tc_box *b, struct tc_table t)
{
    return b->min_x >= 0 && b->min_y >= 0 && b->max_x <= t.w && b->max_y <= t.h;
}

bool tc_point_on_table(struct tc_pt p, struct tc_table t)
{
    return p.x >= 0 && p.y >= 0 && p.x <= t.w && p.y <= t.h;
}

static bool is_on_after(const struct tc_box *a, struct tc_dir f, int32_t s, struct tc_table t)
{
    struct tc_pt x = travel(f, s);
    return a->min_x + x.x >= 0 && a->min_y + x.y >= 0 && a->max_x + x.x <= t.w &&
           a->max_y + x.y <= t.h;
}

int32_t tc_sweep_table(const struct tc_box *a, uint16_t heading, int32_t max, struct tc_table t)
{
    struct tc_dir f = tc_forward_of(heading);
    int32_t lo = 0, hi = max;
    if (!tc_on_table(a, t))
        return -1;
    if (max > 0 && is_on_after(a, f, max, t))
        return max;
    while (lo < hi) {
        int32_t mid = lo + (hi - lo + 1) / 2;
        if (is_on_after(a, f, mid, t))
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

/* The least s in 0..max with base + s * unit >= 0; max + 1 if none. */
static int32_t first_past(int32_t base, int32_t unit, int32_t max)
{
    int32_t lo = 0, hi = max + 1;
    if (base >= 0)
        return 0;
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (base + tc_along(mid, unit) >= 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

int32_t tc_sweep_enter(const struct tc_box *a, uint16_t heading, int32_t max, struct tc_table t)
{
    struct tc_dir f = tc_forward_of(heading);
    int32_t s = most(
        most(first_past(a->min_x, f.x, max), first_past(a->min_y, f.y, max)),
        most(first_past(t.w - a->max_x, -f.x, max), first_past(t.h - a->max_y, -f.y, max)));
    return s <= max && is_on_after(a, f, s, t) ? s : -1;
}

int32_t tc_point_leaves(struct tc_pt p, uint16_t heading, int32_t max, struct tc_table t)
{
    struct tc_box b;
    tc_box_point(&b, p);
    int32_t s = tc_sweep_table(&b, heading, max, t);
    return s == max ? -1 : s + 1;
}
