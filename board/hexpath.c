/* board/hexpath.c - cheapest paths over hexes, or hexes and facings.
 *
 * Dijkstra with a ring of 256 buckets, one per cost: an edge costs at most 255, so all queued
 * nodes fit in one turn of the ring. Buckets are doubly linked lists through the nodes; settled
 * nodes are chained in the order they were settled, which is also what the next clear undoes.
 */
#include "board/hex.h"

enum { UNSEEN, QUEUED, SETTLED };
enum { VIA_TURN = 8, VIA_START = 255 }; /* below 6: by a step; from 8: by a turn from via - 8 */

bool tc_hexflood_init(struct tc_hexflood *f, const struct tc_hexmap *m, int facings,
                      struct tc_hexnode *node, int nodes)
{
    if ((facings != 1 && facings != 6) || nodes < m->count * facings)
        return false;
    *f = (struct tc_hexflood){
        .map = m, .node = node, .first = -1, .last = -1, .facings = facings
    };
    for (int i = 0; i < 256; i++)
        f->bucket[i] = -1;
    for (int i = 0; i < m->count * facings; i++)
        node[i] = (struct tc_hexnode){ -1, -1, 0, 0, UNSEEN };
    return true;
}

/* --- The queue -------------------------------------------------------------- */

static void push(struct tc_hexflood *f, int32_t n)
{
    struct tc_hexnode *x = &f->node[n];
    int32_t *head = &f->bucket[x->cost & 255];

    x->prev = -1;
    x->next = *head;
    if (*head >= 0)
        f->node[*head].prev = n;
    *head = n;
    f->queued++;
}

static void unlink_node(struct tc_hexflood *f, int32_t n)
{
    struct tc_hexnode *x = &f->node[n];

    if (x->prev >= 0)
        f->node[x->prev].next = x->next;
    else
        f->bucket[x->cost & 255] = x->next;
    if (x->next >= 0)
        f->node[x->next].prev = x->prev;
    f->queued--;
}

/* Offer a cheaper way to a node. */
static void relax(struct tc_hexflood *f, int32_t n, int cost, int via)
{
    struct tc_hexnode *x = &f->node[n];

    if (x->state == SETTLED || (x->state == QUEUED && x->cost <= cost))
        return;
    if (x->state == QUEUED)
        unlink_node(f, n);
    x->state = QUEUED;
    x->cost = (uint16_t)cost;
    x->via = (uint8_t)via;
    push(f, n);
}

/* Take a node off its bucket and chain it behind the settled ones. */
static void settle(struct tc_hexflood *f, int32_t n)
{
    unlink_node(f, n);
    f->node[n].state = SETTLED;
    f->node[n].next = -1;
    if (f->last >= 0)
        f->node[f->last].next = n;
    else
        f->first = n;
    f->last = n;
}

void tc_hexflood_clear(struct tc_hexflood *f)
{
    for (int i = 0; f->queued > 0 && i < 256; i++)
        while (f->bucket[i] >= 0)
            settle(f, f->bucket[i]);
    for (int32_t n = f->first; n >= 0; n = f->node[n].next)
        f->node[n].state = UNSEEN;
    f->first = f->last = -1;
}

/* --- Moves out of a node ------------------------------------------------------ */

/* Cost of a step by callback or table, negative when forbidden. */
static inline int step_cost(const struct tc_hexmove *move, const struct tc_hexhop *hop)
{
    int cost;

    if (move->barred && tc_hexset_has(move->barred, hop->to))
        return -1;
    if (move->step)
        return move->step(move->ctx, hop);
    cost = move->edge[hop->from].cost[hop->dir];
    return cost == TC_HEX_BARRED ? -1 : cost;
}

/* Steps into the hexes the mask names. */
static inline void expand_steps(struct tc_hexflood *f, const struct tc_hexmove *move,
                                struct tc_hexhop *hop, unsigned mask)
{
    for (int d = 0; d < 6; d++) {
        int cost;

        hop->to = f->map->next[hop->from][d];
        if (hop->to < 0 || !((mask >> d) & 1))
            continue;
        hop->dir = (int8_t)d;
        cost = step_cost(move, hop);
        if (cost >= 0 && cost < 256 && hop->spent + cost <= move->budget)
            relax(f, hop->to * f->facings + hop->facing, hop->spent + cost, d);
    }
}

/* Turns to the other five facings. */
static void expand_turns(struct tc_hexflood *f, const struct tc_hexmove *move,
                         struct tc_hexhop *hop)
{
    hop->to = hop->from;
    for (int n = 1; n < 6; n++) {
        int to = (hop->facing + n) % 6, cost = move->turn[n > 3 ? 6 - n : n];

        hop->dir = (int8_t)to;
        if (move->turning)
            cost = move->turning(move->ctx, hop);
        else if (cost == TC_HEX_BARRED)
            continue;
        if (cost >= 0 && cost < 256 && hop->spent + cost <= move->budget)
            relax(f, hop->from * 6 + to, hop->spent + cost, VIA_TURN + hop->facing);
    }
}

static void expand(struct tc_hexflood *f, const struct tc_hexmove *move, int32_t n)
{
    struct tc_hexhop hop = { .from = (tc_hex)n, .spent = f->node[n].cost };

    if (f->facings == 1) {
        expand_steps(f, move, &hop, TC_HEX_ALL);
        return;
    }
    hop.from = (tc_hex)(n / 6);
    hop.facing = (int8_t)(n % 6);
    expand_steps(f, move, &hop, tc_hexmask_turn(move->ahead, hop.facing));
    expand_turns(f, move, &hop);
}

void tc_hexflood_start(struct tc_hexflood *f, tc_hex h, int facing, int spent)
{
    int face = f->facings == 1 ? 0 : tc_hex_mod6(facing);
    relax(f, h * f->facings + face, spent, VIA_START);
}

/* Least cost among the queued nodes, when any. */
static int least_queued(const struct tc_hexflood *f)
{
    int least = UINT16_MAX;

    for (int i = 0; i < 256; i++)
        for (int32_t n = f->bucket[i]; n >= 0; n = f->node[n].next)
            if (f->node[n].cost < least)
                least = f->node[n].cost;
    return least;
}

void tc_hexflood_run(struct tc_hexflood *f, const struct tc_hexmove *move)
{
    int cost = f->queued > 0 ? least_queued(f) : 0;

    while (f->queued > 0) {
        int32_t n = f->bucket[cost & 255];

        if (n < 0) {
            cost++;
            continue;
        }
        settle(f, n);
        expand(f, move, n);
    }
}

void tc_hexflood_go(struct tc_hexflood *f, tc_hex h, int facing, const struct tc_hexmove *move)
{
    tc_hexflood_clear(f);
    tc_hexflood_start(f, h, facing, 0);
    tc_hexflood_run(f, move);
}

/* --- Results -------------------------------------------------------------------- */

int tc_hexflood_cost(const struct tc_hexflood *f, tc_hex h, int facing)
{
    int face = f->facings == 1 ? 0 : tc_hex_mod6(facing);
    const struct tc_hexnode *x = &f->node[h * f->facings + face];

    return x->state == SETTLED ? x->cost : -1;
}

int tc_hexflood_best(const struct tc_hexflood *f, tc_hex h, uint8_t *mask)
{
    int best = -1;
    unsigned have = 0;

    for (int face = 0; face < f->facings; face++) {
        int cost = tc_hexflood_cost(f, h, face);

        if (cost >= 0 && (best < 0 || cost < best)) {
            best = cost;
            have = 0;
        }
        if (cost >= 0 && cost == best)
            have |= 1u << face;
    }
    if (mask)
        *mask = (uint8_t)have;
    return best;
}

int32_t tc_hexflood_before(const struct tc_hexflood *f, int32_t n)
{
    int via = f->node[n].via;
    int32_t h = n / f->facings, face = n % f->facings;

    if (f->node[n].state != SETTLED || via == VIA_START)
        return -1;
    if (via >= VIA_TURN)
        return h * 6 + via - VIA_TURN;
    return f->map->next[h][(via + 3) % 6] * f->facings + face;
}

int tc_hexflood_path(const struct tc_hexflood *f, int32_t n, int32_t out[], int room)
{
    int length = 0, i;

    if (f->node[n].state != SETTLED)
        return 0;
    for (int32_t x = n; x >= 0; x = tc_hexflood_before(f, x))
        length++;
    if (length > room)
        return 0;
    i = length;
    for (int32_t x = n; x >= 0; x = tc_hexflood_before(f, x))
        out[--i] = x;
    return length;
}

/* Sum of the costs of a hexside's flags, 255 when one forbids. */
static int side_cost(uint16_t flags, const uint8_t side[16])
{
    int cost = 0;

    for (int b = 0; flags >> b; b++) {
        if (!((flags >> b) & 1))
            continue;
        if (side[b] == TC_HEX_BARRED)
            return TC_HEX_BARRED;
        cost += side[b];
    }
    return cost;
}

void tc_hexedge_fill(const struct tc_hexmap *m, const uint8_t terrain[256],
                     const uint8_t side[16], struct tc_hexedge edge[])
{
    for (int h = 0; h < m->count; h++) {
        for (int d = 0; d < 6; d++) {
            tc_hex to = m->next[h][d];
            int cost = TC_HEX_BARRED;

            if (to >= 0 && terrain[m->terrain[to]] != TC_HEX_BARRED)
                cost =
                    terrain[m->terrain[to]] + side_cost(tc_hexmap_side(m, (tc_hex)h, d), side);
            edge[h].cost[d] = (uint8_t)(cost > TC_HEX_BARRED ? TC_HEX_BARRED : cost);
        }
    }
}
