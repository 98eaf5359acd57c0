/* cli/clock.c - clocks and bars. */
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

double cli_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void cli_progress(const char *what, uint64_t done, uint64_t all)
{
    static double last;
    double now = cli_seconds();
    int filled = all ? (int)(done * 30 / all) : 30;

    if (!isatty(2) || (done < all && now - last < 0.1))
        return;
    last = now;
    fprintf(stderr, "\r%s [%.*s%*s] %llu/%llu", what, filled, "##############################",
            30 - filled, "", (unsigned long long)done, (unsigned long long)all);
    if (done == all)
        fputc('\n', stderr);
    fflush(stderr);
}

void cli_progress_left(const char *what, uint64_t done, uint64_t all, double seconds)
{
    static double last;
    double now = cli_seconds(), left = done ? seconds / (double)done * (double)(all - done) : 0;
    int filled = all ? (int)(done * 30 / all) : 30;
    unsigned s = left < 359999 ? (unsigned)left : 359999;

    if (!isatty(2) || (done < all && now - last < 0.2))
        return;
    last = now;
    fprintf(stderr, SAY("\r%s [%.*s%*s] %llu/%llu, %u:%02u:%02u left "), what, filled,
            "##############################", 30 - filled, "", (unsigned long long)done,
            (unsigned long long)all, s / 3600, s / 60 % 60, s % 60);
    if (done == all)
        fputc('\n', stderr);
    fflush(stderr);
}
