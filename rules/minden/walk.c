/* rules/minden/walk.c - a stored path is walked from one point of response fire to the next.
 *
 * Here: N-C1, N-C8, N-C9b, N-GEO-29, what a unit passes over on its way (N-J6, N-Jd2). The
 * mover's path and place on it are in the state, so that every such moment is a position.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

/* A place: leg and how much of it is done, with the unit as it stands there. */
struct place {
    int seg;
    int32_t done;
    struct min_unit m;
    int32_t leg_x, leg_y;
    uint16_t leg_facing;
};

/* Friends near the way of the mover, which it does not stand upon already. */
struct friends {
    int n;
    int16_t unit[MIN_UNITS];
    int due[MIN_UNITS]; /* of a wheel: the sample at which it is looked at next */
    struct min_body body[MIN_UNITS];
};

/* Enemies that could yet respond to this move, whatever the exact place. One that fires as a
 * whole has its ground worked out once. */
struct firers {
    int n;
    int16_t unit[MIN_UNITS];
    int32_t range[MIN_UNITS];
    bool made[MIN_UNITS];
    struct min_body from[MIN_UNITS];
    struct min_memory memory[MIN_UNITS];
    struct min_crowd crowd;
};

/* Told further down: */
static int legs_now(const struct min_mover *mv);
static void walk_to(struct min_play *p, int seg, int32_t done);
static void place_now(const struct min_state *s, struct place *at);
static void stand_at(const struct min_book *bk, const struct min_mover *mv, struct place *at,
                     int32_t done);
static void go_on(struct min_play *p, const struct place *to, int leg);
static struct tc_pt path_end(const struct min_book *bk, const struct min_state *s);
static void pass_friends(struct min_play *p, const struct place *to, int leg, int32_t was);
static void pass_wheeling(struct min_play *p, const struct min_body *b, int leg, int32_t turn);
static bool meets_wheel(const struct min_body *at, const struct min_body *friend, int k,
                        int *due);
static void spread(struct min_body *all, const struct min_body *b, int32_t by);
static int32_t arc_of(const struct min_body *b, int32_t turn);
static void list_friends(struct min_play *p, const struct min_body *b,
                         const struct min_body *all, struct friends *f);
static bool is_out_of(const struct tc_box *hub, const struct min_body *b);
static void forget_friend(struct friends *f, int i);
static void pass_marching(struct min_play *p, const struct min_body *b, uint16_t heading,
                          int32_t d);
static void arrive(struct min_play *p);
static void note_terrain_stop(struct min_play *p, struct tc_pt from, struct tc_pt to);
static void set_off(struct min_play *p, const struct tc_act *a);
static bool falls_short(struct min_play *p);
static void set_out_anew(struct min_play *p);
static void meet_friend(struct min_play *p, struct friends *f, int i);
static int find_response(const struct min_book *bk, const struct min_state *s, int legs,
                         struct place *at);
static int who_fires(const struct min_book *bk, const struct min_state *s, struct firers *f,
                     const struct place *at);
static bool reaches(const struct min_book *bk, const struct min_state *s, struct firers *f,
                    int i, const struct min_body *to);
static void leg_over(struct place *at);
static void swept_ground(const struct min_book *bk, const struct min_state *s, int legs,
                         struct min_body *all);
static bool covers(const struct min_book *bk, const struct min_state *s, struct firers *f,
                   int i, const struct min_body *all);

/* The move is over, whatever became of it; the sequence goes on where it was. */
void min_finish_move(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    struct min_unit *m = &p->s->units[mv->unit];
    int unit = mv->unit;

    if (m->where == MIN_ON_TABLE && mv->entering)
        min_settle_entry(p, unit);
    if (mv->spent > 0 && mv->purpose != MIN_ADVANCES) {
        m->moved = 1;
        m->supports = TC_NONE;
    }
    if (mv->spent > 0)
        m->clinch = 0;
    if (mv->spent > 0 && m->where == MIN_ON_TABLE) {
        struct min_body b;
        min_settle(p->bk, unit, m);
        min_body(p->bk, p->s, unit, &b);
        m->crowd = min_overlapped(p->bk, p->s, &b, unit) != TC_NONE;
        tc_tell(p->u, MIN_E_MOVED, "N-B4a", unit, mv->spent);
    }
    mv->purpose = MIN_IDLE; /* N-B2c: it need not move */
    mv->target = TC_NONE;
    mv->unit = TC_NONE;
    mv->entering = 0;
    min_go(p, (enum min_step)mv->back);
}

static void ask_response(struct min_play *p, int firer)
{
    struct min_mover *mv = &p->s->mover;

    min_put(mv->asked, firer);
    if (tc_ask(p->u, min_side_of(p->bk, firer), MIN_Q_RESPOND, "N-C1", firer, mv->unit)->verb !=
        MIN_V_FIRE) { /* N-X3, N-B2b */
        return;       /* N-C7 */
    }
    p->s->units[firer].response_fired = 1;
    min_volley(p, firer, TC_NONE, mv->unit, MIN_F_REDUCED, TC_NONE, "N-C3b"); /* N-C8 */
}

void min_step_walk(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct min_mover *mv = &p.s->mover;
    int legs = legs_now(mv);
    struct place at;
    int firer = find_response(p.bk, p.s, legs, &at);

    if (firer == TC_NONE) {
        walk_to(&p, legs, 0);
        arrive(&p);
        return;
    }
    walk_to(&p, at.seg, at.done);
    ask_response(&p, firer);
    if (min_on_table(p.s, mv->unit) && !min_fleeing(p.s, mv->unit)) {
        set_out_anew(&p);
        return;
    }
    min_finish_move(&p); /* N-C9b */
}

/* How many legs may be walked now: a charge halts before its last until the target reacts. */
static int legs_now(const struct min_mover *mv)
{
    bool waits = mv->purpose == MIN_CHARGES && mv->stage == MIN_APPROACH && mv->run > 0;

    return mv->segs - waits;
}

/* Walk to a place found by next_place, leg by leg. */
static void walk_to(struct min_play *p, int seg, int32_t done)
{
    struct min_mover *mv = &p->s->mover;
    struct place at;

    while (mv->seg < seg || (mv->seg == seg && mv->done < done)) {
        int leg = mv->path[mv->seg].leg;
        place_now(p->s, &at);
        stand_at(p->bk, mv, &at, mv->seg < seg ? mv->path[mv->seg].value : done);
        go_on(p, &at, leg);
        if (mv->done < mv->path[mv->seg].value)
            return;
        mv->seg++;
        mv->done = 0;
        mv->leg_x = p->s->units[mv->unit].x;
        mv->leg_y = p->s->units[mv->unit].y;
        mv->leg_facing = p->s->units[mv->unit].facing;
    }
}

static void place_now(const struct min_state *s, struct place *at)
{
    const struct min_mover *mv = &s->mover;

    at->seg = mv->seg;
    at->done = mv->done;
    at->m = s->units[mv->unit];
    at->leg_x = mv->leg_x;
    at->leg_y = mv->leg_y;
    at->leg_facing = mv->leg_facing;
}

/* Stand at `done` of the leg; always reckoned from where the leg began. */
static void stand_at(const struct min_book *bk, const struct min_mover *mv, struct place *at,
                     int32_t done)
{
    at->done = done;
    at->m.x = at->leg_x;
    at->m.y = at->leg_y;
    at->m.facing = at->leg_facing;
    min_leg_end(bk, mv->unit, &at->m, mv->path[at->seg].leg, done, mv->heading);
}

/* Move along the present leg to `to`. */
static void go_on(struct min_play *p, const struct place *to, int leg)
{
    struct min_mover *mv = &p->s->mover;
    struct min_unit *m = &p->s->units[mv->unit];
    struct tc_pt from = { m->x, m->y }, end = path_end(p->bk, p->s);
    struct min_size z;

    min_size_of(p->bk, mv->unit, m, &z);
    mv->spent += min_leg_cost(z.w, leg, to->done) - min_leg_cost(z.w, leg, mv->done);
    pass_friends(p, to, leg, mv->done);
    m->x = to->m.x;
    m->y = to->m.y;
    m->facing = to->m.facing;
    mv->done = to->done;
    struct tc_pt here = { m->x, m->y };
    min_ground_effects(p, mv->unit, from, here, end);
    note_terrain_stop(p, from, here);
}

/* Where the whole path ends. */
static struct tc_pt path_end(const struct min_book *bk, const struct min_state *s)
{
    struct min_unit m = s->units[s->mover.unit];
    const struct min_mover *mv = &s->mover;

    for (int i = mv->seg; i < mv->segs; i++) {
        if (i == mv->seg) {
            m.x = mv->leg_x;
            m.y = mv->leg_y;
            m.facing = mv->leg_facing;
        }
        min_leg_end(bk, mv->unit, &m, mv->path[i].leg, mv->path[i].value, mv->heading);
    }
    return (struct tc_pt){ m.x, m.y };
}

static void pass_friends(struct min_play *p, const struct place *to, int leg, int32_t was)
{
    const struct min_mover *mv = &p->s->mover;
    struct min_body b;

    min_body(p->bk, p->s, mv->unit, &b);
    if (leg == MIN_LEG_LEFT || leg == MIN_LEG_RIGHT)
        pass_wheeling(p, &b, leg, to->done - was);
    else
        pass_marching(p, &b, leg == MIN_LEG_SLIDE ? mv->heading : p->s->units[mv->unit].facing,
                      to->done - was);
}

/* Friends a wheel passes over, sample by sample. Who is so far off that no corner gets there
 * before is not looked at until then. */
static void pass_wheeling(struct min_play *p, const struct min_body *b, int leg, int32_t turn)
{
    struct friends f;
    struct min_body at = *b;
    struct tc_box hub;
    enum tc_corner pivot = leg == MIN_LEG_LEFT ? TC_FL : TC_FR;
    int n = tc_wheel_samples(turn, MIN_SAMPLE_WHEEL), next = 1;

    spread(&at, b, arc_of(b, turn));
    list_friends(p, b, &at, &f);
    tc_box_point(&hub, b->box[0].c[pivot]);
    hub.rad2 = 2 * b->box[0].rad2; /* no part of the body comes farther from the pivot */
    for (int i = f.n - 1; i >= 0; i--)
        if (is_out_of(&hub, &f.body[i]))
            forget_friend(&f, i);
        else
            f.due[i] = 1;
    for (int k = 1; k <= n && f.n > 0; k = next) {
        int32_t t = tc_wheel_sample(turn, MIN_SAMPLE_WHEEL, k);
        at.rect[0] = tc_rect_hung(pivot, hub.anchor,
                                  (uint16_t)(b->box[0].facing + (leg == MIN_LEG_LEFT ? -t : t)),
                                  b->box[0].w, b->box[0].d);
        tc_box_make(&at.box[0], &at.rect[0]);
        next = n + 1;
        for (int i = f.n - 1; i >= 0; i--) {
            if (f.due[i] <= k && meets_wheel(&at, &f.body[i], k, &f.due[i]))
                meet_friend(p, &f, i);
            else
                next = tc_min(next, f.due[i]);
        }
    }
}

/* Does it stand upon the friend at sample k? If not, *due is the first at which it may. */
static bool meets_wheel(const struct min_body *at, const struct min_body *friend, int k,
                        int *due)
{
    int32_t apart = INT32_MAX, step = arc_of(at, MIN_SAMPLE_WHEEL);

    for (int i = 0; i < friend->n; i++) {
        if (tc_overlap(&at->box[0], &friend->box[i], MIN_SLACK))
            return true;
        apart = tc_min(apart, tc_box_parted(&at->box[0], &friend->box[i]));
    }
    *due = k + 1 + apart / step;
    return false;
}

static void spread(struct min_body *all, const struct min_body *b, int32_t by)
{
    all->min_x = tc_min(all->min_x, b->min_x - by);
    all->min_y = tc_min(all->min_y, b->min_y - by);
    all->max_x = tc_max(all->max_x, b->max_x + by);
    all->max_y = tc_max(all->max_y, b->max_y + by);
}

/* No point of a wheeling body goes farther than its arc, and w + d is more than any radius. */
static int32_t arc_of(const struct min_body *b, int32_t turn)
{
    return (int32_t)((int64_t)(b->rect[0].w + b->rect[0].d) * turn / 10000) + 2 * MIN_SLACK;
}

/* all: the bounds of the whole way. */
static void list_friends(struct min_play *p, const struct min_body *b,
                         const struct min_body *all, struct friends *f)
{
    int unit = p->s->mover.unit, side = min_side_of(p->bk, unit);

    f->n = 0;
    for (int i = p->bk->first_of[side]; i < p->bk->end_of[side]; i++) {
        if (i == unit || !min_on_table(p->s, i) || min_side_of(p->bk, i) != side ||
            min_far(p->bk, p->s, i, all, 0))
            continue;
        min_body(p->bk, p->s, i, &f->body[f->n]);
        if (!min_bodies_overlap(b, &f->body[f->n]))
            f->unit[f->n++] = (int16_t)i;
    }
}

/* Surely nowhere in the circle. */
static bool is_out_of(const struct tc_box *hub, const struct min_body *b)
{
    for (int i = 0; i < b->n; i++)
        if (!tc_box_far(hub, &b->box[i], 0))
            return false;
    return true;
}

static void forget_friend(struct friends *f, int i)
{
    f->n--;
    if (i == f->n)
        return;
    f->unit[i] = f->unit[f->n];
    f->body[i] = f->body[f->n];
    f->due[i] = f->due[f->n];
}

/* Friends a march from where the mover stands passes over. */
static void pass_marching(struct min_play *p, const struct min_body *b, uint16_t heading,
                          int32_t d)
{
    struct tc_pt to = tc_step(b->anchor, heading, d);
    struct min_body all = *b;
    struct friends f;

    min_body_shift(&all, to.x - b->anchor.x, to.y - b->anchor.y);
    spread(&all, b, 0);
    list_friends(p, b, &all, &f);
    for (int i = f.n - 1; i >= 0; i--)
        if (min_bodies_sweep(b, heading, d, &f.body[i]))
            meet_friend(p, &f, i);
}

/* The end of the legs that may be walked now. */
static void arrive(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;

    if (mv->purpose == MIN_CHARGES && mv->stage == MIN_APPROACH)
        min_go(p, MIN_S_REACT);
    else if (mv->purpose == MIN_CHARGES)
        min_go(p, MIN_S_CONTACT);
    else if (mv->purpose == MIN_PURSUES)
        min_go(p, MIN_S_CLASH);
    else
        min_finish_move(p);
}

/* Did the anchor cross a boundary that stops? */
static void note_terrain_stop(struct min_play *p, struct tc_pt from, struct tc_pt to)
{
    for (int i = 0; i < p->bk->grounds; i++)
        if (p->bk->ground[i].stops && min_crossed(&p->bk->ground[i], from, to))
            p->s->units[p->s->mover.unit].terrain_stop = 1; /* N-Jd1 */
}

static void collect_firers(const struct min_book *bk, const struct min_state *s, int legs,
                           struct firers *f)
{
    const struct min_mover *mv = &s->mover;
    int enemy = 1 - min_side_of(bk, mv->unit);
    struct min_body all;

    f->n = 0;
    if (min_is_command(bk, mv->unit))
        return; /* N-K4 */
    swept_ground(bk, s, legs, &all);
    for (int i = bk->first_of[enemy]; i < bk->end_of[enemy]; i++) {
        if (!min_on_table(s, i) || i == mv->target || min_side_of(bk, i) != enemy ||
            min_has(mv->asked, i))
            continue;
        f->unit[f->n] = (int16_t)i;
        f->memory[f->n].n = 0;
        f->range[f->n] = min_max_range(bk, min_card(bk, i)->weapon);
        if (!min_far(bk, s, i, &all, f->range[f->n]) &&
            min_may_respond(bk, s, i, false, NULL) && covers(bk, s, f, f->n, &all))
            f->n++;
    }
}

/* All the ground the mover may cover on the legs it may walk now, as one upright box. */
static void swept_ground(const struct min_book *bk, const struct min_state *s, int legs,
                         struct min_body *all)
{
    const struct min_mover *mv = &s->mover;
    struct place at;
    struct min_body b;

    place_now(s, &at);
    min_body_of(bk, mv->unit, &at.m, all);
    while (at.seg < legs) {
        const struct min_leg *g = &mv->path[at.seg];
        bool wheels = g->leg == MIN_LEG_LEFT || g->leg == MIN_LEG_RIGHT;
        min_body_of(bk, mv->unit, &at.m, &b);
        spread(all, &b, wheels ? arc_of(&b, g->value - at.done) : 0);
        stand_at(bk, mv, &at, g->value);
        leg_over(&at);
        min_body_of(bk, mv->unit, &at.m, &b);
        spread(all, &b, 0);
    }
    int32_t w = all->max_x - all->min_x + 8, d = all->max_y - all->min_y + 8;
    struct tc_pt top = { all->min_x - 4 + w / 2, all->max_y + 4 };
    all->n = 1;
    all->rect[0] = tc_rect_at(top, 0, w, d);
    tc_box_make(&all->box[0], &all->rect[0]);
    min_body_bounds(all);
}

/* Could the enemy shoot at anything on this ground? One that fires as a whole has its ground
 * worked out here. */
static bool covers(const struct min_book *bk, const struct min_state *s, struct firers *f,
                   int i, const struct min_body *all)
{
    int part[4], unit = f->unit[i];

    f->made[i] = min_fire_parts(s, unit, part) == 1;
    if (!f->made[i])
        return true;
    TC_BUG_ON(!min_fire_body(bk, s, unit, part[0], &f->from[i]));
    return min_could_hit(bk, unit, &f->from[i], &all->box[0]);
}

static void store_leg(struct min_mover *mv, int leg, int32_t value)
{
    if (value <= 0)
        return;
    TC_BUG_ON(mv->segs == MIN_PATH);
    mv->path[mv->segs++] = (struct min_leg){ leg, value };
}

static void start_at(struct min_mover *mv, const struct min_unit *m)
{
    mv->start_x = mv->leg_x = m->x;
    mv->start_y = mv->leg_y = m->y;
    mv->leg_facing = m->facing;
    mv->segs = mv->seg = 0;
    mv->done = mv->spent = 0;
    memset(mv->path, 0, sizeof mv->path);
    memset(mv->asked, 0, sizeof mv->asked);
}

/* Store a judged path; the last leg of a charge is the charge distance alone. */
void min_begin_path(struct min_play *p, const struct tc_act *a)
{
    struct min_mover *mv = &p->s->mover;
    int32_t straight = 0, run = mv->run;
    int n = a->segs;

    start_at(mv, &p->s->units[mv->unit]);
    while (mv->purpose == MIN_CHARGES && n > 0 && a->seg[n - 1].leg == MIN_LEG_MARCH)
        straight += a->seg[--n].value;
    for (int i = 0; i < n; i++)
        store_leg(mv, a->seg[i].leg, a->seg[i].value);
    store_leg(mv, MIN_LEG_MARCH, straight - run);
    store_leg(mv, MIN_LEG_MARCH, run);
    mv->stage = MIN_APPROACH;
}

/* A Fog advance: one slide along a heading. */
void min_begin_advance(struct min_play *p, int unit, uint16_t heading, int32_t distance)
{
    struct min_mover *mv = &p->s->mover;

    mv->unit = (int16_t)unit;
    mv->purpose = MIN_ADVANCES;
    mv->heading = heading;
    start_at(mv, &p->s->units[unit]);
    store_leg(mv, MIN_LEG_SLIDE, distance);
}

static void set_off_to_charge(struct min_play *p, const struct tc_act *a)
{
    struct min_mover *mv = &p->s->mover;
    struct tc_act shorter;

    if (min_clip_charge(p->bk, p->s, a, &shorter)) {
        a = &shorter;
        int32_t last = a->segs ? a->seg[a->segs - 1].value : 0;
        tc_tell(p->u, MIN_E_CLIPPED, "N-GEO-20a", mv->unit, shorter.arg[0], last);
    }
    mv->purpose = MIN_CHARGES;
    mv->target = (int16_t)a->arg[0];
    mv->reaction = MIN_UNDECIDED;
    mv->caught = 0;
    min_charge_geometry(p->bk, p->s, a);
    min_begin_path(p, a);
    if (mv->regiment != TC_NONE)
        mv->charger = mv->unit; /* N-L6 */
    p->s->units[mv->unit].clinch = 0;
    tc_tell(p->u, MIN_E_CHARGE, "N-B12f", mv->unit, mv->target, mv->run);
    min_go(p, MIN_S_WALK); /* N-B12b, N-RUL-12 */
}

/* Losses in the middle of a leg: the body closes up about its anchor (N-GEO-7), or what is left
 * of a bent line stands elsewhere. The rest of the leg begins where it now stands; a wing that
 * has become the whole line goes on the way its line went. */
static void set_out_anew(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    const struct min_unit *m = &p->s->units[mv->unit];
    struct place at;

    if (mv->seg >= mv->segs)
        return;
    place_now(p->s, &at);
    stand_at(p->bk, mv, &at, mv->done);
    if (at.m.x == m->x && at.m.y == m->y && at.m.facing == m->facing)
        return;
    if (at.m.facing != m->facing && mv->path[mv->seg].leg == MIN_LEG_MARCH) {
        mv->heading = at.m.facing;
        for (int i = mv->seg; i < mv->segs; i++)
            mv->path[i].leg = MIN_LEG_SLIDE;
    }
    mv->path[mv->seg].value -= mv->done;
    mv->done = 0;
    mv->leg_x = m->x;
    mv->leg_y = m->y;
    mv->leg_facing = m->facing;
}

/* The friend has been met: N-J6 applies, and it need not be looked at again. */
static void meet_friend(struct min_play *p, struct friends *f, int i)
{
    min_interpenetrate(p, p->s->mover.unit, f->unit[i]); /* N-GEO-13 */
    forget_friend(f, i);
}

/* The next sample of N-GEO-29; false at the end of the legs that may be walked now. */
static bool next_place(const struct min_book *bk, const struct min_mover *mv, int legs,
                       struct place *at)
{
    if (at->seg >= legs)
        return false;
    const struct min_leg *g = &mv->path[at->seg];
    int32_t step =
        g->leg == MIN_LEG_LEFT || g->leg == MIN_LEG_RIGHT ? MIN_SAMPLE_WHEEL : MIN_SAMPLE_MARCH;
    stand_at(bk, mv, at, tc_min(at->done + step, g->value));
    if (at->done == g->value)
        leg_over(at);
    return true;
}

/* The next leg begins where the unit stands. */
static void leg_over(struct place *at)
{
    at->seg++;
    at->done = 0;
    at->leg_x = at->m.x;
    at->leg_y = at->m.y;
    at->leg_facing = at->m.facing;
}

void min_step_course(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct min_mover *mv = &p.s->mover;
    struct tc_act a;

    min_set_value(&p, mv->unit);
    if (falls_short(&p)) {
        mv->spent = mv->value; /* N-GEO-31 */
        min_finish_move(&p);
        return;
    }
    int32_t owed = min_owed(p.bk, p.s);
    a = *tc_ask(u, p.s->head.active, MIN_Q_PATH, "N-B4a", mv->unit, mv->value, owed,
                owed == mv->value);
    if (a.verb == MIN_V_CHARGE)
        set_off_to_charge(&p, &a);
    else
        set_off(&p, &a);
}

static void set_off(struct min_play *p, const struct tc_act *a)
{
    struct min_mover *mv = &p->s->mover;

    mv->purpose = MIN_MOVES;
    mv->run = 0;
    min_begin_path(p, a);
    min_go(p, MIN_S_WALK);
}

/* Too little to come on with: it stands with its rear on the edge (N-GEO-31). */
static bool falls_short(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    struct min_size z;

    min_size_of(p->bk, mv->unit, &p->s->units[mv->unit], &z);
    return mv->entering && mv->value < z.d;
}

/* The next point of response fire; TC_NONE if the rest of the way is free. */
static int find_response(const struct min_book *bk, const struct min_state *s, int legs,
                         struct place *at)
{
    struct firers f;

    if (s->mover.seg >= legs)
        return TC_NONE;
    collect_firers(bk, s, legs, &f);
    if (f.n == 0)
        return TC_NONE;
    min_crowd_begin(&f.crowd, bk, s); /* N-GEO-29, N-RUL-13 */
    place_now(s, at);
    do {
        int who = who_fires(bk, s, &f, at);
        if (who != TC_NONE)
            return who;
    } while (next_place(bk, &s->mover, legs, at));
    return TC_NONE;
}

static int who_fires(const struct min_book *bk, const struct min_state *s, struct firers *f,
                     const struct place *at)
{
    struct min_body to;

    min_body_of(bk, s->mover.unit, &at->m, &to);
    for (int i = 0; i < f->n; i++)
        if (!min_far(bk, s, f->unit[i], &to, f->range[i]) && reaches(bk, s, f, i, &to))
            return f->unit[i];
    return TC_NONE;
}

/* Can the firer shoot at the mover where it stands now? */
static bool reaches(const struct min_book *bk, const struct min_state *s, struct firers *f,
                    int i, const struct min_body *to)
{
    int part[4], parts = min_fire_parts(s, f->unit[i], part);
    struct min_body from;

    if (f->made[i])
        return min_can_shoot(&f->crowd, f->unit[i], &f->from[i], part[0], s->mover.unit, to,
                             &f->memory[i], NULL);
    for (int k = 0; k < parts; k++)
        if (min_fire_body(bk, s, f->unit[i], part[k], &from) &&
            min_can_shoot(&f->crowd, f->unit[i], &from, part[k], s->mover.unit, to, NULL, NULL))
            return true;
    return false;
}
