/* rules/pistolado/rout.c - P-R5 to P-R16: the Rout phase, pursuers first, then routers. */
#include "rules/pistolado/inner.h"

/* Told further down: */
static bool runs_on(const struct pis_state *s, int r);
static bool rallies(struct pis_play *p, int r);
static bool pursues_on(const struct pis_state *s, int r);

bool pis_judge_rout(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    struct tc_act near = { .verb = PIS_V_RALLY, .arg = { v->q->arg[0] } };

    if (a->arg[0] == v->q->arg[0])
        return true;
    return tc_refuse_near(why, &near, "P-R5", PIS_R_NOT_THIS, a->arg[0], v->q->arg[0]);
}

int pis_count_rout(const struct tc_view *v)
{
    (void)v;
    return 2;
}

void pis_step_rout(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->unit < p->bk->regiments && !runs_on(s, s->unit))
        s->unit++;
    if (s->unit == p->bk->regiments) {
        pis_begin_phase(p, PIS_P_END);
        pis_go(p, PIS_S_END);
        return;
    }
    int r = s->unit++;
    bool rallied = false;
    if (!pis_is_pursued(p->bk, s, r) &&
        tc_ask(p->u, pis_side_of(p->bk, r), PIS_Q_ROUT, "P-R5", r, 0, 0)->verb == PIS_V_RALLY)
        rallied = rallies(p, r);
    if (!rallied)
        pis_flee_on(p, r);
    pis_officers_follow(p);
    pis_go(p, PIS_S_ROUT);
}

static bool runs_on(const struct pis_state *s, int r)
{
    return pis_here(s, r) && s->regiment[r].condition == PIS_ROUTING && !s->regiment[r].broke;
}

static bool rallies(struct pis_play *p, int r)
{
    struct pis_test_of t = { .test = PIS_DISASTER, .enemy = TC_NONE, .rallying = true };
    bool done = pis_waver_test(p, r, &t) == PIS_ST;

    tc_tell(p->u, PIS_E_FROM_ROUT, "P-R5", r, done, 0); /* P-R16 */
    if (done) /* and stays at Mob, where every router is (P-C9) */
        p->s->regiment[r].condition = PIS_STEADY;
    return done;
}

static bool halts(struct pis_play *p, int r)
{
    const struct pis_card *c = pis_card_of(p->bk, r);
    struct tc_sum sum = { p->u, 0 };

    tc_hope(p->u, pis_side_of(p->bk, r), TC_HIGH);
    tc_sum_add(&sum, tc_roll(p->u, TC_D6, "P-R7"), "P-R7", PIS_LB_DICE, 0, 0);
    if (c->grade == PIS_VETERAN)
        tc_sum_add(&sum, p->bk->t.halt_veteran, "P-R8", PIS_LB_VETERAN, 0, 0);
    if (c->flags & PIS_REITER)
        tc_sum_add(&sum, p->bk->t.halt_reiter, "P-R9", PIS_LB_REITER, 0, 0);
    tc_sum_end(&sum, "P-R7", PIS_LB_HALT); /* P-R10 */
    return sum.total >= p->bk->t.halt_pursuit;
}

static void pursue_on(struct pis_play *p, int r)
{
    struct pis_regiment *g = &p->s->regiment[r];

    if (!pis_here(p->s, g->quarry) || p->s->regiment[g->quarry].condition != PIS_ROUTING) {
        pis_pursue(p, r); /* nobody left to pursue */
        return;
    }
    bool done = halts(p, r); /* P-R11 */
    tc_tell(p->u, PIS_E_HALT, "P-R7", r, done, 0);
    if (done) {
        g->condition = PIS_STEADY;
        g->quarry = TC_NONE;
        return;
    }
    pis_pursue(p, r);
}

void pis_step_pursuit(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->unit < p->bk->regiments && !pursues_on(s, s->unit))
        s->unit++;
    if (s->unit == p->bk->regiments) {
        s->unit = 0;
        pis_go(p, PIS_S_ROUT);
        return;
    }
    pursue_on(p, s->unit++);
    pis_officers_follow(p);
    pis_go(p, PIS_S_PURSUIT);
}

static bool pursues_on(const struct pis_state *s, int r)
{
    return pis_here(s, r) && s->regiment[r].condition == PIS_PURSUING && !s->regiment[r].broke;
}

bool pis_nth_rout(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? PIS_V_RUN : PIS_V_RALLY; /* P-CAND-8 */
    out->arg[0] = v->q->arg[0];
    return true;
}
