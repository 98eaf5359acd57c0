/* cli/aid_fill.c - the sentences of a play aid, with the numbers of the tables in them. */
#include "cli/aid_fill.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 160 };

static bool same(const char *word, const char *text, size_t n)
{
    return strlen(word) == n && memcmp(word, text, n) == 0;
}

const struct book_node *aid_table(const struct aid_files *f, const char *name, size_t n)
{
    for (int i = 0; i < f->n; i++)
        if (same(f->table[i].name, name, n))
            return f->table[i].root;
    return NULL;
}

/* Does a line of a table begin with these words? A sign of the sheet stands for its word. */
static bool begins(const struct aid_files *f, const char *line, const char *part, size_t len)
{
    for (const char *end = part + len; part < end; part++) {
        const char *word = NULL;
        for (int i = 0; i < f->signs; i++)
            if (*part == f->sign[i].sign)
                word = f->sign[i].word;
        size_t n = word ? strlen(word) : 1;
        if (strncmp(line, word ? word : part, n) != 0)
            return false;
        line += n;
    }
    return *line == ' ' || *line == 0;
}

/* The child that one part of a path names: by its key; in a list by its number, or by the
 * words it begins with. */
static const struct book_node *child(const struct aid_files *f, const struct book_node *n,
                                     const char *part, size_t len)
{
    if (n->kind == BOOK_LIST && part[0] >= '0' && part[0] <= '9')
        return book_item(n, (int)strtol(part, NULL, 10));
    if (n->kind == BOOK_LIST) {
        const struct book_node *c = n->first;
        while (c && !(c->text && begins(f, c->text, part, len)))
            c = c->next;
        return c;
    }
    for (const struct book_node *c = n->first; c; c = c->next)
        if (c->key && same(c->key, part, len))
            return c;
    return NULL;
}

const struct book_node *aid_find(const struct aid_files *f, const struct book_node *entry,
                                 const char *path, size_t n)
{
    const char *end = path + n, *slash = memchr(path, '/', n);
    size_t len = slash ? (size_t)(slash - path) : n;
    const struct book_node *at = same("@", path, len) ? entry : aid_table(f, path, len);

    while (at && slash) {
        path = slash + 1;
        slash = memchr(path, '/', (size_t)(end - path));
        at = child(f, at, path, slash ? (size_t)(slash - path) : (size_t)(end - path));
    }
    return at;
}

/* --- Words ------------------------------------------------------------------------------- */

static const char *said(const struct book_node *list, const char *word, size_t n)
{
    for (const struct book_node *c = list ? list->first : NULL; c; c = c->next)
        if (same(book_item(c, 0)->text, word, n))
            return book_item(c, 1)->text;
    return NULL;
}

/* Word i of a text, counted from 0; its length, 0 when there is none. */
static size_t word_of(const char *text, int i, const char **word)
{
    for (;;) {
        text += strspn(text, " ");
        size_t n = strcspn(text, " ");
        if (i-- == 0 || n == 0) {
            *word = text;
            return n;
        }
        text += n;
    }
}

/* Every word as the list says it; a comma stands close to the word before it. */
static void word_by_word(const struct book_node *list, const char *text, struct tc_text *out)
{
    const char *word;
    size_t n;

    for (int i = 0; (n = word_of(text, i, &word)) > 0; i++) {
        const char *as = said(list, word, n);
        const char *number =
            !as && word[0] >= '0' && word[0] <= '9' ? said(list, "#", 1) : NULL;
        if (i > 0 && !(as && as[0] == ','))
            tc_text_char(out, ' ');
        if (number)
            tc_text_str(out, number), tc_text_char(out, ' ');
        if (as)
            tc_text_str(out, as);
        else
            for (size_t k = 0; k < n; k++)
                tc_text_char(out, word[k]);
    }
}

/* Where a word stands in a row: "6 to 8", "2, 12"; a dash when nowhere. */
static void places(const char *row, const char *want, size_t len, int from, struct tc_text *out)
{
    const char *word;
    size_t n;
    int begun = -1;
    bool any = false;

    for (int i = 0; (n = word_of(row, i, &word)) > 0 || begun >= 0; i++) {
        bool here = n == len && memcmp(word, want, len) == 0;
        if (here && begun < 0)
            begun = i;
        if (here || begun < 0)
            continue;
        tc_text_str(out, any ? ", " : "");
        tc_text_int(out, begun + from);
        if (i - 1 > begun) {
            tc_text_str(out, i - 2 > begun ? SAY(" to ") : ", ");
            tc_text_int(out, i - 1 + from);
        }
        any = true;
        begun = -1;
    }
    tc_text_str(out, any ? "" : "-");
}

/* --- Braces ------------------------------------------------------------------------------ */

/* The parts of {path.word#where+from:list?else}. */
struct hole {
    const char *path, *where, *list, *other;
    size_t path_n, where_n, list_n, other_n;
    int word, from;
};

/* Cut [c, end) at the last `mark`; what is behind it is returned. */
static const char *cut(const char *c, const char **end, char mark, size_t *n)
{
    const char *at = memchr(c, mark, (size_t)(*end - c));

    if (!at)
        return NULL;
    *n = (size_t)(*end - at - 1);
    *end = at;
    return at + 1;
}

static struct hole read_hole(const char *c, const char *end)
{
    struct hole h = { .path = c, .word = -1 };
    size_t n;

    h.other = cut(c, &end, '?', &h.other_n);
    h.list = cut(c, &end, ':', &h.list_n);
    h.where = cut(c, &end, '#', &h.where_n);
    if (h.where) {
        const char *stop = h.where + h.where_n, *from = cut(h.where, &stop, '+', &n);
        h.from = from ? (int)strtol(from, NULL, 10) : 0;
        h.where_n = (size_t)(stop - h.where);
    }
    const char *word = cut(c, &end, '.', &n);
    if (word)
        h.word = (int)strtol(word, NULL, 10);
    h.path_n = (size_t)(end - c);
    return h;
}

/* The text of the place; NULL when it has none. */
static const char *value_of(const struct aid_files *f, const struct book_node *entry,
                            const struct hole *h, char buf[WORD])
{
    const char *text, *word;

    if (same("@key", h->path, h->path_n)) {
        text = entry ? entry->key : NULL;
    } else if (same("@index", h->path, h->path_n) && entry) {
        snprintf(buf, WORD, "%d", entry->index);
        return buf;
    } else {
        const struct book_node *n = aid_find(f, entry, h->path, h->path_n);
        text = n && n->kind == BOOK_SCALAR ? n->text : NULL;
    }
    if (!text || h->word < 0)
        return text;
    size_t len = word_of(text, h->word, &word);
    if (len == 0 || len >= WORD)
        return NULL;
    memcpy(buf, word, len);
    buf[len] = 0;
    return buf;
}

static void say_value(const struct aid_files *f, const struct hole *h, const char *text,
                      struct tc_text *out)
{
    bool each = h->list_n > 0 && h->list[h->list_n - 1] == '*';
    const struct book_node *list =
        h->list && f->words ? child(f, f->words, h->list, h->list_n - each) : NULL;
    const char *as = said(list, text, strlen(text));

    if (h->where)
        places(text, h->where, h->where_n, h->from, out);
    else if (each)
        word_by_word(list, text, out);
    else if (h->list && same("signed", h->list, h->list_n) && text[0] >= '1' && text[0] <= '9')
        tc_text_char(out, '+'), tc_text_str(out, text);
    else
        tc_text_str(out, as ? as : text);
}

enum tc_err aid_fill(const struct aid_files *f, const struct book_node *entry, const char *line,
                     struct tc_text *out, struct tc_why *why)
{
    char buf[WORD];

    for (const char *c = line; *c; c++) {
        const char *end = *c == '{' ? strchr(c, '}') : NULL;
        if (!end) {
            tc_text_char(out, *c);
            continue;
        }
        struct hole h = read_hole(c + 1, end);
        const char *text = value_of(f, entry, &h, buf);
        if (text)
            say_value(f, &h, text, out);
        else if (h.other)
            for (size_t i = 0; i < h.other_n; i++)
                tc_text_char(out, h.other[i]);
        else
            return tc_fail(why, TC_E_NAME, "{0}",
                           SAY("This line of the play aid has a gap that no table fills."),
                           line);
        c = end;
    }
    return TC_OK;
}
