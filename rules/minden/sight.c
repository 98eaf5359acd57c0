/* rules/minden/sight.c - chapter E: lines of sight over hills, past friends.
 *
 * N-GEO-19 with N-E1 to N-E4 and N-K5. Arcs and ranges are in fire.c.
 */
#include "rules/minden/inner.h"

enum bar { UNKNOWN, BLOCKS, LOOKED_OVER };

/* One look from a unit at another: where both stand, on which hills, who may be between. */
struct look {
    struct min_crowd *crowd;
    const struct min_book *bk;
    int unit, other;
    const struct min_body *from, *to;
    bool on_hills; /* the hills have been looked for */
    int hill_from, hill_to;
    struct tc_bounds all; /* nothing outside can block */
    struct tc_pt a, b;    /* centres of the two */
    int64_t length, half; /* between them; half the width of all sight lines */
    int bars, grounds;
    int16_t bar[MIN_UNITS];  /* places in the crowd, in the order they are tried */
    uint8_t kind[MIN_UNITS]; /* by place in the crowd: enum bar */
    int16_t ground[MIN_TERRAIN];
    uint8_t inside[MIN_TERRAIN]; /* 1 not yet asked, 2 one of the two stands in it, 0 no */
    struct min_memory seen;      /* who has blocked a line; n beyond its room: too many */
    int eyes, marks;
    struct tc_pt eye[MIN_SECTIONS * TC_EYES], mark[MIN_SECTIONS * TC_MARKS];
};

enum { REMEMBERED = sizeof((struct min_memory){ 0 }).unit / sizeof(int16_t) };

enum { FREE = -1, HIDDEN = -2 };

/* The lane from the firer's anchor to the target's centre, with the room on both sides. */
struct lane {
    struct tc_pt a, b;
    int32_t room[2];
};

/* Told further down: */
static void find_hills(struct look *l);
static void narrow_by(struct lane *l, const struct min_book *bk, const struct min_body *from,
                      const struct min_body *to, const struct min_body *friendly);
static bool is_ahead(const struct tc_box *front, const struct tc_box *friendly);
static void narrow(struct lane *l, const struct tc_box *box);
static int32_t off_lane(const struct lane *l, struct tc_pt p);
static void find_eyes(struct look *l);
static bool still_hidden(struct look *l, const struct min_memory *m);
static int recall(struct look *l, const struct min_memory *m, int last, struct tc_pt p,
                  struct tc_pt q);
static bool cuts(const struct min_body *b, struct tc_pt p, struct tc_pt q);
static bool covers_middle(struct look *l, int left, int right);
static void measure(struct look *l);
static int64_t breadth(const struct min_body *b, struct tc_pt p);
static void list_bars(struct look *l);
static bool is_beside(const struct look *l, const struct tc_disc *d);
static bool any_free(struct look *l);
static int blocker(struct look *l, struct tc_pt p, struct tc_pt q);
static bool bars_line(struct look *l, int i, struct tc_pt p, struct tc_pt q);
static bool is_off(const struct min_crowd *c, int i, struct tc_pt p, struct tc_pt q);

/* Which ground may hide something: N-Jd5, N-E1. */
static void list_ground(struct look *l)
{
    l->grounds = 0;
    for (int i = 0; i < l->bk->grounds; i++) {
        const struct min_ground *g = &l->bk->ground[i];
        if (!g->blocks || min_is_linear(g) || g->max_x < l->all.min_x ||
            g->min_x > l->all.max_x || g->max_y < l->all.min_y || g->min_y > l->all.max_y)
            continue;
        l->inside[l->grounds] = 1;
        l->ground[l->grounds++] = (int16_t)i;
    }
}

/* A shooter on a hill looks over some units in the low ground (N-E2, N-E3, N-RUL-19). */
static bool looks_over(struct look *l, int i, const struct min_body *b)
{
    int32_t near = l->bk->t.fire.over_heads;
    bool friendly = min_side_of(l->bk, i) == min_side_of(l->bk, l->unit);

    find_hills(l);
    if (l->hill_from == TC_NONE || min_hill_under(l->bk, b->anchor) != TC_NONE)
        return false; /* N-RUL-19 */
    if (l->hill_to != TC_NONE && l->hill_to != l->hill_from) {
        if (!friendly || !min_bodies_within(b, l->to, near)) /* N-E3a */
            return true;
        return false; /* N-E3b */
    }
    if (min_bodies_within(b, l->from, near))
        return false; /* N-E2a */
    return friendly;  /* N-E2b: the first enemy met is the target */
}

static void find_hills(struct look *l)
{
    if (l->on_hills)
        return;
    l->on_hills = true;
    l->hill_from = min_hill_under(l->bk, l->from->anchor);
    l->hill_to = min_hill_under(l->bk, l->to->anchor);
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
    if (l->inside[i] == 2)
        return false; /* N-Jb13c: a friend in terrain is seen */
    return true;      /* N-E1, N-Jd5 */
}

/* from: the body or section that fires, its front first; to: the target. */
bool min_gap_open(struct min_crowd *c, int firer, const struct min_body *from, int target,
                  const struct min_body *to)
{
    const struct min_book *bk = c->bk;
    struct lane l = { from->box[0].anchor, to->box[0].centre, { INT32_MAX, INT32_MAX } };
    int32_t frontage = to->box[0].w;
    struct min_size z;

    if (to->n > 1) { /* a bent line, as wide as it would be straight */
        min_size_of(bk, target, &c->s->units[target], &z);
        l.b = tc_step(to->anchor, c->s->units[target].facing, -z.d / 2);
        frontage = z.w;
    }
    int side = min_side_of(bk, firer);
    int32_t near = bk->t.fire.gap_near;
    struct tc_bounds all = { tc_min(l.a.x, l.b.x), tc_min(l.a.y, l.b.y), tc_max(l.a.x, l.b.x),
                             tc_max(l.a.y, l.b.y) };

    for (int i = c->first[side]; i < c->end[side]; i++) { /* N-E4, N-RUL-20 */
        int unit = c->unit[i];
        if (tc_disc_off_bounds(c->disc[i], all, near) || unit == firer || unit == target ||
            min_side_of(bk, unit) != side)
            continue;
        narrow_by(&l, bk, from, to, min_crowd_body(c, unit));
    }
    if (l.room[0] == INT32_MAX || l.room[1] == INT32_MAX)
        return true;
    return (int64_t)l.room[0] + l.room[1] >= (int64_t)bk->t.fire.gap_factor * frontage;
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

/* Some of it lies ahead of the firer's front: neighbours in the line are not shot past. */
static bool is_ahead(const struct tc_box *front, const struct tc_box *friendly)
{
    for (int i = 0; i < 4; i++)
        if (tc_forward(front, friendly->c[i]) > ((int64_t)50 << 30))
            return true;
    return false;
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

/* Signed distance of a point from the lane's line, right positive. */
static int32_t off_lane(const struct lane *l, struct tc_pt p)
{
    int64_t x = l->b.x - l->a.x, y = l->b.y - l->a.y;
    int64_t len = tc_dist(l->a, l->b);
    int64_t cross = (int64_t)(p.x - l->a.x) * y - (int64_t)(p.y - l->a.y) * x;

    return len ? (int32_t)(cross / len) : 0;
}

/* Enemy commands never block; one's own do (N-K5). */
static bool may_block(const struct look *l, int i)
{
    if (i == l->unit || i == l->other)
        return false;
    if (!min_is_command(l->bk, i))
        return true;
    return min_side_of(l->bk, i) == min_side_of(l->bk, l->unit); /* N-K5 */
}

bool min_sees_in(struct min_crowd *c, int unit, const struct min_body *from, int other,
                 const struct min_body *to, struct min_memory *memory)
{
    struct look l;

    l.crowd = c; /* N-GEO-19 */
    l.bk = c->bk;
    l.unit = unit;
    l.other = other;
    l.from = from;
    l.to = to;
    l.on_hills = false;
    l.seen.n = 0;
    find_eyes(&l);
    if (memory && memory->n && still_hidden(&l, memory))
        return false;
    measure(&l);
    list_bars(&l);
    list_ground(&l);
    if (l.bars + l.grounds == 0 || any_free(&l))
        return true;
    if (memory) {
        *memory = l.seen;
        if (l.seen.n > REMEMBERED)
            memory->n = 0;
    }
    return false;
}

static void find_eyes(struct look *l)
{
    l->eyes = l->from->n * TC_EYES;
    l->marks = l->to->n * TC_MARKS;
    for (int i = 0; i < l->from->n; i++)
        tc_eyes(&l->from->box[i], l->eye + i * TC_EYES);
    for (int i = 0; i < l->to->n; i++)
        tc_marks(&l->to->box[i], l->mark + i * TC_MARKS);
}

/* Do those who hid it the last time hide it again? From a hill one may look over them. */
static bool still_hidden(struct look *l, const struct min_memory *m)
{
    int last = 0;

    find_hills(l);
    if (l->hill_from != TC_NONE)
        return false;
    for (int i = 0; i < l->marks; i++)
        for (int k = 0; k < l->eyes; k += TC_EYES) {
            int left = last = recall(l, m, last, l->eye[k + 1], l->mark[i]);
            int right = last = last < 0 ? last : recall(l, m, last, l->eye[k + 2], l->mark[i]);
            if (last >= 0 &&
                !(left == right && covers_middle(l, m->unit[left], m->unit[right])))
                last = recall(l, m, last, l->eye[k], l->mark[i]);
            if (last < 0)
                return false;
        }
    return true;
}

/* Which of those remembered cuts p-q, the last one tried first; FREE. */
static int recall(struct look *l, const struct min_memory *m, int last, struct tc_pt p,
                  struct tc_pt q)
{
    for (int n = 0; n < m->n; n++) {
        int i = last + n < m->n ? last + n : last + n - m->n;
        if (cuts(min_crowd_body(l->crowd, m->unit[i]), p, q))
            return i;
    }
    return FREE;
}

static bool cuts(const struct min_body *b, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < b->n; i++)
        if (tc_box_cut(&b->box[i], p, q))
            return true;
    return false;
}

/* The eye in the middle lies between the other two to the mil: what is convex and cuts both
 * their lines to a mark cuts its line too. */
static bool covers_middle(struct look *l, int left, int right)
{
    return left == right && left >= 0 && min_crowd_body(l->crowd, left)->n == 1;
}

static void measure(struct look *l)
{
    int64_t half = breadth(l->to, l->to->box[0].centre);

    l->all.min_x = tc_min(l->from->min_x, l->to->min_x);
    l->all.min_y = tc_min(l->from->min_y, l->to->min_y);
    l->all.max_x = tc_max(l->from->max_x, l->to->max_x);
    l->all.max_y = tc_max(l->from->max_y, l->to->max_y);
    l->a = l->from->box[0].centre;
    l->b = l->to->box[0].centre;
    l->length = tc_dist(l->a, l->b) + 1;
    l->half = breadth(l->from, l->a);
    l->half = half > l->half ? half : l->half;
}

/* No point of the body is farther than this from p. */
static int64_t breadth(const struct min_body *b, struct tc_pt p)
{
    int64_t x = tc_max(b->max_x - p.x, p.x - b->min_x),
            y = tc_max(b->max_y - p.y, p.y - b->min_y);

    return x + y;
}

/* Who stands near any of the lines between the two. */
static void list_bars(struct look *l)
{
    const struct min_crowd *c = l->crowd;

    l->bars = 0;
    for (int i = 0; i < c->n; i++) {
        if (tc_disc_off_bounds(c->disc[i], l->all, 0) || is_beside(l, &c->disc[i]) ||
            !may_block(l, c->unit[i]))
            continue;
        l->kind[i] = UNKNOWN;
        l->bar[l->bars++] = (int16_t)i;
    }
}

/* Surely beside all lines of sight between the two. */
static bool is_beside(const struct look *l, const struct tc_disc *d)
{
    int64_t cross = (int64_t)(d->x - l->a.x) * (l->b.y - l->a.y) -
                    (int64_t)(d->y - l->a.y) * (l->b.x - l->a.x);
    int64_t reach = (l->half + d->r) * l->length;

    return cross > reach || cross < -reach;
}

static bool any_free(struct look *l)
{
    for (int i = 0; i < l->marks; i++)
        for (int k = 0; k < l->eyes; k += TC_EYES) {
            int left = blocker(l, l->eye[k + 1], l->mark[i]);
            int right = left == FREE ? FREE : blocker(l, l->eye[k + 2], l->mark[i]);
            if (left == FREE || right == FREE ||
                (!covers_middle(l, left, right) && blocker(l, l->eye[k], l->mark[i]) == FREE))
                return true;
        }
    return false;
}

/* Who blocks p-q, FREE, or HIDDEN by ground. He goes to the head of the list, to be tried
 * first. */
static int blocker(struct look *l, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < l->bars; i++)
        if (bars_line(l, l->bar[i], p, q)) {
            int16_t who = l->bar[i];
            l->bar[i] = l->bar[0];
            l->bar[0] = who;
            return l->crowd->unit[who];
        }
    for (int i = 0; i < l->grounds; i++)
        if (hides_line(l, i, p, q)) {
            l->seen.n = REMEMBERED + 1; /* not by units alone */
            return HIDDEN;
        }
    return FREE;
}

/* i: place in the crowd. */
static bool bars_line(struct look *l, int i, struct tc_pt p, struct tc_pt q)
{
    if (l->kind[i] == LOOKED_OVER || is_off(l->crowd, i, p, q))
        return false;
    const struct min_body *b = min_crowd_body(l->crowd, l->crowd->unit[i]);
    if (!cuts(b, p, q))
        return false;
    if (l->kind[i] == UNKNOWN) {
        l->kind[i] = looks_over(l, l->crowd->unit[i], b) ? LOOKED_OVER : BLOCKS;
        if (l->kind[i] == BLOCKS && l->seen.n++ < REMEMBERED)
            l->seen.unit[l->seen.n - 1] = l->crowd->unit[i];
    }
    return l->kind[i] == BLOCKS;
}

/* Surely not on the line from p to q. */
static bool is_off(const struct min_crowd *c, int i, struct tc_pt p, struct tc_pt q)
{
    int64_t x = q.x - p.x, y = q.y - p.y;
    int64_t cross = (c->disc[i].x - p.x) * y - (c->disc[i].y - p.y) * x;
    int64_t reach = c->disc[i].r * ((x < 0 ? -x : x) + (y < 0 ? -y : y));

    return cross > reach || cross < -reach;
}

bool min_sees(const struct min_book *bk, const struct min_state *s, int unit,
              const struct min_body *from, int other, const struct min_body *to)
{
    struct min_crowd c;

    min_crowd_begin(&c, bk, s);
    return min_sees_in(&c, unit, from, other, to, NULL);
}
