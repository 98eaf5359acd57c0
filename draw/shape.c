/* draw/shape.c - points and polygons on the sheet, and a die for ornament. */
#include "draw/shape.h"

#include <math.h>

struct draw_die draw_die_of(uint64_t seed)
{
    return (struct draw_die){ seed * UINT64_C(0x9e3779b97f4a7c15) + 1 };
}

double draw_roll(struct draw_die *die, double a, double b)
{
    uint64_t z = die->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return a + (b - a) * ((double)(z >> 11) / 9007199254740992.0);
}

void draw_shape_add(struct draw_shape *s, double x, double y)
{
    if (s->n < DRAW_SHAPE_POINTS)
        s->p[s->n++] = (struct draw_pt){ x, y };
}

bool draw_inside(const struct draw_shape *s, struct draw_pt p)
{
    bool in = false;
    for (int i = 0, j = s->n - 1; i < s->n; j = i++) {
        const struct draw_pt *a = &s->p[i], *b = &s->p[j];
        if ((a->y > p.y) != (b->y > p.y) &&
            p.x < (b->x - a->x) * (p.y - a->y) / (b->y - a->y) + a->x)
            in = !in;
    }
    return in;
}

static double to_segment(struct draw_pt a, struct draw_pt b, struct draw_pt p)
{
    double dx = b.x - a.x, dy = b.y - a.y, len = dx * dx + dy * dy;
    double t = len > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / len : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/* Edges of a shape: one fewer than points when it is open. */
static int edges(const struct draw_shape *s)
{
    return s->closed ? s->n : s->n - 1;
}

static struct draw_pt corner(const struct draw_shape *s, int i)
{
    return s->p[i % s->n];
}

double draw_distance(const struct draw_shape *s, struct draw_pt p)
{
    double best = 1e9;
    if (s->n == 1)
        return hypot(p.x - s->p[0].x, p.y - s->p[0].y);
    for (int i = 0; i < edges(s); i++)
        best = fmin(best, to_segment(s->p[i], corner(s, i + 1), p));
    return best;
}

double draw_length(const struct draw_shape *s)
{
    double sum = 0;
    for (int i = 0; i < edges(s); i++)
        sum += hypot(corner(s, i + 1).x - s->p[i].x, corner(s, i + 1).y - s->p[i].y);
    return sum;
}

void draw_bounds(const struct draw_shape *s, struct draw_pt *low, struct draw_pt *high)
{
    *low = (struct draw_pt){ 1e9, 1e9 };
    *high = (struct draw_pt){ -1e9, -1e9 };
    for (int i = 0; i < s->n; i++) {
        low->x = fmin(low->x, s->p[i].x);
        low->y = fmin(low->y, s->p[i].y);
        high->x = fmax(high->x, s->p[i].x);
        high->y = fmax(high->y, s->p[i].y);
    }
}

struct draw_pt draw_middle(const struct draw_shape *s)
{
    struct draw_pt m = { 0, 0 };
    if (s->n == 0)
        return m;
    if (!s->closed) {
        double left = draw_length(s) / 2;
        for (int i = 0; i < edges(s); i++) {
            double dx = s->p[i + 1].x - s->p[i].x, dy = s->p[i + 1].y - s->p[i].y;
            double len = hypot(dx, dy);
            if (len >= left && len > 0)
                return (struct draw_pt){ s->p[i].x + dx * left / len,
                                         s->p[i].y + dy * left / len };
            left -= len;
        }
        return s->p[0];
    }
    for (int i = 0; i < s->n; i++) {
        m.x += s->p[i].x / s->n;
        m.y += s->p[i].y / s->n;
    }
    return m;
}

double draw_grain(const struct draw_shape *s)
{
    double best = -1, angle = 0;
    for (int i = 0; i < edges(s); i++) {
        double dx = corner(s, i + 1).x - s->p[i].x, dy = corner(s, i + 1).y - s->p[i].y;
        if (hypot(dx, dy) > best + 1e-6) {
            best = hypot(dx, dy);
            angle = atan2(dy, dx);
        }
    }
    return angle;
}

/* The point t of the way from a to b. */
static struct draw_pt between(struct draw_pt a, struct draw_pt b, double t)
{
    return (struct draw_pt){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}

static void round_one(struct draw_shape *out, struct draw_pt a, struct draw_pt c,
                      struct draw_pt b, double radius)
{
    double la = hypot(a.x - c.x, a.y - c.y), lb = hypot(b.x - c.x, b.y - c.y);
    struct draw_pt from = between(c, a, la > 0 ? fmin(0.5, radius / la) : 0);
    struct draw_pt to = between(c, b, lb > 0 ? fmin(0.5, radius / lb) : 0);
    enum { PARTS = 6 };
    for (int i = 0; i <= PARTS; i++) {
        double t = (double)i / PARTS;
        struct draw_pt p = between(between(from, c, t), between(c, to, t), t);
        draw_shape_add(out, p.x, p.y);
    }
}

void draw_round_corners(const struct draw_shape *from, double radius, struct draw_shape *out)
{
    out->n = 0;
    out->closed = from->closed;
    for (int i = 0; i < from->n; i++) {
        bool end = !from->closed && (i == 0 || i == from->n - 1);
        if (end || from->n < 3)
            draw_shape_add(out, from->p[i].x, from->p[i].y);
        else
            round_one(out, from->p[(i + from->n - 1) % from->n], from->p[i],
                      from->p[(i + 1) % from->n], radius);
    }
}

/* Twice the area with its sign, to know which way a polygon turns. */
static double turning(const struct draw_shape *s)
{
    double sum = 0;
    for (int i = 0, j = s->n - 1; i < s->n; j = i++)
        sum += s->p[j].x * s->p[i].y - s->p[i].x * s->p[j].y;
    return sum;
}

static void smooth_normals(struct draw_step *step, int n, bool closed, int reach)
{
    struct draw_pt sum[DRAW_SHAPE_POINTS];
    for (int i = 0; i < n; i++) {
        sum[i] = (struct draw_pt){ 0, 0 };
        for (int k = -reach; k <= reach; k++) {
            int j = i + k;
            if (closed)
                j = (j % n + n) % n;
            if (j < 0 || j >= n)
                continue;
            sum[i].x += step[j].normal.x;
            sum[i].y += step[j].normal.y;
        }
    }
    for (int i = 0; i < n; i++) {
        double len = hypot(sum[i].x, sum[i].y);
        if (len > 1e-9)
            step[i].normal = (struct draw_pt){ sum[i].x / len, sum[i].y / len };
    }
}

int draw_walk(const struct draw_shape *s, double gap, struct draw_step *out, int room)
{
    int n = 0;
    double left = gap / 2, flip = s->closed && turning(s) < 0 ? -1 : 1;
    if (room > DRAW_SHAPE_POINTS)
        room = DRAW_SHAPE_POINTS;
    for (int i = 0; i < edges(s); i++) {
        struct draw_pt a = s->p[i], b = corner(s, i + 1);
        double len = hypot(b.x - a.x, b.y - a.y);
        while (left < len && n < room) {
            double nx = (b.y - a.y) / len * flip, ny = -(b.x - a.x) / len * flip;
            out[n++] = (struct draw_step){ between(a, b, left / len), { nx, ny } };
            left += gap;
        }
        left -= len;
    }
    smooth_normals(out, n, s->closed, 5);
    return n;
}
