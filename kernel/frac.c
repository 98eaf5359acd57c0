/* kernel/frac.c - exact chances. */
#include "kernel/frac.h"

#include <string.h>

static const uint32_t prime[3] = { 2, 3, 5 };

struct tc_frac tc_frac_of(uint32_t num)
{
    struct tc_frac f;

    memset(&f, 0, sizeof f);
    f.w[0] = num;
    return f;
}

static uint32_t mul_small(uint32_t *w, uint32_t by, uint32_t carry)
{
    uint64_t c = carry;

    for (int i = 0; i < TC_FRAC_WORDS; i++) {
        c += (uint64_t)w[i] * by;
        w[i] = (uint32_t)c;
        c >>= 32;
    }
    return (uint32_t)c;
}

static uint32_t div_small(uint32_t *w, uint32_t by)
{
    uint64_t c = 0;

    for (int i = TC_FRAC_WORDS; i-- > 0;) {
        c = c << 32 | w[i];
        w[i] = (uint32_t)(c / by);
        c %= by;
    }
    return (uint32_t)c;
}

static uint32_t mod_small(const uint32_t *w, uint32_t by)
{
    uint64_t c = 0;

    for (int i = TC_FRAC_WORDS; i-- > 0;)
        c = (c << 32 | w[i]) % by;
    return (uint32_t)c;
}

void tc_frac_mul(struct tc_frac *f, uint64_t num)
{
    /* by the factors that fit a word, so that no long multiplication is needed */
    while (num > UINT32_MAX) {
        uint32_t d = 2;
        while (num % d && d < 1000)
            d++;
        if (num % d) { /* a large prime factor: does not come up in binomials of our size */
            f->overflow = true;
            return;
        }
        f->overflow |= mul_small(f->w, d, 0) != 0;
        num /= d;
    }
    f->overflow |= mul_small(f->w, (uint32_t)num, 0) != 0;
}

void tc_frac_div(struct tc_frac *f, uint32_t den)
{
    for (int p = 0; p < 3; p++)
        while (den % prime[p] == 0) {
            f->e[p]++;
            den /= prime[p];
        }
    TC_BUG_ON(den != 1);
}

static void raise(struct tc_frac *f, const uint16_t e[3])
{
    for (int p = 0; p < 3; p++)
        while (f->e[p] < e[p]) {
            f->overflow |= mul_small(f->w, prime[p], 0) != 0;
            f->e[p]++;
        }
}

void tc_frac_add(struct tc_frac *f, const struct tc_frac *g)
{
    struct tc_frac h = *g;
    uint64_t c = 0;

    raise(f, h.e);
    raise(&h, f->e);
    for (int i = 0; i < TC_FRAC_WORDS; i++) {
        c += (uint64_t)f->w[i] + h.w[i];
        f->w[i] = (uint32_t)c;
        c >>= 32;
    }
    f->overflow |= h.overflow || c != 0;
}

static void reduce(struct tc_frac *f)
{
    for (int p = 0; p < 3; p++)
        while (f->e[p] && mod_small(f->w, prime[p]) == 0) {
            div_small(f->w, prime[p]);
            f->e[p]--;
        }
}

static bool is_zero(const struct tc_frac *f)
{
    for (int i = 0; i < TC_FRAC_WORDS; i++)
        if (f->w[i])
            return false;
    return true;
}

bool tc_frac_words(const struct tc_frac *f, uint64_t *num, uint64_t *den)
{
    struct tc_frac g = *f;

    *num = 0;
    *den = 1;
    if (f->overflow)
        return false;
    if (is_zero(f))
        return true;
    reduce(&g);
    for (int i = 2; i < TC_FRAC_WORDS; i++)
        if (g.w[i])
            return false;
    *num = (uint64_t)g.w[1] << 32 | g.w[0];
    for (int p = 0; p < 3; p++)
        for (int k = 0; k < g.e[p]; k++) {
            if (*den > UINT64_MAX / prime[p])
                return false;
            *den *= prime[p];
        }
    return true;
}

uint64_t tc_frac_millionths(const struct tc_frac *f)
{
    struct tc_frac g = *f;

    /* twice a million times the numerator, divided prime by prime, then rounded */
    mul_small(g.w, 2000000, 0);
    for (int p = 0; p < 3; p++)
        for (int k = 0; k < g.e[p]; k++)
            div_small(g.w, prime[p]);
    return (((uint64_t)g.w[1] << 32 | g.w[0]) + 1) / 2;
}
