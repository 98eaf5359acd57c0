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

/* Is it called by what it is, and not by somebody's name: the 3rd Brigade, the Left Battery? */
static bool is_described(const char *name)
{
    static const char *const what[] = {
        "battery", "batteries", "brigade",  "line",  "guns", "horse",
        "foot",    "wing",      "garrison", "corps", "body", NULL,
    };
    size_t n = strlen(name);

    if ((name[0] >= '0' && name[0] <= '9') || strstr(name, "-of-the-"))
        return true;
    for (int i = 0; what[i]; i++) {
        size_t k = strlen(what[i]);
        if (n > k && name[n - k - 1] == '-' && !strcmp(name + n - k, what[i]))
            return true;
    }
    char said[REA_WORD_LONG];
    struct tc_text t = tc_text_on(said, sizeof said);
    tc_say_key(name, &t);
    return tc_is_plural(said);
}

/* "von-bevern-1" as "Von Bevern 1", "croats-leader" as "Commander of the Croats". */
const char *rea_label_of(struct tc_reading *r, const char *name)
{
    char text[2 * REA_WORD_LONG], key[REA_WORD_LONG];
    struct tc_text t = tc_text_on(text, sizeof text), k = tc_text_on(key, sizeof key);
    size_t n = strlen(name), leader = strlen("-leader"), chief = strlen("-chief");
    bool leads = n > leader && !strcmp(name + n - leader, "-leader");
    bool wings = n > chief && !strcmp(name + n - chief, "-chief");

    n -= leads ? leader : wings ? chief : 0;
    for (size_t i = 0; i < n; i++)
        tc_text_char(&k, name[i]);
    tc_text_str(&t, leads ? "Commander of " : wings ? "Chief of " : "");
    tc_text_str(&t, wings || (leads && is_described(key)) ? "the " : "");
    tc_say_key(key, &t);
    return tc_keep(r, text);
}
