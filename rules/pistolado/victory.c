/* rules/pistolado/victory.c - chapter VIC: broken brigades, broken armies, points. */
#include "rules/pistolado/inner.h"

/* Told further down: */
static bool army_is_broken(const struct pis_book *bk, const struct pis_state *s, int side);
static void finish(struct pis_play *p, int winner, int ending, const char *rule);
static int less_broken(const struct pis_play *p);
static bool is_broken(const struct pis_book *bk, const struct pis_state *s, int b);
static int held_by(const struct pis_book *bk, const struct pis_state *s, int i);
static int by_points(struct pis_play *p);

bool pis_is_lost(const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    return g->place == PIS_ELIMINATED || g->place == PIS_LEFT || g->place == PIS_TAKEN ||
           (g->place == PIS_ON_TABLE && g->condition == PIS_ROUTING); /* P-VIC1 */
}

void pis_judge_battle(struct pis_play *p)
{
    struct pis_state *s = p->s;

    for (int b = 0; b < p->bk->brigades; b++)
        if (!s->brigade[b].broken && is_broken(p->bk, s, b)) {
            s->brigade[b].broken = 1;
            tc_tell(p->u, PIS_E_BRIGADE_BROKEN, "P-VIC2", b, 0, 0);
        } else if (s->brigade[b].broken && !is_broken(p->bk, s, b)) {
            s->brigade[b].broken = 0;
        }
    bool a = army_is_broken(p->bk, s, 0), b = army_is_broken(p->bk, s, 1);
    if (a && b)
        finish(p, less_broken(p), PIS_END_BOTH_BROKEN, "P-VIC3");
    else if (a || b)
        finish(p, a, PIS_END_BROKEN, "P-VIC3");
    else if (s->head.turn >= p->bk->turn_limit)
        finish(p, by_points(p), PIS_END_LIMIT, "P-VIC4");
}

static bool army_is_broken(const struct pis_book *bk, const struct pis_state *s, int side)
{
    int all = 0, broken = 0;

    for (int b = 0; b < bk->brigades; b++)
        if (bk->brigade[b].side == side) {
            all++;
            broken += s->brigade[b].broken;
        }
    return 100 * broken >= bk->t.victory.broken_army * all ||
           100 * pis_companies_lost(bk, s, side) >=
               bk->t.victory.army_losses * s->army[side].companies0;
}

/* Companies lost; a lost regiment counts whole. */
int pis_companies_lost(const struct pis_book *bk, const struct pis_state *s, int side)
{
    int n = 0;

    for (int r = 0; r < bk->regiments; r++)
        if (pis_side_of(bk, r) == side)
            n += pis_is_lost(s, r) ? bk->regiment[r].companies
                                   : bk->regiment[r].companies - s->regiment[r].companies;
    return n;
}

static void finish(struct pis_play *p, int winner, int ending, const char *rule)
{
    p->s->head.over = 1;
    p->s->head.winner = (int8_t)winner;
    p->s->head.ending = (uint8_t)ending;
    tc_tell(p->u, PIS_E_OVER, rule, winner, 0, 0);
}

/* Both armies break: the one that has lost much less of itself wins. */
static int less_broken(const struct pis_play *p)
{
    int64_t a = (int64_t)pis_companies_lost(p->bk, p->s, 0) * p->s->army[1].companies0;
    int64_t b = (int64_t)pis_companies_lost(p->bk, p->s, 1) * p->s->army[0].companies0;
    int num = p->bk->t.victory.share_num, den = p->bk->t.victory.share_den;

    if (a * den < b * num)
        return 0;
    if (b * den < a * num)
        return 1;
    return TC_NONE;
}

/* P-VIC2: half or more of its regiments are lost. */
static bool is_broken(const struct pis_book *bk, const struct pis_state *s, int b)
{
    int all = 0, lost = 0;

    for (int r = 0; r < bk->regiments; r++)
        if (bk->regiment[r].brigade == b) {
            all++;
            lost += pis_is_lost(s, r);
        }
    return all > 0 && 100 * lost >= bk->t.victory.broken_brigade * all;
}

int pis_points(const struct pis_book *bk, const struct pis_state *s, int side)
{
    const struct pis_victory *t = &bk->t.victory;
    const struct pis_army *e = &s->army[1 - side];
    int n = t->company * pis_companies_lost(bk, s, 1 - side) + t->officer * e->officers_lost +
            t->general * e->generals_lost + t->gun * e->guns_taken;

    for (int r = 0; r < bk->regiments; r++)
        if (pis_side_of(bk, r) != side && pis_is_lost(s, r))
            n += t->regiment;
    for (int i = 0; i < bk->objectives; i++)
        if (held_by(bk, s, i) == side)
            n += bk->objective[i].points[side];
    return n;
}

static int held_by(const struct pis_book *bk, const struct pis_state *s, int i)
{
    const struct pis_objective_card *o = &bk->objective[i];
    bool in[TC_SIDES] = { false, false };

    for (int r = 0; r < bk->regiments; r++) {
        struct tc_box b;

        if (!pis_steady(s, r) || pis_has(bk, r, PIS_ART))
            continue;
        pis_box(s, r, &b);
        if (tc_point_within(&b, (struct tc_pt){ o->x, o->y }, o->radius))
            in[pis_side_of(bk, r)] = true;
    }
    return in[0] == in[1] ? TC_NONE : in[1];
}

/* P-VIC4 at the limit: a lead of a fifth. */
static int by_points(struct pis_play *p)
{
    int lead = p->bk->t.victory.lead;
    int64_t a = pis_points(p->bk, p->s, 0), b = pis_points(p->bk, p->s, 1);

    tc_tell(p->u, PIS_E_POINTS, "P-VIC4", 0, (int32_t)a, 0);
    tc_tell(p->u, PIS_E_POINTS, "P-VIC4", 1, (int32_t)b, 0);
    if (a > b && a * 100 >= b * (100 + lead))
        return 0;
    if (b > a && b * 100 >= a * (100 + lead))
        return 1;
    return TC_NONE;
}

/* What is left of an army, of 10000: companies, less for disorder and flight. */
static int worth(const struct pis_book *bk, const struct pis_state *s, int side)
{
    int n = 0;

    for (int r = 0; r < bk->regiments; r++) {
        const struct pis_regiment *g = &s->regiment[r];

        if (pis_side_of(bk, r) != side || pis_is_lost(s, r))
            continue;
        n += g->companies * (100 - 4 * g->cohesion);
    }
    return s->army[side].companies0 ? n * 100 / s->army[side].companies0 : 0;
}

int pis_score(const struct tc_book *book, const void *state)
{
    const struct pis_book *bk = pis_book_of(book);
    const struct pis_state *s = state;
    int points = 20 * (pis_points(bk, s, 0) - pis_points(bk, s, 1));
    int score = worth(bk, s, 0) - worth(bk, s, 1) + tc_max(-2000, tc_min(2000, points));

    if (s->head.over)
        return s->head.winner == 0 ? 10000 : s->head.winner == 1 ? -10000 : 0;
    return tc_max(-9999, tc_min(9999, score));
}
