/* protocol/record.h - records of games: JSON lines on disk, replay, resume, adopt.
 *
 * The first line is the header, then one line for each line of the session (session.h), each
 * written and synced before the answer is acknowledged. docs/record.md describes them.
 */
#ifndef REC_RECORD_H
#define REC_RECORD_H

#include "protocol/session.h"

/* What the header of a record says. */
struct rec_header {
    char system[32], scenario[96], replaced[256];
    int edition;
    uint64_t book;
    bool typed_dice, seeded;
    enum ses_way way;
    char game[SES_NAME];     /* dice by commitments: the name of the game */
    uint8_t host[TC_SECRET]; /* and the host's commitment */
    bool branched;           /* the first lines come from another game */
    int seats;
    struct ses_seat seat[TC_SEATS];
};

/* What was found on reading. */
struct rec_report {
    bool torn;              /* an unfinished last line was left out */
    uint32_t lines;         /* of the file, header included */
    uint32_t answers;       /* played, those taken back included */
    uint32_t faces;         /* in all */
    uint32_t faces_checked; /* against a published seed, or the shares */
    uint32_t faces_typed;   /* typed or forced */
    uint32_t hole;    /* number of the first line with a face of neither kind, UINT32_MAX */
    bool opened;      /* the host's secret is told */
    uint64_t hash;    /* of the last position */
    bool over, ended; /* ended: and its last line says so */
    char note[256];   /* a sentence for people, or "" */
};

struct rec_file;

/* Read the header alone: which scenario to load. */
enum tc_err rec_read_header(const char *path, struct rec_header *out, struct tc_why *why);

/* A new record of a game, with all its lines so far; from now on every line is written as it
 * is made. The file must not exist yet. adopted says where an adopted game came from, or is
 * NULL. The game must outlive the file, or rec_close come first. */
enum tc_err rec_create(const char *path, struct ses_game *s, const json_t *adopted,
                       struct rec_file **out, struct tc_why *why);

/* Play a record again and compare every line. TC_E_DIFFERS names the first that is not as it
 * should be; TC_E_EDITION: made with other rules or tables. */
enum tc_err rec_replay(const char *path, const struct tc_book *bk, struct rec_report *report,
                       struct tc_why *why);

/* The same, and hand over the game at its last line, to look at. */
enum tc_err rec_load(const char *path, const struct tc_book *bk, struct ses_game **out,
                     struct rec_report *report, struct tc_why *why);

/* Replay a record, cut off an unfinished last line, and go on writing to it. Computer seats
 * are persons until the caller sets their player. TC_E_BUSY: another program holds it. */
enum tc_err rec_resume(const char *path, const struct tc_book *bk, struct ses_game **out,
                       struct rec_file **file, struct rec_report *report, struct tc_why *why);

/* A new game from the last position of a record, whatever rules and tables it was made with.
 * *adopted (for rec_create) tells where it came from. */
enum tc_err rec_adopt(const char *path, const struct tc_book *bk, struct ses_game **out,
                      json_t **adopted, struct rec_report *report, struct tc_why *why);

/* Close, after making known the seed that was used. NULL is allowed. */
enum tc_err rec_close(struct rec_file *f, struct tc_why *why);

/* Add the lines that were due when the last program was stopped: a position, the end. A game
 * that rec_replay_text gave needs this before it goes on. */
enum tc_err rec_catch_up(struct ses_game *s, struct tc_why *why);

/* Go on with a game in memory by the lines another program added to its record: text holds
 * them, from the next number on. On failure the game is of no use any more. */
enum tc_err rec_more_text(struct ses_game *s, const char *name, const char *text, size_t n,
                          struct tc_why *why);

/* How the dice of a record stand, in a sentence or two; false when a face is not verified. */
bool rec_say_dice(const struct rec_header *h, const struct rec_report *r, struct tc_text *out);

/* The header of a game's record, one line without its end. free() it. */
char *rec_header_text(const struct ses_game *s);

/* The header and lines of a game as one text, as rec_create would write it. free() it. */
char *rec_text(const struct ses_game *s);

/* The same functions on a text in memory; name stands in messages. */
enum tc_err rec_replay_text(const char *name, const char *text, size_t n,
                            const struct tc_book *bk, struct ses_game **out,
                            struct rec_report *report, struct tc_why *why);
enum tc_err rec_adopt_text(const char *name, const char *text, size_t n,
                           const struct tc_book *bk, struct ses_game **out, json_t **adopted,
                           struct rec_report *report, struct tc_why *why);

#endif
