/* book/rows.h - a file against the rows of its schema (kernel/schema.h), and into the book. */
#ifndef BOOK_ROWS_H
#define BOOK_ROWS_H

#include "book/yaml.h"
#include "kernel/schema.h"

enum book_format { BOOK_NO_FORMAT, BOOK_TABLE, BOOK_MAP_FILE, BOOK_SCENARIO, BOOK_POSITION };

/* The keys that all files of a kind have, besides those of their system. */
const struct tc_key *book_head_keys(enum book_format format);

/* Report every difference between a file and its rows: wrong keys, types, words and numbers.
 * The keys that all files of its kind have are looked at too. */
void book_rows_check(const struct book_doc *d, enum book_format format,
                     const struct tc_mapping *shape, struct book_report *r);

struct book_filling {
    const struct book_doc *doc;
    struct tc_book *book;
    struct book_arena *keep, *scratch; /* texts of the book; entries on their way into it */
    struct book_report *report;
};

/* Put a file that book_rows_check found faultless into the book; own_size bytes are there for
 * the functions of its schema. */
void book_rows_fill(struct book_filling *f, const struct tc_mapping *shape, uint32_t own_size);

#endif
