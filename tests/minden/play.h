/* tests/minden/play.h - set a moment of the small battle up, force dice and answers,
 * and see what is told. */
#ifndef TEST_MINDEN_PLAY_H
#define TEST_MINDEN_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/umpire.h"
#include "rules/minden/words.h"
#include "rules/minden/minden.h"
#include "tests/minden/small.h"

enum { ENEMY = SMALL_SIDE, HEARD = 256 };

struct table {
    struct min_book bk;
    struct min_state s;
    struct tc_umpire u;
    struct tc_offers offers;
    struct tc_tape tape;
    int8_t face[128];
    const char *const *answer; /* notation, one after the other */
    int answers;
    struct tc_event event[HEARD];
    int events;
};

/* The one table of a test, fresh. */
struct table *lay_table(void);

/* Put a unit somewhere; inches in thousandths, facing in brads. */
void post_unit(struct table *t, int unit, int32_t x, int32_t y, int facing);

/* Take everybody off the table but these (ended by -1). */
void only_units(struct table *t, const int *keep);

/* Play one step with these answers (NULL-ended) and dice; all of both must be used. */
void play_step(struct table *t, int step, const char *const *answers, const int *dice, int n);

/* The first event of that kind told in the last step; fails the test if there was none. */
const struct tc_event *told(const struct table *t, int event);
bool was_told(const struct table *t, int event);

/* The total of a sum told, by its label. */
int sum_told(const struct table *t, int label);

/* Judge a line of notation against a question. */
bool judged(struct table *t, int question, int unit, const char *line, struct tc_refusal *why);

#endif
