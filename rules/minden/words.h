/* rules/minden/words.h - shorthand for the tables of declarations; for decl.c and its like. */
#ifndef MIN_WORDS_H
#define MIN_WORDS_H

#include "rules/minden/decl.h"

#define UNIT(n)                                                                                \
    {                                                                                          \
        n, TC_K_NAME, MIN_L_UNIT, 0, 0, NULL                                                   \
    }
#define BRIGADE(n)                                                                             \
    {                                                                                          \
        n, TC_K_NAME, MIN_L_BRIGADE, 0, 0, NULL                                                \
    }
#define REGIMENT(n)                                                                            \
    {                                                                                          \
        n, TC_K_NAME, MIN_L_REGIMENT, 0, 0, NULL                                               \
    }
#define GROUND(n)                                                                              \
    {                                                                                          \
        n, TC_K_NAME, MIN_L_GROUND, 0, 0, NULL                                                 \
    }
#define NUMBER(n)                                                                              \
    {                                                                                          \
        n, TC_K_INT, 0, 0, 0, NULL                                                             \
    }
#define LENGTH(n)                                                                              \
    {                                                                                          \
        n, TC_K_LENGTH, 0, 0, 0, NULL                                                          \
    }
#define ANGLE(n)                                                                               \
    {                                                                                          \
        n, TC_K_ANGLE, 0, 0, 0, NULL                                                           \
    }
#define POINT(n)                                                                               \
    {                                                                                          \
        n, TC_K_POINT, 0, 0, 0, NULL                                                           \
    }
#define DICE(n)                                                                                \
    {                                                                                          \
        n, TC_K_DICE, 0, 0, 0, NULL                                                            \
    }
#define YES(n)                                                                                 \
    {                                                                                          \
        n, TC_K_BOOL, 0, 0, 0, NULL                                                            \
    }
#define SIDE(n)                                                                                \
    {                                                                                          \
        n, TC_K_SIDE, 0, 0, 0, NULL                                                            \
    }
#define WORD(n, w)                                                                             \
    {                                                                                          \
        n, TC_K_WORD, 0, 0, 0, w                                                               \
    }
#define KEY_INT(n)                                                                             \
    {                                                                                          \
        n, TC_K_INT, 0, TC_P_KEY, 0, NULL                                                      \
    }
#define KEY_LENGTH(n)                                                                          \
    {                                                                                          \
        n, TC_K_LENGTH, 0, TC_P_KEY, 0, NULL                                                   \
    }
#define KEY_ANGLE(n)                                                                           \
    {                                                                                          \
        n, TC_K_ANGLE, 0, TC_P_KEY, 0, NULL                                                    \
    }
#define KEY_WORD(n, w)                                                                         \
    {                                                                                          \
        n, TC_K_WORD, 0, TC_P_KEY, 0, w                                                        \
    }

#endif
