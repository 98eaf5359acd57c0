/* rules/pistolado/params.h - shorthand for the tables of declarations. */
#ifndef PIS_PARAMS_H
#define PIS_PARAMS_H

#include "kernel/params.h"
#include "rules/pistolado/decl.h"

#define REG(n)     TC_P_NAME(n, PIS_L_REGIMENT)
#define BRIG(n)    TC_P_NAME(n, PIS_L_BRIGADE)
#define OFF(n)     TC_P_NAME(n, PIS_L_OFFICER)
#define GROUND(n)  TC_P_NAME(n, PIS_L_GROUND)
#define LEN(n)     TC_P_LENGTH(n)
#define NUM(n)     TC_P_INT(n)
#define WORD(n, w) TC_P_WORD(n, w)

#endif
