/* tests/reason/lab.h - a book and a position for the tests of `reason`. */
#ifndef REA_LAB_H
#define REA_LAB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "rules/reason/inner.h"
#include "rules/reason/reason.h"

/* The books of this program, freed at its end; tests change their maps, so none is shared. */
static const struct tc_book *lab_known[400];
static int lab_books;

static inline void lab_close(void)
{
    while (lab_books > 0)
        book_free(lab_known[--lab_books]);
}

static inline const struct tc_book *lab_book(const char *id)
{
    const struct tc_book *bk = NULL;
    struct tc_why why;

    assert_int_equal(book_load(TEST_DATA, id, &bk, &why), TC_OK);
    assert_true(lab_books < 400);
    if (lab_books == 0)
        atexit(lab_close);
    lab_known[lab_books++] = bk;
    return bk;
}

/* The scenario's own beginning, hexes as indices. */
static inline void lab_start(const struct tc_book *bk, struct rea_state *s, struct rea_ctx *c)
{
    memset(s, 0, sizeof *s);
    bk->rules->setup(bk, s);
    rea_to_index(rea_book(bk), s);
    rea_look(c, rea_book(bk), s, NULL);
}

static inline int lab_unit(const struct tc_book *bk, const char *name)
{
    return tc_find_name(bk->rules, bk, REA_L_UNIT, name, strlen(name));
}

#endif
