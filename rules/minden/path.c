/* rules/minden/path.c - chapter B: how far a march or a wheel may go, and judging paths.
 *
 * Here: the 3 inch limit, table edge, terrain stops, room to stand, what is owed (N-B10,
 * N-B11, N-GEO-10 to N-GEO-13). Not here: charges (charge.c), dice (move.c).
 */
#include "rules/minden/inner.h"
#include <string.h>

/* What lies so near that a wheel may meet it: all else is left out of its samples. */
struct swing {
    const struct min_way *way;
    const struct tc_rect *r;
    int leg;
    int32_t min_x, min_y, max_x, max_y; /* the wheel cannot leave this */
    bool edge;                          /* it may leave the table */
    int enemies, stops, rocks;
    int16_t enemy[MIN_NEAR_BOXES];
    int16_t stop[MIN_TERRAIN], rock[MIN_TERRAIN];
};

/* Told further down: */
static bool refuse_leg(const struct tc_view *v, const struct tc_act *a, int i, int32_t value,
                       struct tc_refusal *why, const char *rule, int reason, int32_t x,
                       int32_t y);
static void cut(const struct tc_act *a, int i, int32_t value, struct tc_act *out);
static bool refuse_short(const struct tc_view *v, const struct tc_act *a, int32_t on,
                         struct tc_refusal *why, const char *rule, int reason, int32_t x,
                         int32_t y);
static int32_t could_go_on(struct min_course *c, const struct min_body *b);
static int32_t drawn_out(const struct min_course *c, int32_t on);
static int32_t affordable(int32_t w, int leg, int32_t left);
static bool refuse_stop(const struct tc_view *v, const struct tc_act *a, int i,
                        const struct min_limit *l, struct tc_refusal *why);
static bool is_rounding(const struct tc_act *a, int32_t left);
static bool is_plain(const struct min_unit *m, const struct tc_act *a);
static void tighten(struct min_limit *l, int32_t most, int stop, int who);
static void limit_by_rock(const struct min_way *w, const struct tc_box *a, uint16_t heading,
                          struct min_limit *l);
static int32_t table_limit(const struct min_way *w, const struct tc_box *a, uint16_t heading,
                           int32_t most);
static void meet(struct min_way *w, int enemy, const struct min_body *b, int32_t keep,
                 bool held);
static void limit_by_enemies(const struct min_way *w, const struct tc_box *a, uint16_t heading,
                             struct min_limit *l);
static int stop_of(const struct min_way *w, int i);

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool good_leg(const struct tc_view *v, const struct tc_act *a, int i,
                     const struct min_unit *m, struct tc_refusal *why)
{
    const struct tc_seg *g = &a->seg[i];

    if (g->leg == MIN_LEG_MARCH) {
        if (g->value > 0 && g->value < 1000000)
            return true;
    } else if (m->sections > 1) {
        return refuse_leg(v, a, i, 0, why, "N-GEO-15b", MIN_R_BENT_WHEEL, v->q->arg[0], 0);
    } else if (g->value > 0 && g->value <= TC_QUARTER) {
        return true;
    }
    return refuse_leg(v, a, i, 0, why, "N-B4a", MIN_R_BAD_LEG, i + 1, 0);
}

/* Refuse, with the cut path if that is legal, else with the plainest legal path. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool refuse_leg(const struct tc_view *v, const struct tc_act *a, int i, int32_t value,
                       struct tc_refusal *why, const char *rule, int reason, int32_t x,
                       int32_t y)
{
    struct tc_act near;

    if (!why)
        return false;
    cut(a, i, value, &near);
    if (!min_judge_path(v, &near, NULL)) {
        memset(&near, 0, sizeof near);
        if (!min_nth_path(v, 1, &near) || !min_judge_path(v, &near, NULL))
            return tc_refuse(why, rule, reason, x, y);
    }
    return tc_refuse_near(why, &near, rule, reason, x, y);
}

/* The same act cut off in leg i. */
static void cut(const struct tc_act *a, int i, int32_t value, struct tc_act *out)
{
    *out = *a;
    memset(&out->seg[i], 0, sizeof out->seg[0] * (size_t)(TC_SEGS - i));
    out->segs = (int16_t)i;
    if (value <= 0)
        return;
    out->seg[i] = a->seg[i];
    out->seg[i].value = value;
    out->segs++;
}

/* The distance to be kept from an enemy (N-B10a, N-B10b, N-RUL-21). */
static int32_t distance_kept(const struct min_book *bk, const struct min_state *s, int unit,
                             const struct min_body *at, int enemy, const struct min_body *b)
{
    int32_t limit = bk->t.move.enemy_limit;

    if (!min_bodies_within(at, b, limit))
        return limit;
    struct tc_gap g = min_bodies_gap(at, b);
    int32_t gap = tc_gap_floor(g);
    if (gap >= limit)
        return limit;
    if (s->units[unit].clinch && s->units[enemy].clinch && gap <= MIN_TOUCHING)
        return 0; /* N-RUL-21 */
    return gap;   /* N-B10b */
}

static const char *owed_rule(int grade)
{
    static const char *const rule[MIN_GRADES] = { "N-B11a", "N-B11b", "N-B11c" };

    return rule[grade];
}

/* N-B11: the obligation of the throw, and of a brigade that moves as one (N-B8g). */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool pays(const struct tc_view *v, struct min_course *c, const struct min_body *b,
                 const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_mover *mv = &c->way.s->mover;
    int32_t owed = min_owed(c->way.bk, c->way.s);
    bool must = mv->brigade != TC_NONE && c->cost == 0;

    if (c->cost >= owed && !must) /* N-B8g, N-B11d */
        return true;
    int32_t on = could_go_on(c, b);
    if (on <= 2 * MIN_SLACK &&
        (must || on < owed - c->cost || is_rounding(a, owed - c->cost))) {
        return true; /* N-B11e, N-GEO-3 */
    }
    if (must && c->cost >= owed)
        return refuse_short(v, a, on, why, "N-B8g", MIN_R_BRIGADE_MUST_MOVE, c->way.unit, 0);
    refuse_short(v, a, tc_min(on, owed - c->cost), why, owed_rule(mv->owed_grade), MIN_R_OWED,
                 owed, c->cost);
    if (why && on < owed - c->cost)
        why->arg[2] = c->cost + on; /* where it would be stopped, which pays (N-B11e) */
    return false;
}

/* The same path drawn out straight ahead. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool refuse_short(const struct tc_view *v, const struct tc_act *a, int32_t on,
                         struct tc_refusal *why, const char *rule, int reason, int32_t x,
                         int32_t y)
{
    struct tc_act near = *a;

    if (why && near.segs && near.seg[near.segs - 1].leg == MIN_LEG_MARCH) {
        near.seg[near.segs - 1].value += on;
    } else if (why && near.segs < TC_SEGS) {
        near.seg[near.segs].leg = MIN_LEG_MARCH;
        near.seg[near.segs++].value = on;
    }
    if (!why || !min_judge_path(v, &near, NULL))
        return refuse_leg(v, a, 0, 0, why, rule, reason, x, y);
    return tc_refuse_near(why, &near, rule, reason, x, y);
}

/* How much farther it could go straight on from the end of its path; 0: a forced stop
 * (N-B11e). */
static int32_t could_go_on(struct min_course *c, const struct min_body *b)
{
    struct min_limit l;

    if (c->crossed || c->open == 0)
        return 0;
    l = min_march_limit(&c->way, b, c->m.facing, tc_min(c->value - c->cost, c->open));
    int32_t on = min_room_ahead(c->way.bk, c->way.s, c->way.unit, b, c->m.facing, l.most);
    return on > 0 && c->march > 0 ? drawn_out(c, on) : on;
}

/* The same as one march from where the last one began: rounded from there, its end may lie on
 * somebody when the end of two marches does not. */
static int32_t drawn_out(const struct min_course *c, int32_t on)
{
    struct min_body b;

    min_body_of(c->way.bk, c->way.unit, &c->from, &b);
    int32_t all =
        min_room_ahead(c->way.bk, c->way.s, c->way.unit, &b, c->from.facing, c->march + on);
    return tc_max(0, tc_min(on, all - c->march));
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
bool min_follow_leg(const struct tc_view *v, struct min_course *c, const struct tc_act *a,
                    int i, struct tc_refusal *why)
{
    const struct tc_seg *g = &a->seg[i];
    struct min_body b;
    struct min_limit l;

    if (!good_leg(v, a, i, &c->m, why))
        return false;
    if (c->crossed)
        return refuse_leg(v, a, i, 0, why, "N-Jd1", MIN_R_TERRAIN_STOPPED, v->q->arg[0], 0);
    min_body_of(c->way.bk, c->way.unit, &c->m, &b);
    int32_t w = b.rect[0].w, left = c->value - c->cost;
    int32_t cost = min_leg_cost(w, g->leg, g->value);
    if (cost > left) /* N-GEO-11c */
        return refuse_leg(v, a, i, affordable(w, g->leg, left), why, "N-GEO-11c",
                          MIN_R_TOO_LONG, c->cost + cost, c->value);
    l = g->leg == MIN_LEG_MARCH ? min_march_limit(&c->way, &b, c->m.facing, left)
        : i == 0                ? min_first_wheel(v, &c->way, &b.rect[0], g)
                                : min_wheel_limit(&c->way, &b.rect[0], g->leg, g->value);
    if (l.most < g->value)
        return refuse_stop(v, a, i, &l, why);
    c->open = g->leg == MIN_LEG_MARCH ? l.most - g->value : INT32_MAX;
    c->crossed = l.stop == MIN_STOP_TERRAIN && l.most == g->value;
    c->cost += cost;
    c->march = g->leg == MIN_LEG_MARCH ? g->value : 0;
    if (c->march)
        c->from = c->m;
    min_leg_end(c->way.bk, c->way.unit, &c->m, g->leg, g->value, 0);
    return true;
}

/* The longest part of a leg that still can be paid for. */
static int32_t affordable(int32_t w, int leg, int32_t left)
{
    return leg == MIN_LEG_MARCH ? left
                                : tc_min(tc_wheel_most(w, left, TC_TAU_710_113), TC_QUARTER);
}

/* Fog 5 holds the horse of the side whose turn it is (N-M5a). */
static bool is_held(const struct min_book *bk, const struct min_state *s, int unit)
{
    return s->fog_effect == MIN_FOG_HORSE_HOLDS_BACK &&
           s->head.active == min_side_of(bk, unit) && min_kind_of(bk, unit) == MIN_LINE_CAV;
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool refuse_stop(const struct tc_view *v, const struct tc_act *a, int i,
                        const struct min_limit *l, struct tc_refusal *why)
{
    static const struct {
        const char *rule;
        int reason;
    } by[] = {
        [MIN_STOP_NONE] = { "N-GEO-12", MIN_R_TABLE_EDGE },
        [MIN_STOP_ENEMY] = { "N-B10a", MIN_R_THREE_INCHES },
        [MIN_STOP_NEARER] = { "N-B10b", MIN_R_NEARER },
        [MIN_STOP_EDGE] = { "N-GEO-8", MIN_R_TABLE_EDGE },
        [MIN_STOP_IMPASSABLE] = { "N-Jd1", MIN_R_IMPASSABLE },
        [MIN_STOP_TERRAIN] = { "N-Jd1", MIN_R_TERRAIN_STOP },
        [MIN_STOP_HELD] = { "N-M5a", MIN_R_HORSE_HELD },
        [MIN_STOP_UPON] = { "N-GEO-20c", MIN_R_OTHER_ENEMY },
    };

    return refuse_leg(v, a, i, l->most, why, by[l->stop].rule, by[l->stop].reason, l->who,
                      l->most);
}

/* N-GEO-3: a wheel's cost is rounded, by 2 at most; a march is owed to the last thousandth. */
static bool is_rounding(const struct tc_act *a, int32_t left)
{
    int wheels = 0;
    for (int i = 0; i < a->segs; i++)
        wheels += a->seg[i].leg != MIN_LEG_MARCH;
    return left <= wheels * MIN_SLACK;
}

/* N-GEO-13: nobody ends upon another. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool has_room(const struct tc_view *v, struct min_course *c, const struct min_body *b,
                     const struct tc_act *a, struct tc_refusal *why)
{
    if (c->way.entering && !min_body_on_table(c->way.bk, b))
        return refuse_leg(v, a, 0, 0, why, "N-GEO-31", MIN_R_OFF_TABLE, c->way.unit, 0);
    if (!why && is_plain(&c->m, a))
        return true; /* ends_on_somebody has seen to it */
    int who = c->cost ? min_overlapped(c->way.bk, c->way.s, b, c->way.unit) : TC_NONE;
    if (who == TC_NONE)
        return true;
    return refuse_leg(v, a, 0, 0, why, "N-GEO-13", MIN_R_OVERLAPS, c->way.unit, who);
}

/* A path whose end is known without following it. */
static bool is_plain(const struct min_unit *m, const struct tc_act *a)
{
    return a->segs > 0 && m->sections <= 1;
}

struct min_limit min_march_limit(const struct min_way *w, const struct min_body *b,
                                 uint16_t heading, int32_t most)
{
    struct min_limit l = { most, MIN_STOP_NONE, TC_NONE };
    int piece;

    if (w->s->units[w->unit].terrain_stop) /* N-GEO-12 */
        return (struct min_limit){ 0, MIN_STOP_TERRAIN, TC_NONE };
    for (int i = 0; i < b->n; i++) {
        tighten(&l, table_limit(w, &b->box[i], heading, l.most), MIN_STOP_EDGE, TC_NONE);
        limit_by_enemies(w, &b->box[i], heading, &l);
        limit_by_rock(w, &b->box[i], heading, &l);
    }
    int32_t d = min_march_to_ground(w->bk, b->anchor, heading, l.most, &piece);
    if (piece != TC_NONE)
        l = (struct min_limit){ d, MIN_STOP_TERRAIN, piece };
    return l;
}

static void tighten(struct min_limit *l, int32_t most, int stop, int who)
{
    if (most >= l->most)
        return;
    l->most = tc_max(most, 0);
    l->stop = stop;
    l->who = who;
}

static void limit_by_rock(const struct min_way *w, const struct tc_box *a, uint16_t heading,
                          struct min_limit *l)
{
    for (int i = 0; i < w->bk->grounds; i++) {
        const struct min_ground *g = &w->bk->ground[i];
        struct tc_shape sh;
        if (!g->impassable)
            continue;
        min_shape(g, &sh);
        int32_t d = min_is_linear(g) ? tc_line_reach(&sh, a, heading, l->most, 0)
                                     : tc_poly_reach(&sh, a, heading, l->most, 0);
        if (d >= 0)
            tighten(l, d - 1, MIN_STOP_IMPASSABLE, i);
    }
}

/* A unit that comes on may still hang over the edge it comes from (N-GEO-31). */
static int32_t table_limit(const struct min_way *w, const struct tc_box *a, uint16_t heading,
                           int32_t most)
{
    struct tc_table t = { w->bk->width, w->bk->height };
    struct tc_box b = *a;
    const int32_t off = 40000;
    int32_t d;

    if (w->entering) { /* whichever way it faces by now */
        int edge = w->bk->entry[min_card(w->bk, w->unit)->entry].edge;
        if (edge == MIN_NORTH || edge == MIN_SOUTH) {
            tc_box_shift(&b, 0, off);
            t.h += 2 * off;
        } else {
            tc_box_shift(&b, off, 0);
            t.w += 2 * off;
        }
    }
    d = tc_sweep_table(&b, heading, most, t);
    return d < 0 ? 0 : d;
}

/* Beyond what a mover looks at. Candidates measure by the enemies of a way (N-CAND-2), so this
 * counts the unit's reach as it is now, not as it was at full strength. */
static bool is_out_of_mind(const struct min_book *bk, const struct min_state *s, int enemy,
                           const struct min_body *at, int32_t r)
{
    const struct min_unit *m = &s->units[enemy];
    const struct min_quick *q = &bk->quick[enemy];
    int32_t reach = r;

    if (m->formation == MIN_LINE && m->sections <= 1)
        reach += (m->fig + 1) / 2 * q->base_w / 2 + 2 * q->base_d;
    else if (m->formation == MIN_MOUNTED_STAFF)
        reach += bk->t.base.command_w + bk->t.base.command_d;
    else
        reach += min_odd_span(bk, enemy, m);
    return m->x + reach < at->min_x || m->x - reach > at->max_x || m->y + reach < at->min_y ||
           m->y - reach > at->max_y;
}

void min_way_begin(struct min_way *w, const struct min_book *bk, const struct min_state *s,
                   int unit, int32_t reach, int skip)
{
    struct min_body at, b;
    struct tc_gap near;
    int side = min_side_of(bk, unit);
    int32_t held = 0;

    w->bk = bk;
    w->s = s;
    w->unit = unit;
    w->skip = skip;
    w->entering = s->mover.unit == unit && s->mover.entering;
    w->charging = false;
    w->n = 0;
    min_body(bk, s, unit, &at);
    if (is_held(bk, s, unit) && min_nearest_enemy(bk, s, side, &at, &near) != TC_NONE) {
        held = tc_gap_floor(near);
        reach += held;
    }
    for (int i = bk->first_of[1 - side]; i < bk->end_of[1 - side]; i++) {
        if (i == skip || !min_on_table(s, i) || min_side_of(bk, i) == side ||
            min_far(bk, s, i, &at, reach + bk->t.move.enemy_limit) ||
            is_out_of_mind(bk, s, i, &at, reach + bk->t.move.enemy_limit))
            continue;
        min_body(bk, s, i, &b);
        int32_t keep = distance_kept(bk, s, unit, &at, i, &b);
        meet(w, i, &b, tc_max(keep, held), held > keep);
    }
}

static void meet(struct min_way *w, int enemy, const struct min_body *b, int32_t keep,
                 bool held)
{
    for (int i = 0; i < b->n; i++) {
        w->who[w->n] = (int16_t)enemy;
        w->keep[w->n] = keep;
        w->held[w->n] = held;
        w->box[w->n] = b->box[i];
        w->n++;
    }
}

static void limit_by_enemies(const struct min_way *w, const struct tc_box *a, uint16_t heading,
                             struct min_limit *l)
{
    for (int i = 0; i < w->n; i++) {
        if (tc_box_far(a, &w->box[i], w->keep[i] + l->most))
            continue;
        int32_t d = w->keep[i] ? tc_sweep_clear(a, heading, l->most, &w->box[i], w->keep[i])
                               : tc_stop_over(a, heading, l->most, &w->box[i], MIN_SLACK);
        tighten(l, d, stop_of(w, i), w->who[i]); /* N-B10a */
    }
}

static int stop_of(const struct min_way *w, int i)
{
    if (w->held[i])
        return MIN_STOP_HELD;
    if (w->charging)
        return MIN_STOP_UPON;
    return w->keep[i] == w->bk->t.move.enemy_limit ? MIN_STOP_ENEMY : MIN_STOP_NEARER;
}

static struct tc_rect wheeled(const struct tc_rect *r, int leg, int32_t turn)
{
    return leg == MIN_LEG_LEFT ? tc_wheel_left(*r, turn) : tc_wheel_right(*r, turn);
}

static bool in_swing(const struct swing *w, int32_t min_x, int32_t min_y, int32_t max_x,
                     int32_t max_y, int32_t r)
{
    return max_x + r >= w->min_x && min_x - r <= w->max_x && max_y + r >= w->min_y &&
           min_y - r <= w->max_y;
}

/* The anchor keeps half a front from the pivot. */
static bool anchor_may_cross(const struct swing *w, const struct min_ground *g)
{
    int32_t less = w->r->w - w->r->w / 2 + w->r->d; /* than the whole body's reach */

    return in_swing(w, g->min_x, g->min_y, g->max_x, g->max_y, -less);
}

static void list_ground(struct swing *w)
{
    const struct min_book *bk = w->way->bk;

    for (int i = 0; i < bk->grounds; i++) {
        const struct min_ground *g = &bk->ground[i];
        if ((!g->stops && !g->impassable) ||
            !in_swing(w, g->min_x, g->min_y, g->max_x, g->max_y, 0))
            continue;
        if (g->stops && anchor_may_cross(w, g))
            w->stop[w->stops++] = (int16_t)i;
        if (g->impassable)
            w->rock[w->rocks++] = (int16_t)i;
    }
}

static void begin_swing(struct swing *w, const struct min_way *way, const struct tc_rect *r,
                        int leg)
{
    uint16_t out = (uint16_t)(r->facing + (leg == MIN_LEG_LEFT ? -TC_QUARTER : TC_QUARTER));
    struct tc_pt pivot = tc_step(tc_rect_anchor(r), out, r->w / 2);
    int32_t reach = r->w + r->d + MIN_SLACK;

    w->way = way;
    w->r = r;
    w->leg = leg;
    w->min_x = pivot.x - reach;
    w->min_y = pivot.y - reach;
    w->max_x = pivot.x + reach;
    w->max_y = pivot.y + reach;
    w->edge = !way->entering && (w->min_x < 0 || w->min_y < 0 || w->max_x > way->bk->width ||
                                 w->max_y > way->bk->height);
    w->enemies = w->stops = w->rocks = 0;
    for (int i = 0; i < way->n; i++)
        if (in_swing(w, way->box[i].min_x, way->box[i].min_y, way->box[i].max_x,
                     way->box[i].max_y, way->keep[i]))
            w->enemy[w->enemies++] = (int16_t)i;
    list_ground(w);
}

static bool wheel_hits(const struct swing *w, const struct tc_box *b, struct min_limit *l)
{
    for (int k = 0; k < w->enemies; k++) {
        int i = w->enemy[k];
        const struct tc_box *e = &w->way->box[i];
        int32_t keep = w->way->keep[i];
        if (keep ? tc_box_far(b, e, keep) || !tc_nearer(b, e, keep)
                 : !tc_overlap(b, e, MIN_SLACK))
            continue;
        l->stop = stop_of(w->way, i);
        l->who = w->way->who[i];
        return true;
    }
    return false;
}

static bool wheel_meets_rock(const struct swing *w, const struct tc_box *b)
{
    for (int k = 0; k < w->rocks; k++) {
        const struct min_ground *g = &w->way->bk->ground[w->rock[k]];
        struct tc_shape sh;
        min_shape(g, &sh);
        if (min_is_linear(g) ? tc_line_within(&sh, b, 0) : tc_poly_meets(&sh, b))
            return true;
    }
    return false;
}

static bool wheel_blocked(const struct swing *w, const struct tc_rect *r, struct min_limit *l)
{
    struct tc_table t = { w->way->bk->width, w->way->bk->height };
    struct tc_box b;

    if (!w->edge && w->rocks + w->enemies == 0)
        return false;
    tc_box_make(&b, r);
    if (w->edge && !tc_on_table(&b, t)) {
        l->stop = MIN_STOP_EDGE;
        return true;
    }
    if (wheel_meets_rock(w, &b)) {
        l->stop = MIN_STOP_IMPASSABLE;
        return true;
    }
    return wheel_hits(w, &b, l);
}

/* The piece of stopping ground the anchor crosses between two places; TC_NONE. */
static int stopping_ground(const struct swing *w, const struct tc_rect *a,
                           const struct tc_rect *b)
{
    for (int k = 0; k < w->stops; k++)
        if (min_crossed(&w->way->bk->ground[w->stop[k]], tc_rect_anchor(a), tc_rect_anchor(b)))
            return w->stop[k];
    return TC_NONE;
}

/* The first turn in low+1..high at which the piece has been crossed. */
static int32_t crossing_turn(const struct swing *w, int32_t low, int32_t high, int piece)
{
    struct tc_rect from = wheeled(w->r, w->leg, low);

    while (high - low > 1) {
        int32_t mid = low + (high - low) / 2;
        struct tc_rect to = wheeled(w->r, w->leg, mid);
        if (min_crossed(&w->way->bk->ground[piece], tc_rect_anchor(&from), tc_rect_anchor(&to)))
            high = mid;
        else
            low = mid;
    }
    return high;
}

struct min_limit min_wheel_limit(const struct min_way *way, const struct tc_rect *r, int leg,
                                 int32_t turn)
{
    struct min_limit l = { turn, MIN_STOP_NONE, TC_NONE };
    int n = tc_wheel_samples(turn, MIN_SAMPLE_WHEEL);
    struct tc_rect last = *r;
    struct swing w;
    int32_t was = 0;

    if (way->s->units[way->unit].terrain_stop)
        return (struct min_limit){ 0, MIN_STOP_TERRAIN, TC_NONE };
    begin_swing(&w, way, r, leg);
    if (!w.edge && w.enemies + w.stops + w.rocks == 0)
        return l;
    for (int i = 1; i <= n; i++) {
        int32_t t = tc_wheel_sample(turn, MIN_SAMPLE_WHEEL, i);
        struct tc_rect at = wheeled(r, leg, t);
        if (wheel_blocked(&w, &at, &l)) {
            l.most = was;
            return l;
        }
        int piece = stopping_ground(&w, &last, &at);
        if (piece != TC_NONE)
            return (struct min_limit){ crossing_turn(&w, was, t, piece), MIN_STOP_TERRAIN,
                                       piece };
        last = at;
        was = t;
    }
    return l;
}

int32_t min_room_ahead(const struct min_book *bk, const struct min_state *s, int unit,
                       const struct min_body *b, uint16_t heading, int32_t most)
{
    int32_t t = most;

    while (t > 0) {
        struct min_body there = *b, other;
        struct tc_pt to = tc_step(b->anchor, heading, t);
        min_body_shift(&there, to.x - b->anchor.x, to.y - b->anchor.y);
        int who = min_overlapped(bk, s, &there, unit);
        if (who == TC_NONE)
            return t;
        min_body(bk, s, who, &other);
        int32_t touch = min_bodies_reach(b, heading, t, &other, 0);
        t = touch < 0 ? t - 1 : tc_min(touch, t - 1);
    }
    return 0;
}

/* The commonest fault, looked for first when nobody asks why. */
static bool ends_on_somebody(const struct min_book *bk, const struct min_state *s,
                             const struct tc_act *a)
{
    struct min_unit m = s->units[s->mover.unit];
    struct min_body b;

    if (!is_plain(&m, a))
        return false;
    for (int i = 0; i < a->segs; i++) {
        const struct tc_seg *g = &a->seg[i];
        if (g->value <= 0 || g->value > (g->leg == MIN_LEG_MARCH ? 200000 : TC_QUARTER))
            return true; /* no leg at all */
        min_leg_end(bk, s->mover.unit, &m, g->leg, g->value, 0);
    }
    min_body_of(bk, s->mover.unit, &m, &b);
    return min_overlapped(bk, s, &b, s->mover.unit) != TC_NONE;
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool judge_move(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_state *s = v->state;
    struct min_course c;
    struct min_body b;

    if (!why && ends_on_somebody(min_book_of(v->book), s, a))
        return false;
    min_course_asked(&c, v);
    for (int i = 0; i < a->segs; i++)
        if (!min_follow_leg(v, &c, a, i, why))
            return false;
    min_body_of(c.way.bk, c.way.unit, &c.m, &b);
    return has_room(v, &c, &b, a, why) && pays(v, &c, &b, a, why);
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
bool min_judge_path(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == MIN_V_CHARGE)
        return min_judge_charge(v, a, why);
    return judge_move(v, a, why);
}
