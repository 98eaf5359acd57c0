/* rules/pistolado/melee.c - P-L9 to P-L21: one round of a melee, and what follows from it. */
#include <string.h>
#include "rules/pistolado/inner.h"

enum { ROUNDING = 2, CONTACT = 1 };

struct round {
    int melee, loser, fate; /* loser TC_NONE: locked */
    int n;
    pis_unit who[PIS_REGIMENTS];
    uint8_t how[PIS_REGIMENTS]; /* enum pis_fate of each */
    int ferocity[TC_SIDES];
};

/* Told further down: */
static void gather(const struct pis_play *p, struct round *d);
static bool side_stands(const struct pis_play *p, int melee, int side);
static bool gave_ground(const struct pis_play *p, const struct round *d);
static void clear_round_marks(struct pis_play *p, const struct round *d);
static void roll_round(struct pis_play *p, struct round *d);
static void apply_round(struct pis_play *p, struct round *d);
static int risk_of(int fate);
static int suffer(struct pis_play *p, int r, int fate);
static bool give_ground(struct pis_play *p, int r);
static int32_t ground_behind(const struct pis_play *p, int r, uint16_t heading, int32_t max);
static int32_t way_to_follow(const struct pis_book *bk, const struct pis_state *s, int r);
static void pursue_at_once(struct pis_play *p, const struct round *d);
static pis_unit quarry_for(const struct pis_play *p, const struct round *d, int r);
static void break_into(struct pis_play *p, int r, const char *rule);
static void follow(struct pis_play *p, int melee, int loser);
static bool held(const struct pis_play *p, const struct round *d);
static void let_go(struct pis_play *p, const struct round *d);

/* P-C7, P-C9: the melee is over; levels for the side that gave ground and for the other. */
static void end_melee(struct pis_play *p, int melee, int loser, int lost, int won)
{
    bool told = false;

    for (int r = 0; r < p->bk->regiments; r++) {
        if (p->s->regiment[r].melee != melee || !pis_here(p->s, r))
            continue;
        if (!told)
            tc_tell(p->u, PIS_E_MELEE_ENDS, "P-C7", r, 0, 0);
        told = true;
        pis_leave(p, r);
        pis_disorder(p, r, pis_side_of(p->bk, r) == loser ? lost : won, "P-C9");
    }
}

void pis_tidy_melees(struct pis_play *p)
{
    struct pis_state *s = p->s;
    uint64_t there[TC_SIDES] = { 0, 0 };

    if (s->melees == 0)
        return;
    for (int r = 0; r < p->bk->regiments; r++)
        if (s->regiment[r].melee != TC_NONE)
            there[pis_side_of(p->bk, r)] |= UINT64_C(1) << s->regiment[r].melee;
    uint64_t alone = there[0] ^ there[1];
    for (int m = 0; alone >> m && m < 64; m++)
        if (alone >> m & 1)
            end_melee(p, m, TC_NONE, 0, p->bk->t.cohesion.undecided);
}

static void fight(struct pis_play *p, int melee)
{
    struct round d = { .melee = melee };

    gather(p, &d);
    roll_round(p, &d); /* P-H7 */
    clear_round_marks(p, &d);
    apply_round(p, &d);
    p->s->loser = TC_NONE;
    if (d.loser == TC_NONE)
        return;
    if (!side_stands(p, melee, d.loser)) {
        end_melee(p, melee, d.loser, 0, p->bk->t.cohesion.winner);
        pursue_at_once(p, &d);
    } else if (gave_ground(p, &d)) {
        if (held(p, &d) && side_stands(p, melee, 1 - d.loser))
            let_go(p, &d);
        else if (side_stands(p, melee, 1 - d.loser))
            p->s->loser = (int8_t)d.loser;
        else /* nobody is left to follow, but who gave ground has lost: P-C9 */
            end_melee(p, melee, d.loser, p->bk->t.cohesion.gave_ground,
                      p->bk->t.cohesion.winner);
    }
}

static void gather(const struct pis_play *p, struct round *d)
{
    d->n = 0;
    for (int r = 0; r < p->bk->regiments; r++)
        if (p->s->regiment[r].melee == d->melee)
            d->who[d->n++] = (pis_unit)r;
    for (int side = 0; side < TC_SIDES; side++)
        d->ferocity[side] = pis_ferocity_in(p->bk, p->s, d->melee, side);
}

static bool side_stands(const struct pis_play *p, int melee, int side)
{
    for (int r = 0; r < p->bk->regiments; r++)
        if (p->s->regiment[r].melee == melee && pis_side_of(p->bk, r) == side)
            return true;
    return false;
}

/* Has some regiment of the melee gone back, and is still in it? */
static bool gave_ground(const struct pis_play *p, const struct round *d)
{
    for (int i = 0; i < d->n; i++)
        if (d->how[i] == PIS_F_GG && p->s->regiment[d->who[i]].melee == d->melee)
            return true;
    return false;
}

void pis_step_melee(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->melee < s->melees &&
           !(side_stands(p, s->melee, 0) && side_stands(p, s->melee, 1)))
        s->melee++;
    if (s->melee >= s->melees) {
        s->melee = 0;
        pis_begin_phase(p, PIS_P_ROUT);
        s->unit = 0;
        pis_go(p, PIS_S_PURSUIT);
        return;
    }
    fight(p, s->melee);
    pis_officers_follow(p);
    if (s->loser != TC_NONE) {
        pis_go(p, PIS_S_FOLLOW);
        return;
    }
    s->melee++;
    pis_go(p, PIS_S_MELEE);
}

void pis_join(struct pis_play *p, int r, int foe, int role, enum tc_zone zone)
{
    struct pis_state *s = p->s;
    struct pis_regiment *g = &s->regiment[r], *e = &s->regiment[foe];

    if (e->melee == TC_NONE) {
        e->melee = (int8_t)s->melees++;
        e->role = PIS_TARGET;
        e->rounds = 0;
        e->foe = (pis_unit)r;
        e->zone = TC_ZONE_FRONT;
    }
    g->melee = e->melee;
    g->role = (uint8_t)role;
    g->rounds = 0;
    g->foe = (pis_unit)foe;
    g->zone = (uint8_t)zone;
    for (int i = 0; i < 2; i++) {
        struct pis_regiment *x = i ? e : g;

        if (x->condition == PIS_PURSUING) {
            x->condition = PIS_STEADY;
            x->quarry = TC_NONE;
        }
    }
}

void pis_leave(struct pis_play *p, int r)
{
    struct pis_regiment *g = &p->s->regiment[r];

    g->melee = TC_NONE;
    g->foe = TC_NONE;
    g->role = PIS_NO_ROLE;
    g->rounds = g->zone = 0;
    g->broken_into = g->gave_ground = g->rear_struck = g->defending = 0;
}

/* What counted for this round only. */
static void clear_round_marks(struct pis_play *p, const struct round *d)
{
    for (int i = 0; i < d->n; i++) {
        struct pis_regiment *g = &p->s->regiment[d->who[i]];

        g->gave_ground = 0;
        g->rear_struck = 0; /* P-L6b */
        if (g->rounds < 255)
            g->rounds++;
    }
}

/* Strengths, type, 2d6: P-L5 to P-L10. */
static void roll_round(struct pis_play *p, struct round *d)
{
    struct pis_match m;
    int8_t die[2];

    pis_match_up(p->bk, p->s, p->u, d->melee, &m);
    tc_tell_args(p->u, PIS_E_STRENGTHS, "P-L5",
                 (int32_t[TC_ARGS]){ m.lead[0], m.strength[0], m.lead[1], m.strength[1] });
    tc_hope(p->u, 0, TC_LOW);
    if (m.tie)
        m.stronger = tc_roll(p->u, TC_D6, "P-L7") <= 3 ? 0 : 1;
    tc_tell(p->u, PIS_E_TYPE, "P-L5", m.type, m.enemies, m.lead[m.stronger]); /* P-RUL-19 */
    tc_hope(p->u, m.stronger, TC_HIGH);
    tc_rolls(p->u, 2, TC_D6, die, "P-L10");
    /* P-L11, P-TAB-11 */
    int out = p->bk->t.melee.outcome[m.enemies][m.type][die[0] + die[1] - 2];
    tc_tell(p->u, PIS_E_OUTCOME, "P-L8", m.lead[m.stronger], m.lead[1 - m.stronger], out);
    d->loser = out == PIS_LK ? TC_NONE : out < PIS_LK ? m.stronger : 1 - m.stronger;
    d->fate = out == PIS_LK                        ? PIS_F_LOCKED
              : out == PIS_S_GG || out == PIS_W_GG ? PIS_F_GG
              : out == PIS_S_BI || out == PIS_W_BI ? PIS_F_BI
                                                   : PIS_F_RT;
}

static void apply_round(struct pis_play *p, struct round *d)
{
    for (int i = 0; i < d->n; i++) {
        int r = d->who[i];
        bool lost = d->loser == TC_NONE || pis_side_of(p->bk, r) == d->loser;

        d->how[i] = PIS_F_WINNER;
        if (lost)
            d->how[i] = (uint8_t)suffer(p, r, d->fate);
    }
    for (int i = 0; i < d->n; i++) { /* P-L9 */
        int r = d->who[i];

        if (!pis_here(p->s, r))
            continue;
        pis_officer_risk(p, r, risk_of(d->how[i]));
        pis_casualties(p, r, d->how[i], d->ferocity[1 - pis_side_of(p->bk, r)], "P-L18");
    }
}

static int risk_of(int fate)
{
    switch ((enum pis_fate)fate) {
    case PIS_F_GG: return PIS_RISK_GG;
    case PIS_F_BI: return PIS_RISK_BI;
    case PIS_F_RT: return PIS_RISK_RT;
    case PIS_F_WINNER:
    case PIS_F_LOCKED:
    case PIS_FATES: break;
    }
    return PIS_RISK_EVEN;
}

static int suffer(struct pis_play *p, int r, int fate)
{
    if (fate == PIS_F_LOCKED)
        return fate; /* P-L12 */
    if (pis_has(p->bk, r, PIS_ART) && fate != PIS_F_BI) {
        pis_remove(p, r, PIS_TAKEN, "P-RUL-29");
        return fate;
    }
    if (fate == PIS_F_GG && !give_ground(p, r)) {
        break_into(p, r, "P-L13b");
        return PIS_F_BI;
    }
    if (fate == PIS_F_BI)
        break_into(p, r, "P-L14");
    if (fate == PIS_F_RT)
        pis_rout(p, r, p->s->regiment[r].foe, "P-L17");
    return fate;
}

/* True when it went back; false when it could not. */
static bool give_ground(struct pis_play *p, int r)
{
    struct tc_rect at = pis_rect(p->s, r);
    uint16_t back = (uint16_t)(at.facing + TC_HALF);
    int32_t d = ground_behind(p, r, back, pis_march_rate(p->bk, r) / 2);

    if (d == 0) /* P-GEO-23 */
        return false;
    pis_put(p->s, r, tc_move(at, back, d));
    p->s->regiment[r].defending = 0;
    tc_tell(p->u, PIS_E_GIVES_GROUND, "P-L13", r, d, 0);
    return true;
}

static int32_t ground_behind(const struct pis_play *p, int r, uint16_t heading, int32_t max)
{
    const unsigned all =
        PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR) | PIS_CLASS(PIS_IMPASSABLE);
    struct tc_box b;

    pis_box(p->s, r, &b);
    int32_t free = tc_sweep_table(&b, heading, max, pis_table(p->bk));
    uint64_t in = pis_ground_met(p->bk, &b, all);
    for (int i = 0; i < p->bk->grounds; i++) {
        const struct pis_ground *g = &p->bk->ground[i];

        if (!(all >> g->cls & 1) || (in >> i & 1))
            continue;
        int32_t at = g->line ? tc_line_reach(&g->shape, &b, heading, max, 0)
                             : tc_poly_reach(&g->shape, &b, heading, max, 0);
        if (at >= 0)
            free = tc_min(free, at - 1);
    }
    for (int o = 0; o < p->bk->regiments; o++) {
        struct tc_box x;

        if (o == r || !pis_here(p->s, o) ||
            pis_far(&p->s->regiment[r], &p->s->regiment[o], max))
            continue;
        pis_box(p->s, o, &x);
        free = tc_min(free, tc_stop_upon(&b, heading, max, &x, ROUNDING));
    }
    return free > 0 ? free : 0;
}

/* P-L13b, P-L15: does one of several that lost stand where it was, Broken Into? */
static bool held(const struct pis_play *p, const struct round *d)
{
    for (int i = 0; i < d->n; i++)
        if (d->how[i] == PIS_F_BI && p->s->regiment[d->who[i]].melee == d->melee)
            return true;
    return false;
}

void pis_step_follow(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int lead = TC_NONE, winner = 1 - s->loser;

    for (int r = 0; r < p->bk->regiments; r++)
        if (s->regiment[r].melee == s->melee && pis_side_of(p->bk, r) == winner &&
            (lead == TC_NONE || way_to_follow(p->bk, s, lead) < 0))
            lead = r;
    if (lead != TC_NONE && side_stands(p, s->melee, s->loser)) {
        if (tc_ask(p->u, winner, PIS_Q_FOLLOW, "P-L16", lead, 0, 0)->verb == PIS_V_FOLLOW) {
            follow(p, s->melee, s->loser);
        } else {
            tc_tell(p->u, PIS_E_STANDS_FAST, "P-L16", lead, 0, 0);
            end_melee(p, s->melee, s->loser, p->bk->t.cohesion.gave_ground,
                      p->bk->t.cohesion.winner);
        }
    }
    s->loser = TC_NONE;
    s->melee++;
    pis_officers_follow(p);
    pis_go(p, PIS_S_MELEE);
}

/* How far a winner must go to be in touch again; -1 if it cannot. */
static int32_t way_to_follow(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_box b;
    int32_t best = -1;

    pis_box(s, r, &b);
    for (int o = 0; o < bk->regiments; o++) {
        struct tc_box x;

        if (s->regiment[o].melee != g->melee || !pis_enemies(bk, r, o))
            continue;
        pis_box(s, o, &x);
        int32_t d = tc_sweep_reach(&b, b.facing, pis_march_rate(bk, o), &x, CONTACT);
        if (d >= 0 && (best < 0 || d < best))
            best = d;
    }
    if (best <= 0)
        return best;
    for (int o = 0; o < bk->regiments; o++) {
        struct tc_box x;

        if (o == r || !pis_here(s, o) || pis_far(g, &s->regiment[o], best))
            continue;
        pis_box(s, o, &x);
        if (!tc_overlap(&b, &x, ROUNDING) && tc_sweep_overlap(&b, b.facing, best, &x, ROUNDING))
            return -1;
    }
    return pis_ground_swept(bk, &b, b.facing, best, PIS_CLASS(PIS_IMPASSABLE)) ? -1 : best;
}

static void pursue_at_once(struct pis_play *p, const struct round *d)
{
    for (int i = 0; i < d->n; i++) {
        int r = d->who[i];
        struct pis_regiment *g = &p->s->regiment[r];

        if (pis_side_of(p->bk, r) == d->loser || !pis_steady(p->s, r) || g->melee != TC_NONE)
            continue;
        if (!pis_has(p->bk, r, PIS_HORSE))
            continue; /* P-RUL-16 */
        pis_unit q = quarry_for(p, d, r);
        if (q == TC_NONE)
            continue;
        g->condition = PIS_PURSUING; /* P-R6, P-R6b, P-R11 */
        g->quarry = q;
        g->broke = 1;
        pis_pursue(p, r);
    }
}

/* The nearest of those who ran; TC_NONE if they are all gone. */
static pis_unit quarry_for(const struct pis_play *p, const struct round *d, int r)
{
    pis_unit best = TC_NONE;
    struct tc_gap least = { 0, 0, 1 };

    for (int i = 0; i < d->n; i++) {
        int o = d->who[i];

        if (!pis_enemies(p->bk, r, o) || !pis_here(p->s, o) ||
            p->s->regiment[o].condition != PIS_ROUTING)
            continue;
        struct tc_gap g = pis_gap(p->s, r, o);
        if (best == TC_NONE || tc_gap_cmp(g, least) < 0) {
            least = g;
            best = (pis_unit)o;
        }
    }
    return best;
}

/* P-L14, P-L15: the test comes at once, before the losses of the round. */
static void break_into(struct pis_play *p, int r, const char *rule)
{
    struct pis_regiment *g = &p->s->regiment[r];
    struct pis_test_of t = { .test = PIS_DISASTER, .enemy = TC_NONE };

    tc_tell(p->u, PIS_E_BROKEN_INTO, rule, r, 0, 0);
    g->broken_into = 1;
    if (g->disaster == PIS_TESTED)
        return; /* P-W8 */
    if (g->disaster == PIS_DUE)
        p->s->dues--;
    g->disaster = PIS_TESTED;
    g->cause = PIS_NO_CAUSE;
    int result = pis_waver_test(p, r, &t); /* P-W3c */
    if (result == PIS_MINUS)
        pis_disorder(p, r, 1, "P-C5");
    if (result != PIS_RO)
        return;
    if (pis_has(p->bk, r, PIS_ART))
        pis_remove(p, r, PIS_TAKEN, "P-RUL-29");
    else
        pis_rout(p, r, g->foe, "P-W12");
}

static void follow(struct pis_play *p, int melee, int loser)
{
    for (int r = 0; r < p->bk->regiments; r++) {
        struct pis_regiment *g = &p->s->regiment[r];

        if (g->melee != melee)
            continue;
        if (pis_side_of(p->bk, r) == loser) {
            g->gave_ground = 1;
            continue;
        }
        int32_t d = way_to_follow(p->bk, p->s, r);
        if (d < 0) {
            pis_leave(p, r);
            pis_disorder(p, r, p->bk->t.cohesion.winner, "P-C9");
            continue;
        }
        pis_put(p->s, r, tc_march(pis_rect(p->s, r), d));
        tc_tell(p->u, PIS_E_FOLLOWS, "P-L16", r, 0, 0);
    }
}

/* The melee goes on with those it was Broken Into; those who went back are out of it, and so is
 * a winner whom that leaves in touch with nobody: P-C9. */
static void let_go(struct pis_play *p, const struct round *d)
{
    for (int i = 0; i < d->n; i++)
        if (d->how[i] == PIS_F_GG && p->s->regiment[d->who[i]].melee == d->melee) {
            pis_leave(p, d->who[i]);
            pis_disorder(p, d->who[i], p->bk->t.cohesion.gave_ground, "P-C9");
        }
    for (int i = 0; i < d->n; i++) {
        int r = d->who[i];
        bool on = p->s->regiment[r].melee != d->melee || pis_side_of(p->bk, r) == d->loser;

        for (int j = 0; j < d->n && !on; j++)
            on = p->s->regiment[d->who[j]].melee == d->melee &&
                 pis_enemies(p->bk, r, d->who[j]) &&
                 tc_gap_floor(pis_gap(p->s, r, d->who[j])) <= ROUNDING;
        if (!on) {
            pis_leave(p, r);
            pis_disorder(p, r, p->bk->t.cohesion.winner, "P-C9");
        }
    }
}

bool pis_nth_follow(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? PIS_V_STAND_FAST : PIS_V_FOLLOW; /* P-CAND-8 */
    out->arg[0] = v->q->arg[0];
    return true;
}

bool pis_judge_follow(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    int r = v->q->arg[0];
    struct tc_act fast = { .verb = PIS_V_STAND_FAST, .arg = { r } };

    if (a->arg[0] != r)
        return tc_refuse_near(why, &fast, "P-L16", PIS_R_NOT_THIS, a->arg[0], r);
    if (a->verb == PIS_V_FOLLOW && way_to_follow(pis_book_of(v->book), v->state, r) < 0)
        return tc_refuse_near(why, &fast, "P-L16", PIS_R_BLOCKED_FOLLOW, r);
    return true;
}

int pis_count_follow(const struct tc_view *v)
{
    (void)v;
    return 2;
}

void pis_casualties(struct pis_play *p, int r, int fate, int ferocity, const char *rule)
{
    const struct pis_melee *t = &p->bk->t.melee;
    int small = p->bk->regiment[r].companies <= t->small_regiment;
    struct tc_sum sum = { p->u, 0 };

    tc_hope(p->u, pis_side_of(p->bk, r), TC_LOW);
    tc_sum_add(&sum, tc_roll(p->u, TC_D6, "P-L18"), "P-L18", PIS_LB_DICE, 0, 0);
    if (ferocity)
        tc_sum_add(&sum, ferocity, "P-L18", PIS_LB_FEROCITY, 0, 0);
    tc_sum_end(&sum, "P-L18", PIS_LB_CASUALTIES);
    /* P-TAB-12 */
    int lost = t->loss[fate][small][tc_max(1, tc_min(sum.total, PIS_TOTALS)) - 1];
    tc_tell(p->u, PIS_E_CASUALTIES, rule, r, fate, lost);
    pis_lose(p, r, lost);
}
