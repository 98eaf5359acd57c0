/* rules/pistolado/words.c - the tables of words.def. */
#include "rules/pistolado/words.h"

#include "kernel/params.h"

#define REGIMENT(n) NAME(REGIMENT, n)
#define BRIGADE(n)  NAME(BRIGADE, n)
#define OFFICER(n)  NAME(OFFICER, n)
#define GROUND(n)   NAME(GROUND, n)

/* Told as people say them, in tenths. */
#define INCHES(n)  TC_PARAM(n, TC_K_LENGTH, 0, TC_P_PLAIN, 0, NULL)
#define DEGREES(n) TC_PARAM(n, TC_K_ANGLE, 0, TC_P_PLAIN, 0, NULL)
#define SPOT(n)    TC_PARAM(n, TC_K_POINT, 0, TC_P_PLAIN, 0, NULL)

#define WORDS_TABLES
#include "kernel/words.def"
