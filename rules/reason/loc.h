/* rules/reason/loc.h - lines of command; private to the chapters on command. */
#ifndef REA_LOC_H
#define REA_LOC_H

#include "rules/reason/inner.h"

/* Half points from a hex to every hex within reach; 255 beyond. With want: whether the hexes of
 * that set are reached is certain, what it costs may be less. */
void rea_trace(const struct rea_ctx *c, int side, int from, int half_points, bool army,
               const uint64_t *want, uint8_t *cost);
bool rea_army_reaches(const struct rea_ctx *c, int side, int hex, int wing);
bool rea_leader_marked(const struct rea_ctx *c, int leader);
bool rea_leader_in(const struct rea_ctx *c, int leader);
bool rea_command_has_units(const struct rea_ctx *c, int command);
bool rea_legal_choose(const struct rea_ctx *c, int side, const struct tc_act *a,
                      struct tc_refusal *why);
bool rea_legal_attach(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
bool rea_legal_try(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
bool rea_legal_recover(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why);
bool rea_legal_enter(const struct rea_ctx *c, int unit, const struct tc_act *a,
                     struct tc_refusal *why);
bool rea_legal_limited(const struct rea_ctx *c, int side, const struct tc_act *a,
                       struct tc_refusal *why);
bool rea_legal_special(const struct rea_ctx *c, const struct tc_query *q,
                       const struct tc_act *a, struct tc_refusal *why);
void rea_run_special(struct rea_ctx *c);
void rea_open_command(struct rea_ctx *c, int command);
bool rea_leader_roll(struct rea_ctx *c, int leader, const char *rule);

#endif
