/* kernel/blake.c - BLAKE2b, integers only. */
#include "kernel/blake.h"

#include <string.h>

static const uint64_t start[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B), UINT64_C(0x3C6EF372FE94F82B),
    UINT64_C(0xA54FF53A5F1D36F1), UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

/* The rounds are written out, with all words in variables of their own: a third faster than
 * a loop over a table, and dice by commitments hash half a kilobyte for each answer. */
#define TURNED(x, n) ((x) >> (n) | (x) << (64 - (n)))

#define MIX(a, b, c, d, x, y)                                                                  \
    do {                                                                                       \
        a += b + (x);                                                                          \
        d = TURNED(d ^ a, 32);                                                                 \
        c += d;                                                                                \
        b = TURNED(b ^ c, 24);                                                                 \
        a += b + (y);                                                                          \
        d = TURNED(d ^ a, 16);                                                                 \
        c += d;                                                                                \
        b = TURNED(b ^ c, 63);                                                                 \
    } while (0)

/* One of twelve rounds: the order in which it takes the words of the block. */
#define ROUND(a, b, c, d, e, f, g, h, i, j, k, l, n, o, p, q)                                  \
    do {                                                                                       \
        MIX(v0, v4, v8, v12, m[a], m[b]);                                                      \
        MIX(v1, v5, v9, v13, m[c], m[d]);                                                      \
        MIX(v2, v6, v10, v14, m[e], m[f]);                                                     \
        MIX(v3, v7, v11, v15, m[g], m[h]);                                                     \
        MIX(v0, v5, v10, v15, m[i], m[j]);                                                     \
        MIX(v1, v6, v11, v12, m[k], m[l]);                                                     \
        MIX(v2, v7, v8, v13, m[n], m[o]);                                                      \
        MIX(v3, v4, v9, v14, m[p], m[q]);                                                      \
    } while (0)

static void press(struct tc_blake *b, bool last)
{
    uint64_t m[16], *h = b->h;
    uint64_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6],
             v7 = h[7], v8 = start[0], v9 = start[1], v10 = start[2], v11 = start[3],
             v12 = start[4] ^ b->length, v13 = start[5], v14 = last ? ~start[6] : start[6],
             v15 = start[7];

    memcpy(m, b->block, sizeof m);
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
    ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
    ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
    ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
    ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
    ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
    ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
    ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    h[0] ^= v0 ^ v8;
    h[1] ^= v1 ^ v9;
    h[2] ^= v2 ^ v10;
    h[3] ^= v3 ^ v11;
    h[4] ^= v4 ^ v12;
    h[5] ^= v5 ^ v13;
    h[6] ^= v6 ^ v14;
    h[7] ^= v7 ^ v15;
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
