/* rules/bayonet/params.h - shorthand for the tables of declarations. */
#ifndef BAY_PARAMS_H
#define BAY_PARAMS_H

#include "kernel/params.h"
#include "rules/bayonet/decl.h"

#define UNIT(n)    TC_P_NAME(n, BAY_L_UNIT)
#define BRIGADE(n) TC_P_NAME(n, BAY_L_BRIGADE)
#define WING(n)    TC_P_NAME(n, BAY_L_WING)
#define LEADER(n)  TC_P_NAME(n, BAY_L_LEADER)
#define HEX(n)     TC_P_HEX(n)
#define INT(n)     TC_P_INT(n)

#endif
