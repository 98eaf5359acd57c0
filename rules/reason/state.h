/* rules/reason/state.h - the state of a battle under `reason`: flat, integers, no pointers. */
#ifndef REA_STATE_H
#define REA_STATE_H

#include "rules/reason/tables.h"

enum { REA_NO = 255 }; /* no unit, body, leader ... in a byte */

enum rea_where {
    REA_AWAIT, /* not yet arrived */
    REA_ON,
    REA_GONE,     /* eliminated, left the map or led away */
    REA_CAPTURED, /* under guard until the Rally Phase: R-14.5x1 */
    REA_RESERVE,  /* a component inside its parent, or a parent broken down */
    REA_WHERES
};

enum rea_morale { REA_GOOD, REA_SHAKEN, REA_ROUTED, REA_MORALES };

enum rea_fate { REA_FIT, REA_WOUNDED, REA_KILLED, REA_TAKEN, REA_FATES };

struct rea_unit {
    uint8_t sp;
    uint8_t where;  /* enum rea_where */
    uint8_t body;   /* REA_NO when not in a body */
    uint8_t morale; /* enum rea_morale */
    uint8_t disordered;
    uint8_t kept;      /* Disorder asleep: R-RUL-72 */
    uint8_t voluntary; /* voluntary rout */
    uint8_t failed;    /* has failed a Rally Check since: R-B2.13 */
    uint8_t active;    /* taking part in this activation */
    uint8_t used;      /* activated this turn */
    uint8_t ooc;       /* Out of Command */
    uint8_t rallied;   /* Rally Phase: done */
    uint8_t tried;     /* reform, recovery or initiative tried in this segment */
    uint8_t reserve[3];
    int16_t hex;   /* captured: where */
    uint8_t again; /* has run on in this chain of retreats: R-19.2b */
    uint8_t pad;
};

struct rea_body {
    int16_t hex[REA_LONG];
    uint8_t unit[REA_STACK];
    uint8_t units; /* 0: slot not in use */
    uint8_t side, form, facing, hook, len;
    uint8_t under; /* guns: beneath the others of the stack: R-10.3e */
    uint8_t fired; /* bits: left or only part, right part, hook */
    uint8_t prolonged, rapid, moved, done;
    uint8_t road;                /* moves by road: R-RUL-55 */
    uint8_t last;                /* last step: 0 none, 1 left, 2 right: R-RUL-19 */
    uint8_t whole;               /* an act that took all MPs was done */
    uint8_t loose;               /* GO outside GO terrain: R-B2.14 */
    int16_t mp;                  /* sixths spent in this segment */
    int16_t er;                  /* accumulated Disorder modifiers */
    uint8_t checks;              /* causes accumulated */
    uint8_t wait_hex, wait_side; /* checking hex entered, hexside crossed: R-RUL-18 */
    uint8_t steps;               /* hexes entered in this segment or charge */
    uint8_t charged;             /* moved at least one hex in a charge */
    uint8_t d_taken;             /* received a D in this combat: R-RUL-76 */
    uint8_t d_fresh;             /* Disordered by a D of an earlier round */
    uint8_t towed;               /* guns that go along with the mover: R-B2.5 */
    uint8_t pass;                /* stationary: occurrences of Pass-Through; a mover: it is
                                    among friends in another order it may join, R-RUL-105 */
    uint8_t crossed;             /* checking hexside of this column already counted */
    int16_t last_side_hex;       /* R-RUL-64: the hexside counted, by its hex */
    uint8_t square_moved;
    uint8_t entered; /* bit 0: has turned or gone to Skirmish; above: changes of the stack */
    uint8_t rank;    /* order among its like in a stack, the highest on top: R-10.x2 */
    uint8_t pad;
};

struct rea_leader {
    int16_t hex;
    uint8_t fate;    /* enum rea_fate */
    uint8_t placed;  /* on the map */
    uint8_t in;      /* In Command */
    uint8_t stunned; /* may not move this turn: T-15 */
    uint8_t with;    /* body he rides with in this move, or REA_NO */
    uint8_t tried;
    uint8_t initiative, range, rating;
    uint8_t replaced; /* replacement due */
    int16_t mp;
    uint8_t moved, pad;
};

struct rea_command_state {
    uint8_t finished, active, limited, chosen;
};

enum { REA_QUEUE = 24, REA_ATTACKS = 24, REA_PATH = 10, REA_WIDE = 5 };

enum rea_due {
    REA_DUE_NONE,
    REA_DUE_RETREAT, /* a plain retreat: body, hexes left */
    REA_DUE_ROUT,    /* a rout retreat */
    REA_DUE_MORALE,  /* retreated through */
    REA_DUE_AGAIN,   /* a Routed stack retreated through: R-19.2b */
    REA_DUE_AFTER,   /* Morale Check after a retreat before combat */
    REA_DUES
};

struct rea_due_act {
    uint8_t kind, body, left, moved;
    uint8_t cause; /* enum rea_cause */
    uint8_t max;   /* elective: may stop early */
    int16_t start; /* where the retreat began */
};

struct rea_attack {
    uint8_t body;   /* attacker, REA_NO: dropped out */
    uint8_t target; /* lead body of the stack it named */
    uint8_t charge, fight, fired, retreated;
    int16_t hex; /* where it attacks from: R-14.3c */
};

struct rea_defence {
    uint8_t body; /* any body of the stack */
    uint8_t fight, done, reacted, counter, fired, pad[2];
};

struct rea_state {
    struct tc_head head;
    struct rea_unit unit[REA_UNITS];
    struct rea_body body[REA_BODIES];
    struct rea_leader leader[REA_LEADERS];
    struct rea_command_state command[REA_COMMANDS];
    uint8_t wing_done[REA_WINGS];
    /* Armies. */
    int16_t morale[TC_SIDES];
    int16_t start_sp[TC_SIDES];
    int16_t points[TC_SIDES];
    uint8_t steps[TC_SIDES]; /* highest 10 % step checked: T-13 */
    uint8_t lapse[TC_SIDES];
    uint8_t due_check[TC_SIDES]; /* army morale check due: bit 0 special, bit 1 leader */
    uint8_t am_points[TC_SIDES]; /* rating points sacrificed for the next roll */
    uint8_t goal[REA_GOALS];     /* side that holds it + 1 */
    /* Turn. */
    uint8_t end_box, end_step, fog, won, last_won, any_won;
    uint8_t die[TC_SIDES];
    uint8_t special, special_side, special_left, special_mode;
    uint8_t ending; /* the turn ends after this activation */
    /* Activation. */
    uint8_t phase, acting, wing, lead_command, solo, limited;
    uint8_t cursor, cursor2, sub;
    uint8_t mover, mover_leader, reacting, moved_any;
    uint8_t opp_fired[REA_BODIES / 8];
    uint8_t opp_charged[REA_BODIES / 8];
    uint8_t pad1[2];
    int16_t was_hex; /* where the mover's head was before its last act */
    uint8_t back;    /* step to go on with when the queue is empty */
    uint8_t queued;
    struct rea_due_act queue[REA_QUEUE];
    uint8_t passed[REA_PATH]; /* stacks retreated through, to be checked afterwards */
    uint8_t passes;
    /* Close combat. */
    uint8_t attacks, defences, fights, fight, round, opp;
    uint8_t pad2[1];
    struct rea_attack attack[REA_ATTACKS];
    struct rea_defence defence[REA_ATTACKS];
    int16_t path[REA_PATH]; /* where a parent that breaks down stood */
    uint8_t path_len, pad4;
    int16_t run[REA_ATTACKS * REA_PATH];               /* by fight: the rout of the beaten */
    uint8_t run_len[REA_ATTACKS], router[REA_ATTACKS]; /* and who made it */
    uint8_t points_left, points_used, no_recall, recall_er, pursuer, chased;
    int16_t vacated[REA_ATTACKS * REA_WIDE]; /* hexes a beaten defence stood in, or -1 */
    uint8_t fire_join[8], joins;             /* firers combined so far */
    uint8_t pad3[1];
    int16_t fire_hex;
    uint8_t fire_part[8];
    uint8_t tail[2];
};

_Static_assert(sizeof(struct rea_unit) == 20, "no hidden padding");
_Static_assert(sizeof(struct rea_state) < 32768, "a state stays small");

#endif
