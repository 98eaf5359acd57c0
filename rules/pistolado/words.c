/* rules/pistolado/words.c - the tables of words.def. */
#include "rules/pistolado/words.h"

#include "kernel/params.h"

#define REGIMENT(n) NAME(REGIMENT, n)
#define BRIGADE(n)  NAME(BRIGADE, n)
#define OFFICER(n)  NAME(OFFICER, n)
#define GROUND(n)   NAME(GROUND, n)

#define WORDS_TABLES
#include "kernel/words.def"
