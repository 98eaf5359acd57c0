/* rules/pistolado/tables.h - the book of a pistolado battle: tables, cards, ground, armies.
 *
 * Filled by book/, by the rows of rules/pistolado/schema*.c, from data/pistolado, const
 * afterwards. Lengths are thousandths of an inch, angles 1/65536 of a turn. Every number a
 * player could want to change is here; the names of the tables are those of the checklist
 * (chapter TAB).
 */
#ifndef PIS_TABLES_H
#define PIS_TABLES_H

#include "board/area.h"
#include "board/sweep.h"
#include "kernel/ruleset.h"
#include "kernel/scene.h"

enum {
    PIS_REGIMENTS = 64,
    PIS_BRIGADES = 24,
    PIS_OFFICERS = 32,
    PIS_CARDS = 64,
    PIS_GROUNDS = 48,
    PIS_POINTS = 24, /* corners of one piece of ground */
    PIS_OBJECTIVES = 8,
    PIS_ROW = 6,    /* entries of one Waver row */
    PIS_KINDS = 24, /* of ground: P-TAB-16 */
};

enum pis_grade { PIS_VETERAN, PIS_SEASONED, PIS_LEVY, PIS_GRADES }; /* P-A2: best first */

enum pis_formation { /* P-A3 */
                     PIS_COLUMN,
                     PIS_SHOT_FORWARD,
                     PIS_HEDGEHOG,
                     PIS_LOOSE,
                     PIS_EN_HAYE,
                     PIS_CARACOLE,
                     PIS_BATTERY,
                     PIS_FORMATIONS
};

enum { /* flags of a card, P-RUL-5 */
       PIS_FOOT = 1,
       PIS_HORSE = 2,
       PIS_ART = 4,
       PIS_PIKE = 8,
       PIS_LANCE = 16,
       PIS_REITER = 32,
       PIS_PETRONEL = 64,
       PIS_LIGHT = 128,
       PIS_SKIRM = 256,
       PIS_EP = 512, /* enfants perdus */
};

enum pis_band_name {
    PIS_SWISS_FOOT,
    PIS_OTHER_FOOT,
    PIS_ENFANTS_PERDUS,
    PIS_HEAVY_HORSE,
    PIS_MEDIUM_HORSE,
    PIS_REITERS,
    PIS_LIGHT_HORSE,
    PIS_LIGHT_GUNS,
    PIS_MEDIUM_GUNS,
    PIS_HEAVY_GUNS,
    PIS_BANDS,
    PIS_BY_GUN = PIS_BANDS, /* a card of artillery: the gun says it */
};

enum pis_shooting {
    PIS_COMMON_SHOTTE,
    PIS_GOOD_SHOTTE,
    PIS_SKIRMISH_SHOTTE,
    PIS_PISTOL,
    PIS_PETRONELS,
    PIS_LIGHT_GUN,
    PIS_MEDIUM_GUN,
    PIS_HEAVY_GUN,
    PIS_CLASSES,
    PIS_SHOOTS_BY_GUN = PIS_CLASSES,
    PIS_SHOOTS_NOT,
};

enum pis_gun { PIS_GUN_LIGHT, PIS_GUN_MEDIUM, PIS_GUN_HEAVY, PIS_GUNS };
enum pis_range_name { PIS_POINT_BLANK, PIS_CLOSE, PIS_LONG, PIS_RANGES };
enum pis_order { PIS_ASSAULT, PIS_HARASS, PIS_HOLD, PIS_MANOEUVRE, PIS_WITHDRAW, PIS_ORDERS };
enum pis_status { PIS_DEFEND, PIS_MARCH, PIS_DOUBLE, PIS_RALLY, PIS_CHARGE, PIS_STATUSES };

enum pis_level {
    PIS_SHARP,
    PIS_TRIM,
    PIS_UNEVEN,
    PIS_DISARRAYED,
    PIS_RAGGED,
    PIS_MOB,
    PIS_LEVELS
}; /* P-C1; a level is the number of steps lost */

enum pis_test { PIS_TO_CHARGE, PIS_BY_CAV, PIS_BY_FOOT, PIS_DISASTER, PIS_TESTS };
enum pis_waver { PIS_CH, PIS_CC, PIS_ST, PIS_MINUS, PIS_EV, PIS_RO, PIS_WAVERS }; /* P-W7 */

enum pis_type { PIS_A, PIS_ES, PIS_US, PIS_DS, PIS_OV, PIS_TYPES }; /* P-RUL-19 */
enum pis_enemies { PIS_INF_INF, PIS_INF_CAV, PIS_CAV_INF, PIS_CAV_CAV, PIS_ENEMIES };

enum pis_outcome { /* P-L11; worst for the Stronger side first */
                   PIS_S_RT,
                   PIS_S_BI,
                   PIS_S_GG,
                   PIS_LK,
                   PIS_W_GG,
                   PIS_W_BI,
                   PIS_W_RT,
                   PIS_OUTCOMES
};

enum pis_fate { PIS_F_WINNER, PIS_F_LOCKED, PIS_F_GG, PIS_F_BI, PIS_F_RT, PIS_FATES };

enum pis_edge { PIS_NORTH, PIS_EAST, PIS_SOUTH, PIS_WEST };
enum pis_ground_class { PIS_OPEN, PIS_MINOR, PIS_MAJOR, PIS_IMPASSABLE, PIS_HILL };
enum pis_cover { PIS_NO_COVER, PIS_SOFT, PIS_HARD };
enum pis_rank { PIS_GENERAL, PIS_BRIGADIER };

/* --- Tables --- */

/* movement.yaml: P-TAB-1 */
struct pis_band {
    int32_t march, dbl, charge;           /* 0: never */
    int8_t dbl_disorder, charge_disorder; /* levels */
};

/* ranges.yaml: P-TAB-2 */
struct pis_range {
    int32_t limit[PIS_RANGES]; /* 0: no such band */
    int8_t intensity[PIS_RANGES];
};

/* fire-modifiers.yaml: P-TAB-3 */
struct pis_fire_mods {
    int8_t grade[PIS_GRADES];
    int8_t marched, doubled;
    int8_t deep, deep_ranks; /* Column or Caracole of so many ranks; Hedgehog */
    int8_t loose;
    int8_t big, big_companies, small, small_companies;
    int8_t cover[3];
    int8_t flank, rain;
    int8_t gun_strength[PIS_GUNS]; /* P-F8 */
};

/* fire-results.yaml: P-TAB-4, P-TAB-5, P-F13, P-F13b */
enum { PIS_FIRE_ROWS = 5, PIS_FIRE_COLS = 8, PIS_FIRE_RESULTS = 10 };

struct pis_fire_results {
    int8_t shift[6];
    uint8_t most[PIS_FIRE_ROWS]; /* shot companies up to; the last row has no limit */
    uint8_t result[PIS_FIRE_ROWS]
                  [PIS_FIRE_COLS]; /* 0: none; else 1 + 3 * (levels - 1) + pluses */
    int8_t small_regiment;         /* 7 companies or fewer at the start */
    int8_t plus_on[2];             /* face or more for "+": large, small */
    int8_t plus_plus_on[2];        /* for "++", the die after the sure company */
    int8_t plus_plus_sure[2];      /* companies lost without a die by "++" */
};

/* cohesion.yaml: P-TAB-6, P-C8, P-C9 */
struct pis_cohesion {
    int8_t waver[PIS_LEVELS], combat[PIS_LEVELS], fire[PIS_LEVELS];
    int8_t obstacle[2][2];                 /* [minor, major][Marshalling passed, failed] */
    int8_t winner, gave_ground, undecided; /* P-C9 */
    int8_t marshalling_failed;             /* P-H12b */
};

/* losses.yaml: P-TAB-7 */
enum { PIS_LOSS_STEPS = 5 };

struct pis_losses {
    int8_t percent[PIS_LOSS_STEPS]; /* lower bound of each step; the first is 0 */
    int8_t waver[PIS_LOSS_STEPS], combat[PIS_LOSS_STEPS], fire[PIS_LOSS_STEPS];
};

/* waver-modifiers.yaml: P-TAB-8 */
struct pis_waver_mods {
    int8_t pike_column, pike_hedgehog, shot_forward;
    int8_t flank, rear, obstacle;
    int8_t into_flank, into_wreck, into_pikes;
    int8_t veteran_rally;
};

/* melee-modifiers.yaml: P-TAB-9 */
struct pis_melee_mods {
    int8_t charge;
    int8_t deep_horse, deep_ranks;
    int8_t lance;
    int8_t pikes, pikes_lance, pikes_shot_forward;
    int8_t ferocity;
    int8_t twice, thrice;
    int8_t further, further_most;
    int8_t obstacle, broken_into, gave_ground;
};

/* melee-type.yaml, melee-outcome.yaml, casualties.yaml: P-TAB-10, P-TAB-11, P-TAB-12 */
enum { PIS_STRENGTHS = 11, PIS_TOTALS = 8 };

struct pis_melee {
    uint8_t type[PIS_STRENGTHS][PIS_STRENGTHS];
    uint8_t outcome[PIS_ENEMIES][PIS_TYPES][11]; /* 2d6 less 2 */
    uint8_t loss[PIS_FATES][2][PIS_TOTALS];      /* [fate][large, small][total less 1] */
    int8_t small_regiment;
};

/* officers.yaml: P-TAB-14, chapter K, P-O3 */
enum pis_risk {
    PIS_RISK_FIRE,
    PIS_RISK_EVEN,
    PIS_RISK_GG,
    PIS_RISK_BI,
    PIS_RISK_RT,
    PIS_RISKS
};

struct pis_officers {
    int8_t killed[PIS_RISKS], captured[PIS_RISKS], wounded[PIS_RISKS]; /* 2d6 up to; 0: never */
    int32_t reach;           /* 12 inches: move, general's call, K6b, K8 */
    int8_t far_from_general; /* P-O3: +1 */
    int8_t no_officer_needs; /* P-O3: 1 */
    int8_t successor_less;   /* P-K7: Strategy 2 less */
};

/* stands.yaml: P-GEO-4 and the distances of the rules */
struct pis_stands {
    int32_t foot_w, foot_d, horse_w, horse_d, gun_w, gun_d, officer;
    int32_t point_blank;           /* P-M10b */
    int32_t hold_distance;         /* P-O8 */
    int32_t leader_distance;       /* militia: an officer within 6 inches */
    int32_t defended_edge;         /* P-GEO-20c */
    int32_t fire_arc, battery_arc; /* P-GEO-15 */
    int32_t charge_wheel;          /* P-GEO-20a */
    int8_t horse_ranks_most, caracole_files_most;
};

/* victory.yaml: chapter VIC */
struct pis_victory {
    int8_t broken_brigade, broken_army, army_losses; /* percent */
    int8_t share_num, share_den;                     /* two thirds */
    int16_t company, regiment, officer, general, gun;
    int8_t lead; /* percent */
};

struct pis_tables {
    struct pis_band band[PIS_BANDS];
    struct pis_range range[PIS_CLASSES];
    struct pis_fire_mods fire;
    struct pis_fire_results result;
    struct pis_cohesion cohesion;
    struct pis_losses losses;
    struct pis_waver_mods waver;
    struct pis_melee_mods melee_mod;
    struct pis_melee melee;
    struct pis_officers officer;
    bool status[PIS_ORDERS][PIS_STATUSES];          /* P-TAB-15 */
    int8_t halt_pursuit, halt_veteran, halt_reiter; /* P-R7, P-R8, P-R9 */
    struct pis_stands stand;
    struct pis_victory victory;
};

/* --- Cards: P-A1, P-TAB-13 --- */

struct pis_row {
    uint8_t n;               /* 0: never takes this test */
    int8_t upto[PIS_ROW];    /* the last entry has no limit: P-W6 */
    uint8_t result[PIS_ROW]; /* enum pis_waver */
};

struct pis_card {
    const char *name, *label; /* "swiss-veteran", "Swiss pike" */
    const char *note;         /* what is special, in words */
    uint8_t grade, band, shoots;
    uint16_t flags;
    int8_t marshalling, ferocity;
    uint8_t companies, pike, shot; /* usual strength */
    uint8_t formations;            /* bit set */
    int8_t melee[PIS_FORMATIONS], fire[PIS_FORMATIONS];
    int8_t rally[6];
    struct pis_row row[PIS_TESTS];
    int8_t pistols;         /* melee, in Column against horse */
    int8_t fades;           /* melee, after round 1, against heavier horse */
    int8_t leaderless;      /* Waver, no officer of the brigade near */
    bool marches_and_fires; /* the modifier for having marched does not apply */
};

/* --- Ground --- */

struct pis_ground {
    const char *name, *label, *kind;
    uint8_t cls, cover; /* enum pis_ground_class, enum pis_cover */
    bool blocks, line;  /* stops sight; a polyline instead of an area */
    int16_t points;
    struct tc_scene_point point[PIS_POINTS];
    struct tc_pt pt[PIS_POINTS]; /* the same; filled by pis_book_ready */
    struct tc_shape shape;
};

/* --- Order of battle --- */

struct pis_regiment_card {
    const char *name, *label;
    int8_t side, brigade;
    int16_t card;                  /* in pis_book.card */
    uint8_t companies, pike, shot; /* artillery: companies are guns */
    uint8_t gun;                   /* enum pis_gun */
    uint8_t formation, files, cohesion;
    int32_t x, y, facing;
    uint16_t arrives; /* turn; 0 or 1: at the start */
};

struct pis_brigade_card {
    const char *name, *label;
    int8_t side;
    int16_t officer; /* or TC_NONE */
    uint8_t order;   /* enum pis_order */
};

struct pis_officer_card {
    const char *name, *label;
    int8_t side, brigade; /* the brigade he leads, or TC_NONE */
    uint8_t rank;         /* enum pis_rank */
    int8_t strategy, valour;
    int16_t attached; /* regiment, or TC_NONE */
    int32_t x, y;
};

struct pis_objective_card {
    const char *name, *label;
    int32_t x, y, radius; /* held by the side with the only steady foot or horse in it */
    int16_t points[TC_SIDES];
};

struct pis_book {
    struct tc_book head;
    struct pis_tables t;
    int32_t width, height;
    uint16_t turn_limit;
    bool rain;
    uint8_t own_edge[TC_SIDES]; /* enum pis_edge */
    int cards, kinds, grounds, regiments, brigades, officers, objectives;
    struct pis_ground kind[PIS_KINDS]; /* without points: what ground of a kind is */
    struct pis_card card[PIS_CARDS];
    struct pis_ground ground[PIS_GROUNDS];
    struct pis_regiment_card regiment[PIS_REGIMENTS];
    struct pis_brigade_card brigade[PIS_BRIGADES];
    struct pis_officer_card officer[PIS_OFFICERS];
    struct pis_objective_card objective[PIS_OBJECTIVES];
    struct pis_card being_read; /* schema_cards.c: until its file is read through */
};

static inline const struct pis_book *pis_book_of(const struct tc_book *bk)
{
    return (const struct pis_book *)bk;
}

/* Fill what is derived (shapes). Call once when the rest is filled. */
void pis_book_ready(struct pis_book *bk);

/* Where a regiment stands at the start. */
struct tc_rect pis_card_rect(const struct pis_book *bk, int r);

/* Tables must be whole and must not run backwards. False: a sentence in why. */
bool pis_fire_sound(const struct pis_fire_results *t, struct tc_why *why); /* P-TAB-4, 5 */
bool pis_cohesion_sound(const struct pis_cohesion *t, struct tc_why *why); /* P-TAB-6 */
bool pis_losses_sound(const struct pis_losses *t, struct tc_why *why);     /* P-TAB-7 */
bool pis_type_sound(const struct pis_melee *t, struct tc_why *why);        /* P-TAB-10 */
bool pis_outcome_sound(const struct pis_melee *t, struct tc_why *why);     /* P-TAB-11 */
bool pis_casualties_sound(const struct pis_melee *t, struct tc_why *why);  /* P-TAB-12 */
bool pis_card_sound(const struct pis_card *c, struct tc_why *why);         /* P-TAB-13 */

/* A card as text, for `tricorne show --card` and panels (P-A1). */
void pis_card_text(const struct pis_card *c, struct tc_text *out);

#endif
