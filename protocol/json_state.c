/* protocol/json_state.c - states out and in, by the field tables.
 *
 * Structs are objects. Arrays whose rows have names are objects by name, rows past the names
 * that are not all zero come as "#7". Other arrays are lists, cut after their last entry that
 * is not all zero; in part of a state an object {"3": ...} sets single entries of one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/json.h"

/* The recursion follows the nesting of the field tables, three deep at the most.
 * NOLINTBEGIN(misc-no-recursion) */

/* --- Writing -------------------------------------------------------------------- */

struct writer {
    const struct tc_book *bk;
    const void *state;
    int viewer; /* TC_NONE: sees all */
};

static bool all_zero(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i])
            return false;
    return true;
}

static int owner_of(const struct writer *w, const struct tc_field *f, int row)
{
    if (w->bk->rules->row_side)
        return w->bk->rules->row_side(w->bk, w->state, f, row);
    return f->count == TC_SIDES && f->keyed == TC_NONE ? row : TC_NONE;
}

static bool is_seen(const struct writer *w, const struct tc_field *f, int owner)
{
    if (w->viewer == TC_NONE || f->show == TC_SHOW_ALL)
        return true;
    return f->show == TC_SHOW_OWNER && (owner == w->viewer || owner == TC_SIDES);
}

static json_t *plain(const struct writer *w, const struct tc_field *f, const void *base, int i)
{
    struct tc_param p = { f->name, f->kind, f->list, 0, 0, f->words, NULL };
    int64_t v = tc_field_get(base, f, i);
    char buf[128];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    if (f->type == TC_T_U64)
        return js_hex((uint64_t)v);
    if (p.kind == TC_K_INT || p.kind == TC_K_END || p.kind == TC_K_LENGTH ||
        p.kind == TC_K_ANGLE)
        return json_integer(v);
    if (p.kind == TC_K_BOOL || p.kind == TC_K_DICE) {
        int32_t arg = (int32_t)v;
        return js_value(w->bk->rules, w->bk, &p, &arg);
    }
    tc_field_print(w->bk->rules, w->bk, f, v, &t);
    /* a word of a list may be spelt "none"; what is no word at all is null */
    if (strcmp(buf, "none") == 0 && !(f->words && tc_find_word(f->words, "none", 4) == v))
        return json_null();
    return json_string(buf);
}

static json_t *write_struct(const struct writer *w, const struct tc_fields *t,
                            const unsigned char *base, int owner);

static json_t *write_element(const struct writer *w, const struct tc_field *f,
                             const unsigned char *base, int i, int owner)
{
    if (!is_seen(w, f, owner))
        return json_null();
    if (f->type != TC_T_STRUCT)
        return plain(w, f, base, i);
    return write_struct(w, f->sub, base + f->offset + (size_t)i * f->sub->size, owner);
}

static json_t *write_keyed(const struct writer *w, const struct tc_field *f,
                           const unsigned char *base, bool top, int owner)
{
    const struct tc_ruleset *r = w->bk->rules;
    int named = r->names(w->bk, f->keyed);
    uint32_t size = tc_field_size(f);
    json_t *o = json_object();
    char number[24];

    for (int i = 0; i < f->count; i++) {
        const char *key = number;
        if (i < named)
            key = r->name_of(w->bk, f->keyed, i);
        else if (all_zero(base + f->offset + (size_t)i * size, size))
            continue;
        else
            snprintf(number, sizeof number, "#%d", i);
        json_object_set_new(o, key,
                            write_element(w, f, base, i, top ? owner_of(w, f, i) : owner));
    }
    return o;
}

static json_t *write_list(const struct writer *w, const struct tc_field *f,
                          const unsigned char *base, bool top, int owner)
{
    uint32_t size = tc_field_size(f);
    json_t *a = json_array();
    int n = f->count;

    while (n > 0 && all_zero(base + f->offset + (size_t)(n - 1) * size, size))
        n--;
    /* a hidden list must not tell its length */
    if (f->show != TC_SHOW_ALL && w->viewer != TC_NONE)
        n = f->count;
    for (int i = 0; i < n; i++)
        json_array_append_new(a, write_element(w, f, base, i, top ? owner_of(w, f, i) : owner));
    return a;
}

static json_t *write_field(const struct writer *w, const struct tc_field *f,
                           const unsigned char *base, bool top, int owner)
{
    if (f->keyed != TC_NONE)
        return write_keyed(w, f, base, top, owner);
    if (f->count > 1)
        return write_list(w, f, base, top, owner);
    return write_element(w, f, base, 0, top ? owner_of(w, f, 0) : owner);
}

static json_t *write_struct(const struct writer *w, const struct tc_fields *t,
                            const unsigned char *base, int owner)
{
    json_t *o = json_object();

    for (int k = 0; k < t->count; k++)
        if (t->field[k].type != TC_T_PAD)
            json_object_set_new(
                o, t->field[k].name,
                write_field(w, &t->field[k], base, t == w->bk->rules->fields, owner));
    return o;
}

json_t *js_state(const struct tc_book *bk, const void *state, int viewer)
{
    const struct tc_head *h = state;
    /* once the battle is over nothing is hidden */
    struct writer w = { bk, state, h->over ? TC_NONE : viewer };

    return write_struct(&w, bk->rules->fields, state, TC_NONE);
}

/* --- Reading ----------------------------------------------------------------------- */

struct reader {
    const struct tc_book *bk;
    unsigned flags;
    char path[192];
    size_t len;
    struct tc_why *why;
};

/* Put a name behind the path; the old length is given back to cut it off again. */
static size_t enter(struct reader *r, const char *name)
{
    size_t was = r->len;
    struct tc_text t = { r->path, sizeof r->path, (uint32_t)r->len, false };

    tc_text_str(&t, was ? "." : "");
    tc_text_str(&t, name);
    r->len = t.len;
    return was;
}

static void leave(struct reader *r, size_t was)
{
    r->len = was;
    r->path[was] = 0;
}

static enum tc_err bad(struct reader *r, enum tc_err err, const char *text, const char *a)
{
    return tc_fail(r->why, err, "{0}", text, r->len ? r->path : "state", a);
}

static enum tc_err put(struct reader *r, const struct tc_field *f, void *base, int i, int64_t v)
{
    char text[24], most[24];
    struct tc_text t = tc_text_on(text, sizeof text), m = tc_text_on(most, sizeof most);

    if (tc_field_set(base, f, i, v))
        return TC_OK;
    tc_text_int(&t, v);
    if (f->kind == TC_K_LENGTH)
        return bad(r, TC_E_RANGE, "{0} cannot be {1}: no length is over 1000 inches.", text);
    if (f->most == 0)
        return bad(r, TC_E_RANGE, "{0} cannot be {1}: it does not fit.", text);
    tc_text_int(&m, f->most);
    return tc_fail(r->why, TC_E_RANGE, "{0}", "{0} cannot be {1}; allowed: 0 to {2}.", r->path,
                   text, most);
}

static enum tc_err put_text(struct reader *r, const struct tc_field *f, void *base, int i,
                            const char *s, size_t n)
{
    struct tc_why why;
    int64_t v;
    enum tc_err err = tc_field_parse(r->bk->rules, r->bk, f, s, n, &v, &why);

    if (err != TC_OK)
        return bad(r, err, "{0}: {1}", why.text);
    return put(r, f, base, i, v);
}

static bool is_number(const struct tc_field *f)
{
    return f->kind == TC_K_INT || f->kind == TC_K_END || f->kind == TC_K_LENGTH ||
           f->kind == TC_K_ANGLE;
}

static enum tc_err read_plain(struct reader *r, const struct tc_field *f, const json_t *j,
                              void *base, int i)
{
    struct tc_param p = { f->name, f->kind, f->list, 0, 0, f->words, NULL };
    struct tc_why why;
    uint64_t wide;
    int32_t arg = 0;

    if (f->type == TC_T_U64) {
        if (!js_read_hash(j, &wide))
            return bad(r, TC_E_SYNTAX, "{0} must be a string of 16 hex digits.", "");
        return put(r, f, base, i, (int64_t)wide);
    }
    if (json_is_string(j) &&
        (!is_number(f) || f->kind == TC_K_LENGTH || f->kind == TC_K_ANGLE ||
         (r->flags & JS_TEXT)) &&
        (f->kind != TC_K_BOOL || (r->flags & JS_TEXT)))
        return put_text(r, f, base, i, json_string_value(j), json_string_length(j));
    if (json_is_null(j) && (f->kind == TC_K_NAME || f->kind == TC_K_WORD ||
                            f->kind == TC_K_SIDE || f->kind == TC_K_HEX)) {
        if (f->words && tc_find_word(f->words, "none", 4) != TC_NONE)
            return bad(r, TC_E_SYNTAX, "{0} cannot be null; say none.", "");
        return put_text(r, f, base, i, "none", 4);
    }
    if (is_number(f)) {
        if (!json_is_integer(j))
            return bad(r, TC_E_SYNTAX, "{0} must be a whole number.", "");
        return put(r, f, base, i, json_integer_value(j));
    }
    enum tc_err err = js_read_value(r->bk->rules, r->bk, &p, j, r->flags, &arg, &why);
    if (err != TC_OK)
        return bad(r, err, "{0}: {1}", why.text);
    return put(r, f, base, i, arg);
}

static enum tc_err read_struct(struct reader *r, const struct tc_fields *t, const json_t *j,
                               unsigned char *base);

static enum tc_err read_element(struct reader *r, const struct tc_field *f, const json_t *j,
                                unsigned char *base, int i)
{
    if (f->type == TC_T_STRUCT)
        return read_struct(r, f->sub, j, base + f->offset + (size_t)i * f->sub->size);
    return read_plain(r, f, j, base, i);
}

/* The row of an array that a key names: by name, or by number where it has none. */
static int find_row(const struct reader *r, const struct tc_field *f, const char *key)
{
    const struct tc_ruleset *rules = r->bk->rules;
    int64_t v;

    if (f->keyed != TC_NONE && key[0] != '#') {
        int i = tc_find_name(rules, r->bk, f->keyed, key, strlen(key));
        return i < f->count ? i : TC_NONE;
    }
    if (f->keyed != TC_NONE)
        key++;
    if (!tc_read_int(key, strlen(key), &v) || v < 0 || v >= f->count)
        return TC_NONE;
    return f->keyed != TC_NONE && v < rules->names(r->bk, f->keyed) ? TC_NONE : (int)v;
}

static enum tc_err read_rows(struct reader *r, const struct tc_field *f, const json_t *j,
                             unsigned char *base)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)j, key, value)
    {
        int i = find_row(r, f, key);
        if (i == TC_NONE)
            return bad(r, TC_E_NAME, "{0} has no entry \"{1}\" in this battle.", key);
        size_t was = enter(r, key);
        enum tc_err err = read_element(r, f, value, base, i);
        if (err != TC_OK)
            return err;
        leave(r, was);
    }
    return TC_OK;
}

/* Every row with a name must be there. */
static enum tc_err need_rows(struct reader *r, const struct tc_field *f, const json_t *j)
{
    const struct tc_ruleset *rules = r->bk->rules;
    int named = rules->names(r->bk, f->keyed);

    for (int i = 0; i < named && i < f->count; i++)
        if (!json_object_get(j, rules->name_of(r->bk, f->keyed, i)))
            return bad(r, TC_E_KEY, "{0} lacks its entry \"{1}\".",
                       rules->name_of(r->bk, f->keyed, i));
    return TC_OK;
}

static enum tc_err read_list(struct reader *r, const struct tc_field *f, const json_t *j,
                             unsigned char *base)
{
    char number[24];

    snprintf(number, sizeof number, "%d", f->count);
    if (json_array_size(j) > f->count)
        return bad(r, TC_E_FULL, "{0} holds at most {1} entries.", number);
    memset(base + f->offset, 0, tc_field_size(f) * f->count);
    for (size_t i = 0; i < json_array_size(j); i++) {
        snprintf(number, sizeof number, "%zu", i);
        size_t was = enter(r, number);
        enum tc_err err = read_element(r, f, json_array_get(j, i), base, (int)i);
        if (err != TC_OK)
            return err;
        leave(r, was);
    }
    return TC_OK;
}

static enum tc_err read_field(struct reader *r, const struct tc_field *f, const json_t *j,
                              unsigned char *base)
{
    bool partial = r->flags & JS_PARTIAL;

    if (f->keyed == TC_NONE && f->count == 1)
        return read_element(r, f, j, base, 0);
    if (f->keyed == TC_NONE && json_is_array(j))
        return read_list(r, f, j, base);
    if (!json_is_object(j) || (f->keyed == TC_NONE && !partial))
        return bad(r, TC_E_SYNTAX, "{0} must be {1}.",
                   f->keyed == TC_NONE ? "a list" : "an object with the entries by name");
    if (f->keyed != TC_NONE && !partial) {
        enum tc_err err = need_rows(r, f, j);
        if (err != TC_OK)
            return err;
    }
    return read_rows(r, f, j, base);
}

static enum tc_err need_fields(struct reader *r, const struct tc_fields *t, const json_t *j)
{
    for (int k = 0; k < t->count; k++)
        if (t->field[k].type != TC_T_PAD && !json_object_get(j, t->field[k].name))
            return bad(r, TC_E_KEY, "{0} lacks its field \"{1}\".", t->field[k].name);
    return TC_OK;
}

static enum tc_err read_struct(struct reader *r, const struct tc_fields *t, const json_t *j,
                               unsigned char *base)
{
    const char *key;
    json_t *value;
    enum tc_err err = TC_OK;

    if (!json_is_object(j))
        return bad(r, TC_E_SYNTAX, "{0} must be an object with its fields by name.", "");
    if (!(r->flags & JS_PARTIAL))
        err = need_fields(r, t, j);
    if (err != TC_OK)
        return err;
    json_object_foreach((json_t *)(uintptr_t)j, key, value)
    {
        const struct tc_field *f = tc_field_find(t, key, strlen(key));
        if (!f)
            return bad(r, TC_E_KEY, "{0} has no field \"{1}\".", key);
        size_t was = enter(r, key);
        err = read_field(r, f, value, base);
        if (err != TC_OK)
            return err;
        leave(r, was);
    }
    return TC_OK;
}

static enum tc_err same_book(const struct tc_book *bk, const void *state, struct tc_why *why)
{
    const struct tc_head *h = state;

    if (h->book == bk->hash)
        return TC_OK;
    return tc_fail(why, TC_E_EDITION, "head.book",
                   "The position was made with other tables or another scenario than {0}.",
                   bk->id);
}

enum tc_err js_read_state(const struct tc_book *bk, const json_t *j, unsigned flags,
                          void *state, struct tc_why *why)
{
    struct reader r = { .bk = bk, .flags = flags, .why = why };
    size_t size = bk->rules->state_size;
    unsigned char *copy = calloc(1, size);
    enum tc_err err;

    if (!copy)
        return tc_fail(why, TC_E_FULL, "state", "There is not enough memory.");
    if (flags & JS_PARTIAL)
        memcpy(copy, state, size);
    err = read_struct(&r, bk->rules->fields, j, copy);
    if (err == TC_OK && (flags & JS_ADOPT))
        ((struct tc_head *)(void *)copy)->book = bk->hash;
    if (err == TC_OK)
        err = same_book(bk, copy, why);
    if (err == TC_OK)
        memcpy(state, copy, size);
    free(copy);
    return err;
}

/* NOLINTEND(misc-no-recursion) */
