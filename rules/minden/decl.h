/* rules/minden/decl.h - the words of the system: verbs, questions, events, reasons, labels. */
#ifndef MIN_DECL_H
#define MIN_DECL_H

#include "kernel/reasons.h"
#include "kernel/ruleset.h"
#include "rules/minden/state.h"

enum min_verb {
    MIN_V_PLACE,      /* unit, point, facing: deployment */
    MIN_V_WITHHOLD,   /* unit: no room in the zone */
    MIN_V_DECLINE,    /* of a Fog gift */
    MIN_V_SHIFT_GUNS, /* battery */
    MIN_V_RELOCATE,   /* point, facing */
    MIN_V_TWICE,      /* battery */
    MIN_V_ADVANCE,    /* brigade */
    MIN_V_COLUMNS,    /* yes or no */
    MIN_V_FLEE,       /* unit: whose compulsory move comes next */
    MIN_V_DICE_CLEAR, /* throw to clear or reform */
    MIN_V_LEAVE,      /* the marker where it is */
    MIN_V_PICK,       /* unit */
    MIN_V_BRIGADE,    /* brigade moves as one */
    MIN_V_REGIMENT,   /* regiment, in line or column */
    MIN_V_DONE,
    MIN_V_KEEP_WHOLE,
    MIN_V_SPLIT,
    MIN_V_STAND,
    MIN_V_DICE,   /* throw for movement */
    MIN_V_CHANGE, /* formation */
    MIN_V_LIMBER,
    MIN_V_UNLIMBER,
    MIN_V_MANHANDLE,
    MIN_V_FALL_BACK, /* manufactured retreat */
    MIN_V_ENTER,     /* length along the edge segment */
    MIN_V_KEEP,      /* dice */
    MIN_V_MOVE,      /* path */
    MIN_V_CHARGE,    /* target, path */
    MIN_V_FORM,      /* formation files ranks gap */
    MIN_V_TURN,      /* about left right */
    MIN_V_BEND,      /* left-files left right-files right */
    MIN_V_HANDLE,    /* point, facing: manhandling */
    MIN_V_FIRE,      /* response */
    MIN_V_HOLD,      /* fire */
    MIN_V_EVADE,
    MIN_V_STAND_FAST, /* and do not fire */
    MIN_V_STAND_FIRE,
    MIN_V_COUNTER,
    MIN_V_HALT,      /* pursuit: after a length */
    MIN_V_SECONDARY, /* charge this unit instead */
    MIN_V_SHOOT,     /* unit */
    MIN_V_CEASE,     /* end of the Fire phase */
    MIN_V_AT,        /* target, from which section */
    MIN_V_BONUS,     /* dice */
    MIN_V_FIGHT,     /* the melee of this unit */
    MIN_V_GO_ON,     /* after a draw */
    MIN_V_BREAK_OFF,
    MIN_V_LOSE_FIRST, /* unit */
    MIN_VERBS
};

enum min_question {
    MIN_Q_PLACE,    /* unit */
    MIN_Q_FOG_GUNS, /* models left */
    MIN_Q_RELOCATE, /* battery, reach */
    MIN_Q_TWICE,    /* models left */
    MIN_Q_FOG_BRIGADE,
    MIN_Q_COLUMNS, /* brigade */
    MIN_Q_FLEE,
    MIN_Q_CLEAR, /* unit */
    MIN_Q_PICK,
    MIN_Q_SPLIT,   /* battery */
    MIN_Q_ACTION,  /* unit */
    MIN_Q_ENTER,   /* unit */
    MIN_Q_KEEP,    /* unit, dice, rate */
    MIN_Q_NEXT,    /* of the group */
    MIN_Q_PATH,    /* unit, value, owed */
    MIN_Q_FORM,    /* unit */
    MIN_Q_HANDLE,  /* battery, reach */
    MIN_Q_RESPOND, /* firer, mover, dice */
    MIN_Q_REACT,   /* target, charger */
    MIN_Q_PURSUE,  /* charger, evader, reach */
    MIN_Q_FIRE,
    MIN_Q_TARGET, /* firer */
    MIN_Q_BONUS,  /* firer, section, dice left */
    MIN_Q_MELEE,
    MIN_Q_DRAW,   /* a unit of the melee */
    MIN_Q_LOSSES, /* figures */
    MIN_QUESTIONS
};

enum min_event_id {
    MIN_E_FIRST_SIDE,
    MIN_E_PLACED,
    MIN_E_WITHHELD,
    MIN_E_PLAYER_TURN,
    MIN_E_RAIN_STOPS,
    MIN_E_RAIN_GOES_ON,
    MIN_E_FOG_NOTHING,
    MIN_E_FOG,
    MIN_E_FOG_NO_EFFECT,
    MIN_E_COMMANDER_KILLED,
    MIN_E_COMMANDER_UNHORSED,
    MIN_E_COMMANDER_CALLED,
    MIN_E_LOST_ORDERS,
    MIN_E_INSPIRED,
    MIN_E_GUNS_SHIFTED,
    MIN_E_GUNS_TWICE,
    MIN_E_BRIGADE_ADVANCES,
    MIN_E_FORMED,
    MIN_E_ORDER_RESTORED,
    MIN_E_PHASE,
    MIN_E_FLIGHT,
    MIN_E_LEFT_TABLE,
    MIN_E_NO_WAY,
    MIN_E_DESTROYED,
    MIN_E_CLEARED,
    MIN_E_NOT_CLEARED,
    MIN_E_ENTRY_READY,
    MIN_E_ENTRY_DELAYED,
    MIN_E_ENTERS,
    MIN_E_SPLIT,
    MIN_E_STANDS,
    MIN_E_MARKED_RED,
    MIN_E_DISORDERED,
    MIN_E_LIMBERED,
    MIN_E_UNLIMBERED,
    MIN_E_MANHANDLED,
    MIN_E_THROW,
    MIN_E_KEPT,
    MIN_E_MOVED,
    MIN_E_CHARGE,
    MIN_E_CLIPPED,
    MIN_E_REACTION,
    MIN_E_HALTS,
    MIN_E_PURSUES,
    MIN_E_SECONDARY,
    MIN_E_COUNTER,
    MIN_E_CONTACT,
    MIN_E_NO_CONTACT,
    MIN_E_CHARGE_BONUS,
    MIN_E_SET_BACK,
    MIN_E_SUPPORT,
    MIN_E_CASUALTIES,
    MIN_E_GUN_LOST,
    MIN_E_TEST,
    MIN_E_ROUTS,
    MIN_E_RETREATS,
    MIN_E_RECOVERS,
    MIN_E_MELEE_SCORE,
    MIN_E_MELEE_WON,
    MIN_E_MELEE_DRAWN,
    MIN_E_MELEE_GOES_ON,
    MIN_E_MELEE_ENDS,
    MIN_E_BROKEN_OFF,
    MIN_E_LOSES_FIGURES,
    MIN_E_TURN_ENDS,
    MIN_E_BROKEN,
    MIN_E_POINTS,
    MIN_E_OVER,
    MIN_EVENT_IDS
};

enum min_reason {
    MIN_R_NOT_YOURS = TC_R_FIRST,
    MIN_R_OUT_OF_ZONE,
    MIN_R_OFF_TABLE,
    MIN_R_OVERLAPS,
    MIN_R_ENEMY_NEAR,
    MIN_R_IMPASSABLE,
    MIN_R_THERE_IS_ROOM,
    MIN_R_TOO_FAR,
    MIN_R_NOT_A_BATTERY,
    MIN_R_TOO_MANY_GUNS,
    MIN_R_ALREADY_CHOSEN,
    MIN_R_NOT_FOOT_BRIGADE,
    MIN_R_BRIGADE_HELD,
    MIN_R_NOT_FLEEING,
    MIN_R_NOT_ON_TABLE,
    MIN_R_ALREADY_ACTED,
    MIN_R_COMPULSORY_DONE,
    MIN_R_FLEEING,
    MIN_R_COMMANDS_LAST,
    MIN_R_ONLY_COMMANDS,
    MIN_R_NOT_IN_ENTRY,
    MIN_R_NO_ENTRY_ROOM,
    MIN_R_BRIGADE_NOT_WHOLE,
    MIN_R_BRIGADE_EMPTY,
    MIN_R_REGIMENT_SMALL,
    MIN_R_ONE_GUN,
    MIN_R_NO_SPARE,
    MIN_R_RED,
    MIN_R_IN_MELEE,
    MIN_R_NO_RATE,
    MIN_R_NO_CHANGE,
    MIN_R_NOT_GUNS,
    MIN_R_IS_LIMBERED,
    MIN_R_IS_UNLIMBERED,
    MIN_R_IS_COMMAND,
    MIN_R_OFF_SEGMENT,
    MIN_R_TOO_MANY_DICE,
    MIN_R_NO_SUCH_DIE,
    MIN_R_NO_DIE,
    MIN_R_NOT_PENDING,
    MIN_R_BAD_LEG,
    MIN_R_BENT_WHEEL,
    MIN_R_TOO_LONG,
    MIN_R_THREE_INCHES,
    MIN_R_NEARER,
    MIN_R_TERRAIN_STOP,
    MIN_R_TERRAIN_STOPPED,
    MIN_R_TABLE_EDGE,
    MIN_R_OWED,
    MIN_R_BRIGADE_MUST_MOVE,
    MIN_R_HORSE_HELD,
    MIN_R_MARCH_COLUMN_CHARGE,
    MIN_R_CANNOT_CHARGE,
    MIN_R_OWN_SIDE,
    MIN_R_NOT_STRAIGHT,
    MIN_R_BAD_ANGLE,
    MIN_R_NO_CONTACT,
    MIN_R_OTHER_ENEMY,
    MIN_R_MISSES_EDGE,
    MIN_R_NO_SIGHT,
    MIN_R_CHARGE_TERRAIN,
    MIN_R_ONE_CHARGE,
    MIN_R_FORMATION_BARRED,
    MIN_R_SAME_FORMATION,
    MIN_R_FILES,
    MIN_R_RANKS,
    MIN_R_GAP,
    MIN_R_NOT_THREE_DEEP,
    MIN_R_BEND_KIND,
    MIN_R_BEND_ANGLE,
    MIN_R_BEND_FILES,
    MIN_R_CANNOT_EVADE,
    MIN_R_NOT_HORSE,
    MIN_R_DISORDERED,
    MIN_R_NOT_FRONT,
    MIN_R_HALT_RANGE,
    MIN_R_NOT_PASSED,
    MIN_R_SECONDARY_FAR,
    MIN_R_HAS_MOVED,
    MIN_R_HAS_FIRED,
    MIN_R_NO_TARGET,
    MIN_R_HORSE_NO_FIRE,
    MIN_R_COLUMN_NO_FIRE,
    MIN_R_LIMBERED_NO_FIRE,
    MIN_R_NO_WEAPON,
    MIN_R_COMMAND_TARGET,
    MIN_R_TARGET_IN_MELEE,
    MIN_R_OUT_OF_ARC,
    MIN_R_OUT_OF_RANGE,
    MIN_R_HARD_COVER,
    MIN_R_GAP_CLOSED,
    MIN_R_NO_SECTION,
    MIN_R_SECTION_FIRED,
    MIN_R_BONUS_RANGE,
    MIN_R_FOUGHT,
    MIN_R_NO_MELEE,
    MIN_R_NOT_LOSER,
    /* invariants (check.c) */
    MIN_R_C_FIGURES,
    MIN_R_C_TABLE,
    MIN_R_C_OVERLAP,
    MIN_R_C_MARKER,
    MIN_R_C_MELEE,
    MIN_R_C_FORMATION,
    MIN_R_C_FLAGS,
    MIN_R_C_GAME,
    MIN_R_C_MOVER,
    MIN_R_C_COMMAND,
    MIN_REASONS
};

/* Labels: parts of sums and words within sentences. */
enum min_label {
    MIN_B_TEST, /* the sum of a TEST */
    MIN_B_DISORDERED,
    MIN_B_LOSS_10,
    MIN_B_LOSS_25,
    MIN_B_LOSS_33,
    MIN_B_LOSS_50,
    MIN_B_BY_ARTILLERY,
    MIN_B_FLANK_REAR_FIRE,
    MIN_B_CONTACT_FLANK,
    MIN_B_CONTACT_REAR,
    MIN_B_GREEN,
    MIN_B_TRAINED,
    MIN_B_VETERAN,
    MIN_B_SELF_RETREAT,
    MIN_B_FRIEND_RETREAT,
    MIN_B_SELF_ROUT,
    MIN_B_FRIEND_ROUT,
    MIN_B_FRIEND_LOST,
    MIN_B_CHARGE,
    MIN_B_SUPPORTED,
    MIN_B_FRIENDS,
    MIN_B_COMMAND,
    MIN_B_DIE,
    MIN_B_MOVE_DICE, /* the sum of movement dice */
    MIN_B_RATE,
    MIN_B_MOVE_BRIGADE,
    MIN_B_MOVE_COMMAND,
    MIN_B_MOVE_GRADE,
    MIN_B_FIRE_DICE, /* the sum of fire dice */
    MIN_B_FIGURES,
    MIN_B_HALF_DISORDER,
    MIN_B_HALF_ASKEW,
    MIN_B_HALF_LONG,
    MIN_B_HALF_COVER,
    MIN_B_REDUCED,
    MIN_B_FIRE_GRADE,
    MIN_B_DENSE,
    MIN_B_CANISTER,
    MIN_B_RAIN,
    MIN_B_CALM,
    MIN_B_ENTRY_DICE,
    MIN_B_DELAY,
    MIN_B_ONE_DIE,
    MIN_LABELS
};

/* The last is no leg a player may give: a Fog advance, along the mover's heading. */
enum min_leg_id { MIN_MARCH, MIN_LEFT, MIN_RIGHT, MIN_LEGS, MIN_SLIDE = MIN_LEGS };

/* Words of parameters. */
enum { MIN_TURN_ABOUT, MIN_TURN_LEFT, MIN_TURN_RIGHT };
enum {
    MIN_FROM_WHOLE,
    MIN_FROM_LEFT, /* wings and centre of a bent line */
    MIN_FROM_CENTRE,
    MIN_FROM_RIGHT,
    MIN_FROM_FRONT, /* sides of a square */
    MIN_FROM_RIGHT_SIDE,
    MIN_FROM_REAR,
    MIN_FROM_LEFT_SIDE,
};

extern const char *const min_formation_words[];
extern const char *const min_marker_words[];
extern const char *const min_morale_words[];
extern const char *const min_where_words[];
extern const char *const min_contact_words[];
extern const char *const min_happening_words[];
extern const char *const min_phase_words[];
extern const char *const min_purpose_words[];
extern const char *const min_stage_words[];
extern const char *const min_reaction_words[];
extern const char *const min_squadrons_words[];
extern const char *const min_side_words[];
extern const char *const min_grade_words[];
extern const char *const min_effect_words[];
extern const char *const min_leg_words[];
extern const char *const min_turn_words[];
extern const char *const min_from_words[];
extern const char *const min_test_words[];
extern const char *const min_weapon_words[];
extern const char *const min_endings[];

extern const struct tc_decl min_verbs[MIN_VERBS];
extern const struct tc_decl min_events[MIN_EVENT_IDS];
extern const struct tc_decl min_reasons[MIN_REASONS];
extern const struct tc_decl min_labels[MIN_LABELS];
extern const struct tc_leg min_legs[MIN_LEGS];
extern const struct tc_name_list min_lists[MIN_LISTS];
extern const struct tc_question min_questions[MIN_QUESTIONS];
extern const struct tc_fields min_fields;

#endif
