/* kernel/reasons.h - the reasons every system shares; its own begin at TC_R_FIRST. */
#ifndef TC_REASONS_H
#define TC_REASONS_H

#include "kernel/decl.h"

enum {
    TC_R_NOT_NOW,     /* an act of another phase */
    TC_R_NOT_OFFERED, /* the right verb, but not among the answers */
    TC_R_FIRST
};

/* The first rows of every system's table of reasons. */
#define TC_REASONS_COMMON                                                                      \
    [TC_R_NOT_NOW] = { .name = "not-now", .text = "That is not what is asked now." },          \
    [TC_R_NOT_OFFERED] = { .name = "not-offered", .text = "That is not among the answers." }

#endif
