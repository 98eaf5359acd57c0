/* rules/minden/counter.c - chapter C: the target of a charge comes at the charger.
 *
 * Here: N-C11, N-GEO-30, N-RUL-32. Who may do so is asked in react.c.
 */
#include "rules/minden/inner.h"

/* Told further down: */
static void pass_friends(struct min_play *p, int unit, int32_t d);
static void shorten_run(struct min_play *p);

/* How far the counter-charger comes: its dice, but no farther than the charger. It reaches the
 * point when it touches the charger, or the line of the charger's front, before another enemy
 * stops it (N-C11b). */
static int32_t counter_advance(struct min_play *p, int unit, int32_t dice, bool *reached)
{
    const struct min_mover *mv = &p->s->mover;
    struct tc_rect mine = min_rect(p->bk, p->s, unit), its = min_rect(p->bk, p->s, mv->unit);
    struct min_body b, other;
    struct tc_box front;
    int32_t most = tc_min(dice, mv->run);
    uint16_t heading = p->s->units[unit].facing;

    min_body(p->bk, p->s, unit, &b);
    min_body(p->bk, p->s, mv->unit, &other);
    int32_t meet = min_bodies_reach(&b, heading, most, &other, MIN_TOUCHING);
    if (meet >= 0)
        most = meet;
    for (int i = 0; i < p->bk->units; i++) { /* no other enemy is run over */
        if (i == mv->unit || !min_on_table(p->s, i) ||
            min_side_of(p->bk, i) == min_side_of(p->bk, unit) ||
            min_far(p->bk, p->s, i, &b, most))
            continue;
        min_body(p->bk, p->s, i, &other);
        int32_t d = min_bodies_reach(&b, heading, most, &other, MIN_TOUCHING);
        if (d >= 0)
            most = d;
    }
    tc_box_make(&front, &mine);
    int64_t ahead = tc_forward(&front, tc_rect_anchor(&its));
    *reached = most == meet || ahead <= ((int64_t)most + MIN_TOUCHING) << 30;
    return most;
}

void min_counter_charge(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    int unit = mv->target;
    struct min_unit *m = &p->s->units[unit];
    const struct min_unit *c = &p->s->units[mv->unit];
    const struct min_move_table *mt = &p->bk->t.move;
    int n = mt->counter_dice + mt->grade_dice[min_card(p->bk, unit)->grade[MIN_MOVING]];
    struct tc_pt from = { m->x, m->y }, to;
    bool reached;

    n = tc_min(n, tc_max(min_rate(p->bk, p->s, unit), mt->counter_dice)); /* N-RUL-32 */
    int pips = min_die_sum(p, n, min_side_of(p->bk, unit), TC_HIGH, "N-C11a");
    int32_t d = counter_advance(p, unit, 1000 * pips, &reached);
    pass_friends(p, unit, d);
    to = tc_step(from, m->facing, d);
    m->x = to.x;
    m->y = to.y;
    m->clinch = 0;
    m->crowd = 1;
    min_ground_effects(p, unit, from, to, to);
    /* soft ground on its way takes the bonus of a counter-charge too (N-Jd11) */
    /* N-C11b, N-C11c, N-GEO-30 */
    mv->caught = reached && min_ground_bonus(p->bk, from, to, (struct tc_pt){ c->x, c->y }) > 0;
    tc_tell(p->u, MIN_E_COUNTER, "N-C11a", unit, d, reached);
    shorten_run(p);
}

static void pass_friends(struct min_play *p, int unit, int32_t d)
{
    struct min_body b, other;

    min_body(p->bk, p->s, unit, &b);
    for (int i = 0; i < p->bk->units; i++) {
        if (i == unit || !min_on_table(p->s, i) ||
            min_side_of(p->bk, i) != min_side_of(p->bk, unit) || min_far(p->bk, p->s, i, &b, d))
            continue;
        min_body(p->bk, p->s, i, &other);
        if (min_bodies_sweep(&b, p->s->units[unit].facing, d, &other))
            min_interpenetrate(p, unit, i);
    }
}

/* The rest of the charger's way, now that its target has moved (N-C11d). */
static void shorten_run(struct min_play *p)
{
    struct min_mover *mv = &p->s->mover;
    struct min_body b, t;
    struct min_leg *last;

    if (mv->segs == 0)
        return;
    last = &mv->path[mv->segs - 1];
    min_body(p->bk, p->s, mv->unit, &b);
    min_body(p->bk, p->s, mv->target, &t);
    int32_t d =
        min_bodies_reach(&b, p->s->units[mv->unit].facing, last->value, &t, MIN_TOUCHING);
    if (d >= 0) /* N-C11d */
        last->value = d;
    if (d == 0)
        mv->segs--;
}
