/* rules/minden/sight.c - chapter E: lines of sight over hills, past friends.
 *
 * N-GEO-19 with N-E1 to N-E4 and N-K5. Arcs and ranges are in fire.c.
 */
#include "rules/minden/inner.h"

/* --- Who may block --------------------------------------------------------------------- */

/* Somebody who may stand in the way; the body is made when a line comes near him. */
struct bar {
    int16_t unit;
    bool made, over; /* looked over: he does not block */
    int n;
    struct tc_box box[MIN_SECTIONS];
};

/* One look from a unit at another: where both stand, on which hills, who may be between. */
struct look {
    const struct min_book *bk;
    const struct min_state *s;
    int unit, other;
    const struct min_body *from, *to;
    bool on_hills; /* the hills have been looked for */
    int hill_from, hill_to;
    int32_t min_x, min_y, max_x, max_y; /* nothing outside can block */
    struct tc_pt a, b;                  /* centres of the two */
    int64_t length, half;               /* between them; half the width of all sight lines */
    int bars, grounds;
    int16_t ground[MIN_TERRAIN];
    uint8_t inside[MIN_TERRAIN]; /* 1 not yet asked, 2 one of the two stands in it, 0 no */
    uint8_t order[MIN_UNITS]; /* in which the bars are tried */
    struct bar bar[MIN_UNITS];
};

/* No point of the body is farther than this from p. */
static int64_t breadth(const struct min_body *b, struct tc_pt p)
{
    int64_t x = tc_max(b->max_x - p.x, p.x - b->min_x),
            y = tc_max(b->max_y - p.y, p.y - b->min_y);

    return x + y;
}

/* Surely beside all lines of sight between the two. */
static bool is_beside(const struct look *l, const struct min_unit *m, int64_t span)
{
    int64_t cross = (int64_t)(m->x - l->a.x) * (l->b.y - l->a.y) -
                    (int64_t)(m->y - l->a.y) * (l->b.x - l->a.x);
    int64_t reach = (l->half + span) * l->length;

    return cross > reach || cross < -reach;
}

static void begin_look(struct look *l)
{
    int64_t half = breadth(l->to, l->to->box[0].centre);

    l->min_x = tc_min(l->from->min_x, l->to->min_x);
    l->min_y = tc_min(l->from->min_y, l->to->min_y);
    l->max_x = tc_max(l->from->max_x, l->to->max_x);
    l->max_y = tc_max(l->from->max_y, l->to->max_y);
    l->a = l->from->box[0].centre;
    l->b = l->to->box[0].centre;
    l->length = tc_dist(l->a, l->b) + 1;
    l->half = breadth(l->from, l->a);
    l->half = half > l->half ? half : l->half;
    l->on_hills = false;
}

static void find_hills(struct look *l)
{
    if (l->on_hills)
        return;
    l->on_hills = true;
    l->hill_from = min_hill_under(l->bk, l->from->anchor);
    l->hill_to = min_hill_under(l->bk, l->to->anchor);
}

/* A shooter on a hill looks over some units in the low ground (N-E2, N-E3, N-RUL-19). */
static bool looks_over(struct look *l, int i, const struct min_body *b)
{
    int32_t near = l->bk->t.fire.over_heads;
    bool friendly = min_side_of(l->bk, i) == min_side_of(l->bk, l->unit);

    find_hills(l);
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
    _Static_assert(MIN_UNITS <= UINT8_MAX, "a bar is named by a byte");
    if (i == l->unit || i == l->other)
        return false;
    if (!min_is_command(l->bk, i))
        return true;
    TC_RULE("N-K5");
    return min_side_of(l->bk, i) == min_side_of(l->bk, l->unit);
}

/* Who stands near any of the lines between the two. */
static void list_bars(struct look *l)
{
    l->bars = 0;
    for (int i = 0; i < l->bk->units; i++) {
        const struct min_unit *m = &l->s->units[i];
        if (m->where != MIN_ON_TABLE)
            continue;
        int32_t span = min_span(l->bk, i, m);
        if (m->x + span < l->min_x || m->x - span > l->max_x || m->y + span < l->min_y ||
            m->y - span > l->max_y || is_beside(l, m, span) || !may_block(l, i))
            continue;
        l->bar[l->bars].unit = (int16_t)i;
        l->bar[l->bars].made = false;
        l->order[l->bars] = (uint8_t)l->bars;
        l->bars++;
    }
}

/* Which ground may hide something: N-Jd5, N-E1. */
static void list_ground(struct look *l)
{
    l->grounds = 0;
    for (int i = 0; i < l->bk->grounds; i++) {
        const struct min_ground *g = &l->bk->ground[i];
        if (!g->blocks || min_is_linear(g) || g->max_x < l->min_x || g->min_x > l->max_x ||
            g->max_y < l->min_y || g->min_y > l->max_y)
            continue;
        l->inside[l->grounds] = 1;
        l->ground[l->grounds++] = (int16_t)i;
    }
}

static void make_bar(struct look *l, struct bar *r)
{
    struct min_body b;

    min_body(l->bk, l->s, r->unit, &b);
    r->made = true;
    r->over = looks_over(l, r->unit, &b);
    r->n = b.n;
    for (int i = 0; i < b.n; i++)
        r->box[i] = b.box[i];
}

/* Surely not on the line from p to q. */
static bool is_off(const struct look *l, const struct bar *r, struct tc_pt p, struct tc_pt q)
{
    const struct min_unit *m = &l->s->units[r->unit];
    int64_t x = q.x - p.x, y = q.y - p.y;
    int64_t cross = (m->x - p.x) * y - (m->y - p.y) * x;
    int64_t reach = min_span(l->bk, r->unit, m) * ((x < 0 ? -x : x) + (y < 0 ? -y : y));

    return cross > reach || cross < -reach;
}

static bool bars_line(struct look *l, struct bar *r, struct tc_pt p, struct tc_pt q)
{
    if (!r->made) {
        if (is_off(l, r, p, q))
            return false;
        make_bar(l, r);
    }
    for (int i = 0; i < r->n && !r->over; i++)
        if (tc_box_cut(&r->box[i], p, q))
            return true;
    return false;
}

/* A piece blocks unless one of the two stands in it. */
static bool hides_line(struct look *l, int i, struct tc_pt p, struct tc_pt q)
{
    const struct min_ground *g = &l->bk->ground[l->ground[i]];
    struct tc_shape sh;

    min_shape(g, &sh);
    if (l->inside[i] == 2 || !tc_poly_cut(&sh, p, q))
        return false;
    if (l->inside[i] == 1)
        l->inside[i] =
            min_in_ground(g, l->from->anchor) || min_in_ground(g, l->to->anchor) ? 2 : 0;
    if (l->inside[i] == 2) {
        TC_RULE("N-Jb13c"); /* a friend in terrain is seen */
        return false;
    }
    if (g->cls == MIN_HILL)
        TC_RULE("N-E1");
    TC_RULE("N-Jd5");
    return true;
}

/* Is p-q free? Who blocks goes to the head of the list, to be tried first. */
static bool is_free(struct look *l, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < l->bars; i++)
        if (bars_line(l, &l->bar[l->order[i]], p, q)) {
            uint8_t t = l->order[0];
            l->order[0] = l->order[i];
            l->order[i] = t;
            return false;
        }
    for (int i = 0; i < l->grounds; i++)
        if (hides_line(l, i, p, q))
            return false;
    return true;
}

bool min_sees(const struct min_book *bk, const struct min_state *s, int unit,
              const struct min_body *from, int other, const struct min_body *to)
{
    struct look l;
    struct tc_pt eye[MIN_SECTIONS * TC_EYES], mark[MIN_SECTIONS * TC_MARKS];

    TC_RULE("N-GEO-19");
    l.bk = bk;
    l.s = s;
    l.unit = unit;
    l.other = other;
    l.from = from;
    l.to = to;
    begin_look(&l);
    list_bars(&l);
    list_ground(&l);
    if (l.bars + l.grounds == 0)
        return true;
    for (int i = 0; i < from->n; i++)
        tc_eyes(&from->box[i], eye + i * TC_EYES);
    for (int i = 0; i < to->n; i++)
        tc_marks(&to->box[i], mark + i * TC_MARKS);
    for (int i = 0; i < to->n * TC_MARKS; i++)
        for (int k = 0; k < from->n * TC_EYES; k++)
            if (is_free(&l, eye[k], mark[i]))
                return true;
    return false;
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
    for (int i = bk->first_of[side]; i < bk->end_of[side]; i++) {
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
