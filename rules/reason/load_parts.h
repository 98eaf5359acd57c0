/* rules/reason/load_parts.h - the files of `reason`; private to its loader. */
#ifndef BOOK_REASON_PARTS_H
#define BOOK_REASON_PARTS_H

#include "book/hexmap.h"
#include "rules/reason/tables.h"

extern const struct book_part book_reason_terrain, book_reason_hexsides, book_reason_multiples,
    book_reason_fire, book_reason_combat, book_reason_specials, book_reason_drill,
    book_reason_map, book_reason_scenario;

extern const char *const book_reason_ground[]; /* names of terrains, in the chart's order */

/* One word of a row: where it begins and how long it is. */
struct book_word {
    const char *at;
    int n;
};

/* The words of a row, at most `room`; returns how many there are. */
int book_split(const char *row, struct book_word *out, int room);

bool book_word_is(const struct book_word *w, const char *s);

/* Index of a word in a list ended by NULL, or -1. */
int book_word_in(const struct book_word *w, const char *const *list);

/* A whole number; false when it is none. */
bool book_word_int(const struct book_word *w, int *out);

/* A number in parts of `unit`: 2, 1/2, 3/2; false when it is none or not exact. */
bool book_word_parts(const struct book_word *w, int unit, int *out);

/* What the scenario chooses among the charts: called when title and map are known. */
void book_reason_choose(struct rea_book *bk);

#endif
