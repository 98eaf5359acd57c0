/* rules/minden/questions.h - judges, candidates and acts of single chapters, for flow and
 * for the table of questions. */
#ifndef MIN_QUESTIONS_H
#define MIN_QUESTIONS_H

#include "rules/minden/inner.h"

/* Move. */
void min_clear_mover(struct min_state *s);
void min_set_value(struct min_play *p, int unit);
/* Does the squadron take part in a regimental move? */
bool min_rides_along(const struct min_book *bk, const struct min_state *s, int i, int regiment);
bool min_judge_unit_pick(const struct tc_view *v, int unit, struct tc_refusal *why);

/* Walk. */
void min_begin_path(struct min_play *p, const struct tc_act *a);
void min_begin_advance(struct min_play *p, int unit, uint16_t heading, int32_t distance);

void min_finish_move(struct min_play *p);

/* Charge: edge, section and charge distance of a judged charge, put into the mover. */
bool min_clip_charge(const struct min_book *bk, const struct min_state *s,
                     const struct tc_act *a, struct tc_act *out);
void min_charge_geometry(const struct min_book *bk, struct min_state *s,
                         const struct tc_act *a);

/* Formation. */
void min_change_formation(struct min_play *p, int unit);
bool min_judge_may_change(const struct min_book *bk, const struct min_state *s, int unit,
                          struct tc_refusal *why);
bool min_fits(const struct min_book *bk, const struct min_state *s, int unit,
              const struct min_unit *m, const char *rule, struct tc_refusal *why);
bool min_may_form_attack_column(const struct min_book *bk, const struct min_state *s, int unit);

/* Guns. */
bool min_judge_limber(const struct min_book *bk, const struct min_state *s, int unit,
                      bool limber, struct tc_refusal *why);
void min_limber(struct min_play *p, int unit, bool limber);
void min_manhandle(struct min_play *p, int unit);
bool min_may_split(const struct min_book *bk, const struct min_state *s, int unit,
                   struct tc_refusal *why);
void min_split(struct min_play *p, int unit);
void min_put_guns(struct min_play *p, int unit, const struct tc_act *a);

/* Entry. */
bool min_may_come_on(const struct min_book *bk, const struct min_state *s, int unit,
                     struct tc_refusal *why);
void min_come_on(struct min_play *p, int unit);
void min_settle_entry(struct min_play *p, int unit);

/* Flight: the enemy a unit would flee from now. */
int min_flight_enemy(const struct min_book *bk, const struct min_state *s, int unit);

void min_offer_picks(struct min_play *p, const char *rule);

#endif
