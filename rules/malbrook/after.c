/* rules/malbrook/after.c - chapters 21 and 22: results of combat and what follows. */
#include "rules/malbrook/inner.h"

enum {
    CAN_REMAIN = 1 << MAL_REMAIN,
    CAN_TAKE = 1 << MAL_TAKE,
    CAN_RIDE = 1 << MAL_RIDE,
    CAN_BACK = 1 << MAL_GO_BACK,
    CAN_FLEE = 1 << MAL_FLEE,
    CAN_PURSUE = 1 << MAL_PURSUE,
};

/* Told further down: */
static void face_position(struct mal_play *p, int unit);
static bool may_be_loser(const struct mal_state *s, int unit, int first);
static int difference(const struct mal_state *s, int combat, int side);
static bool beaten_enemy(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool only_cavalry_charged(const struct mal_book *bk, const struct mal_state *s,
                                 int unit);
static const struct mal_unit *foe_of(const struct mal_state *s, const struct mal_unit *m);
static bool rode_at_guns(const struct mal_book *bk, const struct mal_state *s,
                         const struct mal_unit *m);
static bool rode_at_one_rank(const struct mal_book *bk, const struct mal_state *s,
                             const struct mal_unit *m);
static bool stood_in_ranks(const struct mal_state *s, const struct mal_unit *e);
static void apply_row(struct mal_play *p, int combat, int side, int row);
static void one_casualty(struct mal_play *p, int combat, int side, const char *rule);
static void crews(struct mal_play *p, int unit, int row);
static void guns_alone(struct mal_play *p, int combat);
static int any_action(const struct mal_book *bk, const struct mal_state *s, int unit);
static int ride_or_stay(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool refuse_after(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int can, int what, struct tc_refusal *why);
static bool position_left(const struct mal_book *bk, const struct mal_state *s, int unit);
static void still_counted(struct mal_unit *m);
static int next_to_act(const struct mal_book *bk, const struct mal_state *s, int combat);
static void split_ends(struct mal_play *p, int unit);
static void remain(struct mal_play *p, int unit);
static void chase(struct mal_play *p, int unit);
static bool charged_foot(const struct mal_book *bk, const struct mal_state *s,
                         const struct mal_unit *m);
static int row_for(const struct mal_book *bk, int difference);

/* --- 4.20 Combat results --- */

/* M-22.11, M-RUL-50: forward onto the ground the enemy left. */
static void take_position(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_stop stop;
    struct mal_body b;
    int32_t d = p->bk->tables.combat.take_most;

    face_position(p, unit);
    mal_body(p->bk, m, &b);
    for (int i = 0; i < p->s->events; i++) {
        const struct mal_event *e = &p->s->log[i];
        if (e->unit != m->principal || e->unit == TC_NONE)
            continue;
        struct tc_pt rear =
            tc_step((struct tc_pt){ e->x[0], e->y[0] }, e->heading[0], -e->d[0]);
        d = tc_max(0, tc_min(d, tc_frame(&b.box[0], rear).v));
    }
    mal_way(p->bk, p->s, unit, m, m->heading, d, 0, &stop);
    struct mal_unit from = *m, x = mal_moved(m, m->heading, stop.distance);
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved = 1;
    tc_tell(p->u, MAL_E_TAKES, "M-22.11", unit, stop.distance, 0);
    mal_pass_lines(p, unit, &from, from.heading, stop.distance);
    mal_drop_dp(p, unit, p->bk->tables.disorder.relief, "M-10.19"); /* M-10.19a */
    mal_end_of_move(p, unit);
}

/* Loose troops face all round: they turn to the ground they mean to take (M-13.13a). */
static void face_position(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit], x = *m;

    for (int i = 0; i < p->s->events; i++) {
        const struct mal_event *e = &p->s->log[i];
        if (m->formation != MAL_UNFORMED || e->unit != m->principal || e->unit == TC_NONE)
            continue;
        struct tc_rect left =
            tc_rect_at((struct tc_pt){ e->x[0], e->y[0] }, e->heading[0], e->w[0], e->d[0]);
        struct tc_rect r = tc_turn_on_centre(
            mal_rect(p->bk, m), tc_bearing(mal_centre(p->bk, m), tc_rect_centre(&left)));
        x.x = r.x;
        x.y = r.y;
        x.heading = r.facing;
        if (mal_may_stand(p->bk, p->s, unit, &x, NULL))
            mal_set_rect(p->bk, p->s, unit, &r);
    }
}

bool mal_may_loser(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_state *s = v->state;
    const struct mal_unit *m = &s->brigades[a->arg[0]];

    if (!may_be_loser(s, a->arg[0], v->q->arg[0]))
        return mal_not_asked(v, a->arg[0], "M-RUL-29", why);
    if (a->arg[1] != MAL_LEFT && (!mal_loses_flank(m) || m->n < 2))
        return tc_refuse(why, "M-20.37", MAL_R_NO_END, a->arg[0], m->n < 2, 0);
    return true;
}

/* As many bases in combat as the one that is asked about, on its side of its combat. */
static bool may_be_loser(const struct mal_state *s, int unit, int first)
{
    const struct mal_unit *m = &s->brigades[unit], *f = &s->brigades[first];

    return mal_on_table(m) && m->combat == f->combat && m->side == f->side &&
           m->counted == f->counted;
}

int mal_count_loser(const struct tc_view *v)
{
    const struct mal_state *s = v->state;

    return 2 * s->units;
}

bool mal_nth_loser(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = MAL_V_LOSE;
    out->arg[0] = i / 2;
    out->arg[1] = i % 2;
    return true;
}

/* M-RUL-29: from the brigade with most bases in combat; equal: the owner says, and from which
 * end. -1 in hand: that is still to be asked. */
static int who_loses(struct mal_play *p, int combat, int side, int *hand)
{
    int best = TC_NONE, equals = 0;

    *hand = -1;
    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *m = &p->s->brigades[i];
        if (m->combat == combat && m->side == side && mal_on_table(m) &&
            (best == TC_NONE || m->counted > p->s->brigades[best].counted))
            best = i;
    }
    for (int i = 0; best != TC_NONE && i < p->s->units; i++)
        equals += may_be_loser(p->s, i, best);
    if (equals < 2)
        return best;
    const struct tc_act *a = tc_ask(p->u, side, MAL_Q_LOSER, "M-RUL-29", best, 0, 0);
    *hand = a->arg[1];
    return a->arg[0];
}

/* M-21.1b, M-21.1c, M-21.5a, M-21.5b, M-RUL-49 */
static int pursue_or_any(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (m->grade >= MAL_B)
        return any_action(bk, s, unit);                         /* M-21.1c, M-21.5b */
    return beaten_enemy(bk, s, unit) ? CAN_PURSUE : CAN_REMAIN; /* M-21.1b, M-21.5a, M-RUL-49 */
}

/* Somebody of the other side in this combat retires or routs. */
static bool beaten_enemy(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].combat == s->brigades[unit].combat && mal_is_quarry(bk, s, unit, i))
            return true;
    return false;
}

static int after_success(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit], *e = foe_of(s, m);

    if (charged_foot(bk, s, m))
        return CAN_BACK; /* M-21.7 */
    if (mal_is_foot(bk, m) && e && mal_is_cavalry(bk, e))
        return CAN_REMAIN; /* M-21.8 */
    if (rode_at_guns(bk, s, m))
        return ride_or_stay(bk, s, unit); /* M-21.9 */
    return any_action(bk, s, unit);       /* M-21.10 */
}

static const struct mal_unit *foe_of(const struct mal_state *s, const struct mal_unit *m)
{
    return m->principal == TC_NONE ? NULL : &s->brigades[m->principal];
}

static const char *const dp_rule[] = { "M-21.1a", "M-21.3",   "M-21.6",  "M-21.11a",
                                       "M-21.15", "M-21.18a", "M-21.20a" };

void mal_step_result(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int c = s->cursor;

    if (c >= s->combats) {
        for (int i = 0; i < s->units; i++) /* it has told; a pursuit may strike another */
            s->brigades[i].flanked = 0;
        mal_enter(&p, MAL_S_AFTER, MAL_P_COMBAT, s->first_side);
        return;
    }
    s->cursor++;
    if (s->combat[c].guns_only) {
        guns_alone(&p, c);
        return;
    }
    int row[2];
    for (int side = 0; side < 2; side++) {
        row[side] = row_for(p.bk, difference(s, c, side));
        tc_tell(u, MAL_E_RESULT,
                row[side] == MAL_INCONCLUSIVE ? "M-RUL-33" : dp_rule[row[side]], side,
                row[side], c + 1);
    }
    apply_row(&p, c, s->first_side, row[(int)s->first_side]);
    apply_row(&p, c, !s->first_side, row[!s->first_side]);
}

static int difference(const struct mal_state *s, int combat, int side)
{
    return s->combat[combat].hits[side] - s->combat[combat].hits[!side];
}

static void apply_row(struct mal_play *p, int combat, int side, int row)
{
    const struct mal_row *r = &p->bk->tables.combat.row[row];

    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        if (m->combat != combat || m->side != side || !mal_on_table(m))
            continue;
        m->result = (uint8_t)row;
        m->fought = 1;
        m->fired |= mal_is_foot(p->bk, m);
        mal_passed_now_acts(p, i);
        bool wild = row == MAL_INCONCLUSIVE && m->charged && m->outrance;
        mal_add_dp(p, i, wild ? p->bk->tables.combat.outrance_dps : r->dps, MAL_BY_COMBAT,
                   wild ? "M-21.11b" : dp_rule[row]);
        if (mal_on_table(m))
            crews(p, i, row);
    }
    for (int k = 0; k < r->casualties; k++)
        one_casualty(p, combat, side, dp_rule[row]);
}

static void one_casualty(struct mal_play *p, int combat, int side, const char *rule)
{
    int hand, unit = who_loses(p, combat, side, &hand);

    if (unit == TC_NONE)
        return;
    if (hand < 0)
        mal_casualty(p, unit, 1, MAL_BY_COMBAT, rule);
    else
        mal_casualty_at(p, unit, hand, MAL_BY_COMBAT, rule);
    still_counted(&p->s->brigades[unit]);
}

static int after_draw(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (charged_foot(bk, s, m))
        return CAN_BACK; /* M-21.12 */
    if (rode_at_one_rank(bk, s, m))
        return ride_or_stay(bk, s, unit); /* M-21.13 */
    return CAN_REMAIN | CAN_BACK;         /* M-21.14 */
}

static int permitted(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    switch ((enum mal_result)m->result) {
    case MAL_BREAKTHROUGH: return pursue_or_any(bk, s, unit);
    case MAL_VICTORY:
        if (charged_foot(bk, s, m) && difference(s, m->combat, m->side) <
                                          -bk->tables.combat.row[MAL_DRIVEN_BACK].from + 1) {
            return CAN_BACK; /* M-21.4 */
        }
        return pursue_or_any(bk, s, unit);
    case MAL_SUCCESS: return after_success(bk, s, unit);
    case MAL_INCONCLUSIVE: return after_draw(bk, s, unit);
    case MAL_DRIVEN_BACK:
        return only_cavalry_charged(bk, s, unit) ? CAN_REMAIN : CAN_BACK; /* M-21.16 */
    case MAL_DEFEAT: return CAN_BACK;                                     /* M-21.18b */
    case MAL_BREAK: return CAN_FLEE;                                      /* M-21.20b */
    case MAL_RESULTS: break;
    }
    return CAN_REMAIN;
}

/* M-21.16: infantry that only cavalry charged stands its ground. */
static bool only_cavalry_charged(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    bool charged = false;

    if (!mal_is_infantry(bk, &s->brigades[unit]))
        return false;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->combat != s->brigades[unit].combat || e->side == s->brigades[unit].side)
            continue;
        if (!mal_is_cavalry(bk, e))
            return false;
        charged |= mal_came_on(e);
    }
    return charged;
}

/* M-21.9: it charged only guns. */
static bool rode_at_guns(const struct mal_book *bk, const struct mal_state *s,
                         const struct mal_unit *m)
{
    return m->only_guns && !foe_of(s, m) && mal_is_cavalry(bk, m);
}

/* M-21.13: cold steel at dismounted dragoons, or at cavalry that stood in one rank. */
static bool rode_at_one_rank(const struct mal_book *bk, const struct mal_state *s,
                             const struct mal_unit *m)
{
    const struct mal_unit *e = foe_of(s, m);

    return m->charged && m->outrance && e && mal_on_table(e) &&
           (mal_is_dismounted(bk, e) || (mal_is_cavalry(bk, e) && !stood_in_ranks(s, e)));
}

/* Two ranks or more when they were charged. */
static bool stood_in_ranks(const struct mal_state *s, const struct mal_unit *e)
{
    return mal_ranks(e) > 1 ||
           (e->combat != TC_NONE && s->combat[(int)e->combat].stage >> e->side & 1);
}

/* M-21.17, M-21.19, M-21.21, M-21.21a: crews that shelter with the beaten. */
static void crews(struct mal_play *p, int unit, int row)
{
    if (row >= MAL_DEFEAT) /* M-21.21a; driven back they stay: M-21.17 */
        mal_crew_gone(p, unit, row == MAL_DEFEAT ? "M-21.19" : "M-21.21");
}

bool mal_may_after(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];

    if (a->arg[0] != unit)
        return mal_not_asked(v, a->arg[0], "M-22.1", why);
    int can = permitted(bk, s, unit);
    return (can >> a->arg[1] & 1) || refuse_after(bk, s, unit, can, a->arg[1], why);
}

int mal_count_after(const struct tc_view *v)
{
    (void)v;
    return MAL_PURSUE;
}

bool mal_nth_after(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = MAL_V_AFTER;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i + 1;
    return true;
}

/* M-21.22, M-RUL-44: guns alone: a Success without dice. */
static void guns_alone(struct mal_play *p, int combat)
{
    for (int i = 0; i < p->s->units; i++) /* M-RUL-44 */
        if (p->s->brigades[i].combat == combat) {
            tc_tell(p->u, MAL_E_RESULT, "M-21.22", p->s->brigades[i].side, MAL_SUCCESS,
                    combat + 1);
            apply_row(p, combat, p->s->brigades[i].side, MAL_SUCCESS);
            return;
        }
}

/* --- 4.21 After-combat actions --- */

/* M-21.2: cavalry that could pursue after a Breakthrough and does not. */
static void holds_back(struct mal_play *p, int unit, enum mal_after what)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    if (m->result == MAL_BREAKTHROUGH && what != MAL_PURSUE && mal_is_cavalry(p->bk, m) &&
        beaten_enemy(p->bk, p->s, unit))
        mal_add_dp(p, unit, p->bk->tables.combat.no_pursuit_dp, MAL_BY_COMBAT, "M-21.2");
}

/* M-22.1 to M-22.3: who decides first in this combat. */
static int first_to_act(const struct mal_state *s, int combat)
{
    int d = difference(s, combat, 0);

    if (d == 0)
        return !s->first_side; /* M-11.11, M-22.3 */
    return d < 0 ? 0 : 1;      /* M-22.2 */
}

static int any_action(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    int can = CAN_REMAIN;

    if (beaten_enemy(bk, s, unit)) /* M-22.4 */
        can |= CAN_PURSUE;
    if (mal_is_cavalry(bk, m)) /* M-22.5 */
        can |= CAN_BACK;
    else if (position_left(bk, s, unit))
        can |= CAN_TAKE;
    return can; /* M-22.6, M-22.7 */
}

static int ride_or_stay(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    if (mal_ride_room(bk, s, unit))
        return CAN_RIDE;
    return CAN_REMAIN | CAN_BACK; /* M-22.13 */
}

/* M-22.4 to M-22.7: what it asks for is not among what it can do. Always false. */
static bool refuse_after(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int can, int what, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (what == MAL_PURSUE && !beaten_enemy(bk, s, unit))
        return tc_refuse(why, "M-22.5", MAL_R_NOT_BEATEN, unit, 0, 0);
    if (what == MAL_TAKE && mal_is_cavalry(bk, m))
        return tc_refuse(why, "M-22.6", MAL_R_NOT_FOOT, unit, 0, 0);
    if (what == MAL_TAKE && !position_left(bk, s, unit))
        return tc_refuse(why, "M-22.6", MAL_R_NOT_LEFT, unit, 0, 0);
    for (int only = MAL_REMAIN; only <= MAL_PURSUE; only++)
        if (can == 1 << only)
            return tc_refuse(why, what == MAL_TAKE ? "M-22.6" : "M-22.4", MAL_R_MUST_AFTER,
                             unit, only, 0);
    if (what == MAL_GO_BACK && mal_is_foot(bk, m))
        return tc_refuse(why, "M-22.7", MAL_R_FOOT_STAYS, unit, 0, 0);
    if (what == MAL_RIDE && (rode_at_guns(bk, s, m) || (m->charged && m->outrance)))
        return tc_refuse(why, "M-22.13", MAL_R_NO_RIDE_ROOM, unit, 0, 0);
    if (what == MAL_RIDE)
        return tc_refuse(why, "M-22.4", MAL_R_NO_RIDE, unit, 0, 0);
    return tc_refuse(why, "M-22.4", what == MAL_FLEE ? MAL_R_NOT_BROKEN : MAL_R_AFTER_DRAW,
                     unit, 0, 0);
}

/* M-22.6: has its opponent left the position? */
static bool position_left(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *e = foe_of(s, &s->brigades[unit]);

    if (!e)
        return false;
    if (mal_on_table(e))
        return mal_is_quarry(bk, s, unit, s->brigades[unit].principal);
    return e->after == MAL_GO_BACK ||
           e->after == MAL_FLEE; /* who died on the spot left nothing */
}

/* M-22.8a: a base that falls elsewhere leaves those in combat as many as they were. */
static void still_counted(struct mal_unit *m)
{
    int last = tc_min(m->file_last, m->front - 1);

    if (m->formation == MAL_LINE)
        m->counted = (uint8_t)tc_min(m->counted, tc_max(0, last - m->file_first + 1));
    m->counted = (uint8_t)tc_min(m->counted, m->n);
}

bool mal_has_no_choice(const struct mal_book *bk, const struct mal_state *s)
{
    for (int c = s->cursor; c < s->combats; c++) {
        int unit = next_to_act(bk, s, c);
        if (unit == TC_NONE)
            continue;
        int can = permitted(bk, s, unit);
        return can == CAN_REMAIN || can == CAN_PURSUE ||
               ((can == CAN_BACK || can == CAN_FLEE) && mal_has_no_way_back(bk, s, unit));
    }
    return false;
}

/* The next brigade of a combat that has not acted, losers first; TC_NONE. */
static int next_to_act(const struct mal_book *bk, const struct mal_state *s, int combat)
{
    int first = first_to_act(s, combat);

    for (int turn = 0; turn < 2; turn++) {
        int best = TC_NONE;
        int64_t most = 0;
        for (int i = 0; i < s->units; i++) {
            const struct mal_unit *m = &s->brigades[i];
            if (m->combat != combat || m->side != (turn ? !first : first) || !mal_on_table(m) ||
                m->after != MAL_UNDECIDED)
                continue;
            int64_t r = mal_rightness(bk, s, i);
            if (best == TC_NONE || r > most) {
                best = i;
                most = r;
            }
        }
        if (best != TC_NONE)
            return best;
    }
    return TC_NONE;
}

static void carry_out(struct mal_play *p, int unit, enum mal_after what)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->after = (uint8_t)what;
    holds_back(p, unit, what); /* M-7.24 */
    if (!mal_on_table(m))
        return;
    if (what == MAL_REMAIN) {
        remain(p, unit);
        return;
    }
    split_ends(p, unit);
    if (!mal_on_table(m))
        return;
    switch (what) {
    case MAL_TAKE: take_position(p, unit); break;
    case MAL_RIDE: mal_ride_through(p, unit); break;
    case MAL_GO_BACK:
        if (!mal_retire(p, unit, false, m->status != MAL_RETIRING, "M-22.15") &&
            mal_on_table(m)) {
            m->after = MAL_REMAIN; /* M-22.18 */
            remain(p, unit);
        }
        break;
    case MAL_FLEE: mal_retire(p, unit, true, m->status != MAL_ROUTING, "M-22.21"); break;
    case MAL_PURSUE: chase(p, unit); break;
    case MAL_REMAIN:
    case MAL_UNDECIDED: break;
    }
}

/* M-22.8, M-22.8a, M-RUL-46: only the bases in combat are bound; the ends stay. */
static void split_ends(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int first = m->file_first, last = m->file_last;

    if (m->counted == 0)
        return; /* M-22.8a */
    if (m->formation != MAL_LINE || (m->refuse_k[0] | m->refuse_k[1]))
        return;
    last = last < m->front ? last : m->front - 1;
    if (last + 1 < m->front && last >= first) /* M-22.8 */
        (void)mal_split_files(p, unit, last + 1, m->front, "M-RUL-46");
    if (first > 0 && first < m->front)
        (void)mal_split_files(p, unit, 0, first, "M-RUL-46");
}

static void remain(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->locked = 1;
    tc_tell(p->u, MAL_E_REMAINS, "M-22.9", unit, 0, 0);
}

static void chase(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->quarry = (int16_t)tc_ask(p->u, m->side, MAL_Q_CHASE, "M-22.28", unit, 0, 0)->arg[1];
    m->met = 0;
    mal_pursue(p, unit);
}

void mal_step_after(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    for (; s->cursor < s->combats; s->cursor++) {
        int unit = next_to_act(p.bk, s, s->cursor);
        if (unit == TC_NONE)
            continue;
        struct mal_unit *m = &s->brigades[unit];
        /* M-22.35: one that was already in flight and is not beaten keeps its status */
        if ((m->status == MAL_ROUTING || m->status == MAL_RETIRING) &&
            m->result <= MAL_INCONCLUSIVE) {
            m->after = MAL_REMAIN; /* M-22.35 */
            return;
        }
        /* M-22.1 */
        struct tc_act a = *tc_ask(u, m->side, MAL_Q_AFTER, "M-22.4", unit, m->result, 0);
        carry_out(&p, unit, (enum mal_after)a.arg[1]);
        return;
    }
    mal_enter(&p, MAL_S_ROUND_END, MAL_P_COMBAT, s->first_side);
}

/* M-RUL-25: one follow-on round for pursuers that met fresh enemy. */
void mal_step_round_end(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    bool more = false;

    for (int i = 0; i < s->units; i++) {
        struct mal_unit *m = &s->brigades[i];
        if (!mal_on_table(m) || !mal_is_brigade(p.bk, m))
            continue;
        if (m->combat != TC_NONE && m->after != MAL_PURSUE)
            m->met = 0;
        m->only_guns = 0;
        m->struck = m->charged = 0;
        if (m->combat != TC_NONE) /* who met pursuers since fights as a counter-charger now */
            m->countered = 0;
        more |= m->met;
        if (m->locked) {
            bool touching = false;
            for (int j = 0; j < s->units && !touching; j++) {
                const struct mal_unit *e = &s->brigades[j];
                touching = e->side != m->side && mal_on_table(e) && mal_is_brigade(p.bk, e) &&
                           mal_within(p.bk, m, e, MAL_EPS);
            }
            m->locked = touching;
        }
    }
    if (more && s->round == 0) {
        s->round = 1;
        mal_enter(&p, MAL_S_ABANDON, MAL_P_COMBAT, s->first_side);
        return;
    }
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].met) {
            s->brigades[i].locked = 1;
            if (s->brigades[i].target != TC_NONE)
                s->brigades[s->brigades[i].target].locked = 1;
        }
    s->round = 0;
    mal_enter(&p, MAL_S_REDRESS, MAL_P_MORALE, s->first_side);
}

static bool charged_foot(const struct mal_book *bk, const struct mal_state *s,
                         const struct mal_unit *m)
{
    const struct mal_unit *e = foe_of(s, m);

    /* M-RUL-66 */
    return mal_came_on(m) && mal_is_cavalry(bk, m) && e && mal_is_infantry(bk, e);
}

/* M-TAB-3: the row for a difference of hits. */
static int row_for(const struct mal_book *bk, int difference)
{
    for (int r = 0; r < MAL_RESULTS; r++) /* M-TAB-3 */
        if (difference >= bk->tables.combat.row[r].from)
            return r;
    return MAL_BREAK;
}
