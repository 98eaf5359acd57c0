/* rules/pistolado/strike.c - P-H3 to P-H7, P-H12a: one charge after another, test by test. */
#include <string.h>
#include "rules/pistolado/inner.h"

/* Told further down: */
static struct tc_rect rect_in(const struct pis_book *bk, const struct pis_state *s, int r,
                              int formation);
static int quarter_toward(const struct pis_state *s, int r, struct tc_pt p);
static int target_of(const struct pis_state *s);
static bool still_charges(const struct pis_play *p, int r);
static bool way_anew(struct pis_play *p, int r, int target, struct pis_path *path);
static void path_of(const struct pis_play *p, struct pis_path *path);
static void test_both(struct pis_play *p, int r, int other);
static void lose_own_charge(struct pis_play *p, int r);
static int32_t run_on(struct pis_play *p, int r, int32_t left);
static int test_to_charge(struct pis_play *p, int r, enum tc_zone zone);

/* --- Charging --- */

/* 0, or why it cannot turn to face the charge. */
static int why_no_face(const struct pis_book *bk, const struct pis_state *s, int r, int charger,
                       const char **rule)
{
    struct tc_pt from = { s->regiment[charger].x, s->regiment[charger].y };

    *rule = "P-M16";
    if (pis_has(bk, r, PIS_ART) && bk->regiment[r].gun == PIS_GUN_HEAVY)
        return PIS_R_HEAVY_GUNS;
    *rule = "P-H12a";
    if (pis_zone(s, r, from) == TC_ZONE_FRONT)
        return PIS_R_FRONT_ALREADY;
    return quarter_toward(s, r, from) ? 0 : PIS_R_NO_TURN_HELPS;
}

/* The quarter turn that brings a point before the front; 0 if none helps. */
static int quarter_toward(const struct pis_state *s, int r, struct tc_pt p)
{
    for (int q = 1; q <= 3; q++) {
        struct tc_rect at = tc_face_side(pis_rect(s, r), q);
        struct tc_box b;

        tc_box_make(&b, &at);
        if (tc_zone_of(&b, p, 0, 0) == TC_ZONE_FRONT)
            return q;
    }
    return 0;
}

bool pis_judge_react(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    int r = v->q->arg[0], reason = 0;
    struct tc_act await = { .verb = PIS_V_AWAIT, .arg = { r } };
    const char *rule = "P-H12a";
    int32_t who = r;

    if (a->arg[0] != r) {
        reason = PIS_R_NOT_THIS;
    } else if (a->verb == PIS_V_FACE) {
        reason = why_no_face(bk, s, r, v->q->arg[1], &rule);
    } else if (a->verb == PIS_V_FORM) {
        if (!(pis_card_of(bk, r)->formations >> a->arg[1] & 1)) {
            reason = PIS_R_FORMATION_CARD;
        } else if (a->arg[1] == s->regiment[r].formation) {
            reason = PIS_R_FORMATION_SAME;
        } else if (a->arg[2]) {
            reason = PIS_R_FILES_IN_HASTE;
        } else {
            struct tc_rect at = rect_in(bk, s, r, a->arg[1]);

            reason = pis_why_no_room(bk, s, r, &at, &rule, &who);
        }
    }
    return !reason || tc_refuse_near(why, &await, rule, reason, a->arg[0], who);
}

static struct tc_rect rect_in(const struct pis_book *bk, const struct pis_state *s, int r,
                              int formation)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_rect at = pis_rect(s, r);

    pis_size_of(bk, r, formation, g->companies,
                pis_files_for(bk, r, formation, g->companies, g->files), &at.w, &at.d);
    return at;
}

int pis_count_react(const struct tc_view *v)
{
    (void)v;
    return 2 + PIS_FORMATIONS;
}

void pis_step_return_fire(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int charger = s->unit, r = target_of(s);

    if (pis_here(s, r) && pis_steady(s, charger) && pis_may_return(p->bk, s, r, charger)) {
        const struct tc_act *a =
            tc_ask(p->u, pis_side_of(p->bk, r), PIS_Q_RETURN_FIRE, "P-F6f", r, charger, 0);
        if (a->verb == PIS_V_FIRE) {
            s->regiment[r].fired_if_charged = 1;
            pis_shoot(p, r, charger, PIS_POINT_BLANK);
            pis_apply_hits(p, charger);
        }
    }
    if (s->unit != TC_NONE && pis_steady(s, charger))
        pis_go(p, PIS_S_CONTACT);
    else
        pis_settle_charge(p);
}

static int target_of(const struct pis_state *s)
{
    return s->regiment[s->unit].target;
}

void pis_step_to_charge(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    struct pis_path path;

    if (s->at == s->charges) {
        s->melee = 0;
        pis_begin_phase(p, PIS_P_MELEE);
        pis_go(p, PIS_S_MELEE);
        return;
    }
    int r = s->charge[s->at++];
    s->unit = (int16_t)r;
    if (!still_charges(p, r)) {
        pis_settle_charge(p);
        return;
    }
    int target = s->regiment[r].target;
    path_of(p, &path);
    if (path.rule && !way_anew(p, r, target, &path)) {
        tc_tell(p->u, PIS_E_LAPSES, "P-H13", r, 0, 0);
        pis_settle_charge(p);
        return;
    }
    if (s->regiment[target].target == r && still_charges(p, target)) {
        test_both(p, r, target);
        return;
    }
    if (test_to_charge(p, r, path.zone) != PIS_CH) {
        pis_settle_charge(p);
        return;
    }
    lose_own_charge(p, target); /* P-H3 */
    pis_go(p, PIS_S_REACT);
}

/* P-H10, P-H11, P-H12c: where it is struck, now that it stands as it stands. */
static void judge_zone(struct pis_play *p, int r, int charger)
{
    struct pis_state *s = p->s;
    struct pis_regiment *c = &s->regiment[charger];

    c->zone = (uint8_t)pis_zone(s, r, (struct tc_pt){ c->x, c->y }); /* P-H12c */
    if (c->zone == TC_ZONE_FLANK) {
        s->regiment[r].cohesion = PIS_MOB; /* P-RUL-10 */
        tc_tell(p->u, PIS_E_FLANK, "P-H10", r, charger, 0);
    } else if (c->zone == TC_ZONE_REAR) {
        tc_tell(p->u, PIS_E_REAR, "P-H11", r, charger, 0);
    }
}

static void change_in_haste(struct pis_play *p, int r, int charger, const struct tc_act *a)
{
    struct pis_state *s = p->s;
    struct pis_regiment *g = &s->regiment[r];
    tc_hope(p->u, pis_side_of(p->bk, r), TC_LOW);
    bool done = tc_roll(p->u, TC_D6, "P-H12a") <= pis_card_of(p->bk, r)->marshalling;

    g->reacted = 1;
    tc_tell(p->u, PIS_E_MARSHAL, "P-H12b", r, done, 0);
    if (!done) {
        pis_disorder(p, r, p->bk->t.cohesion.marshalling_failed, "P-H12b");
    } else if (a->verb == PIS_V_FACE) {
        int q = quarter_toward(
            s, r, (struct tc_pt){ s->regiment[charger].x, s->regiment[charger].y });
        pis_put(s, r, tc_face_side(pis_rect(s, r), q));
        g->turned ^= q != 2;
        g->faced = 1;
    } else {
        g->formation = (uint8_t)a->arg[1];
        g->turned = 0;
        g->formation_changed = 1;
        pis_refit(p->bk, s, r);
        tc_tell(p->u, PIS_E_FORMS, "P-H12b", r, g->formation, 0);
    }
}

/* P-H15: both have declared charges on each other. */
static void test_both(struct pis_play *p, int r, int other)
{
    struct pis_state *s = p->s;
    struct pis_path path;

    path_of(p, &path);
    enum tc_zone back =
        pis_zone(s, r, (struct tc_pt){ s->regiment[other].x, s->regiment[other].y });
    bool a = test_to_charge(p, r, path.zone) == PIS_CH;
    bool b = pis_steady(s, other) && test_to_charge(p, other, back) == PIS_CH;
    if (a && b) { /* P-H15 */
        s->meets = 1;
        s->regiment[r].charged = s->regiment[other].charged = 1;
        s->regiment[other].target = TC_NONE;
        pis_go(p, PIS_S_CONTACT);
        return;
    }
    if (b) { /* the other one comes on, and this one receives it */
        s->regiment[r].target = TC_NONE;
        s->regiment[r].wheel = 0;
        s->unit = (int16_t)other;
    } else if (!a) {
        s->regiment[other].target = TC_NONE;
        s->regiment[other].wheel = 0;
        pis_settle_charge(p);
        return;
    }
    if (s->regiment[target_of(s)].condition == PIS_ROUTING) { /* it ran at its own test */
        s->result = PIS_RO;
        pis_go(p, PIS_S_CONTACT);
        return;
    }
    lose_own_charge(p, target_of(s));
    pis_go(p, PIS_S_REACT);
}

/* P-H16: whoever is charged before it has moved loses its own charge. */
static void lose_own_charge(struct pis_play *p, int r)
{
    struct pis_regiment *g = &p->s->regiment[r];

    g->charged = 1;
    if (g->target == TC_NONE)
        return;
    g->target = TC_NONE;
    g->wheel = 0;
    tc_tell(p->u, PIS_E_LAPSES, "P-H16", r, 0, 0);
}

void pis_step_charged(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int charger = s->unit, r = target_of(s);
    struct pis_path path;

    if (!pis_here(s, r) || s->regiment[r].condition == PIS_ROUTING || !pis_steady(s, charger)) {
        pis_settle_charge(p);
        return;
    }
    pis_strike_path(p->bk, s, charger, r, &path);
    struct pis_test_of t = { .test =
                                 pis_has(p->bk, charger, PIS_HORSE) ? PIS_BY_CAV : PIS_BY_FOOT,
                             .enemy = (pis_unit)charger,
                             .zone = (enum tc_zone)s->regiment[charger].zone,
                             .obstacle = path.obstacle,
                             .shut = pis_shut_results(s, r, charger) };
    int result = pis_waver_test(p, r, &t); /* P-RUL-21, P-RUL-27 */
    s->result = (uint8_t)result;
    s->regiment[r].held |= result == PIS_ST || result == PIS_MINUS || result == PIS_CC;
    if (result == PIS_MINUS)
        pis_disorder(p, r, 1, "P-C5"); /* P-RUL-9 */
    if (result == PIS_RO && pis_has(p->bk, r, PIS_ART)) {
        pis_remove(p, r, PIS_TAKEN, "P-RUL-29");
    } else if (result == PIS_RO) {
        pis_rout(p, r, charger, "P-R1"); /* P-F5a */
    }
    pis_go(p, result == PIS_EV   ? PIS_S_EVADE
              : result == PIS_ST ? PIS_S_RETURN_FIRE
                                 : PIS_S_CONTACT); /* P-F5c, P-F5d */
}

void pis_step_react(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int charger = s->unit, r = target_of(s);
    const struct pis_regiment *g = &s->regiment[r];

    if (!pis_here(s, r) || !pis_steady(s, charger)) {
        pis_settle_charge(p);
        return;
    }
    if (g->condition == PIS_ROUTING) {
        s->result = PIS_WAVERS; /* P-RUL-30: no test, no melee */
        pis_go(p, PIS_S_CONTACT);
        return;
    }
    if (g->condition == PIS_STEADY && g->melee == TC_NONE && !g->reacted) {
        const struct tc_act *a =
            tc_ask(p->u, pis_side_of(p->bk, r), PIS_Q_REACT, "P-H12a", r, charger, 0);
        if (a->verb != PIS_V_AWAIT)
            change_in_haste(p, r, charger, a);
    }
    judge_zone(p, r, charger);
    pis_go(p, PIS_S_CHARGED);
}

/* P-RUL-35: its target has moved since it was named: another wheel that leads there, or none.
 */
static bool way_anew(struct pis_play *p, int r, int target, struct pis_path *path)
{
    struct pis_regiment *g = &p->s->regiment[r];
    int32_t declared = g->wheel;

    for (int way = 0; way < 3 && pis_sees(p->bk, p->s, r, target); way++) {
        g->wheel = pis_charge_turn(p->s, r, target, way);
        path_of(p, path);
        if (!path->rule)
            return true;
    }
    g->wheel = declared;
    return false;
}

/* Can this declared charge still be made? */
static bool still_charges(const struct pis_play *p, int r)
{
    const struct pis_regiment *g = &p->s->regiment[r];

    return g->target != TC_NONE && pis_steady(p->s, r) && g->melee == TC_NONE &&
           pis_here(p->s, g->target);
}

static void path_of(const struct pis_play *p, struct pis_path *path)
{
    int r = p->s->unit;

    pis_charge_path(p->bk, p->s, r, target_of(p->s), p->s->regiment[r].wheel,
                    pis_charge_left(p->bk, p->s, r), path);
}

/* --- Rout, evade and pursuit --- */

void pis_step_evade(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;
    int charger = s->unit, r = target_of(s);

    tc_tell(p->u, PIS_E_EVADES, "P-R1", r, 0, 0); /* P-F5b */
    s->regiment[r].evaded = 1;
    int32_t moved = pis_flee_first(p, r, charger);
    int32_t left = pis_charge_rate(p->bk, r) - moved;
    int32_t last = left > 0 ? run_on(p, r, left) : 0;
    if (pis_here(s, r)) {
        pis_flee_clear(p, r, last ? last : moved);
        s->regiment[r].rate = PIS_R_CHARGE;
        pis_disorder(p, r, pis_band_of(p->bk, r)->charge_disorder, "P-R17");
    }
    pis_go(p, PIS_S_CONTACT);
}

bool pis_judge_evade(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    int r = v->q->arg[0];
    struct tc_act none = { .verb = PIS_V_EVADE, .arg = { r } };
    struct pis_walk w = { 0 };
    struct tc_box from, to;

    if (a->arg[0] != r)
        return tc_refuse_near(why, &none, "P-R3", PIS_R_NOT_THIS, a->arg[0], r);
    pis_walk(bk, s, r, PIS_WALK_EVADE, a, v->q->arg[1], &w);
    if (w.rule)
        return tc_refuse_near(why, &none, w.rule, w.reason, w.arg[0], w.arg[1]);
    pis_box(s, r, &from);
    tc_box_make(&to, &w.at);
    for (int o = 0; o < bk->regiments; o++) {
        struct tc_box e;

        if (!pis_here(s, o) || !pis_enemies(bk, r, o))
            continue;
        pis_box(s, o, &e);
        if (tc_gap_cmp(tc_gap_of(&to, &e), tc_gap_of(&from, &e)) < 0)
            return tc_refuse_near(why, &none, "P-GEO-22c", PIS_R_EVADE_NEARER, r, o);
    }
    return true;
}

int pis_count_evade(const struct tc_view *v)
{
    (void)v;
    return 4;
}

/* The owner's part of the way; friends it runs into test (P-RUL-13). The length of its last
 * march. */
static int32_t run_on(struct pis_play *p, int r, int32_t left)
{
    struct tc_act a = *tc_ask(p->u, pis_side_of(p->bk, r), PIS_Q_EVADE, "P-R3", r, left, 0);
    struct pis_walk w = { 0 };

    pis_walk(p->bk, p->s, r, PIS_WALK_EVADE, &a, left, &w);
    TC_BUG_ON(w.rule != NULL);
    pis_run_along(p, r, &a);                        /* P-RUL-13 */
    pis_obstacles(p, r, w.marched ? w.touched : 0); /* P-C14 */
    return a.segs && a.seg[a.segs - 1].leg == PIS_LEG_MARCH ? a.seg[a.segs - 1].value : 0;
}

bool pis_nth_react(const struct tc_view *v, int i, struct tc_act *out)
{
    out->arg[0] = v->q->arg[0]; /* P-CAND-6 */
    out->verb = i == 0 ? PIS_V_AWAIT : i == 1 ? PIS_V_FACE : PIS_V_FORM;
    out->arg[1] = i >= 2 ? i - 2 : 0;
    return true;
}

bool pis_nth_evade(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct pis_state *s = v->state;
    int32_t left = v->q->arg[1], wheel = 8192;

    out->verb = PIS_V_EVADE; /* P-CAND-7 */
    out->arg[0] = v->q->arg[0];
    if (i == 0)
        return true;
    if (i > 1) {
        out->seg[out->segs++] = (struct tc_seg){ i == 2 ? PIS_LEG_LEFT : PIS_LEG_RIGHT, wheel };
        left -= tc_wheel_cost(s->regiment[out->arg[0]].w, wheel, TC_TAU_710_113);
    }
    if (left <= 0)
        return false;
    out->seg[out->segs++] = (struct tc_seg){ PIS_LEG_MARCH, left };
    return true;
}

static int test_to_charge(struct pis_play *p, int r, enum tc_zone zone)
{
    int target = p->s->regiment[r].target;
    struct pis_test_of t = { .test = PIS_TO_CHARGE, .enemy = (pis_unit)target, .zone = zone };
    int result = pis_waver_test(p, r, &t);

    if (result == PIS_MINUS)
        pis_disorder(p, r, 1, "P-C5");
    if (result == PIS_RO)               /* P-RUL-15 */
        pis_rout(p, r, target, "P-R1"); /* P-RUL-34 */
    return result;
}
