/* protocol/json_value.c - single values, hashes, keys. */
#include <stdlib.h>
#include <string.h>

#include "protocol/json.h"

json_t *js_message(void)
{
    return json_pack("{si}", "v", JS_VERSION);
}

json_t *js_hex(uint64_t v)
{
    char buf[20];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_text_hex(&t, v);
    return json_string(buf);
}

json_t *js_seed(const uint64_t seed[2])
{
    char buf[40];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_text_hex(&t, seed[0]);
    tc_text_hex(&t, seed[1]);
    return json_string(buf);
}

json_t *js_word(const uint8_t word[32])
{
    static const char digit[] = "0123456789abcdef";
    char text[65];

    for (int i = 0; i < 32; i++) {
        text[2 * i] = digit[word[i] >> 4];
        text[2 * i + 1] = digit[word[i] & 15];
    }
    text[64] = '\0';
    return json_string(text);
}

bool js_read_word(const json_t *j, uint8_t out[32])
{
    const char *text = json_string_value(j);

    if (!text || json_string_length(j) != 64)
        return false;
    for (int i = 0; i < 32; i++) {
        uint64_t byte;
        if (!tc_read_hex(text + 2 * i, 2, &byte))
            return false;
        out[i] = (uint8_t)byte;
    }
    return true;
}

bool js_read_hash(const json_t *j, uint64_t *out)
{
    return json_is_string(j) && json_string_length(j) == 16 &&
           tc_read_hex(json_string_value(j), 16, out);
}

bool js_read_seed(const json_t *j, uint64_t seed[2])
{
    uint64_t got[2];

    if (!json_is_string(j) || json_string_length(j) != 32 ||
        !tc_read_hex(json_string_value(j), 16, &got[0]) ||
        !tc_read_hex(json_string_value(j) + 16, 16, &got[1]))
        return false;
    memcpy(seed, got, sizeof got);
    return true;
}

bool js_only_keys(const json_t *j, const char *const *keys, const char *where,
                  struct tc_why *why)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)j, key, value)
    {
        char list[256];
        struct tc_text t = tc_text_on(list, sizeof list);
        int i = 0;

        while (keys[i] && strcmp(keys[i], key) != 0)
            i++;
        if (keys[i])
            continue;
        for (i = 0; keys[i]; i++) {
            tc_text_str(&t, i ? ", " : "");
            tc_text_str(&t, keys[i]);
        }
        if (keys[0])
            tc_fail(why, TC_E_KEY, "{2}", "There is no key \"{0}\" here; there may be {1}.",
                    key, list, where);
        else
            tc_fail(why, TC_E_KEY, "{1}", "There is no key \"{0}\" here; there may be none.",
                    key, where);
        return false;
    }
    return true;
}

/* --- Writing ------------------------------------------------------------------ */

static json_t *text_of(const struct tc_ruleset *r, const struct tc_book *bk,
                       const struct tc_param *p, const int32_t *arg)
{
    char buf[128];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_print_value(r, bk, p, arg, &t);
    return json_string(buf);
}

static json_t *dice_list(int32_t set)
{
    json_t *a = json_array();

    for (int i = 0; i < 30; i++)
        if (set >> i & 1)
            json_array_append_new(a, json_integer(i + 1));
    return a;
}

json_t *js_value(const struct tc_ruleset *r, const struct tc_book *bk, const struct tc_param *p,
                 const int32_t *arg)
{
    switch ((enum tc_kind)p->kind) {
    case TC_K_END:
    case TC_K_INT:
    case TC_K_LENGTH:
    case TC_K_ANGLE: return json_integer(*arg);
    case TC_K_BOOL: return json_boolean(*arg != 0);
    case TC_K_POINT: return json_pack("[ii]", (int)arg[0], (int)arg[1]);
    case TC_K_DICE: return dice_list(*arg);
    case TC_K_MSG:
        if (*arg < 0 || *arg >= r->label_count)
            return json_null();
        return json_string(r->labels[*arg].name);
    case TC_K_NAME:
        if (*arg < 0 || *arg >= r->names(bk, p->list))
            return json_null();
        break;
    case TC_K_SIDE:
        if (*arg < 0 || *arg >= TC_SIDES)
            return json_null();
        break;
    case TC_K_WORD:
    case TC_K_HEX:
    case TC_K_STEP:
    case TC_K_ENDING:
        if (*arg == TC_NONE)
            return json_null();
        break;
    }
    return text_of(r, bk, p, arg);
}

json_t *js_args(const struct tc_book *bk, const struct tc_decl *d, const int32_t *arg)
{
    json_t *o = json_object();

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        json_object_set_new(o, d->param[i].name,
                            js_value(bk->rules, bk, &d->param[i], arg + tc_decl_place(d, i)));
    return o;
}

/* --- Reading -------------------------------------------------------------------- */

static enum tc_err wrong_type(const struct tc_param *p, const char *wanted, struct tc_why *why)
{
    return tc_fail(why, TC_E_SYNTAX, "{0}", "{0} must be {1}.", p->name, wanted);
}

static enum tc_err read_integer(const struct tc_param *p, const json_t *j, int32_t most,
                                int32_t *arg, struct tc_why *why)
{
    json_int_t v = json_integer_value(j);

    if (!json_is_integer(j))
        return wrong_type(p, "a whole number", why);
    if (v > most || v < -(json_int_t)most)
        return tc_fail(why, TC_E_RANGE, "{0}", "{0} is out of range.", p->name);
    *arg = (int32_t)v;
    return TC_OK;
}

static enum tc_err read_point(const struct tc_param *p, const json_t *j, int32_t *arg,
                              struct tc_why *why)
{
    int32_t got[2];

    if (!json_is_array(j) || json_array_size(j) != 2)
        return wrong_type(p, "two whole numbers, [x, y]", why);
    for (size_t i = 0; i < 2; i++) {
        enum tc_err err = read_integer(p, json_array_get(j, i), 2000000, &got[i], why);
        if (err != TC_OK)
            return err;
    }
    memcpy(arg, got, sizeof got);
    return TC_OK;
}

static enum tc_err read_dice(const struct tc_param *p, const json_t *j, int32_t *arg,
                             struct tc_why *why)
{
    int32_t set = 0;

    if (!json_is_array(j))
        return wrong_type(p, "a list of dice by number, [1, 3]", why);
    for (size_t i = 0; i < json_array_size(j); i++) {
        json_int_t v = json_integer_value(json_array_get(j, i));
        if (v < 1 || v > 30)
            return wrong_type(p, "a list of dice by number, 1 to 30", why);
        set |= (int32_t)1 << (v - 1);
    }
    *arg = set;
    return TC_OK;
}

static enum tc_err read_text(const struct tc_ruleset *r, const struct tc_book *bk,
                             const struct tc_param *p, const json_t *j, int32_t *arg,
                             struct tc_why *why)
{
    struct tc_why local;

    if (!why)
        why = &local;
    if (tc_parse_value(r, bk, p, json_string_value(j), json_string_length(j), arg, why))
        return TC_OK;
    return why->err;
}

/* Kinds whose values are words in JSON too. */
static bool is_worded(unsigned kind)
{
    return kind == TC_K_NAME || kind == TC_K_SIDE || kind == TC_K_WORD || kind == TC_K_HEX ||
           kind == TC_K_STEP || kind == TC_K_ENDING;
}

static bool may_be_text(unsigned kind, unsigned flags)
{
    return kind != TC_K_END && kind != TC_K_MSG &&
           (is_worded(kind) || (flags & JS_TEXT) || (kind != TC_K_INT && kind != TC_K_BOOL));
}

enum tc_err js_read_value(const struct tc_ruleset *r, const struct tc_book *bk,
                          const struct tc_param *p, const json_t *j, unsigned flags,
                          int32_t *arg, struct tc_why *why)
{
    if (json_is_string(j) && may_be_text(p->kind, flags))
        return read_text(r, bk, p, j, arg, why);
    if (json_is_null(j) && is_worded(p->kind)) {
        *arg = TC_NONE;
        return TC_OK;
    }
    switch ((enum tc_kind)p->kind) {
    case TC_K_INT: return read_integer(p, j, INT32_MAX, arg, why);
    case TC_K_LENGTH: return read_integer(p, j, 2000000, arg, why);
    case TC_K_ANGLE: return read_integer(p, j, 65536, arg, why);
    case TC_K_POINT: return read_point(p, j, arg, why);
    case TC_K_DICE: return read_dice(p, j, arg, why);
    case TC_K_BOOL:
        if (!json_is_boolean(j))
            return wrong_type(p, "true or false", why);
        *arg = json_is_true(j);
        return TC_OK;
    case TC_K_END:
    case TC_K_SIDE:
    case TC_K_WORD:
    case TC_K_NAME:
    case TC_K_HEX:
    case TC_K_MSG:
    case TC_K_STEP:
    case TC_K_ENDING: break;
    }
    return wrong_type(p, "a name in quotes", why);
}
