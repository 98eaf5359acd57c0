/* rules/malbrook/morale.c - the Morale Phase (M-10, M-11.10) and winning (M-VIC). */
#include "rules/malbrook/inner.h"

enum { END_NONE, END_BROKEN, END_NIGHT, END_HISTORY, END_CONCEDED };

/* Told further down: */
static bool wants_dress(const struct mal_book *bk, const struct mal_state *s, int unit);
static int dressing(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const char **rule);
static bool near_event(const struct mal_book *bk, const struct mal_unit *m,
                       const struct mal_event *e);
static void hand_out(struct mal_play *p, int16_t owed[MAL_UNITS], const char *why[MAL_UNITS]);
static bool army_breaks(const struct mal_play *p, int side);
static void finish(struct mal_play *p, int winner, int how, enum mal_degree degree,
                   const char *rule);
static int gone_for_good(const struct mal_book *bk, const struct mal_state *s, int wing,
                         int side);
static int smaller_loss(const struct mal_play *p);
static void hold_objectives(struct mal_play *p);
static void count_points(struct mal_play *p);
static int leader_points(const struct mal_book *bk, const struct mal_state *s, int side);
static void night(struct mal_play *p);
static enum mal_degree degree_of(const struct mal_book *bk, int margin);
static void take_guns(struct mal_play *p);

bool mal_may_redress(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-10.7", why);
    return true;
}

int mal_count_redress(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool mal_nth_redress(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? MAL_V_STAND : MAL_V_DRESS;
    out->arg[0] = v->q->arg[0];
    return true;
}

void mal_step_redress(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    const char *rule;
    int unit = mal_next_right(p.bk, s, s->side, wants_dress);

    if (unit == TC_NONE) {
        if (s->side == s->first_side)
            mal_enter(&p, MAL_S_REDRESS, MAL_P_MORALE, !s->side);
        else
            mal_enter(&p, MAL_S_MORALE, MAL_P_MORALE, s->first_side);
        return;
    }
    s->brigades[unit].acted = 1;
    int dps = dressing(p.bk, s, unit, &rule);
    if (tc_ask(u, s->side, MAL_Q_REDRESS, "M-10.7", unit, dps, 0)->verb != MAL_V_DRESS)
        return;
    tc_tell(u, MAL_E_REDRESSES, rule, unit, dps, 0);
    mal_drop_dp(&p, unit, dps, rule);
}

static bool wants_dress(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const char *rule;

    return s->brigades[unit].dp && dressing(bk, s, unit, &rule) > 0;
}

/* How many DPs it could put right; the rule that says so. */
static int dressing(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const char **rule)
{
    const struct mal_unit *m = &s->brigades[unit];
    const struct mal_disorder_table *t = &bk->tables.disorder;
    int g = mal_is_gun(bk, m) ? MAL_C : m->grade;

    *rule = g >= MAL_B ? "M-10.8a" : g >= MAL_C - 1 ? "M-10.9" : "M-10.10";
    if (m->dp == 0 || m->moved || m->fought || mal_is_wagon(bk, m) || mal_fast(m) ||
        (m->under_fire && !t->dress_always[g]) ||
        (mal_is_brigade(bk, m) && mal_in_close_combat(bk, s, unit)))
        return 0;
    if (m->under_fire) /* M-10.7, M-10.11, M-RUL-14 */
        return t->dress_always[g] ? t->dress[g] : 0;
    if (t->dress_far[g] && mal_enemy_within(bk, s, unit, bk->tables.command.near))
        return 0;
    if (t->dress_quiet[g])
        *rule = "M-10.8b";
    return t->dress[g] + t->dress_quiet[g];
}

static int leader_award(const struct mal_book *bk, const struct mal_state *s, int unit,
                        const struct mal_event *e, const char **rule)
{
    const struct mal_unit *m = &s->brigades[unit];

    *rule = "M-10.14";
    int wing = mal_wing_of(bk, m); /* a Marshal's wings as they were: they have an heir now */
    bool his = wing != TC_NONE && e->wings >> wing & 1;
    if (bk->leader[e->leader].rank == MAL_MAJOR_GENERAL ||
        (!his && !mal_in_chain(bk, s, e->leader, unit)))
        return 0;
    if (!mal_point_near(bk, m, (struct tc_pt){ e->x[0], e->y[0] },
                        bk->tables.command.near + MAL_EPS))
        return 0;
    return bk->tables.disorder.leader_falls;
}

/* What one event does to one brigade. */
static int award(const struct mal_book *bk, const struct mal_state *s, int unit,
                 const struct mal_event *e, const char **rule)
{
    const struct mal_unit *m = &s->brigades[unit];
    const struct mal_disorder_table *t = &bk->tables.disorder;

    if (e->side != m->side)
        return 0;
    if (e->kind == MAL_H_LEADER)
        return leader_award(bk, s, unit, e, rule);
    if (e->unit == unit || mal_kin(s, e->unit, unit) || !near_event(bk, m, e))
        return 0;
    if (s->brigades[e->unit].shaken[unit >> 6] >> (unit & 63) & 1)
        return 0;
    if (e->kind == MAL_H_RETIRED) {
        *rule = e->foot && e->grade >= m->grade ? "M-10.15" : "M-10.17";
        return e->foot && e->grade >= m->grade ? t->retires : 0;
    }
    *rule = e->grade < m->grade ? "M-10.13" : "M-10.16";
    return e->grade < m->grade ? t->lower_rout : t->equal_rout;
}

static bool near_event(const struct mal_book *bk, const struct mal_unit *m,
                       const struct mal_event *e)
{
    int32_t r = bk->tables.command.near + MAL_EPS;
    struct mal_body b;

    mal_body(bk, m, &b);
    for (int k = 0; k < 2; k++) {
        struct tc_rect q =
            tc_rect_at((struct tc_pt){ e->x[k], e->y[k] }, e->heading[k], e->w[k], e->d[k]);
        struct tc_box x;
        tc_box_make(&x, &q);
        if (tc_within(&b.box[0], &x, r))
            return true;
    }
    return false;
}

bool mal_kin(const struct mal_state *s, int a, int b)
{
    const struct mal_unit *x = &s->brigades[a], *y = &s->brigades[b];
    bool recent = x->split_turn == s->head.turn || y->split_turn == s->head.turn;

    return recent && (x->parent == b || y->parent == a ||
                      (x->parent != TC_NONE && x->parent == y->parent));
}

void mal_step_morale(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    int16_t owed[MAL_UNITS];
    const char *why[MAL_UNITS];

    hand_out(&p, owed, why); /* M-10.14a, M-10.20, M-11.10 */
    for (int i = 0; i < p.s->units; i++)
        if (owed[i] && mal_on_table(&p.s->brigades[i])) {
            tc_tell(u, MAL_E_SHAKEN, why[i], i, owed[i], 0);
            mal_add_dp(&p, i, owed[i], MAL_BY_MORALE, why[i]);
        }
    p.s->events = 0;
    memset(p.s->log, 0, sizeof p.s->log);
    mal_enter(&p, MAL_S_VICTORY, MAL_P_MORALE, p.s->first_side);
}

static void hand_out(struct mal_play *p, int16_t owed[MAL_UNITS], const char *why[MAL_UNITS])
{
    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        owed[i] = 0;
        why[i] = "M-11.10";
        if (!mal_on_table(m) || !mal_is_brigade(p->bk, m) ||
            mal_type_of(p->bk, m) == MAL_CIVILIAN)
            continue;
        for (int k = 0; k < p->s->events; k++) {
            const struct mal_event *e = &p->s->log[k];
            const char *rule = "M-11.10";
            int n = award(p->bk, p->s, i, e, &rule);
            if (n == 0)
                continue;
            owed[i] = (int16_t)(owed[i] + n);
            why[i] = rule;
            if (e->unit != TC_NONE && e->kind != MAL_H_RETIRED)
                p->s->brigades[e->unit].shaken[i >> 6] |= UINT64_C(1) << (i & 63);
        }
    }
}

static void break_wings(struct mal_play *p)
{
    int lost, start;

    for (int w = 0; w < p->bk->wings; w++) {
        if (p->s->wings[w].broken)
            continue;
        mal_losses(p->bk, p->s, w, p->bk->wing[w].side, &lost, &start);
        if (start == 0 || 100 * lost < p->bk->tables.victory.wing_percent * start)
            continue;
        p->s->wings[w].broken = 1;
        p->s->wings[w].order = MAL_DEFEND;
        tc_tell(p->u, MAL_E_WING_BROKEN, "M-VIC-3", w, lost, start);
    }
}

void mal_step_victory(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    take_guns(&p);
    hold_objectives(&p); /* M-VIC-1, M-VIC-2 */
    break_wings(&p);
    for (int side = 0; side < 2; side++)
        if (army_breaks(&p, side)) {
            s->broken[side] = 1;
            tc_tell(u, MAL_E_ARMY_BROKEN, "M-VIC-5", side, 0, 0);
        }
    count_points(&p);
    if (s->broken[0] && s->broken[1]) { /* M-RUL-60, M-TAB-6 */
        int winner = smaller_loss(&p);
        finish(&p, winner, END_BROKEN, winner == TC_NONE ? MAL_DRAWN : MAL_MARGINAL, "M-VIC-6");
    } else if (s->broken[0] || s->broken[1]) {
        finish(&p, s->broken[0] ? 1 : 0, END_BROKEN, MAL_DECISIVE, "M-VIC-5");
    } else if (s->head.turn >= p.bk->turns) {
        night(&p); /* M-24.6 */
    } else {
        s->head.turn++;
        mal_enter(&p, MAL_S_TURN, MAL_P_INITIATIVE, s->first_side);
    }
}

static bool army_breaks(const struct mal_play *p, int side)
{
    int lost, start, wings = 0, broken = 0;

    mal_losses(p->bk, p->s, TC_NONE, side, &lost, &start);
    for (int w = 0; w < p->bk->wings; w++)
        if (p->bk->wing[w].side == side) {
            wings++;
            broken += p->s->wings[w].broken;
        }
    return 100 * lost >= p->bk->tables.victory.army_percent * start || 2 * broken > wings;
}

static void finish(struct mal_play *p, int winner, int how, enum mal_degree degree,
                   const char *rule)
{
    p->s->head.over = 1;
    p->s->head.winner = (int8_t)winner;
    p->s->head.ending = (uint8_t)how;
    tc_tell(p->u, MAL_E_OVER, rule, winner, how, (int32_t)degree);
}

void mal_losses(const struct mal_book *bk, const struct mal_state *s, int wing, int side,
                int *lost, int *start)
{
    *lost = *start = gone_for_good(bk, s, wing, side); /* they were there at the start */
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        const struct mal_card *c = mal_card(bk, m);
        if (m->where == MAL_SPARE || (wing != TC_NONE && m->wing != wing))
            continue;
        if (i < bk->cards && c->side == side && c->type == MAL_GUN) {
            *start += 1;
            *lost += m->where >= MAL_DESTROYED || m->crew == MAL_ELIMINATED ||
                     m->captured_by != TC_NONE || m->side != c->side;
        }
        if (m->side != side || !mal_is_brigade(bk, m))
            continue;
        *start += m->n;
        if (m->where == MAL_OFF_TABLE || m->where == MAL_SURRENDERED ||
            (m->where == MAL_ON_TABLE && m->status == MAL_ROUTING))
            *lost += m->n;
    }
}

/* Bases gone for good, of one wing or of all. */
static int gone_for_good(const struct mal_book *bk, const struct mal_state *s, int wing,
                         int side)
{
    int gone = 0;

    for (int w = 0; w < bk->wings; w++)
        if (bk->wing[w].side == side && (wing == TC_NONE || w == wing))
            gone += s->wings[w].lost;
    return gone;
}

/* M-VIC-6: both break: the smaller share of losses wins. */
static int smaller_loss(const struct mal_play *p)
{
    int lost[2], start[2];

    for (int side = 0; side < 2; side++)
        mal_losses(p->bk, p->s, TC_NONE, side, &lost[side], &start[side]);
    int a = lost[0] * start[1], b = lost[1] * start[0];
    return a < b ? 0 : b < a ? 1 : TC_NONE;
}

bool mal_stands_in(const struct mal_book *bk, const struct mal_ground *g,
                   const struct mal_unit *m)
{
    struct tc_shape sh;
    struct tc_pt c = mal_centre(bk, m);

    if (!g->line)
        return mal_in_ground(g, c);
    mal_shape(g, &sh);
    return tc_line_near(&sh, c, 1000 + MAL_EPS);
}

static void hold_objectives(struct mal_play *p)
{
    for (int i = 0; i < p->bk->grounds; i++) {
        const struct mal_ground *g = &p->bk->ground[i];
        int there[2] = { 0, 0 };
        if (g->value == 0)
            continue;
        for (int k = 0; k < p->s->units; k++) {
            const struct mal_unit *m = &p->s->brigades[k];
            if (mal_on_table(m) && mal_is_formed(p->bk, m) && m->status != MAL_ROUTING &&
                mal_stands_in(p->bk, g, m))
                there[(int)m->side]++;
        }
        for (int side = 0; side < 2; side++)
            if (there[side] && !there[!side] && p->s->holders[i] != side) {
                p->s->holders[i] = (int8_t)side;
                tc_tell(p->u, MAL_E_HELD, "M-VIC-7", i, side, 0);
            }
    }
}

static void count_points(struct mal_play *p)
{
    for (int side = 0; side < 2; side++)
        p->s->points[side] = (int16_t)mal_points(p->bk, p->s, side);
    tc_tell(p->u, MAL_E_POINTS, "M-VIC-8", p->s->points[0], p->s->points[1], 0);
}

int mal_points(const struct mal_book *bk, const struct mal_state *s, int side)
{
    const struct mal_victory_table *t = &bk->tables.victory;
    int points = leader_points(bk, s, side), lost, start;

    for (int i = 0; i < bk->grounds; i++)
        points += s->holders[i] == side ? bk->ground[i].value : 0;
    mal_losses(bk, s, TC_NONE, !side, &lost, &start);
    points += start ? t->loss_points * lost / start : 0;
    for (int w = 0; w < bk->wings; w++)
        points += bk->wing[w].side != side && s->wings[w].broken ? t->wing_points : 0;
    return points;
}

/* For leaders of the other side who fell or were taken. */
static int leader_points(const struct mal_book *bk, const struct mal_state *s, int side)
{
    const struct mal_victory_table *t = &bk->tables.victory;
    int points = 0;

    for (int i = 0; i < bk->leaders; i++) {
        if (bk->leader[i].side == side || s->leaders[i].health < MAL_KILLED)
            continue;
        points += bk->leader[i].rank == MAL_MARSHAL              ? t->marshal_points
                  : bk->leader[i].rank == MAL_LIEUTENANT_GENERAL ? t->lieutenant_points
                                                                 : 0;
    }
    return points;
}

/* M-VIC-9, M-VIC-11 */
static void night(struct mal_play *p)
{
    int margin = p->s->points[0] - p->s->points[1], winner = TC_NONE;

    for (int side = 0; side < 2; side++) {
        int lost, start;
        if (p->bk->history_losses[side] == 0)
            continue;
        mal_losses(p->bk, p->s, TC_NONE, side, &lost, &start);
        bool better = 100 * lost < p->bk->history_losses[side] * start;
        margin += (better ? 2 : -2) * (side == 0 ? 1 : -1); /* M-VIC-11 */
    }
    enum mal_degree degree = degree_of(p->bk, margin);
    if (margin) {
        winner = margin > 0 ? 0 : 1;
    } else if (p->bk->kind == MAL_ATTACK_SCENARIO && p->bk->attacker != TC_NONE) {
        winner = !p->bk->attacker;
        degree = MAL_MARGINAL;
    }
    finish(p, winner, END_NIGHT, degree, "M-VIC-9");
}

static enum mal_degree degree_of(const struct mal_book *bk, int margin)
{
    int by = margin < 0 ? -margin : margin;

    return by >= bk->tables.victory.decisive ? MAL_DECISIVE
           : by >= bk->tables.victory.clear  ? MAL_CLEAR
           : by                              ? MAL_MARGINAL
                                             : MAL_DRAWN;
}

/* A gun under formed enemy whose crew is gone is captured (M-RUL-57). */
static void take_guns(struct mal_play *p)
{
    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *g = &p->s->brigades[i];
        if (!mal_on_table(g) || !mal_is_gun(p->bk, g) || g->crew != MAL_ELIMINATED ||
            g->captured_by != TC_NONE)
            continue;
        for (int k = 0; k < p->s->units; k++) {
            const struct mal_unit *m = &p->s->brigades[k];
            if (m->side != g->side && mal_on_table(m) && mal_is_formed(p->bk, m) &&
                mal_overlap(p->bk, m, g)) {
                g->captured_by = m->side;
                tc_tell(p->u, MAL_E_GUN_CAPTURED, "M-RUL-57", i, m->side, 0);
                break;
            }
        }
    }
}
