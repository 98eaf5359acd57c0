/* book/strict.h - the strict pass: YAML bytes to a tree of nodes with their places.
 *
 * Refused: anchors, aliases, tags, doubled keys, several documents, zero bytes, bad UTF-8,
 * keys that are no plain words, too deep, too many, too large. What a scalar means is decided
 * later (shape.h), by the schema.
 */
#ifndef BOOK_STRICT_H
#define BOOK_STRICT_H

#include "book/arena.h"
#include "book/report.h"

enum {
    BOOK_FILE_MAX = 4 << 20, /* bytes of one file */
    BOOK_NODES_MAX = 200000,
    BOOK_KEYS_MAX = 2048, /* of one mapping */
    BOOK_DEPTH_MAX = 24,
};

enum book_node_kind { BOOK_MAP, BOOK_LIST, BOOK_SCALAR };

struct book_node {
    enum book_node_kind kind;
    bool quoted;      /* a scalar in quotes or a block scalar */
    const char *key;  /* in a mapping, else NULL */
    const char *text; /* of a scalar, else NULL */
    int line, column; /* 1-based; of the key if it has one */
    int index;        /* place among its siblings */
    int count;        /* children */
    uint32_t key_hash;
    struct book_node *parent, *first, *last, *next;
};

/* Read the one document of these bytes into a tree that lives in the arena. NULL when
 * something is wrong; the report says what. file is only named. */
struct book_node *book_strict(struct book_arena *a, const char *file, const char *bytes,
                              size_t n, struct book_report *r);

/* The child of a mapping with that key, or NULL. n may be NULL. */
const struct book_node *book_child(const struct book_node *n, const char *key);

/* The same, but n itself when there is none: for pointing at a place. */
const struct book_node *book_spot(const struct book_node *n, const char *key);

/* Entry i of a list or mapping, or NULL. */
const struct book_node *book_item(const struct book_node *n, int i);

/* The text of a scalar child, or NULL. */
const char *book_text(const struct book_node *n, const char *key);

/* `sides[0].brigades[2].units[1].x` into buf. */
void book_path(const struct book_node *n, char *buf, size_t cap);

#endif
