/* kernel/field.c - reading and writing flat states by name. */
#include "kernel/field.h"

#include <string.h>

#include "kernel/ruleset.h"

static const struct tc_field head_fields[] = {
    TC_FIELD(struct tc_head, book, TC_T_U64, TC_K_INT),
    TC_FIELD(struct tc_head, step, TC_T_U16, TC_K_STEP),
    TC_FIELD(struct tc_head, turn, TC_T_U16, TC_K_INT),
    TC_FIELD(struct tc_head, over, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct tc_head, winner, TC_T_I8, TC_K_SIDE),
    TC_FIELD(struct tc_head, active, TC_T_I8, TC_K_SIDE),
    TC_FIELD(struct tc_head, ending, TC_T_U8, TC_K_ENDING),
};

const struct tc_fields tc_head_fields = {
    .name = "head",
    .field = head_fields,
    .count = sizeof head_fields / sizeof head_fields[0],
    .size = sizeof(struct tc_head),
};

uint32_t tc_field_size(const struct tc_field *f)
{
    switch ((enum tc_ftype)f->type) {
    case TC_T_U8:
    case TC_T_I8:
    case TC_T_PAD: return 1;
    case TC_T_U16:
    case TC_T_I16: return 2;
    case TC_T_U32:
    case TC_T_I32: return 4;
    case TC_T_U64: return 8;
    case TC_T_STRUCT: return f->sub->size;
    }
    return 0;
}

int64_t tc_field_get(const void *base, const struct tc_field *f, int i)
{
    const unsigned char *p = (const unsigned char *)base + f->offset;
    union {
        uint8_t u8;
        int8_t i8;
        uint16_t u16;
        int16_t i16;
        uint32_t u32;
        int32_t i32;
        uint64_t u64;
    } v = { 0 };

    TC_BUG_ON(i < 0 || i >= f->count || f->type == TC_T_STRUCT);
    memcpy(&v, p + (uint32_t)i * tc_field_size(f), tc_field_size(f));
    switch ((enum tc_ftype)f->type) {
    case TC_T_U8: return v.u8;
    case TC_T_I8: return v.i8;
    case TC_T_U16: return v.u16;
    case TC_T_I16: return v.i16;
    case TC_T_U32: return v.u32;
    case TC_T_I32: return v.i32;
    case TC_T_U64: return (int64_t)v.u64;
    case TC_T_PAD:
    case TC_T_STRUCT: break;
    }
    return v.u8;
}

static bool fits_type(const struct tc_field *f, int64_t v)
{
    switch ((enum tc_ftype)f->type) {
    case TC_T_U8: return v >= 0 && v <= UINT8_MAX;
    case TC_T_I8: return v >= INT8_MIN && v <= INT8_MAX;
    case TC_T_U16: return v >= 0 && v <= UINT16_MAX;
    case TC_T_I16: return v >= INT16_MIN && v <= INT16_MAX;
    case TC_T_U32: return v >= 0 && v <= UINT32_MAX;
    case TC_T_I32: return v >= INT32_MIN && v <= INT32_MAX;
    case TC_T_U64: return true;
    case TC_T_PAD: return v == 0;
    case TC_T_STRUCT: break;
    }
    return false;
}

/* "none" in a field without a sign is its highest value. */
static int64_t none_of(const struct tc_field *f)
{
    switch ((enum tc_ftype)f->type) {
    case TC_T_U8: return UINT8_MAX;
    case TC_T_U16: return UINT16_MAX;
    case TC_T_U32: return UINT32_MAX;
    case TC_T_I8:
    case TC_T_I16:
    case TC_T_I32:
    case TC_T_U64:
    case TC_T_STRUCT:
    case TC_T_PAD: break;
    }
    return TC_NONE;
}

/* Lengths and angles from outside: sums of a few of them do not overflow. */
static bool is_far(const struct tc_field *f, int64_t v)
{
    return (f->kind == TC_K_LENGTH || f->kind == TC_K_ANGLE) &&
           (v < -TC_FIELD_FAR || v > TC_FIELD_FAR);
}

static bool is_word(const struct tc_field *f, int64_t v)
{
    int64_t i = 0;

    while (i < v && f->words[i])
        i++;
    return v >= 0 && f->words[i];
}

/* A field with a limit takes 0 to most, one of words what has a word, and what stands for none
 * where there may be none. */
static bool fits(const struct tc_field *f, int64_t v)
{
    if (!fits_type(f, v) || is_far(f, v))
        return false;
    if (f->none && v == none_of(f))
        return true;
    if (f->kind == TC_K_WORD)
        return is_word(f, v);
    return f->most == 0 || (v >= 0 && v <= f->most);
}

bool tc_field_set(void *base, const struct tc_field *f, int i, int64_t v)
{
    if (!fits(f, v) || i < 0 || i >= f->count)
        return false;
    /* little-endian: the low bytes come first */
    memcpy((unsigned char *)base + f->offset + (uint32_t)i * tc_field_size(f), &v,
           tc_field_size(f));
    return true;
}

const struct tc_field *tc_field_find(const struct tc_fields *t, const char *name, size_t n)
{
    for (int i = 0; i < t->count; i++) {
        const struct tc_field *f = &t->field[i];
        if (f->type != TC_T_PAD && strlen(f->name) == n && memcmp(f->name, name, n) == 0)
            return f;
    }
    return NULL;
}

/* --- Paths ------------------------------------------------------------------ */

static enum tc_err bad_path(struct tc_why *why, const char *path, size_t n, const char *text,
                            const char *more)
{
    char got[96];
    struct tc_text t = tc_text_on(got, sizeof got);

    tc_text_bytes(&t, path, n);
    return tc_fail(why, TC_E_NAME, got[0] ? "{0}" : "field", text, got, more);
}

/* The index of a row: by name where the rows have names, else by number. */
static bool row_index(const struct tc_ruleset *r, const struct tc_book *bk,
                      const struct tc_field *f, const char *s, size_t n, int *out)
{
    int64_t v;

    if (f->keyed != TC_NONE) {
        *out = tc_find_name(r, bk, f->keyed, s, n);
        return *out != TC_NONE && *out < f->count;
    }
    if (!tc_read_int(s, n, &v) || v < 0 || v >= f->count)
        return false;
    *out = (int)v;
    return true;
}

static size_t word_length(const char *s, const char *end)
{
    const char *dot = memchr(s, '.', (size_t)(end - s));

    return (size_t)((dot ? dot : end) - s);
}

enum tc_err tc_field_path(const struct tc_ruleset *r, const struct tc_book *bk,
                          const char *path, size_t n, size_t *base, const struct tc_field **out,
                          int *i, struct tc_why *why)
{
    const struct tc_fields *t = r->fields;
    const char *s = path, *end = path + n;

    *base = 0;
    for (;;) {
        size_t len = word_length(s, end);
        const struct tc_field *f = tc_field_find(t, s, len);
        if (!f)
            return bad_path(why, path, n, "{0}: {1} has no such field.", t->name);
        s += len;
        *i = 0;
        if (f->count > 1 || f->keyed != TC_NONE) {
            if (s == end)
                return bad_path(why, path, n, "{0}: {1} is a list; name an entry.", f->name);
            len = word_length(++s, end);
            if (!row_index(r, bk, f, s, len, i))
                return bad_path(why, path, n, "{0}: {1} has no such entry.", f->name);
            s += len;
        }
        if (f->type != TC_T_STRUCT) {
            if (s != end)
                return bad_path(why, path, n, "{0}: {1} is a plain value.", f->name);
            *out = f;
            return TC_OK;
        }
        if (s == end)
            return bad_path(why, path, n, "{0}: {1} holds fields; name one.", f->name);
        *base += f->offset + (size_t)*i * f->sub->size;
        t = f->sub;
        s++;
    }
}

/* --- Values ------------------------------------------------------------------- */

static struct tc_param as_param(const struct tc_field *f)
{
    return (struct tc_param){ f->name, f->kind, f->list, 0, 0, f->words, NULL };
}

static bool may_be_none(const struct tc_field *f)
{
    return f->kind == TC_K_NAME || f->kind == TC_K_WORD || f->kind == TC_K_SIDE ||
           f->kind == TC_K_HEX;
}

void tc_field_print(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_field *f, int64_t v, struct tc_text *out)
{
    struct tc_param p = as_param(f);
    bool none = may_be_none(f) && v == none_of(f);
    int32_t arg[2] = { none ? TC_NONE : (int32_t)v, 0 };

    if (f->type == TC_T_U64)
        tc_text_hex(out, (uint64_t)v);
    else if (f->kind == TC_K_INT || f->kind == TC_K_END)
        tc_text_int(out, v);
    else
        tc_print_value(r, bk, &p, arg, out);
}

enum tc_err tc_field_parse(const struct tc_ruleset *r, const struct tc_book *bk,
                           const struct tc_field *f, const char *s, size_t n, int64_t *v,
                           struct tc_why *why)
{
    struct tc_param p = as_param(f);
    int32_t arg[2] = { 0, 0 };
    uint64_t u;

    if (f->type == TC_T_U64) {
        if (!tc_read_hex(s, n, &u))
            return tc_fail(why, TC_E_SYNTAX, f->name, "{0} is 16 hex digits.", f->name);
        *v = (int64_t)u;
        return TC_OK;
    }
    if (p.kind == TC_K_END)
        p.kind = TC_K_INT;
    if (!tc_parse_value(r, bk, &p, s, n, arg, why))
        return why ? why->err : TC_E_SYNTAX;
    *v = arg[0] == TC_NONE && may_be_none(f) ? none_of(f) : arg[0];
    if (arg[0] == TC_NONE && f->kind == TC_K_WORD && !fits(f, *v))
        return tc_fail(why, TC_E_RANGE, f->name, "{0} cannot be none.", f->name);
    if (!fits(f, *v))
        return tc_fail(why, TC_E_RANGE, f->name, "{0} is out of range.", f->name);
    return TC_OK;
}

/* --- Differences ---------------------------------------------------------------- */

static void print_row(const struct tc_ruleset *r, const struct tc_book *bk,
                      const struct tc_field *f, int i, struct tc_text *out)
{
    tc_text_str(out, f->name);
    if (f->count == 1 && f->keyed == TC_NONE)
        return;
    tc_text_char(out, '.');
    if (f->keyed != TC_NONE && i < r->names(bk, f->keyed))
        tc_text_str(out, r->name_of(bk, f->keyed, i));
    else
        tc_text_int(out, i);
}

/* One struct level; structs nest two deep at the most, so this goes on by a small loop. */
static bool diff_level(const struct tc_ruleset *r, const struct tc_book *bk,
                       const struct tc_fields *t, const unsigned char *a,
                       const unsigned char *b, const struct tc_fields **sub, size_t *at,
                       struct tc_text *out)
{
    for (int k = 0; k < t->count; k++) {
        const struct tc_field *f = &t->field[k];
        uint32_t size = tc_field_size(f);
        for (int i = 0; i < f->count; i++) {
            size_t off = f->offset + (size_t)i * size;
            if (memcmp(a + off, b + off, size) == 0)
                continue;
            print_row(r, bk, f, i, out);
            *sub = f->type == TC_T_STRUCT ? f->sub : NULL;
            *at = off;
            if (*sub) {
                tc_text_char(out, '.');
                return true;
            }
            tc_text_str(out, ": ");
            tc_field_print(r, bk, f, tc_field_get(a, f, i), out);
            tc_text_str(out, ", not ");
            tc_field_print(r, bk, f, tc_field_get(b, f, i), out);
            return true;
        }
    }
    return false;
}

bool tc_field_diff(const struct tc_ruleset *r, const struct tc_book *bk, const void *a,
                   const void *b, struct tc_text *out)
{
    const struct tc_fields *t = r->fields;
    const unsigned char *pa = a, *pb = b;
    size_t at;

    if (memcmp(a, b, r->state_size) == 0)
        return false;
    while (t && diff_level(r, bk, t, pa, pb, &t, &at, out)) {
        pa += at;
        pb += at;
    }
    return true;
}

/* NOLINTNEXTLINE(misc-no-recursion): structs nest two deep at the most. */
bool tc_fields_cover(const struct tc_fields *t, struct tc_text *out)
{
    uint32_t at = 0;

    for (int k = 0; k < t->count; k++) {
        const struct tc_field *f = &t->field[k];
        if (f->offset != at) {
            tc_text_str(out, t->name);
            tc_text_str(out, ": a gap or overlap before ");
            tc_text_str(out, f->name);
            return false;
        }
        at += tc_field_size(f) * f->count;
        if (f->type == TC_T_STRUCT && f->sub != t && !tc_fields_cover(f->sub, out))
            return false;
    }
    if (at != t->size) {
        tc_text_str(out, t->name);
        tc_text_str(out, ": bytes at the end belong to no field");
        return false;
    }
    return true;
}
