/* rules/pistolado/cohesion.c - chapter C: disorder, losses, rallying. */
#include <string.h>
#include "rules/pistolado/inner.h"

/* Told further down: */
static int why_no_rally(const struct pis_book *bk, const struct pis_state *s, int r,
                        const char **rule);
static void rally(struct pis_play *p, int r);
static void lose_one(const struct pis_book *bk, struct pis_regiment *g, int r);
static void alarm_brigade(struct pis_play *p, int r);
static bool may_rally(const struct pis_book *bk, const struct pis_state *s, int r);

void pis_disorder(struct pis_play *p, int r, int levels, const char *rule)
{
    struct pis_regiment *g = &p->s->regiment[r];
    int to = g->cohesion + levels;

    if (levels <= 0)
        return;
    if (to > PIS_MOB) /* P-C1 */
        to = PIS_MOB; /* P-F16 */
    if (to == g->cohesion)
        return;
    levels = to - g->cohesion;
    g->cohesion = (uint8_t)to;
    tc_tell(p->u, PIS_E_DISORDER, rule, r, levels, to);
}

void pis_obstacles(struct pis_play *p, int r, uint64_t touched)
{
    for (int i = 0; i < p->bk->grounds; i++) {
        if (!(touched >> i & 1))
            continue;
        int major = p->bk->ground[i].cls == PIS_MAJOR;
        tc_hope(p->u, pis_side_of(p->bk, r), TC_LOW);
        int failed = tc_roll(p->u, TC_D6, "P-C8") > pis_card_of(p->bk, r)->marshalling;
        tc_tell(p->u, PIS_E_OBSTACLE, "P-C8", r, i, !failed); /* P-TAB-16 */
        pis_disorder(p, r, p->bk->t.cohesion.obstacle[major][failed], "P-C3");
    }
}

bool pis_judge_rally(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    int r = v->q->arg[0];
    struct tc_act near = { .verb = PIS_V_RALLY, .arg = { r } };
    const char *rule = "P-C10";

    if (a->arg[0] == r)
        return true;
    int reason =
        pis_enemies(bk, r, a->arg[0]) ? 0 : why_no_rally(bk, v->state, a->arg[0], &rule);
    if (reason)
        return tc_refuse_near(why, &near, rule, reason, a->arg[0]);
    return tc_refuse_near(why, &near, "P-C10", PIS_R_NOT_THIS, a->arg[0], r);
}

int pis_count_rally(const struct tc_view *v)
{
    (void)v;
    return 2;
}

/* 0, or the reason why the regiment cannot rally from disorder. */
static int why_no_rally(const struct pis_book *bk, const struct pis_state *s, int r,
                        const char **rule)
{
    const struct pis_regiment *g = &s->regiment[r];
    int reason = pis_why_not_free(s, r, rule);

    if (reason) {
        *rule = "P-C12";
        return reason;
    }
    *rule = "P-C10";
    if (s->brigade[bk->regiment[r].brigade].status != PIS_RALLY)
        return PIS_R_NOT_CALLED_TO_RALLY;
    if (g->cohesion == PIS_SHARP)
        return PIS_R_SHARP;
    if (g->rallied)
        return PIS_R_RALLIED;
    *rule = "P-C12";
    if (g->formation_changed)
        return PIS_R_FORMED;
    *rule = "P-C10b";
    return g->pushed ? PIS_R_PUSHED : 0;
}

void pis_step_rally(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    if (s->phase != PIS_P_RALLY) {
        pis_begin_phase(p, PIS_P_RALLY);
        s->unit = 0;
    }
    while (s->unit < p->bk->regiments && !may_rally(p->bk, s, s->unit))
        s->unit++;
    if (s->unit == p->bk->regiments) {
        pis_go(p, PIS_S_CHARGE_ORDER);
        return;
    }
    int r = s->unit++;
    if (tc_ask(p->u, pis_side_of(p->bk, r), PIS_Q_RALLY, "P-C10", r, 0, 0)->verb == PIS_V_RALLY)
        rally(p, r);
    pis_go(p, PIS_S_RALLY);
}

static void rally(struct pis_play *p, int r)
{
    struct pis_regiment *g = &p->s->regiment[r];
    tc_hope(p->u, pis_side_of(p->bk, r), TC_HIGH);
    int off = pis_card_of(p->bk, r)->rally[tc_roll(p->u, TC_D6, "P-C10") - 1];

    g->rallied = 1;
    if (off > g->cohesion)
        off = g->cohesion; /* P-C11 */
    g->cohesion = (uint8_t)(g->cohesion - off);
    tc_tell(p->u, PIS_E_RALLIES, "P-C10", r, off, g->cohesion);
}

bool pis_lose(struct pis_play *p, int r, int companies)
{
    struct pis_regiment *g = &p->s->regiment[r];
    int lost = tc_min(companies, g->companies);

    if (lost <= 0)
        return false;
    for (int i = 0; i < lost; i++)
        lose_one(p->bk, g, r);
    tc_tell(p->u, PIS_E_COMPANIES, "P-L20", r, lost, g->companies);
    if (g->companies == 0) {
        pis_remove(p, r, PIS_ELIMINATED, "P-L21");
        return true;
    }
    pis_refit(p->bk, p->s, r);
    return false;
}

/* One company less, from the larger of pike and shot: P-L20. */
static void lose_one(const struct pis_book *bk, struct pis_regiment *g, int r)
{
    g->companies--;
    if (!pis_has(bk, r, PIS_FOOT)) {
        g->shot = g->shot ? g->companies : 0;
        return;
    }
    if (g->pike > g->shot) /* P-L20 */
        g->pike--;
    else
        g->shot--;
}

void pis_remove(struct pis_play *p, int r, int place, const char *rule)
{
    struct pis_regiment *g = &p->s->regiment[r];
    static const int event[] = { [PIS_ELIMINATED] = PIS_E_ELIMINATED,
                                 [PIS_LEFT] = PIS_E_LEAVES,
                                 [PIS_TAKEN] = PIS_E_TAKEN };
    bool fled = g->condition == PIS_ROUTING;

    tc_tell(p->u, event[place], rule, r, 0, 0);
    if (place == PIS_TAKEN)
        p->s->army[pis_side_of(p->bk, r)].guns_taken =
            (uint8_t)(p->s->army[pis_side_of(p->bk, r)].guns_taken + g->companies);
    if (g->disaster == PIS_DUE)
        p->s->dues--;
    g->disaster = PIS_NOT_DUE;
    g->cause = PIS_NO_CAUSE;
    pis_leave(p, r);
    g->place = (uint8_t)place;
    g->condition = PIS_STEADY;
    g->quarry = g->target = g->aim = TC_NONE;
    g->wheel = 0;
    pis_officers_leave(p, r);
    g->w = g->d = 0;
    if (place != PIS_LEFT && !fled)
        alarm_brigade(p, r);
    for (int o = 0; o < p->bk->regiments; o++) /* nobody is left to pursue */
        if (p->s->regiment[o].condition == PIS_PURSUING && p->s->regiment[o].quarry == r)
            pis_end_pursuit(p, o, "P-R6");
}

/* Every other regiment of its brigade hears that it broke: P-W3b. */
static void alarm_brigade(struct pis_play *p, int r)
{
    for (int o = 0; o < p->bk->regiments; o++)
        if (o != r && p->bk->regiment[o].brigade == p->bk->regiment[r].brigade)
            pis_due(p, o, PIS_C_BRIGADE);
}

bool pis_nth_rally(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? PIS_V_REST : PIS_V_RALLY; /* P-CAND-8 */
    out->arg[0] = v->q->arg[0];
    return true;
}

static bool may_rally(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const char *rule;
    int reason = why_no_rally(bk, s, r, &rule);

    return !reason; /* P-RUL-6 */
}

int pis_loss_step(const struct pis_book *bk, const struct pis_state *s, int r)
{
    int first = bk->regiment[r].companies, lost = first - s->regiment[r].companies;
    int step = 0;

    /* P-TAB-7 */
    while (step < PIS_LOSS_STEPS - 1 && 100 * lost >= bk->t.losses.percent[step + 1] * first)
        step++;
    return step;
}
