/* cli/tune.h - the two ways of `tricorne tune`; private to cli/tune*.c. */
#ifndef CLI_TUNE_H
#define CLI_TUNE_H

#include <signal.h>
#include <stdio.h>

#include "cli/cli.h"
#include "players/player.h"

enum { TUNE_WORKERS = 64, TUNE_BOOKS = 8 };

/* How an eye's numbers are fitted by playing. */
struct tune_play {
    const struct tc_book *book[TUNE_BOOKS]; /* battles of one system, in turn */
    int books;
    struct plr_spec spec[2]; /* whose numbers they are, and the opponent */
    uint64_t seed;
    int rounds, pairs;    /* pairs of changes a round, each of four battles */
    double spread;        /* of the changes, in steps */
    double rate;          /* how far to go, in steps for each whole battle gained a step */
    uint32_t last;        /* battles for each length tried in the end */
    bool imagined;        /* those for imagined courses, not those for judging */
    bool afresh;          /* begin with the numbers set by hand */
    const int16_t *start; /* begin with these; NULL: with what the eye has */
    bool pool;            /* the numbers of some rounds ago are opponents too */
    FILE *out;
    volatile sig_atomic_t *stop;
};

/* The numbers of a file that `tune --play` wrote, in its order; how many, or 0 (and says why).
 */
int tune_read_row(const char *path, int16_t *row, int most);

int tune_by_playing(const struct tune_play *how, int threads);

#endif
