/* rules/reason/loc.c - chapter 7: lines of command. */
#include "rules/reason/loc.h"

struct hexes {
    bool any, active, idle;
};

/* Hexes still to be looked at by their cost, which no step raises by more than 4; one that was
 * reached more cheaply since is passed over. */
enum { WAVES = 5 };

struct waves {
    const uint64_t *want; /* NULL: all that can be reached */
    int left;             /* of those wanted, not reached yet */
    int16_t hex[WAVES][REA_HEXES];
    int n[WAVES];
};

/* Told further down: */
static void trace_army(const struct rea_ctx *c, int side, int army, struct rea_reach *r);
static bool wing_reaches(const struct rea_ctx *c, int side, int leader, int left, int hex,
                         struct rea_reach *r);
static struct hexes who(const struct rea_ctx *c, int side, int hex);
static bool joined(const struct rea_ctx *c, int side, int from, int to);
static bool one_regiment(const struct rea_ctx *c, const struct rea_body *a,
                         const struct rea_body *b);
static int unreached(const uint64_t *want, int words, const uint8_t *cost);
static void wave_add(struct waves *w, int hex, int cost);
static void command_step(const struct rea_ctx *c, int side, int h, int most, uint8_t *cost,
                         struct waves *w);
static void army_step(const struct rea_ctx *c, int h, int most, uint8_t *cost, struct waves *w);
static void shut_hexes(const struct rea_ctx *c, int side, uint64_t *shut);
static bool plainly_reached(const struct rea_ctx *c, int side, int army, int hex, int wing);
static int plain_line(const struct rea_ctx *c, int side, int from, int to, int most);
static int nearer(const struct rea_ctx *c, int side, int from, int to, int away);
static bool is_shut(const struct rea_ctx *c, int side, int hex);
static int wing_bonus(const struct rea_ctx *c, int leader);

/* Is a leader In Command without any roll? */
bool rea_leader_in(const struct rea_ctx *c, int leader)
{
    const struct rea_chief *k = &c->bk->leader[leader];
    int wing = k->rank == REA_RANK_WING ? k->wing
               : k->command >= 0        ? c->bk->command[k->command].wing
                                        : TC_NONE;

    if (k->rank == REA_RANK_ARMY)
        return true; /* */
    if (k->rank == REA_RANK_ARTILLERY)
        return true;
    if (rea_army_reaches(c, k->side, c->s->leader[leader].hex, wing)) /* */
        return true;
    /* R-7.4x2: a wing leader In Command by his own roll traces for himself. */
    for (int i = 0; i < c->bk->leaders && k->rank == REA_RANK_COMMAND && wing >= 0; i++) {
        uint8_t cost[REA_HEXES];
        if (c->bk->leader[i].rank != REA_RANK_WING || c->bk->leader[i].wing != wing ||
            c->s->leader[i].in != 2 || !rea_leader_lives(c, i))
            continue;
        rea_trace(c, k->side, c->s->leader[i].hex, 2 * c->s->leader[i].range, true, NULL, cost);
        if (cost[c->s->leader[leader].hex] <= 2 * c->s->leader[i].range)
            return true; /* R-7.4x2, R-RUL-92 */
    }
    return false;
}

/* Command Control: only the leaders of the Commands that act now are traced to. */
bool rea_leader_marked(const struct rea_ctx *c, int leader)
{
    const struct rea_chief *k = &c->bk->leader[leader];

    if (k->side != c->s->acting || !rea_leader_lives(c, leader))
        return false;
    if (k->rank == REA_RANK_COMMAND && (k->command < 0 || !c->s->command[k->command].active))
        return false;
    return k->rank != REA_RANK_WING && rea_leader_in(c, leader);
}

/* Is a hex within the army leader's line of command, directly or by way of a wing leader?
 * wing: of the leader sought, or TC_NONE for an Independent unit (any wing serves). */
bool rea_army_reaches(const struct rea_ctx *c, int side, int hex, int wing)
{
    int army = rea_army_leader(c, side);
    struct rea_reach own, *r = c->reach;

    if (army < 0 || c->s->lapse[side])
        return false;
    if (plainly_reached(c, side, army, hex, wing))
        return true;
    if (!r) {
        own.has_army = 0;
        r = &own;
    }
    int reach = 2 * c->s->leader[army].range;
    trace_army(c, side, army, r);
    const uint8_t *cost = r->army;
    if (cost[hex] <= reach)
        return true;
    for (int i = 0; i < c->bk->leaders; i++) {
        const struct rea_chief *k = &c->bk->leader[i];
        if (k->side != side || k->rank != REA_RANK_WING || !rea_leader_lives(c, i))
            continue;
        int at = c->s->leader[i].hex;
        if (cost[at] > reach || (wing >= 0 && k->wing != wing))
            continue;
        /* R-7.3b.3, R-7.3x1 */
        if (wing_reaches(c, side, i, reach - cost[at] + wing_bonus(c, i), hex, r))
            return true;
    }
    return false;
}

/* The Army Leader's own line, traced once. */
static void trace_army(const struct rea_ctx *c, int side, int army, struct rea_reach *r)
{
    if (r->has_army && r->side == side)
        return;
    rea_trace(c, side, c->s->leader[army].hex, 2 * c->s->leader[army].range, true, NULL,
              r->army);
    r->has_army = 1;
    r->side = (uint8_t)side;
    memset(r->has_wing, 0, sizeof r->has_wing);
}

/* On from a Wing Leader whom it reaches with `left` half points: is the hex within that? */
static bool wing_reaches(const struct rea_ctx *c, int side, int leader, int left, int hex,
                         struct rea_reach *r)
{
    if (!r->has_wing[leader]) {
        uint8_t cost[REA_HEXES];
        rea_trace(c, side, c->s->leader[leader].hex, left, true, NULL, cost);
        memset(r->wing[leader], 0, sizeof r->wing[leader]);
        for (int h = 0; h < c->bk->map.count; h++)
            if (cost[h] <= left)
                tc_hexset_add(r->wing[leader], (tc_hex)h);
        r->has_wing[leader] = 1;
    }
    return tc_hexset_has(r->wing[leader], (tc_hex)hex);
}

int rea_army_leader(const struct rea_ctx *c, int side)
{
    for (int i = 0; i < c->bk->leaders; i++)
        if (c->bk->leader[i].side == side && c->bk->leader[i].rank == REA_RANK_ARMY &&
            rea_leader_lives(c, i))
            return i;
    return TC_NONE;
}

bool rea_leader_lives(const struct rea_ctx *c, int leader)
{
    return c->s->leader[leader].placed && c->s->leader[leader].fate == REA_FIT;
}

static int command_cost(const struct rea_ctx *c, int side, int from, int to)
{
    if (!c->first[to])
        return 2; /* R-7.2b.1 */
    struct hexes b = who(c, side, to);
    if (b.any && joined(c, side, from, to))
        return 0; /* R-7.2b.4 */
    if (b.active && b.idle)
        return 2; /* R-7.2b.5 */
    if (b.idle)
        return 4; /* R-7.2b.3, R-RUL-8 */
    if (b.active && who(c, side, from).active)
        return 1; /* R-7.2b.2 */
    return 2;     /* R-7.2b.1 */
}

static struct hexes who(const struct rea_ctx *c, int side, int hex)
{
    struct hexes w = { false, false, false };

    for (int b = rea_friend_at(c, side, hex); b >= 0; b = rea_below(c, b, hex)) {
        w.any = true;
        if (rea_active(c, b))
            w.active = true;
        else
            w.idle = true;
    }
    return w;
}

/* R-7.2b.4: the hexes of one body, or of adjacent battalions of one regiment. */
static bool joined(const struct rea_ctx *c, int side, int from, int to)
{
    for (int a = rea_friend_at(c, side, from); a >= 0; a = rea_below(c, a, from))
        for (int b = rea_friend_at(c, side, to); b >= 0; b = rea_below(c, b, to))
            if (a == b || one_regiment(c, &c->s->body[a], &c->s->body[b]))
                return true;
    return false;
}

static bool one_regiment(const struct rea_ctx *c, const struct rea_body *a,
                         const struct rea_body *b)
{
    for (int i = 0; i < a->units; i++)
        for (int k = 0; k < b->units; k++) {
            int r = c->bk->unit[a->unit[i]].regiment;
            if (r >= 0 && r == c->bk->unit[b->unit[k]].regiment)
                return true;
        }
    return false;
}

void rea_trace(const struct rea_ctx *c, int side, int from, int half_points, bool army,
               const uint64_t *want, uint8_t *cost)
{
    struct waves w;
    uint64_t shut[REA_HEXWORDS];
    int words = tc_hexset_words(&c->bk->map);

    shut_hexes(c, side, shut);
    memset(cost, 255, (size_t)c->bk->map.count);
    memset(w.n, 0, sizeof w.n);
    for (int h = tc_hexset_from(shut, words, 0); h >= 0; h = tc_hexset_from(shut, words, h + 1))
        cost[h] = 0; /* no line is shorter: none enters */
    cost[from] = 0;
    wave_add(&w, from, 0);
    w.want = want;
    w.left = want ? unreached(want, words, cost) : INT16_MAX;
    for (int k = 0; k <= half_points && w.left > 0; k++) {
        for (int i = 0; i < w.n[k % WAVES]; i++) { /* it grows by steps that cost nothing */
            int h = w.hex[k % WAVES][i];
            if (cost[h] != k)
                continue;
            if (army)
                army_step(c, h, half_points, cost, &w);
            else
                command_step(c, side, h, half_points, cost, &w);
        }
        w.n[k % WAVES] = 0;
    }
    for (int h = tc_hexset_from(shut, words, 0); h >= 0; h = tc_hexset_from(shut, words, h + 1))
        if (h != from)
            cost[h] = 255; /* R-7.2d */
}

/* How many hexes of the set no line has come to yet. */
static int unreached(const uint64_t *want, int words, const uint8_t *cost)
{
    int n = 0;

    for (int h = tc_hexset_from(want, words, 0); h >= 0; h = tc_hexset_from(want, words, h + 1))
        n += cost[h] == 255;
    return n;
}

static void wave_add(struct waves *w, int hex, int cost)
{
    w->hex[cost % WAVES][w->n[cost % WAVES]++] = (int16_t)hex;
}

static void command_step(const struct rea_ctx *c, int side, int h, int most, uint8_t *cost,
                         struct waves *w)
{
    for (int d = 0; d < 6; d++) {
        int to = c->bk->map.next[h][d];
        if (to < 0 || cost[h] >= cost[to])
            continue;
        int all = cost[h] + command_cost(c, side, h, to);
        if (all > most || all >= cost[to])
            continue;
        w->left -= w->want && cost[to] == 255 && tc_hexset_has(w->want, (tc_hex)to);
        cost[to] = (uint8_t)all;
        wave_add(w, to, all);
    }
}

/* R-7.3b.1, R-7.3b.2: a step of an Army or Wing Leader's line is 2 half points, by road 1. */
static void army_step(const struct rea_ctx *c, int h, int most, uint8_t *cost, struct waves *w)
{
    unsigned roads = c->bk->road[h];

    for (int d = 0; d < 6; d++, roads >>= 1) {
        int to = c->bk->map.next[h][d], all = cost[h] + 2 - (int)(roads & 1);
        if (to < 0 || all > most || all >= cost[to])
            continue;
        cost[to] = (uint8_t)all; /* R-7.3b.1, R-7.3b.2, R-7.3x2 */
        if (all < most)
            wave_add(w, to, all);
    }
}

/* R-7.2d: hexes no line may enter: the enemy's own, and his zone where no unrouted friend is.
 */
static void shut_hexes(const struct rea_ctx *c, int side, uint64_t *shut)
{
    rea_zone_of(c, !side, shut);
    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        for (int i = 0; i < y->len && y->units; i++)
            if (y->side != side)
                tc_hexset_add(shut, y->hex[i]);
            else if (y->form != REA_ROUT)
                tc_hexset_drop(shut, y->hex[i]);
    }
}

/* By plain lines alone: certain when it says yes. */
static bool plainly_reached(const struct rea_ctx *c, int side, int army, int hex, int wing)
{
    int reach = 2 * c->s->leader[army].range, from = c->s->leader[army].hex;

    if (plain_line(c, side, from, hex, reach) >= 0)
        return true;
    for (int i = 0; i < c->bk->leaders; i++) {
        const struct rea_chief *k = &c->bk->leader[i];
        if (k->side != side || k->rank != REA_RANK_WING || !rea_leader_lives(c, i) ||
            (wing >= 0 && k->wing != wing))
            continue;
        int used = plain_line(c, side, from, c->s->leader[i].hex, reach);
        if (used < 0 ||
            plain_line(c, side, c->s->leader[i].hex, hex, reach - used + wing_bonus(c, i)) < 0)
            continue;
        return true; /* R-7.3b.3, R-7.3x1 */
    }
    return false;
}

/* A plain line without detours: its half points when it is free and within `most`, else -1.
 * The true line is never longer. */
static int plain_line(const struct rea_ctx *c, int side, int from, int to, int most)
{
    int away = tc_hexmap_distance(&c->bk->map, (tc_hex)from, (tc_hex)to), all = 2 * away;

    if (all > most)
        return -1;
    for (int h = from; away > 0; away--) {
        h = nearer(c, side, h, to, away);
        if (h < 0)
            return -1;
    }
    return all; /* R-7.3b.1 */
}

/* The next hex towards `to` that a line may enter, or TC_HEX_NONE. */
static int nearer(const struct rea_ctx *c, int side, int from, int to, int away)
{
    for (int d = 0; d < 6; d++) {
        int h = c->bk->map.next[from][d];
        if (h >= 0 && tc_hexmap_distance(&c->bk->map, (tc_hex)h, (tc_hex)to) < away &&
            !is_shut(c, side, h))
            return h;
    }
    return TC_HEX_NONE;
}

static bool is_shut(const struct rea_ctx *c, int side, int hex)
{
    int b = c->first[hex] - 1;

    if (b >= 0 && c->s->body[b].side != side)
        return true;
    for (; b >= 0; b = rea_below(c, b, hex))
        if (c->s->body[b].form != REA_ROUT)
            return false;
    return rea_in_zoc(c, side, hex);
}

static int wing_bonus(const struct rea_ctx *c, int leader)
{
    int r = 2 * c->s->leader[leader].range;

    if (!rea_has(c, REA_HALF_RANGE))
        return r;
    return r / 2; /* R-7.3b.4 */
}
