/* rules/minden/charge.c - chapter B, charges: what a charge must be, and judging one.
 *
 * Here: N-B12, N-GEO-20, N-Jd17. The reaction, the pursuit and the clash are in react.c.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

struct parts {
    int legs;         /* before the last straight march */
    int32_t straight; /* that march */
    int32_t total;    /* all of it, wheels included */
    int32_t run;      /* the charge distance */
};

/* Told further down: */
static bool refuse_length(const struct tc_view *v, const struct tc_act *a, int32_t by,
                          struct tc_refusal *why, const char *rule, int reason, int32_t x,
                          int32_t y);
static bool is_held_back(const struct min_book *bk, const struct min_state *s, int unit);
static bool approach(const struct tc_view *v, const struct tc_act *a, const struct parts *p,
                     struct min_course *c, struct tc_refusal *why);
static bool way_is_free(const struct min_book *bk, const struct min_state *s, int unit,
                        const struct min_body *b, int target, const struct min_strike *k,
                        struct tc_refusal *why);
static const struct tc_rect *front_rect(const struct min_body *b, int *index);
static bool ground_lets_run(const struct min_book *bk, const struct min_state *s,
                            const struct min_body *b, int target, const struct min_strike *k,
                            struct tc_refusal *why);
static bool judge_run(const struct tc_view *v, const struct tc_act *a, const struct parts *p,
                      struct min_course *c, struct tc_refusal *why);
static void shorten(struct tc_act *a, int32_t by);
static void take_apart(const struct min_book *bk, int32_t w, int32_t value,
                       const struct tc_act *a, struct parts *p);
static bool no_strike(struct min_strike *out, const char *rule, int reason, int32_t who);
static int32_t first_touch(const struct min_body *b, uint16_t heading, int32_t most,
                           const struct min_body *t, int *mine, int *its);
static int edge_met(const struct min_book *bk, const struct tc_rect *target, uint16_t heading);
static bool meets_edge(const struct tc_rect *charger, const struct tc_rect *target, int edge,
                       int slack);
static int other_enemy(const struct min_book *bk, const struct min_state *s, int unit,
                       const struct min_body *b, uint16_t heading, int32_t travel, int target);

/* Every leg is a march or a wheel of sensible size. */
static bool sane_legs(const struct min_unit *m, const struct tc_act *a, struct tc_refusal *why)
{
    for (int i = 0; i < a->segs; i++) {
        const struct tc_seg *g = &a->seg[i];
        if (g->leg != MIN_LEG_MARCH && m->sections > 1)
            return tc_refuse(why, "N-GEO-15b", MIN_R_BENT_WHEEL);
        if (g->value <= 0 || g->value > (g->leg == MIN_LEG_MARCH ? 200000 : TC_QUARTER))
            return tc_refuse(why, "N-B4a", MIN_R_BAD_LEG, i + 1);
    }
    return true;
}

/* The charge ends where the act says; who and whom have been looked at. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool judge_charge(const struct tc_view *v, const struct tc_act *a,
                         struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = s->mover.unit;
    struct min_course c;
    struct min_size z;
    struct parts p;

    min_size_of(bk, unit, &s->units[unit], &z);
    take_apart(bk, z.w, s->mover.value, a, &p);
    if (p.total > s->mover.value)
        return refuse_length(v, a, s->mover.value - p.total, why, "N-B12g", MIN_R_TOO_LONG,
                             p.total, s->mover.value);
    if (p.straight < p.run)
        return tc_refuse(why, "N-B12a", MIN_R_NOT_STRAIGHT, p.run, p.straight);
    min_course_begin(&c, bk, s, TC_NONE); /* N-B10c, N-B12a */
    min_course_charges(&c);
    return approach(v, a, &p, &c, why) && judge_run(v, a, &p, &c, why);
}

/* The same charge with its last march drawn out or cut, if that is legal. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool refuse_length(const struct tc_view *v, const struct tc_act *a, int32_t by,
                          struct tc_refusal *why, const char *rule, int reason, int32_t x,
                          int32_t y)
{
    struct tc_act near = *a;

    if (!why)
        return false;
    if (near.segs > 0 && near.seg[near.segs - 1].leg == MIN_LEG_MARCH) {
        near.seg[near.segs - 1].value += by;
        if (by != 0 && near.seg[near.segs - 1].value > 0 && min_judge_charge(v, &near, NULL))
            return tc_refuse_near(why, &near, rule, reason, x, y);
    }
    return tc_refuse(why, rule, reason, x, y);
}

/* The charge is legal: what it attacks goes into the mover. */
void min_charge_geometry(const struct min_book *bk, struct min_state *s, const struct tc_act *a)
{
    struct min_mover *mv = &s->mover;
    struct min_unit m = s->units[mv->unit];
    struct min_strike k = { 0 };
    struct min_size z;
    struct min_body b;
    struct parts p;

    min_size_of(bk, mv->unit, &m, &z);
    take_apart(bk, z.w, mv->value, a, &p);
    for (int i = 0; i < p.legs; i++)
        min_leg_end(bk, mv->unit, &m, a->seg[i].leg, a->seg[i].value, 0);
    min_leg_end(bk, mv->unit, &m, MIN_LEG_MARCH, p.straight - p.run, 0);
    min_body_of(bk, mv->unit, &m, &b);
    min_find_strike(bk, s, mv->unit, &b, a->arg[0], p.run, &k);
    mv->run = p.run;
    mv->edge = (uint8_t)k.edge;
    mv->section = (uint8_t)k.section;
}

bool min_run_is_open(const struct min_book *bk, const struct min_state *s, int unit,
                     const struct min_body *b, int target, const struct min_strike *k,
                     struct tc_refusal *why)
{
    struct min_body t;

    min_body(bk, s, target, &t);
    if (k->travel > 0 && !min_sees(bk, s, unit, b, target, &t)) /* N-B12c */
        return tc_refuse(why, "N-GEO-20e", MIN_R_NO_SIGHT, unit, target);
    return ground_lets_run(bk, s, b, target, k, why) &&
           way_is_free(bk, s, unit, b, target, k, why); /* N-GEO-20e */
}

/* Walk the approach; c is left at the start of the charge distance. */
static bool approach(const struct tc_view *v, const struct tc_act *a, const struct parts *p,
                     struct min_course *c, struct tc_refusal *why)
{
    struct tc_act to = *a;

    to.segs = (int16_t)p->legs;
    memset(&to.seg[p->legs], 0, sizeof to.seg[0] * (size_t)(TC_SEGS - p->legs));
    if (p->straight > p->run) {
        to.seg[p->legs].leg = MIN_LEG_MARCH;
        to.seg[p->legs].value = p->straight - p->run;
        to.segs++;
    }
    for (int i = 0; i < to.segs; i++)
        if (!min_follow_leg(v, c, &to, i, why)) {
            if (why)
                why->has_nearest = false;
            return false;
        }
    if (c->crossed)
        return tc_refuse(why, "N-Jd17", MIN_R_CHARGE_TERRAIN, c->way.unit);
    return true;
}

static bool may_charge(const struct min_book *bk, const struct min_state *s, int unit,
                       int target, struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[unit];

    if (min_is_gun(bk, unit) || min_is_command(bk, unit))
        return tc_refuse(why, "N-B12h", MIN_R_CANNOT_CHARGE, unit); /* N-RUL-56 */
    if (s->mover.entering)
        return tc_refuse(why, "N-L20", MIN_R_COMES_ON, unit);
    if (m->formation == MIN_MARCH_COLUMN)
        return tc_refuse(why, "N-B12e", MIN_R_MARCH_COLUMN_CHARGE, unit); /* N-Kb3c */
    if (is_held_back(bk, s, unit))                                        /* N-Kb4b */
        return tc_refuse(why, "N-M5a", MIN_R_HORSE_HELD, unit);
    if (min_side_of(bk, target) == min_side_of(bk, unit))
        return tc_refuse(why, "N-B12f", MIN_R_OWN_SIDE, target);
    if (!min_on_table(s, target))
        return tc_refuse(why, "N-B12f", MIN_R_NOT_ON_TABLE, target, s->units[target].where);
    if (s->mover.regiment != TC_NONE && s->mover.charger != TC_NONE)
        return tc_refuse(why, "N-L6", MIN_R_ONE_CHARGE, s->mover.charger);
    if (m->terrain_stop)
        return tc_refuse(why, "N-Jd1", MIN_R_TERRAIN_STOPPED, unit);
    return true;
}

static bool is_held_back(const struct min_book *bk, const struct min_state *s, int unit)
{
    return s->fog_effect == MIN_FOG_HORSE_HOLDS_BACK && min_kind_of(bk, unit) == MIN_LINE_CAV &&
           min_side_of(bk, unit) == s->head.active;
}

/* Nothing but the target and passing friends on the run: table, rock, friends at the end. */
static bool way_is_free(const struct min_book *bk, const struct min_state *s, int unit,
                        const struct min_body *b, int target, const struct min_strike *k,
                        struct tc_refusal *why)
{
    struct min_body end = *b, t;
    int front;
    struct tc_rect r = *front_rect(b, &front);
    struct tc_pt to = tc_step(b->anchor, r.facing, k->travel);

    min_body_shift(&end, to.x - b->anchor.x, to.y - b->anchor.y);
    if (!min_body_on_table(bk, &end))
        return tc_refuse(why, "N-GEO-8", MIN_R_TABLE_EDGE, TC_NONE);
    for (int i = 0; i < bk->grounds; i++) {
        struct tc_shape sh;
        if (!bk->ground[i].impassable)
            continue;
        min_shape(&bk->ground[i], &sh);
        if (min_is_linear(&bk->ground[i])
                ? tc_line_swept(&sh, &b->box[front], r.facing, k->travel)
                : tc_poly_swept(&sh, &b->box[front], r.facing, k->travel))
            return tc_refuse(why, "N-Jd1", MIN_R_IMPASSABLE, i);
    }
    for (int i = 0; i < bk->units; i++) {
        if (i == unit || i == target || !min_on_table(s, i) ||
            min_side_of(bk, i) != min_side_of(bk, unit) || min_far(bk, s, i, &end, 0))
            continue;
        min_body(bk, s, i, &t);
        if (min_bodies_overlap(&end, &t))
            return tc_refuse(why, "N-GEO-13", MIN_R_OVERLAPS, unit, i);
    }
    return true;
}

static const struct tc_rect *front_rect(const struct min_body *b, int *index)
{
    for (int i = 0; i < b->n; i++)
        if (b->section[i] == 1) {
            *index = i;
            return &b->rect[i];
        }
    *index = 0;
    return &b->rect[0];
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool judge_run(const struct tc_view *v, const struct tc_act *a, const struct parts *p,
                      struct min_course *c, struct tc_refusal *why)
{
    const struct min_book *bk = c->way.bk;
    const struct min_state *s = c->way.s;
    int unit = c->way.unit, target = a->arg[0];
    int32_t spare = c->value - p->total;
    struct min_body b;
    struct min_strike k;

    min_body_of(bk, unit, &c->m, &b);
    if (!min_find_strike(bk, s, unit, &b, target, p->run + spare, &k))
        return refuse_length(v, a, 0, why, k.rule, k.reason, k.who, 0);
    if (k.travel != p->run)
        return refuse_length(v, a, k.travel - p->run, why, "N-GEO-20a", MIN_R_NO_CONTACT,
                             target, 0);
    return min_run_is_open(bk, s, unit, &b, target, &k, why); /* N-GEO-20b */
}

/* A charge ends where it touches (N-GEO-20a): what is given beyond that is left out. True with
 * the shorter act if the target is met before the end of the last straight march. */
bool min_clip_charge(const struct min_book *bk, const struct min_state *s,
                     const struct tc_act *a, struct tc_act *out)
{
    struct min_unit m = s->units[s->mover.unit];
    struct min_strike k;
    struct min_size z;
    struct min_body b;
    struct parts p;

    if (!sane_legs(&m, a, NULL))
        return false;
    min_size_of(bk, s->mover.unit, &m, &z);
    take_apart(bk, z.w, s->mover.value, a, &p);
    for (int i = 0; i < p.legs; i++)
        min_leg_end(bk, s->mover.unit, &m, a->seg[i].leg, a->seg[i].value, 0);
    min_body_of(bk, s->mover.unit, &m, &b);
    if (p.straight == 0 ||
        !min_find_strike(bk, s, s->mover.unit, &b, a->arg[0], p.straight, &k) ||
        k.travel >= p.straight)
        return false;
    *out = *a;
    shorten(out, p.straight - k.travel);
    return true;
}

/* Shorten the straight march at the end of an act. */
static void shorten(struct tc_act *a, int32_t by)
{
    while (by > 0) {
        struct tc_seg *last = &a->seg[a->segs - 1];
        int32_t cut = tc_min(by, last->value);
        last->value -= cut;
        by -= cut;
        if (last->value > 0)
            return;
        *last = (struct tc_seg){ 0, 0 };
        a->segs--;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
bool min_judge_charge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    struct tc_act shorter;

    if (!may_charge(bk, s, s->mover.unit, a->arg[0], why) ||
        !sane_legs(&s->units[s->mover.unit], a, why))
        return false;
    if (min_clip_charge(bk, s, a, &shorter))
        a = &shorter;
    return judge_charge(v, a, why);
}

static void take_apart(const struct min_book *bk, int32_t w, int32_t value,
                       const struct tc_act *a, struct parts *p)
{
    p->legs = a->segs;
    p->straight = p->total = 0;
    for (int i = 0; i < a->segs; i++)
        p->total += min_leg_cost(w, a->seg[i].leg, a->seg[i].value);
    while (p->legs > 0 && a->seg[p->legs - 1].leg == MIN_LEG_MARCH)
        p->straight += a->seg[--p->legs].value;
    p->run = tc_min(bk->t.move.charge_distance, tc_min(value, p->total)); /* N-GEO-20a */
}

bool min_find_strike(const struct min_book *bk, const struct min_state *s, int unit,
                     const struct min_body *b, int target, int32_t most, struct min_strike *out)
{
    struct min_body t;
    int front, mine = 0, its = 0;
    const struct tc_rect *r = front_rect(b, &front);

    if (min_far(bk, s, target, b, most + 1000))
        return no_strike(out, "N-B12g", MIN_R_NO_CONTACT, target);
    min_body(bk, s, target, &t);
    out->travel = first_touch(b, r->facing, most, &t, &mine, &its);
    if (out->travel < 0)
        return no_strike(out, "N-B12g", MIN_R_NO_CONTACT, target);
    out->edge = edge_met(bk, &t.rect[its], r->facing);
    out->section = t.section[its];
    if (out->edge == TC_NONE)
        return no_strike(out, "N-GEO-20b", MIN_R_BAD_ANGLE, target);
    struct tc_rect at = tc_move(*r, r->facing, out->travel);
    if (mine != front || !meets_edge(&at, &t.rect[its], out->edge, MIN_SLACK))
        return no_strike(out, "N-GEO-20c", MIN_R_MISSES_EDGE, target);
    int other = other_enemy(bk, s, unit, b, r->facing, out->travel, target);
    if (other != TC_NONE)
        return no_strike(out, "N-GEO-20c", MIN_R_OTHER_ENEMY, other);
    return true; /* N-GEO-20c */
}

static bool no_strike(struct min_strike *out, const char *rule, int reason, int32_t who)
{
    out->rule = rule;
    out->reason = reason;
    out->who = who;
    return false;
}

/* First touch of the target by any section of the charger. */
static int32_t first_touch(const struct min_body *b, uint16_t heading, int32_t most,
                           const struct min_body *t, int *mine, int *its)
{
    int32_t best = -1;

    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < t->n; k++) {
            int32_t d = tc_sweep_reach(&b->box[i], heading, best < 0 ? most : best, &t->box[k],
                                       MIN_TOUCHING);
            if (d < 0 || (best >= 0 && d >= best))
                continue;
            best = d;
            *mine = i;
            *its = k;
        }
    return best;
}

/* Every stopping boundary on the run lies at the edge attacked (N-RUL-67). */
static bool ground_lets_run(const struct min_book *bk, const struct min_state *s,
                            const struct min_body *b, int target, const struct min_strike *k,
                            struct tc_refusal *why)
{
    struct min_body t;
    struct tc_box box, edge;
    struct tc_pt p, q, at = b->anchor;
    int32_t left = k->travel;
    int front, piece;
    uint16_t heading = front_rect(b, &front)->facing;

    min_body(bk, s, target, &t);
    box = t.box[0];
    for (int i = 0; i < t.n; i++)
        if (t.section[i] == k->section)
            tc_box_make(&box, &t.rect[i]);
    tc_edge_ends(&box, k->edge, &p, &q);
    tc_box_segment(&edge, p, q);
    for (int guard = 0; guard < MIN_TERRAIN && left > 0; guard++) {
        int32_t d = min_march_to_ground(bk, at, heading, left, &piece);
        if (piece == TC_NONE)
            return true;
        at = tc_step(at, heading, d);
        if (!tc_point_within(&edge, at, bk->t.move.carry_over + MIN_SLACK))
            return tc_refuse(why, "N-Jd17", MIN_R_CHARGE_TERRAIN, piece);
        left -= d; /* N-Jd17, N-RUL-67 */
    }
    return true;
}

/* The edge whose inward normal lies within the tolerance; TC_NONE (N-GEO-20b). */
static int edge_met(const struct min_book *bk, const struct tc_rect *target, uint16_t heading)
{
    for (int e = 0; e < 4; e++) {
        uint16_t inward = (uint16_t)(tc_edge_normal(target, e) + TC_HALF);
        if (tc_apart(inward, heading) <= bk->t.move.charge_angle)
            return e;
    }
    return TC_NONE;
}

/* N-GEO-20c: the front meets that edge over more than this length. */
static bool meets_edge(const struct tc_rect *charger, const struct tc_rect *target, int edge,
                       int slack)
{
    struct tc_rect r = tc_square_up(*charger, target, edge);
    struct tc_box b, t;
    struct tc_pt p, q;
    int64_t half = ((int64_t)charger->w << 30) / 2, at[2];

    tc_box_make(&b, &r);
    tc_box_make(&t, target);
    tc_edge_ends(&t, edge, &p, &q);
    at[0] = tc_lateral(&b, p);
    at[1] = tc_lateral(&b, q);
    if (at[0] > at[1]) {
        int64_t swap = at[0];
        at[0] = at[1];
        at[1] = swap;
    }
    const int64_t mil = (int64_t)slack << 30;
    return at[0] < half - mil && at[1] > -half + mil;
}

/* What its losses on the way have left of its front still meets the edge it charged. */
bool min_still_meets(const struct min_book *bk, const struct min_state *s)
{
    const struct min_mover *mv = &s->mover;
    struct min_body b, t;
    int front;

    min_body(bk, s, mv->unit, &b);
    min_body(bk, s, mv->target, &t);
    const struct tc_rect *r = front_rect(&b, &front);
    for (int i = 0; i < t.n; i++)
        if (t.section[i] == mv->section)
            return meets_edge(r, &t.rect[i], mv->edge, 0);
    return true;
}

/* Another enemy is touched before the target (N-GEO-20c). */
static int other_enemy(const struct min_book *bk, const struct min_state *s, int unit,
                       const struct min_body *b, uint16_t heading, int32_t travel, int target)
{
    struct min_body other;
    int side = min_side_of(bk, unit), mine, its;

    for (int i = 0; i < bk->units && travel > 0; i++) {
        if (i == target || !min_on_table(s, i) || min_side_of(bk, i) == side ||
            min_far(bk, s, i, b, travel))
            continue;
        min_body(bk, s, i, &other);
        if (first_touch(b, heading, travel - 1, &other, &mine, &its) >= 0)
            return i;
    }
    return TC_NONE;
}
