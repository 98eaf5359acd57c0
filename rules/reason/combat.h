/* rules/reason/combat.h - shared by the chapters of close combat. */
#ifndef REA_COMBAT_H
#define REA_COMBAT_H

#include "rules/reason/inner.h"

/* One side of a fight: strength and Combat Value. */
struct rea_force {
    int sp, cv;
};

/* Is this attack of the fight still on? */
static inline bool rea_attacks_in(const struct rea_state *s, int i, int fight)
{
    return s->attack[i].body != REA_NO && s->attack[i].fight == fight &&
           s->body[s->attack[i].body].units && s->body[s->attack[i].body].form != REA_ROUT;
}

/* Is this defence of the fight still standing? */
static inline bool rea_defends_in(const struct rea_state *s, int i, int fight)
{
    return s->defence[i].fight == fight && !s->defence[i].done &&
           s->body[s->defence[i].body].units && s->body[s->defence[i].body].form != REA_ROUT;
}

bool rea_leads_attack(const struct rea_ctx *c, int i, int fight);
bool rea_legal_attack(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
void rea_attacks_lapse(struct rea_ctx *c);
bool rea_may_attack_now(const struct rea_ctx *c, int unit, struct tc_refusal *why);
bool rea_legal_answer(const struct rea_ctx *c, int body, const struct tc_act *a,
                      struct tc_refusal *why);
bool rea_legal_charge(const struct rea_ctx *c, int body, int foe, const struct tc_act *a,
                      struct tc_refusal *why);
bool rea_legal_volley(const struct rea_ctx *c, int defence, const struct tc_act *a,
                      struct tc_refusal *why);
bool rea_legal_advance(const struct rea_ctx *c, int attack, const struct tc_act *a,
                       struct tc_refusal *why);
bool rea_can_reach(const struct rea_ctx *c, int body, int target);
bool rea_fits_here(const struct rea_ctx *c, int body);
int rea_charge_mp(const struct rea_ctx *c, int body);
bool rea_shifted(const struct rea_ctx *c, const struct rea_body *y, int dir, int16_t *out);
int rea_charge_cost(const struct rea_ctx *c, int body, int dir);
bool rea_opp_lane(const struct rea_ctx *c, int body, int target, int dir);
void rea_meet_charge(struct rea_ctx *c);
bool rea_charge_path(const struct rea_ctx *c, int body, int target, int budget);
bool rea_enfilade_by(const struct rea_ctx *c, int victim, int striker);
int rea_attackers_left(const struct rea_ctx *c, int fight);
int rea_defenders_left(const struct rea_ctx *c, int fight);
bool rea_still_touches(const struct rea_ctx *c, const int16_t *hex, int len, bool attack,
                       int fight);
int rea_stack_top(const struct rea_ctx *c, int body);
int rea_stack_foot(const struct rea_ctx *c, int body);
void rea_weigh_fight(struct rea_ctx *c, struct rea_force *a, struct rea_force *d);
void rea_resolve(struct rea_ctx *c);
void rea_start_pursuit(struct rea_ctx *c);

#endif
