/* tests/support/toy_own.h - what the two files of the toy share. */
#ifndef TOY_OWN_H
#define TOY_OWN_H

#include "kernel/params.h"
#include "kernel/reasons.h"
#include "tests/support/toy.h"

enum toy_reason {
    TOY_R_GONE = TC_R_FIRST,
    TOY_R_OTHER,
    TOY_R_FAR,
    TOY_R_NO_PATH,
    TOY_R_RANGE,
    TOY_R_FRIEND,
    TOY_R_BAD_STATE,
    TOY_R_NO_SIDE,
    TOY_REASONS
};

enum toy_label { TOY_L_BASE, TOY_L_LOSSES, TOY_L_PLAN, TOY_L_MORALE, TOY_LABELS };

extern const char *const toy_plan_words[], *const toy_endings[], *const toy_unit_name[];
extern const struct tc_decl toy_verbs[], toy_events[], toy_reasons[], toy_labels[];
extern const struct tc_leg toy_legs[];
extern const struct tc_name_list toy_lists[];
extern const struct tc_fields toy_fields;

/* Parameters of declarations. */
#define UNIT(n)     TC_P_NAME(n, 0)
#define SIDE(n)     TC_P_SIDE(n)
#define NUM(n)      TC_P_INT(n)
#define WORDS(n, w) TC_P_WORD(n, w)

#endif
