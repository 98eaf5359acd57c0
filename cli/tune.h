/* cli/tune.h - the two ways of `tricorne tune`; private to cli/tune*.c. */
#ifndef CLI_TUNE_H
#define CLI_TUNE_H

#include <signal.h>
#include <stdio.h>

#include "cli/cli.h"
#include "players/player.h"

enum { TUNE_WORKERS = 64 };

/* How an eye's numbers are fitted by playing. */
struct tune_play {
    struct plr_spec spec[2]; /* whose numbers they are, and the opponent */
    uint64_t seed;
    int rounds, pairs; /* pairs of changes a round, each of four battles */
    double spread;     /* of the changes, in steps */
    double rate;       /* how far to go, in steps for each whole battle gained a step */
    uint32_t last;     /* battles for each length tried in the end */
    bool imagined;     /* those for imagined courses, not those for judging */
    bool afresh;       /* begin with the numbers set by hand */
    FILE *out;
    volatile sig_atomic_t *stop;
};

int tune_by_playing(const struct tc_book *bk, const struct tune_play *how, int threads);

#endif
