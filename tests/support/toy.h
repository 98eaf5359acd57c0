/* tests/support/toy.h - a tiny rule system that exercises all of the kernel.
 *
 * Two sides of three companies each on a table of 48 by 36 inches. A turn: both sides plan in
 * secret, the plans are revealed, each side moves, fires and signals
 * then night may fall. All of it is invented.
 */
#ifndef TOY_H
#define TOY_H

#include "kernel/ruleset.h"

enum { TOY_UNITS = 6, TOY_TURNS = 4, TOY_MARCH = 6000, TOY_RANGE = 24000 };

enum toy_verb {
    TOY_V_PLAN,
    TOY_V_PICK,
    TOY_V_DONE,
    TOY_V_MARCH,
    TOY_V_HALT,
    TOY_V_FIRE,
    TOY_V_HOLD,
    TOY_V_REACT,
    TOY_V_SIGNAL,
    TOY_VERBS
};

enum toy_question {
    TOY_Q_PLAN,
    TOY_Q_PICK,
    TOY_Q_MOVE,
    TOY_Q_FIRE,
    TOY_Q_REACT,
    TOY_Q_SIGNAL,
    TOY_QUESTIONS
};

enum toy_event {
    TOY_E_TURN,
    TOY_E_REVEAL,
    TOY_E_MOVED,
    TOY_E_LOSS,
    TOY_E_GONE,
    TOY_E_HOLDS,
    TOY_E_BREAKS,
    TOY_E_REACTS,
    TOY_E_SIGNAL,
    TOY_E_WEATHER,
    TOY_E_REMARK,
    TOY_E_END,
    TOY_EVENTS
};

enum toy_step {
    TOY_S_PLAN_RED,
    TOY_S_PLAN_BLUE,
    TOY_S_REVEAL,
    TOY_S_MOVE,
    TOY_S_FIRE,
    TOY_S_SIGNAL,
    TOY_S_NIGHT,
    TOY_STEPS
};

enum toy_plan { TOY_ATTACK, TOY_DEFEND, TOY_WAIT };
enum toy_leg { TOY_AHEAD, TOY_LEFT, TOY_RIGHT, TOY_LEGS };

struct toy_unit {
    int32_t x, y, facing;
    int16_t strength; /* 0: gone */
    int8_t side;
    int8_t target; /* at whom it fired last, or TC_NONE */
    uint8_t mood;  /* 0 steady, 1 shaken */
    uint8_t pad[3];
};

struct toy_state {
    struct tc_head head;
    struct toy_unit units[TOY_UNITS];
    uint8_t plan[TC_SIDES]; /* the owner's alone until X-2 */
    uint8_t revealed;
    uint8_t moved; /* bit set of companies that have moved */
    uint8_t luck;  /* for the engine alone: the omen of the day */
    uint8_t pad[3];
    uint64_t dispatch; /* a wide number */
};

extern const struct tc_ruleset toy_rules;
extern const struct tc_book toy_book;  /* "toy/skirmish" */
extern const struct tc_book toy_other; /* the same with another hash, as after a change */

/* A judge of X-3 alone, to try: how far a path goes. */
int32_t toy_path_length(const struct tc_act *a);

#endif
