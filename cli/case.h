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

/* --- What each case came to (docs/cases.md, "What is kept") ------------------------------- */

enum case_part {
    CASE_POSITIONS, /* at every stop: the state, and the points of both sides */
    CASE_EVENTS,    /* what was told, and the parts of sums */
    CASE_DICE,      /* what was rolled, and what was wanted */
    CASE_QUESTIONS, /* what was asked, and all answers offered */
    CASE_REFUSALS,  /* of the acts that lines of the case try in vain */
    CASE_PARTS
};
extern const char *const case_part_name[CASE_PARTS + 1];

/* A hash for each part; 0: there was nothing. */
struct case_mark {
    uint64_t part[CASE_PARTS];
};

/* The file beside the cases. */
struct case_kept {
    const char *path;
    bool writing; /* else what the cases come to is compared with it */
    bool differ;  /* something did */
    struct kept_row *row;
    int rows, room, sorted;
};

/* Where cases are looked for and what is told of them. */
struct case_run {
    const char *data;
    FILE *out;
    bool names;             /* list the cases that pass too */
    const char *only;       /* NULL, or a pattern: only cases of such a name are run */
    struct case_kept *kept; /* NULL: what the cases come to is not looked at */
    struct case_totals totals;
};

/* Run every case of a file; differences go to out, line by line. A file that cannot be read
 * counts as one failure. */
void case_run_file(struct case_run *run, const char *path);
/* The same from a stream that is open; path is for messages. */
void case_run_stream(struct case_run *run, const char *path, FILE *in);

/* Before the first file and behind the last, if run->kept: read what was kept; write it anew,
 * or say which of its lines have no case. Faults are told and counted like those of cases. */
void case_kept_open(struct case_run *run);
void case_kept_end(struct case_run *run, char **files, int n);

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
    bool begun;         /* dice and answers may follow; no more set-up */
    bool dead;          /* the position was refused: the rest says nothing */
    bool outside;       /* something was set: no battle need reach this position */
    bool wanted;        /* the case has said which dice are wanted now */
    int steps;          /* since the last question */
    const char *within; /* how far apart lengths and angles may be in the line at hand */
    int place;          /* behind the last event that was expected and found */
    int8_t face[512];   /* forced, not yet used: face[used..faces) */
    int faces, used;
    struct case_event *event; /* since the last act */
    int events, event_room;
    struct case_mark *mark; /* NULL: nobody wants to know what it comes to */
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

/* Take `within D` off the end; NULL if there is none. */
const char *case_take_within(struct case_words *w);

/* The event that the word `first` names, its values read once; NULL if something is wrong,
 * which has been said. */
const struct tc_decl *case_event_decl(struct case_play *p, struct case_words *w, int first);

/* Is this event what the words from `first` on say? */
bool case_same_event(struct case_play *p, const struct case_event *c, struct case_words *w,
                     int first, const char *rule);

/* The set-up is over: play as far as the forced dice reach. */
void case_start(struct case_play *p);

/* An event since the last act: it was told, was told behind the one expected before, or was
 * not told; its words begin at `first`. */
enum case_order { CASE_SOMEWHERE, CASE_LATER, CASE_NOWHERE };
void case_expect_event(struct case_play *p, struct case_words *w, int first,
                       enum case_order order);

/* The events since the last act, for a person who wonders why. */
void case_list_events(struct case_play *p);

/* A line that expects something; false if its first word is unknown. */
bool case_expect(struct case_play *p, struct case_words *w, const char *text);
void case_expect_odds(struct case_play *p, const char *text);

/* What the game waits for, in words. */
const char *case_status(const struct case_play *p, char *buf, size_t n);

/* Every answer that is offered now; the caller frees it. */
struct tc_offers *case_offers(struct case_play *p);

/* What goes into the mark: an event, an act that was refused, and wherever the play stops. */
void case_mark_event(struct case_play *p, const struct tc_event *e);
void case_mark_refusal(struct case_play *p, const struct tc_act *a,
                       const struct tc_refusal *why);
void case_mark_stop(struct case_play *p);

/* The case has come to its end: compare its mark with what was kept, or keep it. */
void case_kept_case(struct case_run *run, struct case_play *p, const struct case_mark *mark);

bool case_read_act(struct case_play *p, const char *text, struct tc_act *a);
void case_split(struct case_words *w, const char *text);

/* The text behind so many words. */
const char *case_after(const char *text, int words);

/* A game with memory of its own. */
void case_open_game(struct tc_game *g, void **mem, const struct tc_book *bk);
void case_close_game(struct tc_game *g, void *mem);

#endif
