/* kernel/field.h - field tables: what lies where in a flat state.
 *
 * One table per struct gives JSON, YAML, cases, diffs, veiling and bindings. Every byte of a
 * state belongs to exactly one field; padding is declared and stays zero.
 */
#ifndef TC_FIELD_H
#define TC_FIELD_H

#include "kernel/decl.h"

enum tc_ftype {
    TC_T_U8,
    TC_T_I8,
    TC_T_U16,
    TC_T_I16,
    TC_T_U32,
    TC_T_I32,
    TC_T_U64,
    TC_T_STRUCT,
    TC_T_PAD, /* count bytes, always zero */
};

enum tc_show {
    TC_SHOW_ALL,
    TC_SHOW_OWNER, /* only the side of the row (tc_ruleset.row_side) */
    TC_SHOW_NONE,  /* nobody before the end: for the engine alone */
};

struct tc_fields;

struct tc_field {
    const char *name;
    uint32_t offset;
    uint16_t count; /* 1, or the length of an array */
    uint8_t type;   /* enum tc_ftype */
    uint8_t show;   /* enum tc_show */
    uint8_t kind;   /* enum tc_kind: how one value is written */
    uint8_t list;   /* TC_K_NAME: which list */
    int8_t keyed;   /* arrays: name list of the rows, or TC_NONE */
    bool none;      /* with most or words: there may be none, -1 or the type's largest */
    uint16_t most;  /* counts and indices: the largest value; 0: the type's */
    const char *const *words;    /* TC_K_WORD */
    const struct tc_fields *sub; /* TC_T_STRUCT */
};

struct tc_fields {
    const char *name;
    const struct tc_field *field;
    uint16_t count;
    uint32_t size;
};

/* Bytes of one element. */
uint32_t tc_field_size(const struct tc_field *f);

/* No length is over 1000 inches (1/1000 inch), and no angle many turns. */
enum { TC_FIELD_FAR = 1000000 };

/* One number out of, or into, element i; set refuses what does not fit the type or `most`, and
 * what is too far. */
int64_t tc_field_get(const void *base, const struct tc_field *f, int i);
bool tc_field_set(void *base, const struct tc_field *f, int i, int64_t v);

const struct tc_field *tc_field_find(const struct tc_fields *t, const char *name, size_t n);

/* Follow `units.orkney.fig` or `bag.3` to one plain value. base moves to its struct. */
enum tc_err tc_field_path(const struct tc_ruleset *r, const struct tc_book *bk,
                          const char *path, size_t n, size_t *base, const struct tc_field **f,
                          int *i, struct tc_why *why);

/* Print or parse one value in the field's own way. */
void tc_field_print(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_field *f, int64_t v, struct tc_text *out);
enum tc_err tc_field_parse(const struct tc_ruleset *r, const struct tc_book *bk,
                           const struct tc_field *f, const char *s, size_t n, int64_t *v,
                           struct tc_why *why);

/* The first difference between two states, as a path and two values; false if equal. */
bool tc_field_diff(const struct tc_ruleset *r, const struct tc_book *bk, const void *a,
                   const void *b, struct tc_text *out);

/* True when the table covers every byte of its size exactly once; else names the gap. */
bool tc_fields_cover(const struct tc_fields *t, struct tc_text *out);

/* Helpers for writing tables. */
#define TC_FIELD(S, M, T, K)                                                                   \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = (T), .kind = (K),  \
        .keyed = TC_NONE                                                                       \
    }
/* A count of N at most; an index below N, or none: -1, or the largest value of a type without
 * a sign. */
#define TC_FIELD_COUNT(S, M, T, N)                                                             \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = (T),               \
        .kind = TC_K_INT, .most = (N), .keyed = TC_NONE                                        \
    }
#define TC_FIELD_INDEX(S, M, T, N)                                                             \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = (T),               \
        .kind = TC_K_INT, .most = (N)-1, .none = true, .keyed = TC_NONE                        \
    }
#define TC_FIELD_WORD(S, M, T, W)                                                              \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = (T),               \
        .kind = TC_K_WORD, .words = (W), .keyed = TC_NONE                                      \
    }
#define TC_FIELD_NAME(S, M, T, L)                                                              \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = (T),               \
        .kind = TC_K_NAME, .list = (L), .keyed = TC_NONE                                       \
    }
#define TC_FIELD_ARRAY(S, M, T, K, N)                                                          \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = (N), .type = (T),             \
        .kind = (K), .keyed = TC_NONE                                                          \
    }
/* Counts of MOST at most, N of them. */
#define TC_FIELD_COUNTS(S, M, T, N, MOST)                                                      \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = (N), .type = (T),             \
        .kind = TC_K_INT, .most = (MOST), .keyed = TC_NONE                                     \
    }
/* Indexes below MOST, or none, N of them. */
#define TC_FIELD_INDEXES(S, M, T, N, MOST)                                                     \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = (N), .type = (T),             \
        .kind = TC_K_INT, .most = (MOST)-1, .none = true, .keyed = TC_NONE                     \
    }
#define TC_FIELD_STRUCTS(S, M, SUB, N, KEYED)                                                  \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = (N), .type = TC_T_STRUCT,     \
        .keyed = (KEYED), .sub = (SUB)                                                         \
    }
#define TC_FIELD_PAD(S, M)                                                                     \
    {                                                                                          \
        .name = "", .offset = (uint32_t)offsetof(S, M),                                        \
        .count = (uint16_t)sizeof(((S *)0)->M), .type = TC_T_PAD, .keyed = TC_NONE             \
    }

#endif
