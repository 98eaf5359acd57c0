/* rules/malbrook/words.c - the tables of words.def. */
#include "rules/malbrook/words.h"

#include "kernel/params.h"

#define UNIT(n)       NAME(UNIT, n)
#define LEADER(n)     NAME(LEADER, n)
#define COMMAND(n)    NAME(COMMAND, n)
#define WING(n)       NAME(WING, n)
#define GROUND(n)     NAME(GROUND, n)
#define RIDER(n)      NAME(MESSENGER, n)
#define KEY_UNIT(n)   KEY_NAME(UNIT, n)
#define KEY_GROUND(n) KEY_NAME(GROUND, n)

/* Told as people say them. */
#define INCHES(n)           TC_PARAM(n, TC_K_LENGTH, 0, TC_P_PLAIN, 0, NULL)
#define SIDEWAYS(n)         TC_PARAM(n, TC_K_LENGTH, 0, TC_P_HAND, 0, NULL)
#define TURN(n)             TC_PARAM(n, TC_K_ANGLE, 0, TC_P_HAND, 0, NULL)
#define DEGREES(n)          TC_PARAM(n, TC_K_ANGLE, 0, TC_P_PLAIN, 0, NULL)
#define HEADING(n)          TC_PARAM(n, TC_K_ANGLE, 0, TC_P_COMPASS, 0, NULL)
#define SPOT(n)             TC_PARAM(n, TC_K_POINT, 0, TC_P_PLAIN, 0, NULL)
#define PART(n)             TC_PARAM(n, TC_K_INT, 0, TC_P_HAND, 0, NULL)
#define KEY_SIGNED(n)       TC_PARAM(n, TC_K_INT, 0, TC_P_KEY | TC_P_PLAIN, 0, NULL)
#define KEY_INCHES(n)       TC_PARAM(n, TC_K_LENGTH, 0, TC_P_KEY | TC_P_PLAIN, 0, NULL)
#define KEY_INCHES_NONE(n)  TC_PARAM(n, TC_K_LENGTH, 0, TC_P_KEY | TC_P_PLAIN, TC_NONE, NULL)
#define KEY_SIDEWAYS(n)     TC_PARAM(n, TC_K_LENGTH, 0, TC_P_KEY | TC_P_HAND, 0, NULL)
#define KEY_TURN(n)         TC_PARAM(n, TC_K_ANGLE, 0, TC_P_KEY | TC_P_HAND, 0, NULL)
#define KEY_HEADING_NONE(n) TC_PARAM(n, TC_K_ANGLE, 0, TC_P_KEY | TC_P_COMPASS, TC_NONE, NULL)
#define MAL_SAID(n, list)                                                                      \
    {                                                                                          \
        n, TC_K_WORD, 0, 0, 0, FN(list##_words), FN(list##_said_words)                         \
    }

#define WORDS_TABLES
#include "kernel/words.def"
