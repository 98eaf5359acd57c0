/* rules/reason/words.c - the tables of words.def. */
#include "rules/reason/words.h"

#include "kernel/params.h"

#define UNIT(n)    NAME(UNIT, n)
#define LEADER(n)  NAME(LEADER, n)
#define COMMAND(n) NAME(COMMAND, n)
#define WING(n)    NAME(WING, n)
#define MPS(n)     SIXTHS(n)
#define FACING(n)  TOLD(n, facing)

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
