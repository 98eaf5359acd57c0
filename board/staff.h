/* board/staff.h - what a system gives a player who plans: who stands where under which
 * command, where an answer would leave a piece, and what nobody does who knows his trade.
 *
 * A plan says for each command (brigade, wing) what it is drawn to (players/manner.h). Nothing
 * here rolls a die or looks at what its side may not know.
 */
#ifndef TC_STAFF_H
#define TC_STAFF_H

#include "kernel/umpire.h"
#include "board/lines.h"

enum { TC_COMMANDS = 96, TC_NEVER = -1000000 };

enum tc_task {
    TC_NATURAL,   /* as troops do that are left to themselves (kernel/eye.h: settle) */
    TC_HOLD,      /* stay, face the enemy, shoot */
    TC_ADVANCE,   /* take or cover a ground, in line */
    TC_ASSAULT,   /* close with a command of the enemy and charge it */
    TC_FALL_BACK, /* out of the enemy's reach, facing him */
    TC_TASKS
};

struct tc_mission {
    uint8_t task;   /* enum tc_task */
    int16_t target; /* ADVANCE: a goal; ASSAULT: a command of the enemy; else TC_NONE */
};

/* A whole side's. */
struct tc_plan {
    int commands;
    struct tc_mission mission[TC_COMMANDS];
};

/* A piece as an answer would leave it. */
struct tc_pose {
    int16_t unit;
    int32_t x, y, dx, dy; /* as in struct tc_line_body */
};

/* A system may give folly alone; then nobody plans, but nobody plays the fool either. */
struct tc_staff {
    /* How many commands a side has; at most TC_COMMANDS. */
    int (*commands)(const struct tc_book *bk, int side);
    /* Both armies, each body with its unit and command, and all grounds worth having. */
    void (*muster)(const struct tc_book *bk, const void *state, struct tc_lines *out);
    /* Where an answer leaves the piece it moves; false: it moves none. NULL: what an answer
     * leads to shows soon enough when it is tried. */
    bool (*pose)(const struct tc_view *v, const struct tc_act *a, struct tc_pose *out);
    /* Is this answer a folly: something given away for nothing, while another of the offers
     * does better in every case? Offers may be NULL where they are not known. */
    bool (*folly)(const struct tc_view *v, const struct tc_act *a, const struct tc_offers *o);
    /* Turns after this one; -1: nobody knows. */
    int (*left)(const struct tc_book *bk, const void *state);
    int32_t pace; /* with pose: what is a short march, thousandths of an inch or of a hex */
};

/* Is there an answer with this verb among the offers? */
static inline bool tc_is_offered(const struct tc_offers *o, int verb)
{
    for (int i = 0; o && i < o->n; i++)
        if (o->act[i].verb == verb)
            return true;
    return false;
}

#endif
