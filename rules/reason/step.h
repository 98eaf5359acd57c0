/* rules/reason/step.h - plans of single acts of movement; private to the movement chapters. */
#ifndef REA_STEP_H
#define REA_STEP_H

#include "rules/reason/inner.h"

bool rea_leash(const struct rea_ctx *c, int body, const struct rea_plan *p,
               struct tc_refusal *why);
int rea_gun_to_shift(const struct rea_ctx *c, int body);
bool rea_goes_along(const struct rea_ctx *c, int body, int guns);
bool rea_near_formed(const struct rea_ctx *c, int body);
bool rea_plan_extend(const struct rea_ctx *c, int body, int end, struct rea_plan *p,
                     struct tc_refusal *why);
bool rea_plan_shrink(const struct rea_ctx *c, int body, int end, struct rea_plan *p,
                     struct tc_refusal *why);
bool rea_plan_backup(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                     struct tc_refusal *why);
bool rea_may_stay(const struct rea_ctx *c, int body, const struct rea_plan *p,
                  struct tc_refusal *why);
bool rea_plan_prolonge(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                       struct tc_refusal *why);
bool rea_plan_backstep(const struct rea_ctx *c, int body, int dir, struct rea_plan *p,
                       struct tc_refusal *why);
bool rea_plan_limber(const struct rea_ctx *c, int body, int facing, struct rea_plan *p,
                     struct tc_refusal *why);
bool rea_plan_unlimber(const struct rea_ctx *c, int body, int facing, struct rea_plan *p,
                       struct tc_refusal *why);
bool rea_plan_hook(const struct rea_ctx *c, int body, int end, struct rea_plan *p,
                   struct tc_refusal *why);
bool rea_plan_of(const struct rea_ctx *c, int body, const struct tc_act *a, struct rea_plan *p,
                 struct tc_refusal *why);
bool rea_may_end(const struct rea_ctx *c, int body, struct tc_refusal *why);
void rea_move_candidates(const struct rea_ctx *c, int body, rea_emit *emit, void *to);
int rea_next_shooter(const struct rea_ctx *c);
int rea_next_charger(const struct rea_ctx *c);

#endif
