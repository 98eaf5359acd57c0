/* rules/reason/params.h - shorthand for the tables of declarations. */
#ifndef REA_PARAMS_H
#define REA_PARAMS_H

#include "kernel/params.h"
#include "rules/reason/decl.h"

#define UNIT(n)   TC_P_NAME(n, REA_LIST_UNIT)
#define LEADER(n) TC_P_NAME(n, REA_LIST_LEADER)
#define HEX(n)    TC_P_HEX(n)
#define NUMBER(n) TC_P_INT(n)
#define MPS(n)    TC_PARAM(n, TC_K_INT, 0, TC_P_SIXTHS, 0, NULL)
#define FACING(n) TC_PARAM(n, TC_K_INT, 0, TC_P_TOLD, 0, rea_facing_texts)
#define SIDE(n)   TC_P_SIDE(n)
#define INITW(n)  TC_P_WORD(n, rea_init_words)

#endif
