/* rules/bayonet/decl.h - the words of the system: verbs, questions, events, reasons, labels. */
#ifndef BAY_DECL_H
#define BAY_DECL_H

#include "kernel/reasons.h"
#include "kernel/umpire.h"
#include "rules/bayonet/state.h"

enum bay_list { BAY_L_UNIT, BAY_L_BRIGADE, BAY_L_WING, BAY_L_LEADER, BAY_LISTS };

enum bay_verb {
    BAY_V_DONE,
    BAY_V_UNLIMBER, /* unit facing */
    BAY_V_HAUL,     /* unit */
    BAY_V_LIMBER,   /* unit */
    BAY_V_PIVOT,    /* unit facing */
    BAY_V_FIRE,     /* unit */
    BAY_V_CEASE,
    BAY_V_AT,          /* hex facing */
    BAY_V_SPREAD,      /* hex */
    BAY_V_ACTIVATE_WC, /* leader */
    BAY_V_LEAD,        /* leader: he will move */
    BAY_V_TRY,         /* leader: he will attempt */
    BAY_V_GO,          /* wing line brigade */
    BAY_V_COMMIT,      /* brigade place */
    BAY_V_WITHDRAW,    /* brigade place */
    BAY_V_RELIEVE,     /* brigade */
    BAY_V_PASSAGE,     /* brigade partner */
    BAY_V_SHIFT,       /* brigade hand */
    BAY_V_TRANSFER,    /* brigade wing place */
    BAY_V_ACTIVATE,    /* brigade */
    BAY_V_PASS,
    BAY_V_PASS_WITH, /* brigade */
    BAY_V_CHANGE,    /* order */
    BAY_V_KEEP,
    BAY_V_MOVE,       /* unit */
    BAY_V_MOVE_STACK, /* unit */
    BAY_V_STEP,       /* direction facing beneath */
    BAY_V_THROUGH,    /* direction direction */
    BAY_V_TURN,       /* facing */
    BAY_V_REORDER,
    BAY_V_ABOVE,
    BAY_V_BENEATH,
    BAY_V_HALT,
    BAY_V_MARCH,  /* hex facing */
    BAY_V_CHARGE, /* hex facing */
    BAY_V_STAND,
    BAY_V_TO,   /* hex facing */
    BAY_V_UP,   /* hex */
    BAY_V_BACK, /* hex */
    BAY_V_FACE, /* facing */
    BAY_V_REFORM,
    BAY_V_RECOVER,
    BAY_V_ATTACK,  /* unit hex */
    BAY_V_NEXT,    /* unit */
    BAY_V_SECTORS, /* first second third start */
    BAY_V_REFUSE,  /* hand */
    BAY_V_GUN,
    BAY_V_KEEP_GUN,
    BAY_V_VOLLEY,
    BAY_V_HOLD_FIRE,
    BAY_V_RETREAT, /* hex */
    BAY_V_SUFFER,
    BAY_V_GIVE_GROUND,
    BAY_V_ADVANCE, /* hex */
    BAY_V_STAY,
    BAY_V_AGAIN,  /* hex from facing */
    BAY_V_CHECK,  /* brigade */
    BAY_V_LEADER, /* leader */
    BAY_V_LINE,   /* line */
    BAY_V_ROUT,   /* unit */
    BAY_V_COVER,  /* unit */
    BAY_V_CONCEDE,
    BAY_V_FIGHT_ON,
    BAY_VERBS
};
_Static_assert(BAY_VERBS <= 64, "verbs fit a bit set");

enum bay_question {
    BAY_Q_UNLIMBER,
    BAY_Q_HAUL,
    BAY_Q_HAUL_TO, /* unit */
    BAY_Q_LIMBER,
    BAY_Q_FIRE,
    BAY_Q_AIM,    /* unit */
    BAY_Q_SPREAD, /* unit hex */
    BAY_Q_WC,
    BAY_Q_WING, /* leader */
    BAY_Q_GO,   /* leader */
    BAY_Q_TRY,  /* leader */
    BAY_Q_BRIGADE,
    BAY_Q_PASS,   /* order */
    BAY_Q_ORDER,  /* brigade */
    BAY_Q_MOVE,   /* brigade */
    BAY_Q_LEG,    /* unit left */
    BAY_Q_CHARGE, /* unit */
    BAY_Q_RUN,    /* unit hex */
    BAY_Q_GOAL,   /* unit */
    BAY_Q_DRESS,  /* brigade */
    BAY_Q_DEED,   /* unit */
    BAY_Q_ATTACK, /* brigade */
    BAY_Q_SPLIT,  /* brigade: two on one hex */
    BAY_Q_NEXT,
    BAY_Q_SECTORS,  /* hex */
    BAY_Q_REFUSE,   /* hex */
    BAY_Q_GUN,      /* unit hex */
    BAY_Q_VOLLEY,   /* unit enemy */
    BAY_Q_RETREAT,  /* unit */
    BAY_Q_SUFFER,   /* unit */
    BAY_Q_ADVANCE,  /* unit hex */
    BAY_Q_PURSUE,   /* unit */
    BAY_Q_AGAIN,    /* unit */
    BAY_Q_FACE,     /* unit */
    BAY_Q_TURN_ONE, /* unit */
    BAY_Q_CHECK,
    BAY_Q_LEADER, /* brigade */
    BAY_Q_LINE,   /* leader */
    BAY_Q_ROUT,
    BAY_Q_ROUT_TO, /* unit */
    BAY_Q_COVER,   /* hex */
    BAY_Q_CONCEDE,
    BAY_QUESTIONS
};

enum bay_event {
    BAY_E_PHASE,          /* phase turn */
    BAY_E_FIRST,          /* side */
    BAY_E_UNLIMBERED,     /* unit facing */
    BAY_E_HAULED,         /* unit hex */
    BAY_E_LIMBERED,       /* unit */
    BAY_E_PIVOTED,        /* unit facing */
    BAY_E_SHOT,           /* unit hex result */
    BAY_E_IMPACT,         /* hex level */
    BAY_E_WC,             /* leader */
    BAY_E_LEADER_TO,      /* leader wing line brigade */
    BAY_E_ATTEMPT,        /* leader brigade action success */
    BAY_E_DISPLAY,        /* brigade wing line slot */
    BAY_E_INVOLUNTARY,    /* wing line */
    BAY_E_LIABLE,         /* brigade cause */
    BAY_E_COMPLIANT,      /* brigade */
    BAY_E_EXEMPT,         /* brigade by */
    BAY_E_ACTIVATED,      /* brigade */
    BAY_E_PASSED,         /* brigade */
    BAY_E_FINISHED,       /* brigade */
    BAY_E_ORDER_SET,      /* brigade order */
    BAY_E_ORDER,          /* brigade order success */
    BAY_E_ISOLATED,       /* unit */
    BAY_E_MOVED,          /* unit hex facing */
    BAY_E_CHARGES,        /* unit hex priority */
    BAY_E_BLOCKED,        /* unit hex */
    BAY_E_DRESSED,        /* unit deed */
    BAY_E_ANNOUNCED,      /* unit hex */
    BAY_E_REDIRECTED,     /* unit hex hex */
    BAY_E_DROPPED,        /* unit hex */
    BAY_E_MEETS,          /* attacker defender */
    BAY_E_GUN,            /* unit hex */
    BAY_E_VOLLEY,         /* unit enemy */
    BAY_E_RESULT,         /* attacker defender code */
    BAY_E_CASUALTY,       /* unit casualties */
    BAY_E_DEPTH,          /* unit depth */
    BAY_E_DISORDERED,     /* unit */
    BAY_E_ROUTED,         /* unit */
    BAY_E_BATTERY_LOST,   /* unit */
    BAY_E_STUCK,          /* unit result */
    BAY_E_RETREATED,      /* unit hex */
    BAY_E_ADVANCED,       /* unit hex */
    BAY_E_FIREFIGHT,      /* unit unit */
    BAY_E_FIREFIGHT_OVER, /* unit */
    BAY_E_FURTHER,        /* unit hex */
    BAY_E_MARKER,         /* unit hex */
    BAY_E_MARKER_GONE,    /* unit */
    BAY_E_MERGED,         /* unit hex */
    BAY_E_PASSED_THROUGH, /* unit hex */
    BAY_E_RESERVE,        /* unit hex */
    BAY_E_LEADER_SAFE,    /* leader */
    BAY_E_LEADER_FALLS,   /* leader */
    BAY_E_REPLACED,       /* leader by */
    BAY_E_MORALE,         /* brigade morale passed */
    BAY_E_SPARED,         /* brigade */
    BAY_E_BRIGADE_GONE,   /* brigade */
    BAY_E_WING_LOST,      /* wing */
    BAY_E_GOAL,           /* side points */
    BAY_E_CLOCK,          /* turn minutes */
    BAY_E_OVER,           /* side ending */
    BAY_E_YEAR,           /* year */
    BAY_E_WEAK,           /* unit */
    BAY_EVENTS
};

enum bay_reason {
    BAY_R_FIRED = TC_R_FIRST,
    BAY_R_NOT_BATTERY,
    BAY_R_IS_BATTERY,
    BAY_R_ENEMY_UNIT,
    BAY_R_UNIT_GONE,
    BAY_R_ROUTED,
    BAY_R_OTHER_BRIGADE,
    BAY_R_LIMBERED,
    BAY_R_NOT_LIMBERED,
    BAY_R_GUNS_HEMMED_IN,
    BAY_R_PIVOT,
    BAY_R_FAN,
    BAY_R_NOTHING_IN_FAN,
    BAY_R_SIGHT,
    BAY_R_FRIENDS_BETWEEN,
    BAY_R_FRIENDLY_TARGET,
    BAY_R_MASKED,
    BAY_R_EFFECTIVE,
    BAY_R_ENEMY_LEADER,
    BAY_R_NOT_YET,
    BAY_R_FALLEN,
    BAY_R_NOT_WC,
    BAY_R_LEADER_DONE,
    BAY_R_OTHER_WING,
    BAY_R_LEADER_MOVED,
    BAY_R_MOVES_FIRST,
    BAY_R_HAS_TRIED,
    BAY_R_AC_ELSEWHERE,
    BAY_R_NO_BRIGADES,
    BAY_R_NO_ATTEMPT,
    BAY_R_DIRECT_ZERO,
    BAY_R_ONE_LINE,
    BAY_R_KEEPS_WING,
    BAY_R_ONE_WING,
    BAY_R_IS_THERE,
    BAY_R_ENEMY_WING,
    BAY_R_NOT_WITH,
    BAY_R_ENEMY_BRIGADE,
    BAY_R_BRIGADE_GONE,
    BAY_R_NOT_THERE,
    BAY_R_WRONG_LINE,
    BAY_R_DIRECT,
    BAY_R_IN_FRONT,
    BAY_R_NOT_SUPPORT,
    BAY_R_NOT_RESERVE,
    BAY_R_FRONT_STAYS,
    BAY_R_LINE_FULL,
    BAY_R_NO_PLACE,
    BAY_R_EMPTIES,
    BAY_R_NOBODY_AHEAD,
    BAY_R_NOT_IN_SUPPORT,
    BAY_R_UNDER_CHARGE,
    BAY_R_NEAR_ENEMY,
    BAY_R_UNDER_FIRE,
    BAY_R_NOT_FULL,
    BAY_R_NO_NEIGHBOUR,
    BAY_R_WING_FAR,
    BAY_R_WING_OWN,
    BAY_R_FINISHED,
    BAY_R_TIER,
    BAY_R_CHARGE_PASS,
    BAY_R_NOT_COMPLIANT,
    BAY_R_OUT_OF_PLACE,
    BAY_R_RELIEVED,
    BAY_R_NO_ENEMY_AHEAD,
    BAY_R_SAME_ORDER,
    BAY_R_NOT_MARCHING,
    BAY_R_MOVED,
    BAY_R_LOCKED,
    BAY_R_MUST_MOVE,
    BAY_R_MUST_RETURN,
    BAY_R_MUST_REJOIN,
    BAY_R_ISOLATED,
    BAY_R_ISOLATED_LAST,
    BAY_R_ISOLATED_ONLY,
    BAY_R_GARRISON_APART,
    BAY_R_ALONE,
    BAY_R_MOVES_ALONE,
    BAY_R_CHARGES_ALONE,
    BAY_R_RETURNS_ALONE,
    BAY_R_STACK_STEPS,
    BAY_R_SPENT,
    BAY_R_NOT_FRONT,
    BAY_R_NOT_REAR,
    BAY_R_MAP_EDGE,
    BAY_R_IMPASSABLE,
    BAY_R_ENEMY_THERE,
    BAY_R_MARKER_THERE,
    BAY_R_STACKING,
    BAY_R_MP,
    BAY_R_FULL_MP,
    BAY_R_NEEDS_FACING,
    BAY_R_KEEPS_FACING,
    BAY_R_HAS_NO_FACING,
    BAY_R_SIX_FACINGS,
    BAY_R_SAME_FACING,
    BAY_R_ONE_VERTEX,
    BAY_R_TWO_VERTICES,
    BAY_R_MATE_DONE,
    BAY_R_STACK_FACING,
    BAY_R_STACK_TURNS,
    BAY_R_WING_BOUNDARY,
    BAY_R_LEFT_OF,
    BAY_R_RIGHT_OF,
    BAY_R_BEHIND_LINE,
    BAY_R_AHEAD_LINE,
    BAY_R_FARTHER,
    BAY_R_UNREACHED,
    BAY_R_NO_GUNS,
    BAY_R_TROOPS_WITH_GUNS,
    BAY_R_BEHIND_GUNS,
    BAY_R_BEFORE_GUNS,
    BAY_R_NO_DRILL,
    BAY_R_NOT_HORSE,
    BAY_R_DRILL_STACK,
    BAY_R_NO_BATTALION,
    BAY_R_TWO_BATTALIONS,
    BAY_R_ROUGH_LANE,
    BAY_R_TARGET,
    BAY_R_TURN_LOSES,
    BAY_R_BETTER_TARGET,
    BAY_R_PRIORITY_ONE,
    BAY_R_MUST_CHARGE,
    BAY_R_TURN_OR_STAND,
    BAY_R_NOBODY_TO_CHARGE,
    BAY_R_UNDER_SHOT,
    BAY_R_GOOD_ORDER,
    BAY_R_REFORM_OPEN,
    BAY_R_NO_CASUALTIES,
    BAY_R_NO_LOSSES,
    BAY_R_FIRST_CASUALTY,
    BAY_R_COVERED,
    BAY_R_GARRISON_COVERED,
    BAY_R_DREW_VOLLEY,
    BAY_R_NO_VOLLEY,
    BAY_R_HAD_VOLLEY,
    BAY_R_OTHER_ARM,
    BAY_R_FUGITIVES_CHARGE,
    BAY_R_NO_TROOPS,
    BAY_R_STACK_FRONT,
    BAY_R_HAS_DRESSED,
    BAY_R_CHARGED_NOBODY,
    BAY_R_CHARGED_OTHER,
    BAY_R_NOT_ANNOUNCED,
    BAY_R_KEEPS_TARGET,
    BAY_R_FREE_ENEMY,
    BAY_R_ONLY_TWO,
    BAY_R_NAME_THREE,
    BAY_R_NOT_IN_GARRISON,
    BAY_R_IS_RESERVE,
    BAY_R_DAGGER_FOOT,
    BAY_R_NO_FUGITIVES,
    BAY_R_HAVE_RUN,
    BAY_R_LOST_NOBODY,
    BAY_R_CHECKS_LAST,
    BAY_R_NOT_CHARGING,
    BAY_R_HAS_MOVED,
    BAY_R_DISORDERED,
    BAY_R_DOUBLE,
    BAY_R_MUST_ATTACK,
    BAY_R_ATTACKED,
    BAY_R_OPEN_GROUND,
    BAY_R_BETWEEN,
    BAY_R_NOT_ADJACENT,
    BAY_R_CHECK_SIDES,
    BAY_R_CHECK_FUGITIVES,
    BAY_R_CHECK_MIXED,
    BAY_R_CHECK_FACINGS,
    BAY_R_CHECK_GUNS,
    BAY_R_CHECK_CROWD,
    BAY_R_CHECK_IMPACT,
    BAY_R_CHECK_SIDE,
    BAY_R_CHECK_TARGET,
    BAY_R_CHECK_GONE,
    BAY_R_CHECK_OFF_MAP,
    BAY_R_CHECK_GROUND,
    BAY_R_CHECK_CASUALTIES,
    BAY_R_CHECK_DISORDER,
    BAY_R_CHECK_LOCKS,
    BAY_R_CHECK_FACING,
    BAY_R_CHECK_FIREFIGHT,
    BAY_R_CHECK_PLACE,
    BAY_R_CHECK_SLOT,
    BAY_R_CHECK_LINE,
    BAY_R_CHECK_WING,
    BAY_R_CHECK_RATING,
    BAY_R_CHECK_DIRECT,
    BAY_R_CHECK_ACTIVE,
    BAY_R_CHECK_ACTING,
    BAY_R_CHECK_LEADER,
    BAY_R_CHECK_ATTACKS,
    BAY_R_CHECK_INDEX,
    BAY_REASONS
};

enum bay_label {
    BAY_LB_RATING, /* leader */
    BAY_LB_AC,     /* leader */
    BAY_LB_HORSE,
    BAY_LB_NEAR,
    BAY_LB_EFFECTIVE,
    BAY_LB_CHARGE,
    BAY_LB_LIABLE,
    BAY_LB_WORN,
    BAY_LB_UNDER_FIRE,
    BAY_LB_DIE,
    BAY_LB_PIVOT,
    BAY_LB_IN_HIT,
    BAY_LB_CV,         /* unit */
    BAY_LB_LEADER,     /* brigade */
    BAY_LB_FLANK,      /* unit */
    BAY_LB_REAR,       /* unit */
    BAY_LB_HIT,        /* hex */
    BAY_LB_EFF_CV,     /* hex */
    BAY_LB_TERRAIN,    /* hex */
    BAY_LB_SIDE,       /* hex */
    BAY_LB_OPEN,       /* unit */
    BAY_LB_UNDERLINED, /* unit */
    BAY_LB_MOMENTUM,   /* unit */
    BAY_LB_NET,
    BAY_LB_MORALE,
    BAY_LB_PRINTED, /* unit */
    BAY_LB_TOTAL,
    BAY_LABELS
};

extern const struct tc_question bay_questions[BAY_QUESTIONS];
extern const struct tc_decl bay_verbs[BAY_VERBS];
extern const struct tc_decl bay_events[BAY_EVENTS];
extern const struct tc_decl bay_reasons[BAY_REASONS];
extern const struct tc_decl bay_labels[BAY_LABELS];
extern const struct tc_fields bay_fields;

extern const char *const bay_nation_names[BAY_NATIONS]; /* B-2.1.2g, by code */
extern const char *const bay_facing_words[];
extern const char *const bay_direction_words[];
extern const char *const bay_line_words[];
extern const char *const bay_order_words[];
extern const char *const bay_code_words[];
extern const char *const bay_shot_words[];
extern const char *const bay_endings[];

enum bay_ending { BAY_END_NONE, BAY_END_WING, BAY_END_GOALS, BAY_END_CONCEDED, BAY_END_TIME };

/* The places of the sequence of play (3.0). */
enum bay_step {
    BAY_S_TURN,
    BAY_S_GUNS_FIRST,
    BAY_S_UNLIMBER,
    BAY_S_HAUL,
    BAY_S_LIMBER,
    BAY_S_FIRE,
    BAY_S_WINGS_FIRST,
    BAY_S_WC,
    BAY_S_WING,
    BAY_S_BRIGADES_FIRST,
    BAY_S_BRIGADE,
    BAY_S_ORDER,
    BAY_S_MOVE,
    BAY_S_DRESS,
    BAY_S_ATTACKS,
    BAY_S_FIGHT,
    BAY_S_LEADERS,
    BAY_S_MORALE,
    BAY_S_BRIGADE_DONE,
    BAY_S_ROUT,
    BAY_S_VICTORY,
    BAY_S_CLEAN_UP,
    BAY_STEPS
};

/* Steps, in files by chapter. */
void bay_step_turn(void *state, struct tc_umpire *u);
void bay_step_guns_first(void *state, struct tc_umpire *u);
void bay_step_unlimber(void *state, struct tc_umpire *u);
void bay_step_haul(void *state, struct tc_umpire *u);
void bay_step_limber(void *state, struct tc_umpire *u);
void bay_step_fire(void *state, struct tc_umpire *u);
void bay_step_wings_first(void *state, struct tc_umpire *u);
void bay_step_wc(void *state, struct tc_umpire *u);
void bay_step_wing(void *state, struct tc_umpire *u);
void bay_step_brigades_first(void *state, struct tc_umpire *u);
void bay_step_brigade(void *state, struct tc_umpire *u);
void bay_step_order(void *state, struct tc_umpire *u);
void bay_step_move(void *state, struct tc_umpire *u);
void bay_step_dress(void *state, struct tc_umpire *u);
void bay_step_attacks(void *state, struct tc_umpire *u);
void bay_step_fight(void *state, struct tc_umpire *u);
void bay_step_leaders(void *state, struct tc_umpire *u);
void bay_step_morale(void *state, struct tc_umpire *u);
void bay_step_brigade_done(void *state, struct tc_umpire *u);
void bay_step_rout(void *state, struct tc_umpire *u);
void bay_step_victory(void *state, struct tc_umpire *u);
void bay_step_clean_up(void *state, struct tc_umpire *u);

/* Judges and candidates, in files by chapter; each question's three are named alike. */
#define BAY_QUESTION(name)                                                                     \
    bool bay_judge_##name(const struct tc_view *v, const struct tc_act *a,                     \
                          struct tc_refusal *why);                                             \
    int bay_count_##name(const struct tc_view *v);                                             \
    bool bay_nth_##name(const struct tc_view *v, int i, struct tc_act *out)
BAY_QUESTION(unlimber);
BAY_QUESTION(haul);
BAY_QUESTION(haul_to);
BAY_QUESTION(limber);
BAY_QUESTION(fire);
BAY_QUESTION(aim);
BAY_QUESTION(spread);
BAY_QUESTION(wc);
BAY_QUESTION(wing);
BAY_QUESTION(go);
BAY_QUESTION(try);
BAY_QUESTION(brigade);
BAY_QUESTION(pass);
BAY_QUESTION(order);
BAY_QUESTION(move);
BAY_QUESTION(leg);
BAY_QUESTION(charge);
bool bay_judge_run(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);
bool bay_judge_goal(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);
BAY_QUESTION(dress);
BAY_QUESTION(deed);
BAY_QUESTION(attack);
BAY_QUESTION(split);
BAY_QUESTION(next);
BAY_QUESTION(sectors);
BAY_QUESTION(refuse);
BAY_QUESTION(gun);
BAY_QUESTION(volley);
BAY_QUESTION(retreat);
BAY_QUESTION(suffer);
BAY_QUESTION(advance);
BAY_QUESTION(pursue);
BAY_QUESTION(again);
BAY_QUESTION(face);
BAY_QUESTION(turn_one);
BAY_QUESTION(check);
BAY_QUESTION(leader);
BAY_QUESTION(line);
BAY_QUESTION(rout);
BAY_QUESTION(rout_to);
BAY_QUESTION(cover);
BAY_QUESTION(concede);
int bay_drawn_leg(const struct tc_view *v);
int bay_drawn_concede(const struct tc_view *v);

/* Handles for the common beginnings of steps, judges and candidates. */
#define BAY_TURN(t)                                                                            \
    struct bay_turn turn_ = { (const struct bay_book *)u->book, state, u }, *t = &turn_;       \
    bay_index(turn_.bk, turn_.s)
#define BAY_TURN_BARE(t) /* a step that does not look at the map */                            \
    struct bay_turn turn_ = { (const struct bay_book *)u->book, state, u }, *t = &turn_
#define BAY_VIEW(v)                                                                            \
    const struct bay_book *bk = (const struct bay_book *)(v)->book;                            \
    const struct bay_state *s = (v)->state;                                                    \
    (void)bk, (void)s

#endif
