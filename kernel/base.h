/* kernel/base.h - small things every part uses: sizes, failures, our own bugs.
 *
 * The kernel, the boards and the rules use freestanding headers and string.h only.
 */
#ifndef TC_BASE_H
#define TC_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TC_NONE = -1,      /* no unit, no side, no answer */
    TC_SIDES = 2,      /* sides are 0 and 1 in code; names are data */
    TC_SEATS = 8,      /* people or programs who share the sides */
    TC_ARGS = 8,       /* numbers an act, event, question or reason may carry */
    TC_SEGS = 12,      /* legs of a path */
    TC_OFFERS = 1024,  /* answers one question may offer */
    TC_STEP_ASKS = 32, /* questions one step may ask */
};

/* Four kinds of failure, four words: TC_BUG_ON for our own mistakes; the codes below for
 * bad input (returned, with a struct tc_why); a struct tc_refusal for an illegal wish;
 * TC_E_FULL for a full array. */
enum tc_err {
    TC_OK,
    TC_E_FILE,    /* cannot be read or written */
    TC_E_SYNTAX,  /* not the format it should be */
    TC_E_KEY,     /* unknown, missing or doubled key */
    TC_E_NAME,    /* unknown name */
    TC_E_RANGE,   /* a value out of range */
    TC_E_FULL,    /* more than there is room for */
    TC_E_ILLEGAL, /* the rules refuse it */
    TC_E_TURN,    /* not this seat's question */
    TC_E_STALE,   /* an answer to a question that is no longer open */
    TC_E_OVER,    /* the battle is over */
    TC_E_DIFFERS, /* a record that does not replay */
    TC_E_EDITION, /* made by other rules or tables */
    TC_E_BUSY,    /* somebody else holds it */
    TC_E_FAULT,   /* a mistake of ours was met and contained */
    TC_ERRS
};

/* A failure told once, where it is found. */
struct tc_why {
    enum tc_err err;
    char where[192]; /* file and entry, or line of input */
    char text[512];  /* a whole sentence */
};

/* The word for a code, for programs: "syntax", "illegal" ... */
const char *tc_err_word(enum tc_err err);

/* Our mistake. The hook (set by main) may print and never return; without one we trap. */
extern void (*tc_bug_hook)(const char *file, int line, const char *what);
_Noreturn void tc_bug(const char *file, int line, const char *what);
#define TC_BUG_ON(cond) ((cond) ? tc_bug(__FILE__, __LINE__, #cond) : (void)0)

/* Tests and tools listen here: in debug builds each rule that is named to a player passes. */
extern void (*tc_rule_hook)(const char *rule);
#if defined(TC_DEBUG) && TC_DEBUG
#define TC_NAMED(rule) (tc_rule_hook ? tc_rule_hook(rule) : (void)0)
#else
#define TC_NAMED(rule) ((void)sizeof(rule)) /* not called; what it names counts as used */
#endif

/* Division as rulebooks say it; the divisor is positive. */
static inline int64_t tc_div_down(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && a < 0);
}

static inline int64_t tc_div_up(int64_t a, int64_t b)
{
    return a / b + (a % b != 0 && a > 0);
}

static inline int32_t tc_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t tc_max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* A name for some bytes: the same on every compiler and machine (little-endian). */
uint64_t tc_hash(const void *bytes, size_t n, uint64_t start);

#endif
