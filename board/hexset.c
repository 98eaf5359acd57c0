/* board/hexset.c - sets of hexes as bits. */
#include "board/hex.h"

void tc_hexset_clear(uint64_t *set, int words)
{
    for (int i = 0; i < words; i++)
        set[i] = 0;
}

void tc_hexset_and(uint64_t *set, const uint64_t *other, int words)
{
    for (int i = 0; i < words; i++)
        set[i] &= other[i];
}

void tc_hexset_or(uint64_t *set, const uint64_t *other, int words)
{
    for (int i = 0; i < words; i++)
        set[i] |= other[i];
}

void tc_hexset_minus(uint64_t *set, const uint64_t *other, int words)
{
    for (int i = 0; i < words; i++)
        set[i] &= ~other[i];
}

bool tc_hexset_meet(const uint64_t *a, const uint64_t *b, int words)
{
    for (int i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

int tc_hexset_count(const uint64_t *set, int words)
{
    int n = 0;

    for (int i = 0; i < words; i++)
        n += __builtin_popcountll(set[i]);
    return n;
}

tc_hex tc_hexset_from(const uint64_t *set, int words, int from)
{
    int i = from >> 6;
    uint64_t word;

    if (i >= words)
        return TC_HEX_NONE;
    word = set[i] & (~(uint64_t)0 << (from & 63));
    while (word == 0) {
        if (++i >= words)
            return TC_HEX_NONE;
        word = set[i];
    }
    return (tc_hex)(64 * i + __builtin_ctzll(word));
}

void tc_hexset_add_mask(uint64_t *set, const struct tc_hexmap *m, tc_hex h, uint8_t mask)
{
    for (int d = 0; d < 6; d++)
        if ((mask >> d) & 1)
            tc_hexset_add(set, m->next[h][d]);
}

uint8_t tc_hexset_around(const uint64_t *set, const struct tc_hexmap *m, tc_hex h)
{
    unsigned mask = 0;

    for (int d = 0; d < 6; d++)
        mask |= (unsigned)tc_hexset_has(set, m->next[h][d]) << d;
    return (uint8_t)mask;
}

void tc_hexset_add_zone(uint64_t *set, const struct tc_hexaround *around, enum tc_hexzone z)
{
    for (int i = 0; i < around->n; i++)
        if (around->zone[i] == z)
            tc_hexset_add(set, around->hex[i]);
}
