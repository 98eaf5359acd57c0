/* protocol/umpire.h - the JSON lines protocol: one request a line, one answer a line.
 *
 * Everything a person can do goes through here: `tricorne umpire` is proto_run on stdin and
 * stdout. docs/protocol.md describes every request. Scenarios, rule texts and computer
 * players come through callbacks, so that this folder knows no files of data.
 */
#ifndef PROTO_UMPIRE_H
#define PROTO_UMPIRE_H

#include "book/book.h"
#include "book/speech.h"
#include "protocol/record.h"

enum { PROTO_LINE = 8 << 20 }; /* bytes of the longest request */

/* Where data come from. ctx is handed to each. Those marked may be NULL. */
struct proto_data {
    void *ctx;
    enum tc_err (*load)(void *ctx, const char *id, const struct tc_book **out,
                        struct tc_why *why);
    void (*free_book)(void *ctx, const struct tc_book *bk);
    /* A scenario or position as YAML text; *state its state: part as JSON or NULL. May be NULL.
     */
    enum tc_err (*load_text)(void *ctx, const char *text, size_t n, const struct tc_book **out,
                             json_t **state, struct tc_why *why);
    /* [{"id":..,"title":..,"battle":..}]. May be NULL. */
    json_t *(*list)(void *ctx);
    /* The text of a rule, or TC_E_NAME. May be NULL. */
    enum tc_err (*rule)(void *ctx, const char *id, json_t **out, struct tc_why *why);
    /* Give a seat its player by s->seat[seat].kind; "person" and "program" are never asked
     * for. Before the game is freed, drop is called. Both may be NULL. */
    enum tc_err (*player)(void *ctx, struct ses_game *s, int seat, struct tc_why *why);
    void (*drop)(void *ctx, struct ses_game *s);
    /* The book of a scenario and its map as texts; what is wrong goes into r. May be NULL. */
    enum tc_err (*draft)(void *ctx, const struct book_draft *d, const struct tc_book **out,
                         struct book_report *r);
    /* The files of a battle: {"name","yaml","map_name","map"}. May be NULL. */
    enum tc_err (*source)(void *ctx, const char *id, json_t **out, struct tc_why *why);
    /* Note in a schema (protocol/draft.h) what the battles of its system have. May be NULL. */
    void (*seen)(void *ctx, const struct tc_ruleset *r, json_t *schema);
    /* What a system's quick battles are made of (protocol/tonight.h). May be NULL. */
    enum tc_err (*tonight)(void *ctx, const char *system, json_t **out, struct tc_why *why);
    /* A language to answer in; NULL: there is no such one, or none but that of the books. May
     * be NULL. */
    const struct book_speech *(*speech)(void *ctx, const char *language);
};

/* One conversation: at most one game at a time. */
struct proto {
    const struct proto_data *data;
    const struct tc_book *book;
    struct ses_game *s;
    struct rec_file *file;
    bool quit;
    bool sealed; /* requests with a path are refused: no file is touched */
};

void proto_init(struct proto *p, const struct proto_data *data);

/* Close the record and let go of the game. */
void proto_end(struct proto *p);

/* One request; the answer is a new object, always with "v", and "id" if the request had one.
 * A request that fails has changed nothing. */
json_t *proto_handle(struct proto *p, const json_t *request);

/* The same from the bytes of a line. */
json_t *proto_line(struct proto *p, const char *line, size_t n);

/* Lines from in to out until end of file or quit. 0, or 1 when out cannot be written. */
int proto_run(FILE *in, FILE *out, const struct proto_data *data);

/* --- For the files of the protocol -------------------------------------------------- */

/* One request under way. */
struct proto_call {
    struct proto *p;
    const json_t *in;
    json_t *out; /* the answer; a failed call adds nothing to it */
    int seat;    /* SES_UMPIRE when none was given */
    struct tc_refusal refusal;
    struct tc_why why;
};

typedef enum tc_err proto_do(struct proto_call *c);

struct proto_verb {
    const char *name;
    proto_do *run;
    bool needs_game;
    const char *keys[12]; /* besides do, id, v, seat and lang */
};

extern const struct proto_verb proto_verbs[]; /* ended by an empty name */

/* umpire_game.c */
proto_do proto_new, proto_load, proto_answer, proto_answers, proto_dice, proto_force,
    proto_undo, proto_adjust, proto_play, proto_stop, proto_record, proto_resume, proto_more,
    proto_adopt;

/* umpire.c */
proto_do proto_replay;

/* umpire_plan.c */
proto_do proto_reach, proto_threat, proto_away, proto_plan, proto_preview;

/* draft.c */
proto_do proto_schema, proto_source, proto_check;

/* tonight.c */
proto_do proto_tonight;

/* The book of a battle by its id, or of the texts yaml and map that came with the request. */
enum tc_err proto_book(struct proto_call *c, const char *id, const struct tc_book **out);

/* umpire_staff.c */
proto_do proto_staff;

/* Add what is handed to staffs to the answer, and what those did whose time has run out. */
void proto_put_staff(struct proto_call *c);

/* Computers answer, unless the request says that they wait; then the news since an entry of the
 * log, and the open question. */
enum tc_err proto_go_on(struct proto_call *c, uint32_t from);

/* A list of answers, to be freed. */
enum tc_err proto_read_acts(const struct tc_book *bk, const json_t *list, struct tc_act **out,
                            int *n, struct tc_why *why);

/* "act" as a list of one, or "acts". The caller frees *out. */
enum tc_err proto_read_act_or_acts(const struct tc_book *bk, const json_t *in,
                                   struct tc_act **out, int *n, struct tc_why *why);

/* Add the open question to the answer. */
void proto_put_question(struct proto_call *c);

/* A list of die faces; false with why. */
bool proto_read_faces(struct proto_call *c, const char *key, int8_t **face, int *n);

#endif
