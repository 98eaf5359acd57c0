/* rules/bayonet/state.h - everything that changes in a bayonet battle, as flat bytes.
 *
 * What never changes (class, values, tables, map) is in the book. A routed unit keeps its row:
 * its hex is then that of its Routed Unit marker. The last array is an index over the rest
 * (board.h); it is rebuilt whenever a position has been edited by hand.
 */
#ifndef BAY_STATE_H
#define BAY_STATE_H

#include "rules/bayonet/tables.h"

enum {
    BAY_NO_FACING = 6, /* limbered guns, battalions of a garrison */
    BAY_IMPACTS = 96,
    BAY_ATTACKS = 10,
};

/* `moved` of fugitives in phase 4 whose own move is still to come. */
enum { BAY_TO_RUN = 2 };
enum bay_life { BAY_FIGHTS, BAY_ROUTED_1, BAY_ROUTED_2, BAY_GONE };
enum bay_cause { BAY_C_NONE, BAY_C_COMMITTED, BAY_C_TRANSFERRED, BAY_C_SHIFTED, BAY_C_COMBAT };
enum bay_post { BAY_IN_PLAY, BAY_WAITS, BAY_FALLEN };

/* How the bottom unit of a stack stands (B-9.1.1e): behind, or refusing a flank. */
enum bay_refuse { BAY_BEHIND, BAY_REFUSES_LEFT, BAY_REFUSES_RIGHT, BAY_REFUSES_EITHER };

/* What a unit did under Dress Ranks. */
enum bay_deed { BAY_D_NONE, BAY_D_STEP, BAY_D_TURN, BAY_D_REFORM, BAY_D_RECOVER };

struct bay_unit {
    int16_t hex;       /* ccrr; TC_NONE when off the map */
    uint8_t pos;       /* place in the stack, 0 on top; beside hex, for the index reads both */
    uint8_t facing;    /* vertex 0..5, or BAY_NO_FACING */
    int16_t firefight; /* the enemy it attacked into a Firefight, or TC_NONE */
    uint8_t life;      /* enum bay_life */
    uint8_t casualties, depth;
    uint8_t disordered;
    uint8_t gun; /* its battalion gun is still there */
    uint8_t limbered, fired;
    uint8_t locks; /* Firefights it is in */
    /* this activation */
    int16_t hex0, target; /* where it began; the hex it charges, or TC_NONE */
    uint8_t facing0, disordered0;
    uint8_t moved, spent; /* has had its move (fugitives: BAY_TO_RUN); MP spent */
    uint8_t isolated;
    uint8_t priority;   /* of the target when it was named, 1..4 */
    uint8_t obstacle;   /* its charge crossed something */
    uint8_t deed;       /* enum bay_deed */
    uint8_t volleyed;   /* has been the target of an Initial Volley */
    uint8_t open;       /* open flanks when attacks were announced */
    uint8_t refuse;     /* enum bay_refuse, when attacks were announced */
    uint8_t sector;     /* hexsides a garrison battalion covers */
    uint8_t in_sectors; /* its garrison has shared out the hexsides */
    uint8_t attacked;   /* has made its attack */
};

struct bay_brigade {
    int16_t exempt_by; /* the brigade that displaced it, or TC_NONE */
    uint8_t wing, line, slot;
    uint8_t order; /* enum bay_order */
    uint8_t finished, gone;
    uint8_t lost;                       /* units lost so far */
    uint8_t liable, cause;              /* enum bay_cause */
    uint8_t lost_now, fought, attacked; /* this activation */
    uint8_t zero[2];
};

struct bay_leader {
    int16_t direct; /* brigade, or TC_NONE: General Command */
    uint8_t wing, line, rating;
    uint8_t post; /* enum bay_post */
    uint8_t finished, moved, tried, stand_in;
};

struct bay_wing {
    uint8_t lost_here; /* brigades routed or destroyed while assigned to it */
    uint8_t zero;
};

struct bay_impact {
    int16_t hex;
    int16_t source; /* battery or battalion that hit it first */
    uint8_t level;  /* enum bay_shot; BAY_MISS: unused */
    uint8_t zero;
};

struct bay_attack {
    int16_t unit, target; /* unit TC_NONE: unused */
    uint8_t order;        /* 1..: its place in the sequence; 0: not yet */
    uint8_t counter;      /* a counterattack */
};

/* The activation under way. */
struct bay_now {
    int16_t brigade;     /* being activated, or TC_NONE */
    int16_t leader;      /* wing commander being activated, or TC_NONE */
    int16_t mover, mate; /* the unit on the move, and the one that moves with it */
    int16_t x_low, x_high, y_low, y_high; /* its box (B-4.2a), cached */
    int16_t attacker, target, origin;     /* the fight; where its momentum counts from */
    uint8_t tier;                         /* enum bay_order */
    uint8_t passed;                       /* the last activation was a pass */
    int8_t last, first; /* side of the last activation; of the first this turn */
    uint8_t compliant, scattered;
    uint8_t stage;         /* small cursor within a step */
    uint8_t isolated_turn; /* the isolated units have their turn */
    uint8_t attacks, fought;
    uint8_t further; /* enum bay_code of the result that allows a further attack */
    uint8_t broke;   /* an attacked brigade has failed (B-12.0g) */
    uint8_t ac_tried, wc_tried;
    uint8_t declined[TC_SIDES];
    int8_t guns_first;
    uint8_t shown; /* open flanks have been noted */
};

struct bay_state {
    struct tc_head head;
    struct bay_now now;
    struct bay_wing wings[BAY_WINGS];
    struct bay_leader leaders[BAY_LEADERS];
    struct bay_brigade brigades[BAY_BRIGADES];
    struct bay_attack attacks[BAY_ATTACKS];
    struct bay_impact impacts[BAY_IMPACTS];
    struct bay_unit units[BAY_UNITS];
    /* The index: by hex the top unit + 1 and the impact; by unit the unit beneath it + 1. */
    int16_t below[BAY_UNITS];
    int16_t at[BAY_IDS];
    uint32_t key;
};

_Static_assert(sizeof(struct bay_unit) == 32, "no hidden padding");
_Static_assert(sizeof(struct bay_brigade) == 16, "no hidden padding");
_Static_assert(sizeof(struct bay_leader) == 10, "no hidden padding");
_Static_assert(sizeof(struct bay_state) == offsetof(struct bay_state, key) + 4, "no tail");
_Static_assert(sizeof(struct bay_state) < 32 * 1024, "a state is under 32 KiB");

/* What acting functions work with. */
struct bay_turn {
    const struct bay_book *bk;
    struct bay_state *s;
    struct tc_umpire *u;
};

#endif
