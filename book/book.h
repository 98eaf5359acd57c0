/* book/book.h - tables, map and scenario of a battle, read from YAML into a const book.
 *
 * A book is read once, checked through and through, hashed, and never changed; games and
 * threads share it. A position is a scenario (or the id of one) with a `state:` part, which
 * is handed on as a tree: only the protocol knows the field tables.
 */
#ifndef BOOK_BOOK_H
#define BOOK_BOOK_H

#include "book/report.h"
#include "book/strict.h"
#include "kernel/ruleset.h"

/* Load scenario `system/name` of the data folder. On failure *out is untouched. */
enum tc_err book_load(const char *data, const char *id, const struct tc_book **out,
                      struct tc_why *why);

/* Load a scenario or position file from anywhere. *state is the `state:` mapping, NULL when
 * the file has none; it lives as long as the book. state may be NULL if the caller does not
 * want positions: then a file with a state is refused. */
enum tc_err book_load_file(const char *data, const char *path, const struct tc_book **out,
                           const struct book_node **state, struct tc_why *why);

/* The same from memory; name is what messages call it. */
enum tc_err book_load_text(const char *data, const char *name, const char *bytes, size_t n,
                           const struct tc_book **out, const struct book_node **state,
                           struct tc_why *why);

/* A map for the loads that follow: a scenario that names it gets this text, not a file. They
 * must stay until then; NULL forgets them all. */
void book_own_map(const char *name, const char *text);

/* A table of a battle's own, in place of the one in the data folder. */
struct book_own_table {
    const char *name; /* melee */
    const char *text;
    size_t size;
};

/* A scenario that is no file, the text of its map, and tables of its own. */
struct book_draft {
    const char *name; /* of the battle: minden/name */
    const char *text;
    size_t size;
    const char *map; /* NULL: the map that the scenario names is a file */
    size_t map_size;
    const struct book_own_table *table;
    int tables;
};

/* The book of a draft. Every fault of its texts is reported, in the files "scenario", "map" and
 * "tables/NAME"; then *out is untouched. */
enum tc_err book_load_draft(const char *data, const struct book_draft *d,
                            const struct tc_book **out, struct book_report *r);

/* Give a book back, with its state tree. NULL is allowed. */
void book_free(const struct tc_book *bk);

/* The language of the books loaded from now on: "de", or "de_DE.UTF-8" as LANG has it. NULL,
 * "", "C", "en" and what there is no catalogue for (data/lang): English. */
void book_speak(const char *language);
const char *book_speaks(void); /* "de"; "en" */

struct book_entry {
    const char *id, *title, *battle; /* battle is "" when there is none */
    const struct tc_why *broken;     /* not NULL: the file's head cannot be read */
};

/* Every scenario of every system, sorted by id; returns how many. Only the head of each file
 * is looked at. */
int book_list(const char *data, void (*entry)(void *ctx, const struct book_entry *e),
              void *ctx);

/* Files that were read, and entries in them that are written in an older form. */
struct book_tally {
    int files, older;
};

/* Validate a file (table, map, scenario, position, rules.md) or a folder and all below it;
 * every problem is told. Returns how many; *n, if not NULL, is added to. */
int book_check_path(const char *data, const char *path, book_tell *tell, void *ctx,
                    struct book_tally *n);

#endif
