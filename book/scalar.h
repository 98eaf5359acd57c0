/* book/scalar.h - single values of a file: is this a length, an angle, a name? */
#ifndef BOOK_SCALAR_H
#define BOOK_SCALAR_H

#include "book/strict.h"
#include "kernel/schema.h"

/* Where problems go. */
struct book_scalars {
    const char *file;
    struct book_report *report;
};

/* Report what is wrong with a value. Numbers are of kind INT, LENGTH or ANGLE, texts of kind
 * NAME, TEXT, ID, COLOUR or RULE. A word is one of words, or of the first `most` of them. Of
 * a part that only its reader understands the numbers must at least be unmistakable. */
void book_check_number(const struct book_scalars *w, const struct book_node *n,
                       enum tc_key_kind kind, int32_t min, int32_t max);
void book_check_text(const struct book_scalars *w, const struct book_node *n,
                     enum tc_key_kind kind);
void book_check_yes(const struct book_scalars *w, const struct book_node *n);
void book_check_word(const struct book_scalars *w, const struct book_node *n,
                     const char *const *words, int most);
void book_check_any(const struct book_scalars *w, const struct book_node *n);

/* A number or a yes that has been checked. */
int32_t book_number(const struct book_node *n, enum tc_key_kind kind);

/* Kebab case, 1 to 40 characters, not "none". */
bool book_is_name(const char *s, size_t n);

/* `system/name`, both kebab case. */
bool book_is_id(const char *s);

#endif
