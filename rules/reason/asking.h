/* rules/reason/asking.h - the predicates behind the questions. */
#ifndef REA_ASKING_H
#define REA_ASKING_H

#include "rules/reason/inner.h"

bool rea_legal_retreat(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
bool rea_legal_volunteer(const struct rea_ctx *c, const struct tc_act *a,
                         struct tc_refusal *why);
bool rea_legal_pick(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
bool rea_legal_place(const struct rea_ctx *c, int unit, const struct tc_act *a,
                     struct tc_refusal *why);
bool rea_legal_ride(const struct rea_ctx *c, int leader, int dir, struct tc_refusal *why);
bool rea_legal_shot(const struct rea_ctx *c, int body, const struct tc_act *a,
                    struct tc_refusal *why);
bool rea_legal_fire(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
bool rea_legal_join(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
bool rea_legal_rally_form(const struct rea_ctx *c, int unit, const struct tc_act *a,
                          struct tc_refusal *why);
bool rea_legal_rally(const struct rea_ctx *c, int side, const struct tc_act *a,
                     struct tc_refusal *why);

bool rea_legal_square_fire(const struct rea_ctx *c, int body, int set, int kind,
                           struct tc_refusal *why);

#endif
