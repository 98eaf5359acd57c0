/* kernel/params.h - shorthand for parameters in tables of declarations.
 *
 * A system names its own: #define UNIT(n) TC_P_NAME(n, MIN_L_UNIT). For the files that hold
 * such tables only.
 */
#ifndef TC_PARAMS_H
#define TC_PARAMS_H

#include "kernel/decl.h"

#define TC_PARAM(name, kind, list, flags, none, words)                                         \
    {                                                                                          \
        name, kind, list, flags, none, words                                                   \
    }

#define TC_P_INT(n)         TC_PARAM(n, TC_K_INT, 0, 0, 0, NULL)
#define TC_P_LENGTH(n)      TC_PARAM(n, TC_K_LENGTH, 0, 0, 0, NULL)
#define TC_P_ANGLE(n)       TC_PARAM(n, TC_K_ANGLE, 0, 0, 0, NULL)
#define TC_P_POINT(n)       TC_PARAM(n, TC_K_POINT, 0, 0, 0, NULL)
#define TC_P_DICE(n)        TC_PARAM(n, TC_K_DICE, 0, 0, 0, NULL)
#define TC_P_BOOL(n)        TC_PARAM(n, TC_K_BOOL, 0, 0, 0, NULL)
#define TC_P_SIDE(n)        TC_PARAM(n, TC_K_SIDE, 0, 0, 0, NULL)
#define TC_P_HEX(n)         TC_PARAM(n, TC_K_HEX, 0, 0, 0, NULL)
#define TC_P_NAME(n, list)  TC_PARAM(n, TC_K_NAME, list, 0, 0, NULL)
#define TC_P_WORD(n, words) TC_PARAM(n, TC_K_WORD, 0, 0, 0, words)

/* All that words.def makes, for a system's constant of type struct tc_ruleset. */
#define TC_WORDS_OF_RULESET                                                                    \
    .questions = FN(questions), .question_count = SYS(QUESTIONS), .verbs = FN(verbs),          \
    .verb_count = SYS(VERBS), .events = FN(events), .event_count = SYS(EVENTS),                \
    .briefs = FN(briefs), .reasons = FN(reasons), .reason_count = SYS(REASONS),                \
    .labels = FN(labels), .label_count = SYS(LABELS), .legs = FN(legs),                        \
    .leg_count = SYS(LEGS), .lists = FN(lists), .list_count = SYS(LISTS), .names = FN(names),  \
    .name_of = FN(name_of), .chores = FN(chores), .endings = FN(ending_words),                 \
    .help = FN(help), .terms = FN(terms)

#endif
