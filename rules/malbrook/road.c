/* rules/malbrook/road.c - road marches: M-13.24 to M-13.27, M-GEO-61. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"

enum { STEP = 250 }; /* a road march is looked at so closely */

/* A straight piece of the march. */
struct leg {
    struct tc_pt from;
    uint16_t way;
    int32_t len;
};

struct legs {
    int n;
    struct leg leg[MAL_POINTS + 1];
};

/* Told further down: */
static bool along_road(const struct mal_book *bk, const struct mal_unit *m, int road,
                       uint16_t along, int32_t len, struct mal_unit *out, struct legs *legs);
static bool road_barred(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int road, uint16_t along, int32_t len);

static int32_t road_most(const struct mal_book *bk, const struct mal_unit *m, int unit,
                         struct tc_refusal *why)
{
    const struct mal_move_table *t = &bk->tables.move;
    int cls = mal_gun_class(bk, m);

    if (mal_is_brigade(bk, m)) {
        if (m->formation == MAL_MARCH_COLUMN)
            return t->road_march;
        (void)tc_refuse(why, "M-13.24", MAL_R_NOT_MARCH_COLUMN, unit, 0, 0);
        return 0;
    }
    if (mal_is_wagon(bk, m) || m->limbered)
        return t->road_limbered; /* M-13.25a */
    if (t->road[cls] == 0)
        (void)tc_refuse(why, "M-13.25d", MAL_R_NO_ROAD_MOVE, unit, 0, 0);
    return t->road[cls]; /* M-13.25b, M-13.25c */
}

/* Friends passed, lone riders taken, skirmishers who give way (M-15.27, M-8.11, M-14.15). */
void mal_road_marched(struct mal_play *p, int unit, const struct mal_unit *from, int32_t len)
{
    struct mal_unit at = *from, x;

    p->s->mover = (int16_t)unit;
    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *f = &p->s->brigades[i];
        if (i == unit || f->side != from->side || !mal_on_table(f) || mal_is_ghost(p->bk, f))
            continue;
        for (int32_t d = STEP; d < len && mal_road_end(p->bk, from, d, &x); d += STEP)
            if (mal_overlap(p->bk, &x, f)) {
                mal_pass_one(p, unit, i);
                break;
            }
    }
    for (int32_t d = STEP; d < len + STEP; d += STEP) {
        struct tc_rect r = mal_rect(p->bk, &at);
        if (!mal_road_end(p->bk, from, d < len ? d : len, &x))
            break;
        struct tc_pt a = { at.x, at.y }, b = { x.x, x.y };
        mal_capture_lone(p, unit, &r, tc_bearing(a, b), tc_dist(a, b));
        at = x;
    }
    p->s->mover = TC_NONE;
    mal_withdrawals(p, unit);
    mal_end_of_move(p, unit);
}

/* M-19.5: foot beside the road fires into the column that marches by, leg by leg; how far it
 * comes. */
int32_t mal_road_volleys(struct mal_play *p, int unit, int32_t len)
{
    struct mal_unit *m = &p->s->brigades[unit], from = *m, x;
    struct legs legs = { 0 };
    uint16_t along;
    int32_t done = 0;
    int road = mal_road_under(p->bk, m, &along);

    if (road == TC_NONE || !along_road(p->bk, m, road, along, len, &x, &legs))
        return len;
    p->s->mover = (int16_t)unit;
    for (int i = 0; i < legs.n && m->volley_by == TC_NONE; i++) {
        struct mal_unit at = from;
        int32_t d = legs.leg[i].len;
        at.x = legs.leg[i].from.x;
        at.y = legs.leg[i].from.y;
        at.heading = legs.leg[i].way;
        mal_take_volleys(p, unit, &at, at.heading, &d);
        done += d;
    }
    p->s->mover = TC_NONE;
    m->x = from.x;
    m->y = from.y;
    m->heading = from.heading;
    if (m->volley_by == TC_NONE)
        return len;
    /* halted upon friends: back to the last clear point */
    while (done > 0 && along_road(p->bk, m, road, along, done, &x, NULL) &&
           mal_overlapped(p->bk, p->s, unit, &x, TC_NONE) != TC_NONE)
        done = tc_max(0, done - STEP);
    return done;
}

bool mal_judge_road(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_unit x;
    uint16_t along;
    int32_t most = road_most(bk, m, unit, why);
    int road;

    if (mal_is_halted(m))
        return mal_refuse_halted(m, unit, why);
    if (mal_is_gun(bk, m) && m->crew != MAL_CREWED)
        return tc_refuse(why, "M-23.1", MAL_R_NO_CREW, unit, 0, 0);
    if (most == 0)
        return false;
    road = mal_road_under(bk, m, &along);
    if (road == TC_NONE)
        return tc_refuse(why, "M-13.24", MAL_R_NOT_ON_ROAD, unit, 0, 0);
    if (m->halves)
        most /= 2; /* M-RUL-23 */
    bool doubled = a->arg[1] > most;
    if (doubled && !mal_far_from_enemy(bk, s, unit))
        return tc_refuse(why, "M-13.26", MAL_R_TOO_LONG, unit, most, 0);
    if (a->arg[1] < 1 || a->arg[1] > 2 * most)
        return tc_refuse(why, "M-13.26", MAL_R_TOO_LONG, unit, 2 * most, 0);
    if (!along_road(bk, m, road, along, a->arg[1], &x, NULL))
        return tc_refuse(why, "M-13.24", MAL_R_NOT_ON_ROAD, unit, 0, 0);
    int hit = mal_overlapped(bk, s, unit, &x, TC_NONE);
    if (hit != TC_NONE)
        return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, unit, hit, 0);
    if (!tc_point_on_table(mal_centre(bk, &x), (struct tc_table){ bk->width, bk->height }))
        return tc_refuse(why, "M-GEO-55", MAL_R_OFF_TABLE, unit, 0, 0);
    if (doubled &&
        mal_enemy_near_rect(bk, s, m->side, &x, bk->tables.command.near - 2 * MAL_EPS))
        return tc_refuse(why, "M-13.26a", MAL_R_DOUBLE_STOP, unit, 0, 0);
    if (road_barred(bk, s, unit, road, along, a->arg[1]))
        return tc_refuse(why, mal_is_cavalry(bk, m) ? "M-13.7" : "M-17.1",
                         mal_is_cavalry(bk, m) ? MAL_R_HORSE_STOP : MAL_R_FOOT_STOP, unit, 0,
                         0);
    if (!mal_order_allows(bk, s, unit, mal_centre(bk, &x)))
        return tc_refuse(why, "M-RUL-6", MAL_R_ORDERS, unit, 0, 0);
    if (!mal_wing_allows(bk, s, unit, &x))
        return tc_refuse(why, "M-VIC-4", MAL_R_BROKEN_WING, unit, 0, 0);
    return true;
}

/* Where a march of that length along the road ends: the point, and the road's bearing there. */
static bool along_road(const struct mal_book *bk, const struct mal_unit *m, int road,
                       uint16_t along, int32_t len, struct mal_unit *out, struct legs *legs)
{
    const struct mal_ground *g = &bk->ground[road];
    struct tc_shape sh;
    struct tc_pt p = { m->x, m->y };
    int seg;

    mal_shape(g, &sh);
    seg = tc_line_nearest(&sh, p);
    bool forth = tc_apart(tc_bearing(sh.v[seg], sh.v[seg + 1]), along) < TC_QUARTER;
    for (int i = forth ? seg + 1 : seg; len > 0; i += forth ? 1 : -1) {
        if (i < 0 || i >= sh.n)
            return false;
        int32_t d = tc_dist(p, sh.v[i]);
        uint16_t way = tc_bearing(p, sh.v[i]);
        if (d > 0)
            along = way;
        if (legs && d > 0)
            legs->leg[legs->n++] = (struct leg){ p, way, tc_min(d, len) };
        if (d >= len) {
            p = tc_step(p, way, len);
            break;
        }
        len -= d;
        p = sh.v[i];
    }
    *out = *m;
    out->x = p.x;
    out->y = p.y;
    out->heading = along;
    return true;
}

bool mal_road_end(const struct mal_book *bk, const struct mal_unit *m, int32_t len,
                  struct mal_unit *out)
{
    uint16_t along;
    int road = mal_road_under(bk, m, &along);

    return road != TC_NONE && along_road(bk, m, road, along, len, out, NULL);
}

/* Does an enemy stand on the road, or so near before the front that it must halt sooner? */
static bool road_barred(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int road, uint16_t along, int32_t len)
{
    const struct mal_unit *m = &s->brigades[unit];
    bool horse = mal_is_cavalry(bk, m);
    int32_t line = horse ? bk->tables.move.horse_stop : bk->tables.move.foot_stop;

    for (int32_t d = STEP; d < len + STEP; d += STEP) {
        struct mal_unit x;
        if (!along_road(bk, m, road, along, d < len ? d : len, &x, NULL))
            return true;
        for (int i = 0; i < s->units; i++) {
            const struct mal_unit *e = &s->brigades[i];
            if (e->side == m->side || !mal_counts(bk, e))
                continue;
            if (mal_overlap(bk, &x, e) ||
                ((d < len || horse) && mal_to_front(bk, &x, e, 0, line - 2 * MAL_EPS)))
                return true;
        }
    }
    return false;
}

/* M-RUL-8: how far it may repeat its road march; 0: not at all. */
int32_t mal_road_again(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t len)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct mal_unit x;
    uint16_t along;
    int road = mal_road_under(bk, m, &along);

    for (; road != TC_NONE && len > 0; len = tc_max(0, len - STEP))
        if (along_road(bk, m, road, along, len, &x, NULL) &&
            mal_overlapped(bk, s, unit, &x, TC_NONE) == TC_NONE &&
            tc_point_on_table(mal_centre(bk, &x), (struct tc_table){ bk->width, bk->height }) &&
            !road_barred(bk, s, unit, road, along, len))
            return len;
    return 0;
}
