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

static struct book_scalars scalars(const struct walk *w)
{
    return (struct book_scalars){ w->file, w->report };
}

static void check_int(const struct walk *w, const struct book_node *n)
{
    const struct book_limit *l = limit_of(w, n);
    struct book_scalars s = scalars(w);
    bool limited = l && l->kind == BOOK_INT;

    book_check_number(&s, n, TC_KEY_INT, limited ? l->min : -32768, limited ? l->max : 32767);
}

static void check_string(const struct walk *w, const struct book_node *n)
{
    static const enum tc_key_kind as[] = {
        [BOOK_INT] = TC_KEY_TEXT,    [BOOK_LENGTH] = TC_KEY_LENGTH,
        [BOOK_ANGLE] = TC_KEY_ANGLE, [BOOK_NAME] = TC_KEY_NAME,
        [BOOK_ID] = TC_KEY_ID,       [BOOK_COLOUR] = TC_KEY_COLOUR,
        [BOOK_RULE] = TC_KEY_RULE,   [BOOK_LIMIT_END] = TC_KEY_TEXT,
    };
    const struct book_limit *l = limit_of(w, n);
    struct book_scalars s = scalars(w);

    if (l && (l->kind == BOOK_LENGTH || l->kind == BOOK_ANGLE))
        book_check_number(&s, n, as[l->kind], l->min, l->max);
    else
        book_check_text(&s, n, l ? as[l->kind] : TC_KEY_TEXT);
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
    struct book_scalars s = scalars(w);

    TC_BUG_ON(v->type == CYAML_FLOAT || v->type == CYAML_BITFIELD); /* no schema has them */
    if (v->type == CYAML_INT || v->type == CYAML_UINT)
        check_int(w, n);
    else if (v->type == CYAML_BOOL)
        book_check_yes(&s, n);
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
    struct book_scalars s = scalars(w);

    if (v->type == CYAML_IGNORE)
        book_check_any(&s, n);
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
