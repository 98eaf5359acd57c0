/* wasm/json_text.c - JSON as text: writing it as jansson does, and reading it. */
#include "wasm/json_own.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- Writing -------------------------------------------------------------------------------
 */

struct writing {
    json_dump_callback_t put;
    void *ctx;
    int failed, compact;
};

static void put(struct writing *w, const char *s, size_t n)
{
    if (!w->failed)
        w->failed = w->put(s, n, w->ctx);
}

static void put_string(struct writing *w, const char *s, size_t n)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    size_t from = 0;

    put(w, "\"", 1);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        char escape[8];
        const char *known;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        put(w, s + from, i - from);
        from = i + 1;
        known = c ? strchr(plain, c) : NULL;
        if (known)
            snprintf(escape, sizeof escape, "\\%c", letter[known - plain]);
        else
            snprintf(escape, sizeof escape, "\\u%04X", c);
        put(w, escape, strlen(escape));
    }
    put(w, s + from, n - from);
    put(w, "\"", 1);
}

static void put_value(struct writing *w, const json_t *j)
{
    char text[40];
    const char *comma = w->compact ? "," : ", ", *colon = w->compact ? ":" : ": ";

    switch (j->type) {
    case JSON_NULL: put(w, "null", 4); return;
    case JSON_TRUE: put(w, "true", 4); return;
    case JSON_FALSE: put(w, "false", 5); return;
    case JSON_STRING: put_string(w, json_string_value(j), json_string_length(j)); return;
    case JSON_INTEGER:
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(j));
        put(w, text, strlen(text));
        return;
    case JSON_REAL:
        snprintf(text, sizeof text, "%.17g", json_real_value(j));
        if (!strpbrk(text, ".e"))
            strcat(text, ".0");
        put(w, text, strlen(text));
        return;
    case JSON_ARRAY:
        put(w, "[", 1);
        for (size_t i = 0; i < json_array_size(j); i++) {
            if (i)
                put(w, comma, strlen(comma));
            put_value(w, json_array_get(j, i));
        }
        put(w, "]", 1);
        return;
    case JSON_OBJECT:
        put(w, "{", 1);
        for (size_t i = 0; i < json_object_size(j); i++) {
            const struct pair *p = ((const struct object *)j)->pair[i];
            if (i)
                put(w, comma, strlen(comma));
            put_string(w, p->key, p->n);
            put(w, colon, strlen(colon));
            put_value(w, p->value);
        }
        put(w, "}", 1);
    }
}

int json_dump_callback(const json_t *j, json_dump_callback_t callback, void *ctx, size_t flags)
{
    struct writing w = { callback, ctx, 0, (flags & JSON_COMPACT) != 0 };

    if (!j)
        return -1;
    put_value(&w, j);
    return w.failed ? -1 : 0;
}

struct growing {
    char *text;
    size_t n, room;
};

static int grow(const char *s, size_t n, void *ctx)
{
    struct growing *g = ctx;

    if (g->n + n + 1 > g->room) {
        g->room = 2 * (g->n + n + 1);
        g->text = json_grown(g->text, g->room);
    }
    memcpy(g->text + g->n, s, n);
    g->n += n;
    g->text[g->n] = 0;
    return 0;
}

char *json_dumps(const json_t *j, size_t flags)
{
    struct growing g = { 0 };

    if (json_dump_callback(j, grow, &g, flags) == 0)
        return g.text;
    free(g.text);
    return NULL;
}

static int write_file(const char *s, size_t n, void *ctx)
{
    return fwrite(s, 1, n, ctx) == n ? 0 : -1;
}

int json_dumpf(const json_t *j, FILE *out, size_t flags)
{
    return json_dump_callback(j, write_file, out, flags);
}

/* --- Reading -------------------------------------------------------------------------------
 */

struct reading {
    const char *at, *end, *start;
    size_t flags;
    int depth;
    json_error_t *error;
    struct growing text;
};

static json_t *wrong(struct reading *r, const char *text)
{
    json_error_t *e = r->error;

    if (e && !e->text[0]) {
        e->line = 1;
        e->column = e->position = (int)(r->at - r->start);
        snprintf(e->text, sizeof e->text, "%s near byte %d", text, e->position + 1);
    }
    return NULL;
}

static void skip(struct reading *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
        r->at++;
}

static int hex(struct reading *r, unsigned *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char *digits = "0123456789abcdefABCDEF", *d;
        if (r->at >= r->end || !*r->at || !(d = strchr(digits, *r->at)))
            return 0;
        unsigned v = (unsigned)(d - digits);
        *out = *out * 16 + (v > 15 ? v - 6 : v);
    }
    return 1;
}

static void put_code(struct growing *g, unsigned c)
{
    char s[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = n; i-- > 1; c >>= 6)
        s[i] = (char)(0x80 | (c & 0x3F));
    s[0] = (char)(n == 1 ? c : (0xF00u >> n & 0xF0) | c);
    grow(s, n, g);
}

static int read_unicode(struct reading *r)
{
    unsigned c, low;

    if (!hex(r, &c) || c == 0 || (c >= 0xDC00 && c <= 0xDFFF))
        return 0;
    if (c >= 0xD800 && c <= 0xDBFF) {
        if (r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u')
            return 0;
        r->at += 2;
        if (!hex(r, &low) || low < 0xDC00 || low > 0xDFFF)
            return 0;
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    put_code(&r->text, c);
    return 1;
}

static int read_escape(struct reading *r)
{
    static const char letter[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->end ? *r->at++ : 0;
    const char *known = c ? strchr(letter, c) : NULL;

    if (c == 'u')
        return read_unicode(r);
    if (!known)
        return 0;
    grow(&plain[known - letter], 1, &r->text);
    return 1;
}

/* The text behind a quote, into r->text. */
static int read_text(struct reading *r)
{
    r->text.n = 0;
    grow("", 0, &r->text);
    for (;;) {
        if (r->at >= r->end)
            return wrong(r, "a string does not end"), 0;
        unsigned char c = (unsigned char)*r->at;
        size_t n = json_character((const unsigned char *)r->at, (size_t)(r->end - r->at));
        if (n == 0)
            return wrong(r, "bytes that are not UTF-8"), 0;
        if (c < 0x20)
            return wrong(r, "a control character in a string"), 0;
        r->at += n;
        if (c == '"')
            return 1;
        if (c != '\\')
            grow(r->at - n, n, &r->text);
        else if (!read_escape(r))
            return wrong(r, "an escape that is none"), 0;
    }
}

static json_t *read_value(struct reading *r);

static json_t *read_number(struct reading *r)
{
    const char *p = r->at;
    char text[400];
    int is_real = 0;

    p += p < r->end && *p == '-';
    if (p >= r->end || *p < '0' || *p > '9' ||
        (*p == '0' && p + 1 < r->end && p[1] >= '0' && p[1] <= '9'))
        return wrong(r, "an invalid token");
    while (p < r->end && *p && strchr("0123456789", *p))
        p++;
    if (p < r->end && *p == '.') {
        is_real = 1;
        if (++p >= r->end || *p < '0' || *p > '9')
            return wrong(r, "an invalid token");
        while (p < r->end && *p >= '0' && *p <= '9')
            p++;
    }
    if (p < r->end && (*p == 'e' || *p == 'E')) {
        is_real = 1;
        p++;
        p += p < r->end && (*p == '+' || *p == '-');
        if (p >= r->end || *p < '0' || *p > '9')
            return wrong(r, "an invalid token");
        while (p < r->end && *p >= '0' && *p <= '9')
            p++;
    }
    if ((size_t)(p - r->at) >= sizeof text)
        return wrong(r, "a number that is too long");
    memcpy(text, r->at, (size_t)(p - r->at));
    text[p - r->at] = 0;
    errno = 0;
    json_t *j = is_real ? json_real(strtod(text, NULL)) : json_integer(strtoll(text, NULL, 10));
    if (errno == ERANGE) {
        json_decref(j);
        return wrong(r, "a number that is too big");
    }
    r->at = p;
    return j;
}

static int word(struct reading *r, const char *w)
{
    size_t n = strlen(w);

    if ((size_t)(r->end - r->at) < n || memcmp(r->at, w, n) != 0)
        return 0;
    r->at += n;
    return 1;
}

static json_t *read_list(struct reading *r)
{
    json_t *j = json_array(), *item;

    skip(r);
    if (word(r, "]"))
        return j;
    do {
        item = read_value(r);
        if (!item || json_array_append_new(j, item) != 0)
            break;
        skip(r);
        if (word(r, "]"))
            return j;
    } while (word(r, ","));
    json_decref(j);
    return wrong(r, "']' expected");
}

static json_t *read_object(struct reading *r)
{
    json_t *j = json_object(), *value;

    skip(r);
    if (word(r, "}"))
        return j;
    do {
        skip(r);
        if (!word(r, "\"")) {
            wrong(r, "string or '}' expected");
            break;
        }
        if (!read_text(r))
            break;
        size_t n = r->text.n;
        char *key = json_grown(NULL, n + 1);
        memcpy(key, r->text.text, n + 1);
        int twice = (r->flags & JSON_REJECT_DUPLICATES) && json_object_get(j, key);
        skip(r);
        value = twice           ? wrong(r, "a key stands twice")
                : !word(r, ":") ? wrong(r, "':' expected")
                                : read_value(r);
        if (value)
            json_put_pair((struct object *)j, key, n, value);
        free(key);
        if (!value)
            break;
        skip(r);
        if (word(r, "}"))
            return j;
    } while (word(r, ","));
    json_decref(j);
    return wrong(r, "'}' expected");
}

static json_t *read_value(struct reading *r)
{
    json_t *j = NULL;

    skip(r);
    if (++r->depth > DEEPEST)
        j = wrong(r, "too deep");
    else if (word(r, "\""))
        j = read_text(r) ? json_stringn(r->text.text, r->text.n) : NULL;
    else if (word(r, "["))
        j = read_list(r);
    else if (word(r, "{"))
        j = read_object(r);
    else if (word(r, "true"))
        j = json_true();
    else if (word(r, "false"))
        j = json_false();
    else if (word(r, "null"))
        j = json_null();
    else
        j = read_number(r);
    r->depth--;
    return j;
}

json_t *json_loadb(const char *bytes, size_t n, size_t flags, json_error_t *error)
{
    struct reading r = {
        .at = bytes, .start = bytes, .end = bytes + n, .flags = flags, .error = error
    };
    json_t *j;

    if (error)
        memset(error, 0, sizeof *error);
    skip(&r);
    if (!(flags & JSON_DECODE_ANY) && (r.at >= r.end || (*r.at != '[' && *r.at != '{'))) {
        wrong(&r, "'[' or '{' expected");
        return NULL;
    }
    j = read_value(&r);
    skip(&r);
    if (j && r.at != r.end) {
        json_decref(j);
        j = wrong(&r, "end of file expected");
    }
    free(r.text.text);
    return j;
}

json_t *json_loads(const char *text, size_t flags, json_error_t *error)
{
    return json_loadb(text, strlen(text), flags, error);
}
