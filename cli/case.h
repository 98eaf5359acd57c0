/* cli/case.h - text cases: tests a wargamer can write and read (docs/cases.md).
 *
 * A case sets up a position, forces the dice, says what is done and what must follow.
 */
#ifndef CLI_CASE_H
#define CLI_CASE_H

#include <stdio.h>

#include "kernel/game.h"

struct case_totals {
    int passed, failed;
};

/* Run every case of a file; differences go to out, line by line. A file that cannot be read
 * counts as one failure. With names, each passed case is listed too. */
void case_run_file(const char *data, const char *path, FILE *out, bool names,
                   struct case_totals *totals);
/* The same from a stream that is open; path is for messages. */
void case_run_stream(const char *data, const char *path, FILE *in, FILE *out, bool names,
                     struct case_totals *totals);

/* --- Inside: one case being played ------------------------------------------------ */

struct case_event {
    struct tc_event e;
    char act[256]; /* TC_EV_ANSWER: its notation */
};

struct case_play {
    const struct tc_book *bk;
    const char *file, *name;
    FILE *out;
    int line; /* of the file, for messages */
    int faults;

    struct tc_game g;
    void *mem;
    bool begun;       /* dice and answers may follow; no more set-up */
    bool dead;        /* the position was refused: the rest says nothing */
    bool outside;     /* something was set: no battle need reach this position */
    int steps;        /* since the last question */
    int8_t face[512]; /* forced, not yet used: face[used..faces) */
    int faces, used;
    struct case_event *event; /* since the last act */
    int events, event_room;
};

void case_begin(struct case_play *p, const struct tc_book *bk, const char *file,
                const char *name, FILE *out);
void case_end(struct case_play *p);

/* One line of a case, without its comment; false if its first word is unknown. */
bool case_line(struct case_play *p, const char *text);

/* Say that something differs. */
void case_fault(struct case_play *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- Inside: one line of a case -------------------------------------------------- */

struct case_words {
    int n;
    char *w[40];
    char text[1024];
};

/* Take `by RULE` off the end; NULL if there is none. */
const char *case_take_rule(struct case_words *w);

/* Is this the rule that was wanted? NULL wants any. */
bool case_same_rule(const char *want, const char *got);

/* One value of an event against a word of the case; * fits anything. */
bool case_same_value(struct case_play *p, const struct tc_param *param, const int32_t *arg,
                     const char *word);

/* Is this event what the words from `first` on say? */
bool case_same_event(struct case_play *p, const struct case_event *c, struct case_words *w,
                     int first, const char *rule);

/* The set-up is over: play as far as the forced dice reach. */
void case_start(struct case_play *p);

/* An event that was told since the last act, or was not; its words begin at `first`. */
void case_expect_event(struct case_play *p, struct case_words *w, int first, bool wanted);

#endif
