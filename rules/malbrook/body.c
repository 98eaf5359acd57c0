/* rules/malbrook/body.c - distances, setting down, losing bases, order (M-GEO-14 on). */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/probe.h"

/* Told further down: */
static bool beside_front(const struct mal_book *bk, const struct mal_unit *m,
                         const struct mal_unit *target, int slope, int32_t depth);
static bool far_apart(const struct mal_book *bk, const struct mal_unit *a,
                      const struct mal_unit *b, int32_t r);
static int nearest_front(const struct mal_book *bk, const struct mal_state *s,
                         const struct mal_unit *m, bool brigades);
static bool could_be_right_of(const struct mal_book *bk, const struct mal_unit *m,
                              struct tc_dir right, int64_t most);

void mal_leaders_follow(const struct mal_book *bk, struct mal_state *s, int unit)
{
    struct tc_pt c = mal_centre(bk, &s->brigades[unit]);

    for (int i = 0; i < bk->leaders; i++) {
        if (s->leaders[i].attached != unit)
            continue;
        s->leaders[i].x = c.x; /* M-5.8 */
        s->leaders[i].y = c.y;
    }
}

void mal_set_pose(const struct mal_book *bk, struct mal_state *s, int unit, int32_t x,
                  int32_t y, uint16_t heading)
{
    s->brigades[unit].x = x;
    s->brigades[unit].y = y;
    s->brigades[unit].heading = heading;
    mal_leaders_follow(bk, s, unit);
}

void mal_set_rect(const struct mal_book *bk, struct mal_state *s, int unit,
                  const struct tc_rect *r)
{
    mal_set_pose(bk, s, unit, r->x, r->y, r->facing);
}

void mal_clear_refused(const struct mal_book *bk, struct mal_unit *m)
{
    int32_t w, d;

    if (!(m->refuse_k[0] | m->refuse_k[1]))
        return;
    mal_base_size(bk, m, &w, &d);
    struct tc_rect r = mal_rect(bk, m);
    r = tc_side_step(r, (m->refuse_k[1] - m->refuse_k[0]) * w / 2);
    m->x = r.x;
    m->y = r.y;
    memset(m->refuse_k, 0, sizeof m->refuse_k);
    memset(m->refuse_angle, 0, sizeof m->refuse_angle);
}

static void make_block(const struct mal_book *bk, struct mal_unit *m, int files, int32_t gap)
{
    struct tc_pt c;
    int32_t w, d;

    mal_clear_refused(bk, m); /* M-12.8 */
    c = mal_centre(bk, m);
    m->formation = MAL_UNFORMED;
    m->front = 0;
    m->files = (uint8_t)files;
    m->gap = (uint16_t)gap;
    mal_size(bk, m, &w, &d);
    struct tc_rect r = tc_rect_about(c, m->heading, w, d);
    m->x = r.x;
    m->y = r.y;
}

void mal_loosen(const struct mal_book *bk, struct mal_unit *m)
{
    if (m->formation != MAL_UNFORMED && m->formation != MAL_NO_FORMATION)
        make_block(bk, m, (m->n + 1) / 2, bk->tables.base.loose_gap);
}

void mal_loosen_close(const struct mal_book *bk, struct mal_unit *m)
{
    if (m->formation != MAL_UNFORMED && m->formation != MAL_NO_FORMATION)
        make_block(bk, m, mal_front_files(m), 0);
}

bool mal_loses_flank(const struct mal_unit *m)
{
    return m->formation == MAL_LINE && m->n == m->front;
}

bool mal_enemy_near_rect(const struct mal_book *bk, const struct mal_state *s, int side,
                         const struct mal_unit *as, int32_t r)
{
    struct mal_probe p;

    mal_probe(&p, bk, as); /* M-GEO-3 */
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != side && !mal_probe_remote(&p, e, r + MAL_EPS) && mal_counts(bk, e) &&
            mal_probe_within(&p, e, r + MAL_EPS))
            return true;
    }
    return false;
}

bool mal_enemy_within(const struct mal_book *bk, const struct mal_state *s, int unit, int32_t r)
{
    return mal_enemy_near_rect(bk, s, s->brigades[unit].side, &s->brigades[unit], r);
}

bool mal_enemy_near_point(const struct mal_book *bk, const struct mal_state *s, int side,
                          struct tc_pt p, int32_t r)
{
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != side && !mal_point_remote(bk, e, p, r + MAL_EPS) && mal_counts(bk, e) &&
            mal_point_near(bk, e, p, r + MAL_EPS))
            return true;
    }
    return false;
}

bool mal_bodies_within(const struct mal_body *a, const struct mal_body *b, int32_t r)
{
    return tc_bodies_within(a->box, a->n, b->box, b->n, r);
}

struct tc_gap mal_bodies_gap(const struct mal_body *a, const struct mal_body *b)
{
    return tc_bodies_gap(a->box, a->n, b->box, b->n);
}

bool mal_within(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b,
                int32_t r)
{
    struct mal_probe p;

    mal_probe(&p, bk, a);
    return mal_probe_within(&p, b, r);
}

struct tc_gap mal_gap(const struct mal_book *bk, const struct mal_unit *a,
                      const struct mal_unit *b)
{
    struct mal_body x, y;

    mal_body(bk, a, &x); /* M-GEO-14 */
    mal_body(bk, b, &y);
    return mal_bodies_gap(&x, &y);
}

bool mal_point_near(const struct mal_book *bk, const struct mal_unit *m, struct tc_pt p,
                    int32_t r)
{
    struct mal_body b;

    if (mal_point_remote(bk, m, p, r))
        return false;
    if (tc_dist2(p, (struct tc_pt){ m->x, m->y }) <= (int64_t)r * r)
        return true; /* the front-centre is a point of it */
    mal_body(bk, m, &b);
    for (int i = 0; i < b.n; i++)
        if (tc_point_within(&b.box[i], p, r))
            return true;
    return false;
}

bool mal_overlap(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b)
{
    struct mal_probe p;

    mal_probe(&p, bk, a);
    return mal_probe_overlaps(&p, b);
}

bool mal_to_front(const struct mal_book *bk, const struct mal_unit *m,
                  const struct mal_unit *target, int slope, int32_t depth)
{
    return !beside_front(bk, m, target, slope, depth) &&
           mal_before_front(bk, m, target, slope, depth);
}

bool mal_before_front(const struct mal_book *bk, const struct mal_unit *m,
                      const struct mal_unit *target, int slope, int32_t depth)
{
    struct mal_body a, b;

    mal_body(bk, m, &a);
    mal_body(bk, target, &b);
    if (m->formation == MAL_UNFORMED)
        return mal_bodies_within(&a, &b, depth + MAL_EPS);
    for (int i = 0; i < a.n; i++) /* M-GEO-16 */
        for (int j = 0; j < b.n; j++)
            if (tc_in_fan(&a.box[i], slope, depth + MAL_EPS, &b.box[j]))
                return true;
    return false;
}

/* Surely not before its front: the target's disc misses strip or fan. */
static bool beside_front(const struct mal_book *bk, const struct mal_unit *m,
                         const struct mal_unit *target, int slope, int32_t depth)
{
    struct mal_front k = mal_front_of(bk, m);

    if (k.odd)
        return far_apart(bk, m, target, 2 * depth + MAL_EPS);
    return mal_off_front(&k, mal_disc(bk, target), slope, depth);
}

/* Surely farther apart than r. */
static bool far_apart(const struct mal_book *bk, const struct mal_unit *a,
                      const struct mal_unit *b, int32_t r)
{
    int64_t x = a->x - b->x, y = a->y - b->y;

    if (mal_remote(bk, a, b, r))
        return true;
    int64_t reach = (int64_t)mal_radius(bk, a) + mal_radius(bk, b) + r + 8;
    return x * x + y * y > reach * reach;
}

int mal_nearest_enemy(const struct mal_book *bk, const struct mal_state *s, int unit,
                      bool brigades)
{
    return mal_nearest_to(bk, s, &s->brigades[unit], brigades);
}

int mal_nearest_to(const struct mal_book *bk, const struct mal_state *s,
                   const struct mal_unit *m, bool brigades)
{
    int first = nearest_front(bk, s, m, brigades), found = first;
    struct mal_probe p;

    if (first == TC_NONE)
        return TC_NONE;
    struct mal_body near;
    mal_probe(&p, bk, m);
    mal_body(bk, &s->brigades[first], &near);
    struct tc_gap best = mal_bodies_gap(mal_probe_body(&p), &near);
    int32_t reach = tc_gap_ceil(best);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (i == first || e->side == m->side || mal_probe_far(&p, e, reach) ||
            !mal_counts(bk, e) || (brigades && !mal_is_brigade(bk, e)))
            continue;
        struct mal_body b;
        mal_body(bk, e, &b);
        struct tc_gap g = mal_bodies_gap(mal_probe_body(&p), &b);
        int than = tc_gap_cmp(g, best);
        if (than < 0 || (than == 0 && i < found)) {
            best = g;
            reach = tc_gap_ceil(best);
            found = i;
        }
    }
    return found;
}

/* The enemy whose front-centre is nearest: a good one to begin with. */
static int nearest_front(const struct mal_book *bk, const struct mal_state *s,
                         const struct mal_unit *m, bool brigades)
{
    int64_t best = INT64_MAX;
    int found = TC_NONE;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        int64_t x = e->x - m->x, y = e->y - m->y, d = x * x + y * y;
        if (e->side == m->side || d >= best || !mal_counts(bk, e) ||
            (brigades && !mal_is_brigade(bk, e)))
            continue;
        best = d;
        found = i;
    }
    return found;
}

/* M-GEO-40: not more than EPS deep. */
int mal_overlapped(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as, int but)
{
    struct mal_probe p;

    if (mal_is_ghost(bk, as))
        return TC_NONE;
    mal_probe(&p, bk, as);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *o = &s->brigades[i];
        if (i == unit || i == but || mal_probe_remote(&p, o, 0) || !mal_on_table(o) ||
            mal_is_ghost(bk, o))
            continue;
        if (mal_probe_overlaps(&p, o))
            return i; /* M-GEO-40 */
    }
    return TC_NONE;
}

bool mal_may_stand(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as, struct tc_refusal *why)
{
    struct tc_table t = { bk->width, bk->height };

    if (!tc_point_on_table(mal_centre(bk, as), t))
        return tc_refuse(why, "M-GEO-55", MAL_R_OFF_TABLE, unit, 0, 0);
    int hit = mal_overlapped(bk, s, unit, as, TC_NONE);
    if (hit != TC_NONE)
        return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, unit, hit, 0);
    return !mal_bad_stand(bk, as) || tc_refuse(why, "M-13.31", MAL_R_IMPASSABLE, unit, 0, 0);
}

/* M-GEO-41: the line shortens at one end; what is refused there goes first. */
static void shorten(const struct mal_book *bk, struct mal_unit *m, int hand)
{
    struct mal_body old;
    int32_t w, d;

    mal_body(bk, m, &old); /* M-GEO-41 */
    const struct tc_box part = old.box[old.n > 1];
    mal_base_size(bk, m, &w, &d);
    m->n--;
    m->front--;
    if (hand == MAL_LEFT) { /* files are counted from the left */
        m->file_first = (uint8_t)(m->file_first - (m->file_first > 0));
        m->file_last = (uint8_t)(m->file_last - (m->file_last > 0));
    }
    if (m->refuse_k[hand]) {
        if (--m->refuse_k[hand] == 0)
            m->refuse_angle[hand] = 0;
        return;
    }
    struct tc_rect r = mal_rect(bk, m);
    if (m->front > 0 && m->front == m->refuse_k[0] + m->refuse_k[1]) {
        /* the main body is gone: the refused part is the brigade now */
        m->x = part.anchor.x;
        m->y = part.anchor.y;
        m->heading = part.facing;
        memset(m->refuse_k, 0, sizeof m->refuse_k);
        memset(m->refuse_angle, 0, sizeof m->refuse_angle);
        return;
    }
    r = tc_side_step(r, hand == MAL_LEFT ? w / 2 : -w / 2);
    m->x = r.x;
    m->y = r.y;
}

void mal_drop_base(const struct mal_book *bk, struct mal_unit *m, int hand)
{
    if (mal_loses_flank(m)) {
        shorten(bk, m, hand);
        return;
    }
    m->n--;
    if (m->formation == MAL_UNFORMED) { /* M-GEO-42, M-GEO-43 */
        if (m->files > m->n)            /* M-GEO-44 */
            m->files = m->n;
    } else if (m->n == 1 || (m->formation == MAL_FIELD_COLUMN && m->n == 2)) {
        m->formation = MAL_LINE; /* M-GEO-45, M-RUL-54 */
        m->front = m->n;
    }
}

int64_t mal_rightness(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_pt c = mal_centre(bk, m);
    struct tc_dir r = tc_right_of(bk->front[(int)m->side]);

    return (int64_t)c.x * r.x + (int64_t)c.y * r.y;
}

int mal_next_right(const struct mal_book *bk, const struct mal_state *s, int side,
                   mal_want *want)
{
    struct tc_dir right = tc_right_of(bk->front[side]);
    int best = TC_NONE;
    int64_t most = 0;

    for (int i = 0; i < s->units; i++) { /* M-GEO-56 */
        const struct mal_unit *m = &s->brigades[i];
        if (m->side != side || m->acted || !mal_on_table(m))
            continue;
        if (best != TC_NONE && !could_be_right_of(bk, m, right, most))
            continue;
        if (!want(bk, s, i))
            continue;
        struct tc_pt c = mal_centre(bk, m);
        int64_t r = (int64_t)c.x * right.x + (int64_t)c.y * right.y;
        if (best == TC_NONE || r > most) {
            best = i;
            most = r;
        }
    }
    return best;
}

/* Its centre is a point of it. */
static bool could_be_right_of(const struct mal_book *bk, const struct mal_unit *m,
                              struct tc_dir right, int64_t most)
{
    return (int64_t)m->x * right.x + (int64_t)m->y * right.y +
               ((int64_t)mal_span(bk, m) << 30) >
           most;
}
