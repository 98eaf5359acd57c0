/* book/report.h - problems found in files: collected, counted, the first one kept.
 *
 * A loader goes on after a problem as far as it can, so that a person who writes a scenario
 * sees everything that is wrong at once.
 */
#ifndef BOOK_REPORT_H
#define BOOK_REPORT_H

#include "kernel/base.h"

struct book_node;

/* Called once for each problem; why is valid during the call only. */
typedef void book_tell(void *ctx, const struct tc_why *why);

/* The same by its parts, for programs: the file, the place in it (line 0: the file as a whole),
 * the path of the key ("" when it has none), and the sentence without them. */
struct book_fault {
    enum tc_err err;
    const char *file, *path, *text;
    int line, column;
};
typedef void book_tell_fault(void *ctx, const struct book_fault *f);

struct book_report {
    book_tell *tell; /* or NULL */
    void *ctx;
    book_tell_fault *fault; /* or NULL; gets ctx too */
    int count;
    int older; /* entries written as rows of words (book/older.h): read, and no problem */
    struct tc_why first;
};

/* One more problem in a file as a whole (line 0) or at a place in it. */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
void book_problem_at(struct book_report *r, enum tc_err err, const char *file, int line,
                     int column, const char *text, ...);

/* One more problem at a node: the text is preceded by the path of its key. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void book_problem(struct book_report *r, enum tc_err err, const char *file,
                  const struct book_node *at, const char *text, ...);

/* The first problem into why, if there was one; its code, or TC_OK. */
enum tc_err book_verdict(const struct book_report *r, struct tc_why *why);

#endif
