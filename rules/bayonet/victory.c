/* rules/bayonet/victory.c - setup, the turn, rout phase, victory, clean-up: 3.0, 3.4
 * to 3.6, 13. */
#include "rules/bayonet/combat.h"
#include "rules/bayonet/setup.h"
#include <string.h>

/* Told further down: */
static void place_unit(const struct bay_book *bk, struct bay_state *s, int u);
static void place_leader(const struct bay_book *bk, struct bay_state *s, int l);
static void warn(struct bay_turn *t);
static void end_battle(struct bay_turn *t, int winner, enum bay_ending how, const char *rule);
static bool decided_by_wing(struct bay_turn *t);
static bool wing_lost(const struct bay_book *bk, const struct bay_state *s, int w);
static bool decided_by_brigades(struct bay_turn *t);
static bool decided_by_ground(struct bay_turn *t);
static void end_of_time(struct bay_turn *t);
static void clean_units(struct bay_turn *t);
static bool waits_to_run(const struct bay_book *bk, const struct bay_state *s, int u, int side);

/* --- 1.0 and 2.0 Scope, pieces, terms --- */

void bay_setup(const struct tc_book *book, void *state)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    struct bay_state *s = state;

    s->head.book = book->hash;
    s->head.turn = 1;
    s->head.winner = s->head.active = TC_NONE;
    s->now = (struct bay_now){ .brigade = TC_NONE,
                               .leader = TC_NONE,
                               .mover = TC_NONE,
                               .mate = TC_NONE,
                               .attacker = TC_NONE,
                               .target = TC_NONE,
                               .origin = TC_NONE,
                               .last = TC_NONE,
                               .first = TC_NONE,
                               .guns_first = TC_NONE };
    for (int u = 0; u < bk->units; u++)
        place_unit(bk, s, u);
    for (int b = 0; b < bk->brigades; b++) {
        s->brigades[b].exempt_by = TC_NONE;
        s->brigades[b].wing = bk->brigade[b].wing;
        s->brigades[b].line = bk->brigade[b].line;
        s->brigades[b].slot = bk->brigade[b].slot;
        /* B-2.3d: March unless the scenario says so */
        s->brigades[b].order = bk->brigade[b].order;
    }
    for (int l = 0; l < bk->leaders; l++)
        place_leader(bk, s, l);
    bay_index(bk, s);
    for (int b = 0; b < bk->brigades; b++)
        if (!bay_compliant(bk, s, b)) { /* loader check: marked from the start */
            s->brigades[b].liable = 1;
            s->brigades[b].cause = BAY_C_COMMITTED;
        }
}

static void place_unit(const struct bay_book *bk, struct bay_state *s, int u)
{
    const struct bay_unit_def *def = bay_def(bk, u);
    struct bay_unit *x = &s->units[u];

    x->hex = def->hex;
    x->hex0 = x->target = x->firefight = TC_NONE;
    x->facing = def->limbered ? BAY_NO_FACING : def->facing;
    x->pos = def->pos;
    x->casualties = def->casualties;
    x->disordered = def->disordered;
    x->depth = def->depth;
    x->gun = def->gun;
    x->limbered = def->limbered;
    x->life = BAY_FIGHTS;
}

static void place_leader(const struct bay_book *bk, struct bay_state *s, int l)
{
    const struct bay_leader_def *def = &bk->leader[l];
    struct bay_leader *x = &s->leaders[l];

    x->wing = def->wing;
    x->line = def->line;
    x->direct = def->direct;
    x->rating = def->rating;
    x->post = def->replaces >= 0 ? BAY_WAITS : BAY_IN_PLAY;
}

void bay_step_turn(void *state, struct tc_umpire *u)
{
    BAY_TURN_BARE(t);

    if (t->s->head.turn == 1)
        warn(t);
    tc_tell(u, BAY_E_CLOCK, "B-2.4a", t->s->head.turn,
            t->bk->start + 30 * (t->s->head.turn - 1), 0);
    t->s->now.stage = 0; /* B-3.0a */
    t->s->head.step = BAY_S_GUNS_FIRST;
}

void bay_step_victory(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);

    if (decided_by_wing(t) || decided_by_brigades(t) || decided_by_ground(t))
        return;
    for (int side = 0; side < TC_SIDES; side++)
        if (tc_ask(u, side, BAY_Q_CONCEDE, "B-3.5b", 0, 0, 0)->verb == BAY_V_CONCEDE) {
            end_battle(t, !side, BAY_END_CONCEDED, "B-3.5b");
            return;
        }
    if (t->s->head.turn >= t->bk->turns) {
        end_of_time(t);
        return;
    }
    t->s->head.step = BAY_S_CLEAN_UP;
}

static void end_battle(struct bay_turn *t, int winner, enum bay_ending how, const char *rule)
{
    t->s->head.over = 1;
    t->s->head.winner = (int8_t)winner;
    t->s->head.ending = (uint8_t)how;
    tc_tell(t->u, BAY_E_OVER, rule, winner, (int32_t)how, 0);
}

bool bay_judge_concede(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    (void)v, (void)a, (void)why;
    return true;
}

int bay_count_concede(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool bay_nth_concede(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = i ? BAY_V_CONCEDE : BAY_V_FIGHT_ON;
    return true;
}

/* A computer that answers at random does not give up. */
int bay_drawn_concede(const struct tc_view *v)
{
    (void)v;
    return 1;
}

/* Is this side, and it alone, on a ground that counts? */
bool bay_goal_holds(const struct bay_book *bk, const struct bay_state *s, int goal, int side)
{
    bool there = false;

    for (int i = 0; i < bk->goal[goal].hexes; i++) {
        if (bay_held_by(bk, s, bk->goal[goal].hex[i], !side))
            return false;
        there |= bay_held_by(bk, s, bk->goal[goal].hex[i], side);
    }
    return there;
}

/* Points of a side for ground held at the end. */
int bay_goal_points(const struct bay_book *bk, const struct bay_state *s, int side)
{
    int points = 0;

    for (int g = 0; g < bk->goals; g++)
        if (bk->goal[g].side == side && bay_goal_holds(bk, s, g, side))
            points += bk->goal[g].points;
    return points;
}

/* What is odd about the scenario is told once, and played all the same. */
static void warn(struct bay_turn *t)
{
    if (t->bk->year < 1670 || t->bk->year > 1720)
        tc_tell(t->u, BAY_E_YEAR, "B-1.0a", t->bk->year, 0, 0);
    for (int u = 0; u < t->bk->units; u++)
        if (bay_def(t->bk, u)->kind == BAY_INF && bay_def(t->bk, u)->cv == 1)
            tc_tell(t->u, BAY_E_WEAK, "B-RUL-59", u, 0, 0);
    for (int b = 0; b < t->bk->brigades; b++)
        if (t->s->brigades[b].liable)
            tc_tell(t->u, BAY_E_LIABLE, "B-4.2e", b, t->s->brigades[b].cause, 0);
}

/* True when a wing has been lost and that decides it. */
static bool decided_by_wing(struct bay_turn *t)
{
    bool lost[TC_SIDES] = { false, false };

    for (int w = 0; w < t->bk->wings && t->bk->lose_wing; w++)
        if (wing_lost(t->bk, t->s, w)) {
            lost[t->bk->wing[w].side] = true;
            tc_tell(t->u, BAY_E_WING_LOST, "B-2.1.1c", w, 0, 0);
        }
    if (!lost[0] && !lost[1])
        return false;
    /* B-RUL-75 */
    end_battle(t, lost[0] && lost[1] ? TC_NONE : lost[0] ? 1 : 0, BAY_END_WING, "B-2.1.1c");
    return true;
}

static bool wing_lost(const struct bay_book *bk, const struct bay_state *s, int w)
{
    if (!s->wings[w].lost_here)
        return false;
    for (int line = 0; line < BAY_LINES; line++)
        if (bay_line_count(bk, s, w, line))
            return false;
    return true;
}

/* Brigades of a side of which nothing is left. */
int bay_brigades_gone(const struct bay_book *bk, const struct bay_state *s, int side)
{
    int gone = 0;

    for (int b = bk->army[side]; b < bk->army[side + 1]; b++)
        gone += s->brigades[b].gone;
    return gone;
}

/* True when the battle says how many lost brigades beat a side, and that many are gone. */
static bool decided_by_brigades(struct bay_turn *t)
{
    bool beaten[TC_SIDES] = { false, false };

    for (int side = 0; side < TC_SIDES; side++) {
        int gone = bay_brigades_gone(t->bk, t->s, side), most = t->bk->beaten_after[side];
        beaten[side] = most && gone >= most;
        if (beaten[side])
            tc_tell(t->u, BAY_E_BROKEN, "B-RUL-95", side, gone, 0);
    }
    if (!beaten[0] && !beaten[1])
        return false;
    /* B-RUL-95 */
    end_battle(t,
               beaten[0] && beaten[1] ? TC_NONE
               : beaten[0]            ? 1
                                      : 0,
               BAY_END_BROKEN, "B-RUL-95");
    return true;
}

/* True when the battle says how far ahead a side wins at once, and it is. */
static bool decided_by_ground(struct bay_turn *t)
{
    int ahead = bay_goal_points(t->bk, t->s, 0) - bay_goal_points(t->bk, t->s, 1);

    for (int side = 0; side < TC_SIDES; side++, ahead = -ahead)
        if (t->bk->wins_ahead[side] && ahead >= t->bk->wins_ahead[side]) { /* B-RUL-95 */
            tc_tell(t->u, BAY_E_TAKEN, "B-RUL-95", side, ahead, 0);
            end_battle(t, side, BAY_END_TAKEN, "B-RUL-95");
            return true;
        }
    return false;
}

/* --- 3.0 Sequence of play --- */

static void end_of_time(struct bay_turn *t)
{
    int a = bay_goal_points(t->bk, t->s, 0), b = bay_goal_points(t->bk, t->s, 1);

    tc_tell(t->u, BAY_E_GOAL, "B-3.5a", 0, a, 0);
    tc_tell(t->u, BAY_E_GOAL, "B-3.5a", 1, b, 0);
    end_battle(t,
               a == b  ? TC_NONE
               : a > b ? 0
                       : 1,
               a == b ? BAY_END_TIME : BAY_END_GOALS, a == b ? "B-RUL-75" : "B-3.5a");
}

void bay_step_clean_up(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;

    for (int i = 0; i < BAY_IMPACTS && s->impacts[i].level; i++) { /* B-3.6a */
        s->key -= ((uint32_t)s->impacts[i].hex * 4u + s->impacts[i].level) * 40503u;
        bay_set_impact(s, s->impacts[i].hex, 0);
    }
    memset(s->impacts, 0, sizeof s->impacts); /* B-3.6a, B-10.2s */
    clean_units(t);
    for (int b = 0; b < t->bk->brigades; b++)
        s->brigades[b].finished = s->brigades[b].gone; /* B-3.6c */
    for (int l = 0; l < t->bk->leaders; l++)
        s->leaders[l].finished = s->leaders[l].moved = s->leaders[l].tried = 0;
    s->head.turn++; /* B-3.6c, B-3.6f; B-11.2.3g: Firefights go on */
    tc_tell(u, BAY_E_PHASE, "B-3.6e", s->head.turn, 0, 0);
    s->head.step = BAY_S_TURN;
}

/* A brigade ridden over to its last unit leaves without a check (B-12.0i, B-12.0j). */
static void bury_brigades(struct bay_turn *t)
{
    for (int b = 0; b < t->bk->brigades; b++) {
        const struct bay_brigade_def *def = &t->bk->brigade[b];
        bool left = false;
        t->s->brigades[b].lost_now = 0;
        for (int u = def->first; u < def->first + def->units; u++)
            left |= t->s->units[u].life == BAY_FIGHTS;
        if (!left && !t->s->brigades[b].gone)
            bay_brigade_leaves(t, b); /* B-12.0j */
    }
}

void bay_step_rout(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;

    if (s->now.stage == 0) { /* B-3.4a: every marker on the map, once */
        for (int k = 0; k < t->bk->units; k++)
            s->units[k].moved = bay_is_marker(s, k) ? BAY_TO_RUN : 0;
        s->now.stage = 1; /* B-13.1i: those made from now on stay where they come to rest */
    }
    for (int tries = 0; tries < 2; tries++) {
        struct tc_query q = { .side = s->head.active };
        struct tc_view v = { u->book, s, &q };
        if (bay_count_rout(&v)) {
            int m = tc_ask(u, s->head.active, BAY_Q_ROUT, "B-3.4a", 0, 0, 0)->arg[0];
            s->units[m].moved = 0;
            bay_marker_moves(t, m); /* B-13.1b */
            return;
        }
        s->head.active = (int8_t)!s->now.first; /* RUL-88: the other side then */
    }
    for (int k = 0; k < t->bk->units; k++)
        s->units[k].moved = 0;
    bury_brigades(t);
    s->now.stage = 0;
    s->head.step = BAY_S_VICTORY;
}

static void clean_units(struct bay_turn *t)
{
    for (int u = 0; u < t->bk->units; u++) {
        struct bay_unit *x = &t->s->units[u];
        if (bay_is_art(t->bk, u))
            x->fired = 0;              /* B-3.6b */
        if (x->life == BAY_ROUTED_2) { /* B-3.6d, RUL-74 */
            if (x->hex >= 0)
                bay_lift(t->s, u);
            x->life = BAY_GONE;
            tc_tell(t->u, BAY_E_MARKER_GONE, "B-13.1f", u, 0, 0);
        } else if (x->life == BAY_ROUTED_1) {
            x->life = BAY_ROUTED_2; /* B-3.6d, B-RUL-74 */
        }
    } /* B-3.6b */
}

bool bay_judge_rout(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (bay_side_of(bk, a->arg[0]) != v->q->side)
        return tc_refuse(why, "B-RUL-88", BAY_R_ENEMY_UNIT, a->arg[0], 0, 0);
    if (!bay_is_marker(s, a->arg[0]))
        return tc_refuse(why, "B-RUL-88", BAY_R_NO_FUGITIVES, a->arg[0], 0, 0);
    return waits_to_run(bk, s, a->arg[0], v->q->side) ||
           tc_refuse(why, "B-RUL-88", BAY_R_HAVE_RUN, a->arg[0], 0, 0);
}

/* Markers that were there when the phase began and have not moved: `moved` is their mark. */
static bool waits_to_run(const struct bay_book *bk, const struct bay_state *s, int u, int side)
{
    return bay_side_of(bk, u) == side && bay_is_marker(s, u) && s->units[u].hex >= 0 &&
           s->units[u].moved == BAY_TO_RUN;
}

int bay_count_rout(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = 0;

    for (int u = 0; u < bk->units; u++)
        n += waits_to_run(bk, s, u, v->q->side);
    return n;
}

bool bay_nth_rout(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);

    for (int u = 0; u < bk->units; u++)
        if (waits_to_run(bk, s, u, v->q->side) && i-- == 0) {
            out->verb = BAY_V_ROUT;
            out->arg[0] = u;
            return true;
        }
    return false;
}
