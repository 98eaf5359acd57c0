/* rules/bayonet/words.c - the tables of words.def. */
#include "rules/bayonet/words.h"

#include "kernel/params.h"

#define UNIT(n)    NAME(UNIT, n)
#define BRIGADE(n) NAME(BRIGADE, n)
#define WING(n)    NAME(WING, n)
#define LEADER(n)  NAME(LEADER, n)

#define WORDS_TABLES
#include "kernel/words.def"
