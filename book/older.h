/* book/older.h - files as they were written before, read as they are written now. */
#ifndef BOOK_OLDER_H
#define BOOK_OLDER_H

#include "book/arena.h"
#include "book/strict.h"

/* Entries that are rows of words ("kheul-1 austrian er=40"), where the schema of the system has
 * mappings now (tc_key.row), become mappings. Returns how many. A text that does not begin with
 * a name and all words that must be there stays as it is: the schema says what is wrong. */
int book_older(struct book_arena *a, struct book_node *root);

#endif
