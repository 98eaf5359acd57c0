/* book/yaml.h - one YAML file: its bytes, and the tree of the strict pass. */
#ifndef BOOK_YAML_H
#define BOOK_YAML_H

#include "book/scalar.h"

/* A file that has passed the strict pass. All of it lives in the arena it was read with. */
struct book_doc {
    const char *file; /* as named to people */
    const char *bytes;
    size_t size;
    struct book_node *root;
    bool from_file; /* file is a path: what lies beside it may be read, too */
};

/* Read a file, or bytes in memory, through the strict pass. */
enum tc_err book_doc_file(struct book_doc *d, struct book_arena *a, const char *path,
                          struct book_report *r);
enum tc_err book_doc_text(struct book_doc *d, struct book_arena *a, const char *name,
                          const char *bytes, size_t n, struct book_report *r);

#endif
