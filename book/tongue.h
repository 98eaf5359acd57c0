/* book/tongue.h - sentences in another language: data/lang/<language>/<system>.yaml.
 *
 * A catalogue holds the texts of a system's verbs, questions, events, reasons and labels by
 * their names, the help of its questions, its glossary, and the words of its lists by their
 * English. What it leaves out stays English.
 * What it has too much is left alone; `tricorne check` tells it. A book loaded in a language
 * has a ruleset of its own, alike in all but the texts.
 */
#ifndef BOOK_TONGUE_H
#define BOOK_TONGUE_H

#include "book/load.h"

/* The ruleset the book being loaded gets: its own, or one with translated texts that lives as
 * long as the book. A catalogue that is broken is reported. */
const struct tc_ruleset *book_tongue(struct book_load *l);

/* The same for any language and no book: what is made lives in `keep`. */
struct book_tongue_of {
    const char *data, *code; /* "de"; "": English */
    const struct tc_ruleset *rules;
    struct book_arena *keep;
    struct book_report *report;
};
const struct tc_ruleset *book_tongue_in(struct book_tongue_of *l);

/* "de_AT.UTF-8" into "de"; "" for English, and for what is no language. */
void book_read_language(const char *language, char *out, size_t cap);

/* Sentences known by their English: data/lang/<language>/<name>.yaml, `format: sentences-1`,
 * pairs under `sentences` and `words`. language may be as LANG has it; NULL, English or a
 * language that has no such file: NULL, and everything stays English. */
struct book_words;
struct book_words *book_words_open(const char *data, const char *language, const char *name);
void book_words_close(struct book_words *w);
const char *book_words_find(const struct book_words *w, const char *english); /* or NULL */

/* Is this the head of such a file, or of a catalogue? Then it is checked: every name and word
 * must be one of the system's. */
bool book_is_tongue(const struct book_doc *d);
void book_check_tongue(const struct book_doc *d, struct book_report *r);

#endif
