/* rules/minden/words.h - shorthand for the tables of declarations; for decl.c and its like. */
#ifndef MIN_WORDS_H
#define MIN_WORDS_H

#include "kernel/params.h"
#include "rules/minden/decl.h"

#define UNIT(n)        TC_P_NAME(n, MIN_L_UNIT)
#define BRIGADE(n)     TC_P_NAME(n, MIN_L_BRIGADE)
#define REGIMENT(n)    TC_P_NAME(n, MIN_L_REGIMENT)
#define GROUND(n)      TC_P_NAME(n, MIN_L_GROUND)
#define NUMBER(n)      TC_P_INT(n)
#define LENGTH(n)      TC_P_LENGTH(n)
#define ANGLE(n)       TC_P_ANGLE(n)
#define POINT(n)       TC_P_POINT(n)
#define DICE(n)        TC_P_DICE(n)
#define YES(n)         TC_P_BOOL(n)
#define SIDE(n)        TC_P_SIDE(n)
#define WORD(n, w)     TC_P_WORD(n, w)
#define KEY_INT(n)     TC_PARAM(n, TC_K_INT, 0, TC_P_KEY, 0, NULL)
#define KEY_LENGTH(n)  TC_PARAM(n, TC_K_LENGTH, 0, TC_P_KEY, 0, NULL)
#define KEY_ANGLE(n)   TC_PARAM(n, TC_K_ANGLE, 0, TC_P_KEY, 0, NULL)
#define KEY_WORD(n, w) TC_PARAM(n, TC_K_WORD, 0, TC_P_KEY, 0, w)

#endif
