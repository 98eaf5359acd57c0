/* rules/bayonet/board.h - who stands where: chapters 8 and 9 as questions, and the index.
 *
 * A hex holds a chain of units, top first; batteries are links of it like any other unit.
 * Routed Unit markers lie alone in their hex. Everything here is pure but the bay_put and
 * bay_lift families.
 */
#ifndef BAY_BOARD_H
#define BAY_BOARD_H

#include "rules/bayonet/state.h"

enum { BAY_AT_UNIT = 511, BAY_AT_SHIFT = 9 };

/* --- Units ---------------------------------------------------------------------- */

static inline const struct bay_unit_def *bay_def(const struct bay_book *bk, int u)
{
    return &bk->unit[u];
}

static inline int bay_side_of(const struct bay_book *bk, int u)
{
    return bk->unit[u].side;
}

static inline int bay_brigade_of(const struct bay_book *bk, int u)
{
    return bk->unit[u].brigade;
}

/* Infantry and dismounted dragoons; cavalry and mounted dragoons; batteries (B-2.1.2a). */
static inline bool bay_is_foot(const struct bay_book *bk, int u)
{
    return bk->unit[u].kind == BAY_INF || bk->unit[u].kind == BAY_DISMOUNTED;
}

static inline bool bay_is_horse(const struct bay_book *bk, int u)
{
    return bk->unit[u].kind == BAY_CAV || bk->unit[u].kind == BAY_MOUNTED;
}

static inline bool bay_is_art(const struct bay_book *bk, int u)
{
    return bk->unit[u].kind == BAY_ART;
}

/* --- Hexes ----------------------------------------------------------------------- */

/* The unit or marker on top of a hex, or TC_NONE. */
static inline int bay_top(const struct bay_state *s, int h)
{
    return h < 0 ? TC_NONE : (s->at[h] & BAY_AT_UNIT) - 1;
}

static inline int bay_below(const struct bay_state *s, int u)
{
    return s->below[u] - 1;
}

/* Impact on a hex (enum bay_shot). */
static inline int bay_impact_at(const struct bay_state *s, int h)
{
    return s->at[h] >> BAY_AT_SHIFT;
}

/* True when what lies on top is a Routed Unit marker. */
static inline bool bay_is_marker(const struct bay_state *s, int u)
{
    return u >= 0 && (s->units[u].life == BAY_ROUTED_1 || s->units[u].life == BAY_ROUTED_2);
}

static inline bool bay_fights(const struct bay_state *s, int u)
{
    return s->units[u].life == BAY_FIGHTS && s->units[u].hex >= 0;
}

/* A unit of that side is there (batteries are units, markers are not: B-2.3g, B-2.1.5a). */
static inline bool bay_held_by(const struct bay_book *bk, const struct bay_state *s, int h,
                               int side)
{
    int u = bay_top(s, h);

    /* B-2.1.5a, B-2.3g */
    return u >= 0 && bk->unit[u].side == side && s->units[u].life == BAY_FIGHTS;
}

/* First infantry, cavalry or dragoon unit of a hex, batteries left out, or TC_NONE. */
int bay_troops(const struct bay_book *bk, const struct bay_state *s, int h);

/* The next such unit beneath u, or TC_NONE. */
int bay_next_troops(const struct bay_book *bk, const struct bay_state *s, int u);

/* How many of them; the battery of a hex, or TC_NONE. */
int bay_count(const struct bay_book *bk, const struct bay_state *s, int h);
int bay_battery(const struct bay_book *bk, const struct bay_state *s, int h);

/* Two to four battalions in a village (B-9.1.2a). */
bool bay_is_garrison(const struct bay_book *bk, const struct bay_state *s, int h);

/* Direction 0..5 from a hex to its neighbour, -1 when they do not touch. */
int bay_dir(const struct bay_book *bk, int from, int to);

static inline int bay_distance(const struct bay_book *bk, int a, int b)
{
    return tc_hex_distance(bk->vec[a], bk->vec[b]);
}

static inline bool bay_is_open(const struct bay_book *bk, int h)
{
    return bk->terrain[h] == BAY_CLEAR;
}

/* --- Facing (8.0) ------------------------------------------------------------------ */

/* MP for turning from one facing to another (B-8.0h, B-8.0i). */
int bay_turn_cost(const struct bay_book *bk, int from, int to);

static inline bool bay_in_front(int facing, int d)
{
    return d == facing || d == (facing + 1) % 6;
}

/* Zone of direction d for a unit of that facing: 0 front, 1 flank, 2 rear (B-8.0c, B-8.0k). */
int bay_zone(int facing, int d);

/* How many hexes ahead its priority hexes lie: the fourth row is for horse alone (B-5.4g). */
static inline int bay_charge_rows(const struct bay_book *bk, int u)
{
    return bay_is_horse(bk, u) ? 3 : 2;
}

/* Priority 1..4 of a hex for a unit at h with that facing, 0 for none (B-5.4d to g). */
int bay_priority(const struct bay_book *bk, const struct bay_state *s, int u, int h, int facing,
                 int target);

/* Lateral and depth coordinate of a hex for a front (B-8.0f). */
static inline int bay_x(const struct bay_book *bk, int h, int front)
{
    return bk->lateral[front][h];
}

static inline int bay_y(const struct bay_book *bk, int h, int front)
{
    return bk->depth[front][h];
}

/* --- Stacks (9.1) ------------------------------------------------------------------- */

/* May u share the hex with the troops that are there (the count of movers given)? */
bool bay_can_stack(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                   int movers);

/* Empty flank hexes of a hex and facing: bit 0 left, bit 1 right (B-11.2.2k). */
int bay_empty_flanks(const struct bay_book *bk, const struct bay_state *s, int side, int h,
                     int facing);

/* Open flanks of a unit where it stands (B-11.2.2k to m, RUL-38). */
int bay_open_flanks(const struct bay_book *bk, const struct bay_state *s, int u);

/* How the stack in a hex stands now (B-9.1.1e); BAY_BEHIND for what is no stack of two. */
int bay_stack_mode(const struct bay_book *bk, const struct bay_state *s, int h);

/* The unit beneath u that stands behind it, or TC_NONE. mode is that of its hex. */
int bay_behind(const struct bay_book *bk, const struct bay_state *s, int u);

/* A unit's neighbours. */
bool bay_enemy_adjacent(const struct bay_book *bk, const struct bay_state *s, int u);
bool bay_brigade_near_enemy(const struct bay_book *bk, const struct bay_state *s, int b);
bool bay_brigade_in_impact(const struct bay_book *bk, const struct bay_state *s, int b,
                           int level);

/* --- Changing places ------------------------------------------------------------------ */

enum bay_place { BAY_ON_TOP, BAY_AT_BOTTOM };

/* Take a unit or marker off the map; its firefights are not touched. */
void bay_lift(struct bay_state *s, int u);

/* Put it on a hex. Batteries keep their place: on top of, or beneath, all troops. */
void bay_put(const struct bay_book *bk, struct bay_state *s, int u, int h,
             enum bay_place place);

/* Put the battery of a hex above or beneath the troops. */
void bay_put_battery(const struct bay_book *bk, struct bay_state *s, int h, bool above);

/* Set the impact of a hex in the index. */
static inline void bay_set_impact(struct bay_state *s, int h, int level)
{
    s->at[h] = (int16_t)((s->at[h] & BAY_AT_UNIT) | level << BAY_AT_SHIFT);
}

/* Build the index anew if it does not belong to this position. Every step begins with it. */
void bay_index(const struct bay_book *bk, struct bay_state *s);

/* The same at the beginning of a step: between steps of a playout nobody touches the state. */
void bay_take_up(const struct bay_book *bk, struct bay_state *s, const struct tc_umpire *u);

/* Does the index belong to this position? */
bool bay_index_fresh(const struct bay_book *bk, const struct bay_state *s);

/* True when an index that belongs to the position tells the truth. */
bool bay_index_holds(const struct bay_book *bk, const struct bay_state *s);

#endif
