/* rules/bayonet/tables.h - the book of a bayonet battle: tables, map, orders of battle.
 *
 * Filled from data/bayonet by the rows of rules/bayonet/schema.c, const afterwards. A hex is
 * named by its printed number ccrr everywhere, so that state, acts and people speak of the same
 * thing.
 */
#ifndef BAY_TABLES_H
#define BAY_TABLES_H

#include "board/hex.h"
#include "kernel/ruleset.h"
#include "kernel/scene.h"

enum {
    BAY_UNITS = 360,   /* batteries included */
    BAY_BRIGADES = 80, /* of both sides */
    BAY_WINGS = 16,    /* of both sides */
    BAY_LEADERS = 40,  /* replacements included */
    BAY_SLOTS = 8,     /* the greatest capacity of a Wing */
    BAY_LINES = 3,
    BAY_IDS = 4600, /* hexes are ccrr: 45 columns, 99 rows */
    BAY_BRIGADE_MOST = 10,
    BAY_COLUMNS = 9, /* of a combat table: -4 .. +4 */
    BAY_ROWS = 10,   /* a die of 0..9 */
    BAY_RANGES = 7,
    BAY_FIRES = 24,
    BAY_GOALS = 12,
    BAY_GOAL_HEXES = 12,
    BAY_GROUNDS = 40, /* lists for the scene */
    BAY_ARMIES = 7,
    BAY_NATIONS = 36,
    BAY_NO_NATION = BAY_NATIONS, /* the scenario names none */
};

enum bay_class { BAY_INF, BAY_CAV, BAY_MOUNTED, BAY_DISMOUNTED, BAY_ART, BAY_CLASSES };
enum bay_kind { BAY_K_INF, BAY_K_CAV, BAY_K_MOUNTED, BAY_K_DISMOUNTED };
enum bay_line { BAY_FRONT, BAY_SUPPORT, BAY_RESERVE };
enum bay_order { BAY_MARCH, BAY_CHARGE, BAY_DRESS, BAY_ORDERS };
enum bay_rank { BAY_AC, BAY_WC };

enum bay_terrain {
    BAY_CLEAR,
    BAY_BRUSH,
    BAY_MARSH,
    BAY_ORCHARD,
    BAY_FOREST,
    BAY_VILLAGE,
    BAY_IMPASSABLE,
    BAY_TERRAINS
};

/* Bits of a hexside, as struct tc_hexmap keeps them. Works come in pairs: the first bit says
 * that the hex you look from is protected, the second that the other one is. */
enum bay_side {
    BAY_SMALL_STREAM,
    BAY_HEDGE,
    BAY_HASTY,
    BAY_HASTY_BEYOND,
    BAY_LARGE_STREAM,
    BAY_MARSHY_STREAM,
    BAY_HEDGEROW,
    BAY_BREASTWORK,
    BAY_BREASTWORK_BEYOND,
    BAY_SIDES
};

enum bay_army {
    BAY_BRITISH,
    BAY_DUTCH,
    BAY_GERMAN,
    BAY_DANISH,
    BAY_SPANISH,
    BAY_FRENCH,
    BAY_FRENCH_ALLIES,
};

/* Actions of leaders on the display, the rows of T1. */
enum bay_action {
    BAY_A_COMMIT_FRONT,
    BAY_A_COMMIT_SUPPORT,
    BAY_A_WITHDRAW,
    BAY_A_RELIEF,
    BAY_A_PASSAGE,
    BAY_A_SHIFT,
    BAY_A_TRANSFER_RESERVE,
    BAY_A_TRANSFER_SUPPORT,
    BAY_A_TRANSFER_RESERVE_FAR,
    BAY_A_TRANSFER_SUPPORT_FAR,
    BAY_ACTIONS
};

/* Results of all combat tables. */
enum bay_code {
    BAY_RA,
    BAY_1AR,
    BAY_AR,
    BAY_1A,
    BAY_FF,
    BAY_1D,
    BAY_DR,
    BAY_1DR,
    BAY_RD,
    BAY_AR1,
    BAY_AR2,
    BAY_BD,
    BAY_A1,
    BAY_A2,
    BAY_A3,
    BAY_DAGGER,
    BAY_SECTION,
    BAY_CODES
};

enum bay_shot { BAY_MISS, BAY_HIT, BAY_EFFECTIVE };                   /* T3 */
enum bay_stuck { BAY_STANDS, BAY_SUFFERS, BAY_ROUTS };                /* T7, T8 */
enum bay_crt { BAY_T_FOOT, BAY_T_HORSE, BAY_T_HORSE_FOOT, BAY_CRTS }; /* T4, T5, T6 */

/* actions.yaml: T1 */
struct bay_action_table {
    int8_t number[BAY_ACTIONS];
    int8_t horse, near, effective, charge, liable;
};

/* orders.yaml: T2; number[current][desired] */
struct bay_order_table {
    int8_t number[BAY_ORDERS][BAY_ORDERS];
    int8_t horse_charges, near, worn, under_fire;
};

/* artillery.yaml: T3 and the figures of chapter 10 */
struct bay_gun_table {
    uint8_t result[BAY_RANGES][BAY_ROWS];
    int8_t pivot, in_hit;
};

/* terrain.yaml: B-11.8.3, B-10.2h to n, chapter 7 */
struct bay_ground_row {
    uint8_t foot, horse; /* MP; 255: closed */
    int8_t cv, cv_horse; /* of a defender on foot, mounted */
    uint8_t disorders, blocks;
};

struct bay_hexside_row {
    uint8_t foot, horse; /* MP on top; 254: the full allowance */
    int8_t cv, cv_horse;
    uint8_t disorders;
};

struct bay_move_table {
    struct bay_ground_row ground[BAY_TERRAINS];
    struct bay_hexside_row side[BAY_SIDES];
    uint8_t foot, horse, disordered, limbered, marker, leader; /* allowances */
    uint8_t hit_foot, hit_horse;                               /* to enter or leave a Hit hex */
    int8_t hit_cv, effective_cv;
    uint8_t battery, drill, turn, about, reorder;
};

/* momentum.yaml: B-11.3.2; [0] before 1701, [1] from 1701; at two and at three hexes */
struct bay_momentum_table {
    int8_t army[BAY_ARMIES][2][2];
    int8_t dragoons[2];
};

/* --- The armies ----------------------------------------------------------------- */

struct bay_unit_def {
    const char *name, *label, *regiment;
    int16_t brigade; /* TC_NONE: a battery */
    int16_t hex;
    int8_t side;
    uint8_t kind; /* enum bay_class */
    uint8_t nation, army;
    uint8_t cv, cv_disordered, underlined, squadrons;
    uint8_t facing, pos, casualties, disordered, depth, gun, limbered;
};

struct bay_brigade_def {
    const char *name, *label;
    int16_t first, units; /* its units lie side by side in unit[] */
    int8_t side;
    uint8_t kind, morale;
    uint8_t wing, line, slot, order;
    uint8_t historic_wing, historic_line;
};

struct bay_wing_def {
    const char *name, *label;
    int8_t side;
    uint8_t index, capacity, front;
};

struct bay_leader_def {
    const char *name, *label;
    int8_t side;
    uint8_t rank, rating, wing, line;
    int16_t direct;   /* brigade, or TC_NONE */
    int16_t replaces; /* leader he stands by for, or TC_NONE */
};

/* Burning hexes: B-11.8.4a */
struct bay_fire {
    int16_t hex;
    uint8_t from, to; /* turns */
};

/* Ground that counts when the last turn has ended. */
struct bay_goal {
    const char *label;
    int16_t hex[BAY_GOAL_HEXES];
    uint8_t hexes;
    int8_t side; /* who wants it */
    uint8_t points;
};

struct bay_book {
    struct tc_book head;
    struct bay_action_table action;
    struct bay_order_table order;
    struct bay_gun_table gun;
    uint8_t crt[BAY_CRTS][BAY_COLUMNS][BAY_ROWS];
    uint8_t stuck[2][BAY_ROWS]; /* T7 foot, T8 horse */
    uint8_t leader_falls;       /* B-6.4.2a: this face and above */
    struct bay_move_table move;
    struct bay_momentum_table momentum;

    const char *army_name[TC_SIDES];
    uint16_t year, turns, start; /* start: minutes since midnight */
    uint8_t drill[TC_SIDES];
    int16_t retreat_edge[TC_SIDES]; /* 0 north 1 east 2 south 3 west, or TC_NONE: list */
    uint8_t lose_wing;              /* B-2.1.1c is in force */
    /* B-RUL-95, by side; 0: not so. Wins when so far ahead; is beaten when so many are gone. */
    uint8_t wins_ahead[TC_SIDES], beaten_after[TC_SIDES];

    int16_t units, brigades, wings, leaders, fires, goals;
    struct bay_unit_def unit[BAY_UNITS];
    struct bay_brigade_def brigade[BAY_BRIGADES];
    struct bay_wing_def wing[BAY_WINGS];
    struct bay_leader_def leader[BAY_LEADERS];
    struct bay_fire fire[BAY_FIRES];
    struct bay_goal goal[BAY_GOALS];

    struct tc_hexmap map; /* as drawn */
    int16_t columns, rows;
    /* Derived by bay_book_finish, indexed by ccrr. */
    int16_t next[BAY_IDS][6]; /* TC_NONE off the map */
    struct tc_hexvec vec[BAY_IDS];
    int16_t lateral[6][BAY_IDS], depth[6][BAY_IDS]; /* B-8.0f, by front */
    int16_t army[TC_SIDES + 1]; /* brigades of a side lie from army[side] to army[side + 1] */
    int16_t guns;               /* the first battery: they lie behind all other units */
    uint8_t terrain[BAY_IDS];
    uint16_t side[BAY_IDS][6];            /* features seen from this hex */
    uint8_t cost[2][BAY_IDS][6];          /* foot, horse: to leave by that side; 254 full */
    uint8_t obstacle[BAY_IDS][6];         /* going that way costs momentum */
    uint16_t wings_at[TC_SIDES][BAY_IDS]; /* bit set of wings (indices of wing[]) */
    uint8_t exits[TC_SIDES][BAY_IDS];     /* a marker leaves the map here */
    uint16_t home[TC_SIDES][BAY_IDS];     /* least MP to the retreat edge, no enemy about */
    const char *hex_name[BAY_IDS];        /* named places, or NULL */

    int16_t grounds;
    struct tc_ground ground[BAY_GROUNDS];
};

/* Full-allowance hexsides and closed ones in bay_book.cost. */
enum { BAY_FULL = 254, BAY_CLOSED = 255 };

/* The hex of a printed number, off the map TC_NONE; and the index of tc_hexmap. */
static inline tc_hex bay_cell(const struct bay_book *bk, int id)
{
    return id < 101 ? (tc_hex)TC_NONE : tc_hexmap_cell(&bk->map, id / 100 - 1, id % 100 - 1);
}

static inline int bay_id(const struct bay_book *bk, tc_hex h)
{
    return h < 0 ? TC_NONE : (h % bk->columns + 1) * 100 + h / bk->columns + 1;
}

static inline bool bay_on_map(const struct bay_book *bk, int id)
{
    return id >= 101 && id / 100 <= bk->columns && id % 100 >= 1 && id % 100 <= bk->rows;
}

/* Fill in everything that follows from the rest. */
void bay_book_finish(struct bay_book *bk);

#endif
