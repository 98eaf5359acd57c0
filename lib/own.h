/* lib/own.h - what stands behind the handles of tricorne.h. */
#ifndef LIB_OWN_H
#define LIB_OWN_H

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "lib/tricorne.h"
#include "protocol/world.h"

struct learn_plan;

struct tri_text {
    char *bytes;
    size_t n, room;
};

struct tri_data {
    atomic_int held;
    char folder[1024];
    struct world world;
};

struct tri_book {
    atomic_int held;
    tri_data *data;
    const struct tc_book *book;
    json_t *state; /* of a position file; else NULL */
    struct learn_plan *plan;
};

struct tri_game {
    tri_data *data;
    tri_book *book; /* that tri_game_new was given; NULL else */
    struct proto_data world;
    struct proto p;     /* p.s is the game; of a light one nothing else is used */
    bool light, broken; /* broken: it tripped over a bug of ours */
    struct tc_offers *listed;
    bool is_listed;          /* the answers of the open, free question */
    struct learn_plan *plan; /* of a book of its own; made when it is asked for */
};

struct tri_player {
    tri_book *book;
    struct plr_player *brain;
};

/* One call under way: what it was given, and what it says. */
struct job {
    tri_game *g;
    tri_data *d;
    tri_book *b;
    tri_player *player;
    tri_text *out;
    const char *text; /* an act, a record, a request, a rule */
    size_t n;
    int seat, number_of;
    int64_t number;
    uint32_t flags;
    uint64_t *lots;
    const int8_t *faces;
    int32_t *rows;
    const tri_options *options;
    tri_game *made;
    tri_book *made_book;
    struct tc_refusal refusal;
    struct tc_why why; /* last: job_clear leaves its 700 bytes, job_run empties its texts */
};

/* Nothing given yet, for calls that are made a million times. */
static inline void job_clear(struct job *j)
{
    memset(j, 0, offsetof(struct job, why));
}

typedef enum tc_err job_fn(struct job *j);

/* Run fn under a watch: a bug of ours ends the call, not the program. */
int job_run(struct job *j, job_fn *fn, tri_error *e);

/* The same for calls on a game: there is one, it is sound, and (if asked for) begun. */
int job_on_game(struct job *j, job_fn *fn, tri_error *e);

/* A wrong call. */
int job_wrong(tri_error *e, const char *where, const char *text);

/* The answer as JSON; takes j over. */
void text_json(tri_text *out, json_t *j);
void text_set(tri_text *out, const char *bytes, size_t n);

tri_data *data_hold(tri_data *d);
tri_book *book_hold(tri_book *b);

/* The game inside, and its act number i; NULL: there is no such offer. */
struct ses_game *game_of(const tri_game *g);
const struct tc_offers *offers_of(tri_game *g);

#endif
