/* protocol/tonight.h - "a battle tonight": a scenario and its map from a seed.
 *
 * What a system has to choose from is data/<system>/tonight.yaml (docs/workshop.md): kinds of
 * troops with their points, armies, grounds, and patterns of the files. Nothing here knows a
 * system. Words behind a $ in a pattern are put in; a word that is a list stands for its
 * entries.
 */
#ifndef PROTO_TONIGHT_H
#define PROTO_TONIGHT_H

#include "kernel/dice.h"
#include "protocol/json.h"

enum {
    TN_KINDS = 32, /* of troops in a system */
    TN_UNITS = 80, /* bought by one army */
    TN_COMMANDS = 24,
    TN_POINTS = 1000, /* at most */
    TN_CELLS = 64,    /* rows and columns of a map of hexes */
};

/* Somebody on the field, in the frame of his own side: right from the left end of the field,
 * forward from the own edge; thousandths of inches, or hexes counted from 1. */
struct tn_spot {
    int32_t right, forward;
};

struct tn_unit {
    int kind, command;
    struct tn_spot at;
    int line, slot; /* which line it stands in, and its place there, from 1 */
};

struct tn_command {
    const json_t *spec; /* of the data's commands */
    int units;          /* how many */
    int32_t width, left;
};

struct tn_side {
    const json_t *army;
    int points, cost;    /* what it may cost, what its general costs */
    int style;           /* what its way of fighting costs */
    int count[TN_KINDS]; /* bought of each kind */
    int units, commands, depth;
    struct tn_unit unit[TN_UNITS];
    struct tn_command command[TN_COMMANDS];
    json_t *words; /* what stands for it in patterns */
};

struct tn {
    const char *system;
    const json_t *data, *ground;
    struct tc_stream dice;
    struct tc_why *why;
    bool bad; /* why says what; nothing more is done */
    bool hex;
    int32_t width, height; /* thousandths of inches, or hexes */
    json_t *words;         /* of the whole battle: words, and lists of what was made */
    json_t *used;          /* names that are taken */
    struct tn_side side[2];
    char cell[TN_CELLS][TN_CELLS];
};

/* --- Reading the data: what is missing makes the battle bad ------------------------------ */

const json_t *tn_part(struct tn *t, const json_t *of, const char *key); /* must be there */
const char *tn_word(struct tn *t, const json_t *of, const char *key);   /* must be a text */
int32_t tn_number(struct tn *t, const json_t *of, const char *key, int32_t none);
int32_t tn_length(struct tn *t, const json_t *of, const char *key, int32_t none);
int32_t tn_length_of(struct tn *t, const json_t *value);
void tn_fault(struct tn *t, const char *what, const char *text);
uint32_t tn_draw(struct tn *t, size_t n); /* 0 .. n-1; 0 for n 0 */
const json_t *tn_pick(struct tn *t, const json_t *list);
const char *tn_text(const json_t *j); /* "" for what is no text */

/* --- Patterns ----------------------------------------------------------------------------- */

/* What words mean here: those of the thing itself, of its command, of its side, of the battle.
 * side < 0: of neither. */
struct tn_scope {
    const json_t *words[4];
    int side;
    struct tn_spot at;
};

/* A pattern with its words put in; NULL stands for nothing: a list that is empty. */
json_t *tn_fill(struct tn *t, const json_t *pattern, const struct tn_scope *s);

/* The same for a text. */
void tn_fill_text(struct tn *t, const char *pattern, const struct tn_scope *s, char *buf,
                  size_t cap);

/* Each pattern of `adds`, filled, into the list of its key in each of the words given. */
void tn_add(struct tn *t, const json_t *adds, const json_t *set, const struct tn_scope *s,
            json_t *const *lists, int n);

/* A name for a label: small letters and hyphens, nobody else's. */
void tn_name(struct tn *t, const char *label, char *buf, size_t cap);

/* A spot of a side as the map has it: inches of the map, or column and row. */
struct tn_spot tn_on_map(const struct tn *t, int side, struct tn_spot at);
void tn_put_hex(char *buf, struct tn_spot on_map);

/* --- The parts of the work ---------------------------------------------------------------- */

void tn_raise(struct tn *t);     /* both armies, of the same points */
void tn_lay_out(struct tn *t);   /* their commands and places, and how wide the field is */
void tn_muster(struct tn *t);    /* their patterns into the lists of the battle */
json_t *tn_ground(struct tn *t); /* the value of the map */

#endif
