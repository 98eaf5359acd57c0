/* rules/minden/sight.c - chapter E: lines of sight over hills, past friends.
 *
 * N-GEO-19 with N-E1 to N-E4 and N-K5. Arcs and ranges are in fire.c.
 */
#include "rules/minden/inner.h"

/* --- Who may block --------------------------------------------------------------------- */

/* One look from a unit at another: where both stand, on which hills. */
struct look {
    const struct min_book *bk;
    const struct min_state *s;
    int unit, other;
    const struct min_body *from, *to;
    int hill_from, hill_to;
    int32_t min_x, min_y, max_x, max_y; /* nothing outside can block */
    struct tc_pt a, b;                  /* centres of the two */
    int64_t length, half;               /* between them; half the width of all sight lines */
};

static void spread(struct look *l, const struct min_body *b)
{
    for (int i = 0; i < b->n; i++) {
        l->min_x = tc_min(l->min_x, b->box[i].min_x);
        l->min_y = tc_min(l->min_y, b->box[i].min_y);
        l->max_x = tc_max(l->max_x, b->box[i].max_x);
        l->max_y = tc_max(l->max_y, b->box[i].max_y);
    }
}

/* No point of the body is farther than this from p. */
static int64_t breadth(const struct min_body *b, struct tc_pt p)
{
    int64_t x = tc_max(b->max_x - p.x, p.x - b->min_x),
            y = tc_max(b->max_y - p.y, p.y - b->min_y);

    return x + y;
}

/* Surely beside all lines of sight between the two. */
static bool is_beside(const struct look *l, int i)
{
    const struct min_unit *m = &l->s->units[i];
    int64_t cross = (int64_t)(m->x - l->a.x) * (l->b.y - l->a.y) -
                    (int64_t)(m->y - l->a.y) * (l->b.x - l->a.x);
    int64_t reach = (l->half + min_span(l->bk, i, m)) * l->length;

    return cross > reach || cross < -reach;
}

static void begin_look(struct look *l)
{
    l->min_x = l->min_y = INT32_MAX;
    l->max_x = l->max_y = INT32_MIN;
    spread(l, l->from);
    spread(l, l->to);
    l->a = l->from->box[0].centre;
    l->b = l->to->box[0].centre;
    l->length = tc_dist(l->a, l->b) + 1;
    l->half = breadth(l->from, l->a);
    l->half = breadth(l->to, l->b) > l->half ? breadth(l->to, l->b) : l->half;
    l->hill_from = min_hill_under(l->bk, l->from->anchor);
    l->hill_to = min_hill_under(l->bk, l->to->anchor);
}

/* A shooter on a hill looks over some units in the low ground (N-E2, N-E3, N-RUL-19). */
static bool looks_over(const struct look *l, int i, const struct min_body *b)
{
    int32_t near = l->bk->t.fire.over_heads;
    bool friendly = min_side_of(l->bk, i) == min_side_of(l->bk, l->unit);

    if (l->hill_from == TC_NONE || min_hill_under(l->bk, b->anchor) != TC_NONE) {
        TC_RULE("N-RUL-19");
        return false;
    }
    if (l->hill_to != TC_NONE && l->hill_to != l->hill_from) {
        TC_RULE("N-E3a");
        if (!friendly || !min_bodies_within(b, l->to, near))
            return true;
        TC_RULE("N-E3b");
        return false;
    }
    if (min_bodies_within(b, l->from, near)) {
        TC_RULE("N-E2a");
        return false;
    }
    TC_RULE("N-E2b");
    return friendly; /* the first enemy met is the target */
}

/* Enemy commands never block; one's own do (N-K5). */
static bool may_block(const struct look *l, int i)
{
    if (i == l->unit || i == l->other || !min_on_table(l->s, i))
        return false;
    if (!min_is_command(l->bk, i))
        return true;
    TC_RULE("N-K5");
    return min_side_of(l->bk, i) == min_side_of(l->bk, l->unit);
}

static int units_between(const struct look *l, struct tc_box *out)
{
    struct min_body b, all = { .n = 1, .min_x = l->min_x, .min_y = l->min_y };
    int n = 0;

    all.max_x = l->max_x;
    all.max_y = l->max_y;
    for (int i = 0; i < l->bk->units; i++) {
        if (!may_block(l, i) || min_far(l->bk, l->s, i, &all, 0) || is_beside(l, i))
            continue;
        min_body(l->bk, l->s, i, &b);
        if (looks_over(l, i, &b))
            continue;
        for (int k = 0; k < b.n; k++)
            out[n++] = b.box[k];
    }
    return n;
}

/* N-Jd5, N-E1: a piece blocks unless one of the two stands in it. */
static int ground_between(const struct look *l, struct tc_shape *out)
{
    int n = 0;

    for (int i = 0; i < l->bk->grounds; i++) {
        const struct min_ground *g = &l->bk->ground[i];
        struct tc_shape sh;
        if (!g->blocks || min_is_linear(g))
            continue;
        min_shape(g, &sh);
        if (sh.max_x < l->min_x || sh.min_x > l->max_x || sh.max_y < l->min_y ||
            sh.min_y > l->max_y)
            continue;
        if (min_in_ground(g, l->from->anchor) || min_in_ground(g, l->to->anchor)) {
            TC_RULE("N-Jb13c"); /* a friend in terrain is seen */
            continue;
        }
        if (g->cls == MIN_HILL)
            TC_RULE("N-E1");
        TC_RULE("N-Jd5");
        out[n++] = sh;
    }
    return n;
}

bool min_sees(const struct min_book *bk, const struct min_state *s, int unit,
              const struct min_body *from, int other, const struct min_body *to)
{
    struct look l = { .bk = bk, .s = s, .unit = unit, .other = other, .from = from, .to = to };
    struct tc_box box[MIN_NEAR_BOXES];
    struct tc_shape poly[MIN_TERRAIN];
    struct tc_pt eye[MIN_SECTIONS * TC_EYES], mark[MIN_SECTIONS * TC_MARKS];
    struct tc_screen screen = { .box = box, .poly = poly };

    TC_RULE("N-GEO-19");
    begin_look(&l);
    screen.boxes = units_between(&l, box);
    screen.polys = ground_between(&l, poly);
    if (screen.boxes + screen.polys == 0)
        return true;
    for (int i = 0; i < from->n; i++)
        tc_eyes(&from->box[i], eye + i * TC_EYES);
    for (int i = 0; i < to->n; i++)
        tc_marks(&to->box[i], mark + i * TC_MARKS);
    return tc_sees(&screen, eye, from->n * TC_EYES, mark, to->n * TC_MARKS);
}

/* --- Past friends: N-E4, N-RUL-20 ------------------------------------------------------ */

/* The lane from the firer's anchor to the target's centre, with the room on both sides. */
struct lane {
    struct tc_pt a, b;
    int32_t room[2];
};

/* Signed distance of a point from the lane's line, right positive. */
static int32_t off_lane(const struct lane *l, struct tc_pt p)
{
    int64_t x = l->b.x - l->a.x, y = l->b.y - l->a.y;
    int64_t len = tc_dist(l->a, l->b);
    int64_t cross = (int64_t)(p.x - l->a.x) * y - (int64_t)(p.y - l->a.y) * x;

    return len ? (int32_t)(cross / len) : 0;
}

static void narrow(struct lane *l, const struct tc_box *box)
{
    int32_t low = INT32_MAX, high = INT32_MIN;

    for (int i = 0; i < 4; i++) {
        int32_t at = off_lane(l, box->c[i]);
        low = tc_min(low, at);
        high = tc_max(high, at);
    }
    if (low + high >= 0)
        l->room[1] = tc_min(l->room[1], tc_max(low, 0));
    else
        l->room[0] = tc_min(l->room[0], tc_max(-high, 0));
}

/* Some of it lies ahead of the firer's front: neighbours in the line are not shot past. */
static bool is_ahead(const struct tc_box *front, const struct tc_box *friendly)
{
    for (int i = 0; i < 4; i++)
        if (tc_forward(front, friendly->c[i]) > ((int64_t)50 << 30))
            return true;
    return false;
}

static void narrow_by(struct lane *l, const struct min_book *bk, const struct min_body *from,
                      const struct min_body *to, const struct min_body *friendly)
{
    for (int i = 0; i < friendly->n; i++) {
        const struct tc_box *box = &friendly->box[i];
        if (!is_ahead(&from->box[0], box) ||
            !tc_segment_within(box, l->a, l->b, bk->t.fire.gap_near))
            continue;
        if (!min_bodies_within(friendly, to, bk->t.fire.over_heads - 1))
            continue; /* 12 inches or more from the target */
        narrow(l, box);
    }
}

/* from: the body or section that fires, its front first; to: the target. */
bool min_gap_open(const struct min_book *bk, const struct min_state *s, int firer,
                  const struct min_body *from, int target, const struct min_body *to)
{
    struct lane l = { from->box[0].anchor, to->box[0].centre, { INT32_MAX, INT32_MAX } };
    struct min_body b, lane_body;
    int side = min_side_of(bk, firer);

    lane_body.n = 1;
    tc_box_segment(&lane_body.box[0], l.a, l.b);
    min_body_bounds(&lane_body);
    TC_RULE("N-E4");
    TC_RULE("N-RUL-20");
    for (int i = 0; i < bk->units; i++) {
        if (i == firer || i == target || !min_on_table(s, i) || min_side_of(bk, i) != side ||
            min_far(bk, s, i, &lane_body, bk->t.fire.gap_near))
            continue;
        min_body(bk, s, i, &b);
        narrow_by(&l, bk, from, to, &b);
    }
    if (l.room[0] == INT32_MAX || l.room[1] == INT32_MAX)
        return true;
    return (int64_t)l.room[0] + l.room[1] >= (int64_t)bk->t.fire.gap_factor * to->box[0].w;
}
