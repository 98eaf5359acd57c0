/* rules/pistolado/inner.h - what the chapters of the system call of one another.
 *
 * A struct pis_play goes through every function that changes something; pure questions take
 * book and state.
 */
#ifndef PIS_INNER_H
#define PIS_INNER_H

#include "kernel/umpire.h"
#include "rules/pistolado/words.h"
#include "rules/pistolado/geometry.h"

struct pis_play {
    const struct pis_book *bk;
    struct pis_state *s;
    struct tc_umpire *u;
};

/* What a step works with. */
#define PIS_PLAY(state, u) (&(struct pis_play){ pis_book_of((u)->book), state, u })

/* --- steps: the sequence of play, in order (flow.c) --- */

enum pis_step {
    PIS_S_TURN,
    PIS_S_ORDER,
    PIS_S_OFFICER,
    PIS_S_REVEAL,
    PIS_S_INITIATIVE,
    PIS_S_MOVE,
    PIS_S_FIRE,
    PIS_S_SHOT,
    PIS_S_HITS,
    PIS_S_RALLY,
    PIS_S_CHARGE_ORDER,
    PIS_S_DECLARE,
    PIS_S_TO_CHARGE,
    PIS_S_REACT,
    PIS_S_CHARGED,
    PIS_S_EVADE,
    PIS_S_RETURN_FIRE,
    PIS_S_CONTACT,
    PIS_S_MELEE,
    PIS_S_FOLLOW,
    PIS_S_PURSUIT,
    PIS_S_ROUT,
    PIS_S_END,
    PIS_S_DISASTER,
    PIS_STEPS
};

/* Go on with a step, after the Disaster tests that wait. */
void pis_go(struct pis_play *p, int step);

void pis_step_turn(void *state, struct tc_umpire *u);
void pis_step_order(void *state, struct tc_umpire *u);
void pis_step_officer(void *state, struct tc_umpire *u);
void pis_step_reveal(void *state, struct tc_umpire *u);
void pis_step_initiative(void *state, struct tc_umpire *u);
void pis_step_move(void *state, struct tc_umpire *u);
void pis_step_fire(void *state, struct tc_umpire *u);
void pis_step_shot(void *state, struct tc_umpire *u);
void pis_step_hits(void *state, struct tc_umpire *u);
void pis_step_rally(void *state, struct tc_umpire *u);
void pis_step_charge_order(void *state, struct tc_umpire *u);
void pis_step_declare(void *state, struct tc_umpire *u);
void pis_step_to_charge(void *state, struct tc_umpire *u);
void pis_step_react(void *state, struct tc_umpire *u);
void pis_step_charged(void *state, struct tc_umpire *u);
void pis_step_evade(void *state, struct tc_umpire *u);
void pis_step_return_fire(void *state, struct tc_umpire *u);
void pis_step_contact(void *state, struct tc_umpire *u);
void pis_step_melee(void *state, struct tc_umpire *u);
void pis_step_follow(void *state, struct tc_umpire *u);
void pis_step_pursuit(void *state, struct tc_umpire *u);
void pis_step_rout(void *state, struct tc_umpire *u);
void pis_step_end(void *state, struct tc_umpire *u);
void pis_step_disaster(void *state, struct tc_umpire *u);

/* Begin a phase: Disaster tests may be taken anew (P-W8). */
void pis_begin_phase(struct pis_play *p, int phase);

/* --- orders (orders.c) --- */

/* Strategy of a brigade's officer; 0 without one. */
int pis_strategy(const struct pis_book *bk, const struct pis_state *s, int brigade);

/* Put line[] in order of value, higher first; equal ones throw until they differ. */
void pis_line_up(struct pis_play *p, const int8_t *value, const char *rule);

/* Has the brigade a regiment that takes orders? */
bool pis_brigade_acts(const struct pis_book *bk, const struct pis_state *s, int brigade);

/* Does a status let the brigade do something in a phase: P-S1? */
bool pis_status_moves(int status);
bool pis_status_fires(int status);

/* --- walks (walk.c) --- */

enum pis_walk_kind { PIS_WALK_MOVE, PIS_WALK_EVADE };
enum { PIS_PUSHES = 6, PIS_NEARS = 14 };

/* A regiment that may be in the way. */
struct pis_near {
    pis_unit id;
    bool enemy, passable, on_top; /* on_top: they overlap at the start */
    bool made;                    /* box, keep and on_top are filled in when first needed */
    int32_t keep;                 /* gap that must be kept */
    int32_t x0, y0, x1, y1;       /* it surely lies within */
    struct tc_box box;
};

/* Who is near a regiment that stands where it stands: the same for all its walks. */
struct pis_round {
    bool known;
    int n;
    struct pis_near near[PIS_NEARS];
};

/* A path walked leg by leg; rule is NULL when all of it is legal. */
struct pis_walk {
    struct tc_rect at;
    int32_t cost;
    uint64_t touched; /* minor and major obstacles */
    bool marched, faced, turned;
    int pushes;
    pis_unit push[PIS_PUSHES];
    struct tc_pt push_by[PIS_PUSHES];
    int32_t push_len[PIS_PUSHES];
    bool explain;            /* in: a refused wheel is measured */
    struct pis_round *round; /* in: what its walks share; NULL: nothing is remembered */
    const char *rule;        /* of the refusal */
    int reason, leg;
    int32_t arg[2], limit; /* how far the leg may go; 0: not at all */
};

/* Walk the legs of an act within an allowance. facing: may it change facing. */
void pis_walk(const struct pis_book *bk, const struct pis_state *s, int r,
              enum pis_walk_kind kind, const struct tc_act *a, int32_t allowance,
              struct pis_walk *out);

/* The same from another footprint (after a change of frontage). */
void pis_walk_from(const struct pis_book *bk, const struct pis_state *s, int r,
                   enum pis_walk_kind kind, struct tc_rect from, const struct tc_act *a,
                   int32_t allowance, struct pis_walk *out);

/* Straight back by a length, facing kept. */
void pis_walk_back(const struct pis_book *bk, const struct pis_state *s, int r, int32_t d,
                   int32_t allowance, struct pis_walk *out);

/* --- movement (move.c, moves.c) --- */

/* What the candidates of a move draw from (moves.c). */
struct pis_mover {
    const struct pis_book *bk;
    const struct pis_state *s;
    int r, status;
    int32_t allowance;
    int steps; /* multiples of 1024 each way that the allowance buys */
    int wheels, ways;
    bool faces;
};

/* What lies on the desk of the question how a regiment moves. */
struct pis_move_desk {
    bool drawn, walked;
    struct pis_mover mover;
    struct pis_round round;
    struct tc_act act; /* the last that was found legal, and its walk */
    struct pis_walk walk;
};

_Static_assert(sizeof(struct pis_move_desk) <= TC_DESK, "it fits on the desk");

/* The desk of a view, wiped when it is clean; NULL: there is none. */
struct pis_move_desk *pis_move_desk_of(const struct tc_view *v);

int32_t pis_march_rate(const struct pis_book *bk, int r);
int32_t pis_double_rate(const struct pis_book *bk, int r);
int32_t pis_charge_rate(const struct pis_book *bk, int r);
const struct pis_band *pis_band_of(const struct pis_book *bk, int r);

/* What the regiment may spend with the status of its brigade: P-M2, P-M12, P-M14. */
int32_t pis_allowance(const struct pis_book *bk, const struct pis_state *s, int r);

/* Ways of coming nearer to the enemy, tried before a regiment is held to it: P-O6b. */
enum { PIS_CLOSINGS = 24 };
bool pis_nth_closing(const struct tc_view *v, int i, struct tc_act *out);

/* Why a regiment takes no orders: away, in rout, in pursuit or in melee; 0 if it does. */
int pis_why_not_free(const struct pis_state *s, int r, const char **rule);

/* --- firing (fire.c) --- */

/* Shooting class of a regiment, or PIS_SHOOTS_NOT. */
int pis_class_of(const struct pis_book *bk, int r);
bool pis_can_reach(const struct pis_book *bk, const struct pis_state *s, int r, int target);

/* May a charged regiment fire at its charger: P-F5a, P-F6a? */
bool pis_may_return(const struct pis_book *bk, const struct pis_state *s, int r, int charger);

/* Roll one shot and note what it does to the target; nothing is applied yet (P-S6). */
void pis_shoot(struct pis_play *p, int r, int target, int range);

/* Apply the hits a regiment has taken. */
void pis_apply_hits(struct pis_play *p, int r);

/* Is the brigade of this regiment allowed fire, and the regiment too, in the Firing phase? */
bool pis_may_fire(const struct pis_book *bk, const struct pis_state *s, int r);

/* --- cohesion (cohesion.c) --- */

/* Lose levels: P-F16. The rule says why. */
void pis_disorder(struct pis_play *p, int r, int levels, const char *rule);

/* Obstacles of a walk disorder: P-C3, P-C8. */
void pis_obstacles(struct pis_play *p, int r, uint64_t touched);

/* Lose companies: P-L20, P-L21. Returns true when none are left. */
bool pis_lose(struct pis_play *p, int r, int companies);

/* The step of the losses table a regiment has reached: P-C13. */
int pis_loss_step(const struct pis_book *bk, const struct pis_state *s, int r);

/* Off the table for good. */
void pis_remove(struct pis_play *p, int r, int place, const char *rule);

/* --- charging (charge.c, strike.c) --- */

/* A charge path: one wheel, straight to contact. */
struct pis_path {
    struct tc_rect at;      /* in contact, before it is turned flush */
    struct tc_rect wheeled; /* after the wheel */
    int32_t cost, straight;
    enum tc_zone zone; /* of the target: P-GEO-14 */
    int edge;          /* of the target it meets */
    bool obstacle;     /* defended by the target: P-GEO-20c */
    uint64_t touched;
    const char *rule; /* of the refusal, or NULL */
    int reason;
    int32_t arg[2];
};

/* The path of r to target with a wheel (left negative) within a rate: P-GEO-20a. */
int32_t pis_charge_turn(const struct pis_state *s, int r, int target, int way);
void pis_charge_path(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                     int32_t wheel, int32_t rate, struct pis_path *out);

/* The path of a charge whose tests are passed to a target that stands: as declared, or straight
 * at the nearest point of it if it has changed since (P-H5, P-RUL-35). */
void pis_strike_path(const struct pis_book *bk, const struct pis_state *s, int r, int target,
                     struct pis_path *out);

/* Charge rate left to a regiment: P-H9d. */
int32_t pis_charge_left(const struct pis_book *bk, const struct pis_state *s, int r);

/* --- Waver tests (waver.c) --- */

/* What a test is about. */
struct pis_test_of {
    int test;          /* enum pis_test */
    pis_unit enemy;    /* charger, target, foe; or TC_NONE */
    enum tc_zone zone; /* of the regiment charged */
    bool obstacle, rallying;
    unsigned shut; /* bits of results that count as standing: P-W13, P-H22 */
};

/* The results that are not open to a regiment that is charged. */
unsigned pis_shut_results(const struct pis_state *s, int r, int charger);

/* Sum of the modifiers, told to u if it is not NULL (P-TAB-8). */
int pis_waver_mods(const struct pis_book *bk, const struct pis_state *s, struct tc_umpire *u,
                   int r, const struct pis_test_of *t);

/* Throw the dice and read the row: P-W4 to P-W6. */
int pis_waver_test(struct pis_play *p, int r, const struct pis_test_of *t);

/* The result of a modified roll on a row. */
int pis_read_row(const struct pis_row *row, int roll);

/* A Disaster test falls due: P-W3a, P-W8. */
void pis_due(struct pis_play *p, int r, int cause);

/* --- melee (strength.c, melee.c) --- */

/* Strength of a side in a melee; lead is the regiment it is counted for (P-L1 to P-L4). */
int pis_strength(const struct pis_book *bk, const struct pis_state *s, struct tc_umpire *u,
                 int melee, int side, pis_unit *lead);

struct pis_match {
    pis_unit lead[TC_SIDES];
    int strength[TC_SIDES];
    int stronger; /* side */
    int type, enemies;
    bool tie; /* type A: who is read as Stronger may need a die (P-L7) */
};

void pis_match_up(const struct pis_book *bk, const struct pis_state *s, struct tc_umpire *u,
                  int melee, struct pis_match *m);

/* Chances out of 36 of each outcome. */
void pis_melee_chances(const struct pis_book *bk, const struct pis_match *m,
                       int chance[PIS_OUTCOMES]);

/* Roll casualties for one regiment on a row: P-L18. */
void pis_casualties(struct pis_play *p, int r, int fate, int ferocity, const char *rule);

/* Put a regiment into a melee with its foe; a new one if the foe is in none. */
void pis_join(struct pis_play *p, int r, int foe, int role, enum tc_zone zone);

/* Take a regiment out of its melee. */
void pis_leave(struct pis_play *p, int r);

/* End the melees that have only one side left: P-C7. */
void pis_tidy_melees(struct pis_play *p);

/* Highest Ferocity on a side of a melee. */
int pis_ferocity_in(const struct pis_book *bk, const struct pis_state *s, int melee, int side);

/* --- flight (flight.c, rout.c) --- */

/* Break: Mob, first part and second part of the flight, the tests it causes. */
void pis_rout(struct pis_play *p, int r, int from, const char *rule);

/* First part of a flight: March rate straight back (P-R2). Returns what it has moved. */
int32_t pis_flee_first(struct pis_play *p, int r, int from);

/* Later flight toward the own edge: P-R14. */
void pis_flee_on(struct pis_play *p, int r);

/* Free of friends it would end on, beyond them or else before them: P-GEO-22d. last: the length
 * of the last straight part of the flight. */
void pis_flee_clear(struct pis_play *p, int r, int32_t last);

/* Take an evader along that way; friends it runs into test (P-R4, P-RUL-13). */
void pis_run_along(struct pis_play *p, int r, const struct tc_act *way);

/* Pursuit move: P-GEO-24. */
void pis_pursue(struct pis_play *p, int r);

/* A router is caught: losses of a rout again (P-R12, P-RUL-30). */
void pis_cut_down(struct pis_play *p, int r, int by, const char *rule);

/* Is some enemy pursuing it: P-RUL-26? */
bool pis_is_pursued(const struct pis_book *bk, const struct pis_state *s, int r);

/* The pursuit is over: halted by another, or nobody is left to pursue. */
void pis_end_pursuit(struct pis_play *p, int r, const char *rule);

/* Did it leave the table? Removes it and is true: P-R15. */
bool pis_leaves(struct pis_play *p, int r);

/* --- commanders (officers.c) --- */

/* In command: neither killed nor captured. */
static inline bool pis_officer_fit(const struct pis_state *s, int o)
{
    return s->officer[o].condition == PIS_FIT || s->officer[o].condition == PIS_WOUNDED;
}

/* Valour of the officers attached to a regiment; the best counts. */
int pis_valour(const struct pis_book *bk, const struct pis_state *s, int r);

/* The army's general, or TC_NONE when he is lost. */
int pis_general(const struct pis_book *bk, const struct pis_state *s, int side);

/* Where an officer is. */
struct tc_pt pis_officer_at(const struct pis_state *s, int o);

/* Is an officer of the regiment's brigade within a distance of it? */
bool pis_led(const struct pis_book *bk, const struct pis_state *s, int r, int32_t distance);

/* Roll for the officers with a regiment: P-K5. */
void pis_officer_risk(struct pis_play *p, int r, int risk);

/* Loose officers of the enemy in the way of a straight move get out of it: P-K8. */
void pis_ride_over(struct pis_play *p, int r, const struct tc_box *from, uint16_t heading,
                   int32_t d);

/* Officers go with their regiments; loose ones get out of the enemy's way: P-K3, P-K8. */
void pis_officers_follow(struct pis_play *p);

/* The charge at work is settled, one way or another. */
void pis_settle_charge(struct pis_play *p);

/* The regiment is no more: its officers must go elsewhere. */
void pis_officers_leave(struct pis_play *p, int r);

/* Carry out what was planned: P-K3. */
void pis_officers_move(struct pis_play *p);

/* Replace lost brigade officers: P-K7. */
void pis_officers_replace(struct pis_play *p);

/* --- victory (victory.c) --- */

bool pis_is_lost(const struct pis_state *s, int r);
int pis_points(const struct pis_book *bk, const struct pis_state *s, int side);
/* A lost regiment counts whole. */
int pis_companies_lost(const struct pis_book *bk, const struct pis_state *s, int side);
void pis_judge_battle(struct pis_play *p);
int pis_score(const struct tc_book *bk, const void *state);

/* --- the rest of the ruleset --- */

void pis_setup(const struct tc_book *bk, void *state);
bool pis_check(const struct tc_book *bk, const void *state, struct tc_refusal *why);
bool pis_ground_at(const struct tc_book *book, int i, struct tc_ground *out);
void pis_scene(const struct tc_book *bk, const void *state, int viewer, struct tc_scene *out);
void pis_veil(const struct tc_book *bk, void *state, int side, struct tc_stream *stream);
int pis_row_side(const struct tc_book *bk, const void *state, const struct tc_field *f,
                 int row);
int pis_assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
               int offers);
bool pis_goes_on(const struct tc_book *book, const void *state, const struct tc_deed *d);
bool pis_follows(const struct tc_book *book, const void *state, const struct tc_deed *d);

#endif
