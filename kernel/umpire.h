/* kernel/umpire.h - ask, roll, tell.
 *
 * The umpire stands between the rules and the world: players, dice, offers, log. Rules call
 * tc_ask, tc_roll and tc_tell and go on in the next line; where no answer is there yet the
 * umpire notes the question and lets the step run out on a scratch state (game.h).
 */
#ifndef TC_UMPIRE_H
#define TC_UMPIRE_H

#include "kernel/dice.h"
#include "kernel/ruleset.h"

/* --- What was told ------------------------------------------------------- */

enum tc_event_kind {
    TC_EV_TELL,   /* id: an event of the system */
    TC_EV_DIE,    /* arg: die, face */
    TC_EV_POOL,   /* arg: die, dice, target, successes */
    TC_EV_MOD,    /* id: a label; arg: value, then the label's parameters */
    TC_EV_SUM,    /* id: a label; arg: total */
    TC_EV_ANSWER, /* id: verb; arg: side, question, manner; act holds the answer */
};

/* Which faces are good for the side that throws; for log and luck, no rule hangs on it. */
enum tc_good {
    TC_UNSAID,
    TC_HIGH,
    TC_LOW,
    TC_MIDDLE, /* neither too low nor too high */
    TC_NO_FACE /* a lot: none is better than another */
};

struct tc_event {
    uint8_t kind;  /* enum tc_event_kind */
    int8_t side;   /* of a die or pool: who throws, where good is said */
    uint8_t good;  /* enum tc_good */
    uint8_t march; /* who moves how far, obeys, is first: not fire, melee, morale */
    int16_t id;
    const char *rule;
    int32_t arg[TC_ARGS];
    const struct tc_act *act; /* TC_EV_ANSWER only; valid during the call */
};

typedef void tc_sink(void *ctx, const struct tc_event *e);

/* --- The tape: every answer and face of a game, in order ------------------ */

struct tc_taped {
    struct tc_act act;
    uint64_t hash; /* of the state when the question was asked */
    uint32_t face; /* faces on the tape before it */
    int16_t question, side;
};

/* Memory belongs to the caller, who keeps room for at least TC_TAPE_ROOM more of each
 * before every call that plays. */
struct tc_tape {
    struct tc_taped *act;
    uint32_t acts, act_room;
    int8_t *face;
    uint32_t faces, face_room;
};

enum { TC_TAPE_ROOM = 4096, TC_POOL = 120 };

/* --- Dice ----------------------------------------------------------------- */

enum tc_dice_source {
    TC_DICE_FAIR,  /* from the stream */
    TC_DICE_TYPED, /* a missing face is a question like any other */
    TC_DICE_ENUM,  /* all faces in turn, for odds */
};

enum { TC_ENUM_DEPTH = 96 };

/* One fork of the dice tree: a die (its distinct faces) or a pool (its successes). */
struct tc_fork_point {
    uint8_t die, dice, good; /* pool: number of dice and how many sides succeed; */
    uint8_t pool;            /* 0 for a single die */
    uint16_t branch, branches;
};

/* The branch of the dice tree that is being walked. */
struct tc_enum {
    struct tc_fork_point at[TC_ENUM_DEPTH];
    uint16_t depth, known; /* walked so far; laid down by the walker */
    bool too_deep;
};

/* --- Players ---------------------------------------------------------------- */

/* Answers inside the step. For a closed question one of u->offers must be copied to *out. */
typedef void tc_answer_fn(void *ctx, struct tc_umpire *u, const struct tc_view *v,
                          struct tc_act *out);

struct tc_player {
    tc_answer_fn *answer; /* NULL: from outside */
    void *ctx;
};

struct tc_offers {
    int n;
    struct tc_act act[TC_OFFERS];
};

/* What is missing when a step could not go on. */
enum tc_pending { TC_PENDING_NONE, TC_PENDING_ASK, TC_PENDING_ROLL };

struct tc_umpire {
    const struct tc_ruleset *rules;
    const struct tc_book *book;
    void *state; /* the state being played on */

    struct tc_tape *tape;          /* NULL in playouts: nothing is kept */
    uint32_t act_at, face_at;      /* reading places on the tape */
    bool judge_tape;               /* judge and compare hashes of taped answers (replay) */
    int64_t differs_at;            /* first taped answer that does not fit; -1: none */
    struct tc_refusal differs_why; /* if it was refused */

    struct tc_player player[TC_SIDES];
    uint8_t dice;                    /* enum tc_dice_source */
    struct tc_stream stream;         /* the game's own dice */
    struct tc_stream private_stream; /* for running out: never the game's dice */
    struct tc_enum *walk;            /* TC_DICE_ENUM */

    /* TC_DICE_TYPED: asked for faces that are not on the tape yet, before they become a
     * question; false: they do. NULL: nobody has any. */
    bool (*feed)(void *ctx, int n, enum tc_die die, int8_t *out);
    void *feed_ctx;

    bool blind;      /* playouts: nobody who answers looks at the state */
    bool going;      /* playouts: the state is as the last step left it */
    void *shelf;     /* playouts: tc_ruleset.shelf bytes, zero at first, then as the steps of
                      * this and earlier battles with the same book left them; NULL: none */
    bool inside;     /* the state keeps its inner form from step to step, and in questions */
    bool assume;     /* odds: answer by tc_ruleset.assume */
    bool ask_single; /* a question with one answer is asked too (text cases) */
    const struct tc_deed *deed; /* odds: the answer whose they are; else NULL */

    tc_sink *sink; /* NULL: nobody listens, events cost nothing */
    void *sink_ctx;
    uint32_t events, told; /* in this step; the first `told` are not told again */

    /* Called when an answer or a face is missing, and does not return: the step is left where
     * it stands. NULL: it runs out with answers and faces by lot. The result is the same. */
    void (*leave)(void *ctx);
    void *leave_ctx;

    bool running_out;
    uint8_t pending;      /* enum tc_pending */
    struct tc_query open; /* TC_PENDING_ASK */
    struct tc_offers *open_offers;
    void *snapshot;              /* copy of the state at the open question */
    uint8_t open_die, open_dice; /* TC_PENDING_ROLL: which die, how many */
    const char *open_rule;
    int8_t open_thrower; /* and who throws, hoping for what */
    uint8_t open_good;
    int8_t thrower; /* the same of the next roll: tc_hope, tc_wish */
    uint8_t good, march;

    struct tc_offers *offers; /* being collected, or those of the question asked */
    struct tc_act answer;     /* the last answer */
    struct tc_desk *desk;     /* lent by the step to its next question; NULL: none */
    uint32_t step_asks;       /* questions in this step */
    uint64_t asks, rolls;     /* since the umpire was made */
};

/* --- What rules call --------------------------------------------------------- */

/* Add an answer to the question about to be asked. */
void tc_offer(struct tc_umpire *u, const struct tc_act *a);

/* Ask a side; returns its answer: tc_ask(u, side, Q_PICK, "N-B3a", unit); the question's
 * parameters stand behind the rule, those left out are 0. Without offers made
 * before, a closed question offers every candidate its judge accepts; a single offer is taken
 * without asking. The result stays valid until the next call. */
#define tc_ask(u, side, question, ...) tc_ask_with(u, side, question, __VA_ARGS__, 0)
#define tc_ask_with(u, side, question, rule, ...)                                              \
    tc_ask_args(u, side, question, rule, TC_ARGS_OF(__VA_ARGS__))
const struct tc_act *tc_ask_args(struct tc_umpire *u, int side, int question, const char *rule,
                                 const int32_t *arg);

/* Who throws next, and which faces that side hopes for: said before every roll of fire, melee,
 * morale, of what befalls a piece or a leader. */
static inline void tc_hope(struct tc_umpire *u, int side, enum tc_good good)
{
    u->thrower = (int8_t)side;
    u->good = (uint8_t)good;
    u->march = 0;
}

/* The same before a roll for how far, who obeys, who is first. */
static inline void tc_wish(struct tc_umpire *u, int side, enum tc_good good)
{
    tc_hope(u, side, good);
    u->march = 1;
}

/* One die, its face. */
int tc_roll(struct tc_umpire *u, enum tc_die die, const char *rule);

/* n dice, their faces in the order thrown. */
void tc_rolls(struct tc_umpire *u, int n, enum tc_die die, int8_t *out, const char *rule);

/* n dice, how many show at least target. */
int tc_pool(struct tc_umpire *u, int n, enum tc_die die, int target, const char *rule);

/* Something happened: tc_tell(u, E_ROUTS, "N-G5", unit). */
#define tc_tell(u, event, ...)            tc_tell_with(u, event, __VA_ARGS__, 0)
#define tc_tell_with(u, event, rule, ...) tc_tell_args(u, event, rule, TC_ARGS_OF(__VA_ARGS__))
void tc_tell_args(struct tc_umpire *u, int event, const char *rule, const int32_t *arg);

/* A sum whose every part is logged with its rule. */
struct tc_sum {
    struct tc_umpire *u; /* may be NULL: nobody listens */
    int total;
};

/* tc_sum_add(&sum, 2, "N-F5", LB_CHARGE): a part, with the parameters of its label if any. */
#define tc_sum_add(s, value, rule, ...) tc_sum_add_with(s, value, rule, __VA_ARGS__, 0, 0)
#define tc_sum_add_with(s, value, rule, label, a, ...)                                         \
    tc_sum_add_args(s, value, rule, label, a, TC_FIRST_OF(__VA_ARGS__, 0))
#define TC_FIRST_OF(a, ...) (a)
void tc_sum_add_args(struct tc_sum *s, int value, const char *rule, int label, int32_t a,
                     int32_t b);
void tc_sum_end(struct tc_sum *s, const char *rule, int label);

/* --- What players call --------------------------------------------------------- */

/* A random answer to the question at hand: an offer, or a candidate its judge accepts. */
void tc_random_answer(struct tc_umpire *u, const struct tc_view *v, struct tc_stream *s,
                      struct tc_act *out);

/* Every accepted candidate of a free question (or the offers of a closed one). */
/* How many of a free question's candidates computer players draw from. */
int tc_drawn(const struct tc_question *q, const struct tc_view *v);

void tc_list_answers(const struct tc_ruleset *r, const struct tc_view *v,
                     struct tc_offers *out);

/* Judge an act against an open question, whatever its verb: an act that belongs elsewhere is
 * refused with reason 0, "not now". offers may be NULL for free questions. */
bool tc_judge_act(const struct tc_ruleset *r, const struct tc_view *v,
                  const struct tc_offers *offers, const struct tc_act *a,
                  struct tc_refusal *why);

/* --- Playing on -------------------------------------------------------------------- */

/* One step of the sequence on u->state. */
void tc_play_step(struct tc_umpire *u);

/* Whole battles on a bare state with answering players: no tape, no copies. Stops at the
 * end, or after limit questions if limit is not 0. Blind players, who draw among the offers of
 * closed questions and look at nothing else, let the state stay in its inner form meanwhile. */
void tc_play_out(struct tc_umpire *u, void *state, uint64_t limit);

#endif
