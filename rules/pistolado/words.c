/* rules/pistolado/words.c - the tables of words.def. */
#include "rules/pistolado/words.h"

#include "kernel/params.h"

#define REGIMENT(n) NAME(REGIMENT, n)
#define BRIGADE(n)  NAME(BRIGADE, n)
#define OFFICER(n)  NAME(OFFICER, n)
#define GROUND(n)   NAME(GROUND, n)

/* A word of a list, told otherwise in sentences. */
#define SAID(n, list, how)                                                                     \
    {                                                                                          \
        .name = n, .kind = TC_K_WORD, .words = FN(list##_words), .told = FN(how##_words)       \
    }

#define WORDS_TABLES
#include "kernel/words.def"
