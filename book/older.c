/* book/older.c - rows of words as mappings. */
#include "book/older.h"

#include <string.h>

#include "book/scalar.h"
#include "kernel/schema.h"
#include "rules/registry.h"

enum { WORDS = 40 };

struct word {
    const char *at;
    size_t n;
};

/* The words of a row; 0 when there are none, or too many. */
static int split(const char *row, struct word *out)
{
    int n = 0;

    for (;;) {
        row += strspn(row, " ");
        size_t k = strcspn(row, " ");
        if (k == 0 || n == WORDS)
            return k == 0 ? n : 0;
        out[n++] = (struct word){ row, k };
        row += k;
    }
}

static struct book_node *add(struct book_arena *a, struct book_node *up, enum book_node_kind is)
{
    struct book_node *n = book_alloc(a, sizeof *n);

    if (n == NULL)
        return NULL;
    *n = (struct book_node){
        .kind = is, .line = up->line, .column = up->column, .index = up->count++, .parent = up
    };
    if (up->last)
        up->last->next = n;
    else
        up->first = n;
    up->last = n;
    return n;
}

static bool add_text(struct book_arena *a, struct book_node *up, const char *key,
                     struct word text, bool quoted)
{
    struct book_node *n = add(a, up, BOOK_SCALAR);

    if (n == NULL)
        return false;
    n->key = key;
    n->quoted = quoted;
    n->text = book_copy(a, text.at, text.n);
    return n->text != NULL;
}

static const struct tc_key *find(const struct tc_key *k, const char *name)
{
    for (; k->kind != TC_KEY_END; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

/* ccrr,ccrr: a list. */
static bool add_list(struct book_arena *a, struct book_node *up, const char *key,
                     struct word text)
{
    struct book_node *list = add(a, up, BOOK_LIST);

    if (list == NULL)
        return false;
    list->key = key;
    for (;;) {
        const char *comma = memchr(text.at, ',', text.n);
        size_t n = comma ? (size_t)(comma - text.at) : text.n;
        if (!add_text(a, list, NULL, (struct word){ text.at, n }, true))
            return false;
        if (comma == NULL)
            return true;
        text.at += n + 1;
        text.n -= n + 1;
    }
}

static bool add_value(struct book_arena *a, struct book_node *n, const struct tc_key *keys,
                      const char *key, struct word text)
{
    const struct tc_key *k = find(keys, key);

    if (k && k->kind == TC_KEY_ROW)
        return add_list(a, n, key, text);
    return add_text(a, n, key, text, k && k->kind == TC_KEY_TEXT);
}

/* What a key of a row is called now. */
static const char *now_called(const char *const *row, const char *key)
{
    size_t n = strlen(key);

    for (; *row; row++)
        if (strncmp(*row, key, n) == 0 && (*row)[n] == '=')
            return *row + n + 1;
    return key;
}

/* key=value. A word that is none, or a key for the second time, is a key nobody knows. */
static bool add_keyed(struct book_arena *a, struct book_node *n, const struct tc_key *list,
                      struct word w)
{
    const struct tc_key *keys = list->of->keys;
    const char *mark = memchr(w.at, '=', w.n);
    size_t k = mark ? (size_t)(mark - w.at) : w.n;
    const char *key = book_copy(a, w.at, k), *whole = book_copy(a, w.at, w.n);

    if (key == NULL || whole == NULL)
        return false;
    key = now_called(list->row, key);
    if (mark == NULL || book_child(n, key))
        return add_text(a, n, whole, (struct word){ "", 0 }, true);
    return add_value(a, n, keys, key, (struct word){ mark + 1, w.n - k - 1 });
}

/* How many words stand at their places. */
static int placed(const char *const *row)
{
    int n = 0;

    while (row[n] && !strchr(row[n], '='))
        n++;
    return n;
}

static bool read_row(struct book_arena *a, struct book_node *n, const struct tc_key *list)
{
    struct book_node was = *n;
    struct word w[WORDS];
    int words = split(n->text, w), first = placed(list->row), i = 0;
    bool good = words >= first && book_is_name(w[0].at, w[0].n);

    if (!good)
        return false;
    n->kind = BOOK_MAP;
    n->text = NULL;
    for (; good && i < first; i++)
        good = add_value(a, n, list->of->keys, list->row[i], w[i]);
    for (; good && i < words; i++)
        good = add_keyed(a, n, list, w[i]);
    if (!good)
        *n = was;
    return good;
}

int book_older(struct book_arena *a, struct book_node *root)
{
    const char *system = book_text(root, "system");
    const struct tc_ruleset *r = system ? tc_find_ruleset(system) : NULL;
    int rows = 0;

    for (struct book_node *c = r && r->schema ? root->first : NULL; c; c = c->next) {
        const struct tc_key *k = find(r->schema->scenario.keys, c->key);
        bool may = k && k->kind == TC_KEY_LIST && k->row && c->kind == BOOK_LIST;
        for (struct book_node *e = may ? c->first : NULL; e; e = e->next)
            rows += e->kind == BOOK_SCALAR && e->index < k->most && read_row(a, e, k);
    }
    return rows;
}
