/* tests/fuzz/fuzz.h - what the fuzz targets share.
 *
 * A target is one function on some bytes. Under clang it is driven by libFuzzer (`make fuzz`);
 * every other build links replay.c, which runs the kept inputs and a few bent ones. A finding
 * is a crash, a sanitizer's word, or fuzz_found.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/ruleset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Something that must never be. Says what, and aborts. */
_Noreturn void fuzz_found(const char *what, const char *more);
#define FUZZ_MUST(cond, more) ((cond) ? (void)0 : fuzz_found(#cond, (more)))

/* The books there are: the toy and every scenario of every system of the registry, the small
 * ones first. They are loaded once and never freed. */
int fuzz_books(void);
int fuzz_small_books(void);
const struct tc_book *fuzz_book(unsigned i); /* from 200 on any, below a small one */
/* A small one, for one input of n any. The whole input says which, under every build. */
const struct tc_book *fuzz_pick(const uint8_t *data, size_t size, uint8_t i, uint32_t n);
const struct tc_book *fuzz_find(const char *id); /* NULL: there is none */
const struct tc_book *fuzz_find_small(const char *id);

/* A state of that book's battle: 0 is the setup, each next one twelve answers further. Made
 * once for each book and not to be changed. */
const void *fuzz_stage(const struct tc_book *bk, unsigned i);

/* The folder of data files. */
const char *fuzz_data(void);

/* A folder in memory for files that a target writes. */
const char *fuzz_folder(void);

/* Inputs read as numbers; zeros when they are used up. */
struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
};

uint8_t fuzz_byte(struct fuzz_bytes *b);
uint32_t fuzz_below(struct fuzz_bytes *b, uint32_t n); /* 0 .. n-1 */

/* What takes long is done for one input of n: its bytes say which, so that a finding comes
 * again. Without libFuzzer, for all of them. */
bool fuzz_rarely(const uint8_t *data, size_t size, uint32_t n);

/* Bytes of getrandom() in a target: the same in every run, so that findings come again. */
void fuzz_reset_random(void);

/* The end of a sentence that was told: there must be one. */
void fuzz_check_why(const struct tc_why *why);

/* What an input shows, for its name (replay.c --name): of which book, what happens, and what is
 * said against it. The last of each kind counts. Nothing under libFuzzer. */
enum fuzz_notes { FUZZ_BOOK, FUZZ_WHAT, FUZZ_WHY, FUZZ_NOTES };
#ifdef FUZZ_DRIVEN
#define fuzz_note(kind, text) ((void)(text))
#else
void fuzz_note(enum fuzz_notes kind, const char *text);
#endif
const char *fuzz_noted(enum fuzz_notes kind);
void fuzz_forget_notes(void);

#endif
