/* cli/join.h - a battle on somebody's server, from the terminal. */
#ifndef CLI_JOIN_H
#define CLI_JOIN_H

#include "cli/cli.h"

enum { JOIN_WORD = 64, JOIN_URL = 600 };

struct join_wire;

struct join {
    struct cli *c;
    struct join_wire *wire;
    char base[JOIN_URL]; /* of the page: http://host:8017/ */
    char game[JOIN_WORD], token[JOIN_WORD];
    bool plain; /* no pictures, no colours, no line of clocks */
    bool top;   /* the first line of the terminal shows the clocks */
    bool quit;
    int seat;     /* -1: a watcher */
    json_t *view; /* as it was when we sat down; seats and names */
    json_t *question, *clock, *over;
    double clock_at; /* when the clock was told, by our own */
    int64_t asked;   /* number of the question that was shown */
    int64_t warned;  /* seconds of the last warning given here */
    bool sharing;    /* a share of the dice is to be given */
    json_t *offers;  /* what can be picked by number */
    int32_t part[4]; /* of the table shown: x, y, w, h; w 0: all */
};

/* --- The wire (join_wire.c) --------------------------------------------------------------- */

enum tc_err join_open(struct join *j, struct tc_why *why);
void join_close(struct join *j);

/* One request; path is behind api/v1/, or behind it and games/GAME/ when it begins with a dot:
 * ".view". The answer's object, or NULL when it was refused: why is the server's own sentence.
 */
json_t *join_ask(struct join *j, const char *method, const char *path, json_t *body,
                 struct tc_why *why);
json_t *join_get(struct join *j, const char *path, struct tc_why *why);
json_t *join_post(struct join *j, const char *path, json_t *body, struct tc_why *why);
/* The answer as text, to free(). */
char *join_text(struct join *j, const char *path, struct tc_why *why);

/* Listen from line.note on; the stream is opened again when it breaks. */
void join_listen(struct join *j, int64_t line, int64_t note);
/* Wait for news or for a line on stdin, at most so many milliseconds; true: stdin can be read.
 */
bool join_wait(struct join *j, int ms);

/* An event of the stream (join_news.c). */
void join_event(struct join *j, const char *kind, const json_t *data);

/* --- What a person sees (join_show.c) ------------------------------------------------------
 */

/* Text from elsewhere, without control characters. */
void join_put(const char *text);
void join_say(const char *text); /* with two blanks before it and a line's end */
void join_events(const json_t *list);
void join_question(struct join *j);
void join_offers(const struct join *j, const char *filter, int most);
void join_over(const struct join *j);
void join_odds(const json_t *odds);
void join_advice(const json_t *advice);
void join_who(const struct join *j);
/* what: map, units, aloud or panels. */
void join_look(struct join *j, const char *what);

/* A scene as the server sends it; texts stay in the JSON, points in *points, to be freed. */
struct tc_scene;
struct tc_scene_point;
bool join_scene(const json_t *in, struct tc_scene *out, struct tc_scene_point **points);

/* --- Clocks (join_clock.c) ------------------------------------------------------------------
 */

void join_clock_take(struct join *j, const json_t *clock);
/* Seconds left of a side. */
int64_t join_clock_left(const struct join *j, int side);
/* "allied 4:32 (runs), french 5:00"; "" if there is none. */
void join_clock_text(const struct join *j, char *out, size_t n);
/* Once a second: the top line, and a word when time gets short. */
void join_clock_tick(struct join *j);
void join_top_open(struct join *j);
void join_top_close(void);

/* --- Shares of the dice (join_dice.c) --------------------------------------------------------
 */

void join_shares(struct join *j);

/* --- Lines a person types (join_words.c)
 * ------------------------------------------------------ */

void join_line(struct join *j, char *line);

#endif
