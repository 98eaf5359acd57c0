/* tests/support/slow_sync.c - a poor disk: to be loaded before any program (LD_PRELOAD).
 *
 * Every fsync and fdatasync takes SLOW_SYNC milliseconds more (15 if it is not set).
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void nap(void)
{
    const char *text = getenv("SLOW_SYNC");
    long ms = text ? atol(text) : 15;
    struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

    nanosleep(&t, NULL);
}

static int slowly(const char *name, int fd)
{
    int (*sync)(int);

    *(void **)&sync = dlsym(RTLD_NEXT, name);
    nap();
    return sync(fd);
}

int fsync(int fd)
{
    return slowly("fsync", fd);
}

int fdatasync(int fd)
{
    return slowly("fdatasync", fd);
}
