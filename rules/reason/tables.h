/* rules/reason/tables.h - the book of `reason`: tables, map, order of battle, scenario.
 *
 * All movement points are kept in sixths, fire multiples in 64ths, heights in halves of a
 * level, so that every fraction of the rules is exact.
 */
#ifndef REA_TABLES_H
#define REA_TABLES_H

#include "board/hex.h"
#include "kernel/ruleset.h"
#include "kernel/scene.h"

enum {
    REA_UNITS = 160,
    REA_BODIES = REA_UNITS,
    REA_LEADERS = 40,
    REA_COMMANDS = 32,
    REA_WINGS = 8,
    REA_HEXES = 2048,
    REA_HEXWORDS = REA_HEXES / 64,
    REA_LONG = 12,  /* hexes of the longest body */
    REA_STACK = 10, /* units of one body */
    REA_ENTRY = 8,  /* entry hexes of a reinforcement */
    REA_TERRAINS = 24,
    REA_SIDEKINDS = 16,
    REA_SIDEROWS = 48,
    REA_GOALS = 16,
    REA_GROUNDS = 160, /* kinds and stretches of ground in the picture */
    REA_MP = 6,        /* sixths of a movement point */
    REA_COST_ALL = -1, /* takes the whole allowance: R-TEC.8 */
    REA_COST_NO = -2,  /* prohibited */
    REA_COST_RC = -3,  /* Road Column only: R-TEC.7 */
    REA_FM = 64,       /* one whole fire multiple */
};

enum rea_title { REA_K, REA_Z, REA_LE, REA_LO, REA_B, REA_TITLES };

/* What a title has that others have not; which title has it stands in numbers.c. */
enum rea_trait {
    REA_AMERICAN_DRILL,  /* Americans want a leader in Attack Column: R-B2.1 to R-B2.3 */
    REA_AMERICAN_FACING, /* American foot pays its own price of facing */
    REA_LIGHT_FEET, /* R-11.2f: Americans and British Light are less disordered by ground */
    REA_LAST_HEX_CHECKS, /* R-B7.2: the hex a move ends in is checked too */
    REA_GUNS_ROUT,       /* R-B3.7 to R-B3.12: guns rout and are not lost by it */
    REA_ROUTED_LIVE,     /* R-B3.4, R-B3.5: close combat does not eliminate the routed */
    REA_ROUT_PAST_ZONES, /* R-B3.6: routs pass through zones, at a price */
    REA_WILLING_ROUTS, /* R-B2.8, R-B2.11, R-B2.13, R-B3.1, R-B3.3: routing of one's own will */
    REA_SMALL_RALLY_LOSS,  /* R-B2.12: a failed rally costs a point at most */
    REA_OUT_OF_ORDER,      /* R-B2.14: General Order may advance out of its ground */
    REA_GUNS_WITH_COLUMNS, /* R-B2.4, R-B2.5: limbered guns go with Attack Columns */
    REA_GUNS_HURRY,        /* R-B2.6: guns may Rapid March by road */
    REA_FAR_ON_ROADS,      /* R-B2.9: Opportunity Fire at road columns from afar */
    REA_WHOLE_LOSSES,      /* R-B2.7: guns that fire at guns take a point at least */
    REA_FREE_PROLONGE,     /* R-B3.13 to R-B3.15: guns fire and are drawn by hand */
    REA_PLAIN_JAEGERS,     /* jaegers fire as other light troops */
    REA_SHORT_HORSE,       /* R-B1.1: a Line of horse is one hex long */
    REA_HORSE_BY_UNITS,    /* R-TEC-ST.7: horse is stacked by units */
    REA_DOUBLE_LIMITS,     /* R-RUL-40: points are half as large */
    REA_LONG_NEEDS_NINE,   /* R-8.1a.4, R-8.1c.3: two hexes want nine points */
    REA_HALF_RANGE,        /* R-7.3b.4: Wing Leaders add half their range */
    REA_ROAD_COSTS,        /* R-B7.1: slopes cost a Road Column a half */
    REA_LEASH,             /* R-B5.1: skirmishers stay near formed troops */
    REA_BRITTLE_ALLIES,   /* R-LE3.1, R-LE3.2: Bavarians and Wuerttembergers are never Shaken */
    REA_ONLY_HIGHWAYS,    /* R-LE-TEC.1: minor roads help nobody */
    REA_FAST_HIGHWAYS,    /* R-K-TEC.1: major roads are faster */
    REA_BACK_STEPS,       /* R-K2.1: grenzers step back */
    REA_LOOSE_GRENADIERS, /* Austrian grenadiers skirmish */
    REA_OWN_SPECIALS,     /* R-T-2a: its own reading of two special results */
    REA_OBLIQUE_PRUSSIANS,  /* R-LE2.1, R-LO2.1: Prussian foot moves obliquely */
    REA_OBLIQUE_GUARDS,     /* R-K1.1: so does the Leibgarde */
    REA_OBLIQUE_GRENADIERS, /* R-K1.2, R-Z2.1: so do Prussian grenadiers */
    REA_BLINDING_SMOKE,     /* smoke takes all effect from distant fire */
    REA_PICKED_TARGETS,     /* accurate fire picks whom it hits */
    REA_TRAITS
};

enum rea_arm { REA_FOOT, REA_HORSE, REA_GUNS, REA_ARMS };

enum rea_nation {
    REA_PRUSSIAN,
    REA_AUSTRIAN,
    REA_RUSSIAN,
    REA_BAVARIAN,
    REA_WUERTTEMBERG,
    REA_BRITISH,
    REA_HESSIAN,
    REA_AMERICAN,
    REA_NATIONS
};

enum rea_kind {
    REA_MUSKETEER,
    REA_FUSILIER,
    REA_GRENADIER,
    REA_LEIBGARDE,
    REA_LIGHT,
    REA_GRENZER,
    REA_JAEGER,
    REA_MILITIA,
    REA_RIFLE,
    REA_KINDS
};

enum rea_weight { REA_LIGHT_HORSE, REA_MEDIUM_HORSE, REA_HEAVY_HORSE, REA_WEIGHTS };

enum rea_gun {
    REA_BATTALION_GUN,
    REA_3LB,
    REA_6LB,
    REA_12LB,
    REA_24LB,
    REA_HOWITZER,
    REA_GUN_CLASSES
};

enum rea_prolonge { REA_NO_PROLONGE, REA_P, REA_FP, REA_PROLONGES };

enum rea_form {
    REA_LINE,
    REA_AC,
    REA_MC,
    REA_RC,
    REA_GO,
    REA_SKIRMISH,
    REA_SQUARE,
    REA_ROUT,
    REA_LA,
    REA_UA,
    REA_FORMS
};

enum rea_hook { REA_NO_HOOK, REA_HOOK_LEFT, REA_HOOK_RIGHT };

enum rea_rank { REA_RANK_COMMAND, REA_RANK_WING, REA_RANK_ARMY, REA_RANK_ARTILLERY, REA_RANKS };

enum rea_edge { REA_NORTH, REA_EAST, REA_SOUTH, REA_WEST, REA_EDGES };

/* Columns of the terrain chart: R-TEC.1 to R-TEC.3. */
enum rea_column {
    REA_C_FOOT_LINE,
    REA_C_FOOT_COLUMN,
    REA_C_HORSE_LINE,
    REA_C_HORSE_COLUMN,
    REA_C_GUNS,
    REA_C_SKIRMISH,
    REA_C_LEADER,
    REA_C_COUNT
};

/* One row of the terrain chart (R-TEC-H1 to R-TEC-H14, T-17b). */
struct rea_terrain {
    const char *name;            /* "woods" */
    const char *rule;            /* "R-TEC-H8" */
    int16_t cost[REA_C_COUNT];   /* sixths, or REA_COST_ */
    int8_t general[REA_C_COUNT]; /* 1: must go to General Order (R-8.4f.1) */
    int8_t check;                /* the asterisk: R-TEC.10 */
    int8_t open;                 /* counts as clear: R-RUL-47 */
    int8_t clear;                /* is the Clear row itself */
    int8_t square;               /* Square may be formed: R-8.1d.2 */
    int16_t fdv;                 /* fire defence value */
    int16_t cc_attack, cc_defend, cc_defend_ac;
    int16_t morale, morale_skirmish;
    int16_t cover;      /* halves of a level: T-12c */
    int8_t stack;       /* 0 open, 1 broken, 2 bramble, 3 General Order: R-TEC-ST */
    int8_t no_prolonge; /* R-B3.15 */
    int16_t road;       /* sixths for Road Column by road: R-TEC.4, T-17b */
};

/* One kind of hexside (R-TEC-S1 to R-TEC-S12, T-17b). A paired kind takes two bits: crossing
 * from the low or outer side sets `bit`, seen from the other side it is `bit + 1`. */
struct rea_sidekind {
    const char *name;
    const char *rule;
    uint8_t bit, paired, water;
    int16_t up[REA_C_COUNT];   /* sixths to cross from the outer (low) side */
    int16_t down[REA_C_COUNT]; /* sixths from the inner (high) side */
    int8_t check, clear;       /* clear: no feature for R-8.6 (Gentle Slope) */
    int8_t fm_num, fm_den;     /* factor on fire that comes from the outer side */
    int8_t cc_defend;          /* to a defender on the inner side (or any, if not paired) */
    int8_t no_combat;          /* R-TEC-CC.8 */
};

/* A row of the hexside chart, for one title. */
struct rea_siderow {
    uint8_t title;
    struct rea_sidekind kind;
};

struct rea_fire_row {
    int16_t fm[6]; /* 64ths at range 1, 2, 3, 4-6, 7-9, 10-12; 0 out of range */
};

enum rea_fire_class {
    REA_F_LINE_A, /* Prussian; British and Hessian */
    REA_F_LINE_B, /* Austrian ...; American Continental */
    REA_F_LIGHT,  /* light infantry and Grenzers in Skirmish */
    REA_F_JAEGER,
    REA_F_MILITIA,
    REA_F_GUN0, /* + enum rea_gun */
    REA_F_COUNT = REA_F_GUN0 + REA_GUN_CLASSES
};

enum { REA_FIRE_ROWS = 24, REA_FIRE_COLUMNS = 10, REA_CC_ROWS = 20, REA_CC_COLUMNS = 9 };

/* T-4: code 0 none, 9 M/D, 1-4 strength points. */
struct rea_fire_table {
    int8_t rows;
    int16_t least[REA_FIRE_ROWS]; /* lowest modified roll of the row; the first is any */
    int8_t code[REA_FIRE_ROWS][REA_FIRE_COLUMNS];
    int8_t num[REA_FIRE_COLUMNS], den[REA_FIRE_COLUMNS];
};

enum rea_cc_check { REA_CC_NONE, REA_CC_D, REA_CC_M };

struct rea_cc_entry {
    int8_t a_loss, a_check, d_loss, d_check;
};

/* T-6. */
struct rea_cc_table {
    int8_t rows;
    int16_t least[REA_CC_ROWS];
    struct rea_cc_entry at[REA_CC_ROWS][REA_CC_COLUMNS];
    int8_t num[REA_CC_COLUMNS], den[REA_CC_COLUMNS];
};

/* T-2: results by units digit; [0] non-Prussian or American, [1] Prussian or British. */
enum rea_init_special {
    REA_I_NONE,
    REA_I_ARMY_MORALE,
    REA_I_TEMPO_DOUBLE,
    REA_I_FOG,
    REA_I_LAPSE,
    REA_I_CONFUSION,
    REA_I_RALLY,
    REA_I_FREE_COMBAT,
    REA_I_LEADER,
    REA_I_DOUBLE,
    REA_I_BATTLE_TEMPO,
    REA_I_COUNT
};

enum rea_fire_special {
    REA_S_NONE,
    REA_S_FREE_FIRE,
    REA_S_FULL_VOLLEY,
    REA_S_BATTALION_GUNS,
    REA_S_POOR_DISCIPLINE,
    REA_S_SMOKE,
    REA_S_AMMO_LOW,
    REA_S_AMMO_OUT,
    REA_S_RAPID_FIRE,
    REA_S_ACCURATE,
    REA_S_WILD,
    REA_S_CAISSON,
    REA_S_WHITES,
    REA_S_PREMATURE,
    REA_S_NO_FIRE,
    REA_S_COUNT
};

struct rea_specials {
    uint8_t initiative[2][10], foot[2][10], guns[2][10], defensive[2][10];
};

/* T-5: target size steps. */
struct rea_size_step {
    int16_t most; /* up to so many strength points */
    int16_t mod;
};

/* R-TEC-ST: strength points in a hex. */
enum rea_room {
    REA_ROOM_LINE,
    REA_ROOM_COLUMN,
    REA_ROOM_HORSE,
    REA_ROOM_GUNS,
    REA_ROOM_GENERAL,
    REA_ROOM_GENERAL_MANY, /* where limits are doubled: R-TEC-ST.10 */
    REA_ROOM_SQUARE,
    REA_ROOM_SKIRMISH,
    REA_ROOM_ROAD,
    REA_ROOM_ROAD_GUNS,
    REA_ROOMS
};

/* R-8.1a, R-8.1c: fewest points of a body of several hexes. */
enum rea_fewest { REA_FEW_HORSE_HEX, REA_FEW_THREE, REA_FEW_FOUR, REA_FEW_LONG, REA_FEWEST };

/* R-13.10c: what a formation and a state are worth hand to hand. */
enum rea_close {
    REA_CLOSE_ENFILADE,
    REA_CLOSE_LATER_ROUND,
    REA_CLOSE_MC,
    REA_CLOSE_RC,
    REA_CLOSE_LIMBERED,
    REA_CLOSE_SKIRMISH,
    REA_CLOSE_SKIRMISH_COVER,
    REA_CLOSE_SKIRMISH_HORSE,
    REA_CLOSE_SQUARE_HORSE,
    REA_CLOSE_SQUARE_FOOT,
    REA_CLOSE_SHAKEN,
    REA_CLOSE_LIGHT_CHARGE,
    REA_CLOSE_CHARGE,
    REA_CLOSES
};

/* Numbers that the printed rules say outside their charts, and the traits of titles: rows of
 * drill.yaml. */
struct rea_numbers {
    int16_t room[REA_ROOMS][3]; /* open, broken, bramble */
    int16_t fewest[REA_FEWEST];
    int16_t close[REA_CLOSES];
    uint8_t titles[REA_TRAITS]; /* which have the trait: bits of enum rea_title */
};

extern const char *const rea_room_words[],
    *const rea_fewest_words[], *const rea_close_words[], *const rea_trait_words[];

/* Numbers that are not tables: scenario and title parameters. */
struct rea_limits {
    int16_t etn, end_boxes;   /* T-1 */
    int16_t rapid_er;         /* R-RUL-20 */
    uint8_t specials;         /* R-RUL-6 */
    uint8_t rec_morale_mods;  /* T-8 */
    uint8_t disorder_fm_half; /* R-RUL-25 */
    int16_t visibility;       /* hexes; 0 unlimited */
    int16_t fog;              /* level: R-LO, T-2a */
    int16_t fog_sight[6];     /* visibility by fog level */
};

struct rea_card {
    const char *name, *label;
    int8_t side;
    uint8_t nation, arm, kind, weight, gun, prolonge;
    uint8_t sp, cv, ma; /* ma in whole movement points */
    int16_t er;
    int16_t command;  /* TC_NONE: independent */
    int16_t regiment; /* TC_NONE: none */
    int16_t parent;   /* unit this is a component of, or TC_NONE */
    uint8_t skirmish; /* parent that can break down, or Skirmish unit */
    uint8_t always;   /* always in Skirmish: R-8.4e.9 */
    uint8_t exempt;   /* R-B5.2 */
    int16_t arrives;  /* turn; 0 on the map */
    int16_t entry[REA_ENTRY];
    uint8_t entries;
    int16_t with; /* stacked on top of this unit at set-up, or TC_NONE */
    uint8_t form, facing, hook, len, under;
    int16_t hex[REA_LONG];
};

struct rea_chief {
    const char *name, *label;
    int8_t side;
    uint8_t rank, nation, range, initiative, rating, ma;
    int16_t command, wing; /* his own, or TC_NONE */
    int16_t hex;
    uint8_t lafayette; /* R-B2.1 */
};

struct rea_command {
    const char *name, *label;
    int8_t side;
    int16_t wing; /* TC_NONE: none */
    int16_t leader;
    uint8_t detachment; /* R-23.x1 */
};

struct rea_wing {
    const char *name, *label;
    int8_t side;
    int16_t leader;
    uint8_t detachment; /* its leader commands a Detachment: R-23.1d.2 */
};

struct rea_goal {
    const char *name, *label;
    int16_t hex;
    int16_t points;
    int8_t side; /* who holds it at the beginning */
};

struct rea_book {
    struct tc_book head;
    uint8_t title;           /* enum rea_title */
    uint8_t ranks[TC_SIDES]; /* 3 or 4: R-8.1a.2 */
    uint8_t edge[TC_SIDES];  /* enum rea_edge */
    int16_t turn_limit;
    int16_t morale[TC_SIDES]; /* army morale */
    int8_t first;             /* initiative before the first roll, or TC_NONE */
    struct rea_limits lim;
    struct rea_numbers own;
    int16_t terrains, sidekinds, goals;
    struct rea_terrain terrain[REA_TERRAINS];
    struct rea_sidekind sidekind[REA_SIDEKINDS];
    struct rea_fire_row fire[REA_F_COUNT];
    struct rea_fire_table t4;
    struct rea_cc_table t6;
    struct rea_specials t2;
    struct rea_size_step size[8];
    int16_t t10[6];           /* T-10: sixths by k */
    int16_t t11[6][3];        /* T-11 rows: see enum rea_turn_row */
    int16_t t11b[6][3];       /* Brandywine Americans */
    int16_t t13[4];           /* T-13: highest modified roll for -4, -3, -2, -1 */
    int16_t steady, wavering; /* T-13 levels: at least so much */
    int16_t t14_least[4], t14_points[4];
    struct rea_goal goal[REA_GOALS];
    int16_t units, leaders, commands, wings;
    struct rea_card unit[REA_UNITS];
    struct rea_chief leader[REA_LEADERS];
    struct rea_command command[REA_COMMANDS];
    struct rea_wing wing[REA_WINGS];
    uint8_t terrain2[REA_HEXES]; /* second terrain + 1, or 0: R-RUL-58 */
    uint8_t road[REA_HEXES];     /* hexsides a road crosses */
    uint8_t major[REA_HEXES];    /* of those, by a road with the better rate */
    uint8_t bridge[REA_HEXES];   /* hexsides with a bridge */
    int8_t ground[REA_HEXES];    /* halves of a level */
    int8_t cover[REA_HEXES];     /* halves of a level */
    /* The charts as read; the scenario chooses among them (book_reason_choose). */
    struct rea_terrain chart[2][REA_TERRAINS];
    struct rea_fire_row fires[2][REA_F_COUNT];
    struct rea_size_step sizes[2][8];
    struct rea_specials specials[REA_TITLES];
    struct rea_siderow siderow[REA_SIDEROWS];
    int16_t sides_read;
    int16_t printed[REA_HEXES]; /* ccrr of each hex of the map */
    int16_t grounds;            /* what the picture shows of the map */
    struct tc_ground shown[REA_GROUNDS];
    struct tc_hexmap map;
};

/* Rows of T-11. */
enum rea_turn_row {
    REA_TURN_FORMED, /* AC and 1-hex Lines */
    REA_TURN_COLUMN, /* MC, RC */
    REA_TURN_GO,
    REA_TURN_SKIRMISH,
    REA_TURN_GUNS, /* LA, artillery RC off the road */
    REA_TURN_ROWS
};

static inline const struct rea_book *rea_book(const struct tc_book *bk)
{
    return (const struct rea_book *)bk;
}

#endif
