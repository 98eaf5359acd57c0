/* rules/bayonet/combat.h - what combat does to units: losses, routs, retreats, advances.
 *
 * Chapters 9.3, 9.4, 11.2.3 to 11.2.6, 11.3.3, 11.3.4, 11.7 and 13. `from` is the hex of the
 * enemy a unit gives way to; TC_NONE means towards its own retreat edge (RUL-43).
 */
#ifndef BAY_COMBAT_H
#define BAY_COMBAT_H

#include "rules/bayonet/display.h"

enum bay_outcome { BAY_WENT, BAY_STAYED, BAY_WAS_ROUTED };

/* One casualty (11.2.4); true when it routs the unit, whose marker then goes `hexes`. */
bool bay_casualty(struct bay_turn *t, int u, const char *rule, int hexes, int from);

/* Disorder that never routs: terrain, passing markers, after its own attack. */
void bay_disorder(struct bay_turn *t, int u, const char *rule);

/* Disorder as a result of combat: the second one routs (B-11.3.3c). */
bool bay_combat_disorder(struct bay_turn *t, int u, const char *rule, int hexes, int from);

/* Rout a unit; its marker retreats, and whatever that does to friends on the way. */
void bay_rout_unit(struct bay_turn *t, int u, int hexes, int from, const char *rule);

/* The marker alone goes on: attacked (13.2), or in phase 4 (13.1). */
void bay_marker_flees(struct bay_turn *t, int u, int hexes);
void bay_marker_moves(struct bay_turn *t, int u);

/* A retreat result of n hexes, with all that may happen instead of it (11.7, RUL-41). works:
 * it was attacked across works that protect it. hexes: of its marker should it rout. */
enum bay_outcome bay_retreat(struct bay_turn *t, int u, int n, int from, bool works, int hexes);

/* The bare retreat, without table or casualty; how many hexes it went. */
int bay_fall_back(struct bay_turn *t, int u, int n, int from);

/* T7 or T8 (B-11.7d). True when it routs the unit. */
bool bay_unable(struct bay_turn *t, int u, int from);

/* May u advance into h, which the enemy has left? Do it. */
bool bay_can_advance(const struct bay_book *bk, const struct bay_state *s, int u, int h);
void bay_advance(struct bay_turn *t, int u, int h, const char *rule);

/* Into a hex of guns or fugitives: no ground disorders it (B-10.5b, B-13.2b). */
void bay_advance_unhurt(struct bay_turn *t, int u, int h, const char *rule);

/* It has turned where it stands. */
void bay_tell_turn(struct bay_turn *t, int u, const char *rule);

/* Put a moving unit on a hex where it may be, from a neighbour: place in the stack, terrain
 * that disorders horse, a battery or garrison left behind. */
void bay_enter(struct bay_turn *t, int u, int h, const char *rule);

/* The same of its own will: it lines up by turning, not for nothing (RUL-39). */
void bay_march_in(struct bay_turn *t, int u, int h, const char *rule);

/* A battalion left alone in a village takes a facing (B-9.1.2h). */
void bay_settle(struct bay_turn *t, int h);

/* Batteries with nobody left to guard them after combat (B-10.5c, B-9.2i). */
void bay_lose_battery(struct bay_turn *t, int u, const char *rule);

/* All firefights of a unit end (B-11.2.3e). */
void bay_end_firefights(struct bay_turn *t, int u);

/* An Impact marker from a battery or battalion gun (B-10.2q, RUL-90), with leader rolls. */
void bay_add_impact(struct bay_turn *t, int h, enum bay_shot level, int source,
                    const char *rule);

/* A leader of the brigade may fall (B-6.4.2); chapter 6. */
void bay_leader_risk(struct bay_turn *t, int brigade, const char *rule);

/* Masks of directions: where a marker's rout path leads from h (64: off the map), and where a
 * unit at h gives way to an enemy at `from` (B-11.7a, RUL-43, RUL-73). Pure. */
int bay_rout_dirs(const struct bay_book *bk, const struct bay_state *s, int side, int h);
int bay_yield_dirs(const struct bay_book *bk, int h, int facing, int from);

/* Protected by works against an attack that comes from `from`. */
bool bay_has_works(const struct bay_book *bk, int h, int from);

/* The fourth battalion of a garrison, or TC_NONE (B-9.1.2e). */
int bay_garrison_reserve(const struct bay_book *bk, const struct bay_state *s, int h);

/* Horse crossing that hexside, or coming into that hex, is Disordered (B-11.8.3c, f). */
bool bay_ground_disorders(const struct bay_book *bk, int from, int to);

#endif
