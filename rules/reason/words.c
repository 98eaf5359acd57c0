/* rules/reason/words.c - the tables of words.def. */
#include "rules/reason/words.h"

#include "kernel/params.h"

#define UNIT(n)    NAME(UNIT, n)
#define LEADER(n)  NAME(LEADER, n)
#define COMMAND(n) NAME(COMMAND, n)
#define WING(n)    NAME(WING, n)
#define MPS(n)     SIXTHS(n)
#define FACING(n)  TOLD(n, facing)

#define WORDS_TABLES
#include "kernel/words.def"
