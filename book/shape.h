/* book/shape.h - a tree against its schema: every wrong key, type, word and number.
 *
 * The schema is libcyaml's own, so there is one description of each file. Limits add what
 * libcyaml cannot say: ranges, and which strings are lengths, angles, names or colours.
 */
#ifndef BOOK_SHAPE_H
#define BOOK_SHAPE_H

#include <cyaml/cyaml.h>

#include "book/scalar.h"

enum book_limit_kind {
    BOOK_INT,    /* whole number, min to max */
    BOOK_LENGTH, /* inches with up to 3 decimals; min and max in thousandths */
    BOOK_ANGLE,  /* degrees, or brads with a b; min and max in 1/65536 turn */
    BOOK_NAME,   /* kebab case: orkney, 1st-guards */
    BOOK_ID,     /* system/name */
    BOOK_COLOUR, /* "#aabbcc" */
    BOOK_RULE,   /* rule IDs, with commas */
    BOOK_LIMIT_END,
};

/* path is a tail of the keys that lead to the value: "x" or "units.x"; list entries do not
 * count; "*" stands for any one key. The first that fits is used. */
struct book_limit {
    const char *path;
    enum book_limit_kind kind;
    int32_t min, max;
};

/* Report every difference between a tree and its schema. Keys of type CYAML_IGNORE are left
 * alone but for numbers that are not plain. */
void book_shape(const char *file, const struct book_node *root,
                const cyaml_schema_value_t *schema, const struct book_limit *limits,
                struct book_report *r);

/* Numbers that book_shape has let pass; NULL reads as 0. */
int32_t book_length(const char *s);
int32_t book_angle(const char *s);

#endif
