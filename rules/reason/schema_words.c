/* rules/reason/schema_words.c - rows of words, as the charts of reason are written.
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

/* Does a name end in this? */
static bool is_tail(const char *name, size_t n, const char *tail)
{
    size_t k = strlen(tail);

    return n > k && !strncmp(name + n - k, tail, k);
}

/* Where the line, or the place in it, begins that a name ends in: "-first-line-west". */
static size_t head_of(const char *name, size_t n)
{
    static const char *const place[] = { "-left", "-right", "-west", "-east", "-south", NULL };
    static const char *const line[] = { "-first-line", "-second-line", "-first", "-second",
                                        "-third",      "-marshall",    NULL };
    static const char *const first[] = { "first-line", "second-line", NULL };
    size_t k = n;

    for (int i = 0; place[i] && k == n; i++)
        k -= is_tail(name, n, place[i]) ? strlen(place[i]) : 0;
    for (int i = 0; first[i]; i++)
        if (k < n && k == strlen(first[i]) && !strncmp(name, first[i], k))
            return k; /* the second line, left */
    for (int i = 0; line[i]; i++)
        if (is_tail(name, k, line[i]))
            return k - strlen(line[i]);
    return n;
}

/* "zieten-first-line-4" as "Zieten (first line) 4", "light-infantry-1b" as "Light Infantry 1
 * (company B)". */
static void say_troops(const char *name, size_t n, struct tc_text *out)
{
    char head[REA_WORD_LONG], part = 0;
    struct tc_text h = tc_text_on(head, sizeof head);
    size_t digits = n;

    if (n > 2 && name[n - 1] >= 'a' && name[n - 1] <= 'c' && name[n - 2] >= '1' &&
        name[n - 2] <= '9') {
        part = (char)(name[n - 1] - 'a' + 'A');
        digits = --n;
    }
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    size_t end = digits > 1 && digits < n && name[digits - 1] == '-' ? digits - 1 : n;
    size_t from = head_of(name, end);
    for (size_t i = 0; i < (from < end ? from : n); i++)
        tc_text_char(&h, name[i]);
    tc_say_key(head, out);
    if (from < end) {
        tc_text_str(out, " (");
        bool named = is_tail(name, end, "-marshall"); /* the 3rd Virginia (Marshall) */
        if (named)
            tc_text_char(out, 'M');
        for (size_t i = from + 1 + named; i < end; i++) {
            bool line = end - i > 5 && !strncmp(name + i, "-line-", 6);
            tc_text_str(out, line ? " line, " : "");
            i += line ? 6 : 0;
            tc_text_char(out, name[i] == '-' ? ' ' : name[i]);
        }
        tc_text_char(out, ')');
        for (size_t i = end; i < n; i++)
            tc_text_char(out, name[i] == '-' ? ' ' : name[i]);
    }
    if (part) {
        tc_text_str(out, " (company ");
        tc_text_char(out, part);
        tc_text_char(out, ')');
    }
}

/* "von-bevern-1" as "Von Bevern 1", "croats-leader" as "Commander of the Croats",
 * "zieten-general" as "General Zieten". */
const char *rea_label_of(struct tc_reading *r, const char *name)
{
    char text[2 * REA_WORD_LONG], key[REA_WORD_LONG], troops[2 * REA_WORD_LONG];
    struct tc_text t = tc_text_on(text, sizeof text), k = tc_text_on(key, sizeof key);
    struct tc_text led = tc_text_on(troops, sizeof troops);
    size_t n = strlen(name), leader = strlen("-leader"), chief = strlen("-chief");
    bool leads = is_tail(name, n, "-leader"), wings = is_tail(name, n, "-chief");
    bool general = is_tail(name, n, "-general");

    n -= leads ? leader : wings ? chief : general ? strlen("-general") : 0;
    for (size_t i = 0; i < n; i++)
        tc_text_char(&k, name[i]);
    tc_text_str(&t, leads ? "Commander of " : wings ? "Chief of " : general ? "General " : "");
    say_troops(key, n, &led);
    tc_text_str(&t, wings || (leads && tc_takes_article(troops)) ? "the " : "");
    tc_text_str(&t, troops);
    return tc_keep(r, text);
}
