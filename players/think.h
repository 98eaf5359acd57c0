/* players/think.h - imagined courses of a battle; private to players/.
 *
 * A course begins at the open question of a game. The checkpoint is copied, and what the seat
 * may not know is drawn anew. The answers and faces since the checkpoint are played again. From
 * the question on dice come from a stream of the thinker's own. Nothing else of the game is
 * ever looked at, so no thinker can know a secret or a die to come.
 */
#ifndef PLR_THINK_H
#define PLR_THINK_H

#include <stdatomic.h>

#include "kernel/game.h"
#include "kernel/eye.h"

struct plr_think;
struct plr_manner;

/* Asked at every question of a course, the first of which is the one thought about. Either
 * fills *out or calls plr_stop. */
typedef void plr_at(void *ctx, struct plr_think *t, const struct tc_view *v,
                    struct tc_act *out);

struct plr_think {
    const struct tc_book *book;
    const struct tc_eye *eye;
    const int16_t *taste;    /* how it judges, and what is natural in its courses; */
    const int16_t *imagined; /* NULL: as the eye's numbers were set by hand */
    struct tc_umpire u;
    struct tc_offers *offers;
    void *state, *checkpoint;
    struct tc_tape tape;
    uint32_t acts, faces; /* on the tape at the question */
    struct tc_query root;
    int side; /* whose question it is */
    struct tc_stream lots;
    plr_at *at;
    void *ctx;
    bool drawn; /* its manner has something to say to this question */
    bool begun, stopped, lost;
    bool wise;                       /* follies are not considered */
    const struct plr_manner *manner; /* in which its side fights; NULL: the natural one */
    int bold;      /* what it is worth to it to have come to grips, in hundredths */
    int noise;     /* by how many points it misjudges what is natural for its own answer */
    bool playing;  /* settle goes by the eye's play: both sides march and fight */
    bool thorough; /* settle looks at every candidate */
    bool chance;   /* lots were drawn in the course */
    bool certain;  /* no die and no lot had a part in the course: another is just as this one */
    uint64_t first_die; /* of the course in its stream */
    int quiet;          /* steps since the last question */
    int value;          /* of the course, for `side` */
    uint64_t courses;
    double until;             /* thinking ends when plr_clock shows it; 0: never */
    const atomic_bool *hurry; /* or when this is set; NULL: nobody hurries it */
};

void plr_think_open(struct plr_think *t, const struct tc_book *bk);
void plr_think_close(struct plr_think *t);

/* Think about the open question of a game. */
void plr_think_about(struct plr_think *t, const struct tc_game *g);

/* One course; false when the imagined secrets do not lead to the question. */
bool plr_course(struct plr_think *t, uint64_t seed, plr_at *at, void *ctx);

/* From within plr_at: the course ends here, and is worth what the position shows. */
void plr_stop(struct plr_think *t, const struct tc_view *v, struct tc_act *out);

/* From within plr_at: an answer by lot, of a few drawn the most natural. */
void plr_lot(struct plr_think *t, const struct tc_view *v, struct tc_act *out);

/* From within plr_at: an answer that lets things take their course. */
/* Eyes go by this row in this thread; NULL: by what is set by hand. */
void plr_go_by(const int16_t *row);

void plr_settle(struct plr_think *t, const struct tc_view *v, struct tc_act *out);

/* The answer that lets things take their course, for a game's open question. */
void plr_natural(struct plr_think *t, const struct tc_game *g, const struct tc_view *v,
                 struct tc_stream *lots, struct tc_act *out);

/* Whether a course that began in this position has run to the thinker's next turn: a question
 * of its own, after a turn of the other side. *seen remembers the other side's turn. */
bool plr_full_turn(const struct plr_think *t, const struct tc_view *v, bool *seen);

/* How a position stands for a side, -10000 to 10000, to one as bold as this: 100 is even. */
int plr_look(const struct tc_book *bk, const struct tc_eye *eye, const void *state, int side,
             int bold);

/* What is natural, misjudged by up to t->noise. */
int plr_misjudged(struct plr_think *t, int weight, struct tc_stream *lots);

/* Before answers to a question are weighed by nature: what its manner wants there. For each of
 * them then what that adds; 0 for the other side's. */
void plr_draw_near(struct plr_think *t, const struct tc_view *v);
int plr_drawn_by(const struct plr_think *t, const struct tc_view *v, const struct tc_act *a);

/* Is this a folly that one who is wise does not commit? Offers may be NULL. */
bool plr_folly(const struct plr_think *t, const struct tc_view *v, const struct tc_act *a,
               const struct tc_offers *o);

/* Up to `most` different answers to a game's open question: all its offers, or some by lot. */
int plr_choices(const struct tc_game *g, struct tc_stream *lots, struct tc_act *out, int most);

/* Seconds of a clock that does not jump; and whether it is time to end. */
double plr_clock(void);
bool plr_late(const struct plr_think *t);

/* Seed number i of a row. */
uint64_t plr_seed(uint64_t seed, uint64_t i);

/* The eye of a system; one that says nothing for systems without. */
const struct tc_eye *plr_eye_of(const struct tc_ruleset *r);

static inline bool plr_is_plan(const struct tc_eye *eye, int question)
{
    return eye->plans >> question & 1;
}

static inline bool plr_is_deed(const struct tc_eye *eye, int question)
{
    return eye->deeds >> question & 1;
}

static inline bool plr_is_habit(const struct tc_eye *eye, int question)
{
    return eye->habits >> question & 1;
}

#endif
