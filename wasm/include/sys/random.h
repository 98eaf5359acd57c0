/* wasm/include/sys/random.h - random numbers come from the page. */
#ifndef WASM_RANDOM_H
#define WASM_RANDOM_H

#include <unistd.h>

static inline ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    (void)flags;
    return getentropy(to, n) == 0 ? (ssize_t)n : -1;
}

#endif
