/* wasm/include/sys/file.h - nobody else is there to lock a file against. */
#ifndef WASM_FILE_H
#define WASM_FILE_H

enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4, LOCK_UN = 8 };

static inline int flock(int fd, int how)
{
    (void)fd;
    (void)how;
    return 0;
}

#endif
