/* rules/malbrook/state.h - everything that changes in a malbrook battle, as flat bytes.
 *
 * Lengths are thousandths of an inch, angles 1/65536 of a turn. What never changes is in the
 * book. Rectangles are derived from bases, formation and pose (unit.c).
 */
#ifndef MAL_STATE_H
#define MAL_STATE_H

#include "rules/malbrook/tables.h"

enum {
    MAL_HAPPENINGS = 64, /* retreats, routs and losses of one turn */
    MAL_COMBATS = 48,
    MAL_MESSENGERS = 12,
    MAL_BASES = 40, /* of a merged brigade */
};

enum mal_status {
    MAL_NORMAL,
    MAL_RETIRING,
    MAL_ROUTING,
    MAL_PURSUING,
    MAL_EVADING,
    MAL_LOOTING
};
enum mal_control {
    MAL_NO_CONTROL,
    MAL_ATTACHED,
    MAL_CONTROLLED,
    MAL_CONFORM_LINE,
    MAL_CONFORM_REAR,
    MAL_WISH, /* tested 3 or 4: free */
    MAL_HALT,
    MAL_REPEAT,
    MAL_CONTINUE,
};
enum mal_where {
    MAL_ON_TABLE,
    MAL_WAITING, /* reinforcements */
    MAL_DESTROYED,
    MAL_OFF_TABLE,
    MAL_SURRENDERED,
    MAL_MERGED,
    MAL_SPARE,
};
enum mal_crew { MAL_CREWED, MAL_REFUGE, MAL_ELIMINATED };
enum mal_health { MAL_FIT, MAL_WOUNDED, MAL_KILLED, MAL_CAPTURED };
enum mal_last { MAL_NO_MOVE, MAL_DICED, MAL_BY_ROAD, MAL_OTHER };
enum mal_shot { MAL_NO_SHOT, MAL_SHOT_FAR, MAL_SHOT_CLOSE };
enum mal_response { MAL_NO_RESPONSE, MAL_STANDS, MAL_COUNTERS, MAL_EVADES };
enum mal_edge { MAL_NO_EDGE, MAL_EDGE_FRONT, MAL_EDGE_SIDE, MAL_EDGE_REAR };
enum mal_place { MAL_NO_PLACE, MAL_PLACE_GROUND, MAL_PLACE_UNIT };
enum mal_happening { MAL_NOTHING, MAL_H_RETIRED, MAL_H_ROUTED, MAL_H_DESTROYED, MAL_H_LEADER };

/* Choices after combat: M-22. */
enum mal_after {
    MAL_UNDECIDED,
    MAL_REMAIN,
    MAL_TAKE,
    MAL_RIDE,
    MAL_GO_BACK,
    MAL_FLEE,
    MAL_PURSUE,
};

struct mal_pose {
    int32_t x, y;
    uint16_t heading;
    uint16_t zero;
};

struct mal_unit {
    int32_t x, y; /* middle of the front edge (of the main body, if a flank is refused) */
    int32_t holder_x, holder_y;
    int32_t charge_move;                /* distance of its charge, evade or flight */
    struct mal_pose shot_from, shot_at; /* M-16.21 */
    uint16_t heading;
    uint16_t charge_heading, pursuit_heading;
    uint16_t gap;             /* unformed */
    uint16_t refuse_angle[2]; /* left, right */
    uint16_t immune_until;    /* turn: M-19.8 */
    uint16_t shot_turn, split_turn;
    int16_t last_veer;
    int16_t card; /* what it is: its own, or that of the brigade it came from */
    int16_t command, controller, conforms_to;
    int16_t target; /* of its charge */
    int16_t quarry, pursued_by;
    int16_t refuge; /* crew: the brigade that shelters it */
    int16_t last_target;
    int16_t volley_by; /* whose flanking musketry halted it */
    int16_t immune_from;
    int16_t principal; /* opponent in combat */
    int16_t parent;    /* brigade it was split from */
    int16_t place;     /* declared halting place */
    int8_t side, wing; /* wing whose strength it belongs to */
    int8_t combat, captured_by;
    uint8_t n, formation, front, files;
    uint8_t refuse_k[2];
    uint8_t dp, dp_morale, grade, mixed, mounted, outrance_ok;
    uint8_t where, status, old_status, control;
    uint8_t last_kind, last_dice, speed_prev, speed_now;
    /* this turn */
    uint8_t moved, changed, turned, under_fire, fired, fought, charged, outrance, countered;
    uint8_t steadied, inspired, passed, acted, declared, pivoted, ceased, retires_on;
    uint8_t tested, response, dice, place_kind, doubles, halves, from_near;
    /* combat */
    uint8_t counted, file_first, file_last, edge, flanked, after, result, only_guns, struck;
    uint8_t locked, charge_failed, must_charge, fast_done, unformed_stay, holders;
    uint8_t limbered, crew, bombarded, closed_fire;
    uint8_t met; /* pursuers in contact with fresh enemy: fights this turn */
    uint8_t zero[8];
    uint64_t shaken[2]; /* friends this rout has shaken */
};

struct mal_leader {
    int32_t x, y;
    int16_t attached;
    uint8_t health, actions, where, moved, tested_fire, tested_combat, fell, zero[3];
};

struct mal_wing {
    int32_t x, y, radius; /* order zone: a disc, when radius > 0; else the card's polygon */
    uint16_t lost;        /* bases and guns gone for good */
    uint8_t order, broken;
    int16_t marshal;
    uint8_t zero[2];
};

struct mal_messenger {
    int32_t x, y;
    int32_t zone_x, zone_y;
    int16_t sender, addressee;
    int16_t unit, to; /* a re-assignment: unit and command; else TC_NONE */
    uint8_t live, carried, wounded, order;
    uint8_t moved, zero[3];
};

/* Something that shakes friends: where it began and where it ended. */
struct mal_event {
    int32_t x[2], y[2], w[2], d[2];
    uint16_t heading[2];
    int16_t unit, leader;
    uint8_t kind, grade, foot, later; /* later: a rout move after the first */
    int8_t side;
    uint8_t zero;
    uint16_t wings; /* of a Marshal who fell: those he had, one bit each */
};

struct mal_combat {
    uint8_t hits[2], dice[2];
    int8_t first; /* side that decides first */
    uint8_t
        stage; /* M-21.13: a bit for each side whose cavalry stood in ranks before the dice */
    uint8_t guns_only, zero;
};

struct mal_state {
    struct tc_head head;
    int8_t first_side;
    int8_t side;          /* acting in this phase */
    uint8_t phase, round; /* round 1: the follow-on combat of M-RUL-25 */
    int16_t cursor, group;
    int16_t units; /* in use: cards and parts */
    uint8_t combats, events;
    int8_t roll[4]; /* first AvD, second AvD, D6 of the group; 0: not rolled */
    int8_t initiative[TC_SIDES];
    uint8_t broken[TC_SIDES];
    int16_t points[TC_SIDES];
    int16_t mover; /* brigade whose path is being walked */
    uint16_t zero16;
    struct mal_wing wings[MAL_WINGS];
    struct mal_leader leaders[MAL_LEADERS];
    struct mal_messenger messengers[MAL_MESSENGERS];
    int8_t holders[MAL_GROUNDS]; /* of objectives */
    struct mal_combat combat[MAL_COMBATS];
    struct mal_event log[MAL_HAPPENINGS];
    uint8_t zero8[4];
    struct mal_unit brigades[MAL_UNITS];
};

_Static_assert(sizeof(struct mal_unit) == 184, "struct mal_unit has no hidden padding");
_Static_assert(sizeof(struct mal_leader) == 20, "struct mal_leader has no hidden padding");
_Static_assert(sizeof(struct mal_wing) == 20, "struct mal_wing has no hidden padding");
_Static_assert(sizeof(struct mal_messenger) == 32, "struct mal_messenger has no padding");
_Static_assert(sizeof(struct mal_event) == 48, "struct mal_event has no hidden padding");
_Static_assert(sizeof(struct mal_state) == 28704, "a state is small");

enum mal_phase {
    MAL_P_INITIATIVE,
    MAL_P_BOMBARD,
    MAL_P_COMMAND,
    MAL_P_MOVE,
    MAL_P_CLOSE,
    MAL_P_COMBAT,
    MAL_P_MORALE,
};

/* Steps of the sequence of play, in rulebook order (flow.c). */
enum mal_step {
    MAL_S_TURN,
    MAL_S_BOMBARD,
    MAL_S_LEADERS,
    MAL_S_MESSENGERS,
    MAL_S_CONTROL,
    MAL_S_COMPULSORY,
    MAL_S_PICK,
    MAL_S_DECLARE,
    MAL_S_MARCH,
    MAL_S_LEADERS_RIDE,
    MAL_S_CLOSE_FIRE,
    MAL_S_CHARGE,
    MAL_S_RESPOND,
    MAL_S_CHARGE_DICE,
    MAL_S_CHARGE_MOVE,
    MAL_S_MUSKETRY,
    MAL_S_ABANDON,
    MAL_S_FIGHT,
    MAL_S_RESULT,
    MAL_S_AFTER,
    MAL_S_ROUND_END,
    MAL_S_REDRESS,
    MAL_S_MORALE,
    MAL_S_VICTORY,
    MAL_STEPS
};

#endif
