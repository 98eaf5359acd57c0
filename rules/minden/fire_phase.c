/* rules/minden/fire_phase.c - chapter D: who fires in the Fire phase, at whom, with what.
 *
 * Here: N-D13 to N-D18, the judges and candidates of the three questions and their step. The
 * volley itself is in fire.c.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

/* Told further down: */
static void offer_firers(struct min_play *p);
static bool judge_firer(struct min_crowd *c, int side, int unit, struct tc_refusal *why);
static bool has_unfired_part(const struct min_state *s, int unit);
static bool part_may_fire(const struct min_state *s, int firer, int part);
static bool has_target(struct min_crowd *c, int unit);
static bool part_has_target(struct min_crowd *c, int unit, int part);
static const struct min_body *fire_body(struct min_crowd *c, int unit, int part,
                                        struct min_body *room);
static bool refuse_no_target(struct min_crowd *c, int unit, struct tc_refusal *why);
static int nearness(int reason);
static void shoot(struct min_play *p, int firer);
static void offer_targets(struct min_play *p, int firer);
static bool judge_shot(struct min_crowd *c, int firer, int target, int part,
                       struct tc_refusal *why);
static int share_bonus(struct min_play *p, int firer, int part);

void min_step_fire(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);

    offer_firers(&p);
    const struct tc_act *a = tc_ask(u, p.s->head.active, MIN_Q_FIRE, "N-S3");

    if (a->verb == MIN_V_SHOOT) {
        shoot(&p, a->arg[0]);
        return;
    }
    min_begin_phase(&p, MIN_P_MELEE, "N-S3"); /* N-X7 */
    min_go(&p, MIN_S_MELEE);
}

/* All that the judge would accept, with one crowd for all. */
static void offer_firers(struct min_play *p)
{
    int side = p->s->head.active;
    struct min_crowd c;
    struct tc_act a = { .verb = MIN_V_SHOOT };

    min_crowd_begin(&c, p->bk, p->s);
    for (int i = p->bk->first_of[side]; i < p->bk->end_of[side]; i++) {
        a.arg[0] = i;
        if (judge_firer(&c, side, i, NULL))
            tc_offer(p->u, &a);
    }
    tc_offer(p->u, &(struct tc_act){ .verb = MIN_V_CEASE });
}

int min_count_fire(const struct tc_view *v)
{
    return min_book_of(v->book)->units + 1;
}

bool min_nth_fire(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct min_book *bk = min_book_of(v->book);

    out->verb = i == bk->units ? MIN_V_CEASE : MIN_V_SHOOT;
    if (i == bk->units)
        return true;
    out->arg[0] = i;
    return min_side_of(bk, i) == v->q->side;
}

/* May the unit fire in this phase, whatever there is to fire at? */
static bool may_fire(const struct min_book *bk, const struct min_state *s, int side, int unit,
                     struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[unit];

    if (min_side_of(bk, unit) != side)
        return tc_refuse(why, "N-X3", MIN_R_NOT_YOURS, unit);
    if (m->where != MIN_ON_TABLE)
        return tc_refuse(why, "N-D16", MIN_R_NOT_ON_TABLE, unit, s->units[unit].where);
    if (min_is_command(bk, unit))
        return tc_refuse(why, "N-K3", MIN_R_IS_COMMAND, unit);
    if (min_is_horse(bk, unit))
        return tc_refuse(why, "N-D4c", MIN_R_HORSE_NO_FIRE, unit);
    if (min_max_range(bk, min_card(bk, unit)->weapon) == 0)
        return tc_refuse(why, "N-D11", MIN_R_NO_WEAPON, unit);
    if (m->morale != MIN_STEADY)
        return tc_refuse(why, "N-A1d", MIN_R_FLEEING, unit);
    if (m->compulsory)
        return tc_refuse(why, "N-A1d", MIN_R_COMPULSORY_NO_FIRE, unit);
    if (m->moved)
        return tc_refuse(why, "N-B2a", MIN_R_HAS_MOVED, unit);
    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-D15", MIN_R_IN_MELEE, unit); /* N-RUL-47 */
    if (m->formation == MIN_MARCH_COLUMN)
        return tc_refuse(why, "N-D14", MIN_R_COLUMN_NO_FIRE, unit); /* N-Kb3b */
    if (m->formation == MIN_LIMBERED)
        return tc_refuse(why, "N-D18", MIN_R_LIMBERED_NO_FIRE, unit);
    return true;
}

static bool judge_firer(struct min_crowd *c, int side, int unit, struct tc_refusal *why)
{
    if (!may_fire(c->bk, c->s, side, unit, why))
        return false;
    if (!has_unfired_part(c->s, unit))
        return tc_refuse(why, "N-D16", MIN_R_HAS_FIRED, unit);
    if (!has_target(c, unit))
        return refuse_no_target(c, unit, why);
    return true;
}

static bool has_unfired_part(const struct min_state *s, int unit)
{
    int part[4], n = min_fire_parts(s, unit, part);

    for (int i = 0; i < n; i++)
        if (part_may_fire(s, unit, part[i]))
            return true;
    return false;
}

static bool part_may_fire(const struct min_state *s, int firer, int part)
{
    const struct min_unit *m = &s->units[firer];

    return !(m->fired >> part & 1) || (m->fire_twice && m->fire_count < 2);
}

static bool has_target(struct min_crowd *c, int unit)
{
    int part[4], n = min_fire_parts(c->s, unit, part);

    for (int i = 0; i < n; i++)
        if (part_may_fire(c->s, unit, part[i]) && part_has_target(c, unit, part[i]))
            return true;
    return false;
}

/* Does this part have anything to fire at? Any will do, and the nearest is tried first. */
static bool part_has_target(struct min_crowd *c, int unit, int part)
{
    int32_t range = min_max_range(c->bk, min_card(c->bk, unit)->weapon);
    int16_t near[MIN_UNITS];
    struct min_body room;
    const struct min_body *from = fire_body(c, unit, part, &room);
    int enemy = 1 - min_side_of(c->bk, unit), n = 0;
    int64_t least = INT64_MAX;

    for (int i = c->first[enemy]; i < c->end[enemy] && from; i++) {
        int64_t x = c->disc[i].x - from->anchor.x, y = c->disc[i].y - from->anchor.y;
        if (tc_disc_off_bounds(c->disc[i], min_bounds(from), range) ||
            min_side_of(c->bk, c->unit[i]) != enemy)
            continue;
        near[n] = c->unit[i];
        if (x * x + y * y < least) {
            least = x * x + y * y;
            near[n] = near[0];
            near[0] = c->unit[i];
        }
        n++;
    }
    for (int i = 0; i < n; i++)
        if (min_can_shoot(c, unit, from, part, near[i], min_crowd_body(c, near[i]), NULL, NULL))
            return true;
    return false;
}

/* The ground of the part that fires: the unit's own, or a section or side in *room. NULL if
 * there is no such part. */
static const struct min_body *fire_body(struct min_crowd *c, int unit, int part,
                                        struct min_body *room)
{
    const struct min_unit *m = &c->s->units[unit];

    if (part == MIN_FROM_WHOLE && m->sections <= 1 && m->formation != MIN_SQUARE)
        return min_crowd_body(c, unit);
    return min_fire_body(c->bk, c->s, unit, part, room) ? room : NULL;
}

bool min_judge_fire(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    struct min_crowd c;

    if (a->verb == MIN_V_CEASE)
        return true;
    min_crowd_begin(&c, min_book_of(v->book), v->state);
    return judge_firer(&c, v->q->side, a->arg[0], why);
}

/* Why there is nothing to fire at: what forbids the shot that comes nearest to being allowed.
 */
static bool refuse_no_target(struct min_crowd *c, int unit, struct tc_refusal *why)
{
    int32_t range = min_max_range(c->bk, min_card(c->bk, unit)->weapon);
    int part[4], n = min_fire_parts(c->s, unit, part), enemy = 1 - min_side_of(c->bk, unit);
    struct tc_refusal best = { .reason = MIN_R_OUT_OF_RANGE, .rule = "N-D12" }, r;
    struct min_body room;

    if (!why)
        return false;
    for (int i = c->first[enemy]; i < c->end[enemy]; i++) {
        int target = c->unit[i];
        if (min_side_of(c->bk, target) != enemy || min_is_command(c->bk, target))
            continue;
        const struct min_body *to = min_crowd_body(c, target);
        for (int k = 0; k < n; k++) {
            const struct min_body *from = fire_body(c, unit, part[k], &room);
            if (!from || !part_may_fire(c->s, unit, part[k]) ||
                !min_bodies_within(from, to, range))
                continue;
            memset(&r, 0, sizeof r);
            if (!min_can_shoot(c, unit, from, part[k], target, to, NULL, &r) &&
                nearness(r.reason) > nearness(best.reason))
                best = r;
        }
    }
    if (best.reason == MIN_R_OUT_OF_RANGE)
        return tc_refuse(why, best.rule, MIN_R_NONE_IN_RANGE, unit, range);
    if (best.reason == MIN_R_OUT_OF_ARC)
        return tc_refuse(why, best.rule, MIN_R_NONE_IN_ARC, unit, range);
    if (nearness(best.reason) == 4)
        return tc_refuse(why, "N-D17", MIN_R_NO_TARGET, unit);
    *why = best;
    return false;
}

/* How near a shot is to being allowed, by what forbids it. */
static int nearness(int reason)
{
    switch (reason) {
    case MIN_R_OUT_OF_RANGE: return 0;
    case MIN_R_OUT_OF_ARC: return 1;
    case MIN_R_TARGET_IN_MELEE: return 2;
    case MIN_R_HARD_COVER: return 3;
    default: return 4;
    }
}

bool min_judge_bonus(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->arg[0] >= 0 && a->arg[0] <= v->q->arg[2])
        return true;
    return tc_refuse(why, "N-D16", MIN_R_BONUS_RANGE, v->q->arg[2]);
}

int min_count_bonus(const struct tc_view *v)
{
    return v->q->arg[2] + 1;
}

bool min_nth_bonus(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = MIN_V_BONUS;
    out->arg[0] = v->q->arg[2] - i;
    return true;
}

static void shoot(struct min_play *p, int firer)
{
    struct min_unit *m = &p->s->units[firer];

    offer_targets(p, firer);
    const struct tc_act *a = tc_ask(p->u, p->s->head.active, MIN_Q_TARGET, "N-D16", firer);
    int target = a->arg[0], part = a->arg[1];

    min_disturb(p, firer);
    int bonus = share_bonus(p, firer, part);
    min_volley(p, firer, part, target, MIN_F_NORMAL, bonus, "N-D1");
    if (m->fired >> part & 1)
        m->fire_twice = 0; /* N-M10b */
    m->fired = (uint8_t)(m->fired | 1u << part);
    m->fire_count++;
}

/* All that the judge would accept, with one crowd for all. */
static void offer_targets(struct min_play *p, int firer)
{
    int part[4], n = min_fire_parts(p->s, firer, part), enemy = 1 - min_side_of(p->bk, firer);
    int32_t range = min_max_range(p->bk, min_card(p->bk, firer)->weapon);
    struct tc_act a = { .verb = MIN_V_AT };
    struct min_body whole;
    struct min_crowd c;

    min_crowd_begin(&c, p->bk, p->s);
    min_body(p->bk, p->s, firer, &whole);
    for (int i = p->bk->first_of[enemy]; i < p->bk->end_of[enemy]; i++) {
        a.arg[0] = i;
        if (!min_on_table(p->s, i) || min_far(p->bk, p->s, i, &whole, range))
            continue;
        for (int k = 0; k < n; k++) {
            a.arg[1] = part[k];
            if (judge_shot(&c, firer, i, part[k], NULL))
                tc_offer(p->u, &a);
        }
    }
}

/* May this part of the firer shoot at that target? */
static bool judge_shot(struct min_crowd *c, int firer, int target, int part,
                       struct tc_refusal *why)
{
    const struct min_book *bk = c->bk;
    const struct min_state *s = c->s;
    struct min_body room;
    const struct min_body *from;

    if (min_side_of(bk, target) == min_side_of(bk, firer))
        return tc_refuse(why, "N-D17", MIN_R_OWN_SIDE, target);
    if (!min_on_table(s, target))
        return tc_refuse(why, "N-D17", MIN_R_NOT_ON_TABLE, target, s->units[target].where);
    from = fire_body(c, firer, part, &room);
    if (!from)
        return tc_refuse(why, "N-Kb5d", MIN_R_NO_SECTION, firer);
    if (!part_may_fire(s, firer, part))
        return tc_refuse(why, "N-D16", MIN_R_SECTION_FIRED, firer);
    return min_can_shoot(c, firer, from, part, target, min_crowd_body(c, target), NULL, why);
}

bool min_judge_target(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    struct min_crowd c;

    min_crowd_begin(&c, min_book_of(v->book), v->state);
    return judge_shot(&c, v->q->arg[0], a->arg[0], a->arg[1], why);
}

/* The owner shares the bonus dice of a bent line or a square among its parts (N-Kb5d). */
static int share_bonus(struct min_play *p, int firer, int part)
{
    struct min_unit *m = &p->s->units[firer];
    int parts[4], left = tc_max(min_fire_bonus(p->bk, p->s, firer) - m->bonus_used, 0);
    int n = left;

    if (m->fired && m->fire_twice)
        return min_fire_bonus(p->bk, p->s, firer);
    if (left > 0 && min_fire_parts(p->s, firer, parts) > 1) {
        /* N-Kb5d */
        n = tc_ask(p->u, p->s->head.active, MIN_Q_BONUS, "N-D16", firer, part, left)->arg[0];
    }
    m->bonus_used = (uint8_t)(m->bonus_used + n);
    return n;
}

/* N-CAND-7: every part against every enemy. */
int min_count_target(const struct tc_view *v)
{
    int part[4];

    return min_book_of(v->book)->units * min_fire_parts(v->state, v->q->arg[0], part);
}

bool min_nth_target(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int part[4], firer = v->q->arg[0], n = min_fire_parts(s, firer, part);
    struct min_body from;

    out->verb = MIN_V_AT; /* N-CAND-7 */
    out->arg[0] = i / n;
    out->arg[1] = part[i % n];
    if (min_side_of(bk, i / n) == v->q->side || !min_on_table(s, i / n))
        return false;
    return min_fire_body(bk, s, firer, part[i % n], &from) &&
           !min_far(bk, s, i / n, &from, min_max_range(bk, min_card(bk, firer)->weapon));
}
