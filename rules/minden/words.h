/* rules/minden/words.h - the words of the system, made from words.def. */
#ifndef MIN_WORDS_H
#define MIN_WORDS_H

#include "kernel/reasons.h"
#include "kernel/ruleset.h"
#include "rules/minden/state.h"

#undef WORDS_DEF
#undef SYS
#undef FN
#define WORDS_DEF "rules/minden/words.def"
#define SYS(x)    MIN_##x
#define FN(x)     min_##x
#include "kernel/words.def"

/* Not a leg a player may give: a Fog advance, along the mover's heading. */
enum { MIN_LEG_SLIDE = MIN_LEGS };

/* Words of parameters. */
enum { MIN_TURN_ABOUT, MIN_TURN_LEFT, MIN_TURN_RIGHT };
enum {
    MIN_FROM_WHOLE,
    MIN_FROM_LEFT, /* wings and centre of a bent line */
    MIN_FROM_CENTRE,
    MIN_FROM_RIGHT,
    MIN_FROM_FRONT, /* sides of a square */
    MIN_FROM_RIGHT_SIDE,
    MIN_FROM_REAR,
    MIN_FROM_LEFT_SIDE,
};

extern const struct tc_fields min_fields;

#endif
