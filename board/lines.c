/* board/lines.c - two armies as bodies on the ground. */
#include "board/lines.h"

#include <string.h>

enum {
    WHOLE = 1024,     /* cosine of straight ahead */
    HALF_RIGHT = 720, /* of 45 degrees */
    ABREAST = 260,    /* of 75 degrees: beyond it lies the flank */
    FULL = 256,       /* weight of an enemy within reach */
};

struct tc_line_body *tc_line_body(struct tc_lines *l, int side)
{
    if (l->bodies == TC_LINE_BODIES)
        return NULL;
    struct tc_line_body *b = &l->body[l->bodies++];
    memset(b, 0, sizeof *b);
    b->side = (uint8_t)side;
    return b;
}

void tc_line_goal(struct tc_lines *l, int32_t x, int32_t y, int mine, int theirs)
{
    if (l->goals == TC_LINE_GOALS)
        return;
    l->goal[l->goals++] = (struct tc_line_goal){ x, y, { (int16_t)mine, (int16_t)theirs } };
}

void tc_line_hex_place(struct tc_hexvec v, int32_t *x, int32_t *y)
{
    *x = 1000 * v.q + 500 * v.r;
    *y = 866 * v.r;
}

void tc_line_hex_ahead(enum tc_hexwind w, int half, struct tc_line_body *b)
{
    int32_t x, y, xx = 0, yy = 0;

    tc_line_hex_place(tc_hex_dir(w, half / 2), &x, &y);
    if (half & 1) { /* the sum of two directions is 1.732 long */
        tc_line_hex_place(tc_hex_dir(w, half / 2 + 1), &xx, &yy);
        x = (x + xx) * 1000 / 1732;
        y = (y + yy) * 1000 / 1732;
    }
    b->dx = x * WHOLE / 1000;
    b->dy = y * WHOLE / 1000;
}

int32_t tc_line_apart(int32_t dx, int32_t dy)
{
    int32_t a = dx < 0 ? -dx : dx, b = dy < 0 ? -dy : dy;

    return a > b ? a + b * 3 / 8 : b + a * 3 / 8;
}

int tc_line_ahead_of(const struct tc_line_body *b, int32_t dx, int32_t dy, int32_t d)
{
    if (d == 0 || (b->dx == 0 && b->dy == 0))
        return WHOLE;
    return (int)(((int64_t)dx * b->dx + (int64_t)dy * b->dy) / d);
}

/* What k has to fear of a, in 1/256 of its power. */
static int bears(const struct tc_line_body *a, const struct tc_line_body *k, int32_t dx,
                 int32_t dy, int32_t d)
{
    int32_t far = tc_max(3 * a->reach, a->range);
    int v = 0;

    if (d > far || tc_line_ahead_of(a, dx, dy, d) < HALF_RIGHT)
        return 0;
    if (d <= a->reach)
        v = FULL;
    else if (d <= 3 * a->reach)
        v = FULL * (3 * a->reach - d) / (2 * a->reach);
    if (a->range && d <= a->range)
        v = tc_max(v, FULL * 2 / 3 - FULL / 3 * d / a->range);
    if (!a->gun && tc_line_ahead_of(k, -dx, -dy, d) < ABREAST)
        v *= 2; /* its flank */
    return k->steady ? v : v * 3 / 2;
}

/* Has a body near the enemy a friend beside or behind it? */
static bool alone(const struct tc_lines *l, int i)
{
    const struct tc_line_body *a = &l->body[i];

    for (int k = 0; k < l->bodies; k++) {
        const struct tc_line_body *b = &l->body[k];
        if (k != i && b->side == a->side && b->steady && !b->gun &&
            tc_line_apart(b->x - a->x, b->y - a->y) <= 2 * a->reach)
            return false;
    }
    return true;
}

int tc_lines_stand(const struct tc_lines *l)
{
    int64_t sum = 0, all = 1;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *a = &l->body[i];
        int64_t v = 0;
        all += a->power;
        if (!a->steady || !a->power)
            continue;
        bool near = false;
        int32_t far = tc_max(3 * a->reach, a->range);
        for (int k = 0; k < l->bodies; k++) {
            const struct tc_line_body *b = &l->body[k];
            if (b->side == a->side)
                continue;
            int32_t dx = b->x - a->x, dy = b->y - a->y;
            if (dx > far || -dx > far || dy > far || -dy > far)
                continue; /* most are */
            int32_t d = tc_line_apart(dx, dy);
            near |= d <= 3 * a->reach;
            v += bears(a, b, dx, dy, d);
        }
        v = a->power * tc_min((int)v, 3 * FULL);
        if (near && !a->gun && alone(l, i))
            v -= a->power * (FULL / 2);
        sum += a->side == 0 ? v : -v;
    }
    sum = sum * 1000 / (all * FULL);
    return (int)(sum > 1000 ? 1000 : sum < -1000 ? -1000 : sum);
}

/* 1000 at the place, 0 a field away. */
static int near_to(const struct tc_lines *l, int32_t d)
{
    return 1000 - (int)(1000 * (int64_t)tc_min(d, l->field) / l->field);
}

/* What a side has at a goal, by closeness; and from farther away how near its best body is. */
static int64_t at_goal(const struct tc_lines *l, const struct tc_line_goal *g, int side)
{
    int64_t sum = 0;
    int best = 0;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        if (b->side != side || !b->steady || b->gun)
            continue;
        int32_t d = tc_line_apart(b->x - g->x, b->y - g->y);
        int close = near_to(l, 4 * tc_min(d, l->field));
        sum += (int64_t)b->power * close * close / 1000;
        best = tc_max(best, near_to(l, d));
    }
    return sum + 10 * best;
}

int tc_lines_nearness(const struct tc_lines *l)
{
    int64_t sum = 0;

    for (int i = 0; i < l->goals; i++) {
        const struct tc_line_goal *g = &l->goal[i];
        int64_t mine = at_goal(l, g, 0), theirs = at_goal(l, g, 1);
        sum += 50 * (g->points[0] + g->points[1]) * (mine - theirs) / (mine + theirs + 1);
    }
    return (int)sum;
}

/* How near a body is to the nearest ground its side wants; -1 when there is none. */
static int goal_near(const struct tc_lines *l, const struct tc_line_body *a)
{
    int best = -1;

    for (int g = 0; g < l->goals; g++)
        if (l->goal[g].points[a->side])
            best = tc_max(best,
                          near_to(l, tc_line_apart(a->x - l->goal[g].x, a->y - l->goal[g].y)));
    return best;
}

/* How near a body is to fighting somebody; one that looks away from him less so. */
static int fights_near(const struct tc_lines *l, const struct tc_line_body *a)
{
    int32_t reach = tc_max(a->reach, a->range), nearest = l->field + 1, ahead = nearest;

    for (int k = 0; k < l->bodies; k++) {
        const struct tc_line_body *b = &l->body[k];
        if (b->side == a->side)
            continue;
        int32_t dx = b->x - a->x, dy = b->y - a->y, d = tc_line_apart(dx, dy);
        int32_t left = d > reach ? d - reach : 0;
        if (left >= ahead)
            continue;
        if (tc_line_ahead_of(a, dx, dy, d) >= HALF_RIGHT)
            ahead = left;
        else
            nearest = tc_min(nearest, left);
    }
    int best = tc_max(near_to(l, ahead), near_to(l, nearest) * 7 / 8);
    int ground = goal_near(l, a);
    return ground < 0 || a->gun ? best : (2 * best + ground) / 3;
}

int tc_lines_pressing(const struct tc_lines *l, int side)
{
    int64_t sum = 0, all = 0;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *a = &l->body[i];
        if (a->side != side)
            continue;
        all += a->power;
        if (a->steady)
            sum += (int64_t)a->power * fights_near(l, a);
    }
    return all ? (int)(sum / all) : 0;
}

int tc_lines_more(const struct tc_lines *l)
{
    int64_t sum = 0, all = 1;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        int part = b->steady ? b->power : b->power / 2;
        all += part;
        sum += b->side == 0 ? part : -part;
    }
    return (int)(1000 * sum / all);
}
