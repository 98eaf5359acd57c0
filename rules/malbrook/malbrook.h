/* rules/malbrook/malbrook.h - Malbrook s'en va-t-en guerre. */
#ifndef MAL_MALBROOK_H
#define MAL_MALBROOK_H

#include "kernel/ruleset.h"

extern const struct tc_ruleset mal_ruleset;
extern const struct tc_eye mal_eye;
extern const struct tc_staff mal_staff;

/* Who stands where, as the eye sees it (board/staff.h). */
struct tc_lines;
void mal_muster(const struct tc_book *bk, const void *state, struct tc_lines *l);
extern const struct tc_dangers mal_dangers;
extern const struct tc_schema mal_schema;

#endif
