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
};

/* Lines without a header, from number `first` on. */
enum tc_err rec_split_more(const char *name, const char *text, size_t n, uint32_t first,
                           struct rec_lines *out, struct tc_why *why);

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

json_t *rec_header_json(const struct ses_game *s);

#endif
