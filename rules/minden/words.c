/* rules/minden/words.c - the tables of words.def. */
#include "rules/minden/words.h"

#include "kernel/params.h"

#define UNIT(n)     NAME(UNIT, n)
#define BRIGADE(n)  NAME(BRIGADE, n)
#define REGIMENT(n) NAME(REGIMENT, n)
#define GROUND(n)   NAME(GROUND, n)

#define WORDS_TABLES
#include "kernel/words.def"
