/* rules/pistolado/orders.c - chapter O, P-S1 to P-S4: orders, status, reveal, initiative. */
#include <string.h>
#include "rules/pistolado/inner.h"

enum { REROLLS = 24 }; /* after so many equal throws the order of the list decides */

/* Told further down: */
static bool throw_again(struct pis_play *p, int rank, int8_t *ranks, const char *rule);
static bool change_succeeds(struct pis_play *p, int b);
static bool far_from_general(const struct pis_book *bk, const struct pis_state *s, int brigade);
static void reveal_brigade(struct pis_play *p, int b);

/* --- Sequence --- */

bool pis_status_moves(int status)
{
    return status == PIS_MARCH || status == PIS_DOUBLE || status == PIS_RALLY; /* P-S1 */
}

bool pis_status_fires(int status)
{
    return status == PIS_DEFEND || status == PIS_MARCH || status == PIS_DOUBLE; /* P-S1 */
}

void pis_step_reveal(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    tc_tell(p->u, PIS_E_REVEAL, "P-S3", 0, 0, 0);
    for (int b = 0; b < p->bk->brigades; b++)
        reveal_brigade(p, b);
    pis_officers_move(p);
    pis_go(p, PIS_S_INITIATIVE);
}

/* Put line[] in order of value, higher first; equal ones throw until they differ. */
void pis_line_up(struct pis_play *p, const int8_t *value, const char *rule)
{
    struct pis_state *s = p->s;
    int8_t ranks[PIS_BRIGADES] = { 0 };
    uint8_t old[PIS_BRIGADES];
    bool again = true;

    memcpy(old, s->line, sizeof old);
    for (int i = 0; i < s->lines; i++)
        for (int k = 0; k < s->lines; k++)
            if (value[old[k]] > value[old[i]])
                ranks[old[i]]++;
    for (int tries = 0; again && tries < REROLLS; tries++) {
        again = false;
        for (int rank = 0; rank < s->lines; rank++)
            again |= throw_again(p, rank, ranks, rule);
    }
    int at = 0;
    for (int rank = 0; rank < s->lines; rank++)
        for (int i = 0; i < s->lines; i++)
            if (ranks[old[i]] == rank)
                s->line[at++] = old[i];
}

/* Those of the same rank throw; the higher faces keep it, the others fall behind them. */
static bool throw_again(struct pis_play *p, int rank, int8_t *ranks, const char *rule)
{
    int8_t die[PIS_BRIGADES] = { 0 }, was[PIS_BRIGADES];
    int tied = 0;

    for (int i = 0; i < p->s->lines; i++)
        tied += ranks[p->s->line[i]] == rank;
    if (tied < 2)
        return false;
    memcpy(was, ranks, sizeof was);
    for (int i = 0; i < p->s->lines; i++)
        if (was[p->s->line[i]] == rank) {
            tc_wish(p->u, p->bk->brigade[p->s->line[i]].side, TC_HIGH);
            die[p->s->line[i]] = (int8_t)tc_roll(p->u, TC_D6, rule);
        }
    for (int i = 0; i < p->s->lines; i++)
        for (int k = 0; k < p->s->lines; k++) {
            int x = p->s->line[i], y = p->s->line[k];
            if (was[x] == rank && was[y] == rank && die[y] > die[x])
                ranks[x]++;
        }
    return true;
}

void pis_step_initiative(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int8_t value[PIS_BRIGADES] = { 0 };

    s->lines = 0;
    for (int b = 0; b < p->bk->brigades; b++) {
        if (!pis_brigade_acts(p->bk, s, b) || !pis_status_moves(s->brigade[b].status))
            continue;
        struct tc_sum sum = { p->u, 0 };
        tc_sum_add(&sum, pis_strategy(p->bk, s, b), "P-S4", PIS_LB_STRATEGY, 0, 0);
        tc_wish(p->u, p->bk->brigade[b].side, TC_HIGH);
        tc_sum_add(&sum, tc_roll(p->u, TC_D6, "P-S4"), "P-S4", PIS_LB_DICE, 0, 0);
        s->brigade[b].initiative = (int8_t)sum.total;
        value[b] = (int8_t)sum.total;
        s->line[s->lines++] = (uint8_t)b;
        tc_tell(p->u, PIS_E_INITIATIVE, "P-S4", b, sum.total, 0);
    }
    pis_line_up(p, value, "P-S4");
    pis_begin_phase(p, PIS_P_MOVE);
    s->at = 0;
    pis_go(p, PIS_S_MOVE);
}

/* --- Orders and status --- */

static void give_order(struct pis_play *p, int b)
{
    struct pis_brigade *g = &p->s->brigade[b];
    int side = p->bk->brigade[b].side;

    g->plan_order = g->order; /* P-O2 */
    const struct tc_act *a = tc_ask(p->u, side, PIS_Q_ORDER, "P-O3", b, 0, 0);
    if (a->verb == PIS_V_CHANGE) {
        int wanted = a->arg[1];

        g->plan_try = (uint8_t)(wanted + 1);
        bool done = change_succeeds(p, b);
        if (done)
            g->plan_order = (uint8_t)wanted;
        if (p->u->assume) /* P-O4: told to nobody before the reveal, but its odds are known */
            tc_tell(p->u, PIS_E_ORDER_TEST, "P-O3", b, wanted, done);
    }
    a = tc_ask(p->u, side, PIS_Q_STATUS, "P-O1", b, 0, 0);
    g->plan_status = (uint8_t)(a->arg[1] + 1);
}

void pis_step_order(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->at < p->bk->brigades &&
           (p->bk->brigade[s->at].side != s->side || !pis_brigade_acts(p->bk, s, s->at)))
        s->at++;
    if (s->at == p->bk->brigades) {
        s->at = 0;
        pis_go(p, PIS_S_OFFICER);
        return;
    }
    give_order(p, s->at);
    s->at++;
    pis_go(p, PIS_S_ORDER);
}

/* P-O3: Strategy or less on a die; without an officer a 1. Quiet: it is a secret. */
static bool change_succeeds(struct pis_play *p, int b)
{
    int strategy = pis_strategy(p->bk, p->s, b);
    tc_wish(p->u, p->bk->brigade[b].side, TC_LOW);
    int die = tc_roll(p->u, TC_D6, "P-O3");

    p->s->brigade[b].plan_die = (uint8_t)die;
    if (strategy == 0)
        return die <= p->bk->t.officer.no_officer_needs;
    if (far_from_general(p->bk, p->s, b))
        die += p->bk->t.officer.far_from_general;
    return die <= strategy;
}

/* Is the officer farther from his general than his call reaches? */
static bool far_from_general(const struct pis_book *bk, const struct pis_state *s, int brigade)
{
    int o = bk->brigade[brigade].officer;
    int g = pis_general(bk, s, bk->brigade[brigade].side);

    if (g == TC_NONE)
        return true;
    if (g == o)
        return false;
    int64_t reach = bk->t.officer.reach;
    return tc_dist2(pis_officer_at(s, o), pis_officer_at(s, g)) > reach * reach;
}

bool pis_judge_status(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    int b = v->q->arg[0], order = s->brigade[b].plan_order;
    struct tc_act near = { .verb = PIS_V_SPEAK, .arg = { b } };

    while (near.arg[1] < PIS_STATUSES - 1 && !bk->t.status[order][near.arg[1]])
        near.arg[1]++;
    if (a->arg[0] != b)
        return tc_refuse_near(why, &near, "P-O1", PIS_R_NOT_THIS_BRIGADE, a->arg[0], b);
    if (!bk->t.status[order][a->arg[1]]) /* P-TAB-15 */
        return tc_refuse_near(why, &near, "P-O5", PIS_R_STATUS_NOT_ALLOWED, b, order,
                              a->arg[1]);
    return true;
}

int pis_why_not_free(const struct pis_state *s, int r, const char **rule)
{
    const struct pis_regiment *g = &s->regiment[r];

    *rule = "P-O9";
    if (!pis_here(s, r))
        return PIS_R_ABSENT;
    if (g->condition != PIS_STEADY)
        return g->condition == PIS_ROUTING ? PIS_R_ROUTING : PIS_R_PURSUING;
    *rule = "P-O10";
    return g->melee != TC_NONE ? PIS_R_IN_MELEE : 0;
}

int pis_strategy(const struct pis_book *bk, const struct pis_state *s, int brigade)
{
    int o = bk->brigade[brigade].officer;

    return o != TC_NONE && pis_officer_fit(s, o) ? s->officer[o].strategy : 0; /* P-K1 */
}

bool pis_brigade_acts(const struct pis_book *bk, const struct pis_state *s, int brigade)
{
    for (int r = 0; r < bk->regiments; r++)
        if (bk->regiment[r].brigade == brigade && pis_here(s, r))
            return true;
    return false;
}

int pis_count_order(const struct tc_view *v)
{
    (void)v;
    return 1 + PIS_ORDERS; /* P-CAND-1 */
}

bool pis_nth_order(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? PIS_V_CHANGE : PIS_V_KEEP;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i ? i - 1 : 0;
    return true;
}

int pis_count_status(const struct tc_view *v)
{
    (void)v;
    return PIS_STATUSES; /* P-CAND-1 */
}

bool pis_nth_status(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = PIS_V_SPEAK;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i;
    return true;
}

bool pis_judge_order(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_state *s = v->state;
    int b = v->q->arg[0];
    struct tc_act keep = { .verb = PIS_V_KEEP, .arg = { b } };

    if (a->arg[0] != b)
        return tc_refuse_near(why, &keep, "P-O3", PIS_R_NOT_THIS_BRIGADE, a->arg[0], b);
    if (a->verb == PIS_V_CHANGE && a->arg[1] == s->brigade[b].order)
        return tc_refuse_near(why, &keep, "P-O3", PIS_R_SAME_ORDER, b);
    return true;
}

static void reveal_brigade(struct pis_play *p, int b)
{
    struct pis_brigade *g = &p->s->brigade[b];

    if (!g->plan_status)
        return;
    if (g->plan_try)
        tc_tell(p->u, PIS_E_ORDER_TEST, "P-O3", b, g->plan_try - 1,
                g->plan_order == g->plan_try - 1);
    if (g->plan_try)
        tc_tell_args(p->u, PIS_E_ORDER_TRIED, "P-O3",
                     (int32_t[TC_ARGS]){ b, g->plan_try - 1, g->plan_die, g->plan_order });
    g->order = g->plan_order;
    g->status = (uint8_t)(g->plan_status - 1);
    g->plan_order = g->plan_try = g->plan_die = g->plan_status = 0;
    tc_tell(p->u, PIS_E_STATUS, "P-O1", b, g->order, g->status); /* P-RUL-1 */
}
