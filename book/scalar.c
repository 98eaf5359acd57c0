/* book/scalar.c - single values: is this a length, an angle, a name? */
#include "book/scalar.h"

#include <stdio.h>
#include <string.h>

#include "kernel/text.h"

#define WRONG(W, ERR, AT, ...) book_problem((W)->report, (ERR), (W)->file, (AT), __VA_ARGS__)

/* --- kinds of scalars ------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool starts_like_number(const char *s)
{
    if (*s == '-' || *s == '+')
        s++;
    return is_digit(*s) || (*s == '.' && is_digit(s[1]));
}

/* A whole number without leading zeros, in figures anybody reads the same way. */
static bool is_plain_int(const char *s, int64_t *out)
{
    const char *d = *s == '-' || *s == '+' ? s + 1 : s;

    if (d[0] == '0' && d[1] != 0)
        return false;
    return tc_read_int(s, strlen(s), out);
}

/* An optional sign, no leading zeros, decimals, perhaps a b: what a state may hold. */
static bool is_plain_number(const char *s)
{
    if (*s == '-' || *s == '+')
        s++;
    if (s[0] == '0' && is_digit(s[1]))
        return false;
    if (!is_digit(*s))
        return false;
    while (is_digit(*s))
        s++;
    if (*s == '.' && is_digit(s[1]))
        for (s++; is_digit(*s);)
            s++;
    if (*s == 'b')
        s++;
    return *s == 0;
}

bool book_is_name(const char *s, size_t n)
{
    if (n < 1 || n > 40 || s[0] == '-' || s[n - 1] == '-')
        return false;
    for (size_t i = 0; i < n; i++) {
        bool good = (s[i] >= 'a' && s[i] <= 'z') || is_digit(s[i]) || s[i] == '-';
        if (!good || (s[i] == '-' && s[i - 1] == '-'))
            return false;
    }
    return !(n == 4 && memcmp(s, "none", 4) == 0);
}

bool book_is_id(const char *s)
{
    const char *slash = strchr(s, '/');

    return slash && book_is_name(s, (size_t)(slash - s)) &&
           book_is_name(slash + 1, strlen(slash + 1));
}

static bool is_colour(const char *s)
{
    return s[0] == '#' && strlen(s) == 7 && strspn(s + 1, "0123456789abcdef") == 6;
}

static bool is_one_rule(const char *s, size_t n)
{
    if (n < 3 || s[0] < 'A' || s[0] > 'Z' || s[1] != '-')
        return false;
    for (size_t i = 2; i < n; i++) {
        bool letter = (s[i] >= 'A' && s[i] <= 'Z') || (s[i] >= 'a' && s[i] <= 'z');
        if (!letter && !is_digit(s[i]) && s[i] != '.' && s[i] != '-')
            return false;
    }
    return true;
}

static bool is_rule_list(const char *s)
{
    for (;;) {
        size_t n = strcspn(s, ",");
        if (!is_one_rule(s, n))
            return false;
        if (s[n] == 0)
            return true;
        s += n + 1 + (s[n + 1] == ' ');
    }
}

/* --- values ------------------------------------------------------------------------------ */

static void check_range(const struct book_scalars *w, const struct book_node *n,
                        enum tc_key_kind kind, int32_t min, int32_t max, int64_t v)
{
    char from[24], to[24];
    struct tc_text a = tc_text_on(from, sizeof from), b = tc_text_on(to, sizeof to);
    bool length = kind == TC_KEY_LENGTH, angle = kind == TC_KEY_ANGLE;

    if (v >= min && v <= max)
        return;
    if (length) {
        tc_text_length(&a, min);
        tc_text_length(&b, max);
    } else if (angle) {
        tc_text_angle(&a, min);
        tc_text_angle(&b, max);
    } else {
        tc_text_int(&a, min);
        tc_text_int(&b, max);
    }
    WRONG(w, TC_E_RANGE, n, "%.40s is out of range; allowed: %s to %s%s.", n->text, from, to,
          length  ? " inches"
          : angle ? " degrees"
                  : "");
}

static const char *const not_a[] = {
    [TC_KEY_INT] = "is no whole number; allowed: plain decimal figures such as 12, without "
                   "quotes, leading zeros or a point.",
    [TC_KEY_LENGTH] = "is no length; allowed: inches with up to 3 decimals, such as 4.5.",
    [TC_KEY_ANGLE] =
        "is no angle; allowed: degrees clockwise from north with up to 3 decimals, "
        "such as 22.5, or 1/65536 of a turn such as 4096b.",
};

static bool read_number(const struct book_node *n, enum tc_key_kind kind, int64_t *out)
{
    int32_t v = 0;
    bool good;

    if (n->quoted)
        return false;
    if (kind == TC_KEY_INT)
        return is_plain_int(n->text, out);
    good = is_plain_number(n->text) &&
           (kind == TC_KEY_LENGTH ? tc_read_length(n->text, strlen(n->text), &v)
                                  : tc_read_angle(n->text, strlen(n->text), &v));
    *out = v;
    return good;
}

void book_check_number(const struct book_scalars *w, const struct book_node *n,
                       enum tc_key_kind kind, int32_t min, int32_t max)
{
    int64_t v;

    if (read_number(n, kind, &v))
        check_range(w, n, kind, min, max, v);
    else
        WRONG(w, TC_E_SYNTAX, n, "\"%.40s\" %s", n->text, not_a[kind]);
}

int32_t book_number(const struct book_node *n, enum tc_key_kind kind)
{
    int64_t v;

    if (kind == TC_KEY_YES)
        return strcmp(n->text, "yes") == 0 || strcmp(n->text, "true") == 0;
    TC_BUG_ON(!read_number(n, kind, &v));
    return (int32_t)v;
}

static void check_plain_text(const struct book_scalars *w, const struct book_node *n)
{
    int64_t v;

    if (!n->quoted && n->text[0] == 0)
        WRONG(w, TC_E_SYNTAX, n, "has no value; write a text after the colon.");
    else if (!n->quoted && starts_like_number(n->text) && !is_plain_int(n->text, &v))
        WRONG(w, TC_E_SYNTAX, n,
              "%.40s begins like a number but is none; a text that begins with a figure must "
              "stand in quotes.",
              n->text);
}

static void check_name(const struct book_scalars *w, const struct book_node *n)
{
    if (!book_is_name(n->text, strlen(n->text)))
        WRONG(w, TC_E_NAME, n,
              "\"%.60s\" is no name; allowed: 1 to 40 of a-z, 0-9 and single hyphens between "
              "them, such as 1st-guards; not \"none\".",
              n->text);
}

void book_check_text(const struct book_scalars *w, const struct book_node *n,
                     enum tc_key_kind kind)
{
    if (kind == TC_KEY_NAME)
        check_name(w, n);
    else if (kind == TC_KEY_TEXT)
        check_plain_text(w, n);
    else if (kind == TC_KEY_ID && !book_is_id(n->text))
        WRONG(w, TC_E_NAME, n,
              "\"%.60s\" is no id; allowed: system/name, such as minden/first-battle.",
              n->text);
    else if (kind == TC_KEY_COLOUR && !is_colour(n->text))
        WRONG(w, TC_E_RANGE, n,
              "\"%.40s\" is no colour; allowed: \"#rrggbb\" in quotes, with figures and small "
              "letters, such as \"#a03c28\".",
              n->text);
    else if (kind == TC_KEY_RULE && !is_rule_list(n->text))
        WRONG(w, TC_E_NAME, n,
              "\"%.60s\" is no rule; allowed: rule IDs such as N-B6, several with commas.",
              n->text);
}

/* libyaml would take many words for truth; we take four. */
void book_check_yes(const struct book_scalars *w, const struct book_node *n)
{
    if (n->quoted || (strcmp(n->text, "true") && strcmp(n->text, "false") &&
                      strcmp(n->text, "yes") && strcmp(n->text, "no")))
        WRONG(w, TC_E_RANGE, n,
              "\"%.40s\" is neither yes nor no; allowed: yes, no, true, false.", n->text);
}

void book_check_word(const struct book_scalars *w, const struct book_node *n,
                     const char *const *words, int most)
{
    char allowed[300];
    struct tc_text t = tc_text_on(allowed, sizeof allowed);
    int found = tc_find_word(words, n->text, strlen(n->text));

    if (found >= 0 && (most == 0 || found < most))
        return;
    for (int i = 0; words[i] && (most == 0 || i < most); i++) {
        tc_text_str(&t, i ? ", " : "");
        tc_text_str(&t, words[i]);
    }
    WRONG(w, TC_E_NAME, n, "\"%.40s\" is not one of the words; allowed: %s.", n->text, allowed);
}

/* Numbers in a part that only its reader understands must at least be unmistakable. */
/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
void book_check_any(const struct book_scalars *w, const struct book_node *n)
{
    if (n->kind == BOOK_SCALAR && !n->quoted && starts_like_number(n->text) &&
        !is_plain_number(n->text) && !book_is_name(n->text, strlen(n->text)))
        WRONG(w, TC_E_SYNTAX, n,
              "%.40s begins like a number but is none; allowed: 12, 4.5, 4096b, or a text in "
              "quotes.",
              n->text);
    for (const struct book_node *c = n->kind == BOOK_SCALAR ? NULL : n->first; c; c = c->next)
        book_check_any(w, c);
}
