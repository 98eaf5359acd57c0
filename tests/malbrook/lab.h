/* tests/malbrook/lab.h - one battle to look at, its book open to changes. */
#ifndef TEST_MALBROOK_LAB_H
#define TEST_MALBROOK_LAB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "rules/malbrook/inner.h"
#include "rules/malbrook/malbrook.h"

static const struct tc_book *loaded;
static struct mal_book bk;
static struct mal_state s;

static int open_book(void **unused)
{
    struct tc_why why;

    (void)unused;
    return book_load(TEST_DATA, "malbrook/first-command", &loaded, &why) == TC_OK ? 0 : -1;
}

static int close_book(void **unused)
{
    (void)unused;
    book_free(loaded);
    return 0;
}

/* A fresh copy of book and position before each test. */
static int fresh(void **unused)
{
    (void)unused;
    memcpy(&bk, loaded, sizeof bk);
    memset(&s, 0, sizeof s);
    mal_setup(&bk.head, &s);
    return 0;
}

static inline int card(const char *name)
{
    for (int i = 0; i < bk.cards; i++)
        if (strcmp(bk.card[i].name, name) == 0)
            return i;
    fail_msg("no unit is named %s", name);
    return 0;
}

#endif
