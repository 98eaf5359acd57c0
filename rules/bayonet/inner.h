/* rules/bayonet/inner.h - what all chapters share: words, steps, and how they begin. */
#ifndef BAY_INNER_H
#define BAY_INNER_H

#include "kernel/umpire.h"
#include "rules/bayonet/words.h"

_Static_assert(BAY_VERBS <= 64, "verbs fit a bit set");

enum bay_ending {
    BAY_END_NONE,
    BAY_END_WING,
    BAY_END_GOALS,
    BAY_END_CONCEDED,
    BAY_END_TIME,
    BAY_END_TAKEN,
    BAY_END_BROKEN
};

/* The places of the sequence of play (3.0). */
enum bay_step {
    BAY_S_TURN,
    BAY_S_GUNS_FIRST,
    BAY_S_UNLIMBER,
    BAY_S_HAUL,
    BAY_S_LIMBER,
    BAY_S_FIRE,
    BAY_S_WINGS_FIRST,
    BAY_S_WC,
    BAY_S_WING,
    BAY_S_BRIGADES_FIRST,
    BAY_S_BRIGADE,
    BAY_S_ORDER,
    BAY_S_MOVE,
    BAY_S_DRESS,
    BAY_S_ATTACKS,
    BAY_S_FIGHT,
    BAY_S_LEADERS,
    BAY_S_MORALE,
    BAY_S_BRIGADE_DONE,
    BAY_S_ROUT,
    BAY_S_VICTORY,
    BAY_S_CLEAN_UP,
    BAY_STEPS
};

/* Steps, in files by chapter. */
void bay_step_turn(void *state, struct tc_umpire *u);
void bay_step_guns_first(void *state, struct tc_umpire *u);
void bay_step_unlimber(void *state, struct tc_umpire *u);
void bay_step_haul(void *state, struct tc_umpire *u);
void bay_step_limber(void *state, struct tc_umpire *u);
void bay_step_fire(void *state, struct tc_umpire *u);
void bay_step_wings_first(void *state, struct tc_umpire *u);
void bay_step_wc(void *state, struct tc_umpire *u);
void bay_step_wing(void *state, struct tc_umpire *u);
void bay_step_brigades_first(void *state, struct tc_umpire *u);
void bay_step_brigade(void *state, struct tc_umpire *u);
void bay_step_order(void *state, struct tc_umpire *u);
void bay_step_move(void *state, struct tc_umpire *u);
void bay_step_dress(void *state, struct tc_umpire *u);
void bay_step_attacks(void *state, struct tc_umpire *u);
void bay_step_fight(void *state, struct tc_umpire *u);
void bay_step_leaders(void *state, struct tc_umpire *u);
void bay_step_morale(void *state, struct tc_umpire *u);
void bay_step_brigade_done(void *state, struct tc_umpire *u);
void bay_step_rout(void *state, struct tc_umpire *u);
void bay_step_victory(void *state, struct tc_umpire *u);
void bay_step_clean_up(void *state, struct tc_umpire *u);

/* What odds assume and how far they look: odds.c. */
int bay_assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
               int offers);
bool bay_goes_on(const struct tc_book *book, const void *state, const struct tc_deed *d);
bool bay_follows(const struct tc_book *book, const void *state, const struct tc_deed *d);

/* Handles for the common beginnings of steps, judges and candidates. */
#define BAY_TURN(t)                                                                            \
    struct bay_turn turn_ = { (const struct bay_book *)u->book, state, u }, *t = &turn_;       \
    bay_take_up(turn_.bk, turn_.s, u)
#define BAY_TURN_BARE(t) /* a step that does not look at the map */                            \
    struct bay_turn turn_ = { (const struct bay_book *)u->book, state, u }, *t = &turn_
#define BAY_VIEW(v)                                                                            \
    const struct bay_book *bk = (const struct bay_book *)(v)->book;                            \
    const struct bay_state *s = (v)->state;                                                    \
    (void)bk, (void)s

#endif
