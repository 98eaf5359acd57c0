/* rules/malbrook/malbrook.h - Malbrook s'en va-t-en guerre. */
#ifndef MAL_MALBROOK_H
#define MAL_MALBROOK_H

#include "kernel/ruleset.h"

extern const struct tc_ruleset mal_ruleset;
extern const struct tc_eye mal_eye;
extern const struct tc_staff mal_staff;
extern const struct tc_dangers mal_dangers;
extern const struct tc_schema mal_schema;

#endif
