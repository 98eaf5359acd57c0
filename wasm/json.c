/* wasm/json.c - as much of jansson's interface as we use, for WebAssembly.
 *
 * Debian has jansson for its own machines only. The types and macros are those of its header;
 * here are the functions. Objects keep the order of their keys, as there. What a reader says of
 * a faulty text is said in other words.
 */
#include "wasm/json_own.h"

#include <stdlib.h>
#include <string.h>

void *json_grown(void *p, size_t n)
{
    p = realloc(p, n ? n : 1);
    if (!p)
        abort();
    return p;
}

static void *made(size_t n, json_type type)
{
    json_t *j = json_grown(NULL, n);

    memset(j, 0, n);
    j->type = type;
    j->refcount = 1;
    return j;
}

/* --- UTF-8 ------------------------------------------------------------------------------- */

/* Bytes of the character at s, 0 when it is none. */
size_t json_character(const unsigned char *s, size_t n)
{
    size_t more = s[0] < 0x80 ? 0 : s[0] < 0xC2 ? 9 : s[0] < 0xE0 ? 1 : s[0] < 0xF0 ? 2 : 3;

    if (s[0] > 0xF4 || more >= n)
        return 0;
    for (size_t i = 1; i <= more; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
        (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return more + 1;
}

static int is_text(const char *s, size_t n)
{
    for (size_t i = 0, k; i < n; i += k)
        if ((k = json_character((const unsigned char *)s + i, n - i)) == 0)
            return 0;
    return 1;
}

/* --- Plain values ------------------------------------------------------------------------ */

json_t *json_stringn(const char *value, size_t n)
{
    if (!value || !is_text(value, n))
        return NULL;
    struct string *s = made(sizeof *s + n + 1, JSON_STRING);
    s->n = n;
    memcpy(s->text, value, n);
    return &s->j;
}

json_t *json_string(const char *value)
{
    return value ? json_stringn(value, strlen(value)) : NULL;
}

const char *json_string_value(const json_t *j)
{
    return json_is_string(j) ? ((const struct string *)j)->text : NULL;
}

size_t json_string_length(const json_t *j)
{
    return json_is_string(j) ? ((const struct string *)j)->n : 0;
}

json_t *json_integer(json_int_t value)
{
    struct integer *i = made(sizeof *i, JSON_INTEGER);

    i->value = value;
    return &i->j;
}

json_int_t json_integer_value(const json_t *j)
{
    return json_is_integer(j) ? ((const struct integer *)j)->value : 0;
}

json_t *json_real(double value)
{
    struct real *r = made(sizeof *r, JSON_REAL);

    r->value = value;
    return &r->j;
}

double json_real_value(const json_t *j)
{
    return json_is_real(j) ? ((const struct real *)j)->value : 0;
}

double json_number_value(const json_t *j)
{
    return json_is_integer(j) ? (double)json_integer_value(j) : json_real_value(j);
}

json_t *json_true(void)
{
    static json_t j = { JSON_TRUE, (size_t)-1 };

    return &j;
}

json_t *json_false(void)
{
    static json_t j = { JSON_FALSE, (size_t)-1 };

    return &j;
}

json_t *json_null(void)
{
    static json_t j = { JSON_NULL, (size_t)-1 };

    return &j;
}

json_t *json_vsprintf(const char *format, va_list args)
{
    va_list twice;
    va_copy(twice, args);
    int n = vsnprintf(NULL, 0, format, twice);
    va_end(twice);
    char *text = json_grown(NULL, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, args);
    json_t *j = json_stringn(text, (size_t)n);
    free(text);
    return j;
}

json_t *json_sprintf(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    json_t *j = json_vsprintf(format, args);
    va_end(args);
    return j;
}

/* --- Lists ---------------------------------------------------------------------------------
 */

json_t *json_array(void)
{
    return made(sizeof(struct array), JSON_ARRAY);
}

size_t json_array_size(const json_t *j)
{
    return json_is_array(j) ? ((const struct array *)j)->n : 0;
}

json_t *json_array_get(const json_t *j, size_t i)
{
    return i < json_array_size(j) ? ((const struct array *)j)->item[i] : NULL;
}

int json_array_append_new(json_t *j, json_t *value)
{
    struct array *a = (struct array *)j;

    if (!value)
        return -1;
    if (!json_is_array(j)) {
        json_decref(value);
        return -1;
    }
    if (a->n == a->room) {
        a->room = a->room ? 2 * a->room : 8;
        a->item = json_grown(a->item, a->room * sizeof *a->item);
    }
    a->item[a->n++] = value;
    return 0;
}

int json_array_clear(json_t *j)
{
    struct array *a = (struct array *)j;

    if (!json_is_array(j))
        return -1;
    while (a->n > 0)
        json_decref(a->item[--a->n]);
    return 0;
}

/* --- Objects -------------------------------------------------------------------------------
 */

static uint32_t hash_of(const char *key, size_t n)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)key[i]) * 16777619u;
    return h;
}

json_t *json_object(void)
{
    return made(sizeof(struct object), JSON_OBJECT);
}

size_t json_object_size(const json_t *j)
{
    return json_is_object(j) ? ((const struct object *)j)->n : 0;
}

static int same_key(const struct pair *p, uint32_t hash, const char *key, size_t n)
{
    return p->hash == hash && p->n == n && memcmp(p->key, key, n) == 0;
}

static struct pair *find(const struct object *o, const char *key, size_t n, uint32_t hash)
{
    if (o->slot) {
        for (size_t i = hash;; i++) {
            uint32_t at = o->slot[i & (o->slots - 1)];
            if (at == 0)
                return NULL;
            if (same_key(o->pair[at - 1], hash, key, n))
                return o->pair[at - 1];
        }
    }
    for (size_t i = 0; i < o->n; i++)
        if (same_key(o->pair[i], hash, key, n))
            return o->pair[i];
    return NULL;
}

static void put_slot(struct object *o, const struct pair *p)
{
    size_t i = p->hash;

    while (o->slot[i & (o->slots - 1)])
        i++;
    o->slot[i & (o->slots - 1)] = p->at + 1;
}

static void index_pairs(struct object *o)
{
    if (o->n < INDEX_FROM)
        return;
    if (2 * o->n < o->slots) {
        put_slot(o, o->pair[o->n - 1]);
        return;
    }
    o->slots = o->slots ? 2 * o->slots : 32;
    while (o->slots < 4 * o->n)
        o->slots *= 2;
    o->slot = json_grown(o->slot, o->slots * sizeof *o->slot);
    memset(o->slot, 0, o->slots * sizeof *o->slot);
    for (size_t i = 0; i < o->n; i++)
        put_slot(o, o->pair[i]);
}

json_t *json_object_get(const json_t *j, const char *key)
{
    if (!json_is_object(j) || !key)
        return NULL;
    size_t n = strlen(key);
    const struct pair *p = find((const struct object *)j, key, n, hash_of(key, n));
    return p ? p->value : NULL;
}

void json_put_pair(struct object *o, const char *key, size_t n, json_t *value)
{
    uint32_t hash = hash_of(key, n);
    struct pair *p = find(o, key, n, hash);

    if (p) {
        json_decref(p->value);
        p->value = value;
        return;
    }
    if (o->n == o->room) {
        o->room = o->room ? 2 * o->room : 8;
        o->pair = json_grown(o->pair, o->room * sizeof(struct pair *));
    }
    p = json_grown(NULL, sizeof *p + n + 1);
    *p = (struct pair){ value, hash, (uint32_t)o->n, n };
    memcpy(p->key, key, n);
    p->key[n] = 0;
    o->pair[o->n++] = p;
    index_pairs(o);
}

int json_object_set_new(json_t *j, const char *key, json_t *value)
{
    if (!value)
        return -1;
    if (!key || !json_is_object(j) || !is_text(key, strlen(key))) {
        json_decref(value);
        return -1;
    }
    json_put_pair((struct object *)j, key, strlen(key), value);
    return 0;
}

void *json_object_iter(json_t *j)
{
    return json_object_size(j) ? ((struct object *)j)->pair[0] : NULL;
}

void *json_object_iter_next(json_t *j, void *iter)
{
    const struct object *o = (const struct object *)j;
    const struct pair *p = iter;

    return p && p->at + 1 < o->n ? o->pair[p->at + 1] : NULL;
}

void *json_object_key_to_iter(const char *key)
{
    return key ? (void *)(uintptr_t)(key - offsetof(struct pair, key)) : NULL;
}

const char *json_object_iter_key(void *iter)
{
    return iter ? ((struct pair *)iter)->key : NULL;
}

json_t *json_object_iter_value(void *iter)
{
    return iter ? ((struct pair *)iter)->value : NULL;
}

int json_object_update(json_t *j, json_t *other)
{
    const char *key;
    json_t *value;

    if (!json_is_object(j) || !json_is_object(other))
        return -1;
    json_object_foreach(other, key, value) json_object_set_new(j, key, json_incref(value));
    return 0;
}

void json_delete(json_t *j)
{
    if (json_is_array(j)) {
        struct array *a = (struct array *)j;
        for (size_t i = 0; i < a->n; i++)
            json_decref(a->item[i]);
        free(a->item);
    } else if (json_is_object(j)) {
        struct object *o = (struct object *)j;
        for (size_t i = 0; i < o->n; i++) {
            json_decref(o->pair[i]->value);
            free(o->pair[i]);
        }
        free(o->pair);
        free(o->slot);
    }
    free(j);
}

int json_equal(const json_t *a, const json_t *b)
{
    if (!a || !b || a->type != b->type)
        return 0;
    switch (a->type) {
    case JSON_STRING:
        return json_string_length(a) == json_string_length(b) &&
               memcmp(json_string_value(a), json_string_value(b), json_string_length(a)) == 0;
    case JSON_INTEGER: return json_integer_value(a) == json_integer_value(b);
    case JSON_REAL: return json_real_value(a) == json_real_value(b);
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(a); i++)
            if (!json_equal(json_array_get(a, i), json_array_get(b, i)))
                return 0;
        return json_array_size(a) == json_array_size(b);
    case JSON_OBJECT:
        for (size_t i = 0; i < json_object_size(a); i++) {
            const struct pair *p = ((const struct object *)a)->pair[i];
            if (!json_equal(p->value, json_object_get(b, p->key)))
                return 0;
        }
        return json_object_size(a) == json_object_size(b);
    default: return 1;
    }
}

/* --- Packing -------------------------------------------------------------------------------
 */

struct packing {
    const char *at;
    va_list args;
};

static char next(struct packing *p)
{
    while (*p->at == ' ' || *p->at == ',' || *p->at == ':')
        p->at++;
    return *p->at ? *p->at++ : 0;
}

static json_t *pack(struct packing *p, char c);

static json_t *pack_list(struct packing *p)
{
    json_t *j = json_array();

    for (char c; (c = next(p)) != ']' && c;)
        json_array_append_new(j, pack(p, c));
    return j;
}

static json_t *pack_object(struct packing *p)
{
    json_t *j = json_object();

    while (next(p) == 's') {
        const char *key = va_arg(p->args, const char *);
        json_object_set_new(j, key, pack(p, next(p)));
    }
    return j;
}

static json_t *pack(struct packing *p, char c)
{
    const char *text;

    switch (c) {
    case '{': return pack_object(p);
    case '[': return pack_list(p);
    case 's':
        text = va_arg(p->args, const char *);
        if (*p->at == '?') {
            p->at++;
            return text ? json_string(text) : json_null();
        }
        return json_string(text);
    case 'i': return json_integer(va_arg(p->args, int));
    case 'I': return json_integer(va_arg(p->args, json_int_t));
    case 'b': return va_arg(p->args, int) ? json_true() : json_false();
    case 'f': return json_real(va_arg(p->args, double));
    case 'n': return json_null();
    case 'o': return va_arg(p->args, json_t *);
    case 'O': return json_incref(va_arg(p->args, json_t *));
    default: abort();
    }
}

json_t *json_pack(const char *format, ...)
{
    struct packing p = { .at = format };

    va_start(p.args, format);
    json_t *j = pack(&p, next(&p));
    va_end(p.args);
    return j;
}
