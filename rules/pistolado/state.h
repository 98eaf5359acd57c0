/* rules/pistolado/state.h - the flat state of a pistolado battle. */
#ifndef PIS_STATE_H
#define PIS_STATE_H

#include "rules/pistolado/tables.h"

enum pis_phase {
    PIS_P_ORDERS,
    PIS_P_MOVE,
    PIS_P_FIRE,
    PIS_P_RALLY,
    PIS_P_CHARGE,
    PIS_P_MELEE,
    PIS_P_ROUT,
    PIS_P_END,
    PIS_PHASES
};

enum pis_place { PIS_AWAITED, PIS_ON_TABLE, PIS_ELIMINATED, PIS_LEFT, PIS_TAKEN };
enum pis_condition { PIS_STEADY, PIS_ROUTING, PIS_PURSUING };
enum pis_rate { PIS_R_NONE, PIS_R_MARCH, PIS_R_DOUBLE, PIS_R_CHARGE };
enum pis_role { PIS_NO_ROLE, PIS_CHARGER, PIS_TARGET, PIS_COUNTER };
enum pis_due { PIS_NOT_DUE, PIS_DUE, PIS_TESTED };

enum pis_cause { /* of a Disaster test, P-W3a */
                 PIS_NO_CAUSE,
                 PIS_C_OFFICER,     /* P-W3a */
                 PIS_C_BRIGADE,     /* P-W3b */
                 PIS_C_BROKEN_INTO, /* P-W3c */
                 PIS_C_ROUT_PAST,   /* P-W3d */
                 PIS_C_CONTACT,     /* P-W3e */
                 PIS_C_GENERAL,     /* P-K6b */
                 PIS_CAUSES
};

enum pis_officer_state { PIS_FIT, PIS_WOUNDED, PIS_KILLED, PIS_CAPTURED };
enum pis_plan { PIS_PLAN_NONE, PIS_PLAN_STAY, PIS_PLAN_ATTACH, PIS_PLAN_GO };

typedef int16_t pis_unit; /* a regiment, or TC_NONE */

struct pis_regiment {
    int32_t x, y;   /* anchor: middle of the front edge */
    int32_t w, d;   /* footprint; 0 when off the table */
    int32_t moved;  /* spent in the Movement phase */
    int32_t pushed; /* driven back this phase: P-M11c */
    int32_t wheel;  /* of the declared charge; left negative */
    uint16_t facing;
    pis_unit target;   /* of the declared charge */
    pis_unit aim;      /* of the declared shot */
    pis_unit quarry;   /* being pursued by this regiment */
    pis_unit foe;      /* the enemy it struck or was struck by in its melee */
    int8_t melee;      /* or TC_NONE */
    uint8_t place;     /* enum pis_place */
    uint8_t condition; /* enum pis_condition */
    uint8_t formation, files, turned;
    uint8_t companies, pike, shot;
    uint8_t cohesion;     /* enum pis_level */
    uint8_t role, rounds; /* in its melee */
    uint8_t zone;         /* of the foe it struck: enum tc_zone */
    uint8_t broken_into, gave_ground, rear_struck, defending;
    /* This turn. */
    uint8_t rate; /* enum pis_rate */
    uint8_t acted, faced, frontage_changed, formation_changed, backed_up;
    uint8_t fired, fired_if_charged, rallied;
    uint8_t charged;                   /* an enemy has passed its test against it: P-H16 */
    uint8_t reacted;                   /* Marshalling attempt made: P-H12a */
    uint8_t held;                      /* stood or counter-charged against a charge: P-H22 */
    uint8_t evaded, broke;             /* broke: this turn's flight or pursuit is made */
    uint8_t disaster, cause;           /* enum pis_due in this phase, enum pis_cause */
    uint8_t hit_levels, hit_companies; /* by fire, not yet applied: P-S6 */
    uint8_t pad[3];
};

struct pis_brigade {
    uint8_t order, status; /* known to all; status once revealed */
    uint8_t plan_order;    /* hidden until the reveal: after the attempt of P-O3 */
    uint8_t plan_try;      /* hidden: the order it tries to take, + 1; 0 none */
    uint8_t plan_die;      /* hidden: the die of the attempt */
    uint8_t plan_status;   /* hidden: + 1; 0 not chosen yet */
    int8_t initiative;
    uint8_t broken;
    uint8_t closed_in; /* P-O6: some regiment has come nearer */
    uint8_t pad[3];
};

struct pis_officer {
    int32_t x, y;
    int32_t plan_x, plan_y; /* hidden until the reveal */
    pis_unit attached;
    pis_unit plan_to;  /* hidden */
    uint8_t plan;      /* hidden: enum pis_plan */
    uint8_t condition; /* enum pis_officer_state */
    int8_t strategy, valour;
    uint8_t successor; /* took over from a lost one: P-K7 */
    uint8_t pad[3];
};

struct pis_army {
    int16_t companies0; /* at the start of the battle */
    uint8_t officers_lost, generals_lost, guns_taken;
    uint8_t pad[3];
};

struct pis_state {
    struct tc_head head;
    struct pis_army army[TC_SIDES];
    uint8_t phase; /* enum pis_phase */
    uint8_t rain;
    uint8_t resume; /* step to go on with after Disaster tests */
    uint8_t dues;   /* Disaster tests waiting */
    int8_t side;    /* cursor: whose orders are given */
    uint8_t at;     /* cursor: place in line[], or a brigade, officer or regiment */
    uint8_t lines;
    uint8_t must_close; /* P-O6b: the question open allows only moves that close */
    uint8_t stage;      /* Charging: 0 ordinary charges, 1 opportunity charges */
    uint8_t result;     /* the charged regiment's Waver result */
    uint8_t meets;      /* P-H15: both charge each other */
    uint8_t charges;    /* declared, in order */
    int16_t unit;       /* cursor: the regiment at work */
    int8_t melee;       /* cursor: the melee at work */
    uint8_t melees;     /* melees there are, in the order they are fought */
    int8_t loser;       /* side that gave ground */
    uint8_t pad0[3];
    uint8_t line[PIS_BRIGADES];    /* brigades in the order of action: P-S4, P-S5 */
    uint8_t charge[PIS_REGIMENTS]; /* chargers in the order of declaration */
    struct pis_officer officer[PIS_OFFICERS];
    struct pis_brigade brigade[PIS_BRIGADES];
    struct pis_regiment regiment[PIS_REGIMENTS];
    uint8_t pad1[4];
};

_Static_assert(sizeof(struct pis_regiment) == 76, "no hidden padding in a regiment");
_Static_assert(sizeof(struct pis_brigade) == 12, "no hidden padding in a brigade");
_Static_assert(sizeof(struct pis_officer) == 28, "no hidden padding in an officer");
_Static_assert(sizeof(struct pis_army) == 8, "no hidden padding in an army");
_Static_assert(sizeof(struct pis_state) < 32768, "a state is small");
_Static_assert(offsetof(struct pis_state, pad1) + 4 == sizeof(struct pis_state),
               "no hidden padding at the end");

#endif
