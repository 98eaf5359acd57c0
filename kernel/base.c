/* kernel/base.c - failures, bugs, hashes. */
#include "kernel/base.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are hashed as they lie");

void (*tc_bug_hook)(const char *file, int line, const char *what);
void (*tc_rule_hook)(const char *rule);

_Noreturn void tc_bug(const char *file, int line, const char *what)
{
    if (tc_bug_hook)
        tc_bug_hook(file, line, what);
    __builtin_trap();
}

const char *tc_err_word(enum tc_err err)
{
    static const char *const word[TC_ERRS] = {
        "ok",   "file",  "syntax", "key",     "name",    "range", "full",  "illegal",
        "turn", "stale", "over",   "differs", "edition", "busy",  "fault",
    };
    return (unsigned)err < TC_ERRS ? word[err] : "unknown";
}

static uint64_t stir(uint64_t h, uint64_t w)
{
    h = (h ^ w) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ (h >> 29);
}

uint64_t tc_hash(const void *bytes, size_t n, uint64_t start)
{
    const unsigned char *p = bytes;
    uint64_t h = start ^ UINT64_C(0xCBF29CE484222325), g = ~start, w[2];

    for (; n >= 16; n -= 16, p += 16) { /* two lanes keep the multiplier busy */
        memcpy(w, p, 16);
        h = stir(h, w[0]);
        g = stir(g, w[1]);
    }
    w[0] = w[1] = 0;
    memcpy(w, p, n);
    h = stir(h, w[0] ^ (uint64_t)n << 56);
    g = stir(g, w[1]);
    h = stir(h, g);
    return stir(h, h >> 32);
}
