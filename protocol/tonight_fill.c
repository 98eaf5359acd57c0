/* protocol/tonight_fill.c - reading tonight.yaml, and patterns with words in them. */
#include <stdio.h>
#include <string.h>

#include "protocol/tonight.h"

/* --- Reading ------------------------------------------------------------------------------ */

void tn_fault(struct tn *t, const char *what, const char *text)
{
    if (!t->bad)
        tc_fail(t->why, TC_E_FILE, "data/{0}/tonight.yaml", "{1}: {2}", t->system, what, text);
    t->bad = true;
}

const json_t *tn_part(struct tn *t, const json_t *of, const char *key)
{
    const json_t *j = json_object_get(of, key);

    if (!j)
        tn_fault(t, key, "this key is missing.");
    return j;
}

const char *tn_text(const json_t *j)
{
    return json_is_string(j) ? json_string_value(j) : "";
}

const char *tn_word(struct tn *t, const json_t *of, const char *key)
{
    const json_t *j = tn_part(t, of, key);

    if (j && !json_is_string(j))
        tn_fault(t, key, "this is a text.");
    return tn_text(j);
}

int32_t tn_number(struct tn *t, const json_t *of, const char *key, int32_t none)
{
    const json_t *j = json_object_get(of, key);
    int64_t v = 0;

    if (!j)
        return none;
    if (!tc_read_int(tn_text(j), strlen(tn_text(j)), &v) || v < -100000 || v > 100000)
        tn_fault(t, key, "this is a whole number of at most 100000.");
    return t->bad ? none : (int32_t)v;
}

int32_t tn_length_of(struct tn *t, const json_t *value)
{
    int32_t v = 0;

    if (!tc_read_length(tn_text(value), strlen(tn_text(value)), &v) || v < -400000 ||
        v > 400000 || (t->hex && v % 1000))
        tn_fault(t, "a length", "this is a number of inches of at most 400, or of hexes.");
    return t->hex ? v / 1000 : v;
}

int32_t tn_length(struct tn *t, const json_t *of, const char *key, int32_t none)
{
    const json_t *j = json_object_get(of, key);

    return j ? tn_length_of(t, j) : none;
}

uint32_t tn_draw(struct tn *t, size_t n)
{
    return n ? tc_draw(&t->dice, (uint32_t)n) : 0;
}

const json_t *tn_pick(struct tn *t, const json_t *list)
{
    if (json_array_size(list) == 0)
        tn_fault(t, "a list", "it is empty.");
    return json_array_get(list, tn_draw(t, json_array_size(list)));
}

/* --- Places ------------------------------------------------------------------------------- */

struct tn_spot tn_on_map(const struct tn *t, int side, struct tn_spot at)
{
    struct tn_spot turned = { t->width + t->hex - at.right, t->height + t->hex - at.forward };

    if (t->hex) /* rows are counted from the north */
        return side == 1 ? (struct tn_spot){ turned.right, at.forward }
                         : (struct tn_spot){ at.right, turned.forward };
    return side == 1 ? turned : at;
}

void tn_put_hex(char *buf, struct tn_spot on_map)
{
    snprintf(buf, 8, "%02d%02d", on_map.right > 0 && on_map.right < 100 ? on_map.right : 0,
             on_map.forward > 0 && on_map.forward < 100 ? on_map.forward : 0);
}

/* +2 or -1.5 behind a place; how many bytes that is, 0 for none. */
static size_t read_step(const struct tn *t, const char *s, int32_t *step)
{
    size_t n = 1;

    *step = 0;
    if (s[0] != '+' && s[0] != '-')
        return 0;
    while ((s[n] >= '0' && s[n] <= '9') || (s[n] == '.' && s[n + 1] >= '0' && s[n + 1] <= '9'))
        n++;
    if (n == 1 || n > 8 || !tc_read_length(s + 1, n - 1, step))
        return 0;
    *step = (s[0] == '-' ? -*step : *step) / (t->hex ? 1000 : 1);
    return n;
}

/* $x, $y or $hex with the steps behind it, right and forward; how many bytes are used. */
static size_t put_place(struct tn *t, struct tc_text *out, const char *word, const char *behind,
                        const struct tn_scope *s)
{
    struct tn_spot at = s->at;
    int32_t step;
    char buf[8];
    size_t n = read_step(t, behind, &step), more;

    if (word[0] == 'y')
        at.forward += step;
    else
        at.right += step;
    if (word[0] == 'h' && n > 0 && (more = read_step(t, behind + n, &step)) > 0) {
        at.forward += step;
        n += more;
    }
    struct tn_spot on = tn_on_map(t, s->side, at);
    if (word[0] == 'h') {
        tn_put_hex(buf, on);
        tc_text_str(out, buf);
    } else {
        tc_text_length(out, word[0] == 'x' ? on.right : on.forward);
    }
    return n;
}

/* --- Words -------------------------------------------------------------------------------- */

static const json_t *find_word(const struct tn_scope *s, const char *word)
{
    for (int i = 0; i < 4; i++) {
        const json_t *j = s->words[i] ? json_object_get(s->words[i], word) : NULL;
        if (j)
            return j;
    }
    return NULL;
}

/* The letters behind a $ into word; how many. */
static size_t read_word(const char *s, char *word, size_t cap)
{
    size_t n = 0;

    while (s[n] >= 'a' && s[n] <= 'z' && n + 1 < cap) {
        word[n] = s[n];
        n++;
    }
    word[n] = 0;
    return n;
}

void tn_fill_text(struct tn *t, const char *pattern, const struct tn_scope *s, char *buf,
                  size_t cap)
{
    struct tc_text out = tc_text_on(buf, cap);
    char word[24];

    for (const char *p = pattern; *p;) {
        if (*p != '$') {
            tc_text_char(&out, *p++);
            continue;
        }
        p += 1 + read_word(p + 1, word, sizeof word);
        const json_t *j = find_word(s, word);
        if (s->side >= 0 && (!strcmp(word, "x") || !strcmp(word, "y") || !strcmp(word, "hex")))
            p += put_place(t, &out, word, p, s);
        else if (json_is_string(j))
            tc_text_str(&out, json_string_value(j));
        else
            tn_fault(t, pattern, "a word behind a $ is not known here.");
    }
}

/* The list of that name that belongs to the thing itself: units of the command, not of all. */
static json_t *own_list(const struct tn_scope *s, const char *word)
{
    for (int i = 0; i < 4; i++)
        if (s->words[i])
            return json_object_get(s->words[i], word);
    return NULL;
}

/* Letters alone, and no word that is known as a text: the name of a list, perhaps empty. */
static bool is_list_word(const struct tn_scope *s, const char *word)
{
    const json_t *j = find_word(s, word);
    char read[24];

    return !word[read_word(word, read, sizeof read)] && !json_is_string(j) &&
           (s->side < 0 || (strcmp(word, "x") && strcmp(word, "y") && strcmp(word, "hex")));
}

/* NOLINTNEXTLINE(misc-no-recursion): patterns are at most BOOK_DEPTH_MAX deep. */
static json_t *fill_members(struct tn *t, const json_t *pattern, const struct tn_scope *s)
{
    json_t *out = json_object();

    for (void *i = json_object_iter((json_t *)pattern); i;
         i = json_object_iter_next((json_t *)pattern, i)) {
        json_t *v = tn_fill(t, json_object_iter_value(i), s);
        if (v)
            json_object_set_new(out, json_object_iter_key(i), v);
    }
    return out;
}

/* NOLINTNEXTLINE(misc-no-recursion): as above. */
json_t *tn_fill(struct tn *t, const json_t *pattern, const struct tn_scope *s)
{
    char buf[600];

    if (json_is_object(pattern))
        return fill_members(t, pattern, s);
    if (json_is_array(pattern)) {
        json_t *out = json_array();
        for (size_t i = 0; i < json_array_size(pattern); i++) {
            json_t *v = tn_fill(t, json_array_get(pattern, i), s);
            if (v)
                json_array_append_new(out, v);
        }
        return out;
    }
    const char *text = tn_text(pattern);
    if (text[0] == '$' && is_list_word(s, text + 1)) {
        json_t *list = own_list(s, text + 1);
        return json_array_size(list) ? json_incref(list) : NULL;
    }
    tn_fill_text(t, text, s, buf, sizeof buf);
    return json_string(buf);
}

/* The entry made of a pattern and of what is set beside it. */
static json_t *make_entry(struct tn *t, const json_t *pattern, const json_t *set,
                          const struct tn_scope *s)
{
    json_t *entry = tn_fill(t, pattern, s);

    if (json_is_object(entry) && json_is_object(set)) {
        json_t *more = tn_fill(t, set, s);
        json_object_update(entry, more);
        json_decref(more);
    }
    return entry;
}

static void append(json_t *words, const char *key, json_t *entry)
{
    json_t *list = json_object_get(words, key);

    if (!list)
        json_object_set_new(words, key, list = json_array());
    json_array_append_new(list, json_incref(entry));
}

void tn_add(struct tn *t, const json_t *adds, const json_t *set, const struct tn_scope *s,
            json_t *const *lists, int n)
{
    for (void *i = json_object_iter((json_t *)adds); i;
         i = json_object_iter_next((json_t *)adds, i)) {
        const json_t *p = json_object_iter_value(i);
        size_t count = json_is_array(p) ? json_array_size(p) : 1;
        for (size_t k = 0; k < count; k++) {
            json_t *entry = make_entry(t, json_is_array(p) ? json_array_get(p, k) : p, set, s);
            for (int w = 0; w < n && entry; w++)
                append(lists[w], json_object_iter_key(i), entry);
            json_decref(entry);
        }
    }
}

/* --- Names -------------------------------------------------------------------------------- */

void tn_name(struct tn *t, const char *label, char *buf, size_t cap)
{
    size_t n = 0;

    for (const char *p = label; *p && n + 4 < cap && n < 34; p++) {
        char c = *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p;
        bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (good)
            buf[n++] = c;
        else if (n > 0 && buf[n - 1] != '-' && c != '\'')
            buf[n++] = '-';
    }
    while (n > 0 && buf[n - 1] == '-')
        n--;
    buf[n] = 0;
    if (n == 0)
        n = (size_t)snprintf(buf, cap, "troops");
    for (char again = 'b'; json_object_get(t->used, buf) && again <= 'z'; again++)
        snprintf(buf + n, cap - n, "-%c", again);
    json_object_set_new(t->used, buf, json_true());
}
