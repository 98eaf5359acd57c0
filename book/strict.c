/* book/strict.c - YAML bytes to a tree of nodes, and nothing fancy on the way. */
#include "book/strict.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

struct pass {
    struct book_arena *arena;
    const char *file;
    struct book_report *report;
    struct book_node *root;
    struct book_node *open; /* the mapping or list being filled, or NULL */
    const char *key;        /* a key that waits for its value, or NULL */
    int key_line, key_column;
    int depth, nodes, documents;
};

static int line_of(const yaml_event_t *e)
{
    return (int)e->start_mark.line + 1;
}

static int column_of(const yaml_event_t *e)
{
    return (int)e->start_mark.column + 1;
}

static bool wrong(struct pass *p, const yaml_event_t *e, enum tc_err err, const char *text)
{
    book_problem_at(p->report, err, p->file, line_of(e), column_of(e), "%s", text);
    return false;
}

/* --- the tree -------------------------------------------------------------- */

static struct book_node *new_node(struct pass *p, const yaml_event_t *e,
                                  enum book_node_kind kind)
{
    struct book_node *n = book_alloc(p->arena, sizeof *n), *up = p->open;

    if (n == NULL || ++p->nodes > BOOK_NODES_MAX) {
        wrong(p, e, TC_E_FULL, "The file holds more entries than there is room for (200000).");
        return NULL;
    }
    n->kind = kind;
    n->line = p->key ? p->key_line : line_of(e);
    n->column = p->key ? p->key_column : column_of(e);
    n->key = p->key;
    n->key_hash = p->key ? (uint32_t)tc_hash(p->key, strlen(p->key), 0) : 0;
    n->parent = up;
    p->key = NULL;
    if (up == NULL) {
        p->root = n;
        return n;
    }
    n->index = up->count++;
    if (up->last)
        up->last->next = n;
    else
        up->first = n;
    up->last = n;
    return n;
}

static bool open_node(struct pass *p, const yaml_event_t *e, enum book_node_kind kind)
{
    struct book_node *n;

    if (p->open && p->open->kind == BOOK_MAP && p->key == NULL)
        return wrong(p, e, TC_E_SYNTAX, "A key must be a plain word, not a list or mapping.");
    if (++p->depth > BOOK_DEPTH_MAX)
        return wrong(p, e, TC_E_FULL, "Lists and mappings are nested too deep (24 at most).");
    n = new_node(p, e, kind);
    p->open = n;
    return n != NULL;
}

static void close_node(struct pass *p)
{
    p->open = p->open->parent;
    p->depth--;
}

/* --- scalars and keys ------------------------------------------------------- */

static bool is_new_key(struct pass *p, const yaml_event_t *e, const char *key)
{
    uint32_t hash = (uint32_t)tc_hash(key, strlen(key), 0);

    if (p->open->count >= BOOK_KEYS_MAX)
        return wrong(p, e, TC_E_FULL, "A mapping has more than 2048 keys.");
    for (const struct book_node *n = p->open->first; n; n = n->next) {
        if (n->key_hash == hash && strcmp(n->key, key) == 0) {
            book_problem_at(p->report, TC_E_KEY, p->file, line_of(e), column_of(e),
                            "The key \"%.60s\" stands here a second time (first in line %d); "
                            "each key is allowed once.",
                            key, n->line);
            return false;
        }
    }
    return true;
}

static bool take_key(struct pass *p, const yaml_event_t *e, const char *text)
{
    if (text[0] == 0 || strlen(text) > 80)
        return wrong(p, e, TC_E_KEY, "A key must have 1 to 80 characters.");
    if (strcmp(text, "<<") == 0)
        return wrong(p, e, TC_E_KEY, "The merge key << is not allowed; write the keys out.");
    if (!is_new_key(p, e, text))
        return false;
    p->key = text;
    p->key_line = line_of(e);
    p->key_column = column_of(e);
    return true;
}

static bool take_scalar(struct pass *p, const yaml_event_t *e)
{
    const char *bytes = (const char *)e->data.scalar.value;
    size_t n = e->data.scalar.length;
    const char *text;
    struct book_node *node;

    if (memchr(bytes, 0, n))
        return wrong(p, e, TC_E_SYNTAX, "A text holds a zero character, which is not allowed.");
    text = book_copy(p->arena, bytes, n);
    if (text == NULL)
        return wrong(p, e, TC_E_FULL, "There is no memory left for this file.");
    if (p->open && p->open->kind == BOOK_MAP && p->key == NULL)
        return take_key(p, e, text);
    node = new_node(p, e, BOOK_SCALAR);
    if (node == NULL)
        return false;
    node->text = text;
    node->quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    return true;
}

/* --- events ------------------------------------------------------------------ */

static const char *refused_extra(const yaml_char_t *anchor, const yaml_char_t *tag)
{
    if (anchor)
        return "Anchors (&name) are not allowed; write the value out.";
    if (tag)
        return "Tags (!type) are not allowed; leave the tag out.";
    return NULL;
}

/* The reason to refuse this event whatever it stands in, or NULL. */
static const char *refused(const yaml_event_t *e)
{
    if (e->type == YAML_ALIAS_EVENT)
        return "Aliases (*name) are not allowed; write the value out.";
    if (e->type == YAML_SCALAR_EVENT)
        return refused_extra(e->data.scalar.anchor, e->data.scalar.tag);
    if (e->type == YAML_SEQUENCE_START_EVENT)
        return refused_extra(e->data.sequence_start.anchor, e->data.sequence_start.tag);
    if (e->type == YAML_MAPPING_START_EVENT)
        return refused_extra(e->data.mapping_start.anchor, e->data.mapping_start.tag);
    if (e->type == YAML_DOCUMENT_START_EVENT && (e->data.document_start.version_directive ||
                                                 e->data.document_start.tag_directives.start !=
                                                     e->data.document_start.tag_directives.end))
        return "Directives (% at the start of a line) are not allowed.";
    return NULL;
}

static bool take(struct pass *p, const yaml_event_t *e)
{
    const char *why = refused(e);

    if (why)
        return wrong(p, e, TC_E_SYNTAX, why);
    if (e->type == YAML_DOCUMENT_START_EVENT && ++p->documents > 1)
        return wrong(p, e, TC_E_SYNTAX, "A second document begins here; one file holds one.");
    if (e->type == YAML_SCALAR_EVENT)
        return take_scalar(p, e);
    if (e->type == YAML_MAPPING_START_EVENT)
        return open_node(p, e, BOOK_MAP);
    if (e->type == YAML_SEQUENCE_START_EVENT)
        return open_node(p, e, BOOK_LIST);
    if (e->type == YAML_MAPPING_END_EVENT || e->type == YAML_SEQUENCE_END_EVENT)
        close_node(p);
    return true;
}

static void not_yaml(struct pass *p, const yaml_parser_t *y)
{
    bool reader = y->error == YAML_READER_ERROR;
    int line = (int)(reader ? y->mark.line : y->problem_mark.line) + 1;
    int column = (int)(reader ? y->mark.column : y->problem_mark.column) + 1;

    book_problem_at(p->report, TC_E_SYNTAX, p->file, line, column,
                    "This is not YAML as we read it: %s%s%s.",
                    y->problem ? y->problem : "unknown error", y->context ? ", " : "",
                    y->context ? y->context : "");
}

static bool run(struct pass *p, yaml_parser_t *y)
{
    for (;;) {
        yaml_event_t e;
        bool good, last;

        if (!yaml_parser_parse(y, &e)) {
            not_yaml(p, y);
            return false;
        }
        last = e.type == YAML_STREAM_END_EVENT;
        good = take(p, &e);
        yaml_event_delete(&e);
        if (!good || last)
            return good;
    }
}

static bool fits(const char *file, const char *bytes, size_t n, struct book_report *r)
{
    const char *zero = memchr(bytes, 0, n);
    int line = 1;

    if (n > BOOK_FILE_MAX) {
        book_problem_at(r, TC_E_FULL, file, 0, 0, "The file is larger than 4 MB.");
        return false;
    }
    if (zero == NULL)
        return true;
    for (const char *c = bytes; c < zero; c++)
        line += *c == '\n';
    book_problem_at(r, TC_E_SYNTAX, file, line, 1,
                    "The file holds a zero byte; only UTF-8 text is allowed.");
    return false;
}

struct book_node *book_strict(struct book_arena *a, const char *file, const char *bytes,
                              size_t n, struct book_report *r)
{
    struct pass p = { .arena = a, .file = file, .report = r };
    yaml_parser_t y;
    bool good;

    if (!fits(file, bytes, n, r))
        return NULL;
    if (!yaml_parser_initialize(&y)) {
        book_problem_at(r, TC_E_FULL, file, 0, 0, "There is no memory left for this file.");
        return NULL;
    }
    yaml_parser_set_input_string(&y, (const unsigned char *)bytes, n);
    yaml_parser_set_encoding(&y, YAML_UTF8_ENCODING);
    good = run(&p, &y);
    yaml_parser_delete(&y);
    if (good && (p.root == NULL || p.root->kind != BOOK_MAP)) {
        book_problem_at(r, TC_E_SYNTAX, file, 1, 1,
                        "The file must be a mapping: lines of `key: value`.");
        return NULL;
    }
    return good ? p.root : NULL;
}

/* --- looking around ------------------------------------------------------------ */

const struct book_node *book_child(const struct book_node *n, const char *key)
{
    if (n == NULL || n->kind != BOOK_MAP)
        return NULL;
    for (const struct book_node *c = n->first; c; c = c->next)
        if (strcmp(c->key, key) == 0)
            return c;
    return NULL;
}

const struct book_node *book_spot(const struct book_node *n, const char *key)
{
    const struct book_node *c = book_child(n, key);

    return c ? c : n;
}

const struct book_node *book_item(const struct book_node *n, int i)
{
    const struct book_node *c = n && n->kind != BOOK_SCALAR ? n->first : NULL;

    while (c && i-- > 0)
        c = c->next;
    return c;
}

const char *book_text(const struct book_node *n, const char *key)
{
    const struct book_node *c = book_child(n, key);

    return c && c->kind == BOOK_SCALAR ? c->text : NULL;
}

void book_path(const struct book_node *n, char *buf, size_t cap)
{
    const struct book_node *way[BOOK_DEPTH_MAX + 2];
    int depth = 0;
    size_t used = 0;

    for (; n && n->parent && depth < BOOK_DEPTH_MAX + 2; n = n->parent)
        way[depth++] = n;
    buf[0] = 0;
    while (depth-- > 0 && used < cap) {
        const struct book_node *at = way[depth];
        int wrote = at->key ? snprintf(buf + used, cap - used, "%s%s", used ? "." : "", at->key)
                            : snprintf(buf + used, cap - used, "[%d]", at->index);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}
