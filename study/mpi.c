/* study/mpi.c - over ranks: rank 0 hands out chunks of battles and collects the results.
 *
 * Built with MPI when meson finds it (-Dmpi=...); without it there is one rank.
 */
#include <stdlib.h>
#include <string.h>

#include "study/crew_own.h"

#ifdef TC_MPI
#include <mpi.h>

enum { TAG_WANT = 1, TAG_CHUNK, TAG_COUNT, TAG_RESULT, CHUNK = 16 };

static int rank_now, rank_count = 1;

/* Only under mpirun: a plain run must not pay for, or need, a launcher. */
static bool launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

bool study_mpi_here(void)
{
    return true;
}

void study_mpi_begin(int *argc, char ***argv)
{
    int level;

    if (!launched())
        return;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_now);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
}

void study_mpi_end(void)
{
    if (launched())
        MPI_Finalize();
}

void study_mpi_tell(void *bytes, uint64_t n)
{
    if (rank_count > 1)
        MPI_Bcast(bytes, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* --- Rank 0 ---------------------------------------------------------------------------- */

/* The next chunk with something to do; {0, 0} when all is handed out. */
static void next_chunk(const struct study_work *w, uint64_t *at, uint64_t chunk[2])
{
    uint64_t end = w->until ? w->until : w->battles;

    chunk[0] = chunk[1] = 0;
    if (w->stop && *w->stop)
        return;
    while (*at < end && w->done[*at])
        (*at)++;
    if (*at >= end)
        return;
    chunk[0] = *at;
    chunk[1] = *at + CHUNK < end ? *at + CHUNK : end;
    *at = chunk[1];
}

static void receive_results(struct study_work *w, int from, uint64_t *finished)
{
    struct study_result r;
    uint64_t n;

    MPI_Recv(&n, 1, MPI_UINT64_T, from, TAG_COUNT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (uint64_t i = 0; i < n; i++) {
        MPI_Recv(&r, sizeof r, MPI_BYTE, from, TAG_RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (r.index >= w->battles || w->done[r.index])
            continue;
        w->result[r.index] = r;
        w->done[r.index] = 1;
        (*finished)++;
        if (w->on_result)
            w->on_result(w->ctx, &r);
        if (w->on_progress)
            w->on_progress(w->ctx, *finished, w->battles);
    }
}

static void command(struct study_work *w, uint64_t finished)
{
    int busy = rank_count - 1;
    uint64_t at = 0, chunk[2];

    while (busy > 0) {
        MPI_Status s;
        int ready;
        MPI_Recv(&ready, 1, MPI_INT, MPI_ANY_SOURCE, TAG_WANT, MPI_COMM_WORLD, &s);
        receive_results(w, s.MPI_SOURCE, &finished);
        next_chunk(w, &at, chunk);
        MPI_Send(chunk, 2, MPI_UINT64_T, s.MPI_SOURCE, TAG_CHUNK, MPI_COMM_WORLD);
        busy -= chunk[1] == 0;
    }
}

/* --- The other ranks --- */

static enum tc_err serve(struct study_work *w, struct tc_why *why)
{
    uint64_t chunk[2] = { 0, 0 }, n = 0;
    enum tc_err err = TC_OK;
    int ready = 1;

    w->on_result = NULL;
    w->on_progress = NULL;
    do {
        MPI_Send(&ready, 1, MPI_INT, 0, TAG_WANT, MPI_COMM_WORLD);
        for (uint64_t i = chunk[0]; i < chunk[1]; i++)
            n += w->done[i];
        MPI_Send(&n, 1, MPI_UINT64_T, 0, TAG_COUNT, MPI_COMM_WORLD);
        for (uint64_t i = chunk[0]; i < chunk[1]; i++)
            if (w->done[i])
                MPI_Send(&w->result[i], sizeof w->result[i], MPI_BYTE, 0, TAG_RESULT,
                         MPI_COMM_WORLD);
        n = 0;
        MPI_Recv(chunk, 2, MPI_UINT64_T, 0, TAG_CHUNK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (chunk[1])
            err = study_run_range(w, chunk[0], chunk[1], 0, why);
    } while (chunk[1] && err == TC_OK);
    return err;
}

enum tc_err study_run_ranks(struct study_work *w, uint64_t finished, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    if (rank_now == 0)
        command(w, finished);
    else
        err = serve(w, why);
    if (err != TC_OK)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    return err;
}

int study_rank(void)
{
    return rank_now;
}

int study_ranks(void)
{
    return rank_count;
}

#else

bool study_mpi_here(void)
{
    return false;
}

void study_mpi_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
}

void study_mpi_end(void)
{
}

void study_mpi_tell(void *bytes, uint64_t n)
{
    (void)bytes;
    (void)n;
}

int study_rank(void)
{
    return 0;
}

int study_ranks(void)
{
    return 1;
}

enum tc_err study_run_ranks(struct study_work *w, uint64_t finished, struct tc_why *why)
{
    return study_run_range(w, 0, w->battles, finished, why);
}

#endif
