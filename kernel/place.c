/* kernel/place.c - where something is, as people say it: by the ground that is near. */
#include "kernel/place.h"

#include <string.h>

enum {
    INCH = 1000,
    COMPACT = 10 * INCH,     /* what is no longer than that is a place by itself */
    VAGUE = 6 * INCH,        /* so much nearer must a large wood be than a village */
    LINEAR = 4 * INCH,       /* the same of a road or a brook */
    BY_A_LINE = 3 * INCH / 2 /* farther off nobody tells a place by a road */
};

void tc_place_clear(struct tc_place *p)
{
    *p = (struct tc_place){ .ground = TC_NONE };
}

/* The whole root. */
static int64_t root(int64_t n)
{
    int64_t low = 0, high = (int64_t)1 << 31;

    while (high - low > 1) {
        int64_t mid = (low + high) / 2;
        if (mid * mid <= n)
            low = mid;
        else
            high = mid;
    }
    return low;
}

/* The point of the way from a to b that is nearest to x, y, as seen from it. */
static struct tc_scene_point nearest_on(struct tc_scene_point a, struct tc_scene_point b,
                                        int32_t x, int32_t y)
{
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y, all = dx * dx + dy * dy;
    int64_t t = ((int64_t)x - a.x) * dx + ((int64_t)y - a.y) * dy;

    t = t < 0 ? 0 : t > all ? all : t;
    int64_t px = all ? dx * t / all : 0, py = all ? dy * t / all : 0;
    return (struct tc_scene_point){ (int32_t)(x - a.x - px), (int32_t)(y - a.y - py) };
}

static bool is_inside(const struct tc_ground *g, int32_t x, int32_t y)
{
    bool in = false;

    for (int i = 0, k = g->points - 1; i < g->points; k = i++) {
        struct tc_scene_point a = g->point[i], b = g->point[k];
        if ((a.y > y) == (b.y > y))
            continue;
        int64_t left = ((int64_t)x - a.x) * ((int64_t)b.y - a.y);
        int64_t right = ((int64_t)b.x - a.x) * ((int64_t)y - a.y);
        in ^= b.y > a.y ? left < right : left > right;
    }
    return in;
}

static bool is_compact(const struct tc_ground *g)
{
    struct tc_scene_point low = g->point[0], high = low;

    for (int i = 1; i < g->points; i++) {
        low.x = tc_min(low.x, g->point[i].x);
        low.y = tc_min(low.y, g->point[i].y);
        high.x = tc_max(high.x, g->point[i].x);
        high.y = tc_max(high.y, g->point[i].y);
    }
    return high.x - low.x <= COMPACT && high.y - low.y <= COMPACT;
}

/* The 16th of a turn in which dx, dy lies. */
static int32_t wind_of(int32_t dx, int32_t dy)
{
    int64_t ax = dx < 0 ? -(int64_t)dx : dx, ay = dy < 0 ? -(int64_t)dy : dy;
    /* from north towards east: tangents of 11.25, 33.75, 56.25 and 78.75 degrees */
    static const int32_t tangent[4] = { 19891, 66818, 149661, 502734 };
    int32_t w = 0;

    while (w < 4 && ax * 100000 > ay * tangent[w])
        w++;
    if (dy < 0)
        w = 8 - w;
    return dx < 0 ? (16 - w) % 16 : w;
}

void tc_place_try(struct tc_place *p, int i, const struct tc_ground *g, int32_t x, int32_t y)
{
    bool line = g->form == TC_GROUND_LINE;
    int64_t nearest = INT64_MAX;
    struct tc_scene_point off = { 0, 0 };

    if (!g->label || !g->label[0] || g->points < 2 || (!line && g->form != TC_GROUND_AREA))
        return;
    for (int k = line ? 1 : 0; k < g->points; k++) {
        struct tc_scene_point a = g->point[(k ? k : g->points) - 1];
        struct tc_scene_point d = nearest_on(a, g->point[k], x, y);
        int64_t square = (int64_t)d.x * d.x + (int64_t)d.y * d.y;
        if (square < nearest)
            nearest = square, off = d;
    }
    int64_t away = !line && is_inside(g, x, y) ? 0 : root(nearest);
    if (line && away > BY_A_LINE)
        return;
    int64_t worth = away + (line ? LINEAR : is_compact(g) ? 0 : VAGUE);
    if (p->ground != TC_NONE && worth >= p->worth)
        return;
    *p = (struct tc_place){ i, g->label, (int32_t)away, wind_of(off.x, off.y), worth };
    if (line && away < INCH / 2)
        p->away = 0;
}

int32_t tc_place_inches(const struct tc_place *p)
{
    return p->away < INCH ? 0 : (p->away + INCH / 2) / INCH;
}

void tc_say_place(const struct tc_tongue *t, const struct tc_place *p, struct tc_text *out)
{
    char own[120];
    struct tc_text name = tc_text_on(own, sizeof own);
    int32_t inches = tc_place_inches(p);

    tc_say_label(p->label, "", &name);
    bool article = !strncmp(own, "the ", 4);
    if (p->away > 0 && inches == 0) {
        tc_text_str(out, t->beside[0]);
        tc_text_str(out, t->way[(p->wind + 1) / 2 * 2 % 16]); /* a side has no more than 8 */
        tc_text_str(out, t->beside[1]);
    } else if (p->away > 0) {
        tc_text_str(out, t->apart[0]);
        tc_text_int(out, inches);
        tc_text_str(out, inches == 1 ? t->inch : t->inches);
        tc_text_str(out, t->apart[1]);
        tc_text_str(out, t->way[p->wind]);
        tc_text_str(out, t->apart[2]);
    }
    bool bare = article && t->no_article; /* the high road: High road */
    if (bare && own[4] >= 'a' && own[4] <= 'z')
        own[4] = (char)(own[4] - 'a' + 'A');
    tc_text_str(out, own + (bare ? 4 : 0));
}
