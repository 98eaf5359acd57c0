/* book/report.c - problems found in files. */
#include "book/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "book/strict.h"

/* file:line:column; of a long name only the end, which tells more. */
static void place(char *buf, size_t cap, const char *file, int line, int column)
{
    size_t n = strlen(file), room = cap - 32;
    const char *dots = "";

    if (n > room) {
        file += n - room;
        dots = "...";
    }
    if (line > 0)
        snprintf(buf, cap, "%s%s:%d:%d", dots, file, line, column);
    else
        snprintf(buf, cap, "%s%s", dots, file);
}

static void add(struct book_report *r, const struct tc_why *why)
{
    if (r->count++ == 0)
        r->first = *why;
    if (r->tell)
        r->tell(r->ctx, why);
}

/* The sentence begins behind the path and its colon. */
static void tell_fault(struct book_report *r, const struct tc_why *why, const char *file,
                       const struct book_node *at, size_t begin)
{
    char path[160] = "";

    if (r->fault == NULL)
        return;
    if (at && at->parent)
        book_path(at, path, sizeof path);
    r->fault(r->ctx, &(struct book_fault){ .err = why->err,
                                           .file = file,
                                           .path = path,
                                           .text = why->text + begin,
                                           .line = at ? at->line : 0,
                                           .column = at ? at->column : 0 });
}

void book_problem_at(struct book_report *r, enum tc_err err, const char *file, int line,
                     int column, const char *text, ...)
{
    struct book_node at = { .line = line, .column = column };
    struct tc_why why = { .err = err };
    va_list args;

    place(why.where, sizeof why.where, file, line, column);
    va_start(args, text);
    vsnprintf(why.text, sizeof why.text, text, args);
    va_end(args);
    add(r, &why);
    tell_fault(r, &why, file, &at, 0);
}

void book_problem(struct book_report *r, enum tc_err err, const char *file,
                  const struct book_node *at, const char *text, ...)
{
    struct tc_why why = { .err = err };
    va_list args;
    size_t n;

    place(why.where, sizeof why.where, file, at ? at->line : 0, at ? at->column : 0);
    if (at && at->parent) {
        book_path(at, why.text, 160);
        n = strlen(why.text);
        snprintf(why.text + n, sizeof why.text - n, ": ");
    }
    n = strlen(why.text);
    va_start(args, text);
    vsnprintf(why.text + n, sizeof why.text - n, text, args);
    va_end(args);
    add(r, &why);
    tell_fault(r, &why, file, at, n);
}

enum tc_err book_verdict(const struct book_report *r, struct tc_why *why)
{
    if (r->count == 0)
        return TC_OK;
    if (why)
        *why = r->first;
    return r->first.err;
}
