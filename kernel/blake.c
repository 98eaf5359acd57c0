/* kernel/blake.c - BLAKE2b, integers only. */
#include "kernel/blake.h"

#include <string.h>

static const uint64_t start[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B), UINT64_C(0x3C6EF372FE94F82B),
    UINT64_C(0xA54FF53A5F1D36F1), UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

/* The order in which the words of a block are taken, in each of ten rounds. */
static const uint8_t order[10][16] = {
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
    { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
    { 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
    { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
    { 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
    { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
    { 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
    { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
    { 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
    { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};

static uint64_t turned(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static void mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

static inline void round_of(uint64_t *v, const uint64_t *m, const uint8_t *o)
{
    mix(v, 0, 4, 8, 12, m[o[0]], m[o[1]]);
    mix(v, 1, 5, 9, 13, m[o[2]], m[o[3]]);
    mix(v, 2, 6, 10, 14, m[o[4]], m[o[5]]);
    mix(v, 3, 7, 11, 15, m[o[6]], m[o[7]]);
    mix(v, 0, 5, 10, 15, m[o[8]], m[o[9]]);
    mix(v, 1, 6, 11, 12, m[o[10]], m[o[11]]);
    mix(v, 2, 7, 8, 13, m[o[12]], m[o[13]]);
    mix(v, 3, 4, 9, 14, m[o[14]], m[o[15]]);
}

static void press(struct tc_blake *b, bool last)
{
    uint64_t v[16], m[16];

    memcpy(m, b->block, sizeof m);
    for (int i = 0; i < 8; i++) {
        v[i] = b->h[i];
        v[i + 8] = start[i];
    }
    v[12] ^= b->length;
    if (last)
        v[14] = ~v[14];
    for (int round = 0; round < 12; round++)
        round_of(v, m, order[round % 10]);
    for (int i = 0; i < 8; i++)
        b->h[i] ^= v[i] ^ v[i + 8];
}

void tc_blake_begin(struct tc_blake *b, int size, const void *key, int key_size)
{
    TC_BUG_ON(size < 1 || size > TC_BLAKE_MOST || key_size < 0 || key_size > TC_BLAKE_MOST);
    memset(b, 0, sizeof *b);
    memcpy(b->h, start, sizeof b->h);
    b->h[0] ^= UINT64_C(0x01010000) ^ (uint64_t)key_size << 8 ^ (uint64_t)size;
    b->size = (uint8_t)size;
    if (key_size == 0)
        return;
    memcpy(b->block, key, (size_t)key_size);
    b->used = TC_BLAKE_BLOCK;
}

void tc_blake_settle(struct tc_blake *b)
{
    if (b->used < TC_BLAKE_BLOCK)
        return;
    b->length += TC_BLAKE_BLOCK;
    press(b, false);
    b->used = 0;
}

void tc_blake_add(struct tc_blake *b, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;

    while (n > 0) {
        tc_blake_settle(b); /* more follows: it is not the last */
        size_t k = (size_t)(TC_BLAKE_BLOCK - b->used);
        k = n < k ? n : k;
        memcpy(b->block + b->used, p, k);
        b->used = (uint8_t)(b->used + k);
        p += k;
        n -= k;
    }
}

void tc_blake_end(struct tc_blake *b, uint8_t *out)
{
    b->length += b->used;
    memset(b->block + b->used, 0, (size_t)(TC_BLAKE_BLOCK - b->used));
    press(b, true);
    memcpy(out, b->h, b->size);
}
