/* rules/bayonet/book.c - what follows from map and tables, worked out once. */
#include "rules/bayonet/board.h"
#include <string.h>

/* Told further down: */
static void fill_hex(struct bay_book *bk, int h);
static bool on_edge(const struct bay_book *bk, int h, int edge);
static void fill_home(struct bay_book *bk, int side);
static int cost_of(const struct bay_book *bk, int h, int d, bool horse);

void bay_book_finish(struct bay_book *bk)
{
    bk->columns = bk->map.lay.columns;
    bk->rows = bk->map.lay.rows;
    memset(bk->next, 255, sizeof bk->next);
    for (int b = 0; b < bk->brigades; b++) /* B-8.0a, B-8.0f, B-RUL-1 */
        bk->army[1] = (int16_t)(bk->army[1] + (bk->brigade[b].side == 0));
    bk->army[2] = bk->brigades;
    while (bk->guns < bk->units && bk->unit[bk->guns].kind != BAY_ART)
        bk->guns++;
    for (int c = 1; c <= bk->columns; c++)
        for (int r = 1; r <= bk->rows; r++)
            fill_hex(bk, c * 100 + r);
    for (int c = 1; c <= bk->columns; c++)
        for (int r = 1; r <= bk->rows; r++) {
            int h = c * 100 + r;
            for (int d = 0; d < 6; d++) {
                int to = bk->next[h][d];
                bk->cost[0][h][d] = (uint8_t)cost_of(bk, h, d, false);
                bk->cost[1][h][d] = (uint8_t)cost_of(bk, h, d, true);
                bk->obstacle[h][d] =
                    to >= 0 && (bk->terrain[to] != BAY_CLEAR || bk->side[h][d]);
            }
            for (int side = 0; side < TC_SIDES; side++)
                if (bk->retreat_edge[side] >= 0)
                    bk->exits[side][h] = on_edge(bk, h, bk->retreat_edge[side]);
        }
    fill_home(bk, 0);
    fill_home(bk, 1);
}

static void fill_hex(struct bay_book *bk, int h)
{
    tc_hex cell = bay_cell(bk, h);

    bk->vec[h] = bk->map.at[cell];
    bk->terrain[h] = bk->map.terrain[cell];
    for (int f = 0; f < 6; f++) {
        bk->lateral[f][h] = (int16_t)tc_hex_lateral(TC_HEX_CCW, bk->vec[h], f);
        bk->depth[f][h] = (int16_t)tc_hex_depth(TC_HEX_CCW, bk->vec[h], f);
    }
    for (int d = 0; d < 6; d++) {
        bk->next[h][d] = (int16_t)bay_id(bk, tc_hexmap_next(&bk->map, cell, d));
        bk->side[h][d] = tc_hexmap_side(&bk->map, cell, d);
    }
}

/* Hexes a marker leaves the map by: the named edge, unless the scenario lists them. */
static bool on_edge(const struct bay_book *bk, int h, int edge)
{
    switch (edge) {
    case 0: return h % 100 == 1;
    case 1: return h / 100 == bk->columns;
    case 2: return h % 100 == bk->rows;
    case 3: return h / 100 == 1;
    default: return false;
    }
}

/* Least MP home over an empty field, spread from the hexes home lies behind; who turns out to
 * be nearer than was thought spreads anew. */
static void fill_home(struct bay_book *bk, int side)
{
    uint16_t *home = bk->home[side];
    bool waits[BAY_IDS] = { false };
    int16_t queue[BAY_IDS];
    int first = 0, n = 0;

    memset(home, 255, sizeof bk->home[side]);
    for (int c = 1; c <= bk->columns; c++)
        for (int r = 1; r <= bk->rows; r++) {
            int h = c * 100 + r;
            if (!bk->exits[side][h] || bk->terrain[h] == BAY_IMPASSABLE)
                continue;
            home[h] = 1;
            waits[h] = true;
            queue[n++] = (int16_t)h;
        }
    while (n > 0) { /* nobody waits twice: the queue goes round */
        int to = queue[first];
        first = (first + 1) % BAY_IDS;
        n--;
        waits[to] = false;
        for (int d = 0; d < 6; d++) {
            int h = bk->next[to][d], cost = h < 0 ? BAY_CLOSED : bk->cost[0][h][(d + 3) % 6];
            int sum = home[to] + (cost == BAY_FULL ? bk->move.marker : cost);
            if (cost == BAY_CLOSED || bk->terrain[h] == BAY_IMPASSABLE || sum >= home[h])
                continue;
            home[h] = (uint16_t)sum;
            if (!waits[h])
                queue[(first + n++) % BAY_IDS] = (int16_t)h;
            waits[h] = true;
        }
    }
}

/* What it costs to go out of a hex by side d: terrain of the next hex and the side's feature.
 */
static int cost_of(const struct bay_book *bk, int h, int d, bool horse)
{
    int to = bk->next[h][d];

    if (to < 0 || bk->terrain[to] == BAY_IMPASSABLE)
        return BAY_CLOSED;
    const struct bay_ground_row *g = &bk->move.ground[bk->terrain[to]];
    int cost = horse ? g->horse : g->foot, extra = 0;
    for (int k = 0; k < BAY_SIDES; k++) { /* B-11.8.3a */
        int more = horse ? bk->move.side[k].horse : bk->move.side[k].foot;
        if (bk->side[h][d] >> k & 1)
            extra = more > extra ? more : extra;
    }
    return cost == BAY_CLOSED ? BAY_CLOSED : extra >= BAY_FULL ? BAY_FULL : cost + extra;
}
