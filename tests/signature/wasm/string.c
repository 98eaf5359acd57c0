/* tests/signature/wasm/string.c - see string.h. */
#include "string.h"

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    if ((size_t)t - (size_t)f >= n)
        for (size_t i = 0; i < n; i++)
            t[i] = f[i];
    else
        while (n--)
            t[n] = f[n];
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return memmove(to, from, n);
}

void *memset(void *to, int c, size_t n)
{
    unsigned char *t = to;

    for (size_t i = 0; i < n; i++)
        t[i] = (unsigned char)c;
    return to;
}

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;

    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(size_t)(p + i);
    return NULL;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;

    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

size_t strlen(const char *s)
{
    size_t n = 0;

    while (s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)(size_t)s;
        if (!*s)
            return NULL;
    }
}

char *strcpy(char *restrict to, const char *restrict from)
{
    memmove(to, from, strlen(from) + 1);
    return to;
}
