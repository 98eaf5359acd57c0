/* rules/pistolado/pistolado.h - the system as the rest of the program sees it. */
#ifndef PIS_PISTOLADO_H
#define PIS_PISTOLADO_H

#include "kernel/ruleset.h"

extern const struct tc_ruleset pis_ruleset;
extern const struct tc_eye pis_eye;
extern const struct tc_schema pis_schema;
extern const struct tc_staff pis_staff;

/* Who stands where, as the eye sees it (board/staff.h). */
struct tc_lines;
void pis_muster(const struct tc_book *bk, const void *state, struct tc_lines *l);
extern const struct tc_dangers pis_dangers;

#endif
