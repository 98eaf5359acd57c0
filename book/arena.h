/* book/arena.h - memory that is given back all at once.
 *
 * A book lives in one arena and is freed with it. Nothing is freed singly.
 */
#ifndef BOOK_ARENA_H
#define BOOK_ARENA_H

#include "kernel/base.h"

struct book_chunk;

struct book_arena {
    struct book_chunk *top;
    size_t used, limit; /* bytes asked for so far; 0: no limit */
};

/* Zeroed memory, aligned for anything; NULL when there is none left or the limit is met. */
void *book_alloc(struct book_arena *a, size_t n);

/* A copy of n bytes with a zero behind them; NULL as above. */
char *book_copy(struct book_arena *a, const char *s, size_t n);
char *book_copy_str(struct book_arena *a, const char *s);

void book_arena_free(struct book_arena *a);

#endif
