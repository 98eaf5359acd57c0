/* study/crew.h - many battles on all cores and, under mpirun, on all ranks.
 *
 * Results come out by the number of the battle, so they are the same for any number of
 * threads or ranks.
 */
#ifndef STUDY_CREW_H
#define STUDY_CREW_H

#include <signal.h>

#include "study/battle.h"

struct study_work {
    struct study_match match;
    uint64_t battles;
    uint64_t until; /* play those before it only; 0: all */
    int threads;
    struct study_result *result; /* battles of them */
    uint8_t *done;               /* battles of them: 1 where a result is there already */
    volatile sig_atomic_t *stop; /* set from outside: finish what is begun; may be NULL */
    /* Called for every result as it comes, by one thread at a time; may be NULL. */
    void (*on_result)(void *ctx, const struct study_result *r);
    void (*on_progress)(void *ctx, uint64_t done, uint64_t all);
    void *ctx;
};

/* Play every battle that is not done. */
enum tc_err study_run(struct study_work *w, struct tc_why *why);

/* How many cores there are for us. */
int study_cores(void);

/* MPI: to be called first and last in main. Without MPI there is one rank, 0. */
/* Is MPI in this program? */
bool study_mpi_here(void);
void study_mpi_begin(int *argc, char ***argv);
void study_mpi_end(void);
int study_rank(void);
int study_ranks(void);

/* Every rank hears rank 0's bytes; nothing to do when there is one rank. */
void study_mpi_tell(void *bytes, uint64_t n);

#endif
