/* rules/malbrook/combat.c - chapters 19 and 20: musketry, guns overrun, dice of combat. */
#include "rules/malbrook/inner.h"

/* --- Bases in combat: M-20.4 to M-20.8, M-GEO-19 ----------------------------------------- */

static bool screened(const struct mal_base *base, int n, int self, struct tc_pt a, struct tc_pt b)
{
    for (int i = 0; i < n; i++) {
        struct tc_box x;
        if (i == self)
            continue;
        tc_box_make(&x, &base[i].rect);
        if (tc_box_cut(&x, a, b))
            return true;
    }
    return false;
}

static bool base_counts(const struct mal_book *bk, const struct mal_unit *m,
                        const struct mal_base *base, int n, int i, const struct mal_body *foe)
{
    int32_t reach = bk->tables.move.foot_stop + MAL_EPS;
    struct tc_box x;

    tc_box_make(&x, &base[i].rect);
    for (int k = 0; k < foe->n; k++) {
        if (m->formation != MAL_UNFORMED) {
            if (base[i].front && tc_in_fan(&x, 1, reach, &foe->box[k])) {
                TC_RULE("M-GEO-19a");
                return true;
            }
            continue;
        }
        struct tc_pt a, b;
        if (!tc_within(&x, &foe->box[k], reach))
            continue;
        tc_closest(&x, &foe->box[k], &a, &b);
        if (!screened(base, n, i, a, b)) {
            TC_RULE("M-GEO-19b");
            return true;
        }
    }
    return false;
}

int mal_count_bases(const struct mal_book *bk, const struct mal_state *s, const struct mal_unit *m,
                    const struct mal_unit *foe, uint64_t *files)
{
    struct mal_base base[MAL_BASES];
    struct mal_body b;
    int n = mal_bases(bk, m, base), got = 0;

    (void)s;
    TC_RULE("M-20.4");
    TC_RULE("M-20.8");
    mal_body(bk, foe, &b);
    for (int i = 0; i < n; i++) {
        if (!base[i].front) {
            TC_RULE("M-20.5");
            continue;
        }
        if (!base_counts(bk, m, base, n, i, &b)) {
            TC_RULE("M-20.7");
            continue;
        }
        got++;
        if (files)
            *files |= UINT64_C(1) << i;
    }
    return got;
}

/* --- 5d: shots at lone leaders, flanking musketry -------------------------------------------- */

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

bool mal_judge_shoot(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    int who = a->verb == MAL_V_SHOOT ? a->arg[1] : MAL_LEADERS + a->arg[1];

    if (a->verb == MAL_V_HOLD)
        return true;
    if (a->arg[0] != v->q->arg[0] ||
        !lone_target(mal_book_of(v->book), v->state, v->q->arg[0], who))
        return tc_refuse(why, "M-8.9", MAL_R_NOT_LONE, v->q->arg[0], 0, 0);
    return true;
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

/* M-8.14: a rider is hit as a leader is. */
static void hit_rider(struct mal_play *p, int i)
{
    struct mal_messenger *g = &p->s->messengers[i];
    int die = tc_roll(p->u, TC_D6, "M-8.14");
    bool dead = die <= p->bk->tables.command.killed_to ||
                (die <= p->bk->tables.command.wounded_to && g->wounded);

    if (dead) {
        memset(g, 0, sizeof *g);
        tc_tell(p->u, MAL_E_MESSENGER_LOST, "M-8.14", i, 0, 0);
    } else if (die <= p->bk->tables.command.wounded_to) {
        g->wounded = 1;
    }
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
    if (tc_roll(p->u, TC_D6, "M-8.10") < p->bk->tables.command.lone_hit)
        return;
    if (a.verb == MAL_V_SHOOT)
        mal_leader_wound(p, a.arg[1]);
    else
        hit_rider(p, a.arg[1]);
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
    int hits = tc_pool(p->u, n, TC_D6, p->bk->tables.fire.volley_hit, "M-19.7");
    tc_tell(p->u, MAL_E_VOLLEY, "M-19.7", firer, mover, hits);
    TC_RULE("M-8.13");
    if (hits)
        mal_add_dp(p, mover, hits, MAL_BY_FIRE, "M-19.7");
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

/* --- 5e: crews, civilians, wagons: M-19.10 to M-19.18 ----------------------------------------------- */

/* Does this brigade fall upon that gun or wagon? */
static bool falls_upon(const struct mal_book *bk, const struct mal_unit *m,
                       const struct mal_unit *prey)
{
    if (!mal_on_table(m) || !mal_is_brigade(bk, m) || m->side == prey->side ||
        mal_type_of(bk, m) == MAL_CIVILIAN || m->status == MAL_ROUTING ||
        m->status == MAL_RETIRING || m->status == MAL_EVADING)
        return false;
    if (mal_is_foot(bk, m))
        return mal_to_front(bk, m, prey, 0, bk->tables.move.foot_stop);
    return (m->charged || m->countered || m->status == MAL_PURSUING || mal_is_wagon(bk, prey)) &&
           mal_within(bk, m, prey, MAL_EPS);
}

static bool fights_brigade(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    return mal_in_close_combat(bk, s, unit);
}

static void overrun(struct mal_play *p, int prey)
{
    struct mal_unit *g = &p->s->brigades[prey];
    bool hit = false;

    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        if (!falls_upon(p->bk, m, g))
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

static bool civilians_hit(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    for (int i = 0; i < s->units; i++)
        if (falls_upon(bk, &s->brigades[i], &s->brigades[unit]))
            return true;
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

/* --- 5f: forming the combats: M-20.1, M-RUL-28 --------------------------------------------------------- */

static bool may_fight(const struct mal_book *bk, const struct mal_state *s, int a, int b)
{
    const struct mal_unit *x = &s->brigades[a], *y = &s->brigades[b];

    if (mal_type_of(bk, x) == MAL_CIVILIAN || mal_type_of(bk, y) == MAL_CIVILIAN)
        return false;
    if (s->round && !x->met && !y->met)
        return false;
    return mal_engaged(bk, s, a, b);
}

static int principal_of(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_gap near = { 0, 0, 1 };
    int best = TC_NONE, most = -1;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == m->side || !may_fight(bk, s, unit, i))
            continue;
        int n = mal_count_bases(bk, s, m, e, NULL);
        struct tc_gap g = mal_gap(bk, m, e);
        if (n > most || (n == most && tc_gap_cmp(g, near) < 0)) {
            most = n;
            near = g;
            best = i;
        }
    }
    return best;
}

static void link(struct mal_state *s, int a, int b)
{
    int from = s->brigades[b].combat, to = s->brigades[a].combat;

    for (int i = 0; from != to && i < s->units; i++)
        if (s->brigades[i].combat == from)
            s->brigades[i].combat = (int8_t)to;
}

/* Numbers without gaps; guns-only attackers get a combat of their own. */
static void number(struct mal_play *p)
{
    struct mal_state *s = p->s;
    int8_t name[MAL_UNITS];
    int n = 0;

    memset(name, TC_NONE, sizeof name);
    for (int i = 0; i < s->units; i++) {
        struct mal_unit *m = &s->brigades[i];
        if (m->combat == TC_NONE)
            continue;
        if (name[(int)m->combat] == TC_NONE && n < MAL_COMBATS)
            name[(int)m->combat] = (int8_t)n++;
        m->combat = name[(int)m->combat];
    }
    s->combats = (uint8_t)n;
    memset(s->combat, 0, sizeof s->combat);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->combat != TC_NONE)
            s->combat[(int)m->combat].guns_only = m->only_guns && m->principal == TC_NONE;
    }
}

static void count_all(struct mal_play *p)
{
    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        uint64_t mask = 0;
        if (m->combat == TC_NONE)
            continue;
        for (int j = 0; j < p->s->units; j++)
            if (p->s->brigades[j].combat == m->combat && p->s->brigades[j].side != m->side)
                (void)mal_count_bases(p->bk, p->s, m, &p->s->brigades[j], &mask);
        m->counted = m->file_first = m->file_last = 0;
        for (int k = 0; k < MAL_BASES; k++)
            if (mask >> k & 1) {
                if (!m->counted)
                    m->file_first = (uint8_t)k;
                m->file_last = (uint8_t)k;
                m->counted++;
            }
    }
}

static void form(struct mal_play *p)
{
    struct mal_state *s = p->s;

    TC_RULE("M-20.1");
    TC_RULE("M-RUL-28");
    for (int i = 0; i < s->units; i++) {
        struct mal_unit *m = &s->brigades[i];
        m->combat = TC_NONE;
        m->after = MAL_UNDECIDED;
        m->result = 0;
        m->counted = 0;
        m->principal = TC_NONE;
    }
    for (int i = 0; i < s->units; i++) {
        struct mal_unit *m = &s->brigades[i];
        if (!mal_on_table(m) || !mal_is_brigade(p->bk, m))
            continue;
        int e = principal_of(p->bk, s, i);
        m->principal = (int16_t)e;
        if (e != TC_NONE || (m->only_guns && !s->round))
            m->combat = (int8_t)i;
    }
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].principal != TC_NONE) {
            if (s->brigades[s->brigades[i].principal].combat == TC_NONE)
                s->brigades[s->brigades[i].principal].combat =
                    (int8_t)s->brigades[i].principal;
            link(s, i, s->brigades[i].principal);
        }
    number(p);
    count_all(p);
}

/* --- Dice: M-20.2 to M-20.35 ------------------------------------------------------------------------------ */

struct muster {
    struct mal_play *p;
    int combat, side;
};

typedef bool holds_fn(const struct mal_play *p, int unit);

/* M-RUL-29: brigades with at least half of the bases in combat qualify. */
static bool mostly(const struct muster *k, holds_fn *holds)
{
    int all = 0, some = 0, men = 0, few = 0;

    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat != k->combat || m->side != k->side)
            continue;
        bool yes = holds(k->p, i);
        all += m->counted;
        some += yes ? m->counted : 0;
        men++;
        few += yes;
    }
    TC_RULE("M-RUL-29");
    return all ? some && 2 * some >= all : few && 2 * few >= men;
}

static const struct mal_unit *foe_of(const struct mal_play *p, int unit)
{
    int e = p->s->brigades[unit].principal;

    return e == TC_NONE ? NULL : &p->s->brigades[e];
}

static bool has_ground(const struct mal_play *p, int unit)
{
    const struct mal_unit *e = foe_of(p, unit);

    return e && mal_advantage(p->bk, &p->s->brigades[unit], e);
}

static bool meets_work(const struct mal_play *p, int unit, int kind)
{
    const struct mal_unit *e = foe_of(p, unit), *m = &p->s->brigades[unit];

    TC_RULE("M-23.11");
    return e && mal_defends_line(p->bk, e, (struct tc_pt){ m->x, m->y }, kind, kind, false) !=
                    TC_NONE;
}

static bool meets_fieldwork(const struct mal_play *p, int unit)
{
    return meets_work(p, unit, MAL_FIELDWORK);
}

static bool meets_fortress(const struct mal_play *p, int unit)
{
    return meets_work(p, unit, MAL_FORTIFICATION);
}

static bool is_pursuing(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].status == MAL_PURSUING && p->s->brigades[unit].met;
}

static bool is_charging(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    if (m->locked)
        TC_RULE("M-22.10");
    if (m->countered)
        TC_RULE("M-RUL-32");
    return (m->struck && m->charged) || m->countered || is_pursuing(p, unit);
}

static bool is_outrance(const struct mal_play *p, int unit)
{
    const struct mal_unit *e = foe_of(p, unit), *m = &p->s->brigades[unit];

    return m->charged && m->outrance && e &&
           (mal_is_cavalry(p->bk, e) ||
            (mal_is_foot(p->bk, e) && e->formation == MAL_UNFORMED));
}

static bool rides_after(const struct mal_play *p, int unit)
{
    return is_pursuing(p, unit) && mal_is_cavalry(p->bk, &p->s->brigades[unit]);
}

static bool fires_by_platoon(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    TC_RULE("M-3.3");
    return mal_is_infantry(p->bk, m) && mal_card(p->bk, m)->style == MAL_NEW;
}

/* M-20.30 to M-20.33 */
static bool is_supported(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    int front = mal_front_files(m), second;

    if (fires_by_platoon(p, unit)) {
        TC_RULE("M-20.33");
        return false;
    }
    if (m->outrance && m->charged) {
        TC_RULE("M-20.32");
        return false;
    }
    if (m->formation == MAL_UNFORMED || mal_ranks(m) < 2 || m->counted == 0)
        return false;
    second = m->n - front < front ? m->n - front : front;
    TC_RULE("M-20.30");
    TC_RULE("M-20.31");
    return 2 * second >= front;
}

static bool charged_by_cavalry(const struct mal_play *p, int unit)
{
    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *e = &p->s->brigades[i];
        if (mal_on_table(e) && e->struck && e->charged && e->target == unit &&
            mal_is_cavalry(p->bk, e))
            return true;
    }
    return false;
}

static bool caught_moving(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    if (mal_is_dismounted(p->bk, m))
        TC_RULE("M-20.23");
    return mal_is_foot(p->bk, m) && m->moved && charged_by_cavalry(p, unit);
}

static bool is_flanked(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].flanked && mal_is_formed(p->bk, &p->s->brigades[unit]);
}

static bool is_loose(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].formation == MAL_UNFORMED;
}

static bool in_march_column(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].formation == MAL_MARCH_COLUMN;
}

static bool is_infantry_there(const struct mal_play *p, int unit)
{
    TC_RULE("M-20.21");
    return mal_is_infantry(p->bk, &p->s->brigades[unit]);
}

/* M-20.34: the grade of most bases; a tie is averaged, rounded up. */
static int grade_of(const struct muster *k)
{
    int bases[MAL_GRADES] = { 0 }, most = 0, sum = 0, ties = 0;

    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat == k->combat && m->side == k->side)
            bases[m->grade] += tc_max(1, m->counted);
    }
    for (int g = MAL_E; g <= MAL_A; g++)
        most = tc_max(most, bases[g]);
    for (int g = MAL_E; g <= MAL_A; g++)
        if (most && bases[g] == most) {
            sum += g;
            ties++;
        }
    TC_RULE("M-20.34");
    return ties ? (sum + ties - 1) / ties : MAL_C;
}

static void add_bases(const struct muster *k, struct tc_sum *sum)
{
    static const char *const rule[] = { "M-20.10", "M-20.12", "M-20.11", "M-20.10", "M-20.10",
                                        "M-20.9" };
    const struct mal_combat_table *t = &k->p->bk->tables.combat;
    int bases = 0, inspired = 0, dps = 0, men = 0, grade = grade_of(k);

    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat != k->combat || m->side != k->side)
            continue;
        bases += m->counted;
        inspired += m->inspired;
        dps += m->dp;
        men++;
    }
    TC_RULE("M-20.6");
    tc_sum_add(sum, bases, "M-20.2", MAL_LB_BASES, 0, 0);
    if (t->grade[grade])
        tc_sum_add(sum, t->grade[grade], rule[grade], MAL_LB_GRADE, grade, 0);
    if (inspired)
        tc_sum_add(sum, inspired * t->inspire, "M-20.13", MAL_LB_INSPIRED, 0, 0);
    if (dps && men > 1)
        TC_RULE("M-20.35");
    if (dps)
        tc_sum_add(sum, -(dps + men - 1) / men * t->per_dp, "M-20.25", MAL_LB_DPS, 0, 0);
}

/* M-20.20, M-RUL-31: a die for every three bases, against infantry. */
static void add_platoons(const struct muster *k, struct tc_sum *sum)
{
    struct muster other = { k->p, k->combat, !k->side };
    int dice = 0;

    if (!mostly(&other, is_infantry_there))
        return;
    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat == k->combat && m->side == k->side && m->formation == MAL_LINE &&
            m->n == m->front && fires_by_platoon(k->p, i))
            dice += m->counted / k->p->bk->tables.combat.platoon_bases;
    }
    TC_RULE("M-RUL-31");
    if (dice)
        tc_sum_add(sum, dice * k->p->bk->tables.combat.platoon, "M-20.20", MAL_LB_PLATOON, 0, 0);
}

static int dice_of(const struct muster *k)
{
    const struct mal_combat_table *t = &k->p->bk->tables.combat;
    struct tc_sum sum = { k->p->u, 0 };

    add_bases(k, &sum);
    if (mostly(k, has_ground))
        tc_sum_add(&sum, t->ground, "M-20.14", MAL_LB_GROUND, 0, 0);
    if (mostly(k, meets_fieldwork))
        tc_sum_add(&sum, t->works, "M-20.15", MAL_LB_ENEMY_WORKS, 0, 0);
    if (mostly(k, is_charging))
        tc_sum_add(&sum, t->charge, "M-20.16", MAL_LB_CHARGING, 0, 0);
    bool wild = mostly(k, is_outrance), after = mostly(k, rides_after);
    if (wild)
        tc_sum_add(&sum, t->outrance, "M-20.17", MAL_LB_OUTRANCE, 0, 0);
    if (after)
        tc_sum_add(&sum, t->pursuit, "M-20.18", MAL_LB_PURSUING, 0, 0);
    if (!wild && !mostly(k, is_pursuing) && mostly(k, is_supported))
        tc_sum_add(&sum, t->supported, "M-20.19", MAL_LB_SUPPORTED, 0, 0);
    add_platoons(k, &sum);
    if (mostly(k, caught_moving))
        tc_sum_add(&sum, t->moved_foot, "M-20.22", MAL_LB_MOVED_FOOT, 0, 0);
    if (mostly(k, is_flanked))
        tc_sum_add(&sum, t->flank, "M-20.24", MAL_LB_FLANK, 0, 0);
    tc_sum_end(&sum, "M-20.2", MAL_LB_DICE);
    if (sum.total <= 0) {
        TC_RULE("M-20.3");
        TC_RULE("M-RUL-30");
        return 0;
    }
    return tc_min(sum.total, TC_POOL);
}

static int hit_number(const struct muster *k, const char **rule)
{
    const struct mal_combat_table *t = &k->p->bk->tables.combat;

    if (mostly(k, is_loose))
        *rule = "M-20.26";
    else if (mostly(k, in_march_column))
        *rule = "M-20.27";
    else if (mostly(k, meets_fortress))
        *rule = "M-20.28";
    else {
        *rule = "M-20.29";
        return t->hit;
    }
    return t->hard_hit;
}

static void roll_side(struct mal_play *p, int combat, int side)
{
    struct muster k = { p, combat, side };
    const char *rule;
    int dice = dice_of(&k), on = hit_number(&k, &rule);
    int hits = dice ? tc_pool(p->u, dice, TC_D6, on, rule) : 0;

    p->s->combat[combat].dice[side] = (uint8_t)dice;
    p->s->combat[combat].hits[side] = (uint8_t)hits;
    tc_tell(p->u, MAL_E_HITS, rule, side, dice, hits);
}

void mal_step_fight(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    if (s->cursor == 0) {
        form(&p);
        s->cursor = 1;
    }
    int c = s->cursor - 1;
    if (c >= s->combats) {
        mal_enter(&p, MAL_S_RESULT, MAL_P_COMBAT, s->first_side);
        return;
    }
    s->cursor++;
    if (s->combat[c].guns_only) {
        TC_RULE("M-21.22");
        return;
    }
    TC_RULE("M-11.7");
    tc_tell(u, MAL_E_COMBAT, "M-20.1", c + 1, 0, 0);
    roll_side(&p, c, s->first_side);
    roll_side(&p, c, !s->first_side);
}
