/* rules/reason/words.h - the words of the system, made from words.def. */
#ifndef REA_WORDS_H
#define REA_WORDS_H

#include "kernel/reasons.h"
#include "kernel/ruleset.h"
#include "rules/reason/tables.h"

#undef WORDS_DEF
#undef SYS
#undef FN
#define WORDS_DEF "rules/reason/words.def"
#define SYS(x)    REA_##x
#define FN(x)     rea_##x
#include "kernel/words.def"

#endif
