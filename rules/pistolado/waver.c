/* rules/pistolado/waver.c - chapter W: Waver tests and the disasters that cause them. */
#include <string.h>
#include "rules/pistolado/inner.h"

/* Told further down: */
static int result_of(const struct pis_book *bk, int r, const struct pis_test_of *t, int roll);
static void fail_disaster(struct pis_play *p, int r);
static void add(struct tc_sum *sum, int value, const char *rule, int label);
static int enemy_ferocity(const struct pis_book *bk, const struct pis_state *s, int r,
                          const struct pis_test_of *t);
static void charged_mods(const struct pis_book *bk, const struct pis_state *s, int r,
                         const struct pis_test_of *t, struct tc_sum *sum);
static bool horse(const struct pis_book *bk, int r);
static bool in_order(const struct pis_regiment *g);
static void to_charge_mods(const struct pis_book *bk, const struct pis_state *s, int r,
                           const struct pis_test_of *t, struct tc_sum *sum);

void pis_step_disaster(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    struct pis_test_of t = { .test = PIS_DISASTER, .enemy = TC_NONE };
    int r = 0;

    while (r < p->bk->regiments && s->regiment[r].disaster != PIS_DUE)
        r++;
    TC_BUG_ON(r == p->bk->regiments);
    s->regiment[r].disaster = PIS_TESTED;
    s->regiment[r].cause = PIS_NO_CAUSE;
    s->dues--;
    int result = pis_waver_test(p, r, &t);
    if (result == PIS_MINUS)
        pis_disorder(p, r, 1, "P-C5");
    else if (result == PIS_RO)
        fail_disaster(p, r);
    pis_officers_follow(p);
    pis_go(p, s->resume);
}

/* P-H22, P-W13: what is not open to a charged regiment counts as standing. */
unsigned pis_shut_results(const struct pis_state *s, int r, int charger)
{
    const struct pis_regiment *g = &s->regiment[r];

    if (g->held || g->melee != TC_NONE)
        return 1U << PIS_CC | 1U << PIS_EV; /* P-H22 */
    if (g->formation == PIS_HEDGEHOG || g->formation == PIS_CARACOLE ||
        g->formation == PIS_BATTERY || g->cohesion == PIS_MOB ||
        s->regiment[charger].zone != TC_ZONE_FRONT) {
        return 1U << PIS_CC; /* P-W13 */
    }
    return 0;
}

int pis_waver_test(struct pis_play *p, int r, const struct pis_test_of *t)
{
    static const char *const rule[] = { [PIS_TO_CHARGE] = "P-W1",
                                        [PIS_BY_CAV] = "P-W2",
                                        [PIS_BY_FOOT] = "P-W2",
                                        [PIS_DISASTER] = "P-W4" };
    int8_t die[2];

    tc_hope(p->u, pis_side_of(p->bk, r), TC_LOW);
    tc_rolls(p->u, 2, TC_D6, die, "P-W4");
    struct tc_sum sum = { p->u, 0 };
    tc_sum_add(&sum, die[0] + die[1], "P-W4", PIS_LB_DICE, 0, 0);
    sum.total += pis_waver_mods(p->bk, p->s, p->u, r, t);
    tc_sum_end(&sum, "P-W4", PIS_LB_WAVER);
    int result = result_of(p->bk, r, t, sum.total);
    tc_tell(p->u, PIS_E_WAVER, rule[t->test], r, t->test, result, t->rallying); /* P-W7 */
    return result;
}

/* The result of a modified roll, as far as it is open to the regiment. */
static int result_of(const struct pis_book *bk, int r, const struct pis_test_of *t, int roll)
{
    int result = pis_read_row(&pis_card_of(bk, r)->row[t->test], roll);

    return t->shut >> result & 1 ? PIS_ST : result;
}

void pis_due(struct pis_play *p, int r, int cause)
{
    struct pis_regiment *g = &p->s->regiment[r];
    static const char *const rule[] = {
        [PIS_NO_CAUSE] = "P-W8",       [PIS_C_OFFICER] = "P-W3a",   [PIS_C_BRIGADE] = "P-W3b",
        [PIS_C_BROKEN_INTO] = "P-W3c", [PIS_C_ROUT_PAST] = "P-W3d", [PIS_C_CONTACT] = "P-W3e",
        [PIS_C_GENERAL] = "P-K6b"
    };

    if (!pis_here(p->s, r))
        return;
    if (g->condition == PIS_ROUTING)
        return; /* P-W11 */
    if (g->disaster != PIS_NOT_DUE)
        return; /* P-W8 */
    g->disaster = PIS_DUE;
    g->cause = (uint8_t)cause;
    p->s->dues++;
    tc_tell(p->u, PIS_E_DISASTER, rule[cause], r, cause, 0);
}

int pis_read_row(const struct pis_row *row, int roll)
{
    TC_BUG_ON(row->n == 0);
    for (int i = 0; i < row->n - 1; i++)
        if (roll <= row->upto[i])
            return row->result[i];  /* P-W5 */
    return row->result[row->n - 1]; /* P-W6 */
}

static void fail_disaster(struct pis_play *p, int r)
{
    int foe = p->s->regiment[r].foe;

    if (pis_has(p->bk, r, PIS_ART)) {
        pis_remove(p, r, PIS_TAKEN, "P-RUL-29");
        return;
    }
    pis_rout(p, r, foe, "P-R1"); /* P-W12 */
}

int pis_waver_mods(const struct pis_book *bk, const struct pis_state *s, struct tc_umpire *u,
                   int r, const struct pis_test_of *t)
{
    const struct pis_regiment *g = &s->regiment[r];
    const struct pis_card *c = pis_card_of(bk, r);
    struct tc_sum sum = { u, 0 };

    add(&sum, bk->t.cohesion.waver[g->cohesion], "P-C2", PIS_LB_COHESION); /* P-W9, P-TAB-6 */
    add(&sum, bk->t.losses.waver[pis_loss_step(bk, s, r)], "P-C13", PIS_LB_LOSSES);
    add(&sum, enemy_ferocity(bk, s, r, t), "P-W10", PIS_LB_FEROCITY);
    add(&sum, -pis_valour(bk, s, r), "P-K4", PIS_LB_VALOUR);
    if (c->leaderless && !pis_led(bk, s, r, bk->t.stand.leader_distance))
        add(&sum, c->leaderless, "P-TAB-13", PIS_LB_LEADERLESS);
    if (t->test == PIS_TO_CHARGE)
        to_charge_mods(bk, s, r, t, &sum);
    else if (t->test != PIS_DISASTER)
        charged_mods(bk, s, r, t, &sum);
    if (t->rallying) {
        if (c->grade == PIS_VETERAN) /* P-RUL-12 */
            add(&sum, bk->t.waver.veteran_rally, "P-TAB-8", PIS_LB_VETERAN_RALLY); /* P-A2 */
    }
    return sum.total;
}

static void add(struct tc_sum *sum, int value, const char *rule, int label)
{
    if (value)
        tc_sum_add(sum, value, rule, label, 0, 0);
}

/* P-W10: Ferocity of those it charges, is charged by or fights. */
static int enemy_ferocity(const struct pis_book *bk, const struct pis_state *s, int r,
                          const struct pis_test_of *t)
{
    if (t->test != PIS_DISASTER)
        return pis_card_of(bk, t->enemy)->ferocity;
    if (s->regiment[r].melee == TC_NONE)
        return 0;
    return pis_ferocity_in(bk, s, s->regiment[r].melee, 1 - pis_side_of(bk, r));
}

/* Charged by Cav or Foot: how it stands to receive it. */
static void charged_mods(const struct pis_book *bk, const struct pis_state *s, int r,
                         const struct pis_test_of *t, struct tc_sum *sum)
{
    const struct pis_waver_mods *m = &bk->t.waver;
    const struct pis_regiment *g = &s->regiment[r];
    bool by_horse = horse(bk, t->enemy);

    if (by_horse && pis_has(bk, r, PIS_PIKE) && in_order(g) && t->zone == TC_ZONE_FRONT) {
        if (g->formation == PIS_COLUMN)
            add(sum, m->pike_column, "P-TAB-8", PIS_LB_PIKES_STAND);
        if (g->formation == PIS_HEDGEHOG)
            add(sum, m->pike_hedgehog, "P-TAB-8", PIS_LB_PIKES_STAND);
    }
    if (by_horse && pis_has(bk, r, PIS_FOOT) && g->formation == PIS_SHOT_FORWARD)
        add(sum, m->shot_forward, "P-TAB-8", PIS_LB_SHOT_EXPOSED);
    if (t->zone == TC_ZONE_FLANK)
        add(sum, m->flank, "P-TAB-8", PIS_LB_FLANK);
    if (t->zone == TC_ZONE_REAR)
        add(sum, m->rear, "P-TAB-8", PIS_LB_REAR); /* P-RUL-11 */
    if (t->obstacle)
        add(sum, m->obstacle, "P-TAB-8", PIS_LB_OBSTACLE);
}

static bool horse(const struct pis_book *bk, int r)
{
    return pis_has(bk, r, PIS_HORSE);
}

/* Disarray'd or better: a body that still keeps its pikes in line. */
static bool in_order(const struct pis_regiment *g)
{
    return g->cohesion <= PIS_DISARRAYED;
}

/* To Charge: against whom, and where it strikes. */
static void to_charge_mods(const struct pis_book *bk, const struct pis_state *s, int r,
                           const struct pis_test_of *t, struct tc_sum *sum)
{
    const struct pis_waver_mods *m = &bk->t.waver;
    const struct pis_regiment *e = &s->regiment[t->enemy];
    bool pikes = pis_has(bk, t->enemy, PIS_PIKE) && in_order(e) &&
                 (e->formation == PIS_COLUMN || e->formation == PIS_HEDGEHOG);

    if (t->zone != TC_ZONE_FRONT)
        add(sum, m->into_flank, "P-TAB-8", PIS_LB_INTO_FLANK);
    if (e->cohesion >= PIS_RAGGED)
        add(sum, m->into_wreck, "P-TAB-8", PIS_LB_INTO_WRECK);
    if (horse(bk, r) && pikes && t->zone == TC_ZONE_FRONT)
        add(sum, m->into_pikes, "P-TAB-8", PIS_LB_INTO_PIKES);
}
