/* book/shape.c - a tree against its schema. */
#include "book/shape.h"

#include <stdio.h>
#include <string.h>

#include "kernel/text.h"

struct walk {
    const char *file;
    const struct book_limit *limits;
    struct book_report *report;
};

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

/* --- limits ---------------------------------------------------------------------- */

static const struct book_node *with_key(const struct book_node *n)
{
    while (n && n->key == NULL)
        n = n->parent;
    return n;
}

/* Does the tail of the keys that lead to n fit a pattern like "units.x" or "rate.*"? */
static bool fits_path(const char *path, const struct book_node *n)
{
    const char *end = path + strlen(path);

    while (end > path) {
        const char *start = end;
        while (start > path && start[-1] != '.')
            start--;
        n = with_key(n);
        if (n == NULL)
            return false;
        if (!(end - start == 1 && *start == '*') &&
            !(strlen(n->key) == (size_t)(end - start) &&
              memcmp(n->key, start, (size_t)(end - start)) == 0))
            return false;
        n = n->parent;
        end = start > path ? start - 1 : path;
    }
    return true;
}

static const struct book_limit *limit_of(const struct walk *w, const struct book_node *n)
{
    const struct book_limit *l = w->limits;

    for (; l && l->kind != BOOK_LIMIT_END; l++)
        if (fits_path(l->path, n))
            return l;
    return NULL;
}

static void check_range(const struct walk *w, const struct book_node *n,
                        const struct book_limit *l, int64_t v)
{
    char from[24], to[24];
    struct tc_text a = tc_text_on(from, sizeof from), b = tc_text_on(to, sizeof to);
    bool length = l->kind == BOOK_LENGTH, angle = l->kind == BOOK_ANGLE;

    if (v >= l->min && v <= l->max)
        return;
    if (length) {
        tc_text_length(&a, l->min);
        tc_text_length(&b, l->max);
    } else if (angle) {
        tc_text_angle(&a, l->min);
        tc_text_angle(&b, l->max);
    } else {
        tc_text_int(&a, l->min);
        tc_text_int(&b, l->max);
    }
    WRONG(w, TC_E_RANGE, n, "%.40s is out of range; allowed: %s to %s%s.", n->text, from, to,
          length  ? " inches"
          : angle ? " degrees"
                  : "");
}

static void check_length(const struct walk *w, const struct book_node *n,
                         const struct book_limit *l)
{
    int32_t v;

    if (n->quoted || !is_plain_number(n->text) || !tc_read_length(n->text, strlen(n->text), &v))
        WRONG(w, TC_E_SYNTAX, n,
              "\"%.40s\" is no length; allowed: inches with up to 3 decimals, such as 4.5.",
              n->text);
    else
        check_range(w, n, l, v);
}

static void check_angle(const struct walk *w, const struct book_node *n,
                        const struct book_limit *l)
{
    int32_t v;

    if (n->quoted || !is_plain_number(n->text) || !tc_read_angle(n->text, strlen(n->text), &v))
        WRONG(w, TC_E_SYNTAX, n,
              "\"%.40s\" is no angle; allowed: degrees clockwise from north with up to 3 "
              "decimals, such as 22.5, or 1/65536 of a turn such as 4096b.",
              n->text);
    else
        check_range(w, n, l, v);
}

static void check_int(const struct walk *w, const struct book_node *n)
{
    const struct book_limit *l = limit_of(w, n);
    int64_t v;

    if (n->quoted || !is_plain_int(n->text, &v))
        WRONG(
            w, TC_E_SYNTAX, n,
            "\"%.40s\" is no whole number; allowed: plain decimal figures such as 12, without "
            "quotes, leading zeros or a point.",
            n->text);
    else if (l && l->kind == BOOK_INT)
        check_range(w, n, l, v);
    else if (v < -32768 || v > 32767)
        WRONG(w, TC_E_RANGE, n, "%.40s is out of range; allowed: -32768 to 32767.", n->text);
}

static void check_plain_text(const struct walk *w, const struct book_node *n)
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

static void check_name(const struct walk *w, const struct book_node *n)
{
    if (!book_is_name(n->text, strlen(n->text)))
        WRONG(w, TC_E_NAME, n,
              "\"%.60s\" is no name; allowed: 1 to 40 of a-z, 0-9 and single hyphens between "
              "them, such as 1st-guards; not \"none\".",
              n->text);
}

static void check_string(const struct walk *w, const struct book_node *n)
{
    const struct book_limit *l = limit_of(w, n);

    if (l && l->kind == BOOK_LENGTH)
        check_length(w, n, l);
    else if (l && l->kind == BOOK_ANGLE)
        check_angle(w, n, l);
    else if (l && l->kind == BOOK_NAME)
        check_name(w, n);
    else if (l && l->kind == BOOK_ID && !book_is_id(n->text))
        WRONG(w, TC_E_NAME, n,
              "\"%.60s\" is no id; allowed: system/name, such as "
              "minden/first-battle.",
              n->text);
    else if (l && l->kind == BOOK_COLOUR && !is_colour(n->text))
        WRONG(w, TC_E_RANGE, n,
              "\"%.40s\" is no colour; allowed: \"#rrggbb\" in quotes, with "
              "figures and small letters, such as \"#a03c28\".",
              n->text);
    else if (l && l->kind == BOOK_RULE && !is_rule_list(n->text))
        WRONG(w, TC_E_NAME, n,
              "\"%.60s\" is no rule; allowed: rule IDs such as N-B6, several "
              "with commas.",
              n->text);
    else if (l == NULL || l->kind == BOOK_INT)
        check_plain_text(w, n);
}

/* libcyaml takes many words for truth; we take four. */
static void check_bool(const struct walk *w, const struct book_node *n)
{
    if (n->quoted || (strcmp(n->text, "true") && strcmp(n->text, "false") &&
                      strcmp(n->text, "yes") && strcmp(n->text, "no")))
        WRONG(w, TC_E_RANGE, n,
              "\"%.40s\" is neither yes nor no; allowed: yes, no, true, false.", n->text);
}

static void check_word(const struct walk *w, const struct book_node *n,
                       const cyaml_schema_value_t *v)
{
    char allowed[300] = "";
    size_t used = 0;

    for (uint32_t i = 0; i < v->enumeration.count; i++)
        if (strcmp(v->enumeration.strings[i].str, n->text) == 0)
            return;
    for (uint32_t i = 0; i < v->enumeration.count && used < sizeof allowed; i++) {
        int wrote = snprintf(allowed + used, sizeof allowed - used, "%s%s", i ? ", " : "",
                             v->enumeration.strings[i].str);
        used += (size_t)wrote;
    }
    WRONG(w, TC_E_NAME, n, "\"%.40s\" is not one of the words; allowed: %s.", n->text, allowed);
}

/* --- mappings and lists ------------------------------------------------------------ */

static void check_value(const struct walk *w, const struct book_node *n,
                        const cyaml_schema_value_t *v);

/* Numbers in a part that only its reader understands must at least be unmistakable. */
/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_ignored(const struct walk *w, const struct book_node *n)
{
    if (n->kind == BOOK_SCALAR && !n->quoted && starts_like_number(n->text) &&
        !is_plain_number(n->text) && !book_is_name(n->text, strlen(n->text)))
        WRONG(w, TC_E_SYNTAX, n,
              "%.40s begins like a number but is none; allowed: 12, 4.5, 4096b, or a text in "
              "quotes.",
              n->text);
    for (const struct book_node *c = n->kind == BOOK_SCALAR ? NULL : n->first; c; c = c->next)
        check_ignored(w, c);
}

static const cyaml_schema_field_t *find_field(const cyaml_schema_value_t *v, const char *key)
{
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key; f++)
        if (strcmp(f->key, key) == 0)
            return f;
    return NULL;
}

static void unknown_key(const struct walk *w, const struct book_node *n,
                        const cyaml_schema_value_t *v)
{
    char allowed[330] = "";
    size_t used = 0;

    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key; f++) {
        int wrote =
            snprintf(allowed + used, sizeof allowed - used, "%s%s", used ? ", " : "", f->key);
        used += (size_t)wrote;
        if (used >= sizeof allowed)
            break;
    }
    WRONG(w, TC_E_KEY, n, "is no key here; allowed: %s.", allowed);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_map(const struct walk *w, const struct book_node *n,
                      const cyaml_schema_value_t *v)
{
    for (const struct book_node *c = n->first; c; c = c->next) {
        const cyaml_schema_field_t *f = find_field(v, c->key);
        if (f)
            check_value(w, c, &f->value);
        else
            unknown_key(w, c, v);
    }
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key; f++)
        if (!(f->value.flags & CYAML_FLAG_OPTIONAL) && book_child(n, f->key) == NULL)
            WRONG(w, TC_E_KEY, n, "the key \"%s\" is missing.", f->key);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_list(const struct walk *w, const struct book_node *n,
                       const cyaml_schema_value_t *v)
{
    uint32_t count = (uint32_t)n->count, min = v->sequence.min, max = v->sequence.max;

    if (count < min || count > max)
        WRONG(w, count < min ? TC_E_RANGE : TC_E_FULL, n, "has %u entries; allowed: %u to %u.",
              count, min, max);
    for (const struct book_node *c = n->first; c; c = c->next)
        check_value(w, c, v->sequence.entry);
}

static void check_flags(const struct walk *w, const struct book_node *n,
                        const cyaml_schema_value_t *v)
{
    for (const struct book_node *c = n->first; c; c = c->next) {
        if (c->kind == BOOK_SCALAR)
            check_word(w, c, v);
        else
            WRONG(w, TC_E_SYNTAX, c, "must be a word.");
    }
}

static enum book_node_kind kind_for(const cyaml_schema_value_t *v)
{
    if (v->type == CYAML_MAPPING)
        return BOOK_MAP;
    if (v->type == CYAML_SEQUENCE || v->type == CYAML_SEQUENCE_FIXED || v->type == CYAML_FLAGS)
        return BOOK_LIST;
    return BOOK_SCALAR;
}

static void check_scalar(const struct walk *w, const struct book_node *n,
                         const cyaml_schema_value_t *v)
{
    TC_BUG_ON(v->type == CYAML_FLOAT || v->type == CYAML_BITFIELD); /* no schema has them */
    if (v->type == CYAML_INT || v->type == CYAML_UINT)
        check_int(w, n);
    else if (v->type == CYAML_BOOL)
        check_bool(w, n);
    else if (v->type == CYAML_ENUM)
        check_word(w, n, v);
    else
        check_string(w, n);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_value(const struct walk *w, const struct book_node *n,
                        const cyaml_schema_value_t *v)
{
    static const char *const want[] = { "a mapping of `key: value`", "a list",
                                        "a single value" };

    if (v->type == CYAML_IGNORE)
        check_ignored(w, n);
    else if (n->kind != kind_for(v))
        WRONG(w, TC_E_SYNTAX, n, "must be %s.", want[kind_for(v)]);
    else if (v->type == CYAML_MAPPING)
        check_map(w, n, v);
    else if (v->type == CYAML_FLAGS)
        check_flags(w, n, v);
    else if (n->kind == BOOK_LIST)
        check_list(w, n, v);
    else
        check_scalar(w, n, v);
}

void book_shape(const char *file, const struct book_node *root,
                const cyaml_schema_value_t *schema, const struct book_limit *limits,
                struct book_report *r)
{
    struct walk w = { file, limits, r };

    check_value(&w, root, schema);
}

int32_t book_length(const char *s)
{
    int32_t v = 0;

    TC_BUG_ON(s && !tc_read_length(s, strlen(s), &v));
    return v;
}

int32_t book_angle(const char *s)
{
    int32_t v = 0;

    TC_BUG_ON(s && !tc_read_angle(s, strlen(s), &v));
    return v;
}
