/* rules/malbrook/charge.c - chapters 17 and 18: charges, responses, the charge move. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"

/* Enemies by the distance of their centres; M-DEC-12 looks at the eight nearest. */
enum { LOOKS = 8, WAYS = 4 };

/* What all candidates of a charge share. */
struct charge_desk {
    int near; /* enemies, the nearest first */
    int who[LOOKS];
    int bound; /* whom it must charge, if it must */
    bool able, eye_open;
    struct mal_eye eye;
    uint8_t seen[MAL_UNITS]; /* 0: not looked at yet, 1: yes, 2: no */
};

_Static_assert(sizeof(struct charge_desk) <= TC_DESK, "it fits on the desk");

/* Told further down: */
static bool wants_charge(const struct mal_book *bk, const struct mal_state *s, int unit);
static struct charge_desk *charge_desk(const struct tc_view *v, struct charge_desk *own);
static int near_enemies(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int most, int *who);
static bool fit_to_charge(const struct mal_book *bk, const struct mal_state *s, int unit,
                          struct tc_refusal *why);
static bool off_the_way(const struct mal_book *bk, const struct mal_unit *m,
                        const struct mal_unit *t, uint16_t bearing);
static bool judge_target(const struct mal_book *bk, const struct mal_state *s, int unit,
                         const struct tc_act *a, struct charge_desk *d, struct tc_refusal *why);
static bool seen(const struct mal_book *bk, const struct mal_state *s, int unit, int target,
                 struct charge_desk *d);
static void forced(struct mal_play *p, int unit);
static void declare(struct mal_play *p, int unit, int target, int32_t veer, bool outrance,
                    const char *rule);
static bool wants_dice(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool charged_in_front(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool wants_response(const struct mal_book *bk, const struct mal_state *s, int unit);
static int charger_of(const struct mal_book *bk, const struct mal_state *s, int unit);
static void foot_adjusts(struct mal_play *p, int unit, const struct tc_act *a);
static bool judge_evade(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int32_t angle, struct tc_refusal *why);
static int foot_beside(const struct mal_book *bk, const struct mal_state *s, int unit);
static int forced_target(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int32_t *veer);
static int kth_enemy(const struct tc_view *v, int k);

/* --- 4.16 Starting combat, charges --- */

static bool loose_cavalry(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_is_cavalry(bk, m) && m->formation == MAL_UNFORMED && !m->mixed; /* M-3.18a */
}

/* M-7.14, M-7.22, M-7.29, M-17.18: and what its control lets it do */
bool mal_can_charge(const struct mal_book *bk, const struct mal_state *s, int unit,
                    struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!fit_to_charge(bk, s, unit, why))
        return false;
    if (m->control == MAL_HALT)
        return tc_refuse(why, "M-7.22", MAL_R_HALTED, unit, 0, 0);
    if (m->control == MAL_REPEAT) /* M-7.5: the result binds it for the rest of the turn */
        return tc_refuse(why, "M-7.14", MAL_R_REPEATS, unit, 0, 0);
    if (m->control == MAL_CONFORM_LINE || m->control == MAL_CONFORM_REAR)
        return tc_refuse(why, m->control == MAL_CONFORM_LINE ? "M-7.29" : "M-17.18",
                         MAL_R_CONFORMS, unit, m->conforms_to, 0);
    return true;
}

/* M-7.7, M-17.18: those who conform in line charge too. */
static void conformers_charge(struct mal_play *p, int unit, int32_t veer)
{
    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        if (m->conforms_to != unit || m->control != MAL_CONFORM_LINE || m->charged ||
            !fit_to_charge(p->bk, p->s, i, NULL))
            continue;
        declare(p, i, p->s->brigades[unit].target, veer, false, "M-17.18");
    }
}

void mal_step_charge(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_charge);

    if (unit == TC_NONE) {
        if (s->side == s->first_side) /* M-17.5 */
            mal_enter(&p, MAL_S_CHARGE, MAL_P_COMBAT, !s->side);
        else
            mal_enter(&p, MAL_S_RESPOND, MAL_P_COMBAT, s->first_side);
        return; /* M-17.6, M-17.7 */
    }
    struct mal_unit *m = &s->brigades[unit];
    if (m->must_charge) {
        forced(&p, unit);
        m->acted = 1;
        return;
    }
    struct tc_act a = *tc_ask(u, s->side, MAL_Q_CHARGE, "M-17.4", unit, 0, 0);
    if (a.verb == MAL_V_JOIN) {
        mal_merge(&p, unit, a.arg[1], "M-14.18"); /* M-17.9 */
        return;
    }
    m->acted = 1;
    if (a.verb != MAL_V_CHARGE)
        return;
    /* M-19.2: foot came up: it may still charge */
    declare(&p, unit, a.arg[1], a.arg[2], a.arg[3], "M-17.4");
    conformers_charge(&p, unit, a.arg[2]);
}

static bool wants_charge(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    return !s->brigades[unit].charged && mal_can_charge(bk, s, unit, NULL);
}

bool mal_may_charge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    struct charge_desk own;
    int unit = v->q->arg[0];

    if (a->arg[0] != unit)
        return mal_not_asked(v, a->arg[0], "M-11.6", why);
    if (a->verb == MAL_V_NO_CHARGE && !s->brigades[unit].must_charge)
        return true;
    struct charge_desk *d = charge_desk(v, &own);
    if (s->brigades[unit].must_charge && (a->verb != MAL_V_CHARGE || a->arg[1] != d->bound))
        return tc_refuse(why, "M-17.14", MAL_R_MUST_CHARGE, unit, d->bound, 0);
    if (a->verb == MAL_V_NO_CHARGE)
        return true;
    if (!d->able)
        return mal_can_charge(bk, s, unit, why);
    if (a->verb == MAL_V_JOIN) {
        if (!mal_can_charge(bk, s, a->arg[1], why))
            return false;
        if (s->brigades[a->arg[1]].charged)
            return tc_refuse(why, "M-17.7", MAL_R_HAS_DECLARED, a->arg[1], 0, 0);
        return mal_can_merge(bk, s, unit, a->arg[1], false, why);
    }
    return judge_target(bk, s, unit, a, d, why);
}

static struct charge_desk *charge_desk(const struct tc_view *v, struct charge_desk *own)
{
    const struct mal_book *bk = mal_book_of(v->book);
    struct charge_desk *d = v->desk ? (void *)v->desk->room : own;
    int unit = v->q->arg[0];
    int32_t veer;

    if (v->desk && v->desk->laid)
        return d;
    memset(d, 0, sizeof *d);
    d->near = near_enemies(bk, v->state, unit, LOOKS, d->who);
    d->able = mal_can_charge(bk, v->state, unit, NULL);
    d->bound = TC_NONE;
    if (((const struct mal_state *)v->state)->brigades[unit].must_charge)
        d->bound = forced_target(bk, v->state, unit, &veer);
    if (v->desk)
        v->desk->laid = 1;
    return d;
}

/* The most nearest enemies, in order; how many there are of them. */
static int near_enemies(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int most, int *who)
{
    const struct mal_unit *m = &s->brigades[unit];
    int64_t far[LOOKS];
    int n = 0, k = most - 1;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == m->side)
            continue;
        int64_t x = e->x - m->x, y = e->y - m->y, d = x * x + y * y;
        if ((n > k && d >= far[k]) || !mal_counts(bk, e))
            continue;
        int at = n > k ? k : n++;
        for (; at > 0 && far[at - 1] > d; at--) {
            far[at] = far[at - 1];
            who[at] = who[at - 1];
        }
        far[at] = d;
        who[at] = i;
    }
    return n;
}

/* M-15.10a, M-17.2, M-17.17, M-17.17a, M-VIC-4: what holds for conformers too */
static bool fit_to_charge(const struct mal_book *bk, const struct mal_state *s, int unit,
                          struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int wing = mal_wing_of(bk, m);

    if (!mal_on_table(m) || !mal_is_cavalry(bk, m))
        return tc_refuse(why, "M-17.2", MAL_R_NOT_CAVALRY, unit, 0, 0);
    if (m->status != MAL_NORMAL)
        return tc_refuse(why, m->status == MAL_PURSUING ? "M-17.17a" : "M-17.17",
                         MAL_R_CHARGE_STATUS, unit, m->status, 0);
    if (m->steadied)
        return tc_refuse(why, "M-5.12", MAL_R_STEADIED, unit, 0, 0);
    if (m->unformed_stay)
        return tc_refuse(why, "M-15.10a", MAL_R_NOT_FORMED_YET, unit, 0, 0);
    if (mal_in_contact(bk, s, unit))
        return tc_refuse(why, "M-17.17a", MAL_R_IN_COMBAT, unit, 0, 0);
    if (wing != TC_NONE && s->wings[wing].broken &&
        !mal_has_leader(bk, s, unit, MAL_LIEUTENANT_GENERAL))
        return tc_refuse(why, "M-VIC-4", MAL_R_BROKEN_WING, unit, 0, 0);
    return true;
}

bool mal_path_meets(const struct mal_book *bk, const struct mal_state *s, int unit, int target,
                    uint16_t bearing)
{
    struct mal_body a, b;
    struct tc_pt c, t;

    if (off_the_way(bk, &s->brigades[unit], &s->brigades[target], bearing))
        return false;
    mal_body(bk, &s->brigades[unit], &a);
    mal_body(bk, &s->brigades[target], &b);
    c = a.box[0].centre;
    t = b.box[0].centre;
    if (tc_dist2(c, t) > INT64_C(20000) * 20000 && tc_apart(bearing, tc_bearing(c, t)) > 8192)
        return false;
    return tc_sweep_reach(&a.box[0], bearing, 60000, &b.box[0], MAL_EPS) >= 0;
}

/* Surely not met on the way: the discs around both do not meet. */
static bool off_the_way(const struct mal_book *bk, const struct mal_unit *m,
                        const struct mal_unit *t, uint16_t bearing)
{
    struct tc_dir f = tc_forward_of(bearing);
    int64_t x = t->x - m->x, y = t->y - m->y;
    int64_t r = (int64_t)mal_reach(bk, m) + mal_reach(bk, t) + 16;
    int64_t ahead = (x * f.x + y * f.y) >> 30, aside = (x * f.y - y * f.x) >> 30;

    return ahead < -r || aside > r || aside < -r;
}

static bool judge_target(const struct mal_book *bk, const struct mal_state *s, int unit,
                         const struct tc_act *a, struct charge_desk *d, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit], *t = &s->brigades[a->arg[1]];
    int32_t most = bk->tables.move.deviation;

    if (t->side == m->side)
        return tc_refuse(why, "M-RUL-40", MAL_R_OWN_TARGET, a->arg[1], 0, 0);
    if (!mal_counts(bk, t))
        return mal_refuse_gone(bk, s, a->arg[1], "M-RUL-40", why);
    if (m->formation != MAL_UNFORMED && (a->arg[2] > most || a->arg[2] < -most))
        return tc_refuse(why, "M-17.12", MAL_R_DEVIATION, unit, 0, 0);
    if (a->arg[2] < -TC_HALF || a->arg[2] > TC_HALF)
        return tc_refuse(why, "M-17.12", MAL_R_DEVIATION, unit, 0, 0);
    if (a->arg[3] && !m->outrance_ok)
        return tc_refuse(why, mal_card(bk, m)->style == MAL_TRADITIONAL ? "M-3.4" : "M-17.15",
                         MAL_R_NO_OUTRANCE, unit, 0, 0);
    if (!mal_path_meets(bk, s, unit, a->arg[1], (uint16_t)(m->heading + a->arg[2])))
        return tc_refuse(why, "M-17.12", MAL_R_NO_PATH, unit, a->arg[1], 0);
    if (!m->must_charge && !mal_order_allows_charge(bk, s, unit, a->arg[1]))
        return tc_refuse(why, "M-RUL-6", MAL_R_ORDERS, unit, 0, 0);
    if (!seen(bk, s, unit, a->arg[1], d))
        return tc_refuse(why, "M-RUL-40", MAL_R_UNSEEN, a->arg[1], 0, 0);
    return true; /* M-17.8 */
}

static bool seen(const struct mal_book *bk, const struct mal_state *s, int unit, int target,
                 struct charge_desk *d)
{
    if (!d->eye_open)
        mal_eye_of(bk, s, unit, &d->eye);
    d->eye_open = true;
    if (!d->seen[target])
        d->seen[target] = mal_eye_sees(bk, s, &d->eye, target) ? 1 : 2;
    return d->seen[target] == 1;
}

/* It may choose cold steel all the same (M-17.16); with nobody to meet, straight ahead. */
static void forced(struct mal_play *p, int unit)
{
    int32_t veer;
    int target = forced_target(p->bk, p->s, unit, &veer);
    bool outrance = false;

    if (target != TC_NONE && p->s->brigades[unit].outrance_ok) {
        struct tc_act a = *tc_ask(p->u, p->s->side, MAL_Q_CHARGE, "M-17.14", unit, 0, 0);
        veer = a.arg[2];
        outrance = a.arg[3];
    }
    declare(p, unit, target, veer, outrance, "M-17.14");
}

static void declare(struct mal_play *p, int unit, int target, int32_t veer, bool outrance,
                    const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->charged = 1;
    m->outrance = outrance;
    m->target = (int16_t)target;
    m->charge_heading = (uint16_t)(m->heading + veer);
    tc_tell(p->u, MAL_E_CHARGES, rule, unit, target, outrance); /* M-17.16 */
}

bool mal_may_charge_dice(const struct tc_view *v, const struct tc_act *a,
                         struct tc_refusal *why)
{
    if (a->arg[0] != v->q->arg[0])
        return mal_not_asked(v, a->arg[0], "M-17.10", why);
    if (a->arg[2])
        return tc_refuse(why, "M-RUL-19", MAL_R_NO_DOUBLE, v->q->arg[0], v->q->arg[1] != 0, 0);
    if (a->arg[3] != TC_NONE || a->arg[4] != TC_NONE)
        return tc_refuse(why, v->q->arg[1] ? "M-22.12a" : "M-17.11", MAL_R_NO_PLACE,
                         v->q->arg[0], 0, 0);
    if (v->q->arg[1])
        return a->arg[1] == MAL_TWO || a->arg[1] == MAL_TWO_PLUS ||
               tc_refuse(why, "M-22.12a", MAL_R_DICE, v->q->arg[0], 0, 0);
    return mal_dice_legal(mal_book_of(v->book), v->state, v->q->arg[0], a->arg[1], true, why);
}

int mal_count_charge_dice(const struct tc_view *v)
{
    (void)v;
    return 4;
}

bool mal_nth_charge_dice(const struct tc_view *v, int i, struct tc_act *out)
{
    static const uint8_t dice[] = { MAL_TWO_PLUS, MAL_TWO, MAL_ONE_PLUS, MAL_ONE };

    out->verb = MAL_V_DICE;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = dice[i];
    out->arg[3] = out->arg[4] = TC_NONE;
    return true;
}

/* --- 4.17 Charge responses --- */

static bool judge_counter(const struct mal_book *bk, const struct mal_state *s, int unit,
                          int charger, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit], *c = &s->brigades[charger];

    if (!mal_is_cavalry(bk, m))
        return tc_refuse(why, "M-18.2", MAL_R_NOT_CAVALRY, unit, 0, 0);
    if (!mal_is_cavalry(bk, c))
        return tc_refuse(why, "M-18.2", MAL_R_NO_CHARGER, unit, charger, 0);
    if (m->status != MAL_NORMAL)
        return tc_refuse(why, "M-18.2", MAL_R_NOT_FRESH, unit, m->status, 0);
    if (m->unformed_stay)
        return tc_refuse(why, "M-18.2", MAL_R_NOT_FORMED_YET, unit, 0, 0);
    if (m->formation != MAL_UNFORMED && !mal_to_front(bk, m, c, 1, 60000) &&
        !charged_in_front(bk, s, unit))
        return tc_refuse(why, "M-18.2a", MAL_R_NOT_TO_FRONT, unit, charger, 0);
    return true; /* M-7.23 */
}

/* Does any of those who charge it come from its front? */
static bool charged_in_front(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (mal_on_table(e) && e->charged && e->target == unit && e->side != m->side &&
            mal_to_front(bk, m, e, 1, 60000))
            return true;
    }
    return false;
}

void mal_step_charge_dice(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_dice);

    if (unit == TC_NONE) {
        int cursor = s->cursor;
        if (s->side == s->first_side) {
            mal_enter(&p, MAL_S_CHARGE_DICE, MAL_P_COMBAT, !s->side);
            s->cursor = (int16_t)cursor;
        } else if (cursor == 0) {
            mal_enter(&p, MAL_S_CHARGE_DICE, MAL_P_COMBAT, s->first_side); /* M-18.3 */
            s->cursor = 1;
        } else {
            mal_enter(&p, MAL_S_CHARGE_MOVE, MAL_P_COMBAT, s->first_side);
        }
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    m->acted = 1;
    m->dice = (uint8_t)tc_ask(u, s->side, MAL_Q_CHARGE_DICE, "M-17.10", unit, 0, 0)->arg[1];
    tc_tell(u, MAL_E_CHARGE_DICE, "M-17.10", unit, mal_dice_count(m->dice), 0);
}

static bool wants_dice(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    (void)bk;
    return s->cursor == 0 ? m->charged : m->response == MAL_COUNTERS;
}

void mal_step_respond(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_response);

    if (unit == TC_NONE) {
        if (s->side == s->first_side)
            mal_enter(&p, MAL_S_RESPOND, MAL_P_COMBAT, !s->side);
        else
            mal_enter(&p, MAL_S_CHARGE_DICE, MAL_P_COMBAT, s->first_side);
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    int charger = charger_of(p.bk, s, unit);
    if (charger == TC_NONE)
        charger = foot_beside(p.bk, s, unit);
    m->acted = 1;
    struct tc_act a = *tc_ask(u, s->side, MAL_Q_RESPOND, "M-18.1", unit, charger, 0);
    m->response = MAL_STANDS;
    if (a.verb == MAL_V_COUNTER) {
        m->response = MAL_COUNTERS;
        m->countered = 1;
        m->charge_heading = m->heading;
        if (m->formation == MAL_UNFORMED) /* M-18.6, M-23.8 */
            m->charge_heading =
                tc_bearing(mal_centre(p.bk, m), mal_centre(p.bk, &s->brigades[charger]));
    } else if (a.verb == MAL_V_EVADE) {
        m->response = MAL_EVADES;
        m->charge_heading = (uint16_t)(tc_bearing(mal_centre(p.bk, &s->brigades[charger]),
                                                  mal_centre(p.bk, m)) +
                                       a.arg[1]);
    } else if (a.verb != MAL_V_STAND) {
        foot_adjusts(&p, unit, &a);
    } else { /* M-18.4, M-18.9, M-19.4 */
    }
    tc_tell(u, MAL_E_RESPONDS, "M-18.1", unit, m->response, charger);
}

static bool wants_response(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (m->charged || !mal_is_brigade(bk, m) || mal_type_of(bk, m) == MAL_CIVILIAN)
        return false;
    return charger_of(bk, s, unit) != TC_NONE || foot_beside(bk, s, unit) != TC_NONE;
}

/* The nearest charger bound for this brigade; or foot an inch away from loose cavalry. */
static int charger_of(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    struct tc_gap best = { 0, 0, 1 };
    int found = TC_NONE;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->target != unit || !e->charged || !mal_on_table(e) ||
            e->side == s->brigades[unit].side)
            continue;
        struct tc_gap g = mal_gap(bk, &s->brigades[unit], e);
        if (found == TC_NONE || tc_gap_cmp(g, best) < 0) {
            best = g;
            found = i;
        }
    }
    return found;
}

/* M-18.10, M-18.11, M-18.11a: foot turn a flank or about. */
static void foot_adjusts(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];

    if (a->verb == MAL_V_REFUSE) {
        /* M-GEO-31d */
        *m = mal_refused_as(p->bk, m, a->arg[1], 1, (uint16_t)p->bk->tables.move.refuse_angle);
        mal_leaders_follow(p->bk, p->s, unit);
        tc_tell(p->u, MAL_E_REFUSES, "M-18.10", unit, a->arg[1], 1);
        return;
    }
    struct tc_rect r = tc_about_face(mal_rect(p->bk, m));
    mal_set_rect(p->bk, p->s, unit, &r);
    m->turned = 1;
    tc_tell(p->u, MAL_E_FACES_ABOUT, "M-18.11", unit, 0, 0);
    if (m->under_fire)
        mal_add_dp(p, unit, p->bk->tables.move.face_cost, MAL_BY_MOVE, "M-18.11a");
}

static bool judge_foot(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct tc_act *a, int charger, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_is_foot(bk, m) || m->formation == MAL_UNFORMED)
        return tc_refuse(why, "M-18.10", MAL_R_NOT_FOOT_LINE, unit, 0, 0);
    if (mal_within(bk, m, &s->brigades[charger], bk->tables.move.horse_stop + MAL_EPS))
        return tc_refuse(why, "M-18.12", MAL_R_TWO_INCHES, unit, 0, 0);
    if (m->refuse_k[0] | m->refuse_k[1])
        return tc_refuse(why, "M-RUL-42", MAL_R_REFUSED, unit, 0, 0);
    if (a->verb == MAL_V_ABOUT)
        return true;
    if (m->formation != MAL_LINE || m->grade < MAL_D)
        return tc_refuse(why, "M-18.11b", MAL_R_GRADE, unit, 0, 0);
    if (a->arg[2] != 1 || m->front < 2)
        return tc_refuse(why, "M-GEO-31d", MAL_R_REFUSE_BASES, unit, 1, 0);
    struct mal_unit x =
        mal_refused_as(bk, m, a->arg[1], 1, (uint16_t)bk->tables.move.refuse_angle);
    return mal_may_stand(bk, s, unit, &x, why);
}

bool mal_may_respond(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0], charger = v->q->arg[1];
    const struct mal_unit *m = &s->brigades[unit];
    bool locked =
        mal_is_foot(bk, m) ? mal_in_close_combat(bk, s, unit) : mal_in_contact(bk, s, unit);

    if (a->arg[0] != unit)
        return mal_not_asked(v, a->arg[0], "M-18.1", why);
    if (a->verb == MAL_V_STAND)
        return true;
    if (locked)
        return tc_refuse(why, "M-18.14", MAL_R_ONLY_STAND, unit, 0, 0);
    if (a->verb == MAL_V_COUNTER)
        return judge_counter(bk, s, unit, charger, why);
    if (v->q->arg[2])
        return tc_refuse(why, "M-22.29b", MAL_R_PURSUERS_COME, unit, 0, 0);
    if (a->verb == MAL_V_EVADE)
        return judge_evade(bk, s, unit, a->arg[1], why);
    return judge_foot(bk, s, unit, a, charger, why);
}

int mal_count_respond(const struct tc_view *v)
{
    (void)v;
    return 12;
}

bool mal_nth_respond(const struct tc_view *v, int i, struct tc_act *out)
{
    static const int16_t by[] = { 0, 2048, -2048, 4096, -4096, 8192, -8192 };

    out->arg[0] = v->q->arg[0];
    out->verb = i == 0 ? MAL_V_STAND : i == 1 ? MAL_V_COUNTER : MAL_V_EVADE;
    if (i >= 2 && i < 9)
        out->arg[1] = by[i - 2];
    if (i == 9) {
        out->verb = MAL_V_ABOUT;
    } else if (i > 9) {
        out->verb = MAL_V_REFUSE;
        out->arg[1] = i - 10;
        out->arg[2] = 1;
    }
    return true;
}

static bool judge_evade(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int32_t angle, struct tc_refusal *why)
{
    if (!loose_cavalry(bk, &s->brigades[unit]))
        return tc_refuse(why, "M-18.7", MAL_R_NOT_UNFORMED_CAVALRY, unit, 0, 0);
    /* M-23.9 */
    if (angle > bk->tables.combat.evade_angle || angle < -bk->tables.combat.evade_angle)
        return tc_refuse(why, "M-RUL-43", MAL_R_DIRECTION, unit, 0, 0);
    return true;
}

static int foot_beside(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    if (!loose_cavalry(bk, &s->brigades[unit]) || mal_in_contact(bk, s, unit))
        return TC_NONE;
    for (int i = 0; i < s->units; i++)
        if (mal_on_table(&s->brigades[i]) && mal_is_brigade(bk, &s->brigades[i]) &&
            mal_is_foot(bk, &s->brigades[i]) && mal_engaged(bk, s, unit, i)) {
            return i; /* M-19.3 */
        }
    return TC_NONE;
}

/* M-RUL-40: whom it must charge again, the nearest it can meet, and how; TC_NONE. */
static int forced_target(const struct mal_book *bk, const struct mal_state *s, int unit,
                         int32_t *veer)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t most = bk->tables.move.deviation;
    int who[LOOKS] = { 0 }, n = near_enemies(bk, s, unit, LOOKS, who);

    for (int k = 0; k < n; k++) {
        int e = who[k];
        *veer =
            tc_turn(m->heading, tc_bearing(mal_centre(bk, m), mal_centre(bk, &s->brigades[e])));
        if (m->formation != MAL_UNFORMED)
            *veer = tc_max(-most, tc_min(most, *veer));
        if (mal_path_meets(bk, s, unit, e, (uint16_t)(m->heading + *veer)) &&
            mal_sees(bk, s, unit, e))
            return e;
    }
    *veer = 0;
    return TC_NONE;
}

int mal_count_charge(const struct tc_view *v)
{
    (void)v;
    return 2 + LOOKS * WAYS * 2; /* M-DEC-12 */
}

bool mal_nth_charge(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    const struct mal_unit *m = &s->brigades[unit];

    out->verb = MAL_V_NO_CHARGE;
    out->arg[0] = unit;
    if (i == 0)
        return true;
    if (i == 1) {
        out->verb = MAL_V_JOIN;
        for (int k = 0; k < s->units; k++)
            if (k != unit && s->brigades[k].side == m->side && mal_on_table(&s->brigades[k]) &&
                mal_is_cavalry(bk, &s->brigades[k]) && mal_touching(bk, m, &s->brigades[k]) &&
                mal_can_merge(bk, s, unit, k, false, NULL)) {
                out->arg[1] = k;
                return true;
            }
        return false;
    }
    i -= 2;
    static const int8_t way[WAYS] = { 0, 2, -1, 1 };
    int k = way[i / 2 % WAYS];
    int e = i % 2 && !m->outrance_ok ? TC_NONE : kth_enemy(v, i / (WAYS * 2));
    if (e == TC_NONE)
        return false;
    out->verb = MAL_V_CHARGE;
    out->arg[1] = e;
    out->arg[2] = k * bk->tables.move.deviation;
    out->arg[3] = i % 2;
    if (k != 2)
        return true;
    out->arg[2] =
        tc_turn(m->heading, tc_bearing(mal_centre(bk, m), mal_centre(bk, &s->brigades[e])));
    return out->arg[2] != 0;
}

static int kth_enemy(const struct tc_view *v, int k)
{
    struct charge_desk own;
    const struct charge_desk *d = charge_desk(v, &own);

    return k < d->near ? d->who[k] : TC_NONE;
}
