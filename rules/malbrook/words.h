/* rules/malbrook/words.h - the words of the system, made from words.def. */
#ifndef MAL_WORDS_H
#define MAL_WORDS_H

#include "kernel/reasons.h"
#include "kernel/ruleset.h"
#include "rules/malbrook/state.h"

#undef WORDS_DEF
#undef SYS
#undef FN
#define WORDS_DEF "rules/malbrook/words.def"
#define SYS(x)    MAL_##x
#define FN(x)     mal_##x
#include "kernel/words.def"

_Static_assert(MAL_VERBS <= 64, "verbs fit a bit set");

extern const struct tc_fields mal_fields;

/* The kebab names of units, parts of brigades among them, and of messengers. */
const char *mal_unit_name(const struct mal_book *bk, int unit);
const char *mal_rider_name(int messenger);

/* Hands and dice. */
enum { MAL_LEFT, MAL_RIGHT };
enum { MAL_ELSE_HALTS, MAL_ELSE_REPEATS, MAL_ELSE_GOES_ON }; /* words "otherwise" */
enum mal_dice { /* M-13.4a: bits 1 first AvD, 2 second AvD, 4 D6 */
                MAL_NO_DICE = 0,
                MAL_ONE = 1,
                MAL_TWO = 3,
                MAL_ONE_PLUS = 5,
                MAL_TWO_PLUS = 7,
};
enum mal_degree { MAL_DRAWN, MAL_MARGINAL, MAL_CLEAR, MAL_DECISIVE }; /* M-VIC-9 */
enum mal_cause { MAL_BY_MOVE, MAL_BY_FIRE, MAL_BY_COMBAT, MAL_BY_MORALE };

#endif
