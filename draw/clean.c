/* draw/clean.c - text from anywhere made safe to show. */
#include "draw/ink.h"

#include <string.h>

/* Bytes of the valid UTF-8 character at s, or 0. */
static int valid_length(const unsigned char *s)
{
    static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    int n = s[0] < 0x80       ? 1
            : s[0] >> 5 == 6  ? 2
            : s[0] >> 4 == 14 ? 3
            : s[0] >> 3 == 30 ? 4
                              : 0;
    uint32_t code = n < 2 ? s[0] : s[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++) {
        if (s[i] >> 6 != 2)
            return 0;
        code = code << 6 | (s[i] & 0x3fu);
    }
    if (n == 0 || code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    /* Controls, direction overrides and non-characters are not letters. */
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) ||
        (code >= 0x2066 && code <= 0x2069) || (code & 0xfffe) == 0xfffe)
        return 0;
    return n;
}

int draw_clean(const char *from, char *to, size_t cap, int letters)
{
    const unsigned char *s = (const unsigned char *)(from ? from : "");
    size_t used = 0;
    int count = 0;
    while (*s) {
        int n = valid_length(s);
        if (count == letters || used + 8 > cap) {
            memcpy(to + used, "...", 3);
            used += 3;
            break;
        }
        if (n == 0) {
            to[used++] = '?';
            s++;
        } else {
            memcpy(to + used, s, (size_t)n);
            used += (size_t)n;
            s += n;
        }
        count++;
    }
    to[used] = '\0';
    return count;
}
