/* rules/malbrook/disorder.c - disorder points, losses, risk to leaders (M-8, M-10). */
#include "rules/malbrook/inner.h"

/* Told further down: */
static bool tested(struct mal_leader *l, enum mal_cause cause);
static void manoeuvre_dp(struct mal_play *p, int unit, int dps, const char *rule);
static int end_that_loses(struct mal_play *p, int unit);
static void last_of_all(struct mal_play *p, int unit, enum mal_cause cause,
                        const struct mal_unit *was, const char *rule);
static void end_of(struct mal_play *p, int unit, enum mal_where where,
                   const struct tc_rect *stood, const char *rule);
static void note_event(struct mal_play *p, int unit, enum mal_happening what,
                       const struct tc_rect *from, const struct tc_rect *now, bool later);
static void aimed_at(struct mal_play *p, int unit, const struct mal_unit *was);
static void rear_rank_gone(struct mal_play *p, int unit);
static void inherit_wings(struct mal_play *p, int leader);
static struct mal_event *event_of(struct mal_state *s, int unit);
static void put_rect(struct mal_event *e, int at, const struct tc_rect *r);

void mal_leader_risk(struct mal_play *p, int unit, enum mal_cause cause)
{
    for (int i = 0; i < p->bk->leaders; i++) {
        struct mal_leader *l = &p->s->leaders[i];
        if (l->attached != unit || tested(l, cause))
            continue;
        tc_hope(p->u, p->bk->leader[i].side, TC_HIGH); /* M-8.1 */
        if (tc_roll(p->u, TC_D6, "M-8.4") <= p->bk->tables.command.leader_hit)
            mal_leader_wound(p, i);
        else
            tc_tell(p->u, MAL_E_LEADER_SAFE, "M-8.4", i, 0, 0);
    }
}

/* M-8.2: once for fire and once for combat a turn; other losses each have their test. */
static bool tested(struct mal_leader *l, enum mal_cause cause)
{
    uint8_t *flag = cause == MAL_BY_FIRE ? &l->tested_fire : &l->tested_combat;

    if (cause != MAL_BY_FIRE && cause != MAL_BY_COMBAT)
        return false;
    if (*flag)
        return true; /* M-8.2 */
    *flag = 1;
    return false;
}

/* M-8.5: how bad is it? M-8.8: a second wound kills. */
void mal_leader_wound(struct mal_play *p, int leader)
{
    const struct mal_command_table *t = &p->bk->tables.command;
    struct mal_leader *l = &p->s->leaders[leader];
    tc_hope(p->u, p->bk->leader[leader].side, TC_HIGH);
    int die = tc_roll(p->u, TC_D6, "M-8.5a");

    if (die <= t->killed_to) {
        mal_leader_falls(p, leader, MAL_KILLED, "M-8.5a");
    } else if (die <= t->wounded_to && l->health == MAL_WOUNDED) {
        mal_leader_falls(p, leader, MAL_KILLED, "M-8.8");
    } else if (die <= t->wounded_to) {
        l->health = MAL_WOUNDED;
        tc_tell(p->u, MAL_E_LEADER_WOUNDED, "M-8.5b", leader, 0, 0);
    } else {
        tc_tell(p->u, MAL_E_LEADER_SAFE, "M-8.5c", leader, 0, 0);
    }
}

void mal_add_dp(struct mal_play *p, int unit, int dps, enum mal_cause cause, const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];

    if (!mal_on_table(m) || mal_is_wagon(p->bk, m) || dps <= 0)
        return;
    if (cause == MAL_BY_MOVE) { /* M-10.1 */
        manoeuvre_dp(p, unit, dps, rule);
        return;
    }
    for (int i = 0; i < dps && mal_on_table(m); i++) {
        if (m->dp >= mal_dp_limit(p->bk, m)) {
            mal_casualty(p, unit, 1, cause, "M-10.3"); /* M-RUL-15: at once */
            continue;
        }
        m->dp++; /* M-10.6 */
        if (cause == MAL_BY_MORALE)
            m->dp_morale++;
        tc_tell(p->u, MAL_E_DP, rule, unit, 1, (int32_t)cause);
    }
    if (cause != MAL_BY_MORALE && mal_on_table(m))
        mal_leader_risk(p, unit, cause); /* M-8.3 */
}

/* M-10.2: bases, at most six; a gun has the scenario's own limit (M-RUL-9). */
int mal_dp_limit(const struct mal_book *bk, const struct mal_unit *m)
{
    if (mal_is_gun(bk, m))
        return bk->gun_dp_limit;                   /* M-RUL-9 */
    return tc_min(m->n, bk->tables.disorder.most); /* M-10.2 */
}

/* M-10.5: movement and manoeuvre stop at three; M-10.4: never a casualty. */
static void manoeuvre_dp(struct mal_play *p, int unit, int dps, const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int room = p->bk->tables.disorder.manoeuvre_most - m->dp;
    int add = dps < room ? dps : room;

    if (add <= 0) /* M-10.5 */
        return;   /* M-10.4 */
    m->dp = (uint8_t)(m->dp + add);
    tc_tell(p->u, MAL_E_DP, rule, unit, add, MAL_BY_MOVE);
}

/* M-10.14: he falls or is carried off; once a turn, whatever befalls him. */
void mal_note_leader(struct mal_play *p, int leader)
{
    const struct mal_leader *l = &p->s->leaders[leader];
    struct mal_state *s = p->s;

    for (int i = 0; i < s->events; i++)
        if (s->log[i].kind == MAL_H_LEADER && s->log[i].leader == leader)
            return;
    if (p->bk->leader[leader].rank == MAL_MAJOR_GENERAL || s->events >= MAL_HAPPENINGS)
        return;
    struct mal_event *e = &s->log[s->events++];
    memset(e, 0, sizeof *e);
    e->x[0] = e->x[1] = l->x;
    e->y[0] = e->y[1] = l->y;
    e->unit = TC_NONE;
    e->leader = (int16_t)leader;
    e->kind = MAL_H_LEADER;
    e->side = p->bk->leader[leader].side;
    for (int w = 0; w < p->bk->wings; w++)
        if (s->wings[w].marshal == leader)
            e->wings = (uint16_t)(e->wings | 1u << w);
}

/* M-20.13: leaders who are attached inspire; the last of them takes his zeal with him. */
static void lose_zeal(struct mal_play *p, int leader)
{
    int unit = p->s->leaders[leader].attached;

    for (int i = 0; i < p->bk->leaders && unit != TC_NONE; i++)
        if (i != leader && p->s->leaders[i].attached == unit)
            unit = TC_NONE;
    if (unit != TC_NONE)
        p->s->brigades[unit].inspired = 0;
}

void mal_leader_falls(struct mal_play *p, int leader, enum mal_health how, const char *rule)
{
    struct mal_leader *l = &p->s->leaders[leader];

    l->health = (uint8_t)how;
    lose_zeal(p, leader);
    l->attached = TC_NONE;
    l->actions = 0;
    l->fell = 1;
    tc_tell(p->u, how == MAL_KILLED ? MAL_E_LEADER_KILLED : MAL_E_LEADER_CAPTURED, rule, leader,
            0, 0);
    mal_note_leader(p, leader); /* while the wings are still his */
    if (p->bk->leader[leader].rank == MAL_MARSHAL)
        inherit_wings(p, leader);
}

/* M-10.21: never below none. */
void mal_drop_dp(struct mal_play *p, int unit, int dps, const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];

    if (dps > m->dp)
        dps = m->dp; /* M-10.21 */
    if (dps <= 0)
        return;
    m->dp = (uint8_t)(m->dp - dps);
    tc_tell(p->u, MAL_E_DP_GONE, rule, unit, dps, 0);
}

void mal_destroy(struct mal_play *p, int unit, enum mal_where where, const char *rule)
{
    struct tc_rect stood = mal_rect(p->bk, &p->s->brigades[unit]);

    end_of(p, unit, where, &stood, rule);
}

static void lose_base(struct mal_play *p, int unit, int hand, enum mal_cause cause,
                      const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit], was = *m;
    bool deep = m->n > m->front;

    mal_drop_base(p->bk, m, hand); /* M-20.36 */
    if (deep)
        rear_rank_gone(p, unit);
    aimed_at(p, unit, &was);
    p->s->wings[(int)m->wing].lost++;
    tc_tell(p->u, MAL_E_CASUALTY, rule, unit, m->n, 0);
    if (m->n == 0)
        last_of_all(p, unit, cause, &was, "M-10.22");
    else
        mal_leaders_follow(p->bk, p->s, unit);
    mal_edge(p, unit);
}

void mal_casualty(struct mal_play *p, int unit, int bases, enum mal_cause cause,
                  const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];

    for (int i = 0; i < bases && mal_on_table(m); i++) {
        if (!mal_is_brigade(p->bk, m)) {
            last_of_all(p, unit, cause, m, rule);
            return;
        }
        lose_base(p, unit, end_that_loses(p, unit), cause, rule);
    }
    if (bases > 0 && mal_on_table(m))
        mal_leader_risk(p, unit, cause);
}

/* A base of that end: the owner has said which. */
void mal_casualty_at(struct mal_play *p, int unit, int hand, enum mal_cause cause,
                     const char *rule)
{
    lose_base(p, unit, hand, cause, rule);
    if (mal_on_table(&p->s->brigades[unit]))
        mal_leader_risk(p, unit, cause);
}

static int end_that_loses(struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    if (!mal_loses_flank(m))
        return MAL_LEFT; /* M-20.37 */
    if (m->n < 2)        /* M-20.38 */
        return MAL_LEFT;
    return tc_ask(p->u, m->side, MAL_Q_LOSE, "M-20.38", unit, 0, 0)->arg[1];
}

/* He shares the end of his brigade. */
static void left_behind(struct mal_play *p, int leader, enum mal_where where)
{
    struct mal_leader *l = &p->s->leaders[leader];

    if (where == MAL_SURRENDERED) {
        l->attached = TC_NONE;
        mal_leader_falls(p, leader, MAL_CAPTURED, "M-8.15");
    } else if (where == MAL_OFF_TABLE) {
        l->attached = TC_NONE;
        l->where = MAL_OFF_TABLE;
        tc_tell(p->u, MAL_E_LEADER_MOVES, "M-GEO-55", leader, l->x, l->y);
    } else {
        mal_bereave(p, leader, false, "M-RUL-12");
    }
}

/* M-RUL-12: a leader without a brigade tests, then joins the nearest friend or is taken. */
void mal_bereave(struct mal_play *p, int leader, bool tests, const char *rule)
{
    struct mal_leader *l = &p->s->leaders[leader];
    int side = p->bk->leader[leader].side;

    tc_hope(p->u, side, TC_HIGH);
    if (tests && tc_roll(p->u, TC_D6, "M-8.4") <= p->bk->tables.command.leader_hit)
        mal_leader_wound(p, leader);
    l->attached = TC_NONE;
    if (l->health >= MAL_KILLED)
        return;
    int friend = mal_friend_near_point(p->bk, p->s, side, (struct tc_pt){ l->x, l->y },
                                       p->bk->tables.command.refuge + MAL_EPS);
    if (friend == TC_NONE) {
        mal_leader_falls(p, leader, MAL_CAPTURED, "M-RUL-12");
        return;
    }
    struct tc_pt c = mal_centre(p->bk, &p->s->brigades[friend]);
    l->x = c.x;
    l->y = c.y;
    tc_tell(p->u, MAL_E_LEADER_JOINS, rule, leader, friend, 0);
}

bool mal_may_lose(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-20.38", why);
    return true;
}

int mal_count_lose(const struct tc_view *v)
{
    (void)v;
    return 2;
}

/* M-8.2, M-RUL-12: its leaders have their one test for that cause, then look for other friends.
 */
static void last_of_all(struct mal_play *p, int unit, enum mal_cause cause,
                        const struct mal_unit *was, const char *rule)
{
    struct tc_rect stood = mal_rect(p->bk, was);

    mal_leader_risk(p, unit, cause);
    end_of(p, unit, MAL_DESTROYED, &stood, rule);
}

/* M-GEO-41, M-RUL-35: who loses a base has not moved; guns have the same target still. */
static void aimed_at(struct mal_play *p, int unit, const struct mal_unit *was)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *g = &p->s->brigades[i];
        if (g->last_target != unit || g->shot_at.x != was->x || g->shot_at.y != was->y)
            continue;
        g->shot_at.x = m->x;
        g->shot_at.y = m->y;
    }
}

bool mal_nth_lose(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = MAL_V_LOSE; /* M-DEC-15 */
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i;
    return true;
}

/* M-RUL-5: another Marshal takes the wings of one who has fallen. */
static void inherit_wings(struct mal_play *p, int leader)
{
    int heir = TC_NONE;

    for (int i = 0; i < p->bk->leaders && heir == TC_NONE; i++)
        if (i != leader && p->bk->leader[i].side == p->bk->leader[leader].side &&
            p->bk->leader[i].rank == MAL_MARSHAL && mal_leader_there(p->s, i))
            heir = i;
    for (int w = 0; w < p->bk->wings; w++)
        if (p->s->wings[w].marshal == leader && heir != TC_NONE)
            p->s->wings[w].marshal = (int16_t)heir; /* M-RUL-5 */
}

void mal_note_event(struct mal_play *p, int unit, enum mal_happening what,
                    const struct tc_rect *from, bool later)
{
    struct tc_rect now = mal_rect(p->bk, &p->s->brigades[unit]);

    note_event(p, unit, what, from, &now, later);
}

/* It is gone, from where it stood with its last base: M-RUL-16. */
static void end_of(struct mal_play *p, int unit, enum mal_where where,
                   const struct tc_rect *stood, const char *rule)
{
    static const uint8_t word[] = { [MAL_DESTROYED] = MAL_E_DESTROYED,
                                    [MAL_OFF_TABLE] = MAL_E_OFF_TABLE,
                                    [MAL_SURRENDERED] = MAL_E_SURRENDERS };
    struct mal_unit *m = &p->s->brigades[unit];

    tc_tell(p->u, word[where], rule, unit, m->n, 0);
    if (mal_is_brigade(p->bk, m) && where != MAL_OFF_TABLE)
        note_event(p, unit, MAL_H_DESTROYED, stood, stood, false);
    m->where = (uint8_t)where;
    for (int i = 0; i < p->bk->leaders; i++)
        if (p->s->leaders[i].attached == unit)
            left_behind(p, i, where);
    mal_crew_gone(p, unit, "M-RUL-57");
}

/* M-RUL-80: a refused flank hangs on the rear of the main body. When the rear rank is gone and
 * it would come forward upon somebody, the rear stays where it is instead of the front. */
static void rear_rank_gone(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int32_t w, d;

    if (!(m->refuse_k[0] | m->refuse_k[1]) || !mal_loses_flank(m) ||
        mal_overlapped(p->bk, p->s, unit, m, TC_NONE) == TC_NONE)
        return;
    mal_base_size(p->bk, m, &w, &d); /* M-RUL-80 */
    struct mal_unit x = mal_moved(m, m->heading, -d);
    m->x = x.x;
    m->y = x.y;
}

void mal_edge(struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    if (mal_on_table(m) && !tc_point_on_table(mal_centre(p->bk, m),
                                              (struct tc_table){ p->bk->width, p->bk->height }))
        mal_destroy(p, unit, MAL_OFF_TABLE, "M-GEO-55");
}

/* M-RUL-57: the crew that sheltered with it is gone. */
void mal_crew_gone(struct mal_play *p, int unit, const char *rule)
{
    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *g = &p->s->brigades[i];
        if (!mal_is_gun(p->bk, g) || g->crew != MAL_REFUGE || g->refuge != unit)
            continue;
        g->crew = MAL_ELIMINATED;
        g->refuge = TC_NONE;
        tc_tell(p->u, MAL_E_CREW_LOST, rule, i, 0, 0);
    }
}

static void note_event(struct mal_play *p, int unit, enum mal_happening what,
                       const struct tc_rect *from, const struct tc_rect *now, bool later)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    struct mal_event *e;

    if (!mal_is_brigade(p->bk, m) || (e = event_of(p->s, unit)) == NULL)
        return;
    if (e->kind == MAL_NOTHING) /* M-RUL-16 */
        put_rect(e, 0, from);
    put_rect(e, 1, now);
    if (e->kind < what)
        e->kind = (uint8_t)what;
    e->grade = m->grade;
    e->foot = mal_is_foot(p->bk, m);
    e->side = m->side;
    e->later = later;
}

static struct mal_event *event_of(struct mal_state *s, int unit)
{
    for (int i = 0; i < s->events; i++)
        if (s->log[i].unit == unit && s->log[i].kind != MAL_H_LEADER)
            return &s->log[i];
    if (s->events >= MAL_HAPPENINGS)
        return NULL;
    struct mal_event *e = &s->log[s->events++];
    memset(e, 0, sizeof *e);
    e->unit = (int16_t)unit;
    e->leader = TC_NONE;
    return e;
}

static void put_rect(struct mal_event *e, int at, const struct tc_rect *r)
{
    e->x[at] = r->x;
    e->y[at] = r->y;
    e->w[at] = r->w;
    e->d[at] = r->d;
    e->heading[at] = r->facing;
}
