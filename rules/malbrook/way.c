/* rules/malbrook/way.c - a way across the table: what stops it and what it costs. */
#include "rules/malbrook/way.h"

enum { NEAR = 3 * MAL_UNITS, ONWARD = 8000 };

/* The bodies a march could end upon, gathered once. */
struct lane {
    int n;
    struct tc_box box[NEAR];
};

/* Told further down: */
static void stretch(struct mal_course *c, struct tc_pt p);
static void stop_at_table(const struct mal_course *c, unsigned flags, struct mal_stop *o);
static int32_t impassable_at(const struct mal_course *c, const struct mal_ground *g,
                             int32_t max);
static int32_t ground_reach(const struct mal_ground *g, const struct tc_box *b, uint16_t way,
                            int32_t max);
static void enter_closed(struct mal_stop *o, const struct tc_shape *sh, int which,
                         struct tc_pt p, uint16_t way);
static bool on_road(const struct mal_book *bk, const struct mal_unit *m);
static int32_t margin_of(const struct mal_book *bk, unsigned flags);
static struct tc_lane lane_of(const struct mal_course *c, int32_t d);
static bool off_the_lane(const struct mal_course *c, const struct mal_unit *o, int32_t d,
                         int32_t margin);
static void front_strip(const struct mal_book *bk, const struct mal_unit *as, uint16_t way,
                        struct tc_box *out);
static void stop_at_enemy(const struct mal_course *c, const struct tc_box *strip,
                          unsigned flags, const struct tc_box *e, int i, struct mal_stop *o);
static int32_t contact(const struct mal_course *c, int32_t max, const struct tc_box *e);
static void cut(struct mal_stop *o, int32_t d, enum mal_stop_cause why, int which,
                const char *rule);
static void pay_obstacles(const struct mal_course *c, bool free_way, int32_t allowance,
                          struct mal_stop *o);
static int next_obstacle(const struct mal_course *c, int32_t from, int32_t to, int32_t *at);
static void end_clear(const struct mal_course *c, unsigned flags, struct mal_stop *o);
static void gather(const struct mal_course *c, int32_t d, struct lane *k);
static bool stands_upon(const struct mal_course *c, int32_t d, const struct tc_box *e);
static int32_t clear_from(const struct mal_course *c, int32_t d, int by, int32_t limit,
                          const struct lane *k);
static int32_t off_it(const struct mal_course *c, int32_t d, int by, const struct tc_box *e);
static bool rough_along(const struct mal_course *c, int32_t d);

/* M-13.23: a road leads through; but it may not leave it there. */
static void leave_road(const struct mal_course *c, const struct tc_shape *sh, int which,
                       struct mal_stop *o)
{
    enum { PACE = 50 };

    for (int32_t d = 0; d <= o->distance; d += tc_max(1, tc_min(PACE, o->distance - d))) {
        struct mal_unit x = mal_moved(c->as, c->way, d);
        if (tc_poly_has(sh, (struct tc_pt){ x.x, x.y }) && !on_road(c->bk, &x)) {
            cut(o, tc_max(0, d - PACE), MAL_STOP_GROUND, which, "M-13.23");
            return;
        }
    }
}

static bool on_road(const struct mal_book *bk, const struct mal_unit *m)
{
    uint16_t along;

    if (m->formation != MAL_MARCH_COLUMN && !(m->formation == MAL_NO_FORMATION && m->limbered))
        return false;
    return mal_road_under(bk, m, &along) != TC_NONE;
}

/* All who may stop it or lie under it within d, friends and enemies. */
void mal_course_look(struct mal_course *c, int32_t d, unsigned flags)
{
    int32_t margin = flags & MAL_WAY_NO_ENEMIES ? 0 : margin_of(c->bk, flags);

    const struct tc_lane lane = lane_of(c, d);
    const struct tc_bounds all = tc_lane_bounds(&lane);

    c->n = 0;
    if (flags & MAL_WAY_NO_ENEMIES && flags & MAL_WAY_NO_FRIENDS)
        return;
    for (int i = 0; i < c->s->units; i++) {
        const struct mal_unit *o = &c->s->brigades[i];
        struct tc_disc span = { o->x, o->y, mal_span(c->bk, o) };
        if (mal_on_table(o) && i != c->unit && !tc_disc_off_bounds(span, all, margin) &&
            !tc_disc_off_lane(mal_disc(c->bk, o), &lane, o->side == c->as->side ? 0 : margin))
            c->near[c->n++] = (int16_t)i;
    }
}

/* How near an enemy has to be to the lane to matter. */
static int32_t margin_of(const struct mal_book *bk, unsigned flags)
{
    return flags & MAL_WAY_DOUBLE
               ? bk->tables.command.near
               : tc_max(bk->tables.move.horse_stop, bk->tables.move.foot_stop);
}

static struct tc_lane lane_of(const struct mal_course *c, int32_t d)
{
    return (struct tc_lane){ .from = { c->as->x, c->as->y },
                             .f = c->f,
                             .left = c->left,
                             .right = c->right,
                             .back = c->back,
                             .front = c->front,
                             .length = d };
}

static void stop_at_enemies(const struct mal_course *c, unsigned flags, struct mal_stop *o)
{
    const struct mal_book *bk = c->bk;
    int32_t margin = margin_of(bk, flags);
    struct tc_box strip;
    bool ready = false;

    for (int k = 0; k < c->n; k++) {
        int i = c->near[k];
        const struct mal_unit *e = &c->s->brigades[i];
        struct mal_body eb;
        if (e->side == c->as->side || off_the_lane(c, e, o->distance, margin) ||
            !mal_counts(bk, e))
            continue;
        if (!ready)
            front_strip(bk, c->as, c->way, &strip);
        ready = true;
        mal_body(bk, e, &eb);
        for (int j = 0; j < eb.n; j++)
            stop_at_enemy(c, &strip, flags, &eb.box[j], i, o);
    }
}

/* Surely out of reach of a march of d: its disc does not meet the lane of the mover. */
static bool off_the_lane(const struct mal_course *c, const struct mal_unit *o, int32_t d,
                         int32_t margin)
{
    struct tc_lane lane = lane_of(c, d);

    return tc_disc_off_lane(mal_disc(c->bk, o), &lane, margin);
}

/* Impassable and closed ground. */
static void stop_at_ground(const struct mal_course *c, struct mal_stop *o)
{
    const struct mal_book *bk = c->bk;
    const struct tc_box *b = &c->b;
    uint16_t way = c->way;
    struct tc_pt p = b->anchor, q = mal_course_at(c, p, o->distance);
    int32_t r = b->w + b->d, d;

    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_shape sh;
        if (!(g->impassable || g->closed) || !mal_closed_to(bk, c->as, g) ||
            !mal_ground_beside(g, p, q, r))
            continue;
        mal_shape(g, &sh);
        if (g->impassable) {
            d = impassable_at(c, g, o->distance);
            if (d >= 0)
                cut(o, d, MAL_STOP_GROUND, i, "M-13.31");
        } else if (on_road(bk, c->as)) {
            leave_road(c, &sh, i, o);
        } else {
            enter_closed(o, &sh, i, p, way);
            enter_closed(o, &sh, i, b->centre, way);
        }
    }
}

static void stop_at_enemy(const struct mal_course *c, const struct tc_box *strip,
                          unsigned flags, const struct tc_box *e, int i, struct mal_stop *o)
{
    bool rush = flags & (MAL_WAY_CHARGE | MAL_WAY_FAST);
    bool horse = mal_is_cavalry(c->bk, c->as);
    uint16_t way = c->way;
    int32_t d;

    if (!rush) {
        d = tc_sweep_reach(strip, way, o->distance, e, 0);
        if (d >= 0)
            cut(o, d, MAL_STOP_ENEMY, i, horse ? "M-13.7" : "M-17.1"); /* M-17.3, M-19.1 */
    }
    if (flags & MAL_WAY_DOUBLE) {
        d = tc_sweep_reach(&c->b, way, o->distance, e, c->bk->tables.command.near);
        if (d >= 0)
            cut(o, d, MAL_STOP_DOUBLE, i, "M-13.15"); /* M-13.15 */
    }
    d = contact(c, o->distance, e);
    if (d >= 0)
        cut(o, d, MAL_STOP_ENEMY, i, "M-13.31");
}

/* First contact along the way, looking through those it touches already unless it would push
 * into them. On whom it has just opened out it comes as it stood before. */
static int32_t contact(const struct mal_course *c, int32_t max, const struct tc_box *e)
{
    const struct tc_box *b = c->opens && tc_overlap(&c->b, e, MAL_EPS) ? &c->was : &c->b;

    return tc_stop_touching(b, c->way, max, e, MAL_EPS);
}

static void cut(struct mal_stop *o, int32_t d, enum mal_stop_cause why, int which,
                const char *rule)
{
    if (d >= o->distance)
        return;
    o->distance = d < 0 ? 0 : d;
    o->cause = (uint8_t)why;
    o->which = (int16_t)which;
    o->rule = rule;
}

/* A loose block may turn the way it goes (M-GEO-17): it needs room all round. */
void mal_course_begin(struct mal_course *c, const struct mal_book *bk,
                      const struct mal_state *s, int unit, const struct mal_unit *as,
                      uint16_t way)
{
    c->bk = bk;
    c->s = s;
    c->unit = unit;
    c->as = as;
    c->way = way;
    c->f = tc_forward_of(way);
    c->left = c->right = c->back = c->front = 0;
    mal_body(bk, as, &c->own);
    c->b = c->own.box[0];
    c->opens = s && as->formation == MAL_UNFORMED && mal_is_formed(bk, &s->brigades[unit]);
    if (c->opens)
        mal_main_box(bk, &s->brigades[unit], &c->was);
    if (as->formation == MAL_UNFORMED) {
        c->right = c->front = mal_radius(bk, as);
        c->left = c->back = -c->right;
        return;
    }
    for (int i = 0; i < c->own.n; i++)
        for (int k = 0; k < 4; k++)
            stretch(c, c->own.box[i].c[k]);
}

static void stretch(struct mal_course *c, struct tc_pt p)
{
    int64_t x = p.x - c->as->x, y = p.y - c->as->y;
    int64_t ahead = (x * c->f.x + y * c->f.y) >> 30, aside = (x * c->f.y - y * c->f.x) >> 30;

    c->left = aside < c->left ? aside : c->left;
    c->right = aside > c->right ? aside : c->right;
    c->back = ahead < c->back ? ahead : c->back;
    c->front = ahead > c->front ? ahead : c->front;
}

struct mal_unit mal_moved(const struct mal_unit *m, uint16_t bearing, int32_t d)
{
    struct mal_unit x = *m;
    struct tc_pt p = tc_step((struct tc_pt){ m->x, m->y }, bearing, d);

    x.x = p.x; /* M-GEO-24: the heading stays */
    x.y = p.y;
    return x;
}

void mal_way(const struct mal_book *bk, const struct mal_state *s, int unit,
             const struct mal_unit *as, uint16_t bearing, int32_t allowance, unsigned flags,
             struct mal_stop *out)
{
    struct mal_course c;

    mal_course_begin(&c, bk, s, unit, as, bearing);
    mal_course_go(&c, allowance, flags, out);
}

void mal_course_go(struct mal_course *c, int32_t allowance, unsigned flags,
                   struct mal_stop *out)
{
    bool by_road = on_road(c->bk, c->as);

    memset(out, 0, sizeof *out);
    out->distance = allowance;
    out->which = TC_NONE;
    out->rule = "M-13.5";
    stop_at_table(c, flags, out);
    stop_at_ground(c, out);
    mal_course_look(c, out->distance + (flags & MAL_WAY_ONWARD ? ONWARD : 0), flags);
    if (!(flags & MAL_WAY_NO_ENEMIES))
        stop_at_enemies(c, flags, out);
    if (!(flags & MAL_WAY_NO_OBSTACLES))
        pay_obstacles(c, by_road, allowance, out);
    if (out->cause != MAL_STOP_TABLE)
        out->off = false;
    if (!(flags & MAL_WAY_NO_FRIENDS))
        end_clear(c, flags, out);
    struct mal_unit end = mal_moved(c->as, c->way, out->distance); /* M-GEO-39 */
    by_road = by_road && on_road(c->bk, &end);
    out->rough = !by_road && rough_along(c, out->distance);
}

/* M-13.31, M-GEO-40: how far it goes before it overlaps impassable ground; -1: all the way. To
 * touch it along the side is not to be in it. */
static int32_t impassable_at(const struct mal_course *c, const struct mal_ground *g,
                             int32_t max)
{
    struct tc_box thin = mal_thin_box(&c->b);
    int32_t in = ground_reach(g, &thin, c->way, max);

    if (in < 0)
        return -1;
    return tc_max(0, tc_max(ground_reach(g, &c->b, c->way, max), in - 2 * MAL_EPS) - 1);
}

static int32_t ground_reach(const struct mal_ground *g, const struct tc_box *b, uint16_t way,
                            int32_t max)
{
    struct tc_shape sh;

    mal_shape(g, &sh);
    return g->line ? tc_line_reach(&sh, b, way, max, 0) : tc_poly_reach(&sh, b, way, max, 0);
}

/* M-13.23, M-GEO-53: the middle of its front and its own middle stay out of closed ground; who
 * goes back comes to it with the latter first. */
static void enter_closed(struct mal_stop *o, const struct tc_shape *sh, int which,
                         struct tc_pt p, uint16_t way)
{
    if (tc_poly_has(sh, p))
        return;
    int32_t d = tc_poly_march(sh, p, way, o->distance);
    if (d >= 0)
        cut(o, d - 1, MAL_STOP_GROUND, which, "M-13.23");
}

/* The strip before the front, or before the block turned the way it goes (M-GEO-17). */
static void front_strip(const struct mal_book *bk, const struct mal_unit *as, uint16_t way,
                        struct tc_box *out)
{
    const struct mal_move_table *t = &bk->tables.move;
    struct tc_rect r = mal_rect(bk, as);
    int32_t depth = mal_is_cavalry(bk, as) ? t->horse_stop : t->foot_stop;

    if (as->formation == MAL_UNFORMED) /* M-GEO-17 */
        r = tc_turn_on_centre(r, way);
    r = tc_rect_strip(&r, depth);
    tc_box_make(out, &r);
}

/* M-RUL-56: half the allowance is paid on crossing; M-15.12d: never by an unlimbered gun. */
static void pay_obstacles(const struct mal_course *c, bool free_way, int32_t allowance,
                          struct mal_stop *o)
{
    const struct mal_book *bk = c->bk;
    const struct mal_unit *m = c->as;
    int32_t from = 0, left = allowance, at = 0;
    bool stuck = mal_is_gun(bk, m) && !m->limbered;

    for (int turns = 0; turns < 4; turns++) {
        int g = next_obstacle(c, from, tc_min(o->distance, from + left), &at);
        if (g == TC_NONE)
            break;
        if (free_way) {
            from = at; /* M-RUL-56 */
            continue;
        }
        left -= at - from;
        if (stuck || left < allowance / 2) {
            cut(o, at, MAL_STOP_OBSTACLE, g, stuck ? "M-15.12d" : "M-15.12a");
            return;
        }
        left -= allowance / 2; /* M-GEO-54, M-RUL-56 */
        from = at;
        o->crossings++;
        if (bk->ground[g].obstacle == MAL_HARD_FOR_CAVALRY && mal_is_cavalry(bk, m))
            o->hard++;
    }
    if (o->crossings)
        cut(o, from + left, MAL_STOP_OBSTACLE, TC_NONE, "M-15.12a");
}

/* The nearest major obstacle beyond `from` on the way; TC_NONE. */
static int next_obstacle(const struct mal_course *c, int32_t from, int32_t to, int32_t *at)
{
    struct tc_pt q = mal_course_at(c, c->b.anchor, from), e = mal_course_at(c, c->b.anchor, to);
    int found = TC_NONE;

    for (int i = 0; i < c->bk->grounds; i++) {
        const struct mal_ground *g = &c->bk->ground[i];
        struct tc_shape sh;
        if (g->obstacle < MAL_MAJOR || !g->line || !mal_ground_beside(g, q, e, 0))
            continue;
        mal_shape(g, &sh);
        int32_t d = tc_line_march(&sh, q, c->way, to - from);
        if (d >= 0 && (found == TC_NONE || from + d < *at)) {
            found = i;
            *at = from + d;
        }
    }
    return found;
}

/* M-GEO-55: flight may leave the table; nothing else does. */
static void stop_at_table(const struct mal_course *c, unsigned flags, struct mal_stop *o)
{
    struct tc_table t = { c->bk->width, c->bk->height };
    int32_t d = tc_point_leaves(c->own.box[0].centre, c->way, o->distance, t);

    if (d < 0)
        return;
    if (flags & MAL_WAY_FAST) {
        cut(o, d, MAL_STOP_TABLE, TC_NONE, "M-GEO-55");
        o->off = o->distance == d;
    } else {
        cut(o, d - 1, MAL_STOP_TABLE, TC_NONE, "M-GEO-55");
    }
}

/* The body it would stand upon after d; -1: none. */
static int body_under(const struct mal_course *c, int32_t d, const struct lane *k)
{
    for (int j = 0; j < k->n; j++) /* M-GEO-40 */
        if (stands_upon(c, d, &k->box[j]))
            return j;
    return -1;
}

/* M-GEO-40: would it stand upon that body after d? */
static bool stands_upon(const struct mal_course *c, int32_t d, const struct tc_box *e)
{
    for (int i = 0; i < c->own.n; i++) {
        struct tc_box b = c->own.box[i];
        tc_box_shift(&b, tc_along(d, c->f.x), tc_along(d, c->f.y));
        if (tc_overlap(&b, e, MAL_EPS))
            return true;
    }
    return false;
}

/* M-RUL-47: on to the first clear spot, if ground and enemies let it; or off the table. */
static bool onward(const struct mal_course *c, unsigned flags, const struct lane *k,
                   struct mal_stop *o)
{
    struct mal_stop far = *o;

    far.distance += ONWARD;
    stop_at_table(c, flags, &far);
    stop_at_ground(c, &far);
    stop_at_enemies(c, flags, &far);
    far.off &= far.cause == MAL_STOP_TABLE;
    int32_t d = clear_from(c, o->distance, 1, far.distance - far.off, k); /* M-RUL-47 */
    if (d >= 0)
        o->distance = d;
    else if (far.off)
        *o = far;
    return d >= 0 || far.off;
}

/* The clear point nearest to d, on or back, no farther than the limit; -1: none. */
static int32_t clear_from(const struct mal_course *c, int32_t d, int by, int32_t limit,
                          const struct lane *k)
{
    for (int turns = 0; turns < NEAR; turns++) {
        int under = body_under(c, d, k);
        if (under < 0)
            return d;
        d = off_it(c, d, by, &k->box[under]);
        if ((d - limit) * by > 0)
            break;
    }
    return -1;
}

/* It stands upon that body after d: the first mil on (by 1) or back (by -1) at which it does
 * not. */
static int32_t off_it(const struct mal_course *c, int32_t d, int by, const struct tc_box *e)
{
    int32_t bad = d, step = 64;

    for (d += by * step; stands_upon(c, d, e); d += by * step) {
        bad = d;
        step *= 2;
    }
    while ((d - bad) * by > 1) {
        int32_t mid = bad + (d - bad) / 2;
        if (stands_upon(c, mid, e))
            bad = mid;
        else
            d = mid;
    }
    return d;
}

/* M-RUL-58: back to the last clear point. */
static void end_clear(const struct mal_course *c, unsigned flags, struct mal_stop *o)
{
    int32_t d = o->distance;
    struct lane k;

    if (o->off)
        return;
    gather(c, flags & MAL_WAY_ONWARD ? d + ONWARD : d, &k);
    if (k.n == 0 || body_under(c, d, &k) < 0)
        return;
    if (flags & MAL_WAY_ONWARD && o->cause == MAL_STOP_FULL && onward(c, flags, &k, o))
        return;
    /* M-RUL-58 */
    cut(o, tc_max(0, clear_from(c, d, -1, 0, &k)), MAL_STOP_FRIEND, TC_NONE, "M-RUL-58");
}

static void gather(const struct mal_course *c, int32_t d, struct lane *k)
{
    k->n = 0;
    if (mal_is_ghost(c->bk, c->as))
        return;
    for (int i = 0; i < c->n; i++) {
        const struct mal_unit *o = &c->s->brigades[c->near[i]];
        struct mal_body b;
        if (off_the_lane(c, o, d, 0) || mal_is_ghost(c->bk, o))
            continue;
        mal_body(c->bk, o, &b);
        for (int j = 0; j < b.n; j++)
            k->box[k->n++] = b.box[j];
    }
}

/* M-GEO-53: front-centre or centre in rough ground anywhere on the way. */
static bool rough_along(const struct mal_course *c, int32_t d)
{
    return mal_rough_way(c->bk, c->b.anchor, mal_course_at(c, c->b.anchor, d)) ||
           mal_rough_way(c->bk, c->b.centre, mal_course_at(c, c->b.centre, d));
}

int32_t mal_last_clear(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct mal_unit *as, uint16_t bearing, int32_t d)
{
    struct mal_stop end = { .distance = d, .cause = MAL_STOP_FULL };
    struct mal_course c;

    mal_course_begin(&c, bk, s, unit, as, bearing);
    mal_course_look(&c, d, 0);
    end_clear(&c, 0, &end);
    return end.distance;
}

void mal_way_cut(const struct mal_book *bk, const struct mal_unit *as, uint16_t bearing,
                 int32_t march, struct mal_stop *stop)
{
    struct mal_course c;
    int32_t from = 0, at = 0;

    if (march >= stop->distance)
        return;
    mal_course_begin(&c, bk, NULL, TC_NONE, as, bearing);
    stop->rough = !on_road(bk, as) && rough_along(&c, march);
    int most = stop->crossings;
    stop->crossings = stop->hard = 0;
    while (stop->crossings < most) {
        int g = next_obstacle(&c, from, march, &at);
        if (g == TC_NONE)
            return;
        from = at;
        stop->crossings++;
        stop->hard = (uint8_t)(stop->hard + (bk->ground[g].obstacle == MAL_HARD_FOR_CAVALRY &&
                                             mal_is_cavalry(bk, as)));
    }
}
