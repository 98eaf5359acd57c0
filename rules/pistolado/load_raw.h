/* rules/pistolado/load_raw.h - short words for pistolado's schemas; private to them. */
#ifndef BOOK_PISTOLADO_RAW_H
#define BOOK_PISTOLADO_RAW_H

#include "book/schema.h"

#define NEEDED                 CYAML_FLAG_DEFAULT
#define OPTIONAL               CYAML_FLAG_OPTIONAL
#define INT(KEY, S, M)         CYAML_FIELD_INT(KEY, NEEDED, S, M)
#define MAY_INT(KEY, S, M)     CYAML_FIELD_INT(KEY, OPTIONAL, S, M)
#define TEXT(KEY, S, M)        BOOK_FIELD_TEXT(KEY, NEEDED, S, M)
#define MAY(KEY, S, M)         BOOK_FIELD_TEXT(KEY, OPTIONAL, S, M)
#define WORD(KEY, S, M, W)     BOOK_FIELD_WORD(KEY, NEEDED, S, M, W)
#define MAY_WORD(KEY, S, M, W) BOOK_FIELD_WORD_PTR(KEY, OPTIONAL, S, M, W)
#define LIST(KEY, FLAGS, S, M, V, MIN, MAX)                                                    \
    CYAML_FIELD_SEQUENCE(KEY, CYAML_FLAG_POINTER | (FLAGS), S, M, &(V), MIN, MAX)
#define ENTRY(S, F)                                                                            \
    {                                                                                          \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, S, F)                                          \
    }
#define HEAD_LIMITS                                                                            \
    { "system", BOOK_NAME, 0, 0 }, { "table", BOOK_NAME, 0, 0 },                               \
    {                                                                                          \
        "rule", BOOK_RULE, 0, 0                                                                \
    }
#define END_LIMITS                                                                             \
    {                                                                                          \
        NULL, BOOK_LIMIT_END, 0, 0                                                             \
    }
#define SCHEMA(NAME)                                                                           \
    static const cyaml_schema_value_t NAME##_schema = { CYAML_VALUE_MAPPING(                   \
        CYAML_FLAG_POINTER, struct raw_##NAME, NAME##_fields) }
#define PIS_PART(NAME, FILE)                                                                   \
    const struct book_part book_pis_##NAME = { FILE, &NAME##_schema, NAME##_limits,            \
                                               fill_##NAME }

/* A list of so many small numbers. */
static const cyaml_schema_value_t int8_value = { CYAML_VALUE_INT(CYAML_FLAG_DEFAULT, int8_t) };
#define INTS(KEY, S, M, N) CYAML_FIELD_SEQUENCE_FIXED(KEY, NEEDED, S, M, &int8_value, N)

#endif
