/* lib/learn.h - which number of a position stands where in an observation. */
#ifndef LIB_LEARN_H
#define LIB_LEARN_H

#include "lib/own.h"

/* Of a book, made once; only looked at afterwards. */
struct learn_plan *learn_plan(const struct tc_book *bk);
void learn_plan_free(struct learn_plan *p);

#endif
