/* rules/bayonet/reach.c - what a step costs and where a unit can get: chapters 7, 9.2, 11.8. */
#include "rules/bayonet/move.h"
#include <string.h>

struct flood {
    struct bay_reach *r;
    int16_t bucket[16], next[BAY_NODES], before[BAY_NODES];
    int most;
    int least;                               /* MP of the cheapest turn */
    uint8_t turn[12];                        /* MP by the vertices turned, twice round */
    bool turned_enough;                      /* two turns are never cheaper than one */
    int8_t step[BAY_WINDOW * BAY_WINDOW][6]; /* MP of a step with nothing spent; -1 closed */
    uint8_t known[BAY_WINDOW * BAY_WINDOW];  /* sides of a cell looked at */
};

/* Told further down: */
static int node_of(const struct bay_book *bk, int start, int h, int facing);
static void relax(struct flood *f, int node, int cost, int prev);
static void unlink_node(struct flood *f, int node);
static int step_of(const struct bay_book *bk, const struct bay_state *s, int u, int flags,
                   struct flood *f, int cell, int d);

int bay_allowance(const struct bay_book *bk, const struct bay_state *s, int u)
{
    if (bay_is_art(bk, u)) /* B-2.1.2e */
        return bk->move.limbered;
    if (bay_is_foot(bk, u))
        return bk->move.foot;                                             /* B-7.0a */
    return s->units[u].disordered ? bk->move.disordered : bk->move.horse; /* B-7.0b, B-7.0c */
}

int bay_reach_node(const struct bay_book *bk, const struct bay_reach *r, int h, int facing)
{
    int n = facing < 0 || facing > 5 ? TC_NONE : node_of(bk, r->start, h, facing);

    return n >= 0 && r->cost[n] != 255 ? n : TC_NONE;
}

static int node_of(const struct bay_book *bk, int start, int h, int facing)
{
    struct tc_hexvec v = tc_hex_sub(bk->vec[h], bk->vec[start]);

    if (v.q < -8 || v.q > 8 || v.r < -8 || v.r > 8)
        return TC_NONE;
    return ((v.q + 8) * BAY_WINDOW + v.r + 8) * 6 + facing;
}

static void spread(const struct bay_book *bk, const struct bay_state *s, int u, int flags,
                   struct flood *f, int node)
{
    int cell = node / 6, facing = node % 6, cost = f->r->cost[node];
    bool horse = bay_is_horse(bk, u);

    if (horse && f->r->hex[cell] != f->r->start &&
        bk->move.ground[bk->terrain[f->r->hex[cell]]].disorders)
        return; /* RUL-36: Disordered there, nothing is left */
    bool turned = f->turned_enough && f->r->prev[node] >= 0 && f->r->prev[node] / 6 == cell;
    for (int g = 0; g < 6 && !turned && cost + f->least <= f->most; g++)
        if (g != facing)
            relax(f, node - facing + g, cost + f->turn[6 + g - facing], node);
    for (int k = 0; k < 2; k++) { /* B-7.0h: front hexes */
        int d = (facing + k) % 6, h = f->r->hex[cell], to = bk->next[h][d];
        int bare = bk->cost[horse][h][d]; /* what else there is only adds to it */
        if (bare < BAY_FULL && cost + bare > f->most)
            continue;
        int mp = step_of(bk, s, u, flags, f, cell, d);
        if (mp < 0 || cost + mp > f->most || (cost && bk->cost[horse][h][d] == BAY_FULL))
            continue;
        int at = node_of(bk, f->r->start, to, facing);
        if (at >= 0)
            f->r->hex[at / 6] = (int16_t)to;
        relax(f, at, cost + mp, node);
    }
}

static void relax(struct flood *f, int node, int cost, int prev)
{
    if (node < 0 || cost > f->most || cost >= f->r->cost[node])
        return;
    if (f->r->cost[node] != 255)
        unlink_node(f, node);
    f->r->cost[node] = (uint8_t)cost;
    f->r->prev[node] = (int16_t)prev;
    f->before[node] = TC_NONE;
    f->next[node] = f->bucket[cost];
    if (f->bucket[cost] >= 0)
        f->before[f->bucket[cost]] = (int16_t)node;
    f->bucket[cost] = (int16_t)node;
}

static void unlink_node(struct flood *f, int node)
{
    int b = f->before[node], n = f->next[node];

    if (b >= 0)
        f->next[b] = (int16_t)n;
    else
        f->bucket[f->r->cost[node]] = (int16_t)n;
    if (n >= 0)
        f->before[n] = (int16_t)b;
}

/* MP of a step out of a cell; looked up once, for two facings and many ways come by it. */
static int step_of(const struct bay_book *bk, const struct bay_state *s, int u, int flags,
                   struct flood *f, int cell, int d)
{
    int h = f->r->hex[cell], to = bk->next[h][d];

    if (!(f->known[cell] >> d & 1)) {
        int mp = to < 0 ? -1 : bay_step_cost(bk, s, u, h, d, 0, 1, NULL);
        if (mp >= 0 && (flags & BAY_REACH_BOX) && !bay_now_holds(bk, s, to))
            mp = -1;
        f->step[cell][d] = (int8_t)mp;
        f->known[cell] |= (uint8_t)(1 << d);
    }
    return f->step[cell][d];
}

static bool one_turn_will_do(const uint8_t turn[12])
{
    for (int a = 1; a < 6; a++)
        for (int b = a; b < 6; b++)
            if (turn[a + b] > turn[a] + turn[b])
                return false;
    return true;
}

void bay_reach(const struct bay_book *bk, const struct bay_state *s, int u, int flags,
               struct bay_reach *out)
{
    const struct bay_unit *x = &s->units[u];
    struct flood f;

    f.r = out;
    f.most = bay_allowance(bk, s, u);
    memset(out->cost, 255, sizeof out->cost);
    memset(f.bucket, 255, sizeof f.bucket);
    memset(f.known, 0, sizeof f.known);
    f.least = UINT8_MAX;
    for (int g = 0; g < 6; g++) {
        f.turn[g] = f.turn[6 + g] = (uint8_t)bay_turn_cost(bk, 0, g);
        if (g && f.turn[g] < f.least)
            f.least = f.turn[g];
    }
    f.turned_enough = one_turn_will_do(f.turn);
    out->start = x->hex;
    out->hex[node_of(bk, x->hex, x->hex, 0) / 6] = x->hex;
    out->n = 0;
    if (x->facing == BAY_NO_FACING) { /* out of a garrison with any facing (RUL-40) */
        for (int g = 0; g < 6; g++)
            relax(&f, node_of(bk, x->hex, x->hex, g), x->spent, TC_NONE);
    } else {
        relax(&f, node_of(bk, x->hex, x->hex, x->facing), x->spent, TC_NONE);
    }
    for (int c = 0; c <= f.most; c++)
        while (f.bucket[c] >= 0) { /* every move costs something: c is final */
            int node = f.bucket[c];
            unlink_node(&f, node);
            out->node[out->n++] = (int16_t)node;
            spread(bk, s, u, flags, &f, node);
        }
}

void bay_walk(struct bay_turn *t, int u, const struct bay_reach *r, int node, bool beneath)
{
    int16_t way[64];
    int n = 0;

    for (int k = node; k >= 0 && n < 64; k = r->prev[k])
        way[n++] = (int16_t)k;
    for (int i = n - 1; i >= 0; i--) {
        int h = bay_reach_hex(r, way[i]), from = t->s->units[u].hex;
        if (h == from) {
            if (t->s->units[u].facing != BAY_NO_FACING || n > 1)
                t->s->units[u].facing = (uint8_t)(way[i] % 6);
            t->s->units[u].spent = r->cost[way[i]];
            continue;
        }
        t->s->units[u].facing = (uint8_t)(way[i] % 6); /* also out of a village passed */
        bay_step_to(t, u, bay_dir(t->bk, from, h), r->cost[way[i]] - t->s->units[u].spent,
                    beneath);
    }
    if (bay_is_garrison(t->bk, t->s, t->s->units[u].hex))
        t->s->units[u].facing = BAY_NO_FACING;
    else if (n > 1 && bay_reach_hex(r, way[0]) == bay_reach_hex(r, way[1]))
        bay_tell_turn(t, u, "B-8.0h"); /* its last leg was a turn */
}

/* Who or what keeps u out of a hex. */
static bool may_enter(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                      int movers, struct tc_refusal *why)
{
    int top = bay_top(s, h);

    if (bay_impact_at(s, h) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2l", BAY_R_EFFECTIVE, h, 0, 0);
    if (top < 0)
        return true;
    if (bay_is_marker(s, top))
        return tc_refuse(why, "B-9.3a", BAY_R_MARKER_THERE, h, 0, 0); /* B-RUL-78 */
    if (bay_side_of(bk, top) != bay_side_of(bk, u))
        return tc_refuse(why, "B-7.0j", BAY_R_ENEMY_THERE, h, 0, 0);
    if (bay_can_stack(bk, s, u, h, movers)) /* B-9.1e */
        return true;
    int v = bay_troops(bk, s, h);
    bool sort = bay_brigade_of(bk, v) == bay_brigade_of(bk, u);
    bool garrison = bk->terrain[h] == BAY_VILLAGE && bk->unit[u].kind == BAY_INF;
    bool dragoons = sort && bay_is_foot(bk, u) && bk->unit[u].kind != bk->unit[v].kind;
    return tc_refuse(why,
                     dragoons ? "B-9.1d"
                     : sort   ? garrison ? "B-9.1c" : "B-9.1b"
                              : "B-9.4a",
                     BAY_R_STACKING, h, v, 0);
}

void bay_step_to(struct bay_turn *t, int u, int d, int cost, bool beneath)
{
    struct bay_state *s = t->s;
    int from = s->units[u].hex, to = t->bk->next[from][d];
    bool alone = bay_troops(t->bk, s, to) < 0;
    int spent = s->units[u].spent + cost;

    if (t->bk->obstacle[from][d])
        s->units[u].obstacle = 1; /* RUL-67 */
    bay_march_in(t, u, to, "B-7.0h");
    s->units[u].spent = (uint8_t)spent;
    if (alone && bay_battery(t->bk, s, to) >= 0)
        bay_put_battery(t->bk, s, to, beneath); /* B-9.2d */
}

int bay_step_cost(const struct bay_book *bk, const struct bay_state *s, int u, int from, int d,
                  int spent, int movers, struct tc_refusal *why)
{
    bool horse = bay_is_horse(bk, u);
    int to = bk->next[from][d], cost = bk->cost[horse][from][d];
    int allowance = bay_allowance(bk, s, u);

    if (to < 0)
        return tc_refuse(why, "B-7.0j", BAY_R_MAP_EDGE, 0, 0, 0), -1;
    if (cost == BAY_CLOSED)
        return tc_refuse(why, "B-7.0j", BAY_R_IMPASSABLE, to, 0, 0), -1;
    if (bay_impact_at(s, from) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2l", BAY_R_EFFECTIVE, from, 0, 0), -1;
    if (!may_enter(bk, s, u, to, movers, why))
        return -1;
    if (cost == BAY_FULL) {
        if (spent)
            return tc_refuse(why, "B-11.8.3e", BAY_R_FULL_MP, to, 0, 0), -1;
        return allowance; /* B-11.8.3j */
    }
    int hit = horse ? bk->move.hit_horse : bk->move.hit_foot; /* B-10.2h, B-10.2i */
    cost += bay_impact_at(s, from) == BAY_HIT ? hit : 0;      /* B-10.2h, B-10.2i */
    cost += bay_impact_at(s, to) == BAY_HIT ? hit : 0;
    if (bay_top(s, to) >= 0 && bay_battery(bk, s, to) >= 0)
        cost += bk->move.battery; /* B-9.2b */
    if (spent + cost > allowance)
        return tc_refuse(why, "B-7.0i", BAY_R_MP, cost, allowance - spent, 0), -1;
    return cost; /* B-RUL-36 */
}

bool bay_may_end(const struct bay_book *bk, const struct bay_state *s, int u, int h, int facing)
{
    int v = bay_troops(bk, s, h);

    while (v >= 0 && (v == u || v == s->now.mate))
        v = bay_next_troops(bk, s, v);
    if (v < 0)
        return true;
    if (bk->terrain[h] == BAY_VILLAGE && bk->unit[u].kind == BAY_INF)
        return true; /* a garrison has no facing */
    return s->units[v].facing == facing;
}

bool bay_astray(const struct bay_book *bk, const struct bay_state *s, int u)
{
    return !bay_now_holds(bk, s, s->units[u].hex);
}
