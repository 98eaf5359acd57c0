/* rules/minden/state.h - everything that changes in a minden battle, as flat bytes.
 *
 * Lengths are thousandths of an inch, angles 1/65536 of a turn. What never changes (kind,
 * weapon, grades, tables, ground) is in the book. Footprints are derived (geometry.h).
 */
#ifndef MIN_STATE_H
#define MIN_STATE_H

#include "rules/minden/tables.h"

enum {
    MIN_HAPPENINGS = 224, /* retreats, evades, routs and losses of one player turn */
    MIN_MELEES = 40,
    MIN_DICE = 12,          /* movement dice of one throw */
    MIN_SECTIONS = 3,       /* of a bent line: left wing, centre, right wing */
    MIN_PATH = TC_SEGS + 2, /* legs of a stored path: a charge cuts its last leg in two */
    MIN_TURNS_MOST = 100,   /* a battle without a limit ends with the hundredth turn */
};

enum min_marker { MIN_NO_MARKER, MIN_RED, MIN_ORANGE };
enum min_morale { MIN_STEADY, MIN_RETREATING, MIN_ROUTING };
enum min_where { MIN_ON_TABLE, MIN_OFF_TABLE, MIN_REMOVED, MIN_TO_DEPLOY, MIN_SPARE };
enum min_contact { MIN_NO_CONTACT, MIN_CONTACT_FRONT, MIN_CONTACT_FLANK, MIN_CONTACT_REAR };
enum min_happening { MIN_EVADE, MIN_RETREAT, MIN_ROUT, MIN_DESTROYED };

/* Phases of a player turn, for people and for rules that ask when. */
enum min_phase {
    MIN_P_BEFORE,
    MIN_P_FOG,
    MIN_P_COMPULSORY,
    MIN_P_CLEAR,
    MIN_P_MOVE,
    MIN_P_COMMAND_MOVE,
    MIN_P_FIRE,
    MIN_P_MELEE,
    MIN_P_MORAL,
};

struct min_unit {
    int32_t x, y; /* anchor: middle of the front edge */
    uint16_t facing;
    uint16_t gap; /* OPEN only: between figures */
    uint8_t fig0, fig;
    uint8_t guns;                      /* batteries */
    uint8_t formation;                 /* enum min_formation */
    uint8_t files;                     /* MARCH_COLUMN: chosen; otherwise 0, derived */
    uint8_t ranks;                     /* OPEN: chosen, 1 or 2; otherwise 0, derived */
    uint8_t sections;                  /* 1, or 2 or 3 for a bent line */
    uint8_t section_fig[MIN_SECTIONS]; /* bent line: figures by section, else 0 */
    int16_t bend[2];                   /* left and right wing; forward positive */
    uint8_t marker;                    /* enum min_marker */
    uint8_t morale;                    /* enum min_morale */
    uint8_t where;                     /* enum min_where */
    uint8_t first_flight_done;
    int16_t flight_from;    /* the enemy it flees from, or TC_NONE */
    int16_t foe;            /* whom it charged in its melee, or TC_NONE */
    int16_t supports;       /* the charging squadron it supports, or TC_NONE (N-L7) */
    int8_t melee;           /* which melee it is in, or TC_NONE */
    uint8_t charge_bonus;   /* 1; 2 downhill where the scenario says so */
    uint8_t contacted_edge; /* enum min_contact: the worst in this melee */
    uint8_t edge;           /* enum min_contact: the foe's edge it attacked */
    /* this player turn */
    uint8_t acted;      /* has been picked in the Move phase */
    uint8_t moved;      /* has spent some distance */
    uint8_t compulsory; /* has made a compulsory move */
    uint8_t fired;      /* bit set of sections or sides that have fired */
    uint8_t fire_count; /* volleys fired */
    uint8_t bonus_used; /* fire bonus dice already shared out */
    uint8_t fire_twice; /* gun models that may fire a second time (N-M10b) */
    uint8_t response_fired;
    uint8_t casualty_tested;
    uint8_t moral_tested;
    uint8_t cas_turn;
    uint8_t cas_by_art;
    uint8_t cas_flank_rear;
    uint8_t terrain_stop; /* must not move further this turn */
    /* lasting */
    uint8_t clinch;    /* fought here: the 3 inch limit is suspended */
    uint8_t crowd;     /* the rules have set it where it overlaps another */
    uint8_t delay;     /* off the table: turns delayed so far */
    uint8_t may_enter; /* off the table: its entry throw has succeeded */
    uint8_t zero[2];
};

struct min_brigade {
    uint8_t move_as_one; /* this player turn */
    uint8_t half_rate;   /* Fog 6, this player turn */
};

struct min_regiment {
    uint8_t formation;       /* line or column of squadrons */
    uint8_t regimental_move; /* this player turn */
};

/* Something that shakes friends: who, what, and the ground it happened on. */
struct min_event {
    int32_t x, y, w, d; /* footprint where it began */
    int32_t travel;     /* how far it went straight ahead from there */
    uint16_t facing;
    int16_t unit;
    uint8_t kind; /* enum min_happening */
    uint8_t zero[3];
};

struct min_melee {
    int8_t attacker; /* the side that charged, or TC_NONE: unused */
    uint8_t round;   /* rounds fought */
    uint8_t fought;  /* this player turn */
    uint8_t drawn;   /* the last round was a draw that waits for the owners' wish */
};

/* What the unit on the move is doing. */
enum min_purpose { MIN_IDLE, MIN_MOVES, MIN_CHARGES, MIN_PURSUES, MIN_ADVANCES };

/* Where the charge stands. */
enum min_stage {
    MIN_APPROACH, /* on the way to the start of the charge distance */
    MIN_RUN,      /* the target has reacted; the rest of the way */
    MIN_TOUCH,    /* in contact: the target and its supports fire */
};

/* What the target of a charge does. */
enum min_reaction { MIN_UNDECIDED, MIN_STANDS, MIN_STANDS_FIRING, MIN_EVADES, MIN_COUNTERS };

struct min_leg {
    int32_t leg, value;
};

struct min_mover {
    int16_t unit;       /* who moves, or TC_NONE */
    int16_t target;     /* whom it charges, or TC_NONE */
    int16_t brigade;    /* moving as one: which, or TC_NONE */
    int16_t regiment;   /* regimental move: which, or TC_NONE */
    int16_t charger;    /* regimental move: the squadron that charges, or TC_NONE */
    int16_t back;       /* the step that goes on when this move is over */
    uint8_t purpose;    /* enum min_purpose */
    uint8_t stage;      /* enum min_stage */
    uint8_t reaction;   /* enum min_reaction */
    uint8_t edge;       /* side of the target's rectangle: 0 front 1 right 2 rear 3 left */
    uint8_t section;    /* section of a bent target */
    uint8_t owed_grade; /* enum min_grade: whose obligation binds */
    uint8_t dice;       /* thrown */
    uint8_t rate;       /* may be kept */
    uint8_t segs, seg;  /* legs of the path; which it is on */
    uint8_t entering;   /* comes from off the table */
    uint8_t caught;     /* the evader has been reached; or the counter-charger has
                         * reached the place where the charge distance began */
    int8_t face[MIN_DICE];
    int32_t kept;             /* sum of the kept dice in 1/1000 inch */
    int32_t value;            /* final value of the unit on the move */
    int32_t spent;            /* of it */
    int32_t done;             /* of the leg it is on */
    int32_t run;              /* the charge distance: the last leg of a charge */
    int32_t start_x, start_y; /* where the move began (N-RUL-49) */
    int32_t leg_x, leg_y;     /* where the leg began */
    uint16_t leg_facing;
    uint16_t heading; /* Fog advance: which way */
    uint8_t zero[4];
    uint64_t asked[2];  /* enemies whose response fire has been settled */
    uint64_t passed[2]; /* friends an evader went through */
    uint64_t group[2];  /* units of the brigade or regiment still to move */
    struct min_leg path[MIN_PATH];
};

struct min_state {
    struct tc_head head;
    int8_t first_side;
    uint8_t phase; /* enum min_phase */
    uint8_t rain;
    uint8_t dead_calm;
    uint16_t player_turn;  /* 1, 2, 3 ... */
    uint16_t rain_expiry;  /* the player turn at whose start the rain roll is made */
    uint8_t fog_row;       /* 2..12, or 0: nothing happened */
    uint8_t fog_effect;    /* enum min_fog_effect in force this player turn */
    uint8_t fog_left;      /* gun models that may still be chosen */
    int8_t fog_brigade;    /* advancing, or TC_NONE */
    int16_t fog_commander; /* inspired (Fog 9), or TC_NONE */
    int16_t cursor;        /* next unit in steps that go through all */
    int8_t melee_now;      /* the melee being settled, or TC_NONE */
    uint8_t events;
    uint8_t zero[6];
    struct min_mover mover;
    struct min_brigade brigades[MIN_BRIGADES];
    struct min_regiment regiments[MIN_REGIMENTS];
    struct min_melee melees[MIN_MELEES];
    struct min_event log[MIN_HAPPENINGS];
    struct min_unit units[MIN_UNITS];
};

_Static_assert(sizeof(struct min_unit) == 60, "struct min_unit has no hidden padding");
_Static_assert(sizeof(struct min_event) == 28, "struct min_event has no hidden padding");
_Static_assert(sizeof(struct min_mover) == 240, "struct min_mover has no hidden padding");
_Static_assert(sizeof(struct min_state) == 14552, "a state is small");

/* Steps of the sequence of play, in rulebook order (ruleset.c). */
enum min_step {
    MIN_S_FIRST,
    MIN_S_DEPLOY,
    MIN_S_START,
    MIN_S_FOG,
    MIN_S_FOG_GUNS,
    MIN_S_FOG_TWICE,
    MIN_S_FOG_BRIGADE,
    MIN_S_FOG_ADVANCE,
    MIN_S_COMPULSORY,
    MIN_S_CLEAR,
    MIN_S_ENTRY,
    MIN_S_PICK,
    MIN_S_GROUP,
    MIN_S_COURSE,
    MIN_S_WALK,
    MIN_S_REACT,
    MIN_S_PURSUE,
    MIN_S_CONTACT,
    MIN_S_CLASH,
    MIN_S_COMMAND,
    MIN_S_FIRE,
    MIN_S_MELEE,
    MIN_S_DRAW,
    MIN_S_MORAL,
    MIN_S_END,
    MIN_STEPS
};

#endif
