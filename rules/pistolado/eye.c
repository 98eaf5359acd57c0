/* rules/pistolado/eye.c - how a pistolado battle looks to a computer player.
 *
 * Brigades close at the march, double when the enemy is far, charge when some regiment has a
 * fair match within its charge, rally when they are ragged; shot fires; flanks are ridden at.
 */
#include "board/plane.h"
#include "kernel/eye.h"
#include "rules/pistolado/pistolado.h"
#include "board/lines.h"
#include "rules/pistolado/inner.h"

enum { INCH = 1000 };

/* --- The numbers, which may be fitted by playing ------------------------------------------ */

enum taste {
    PRESS, /* for having come to grips */
    SCORE, /* what a position is worth: hundredths of the score */
    STAND, /* and of how the lines stand */
    NEAR,  /* and of how near the ground is */
    NEAREST,
    MEN,       /* for more men fit to fight */
    FIRM,      /* how much every company counts */
    MATCHES,   /* to charge with odds */
    DARE,      /* odds in tenths, more or less */
    REAR,      /* in the rear */
    FLANK,     /* in the flank */
    AT_GUNS,   /* at guns */
    TO_CHARGE, /* what to call for: a charge */
    GOOD,      /* with odds */
    RAGGED,    /* when ragged */
    TO_RALLY,  /* a rally */
    NEEDED,    /* when it is needed */
    TO_DOUBLE, /* a double march */
    FAR_OFF,   /* beyond so many inches */
    TO_MARCH,  /* a march */
    TO_DEFEND, /* a stand */
    WITH_SHOT, /* with shot in range */
    AWAIT,     /* to await a charge */
    FACE,      /* to face it */
    NAMED
};

static const struct tc_taste taste[NAMED] = {
    [PRESS] = { "press", 400 },
    [SCORE] = { "score", 20 },
    [STAND] = { "stand", 15 },
    [NEAR] = { "near", 3 },
    [NEAREST] = { "nearest", 200 },
    [MEN] = { "men", 600 },
    [FIRM] = { "firm", 2 },
    [MATCHES] = { "matches", 25 },
    [DARE] = { "dare", 4 },
    [REAR] = { "rear", 2 },
    [FLANK] = { "flank", 1 },
    [AT_GUNS] = { "at guns", 2 },
    [TO_CHARGE] = { "to charge", 50 },
    [GOOD] = { "good", 30 },
    [RAGGED] = { "ragged", 50 },
    [TO_RALLY] = { "to rally", 60 },
    [NEEDED] = { "needed", 120 },
    [TO_DOUBLE] = { "to double", 70 },
    [FAR_OFF] = { "far off", 4 },
    [TO_MARCH] = { "to march", 50 },
    [TO_DEFEND] = { "to defend", 50 },
    [WITH_SHOT] = { "with shot", 50 },
    [AWAIT] = { "await", 40 },
    [FACE] = { "face", 50 },
};

#define SAY(verb) [NAMED + PIS_V_##verb]

static const int16_t normal[NAMED + PIS_VERBS] = {
    [PRESS] = 1500,    [SCORE] = 80,      [STAND] = 50,     [NEAR] = 5,
    [NEAREST] = 600,   [MEN] = 0,         [FIRM] = 4,       [MATCHES] = 80,
    [DARE] = 0,        [REAR] = 6,        [FLANK] = 3,      [AT_GUNS] = 5,
    [TO_CHARGE] = 100, [GOOD] = 100,      [RAGGED] = 150,   [TO_RALLY] = -150,
    [NEEDED] = 500,    [TO_DOUBLE] = 220, [FAR_OFF] = 16,   [TO_MARCH] = 150,
    [TO_DEFEND] = 60,  [WITH_SHOT] = 150, [AWAIT] = 100,    [FACE] = 150,
    SAY(KEEP) = 50,    SAY(GO) = -40,     SAY(STAND) = -40, SAY(BACK) = -200,
    SAY(FRONT) = -60,  SAY(FORM) = -60,   SAY(FIRE) = 150,  SAY(HOLD_FIRE) = -150,
    SAY(RALLY) = 150,  SAY(REST) = -150,  SAY(FOLLOW) = 40, SAY(RUN) = -1000,
};

#undef SAY

static int much(enum taste t)
{
    return tc_taste(normal, t);
}

static int natural(int verb)
{
    return tc_taste(normal, NAMED + verb);
}

/* --- The ground --- */

/* Strength in a fight as far as the regiment's own state goes (P-L1, P-L2). */
static int strength(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    return pis_card_of(bk, r)->melee[g->formation] + bk->t.cohesion.combat[g->cohesion] +
           bk->t.losses.combat[pis_loss_step(bk, s, r)];
}

static int32_t shot_range(const struct pis_book *bk, int r)
{
    int class = pis_class_of(bk, r);
    int32_t most = 0;

    for (int i = 0; class < PIS_CLASSES && i < PIS_RANGES; i++)
        most = tc_max(most, bk->t.range[class].limit[i]);
    return most;
}

static void place(const struct pis_book *bk, const struct pis_state *s, int r,
                  struct tc_line_body *b)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_dir f = tc_forward_of(g->facing);

    b->x = g->x;
    b->y = g->y;
    if (g->formation != PIS_HEDGEHOG) {
        b->dx = f.x >> 20;
        b->dy = f.y >> 20;
    }
    b->gun = pis_has(bk, r, PIS_ART);
    b->reach = b->gun || g->formation == PIS_HEDGEHOG
                   ? INCH
                   : tc_max(pis_charge_rate(bk, r), 3 * INCH);
    b->range = b->gun ? shot_range(bk, r) : 0;
    b->power = (int16_t)(g->companies * (tc_max(1, much(FIRM) + strength(bk, s, r))));
    b->steady = pis_steady(s, r) && g->cohesion < PIS_RAGGED;
}

static void fill(const struct pis_book *bk, const struct pis_state *s, struct tc_lines *l)
{
    l->bodies = l->goals = 0;
    l->field = tc_max(bk->width, bk->height);
    for (int r = 0; r < bk->regiments; r++) {
        if (!pis_here(s, r))
            continue;
        struct tc_line_body *b = tc_line_body(l, pis_side_of(bk, r));
        if (!b)
            continue;
        place(bk, s, r, b);
        b->unit = (int16_t)r;
        b->command = bk->regiment[r].brigade;
    }
    for (int i = 0; i < bk->objectives; i++)
        tc_line_goal(l, bk->objective[i].x, bk->objective[i].y, bk->objective[i].points[0],
                     bk->objective[i].points[1]);
}

void pis_muster(const struct tc_book *bk, const void *state, struct tc_lines *l)
{
    fill(pis_book_of(bk), state, l);
}

static int look(const struct tc_book *tbk, const void *state)
{
    const struct pis_book *bk = pis_book_of(tbk);
    struct tc_lines l;

    fill(bk, state, &l);
    int v =
        tbk->rules->score(tbk, state) * much(SCORE) / 100 +
        tc_lines_stand(&l) * much(STAND) / 100 + tc_lines_more(&l) * much(MEN) / 1000 +
        tc_max(-much(NEAREST), tc_min(much(NEAREST), tc_lines_nearness(&l) * much(NEAR) / 100));

    return tc_max(-9500, tc_min(9500, v));
}

static int press(const struct tc_book *tbk, const void *state, int side)
{
    struct tc_lines l;

    fill(pis_book_of(tbk), state, &l);
    return much(PRESS) * tc_lines_pressing(&l, side) / 1000;
}

/* --- What is natural --- */

/* Towards the limit a side that does not lead has to risk something (P-VIC4). */
static bool is_late(const struct pis_book *bk, const struct pis_state *s, int side)
{
    return s->head.turn + 5 >= bk->turn_limit &&
           100 * pis_points(bk, s, side) <=
               (100 + bk->t.victory.lead) * pis_points(bk, s, 1 - side);
}

/* What a charge adds on either side: P-TAB-9. */
static int charge_mods(const struct pis_book *bk, const struct pis_state *s, int r, int e,
                       bool front)
{
    const struct pis_melee_mods *m = &bk->t.melee_mod;
    const struct pis_regiment *g = &s->regiment[r], *k = &s->regiment[e];
    bool horse = pis_has(bk, r, PIS_HORSE), lance = pis_has(bk, r, PIS_LANCE);
    int v = horse || g->formation == PIS_COLUMN ? m->charge : 0;

    if (lance && g->formation == PIS_EN_HAYE)
        v += m->lance;
    if (horse && front && pis_has(bk, e, PIS_PIKE))
        v += k->formation == PIS_SHOT_FORWARD ? m->pikes_shot_forward
             : lance                          ? m->pikes_lance
                                              : m->pikes;
    v += pis_card_of(bk, r)->ferocity > pis_card_of(bk, e)->ferocity ? m->ferocity : 0;
    v -= pis_card_of(bk, r)->ferocity < pis_card_of(bk, e)->ferocity ? m->ferocity : 0;
    v += g->companies >= 2 * k->companies ? m->twice : 0;
    return v - (k->companies >= 2 * g->companies ? m->twice : 0);
}

/* How well r would do to charge e: below 0, badly. A regiment struck in flank is a mob, one
 * struck in the rear is lost (P-H10, P-H11); loose ones are gone before the charge is home. */
static int match(const struct pis_book *bk, const struct pis_state *s, int r, int e)
{
    const struct pis_regiment *g = &s->regiment[r], *k = &s->regiment[e];
    struct tc_pt from = { g->x, g->y };
    enum tc_zone zone = pis_zone(s, e, from);

    if (k->condition == PIS_ROUTING)
        return 2;
    if (pis_has(bk, e, PIS_ART))
        return much(AT_GUNS);
    if (k->formation == PIS_LOOSE)
        return 0;
    int v = strength(bk, s, r) - strength(bk, s, e) +
            charge_mods(bk, s, r, e, zone == TC_ZONE_FRONT);
    v += zone == TC_ZONE_REAR ? much(REAR) : zone == TC_ZONE_FRONT ? 0 : much(FLANK);
    return v + is_late(bk, s, pis_side_of(bk, r));
}

static bool may_charge(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    return pis_steady(s, r) && g->melee == TC_NONE && !pis_has(bk, r, PIS_ART) &&
           g->formation != PIS_HEDGEHOG && g->formation != PIS_CARACOLE;
}

/* The best match within its charge as it stands now; or -100. */
static int best_match(const struct tc_view *v, int r)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;
    struct tc_query q = { .side = v->q->side, .question = PIS_Q_CHARGE, .arg = { r } };
    struct tc_view charge = { v->book, v->state, &q };
    int best = -100, n = may_charge(bk, s, r) ? pis_count_charge(&charge) : 0;

    for (int i = 1; i < n; i++) {
        struct tc_act a = { 0 };
        if (!pis_nth_charge(&charge, i, &a))
            continue;
        int m = match(bk, s, r, a.arg[1]);
        if (m > best && pis_judge_charge(&charge, &a, NULL))
            best = m;
    }
    return best;
}

/* A brigade at a glance. */
struct muster {
    int regiments, ragged, ready, shots, good;
    int32_t gap; /* to the nearest enemy */
};

static int32_t gap_of(const struct pis_book *bk, const struct pis_state *s, int r)
{
    int32_t gap = INT32_MAX / 2;

    for (int e = 0; e < bk->regiments; e++)
        if (pis_enemies(bk, r, e) && pis_here(s, e))
            gap = tc_min(gap, tc_line_apart(s->regiment[e].x - s->regiment[r].x,
                                            s->regiment[e].y - s->regiment[r].y));
    return gap;
}

/* As if its officer had called for a charge. */
static struct muster muster(const struct tc_view *v, int brigade)
{
    const struct pis_book *bk = pis_book_of(v->book);
    struct pis_state as_if = *(const struct pis_state *)v->state, *s = &as_if;
    struct tc_view charging = { v->book, s, v->q };
    struct muster m = { .gap = INT32_MAX / 2 };

    s->brigade[brigade].status = PIS_CHARGE;

    for (int r = 0; r < bk->regiments; r++) {
        if (bk->regiment[r].brigade != brigade || !pis_steady(s, r) ||
            s->regiment[r].melee != TC_NONE)
            continue;
        int32_t gap = gap_of(bk, s, r);
        int best = best_match(&charging, r);
        m.regiments++;
        m.ragged += s->regiment[r].cohesion >= PIS_DISARRAYED;
        m.ready += best > 0;
        m.good += best > 0 ? best : 0;
        m.shots += s->regiment[r].shot && gap <= shot_range(bk, r);
        m.gap = tc_min(m.gap, gap);
    }
    return m;
}

static int lean_status(const struct tc_view *v, int brigade, int status)
{
    struct muster m = muster(v, brigade);
    int n = tc_max(1, m.regiments);

    switch ((enum pis_status)status) {
    case PIS_CHARGE:
        return m.ready ? much(TO_CHARGE) + much(GOOD) * m.good - much(RAGGED) * m.ragged / n
                       : -300;
    case PIS_RALLY: return much(TO_RALLY) + much(NEEDED) * m.ragged / n;
    case PIS_DOUBLE: return m.gap > much(FAR_OFF) * INCH ? much(TO_DOUBLE) : -100;
    case PIS_MARCH: return much(TO_MARCH);
    case PIS_DEFEND:
        return much(TO_DEFEND) + much(WITH_SHOT) * m.shots / n - (m.gap > 14 * INCH ? 200 : 0);
    case PIS_STATUSES: break;
    }
    return 0;
}

static int lean_react(const struct pis_state *s, int r, int charger, const struct tc_act *a)
{
    struct tc_pt from = { s->regiment[charger].x, s->regiment[charger].y };
    bool front = pis_zone(s, r, from) == TC_ZONE_FRONT;

    if (a->verb == PIS_V_AWAIT)
        return front ? much(AWAIT) : 0;
    return a->verb == PIS_V_FACE && !front ? much(FACE) : -50;
}

static int lean(const struct tc_view *v, const struct tc_act *a)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;

    switch (v->q->question) {
    case PIS_Q_ORDER:
        if (a->verb == PIS_V_CHANGE)
            return a->arg[1] == PIS_ASSAULT ? 120 : -150;
        return 0;
    case PIS_Q_STATUS: return lean_status(v, v->q->arg[0], a->arg[1]);
    case PIS_Q_REACT: return lean_react(s, v->q->arg[0], v->q->arg[1], a);
    case PIS_Q_CHARGE:
        return a->verb == PIS_V_CHARGE ? much(MATCHES) * match(bk, s, a->arg[0], a->arg[1]) -
                                             much(MATCHES) / 2 + much(MATCHES) * much(DARE) / 10
                                       : 0;
    default: return natural(a->verb);
    }
}

/* In imagined courses regiments march straight on or stand; all else as it is natural. */
static int settle(const struct tc_view *v, const struct tc_act *a)
{
    if (v->q->question != PIS_Q_MOVE)
        return lean(v, a);
    if (a->verb == PIS_V_MOVE)
        return a->segs == 1 && a->seg[0].leg == PIS_LEG_MARCH ? 10 : -10;
    return a->verb == PIS_V_STAND ? 0 : -20;
}

#define PLAN(q) (UINT64_C(1) << (q))

const struct tc_eye pis_eye = {
    .look = look,
    .press = press,
    .lean = lean,
    .settle = settle,
    .plans = PLAN(PIS_Q_CHARGE) | PLAN(PIS_Q_FOLLOW),
    .tastes = NAMED + PIS_VERBS,
    .named = NAMED,
    .taste = taste,
    .normal = normal, /* no row has been found better than these, set by hand */
    .second = { 40, 400, 2, 4, 200 },
};
