/* study/crew_own.h - between crew.c and mpi.c. */
#ifndef STUDY_CREW_OWN_H
#define STUDY_CREW_OWN_H

#include "study/crew.h"

/* Play the battles from..to-1 that are not done with the threads of this process. */
enum tc_err study_run_range(struct study_work *w, uint64_t from, uint64_t to, uint64_t finished,
                            struct tc_why *why);

/* Hand the battles out in chunks; every rank calls it, rank 0 ends with all results. */
enum tc_err study_run_ranks(struct study_work *w, uint64_t finished, struct tc_why *why);

#endif
