/* rules/pistolado/charge.c - chapter H: who declares charges, in what order, and upon whom.
 *
 * The path of a charge is in charge_path.c.
 */
#include <string.h>

#include "rules/pistolado/inner.h"

/* Told further down: */
static void renumber_melees(struct pis_play *p);
static void line_up_chargers(struct pis_play *p);
static int next_to_declare(struct pis_play *p);
static bool lies_ahead(const struct pis_book *bk, const struct tc_box *me,
                       const struct tc_box *target);
static int why_no_charge(const struct pis_book *bk, const struct pis_state *s, int r,
                         const char **rule);
static bool is_opportunity(const struct pis_book *bk, const struct pis_state *s, int r);
static int bad_target(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                      const char **rule);
static int bad_charge(const struct pis_book *bk, const struct pis_state *s, int r,
                      const struct tc_act *a, const char **rule, int32_t arg[2]);
static bool wheel_of(const struct tc_act *a, int32_t *wheel);
static bool is_crowded(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                       const struct pis_path *path);

/* --- Order and declaration: P-S5, P-H2, P-H9c --- */

void pis_step_charge_order(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    if (p->s->phase != PIS_P_CHARGE) {
        pis_begin_phase(p, PIS_P_CHARGE);
        renumber_melees(p);
        p->s->stage = 0;
        p->s->charges = 0;
    }
    line_up_chargers(p);
    pis_go(p, PIS_S_DECLARE);
}

/* Number the melees in progress 0, 1 ... in their old order, so that new ones come behind. */
static void renumber_melees(struct pis_play *p)
{
    struct pis_state *s = p->s;
    int next = 0;

    for (int m = 0; m < s->melees; m++) {
        bool any = false;

        for (int r = 0; r < p->bk->regiments; r++)
            if (s->regiment[r].melee == m) {
                s->regiment[r].melee = (int8_t)next;
                any = true;
            }
        next += any;
    }
    s->melees = (uint8_t)next;
}

/* Is some enemy near enough that a charge could be thought of? */
static bool tempted(const struct pis_play *p, int r)
{
    int32_t rate = pis_charge_left(p->bk, p->s, r);
    const char *rule;
    struct tc_box me;

    if (why_no_charge(p->bk, p->s, r, &rule))
        return false;
    pis_box(p->s, r, &me); /* P-H1 */
    for (int o = 0; o < p->bk->regiments; o++) {
        struct tc_box b;

        if (!pis_here(p->s, o) || pis_far(&p->s->regiment[r], &p->s->regiment[o], rate) ||
            bad_target(p->bk, p->s, r, o, &rule))
            continue;
        pis_box(p->s, o, &b);
        if (tc_within(&me, &b, rate) && lies_ahead(p->bk, &me, &b))
            return true;
    }
    return false;
}

/* Is some corner of the target ahead of the front as it is, or wheeled as far as may be? */
static bool lies_ahead(const struct pis_book *bk, const struct tc_box *me,
                       const struct tc_box *target)
{
    struct tc_dir right = tc_forward_of((uint16_t)(me->facing + bk->t.stand.charge_wheel));
    struct tc_dir left = tc_forward_of((uint16_t)(me->facing - bk->t.stand.charge_wheel));

    for (int i = 0; i < 4; i++) {
        struct tc_pt c = target->c[i];

        if (tc_forward(me, c) > 0 ||
            (int64_t)(c.x - me->c[TC_FR].x) * right.x +
                    (int64_t)(c.y - me->c[TC_FR].y) * right.y >
                0 ||
            (int64_t)(c.x - me->c[TC_FL].x) * left.x +
                    (int64_t)(c.y - me->c[TC_FL].y) * left.y >
                0)
            return true;
    }
    return false;
}

/* Odds look ahead: the test of the charger, and of the charged if it comes to that. */
static void foresee(struct pis_play *p, int r)
{
    int target = p->s->regiment[r].target;
    struct pis_path path;

    pis_charge_path(p->bk, p->s, r, target, p->s->regiment[r].wheel,
                    pis_charge_left(p->bk, p->s, r), &path);
    struct pis_test_of t = { .test = PIS_TO_CHARGE,
                             .enemy = (pis_unit)target,
                             .zone = path.zone,
                             .obstacle = path.obstacle };
    if (pis_waver_test(p, r, &t) != PIS_CH || p->s->regiment[target].condition == PIS_ROUTING)
        return;
    if (path.zone == TC_ZONE_FLANK)
        p->s->regiment[target].cohesion = PIS_MOB;
    p->s->regiment[r].zone = (uint8_t)path.zone;
    t.test = pis_has(p->bk, r, PIS_HORSE) ? PIS_BY_CAV : PIS_BY_FOOT;
    t.enemy = (pis_unit)r;
    t.shut = pis_shut_results(p->s, target, r);
    if (pis_card_of(p->bk, target)->row[t.test].n)
        pis_waver_test(p, target, &t);
}

void pis_step_declare(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int r = next_to_declare(p);
    int32_t wheel;

    if (r == TC_NONE) {
        s->at = 0;
        s->unit = TC_NONE;
        s->stage++;
        pis_go(p, s->stage == 1 ? PIS_S_CHARGE_ORDER : PIS_S_TO_CHARGE);
        return;
    }
    const struct tc_act *a =
        tc_ask(p->u, pis_side_of(p->bk, r), PIS_Q_CHARGE, s->stage ? "P-H9c" : "P-H2", r, 0, 0);
    if (a->verb == PIS_V_CHARGE && wheel_of(a, &wheel)) {
        s->regiment[r].target = (pis_unit)a->arg[1];
        s->regiment[r].wheel = wheel;
        s->charge[s->charges++] = (uint8_t)r;
        tc_tell(p->u, PIS_E_DECLARES, s->stage ? "P-H9a" : "P-H1", r, a->arg[1], 0);
        if (p->u->assume)
            foresee(p, r);
    }
    pis_go(p, PIS_S_DECLARE);
}

/* The next regiment to be asked, or TC_NONE when all brigades of the line are done. */
static int next_to_declare(struct pis_play *p)
{
    struct pis_state *s = p->s;

    for (; s->at < s->lines; s->at++, s->unit = 0)
        for (; s->unit < p->bk->regiments; s->unit++)
            if (p->bk->regiment[s->unit].brigade == s->line[s->at] && tempted(p, s->unit))
                return s->unit++;
    return TC_NONE;
}

static void line_up_chargers(struct pis_play *p)
{
    struct pis_state *s = p->s;
    int8_t value[PIS_BRIGADES] = { 0 };

    s->lines = 0;
    for (int b = 0; b < p->bk->brigades; b++) {
        bool in = s->stage ? s->brigade[b].order == PIS_HARASS &&
                                 pis_status_fires(s->brigade[b].status)
                           : s->brigade[b].status == PIS_CHARGE;
        if (!in || !pis_brigade_acts(p->bk, s, b))
            continue;
        value[b] = (int8_t)pis_strategy(p->bk, s, b);
        s->line[s->lines++] = (uint8_t)b;
    }
    pis_line_up(p, value, "P-S5"); /* P-RUL-3 */
    for (int i = 0; i < s->lines; i++)
        tc_tell(p->u, PIS_E_CHARGE_RANK, "P-H2", s->line[i], i + 1, 0);
    s->at = 0;
    s->unit = 0;
}

/* --- Who may charge whom --- */

/* Whom it is at all allowed to charge; 0 or the reason. */
static int bad_target(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                      const char **rule)
{
    *rule = "P-H13";
    if (!pis_enemies(bk, r, target))
        return PIS_R_OWN_SIDE;
    if (!pis_here(s, target))
        return PIS_R_TARGET_GONE;
    *rule = "P-H8";
    if (pis_has(bk, r, PIS_FOOT) && pis_has(bk, target, PIS_HORSE))
        return PIS_R_FOOT_ON_HORSE; /* P-H8 */
    *rule = "P-H9b";
    if (is_opportunity(bk, s, r) && s->regiment[target].cohesion < PIS_RAGGED)
        return PIS_R_NOT_WRECKED;
    return 0;
}

/* Another regiment than the one asked: what forbids its charge, else whose turn it is. */
static bool refuse_other(const struct pis_book *bk, const struct pis_state *s, int r,
                         const struct tc_act *a, struct tc_refusal *why)
{
    struct tc_act no = { .verb = PIS_V_NO_CHARGE, .arg = { r } };
    const char *rule = "P-H2";
    int other = a->arg[0];
    int32_t arg[2] = { other, r };
    int reason = pis_enemies(bk, r, other) ? 0 : why_no_charge(bk, s, other, &rule);

    if (!reason && !pis_enemies(bk, r, other) && a->verb == PIS_V_CHARGE)
        reason = bad_charge(bk, s, other, a, &rule, arg);
    if (!reason) {
        reason = PIS_R_NOT_THIS;
        rule = "P-H2";
        arg[1] = r;
    }
    return tc_refuse_near(why, &no, rule, reason, arg[0], arg[1]);
}

/* P-H9a: the brigade harasses; the regiment kept its formation and did not double. 0, or the
 * reason why it may not seize an opportunity. */
static int why_not_seize(const struct pis_book *bk, const struct pis_state *s, int r,
                         const char **rule)
{
    const struct pis_brigade *b = &s->brigade[bk->regiment[r].brigade];
    const struct pis_regiment *g = &s->regiment[r];

    *rule = "P-H9a";
    if (b->order != PIS_HARASS)
        return PIS_R_NOT_CALLED_TO_CHARGE;
    *rule = "P-H9c";
    if (!pis_status_fires(b->status))
        return PIS_R_SEIZES_NOT_IN_RALLY;
    if (g->formation_changed)
        return PIS_R_FORMED;
    if (g->frontage_changed)
        return PIS_R_FRONTED;
    *rule = "P-H9d";
    if (g->rate == PIS_R_DOUBLE)
        return PIS_R_DOUBLED;
    return pis_charge_left(bk, s, r) <= 0 ? PIS_R_CHARGE_SPENT : 0;
}

/* P-H18: front, left and right; a second charger in one of them finds no room. */
static int slot_of(const struct pis_state *s, int target, int charger, const struct pis_path *p)
{
    struct tc_box b;
    struct tc_pt at = { s->regiment[charger].x, s->regiment[charger].y };

    if (s->regiment[target].formation == PIS_HEDGEHOG)
        return p->edge;
    if (pis_zone(s, target, at) == TC_ZONE_FRONT)
        return 0;
    pis_box(s, target, &b);
    return tc_lateral(&b, at) < 0 ? 1 : 2;
}

static bool refuse(struct tc_refusal *why, const char *rule, int reason, int r, int32_t b)
{
    struct tc_act no = { .verb = PIS_V_NO_CHARGE, .arg = { r } };

    return tc_refuse_near(why, &no, rule, reason, r, b);
}

/* 0, or the reason why the regiment cannot declare a charge: P-H13, P-H21. */
static int why_no_charge(const struct pis_book *bk, const struct pis_state *s, int r,
                         const char **rule)
{
    const struct pis_regiment *g = &s->regiment[r];
    int reason = pis_why_not_free(s, r, rule);

    if (reason)
        return reason;
    *rule = "P-H2";
    if (g->target != TC_NONE)
        return PIS_R_CHARGE_DECLARED;
    *rule = "P-H21";
    if (pis_has(bk, r, PIS_ART))
        return PIS_R_GUNS_CHARGE;
    *rule = "P-H13";
    if (g->formation == PIS_HEDGEHOG || g->formation == PIS_CARACOLE)
        return PIS_R_NO_CHARGE_FORMATION;
    if (pis_card_of(bk, r)->row[PIS_TO_CHARGE].n == 0)
        return PIS_R_NEVER_CHARGES;
    return is_opportunity(bk, s, r) ? why_not_seize(bk, s, r, rule) : 0;
}

static bool is_opportunity(const struct pis_book *bk, const struct pis_state *s, int r)
{
    return s->brigade[bk->regiment[r].brigade].status != PIS_CHARGE;
}

bool pis_judge_charge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    int r = v->q->arg[0];
    const char *rule;
    int32_t arg[2];

    if (a->arg[0] != r)
        return refuse_other(bk, s, r, a, why);
    if (a->verb == PIS_V_NO_CHARGE)
        return a->segs == 0 || refuse(why, "P-GEO-20a", PIS_R_WHEEL_LEGS, r, 0);
    int reason = bad_charge(bk, s, r, a, &rule, arg);
    return !reason || refuse(why, rule, reason, arg[0], arg[1]);
}

/* 0, or why it cannot charge this target with this wheel. */
static int bad_charge(const struct pis_book *bk, const struct pis_state *s, int r,
                      const struct tc_act *a, const char **rule, int32_t arg[2])
{
    struct pis_path path;
    int32_t wheel;
    int target = a->arg[1], reason = bad_target(bk, s, r, target, rule);

    arg[0] = r;
    arg[1] = target;
    if (reason)
        return reason;
    *rule = "P-GEO-20a";
    if (!wheel_of(a, &wheel))
        return PIS_R_WHEEL_LEGS;
    pis_charge_path(bk, s, r, target, wheel, pis_charge_left(bk, s, r), &path);
    if (path.rule) {
        *rule = path.rule;
        memcpy(arg, path.arg, sizeof path.arg);
        return path.reason;
    }
    *rule = "P-H18";
    if (is_crowded(bk, s, r, target, &path))
        return PIS_R_THREE_CHARGERS;
    *rule = "P-H13";
    return pis_sees(bk, s, r, target) ? 0 : PIS_R_SIGHT;
}

/* The wheel of a charge act; false if its legs are not one wheel at most. */
static bool wheel_of(const struct tc_act *a, int32_t *wheel)
{
    *wheel = 0;
    if (a->segs == 0)
        return true;
    if (a->segs > 1 || a->seg[0].value <= 0 ||
        (a->seg[0].leg != PIS_LEG_LEFT && a->seg[0].leg != PIS_LEG_RIGHT))
        return false;
    *wheel = a->seg[0].leg == PIS_LEG_LEFT ? -a->seg[0].value : a->seg[0].value;
    return true;
}

static bool is_crowded(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                       const struct pis_path *path)
{
    int n = 0;

    for (int i = 0; i < s->charges; i++) {
        int o = s->charge[i];
        struct pis_path other;

        if (s->regiment[o].target != target)
            continue;
        n++;
        pis_charge_path(bk, s, o, target, s->regiment[o].wheel, pis_charge_left(bk, s, o),
                        &other);
        if (slot_of(s, target, o, &other) == slot_of(s, target, r, path))
            return true;
    }
    return n >= 3;
}

/* --- Candidates: P-CAND-5 --- */

int pis_count_charge(const struct tc_view *v)
{
    return 1 + 3 * pis_book_of(v->book)->regiments;
}

bool pis_nth_charge(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    int r = v->q->arg[0], target = (i - 1) / 3, way = (i - 1) % 3;

    out->arg[0] = r;
    out->verb = PIS_V_NO_CHARGE;
    if (i == 0)
        return true;
    if (!pis_here(s, target) || !pis_enemies(bk, r, target) ||
        pis_far(&s->regiment[r], &s->regiment[target], pis_charge_left(bk, s, r)))
        return false;
    out->verb = PIS_V_CHARGE; /* P-CAND-5 */
    out->arg[1] = target;
    int32_t turn = pis_charge_turn(s, r, target, way);
    if (way == 2)
        return true; /* straight ahead */
    if (turn == 0 || turn > bk->t.stand.charge_wheel || turn < -bk->t.stand.charge_wheel)
        return false;
    out->seg[0] =
        (struct tc_seg){ turn < 0 ? PIS_LEG_LEFT : PIS_LEG_RIGHT, turn < 0 ? -turn : turn };
    out->segs = 1;
    return true;
}
