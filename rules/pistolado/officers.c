/* rules/pistolado/officers.c - chapter K: commanders, their ways and their risks. */
#include <string.h>
#include "rules/pistolado/inner.h"

/* Told further down: */
static void attach(struct pis_play *p, int o, int r);
static void place_at(struct pis_state *s, int o, int r);
static void plan(struct pis_play *p, int o);
static bool is_general(const struct pis_book *bk, const struct pis_state *s, int o);
static void risk_one(struct pis_play *p, int o, int r, int risk);
static void wound(struct pis_officer *f);
static void lose_officer(struct pis_play *p, int o, int how);
static bool is_touched(const struct pis_play *p, int o);
static void take_refuge(struct pis_play *p, int o);
static int nearest_friend(const struct pis_play *p, int o, int32_t within);
static bool may_lead(const struct pis_book *bk, const struct pis_state *s, int o, int r);

static bool refuse(struct tc_refusal *why, int reason, int o, int32_t a)
{
    struct tc_act stay = { .verb = PIS_V_STAY,
                           .arg = { reason == PIS_R_NOT_THIS_OFFICER ? a : o } };

    return tc_refuse_near(why, &stay, "P-K3", reason, o, a);
}

bool pis_judge_officer(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    int o = v->q->arg[0];
    int32_t reach = bk->t.officer.reach;

    if (a->arg[0] != o)
        return refuse(why, PIS_R_NOT_THIS_OFFICER, a->arg[0], o);
    if (a->verb == PIS_V_STAY)
        return true;
    if (a->verb == PIS_V_GO) {
        struct tc_pt to = { a->arg[1], a->arg[2] };

        if (!tc_point_on_table(to, pis_table(bk)))
            return refuse(why, PIS_R_OFFICER_PLACE, o, 0);
        if (tc_dist2(to, pis_officer_at(s, o)) > (int64_t)reach * reach)
            return refuse(why, PIS_R_OFFICER_FAR, o, reach);
        return true;
    }
    int r = a->arg[1];
    struct tc_box b;
    if (!may_lead(bk, s, o, r))
        return refuse(why, PIS_R_NOT_HIS_REGIMENT, o, r);
    if (!pis_here(s, r))
        return refuse(why, PIS_R_OFFICER_TO_ABSENT, o, r);
    if (s->officer[o].attached == r)
        return refuse(why, PIS_R_OFFICER_THERE, o, r);
    pis_box(s, r, &b);
    if (!tc_point_within(&b, pis_officer_at(s, o), reach))
        return refuse(why, PIS_R_OFFICER_FAR, o, reach);
    return true;
}

int pis_count_officer(const struct tc_view *v)
{
    return 1 + pis_book_of(v->book)->regiments;
}

void pis_officers_move(struct pis_play *p)
{
    for (int o = 0; o < p->bk->officers; o++) {
        struct pis_officer *f = &p->s->officer[o];

        if (f->plan == PIS_PLAN_ATTACH) {
            attach(p, o, f->plan_to);
            tc_tell(p->u, PIS_E_OFFICER_JOINS, "P-K3", o, f->plan_to, 0);
        } else if (f->plan == PIS_PLAN_GO) {
            struct tc_pt to = { f->plan_x, f->plan_y };
            int32_t far = tc_dist(pis_officer_at(p->s, o), to);
            f->attached = TC_NONE;
            f->x = to.x;
            f->y = to.y;
            tc_tell(p->u, PIS_E_OFFICER_GOES, "P-K3", o, f->x, f->y, far);
        }
        f->plan = PIS_PLAN_NONE;
        f->plan_to = TC_NONE;
        f->plan_x = f->plan_y = 0;
    }
    pis_officers_follow(p);
}

static void attach(struct pis_play *p, int o, int r)
{
    p->s->officer[o].attached = (pis_unit)r;
    place_at(p->s, o, r);
}

static void place_at(struct pis_state *s, int o, int r)
{
    struct tc_rect at = pis_rect(s, r);
    struct tc_pt c = tc_rect_centre(&at);

    s->officer[o].x = c.x;
    s->officer[o].y = c.y;
}

static void plan(struct pis_play *p, int o)
{
    struct pis_officer *f = &p->s->officer[o];
    const struct tc_act *a =
        tc_ask(p->u, p->bk->officer[o].side, PIS_Q_OFFICER, "P-K3", o, 0, 0);

    f->plan = PIS_PLAN_STAY;
    if (a->verb == PIS_V_ATTACH) {
        f->plan = PIS_PLAN_ATTACH;
        f->plan_to = (pis_unit)a->arg[1];
    } else if (a->verb == PIS_V_GO) {
        f->plan = PIS_PLAN_GO;
        f->plan_x = a->arg[1];
        f->plan_y = a->arg[2];
    }
}

void pis_step_officer(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->at < p->bk->officers &&
           (p->bk->officer[s->at].side != s->side || !pis_officer_fit(s, s->at)))
        s->at++;
    if (s->at < p->bk->officers) {
        plan(p, s->at++);
        pis_go(p, PIS_S_OFFICER);
        return;
    }
    s->at = 0;
    if (s->side == 0) {
        s->side = 1;
        pis_go(p, PIS_S_ORDER);
        return;
    }
    s->side = 0;
    pis_go(p, PIS_S_REVEAL);
}

/* P-W3a, P-K6a, P-K6b: who must hear of it. */
static void spread_the_news(struct pis_play *p, int o)
{
    const struct pis_officer_card *c = &p->bk->officer[o];
    int32_t reach = p->bk->t.officer.reach;

    for (int r = 0; r < p->bk->regiments; r++) {
        struct tc_box b;

        if (!pis_here(p->s, r) || pis_side_of(p->bk, r) != c->side)
            continue;
        if (c->brigade != TC_NONE && p->bk->regiment[r].brigade == c->brigade)
            pis_due(p, r, PIS_C_OFFICER); /* P-K6a */
        pis_box(p->s, r, &b);
        if (is_general(p->bk, p->s, o) && tc_point_within(&b, pis_officer_at(p->s, o), reach))
            pis_due(p, r, PIS_C_GENERAL); /* P-K6b */
    }
}

/* A successor takes over a brigade, not the army. */
static bool is_general(const struct pis_book *bk, const struct pis_state *s, int o)
{
    return bk->officer[o].rank == PIS_GENERAL && !s->officer[o].successor;
}

int pis_general(const struct pis_book *bk, const struct pis_state *s, int side)
{
    for (int o = 0; o < bk->officers; o++)
        if (bk->officer[o].side == side && is_general(bk, s, o) && pis_officer_fit(s, o))
            return o;
    return TC_NONE;
}

struct tc_pt pis_officer_at(const struct pis_state *s, int o)
{
    return (struct tc_pt){ s->officer[o].x, s->officer[o].y };
}

int pis_valour(const struct pis_book *bk, const struct pis_state *s, int r)
{
    int best = 0;

    for (int o = 0; o < bk->officers; o++)
        if (s->officer[o].attached == r && pis_officer_fit(s, o) && s->officer[o].valour > best)
            best = s->officer[o].valour;
    return best;
}

bool pis_led(const struct pis_book *bk, const struct pis_state *s, int r, int32_t distance)
{
    int o = bk->brigade[bk->regiment[r].brigade].officer;
    struct tc_box b;

    if (o == TC_NONE || !pis_officer_fit(s, o))
        return false;
    if (s->officer[o].attached == r)
        return true;
    pis_box(s, r, &b);
    return tc_point_within(&b, pis_officer_at(s, o), distance);
}

void pis_officer_risk(struct pis_play *p, int r, int risk)
{
    for (int o = 0; o < p->bk->officers; o++)
        if (p->s->officer[o].attached == r && pis_officer_fit(p->s, o)) {
            place_at(p->s, o, r); /* wherever it has gone: P-K3 */
            risk_one(p, o, r, risk);
        }
}

static void risk_one(struct pis_play *p, int o, int r, int risk)
{
    const struct pis_officers *t = &p->bk->t.officer;
    int8_t die[2];

    tc_hope(p->u, pis_side_of(p->bk, r), TC_HIGH); /* P-TAB-14 */
    tc_rolls(p->u, 2, TC_D6, die, "P-K5");
    int roll = die[0] + die[1];
    int fate = roll <= t->killed[risk]     ? PIS_KILLED
               : roll <= t->captured[risk] ? PIS_CAPTURED
               : roll <= t->wounded[risk]  ? PIS_WOUNDED
                                           : PIS_FIT;
    static const int told[] = {
        [PIS_FIT] = 0, [PIS_WOUNDED] = 1, [PIS_CAPTURED] = 2, [PIS_KILLED] = 3
    };
    tc_tell(p->u, PIS_E_RISK, "P-K5", o, r, told[fate]);
    if (fate == PIS_WOUNDED)
        wound(&p->s->officer[o]);
    else if (fate != PIS_FIT)
        lose_officer(p, o, fate);
}

static void wound(struct pis_officer *f)
{
    f->condition = PIS_WOUNDED;
    if (f->strategy > 1)
        f->strategy--;
    f->valour = 0;
}

static void lose_officer(struct pis_play *p, int o, int how)
{
    struct pis_officer *f = &p->s->officer[o];
    struct pis_army *a = &p->s->army[p->bk->officer[o].side];

    f->condition = (uint8_t)how;
    f->attached = TC_NONE;
    if (is_general(p->bk, p->s, o))
        a->generals_lost++;
    else
        a->officers_lost++;
    spread_the_news(p, o);
}

/* P-K7: the next in rank takes over, with the regiment nearest to where the old one was. */
void pis_officers_replace(struct pis_play *p)
{
    for (int o = 0; o < p->bk->officers; o++) {
        struct pis_officer *f = &p->s->officer[o];
        int b = p->bk->officer[o].brigade, best = TC_NONE;
        struct tc_gap least = { 0, 0, 1 };

        if (pis_officer_fit(p->s, o) || b == TC_NONE)
            continue;
        for (int r = 0; r < p->bk->regiments; r++) {
            struct tc_box box;

            if (p->bk->regiment[r].brigade != b || !pis_here(p->s, r))
                continue;
            pis_box(p->s, r, &box);
            struct tc_gap g = tc_gap_point(&box, pis_officer_at(p->s, o));
            if (best == TC_NONE || tc_gap_cmp(g, least) < 0) {
                least = g;
                best = r;
            }
        }
        if (best == TC_NONE)
            continue;
        f->condition = PIS_FIT;
        f->strategy = (int8_t)tc_max(1, f->strategy - p->bk->t.officer.successor_less);
        f->valour = 0;
        f->successor = 1;
        attach(p, o, best);
        tc_tell(p->u, PIS_E_SUCCESSOR, "P-K7", o, f->strategy, best);
    }
}

/* P-K8: a loose officer in the way of an enemy is touched, though it goes on past him. */
void pis_ride_over(struct pis_play *p, int r, const struct tc_box *from, uint16_t heading,
                   int32_t d)
{
    int32_t half = p->bk->t.stand.officer / 2;

    for (int o = 0; o < p->bk->officers; o++) {
        struct tc_box at;

        if (!pis_officer_fit(p->s, o) || p->s->officer[o].attached != TC_NONE ||
            p->bk->officer[o].side == pis_side_of(p->bk, r))
            continue;
        tc_box_point(&at, pis_officer_at(p->s, o));
        if (tc_sweep_within(from, heading, d, &at, half + 1))
            take_refuge(p, o);
    }
}

void pis_officers_follow(struct pis_play *p)
{
    for (int o = 0; o < p->bk->officers; o++) {
        if (!pis_officer_fit(p->s, o))
            continue;
        int r = p->s->officer[o].attached;
        if (r != TC_NONE)
            place_at(p->s, o, r);
        else if (is_touched(p, o))
            take_refuge(p, o);
    }
}

static bool is_touched(const struct pis_play *p, int o)
{
    int32_t half = p->bk->t.stand.officer / 2;
    struct tc_pt at = pis_officer_at(p->s, o);

    for (int r = 0; r < p->bk->regiments; r++) {
        const struct pis_regiment *g = &p->s->regiment[r];
        int32_t reach = half + g->w + g->d;
        struct tc_box b;

        if (!pis_here(p->s, r) || pis_side_of(p->bk, r) == p->bk->officer[o].side ||
            g->x - at.x > reach || at.x - g->x > reach || g->y - at.y > reach ||
            at.y - g->y > reach)
            continue;
        pis_box(p->s, r, &b);
        if (tc_point_within(&b, at, half + 1))
            return true;
    }
    return false;
}

void pis_officers_leave(struct pis_play *p, int r)
{
    for (int o = 0; o < p->bk->officers; o++) {
        struct pis_officer *f = &p->s->officer[o];

        if (f->attached != r || !pis_officer_fit(p->s, o))
            continue;
        place_at(p->s, o, r); /* where it was last, on the table */
        f->x = tc_max(0, tc_min(f->x, p->bk->width));
        f->y = tc_max(0, tc_min(f->y, p->bk->height));
        take_refuge(p, o);
    }
}

/* P-K8: to the nearest friends, or into the enemy's hands. */
static void take_refuge(struct pis_play *p, int o)
{
    int r = nearest_friend(p, o, p->bk->t.officer.reach);

    p->s->officer[o].attached = TC_NONE;
    if (r == TC_NONE) {
        tc_tell(p->u, PIS_E_RISK, "P-K8", o, TC_NONE, 2);
        lose_officer(p, o, PIS_CAPTURED);
        return;
    }
    if (may_lead(p->bk, p->s, o, r))
        attach(p, o, r);
    else
        place_at(p->s, o, r);
    tc_tell(p->u, PIS_E_OFFICER_SAVED, "P-K8", o, r, 0);
}

/* The nearest friendly regiment on the table; TC_NONE if none is within a distance (0: any). */
static int nearest_friend(const struct pis_play *p, int o, int32_t within)
{
    struct tc_gap best = { 0, 0, 1 };
    int found = TC_NONE;

    for (int r = 0; r < p->bk->regiments; r++) {
        struct tc_box b;

        if (!pis_here(p->s, r) || pis_side_of(p->bk, r) != p->bk->officer[o].side)
            continue;
        pis_box(p->s, r, &b);
        if (within && !tc_point_within(&b, pis_officer_at(p->s, o), within))
            continue;
        struct tc_gap g = tc_gap_point(&b, pis_officer_at(p->s, o));
        if (found == TC_NONE || tc_gap_cmp(g, best) < 0) {
            best = g;
            found = r;
        }
    }
    return found;
}

/* May he lead this regiment: one of his brigade; the general any of the army (P-K3)? */
static bool may_lead(const struct pis_book *bk, const struct pis_state *s, int o, int r)
{
    if (bk->officer[o].side != pis_side_of(bk, r))
        return false;
    return is_general(bk, s, o) || bk->officer[o].brigade == bk->regiment[r].brigade;
}

bool pis_nth_officer(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? PIS_V_ATTACH : PIS_V_STAY; /* P-CAND-8 */
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i ? i - 1 : 0;
    return i == 0 || may_lead(pis_book_of(v->book), v->state, v->q->arg[0], i - 1);
}
