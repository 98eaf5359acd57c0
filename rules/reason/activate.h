/* rules/reason/activate.h - shared by the chapters on the turn and on activation. */
#ifndef REA_ACTIVATE_H
#define REA_ACTIVATE_H

#include "rules/reason/inner.h"

/* A body as it stands before it has done anything. */
void rea_reset_body(struct rea_body *y);

#endif
