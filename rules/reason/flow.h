/* rules/reason/flow.h - the table of steps. */
#ifndef REA_FLOW_H
#define REA_FLOW_H

#include "rules/reason/inner.h"

extern const struct tc_step rea_steps[REA_STEPS];

#endif
