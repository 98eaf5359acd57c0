/* kernel/dice.c - fair counter-based dice. */
#include "kernel/dice.h"

const struct tc_die_kind tc_die_kind[TC_DICE] = {
    [TC_D6] = { "d6", 6, 6, 1, 6, "d6" },
    [TC_D10] = { "d10", 10, 10, 0, 9, "d10" },
    [TC_AVERAGE] = { "average", 6, 4, 2, 5, "average die" },
    [TC_SCATTER] = { "scatter", 6, 6, 1, 6, "d6 for the scatter" },
    [TC_DIRECTION] = { "direction", 8, 8, 1, 8, "d8 for the direction" },
    [TC_D100] = { "d100", 100, 100, 0, 99, "d100" },
};

int tc_die_face(enum tc_die die, int side)
{
    static const int8_t average[6] = { 2, 3, 3, 4, 4, 5 };

    TC_BUG_ON(side < 0 || side >= tc_die_kind[die].sides);
    return die == TC_AVERAGE ? average[side] : tc_die_kind[die].low + side;
}

int tc_die_weight(enum tc_die die, int face)
{
    const struct tc_die_kind *k = &tc_die_kind[die];

    if (face < k->low || face > k->high)
        return 0;
    return die == TC_AVERAGE && (face == 3 || face == 4) ? 2 : 1;
}

/* The two halves of a 128-bit product, folded: a good mixer of two words. */
static uint64_t fold(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && !defined(TC_NO_INT128) && !defined(__wasm__)
    __extension__ unsigned __int128 p = (unsigned __int128)a * b;

    return (uint64_t)p ^ (uint64_t)(p >> 64);
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t ll = al * bl, lh = al * bh, hl = ah * bl;
    uint64_t mid = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;

    return a * b ^ (ah * bh + (lh >> 32) + (hl >> 32) + (mid >> 32));
#endif
}

/* 64 bits that depend on the seed, the place and the attempt alone. */
static uint64_t bits(const struct tc_stream *s, uint64_t place, uint64_t attempt)
{
    uint64_t a = s->seed[0] ^ (place * UINT64_C(0xA0761D6478BD642F) + attempt);
    uint64_t b = s->seed[1] ^ (place + UINT64_C(0xE7037ED1A0B428DB));
    uint64_t x = fold(a ^ UINT64_C(0x8EBC6AF09C88C6E3), b ^ UINT64_C(0x589965CC75374CC3));

    return fold(x ^ s->seed[1], a ^ UINT64_C(0x1D8E4E27C47D124F)) ^ x;
}

uint32_t tc_draw(struct tc_stream *s, uint32_t n)
{
    uint64_t place = s->next++;

    /* The top 32 bits scaled to n; the few values that would favour a face are drawn again. */
    for (uint64_t attempt = 0;; attempt++) {
        uint64_t m = (bits(s, place, attempt) >> 32) * n;
        if ((uint32_t)m >= n || (uint32_t)m >= (UINT32_MAX - n + 1) % n)
            return (uint32_t)(m >> 32);
    }
}

int tc_draw_face(struct tc_stream *s, enum tc_die die)
{
    return tc_die_face(die, (int)tc_draw(s, tc_die_kind[die].sides));
}

struct tc_stream tc_stream_from(uint64_t seed)
{
    struct tc_stream s = { { seed * UINT64_C(0x9E3779B97F4A7C15) + 1, ~seed }, 0 };

    s.seed[0] = fold(s.seed[0], UINT64_C(0xD6E8FEB86659FD93));
    s.seed[1] = fold(s.seed[1] ^ UINT64_C(0xA5A5A5A5A5A5A5A5), s.seed[0] | 1);
    return s;
}
