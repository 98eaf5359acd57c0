/* rules/minden/inner.h - what the chapters of minden share; nothing outside includes it.
 *
 * Functions that only look take (bk, s); those that act take struct min_play. Units are named
 * by their number. "Body" is the ground a unit covers: one rectangle, up to three for a bent
 * line.
 */
#ifndef MIN_INNER_H
#define MIN_INNER_H

#include "board/area.h"
#include "board/crowd.h"
#include "board/drill.h"
#include "board/plane.h"
#include "board/sight.h"
#include "board/sweep.h"
#include "kernel/umpire.h"
#include "rules/minden/words.h"
#include "rules/minden/state.h"

struct min_crowd;

struct min_play {
    const struct min_book *bk;
    struct min_state *s;
    struct tc_umpire *u;
    struct min_crowd *crowd; /* while nothing moves, else NULL */
};

static inline struct min_play min_play_of(void *state, struct tc_umpire *u)
{
    return (struct min_play){ min_book_of(u->book), state, u, NULL };
}

/* A playout's own: the book, and the boxes of its units. */
struct min_shelf {
    struct min_book book;
    struct tc_boxes boxes;
};

const struct tc_book *min_own_book(const struct tc_book *bk, void *shelf);

enum { MIN_TOUCHING = 1, MIN_SLACK = 2, MIN_SAMPLE_MARCH = 500, MIN_SAMPLE_WHEEL = 256 };

/* --- Units (unit.c) --- */

/* The card that says what a unit is; parts of a split battery share their parent's. */
const struct min_unit_card *min_card(const struct min_book *bk, int unit);

static inline int min_side_of(const struct min_book *bk, int unit)
{
    return bk->quick[unit].side;
}
static inline int min_kind_of(const struct min_book *bk, int unit)
{
    return bk->quick[unit].kind;
}
static inline bool min_is_light(const struct min_book *bk, int unit)
{
    int kind = min_kind_of(bk, unit);

    return kind == MIN_LIGHT_INF || kind == MIN_LIGHT_CAV;
}
static inline bool min_is_horse(const struct min_book *bk, int unit)
{
    int kind = min_kind_of(bk, unit);

    return kind == MIN_LINE_CAV || kind == MIN_LIGHT_CAV;
}
/* Line infantry or line cavalry. */
static inline bool min_is_line(const struct min_book *bk, int unit)
{
    int kind = min_kind_of(bk, unit);

    return kind == MIN_LINE_INF || kind == MIN_LINE_CAV;
}
static inline bool min_is_gun(const struct min_book *bk, int unit)
{
    int kind = min_kind_of(bk, unit);

    return kind == MIN_GUN_MH || kind == MIN_GUN_LIGHT;
}
static inline bool min_is_command(const struct min_book *bk, int unit)
{
    return min_kind_of(bk, unit) == MIN_COMMAND;
}
static inline bool min_on_table(const struct min_state *s, int unit)
{
    return s->units[unit].where == MIN_ON_TABLE;
}
static inline bool min_disordered(const struct min_state *s, int unit)
{
    return s->units[unit].marker == MIN_ORANGE; /* N-I1 */
}
static inline bool min_fleeing(const struct min_state *s, int unit)
{
    return s->units[unit].morale != MIN_STEADY;
}
int min_crew_of(const struct min_book *bk, int unit); /* figures to a gun */

/* Bit sets of units. */
static inline bool min_has(const uint64_t set[2], int i)
{
    return set[i >> 6] >> (i & 63) & 1;
}
static inline void min_put(uint64_t set[2], int i)
{
    set[i >> 6] |= UINT64_C(1) << (i & 63);
}
static inline void min_drop(uint64_t set[2], int i)
{
    set[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}

/* --- Ground covered (geometry.c) --- */

struct min_size {
    int32_t w, d;
    int files, ranks;
};

struct min_body {
    int n;
    struct tc_pt anchor;
    int32_t min_x, min_y, max_x, max_y; /* of all sections */
    uint8_t section[MIN_SECTIONS];      /* 0 left wing, 1 centre or whole, 2 right wing */
    struct tc_rect rect[MIN_SECTIONS];
    struct tc_box box[MIN_SECTIONS];
};

void min_size_of(const struct min_book *bk, int unit, const struct min_unit *m,
                 struct min_size *out);
void min_section_size(const struct min_book *bk, int unit, int figures, struct min_size *out);

/* A unit where it stands, or as if it stood elsewhere. */
struct tc_rect min_rect(const struct min_book *bk, const struct min_state *s, int unit);
void min_body(const struct min_book *bk, const struct min_state *s, int unit,
              struct min_body *out);
void min_body_of(const struct min_book *bk, int unit, const struct min_unit *m,
                 struct min_body *out);
void min_body_shift(struct min_body *b, int32_t dx, int32_t dy);
void min_body_bounds(struct min_body *b); /* after its boxes have been set by hand */

/* All units on the table, for a stretch of play in which none of them moves or loses figures;
 * each body is worked out when it is first asked for. Large: fill it with min_crowd_begin. */
struct min_crowd {
    const struct min_book *bk;
    const struct min_state *s;
    int n;
    int first[TC_SIDES], end[TC_SIDES]; /* where the units of a side are found */
    int16_t unit[MIN_UNITS];
    struct tc_disc disc[MIN_UNITS];
    uint64_t made[2];
    struct min_body body[MIN_UNITS]; /* by unit */
};

void min_crowd_begin(struct min_crowd *c, const struct min_book *bk, const struct min_state *s);
const struct min_body *min_crowd_body(struct min_crowd *c, int unit);

/* Distances between bodies; unit-to-unit (N-GEO-9). */
bool min_bodies_within(const struct min_body *a, const struct min_body *b, int32_t r);
bool min_bodies_overlap(const struct min_body *a, const struct min_body *b);
struct tc_gap min_bodies_gap(const struct min_body *a, const struct min_body *b);
int32_t min_bodies_reach(const struct min_body *b, uint16_t heading, int32_t most,
                         const struct min_body *other, int32_t r);
bool min_bodies_sweep(const struct min_body *b, uint16_t heading, int32_t d,
                      const struct min_body *other);
bool min_within(const struct min_book *bk, const struct min_state *s, int a, int b, int32_t r);
struct tc_gap min_gap(const struct min_book *bk, const struct min_state *s, int a, int b);
bool min_touch(const struct min_book *bk, const struct min_state *s, int a, int b);
bool min_body_on_table(const struct min_book *bk, const struct min_body *b);
void min_settle(const struct min_book *bk, int unit, struct min_unit *m);

/* No point of the unit is farther than this from its anchor: cheap, and not the least. */
int32_t min_odd_span(const struct min_book *bk, int unit, const struct min_unit *m);

static inline int32_t min_span(const struct min_book *bk, int unit, const struct min_unit *m)
{
    int32_t span = bk->quick[unit].span[m->formation];

    return span && m->sections <= 1 ? span : min_odd_span(bk, unit, m);
}

static inline struct tc_disc min_disc(const struct min_book *bk, int unit,
                                      const struct min_unit *m)
{
    return (struct tc_disc){ m->x, m->y, min_span(bk, unit, m) };
}

static inline struct tc_bounds min_bounds(const struct min_body *b)
{
    return (struct tc_bounds){ b->min_x, b->min_y, b->max_x, b->max_y };
}

/* Surely farther than r from the body: cheap. */
static inline bool min_far(const struct min_book *bk, const struct min_state *s, int unit,
                           const struct min_body *b, int32_t r)
{
    return tc_disc_off_bounds(min_disc(bk, unit, &s->units[unit]), min_bounds(b), r);
}

/* The first unit (not `but`) whose ground this body overlaps; TC_NONE. */
int min_overlapped(const struct min_book *bk, const struct min_state *s,
                   const struct min_body *b, int but);

/* The nearest enemy of a side from a body (lowest id on ties); TC_NONE. */
int min_nearest_enemy(const struct min_book *bk, const struct min_state *s, int side,
                      const struct min_body *b, struct tc_gap *gap);

struct tc_pt min_centre(const struct min_book *bk, const struct min_state *s, int unit);

/* Set a unit down so that its centre section lies at r. */
void min_set_rect(const struct min_book *bk, struct min_unit *m, int unit, struct tc_rect r);

/* Zone of a point as seen by a body, and the section it concerns (N-GEO-14, N-GEO-15c). */
enum min_contact min_zone(const struct min_book *bk, const struct min_state *s, int unit,
                          const struct min_body *b, struct tc_pt p, int *section);

/* What an edge of a section is to its unit: front, flank or rear. */
enum min_contact min_edge_kind(const struct min_book *bk, const struct min_state *s, int unit,
                               int section, int edge);

/* --- Sight (sight.c) --- */

/* Line of sight under N-GEO-19 and N-E1 to N-E3. */
bool min_sees(const struct min_book *bk, const struct min_state *s, int unit,
              const struct min_body *from, int other, const struct min_body *to);

/* Who has hidden everything at the last look of the same unit, and may do so again. */
struct min_memory {
    int n;
    int16_t unit[6];
};

/* The same in a crowd; memory may be NULL. */
bool min_sees_in(struct min_crowd *c, int unit, const struct min_body *from, int other,
                 const struct min_body *to, struct min_memory *memory);
bool min_gap_open(struct min_crowd *c, int firer, const struct min_body *from, int target,
                  const struct min_body *to);
int min_hill_under(const struct min_book *bk, struct tc_pt p); /* TC_NONE */

/* --- Terrain (terrain.c) --- */

void min_shape(const struct min_ground *g, struct tc_shape *out);
bool min_in_ground(const struct min_ground *g, struct tc_pt p);
static inline bool min_is_linear(const struct min_ground *g)
{
    return g->line || g->cls == MIN_LINEAR;
}

/* How far a point may march before a stopping boundary ends its move; `most` if none.
 * *which is the piece. */
int32_t min_march_to_ground(const struct min_book *bk, struct tc_pt p, uint16_t heading,
                            int32_t most, int *which);

/* Is the piece reached, is it crossed between two points of the anchor's way? */
bool min_met(const struct min_ground *g, struct tc_pt from, struct tc_pt to);
bool min_crossed(const struct min_ground *g, struct tc_pt from, struct tc_pt to);

/* What the ground does to a unit that has gone from one point to another (N-Jd2, N-Jd12); end
 * is where its whole move will lead. */
void min_ground_effects(struct min_play *p, int unit, struct tc_pt from, struct tc_pt to,
                        struct tc_pt end);

/* The cover of a target against a firer standing at p: enum min_cover. */
int min_cover_of(const struct min_book *bk, const struct min_state *s, int target,
                 const struct min_body *b, struct tc_pt firer);

/* Does the ground under the charge take its bonus away, or enhance it? 0, 1 or 2. */
int min_ground_bonus(const struct min_book *bk, struct tc_pt from, struct tc_pt to,
                     struct tc_pt target);

/* Impassable ground. */
int min_blocked_by(const struct min_book *bk, const struct min_body *b); /* or TC_NONE */
bool min_blocked(const struct min_book *bk, const struct min_body *b);

/* --- Moving (move.c, path.c) --- */

enum min_stop {
    MIN_STOP_NONE,
    MIN_STOP_ENEMY,
    MIN_STOP_NEARER,
    MIN_STOP_EDGE,
    MIN_STOP_IMPASSABLE,
    MIN_STOP_TERRAIN,
    MIN_STOP_HELD, /* Fog 5 */
    MIN_STOP_UPON, /* a charge runs into somebody on its way */
};

struct min_limit {
    int32_t most;
    int stop;
    int who; /* enemy or piece of ground */
};

enum { MIN_NEAR_BOXES = MIN_UNITS * MIN_SECTIONS };

/* What a unit may meet on its way. */
struct min_way {
    const struct min_book *bk;
    const struct min_state *s;
    int unit;
    int skip; /* an enemy whose nearness does not matter: the target of a charge */
    bool entering;
    bool charging; /* nobody's nearness matters, only running into him */
    int n;
    int16_t who[MIN_NEAR_BOXES];
    int32_t keep[MIN_NEAR_BOXES]; /* distance to be kept; 0: only not to be run over */
    uint8_t held[MIN_NEAR_BOXES]; /* kept because of Fog 5 */
    struct tc_box box[MIN_NEAR_BOXES];
};

void min_way_begin(struct min_way *w, const struct min_book *bk, const struct min_state *s,
                   int unit, int32_t reach, int skip);
/* Of the mover at a question of his path: it is the same for all answers (desk). */
void min_way_asked(struct min_way *w, const struct tc_view *v);

/* What all paths of a question share, on its desk. */
enum {
    MIN_DESK_NEAR = 20,
    MIN_DESK_WAY = 1,
    MIN_DESK_MENU = 2,
    MIN_DESK_PLAIN = 4,
    MIN_DESK_TURN = 8,
    MIN_DESK_WHEEL = 16,
};

struct min_desk {
    int32_t plain;       /* the plain march: N-CAND-2 */
    int32_t near;        /* boxes of the way */
    int32_t faced, turn; /* the wheel to face the enemy that was looked at last */
    int32_t leg, wheel;  /* the wheel with which a path began last, and how far it may go */
    struct min_limit limit;
    int16_t faces, foes, face[MIN_UNITS], foe[MIN_UNITS];
    int16_t who[MIN_DESK_NEAR];
    int32_t keep[MIN_DESK_NEAR];
    uint8_t held[MIN_DESK_NEAR];
    struct tc_box box[MIN_DESK_NEAR];
};
struct min_limit min_march_limit(const struct min_way *w, const struct min_body *b,
                                 uint16_t heading, int32_t most);
struct min_limit min_wheel_limit(const struct min_way *w, const struct tc_rect *r, int leg,
                                 int32_t turn);

/* The greatest distance up to most along a heading at which there is room to stand; 0. */
int32_t min_room_ahead(const struct min_book *bk, const struct min_state *s, int unit,
                       const struct min_body *b, uint16_t heading, int32_t most);

/* What a leg costs, and where a unit stands after it. */
int32_t min_leg_cost(int32_t w, int leg, int32_t value);
void min_leg_end(const struct min_book *bk, int unit, struct min_unit *m, int leg,
                 int32_t value, uint16_t heading);

/* A path being followed. Large: fill it with min_course_begin. */
struct min_course {
    struct min_way way;
    struct min_unit m; /* where the path leads */
    int32_t cost, value;
    bool crossed;         /* stopped by terrain: nothing may follow */
    int32_t open;         /* how much farther its last march could have gone */
    struct min_unit from; /* where its last march began, and how long that is; 0: none */
    int32_t march;
};
void min_course_charges(struct min_course *c);
void min_course_begin(struct min_course *c, const struct min_book *bk,
                      const struct min_state *s, int skip);
void min_course_asked(struct min_course *c, const struct tc_view *v);
/* The limit of a wheel with which a path begins: many paths begin alike (desk). */
struct min_limit min_first_wheel(const struct tc_view *v, const struct min_way *w,
                                 const struct tc_rect *r, const struct tc_seg *g);
bool min_follow_leg(const struct tc_view *v, struct min_course *c, const struct tc_act *a,
                    int i, struct tc_refusal *why);

int min_rate(const struct min_book *bk, const struct min_state *s, int unit);
int32_t min_owed(const struct min_book *bk, const struct min_state *s);
bool min_judge_path(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);
bool min_judge_charge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);

/* --- Candidates (candidates.c) --- */

struct min_charge_line;
int min_count_path(const struct tc_view *v);
bool min_nth_path(const struct tc_view *v, int i, struct tc_act *out);

/* --- Charge (charge.c) --- */

/* Where a charge along this body's facing would strike the target: travel to contact, edge
 * and section; false with the reason if it would not. */
struct min_strike {
    int32_t travel;
    int edge, section;
    int reason;
    int32_t who;
    const char *rule;
};
bool min_find_strike(const struct min_book *bk, const struct min_state *s, int unit,
                     const struct min_body *b, int target, int32_t most,
                     struct min_strike *out);

/* The front still meets the edge it charged: losses on the way make it narrower. */
bool min_still_meets(const struct min_book *bk, const struct min_state *s);

/* Sight, ground and room for the run to such a strike. */
bool min_run_is_open(const struct min_book *bk, const struct min_state *s, int unit,
                     const struct min_body *b, int target, const struct min_strike *k,
                     struct tc_refusal *why);

/* The target of the charge comes at the charger; what is left of the charger's way
 * (counter.c). */
void min_counter_charge(struct min_play *p);

/* --- Steps (ruleset.c and chapters) --- */

void min_go(struct min_play *p, enum min_step step);
void min_begin_phase(struct min_play *p, int phase, const char *rule);

void min_step_first(void *state, struct tc_umpire *u);
void min_step_deploy(void *state, struct tc_umpire *u);
void min_step_start(void *state, struct tc_umpire *u);
void min_step_fog(void *state, struct tc_umpire *u);
void min_step_fog_guns(void *state, struct tc_umpire *u);
void min_step_fog_twice(void *state, struct tc_umpire *u);
void min_step_fog_brigade(void *state, struct tc_umpire *u);
void min_step_fog_advance(void *state, struct tc_umpire *u);
void min_step_compulsory(void *state, struct tc_umpire *u);
void min_step_clear(void *state, struct tc_umpire *u);
void min_step_entry(void *state, struct tc_umpire *u);
void min_step_pick(void *state, struct tc_umpire *u);
void min_step_group(void *state, struct tc_umpire *u);
void min_step_course(void *state, struct tc_umpire *u);
void min_step_walk(void *state, struct tc_umpire *u);
void min_step_react(void *state, struct tc_umpire *u);
void min_step_pursue(void *state, struct tc_umpire *u);
void min_step_contact(void *state, struct tc_umpire *u);
void min_step_clash(void *state, struct tc_umpire *u);
void min_step_command(void *state, struct tc_umpire *u);
void min_step_fire(void *state, struct tc_umpire *u);
void min_step_melee(void *state, struct tc_umpire *u);
void min_step_draw(void *state, struct tc_umpire *u);
void min_step_moral(void *state, struct tc_umpire *u);
void min_step_end(void *state, struct tc_umpire *u);

/* --- Acts of the rules --- */

int min_d6(struct min_play *p, const char *rule);
int min_die_sum(struct min_play *p, int n, int side, enum tc_good good, const char *rule);

/* Disorder (disorder.c). */
void min_disorder(struct min_play *p, int unit, const char *cause);
void min_disturb(struct min_play *p, int unit); /* RED turns ORANGE (N-B1e) */
void min_mark_red(struct min_play *p, int unit, const char *rule);
void min_interpenetrate(struct min_play *p, int unit, int other);

/* Losses (losses.c). */
void min_note_event(struct min_state *s, const struct min_book *bk, int unit, int kind,
                    const struct min_unit *from, int32_t travel);
void min_destroy(struct min_play *p, int unit, const char *rule);
/* It went so far straight ahead before it was lost: friends it passed TEST too (N-G7). */
void min_destroy_after(struct min_play *p, int unit, int32_t travel, const char *rule);
void min_remove_figures(struct min_play *p, int unit, int figures, int section);
bool min_beyond_help(struct min_play *p, int unit); /* N-Jb5; true: it is gone */
int min_loss_threshold(int figures, int percent);
int min_losses(const struct min_state *s, int unit);

/* Command (command.c). */
bool min_has_authority(const struct min_book *bk, int commander, int unit);
int min_commander_near(const struct min_book *bk, const struct min_state *s, int unit);
bool min_commanded(const struct min_book *bk, const struct min_state *s, int unit);
int min_army_commander(const struct min_book *bk, const struct min_state *s, int side);

/* TESTs (test.c). */
enum min_test_kind { MIN_T_CASUALTY, MIN_T_LOSER, MIN_T_MORAL, MIN_T_MELEE };
int min_test(struct min_play *p, int unit, int kind, const char *rule);
int min_side_score(struct min_play *p, int melee, int side, const char *rule);
bool min_friend_in_sight(struct min_crowd *c, int unit);
bool min_concerns(const struct min_book *bk, int unit, int tester);
void min_rout(struct min_play *p, int unit, int from, const char *rule);

/* Flight (flight.c). Returns false if the unit is gone. */
bool min_flee(struct min_play *p, int unit, int from, int kind, const char *rule);

/* Fire (fire.c). */
enum min_fire_mode { MIN_F_NORMAL, MIN_F_REDUCED, MIN_F_CONTACT };
int min_max_range(const struct min_book *bk, int weapon);
bool min_could_hit(const struct min_book *bk, int firer, const struct min_body *from,
                   const struct tc_box *box);
bool min_can_shoot(struct min_crowd *c, int firer, const struct min_body *from, int part,
                   int target, const struct min_body *to, struct min_memory *memory,
                   struct tc_refusal *why);
void min_volley(struct min_play *p, int firer, int section, int target, int mode, int bonus,
                const char *rule);
int min_fire_bonus(const struct min_book *bk, const struct min_state *s, int firer);
bool min_fire_body(const struct min_book *bk, const struct min_state *s, int firer, int from,
                   struct min_body *out);
int min_fire_parts(const struct min_state *s, int firer, int part[4]);

/* Response (response.c). */
bool min_may_respond(const struct min_book *bk, const struct min_state *s, int firer,
                     bool contacted, struct tc_refusal *why);

/* Melee (melee.c). */
void min_join_melee(struct min_play *p, int charger, int target);
void min_leave_melee(struct min_play *p, int unit);
void min_end_melee(struct min_play *p, int melee);
bool min_lose_melee(struct min_play *p, int unit, int from, const char *rule);
int min_melee_unit(const struct min_book *bk, const struct min_state *s, int melee, int side,
                   int after);

/* Victory (victory.c). */
bool min_is_lost(const struct min_state *s, int unit);
/* N-VIC3: who holds an objective, or TC_NONE. */
int min_holder_of(const struct min_book *bk, const struct min_state *s,
                  const struct min_objective_card *o);
struct min_tally {
    int units, lost; /* without commands */
    int figures, removed;
    int commanders; /* killed or removed */
};
void min_count_side(const struct min_book *bk, const struct min_state *s, int side,
                    struct min_tally *t);
int min_points(const struct min_book *bk, const struct min_state *s, int side);
int min_score(const struct tc_book *bk, const void *state);

/* The rest of the ruleset. */
void min_setup(const struct tc_book *bk, void *state);
bool min_ground_at(const struct tc_book *book, int i, struct tc_ground *out);
void min_scene(const struct tc_book *bk, const void *state, int viewer, struct tc_scene *out);
bool min_check(const struct tc_book *bk, const void *state, struct tc_refusal *why);

#endif
