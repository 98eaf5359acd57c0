/* rules/reason/words.c - the tables of words.def. */
#include "rules/reason/words.h"

#include "kernel/params.h"

#define UNIT(n)     NAME(UNIT, n)
#define LEADER(n)   NAME(LEADER, n)
#define COMMAND(n)  NAME(COMMAND, n)
#define WING(n)     NAME(WING, n)
#define MPS(n)      SIXTHS(n)
#define FACING(n)   TC_PARAM(n, TC_K_INT, 0, TC_P_TOLD | TC_P_MANNER, 6, rea_facing_words)
#define BY_SIDE(n)  TOLD(n, facing_side)
#define BY_POINT(n) TOLD(n, facing_point)
#define BY_FORM(n)                                                                             \
    {                                                                                          \
        n, TC_K_INT, 0, TC_P_TOLD, 0, rea_facing_side_words, rea_facing_point_words            \
    }

/* Formation f faces a hexside or a hexpoint: parameter n told accordingly; a square has no
 * facing. */
#define FACES(f, n)                                                                            \
    "{" f "=1?, facing {" n "}}{" f "=2?, facing {" n "}}{" f "=3?, facing {" n "}}{" f        \
    "=4?, facing {" n "}}{" f "=8?, facing {" n "}}{" f "=0?, facing {" n "~}}{" f             \
    "=5?, facing {" n "~}}{" f "=9?, facing {" n "~}}"

/* Words that sentences tell otherwise than they are written. */
#define TOLD_AS(n, list)                                                                       \
    {                                                                                          \
        n, TC_K_WORD, 0, 0, 0, FN(list##_words), FN(list##_told_words)                         \
    }
#define FORM(n)       TOLD_AS(n, form)
#define DIRECTION(n)  TOLD_AS(n, dir)
#define PART(n)       TOLD_AS(n, part)
#define SET(n)        TOLD_AS(n, set)
#define END_OF(n)     TOLD_AS(n, end)
#define HOOK_AT(n)    TOLD_AS(n, hook)
#define TEMPO_OF(n)   TOLD_AS(n, tempo)
#define CHECK(n)      TOLD_AS(n, check)
#define CODE(n)       TOLD_AS(n, code)
#define SPECIAL_OF(n) TOLD_AS(n, init)
#define FIRE_OF(n)    TOLD_AS(n, fire)
#define LAPSE(n)      TOLD_AS(n, lapse)
#define MELEE_OF(n)   TOLD_AS(n, melee)
#define RIDE_OF(n)    TOLD_AS(n, ride)

#define WORDS_TABLES
#include "kernel/words.def"
