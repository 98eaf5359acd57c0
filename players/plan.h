/* players/plan.h - plans for whole sides, and answers that follow them; private to players/. */
#ifndef PLR_PLAN_H
#define PLR_PLAN_H

#include "board/staff.h"
#include "players/think.h"

enum { PLR_LINES = 10 }; /* missions that are considered for a command */

/* The plans of both sides, as one who thinks has them in mind. */
struct plr_orders {
    const struct tc_staff *staff;
    struct tc_plan plan[TC_SIDES];
    int (*natural)(const struct tc_view *v, const struct tc_act *a); /* for TC_NATURAL */
    struct tc_lines lines; /* scratch: the armies as they stand */
};

/* What a command might do: at least TC_HOLD, the plainest first. */
int plr_missions(const struct tc_lines *l, int side, int command,
                 struct tc_mission out[PLR_LINES]);

/* A sensible plan without any trying: strike what is weaker and near, go for the ground that
 * counts, hold what one has. boldness 0 to 200, 100 is even. */
void plr_draft(const struct tc_lines *l, int side, int commands, int boldness,
               struct tc_plan *out);

/* The answer that follows the orders best. fine: look at every candidate of a free question,
 * not only at some. */
void plr_follow(struct plr_think *t, struct plr_orders *o, const struct tc_view *v, bool fine,
                struct tc_act *out);

/* The best `most` legal answers under the orders with what is said for each, best first;
 * follies are left out unless there is nothing else. */
int plr_rank(struct plr_think *t, struct plr_orders *o, const struct tc_view *v,
             const struct tc_offers *offers, bool fine, int most, struct tc_act *act,
             int *weight);

#endif
