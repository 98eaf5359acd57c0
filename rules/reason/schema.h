/* rules/reason/schema.h - what the files of reason's schema share; private to them. */
#ifndef REA_SCHEMA_H
#define REA_SCHEMA_H

#include "board/hexfile.h"
#include "rules/reason/inner.h"
#include "rules/reason/tables.h"

#include "kernel/rows.h" /* behind words.h: both have short words */

/* What is remembered while a file is read. */
struct rea_reading {
    struct tc_hexfile file; /* of the map or the scenario's own ground; it comes first */
    const char *first;      /* the side that has the initiative */
    int side;               /* being read */
    uint64_t seen;          /* rows of a chart that are there */
    int changes;            /* of the ground, by a scenario */
};

static inline struct rea_reading *rea_reading_of(const struct tc_reading *r)
{
    return r->own;
}

static inline struct rea_book *rea_book_being_read(const struct tc_reading *r)
{
    return (struct rea_book *)(void *)r->book;
}

/* --- Rows of words: schema_words.c */

enum { REA_ROW_WORDS = 48, REA_WORD_LONG = 64 };

/* One word of a row: where it begins and how long it is. */
struct rea_word {
    const char *at;
    int n;
};

/* The words of a row, at most `room`; returns how many there are. */
int rea_split_row(const char *row, struct rea_word *out, int room);

bool rea_word_is(const struct rea_word *w, const char *s);

/* Index of a word in a list ended by NULL, or TC_NONE. */
int rea_word_in(const struct rea_word *w, const char *const *list);

/* A whole number; false when it is none. */
bool rea_word_int(const struct rea_word *w, int *out);

/* A number in parts of `unit`: 2, 1/2, 3/2; false when it is none or not exact. */
bool rea_word_parts(const struct rea_word *w, int unit, int *out);

/* The word as a text of its own, cut off where it is very long. */
struct rea_word_text {
    char text[REA_WORD_LONG];
};
struct rea_word_text rea_word_text(const struct rea_word *w);

/* A name for people of a key: "croats-leader" is the Commander of the Croats. */
const char *rea_label_of(struct tc_reading *r, const char *name);

extern const char *const rea_yes_words[];

/* --- Maps: schema_map.c */

extern const char *const rea_ground_words[], *const rea_side_words[], *const rea_title_words[];
extern const struct tc_mapping rea_own_ground, rea_change;
#define rea_map_keys tc_hexfile_keys

void rea_begin_map(struct tc_reading *r, void *entry);
void rea_end_map(struct tc_reading *r, void *entry);

/* The ground for the eye anew, after a scenario changed some of it. */
void rea_list_again(struct tc_reading *r);

/* --- Scenarios: schema_scenario.c */

extern const struct tc_key rea_scenario_keys[];
void rea_begin_scenario(struct tc_reading *r, void *book);
void rea_end_scenario(struct tc_reading *r, void *book);

#endif
