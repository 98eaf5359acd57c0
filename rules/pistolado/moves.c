/* rules/pistolado/moves.c - P-CAND-2 and P-CAND-3: moves a computer player may draw. */
#include <string.h>
#include "rules/pistolado/inner.h"

enum {
    MARCHES = 12, /* full, half, to an enemy, three ranges, to an obstacle */
    SECONDS = 6,  /* no second wheel, left, right */
    FACES = 8,
    UNIT_WHEEL = 1024,
    SECOND_WHEEL = 4096,
    STRAIGHT = 8, /* how often the list holds "no wheel" */
    CLOSINGS = PIS_CLOSINGS,
    REST = 16, /* every so many the list has an act that is surely legal, so that a
                * player who finds all ways barred does not search for long */
    SIGHTED = 24000,
};

/* Told further down: */
static void add_leg(struct tc_act *a, int leg, int32_t value);
static void add_wheel(struct tc_act *a, int32_t turn);
static struct pis_mover mover_of(const struct tc_view *v);
static struct pis_mover make_mover(const struct tc_view *v);
static int wheel_steps(const struct pis_mover *m);
static bool may_face(const struct pis_mover *m);
static int sighted(const struct pis_mover *m, int want, int *who);
static int actions(const struct pis_mover *m);
static bool may_refront(const struct pis_mover *m);
static bool nth_wheel(const struct pis_mover *m, int i, const struct tc_rect *at,
                      int32_t *turn);
static int32_t nth_march(const struct pis_mover *m, int i, const struct tc_rect *at,
                         int32_t left);
static int32_t to_gap(const struct pis_mover *m, const struct tc_box *b, int32_t max,
                      int32_t gap);

/* A way to come nearer: any facing, straight or wheeled toward the nearest enemy, three
 * lengths (P-O6b). */
static bool nth_closing(const struct pis_mover *m, int i, struct tc_act *a)
{
    int face = i / 6, wheel = i / 3 % 2, length = i % 3;
    struct tc_rect at = pis_rect(m->s, m->r);
    int32_t left = m->allowance;

    if (face && !m->faces)
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

static void add_leg(struct tc_act *a, int leg, int32_t value)
{
    if (value > 0)
        a->seg[a->segs++] = (struct tc_seg){ leg, value };
}

static void add_wheel(struct tc_act *a, int32_t turn)
{
    add_leg(a, turn < 0 ? PIS_LEG_LEFT : PIS_LEG_RIGHT, turn < 0 ? -turn : turn);
}

int pis_count_move(const struct tc_view *v)
{
    struct pis_mover m = mover_of(v);

    if (m.status == PIS_RALLY)
        return 1 + PIS_FORMATIONS;
    int n = actions(&m);
    int rests = tc_max(n / (REST - 1) + 1, m.s->must_close ? CLOSINGS + 1 : 1);
    return n + rests;
}

static struct pis_mover mover_of(const struct tc_view *v)
{
    struct pis_move_desk *d = v->q->question == PIS_Q_MOVE ? pis_move_desk_of(v) : NULL;

    if (!d)
        return make_mover(v);
    if (!d->drawn)
        d->mover = make_mover(v);
    d->drawn = true;
    return d->mover;
}

static struct pis_mover make_mover(const struct tc_view *v)
{
    struct pis_mover m = { .bk = pis_book_of(v->book), .s = v->state, .r = v->q->arg[0] };
    int who;

    m.status = m.s->brigade[m.bk->regiment[m.r].brigade].status;
    if (m.status == PIS_RALLY)
        return m;
    m.allowance = pis_allowance(m.bk, m.s, m.r);
    m.steps = wheel_steps(&m);
    m.faces = may_face(&m);
    m.wheels = STRAIGHT + 2 * m.steps + sighted(&m, TC_NONE, &who);
    m.ways = m.wheels * MARCHES * SECONDS * (m.faces ? FACES : 1);
    return m;
}

static int wheel_steps(const struct pis_mover *m)
{
    int32_t most = tc_wheel_most(m->s->regiment[m->r].w, m->allowance, TC_TAU_710_113);

    return (most > TC_QUARTER ? TC_QUARTER : most) / UNIT_WHEEL;
}

static bool may_face(const struct pis_mover *m)
{
    return m->status == PIS_MARCH && m->s->regiment[m->r].formation != PIS_HEDGEHOG &&
           !(pis_has(m->bk, m->r, PIS_ART) && m->bk->regiment[m->r].gun == PIS_GUN_HEAVY);
}

/* Enemies worth wheeling toward; the one with number want into *who. */
static int sighted(const struct pis_mover *m, int want, int *who)
{
    int n = 0;

    for (int o = 0; o < m->bk->regiments; o++)
        if (pis_enemies(m->bk, m->r, o) && pis_here(m->s, o) &&
            !pis_off_square(&m->s->regiment[m->r], &m->s->regiment[o], SIGHTED) && n++ == want)
            *who = o;
    return n;
}

/* Moves, back-ups and frontages, without standing. */
static int actions(const struct pis_mover *m)
{
    return m->ways + (m->status == PIS_MARCH ? 2 : 0) +
           (may_refront(m) ? m->s->regiment[m->r].companies : 0);
}

static bool may_refront(const struct pis_mover *m)
{
    int f = m->s->regiment[m->r].formation;

    return m->status == PIS_MARCH && (f == PIS_COLUMN || f == PIS_CARACOLE);
}

/* The plain choices stand in the lists more often than the rare ones: a player who draws at
 * random then finds a legal act soon. The set is that of P-CAND-2. */
static const uint8_t march_of[MARCHES] = { 0, 1, 0, 2, 0, 1, 3, 0, 4, 1, 5, 6 };

static const uint8_t second_of[SECONDS] = { 0, 0, 1, 0, 2, 0 };

static const uint8_t face_of[FACES] = { 0, 0, 1, 0, 2, 0, 3, 0 };

/* Face, wheel, march, wheel. */
static bool nth_way(const struct pis_mover *m, int i, struct tc_act *a)
{
    struct tc_rect at = pis_rect(m->s, m->r);
    int all = m->wheels, w = i % all, march = march_of[i / all % MARCHES];
    int second = second_of[i / all / MARCHES % SECONDS];
    int face = face_of[i / all / MARCHES / SECONDS];
    int32_t turn, left = m->allowance;

    a->verb = PIS_V_MOVE; /* P-CAND-2 */
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

/* The wheel with number i; false if there is none. */
static bool nth_wheel(const struct pis_mover *m, int i, const struct tc_rect *at, int32_t *turn)
{
    int steps = m->steps, who = TC_NONE;

    *turn = 0;
    if (i < STRAIGHT)
        return true;
    i -= STRAIGHT;
    if (i < 2 * steps) {
        *turn = (i / 2 + 1) * UNIT_WHEEL * (i % 2 ? 1 : -1);
        return true;
    }
    i -= 2 * steps;
    sighted(m, i, &who);
    if (who == TC_NONE)
        return false;
    struct tc_rect er = pis_rect(m->s, who);
    *turn = tc_wheel_to_face(at, tc_rect_centre(&er));
    return *turn != 0;
}

/* The march with number i after what has been spent; 0: not possible. */
static int32_t nth_march(const struct pis_mover *m, int i, const struct tc_rect *at,
                         int32_t left)
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

/* How far ahead the first enemy is at a gap; -1 if none is within reach. */
static int32_t to_gap(const struct pis_mover *m, const struct tc_box *b, int32_t max,
                      int32_t gap)
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

static bool nth_form(const struct pis_mover *m, int i, struct tc_act *a)
{
    a->verb = PIS_V_FORM; /* P-CAND-3 */
    a->arg[1] = i;
    return (pis_card_of(m->bk, m->r)->formations >> i & 1) != 0;
}

/* Number i among moves, back-ups and frontages. */
static bool nth_action(const struct pis_mover *m, int i, struct tc_act *out)
{
    if (i < m->ways)
        return nth_way(m, i, out);
    i -= m->ways;
    if (i < 2) {
        out->verb = PIS_V_BACK;
        out->arg[1] = pis_march_rate(m->bk, m->r) / 2 / (i + 1);
        return out->arg[1] > 0;
    }
    out->verb = PIS_V_FRONT;
    out->arg[1] = i - 1;
    return true;
}

/* Standing still or, where that is not enough, a way of closing in. */
static bool nth_rest(const struct pis_mover *m, int i, struct tc_act *out)
{
    if (m->s->must_close)
        return nth_closing(m, i % CLOSINGS, out);
    out->verb = PIS_V_STAND;
    return true;
}

bool pis_nth_move(const struct tc_view *v, int i, struct tc_act *out)
{
    struct pis_mover m = mover_of(v);

    out->arg[0] = m.r;
    if (m.status == PIS_RALLY) {
        out->verb = PIS_V_STAND;
        return i == 0 || nth_form(&m, i - 1, out);
    }
    if (i % REST == 0)
        return nth_rest(&m, i / REST, out);
    int k = i - i / REST - 1, n = actions(&m);
    if (k < n)
        return nth_action(&m, k, out);
    return nth_rest(&m, i - n, out);
}

bool pis_nth_closing(const struct tc_view *v, int i, struct tc_act *out)
{
    struct pis_mover m = mover_of(v);

    return nth_closing(&m, i, out);
}
