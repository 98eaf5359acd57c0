/* protocol/write_state.c - a state written straight away, as json_state.c makes it for eyes
 * that see all: what a record keeps of each turn. */
#include <string.h>

#include "protocol/json.h"
#include "protocol/write.h"

/* The recursion follows the nesting of the field tables, three deep at the most.
 * NOLINTBEGIN(misc-no-recursion) */

static bool all_zero(const unsigned char *p, size_t n)
{
    return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}

/* A name in front of a value; it may be somebody's own. */
static void put_name(struct js_out *o, const char *name)
{
    js_put_string(o, name);
    js_put_plain(o, ":");
    o->comma = false;
}

static void put_word(struct js_out *o, const struct tc_book *bk, const struct tc_field *f,
                     int64_t v)
{
    char buf[128];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_field_print(bk->rules, bk, f, v, &t);
    if (strcmp(buf, "none") == 0 && !(f->words && tc_find_word(f->words, "none", 4) == v))
        js_put_null(o);
    else
        js_put_string(o, buf);
}

static void put_plain(struct js_out *o, const struct tc_book *bk, const struct tc_field *f,
                      const void *base, int i)
{
    struct tc_param p = { f->name, f->kind, f->list, 0, 0, f->words, NULL };
    int64_t v = tc_field_get(base, f, i);
    int32_t arg = (int32_t)v;

    if (f->type == TC_T_U64)
        js_put_hex(o, (uint64_t)v);
    else if (f->kind == TC_K_INT || f->kind == TC_K_END || f->kind == TC_K_LENGTH ||
             f->kind == TC_K_ANGLE)
        js_put_int(o, v);
    else if (f->kind == TC_K_BOOL)
        js_put_bool(o, arg != 0);
    else if (f->kind == TC_K_DICE)
        js_put_json(o, js_value(bk->rules, bk, &p, &arg));
    else
        put_word(o, bk, f, v);
}

static void put_struct(struct js_out *o, const struct tc_book *bk, const struct tc_fields *t,
                       const unsigned char *base);

static void put_element(struct js_out *o, const struct tc_book *bk, const struct tc_field *f,
                        const unsigned char *base, int i)
{
    if (f->type == TC_T_STRUCT)
        put_struct(o, bk, f->sub, base + f->offset + (size_t)i * f->sub->size);
    else
        put_plain(o, bk, f, base, i);
}

static void put_keyed(struct js_out *o, const struct tc_book *bk, const struct tc_field *f,
                      const unsigned char *base)
{
    int named = bk->rules->names(bk, f->keyed);
    uint32_t size = tc_field_size(f);
    char number[24];

    js_put_open(o, '{');
    for (int i = 0; i < f->count; i++) {
        struct tc_text t = tc_text_on(number, sizeof number);
        if (i >= named && all_zero(base + f->offset + (size_t)i * size, size))
            continue;
        tc_text_char(&t, '#');
        tc_text_int(&t, i);
        put_name(o, i < named ? bk->rules->name_of(bk, f->keyed, i) : number);
        put_element(o, bk, f, base, i);
    }
    js_put_close(o, '}');
}

static void put_list(struct js_out *o, const struct tc_book *bk, const struct tc_field *f,
                     const unsigned char *base)
{
    uint32_t size = tc_field_size(f);
    int n = f->count;

    while (n > 0 && all_zero(base + f->offset + (size_t)(n - 1) * size, size))
        n--;
    js_put_open(o, '[');
    for (int i = 0; i < n; i++)
        put_element(o, bk, f, base, i);
    js_put_close(o, ']');
}

static void put_struct(struct js_out *o, const struct tc_book *bk, const struct tc_fields *t,
                       const unsigned char *base)
{
    js_put_open(o, '{');
    for (int k = 0; k < t->count; k++) {
        const struct tc_field *f = &t->field[k];
        if (f->type == TC_T_PAD)
            continue;
        put_name(o, f->name);
        if (f->keyed != TC_NONE)
            put_keyed(o, bk, f, base);
        else if (f->count > 1)
            put_list(o, bk, f, base);
        else
            put_element(o, bk, f, base, 0);
    }
    js_put_close(o, '}');
}

/* NOLINTEND(misc-no-recursion) */

void js_put_state(struct js_out *o, const struct tc_book *bk, const void *state)
{
    put_struct(o, bk, bk->rules->fields, state);
}
