/* rules/pistolado/words.h - the words of the system, made from words.def. */
#ifndef PIS_WORDS_H
#define PIS_WORDS_H

#include "kernel/reasons.h"
#include "kernel/ruleset.h"
#include "rules/pistolado/state.h"

#undef WORDS_DEF
#undef SYS
#undef FN
#define WORDS_DEF "rules/pistolado/words.def"
#define SYS(x)    PIS_##x
#define FN(x)     pis_##x
#include "kernel/words.def"

extern const struct tc_fields pis_fields;

/* Words of parameters. */
enum pis_ending { PIS_END_NONE, PIS_END_BROKEN, PIS_END_BOTH_BROKEN, PIS_END_LIMIT };

#endif
