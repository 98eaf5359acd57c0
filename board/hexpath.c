/* board/hexpath.c - cheapest paths over hexes, or hexes and facings.
 *
 * Dijkstra with a ring of 256 buckets, one per cost: edges and starts cost less than 256, so
 * all queued nodes fit in one turn of the ring. Buckets are doubly linked lists through the
 * nodes; settled nodes are chained in the order they were settled, which is also what the next
 * clear undoes. A node not yet seen has the cost UNSEEN, so that one comparison refuses every
 * dearer way.
 */
#include "board/hex.h"

enum { UNSEEN = UINT16_MAX };
enum { OPEN, SETTLED };

/* How a node was reached: by a step in direction via, by a turn from facing via - VIA_TURN, by
 * a step after a turn in direction via - VIA_TURNED, or as a start. */
enum { VIA_TURN = 8, VIA_TURNED = 16, VIA_START = 255 };

bool tc_hexflood_init(struct tc_hexflood *f, const struct tc_hexmap *m, int facings,
                      struct tc_hexnode *node, int nodes)
{
    if ((facings != 1 && facings != 6 && facings != 12) || nodes < m->count * facings)
        return false;
    *f = (struct tc_hexflood){
        .map = m, .node = node, .first = -1, .top = -1, .facings = facings
    };
    for (int i = 0; i < 256; i++)
        f->bucket[i] = -1;
    for (int i = 0; i < m->count * facings; i++)
        node[i] = (struct tc_hexnode){ -1, -1, UNSEEN, 0, OPEN };
    return true;
}

/* --- The queue -------------------------------------------------------------- */

static void unlink_node(struct tc_hexflood *f, int32_t n)
{
    struct tc_hexnode *x = &f->node[n];

    if (x->prev >= 0)
        f->node[x->prev].next = x->next;
    else
        f->bucket[x->cost & 255] = x->next;
    if (x->next >= 0)
        f->node[x->next].prev = x->prev;
}

/* Offer a cheaper way to a node. */
static inline void relax(struct tc_hexflood *f, int32_t n, int cost, int via)
{
    struct tc_hexnode *x = &f->node[n];
    int32_t *head;

    if (x->cost <= cost)
        return;
    if (x->state == SETTLED)
        return; /* only by a start after a run, or a cost that falls with what is spent */
    if (x->cost != UNSEEN)
        unlink_node(f, n);
    head = &f->bucket[cost & 255];
    *x = (struct tc_hexnode){ *head, -1, (uint16_t)cost, (uint8_t)via, OPEN };
    if (*head >= 0)
        f->node[*head].prev = n;
    *head = n;
}

/* Take the first node off its bucket and hang it on the tail of the settled ones; returns the
 * new tail. */
static inline int32_t *settle(struct tc_hexflood *f, int32_t n, int32_t *tail)
{
    struct tc_hexnode *x = &f->node[n];

    f->bucket[x->cost & 255] = x->next;
    if (x->next >= 0)
        f->node[x->next].prev = -1;
    x->state = SETTLED;
    x->next = -1;
    *tail = n;
    return &x->next;
}

/* Where the next settled node is to hang. */
static int32_t *tail_of(struct tc_hexflood *f)
{
    int32_t *tail = &f->first;

    while (*tail >= 0)
        tail = &f->node[*tail].next;
    return tail;
}

void tc_hexflood_clear(struct tc_hexflood *f)
{
    for (int cost = 0; cost <= f->top; cost++) /* starts that were never run */
        while (f->bucket[cost] >= 0)
            settle(f, f->bucket[cost], tail_of(f));
    for (int32_t n = f->first; n >= 0; n = f->node[n].next) {
        f->node[n].cost = UNSEEN;
        f->node[n].state = OPEN;
    }
    f->first = -1;
    f->top = -1;
}

/* --- Moves out of a node ------------------------------------------------------ */

/* Steps by the table into the hexes the mask names. */
static inline void expand_edges(struct tc_hexflood *f, const struct tc_hexmove *move,
                                const struct tc_hexhop *hop, unsigned mask, int via)
{
    const tc_hex *next = f->map->next[hop->from];
    const uint8_t *edge = move->edge[hop->from].cost;

    for (int d = 0; d < 6; d++) {
        int cost = hop->spent + edge[d];

        if (cost > move->budget || edge[d] == TC_HEX_BARRED || next[d] < 0 ||
            !((mask >> d) & 1) || (move->barred && tc_hexset_has(move->barred, next[d])))
            continue;
        relax(f, next[d] * f->facings + hop->facing, cost, via + d);
    }
}

/* Steps by the callback into the hexes the mask names. */
static void expand_calls(struct tc_hexflood *f, const struct tc_hexmove *move,
                         struct tc_hexhop hop, unsigned mask, int via)
{
    for (int d = 0; d < 6; d++) {
        int cost;

        hop.to = f->map->next[hop.from][d];
        if (hop.to < 0 || !((mask >> d) & 1) ||
            (move->barred && tc_hexset_has(move->barred, hop.to)))
            continue;
        hop.dir = (int8_t)d;
        cost = move->step(move->ctx, &hop);
        if (cost >= 0 && cost < TC_HEX_BARRED && hop.spent + cost <= move->budget)
            relax(f, hop.to * f->facings + hop.facing, hop.spent + cost, via + d);
    }
}

static inline void expand_steps(struct tc_hexflood *f, const struct tc_hexmove *move,
                                const struct tc_hexhop *hop, unsigned mask, int via)
{
    if (move->step)
        expand_calls(f, move, *hop, mask, via);
    else
        expand_edges(f, move, hop, mask, via);
}

/* Turns to the other five facings. */
static void expand_turns(struct tc_hexflood *f, const struct tc_hexmove *move,
                         struct tc_hexhop hop)
{
    int32_t base = hop.from * f->facings + (f->facings == 12 ? 6 : 0);

    hop.to = hop.from;
    for (int n = 1; n < 6; n++) {
        int to = hop.facing + n < 6 ? hop.facing + n : hop.facing + n - 6;
        int cost = move->turn[n > 3 ? 6 - n : n];

        hop.dir = (int8_t)to;
        if (move->turning)
            cost = move->turning(move->ctx, &hop);
        if (cost >= 0 && cost < TC_HEX_BARRED && hop.spent + cost <= move->budget)
            relax(f, base + to, hop.spent + cost, VIA_TURN + hop.facing);
    }
}

/* With such a table a turn after a turn is never cheaper than one turn. */
static bool turns_add_up(const struct tc_hexmove *move)
{
    const uint8_t *t = move->turn;

    return !move->turning && t[2] <= 2 * t[1] && t[3] <= t[1] + t[2] && t[1] <= t[2] + t[3] &&
           t[2] <= t[1] + t[3];
}

static void expand_facing(struct tc_hexflood *f, const struct tc_hexmove *move, int32_t n,
                          bool add_up)
{
    int face = n % f->facings;
    bool after_turn = f->node[n].via >= VIA_TURN && f->node[n].via < VIA_TURNED;
    struct tc_hexhop hop = { .from = (tc_hex)(n / f->facings),
                             .facing = (int8_t)(face % 6),
                             .spent = f->node[n].cost };

    expand_steps(f, move, &hop, tc_hexmask_turn(move->ahead, hop.facing),
                 face >= 6 ? VIA_TURNED : 0);
    if (face < 6 && !(add_up && after_turn))
        expand_turns(f, move, hop);
}

/* Expand a node of a flood without facings. */
static inline void expand_hex(struct tc_hexflood *f, const struct tc_hexmove *move, int32_t n)
{
    struct tc_hexhop hop = { .from = (tc_hex)n, .spent = f->node[n].cost };

    expand_steps(f, move, &hop, TC_HEX_ALL, 0);
}

bool tc_hexflood_start(struct tc_hexflood *f, tc_hex h, int facing, int spent)
{
    int face = f->facings == 1 ? 0 : tc_hex_mod6(facing);

    if (spent < 0 || spent > 255)
        return false;
    relax(f, h * f->facings + face, spent, VIA_START);
    if (f->top < spent)
        f->top = spent;
    return true;
}

void tc_hexflood_run(struct tc_hexflood *f, const struct tc_hexmove *move)
{
    bool add_up = turns_add_up(move);
    int32_t *tail = tail_of(f);
    int limit = move->budget > f->top ? move->budget : f->top;

    for (int cost = 0, empty = 0; cost <= limit && empty < 256; cost++, empty++) {
        for (int32_t n; (n = f->bucket[cost & 255]) >= 0; empty = 0) {
            tail = settle(f, n, tail);
            if (cost + move->least > move->budget)
                continue;
            if (f->facings == 1)
                expand_hex(f, move, n);
            else
                expand_facing(f, move, n, add_up);
        }
    }
    f->top = -1;
}

void tc_hexflood_go(struct tc_hexflood *f, tc_hex h, int facing, const struct tc_hexmove *move)
{
    tc_hexflood_clear(f);
    tc_hexflood_start(f, h, facing, 0);
    tc_hexflood_run(f, move);
}

/* --- Results -------------------------------------------------------------------- */

/* Cost of one node, UNSEEN when it was not reached. */
static int settled_cost(const struct tc_hexflood *f, int32_t n)
{
    return f->node[n].state == SETTLED ? f->node[n].cost : UNSEEN;
}

int32_t tc_hexflood_node(const struct tc_hexflood *f, tc_hex h, int facing)
{
    int32_t n = h * f->facings + (f->facings == 1 ? 0 : tc_hex_mod6(facing));

    if (f->facings == 12 && settled_cost(f, n + 6) < settled_cost(f, n))
        n += 6;
    return settled_cost(f, n) == UNSEEN ? -1 : n;
}

int tc_hexflood_cost(const struct tc_hexflood *f, tc_hex h, int facing)
{
    int32_t n = tc_hexflood_node(f, h, facing);

    return n < 0 ? -1 : f->node[n].cost;
}

int tc_hexflood_best(const struct tc_hexflood *f, tc_hex h, uint8_t *mask)
{
    int best = -1;
    unsigned have = 0;

    for (int face = 0; face < (f->facings == 1 ? 1 : 6); face++) {
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
    if (via >= VIA_TURNED) /* after a turn: from the other half of the facings */
        return f->map->next[h][(via - VIA_TURNED + 3) % 6] * f->facings + face + 6;
    if (via >= VIA_TURN)
        return h * f->facings + via - VIA_TURN;
    return f->map->next[h][(via + 3) % 6] * f->facings + face;
}

int tc_hexflood_path(const struct tc_hexflood *f, int32_t n, int32_t out[], int room)
{
    int length = 0, i;

    if (n < 0 || f->node[n].state != SETTLED)
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
