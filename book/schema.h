/* book/schema.h - a loader by libcyaml, for systems whose files are not described by rows yet.
 *
 * One constant of struct book_schema in rules/<system>/load.c, named in its meson.build.
 * The loader does the rest: finding and hashing files, the strict pass, shapes and limits,
 * libcyaml, replaced tables, positions, the ruleset's own check.
 */
#ifndef BOOK_SCHEMA_H
#define BOOK_SCHEMA_H

#include "book/yaml.h"
#include "kernel/ruleset.h"

/* What fill functions work with. */
struct book_reader {
    struct book_arena *keep; /* lives with the book: names, labels, the book itself */
    struct book_report *report;
    const struct book_doc *doc; /* the file being filled in */
};

/* One kind of file. fill copies the struct libcyaml has filled into the book and reports
 * what schema and limits cannot see (names nobody bears, gaps in a table). It is called only
 * when the shape is right. */
struct book_part {
    const char *name; /* tables: "movement"; map and scenario: unused */
    const cyaml_schema_value_t *schema;
    const struct book_limit *limits;
    void (*fill)(struct book_reader *rd, const void *raw, struct tc_book *out);
};

struct book_schema {
    const char *system;
    size_t book_size;
    const struct book_part *const *tables; /* read in this order, before map and scenario */
    int table_count;
    const struct book_part *map, *scenario;
    /* Work out what follows from the rest of a faultless book; NULL: nothing does. */
    void (*finish)(struct tc_book *bk);
};

/* The loader of a system; NULL for one whose files are described by rows (tc_ruleset.schema).
 */
const struct book_schema *book_loader_of(const struct tc_ruleset *r);

/* Keys every file has. A table's struct begins with this. */
struct book_head {
    const char *format, *system, *table, *title, *rule, *source, *battle, *note;
};

/* Fields of struct book_head; S must have a member `head`. */
#define BOOK_FIELD_TEXT(KEY, FLAGS, S, M)                                                      \
    CYAML_FIELD_STRING_PTR(KEY, FLAGS, S, M, 0, CYAML_UNLIMITED)
#define BOOK_TABLE_HEAD(S)                                                                     \
    BOOK_FIELD_TEXT("format", CYAML_FLAG_DEFAULT, S, head.format),                             \
        BOOK_FIELD_TEXT("system", CYAML_FLAG_DEFAULT, S, head.system),                         \
        BOOK_FIELD_TEXT("table", CYAML_FLAG_DEFAULT, S, head.table),                           \
        BOOK_FIELD_TEXT("rule", CYAML_FLAG_DEFAULT, S, head.rule),                             \
        BOOK_FIELD_TEXT("source", CYAML_FLAG_DEFAULT, S, head.source),                         \
        BOOK_FIELD_TEXT("note", CYAML_FLAG_OPTIONAL, S, head.note)
#define BOOK_MAP_HEAD(S)                                                                       \
    BOOK_FIELD_TEXT("format", CYAML_FLAG_DEFAULT, S, head.format),                             \
        BOOK_FIELD_TEXT("system", CYAML_FLAG_DEFAULT, S, head.system),                         \
        BOOK_FIELD_TEXT("title", CYAML_FLAG_DEFAULT, S, head.title),                           \
        BOOK_FIELD_TEXT("rule", CYAML_FLAG_OPTIONAL, S, head.rule),                            \
        BOOK_FIELD_TEXT("source", CYAML_FLAG_DEFAULT, S, head.source),                         \
        BOOK_FIELD_TEXT("note", CYAML_FLAG_OPTIONAL, S, head.note)
#define BOOK_SCENARIO_HEAD(S)                                                                  \
    BOOK_MAP_HEAD(S), BOOK_FIELD_TEXT("battle", CYAML_FLAG_OPTIONAL, S, head.battle),          \
    {                                                                                          \
        .key = "state", .value = {.type = CYAML_IGNORE, .flags = CYAML_FLAG_OPTIONAL }         \
    }

/* One of a list of words; _PTR leaves NULL when the key is left out. */
#define BOOK_FIELD_WORD(KEY, FLAGS, S, M, LIST)                                                \
    CYAML_FIELD_ENUM(KEY, CYAML_FLAG_STRICT | (FLAGS), S, M, LIST, CYAML_ARRAY_LEN(LIST))
#define BOOK_FIELD_WORD_PTR(KEY, FLAGS, S, M, LIST)                                            \
    CYAML_FIELD_ENUM_PTR(KEY, CYAML_FLAG_STRICT | (FLAGS), S, M, LIST, CYAML_ARRAY_LEN(LIST))

/* Helpers for fill functions. */

/* A copy that lives with the book; "" for NULL. */
const char *book_keep(struct book_reader *rd, const char *s);

/* One more problem at a node of the file being filled in. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void book_wrong(struct book_reader *rd, enum tc_err err, const struct book_node *at,
                const char *text, ...);

/* The words of a list, as `a, b, c`, for messages. */
void book_words(const cyaml_strval_t *words, size_t n, char *buf, size_t cap);

#endif
