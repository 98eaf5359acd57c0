/* rules/bayonet/words.h - the words of the system, made from words.def. */
#ifndef BAY_WORDS_H
#define BAY_WORDS_H

#include "kernel/reasons.h"
#include "kernel/ruleset.h"
#include "rules/bayonet/state.h"

#undef WORDS_DEF
#undef SYS
#undef FN
#define WORDS_DEF "rules/bayonet/words.def"
#define SYS(x)    BAY_##x
#define FN(x)     bay_##x
#include "kernel/words.def"

extern const struct tc_fields bay_fields;

#endif
