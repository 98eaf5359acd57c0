/* book/rows.c - a file against the rows of its schema, and into the book. */
#include "book/rows.h"

#include <stdio.h>
#include <string.h>

#include "book/scalar.h"

/* --- Keys that all files have --- */

#define HEAD(NAME, KIND, MAY)                                                                  \
    {                                                                                          \
        .name = NAME, .kind = KIND, .may = MAY, .at = TC_NOWHERE                               \
    }

static const struct tc_key table_head[] = {
    HEAD("format", TC_KEY_TEXT, 0), HEAD("system", TC_KEY_NAME, 0),
    HEAD("table", TC_KEY_NAME, 0),  HEAD("rule", TC_KEY_RULE, 0),
    HEAD("source", TC_KEY_TEXT, 0), HEAD("note", TC_KEY_TEXT, 1),
    { .kind = TC_KEY_END },
};
static const struct tc_key map_head[] = {
    HEAD("format", TC_KEY_TEXT, 0), HEAD("system", TC_KEY_NAME, 0),
    HEAD("title", TC_KEY_TEXT, 0),  HEAD("rule", TC_KEY_RULE, 1),
    HEAD("source", TC_KEY_TEXT, 0), HEAD("note", TC_KEY_TEXT, 1),
    { .kind = TC_KEY_END },
};
static const struct tc_key scenario_head[] = {
    HEAD("format", TC_KEY_TEXT, 0), HEAD("system", TC_KEY_NAME, 0),
    HEAD("title", TC_KEY_TEXT, 0),  HEAD("rule", TC_KEY_RULE, 1),
    HEAD("source", TC_KEY_TEXT, 0), HEAD("note", TC_KEY_TEXT, 1),
    HEAD("battle", TC_KEY_NAME, 1), HEAD("state", TC_KEY_ANY, 1),
    { .kind = TC_KEY_END },
};
/* A position that names its scenario instead of holding one. */
static const struct tc_key position_head[] = {
    HEAD("format", TC_KEY_TEXT, 0), HEAD("system", TC_KEY_TEXT, 1),
    HEAD("scenario", TC_KEY_ID, 0), HEAD("title", TC_KEY_TEXT, 1),
    HEAD("source", TC_KEY_TEXT, 1), HEAD("note", TC_KEY_TEXT, 1),
    HEAD("state", TC_KEY_ANY, 0),   { .kind = TC_KEY_END },
};
static const struct tc_key no_keys[] = { { .kind = TC_KEY_END } };

const struct tc_key *book_head_keys(enum book_format format)
{
    return format == BOOK_TABLE      ? table_head
           : format == BOOK_MAP_FILE ? map_head
           : format == BOOK_SCENARIO ? scenario_head
                                     : position_head;
}

static const struct tc_key *find_key(const struct tc_key *k, const char *name)
{
    for (; k->kind != TC_KEY_END; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

/* --- The shape of a file --- */

#define WRONG(W, ERR, AT, ...) book_problem((W)->report, (ERR), (W)->file, (AT), __VA_ARGS__)

static void check_key(const struct book_scalars *w, const struct book_node *n,
                      const struct tc_key *k);

/* A key that all files have may be looked at by a system too: it is named once. */
static void list_keys(struct tc_text *t, const struct tc_key *head, const struct tc_key *k)
{
    for (; k->kind != TC_KEY_END; k++) {
        if (find_key(head, k->name))
            continue;
        tc_text_str(t, t->len ? ", " : "");
        tc_text_str(t, k->name);
    }
}

static void need_keys(const struct book_scalars *w, const struct book_node *n,
                      const struct tc_key *k)
{
    for (; k->kind != TC_KEY_END; k++)
        if (!k->may && book_child(n, k->name) == NULL)
            WRONG(w, TC_E_KEY, n, "the key \"%s\" is missing.", k->name);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_map(const struct book_scalars *w, const struct book_node *n,
                      const struct tc_key *head, const struct tc_key *keys)
{
    char allowed[330];
    struct tc_text t = tc_text_on(allowed, sizeof allowed);

    list_keys(&t, no_keys, head);
    list_keys(&t, head, keys);
    for (const struct book_node *c = n->first; c; c = c->next) {
        const struct tc_key *k = find_key(head, c->key);
        k = k ? k : find_key(keys, c->key);
        if (k)
            check_key(w, c, k);
        else
            WRONG(w, TC_E_KEY, c, "is no key here; allowed: %s.", allowed);
    }
    need_keys(w, n, head);
    need_keys(w, n, keys);
}

static void check_count(const struct book_scalars *w, const struct book_node *n, int least,
                        int most)
{
    if (n->count < least || n->count > most)
        WRONG(w, n->count < least ? TC_E_RANGE : TC_E_FULL, n,
              "has %d entries; allowed: %d to %d.", n->count, least, most);
}

static bool is_kind(const struct book_scalars *w, const struct book_node *n,
                    enum book_node_kind want)
{
    static const char *const words[] = { "a mapping of `key: value`", "a list",
                                         "a single value" };

    if (n->kind != want)
        WRONG(w, TC_E_SYNTAX, n, "must be %s.", words[want]);
    return n->kind == want;
}

static void check_value(const struct book_scalars *w, const struct book_node *n,
                        enum tc_key_kind kind, const struct tc_key *k)
{
    if (!is_kind(w, n, BOOK_SCALAR))
        return;
    if (kind == TC_KEY_INT || kind == TC_KEY_LENGTH || kind == TC_KEY_ANGLE)
        book_check_number(w, n, kind, k->min, k->max);
    else if (kind == TC_KEY_YES)
        book_check_yes(w, n);
    else if (kind == TC_KEY_WORD)
        book_check_word(w, n, k->words, k->kind == TC_KEY_WORD ? k->most : 0);
    else
        book_check_text(w, n, kind);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_by(const struct book_scalars *w, const struct book_node *n,
                     const struct tc_key *k)
{
    char allowed[330];
    struct tc_text t = tc_text_on(allowed, sizeof allowed);

    for (int i = 0; k->words[i]; i++) {
        tc_text_str(&t, i ? ", " : "");
        tc_text_str(&t, k->words[i]);
    }
    for (const struct book_node *c = n->first; c; c = c->next) {
        if (tc_find_word(k->words, c->key, strlen(c->key)) < 0)
            WRONG(w, TC_E_KEY, c, "is no key here; allowed: %s.", allowed);
        else if (k->each != TC_KEY_MAP)
            check_value(w, c, (enum tc_key_kind)k->each, k);
        else if (is_kind(w, c, BOOK_MAP))
            check_map(w, c, no_keys, k->of->keys);
    }
    for (int i = 0; k->words[i]; i++)
        if (book_child(n, k->words[i]) == NULL)
            WRONG(w, TC_E_KEY, n, "the key \"%s\" is missing.", k->words[i]);
}

/* --- Printed tables: rows of words --- */

/* The next word of a text, or NULL. */
static const char *next_word(const char **text, size_t *n)
{
    const char *s = *text + strspn(*text, " \t\n");

    *n = strcspn(s, " \t\n");
    *text = s + *n;
    return *n ? s : NULL;
}

/* Does the row begin with its number? */
static void check_number_of(const struct book_scalars *w, const struct book_node *c,
                            const struct tc_key *k, const char **text)
{
    char want[16];
    size_t n = 0;
    const char *s = next_word(text, &n);

    snprintf(want, sizeof want, "%d", (int)k->min + c->index);
    if (s == NULL || strlen(want) != n || memcmp(s, want, n) != 0)
        WRONG(w, TC_E_RANGE, c, "the row must begin with its number, %s.", want);
}

static void check_grid_row(const struct book_scalars *w, const struct book_node *c,
                           const struct tc_key *k)
{
    const char *text = c->text, *s;
    char word[41];
    size_t n;
    int columns = 0;

    if (k->min >= 0)
        check_number_of(w, c, k, &text);
    for (; (s = next_word(&text, &n)) != NULL; columns++) {
        struct book_node cell = *c;
        snprintf(word, sizeof word, "%.*s", (int)(n < 40 ? n : 40), s);
        cell.text = word;
        if (columns < k->stride)
            book_check_word(w, &cell, k->words, 0);
    }
    if (columns != k->stride)
        WRONG(w, TC_E_RANGE, c, "the row has %d words; it must have %d.", columns, k->stride);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_entry(const struct book_scalars *w, const struct book_node *c,
                        const struct tc_key *k)
{
    static const struct tc_key number = { .name = "", .kind = TC_KEY_ROW };

    if (k->kind == TC_KEY_LIST) {
        if (is_kind(w, c, BOOK_MAP))
            check_map(w, c, no_keys, k->of->keys);
    } else if (k->kind == TC_KEY_GRID) {
        if (is_kind(w, c, BOOK_SCALAR))
            check_grid_row(w, c, k);
    } else if (k->kind == TC_KEY_SET) {
        check_value(w, c, TC_KEY_WORD, k);
    } else if (k->kind == TC_KEY_ROW) {
        check_value(w, c, (enum tc_key_kind)k->each, k);
    } else if (is_kind(w, c, BOOK_LIST)) { /* a point */
        struct tc_key xy = number;
        xy.each = TC_KEY_LENGTH;
        xy.min = k->min;
        xy.max = k->max;
        check_count(w, c, 2, 2);
        for (const struct book_node *v = c->first; v; v = v->next)
            check_value(w, v, TC_KEY_LENGTH, &xy);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_list(const struct book_scalars *w, const struct book_node *n,
                       const struct tc_key *k)
{
    if (k->kind == TC_KEY_GRID)
        check_count(w, n, k->rows, k->rows);
    else if (k->kind != TC_KEY_SET)
        check_count(w, n, k->least, k->most);
    for (const struct book_node *c = n->first; c; c = c->next)
        check_entry(w, c, k);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_key(const struct book_scalars *w, const struct book_node *n,
                      const struct tc_key *k)
{
    switch ((enum tc_key_kind)k->kind) {
    case TC_KEY_ANY: book_check_any(w, n); return;
    case TC_KEY_MAP:
    case TC_KEY_ONE:
        if (is_kind(w, n, BOOK_MAP))
            check_map(w, n, no_keys, k->of->keys);
        return;
    case TC_KEY_BY:
        if (is_kind(w, n, BOOK_MAP))
            check_by(w, n, k);
        return;
    case TC_KEY_LIST:
    case TC_KEY_ROW:
    case TC_KEY_POINTS:
    case TC_KEY_SET:
    case TC_KEY_GRID:
        if (is_kind(w, n, BOOK_LIST))
            check_list(w, n, k);
        return;
    case TC_KEY_INT:
    case TC_KEY_LENGTH:
    case TC_KEY_ANGLE:
    case TC_KEY_YES:
    case TC_KEY_WORD:
    case TC_KEY_NAME:
    case TC_KEY_TEXT:
    case TC_KEY_ID:
    case TC_KEY_COLOUR:
    case TC_KEY_RULE: check_value(w, n, (enum tc_key_kind)k->kind, k); return;
    case TC_KEY_END: return;
    }
}

void book_rows_check(const struct book_doc *d, enum book_format format,
                     const struct tc_mapping *shape, struct book_report *r)
{
    struct book_scalars w = { d->file, r };

    if (is_kind(&w, d->root, BOOK_MAP))
        check_map(&w, d->root, book_head_keys(format), shape ? shape->keys : no_keys);
}

/* --- Into the book --- */

static struct book_filling *filling(struct tc_reading *r)
{
    return r->ctx;
}

static void tell_wrong(struct tc_reading *r, enum tc_err err, const struct book_node *at,
                       const char *text)
{
    book_problem(filling(r)->report, err, filling(r)->doc->file, at, "%s", text);
}

static const char *keep_text(struct tc_reading *r, const char *text)
{
    const char *copy = text ? book_copy_str(filling(r)->keep, text) : "";

    if (copy)
        return copy;
    book_problem_at(filling(r)->report, TC_E_FULL, filling(r)->doc->file, 0, 0,
                    "There is no memory left.");
    return "";
}

static int line_of(const struct book_node *at)
{
    return at->line;
}

static void *keep_room(struct tc_reading *r, size_t bytes)
{
    void *room = book_alloc(filling(r)->keep, bytes);

    if (room == NULL)
        book_problem_at(filling(r)->report, TC_E_FULL, filling(r)->doc->file, 0, 0,
                        "There is no memory left.");
    return room;
}

static const struct tc_reader reader = {
    tell_wrong, keep_text, book_child, book_item, line_of, keep_room,
};

static void put_number(void *at, uint8_t type, int32_t v)
{
    switch ((enum tc_ftype)type) {
    case TC_T_U8:
    case TC_T_I8: memcpy(at, &(uint8_t){ (uint8_t)v }, 1); return;
    case TC_T_U16:
    case TC_T_I16: memcpy(at, &(uint16_t){ (uint16_t)v }, 2); return;
    case TC_T_U32:
    case TC_T_I32: memcpy(at, &v, 4); return;
    case TC_T_U64:
    case TC_T_STRUCT:
    case TC_T_PAD: break;
    }
    tc_bug(__FILE__, __LINE__, "a row of a schema whose place is no number");
}

static bool is_text(enum tc_key_kind kind)
{
    return kind == TC_KEY_NAME || kind == TC_KEY_TEXT || kind == TC_KEY_ID ||
           kind == TC_KEY_COLOUR || kind == TC_KEY_RULE;
}

/* One value to its place, and to the function that hangs on its key. */
static void put_value(struct tc_reading *r, void *entry, const struct book_node *n,
                      enum tc_key_kind kind, const struct tc_key *k, int32_t at)
{
    const struct book_node *outer = r->at;
    int32_t v = is_text(kind)         ? 0
                : kind == TC_KEY_WORD ? tc_find_word(k->words, n->text, strlen(n->text))
                                      : book_number(n, kind);

    if (at != TC_NOWHERE && is_text(kind))
        memcpy((char *)entry + at, &(const char *){ keep_text(r, n->text) },
               sizeof(const char *));
    else if (at != TC_NOWHERE)
        put_number((char *)entry + at, k->type, v);
    r->at = n;
    r->index = n->index;
    r->count = n->parent ? n->parent->count : 1;
    if (k->put)
        k->put(r, entry, n->text, v);
    r->at = outer;
}

static void put_shape(struct tc_reading *r, void *entry, const struct book_node *n,
                      const struct tc_mapping *s);

static void put_count(void *entry, const struct tc_key *k, int n)
{
    if (k->count_at != TC_NOWHERE)
        memcpy((char *)entry + k->count_at, &n, sizeof n);
}

/* A list of mappings, each into the next place of its array, or into an entry of its own. */
/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void put_entries(struct tc_reading *r, void *entry, const struct book_node *first,
                        const struct tc_key *k)
{
    for (const struct book_node *c = first; c; c = k->kind == TC_KEY_ONE ? NULL : c->next) {
        void *to = k->at != TC_NOWHERE ? (char *)entry + k->at + c->index * k->stride
                                       : book_alloc(filling(r)->scratch, k->of->size);
        if (to == NULL) {
            tell_wrong(r, TC_E_FULL, c, "There is no memory left.");
            return;
        }
        put_shape(r, to, c, k->of);
        if (k->kind == TC_KEY_LIST)
            put_count(entry, k, c->index + 1);
    }
}

static void put_points(struct tc_reading *r, void *entry, const struct book_node *n,
                       const struct tc_key *k)
{
    (void)r;
    for (const struct book_node *c = n->first; c; c = c->next) {
        int32_t xy[2] = { book_number(book_item(c, 0), TC_KEY_LENGTH),
                          book_number(book_item(c, 1), TC_KEY_LENGTH) };
        memcpy((char *)entry + k->at + c->index * k->stride, xy, sizeof xy);
    }
    put_number((char *)entry + k->count_at, k->type, n->count);
}

static void put_set(void *entry, const struct book_node *n, const struct tc_key *k)
{
    uint32_t bits = 0;

    for (const struct book_node *c = n->first; c; c = c->next)
        bits |= UINT32_C(1) << tc_find_word(k->words, c->text, strlen(c->text));
    put_number((char *)entry + k->at, k->type, (int32_t)bits);
}

static void put_grid(void *entry, const struct book_node *n, const struct tc_key *k)
{
    uint8_t *out = (uint8_t *)entry + k->at;

    for (const struct book_node *c = n->first; c; c = c->next) {
        const char *text = c->text, *s;
        size_t len;
        if (k->min >= 0)
            next_word(&text, &len);
        for (int i = 0; (s = next_word(&text, &len)) != NULL; i++)
            out[k->max ? i * k->rows + c->index : c->index * k->stride + i] =
                (uint8_t)tc_find_word(k->words, s, len);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void put_by(struct tc_reading *r, void *entry, const struct book_node *n,
                   const struct tc_key *k)
{
    for (int i = 0; k->words[i]; i++) {
        const struct book_node *c = book_child(n, k->words[i]);
        int32_t at = k->at + i * k->stride;
        if (k->each == TC_KEY_MAP)
            put_shape(r, (char *)entry + at, c, k->of);
        else
            put_value(r, entry, c, (enum tc_key_kind)k->each, k, at);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void put_key(struct tc_reading *r, void *entry, const struct book_node *n,
                    const struct tc_key *k)
{
    switch ((enum tc_key_kind)k->kind) {
    case TC_KEY_MAP: put_shape(r, (char *)entry + k->at, n, k->of); return;
    case TC_KEY_BY: put_by(r, entry, n, k); return;
    case TC_KEY_POINTS: put_points(r, entry, n, k); return;
    case TC_KEY_SET: put_set(entry, n, k); return;
    case TC_KEY_GRID: put_grid(entry, n, k); return;
    case TC_KEY_ROW:
        for (const struct book_node *c = n->first; c; c = c->next)
            put_value(r, entry, c, (enum tc_key_kind)k->each, k,
                      k->at == TC_NOWHERE ? TC_NOWHERE : k->at + c->index * k->stride);
        return;
    case TC_KEY_INT:
    case TC_KEY_LENGTH:
    case TC_KEY_ANGLE:
    case TC_KEY_YES:
    case TC_KEY_WORD:
    case TC_KEY_NAME:
    case TC_KEY_TEXT:
    case TC_KEY_ID:
    case TC_KEY_COLOUR:
    case TC_KEY_RULE: put_value(r, entry, n, (enum tc_key_kind)k->kind, k, k->at); return;
    case TC_KEY_ANY:
    case TC_KEY_LIST:
    case TC_KEY_ONE:
    case TC_KEY_END: return;
    }
}

/* Values first, in the order of the rows; then the entries of its lists. */
/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void put_shape(struct tc_reading *r, void *entry, const struct book_node *n,
                      const struct tc_mapping *s)
{
    const struct book_node *outer = r->at;

    r->at = n;
    for (const struct tc_key *k = s->keys; k->kind != TC_KEY_END; k++) {
        const struct book_node *c = book_child(n, k->name);
        if (c)
            put_key(r, entry, c, k);
    }
    r->index = n->index;
    r->count = n->parent ? n->parent->count : 1;
    if (s->put)
        s->put(r, entry);
    for (const struct tc_key *k = s->keys; k->kind != TC_KEY_END; k++) {
        const struct book_node *c = book_child(n, k->name);
        if (c && k->kind == TC_KEY_LIST)
            put_entries(r, entry, c->first, k);
        else if (c && k->kind == TC_KEY_ONE)
            put_entries(r, entry, c, k);
    }
    r->index = n->index;
    if (s->done)
        s->done(r, entry);
    r->at = outer;
}

void book_rows_fill(struct book_filling *f, const struct tc_mapping *shape, uint32_t own_size)
{
    struct tc_reading r = { .book = f->book, .reader = &reader, .ctx = f };

    r.own = own_size ? book_alloc(f->scratch, own_size) : NULL;
    if (own_size && r.own == NULL)
        book_problem_at(f->report, TC_E_FULL, f->doc->file, 0, 0, "There is no memory left.");
    else
        put_shape(&r, f->book, f->doc->root, shape);
}
