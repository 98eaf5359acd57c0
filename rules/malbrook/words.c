/* rules/malbrook/words.c - the tables of words.def. */
#include "rules/malbrook/words.h"

#include "kernel/params.h"

#define UNIT(n)            NAME(UNIT, n)
#define LEADER(n)          NAME(LEADER, n)
#define COMMAND(n)         NAME(COMMAND, n)
#define WING(n)            NAME(WING, n)
#define GROUND(n)          NAME(GROUND, n)
#define RIDER(n)           NAME(MESSENGER, n)
#define KEY_UNIT(n)        KEY_NAME(UNIT, n)
#define KEY_GROUND(n)      KEY_NAME(GROUND, n)
#define KEY_ANGLE_NONE(n)  TC_PARAM(n, TC_K_ANGLE, 0, TC_P_KEY, TC_NONE, NULL)
#define KEY_LENGTH_NONE(n) TC_PARAM(n, TC_K_LENGTH, 0, TC_P_KEY, TC_NONE, NULL)

#define WORDS_TABLES
#include "kernel/words.def"
