/* kernel/schema.c - what the functions of a schema report. */
#include "kernel/schema.h"

#include <stdarg.h>
#include <string.h>

/* %s, %d and %%; nothing else is asked for. */
static void print(struct tc_text *out, const char *text, va_list args)
{
    for (; *text; text++) {
        if (*text != '%') {
            tc_text_char(out, *text);
            continue;
        }
        text++;
        if (*text == 's')
            tc_text_str(out, va_arg(args, const char *));
        else if (*text == 'd')
            tc_text_int(out, va_arg(args, int));
        else
            tc_text_char(out, *text);
    }
}

static void tell(struct tc_reading *r, const struct book_node *at, const char *key,
                 enum tc_err err, const char *text, va_list args)
{
    const struct book_node *below = key ? r->reader->child(at, key) : NULL;
    char line[400];
    struct tc_text out = tc_text_on(line, sizeof line);

    print(&out, text, args);
    r->wrongs++;
    r->reader->wrong(r, err, below ? below : at, line);
}

void tc_wrong(struct tc_reading *r, enum tc_err err, const char *key, const char *text, ...)
{
    va_list args;

    va_start(args, text);
    tell(r, r->at, key, err, text, args);
    va_end(args);
}

void tc_wrong_at(struct tc_reading *r, const struct book_node *at, const char *key,
                 enum tc_err err, const char *text, ...)
{
    va_list args;

    va_start(args, text);
    tell(r, at, key, err, text, args);
    va_end(args);
}

bool tc_has(const struct tc_reading *r, const char *key)
{
    return r->reader->child(r->at, key) != NULL;
}

const char *tc_keep(struct tc_reading *r, const char *text)
{
    return r->reader->keep(r, text);
}

void *tc_room(struct tc_reading *r, size_t bytes)
{
    return r->reader->room(r, bytes);
}

int tc_line(const struct tc_reading *r, const struct book_node *at)
{
    return at ? r->reader->line(at) : 0;
}

const struct book_node *tc_item(const struct tc_reading *r, const char *key, int i)
{
    const struct book_node *list = r->reader->child(r->at, key);
    const struct book_node *at = list ? r->reader->item(list, i) : NULL;

    return at ? at : r->at;
}

struct tc_inches tc_inches(int32_t v)
{
    struct tc_inches out;
    struct tc_text t = tc_text_on(out.text, sizeof out.text);

    tc_text_length(&t, v);
    return out;
}
