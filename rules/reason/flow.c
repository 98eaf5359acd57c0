/* rules/reason/flow.c - the sequence of play, in rulebook order. */
#include "rules/reason/flow.h"

/* Inside a step hexes are indices of the map, outside printed numbers. */
#define STEP(NAME)                                                                             \
    static void run_##NAME(void *state, struct tc_umpire *u)                                   \
    {                                                                                          \
        if (!u->inside)                                                                        \
            rea_to_index(rea_book(u->book), state);                                            \
        rea_step_##NAME(state, u);                                                             \
        if (!u->inside)                                                                        \
            rea_to_printed(rea_book(u->book), state);                                          \
    }

STEP(turn)
STEP(enter)
STEP(initiative)
STEP(special)
STEP(choose)
STEP(attach)
STEP(control)
STEP(recover)
STEP(fire)
STEP(volunteer)
STEP(move)
STEP(moving)
STEP(ride)
STEP(react)
STEP(stop)
STEP(place)
STEP(declare)
STEP(steady)
STEP(answer)
STEP(charge)
STEP(group)
STEP(evade)
STEP(stand)
STEP(volley)
STEP(round)
STEP(outcome)
STEP(advance)
STEP(pursue)
STEP(after)
STEP(finish)
STEP(limited)
STEP(rally)
STEP(rally_shaken)
STEP(captives)
STEP(army)
STEP(verdict)
STEP(due)

const struct tc_step rea_steps[REA_STEPS] = {
    [REA_ST_TURN] = { "turn", "R-6.3x1", run_turn, "initiative" },
    [REA_ST_ENTER] = { "enter", "R-21.4", run_enter, "initiative" },
    [REA_ST_INITIATIVE] = { "initiative", "R-6.1x1", run_initiative, "initiative" },
    [REA_ST_SPECIAL] = { "special", "R-6.1x2", run_special, "initiative" },
    [REA_ST_CHOOSE] = { "choose", "R-6.3x1", run_choose, "activations" },
    [REA_ST_ATTACH] = { "attach", "R-6.4x1", run_attach, "activations" },
    [REA_ST_CONTROL] = { "control", "R-7.6x1", run_control, "activations" },
    [REA_ST_RECOVER] = { "recover", "R-17.3a", run_recover, "activations" },
    [REA_ST_FIRE] = { "fire", "R-12.x5", run_fire, "activations" },
    [REA_ST_VOLUNTEER] = { "volunteer", "R-18.7a.1", run_volunteer, "activations" },
    [REA_ST_MOVE] = { "move", "R-11.x1", run_move, "activations" },
    [REA_ST_MOVING] = { "moving", "R-11.x1", run_moving, "activations" },
    [REA_ST_RIDE] = { "ride", "R-20.1", run_ride, "activations" },
    [REA_ST_REACT] = { "react", "R-12.7x1", run_react, "activations" },
    [REA_ST_STOP] = { "stop", "R-17.1c.1", run_stop, "activations" },
    [REA_ST_PLACE] = { "place", "R-8.4e.10", run_place, "activations" },
    [REA_ST_DECLARE] = { "declare", "R-13.1x1", run_declare, "activations" },
    [REA_ST_STEADY] = { "steady", "R-13.2x1", run_steady, "activations" },
    [REA_ST_ANSWER] = { "answer", "R-13.4.1", run_answer, "activations" },
    [REA_ST_CHARGE] = { "charge", "R-13.3x1", run_charge, "activations" },
    [REA_ST_GROUP] = { "group", "R-13.0.4", run_group, "activations" },
    [REA_ST_EVADE] = { "evade", "R-13.8.1", run_evade, "activations" },
    [REA_ST_STAND] = { "stand", "R-13.7x1", run_stand, "activations" },
    [REA_ST_VOLLEY] = { "volley", "R-13.9x1", run_volley, "activations" },
    [REA_ST_ROUND] = { "round", "R-14.x1", run_round, "activations" },
    [REA_ST_OUTCOME] = { "outcome", "R-14.4x1", run_outcome, "activations" },
    [REA_ST_ADVANCE] = { "advance", "R-15.1x1", run_advance, "activations" },
    [REA_ST_PURSUE] = { "pursue", "R-15.2x1", run_pursue, "activations" },
    [REA_ST_AFTER] = { "after", "R-14.3d.2", run_after, "activations" },
    [REA_ST_FINISH] = { "finish", "R-7.6x1", run_finish, "activations" },
    [REA_ST_LIMITED] = { "limited", "R-6.8x1", run_limited, "activations" },
    [REA_ST_RALLY] = { "rally", "R-18.3f.1", run_rally, "end" },
    [REA_ST_SHAKEN] = { "shaken", "R-18.3x1", run_rally_shaken, "end" },
    [REA_ST_CAPTIVES] = { "captives", "R-14.5x1", run_captives, "end" },
    [REA_ST_ARMY] = { "army", "R-22.x1", run_army, "end" },
    [REA_ST_VERDICT] = { "verdict", "R-22.x1", run_verdict, "end" },
    [REA_ST_DUE] = { "due", "R-19.2a.1", run_due, "activations" },
};
