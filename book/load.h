/* book/load.h - one book under construction; private to book/. */
#ifndef BOOK_LOAD_H
#define BOOK_LOAD_H

#include "book/book.h"
#include "book/files.h"
#include "book/rows.h"
#include "book/yaml.h"

/* A book and what it lives in; what callers hold is the address of `book`. */
struct book_box {
    struct book_arena keep;  /* names, labels, the scenario's tree */
    struct book_arena extra; /* a position's own file */
    _Alignas(16) unsigned char book[];
};

/* What the `format` key says, or BOOK_NO_FORMAT with a problem. */
enum book_format book_format_of(const struct book_doc *d, struct book_report *r);

/* The rules of the `system` key, or NULL with a problem. */
const struct tc_ruleset *book_system_of(const struct book_doc *d, struct book_report *r);

/* What is being loaded. */
struct book_load {
    const char *data;
    const struct tc_ruleset *rules;
    struct book_report *report;
    struct book_arena scratch; /* of tables and maps, gone when the book is there */
    struct book_arena *keep;
    struct tc_book *book;
    uint64_t hash;
    char replaced[256];
    bool brief;                     /* faults of tables and maps in one sentence */
    const struct book_draft *draft; /* the map's text, if it is no file; or NULL */
};

/* Read every table of the system into the book, in the schema's order; file needs them. */
void book_load_tables(struct book_load *l, const char *file);

/* Read map `name` of the system into the book. */
void book_load_map(struct book_load *l, const char *name, const struct book_node *at,
                   const struct book_doc *scenario);

/* How large a book of the system is, how many tables it has, and what they are called. */
size_t book_size_of(const struct tc_ruleset *r);
int book_tables_of(const struct tc_ruleset *r);
const char *book_table_name(const struct tc_ruleset *r, int i);

/* Read a document that is already open into the book: table i, or the map. */
void book_fill_table(struct book_load *l, const struct book_doc *d, int i);
void book_fill_map(struct book_load *l, const struct book_doc *d);

/* How a document becomes a book. */
struct book_how {
    const char *data;
    bool brief;
    const struct book_draft *draft; /* or NULL */
};

/* Make the book of a scenario document, which lives in *arena; the arena passes to the book.
 * NULL when anything is wrong. */
struct tc_book *book_make(const struct book_how *how, const struct book_doc *d, const char *id,
                          struct book_arena *arena, struct book_report *r);

/* Read the tables of each system of this data folder once and use them again for every later
 * book: for programs of one thread that load thousands. NULL forgets them and ends it. */
void book_keep_tables(const char *data);

/* The box a book lives in. */
struct book_box *book_box_of(const struct tc_book *bk);

/* Load a file or text that may be a position, as book_load_file does; report and all. */
struct tc_book *book_open(const char *data, const char *id, const char *path, const char *bytes,
                          size_t n, const struct book_node **state, bool brief,
                          struct book_report *r);

/* Path of data/<system>/<folder>/<name>.yaml; a problem and false when it is too long. */
bool book_data_path(char *buf, size_t cap, const char *data, const char *system,
                    const char *folder, const char *name, struct book_report *r);

#endif
