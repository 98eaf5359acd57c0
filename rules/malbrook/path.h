/* rules/malbrook/path.h - one path of a brigade, tried before it is taken. */
#ifndef MAL_PATH_H
#define MAL_PATH_H

#include "rules/malbrook/inner.h"

struct mal_leg {
    struct mal_unit as;         /* after wheel or incline */
    struct mal_unit end;        /* where it will stand */
    struct mal_stop stop, full; /* of the march; of the whole way */
    int32_t allowance, left, march;
    uint16_t way;
    bool turned, rough;
};

/* Try a MOVE or THREAD with this allowance; k holds the outcome when it is legal. */
bool mal_try_move(const struct mal_book *bk, const struct mal_state *s, int unit,
                  int32_t allowance, const struct tc_act *a, struct mal_leg *k,
                  struct tc_refusal *why);
/* The same after the question was asked: what lies on its desk is not worked out again. */
bool mal_try_asked(const struct mal_book *bk, const struct mal_state *s, int unit,
                   int32_t allowance, const struct tc_act *a, struct tc_desk *desk,
                   struct mal_leg *k);
bool mal_try_thread(const struct mal_book *bk, const struct mal_state *s, int unit,
                    int32_t allowance, const struct tc_act *a, struct mal_leg *k,
                    struct tc_refusal *why);

/* Wheel or incline of a path that is asked for, and how far it gets from there; remembered. */
bool mal_begin_path(const struct tc_view *v, const struct tc_act *a, struct mal_leg *k,
                    struct tc_refusal *why);
/* M-13.6a: the distance at which the declared place is reached; -1: never. */
int32_t mal_place_at(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as, uint16_t way, int32_t most);

/* The brigade with an end refused, or straight again (declare.c). */
struct mal_unit mal_refused_as(const struct mal_book *bk, const struct mal_unit *m, int hand,
                               int k, uint16_t angle);
struct mal_unit mal_straight_as(const struct mal_book *bk, const struct mal_unit *m, int hand);

/* What guns and crews may do (gunwork.c). */
bool mal_judge_gun(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct tc_act *a, struct tc_refusal *why);
bool mal_judge_recrew(const struct mal_book *bk, const struct mal_state *s, int unit,
                      struct tc_refusal *why);
bool mal_judge_take(const struct mal_book *bk, const struct mal_state *s, int unit, int gun,
                    struct tc_refusal *why);

/* Parts of declare.c the moves use. */
bool mal_split_shape(const struct mal_book *bk, const struct mal_unit *m, int bases,
                     struct mal_unit *part);
int32_t mal_road_again(const struct mal_book *bk, const struct mal_state *s, int unit,
                       int32_t len);
bool mal_road_end(const struct mal_book *bk, const struct mal_unit *m, int32_t len,
                  struct mal_unit *out);

/* Halted or steadied: it may only adjust (M-7.21, M-5.12). */
bool mal_is_halted(const struct mal_unit *m);
bool mal_refuse_halted(const struct mal_unit *m, int unit, struct tc_refusal *why);
bool mal_far_from_enemy(const struct mal_book *bk, const struct mal_state *s, int unit);
int32_t mal_road_volleys(struct mal_play *p, int unit, int32_t len);
void mal_road_marched(struct mal_play *p, int unit, const struct mal_unit *from, int32_t len);
bool mal_judge_road(const struct mal_book *bk, const struct mal_state *s, int unit,
                    const struct tc_act *a, struct tc_refusal *why);

/* Walking (march.c): the diced part of a move. */
void mal_done(struct mal_play *p, int unit, enum mal_last kind, int dice);
void mal_walk(struct mal_play *p, int unit, const struct mal_unit *as, uint16_t way,
              int32_t march, const struct mal_stop *end, bool rough);
void mal_take_move(struct mal_play *p, int unit, const struct tc_act *a, int32_t allowance,
                   struct tc_desk *desk);
/* Would the lead, wheeling with all who conform and can follow, end clear of everybody? */
bool mal_wheel_clear(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_leg *k, int32_t turn);
void mal_take_bend(struct mal_play *p, int unit, const struct tc_act *a);
void mal_conformers_rest(struct mal_play *p, int unit);

/* Side steps and steps back, with those who conform (M-7.7). */
struct tc_rect mal_stepped(const struct mal_book *bk, const struct mal_unit *m,
                           const struct tc_act *a);
int mal_step_order(const struct mal_state *s, int unit, const struct tc_act *a, bool ahead,
                   int16_t out[MAL_UNITS]);
bool mal_steps_too(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct tc_act *a);

/* Undiced acts (carry.c). */
void mal_carry_out(struct mal_play *p, int unit, const struct tc_act *a);
void mal_halt(struct mal_play *p, int unit);
void mal_by_road(struct mal_play *p, int unit, int32_t len);
void mal_reform(struct mal_play *p, int unit, const struct tc_act *a);

#endif
