/* rules/malbrook/inner.h - what the chapters of malbrook share; nothing outside includes it.
 *
 * Functions that only look take (bk, s); those that act take struct mal_play. "Unit" is a
 * brigade, a gun model or a wagon, named by its number. "Body" is the ground it covers: one
 * rectangle, up to three with refused flanks.
 */
#ifndef MAL_INNER_H
#define MAL_INNER_H

#include <string.h>

#include "board/area.h"
#include "board/crowd.h"
#include "board/drill.h"
#include "board/plane.h"
#include "board/sight.h"
#include "board/sweep.h"
#include "kernel/umpire.h"
#include "rules/malbrook/words.h"
#include "rules/malbrook/state.h"

struct mal_play {
    const struct mal_book *bk;
    struct mal_state *s;
    struct tc_umpire *u;
};

static inline struct mal_play mal_play_of(void *state, struct tc_umpire *u)
{
    return (struct mal_play){ mal_book_of(u->book), state, u };
}

/* A playout's own: the book, and the boxes of its units. */
struct mal_shelf {
    struct mal_book book;
    struct tc_boxes boxes;
};

const struct tc_book *mal_own_book(const struct tc_book *bk, void *shelf);

enum { MAL_EPS = 4, MAL_QUARTER_LESS = 8192 }; /* M-GEO-3; 45 degrees */

/* --- Units (unit.c) ------------------------------------------------ */

struct mal_body {
    int n;
    struct tc_box box[3]; /* main body first, then refused flanks */
};

struct mal_base {
    struct tc_rect rect;
    uint8_t front; /* of the front rank */
    uint8_t file;
};

static inline const struct mal_card *mal_card(const struct mal_book *bk,
                                              const struct mal_unit *m)
{
    return &bk->card[m->card];
}

static inline enum mal_type mal_type_of(const struct mal_book *bk, const struct mal_unit *m)
{
    return (enum mal_type)bk->card[m->card].type;
}

static inline bool mal_is_gun(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) == MAL_GUN;
}

static inline bool mal_is_wagon(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) == MAL_WAGON;
}

static inline bool mal_is_brigade(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) < MAL_GUN;
}

static inline bool mal_is_dismounted(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) == MAL_DRAGOON && !m->mounted;
}

/* M-23.3: infantry only fight on foot. */
static inline bool mal_is_infantry(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) == MAL_FOOT; /* M-23.3 */
}

static inline bool mal_is_foot(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_is_infantry(bk, m) || mal_is_dismounted(bk, m);
}

/* M-23.2: horse, mounted dragoons, hussars. */
static inline bool mal_is_cavalry(const struct mal_book *bk, const struct mal_unit *m)
{
    enum mal_type t = mal_type_of(bk, m);

    /* M-23.2 */
    return t == MAL_HORSE || t == MAL_HUSSAR || (t == MAL_DRAGOON && m->mounted);
}

/* M-12.7: hussars, civilians and dragoons on foot; hussars of mixed brigades are formed. */
static inline bool mal_never_formed(const struct mal_book *bk, const struct mal_unit *m)
{
    enum mal_type t = mal_type_of(bk, m);

    if (t == MAL_HUSSAR && m->mixed)
        return false; /* M-3.19, M-RUL-68 */
    return t == MAL_HUSSAR || t == MAL_CIVILIAN || mal_is_dismounted(bk, m); /* M-12.7 */
}

static inline bool mal_is_formed(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_is_brigade(bk, m) && m->formation != MAL_UNFORMED;
}

static inline bool mal_on_table(const struct mal_unit *m)
{
    return m->where == MAL_ON_TABLE;
}

static inline int mal_gun_class(const struct mal_book *bk, const struct mal_unit *m)
{
    return bk->card[m->card].gun_class;
}

/* An enemy for tests of distance: M-GEO-15. */
static inline bool mal_counts(const struct mal_book *bk, const struct mal_unit *m)
{
    if (!mal_on_table(m) || mal_is_wagon(bk, m))
        return false;
    /* M-GEO-15 */
    return !mal_is_gun(bk, m) || (m->crew == MAL_CREWED && m->captured_by == TC_NONE);
}

/* May its ground be stood upon: wagons, abandoned and captured guns (M-GEO-40)? */
static inline bool mal_is_ghost(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_is_wagon(bk, m) ||
           (mal_is_gun(bk, m) && (m->crew != MAL_CREWED || m->captured_by != TC_NONE));
}

/* Routing, retiring, evading, pursuing. */
static inline bool mal_fast(const struct mal_unit *m)
{
    return m->status == MAL_ROUTING || m->status == MAL_RETIRING || m->status == MAL_EVADING ||
           m->status == MAL_PURSUING;
}

/* It charged and struck home, or met fresh enemy in pursuit and charged at once (M-22.29). */
static inline bool mal_came_on(const struct mal_unit *m)
{
    return (m->charged && m->struck) || (m->status == MAL_PURSUING && m->met);
}

static inline void mal_base_size(const struct mal_book *bk, const struct mal_unit *m,
                                 int32_t *w, int32_t *d)
{
    const struct mal_size *b = &bk->size[m->card][m->mounted != 0];

    *w = b->w;
    *d = b->d;
}

void mal_size(const struct mal_book *bk, const struct mal_unit *m, int32_t *w, int32_t *d);
int mal_ranks(const struct mal_unit *m); /* of a formed brigade; unformed: 1 (M-20.30a) */
int mal_front_files(const struct mal_unit *m);
struct tc_rect mal_rect(const struct mal_book *bk, const struct mal_unit *m);
void mal_body(const struct mal_book *bk, const struct mal_unit *m, struct mal_body *out);
void mal_main_box(const struct mal_book *bk, const struct mal_unit *m, struct tc_box *out);
struct tc_pt mal_centre(const struct mal_book *bk, const struct mal_unit *m);
int mal_bases(const struct mal_book *bk, const struct mal_unit *m,
              struct mal_base out[MAL_BASES]);

/* The same, quicker and looser. */
static inline int32_t mal_reach(const struct mal_book *bk, const struct mal_unit *m)
{
    const struct mal_size *b = &bk->size[m->card][m->mounted != 0];
    int32_t r = m->formation == MAL_LINE ? (m->front * b->w >> 1) + 2 * b->d
                                         : (m->n + 1) * ((b->w > b->d ? b->w : b->d) + m->gap);

    return (m->refuse_k[0] | m->refuse_k[1]) ? 2 * r : r;
}

static inline struct tc_disc mal_disc(const struct mal_book *bk, const struct mal_unit *m)
{
    return (struct tc_disc){ m->x, m->y, mal_reach(bk, m) };
}

/* The same, quicker and looser again. */
static inline int32_t mal_span(const struct mal_book *bk, const struct mal_unit *m)
{
    int32_t r = bk->span[m->n] + m->n * m->gap;

    return (m->refuse_k[0] | m->refuse_k[1]) ? 2 * r : r;
}

/* Surely more than r from the point, by its x or its y alone. */
static inline bool mal_off_square(const struct mal_book *bk, const struct mal_unit *m,
                                  struct tc_pt p, int32_t r)
{
    return tc_disc_off_square((struct tc_disc){ m->x, m->y, mal_span(bk, m) }, p, r);
}

/* Surely more than r between them, by the loose discs. */
static inline bool mal_remote(const struct mal_book *bk, const struct mal_unit *a,
                              const struct mal_unit *b, int32_t r)
{
    return tc_discs_apart(mal_disc(bk, a), mal_disc(bk, b), r);
}

/* Surely more than r from the point. */
static inline bool mal_point_remote(const struct mal_book *bk, const struct mal_unit *m,
                                    struct tc_pt p, int32_t r)
{
    return mal_off_square(bk, m, p, r) || tc_disc_off_point(mal_disc(bk, m), p, r);
}

/* No point of it is farther from its front-centre. */
static inline int32_t mal_radius(const struct mal_book *bk, const struct mal_unit *m)
{
    int32_t w, d;

    mal_size(bk, m, &w, &d);
    return w / 2 + d + ((m->refuse_k[0] | m->refuse_k[1]) ? w : 0);
}

/* Distances (M-GEO-14). r is exact: add MAL_EPS for "within". */
bool mal_bodies_within(const struct mal_body *a, const struct mal_body *b, int32_t r);
struct tc_gap mal_bodies_gap(const struct mal_body *a, const struct mal_body *b);
bool mal_within(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b,
                int32_t r);
struct tc_gap mal_gap(const struct mal_book *bk, const struct mal_unit *a,
                      const struct mal_unit *b);
bool mal_point_near(const struct mal_book *bk, const struct mal_unit *m, struct tc_pt p,
                    int32_t r);
bool mal_overlap(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b);

/* Is the target within the strip (slope 0) or fan (slope 1) before the front? Unformed:
 * within depth all round. */
bool mal_to_front(const struct mal_book *bk, const struct mal_unit *m,
                  const struct mal_unit *target, int slope, int32_t depth);

/* The same, for a target that may well be (mal_off_front in probe.h). */
bool mal_before_front(const struct mal_book *bk, const struct mal_unit *m,
                      const struct mal_unit *target, int slope, int32_t depth);

/* Any enemy of this unit within r (M-GEO-15). */
bool mal_enemy_within(const struct mal_book *bk, const struct mal_state *s, int unit,
                      int32_t r);
bool mal_enemy_near_rect(const struct mal_book *bk, const struct mal_state *s, int side,
                         const struct mal_unit *as, int32_t r);
bool mal_enemy_near_point(const struct mal_book *bk, const struct mal_state *s, int side,
                          struct tc_pt p, int32_t r);
/* The nearest enemy brigade or gun, lower id on ties; TC_NONE. brigades: not guns. */
int mal_nearest_enemy(const struct mal_book *bk, const struct mal_state *s, int unit,
                      bool brigades);
int mal_nearest_to(const struct mal_book *bk, const struct mal_state *s,
                   const struct mal_unit *m, bool brigades);
/* The first unit this one, standing so, would overlap, but for one; TC_NONE. */
int mal_overlapped(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as, int but);

/* May it stand so: on the table, on nobody, not on impassable ground? */
bool mal_may_stand(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as, struct tc_refusal *why);

/* Set down with its leaders. */
void mal_set_pose(const struct mal_book *bk, struct mal_state *s, int unit, int32_t x,
                  int32_t y, uint16_t heading);
void mal_set_rect(const struct mal_book *bk, struct mal_state *s, int unit,
                  const struct tc_rect *r);
void mal_leaders_follow(const struct mal_book *bk, struct mal_state *s, int unit);
/* Make a loose block of it about the same centre (M-GEO-11); with its bases as close as they
 * stand, on the ground it covers now. */
void mal_loosen(const struct mal_book *bk, struct mal_unit *m);
void mal_loosen_close(const struct mal_book *bk, struct mal_unit *m);
void mal_clear_refused(const struct mal_book *bk, struct mal_unit *m);
/* Files and formation after bases went: M-GEO-42 to M-GEO-45. hand: MAL_LEFT or MAL_RIGHT. */
void mal_drop_base(const struct mal_book *bk, struct mal_unit *m, int hand);
bool mal_loses_flank(const struct mal_unit *m); /* a single rank: M-GEO-41 */

/* Order from the right of the army (M-GEO-56): larger is further right. */
int64_t mal_rightness(const struct mal_book *bk, const struct mal_state *s, int unit);
/* The next unit of a side from the right for which want() holds and acted is 0; TC_NONE. */
typedef bool mal_want(const struct mal_book *bk, const struct mal_state *s, int unit);
int mal_next_right(const struct mal_book *bk, const struct mal_state *s, int side,
                   mal_want *want);

/* May it give bases away: in line, one rank deep, with more than one? */
bool mal_in_one_rank(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const char *rule, struct tc_refusal *why);

/* A free slot for a part; TC_NONE. */
int mal_spare(const struct mal_state *s);
/* Cut files [from, to) of a brigade off into a new unit; TC_NONE if there is no slot. */
int mal_split_files(struct mal_play *p, int unit, int from, int to, const char *rule);

/* --- Ground (ground.c) ------------------------------------------------ */

void mal_shape(const struct mal_ground *g, struct tc_shape *out);
bool mal_in_ground(const struct mal_ground *g, struct tc_pt p);
int mal_level(const struct mal_book *bk, struct tc_pt p); /* elevation */
bool mal_closed_to(const struct mal_book *bk, const struct mal_unit *m,
                   const struct mal_ground *g);
/* M-GEO-61: the road it is on, with the direction along it; TC_NONE. */
int mal_road_under(const struct mal_book *bk, const struct mal_unit *m, uint16_t *along);
/* M-GEO-53: is the way of these two points in rough ground? */
bool mal_rough_way(const struct mal_book *bk, struct tc_pt p, struct tc_pt q);
/* M-GEO-52: the piece of a kind a unit defends against an attacker at p; TC_NONE. */
int mal_defends_line(const struct mal_book *bk, const struct mal_unit *m, struct tc_pt p,
                     int kind_from, int kind_to, bool minor);
bool mal_defends_edge(const struct mal_book *bk, const struct mal_unit *m, struct tc_pt p);
bool mal_advantage(const struct mal_book *bk, const struct mal_unit *m,
                   const struct mal_unit *foe);
bool mal_bad_stand(const struct mal_book *bk, const struct mal_unit *m); /* impassable */
/* May impassable ground lie within r of the point? False is certain. */
bool mal_bad_near(const struct mal_book *bk, struct tc_pt p, int32_t r);
struct tc_box mal_thin_box(const struct tc_box *b); /* drawn in by EPS on all sides */

/* --- Sight (sight.c) ------------------------------------------------ */

/* What a unit looks from, and who could stand in its sight: worked out once for many targets.
 */
struct mal_eye {
    struct tc_pt from;
    int32_t range;
    int unit, level;
    bool high, very;
    int bars; /* TC_NONE: not listed yet */
    struct mal_bar {
        int32_t x, y, r; /* from the eye; no point of it is farther from there */
        int16_t unit;
        bool made; /* its box is worked out */
    } bar[MAL_UNITS];
    struct tc_box
        *box; /* room for the boxes of the bars, to be kept; NULL: each look has its own */
};

void mal_eye_of(const struct mal_book *bk, const struct mal_state *s, int unit,
                struct mal_eye *out);
bool mal_eye_sees(const struct mal_book *bk, const struct mal_state *s, struct mal_eye *eye,
                  int b);
/* Does unit a see unit b (M-9, M-GEO-49)? */
bool mal_sees(const struct mal_book *bk, const struct mal_state *s, int a, int b);
bool mal_leader_sees(const struct mal_book *bk, const struct mal_state *s, int leader, int b);
/* Known to the other side: M-RUL-61. */
bool mal_known(const struct mal_book *bk, const struct mal_state *s, int side, int unit);
bool mal_on_height(const struct mal_book *bk, const struct mal_unit *m, bool *very);

/* --- Disorder, losses, risk to leaders (disorder.c) ------------------------- */

int mal_dp_limit(const struct mal_book *bk, const struct mal_unit *m);
void mal_add_dp(struct mal_play *p, int unit, int dps, enum mal_cause cause, const char *rule);
void mal_drop_dp(struct mal_play *p, int unit, int dps, const char *rule);
/* Take bases off; asks the owner for the end. */
void mal_casualty(struct mal_play *p, int unit, int bases, enum mal_cause cause,
                  const char *rule);
void mal_casualty_at(struct mal_play *p, int unit, int hand, enum mal_cause cause,
                     const char *rule);
void mal_destroy(struct mal_play *p, int unit, enum mal_where where, const char *rule);
/* M-GEO-55: a unit whose centre has left the table is out of the game. */
void mal_edge(struct mal_play *p, int unit);
void mal_leader_risk(struct mal_play *p, int unit, enum mal_cause cause);
void mal_leader_wound(struct mal_play *p, int leader);
void mal_leader_falls(struct mal_play *p, int leader, enum mal_health how, const char *rule);
/* M-RUL-12: he has lost those he was with; he tests, or not, and goes to the nearest friend. */
void mal_bereave(struct mal_play *p, int leader, bool tests, const char *rule);
void mal_note_leader(struct mal_play *p, int leader); /* M-10.14 */
void mal_note_event(struct mal_play *p, int unit, enum mal_happening what,
                    const struct tc_rect *from, bool later);
void mal_crew_gone(struct mal_play *p, int unit, const char *rule); /* who sheltered with it */

/* --- Leaders (leaders.c, orders.c) ------------------------------------------------ */

bool mal_leader_there(const struct mal_state *s, int leader);
bool mal_in_chain(const struct mal_book *bk, const struct mal_state *s, int leader, int unit);
bool mal_has_leader(const struct mal_book *bk, const struct mal_state *s, int unit, int rank);
int mal_friend_near_point(const struct mal_book *bk, const struct mal_state *s, int side,
                          struct tc_pt p, int32_t r); /* nearest brigade or crewed gun */
bool mal_is_lone(const struct mal_book *bk, const struct mal_state *s, int side,
                 struct tc_pt p);
void mal_capture_lone(struct mal_play *p, int unit, const struct tc_rect *from,
                      uint16_t heading, int32_t d);
void mal_default_zone(const struct mal_book *bk, struct mal_state *s, int wing);
bool mal_order_allows(const struct mal_book *bk, const struct mal_state *s, int unit,
                      struct tc_pt to);
bool mal_order_allows_charge(const struct mal_book *bk, const struct mal_state *s, int unit,
                             int target);
/* M-VIC-4 */
bool mal_wing_allows(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as);
int mal_wing_of(const struct mal_book *bk, const struct mal_unit *m);
void mal_deliver(struct mal_play *p, int messenger);
int mal_message_for(const struct mal_book *bk, const struct mal_state *s, int leader);
bool mal_ride_legal(const struct mal_book *bk, const struct mal_state *s, int side,
                    struct tc_pt from, struct tc_pt to, struct tc_refusal *why);

/* --- Control (control.c) ------------------------------------------------ */

int mal_controller(const struct mal_book *bk, const struct mal_state *s, int unit);
int mal_conform_lead(const struct mal_book *bk, const struct mal_state *s, int unit,
                     uint8_t *kind);
bool mal_touching(const struct mal_book *bk, const struct mal_unit *a,
                  const struct mal_unit *b);
bool mal_directly_behind(const struct mal_book *bk, const struct mal_unit *front,
                         const struct mal_unit *rear);

/* --- Ways (way.c, gap.c) --- */

enum mal_way_flags {
    MAL_WAY_CHARGE = 1,         /* no halting lines: goes into contact */
    MAL_WAY_FAST = 2,           /* flight: no halting lines, may leave the table */
    MAL_WAY_DOUBLE = 4,         /* stops at 6 inches from enemy */
    MAL_WAY_ONWARD = 16,        /* an overlapped end carries it on, not back (M-RUL-47) */
    MAL_WAY_NO_FRIENDS = 32,    /* the end is not looked at */
    MAL_WAY_NO_ENEMIES = 64,    /* enemies are looked at elsewhere */
    MAL_WAY_NO_OBSTACLES = 128, /* they cost time, but do not bar the way (M-22.18) */
};

enum mal_stop_cause {
    MAL_STOP_FULL,
    MAL_STOP_ENEMY,    /* halting line or contact */
    MAL_STOP_GROUND,   /* impassable or closed */
    MAL_STOP_OBSTACLE, /* not enough left to cross */
    MAL_STOP_TABLE,
    MAL_STOP_FRIEND, /* last clear point */
    MAL_STOP_DOUBLE,
};

struct mal_stop {
    int32_t distance;
    uint8_t cause; /* enum mal_stop_cause */
    int16_t which; /* unit or ground */
    const char *rule;
    uint8_t crossings, hard; /* major obstacles crossed, of which hard for cavalry */
    bool rough;              /* some of it in rough ground */
    bool off;                /* leaves the table (flight) */
};

/* How far a unit, standing so, gets along a bearing. */
void mal_way(const struct mal_book *bk, const struct mal_state *s, int unit,
             const struct mal_unit *as, uint16_t bearing, int32_t allowance, unsigned flags,
             struct mal_stop *out);
/* The same in reduced line, through the widest gap in its front (M-15.30). */
void mal_way_narrow(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const struct mal_unit *as, uint16_t bearing, int32_t allowance,
                    unsigned flags, struct mal_stop *out);
/* The last point at or before d where it would stand upon nobody; 0 if there is none. */
int32_t mal_last_clear(const struct mal_book *bk, const struct mal_state *s, int unit,
                       const struct mal_unit *as, uint16_t bearing, int32_t d);
/* The same way cut to a shorter march: what it crosses, and whether in rough ground. */
void mal_way_cut(const struct mal_book *bk, const struct mal_unit *as, uint16_t bearing,
                 int32_t march, struct mal_stop *stop);
/* Would the full move pass friends, enter or cross ground, or come into combat (M-13.9)? */
bool mal_may_stop_short(const struct mal_book *bk, const struct mal_state *s, int unit,
                        const struct mal_unit *as, uint16_t bearing, int32_t full,
                        const struct mal_stop *stop);
/* Passage of lines (M-15.27 to M-15.29) along a way already taken. */
void mal_pass_lines(struct mal_play *p, int unit, const struct mal_unit *from, uint16_t bearing,
                    int32_t distance);
void mal_pass_one(struct mal_play *p, int unit, int other); /* through this friend */
void mal_passed_now_acts(struct mal_play *p, int unit);     /* M-15.29a */
/* Fatigue from dice and obstacles (M-14.1 to M-14.6, M-15.12). */
void mal_fatigue(struct mal_play *p, int unit, const int8_t *face, int dice, bool rough);
void mal_crossing_cost(struct mal_play *p, int unit, const struct mal_stop *stop);
struct mal_unit mal_moved(const struct mal_unit *m, uint16_t bearing, int32_t d);

/* --- Movement (move.c, declare.c, path.c, react.c) --- */

int mal_roll_average(struct mal_play *p, const char *rule); /* M-1.2, M-1.3 */
int mal_dice_count(int dice);
/* Not of those who flee, pursue, conform or are taken: it is picked to move. */
bool mal_wants_move(const struct mal_book *bk, const struct mal_state *s, int unit);
bool mal_held(const struct mal_book *bk, const struct mal_state *s, int unit);
bool mal_in_close_combat(const struct mal_book *bk, const struct mal_state *s,
                         int unit); /* M-13.8 */
bool mal_engaged(const struct mal_book *bk, const struct mal_state *s, int a, int b);
/* M-17.17a, M-18.14: in base-to-base contact with enemy in a combat that is not over. */
bool mal_in_contact(const struct mal_book *bk, const struct mal_state *s, int unit);
/* Standing so, would it be in close combat (M-17.1)? */
bool mal_would_fight(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as);
bool mal_dice_legal(const struct mal_book *bk, const struct mal_state *s, int unit, int dice,
                    bool charge, struct tc_refusal *why);
int mal_speed_most(const struct mal_unit *m, bool charge);
int32_t mal_allowance(const struct mal_book *bk, const struct mal_state *s, int unit);
void mal_take_volleys(struct mal_play *p, int unit, const struct mal_unit *from,
                      uint16_t bearing, int32_t *distance);
void mal_withdrawals(struct mal_play *p, int unit);
void mal_end_of_move(struct mal_play *p, int unit); /* looting and the like */
int mal_conformers(const struct mal_state *s, int unit, int16_t out[MAL_UNITS]);
bool mal_try_shape(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct tc_act *a, bool reform, struct mal_unit *out,
                   struct tc_refusal *why);
void mal_merge(struct mal_play *p, int unit, int with, const char *rule);
bool mal_can_merge(const struct mal_book *bk, const struct mal_state *s, int unit, int with,
                   bool moving, struct tc_refusal *why);
void mal_merged_shape(const struct mal_book *bk, const struct mal_state *s, int unit, int with,
                      struct mal_unit *out, int *left_over);
bool mal_unit_forms(const struct mal_book *bk, const struct mal_state *s, int unit, int i,
                    bool reform, struct tc_act *out); /* candidates of M-DEC-9, M-DEC-10 */
int mal_forms(void);
void mal_take_form(struct mal_play *p, int unit, const struct mal_unit *as, const char *rule);

/* --- Flight and pursuit (flight.c, pursue.c) --- */

int32_t mal_fast_dice(struct mal_play *p, int unit, bool initial, enum tc_good good,
                      const char *rule);
/* Back or away; false: it was blocked where it stands. */
bool mal_retire(struct mal_play *p, int unit, bool rout, bool initial, const char *rule);
bool mal_pursued(const struct mal_state *s, int unit);
void mal_pursue(struct mal_play *p, int unit);
/* The loose block it makes of itself to flee or pursue (M-GEO-11). */
struct mal_unit mal_opened(const struct mal_book *bk, const struct mal_unit *m);
/* M-GEO-62: cut off an end that is blocked that way; TC_NONE: nothing to cut. most: how far
 * pursuers would go; 0: flight. */
int mal_cut_blocked(struct mal_play *p, int unit, uint16_t way, int32_t most);
void mal_rout_on(struct mal_play *p, int unit);
uint16_t mal_back_bearing(const struct mal_book *bk, const struct mal_state *s, int unit);
bool mal_sheltered(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as);
void mal_become(struct mal_play *p, int unit, enum mal_status status);
void mal_stop_fleeing(struct mal_play *p, int unit);
bool mal_is_quarry(const struct mal_book *bk, const struct mal_state *s, int unit, int quarry);

/* --- Artillery (fire.c) --- */

bool mal_gun_ready(const struct mal_book *bk, const struct mal_state *s, int gun);
void mal_crew_leaves(struct mal_play *p, int gun, bool killed, const char *rule);

/* --- Charges and combat --- */

bool mal_can_charge(const struct mal_book *bk, const struct mal_state *s, int unit,
                    struct tc_refusal *why);
bool mal_path_meets(const struct mal_book *bk, const struct mal_state *s, int unit, int target,
                    uint16_t bearing);
int mal_count_bases(const struct mal_book *bk, const struct mal_state *s,
                    const struct mal_unit *m, const struct mal_unit *foe, uint64_t *files);
enum mal_edge mal_edge_met(const struct mal_book *bk, const struct mal_unit *target,
                           const struct mal_unit *charger, uint16_t bearing);
/* M-20.24: did this charge take its target in flank? was: target and charger before they moved
 */
void mal_note_flank(struct mal_play *p, int target, const struct mal_unit *was, int charger,
                    const struct mal_unit *from, uint16_t bearing);
/* The ride-through (ride.c): M-22.13, M-22.12a */
bool mal_ride_room(const struct mal_book *bk, const struct mal_state *s, int unit);
void mal_ride_through(struct mal_play *p, int unit);

/* --- Judges, candidates (one pair a question) --- */

/* The act is for another than is asked: what keeps that one from it. Always false. */
bool mal_refuse_gone(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const char *rule, struct tc_refusal *why);
bool mal_not_asked(const struct tc_view *v, int unit, const char *rule, struct tc_refusal *why);
bool mal_leader_not_asked(const struct tc_view *v, int leader, struct tc_refusal *why);

/* The judges of words.def, mal_judge_x, are these, with a proposal where they refuse. */
tc_judge mal_may_order;
tc_judge mal_may_fire;
tc_judge mal_may_leader;
tc_judge mal_may_messenger;
tc_judge mal_may_conform;
tc_judge mal_may_cease;
tc_judge mal_may_adjust;
bool mal_adjusts_nothing(const struct tc_view *v);
tc_judge mal_may_pick;
tc_judge mal_may_declare;
tc_judge mal_may_path;
tc_judge mal_may_withdraw;
tc_judge mal_may_volley;
tc_judge mal_may_ride;
tc_judge mal_may_holders;
tc_judge mal_may_retired;
tc_judge mal_may_charge;
tc_judge mal_may_respond;
tc_judge mal_may_charge_dice;
tc_judge mal_may_shoot;
tc_judge mal_may_lose;
tc_judge mal_may_loser;
tc_judge mal_may_after;
tc_judge mal_may_back;
tc_judge mal_may_chase;
tc_judge mal_may_redress;

/* --- Steps --- */

void mal_step_turn(void *state, struct tc_umpire *u);
void mal_step_bombard(void *state, struct tc_umpire *u);
void mal_step_leaders(void *state, struct tc_umpire *u);
void mal_step_messengers(void *state, struct tc_umpire *u);
void mal_step_control(void *state, struct tc_umpire *u);
void mal_step_compulsory(void *state, struct tc_umpire *u);
void mal_step_pick(void *state, struct tc_umpire *u);
void mal_step_declare(void *state, struct tc_umpire *u);
void mal_step_march(void *state, struct tc_umpire *u);
void mal_step_leaders_ride(void *state, struct tc_umpire *u);
void mal_step_close_fire(void *state, struct tc_umpire *u);
void mal_step_charge(void *state, struct tc_umpire *u);
void mal_step_respond(void *state, struct tc_umpire *u);
void mal_step_charge_dice(void *state, struct tc_umpire *u);
void mal_step_charge_move(void *state, struct tc_umpire *u);
void mal_step_musketry(void *state, struct tc_umpire *u);
void mal_step_abandon(void *state, struct tc_umpire *u);
void mal_step_fight(void *state, struct tc_umpire *u);
void mal_step_result(void *state, struct tc_umpire *u);
void mal_step_after(void *state, struct tc_umpire *u);
/* The next to act in the combats can only remain or pursue, or cannot get away. */
bool mal_has_no_choice(const struct mal_book *bk, const struct mal_state *s);
bool mal_has_no_way_back(const struct mal_book *bk, const struct mal_state *s, int unit);
void mal_step_round_end(void *state, struct tc_umpire *u);
void mal_step_redress(void *state, struct tc_umpire *u);
void mal_step_morale(void *state, struct tc_umpire *u);
void mal_step_victory(void *state, struct tc_umpire *u);

/* Begin a step for the side that acts first: cursor and acted flags reset. */
void mal_enter(struct mal_play *p, enum mal_step step, enum mal_phase phase, int side);

/* --- The rest --- */

bool mal_leader_known(const struct mal_book *bk, const struct mal_state *s, int viewer,
                      int leader);
bool mal_keeps(const struct tc_book *book, const void *state, int side,
               const struct tc_event *e, const struct tc_query *q);
void mal_veil(const struct tc_book *book, void *state, int side, struct tc_stream *stream);
int mal_assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
               int offers);
bool mal_goes_on(const struct tc_book *book, const void *state, const struct tc_deed *d);
bool mal_follows(const struct tc_book *book, const void *state, const struct tc_deed *d);
void mal_setup(const struct tc_book *bk, void *state);
bool mal_check(const struct tc_book *bk, const void *state, struct tc_refusal *why);
int mal_score(const struct tc_book *bk, const void *state);
bool mal_ground_at(const struct tc_book *book, int i, struct tc_ground *out);
void mal_scene(const struct tc_book *bk, const void *state, int viewer, struct tc_scene *out);
/* M-VIC-7: does it stand in a ground, or within an inch of a work? */
bool mal_stands_in(const struct mal_book *bk, const struct mal_ground *g,
                   const struct mal_unit *m);
/* Parts of one brigade, split this turn. */
bool mal_kin(const struct mal_state *s, int a, int b);
/* M-VIC-8: points of a side, were they counted now. */
int mal_points(const struct mal_book *bk, const struct mal_state *s, int side);
void mal_losses(const struct mal_book *bk, const struct mal_state *s, int wing, int side,
                int *lost, int *start);

#endif
