/* rules/pistolado/strength.c - P-L1 to P-L8, P-L22: strengths, melee type, who is Stronger. */
#include <string.h>
#include "rules/pistolado/inner.h"

/* Told further down: */
static void add(struct tc_sum *sum, int value, const char *rule, int label);
static int strength_of(const struct pis_book *bk, const struct pis_state *s, int r,
                       struct tc_umpire *u);
static int foe_of(const struct pis_book *bk, const struct pis_state *s, int r);
static int enemies_of(const struct pis_book *bk, const struct pis_match *m);
static void settle_evens(const struct pis_book *bk, const struct pis_state *s, int melee,
                         struct pis_match *m);
static int charging_side(const struct pis_book *bk, const struct pis_state *s, int melee);
static void state_mods(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                       struct tc_sum *sum);
static void impact_mods(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                        struct tc_sum *sum);
static bool came_on(const struct pis_regiment *g);
static void pike_mods(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                      struct tc_sum *sum);

/* What the card says: base and specials (P-L1, P-L2). */
static void card_mods(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                      struct tc_sum *sum)
{
    const struct pis_regiment *g = &s->regiment[r];
    const struct pis_card *c = pis_card_of(bk, r);
    bool on_horse = pis_has(bk, foe, PIS_HORSE);

    tc_sum_add(sum, c->melee[g->formation], "P-L1", PIS_LB_BASE, 0, 0); /* P-A4 */
    if (g->formation == PIS_COLUMN && on_horse)
        add(sum, c->pistols, "P-L2", PIS_LB_PISTOLS);
    if (g->rounds > 0 && on_horse && !pis_has(bk, foe, PIS_LIGHT | PIS_SKIRM))
        add(sum, c->fades, "P-L2", PIS_LB_FADES);
    add(sum, bk->t.cohesion.combat[g->cohesion], "P-C2", PIS_LB_COHESION);
    add(sum, bk->t.losses.combat[pis_loss_step(bk, s, r)], "P-C13", PIS_LB_LOSSES);
    add(sum, pis_valour(bk, s, r), "P-K4", PIS_LB_VALOUR);
}

static void add(struct tc_sum *sum, int value, const char *rule, int label)
{
    if (value)
        tc_sum_add(sum, value, rule, label, 0, 0);
}

int pis_strength(const struct pis_book *bk, const struct pis_state *s, struct tc_umpire *u,
                 int melee, int side, pis_unit *lead)
{
    const struct pis_melee_mods *t = &bk->t.melee_mod;
    struct tc_sum sum = { u, 0 };
    int best = 0, n = 0;

    *lead = TC_NONE;
    for (int r = 0; r < bk->regiments; r++) {
        if (s->regiment[r].melee != melee || pis_side_of(bk, r) != side)
            continue;
        int x = strength_of(bk, s, r, NULL);
        if (*lead == TC_NONE || x > best) {
            best = x;
            *lead = (pis_unit)r;
        }
        n++;
    }
    TC_BUG_ON(n == 0);
    sum.total = u ? strength_of(bk, s, *lead, u) : best;
    if (n > 1)
        tc_sum_add(&sum, tc_min((n - 1) * t->further, t->further_most), "P-L22", PIS_LB_FURTHER,
                   0, 0);
    sum.total = tc_max(0, tc_min(sum.total, PIS_STRENGTHS - 1)); /* P-L4 */
    tc_sum_end(&sum, "P-L3", PIS_LB_STRENGTH);
    return sum.total;
}

static int strength_of(const struct pis_book *bk, const struct pis_state *s, int r,
                       struct tc_umpire *u)
{
    struct tc_sum sum = { u, 0 };
    int foe = foe_of(bk, s, r);

    TC_BUG_ON(foe == TC_NONE);
    card_mods(bk, s, r, foe, &sum);
    impact_mods(bk, s, r, foe, &sum);
    pike_mods(bk, s, r, foe, &sum);
    state_mods(bk, s, r, foe, &sum);
    return sum.total;
}

/* The enemy a regiment is measured against: the one it met, else any of the melee. */
static int foe_of(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    if (g->foe != TC_NONE && s->regiment[g->foe].melee == g->melee)
        return g->foe;
    for (int o = 0; o < bk->regiments; o++)
        if (s->regiment[o].melee == g->melee && pis_enemies(bk, r, o))
            return o;
    return TC_NONE;
}

int pis_ferocity_in(const struct pis_book *bk, const struct pis_state *s, int melee, int side)
{
    int best = 0;

    for (int r = 0; r < bk->regiments; r++)
        if (s->regiment[r].melee == melee && pis_side_of(bk, r) == side)
            best = tc_max(best, pis_card_of(bk, r)->ferocity);
    return best;
}

void pis_match_up(const struct pis_book *bk, const struct pis_state *s, struct tc_umpire *u,
                  int melee, struct pis_match *m)
{
    bool rear[TC_SIDES] = { false, false };

    memset(m, 0, sizeof *m);
    for (int side = 0; side < TC_SIDES; side++)
        m->strength[side] = pis_strength(bk, s, u, melee, side, &m->lead[side]);
    for (int r = 0; r < bk->regiments; r++)
        if (s->regiment[r].melee == melee && s->regiment[r].rear_struck)
            rear[pis_side_of(bk, r)] = true;
    m->type = bk->t.melee.type[m->strength[0]][m->strength[1]]; /* P-L5, P-TAB-10 */
    m->stronger = m->strength[1] > m->strength[0];
    if (rear[0] != rear[1]) {
        m->type = PIS_OV; /* P-L6, P-RUL-18 */
        m->stronger = rear[0];
    } else if (m->type == PIS_A) {
        settle_evens(bk, s, melee, m);
    }
    m->enemies = enemies_of(bk, m);
}

static int enemies_of(const struct pis_book *bk, const struct pis_match *m)
{
    bool strong = pis_has(bk, m->lead[m->stronger], PIS_HORSE);
    bool weak = pis_has(bk, m->lead[1 - m->stronger], PIS_HORSE);

    return strong ? (weak ? PIS_CAV_CAV : PIS_CAV_INF) : weak ? PIS_INF_CAV : PIS_INF_INF;
}

void pis_melee_chances(const struct pis_book *bk, const struct pis_match *m,
                       int chance[PIS_OUTCOMES])
{
    memset(chance, 0, sizeof *chance * PIS_OUTCOMES);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            chance[bk->t.melee.outcome[m->enemies][m->type][a + b - 2]]++;
}

/* P-L7: who is read as Stronger at evens. */
static void settle_evens(const struct pis_book *bk, const struct pis_state *s, int melee,
                         struct pis_match *m)
{
    int side = charging_side(bk, s, melee);
    int f0 = pis_ferocity_in(bk, s, melee, 0), f1 = pis_ferocity_in(bk, s, melee, 1);
    bool h0 = pis_has(bk, m->lead[0], PIS_HORSE), h1 = pis_has(bk, m->lead[1], PIS_HORSE);

    if (h0 != h1) /* P-L7: no foot ever charged horse: the horse came on */
        side = h1;
    if (side == TC_NONE && f0 != f1)
        side = f1 > f0;
    m->tie = side == TC_NONE;
    m->stronger = side == TC_NONE ? 0 : side;
}

/* The side that charged; TC_NONE when both did or neither. */
static int charging_side(const struct pis_book *bk, const struct pis_state *s, int melee)
{
    bool came[TC_SIDES] = { false, false };

    for (int r = 0; r < bk->regiments; r++)
        if (s->regiment[r].melee == melee && s->regiment[r].role == PIS_CHARGER)
            came[pis_side_of(bk, r)] = true;
    return came[0] == came[1] ? TC_NONE : came[1];
}

static void state_mods(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                       struct tc_sum *sum)
{
    const struct pis_regiment *g = &s->regiment[r], *e = &s->regiment[foe];
    const struct pis_melee_mods *t = &bk->t.melee_mod;

    /* the first round of the melee, not of one that joins it */
    if (g->rounds == 0 && e->rounds == 0 &&
        pis_card_of(bk, r)->ferocity > pis_card_of(bk, foe)->ferocity)
        add(sum, t->ferocity, "P-L19", PIS_LB_FIERCER);
    if (pis_has(bk, r, PIS_HORSE) == pis_has(bk, foe, PIS_HORSE)) {
        if (g->companies >= 3 * e->companies)
            add(sum, t->thrice, "P-TAB-9", PIS_LB_TWICE);
        else if (g->companies >= 2 * e->companies)
            add(sum, t->twice, "P-TAB-9", PIS_LB_TWICE);
    }
    if (g->defending && pis_has(bk, r, PIS_FOOT))
        add(sum, t->obstacle, "P-TAB-9", PIS_LB_OBSTACLE);
    if (g->broken_into)
        add(sum, t->broken_into, "P-L15", PIS_LB_BROKEN_INTO);
    if (g->gave_ground)
        add(sum, t->gave_ground, "P-L16b", PIS_LB_GAVE_GROUND);
}

/* Impact, lances, depth: horse and foot that came on. */
static void impact_mods(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                        struct tc_sum *sum)
{
    const struct pis_regiment *g = &s->regiment[r], *e = &s->regiment[foe];
    const struct pis_melee_mods *t = &bk->t.melee_mod;
    bool horse = pis_has(bk, r, PIS_HORSE);

    if (came_on(g) && (horse || g->formation == PIS_COLUMN)) /* P-L23 */
        add(sum, t->charge, "P-L3", PIS_LB_CHARGE);
    if (came_on(g) && pis_has(bk, r, PIS_LANCE) && g->formation == PIS_EN_HAYE)
        add(sum, t->lance, "P-TAB-9", PIS_LB_LANCE);
    if (g->rounds > 0 && horse && g->formation == PIS_COLUMN && pis_ranks(g) >= t->deep_ranks &&
        pis_has(bk, foe, PIS_HORSE) && e->formation == PIS_EN_HAYE)
        add(sum, t->deep_horse, "P-TAB-9", PIS_LB_DEEP_HORSE);
}

static bool came_on(const struct pis_regiment *g)
{
    return g->rounds == 0 && (g->role == PIS_CHARGER || g->role == PIS_COUNTER);
}

/* Horse against the front of pikes that keep their line. */
static void pike_mods(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                      struct tc_sum *sum)
{
    const struct pis_regiment *g = &s->regiment[r], *e = &s->regiment[foe];
    const struct pis_melee_mods *t = &bk->t.melee_mod;

    if (!pis_has(bk, r, PIS_HORSE) || !pis_has(bk, foe, PIS_PIKE) ||
        e->cohesion > PIS_DISARRAYED || g->zone != TC_ZONE_FRONT)
        return;
    if (e->formation == PIS_COLUMN || e->formation == PIS_HEDGEHOG)
        add(sum, pis_has(bk, r, PIS_LANCE) ? t->pikes_lance : t->pikes, "P-TAB-9",
            PIS_LB_PIKES);
    if (e->formation == PIS_SHOT_FORWARD)
        add(sum, t->pikes_shot_forward, "P-TAB-9", PIS_LB_PIKES);
}
