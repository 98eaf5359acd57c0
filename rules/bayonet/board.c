/* rules/bayonet/board.c - who stands where: facing (8.0), stacking (9.1), and the index. */
#include "rules/bayonet/board.h"

#include <string.h>

#include "kernel/umpire.h"

/* Told further down: */
static bool is_ahead(const struct bay_book *bk, int h, int facing, int target);

/* --- Hexes ------------------------------------------------------------------------- */

int bay_next_troops(const struct bay_book *bk, const struct bay_state *s, int u)
{
    for (u = bay_below(s, u); u >= 0 && bay_is_art(bk, u); u = bay_below(s, u))
        continue;
    return u;
}

int bay_troops(const struct bay_book *bk, const struct bay_state *s, int h)
{
    int u = bay_top(s, h);

    if (u < 0 || s->units[u].life != BAY_FIGHTS)
        return TC_NONE;
    return bay_is_art(bk, u) ? bay_next_troops(bk, s, u) : u;
}

int bay_count(const struct bay_book *bk, const struct bay_state *s, int h)
{
    int n = 0;

    for (int u = bay_troops(bk, s, h); u >= 0; u = bay_next_troops(bk, s, u))
        n++;
    return n;
}

int bay_battery(const struct bay_book *bk, const struct bay_state *s, int h)
{
    for (int u = bay_top(s, h); u >= 0; u = bay_below(s, u))
        if (bay_is_art(bk, u))
            return u;
    return TC_NONE;
}

bool bay_is_garrison(const struct bay_book *bk, const struct bay_state *s, int h)
{
    if (bk->terrain[h] != BAY_VILLAGE)
        return false;
    int u = bay_troops(bk, s, h);
    if (u < 0 || bay_def(bk, u)->kind != BAY_INF) /* B-9.1.2g */
        return false;                             /* B-9.1.2g */
    return bay_next_troops(bk, s, u) >= 0;        /* B-9.1.2a, B-9.1.2h */
}

int bay_dir(const struct bay_book *bk, int from, int to)
{
    for (int d = 0; d < 6; d++)
        if (bk->next[from][d] == to)
            return d;
    return -1;
}

/* --- Facing --------------------------------------------------------------------------- */

int bay_priority(const struct bay_book *bk, const struct bay_state *s, int u, int h, int facing,
                 int target)
{
    int far = bay_distance(bk, h, target);

    if (far == 0 || far > bay_charge_rows(bk, u))
        return 0;
    if (facing == BAY_NO_FACING || (s->units[u].hex == h && bay_is_garrison(bk, s, h)))
        return far == 1 ? 1 : 0; /* B-RUL-40 */
    bool ahead = is_ahead(bk, h, facing, target);
    if (far == 1)
        return ahead ? 1 : 2; /* B-5.4d, B-5.4e */
    if (!ahead)
        return 0;
    return far == 2 ? 3 : 4; /* B-5.4f, B-5.4f, B-5.4g, B-5.4g */
}

int bay_zone(int facing, int d)
{
    static const uint8_t zone[6] = { 0, 0, 1, 2, 2, 1 };

    return zone[tc_hex_mod6(d - facing)]; /* B-8.0b, B-8.0c, B-RUL-2 */
}

/* Within the fan its front hexes open. */
static bool is_ahead(const struct bay_book *bk, int h, int facing, int target)
{
    struct tc_hexwedge w =
        tc_hex_solve(TC_HEX_CCW, tc_hex_sub(bk->vec[target], bk->vec[h]), facing);

    return w.a >= 0 && w.b >= 0; /* B-8.0d, B-8.0e */
}

int bay_turn_cost(const struct bay_book *bk, int from, int to)
{
    int turns = tc_hexface_turns(from, to);

    if (turns == 3)
        return bk->move.about;    /* B-8.0i */
    return turns * bk->move.turn; /* B-8.0h; B-8.0j: ground and Impact add nothing */
}

/* --- Stacks ----------------------------------------------------------------------------- */

/* Of one brigade and one class, but cavalry goes with mounted dragoons (B-9.1a, B-9.1d). */
static bool same_sort(const struct bay_book *bk, int a, int b)
{
    const struct bay_unit_def *x = bay_def(bk, a), *y = bay_def(bk, b);

    if (x->brigade != y->brigade) /* B-9.1a */
        return false;
    return x->kind == y->kind || (bay_is_horse(bk, a) && bay_is_horse(bk, b)); /* B-9.1d */
}

bool bay_can_stack(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                   int movers)
{
    int n = 0, other = bay_top(s, h);

    if (other < 0)
        return true;
    if (bay_is_marker(s, other) || bay_side_of(bk, other) != bay_side_of(bk, u))
        return false;
    for (other = bay_troops(bk, s, h); other >= 0; other = bay_next_troops(bk, s, other)) {
        if (other == u)
            continue;
        if (!same_sort(bk, u, other))
            return false;
        n++;
    }
    int most = bk->terrain[h] == BAY_VILLAGE && bay_def(bk, u)->kind == BAY_INF ? 4 : 2;
    return n + movers <= most; /* B-9.1c, B-9.1b; B-9.2g: the battery does not count */
}

int bay_empty_flanks(const struct bay_book *bk, const struct bay_state *s, int side, int h,
                     int facing)
{
    int left = bk->next[h][(facing + 2) % 6], right = bk->next[h][(facing + 5) % 6];

    return (bay_held_by(bk, s, left, side) ? 0 : 1) | (bay_held_by(bk, s, right, side) ? 0 : 2);
}

int bay_stack_mode(const struct bay_book *bk, const struct bay_state *s, int h)
{
    static const uint8_t mode[4] = { BAY_BEHIND, BAY_REFUSES_LEFT, BAY_REFUSES_RIGHT,
                                     BAY_REFUSES_EITHER };
    int u = bay_troops(bk, s, h);

    if (u < 0 || s->units[u].facing == BAY_NO_FACING || bay_next_troops(bk, s, u) < 0)
        return BAY_BEHIND;
    /* B-9.1.1e */
    return mode[bay_empty_flanks(bk, s, bay_side_of(bk, u), h, s->units[u].facing)];
}

int bay_behind(const struct bay_book *bk, const struct bay_state *s, int u)
{
    int h = s->units[u].hex, top = bay_troops(bk, s, h);

    if (top != u || bay_is_garrison(bk, s, h))
        return TC_NONE;
    int low = bay_next_troops(bk, s, u);
    if (low < 0)
        return TC_NONE;
    int mode = s->now.shown ? s->units[u].refuse : bay_stack_mode(bk, s, h);
    return mode == BAY_BEHIND ? low : TC_NONE;
}

bool bay_enemy_adjacent(const struct bay_book *bk, const struct bay_state *s, int u)
{
    int h = s->units[u].hex, foe = !bay_side_of(bk, u);

    for (int d = 0; d < 6; d++)
        if (bay_held_by(bk, s, bk->next[h][d], foe))
            return true;
    return false;
}

bool bay_brigade_near_enemy(const struct bay_book *bk, const struct bay_state *s, int b)
{
    const struct bay_brigade_def *def = &bk->brigade[b];

    for (int u = def->first; u < def->first + def->units; u++)
        if (bay_fights(s, u) && bay_enemy_adjacent(bk, s, u))
            return true;
    return false;
}

bool bay_brigade_in_impact(const struct bay_book *bk, const struct bay_state *s, int b,
                           int level)
{
    const struct bay_brigade_def *def = &bk->brigade[b];

    for (int u = def->first; u < def->first + def->units; u++)
        if (bay_fights(s, u) && bay_impact_at(s, s->units[u].hex) >= level)
            return true;
    return false;
}

int bay_open_flanks(const struct bay_book *bk, const struct bay_state *s, int u)
{
    const struct bay_unit *x = &s->units[u];

    if (x->facing == BAY_NO_FACING)
        return 0; /* B-9.1.2a */
    int empty = bay_empty_flanks(bk, s, bay_side_of(bk, u), x->hex, x->facing);
    int n = (empty & 1) + (empty >> 1);
    if (bay_count(bk, s, x->hex) < 2) /* B-11.2.2k */
        return n;
    return n ? n - 1 : 0; /* B-11.2.2l, B-11.2.2m */
}

/* --- The index ---------------------------------------------------------------------------- */

/* Hex and place of a unit in one number. */
static inline uint32_t spot(const struct bay_unit *x)
{
    uint32_t w;

    memcpy(&w, x, sizeof w);
    return w & 0x00ffffffu;
}

/* What one unit adds to the key. */
static uint32_t term(const struct bay_unit *x, int u)
{
    return (uint32_t)(u + 1) * 2654435761u * spot(x);
}

static uint32_t key_of(const struct bay_book *bk, const struct bay_state *s)
{
    uint32_t key = 1, factor = 2654435761u;

    for (int u = 0; u < bk->units; u++, factor += 2654435761u) /* the sum of all terms */
        key += factor * spot(&s->units[u]);
    for (int i = 0; i < BAY_IMPACTS && s->impacts[i].level; i++)
        key += ((uint32_t)s->impacts[i].hex * 4u + s->impacts[i].level) * 40503u;
    return key;
}

static void set_pos(struct bay_state *s, int u, int pos)
{
    s->key -= term(&s->units[u], u);
    s->units[u].pos = (uint8_t)pos;
    s->key += term(&s->units[u], u);
}

static void set_top(struct bay_state *s, int h, int u)
{
    s->at[h] = (int16_t)((s->at[h] & ~BAY_AT_UNIT) | (u + 1));
}

static void renumber(struct bay_state *s, int h)
{
    int pos = 0;

    for (int u = bay_top(s, h); u >= 0; u = bay_below(s, u), pos++)
        if (s->units[u].pos != pos)
            set_pos(s, u, pos);
}

void bay_lift(struct bay_state *s, int u)
{
    int h = s->units[u].hex, above = bay_top(s, h);

    s->key -= term(&s->units[u], u);
    if (above == u) {
        set_top(s, h, bay_below(s, u));
    } else {
        while (bay_below(s, above) != u)
            above = bay_below(s, above);
        s->below[above] = s->below[u];
    }
    s->below[u] = 0;
    s->units[u].hex = TC_NONE;
    s->units[u].pos = 0;
    s->key += term(&s->units[u], u);
    renumber(s, h);
}

/* Link u into the chain of h beneath `above` (TC_NONE: on top). */
static void link_in(struct bay_state *s, int u, int h, int above)
{
    if (above < 0) {
        s->below[u] = (int16_t)(bay_top(s, h) + 1);
        set_top(s, h, u);
    } else {
        s->below[u] = s->below[above];
        s->below[above] = (int16_t)(u + 1);
    }
    s->key -= term(&s->units[u], u);
    s->units[u].hex = (int16_t)h;
    s->units[u].pos = 7;
    s->key += term(&s->units[u], u);
    renumber(s, h);
}

/* Two or more battalions in a village have no facing (B-9.1.2a). */
static void form_garrison(const struct bay_book *bk, struct bay_state *s, int h)
{
    if (bk->terrain[h] != BAY_VILLAGE || !bay_is_garrison(bk, s, h))
        return;
    for (int u = bay_troops(bk, s, h); u >= 0; u = bay_next_troops(bk, s, u))
        s->units[u].facing = BAY_NO_FACING;
}

void bay_put(const struct bay_book *bk, struct bay_state *s, int u, int h, enum bay_place place)
{
    int above = TC_NONE, top = bay_top(s, h);

    if (place == BAY_ON_TOP) {
        if (top >= 0 && bay_is_art(bk, top) && !bay_is_art(bk, u))
            above = top; /* a battery on top stays there */
    } else {
        for (int v = top; v >= 0; v = bay_below(s, v))
            if (v == top || !bay_is_art(bk, v) || bay_is_art(bk, u))
                above = v;
    }
    link_in(s, u, h, above);
    form_garrison(bk, s, h);
}

void bay_put_battery(const struct bay_book *bk, struct bay_state *s, int h, bool above)
{
    int b = bay_battery(bk, s, h);

    bay_lift(s, b);
    bay_put(bk, s, b, h, above ? BAY_ON_TOP : BAY_AT_BOTTOM);
}

static void insert_by_pos(struct bay_state *s, int u)
{
    int h = s->units[u].hex, above = TC_NONE;

    for (int v = bay_top(s, h); v >= 0 && s->units[v].pos <= s->units[u].pos;
         v = bay_below(s, v))
        above = v;
    if (above < 0) {
        s->below[u] = (int16_t)(bay_top(s, h) + 1);
        set_top(s, h, u);
    } else {
        s->below[u] = s->below[above];
        s->below[above] = (int16_t)(u + 1);
    }
}

bool bay_index_fresh(const struct bay_book *bk, const struct bay_state *s)
{
    return s->key == key_of(bk, s);
}

void bay_index(const struct bay_book *bk, struct bay_state *s)
{
    if (bay_index_fresh(bk, s))
        return;
    memset(s->at, 0, sizeof s->at);
    memset(s->below, 0, sizeof s->below);
    for (int i = 0; i < BAY_IMPACTS; i++)
        if (s->impacts[i].level && bay_on_map(bk, s->impacts[i].hex))
            bay_set_impact(s, s->impacts[i].hex, s->impacts[i].level);
    for (int u = 0; u < bk->units; u++)
        if (s->units[u].hex >= 0)
            insert_by_pos(s, u);
    for (int u = 0; u < bk->units; u++)
        if (s->units[u].hex >= 0) {
            renumber(s, s->units[u].hex);
            form_garrison(bk, s, s->units[u].hex);
        }
    s->key = key_of(bk, s);
}

void bay_take_up(const struct bay_book *bk, struct bay_state *s, const struct tc_umpire *u)
{
    if (!u->going)
        bay_index(bk, s);
#if defined(TC_DEBUG) && TC_DEBUG
    TC_BUG_ON(!bay_index_fresh(bk, s));
#endif
}

/* How many units the stack of a hex holds by its links; one that leads back into itself: too
 * many. */
static int chain_length(const struct bay_book *bk, const struct bay_state *s, int h)
{
    int n = 0;

    for (int u = bay_top(s, h); u >= 0 && n <= bk->units; u = bay_below(s, u))
        n++;
    return n;
}

/* Every link leads to a unit of this battle or nowhere, and no stack into itself. */
static bool links_end(const struct bay_book *bk, const struct bay_state *s)
{
    for (int u = 0; u < bk->units; u++)
        if (bay_below(s, u) < TC_NONE || bay_below(s, u) >= bk->units)
            return false;
    for (int h = 0; h < (int)(sizeof s->at / sizeof s->at[0]); h++) {
        int top = bay_top(s, h);
        if (top < TC_NONE || top >= bk->units ||
            (top >= 0 && chain_length(bk, s, h) > bk->units))
            return false;
    }
    return true;
}

/* A unit that a link leads to stands on that hex. */
static bool link_holds(const struct bay_state *s, int link, int h)
{
    return link == TC_NONE || (h >= 0 && s->units[link].hex == h);
}

bool bay_index_holds(const struct bay_book *bk, const struct bay_state *s)
{
    int linked = 0, there = 0;

    if (!links_end(bk, s))
        return false;
    if (s->key != key_of(bk, s))
        return true; /* edited by hand: the next step builds it anew */
    for (int h = 0; h < (int)(sizeof s->at / sizeof s->at[0]); h++) {
        linked += chain_length(bk, s, h);
        if (!link_holds(s, bay_top(s, h), h))
            return false;
    }
    for (int u = 0; u < bk->units; u++) {
        there += s->units[u].hex >= 0;
        if (!link_holds(s, bay_below(s, u), s->units[u].hex))
            return false;
    }
    return linked == there;
}
