/* book/rules_text.h - the rules in our own words: data/<system>/rules.md.
 *
 * Lines `- **ID** text` are rules, `## ` and `### ` lines are headings; the rest is prose.
 */
#ifndef BOOK_RULES_TEXT_H
#define BOOK_RULES_TEXT_H

#include "book/files.h"

struct book_rule {
    const char *id;      /* "N-B10a" */
    const char *text;    /* its sentence, without a line's end */
    const char *heading; /* the nearest heading above, or "" */
    int line;
};

struct book_rules {
    struct book_arena arena;
    int count;
    struct book_rule *rule; /* in the order of the file */
};

/* Read the rules of a system. On failure *out is empty. */
enum tc_err book_rules_load(const char *data, const char *system, struct book_rules *out,
                            struct tc_why *why);

/* The same from one file, with every problem reported: doubled IDs, IDs of another letter
 * (0: any letter), rules without text. */
enum tc_err book_rules_file(const char *path, char letter, struct book_rules *out,
                            struct book_report *r);
void book_rules_free(struct book_rules *rules);

/* The rule with that ID, whatever the case of its letters, or NULL. */
const struct book_rule *book_rules_find(const struct book_rules *rules, const char *id);

/* Indices of the rules whose ID begins with prefix and goes on with nothing, a small letter
 * or a point and more ("N-B10" finds N-B10a, not N-B100); returns how many, writes up to max.
 */
int book_rules_prefix(const struct book_rules *rules, const char *prefix, int *out, int max);

#endif
