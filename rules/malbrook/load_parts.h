/* rules/malbrook/load_parts.h - the files of malbrook, shared by its schema's parts. */
#ifndef BOOK_MALBROOK_PARTS_H
#define BOOK_MALBROOK_PARTS_H

#include "book/schema.h"
#include "book/shape.h"
#include "rules/malbrook/tables.h"

#define MAL_INT(KEY, S, M)  CYAML_FIELD_INT(KEY, CYAML_FLAG_DEFAULT, S, M)
#define MAL_TEXT(KEY, S, M) BOOK_FIELD_TEXT(KEY, CYAML_FLAG_DEFAULT, S, M)
#define MAL_HEAD_LIMITS                                                                        \
    { "system", BOOK_NAME, 0, 0 }, { "table", BOOK_NAME, 0, 0 },                               \
    {                                                                                          \
        "rule", BOOK_RULE, 0, 0                                                                \
    }
#define MAL_END_LIMITS                                                                         \
    {                                                                                          \
        NULL, BOOK_LIMIT_END, 0, 0                                                             \
    }
#define MAL_SCHEMA(NAME)                                                                       \
    static const cyaml_schema_value_t NAME##_schema = { CYAML_VALUE_MAPPING(                   \
        CYAML_FLAG_POINTER, struct raw_##NAME, NAME##_fields) }

static inline struct mal_book *book_malbrook_of(struct tc_book *bk)
{
    return (struct mal_book *)(void *)bk;
}

extern const struct book_part book_malbrook_bases, book_malbrook_command, book_malbrook_sight,
    book_malbrook_disorder, book_malbrook_movement, book_malbrook_fire, book_malbrook_combat,
    book_malbrook_victory, book_malbrook_terrain, book_malbrook_map, book_malbrook_scenario;

/* The map a scenario names. */
#endif
