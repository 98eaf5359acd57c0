/* rules/pistolado/move.c - chapter M: movement and formation. */
#include <string.h>
#include "rules/pistolado/inner.h"

struct judged {
    const struct tc_view *v;
    const struct pis_book *bk;
    const struct pis_state *s;
    int r, status;
    struct tc_refusal *why;
};

/* Told further down: */
static pis_unit comes_nearer(const struct pis_book *bk, const struct pis_state *s, int r,
                             const struct tc_box *to, int32_t within);
static bool closes_in(const struct pis_book *bk, const struct pis_state *s, int r,
                      const struct tc_rect *to);
static bool can_act(const struct pis_book *bk, const struct pis_state *s, int r);
static bool brigade_can(const struct pis_play *p, int b);
static int status_of(const struct pis_book *bk, const struct pis_state *s, int r);
static bool refuse(const struct judged *j, const char *rule, int reason, int32_t a, int32_t b);
static bool some_move(const struct judged *j, struct tc_act *out);
static bool ends_well(const struct judged *j, const struct tc_rect *to);
static bool judge_walk(const struct judged *j, const struct tc_act *a);
static int why_no_way(const struct pis_book *bk, const struct pis_state *s, int r);
static bool refuse_walk(const struct judged *j, const struct tc_act *a,
                        const struct pis_walk *w);
static bool shortened(const struct judged *j, const struct tc_act *a, const struct pis_walk *w,
                      struct tc_act *out);
static int first_of(const struct pis_book *bk, uint64_t touched, int cls);
static void move_one(struct pis_play *p, int r);
static void put_walk(struct pis_play *p, int r, const struct pis_walk *w);
static bool judge_back(const struct judged *j, const struct tc_act *a);
static bool judge_form(const struct judged *j, const struct tc_act *a);
static struct tc_rect refooted(const struct judged *j, int formation, int files);
static bool judge_front(const struct judged *j, const struct tc_act *a);
static int why_no_room(const struct judged *j, const struct tc_rect *at, const char **rule,
                       int32_t *who);
static int why_no_act(const struct pis_book *bk, const struct pis_state *s, int r,
                      const char **rule);
static void drive_back(struct pis_play *p, int r, const struct pis_walk *w);
static void set_rate(struct pis_play *p, int r, bool marched);
static void ride_over_way(struct pis_play *p, int r, const struct tc_act *a);
static void do_front(struct pis_play *p, int r, const struct tc_act *a);

/* --- Sequence --- */

void pis_step_move(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    while (s->at < s->lines && !(pis_status_moves(s->brigade[s->line[s->at]].status) &&
                                 brigade_can(p, s->line[s->at])))
        s->at++;
    if (s->at == s->lines) {
        pis_begin_phase(p, PIS_P_FIRE);
        s->unit = 0;
        pis_go(p, PIS_S_FIRE);
        return;
    }
    int b = s->line[s->at];
    int r = tc_ask(p->u, p->bk->brigade[b].side, PIS_Q_NEXT, "P-S2", b, 0, 0)->arg[0];
    move_one(p, r);
    pis_go(p, PIS_S_MOVE);
}

static bool brigade_can(const struct pis_play *p, int b)
{
    for (int r = 0; r < p->bk->regiments; r++)
        if (p->bk->regiment[r].brigade == b && can_act(p->bk, p->s, r))
            return true;
    return false;
}

bool pis_judge_next(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct pis_book *bk = pis_book_of(v->book);
    int r = a->arg[0];
    const char *rule = "P-S4";
    int reason = bk->regiment[r].brigade != v->q->arg[0] ? PIS_R_NOT_OF_BRIGADE
                                                         : why_no_act(bk, v->state, r, &rule);

    return !reason || tc_refuse(why, rule, reason, r, v->q->arg[0], 0);
}

int pis_count_next(const struct tc_view *v)
{
    return pis_book_of(v->book)->regiments;
}

bool pis_nth_next(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = PIS_V_NEXT;
    out->arg[0] = i;
    return pis_book_of(v->book)->regiment[i].brigade == v->q->arg[0];
}

/* P-O6: must this regiment, the last of its brigade, close in? */
static bool must_close(struct pis_play *p, int r)
{
    int b = p->bk->regiment[r].brigade, status = p->s->brigade[b].status;
    struct tc_query q = { .question = PIS_Q_MOVE, .arg = { r } };
    struct tc_view v = { &p->bk->head, p->s, &q };
    bool all_there = true;

    if (p->s->brigade[b].order != PIS_ASSAULT || status == PIS_RALLY ||
        p->s->brigade[b].closed_in)
        return false;
    for (int o = 0; o < p->bk->regiments; o++) {
        if (p->bk->regiment[o].brigade != b || !pis_steady(p->s, o))
            continue;
        if (o != r && can_act(p->bk, p->s, o))
            return false;
        struct tc_box box;
        struct tc_gap gap;
        pis_box(p->s, o, &box);
        if (!pis_nearest_enemy(p->bk, p->s, pis_side_of(p->bk, r), &box, &gap, NULL))
            return false;
        all_there &= tc_gap_ceil(gap) <= p->bk->t.stand.point_blank;
    }
    if (all_there) /* P-O6 */
        return false;
    p->s->must_close = 1;
    for (int i = 0; i < PIS_CLOSINGS; i++) {
        struct tc_act a;

        memset(&a, 0, sizeof a);
        a.arg[0] = r;
        if (pis_nth_closing(&v, i, &a) && pis_judge_move(&v, &a, NULL))
            return true;
    }
    p->s->must_close = 0;
    return false;
}

static bool can_act(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const char *rule;
    int reason = why_no_act(bk, s, r, &rule);

    return !reason;
}

static bool refuse_order(const struct pis_book *bk, const struct pis_state *s, int r,
                         const struct tc_rect *to, struct tc_refusal *why)
{
    const struct pis_brigade *b = &s->brigade[bk->regiment[r].brigade];
    struct tc_box end;
    pis_unit o;

    tc_box_make(&end, to);
    if (b->order == PIS_WITHDRAW && (o = comes_nearer(bk, s, r, &end, 0)) != TC_NONE)
        return !tc_refuse(why, "P-O7", PIS_R_WITHDRAWS, r, o, 0);
    if (b->order == PIS_HOLD &&
        (o = comes_nearer(bk, s, r, &end, bk->t.stand.hold_distance)) != TC_NONE)
        return !tc_refuse(why, "P-O8", PIS_R_HOLDS, r, o, 0);
    if (s->must_close && !closes_in(bk, s, r, to))
        return !tc_refuse(why, "P-O6b", PIS_R_MUST_CLOSE, r, 0, 0);
    return false;
}

/* A regiment that would end nearer to some enemy than it began, within a distance of it
 * (0: any distance); TC_NONE if there is none. */
static pis_unit comes_nearer(const struct pis_book *bk, const struct pis_state *s, int r,
                             const struct tc_box *to, int32_t within)
{
    struct tc_box from;

    pis_box(s, r, &from);
    for (int o = 0; o < bk->regiments; o++) {
        struct tc_box e;

        if (!pis_here(s, o) || !pis_enemies(bk, r, o))
            continue;
        pis_box(s, o, &e);
        if (within && !tc_within(to, &e, within))
            continue;
        if (tc_gap_cmp(tc_gap_of(to, &e), tc_gap_of(&from, &e)) < 0)
            return (pis_unit)o;
    }
    return TC_NONE;
}

/* Nearer to the nearest enemy than it is now. */
static bool closes_in(const struct pis_book *bk, const struct pis_state *s, int r,
                      const struct tc_rect *to)
{
    struct tc_gap before, after;
    struct tc_box from, end;
    int side = pis_side_of(bk, r);

    pis_box(s, r, &from);
    tc_box_make(&end, to);
    return pis_nearest_enemy(bk, s, side, &from, &before, NULL) &&
           pis_nearest_enemy(bk, s, side, &end, &after, NULL) && tc_gap_cmp(after, before) < 0;
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
bool pis_judge_move(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    struct judged j = { v, pis_book_of(v->book), v->state, v->q->arg[0], 0, why };

    j.status = status_of(j.bk, j.s, j.r);
    if (a->arg[0] != j.r)
        return refuse(&j, "P-S2", PIS_R_NOT_THIS, a->arg[0], j.r);
    if (a->verb == PIS_V_STAND) {
        struct tc_rect at = pis_rect(j.s, j.r);
        return !j.s->must_close || ends_well(&j, &at);
    }
    if (j.status == PIS_RALLY && a->verb != PIS_V_FORM)
        return refuse(&j, "P-M1", PIS_R_RALLY_ONLY, j.r, 0);
    if (a->verb == PIS_V_MOVE)
        return judge_walk(&j, a);
    if (a->verb == PIS_V_BACK)
        return judge_back(&j, a);
    return a->verb == PIS_V_FRONT ? judge_front(&j, a) : judge_form(&j, a);
}

static int status_of(const struct pis_book *bk, const struct pis_state *s, int r)
{
    return s->brigade[bk->regiment[r].brigade].status;
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool refuse(const struct judged *j, const char *rule, int reason, int32_t a, int32_t b)
{
    struct tc_act near;

    if (j->why && some_move(j, &near))
        return tc_refuse_near(j->why, &near, rule, reason, a, b);
    return tc_refuse(j->why, rule, reason, a, b, 0);
}

/* Some legal answer to propose. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool some_move(const struct judged *j, struct tc_act *out)
{
    int n = pis_count_move(j->v);

    for (int i = 0; i < n; i++) {
        memset(out, 0, sizeof *out);
        if (pis_nth_move(j->v, i, out) && pis_judge_move(j->v, out, NULL))
            return true;
    }
    return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool ends_well(const struct judged *j, const struct tc_rect *to)
{
    struct tc_refusal order;

    if (!refuse_order(j->bk, j->s, j->r, to, j->why ? &order : NULL))
        return true;
    if (j->why)
        refuse(j, order.rule, order.reason, order.arg[0], order.arg[1]);
    return false;
}

/* --- Movement and formation --- */

/* Obstacles and the speed they allow: P-M4a, P-M5a. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool obstacles_allow(const struct judged *j, const struct pis_walk *w)
{
    int minor = first_of(j->bk, w->touched, PIS_MINOR);
    int major = first_of(j->bk, w->touched, PIS_MAJOR);

    if (j->status == PIS_DOUBLE && minor != TC_NONE)
        return refuse(j, "P-M4b", PIS_R_DOUBLE_OBSTACLE, j->r, minor);
    if (j->status == PIS_DOUBLE && major != TC_NONE)
        return refuse(j, "P-M5c", PIS_R_DOUBLE_OBSTACLE, j->r, major);
    if (major != TC_NONE && w->cost > pis_march_rate(j->bk, j->r) / 2)
        return refuse(j, "P-M5b", PIS_R_MAJOR_HALF, j->r, major);
    return true; /* P-M4a, P-M5a */
}

static int first_of(const struct pis_book *bk, uint64_t touched, int cls)
{
    for (int i = 0; i < bk->grounds; i++)
        if ((touched >> i & 1) && bk->ground[i].cls == cls)
            return i;
    return TC_NONE;
}

/* What its judge has walked lies on the desk; nothing a walk looks at has changed since. */
static void do_move(struct pis_play *p, int r, const struct tc_act *a,
                    const struct tc_desk *desk)
{
    const struct pis_move_desk *d = (const void *)desk->room;
    struct pis_walk w = { 0 };

    if (desk->laid && d->walked && tc_same_act(&d->act, a))
        w = d->walk;
    else
        pis_walk(p->bk, p->s, r, PIS_WALK_MOVE, a, pis_allowance(p->bk, p->s, r), &w);
    TC_BUG_ON(w.rule != NULL);
    p->s->brigade[p->bk->regiment[r].brigade].closed_in |=
        (uint8_t)closes_in(p->bk, p->s, r, &w.at);
    ride_over_way(p, r, a); /* P-M6d */
    put_walk(p, r, &w);
    set_rate(p, r, w.marched);
    tc_tell(p->u, PIS_E_MOVES, "P-M2", r, p->s->regiment[r].rate, w.cost);
}

static void put_walk(struct pis_play *p, int r, const struct pis_walk *w)
{
    struct pis_regiment *g = &p->s->regiment[r];

    pis_put(p->s, r, w->at);
    g->turned = w->turned;
    g->faced |= w->faced;
    g->moved += w->cost;
    drive_back(p, r, w);
    pis_obstacles(p, r, w->marched ? w->touched : 0);
}

static void do_back(struct pis_play *p, int r, int32_t d)
{
    struct pis_walk w = { 0 };

    pis_walk_back(p->bk, p->s, r, d, pis_march_rate(p->bk, r) / 2, &w);
    TC_BUG_ON(w.rule != NULL);
    p->s->regiment[r].backed_up = 1;
    put_walk(p, r, &w);
    p->s->regiment[r].rate = PIS_R_MARCH;
    tc_tell(p->u, PIS_E_BACKS, "P-M7a", r, d, 0); /* P-M7c */
}

static void do_form(struct pis_play *p, int r, const struct tc_act *a)
{
    struct pis_regiment *g = &p->s->regiment[r];

    g->formation = (uint8_t)a->arg[1];
    if (a->arg[2])
        g->files = (uint8_t)a->arg[2];
    g->turned = 0;
    g->formation_changed = 1;
    pis_refit(p->bk, p->s, r);
    tc_tell(p->u, PIS_E_FORMS, "P-M8a", r, g->formation, 0);
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool judge_walk(const struct judged *j, const struct tc_act *a)
{
    int32_t allowance = pis_allowance(j->bk, j->s, j->r);
    struct pis_walk w = { 0 };

    if (a->segs == 0)
        return refuse(j, "P-M3", PIS_R_NOTHING_MOVED, j->r, 0);
    if (allowance == 0 && a->seg[0].leg != PIS_LEG_FACE)
        return refuse(j, pis_has(j->bk, j->r, PIS_ART) ? "P-M14" : "P-M12",
                      why_no_way(j->bk, j->s, j->r), j->r, 0);
    if (j->status ==
        PIS_DOUBLE) { /* whoever stands in an obstacle cannot leave it at the double */
        struct tc_box b;

        pis_box(j->s, j->r, &b);
        w.touched = pis_ground_met(j->bk, &b, PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR));
        if (w.touched)
            return obstacles_allow(j, &w);
    }
    struct pis_move_desk *d = j->v->q->question == PIS_Q_MOVE ? pis_move_desk_of(j->v) : NULL;
    w.explain = j->why != NULL;
    w.round = d ? &d->round : NULL;
    pis_walk(j->bk, j->s, j->r, PIS_WALK_MOVE, a, allowance, &w);
    if (w.rule)
        return refuse_walk(j, a, &w);
    if (!obstacles_allow(j, &w) || !ends_well(j, &w.at))
        return false;
    if (d) {
        d->walked = true;
        d->act = *a;
        d->walk = w;
    }
    return true;
}

struct pis_move_desk *pis_move_desk_of(const struct tc_view *v)
{
    struct pis_move_desk *d = v->desk ? (void *)v->desk->room : NULL;

    if (d && !v->desk->laid) {
        d->drawn = d->walked = d->round.known = false;
        v->desk->laid = 1;
    }
    return d;
}

/* Why a regiment has no way to go at all with the status of its brigade. */
static int why_no_way(const struct pis_book *bk, const struct pis_state *s, int r)
{
    if (s->regiment[r].formation == PIS_HEDGEHOG)
        return PIS_R_NO_DOUBLE;
    return bk->regiment[r].gun == PIS_GUN_HEAVY ? PIS_R_HEAVY_GUNS_STAY : PIS_R_GUNS_DOUBLE;
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool refuse_walk(const struct judged *j, const struct tc_act *a,
                        const struct pis_walk *w)
{
    struct tc_act near;

    if (j->why && (shortened(j, a, w, &near) || some_move(j, &near)))
        return tc_refuse_near(j->why, &near, w->rule, w->reason, w->arg[0], w->arg[1]);
    return tc_refuse(j->why, w->rule, w->reason, w->arg[0], w->arg[1], 0);
}

/* The legal part of a refused walk. */
/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool shortened(const struct judged *j, const struct tc_act *a, const struct pis_walk *w,
                      struct tc_act *out)
{
    *out = *a;
    memset(&out->seg[w->leg], 0, sizeof out->seg[0] * (size_t)(TC_SEGS - w->leg));
    out->segs = (int16_t)w->leg;
    if (w->limit > 0 && w->leg < a->segs) {
        out->seg[w->leg] = (struct tc_seg){ a->seg[w->leg].leg, w->limit };
        out->segs++;
    }
    return out->segs > 0 && pis_judge_move(j->v, out, NULL);
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool judge_back(const struct judged *j, const struct tc_act *a)
{
    int32_t half = pis_march_rate(j->bk, j->r) / 2;
    struct pis_walk w = { 0 };
    struct tc_act near = *a;

    if (j->status != PIS_MARCH)
        return refuse(j, "P-M7b", PIS_R_NEEDS_MARCH, j->r, 0);
    if (j->s->regiment[j->r].formation == PIS_HEDGEHOG)
        return refuse(j, "P-M17", PIS_R_HEDGEHOG_TURNS, j->r, 0);
    pis_walk_back(j->bk, j->s, j->r, a->arg[1], half, &w);
    if (!w.rule)
        return obstacles_allow(j, &w) && ends_well(j, &w.at);
    near.arg[1] = w.limit;
    if (j->why && w.limit > 0 && pis_judge_move(j->v, &near, NULL))
        return tc_refuse_near(j->why, &near, w.rule, w.reason, w.arg[0], w.arg[1]);
    return refuse(j, w.rule, w.reason, w.arg[0], w.arg[1]);
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool judge_form(const struct judged *j, const struct tc_act *a)
{
    const struct pis_regiment *g = &j->s->regiment[j->r];
    const struct pis_card *c = pis_card_of(j->bk, j->r);
    int f = a->arg[2];

    if (j->status != PIS_RALLY)
        return refuse(j, "P-M8b", PIS_R_NEEDS_RALLY, j->r, 0);
    if (!(c->formations >> a->arg[1] & 1))
        return refuse(j, "P-M8c", PIS_R_FORMATION_CARD, j->r, 0);
    if (a->arg[1] == g->formation)
        return refuse(j, "P-M8a", PIS_R_FORMATION_SAME, j->r, 0);
    if (f && (f < 0 || f > 255 || !pis_files_ok(j->bk, j->r, a->arg[1], g->companies, f)))
        return refuse(j, "P-GEO-6a", PIS_R_FRONT_FILES, j->r, f);
    struct tc_rect at = refooted(
        j, a->arg[1], pis_files_for(j->bk, j->r, a->arg[1], g->companies, f ? f : g->files));
    const char *rule;
    int32_t who;
    int reason = why_no_room(j, &at, &rule, &who);
    if (reason)
        return refuse(j, rule, reason, j->r, who);
    return true;
}

static struct tc_rect refooted(const struct judged *j, int formation, int files)
{
    struct tc_rect at = pis_rect(j->s, j->r);

    pis_size_of(j->bk, j->r, formation, j->s->regiment[j->r].companies, files, &at.w, &at.d);
    return at;
}

/* NOLINTNEXTLINE(misc-no-recursion): two deep: without a why no other act is judged */
static bool judge_front(const struct judged *j, const struct tc_act *a)
{
    const struct pis_regiment *g = &j->s->regiment[j->r];
    bool horse = pis_has(j->bk, j->r, PIS_HORSE);
    struct pis_walk w = { 0 };

    if (j->status != PIS_MARCH)
        return refuse(j, horse ? "P-M9b" : "P-M9a", PIS_R_NEEDS_MARCH, j->r, 0);
    if (g->formation != PIS_COLUMN && g->formation != PIS_CARACOLE)
        return refuse(j, "P-M9c", PIS_R_FRONT_FORMATION, j->r, 0);
    if (a->arg[1] < 1 || a->arg[1] > 255 ||
        !pis_files_ok(j->bk, j->r, g->formation, g->companies, a->arg[1]))
        return refuse(j, g->formation == PIS_COLUMN ? "P-GEO-6a" : "P-GEO-6f",
                      PIS_R_FRONT_FILES, j->r, a->arg[1]);
    if (a->arg[1] == g->files && !g->turned)
        return refuse(j, "P-M9c", PIS_R_FRONT_SAME, j->r, a->arg[1]);
    if (!horse && a->segs)
        return refuse(j, "P-M9a", PIS_R_FRONT_FOOT_MOVES, j->r, 0);
    struct tc_rect at = refooted(j, g->formation, a->arg[1]);
    const char *rule;
    int32_t who;
    int reason = why_no_room(j, &at, &rule, &who);
    if (reason)
        return refuse(j, rule, reason, j->r, who);
    w.explain = j->why != NULL;
    pis_walk_from(j->bk, j->s, j->r, PIS_WALK_MOVE, at, a,
                  horse ? pis_march_rate(j->bk, j->r) / 2 : 0, &w);
    if (w.rule && w.reason == PIS_R_ALLOWANCE)
        w.rule = "P-M9b"; /* the change has taken the other half */
    if (w.rule)
        return refuse_walk(j, a, &w);
    return obstacles_allow(j, &w) && ends_well(j, &w.at);
}

/* Room for a new footprint: on the table, on nobody, not nearer to an enemy than may be. 0, or
 * the reason why not, with its rule and who or what is in the way. */
static int why_no_room(const struct judged *j, const struct tc_rect *at, const char **rule,
                       int32_t *who)
{
    const int32_t pb = j->bk->t.stand.point_blank;
    int reason = pis_why_no_room(j->bk, j->s, j->r, at, rule, who);
    struct tc_box b, now;

    if (reason)
        return reason;
    tc_box_make(&b, at);
    pis_box(j->s, j->r, &now);
    *rule = "P-M10a";
    for (int o = 0; o < j->bk->regiments; o++) {
        struct tc_box e;

        if (!pis_here(j->s, o) || !pis_enemies(j->bk, j->r, o))
            continue;
        pis_box(j->s, o, &e);
        *who = o;
        if (tc_nearer(&b, &e, pb) && tc_gap_cmp(tc_gap_of(&b, &e), tc_gap_of(&now, &e)) < 0)
            return PIS_R_TOO_NEAR;
    }
    return 0;
}

/* 0, or the reason why there is nothing the regiment could do in this phase. */
static int why_no_act(const struct pis_book *bk, const struct pis_state *s, int r,
                      const char **rule)
{
    const struct pis_card *c = pis_card_of(bk, r);
    int reason = pis_why_not_free(s, r, rule);

    if (reason)
        return reason;
    *rule = "P-M1";
    if (s->regiment[r].acted)
        return PIS_R_ACTED;
    *rule = "P-M8c";
    if (status_of(bk, s, r) == PIS_RALLY)
        return (c->formations & (c->formations - 1)) != 0 ? 0 : PIS_R_ONE_FORMATION;
    *rule = pis_has(bk, r, PIS_ART) ? "P-M14" : "P-M12";
    return pis_allowance(bk, s, r) > 0 ? 0 : why_no_way(bk, s, r);
}

int32_t pis_allowance(const struct pis_book *bk, const struct pis_state *s, int r)
{
    int status = status_of(bk, s, r);
    bool hedgehog = s->regiment[r].formation == PIS_HEDGEHOG;

    if (status == PIS_MARCH) /* P-M12, P-M14 */
        return hedgehog ? pis_march_rate(bk, r) / 2 : pis_march_rate(bk, r);
    if (status == PIS_DOUBLE && !hedgehog)
        return pis_double_rate(bk, r);
    return 0;
}

static void drive_back(struct pis_play *p, int r, const struct pis_walk *w)
{
    for (int i = 0; i < w->pushes; i++) {
        struct pis_regiment *g = &p->s->regiment[w->push[i]];

        g->x += w->push_by[i].x;
        g->y += w->push_by[i].y;
        g->pushed += w->push_len[i];
        /* P-M11b, P-GEO-26, P-RUL-7, P-RUL-33 */
        tc_tell(p->u, PIS_E_PUSHED, "P-M11a", w->push[i], r, w->push_len[i]);
    }
}

/* The rate the distance amounts to, and the disorder printed against it: P-C6, P-M15. */
static void set_rate(struct pis_play *p, int r, bool marched)
{
    struct pis_regiment *g = &p->s->regiment[r];

    if (!marched && !g->faced)
        return;
    g->rate = PIS_R_MARCH;
    if (status_of(p->bk, p->s, r) != PIS_DOUBLE)
        return;
    if (g->moved <= pis_march_rate(p->bk, r)) /* P-M15, P-RUL-32 */
        return;
    g->rate = PIS_R_DOUBLE;
    pis_disorder(p, r, pis_band_of(p->bk, r)->dbl_disorder, "P-C6");
}

/* P-K8: loose officers of the enemy along its way, leg by leg. */
static void ride_over_way(struct pis_play *p, int r, const struct tc_act *a)
{
    struct tc_rect at = pis_rect(p->s, r);

    for (int i = 0; i < a->segs; i++) {
        int32_t t = a->seg[i].value;
        struct tc_box b;

        tc_box_make(&b, &at);
        if (a->seg[i].leg == PIS_LEG_MARCH) {
            pis_ride_over(p, r, &b, at.facing, t);
            at = tc_march(at, t);
        } else if (a->seg[i].leg == PIS_LEG_FACE) {
            at = tc_face_side(at, t / TC_QUARTER);
        } else {
            bool left = a->seg[i].leg == PIS_LEG_LEFT;

            at = tc_wheel(at, left ? TC_FL : TC_FR, left ? -t : t);
        }
    }
}

static void move_one(struct pis_play *p, int r)
{
    int side = pis_side_of(p->bk, r);

    p->s->must_close = must_close(p, r);
    struct tc_desk desk;
    p->u->desk = &desk;
    const struct tc_act *a = tc_ask(p->u, side, PIS_Q_MOVE, "P-M1", r, 0, 0);
    struct tc_act act = *a; /* P-CAND-9: a free question: any legal parameters */
    p->s->must_close = 0;
    p->s->regiment[r].acted = 1;
    switch (act.verb) {
    case PIS_V_MOVE: do_move(p, r, &act, &desk); break;
    case PIS_V_BACK: do_back(p, r, act.arg[1]); break;
    case PIS_V_FRONT: do_front(p, r, &act); break;
    case PIS_V_FORM: do_form(p, r, &act); break;
    default: tc_tell(p->u, PIS_E_STANDS, "P-M1", r, 0, 0); break;
    }
    pis_officers_follow(p);
}

static void do_front(struct pis_play *p, int r, const struct tc_act *a)
{
    struct pis_regiment *g = &p->s->regiment[r];
    struct pis_walk w = { 0 };

    g->files = (uint8_t)a->arg[1];
    g->turned = 0;
    g->frontage_changed = 1;
    pis_refit(p->bk, p->s, r);
    tc_tell(p->u, PIS_E_FRONTAGE, pis_has(p->bk, r, PIS_HORSE) ? "P-M9b" : "P-M9a", r, g->files,
            0);
    if (pis_has(p->bk, r, PIS_HORSE))
        g->rate = PIS_R_MARCH; /* P-RUL-17 */
    if (!a->segs)
        return;
    pis_walk(p->bk, p->s, r, PIS_WALK_MOVE, a, pis_march_rate(p->bk, r) / 2, &w);
    TC_BUG_ON(w.rule != NULL);
    p->s->brigade[p->bk->regiment[r].brigade].closed_in |=
        (uint8_t)closes_in(p->bk, p->s, r, &w.at);
    ride_over_way(p, r, a);
    put_walk(p, r, &w);
}

const struct pis_band *pis_band_of(const struct pis_book *bk, int r)
{
    const struct pis_card *c = pis_card_of(bk, r);

    if (c->band == PIS_BY_GUN) /* P-TAB-1 */
        return &bk->t.band[PIS_LIGHT_GUNS + bk->regiment[r].gun];
    return &bk->t.band[c->band];
}

int32_t pis_march_rate(const struct pis_book *bk, int r)
{
    return pis_band_of(bk, r)->march;
}

int32_t pis_double_rate(const struct pis_book *bk, int r)
{
    return pis_band_of(bk, r)->dbl;
}

int32_t pis_charge_rate(const struct pis_book *bk, int r)
{
    return pis_band_of(bk, r)->charge;
}
