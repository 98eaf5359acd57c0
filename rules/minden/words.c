/* rules/minden/words.c - the tables of words.def. */
#include "rules/minden/words.h"

#include "kernel/params.h"

#define UNIT(n)     NAME(UNIT, n)
#define BRIGADE(n)  NAME(BRIGADE, n)
#define REGIMENT(n) NAME(REGIMENT, n)
#define GROUND(n)   NAME(GROUND, n)

/* Told as people say them. */
#define FACES_KEPT(n) TC_PARAM(n, TC_K_DICE, 0, TC_P_MANNER, 0, NULL)
#define INCHES(n)     TC_PARAM(n, TC_K_LENGTH, 0, TC_P_PLAIN, 0, NULL)
#define DEGREES(n)    TC_PARAM(n, TC_K_ANGLE, 0, TC_P_PLAIN, 0, NULL)
#define HEADING(n)    TC_PARAM(n, TC_K_ANGLE, 0, TC_P_COMPASS, 0, NULL)
#define SPOT(n)       TC_PARAM(n, TC_K_POINT, 0, TC_P_PLAIN, 0, NULL)
#define SIGNED(n)     TC_PARAM(n, TC_K_INT, 0, TC_P_PLAIN, 0, NULL)
#define KEY_INCHES(n) TC_PARAM(n, TC_K_LENGTH, 0, TC_P_KEY | TC_P_PLAIN, 0, NULL)
#define KEY_BEND(n)   TC_PARAM(n, TC_K_ANGLE, 0, TC_P_KEY | TC_P_FORE, 0, NULL)

#define WORDS_TABLES
#include "kernel/words.def"
