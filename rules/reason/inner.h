/* rules/reason/inner.h - what the chapters of `reason` share. */
#ifndef REA_INNER_H
#define REA_INNER_H

#include <string.h>

#include "kernel/umpire.h"
#include "rules/reason/words.h"
#include "rules/reason/state.h"

/* A position under the glass: who stands where. Built at the head of a step or a judge, and
 * again after every change of the board. */
struct rea_ctx {
    const struct rea_book *bk;
    struct rea_state *s;
    struct tc_umpire *u;                 /* NULL in judges */
    uint8_t first[REA_HEXES];            /* body + 1 */
    uint8_t below[REA_BODIES][REA_LONG]; /* body + 1 beneath it, by its hexes */
    uint64_t held[REA_HEXWORDS];         /* hexes with a unit */
    struct rea_reach *reach;             /* lines of command already traced, or NULL */
    struct rea_memo *memo; /* while the acts of one who moves are collected; else NULL */
};

/* What many acts ask about the same mover; it stands still meanwhile. Whoever tries it out
 * elsewhere forgets it before and after. */
struct rea_memo {
    int16_t near, paid; /* the bodies that the next two are about, or TC_NONE */
    bool in_zoc;
    int left;     /* of its allowance */
    int16_t ways; /* of a retreat: a mask of directions, or TC_NONE */
};

static inline void rea_forget(const struct rea_ctx *c)
{
    if (c->memo)
        c->memo->near = c->memo->paid = TC_NONE;
}

/* How far the Army Leader's line goes, by himself and by way of each Wing Leader; filled as it
 * is asked for, good as long as nothing moves. */
struct rea_reach {
    uint8_t army[REA_HEXES];
    uint64_t wing[REA_LEADERS][REA_HEXWORDS];
    uint8_t has_army, side;
    uint8_t has_wing[REA_LEADERS];
};

/* context.c */
void rea_look(struct rea_ctx *c, const struct rea_book *bk, struct rea_state *s,
              struct tc_umpire *u);
void rea_again(struct rea_ctx *c);
struct rea_ctx *rea_begin(struct rea_ctx *c, void *state, struct tc_umpire *u);
const struct rea_card *rea_lead(const struct rea_ctx *c, int body);
int rea_lead_unit(const struct rea_ctx *c, int body);
int rea_body_of(const struct rea_ctx *c, int unit);
int rea_sp(const struct rea_ctx *c, int body);
int rea_stack_sp(const struct rea_ctx *c, int body, bool guns);
int rea_part_sp(const struct rea_ctx *c, int body, int part);
int rea_points_in(const struct rea_ctx *c, int body, int from, int sp, int part);
bool rea_acting_unit(const struct rea_ctx *c, int unit, const char *rule,
                     struct tc_refusal *why);
bool rea_one_formation(const struct rea_ctx *c, int a, int b);
bool rea_morale_is(const struct rea_ctx *c, int body, int morale);
bool rea_disordered(const struct rea_ctx *c, int body);
bool rea_ooc(const struct rea_ctx *c, int body);
bool rea_active(const struct rea_ctx *c, int body);
bool rea_in_zoc(const struct rea_ctx *c, int side, int hex);
void rea_zone_of(const struct rea_ctx *c, int side, uint64_t *zone);
bool rea_body_in_zoc(const struct rea_ctx *c, int body);
int rea_enemy_at(const struct rea_ctx *c, int side, int hex);
int rea_friend_at(const struct rea_ctx *c, int side, int hex);
int rea_below(const struct rea_ctx *c, int body, int hex);
int rea_mate_first(const struct rea_ctx *c, int body);
int rea_mate_below(const struct rea_ctx *c, int body, int o, int hex);
bool rea_alone(const struct rea_ctx *c, int body);
int rea_new_body(struct rea_ctx *c, int unit);
int rea_split(struct rea_ctx *c, int unit);
void rea_merge(struct rea_ctx *c, int into, int body, bool on_top);
void rea_drop_unit(struct rea_ctx *c, int unit, int where);
void rea_put(struct rea_ctx *c, int body, int form, int facing, const int16_t *hex, int len);
bool rea_has(const struct rea_ctx *c, enum rea_trait trait); /* numbers.c */
int rea_scale(const struct rea_ctx *c, int sp);
int rea_half(int n);
int rea_leader_at(const struct rea_ctx *c, int side, int hex);
int rea_leader_with(const struct rea_ctx *c, int body);
bool rea_has_leader(const struct rea_ctx *c, int body);
bool rea_is_guns(const struct rea_ctx *c, int body);
int rea_dist_to_edge(const struct rea_ctx *c, int side, int hex);
int rea_body_distance(const struct rea_ctx *c, int body, int hex);
int rea_apart(const struct rea_ctx *c, int a, int b);
int rea_captured_at(const struct rea_ctx *c, int hex);

/* convert.c */
int rea_printed_of(const struct rea_book *bk, int hex);
int rea_index_of(const struct rea_book *bk, int printed);
void rea_to_index(const struct rea_book *bk, struct rea_state *s);
void rea_to_printed(const struct rea_book *bk, struct rea_state *s);
void rea_turn_args(const struct rea_book *bk, const struct tc_decl *d, int32_t *arg, bool in);
void rea_tell(struct tc_umpire *u, int event, const char *rule, int32_t a, int32_t b,
              int32_t c);
int rea_roll(struct rea_ctx *c, enum tc_die die, const char *rule);

/* ground.c: the terrain chart */
struct rea_price {
    int16_t cost; /* sixths */
    uint8_t all, no, rc_only, general;
    uint8_t check_hex, check_side, non_clear;
    const char *rule;
};
int rea_column_of(int arm, int form);
struct rea_price rea_price(const struct rea_ctx *c, int column, int form, int from, int dir,
                           bool by_road);
int rea_hex_cost(const struct rea_ctx *c, int column, int hex);
bool rea_hex_open(const struct rea_ctx *c, int hex);
bool rea_hex_clear(const struct rea_ctx *c, int hex);
bool rea_hex_square(const struct rea_ctx *c, int hex);
bool rea_hex_general(const struct rea_ctx *c, int hex, int column);
bool rea_hex_no_prolonge(const struct rea_ctx *c, int hex);
bool rea_hex_checks(const struct rea_ctx *c, int hex);
bool rea_side_open(const struct rea_ctx *c, int from, int dir);
int rea_fdv(const struct rea_ctx *c, int hex);
int rea_morale_mod(const struct rea_ctx *c, int hex, bool skirmish);
int rea_stack_kind(const struct rea_ctx *c, int hex);
int rea_road_rate(const struct rea_ctx *c, int hex, int dir);
bool rea_road(const struct rea_ctx *c, int hex, int dir);
bool rea_on_road(const struct rea_ctx *c, int hex);
int rea_fm_factor(const struct rea_ctx *c, int from, int to, int *num, int *den,
                  const char **rule);
bool rea_may_attack_across(const struct rea_ctx *c, int body, int from, int dir);
int rea_dir_of(const struct rea_ctx *c, int from, int to);
int rea_enter_mod(const struct rea_ctx *c, int body);

/* geometry.c: T-12 */
bool rea_is_facing(int f);
bool rea_on_map(const struct rea_ctx *c, int hex);
bool rea_vertex(int form);
uint8_t rea_front_mask(int form, int facing);
int rea_fronts(const struct rea_ctx *c, int body, int16_t *out);
int rea_zone(const struct rea_ctx *c, int body, int hex);
bool rea_in_front(const struct rea_ctx *c, int body, int hex);
bool rea_touches(const struct rea_ctx *c, int body, int other);
bool rea_in_arc(const struct rea_ctx *c, int body, int part, int hex, int *range);
bool rea_sees(const struct rea_ctx *c, int body, int from, int to, bool howitzer, bool *over);
int rea_visibility(const struct rea_ctx *c);
bool rea_line_hexes(const struct rea_ctx *c, int left, int v, int len, int16_t *out);
bool rea_column_hexes(const struct rea_ctx *c, int head, int s, int len, int16_t *out);
bool rea_straight(const struct rea_ctx *c, int body);

/* turn.c, activate.c, control.c: 6, 7, 17.3, 21 */
void rea_step_turn(void *state, struct tc_umpire *u);
void rea_step_enter(void *state, struct tc_umpire *u);
void rea_step_initiative(void *state, struct tc_umpire *u);
void rea_step_special(void *state, struct tc_umpire *u);
void rea_step_choose(void *state, struct tc_umpire *u);
void rea_step_attach(void *state, struct tc_umpire *u);
void rea_step_control(void *state, struct tc_umpire *u);
void rea_step_finish(void *state, struct tc_umpire *u);
void rea_step_limited(void *state, struct tc_umpire *u);
int rea_army_leader(const struct rea_ctx *c, int side);

/* Victory points of a side as it stands: the enemy's losses and the ground it holds. */
int rea_tally(const struct rea_ctx *c, int side);
int rea_watching(const struct rea_ctx *c, int unit);
bool rea_leader_lives(const struct rea_ctx *c, int leader);

void rea_step_recover(void *state, struct tc_umpire *u);

/* stack.c: 10 */
bool rea_may_stack(const struct rea_ctx *c, int form, int arm, int facing, const int16_t *hex,
                   int len, int other);
bool rea_room_for_all(const struct rea_ctx *c, int body, int form, const int16_t *hex, int len,
                      struct tc_refusal *why);
bool rea_room(const struct rea_ctx *c, int body, int form, const int16_t *hex, int len,
              struct tc_refusal *why);
int rea_limit(const struct rea_ctx *c, int arm, int form, int hex, const char **rule);
bool rea_passing(const struct rea_ctx *c, int body, int hex, int *other, const char **rule);
bool rea_mixes_order(const struct rea_ctx *c, int body, int o);
bool rea_may_join(const struct rea_ctx *c, int body, int o);
bool rea_arms_stack(const struct rea_ctx *c, int a, int b);
bool rea_guns_held(const struct rea_ctx *c, int gun, int line);
bool rea_same_hexes(const struct rea_body *y, const int16_t *hex, int len);
bool rea_place_guns(struct rea_ctx *c, int gun);
void rea_rest_guns(struct rea_ctx *c);
void rea_settle(struct rea_ctx *c, int body);
void rea_take_place(struct rea_ctx *c, int body);
void rea_arrange(struct rea_ctx *c, int body, bool on_top);
void rea_guns_under(struct rea_ctx *c, int body, bool under);
void rea_share_state(struct rea_ctx *c, int body);
void rea_contract(struct rea_ctx *c, int body);
void rea_draw_together(struct rea_ctx *c);
void rea_hold_long(struct rea_ctx *c, uint8_t *was);
void rea_let_go(struct rea_ctx *c, const uint8_t *was);
void rea_break_square(struct rea_ctx *c, int body);
bool rea_legal_give_up(const struct rea_ctx *c, int body, int end, struct tc_refusal *why);
void rea_give_up(struct rea_ctx *c, int body);
int rea_in_road_hex(const struct rea_ctx *c, bool guns);
int rea_skirmish_room(const struct rea_ctx *c);
int rea_min_sp(const struct rea_ctx *c, int arm, int side, int form, int len);
int rea_max_len(const struct rea_ctx *c, int arm, int form, int side, int sp);

/* step.c, move.c, act.c, limber.c: 11; form.c, skirmish.c: 8; facing.c: 9 */
struct rea_plan {
    int16_t hex[REA_LONG];
    uint8_t len, form, facing, hook;
    int16_t cost;      /* sixths */
    uint8_t all;       /* takes the whole allowance */
    uint8_t non_clear; /* */
    uint8_t checks;    /* terrain checks along the way (wheel, extension) */
    uint8_t general;   /* collapses into General Order */
    uint8_t wait_hex, wait_side;
    uint8_t zone; /* a wheel that swings into an enemy zone */
    const char *rule;
};
int rea_allowance(const struct rea_ctx *c, int body);
int rea_printed(const struct rea_ctx *c, int body);
int rea_left(const struct rea_ctx *c, int body);
bool rea_can_pay(const struct rea_ctx *c, int body, const struct rea_plan *p,
                 struct tc_refusal *why);
bool rea_plan_step(const struct rea_ctx *c, int body, int dir, bool road, struct rea_plan *p,
                   struct tc_refusal *why);
bool rea_guns_can_leave(const struct rea_ctx *c, int body);
bool rea_plan_turn(const struct rea_ctx *c, int body, int facing, struct rea_plan *p,
                   struct tc_refusal *why);
int rea_turn_price(const struct rea_ctx *c, int body, int steps);
bool rea_plan_form(const struct rea_ctx *c, int body, int form, int facing, int hex, int len,
                   struct rea_plan *p, struct tc_refusal *why);
bool rea_form_legal_here(const struct rea_ctx *c, int unit, int form, int hex, int sp);
bool rea_led(const struct rea_ctx *c, int unit, int form, int hex, struct tc_refusal *why);
void rea_apply(struct rea_ctx *c, int body, const struct rea_plan *p);
void rea_step_volunteer(void *state, struct tc_umpire *u);
void rea_step_move(void *state, struct tc_umpire *u);
void rea_step_moving(void *state, struct tc_umpire *u);
void rea_step_ride(void *state, struct tc_umpire *u);
void rea_step_react(void *state, struct tc_umpire *u);
void rea_check_passed(struct rea_ctx *c, const char *rule);
void rea_step_stop(void *state, struct tc_umpire *u);
void rea_step_place(void *state, struct tc_umpire *u);
bool rea_move_act(struct rea_ctx *c, const struct tc_act *a);
bool rea_legal_move(const struct rea_ctx *c, int body, const struct tc_act *a,
                    struct tc_refusal *why);
bool rea_break_down(struct rea_ctx *c, int body);
bool rea_may_break(const struct rea_ctx *c, int body, struct tc_refusal *why);
bool rea_may_reform(const struct rea_ctx *c, int parent, int hex, int form, int facing,
                    struct tc_refusal *why);
bool rea_reform(struct rea_ctx *c, int parent, int hex, int form, int facing);
void rea_pass_joined(struct rea_ctx *c, int body, int hex);
void rea_step_checks(struct rea_ctx *c, int body, const struct rea_plan *p, const int16_t *old,
                     int old_len);
void rea_turned(struct rea_ctx *c, int body, bool formation);

/* fire.c, volley.c: 12 */
enum rea_fire_kind { REA_FIRE_SEGMENT, REA_FIRE_OPPORTUNITY, REA_FIRE_DEFENSIVE };
enum rea_part {
    REA_PART_WHOLE,
    REA_PART_LEFT,
    REA_PART_RIGHT,
    REA_PART_HOOK,
    REA_PART_X,
    REA_PART_Y
};
struct rea_shot {
    uint8_t body[8], part[8], n;
    int16_t hex;
    uint8_t kind;
};
/* Units of a body that fire alike: the top one, its points, from where, how far. */
struct rea_share {
    int16_t unit, sp, from;
    bool over; /* over the heads of friends: R-12.6e.2 */
    int range;
};
void rea_step_fire(void *state, struct tc_umpire *u);
bool rea_may_fire(const struct rea_ctx *c, int body, int part, int hex, int kind,
                  struct tc_refusal *why);
int rea_fire(struct rea_ctx *c, const struct rea_shot *shot);
int rea_base_fm(const struct rea_ctx *c, int body, int unit, int range);
int rea_shares(const struct rea_ctx *c, int body, int part, int hex, struct rea_share *out);
int rea_fire_sp(const struct rea_ctx *c, int body, int part);
bool rea_square_target(const struct rea_ctx *c, int body, int set, int hex, int kind);
int rea_fire_squares(struct rea_ctx *c, int body, int set, int kind);
int rea_foot_at(const struct rea_ctx *c, int hex);
void rea_lose_each(struct rea_ctx *c, int body, int n, const char *rule);
void rea_lose_from(struct rea_ctx *c, int unit, int n);
int rea_column_at(const int8_t *num, const int8_t *den, int columns, int64_t a, int64_t b);

/* declare.c, charge.c, combat.c, result.c, pursuit.c: 13 to 16 */
void rea_step_declare(void *state, struct tc_umpire *u);
void rea_step_steady(void *state, struct tc_umpire *u);
void rea_step_answer(void *state, struct tc_umpire *u);
void rea_step_charge(void *state, struct tc_umpire *u);
void rea_step_group(void *state, struct tc_umpire *u);
void rea_step_evade(void *state, struct tc_umpire *u);
void rea_step_stand(void *state, struct tc_umpire *u);
void rea_step_volley(void *state, struct tc_umpire *u);
void rea_step_round(void *state, struct tc_umpire *u);
void rea_step_outcome(void *state, struct tc_umpire *u);
void rea_step_advance(void *state, struct tc_umpire *u);
void rea_step_pursue(void *state, struct tc_umpire *u);
void rea_step_after(void *state, struct tc_umpire *u);
void rea_opportunity_charge(struct rea_ctx *c, int charger, int target);
bool rea_may_opp_charge(const struct rea_ctx *c, int charger, int target,
                        struct tc_refusal *why);
void rea_surrender(struct rea_ctx *c, int body, const char *rule);
void rea_end_combat(struct rea_ctx *c);

/* morale.c: 17, 18 */
enum rea_cause {
    REA_BY_FIRE,
    REA_BY_PRECOMBAT,
    REA_BY_RETREAT, /* retreated through */
    REA_BY_MELEE,   /* the M of the close combat table */
    REA_BY_COUNTER,
    REA_BY_OPPORTUNITY,
    REA_BY_OTHER, /* R-18.7x1 */
    REA_CAUSES
};
bool rea_morale_check(struct rea_ctx *c, int body, int cause, int lost, bool enfiladed,
                      const char *rule);
bool rea_disorder_check(struct rea_ctx *c, int body, int er, const char *rule);
void rea_disorder(struct rea_ctx *c, int body, const char *rule);
void rea_shake(struct rea_ctx *c, int body, const char *rule);
void rea_rout(struct rea_ctx *c, int body, int cause, const char *rule);
void rea_rout_alone(struct rea_ctx *c, int body, const char *rule);
void rea_rout_body(struct rea_ctx *c, int body, int hex, const char *rule);
int rea_collapse_hex(struct rea_ctx *c, int unit);
int rea_plain_check(struct rea_ctx *c, int side, int er, const char *rule);
bool rea_supported(const struct rea_ctx *c, int body);
int rea_top_er(const struct rea_ctx *c, int body);
int rea_percent(struct rea_ctx *c, int side, const char *rule);

/* retreat.c: 19 */
void rea_queue(struct rea_ctx *c, int kind, int body, int hexes, int cause);
void rea_step_due(void *state, struct tc_umpire *u);
void rea_then(struct rea_ctx *c, int step);
bool rea_can_fall_back(const struct rea_ctx *c, int body);

/* rally.c: 18.3, 22 */
void rea_step_rally(void *state, struct tc_umpire *u);
void rea_step_rally_shaken(void *state, struct tc_umpire *u);
void rea_step_captives(void *state, struct tc_umpire *u);
void rea_step_army(void *state, struct tc_umpire *u);
void rea_step_verdict(void *state, struct tc_umpire *u);
int rea_losses(const struct rea_ctx *c, int side);
int rea_rally_er(struct rea_ctx *c, int unit, bool routed);
void rea_set_ordered(struct rea_ctx *c, int body, const char *rule);
void rea_set_good(struct rea_ctx *c, int body, const char *rule);

/* leader.c: 20 */
void rea_leader_risk(struct rea_ctx *c, int hex, int side, bool broken, const char *rule);
void rea_displace_leaders(struct rea_ctx *c, int hex, int side);
void rea_leaders_leave(struct rea_ctx *c, int body);
void rea_leaders_follow(struct rea_ctx *c, int body, const int16_t *old, int len);
void rea_replace_leaders(struct rea_ctx *c);

/* asking.c */
typedef void rea_emit(void *to, int verb, int a, int b, int d, int e);
void rea_form_candidates(const struct rea_ctx *c, int body, rea_emit *emit, void *to);
/* How the formation tells its facing (TC_P_MANNER): R-9. */
enum { REA_BY_SIDE = 1, REA_BY_POINT = 2 };
int rea_faces(int form);

struct tc_act rea_ask(struct rea_ctx *c, int side, int question, const char *rule, int a, int b,
                      int d);
struct tc_act rea_act(int verb, int a, int b, int d, int e);

/* check.c */
bool rea_check(const struct tc_book *book, const void *state, struct tc_refusal *why);

/* scene.c */
void rea_scene(const struct tc_book *book, const void *state, int viewer, struct tc_scene *out);

/* flow.c */
enum rea_step {
    REA_ST_TURN,
    REA_ST_ENTER,
    REA_ST_INITIATIVE,
    REA_ST_SPECIAL,
    REA_ST_CHOOSE,
    REA_ST_ATTACH,
    REA_ST_CONTROL,
    REA_ST_RECOVER,
    REA_ST_FIRE,
    REA_ST_VOLUNTEER,
    REA_ST_MOVE,
    REA_ST_MOVING,
    REA_ST_RIDE,
    REA_ST_REACT,
    REA_ST_STOP,
    REA_ST_PLACE,
    REA_ST_DECLARE,
    REA_ST_STEADY,
    REA_ST_ANSWER,
    REA_ST_CHARGE,
    REA_ST_GROUP,
    REA_ST_EVADE,
    REA_ST_STAND,
    REA_ST_VOLLEY,
    REA_ST_ROUND,
    REA_ST_OUTCOME,
    REA_ST_ADVANCE,
    REA_ST_PURSUE,
    REA_ST_AFTER,
    REA_ST_FINISH,
    REA_ST_LIMITED,
    REA_ST_RALLY,
    REA_ST_SHAKEN,
    REA_ST_CAPTIVES,
    REA_ST_ARMY,
    REA_ST_VERDICT,
    REA_ST_DUE,
    REA_STEPS
};

#endif
