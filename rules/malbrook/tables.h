/* rules/malbrook/tables.h - the book of a malbrook battle: tables, ground, orders of battle.
 *
 * Filled by book/, by the rows of rules/malbrook/schema*.c, from data/malbrook, const
 * afterwards. Lengths are thousandths of an inch, angles 1/65536 of a turn. Every number a
 * player could want to change is here.
 */
#ifndef MAL_TABLES_H
#define MAL_TABLES_H

#include "kernel/ruleset.h"
#include "kernel/scene.h"

enum {
    MAL_CARDS = 96,  /* brigades, guns and wagons of the two armies */
    MAL_UNITS = 128, /* with room for the parts of split brigades */
    MAL_LEADERS = 48,
    MAL_COMMANDS = 40,
    MAL_WINGS = 12,
    MAL_GROUNDS = 64,
    MAL_POINTS = 24, /* corners of one piece of ground */
    MAL_ZONE_POINTS = 8,
    MAL_PARTS = MAL_UNITS - MAL_CARDS,
};

enum mal_type { /* M-3, M-23.2 to M-23.4 */
                MAL_FOOT,
                MAL_HORSE,
                MAL_DRAGOON,
                MAL_HUSSAR,
                MAL_CIVILIAN,
                MAL_GUN,
                MAL_WAGON,
                MAL_TYPES
};

enum mal_gun_class { MAL_LIGHT, MAL_MEDIUM, MAL_HEAVY, MAL_HOWITZER, MAL_MORTAR, MAL_CLASSES };
enum mal_style { MAL_TRADITIONAL, MAL_NEW, MAL_STYLES };                        /* M-3.1 */
enum mal_grade { MAL_NO_GRADE, MAL_E, MAL_D, MAL_C, MAL_B, MAL_A, MAL_GRADES }; /* M-3.16 */

enum mal_formation {
    MAL_LINE,
    MAL_FIELD_COLUMN,
    MAL_MARCH_COLUMN,
    MAL_UNFORMED,
    MAL_NO_FORMATION, /* guns and wagons: M-12.1 */
    MAL_FORMATIONS
};

enum mal_rank { MAL_MAJOR_GENERAL, MAL_LIEUTENANT_GENERAL, MAL_MARSHAL, MAL_RANKS }; /* M-5.1 */
enum mal_order { MAL_DEFEND, MAL_ADVANCE_DEFEND, MAL_ATTACK, MAL_ORDERS };           /* M-6.4 */
enum mal_scenario_kind { MAL_FREE, MAL_MEETING, MAL_ATTACK_SCENARIO }; /* M-24.7 */

enum mal_obstacle { MAL_NO_OBSTACLE, MAL_MINOR, MAL_MAJOR, MAL_HARD_FOR_CAVALRY };

enum mal_ground_kind { /* M-TAB-5 */
                       MAL_GENTLE_HILL,
                       MAL_STEEP_HILL,
                       MAL_ROCKY_HILL,
                       MAL_OPEN_WOOD,
                       MAL_DENSE_WOOD,
                       MAL_MARSH,
                       MAL_SWAMP,
                       MAL_TOWN,
                       MAL_ROAD,
                       MAL_STREAM, /* shallow: minor */
                       MAL_HEDGE,
                       MAL_RIVER, /* with banks: major */
                       MAL_DITCH,
                       MAL_WALL,
                       MAL_DEEP_RIVER, /* unfordable */
                       MAL_CLIFF,      /* or lake: impassable area */
                       MAL_ABATIS,     /* chevaux de frise */
                       MAL_FIELDWORK,
                       MAL_FORTIFICATION,
                       MAL_POSITION, /* open ground worth holding */
                       MAL_GROUND_KINDS
};

/* One row of terrain.yaml: M-TAB-5. */
struct mal_ground_row {
    uint8_t line; /* a polyline, not an area */
    uint8_t rough, closed, impassable;
    uint8_t blocks;      /* sight */
    uint8_t obstacle;    /* enum mal_obstacle */
    uint8_t hill, cover; /* cover: a wood or town whose edge can be held */
};

/* bases.yaml: M-3.5 to M-3.10, M-GEO-5, M-GEO-12 */
struct mal_base_table {
    int32_t foot_w[MAL_STYLES], foot_d[MAL_STYLES];
    int32_t horse_w[MAL_STYLES], horse_d[MAL_STYLES]; /* and dragoons that fight as cavalry */
    int32_t dragoon_w, dragoon_d;
    int32_t dismounted_w, dismounted_d; /* and civilians */
    int32_t hussar_w, hussar_d;
    int32_t gun_w[MAL_CLASSES], gun_d[MAL_CLASSES];
    int32_t wagon_w, wagon_d;
    int32_t loose_gap, loose_gap_most;                      /* M-GEO-11, M-14.13 */
    int32_t foot_least, foot_most, horse_least, horse_most; /* M-3.12, M-3.13 */
    int32_t men, squadrons, guns;                           /* M-1.7 */
    int32_t grade[MAL_TYPES];                               /* M-3.21 */
};

/* command.yaml: M-5 to M-8 */
struct mal_command_table {
    int32_t actions[MAL_RANKS];
    int32_t superior, incompetent; /* M-5.3 */
    int32_t wounded_actions;       /* M-8.6 */
    int32_t move, far_move;        /* M-5.4, M-13.30 */
    int32_t near;                  /* 6 inches: M-5.4, M-10.10, M-13.14, M-15.2 ... */
    int32_t reach[MAL_RANKS];      /* M-7.1, M-7.2 */
    int32_t rear_line;             /* M-7.8 */
    int32_t conform_angle;         /* M-RUL-10 */
    int32_t contact;               /* M-GEO-21, M-GEO-23 */
    int32_t zone_radius;           /* M-RUL-6 */
    int32_t zone_margin;           /* 6 inches */
    int32_t halt_to, free_to;      /* M-7.12, M-7.13 */
    int32_t in_motion, choice;     /* M-7.15, M-7.16 */
    int32_t leader_hit, killed_to, wounded_to; /* M-8.4, M-8.5 */
    int32_t lone;                              /* M-8.9 */
    int32_t lone_shot, lone_hit;               /* M-RUL-12: 2 inches; M-8.10 */
    int32_t refuge;                            /* M-RUL-12, M-RUL-57: 6 inches */
};

/* sight.yaml: M-9 */
struct mal_sight_table {
    int32_t open, high, inside, over, beyond_unformed, edge;
};

/* disorder.yaml: M-10 */
struct mal_disorder_table {
    int32_t most, manoeuvre_most;     /* 6 and 3 */
    int32_t dress[MAL_GRADES];        /* M-10.8a, M-10.9, M-10.10 */
    int32_t dress_quiet[MAL_GRADES];  /* more when not under fire: M-10.8b */
    int32_t dress_always[MAL_GRADES]; /* even under fire: M-10.8a */
    int32_t dress_far[MAL_GRADES];    /* only beyond 6 inches of enemy: M-10.10 */
    int32_t lower_rout, leader_falls, retires, equal_rout; /* M-10.13 to M-10.16 */
    int32_t relief;                                        /* M-10.18, M-10.19 */
};

/* movement.yaml: M-13 to M-15 */
struct mal_move_table {
    int32_t pip;                                          /* half an inch */
    int32_t deviation;                                    /* 22.5 degrees */
    int32_t foot_stop, horse_stop;                        /* 1 and 2 inches */
    int32_t short_stop;                                   /* M-13.9 */
    int32_t line_up;                                      /* M-13.6a */
    int32_t road[MAL_CLASSES], road_limbered, road_march; /* M-13.24, M-13.25 */
    int32_t road_near, road_angle;                        /* M-GEO-61 */
    int32_t gun_shift;                                    /* M-13.17 */
    int32_t pivot;                                        /* M-13.21 */
    int32_t speed_change;                                 /* M-14.9 */
    int32_t withdraw;                                     /* M-14.15 */
    int32_t withdraw_angle;                               /* M-RUL-59 */
    int32_t step;                                         /* M-15.22 */
    int32_t refuse_angle;                                 /* M-GEO-31b */
    int32_t refuse_most;                                  /* M-15.23: bases */
    int32_t wheel_most;                                   /* M-GEO-25 */
    int32_t wheel_sample;                                 /* M-GEO-40 */
    int32_t good_dp, column_dp, line_dp, horse_dp;        /* M-14.1 to M-14.5: least face */
    int32_t wheel_cost, change_cost, unlimber_cost, unlimber_fire, cross_cost, cross_fire,
        hard_extra, face_cost, mount_cost, pass_cost, gap_cost; /* DPs of M-15 */
    int32_t holders;                                            /* M-15.25 */
    int32_t remount;                                            /* M-15.26 */
    int32_t merge_angle;                                        /* M-GEO-47 */
};

/* fire.yaml: M-16, M-TAB-1, M-TAB-4 */
struct mal_fire_table {
    int32_t range[MAL_CLASSES], indirect[MAL_CLASSES], mod[MAL_CLASSES];
    int32_t effective, close, friends, arc;
    int32_t far_mod, new_mod, exposed_mod, fort_mod, work_mod, same_mod;
    int32_t one_dp, two_dp, casualty, far_dp; /* least results: 2, 4, 6; 4 */
    int32_t scatter_hit;
    int32_t scatter_step;
    int32_t direction[8];
    int32_t volley_hit; /* M-19.7 */
};

/* combat.yaml: M-17 to M-22 */
struct mal_row {  /* M-TAB-3 */
    int32_t from; /* least difference */
    int32_t dps, casualties;
};

enum mal_result {
    MAL_BREAKTHROUGH,
    MAL_VICTORY,
    MAL_SUCCESS,
    MAL_INCONCLUSIVE,
    MAL_DRIVEN_BACK,
    MAL_DEFEAT,
    MAL_BREAK,
    MAL_RESULTS
};

struct mal_combat_table {
    int32_t grade[MAL_GRADES]; /* M-20.9 to M-20.12 */
    int32_t inspire, ground, works, charge, outrance, pursuit, supported, platoon,
        platoon_bases, moved_foot, flank, per_dp;
    int32_t hit, hard_hit; /* 5 and 6 */
    int32_t outrance_dps;  /* M-21.11b */
    int32_t no_pursuit_dp; /* M-21.2 */
    int32_t hack_hit;      /* M-22.30 */
    int32_t take_most;     /* M-RUL-50 */
    int32_t clear_move;    /* M-22.18a: 1 inch */
    int32_t surrender;     /* M-22.25 */
    int32_t rout_clear;    /* M-22.22 */
    int32_t evade_cost;    /* M-18.8 */
    int32_t evade_angle;   /* M-RUL-43 */
    int32_t gun_refuge;    /* M-19.11 */
    struct mal_row row[MAL_RESULTS];
};

/* victory.yaml: M-VIC */
struct mal_victory_table {
    int32_t wing_percent, army_percent;
    int32_t loss_points, wing_points, lieutenant_points, marshal_points;
    int32_t decisive, clear;
};

struct mal_tables {
    struct mal_base_table base;
    struct mal_command_table command;
    struct mal_sight_table sight;
    struct mal_disorder_table disorder;
    struct mal_move_table move;
    struct mal_fire_table fire;
    struct mal_combat_table combat;
    struct mal_victory_table victory;
    struct mal_ground_row ground[MAL_GROUND_KINDS];
};

/* --- Ground ------------------------------------------------------------------ */

struct mal_ground {
    const char *name, *label;
    uint8_t kind; /* enum mal_ground_kind */
    bool line, rough, closed, impassable, blocks, hill, cover;
    uint8_t obstacle; /* enum mal_obstacle */
    bool high;        /* significantly high: M-9.8 */
    bool may_hide, looting;
    uint8_t level;
    int16_t value; /* as an objective */
    int8_t holder; /* at the start, or TC_NONE */
    int16_t points;
    struct tc_scene_point point[MAL_POINTS];
    int32_t min_x, min_y, max_x, max_y;
};

/* --- Orders of battle ---------------------------------------------------------- */

struct mal_card {
    const char *name, *label;
    int8_t side;
    uint8_t type, style, grade, gun_class;
    bool mixed, outrance, as_cavalry;
    uint8_t bases, formation, front;
    bool limbered, mounted;
    uint8_t dp;
    int16_t command;
    uint16_t turn; /* of arrival; 0: on the table */
    int32_t x, y;
    int32_t base_w, base_d; /* 0: as the tables say (M-1.8) */
    uint16_t heading;
    uint8_t tint; /* unused places stay zero */
    uint8_t zero;
};

struct mal_size {
    int32_t w, d;
};

struct mal_leader_card {
    const char *name, *label;
    int8_t side;
    uint8_t rank;
    int8_t rating; /* -1 0 +1 */
    bool exceptional;
    int16_t command, wing; /* of a Major General; of a Lieutenant General; else TC_NONE */
    int16_t attached;      /* unit, or TC_NONE */
    int32_t x, y;
    uint16_t turn;
};

struct mal_command_card {
    const char *name, *label;
    int8_t side;
    int16_t wing;    /* TC_NONE: guns held by a Marshal */
    int16_t leader;  /* Major General, or TC_NONE: guns held by a higher leader */
    int16_t marshal; /* when there is no wing */
};

struct mal_wing_card {
    const char *name, *label;
    int8_t side;
    int16_t leader, marshal;
    uint8_t order;
    int16_t zone_points; /* 0: a disc */
    struct tc_scene_point zone[MAL_ZONE_POINTS];
    int32_t radius; /* of the disc; 0: the default disc round the wing */
    int32_t x, y;
};

struct tc_boxes;

struct mal_book {
    struct tc_book head;
    struct tc_boxes *boxes; /* of a playout (mal_own_book); else NULL */
    struct mal_tables tables;
    int32_t width, height;
    uint16_t turns;
    uint8_t kind;             /* enum mal_scenario_kind */
    int8_t attacker;          /* side, or TC_NONE */
    uint16_t front[TC_SIDES]; /* army front headings */
    /* options */
    bool new_style_basing, orders_advisory, looting, hidden, mixed_commands, d6_as_average,
        centimetres;
    uint8_t gun_dp_limit;
    uint8_t seats[TC_SIDES];          /* M-24.1, M-24.2: recommended */
    const char *personal[TC_SIDES];   /* M-24.3: personal victory conditions, in words */
    int32_t history_losses[TC_SIDES]; /* M-VIC-11: percent, 0: none */
    int cards, leaders, commands, wings, grounds;
    struct mal_card card[MAL_CARDS];
    struct mal_size size[MAL_CARDS][2]; /* of one base, on foot and mounted (mal_book_sizes) */
    int32_t span[256]; /* no point of so many bases without gaps is farther from their front */
    struct mal_leader_card leader[MAL_LEADERS];
    struct mal_command_card command[MAL_COMMANDS];
    struct mal_wing_card wing[MAL_WINGS];
    struct mal_ground ground[MAL_GROUNDS];
};

static inline const struct mal_book *mal_book_of(const struct tc_book *bk)
{
    return (const struct mal_book *)bk;
}

/* Work the base sizes of all cards out of the tables; call it when they are filled. */
void mal_book_sizes(struct mal_book *bk);

/* What a scenario must not ask (M-3.12, M-3.13, M-4.2, M-4.8, M-4.9): false with a refusal. */
bool mal_book_check(const struct mal_book *bk, struct tc_refusal *why);

/* Warnings a scenario deserves (M-1.4, M-4.9, M-24.2): how many, and each one. */
int mal_book_warnings(const struct mal_book *bk);
bool mal_book_warning(const struct mal_book *bk, int i, struct tc_refusal *out);

#endif
