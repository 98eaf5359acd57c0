/* book/arena.c - memory that is given back all at once. */
#include "book/arena.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024, ALIGN = 16 };

struct book_chunk {
    struct book_chunk *below;
    size_t used, size;
    size_t pad; /* keeps data at a multiple of ALIGN */
    unsigned char data[];
};

_Static_assert(sizeof(struct book_chunk) % ALIGN == 0, "what is given out must be aligned");

static struct book_chunk *new_chunk(struct book_arena *a, size_t n)
{
    size_t size = n > CHUNK ? n : CHUNK;
    struct book_chunk *c = calloc(1, sizeof *c + size);

    if (c == NULL)
        return NULL;
    c->size = size;
    c->below = a->top;
    a->top = c;
    return c;
}

void *book_alloc(struct book_arena *a, size_t n)
{
    struct book_chunk *c = a->top;
    void *p;

    if (n > SIZE_MAX / 4)
        return NULL;
    n = (n + ALIGN - 1) / ALIGN * ALIGN;
    if (a->limit && (n > a->limit || a->used > a->limit - n))
        return NULL;
    if (c == NULL || c->size - c->used < n)
        c = new_chunk(a, n);
    if (c == NULL)
        return NULL;
    p = c->data + c->used;
    c->used += n;
    a->used += n;
    return p;
}

char *book_copy(struct book_arena *a, const char *s, size_t n)
{
    char *p = book_alloc(a, n + 1);

    if (p && n)
        memcpy(p, s, n);
    return p;
}

char *book_copy_str(struct book_arena *a, const char *s)
{
    return book_copy(a, s, strlen(s));
}

void book_arena_free(struct book_arena *a)
{
    while (a->top) {
        struct book_chunk *below = a->top->below;
        free(a->top);
        a->top = below;
    }
    a->used = 0;
}
