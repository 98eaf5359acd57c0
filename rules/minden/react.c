/* rules/minden/react.c - chapters B and C: the target of a charge reacts; pursuit, contact.
 *
 * Here: N-B13, N-C2 to N-C4, N-C9, N-C10, N-C12, N-F1 to N-F3, N-GEO-20d, N-GEO-23. Not here:
 * the counter-charge (counter.c), the way of flight (flight.c), dice of fire (fire.c), the
 * melee (melee.c).
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

/* How far the charger may go on, and where it would catch the evader (-1: nowhere). */
struct chase {
    int32_t most, catch;
    struct min_body b;
    uint16_t heading;
};

/* Told further down: */
static bool can_counter(const struct min_book *bk, const struct min_state *s, int unit,
                        struct tc_refusal *why);
static enum min_contact edge_hit(const struct min_book *bk, const struct min_state *s);
static bool shot_down(struct min_play *p);
static void fire_at_contact(struct min_play *p);
static void ask_support(struct min_play *p, int firer);
static bool can_fire_at_contact(const struct min_book *bk, const struct min_state *s, int unit,
                                struct tc_refusal *why);
static bool room_at(const struct min_book *bk, const struct min_state *s, const struct chase *c,
                    int32_t d);
static void last_leg(struct min_mover *mv, int32_t length);
static void fail_to_contact(struct min_play *p);
static int contact_edge(struct min_play *p, int *side);
static void give_bonus(struct min_play *p, int unit, int edge, struct tc_pt from);
static void cross_obstacles(struct min_play *p, struct tc_pt from, struct tc_pt to);
static void take_command(struct min_play *p);
static bool can_evade(const struct min_book *bk, const struct min_state *s, int unit,
                      struct tc_refusal *why);
static int struck_part(const struct min_state *s);
static int next_support(const struct min_book *bk, const struct min_state *s);
static void set_back(struct min_play *p);
static void place_back(struct min_play *p, int unit, const struct min_unit *from, int32_t d);
static void find_chase(const struct min_book *bk, const struct min_state *s, struct chase *c);
static void square_up(struct min_play *p, int edge);
static void worsen_contact(struct min_unit *m, int edge);

/* --- B. Normal move --- */

void min_step_react(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct min_mover *mv = &p.s->mover;
    int verb =
        tc_ask(u, min_side_of(p.bk, mv->target), MIN_Q_REACT, "N-B13d", mv->target, mv->unit)
            ->verb;

    mv->stage = MIN_RUN;
    if (verb == MIN_V_EVADE) {
        mv->reaction = MIN_EVADES;
        tc_tell(u, MIN_E_REACTION, "N-B13a", mv->target, MIN_EVADES);
        memset(mv->passed, 0, sizeof mv->passed); /* N-RUL-33 */
        min_disturb(&p, mv->target);
        min_flee(&p, mv->target, mv->unit, MIN_EVADE, "N-C20a");
        min_go(&p, MIN_S_PURSUE);
        return;
    }
    mv->reaction = verb == MIN_V_COUNTER      ? MIN_COUNTERS
                   : verb == MIN_V_STAND_FIRE ? MIN_STANDS_FIRING
                                              : MIN_STANDS;
    tc_tell(u, MIN_E_REACTION, verb == MIN_V_COUNTER ? "N-B13c" : "N-B13b", mv->target,
            mv->reaction);
    if (verb == MIN_V_COUNTER)
        min_counter_charge(&p);
    min_go(&p, MIN_S_WALK);
}

bool min_judge_react(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = s->mover.target;

    switch (a->verb) { /* N-B13d */
    case MIN_V_EVADE: return can_evade(bk, s, unit, why);
    case MIN_V_STAND_FIRE: return can_fire_at_contact(bk, s, unit, why);
    case MIN_V_COUNTER: return can_counter(bk, s, unit, why);
    default: return true;
    }
}

static bool can_counter(const struct min_book *bk, const struct min_state *s, int unit,
                        struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[unit];

    if (!min_is_horse(bk, unit))
        return tc_refuse(why, "N-B13c", MIN_R_NOT_HORSE, unit);
    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-B13e", MIN_R_IN_MELEE, unit);
    if (m->marker == MIN_RED)
        return tc_refuse(why, "N-B13f", MIN_R_RED, unit);
    if (m->morale != MIN_STEADY)
        return tc_refuse(why, "N-B13g", MIN_R_FLEEING, unit);
    if (m->marker == MIN_ORANGE)
        return tc_refuse(why, "N-B13c", MIN_R_DISORDERED, unit);
    if (m->formation == MIN_MARCH_COLUMN)
        return tc_refuse(why, "N-Kb3c", MIN_R_MARCH_COLUMN_CHARGE, unit);
    if (edge_hit(bk, s) != MIN_CONTACT_FRONT || s->mover.run == 0)
        return tc_refuse(why, "N-RUL-32", MIN_R_NOT_FRONT, unit);
    return true;
}

static enum min_contact edge_hit(const struct min_book *bk, const struct min_state *s)
{
    const struct min_mover *mv = &s->mover;

    return min_edge_kind(bk, s, mv->target, mv->section, mv->edge);
}

void min_step_contact(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct min_mover *mv = &p.s->mover;

    if (mv->stage != MIN_TOUCH) {
        /* N-F1 */
        bool edge = mv->reaction == MIN_EVADES || mv->reaction == MIN_COUNTERS;
        if (!min_on_table(p.s, mv->target) || !min_touch(p.bk, p.s, mv->unit, mv->target) ||
            (!edge && !min_is_command(p.bk, mv->target) && !min_still_meets(p.bk, p.s))) {
            fail_to_contact(&p);
            return;
        }
        mv->stage = MIN_TOUCH; /* N-F2 */
        memset(mv->asked, 0, sizeof mv->asked);
    }
    if (mv->reaction == MIN_STANDS_FIRING) {
        fire_at_contact(&p);
        shot_down(&p);
        return;
    }
    int firer = next_support(p.bk, p.s);
    if (firer == TC_NONE) {
        min_go(&p, MIN_S_CLASH);
        return;
    }
    ask_support(&p, firer);
    shot_down(&p);
}

/* Is the charge over because of fire at contact? */
static bool shot_down(struct min_play *p)
{
    int unit = p->s->mover.unit;

    if (min_on_table(p->s, unit) && !min_fleeing(p->s, unit))
        return false;
    set_back(p);
    min_finish_move(p);
    return true;
}

/* --- C. Response fire and response moves --- */

static void fire_at_contact(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    bool front = edge_hit(p->bk, p->s) == MIN_CONTACT_FRONT;

    mv->reaction = MIN_STANDS;
    p->s->units[mv->target].response_fired = 1;
    /* N-C4, N-C7 */
    min_volley(p, mv->target, front ? struck_part(p->s) : TC_NONE, mv->unit,
               front ? MIN_F_CONTACT : MIN_F_REDUCED, TC_NONE, front ? "N-C2" : "N-C3a");
}

static void ask_support(struct min_play *p, int firer)
{
    struct min_mover *mv = &p->s->mover;

    min_put(mv->asked, firer);
    if (tc_ask(p->u, min_side_of(p->bk, firer), MIN_Q_RESPOND, "N-C3c", firer, mv->unit, 1)
            ->verb != MIN_V_FIRE)
        return;
    p->s->units[firer].response_fired = 1; /* N-RUL-52 */
    min_volley(p, firer, TC_NONE, mv->unit, MIN_F_REDUCED, TC_NONE, "N-C3c");
}

/* Contact fire: normal to the front, one die to flank or rear, none for cavalry there. */
static bool can_fire_at_contact(const struct min_book *bk, const struct min_state *s, int unit,
                                struct tc_refusal *why)
{
    if (!min_may_respond(bk, s, unit, true, why))
        return false;
    if (min_is_horse(bk, unit) && edge_hit(bk, s) != MIN_CONTACT_FRONT)
        return tc_refuse(why, "N-C6b", MIN_R_NOT_FRONT, unit); /* N-C6 */
    return true;
}

static bool judge_halt(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    struct tc_act near = *a;
    struct chase c;

    find_chase(bk, s, &c);
    near.arg[0] = a->arg[0] < 0 ? 0 : c.most;
    if (a->arg[0] < 0 || a->arg[0] > c.most) {
        if (!room_at(bk, s, &c, near.arg[0]))
            near.arg[0] = 0;
        return tc_refuse_near(why, &near, "N-C10a", MIN_R_HALT_RANGE, a->arg[0], c.most);
    }
    if (a->arg[0] > 0 && !room_at(bk, s, &c, a->arg[0])) {
        near.arg[0] = min_room_ahead(bk, s, s->mover.unit, &c.b, c.heading, a->arg[0]);
        return tc_refuse_near(why, &near, "N-GEO-13", MIN_R_OVERLAPS, s->mover.unit, TC_NONE);
    }
    return true;
}

static bool room_at(const struct min_book *bk, const struct min_state *s, const struct chase *c,
                    int32_t d)
{
    struct min_body b = c->b;
    struct tc_pt to = tc_step(b.anchor, c->heading, d);

    min_body_shift(&b, to.x - b.anchor.x, to.y - b.anchor.y);
    int who = min_overlapped(bk, s, &b, s->mover.unit);
    return who == TC_NONE || who == s->mover.target;
}

static void begin_chase(struct min_play *p, int32_t d)
{
    struct min_mover *mv = &p->s->mover;
    struct chase c;

    find_chase(p->bk, p->s, &c);
    mv->caught = c.catch >= 0 && d == c.catch;
    last_leg(mv, d);
    if (mv->caught) {
        mv->run = tc_min(p->bk->t.move.charge_distance, d); /* the last of its way: N-GEO-20a */
        tc_tell(p->u, MIN_E_PURSUES, "N-C10b", mv->unit, mv->target, d); /* N-C10b */
    } else {
        mv->purpose = MIN_PURSUES;
        tc_tell(p->u, MIN_E_HALTS, "N-C10a", mv->unit, d);
    }
    min_go(p, MIN_S_WALK);
}

/* The last leg, not yet begun, is now this long; of no length: it is behind the charger. One
 * that stood in contact already has had no leg yet. */
static void last_leg(struct min_mover *mv, int32_t length)
{
    mv->done = 0;
    if (length > 0 && mv->segs == 0)
        mv->path[mv->segs++].leg = MIN_LEG_MARCH;
    mv->seg = (uint8_t)(length > 0 ? mv->segs - 1 : mv->segs);
    if (length > 0)
        mv->path[mv->segs - 1].value = length;
}

static void begin_secondary(struct min_play *p, int unit)
{
    struct min_mover *mv = &p->s->mover;
    struct min_strike k = { 0 };
    struct min_body b;

    min_body(p->bk, p->s, mv->unit, &b);
    min_find_strike(p->bk, p->s, mv->unit, &b, unit, mv->value - mv->spent, &k);
    mv->target = (int16_t)unit;
    mv->edge = (uint8_t)k.edge;
    mv->section = (uint8_t)k.section;
    mv->reaction = MIN_UNDECIDED;
    mv->caught = 0;
    mv->run = k.travel;
    last_leg(mv, k.travel);
    tc_tell(p->u, MIN_E_SECONDARY, "N-C12", mv->unit, unit);
    min_go(p, MIN_S_REACT);
}

static bool judge_secondary(const struct tc_view *v, int unit, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    const struct min_mover *mv = &s->mover;
    struct min_strike k;
    struct min_body b;

    if (!min_has(mv->passed, unit) || !min_on_table(s, unit))
        return tc_refuse(why, "N-C12", MIN_R_NOT_PASSED, unit);
    min_body(bk, s, mv->unit, &b);
    if (!min_find_strike(bk, s, mv->unit, &b, unit, mv->value - mv->spent, &k))
        return tc_refuse(why, "N-C12", MIN_R_SECONDARY_FAR, unit);
    return min_run_is_open(bk, s, mv->unit, &b, unit, &k, why);
}

bool min_judge_pursue(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == MIN_V_SECONDARY)
        return judge_secondary(v, a->arg[0], why);
    return judge_halt(v, a, why);
}

static void fail_to_contact(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;

    tc_tell(p->u, MIN_E_NO_CONTACT, "N-F3", mv->unit, mv->target);
    if (min_on_table(p->s, mv->unit))
        min_disorder(p, mv->unit, "N-F3");
    min_finish_move(p);
}

void min_step_pursue(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct min_mover *mv = &p.s->mover;
    const struct tc_act *a;
    struct chase c;

    find_chase(p.bk, p.s, &c); /* no farther than enemies, ground and edges let it */
    a = tc_ask(u, p.s->head.active, MIN_Q_PURSUE, "N-C10a", mv->unit, mv->target, c.most);
    if (a->verb == MIN_V_SECONDARY) /* N-RUL-59 */
        begin_secondary(&p, a->arg[0]);
    else
        begin_chase(&p, a->arg[0]);
}

/* --- The clash --- */

static void clash(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    struct min_unit *m = &p->s->units[mv->unit], *t = &p->s->units[mv->target];
    int side, unit = mv->unit, target = mv->target;
    int edge = contact_edge(p, &side);
    struct tc_pt from = tc_step((struct tc_pt){ m->x, m->y }, m->facing, -mv->run);
    struct tc_pt to = { m->x, m->y };

    square_up(p, side);
    tc_tell(p->u, MIN_E_CONTACT, "N-F2", unit, target, edge);
    min_disturb(p, target);
    min_disturb(p, unit);
    cross_obstacles(p, from, to); /* N-C9: shot to pieces on the way, it still strikes */
    if (edge != MIN_CONTACT_FRONT)
        min_disorder(p, target, "N-J3");
    worsen_contact(t, edge);
    m->edge = (uint8_t)edge;
    min_join_melee(p, unit, target);
    if (mv->run > 0)
        give_bonus(p, unit, edge, from);
    if (mv->reaction == MIN_COUNTERS && mv->caught)
        give_bonus(p, target, MIN_CONTACT_FRONT, (struct tc_pt){ t->x, t->y });
    if (mv->reaction == MIN_COUNTERS)
        worsen_contact(m, MIN_CONTACT_FRONT);
    min_finish_move(p);
}

static int contact_edge(struct min_play *p, int *side)
{
    const struct min_mover *mv = &p->s->mover;

    *side = mv->edge;
    if (mv->reaction == MIN_EVADES) { /* caught: on its rear, whatever the angle */
        *side = 2;
        return p->s->units[mv->target].formation == MIN_SQUARE ? MIN_CONTACT_FRONT
                                                               : MIN_CONTACT_REAR;
    }
    if (mv->reaction == MIN_COUNTERS) {
        *side = 0;
        return MIN_CONTACT_FRONT;
    }
    return (int)edge_hit(p->bk, p->s);
}

void min_step_clash(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct min_mover *mv = &p.s->mover;

    if (mv->purpose == MIN_PURSUES)
        fail_to_contact(&p);
    else if (min_is_command(p.bk, mv->target))
        take_command(&p);
    else
        clash(&p);
}

/* N-Jb12: who has the bonus, against which edge. */
static bool entitled(const struct min_book *bk, const struct min_state *s, int unit, int edge)
{
    if (min_disordered(s, unit))
        return false; /* N-B12d, N-I6 */
    if (min_is_line(bk, unit))
        return true;                 /* N-Jb12b */
    return edge == MIN_CONTACT_REAR; /* N-Jb12c */
}

static void give_bonus(struct min_play *p, int unit, int edge, struct tc_pt from)
{
    struct min_unit *m = &p->s->units[unit];
    int foe = m->foe != TC_NONE ? m->foe : p->s->mover.unit;
    struct tc_pt to = { m->x, m->y }, its = { p->s->units[foe].x, p->s->units[foe].y };

    if (!entitled(p->bk, p->s, unit, edge)) /* N-RUL-28 */
        return;
    m->charge_bonus = (uint8_t)min_ground_bonus(p->bk, from, to, its);
    if (m->charge_bonus)
        tc_tell(p->u, MIN_E_CHARGE_BONUS, "N-Jb12a", unit, m->charge_bonus);
}

/* Walls and buildings carried at the edge attacked disorder the attacker (N-Jd10, N-Jd16). */
static void cross_obstacles(struct min_play *p, struct tc_pt from, struct tc_pt to)
{
    for (int i = 0; i < p->bk->grounds; i++) {
        const struct min_ground *g = &p->bk->ground[i];
        if (g->cls != MIN_LINEAR && g->cls != MIN_BUILDING)
            continue;
        if (!g->stops || !min_met(g, from, to))
            continue;
        min_disorder(p, p->s->mover.unit, "N-Jd10"); /* N-Jd16 */
    }
}

/* N-K7: a command that is reached is taken, without a melee. */
static void take_command(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;

    tc_tell(p->u, MIN_E_CONTACT, "N-K6", mv->unit, mv->target, MIN_CONTACT_FRONT);
    min_destroy(p, mv->target, "N-K7");
    min_finish_move(p);
}

/* --- B. Normal move, continued --- */

static bool can_evade(const struct min_book *bk, const struct min_state *s, int unit,
                      struct tc_refusal *why)
{
    if (s->units[unit].melee != TC_NONE)
        return tc_refuse(why, "N-B13e", MIN_R_IN_MELEE, unit);
    if (min_rate(bk, s, unit) == 0)
        return tc_refuse(why, "N-RUL-30", MIN_R_CANNOT_EVADE, unit); /* N-RUL-33 */
    return true;                                                     /* N-B13a, N-K8 */
}

/* The part of a bent line that has been struck in front and fires; TC_NONE: ask for its arcs.
 * At a joint, whose inner end is no flank, that is the centre. */
static int struck_part(const struct min_state *s)
{
    const struct min_mover *mv = &s->mover;
    const struct min_unit *t = &s->units[mv->target];
    int section = mv->edge == 0 ? mv->section : 1;

    if (t->sections <= 1 || section >= MIN_SECTIONS || t->section_fig[section] == 0)
        return TC_NONE;
    return MIN_FROM_LEFT + section; /* N-Kb5d */
}

/* N-GEO-20d: the charger lies flush with the edge it attacked. */
static void square_up(struct min_play *p, int edge)
{
    const struct min_mover *mv = &p->s->mover;
    struct min_body t;
    struct tc_rect r = min_rect(p->bk, p->s, mv->unit);
    struct min_unit was = p->s->units[mv->unit];
    struct min_body b;
    int k = 0;

    min_body(p->bk, p->s, mv->target, &t);
    for (int i = 0; i < t.n; i++)
        if (t.section[i] == mv->section)
            k = i;
    /* N-GEO-20d */
    min_set_rect(p->bk, &p->s->units[mv->unit], mv->unit, tc_square_up(r, &t.rect[k], edge));
    min_body(p->bk, p->s, mv->unit, &b);
    if (!min_body_on_table(p->bk, &b)) { /* no room to square up at the table's edge */
        p->s->units[mv->unit].x = was.x;
        p->s->units[mv->unit].y = was.y;
        p->s->units[mv->unit].facing = was.facing;
    }
    p->s->units[mv->unit].crowd = 1;
    p->s->units[mv->target].crowd = 1;
}

/* A unit that stands by the target and has the charger in arc and range. */
static int next_support(const struct min_book *bk, const struct min_state *s)
{
    const struct min_mover *mv = &s->mover;
    struct min_body to, from;
    struct min_crowd c;
    int part[4];

    min_body(bk, s, mv->unit, &to);
    min_crowd_begin(&c, bk, s);
    for (int i = 0; i < bk->units; i++) {
        if (i == mv->target || !min_on_table(s, i) || min_has(mv->asked, i) ||
            min_side_of(bk, i) != min_side_of(bk, mv->target) || min_fleeing(s, i) ||
            !min_may_respond(bk, s, i, false, NULL) ||
            !min_within(bk, s, i, mv->target, bk->t.move.support_distance))
            continue;
        int parts = min_fire_parts(s, i, part); /* N-GEO-27 */
        for (int k = 0; k < parts; k++)
            if (min_fire_body(bk, s, i, part[k], &from) &&
                min_can_shoot(&c, i, &from, part[k], mv->unit, &to, NULL, NULL))
                return i;
    }
    return TC_NONE;
}

static void find_chase(const struct min_book *bk, const struct min_state *s, struct chase *c)
{
    const struct min_mover *mv = &s->mover;
    struct min_way way;
    struct min_body t;

    min_body(bk, s, mv->unit, &c->b);
    c->heading = s->units[mv->unit].facing;
    c->most = mv->value - mv->spent;
    c->catch = -1;
    min_way_begin(&way, bk, s, mv->unit, c->most, mv->target);
    c->most = min_march_limit(&way, &c->b, c->heading, c->most).most;
    if (min_on_table(s, mv->target)) {
        min_body(bk, s, mv->target, &t);
        c->catch = min_bodies_reach(&c->b, c->heading, c->most, &t, MIN_TOUCHING);
        if (c->catch >= 0) /* N-GEO-23 */
            c->most = c->catch;
    }
    if (c->most == 0 || room_at(bk, s, c, c->most))
        return;
    c->most = min_room_ahead(bk, s, mv->unit, &c->b, c->heading, c->most); /* N-GEO-13 */
    c->catch = -1;
}

bool min_nth_pursue(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct min_state *s = v->state;
    struct chase c;

    if (i >= 3) {
        out->verb = MIN_V_SECONDARY;
        out->arg[0] = i - 3;
        return min_has(s->mover.passed, i - 3);
    }
    out->verb = MIN_V_HALT; /* N-CAND-5 */
    if (i == 0)
        return true;
    find_chase(min_book_of(v->book), s, &c);
    out->arg[0] = i == 1 ? c.catch : c.most;
    return out->arg[0] > 0;
}

/* N-CAND-5, and the friends the evader went through. */
int min_count_pursue(const struct tc_view *v)
{
    return 3 + min_book_of(v->book)->units;
}

static void worsen_contact(struct min_unit *m, int edge)
{
    if (m->contacted_edge < edge) /* N-RUL-26 */
        m->contacted_edge = (uint8_t)edge;
}

/* N-RUL-49: it is set back along its path to 3 inches from the target. */
static void set_back(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    struct min_unit start = p->s->units[mv->unit];
    struct min_body b, t;
    int32_t low, high;

    if (!min_on_table(p->s, mv->unit)) /* N-RUL-49 */
        return;
    min_body(p->bk, p->s, mv->target, &t);
    for (low = 0, high = mv->run; low < high;) {
        int32_t back = low + (high - low) / 2;
        place_back(p, mv->unit, &start, back);
        min_body(p->bk, p->s, mv->unit, &b);
        if (min_bodies_within(&b, &t, p->bk->t.move.enemy_limit - 1))
            low = back + 1;
        else
            high = back;
    }
    place_back(p, mv->unit, &start, low);
    tc_tell(p->u, MIN_E_SET_BACK, "N-RUL-49", mv->unit, mv->target);
}

static void place_back(struct min_play *p, int unit, const struct min_unit *from, int32_t d)
{
    struct tc_pt at = tc_step((struct tc_pt){ from->x, from->y }, from->facing, -d);

    p->s->units[unit].x = at.x;
    p->s->units[unit].y = at.y;
}
