/* protocol/draft_write.c - a value as YAML, by the keys of its schema.
 *
 * Keys stand in the order of the schema, those it does not know behind them. What is small
 * stands in one line, as people write it. Everything that could be read as something else is
 * quoted, so that what comes back is what went in, whatever it is.
 */
#include "protocol/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 100, ENTRY = 150 };

struct writing {
    struct js_out *out;
    struct tc_why *why;
    bool bad;
};

static void refuse(struct writing *w, const char *text)
{
    if (!w->bad)
        tc_fail(w->why, TC_E_SYNTAX, "value", "{0}", text);
    w->bad = true;
}

/* --- Single values -------------------------------------------------------------------- */

static bool is_number_kind(int kind)
{
    return kind == TC_KEY_INT || kind == TC_KEY_LENGTH || kind == TC_KEY_ANGLE ||
           kind == TC_KEY_YES;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Figures and letters alone: numbers and names, read alike by everybody. */
static bool is_bare(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_letter(s[i]) && !(s[i] >= '0' && s[i] <= '9') &&
            (i == 0 ? s[i] != '-' || n == 1 || s[1] < '0' || s[1] > '9' : !strchr("-._", s[i])))
            return false;
    return n > 0;
}

/* A text that needs no quotes, in braces neither. */
static bool is_plain(const char *s, size_t n)
{
    if (n == 0 || !is_letter(s[0]) || s[n - 1] == ' ')
        return false;
    for (size_t i = 0; i < n; i++) {
        bool figure = s[i] >= '0' && s[i] <= '9';
        if (!figure && !is_letter(s[i]) && !strchr(" -._'()/", s[i]))
            return false;
    }
    return true;
}

/* A character that YAML would take for the end of a line or not take at all: how many bytes it
 * has, and its number; 0: an ordinary one. */
static int odd_bytes(const unsigned char *s, size_t left, unsigned *code)
{
    if (s[0] < 0x20 || s[0] == 0x7f) {
        *code = s[0];
        return 1;
    }
    if (left >= 2 && s[0] == 0xc2 && s[1] < 0xa0) {
        *code = s[1];
        return 2;
    }
    if (left < 3 || (s[0] != 0xe2 && s[0] != 0xef))
        return 0;
    *code = (unsigned)(s[0] & 15) << 12 | (unsigned)(s[1] & 63) << 6 | (s[2] & 63u);
    return *code == 0x2028 || *code == 0x2029 || *code >= 0xfffe || *code == 0xfeff ? 3 : 0;
}

static void put_quoted(struct writing *w, const char *s, size_t n)
{
    js_put_raw(w->out, "\"", 1);
    for (size_t i = 0; i < n;) {
        unsigned code = 0;
        int odd = odd_bytes((const unsigned char *)s + i, n - i, &code);
        char buf[12];
        if (odd) {
            snprintf(buf, sizeof buf, "\\u%04X", code);
            js_put_plain(w->out, code == '\n' ? "\\n" : buf);
            i += (size_t)odd;
            continue;
        }
        if (s[i] == '"' || s[i] == '\\')
            js_put_raw(w->out, "\\", 1);
        js_put_raw(w->out, s + i++, 1);
    }
    js_put_raw(w->out, "\"", 1);
}

static void put_text(struct writing *w, const char *s, size_t n, int kind)
{
    bool bare = kind == TC_KEY_TEXT || kind == TC_KEY_COLOUR ? false : is_bare(s, n);

    if (bare || (!is_number_kind(kind) && is_plain(s, n)))
        js_put_raw(w->out, s, n);
    else
        put_quoted(w, s, n);
}

/* Decimals to thousandths, as lengths and angles have them. */
static void put_real(struct writing *w, double v)
{
    char buf[40];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    if (!(fabs(v) < 1e6)) {
        refuse(w, "A number is too large.");
        return;
    }
    tc_text_length(&t, (int32_t)lround(v * 1000));
    js_put_raw(w->out, buf, t.len);
}

static void put_scalar(struct writing *w, const json_t *v, int kind)
{
    char buf[32];

    if (json_is_string(v)) {
        put_text(w, json_string_value(v), json_string_length(v), kind);
    } else if (json_is_boolean(v)) {
        js_put_plain(w->out, json_is_true(v) ? "yes" : "no");
    } else if (json_is_integer(v)) {
        snprintf(buf, sizeof buf, "%lld", (long long)json_integer_value(v));
        js_put_plain(w->out, buf);
    } else if (json_is_real(v)) {
        put_real(w, json_real_value(v));
    } else {
        refuse(w, "A value is a text, a number, yes or no, a list or a mapping; not null.");
    }
}

/* --- In one line ------------------------------------------------------------------------ */

/* What is known of the values below a key. */
struct known {
    const struct tc_key *head, *keys; /* of a mapping, or NULL */
    int kind;                         /* of single values */
};

static struct known below(const struct tc_key *k)
{
    struct known none = { NULL, NULL, TC_KEY_ANY };

    if (!k)
        return none;
    none.keys = k->of ? k->of->keys : NULL;
    none.kind = k->kind == TC_KEY_ROW || k->kind == TC_KEY_BY ? k->each
                : k->kind == TC_KEY_POINTS                    ? TC_KEY_LENGTH
                : k->kind == TC_KEY_GRID                      ? TC_KEY_TEXT
                                                              : k->kind;
    return none;
}

static const struct tc_key *find_key(const struct tc_key *k, const char *name)
{
    for (; k && k->kind != TC_KEY_END; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

static const struct tc_key *row_of(const struct known *about, const char *name)
{
    const struct tc_key *k = find_key(about->head, name);

    return k ? k : find_key(about->keys, name);
}

/* The keys of a mapping in their order: of the head, of the system, unknown ones. */
struct order {
    const struct known *about;
    const json_t *value;
    const struct tc_key *k;
    int stage;
    void *other;
};

/* The next key that is there, or NULL. */
static const char *next_key(struct order *o)
{
    for (; o->stage < 2; o->stage++, o->k = NULL) {
        const struct tc_key *rows = o->stage == 0 ? o->about->head : o->about->keys;
        o->k = o->k ? o->k + 1 : rows;
        for (; o->k && o->k->kind != TC_KEY_END; o->k++) {
            bool told = o->stage == 1 && find_key(o->about->head, o->k->name);
            if (!told && json_object_get(o->value, o->k->name))
                return o->k->name;
        }
    }
    json_t *all = (json_t *)(uintptr_t)o->value;
    o->other = o->other ? json_object_iter_next(all, o->other) : json_object_iter(all);
    while (o->other && row_of(o->about, json_object_iter_key(o->other)))
        o->other = json_object_iter_next(all, o->other);
    return o->other ? json_object_iter_key(o->other) : NULL;
}

static void put_key(struct writing *w, const char *key)
{
    put_text(w, key, strlen(key), TC_KEY_NAME);
    js_put_raw(w->out, ":", 1);
}

static void put_flow(struct writing *w, const json_t *v, struct known about, int deep);

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep. */
static void put_flow_mapping(struct writing *w, const json_t *v, struct known about, int deep)
{
    struct order o = { .about = &about, .value = v };
    const char *key, *comma = "";

    js_put_raw(w->out, "{", 1);
    while ((key = next_key(&o)) != NULL) {
        js_put_plain(w->out, comma);
        put_key(w, key);
        js_put_raw(w->out, " ", 1);
        put_flow(w, json_object_get(v, key), below(row_of(&about, key)), deep + 1);
        comma = ", ";
    }
    js_put_raw(w->out, "}", 1);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep. */
static void put_flow(struct writing *w, const json_t *v, struct known about, int deep)
{
    if (deep > BOOK_DEPTH_MAX) {
        refuse(w, "It is too deep: lists in lists, mappings in mappings.");
    } else if (json_is_object(v)) {
        put_flow_mapping(w, v, about, deep);
    } else if (json_is_array(v)) {
        js_put_raw(w->out, "[", 1);
        for (size_t i = 0; i < json_array_size(v); i++) {
            js_put_plain(w->out, i ? ", " : "");
            put_flow(w, json_array_get(v, i), about, deep + 1);
        }
        js_put_raw(w->out, "]", 1);
    } else {
        put_scalar(w, v, about.kind);
    }
}

/* May it stand in one line? Lists of mappings stand in lines of their own, but for points. */
/* NOLINTNEXTLINE(misc-no-recursion): two levels of lists and mappings, no more. */
static bool is_small(const json_t *v, int deep)
{
    json_t *all = (json_t *)(uintptr_t)v;

    for (void *i = json_object_iter(all); i; i = json_object_iter_next(all, i))
        if (deep > 2 || !is_small(json_object_iter_value(i), deep + 1))
            return false;
    for (size_t i = 0; i < json_array_size(v); i++) {
        const json_t *x = json_array_get(v, i);
        if (deep > 2 || (json_is_object(x) && json_object_size(x) > 2) ||
            !is_small(x, deep + 1))
            return false;
    }
    return true;
}

/* In one line of at most this many bytes; false, with nothing written, when it is none. */
static bool put_line(struct writing *w, const json_t *v, struct known about, size_t most)
{
    size_t before = w->out->n;

    if (!is_small(v, 0))
        return false;
    put_flow(w, v, about, 0);
    if (w->out->n - before <= most || !(json_is_object(v) || json_is_array(v)))
        return true;
    w->out->n = before;
    w->out->text[before] = '\0';
    return false;
}

/* --- In lines of their own ---------------------------------------------------------------- */

static void put_indent(struct writing *w, int deep)
{
    for (int i = 0; i < deep; i++)
        js_put_raw(w->out, "  ", 2);
}

static void put_mapping(struct writing *w, const json_t *v, struct known about, int deep,
                        bool begun);

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep. */
static void put_entries(struct writing *w, const json_t *v, struct known about, int deep)
{
    for (size_t i = 0; i < json_array_size(v); i++) {
        const json_t *x = json_array_get(v, i);
        put_indent(w, deep);
        js_put_raw(w->out, "- ", 2);
        if (put_line(w, x, about, ENTRY) || !json_is_object(x) || json_object_size(x) == 0) {
            if (w->out->text[w->out->n - 1] == ' ')
                put_flow(w, x, about, deep);
            js_put_raw(w->out, "\n", 1);
        } else {
            put_mapping(w, x, about, deep + 1, true);
        }
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep. */
static void put_below(struct writing *w, const json_t *v, struct known about, int deep)
{
    bool list = json_is_array(v) && json_array_size(v) > 0;
    bool mapping = json_is_object(v) && json_object_size(v) > 0;
    bool mappings = list && json_is_object(json_array_get(v, 0));
    size_t before = w->out->n;

    js_put_raw(w->out, " ", 1);
    if ((!mappings || deep > 1) && put_line(w, v, about, LINE)) {
        js_put_raw(w->out, "\n", 1);
        return;
    }
    w->out->n = before;
    if (list || mapping)
        js_put_raw(w->out, "\n", 1);
    if (list)
        put_entries(w, v, about, deep + 1);
    else if (mapping)
        put_mapping(w, v, about, deep + 1, false);
}

/* begun: its first key stands behind a hyphen. */
/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep. */
static void put_mapping(struct writing *w, const json_t *v, struct known about, int deep,
                        bool begun)
{
    struct order o = { .about = &about, .value = v };
    const char *key;

    if (deep > BOOK_DEPTH_MAX) {
        refuse(w, "It is too deep: lists in lists, mappings in mappings.");
        return;
    }
    while (!w->bad && (key = next_key(&o)) != NULL) {
        if (!begun)
            put_indent(w, deep);
        begun = false;
        put_key(w, key);
        put_below(w, json_object_get(v, key), below(row_of(&about, key)), deep);
    }
}

bool draft_write(struct js_out *out, const struct tc_ruleset *r, enum book_format format,
                 const json_t *value, struct tc_why *why)
{
    const struct tc_schema *s = r->schema;
    struct writing w = { .out = out, .why = why };
    struct known about = { book_head_keys(format),
                           format == BOOK_SCENARIO ? s->scenario.keys : s->map.keys,
                           TC_KEY_ANY };

    if (!json_is_object(value) || json_object_size(value) == 0)
        refuse(&w, "A scenario or map is a mapping with keys.");
    else
        put_mapping(&w, value, about, 0, false);
    return !w.bad;
}
