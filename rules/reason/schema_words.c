/* rules/reason/schema_words.c - rows of words, as the charts and armies of reason are written.
 */
#include "rules/reason/schema.h"

#include <string.h>

int rea_split_row(const char *row, struct rea_word *out, int room)
{
    int n = 0;

    while (*row) {
        while (*row == ' ')
            row++;
        if (!*row)
            break;
        const char *start = row;
        while (*row && *row != ' ')
            row++;
        if (n < room)
            out[n] = (struct rea_word){ start, (int)(row - start) };
        n++;
    }
    return n;
}

bool rea_word_is(const struct rea_word *w, const char *s)
{
    return strlen(s) == (size_t)w->n && strncmp(w->at, s, (size_t)w->n) == 0;
}

int rea_word_in(const struct rea_word *w, const char *const *list)
{
    return tc_find_word(list, w->at, (size_t)w->n);
}

bool rea_word_int(const struct rea_word *w, int *out)
{
    int i = 0, v = 0;
    bool minus = w->n > 1 && w->at[0] == '-';

    if (w->n > 1 && (w->at[0] == '-' || w->at[0] == '+'))
        i = 1;
    if (i >= w->n || w->n > 6)
        return false;
    for (; i < w->n; i++) {
        if (w->at[i] < '0' || w->at[i] > '9')
            return false;
        v = 10 * v + (w->at[i] - '0');
    }
    *out = minus ? -v : v;
    return true;
}

bool rea_word_parts(const struct rea_word *w, int unit, int *out)
{
    const char *slash = memchr(w->at, '/', (size_t)w->n);
    struct rea_word top = *w, below;
    int a, b = 1;

    if (slash) {
        top.n = (int)(slash - w->at);
        below = (struct rea_word){ slash + 1, w->n - top.n - 1 };
        if (!rea_word_int(&below, &b) || b <= 0)
            return false;
    }
    if (!rea_word_int(&top, &a) || a * unit % b)
        return false;
    *out = a * unit / b;
    return true;
}

struct rea_word_text rea_word_text(const struct rea_word *w)
{
    struct rea_word_text t = { "" };

    memcpy(t.text, w->at, (size_t)tc_min(w->n, REA_WORD_LONG - 1));
    return t;
}
