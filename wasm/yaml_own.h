/* wasm/yaml_own.h - a YAML text being read; for yaml.c and yaml_scalar.c. */
#ifndef WASM_YAML_OWN_H
#define WASM_YAML_OWN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { DEEPEST = 64 };

struct reader {
    const unsigned char *s;
    size_t n, at;
    size_t line, column; /* of s[at], from 0; columns are characters */
    yaml_event_t *event;
    size_t events, room, served;
    int depth;
    char failed[100];
    yaml_mark_t where;
};

/* --- Characters ----------------------------------------------------------------------------
 */

static inline int peek(const struct reader *r, size_t ahead)
{
    return r->at + ahead < r->n ? r->s[r->at + ahead] : -1;
}

static inline int is_blank(int c)
{
    return c == ' ' || c == '\t';
}

static inline int is_break(int c)
{
    return c == '\n' || c == '\r';
}

static inline int ends_word(int c)
{
    return c < 0 || is_blank(c) || is_break(c);
}

static inline void step(struct reader *r)
{
    int c = peek(r, 0);

    r->at++;
    if (c == '\n' || (c == '\r' && peek(r, 0) != '\n')) {
        r->line++;
        r->column = 0;
    } else if (c != '\r' && (peek(r, 0) < 0 || (peek(r, 0) & 0xC0) != 0x80)) {
        r->column++;
    }
}

static inline yaml_mark_t mark(const struct reader *r)
{
    return (yaml_mark_t){ r->at, r->line, r->column };
}

static inline int fail_at(struct reader *r, yaml_mark_t where, const char *what)
{
    if (!r->failed[0]) {
        snprintf(r->failed, sizeof r->failed, "%s", what);
        r->where = where;
    }
    return 0;
}

static inline int fail(struct reader *r, const char *what)
{
    return fail_at(r, mark(r), what);
}

/* --- Events ---------------------------------------------------------------------------------
 */

static inline yaml_event_t *add(struct reader *r, yaml_event_type_t type, yaml_mark_t where)
{
    if (r->events == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->event = realloc(r->event, r->room * sizeof *r->event);
        if (!r->event)
            abort();
    }
    yaml_event_t *e = &r->event[r->events++];
    memset(e, 0, sizeof *e);
    e->type = type;
    e->start_mark = where;
    return e;
}

/* A text being gathered. */
struct text {
    char *bytes;
    size_t n, room;
};

static inline void gather(struct text *t, const void *s, size_t n)
{
    if (t->n + n + 1 > t->room) {
        t->room = 2 * (t->n + n) + 64;
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes)
            abort();
    }
    memcpy(t->bytes + t->n, s, n);
    t->n += n;
    t->bytes[t->n] = 0;
}

static inline int add_scalar(struct reader *r, struct text *t, yaml_scalar_style_t style,
                             yaml_mark_t where)
{
    yaml_event_t *e;

    gather(t, "", 0);
    e = add(r, YAML_SCALAR_EVENT, where);
    e->data.scalar.value = (yaml_char_t *)t->bytes;
    e->data.scalar.length = t->n;
    e->data.scalar.style = style;
    return 1;
}

static inline int add_empty(struct reader *r, yaml_mark_t where)
{
    struct text t = { 0 };

    return add_scalar(r, &t, YAML_PLAIN_SCALAR_STYLE, where);
}

/* --- Between things -------------------------------------------------------------------------
 */

/* Blanks, comments and line ends, up to what comes next. A tab may not indent. */
static inline int skip(struct reader *r)
{
    int fresh = r->column == 0, gap = r->at == 0 || fresh || is_blank(r->s[r->at - 1]);

    for (;;) {
        int c = peek(r, 0);
        if (c == '#' && (gap || fresh)) {
            while (peek(r, 0) >= 0 && !is_break(peek(r, 0)))
                step(r);
        } else if (is_break(c)) {
            step(r);
            fresh = 1;
        } else if (c == ' ' || (c == '\t' && !fresh)) {
            step(r);
            gap = 1;
        } else if (c == '\t') {
            size_t i = 0;
            while (is_blank(peek(r, i)))
                i++;
            if (!is_break(peek(r, i)) && peek(r, i) >= 0)
                return fail(r, "found a tab character that violates indentation");
            step(r);
        } else {
            return 1;
        }
    }
}

/* Blanks of this line. */
static inline void skip_blanks(struct reader *r)
{
    while (is_blank(peek(r, 0)))
        step(r);
}

/* Behind a value: nothing more on this line but a comment. */
static inline int at_line_end(struct reader *r)
{
    skip_blanks(r);
    if (peek(r, 0) < 0 || is_break(peek(r, 0)) || r->column == 0)
        return 1;
    return peek(r, 0) == '#' && r->at && is_blank(r->s[r->at - 1]);
}

static inline int is_document_mark(const struct reader *r)
{
    if (r->column != 0 || r->n - r->at < 3)
        return 0;
    return (memcmp(r->s + r->at, "---", 3) == 0 || memcmp(r->s + r->at, "...", 3) == 0) &&
           ends_word(peek(r, 3));
}

static inline int is_flow_mark(int c)
{
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

/* --- Scalars (yaml_scalar.c); each adds its event ---------------------------------------- */

int yaml_read_quoted(struct reader *r);
int yaml_read_plain(struct reader *r, long indent, int flow, int key);
int yaml_read_block_scalar(struct reader *r, long parent);
int yaml_read_forbidden(struct reader *r);
int yaml_begins_plain(const struct reader *r, int flow);

#endif
