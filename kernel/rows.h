/* kernel/rows.h - short words for the rows of a schema; for a system's schema.c only.
 *
 * Before the rows of a struct stands #define AT struct x, behind them #undef AT; the rows of a
 * mapping end in KEYS_END. MAY_ rows may be left out; then the book keeps what it has.
 */
#ifndef TC_ROWS_H
#define TC_ROWS_H

#include "kernel/schema.h"

#define TC_MEMBER(M) (((AT *)0)->M)
#define TC_TYPE_OF(x)                                                                          \
    _Generic((x), bool                                                                         \
             : TC_T_U8, uint8_t                                                                \
             : TC_T_U8, int8_t                                                                 \
             : TC_T_I8, uint16_t                                                               \
             : TC_T_U16, int16_t                                                               \
             : TC_T_I16, uint32_t                                                              \
             : TC_T_U32, int32_t                                                               \
             : TC_T_I32, default                                                               \
             : TC_T_PAD)

#define KEY_ROW(KEY, KIND, MAY, M, MIN, MAX, WORDS, PUT)                                       \
    {                                                                                          \
        .name = KEY, .kind = KIND, .may = MAY, .at = (int32_t)offsetof(AT, M),                 \
        .type = TC_TYPE_OF(TC_MEMBER(M)), .min = MIN, .max = MAX, .words = WORDS, .put = PUT   \
    }
#define KEY_CALL(KEY, KIND, MAY, MIN, MAX, WORDS, PUT)                                         \
    {                                                                                          \
        .name = KEY, .kind = KIND, .may = MAY, .at = TC_NOWHERE, .min = MIN, .max = MAX,       \
        .words = WORDS, .put = PUT                                                             \
    }
#define KEYS_END                                                                               \
    {                                                                                          \
        .kind = TC_KEY_END                                                                     \
    }

/* Single values: the key, the member, limits or words. */
#define COUNT(KEY, M, MIN, MAX)      KEY_ROW(KEY, TC_KEY_INT, 0, M, MIN, MAX, NULL, NULL)
#define MAY_COUNT(KEY, M, MIN, MAX)  KEY_ROW(KEY, TC_KEY_INT, 1, M, MIN, MAX, NULL, NULL)
#define LENGTH(KEY, M, MIN, MAX)     KEY_ROW(KEY, TC_KEY_LENGTH, 0, M, MIN, MAX, NULL, NULL)
#define MAY_LENGTH(KEY, M, MIN, MAX) KEY_ROW(KEY, TC_KEY_LENGTH, 1, M, MIN, MAX, NULL, NULL)
#define ANGLE(KEY, M, MIN, MAX)      KEY_ROW(KEY, TC_KEY_ANGLE, 0, M, MIN, MAX, NULL, NULL)
#define MAY_ANGLE(KEY, M, MIN, MAX)  KEY_ROW(KEY, TC_KEY_ANGLE, 1, M, MIN, MAX, NULL, NULL)
#define YES(KEY, M)                  KEY_ROW(KEY, TC_KEY_YES, 0, M, 0, 1, NULL, NULL)
#define MAY_YES(KEY, M)              KEY_ROW(KEY, TC_KEY_YES, 1, M, 0, 1, NULL, NULL)
#define WORD(KEY, M, WORDS)          KEY_ROW(KEY, TC_KEY_WORD, 0, M, 0, 0, WORDS, NULL)
#define MAY_WORD(KEY, M, WORDS)      KEY_ROW(KEY, TC_KEY_WORD, 1, M, 0, 0, WORDS, NULL)
/* Only the first N of the words. */
#define WORD_ROW(KEY, MAY, M, WORDS, N)                                                        \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_WORD, .may = MAY, .at = (int32_t)offsetof(AT, M),          \
        .type = TC_TYPE_OF(TC_MEMBER(M)), .words = WORDS, .most = N                            \
    }
#define WORD_OF(KEY, M, WORDS, N)     WORD_ROW(KEY, 0, M, WORDS, N)
#define MAY_WORD_OF(KEY, M, WORDS, N) WORD_ROW(KEY, 1, M, WORDS, N)
#define NAME(KEY, M)                  KEY_ROW(KEY, TC_KEY_NAME, 0, M, 0, 0, NULL, NULL)
#define MAY_NAME(KEY, M)              KEY_ROW(KEY, TC_KEY_NAME, 1, M, 0, 0, NULL, NULL)
#define TEXT(KEY, M)                  KEY_ROW(KEY, TC_KEY_TEXT, 0, M, 0, 0, NULL, NULL)
#define MAY_TEXT(KEY, M)              KEY_ROW(KEY, TC_KEY_TEXT, 1, M, 0, 0, NULL, NULL)
#define COLOUR(KEY, M)                KEY_ROW(KEY, TC_KEY_COLOUR, 0, M, 0, 0, NULL, NULL)

/* Values that a function puts: void put(r, entry, text, number). */
#define CALL_COUNT(KEY, MIN, MAX, PUT)      KEY_CALL(KEY, TC_KEY_INT, 0, MIN, MAX, NULL, PUT)
#define CALL_LENGTH(KEY, MIN, MAX, PUT)     KEY_CALL(KEY, TC_KEY_LENGTH, 0, MIN, MAX, NULL, PUT)
#define CALL_WORD(KEY, WORDS, PUT)          KEY_CALL(KEY, TC_KEY_WORD, 0, 0, 0, WORDS, PUT)
#define CALL_NAME(KEY, PUT)                 KEY_CALL(KEY, TC_KEY_NAME, 0, 0, 0, NULL, PUT)
#define CALL_TEXT(KEY, PUT)                 KEY_CALL(KEY, TC_KEY_TEXT, 0, 0, 0, NULL, PUT)
#define MAY_CALL_COUNT(KEY, MIN, MAX, PUT)  KEY_CALL(KEY, TC_KEY_INT, 1, MIN, MAX, NULL, PUT)
#define MAY_CALL_LENGTH(KEY, MIN, MAX, PUT) KEY_CALL(KEY, TC_KEY_LENGTH, 1, MIN, MAX, NULL, PUT)
#define MAY_CALL_WORD(KEY, WORDS, PUT)      KEY_CALL(KEY, TC_KEY_WORD, 1, 0, 0, WORDS, PUT)
#define MAY_CALL_NAME(KEY, PUT)             KEY_CALL(KEY, TC_KEY_NAME, 1, 0, 0, NULL, PUT)
#define MAY_CALL_TEXT(KEY, PUT)             KEY_CALL(KEY, TC_KEY_TEXT, 1, 0, 0, NULL, PUT)

/* A mapping into member M; MAP_SELF: its keys are members of this entry itself. ONE: a mapping
 * whose shape's functions put it where it belongs, after this entry's own `put`. */
#define MAP(KEY, M, MAPPING)                                                                   \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_MAP, .at = (int32_t)offsetof(AT, M), .of = &(MAPPING)      \
    }
#define MAY_MAP(KEY, M, MAPPING)                                                               \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_MAP, .may = 1, .at = (int32_t)offsetof(AT, M),             \
        .of = &(MAPPING)                                                                       \
    }
#define MAP_SELF(KEY, MAPPING)                                                                 \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_MAP, .at = 0, .of = &(MAPPING)                             \
    }
#define MAY_MAP_SELF(KEY, MAPPING)                                                             \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_MAP, .may = 1, .at = 0, .of = &(MAPPING)                   \
    }
#define ONE(KEY, MAPPING)                                                                      \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_ONE, .at = TC_NOWHERE, .of = &(MAPPING)                    \
    }
#define MAY_ONE(KEY, MAPPING)                                                                  \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_ONE, .may = 1, .at = TC_NOWHERE, .of = &(MAPPING)          \
    }

/* A mapping with a key for each word, into the array M. */
#define BY_OF(KEY, KIND, M, WORDS, MIN, MAX)                                                   \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_BY, .each = KIND, .at = (int32_t)offsetof(AT, M),          \
        .type = TC_TYPE_OF(TC_MEMBER(M[0])), .stride = sizeof TC_MEMBER(M[0]), .min = MIN,     \
        .max = MAX, .words = WORDS                                                             \
    }
#define BY(KEY, M, WORDS, MIN, MAX)        BY_OF(KEY, TC_KEY_INT, M, WORDS, MIN, MAX)
#define BY_LENGTH(KEY, M, WORDS, MIN, MAX) BY_OF(KEY, TC_KEY_LENGTH, M, WORDS, MIN, MAX)
/* The same with a mapping for each word, into the array of structs M. */
#define BY_MAP(KEY, M, WORDS, MAPPING)                                                         \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_BY, .each = TC_KEY_MAP, .at = (int32_t)offsetof(AT, M),    \
        .stride = sizeof TC_MEMBER(M[0]), .words = WORDS, .of = &(MAPPING)                     \
    }

/* Lists of mappings: into the array M, their number into N (an int); or each by its functions.
 */
#define LIST_ROW(KEY, MAY, M, N, MAPPING, LEAST, MOST)                                         \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_LIST, .may = MAY, .at = (int32_t)offsetof(AT, M),          \
        .stride = sizeof TC_MEMBER(M[0]), .count_at = (int32_t)offsetof(AT, N),                \
        .least = LEAST, .most = MOST, .of = &(MAPPING)                                         \
    }
#define LIST(KEY, M, N, MAPPING, LEAST, MOST)     LIST_ROW(KEY, 0, M, N, MAPPING, LEAST, MOST)
#define MAY_LIST(KEY, M, N, MAPPING, LEAST, MOST) LIST_ROW(KEY, 1, M, N, MAPPING, LEAST, MOST)
#define EACH_ROW(KEY, MAY, MAPPING, LEAST, MOST)                                               \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_LIST, .may = MAY, .at = TC_NOWHERE,                        \
        .count_at = TC_NOWHERE, .least = LEAST, .most = MOST, .of = &(MAPPING)                 \
    }
#define EACH(KEY, MAPPING, LEAST, MOST)     EACH_ROW(KEY, 0, MAPPING, LEAST, MOST)
#define MAY_EACH(KEY, MAPPING, LEAST, MOST) EACH_ROW(KEY, 1, MAPPING, LEAST, MOST)

/* The same; an older file may have texts for entries, see tc_key.row. */
#define EACH_ROWS(KEY, MAY, MAPPING, LEAST, MOST, ROW)                                         \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_LIST, .may = MAY, .at = TC_NOWHERE,                        \
        .count_at = TC_NOWHERE, .least = LEAST, .most = MOST, .of = &(MAPPING), .row = ROW     \
    }
#define EACH_OR_ROW(KEY, MAPPING, LEAST, MOST, ROW) EACH_ROWS(KEY, 0, MAPPING, LEAST, MOST, ROW)
#define MAY_EACH_OR_ROW(KEY, MAPPING, LEAST, MOST, ROW)                                        \
    EACH_ROWS(KEY, 1, MAPPING, LEAST, MOST, ROW)

/* Lists of values, N of them, into the array M. */
#define ROW_OF(KEY, KIND, M, NUMBER, MIN, MAX, WORDS)                                          \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_ROW, .each = KIND, .at = (int32_t)offsetof(AT, M),         \
        .type = TC_TYPE_OF(TC_MEMBER(M[0])), .stride = sizeof TC_MEMBER(M[0]),                 \
        .count_at = TC_NOWHERE, .min = MIN, .max = MAX, .least = NUMBER, .most = NUMBER,       \
        .words = WORDS                                                                         \
    }
#define COUNTS(KEY, M, NUMBER, MIN, MAX)  ROW_OF(KEY, TC_KEY_INT, M, NUMBER, MIN, MAX, NULL)
#define LENGTHS(KEY, M, NUMBER, MIN, MAX) ROW_OF(KEY, TC_KEY_LENGTH, M, NUMBER, MIN, MAX, NULL)
#define WORDS_OF(KEY, M, NUMBER, WORDS)   ROW_OF(KEY, TC_KEY_WORD, M, NUMBER, 0, 0, WORDS)

/* Texts, names or words of which each is given to a function. */
#define TEXTS_ROW(KEY, MAY, KIND, LEAST, MOST, WORDS, PUT)                                     \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_ROW, .each = KIND, .may = MAY, .at = TC_NOWHERE,           \
        .count_at = TC_NOWHERE, .least = LEAST, .most = MOST, .words = WORDS, .put = PUT       \
    }
#define TEXTS(KEY, LEAST, MOST, PUT)     TEXTS_ROW(KEY, 0, TC_KEY_TEXT, LEAST, MOST, NULL, PUT)
#define MAY_TEXTS(KEY, LEAST, MOST, PUT) TEXTS_ROW(KEY, 1, TC_KEY_TEXT, LEAST, MOST, NULL, PUT)

/* Points [x, y] into the array M of structs that begin with int32_t x, y; their number into N.
 */
#define POINTS(KEY, M, N, LEAST, MOST, MIN, MAX)                                               \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_POINTS, .at = (int32_t)offsetof(AT, M),                    \
        .stride = sizeof TC_MEMBER(M[0]), .count_at = (int32_t)offsetof(AT, N),                \
        .type = TC_TYPE_OF(TC_MEMBER(N)), .least = LEAST, .most = MOST, .min = MIN, .max = MAX \
    }

/* A list of words as a bit set. */
#define SET(KEY, M, WORDS)     KEY_ROW(KEY, TC_KEY_SET, 0, M, 0, 0, WORDS, NULL)
#define MAY_SET(KEY, M, WORDS) KEY_ROW(KEY, TC_KEY_SET, 1, M, 0, 0, WORDS, NULL)

/* A printed table: ROWS texts of COLUMNS words each, into uint8_t M[ROWS][COLUMNS] or, with
 * GRID_TURNED, M[COLUMNS][ROWS]. With FIRST each row begins with its number, from 0 or 1 on. */
enum { TC_GRID_PLAIN = -1 };
#define GRID_ROW(KEY, M, ROWS, COLUMNS, FIRST, TURNED, WORDS)                                  \
    {                                                                                          \
        .name = KEY, .kind = TC_KEY_GRID, .at = (int32_t)offsetof(AT, M), .rows = ROWS,        \
        .stride = COLUMNS, .min = FIRST, .max = TURNED, .count_at = TC_NOWHERE, .words = WORDS \
    }
#define GRID(KEY, M, ROWS, COLUMNS, FIRST, WORDS)                                              \
    GRID_ROW(KEY, M, ROWS, COLUMNS, FIRST, 0, WORDS)
#define GRID_TURNED(KEY, M, ROWS, COLUMNS, FIRST, WORDS)                                       \
    GRID_ROW(KEY, M, ROWS, COLUMNS, FIRST, 1, WORDS)

/* A shape: its rows, the struct of an entry, the functions that hang on it (or NULL). */
#define MAPPING(KEYS, STRUCT, PUT, DONE)                                                       \
    {                                                                                          \
        .keys = KEYS, .size = sizeof(STRUCT), .put = PUT, .done = DONE                         \
    }

#endif
