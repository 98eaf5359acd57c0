/* rules/pistolado/walk.c - a path, leg by leg: what may be in its way (P-M3 to P-M13, chapter
 * GEO).
 *
 * The one place where a move is measured: judges, refusals and the moves themselves use it.
 */
#include <string.h>
#include "rules/pistolado/inner.h"

enum { SAMPLE = 256, ROUNDING = 2 }; /* P-GEO-12: wheels are looked at every 256 brads */

struct walker {
    const struct pis_book *bk;
    const struct pis_state *s;
    int r;
    enum pis_walk_kind kind;
    int32_t allowance;
    struct pis_walk *w;
    struct pis_round *round;
    bool explain; /* somebody wants to know how far it could go */
    struct tc_box start, box;
    int nears;
    struct pis_near near[PIS_REGIMENTS];
};

/* What a wheel could touch: regiments within its circle, ground, the edge. */
struct swing {
    enum tc_corner pivot;
    int sign;
    int n;
    uint8_t near[PIS_REGIMENTS];
    bool edge;
    uint64_t ground; /* impassable, or not touched yet */
};

/* Told further down: */
static bool stop(struct walker *k, const char *rule, int reason, int32_t a, int32_t b,
                 int32_t limit);
static bool leg_face(struct walker *k, int32_t angle);
static void begin(struct walker *k, const struct pis_book *bk, const struct pis_state *s, int r,
                  enum pis_walk_kind kind, struct tc_rect from, int32_t allowance,
                  struct pis_walk *out);
static void look_round(struct walker *k, int32_t reach);
static void take(struct walker *k, int o);
static bool pushes(const struct walker *k);
static int32_t pushed_so_far(const struct walker *k, const struct pis_near *n);
static int32_t way_back(const struct walker *k, const struct pis_near *n, uint16_t heading,
                        int32_t max);
static void note_push(struct walker *k, struct pis_near *n, uint16_t heading, int32_t by);
static bool is_pushable(const struct walker *k, const struct pis_near *n);
static void keep_round(const struct walker *k);
static bool ends_clear(struct walker *k);
static bool is_aside(const struct walker *k, const struct pis_near *n, int32_t x0, int32_t y0,
                     int32_t x1, int32_t y1, int32_t r);
static bool go_straight(struct walker *k, uint16_t heading, int32_t d, bool ahead);
static bool leg_march(struct walker *k, int32_t d);
static bool clear_of_friend(struct walker *k, const struct pis_near *n, uint16_t heading,
                            int32_t d);
static bool leg_wheel(struct walker *k, int32_t t, int sign);
static bool swing_round(struct walker *k, enum tc_corner pivot, int sign, int32_t t,
                        const struct tc_box *end);
static uint64_t look_at_swing(struct walker *k, enum tc_corner pivot, int sign,
                              struct swing *g);
static const struct pis_near *bars(const struct walker *k, const struct swing *g,
                                   const struct tc_box *b);
static int32_t bounds_gap(const struct tc_box *b, const struct tc_shape *s);
static int idle_samples(const struct walker *k, const struct swing *g, const struct tc_box *b);
static bool swing_place(struct walker *k, const struct swing *g, const struct tc_box *b,
                        int32_t limit);
static bool stop_swing(struct walker *k, const struct pis_near *n, int32_t limit);

static bool afford(struct walker *k, int32_t cost, int32_t limit)
{
    int32_t left = k->allowance - k->w->cost;

    if (cost <= left)
        return true;
    if (k->s->regiment[k->r].formation == PIS_HEDGEHOG)
        return stop(k, "P-M12", PIS_R_HEDGEHOG_RATE, k->r, left, limit);
    return stop(k, "P-M2", PIS_R_ALLOWANCE, k->r, left, limit);
}

/* Stop here: the rule, the reason, and how far the leg could have gone. */
static bool stop(struct walker *k, const char *rule, int reason, int32_t a, int32_t b,
                 int32_t limit)
{
    k->w->rule = rule;
    k->w->reason = reason;
    k->w->arg[0] = a;
    k->w->arg[1] = b;
    k->w->limit = limit > 0 ? limit : 0;
    return false;
}

static bool walk_leg(struct walker *k, const struct tc_seg *g)
{
    switch (g->leg) {
    case PIS_LEG_MARCH: return leg_march(k, g->value);
    case PIS_LEG_LEFT: return leg_wheel(k, g->value, -1);
    case PIS_LEG_RIGHT: return leg_wheel(k, g->value, 1);
    case PIS_LEG_FACE: return leg_face(k, g->value);
    case PIS_LEGS: break;
    }
    return stop(k, "P-M3", PIS_R_BAD_LEG, k->r, 0, 0);
}

static bool leg_face(struct walker *k, int32_t angle)
{
    const struct pis_regiment *g = &k->s->regiment[k->r];
    int q = angle / TC_QUARTER;

    if (angle <= 0 || angle % TC_QUARTER != 0 || q > 3)
        return stop(k, "P-M6a", PIS_R_FACE_WORDS, k->r, 0, 0);
    if (k->kind == PIS_WALK_EVADE ||
        k->s->brigade[k->bk->regiment[k->r].brigade].status != PIS_MARCH)
        return stop(k, "P-M6c", PIS_R_FACE_STATUS, k->r, 0, 0);
    if (k->w->faced || g->faced)
        return stop(k, "P-M6b", PIS_R_FACE_ONCE, k->r, 0, 0);
    if (g->formation == PIS_HEDGEHOG)
        return stop(k, "P-M17", PIS_R_HEDGEHOG_TURNS, k->r, 0, 0);
    if (pis_has(k->bk, k->r, PIS_ART) && k->bk->regiment[k->r].gun == PIS_GUN_HEAVY)
        return stop(k, "P-M16", PIS_R_HEAVY_GUNS, k->r, 0, 0);
    k->w->at = tc_face_side(k->w->at, q); /* P-GEO-13 */
    tc_box_make(&k->box, &k->w->at);
    k->w->faced = true;
    if (q != 2)
        k->w->turned = !k->w->turned;
    return true;
}

void pis_walk_from(const struct pis_book *bk, const struct pis_state *s, int r,
                   enum pis_walk_kind kind, struct tc_rect from, const struct tc_act *a,
                   int32_t allowance, struct pis_walk *out)
{
    struct walker k;

    begin(&k, bk, s, r, kind, from, allowance, out);
    while (out->leg < a->segs && walk_leg(&k, &a->seg[out->leg]))
        out->leg++;
    if (out->leg == a->segs)
        ends_clear(&k);
    keep_round(&k);
}

/* For the next walk from here: unless somebody was driven back, or there are too many. */
static void keep_round(const struct walker *k)
{
    if (!k->round || k->nears > PIS_NEARS || k->w->pushes)
        return;
    k->round->known = true;
    k->round->n = k->nears;
    memcpy(k->round->near, k->near, (size_t)k->nears * sizeof k->near[0]);
}

static void begin(struct walker *k, const struct pis_book *bk, const struct pis_state *s, int r,
                  enum pis_walk_kind kind, struct tc_rect from, int32_t allowance,
                  struct pis_walk *out)
{
    k->bk = bk;
    k->s = s;
    k->r = r;
    k->kind = kind;
    k->allowance = allowance;
    k->w = out;
    k->explain = out->explain;
    k->round = out->round;
    memset(out, 0, sizeof *out);
    out->at = from;
    out->turned = s->regiment[r].turned;
    tc_box_make(&k->box, &from);
    k->start = k->box;
    if (!k->round || !k->round->known) {
        look_round(k, allowance + from.w + from.d);
        return;
    }
    k->nears = k->round->n;
    memcpy(k->near, k->round->near, (size_t)k->nears * sizeof k->near[0]);
}

/* All regiments that could matter within the allowance. */
static void look_round(struct walker *k, int32_t reach)
{
    k->nears = 0;
    for (int o = 0; o < k->bk->regiments; o++)
        if (o != k->r && pis_here(k->s, o) &&
            !pis_far(&k->s->regiment[k->r], &k->s->regiment[o],
                     reach + k->bk->t.stand.point_blank))
            take(k, o);
}

static void take(struct walker *k, int o)
{
    struct pis_near *n = &k->near[k->nears++];
    const struct pis_regiment *g = &k->s->regiment[o];
    int32_t reach = g->w / 2 + g->d + 2;

    n->id = (pis_unit)o;
    n->enemy = pis_enemies(k->bk, k->r, o);
    n->passable = !n->enemy && (pis_passable(k->bk, k->s, k->r) ||
                                pis_passable(k->bk, k->s, o) || k->kind == PIS_WALK_EVADE);
    n->made = false;
    n->x0 = g->x - reach;
    n->x1 = g->x + reach;
    n->y0 = g->y - reach;
    n->y1 = g->y + reach;
}

void pis_walk(const struct pis_book *bk, const struct pis_state *s, int r,
              enum pis_walk_kind kind, const struct tc_act *a, int32_t allowance,
              struct pis_walk *out)
{
    pis_walk_from(bk, s, r, kind, pis_rect(s, r), a, allowance, out);
}

void pis_walk_back(const struct pis_book *bk, const struct pis_state *s, int r, int32_t d,
                   int32_t allowance, struct pis_walk *out)
{
    struct walker k;

    begin(&k, bk, s, r, PIS_WALK_MOVE, pis_rect(s, r), allowance, out);
    if (d <= 0 || d > allowance) {
        stop(&k, "P-M7a", PIS_R_BACK_RATE, r, allowance, allowance);
        return;
    }
    if (go_straight(&k, (uint16_t)(out->at.facing + TC_HALF), d, false))
        ends_clear(&k);
}

/* Its box, and how near it may be come: looked at only when something passes close by. */
static void look_at(const struct walker *k, struct pis_near *n)
{
    int32_t pb = k->bk->t.stand.point_blank;

    if (n->made)
        return;
    n->made = true;
    pis_box(k->s, n->id, &n->box);
    n->on_top = false;
    n->keep = pb;
    if (tc_box_far(&k->start, &n->box, pb)) /* P-M10b */
        return;
    struct tc_gap g = tc_gap_of(&k->start, &n->box);
    n->keep = tc_min(pb, tc_gap_floor(g));
    n->on_top = n->keep == 0 && tc_overlap(&k->start, &n->box, ROUNDING);
}

/* The mover would come too near after `clear`: drive the enemy back by the rest, if it can. */
static bool push(struct walker *k, struct pis_near *n, uint16_t heading, int32_t d,
                 int32_t clear)
{
    int32_t need = d - clear;
    int32_t most = pis_march_rate(k->bk, n->id) / 2 - pushed_so_far(k, n);

    if (k->w->pushes == PIS_PUSHES)
        return stop(k, "P-M10a", PIS_R_TOO_NEAR, k->r, n->id, clear);
    if (need > most)
        return stop(k, "P-M11c", PIS_R_PUSH_LIMIT, k->r, n->id, clear + most);
    int32_t free = way_back(k, n, heading, need);
    if (free < need)
        return stop(k, "P-M11c", PIS_R_PUSH_BLOCKED, k->r, n->id,
                    clear + (free > 0 ? free : 0));
    note_push(k, n, heading, need);
    return true;
}

static int32_t pushed_so_far(const struct walker *k, const struct pis_near *n)
{
    int32_t by = k->s->regiment[n->id].pushed;

    for (int i = 0; i < k->w->pushes; i++)
        if (k->w->push[i] == n->id)
            by += k->w->push_len[i];
    return by;
}

/* How far a pushed regiment can go back along a heading. */
static int32_t way_back(const struct walker *k, const struct pis_near *n, uint16_t heading,
                        int32_t max)
{
    int32_t free = tc_sweep_table(&n->box, heading, max, pis_table(k->bk));
    int32_t wall =
        pis_ground_reach(k->bk, &n->box, heading, max, PIS_CLASS(PIS_IMPASSABLE), NULL);

    if (wall >= 0)
        free = tc_min(free, wall - 1);
    for (int o = 0; o < k->bk->regiments; o++) {
        struct tc_box b;

        if (o == n->id || o == k->r || !pis_here(k->s, o) ||
            pis_far(&k->s->regiment[n->id], &k->s->regiment[o],
                    max + k->bk->t.stand.point_blank))
            continue;
        pis_box(k->s, o, &b);
        free = tc_min(free, tc_stop_upon(&n->box, heading, tc_max(free, 0), &b, ROUNDING));
    }
    return free;
}

static void note_push(struct walker *k, struct pis_near *n, uint16_t heading, int32_t by)
{
    struct pis_walk *w = k->w;
    struct tc_pt to = tc_step((struct tc_pt){ 0, 0 }, heading, by);
    int i = 0;

    while (i < w->pushes && w->push[i] != n->id)
        i++;
    if (i == w->pushes) {
        w->push[w->pushes++] = n->id;
        w->push_by[i] = (struct tc_pt){ 0, 0 };
        w->push_len[i] = 0;
    }
    w->push_by[i].x += to.x;
    w->push_by[i].y += to.y;
    w->push_len[i] += by;
    tc_box_shift(&n->box, to.x, to.y);
}

static bool clear_of_enemy(struct walker *k, struct pis_near *n, uint16_t heading, int32_t d,
                           bool ahead)
{
    int32_t clear;

    if (n->on_top)
        return true;
    if (n->keep <= 1) { /* in touch: no deeper in */
        if (!tc_sweep_overlap(&k->box, heading, d, &n->box, ROUNDING))
            return true;
        return stop(k, "P-M10a", PIS_R_TOO_NEAR, k->r, n->id, 0);
    }
    clear = tc_sweep_clear(&k->box, heading, d, &n->box, n->keep);
    if (clear >= d)
        return true;
    if (ahead && pushes(k) && is_pushable(k, n))
        return push(k, n, heading, d, clear > 0 ? clear : 0);
    return stop(k, "P-M10a", PIS_R_TOO_NEAR, k->r, n->id, clear); /* P-M11d, P-M11f */
}

static bool pushes(const struct walker *k)
{
    int b = k->bk->regiment[k->r].brigade;

    return k->kind == PIS_WALK_MOVE && pis_has(k->bk, k->r, PIS_FOOT) &&
           k->s->brigade[b].status == PIS_MARCH && !pis_has(k->bk, k->r, PIS_EP);
}

static bool is_pushable(const struct walker *k, const struct pis_near *n)
{
    const struct pis_regiment *g = &k->s->regiment[n->id];

    if (!pis_has(k->bk, n->id, PIS_EP | PIS_LANCE | PIS_LIGHT | PIS_SKIRM))
        return false; /* P-M11e */
    if (g->melee != TC_NONE || g->condition == PIS_ROUTING)
        return false; /* P-M11g */
    return true;
}

/* No regiment ends on another. */
static bool ends_clear(struct walker *k)
{
    for (int i = 0; i < k->nears; i++) {
        struct pis_near *n = &k->near[i];

        if (is_aside(k, n, k->box.min_x, k->box.min_y, k->box.max_x, k->box.max_y, 2))
            continue;
        look_at(k, n);
        if (n->on_top || (k->kind == PIS_WALK_EVADE && !n->enemy) ||
            tc_box_far(&k->box, &n->box, 0))
            continue;
        if (tc_overlap(&k->box, &n->box, ROUNDING))
            return stop(k, "P-M13", PIS_R_ON_TOP, k->r, n->id, 0);
    }
    return true;
}

/* Is it surely more than r from these bounds? Regiments that were pushed have moved. */
static bool is_aside(const struct walker *k, const struct pis_near *n, int32_t x0, int32_t y0,
                     int32_t x1, int32_t y1, int32_t r)
{
    return k->w->pushes == 0 &&
           (n->x0 > x1 + r || n->x1 < x0 - r || n->y0 > y1 + r || n->y1 < y0 - r);
}

/* A straight move along a heading, forward or back. */
static bool go_straight(struct walker *k, uint16_t heading, int32_t d, bool ahead)
{
    int which = 0;
    int32_t on = tc_sweep_table(&k->box, heading, d, pis_table(k->bk));

    if (on < d)
        return stop(k, "P-GEO-8", PIS_R_TABLE, k->r, 0, on);
    int32_t wall =
        pis_ground_reach(k->bk, &k->box, heading, d, PIS_CLASS(PIS_IMPASSABLE), &which);
    if (wall >= 0)
        return stop(k, "P-M13", PIS_R_IMPASSABLE, k->r, which, wall - 1);
    const int32_t pb = k->bk->t.stand.point_blank;
    struct tc_pt by = tc_step((struct tc_pt){ 0, 0 }, heading, d);
    int32_t x0 = k->box.min_x + tc_min(by.x, 0), x1 = k->box.max_x + tc_max(by.x, 0);
    int32_t y0 = k->box.min_y + tc_min(by.y, 0), y1 = k->box.max_y + tc_max(by.y, 0);
    for (int i = 0; i < k->nears; i++) {
        struct pis_near *n = &k->near[i];

        if (is_aside(k, n, x0, y0, x1, y1, pb + 2))
            continue;
        look_at(k, n);
        if (tc_box_far(&k->box, &n->box, d + pb))
            continue;
        if (!(n->enemy ? clear_of_enemy(k, n, heading, d, ahead)
                       : clear_of_friend(k, n, heading, d)))
            return false;
    }
    k->w->touched |= pis_ground_swept(k->bk, &k->box, heading, d,
                                      PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR));
    k->w->at = tc_move(k->w->at, heading, d);
    tc_box_make(&k->box, &k->w->at);
    k->w->cost += d;
    k->w->marched = true;
    return true;
}

static bool leg_march(struct walker *k, int32_t d)
{
    if (d <= 0 || d > 1000000)
        return stop(k, "P-M3", PIS_R_BAD_LEG, k->r, 0, 0);
    /* P-M3, P-GEO-10 */
    return afford(k, d, k->allowance - k->w->cost) && go_straight(k, k->w->at.facing, d, true);
}

static bool clear_of_friend(struct walker *k, const struct pis_near *n, uint16_t heading,
                            int32_t d)
{
    if (n->passable || n->on_top || !tc_sweep_overlap(&k->box, heading, d, &n->box, ROUNDING))
        return true;
    return stop(k, "P-M13", PIS_R_FRIEND_IN_WAY, k->r, n->id,
                tc_sweep_reach(&k->box, heading, d, &n->box, 0));
}

static bool leg_wheel(struct walker *k, int32_t t, int sign)
{
    enum tc_corner pivot = sign < 0 ? TC_FL : TC_FR;

    if (t <= 0)
        return stop(k, "P-M3", PIS_R_BAD_LEG, k->r, 0, 0);
    if (t > TC_QUARTER)
        return stop(k, "P-GEO-11", PIS_R_WHEEL_TOO_FAR, k->r, 0, TC_QUARTER);
    int32_t left = k->allowance - k->w->cost; /* P-GEO-11 */
    int32_t cost = tc_wheel_cost(k->w->at.w, t, TC_TAU_710_113);
    if (!afford(k, cost, tc_wheel_most(k->w->at.w, left, TC_TAU_710_113)))
        return false;
    struct tc_rect to = tc_wheel(k->w->at, pivot, sign * t); /* P-GEO-12 */
    struct tc_box end;
    tc_box_make(&end, &to);
    if (!swing_round(k, pivot, sign, t, &end))
        return false;
    k->w->at = to;
    k->box = end;
    k->w->cost += cost;
    k->w->marched = true;
    return true;
}

/* Every sample of a wheel; its end is looked at first, since most fail there. */
static bool swing_round(struct walker *k, enum tc_corner pivot, int sign, int32_t t,
                        const struct tc_box *end)
{
    struct swing g;
    int n = tc_wheel_samples(sign * t, SAMPLE);
    uint64_t walls;

    walls = look_at_swing(k, pivot, sign, &g);
    if (g.n == 0 && !g.edge && !g.ground)
        return true;
    const struct pis_near *late = k->explain ? NULL : bars(k, &g, end);
    if (late)
        return stop_swing(k, late, 0);
    for (int i = 1; i <= n; i++) {
        struct tc_rect at = tc_wheel(k->w->at, pivot, tc_wheel_sample(sign * t, SAMPLE, i));
        struct tc_box b;

        tc_box_make(&b, &at);
        if (!swing_place(k, &g, &b, (i - 1) * SAMPLE))
            return false;
        g.ground &= ~k->w->touched | walls;
        i += idle_samples(k, &g, &b);
    }
    return true;
}

static const unsigned any_obstacle =
    PIS_CLASS(PIS_MINOR) | PIS_CLASS(PIS_MAJOR) | PIS_CLASS(PIS_IMPASSABLE);

/* Who and what lies in the circle of the wheel; gives the pieces that nobody may enter. */
static uint64_t look_at_swing(struct walker *k, enum tc_corner pivot, int sign, struct swing *g)
{
    struct tc_pt p = k->box.c[pivot];
    int32_t r = k->box.rad2 + 2;
    struct tc_table t = pis_table(k->bk);
    uint64_t walls = 0;

    g->pivot = pivot;
    g->sign = sign;
    g->n = 0;
    for (int i = 0; i < k->nears; i++) {
        struct pis_near *n = &k->near[i];

        if (n->passable || is_aside(k, n, p.x, p.y, p.x, p.y, r + k->bk->t.stand.point_blank))
            continue;
        look_at(k, n);
        if (!n->on_top && tc_point_within(&n->box, p, r + n->keep))
            g->near[g->n++] = (uint8_t)i;
    }
    g->edge = p.x < r || p.y < r || p.x > t.w - r || p.y > t.h - r;
    g->ground = 0;
    for (int i = 0; i < k->bk->grounds; i++) {
        const struct tc_shape *s = &k->bk->ground[i].shape;
        int cls = k->bk->ground[i].cls;

        if (!(any_obstacle >> cls & 1) || s->min_x > p.x + r || s->max_x < p.x - r ||
            s->min_y > p.y + r || s->max_y < p.y - r)
            continue;
        g->ground |= UINT64_C(1) << i;
        if (cls == PIS_IMPASSABLE)
            walls |= UINT64_C(1) << i;
    }
    g->ground &= ~k->w->touched | walls;
    return walls;
}

/* The regiment a place of the wheel is too near or on; NULL if none. */
static const struct pis_near *bars(const struct walker *k, const struct swing *g,
                                   const struct tc_box *b)
{
    for (int i = 0; i < g->n; i++) {
        const struct pis_near *n = &k->near[g->near[i]];

        if (tc_box_far(b, &n->box, n->enemy ? n->keep : 0))
            continue;
        if (n->enemy && n->keep > 1 ? tc_nearer(b, &n->box, n->keep)
                                    : tc_overlap(b, &n->box, ROUNDING))
            return n;
    }
    return NULL;
}

/* How far it is from there to the edge and to ground that matters; not more than most. */
static int64_t room_about(const struct walker *k, const struct swing *g, const struct tc_box *b,
                          int64_t most)
{
    struct tc_table t = pis_table(k->bk);

    if (g->edge)
        most = tc_min((int32_t)most, tc_min(tc_min(b->min_x, b->min_y),
                                            tc_min(t.w - b->max_x, t.h - b->max_y)));
    for (int i = 0; g->ground >> i && i < k->bk->grounds; i++)
        if (g->ground >> i & 1)
            most = tc_min((int32_t)most, bounds_gap(b, &k->bk->ground[i].shape));
    return most;
}

static int32_t bounds_gap(const struct tc_box *b, const struct tc_shape *s)
{
    int32_t x = tc_max(0, tc_max(s->min_x - b->max_x, b->min_x - s->max_x));
    int32_t y = tc_max(0, tc_max(s->min_y - b->max_y, b->min_y - s->max_y));

    return tc_max(x, y);
}

/* Samples that can be left out: between two of them no point moves farther than an arc of the
 * circle, and nothing that matters is nearer than that. */
static int idle_samples(const struct walker *k, const struct swing *g, const struct tc_box *b)
{
    int64_t arc = (int64_t)(k->box.rad2 + 2) * SAMPLE * 710 / (113 * 65536) + 2;
    int64_t least = room_about(k, g, b, 64 * arc);

    for (int i = 0; i < g->n; i++) {
        const struct pis_near *n = &k->near[g->near[i]];
        int64_t x = tc_max(0, tc_max(n->box.min_x - b->max_x, b->min_x - n->box.max_x));
        int64_t y = tc_max(0, tc_max(n->box.min_y - b->max_y, b->min_y - n->box.max_y));
        int64_t far = (x > y ? x : y) - (n->enemy ? n->keep : 0);

        if (far < least)
            least = far;
    }
    return least > 0 ? (int)(least / arc) : 0;
}

/* One place of the wheel; limit is the turn that was still good. */
static bool swing_place(struct walker *k, const struct swing *g, const struct tc_box *b,
                        int32_t limit)
{
    const struct pis_near *n = bars(k, g, b);

    if (n)
        return stop_swing(k, n, limit);
    if (g->edge && !tc_on_table(b, pis_table(k->bk)))
        return stop(k, "P-GEO-8", PIS_R_TABLE, k->r, 0, limit);
    if (!g->ground)
        return true;
    uint64_t met = pis_ground_among(k->bk, b, g->ground);
    for (int i = 0; met >> i && i < k->bk->grounds; i++)
        if ((met >> i & 1) && k->bk->ground[i].cls == PIS_IMPASSABLE)
            return stop(k, "P-M13", PIS_R_IMPASSABLE, k->r, i, limit);
    k->w->touched |= met;
    return true;
}

static bool stop_swing(struct walker *k, const struct pis_near *n, int32_t limit)
{
    return stop(k, n->enemy ? "P-M10a" : "P-M13",
                n->enemy ? PIS_R_TOO_NEAR : PIS_R_FRIEND_IN_WAY, k->r, n->id, limit);
}
