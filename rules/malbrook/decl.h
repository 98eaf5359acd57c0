/* rules/malbrook/decl.h - the words of the system: verbs, questions, events, reasons, labels.
 */
#ifndef MAL_DECL_H
#define MAL_DECL_H

#include "kernel/reasons.h"
#include "kernel/ruleset.h"
#include "rules/malbrook/state.h"

enum mal_verb {
    MAL_V_FIRST, /* go first */
    MAL_V_SECOND,
    MAL_V_FIRE,     /* gun target */
    MAL_V_LOB,      /* gun target: indirect */
    MAL_V_HOLD,     /* no fire, no volley, no shot */
    MAL_V_RIDE,     /* leader point attach=unit */
    MAL_V_STEADY,   /* leader */
    MAL_V_INSPIRE,  /* leader */
    MAL_V_ISSUE,    /* leader wing order point */
    MAL_V_SEND,     /* leader wing order point */
    MAL_V_TRANSFER, /* leader unit command by=messenger: re-assignment */
    MAL_V_LISTEN,   /* leader */
    MAL_V_PASS,
    MAL_V_CONCEDE,
    MAL_V_CARRY,      /* messenger point */
    MAL_V_CONFORM,    /* unit to */
    MAL_V_TEST,       /* unit */
    MAL_V_CARRY_ON,   /* unit: rout, pursuit or looting go on */
    MAL_V_ADJUST,     /* leader grade: -1 0 +1 */
    MAL_V_PICK,       /* unit: its group moves next */
    MAL_V_HALT,       /* unit */
    MAL_V_DICE,       /* unit dice double place line-up */
    MAL_V_CHANGE,     /* unit formation front point heading */
    MAL_V_TWICE,      /* unit formation front point heading: double formation change */
    MAL_V_ABOUT,      /* unit */
    MAL_V_SIDE_STEP,  /* unit length */
    MAL_V_STEP_BACK,  /* unit length */
    MAL_V_REFUSE,     /* unit hand bases */
    MAL_V_STRAIGHTEN, /* unit hand */
    MAL_V_ROAD,       /* unit length */
    MAL_V_MOUNT,      /* unit formation front point heading */
    MAL_V_DISMOUNT,   /* unit */
    MAL_V_UNLIMBER,   /* unit heading */
    MAL_V_PIVOT,      /* unit angle */
    MAL_V_SHIFT,      /* unit angle length: a medium gun by hand */
    MAL_V_REFORM,     /* unit formation front point heading */
    MAL_V_RECREW,     /* unit */
    MAL_V_TAKE_GUN,   /* unit gun */
    MAL_V_MERGE,      /* unit with */
    MAL_V_SPLIT,      /* unit bases */
    MAL_V_MOVE,       /* unit wheel incline veer march facing files gap */
    MAL_V_THREAD,     /* unit veer march: through a gap */
    MAL_V_BEND,       /* unit hand bases angle: backward wheel */
    MAL_V_WITHDRAW,   /* unit angle */
    MAL_V_STAY,
    MAL_V_VOLLEY,      /* length of the path */
    MAL_V_HOLDERS,     /* point */
    MAL_V_RETIRE,      /* unit */
    MAL_V_CHARGE,      /* unit target veer outrance */
    MAL_V_JOIN,        /* unit with: merge for a charge */
    MAL_V_NO_CHARGE,   /* unit */
    MAL_V_COUNTER,     /* unit */
    MAL_V_EVADE,       /* unit angle */
    MAL_V_STAND,       /* unit */
    MAL_V_SHOOT,       /* at a lone leader: unit leader */
    MAL_V_SHOOT_RIDER, /* at a messenger */
    MAL_V_LOSE,        /* unit hand: which end loses the base */
    MAL_V_AFTER,       /* unit choice */
    MAL_V_BACK,        /* unit angle length */
    MAL_V_CHASE,       /* unit quarry */
    MAL_V_DRESS,       /* unit */
    MAL_VERBS
};

_Static_assert(MAL_VERBS <= 64, "verbs fit a bit set");

enum mal_question {
    MAL_Q_ORDER,
    MAL_Q_FIRE,      /* gun */
    MAL_Q_LEADER,    /* leader, actions left */
    MAL_Q_MESSENGER, /* messenger */
    MAL_Q_CONFORM,   /* unit */
    MAL_Q_CEASE,     /* unit */
    MAL_Q_ADJUST,    /* unit, die */
    MAL_Q_PICK,
    MAL_Q_DECLARE,     /* unit */
    MAL_Q_PATH,        /* unit, allowance */
    MAL_Q_WITHDRAW,    /* unit, enemy */
    MAL_Q_VOLLEY,      /* firer, mover */
    MAL_Q_RIDE,        /* leader */
    MAL_Q_HOLDERS,     /* unit */
    MAL_Q_RETIRED,     /* unit */
    MAL_Q_CHARGE,      /* unit */
    MAL_Q_RESPOND,     /* unit, charger */
    MAL_Q_CHARGE_DICE, /* unit */
    MAL_Q_SHOOT,       /* unit */
    MAL_Q_LOSE,        /* unit */
    MAL_Q_LOSER,       /* unit: which brigade of the side loses the base */
    MAL_Q_AFTER,       /* unit, result */
    MAL_Q_BACK,        /* unit, distance */
    MAL_Q_CHASE,       /* unit */
    MAL_Q_REDRESS,     /* unit */
    MAL_QUESTIONS
};

enum mal_event_id {
    MAL_E_TURN,
    MAL_E_PHASE,
    MAL_E_INITIATIVE,
    MAL_E_FIRST,
    MAL_E_ARRIVES,
    MAL_E_FIRES,
    MAL_E_LOBS,
    MAL_E_NO_EFFECT,
    MAL_E_SCATTER,
    MAL_E_DP,
    MAL_E_DP_GONE,
    MAL_E_CASUALTY,
    MAL_E_DESTROYED,
    MAL_E_OFF_TABLE,
    MAL_E_LEADER_MOVES,
    MAL_E_ATTACHES,
    MAL_E_DETACHES,
    MAL_E_STEADIES,
    MAL_E_INSPIRES,
    MAL_E_ISSUES,
    MAL_E_SENDS,
    MAL_E_DELIVERED,
    MAL_E_NEW_ORDER,
    MAL_E_TRANSFERRED,
    MAL_E_LEADER_HIT,
    MAL_E_LEADER_SAFE,
    MAL_E_LEADER_WOUNDED,
    MAL_E_LEADER_KILLED,
    MAL_E_LEADER_CAPTURED,
    MAL_E_LEADER_JOINS,
    MAL_E_MESSENGER_LOST,
    MAL_E_CONCEDES,
    MAL_E_CONTROL,
    MAL_E_TESTED,
    MAL_E_CEASES,
    MAL_E_HALTS,
    MAL_E_MOVE_DICE,
    MAL_E_MOVES,
    MAL_E_WHEELS,
    MAL_E_INCLINES,
    MAL_E_FORMS,
    MAL_E_FACES_ABOUT,
    MAL_E_STEPS,
    MAL_E_REFUSES,
    MAL_E_STRAIGHTENS,
    MAL_E_CROSSES,
    MAL_E_PASSES,
    MAL_E_THREADS,
    MAL_E_MOUNTS,
    MAL_E_DISMOUNTS,
    MAL_E_HOLDERS,
    MAL_E_UNLIMBERS,
    MAL_E_PIVOTS,
    MAL_E_REFORMS,
    MAL_E_RECREWED,
    MAL_E_GUN_TAKEN,
    MAL_E_MERGES,
    MAL_E_SPLITS,
    MAL_E_CONFORMS,
    MAL_E_WITHDRAWS,
    MAL_E_VOLLEY_AT,
    MAL_E_VOLLEY,
    MAL_E_LOOTS,
    MAL_E_CHARGES,
    MAL_E_RESPONDS,
    MAL_E_CHARGE_DICE,
    MAL_E_EVADES,
    MAL_E_CONTACT,
    MAL_E_NO_CONTACT,
    MAL_E_CREW_LEAVES,
    MAL_E_CREW_LOST,
    MAL_E_GUN_CAPTURED,
    MAL_E_CIVILIANS,
    MAL_E_WAGON,
    MAL_E_COMBAT,
    MAL_E_HITS,
    MAL_E_RESULT,
    MAL_E_REMAINS,
    MAL_E_TAKES,
    MAL_E_RIDES_THROUGH,
    MAL_E_RETIRES,
    MAL_E_ROUTS,
    MAL_E_PURSUES,
    MAL_E_BLOCKED,
    MAL_E_HACK,
    MAL_E_SURRENDERS,
    MAL_E_STOPS,
    MAL_E_REDRESSES,
    MAL_E_SHAKEN,
    MAL_E_WING_BROKEN,
    MAL_E_ARMY_BROKEN,
    MAL_E_HELD,
    MAL_E_POINTS,
    MAL_E_OVER,
    MAL_EVENT_IDS
};

enum mal_reason {
    MAL_R_NOT_YOURS = TC_R_FIRST,
    MAL_R_NOT_THIS, /* the question is about another brigade */
    MAL_R_GONE,
    MAL_R_FRIEND,
    MAL_R_NOT_A_GUN,
    MAL_R_LIMBERED,
    MAL_R_NO_CREW,
    MAL_R_FIRED,
    MAL_R_CLOSE_ONLY,
    MAL_R_ARC,
    MAL_R_RANGE,
    MAL_R_UNSEEN,
    MAL_R_NEAREST,
    MAL_R_FRIENDS_NEAR,
    MAL_R_NO_INDIRECT,
    MAL_R_TOO_NEAR,
    MAL_R_ONLY_INDIRECT,
    MAL_R_ENEMY_AT_GUN,
    MAL_R_TOO_FAR,
    MAL_R_NOT_HIS, /* outside his chain of command */
    MAL_R_NOT_TOUCHING,
    MAL_R_NOT_ATTACHED,
    MAL_R_IS_ATTACHED,
    MAL_R_NO_DP,
    MAL_R_WOUNDED,
    MAL_R_RANK,
    MAL_R_NOT_HIS_WING,
    MAL_R_NO_MESSAGE,
    MAL_R_NO_MESSENGER,
    MAL_R_THROUGH_ENEMY,
    MAL_R_IMPASSABLE,
    MAL_R_OFF_TABLE,
    MAL_R_CANNOT_CONFORM,
    MAL_R_NO_CHOICE,
    MAL_R_NOT_NEXT,
    MAL_R_HALTED,
    MAL_R_STEADIED,
    MAL_R_IN_COMBAT,
    MAL_R_FULL_MOVE,
    MAL_R_DICE,
    MAL_R_SPEED,
    MAL_R_SPEED_LOW,
    MAL_R_NOT_FAR, /* enemy within 6 inches */
    MAL_R_GUN_DICE,
    MAL_R_SAME_FORMATION,
    MAL_R_NO_FORMATION,
    MAL_R_NEVER_FORMED,
    MAL_R_NO_UNFORM,
    MAL_R_SHAPE,
    MAL_R_OFF_SPOT,
    MAL_R_HEADING,
    MAL_R_OVERLAPS,
    MAL_R_UNFORMED,
    MAL_R_NOT_FOOT_LINE,
    MAL_R_GRADE,
    MAL_R_TOO_LONG,
    MAL_R_REFUSED,
    MAL_R_NOT_REFUSED,
    MAL_R_BASES,
    MAL_R_NOT_ON_ROAD,
    MAL_R_NOT_MARCH_COLUMN,
    MAL_R_NO_ROAD_MOVE,
    MAL_R_NOT_DRAGOONS,
    MAL_R_MOUNTED,
    MAL_R_DISMOUNTED,
    MAL_R_HOLDERS_FAR,
    MAL_R_NOT_LIMBERED,
    MAL_R_NOT_CONTROLLED,
    MAL_R_PIVOT,
    MAL_R_GUN_MOVE,
    MAL_R_CREW_GONE,
    MAL_R_ENEMY_NEAR,
    MAL_R_NOT_FORMED_YET,
    MAL_R_CANNOT_MERGE,
    MAL_R_NO_ROOM,
    MAL_R_FULL_DISTANCE,
    MAL_R_TOO_SHORT,
    MAL_R_DEVIATION,
    MAL_R_WHEEL,
    MAL_R_INCLINE,
    MAL_R_COMBINED,
    MAL_R_BLOCKED,
    MAL_R_ORDERS,
    MAL_R_BROKEN_WING,
    MAL_R_GAP,
    MAL_R_CLOSED,
    MAL_R_DIRECTION,
    MAL_R_COMPULSORY,
    MAL_R_STRIP,
    MAL_R_NOT_CAVALRY,
    MAL_R_MAY_NOT_CHARGE,
    MAL_R_NO_PATH,
    MAL_R_NO_OUTRANCE,
    MAL_R_MUST_CHARGE,
    MAL_R_NOT_TO_FRONT,
    MAL_R_ONLY_STAND,
    MAL_R_NOT_UNFORMED_CAVALRY,
    MAL_R_TWO_INCHES,
    MAL_R_NOT_LONE,
    MAL_R_NOT_PERMITTED,
    MAL_R_NOT_BEATEN,
    MAL_R_NOT_LEFT,
    MAL_R_ROOM,
    MAL_R_MAY_NOT_STOP,
    MAL_R_LINKED,
    MAL_R_CANNOT_ATTACH_NOW,
    /* invariants and scenarios */
    MAL_R_BAD_BASES,
    MAL_R_BAD_DP,
    MAL_R_BAD_PLACE,
    MAL_R_BAD_FORMATION,
    MAL_R_BAD_COUNT,
    MAL_R_BAD_LEADER,
    MAL_R_BAD_SIDE,
    MAL_R_BAD_GROUP,
    MAL_R_BAD_TURN,
    MAL_R_BAD_TIE,
    MAL_R_BAD_RIDER,
    MAL_R_BAD_EVENT,
    MAL_R_CARD_BASES,
    MAL_R_CARD_MIXED,
    MAL_R_CARD_MARSHALS,
    MAL_R_CARD_LEADER,
    MAL_R_WARN_TABLE,
    MAL_R_WARN_SMALL,
    MAL_R_WARN_SEATS,
    MAL_REASONS
};

enum mal_label {
    MAL_LB_DIE,
    MAL_LB_INITIATIVE,
    MAL_LB_EXCEPTIONAL,
    MAL_LB_CONTROL,
    MAL_LB_IN_MOTION,
    MAL_LB_LED,
    MAL_LB_STEADY_TROOPS,
    MAL_LB_FIRE,
    MAL_LB_GUN_CLASS,
    MAL_LB_GUN_DP,
    MAL_LB_FAR,
    MAL_LB_NEW_TARGET,
    MAL_LB_EXPOSED,
    MAL_LB_FORTIFIED,
    MAL_LB_WORKS,
    MAL_LB_SAME_TARGET,
    MAL_LB_DICE,
    MAL_LB_BASES,
    MAL_LB_GRADE,
    MAL_LB_INSPIRED,
    MAL_LB_GROUND,
    MAL_LB_ENEMY_WORKS,
    MAL_LB_CHARGING,
    MAL_LB_OUTRANCE,
    MAL_LB_PURSUING,
    MAL_LB_SUPPORTED,
    MAL_LB_PLATOON,
    MAL_LB_MOVED_FOOT,
    MAL_LB_FLANK,
    MAL_LB_DPS,
    MAL_LB_LABELS_END
};

/* The tables (decl.c, words.c). */
extern const struct tc_decl mal_verbs[MAL_VERBS];
extern const struct tc_question mal_questions[MAL_QUESTIONS];
extern const struct tc_decl mal_events[MAL_EVENT_IDS];
extern const struct tc_decl mal_reasons[MAL_REASONS];
extern const struct tc_decl mal_labels[MAL_LB_LABELS_END];
extern const struct tc_fields mal_fields;

/* Word lists that fields and declarations share (fields.c). */
extern const char *const mal_status_words[];
extern const char *const mal_control_words[];
extern const char *const mal_where_words[];
extern const char *const mal_formation_words[];
extern const char *const mal_grade_words[];
extern const char *const mal_crew_words[];
extern const char *const mal_health_words[];
extern const char *const mal_order_words[];
extern const char *const mal_after_words[];
extern const char *const mal_result_words[];
extern const char *const mal_hand_words[];
extern const char *const mal_dice_words[];
extern const char *const mal_phase_words[];
extern const char *const mal_degree_words[];
extern const char *const mal_response_words[];
extern const char *const mal_cause_words[];

/* Hands and dice. */
enum { MAL_LEFT, MAL_RIGHT };
enum mal_dice { /* M-13.4a: bits 1 first AvD, 2 second AvD, 4 D6 */
                MAL_NO_DICE = 0,
                MAL_ONE = 1,
                MAL_TWO = 3,
                MAL_ONE_PLUS = 5,
                MAL_TWO_PLUS = 7,
};
enum mal_degree { MAL_DRAWN, MAL_MARGINAL, MAL_CLEAR, MAL_DECISIVE }; /* M-VIC-9 */
enum mal_cause { MAL_BY_MOVE, MAL_BY_FIRE, MAL_BY_COMBAT, MAL_BY_MORALE };

#endif
