/* cli/study.h - what the kinds of study share. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include <jansson.h>
#include <signal.h>

#include "cli/cli.h"
#include "study/crew.h"
#include "study/sum.h"

/* What the command line asks for. */
struct study_wish {
    const char *out; /* folder */
    char name[256];  /* of the folder when none was given */
    const char *vary, *sensitivity, *battle;
    bool resume;
    double precision; /* half width at which to stop; 0: never */
    struct plr_spec spec[2];
    uint64_t battles, seed;
    int threads;
};

extern volatile sig_atomic_t study_interrupted;

/* --vary and --sensitivity (study_vary.c); --battle (study_battle.c). */
int study_what_if(struct cli *c, const struct study_wish *w, const char *scenario);
int study_battles(struct cli *c, const struct study_wish *w);

/* The work of a wish, with memory for its results. */
void study_work_open(struct study_work *k, const struct study_wish *w, const struct tc_book *bk,
                     uint64_t battles);
void study_work_close(struct study_work *k);

/* The sums in a few lines on stdout. */
void study_print(const struct study_sum *s);

/* A file in the folder of the study. */
FILE *study_file(const struct study_wish *w, const char *name, struct tc_why *why);
bool study_put_json(const struct study_wish *w, const char *name, const json_t *j,
                    struct tc_why *why);

#endif
