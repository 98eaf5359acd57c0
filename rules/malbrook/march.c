/* rules/malbrook/march.c - walking: the straight part, wheels, those who conform. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"

/* A line that turns with its lead: who, and where each stands after the wheel. */
struct party {
    int n;
    int16_t who[MAL_UNITS];
    struct mal_unit at[MAL_UNITS];
};

/* Told further down: */
static void muster(const struct mal_book *bk, struct mal_state *t, int unit,
                   const struct mal_unit *lead, int32_t turn, int32_t allowance,
                   struct party *out);
static bool may_follow(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool turned_with(const struct mal_book *bk, const struct mal_unit *lead,
                        const struct mal_unit *m, int32_t turn, int32_t allowance,
                        struct mal_unit *out);
static void wheel_cost(struct mal_play *p, int unit, bool near);
static void all_follow(struct mal_play *p, int unit, const struct mal_unit *old,
                       const struct mal_leg *k);
static void share_dice(struct mal_play *p, int unit);
static void line_wheels(struct mal_play *p, int unit, const struct mal_leg *k, int32_t turn,
                        struct party *party, bool near[MAL_UNITS]);

/* The straight part with all that happens on the way. */
void mal_walk(struct mal_play *p, int unit, const struct mal_unit *as, uint16_t way,
              int32_t march, const struct mal_stop *end, bool rough)
{
    struct mal_stop cut = *end, *stop = &cut;
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_unit from, stood = *m;
    struct tc_rect r;

    p->s->mover = (int16_t)unit;
    mal_passed_now_acts(p, unit);
    mal_take_volleys(p, unit, as, way, &march);
    from = *m;
    r = mal_rect(p->bk, m);
    struct mal_unit x = mal_moved(m, way, march);
    if (m->volley_by != TC_NONE && mal_overlapped(p->bk, p->s, unit, &x, TC_NONE) != TC_NONE) {
        struct mal_stop clear; /* halted upon friends: back to the last clear point */
        mal_way(p->bk, p->s, unit, m, way, march, MAL_WAY_FAST, &clear);
        march = clear.distance;
        x = mal_moved(m, way, march);
        if (mal_overlapped(p->bk, p->s, unit, &x, TC_NONE) != TC_NONE)
            x = stood; /* its wheel ended upon friends, too */
    }
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved = 1;
    mal_way_cut(p->bk, &from, way, march, &cut);
    tc_tell(p->u, MAL_E_MOVES, "M-13.5", unit, march, 0);
    if (stop->cause == MAL_STOP_ENEMY && march == stop->distance)
        tc_tell(p->u, MAL_E_STOPS, stop->rule, unit, stop->which, 0);
    mal_fatigue(p, unit, p->s->roll, m->dice, rough || stop->rough);
    mal_crossing_cost(p, unit, stop);
    mal_pass_lines(p, unit, &from, way, march);
    mal_capture_lone(p, unit, &r, way, march);
    p->s->mover = TC_NONE;
    mal_withdrawals(p, unit);
    mal_end_of_move(p, unit);
}

bool mal_wheel_clear(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_leg *k, int32_t turn)
{
    struct mal_state t = *s;
    struct party party;

    muster(bk, &t, unit, &k->end, turn, k->allowance, &party);
    return mal_overlapped(bk, &t, unit, &k->end, TC_NONE) == TC_NONE;
}

/* Who turns with the lead: all that can, less those who would then stand badly. t is a copy
 * of the state and ends with the party in its new places and the lead standing as given. */
static void muster(const struct mal_book *bk, struct mal_state *t, int unit,
                   const struct mal_unit *lead, int32_t turn, int32_t allowance,
                   struct party *out)
{
    struct mal_unit old[MAL_UNITS];
    int16_t who[MAL_UNITS];
    int n = mal_conformers(t, unit, who);

    out->n = 0;
    for (int i = 0; i < n; i++)
        if (may_follow(bk, t, who[i]) &&
            turned_with(bk, &t->brigades[unit], &t->brigades[who[i]], turn, allowance,
                        &out->at[out->n]))
            out->who[out->n++] = who[i];
    for (int i = 0; i < out->n; i++) {
        old[i] = t->brigades[out->who[i]];
        t->brigades[out->who[i]] = out->at[i];
    }
    t->brigades[unit] = *lead;
    for (int i = 0; i < out->n;) {
        if (mal_may_stand(bk, t, out->who[i], &out->at[i], NULL)) {
            i++;
            continue;
        }
        t->brigades[out->who[i]] = old[i]; /* it stays; look at all of them again */
        out->n--;
        for (int k = i; k < out->n; k++) {
            out->who[k] = out->who[k + 1];
            out->at[k] = out->at[k + 1];
            old[k] = old[k + 1];
        }
        i = 0;
    }
}

static bool may_follow(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    return !mal_held(bk, s, unit) && !m->steadied && !(mal_is_gun(bk, m) && !m->limbered) &&
           !(m->refuse_k[0] | m->refuse_k[1]);
}

/* Where the wheel of the lead takes this one; false: too far for the dice. */
static bool turned_with(const struct mal_book *bk, const struct mal_unit *lead,
                        const struct mal_unit *m, int32_t turn, int32_t allowance,
                        struct mal_unit *out)
{
    struct tc_rect l = mal_rect(bk, lead), r = mal_rect(bk, m);
    struct tc_box b;

    tc_box_make(&b, &l);
    struct tc_pt pivot = b.c[turn < 0 ? TC_FL : TC_FR];
    tc_box_make(&b, &r);
    int32_t arm = tc_max(tc_dist(pivot, b.c[TC_FL]), tc_dist(pivot, b.c[TC_FR]));
    if (tc_wheel_cost(arm, turn < 0 ? -turn : turn, TC_TAU_411775) > allowance)
        return false;
    r = tc_revolve(r, pivot, turn);
    *out = *m;
    out->x = r.x;
    out->y = r.y;
    out->heading = r.facing;
    return true;
}

/* A conforming brigade that stands at x after the wheel or incline goes straight on. */
static void follow(struct mal_play *p, int unit, const struct mal_unit *x,
                   const struct mal_leg *k, bool turned, bool near)
{
    struct mal_stop stop;

    mal_way(p->bk, p->s, unit, x, k->way, k->march,
            p->s->brigades[unit].doubles ? MAL_WAY_DOUBLE : 0, &stop); /* M-13.15 */
    struct mal_unit end = mal_moved(x, k->way, stop.distance);
    if (!mal_may_stand(p->bk, p->s, unit, &end, NULL)) {
        tc_tell(p->u, MAL_E_HALTS, "M-GEO-59", unit, 0, 0);
        return;
    }
    /* M-13.11 */
    tc_tell(p->u, MAL_E_CONFORMS, "M-7.7", unit, p->s->brigades[unit].conforms_to, 0);
    mal_walk(p, unit, x, k->way, stop.distance, &stop, k->rough);
    if (turned)
        wheel_cost(p, unit, near);
}

/* M-15.2, M-15.3 */
static void wheel_cost(struct mal_play *p, int unit, bool near)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    near |= mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    if (m->formation != MAL_LINE || !near)
        return; /* M-15.3 */
    mal_add_dp(p, unit, p->bk->tables.move.wheel_cost, MAL_BY_MOVE, "M-15.2");
}

void mal_take_move(struct mal_play *p, int unit, const struct tc_act *a, int32_t allowance,
                   struct tc_desk *desk)
{
    struct mal_unit old = p->s->brigades[unit], *m = &p->s->brigades[unit];
    int32_t turn = a->verb == MAL_V_MOVE ? a->arg[1] : 0;
    bool near = (turn || a->verb == MAL_V_THREAD) &&
                mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    struct mal_leg k;
    bool ok = a->verb == MAL_V_THREAD
                  ? mal_try_thread(p->bk, p->s, unit, allowance, a, &k, NULL)
                  : mal_try_asked(p->bk, p->s, unit, allowance, a, desk, &k);

    TC_BUG_ON(!ok);
    m->last_veer = (int16_t)(a->verb == MAL_V_THREAD ? a->arg[1] : a->arg[3]);
    if (turn)
        tc_tell(p->u, MAL_E_WHEELS, "M-15.1", unit, turn, 0);
    if (a->verb == MAL_V_MOVE && a->arg[2])
        tc_tell(p->u, MAL_E_INCLINES, "M-15.20", unit, a->arg[2], 0);
    struct party party;
    bool near_too[MAL_UNITS];
    party.n = 0;
    bool line = turn && mal_is_brigade(p->bk, m);
    if (line)
        line_wheels(p, unit, &k, turn, &party, near_too);
    mal_walk(p, unit, &k.as, k.way, k.march, &k.stop, k.rough);
    if (mal_on_table(m) && m->volley_by == TC_NONE && m->formation == MAL_UNFORMED &&
        a->verb == MAL_V_MOVE) {
        m->files = k.end.files;
        m->gap = k.end.gap;
        mal_set_pose(p->bk, p->s, unit, k.end.x, k.end.y, k.end.heading);
    }
    if (turn && mal_is_brigade(p->bk, m))
        wheel_cost(p, unit, near);
    if (a->verb == MAL_V_THREAD) {
        tc_tell(p->u, MAL_E_THREADS, "M-15.30", unit, 0, 0);
        if (near)
            mal_add_dp(p, unit, p->bk->tables.move.gap_cost, MAL_BY_MOVE, "M-15.30");
    }
    for (int i = 0; i < party.n; i++) {
        struct mal_unit x = p->s->brigades[party.who[i]];
        follow(p, party.who[i], &x, &k, true, near_too[i]);
    }
    if (a->verb == MAL_V_MOVE && !line)
        all_follow(p, unit, &old, &k);
}

/* After a straight move or an incline: the same displacement. */
static void all_follow(struct mal_play *p, int unit, const struct mal_unit *old,
                       const struct mal_leg *k)
{
    int16_t who[MAL_UNITS];
    int n = mal_conformers(p->s, unit, who);

    for (int i = 0; i < n; i++) {
        struct mal_unit x = p->s->brigades[who[i]];
        share_dice(p, who[i]);
        if (!may_follow(p->bk, p->s, who[i]))
            continue;
        x = p->s->brigades[who[i]];
        x.x += k->as.x - old->x;
        x.y += k->as.y - old->y;
        follow(p, who[i], &x, k, false, false);
    }
}

/* Their dice are those of the lead, and the move is made whether they can follow or not. */
static void share_dice(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->dice = p->s->brigades[m->conforms_to].dice;
    m->doubles = p->s->brigades[m->conforms_to].doubles;
    mal_done(p, unit, MAL_DICED, mal_dice_count(m->dice));
}

void mal_take_bend(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);

    if (a->verb == MAL_V_BEND) {
        *m = mal_refused_as(p->bk, m, a->arg[1], a->arg[2], (uint16_t)a->arg[3]);
        tc_tell(p->u, MAL_E_REFUSES, "M-15.5", unit, a->arg[1], a->arg[2]);
    } else {
        *m = mal_straight_as(p->bk, m, a->arg[1]);
        tc_tell(p->u, MAL_E_STRAIGHTENS, "M-RUL-42", unit, a->arg[1], 0);
    }
    mal_leaders_follow(p->bk, p->s, unit);
    wheel_cost(p, unit, near);
}

/* The wheel of the line: those who turn with the lead are in their new places at once. */
static void line_wheels(struct mal_play *p, int unit, const struct mal_leg *k, int32_t turn,
                        struct party *party, bool near[MAL_UNITS])
{
    int16_t who[MAL_UNITS];
    int n = mal_conformers(p->s, unit, who);

    party->n = 0;
    if (n == 0)
        return;
    struct mal_state t = *p->s;
    muster(p->bk, &t, unit, &k->end, turn, k->allowance, party);
    if (mal_overlapped(p->bk, &t, unit, &k->end, TC_NONE) != TC_NONE)
        party->n = 0;
    for (int i = 0; i < n; i++) {
        share_dice(p, who[i]);
        bool goes = false;
        for (int j = 0; j < party->n; j++)
            goes |= party->who[j] == who[i];
        if (!goes)
            tc_tell(p->u, MAL_E_HALTS, "M-GEO-59", who[i], 0, 0);
    }
    for (int i = 0; i < party->n; i++) {
        int f = party->who[i];
        near[i] = mal_enemy_within(p->bk, p->s, f, p->bk->tables.command.near);
        mal_set_pose(p->bk, p->s, f, party->at[i].x, party->at[i].y, party->at[i].heading);
    }
}

int mal_conformers(const struct mal_state *s, int unit, int16_t out[MAL_UNITS])
{
    int n = 0;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->conforms_to == unit && mal_on_table(m) && !m->acted &&
            (m->control == MAL_CONFORM_LINE || m->control == MAL_CONFORM_REAR))
            out[n++] = (int16_t)i;
    }
    return n;
}

void mal_conformers_rest(struct mal_play *p, int unit)
{
    int16_t who[MAL_UNITS];
    int n = mal_conformers(p->s, unit, who);

    for (int i = 0; i < n; i++) {
        struct mal_unit *m = &p->s->brigades[who[i]];
        m->acted = 1;
        m->last_kind = MAL_NO_MOVE;
        m->speed_now = 0;
    }
}

/* A brigade has done its Movement Phase. */
void mal_done(struct mal_play *p, int unit, enum mal_last kind, int dice)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->acted = m->declared = 1;
    m->last_kind = (uint8_t)kind;
    m->last_dice = (uint8_t)dice;
    m->speed_now = (uint8_t)dice;
    if (kind != MAL_DICED)
        m->last_veer = 0;
}

/* Where a side step or a step back takes a brigade. */
struct tc_rect mal_stepped(const struct mal_book *bk, const struct mal_unit *m,
                           const struct tc_act *a)
{
    struct tc_rect r = mal_rect(bk, m);

    return a->verb == MAL_V_SIDE_STEP ? tc_side_step(r, a->arg[1]) : tc_march(r, -a->arg[1]);
}

/* How far on a brigade stands in the direction of the step of that lead. */
static int64_t along_step(const struct mal_unit *lead, const struct mal_unit *m,
                          const struct tc_act *a)
{
    uint16_t way = (uint16_t)(lead->heading + (a->verb == MAL_V_STEP_BACK ? TC_HALF
                                               : a->arg[1] > 0            ? TC_QUARTER
                                                                          : -TC_QUARTER));
    struct tc_dir f = tc_forward_of(way);

    return (int64_t)(m->x - lead->x) * f.x + (int64_t)(m->y - lead->y) * f.y;
}

/* Those who conform and stand before the lead (or behind it) in the direction of its step, the
 * farthest on first. */
int mal_step_order(const struct mal_state *s, int unit, const struct tc_act *a, bool ahead,
                   int16_t out[MAL_UNITS])
{
    const struct mal_unit *lead = &s->brigades[unit];
    int16_t who[MAL_UNITS];
    int n = mal_conformers(s, unit, who), k = 0;

    for (int i = 0; i < n; i++) {
        int64_t at = along_step(lead, &s->brigades[who[i]], a);
        if ((at > 0) != ahead)
            continue;
        int j = k++;
        for (; j > 0 && along_step(lead, &s->brigades[out[j - 1]], a) < at; j--)
            out[j] = out[j - 1];
        out[j] = who[i];
    }
    return k;
}
