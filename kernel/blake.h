/* kernel/blake.h - BLAKE2b (RFC 7693): a hash nobody can turn round, with or without a key. */
#ifndef TC_BLAKE_H
#define TC_BLAKE_H

#include "kernel/base.h"

enum { TC_BLAKE_BLOCK = 128, TC_BLAKE_MOST = 64 };

struct tc_blake {
    uint64_t h[8], length;
    uint8_t block[TC_BLAKE_BLOCK];
    uint8_t used, size; /* bytes of the block, bytes of the result */
};

/* A result of 1 to 64 bytes; a key of 0 to 64. */
void tc_blake_begin(struct tc_blake *b, int size, const void *key, int key_size);
void tc_blake_add(struct tc_blake *b, const void *bytes, size_t n);
/* More will follow: what can be pressed is. Any number of copies may go on from there. */
void tc_blake_settle(struct tc_blake *b);
void tc_blake_end(struct tc_blake *b, uint8_t *out);

#endif
