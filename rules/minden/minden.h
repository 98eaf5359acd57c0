/* rules/minden/minden.h - the one-page Seven Years War rules as a rule system. */
#ifndef MIN_MINDEN_H
#define MIN_MINDEN_H

#include "kernel/ruleset.h"

extern const struct tc_ruleset min_ruleset;
extern const struct tc_eye min_eye;
extern const struct tc_schema min_schema;
extern const struct tc_staff min_staff;
extern const struct tc_dangers min_dangers;

#endif
