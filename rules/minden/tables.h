/* rules/minden/tables.h - the book of a minden battle: tables, ground, orders of battle.
 *
 * Filled by rules/minden/schema.c from data/minden, const afterwards. Lengths are thousandths
 * of an inch, angles 1/65536 of a turn. Every number a player could want to change is here.
 */
#ifndef MIN_TABLES_H
#define MIN_TABLES_H

#include "kernel/ruleset.h"
#include "kernel/scene.h"

enum {
    MIN_UNITS = 128, /* commands and spare parts of batteries included */
    MIN_BRIGADES = 40,
    MIN_DIVISIONS = 16,
    MIN_REGIMENTS = 40,
    MIN_TERRAIN = 64,
    MIN_POINTS = 24, /* corners of one piece of ground */
    MIN_OBJECTIVES = 12,
    MIN_ENTRIES = 12,
    MIN_ZONES = 8,         /* of deployment */
    MIN_GROUND_KINDS = 24, /* rows of terrain.yaml */
};

enum min_kind { /* N-B6, N-Kb9 */
                MIN_LINE_INF,
                MIN_LIGHT_INF,
                MIN_LINE_CAV,
                MIN_LIGHT_CAV,
                MIN_GUN_MH, /* medium or heavy */
                MIN_GUN_LIGHT,
                MIN_COMMAND,
                MIN_KINDS
};

enum min_weapon {
    MIN_MUSKET,
    MIN_RIFLE,
    MIN_CARBINE,
    MIN_GUN,
    MIN_LIGHT_GUN,
    MIN_NO_WEAPON,
    MIN_WEAPONS
};
enum min_grade { MIN_GREEN, MIN_TRAINED, MIN_VETERAN, MIN_GRADES };                 /* N-Ka1 */
enum min_skill { MIN_CLEARING, MIN_TESTING, MIN_MOVING, MIN_SHOOTING, MIN_SKILLS }; /* N-Ka2 */

enum min_formation {
    MIN_LINE,
    MIN_MARCH_COLUMN,
    MIN_ATTACK_COLUMN,
    MIN_SQUARE,
    MIN_OPEN,
    MIN_LIMBERED,
    MIN_UNLIMBERED,
    MIN_INCORRECT,
    MIN_MOUNTED_STAFF, /* a command: no formation of its own */
    MIN_FORMATIONS
};

enum min_edge { MIN_NORTH, MIN_EAST, MIN_SOUTH, MIN_WEST };
enum min_fog_column { MIN_ALLIED, MIN_FRENCH };
enum min_arm { MIN_FOOT_BRIGADE, MIN_HORSE_BRIGADE, MIN_MIXED_BRIGADE, MIN_GUN_BRIGADE };
enum min_authority { MIN_NO_AUTHORITY, MIN_OF_BRIGADE, MIN_OF_DIVISION, MIN_OF_ARMY };

/* --- Tables --- */

/* movement.yaml: N-B6 to N-B12 */
struct min_move_table {
    int8_t rate[MIN_KINDS];          /* dice; 0: no movement rate */
    int8_t grade_dice[MIN_GRADES];   /* N-B8c */
    int8_t brigade_dice;             /* N-B8a */
    int8_t command_dice;             /* N-B8b */
    int8_t owed_percent[MIN_GRADES]; /* N-B11: 100, 50, 0 */
    int32_t column_bonus;            /* N-B7 */
    int32_t enemy_limit;             /* N-B10: 3 inches */
    int32_t charge_distance;         /* N-B12a: 6 inches */
    int32_t charge_angle;            /* N-GEO-20b */
    int32_t support_distance;        /* N-GEO-27 */
    int32_t carry_over;              /* N-Jd17: obstacle within 1 inch of the edge */
    int8_t counter_dice;             /* N-C11a */
};

/* clearing.yaml: N-A2; [0] ORANGE, [1] RED; a throw succeeds if any die shows `needs` or more
 */
struct min_clear_row {
    int8_t first_needs, second_dice, second_needs;
};

/* fire.yaml: N-D, N-E, N-M7, N-M8 */
struct min_fire_table {
    int32_t short_range[MIN_WEAPONS], long_range[MIN_WEAPONS]; /* 0: none */
    int32_t canister[MIN_WEAPONS];
    int8_t hit_on;                  /* N-D2 */
    int8_t grade_dice[MIN_GRADES];  /* N-D7 */
    int8_t dense_dice, dense_depth; /* N-D8 */
    int8_t canister_dice;           /* N-D9 */
    int8_t reduced_dice;            /* N-C3: 1 */
    int8_t test_at;                 /* N-D3, N-J1: 2 casualties */
    int8_t rain_dice, calm_dice;    /* N-M7a, N-M8 */
    int32_t gun_half_angle;         /* N-D5c */
    int32_t over_heads;             /* N-E2, N-E3, N-E4: 12 inches */
    int32_t gap_near;               /* N-RUL-20: 2 inches */
    int8_t gap_factor;              /* N-E4: twice the frontage */
};

/* test.yaml: N-TAB-1 */
struct min_test_table {
    int8_t disordered;
    int8_t loss_percent[5]; /* 10 25 33 50 75 */
    int8_t loss_value[4];   /* each step's own value, added up as steps are reached */
    int8_t by_artillery, in_flank_or_rear;
    int8_t contact_flank, contact_rear;
    int8_t grade[MIN_GRADES];
    int8_t self_retreat, friend_retreat;
    int8_t self_rout, friend_rout_same, friend_rout_other;
    int8_t friend_lost_same, friend_lost_other;
    int8_t charge, friends, command;
    int8_t rout_at;            /* -6 */
    int8_t die[MIN_GRADES][6]; /* N-F5 */
    int32_t distance;          /* 18 inches: N-G1, N-Jb9 to N-Jb11, N-Jb13 */
};

/* melee.yaml: N-F7, N-F12, N-B5b */
struct min_melee_table {
    int8_t figures_per_factor;
    int8_t made_retreat_factors; /* a manufactured retreat is lost by one */
    int32_t draw_back;
};

/* bases.yaml: N-GEO-4, N-L12 */
struct min_base_table {
    int32_t foot_w, foot_d, horse_w, horse_d, gun_w, gun_d, limber_w, limber_d, command_w,
        command_d;
    int32_t open_gap_max;                    /* N-Kb1a */
    int8_t crew, light_crew;                 /* N-L12 */
    int8_t column_files_max;                 /* N-GEO-6b */
    int32_t bend_forward_max, bend_back_max; /* N-Kb5b */
    int8_t section_files_min;                /* N-GEO-15a */
};

enum min_fog_effect {
    MIN_FOG_NOTHING,
    MIN_FOG_COMMANDER_KILLED,     /* N-M2 */
    MIN_FOG_COMMANDER_UNHORSED,   /* N-M3 */
    MIN_FOG_CRISIS_MEETING,       /* N-M4 */
    MIN_FOG_HORSE_HOLDS_BACK,     /* N-M5a */
    MIN_FOG_HORSE_OUT_OF_COMMAND, /* N-M5b */
    MIN_FOG_LOST_ORDERS,          /* N-M6 */
    MIN_FOG_HEAVY_RAIN,           /* N-M7 */
    MIN_FOG_DEAD_CALM,            /* N-M8 */
    MIN_FOG_INSPIRED_COMMAND,     /* N-M9 */
    MIN_FOG_SHIFT_GUNS,           /* N-M10a */
    MIN_FOG_GUNS_FIRE_TWICE,      /* N-M10b */
    MIN_FOG_BRIGADE_ADVANCES,     /* N-M11a */
    MIN_FOG_BRIGADE_ATTACKS,      /* N-M11b */
    MIN_FOG_ORDER_RESTORED,       /* N-M12 */
    MIN_FOG_EFFECTS
};

/* fog.yaml: N-M */
struct min_fog_table {
    int8_t happens_on;             /* N-M0: 1 */
    uint8_t row[2][13];            /* [column][2..12]: enum min_fog_effect */
    int8_t shift_guns, twice_guns; /* 2 and 3 models */
    int32_t advance[2];            /* N-M11: 3 and 2 inches */
    int8_t rain_goes_on;           /* N-M7b: on 1 */
};

/* victory.yaml: N-VIC */
struct min_victory_table {
    int8_t broken_percent; /* 50 */
    int16_t per_figure, per_unit, per_commander;
    int8_t lead_percent; /* 20 */
};

struct min_tables {
    struct min_move_table move;
    struct min_clear_row clear[2][MIN_GRADES];
    struct min_fire_table fire;
    struct min_test_table test;
    struct min_melee_table melee;
    struct min_base_table base;
    struct min_fog_table fog;
    struct min_victory_table victory;
    int32_t command_radius; /* N-K1; a scenario may shorten it */
    int8_t entry_needs;     /* N-L17: 6 */
};

/* --- Ground --- */

enum min_ground_class {
    MIN_AREA,
    MIN_LINEAR,
    MIN_BUILDING,
    MIN_HILL,
    MIN_SOFT_GROUND,
    MIN_OPEN_GROUND
};
enum min_cover { MIN_NO_COVER, MIN_SOFT_COVER, MIN_HARD_COVER };
enum min_hill_charge {
    MIN_HILL_NONE,
    MIN_HILL_NEGATES,
    MIN_UPHILL_NEGATES,
    MIN_DOWNHILL_ENHANCES
};

struct min_ground {
    const char *name, *label;
    const char *kind;         /* wood village building wall hedge marsh hill stream road */
    uint8_t cls;              /* enum min_ground_class */
    uint8_t cover;            /* enum min_cover */
    bool stops;               /* N-Jd1, N-Jd14 */
    bool disorders;           /* N-Jd2 */
    bool blocks;              /* N-Jd5 */
    bool soft_negates_charge; /* N-Jd11 */
    bool soft_disorders;      /* N-Jd12 */
    bool impassable;
    int32_t hill_move;   /* N-Jd13: added to the final value of a unit starting on it */
    uint8_t hill_charge; /* enum min_hill_charge */
    bool line;           /* points are an open polyline (MIN_LINEAR, roads) */
    int16_t points;      /* closed polygon, or polyline if line */
    struct tc_scene_point point[MIN_POINTS];
    int32_t min_x, min_y, max_x, max_y; /* of its points: filled by min_book_finish */
};

/* --- Order of battle --- */

struct min_unit_card {
    const char *name, *label, *nation;
    int8_t side;
    int8_t brigade, division, regiment; /* or TC_NONE */
    uint8_t kind, weapon;               /* enum min_kind, min_weapon */
    uint8_t grade[MIN_SKILLS];
    bool regular;          /* N-Kb4d: may form attack column */
    uint8_t figures, guns; /* guns: 1..3 for batteries, else 0 */
    uint8_t authority;     /* enum min_authority, for commands */
    int32_t radius;        /* commands */
    uint8_t formation;
    uint8_t files; /* MARCH_COLUMN: 1..4, else 0 (derived) */
    uint8_t ranks; /* OPEN: 1 or 2, else 0 (derived) */
    uint16_t gap;  /* OPEN */
    int32_t x, y, facing;
    int8_t entry; /* off the table: which entry, else TC_NONE */
    uint16_t entry_turn;
    bool entry_throw;         /* N-L17: delayed entry must be diced for */
    int16_t spare_of;         /* a part a battery may be split into (N-L9), or TC_NONE */
    uint8_t sections;         /* 1..3: a line that starts bent */
    uint8_t section_files[3]; /* left wing, centre, right wing; 0: no such wing */
    int16_t bend[2];          /* left and right wing; forward positive */
};

struct min_brigade_card {
    const char *name, *label;
    int8_t side, division;
    uint8_t arm;     /* enum min_arm */
    int16_t command; /* unit, or TC_NONE */
};

struct min_group_card {
    const char *name, *label;
    int8_t side;
};

struct min_entry_card {
    const char *name;
    uint8_t edge;     /* enum min_edge */
    int32_t from, to; /* along the edge */
};

struct min_objective_card {
    const char *name, *label;
    int32_t x, y, radius;     /* held by the side with the only steady unit within */
    int16_t points[TC_SIDES]; /* for holding it at the end */
};

struct min_zone_card {
    int8_t side;
    int32_t x0, y0, x1, y1;
};

struct min_side_card {
    uint8_t fog_column; /* enum min_fog_column */
    uint8_t own_edge;   /* enum min_edge */
    int32_t edge_from, edge_to;
};

/* What is asked of a unit all the time, packed; worked out by min_book_finish. */
struct min_quick {
    int32_t base_w, base_d; /* of one figure */
    int8_t side, brigade, regiment;
    uint8_t kind;                              /* enum min_kind */
    int16_t next_in_brigade, next_in_regiment; /* or TC_NONE */
    int32_t span[MIN_FORMATIONS];              /* see min_span; 0: must be worked out */
};

struct tc_boxes;

struct min_book {
    struct tc_book head;
    struct tc_boxes *boxes; /* of a playout (min_own_book); else NULL */
    struct min_tables t;
    int32_t width, height;
    uint16_t turn_limit; /* 0: none */
    int8_t first_side;   /* or TC_NONE: diced for (N-S7) */
    bool rain;           /* it rains at the start */
    bool deploy;         /* the players deploy in their zones */
    struct min_side_card side[TC_SIDES];
    int units, brigades, divisions, regiments, grounds, entries, objectives, zones;
    int ground_kinds;
    struct min_ground ground_kind[MIN_GROUND_KINDS]; /* terrain.yaml: kinds without points */
    struct min_unit_card unit[MIN_UNITS];
    struct min_brigade_card brigade[MIN_BRIGADES];
    struct min_group_card division[MIN_DIVISIONS];
    struct min_group_card regiment[MIN_REGIMENTS];
    struct min_ground ground[MIN_TERRAIN];
    struct min_entry_card entry[MIN_ENTRIES];
    struct min_objective_card objective[MIN_OBJECTIVES];
    struct min_zone_card zone[MIN_ZONES];
    bool finished; /* by min_book_finish */
    struct min_quick quick[MIN_UNITS];
    int16_t first_of[TC_SIDES], end_of[TC_SIDES]; /* the units of a side lie between these */
    int16_t first_in_brigade[MIN_BRIGADES], first_in_regiment[MIN_REGIMENTS];
};

/* Work out what follows from the rest of the book; to be called once when it is filled, and
 * before it is played with. */
void min_book_finish(struct tc_book *bk);

static inline const struct min_book *min_book_of(const struct tc_book *bk)
{
    return (const struct min_book *)bk;
}

#endif
