/* protocol/battle.h - a battle as one file: scenario, map and the tables it changes.
 *
 * What comes in was written by strangers. Sizes, names and the texts that are shown to people
 * are checked here; what stands in the YAML is checked by the book, as in every file.
 */
#ifndef PROTO_BATTLE_H
#define PROTO_BATTLE_H

#include <jansson.h>

#include "book/book.h"

enum {
    BATTLE_FILE = 2 << 20,  /* bytes of a file */
    BATTLE_TEXT = 1 << 20,  /* of its scenario, and of its map */
    BATTLE_TABLE = 1 << 16, /* of one table */
    BATTLE_TABLES = 24,
    BATTLE_TITLE = 200, /* bytes of a title, and of where it comes from */
};

struct battle {
    struct book_draft draft;
    struct book_own_table table[BATTLE_TABLES];
    const char *system, *title, *origin;
    json_t *json; /* all texts live here */
};

/* The text of a file. On failure there is nothing to free. */
enum tc_err battle_read(const char *text, size_t n, struct battle *out, struct tc_why *why);
/* The same from a value; it is held until battle_free. */
enum tc_err battle_take(json_t *file, struct battle *out, struct tc_why *why);
void battle_free(struct battle *b);

/* Tables as requests and files have them: [{"name","text"}], at most BATTLE_TABLES. */
enum tc_err battle_tables(const json_t *list, struct book_own_table table[BATTLE_TABLES],
                          int *n, struct tc_why *why);

/* The book of a battle; the first fault is told. */
enum tc_err battle_book(const char *data, const struct battle *b, const struct tc_book **out,
                        struct tc_why *why);

/* The same from a file by its path; its name ends in .json. */
bool battle_is_file(const char *path);
enum tc_err battle_open(const char *path, struct battle *out, struct tc_why *why);

/* The file of a battle. */
json_t *battle_write(const struct battle *b);

#endif
