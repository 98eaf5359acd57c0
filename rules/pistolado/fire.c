/* rules/pistolado/fire.c - chapter F: who may fire, at whom, and what it does. */
#include <string.h>
#include "rules/pistolado/inner.h"

/* Told further down: */
static int band_to(const struct pis_book *bk, const struct pis_state *s, int r, int target);
static bool has_target(const struct pis_play *p, int r);
static int why_not(const struct pis_book *bk, const struct pis_state *s, int r, int target);
static int why_no_fire(const struct pis_book *bk, const struct pis_state *s, int r,
                       const char **rule);
static int status_of(const struct pis_book *bk, const struct pis_state *s, int r);
static int strength(const struct pis_book *bk, const struct pis_state *s, int r);
static int row_of(const struct pis_book *bk, int shot);
static void other_shot(const struct pis_book *bk, const struct pis_state *s, int r,
                       struct tc_act *out);
static int why_not_other(const struct pis_book *bk, const struct pis_state *s,
                         const struct tc_act *a, int asked, const char **rule);
static void firer_mods(const struct pis_book *bk, const struct pis_state *s, int r,
                       struct tc_sum *sum);
static void add(struct tc_sum *sum, int value, const char *rule, int label);
static void target_mods(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                        struct tc_sum *sum);

void pis_step_shot(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->unit < p->bk->regiments && s->regiment[s->unit].aim == TC_NONE)
        s->unit++;
    if (s->unit == p->bk->regiments) {
        pis_go(p, PIS_S_HITS);
        return;
    }
    int r = s->unit++, target = s->regiment[r].aim;
    s->regiment[r].aim = TC_NONE;
    pis_shoot(p, r, target, band_to(p->bk, s, r, target)); /* P-S6 */
    pis_go(p, PIS_S_SHOT);
}

/* The range band of the target, or -1 beyond the last. */
static int band_to(const struct pis_book *bk, const struct pis_state *s, int r, int target)
{
    const struct pis_range *t = &bk->t.range[pis_class_of(bk, r)];
    int32_t most = tc_max(t->limit[0], tc_max(t->limit[1], t->limit[2]));
    struct tc_box b;

    if (pis_far(&s->regiment[r], &s->regiment[target], most))
        return TC_NONE;
    pis_box(s, target, &b);
    for (int i = 0; i < PIS_RANGES; i++)
        if (t->limit[i] && pis_in_range(s, r, &b, t->limit[i]))
            return i;
    return TC_NONE;
}

bool pis_can_reach(const struct pis_book *bk, const struct pis_state *s, int r, int target)
{
    return pis_class_of(bk, r) < PIS_CLASSES && pis_here(s, r) && pis_here(s, target) &&
           band_to(bk, s, r, target) != TC_NONE;
}

void pis_step_hits(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    for (int r = 0; r < p->bk->regiments; r++)
        if (pis_here(p->s, r))
            pis_apply_hits(p, r);
    pis_officers_follow(p);
    p->s->unit = 0;
    p->s->at = 0;
    pis_go(p, PIS_S_RALLY);
}

/* What forbids all fire: P-M8a, P-M9a, P-M14, P-M16. */
static int why_hands_full(const struct pis_book *bk, const struct pis_state *s, int r,
                          const char **rule)
{
    const struct pis_regiment *g = &s->regiment[r];

    *rule = "P-M8a";
    if (g->formation_changed)
        return PIS_R_FORMED;
    if (g->frontage_changed) {
        *rule = "P-M9a";
        if (!pis_has(bk, r, PIS_HORSE))
            return PIS_R_FRONTED; /* P-RUL-17 */
    }
    *rule = g->faced ? "P-M16" : "P-M14";
    if (pis_has(bk, r, PIS_ART) && (g->rate != PIS_R_NONE || g->faced))
        return g->faced ? PIS_R_GUNS_TURNED : PIS_R_GUNS_MOVED;
    return 0;
}

void pis_step_fire(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->unit < p->bk->regiments &&
           !(pis_may_fire(p->bk, s, s->unit) && has_target(p, s->unit)))
        s->unit++;
    if (s->unit == p->bk->regiments) {
        s->unit = 0;
        pis_go(p, PIS_S_SHOT);
        return;
    }
    int r = s->unit++;
    const struct tc_act *a = tc_ask(p->u, pis_side_of(p->bk, r), PIS_Q_SHOOT, "P-F1", r, 0, 0);
    if (a->verb == PIS_V_FIRE) {
        s->regiment[r].aim = (pis_unit)a->arg[1];
        s->regiment[r].fired = 1;
        tc_tell(p->u, PIS_E_AIMS, "P-F15", r, a->arg[1], 0);
        if (p->u->assume) /* odds look ahead to the shot that was declared */
            pis_shoot(p, r, s->regiment[r].aim, band_to(p->bk, s, r, s->regiment[r].aim));
    }
    pis_go(p, PIS_S_FIRE);
}

static bool has_target(const struct pis_play *p, int r)
{
    for (int o = 0; o < p->bk->regiments; o++)
        if (!why_not(p->bk, p->s, r, o))
            return true;
    return false;
}

/* 0, or the reason why not. */
static int why_not(const struct pis_book *bk, const struct pis_state *s, int r, int target)
{
    struct tc_box b;

    if (!pis_enemies(bk, r, target))
        return PIS_R_OWN_SIDE;
    if (!pis_here(s, target))
        return PIS_R_TARGET_GONE;
    if (s->regiment[target].melee != TC_NONE)
        return PIS_R_TARGET_MELEE;
    if (band_to(bk, s, r, target) == TC_NONE)
        return PIS_R_RANGE;
    pis_box(s, target, &b);
    if (!pis_in_arc(bk, s, r, &b))
        return PIS_R_ARC;
    if (!pis_sees(bk, s, r, target))
        return PIS_R_SIGHT;
    return 0;
}

bool pis_may_fire(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const char *rule = "P-F1";
    int reason = why_no_fire(bk, s, r, &rule);

    return !reason;
}

/* P-F2a, P-F3: having moved. 0, or the reason why it may not fire any more. */
static int why_not_after_move(const struct pis_book *bk, const struct pis_state *s, int r,
                              const char **rule)
{
    const struct pis_regiment *g = &s->regiment[r];
    bool nimble = pis_has(bk, r, PIS_LIGHT | PIS_SKIRM | PIS_EP);

    if (g->rate == PIS_R_NONE)
        return 0;
    *rule = "P-F3"; /* P-RUL-5 */
    if (g->rate == PIS_R_DOUBLE)
        return nimble ? 0 : PIS_R_DOUBLED; /* P-F3 */
    if (nimble)
        return 0; /* P-F2b, P-RUL-4 */
    *rule = "P-F2c";
    if (pis_card_of(bk, r)->grade == PIS_LEVY)
        return PIS_R_LEVY_MARCHED;
    return 0; /* P-F2a, P-RUL-24 */
}

/* 0, or the reason why the regiment may not fire in the Firing phase. */
static int why_no_fire(const struct pis_book *bk, const struct pis_state *s, int r,
                       const char **rule)
{
    int status = status_of(bk, s, r);
    int reason = pis_why_not_free(s, r, rule);

    if (reason)
        return reason;
    *rule = "P-F15";
    if (s->regiment[r].fired)
        return PIS_R_FIRED;
    *rule = "P-F7";
    if (pis_class_of(bk, r) >= PIS_CLASSES || strength(bk, s, r) == 0)
        return PIS_R_NO_SHOT;
    *rule = status == PIS_RALLY ? "P-F4" : "P-F1";
    if (!pis_status_fires(status))
        return PIS_R_STATUS_NO_FIRE;
    reason = why_hands_full(bk, s, r, rule);
    return reason ? reason : why_not_after_move(bk, s, r, rule);
}

static int status_of(const struct pis_book *bk, const struct pis_state *s, int r)
{
    return s->brigade[bk->regiment[r].brigade].status;
}

int pis_class_of(const struct pis_book *bk, int r)
{
    int shoots = pis_card_of(bk, r)->shoots;

    return shoots == PIS_SHOOTS_BY_GUN ? PIS_LIGHT_GUN + bk->regiment[r].gun : shoots;
}

static bool of_a_kind_to_return(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    if (pis_has(bk, r, PIS_FOOT | PIS_ART))
        return true; /* P-F6c, P-F6e, P-RUL-8, P-RUL-31 */
    if (!pis_has(bk, r, PIS_REITER | PIS_PETRONEL))
        return false;                                        /* P-F6d */
    return g->rate == PIS_R_NONE && !g->faced && !g->pushed; /* P-F6a, P-F6b */
}

bool pis_may_return(const struct pis_book *bk, const struct pis_state *s, int r, int charger)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct pis_path path;
    struct tc_box b;
    const char *rule;

    if (!pis_steady(s, r) || g->melee != TC_NONE || pis_class_of(bk, r) >= PIS_CLASSES ||
        strength(bk, s, r) == 0)
        return false;
    if (g->fired_if_charged)
        return false; /* P-F6h */
    if (!pis_status_fires(status_of(bk, s, r)) || why_hands_full(bk, s, r, &rule))
        return false; /* P-F6f */
    if (!of_a_kind_to_return(bk, s, r))
        return false;
    pis_strike_path(bk, s, charger, r, &path);
    tc_box_make(&b, path.rule ? &path.wheeled : &path.at); /* P-F6g */
    return pis_in_arc(bk, s, r, &b);
}

bool pis_judge_return(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    int r = v->q->arg[0], charger = v->q->arg[1];
    struct tc_act fire = { .verb = PIS_V_FIRE, .arg = { r, charger } };

    if (a->arg[0] != r)
        return tc_refuse_near(why, &fire, "P-F6g", PIS_R_NOT_THIS, a->arg[0], r);
    if (a->verb == PIS_V_FIRE && a->arg[1] != charger)
        return tc_refuse_near(why, &fire, "P-F6g", PIS_R_ONLY_THE_CHARGER, r, charger);
    return true;
}

int pis_count_return(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool pis_nth_return(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? PIS_V_HOLD_FIRE : PIS_V_FIRE;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i ? 0 : v->q->arg[1];
    return true;
}

/* P-F7, P-F8: shot companies, or what the guns are worth. */
static int strength(const struct pis_book *bk, const struct pis_state *s, int r)
{
    if (pis_has(bk, r, PIS_ART)) {
        /* P-F8 */
        return s->regiment[r].companies * bk->t.fire.gun_strength[bk->regiment[r].gun];
    }
    return s->regiment[r].shot; /* P-F7 */
}

/* P-F13, P-F13b: companies hit by the pluses of a result. */
static int company_dice(struct pis_play *p, int target, int pluses)
{
    const struct pis_fire_results *t = &p->bk->t.result;
    int small = p->bk->regiment[target].companies <= t->small_regiment;
    const char *rule = small ? "P-F13b" : "P-F13";

    if (pluses == 0)
        return 0;
    tc_hope(p->u, 1 - pis_side_of(p->bk, target), TC_HIGH);
    if (pluses == 1)
        return tc_roll(p->u, TC_D6, rule) >= t->plus_on[small];
    return t->plus_plus_sure[small] + (tc_roll(p->u, TC_D6, rule) >= t->plus_plus_on[small]);
}

bool pis_judge_shot(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    int r = v->q->arg[0];
    const char *rule = "P-F14";
    struct tc_act other;
    int reason = a->arg[0] != r               ? why_not_other(bk, s, a, r, &rule)
                 : a->verb == PIS_V_HOLD_FIRE ? 0
                                              : why_not(bk, s, r, a->arg[1]);

    if (!reason)
        return true;
    if (!why)
        return false;
    other_shot(bk, s, r, &other);
    return tc_refuse_near(why, &other, rule, reason, a->arg[0],
                          reason == PIS_R_NOT_THIS ? r : a->arg[1]);
}

/* Something the regiment could do instead. */
static void other_shot(const struct pis_book *bk, const struct pis_state *s, int r,
                       struct tc_act *out)
{
    memset(out, 0, sizeof *out);
    out->verb = PIS_V_HOLD_FIRE;
    out->arg[0] = r;
    for (int o = 0; o < bk->regiments; o++)
        if (!why_not(bk, s, r, o)) {
            out->verb = PIS_V_FIRE;
            out->arg[1] = o;
            return;
        }
}

int pis_count_shot(const struct tc_view *v)
{
    return 1 + pis_book_of(v->book)->regiments;
}

/* Another regiment than the one asked: what forbids its fire, else whose turn it is. */
static int why_not_other(const struct pis_book *bk, const struct pis_state *s,
                         const struct tc_act *a, int asked, const char **rule)
{
    int r = a->arg[0];
    int reason = pis_enemies(bk, r, asked) ? PIS_R_NOT_THIS : why_no_fire(bk, s, r, rule);

    if (reason)
        return reason;
    *rule = "P-F14";
    reason = a->verb == PIS_V_FIRE ? why_not(bk, s, r, a->arg[1]) : 0;
    if (reason)
        return reason;
    *rule = "P-F1";
    return PIS_R_NOT_THIS;
}

bool pis_nth_shot(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? PIS_V_FIRE : PIS_V_HOLD_FIRE; /* P-F15, P-CAND-4 */
    out->arg[0] = v->q->arg[0];
    out->arg[1] = i ? i - 1 : 0;
    return true;
}

void pis_apply_hits(struct pis_play *p, int r)
{
    struct pis_regiment *g = &p->s->regiment[r];
    int levels = g->hit_levels, companies = g->hit_companies;

    g->hit_levels = g->hit_companies = 0;
    if (levels)
        pis_disorder(p, r, levels, "P-C4");
    if (!companies)
        return;
    pis_officer_risk(p, r, PIS_RISK_FIRE);
    pis_lose(p, r, companies);
}

void pis_shoot(struct pis_play *p, int r, int target, int range)
{
    struct pis_regiment *g = &p->s->regiment[target];
    struct tc_sum sum = { p->u, 0 };
    int code = 0;

    tc_sum_add(&sum, p->bk->t.range[pis_class_of(p->bk, r)].intensity[range], "P-F9",
               PIS_LB_INTENSITY, 0, 0); /* P-RUL-28, P-TAB-2 */
    firer_mods(p->bk, p->s, r, &sum);
    target_mods(p->bk, p->s, r, target, &sum);
    tc_hope(p->u, pis_side_of(p->bk, r), TC_HIGH);
    int shift = p->bk->t.result.shift[tc_roll(p->u, TC_D6, "P-F10") - 1];
    tc_sum_add(&sum, shift, "P-F10", PIS_LB_SHIFT, 0, 0); /* P-TAB-4 */
    tc_sum_end(&sum, "P-F10", PIS_LB_FIRE_NUMBER);
    if (sum.total >= 0) {
        code = p->bk->t.result.result[row_of(p->bk, strength(p->bk, p->s, r))]
                                     [tc_min(sum.total, PIS_FIRE_COLS - 1)]; /* P-TAB-5 */
    } /* P-RUL-20: below zero nothing happens */
    int levels = (code + 2) / 3;
    int hit = code ? company_dice(p, target, (code - 1) % 3) : 0;
    g->hit_levels = (uint8_t)(g->hit_levels + levels);
    g->hit_companies = (uint8_t)(g->hit_companies + hit);
    tc_tell_args(p->u, PIS_E_FIRE, sum.total < 0 ? "P-F11" : "P-F12",
                 (int32_t[TC_ARGS]){ r, target, code, hit });
}

static int row_of(const struct pis_book *bk, int shot)
{
    int row = 0;

    while (row < PIS_FIRE_ROWS - 1 && shot > bk->t.result.most[row])
        row++;
    return row;
}

static void firer_mods(const struct pis_book *bk, const struct pis_state *s, int r,
                       struct tc_sum *sum)
{
    const struct pis_regiment *g = &s->regiment[r];
    const struct pis_card *c = pis_card_of(bk, r);
    const struct pis_fire_mods *t = &bk->t.fire;

    add(sum, c->fire[g->formation], "P-TAB-3", PIS_LB_FORMATION);
    add(sum, bk->t.cohesion.fire[g->cohesion], "P-C2", PIS_LB_COHESION);
    add(sum, bk->t.losses.fire[pis_loss_step(bk, s, r)], "P-C13", PIS_LB_LOSSES);
    add(sum, t->grade[c->grade], "P-TAB-3", PIS_LB_GRADE);
    if (g->rate == PIS_R_DOUBLE)
        add(sum, t->doubled, "P-TAB-3", PIS_LB_DOUBLED);
    else if (g->rate == PIS_R_MARCH && !c->marches_and_fires)
        add(sum, t->marched, "P-TAB-3", PIS_LB_MARCHED);
}

static void add(struct tc_sum *sum, int value, const char *rule, int label)
{
    if (value)
        tc_sum_add(sum, value, rule, label, 0, 0);
}

static void target_mods(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                        struct tc_sum *sum)
{
    const struct pis_regiment *g = &s->regiment[target], *f = &s->regiment[r];
    const struct pis_fire_mods *t = &bk->t.fire;
    bool deep = g->formation == PIS_HEDGEHOG ||
                ((g->formation == PIS_COLUMN || g->formation == PIS_CARACOLE) &&
                 pis_ranks(g) >= t->deep_ranks);

    if (deep)
        add(sum, t->deep, "P-TAB-3", PIS_LB_DEEP);
    if (g->formation == PIS_LOOSE)
        add(sum, t->loose, "P-TAB-3", PIS_LB_LOOSE);
    if (g->companies >= t->big_companies)
        add(sum, t->big, "P-TAB-3", PIS_LB_BIG);
    if (g->companies <= t->small_companies)
        add(sum, t->small, "P-TAB-3", PIS_LB_SMALL);
    add(sum, t->cover[pis_cover_of(bk, s, target, r)], "P-TAB-16", PIS_LB_COVER);
    if (pis_zone(s, target, (struct tc_pt){ f->x, f->y }) != TC_ZONE_FRONT)
        add(sum, t->flank, "P-GEO-17", PIS_LB_FROM_FLANK);
    if (s->rain)
        add(sum, t->rain, "P-TAB-3", PIS_LB_RAIN);
}
