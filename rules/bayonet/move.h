/* rules/bayonet/move.h - movement on the map: chapter 7, and targets of charges: 5.4. */
#ifndef BAY_MOVE_H
#define BAY_MOVE_H

#include "rules/bayonet/combat.h"

/* Movement allowance (B-7.0a to c). Pure. */
int bay_allowance(const struct bay_book *bk, const struct bay_state *s, int u);

/* MP for u (one of `movers` that go together) to step from a hex in direction d after
 * spending so much; -1 with the reason when it may not. Front hexes and box are not looked at.
 */
int bay_step_cost(const struct bay_book *bk, const struct bay_state *s, int u, int from, int d,
                  int spent, int movers, struct tc_refusal *why);

/* May it end its move there with that facing (B-9.1b, RUL-39)? */
bool bay_may_end(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                 int facing);

/* Is the unit outside its brigade's box now? */
bool bay_astray(const struct bay_book *bk, const struct bay_state *s, int u);

/* Is u a unit of the brigade that is acting, still in the field? rule is that of the question.
 */
bool bay_acts_now(const struct bay_book *bk, const struct bay_state *s, int u, const char *rule,
                  struct tc_refusal *why);

/* May a unit that complies enter that hex (RUL-19: hex by hex)? With why: who forbids it. */
bool bay_box_lets(const struct bay_book *bk, const struct bay_state *s, int h,
                  struct tc_refusal *why);

/* Its move, leg by leg, to the end (leg.c). */
void bay_march(struct bay_turn *t);

/* The move of a unit outside its box or isolated (RUL-19, RUL-26). */
void bay_do_duty(struct bay_turn *t, int u);

/* All (hex, facing) a unit can reach this activation. */
enum { BAY_WINDOW = 17, BAY_NODES = BAY_WINDOW * BAY_WINDOW * 6 };
struct bay_reach {
    int16_t start;
    uint16_t n;
    uint8_t cost[BAY_NODES]; /* 255: not reached */
    int16_t prev[BAY_NODES];
    int16_t node[BAY_NODES];              /* cheapest first */
    int16_t hex[BAY_WINDOW * BAY_WINDOW]; /* of a cell that has been reached */
};

enum bay_reach_flags { BAY_REACH_BOX = 1 };
void bay_reach(const struct bay_book *bk, const struct bay_state *s, int u, int flags,
               struct bay_reach *out);
static inline int bay_reach_hex(const struct bay_reach *r, int node)
{
    return r->hex[node / 6];
}
int bay_reach_node(const struct bay_book *bk, const struct bay_reach *r, int h, int facing);

/* Walk a unit to a node it can reach: MP, obstacles, disorder, place in the stack. */
void bay_walk(struct bay_turn *t, int u, const struct bay_reach *r, int node, bool beneath);

/* One step in direction d for a cost: all that follows from it. */
void bay_step_to(struct bay_turn *t, int u, int d, int cost, bool beneath);

/* What the enemy has in a hex: infantry, cavalry, a lone battery, a marker, or nothing. */
enum bay_sort {
    BAY_SORT_NONE = -1,
    BAY_SORT_FOOT,
    BAY_SORT_HORSE,
    BAY_SORT_GUNS,
    BAY_SORT_MARKER
};
enum bay_sort bay_sort_of(const struct bay_book *bk, const struct bay_state *s, int h, int foe);

/* Would an attack by u on a neighbour hex be legal from that hex (11.2 to 11.6)? ground: with
 * the open ground horse needs; charge: under Charge. Pure. */
bool bay_attack_legal(const struct bay_book *bk, const struct bay_state *s, int u, int from,
                      int target, bool charge, bool ground, struct tc_refusal *why);

/* The unit that meets an attack on h out of direction d (seen from h), or TC_NONE when its
 * owner has yet to say (RUL-38, RUL-40). Pure. */
int bay_meets(const struct bay_book *bk, const struct bay_state *s, int h, int d);

/* Front, flank or rear, as it counts for that unit (RUL-38). Pure. */
int bay_attack_zone(const struct bay_book *bk, const struct bay_state *s, int u, int d);

/* Targets of a charge with that facing: the best class, the best priority (RUL-28). */
enum { BAY_TARGETS = 16, BAY_RANK_MARKER = 3, BAY_RANK_NONE = 9 };
struct bay_targets {
    int n, rank, priority;
    int16_t hex[BAY_TARGETS];
};
void bay_targets_of(const struct bay_book *bk, const struct bay_state *s, int u, int facing,
                    struct bay_targets *out);

/* Does the unit take part in a charge at all (B-5.4v, isolated, locked, pinned)? */
bool bay_can_charge(const struct bay_book *bk, const struct bay_state *s, int u);

/* Any enemy unit in a Priority 1 hex (B-5.4o); in any priority hex (B-5.4u, RUL-32). */
bool bay_enemy_in_front(const struct bay_book *bk, const struct bay_state *s, int u);
bool bay_enemy_in_priority(const struct bay_book *bk, const struct bay_state *s, int u);

/* May this unit of a stack attack out of its hex in direction d (RUL-38)? */
bool bay_own_front(const struct bay_book *bk, const struct bay_state *s, int u, int d);

/* Name a target, turn, run (chapter 5.4): the whole move of a charging unit. */
void bay_charge_move(struct bay_turn *t, int u);

/* Must it be picked: a target it has to charge? */
bool bay_must_charge(const struct bay_book *bk, const struct bay_state *s, int u);

#endif
