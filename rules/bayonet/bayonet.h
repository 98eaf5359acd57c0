/* rules/bayonet/bayonet.h - the rule system. */
#ifndef BAY_BAYONET_H
#define BAY_BAYONET_H

#include "kernel/ruleset.h"

extern const struct tc_ruleset bay_ruleset;
extern const struct tc_eye bay_eye;
extern const struct tc_schema bay_schema;
extern const struct tc_staff bay_staff;
extern const struct tc_dangers bay_dangers;

#endif
