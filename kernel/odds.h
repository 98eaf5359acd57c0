/* kernel/odds.h - the chances of an act before it is done.
 *
 * The act is run through every face of every die to the end of its step, and of those after it
 * that belong to it (tc_ruleset.goes_on). Events flagged as outcomes are the key. Exact
 * fractions; past a limit, samples.
 */
#ifndef TC_ODDS_H
#define TC_ODDS_H

#include "kernel/game.h"

enum {
    TC_ODDS_KEY = 6, /* outcomes of a row, unless the ruleset says more */
    TC_ODDS_MOST = 12,
    TC_ODDS_ROWS = 256,
    TC_ODDS_ASSUMED = 8,
    TC_ODDS_MODS = 24
};

struct tc_odds_row {
    int n; /* outcome events */
    struct tc_event event[TC_ODDS_MOST];
    uint64_t num, den;   /* exact and reduced; den is 0 if it overflowed */
    uint64_t millionths; /* rounded to the nearest */
};

struct tc_odds {
    bool exact;
    uint64_t leaves; /* branches walked, or samples */
    int rows;
    struct tc_odds_row row[TC_ODDS_ROWS];
    bool more_rows; /* there were more than fit */
    int assumed;    /* answers assumed on the way, without doubles */
    struct tc_query asked[TC_ODDS_ASSUMED];
    struct tc_act answer[TC_ODDS_ASSUMED];
    int manner[TC_ODDS_ASSUMED]; /* in which it is told (tc_manner_of) */
    int mods; /* modifiers, sums and workings of the first branch walked, or of the richest */
    struct tc_event mod[TC_ODDS_MODS]; /* where an act goes on; the dice themselves left out */
};

/* How many outcomes of an act tell its rows apart. */
int tc_odds_outcomes(const struct tc_ruleset *rules);

/* The chances of one answer to g's open question; NULL: of what is under way while g waits for
 * dice. `work` is a game with memory of its own
 * (used as scratch); limit is the most branches walked before sampling `samples` times. */
enum tc_err tc_odds_of(const struct tc_game *g, const struct tc_act *a, struct tc_game *work,
                       uint64_t limit, uint64_t samples, uint64_t seed, struct tc_odds *out,
                       struct tc_refusal *refusal, struct tc_why *why);

#endif
