/* tests/random/drive.h - random games stopped at every question, for tests that look closely.
 *
 * A fault has a key (SYSTEM QUESTION VERB KIND) and a sentence. Keys that stand in the file of
 * known faults do not fail; the file may only shrink (docs/testing.md).
 */
#ifndef TESTS_RANDOM_DRIVE_H
#define TESTS_RANDOM_DRIVE_H

#include "book/book.h"
#include "kernel/game.h"
#include "tests/random/options.h"

enum { DRIVE_KNOWN = 400, DRIVE_KEY = 120 };

struct drive_known {
    char key[DRIVE_KEY];
    int seen;
};

struct drive {
    const struct tc_book *bk;
    struct tc_game g;
    void *mem;
    struct tc_stream draw;
    uint64_t seed;
    unsigned asked; /* questions of this battle */
    bool single;    /* questions with one answer are asked too */
    int faults;
    struct drive_known *known;
    int *knowns;
    char told[64][DRIVE_KEY]; /* keys already told for this scenario */
    int tolds;
};

/* Looks at an open question; d->g is at it. */
typedef void drive_look(struct drive *d);

struct drive_run {
    const char *data, *only, *system, *list;
    uint64_t battles, asks, seed;
    drive_look *look;
    bool as_played; /* in every second battle questions with one answer are not asked */
    int tests, failed;
    struct drive_known known[DRIVE_KNOWN];
    int knowns;
};

/* Every scenario in turn: random battles until so many questions were looked at. TAP. */
int drive_all(struct drive_run *run, bool strict);

/* A random legal answer to the open question. */
void drive_answer(struct drive *d, struct tc_act *out);

void drive_fault(struct drive *d, const struct tc_act *a, const char *kind, const char *text);
void drive_say(const struct drive *d, const struct tc_act *a, char *buf, size_t n);

/* A second game with room of its own, to play in. */
void drive_open(struct tc_game *g, void **mem, const struct tc_book *bk);
void drive_close(struct tc_game *g, void *mem);

/* Options: --data --scenario --system --battles --asks --seed --known. */
void drive_options(struct drive_run *run, int argc, char **argv);

#endif
