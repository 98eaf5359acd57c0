/* rules/reason/reason.h - Battles from the Age of Reason. */
#ifndef REA_REASON_H
#define REA_REASON_H

#include "rules/reason/words.h"
#include "rules/reason/state.h"

extern const struct tc_ruleset rea_ruleset;
extern const struct tc_eye rea_eye;
extern const struct tc_staff rea_staff;

/* Who stands where, as the eye sees it (board/staff.h). */
struct tc_lines;
void rea_muster(const struct tc_book *bk, const void *state, struct tc_lines *l);
extern const struct tc_dangers rea_dangers;
extern const struct tc_fields rea_fields;
extern const struct tc_schema rea_schema;

#endif
