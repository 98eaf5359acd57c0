/* kernel/frac.h - exact chances: a big numerator over 2^a 3^b 5^c.
 *
 * Every die has sides of the primes 2, 3 and 5 alone, so chances add without loss.
 */
#ifndef TC_FRAC_H
#define TC_FRAC_H

#include "kernel/base.h"

enum { TC_FRAC_WORDS = 14 };

struct tc_frac {
    uint32_t w[TC_FRAC_WORDS]; /* numerator, low word first */
    uint16_t e[3];             /* exponents of 2, 3, 5 below the line */
    bool overflow;
};

struct tc_frac tc_frac_of(uint32_t num);
void tc_frac_mul(struct tc_frac *f, uint64_t num);
void tc_frac_div(struct tc_frac *f, uint32_t den); /* den has no primes but 2, 3, 5 */
void tc_frac_add(struct tc_frac *f, const struct tc_frac *g);

/* Reduced and as two words; false if they do not fit. */
bool tc_frac_words(const struct tc_frac *f, uint64_t *num, uint64_t *den);

/* To the nearest millionth. */
uint64_t tc_frac_millionths(const struct tc_frac *f);

#endif
