/* rules/malbrook/forms.c - chapters 12 and 14: shapes, re-forming, merging (M-GEO-32, 47, 48).
 */
#include "rules/malbrook/inner.h"

enum { SHAPES = 6, HEADINGS = 3, ANCHORS = 4 };

/* Told further down: */
static bool joins_from_behind(const struct mal_book *bk, const struct mal_state *s, int unit,
                              int with);
static bool joins_front(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int with);
static int beside(const struct mal_book *bk, const struct mal_unit *a,
                  const struct mal_unit *b);
static struct mal_unit rest_of(const struct mal_book *bk, const struct mal_unit *b, int bases);
static bool in_depth(const struct mal_book *bk, const struct mal_unit *a,
                     const struct mal_unit *b);
static bool can_take_in(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int with, struct tc_refusal *why);
static bool overlaps_rest(const struct mal_book *bk, const struct mal_unit *b, int bases,
                          const struct mal_unit *other);
static bool full_depth(const struct mal_book *bk, const struct mal_unit *a,
                       const struct mal_unit *b);
static bool unlike(const struct mal_book *bk, const struct mal_state *s, int unit, int with,
                   struct tc_refusal *why);
static void point_at_whole(struct mal_unit *m, int merged, int whole);
static bool pick_shape(const struct mal_unit *m, int k, int *formation, int *front);
static struct tc_rect anchored(const struct mal_book *bk, const struct mal_unit *m,
                               const struct mal_unit *x, int anchor);

bool mal_can_merge(const struct mal_book *bk, const struct mal_state *s, int unit, int with,
                   bool moving, struct tc_refusal *why)
{
    if (moving && joins_from_behind(bk, s, unit, with))
        return can_take_in(bk, s, with, unit, why);
    return can_take_in(bk, s, unit, with, why);
}

/* One that has moved up behind the other joins it, not the other way round. */
static bool joins_from_behind(const struct mal_book *bk, const struct mal_state *s, int unit,
                              int with)
{
    const struct mal_unit *a = &s->brigades[unit], *b = &s->brigades[with];

    return unit != with && mal_on_table(b) && !unlike(bk, s, unit, with, NULL) &&
           !beside(bk, a, b) && !in_depth(bk, a, b) && in_depth(bk, b, a);
}

/* The larger part gives card, heading and command; M-14.20: the majority gives the grade. */
static void blend(const struct mal_book *bk, struct mal_unit *x, const struct mal_unit *a,
                  const struct mal_unit *b)
{
    const struct mal_unit *big = b->n > a->n ? b : a;

    x->card = big->card; /* M-RUL-51 */
    x->command = big->command;
    x->wing = big->wing;
    x->mixed = a->mixed | b->mixed;
    x->grade = a->n == b->n ? (uint8_t)tc_max(a->grade, b->grade) : big->grade;
    if (mal_type_of(bk, a) != mal_type_of(bk, b)) { /* M-3.17, M-14.20 */
        x->mixed = 1;
        /* M-3.18b */
        x->outrance_ok =
            big->outrance_ok && 2 * big->n > a->n + b->n && mal_type_of(bk, big) != MAL_HUSSAR;
    } else {
        x->outrance_ok = a->outrance_ok & b->outrance_ok;
    }
    x->dp = (uint8_t)tc_max(a->dp, b->dp);
    x->dp_morale = (uint8_t)tc_max(a->dp_morale, b->dp_morale);
    x->moved |= b->moved;
    x->under_fire |= b->under_fire;
    x->fought |= b->fought;
    x->steadied |= b->steadied;
    x->inspired = (uint8_t)(a->inspired + b->inspired); /* M-RUL-29, M-20.13 */
    x->locked |= b->locked;
    x->must_charge |= b->must_charge; /* M-17.16 */
    if (b->control == MAL_HALT)
        x->control = MAL_HALT; /* M-7.22: who joins a halted brigade charges with nobody */
    x->speed_prev = (uint8_t)tc_max(a->speed_prev, b->speed_prev);
    x->speed_now = (uint8_t)tc_max(a->speed_now, b->speed_now);
    x->halves = (uint8_t)tc_max(a->halves, b->halves); /* M-RUL-23 */
    if (!x->passed)
        x->passed = b->passed; /* M-15.29a */
}

void mal_merged_shape(const struct mal_book *bk, const struct mal_state *s, int unit, int with,
                      struct mal_unit *out, int *left_over)
{
    const struct mal_unit *a = &s->brigades[unit], *b = &s->brigades[with];
    int side = beside(bk, a, b);

    *out = *a;
    *left_over = 0;
    blend(bk, out, a, b);
    if (side) {
        struct mal_body x, y;
        mal_body(bk, a, &x);
        mal_body(bk, b, &y);
        struct tc_pt l = side > 0 ? x.box[0].c[TC_FL] : y.box[0].c[TC_FL];
        struct tc_pt r = side > 0 ? y.box[0].c[TC_FR] : x.box[0].c[TC_FR];
        out->n = out->front = (uint8_t)(a->n + b->n);
        out->heading = b->n > a->n ? b->heading : a->heading;
        out->x = (l.x + r.x) / 2;
        out->y = (l.y + r.y) / 2;
    } else if (a->formation == MAL_FIELD_COLUMN) {
        out->n = (uint8_t)(a->n + b->n);
    } else {
        int room = 2 * a->front - a->n, take = b->n < room ? b->n : room;
        out->n = (uint8_t)(a->n + take);
        *left_over = b->n - take;
    }
}

/* M-12.2 to M-12.6, M-GEO-8, M-GEO-9: can n bases take this shape? */
static bool shape_fits(const struct mal_book *bk, const struct mal_unit *m, int unit,
                       int formation, int front, struct tc_refusal *why)
{
    int32_t w, d;
    int rear = m->n - front;

    if (formation == MAL_UNFORMED)
        return tc_refuse(why, "M-12.9", MAL_R_NO_UNFORM, unit, 0, 0);
    if (mal_never_formed(bk, m))
        return tc_refuse(why, "M-12.7", MAL_R_NEVER_FORMED, unit, 0, 0);
    if (formation == MAL_NO_FORMATION || !mal_is_brigade(bk, m))
        return tc_refuse(why, "M-12.1", MAL_R_NO_FORMATION, unit, 0, 0);
    if (formation == MAL_FIELD_COLUMN && m->n < 3)
        return tc_refuse(why, "M-GEO-9", MAL_R_COLUMN_BASES, unit, 0, 0);
    if (formation != MAL_LINE) /* M-12.4, M-12.5, M-12.6, M-RUL-3 */
        return front == 0 || tc_refuse(why, "M-12.2", MAL_R_COLUMN_WIDTH, unit, 0, 0);
    if (front < 1 || front > m->n || rear > front) /* M-12.2 */
        return tc_refuse(why, "M-GEO-7", MAL_R_LINE_WIDTH, unit, m->n, 0);
    mal_base_size(bk, m, &w, &d);
    if (rear > 0 && front * w < 2 * d)
        return tc_refuse(why, "M-GEO-8", MAL_R_LINE_DEPTH, unit, 0, 0); /* M-12.3 */
    return true;
}

/* M-GEO-32: heading kept, or a quarter turn between line and column. */
static bool heading_fits(const struct mal_unit *m, const struct tc_act *a, int unit, bool twice,
                         struct tc_refusal *why)
{
    int32_t turn = tc_apart(m->heading, (uint16_t)a->arg[5]);
    bool line_to_column = (m->formation == MAL_LINE) != (a->arg[1] == MAL_LINE);

    if (turn == 0)
        return true;
    if (turn == TC_QUARTER && (line_to_column || twice))
        return true; /* M-15.17 */
    return tc_refuse(why, turn == TC_QUARTER ? "M-15.17" : "M-GEO-32", MAL_R_HEADING, unit, 0,
                     0);
}

void mal_merge(struct mal_play *p, int unit, int with, const char *rule)
{
    if (joins_front(p->bk, p->s, unit, with)) {
        int front = with;
        with = unit;
        unit = front; /* M-19.12 */
    }
    struct mal_unit x, *b = &p->s->brigades[with];
    int over;

    mal_merged_shape(p->bk, p->s, unit, with, &x, &over);
    p->s->brigades[unit] = x;
    tc_tell(p->u, MAL_E_MERGES, rule, unit, with, x.n);
    if (over) /* the leaders go with those who join (M-5.8), as their zeal does */
        *b = rest_of(p->bk, b, over);
    for (int i = 0; i < p->bk->leaders; i++)
        if (p->s->leaders[i].attached == with)
            p->s->leaders[i].attached = (int16_t)unit;
    mal_leaders_follow(p->bk, p->s, unit);
    if (over)
        return;
    b->n = 0;
    b->where = MAL_MERGED;
    for (int i = 0; i < p->s->units; i++)
        point_at_whole(&p->s->brigades[i], with, unit);
}

/* What pointed at the merged points at the whole. */
static void point_at_whole(struct mal_unit *m, int merged, int whole)
{
    int16_t *to[] = { &m->refuge,    &m->quarry,      &m->conforms_to, &m->target,
                      &m->volley_by, &m->last_target, &m->immune_from };

    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        if (*to[i] == merged)
            *to[i] = (int16_t)whole;
    if (m->passed == merged + 1) /* M-15.29a */
        m->passed = (uint8_t)(whole + 1);
    if (m->shaken[merged >> 6] >> (merged & 63) & 1) /* M-RUL-16 */
        m->shaken[whole >> 6] |= UINT64_C(1) << (whole & 63);
}

/* Verbs CHANGE, TWICE, REFORM, MOUNT: unit formation front x y heading. */
bool mal_try_shape(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct tc_act *a, bool reform, struct mal_unit *out,
                   struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_pt old = mal_centre(bk, m);
    struct mal_body b;

    *out = *m;
    if (a->verb == MAL_V_MOUNT)
        out->mounted = 1;
    if (a->arg[5] < 0 || a->arg[5] > 65535)
        return tc_refuse(why, "M-GEO-1", MAL_R_NO_HEADING, 0, 0, 0);
    if (!shape_fits(bk, out, unit, a->arg[1], a->arg[2], why))
        return false;
    if (!reform && !heading_fits(m, a, unit, a->verb == MAL_V_TWICE, why))
        return false;
    mal_clear_refused(bk, out);
    out->formation = (uint8_t)a->arg[1];
    out->front = (uint8_t)(a->arg[1] == MAL_LINE ? a->arg[2] : 0);
    out->files = 0;
    out->gap = 0;
    out->x = a->arg[3];
    out->y = a->arg[4];
    out->heading = (uint16_t)a->arg[5];
    mal_body(bk, out, &b);
    if (tc_dist2(tc_rect_anchor(&(struct tc_rect){ .x = out->x, .y = out->y }), old) >
            INT64_C(40000) * 40000 ||
        !tc_point_within(&b.box[0], old, MAL_EPS)) /* M-GEO-32, M-GEO-33 */
        return tc_refuse(why, reform ? "M-GEO-33" : "M-GEO-32", MAL_R_OFF_SPOT, unit, 0, 0);
    if (!reform && m->formation == out->formation && m->front == out->front &&
        m->heading == out->heading)
        return tc_refuse(why, "M-15.6", MAL_R_SAME_FORMATION, unit, 0, 0);
    return mal_may_stand(bk, s, unit, out, why);
}

void mal_take_form(struct mal_play *p, int unit, const struct mal_unit *as, const char *rule)
{
    p->s->brigades[unit] = *as;
    p->s->brigades[unit].changed = 1;
    mal_leaders_follow(p->bk, p->s, unit);
    tc_tell(p->u, MAL_E_FORMS, rule, unit, as->formation, as->front);
}

/* M-19.12: the rear brigade may also be the one that acts. */
static bool joins_front(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int with)
{
    const struct mal_unit *a = &s->brigades[unit], *b = &s->brigades[with];

    return !beside(bk, a, b) && !in_depth(bk, a, b) && in_depth(bk, b, a);
}

/* M-GEO-47: 1 if b stands at the right end of a, -1 at the left, 0 neither. */
static int beside(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b)
{
    struct mal_body x, y;
    int32_t r = (a->command == b->command ? bk->tables.command.contact : 0) + MAL_EPS;

    if (a->formation != MAL_LINE || b->formation != MAL_LINE || a->n != a->front ||
        b->n != b->front || tc_apart(a->heading, b->heading) > bk->tables.move.merge_angle)
        return 0;
    mal_body(bk, a, &x);
    mal_body(bk, b, &y);
    if (tc_dist2(x.box[0].c[TC_FR], y.box[0].c[TC_FL]) <= (int64_t)r * r)
        return 1;
    return tc_dist2(x.box[0].c[TC_FL], y.box[0].c[TC_FR]) <= (int64_t)r * r ? -1 : 0;
}

/* M-GEO-48: surplus bases stay out as a brigade behind the new rear rank. */
static struct mal_unit rest_of(const struct mal_book *bk, const struct mal_unit *b, int bases)
{
    struct mal_unit x = *b;
    int32_t w, d;

    mal_base_size(bk, b, &w, &d);
    x.n = (uint8_t)bases;
    x.inspired = 0; /* the leader is with the others */
    if (x.formation == MAL_LINE && x.front > x.n)
        x.front = x.n;
    return mal_moved(&x, (uint16_t)(b->heading + TC_HALF), d);
}

/* M-GEO-48, M-GEO-48a: b stands close behind a and a has room. */
static bool in_depth(const struct mal_book *bk, const struct mal_unit *a,
                     const struct mal_unit *b)
{
    bool columns = a->formation == MAL_FIELD_COLUMN && b->formation == MAL_FIELD_COLUMN;

    if (!mal_directly_behind(bk, a, b) || !mal_touching(bk, a, b))
        return false;
    if (columns)
        return a->n % 2 == 0; /* M-GEO-48a */
    if (a->formation != MAL_LINE || b->formation != MAL_LINE)
        return false;
    return a->n - a->front < a->front;
}

/* The other joins the unit, beside it or behind it. */
static bool can_take_in(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int with, struct tc_refusal *why)
{
    const struct mal_unit *a = &s->brigades[unit], *b = &s->brigades[with];
    struct mal_unit x;
    int over;

    if (unit == with)
        return tc_refuse(why, "M-RUL-51", MAL_R_CANNOT_MERGE, unit, with, 0);
    if (!mal_on_table(b))
        return tc_refuse(why, "M-RUL-51", MAL_R_GONE, with, s->brigades[with].where, 0);
    if (unlike(bk, s, unit, with, why))
        return false;
    bool wide = beside(bk, a, b) != 0;
    if (!wide && full_depth(bk, a, b))
        return tc_refuse(why, "M-GEO-48a", MAL_R_MERGE_FULL,
                         mal_directly_behind(bk, a, b) ? unit : with, 0, 0);
    if (!wide && !in_depth(bk, a, b))
        return tc_refuse(why, "M-GEO-48", MAL_R_MERGE_PLACE, unit, with, 0);
    mal_merged_shape(bk, s, unit, with, &x, &over); /* M-GEO-47, M-GEO-48 */
    if (over && overlaps_rest(bk, b, over, &x))
        return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, with, unit, 0);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *o = &s->brigades[i];
        if (i != unit && i != with && mal_on_table(o) && !mal_is_ghost(bk, o) &&
            (mal_overlap(bk, &x, o) || (over && overlaps_rest(bk, b, over, o))))
            return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, unit, i, 0);
    }
    return true;
}

static bool overlaps_rest(const struct mal_book *bk, const struct mal_unit *b, int bases,
                          const struct mal_unit *other)
{
    struct mal_unit x = rest_of(bk, b, bases);

    return mal_overlap(bk, &x, other);
}

/* M-GEO-48a: one stands behind the other, whose two ranks are full. */
static bool full_depth(const struct mal_book *bk, const struct mal_unit *a,
                       const struct mal_unit *b)
{
    bool behind = mal_directly_behind(bk, a, b);
    const struct mal_unit *front = behind ? a : b;

    return (behind || mal_directly_behind(bk, b, a)) && mal_touching(bk, a, b) &&
           front->formation == MAL_LINE && front->n == 2 * front->front;
}

/* M-RUL-51: what keeps two brigades from being one, wherever they stand. */
static bool unlike(const struct mal_book *bk, const struct mal_state *s, int unit, int with,
                   struct tc_refusal *why)
{
    const struct mal_unit *a = &s->brigades[unit], *b = &s->brigades[with];
    int32_t aw, bw, d;

    mal_base_size(bk, a, &aw, &d);
    mal_base_size(bk, b, &bw, &d);
    if (a->side != b->side)
        return !tc_refuse(why, "M-RUL-51", MAL_R_NOT_YOURS, with, 0, 0);
    if (!mal_is_brigade(bk, a) || !mal_is_brigade(bk, b) ||
        mal_is_foot(bk, a) != mal_is_foot(bk, b) ||
        mal_is_cavalry(bk, a) != mal_is_cavalry(bk, b) || aw != bw)
        return !tc_refuse(why, "M-RUL-51", MAL_R_MERGE_ARMS, unit, with, 0);
    if (a->status == MAL_ROUTING || b->status == MAL_ROUTING)
        return !tc_refuse(why, "M-RUL-51", MAL_R_MERGE_ROUT,
                          a->status == MAL_ROUTING ? unit : with, 0, 0);
    if (a->n + b->n > 36)
        return !tc_refuse(why, "M-RUL-51", MAL_R_MERGE_TOO_MANY, unit, with, 0);
    if (a->refuse_k[0] | a->refuse_k[1] | b->refuse_k[0] | b->refuse_k[1])
        return !tc_refuse(why, "M-RUL-51", MAL_R_REFUSED,
                          a->refuse_k[0] | a->refuse_k[1] ? unit : with, 0, 0);
    return false;
}

int mal_forms(void)
{
    return SHAPES * HEADINGS * ANCHORS;
}

bool mal_unit_forms(const struct mal_book *bk, const struct mal_state *s, int unit, int i,
                    bool reform, struct tc_act *out)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_unit x = *m;
    int formation, front, turn = i / SHAPES % HEADINGS, anchor = i / (SHAPES * HEADINGS);

    /* M-DEC-9, M-DEC-10 */
    if (!mal_is_brigade(bk, m) || !pick_shape(m, i % SHAPES, &formation, &front))
        return false;
    if (out->verb == MAL_V_MOUNT)
        x.mounted = 1;
    x.heading = (uint16_t)(m->heading + (turn == 1 ? TC_QUARTER : turn == 2 ? -TC_QUARTER : 0));
    if (reform && turn == 1) {
        int e = mal_nearest_enemy(bk, s, unit, false);
        if (e != TC_NONE)
            x.heading = tc_bearing(mal_centre(bk, m), mal_centre(bk, &s->brigades[e]));
    } else if (reform && turn == 2) {
        x.heading = bk->front[(int)m->side];
    }
    memset(x.refuse_k, 0, sizeof x.refuse_k);
    x.formation = (uint8_t)formation;
    x.front = (uint8_t)front;
    struct tc_rect r = anchored(bk, m, &x, anchor);
    out->arg[0] = unit;
    out->arg[1] = formation;
    out->arg[2] = front;
    out->arg[3] = r.x;
    out->arg[4] = r.y;
    out->arg[5] = x.heading;
    return true;
}

static bool pick_shape(const struct mal_unit *m, int k, int *formation, int *front)
{
    int n = m->n, f = 0;

    *formation = MAL_LINE;
    *front = n;
    if (k == 0)
        return true;
    if (k >= 4) {
        *formation = k == 4 ? MAL_FIELD_COLUMN : MAL_MARCH_COLUMN;
        *front = 0;
        return n > 1;
    }
    if (k == 1 && n % 2 == 0)
        f = n / 2; /* r = f */
    if (k == 2 && n % 2 == 1)
        f = (n + 1) / 2; /* r = f - 1 */
    if (k == 3)
        f = n - n / 3; /* the smallest supporting rear rank */
    *front = f;
    return f > 0 && f < n && 2 * (n - f) >= f && n - f <= f;
}

/* The place of a rectangle anchored on a point of the old one. */
static struct tc_rect anchored(const struct mal_book *bk, const struct mal_unit *m,
                               const struct mal_unit *x, int anchor)
{
    struct tc_rect old = mal_rect(bk, m);
    struct tc_box b;
    int32_t w, d;

    mal_size(bk, x, &w, &d);
    tc_box_make(&b, &old);
    if (anchor == 0)
        return tc_rect_at((struct tc_pt){ m->x, m->y }, x->heading, w, d);
    if (anchor == 1)
        return tc_rect_hung(TC_FL, b.c[TC_FL], x->heading, w, d);
    if (anchor == 2)
        return tc_rect_hung(TC_FR, b.c[TC_FR], x->heading, w, d);
    return tc_rect_about(b.centre, x->heading, w, d);
}
