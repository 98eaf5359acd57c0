/* rules/pistolado/moves.c - P-CAND-2 and P-CAND-3: moves a computer player may draw. */
#include <string.h>

#include "rules/pistolado/play.h"

enum {
    MARCHES = 7,        /* full, half, to an enemy, three ranges, to an obstacle */
    SECONDS = 3,        /* no second wheel, left, right */
    FACES = 4,
    UNIT_WHEEL = 1024,
    SECOND_WHEEL = 4096,
    CLOSINGS = 24,      /* P-O6b: ways of closing in, first in the list when asked for */
    SIGHTED = 24000,
};

struct mover {
    const struct pis_book *bk;
    const struct pis_state *s;
    int r, status;
    int32_t allowance;
};

static struct mover mover_of(const struct tc_view *v)
{
    struct mover m = { pis_book_of(v->book), v->state, v->q->arg[0], 0, 0 };

    m.status = m.s->brigade[m.bk->regiment[m.r].brigade].status;
    m.allowance = pis_allowance(m.bk, m.s, m.r);
    return m;
}

static bool may_face(const struct mover *m)
{
    return m->status == PIS_MARCH && m->s->regiment[m->r].formation != PIS_HEDGEHOG &&
           !(pis_has(m->bk, m->r, PIS_ART) && m->bk->regiment[m->r].gun == PIS_GUN_HEAVY);
}

/* Multiples of 1024 each way that the allowance buys. */
static int wheel_steps(const struct mover *m)
{
    int32_t most = tc_wheel_most(m->s->regiment[m->r].w, m->allowance, TC_TAU_710_113);

    return (most > TC_QUARTER ? TC_QUARTER : most) / UNIT_WHEEL;
}

static int wheels(const struct mover *m)
{
    return 1 + 2 * wheel_steps(m) + m->bk->regiments;
}

static int ways(const struct mover *m)
{
    return wheels(m) * MARCHES * SECONDS * (may_face(m) ? FACES : 1);
}

static bool may_refront(const struct mover *m)
{
    int f = m->s->regiment[m->r].formation;

    return m->status == PIS_MARCH && (f == PIS_COLUMN || f == PIS_CARACOLE);
}

int pis_count_moves(const struct tc_view *v)
{
    struct mover m = mover_of(v);

    if (m.status == PIS_RALLY)
        return 1 + PIS_FORMATIONS;
    return 1 + (m.s->must_close ? CLOSINGS : 0) + ways(&m) +
           (m.status == PIS_MARCH ? 2 : 0) +
           (may_refront(&m) ? m.s->regiment[m.r].companies : 0);
}

static void add_leg(struct tc_act *a, int leg, int32_t value)
{
    if (value > 0)
        a->seg[a->segs++] = (struct tc_seg){ leg, value };
}

static void add_wheel(struct tc_act *a, int32_t turn)
{
    add_leg(a, turn < 0 ? PIS_LEG_LEFT : PIS_LEG_RIGHT, turn < 0 ? -turn : turn);
}

/* The wheel with number i; false if there is none. */
static bool nth_wheel(const struct mover *m, int i, const struct tc_rect *at, int32_t *turn)
{
    int steps = wheel_steps(m);

    *turn = 0;
    if (i == 0)
        return true;
    i--;
    if (i < 2 * steps) {
        *turn = (i / 2 + 1) * UNIT_WHEEL * (i % 2 ? 1 : -1);
        return true;
    }
    i -= 2 * steps;
    const struct pis_regiment *e = &m->s->regiment[i];
    if (!pis_here(m->s, i) || !pis_enemies(m->bk, m->r, i) ||
        pis_far(&m->s->regiment[m->r], e, SIGHTED))
        return false;
    struct tc_rect er = pis_rect(m->s, i);
    *turn = tc_wheel_to_face(at, tc_rect_centre(&er));
    return *turn != 0;
}

/* How far ahead the first enemy is at a gap; -1 if none is within reach. */
static int32_t to_gap(const struct mover *m, const struct tc_box *b, int32_t max, int32_t gap)
{
    int32_t best = -1;

    for (int o = 0; o < m->bk->regiments; o++) {
        struct tc_box e;

        if (!pis_here(m->s, o) || !pis_enemies(m->bk, m->r, o) ||
            pis_far(&m->s->regiment[m->r], &m->s->regiment[o], max + gap + b->w))
            continue;
        pis_box(m->s, o, &e);
        int32_t at = tc_sweep_reach(b, b->facing, max, &e, gap);
        if (at > 0 && (best < 0 || at < best))
            best = at;
    }
    return best;
}

/* The march with number i after what has been spent; 0: not possible. */
static int32_t nth_march(const struct mover *m, int i, const struct tc_rect *at, int32_t left)
{
    struct tc_box b;
    int cls = pis_class_of(m->bk, m->r);

    if (i == 0)
        return left;
    if (i == 1)
        return left / 2;
    tc_box_make(&b, at);
    if (i == 2)
        return to_gap(m, &b, left, m->bk->t.stand.point_blank);
    if (i <= 5)
        return cls >= PIS_CLASSES || !m->bk->t.range[cls].limit[i - 3]
                   ? 0
                   : to_gap(m, &b, left, m->bk->t.range[cls].limit[i - 3]);
    return pis_ground_reach(m->bk, &b, b.facing, left,
                            PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR), NULL) -
           1;
}

/* Face, wheel, march, wheel. */
static bool nth_way(const struct mover *m, int i, struct tc_act *a)
{
    struct tc_rect at = pis_rect(m->s, m->r);
    int w = i % wheels(m), march = i / wheels(m) % MARCHES;
    int second = i / wheels(m) / MARCHES % SECONDS, face = i / wheels(m) / MARCHES / SECONDS;
    int32_t turn, left = m->allowance;

    TC_RULE("P-CAND-2");
    a->verb = PIS_V_MOVE;
    if (face) {
        add_leg(a, PIS_LEG_FACE, face * TC_QUARTER);
        at = tc_face_side(at, face);
    }
    if (!nth_wheel(m, w, &at, &turn))
        return false;
    if (turn) {
        left -= tc_wheel_cost(at.w, turn < 0 ? -turn : turn, TC_TAU_710_113);
        at = tc_wheel(at, turn < 0 ? TC_FL : TC_FR, turn);
        add_wheel(a, turn);
    }
    if (second)
        left -= tc_wheel_cost(at.w, SECOND_WHEEL, TC_TAU_710_113);
    if (left <= 0)
        return false;
    int32_t d = nth_march(m, march, &at, left);
    if (d <= 0)
        return false;
    add_leg(a, PIS_LEG_MARCH, d);
    if (second)
        add_wheel(a, second == 1 ? -SECOND_WHEEL : SECOND_WHEEL);
    return true;
}

/* A way to come nearer: any facing, straight or wheeled toward the nearest enemy, three
 * lengths (P-O6b). */
static bool nth_closing(const struct mover *m, int i, struct tc_act *a)
{
    int face = i / 6, wheel = i / 3 % 2, length = i % 3;
    struct tc_rect at = pis_rect(m->s, m->r);
    int32_t left = m->allowance;

    if (face && !may_face(m))
        return false;
    a->verb = PIS_V_MOVE;
    if (face) {
        add_leg(a, PIS_LEG_FACE, face * TC_QUARTER);
        at = tc_face_side(at, face);
    }
    if (wheel) {
        struct tc_box b;
        struct tc_gap gap;
        pis_unit who;

        tc_box_make(&b, &at);
        if (!pis_nearest_enemy(m->bk, m->s, pis_side_of(m->bk, m->r), &b, &gap, &who))
            return false;
        struct tc_rect er = pis_rect(m->s, who);
        int32_t turn = tc_wheel_to_face(&at, tc_rect_centre(&er));
        int32_t most = tc_wheel_most(at.w, left * 3 / 4, TC_TAU_710_113);
        if (turn == 0)
            return false;
        turn = turn < 0 ? tc_max(turn, -most) : tc_min(turn, most);
        left -= tc_wheel_cost(at.w, turn < 0 ? -turn : turn, TC_TAU_710_113);
        add_wheel(a, turn);
    }
    int32_t d = length == 0 ? left : length == 1 ? left / 2 : tc_min(left, 250);
    add_leg(a, PIS_LEG_MARCH, d);
    return d > 0;
}

static bool nth_form(const struct mover *m, int i, struct tc_act *a)
{
    TC_RULE("P-CAND-3");
    a->verb = PIS_V_FORM;
    a->arg[1] = i;
    return (pis_card_of(m->bk, m->r)->formations >> i & 1) != 0;
}

bool pis_nth_move(const struct tc_view *v, int i, struct tc_act *out)
{
    struct mover m = mover_of(v);

    out->arg[0] = m.r;
    if (i == 0) {
        out->verb = PIS_V_STAND;
        return true;
    }
    i--;
    if (m.status == PIS_RALLY)
        return nth_form(&m, i, out);
    if (m.s->must_close) {
        if (i < CLOSINGS)
            return nth_closing(&m, i, out);
        i -= CLOSINGS;
    }
    int n = ways(&m);
    if (i < n)
        return nth_way(&m, i, out);
    i -= n;
    if (i < 2) {
        out->verb = PIS_V_BACK;
        out->arg[1] = pis_march_rate(m.bk, m.r) / 2 / (i + 1);
        return out->arg[1] > 0;
    }
    out->verb = PIS_V_FRONT;
    out->arg[1] = i - 1;
    return true;
}
