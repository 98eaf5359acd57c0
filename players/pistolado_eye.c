/* players/pistolado_eye.c - how a pistolado battle looks to a computer player.
 *
 * Brigades close at the march, double when the enemy is far, charge when some regiment has a
 * fair match within its charge, rally when they are ragged; shot fires; flanks are ridden at.
 */
#include "board/plane.h"
#include "players/eyes.h"
#include "players/lines.h"
#include "rules/pistolado/play.h"

enum { INCH = 1000, PRESS = 1500, MATCHES = 40 };

/* --- The ground ------------------------------------------------------------------------- */

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
                  struct plr_body *b)
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
    b->reach = b->gun ? INCH : tc_max(pis_charge_rate(bk, r), 3 * INCH);
    b->range = b->gun ? shot_range(bk, r) : 0;
    b->power = (int16_t)(g->companies * (tc_max(1, 4 + strength(bk, s, r))));
    b->steady = pis_steady(s, r) && g->cohesion < PIS_RAGGED;
}

static void fill(const struct pis_book *bk, const struct pis_state *s, struct plr_lines *l)
{
    l->bodies = l->goals = 0;
    l->field = tc_max(bk->width, bk->height);
    for (int r = 0; r < bk->regiments; r++) {
        if (!pis_here(s, r))
            continue;
        struct plr_body *b = plr_body(l, pis_side_of(bk, r));
        if (b)
            place(bk, s, r, b);
    }
    for (int i = 0; i < bk->objectives; i++)
        plr_goal(l, bk->objective[i].x, bk->objective[i].y, bk->objective[i].points[0],
                 bk->objective[i].points[1]);
}

static int look(const struct tc_book *tbk, const void *state)
{
    const struct pis_book *bk = pis_book_of(tbk);
    struct plr_lines l;

    fill(bk, state, &l);
    int v = tbk->rules->score(tbk, state) * 8 / 10 + plr_stand(&l) / 2 +
            tc_max(-600, tc_min(600, plr_nearness(&l) / 20));

    return tc_max(-9500, tc_min(9500, v));
}

static int press(const struct tc_book *tbk, const void *state, int side)
{
    struct plr_lines l;

    fill(pis_book_of(tbk), state, &l);
    return PRESS * plr_pressing(&l, side) / 1000;
}

/* --- What is natural ------------------------------------------------------------------------ */

/* How well r would do to charge e: below 0, badly. */
static int match(const struct pis_book *bk, const struct pis_state *s, int r, int e)
{
    const struct pis_regiment *g = &s->regiment[r], *k = &s->regiment[e];
    struct tc_pt from = { g->x, g->y };
    enum tc_zone zone = pis_zone(s, e, from);
    int v = 1 + strength(bk, s, r) - strength(bk, s, e);

    if (pis_has(bk, e, PIS_ART) || k->condition == PIS_ROUTING)
        return 6;
    if (pis_has(bk, r, PIS_HORSE) && pis_has(bk, e, PIS_PIKE) && zone == TC_ZONE_FRONT &&
        k->formation != PIS_SHOT_FORWARD)
        v -= 4;
    if (g->companies * 2 < k->companies)
        v -= 1;
    return zone == TC_ZONE_REAR ? v + 6 : zone == TC_ZONE_FRONT ? v : v + 4;
}

static bool may_charge(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    return pis_steady(s, r) && g->melee == TC_NONE && !pis_has(bk, r, PIS_ART) &&
           g->formation != PIS_HEDGEHOG && g->formation != PIS_CARACOLE;
}

/* Has r a way to charge e from where it stands: straight on, or after a wheel towards it? */
static bool has_way(const struct pis_book *bk, const struct pis_state *s, int r, int e)
{
    const struct pis_regiment *g = &s->regiment[r], *k = &s->regiment[e];
    int32_t rate = pis_charge_rate(bk, r);
    struct tc_pt from = { g->x, g->y }, to = { k->x, k->y };
    struct pis_path way;

    if (pis_far(g, k, rate))
        return false;
    pis_charge_path(bk, s, r, e, 0, rate, &way);
    if (!way.rule)
        return true;
    pis_charge_path(bk, s, r, e, tc_turn(g->facing, tc_bearing(from, to)), rate, &way);
    return !way.rule;
}

/* The best match within its charge; or -100. */
static int best_match(const struct pis_book *bk, const struct pis_state *s, int r)
{
    int best = -100;

    for (int e = 0; may_charge(bk, s, r) && e < bk->regiments; e++) {
        if (!pis_enemies(bk, r, e) || !pis_here(s, e) ||
            (pis_has(bk, r, PIS_FOOT) && pis_has(bk, e, PIS_HORSE)))
            continue;
        int m = match(bk, s, r, e);
        if (m > best && has_way(bk, s, r, e))
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
            gap = tc_min(gap, plr_apart(s->regiment[e].x - s->regiment[r].x,
                                        s->regiment[e].y - s->regiment[r].y));
    return gap;
}

static struct muster muster(const struct pis_book *bk, const struct pis_state *s, int brigade)
{
    struct muster m = { .gap = INT32_MAX / 2 };

    for (int r = 0; r < bk->regiments; r++) {
        if (bk->regiment[r].brigade != brigade || !pis_steady(s, r) ||
            s->regiment[r].melee != TC_NONE)
            continue;
        int32_t gap = gap_of(bk, s, r);
        int best = best_match(bk, s, r);
        m.regiments++;
        m.ragged += s->regiment[r].cohesion >= PIS_DISARRAYED;
        m.ready += best >= 0;
        m.good += best > 0 ? best : 0;
        m.shots += s->regiment[r].shot && gap <= shot_range(bk, r);
        m.gap = tc_min(m.gap, gap);
    }
    return m;
}

static int lean_status(const struct pis_book *bk, const struct pis_state *s, int brigade,
                       int status)
{
    struct muster m = muster(bk, s, brigade);
    int n = tc_max(1, m.regiments);

    switch ((enum pis_status)status) {
    case PIS_CHARGE:
        return m.ready ? 150 + 300 * m.ready / n + 30 * m.good - 250 * m.ragged / n : -300;
    case PIS_RALLY: return -150 + 500 * m.ragged / n;
    case PIS_DOUBLE: return m.gap > 16 * INCH ? 220 : -100;
    case PIS_MARCH: return 150;
    case PIS_DEFEND: return 60 + 150 * m.shots / n - (m.gap > 14 * INCH ? 200 : 0);
    case PIS_STATUSES: break;
    }
    return 0;
}

static int lean_react(const struct pis_state *s, int r, int charger, const struct tc_act *a)
{
    struct tc_pt from = { s->regiment[charger].x, s->regiment[charger].y };
    bool front = pis_zone(s, r, from) == TC_ZONE_FRONT;

    if (a->verb == PIS_V_AWAIT)
        return front ? 100 : 0;
    return a->verb == PIS_V_FACE && !front ? 150 : -50;
}

static const int16_t natural[PIS_VERBS] = {
    [PIS_V_KEEP] = 50,   [PIS_V_GO] = -40,     [PIS_V_STAND] = -40,  [PIS_V_BACK] = -200,
    [PIS_V_FRONT] = -60, [PIS_V_FORM] = -60,   [PIS_V_FIRE] = 150,   [PIS_V_HOLD_FIRE] = -150,
    [PIS_V_RALLY] = 150, [PIS_V_REST] = -150,  [PIS_V_FOLLOW] = 40,  [PIS_V_RUN] = -100,
};

static int lean(const struct tc_view *v, const struct tc_act *a)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;

    switch (v->q->question) {
    case PIS_Q_ORDER:
        if (a->verb == PIS_V_CHANGE)
            return a->arg[1] == PIS_ASSAULT ? 120 : -150;
        return 0;
    case PIS_Q_STATUS: return lean_status(bk, s, v->q->arg[0], a->arg[1]);
    case PIS_Q_REACT: return lean_react(s, v->q->arg[0], v->q->arg[1], a);
    case PIS_Q_CHARGE:
        return a->verb == PIS_V_CHARGE ? 20 + MATCHES * match(bk, s, a->arg[0], a->arg[1]) : 0;
    default: return natural[a->verb];
    }
}

#define PLAN(q) (UINT64_C(1) << (q))

const struct plr_eye plr_pistolado_eye = {
    .system = "pistolado",
    .look = look,
    .press = press,
    .lean = lean,
    .plans = PLAN(PIS_Q_STATUS) | PLAN(PIS_Q_CHARGE) | PLAN(PIS_Q_REACT) | PLAN(PIS_Q_FOLLOW),
};
