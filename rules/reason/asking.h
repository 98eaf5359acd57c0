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

/* Collects what may be answered: offers.c. */
struct rea_collector {
    const struct rea_ctx *c;
    const struct tc_query *q;
    struct tc_act act;         /* the candidate at hand; all its other places are zero */
    const struct tc_act *wish; /* seek the legal act nearest to this one, instead of offering */
    struct tc_act near;
    int far; /* how far `near` is off; negative: none yet */
};

void rea_offer_all(struct rea_collector *k);
bool rea_legal(const struct rea_ctx *c, const struct tc_query *q, const struct tc_act *a,
               struct tc_refusal *why);
bool rea_legal_square_fire(const struct rea_ctx *c, int body, int set, int kind,
                           struct tc_refusal *why);

#endif
