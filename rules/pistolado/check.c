/* rules/pistolado/check.c - all that must hold of a position between two answers. */
#include "rules/pistolado/inner.h"

enum { DEEP = 2500 }; /* how deep two bodies may be pressed into one another in a crowd */

/* Told further down: */
static bool brigades(const struct pis_state *s, int b);
static bool officers(const struct pis_book *bk, const struct pis_state *s, int o);
static bool is_name(int v, int n);

static bool broken(struct tc_refusal *why, int label, int at)
{
    return tc_refuse(why, "P-S2", PIS_R_CHECK, label, at, 0);
}

static bool cursors(const struct pis_book *bk, const struct pis_state *s)
{
    bool ok = s->head.step < PIS_STEPS && s->resume < PIS_STEPS && s->phase < PIS_PHASES &&
              s->lines <= bk->brigades && s->charges <= bk->regiments &&
              s->melees <= PIS_REGIMENTS && s->unit >= TC_NONE && s->unit <= bk->regiments &&
              s->melee >= 0 && s->melee <= s->melees && s->loser >= TC_NONE &&
              s->loser < TC_SIDES && (s->side == 0 || s->side == 1) &&
              s->result <= PIS_WAVERS && s->stage <= 2 && s->meets <= 1;

    for (int i = 0; ok && i < s->lines; i++)
        ok = s->line[i] < bk->brigades;
    for (int i = 0; ok && i < s->charges; i++)
        ok = s->charge[i] < bk->regiments;
    return ok;
}

static bool brigades(const struct pis_state *s, int b)
{
    const struct pis_brigade *g = &s->brigade[b];

    return g->order < PIS_ORDERS && g->status < PIS_STATUSES && g->plan_order < PIS_ORDERS &&
           g->plan_try <= PIS_ORDERS && g->plan_status <= PIS_STATUSES && g->plan_die <= 6;
}

/* How far the cursor may have come in steps that go through brigades, officers or charges. */
static bool at_place(const struct pis_book *bk, const struct pis_state *s)
{
    switch (s->head.step) {
    case PIS_S_ORDER: return s->at <= bk->brigades;
    case PIS_S_OFFICER: return s->at <= bk->officers;
    case PIS_S_MOVE:
    case PIS_S_DECLARE: return s->at <= s->lines;
    case PIS_S_TO_CHARGE:
    case PIS_S_REACT:
    case PIS_S_CHARGED:
    case PIS_S_EVADE:
    case PIS_S_RETURN_FIRE:
    case PIS_S_CONTACT: return s->at <= s->charges;
    default: return true;
    }
}

static bool officers(const struct pis_book *bk, const struct pis_state *s, int o)
{
    const struct pis_officer *f = &s->officer[o];

    return is_name(f->attached, bk->regiments) && is_name(f->plan_to, bk->regiments) &&
           f->plan <= PIS_PLAN_GO && f->condition <= PIS_CAPTURED &&
           (f->plan != PIS_PLAN_ATTACH || (f->plan_to != TC_NONE && pis_here(s, f->plan_to))) &&
           (f->attached == TC_NONE || pis_here(s, f->attached)) &&
           (f->attached == TC_NONE || pis_officer_fit(s, o)) && f->strategy >= 1 &&
           f->strategy <= 5 && f->valour >= 0 && f->valour <= 2;
}

static bool is_name(int v, int n)
{
    return v >= TC_NONE && v < n;
}

/* The regiment at work charges somebody. */
static bool has_target(const struct pis_book *bk, const struct pis_state *s)
{
    if (s->unit < 0 || s->unit >= bk->regiments)
        return false;
    int target = s->regiment[s->unit].target;
    return target >= 0 && target < bk->regiments && pis_enemies(bk, s->unit, target);
}

/* Steps that go through the regiments, or are about one of them, must have it. */
static bool at_work(const struct pis_book *bk, const struct pis_state *s)
{
    if (!at_place(bk, s))
        return false;
    switch (s->head.step) {
    case PIS_S_FIRE:
    case PIS_S_SHOT:
    case PIS_S_DECLARE:
    case PIS_S_PURSUIT:
    case PIS_S_ROUT: return s->unit >= 0;
    case PIS_S_RALLY: return s->unit >= 0 || s->phase != PIS_P_RALLY;
    case PIS_S_REACT:
    case PIS_S_CHARGED:
    case PIS_S_EVADE:
    case PIS_S_RETURN_FIRE: return has_target(bk, s);
    case PIS_S_CONTACT:
        return has_target(bk, s) ||
               (s->unit >= 0 && s->unit < bk->regiments && !pis_steady(s, s->unit));
    case PIS_S_DISASTER: return s->dues > 0;
    case PIS_S_FOLLOW: return s->melee < s->melees && s->loser >= 0;
    default: return true;
    }
}

static bool strength(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];
    const struct pis_regiment_card *c = &bk->regiment[r];

    if (g->companies > c->companies || g->pike > c->pike || g->shot > c->shot)
        return false;
    if ((g->companies == 0) != (g->place == PIS_ELIMINATED) && g->place != PIS_LEFT &&
        g->place != PIS_TAKEN && g->place != PIS_ELIMINATED)
        return false;
    return !pis_has(bk, r, PIS_FOOT) || g->pike + g->shot == g->companies;
}

static bool in_files(const struct pis_regiment *g)
{
    return g->formation == PIS_COLUMN || g->formation == PIS_CARACOLE;
}

static bool words(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    return g->place <= PIS_TAKEN && g->condition <= PIS_PURSUING &&
           g->formation < PIS_FORMATIONS && g->cohesion < PIS_LEVELS &&
           g->rate <= PIS_R_CHARGE && g->role <= PIS_COUNTER && g->zone <= TC_ZONE_REAR &&
           g->disaster <= PIS_TESTED && g->cause < PIS_CAUSES &&
           is_name(g->target, bk->regiments) && is_name(g->aim, bk->regiments) &&
           is_name(g->quarry, bk->regiments) && is_name(g->foe, bk->regiments) &&
           is_name(g->melee, s->melees) && (g->files > 0 || !in_files(g)) &&
           (pis_card_of(bk, r)->formations >> g->formation & 1);
}

static bool footprint(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_box b;
    int32_t w, d;

    if (!pis_here(s, r))
        return g->w == 0 && g->d == 0;
    pis_size_of(bk, r, g->formation, g->companies, g->files, &w, &d);
    if (g->turned ? g->w != d || g->d != w : g->w != w || g->d != d)
        return false;
    pis_box(s, r, &b);
    return tc_on_table(&b, pis_table(bk));
}

static bool relations(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    if (g->aim != TC_NONE && !pis_can_reach(bk, s, r, g->aim))
        return false;
    if (!pis_here(s, r))
        return g->melee == TC_NONE && g->disaster != PIS_DUE && g->condition == PIS_STEADY;
    if (g->condition == PIS_PURSUING && (g->quarry == TC_NONE || g->melee != TC_NONE))
        return false;
    if (g->condition == PIS_ROUTING && (g->melee != TC_NONE || g->cohesion != PIS_MOB))
        return false;
    if (g->melee != TC_NONE) {
        for (int o = 0; o < bk->regiments; o++)
            if (s->regiment[o].melee == g->melee && pis_enemies(bk, r, o))
                return true;
        return false;
    }
    return g->role == PIS_NO_ROLE && !g->broken_into && !g->gave_ground;
}

/* Steady bodies outside a melee do not lie on one another. */
static bool apart(const struct pis_state *s, int r)
{
    struct tc_box a;

    if (!pis_steady(s, r) || s->regiment[r].melee != TC_NONE || s->regiment[r].evaded)
        return true;
    pis_box(s, r, &a);
    for (int o = 0; o < r; o++) {
        struct tc_box b;

        if (!pis_steady(s, o) || s->regiment[o].melee != TC_NONE || s->regiment[o].evaded ||
            pis_far(&s->regiment[r], &s->regiment[o], 0))
            continue;
        pis_box(s, o, &b);
        if (tc_overlap(&a, &b, DEEP))
            return false;
    }
    return true;
}

bool pis_check(const struct tc_book *book, const void *state, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(book);
    const struct pis_state *s = state;
    int dues = 0;

    if (!cursors(bk, s) || !at_work(bk, s))
        return broken(why, PIS_LB_CHECK_CURSOR, s->head.step);
    for (int b = 0; b < bk->brigades; b++)
        if (!brigades(s, b))
            return broken(why, PIS_LB_CHECK_BRIGADE, b);
    for (int r = 0; r < bk->regiments; r++) {
        dues += s->regiment[r].disaster == PIS_DUE;
        if (!words(bk, s, r))
            return broken(why, PIS_LB_CHECK_WORDS, r);
        if (!strength(bk, s, r))
            return broken(why, PIS_LB_CHECK_STRENGTH, r);
        if (!footprint(bk, s, r))
            return broken(why, PIS_LB_CHECK_FOOTPRINT, r);
        if (!relations(bk, s, r))
            return broken(why, PIS_LB_CHECK_RELATIONS, r);
        if (!apart(s, r))
            return broken(why, PIS_LB_CHECK_OVERLAP, r);
    }
    for (int o = 0; o < bk->officers; o++)
        if (!officers(bk, s, o))
            return broken(why, PIS_LB_CHECK_OFFICER, o);
    return dues == s->dues || broken(why, PIS_LB_CHECK_CURSOR, dues);
}
