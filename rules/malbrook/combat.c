/* rules/malbrook/combat.c - chapters 19 and 20: musketry, guns overrun, dice of combat. */
#include "rules/malbrook/inner.h"

/* Told further down: */
static bool lone_target(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int who);
static void hit_rider(struct mal_play *p, int i);
static bool civilians_hit(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool falls_upon(const struct mal_book *bk, const struct mal_state *s,
                       const struct mal_unit *m, const struct mal_unit *prey);
static void overrun(struct mal_play *p, int prey);
static bool fights_brigade(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool base_counts(const struct mal_book *bk, const struct mal_unit *m,
                        const struct mal_base *base, int n, int i, const struct mal_body *foe);
static bool screened(const struct mal_base *base, int n, int self, struct tc_pt a,
                     struct tc_pt b);

/* --- 5d: shots at lone leaders, flanking musketry --- */

bool mal_may_shoot(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    int who = a->verb == MAL_V_SHOOT ? a->arg[1] : MAL_LEADERS + a->arg[1];

    if (a->verb == MAL_V_HOLD)
        return true;
    if (a->arg[0] != v->q->arg[0] ||
        !lone_target(mal_book_of(v->book), v->state, v->q->arg[0], who))
        return tc_refuse(why, "M-8.9", MAL_R_NOT_LONE, v->q->arg[0], 0, 0);
    return true;
}

/* A leader (>= 0) or messenger (MAL_LEADERS + i) this foot could shoot at. */
static bool lone_target(const struct mal_book *bk, const struct mal_state *s, int unit, int who)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_pt p;
    struct tc_box dot;
    struct mal_body b;
    int side;

    if (who < MAL_LEADERS) {
        if (who >= bk->leaders || !mal_leader_there(s, who) ||
            s->leaders[who].attached != TC_NONE)
            return false;
        p = (struct tc_pt){ s->leaders[who].x, s->leaders[who].y };
        side = bk->leader[who].side;
    } else {
        const struct mal_messenger *g = &s->messengers[who - MAL_LEADERS];
        if (!g->live || g->carried)
            return false;
        p = (struct tc_pt){ g->x, g->y };
        side = bk->leader[g->sender].side;
    }
    if (side == m->side || !mal_point_near(bk, m, p, bk->tables.command.lone_shot + MAL_EPS))
        return false;
    mal_body(bk, m, &b);
    tc_box_point(&dot, p);
    if (m->formation != MAL_UNFORMED &&
        !tc_in_fan(&b.box[0], 0, bk->tables.command.lone_shot + MAL_EPS, &dot))
        return false;
    return mal_is_lone(bk, s, side, p);
}

int mal_count_shoot(const struct tc_view *v)
{
    (void)v;
    return 1 + MAL_LEADERS + MAL_MESSENGERS;
}

bool mal_nth_shoot(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);

    out->verb = MAL_V_HOLD;
    if (i == 0)
        return true;
    i--;
    out->verb = i < MAL_LEADERS ? MAL_V_SHOOT : MAL_V_SHOOT_RIDER;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i < MAL_LEADERS ? i : i - MAL_LEADERS;
    return i >= MAL_LEADERS || i < bk->leaders;
}

static void shoot_lone(struct mal_play *p, int unit)
{
    bool any = false;

    for (int i = 0; i < MAL_LEADERS + MAL_MESSENGERS && !any; i++)
        any = lone_target(p->bk, p->s, unit, i);
    if (!any || mal_in_close_combat(p->bk, p->s, unit))
        return;
    struct tc_act a =
        *tc_ask(p->u, p->s->brigades[unit].side, MAL_Q_SHOOT, "M-8.9", unit, 0, 0);
    if (a.verb == MAL_V_HOLD)
        return;
    p->s->brigades[unit].fired = 1;
    tc_hope(p->u, p->s->brigades[unit].side, TC_HIGH);
    if (tc_roll(p->u, TC_D6, "M-8.10") < p->bk->tables.command.lone_hit)
        return;
    if (a.verb == MAL_V_SHOOT)
        mal_leader_wound(p, a.arg[1]);
    else
        hit_rider(p, a.arg[1]);
}

/* M-8.14: a rider is hit as a leader is. */
static void hit_rider(struct mal_play *p, int i)
{
    struct mal_messenger *g = &p->s->messengers[i];
    tc_hope(p->u, p->bk->leader[g->sender].side, TC_HIGH);
    int die = tc_roll(p->u, TC_D6, "M-8.14");
    bool dead = die <= p->bk->tables.command.killed_to ||
                (die <= p->bk->tables.command.wounded_to && g->wounded);

    if (dead) {
        memset(g, 0, sizeof *g);
        tc_tell(p->u, MAL_E_MESSENGER_LOST, "M-8.14", i, 0, 0);
    } else if (die <= p->bk->tables.command.wounded_to) {
        g->wounded = 1;
        tc_tell(p->u, MAL_E_MESSENGER_WOUNDED, "M-8.14", i, 0, 0);
    } else {
        tc_tell(p->u, MAL_E_MESSENGER_SAFE, "M-8.14", i, 0, 0);
    }
}

/* M-19.7: one die for each base in reach; M-8.13: it is fire. */
static void volley(struct mal_play *p, int mover)
{
    struct mal_unit *m = &p->s->brigades[mover];
    int firer = m->volley_by;
    struct mal_unit *f = &p->s->brigades[firer];

    if (!mal_on_table(f) || !mal_on_table(m))
        return;
    int n = mal_count_bases(p->bk, p->s, f, m, NULL);
    mal_passed_now_acts(p, firer);
    f->fired = 1;
    tc_hope(p->u, f->side, TC_HIGH);
    int hits = tc_pool(p->u, n, TC_D6, p->bk->tables.fire.volley_hit, "M-19.7");
    tc_tell(p->u, MAL_E_VOLLEY, "M-19.7", firer, mover, hits);
    if (hits) /* M-8.13 */
        mal_add_dp(p, mover, hits, MAL_BY_FIRE, "M-19.7");
}

/* --- 4.18 Special cases of combat --- */

/* M-19.13: guns just ahead of friendly foot that is engaged. */
static bool foot_behind_fights(const struct mal_book *bk, const struct mal_state *s, int gun)
{
    const struct mal_unit *g = &s->brigades[gun];

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->side == g->side && mal_on_table(m) && mal_is_infantry(bk, m) &&
            m->formation != MAL_UNFORMED &&
            mal_to_front(bk, m, g, 0, bk->tables.move.foot_stop) &&
            mal_in_close_combat(bk, s, i))
            return true;
    }
    return false;
}

void mal_step_abandon(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    for (int i = 0; i < s->units; i++) {
        struct mal_unit *m = &s->brigades[i];
        if (!mal_on_table(m) || m->captured_by != TC_NONE)
            continue;
        if (mal_type_of(p.bk, m) == MAL_CIVILIAN && civilians_hit(p.bk, s, i)) {
            tc_tell(u, MAL_E_CIVILIANS, "M-19.17", i, 0, 0);
            mal_casualty(&p, i, m->n, MAL_BY_COMBAT, "M-19.17");
        } else if (mal_is_wagon(p.bk, m)) {
            overrun(&p, i);
        } else if (mal_is_gun(p.bk, m) && m->crew == MAL_CREWED) {
            overrun(&p, i);
            if (m->crew == MAL_CREWED && foot_behind_fights(p.bk, s, i))
                mal_crew_leaves(&p, i, false, "M-19.13");
        }
    }
    mal_enter(&p, MAL_S_FIGHT, MAL_P_COMBAT, s->first_side);
}

static bool civilians_hit(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    for (int i = 0; i < s->units; i++)
        if (falls_upon(bk, s, &s->brigades[i], &s->brigades[unit]))
            return true;
    return false;
}

/* Does this brigade fall upon that gun or wagon? In the follow-on round only pursuers do. */
static bool falls_upon(const struct mal_book *bk, const struct mal_state *s,
                       const struct mal_unit *m, const struct mal_unit *prey)
{
    if (s->round && !m->met)
        return false;
    if (!mal_on_table(m) || !mal_is_brigade(bk, m) || m->side == prey->side ||
        mal_type_of(bk, m) == MAL_CIVILIAN || m->status == MAL_ROUTING ||
        m->status == MAL_RETIRING || m->status == MAL_EVADING)
        return false;
    if (mal_is_foot(bk, m))
        return mal_to_front(bk, m, prey, 0, bk->tables.move.foot_stop);
    return (m->charged || m->countered || m->status == MAL_PURSUING ||
            mal_is_wagon(bk, prey)) &&
           mal_within(bk, m, prey, MAL_EPS);
}

static void overrun(struct mal_play *p, int prey)
{
    struct mal_unit *g = &p->s->brigades[prey];
    bool hit = false;

    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        if (!falls_upon(p->bk, p->s, m, g))
            continue;
        hit = true;
        if (!mal_is_wagon(p->bk, g) && !fights_brigade(p->bk, p->s, i))
            m->only_guns = 1;
    }
    if (!hit)
        return;
    if (mal_is_wagon(p->bk, g)) {
        g->captured_by = (int8_t)!g->side;
        tc_tell(p->u, MAL_E_WAGON, "M-19.18", prey, 0, 0);
        mal_destroy(p, prey, MAL_SURRENDERED, "M-RUL-76");
        return;
    }
    mal_crew_leaves(p, prey, false, "M-19.10");
}

static bool fights_brigade(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    return mal_in_close_combat(bk, s, unit);
}

int mal_count_bases(const struct mal_book *bk, const struct mal_state *s,
                    const struct mal_unit *m, const struct mal_unit *foe, uint64_t *files)
{
    struct mal_base base[MAL_BASES];
    struct mal_body b;
    int n = mal_bases(bk, m, base), got = 0;

    (void)s;
    mal_body(bk, foe, &b); /* M-20.4, M-20.8, M-GEO-19c, M-RUL-27 */
    for (int i = 0; i < n; i++) {
        if (!base[i].front)
            continue; /* M-20.5 */
        if (!base_counts(bk, m, base, n, i, &b))
            continue; /* M-20.7 */
        got++;
        if (files)
            *files |= UINT64_C(1) << i;
    }
    return got;
}

static bool base_counts(const struct mal_book *bk, const struct mal_unit *m,
                        const struct mal_base *base, int n, int i, const struct mal_body *foe)
{
    int32_t reach = bk->tables.move.foot_stop + MAL_EPS;
    struct tc_box x;

    tc_box_make(&x, &base[i].rect);
    for (int k = 0; k < foe->n; k++) {
        if (m->formation != MAL_UNFORMED) {
            if (base[i].front && tc_in_fan(&x, 1, reach, &foe->box[k]))
                return true; /* M-GEO-19a */
            continue;
        }
        struct tc_pt a, b;
        if (!tc_within(&x, &foe->box[k], reach))
            continue;
        tc_closest(&x, &foe->box[k], &a, &b);
        if (!screened(base, n, i, a, b))
            return true; /* M-GEO-19b */
    }
    return false;
}

/* M-GEO-19b: another base lies between. A line along the side of one is not free of it. */
static bool screened(const struct mal_base *base, int n, int self, struct tc_pt a,
                     struct tc_pt b)
{
    for (int i = 0; i < n; i++) {
        struct tc_rect r = base[i].rect;
        struct tc_box x;
        if (i == self)
            continue;
        tc_box_make(&x, &r);
        r = tc_rect_at(tc_place(&x, 0, MAL_EPS), r.facing, r.w + 2 * MAL_EPS,
                       r.d + 2 * MAL_EPS);
        tc_box_make(&x, &r);
        if (tc_box_cut_length(&x, a, b) > 3 * MAL_EPS)
            return true;
    }
    return false;
}

static bool wants_musketry(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (m->volley_by != TC_NONE)
        return true;
    if (!mal_is_brigade(bk, m) || !mal_is_foot(bk, m) || mal_fast(m))
        return false;
    for (int i = 0; i < bk->leaders; i++)
        if (lone_target(bk, s, unit, i))
            return true;
    for (int i = 0; i < MAL_MESSENGERS; i++)
        if (s->messengers[i].live && lone_target(bk, s, unit, MAL_LEADERS + i))
            return true;
    return false;
}

void mal_step_musketry(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_musketry);

    if (unit == TC_NONE) {
        if (s->side == s->first_side)
            mal_enter(&p, MAL_S_MUSKETRY, MAL_P_COMBAT, !s->side);
        else
            mal_enter(&p, MAL_S_ABANDON, MAL_P_COMBAT, s->first_side);
        return;
    }
    s->brigades[unit].acted = 1;
    if (s->brigades[unit].volley_by != TC_NONE)
        volley(&p, unit);
    else
        shoot_lone(&p, unit);
}
