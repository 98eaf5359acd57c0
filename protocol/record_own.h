/* protocol/record_own.h - a record taken apart into lines. */
#ifndef REC_RECORD_OWN_H
#define REC_RECORD_OWN_H

#include "protocol/record.h"

struct rec_lines {
    const char *name; /* of the file, for messages */
    struct rec_header header;
    json_t *head;
    json_t **line; /* line[i] is line i+2 of the file */
    uint32_t lines, room;
    uint32_t first; /* number of line[0]: 0, but where a game goes on */
    size_t good;    /* bytes up to the last whole line */
    bool torn;
    char *header_text;
    bool chained;                /* dice by commitments: each line hangs on those before */
    uint8_t start[TC_SECRET];    /* the chain before line[0] */
    uint8_t (*chain)[TC_SECRET]; /* chain[i]: with line[i] */
    uint32_t chain_room;
};

/* Lines without a header, that go on with a game. */
enum tc_err rec_split_more(const char *name, const char *text, size_t n,
                           const struct ses_game *s, struct rec_lines *out, struct tc_why *why);

/* Take a text apart. On failure there is nothing to free. */
enum tc_err rec_split(const char *name, const char *text, size_t n, struct rec_lines *out,
                      struct tc_why *why);
void rec_lines_free(struct rec_lines *l);

/* A whole file in memory. */
enum tc_err rec_slurp(int fd, const char *path, char **text, size_t *n, struct tc_why *why);

/* Play the lines again. */
enum tc_err rec_play(const struct rec_lines *l, const struct tc_book *bk, struct ses_game **out,
                     struct rec_report *report, struct tc_why *why);

/* A failure at line i of l->line. */
enum tc_err rec_bad(const struct rec_lines *l, uint32_t i, enum tc_err err, const char *text,
                    const char *a, const char *b, struct tc_why *why);

/* A record that is being played again. */
struct rec_replay {
    const struct rec_lines *l;
    const struct tc_book *bk;
    struct ses_game *s;
    struct rec_report *report;
    struct tc_why *why;
    uint32_t i;         /* the line at hand */
    uint32_t seed_at;   /* the first seed behind it, if it was looked for already */
    const json_t *seed; /* that the last face was checked against */
    uint64_t draw;      /* where its next face stands */
    int8_t *face;       /* its faces */
    uint32_t faces, face_room;
};

/* A failure at the line at hand: with its code, as a difference, or as told by another. */
enum tc_err rec_wrong(struct rec_replay *r, enum tc_err err, const char *text, const char *a,
                      const char *b);
enum tc_err rec_differs(struct rec_replay *r, const char *text);
enum tc_err rec_inner(struct rec_replay *r, const struct tc_why *why);

/* A value of the line at hand; a whole number from 0 to most. */
const json_t *rec_at(const struct rec_replay *r, const char *key);
bool rec_read_number(const json_t *j, json_int_t most, json_int_t *out);

/* The faces of the line at hand; its hash; all it must fulfil once it is played. */
enum tc_err rec_read_faces(struct rec_replay *r, const char *key);
enum tc_err rec_check_hash(struct rec_replay *r, uint64_t hash);
enum tc_err rec_settle(struct rec_replay *r, uint32_t entry);

json_t *rec_header_json(const struct ses_game *s);

#endif
